//! Recognises a coin on a quarter plane that moves one step left, one down, or one diagonally
//! (Kiki's game, HDU 2147). A position of Kiki's game is lost exactly when both distances of the
//! coin from the corner are even.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "kiki",
    statement: (
        "Each move shifts a coin one step left, down, or diagonally left and down. The player to move loses iff the distances to both edges are even.",
        "硬币每次向左、向下或向左下走一格。当且仅当到两边的距离都是偶数时先手必败。",
    ),
    source: "HDU 2147, Kiki's game; by induction",
    slots: 2..=2,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state x in 0.., y in 0.. move : [x - 1, y] move : [x, y - 1] move : [x - 1, y - 1] }".to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(KikiLaw),
        }])
    },
};

struct KikiLaw;

impl ModelLaw for KikiLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(position.iter().all(|n| n % 2 == 0))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (x, y) = (position[0], position[1]);
        Some(match (x % 2, y % 2) {
            (0, 0) => {
                text!(
                    "{x} and {y} are both even: every step makes at least one of them odd",
                    "{x} 与 {y} 都是偶数：任何一步都使其中至少一个变为奇数"
                )
            }
            _ => text!(
                "{x} and {y} are not both even: one step makes both of them even",
                "{x} 与 {y} 不全是偶数：一步可使二者都变为偶数"
            ),
        })
    }

    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let odd = |n: &Int| n % 2;
        let lost = position.iter().all(|n| odd(n) == 0);
        let even = position.iter().map(|n| n - odd(n)).collect();
        Ok(Some(Box::new((!lost).then(|| vec![even]).into_iter())))
    }
}
