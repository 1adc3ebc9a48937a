//! Fusion and the colon principle as a theorem on the game. The theorem gives values in O(V + E),
//! and all cuts to a value in O(V + E log E).

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::cuts::CutAnalysis;
use super::graph::GroundedGraph;
use super::rules::HackenbushRules;
use super::value::value;
use crate::structure_theorem::StructureTheorem;

/// Fusion and the colon principle.
pub(crate) const THEOREM: StructureTheorem<HackenbushRules> = StructureTheorem {
    name: "fusion",
    statement: (
        "The vertices of a cycle can be merged into one; each edge of the cycle then has the value 1. An edge with a part of value g on top of it has the value g + 1.",
        "环上的顶点可合并为一点，此后环上每条边的值各为 1。边上方部分的值为 g 时，该边连同上方的值为 g + 1。",
    ),
    source: "J. H. Conway, On Numbers and Games, chapter 13 (1976); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 7 (1982)",
    other_game: (
        "the game is not Green Hackenbush",
        "该游戏不是绿色 Hackenbush",
    ),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(FusionForm {
            graph: game.graph().clone(),
        }))
    },
};

struct FusionForm {
    graph: Arc<GroundedGraph>,
}

impl ClosedForm for FusionForm {
    fn summary(&self) -> Text {
        let edges = self.graph.edges();
        text!(
            "bridgeless blocks are merged into one vertex, and bridges are evaluated from the leaves; {edges} edges",
            "无桥的块合并为一点，再从叶到根对桥求值；共 {edges} 条边"
        )
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let value = value(
            &self.graph,
            |edge| HackenbushRules::has(slots, edge),
            budget,
        )?;
        Ok(Grundy::nimber(u64::from(value)))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let Some(value) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        let cuts = CutAnalysis::new(
            &self.graph,
            |edge| HackenbushRules::has(slots, edge),
            budget,
        )?;
        let mut edges = cuts.leaving(value, budget)?;
        edges.sort_unstable();
        Ok(Some(
            edges
                .into_iter()
                .map(|edge| (0, vec![Int::from(edge)]))
                .collect(),
        ))
    }
}
