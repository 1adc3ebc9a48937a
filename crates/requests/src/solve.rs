//! `solve` and `moves`: the outcome and the value of a position, and all winning moves.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::answer::{Answer, ComponentAnswer, PartizanAnswer, ScoreAnswer, ScoredMove};
use grundy::answer::{StepAnswer, WinningMove};
use grundy::measure::Measure;
use grundy::{Session, SolveError, SolveOptions, position_text};
use picture::Picture;
use rules::ast::Player;
use rules::world::World;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::host::RequestHost;
use crate::json::{conventions, list, outcome, status, text, value, warnings, whole_value, worth};
use crate::options::{measure, named_player};
use crate::question::QuestionRequest;
use crate::thermograph::{ThermographFormat, solved_lines, walls_json};

/// The options of `solve`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SolveRequestOptions {
    /// Whether to compute only the outcome.
    pub winner: bool,
    /// Whether to return a certificate of the answer.
    pub certificate: bool,
    /// The quantity to measure; by default the value that decides the outcome.
    #[serde(deserialize_with = "measure")]
    pub value: Option<Measure>,
    /// If the players have different moves: the player who begins.
    #[serde(deserialize_with = "named_player")]
    pub to_move: Option<Player>,
    /// Whether the printed reply contains the thermograph of the value: its walls and a picture.
    /// Only for games in which the players have different moves.
    pub thermograph: bool,
    /// The format of the picture of the thermograph that the reply contains. Only for games in
    /// which the players have different moves.
    pub picture: ThermographFormat,
}

/// The options of `moves`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MovesOptions {
    /// Whether to list the losing moves instead of the winning moves.
    pub losing: bool,
    /// If the players have different moves: the player who begins.
    #[serde(deserialize_with = "named_player")]
    pub to_move: Option<Player>,
}

/// The reply to `solve` and to `moves`.
#[derive(Clone, Debug)]
pub struct SolveReply {
    /// The answer.
    pub answer: Answer,
    /// The world with the games of the answer.
    pub world: Arc<World>,
    /// The text of the checked certificate; `None` if no certificate was requested.
    pub certificate: Option<String>,
    /// Elapsed time in seconds.
    pub seconds: f64,
    /// Whether the thermograph is printed.
    is_thermograph_printed: bool,
    picture: ThermographFormat,
}

