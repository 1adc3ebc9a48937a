//! Programs: a program is the list of the moves of one game as plain loops, compiled from the rules
//! once, before a table is filled. Two back ends execute programs: the interpreter
//! ([`crate::dense`]) and the generator of WebAssembly ([`crate::codegen`]).
//!
//! The compiler optimizes a program only if no evaluation can fail in the ranges of the table.
//! Tests are moved out of loops on which they do not depend. Range tests of results become bounds
//! of loops. A loop whose options come in mirror pairs is halved. Options with piecewise affine
//! numbers are split into cases. Tests are omitted if the ranges of the slots prove that they
//! succeed. The order of options and duplicate options do not affect values, so the optimizations
//! may change the order and omit duplicates. A program lists options, but does not define values:
//! the back ends compute values from the options (`dense::CodeFold`).
//!
//! An unsupported construct is declined with a reason; the table is then filled by the reference
//! interpreter.

pub mod affine;
mod build;
mod cases;
mod hoist;
mod implied_order;
pub mod interval;
pub mod rewrite;
#[cfg(test)]
mod testing;
mod verify;

use std::ops::Range;
use std::sync::Arc;

use base::text::Text;
use rules::game::GameId;
use rules::ir::{Expr, Game, Int};

use affine::AffineForm;
use interval::VariableRanges;

/// A step of a program.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Runs the steps if a condition holds.
    When(Expr, Vec<Stmt>),
    /// A loop: a local ranges from the maximum of `lows` to the minimum of `highs`.
    For {
        /// The local.
        local: usize,
        /// Lower bounds; never empty.
        lows: Vec<Expr>,
        /// Upper bounds; never empty.
        highs: Vec<Expr>,
        /// The steps run for each value.
        body: Vec<Stmt>,
    },
    /// A loop over the rows of a known list, in order.
    Rows {
        /// The first local.
        local: usize,
        /// The number of locals, which is the length of a row.
        width: usize,
        /// The rows, concatenated.
        rows: Arc<[Int]>,
        /// Upper bounds: the loop ends at the first row whose first number exceeds one of the
        /// bounds.
        highs: Vec<Expr>,
        /// The steps run for each row.
        body: Vec<Stmt>,
    },
    /// A loop over the digits of a number, the lowest first.
    Digits {
        /// The local.
        local: usize,
        /// The number; evaluation fails if it is negative.
        number: Expr,
        /// The base; evaluation fails if it is below 2.
        base: Expr,
        /// The steps run for each digit.
        body: Vec<Stmt>,
    },
    /// One option: the steps inside add its components.
    Option(Vec<Stmt>),
    /// A component of the option.
    Part(ProgramComponent),
    /// The points that the mover gets for the option; only in programs with points.
    Gain(Expr),
}

/// A component of an option.
#[derive(Clone, Debug)]
pub struct ProgramComponent {
    /// The slots of the component.
    pub slots: Vec<Expr>,
    /// Whether the component is a position of the table for all values of the loops, so that no
    /// test is needed.
    pub legal: bool,
}

/// The moves of a game over a box.
#[derive(Clone, Debug)]
pub struct MoveProgram {
    /// The ranges of the slots in the table.
    pub ranges: VariableRanges,
    /// The minimum and the maximum of each slot by the rules.
    pub state: Vec<(Int, Option<Int>)>,
    /// Conditions that hold in every position.
    pub requires: Vec<Expr>,
    /// The goals: if a position satisfies one of these conditions, the player who just moved has
    /// won.
    pub goals: Vec<Expr>,
    /// The traps: if a position satisfies one of these conditions, the player who just moved has
    /// lost.
    pub traps: Vec<Expr>,
    /// The slots that are sorted in descending order.
    pub unordered: Range<usize>,
    /// Whether a result outside the state range is an error.
    pub strict: bool,
    /// Whether the evaluation of moves cannot fail at any position of the table, so that moves that
    /// do not matter may be skipped.
    pub total: bool,
    /// The number of locals.
    pub locals: usize,
    /// The moves.
    pub body: Vec<Stmt>,
    /// Upper bound of the number of options of a position of the table.
    pub most_options: u64,
    /// The payoff of ended positions; only in programs with points.
    pub payoff: Option<Expr>,
}

impl MoveProgram {
    /// Compiles the program of a game for positions whose slots are within `ranges`.
    ///
    /// # Errors
    /// Returns the part of the rules that is not supported.
    pub fn new(game: &Game, this: GameId, ranges: &[(Int, Int)]) -> Result<MoveProgram, Text> {
        build::build(game, this, ranges, false)
    }

