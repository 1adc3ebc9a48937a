//! `open`: begins anew with the library and some files. The ending of a name says what its text is, as for `--file`.

use std::path::Path;

use grundy::{Error, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::options::Options;

/// A text with its name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The name, which messages use.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Open {
    /// The files, in the order in which they are read.
    pub files: Vec<File>,
    /// How what follows is answered.
    pub options: Options<NoOptions>,
}

/// A command that has no options of its own.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NoOptions {}

/// A file that was read, with the names of its games.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The file.
    pub file: File,
    /// The games.
    pub games: Vec<String>,
    /// Whether they have rules, which can be checked.
    pub rules: bool,
}

/// Reads rules (`.game`), or a graph or board that is played under the name of its file.
pub(crate) fn read(session: &mut Session, file: &File) -> Result<Opened, Error> {
    let path = Path::new(&file.name);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let game = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let rules = ending == "game";
    let games = if rules {
        session.load_rules(&file.name, &file.text)?
    } else {
        if !session.load_structure(&file.name, &ending, &game, &file.text)? {
            session.load_graph(&file.name, &game, &file.text)?;
        }
        vec![game]
    };
    Ok(Opened { file: file.clone(), games, rules })
}

/// What was opened, as JSON.
pub(crate) fn json(opened: &[Opened]) -> Value {
    let list: Vec<Value> = opened.iter().map(|o| json!({ "file": o.file.name, "games": o.games })).collect();
    json!({ "opened": list })
}
