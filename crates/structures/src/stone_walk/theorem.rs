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
        "Each step of the piece costs one stone of the vertex that it leaves. The player to move wins iff some neighbour has fewer stones and is lost for the player who moves from there.",
        "棋子每走一步须消耗所在顶点的一枚石子。先手必胜当且仅当有一个石子更少的相邻顶点，从该处走的一方必败。",
    ),
    source: "AtCoder Grand Contest 010 F, Tree Game (2017), there on trees",
    other_game: (
        "not a game in which each step of a piece costs a stone",
        "不是走动须消耗石子的游戏",
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
            "stones on the vertex of the piece: {own}; neighbours with fewer stones: {smaller}; of these, lost for the player who moves from there: {lost}",
            "棋子所在顶点有 {own} 枚石子；石子更少的相邻顶点有 {smaller} 个，其中从该处走的一方必败的有 {lost} 个"
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
