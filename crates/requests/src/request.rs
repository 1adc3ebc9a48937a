//! What can be asked: each command with its options. In JSON `ask` says which; all else may be left
//! out, and what is not known is an error.

use base::text;
use grundy::question::{Position, Ranges};
use grundy::{About, Error};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::chart::Chart;
use crate::check::Check;
use crate::draw::Draw;
use crate::explain::Explain;
use crate::export::Export;
use crate::format::Format;
use crate::given::Fit;
use crate::graph::Graph;
use crate::heap::Heap;
use crate::judge::Judge;
use crate::law::Law;
use crate::library::Library;
use crate::look::LookOptions;
use crate::misere::Misere;
use crate::nim::Nim;
use crate::open::Open;
use crate::options::{How, Options};
use crate::play::Play;
use crate::play::once::{Course, Strength};
use crate::same::Same;
use crate::solve::{Moves, Solve};
use crate::stats::Stats;
use crate::table::Table;
use crate::theorem::Theorem;
use crate::tokens::Tokens;
use crate::verify::Verify;
use crate::why::Why;

/// A command with its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// Begins anew with some files.
    Open(Open),
    /// Who wins, and what a position is worth.
    Solve(Question<Solve>),
    /// Every winning move.
    Moves(Question<Moves>),
    /// Who wins, and every legal move with what it leaves, for a board.
    Look(Question<LookOptions>),
    /// A table over ranges.
    Table(Question<Table>),
    /// The plan of an answer.
    Explain(Question<Explain>),
    /// The reasons of a position.
    Why(Question<Why>),
    /// A position as a picture.
    Draw(Question<Draw>),
    /// A table as a picture.
    Chart(Question<Chart>),
    /// The game graph below a position.
    Graph(Question<Graph>),
    /// A position for another program.
    Export(Question<Export>),
    /// How large a game is.
    Stats(Question<Stats>),
    /// A heap game by its code, which is the question.
    Heap(Question<Heap>),
    /// A game under misère play: a code of heaps, or a position.
    Misere(Question<Misere>),
    /// The law of a game, given without a position.
    Law(Question<Law>),
    /// What fits a table without rules.
    Fit(Fit),
    /// Whether two games are the same.
    Same(Same),
    /// Nimbers of any size.
    Nim(Nim),
    /// Games move by move.
    Play(Play),
    /// The computer's move in a position.
    Reply(Question<Strength>),
    /// The first mistakes of a course of play.
    Review(Course),
    /// Problems of online judges.
    Judge(Judge),
    /// The expectations and claims of rule files.
    Check(Check),
    /// Whether a certificate holds.
    Verify(Verify),
    /// The canonical layout of a rule file.
    Format(Format),
    /// A rule text in classes, for colours.
    Tokens(Tokens),
    /// The games of the library.
    Library(Library),
    /// The theorems and their pages.
    Theorem(Theorem),
}

/// A question with the options of its command.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(deserialize = "O: DeserializeOwned + Default")
)]
pub struct Question<O> {
    /// The position, with ranges for tables.
    #[serde(default)]
    pub question: Option<String>,
    /// The position as data, of games of the desk's session, in the place of the text.
    #[serde(skip)]
    pub position: Option<Position>,
    /// The ranges of a table as data.
    #[serde(skip)]
    pub ranges: Option<Ranges>,
    /// How it is answered.
    #[serde(default)]
    pub options: Options<O>,
}

impl<O> Question<O> {
    /// A question, how it is answered, and the options of its command.
    pub fn of(question: String, how: How, own: O) -> Question<O> {
        Question {
            question: Some(question),
            position: None,
            ranges: None,
            options: Options { how, own },
        }
    }

