//! The items at the top of an export, and what is below each.

use std::collections::BTreeMap;

use super::platform::TOP_NAMES;
use crate::target::{BundleItem, ItemKind, is_archive};

/// The file in which Gradescope tells whose the submissions are.
pub(super) const GRADESCOPE: &str = "submission_metadata.yml";

/// An item at the top, and all items below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TopItem {
    /// Its name.
    pub(super) name: String,
    /// Whether it is a folder.
    pub(super) is_folder: bool,
    /// The items that are no folders, or are empty ones, by their places in the list; each with its path below this one, or its name
    /// if it is this one.
    pub(super) items: Vec<(usize, String)>,
}

/// Returns the items at the top of those at these places, below the folder `wrapper`, sorted by name.
pub(super) fn tops(items: &[BundleItem], places: &[usize], wrapper: &str) -> Vec<TopItem> {
    let mut tops: BTreeMap<String, TopItem> = BTreeMap::new();
    for place in places {
        let Some(path) = below(&items[*place].path, wrapper) else { continue };
        let (name, inside) = path.split_once('/').unwrap_or((path, ""));
        let is_folder = !inside.is_empty() || items[*place].is_folder();
        let top = tops.entry(name.to_string()).or_insert_with(|| TopItem {
            name: name.to_string(),
            is_folder,
            items: Vec::new(),
        });
        top.is_folder |= is_folder;
        if !items[*place].is_folder() {
            let path = if inside.is_empty() { name } else { inside };
            top.items.push((*place, path.to_string()));
        }
    }
    tops.into_values().collect()
}

/// Returns a path below a folder; nothing if it is another one, or the folder itself.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let path = path.trim_start_matches("./");
    let inside = if folder.is_empty() { path } else { path.strip_prefix(folder)?.strip_prefix('/')? };
    (!inside.is_empty()).then_some(inside)
}

/// Returns the folder that holds everything, where it is not a submission itself: its name is none that a platform gives, and it
/// holds names that a platform gives, or several folders or archives.
pub(super) fn wrapper(items: &[BundleItem]) -> Option<String> {
    let all: Vec<usize> = (0..items.len()).collect();
    let mut found = String::new();
    loop {
        let tops = tops(items, &all, &found);
        let [top] = &tops[..] else { break };
        if !top.is_folder || is_named(&top.name) {
            break;
        }
        let inside = if found.is_empty() { top.name.clone() } else { format!("{found}/{}", top.name) };
        if !holds_submissions(&self::tops(items, &all, &inside)) {
            break;
        }
        found = inside;
    }
    (!found.is_empty()).then_some(found)
}

fn holds_submissions(tops: &[TopItem]) -> bool {
    let holders = tops.iter().filter(|top| top.is_folder || is_archive(&top.name)).count();
    holders >= 2 || tops.iter().any(|top| is_named(&top.name) || top.name == GRADESCOPE)
}

fn is_named(name: &str) -> bool {
    TOP_NAMES.iter().any(|names| names.piece(name).is_some())
}

impl BundleItem {
    /// Returns whether it is a folder.
    pub(super) fn is_folder(&self) -> bool {
        self.kind == ItemKind::Folder
    }
}
