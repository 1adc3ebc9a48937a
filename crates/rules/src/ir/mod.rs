//! The typed form of a game with its arguments substituted: names are resolved, constants folded,
//! types checked. The interpreter evaluates the typed form, facts are derived from it, and engines
//! compile it. The typed form is small and total: its only loops are loops over ranges and sets,
//! and it has no recursion. Two typed forms are equal if they have the same meaning, even if their
//! locations in a source differ ([`SourceInfo`]). The traversal of all parts of an expression is
//! implemented once ([`Expr::children`], [`Expr::map`]). [`verify()`] lists and checks the
//! invariants of every form.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use crate::ast::{BinaryOp, OutcomeLetter, Player};
use crate::component::GameId;
use crate::conventions::Conventions;
use crate::data::DataTable;
use crate::network::Network;
use crate::quadratic::Quadratic;
use crate::sets::PositionSet;
use crate::words::PositionWord;
use base::diagnostic::Span;

pub use crate::ast::{CompareOp, DrawKind};

mod alternating;
mod functions;
mod int;
mod parameter;
mod slot;
mod verify;
mod visit;

pub use alternating::turn_of;
pub use functions::{Fold, Function};
pub use int::Int;
pub use parameter::{Args, ParameterValue};
pub use slot::{Slot, SlotShape};
pub use verify::{ExprVerifier, verify};
pub use visit::{ExprChildrenIter, ExprMapper};

/// Data for messages that does not affect the meaning of a form, such as a location in a source or
/// the names of choices. Any two values of this type are equal, so that forms are compared by their
/// meaning.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceInfo<T>(pub T);

impl<T> PartialEq for SourceInfo<T> {
    fn eq(&self, _: &SourceInfo<T>) -> bool {
        true
    }
}

impl<T> Eq for SourceInfo<T> {}

impl<T> Hash for SourceInfo<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A game with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// The declared name.
    pub name: String,
    /// The parameters and their values.
    pub args: Vec<(String, ParameterValue)>,
    /// The slots of a position, with arrays expanded.
    pub slots: Vec<Slot>,
    /// The sets of a position, with the slots that contain them.
    pub sets: Vec<PositionSet>,
    /// The words of a position, with the slots that contain them.
    pub words: Vec<PositionWord>,
    /// The slots whose order does not matter, which are kept sorted, largest first. The range of
    /// unordered slots contains all slots, the slots of one array, or no slots.
    pub unordered: Range<usize>,
    /// Whether equal components cancel.
    pub coins: bool,
    /// Conditions that hold at every position.
    pub requires: Vec<Expr>,
    /// A player who moves to a component that satisfies one of these conditions wins at once.
    pub goals: Vec<Expr>,
    /// A player who moves to a component that satisfies one of these conditions loses at once
    /// (goals are checked first).
    pub traps: Vec<Expr>,
    /// Play ends in a component that satisfies one of these conditions, and this player has won. If
    /// conditions of both players hold, the player who just moved has won. No move is legal in such
    /// a component, because every move has the negated condition as a guard.
    pub decided: Vec<(Player, Expr)>,
    /// Play ends in a draw in a component that satisfies one of these conditions. Goals and traps
    /// are checked first. No move is legal in such a component, because every move has the
    /// negated condition as a guard.
    pub ties: Vec<Expr>,
    /// The points that the player to move gets more than the other player in an ended position.
    pub payoff: Option<Expr>,
    /// A component that satisfies one of these conditions is urgent.
    pub urgent: Vec<Expr>,
    /// A value that no move increases, as the rules declare. Engines verify at every move that the
    /// declared value does not increase. The declaration of a tier does not change the game.
    pub tier: SourceInfo<Option<Expr>>,
    /// Permutations of slots that preserve the game, as the rules declare: for each new slot, the
    /// old slot. The permutations do not change the game, and code that uses the permutations
    /// verifies them first.
    pub symmetries: SourceInfo<Vec<Vec<usize>>>,
    /// The move rules.
    pub moves: Vec<Move>,
    /// The conventions of play.
    pub conventions: Conventions,
    /// Whether a result outside the state range is an error.
    pub strict: bool,
    /// The rule that creates a position from the numbers in a query.
    pub start: Option<StartRule>,
    /// The drawing of positions that the game declares; `None` without a declared drawing.
    pub draw: SourceInfo<Option<DrawSpec>>,
    /// The drawing that the state suggests; `None` if sets or words have their own drawing.
    pub suggests: SourceInfo<Option<DrawSpec>>,
    /// The claims.
    pub claims: Vec<(RuleClaim, SourceInfo<Span>)>,
    /// Number of local variables that any expression needs.
    pub locals: usize,
    /// Number of budget steps for trying one value, in addition to the first step. Additional
    /// budget steps are counted only if expressions are very large.
    pub extra_steps: usize,
}

/// Sorts numbers whose order does not matter, the largest first.
pub fn sort_falling(numbers: &mut [Int]) {
    numbers.sort_unstable();
    numbers.reverse();
}

