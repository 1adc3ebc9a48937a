//! A query with the options of its command.

use base::text;
use grundy::question::{Position, PositionRanges};
use grundy::{QuestionInput, SolveError};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::options::{CommonOptions, RequestOptions};

/// A query with the options of its command.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "O: DeserializeOwned + Default")
)]
pub struct QuestionRequest<O> {
    /// The position as text, with ranges for tables.
    #[serde(default)]
    pub question: Option<String>,
    /// The position as data, which replaces the text. The games of the position belong to the
    /// session of the request handler.
    #[serde(skip)]
    pub position: Option<Position>,
    /// The ranges of a table as data, which replace the text.
    #[serde(skip)]
    pub ranges: Option<PositionRanges>,
    /// The common options and the options of the command.
    #[serde(default)]
    pub options: RequestOptions<O>,
}

impl<O> QuestionRequest<O> {
    /// Creates a query from its text, the common options, and the options of its command.
    pub fn new(question: String, how: CommonOptions, own: O) -> QuestionRequest<O> {
        QuestionRequest {
            question: Some(question),
            position: None,
            ranges: None,
            options: RequestOptions { how, own },
        }
    }

    /// Returns the position of the query.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the query has neither a position nor a text.
    pub fn position(&self) -> Result<QuestionInput<'_>, SolveError> {
        match &self.position {
            Some(position) => Ok(QuestionInput::Known(position)),
            None => Ok(QuestionInput::Text(self.text()?)),
        }
    }

    /// Returns the ranges of the query.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the query has neither ranges nor a text.
    pub fn ranges(&self) -> Result<QuestionInput<'_, PositionRanges>, SolveError> {
        match &self.ranges {
            Some(ranges) => Ok(QuestionInput::Known(ranges)),
            None => Ok(QuestionInput::Text(self.text()?)),
        }
    }

    /// Returns the text of the query.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the query has no text.
    pub fn text(&self) -> Result<&str, SolveError> {
        self.question.as_deref().ok_or_else(|| {
            SolveError::Usage(text!(
                "missing question; expected, for example, nim[3] + nim[5]",
                "缺少问题；例如 nim[3] + nim[5]"
            ))
        })
    }
}
