//! This module applies theorems about a model game to all games that are equivalent to the model.
//! The model is a small game in the rule language. [`facts::same`] shows that a user's game has the
//! moves of the model, up to the order of the slots and a shift of their ranges. A [`ModelLaw`]
//! describes the model's positions, and its moves are translated back into moves of the user's
//! game. A model may have parameters (a factor, a number of piles), which are guessed from the game
//! and then proved.

mod lowered_model;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{GameFacts, ModelMatch, identical, same};
use rules::game::Outcome;
use rules::ir::{Game, Int};

pub(crate) use lowered_model::LoweredModel;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase, make_text};
use theory::value::Grundy;

/// A law for every position of a model.
pub(crate) trait ModelLaw: Send + Sync {
    /// Computes the data that the other methods need, once the game is recognised.
    fn prepare(&mut self, _budget: &Budget<'_>) -> Result<(), StopReason> {
        Ok(())
    }

    /// Returns whether the law gives values, and not only outcomes.
    fn knows_values(&self) -> bool {
        true
    }

    /// Returns whether the law covers all positions whose numbers are at most those in `greatest`.
    fn reaches(&self, _greatest: &[Int]) -> bool {
        true
    }

    /// Returns the Grundy value; `None` if only outcomes are known or the value does not fit in a
    /// [`Grundy`].
    fn value(&self, _position: &[Int]) -> Option<Grundy> {
        None
    }

    /// Returns whether the player to move loses.
    fn is_lost(&self, position: &[Int], _budget: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(self.value(position) == Some(Grundy::ZERO))
    }

    /// Returns the suspense under normal play, or `None` if it is not known.
    fn suspense(&self, _position: &[Int]) -> Option<u64> {
        None
    }

    /// Returns every move to an option of the given value as rule and choices, for a game whose
    /// rules are those of the model. Returns `None` if [`ModelLaw::options`] gives the options, or
    /// if the caller must search for them. If the law gives only outcomes, this method is called
    /// only for lost options, with the value zero.
    fn moves(
        &self,
        _position: &[Int],
        _value: Grundy,
        _budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        Ok(None)
    }

    /// Returns the options of the given value, possibly with additional positions that are not
    /// options. If the law gives only outcomes, this method is called only for lost options, with
    /// the value zero. Returns `None` if the law cannot list these options, so that the caller must
    /// search all options for them.
    fn options(
        &self,
        _position: &[Int],
        _value: Grundy,
        _budget: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        Ok(None)
    }

    /// Returns whether [`ModelLaw::moves`] or [`ModelLaw::options`] lists all results. If the
    /// method returns false, the list contains at least one result, provided that a result exists.
    fn lists_all(&self, _position: &[Int]) -> bool {
        true
    }

    /// Explains how the law finds its result for one position ([`ClosedForm::explanation`]).
    fn explanation(&self, _position: &[Int]) -> Option<Text> {
        None
    }
}

/// Options of a position, each a list of components.
pub(crate) type Options<'a> = Box<dyn Iterator<Item = Vec<Vec<Int>>> + 'a>;

/// A model with its law.
pub(crate) struct Model {
    /// The rules of a game called `Model`.
    pub(crate) text: String,
    pub(crate) law: Box<dyn ModelLaw>,
}

/// A theorem about models.
pub(crate) struct ModelTheorem {
    pub(crate) name: &'static str,
    pub(crate) statement: (&'static str, &'static str),
    pub(crate) source: &'static str,
    /// The numbers of slots that a position may have in a game to which the theorem applies.
    pub(crate) slots: std::ops::RangeInclusive<usize>,
    /// Whether the laws give the suspense; if so, every move of the models leaves one component.
    pub(crate) suspense: bool,
    /// Returns the models to which a game may be equivalent; the caller must test the equivalence.
    pub(crate) models: fn(&Game, &GameFacts, &Budget<'_>) -> Result<Vec<Model>, ConditionError>,
}

impl ModelTheorem {
    /// Returns the closed form if the game is equivalent to a model. Which player wins at the end
    /// of play is not checked.
    pub(crate) fn recognise(
        &self,
        case: &TheoremCase<'_>,
    ) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let ((game, facts), budget) = (case.read()?, case.budget);
        let count = game.slots.len();
        if !self.slots.contains(&count) {
            let (least, most) = (self.slots.start(), self.slots.end());
            let (en, zh) = if least == most {
                (String::new(), String::new())
            } else {
                (format!("{least} to "), format!("{least} 至 "))
            };
            return Err(text!(
                "needs positions of {en}{most} slots, but a position of this game has {count}",
                "需要 {zh}{most} 个分量的局面；此处为 {count} 个"
            )
            .into());
        }
        let mut refusal = None;
        for Model { text, mut law } in (self.models)(game, facts, budget)? {
            budget.ask()?;
            let text = text.replacen("Model", &camel(self.name), 1);
            let model = LoweredModel::model(&text);
            let same = match same(game, facts.this, model.game(), model.id(), budget) {
                Ok(same) => Some(same),
                Err(ConditionError::Stopped(stop)) => return Err(stop.into()),
                Err(_) if identical(game, facts.this, model.game(), model.id()) => None,
                Err(near @ ConditionError::Near(_)) => {
                    refusal = refusal
                        .filter(|known| matches!(known, ConditionError::Near(_)))
                        .or(Some(near));
                    continue;
                }
                Err(why) => {
                    refusal = refusal.or(Some(why));
                    continue;
                }
            };
            law.prepare(budget)?;
            return Ok(Box::new(ModelForm { same, law, text }));
        }
        Err(refusal.unwrap_or_else(|| {
            text!(
                "the rules are not equivalent to any game for which this theorem is stated",
                "规则与此定理的模型都不相符"
            )
            .into()
        }))
    }
}

