//! A name stands for one thing: no two types of a crate are called alike, nor one of the harness as a public one of the
//! references.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Ident, Item, Visibility};

/// The types that a file defines, also inside functions and tests, and whether each can be seen from other crates.
#[derive(Default)]
struct Types(Vec<(String, bool)>);

impl Types {
    fn add(&mut self, name: &Ident, visibility: &Visibility) {
        self.0.push((name.to_string(), matches!(visibility, Visibility::Public(_))));
    }
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(item) => self.add(&item.ident, &item.vis),
            Item::Enum(item) => self.add(&item.ident, &item.vis),
            Item::Trait(item) => self.add(&item.ident, &item.vis),
            Item::Type(item) => self.add(&item.ident, &item.vis),
            Item::Union(item) => self.add(&item.ident, &item.vis),
            _ => {}
        }
        visit::visit_item(self, item);
    }
}

/// Returns where each type is defined below a folder, and whether it can be seen from other crates.
fn types(folder: &Path) -> BTreeMap<String, Vec<(PathBuf, bool)>> {
    let mut found: BTreeMap<String, Vec<(PathBuf, bool)>> = BTreeMap::new();
    for file in files(folder) {
        let text = std::fs::read_to_string(&file).expect("a source is text");
        let mut types = Types::default();
        types.visit_file(&syn::parse_file(&text).expect("the crate compiles"));
        for (name, is_public) in types.0 {
            found.entry(name).or_default().push((file.clone(), is_public));
        }
    }
    assert!(!found.is_empty(), "there are types below {}", folder.display());
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let sources = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => files(&path),
        Some(extension) if extension == "rs" => vec![path],
        _ => Vec::new(),
    };
    paths.flat_map(sources).collect()
}

fn sources(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

#[test]
fn no_two_types_of_a_crate_have_one_name() {
    for folder in ["src", "../reference/src"] {
        let types = types(&sources(folder));
        let is_shared = |name: &String| types[name].len() > 1;
        let shared: Vec<_> = types.iter().filter(|(name, _)| is_shared(name)).collect();
        assert!(shared.is_empty(), "{shared:#?}");
    }
}

#[test]
fn no_type_of_the_harness_has_the_name_of_a_public_one_of_the_references() {
    let public = |places: &Vec<(PathBuf, bool)>| places.iter().any(|(_, is_public)| *is_public);
    let mut of_references = types(&sources("../reference/src"));
    of_references.retain(|_, places| public(places));
    let own = types(&sources("src"));
    let shared: Vec<_> = own.iter().filter(|(name, _)| of_references.contains_key(*name)).collect();
    assert!(shared.is_empty(), "{shared:#?}");
}
