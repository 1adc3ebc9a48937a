//! Recognises Nim (Bouton, 1901): the value of a heap from which any number may be taken is its
//! size, and the value of several heaps is the nim-sum of their sizes. O(1) per heap.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{SubtractionAmounts, SubtractionMove};
use rules::ir::Int;

use crate::take_away::{choices_for, plain_takes};
use theory::columns::nim_sum;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

pub(crate) struct NimTheorem;

impl Theorem for NimTheorem {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn statement(&self) -> Text {
        text!(
            "Each move takes any number from one heap. The Grundy value is the nim-sum of the heaps.",
            "每次可从一堆中取走任意数目。Grundy 值为各堆石子数的 Nim 和。"
        )
    }

    fn source(&self) -> &'static str {
        "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        Ok(Box::new(NimHeaps::read(case)?))
    }
}

/// The slots of a game as Nim heaps.
pub struct NimHeaps {
    names: Vec<String>,
    lows: Vec<Int>,
    takes: Vec<SubtractionMove>,
}

impl NimHeaps {
    /// Reads the heaps from the rules.
    ///
    /// # Errors
    /// Returns [`ConditionError`] if a slot is not a heap from which any number may be taken.
    pub fn read(case: &TheoremCase<'_>) -> Result<NimHeaps, ConditionError> {
        let (game, takes) = plain_takes(case)?;
        let mut free = vec![false; game.slots.len()];
        for take in takes {
            let mut touched = take
                .vector
                .iter()
                .enumerate()
                .filter(|(_, v)| **v != 0)
                .map(|(i, _)| i);
            let (Some(heap), None) = (touched.next(), touched.next()) else {
                return Err(text!("a move reduces several heaps", "有一着同时减少几堆").into());
            };
            free[heap] |= take.amounts == SubtractionAmounts::All;
        }
        if let Some(heap) = free.iter().position(|free| !free) {
            let name = &game.slots[heap].name;
            return Err(ConditionError::Near(text!(
                "not every number may be taken from `{name}`",
                "不能从 `{name}` 中取走任意数目"
            )));
        }
        Ok(NimHeaps {
            names: game.slots.iter().map(|slot| slot.name.clone()).collect(),
            lows: game.slots.iter().map(|s| s.low).collect(),
            takes: takes.to_vec(),
        })
    }

    /// Returns the number of heaps of a component.
    pub fn count(&self) -> usize {
        self.lows.len()
    }

    /// Returns the number of rules of the game; if there is more than one, several moves may bring
    /// a heap to the same size.
    pub fn rules(&self) -> usize {
        self.takes.len()
    }

    /// Returns every legal move that lowers a heap to the size `target`, without duplicates and in
    /// no particular order. Moves that take more than 2^63 - 1 at once cannot be represented and
    /// are left out.
    pub fn moves(&self, slots: &[Int], heap: usize, target: u64) -> Vec<ChosenMove> {
        let unit: Vec<Int> = (0..slots.len()).map(|i| Int::from(i == heap)).collect();
        match self
            .size(slots, heap)
            .checked_sub(target)
            .map(Int::try_from)
        {
            Some(Ok(amount)) => choices_for(&self.takes, slots, &unit, amount),
            _ => Vec::new(),
        }
    }

    /// Returns the size of a heap, counted from its minimum; the size is below 2^64 for any two
    /// 64-bit numbers.
    pub fn size(&self, slots: &[Int], heap: usize) -> u64 {
        slots[heap].wrapping_sub(self.lows[heap]) as u64
    }

    fn nim_sum(&self, slots: &[Int]) -> u64 {
        (0..slots.len()).fold(0, |sum, heap| nimber::sum(sum, self.size(slots, heap)))
    }
}

impl ClosedForm for NimHeaps {
    fn summary(&self) -> Text {
        text!(
            "any number may be taken from each heap",
            "每堆都可取走任意数目"
        )
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(self.nim_sum(slots)))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        if let [_] = slots {
            let n = self.size(slots, 0);
            return Ok(Some(match n.checked_sub(1) {
                Some(0) => {
                    text!(
                        "a heap of 1 has 0 as its only option, so the smallest missing value is 1",
                        "1 颗的堆只能变为 0 颗，缺少的最小值为 1"
                    )
                }
                None => text!(
                    "an empty heap has no options, so the smallest missing value is 0",
                    "空堆没有选项，缺少的最小值为 0"
                ),
                Some(last) => text!(
                    "a heap of {n} has options with the values 0 to {last}, so the smallest missing value is {n}",
                    "{n} 颗的堆可变为 0 到 {last} 颗，值各不相同，缺少的最小值为 {n}"
                ),
            }));
        }
        let heaps: Vec<(Text, u64)> = (0..slots.len())
            .map(|i| (Text::same(self.names[i].clone()), self.size(slots, i)))
            .collect();
        Ok(Some(nim_sum(&heaps)))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let Some(value) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        let change = nimber::sum(self.nim_sum(slots), value);
        let mut moves = Vec::new();
        for heap in 0..slots.len() {
            let (size, target) = (
                self.size(slots, heap),
                nimber::sum(self.size(slots, heap), change),
            );
            if target < size {
                moves.extend(self.moves(slots, heap, target));
            }
        }
        Ok(Some(moves))
    }
}
