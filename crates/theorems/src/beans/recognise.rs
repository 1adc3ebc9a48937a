//! Recognises the Beans Game: a move takes any number from one of three piles, or the same number
//! from two piles. See [`crate::beans`].

use std::sync::{Mutex, PoisonError};

use base::budget::{Budget, StopReason};
use rules::ir::Int;

use crate::beans::BeansTable;
use crate::model::{Model, ModelLaw, ModelTheorem, Options};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "beans",
    statement: (
        "Each move takes any number from one of three piles, or the same number from two of them. For any sizes of two piles, exactly one size of the third pile makes the position lost.",
        "共三堆，每次从一堆取任意个，或从两堆取同样多个。对任意两堆的大小，恰有一个第三堆的大小使局面必败。",
    ),
    source: "ZOJ 3057, Beans Game; a table of the third piles",
    slots: 3..=3,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state a in 0.., b in 0.., c in 0.. unordered \
                    move k in 1..a : { a -= k } move k in 1..b : { b -= k } move k in 1..c : { c -= k } \
                    move k in 1..b : { a -= k, b -= k } move k in 1..c : { a -= k, c -= k } move k in 1..c : { b -= k, c -= k } }";
        Ok(vec![Model {
            text: text.to_owned(),
            law: Box::new(BeansLaw {
                known: Mutex::new(None),
            }),
        }])
    },
};

/// The largest pile for which the table of lost positions is used. The table for the largest pile
/// takes 2 MB and a fraction of a second to build.
const MAX_PILE_SIZE: Int = 500;

struct BeansLaw {
    /// The table for the largest pile needed so far.
    known: Mutex<Option<BeansTable>>,
}

impl BeansLaw {
    fn with<T>(
        &self,
        position: &[Int],
        budget: &Budget<'_>,
        ask: impl FnOnce(&BeansTable, [u32; 3]) -> T,
    ) -> Result<T, StopReason> {
        let piles = [0, 1, 2].map(|i| u32::try_from(position[i]).expect("within reach"));
        let size = piles.into_iter().max().unwrap_or(0);
        // If a thread panics while it holds the lock, it leaves either a complete table or no
        // table.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let beans = match known.take() {
            Some(beans) if beans.size() >= size => beans,
            _ => BeansTable::new(size, budget)?,
        };
        Ok(ask(known.insert(beans), piles))
    }
}

impl ModelLaw for BeansLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn reaches(&self, greatest: &[Int]) -> bool {
        greatest.iter().all(|n| *n <= MAX_PILE_SIZE)
    }

    fn is_lost(&self, position: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        self.with(position, budget, |beans, piles| beans.is_losing(piles))
    }

    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let takes = self.with(position, budget, |beans, piles| beans.winning_takes(piles))?;
        let position = position.to_vec();
        Ok(Some(Box::new(takes.into_iter().map(move |take| {
            let mut left: Vec<Int> = position
                .iter()
                .zip(take)
                .map(|(pile, taken)| pile - Int::from(taken))
                .collect();
            left.sort_unstable_by(|a, b| b.cmp(a));
            vec![left]
        }))))
    }
}
