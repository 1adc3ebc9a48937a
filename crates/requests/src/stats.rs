//! `stats`: the size of a game.

use base::budget::Budget;
use base::text::Lang;
use grundy::statistics::PositionStatistics;
use grundy::{Session, SolveError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::{conventions, status, warnings};
use crate::question::QuestionRequest;

/// The options of `stats`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StatsOptions {
    /// Whether to skip counting outcomes, which saves work.
    pub no_outcomes: bool,
}

pub(crate) fn stats(
    session: &mut Session,
    asked: &QuestionRequest<StatsOptions>,
    budget: &Budget<'_>,
) -> Result<PositionStatistics, SolveError> {
    session.stats(asked.position()?, !asked.options.own.no_outcomes, budget)
}

/// Returns the mean number of options of the positions that have options, rounded to two decimal
/// places.
pub fn mean(stats: &PositionStatistics) -> f64 {
    let moving = stats.followers + 1 - stats.terminal;
    let mean = stats.options as f64 / moving.max(1) as f64;
    (mean * 100.0).round() / 100.0
}

pub(crate) fn json(stats: &PositionStatistics, lang: Lang) -> Value {
    let outcomes =
        stats.outcomes.as_ref().map(|o| json!({ "P": o.p, "N": o.n, "D": o.d, "method": o.method, "status": status(stats.status) }));
    let options = stats
        .branching
        .map(|(least, most)| json!({ "min": least, "mean": mean(stats), "max": most }));
    let mut object = json!({
        "position": stats.position,
        "conventions": conventions(&stats.conventions),
        "followers": stats.followers,
        "longest": stats.longest,
        "bits": stats.bits,
        "terminal": stats.terminal,
        "arcs": stats.options,
        "options": options,
        "outcomes": outcomes,
    });
    if !stats.warnings.is_empty() {
        object["warnings"] = warnings(&stats.warnings, lang);
    }
    object
}
