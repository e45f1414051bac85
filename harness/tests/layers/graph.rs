//! Which module of the crate uses which, tests left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// A module, by its path from the crate's root.
pub(crate) type Module = Vec<String>;

/// The modules of a crate, and the paths that each names.
#[derive(Default)]
pub(crate) struct Graph {
    paths: BTreeMap<Module, BTreeSet<Vec<String>>>,
    /// What each module passes on under a name.
    passed_on: BTreeMap<(Module, String), Vec<String>>,
}

impl Graph {
    /// Returns the graph of the crate that begins with this file.
    pub(crate) fn of_crate(file: &Path) -> Self {
        let mut graph = Self::default();
        graph.read(file, &file.with_file_name(""), &[]);
        graph
    }

    /// Returns all modules.
    pub(crate) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.paths.keys()
    }

    /// Returns the paths that a module names, as they stand there.
    pub(crate) fn paths_of(&self, module: &Module) -> &BTreeSet<Vec<String>> {
        &self.paths[module]
    }

    /// Returns which of the modules right inside `folder` use which others of them.
    pub(crate) fn siblings(&self, folder: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let depth = folder.len();
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, paths) in
            self.paths.iter().filter(|(name, _)| name.len() > depth && name.starts_with(folder))
        {
            let others = uses.entry(module[depth].clone()).or_default();
            let targets = paths.iter().filter_map(|path| self.resolve(module, path));
            let inside = targets.filter(|target| target.len() > depth && target.starts_with(folder));
            others.extend(inside.map(|target| target[depth].clone()).filter(|name| *name != module[depth]));
        }
        uses
    }

    /// Returns the module in which the thing stands that `path` names in module `from`; nothing outside the crate.
    fn resolve(&self, from: &[String], path: &[String]) -> Option<Module> {
        let mut at = from.to_vec();
        for (index, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()),
                name => {
                    let inside = [&at[..], &[name.to_string()]].concat();
                    if self.paths.contains_key(&inside) {
                        at = inside;
                    } else if let Some(other) = self.passed_on.get(&(at.clone(), name.to_string())) {
                        return self.resolve(&at, other);
                    } else {
                        return (index > 0).then_some(at);
                    }
                }
            }
        }
        Some(at)
    }

    fn read(&mut self, file: &Path, folder: &Path, module: &[String]) {
        let text = std::fs::read_to_string(file).expect("the file of a module is there");
        let parsed = syn::parse_file(&text).expect("the crate compiles");
        let mut names = Names::default();
        names.visit_file(&parsed);
        self.paths.insert(module.to_vec(), names.paths);
        for (name, path) in names.passed_on {
            self.passed_on.insert((module.to_vec(), name), path);
        }
        for name in names.modules {
            let inside = folder.join(&name);
            let candidates = [inside.with_extension("rs"), inside.join("mod.rs")];
            let file: &PathBuf = candidates.iter().find(|file| file.is_file()).expect("a module has a file");
            self.read(file, &inside, &[module, &[name]].concat());
        }
    }
}

/// What one file names.
#[derive(Default)]
struct Names {
    modules: Vec<String>,
    paths: BTreeSet<Vec<String>>,
    passed_on: Vec<(String, Vec<String>)>,
}

impl Names {
    fn tree(&mut self, tree: &UseTree, before: &[String], is_passed_on: bool) {
        match tree {
            UseTree::Path(path) => {
                self.tree(&path.tree, &[before, &[path.ident.to_string()]].concat(), is_passed_on);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.tree(tree, before, is_passed_on));
            }
            UseTree::Name(name) => self.name(before, name.ident.to_string(), None, is_passed_on),
            UseTree::Rename(name) => {
                self.name(before, name.ident.to_string(), Some(name.rename.to_string()), is_passed_on);
            }
            UseTree::Glob(_) => drop(self.paths.insert(before.to_vec())),
        }
    }

    fn name(&mut self, before: &[String], name: String, renamed: Option<String>, is_passed_on: bool) {
        let path =
            if name == "self" { before.to_vec() } else { [before, std::slice::from_ref(&name)].concat() };
        // A macro passes on what stands in the same file, under its own name.
        if is_passed_on && path.len() > 1 {
            self.passed_on.push((renamed.unwrap_or(name), path.clone()));
        }
        self.paths.insert(path);
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(module) if is_test(&module.attrs) => {}
            Item::Mod(module) if module.content.is_none() => self.modules.push(module.ident.to_string()),
            Item::Use(item) => {
                self.tree(&item.tree, &[], !matches!(item.vis, syn::Visibility::Inherited));
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|it| it == "test")
    })
}
