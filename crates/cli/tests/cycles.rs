//! Checks that at most six files of a crate import each other in a cycle, so that a reader can
//! understand the group as a unit. Shared definitions belong in a separate file that the files
//! using them import.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Maximum number of files that import each other in a cycle.
const MAX_FILES_IN_CYCLE: usize = 6;

/// Maximum number of re-exports that are followed for one path.
const MAX_REEXPORTS: usize = 12;

type ModulePath = Vec<String>;

/// One file of a crate, with the data needed to resolve imports.
#[derive(Default)]
struct ModuleFile {
    /// Names of the submodules directly below this file.
    children: BTreeSet<String>,
    /// Names of the items that are defined here.
    items: BTreeSet<String>,
    /// Imported paths, by their local names.
    imports: BTreeMap<String, ModulePath>,
    /// Paths of glob imports.
    globs: Vec<ModulePath>,
    /// Paths that begin with a module and are not part of an import.
    paths: BTreeSet<ModulePath>,
    /// All identifiers outside of imports.
    words: BTreeSet<String>,
}

type Crate = BTreeMap<ModulePath, ModuleFile>;

/// Returns the tokens of a file, without comments, strings and the tests at its end.
fn tokens(text: &str) -> Vec<String> {
    let (mut list, mut rest) = (Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        let length = match c {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            'r' if rest.starts_with("r#\"") => {
                rest[3..].find("\"#").map_or(rest.len(), |end| end + 5)
            }
            '"' => {
                let mut is_escaped = false;
                let end = rest.char_indices().skip(1).find(|(_, c)| {
                    let is_end = *c == '"' && !is_escaped;
                    is_escaped = *c == '\\' && !is_escaped;
                    is_end
                });
                end.map_or(rest.len(), |(end, _)| end + 1)
            }
            '\'' if rest[1..].starts_with('\\') => {
                rest[3..].find('\'').map_or(rest.len(), |end| end + 4)
            }
            // Skips a character literal. For a lifetime, only the quote is skipped.
            '\'' => match rest.char_indices().nth(2) {
                Some((end, '\'')) => end + 1,
                _ => 1,
            },
            _ if c.is_alphanumeric() || c == '_' => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                list.push(rest[..end].to_owned());
                end
            }
            _ if rest.starts_with("::") => {
                list.push("::".to_owned());
                2
            }
            _ => {
                if !c.is_whitespace() {
                    list.push(c.to_string());
                }
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    let tests = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    while let Some(start) = list.windows(tests.len()).position(|window| window == tests) {
        let end = match list.get(start + tests.len() + 1).map(String::as_str) {
            Some(";") => start + tests.len() + 2,
            _ => list.len(),
        };
        list.drain(start..end);
    }
    list
}

/// Adds the imports of a `use` declaration; `tokens` begins after `use` or inside braces.
fn add_imports<'t>(
    tokens: &mut impl Iterator<Item = &'t String>,
    before: &[String],
    file: &mut ModuleFile,
) {
    let (mut path, mut name) = (before.to_vec(), None);
    let finish = |path: &ModulePath, name: Option<String>, file: &mut ModuleFile| {
        let mut path = path.clone();
        match path.last().map(String::as_str) {
            Some("*") => {
                path.pop();
                file.globs.push(path);
            }
            Some("self") => {
                path.pop();
                file.imports
                    .extend(path.last().cloned().map(|name| (name, path)));
            }
            Some(last) if path.len() > before.len() => {
                let name = name.unwrap_or_else(|| last.to_owned());
                file.imports.insert(name, path);
            }
            _ => {}
        }
    };
    while let Some(token) = tokens.next() {
        match token.as_str() {
            "::" => {}
            "{" => {
                add_imports(tokens, &path, file);
                path = before.to_vec();
            }
            "as" => name = tokens.next().cloned(),
            "," => {
                finish(&path, name.take(), file);
                path = before.to_vec();
            }
            "}" | ";" => {
                finish(&path, name.take(), file);
                return;
            }
            _ => path.push(token.clone()),
        }
    }
}

fn module_file(text: &str) -> ModuleFile {
    let (tokens, mut file) = (tokens(text), ModuleFile::default());
    let mut at = 0;
    while at < tokens.len() {
        let next = |step: usize| tokens.get(at + step).map_or("", String::as_str);
        match tokens[at].as_str() {
            "use" => {
                let end = tokens[at..].iter().position(|token| token == ";");
                let end = at + end.unwrap_or(tokens.len() - at - 1);
                add_imports(&mut tokens[at + 1..=end].iter(), &[], &mut file);
                at = end;
            }
            "mod" if next(2) == ";" => {
                file.children.insert(next(1).to_owned());
            }
            "struct" | "enum" | "trait" | "type" | "union" | "const" | "static" | "fn" => {
                let name = if next(1) == "mut" { next(2) } else { next(1) };
                file.items.insert(name.to_owned());
            }
            "macro_rules" => {
                file.items.insert(next(2).to_owned());
            }
            _ if next(1) == "::" && (at == 0 || tokens[at - 1] != "::") => {
                let mut path = vec![tokens[at].clone()];
                let is_word =
                    |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
                while next(2 * path.len() - 1) == "::" && is_word(next(2 * path.len())) {
                    path.push(next(2 * path.len()).to_owned());
                }
                file.words.extend(path.iter().cloned());
                file.paths.insert(path);
            }
            word => {
                file.words.insert(word.to_owned());
            }
        }
        at += 1;
    }
    file
}

/// Returns the module at which a path begins and the rest of the path; `None` if it is not a path
/// of this crate.
fn absolute(
    files: &Crate,
    module: &ModulePath,
    path: &[String],
) -> Option<(ModulePath, ModulePath)> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some((ModulePath::new(), rest.to_vec())),
        "self" => Some((module.clone(), rest.to_vec())),
        "super" => {
            let (mut module, mut path) = (module.clone(), path);
            while path.first().is_some_and(|word| word == "super") {
                module.pop();
                path = &path[1..];
            }
            Some((module, path.to_vec()))
        }
        word => files[module]
            .children
            .contains(word)
            .then(|| (module.clone(), path.to_vec())),
    }
}

