//! Recognises a row of piles of which only the end piles may be lowered (End-Nim). See
//! [`crate::end_nim`].

use base::budget::{Budget, StopReason};
use rules::ir::Int;

use crate::end_nim::winning_moves;
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "end-nim",
    statement: (
        "Each move takes any number from the first or the last pile of a row. If all piles except one end pile are given, exactly one size of that pile makes the position lost.",
        "每次从一排石子堆的最左或最右一堆取任意个。除一端的一堆外其余各堆给定时，该堆恰有一个大小使局面必败。",
    ),
    source: "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electronic J. Combinatorics 8 (2001); ZJOI 2009",
    slots: 3..=64,
    suspense: false,
    models: |game, _, _| {
        let piles = game.slots.len();
        let guard =
            format!("all(a[j] == 0 for j in 1..i-1) or all(a[j] == 0 for j in i+1..{piles})");
        let text = format!(
            "game Model {{ state a[1..{piles}] in 0.. move i in 1..{piles}, k in 1..a[i] when {guard} : {{ a[i] -= k }} }}"
        );
        Ok(vec![Model {
            text,
            law: Box::new(EndNimLaw),
        }])
    },
};

struct EndNimLaw;

impl EndNimLaw {
    fn winning(position: &[Int], budget: &Budget<'_>) -> Result<Vec<(usize, u64)>, StopReason> {
        let piles: Vec<u64> = position.iter().map(|&n| natural(n)).collect();
        Ok(winning_moves(&piles, budget)?
            .into_iter()
            .map(|made| (made.pile, made.leaves))
            .collect())
    }
}

impl ModelLaw for EndNimLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(EndNimLaw::winning(position, budget)?.is_empty())
    }

    fn moves(
        &self,
        position: &[Int],
        _: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let moves = EndNimLaw::winning(position, budget)?;
        let chosen = |(pile, leaves): (usize, u64)| {
            (0, vec![pile as Int + 1, position[pile] - leaves as Int])
        };
        Ok(Some(moves.into_iter().map(chosen).collect()))
    }

    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let moves = EndNimLaw::winning(position, budget)?;
        let position = position.to_vec();
        Ok(Some(Box::new(moves.into_iter().map(
            move |(pile, leaves)| {
                let mut option = position.clone();
                option[pile] = leaves as Int;
                vec![option]
            },
        ))))
    }
}
