//! This module decides sums of several tokens on one acyclic graph under conventions other than the
//! plain sum. The module supports misère play (with and without the stopping rule), moves with
//! every token, and moves with at most k tokens. If the condition of a theorem of `theory::sums`
//! holds, the theorem gives the outcome in O(V + E). If the condition of no theorem of
//! `theory::sums` holds, the sums are searched. Equal positions of the graph are one *form*. In
//! misère play, positions that are equal without their reversible moves are also one form (Conway,
//! On Numbers and Games, chapter 12). Ended tokens are left out, tokens are sorted, and every sum
//! is visited once. The search stops at every sum whose tokens satisfy the condition of the
//! theorem. The search is exponential in the number of tokens and polls its budget.

use std::collections::HashMap;
use std::rc::Rc;

use base::budget::{Budget, StopReason};
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rustc_hash::FxHashMap;
use theory::algebra::Algebra;
use theory::sums::{HeapRule, MooreRule, SjAlgebra, SumAlgebra, SuspenseAlgebra};

use super::{DirectedGraph, fold, grundy};

/// Tokens on a graph, with an order in which every arc leads to a later vertex
/// ([`DirectedGraph::order`]).
#[derive(Clone, Copy)]
pub struct TokenSum<'g> {
    /// The graph.
    pub graph: &'g DirectedGraph,
    /// A topological order of the graph's vertices.
    pub order: &'g [u32],
    /// The vertices of the tokens.
    pub at: &'g [u32],
}

impl TokenSum<'_> {
    /// Returns the value of the plain sum: the nim-sum of the values of the vertices. O(V + E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn nim_sum(&self, budget: &Budget<'_>) -> Result<u32, StopReason> {
        let values = grundy(self.graph, self.order, budget)?;
        Ok(self.at.iter().fold(0, |sum, &v| sum ^ values[v as usize]))
    }

    /// Returns whether the player to move wins if a move must move every token that can move: the
    /// suspense of the tokens decides. O(V + E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn wins_every(
        &self,
        play: PlayConvention,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        Ok(self
            .by(SuspenseAlgebra(play), budget)?
            .expect("suspense has no condition")
            == Outcome::N)
    }

    /// Returns whether the player to move wins if the game stops as soon as every token has the
    /// value 0. When the stopping rule ends the game, the player to move wins. The SJ theorem uses
    /// the same stopping rule, and with this rule the theorem needs no further condition. O(V + E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn wins_stopped(&self, budget: &Budget<'_>) -> Result<bool, StopReason> {
        let values = grundy(self.graph, self.order, budget)?;
        let heaps: Vec<u64> = self
            .at
            .iter()
            .map(|&v| u64::from(values[v as usize]))
            .collect();
        Ok(MooreRule {
            most: 1,
            play: PlayConvention::Misere,
        }
        .outcome(&heaps)
            == Outcome::N)
    }

    /// Returns whether the player to move wins in misère play. Takes O(V + E) if the SJ condition
    /// holds; otherwise, the sums are searched.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn wins_misere(&self, budget: &Budget<'_>) -> Result<bool, StopReason> {
        if let Some(outcome) = self.by(SjAlgebra, budget)? {
            return Ok(outcome == Outcome::N);
        }
        let (forms, at) = self.forms(TokenSumForms::misere, budget)?;
        let mut worths: Vec<_> = Vec::with_capacity(forms.options.len());
        for options in &forms.options {
            let options: Vec<_> = options
                .iter()
                .map(|&option| worths[option as usize])
                .collect();
            worths.push(SjAlgebra.of_options(&options));
        }
        let decide = |sum: &[u32]| {
            let parts: Vec<_> = sum.iter().map(|&form| worths[form as usize]).collect();
            SjAlgebra
                .sum(&parts)
                .map(|total| SjAlgebra.outcome(total) == Outcome::N)
        };
        forms.wins(at, 1, PlayConvention::Misere, &decide, budget)
    }

    /// Returns whether the player to move wins in normal play if a move changes at most `most`
    /// tokens at once. Takes O(V + E) if `most` is 1 or at least the number of tokens, or if every
    /// token behaves as a Nim heap (Moore's rule). If neither a theorem nor Moore's rule applies,
    /// the sums are searched.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn wins_upto(&self, most: u32, budget: &Budget<'_>) -> Result<bool, StopReason> {
        if most == 1 {
            return Ok(self.nim_sum(budget)? != 0);
        }
        if most as usize >= self.at.len() {
            // Conway's selective sum is lost if every component is lost.
            let values = grundy(self.graph, self.order, budget)?;
            return Ok(self.at.iter().any(|&v| values[v as usize] != 0));
        }
        let (forms, at) = self.forms(TokenSumForms::equal, budget)?;
        let heaps = forms.heaps();
        let rule = MooreRule {
            most: most.into(),
            play: PlayConvention::Normal,
        };
        let decide = |sum: &[u32]| {
            let sizes: Vec<u64> = sum
                .iter()
                .map(|&form| heaps[form as usize])
                .collect::<Option<_>>()?;
            Some(rule.outcome(&sizes) == Outcome::N)
        };
        forms.wins(at, most as usize, PlayConvention::Normal, &decide, budget)
    }

    /// Returns the outcome by a theorem on sums; `None` if the condition of the theorem fails at a
    /// vertex that a token can reach.
    fn by<A: SumAlgebra>(
        &self,
        algebra: A,
        budget: &Budget<'_>,
    ) -> Result<Option<Outcome>, StopReason> {
        let values = fold(self.graph, self.order, algebra, budget)?;
        let parts: Vec<_> = self.at.iter().map(|&v| values[v as usize]).collect();
        Ok(algebra.sum(&parts).map(|total| algebra.outcome(total)))
    }

    /// Returns the forms of all positions that the tokens can reach, and the form of each token.
    fn forms(
        &self,
        of: fn(&mut TokenSumForms, Vec<u32>) -> u32,
        budget: &Budget<'_>,
    ) -> Result<(TokenSumForms, Vec<u32>), StopReason> {
        let mut reached = vec![false; self.graph.vertices()];
        for &vertex in self.at {
            reached[vertex as usize] = true;
        }
        for &vertex in self.order {
            if reached[vertex as usize] {
                for &head in self.graph.heads(vertex) {
                    reached[head as usize] = true;
                }
            }
        }
        let mut forms = TokenSumForms::default();
        forms.add(Vec::new());
        let mut form = vec![0u32; self.graph.vertices()];
        for &vertex in self.order.iter().rev().filter(|&&v| reached[v as usize]) {
            let mut options: Vec<u32> = self
                .graph
                .heads(vertex)
                .iter()
                .map(|&head| form[head as usize])
                .collect();
            options.sort_unstable();
            options.dedup();
            budget.steps(1 + options.len())?;
            // The memory estimate counts each row of options once, plus the overhead of the table
            // and of the row.
            budget.allow_growth(
                forms.numbers * 4 + forms.options.len() as u64 * 64,
                options.len() as u64 * 4 + 64,
            )?;
            form[vertex as usize] = of(&mut forms, options);
        }
        let at = self.at.iter().map(|&v| form[v as usize]).collect();
        Ok((forms, at))
    }
}