/// The drawing of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawSpec {
    /// The kind of drawing.
    pub kind: DrawKind,
    /// The slots of the array that is drawn, if other slots are shown next to it.
    pub array: Option<Range<usize>>,
    /// Number of rows of a board.
    pub rows: Option<usize>,
    /// Number of columns of a board, or of cells of a strip or a ring of locations.
    pub columns: Option<usize>,
    /// A character for each number, in increasing order from the minimum; empty if the rules
    /// declare no characters.
    pub marks: String,
}

/// `start [n, n - 1]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StartRule {
    /// The free slots of the list, in the order of their first use.
    pub free: Vec<usize>,
    /// The value of each slot, computed from the free slots.
    pub values: Vec<Expr>,
}

/// A move rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The player to whom the move belongs; `None` if it belongs to both players.
    pub player: Option<Player>,
    /// The label.
    pub label: Option<Vec<LabelPiece>>,
    /// The label in Chinese; if the rule has no Chinese label, the field `label` is used.
    pub chinese_label: SourceInfo<Option<Vec<LabelPiece>>>,
    /// The choices, outermost first.
    pub choices: Vec<RuleChoice>,
    /// `guards[d]` is tested after d choices. The length of `guards` is the number of choices plus
    /// one.
    pub guards: Vec<Vec<Expr>>,
    /// The components that the move leaves; empty if the move leaves no component.
    pub result: Vec<ResultPart>,
    /// The points that the mover gets; 0 if missing.
    pub gain: Option<Expr>,
    /// The location.
    pub span: SourceInfo<Span>,
}

impl Move {
    /// Returns the total number of chosen numbers.
    pub fn chosen(&self) -> usize {
        self.choices.iter().map(|c| c.width).sum()
    }
}

/// A piece of a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LabelPiece {
    /// Literal text.
    Text(String),
    /// A value.
    Value(Expr),
    /// A vertex of a graph.
    Vertex(Expr, Arc<Network>),
    /// A letter of words over this alphabet.
    Letter(Expr, Arc<[char]>),
    /// A set: the number of coordinates of a row, and the rows.
    Set(usize, Vec<RowElement>),
    /// A character of data, as its Unicode code point.
    Character(Expr),
    /// A vector: its entries.
    Vector(Vec<Expr>),
    /// In a Chinese label: a copy of the piece that has this index in the first label.
    Shared(usize),
}

/// A choice: the values of the domain are assigned to `width` locals from `local` on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleChoice {
    /// The first local.
    pub local: usize,
    /// Number of locals.
    pub width: usize,
    /// The names, as written.
    pub names: SourceInfo<Vec<String>>,
    /// The values.
    pub domain: ChoiceDomain,
    /// The location.
    pub span: SourceInfo<Span>,
}

/// The values of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceDomain {
    /// All numbers from the first bound to the second bound, both included; empty if the first
    /// bound is larger.
    Range(Expr, Expr),
    /// All numbers from a lower bound, without an upper bound, until a stopper shows that no
    /// further value can be legal.
    Open(Expr, Vec<RangeStopper>),
    /// Elements of a known set, as rows of the choice's width.
    Known(Arc<[Int]>),
    /// Elements computed for each position. The elements are sorted and deduplicated when an
    /// element is chosen.
    Listed(Vec<RowElement>),
    /// The digits of a number in a base, the lowest first, with repetitions.
    Digits(Expr, Expr),
    /// `{ f(i) for i in a.. }`, whose values must increase: the local i, the bound a, the
    /// expression f, and the stoppers.
    Endless(usize, Expr, Expr, Vec<RangeStopper>),
}

/// A slot of a result that is monotonic in the choice: after its value has left the slot's range,
/// no later choice returns to the range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RangeStopper {
    /// The value of the slot.
    pub value: Expr,
    /// The bound that the value exceeds.
    pub bound: Int,
    /// Whether the value decreases below the bound. If this field is false, the value increases
    /// above the bound.
    pub sinks: bool,
}

/// A row of values, or a row for each combination of generators.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowElement {
    /// The row.
    pub values: Vec<Expr>,
    /// `for ...`.
    pub generators: Vec<RuleChoice>,
}

/// A component of a result, or the sum of one component for each combination of generators.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultPart {
    /// The kind of component.
    pub kind: ResultPartKind,
    /// `for ...`.
    pub generators: Vec<RuleChoice>,
}

/// The forms of a component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResultPartKind {
    /// A component of a game with these slots.
    Fresh(GameId, Vec<RowElement>),
    /// The component before the move, with simultaneous changes.
    Changed(Vec<ChangeGroup>),
    /// A compound, given by its game and its parts, each of which is a sum.
    Compound(GameId, Vec<Vec<ResultPart>>),
}

impl ResultPartKind {
    /// Returns the games that the component names, including compounds and their parts.
    pub fn named_games(&self) -> Vec<GameId> {
        match self {
            ResultPartKind::Fresh(game, _) => vec![*game],
            ResultPartKind::Changed(..) => Vec::new(),
            ResultPartKind::Compound(game, _) => {
                [*game].into_iter().chain(self.compounded()).collect()
            }
        }
    }

