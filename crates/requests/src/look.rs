//! `look`: everything that a board needs in one reply. The reply contains the answer of `solve`,
//! every legal move, and the picture with named parts. For each move, the reply lists the position
//! that the move leaves and the parts of the picture that it touches.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::answer::WinningMove;
use grundy::player::{JudgedMove, MAX_LISTED_MOVES, PositionOverview};
use grundy::{Session, SolveError, position_text};
use picture::position;
use rules::ast::DrawKind;
use rules::play::Component;
use rules::view::{ComponentView, component_views_as, drawings, touched_places};
use rules::world::World;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::draw::{chosen, words_of};
use crate::host::RequestHost;
use crate::json::{conventions, grundy as value, list, outcome};
use crate::play::move_json;
use crate::question::QuestionRequest;
use crate::solve;

/// Maximum number of components of a picture.
const DRAWN: usize = 200;

/// The options of `look`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LookOptions {
    /// Maximum number of moves that are listed.
    pub limit: usize,
    /// Whether to draw the position.
    pub picture: bool,
    /// The drawing, by its name in the item `draw`. `None` selects the drawing that the rules name.
    /// If the rules name no drawing, `None` selects a drawing that suits the state.
    pub drawing: Option<String>,
    /// Whether to solve the position and its moves.
    pub solve: bool,
}

impl Default for LookOptions {
    fn default() -> LookOptions {
        LookOptions {
            limit: MAX_LISTED_MOVES,
            picture: true,
            drawing: None,
            solve: true,
        }
    }
}

/// The reply to `look`.
#[derive(Clone, Debug)]
pub struct LookReply {
    /// The answer and the moves.
    pub look: PositionOverview,
    /// The world with the games of the answer.
    pub world: Arc<World>,
    /// The view of each component; empty if the position has too many components.
    pub seen: Vec<ComponentView>,
    /// The drawings that are possible for the position.
    pub drawings: Vec<DrawKind>,
    chosen: Option<DrawKind>,
    picture: bool,
    seconds: f64,
}

pub(crate) fn look(
    session: &mut Session,
    asked: &QuestionRequest<LookOptions>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<LookReply, SolveError> {
    let (question, started, own) = (asked.position()?, host.now(), &asked.options.own);
    if !(1..=MAX_LISTED_MOVES).contains(&own.limit) {
        return Err(SolveError::Usage(text!(
            "limit: expected 1 to {MAX_LISTED_MOVES}",
            "limit：应为 1 到 {MAX_LISTED_MOVES}"
        )));
    }
    let look = match own.solve {
        true => session.look(question, own.limit, budget)?,
        false => session.look_unsolved(question, own.limit, budget)?,
    };
    let world = session.world.clone();
    let drawings = drawings(&world, &look.position);
    let chosen = chosen(own.drawing.as_deref(), &look.position, &drawings)?;
    let seen = if look.position.len() <= DRAWN {
        component_views_as(&world, &look.position, chosen)
    } else {
        Vec::new()
    };
    Ok(LookReply {
        look,
        world,
        seen,
        drawings,
        chosen,
        picture: own.picture,
        seconds: host.now() - started,
    })
}

impl LookReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        let LookReply {
            look, world, seen, ..
        } = self;
        let mut object = match &look.answer {
            Some(answer) => solve::answer_json(answer, world, self.seconds, lang),
            None => self.unsolved(),
        };
        object["legal"] = list(look.moves.iter().map(|judged| self.judged(judged, lang)));
        object["complete"] = json!(look.complete);
        object["drawings"] = json!(words_of(&self.drawings));
        if self.picture {
            object["picture"] = if seen.is_empty() {
                Value::Null
            } else {
                json!(position::drawing(seen, lang).svg())
            };
            let answer = look.answer.as_ref();
            if let Some(picture) = answer.and_then(|own| solve::thermograph_picture(own, lang)) {
                object["thermograph_picture"] = json!(picture);
            }
        }
        object
    }

    /// Returns the fields of `solve` that need no answer; the outcome and the values are `null`.
    fn unsolved(&self) -> Value {
        let PositionOverview {
            position,
            conventions: own,
            ..
        } = &self.look;
        let component = |one: &Component| json!({ "position": position_text::component(&self.world, one), "value": null, "method": "" });
        json!({
            "position": position_text::position(&self.world, position),
            "conventions": conventions(own),
            "outcome": null,
            "value": null,
            "components": list(position.iter().map(component)),
            "status": { "kind": "unknown" },
            "evidence": "",
            "work": { "positions": 0, "options": 0, "seconds": self.seconds },
        })
    }

    fn judged(&self, judged: &JudgedMove, lang: Lang) -> Value {
        let mut told = move_json(&judged.made, &self.world, lang);
        told["outcome"] = json!(judged.outcome.map(outcome));
        told["value"] = json!(judged.value.map(value));
        if let Some(moves) = judged.remoteness {
            told["remoteness"] = json!(moves);
        }
        if let Some(player) = judged.player {
            told["player"] = json!(player.word());
        }
        told["parts"] = json!(self.parts(&judged.made));
        told
    }

    /// Returns the names of the parts of the picture that a move touches.
    fn parts(&self, made: &WinningMove) -> Vec<String> {
        let steps: Vec<(usize, &[Component])> = made
            .steps
            .iter()
            .map(|step| (step.component - 1, &step.leaves[..]))
            .collect();
        touched_places(
            &self.world,
            &self.look.position,
            &self.seen,
            self.chosen,
            &steps,
        )
        .iter()
        .map(ToString::to_string)
        .collect()
    }

    /// Returns the position as text that can be used in a query.
    pub fn position(&self) -> String {
        position_text::position_with_counts(&self.world, &self.look.position)
    }
}
