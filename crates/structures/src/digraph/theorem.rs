//! The theorems on a token on a graph give values by backward induction if play must end. If play
//! can cycle, the theorems give outcomes and remotenesses by retrograde analysis.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::game::Outcome;
use rules::ir::Int;
use theory::retrograde::OutcomeTable;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::{DigraphRules, DirectedGraph, grundy};
use crate::structure_theorem::StructureTheorem;

const OTHER_GAME: (&str, &str) = (
    "applies only to tokens on digraphs",
    "只适用于有向图上的棋子",
);

/// Grundy values of all vertices of an acyclic graph.
pub(crate) const BACKWARD_INDUCTION: StructureTheorem<DigraphRules> = StructureTheorem {
    name: "backward-induction",
    statement: (
        "In an acyclic digraph the Grundy value of every vertex is the mex of the values of its successors. All values are computed backwards from the ends in O(V + E).",
        "无环有向图上，每个顶点的 SG 值是其各后继 SG 值的 mex。从终点逆推，O(V + E) 内可求出所有值。",
    ),
    source: "E. Zermelo (1913); R. P. Sprague (1935); P. M. Grundy (1939)",
    other_game: OTHER_GAME,
    form: |token, case| {
        let (graph, budget) = (token.graph(), case.budget);
        if !token.goals().is_empty() {
            return Err(text!(
                "a goal ends all play immediately, so a vertex with an arc to a goal has no value that can be added in a sum",
                "目标会立即结束整局，因此有弧通向目标的顶点没有可相加的值"
            )
            .into());
        }
        // The conventions are also `loopy` if a different game of the sum is loopy.
        if !case.conventions.is_plain() {
            return Err(text!(
                "needs normal play that must end, with one component per move",
                "需要正常规则、必定终局、每次走一个部分"
            )
            .into());
        }
        let Some(order) = graph.order(budget)?.acyclic() else {
            return Err(text!("the graph has a cycle", "图中有环").into());
        };
        Ok(Box::new(BackwardInductionForm {
            graph: graph.clone(),
            values: grundy(graph, &order, budget)?,
        }))
    },
};

struct BackwardInductionForm {
    graph: Arc<DirectedGraph>,
    values: Vec<u32>,
}

impl ClosedForm for BackwardInductionForm {
    fn summary(&self) -> Text {
        let (vertices, most) = (
            self.values.len(),
            self.values.iter().max().copied().unwrap_or(0),
        );
        text!(
            "the graph has no cycle; {vertices} vertices, maximum value {most}",
            "图中无环；共 {vertices} 个顶点，最大 SG 值 {most}"
        )
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(u64::from(self.values[slots[0] as usize])))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let heads = self.graph.options(slots[0] as u32);
        budget.steps(heads.len())?;
        let leads = |head: &u32| value.as_nimber() == Some(u64::from(self.values[*head as usize]));
        Ok(Some(heads.into_iter().filter(leads).map(chosen).collect()))
    }
}

fn chosen(head: u32) -> ChosenMove {
    (0, vec![Int::from(head)])
}

/// Outcomes of every vertex of any graph, used if values do not decide a sum.
pub(crate) const RETROGRADE: StructureTheorem<DigraphRules> = StructureTheorem {
    name: "retrograde",
    statement: (
        "This theorem applies to any digraph, under normal or misère play, with or without goals. A vertex is won if an arc leads to a lost vertex, and lost if all arcs lead to won vertices. A vertex that is neither won nor lost by these rules is drawn. Outcomes and numbers of moves are computed backwards from the ends in O(V + E).",
        "适用于任意有向图，正常或反常规则，有无目标均可。有弧通向必败点者必胜，所有弧通向必胜点者必败，始终未定者为平局。从终点逆推，O(V + E) 内可求出胜负与步数。",
    ),
    source: "E. Zermelo (1913); C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966)",
    other_game: OTHER_GAME,
    form: |token, case| {
        let (graph, budget) = (token.graph(), case.budget);
        if case.conventions.is_plain() && token.goals().is_empty() {
            return Err(text!(
                "not needed: a graph without cycles and goals has Grundy values under normal play",
                "不需要：无环且无目标的图在正常规则下有 SG 值"
            )
            .into());
        }
        let verdicts = graph.outcomes(
            &graph.transpose(budget)?,
            graph.ends(case.conventions.play, token.goals()),
            None,
            budget,
        )?;
        Ok(Box::new(RetrogradeForm {
            graph: graph.clone(),
            verdicts,
        }))
    },
};

struct RetrogradeForm {
    graph: Arc<DirectedGraph>,
    verdicts: OutcomeTable,
}

impl ClosedForm for RetrogradeForm {
    fn remoteness(&self, slots: &[Int]) -> Option<u64> {
        self.verdicts.remoteness(slots[0] as u32).map(u64::from)
    }

    fn summary(&self) -> Text {
        let count = |outcome| self.verdicts.outcomes().filter(|of| *of == outcome).count();
        let [won, lost, drawn] = [Outcome::N, Outcome::P, Outcome::D].map(count);
        text!(
            "{won} vertices are won, {lost} lost and {drawn} drawn for the player to move",
            "对先手而言，{won} 个顶点必胜，{lost} 个必败，{drawn} 个平局"
        )
    }

