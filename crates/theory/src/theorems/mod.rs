//! Theorems as data. A theorem is a short cut for one kind of rules and one theory: it has a name, a source and conditions, which
//! are tested on the rules themselves (not on a game's name) before a closed form is handed out. Each has a naive twin in the
//! engines, and a permanent test compares the two.

mod bachet;
mod circle_kayles;
mod models;
mod nim;
mod octal;
mod subtraction;
mod wythoff;

use rules::budget::{Budget, Stop};
use rules::facts::{Amounts, Facts, Take};
use rules::ir::{Game, Int};
use rules::rules::{Conventions, Outcome, Rules};
use rules::text;
use rules::text::Text;
use rules::world::World;

use crate::value::Grundy;

pub use nim::Heaps;
pub use subtraction::Period;

/// A move as rule and choices.
pub type ChosenMove = (usize, Vec<Int>);

/// A theorem about a kind of game.
pub trait Theorem: Sync {
    /// A short name, for `--without`.
    fn name(&self) -> &'static str;

    /// What it says, in one sentence.
    fn statement(&self) -> Text;

    /// Who found it, and when.
    fn source(&self) -> &'static str;

    /// Tests the conditions and hands out the closed form; `Err` says which condition fails.
    fn apply(&self, game: &Game, facts: &Facts, budget: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal>;

    /// The same with the other games at hand, for a theorem about a game whose moves lead into another.
    fn apply_in(&self, _: &World, game: &Game, facts: &Facts, budget: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal> {
        self.apply(game, facts, budget)
    }
}

/// A theorem, or an algorithm of its own, about one kind of game written as a Rust type: a graph, a board.
pub trait StructureTheorem: Sync {
    /// A short name, for `--without`.
    fn name(&self) -> &'static str;

    /// What it says, in one sentence.
    fn statement(&self) -> Text;

    /// Who found it, and when.
    fn source(&self) -> &'static str;

    /// Tests the conditions and hands out what is known of every position played ALONE under these conventions; values only where
    /// values decide sums. `Err` says which condition fails.
    fn apply(&self, rules: &dyn Rules, conventions: &Conventions, budget: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal>;
}

/// Why a theorem is not used.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// A condition that fails.
    Condition(Text),
    /// The budget ended while a condition was tested.
    Stopped(Stop),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stopped(stop)
    }
}

impl From<Text> for Refusal {
    fn from(text: Text) -> Refusal {
        Refusal::Condition(text)
    }
}

/// What a theorem knows of every position of a game to which it applies. Slots are those of a position of the game, in canonical
/// form; of other numbers nothing is promised.
pub trait ClosedForm {
    /// What was found when the conditions were tested.
    fn found(&self) -> Text;

    /// Whether the theorem speaks of values, and not of outcomes only.
    fn knows_values(&self) -> bool {
        true
    }

    /// Why positions up to these numbers, the greatest of each slot, are not within reach of what it computes with; none where they
    /// are. Of positions beyond reach nothing may be asked but the value and the moves, of which it may then know none.
    ///
    /// # Errors
    /// Where the budget ends while what it computes with is computed.
    fn beyond_reach(&self, _greatest: &[Int], _budget: &Budget<'_>) -> Result<Option<Text>, Stop> {
        Ok(None)
    }

    /// The Grundy value; none where the theorem speaks only of outcomes, or where the value does not fit ([`Grundy::GREATEST`]).
    fn grundy(&self, slots: &[Int]) -> Option<Grundy>;

    /// Who wins this component alone. A theorem that speaks only of outcomes says it here; a value that does not fit is not zero.
    fn outcome(&self, slots: &[Int]) -> Outcome {
        self.grundy(slots).map_or(Outcome::N, Grundy::outcome)
    }

    /// The suspense of this component under normal play ([`crate::sums::Suspense`]), where a closed form tells it.
    fn suspense(&self, _slots: &[Int]) -> Option<u64> {
        None
    }

    /// Every legal move to an option of this Grundy value, of all rules that make it, each once and in no order; for a theorem that
    /// speaks of outcomes only, every legal move to a P-position when the value is zero, and none for another value. Two moves
    /// may lead to the same option. Where play may go round, the first move of the list makes progress: who always makes it wins in
    /// the end. A move that takes more than 2^63 - 1 at once cannot be written, and is left out. `None` where the theorem knows no
    /// shorter way than to look at every legal move.
    ///
    /// # Errors
    /// Where the budget ends.
    fn moves_to(&self, slots: &[Int], value: Grundy, budget: &Budget<'_>) -> Result<Option<Vec<ChosenMove>>, Stop>;

    /// Whether [`ClosedForm::moves_to`] lists all moves of a position; where there may be too many it lists some, at least one if
    /// there is any.
    fn lists_all(&self, _slots: &[Int]) -> bool {
        true
    }

    /// The period that the theorem rests on, for a certificate.
    fn period(&self) -> Option<&Period> {
        None
    }
}

/// Every theorem, in the order in which they are tried.
pub const REGISTRY: &[&dyn Theorem] = &[
    &nim::Nim,
    &bachet::Bachet,
    &subtraction::Subtraction,
    &wythoff::Wythoff,
    models::PILES,
    models::STAIRCASE,
    models::SORTED,
    models::END_NIM,
    models::BEANS,
    models::POKER_NIM,
    models::DYNAMIC,
    models::ED,
    models::KIKI,
    models::KNIGHTS,
    models::EUCLID,
    models::AGAIN_STONE,
    models::LASKER,
    models::SPLITTING,
    models::STONE_GAME_2,
    models::POWERS,
    models::MULTIPLICATION,
    models::NEW_STONE,
    &circle_kayles::CircleKayles,
    &octal::Octal,
    models::COINS,
];

/// The theorems that tell the suspense of a component, and speak of games in which every move leaves one component.
pub const WITH_SUSPENSE: &[&dyn Theorem] = &[models::KNIGHTS];

/// The moves of a game of plain taking away under normal play, or which condition fails. In a `strict` game a move that leaves the
/// range is a fault, which a closed form would pass over in silence.
fn plain_takes<'f>(game: &Game, facts: &'f Facts) -> Result<&'f [Take], Refusal> {
    if game.strict {
        return Err(text!("the game is `strict`: every move must be looked at", "该游戏声明了 `strict`：须检查每一着").into());
    }
    if !facts.plain {
        return Err(text!("needs normal play, one component a move, no draws", "需要正常规则、每次走一个部分、无平局").into());
    }
    facts.take_away.as_deref().map_err(|reason| reason.clone().into())
}

/// The amounts that a single heap may be lowered by, all rules together: every number (`None`), or a set.
fn one_heap(game: &Game, facts: &Facts) -> Result<Option<Vec<Int>>, Refusal> {
    let takes = plain_takes(game, facts)?;
    if game.slots.len() != 1 {
        let count = game.slots.len();
        return Err(text!("needs one heap; a position has {count} numbers", "需要单独一堆；此处局面有 {count} 个数").into());
    }
    let mut amounts = std::collections::BTreeSet::new();
    for take in takes {
        match &take.amounts {
            Amounts::All => return Ok(None),
            Amounts::Some(set) => amounts.extend(set),
        }
    }
    Ok(Some(amounts.into_iter().collect()))
}

/// Every rule and choice that takes `amount` times the vector; whether the slots then stay in their range is for the caller to see.
fn choices_for(takes: &[Take], slots: &[Int], vector: &[Int], amount: Int) -> Vec<ChosenMove> {
    let same = takes.iter().filter(|take| take.vector == vector);
    same.filter_map(|take| Some((take.rule, take.choices(slots, amount)?))).collect()
}
