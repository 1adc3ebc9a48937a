//! The theorem on approaching pieces: Moore's Nim on the gaps, for both players alike, under normal
//! and misère play. The theorem gives only outcomes, because a position that includes the player to
//! move has no value.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::ir::Int;
use theory::sums::{HeapMove, HeapRule, MooreRule};
use theory::theorem::{ChosenMove, LosingPositions};

use super::rules::ApproachRules;
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<ApproachRules> = StructureTheorem {
    name: "approach",
    statement: (
        "White pieces move right, black pieces move left, and a move advances at most d pieces. For either player this is Moore's Nim on the gaps between each white piece and the black piece after it.",
        "白子向右走，黑子向左走，每着至多移动 d 枚。无论轮到谁，都是各白子与其右邻黑子之间空格数上的 Moore Nim。",
    ),
    source: "Luogu P2490 (SDOI 2011); E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)",
    other_game: (
        "not a game of approaching pieces",
        "不是黑白棋子相向而行的游戏",
    ),
    form: |game, case| {
        Ok(Box::new(ApproachForm {
            rule: MooreRule {
                most: game.max_moved_pieces(),
                play: case.conventions.play,
            },
        }))
    },
};

/// The maximum number of winning moves that are listed, and the maximum total number of gaps in
/// these moves.
const MAX_LISTED_MOVES: usize = 10_000;
const MAX_LISTED_GAPS: usize = 1 << 20;

struct ApproachForm {
    rule: MooreRule,
}

/// Returns the gaps between a white piece and the black one after it.
fn gaps(slots: &[Int]) -> Vec<u64> {
    slots[1..]
        .chunks_exact(2)
        .map(|pair| pair[0].abs_diff(pair[1]) - 1)
        .collect()
}

/// Returns the maximum number of winning moves that are listed.
fn max_listed_moves(heaps: &[u64]) -> usize {
    (MAX_LISTED_GAPS / heaps.len().max(1)).clamp(1, MAX_LISTED_MOVES)
}

impl ApproachForm {
    /// Returns the number of moves, but at most one more than the maximum length of a list. The
    /// moves that lower exactly k heaps are counted by adding, over all sets of k heaps, the
    /// product of the sizes of the heaps.
    fn moves(&self, heaps: &[u64]) -> u64 {
        let beyond = max_listed_moves(heaps) as u64 + 1;
        let most = usize::try_from(self.rule.most)
            .unwrap_or(usize::MAX)
            .min(heaps.len());
        let mut ways = vec![1u64];
        // Every heap increases the number of moves, so a few heaps are enough to reach the limit.
        for &heap in heaps.iter().filter(|&&heap| heap > 0) {
            if ways
                .iter()
                .skip(1)
                .fold(0, |sum: u64, more| sum.saturating_add(*more))
                >= beyond
            {
                return beyond;
            }
            if ways.len() <= most {
                ways.push(0);
            }
            for lowered in (1..ways.len()).rev() {
                ways[lowered] =
                    ways[lowered].saturating_add(ways[lowered - 1].saturating_mul(heap));
            }
        }
        ways.iter()
            .skip(1)
            .fold(0, |sum: u64, more| sum.saturating_add(*more))
            .min(beyond)
    }
}

impl LosingPositions for ApproachForm {
    fn summary(&self) -> Text {
        text!("approaching pieces on a row", "一行上黑白棋子相向而行")
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.steps(slots.len())?;
        Ok(self.rule.outcome(&gaps(slots)) == Outcome::P)
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        budget.steps(slots.len())?;
        let named = |pair: &[Int]| {
            let (white, black) = (pair[0], pair[1]);
            (
                text!("gap from {white} to {black}", "{white} 到 {black} 的间隔"),
                white.abs_diff(black) - 1,
            )
        };
        let heaps: Vec<(Text, u64)> = slots[1..].chunks_exact(2).map(named).collect();
        Ok((!heaps.is_empty()).then(|| self.rule.explanation(&heaps)))
    }

    fn lists_all(&self, slots: &[Int]) -> bool {
        let heaps = gaps(slots);
        self.moves(&heaps) <= max_listed_moves(&heaps) as u64
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        budget.steps(slots.len())?;
        let heaps = gaps(slots);
        // Under misère play, a player who cannot move has won, although no winning move exists.
        if self.rule.play == PlayConvention::Misere && heaps.iter().all(|&heap| heap == 0) {
            return Ok(Vec::new());
        }
        let lowered = |made: HeapMove| {
            let choice = |(pair, left): (usize, u64)| {
                let to = match slots[0] {
                    0 => slots[2 + 2 * pair] - 1 - left as Int,
                    _ => slots[1 + 2 * pair] + 1 + left as Int,
                };
                [pair as Int + 1, to]
            };
            (0, made.into_iter().flat_map(choice).collect())
        };
        Ok(self
            .rule
            .winning(&heaps, max_listed_moves(&heaps), budget)?
            .list
            .into_iter()
            .map(lowered)
            .collect())
    }
}
