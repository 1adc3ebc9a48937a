//! How far every position is from its end when both sides play their best: the winner as fast as he can, the loser as slowly
//! (remoteness; Smith 1966, Winning Ways chapter 12). Where positions may repeat, a winning player needs it: each of his moves must
//! come closer to the end. Positions that neither can win have no remoteness. All positions that play can reach are held in memory,
//! O(V + E).

use std::collections::{HashMap, VecDeque};

use base::budget::Budget;
use rules::play::{Sum, ended_at_once, moves, outcome_without_moves};
use rules::rules::{Conventions, Fault, Outcome};
use rules::world::World;

/// Outcomes and remotenesses of all positions that can be reached from one.
pub(crate) struct Remoteness {
    places: HashMap<Sum, usize>,
    outcomes: Vec<(Outcome, u32)>,
    options: u64,
    bytes: u64,
}

impl Remoteness {
    /// Looks at every position that can be reached from `root`.
    pub(crate) fn from(world: &World, root: &Sum, conventions: Conventions, budget: &Budget<'_>) -> Result<Remoteness, Fault> {
        let mut places = HashMap::from([(root.clone(), 0)]);
        let mut positions = vec![root.clone()];
        let mut options: Vec<Vec<usize>> = Vec::new();
        let mut outcomes: Vec<Option<(Outcome, u32)>> = Vec::new();
        let mut bytes = bytes_of(root);
        while let Some(position) = positions.get(options.len()).cloned() {
            let mut found = Vec::new();
            let mut outcome = ended_at_once(world, &position, budget)?;
            if outcome.is_none() {
                for option in moves(world, &position, conventions, budget)? {
                    let place = *places.entry(option.leaves).or_insert_with_key(|leaves| {
                        bytes += bytes_of(leaves);
                        positions.push(leaves.clone());
                        positions.len() - 1
                    });
                    found.push(place);
                    bytes += size_of::<usize>() as u64 * 2;
                }
                budget.allow_memory(bytes)?;
                if found.is_empty() {
                    outcome = Some(outcome_without_moves(conventions.play));
                }
            }
            outcomes.push(outcome.map(|outcome| (outcome, 0)));
            options.push(found);
            budget.report(options.len() as u64, None);
        }
        backwards(&options, &mut outcomes);
        let listed = options.iter().map(|list| list.len() as u64).sum();
        let outcomes = outcomes.into_iter().map(|outcome| outcome.unwrap_or((Outcome::D, 0))).collect();
        Ok(Remoteness { places, outcomes, options: listed, bytes })
    }

    /// How many positions were looked at, and how many options they have.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.outcomes.len() as u64, self.options)
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The outcome of a position and, unless it is a draw, how many moves the best play of both sides takes.
    pub(crate) fn of(&self, sum: &Sum) -> Option<(Outcome, u32)> {
        self.places.get(sum).map(|&place| self.outcomes[place])
    }
}

/// Works backwards from the ends. The queue holds positions in the order of their remoteness, so that a position is won by the
/// nearest of its winning options, and lost by the farthest of its options.
fn backwards(options: &[Vec<usize>], outcomes: &mut [Option<(Outcome, u32)>]) {
    let mut origins: Vec<Vec<usize>> = vec![Vec::new(); options.len()];
    let mut undecided: Vec<usize> = options.iter().map(Vec::len).collect();
    for (place, list) in options.iter().enumerate() {
        for &option in list {
            origins[option].push(place);
        }
    }
    let mut queue: VecDeque<usize> = (0..outcomes.len()).filter(|&place| outcomes[place].is_some()).collect();
    while let Some(place) = queue.pop_front() {
        let (outcome, distance) = outcomes[place].expect("only decided positions are in the queue");
        for &origin in &origins[place] {
            undecided[origin] -= 1;
            let decided = match outcome {
                Outcome::P => Outcome::N,
                _ if undecided[origin] == 0 => Outcome::P,
                _ => continue,
            };
            if outcomes[origin].is_none() {
                outcomes[origin] = Some((decided, distance + 1));
                queue.push_back(origin);
            }
        }
    }
}

/// Bytes that a position takes here, about: it is held twice.
fn bytes_of(sum: &Sum) -> u64 {
    let parts: usize = sum.0.iter().map(|c| size_of_val(c) + 16 + size_of_val(&*c.slots)).sum();
    (2 * (size_of::<Sum>() + 16 + parts) + 128) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::play::Component;
    use structures::digraph::Digraph;

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let mut world = World::empty();
        let game = world.read(&Digraph, "7 9  1 0  2 1  3 0  3 2  4 3  5 6  6 5  6 4  6 3").unwrap();
        let at = |n| Sum(vec![Component { game, slots: [n].into() }]);
        let table = Remoteness::from(&world, &at(5), world.rules(game).conventions(), &Budget::generous()).unwrap();
        let found: Vec<_> = [0, 1, 2, 3, 4, 5, 6].map(|n| table.of(&at(n)).unwrap()).into();
        use rules::ast::Letter::{N, P};
        assert_eq!(found, [(P, 0), (N, 1), (P, 2), (N, 1), (P, 2), (P, 4), (N, 3)]);
    }
}
