//! Theorems about a model game, found in other games that are the model in other words. The model is a small game in the rule
//! language; [`facts::same`] shows that the moves of a user's game are its moves, slot for slot, up to the order of the slots
//! and a shift of their ranges. What is known of the model's positions is its [`Law`]; the moves come back through the same
//! correspondence. A model may have parameters (a factor, a number of piles): they are guessed from the game, and then proved.

mod again_stone;
mod beans;
mod coins;
mod dynamic;
mod ed;
mod end_nim;
mod euclid;
mod kiki;
mod knights;
mod lasker;
mod multiplication;
mod new_stone;
mod piles;
mod poker_nim;
mod powers;
mod sorted;
mod splitting;
mod staircase;
mod stone_game_2;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use facts::{Facts, Same, identical, same};
use rules::ir::{Game, Int};
use rules::rules::Outcome;
use rules::world::World;

use theory::theorem::{ChosenMove, ClosedForm, Refusal, Theorem};
use theory::value::Grundy;

/// What is known of every position of a model.
trait Law {
    /// Computes what the rest needs, once the game is recognised.
    fn prepare(&mut self, _budget: &Budget<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Whether values are known, and not outcomes only.
    fn knows_values(&self) -> bool {
        true
    }

    /// Whether positions up to these numbers are within reach.
    fn reaches(&self, _greatest: &[Int]) -> bool {
        true
    }

    /// The Grundy value; none where only outcomes are known, or where it does not fit.
    fn value(&self, _position: &[Int]) -> Option<Grundy> {
        None
    }

    /// Who wins.
    fn outcome(&self, position: &[Int]) -> Outcome {
        self.value(position).map_or(Outcome::N, Grundy::outcome)
    }

    /// The suspense under normal play, where it is known.
    fn suspense(&self, _position: &[Int]) -> Option<u64> {
        None
    }

    /// Every move to an option of this value as rule and choices, where the game is written as the model is; none where the options
    /// are told, or must be looked for.
    fn moves(&self, _position: &[Int], _value: Grundy) -> Option<Vec<ChosenMove>> {
        None
    }

    /// The options of this value, perhaps with others that are no options; for a law on outcomes the P-positions where the value is
    /// zero, and none for another value. `None` where they must be looked for among all options.
    fn options(&self, _position: &[Int], _value: Grundy) -> Option<Options<'_>> {
        None
    }

    /// Whether those are all; else some, at least one if there is any.
    fn lists_all(&self) -> bool {
        true
    }
}

/// Options of a position, each a list of components.
type Options<'a> = Box<dyn Iterator<Item = Vec<Vec<Int>>> + 'a>;

/// A model with its law.
struct Model {
    /// A game called `Model`.
    text: String,
    law: Box<dyn Law>,
}

/// A theorem about models.
struct ModelTheorem {
    name: &'static str,
    statement: (&'static str, &'static str),
    source: &'static str,
    /// How many slots a position of such a game may have.
    slots: std::ops::RangeInclusive<usize>,
    /// The models that a game may be; what they have in common with it is not yet looked at.
    models: fn(&Game, &Facts, &Budget<'_>) -> Result<Vec<Model>, Refusal>,
}

/// The theorems on models, in the order in which they are tried.
pub(super) const PILES: &dyn Theorem = &piles::THEOREM;
pub(super) const STAIRCASE: &dyn Theorem = &staircase::THEOREM;
pub(super) const BEANS: &dyn Theorem = &beans::THEOREM;
pub(super) const SORTED: &dyn Theorem = &sorted::THEOREM;
pub(super) const END_NIM: &dyn Theorem = &end_nim::THEOREM;
pub(super) const EUCLID: &dyn Theorem = &euclid::THEOREM;
pub(super) const MULTIPLICATION: &dyn Theorem = &multiplication::THEOREM;
pub(super) const NEW_STONE: &dyn Theorem = &new_stone::THEOREM;
pub(super) const POWERS: &dyn Theorem = &powers::THEOREM;
pub(super) const STONE_GAME_2: &dyn Theorem = &stone_game_2::THEOREM;
pub(super) const COINS: &dyn Theorem = &coins::THEOREM;
pub(super) const POKER_NIM: &dyn Theorem = &poker_nim::THEOREM;
pub(super) const DYNAMIC: &dyn Theorem = &dynamic::THEOREM;
pub(super) const ED: &dyn Theorem = &ed::THEOREM;
pub(super) const AGAIN_STONE: &dyn Theorem = &again_stone::THEOREM;
pub(super) const LASKER: &dyn Theorem = &lasker::THEOREM;
pub(super) const SPLITTING: &dyn Theorem = &splitting::THEOREM;
pub(super) const KNIGHTS: &dyn Theorem = &knights::THEOREM;
pub(super) const KIKI: &dyn Theorem = &kiki::THEOREM;

impl Theorem for ModelTheorem {
    fn name(&self) -> &'static str {
        self.name
    }

