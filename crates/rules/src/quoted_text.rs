//! Texts in quotes: pictures of sets, and words.

use base::impl_error;
use base::text::Text;

/// Why a text in quotes has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedTextError {
    /// The index of the wrong character, if one character is wrong.
    pub at: Option<usize>,
    /// The reason.
    pub reason: Text,
}

impl QuotedTextError {
    /// An error of the text as a whole.
    pub(crate) fn whole(reason: Text) -> QuotedTextError {
        QuotedTextError { at: None, reason }
    }

    /// An error at the character with this index.
    pub(crate) fn at_index(at: usize, reason: Text) -> QuotedTextError {
        QuotedTextError {
            at: Some(at),
            reason,
        }
    }

    /// The reason in words.
    pub fn text(&self) -> Text {
        self.reason.clone()
    }
}

impl_error!(QuotedTextError);
