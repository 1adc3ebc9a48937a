//! The rules of a game as exact *clauses*: conjunctions of linear inequalities and relations of
//! bits over the slots of a position, what is chosen and some hidden variables, and in each the
//! components left as linear forms. Minima, alternatives, conditions, orders and small sets are
//! cases, each a clause of its own. Nothing is lost: a move can be made exactly where some clause
//! holds. What cannot be said so (products, endless sets of other kinds) is refused with its place
//! and the reason.
//!
//! A checker that speaks of clauses instead of rules trusts this crate, which therefore uses
//! nothing but `rules`, is small, and can be compared with the interpreter at any position
//! ([`differs`]). Numbers here have no bound, those of the interpreter have 64 bits: beyond these
//! the interpreter fails, and clauses say what the rules mean.
//!
//! ```
//! use base::budget::Budget;
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! world.load("half.game", "game Half { state n in 0.. move k in 1..n / 2 : [n - k] }").unwrap();
//! let half = world.instantiate("half", vec![]).unwrap();
//! let budget = Budget::generous();
//! let clauses = clauses::of_game(&world, half, &budget).unwrap();
//! assert_eq!(clauses.moves.len(), 1);
//! let left: Vec<i64> = clauses.moves_at(&[7], &budget).unwrap().iter().map(|made|
//! made.left[0].1[0]).collect(); assert_eq!(left, [6, 5, 4]);
//! ```

mod atom;
mod bits;
mod by_slot;
mod compare;
mod conditions;
mod gaps;
mod lean;
mod linear;
mod maximum;
mod move_list;
mod points;
mod reader;
mod refusal;
mod results;
mod state;
mod values;
mod view;

use std::cell::Cell;
use std::collections::BTreeMap;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use rules::ir::{self, Expr, Game, Label, Move};
use rules::rules::GameId;
use rules::world::World;

pub use atom::{Atom, BitOp, Factor};
pub use by_slot::Slots;
pub use compare::{differs, differs_in_move};
pub use gaps::{Gap, Gaps};
pub use linear::Linear;
pub use maximum::UpTo;
pub use move_list::{Listed, MoveList, Rewrite, Row, Sense, move_list, row};
pub use points::Made;
pub use reader::Reader;
pub use view::View;

/// How much of the language is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What is linear: every atom is `form ≤ 0` or `form = 0`, and every move leaves a fixed number
    /// of components.
    Linear,
    /// Relations of bits, powers, Fibonacci numbers and runs of components too.
    All,
}

/// A set of positions: those that fulfil the atoms for some values of the hidden variables, which
/// come after the slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// How many variables there are, slots among them.
    pub variables: usize,
    /// What holds.
    pub atoms: Vec<Atom>,
    /// Variables that are ⌊form · factor⌋. Of [`Factor::Over`] the atoms say so too; of
    /// [`Factor::Times`] this alone says it.
    pub quotients: BTreeMap<usize, (Linear, Factor)>,
}

/// A component that a move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its game.
    pub game: GameId,
    /// Its slots, as positions are kept (sorted where the game is `unordered`).
    pub slots: Vec<Linear>,
}

/// A component for each value of a running number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The running number: a variable that occurs in `each` alone.
    pub variable: usize,
    /// Its first value.
    pub low: Linear,
    /// Its last value, at least the first.
    pub high: Linear,
    /// The component.
    pub each: Component,
}

/// A case of a rule. The first variables are the slots of the position, as it is kept; those after
/// them are hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The number of the rule, from 0.
    pub rule: usize,
    /// How many slots a position has.
    pub slots: usize,
    /// How many variables there are, slots and running numbers among them.
    pub variables: usize,
    /// What holds exactly where the move can be made: that the position is one, too.
    pub atoms: Vec<Atom>,
    /// As [`Region::quotients`].
    pub quotients: BTreeMap<usize, (Linear, Factor)>,
    /// What is chosen.
    pub choices: Vec<Linear>,
    /// The components left.
    pub left: Vec<Component>,
    /// More components left, as many as the position says.
    pub runs: Vec<Run>,
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clauses {
    /// The game.
    pub game: GameId,
    /// How many slots a position has.
    pub slots: usize,
    /// Whether two equal components cancel.
    pub coins: bool,
    /// The positions.
    pub positions: Vec<Region>,
    /// The moves, also those that the rules make from a position that ends the play.
    pub moves: Vec<Clause>,
    /// The positions that win for who makes them.
    pub goal: Vec<Region>,
    /// The positions that lose for who makes them; none of them is a goal.
    pub trap: Vec<Region>,
    /// The positions that are neither.
    pub open: Vec<Region>,
}

