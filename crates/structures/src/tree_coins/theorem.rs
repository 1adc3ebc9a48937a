//! The law of [`super::tree`] as a theorem on the game.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::columns::nim_sum;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::rules::TreeCoinsRules;
use super::tree::TreeDepths;
use crate::structure_theorem::StructureTheorem;
use crate::tree;

pub(crate) const THEOREM: StructureTheorem<TreeCoinsRules> = StructureTheorem {
    name: "tree-coins",
    statement: (
        "A move turns a coin from heads to tails, and any coins on its ancestors. A head at depth d has the value 2^d.",
        "每步将一枚硬币由正面翻为反面，并可同时翻动它的任意若干个祖先。深度为 d 的正面硬币值为 2^d。",
    ),
    source: "coin turning: H. W. Lenstra; Winning Ways (1982), chapter 14; on a tree: seed 002 (OI-wiki), example 4",
    other_game: ("not the game of coins on a tree", "不是树上翻硬币"),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(TreeCoinsForm {
            tree: game.tree().clone(),
        }))
    },
};

struct TreeCoinsForm {
    tree: Arc<TreeDepths>,
}

impl ClosedForm for TreeCoinsForm {
    fn summary(&self) -> Text {
        tree::summarise(self.tree.vertices())
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        budget.steps(self.tree.vertices())?;
        Ok(Grundy::nimber(self.tree.value(slots)))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        budget.steps(self.tree.vertices())?;
        let head = |vertex| {
            let depth = self.tree.depth(vertex);
            (
                text!("a head at depth {depth}", "深度 {depth} 处的正面"),
                1 << depth,
            )
        };
        Ok(Some(nim_sum(
            &self.tree.heads(slots).map(head).collect::<Vec<_>>(),
        )))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        budget.steps(self.tree.vertices())?;
        let Some(value) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        let moves = self.tree.moves_to(slots, value).into_iter();
        Ok(Some(
            moves
                .map(|(vertex, with)| (0, vec![Int::from(vertex), with as Int]))
                .collect(),
        ))
    }
}
