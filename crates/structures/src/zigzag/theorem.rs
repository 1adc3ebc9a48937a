//! Bob's matching as a theorem on the game.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, LosingPositions};

use super::law::{ZigzagLaw, ZigzagMemo, ZigzagPosition};
use super::rules::ZigzagRules;
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<ZigzagRules> = StructureTheorem {
    name: "zigzag",
    statement: (
        "Bob wins the Zigzag Game with a stable matching. In this matching, the nodes from which Bob moves prefer the edges that suit him; the other nodes prefer the edges that suit Alice. He always moves to the mate of the current node. Other positions are searched.",
        "Zigzag 游戏中 Bob 必胜。取一个稳定匹配：他走出的一侧偏好利于自己的边，另一侧偏好利于 Alice 的边。Bob 每次走到当前结点的配偶即可。其余局面用搜索。",
    ),
    source: "Codeforces 1147 F, Zigzag Game (2019); D. Gale, L. S. Shapley, College admissions and the stability of marriage (1962)",
    other_game: ("not the Zigzag Game", "不是 Zigzag 游戏"),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(ZigzagForm {
            law: game.law().clone(),
        }))
    },
};

struct ZigzagForm {
    law: ZigzagLaw,
}

impl ZigzagForm {
    /// Returns whether the stable matching alone decides the outcome.
    fn is_told(&self, position: &ZigzagPosition) -> bool {
        self.law.by_matching(position).is_some()
    }
}

impl LosingPositions for ZigzagForm {
    fn summary(&self) -> Text {
        let rows = self.law.rows();
        text!("{rows} rows and {rows} columns", "{rows} 行 {rows} 列")
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        let wins = self.law.mover_wins(
            &ZigzagRules::position_of(slots),
            &mut ZigzagMemo::new(),
            budget,
        )?;
        Ok(!wins)
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let position = ZigzagRules::position_of(slots);
        let Some(mate) = self.law.mate(&position).filter(|_| self.is_told(&position)) else {
            return Ok(None);
        };
        let (at, mate) = (position.at.map_or(0, |at| at + 1), mate + 1);
        Ok(Some(text!(
            "in Bob's stable matching {at} and {mate} are mates",
            "在 Bob 的稳定匹配中，{at} 与 {mate} 是配偶"
        )))
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        let position = ZigzagRules::position_of(slots);
        budget.steps(self.law.nodes())?;
        let chosen = |to: u8| (1, vec![Int::from(to) + 1]);
        Ok(match self.law.by_matching(&position) {
            Some(false) => Vec::new(),
            Some(true) => self.law.mate(&position).into_iter().map(chosen).collect(),
            None => {
                let (mut known, mut winning) = (ZigzagMemo::new(), Vec::new());
                for to in self.law.moves(&position) {
                    if !self
                        .law
                        .mover_wins(&position.after(to), &mut known, budget)?
                    {
                        winning.push(chosen(to));
                    }
                }
                winning
            }
        })
    }

    /// Returns false if the matching shows that Bob wins, because then only the move to the mate is
    /// listed.
    fn lists_all(&self, slots: &[Int]) -> bool {
        self.law.by_matching(&ZigzagRules::position_of(slots)) != Some(true)
    }
}
