//! Players of whole games. [`Walker`]: one token on any graph, normal or misère, by remoteness: it wins in the fewest moves, and
//! where it cannot win it draws, or loses as late as it can. O(V + E) to prepare, O(out-degree) a move. [`Tokens`]: several tokens
//! on one graph without cycles, by values; O(V + E) to prepare, O(tokens + out-degree of one of them) a move.

use std::sync::Arc;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use rules::ast::Play;
use rules::rules::Outcome;
use theorems::Online;

use super::{Graph, Verdicts, grundy};

/// There is no such arc.
fn no_arc(tail: u32, head: u32) -> Text {
    text!("no arc leads from {tail} to {head}", "没有从 {tail} 到 {head} 的弧")
}

/// One token on any graph. A move is the vertex that the token is moved to.
pub struct Walker {
    graph: Arc<Graph>,
    verdicts: Verdicts,
    at: u32,
}

impl Walker {
    /// A token on a vertex of the graph.
    ///
    /// # Errors
    /// Where the budget ends.
    pub fn new(graph: Arc<Graph>, at: u32, play: Play, budget: &Budget<'_>) -> Result<Walker, Stop> {
        let verdicts = Verdicts::new(&graph, &graph.turned(budget)?, play, budget)?;
        Ok(Walker { graph, verdicts, at })
    }

    /// Who wins, and in how many moves; no number for a draw.
    pub fn outcome(&self) -> (Outcome, Option<u32>) {
        (self.verdicts.outcome(self.at), self.verdicts.remoteness(self.at))
    }
}

impl Online for Walker {
    type Move = u32;

    fn play(&mut self, made: &u32) -> Result<(), Text> {
        if !self.graph.heads(self.at).contains(made) {
            return Err(no_arc(self.at, *made));
        }
        self.at = *made;
        Ok(())
    }

    /// The one that wins in the fewest moves.
    fn winning_move(&mut self) -> Option<u32> {
        self.any_move().filter(|&head| self.verdicts.outcome(head) == Outcome::P)
    }

    /// The best one: see [`Verdicts::best`].
    fn any_move(&mut self) -> Option<u32> {
        self.verdicts.best(&self.graph, self.at)
    }
}

/// Several tokens on one graph without cycles, normal play. A move is a token, counted from 0, and the vertex that it is moved to.
pub struct Tokens {
    graph: Arc<Graph>,
    values: Vec<u32>,
    at: Vec<u32>,
    nim_sum: u32,
}

impl Tokens {
    /// Tokens on vertices of the graph; none where it has a cycle.
    ///
    /// # Errors
    /// Where the budget ends.
    pub fn new(graph: Arc<Graph>, at: Vec<u32>, budget: &Budget<'_>) -> Result<Option<Tokens>, Stop> {
        let Ok(order) = graph.order(budget)? else { return Ok(None) };
        let values = grundy(&graph, &order, budget)?;
        let nim_sum = at.iter().fold(0, |sum, &v| sum ^ values[v as usize]);
        Ok(Some(Tokens { graph, values, at, nim_sum }))
    }

    /// The value of the sum.
    pub fn value(&self) -> u32 {
        self.nim_sum
    }
}

impl Online for Tokens {
    type Move = (usize, u32);

    fn play(&mut self, &(token, head): &(usize, u32)) -> Result<(), Text> {
        let count = self.at.len();
        let Some(at) = self.at.get_mut(token) else {
            return Err(text!(
                "there is no token {token}; there are {count}, counted from 0",
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

    /// Of the first token whose value the nim-sum lowers.
    fn winning_move(&mut self) -> Option<(usize, u32)> {
        let value = |v: u32| self.values[v as usize];
        let token = self.at.iter().position(|&v| self.nim_sum > 0 && value(v) ^ self.nim_sum < value(v))?;
        let wanted = value(self.at[token]) ^ self.nim_sum;
        let head = self.graph.heads(self.at[token]).iter().copied().find(|&head| value(head) == wanted);
        head.map(|head| (token, head))
    }

    fn any_move(&mut self) -> Option<(usize, u32)> {
        self.winning_move().or_else(|| {
            let first = |(token, &v): (usize, &u32)| self.graph.heads(v).first().map(|&head| (token, head));
            self.at.iter().enumerate().find_map(first)
        })
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::brute;
    use super::*;

    const GAMES: usize = 1000;

    /// Games from won vertices, the replies random: won, and never later than the remoteness says.
    #[test]
    fn a_walker_wins_every_game_in_the_fewest_moves() {
        let budget = Budget::generous();
        for play in [Play::Normal, Play::Misere] {
            let mut rng = Rng::with_seed(11);
            let (mut games, mut loopy) = (0, 0);
            while games < GAMES {
                let graph = Arc::new(brute::random(&mut rng, 12));
                let mut at = rng.u32(0..graph.vertices() as u32);
                let mut walker = Walker::new(graph.clone(), at, play, &budget).unwrap();
                assert!(walker.play(&99).is_err());
                let (outcome, remoteness) = walker.outcome();
                assert_eq!((outcome, remoteness), brute::win_in(&graph, play)[at as usize]);
                let Some(most) = remoteness else {
                    // In a drawn position it never moves into a loss.
                    let head = walker.any_move().unwrap();
                    assert_eq!(brute::win_in(&graph, play)[head as usize].0, Outcome::D);
                    continue;
                };
                games += 1;
                loopy += u32::from(graph.order(&budget).unwrap().is_err());
                let winner = outcome == Outcome::N;
                let mut own = winner;
                let mut moves = 0;
                while graph.degree(at) > 0 {
                    let made =
                        if own { walker.winning_move().expect("the win is kept") } else { rng.choice(graph.heads(at)).copied().unwrap() };
                    walker.play(&made).unwrap();
                    at = made;
                    (own, moves) = (!own, moves + 1);
                }
                assert!(moves <= most && walker.any_move().is_none());
                // At the end it is the turn of who loses in normal play.
                assert_eq!(own, play == Play::Misere, "{graph:?}");
            }
            assert!(loopy > 100, "{loopy}");
        }
    }

    #[test]
    fn tokens_win_every_game() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(12);
        let mut first = 0;
        for _ in 0..GAMES {
            let graph = Arc::new(brute::random_acyclic(&mut rng, 12));
            let mut at: Vec<u32> = (0..rng.usize(0..5)).map(|_| rng.u32(0..graph.vertices() as u32)).collect();
            let mut tokens = Tokens::new(graph.clone(), at.clone(), &budget).unwrap().unwrap();
            assert!(tokens.play(&(9, 0)).is_err());
            let mut own = tokens.winning_move().is_some();
            assert_eq!(own, at.iter().fold(0, |sum, &v| sum ^ brute::grundy(&graph, v)) != 0);
            first += u32::from(own);
            loop {
                let moves: Vec<(usize, u32)> =
                    at.iter().enumerate().flat_map(|(i, &v)| graph.heads(v).iter().map(move |&head| (i, head))).collect();
                assert_eq!(tokens.any_move().is_some(), !moves.is_empty());
                let Some(&random) = rng.choice(&moves) else { break };
                let made = if own { tokens.winning_move().expect("the win is kept") } else { random };
                tokens.play(&made).unwrap();
                assert!(moves.contains(&made));
                at[made.0] = made.1;
                own = !own;
            }
            assert!(!own, "the player made the last move");
        }
        assert!(first > 300, "{first}");
        assert!(Tokens::new(Arc::new(Graph::new(1, &[(0, 0)])), vec![0], &budget).unwrap().is_none());
    }
}
