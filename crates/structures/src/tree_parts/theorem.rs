//! The law of [`super::law`] as a theorem on the game: outcomes, and all winning moves.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, LosingPositions};

use super::law::{count_even, is_lost, winning_moves};
use super::rules::TreePartsRules;
use crate::bits::has;
use crate::structure_theorem::StructureTheorem;
use crate::tree::{self, RootedTree};

pub(crate) const THEOREM: StructureTheorem<TreePartsRules> = StructureTheorem {
    name: "odd-degrees",
    statement: (
        "A move removes a vertex of a tree and keeps one of the remaining parts. The player to move loses iff every degree is odd.",
        "每步删去树上一个顶点并保留一个连通块。先手必败当且仅当每个顶点的度数都是奇数。",
    ),
    source: "Luogu P8347 (Wdoi-6), The other side of the moon (2022)",
    other_game: (
        "not the game of keeping one part of a tree",
        "不是保留树的一个连通块的游戏",
    ),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(TreePartsForm {
            tree: game.tree().clone(),
        }))
    },
};

struct TreePartsForm {
    tree: Arc<RootedTree>,
}

impl LosingPositions for TreePartsForm {
    fn summary(&self) -> Text {
        tree::summarise(self.tree.vertices())
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.steps(self.tree.vertices())?;
        let lost = is_lost(&self.tree, &self.tree.order_within(slots), |vertex| {
            has(slots, vertex)
        });
        Ok(lost)
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        budget.steps(self.tree.vertices())?;
        let order = self.tree.order_within(slots);
        let (all, even) = (
            order.len(),
            count_even(&self.tree, &order, |vertex| has(slots, vertex)),
        );
        Ok(Some(text!(
            "{even} of {all} vertices have an even degree; a winning move keeps a part with exactly one of these vertices, the neighbour of the removed vertex",
            "{all} 个顶点中有 {even} 个度数为偶数：必胜着法保留的连通块中只有一个这样的顶点，即被删顶点的邻点"
        )))
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        budget.steps(self.tree.vertices())?;
        let mut moves = winning_moves(&self.tree, &self.tree.order_within(slots), |vertex| {
            has(slots, vertex)
        });
        moves.sort_unstable();
        budget.allow_growth(0, 64 * moves.len() as u64)?;
        Ok(moves
            .into_iter()
            .map(|made| (0, vec![Int::from(made.removed), Int::from(made.kept)]))
            .collect())
    }
}
