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
//! world
//!     .load(
//!         "half.game",
//!         "game Half { state n in 0.. move k in 1..n / 2 : [n - k] }",
//!     )
//!     .unwrap();
//! let half = world.instantiate("half", vec![]).unwrap();
//! let budget = Budget::generous();
//! let clauses = clauses::of_game(&world, half, &budget).unwrap();
//! assert_eq!(clauses.moves.len(), 1);
//! let left: Vec<i64> = clauses
//!     .moves_at(&[7], &budget)
//!     .unwrap()
//!     .iter()
//!     .map(|made| made.left[0].1[0])
//!     .collect();
//! assert_eq!(left, [6, 5, 4]);
//! ```

mod atom;
mod bits;
mod by_slot;
mod compare;
mod conditions;
mod error;
mod gaps;
mod linear;
mod maximum_nim;
mod move_list;
mod points;
mod reader;
mod results;
mod simplify;
mod slot_mapping;
mod state;
mod values;

use std::cell::Cell;
use std::collections::BTreeMap;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::game::GameId;
use rules::ir::{self, Expr, Game, LabelPiece, Move};
use rules::world::World;

pub use atom::{Atom, BitOp, FloorFactor};
pub use by_slot::SlotClauses;
pub use compare::{differs, differs_in_move};
pub use error::ClauseError;
pub use gaps::{SlotGap, SlotGaps};
pub use linear::LinearForm;
pub use maximum_nim::MaximumNimGame;
pub use move_list::{CellMeaning, CellMove, MoveList, RowGame, RowRewrite, move_list, row};
pub use points::ConcreteMove;
pub use reader::RuleReader;
pub use slot_mapping::SlotMapping;

/// How much of the language is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageFragment {
    /// What is linear: every atom is `form ≤ 0` or `form = 0`, and every move leaves a fixed number
    /// of components.
    Linear,
    /// Relations of bits, powers, Fibonacci numbers and runs of components too.
    All,
}

/// A set of positions: those that fulfil the atoms for some values of the hidden variables, which
/// come after the slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRegion {
    /// How many variables there are, slots among them.
    pub variables: usize,
    /// What holds.
    pub atoms: Vec<Atom>,
    /// Variables that are ⌊form · factor⌋. Of [`FloorFactor::Over`] the atoms say so too; of
    /// [`FloorFactor::Times`] this alone says it.
    pub quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
}

/// A component that a move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicComponent {
    /// Its game.
    pub game: GameId,
    /// Its slots, as positions are kept (sorted where the game is `unordered`).
    pub slots: Vec<LinearForm>,
}

/// A component for each value of a running number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentRange {
    /// The running number: a variable that occurs in `each` alone.
    pub variable: usize,
    /// Its first value.
    pub low: LinearForm,
    /// Its last value, at least the first.
    pub high: LinearForm,
    /// The component.
    pub each: SymbolicComponent,
}

/// A case of a rule. The first variables are the slots of the position, as it is kept; those after
/// them are hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClause {
    /// The number of the rule, from 0.
    pub rule: usize,
    /// How many slots a position has.
    pub slots: usize,
    /// How many variables there are, slots and running numbers among them.
    pub variables: usize,
    /// What holds exactly where the move can be made: that the position is one, too.
    pub atoms: Vec<Atom>,
    /// As [`PositionRegion::quotients`].
    pub quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
    /// What is chosen.
    pub choices: Vec<LinearForm>,
    /// The components left.
    pub left: Vec<SymbolicComponent>,
    /// More components left, as many as the position says.
    pub runs: Vec<ComponentRange>,
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleClauses {
    /// The game.
    pub game: GameId,
    /// How many slots a position has.
    pub slots: usize,
    /// Whether two equal components cancel.
    pub coins: bool,
    /// The positions.
    pub positions: Vec<PositionRegion>,
    /// The moves, also those that the rules make from a position that ends the play.
    pub moves: Vec<MoveClause>,
    /// The positions that win for who makes them.
    pub goal: Vec<PositionRegion>,
    /// The positions that lose for who makes them; none of them is a goal.
    pub trap: Vec<PositionRegion>,
    /// The positions that are neither.
    pub open: Vec<PositionRegion>,
}

/// What a claim says, read by the same code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolicClaim {
    /// The Grundy value, case by case.
    Value(Vec<(PositionRegion, LinearForm)>),
    /// 2 to the power of the Grundy value, case by case.
    PowerOfValue(Vec<(PositionRegion, LinearForm)>),
    /// The P-positions, and all others.
    Outcome {
        /// P.
        p: Vec<PositionRegion>,
        /// Not P.
        other: Vec<PositionRegion>,
    },
    /// A period, from where on, and what is added.
    Period(ir::Int, ir::Int, ir::Int),
}

/// The most cases of a rule.
const MAX_CASES: usize = 4000;

/// How much work reading a game may be, in atoms written.
const MAX_WRITTEN_ATOMS: u64 = 40_000_000;