pub(crate) fn solve(
    session: &mut Session,
    asked: &QuestionRequest<SolveRequestOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<SolveReply, SolveError> {
    let (question, started) = (asked.position()?, host.now());
    let own = &asked.options.own;
    if own.value.is_some() && (own.winner || own.certificate) {
        return Err(SolveError::Usage(text!(
            "value cannot be combined with winner or certificate",
            "value 不能与 winner 或 certificate 同时使用"
        )));
    }
    if own.to_move.is_some() && (own.value.is_some() || own.certificate) {
        return Err(SolveError::Usage(text!(
            "to_move cannot be combined with value or certificate",
            "to_move 不能与 value 或 certificate 同时使用"
        )));
    }
    let (answer, certificate) = if let Some(measure) = own.value {
        (session.measure(question, measure, budget)?, None)
    } else if own.certificate {
        let (answer, text) = session.certify(question, own.winner, budget)?;
        (answer, Some(text))
    } else {
        (
            session.solve(
                question,
                SolveOptions {
                    moves: false,
                    winner_only: own.winner,
                    to_move: own.to_move,
                },
                budget,
            )?,
            None,
        )
    };
    let picture = own.picture;
    if (own.thermograph || picture != ThermographFormat::None) && answer.partizan.is_none() {
        return Err(without_thermograph());
    }
    Ok(SolveReply {
        answer,
        world: session.world.clone(),
        certificate,
        seconds: host.now() - started,
        is_thermograph_printed: own.thermograph,
        picture,
    })
}

pub(crate) fn moves(
    session: &mut Session,
    asked: &QuestionRequest<MovesOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<SolveReply, SolveError> {
    let (question, started) = (asked.position()?, host.now());
    let answer = match asked.options.own.losing {
        true if asked.options.own.to_move.is_some() => {
            return Err(SolveError::Usage(text!(
                "to_move cannot be combined with losing",
                "to_move 不能与 losing 同时使用"
            )));
        }
        true => session.losing(question, budget)?,
        false => session.solve(
            question,
            SolveOptions {
                moves: true,
                winner_only: true,
                to_move: asked.options.own.to_move,
            },
            budget,
        )?,
    };
    Ok(SolveReply {
        answer,
        world: session.world.clone(),
        certificate: None,
        seconds: host.now() - started,
        is_thermograph_printed: false,
        picture: ThermographFormat::None,
    })
}

/// Returns the error for a thermograph of a game in which the players have the same moves.
pub fn without_thermograph() -> SolveError {
    SolveError::Usage(text!(
        "only games in which the players have different moves have a thermograph",
        "只有双方着法不同的游戏才有温度图"
    ))
}

/// Returns the thermograph of an answer as SVG; `None` if the players have the same moves or the
/// value is not known.
pub(crate) fn thermograph_picture(answer: &Answer, lang: Lang) -> Option<String> {
    let drawn = draw_value(answer, ThermographFormat::Svg, lang)?;
    Some(drawn.text())
}

fn draw_value(answer: &Answer, format: ThermographFormat, lang: Lang) -> Option<Picture> {
    let value = answer.partizan.as_ref()?.value.as_ref()?;
    let name = value.name.as_deref().unwrap_or("…");
    format.picture(&value.thermograph, name, lang)
}

impl SolveReply {
    /// Returns the thermograph as text, if it was requested and the value is known.
    pub fn thermograph_text(&self, lang: Lang) -> Option<String> {
        let value = self.answer.partizan.as_ref()?.value.as_ref()?;
        self.is_thermograph_printed
            .then(|| solved_lines(&value.thermograph, lang))
    }

    /// Draws the thermograph; `None` if no format was requested or the value is
    /// not known.
    pub fn draw(&self, format: ThermographFormat, lang: Lang) -> Option<Picture> {
        draw_value(&self.answer, format, lang)
    }

    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let mut object = answer_json(&self.answer, &self.world, self.seconds, lang);
        if let Some(certificate) = &self.certificate {
            object["certificate"] = json!(certificate);
        }
        if self.picture != ThermographFormat::None {
            object["picture"] = json!(self.draw(self.picture, lang).map(|drawn| drawn.text()));
        }
        object
    }
}

/// Returns an answer as JSON, for the replies to `solve`, `moves` and `explain`.
pub(crate) fn answer_json(answer: &Answer, world: &World, seconds: f64, lang: Lang) -> Value {
    let measured = answer.measured.as_ref();
    let component = |(at, c): (usize, &ComponentAnswer)| {
        let own = measured
            .and_then(|measured| measured.parts.get(at))
            .map_or_else(|| value(c.value, c.loopy.as_ref()), worth);
        json!({ "position": position_text::component(world, &c.component), "value": own, "method": c.method })
    };
    let components = list(answer.components.iter().enumerate().map(component));
    let whole = whole_value(answer.value, answer.loopy.as_ref(), measured);
    let mut object = json!({
        "position": position_text::position(world, &answer.position),
        "conventions": conventions(&answer.conventions),
        "outcome": outcome(answer.outcome),
        "value": whole,
        "components": components,
        "status": status(answer.status),
        "evidence": text(&answer.evidence.text(), lang),
        "work": { "positions": answer.stats.positions, "options": answer.stats.options, "seconds": seconds },
    });
    if let Some(score) = &answer.score {
        object["score"] = score_json(score);
    }
    if let Some(partizan) = &answer.partizan {
        add_partizan(&mut object, partizan, world, lang);
    }
    if let Some(moves) = answer.remoteness {
        object["remoteness"] = json!(moves);
    }
    if let Some(measured) = measured {
        object["measure"] = json!(measured.measure.name());
    }
    if !answer.warnings.is_empty() {
        object["warnings"] = warnings(&answer.warnings, lang);
    }
    let scored = answer.score.as_ref().and_then(|score| score.moves.as_ref());
    for (name, moves) in [("moves", &answer.moves), ("losing_moves", &answer.losing)] {
        let Some(moves) = moves else { continue };
        let count = scored.map_or(moves.len(), Vec::len);
        object[name] = match scored {
            Some(scored) => list(scored.iter().map(|one| scored_move(one, world, lang))),
            None => list(moves.iter().map(|made| winning(made, world, lang))),
        };
        if let Some(more) = answer.more_moves {
            object["more_moves"] = text(&more.text(count), lang);
        }
    }
    if let Some(drawing) = &answer.drawing {
        object["drawing"] = list(drawing.iter().map(|made| winning(made, world, lang)));
        if let Some(more) = answer.more_drawing {
            object["more_drawing"] = text(&more.text(drawing.len()), lang);
        }
    }
    object
}

/// Adds the outcome, the values and the moves if the players have different moves.
fn add_partizan(object: &mut Value, partizan: &PartizanAnswer, world: &World, lang: Lang) {
    let outcome = match partizan.winners.class() {
        Some(class) => Some(class.letter()),
        None => partizan.winners.is_draw().then_some('D'),
    };
    object["outcome"] = json!(outcome.map(|letter| letter.to_string()));
    for player in Player::ALL {
        if let Some(result) = partizan.winners.if_begins(player) {
            object["winner"][player.word()] = json!(result.word());
        }
        if let Some(length) = partizan.lengths[player as usize] {
            object["remoteness"][player.word()] = json!(length);
        }
    }
    if let Some(value) = &partizan.value {
        let [left, right] = value.stops.map(|stop| stop.to_string());
        object["value"] = json!(value.name);
        for (at, name) in value.components.iter().enumerate() {
            object["components"][at]["value"] = json!(name);
        }
        object["stops"] = json!({ "left": left, "right": right });
        object["mean"] = json!(value.mean.to_string());
        object["temperature"] = json!(value.temperature.to_string());
        object["thermograph"] = walls_json(&value.thermograph);
    }
    if let Some(reason) = &partizan.value_stopped {
        object["value_stopped"] = json!(reason.get(lang));
    }
    if let Some(moves) = &partizan.moves {
        for (player, moves) in Player::ALL.into_iter().zip(moves) {
            if partizan.winners.if_begins(player).is_none() {
                continue;
            }
            let shown = list(moves.list.iter().map(|made| winning(made, world, lang)));
            object["moves"][player.word()] =
                json!({ "count": moves.count, "holds_draw": moves.hold_draw, "list": shown });
        }
    }
}

/// Returns the points of both players as JSON.
fn score_json(score: &ScoreAnswer) -> Value {
    let mut object = json!({ "difference": score.difference });
    if let Some((mover, other)) = score.shares {
        object["mover"] = json!(mover);
        object["other"] = json!(other);
    }
    object
}

/// Returns a move as JSON, with its points.
fn scored_move(one: &ScoredMove, world: &World, lang: Lang) -> Value {
    let mut object = winning(&one.made, world, lang);
    object["gain"] = json!(one.gain);
    object["score"] = json!(one.worth);
    object
}

/// Returns a move as JSON, with the position that it leaves.
pub(crate) fn winning(made: &WinningMove, world: &World, lang: Lang) -> Value {
    let steps: Vec<Value> = made
        .steps
        .iter()
        .map(|step| stepped(step, world, lang))
        .collect();
    json!({ "steps": steps, "leaves": position_text::position(world, &made.leaves) })
}

/// Returns a step of a move as JSON, with the position that the step leaves in its component.
pub(crate) fn stepped(step: &StepAnswer, world: &World, lang: Lang) -> Value {
    json!({
        "component": step.component,
        "from": position_text::component(world, &step.from),
        "label": position_text::step(world, step).map(|words| text(&words, lang)),
        "choices": step.choices,
        "leaves": position_text::position(world, &step.leaves),
    })
}
