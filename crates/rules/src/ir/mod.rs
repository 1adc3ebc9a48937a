//! The typed form of a game with its arguments put in: names are resolved, constants folded, types
//! checked. It is what the interpreter runs, what facts are read off, and what engines compile.
//! Small and total: no loops but ranges, no recursion. Two forms are equal when they say the same,
//! wherever they stand in a source ([`SourceInfo`]). What goes over all parts of an expression is
//! written once ([`Expr::children`], [`Expr::map`]); what every form keeps to is listed, and
//! checked, in [`verify()`].

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use crate::ast::{BinaryOp, OutcomeLetter};
use crate::component::GameId;
use crate::conventions::Conventions;
use crate::network::Network;
use crate::quadratic::Quadratic;
use crate::sets::PositionSet;
use crate::words::PositionWord;
use base::diagnostic::Span;

pub use crate::ast::{CompareOp, DrawKind};

mod functions;
mod int;
mod parameter;
mod slot;
mod verify;
mod visit;

pub use functions::{Fold, Function};
pub use int::Int;
pub use parameter::{Args, ParameterValue};
pub use slot::{Slot, SlotShape};
pub use verify::{ExprVerifier, verify};
pub use visit::{ExprChildrenIter, ExprMapper};

/// What a form is written with and does not mean: a place in a source, the names of choices. It is
/// kept for messages; any two are equal, so that comparing forms compares what they say.
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
    /// Parameters and their values.
    pub args: Vec<(String, ParameterValue)>,
    /// The slots of a position, arrays spread out.
    pub slots: Vec<Slot>,
    /// The sets of a position, and which slots hold them.
    pub sets: Vec<PositionSet>,
    /// The words of a position, and which slots hold them.
    pub words: Vec<PositionWord>,
    /// The slots whose numbers are in no order: they are kept sorted, largest first. All, those of
    /// one array, or none.
    pub unordered: Range<usize>,
    /// Equal components cancel.
    pub coins: bool,
    /// True of every position.
    pub requires: Vec<Expr>,
    /// Making a component where one of these holds wins at once.
    pub goals: Vec<Expr>,
    /// Making a component where one of these holds loses at once (goals are looked at first).
    pub traps: Vec<Expr>,
    /// A component where one of these holds is urgent.
    pub urgent: Vec<Expr>,
    /// What no move makes greater, as the rules say; engines test it at every move. It does not
    /// change what the game is.
    pub tier: SourceInfo<Option<Expr>>,
    /// Exchanges of slots that leave the game as it is, as the rules say: for each the old slot of
    /// every new one. They do not change what the game is; who uses them tests them.
    pub symmetries: SourceInfo<Vec<Vec<usize>>>,
    /// The move rules.
    pub moves: Vec<Move>,
    /// How it is played.
    pub conventions: Conventions,
    /// A result outside the state range is an error.
    pub strict: bool,
    /// How a position is made from the numbers that a question gives.
    pub start: Option<StartRule>,
    /// How a position is drawn, if the game says so.
    pub draw: SourceInfo<Option<DrawSpec>>,
    /// How its state suggests that it is drawn; `None` where sets or words draw themselves.
    pub suggests: SourceInfo<Option<DrawSpec>>,
    /// The claims.
    pub claims: Vec<(RuleClaim, SourceInfo<Span>)>,
    /// The room that the local variables of any expression need.
    pub locals: usize,
    /// How many steps of a budget trying one value counts for, beside the first: some where
    /// expressions are very large.
    pub extra_steps: usize,
}

/// Sorts numbers that are in no order, the largest first.
pub fn sort_falling(numbers: &mut [Int]) {
    numbers.sort_unstable();
    numbers.reverse();
}

/// How a position is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawSpec {
    /// As what.
    pub kind: DrawKind,
    /// The slots of the array that is drawn so, where others are told beside it.
    pub array: Option<Range<usize>>,
    /// How many rows a board has.
    pub rows: Option<usize>,
    /// How many columns a board has, or cells a strip or a ring of places.
    pub columns: Option<usize>,
    /// A sign for each number from the least on; empty if nothing was said.
    pub marks: String,
}

/// `start [n, n - 1]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StartRule {
    /// The slots that stand free in the list, in the order of their first use.
    pub free: Vec<usize>,
    /// The value of each slot, given the free ones.
    pub values: Vec<Expr>,
}

/// A move rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// What it is called.
    pub label: Option<Vec<LabelPiece>>,
    /// What is chosen, from the outermost.
    pub choices: Vec<RuleChoice>,
    /// `guards[d]` is tested when d choices are made; as long as the choices plus one.
    pub guards: Vec<Vec<Expr>>,
    /// What it leaves; empty for nothing.
    pub result: Vec<ResultPart>,
    /// Where it stands.
    pub span: SourceInfo<Span>,
}

impl Move {
    /// How many numbers are chosen in all.
    pub fn chosen(&self) -> usize {
        self.choices.iter().map(|c| c.width).sum()
    }
}

/// A piece of a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LabelPiece {
    /// Words.
    Text(String),
    /// A value.
    Value(Expr),
    /// A vertex of a graph.
    Vertex(Expr, Arc<Network>),
    /// A letter of words with these letters.
    Letter(Expr, Arc<[char]>),
    /// A set: how many numbers a row has, and the rows.
    Set(usize, Vec<RowElement>),
}

