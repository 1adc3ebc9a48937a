//! The law of [`theorems::new_stone`] as a theorem on any number of piles.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theorems::new_stone::{is_losing, winning_move};
use theory::theorem::{ChosenMove, LosingPositions};

use super::rules::NewStoneRules;
use crate::structure_theorem::StructureTheorem;

/// The maximum number of piles whose sizes an explanation lists.
const MAX_EXPLAINED_PILES: usize = 40;

pub(crate) const THEOREM: StructureTheorem<NewStoneRules> = StructureTheorem {
    name: "equal-pairs",
    statement: (
        "In the New Stone Game with any number of piles, the player to move loses iff the piles form pairs of equal size.",
        "在任意多堆的新石子游戏中，先手必败当且仅当各堆可两两配成相等的对。",
    ),
    source: "POJ 1740, A New Stone Game; by pairing",
    other_game: ("not the New Stone Game", "不是新石子游戏"),
    form: |_, case| {
        case.needs_normal_play()?;
        Ok(Box::new(NewStoneForm))
    },
};

struct NewStoneForm;

fn stones(piles: &[Int], budget: &Budget<'_>) -> Result<Vec<u64>, StopReason> {
    // Sorting the piles takes several steps per pile, which the budget counts.
    budget.steps(4 * piles.len())?;
    budget.tick()?;
    Ok(piles.iter().map(|&pile| pile as u64).collect())
}

impl LosingPositions for NewStoneForm {
    fn summary(&self) -> Text {
        text!("the New Stone Game", "新石子游戏")
    }

    fn is_lost(&self, piles: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(is_losing(&stones(piles, budget)?))
    }

    fn explanation(&self, piles: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        if piles.len() > MAX_EXPLAINED_PILES {
            return Ok(None);
        }
        let mut sorted = stones(piles, budget)?;
        sorted.retain(|pile| *pile > 0);
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let listed = sorted
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        let single = sorted
            .iter()
            .find(|pile| sorted.iter().filter(|other| other == pile).count() % 2 == 1);
        Ok(Some(match single {
            None => text!(
                "the piles {listed} form pairs of equal size",
                "各堆 {listed} 两两相等"
            ),
            Some(pile) => {
                text!(
                    "among the piles {listed}, a pile of {pile} has no partner of equal size",
                    "各堆 {listed} 中，有一堆 {pile} 无法与相等的堆配对"
                )
            }
        }))
    }

    fn winning_moves(
        &self,
        piles: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        let piles = stones(piles, budget)?;
        let one = winning_move(&piles).map(|made| {
            let mut given = made.given;
            given.sort_unstable();
            let given = given
                .into_iter()
                .flat_map(|(to, more)| [to as Int, more as Int]);
            (
                0,
                [made.pile as Int, made.removed as Int]
                    .into_iter()
                    .chain(given)
                    .collect(),
            )
        });
        Ok(one.into_iter().collect())
    }

    /// Returns true only for positions without stones, because only one winning move of any other
    /// position is listed.
    fn lists_all(&self, piles: &[Int]) -> bool {
        piles.iter().all(|pile| *pile == 0)
    }
}
