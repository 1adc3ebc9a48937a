//! `open`: starts a new session with the library and some files. The extension of a file name
//! determines the kind of the text, as for `--file`. If the name has no known extension (standard
//! input, a pipe, `my.txt`), rules are recognized by their first word, and any other text is
//! rejected.

use std::path::Path;

use base::text;
use base::text::lowercase;
use grundy::{Session, SolveError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::options::RequestOptions;

/// A text with its name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestFile {
    /// The name, which is used in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The request `open`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpenRequest {
    /// The files, in the order in which they are read.
    pub files: Vec<RequestFile>,
    /// The common options, which also apply to later requests.
    pub options: RequestOptions<NoOptions>,
}

/// The options of a command that has no options of its own.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NoOptions {}

/// A file that was read, with the names of its games.
#[derive(Clone, Debug)]
pub struct OpenedFile {
    /// The file.
    pub file: RequestFile,
    /// The names of its games.
    pub games: Vec<String>,
    /// Whether the file contains rules, which can be checked.
    pub rules: bool,
}

/// File extensions of directed graphs.
const DIGRAPHS: [&str; 2] = ["arcs", "digraph"];

/// Returns whether a text contains rules. The first word after comments must start a game; Chinese
/// keywords and misspellings are accepted.
fn holds_rules(text: &str) -> bool {
    let lines = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim_start);
    let first = lines
        .map(|line| line.split(['#', '/']).next().unwrap_or_default())
        .find(|line| !line.trim().is_empty());
    let word: String = first
        .unwrap_or_default()
        .chars()
        .take_while(|c| c.is_alphabetic())
        .collect();
    let opens = ["game", "coins", "recurrence"];
    ["游戏", "博弈", "硬币", "递推"].contains(&word.as_str())
        || base::suggest::nearest(&word, opens).is_some()
}

/// Returns the error for a file whose kind is unknown, with the known extensions.
fn unknown_kind(session: &Session, name: &str) -> SolveError {
    let kinds = session
        .world
        .structures()
        .iter()
        .map(|kind| kind.name())
        .filter(|name| !DIGRAPHS.contains(name));
    let endings: Vec<String> = kinds
        .chain(DIGRAPHS)
        .map(|ending| format!(".{ending}"))
        .collect();
    let endings = endings.join(", ");
    SolveError::Usage(text!(
        "unknown kind of file {name}: rules must begin with `game`; a graph or board is recognized by its file extension: {endings}",
        "无法识别 {name} 的内容：规则以 `game` 开头；图或棋盘由文件扩展名识别：{endings}"
    ))
}

/// Returns an error if a file would define a game whose name cannot be written in a query.
fn nameless(name: &str, game: &str) -> Result<(), SolveError> {
    let is_name = game.chars().all(|c| c.is_alphanumeric() || c == '_')
        && game.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match is_name {
        true => Ok(()),
        false => Err(SolveError::Usage(text!(
            "{name} would define a game `{game}`, but a query cannot contain this name; give the file a name of letters, digits and `_`",
            "{name} 将定义游戏 `{game}`，而提问中写不出这个名字；文件名请只用字母、数字和 `_`"
        ))),
    }
}

/// Reads rules (`.game`, or recognized by their first word), or a graph or board, which becomes a
/// game with the name of its file.
///
/// # Errors
/// Returns a [`SolveError`] if the text is invalid or its kind is unknown.
pub fn read(session: &mut Session, file: &RequestFile) -> Result<OpenedFile, SolveError> {
    let path = Path::new(&file.name);
    let ending = path
        .extension()
        .map(|ending| lowercase(&ending.to_string_lossy()))
        .unwrap_or_default();
    let game = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let known = session
        .world
        .structures()
        .iter()
        .any(|kind| kind.name() == ending)
        || DIGRAPHS.contains(&ending.as_str());
    let rules = ending == "game" || !known && holds_rules(&file.text);
    if !rules && !known {
        return Err(unknown_kind(session, &file.name));
    }
    let games = if rules {
        session.load_rules(&file.name, &file.text)?
    } else {
        nameless(&file.name, &game)?;
        if !session.load_structure(&file.name, &ending, &game, &file.text)? {
            session.load_graph(&file.name, &game, &file.text)?;
        }
        vec![game]
    };
    Ok(OpenedFile {
        file: file.clone(),
        games,
        rules,
    })
}

pub(crate) fn json(opened: &[OpenedFile]) -> Value {
    let list: Vec<Value> = opened
        .iter()
        .map(|o| json!({ "file": o.file.name, "games": o.games }))
        .collect();
    json!({ "opened": list })
}
