//! Recognises Wythoff's game: a move takes any number from one heap, or equal numbers from both
//! heaps. With heaps a ≤ b, the position is P exactly when a = ⌊(b - a)·φ⌋ (`wythoff::law`,
//! `wythoff::golden`). No closed form of the Grundy values is known. O(1).

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{SubtractionAmounts, SubtractionMove};
use rules::ir::Int;

use crate::take_away::{choices_for, plain_takes};
use crate::wythoff::{is_losing_64, lower_by_difference_64, partner_64};
use theory::theorem::{
    ChosenMove, ClosedForm, ConditionError, LosingPositions, Theorem, TheoremCase,
};

pub(crate) struct WythoffTheorem;

impl Theorem for WythoffTheorem {
    fn name(&self) -> &'static str {
        "wythoff"
    }

    fn statement(&self) -> Text {
        text!(
            "Each move takes any number from one of two heaps, or the same number from both. Heaps a ≤ b are lost for the player to move iff a = ⌊(b - a)·φ⌋.",
            "共两堆，每次可从一堆取任意多个，或从两堆取同样多个。两堆 a ≤ b 时，先手必败当且仅当 a = ⌊(b - a)·φ⌋。"
        )
    }

    fn source(&self) -> &'static str {
        "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let (game, takes) = plain_takes(case)?;
        if game.slots.len() != 2 {
            let count = game.slots.len();
            return Err(text!(
                "needs two heaps, but a position has {count} numbers",
                "需要两堆；此处局面有 {count} 个数"
            )
            .into());
        }
        for vector in [[1, 0], [0, 1], [1, 1]] {
            if !takes
                .iter()
                .any(|take| take.vector == vector && take.amounts == SubtractionAmounts::All)
            {
                let [a, b] = vector.map(|v| if v == 1 { "k" } else { "0" });
                let why = text!(
                    "no move takes {a} from one heap and {b} from the other for every number k",
                    "没有一着能对任意数目 k 取走 ({a}, {b})"
                );
                return Err(ConditionError::Near(why));
            }
        }
        Ok(Box::new(WythoffForm {
            lows: [game.slots[0].low, game.slots[1].low],
            takes: takes.to_vec(),
        }))
    }
}

struct WythoffForm {
    lows: [Int; 2],
    takes: Vec<SubtractionMove>,
}

impl WythoffForm {
    /// Returns the sizes of the heaps, each counted from its minimum; the sizes are below 2^64 for
    /// any two 64-bit numbers.
    fn sizes(&self, slots: &[Int]) -> [u64; 2] {
        [0, 1].map(|i| slots[i].wrapping_sub(self.lows[i]) as u64)
    }
}

impl LosingPositions for WythoffForm {
    fn summary(&self) -> Text {
        text!(
            "a move takes any number from either heap, or the same number from both",
            "可从任一堆取任意多个，或从两堆取同样多个"
        )
    }

    fn is_lost(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        let [a, b] = self.sizes(slots);
        Ok(is_losing_64(a, b))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let [a, b] = self.sizes(slots);
        let difference = a.abs_diff(b);
        let low = lower_by_difference_64(difference);
        let high = low + u128::from(difference);
        let pair = text!(
            "the losing pair with difference j = {difference} is (⌊j·φ⌋, ⌊j·φ⌋ + j) = ({low}, {high})",
            "差为 j = {difference} 的必败对是 (⌊j·φ⌋, ⌊j·φ⌋ + j) = ({low}, {high})"
        );
        if is_losing_64(a, b) {
            return Ok(Some(Text {
                en: format!("{}: these are the heaps of this position", pair.en),
                zh: format!("{}：正是此处两堆", pair.zh),
            }));
        }
        // The losing pairs that contain one of the heaps or have the same difference, if a move
        // leads to these pairs.
        let of_b = (partner_64(b) < u128::from(a)).then(|| (partner_64(b), u128::from(b)));
        let of_a = (partner_64(a) < u128::from(b)).then(|| (u128::from(a), partner_64(a)));
        let same = (low < u128::from(a.min(b))).then_some((low, high));
        let mut within: Vec<String> = [of_b, of_a, same]
            .into_iter()
            .flatten()
            .map(|(x, y)| format!("({}, {})", x.min(y), x.max(y)))
            .collect();
        within.dedup();
        let within = within.join(", ");
        Ok(Some(Text {
            en: format!(
                "{}, which is not this position; losing pairs that one move reaches: {within}",
                pair.en
            ),
            zh: format!("{}，不是此处两堆；一步可到的必败对：{within}", pair.zh),
        }))
    }

    fn winning_moves(&self, slots: &[Int], _: &Budget<'_>) -> Result<Vec<ChosenMove>, StopReason> {
        let [a, b] = self.sizes(slots);
        let mut moves = Vec::new();
        let mut lower = |vector: [Int; 2], size: u64, target: u128| {
            if target < u128::from(size)
                && let Ok(amount) = Int::try_from(u128::from(size) - target)
            {
                moves.extend(choices_for(&self.takes, slots, &vector, amount));
            }
        };
        lower([1, 0], a, partner_64(b));
        lower([0, 1], b, partner_64(a));
        lower([1, 1], a.min(b), lower_by_difference_64(a.abs_diff(b)));
        Ok(moves)
    }
}
