//! `why`: the reasons for the outcome of a position. The reasons are the value as a mex, or the
//! theorem that applies, the nim-sum, and a winning move.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::WinningMove;
use grundy::partizan_why::SideReason;
use grundy::plan::AppliedTheorem;
use grundy::why::{Balance, ComponentReason, MexStep, MoveOutcomes, WhyAnswer as Reasons};
use grundy::{Session, SolveError, position_text};
use rules::play::Component;
use rules::world::World;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::host::RequestHost;
use crate::json::{grundy, text};
use crate::question::QuestionRequest;
use crate::solve::{answer_json, stepped, winning};

/// The options of `why`: only the common options are allowed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WhyOptions {}

/// The reply to `why`.
#[derive(Clone, Debug)]
pub struct WhyReply {
    /// The reasons.
    pub why: Reasons,
    /// The world with the games of the reasons.
    pub world: Arc<World>,
    /// Elapsed time in seconds.
    pub seconds: f64,
}

pub(crate) fn why(
    session: &mut Session,
    asked: &QuestionRequest<WhyOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<WhyReply, SolveError> {
    let (question, started) = (asked.position()?, host.now());
    let why = session.why(question, budget)?;
    Ok(WhyReply {
        why,
        world: session.world.clone(),
        seconds: host.now() - started,
    })
}

impl WhyReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        reasons(&self.why, &self.world, self.seconds, lang)
    }
}

/// Returns reasons as JSON, for the replies to `why` and `play`.
pub(crate) fn reasons(why: &Reasons, world: &World, seconds: f64, lang: Lang) -> Value {
    let Reasons {
        balance: sum,
        parts,
        more_parts,
        whole,
        turns: played,
        example,
        remoteness,
        sides,
        ..
    } = why;
    json!({
        "answer": answer_json(&why.answer, world, seconds, lang),
        "over": why.over,
        "balance": sum.as_ref().map(|sum| balance(sum, world)),
        "parts": parts.iter().map(|part| part_json(part, world, lang)).collect::<Vec<_>>(),
        "more_parts": more_parts,
        "theorem": whole.as_ref().map(|theorem| at_work(theorem, lang)),
        "turns": played.as_ref().map(|played| turns(played, world, lang)),
        "example": example.as_ref().map(|one| winning(one, world, lang)),
        "remoteness": remoteness,
        "sides": sides.iter().map(|side| side_json(side, world, lang)).collect::<Vec<_>>(),
    })
}

/// Returns the reason for the result if a player begins as JSON.
fn side_json(side: &SideReason, world: &World, lang: Lang) -> Value {
    let shown = |made: &WinningMove| winning(made, world, lang);
    let answers = side.answers.iter();
    let answer = |(made, answer): &(WinningMove, Option<WinningMove>)| json!({ "move": shown(made), "answer": answer.as_ref().map(shown) });
    json!({
        "begins": side.player.word(),
        "winner": side.result.word(),
        "moves": side.moves,
        "best": side.best.as_ref().map(shown),
        "answers": answers.map(answer).collect::<Vec<_>>(),
    })
}

fn balance(balance: &Balance, world: &World) -> Value {
    let part = |(one, value): &(Component, u64)| json!({ "position": position_text::component(world, one), "value": value });
    json!({
        "parts": balance.parts.iter().map(part).collect::<Vec<_>>(),
        "total": balance.total,
        "bit": balance.deciding_bit(),
        "reduce": balance.reduce.map(|(component, to)| json!({ "component": component, "to": to })),
        "can_end": balance.can_end,
    })
}

fn part_json(part: &ComponentReason, world: &World, lang: Lang) -> Value {
    json!({
        "position": position_text::component(world, &part.component),
        "value": part.value.map(grundy),
        "theorem": part.theorem.as_ref().map(|theorem| at_work(theorem, lang)),
        "mex": part.mex.as_ref().map(|step| mex(step, world, lang)),
    })
}

fn at_work(theorem: &AppliedTheorem, lang: Lang) -> Value {
    json!({
        "name": theorem.name,
        "statement": text(&theorem.said.statement, lang),
        "source": theorem.said.source,
        "computation": theorem.works.as_ref().map(|works| text(works, lang)),
    })
}

fn mex(step: &MexStep, world: &World, lang: Lang) -> Value {
    let values = step.values.iter();
    let value = values.map(|of| json!({ "value": grundy(of.value), "options": of.count, "example": stepped(&of.example, world, lang) }));
    json!({ "options": step.options, "values": value.collect::<Vec<_>>() })
}

fn turns(turns: &MoveOutcomes, world: &World, lang: Lang) -> Value {
    let told = |made: &WinningMove| winning(made, world, lang);
    let answers = turns.answers.iter();
    let answers = answers
        .map(|(made, answer)| json!({ "move": told(made), "reply": answer.as_ref().map(told) }));
    json!({ "moves": turns.moves, "to_lost": turns.to_lost, "to_drawn": turns.to_drawn, "replies": answers.collect::<Vec<_>>() })
}
