//! Checks the naming rules that a program can check. Types are nouns, and a name has one meaning in
//! the whole workspace. Errors implement `Error`, and limits are named `MAX_…` and `MIN_…`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Words that are meaningless on their own as a type name.
const BANNED_TYPES: &str = "
    Act After Again Ahead All Any Asked At Back Before Begun Below Beside Both Came Checked Chosen
    Closed Counted Crowd Cut Decided Done Drawn Each End Ended Ends Far Fate Fates Fault Flaw Found
    Given Gone Growing Halt Halted Heard Held How Kept Known Left Listed Looked Looks Lost Made
    Making Marked Meant Missing Most Moved Named New News No Nothing Of Old One Open Opened Other
    Part Passed Played Posed Priced Proved Raw Read Reading Reckoned Refused Said Seen Short Shown
    Slip Solved Some Sought Spoken Standing Still Stopped Summed Taken Told Tried Trouble Turned
    Unfit Unread Verified Wanted Way What When Where Which Who Whole Won Worth Worths Written Wrong
";

/// Meaningless names of functions.
const BANNED_FUNCTIONS: &str = "at found known of speaks_of told works";

/// Forbidden first words of limits, which must begin with `MAX` or `MIN`.
const BANNED_LIMITS: &str = "
    DEAREST DEEPEST ENOUGH FARTHEST FEW GREATEST HEAVIEST HIGHEST LARGEST LEAST LONGEST MOST SHORTEST
    SMALLEST SOON WIDEST
";

/// Names that each module of a game or problem may use for its own types.
const NAMES_OF_GAME_MODULES: &str = "Form Game Move Player Position Solver Theorem";

/// Crates with a module for each game or problem.
const CRATES_OF_GAME_MODULES: &str = "judge theorems";

/// Error types whose names need not end in `Error`: the reason why a budget ended, and pure
/// messages.
const OTHER_ERRORS: &str = "Diagnostic StopReason Text";

/// Definition of a type, constant or function, with its location.
struct Definition {
    crate_name: String,
    kind: &'static str,
    name: String,
    location: String,
}

fn words(list: &str) -> BTreeSet<&str> {
    list.split_whitespace().collect()
}

fn gather_sources(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather_sources(&path, list);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            list.push(path);
        }
    }
}

/// Returns the name of each crate with the text of its files, in which comments are replaced by
/// blank lines.
fn sources() -> Vec<(String, PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let (mut files, name) = (Vec::new(), folder.file_name().unwrap().to_string_lossy());
        gather_sources(&folder.join("src"), &mut files);
        for path in files {
            let text = fs::read_to_string(&path).unwrap();
            let code: Vec<&str> = text
                .lines()
                .map(|line| match line.trim_start().starts_with("//") {
                    true => "",
                    false => line,
                })
                .collect();
            sources.push((name.to_string(), path, code.join("\n")));
        }
    }
    assert!(sources.len() > 500, "{} files", sources.len());
    sources
}

