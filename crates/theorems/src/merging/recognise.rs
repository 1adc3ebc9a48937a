//! Recognises merging with a cap in rules: a sorted array of piles. See [`super::law`].

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use super::law::{PlainPosition, plain_position};
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "merging",
    statement: (
        "Each move merges two piles into one pile of at most m stones. Assume that at most one pile has neither 1 nor m stones. Let t be the number of piles minus the minimum number of piles that can hold the same stones. The player to move wins iff t is odd. Other positions are searched until the assumption holds.",
        "每次合并两堆，每堆至多 m 颗。设至多一堆既非 1 颗也非 m 颗，t 为堆数减去能容纳这些石子的最少堆数。当且仅当 t 为奇数时先手必胜。其余局面向前搜索到此类局面。",
    ),
    source: "HEOI 2014 (Luogu P4101); proved by answering every merge",
    slots: 1..=32,
    suspense: false,
    models: |game, _, _| {
        let piles = game.slots.len();
        let caps = game.slots.iter().map(|slot| slot.high).collect::<Vec<_>>();
        let Some(cap) =
            caps[0].filter(|cap| *cap > 0 && caps.iter().all(|other| *other == Some(*cap)))
        else {
            return Err(text!("the piles have no common maximum", "各堆没有共同的上限").into());
        };
        let choices = [
            format!("i in 1..{}, j in i+1..{piles}", piles - 1),
            format!("i in 1..{piles}, j in i+1..{piles}"),
            format!("j in 2..{piles}, i in 1..j-1"),
        ];
        let guards = ["a[i] > 0 and a[j] > 0", "a[j] > 0"];
        let model = |choices: &str, guard: &str| Model {
            text: format!(
                "game Model {{ state a[1..{piles}] in 0..{cap} unordered move {choices} when {guard} : {{ a[i] += a[j], a[j] = 0 }} }}"
            ),
            law: Box::new(MergingLaw {
                cap: natural(cap),
                later_first: choices.starts_with('j'),
            }),
        };
        Ok(choices
            .iter()
            .flat_map(|choices| guards.map(|guard| model(choices, guard)))
            .collect())
    },
};

struct MergingLaw {
    cap: u64,
    /// Whether the rules choose the later pile first.
    later_first: bool,
}

/// Returns the non-empty piles, largest first.
fn sorted(position: &[Int]) -> Vec<u64> {
    let mut piles: Vec<u64> = position
        .iter()
        .map(|&n| natural(n))
        .filter(|&stones| stones > 0)
        .collect();
    piles.sort_unstable_by(|a, b| b.cmp(a));
    piles
}

/// The indices of the two piles, and the position after merging them.
type Merge = ((usize, usize), Vec<Int>);

impl MergingLaw {
    fn plain_position(&self, piles: &[u64]) -> Option<PlainPosition> {
        plain_position(piles.iter().map(|&stones| (stones, 1)), self.cap)
    }

    /// Returns whether the player to move wins: by the law if the position is plain, otherwise by
    /// search. The piles must be sorted, largest first.
    fn wins(
        &self,
        piles: &[u64],
        known: &mut HashMap<Vec<u64>, bool>,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        if let Some(plain) = self.plain_position(piles) {
            return Ok(plain.merges(self.cap) % 2 == 1);
        }
        if let Some(&wins) = known.get(piles) {
            return Ok(wins);
        }
        budget.steps(piles.len() * piles.len())?;
        budget.allow_growth(64 * known.len() as u64, 64 + 8 * piles.len() as u64)?;
        let mut wins = false;
        for (i, j) in pairs(piles.len()) {
            if let Some(left) = self.merged(piles, i, j)
                && !self.wins(&left, known, budget)?
            {
                wins = true;
                break;
            }
        }
        known.insert(piles.to_vec(), wins);
        Ok(wins)
    }

    /// Returns every winning merge.
    fn winning(&self, position: &[Int], budget: &Budget<'_>) -> Result<Vec<Merge>, StopReason> {
        let (mut winning, mut known) = (Vec::new(), HashMap::new());
        let piles: Vec<u64> = position.iter().map(|&n| natural(n)).collect();
        for (i, j) in pairs(piles.len()) {
            let Some(mut left) = self.merged(&piles, i, j) else {
                continue;
            };
            left.retain(|&stones| stones > 0);
            if !self.wins(&left, &mut known, budget)? {
                left.resize(piles.len(), 0);
                winning.push((
                    (i, j),
                    left.into_iter().map(|stones| stones as Int).collect(),
                ));
            }
        }
        Ok(winning)
    }

    /// Returns the piles after a merge, or `None` if the merge is not legal.
    fn merged(&self, piles: &[u64], i: usize, j: usize) -> Option<Vec<u64>> {
        let whole = piles[i]
            .checked_add(piles[j])
            .filter(|whole| *whole <= self.cap && piles[i] > 0 && piles[j] > 0)?;
        let mut left = piles.to_vec();
        left[i] = whole;
        left.remove(j);
        left.sort_unstable_by(|a, b| b.cmp(a));
        Some(left)
    }
}

/// Returns every pair i < j of indices.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..count).flat_map(|j| (0..j).map(move |i| (i, j)))
}

impl ModelLaw for MergingLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        let wins = self.wins(&sorted(position), &mut HashMap::new(), budget)?;
        Ok(!wins)
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (piles, cap) = (sorted(position), self.cap);
        let open = piles.iter().filter(|&&stones| stones < cap).count();
        let stones: u64 = piles.iter().filter(|&&stones| stones < cap).sum();
        Some(match self.plain_position(&piles) {
            None => text!(
                "more than one pile has neither 1 nor {cap} stones: merges are searched until at most one such pile is left",
                "不止一堆既非 1 也非 {cap}：向前搜索，直到至多剩一堆"
            ),
            Some(plain) => {
                let (tight, merges) = (open as u64 - plain.merges(cap), plain.merges(cap));
                text!(
                    "{open} piles with fewer than {cap} stones have {stones} stones in total, which fit into {tight} piles: t = {open} - {tight} = {merges}",
                    "不足 {cap} 颗的有 {open} 堆，共 {stones} 颗，最少可装成 {tight} 堆：t = {open} - {tight} = {merges}"
                )
            }
        })
    }

    fn moves(
        &self,
        position: &[Int],
        _: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let winning = self.winning(position, budget)?;
        let chosen = |((i, j), _): ((usize, usize), Vec<Int>)| {
            let (i, j) = (i as Int + 1, j as Int + 1);
            (
                0,
                if self.later_first {
                    vec![j, i]
                } else {
                    vec![i, j]
                },
            )
        };
        Ok(Some(winning.into_iter().map(chosen).collect()))
    }

    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let winning = self.winning(position, budget)?;
        let mut left: Vec<Vec<Int>> = winning.into_iter().map(|(_, left)| left).collect();
        left.sort_unstable();
        left.dedup();
        Ok(Some(Box::new(left.into_iter().map(|left| vec![left]))))
    }
}
