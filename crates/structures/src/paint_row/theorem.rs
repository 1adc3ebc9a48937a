//! The theorem "more-cells": the count of colours, then Dawson's Kayles. The theorem gives only
//! outcomes, because a position that includes the player to move has no value.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::ir::Int;
use theory::theorem::{ChosenMove, ConditionError, LosingPositions};

use super::PaintRowLaw;
use super::rules::{PaintRowRules, read_slots};
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<PaintRowRules> = StructureTheorem {
    name: "more-cells",
    statement: (
        "Red paints two neighbouring cells white, at least one of them red; Blue paints two, at least one of them blue. The player with more cells of their colour wins. If the numbers are equal, the game is Dawson's Kayles on the stretches of alternating colours.",
        "红方把含红格的相邻两格涂白，蓝方把含蓝格的相邻两格涂白。己方格子较多者胜。一样多时，是各红蓝交错段上的 Dawson's Kayles。",
    ),
    source: "Codeforces 1704 F (CodeTON Round 2, 2022); T. R. Dawson (1935) and R. K. Guy, C. A. B. Smith (1956) for 0.07",
    other_game: ("not a row of red and blue cells", "不是红蓝格子排成的一行"),
    form: |_, case| {
        if case.conventions.play != PlayConvention::Normal {
            return Err(ConditionError::Near(text!(
                "needs normal play",
                "需要正常规则"
            )));
        }
        Ok(Box::new(PaintRowForm(
            PaintRowLaw::new(case.budget).map_err(ConditionError::Stopped)?,
        )))
    },
};

struct PaintRowForm(PaintRowLaw);

impl LosingPositions for PaintRowForm {
    fn summary(&self) -> Text {
        text!(
            "a row of red and blue cells; the period 34 of Dawson's Kayles (octal code 0.07) is proved from the first values of that game",
            "红蓝格子排成的一行；Dawson's Kayles（八进制码 0.07）的周期 34 已由其起初的值证明"
        )
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.steps(slots.len())?;
        let (own, cells) = read_slots(slots);
        Ok(!self.0.wins(own, &cells))
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        budget.steps(slots.len())?;
        let (own, cells) = read_slots(slots);
        Ok(self
            .0
            .winning(own, &cells)
            .into_iter()
            .map(|left| (0, vec![left as Int + 1]))
            .collect())
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        budget.steps(slots.len())?;
        let (_, cells) = read_slots(slots);
        let count = |cell| cells.iter().filter(|found| **found == cell).count();
        let (red, blue) = (
            count(super::CellColour::Red),
            count(super::CellColour::Blue),
        );
        Ok(Some(if red == blue {
            text!(
                "{red} red cells and as many blue cells: the nim-sum of the stretches of alternating colours decides",
                "红格、蓝格各 {red} 个：由各红蓝交错段的 Nim 和决定"
            )
        } else {
            text!(
                "{red} red cells, {blue} blue cells: the player with more cells wins",
                "红格 {red} 个，蓝格 {blue} 个：多者胜"
            )
        }))
    }
}
