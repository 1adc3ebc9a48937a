//! `library`: the games that are known, or the rules of one.

use base::text;
use base::text::{Lang, Text};
use grundy::{Error, Session};
use rules::ast::ItemKind;
use rules::structure::Structure;
use rules::world::Missing;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::Options;

/// The request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Library {
    /// The game that is to be shown; else all are listed.
    pub name: Option<String>,
    /// How.
    pub options: Options<NoOptions>,
}

/// A game, or a kind of graph or board.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A game with rules: its name, its file, how it is played and its first note.
    Game {
        /// The name.
        game: String,
        /// The rule file.
        file: String,
        /// How it is played, in one line.
        about: Option<Text>,
        /// The first note.
        note: Option<String>,
    },
    /// A kind of graph or board.
    Structure {
        /// The name.
        name: String,
        /// What it is.
        about: Text,
        /// A question about it.
        example: String,
    },
}

/// The reply.
#[derive(Clone, Debug)]
pub enum Listed {
    /// Every game.
    All(Vec<Entry>),
    /// A kind of graph or board.
    Structure(Entry),
    /// A game with its rules.
    Rules {
        /// The name.
        game: String,
        /// The rule file.
        file: String,
        /// Its text.
        text: String,
    },
}

pub(crate) fn library(session: &mut Session, asked: &Library) -> Result<Listed, Error> {
    let Some(name) = &asked.name else {
        let games = session.world.declarations().into_iter().map(|declared| Entry::Game {
            game: declared.decl.name.text.clone(),
            file: declared.source.name.clone(),
            about: declared.decl.items.iter().find_map(|item| match &item.kind {
                ItemKind::About(en, zh) => Some(Text { en: en.text.clone(), zh: zh.as_ref().unwrap_or(en).text.clone() }),
                _ => None,
            }),
            note: declared.decl.items.iter().find_map(|item| match &item.kind {
                ItemKind::Note(note) => Some(note.text.clone()),
                _ => None,
            }),
        });
        return Ok(Listed::All(games.chain(session.world.structures().iter().map(|kind| structure(*kind))).collect()));
    };
    if let Some(kind) = session.world.structure(name) {
        return Ok(Listed::Structure(structure(kind)));
    }
    if let Some(declared) = session.world.declared(name) {
        let (game, file, text) = (declared.decl.name.text.clone(), declared.source.name.clone(), declared.source.text.clone());
        return Ok(Listed::Rules { game, file, text });
    }
    Err(Error::Usage(match session.world_mut().instantiate(name, Vec::new()) {
        Err(Missing::Here(message)) => message,
        _ => text!("no game is called `{name}`", "没有名为 `{name}` 的游戏"),
    }))
}

fn structure(kind: &dyn Structure) -> Entry {
    Entry::Structure { name: kind.name().to_owned(), about: kind.about(), example: kind.example().to_owned() }
}

impl Entry {
    /// As JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            Entry::Game { game, file, about, note } => {
                json!({ "game": game, "file": file, "about": about.as_ref().map(|about| about.get(lang)), "note": note })
            }
            Entry::Structure { name, about, example } => json!({ "structure": name, "note": about.get(lang), "example": example }),
        }
    }
}

impl Listed {
    /// As JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            Listed::All(entries) => json!({ "library": entries.iter().map(|entry| entry.json(lang)).collect::<Vec<_>>() }),
            Listed::Structure(entry) => entry.json(lang),
            Listed::Rules { game, file, text } => json!({ "game": game, "file": file, "text": text }),
        }
    }
}
