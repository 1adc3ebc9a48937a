//! What comes back: a reply for each command, typed, which writes itself as JSON.

use std::io::{self, Write};

use base::text::Lang;
use grundy::same::Compared;
use grundy::statistics::Statistics;
use serde_json::{Value, json};

use crate::apart;
use crate::chart;
use crate::check::Checked;
use crate::draw;
use crate::explain::Explained;
use crate::export::Written;
use crate::format::Formatted;
use crate::given::Given;
use crate::graph;
use crate::heap;
use crate::judge::Judged;
use crate::law;
use crate::library::Listed;
use crate::look::Looked;
use crate::misere;
use crate::nim::{self, Computed};
use crate::open::{self, Opened};
use crate::play::Played;
use crate::play::once::{Replied, Reviewed};
use crate::same;
use crate::solve::Solved;
use crate::stats;
use crate::table::{self, Saved};
use crate::theorem::Known;
use crate::tokens::{self, Token};
use crate::verify::Verified;
use crate::why::Reasoned;

/// The answer to a request, for each command a variant.
#[non_exhaustive]
pub enum Reply {
    /// The files that were opened.
    Opened(Vec<Opened>),
    /// The answer to `solve` and `moves`.
    Solved(Box<Solved>),
    /// The answer to `look`.
    Looked(Box<Looked>),
    /// A table.
    Table(table::Told),
    /// A table was written to a file.
    Saved(Saved),
    /// A plan.
    Explained(Box<Explained>),
    /// The reasons of a position.
    Reasoned(Box<Reasoned>),
    /// A position as a picture.
    Drawn(draw::Drawn),
    /// A table as a picture.
    Chart(Box<chart::Drawn>),
    /// A game graph.
    Graph(graph::Drawn),
    /// A position for another program.
    Export(Written),
    /// How large a game is.
    Stats(Statistics),
    /// What is known of a heap game.
    Heap(heap::Told),
    /// What is known of a game under misère play.
    Misere(Box<misere::Told>),
    /// The law of a game.
    Law(Box<law::Told>),
    /// What fits a table.
    Fitted(Given),
    /// Whether two games are the same.
    Compared(Compared),
    /// The value of an expression.
    Nim(Computed),
    /// A table of nimbers.
    NimTable(nim::Table),
    /// How a match stands, and what was done in it.
    Played(Box<Played>),
    /// The computer's move in a position.
    Replied(Box<Replied>),
    /// What the players of a course of play did with their chances.
    Reviewed(Box<Reviewed>),
    /// About a problem of a judge.
    Judged(Judged),
    /// The reports on some files.
    Checked(Vec<Checked>),
    /// What the checker says of a certificate.
    Verified(Verified),
    /// A rule file in its canonical layout.
    Formatted(Formatted),
    /// A text in classes.
    Tokens(Vec<Token>),
    /// The games of the library.
    Listed(Listed),
    /// Theorems.
    Theorems(Known),
}

impl Reply {
    /// Writes one JSON object and the end of its line. What is long is written piece by piece.
    ///
    /// # Errors
    /// What `out` reports.
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
            Reply::Compared(compared) => apart(|| same::told(compared, lang)),
            Reply::Nim(computed) => apart(|| computed.json()),
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
            Reply::Theorems(known) => apart(|| known.json(lang)),
        };
        writeln!(out, "{object}")
    }

    /// The cells of a table as bytes, which a face hands over beside the object.
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

    /// The object that [`Reply::json`] writes, as a value.
    pub fn value(&self, lang: Lang) -> Value {
        let mut bytes = Vec::new();
        let written = self.json(lang, &mut bytes).map_err(serde_json::Error::io);
        written
            .and_then(|()| serde_json::from_slice(&bytes))
            .expect("a list of bytes takes all, and replies are JSON")
    }
}
