//! `explain`: the facts about the rules, the theorems and engines that were tried (with reasons),
//! and optionally the answer.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::Explanation;
use grundy::{Session, SolveError, position_text};
use rules::world::World;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::host::RequestHost;
use crate::json::{attempts, text, warnings};
use crate::question::QuestionRequest;
use crate::solve::answer_json;

/// The options of `explain`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ExplainOptions {
    /// Whether the reply contains the answer.
    pub analyze: bool,
}

/// The reply to `explain`.
#[derive(Clone, Debug)]
pub struct ExplainReply {
    /// The plan.
    pub plan: Explanation,
    /// The world with the games of the plan.
    pub world: Arc<World>,
    /// Elapsed time in seconds.
    pub seconds: f64,
}

pub(crate) fn explain(
    session: &mut Session,
    asked: &QuestionRequest<ExplainOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<ExplainReply, SolveError> {
    let (question, started) = (asked.position()?, host.now());
    let plan = session.explain(question, asked.options.own.analyze, budget)?;
    Ok(ExplainReply {
        plan,
        world: session.world.clone(),
        seconds: host.now() - started,
    })
}

impl ExplainReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let ExplainReply {
            plan,
            world,
            seconds,
        } = self;
        let games: Vec<Value> = plan
            .games
            .iter()
            .map(|game| {
                let facts: Vec<Value> = game
                    .facts
                    .iter()
                    .map(|f| {
                        let (statement, reason) = (text(&f.statement, lang), text(&f.reason, lang));
                        json!({ "name": f.name, "holds": f.holds, "statement": statement, "reason": reason })
                    })
                    .collect();
                json!({ "game": position_text::game(world, game.game), "facts": facts, "plan": attempts(&game.attempts, lang) })
            })
            .collect();
        let mut object = json!({
            "position": position_text::position(world, &plan.position),
            "games": games,
            "position_plan": attempts(&plan.whole, lang),
            "combination": text(&plan.combination, lang),
            "answer": plan.answer.as_ref().map(|a| answer_json(a, world, *seconds, lang)),
        });
        if !plan.warnings.is_empty() {
            object["warnings"] = warnings(&plan.warnings, lang);
        }
        object
    }
}
