//! E&D (SDOI 2009): of two heaps throw one away and split the other; both parts are not empty. The heaps of the model are less by one.

use rules::ir::Int;

use super::{Law, Model, ModelTheorem, natural, number};
use crate::closed::ed::{Splits, value};
use crate::value::Grundy;

pub(super) const THEOREM: ModelTheorem = ModelTheorem {
    name: "ed",
    statement: (
        "where one of two heaps is thrown away and the other split, (a, b) is worth the trailing ones of (a - 1) or (b - 1)",
        "若弃去两堆之一并把另一堆分成两堆，则 (a, b) 的值为 (a - 1) 与 (b - 1) 按位或的末尾连续 1 的个数",
    ),
    source: "SDOI 2009, E&D (Luogu P2148); by induction",
    slots: 2..=2,
    models: |_, _, _| {
        let text =
            "game Model { state a in 0.., b in 0.. unordered move k in 0..b - 1 : [k, b - 1 - k] move k in 0..a - 1 : [k, a - 1 - k] }";
        Ok(vec![Model { text: text.to_owned(), law: Box::new(TrailingOnes) }])
    },
};

/// More splits than these are left to be looked for among all moves, under a budget.
const MOST: u64 = 1 << 16;

struct TrailingOnes;

impl Law for TrailingOnes {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(value(natural(position[0]) + 1, natural(position[1]) + 1).into())
    }

    fn options(&self, position: &[Int], wanted: Grundy) -> Option<Vec<Vec<Vec<Int>>>> {
        let wanted = u32::try_from(wanted.as_nimber()?).unwrap_or(u32::MAX);
        let splits: Vec<Splits> = position.iter().filter_map(|&heap| Splits::new(natural(heap) + 1, wanted)).collect();
        if splits.iter().any(|splits| splits.count() > MOST) {
            return None;
        }
        let parts = splits.into_iter().flat_map(Splits::iter);
        parts.map(|(x, y)| Some(vec![vec![number(x - 1)?, number(y - 1)?]])).collect()
    }
}

#[cfg(test)]
mod tests {
    use rules::budget::Budget;
    use rules::facts::facts;
    use rules::rules::Options;
    use rules::world::World;

    use super::super::super::REGISTRY;
    use super::*;

    /// The closed form of a game `G`, if it is recognised, and its moves to each value compared with those of the rules.
    fn recognised(text: &str) -> bool {
        let mut world = World::empty();
        world.load("test.game", text).unwrap();
        let game = world.instantiate("G", vec![]).unwrap();
        let rules = world.rules(game).game().unwrap();
        let theorem = REGISTRY.iter().find(|theorem| theorem.name() == "ed").unwrap();
        let Ok(form) = theorem.apply(rules, &facts(rules, game), &Budget::generous()) else { return false };
        let low = rules.slots[0].low;
        let mut options = Options::new();
        for a in low..low + 14 {
            for b in low..low + 14 {
                let mut slots = vec![a, b];
                world.rules(game).canonicalise(&mut slots);
                world.options(game, &slots, &mut options, &Budget::generous()).unwrap();
                let mut by_value: Vec<Vec<(usize, Vec<Int>)>> = vec![Vec::new(); 6];
                for option in options.iter() {
                    let (_, left) = option.components().next().unwrap();
                    by_value[form.grundy(left).unwrap().as_nimber().unwrap() as usize].push((option.rule, option.choices.to_vec()));
                }
                let mex = by_value.iter().position(Vec::is_empty).unwrap() as u64;
                assert_eq!(form.grundy(&slots), Grundy::nimber(mex), "{slots:?}");
                for (wanted, mut moves) in (0..).zip(by_value) {
                    moves.sort_unstable();
                    moves.dedup();
                    let found = form.moves_to(&slots, Grundy::nimber(wanted).unwrap(), &Budget::generous());
                    assert_eq!(found, Ok(Some(moves)), "{slots:?} to {wanted}");
                }
            }
        }
        true
    }

    #[test]
    fn games_in_other_words_and_near_misses() {
        for text in [
            "game G { state a in 1.., b in 1.. move k in 1..b-1 : [k, b - k] move k in 1..a-1 : [k, a - k] }",
            "game G { state a in 1.., b in 1.. unordered move k in 1..b-1 : [k, b - k] move k in 1..a-1 : [k, a - k] }",
            "game G { state left in 3.., right in 3.. move x in 3..right - 1 : [right - x + 2, x] move x in 0..left - 4 : [x + 3, left - 1 - x] }",
            "game G { state u in 1.., v in 1.. move k in 1..u-1 when k <= 5 : [k, u - k] move k in 6..u-1 : [k, u - k] move k in 1..v-1 : [v - k, k] }",
        ] {
            assert!(recognised(text), "{text}");
        }
        for text in [
            "game G { state a in 1.., b in 1.. move k in 1..b-1 : [k, b - k] }",
            "game G { state a in 1.., b in 1.. move k in 1..b-1 : [k, b - k] move k in 2..a-1 : [k, a - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..b-1 : [k, b - k] move k in 1..a-1 : [k, a - k] }",
            "game G { state a in 1.., b in 1.. move k in 1..b-1 : [k] + [b - k] move k in 1..a-1 : [k, a - k] }",
        ] {
            let mut world = World::empty();
            assert!(world.load("test.game", text).is_err() || world.instantiate("G", vec![]).is_err() || !recognised(text), "{text}");
        }
    }
}
