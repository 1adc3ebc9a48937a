//! A row of piles of which only the ends may be lowered (End-Nim). See [`crate::closed::ends`].

use base::budget::Budget;
use rules::ir::Int;
use rules::rules::Outcome;

use super::{Law, Model, ModelTheorem, natural};
use crate::closed::ends::winning_moves;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(super) const THEOREM: ModelTheorem = ModelTheorem {
    name: "end-nim",
    statement: (
        "where only the first or the last pile of a row may be lowered, each end balances exactly one other end",
        "若只能从一排石子堆的最左或最右一堆取，则每个左端恰与一个右端平衡",
    ),
    source: "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electronic J. Combinatorics 8 (2001); ZJOI 2009",
    slots: 3..=64,
    models: |game, _, _| {
        let piles = game.slots.len();
        let guard = format!("all(a[j] == 0 for j in 1..i-1) or all(a[j] == 0 for j in i+1..{piles})");
        let text = format!("game Model {{ state a[1..{piles}] in 0.. move i in 1..{piles}, k in 1..a[i] when {guard} : {{ a[i] -= k }} }}");
        Ok(vec![Model { text, law: Box::new(Row) }])
    },
};

struct Row;

impl Row {
    fn moves(position: &[Int]) -> Vec<(usize, u64)> {
        let piles: Vec<u64> = position.iter().map(|&n| natural(n)).collect();
        // At most 64 piles: no budget is needed.
        let moves = winning_moves(&piles, &Budget::generous()).expect("the budget is generous");
        moves.into_iter().map(|made| (made.pile, made.leaves)).collect()
    }
}

impl Law for Row {
    fn knows_values(&self) -> bool {
        false
    }

    fn outcome(&self, position: &[Int]) -> Outcome {
        if Row::moves(position).is_empty() { Outcome::P } else { Outcome::N }
    }

    fn moves(&self, position: &[Int], value: Grundy) -> Option<Vec<ChosenMove>> {
        let moves = if value == Grundy::ZERO { Row::moves(position) } else { Vec::new() };
        let chosen = |(pile, leaves): (usize, u64)| (0, vec![pile as Int + 1, position[pile] - leaves as Int]);
        Some(moves.into_iter().map(chosen).collect())
    }

    fn options(&self, position: &[Int], value: Grundy) -> Option<super::Options<'_>> {
        let moves = if value == Grundy::ZERO { Row::moves(position) } else { Vec::new() };
        let position = position.to_vec();
        Some(Box::new(moves.into_iter().map(move |(pile, leaves)| {
            let mut option = position.clone();
            option[pile] = leaves as Int;
            vec![option]
        })))
    }
}
