//! Programs: the moves of one game as plain loops over the positions of a table, made from its
//! rules once, before the table is filled. Two back ends run them: the interpreter
//! ([`crate::dense`]) and the generator of WebAssembly ([`crate::codegen`]).
//!
//! What is done on the way, where the rules allow it, and only where no evaluation can fail in the
//! ranges of the table: tests are moved out of the loops that they do not depend on; tests of the
//! range of a result become bounds of loops; a loop whose options come in mirror pairs is halved;
//! options whose numbers bend are cut into cases; what the ranges prove is left out. The order of
//! the options and options that are written twice mean nothing for values, so both may change. A
//! program says nothing of values: the back ends fold them (`dense::CodeFold`).
//!
//! A construct that is not taken is declined with a reason; the table is then filled by the
//! reference interpreter.

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
    /// Does the rest where a condition holds.
    When(Expr, Vec<Stmt>),
    /// A local runs from the greatest of `lows` to the least of `highs`.
    For {
        /// The local.
        local: usize,
        /// Never empty.
        lows: Vec<Expr>,
        /// Never empty.
        highs: Vec<Expr>,
        /// What is done for each value.
        body: Vec<Stmt>,
    },
    /// Locals take the rows of a known list in order.
    Rows {
        /// The first local.
        local: usize,
        /// How many.
        width: usize,
        /// The rows, one after the other.
        rows: Arc<[Int]>,
        /// The first local of a row that is greater than one of these ends the loop.
        highs: Vec<Expr>,
        /// What is done for each row.
        body: Vec<Stmt>,
    },
    /// A local takes the digits of a number, the lowest first.
    Digits {
        /// The local.
        local: usize,
        /// The number; it fails below 0.
        number: Expr,
        /// The base; it fails below 2.
        base: Expr,
        /// What is done for each digit.
        body: Vec<Stmt>,
    },
    /// One option: what is inside adds its components.
    Option(Vec<Stmt>),
    /// A component of the option.
    Part(ProgramComponent),
}

/// A component of an option.
#[derive(Clone, Debug)]
pub struct ProgramComponent {
    /// Its slots.
    pub slots: Vec<Expr>,
    /// Whether the part is a position of the table, whatever the loops give: nothing is left to be
    /// tested.
    pub legal: bool,
}

/// The moves of a game over a box.
#[derive(Clone, Debug)]
pub struct MoveProgram {
    /// The ranges of the slots in the table.
    pub ranges: VariableRanges,
    /// The least and the greatest value of each slot by the rules.
    pub state: Vec<(Int, Option<Int>)>,
    /// True of every position.
    pub requires: Vec<Expr>,
    /// A position where one holds has just been won.
    pub goals: Vec<Expr>,
    /// A position where one holds has just been lost.
    pub traps: Vec<Expr>,
    /// Which slots are sorted, largest first.
    pub unordered: Range<usize>,
    /// A result outside the state range is an error.
    pub strict: bool,
    /// No move of a position of the table can fail to be evaluated, so that moves that change
    /// nothing may be passed over.
    pub total: bool,
    /// How many locals there are.
    pub locals: usize,
    /// The moves.
    pub body: Vec<Stmt>,
    /// No position of the table has more options than this.
    pub most_options: u64,
}

impl MoveProgram {
    /// The program of a game for positions whose slots keep to `ranges`.
    ///
    /// # Errors
    /// What part of the rules no program is made of.
    pub fn new(game: &Game, this: GameId, ranges: &[(Int, Int)]) -> Result<MoveProgram, Text> {
        build::build(game, this, ranges)
    }

    /// The affine form that is not negative exactly where a condition holds, if it is an affine
    /// comparison that cannot fail.
    pub fn not_negative(&self, condition: &Expr) -> Option<AffineForm> {
        let form = AffineForm::not_negative(condition)?;
        // Only where the slots alone decide, whose ranges are known, so that the form fits in 64
        // bits.
        let slots_only = form
            .terms
            .keys()
            .all(|variable| matches!(variable, affine::Variable::Slot(_)));
        (slots_only && self.ranges.expr_bounds(&form.expr()?).total).then_some(form)
    }

    /// Whether some position ends play at once.
    pub fn can_end(&self) -> bool {
        !self.goals.is_empty() || !self.traps.is_empty()
    }
}

/// Where the positions of a table lie: the place of a position is a sum of what each slot adds,
/// `stride · (slot - low)` in a box, or what a list says where positions are numbered one after the
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxLayout {
    /// The least value of each slot.
    pub lows: Vec<Int>,
    /// The greatest.
    pub highs: Vec<Int>,
    /// How far apart neighbours in each slot lie, in a box.
    pub strides: Vec<usize>,
    /// What each value of each slot adds, its least first; empty for a box.
    pub ranks: Vec<Vec<usize>>,
    /// How an unordered position is found.
    pub sorting: SortingMode,
}

/// How the place of a component is found whose slots are not sorted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortingMode {
    /// The order of the slots means something.
    None,
    /// Each value is written at the places of all orders of its slots, so that none need be sorted
    /// when it is read.
    Mirrored,
    /// The slots are sorted first, or those of them that are unordered.
    Sorted,
}

impl BoxLayout {
    /// What a slot with a value in its range adds to the place.
    pub fn adds(&self, slot: usize, value: Int) -> usize {
        let above = (value - self.lows[slot]) as usize;
        self.ranks
            .get(slot)
            .map_or_else(|| above * self.strides[slot], |ranks| ranks[above])
    }

    /// The place of numbers in their ranges.
    pub fn index(&self, slots: &[Int]) -> usize {
        slots
            .iter()
            .enumerate()
            .map(|(slot, &value)| self.adds(slot, value))
            .sum()
    }

    /// The place of a component as an affine form of slots and locals, if it is one.
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

/// A loop that does nothing but look up options: for each value of its local one option, whose
/// components lie at places that move by fixed steps. Back ends run it as a tight loop.
#[derive(Clone, Debug)]
pub struct LookupLoop {
    /// For each component: its place where the local is 0, and the step from one value of the
    /// local to the next.
    pub places: Vec<(AffineForm, i128)>,
}

impl LookupLoop {
    /// The sweep that a loop over `local` is, if it is one.
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
