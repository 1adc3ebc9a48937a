//! The theorem "boi-race": the outcome of every position of the BOI Game, and all winning moves, by
//! distances and levels of shortest paths ([`super::race`]). The theorem gives only outcomes,
//! because positions include the player to move.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::SumKind;
use rules::ir::Int;
use theory::theorem::{ChosenMove, LosingPositions};

use super::levels::{RaceLevels, TableRetention};
use super::race::{DistanceVerdict, RaceBoard};
use super::rules::BoiRules;
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<BoiRules> = StructureTheorem {
    name: "boi-race",
    statement: (
        "BOI Game: if the distance between the starts is odd, the player to move wins iff their remaining path is not longer than the opponent's. If this distance is even, the player with the shorter path wins, unless the player to move has an equal path or one that is longer by one step. In these two cases both players must stay on shortest paths, and a table of cell pairs for each level of these paths decides.",
        "BOI Game：两起点距离为奇数时，轮到走的一方必胜当且仅当其剩余路程不长于对方。距离为偶数时，剩余路程短者胜，除非轮到走的一方与对方相等或只落后一步；此时双方均须走最短路，由这些路径各层的格对表判定。",
    ),
    source: "BOI 2008, Game (levels of shortest paths from the start)",
    other_game: ("not the BOI Game", "不是 BOI Game"),
    form: |game, case| {
        if case.conventions.play != PlayConvention::Normal || case.conventions.sum != SumKind::One {
            return Err(text!(
                "needs normal play: the player who arrives first wins",
                "需要正常规则：先到者胜"
            )
            .into());
        }
        let race = game.race().clone();
        let start = race.board().start();
        let levels = match race.verdict(start) {
            DistanceVerdict::Close => Some(RaceLevels::solve(
                &race,
                start,
                TableRetention::All,
                case.budget,
            )?),
            _ => None,
        };
        Ok(Box::new(BoiForm { race, levels }))
    },
};

/// A board, with all tables of the start position if the levels decide that position.
struct BoiForm {
    race: Arc<RaceBoard>,
    levels: Option<RaceLevels>,
}

impl LosingPositions for BoiForm {
    fn summary(&self) -> Text {
        let length = self.race.length();
        match &self.levels {
            None => text!(
                "the starts are {length} steps apart, an odd number",
                "两起点相距 {length} 步，为奇数"
            ),
            Some(levels) => {
                let sizes = levels.sizes();
                let (count, widest, pairs) = (sizes.levels, sizes.widest, sizes.pairs);
                text!(
                    "the starts are {length} steps apart; decided by {count} levels of at most {widest} cells, with {pairs} pairs in total",
                    "两起点相距 {length} 步；由 {count} 层判定，每层至多 {widest} 格，共 {pairs} 个格对"
                )
            }
        }
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        let position = BoiRules::position_of(slots);
        let wins = match self
            .levels
            .as_ref()
            .and_then(|levels| levels.look_up(&self.race, position))
        {
            Some(wins) => wins,
            None => self.race.wins(position, budget)?,
        };
        Ok(!wins)
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        let moves = self
            .race
            .winning_moves(BoiRules::position_of(slots), budget)?;
        Ok(moves
            .into_iter()
            .map(|to| (0, vec![Int::from(to)]))
            .collect())
    }
}
