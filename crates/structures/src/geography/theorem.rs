//! The theorem on undirected vertex geography, for the planner: outcomes only, because no rule is
//! known for values other than 0.

use std::sync::Arc;

use ::base::budget::{Budget, StopReason};
use ::base::text;
use ::base::text::Text;
use ::rules::ir::Int;
use theory::theorem::{ChosenMove, LosingPositions};

use super::graph::UndirectedGraph;
use super::matching::Matching;
use super::rules::GeographyRules;
use crate::structure_theorem::StructureTheorem;

/// The theorem "geography": the player to move wins if every maximum matching has the token's
/// vertex.
pub(crate) const THEOREM: StructureTheorem<GeographyRules> = StructureTheorem {
    name: "geography",
    statement: (
        "The player to move wins iff every maximum matching covers the vertex of the token. A player who chooses the start wins iff no matching is perfect.",
        "先手必胜当且仅当每个最大匹配都覆盖棋子所在顶点。由先手选起点时，先手必胜当且仅当没有完美匹配。",
    ),
    source: "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, Theoretical Computer Science 112 (1993)",
    other_game: (
        "needs undirected vertex geography",
        "需要无向图顶点地理游戏",
    ),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(GeographyForm {
            graph: game.graph().clone(),
        }))
    },
};

struct GeographyForm {
    graph: Arc<UndirectedGraph>,
}

impl GeographyForm {
    fn matching(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Matching, StopReason> {
        budget.steps(slots.len())?;
        Matching::maximum(
            self.graph.clone(),
            |v| !GeographyRules::is_left(slots, v),
            budget,
        )
    }
}

impl LosingPositions for GeographyForm {
    fn summary(&self) -> Text {
        let n = self.graph.len();
        text!("an undirected graph of {n} vertices", "{n} 个顶点的无向图")
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        let mut matching = self.matching(slots, budget)?;
        let wins = match GeographyRules::token(slots) {
            Some(vertex) => !matching.release(vertex, budget)?,
            None => matching.remaining().any(|v| matching.mate(v).is_none()),
        };
        Ok(!wins)
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        let matching = self.matching(slots, budget)?;
        let moves = super::winning_moves(matching, GeographyRules::token(slots), budget)?;
        budget.allow_growth(0, 64 * moves.len() as u64)?;
        Ok(moves
            .into_iter()
            .map(|to| (0, vec![Int::from(to)]))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::rules::KIND;
    use super::*;
    use crate::trial::{Trial, declines_misere};

    #[test]
    fn the_theorem_agrees_with_the_rules() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..500 {
            let n = rng.u32(1..7);
            let m = rng.u32(0..10);
            let edges: Vec<String> = (0..m)
                .map(|_| format!("{} {}", rng.u32(..n), rng.u32(..n)))
                .collect();
            let trial = Trial::new(&KIND, &THEOREM, &format!("{n} {m}\n{}", edges.join("\n")));
            let mut rules = trial.rules();
            trial.check_play(&mut rules, &mut rng, |_, _| ());
        }
    }

    #[test]
    fn misere_play_is_declined() {
        declines_misere(&KIND, &THEOREM, "a-b");
    }
}
