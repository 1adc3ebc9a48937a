//! The law of [`theorems::new_stone`] as a theorem on any number of piles.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theorems::new_stone::{is_losing, winning_move};
use theory::theorem::{ChosenMove, LosingPositions};

use super::rules::NewStoneRules;
use crate::structure_theorem::StructureTheorem;

/// The maximum number of piles that are explained one by one.
const MAX_EXPLAINED_PILES: usize = 40;

pub(crate) const THEOREM: StructureTheorem<NewStoneRules> = StructureTheorem {
    name: "equal-pairs",
    statement: (
        "in the New Stone Game with any number of piles, the player to move loses iff the piles come in equal pairs",
        "新石子游戏（任意多堆）：当且仅当各堆两两相等时先手必败",
    ),
    source: "POJ 1740, A New Stone Game; by pairing",
    other_game: ("the game is not the New Stone Game", "该游戏不是新石子游戏"),
    form: |_, case| {
        case.needs_normal_play()?;
        Ok(Box::new(NewStoneForm))
    },
};

struct NewStoneForm;

fn stones(piles: &[Int], budget: &Budget<'_>) -> Result<Vec<u64>, StopReason> {
    // Sorting takes several steps per pile.
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
                "the piles {listed} come in equal pairs",
                "各堆 {listed} 两两相等"
            ),
            Some(pile) => {
                text!(
                    "of the piles {listed} one of {pile} has no equal partner",
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

    /// Returns true only for positions without stones: otherwise only one winning move is listed.
    fn lists_all(&self, piles: &[Int]) -> bool {
        piles.iter().all(|pile| *pile == 0)
    }
}
