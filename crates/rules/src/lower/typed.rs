//! What names and expressions are while a game is lowered: numbers, conditions, sets, words.

use std::ops::Range;
use std::sync::Arc;

use super::dependencies::{self, ExprSize};
use crate::ast::{BinaryOp, IndexExpr};
use crate::ir::{Expr, Int, ParameterValue, RealExpr, RowElement, SlotRef, SourceInfo};
use crate::sets::PositionSet;
use crate::words::PositionWord;
use base::diagnostic::Span;
use base::text;
use base::text::Text;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum NameBinding {
    /// A parameter.
    Value(ParameterValue),
    /// A slot of the state.
    Slot(usize),
    /// An array of slots: the first slot, the least index, the length.
    Array(usize, Int, usize),
    /// A chosen or running value.
    Local(usize),
    /// A set of the position, by its place in the list.
    Set(usize),
    /// An array of sets: the place of the first in the list, the least index, the length.
    Sets(usize, Int, usize),
    /// A word of the position, by its place in the list.
    Word(usize),
    /// An array of words: the place of the first in the list, the least index, the length.
    Words(usize, Int, usize),
    /// A `let`, by its place in the list.
    Let(usize),
    /// An argument of a `let` function, and the nodes that each use of it costs.
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
    /// A set or list: how many numbers a row has, and the rows.
    Set(usize, Vec<RowElement>),
    /// A letter of a word, by its number; 0 where there is none.
    Letter(Expr),
    /// Letters one behind another.
    Word(Vec<WordPiece>),
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
        }
    }

    /// The number as a real number, if it is one.
    pub(super) fn into_real(self) -> Option<RealExpr> {
        match self {
            TypedExpr::Int(e) => Some(RealExpr::Int(e)),
            TypedExpr::Real(r) => Some(r),
            _ => None,
        }
    }

    pub(super) fn extent(&self) -> ExprSize {
        match self {
            TypedExpr::Int(e) | TypedExpr::Bool(e) | TypedExpr::Letter(e) => {
                dependencies::extent(e)
            }
            TypedExpr::Word(pieces) => dependencies::extent_of_rows(&rows_of(pieces)),
            TypedExpr::Real(r) => dependencies::extent_of_real(r),
            TypedExpr::Set(_, rows) => dependencies::extent_of_rows(rows),
        }
    }
}
/// What is known of a set when the game is read.
pub(super) enum ClosedSet {
    /// It depends on nothing: its rows, sorted and without repetitions.
    Rows(Arc<[Int]>),
    /// It depends on the position or on choices.
    Open,
}

/// What a name with an index is.
pub(super) enum WordLookup<'i> {
    /// A word, and which of its letters.
    Found(WordRef, Option<&'i IndexExpr>),
    /// A wrong use of words, which is reported.
    Reported,
    /// No word.
    Other,
}

/// The slots that an expression stands for in a start.
pub(super) enum NamedSlots {
    /// Those of a set or a word of the position that it names.
    Slots(Range<usize>),
    /// A mistake, which is reported.
    Reported,
    /// It names no set or word that fits.
    Other,
}

/// A set of the position as it is used.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SetRef {
    /// The set; of an array whose index is not known, the first.
    pub holder: PositionSet,
    /// Of an array whose index is not known: the least index, the length, and the index.
    pub(super) among: Option<(Int, usize, Expr)>,
}

impl SetRef {
    /// This set.
    pub fn new(holder: &PositionSet) -> SetRef {
        SetRef {
            holder: holder.clone(),
            among: None,
        }
    }

    /// Whether it is one of an array, which one not being known.
    pub fn is_open(&self) -> bool {
        self.among.is_some()
    }

    /// Where one of its numbers stands.
    pub(super) fn place(&self, word: usize) -> SlotRef {
        match &self.among {
            None => SlotRef::Slot(self.holder.first + word),
            Some((low, len, index)) => SlotRef::Array(self.holder.first, *low, *len, index.clone()),
        }
    }

    /// One of its numbers.
    pub(super) fn number(&self, word: usize, span: Span) -> Expr {
        match self.place(word) {
            SlotRef::Slot(slot) => Expr::Slot(slot),
            place => Expr::At(Box::new(place), SourceInfo(span)),
        }
    }

    /// How many nodes each use of it costs, beside one.
    pub(super) fn nodes(&self) -> usize {
        self.among
            .as_ref()
            .map_or(0, |(_, _, index)| dependencies::extent(index).nodes)
    }
}
/// A word of the position as it is meant: by itself, or at an index of an array of words, which
/// stand one behind another.
#[derive(Clone, Debug)]
pub(super) struct WordRef {
    /// The slot of the length, of the first word of the array.
    pub(super) first: usize,
    /// How many letters it may have.
    pub(super) room: usize,
    /// The least index of the array, how many words it has, and which is meant.
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

    /// The slot at a distance from that of the length; 0 is the length itself. Of a word by itself
    /// a distance that is no constant is the place of a letter.
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

    /// What stands there.
    pub(super) fn read(&self, at: Expr, span: Span) -> Expr {
        match self.place(at, span) {
            SlotRef::Slot(slot) => Expr::Slot(slot),
            place @ SlotRef::Array(..) => Expr::At(Box::new(place), SourceInfo(span)),
        }
    }

    pub(super) fn size(&self, span: Span) -> Expr {
        self.read(Expr::Const(0), span)
    }

    /// How many nodes it costs to say which it is.
    pub(super) fn nodes(&self) -> usize {
        self.among
            .as_ref()
            .map_or(0, |(_, _, index)| 8 + dependencies::extent(index).nodes)
    }
}

/// A part of a word as it is used.
#[derive(Clone, Debug)]
pub(super) enum WordPiece {
    /// Letters that are known.
    Known(Vec<Int>),
    /// The letters of a word of the position from one number to another.
    Of(WordRef, Box<[Expr; 2]>),
}

impl WordPiece {
    /// What it computes.
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

    /// How many letters it has, if its ends lie in the word.
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

/// Rows that compute what pieces compute.
pub(super) fn rows_of(pieces: &[WordPiece]) -> Vec<RowElement> {
    vec![RowElement {
        values: pieces.iter().flat_map(WordPiece::computes).collect(),
        generators: Vec::new(),
    }]
}

/// How many letters pieces have together.
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

/// A number more, or less.
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

/// What is added to a number that is not known, and that number.
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

/// `a - b`, if that is always the same.
pub(super) fn difference(a: &Expr, b: &Expr) -> Option<Int> {
    let ((base, more), (other, less)) = (split_constant(a), split_constant(b));
    if base == other {
        more.checked_sub(less)
    } else {
        None
    }
}
/// `a op b`.
pub(super) fn binary(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    Expr::Binary(op, Box::new([a, b]), SourceInfo(span))
}
