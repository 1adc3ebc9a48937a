//! The law of [`super::law`] as a theorem on the game: outcomes, and all winning moves.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, LosingPositions};

use super::law::{WinningLeafMoves, chains, is_lost};
use super::rules::TreeLeavesRules;
use crate::structure_theorem::StructureTheorem;
use crate::tree::{self, RootedTree};

/// The maximum number of winning moves that are listed.
const MAX_LISTED_MOVES: u64 = 1000;

/// The maximum total of numbers in all listed moves.
const MAX_LISTED_NUMBERS: u64 = 1 << 20;

/// The maximum number of chains whose lengths an explanation names.
const MAX_EXPLAINED_CHAINS: usize = 30;

pub(crate) const THEOREM: StructureTheorem<TreeLeavesRules> = StructureTheorem {
    name: "leaf-chains",
    statement: (
        "A move removes one or more leaves of a rooted tree. A leaf chain goes from a leaf up to the last vertex below the first fork, or to the root. The player to move loses iff every leaf chain has an even number of vertices.",
        "每步从有根树上删去一片或多片叶子。先手必败当且仅当每条叶链的顶点数都是偶数。",
    ),
    source: "Luogu P7864 (EVOI-RD1), Picking leaves (2021)",
    other_game: ("not the game of removing leaves of a tree", "不是摘叶子"),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(TreeLeavesForm {
            tree: game.tree().clone(),
        }))
    },
};

struct TreeLeavesForm {
    tree: Arc<RootedTree>,
}

impl TreeLeavesForm {
    fn winning(&self, slots: &[Int]) -> WinningLeafMoves {
        WinningLeafMoves::new(&self.tree, &self.tree.order_within(slots))
    }

    /// Returns the maximum number of listed moves for a position with the given slots.
    fn max_listed_moves(slots: &[Int]) -> u64 {
        (MAX_LISTED_NUMBERS / slots.len().max(1) as u64).clamp(1, MAX_LISTED_MOVES)
    }
}

impl LosingPositions for TreeLeavesForm {
    fn summary(&self) -> Text {
        tree::summarise(self.tree.vertices())
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.steps(self.tree.vertices())?;
        Ok(is_lost(&self.tree, &self.tree.order_within(slots)))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        budget.steps(self.tree.vertices())?;
        let lengths = chains(&self.tree, &self.tree.order_within(slots));
        let (all, odd) = (
            lengths.len(),
            lengths.iter().filter(|&length| length % 2 == 1).count(),
        );
        let mut named: Vec<String> = lengths
            .iter()
            .take(MAX_EXPLAINED_CHAINS)
            .map(usize::to_string)
            .collect();
        if all > MAX_EXPLAINED_CHAINS {
            named.push("…".to_owned());
        }
        let named = named.join(", ");
        Ok(Some(match all {
            0 => text!("no vertex is left", "已没有顶点"),
            _ => text!(
                "the leaf chains have {named} vertices; {odd} of {all} are odd",
                "各叶链的顶点数为 {named}；{all} 条中有 {odd} 条为奇数"
            ),
        }))
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        budget.steps(self.tree.vertices())?;
        let winning = self.winning(slots);
        let mut moves = Vec::new();
        for removed in winning.moves(TreeLeavesForm::max_listed_moves(slots)) {
            budget.steps(slots.len() + removed.len())?;
            moves.push((0, TreeLeavesRules::encode_set(slots.len(), &removed)));
        }
        Ok(moves)
    }

    fn lists_all(&self, slots: &[Int]) -> bool {
        self.winning(slots).count() <= TreeLeavesForm::max_listed_moves(slots)
    }
}