/// Reads a game. Takes time and memory in proportion to its cases, of which a rule may have some
/// thousands.
///
/// # Errors
/// [`ClauseError::Refused`] with the rule and the reason where something cannot be said in clauses;
/// [`ClauseError::Stopped`] if the budget ends.
pub fn of_game(
    world: &World,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<RuleClauses, ClauseError> {
    reading(world, this, budget, of_reader)
}

/// As [`of_game`], but of a game whose positions are kept sorted (`unordered`), as a whole or in
/// part, the moves as rules write them: from the numbers in any order, and what is left not sorted.
/// A move from a sorted position is one of these, with what it leaves sorted.
///
/// # Errors
/// As [`of_game`].
pub fn unsorted(
    world: &World,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<RuleClauses, ClauseError> {
    let ordered = world
        .rules(this)
        .game()
        .filter(|game| !game.unordered.is_empty())
        .map(|game| Game {
            unordered: 0..0,
            ..game.clone()
        });
    reading(world, this, budget, |reader| match &ordered {
        Some(game) => of_reader(&RuleReader { game, ..*reader }),
        None => of_reader(reader),
    })
}

fn of_reader(reader: &RuleReader<'_>) -> Result<RuleClauses, Text> {
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
        .map_err(|why| with_location(&text!("`require`", "`require`"), &why))?;
    let mut moves = Vec::new();
    for (rule, shape) in game.moves.iter().enumerate() {
        let cases = reader
            .rule(rule)
            .map_err(|why| with_location(&describe_rule(rule, shape), &why))?;
        moves.extend(cases.into_iter().filter_map(simplify::clause));
    }
    let lean = |regions| lean_regions(game.slots.len(), regions);
    let endings = reader
        .first_of(&[&game.goals, &game.traps])
        .map_err(|why| with_location(&text!("`goal` or `trap`", "`goal` 或 `trap`"), &why))?;
    let [goal, trap, open] =
        <[Vec<PositionRegion>; 3]>::try_from(endings).expect("two groups and what is in neither");
    let [positions, goal, trap, open] = [positions, goal, trap, open].map(lean);
    Ok(RuleClauses {
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
) -> Result<Vec<PositionRegion>, ClauseError> {
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
) -> Result<Vec<(PositionRegion, LinearForm)>, ClauseError> {
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
    claim: &ir::RuleClaim,
    budget: &Budget<'_>,
) -> Result<SymbolicClaim, ClauseError> {
    reading(world, this, budget, |reader| {
        let slots = reader.game.slots.len();
        let regions = |expr, truth| Ok(lean_regions(slots, reader.condition(expr, truth)?));
        match claim {
            ir::RuleClaim::Value(expr) => match reader.number(expr) {
                Ok(cases) => Ok(SymbolicClaim::Value(lean_cases(slots, cases))),
                Err(why) => match reader.power_of_two(expr) {
                    Ok(cases) => Ok(SymbolicClaim::PowerOfValue(lean_cases(slots, cases))),
                    Err(_) => Err(why),
                },
            },
            ir::RuleClaim::Outcome(expr) => Ok(SymbolicClaim::Outcome {
                p: regions(expr, true)?,
                other: regions(expr, false)?,
            }),
            ir::RuleClaim::Period(period, from, saltus) => {
                Ok(SymbolicClaim::Period(*period, *from, *saltus))
            }
        }
    })
}

fn lean_regions(slots: usize, regions: Vec<PositionRegion>) -> Vec<PositionRegion> {
    regions
        .into_iter()
        .filter_map(|region| simplify::region(slots, region, Vec::new()))
        .map(|(region, _)| region)
        .collect()
}

fn lean_cases(
    slots: usize,
    cases: Vec<(PositionRegion, LinearForm)>,
) -> Vec<(PositionRegion, LinearForm)> {
    let lean = |(region, form)| {
        let (region, told) = simplify::region(slots, region, vec![form])?;
        Some((region, told.into_iter().next()?))
    };
    cases.into_iter().filter_map(lean).collect()
}

/// Reads with the whole language, within a budget.
fn reading<T>(
    world: &World,
    this: GameId,
    budget: &Budget<'_>,
    read: impl FnOnce(&RuleReader<'_>) -> Result<T, Text>,
) -> Result<T, ClauseError> {
    let Some(game) = world.rules(this).game() else {
        return Err(ClauseError::Refused(text!(
            "the game is not of the rule language",
            "该游戏不是用规则语言写的"
        )));
    };
    let (left, stopped) = (Cell::new(MAX_WRITTEN_ATOMS), Cell::new(None));
    let spend = |atoms: usize| {
        left.set(left.get().checked_sub(atoms as u64)?);
        budget
            .steps(atoms)
            .map_err(|stop| stopped.set(Some(stop)))
            .ok()
    };
    let view = SlotMapping::as_written(game.slots.len());
    let reader = RuleReader {
        game,
        this,
        world: Some(world),
        view: &view,
        extent: LanguageFragment::All,
        most: MAX_CASES,
        spend: &spend,
    };
    let found = read(&reader);
    match stopped.get() {
        Some(stop) => Err(stop.into()),
        None => found.map_err(ClauseError::Refused),
    }
}

/// `move 2 ("take {k}")`
fn describe_rule(rule: usize, shape: &Move) -> Text {
    let number = rule + 1;
    let words: Option<String> = shape.label.as_ref().map(|label| {
        label
            .iter()
            .map(|piece| {
                if let LabelPiece::Text(words) = piece {
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

fn with_location(place: &Text, why: &Text) -> Text {
    Text {
        en: format!("{}: {}", place.en, why.en),
        zh: format!("{}：{}", place.zh, why.zh),
    }
}