/// Returns the file that defines the item of a path. Follows re-exports.
fn definer(
    files: &Crate,
    mut module: ModulePath,
    mut path: &[String],
    depth: usize,
) -> Option<ModulePath> {
    if depth > MAX_REEXPORTS {
        return None;
    }
    while let Some((first, rest)) = path.split_first() {
        if !files[&module].children.contains(first) {
            break;
        }
        module.push(first.clone());
        path = rest;
    }
    let Some((first, rest)) = path.split_first() else {
        return Some(module);
    };
    let file = &files[&module];
    if file.items.contains(first) {
        return Some(module);
    }
    if let Some(import) = file.imports.get(first) {
        let (start, mut whole) = absolute(files, &module, import)?;
        whole.extend_from_slice(rest);
        return definer(files, start, &whole, depth + 1);
    }
    for glob in &file.globs {
        if let Some((start, mut whole)) = absolute(files, &module, glob) {
            whole.extend_from_slice(path);
            let found = definer(files, start, &whole, depth + 1);
            if let Some(found) = found.filter(|found| files[found].items.contains(first)) {
                return Some(found);
            }
        }
    }
    (!module.is_empty()).then_some(module)
}

/// Returns the files that each file of a crate imports from.
fn imports(files: &Crate) -> BTreeMap<&ModulePath, BTreeSet<ModulePath>> {
    let imported = |module: &ModulePath, file: &ModuleFile| -> BTreeSet<ModulePath> {
        let mut list = BTreeSet::new();
        let named = file.imports.iter().map(|(name, path)| (Some(name), path));
        let others = file
            .globs
            .iter()
            .chain(&file.paths)
            .map(|path| (None, path));
        for (name, path) in named.chain(others) {
            let Some((start, rest)) = absolute(files, module, path) else {
                continue;
            };
            let Some(found) = definer(files, start, &rest, 0) else {
                continue;
            };
            // A re-export of an item from a submodule does not count as a use of the submodule.
            let is_reexport =
                name.is_some_and(|name| !file.words.contains(name)) && found.starts_with(module);
            if found != *module && !is_reexport {
                list.insert(found);
            }
        }
        list
    };
    files
        .iter()
        .map(|(module, file)| (module, imported(module, file)))
        .collect()
}

