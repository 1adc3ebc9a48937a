//! The rules of a game as exact *clauses*. A clause is a conjunction of linear inequalities and bit
//! relations over the slots of a position, the choices and hidden variables. A clause also contains
//! the resulting components as linear forms. Minima, alternatives, conditions, sorting and small
//! sets become cases, each with its own clause.
//!
//! The clauses are complete: a move is legal exactly if some clause holds. Rules that clauses
//! cannot express (such as products) are rejected with their location and the reason.
//!
//! A checker that works on clauses instead of rules trusts this crate. Therefore the crate is
//! small, depends only on `rules`, and can be compared with the interpreter at any position
//! ([`differs`]). Numbers in clauses are unbounded, whereas the interpreter uses 64 bits. Beyond 64
//! bits the interpreter fails, whereas clauses still give the meaning of the rules.
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

/// The part of the rule language that a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LanguageFragment {
    /// The linear part of the rule language: every atom is `form ≤ 0` or `form = 0`, and every move
    /// leaves a fixed number of components.
    Linear,
    /// The complete rule language, with bit relations, powers, Fibonacci numbers and runs of
    /// components.
    All,
}

/// A set of positions: the positions that satisfy the atoms for some values of the hidden
/// variables. Hidden variables follow the slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRegion {
    /// Number of variables, including the slots.
    pub variables: usize,
    /// Conditions of the region.
    pub atoms: Vec<Atom>,
    /// Variables defined as ⌊form · factor⌋. For [`FloorFactor::Over`] the atoms imply this
    /// definition of the variable; for [`FloorFactor::Times`] the atoms do not.
    pub quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
}

/// A component that a move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicComponent {
    /// Game of the component.
    pub game: GameId,
    /// Slots of the component in canonical form (sorted if the game is `unordered`).
    pub slots: Vec<LinearForm>,
}

/// A run of components: one component for each value of a running number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentRange {
    /// The running number: a variable that occurs only in `each`.
    pub variable: usize,
    /// First value of the running number.
    pub low: LinearForm,
    /// Last value of the running number, not less than the first.
    pub high: LinearForm,
    /// The component as a function of the running number.
    pub each: SymbolicComponent,
}

/// One case of a rule. The first variables are the slots of the position in canonical form; hidden
/// variables follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClause {
    /// Index of the rule, starting at 0.
    pub rule: usize,
    /// Number of slots of a position.
    pub slots: usize,
    /// Number of variables, including slots and running numbers.
    pub variables: usize,
    /// Conditions that hold exactly if the move is legal. The conditions include that the slots are
    /// a position.
    pub atoms: Vec<Atom>,
    /// Rounded quotients, as in [`PositionRegion::quotients`].
    pub quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
    /// The choices of the move.
    pub choices: Vec<LinearForm>,
    /// The components that the move leaves.
    pub left: Vec<SymbolicComponent>,
    /// Runs of further components; the number of components of a run depends on the position.
    pub runs: Vec<ComponentRange>,
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleClauses {
    /// Id of the game.
    pub game: GameId,
    /// Number of slots of a position.
    pub slots: usize,
    /// Whether two equal components cancel.
    pub coins: bool,
    /// The positions.
    pub positions: Vec<PositionRegion>,
    /// The moves, including the moves that the rules allow from a position that ends play.
    pub moves: Vec<MoveClause>,
    /// Positions that win for the player who moves to them.
    pub goal: Vec<PositionRegion>,
    /// Positions that lose for the player who moves to them. No trap is also a goal.
    pub trap: Vec<PositionRegion>,
    /// Positions that are neither goals nor traps.
    pub open: Vec<PositionRegion>,
}

/// The meaning of a claim, read by the same code that reads rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolicClaim {
    /// The Grundy value, case by case.
    Value(Vec<(PositionRegion, LinearForm)>),
    /// 2 to the power of the Grundy value, case by case.
    PowerOfValue(Vec<(PositionRegion, LinearForm)>),
    /// The outcomes: the P-positions, and all other positions.
    Outcome {
        /// The P-positions.
        p: Vec<PositionRegion>,
        /// All other positions.
        other: Vec<PositionRegion>,
    },
    /// A period of the values: its length, its start, and the saltus that is added in each period.
    Period(ir::Int, ir::Int, ir::Int),
}

/// Maximum number of cases of a rule.
const MAX_CASES: usize = 4000;

/// Limit of the effort for reading a game, counted in atoms that the reader writes.
const MAX_WRITTEN_ATOMS: u64 = 40_000_000;

/// Reads the rules of a game. Time and memory are proportional to the number of cases; a rule may
/// have some thousands of cases.
///
/// # Errors
/// Returns [`ClauseError::Refused`] with the rule and the reason if a construct cannot be expressed
/// in clauses. Returns [`ClauseError::Stopped`] if the budget runs out.
pub fn of_game(
    world: &World,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<RuleClauses, ClauseError> {
    reading(world, this, budget, of_reader)
}

/// Like [`of_game`], but reads a game with `unordered` slots without sorting. The moves are read as
/// the rules write them: the slots are in any order, and the components are not sorted. Every move
/// from a sorted position is a move as written in the rules, followed by sorting the components.
///
/// # Errors
/// Returns the same errors as [`of_game`].
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
            text!("positions contain sets", "局面含有集合"),
        ),
        (
            !game.words.is_empty(),
            text!("positions contain words", "局面含有单词"),
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

/// Returns the positions of a game in which a condition on its slots has the requested truth value.
/// The limits are those of [`of_game`].
///
/// # Errors
/// Returns the same errors as [`of_game`].
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

/// Returns the value of an expression in the slots of a game, case by case. The limits are those of
/// [`of_game`].
///
/// # Errors
/// Returns the same errors as [`of_game`].
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

/// Returns the meaning of a claim of a game. The limits are those of [`of_game`].
///
/// # Errors
/// Returns the same errors as [`of_game`].
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

/// Reads clauses of the complete language, within a budget.
fn reading<T>(
    world: &World,
    this: GameId,
    budget: &Budget<'_>,
    read: impl FnOnce(&RuleReader<'_>) -> Result<T, Text>,
) -> Result<T, ClauseError> {
    let Some(game) = world.rules(this).game() else {
        return Err(ClauseError::Refused(text!(
            "the game is not written in the rule language",
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

/// Returns the name of a rule for messages, for example `move 2 ("take {k}")`.
fn describe_rule(rule: usize, shape: &Move) -> Text {
    let number = rule + 1;
    let words = |label: &Vec<LabelPiece>| -> String {
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
    };
    match &shape.label {
        Some(label) => {
            let en = words(label);
            let zh = words(shape.chinese_label.0.as_ref().unwrap_or(label));
            text!("move {number} (\"{en}\")", "第 {number} 条 move（“{zh}”）")
        }
        None => text!("move {number}", "第 {number} 条 move"),
    }
}

fn with_location(place: &Text, why: &Text) -> Text {
    Text {
        en: format!("{}: {}", place.en, why.en),
        zh: format!("{}：{}", place.zh, why.zh),
    }
}
