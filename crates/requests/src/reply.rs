//! The replies: one type per command, each of which serializes itself as JSON.

use std::io::{self, Write};

use base::text::Lang;
use grundy::comparison::GameComparison;
use grundy::statistics::PositionStatistics;
use serde_json::{Value, json};

use crate::apart;
use crate::chart;
use crate::check::FileCheckReply;
use crate::draw;
use crate::explain::ExplainReply;
use crate::export::ExportReply;
use crate::fit::FitReply;
use crate::format::FormatReply;
use crate::graph;
use crate::heap;
use crate::judge::JudgeReply;
use crate::law;
use crate::library::LibraryReply;
use crate::look::LookReply;
use crate::misere;
use crate::nim::{self, NimReply};
use crate::open::{self, OpenedFile};
use crate::play::PlayReply;
use crate::play::stateless::{ComputerMoveReply, ReviewReply};
use crate::same;
use crate::solve::SolveReply;
use crate::stats;
use crate::table::{self, TableFileReply};
use crate::term::TermReply;
use crate::theorem::TheoremReply;
use crate::tokens::{self, ClassifiedToken};
use crate::value::ValueReply;
use crate::verify::VerifyReply;
use crate::why::WhyReply;

/// The reply to a request, with one variant per command.
#[non_exhaustive]
pub enum Reply {
    /// The files that were opened.
    Opened(Vec<OpenedFile>),
    /// The reply to `solve` and `moves`.
    Solved(Box<SolveReply>),
    /// The reply to `look`.
    Looked(Box<LookReply>),
    /// A table.
    Table(table::TableReply),
    /// A table was written to a file.
    Saved(TableFileReply),
    /// A plan.
    Explained(Box<ExplainReply>),
    /// The reasons for the outcome of a position.
    Reasoned(Box<WhyReply>),
    /// A position as a picture.
    Drawn(draw::DrawReply),
    /// A table as a picture.
    Chart(Box<chart::ChartReply>),
    /// A game graph.
    Graph(graph::GraphReply),
    /// A position for another program.
    Export(ExportReply),
    /// The size of a game.
    Stats(PositionStatistics),
    /// The reply to `heap`.
    Heap(heap::HeapReply),
    /// The reply to `misere`.
    Misere(Box<misere::MisereReply>),
    /// The law of a game.
    Law(Box<law::LawReply>),
    /// The conjecture for a table.
    Fitted(FitReply),
    /// The comparison of two games.
    Compared(GameComparison),
    /// The value of an expression.
    Nim(NimReply),
    /// The value of an expression of partizan games.
    Valued(Box<ValueReply>),
    /// A table of nimbers.
    NimTable(nim::NimTable),
    /// The state of a match, and the result of an action in it.
    Played(Box<PlayReply>),
    /// The computer's move in a position.
    Replied(Box<ComputerMoveReply>),
    /// The review of a game.
    Reviewed(Box<ReviewReply>),
    /// The reply about a problem of a judge.
    Judged(JudgeReply),
    /// The reports on rule files.
    Checked(Vec<FileCheckReply>),
    /// The result of checking a certificate.
    Verified(VerifyReply),
    /// A rule file in its canonical layout.
    Formatted(FormatReply),
    /// The classified tokens of a text.
    Tokens(Vec<ClassifiedToken>),
    /// The games of the library.
    Listed(LibraryReply),
    /// Terms with their meanings.
    Terms(TermReply),
    /// Theorems.
    Theorems(TheoremReply),
}

impl Reply {
    /// Writes one JSON object and a line break. Long replies are written piece by piece.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn json(&self, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let object = match self {
            Reply::Table(table) => return apart(|| table::json(table, lang, out)),
            Reply::Chart(drawn) => return apart(|| drawn.json(lang, out)),
            Reply::Heap(told) => return apart(|| told.json(out)),
            Reply::Tokens(list) => return apart(|| tokens::json(list, out)),
            Reply::NimTable(table) => return apart(|| nim::table_json(*table, out)),
            Reply::Opened(list) => apart(|| open::json(list)),
            Reply::Solved(solved) => apart(|| solved.json(lang)),
            Reply::Looked(looked) => apart(|| looked.json(lang)),
            Reply::Saved(saved) => apart(|| saved.json()),
            Reply::Explained(explained) => apart(|| explained.json(lang)),
            Reply::Reasoned(reasoned) => apart(|| reasoned.json(lang)),
            Reply::Drawn(drawn) => apart(|| drawn.json()),
            Reply::Graph(drawn) => apart(|| drawn.json()),
            Reply::Export(found) => apart(|| found.json()),
            Reply::Stats(found) => apart(|| stats::json(found, lang)),
            Reply::Misere(told) => apart(|| told.json(lang)),
            Reply::Law(told) => apart(|| told.json(lang)),
            Reply::Fitted(given) => apart(|| given.json()),
            Reply::Compared(compared) => apart(|| same::to_json(compared, lang)),
            Reply::Nim(computed) => apart(|| computed.json()),
            Reply::Valued(valued) => apart(|| valued.json(lang)),
            Reply::Played(played) => apart(|| played.json(lang)),
            Reply::Replied(replied) => apart(|| replied.json(lang)),
            Reply::Reviewed(reviewed) => apart(|| reviewed.json(lang)),
            Reply::Judged(judged) => apart(|| judged.json(lang)),
            Reply::Checked(list) => apart(
                || json!({ "reports": list.iter().map(|checked| checked.json(lang)).collect::<Vec<_>>() }),
            ),
            Reply::Verified(verified) => apart(|| verified.json(lang)),
            Reply::Formatted(formatted) => apart(|| formatted.json()),
            Reply::Listed(listed) => apart(|| listed.json(lang)),
            Reply::Terms(found) => apart(|| found.json()),
            Reply::Theorems(known) => apart(|| known.json(lang)),
        };
        writeln!(out, "{object}")
    }

    /// Returns the cells of a table as bytes, which a front end sends separately from the object.
    pub fn raw(&self) -> Option<&[u8]> {
        match self {
            Reply::Table(table) => table.raw.as_ref().map(|raw| &raw.bytes[..]),
            _ => None,
        }
    }

    /// Takes the cells of a table out of the reply.
    pub fn take_raw(&mut self) -> Option<Vec<u8>> {
        match self {
            Reply::Table(table) => table.raw.as_mut().map(|raw| std::mem::take(&mut raw.bytes)),
            _ => None,
        }
    }

    /// Returns the object that [`Reply::json`] writes, as a [`Value`].
    pub fn value(&self, lang: Lang) -> Value {
        let mut bytes = Vec::new();
        let written = self.json(lang, &mut bytes).map_err(serde_json::Error::io);
        written
            .and_then(|()| serde_json::from_slice(&bytes))
            .expect("a list of bytes takes all, and replies are JSON")
    }
}
