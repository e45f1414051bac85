//! Applies patches to files of a suite.

use std::collections::BTreeMap;

use diffy::Patch;

use super::source::SuiteFiles;
use super::{Reference, Suite};

/// Returns the file that the patch at the path `written` changes, and what stands in it then; else what is wrong, and the way out.
pub(super) fn apply_patch(written: &str, files: &SuiteFiles) -> Result<(String, Vec<u8>), (String, String)> {
    let missing = |path: &str| format!("there is no file `{path}` in the suite");
    let relative = "write a path below the suite's folder";
    let text = files.get(written).ok_or_else(|| (missing(written), relative.to_string()))?;
    let text = String::from_utf8_lossy(text);
    let no_patch = || {
        let help =
            "make it in the suite's folder with `diff -u FILE CHANGED`, where FILE is a file of the solution";
        (format!("`{written}` is no unified diff of one file"), help.to_string())
    };
    let patch = Patch::from_str(&text).ok().filter(|patch| !patch.hunks().is_empty()).ok_or_else(no_patch)?;
    let named = patch.original().ok_or_else(no_patch)?;
    let name = if files.contains_key(named) { named } else { named.strip_prefix("a/").unwrap_or(named) };
    let Some(before) = files.get(name) else {
        let help = "its line `---` must name a file by its path below the suite's folder";
        return Err((missing(name), help.to_string()));
    };
    match diffy::apply(&String::from_utf8_lossy(before), &patch) {
        Ok(after) => Ok((name.to_string(), after.into_bytes())),
        Err(error) => {
            let help = format!("make it again: {error}");
            Err((format!("the patch does not fit the file `{name}`"), help))
        }
    }
}

/// Returns the files of a suite's solution that both of two bends change; nothing if they change the same lines.
pub(crate) fn both_patched(suite: &Suite, one: &str, other: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let Reference::Command { files, .. } = &suite.reference else { return None };
    let patched = |name| suite.bends.get(name)?.patched.as_ref();
    let ((path, one), (other_path, other)) = (patched(one)?, patched(other)?);
    if path != other_path {
        return Some(
            [(path, one), (other_path, other)].map(|(path, bytes)| (path.clone(), bytes.clone())).into(),
        );
    }
    let [before, one, other] = [files.get(path)?, one, other].map(|bytes| String::from_utf8_lossy(bytes));
    let both = diffy::merge(&before, &one, &other).ok()?;
    Some(BTreeMap::from([(path.clone(), both.into_bytes())]))
}
