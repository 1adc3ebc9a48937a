//! `library`: lists the known games, or shows the rules of one game. The start and the families of
//! each game are determined from its rules.

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use grundy::{Session, SolveError, question};
use rules::ast::GameItemKind;
use rules::family::GameFamily;
use rules::game::{GameId, OptionArena as Moves};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::{InstantiationError, World};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::RequestOptions;

/// The request `library`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LibraryRequest {
    /// The name of the game to show; `None` to list all games.
    pub name: Option<String>,
    /// The family whose games are listed; `None` for all families.
    pub family: Option<String>,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

/// A game, or a kind of graph or board.
#[derive(Clone, Debug)]
pub enum LibraryEntry {
    /// A game with rules.
    Game {
        /// The name.
        game: String,
        /// The name of the rule file.
        file: String,
        /// A short description of how the game is played.
        about: Option<Text>,
        /// The first note of the rules.
        note: Option<String>,
        /// The start of the game.
        begins: LibraryStart,
    },
    /// A kind of graph or board.
    Structure {
        /// The name.
        name: String,
        /// A description.
        about: Text,
        /// An example query.
        example: String,
        /// The start of the example.
        begins: LibraryStart,
    },
}

/// The start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryStart {
    /// The families of the game: first the family of its state, then the families of its unusual
    /// conventions.
    pub families: Vec<GameFamily>,
    /// A position with moves, as a query: the start of the game, or a small position. `None` if no
    /// position with moves was found.
    pub position: Option<String>,
    /// Whether `position` is the start that the rules of the game define.
    pub is_start: bool,
}

/// The reply to `library`.
#[derive(Clone, Debug)]
pub enum LibraryReply {
    /// All games.
    All(Vec<LibraryEntry>),
    /// A kind of graph or board.
    Structure(LibraryEntry),
    /// A game with its rules.
    Rules {
        /// The name.
        game: String,
        /// The name of the rule file.
        file: String,
        /// The text of the rule file.
        text: String,
        /// The start of the game.
        begins: LibraryStart,
    },
}

pub(crate) fn library(
    session: &mut Session,
    asked: &LibraryRequest,
    budget: &Budget<'_>,
) -> Result<LibraryReply, SolveError> {
    // Games that are instantiated for the listing are not added to the session.
    let mut world = World::clone(&session.world);
    let family = asked.family.as_deref().map(of_word).transpose()?;
    let Some(name) = &asked.name else {
        let games = session
            .world
            .declarations()
            .into_iter()
            .map(|declared| LibraryEntry::Game {
                begins: begins(&mut world, &declared.name, budget),
                game: declared.name.to_string(),
                file: declared.source.name.clone(),
                about: declared
                    .decl()
                    .items
                    .iter()
                    .find_map(|item| match &item.kind {
                        GameItemKind::About(en, zh) => Some(Text {
                            en: en.text.clone(),
                            zh: zh.as_ref().unwrap_or(en).text.clone(),
                        }),
                        _ => None,
                    }),
                note: declared
                    .decl()
                    .items
                    .iter()
                    .find_map(|item| match &item.kind {
                        GameItemKind::Note(note) => Some(note.text.clone()),
                        _ => None,
                    }),
            });
        let mut all: Vec<LibraryEntry> = games.collect();
        all.extend(
            session
                .world
                .structures()
                .iter()
                .map(|kind| structure(&mut world, *kind, budget)),
        );
        all.retain(|entry| family.is_none_or(|family| entry.begins().families.contains(&family)));
        return Ok(LibraryReply::All(all));
    };
    if family.is_some() {
        return Err(SolveError::Usage(text!(
            "a name and a family cannot be combined",
            "名称与类别不能同时给出"
        )));
    }
    if let Some(kind) = session.world.structure(name) {
        return Ok(LibraryReply::Structure(structure(&mut world, kind, budget)));
    }
    if let Some(declared) = session.world.declared(name) {
        let (game, file, text) = (
            declared.name.to_string(),
            declared.source.name.clone(),
            declared.source.text.clone(),
        );
        return Ok(LibraryReply::Rules {
            game,
            file,
            text,
            begins: begins(&mut world, name, budget),
        });
    }
    Err(SolveError::Usage(
        match session.world_mut().instantiate(name, Vec::new()) {
            Err(InstantiationError::Here(message)) => message,
            _ => text!("unknown game `{name}`", "未知的游戏 `{name}`"),
        },
    ))
}