    /// Returns the changes of a changed component if they have no generators.
    pub fn plain_changes(&self) -> Option<&[SlotChange]> {
        match self {
            ResultPartKind::Changed(groups) => match &groups[..] {
                [group] if group.generators.is_empty() => Some(&group.changes),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the games in the parts of a compound. A changed component of the game itself is not
    /// included.
    pub fn compounded(&self) -> Vec<GameId> {
        let ResultPartKind::Compound(_, groups) = self else {
            return Vec::new();
        };
        groups
            .iter()
            .flatten()
            .flat_map(|part| part.kind.named_games())
            .collect()
    }
}

/// Changes that are made for all choices of their generators.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChangeGroup {
    /// The changes.
    pub changes: Vec<SlotChange>,
    /// `for ...`.
    pub generators: Vec<RuleChoice>,
}

/// A change of slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SlotChange {
    /// The slot that is changed.
    pub place: SlotRef,
    /// `Some(1)` for `+=`, `Some(-1)` for `-=`, `None` for `=`.
    pub sign: Option<Int>,
    /// The right operand.
    pub value: Expr,
    /// The location.
    pub span: SourceInfo<Span>,
}

/// A fixed or indexed slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SlotRef {
    /// A fixed slot.
    Slot(usize),
    /// An element of an array: the first slot of the array, its least index, its length, and the
    /// index of the element.
    Array(usize, Int, usize, Expr),
}

/// The claim of a `claim` item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RuleClaim {
    /// The Grundy value.
    Value(Expr),
    /// The position is P iff this condition holds.
    Outcome(Expr),
    /// The period, the preperiod and the increase per period (saltus).
    Period(Int, Int, Int),
}

/// An expression. Truth values are 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Const(Int),
    /// A slot of the position.
    Slot(usize),
    /// The value of a choice or a generator.
    Local(usize),
    /// An element of an array.
    At(Box<SlotRef>, SourceInfo<Span>),
    /// An entry of data, at one or two indices.
    Entry(Arc<DataTable>, Vec<Expr>, SourceInfo<Span>),
    /// `- e`.
    Neg(Box<Expr>, SourceInfo<Span>),
    /// `not e`.
    Not(Box<Expr>),
    /// `a op b`. For `and` and `or`, b is evaluated only if a does not decide the value.
    Binary(BinaryOp, Box<[Expr; 2]>, SourceInfo<Span>),
    /// `a < b`.
    Compare(CompareOp, Box<[Expr; 2]>),
    /// `if c then a else b`.
    If(Box<[Expr; 3]>),
    /// A built-in function of numbers.
    Call(Function, Vec<Expr>, SourceInfo<Span>),
    /// A built-in function of many numbers.
    Fold(Fold, Vec<RowElement>, SourceInfo<Span>),
    /// `floor` of a real number.
    Floor(Box<RealExpr>, SourceInfo<Span>),
    /// A comparison of real numbers.
    CompareReal(CompareOp, Box<[RealExpr; 2]>, SourceInfo<Span>),
}

/// A real number of a quadratic field. Real numbers occur only in claims and in `floor`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RealExpr {
    /// An integer.
    Int(Expr),
    /// A constant.
    Known(Quadratic),
    /// A square root of an integer.
    Sqrt(Expr),
    /// `- e`.
    Neg(Box<RealExpr>),
    /// `+ - *` and exact division.
    Binary(BinaryOp, Box<[RealExpr; 2]>),
}

/// The meaning of a letter in an expectation.
pub type Outcome = OutcomeLetter;

/// Returns the disjunction of conditions; `None` without conditions.
pub(crate) fn any_of<'e>(conditions: impl IntoIterator<Item = &'e Expr>) -> Option<Expr> {
    let span = || SourceInfo(Span::default());
    let either = |a, b| Expr::Binary(BinaryOp::Or, Box::new([a, b]), span());
    conditions.into_iter().cloned().reduce(either)
}

impl Game {
    /// Returns the name with the arguments, as in `Bash(m = 3)`.
    pub fn title(&self) -> String {
        if self.args.is_empty() {
            return self.name.clone();
        }
        let args: Vec<String> = self
            .args
            .iter()
            .map(|(name, value)| match value {
                ParameterValue::Data(data) => format!("{name} = {}", data.argument(name)),
                value => format!("{name} = {value}"),
            })
            .collect();
        format!("{}({})", self.name, args.join(", "))
    }

    /// Returns whether a position has cells of arrays, which rules may read by an index.
    pub fn has_arrays(&self) -> bool {
        self.slots.iter().any(Slot::is_cell)
    }

    /// Returns whether some component of this game may end the whole play.
    pub fn can_end_play(&self) -> bool {
        !self.goals.is_empty() || !self.traps.is_empty() || !self.decided.is_empty()
    }
}