/// Returns the kind and name of the item that a line defines; `None` if it begins no definition.
fn defined(line: &str) -> Option<(&'static str, &str)> {
    let mut rest = line.trim_start();
    if let Some(after) = rest.strip_prefix("pub") {
        rest = match after.strip_prefix('(') {
            Some(scope) => scope.split_once(')')?.1.trim_start(),
            None => after.trim_start(),
        };
    }
    for modifier in ["default ", "async ", "unsafe "] {
        rest = rest.strip_prefix(modifier).unwrap_or(rest);
    }
    if let Some(function) = rest.strip_prefix("const ")
        && function.trim_start().starts_with("fn ")
    {
        rest = function.trim_start();
    }
    let (keyword, after) = rest.split_once(' ')?;
    let kind = match keyword {
        "struct" | "enum" | "trait" | "union" => "type",
        "type" => "alias",
        "const" | "static" => "constant",
        "fn" => "function",
        _ => return None,
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let after = after.trim_start().trim_start_matches("mut ");
    let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
    (end > 0).then_some((kind, &after[..end]))
}

fn definitions(sources: &[(String, PathBuf, String)]) -> Vec<Definition> {
    let mut list = Vec::new();
    for (crate_name, path, text) in sources {
        for (at, line) in text.lines().enumerate() {
            if let Some((kind, name)) = defined(line) {
                list.push(Definition {
                    crate_name: crate_name.clone(),
                    kind,
                    name: name.to_owned(),
                    location: format!("{}:{}", path.display(), at + 1),
                });
            }
        }
    }
    list
}

/// Returns an error message for each invalid name in these definitions.
fn bad_names(definitions: &[Definition]) -> Vec<String> {
    let (types, functions, limits) = (
        words(BANNED_TYPES),
        words(BANNED_FUNCTIONS),
        words(BANNED_LIMITS),
    );
    let first_word = |name: &str| name.split('_').next().unwrap_or_default().to_owned();
    let reason = |definition: &Definition| match definition.kind {
        "type" | "alias" if types.contains(&*definition.name) => {
            Some("name a type by a noun with a role")
        }
        "function" if functions.contains(&*definition.name) => Some("name a function by a verb"),
        "constant" if limits.contains(&*first_word(&definition.name)) => {
            Some("limits begin with MAX_ or MIN_, and end with their unit")
        }
        _ => None,
    };
    let line = |definition: &Definition| {
        let reason = reason(definition)?;
        Some(format!(
            "{}: `{}`: {reason}",
            definition.location, definition.name
        ))
    };
    definitions.iter().filter_map(line).collect()
}

/// Returns the type names that two crates define, or that one crate defines twice.
fn shared_names(definitions: &[Definition]) -> Vec<String> {
    let (of_modules, with_modules) = (words(NAMES_OF_GAME_MODULES), words(CRATES_OF_GAME_MODULES));
    let mut by_name: BTreeMap<&str, Vec<&Definition>> = BTreeMap::new();
    for definition in definitions.iter().filter(|one| one.kind == "type") {
        let is_of_module = of_modules.contains(&*definition.name)
            && with_modules.contains(&*definition.crate_name);
        if !is_of_module {
            by_name
                .entry(&definition.name)
                .or_default()
                .push(definition);
        }
    }
    let shared = by_name.into_iter().filter(|(_, places)| places.len() > 1);
    shared
        .map(|(name, places)| {
            let places: Vec<&str> = places.iter().map(|place| &*place.location).collect();
            format!("`{name}` is defined more than once: {}", places.join(", "))
        })
        .collect()
}

/// Returns the last argument of each `Result<…>` in a text, without its path and arguments.
fn error_types(text: &str) -> BTreeSet<&str> {
    let mut list = BTreeSet::new();
    for (at, _) in text.match_indices("Result<") {
        let (mut depth, mut start, mut end) = (1, None, None);
        let arguments = &text[at + "Result<".len()..];
        let mut before = ' ';
        for (place, c) in arguments.char_indices() {
            match c {
                '<' | '(' | '[' => depth += 1,
                '>' if before == '-' => {}
                '>' | ')' | ']' => depth -= 1,
                ',' if depth == 1 => start = start.or(Some(place + 1)),
                _ => {}
            }
            if depth == 0 {
                end = Some(place);
                break;
            }
            before = c;
        }
        let (Some(start), Some(end)) = (start, end) else {
            continue;
        };
        let error = arguments[start..end].trim().trim_end_matches(',');
        let path = error.split('<').next().unwrap_or_default();
        list.insert(path.rsplit("::").next().unwrap_or_default().trim());
    }
    list
}

/// Returns the error types of `Result`s in the workspace whose names do not end in `Error`. Also
/// returns the types named `…Error` that do not implement `Error`.
fn bad_errors(sources: &[(String, PathBuf, String)], definitions: &[Definition]) -> Vec<String> {
    let own: BTreeSet<&str> = definitions
        .iter()
        .filter(|one| one.kind == "type")
        .map(|one| &*one.name)
        .collect();
    let mut bad = Vec::new();
    for (_, path, text) in sources {
        for error in error_types(text) {
            if own.contains(error)
                && !error.ends_with("Error")
                && !words(OTHER_ERRORS).contains(error)
            {
                bad.push(format!(
                    "{}: the error `{error}` does not end in `Error`",
                    path.display()
                ));
            }
        }
    }
    for name in own.iter().filter(|name| name.ends_with("Error")) {
        let is_error = sources
            .iter()
            .any(|(_, _, text)| implements_error(text, name));
        if !is_error {
            bad.push(format!("`{name}` does not implement `std::error::Error`"));
        }
    }
    bad
}

/// Returns true if a text implements `Error` for the type with this name.
fn implements_error(text: &str, name: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let has = |before: &str| {
        let mut places = text.match_indices(before);
        places.any(|(at, _)| {
            let rest = &text[at + before.len()..];
            rest.strip_prefix(name).is_some_and(is_end)
        })
    };
    has("impl std::error::Error for ")
        || has("impl core::error::Error for ")
        || has("impl Error for ")
        || has("impl_error!(")
}

fn assert_none(bad: &[String]) {
    assert!(
        bad.is_empty(),
        "{} names to change:\n{}",
        bad.len(),
        bad.join("\n")
    );
}

#[test]
fn names_say_what_they_name() {
    assert_none(&bad_names(&definitions(&sources())));
}

#[test]
fn a_name_of_a_type_has_one_meaning() {
    assert_none(&shared_names(&definitions(&sources())));
}

#[test]
fn errors_are_errors() {
    let sources = sources();
    assert_none(&bad_errors(&sources, &definitions(&sources)));
}

#[test]
fn bad_names_are_found() {
    let source = |crate_name: &str, text: &str| {
        (
            crate_name.to_owned(),
            PathBuf::from("lib.rs"),
            text.to_owned(),
        )
    };
    let sources = [
        source(
            "heap",
            "pub(crate) enum Told {}\nconst MOST_ROWS: u8 = 1;\n    pub const fn works() {}\n\
             pub struct TableError;\nfn fill() -> Result<(), Refusal> {}\npub struct Refusal;",
        ),
        source(
            "rules",
            "struct Refusal<T>(T);\nstruct Player;\nstruct MaxError;\nimpl Error for MaxError",
        ),
        source("theorems", "struct Player;\nstruct Form;"),
        source("theorems", "struct Player;\nstruct Form;"),
    ];
    let definitions = definitions(&sources);
    let bad = bad_names(&definitions).join("\n");
    assert!(
        ["Told", "MOST_ROWS", "works"]
            .iter()
            .all(|name| bad.contains(name)),
        "{bad}"
    );
    assert_eq!(bad.lines().count(), 3, "{bad}");
    let shared = shared_names(&definitions).join("\n");
    assert!(
        shared.contains("`Refusal`") && shared.lines().count() == 1,
        "{shared}"
    );
    let errors = bad_errors(&sources, &definitions).join("\n");
    assert!(
        ["`Refusal`", "`TableError`"]
            .iter()
            .all(|name| errors.contains(name)),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 2, "{errors}");
}