fn structure(world: &mut World, kind: &dyn Structure, budget: &Budget<'_>) -> LibraryEntry {
    let example = question::position(world, kind.example(), budget).ok();
    let families = example.and_then(|found| {
        found
            .components
            .first()
            .map(|one| GameFamily::classify(world.rules(one.game), &one.slots))
    });
    let begins = LibraryStart {
        families: families.unwrap_or_default(),
        position: Some(kind.example().to_owned()),
        is_start: true,
    };
    LibraryEntry::Structure {
        name: kind.name().to_owned(),
        about: kind.about(),
        example: kind.example().to_owned(),
        begins,
    }
}

fn of_word(word: &str) -> Result<GameFamily, SolveError> {
    let found = GameFamily::ALL.into_iter().find(|(name, _)| *name == word);
    found.map(|(_, family)| family).ok_or_else(|| {
        let all = GameFamily::ALL.map(|(name, _)| name).join(", ");
        SolveError::Usage(text!(
            "family: expected one of {all}; found `{word}`",
            "family：应为 {all} 之一，而不是 `{word}`"
        ))
    })
}

/// Returns the start of a game with its default parameters. The start has no position if the rules
/// cannot be instantiated without parameters.
fn begins(world: &mut World, name: &str, budget: &Budget<'_>) -> LibraryStart {
    let Ok(game) = world.instantiate(name, Vec::new()) else {
        return LibraryStart::default();
    };
    let rules = world.rules(game);
    let start = rules.position(None).ok();
    let numbers = |given: &[Int]| rules.position(Some(given)).ok();
    let mut small = small(rules.slots().len())
        .into_iter()
        .filter_map(|given| numbers(&given));
    let shown = |mut slots: Vec<Int>| {
        rules.canonicalise(&mut slots);
        slots
    };
    let position = match &start {
        Some(start) => Some(shown(start.clone())),
        None => small.find_map(|slots| {
            Some(shown(slots)).filter(|slots| has_moves(world, game, slots, budget))
        }),
    };
    let families = position.as_deref().map_or_else(
        || GameFamily::classify(rules, &[]),
        |position| GameFamily::classify(rules, position),
    );
    LibraryStart {
        families,
        is_start: start.is_some(),
        position: position.map(|slots| world.show(game, &slots)),
    }
}

/// Returns lists of `count` numbers. In many games with `count` slots, these lists are small
/// positions that have moves.
fn small(count: usize) -> Vec<Vec<Int>> {
    let of = |number: &dyn Fn(Int) -> Int| (0..count as Int).map(number).collect();
    match count {
        1 => [7, 3, 1, 2, 0].map(|n| vec![n]).to_vec(),
        2 => vec![vec![7], vec![5, 3], vec![3, 5], vec![3, 2], vec![1, 1]],
        _ => vec![
            of(&|i| 3 + i),
            of(&|i| count as Int - i),
            of(&|i| 1 + i),
            of(&|i| i % 2),
            of(&|_| 2),
            of(&|_| 1),
            of(&|_| 0),
        ],
    }
}

/// Returns whether the slots form a position in which a move is possible.
fn has_moves(world: &World, game: GameId, slots: &[Int], budget: &Budget<'_>) -> bool {
    let mut moves = Moves::new();
    world.contains(game, slots, budget) == Ok(true)
        && world.ending(game, slots, budget) == Ok(None)
        && world
            .options(game, slots, &mut moves, budget)
            .is_ok_and(|()| !moves.is_empty())
}

impl LibraryStart {
    /// Adds the start to the fields of an entry.
    fn into(&self, mut entry: Value) -> Value {
        entry["families"] = self.families.iter().map(|family| family.word()).collect();
        entry["position"] = json!(self.position);
        entry["start"] = json!(self.is_start);
        entry
    }
}

impl LibraryEntry {
    /// Returns the start of the game.
    pub fn begins(&self) -> &LibraryStart {
        match self {
            LibraryEntry::Game { begins, .. } | LibraryEntry::Structure { begins, .. } => begins,
        }
    }

    /// Returns the entry as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            LibraryEntry::Game {
                game,
                file,
                about,
                note,
                begins,
            } => {
                let about = about.as_ref().map(|about| about.get(lang));
                begins.into(json!({ "game": game, "file": file, "about": about, "note": note }))
            }
            LibraryEntry::Structure {
                name,
                about,
                example,
                begins,
            } => begins
                .into(json!({ "structure": name, "note": about.get(lang), "example": example })),
        }
    }
}

impl LibraryReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            LibraryReply::All(entries) => {
                json!({ "library": entries.iter().map(|entry| entry.json(lang)).collect::<Vec<_>>() })
            }
            LibraryReply::Structure(entry) => entry.json(lang),
            LibraryReply::Rules {
                game,
                file,
                text,
                begins,
            } => begins.into(json!({ "game": game, "file": file, "text": text })),
        }
    }
}
