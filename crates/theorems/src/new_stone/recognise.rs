//! Recognises a New Stone Game, for any fixed number of piles: a move takes stones from a pile and
//! may move other stones of that pile to non-empty piles. A position is lost exactly when the piles
//! form equal pairs. See [`crate::new_stone`].

use std::fmt::Write;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use crate::new_stone::{is_losing, winning_move};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "new-stone",
    statement: (
        "Each move takes at least one stone from a pile and may move other stones of this pile to nonempty piles. The player to move loses iff the piles form pairs of equal size.",
        "每次从一堆取走至少一颗，并可将该堆其余石子移到其他非空的堆。当且仅当各堆两两相等时先手必败。",
    ),
    source: "POJ 1740, A New Stone Game; by pairing",
    slots: 2..=4,
    suspense: false,
    models: |game, _, _| {
        Ok(vec![Model {
            text: model(game.slots.len()),
            law: Box::new(NewStoneLaw),
        }])
    },
};

/// Returns the rules for `piles` piles: one rule for each pile that loses stones and each set of
/// piles that get stones.
fn model(piles: usize) -> String {
    let mut text = String::from("game Model { state ");
    let name = |i: usize| char::from(b'a' + i as u8);
    let slots: Vec<String> = (0..piles).map(|i| format!("{} in 0..", name(i))).collect();
    text.push_str(&slots.join(", "));
    for from in 0..piles {
        let others: Vec<usize> = (0..piles).filter(|&i| i != from).collect();
        let given: Vec<String> = others
            .iter()
            .map(|&to| format!("g{to} in 0..{}", name(from)))
            .collect();
        let sum: Vec<String> = others.iter().map(|&to| format!("g{to}")).collect();
        let allowed: Vec<String> = others
            .iter()
            .map(|&to| format!("(g{to} == 0 or {} > 0)", name(to)))
            .collect();
        let (given, sum, allowed) = (given.join(", "), sum.join(" + "), allowed.join(" and "));
        let pile = name(from);
        let after: Vec<String> = (0..piles)
            .map(|i| {
                if i == from {
                    format!("{pile} - k - ({sum})")
                } else {
                    format!("{} + g{i}", name(i))
                }
            })
            .collect();
        let _ = write!(
            text,
            " move k in 1..{pile}, {given} when k + {sum} <= {pile} and {allowed} : [{}]",
            after.join(", ")
        );
    }
    text.push_str(" }");
    text
}

struct NewStoneLaw;

fn piles(position: &[Int]) -> Vec<u64> {
    position.iter().map(|n| natural(*n)).collect()
}

impl ModelLaw for NewStoneLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(is_losing(&piles(position)))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let mut rest = piles(position);
        rest.sort_unstable();
        let (mut pairs, mut single) = (Vec::new(), Vec::new());
        for equal in rest.chunk_by(|a, b| a == b).filter(|equal| equal[0] > 0) {
            let size = equal[0];
            pairs.extend(std::iter::repeat_n(
                format!("({size}, {size})"),
                equal.len() / 2,
            ));
            single.extend((equal.len() % 2 == 1).then(|| size.to_string()));
        }
        let (pairs, single) = (pairs.join(" "), single.join(", "));
        Some(match (single.is_empty(), pairs.is_empty()) {
            (true, true) => text!("no stone is left", "没有石子了"),
            (true, false) => text!(
                "the piles form equal pairs: {pairs}",
                "各堆两两相等：{pairs}"
            ),
            (false, true) => text!("no two piles are equal: {single}", "没有两堆相等：{single}"),
            (false, false) => text!(
                "pairs: {pairs}; without a partner: {single}",
                "成对：{pairs}；不成对：{single}"
            ),
        })
    }

    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let mut after = piles(position);
        let made = winning_move(&after);
        let option = made.and_then(|made| {
            after[made.pile] -= made.removed + made.given.iter().map(|(_, more)| more).sum::<u64>();
            made.given.iter().for_each(|(to, more)| after[*to] += more);
            after.into_iter().map(number).collect::<Option<Vec<Int>>>()
        });
        Ok(Some(Box::new(
            option.map(|option| vec![option]).into_iter(),
        )))
    }

    fn lists_all(&self, _: &[Int]) -> bool {
        false
    }
}
