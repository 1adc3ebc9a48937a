//! This module computes outcomes and remotenesses of all vertices of any graph, even with cycles
//! ([`theory::retrograde`]). The analysis follows each arc once: it takes O(V + E) time, and 8
//! bytes per vertex and 4 per arc in addition to the graph. The result equals that of marking P and
//! N in repeated passes over all vertices. Under normal play, a vertex without arcs is lost; under
//! misère play, a vertex without arcs is won. A goal is lost under both conventions, because the
//! player who moved there has won.

use base::budget::{Budget, StopReason};
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::play::outcome_without_moves;
use theory::retrograde::{OutcomeAnalysis, OutcomeTable, propagate};

use super::DirectedGraph;

impl DirectedGraph {
    /// Returns the vertices where play ends, with their outcomes: the goals, and the vertices
    /// without arcs.
    pub fn ends(
        &self,
        play: PlayConvention,
        goals: &[u32],
    ) -> impl Iterator<Item = (u32, Outcome)> {
        let without_arcs = (0..self.vertices() as u32).filter(|&vertex| self.degree(vertex) == 0);
        let goals = goals.iter().map(|&goal| (goal, Outcome::P));
        goals.chain(without_arcs.map(move |vertex| (vertex, outcome_without_moves(play))))
    }

    /// Returns the outcome and the remoteness of every vertex; the graph has at most 2^30 vertices,
    /// and play ends at `ends`. The analysis stops once the vertex `until` is decided. `turned` is
    /// the graph with its arcs reversed ([`DirectedGraph::transpose`]), which can be reused for any
    /// ends.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn outcomes(
        &self,
        turned: &DirectedGraph,
        ends: impl IntoIterator<Item = (u32, Outcome)>,
        until: Option<u32>,
        budget: &Budget<'_>,
    ) -> Result<OutcomeTable, StopReason> {
        budget.allow_growth(0, 8 * self.vertices() as u64)?;
        let degrees = (0..self.vertices() as u32).map(|vertex| self.degree(vertex));
        let mut analysis = OutcomeAnalysis::new(degrees);
        analysis.until = until;
        for (vertex, outcome) in ends {
            analysis.decide(vertex, outcome == Outcome::N);
        }
        turned.propagate(&mut analysis, budget)?;
        Ok(analysis.table)
    }

    /// Decides all vertices that can be decided; `self` is the graph with its arcs reversed.
    pub(super) fn propagate(
        &self,
        analysis: &mut OutcomeAnalysis,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        propagate(analysis, |vertex, news| {
            let tails = self.heads(vertex);
            news.tell(tails.iter().copied());
            budget.steps(1 + tails.len())
        })
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
                let verdicts = graph
                    .outcomes(&turned, graph.ends(play, &goals), None, &budget)
                    .unwrap();
                let naive = reference::win_in(&graph, play, &goals);
                let steps = reference::four_steps(&graph, play, &goals);
                for vertex in 0..graph.vertices() as u32 {
                    let found = (verdicts.outcome(vertex), verdicts.remoteness(vertex));
                    assert_eq!(
                        graph
                            .outcomes(&turned, graph.ends(play, &goals), Some(vertex), &budget)
                            .unwrap()
                            .outcome(vertex),
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
        // Vertex 0 is isolated, and vertex 1 has only a loop. Vertex 2 has a loop and two arcs to
        // 0, and vertex 3 has arcs to 1 and 0.
        let graph = DirectedGraph::new(4, &[(1, 1), (2, 2), (2, 0), (2, 0), (3, 1), (3, 0)]);
        let turned = graph.transpose(&budget).unwrap();
        let letters = |play| {
            let verdicts = graph
                .outcomes(&turned, graph.ends(play, &[]), None, &budget)
                .unwrap();
            (0..4)
                .map(|v| verdicts.outcome(v).letter())
                .collect::<String>()
        };
        assert_eq!(letters(PlayConvention::Normal), "PDNN");
        assert_eq!(letters(PlayConvention::Misere), "NDDD");
        let empty = DirectedGraph::new(0, &[]);
        let verdicts = empty.outcomes(
            &empty,
            empty.ends(PlayConvention::Normal, &[]),
            None,
            &budget,
        );
        assert_eq!(verdicts.unwrap().outcomes().len(), 0);
    }

    #[test]
    fn a_small_budget_stops() {
        let graph = DirectedGraph::new(1 << 20, &[]);
        let ends = || graph.ends(PlayConvention::Normal, &[]);
        let stop = || None;
        let small = Budget::new(1 << 20, &stop, &|_, _| ());
        assert!(matches!(
            graph.transpose(&small),
            Err(StopReason::Memory(..))
        ));
        assert!(matches!(
            graph.outcomes(&graph, ends(), None, &small),
            Err(StopReason::Memory(..))
        ));
        assert!(matches!(graph.order(&small), Err(StopReason::Memory(..))));
        let cancelled = || Some(StopReason::Cancelled);
        let cancelled = Budget::new(1 << 30, &cancelled, &|_, _| ());
        assert_eq!(
            graph.outcomes(&graph, ends(), None, &cancelled),
            Err(StopReason::Cancelled)
        );
    }

    /// The player starts on won vertices against random replies: it wins every game in at most as
    /// many moves as the remoteness.
    #[test]
    fn the_best_heads_win_every_game_in_the_fewest_moves() {
        let budget = Budget::generous();
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            let mut rng = Rng::with_seed(11);
            let (mut games, mut loopy) = (0, 0);
            while games < 1000 {
                let graph = reference::random(&mut rng, 12);
                let mut at = rng.u32(0..graph.vertices() as u32);
                let verdicts = graph
                    .outcomes(
                        &graph.transpose(&budget).unwrap(),
                        graph.ends(play, &[]),
                        None,
                        &budget,
                    )
                    .unwrap();
                let (outcome, remoteness) = (verdicts.outcome(at), verdicts.remoteness(at));
                assert_eq!(
                    (outcome, remoteness),
                    reference::win_in(&graph, play, &[])[at as usize]
                );
                let Some(most) = remoteness else {
                    // In a drawn position, the player never moves into a loss.
                    let head = verdicts.best(graph.heads(at)).unwrap();
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
                        verdicts.best(graph.heads(at)).expect("the win is kept")
                    } else {
                        rng.choice(graph.heads(at)).copied().unwrap()
                    };
                    at = made;
                    (own, moves) = (!own, moves + 1);
                }
                assert!(moves <= most && verdicts.best(graph.heads(at)).is_none());
                // At the end of play, the player to move is the loser under normal play.
                assert_eq!(own, play == PlayConvention::Misere, "{graph:?}");
            }
            assert!(loopy > 100, "{loopy}");
        }
    }
}
