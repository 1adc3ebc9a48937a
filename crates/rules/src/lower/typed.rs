//! The types of names and expressions while a game is lowered: numbers, conditions, sets, words.

use std::ops::Range;
use std::sync::Arc;

use super::computed_tables::TableLayout;
use super::dependencies::{self, ExprSize};
use crate::ast::{BinaryOp, IndexExpr};
use crate::ir::{Expr, Int, ParameterValue, RealExpr, RowElement, SlotRef, SourceInfo};
use crate::sets::PositionSet;
use crate::words::PositionWord;
use base::diagnostic::Span;
use base::text;
use base::text::Text;

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum NameBinding {
    /// A parameter.
    Value(ParameterValue),
    /// A slot of the state.
    Slot(usize),
    /// An array of slots: the first slot, the least index, and the length.
    Array(usize, Int, usize),
    /// A board of slots: the first slot, and the least index and the length of the rows and of the
    /// columns.
    Board(usize, (Int, usize), (Int, usize)),
    /// The value of a choice or a generator.
    Local(usize),
    /// A table while its entries are computed.
    Table(TableLayout),
    /// A name of the position where the position cannot be read.
    Hidden,
    /// A vector of choices: the indices and the locals of its entries.
    Vector(Vec<(Int, usize)>),
    /// A set of the position, by its index in the list.
    Set(usize),
    /// An array of sets: the position of its first set in the list of sets, the least index, and
    /// the length.
    Sets(usize, Int, usize),
    /// A word of the position, by its index in the list.
    Word(usize),
    /// An array of words: the position of its first word in the list of words, the least index, and
    /// the length.
    Words(usize, Int, usize),
    /// A `let`, by its index in the list.
    Let(usize),
    /// An argument of a `let` function, and the number of nodes that each use of the argument
    /// costs.
    Argument(TypedExpr, usize),
}

/// A lowered expression with its type.
#[derive(Clone, Debug)]
pub(super) enum TypedExpr {
    /// A number.
    Int(Expr),
    /// A truth value.
    Bool(Expr),
    /// A real number, in claims, in `floor`, as a parameter.
    Real(RealExpr),
    /// A set or list: the number of coordinates of a row, and the rows.
    Set(usize, Vec<RowElement>),
    /// A letter of a word, by its number; 0 if there is no letter.
    Letter(Expr),
    /// A sequence of letters.
    Word(Vec<WordPiece>),
    /// A character of data, as its Unicode code point.
    Character(Expr),
}

impl TypedExpr {
    pub(super) fn name(&self) -> Text {
        match self {
            TypedExpr::Int(_) => text!("a number", "数"),
            TypedExpr::Bool(_) => text!("a condition", "条件"),
            TypedExpr::Real(_) => text!("a real number", "实数"),
            TypedExpr::Set(..) => text!("a set", "集合"),
            TypedExpr::Letter(_) => text!("a letter", "字母"),
            TypedExpr::Word(_) => text!("a word", "单词"),
            TypedExpr::Character(_) => text!("a character", "字符"),
        }
    }

    /// Converts a number to a real number.
    pub(super) fn into_real(self) -> Option<RealExpr> {
        match self {
            TypedExpr::Int(e) => Some(RealExpr::Int(e)),
            TypedExpr::Real(r) => Some(r),
            _ => None,
        }
    }

    pub(super) fn extent(&self) -> ExprSize {
        match self {
            TypedExpr::Int(e)
            | TypedExpr::Bool(e)
            | TypedExpr::Letter(e)
            | TypedExpr::Character(e) => dependencies::extent(e),
            TypedExpr::Word(pieces) => dependencies::extent_of_rows(&rows_of(pieces)),
            TypedExpr::Real(r) => dependencies::extent_of_real(r),
            TypedExpr::Set(_, rows) => dependencies::extent_of_rows(rows),
        }
    }
}
/// A set in the form in which lowering handles it.
pub(super) enum ClosedSet {
    /// The set is constant: its rows, sorted and without repetitions.
    Rows(Arc<[Int]>),
    /// The set depends on the position or on choices.
    Open,
}

