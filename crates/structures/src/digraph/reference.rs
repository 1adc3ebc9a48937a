//! Reference implementations for tests, which compute the definitions on small graphs.

use std::collections::HashMap;

use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::Outcome;

use super::DirectedGraph;

/// Returns a random graph of at most `most` vertices, with cycles, loops and parallel arcs, sparse
/// or dense.
pub fn random(rng: &mut Rng, most: usize) -> DirectedGraph {
    let vertices = rng.usize(1..=most);
    let arcs: Vec<(u32, u32)> = (0..rng.usize(0..=vertices * 2))
        .map(|_| (rng.u32(0..vertices as u32), rng.u32(0..vertices as u32)))
        .collect();
    DirectedGraph::new(vertices, &arcs)
}

/// Returns a random graph without cycles, whose vertices are in random order.
pub fn random_acyclic(rng: &mut Rng, most: usize) -> DirectedGraph {
    let vertices = rng.usize(1..=most);
    let mut names: Vec<u32> = (0..vertices as u32).collect();
    rng.shuffle(&mut names);
    let pairs =
        (0..rng.usize(0..=vertices * 3)).map(|_| (rng.usize(0..vertices), rng.usize(0..vertices)));
    let arcs: Vec<(u32, u32)> = pairs
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (names[a.max(b)], names[a.min(b)]))
        .collect();
    DirectedGraph::new(vertices, &arcs)
}

/// Returns the Grundy value of a vertex by definition.
pub fn grundy(graph: &DirectedGraph, vertex: u32) -> u32 {
    let values: Vec<u32> = graph
        .heads(vertex)
        .iter()
        .map(|&head| grundy(graph, head))
        .collect();
    (0..)
        .find(|value| !values.contains(value))
        .expect("there are finitely many options")
}

/// Marks the ends, and repeats until no mark changes: a vertex is P if all options are N, and N if
/// some option is P.
pub fn four_steps(graph: &DirectedGraph, play: PlayConvention, goals: &[u32]) -> Vec<Outcome> {
    let ended = if play == PlayConvention::Normal {
        Outcome::P
    } else {
        Outcome::N
    };
    let mut marks = vec![Outcome::D; graph.vertices()];
    loop {
        let before = marks.clone();
        for vertex in 0..graph.vertices() {
            let heads = graph.heads(vertex as u32);
            if goals.contains(&(vertex as u32)) {
                marks[vertex] = Outcome::P;
            } else if heads.is_empty() {
                marks[vertex] = ended;
            } else if heads.iter().all(|&head| marks[head as usize] == Outcome::N) {
                marks[vertex] = Outcome::P;
            } else if heads.iter().any(|&head| marks[head as usize] == Outcome::P) {
                marks[vertex] = Outcome::N;
            }
        }
        if marks == before {
            return marks;
        }
    }
}

/// Returns the outcome and the remoteness of each vertex. For increasing m, tests whether the
/// player to move can win within m moves of both players, or cannot avoid losing within m moves.
/// The first m that decides a vertex is the vertex's remoteness; vertices that are not decided
/// within 2V + 2 moves are draws.
pub fn win_in(
    graph: &DirectedGraph,
    play: PlayConvention,
    goals: &[u32],
) -> Vec<(Outcome, Option<u32>)> {
    let last = if play == PlayConvention::Normal {
        Outcome::P
    } else {
        Outcome::N
    };
    let ended = |v: u32| match goals.contains(&v) {
        true => Some(Outcome::P),
        false => (graph.degree(v) == 0).then_some(last),
    };
    let mut found = vec![(Outcome::D, None); graph.vertices()];
    // The outcome of each vertex if play is stopped after `moves` moves; stopped play is a draw.
    let mut within: Vec<Outcome> = (0..graph.vertices() as u32)
        .map(|v| ended(v).unwrap_or(Outcome::D))
        .collect();
    for moves in 0..=2 * graph.vertices() as u32 + 2 {
        for (vertex, outcome) in within.iter().enumerate() {
            if found[vertex].1.is_none() && *outcome != Outcome::D {
                found[vertex] = (*outcome, Some(moves));
            }
        }
        let look = |v: u32| {
            let options = || graph.heads(v).iter().map(|&head| within[head as usize]);
            match ended(v) {
                Some(outcome) => outcome,
                _ if options().any(|o| o == Outcome::P) => Outcome::N,
                _ if options().all(|o| o == Outcome::N) => Outcome::P,
                _ => Outcome::D,
            }
        };
        within = (0..graph.vertices() as u32).map(look).collect();
    }
    found
}

/// The number of tokens that a move changes.
#[derive(Clone, Copy)]
pub enum TokenMoveKind {
    /// A move changes at least one token and at most the given number of tokens.
    Upto(u32),
    /// A move changes all tokens that can be moved.
    Every,
}

/// Tokens on a graph, played by definition.
pub struct ReferenceTokenSum<'g> {
    pub graph: &'g DirectedGraph,
    pub kind: TokenMoveKind,
    pub play: PlayConvention,
    /// Values of the vertices for the stopping rule: as soon as all tokens are on vertices of value
    /// 0, the game stops and the player to move wins.
    pub stop: Option<&'g [u32]>,
}

impl ReferenceTokenSum<'_> {
    /// Returns whether the player to move wins.
    pub fn wins(&self, at: &[u32]) -> bool {
        self.search(at, &mut HashMap::new())
    }

    fn search(&self, at: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
        if let Some(&wins) = known.get(at) {
            return wins;
        }
        let stopped = self
            .stop
            .is_some_and(|values| at.iter().all(|&v| values[v as usize] == 0));
        // Every combination of moving or leaving each token, with the number of moved tokens.
        let mut ways = vec![(Vec::new(), 0)];
        for &v in at {
            let heads = self.graph.heads(v);
            let stays = matches!(self.kind, TokenMoveKind::Upto(_)) || heads.is_empty();
            let extended = |(left, moved): (Vec<u32>, u32)| {
                let moves = heads
                    .iter()
                    .map(|&head| (head, 1))
                    .chain(stays.then_some((v, 0)));
                moves
                    .map(|(to, one)| ([&left[..], &[to]].concat(), moved + one))
                    .collect::<Vec<_>>()
            };
            ways = ways.into_iter().flat_map(extended).collect();
        }
        ways.retain(|(_, moved)| {
            *moved > 0 && !matches!(self.kind, TokenMoveKind::Upto(most) if *moved > most)
        });
        let wins = match () {
            _ if stopped => true,
            _ if ways.is_empty() => self.play == PlayConvention::Misere,
            _ => ways.iter().any(|(option, _)| !self.search(option, known)),
        };
        known.insert(at.to_vec(), wins);
        wins
    }
}
