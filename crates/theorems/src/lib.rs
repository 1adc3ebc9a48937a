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

use std::collections::BTreeSet;
use std::sync::Arc;

use base::text;
use base::text::Text;
use facts::{Amounts, Take};
use rules::ir::{Game, Int};

pub use nim::Heaps;
use theory::theorem::{Case, ChosenMove, Refusal, Theorems};

/// Every theorem, in the order in which they are tried.
pub fn all() -> Theorems {
    vec![
        Arc::new(nim::Nim),
        Arc::new(bachet::Bachet),
        Arc::new(subtraction::Subtraction),
        Arc::new(wythoff::Wythoff),
        Arc::new(models::piles::THEOREM),
        Arc::new(models::staircase::THEOREM),
        Arc::new(models::sorted::THEOREM),
        Arc::new(models::end_nim::THEOREM),
        Arc::new(models::beans::THEOREM),
        Arc::new(models::poker_nim::THEOREM),
        Arc::new(models::dynamic::THEOREM),
        Arc::new(models::ed::THEOREM),
        Arc::new(models::kiki::THEOREM),
        Arc::new(models::knights::THEOREM),
        Arc::new(models::euclid::THEOREM),
        Arc::new(models::again_stone::THEOREM),
        Arc::new(models::lasker::THEOREM),
        Arc::new(models::splitting::THEOREM),
        Arc::new(models::stone_game_2::THEOREM),
        Arc::new(models::powers::THEOREM),
        Arc::new(models::multiplication::THEOREM),
        Arc::new(models::new_stone::THEOREM),
        Arc::new(circle_kayles::CircleKayles),
        Arc::new(octal::Octal),
        Arc::new(models::coins::THEOREM),
    ]
}

/// The moves of a game of plain taking away under normal play, or which condition fails. In a `strict` game a move that leaves the
/// range is a fault, which a closed form would pass over in silence.
fn plain_takes<'c>(case: &Case<'c>) -> Result<(&'c Game, &'c [Take]), Refusal> {
    let (game, facts) = case.read()?;
    if game.strict {
        return Err(text!("the game is `strict`: every move must be looked at", "该游戏声明了 `strict`：须检查每一着").into());
    }
    case.needs_plain()?;
    let takes = facts.take_away.as_deref().map_err(Text::clone)?;
    Ok((game, takes))
}

/// A game of one heap from which is taken.
struct OneHeap<'c> {
    /// The least number that the heap may have.
    low: Int,
    takes: &'c [Take],
    /// The amounts that the heap may be lowered by, all rules together; none: every number.
    amounts: Option<Vec<Int>>,
}

fn one_heap<'c>(case: &Case<'c>) -> Result<OneHeap<'c>, Refusal> {
    let (game, takes) = plain_takes(case)?;
    if game.slots.len() != 1 {
        let count = game.slots.len();
        return Err(text!("needs one heap; a position has {count} numbers", "需要单独一堆；此处局面有 {count} 个数").into());
    }
    let low = game.slots[0].low;
    let mut amounts = BTreeSet::new();
    for take in takes {
        match &take.amounts {
            Amounts::All => return Ok(OneHeap { low, takes, amounts: None }),
            Amounts::Some(set) => amounts.extend(set),
        }
    }
    Ok(OneHeap { low, takes, amounts: Some(amounts.into_iter().collect()) })
}

/// Every rule and choice that takes `amount` times the vector; whether the slots then stay in their range is for the caller to see.
fn choices_for(takes: &[Take], slots: &[Int], vector: &[Int], amount: Int) -> Vec<ChosenMove> {
    let same = takes.iter().filter(|take| take.vector == vector);
    same.filter_map(|take| Some((take.rule, take.choices(slots, amount)?))).collect()
}