    fn knows_values(&self) -> bool {
        false
    }

    fn outcome(&self, slots: &[Int], _: &Budget<'_>) -> Result<Outcome, StopReason> {
        Ok(self.verdicts.outcome(slots[0] as u32))
    }

    /// Returns the winning moves, fastest win first.
    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        if value != Grundy::ZERO {
            return Ok(Some(Vec::new()));
        }
        let vertex = slots[0] as u32;
        budget.steps(self.graph.degree(vertex) as usize)?;
        Ok(Some(
            self.verdicts
                .winning(self.graph.options(vertex))
                .into_iter()
                .map(chosen)
                .collect(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use rules::ast::{EndCondition, PlayConvention};
    use rules::game::{Conventions, Rules, SumKind};

    use super::super::reference;
    use super::*;
    use crate::trial::apply;

    const MISERE: Conventions = Conventions {
        play: PlayConvention::Misere,
        sum: SumKind::One,
        until: EndCondition::All,
        loopy: false,
        entailing: false,
    };

    #[test]
    fn each_theorem_takes_its_own_and_says_what_the_definition_says() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(21);
        let mut acyclic = 0;
        for _ in 0..2000 {
            let graph = reference::random(&mut rng, 6);
            let goals: Vec<u32> = (0..graph.vertices() as u32)
                .filter(|_| rng.u32(..8) == 0)
                .collect();
            let token = DigraphRules::new(graph, goals);
            let goals = token.goals();
            let normal = token.conventions();
            let graph = token.graph().clone();
            let values = apply(&BACKWARD_INDUCTION, &token, normal, &budget);
            let valued = !normal.loopy && goals.is_empty();
            assert_eq!(values.is_ok(), valued);
            assert_eq!(apply(&RETROGRADE, &token, normal, &budget).is_ok(), !valued);
            assert!(apply(&BACKWARD_INDUCTION, &token, MISERE, &budget).is_err());
            for conventions in [
                normal,
                Conventions {
                    loopy: normal.loopy,
                    ..MISERE
                },
            ] {
                let form = apply(&BACKWARD_INDUCTION, &token, conventions, &budget)
                    .or_else(|_| apply(&RETROGRADE, &token, conventions, &budget));
                let form = form.unwrap_or_else(|_| panic!("one of the two speaks of it"));
                let outcomes = reference::four_steps(&graph, conventions.play, goals);
                // No arc leads from a goal.
                let options = |vertex| {
                    if goals.contains(&vertex) {
                        Vec::new()
                    } else {
                        graph.options(vertex)
                    }
                };
                for vertex in 0..graph.vertices() as u32 {
                    let at = [Int::from(vertex)];
                    assert_eq!(
                        form.outcome(&at, &budget).unwrap(),
                        outcomes[vertex as usize]
                    );
                    let mut winning = form.moves_to(&at, Grundy::ZERO, &budget).unwrap().unwrap();
                    winning.sort();
                    let naive: Vec<ChosenMove> = options(vertex)
                        .into_iter()
                        .filter(|&head| outcomes[head as usize] == Outcome::P)
                        .map(chosen)
                        .collect();
                    assert_eq!(winning, naive);
                    if form.knows_values() {
                        acyclic += 1;
                        assert_eq!(
                            form.grundy(&at, &budget).unwrap().unwrap().as_nimber(),
                            Some(u64::from(reference::grundy(&graph, vertex)))
                        );
                        let ones = form
                            .moves_to(&at, Grundy::nimber(1).unwrap(), &budget)
                            .unwrap()
                            .unwrap();
                        assert_eq!(
                            ones.len(),
                            graph
                                .options(vertex)
                                .into_iter()
                                .filter(|&h| reference::grundy(&graph, h) == 1)
                                .count()
                        );
                    }
                }
            }
        }
        assert!(acyclic > 1000, "{acyclic}");
    }

    #[test]
    fn the_fastest_win_stands_first() {
        // Vertex 0 leads to vertex 4, which is an end, and to vertex 1, which has remoteness 2
        // through vertex 3.
        let token = DigraphRules::new(
            DirectedGraph::new(6, &[(0, 1), (0, 4), (1, 3), (3, 4), (5, 5)]),
            Vec::new(),
        );
        let budget = Budget::generous();
        let form = apply(&RETROGRADE, &token, token.conventions(), &budget)
            .ok()
            .unwrap();
        assert_eq!(
            form.moves_to(&[0], Grundy::ZERO, &budget).unwrap().unwrap(),
            [chosen(4), chosen(1)]
        );
        assert_eq!(form.outcome(&[5], &budget).unwrap(), Outcome::D);
        assert!(
            form.moves_to(&[5], Grundy::ZERO, &budget)
                .unwrap()
                .unwrap()
                .is_empty()
        );
        assert_eq!(
            form.summary().en,
            "2 vertices are won, 3 lost and 1 drawn for the player to move"
        );
    }
}
