//! `export`: a position as text for another program.

use base::budget::Budget;
use base::text;
use grundy::export::{Exported, Piece};
use grundy::{Error, Session};
use picture::cgsuite::cgsuite;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::graph::MOST_POSITIONS;
use crate::json::{grundy, status};
use crate::request::Question;

/// The options of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Export {
    /// For which program.
    pub to: Program,
    /// The most positions that are listed.
    pub limit: u64,
}

impl Default for Export {
    fn default() -> Export {
        Export {
            to: Program::default(),
            limit: 10_000,
        }
    }
}

/// A program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Program {
    /// CGSuite: a script.
    #[default]
    CgSuite,
}

/// The reply.
#[derive(Clone, Debug)]
pub struct Written {
    /// What was written down.
    pub exported: Exported,
    to: Program,
}

pub(crate) fn export(
    session: &mut Session,
    asked: &Question<Export>,
    budget: &Budget<'_>,
) -> Result<Written, Error> {
    let Export { to, limit } = asked.options.own;
    if !(1..=MOST_POSITIONS).contains(&limit) {
        return Err(Error::Usage(text!(
            "limit: expected 1 to {MOST_POSITIONS}",
            "limit：应为 1 到 {MOST_POSITIONS}"
        )));
    }
    Ok(Written {
        exported: session.export(asked.position()?, limit, budget)?,
        to,
    })
}

impl Written {
    /// The text.
    pub fn text(&self) -> String {
        match self.to {
            Program::CgSuite => cgsuite(&self.exported),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let Exported {
            position,
            value,
            status: trust,
            pieces,
        } = &self.exported;
        let listed: usize = pieces
            .iter()
            .map(|piece| {
                if let Piece::Listed(graph) = piece {
                    graph.nodes.len()
                } else {
                    0
                }
            })
            .sum();
        json!({ "position": position, "value": grundy(*value), "status": status(*trust), "listed": listed, "text": self.text() })
    }
}
