//! Quoted texts: pictures of sets, and words.

use base::impl_error;
use base::text::Text;

/// The reason why a quoted text has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedTextError {
    /// The index of the wrong character, if one character is wrong.
    pub at: Option<usize>,
    /// The reason.
    pub reason: Text,
}

impl QuotedTextError {
    /// Creates an error about the complete text.
    pub(crate) fn whole(reason: Text) -> QuotedTextError {
        QuotedTextError { at: None, reason }
    }

    /// Creates an error about the character with this index.
    pub(crate) fn at_index(at: usize, reason: Text) -> QuotedTextError {
        QuotedTextError {
            at: Some(at),
            reason,
        }
    }

    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        self.reason.clone()
    }
}

impl_error!(QuotedTextError);
