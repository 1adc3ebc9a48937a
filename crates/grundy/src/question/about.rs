//! What a question is about: a text, or what a text was read to before. A face that holds positions
//! as values asks about these, whatever the names in their texts have come to mean since.

use super::{Position, Ranges};

/// A position, or ranges of them, as text or as data.
#[derive(Debug)]
pub enum About<'q, T = Position> {
    /// A text, to be read by the names of now.
    Text(&'q str),
    /// What was read, or made, of games of the session's world.
    Known(&'q T),
}

impl<T> Clone for About<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for About<'_, T> {}

impl<'q, T> From<&'q str> for About<'q, T> {
    fn from(text: &'q str) -> About<'q, T> {
        About::Text(text)
    }
}

impl<'q, T> From<&'q String> for About<'q, T> {
    fn from(text: &'q String) -> About<'q, T> {
        About::Text(text)
    }
}

impl<'q> From<&'q Position> for About<'q> {
    fn from(position: &'q Position) -> About<'q> {
        About::Known(position)
    }
}

impl<'q> From<&'q Ranges> for About<'q, Ranges> {
    fn from(ranges: &'q Ranges) -> About<'q, Ranges> {
        About::Known(ranges)
    }
}
