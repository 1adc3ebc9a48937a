//! Computes outcomes by retrograde analysis of a part of a game graph. Positions whose options were
//! not listed are *open*, and may have any outcome. The outcome of a position is returned only if
//! it does not depend on the outcomes of the open positions.
//!
//! A position is P or N if a strategy reaches a decided end before it reaches an open position. A
//! position is a draw if neither player wins even when every open position counts as a win for that
//! player. In a draw, each player has a strategy that avoids lost ends and open positions forever.

use std::collections::VecDeque;

use base::budget::{Budget, StopReason};
use rules::game::Outcome;

use super::NodeArcs;

/// Returns the outcomes of all positions of a graph, as far as they are proved. The outcomes of
/// positions where play ends are given. `open` marks the positions whose options are not in the
/// graph; an empty `open` means that the graph contains all options. O(V + E).
pub(super) fn settled(
    options: &NodeArcs,
    mut outcomes: Vec<Option<Outcome>>,
    open: &[bool],
    budget: &Budget<'_>,
) -> Result<Vec<Option<Outcome>>, StopReason> {
    let origins = options.reversed();
    let first = outcomes.clone();
    let mut queue: VecDeque<u32> = VecDeque::new();
    let mut undecided_options: Vec<u32> = Vec::with_capacity(outcomes.len());
    for (node, outcome) in outcomes.iter().enumerate() {
        undecided_options.push(options.targets(node as u32).len() as u32);
        if outcome.is_some() {
            queue.push_back(node as u32);
        }
    }
    while let Some(node) = queue.pop_front() {
        for &origin in origins.targets(node) {
            budget.tick()?;
            if outcomes[origin as usize].is_some() {
                continue;
            }
            let outcome = match outcomes[node as usize] {
                Some(Outcome::P) => Outcome::N,
                Some(Outcome::N) => {
                    undecided_options[origin as usize] -= 1;
                    if undecided_options[origin as usize] > 0 {
                        continue;
                    }
                    Outcome::P
                }
                // A position that is given as a draw decides nothing for its predecessors: it is
                // neither a winning nor a losing option.
                _ => continue,
            };
            outcomes[origin as usize] = Some(outcome);
            queue.push_back(origin);
        }
    }
    if !open.contains(&true) {
        return Ok(outcomes
            .into_iter()
            .map(|outcome| Some(outcome.unwrap_or(Outcome::D)))
            .collect());
    }
    let hopes = ForceableWins::new(options, &origins, &first, open, budget)?;
    for (outcome, hope) in outcomes.iter_mut().zip(&hopes.0) {
        if outcome.is_none() && *hope == [false, false] {
            *outcome = Some(Outcome::D);
        }
    }
    Ok(outcomes)
}

/// For each position and each player, whether the player can force a win or an open position.
struct ForceableWins(Vec<[bool; 2]>);

/// The index of the player to move, in a position of [`ForceableWins`].
const MOVER: usize = 0;

/// The index of the other player.
const OTHER: usize = 1;