    /// Compiles the program of a game with the points of its moves and its payoff. Options that
    /// differ only in their points are not merged.
    ///
    /// # Errors
    /// Returns the part of the rules that is not supported.
    pub fn with_points(
        game: &Game,
        this: GameId,
        ranges: &[(Int, Int)],
    ) -> Result<MoveProgram, Text> {
        build::build(game, this, ranges, true)
    }

    /// Returns the affine form that is not negative exactly if a condition holds; `None` unless the
    /// condition is an affine comparison that cannot fail.
    pub fn not_negative(&self, condition: &Expr) -> Option<AffineForm> {
        let form = AffineForm::not_negative(condition)?;
        // The condition may depend only on slots, whose ranges are known, so that the form fits in
        // 64 bits.
        let slots_only = form
            .terms
            .keys()
            .all(|variable| matches!(variable, affine::Variable::Slot(_)));
        (slots_only && self.ranges.expr_bounds(&form.expr()?).total).then_some(form)
    }

    /// Returns whether some position ends play.
    pub fn can_end(&self) -> bool {
        !self.goals.is_empty() || !self.traps.is_empty()
    }
}

/// The layout of a table: the index of a position is the sum of a contribution of each slot. The
/// contribution is `stride · (slot - low)` in a box, or an entry of a list if positions are
/// numbered consecutively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxLayout {
    /// The minimum of each slot.
    pub lows: Vec<Int>,
    /// The maximum of each slot.
    pub highs: Vec<Int>,
    /// The distance of neighbors in each slot, in a box.
    pub strides: Vec<usize>,
    /// The contribution of each value of each slot, starting with its minimum; empty for a box.
    pub ranks: Vec<Vec<usize>>,
    /// The method for finding the index of an unsorted position.
    pub sorting: SortingMode,
}

/// The method for finding the index of a component whose slots are not sorted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortingMode {
    /// The order of the slots matters.
    None,
    /// Each value is written at the indices of all permutations of its slots, so that reading a
    /// value requires no sorting.
    Mirrored,
    /// The unordered slots are sorted first.
    Sorted,
}

impl BoxLayout {
    /// Returns the contribution of a slot to the index; the value must be in its range.
    pub fn adds(&self, slot: usize, value: Int) -> usize {
        let above = (value - self.lows[slot]) as usize;
        self.ranks
            .get(slot)
            .map_or_else(|| above * self.strides[slot], |ranks| ranks[above])
    }

    /// Returns the index of numbers within their ranges.
    pub fn index(&self, slots: &[Int]) -> usize {
        slots
            .iter()
            .enumerate()
            .map(|(slot, &value)| self.adds(slot, value))
            .sum()
    }

    /// Returns the index of a component as an affine form of slots and locals; `None` if the index
    /// is not affine.
    pub fn place(&self, slots: &[Expr]) -> Option<AffineForm> {
        if self.sorting == SortingMode::Sorted || !self.ranks.is_empty() {
            return None;
        }
        let mut place = AffineForm::default();
        for ((value, low), stride) in slots.iter().zip(&self.lows).zip(&self.strides) {
            let above =
                AffineForm::from_expr(value)?.plus(-1, &AffineForm::constant((*low).into()))?;
            place = place.plus(*stride as i128, &above)?;
        }
        Some(place)
    }
}

/// A loop that only looks up options. Each value of the local gives one option, and the indices of
/// the option's components increase by fixed steps. Back ends execute a lookup loop as a tight
/// loop.
#[derive(Clone, Debug)]
pub struct LookupLoop {
    /// For each component: its index when the local is 0, and the step from one value of the local
    /// to the next.
    pub places: Vec<(AffineForm, i128)>,
}

impl LookupLoop {
    /// Recognizes a loop over `local` as a lookup loop; `None` if the loop is not a lookup loop.
    pub fn from_loop(local: usize, body: &[Stmt], layout: &BoxLayout) -> Option<LookupLoop> {
        let [Stmt::Option(parts)] = body else {
            return None;
        };
        let mut places = Vec::new();
        for part in parts {
            let Stmt::Part(ProgramComponent { slots, legal: true }) = part else {
                return None;
            };
            let (step, rest) = layout.place(slots)?.without(affine::Variable::Local(local));
            places.push((rest, step));
        }
        Some(LookupLoop { places })
    }
}
