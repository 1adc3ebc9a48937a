//! `same`: whether two games are the same in values, or in who wins.

use std::num::NonZeroUsize;

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::same::{Compared, POSITIONS, Verdict};
use grundy::{Error, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::status;
use crate::options::Options;

/// The request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Same {
    /// Two games, without positions.
    pub games: Vec<String>,
    /// How.
    pub options: Options<Compare>,
}

/// The options of `same`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Compare {
    /// Who wins only, no values.
    pub outcomes: bool,
    /// About how many positions are compared one by one.
    pub positions: Option<NonZeroUsize>,
}

pub(crate) fn same(
    session: &mut Session,
    asked: &Same,
    budget: &Budget<'_>,
) -> Result<Compared, Error> {
    let [first, second] = &asked.games[..] else {
        return Err(Error::Usage(text!(
            "two games are compared, for example kayles and nim",
            "需要两个游戏，例如 kayles 与 nim"
        )));
    };
    let Compare {
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

/// As JSON.
pub(crate) fn told(compared: &Compared, lang: Lang) -> Value {
    let mut object = json!({
        "games": compared.titles,
        "compares": if compared.values { "values" } else { "outcomes" },
        "same": compared.same(),
        "status": status(compared.status()),
    });
    match &compared.verdict {
        Verdict::Moves => object["by"] = json!("moves"),
        Verdict::Laws => object["by"] = json!("laws"),
        Verdict::All(positions) => {
            (object["by"], object["positions"]) = (json!("positions"), json!(positions))
        }
        Verdict::Agree(positions, why) => {
            (object["positions"], object["why"]) = (json!(positions), json!(why.get(lang)))
        }
        Verdict::Differ(position, told, _) => {
            let position: Vec<String> = position.iter().map(ToString::to_string).collect();
            object["differ"] = json!({ "position": position, "told": told });
        }
    }
    object
}
