//! How far every position is from its end when both sides play their best: the winner as fast as he can, the loser as slowly
//! (remoteness; Smith 1966, Winning Ways chapter 12). Where positions may repeat, a winning player needs it: each of his moves must
//! come closer to the end. Positions that neither can win have no remoteness. All positions that play can reach are held in memory,
//! O(V + E); where they are many and one game's, a table made tier by tier takes their place ([`engines::tiered`]).

use std::collections::{HashMap, VecDeque};

use base::budget::Budget;
use engines::engine::Code;
use engines::engine::Engine;
use engines::oracle::EngineError;
use engines::reference::Definition;
use engines::tiered::{Distances, FEW, Tiered};
use rules::play::{Sum, TurnState, resolve_turn};
use rules::rules::{Conventions, Outcome};
use rules::world::World;

use crate::error::Error;
use crate::settings::Settings;

/// Outcomes and remotenesses of all positions that can be reached from one.
pub(crate) enum Remoteness {
    Listed(Listed),
    Table(Distances),
}

/// Positions one by one.
pub(crate) struct Listed {
    places: HashMap<Sum, usize>,
    outcomes: Vec<(Outcome, u32)>,
    options: u64,
    bytes: u64,
}

impl Remoteness {
    /// Looks at every position that can be reached from `root`; `tabled`: a table may be made, by this machine's code if there is one.
    pub(crate) fn from(
        world: &World,
        root: &Sum,
        conventions: Conventions,
        tabled: Option<&Code>,
        budget: &Budget<'_>,
    ) -> Result<Remoteness, EngineError> {
        let mut places = HashMap::from([(root.clone(), 0)]);
        let mut positions = vec![root.clone()];
        let mut options: Vec<Vec<usize>> = Vec::new();
        let mut outcomes: Vec<Option<(Outcome, u32)>> = Vec::new();
        let mut bytes = bytes_of(root);
        while let Some(position) = positions.get(options.len()).cloned() {
            if let Some(code) = tabled
                && options.len() == FEW
                && let Some(table) = table(world, root, conventions, code, budget)?
            {
                return Ok(Remoteness::Table(table));
            }
            let mut found = Vec::new();
            let outcome = match resolve_turn(world, &position, conventions, budget)? {
                TurnState::Over(outcome) => Some((outcome, 0)),
                TurnState::Open(moves) => {
                    for option in moves {
                        let place = *places.entry(option.leaves).or_insert_with_key(|leaves| {
                            bytes += bytes_of(leaves);
                            positions.push(leaves.clone());
                            positions.len() - 1
                        });
                        found.push(place);
                        bytes += size_of::<usize>() as u64 * 2;
                    }
                    budget.allow_memory(bytes)?;
                    None
                }
            };
            outcomes.push(outcome);
            options.push(found);
            budget.report(options.len() as u64, None);
        }
        backwards(&options, &mut outcomes);
        let listed = options.iter().map(|list| list.len() as u64).sum();
        let outcomes = outcomes.into_iter().map(|outcome| outcome.unwrap_or((Outcome::D, 0))).collect();
        Ok(Remoteness::Listed(Listed { places, outcomes, options: listed, bytes }))
    }

    /// How many positions were looked at, and how many options they have, unless nobody counted.
    pub(crate) fn counts(&self) -> (u64, u64) {
        match self {
            Remoteness::Listed(listed) => (listed.outcomes.len() as u64, listed.options),
            Remoteness::Table(table) => (table.entries(), 0),
        }
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Remoteness::Listed(listed) => listed.bytes,
            Remoteness::Table(table) => table.bytes(),
        }
    }

    /// What found it, by the name of an engine.
    pub(crate) fn method(&self) -> &'static str {
        match self {
            Remoteness::Listed(_) => Definition.name(),
            Remoteness::Table(_) => Tiered.name(),
        }
    }

    /// The outcome of a position and, unless it is a draw, how many moves the best play of both sides takes.
    pub(crate) fn of(&self, sum: &Sum) -> Option<(Outcome, u32)> {
        match (self, &sum.0[..]) {
            (Remoteness::Listed(listed), _) => listed.places.get(sum).map(|&place| listed.outcomes[place]),
            (Remoteness::Table(table), [one]) if table.holds(one.game, &one.slots) => {
                table.of(&one.slots).and_then(|(outcome, moves)| Some((outcome, u32::try_from(moves).ok()?)))
            }
            (Remoteness::Table(_), _) => None,
        }
    }
}

/// Remotenesses that were found, for one question after another.
#[derive(Default)]
pub(crate) struct Distant {
    /// What makes the code of tables; `None` if no table may be made.
    tabled: Option<Code>,
    pub found: Option<Remoteness>,
}

impl Distant {
    /// Nothing is found yet.
    pub(crate) fn new(settings: &Settings) -> Distant {
        let tabled = (!settings.without.contains(Tiered.name())).then(|| settings.means().code());
        Distant { tabled, found: None }
    }

    /// What was found already.
    pub(crate) fn known(&self, sum: &Sum) -> Option<(Outcome, u32)> {
        self.found.as_ref().and_then(|table| table.of(sum))
    }

    /// Outcome and remoteness of a position.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub(crate) fn of(&mut self, world: &World, sum: &Sum, conventions: Conventions, budget: &Budget<'_>) -> Result<(Outcome, u32), Error> {
        if let Some(found) = self.known(sum) {
            return Ok(found);
        }
        let made =
            Remoteness::from(world, sum, conventions, self.tabled.as_ref(), budget).map_err(|error| Error::of_engine(world, error))?;
        let found = made.of(sum).expect("the root is in its table");
        self.found = Some(made);
        Ok(found)
    }
}

/// A table of what play reaches, made; `None` where it is not worth it.
#[cold]
fn table(world: &World, root: &Sum, conventions: Conventions, code: &Code, budget: &Budget<'_>) -> Result<Option<Distances>, EngineError> {
    let [one] = &root.0[..] else { return Ok(None) };
    let Some(game) = world.rules(one.game).game().filter(|_| conventions.loopy) else { return Ok(None) };
    let facts = facts::facts(game, one.game, budget)?;
    let Ok(mut table) = Distances::around(world, one, conventions, &facts, code, budget)? else { return Ok(None) };
    match table.fill(world, &one.slots, budget) {
        // What a table cannot hold is looked at one by one.
        Err(EngineError::Declined(_)) => Ok(None),
        made => made.map(|()| Some(table)),
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
        let table = Remoteness::from(&world, &at(5), world.rules(game).conventions(), Some(&None), &Budget::generous()).unwrap();
        let found: Vec<_> = [0, 1, 2, 3, 4, 5, 6].map(|n| table.of(&at(n)).unwrap()).into();
        use rules::ast::Letter::{N, P};
        assert_eq!(found, [(P, 0), (N, 1), (P, 2), (N, 1), (P, 2), (P, 4), (N, 3)]);
    }
}
