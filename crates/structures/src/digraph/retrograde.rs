//! Who wins from every vertex of any graph, with cycles, and in how many moves: the winner as fast
//! as he can, the loser as slowly (remoteness). Retrograde analysis: a queue holds decided vertices
//! in the order of their remoteness, at first those without arcs. From a lost vertex every tail is
//! won, from a won one a tail is lost once all its arcs lead to won vertices; what is never decided
//! is a draw. Each arc is looked at once: O(V + E), 8 bytes a vertex and 4 an arc beside the graph.
//! It is what the four steps of marking P and N come to when no pass is made in vain. Normal play:
//! a vertex without arcs is lost; misère: won. A goal is lost in both, for who moved there has won.
//! Source: Zermelo (1913); Smith, Graphs and composite games (1966).

use base::budget::{Budget, StopReason};
use rules::ast::PlayConvention;
use rules::game::Outcome;

use super::DirectedGraph;

/// What stands for a draw.
const DRAW: u32 = u32::MAX;

/// Marks a vertex that is not decided; below it stands how many of its arcs are not known to lead
/// to won vertices.
const OPEN: u32 = 1 << 31;

/// Marks a decided vertex that is won; above it stands the remoteness.
const WON: u32 = 1;

/// Outcomes and remotenesses of all vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexOutcomes {
    /// Twice the remoteness, and [`WON`] for a win.
    states: Vec<u32>,
}

