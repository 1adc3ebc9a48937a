//! A player of complete games with several tokens on one acyclic graph, by values. Preparing takes
//! O(V + E), and each move O(tokens + out-degree of one token's vertex).

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use theorems::OnlinePlayer;
use theory::retrograde::OutcomeTable;

use super::{DirectedGraph, grundy};

/// Returns the message that the graph does not have the arc of a move.
fn no_arc(tail: u32, head: u32) -> Text {
    text!(
        "no arc leads from {tail} to {head}",
        "没有从 {tail} 到 {head} 的弧"
    )
}

/// A player with several tokens on one acyclic graph, under normal play. A move is a token, counted
/// from 0, and the vertex to which it moves.
pub struct TokenSumPlayer {
    graph: Arc<DirectedGraph>,
    values: Vec<u32>,
    at: Vec<u32>,
    nim_sum: u32,
}

impl TokenSumPlayer {
    /// Creates a player for tokens on the given vertices of the graph; `None` if the graph has a
    /// cycle.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        graph: Arc<DirectedGraph>,
        at: Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<Option<TokenSumPlayer>, StopReason> {
        let Some(order) = graph.order(budget)?.acyclic() else {
            return Ok(None);
        };
        let values = grundy(&graph, &order, budget)?;
        let nim_sum = at.iter().fold(0, |sum, &v| sum ^ values[v as usize]);
        Ok(Some(TokenSumPlayer {
            graph,
            values,
            at,
            nim_sum,
        }))
    }

    /// Returns the value of the sum of all tokens.
    pub fn value(&self) -> u32 {
        self.nim_sum
    }
}

impl OnlinePlayer for TokenSumPlayer {
    type Move = (usize, u32);

    fn play(&mut self, &(token, head): &(usize, u32)) -> Result<(), Text> {
        let count = self.at.len();
        let Some(at) = self.at.get_mut(token) else {
            return Err(text!(
                "unknown token {token}: there are {count} tokens, numbered from 0",
                "没有棋子 {token}：编号从 0 起，共 {count} 枚"
            ));
        };
        if !self.graph.heads(*at).contains(&head) {
            return Err(no_arc(*at, head));
        }
        self.nim_sum ^= self.values[*at as usize] ^ self.values[head as usize];
        *at = head;
        Ok(())
    }

    /// Returns a move of the first token whose value v is larger than v xor the nim-sum of all
    /// tokens.
    fn winning_move(&mut self) -> Option<(usize, u32)> {
        let value = |v: u32| self.values[v as usize];
        let token = self
            .at
            .iter()
            .position(|&v| self.nim_sum > 0 && value(v) ^ self.nim_sum < value(v))?;
        let wanted = value(self.at[token]) ^ self.nim_sum;
        let head = self
            .graph
            .heads(self.at[token])
            .iter()
            .copied()
            .find(|&head| value(head) == wanted);
        head.map(|head| (token, head))
    }

    fn any_move(&mut self) -> Option<(usize, u32)> {
        self.winning_move().or_else(|| {
            let first =
                |(token, &v): (usize, &u32)| self.graph.heads(v).first().map(|&head| (token, head));
            self.at.iter().enumerate().find_map(first)
        })
    }
}

/// A player with one token on any graph, with goals. A move is the vertex to which the token moves;
/// a player who moves it onto a goal, or to a vertex without arcs, has won. O(V + E) to prepare,
/// O(out-degree) per move. The player plays the fastest win, otherwise a draw, otherwise the
/// slowest loss.
pub struct SingleTokenPlayer {
    graph: DirectedGraph,
    verdicts: OutcomeTable,
    at: u32,
}

impl SingleTokenPlayer {
    /// Creates a player for a token on a vertex of the graph.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        graph: &DirectedGraph,
        goals: &[u32],
        at: u32,
        budget: &Budget<'_>,
    ) -> Result<SingleTokenPlayer, StopReason> {
        budget.allow_growth(0, DirectedGraph::bytes(graph.vertices(), graph.arcs()))?;
        let graph = graph.without_arcs_from(goals);
        let verdicts = graph.outcomes(
            &graph.transpose(budget)?,
            graph.ends(PlayConvention::Normal, goals),
            None,
            budget,
        )?;
        Ok(SingleTokenPlayer {
            graph,
            verdicts,
            at,
        })
    }

    /// Returns the outcome: N if the player to move wins, P if the other player wins, D for a draw.
    pub fn outcome(&self) -> Outcome {
        self.verdicts.outcome(self.at)
    }
}