/// The distinct positions. Form 0 has no options, and the options of every form have smaller
/// numbers.
#[derive(Default)]
struct TokenSumForms {
    options: Vec<Rc<[u32]>>,
    known: HashMap<Rc<[u32]>, u32>,
    /// Whether each form on its own is lost in misère play; filled by [`TokenSumForms::misere`].
    lost: Vec<bool>,
    /// The total number of options.
    numbers: u64,
}

impl TokenSumForms {
    fn add(&mut self, options: Vec<u32>) -> u32 {
        let options: Rc<[u32]> = options.into();
        if let Some(&form) = self.known.get(&options) {
            return form;
        }
        let form = self.options.len() as u32;
        self.lost
            .push(!options.is_empty() && options.iter().all(|&option| !self.lost[option as usize]));
        self.numbers += options.len() as u64;
        self.known.insert(options.clone(), form);
        self.options.push(options);
        form
    }

    /// Returns the form with the given options: two positions are equal if their options are equal.
    fn equal(&mut self, options: Vec<u32>) -> u32 {
        self.add(options)
    }

    /// Returns the misère form with the given options. Suppose that the given options include all
    /// options of a form H, and that every further option has a move back to H. Further options
    /// with a move back to H do not change the outcome of any sum, so the form is H. If H has no
    /// options, one of the given options must also be lost on its own. Without a lost option, the
    /// player to move would win in H, which has no options, but not in the new form. If the options
    /// reduce to a form H, then H is an option of the option with the largest number.
    fn misere(&mut self, options: Vec<u32>) -> u32 {
        let Some(&greatest) = options.last() else {
            return 0;
        };
        let simpler = self.options[greatest as usize]
            .iter()
            .copied()
            .find(|&form| {
                let kept = &self.options[form as usize];
                let back = |other: u32| self.options[other as usize].binary_search(&form).is_ok();
                kept.iter()
                    .all(|option| options.binary_search(option).is_ok())
                    && options
                        .iter()
                        .all(|&option| kept.binary_search(&option).is_ok() || back(option))
                    && (form != 0 || options.iter().any(|&option| self.lost[option as usize]))
            });
        simpler.unwrap_or_else(|| self.add(options))
    }

