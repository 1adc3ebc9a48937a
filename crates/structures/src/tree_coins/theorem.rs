//! The law of [`super::tree`] as a theorem on the game.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::Rules;
use rules::ir::Int;
use theory::columns::nim_sum;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, TheoremCase};
use theory::value::Grundy;

use super::rules::TreeCoinsRules;
use super::tree::TreeDepths;
use crate::is_structure::is_structure;

/// The theorem "tree-coins".
pub struct TreeCoinsTheorem;

impl theory::theorem::Theorem for TreeCoinsTheorem {
    fn name(&self) -> &'static str {
        "tree-coins"
    }

    fn statement(&self) -> Text {
        text!(
            "where a coin is turned with any of those above it on a tree, a head at depth d is worth 2^d",
            "在树上将一枚硬币与其任意若干个祖先一起翻动时，深度为 d 的正面硬币值为 2^d"
        )
    }

    fn source(&self) -> &'static str {
        "coin turning: H. W. Lenstra; Winning Ways (1982), chapter 14; on a tree: seed 002 (OI-wiki), example 4"
    }

    fn applies_to(&self, rules: &dyn Rules) -> bool {
        is_structure(rules)
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let game = case
            .rules
            .as_any()
            .and_then(|rules| rules.downcast_ref::<TreeCoinsRules>());
        let game = game.ok_or_else(|| {
            text!(
                "the game is not that of coins on a tree",
                "该游戏不是树上翻硬币"
            )
        })?;
        if case.conventions.play != PlayConvention::Normal {
            return Err(text!("needs normal play", "需要正常规则").into());
        }
        Ok(Box::new(TreeCoinsForm {
            tree: game.tree().clone(),
        }))
    }
}

struct TreeCoinsForm {
    tree: Arc<TreeDepths>,
}

impl ClosedForm for TreeCoinsForm {
    fn summary(&self) -> Text {
        let vertices = self.tree.vertices();
        text!(
            "a tree of {vertices} vertices",
            "一棵有 {vertices} 个顶点的树"
        )
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