impl ForceableWins {
    #[cold]
    #[inline(never)]
    fn new(
        options: &NodeArcs,
        origins: &NodeArcs,
        decided: &[Option<Outcome>],
        open: &[bool],
        budget: &Budget<'_>,
    ) -> Result<ForceableWins, StopReason> {
        let mut hopes = vec![[false; 2]; decided.len()];
        let mut queue: VecDeque<(u32, usize)> = VecDeque::new();
        for (node, hope) in hopes.iter_mut().enumerate() {
            let outcome = decided[node];
            *hope = [
                open[node] || outcome == Some(Outcome::N),
                open[node] || outcome == Some(Outcome::P),
            ];
            queue.extend(
                [MOVER, OTHER]
                    .into_iter()
                    .filter(|&player| hope[player])
                    .map(|player| (node as u32, player)),
            );
        }
        let mut left: Vec<u32> = (0..decided.len() as u32)
            .map(|node| options.targets(node).len() as u32)
            .collect();
        while let Some((node, player)) = queue.pop_front() {
            for &origin in origins.targets(node) {
                budget.tick()?;
                // The player to move at `origin` is the other player at `node`.
                let reached = if player == OTHER {
                    MOVER
                } else {
                    left[origin as usize] -= 1;
                    if left[origin as usize] > 0 {
                        continue;
                    }
                    OTHER
                };
                if !std::mem::replace(&mut hopes[origin as usize][reached], true) {
                    queue.push_back((origin, reached));
                }
            }
        }
        Ok(ForceableWins(hopes))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    /// Computes outcomes by applying the definition until no outcome changes.
    fn outcomes_by_definition(options: &[Vec<u32>], decided: &[Option<Outcome>]) -> Vec<Outcome> {
        let mut outcomes = decided.to_vec();
        loop {
            let before = outcomes.clone();
            for (node, list) in options
                .iter()
                .enumerate()
                .filter(|(node, _)| before[*node].is_none())
            {
                if list
                    .iter()
                    .any(|&option| before[option as usize] == Some(Outcome::P))
                {
                    outcomes[node] = Some(Outcome::N);
                } else if list
                    .iter()
                    .all(|&option| before[option as usize] == Some(Outcome::N))
                {
                    outcomes[node] = Some(Outcome::P);
                }
            }
            if outcomes == before {
                return outcomes
                    .into_iter()
                    .map(|outcome| outcome.unwrap_or(Outcome::D))
                    .collect();
            }
        }
    }

    /// Outcomes proved in the presence of open positions hold in every completion of the graph.
    /// Open positions are completed by outcomes or by moves.
    #[test]
    fn what_is_proved_holds_in_every_completion() {
        const OUTCOMES: [Outcome; 3] = [Outcome::P, Outcome::N, Outcome::D];
        let (mut rng, budget) = (Rng::with_seed(71), Budget::generous());
        let (mut proved, mut unknown) = ([0; 3], 0);
        for _ in 0..3000 {
            let nodes = rng.usize(3..9);
            let count = rng.usize(0..=3.min(nodes - 1));
            let open: Vec<bool> = (0..nodes).map(|node| node >= nodes - count).collect();
            let mut lists: Vec<Vec<u32>> = vec![Vec::new(); nodes];
            for (_, list) in lists
                .iter_mut()
                .enumerate()
                .filter(|(node, _)| !open[*node])
            {
                *list = (0..rng.usize(0..4))
                    .map(|_| rng.u32(0..nodes as u32))
                    .collect();
            }
            let ended = |node: usize| (!open[node] && lists[node].is_empty()).then_some(Outcome::P);
            let decided: Vec<Option<Outcome>> = (0..nodes).map(ended).collect();
            let mut arcs = NodeArcs {
                ends: Vec::new(),
                targets: Vec::new(),
            };
            for list in &lists {
                arcs.targets.extend(list);
                arcs.ends.push(arcs.targets.len());
            }
            let found = settled(&arcs, decided.clone(), &open, &budget).unwrap();
            for completion in 0..3usize.pow(count as u32) {
                let mut all = decided.clone();
                (0..count).for_each(|place| {
                    all[nodes - count + place] =
                        Some(OUTCOMES[completion / 3usize.pow(place as u32) % 3])
                });
                for (node, outcome) in outcomes_by_definition(&lists, &all).into_iter().enumerate()
                {
                    assert!(
                        found[node].is_none_or(|found| found == outcome),
                        "{lists:?} {open:?}: {node}"
                    );
                }
            }
            // The completion by moves: each open position has options in the graph or ends play.
            let mut longer = lists.clone();
            longer[nodes - count..].fill_with(|| {
                (0..rng.usize(0..3))
                    .map(|_| rng.u32(0..nodes as u32))
                    .collect()
            });
            let ended: Vec<Option<Outcome>> = longer
                .iter()
                .map(|list| list.is_empty().then_some(Outcome::P))
                .collect();
            for (node, outcome) in outcomes_by_definition(&longer, &ended)
                .into_iter()
                .enumerate()
            {
                assert!(
                    found[node].is_none_or(|found| found == outcome),
                    "{longer:?} {open:?}: {node}"
                );
                match found[node] {
                    Some(outcome) if count > 0 => proved[outcome as usize] += 1,
                    Some(_) => {}
                    None => unknown += 1,
                }
            }
        }
        assert!(
            proved.iter().all(|&count| count > 500) && unknown > 500,
            "{proved:?} {unknown}"
        );
    }
}
