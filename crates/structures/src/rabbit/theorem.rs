//! The vertex geography of the empty cell as a theorem on the game.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, LosingPositions};

use super::may_be_entered;
use super::rules::RabbitRules;
use crate::geography::{self, Matching, UndirectedGraph};
use crate::grid::Grid;
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<RabbitRules> = StructureTheorem {
    name: "rabbit-and-egg",
    statement: (
        "The empty cell moves as in undirected vertex geography. It can enter a cell if this cell has a piece of the player who moves it there. Consider all cells that the empty cell can be on. The player to move wins iff every maximum matching of these cells contains the empty cell.",
        "空格的移动就是无向图顶点地理游戏。若某格放着届时走子一方的棋子，空格就可进入该格。先手必胜当且仅当这些格子的每个最大匹配都含空格。",
    ),
    source: "NOI 2011, Rabbit and egg; A. S. Fraenkel, E. R. Scheinerman, D. Ullman (1993)",
    other_game: ("not the game of rabbit and egg", "不是兔兔与蛋蛋"),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(RabbitForm { grid: game.grid() }))
    },
};

struct RabbitForm {
    grid: Grid,
}

impl RabbitForm {
    /// Returns a maximum matching of the cells that may be entered.
    fn matching(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Matching, StopReason> {
        budget.steps(self.grid.cells())?;
        let (empty, rabbit) = (
            RabbitRules::empty(slots),
            RabbitRules::rabbit_to_move(slots),
        );
        let free = may_be_entered(self.grid, empty, rabbit, |cell| {
            RabbitRules::is_white(slots, cell)
        });
        let graph = UndirectedGraph::new(self.grid.cells(), &self.grid.pairs(&free), budget)?;
        Matching::maximum(Arc::new(graph), |cell| !free(cell), budget)
    }
}

impl LosingPositions for RabbitForm {
    fn summary(&self) -> Text {
        let (rows, columns) = (self.grid.height(), self.grid.width());
        text!(
            "one empty cell on a board of {rows} x {columns}",
            "{rows} x {columns} 的棋盘，一个空格"
        )
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        let missed = self
            .matching(slots, budget)?
            .release(RabbitRules::empty(slots), budget)?;
        Ok(missed)
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let mut matching = self.matching(slots, budget)?;
        let (left, size) = (matching.remaining().count(), matching.size());
        let missed = matching.release(RabbitRules::empty(slots), budget)?;
        let name = self.grid.name(RabbitRules::empty(slots));
        let mate = matching
            .mate(RabbitRules::empty(slots))
            .map_or(String::new(), |mate| self.grid.name(mate));
        Ok(Some(match missed {
            true => text!(
                "a maximum matching of the {left} cells that the empty cell can be on has {size} pairs; some maximum matching does not contain {name}",
                "空格可到的格子共 {left} 个，最大匹配有 {size} 对；有一个最大匹配不含 {name}"
            ),
            false => text!(
                "a maximum matching of the {left} cells that the empty cell can be on has {size} pairs; every maximum matching contains {name}, one of them paired with {mate}",
                "空格可到的格子共 {left} 个，最大匹配有 {size} 对；每个最大匹配都含 {name}，其中一个将它与 {mate} 配对"
            ),
        }))
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        let moves = geography::winning_moves(
            self.matching(slots, budget)?,
            Some(RabbitRules::empty(slots)),
            budget,
        )?;
        Ok(moves
            .into_iter()
            .map(|cell| (0, vec![cell.into()]))
            .collect())
    }
}