    /// What position the question is about.
    ///
    /// # Errors
    /// Where there is none.
    pub fn position(&self) -> Result<About<'_>, Error> {
        match &self.position {
            Some(position) => Ok(About::Known(position)),
            None => Ok(About::Text(self.text()?)),
        }
    }

    /// What ranges the question is about.
    ///
    /// # Errors
    /// Where there are none.
    pub fn ranges(&self) -> Result<About<'_, Ranges>, Error> {
        match &self.ranges {
            Some(ranges) => Ok(About::Known(ranges)),
            None => Ok(About::Text(self.text()?)),
        }
    }

    /// The question.
    ///
    /// # Errors
    /// Where there is none.
    pub fn text(&self) -> Result<&str, Error> {
        self.question.as_deref().ok_or_else(|| {
            Error::Usage(text!(
                "no question was given, for example nim[3] + nim[5]",
                "没有给出问题，例如 nim[3] + nim[5]"
            ))
        })
    }
}

impl Request {
    /// Reads a request in JSON.
    ///
    /// # Errors
    /// [`Error::Usage`] with what is wrong.
    pub fn read(json: &str) -> Result<Request, Error> {
        serde_json::from_str(json)
            .map_err(|why| Error::Usage(text!("not a request: {why}", "不是合法的请求：{why}")))
    }

    /// The same request about a position that is known as data.
    ///
    /// # Errors
    /// Where requests of this kind are not about a position.
    pub fn about(mut self, position: Position) -> Result<Request, Error> {
        let place = match &mut self {
            Request::Solve(asked) => &mut asked.position,
            Request::Moves(asked) => &mut asked.position,
            Request::Look(asked) => &mut asked.position,
            Request::Explain(asked) => &mut asked.position,
            Request::Why(asked) => &mut asked.position,
            Request::Draw(asked) => &mut asked.position,
            Request::Graph(asked) => &mut asked.position,
            Request::Export(asked) => &mut asked.position,
            Request::Stats(asked) => &mut asked.position,
            Request::Reply(asked) => &mut asked.position,
            _ => {
                return Err(Error::Usage(text!(
                    "this request is not about a position",
                    "此请求不针对局面"
                )));
            }
        };
        *place = Some(position);
        Ok(self)
    }

    /// The same request over ranges that are known as data.
    ///
    /// # Errors
    /// Where requests of this kind are not about ranges.
    pub fn over(mut self, ranges: Ranges) -> Result<Request, Error> {
        let place = match &mut self {
            Request::Table(asked) => &mut asked.ranges,
            Request::Chart(asked) => &mut asked.ranges,
            _ => {
                return Err(Error::Usage(text!(
                    "this request is not about ranges",
                    "此请求不针对范围"
                )));
            }
        };
        *place = Some(ranges);
        Ok(self)
    }

    /// How it is answered.
    pub fn how(&self) -> &How {
        match self {
            Request::Open(asked) => &asked.options.how,
            Request::Solve(asked) => &asked.options.how,
            Request::Moves(asked) => &asked.options.how,
            Request::Look(asked) => &asked.options.how,
            Request::Table(asked) => &asked.options.how,
            Request::Explain(asked) => &asked.options.how,
            Request::Why(asked) => &asked.options.how,
            Request::Draw(asked) => &asked.options.how,
            Request::Chart(asked) => &asked.options.how,
            Request::Graph(asked) => &asked.options.how,
            Request::Export(asked) => &asked.options.how,
            Request::Stats(asked) => &asked.options.how,
            Request::Heap(asked) => &asked.options.how,
            Request::Misere(asked) => &asked.options.how,
            Request::Law(asked) => &asked.options.how,
            Request::Fit(asked) => &asked.options.how,
            Request::Same(asked) => &asked.options.how,
            Request::Nim(asked) => &asked.options.how,
            Request::Play(asked) => &asked.options.how,
            Request::Reply(asked) => &asked.options.how,
            Request::Review(asked) => &asked.options.how,
            Request::Judge(asked) => &asked.options.how,
            Request::Check(asked) => &asked.options.how,
            Request::Verify(asked) => &asked.options.how,
            Request::Format(asked) => &asked.options.how,
            Request::Tokens(asked) => &asked.options.how,
            Request::Library(asked) => &asked.options.how,
            Request::Theorem(asked) => &asked.options.how,
        }
    }
}
