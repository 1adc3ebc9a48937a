//! The input of a question: a text, or a position that was read earlier. Front ends that store
//! positions as values pass these positions, so that a position keeps its games even if names are
//! redefined.

use super::{Position, PositionRanges};

/// A position, or ranges of positions, as text or as data.
#[derive(Debug)]
pub enum QuestionInput<'q, T = Position> {
    /// The question as text. The names in the text are looked up when the question is read.
    Text(&'q str),
    /// A position of games of the session's world.
    Known(&'q T),
}

impl<T> Clone for QuestionInput<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for QuestionInput<'_, T> {}

impl<'q, T> From<&'q str> for QuestionInput<'q, T> {
    fn from(text: &'q str) -> QuestionInput<'q, T> {
        QuestionInput::Text(text)
    }
}

impl<'q, T> From<&'q String> for QuestionInput<'q, T> {
    fn from(text: &'q String) -> QuestionInput<'q, T> {
        QuestionInput::Text(text)
    }
}

impl<'q> From<&'q Position> for QuestionInput<'q> {
    fn from(position: &'q Position) -> QuestionInput<'q> {
        QuestionInput::Known(position)
    }
}

impl<'q> From<&'q PositionRanges> for QuestionInput<'q, PositionRanges> {
    fn from(ranges: &'q PositionRanges) -> QuestionInput<'q, PositionRanges> {
        QuestionInput::Known(ranges)
    }
}