impl Theorem for ModelTheorem {
    fn name(&self) -> &'static str {
        self.name
    }

    fn statement(&self) -> Text {
        make_text(self.statement.0, self.statement.1)
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn leaves_one(&self, facts: &GameFacts) -> bool {
        self.suspense || facts.take_away.is_ok()
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        case.read()?;
        case.needs_plain()?;
        self.recognise(case)
    }
}

/// Converts a theorem name like `again-stone` to a game name like `AgainStone`.
fn camel(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').map(word).collect()
}

/// The closed form of a game that is equivalent to a model.
struct ModelForm {
    /// The correspondence with the model; `None` if the comparison failed but the game is written
    /// like the model.
    same: Option<ModelMatch>,
    law: Box<dyn ModelLaw>,
    text: String,
}

impl ModelForm {
    /// Returns the position in the model's numbers, or `None` if the ranges of the game are lower
    /// and a number no longer fits.
    fn position(&self, slots: &[Int]) -> Option<Vec<Int>> {
        match &self.same {
            Some(same) => same.position(slots),
            None => Some(slots.to_vec()),
        }
    }
}

impl ClosedForm for ModelForm {
    fn summary(&self) -> Text {
        let model = self
            .text
            .split_once('{')
            .map_or("", |(_, rest)| rest)
            .trim_end_matches('}')
            .trim();
        match self.same {
            Some(_) => text!(
                "same moves as in `{model}`, written differently",
                "与 `{model}` 着法相同，只是写法不同"
            ),
            None => text!("written exactly as `{model}`", "与 `{model}` 写法相同"),
        }
    }

    fn knows_values(&self) -> bool {
        self.law.knows_values()
    }

    fn beyond_reach(&self, greatest: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let reaches = self
            .position(greatest)
            .is_some_and(|greatest| self.law.reaches(&greatest));
        Ok((!reaches).then(|| text!("applies, but the numbers are too large", "适用，但数目过大")))
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(self
            .position(slots)
            .and_then(|position| self.law.value(&position)))
    }

    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        let position = self.position(slots).expect("within reach");
        Ok(match self.law.is_lost(&position, budget)? {
            true => Outcome::P,
            false => Outcome::N,
        })
    }

    fn suspense(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<u64>, StopReason> {
        Ok(self
            .position(slots)
            .and_then(|position| self.law.suspense(&position)))
    }

    fn lists_all(&self, slots: &[Int]) -> bool {
        self.position(slots)
            .is_none_or(|position| self.law.lists_all(&position))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        Ok(self
            .position(slots)
            .and_then(|position| self.law.explanation(&position)))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        Ok(self
            .first_moves(slots, value, usize::MAX, budget)?
            .map(|(moves, _)| moves))
    }

    fn listed_moves(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ChosenMove>, bool)>, StopReason> {
        let Some((mut moves, all)) = self.first_moves(slots, value, MAX_LISTED_MOVES, budget)?
        else {
            return Ok(None);
        };
        if !all {
            moves.truncate(MAX_TRUNCATED_MOVES);
        }
        Ok(Some((moves, all && self.lists_all(slots))))
    }
}

/// The maximum number of moves of a complete list.
const MAX_LISTED_MOVES: usize = 100_000;

/// The number of moves listed if there are more than [`MAX_LISTED_MOVES`].
const MAX_TRUNCATED_MOVES: usize = 1_000;

impl ModelForm {
    /// Returns approximately the first `most` moves to options of a value, and whether the list is
    /// complete.
    fn first_moves(
        &self,
        slots: &[Int],
        value: Grundy,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<ChosenMove>, bool)>, StopReason> {
        // If only outcomes are known, only lost options can be requested.
        let asked = self.law.knows_values() || value == Grundy::ZERO;
        if !asked || value.as_nimber().is_none() {
            return Ok(Some((Vec::new(), true)));
        }
        let Some(same) = &self.same else {
            return Ok(self
                .law
                .moves(slots, value, budget)?
                .map(|moves| (moves, true)));
        };
        let Some(position) = self.position(slots) else {
            return Ok(None);
        };
        let Some(options) = self.law.options(&position, value, budget)? else {
            return Ok(None);
        };
        let (mut moves, mut all) = (Vec::new(), true);
        for option in options {
            budget.tick()?;
            if moves.len() >= most {
                all = false;
                break;
            }
            for made in same.moves(slots, &option) {
                // The choices of a move are allocated separately.
                let beside = moves.len() as u64 * 32;
                budget.make_room(&mut moves, 1, beside)?;
                moves.push(made);
            }
        }
        moves.sort_unstable();
        moves.dedup();
        Ok(Some((moves, all)))
    }
}

/// Converts a number of a position, which must not be negative.
pub(crate) fn natural(n: Int) -> u64 {
    n.try_into().expect("the model's ranges begin at 0")
}

/// Converts a natural number to a number of a position; `None` if it does not fit.
pub(crate) fn number(n: u64) -> Option<Int> {
    n.try_into().ok()
}