/// The meaning of a name with an index.
pub(super) enum WordLookup<'i> {
    /// A word, and the index of its letters.
    Found(WordRef, Option<&'i IndexExpr>),
    /// The words are used incorrectly, and the error has been reported.
    Reported,
    /// The name does not denote a word.
    Other,
}

/// The slots that an expression in a `start` item denotes.
pub(super) enum NamedSlots {
    /// The slots of the set or the word of the position that the expression names.
    Slots(Range<usize>),
    /// The expression has an error, which has been reported.
    Reported,
    /// The expression names no matching set or word.
    Other,
}

/// A reference to a set of the position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SetRef {
    /// The set; for an unknown index of an array, the first set of the array.
    pub holder: PositionSet,
    /// For an unknown index of an array: the least index, the length, and the index.
    pub(super) among: Option<(Int, usize, Expr)>,
}

impl SetRef {
    /// Creates a reference to this set.
    pub fn new(holder: &PositionSet) -> SetRef {
        SetRef {
            holder: holder.clone(),
            among: None,
        }
    }

    /// Returns whether the reference is an element of an array with an unknown index.
    pub fn is_open(&self) -> bool {
        self.among.is_some()
    }

    /// Returns the slot of one of the numbers that encode the set.
    pub(super) fn place(&self, word: usize) -> SlotRef {
        match &self.among {
            None => SlotRef::Slot(self.holder.first + word),
            Some((low, len, index)) => SlotRef::Array(self.holder.first, *low, *len, index.clone()),
        }
    }

    /// Returns one of the numbers that encode the set.
    pub(super) fn number(&self, word: usize, span: Span) -> Expr {
        match self.place(word) {
            SlotRef::Slot(slot) => Expr::Slot(slot),
            place => Expr::At(Box::new(place), SourceInfo(span)),
        }
    }

    /// Returns the number of nodes that each use of the reference costs, in addition to one.
    pub(super) fn nodes(&self) -> usize {
        self.among
            .as_ref()
            .map_or(0, |(_, _, index)| dependencies::extent(index).nodes)
    }
}
/// A reference to a word of the position: a single word, or an element of an array of words, which
/// are adjacent.
#[derive(Clone, Debug)]
pub(super) struct WordRef {
    /// The slot of the word's length; for an array, the slot of the first word's length.
    pub(super) first: usize,
    /// The maximum number of letters of the word.
    pub(super) room: usize,
    /// The least index of the array, the number of its words, and the index.
    pub(super) among: Option<(Int, usize, Box<Expr>)>,
}

impl WordRef {
    pub(super) fn new(word: &PositionWord) -> WordRef {
        WordRef {
            first: word.first,
            room: word.room,
            among: None,
        }
    }

    /// Returns the slot at a distance from the slot of the word's length; the slot at distance 0
    /// contains the length. For a single word, a distance that is not a constant is the index of a
    /// letter.
    pub(super) fn place(&self, at: Expr, span: Span) -> SlotRef {
        match (&self.among, at) {
            (None, Expr::Const(at)) => SlotRef::Slot(self.first + at as usize),
            (None, at) => SlotRef::Array(self.first + 1, 1, self.room, at),
            (Some((low, words, index)), at) => {
                let each = 1 + self.room;
                let begin = binary(
                    BinaryOp::Mul,
                    (**index).clone(),
                    Expr::Const(each as Int),
                    span,
                );
                SlotRef::Array(
                    self.first,
                    low * each as Int,
                    words * each,
                    binary(BinaryOp::Add, begin, at, span),
                )
            }
        }
    }

    /// Returns the value of the slot at a distance from the slot of the word's length.
    pub(super) fn read(&self, at: Expr, span: Span) -> Expr {
        match self.place(at, span) {
            SlotRef::Slot(slot) => Expr::Slot(slot),
            place @ SlotRef::Array(..) => Expr::At(Box::new(place), SourceInfo(span)),
        }
    }

    pub(super) fn size(&self, span: Span) -> Expr {
        self.read(Expr::Const(0), span)
    }

