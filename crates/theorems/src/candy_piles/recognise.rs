//! Recognises candy piles in rules: a sorted array, two moves, and a trap when nothing is left. See
//! [`super::law`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use super::law::{CandyStep, CornerArms, arms, winning_steps, wins};
use crate::model::{Model, ModelLaw, ModelTheorem, natural};
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "candy-piles",
    statement: (
        "where a largest pile is eaten or one candy of every pile, and who eats the last one loses, the player to move wins iff beyond the greatest \
         square of candies its last pile has an odd number of them, or an odd number of piles are as high as it is",
        "每步吃掉最大的一堆，或每堆各吃一颗，吃最后一颗者负：取最大的正方形，当且仅当其末列之上余奇数颗，或其右侧有奇数堆与之等高时，先手必胜",
    ),
    source: "AtCoder Grand Contest 002 E, Candy Piles; by induction along the diagonal",
    slots: 1..=64,
    suspense: false,
    models: |game, _, _| {
        let piles = game.slots.len();
        let moves = |guard: &str, one: &str| {
            let text = format!(
                "game Model {{ state a[1..{piles}] in 0.. unordered trap a[1] == 0 move {guard} : {{ a[1] = 0 }} move {guard} : [{one} for i in 1..{piles}] }}"
            );
            Model {
                text,
                law: Box::new(CandyPilesLaw),
            }
        };
        let words = [
            "max(a[i] - 1, 0)",
            "max(0, a[i] - 1)",
            "a[i] - min(a[i], 1)",
            "if a[i] > 0 then a[i] - 1 else 0",
        ];
        Ok(["", "when a[1] > 0"]
            .into_iter()
            .flat_map(|guard| words.map(|one| moves(guard, one)))
            .collect())
    },
};

struct CandyPilesLaw;

/// Returns the piles, largest first.
fn sorted(position: &[Int]) -> Vec<u64> {
    let mut piles: Vec<u64> = position.iter().map(|&n| natural(n)).collect();
    piles.sort_unstable_by(|a, b| b.cmp(a));
    piles
}

impl ModelLaw for CandyPilesLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(!wins(&sorted(position), 0, 0))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let CornerArms { side, up, right } = arms(&sorted(position), 0, 0)?;
        Some(match (up % 2, right % 2) {
            (0, 0) => text!(
                "in the greatest square, {side} x {side}, the last pile has {up} more candies, and {right} more piles are as high: both even",
                "最大的正方形为 {side} x {side}，其末堆之上余 {up} 颗，右侧有 {right} 堆与之等高：都是偶数"
            ),
            _ => text!(
                "in the greatest square, {side} x {side}, the last pile has {up} more candies, and {right} more piles are as high: one is odd",
                "最大的正方形为 {side} x {side}，其末堆之上余 {up} 颗，右侧有 {right} 堆与之等高：其中有奇数"
            ),
        })
    }

    fn moves(
        &self,
        position: &[Int],
        _: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let rule = |step: CandyStep| match step {
            CandyStep::Largest => (0, Vec::new()),
            CandyStep::One => (1, Vec::new()),
        };
        Ok(Some(
            winning_steps(&sorted(position), 0, 0).map(rule).collect(),
        ))
    }
}
