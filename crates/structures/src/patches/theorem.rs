//! The law of [`super::law`] as a theorem on the game.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::game::Outcome;
use rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::law::PatchesBoard;
use super::rules::PatchesRules;
use crate::bits::{self, flip};
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<PatchesRules> = StructureTheorem {
    name: "patches",
    statement: (
        "A move turns a connected set of coins. A tail in row x and column y, counted from 0, has the value 2^(x + y) if x and y are positive. In the first row or column, a tail has the value 2^i, the largest power of 2 that divides its index there, counted from 1.",
        "每步翻动一个连通块。x、y 均为正时，第 x 行第 y 列（从 0 计）的反面硬币值为 2^(x + y)。在首行或首列，其值为 2^i，即整除其位置（从 1 计）的 2 的最高次幂。",
    ),
    source: "ZJOI 2009, colouring game (Luogu P2594); coin turning: Winning Ways (1982), chapter 14",
    other_game: (
        "not the game of connected coins on a board",
        "不是棋盘上翻连通块的游戏",
    ),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(PatchesForm {
            board: game.board(),
        }))
    },
};

struct PatchesForm {
    board: PatchesBoard,
}

impl PatchesForm {
    fn bits(&self, tails: &[Int], budget: &Budget<'_>) -> Result<Vec<bool>, StopReason> {
        budget.steps(self.board.grid().cells())?;
        Ok(self.board.value(self.board.members(tails)))
    }
}

impl ClosedForm for PatchesForm {
    fn summary(&self) -> Text {
        let (rows, columns) = (self.board.grid().height(), self.board.grid().width());
        text!("a board of {rows} x {columns}", "{rows} x {columns} 的棋盘")
    }

    /// Returns whether the values of all positions have fewer than 64 bits. If some value has 64
    /// bits or more, the theorem gives only outcomes, so that it applies to every position of the
    /// board.
    fn knows_values(&self) -> bool {
        self.board.bits() < 64
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let bits = self.bits(slots, budget)?;
        if !self.knows_values() {
            return Ok(None);
        }
        Ok(Grundy::nimber(
            bits.iter()
                .enumerate()
                .fold(0, |value, (bit, &set)| value | u64::from(set) << bit),
        ))
    }

    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        Ok(if self.bits(slots, budget)?.contains(&true) {
            Outcome::N
        } else {
            Outcome::P
        })
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let bits = self.bits(slots, budget)?;
        let odd: Vec<String> = bits
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, set)| **set)
            .map(|(bit, _)| format!("2^{bit}"))
            .collect();
        let shown = odd.join(" + ");
        Ok(Some(match odd.len() {
            0 => text!(
                "every power of 2 is the value of an even number of tails, so the tails cancel",
                "每个 2 的幂都对应偶数枚反面硬币：全部抵消"
            ),
            _ => text!(
                "the powers of 2 that are the value of an odd number of tails: {shown}",
                "对应奇数枚反面硬币的 2 的幂：{shown}"
            ),
        }))
    }

    /// Returns one set for each tail that may be chosen.
    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        /// The maximum total of listed numbers; a set takes one number for each [`bits::BITS`]
        /// cells of the board.
        const MAX_LISTED_NUMBERS: usize = 1 << 20;
        let Some(value) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        let mut change = self.bits(slots, budget)?;
        change.resize(change.len().max(64), false);
        (0..64).for_each(|bit| change[bit] ^= value >> bit & 1 == 1);
        if !change.contains(&true) {
            return Ok(Some(Vec::new()));
        }
        let words = bits::slots("tails", self.board.grid().cells()).len();
        let mut moves = Vec::new();
        for from in self.board.members(slots) {
            budget.tick()?;
            let Some(patch) = self.board.patch(from, &change) else {
                continue;
            };
            budget.steps(self.board.grid().cells())?;
            let beside = 8 * (moves.len() * (words + 1)) as u64;
            budget.make_room(&mut moves, 1, beside)?;
            let mut set = vec![0; words];
            patch
                .into_iter()
                .for_each(|cell| flip(&mut set, self.board.cell(cell)));
            set.insert(0, Int::from(from));
            moves.push((0, set));
            if moves.len() >= (MAX_LISTED_NUMBERS / words).max(1) {
                break;
            }
        }
        Ok(Some(moves))
    }

    /// Returns whether all tails are on the first row or column. On the first row and column, a
    /// tail has only one block with a given nim-sum; on other cells, a tail has many sets.
    fn lists_all(&self, slots: &[Int]) -> bool {
        self.board
            .members(slots)
            .map(|tail| self.board.place(tail))
            .all(|(row, column)| row == 0 || column == 0)
    }
}
