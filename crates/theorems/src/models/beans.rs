//! The Beans Game: any number from one of three piles, or the same number from two. See [`crate::closed::beans`].

use std::cell::RefCell;

use base::budget::Budget;
use rules::ir::Int;
use rules::rules::Outcome;

use super::{Law, Model, ModelTheorem, Options};
use crate::closed::beans::Beans;
use theory::value::Grundy;

pub(super) const THEOREM: ModelTheorem = ModelTheorem {
    name: "beans",
    statement: (
        "of three piles that are lowered singly or two equally, any two are lost with exactly one third pile",
        "三堆石子，每次从一堆取任意颗或从两堆取同样多颗：任意两堆恰与唯一的第三堆构成必败局面",
    ),
    source: "ZOJ 3057, Beans Game; a table of the third piles",
    slots: 3..=3,
    models: |_, _, _| {
        let text = "game Model { state a in 0.., b in 0.., c in 0.. unordered \
                    move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1..c : { c -= k } \
                    move k in 1..b : { a -= k, b -= k } move k in 1..c : { a -= k, c -= k } move k in 1..c : { b -= k, c -= k } }";
        Ok(vec![Model { text: text.to_owned(), law: Box::new(Third { known: RefCell::new(None) }) }])
    },
};

/// Piles up to this are answered from the table, which then takes 2 MB and a fraction of a second.
const MOST: Int = 500;

struct Third {
    /// The table, as far as it was needed.
    known: RefCell<Option<Beans>>,
}

impl Third {
    fn with<T>(&self, position: &[Int], ask: impl FnOnce(&Beans, [u32; 3]) -> T) -> T {
        let piles = [0, 1, 2].map(|i| u32::try_from(position[i]).expect("within reach"));
        let size = piles.into_iter().max().unwrap_or(0);
        let mut known = self.known.borrow_mut();
        if known.as_ref().is_none_or(|beans| beans.size() < size) {
            *known = Some(Beans::new(size, &Budget::generous()).expect("the table is small"));
        }
        ask(known.as_ref().expect("made above"), piles)
    }
}

impl Law for Third {
    fn knows_values(&self) -> bool {
        false
    }

    fn reaches(&self, greatest: &[Int]) -> bool {
        greatest.iter().all(|n| *n <= MOST)
    }

    fn outcome(&self, position: &[Int]) -> Outcome {
        if self.with(position, |beans, piles| beans.is_losing(piles)) { Outcome::P } else { Outcome::N }
    }

    fn options(&self, position: &[Int], value: Grundy) -> Option<Options<'_>> {
        let takes = self.with(position, |beans, piles| beans.winning_takes(piles));
        let takes = if value == Grundy::ZERO { takes } else { Vec::new() };
        let position = position.to_vec();
        Some(Box::new(takes.into_iter().map(move |take| {
            let mut left: Vec<Int> = position.iter().zip(take).map(|(pile, taken)| pile - Int::from(taken)).collect();
            left.sort_unstable_by(|a, b| b.cmp(a));
            vec![left]
        })))
    }
}