/// What a claim says, read by the same code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The Grundy value, case by case.
    Value(Vec<(Region, Linear)>),
    /// 2 to the power of the Grundy value, case by case.
    PowerOfValue(Vec<(Region, Linear)>),
    /// The P-positions, and all others.
    Outcome {
        /// P.
        p: Vec<Region>,
        /// Not P.
        other: Vec<Region>,
    },
    /// A period, from where on, and what is added.
    Period(ir::Int, ir::Int, ir::Int),
}

/// Why something is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The rules say what no clause says: where and what.
    Refused(Text),
    /// The budget ended.
    Stopped(Stop),
}

impl From<Stop> for Unread {
    fn from(stop: Stop) -> Unread {
        Unread::Stopped(stop)
    }
}

/// The most cases of a rule.
const MOST: usize = 4000;

/// How much work reading a game may be, in atoms written.
const MOST_WORK: u64 = 40_000_000;

/// Reads a game. Takes time and memory in proportion to its cases, of which a rule may have some
/// thousands.
///
/// # Errors
/// [`Unread::Refused`] with the rule and the reason where something cannot be said in clauses;
/// [`Unread::Stopped`] if the budget ends.
pub fn of_game(world: &World, this: GameId, budget: &Budget<'_>) -> Result<Clauses, Unread> {
    reading(world, this, budget, of_reader)
}

/// As [`of_game`], but of a game whose positions are kept sorted (`unordered`), as a whole or in
/// part, the moves as rules write them: from the numbers in any order, and what is left not sorted.
/// A move from a sorted position is one of these, with what it leaves sorted.
///
/// # Errors
/// As [`of_game`].
pub fn unsorted(world: &World, this: GameId, budget: &Budget<'_>) -> Result<Clauses, Unread> {
    let ordered = world
        .rules(this)
        .game()
        .filter(|game| !game.unordered.is_empty())
        .map(|game| Game {
            unordered: 0..0,
            ..game.clone()
        });
    reading(world, this, budget, |reader| match &ordered {
        Some(game) => of_reader(&Reader { game, ..*reader }),
        None => of_reader(reader),
    })
}

fn of_reader(reader: &Reader<'_>) -> Result<Clauses, Text> {
    let game = reader.game;
    for (unless, reason) in [
        (
            game.strict,
            text!("the game is `strict`", "该游戏声明了 `strict`"),
        ),
        (
            !game.sets.is_empty(),
            text!("positions hold sets", "局面含有集合"),
        ),
        (
            !game.words.is_empty(),
            text!("positions hold words", "局面含有单词"),
        ),
        (
            game.conventions.loopy,
            text!("positions may repeat (`loopy`)", "局面可以重复（`loopy`）"),
        ),
        (
            game.conventions.entailing,
            text!(
                "components may be urgent (`urgent` or `again`)",
                "存在紧急的部分（`urgent` 或 `again`）"
            ),
        ),
    ] {
        if unless {
            return Err(reason);
        }
    }
    let positions = reader
        .positions()
        .map_err(|why| within(&text!("`require`", "`require`"), &why))?;
    let mut moves = Vec::new();
    for (rule, shape) in game.moves.iter().enumerate() {
        let cases = reader
            .rule(rule)
            .map_err(|why| within(&named(rule, shape), &why))?;
        moves.extend(cases.into_iter().filter_map(lean::clause));
    }
    let lean = |regions| lean_regions(game.slots.len(), regions);
    let endings = reader
        .first_of(&[&game.goals, &game.traps])
        .map_err(|why| within(&text!("`goal` or `trap`", "`goal` 或 `trap`"), &why))?;
    let [goal, trap, open] =
        <[Vec<Region>; 3]>::try_from(endings).expect("two groups and what is in neither");
    let [positions, goal, trap, open] = [positions, goal, trap, open].map(lean);
    Ok(Clauses {
        game: reader.this,
        slots: game.slots.len(),
        coins: game.coins,
        positions,
        moves,
        goal,
        trap,
        open,
    })
}

