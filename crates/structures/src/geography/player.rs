//! Plays undirected vertex geography along a maximum matching. From a vertex that every maximum
//! matching contains, the player moves to the vertex's mate. After a move to the mate, the
//! remaining matching misses the opponent's vertex, and every vertex to which the opponent can move
//! has a mate. To prepare a game, the player computes a maximum matching. As long as the player
//! wins and goes to the mates, choosing a move costs O(1), and making any move costs O(log degree).
//! After a move that makes the outcome unknown, one search is needed, which takes O((V + E) log V).

use std::sync::Arc;

use ::base::budget::{Budget, StopReason};
use ::base::text;
use ::base::text::Text;
use theorems::OnlinePlayer;

use super::graph::UndirectedGraph;
use super::matching::Matching;

/// The known outcome for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MoverStatus {
    /// Every maximum matching contains the token's vertex.
    Wins,
    /// The current matching misses the token's vertex.
    Loses,
    /// The outcome has not been computed.
    Nothing,
}

/// A player of undirected vertex geography. A move is the vertex to which the token goes, or on
/// which it is placed.
pub struct GeographyPlayer {
    matching: Matching,
    token: Option<u32>,
    known: MoverStatus,
}

impl GeographyPlayer {
    /// Creates a player on a graph without the removed vertices; without a token, the first move
    /// places the token.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the time or memory.
    ///
    /// # Panics
    /// Panics if the token is on a vertex that does not exist.
    pub fn new(
        graph: Arc<UndirectedGraph>,
        gone: impl Fn(u32) -> bool,
        token: Option<u32>,
        budget: &Budget<'_>,
    ) -> Result<GeographyPlayer, StopReason> {
        assert!(
            token.is_none_or(|v| (v as usize) < graph.len() && !gone(v)),
            "no such vertex"
        );
        let matching = Matching::maximum(graph, gone, budget)?;
        let mut player = GeographyPlayer {
            matching,
            token,
            known: MoverStatus::Nothing,
        };
        player.prepare(budget)?;
        Ok(player)
    }

    /// Returns whether the player to move wins, with the token on a vertex.
    fn wins(&self) -> bool {
        assert!(self.known != MoverStatus::Nothing, "it is prepared");
        self.known == MoverStatus::Wins
    }

    /// Returns the vertex under the token; `None` before it is placed.
    pub fn token(&self) -> Option<u32> {
        self.token
    }

    fn first_neighbour(&self, vertex: u32) -> Option<u32> {
        self.matching
            .graph()
            .neighbours(vertex)
            .iter()
            .copied()
            .find(|&w| self.matching.has(w))
    }
}

impl OnlinePlayer for GeographyPlayer {
    type Move = u32;

    /// Runs one search if the outcome is unknown.
    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        if let (Some(vertex), MoverStatus::Nothing) = (self.token, self.known) {
            self.known = if self.matching.release(vertex, budget)? {
                MoverStatus::Loses
            } else {
                MoverStatus::Wins
            };
        }
        Ok(())
    }

    fn play(&mut self, &to: &u32) -> Result<(), Text> {
        let count = self.matching.graph().len();
        if to as usize >= count {
            return Err(text!(
                "unknown vertex {to}: there are {count} vertices, numbered from 0",
                "没有顶点 {to}：编号从 0 起，共 {count} 个"
            ));
        }
        if !self.matching.has(to) {
            return Err(text!(
                "vertex {to} was removed: the token has already been there",
                "顶点 {to} 已删去：棋子到过那里"
            ));
        }
        if let Some(from) = self.token {
            if !self.matching.graph().has_edge(from, to) {
                return Err(text!(
                    "no edge connects {from} and {to}",
                    "{from} 与 {to} 之间没有边"
                ));
            }
            let wins = self.wins();
            let mate = self.matching.mate(from);
            self.matching.remove(from);
            self.known = match (wins, mate) {
                (false, _) => MoverStatus::Wins,
                (true, Some(mate)) if mate == to => MoverStatus::Loses,
                (true, _) => MoverStatus::Nothing,
            };
        } else {
            self.known = if self.matching.mate(to).is_none() {
                MoverStatus::Loses
            } else {
                MoverStatus::Nothing
            };
        }
        self.token = Some(to);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u32> {
        match self.token {
            None => self
                .matching
                .remaining()
                .find(|&v| self.matching.mate(v).is_none()),
            Some(vertex) if self.wins() => self.matching.mate(vertex),
            Some(_) => None,
        }
    }

    fn any_move(&mut self) -> Option<u32> {
        match self.token {
            None => self.matching.remaining().next(),
            Some(vertex) => self.first_neighbour(vertex),
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::tests::random;
    use super::*;
    use theorems::referee;

    type State = (Arc<UndirectedGraph>, Vec<bool>, Option<u32>);

    fn moves((graph, gone, token): &State) -> Vec<u32> {
        let places: Vec<u32> = token.map_or_else(
            || graph.vertices().collect(),
            |v| graph.neighbours(v).to_vec(),
        );
        places.into_iter().filter(|&w| !gone[w as usize]).collect()
    }

    fn after(state: &State, &to: &u32) -> Option<State> {
        let (graph, mut gone, token) = state.clone();
        moves(state).contains(&to).then(|| {
            token.into_iter().for_each(|v| gone[v as usize] = true);
            (graph, gone, Some(to))
        })
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        let start = |rng: &mut Rng| -> State {
            let graph = Arc::new(random(rng, 40));
            let token = rng.bool().then(|| rng.u32(..graph.len() as u32));
            (graph.clone(), vec![false; graph.len()], token)
        };
        let player = |(graph, _, token): &State| {
            GeographyPlayer::new(graph.clone(), |_| false, *token, &Budget::generous()).unwrap()
        };
        let random_move = |state: &State, rng: &mut Rng| rng.choice(moves(state));
        // If the first player cannot win, the tested player moves second. The tested player must
        // win every game, and find a winning move after every mistake of the opponent.
        referee::check_player(false, start, player, random_move, after);
    }

    /// Both players move at random; at every position the player's outcome and winning move are
    /// compared with the definition.
    #[test]
    fn the_player_is_right_off_the_path_too() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..1000 {
            let graph = Arc::new(random(&mut rng, 9));
            let mut state: State = (
                graph.clone(),
                vec![false; graph.len()],
                Some(rng.u32(..graph.len() as u32)),
            );
            let mut player =
                GeographyPlayer::new(graph.clone(), |_| false, state.2, &Budget::generous())
                    .unwrap();
            loop {
                let left = graph
                    .vertices()
                    .filter(|&v| !state.1[v as usize])
                    .fold(0, |set, v| set | 1 << v);
                let token = state.2.unwrap();
                // At some positions, the test does not query the player.
                if rng.bool() {
                    let wins = super::super::tests::mover_wins(&graph, left, token);
                    match player.winning_move() {
                        None => assert!(!wins, "{graph:?} {state:?}"),
                        Some(to) => {
                            assert!(
                                wins && !super::super::tests::mover_wins(
                                    &graph,
                                    left & !(1 << token),
                                    to
                                ),
                                "{graph:?} {state:?}"
                            )
                        }
                    }
                }
                let Some(to) = rng.choice(moves(&state)) else {
                    break;
                };
                assert!(
                    player.play(&(graph.len() as u32)).is_err() && player.play(&token).is_err()
                );
                player.play(&to).unwrap();
                player.prepare(&Budget::generous()).unwrap();
                state = after(&state, &to).unwrap();
            }
            assert_eq!(player.any_move(), None);
        }
    }
}