impl OnlinePlayer for SingleTokenPlayer {
    type Move = u32;

    fn play(&mut self, &head: &u32) -> Result<(), Text> {
        if !self.graph.heads(self.at).contains(&head) {
            return Err(no_arc(self.at, head));
        }
        self.at = head;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u32> {
        self.any_move().filter(|_| self.outcome() == Outcome::N)
    }

    fn any_move(&mut self) -> Option<u32> {
        self.verdicts.best(self.graph.heads(self.at))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::reference;
    use super::*;

    const GAMES: usize = 1000;

    /// The tested player starts in won positions, or in lost ones in which the opponent makes a
    /// mistake; the opponent moves at random, and the game may never end.
    #[test]
    fn a_token_is_brought_to_the_goal() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(13);
        let (mut won, mut games) = (0, 0);
        while won < GAMES {
            let graph = reference::random(&mut rng, 12);
            let (mut at, goal) = (
                rng.u32(0..graph.vertices() as u32),
                rng.u32(0..graph.vertices() as u32),
            );
            let outcomes = reference::four_steps(&graph, PlayConvention::Normal, &[goal]);
            let mut runner = SingleTokenPlayer::new(&graph, &[goal], at, &budget).unwrap();
            let mut own = runner.outcome() == Outcome::N;
            games += 1;
            for _ in 0..100 {
                assert_eq!(runner.outcome(), outcomes[at as usize]);
                let ended = at == goal || graph.degree(at) == 0;
                assert_eq!(
                    (runner.any_move().is_none(), runner.winning_move().is_some()),
                    (ended, outcomes[at as usize] == Outcome::N)
                );
                if ended {
                    won += usize::from(!own);
                    break;
                }
                assert!(runner.play(&(graph.vertices() as u32)).is_err());
                at = if own {
                    runner.any_move().unwrap()
                } else {
                    *rng.choice(graph.heads(at)).unwrap()
                };
                runner.play(&at).unwrap();
                own = !own;
            }
        }
        assert!(games < 4 * GAMES, "{games}");
    }

    #[test]
    fn tokens_win_every_game() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(12);
        let mut first = 0;
        for _ in 0..GAMES {
            let graph = Arc::new(reference::random_acyclic(&mut rng, 12));
            let mut at: Vec<u32> = (0..rng.usize(0..5))
                .map(|_| rng.u32(0..graph.vertices() as u32))
                .collect();
            let mut tokens = TokenSumPlayer::new(graph.clone(), at.clone(), &budget)
                .unwrap()
                .unwrap();
            assert!(tokens.play(&(9, 0)).is_err());
            let mut own = tokens.winning_move().is_some();
            assert_eq!(
                own,
                at.iter()
                    .fold(0, |sum, &v| sum ^ reference::grundy(&graph, v))
                    != 0
            );
            first += u32::from(own);
            loop {
                let moves: Vec<(usize, u32)> = at
                    .iter()
                    .enumerate()
                    .flat_map(|(i, &v)| graph.heads(v).iter().map(move |&head| (i, head)))
                    .collect();
                assert_eq!(tokens.any_move().is_some(), !moves.is_empty());
                let Some(&random) = rng.choice(&moves) else {
                    break;
                };
                let made = if own {
                    tokens.winning_move().expect("the win is kept")
                } else {
                    random
                };
                tokens.play(&made).unwrap();
                assert!(moves.contains(&made));
                at[made.0] = made.1;
                own = !own;
            }
            assert!(!own, "the player made the last move");
        }
        assert!(first > 300, "{first}");
        assert!(
            TokenSumPlayer::new(Arc::new(DirectedGraph::new(1, &[(0, 0)])), vec![0], &budget)
                .unwrap()
                .is_none()
        );
    }
}