    /// Returns the number of nodes that the reference costs.
    pub(super) fn nodes(&self) -> usize {
        self.among
            .as_ref()
            .map_or(0, |(_, _, index)| 8 + dependencies::extent(index).nodes)
    }
}

/// A part of a word expression.
#[derive(Clone, Debug)]
pub(super) enum WordPiece {
    /// Constant letters.
    Known(Vec<Int>),
    /// The letters of a word of the position from one index to another.
    Of(WordRef, Box<[Expr; 2]>),
}

impl WordPiece {
    /// Returns the expressions that the piece evaluates.
    fn computes(&self) -> Vec<Expr> {
        match self {
            WordPiece::Known(_) => Vec::new(),
            WordPiece::Of(meant, ends) => meant
                .among
                .iter()
                .map(|(_, _, index)| &**index)
                .chain(&**ends)
                .cloned()
                .collect(),
        }
    }

    /// Returns the number of letters of the piece, provided that both ends are within the word.
    pub(super) fn length(&self) -> Expr {
        match self {
            WordPiece::Known(letters) => Expr::Const(letters.len() as Int),
            WordPiece::Of(_, ends) => match &**ends {
                [Expr::Const(1), to] => to.clone(),
                [from, to] => match difference(to, from) {
                    Some(difference) => Expr::Const(difference + 1),
                    None => plus(
                        binary(BinaryOp::Sub, to.clone(), from.clone(), Span::default()),
                        1,
                    ),
                },
            },
        }
    }
}

/// Returns rows that evaluate the expressions of pieces.
pub(super) fn rows_of(pieces: &[WordPiece]) -> Vec<RowElement> {
    vec![RowElement {
        values: pieces.iter().flat_map(WordPiece::computes).collect(),
        generators: Vec::new(),
    }]
}

/// Returns the total number of letters of pieces.
pub(super) fn length(pieces: &[WordPiece]) -> Expr {
    let add = |all: Expr, one: Expr| match (&all, &one) {
        (_, Expr::Const(n)) => plus(all, *n),
        _ => binary(BinaryOp::Add, all, one, Span::default()),
    };
    pieces
        .iter()
        .map(WordPiece::length)
        .reduce(add)
        .unwrap_or(Expr::Const(0))
}

/// Adds a constant to an expression.
pub(super) fn plus(expr: Expr, more: Int) -> Expr {
    let (base, before) = split_constant(&expr);
    let Some(sum) = before.checked_add(more) else {
        return binary(BinaryOp::Add, expr, Expr::Const(more), Span::default());
    };
    match (base, sum) {
        (None, sum) => Expr::Const(sum),
        (Some(base), 0) => base.clone(),
        (Some(base), 1..) => binary(
            BinaryOp::Add,
            base.clone(),
            Expr::Const(sum),
            Span::default(),
        ),
        (Some(base), _) => binary(
            BinaryOp::Sub,
            base.clone(),
            Expr::Const(-sum),
            Span::default(),
        ),
    }
}

/// Splits an expression into a non-constant part and a constant.
fn split_constant(expr: &Expr) -> (Option<&Expr>, Int) {
    match expr {
        Expr::Const(n) => (None, *n),
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), sides, _) => {
            let (base, n) = match (&sides[0], &sides[1]) {
                (base, Expr::Const(n)) if *op == BinaryOp::Add => (base, Some(*n)),
                (base, Expr::Const(n)) => (base, n.checked_neg()),
                (Expr::Const(n), base) if *op == BinaryOp::Add => (base, Some(*n)),
                _ => return (Some(expr), 0),
            };
            let (inner, before) = split_constant(base);
            n.and_then(|n| n.checked_add(before))
                .map_or((Some(expr), 0), |sum| (inner, sum))
        }
        _ => (Some(expr), 0),
    }
}

/// Returns `a - b`, if the difference is constant.
pub(super) fn difference(a: &Expr, b: &Expr) -> Option<Int> {
    let ((base, more), (other, less)) = (split_constant(a), split_constant(b));
    if base == other {
        more.checked_sub(less)
    } else {
        None
    }
}
/// Returns the expression `a op b`.
pub(super) fn binary(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    Expr::Binary(op, Box::new([a, b]), SourceInfo(span))
}
