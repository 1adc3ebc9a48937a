//! `same`: whether two games have the same values, or the same outcomes.

use std::num::NonZeroUsize;

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::comparison::{ComparisonVerdict, GameComparison, POSITIONS};
use grundy::{Session, SolveError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::status;
use crate::options::RequestOptions;

/// The request `same`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SameRequest {
    /// Two games, without positions.
    pub games: Vec<String>,
    /// The common options and the options of the command.
    pub options: RequestOptions<SameOptions>,
}

/// The options of `same`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SameOptions {
    /// Whether to compare outcomes only, not values.
    pub outcomes: bool,
    /// Approximate number of positions that are compared individually; `None` for the default.
    pub positions: Option<NonZeroUsize>,
}

pub(crate) fn same(
    session: &mut Session,
    asked: &SameRequest,
    budget: &Budget<'_>,
) -> Result<GameComparison, SolveError> {
    let [first, second] = &asked.games[..] else {
        return Err(SolveError::Usage(text!(
            "expected two games, for example kayles and nim",
            "需要两个游戏，例如 kayles 与 nim"
        )));
    };
    let SameOptions {
        outcomes,
        positions,
    } = asked.options.own;
    session.same(
        [first, second],
        outcomes,
        positions.map_or(POSITIONS, NonZeroUsize::get),
        budget,
    )
}

pub(crate) fn to_json(compared: &GameComparison, lang: Lang) -> Value {
    let mut object = json!({
        "games": compared.titles,
        "compares": if compared.values { "values" } else { "outcomes" },
        "same": compared.same(),
        "status": status(compared.status()),
    });
    match &compared.verdict {
        ComparisonVerdict::Moves => object["by"] = json!("moves"),
        ComparisonVerdict::Laws => object["by"] = json!("laws"),
        ComparisonVerdict::All(positions) => {
            (object["by"], object["positions"]) = (json!("positions"), json!(positions))
        }
        ComparisonVerdict::Agree(positions, why) => {
            (object["positions"], object["why"]) = (json!(positions), json!(why.get(lang)))
        }
        ComparisonVerdict::Differ(position, told, _) => {
            let position: Vec<String> = position.iter().map(ToString::to_string).collect();
            object["difference"] = json!({ "position": position, "results": told });
        }
    }
    object
}