    /// Returns for each form the size of an equivalent Nim heap, or `None` if the form does not
    /// behave as a heap.
    fn heaps(&self) -> Vec<Option<u64>> {
        let mut sizes: Vec<Option<u64>> = Vec::with_capacity(self.options.len());
        for options in &self.options {
            let mut below: Vec<Option<u64>> = options
                .iter()
                .map(|&option| sizes[option as usize])
                .collect();
            below.sort_unstable();
            let heap = below
                .iter()
                .zip(0..)
                .all(|(&size, wanted)| size == Some(wanted));
            sizes.push(heap.then_some(below.len() as u64));
        }
        sizes
    }

    /// Returns whether the player to move wins a sum if a move changes at most `most` components at
    /// once. The function `decide` returns, for some sums, whether the player to move wins.
    fn wins(
        &self,
        start: Vec<u32>,
        most: usize,
        play: PlayConvention,
        decide: &dyn Fn(&[u32]) -> Option<bool>,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let star = self
            .known
            .get(&[0][..])
            .copied()
            .filter(|_| most == 1 && play == PlayConvention::Misere);
        let canonical = |mut sum: Vec<u32>| -> Box<[u32]> {
            sum.retain(|&form| form != 0);
            sum.sort_unstable();
            // Two heaps of size 1 cancel: each move in one heap is answered in the other heap.
            if let Some(star) = star {
                let (low, high) = (
                    sum.partition_point(|&f| f < star),
                    sum.partition_point(|&f| f <= star),
                );
                sum.drain(low + (high - low) % 2..high);
            }
            sum.into()
        };
        let mut known: FxHashMap<Box<[u32]>, bool> = FxHashMap::default();
        let mut held = 0;
        let start = canonical(start);
        let mut stack = vec![TokenSumFrame {
            options: self.options_of(&start, most, &canonical, budget)?,
            sum: start.clone(),
            next: 0,
        }];
        while let Some(frame) = stack.last_mut() {
            budget.tick()?;
            let known_sum = |sum: &[u32]| known.get(sum).copied().or_else(|| decide(sum));
            let wins = match frame.options.get(frame.next) {
                _ if frame.next == 0 && known_sum(&frame.sum).is_some() => known_sum(&frame.sum),
                None if frame.options.is_empty() => Some(play == PlayConvention::Misere),
                None => Some(false),
                Some(_)
                    if frame.next == 0
                        && frame
                            .options
                            .iter()
                            .any(|option| known_sum(option) == Some(false)) =>
                {
                    Some(true)
                }
                Some(option) => match known_sum(option) {
                    Some(false) => Some(true),
                    Some(true) => {
                        frame.next += 1;
                        continue;
                    }
                    None => None,
                },
            };
            match wins {
                Some(wins) => {
                    let done = stack.pop().expect("the last was looked at");
                    held += 64 + 4 * done.sum.len() as u64;
                    budget.allow_growth(held, held / 2)?;
                    known.insert(done.sum, wins);
                }
                None => {
                    let sum = frame.options[frame.next].clone();
                    let options = self.options_of(&sum, most, &canonical, budget)?;
                    stack.push(TokenSumFrame {
                        sum,
                        options,
                        next: 0,
                    });
                }
            }
        }
        Ok(known[&start])
    }

    /// Returns the options of a sum, without duplicates.
    fn options_of(
        &self,
        sum: &[u32],
        most: usize,
        canonical: &dyn Fn(Vec<u32>) -> Box<[u32]>,
        budget: &Budget<'_>,
    ) -> Result<Vec<Box<[u32]>>, StopReason> {
        let mut found = Vec::new();
        // The processed components after the move, and the number of moved components.
        let mut open = vec![(Vec::new(), 0)];
        while let Some((left, moved)) = open.pop() {
            budget.tick()?;
            let place = left.len();
            let Some(&form) = sum.get(place) else {
                if moved > 0 {
                    let held = (found.len() * (16 + 4 * sum.len())) as u64;
                    budget.make_room(&mut found, 1, held)?;
                    found.push(canonical(left));
                }
                continue;
            };
            if moved < most {
                for &option in self.options[form as usize].iter() {
                    let mut left = left.clone();
                    left.push(option);
                    open.push((left, moved + 1));
                }
            }
            let mut left = left;
            left.push(form);
            open.push((left, moved));
        }
        found.sort_unstable();
        found.dedup();
        // The search visits small sums first, because it decides them fastest.
        found.sort_by_key(|option| option.len());
        Ok(found)
    }
}

