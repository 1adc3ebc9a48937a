//! Stone Game II: a pile x is replaced by k and k xor x, both smaller. See [`crate::stone_game_2`].

use rules::ir::Int;

use crate::model::{Law, Model, ModelTheorem, natural};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "stone-game-2",
    statement: (
        "where x is replaced by k and k xor x, both smaller, it is worth 1 if it has an even number of ones, else 0",
        "若把 x 换成都小于它的 k 与 k xor x，则当 x 二进制中 1 的个数为偶数时值为 1，否则为 0",
    ),
    source: "HDU 4388; the number of ones changes its parity with each pile",
    slots: 1..=1,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state x in 1.. move k in 1..x-1 when k xor x < x : [k] + [k xor x] }".to_owned();
        Ok(vec![Model { text, law: Box::new(Ones) }])
    },
};

struct Ones;

impl Law for Ones {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(u64::from(natural(position[0]).count_ones().is_multiple_of(2)))
    }
}
