//! Theorems about games written in the rule language, as data. A theorem is a short cut for one kind of rules and one theory: it has a name, a source and conditions, which
//! are tested on the rules themselves (not on a game's name) before a closed form is handed out. Each has a naive twin in the
//! engines, and a permanent test compares the two.

mod bachet;
mod circle_kayles;
pub mod closed;
mod models;
mod nim;
mod octal;
mod subtraction;
mod wythoff;

use base::text;
use facts::{Amounts, Facts, Take};
use rules::ir::{Game, Int};

pub use nim::Heaps;
use theory::theorem::{ChosenMove, Refusal, Theorem};

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