/// A sum whose options are being searched.
struct TokenSumFrame {
    sum: Box<[u32]>,
    options: Vec<Box<[u32]>>,
    next: usize,
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::reference;
    use super::*;

    /// Compares every rule for sums with the search of the sums by definition.
    #[test]
    fn sums_are_what_the_definition_says() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(31);
        let mut broken = [0; 2];
        for round in 0..3000 {
            let graph = reference::random_acyclic(&mut rng, 7);
            let order = graph.order(&budget).unwrap().acyclic().unwrap();
            let at: Vec<u32> = (0..rng.usize(0..5))
                .map(|_| rng.u32(0..graph.vertices() as u32))
                .collect();
            let sum = TokenSum {
                graph: &graph,
                order: &order,
                at: &at,
            };
            let most = rng.u32(1..4);
            let say = format!("round {round}, {at:?} of {graph:?}");
            let values: Vec<u32> = (0..graph.vertices() as u32)
                .map(|v| reference::grundy(&graph, v))
                .collect();
            let wins = |kind, play, stop| {
                reference::ReferenceTokenSum {
                    graph: &graph,
                    kind,
                    play,
                    stop,
                }
                .wins(&at)
            };
            assert_eq!(
                sum.nim_sum(&budget).unwrap() != 0,
                wins(
                    reference::TokenMoveKind::Upto(1),
                    PlayConvention::Normal,
                    None
                ),
                "{say}"
            );
            let misere = wins(
                reference::TokenMoveKind::Upto(1),
                PlayConvention::Misere,
                None,
            );
            assert_eq!(sum.wins_misere(&budget).unwrap(), misere, "misère, {say}");
            broken[0] += u32::from(sum.wins_stopped(&budget).unwrap() != misere);
            assert_eq!(
                sum.wins_stopped(&budget).unwrap(),
                wins(
                    reference::TokenMoveKind::Upto(1),
                    PlayConvention::Misere,
                    Some(&values)
                ),
                "stop, {say}"
            );
            for play in [PlayConvention::Normal, PlayConvention::Misere] {
                assert_eq!(
                    sum.wins_every(play, &budget).unwrap(),
                    wins(reference::TokenMoveKind::Every, play, None),
                    "every, {play:?}, {say}"
                );
            }
            let moore = wins(
                reference::TokenMoveKind::Upto(most),
                PlayConvention::Normal,
                None,
            );
            assert_eq!(
                sum.wins_upto(most, &budget).unwrap(),
                moore,
                "up to {most}, {say}"
            );
            let sizes: Vec<u64> = at.iter().map(|&v| u64::from(values[v as usize])).collect();
            broken[1] += u32::from(
                (MooreRule {
                    most: most.into(),
                    play: PlayConvention::Normal,
                }
                .outcome(&sizes)
                    == Outcome::N)
                    != moore,
            );
        }
        // If a rule's condition does not hold, the rule can give a wrong outcome.
        assert!(broken.iter().all(|&count| count > 0), "{broken:?}");
    }

    /// Both the digit rule and the rules for up to three components give a win for the second
    /// player.
    #[test]
    fn the_digit_rule_fails_where_a_move_raises_a_value() {
        let budget = Budget::generous();
        // Vertex 0 is ended, vertex 1 has value 1; vertex 2 leads only to vertex 1, so it has value
        // 0 but is not ended.
        let graph = DirectedGraph::new(3, &[(1, 0), (2, 1)]);
        let order = graph.order(&budget).unwrap().acyclic().unwrap();
        let sum = TokenSum {
            graph: &graph,
            order: &order,
            at: &[2, 1, 1, 1],
        };
        assert_eq!(
            MooreRule {
                most: 2,
                play: PlayConvention::Normal
            }
            .outcome(&[0, 1, 1, 1]),
            Outcome::P
        );
        assert!(sum.wins_upto(2, &budget).unwrap());
    }

    /// In the counterexample with four vertices, a vertex of value 0 has moves, but no move to
    /// value 1.
    #[test]
    fn misere_play_where_the_condition_fails() {
        let budget = Budget::generous();
        let graph = DirectedGraph::new(4, &[(1, 0), (2, 0), (2, 1), (3, 2)]);
        let order = graph.order(&budget).unwrap().acyclic().unwrap();
        let sum = TokenSum {
            graph: &graph,
            order: &order,
            at: &[3],
        };
        assert!(sum.wins_stopped(&budget).unwrap());
        assert!(!sum.wins_misere(&budget).unwrap());
    }
}
