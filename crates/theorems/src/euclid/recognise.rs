//! Recognises Euclid's game: a positive multiple of the smaller number is subtracted from the
//! larger number. See [`crate::euclid`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;
use rules::ir::Int;

use crate::euclid::{is_losing, winning_times};
use crate::model::{Model, ModelLaw, ModelTheorem, natural};
use crate::wythoff::golden::floor_phi;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "euclid",
    statement: (
        "In Euclid's game with a ≥ b > 0, the player to move wins iff a = b or a > φ·b.",
        "欧几里得游戏中 a ≥ b > 0 时，当且仅当 a = b 或 a > φ·b 先手必胜。",
    ),
    source: "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Mathematical Gazette 53 (1969)",
    slots: 2..=2,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state a in 0.., b in 0.. unordered move k in 1..a / b when b > 0 : [a - k * b, b] }".to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(EuclidLaw),
        }])
    },
};

struct EuclidLaw;

fn big(position: &[Int]) -> [UBig; 2] {
    [0, 1].map(|i| UBig::from(natural(position[i])))
}

impl ModelLaw for EuclidLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        let [a, b] = big(position);
        Ok(is_losing(&a, &b))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let [x, y] = big(position);
        let (a, b) = if x < y { (y, x) } else { (x, y) };
        if b.is_zero() {
            return Some(text!(
                "one number is 0, so there is no move",
                "有一个数为 0，无着可走"
            ));
        }
        let golden = floor_phi(&b);
        Some(match (a == b, a > golden) {
            (true, _) => text!(
                "the numbers are equal, and one move makes one of them 0",
                "两数相等，一步即可使其一为 0"
            ),
            (_, true) => text!(
                "⌊φ·{b}⌋ = {golden}, and {a} is greater than this, so the player to move wins",
                "⌊φ·{b}⌋ = {golden}，而 {a} 大于它，先手必胜"
            ),
            _ => {
                let left = &a - &b;
                text!(
                    "⌊φ·{b}⌋ = {golden}, and {a} is not greater than this: the only move leaves {b} and {left}, from which the opponent wins",
                    "⌊φ·{b}⌋ = {golden}，{a} 不大于它：唯一的着法留下 {b} 与 {left}，对方必胜"
                )
            }
        })
    }

    fn moves(
        &self,
        position: &[Int],
        _: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let [a, b] = big(position);
        let chosen = |k| Int::try_from(&k).expect("at most the larger number");
        let made = winning_times(&a, &b).map(|k| (0, vec![chosen(k)]));
        Ok(Some(made.into_iter().collect()))
    }
}
