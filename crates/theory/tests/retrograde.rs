//! Compares retrograde analysis with a naive fixpoint on small random digraphs, for different
//! orders of the decided positions.

use std::convert::Infallible;

use fastrand::Rng;
use rules::game::Outcome;
use theory::retrograde::{OutcomeAnalysis, RetrogradeStates, propagate};

/// A digraph with loops and parallel arcs; play ends at some positions.
#[derive(Debug)]
struct RandomDigraph {
    options: Vec<Vec<u32>>,
    ends: Vec<Option<Outcome>>,
}

impl RandomDigraph {
    fn random(rng: &mut Rng) -> RandomDigraph {
        let positions = rng.u32(1..13);
        let most = rng.usize(1..4);
        let options = |_| {
            let arcs = 0..rng.usize(0..=most);
            arcs.map(|_| rng.u32(0..positions)).collect()
        };
        let options: Vec<Vec<u32>> = (0..positions).map(options).collect();
        let end = |_| match rng.u8(0..12) {
            0 => Some(Outcome::N),
            1 | 2 => Some(Outcome::P),
            _ => None,
        };
        let ends = (0..positions).map(end).collect();
        RandomDigraph { options, ends }
    }

    fn predecessors(&self) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); self.options.len()];
        for (position, options) in self.options.iter().enumerate() {
            for &option in options {
                lists[option as usize].push(position as u32);
            }
        }
        lists
    }

    /// Returns outcomes and remotenesses by definition, in rounds over all positions. The number of
    /// rounds is twice the number of positions. Positions that have no options and are not ends are
    /// draws.
    fn fixpoint(&self) -> Vec<(Outcome, Option<u32>)> {
        let decided = |outcome: &Option<Outcome>| match outcome {
            Some(outcome) => (*outcome, Some(0)),
            None => (Outcome::D, None),
        };
        let mut found: Vec<(Outcome, Option<u32>)> = self.ends.iter().map(decided).collect();
        for moves in 1..=2 * found.len() as u32 {
            let before = found.clone();
            for (position, options) in self.options.iter().enumerate() {
                let outcome_of = |&option: &u32| before[option as usize].0;
                if found[position].1.is_some() || options.is_empty() {
                    continue;
                } else if options.iter().map(outcome_of).any(|of| of == Outcome::P) {
                    found[position] = (Outcome::N, Some(moves));
                } else if options.iter().map(outcome_of).all(|of| of == Outcome::N) {
                    found[position] = (Outcome::P, Some(moves));
                }
            }
        }
        found
    }
}

/// Retrograde states that store outcomes but no remotenesses. Decided positions are returned in
/// last-in, first-out order.
struct OutcomeStack {
    outcomes: Vec<Option<Outcome>>,
    counters: Vec<usize>,
    stack: Vec<u32>,
}

impl OutcomeStack {
    fn decide(&mut self, position: u32, outcome: Outcome) {
        if self.outcomes[position as usize].is_none() {
            self.outcomes[position as usize] = Some(outcome);
            self.stack.push(position);
        }
    }
}

impl RetrogradeStates for OutcomeStack {
    fn next_decided(&mut self) -> Option<(u32, bool)> {
        let position = self.stack.pop()?;
        let is_won = self.outcomes[position as usize] == Some(Outcome::N);
        Some((position, is_won))
    }

    fn win(&mut self, position: u32) {
        self.decide(position, Outcome::N);
    }

    fn count_down(&mut self, position: u32) {
        self.counters[position as usize] -= 1;
        if self.counters[position as usize] == 0 {
            self.decide(position, Outcome::P);
        }
    }
}

fn run(states: &mut impl RetrogradeStates, predecessors: &[Vec<u32>]) {
    let Ok(()) = propagate(states, |position, news| {
        news.tell(predecessors[position as usize].iter().copied());
        Ok::<_, Infallible>(())
    });
}

#[test]
fn it_finds_what_the_fixpoint_finds() {
    let mut rng = Rng::with_seed(41);
    let (mut met, mut distant) = ([0; 3], 0);
    for _ in 0..20_000 {
        let graph = RandomDigraph::random(&mut rng);
        let (predecessors, expected) = (graph.predecessors(), graph.fixpoint());
        let analysis = |until| {
            let degrees = graph.options.iter().map(|options| options.len() as u32);
            let mut analysis = OutcomeAnalysis::new(degrees);
            analysis.until = until;
            for (position, outcome) in (0..).zip(&graph.ends) {
                if let Some(outcome) = outcome {
                    analysis.decide(position, *outcome == Outcome::N);
                }
            }
            run(&mut analysis, &predecessors);
            analysis
        };
        let mut whole = analysis(None);
        let mut stack = OutcomeStack {
            outcomes: vec![None; expected.len()],
            counters: graph.options.iter().map(Vec::len).collect(),
            stack: Vec::new(),
        };
        for (position, outcome) in (0..).zip(&graph.ends) {
            if let Some(outcome) = outcome {
                stack.decide(position, *outcome);
            }
        }
        run(&mut stack, &predecessors);
        for (position, expected) in (0..).zip(&expected) {
            let found = (
                whole.table.outcome(position),
                whole.table.remoteness(position),
            );
            assert_eq!(found, *expected, "{position}: {graph:?}");
            let early = analysis(Some(position)).table.outcome(position);
            assert_eq!(early, expected.0, "{position}: {graph:?}");
            let by_stack = stack.outcomes[position as usize].unwrap_or(Outcome::D);
            assert_eq!(by_stack, expected.0, "{position}: {graph:?}");
            met[found.0 as usize] += 1;
            distant += usize::from(found.1 > Some(2));
        }
        let decided = whole.take_decided();
        assert!(decided.is_sorted_by_key(|&position| whole.table.remoteness(position)));
    }
    assert!(
        met.iter().all(|&count| count > 10_000) && distant > 1_000,
        "{met:?} {distant}"
    );
}