/// The positions of a game in which a condition about its slots has this truth. As [`of_game`].
///
/// # Errors
/// As [`of_game`].
pub fn condition(
    world: &World,
    this: GameId,
    condition: &Expr,
    truth: bool,
    budget: &Budget<'_>,
) -> Result<Vec<Region>, Unread> {
    reading(world, this, budget, |reader| {
        Ok(lean_regions(
            reader.game.slots.len(),
            reader.condition(condition, truth)?,
        ))
    })
}

/// The value of an expression about the slots of a game, case by case. As [`of_game`].
///
/// # Errors
/// As [`of_game`].
pub fn value(
    world: &World,
    this: GameId,
    expr: &Expr,
    budget: &Budget<'_>,
) -> Result<Vec<(Region, Linear)>, Unread> {
    reading(world, this, budget, |reader| {
        Ok(lean_cases(reader.game.slots.len(), reader.number(expr)?))
    })
}

/// What a claim of a game says. As [`of_game`].
///
/// # Errors
/// As [`of_game`].
pub fn claim(
    world: &World,
    this: GameId,
    claim: &ir::Claim,
    budget: &Budget<'_>,
) -> Result<Claim, Unread> {
    reading(world, this, budget, |reader| {
        let slots = reader.game.slots.len();
        let regions = |expr, truth| Ok(lean_regions(slots, reader.condition(expr, truth)?));
        match claim {
            ir::Claim::Value(expr) => match reader.number(expr) {
                Ok(cases) => Ok(Claim::Value(lean_cases(slots, cases))),
                Err(why) => match reader.power_of_two(expr) {
                    Ok(cases) => Ok(Claim::PowerOfValue(lean_cases(slots, cases))),
                    Err(_) => Err(why),
                },
            },
            ir::Claim::Outcome(expr) => Ok(Claim::Outcome {
                p: regions(expr, true)?,
                other: regions(expr, false)?,
            }),
            ir::Claim::Period(period, from, saltus) => Ok(Claim::Period(*period, *from, *saltus)),
        }
    })
}

fn lean_regions(slots: usize, regions: Vec<Region>) -> Vec<Region> {
    regions
        .into_iter()
        .filter_map(|region| lean::region(slots, region, Vec::new()))
        .map(|(region, _)| region)
        .collect()
}

fn lean_cases(slots: usize, cases: Vec<(Region, Linear)>) -> Vec<(Region, Linear)> {
    let lean = |(region, form)| {
        let (region, told) = lean::region(slots, region, vec![form])?;
        Some((region, told.into_iter().next()?))
    };
    cases.into_iter().filter_map(lean).collect()
}

/// Reads with the whole language, within a budget.
fn reading<T>(
    world: &World,
    this: GameId,
    budget: &Budget<'_>,
    read: impl FnOnce(&Reader<'_>) -> Result<T, Text>,
) -> Result<T, Unread> {
    let Some(game) = world.rules(this).game() else {
        return Err(Unread::Refused(text!(
            "the game is not of the rule language",
            "该游戏不是用规则语言写的"
        )));
    };
    let (left, stopped) = (Cell::new(MOST_WORK), Cell::new(None));
    let spend = |atoms: usize| {
        left.set(left.get().checked_sub(atoms as u64)?);
        budget
            .steps(atoms)
            .map_err(|stop| stopped.set(Some(stop)))
            .ok()
    };
    let view = View::as_written(game.slots.len());
    let reader = Reader {
        game,
        this,
        world: Some(world),
        view: &view,
        extent: Extent::All,
        most: MOST,
        spend: &spend,
    };
    let found = read(&reader);
    match stopped.get() {
        Some(stop) => Err(stop.into()),
        None => found.map_err(Unread::Refused),
    }
}

/// `move 2 ("take {k}")`
fn named(rule: usize, shape: &Move) -> Text {
    let number = rule + 1;
    let words: Option<String> = shape.label.as_ref().map(|label| {
        label
            .iter()
            .map(|piece| {
                if let Label::Text(words) = piece {
                    words
                } else {
                    "…"
                }
            })
            .collect()
    });
    match words {
        Some(words) => text!(
            "move {number} (\"{words}\")",
            "第 {number} 条 move（“{words}”）"
        ),
        None => text!("move {number}", "第 {number} 条 move"),
    }
}

fn within(place: &Text, why: &Text) -> Text {
    Text {
        en: format!("{}: {}", place.en, why.en),
        zh: format!("{}：{}", place.zh, why.zh),
    }
}