/// Returns the largest group of files in which each file reaches all others through imports.
fn largest_cycle(files: &Crate) -> Vec<String> {
    let imports = imports(files);
    let reached = |from: &ModulePath| -> BTreeSet<ModulePath> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            for next in &imports[&module] {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&ModulePath, _> = files.keys().map(|one| (one, reached(one))).collect();
    let cycle = |one: &ModulePath| -> Vec<String> {
        let mutual = reached[one]
            .iter()
            .filter(|other| reached[*other].contains(one));
        mutual
            .map(|module| format!("crate::{}", module.join("::")))
            .collect()
    };
    files
        .keys()
        .map(cycle)
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

fn load(path: &Path, module: ModulePath, files: &mut Crate) {
    let mut file = module_file(&fs::read_to_string(path).unwrap());
    let folder = match path.file_name().and_then(|name| name.to_str()) {
        Some("lib.rs" | "main.rs" | "mod.rs") => path.parent().unwrap().to_owned(),
        _ => path.with_extension(""),
    };
    let mut children = std::mem::take(&mut file.children);
    // A test module may be missing at both paths, because its file may have another name.
    children.retain(|child| {
        let places = [
            folder.join(format!("{child}.rs")),
            folder.join(child).join("mod.rs"),
        ];
        let place = places.iter().find(|place| place.exists());
        if let Some(place) = place {
            load(
                place,
                [&module[..], std::slice::from_ref(child)].concat(),
                files,
            );
        }
        place.is_some()
    });
    file.children = children;
    files.insert(module, file);
}

#[test]
fn files_import_each_other_in_small_cycles_only() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut count, mut bad) = (0, Vec::new());
    for entry in fs::read_dir(crates).unwrap() {
        let (source, mut files) = (entry.unwrap().path().join("src"), Crate::new());
        let roots = [source.join("lib.rs"), source.join("main.rs")];
        let root = roots
            .iter()
            .find(|root| root.exists())
            .expect("a crate has a root");
        load(root, ModulePath::new(), &mut files);
        count += files.len();
        let cycle = largest_cycle(&files);
        if cycle.len() > MAX_FILES_IN_CYCLE {
            bad.push(format!(
                "{}: {}:\n{}",
                source.display(),
                cycle.len(),
                cycle.join("\n")
            ));
        }
    }
    assert!(
        bad.is_empty(),
        "more than {MAX_FILES_IN_CYCLE} files import each other in a cycle; move what they share \
         into a file below them: {}",
        bad.join("\n")
    );
    assert!(count > 500, "{count} files");
}

#[test]
fn a_cycle_is_found() {
    let file = |module: &[&str], text: &str| -> (ModulePath, ModuleFile) {
        (
            module.iter().map(|name| (*name).to_owned()).collect(),
            module_file(text),
        )
    };
    let files = Crate::from([
        file(
            &[],
            "mod a; mod b; mod c; mod d;\npub use c::Shared;\npub use d::*;",
        ),
        file(&["a"], "use crate::{b::{self, First}, Shared};"),
        file(
            &["b"],
            "pub struct First(Shared); /* crate::d */ use super::Shared;",
        ),
        file(
            &["c"],
            "pub struct Shared; fn f() { super::a::g(\"crate::d\") }",
        ),
        file(
            &["d"],
            "use crate::a;\n#[cfg(test)]\nmod tests { use crate::b; }",
        ),
    ]);
    assert_eq!(largest_cycle(&files), ["crate::a", "crate::b", "crate::c"]);
}
