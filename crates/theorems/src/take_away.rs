//! Games of taking away, as the theorems about plain numbers read them off the rules: the moves of
//! any such game, and those of one heap.

use base::text;
use base::text::Text;
use facts::{Runs, SubtractionAmounts, SubtractionMove};
use rules::ir::{Game, Int};
use theory::theorem::{ChosenMove, ConditionError, TheoremCase};

/// The moves of a game of plain taking away under normal play, or which condition fails. In a
/// `strict` game a move that leaves the range is a fault, which a closed form would pass over in
/// silence.
pub(crate) fn plain_takes<'c>(
    case: &TheoremCase<'c>,
) -> Result<(&'c Game, &'c [SubtractionMove]), ConditionError> {
    let (game, facts) = case.read()?;
    if game.strict {
        return Err(text!(
            "the game is `strict`: every move must be looked at",
            "该游戏声明了 `strict`：须检查每一着"
        )
        .into());
    }
    case.needs_plain()?;
    let takes = facts.take_away.as_deref().map_err(Text::clone)?;
    Ok((game, takes))
}

/// A game of one heap from which is taken.
pub(crate) struct SingleHeap {
    /// The least number that the heap may have.
    pub(crate) low: Int,
    pub(crate) takes: Vec<SubtractionMove>,
}

impl SingleHeap {
    /// The heap, and the amounts that it may be lowered by, all rules together; `None`: every
    /// number.
    pub(crate) fn read(
        case: &TheoremCase<'_>,
    ) -> Result<(SingleHeap, Option<Runs>), ConditionError> {
        let (game, takes) = plain_takes(case)?;
        if game.slots.len() != 1 {
            let count = game.slots.len();
            return Err(text!(
                "needs one heap; a position has {count} numbers",
                "需要单独一堆；此处局面有 {count} 个数"
            )
            .into());
        }
        let mut amounts = Some(Runs::default());
        for take in takes {
            match (&take.amounts, &mut amounts) {
                (SubtractionAmounts::Some(set), Some(amounts)) => amounts.extend(set),
                _ => amounts = None,
            }
        }
        let (low, takes) = (game.slots[0].low, takes.to_vec());
        Ok((SingleHeap { low, takes }, amounts))
    }

    /// The size of the heap, counted from the least that it may have; below 2^64 for any two 64-bit
    /// numbers.
    pub(crate) fn size(&self, slots: &[Int]) -> u64 {
        slots[0].abs_diff(self.low)
    }

    /// Every rule and choice that takes this amount.
    pub(crate) fn choices(&self, slots: &[Int], amount: Int) -> Vec<ChosenMove> {
        choices_for(&self.takes, slots, &[1], amount)
    }
}

/// Every rule and choice that takes `amount` times the vector; whether the slots then stay in their
/// range is for the caller to see.
pub(crate) fn choices_for(
    takes: &[SubtractionMove],
    slots: &[Int],
    vector: &[Int],
    amount: Int,
) -> Vec<ChosenMove> {
    let same = takes.iter().filter(|take| take.vector == vector);
    same.filter_map(|take| Some((take.rule, take.choices(slots, amount)?)))
        .collect()
}
