//! The requests: one variant per command with its options. In JSON, the member `ask` is the
//! command. All other members are optional, and unknown members are an error.

use base::text;
use grundy::SolveError;
use grundy::question::{Position, PositionRanges};
use serde::Deserialize;

use crate::chart::ChartOptions;
use crate::check::CheckRequest;
use crate::draw::DrawOptions;
use crate::explain::ExplainOptions;
use crate::export::ExportOptions;
use crate::fit::FitRequest;
use crate::format::FormatRequest;
use crate::graph::GraphOptions;
use crate::heap::HeapOptions;
use crate::judge::JudgeRequest;
use crate::law::LawOptions;
use crate::library::LibraryRequest;
use crate::look::LookOptions;
use crate::misere::MisereOptions;
use crate::nim::NimRequest;
use crate::open::OpenRequest;
use crate::options::CommonOptions;
use crate::play::PlayRequest;
use crate::play::stateless::{ComputerMoveOptions, ReviewRequest};
use crate::question::QuestionRequest;
use crate::same::SameRequest;
use crate::solve::{MovesOptions, SolveRequestOptions};
use crate::stats::StatsOptions;
use crate::table::TableOptions;
use crate::term::TermRequest;
use crate::theorem::TheoremRequest;
use crate::tokens::TokensRequest;
use crate::value::ValueRequest;
use crate::verify::VerifyRequest;
use crate::why::WhyOptions;

/// A command with its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Request {
    /// Starts a new session with some files.
    Open(OpenRequest),
    /// The outcome and the value of a position.
    Solve(QuestionRequest<SolveRequestOptions>),
    /// All winning moves.
    Moves(QuestionRequest<MovesOptions>),
    /// The outcome, and every legal move with the position that it leaves, for a board.
    Legal(QuestionRequest<LookOptions>),
    /// A table over ranges.
    Table(QuestionRequest<TableOptions>),
    /// The plan of an answer.
    Explain(QuestionRequest<ExplainOptions>),
    /// The reasons for the outcome of a position.
    Why(QuestionRequest<WhyOptions>),
    /// A position as a picture.
    Draw(QuestionRequest<DrawOptions>),
    /// A table as a picture.
    Chart(QuestionRequest<ChartOptions>),
    /// The game graph below a position.
    Graph(QuestionRequest<GraphOptions>),
    /// A position for another program.
    Export(QuestionRequest<ExportOptions>),
    /// The size of a game.
    Stats(QuestionRequest<StatsOptions>),
    /// A heap game, given by its code as the query.
    Heap(QuestionRequest<HeapOptions>),
    /// A game under misère play: a code of heaps, or a position.
    Misere(QuestionRequest<MisereOptions>),
    /// The law of a game, given without a position.
    Law(QuestionRequest<LawOptions>),
    /// A conjecture for a table without rules.
    Fit(FitRequest),
    /// Whether two games have the same values or outcomes.
    Same(SameRequest),
    /// Nimbers of any size.
    Nim(NimRequest),
    /// The value of an expression of partizan games.
    Value(ValueRequest),
    /// Games move by move.
    Play(PlayRequest),
    /// The computer's move in a position.
    Reply(QuestionRequest<ComputerMoveOptions>),
    /// The first mistakes in a game.
    Review(ReviewRequest),
    /// Problems of online judges.
    Judge(JudgeRequest),
    /// The expectations and claims of rule files.
    Check(CheckRequest),
    /// Whether a certificate is valid.
    Verify(VerifyRequest),
    /// The canonical layout of a rule file.
    Format(FormatRequest),
    /// The classified tokens of a rule text, for syntax highlighting.
    Tokens(TokensRequest),
    /// The games of the library.
    Library(LibraryRequest),
    /// The meaning of a term.
    Term(TermRequest),
    /// The theorems and their pages.
    Theorem(TheoremRequest),
}

impl Request {
    /// Parses a request in JSON.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] with the problem if the text is not a valid request.
    pub fn read(json: &str) -> Result<Request, SolveError> {
        serde_json::from_str(json).map_err(|why| {
            SolveError::Usage(text!("invalid request: {why}", "不是合法的请求：{why}"))
        })
    }

    /// Returns this request with its position replaced by a position given as data.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if this kind of request has no position.
    pub fn about(mut self, position: Position) -> Result<Request, SolveError> {
        let place = match &mut self {
            Request::Solve(asked) => &mut asked.position,
            Request::Moves(asked) => &mut asked.position,
            Request::Legal(asked) => &mut asked.position,
            Request::Explain(asked) => &mut asked.position,
            Request::Why(asked) => &mut asked.position,
            Request::Draw(asked) => &mut asked.position,
            Request::Graph(asked) => &mut asked.position,
            Request::Export(asked) => &mut asked.position,
            Request::Stats(asked) => &mut asked.position,
            Request::Reply(asked) => &mut asked.position,
            _ => {
                return Err(SolveError::Usage(text!(
                    "this request is not about a position",
                    "此请求不针对局面"
                )));
            }
        };
        *place = Some(position);
        Ok(self)
    }

    /// Returns this request with its ranges replaced by ranges given as data.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if this kind of request has no ranges.
    pub fn over(mut self, ranges: PositionRanges) -> Result<Request, SolveError> {
        let place = match &mut self {
            Request::Table(asked) => &mut asked.ranges,
            Request::Chart(asked) => &mut asked.ranges,
            _ => {
                return Err(SolveError::Usage(text!(
                    "this request is not about ranges",
                    "此请求不针对范围"
                )));
            }
        };
        *place = Some(ranges);
        Ok(self)
    }

    /// Returns the common options.
    pub fn how(&self) -> &CommonOptions {
        match self {
            Request::Open(asked) => &asked.options.how,
            Request::Solve(asked) => &asked.options.how,
            Request::Moves(asked) => &asked.options.how,
            Request::Legal(asked) => &asked.options.how,
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
            Request::Value(asked) => &asked.options.how,
            Request::Play(asked) => &asked.options.how,
            Request::Reply(asked) => &asked.options.how,
            Request::Review(asked) => &asked.options.how,
            Request::Judge(asked) => &asked.options.how,
            Request::Check(asked) => &asked.options.how,
            Request::Verify(asked) => &asked.options.how,
            Request::Format(asked) => &asked.options.how,
            Request::Tokens(asked) => &asked.options.how,
            Request::Library(asked) => &asked.options.how,
            Request::Term(asked) => &asked.options.how,
            Request::Theorem(asked) => &asked.options.how,
        }
    }
}
