//! This module contains the law of games in which words are cut. A *spot* is a move of the complete
//! word: a kind of move and a place at which the letters allow it. The *window* of a spot is the
//! interval of letters on which the move depends. A move at a spot leaves pieces of the word, and
//! another spot remains iff its window is inside a piece. So the position is a set of spots.
//! Whether a move at one spot removes another depends only on these two spots, and not on earlier
//! cuts. If no spot of one set removes a spot of another set, and vice versa, the two sets are
//! summands. So the spots are divided into *groups* along the word, and the value of the word is
//! the nim-sum of the groups' values. If every place of an interval has every kind of move, the
//! value of its group depends only on the length of that interval. A group with every kind of move
//! at every place of its interval is a heap, whose values satisfy a recurrence like those of octal
//! games. Groups that are not heaps are evaluated interval by interval. Source: folklore;
//! Codeforces 305 E, where the heaps are those of Dawson's Kayles.

use rules::ast::CompareOp;
use rules::ir::Int;

/// An operand of a letter test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterTerm {
    /// The letter at the given distance after the place.
    At(Int),
    /// A letter given by its number, starting at 1.
    Known(Int),
}

/// A condition on the letters around a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LetterTest {
    /// A constant, independent of the letters.
    Always(bool),
    /// A comparison of two letters.
    Compare(CompareOp, LetterTerm, LetterTerm),
    /// Negation.
    Not(Box<LetterTest>),
    /// Conjunction.
    Both(Box<[LetterTest; 2]>),
    /// Disjunction.
    Either(Box<[LetterTest; 2]>),
}

impl LetterTest {
    /// Returns the conjunction, simplified if one side is constant.
    pub fn and(self, other: LetterTest) -> LetterTest {
        match (self, other) {
            (LetterTest::Always(false), _) | (_, LetterTest::Always(false)) => {
                LetterTest::Always(false)
            }
            (LetterTest::Always(true), test) | (test, LetterTest::Always(true)) => test,
            (a, b) => LetterTest::Both(Box::new([a, b])),
        }
    }

    /// Returns the disjunction, simplified if one side is constant.
    pub fn or(self, other: LetterTest) -> LetterTest {
        match (self, other) {
            (LetterTest::Always(true), _) | (_, LetterTest::Always(true)) => {
                LetterTest::Always(true)
            }
            (LetterTest::Always(false), test) | (test, LetterTest::Always(false)) => test,
            (a, b) => LetterTest::Either(Box::new([a, b])),
        }
    }

    /// Returns the negation.
    pub fn negated(self) -> LetterTest {
        match self {
            LetterTest::Always(truth) => LetterTest::Always(!truth),
            LetterTest::Not(test) => *test,
            test => LetterTest::Not(Box::new(test)),
        }
    }

    /// Evaluates the test. `letter` returns the letter at a distance, or `None` if it is unknown.
    /// Returns `None` if the known letters do not decide the test.
    pub fn decide(&self, letter: &impl Fn(Int) -> Option<Int>) -> Option<bool> {
        match self {
            LetterTest::Always(truth) => Some(*truth),
            LetterTest::Compare(op, a, b) => {
                let number = |term: &LetterTerm| match term {
                    LetterTerm::At(distance) => letter(*distance),
                    LetterTerm::Known(letter) => Some(*letter),
                };
                Some(compare(*op, number(a)?, number(b)?))
            }
            LetterTest::Not(test) => test.decide(letter).map(|truth| !truth),
            LetterTest::Both(tests) => match (tests[0].decide(letter), tests[1].decide(letter)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            LetterTest::Either(tests) => match (tests[0].decide(letter), tests[1].decide(letter)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }
}

/// Compares two numbers.
pub(super) fn compare(op: CompareOp, a: Int, b: Int) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
    }
}

/// A kind of move at a place i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutKind {
    /// The first and the last letter of the window, as distances from the place. The move exists
    /// iff the complete window is in the word and the test is true.
    pub window: (Int, Int),
    /// The condition on the letters of the window.
    pub test: LetterTest,
    /// The end of the first piece, as a distance from the place.
    pub left: Int,
    /// The pieces between the first and the last piece, in order, as distances from the place.
    pub middles: Vec<(Int, Int)>,
    /// The start of the last piece, as a distance from the place.
    pub right: Int,
}

impl CutKind {
    /// Returns whether the pieces do not overlap, are inside the word whenever the window is, and
    /// do not contain the complete window. If no piece contains the complete window, each move
    /// removes its own spot, so play ends.
    pub fn is_sound(&self) -> bool {
        let (from, to) = self.window;
        let mut end = self.left;
        for &(first, last) in &self.middles {
            if first <= end || last < first || (first <= from && last >= to) {
                return false;
            }
            end = last;
        }
        from <= to
            && end < self.right
            && self.left < to
            && self.right > from
            && self.left >= from - 1
            && self.right <= to + 1
    }
}

/// A game of cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutGame {
    list: Vec<CutKind>,
}

impl CutGame {
    /// Creates a game with these kinds of moves; `None` if some kind of move is not sound.
    pub fn new(list: Vec<CutKind>) -> Option<CutGame> {
        list.iter()
            .all(CutKind::is_sound)
            .then_some(CutGame { list })
    }

    /// Returns the kinds of moves.
    pub fn list(&self) -> &[CutKind] {
        &self.list
    }

    /// Returns the spots of a word, ordered by the first letter of their windows, counted from 0.
    pub fn spots(&self, word: &[Int]) -> Vec<WordMove> {
        let mut spots = Vec::new();
        for first in 0..word.len() {
            for (kind, cut) in self.list.iter().enumerate() {
                let (from, to) = cut.window;
                let last = first + (to - from) as usize;
                let letter =
                    |distance: Int| word.get((first as Int + distance - from) as usize).copied();
                if last < word.len() && cut.test.decide(&letter) == Some(true) {
                    spots.push(WordMove { kind, first, last });
                }
            }
        }
        spots
    }
}

/// A move of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordMove {
    /// The index of the kind of move.
    pub kind: usize,
    /// The first letter of the move's window, counted from 0.
    pub first: usize,
    /// The last letter of the move's window, counted from 0.
    pub last: usize,
}

impl WordMove {
    /// Returns the place of the spot, with letters counted from 0.
    pub(super) fn place(&self, cuts: &CutGame) -> Int {
        self.first as Int - cuts.list[self.kind].window.0
    }
}
