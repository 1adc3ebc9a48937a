//! The theorem on pieces that face each other, for the planner; it covers Northcott's game and the
//! Ultimate Battle. The theorem gives only outcomes, because a position that includes the player to
//! move has no value.

use ::base::budget::{Budget, StopReason};
use ::base::text;
use ::base::text::Text;
use ::rules::game::Rules;
use ::rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, LosingPositions, TheoremCase};

use super::lanes::{Lane, NorthcottMove, Retreats, nim_sum, winning_moves};
use super::rules::NorthcottRules;
use crate::battle::BattleRules;
use crate::structure_theorem::is_structure;

/// The theorem "northcott": the nim-sum of the gaps decides.
pub struct NorthcottTheorem;

/// A function that returns the lanes of a position, with the piece of the player to move as `own`,
/// and the limits on moves back, if any.
type LaneReader = Box<dyn Fn(&[Int]) -> (Vec<Lane>, Option<Retreats>) + Send + Sync>;

impl theory::theorem::Theorem for NorthcottTheorem {
    fn name(&self) -> &'static str {
        "northcott"
    }

    fn statement(&self) -> Text {
        text!(
            "The player to move loses iff the nim-sum of the gaps between facing pieces is 0. There are no draws.",
            "先手必败当且仅当各对相对棋子之间空格数的 Nim 和为 0。不会出现平局。"
        )
    }

    fn source(&self) -> &'static str {
        "Northcott's game: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 3"
    }

    fn applies_to(&self, rules: &dyn Rules) -> bool {
        is_structure(rules)
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let any = case.rules.as_any();
        let northcott = any
            .and_then(|rules| rules.downcast_ref::<NorthcottRules>())
            .cloned();
        let battle = any
            .and_then(|rules| rules.downcast_ref::<BattleRules>())
            .cloned();
        let (lanes, slide): (LaneReader, fn(NorthcottMove) -> Vec<Int>) = match (northcott, battle)
        {
            (Some(board), _) => (
                Box::new(move |slots| (board.lanes(slots), board.retreats(slots))),
                |slide| vec![slide.lane as Int + 1, slide.to as Int],
            ),
            (_, Some(field)) => (Box::new(move |slots| (field.lanes(slots), None)), |slide| {
                vec![slide.lane as Int, slide.to as Int]
            }),
            _ => {
                return Err(text!(
                    "needs Northcott's game or the Ultimate Battle",
                    "需要 Northcott 游戏或 Ultimate Battle"
                )
                .into());
            }
        };
        case.needs_normal_play()?;
        Ok(Box::new(NorthcottForm { lanes, slide }))
    }
}

struct NorthcottForm {
    lanes: LaneReader,
    /// Converts a move to its choices.
    slide: fn(NorthcottMove) -> Vec<Int>,
}

impl LosingPositions for NorthcottForm {
    fn summary(&self) -> Text {
        text!("facing pieces on lanes", "各道上两枚棋子相对")
    }

    fn is_lost(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.steps(slots.len())?;
        Ok(nim_sum(&(self.lanes)(slots).0) == 0)
    }

    fn winning_moves(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ChosenMove>, StopReason> {
        budget.steps(slots.len())?;
        let (lanes, retreats) = (self.lanes)(slots);
        let allowed = |slide: &NorthcottMove| {
            retreats.is_none_or(|retreats| retreats.allow(lanes[slide.lane].back(slide.to)))
        };
        Ok(winning_moves(&lanes)
            .into_iter()
            .filter(allowed)
            .map(|slide| (0, (self.slide)(slide)))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use ::rules::game::Outcome;
    use ::rules::structure::Structure;

    use super::*;
    use crate::battle;
    use crate::definition;
    use crate::northcott::KIND;
    use crate::trial::{Moves, Trial, declines_misere};

    /// Compares the theorem with retrograde analysis of all positions of a game by its rules.
    fn agrees(kind: &'static dyn Structure, text: &str) -> usize {
        let budget = Budget::generous();
        let trial = Trial::new(kind, &NorthcottTheorem, text);
        let rules = trial.world.rules(trial.game);
        assert!(rules.is_standalone() && rules.conventions().loopy != text.contains("retreats"));
        let mut positions: Vec<Vec<Int>> = vec![Vec::new()];
        for slot in rules.slots() {
            let grown = |row: &Vec<Int>| {
                (slot.low..=slot.high.unwrap())
                    .map(|v| [&row[..], &[v]].concat())
                    .collect::<Vec<_>>()
            };
            positions = positions.iter().flat_map(grown).collect();
        }
        positions.retain(|slots| trial.world.contains(trial.game, slots, &budget).unwrap());
        let all: Vec<Moves> = positions.iter().map(|slots| trial.moves(slots)).collect();
        let place = |left: &Vec<Int>| positions.binary_search(left).unwrap();
        let options = |position: usize, list: &mut Vec<usize>| {
            list.extend(all[position].iter().map(|(_, left)| place(left)))
        };
        let known = definition::outcomes(positions.len(), options, &budget).unwrap();
        for (position, slots) in positions.iter().enumerate() {
            assert_eq!(
                trial.form.outcome(slots, &budget).unwrap(),
                known[position],
                "{slots:?}"
            );
            let good = all[position]
                .iter()
                .filter(|(_, left)| known[place(left)] == Outcome::P);
            assert_eq!(
                trial.moves_to(slots, 0),
                good.map(|(made, _)| made.clone()).collect::<Vec<_>>(),
                "{slots:?}"
            );
        }
        positions.len()
    }

    #[test]
    fn the_theorem_agrees_with_retrograde_analysis_of_the_rules() {
        assert_eq!(agrees(&KIND, ""), 2);
        assert_eq!(agrees(&KIND, "WB / WB / BW"), 16);
        assert_eq!(agrees(&KIND, "W...B"), 40);
        assert_eq!(agrees(&KIND, "W..B / BW.."), 288);
        assert_eq!(agrees(&KIND, "W.B / B.W / .WB"), 432);
        assert_eq!(agrees(&KIND, "W..B / BW.. / .WB."), 3456);
        // Limits on retreats: few retreats, long retreats, retreats for one player only, no
        // retreats.
        assert_eq!(agrees(&KIND, "W..B / BW..; retreats 1 2 by 1"), 288 * 6);
        assert_eq!(
            agrees(&KIND, "W....B; retreats 2 1 by 2; black to move"),
            60 * 6
        );
        assert_eq!(agrees(&KIND, "W.B / B.W / .WB; retreats 0 2 by 9"), 432 * 3);
        assert_eq!(agrees(&KIND, "W..B / BW..; retreats 3 3 by 0"), 288 * 16);
        for (width, height) in (2..=5).flat_map(|w| (2..=5).map(move |h| (w, h))) {
            let count = agrees(&battle::KIND, &format!("{width} {height}; 1 1, 2 2"));
            assert_eq!(count, 2 * width * (width - 1) * height * (height - 1));
        }
    }

    #[test]
    fn misere_play_is_declined() {
        declines_misere(&KIND, &NorthcottTheorem, "W.B");
    }
}
