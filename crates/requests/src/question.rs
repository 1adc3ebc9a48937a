//! A question with the options of its command.

use base::text;
use grundy::question::{Position, PositionRanges};
use grundy::{QuestionInput, SolveError};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::options::{CommonOptions, RequestOptions};

/// A question with the options of its command.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "O: DeserializeOwned + Default")
)]
pub struct QuestionRequest<O> {
    /// The position, with ranges for tables.
    #[serde(default)]
    pub question: Option<String>,
    /// The position as data, of games of the desk's session, in the place of the text.
    #[serde(skip)]
    pub position: Option<Position>,
    /// The ranges of a table as data.
    #[serde(skip)]
    pub ranges: Option<PositionRanges>,
    /// How it is answered.
    #[serde(default)]
    pub options: RequestOptions<O>,
}

impl<O> QuestionRequest<O> {
    /// A question, how it is answered, and the options of its command.
    pub fn new(question: String, how: CommonOptions, own: O) -> QuestionRequest<O> {
        QuestionRequest {
            question: Some(question),
            position: None,
            ranges: None,
            options: RequestOptions { how, own },
        }
    }

    /// What position the question is about.
    ///
    /// # Errors
    /// Where there is none.
    pub fn position(&self) -> Result<QuestionInput<'_>, SolveError> {
        match &self.position {
            Some(position) => Ok(QuestionInput::Known(position)),
            None => Ok(QuestionInput::Text(self.text()?)),
        }
    }

    /// What ranges the question is about.
    ///
    /// # Errors
    /// Where there are none.
    pub fn ranges(&self) -> Result<QuestionInput<'_, PositionRanges>, SolveError> {
        match &self.ranges {
            Some(ranges) => Ok(QuestionInput::Known(ranges)),
            None => Ok(QuestionInput::Text(self.text()?)),
        }
    }

    /// The question.
    ///
    /// # Errors
    /// Where there is none.
    pub fn text(&self) -> Result<&str, SolveError> {
        self.question.as_deref().ok_or_else(|| {
            SolveError::Usage(text!(
                "no question was given, for example nim[3] + nim[5]",
                "没有给出问题，例如 nim[3] + nim[5]"
            ))
        })
    }
}
