//! Recognises candy piles in rules: a sorted array, two moves, and a trap at the position without
//! candies. See [`super::law`].

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
        "Each move eats a largest pile, or one candy of every pile. The player who eats the last candy loses. Sort the piles, largest first. Let d be the largest number such that each of the first d piles has at least d candies; these candies form a square. The player to move wins iff pile d has an odd number of candies above the square, or an odd number of later piles have exactly d candies.",
        "每步吃掉最大的一堆，或每堆各吃一颗，吃最后一颗者负。各堆从大到小排列，设最大的糖果正方形有 d 堆。当且仅当第 d 堆在正方形之上余奇数颗，或第 d 堆之后恰有 d 颗的堆数为奇数时，先手必胜。",
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
                "the largest square is {side} x {side}; its last pile has {up} more candies, and {right} later piles are as high as the square: both numbers are even",
                "最大的正方形为 {side} x {side}：其末堆之上余 {up} 颗，其后有 {right} 堆与正方形等高，两数都是偶数"
            ),
            _ => text!(
                "the largest square is {side} x {side}; its last pile has {up} more candies, and {right} later piles are as high as the square: the numbers are not both even",
                "最大的正方形为 {side} x {side}：其末堆之上余 {up} 颗，其后有 {right} 堆与正方形等高，两数不都是偶数"
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