    fn statement(&self) -> Text {
        Text { en: self.statement.0.to_owned(), zh: self.statement.1.to_owned() }
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn apply(&self, game: &Game, facts: &Facts, budget: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal> {
        if !facts.plain {
            return Err(text!("needs normal play, one component a move, no draws", "需要正常规则、每次走一个部分、无平局").into());
        }
        let count = game.slots.len();
        if !self.slots.contains(&count) {
            let (least, most) = (self.slots.start(), self.slots.end());
            let (en, zh) = if least == most { (String::new(), String::new()) } else { (format!("{least} to "), format!("{least} 至 ")) };
            return Err(text!(
                "needs positions of {en}{most} slots; these have {count}",
                "需要 {zh}{most} 个分量的局面；此处为 {count} 个"
            )
            .into());
        }
        let mut refusal = None;
        for Model { text, mut law } in (self.models)(game, facts, budget)? {
            budget.ask()?;
            let text = text.replacen("Model", &camel(self.name), 1);
            let mut world = World::empty();
            world.load("model", &text).expect("a model is a correct rule file");
            let its = world.instantiate(&camel(self.name).to_lowercase(), vec![]).expect("a model has no parameters");
            let model = world.rules(its).game().expect("it is written in the language");
            let same = match same(game, facts.this, model, its) {
                Ok(same) => Some(same),
                Err(_) if identical(game, facts.this, model, its) => None,
                Err(why) => {
                    refusal = refusal.or(Some(why));
                    continue;
                }
            };
            law.prepare(budget)?;
            return Ok(Box::new(Recognised { same, law, text }));
        }
        Err(refusal.unwrap_or_else(|| text!("no model fits", "没有相符的模型")).into())
    }
}

/// `again-stone` as the name of a game: `AgainStone`.
fn camel(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').map(word).collect()
}

/// A game that is a model in other words.
struct Recognised {
    /// None where it cannot be compared, but is written in the same words.
    same: Option<Same>,
    law: Box<dyn Law>,
    text: String,
}

impl Recognised {
    /// What the model calls a position; none where its ranges lie lower and a number does not fit any more.
    fn position(&self, slots: &[Int]) -> Option<Vec<Int>> {
        match &self.same {
            Some(same) => same.position(slots),
            None => Some(slots.to_vec()),
        }
    }
}

impl ClosedForm for Recognised {
    fn found(&self) -> Text {
        let model = self.text.split_once('{').map_or("", |(_, rest)| rest).trim_end_matches('}').trim();
        match self.same {
            Some(_) => text!("the same moves, in other words, as `{model}`", "与 `{model}` 着法相同，只是写法不同"),
            None => text!("the same words as `{model}`", "与 `{model}` 写法相同"),
        }
    }

    fn knows_values(&self) -> bool {
        self.law.knows_values()
    }

    fn beyond_reach(&self, greatest: &[Int], _: &Budget<'_>) -> Result<Option<Text>, Stop> {
        let reaches = self.position(greatest).is_some_and(|greatest| self.law.reaches(&greatest));
        Ok((!reaches).then(|| text!("applies, but not to numbers as large as these", "适用，但数目过大")))
    }

    fn grundy(&self, slots: &[Int]) -> Option<Grundy> {
        self.law.value(&self.position(slots)?)
    }

    fn outcome(&self, slots: &[Int]) -> Outcome {
        self.law.outcome(&self.position(slots).expect("within reach"))
    }

    fn suspense(&self, slots: &[Int]) -> Option<u64> {
        self.law.suspense(&self.position(slots)?)
    }

    fn lists_all(&self, _: &[Int]) -> bool {
        self.law.lists_all()
    }

    fn moves_to(&self, slots: &[Int], value: Grundy, budget: &Budget<'_>) -> Result<Option<Vec<ChosenMove>>, Stop> {
        if value.as_nimber().is_none() {
            return Ok(Some(Vec::new()));
        }
        let Some(same) = &self.same else { return Ok(self.law.moves(slots, value)) };
        let Some(position) = self.position(slots) else { return Ok(None) };
        let Some(options) = self.law.options(&position, value) else { return Ok(None) };
        let mut moves = Vec::new();
        for option in options {
            budget.tick()?;
            for made in same.moves(slots, &option) {
                // The choices of a move lie beside it in memory.
                let beside = moves.len() as u64 * 32;
                budget.make_room(&mut moves, 1, beside)?;
                moves.push(made);
            }
        }
        moves.sort_unstable();
        moves.dedup();
        Ok(Some(moves))
    }
}

/// A number of a position, which is not negative.
fn natural(n: Int) -> u64 {
    n.try_into().expect("the model's ranges begin at 0")
}

/// The other way round; none where it does not fit.
fn number(n: u64) -> Option<Int> {
    n.try_into().ok()
}
