//! The law of [`super::tree`] as a theorem on the game.

use std::sync::Arc;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use rules::ast::Play;
use rules::ir::Int;
use rules::rules::Rules;
use theory::columns::nim_sum;
use theory::theorem::{Case, ChosenMove, ClosedForm, Declined};
use theory::value::Grundy;

use super::rules::Game;
use super::tree::Depths;
use crate::is_structure;

/// The theorem "tree-coins".
pub struct Theorem;

impl theory::theorem::Theorem for Theorem {
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

    fn speaks_of(&self, rules: &dyn Rules) -> bool {
        is_structure(rules)
    }

    fn apply(&self, case: &Case<'_>) -> Result<Box<dyn ClosedForm>, Declined> {
        let game = case
            .rules
            .as_any()
            .and_then(|rules| rules.downcast_ref::<Game>());
        let game = game.ok_or_else(|| {
            text!(
                "the game is not that of coins on a tree",
                "该游戏不是树上翻硬币"
            )
        })?;
        if case.conventions.play != Play::Normal {
            return Err(text!("needs normal play", "需要正常规则").into());
        }
        Ok(Box::new(OnTree {
            tree: game.tree().clone(),
        }))
    }
}

struct OnTree {
    tree: Arc<Depths>,
}

impl ClosedForm for OnTree {
    fn found(&self) -> Text {
        let vertices = self.tree.vertices();
        text!(
            "a tree of {vertices} vertices",
            "一棵有 {vertices} 个顶点的树"
        )
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, Stop> {
        budget.steps(self.tree.vertices())?;
        Ok(Grundy::nimber(self.tree.value(slots)))
    }

    fn works(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, Stop> {
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
    ) -> Result<Option<Vec<ChosenMove>>, Stop> {
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
