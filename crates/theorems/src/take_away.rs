//! Reads take-away games from rules, for the theorems about plain numbers: the moves of any
//! take-away game, and the amounts of a single heap.

use base::text;
use base::text::Text;
use facts::{Runs, SubtractionAmounts, SubtractionMove};
use rules::ir::{Game, Int};
use theory::theorem::{ChosenMove, ConditionError, TheoremCase};

/// Returns the moves of a plain take-away game under normal play, or the condition that fails. In a
/// `strict` game, a move that leaves the range is an error, which a closed form would silently
/// ignore.
pub(crate) fn plain_takes<'c>(
    case: &TheoremCase<'c>,
) -> Result<(&'c Game, &'c [SubtractionMove]), ConditionError> {
    let (game, facts) = case.read()?;
    if game.strict {
        return Err(text!(
            "the game is `strict`, so every move must be checked",
            "该游戏声明了 `strict`：须检查每一着"
        )
        .into());
    }
    case.needs_plain()?;
    let takes = facts.take_away.as_deref().map_err(Text::clone)?;
    Ok((game, takes))
}

/// A take-away game with a single heap.
pub(crate) struct SingleHeap {
    /// The minimum size of the heap.
    pub(crate) low: Int,
    pub(crate) takes: Vec<SubtractionMove>,
}

impl SingleHeap {
    /// Reads the heap and the amounts by which the rules together may lower it; `None` means that
    /// any number may be taken.
    pub(crate) fn read(
        case: &TheoremCase<'_>,
    ) -> Result<(SingleHeap, Option<Runs>), ConditionError> {
        let (game, takes) = plain_takes(case)?;
        if game.slots.len() != 1 {
            let count = game.slots.len();
            return Err(text!(
                "needs one heap, but a position has {count} numbers",
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

    /// Returns the size of the heap, counted from its minimum; the size is below 2^64.
    pub(crate) fn size(&self, slots: &[Int]) -> u64 {
        slots[0].abs_diff(self.low)
    }

    /// Returns every rule and choice that takes this amount.
    pub(crate) fn choices(&self, slots: &[Int], amount: Int) -> Vec<ChosenMove> {
        choices_for(&self.takes, slots, &[1], amount)
    }
}

/// Returns every rule and choice that takes `amount` times the vector. The caller must check that
/// the slots stay in their range.
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
