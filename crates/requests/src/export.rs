//! `export`: a position as text for another program.

use base::budget::Budget;
use base::text;
use grundy::export::{ExportAnswer, ExportedPiece};
use grundy::{Session, SolveError};
use picture::cgsuite::cgsuite;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::graph::MAX_POSITIONS;
use crate::json::{grundy, status};
use crate::question::QuestionRequest;

/// The options of `export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExportOptions {
    /// The target program.
    pub to: ExportTarget,
    /// Maximum number of positions that are listed.
    pub limit: u64,
}

impl Default for ExportOptions {
    fn default() -> ExportOptions {
        ExportOptions {
            to: ExportTarget::default(),
            limit: 10_000,
        }
    }
}

/// A target program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportTarget {
    /// CGSuite: a script.
    #[default]
    CgSuite,
}

/// The reply to `export`.
#[derive(Clone, Debug)]
pub struct ExportReply {
    /// The exported position.
    pub exported: ExportAnswer,
    to: ExportTarget,
}

pub(crate) fn export(
    session: &mut Session,
    asked: &QuestionRequest<ExportOptions>,
    budget: &Budget<'_>,
) -> Result<ExportReply, SolveError> {
    let ExportOptions { to, limit } = asked.options.own;
    if !(1..=MAX_POSITIONS).contains(&limit) {
        return Err(SolveError::Usage(text!(
            "limit: expected 1 to {MAX_POSITIONS}",
            "limit：应为 1 到 {MAX_POSITIONS}"
        )));
    }
    Ok(ExportReply {
        exported: session.export(asked.position()?, limit, budget)?,
        to,
    })
}

impl ExportReply {
    /// Returns the text for the target program.
    pub fn text(&self) -> String {
        match self.to {
            ExportTarget::CgSuite => cgsuite(&self.exported),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let ExportAnswer {
            position,
            value,
            status: trust,
            pieces,
        } = &self.exported;
        let listed: usize = pieces
            .iter()
            .map(|piece| {
                if let ExportedPiece::Listed(graph) = piece {
                    graph.nodes.len()
                } else {
                    0
                }
            })
            .sum();
        json!({ "position": position, "value": grundy(*value), "status": status(*trust), "listed": listed, "text": self.text() })
    }
}