/// One choice: `width` locals from `local` on take the values of the domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleChoice {
    /// The first local.
    pub local: usize,
    /// How many.
    pub width: usize,
    /// The names as written.
    pub names: SourceInfo<Vec<String>>,
    /// Where the values come from.
    pub domain: ChoiceDomain,
    /// Where it stands.
    pub span: SourceInfo<Span>,
}

/// Where a choice takes its values from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceDomain {
    /// Both ends included; empty when the first is greater.
    Range(Expr, Expr),
    /// From here without end, until a stopper says that no further value can be legal.
    Open(Expr, Vec<RangeStopper>),
    /// Elements of a known set, rows of the choice's width.
    Known(Arc<[Int]>),
    /// Elements computed for each position; sorted and freed of repetitions when they are chosen
    /// from.
    Listed(Vec<RowElement>),
    /// The digits of a number in a base, the lowest first, with repetitions.
    Digits(Expr, Expr),
    /// `{ f(i) for i in a.. }`, which must increase: the local i, a, f, and when to stop.
    Endless(usize, Expr, Expr, Vec<RangeStopper>),
}

/// A slot of a result that moves one way as the choice grows: once it is out of its range it stays
/// out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RangeStopper {
    /// The value of the slot.
    pub value: Expr,
    /// The bound that it crosses.
    pub bound: Int,
    /// True if it sinks below the bound, false if it rises above.
    pub sinks: bool,
}

/// An element, or many by generators, each a row of values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowElement {
    /// The row.
    pub values: Vec<Expr>,
    /// `for ...`
    pub generators: Vec<RuleChoice>,
}

/// A component of a result, or a sum of many by generators.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultPart {
    /// What it is.
    pub kind: ResultPartKind,
    /// `for ...`
    pub generators: Vec<RuleChoice>,
}

/// The ways to make a component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResultPartKind {
    /// A component of some game with these slots.
    Fresh(GameId, Vec<RowElement>),
    /// This component with changes, all on the old values, for all choices of the generators.
    Changed(Vec<SlotChange>, Vec<RuleChoice>),
    /// A compound of these parts, each a sum, by its game.
    Compound(GameId, Vec<Vec<ResultPart>>),
}

impl ResultPartKind {
    /// The games that it names, compounds and their parts among them.
    pub fn named_games(&self) -> Vec<GameId> {
        match self {
            ResultPartKind::Fresh(game, _) => vec![*game],
            ResultPartKind::Changed(..) => Vec::new(),
            ResultPartKind::Compound(game, _) => {
                [*game].into_iter().chain(self.compounded()).collect()
            }
        }
    }

    /// The games in the parts of a compound; what changes this component leaves this game, which is
    /// not among them.
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

/// A change of slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SlotChange {
    /// Where: a slot, or an array and an index.
    pub place: SlotRef,
    /// `Some(1)` for `+=`, `Some(-1)` for `-=`, none for `=`.
    pub sign: Option<Int>,
    /// The value.
    pub value: Expr,
    /// Where it stands.
    pub span: SourceInfo<Span>,
}

/// A slot, fixed or indexed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SlotRef {
    /// The slot itself.
    Slot(usize),
    /// The array that starts at this slot, with its least index and its length.
    Array(usize, Int, usize, Expr),
}

/// What a claim says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RuleClaim {
    /// The Grundy value.
    Value(Expr),
    /// P exactly when.
    Outcome(Expr),
    /// Period, from where on, what is added.
    Period(Int, Int, Int),
}

/// An expression. Truth is 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Const(Int),
    /// A slot of the position.
    Slot(usize),
    /// A chosen or running value.
    Local(usize),
    /// An element of an array.
    At(Box<SlotRef>, SourceInfo<Span>),
    /// `- e`
    Neg(Box<Expr>, SourceInfo<Span>),
    /// `not e`
    Not(Box<Expr>),
    /// `a op b`; `and` and `or` look at b only if a does not decide.
    Binary(BinaryOp, Box<[Expr; 2]>, SourceInfo<Span>),
    /// `a < b`
    Compare(CompareOp, Box<[Expr; 2]>),
    /// `if c then a else b`
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

/// A real number of a quadratic field; only in claims and in `floor`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RealExpr {
    /// A whole number.
    Int(Expr),
    /// A constant.
    Known(Quadratic),
    /// A square root of a whole number.
    Sqrt(Expr),
    /// `- e`
    Neg(Box<RealExpr>),
    /// `+ - *` and exact division
    Binary(BinaryOp, Box<[RealExpr; 2]>),
}

/// The meaning of a letter in an expectation.
pub type Outcome = OutcomeLetter;

impl Game {
    /// `Bash(m = 3)`: the name with the arguments.
    pub fn title(&self) -> String {
        if self.args.is_empty() {
            return self.name.clone();
        }
        let args: Vec<String> = self
            .args
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        format!("{}({})", self.name, args.join(", "))
    }

    /// Whether a position has cells of arrays, which rules may read by an index.
    pub fn has_arrays(&self) -> bool {
        self.slots.iter().any(Slot::is_cell)
    }

    /// Whether some component of this game ends the whole play.
    pub fn can_end_play(&self) -> bool {
        !self.goals.is_empty() || !self.traps.is_empty()
    }
}