impl VertexOutcomes {
    /// Analyses a graph of at most 2^30 vertices; `turned` is the graph with its arcs turned round
    /// ([`DirectedGraph::transpose`]), which serves both plays and any goals: vertices where play
    /// ends, won for who moves there.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn new(
        graph: &DirectedGraph,
        turned: &DirectedGraph,
        play: PlayConvention,
        goals: &[u32],
        budget: &Budget<'_>,
    ) -> Result<VertexOutcomes, StopReason> {
        let mut states = VertexOutcomes::compute_states(graph, turned, play, goals, None, budget)?;
        for state in states.iter_mut().filter(|state| **state & OPEN != 0) {
            *state = DRAW;
        }
        Ok(VertexOutcomes { states })
    }

    /// Who wins from one vertex, as [`VertexOutcomes::outcome`] of all would say; the search ends
    /// where this vertex is decided.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn of_one(
        graph: &DirectedGraph,
        turned: &DirectedGraph,
        play: PlayConvention,
        goals: &[u32],
        vertex: u32,
        budget: &Budget<'_>,
    ) -> Result<Outcome, StopReason> {
        Ok(
            match VertexOutcomes::compute_states(graph, turned, play, goals, Some(vertex), budget)?
                [vertex as usize]
            {
                state if state & OPEN != 0 => Outcome::D,
                state if state & WON == 0 => Outcome::P,
                _ => Outcome::N,
            },
        )
    }

    /// The states of all vertices, or as many as it takes to decide one of them; what is open in
    /// the end is a draw.
    fn compute_states(
        graph: &DirectedGraph,
        turned: &DirectedGraph,
        play: PlayConvention,
        goals: &[u32],
        until: Option<u32>,
        budget: &Budget<'_>,
    ) -> Result<Vec<u32>, StopReason> {
        let vertices = graph.vertices();
        budget.allow_growth(0, 8 * vertices as u64)?;
        let mut state = vec![0u32; vertices];
        let mut queue: Vec<u32> = Vec::with_capacity(vertices);
        let ended = if play == PlayConvention::Normal {
            0
        } else {
            WON
        };
        for vertex in 0..vertices as u32 {
            state[vertex as usize] = match graph.degree(vertex) {
                0 => {
                    queue.push(vertex);
                    ended
                }
                degree => OPEN | degree,
            }
        }
        for &goal in goals {
            if std::mem::take(&mut state[goal as usize]) & OPEN != 0 {
                queue.push(goal);
            }
        }
        let mut next = 0;
        while let Some(&vertex) = queue.get(next) {
            if until.is_some_and(|vertex| state[vertex as usize] & OPEN == 0) {
                break;
            }
            next += 1;
            let tails = turned.heads(vertex);
            budget.steps(1 + tails.len())?;
            let own = state[vertex as usize];
            let lost = own & WON == 0;
            // One move more, and the other wins.
            let before = (own | WON) + 1 + u32::from(lost);
            for &tail in tails {
                let state = &mut state[tail as usize];
                if *state & OPEN == 0 {
                    continue;
                }
                *state -= 1;
                if lost || *state == OPEN {
                    *state = before;
                    queue.push(tail);
                }
            }
        }
        Ok(state)
    }

    /// Who wins from a vertex: N the player to move, P the other one, D nobody.
    pub fn outcome(&self, vertex: u32) -> Outcome {
        match self.states[vertex as usize] {
            DRAW => Outcome::D,
            state if state & WON == 0 => Outcome::P,
            _ => Outcome::N,
        }
    }

    /// The number of moves that the best play of both sides takes from a vertex; `None` for a draw.
    pub fn remoteness(&self, vertex: u32) -> Option<u32> {
        Some(self.states[vertex as usize])
            .filter(|&state| state != DRAW)
            .map(|state| state / 2)
    }

    /// The winning moves from a vertex, the fastest first, each once. O(d log d) for d arcs.
    pub fn winning(&self, graph: &DirectedGraph, vertex: u32) -> Vec<u32> {
        let mut heads = graph.options(vertex);
        heads.retain(|&head| self.outcome(head) == Outcome::P);
        heads.sort_by_key(|&head| self.states[head as usize]);
        heads
    }

    /// The best move from a vertex, if it has arcs: the fastest win, else into a draw, else the
    /// slowest loss. O(d).
    pub fn best(&self, graph: &DirectedGraph, vertex: u32) -> Option<u32> {
        let rank = |&head: &u32| {
            let remoteness = i64::from(self.states[head as usize]);
            match self.outcome(head) {
                Outcome::P => (0, remoteness),
                Outcome::D => (1, 0),
                Outcome::N => (2, -remoteness),
            }
        };
        graph.heads(vertex).iter().copied().min_by_key(rank)
    }

    /// The numbers of vertices that are lost, won and drawn for the player to move.
    pub fn counts(&self) -> (usize, usize, usize) {
        let drawn = self.states.iter().filter(|&&state| state == DRAW).count();
        let lost = self
            .states
            .iter()
            .filter(|&&state| state & WON == 0)
            .count();
        (lost, self.states.len() - lost - drawn, drawn)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::reference;
    use super::*;

    const PLAYS: [PlayConvention; 2] = [PlayConvention::Normal, PlayConvention::Misere];

    #[test]
    fn outcomes_and_remotenesses_are_those_of_the_definition() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(5);
        let mut drawn = 0;
        for round in 0..4000 {
            let graph = reference::random(&mut rng, 7);
            let turned = graph.transpose(&budget).unwrap();
            let goals: Vec<u32> = (0..rng.usize(..3))
                .map(|_| rng.u32(0..graph.vertices() as u32))
                .collect();
            for play in PLAYS {
                let verdicts = VertexOutcomes::new(&graph, &turned, play, &goals, &budget).unwrap();
                let naive = reference::win_in(&graph, play, &goals);
                let steps = reference::four_steps(&graph, play, &goals);
                for vertex in 0..graph.vertices() as u32 {
                    let found = (verdicts.outcome(vertex), verdicts.remoteness(vertex));
                    assert_eq!(
                        VertexOutcomes::of_one(&graph, &turned, play, &goals, vertex, &budget)
                            .unwrap(),
                        found.0
                    );
                    assert_eq!(
                        found, naive[vertex as usize],
                        "round {round}, {play:?}, {vertex}: {graph:?}"
                    );
                    assert_eq!(found.0, steps[vertex as usize]);
                    drawn += u32::from(found.0 == Outcome::D);
                }
            }
        }
        assert!(drawn > 1000, "{drawn}");
    }

    #[test]
    fn loops_parallel_arcs_and_lone_vertices() {
        let budget = Budget::generous();
        // 0 alone; 1 with a loop only; 2 with a loop and two arcs to 0; 3 to 1 and to 0.
        let graph = DirectedGraph::new(4, &[(1, 1), (2, 2), (2, 0), (2, 0), (3, 1), (3, 0)]);
        let turned = graph.transpose(&budget).unwrap();
        let letters = |play| {
            let verdicts = VertexOutcomes::new(&graph, &turned, play, &[], &budget).unwrap();
            (0..4)
                .map(|v| verdicts.outcome(v).letter())
                .collect::<String>()
        };
        assert_eq!(letters(PlayConvention::Normal), "PDNN");
        assert_eq!(letters(PlayConvention::Misere), "NDDD");
        let empty = DirectedGraph::new(0, &[]);
        assert_eq!(
            VertexOutcomes::new(&empty, &empty, PlayConvention::Normal, &[], &budget)
                .unwrap()
                .counts(),
            (0, 0, 0)
        );
    }

    #[test]
    fn a_small_budget_stops() {
        let graph = DirectedGraph::new(1 << 20, &[]);
        let stop = || None;
        let small = Budget::new(1 << 20, &stop, &|_, _| ());
        assert!(matches!(
            graph.transpose(&small),
            Err(StopReason::Memory(..))
        ));
        assert!(matches!(
            VertexOutcomes::new(&graph, &graph, PlayConvention::Normal, &[], &small),
            Err(StopReason::Memory(..))
        ));
        assert!(matches!(graph.order(&small), Err(StopReason::Memory(..))));
        let cancelled = || Some(StopReason::Cancelled);
        let cancelled = Budget::new(1 << 30, &cancelled, &|_, _| ());
        assert_eq!(
            VertexOutcomes::new(&graph, &graph, PlayConvention::Normal, &[], &cancelled),
            Err(StopReason::Cancelled)
        );
    }

    /// Games from won vertices, the replies random: won, and never later than the remoteness says.
    #[test]
    fn the_best_heads_win_every_game_in_the_fewest_moves() {
        let budget = Budget::generous();
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            let mut rng = Rng::with_seed(11);
            let (mut games, mut loopy) = (0, 0);
            while games < 1000 {
                let graph = reference::random(&mut rng, 12);
                let mut at = rng.u32(0..graph.vertices() as u32);
                let verdicts = VertexOutcomes::new(
                    &graph,
                    &graph.transpose(&budget).unwrap(),
                    play,
                    &[],
                    &budget,
                )
                .unwrap();
                let (outcome, remoteness) = (verdicts.outcome(at), verdicts.remoteness(at));
                assert_eq!(
                    (outcome, remoteness),
                    reference::win_in(&graph, play, &[])[at as usize]
                );
                let Some(most) = remoteness else {
                    // In a drawn position it never moves into a loss.
                    let head = verdicts.best(&graph, at).unwrap();
                    assert_eq!(
                        reference::win_in(&graph, play, &[])[head as usize].0,
                        Outcome::D
                    );
                    continue;
                };
                games += 1;
                loopy += u32::from(graph.order(&budget).unwrap().acyclic().is_none());
                let winner = outcome == Outcome::N;
                let mut own = winner;
                let mut moves = 0;
                while graph.degree(at) > 0 {
                    let made = if own {
                        verdicts.best(&graph, at).expect("the win is kept")
                    } else {
                        rng.choice(graph.heads(at)).copied().unwrap()
                    };
                    at = made;
                    (own, moves) = (!own, moves + 1);
                }
                assert!(moves <= most && verdicts.best(&graph, at).is_none());
                // At the end it is the turn of who loses in normal play.
                assert_eq!(own, play == PlayConvention::Misere, "{graph:?}");
            }
            assert!(loopy > 100, "{loopy}");
        }
    }
}
