//! The law of [`super::law`] as a theorem on the game: outcomes, and all winning moves.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, LosingPositions};

use super::law::{winning_moves, wins};
use super::rules::StoneWalkRules;
use crate::geography::UndirectedGraph;
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<StoneWalkRules> = StructureTheorem {
    name: "stone-walk",
    statement: (
        "where a piece pays a stone of its vertex for each step, the player to move wins iff some neighbour has fewer stones and loses",
        "棋子每走一步须消耗所在顶点的一枚石子时，先手必胜当且仅当有一个石子更少的相邻顶点必败",
    ),
    source: "AtCoder Grand Contest 010 F, Tree Game (2017), there on trees",
    other_game: (
        "the game is not a walk that costs stones",
        "该游戏不是消耗石子的走动",
    ),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(StoneWalkForm {
            graph: game.graph().clone(),
        }))
    },
};

struct StoneWalkForm {
    graph: Arc<UndirectedGraph>,
}

impl LosingPositions for StoneWalkForm {
    fn summary(&self) -> Text {
        let vertices = self.graph.len();
        text!("a graph of {vertices} vertices", "{vertices} 个顶点的图")
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.steps(slots.len())?;
        let (at, stones) = StoneWalkRules::parts(slots);
        Ok(!wins(&self.graph, stones)[at as usize])
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        budget.steps(slots.len())?;
        let (at, stones) = StoneWalkRules::parts(slots);
        let wins = wins(&self.graph, stones);
        let fewer = || {
            self.graph
                .neighbours(at)
                .iter()
                .filter(|&&other| stones[other as usize] < stones[at as usize])
        };
        let (own, smaller) = (stones[at as usize], fewer().count());
        let lost = fewer().filter(|&&other| !wins[other as usize]).count();
        Ok(Some(text!(
            "{own} stones lie under the piece; neighbours with fewer stones: {smaller}, of which lost for who finds the piece there: {lost}",
            "棋子所在顶点有 {own} 枚石子；石子更少的相邻顶点有 {smaller} 个，其中轮到者必败的有 {lost} 个"
        )))
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        budget.steps(slots.len())?;
        let (at, stones) = StoneWalkRules::parts(slots);
        Ok(winning_moves(&self.graph, stones, at)
            .into_iter()
            .map(|to| (0, vec![Int::from(to)]))
            .collect())
    }
}
