//! The outcome of components that stay separate (Jia, 2009, 2.1). This module contains the SJ
//! theorem, without its condition, for play that stops as soon as all values are 0, and for play
//! with a button. The player to move wins in two cases: the nim-sum is not 0 and some value is
//! above 1, or the nim-sum is 0 and no value is above 1. Once the button is pressed, the player who
//! pressed it wins iff all values are 0 before the opponent moves. If all values are 0, the player
//! who pressed the button answers each move by a move to value 0 in the same component. If some
//! component has a value other than 0, the opponent moves this component to value 0 and keeps its
//! value at 0.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use engines::engine::AccessPattern;
use rules::compound::{CompoundKind, choices};
use rules::game::{Conventions, Outcome};
use rules::ir::Int;
use rules::play::{Component, MoveStep, SumPosition};
use theory::theorem::{ChosenMove, ClosedForm, TheoremCase};
use theory::value::Grundy;

use crate::compound_theorem::CompoundTheorem;
use crate::max_slots::max_slots_by_game;
use crate::part_solver::{PartSolver, ok_unless_stopped};
use crate::winning_moves;

/// Maximum number of values that are shown.
const MAX_SHOWN_VALUES: usize = 12;

/// Play that stops when all values are 0.
pub(crate) const STOP: CompoundTheorem = CompoundTheorem {
    name: "sj-stop",
    statement: || {
        text!(
            "SJ theorem with its stop: Misère play stops as soon as all values are 0, and the player to move then wins. The player to move loses iff the nim-sum is 0 and some value is above 1, or the nim-sum is not 0 and no value is above 1 (Jia).",
            "带停局约定的 SJ 定理：反常规则下，若各部分 SG 值全为 0 则停局，此时轮到走的一方获胜。先手必败当且仅当 Nim 和为 0 且有部分的 SG 值大于 1，或 Nim 和不为 0 且没有部分的 SG 值大于 1（贾志豪）。"
        )
    },
    source: "Jia Zhihao, Combinatorial games: a survey and its extensions, China national team papers (2009), 2.1",
    form: |case| {
        of_kind(case, |kind| kind == CompoundKind::Stop).ok_or_else(|| {
            text!(
                "applies only to play that stops when all values are 0",
                "只适用于各部分 SG 值全为 0 时停局的对局"
            )
            .into()
        })
    },
};

/// Play with a button.
pub(crate) const BUTTON: CompoundTheorem = CompoundTheorem {
    name: "button",
    statement: || {
        text!(
            "With the button, the player to move loses iff the nim-sum is 0 and some value is above 1, or the nim-sum is not 0 and no value is above 1. Pressing the button wins iff all values are 0.",
            "有按钮时，先手必败当且仅当 Nim 和为 0 且有部分的 SG 值大于 1，或 Nim 和不为 0 且没有部分的 SG 值大于 1。按下按钮能胜当且仅当各部分的 SG 值全为 0。"
        )
    },
    source: "after Jia Zhihao, Combinatorial games: a survey and its extensions, China national team papers (2009), 2.1; read exactly and proved here",
    form: |case| {
        of_kind(case, |kind| {
            matches!(
                kind,
                CompoundKind::Button | CompoundKind::Pressed | CompoundKind::Answer
            )
        })
        .ok_or_else(|| text!("applies only to play with a button", "只适用于带按钮的对局").into())
    },
};

/// Returns the closed form of a compound of a kind that the theorem covers.
fn of_kind(
    case: &TheoremCase<'_>,
    speaks_of: impl Fn(CompoundKind) -> bool,
) -> Option<Box<dyn ClosedForm>> {
    let kind = case.rules.compound()?.kind;
    speaks_of(kind).then(|| {
        Box::new(StopButtonForm {
            kind,
            inner: PartSolver::new(case, Conventions::default()),
        }) as Box<dyn ClosedForm>
    })
}

struct StopButtonForm {
    kind: CompoundKind,
    inner: PartSolver,
}

/// The values of the groups of a position.
struct GroupValues {
    of: Vec<u64>,
    nim_sum: u64,
    /// The number of values that are not 0, and the number of values above 1.
    live: usize,
    big: usize,
}

impl GroupValues {
    fn new(of: Vec<u64>) -> GroupValues {
        let nim_sum = of.iter().fold(0, |sum, &value| nimber::sum(sum, value));
        let above = |least: u64| of.iter().filter(|&&value| value > least).count();
        GroupValues {
            nim_sum,
            live: above(0),
            big: above(1),
            of,
        }
    }

    /// Returns whether the player to move loses.
    fn lost(&self, kind: CompoundKind) -> bool {
        match kind {
            CompoundKind::Pressed => self.live == 0,
            CompoundKind::Answer => self.live != 1 || self.of[0] == 0,
            _ => (self.nim_sum == 0) == (self.big > 0),
        }
    }

    /// Returns the value to which the group `place` must be moved; `None` if no move in this group
    /// wins, or values do not determine the winning moves.
    fn target(&self, kind: CompoundKind, place: usize) -> Option<u64> {
        let value = self.of[place];
        let rest = nimber::sum(self.nim_sum, value);
        match kind {
            CompoundKind::Pressed => None,
            CompoundKind::Answer => {
                (place == 0 && self.live == usize::from(value > 0)).then_some(0)
            }
            _ if self.big > usize::from(value > 1) => Some(rest),
            // All groups except the group at index `place` have value 0 or 1. The move must leave
            // an odd number of groups of value 1, and no value above 1.
            _ => Some(1 - rest),
        }
    }
}

impl StopButtonForm {
    /// Returns the values of the groups; `None` if no method provides all values.
    fn values(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<GroupValues>, StopReason> {
        let groups = self.inner.groups(slots);
        self.plan(&groups, budget)?;
        let found: Option<Vec<u64>> = groups
            .iter()
            .map(|group| self.inner.value(group, budget))
            .collect::<Result<_, StopReason>>()?;
        Ok(found.map(GroupValues::new))
    }

    /// Plans the games of the parts for all parts together, so that no table is too small for the
    /// last part.
    fn plan(&self, groups: &[SumPosition], budget: &Budget<'_>) -> Result<(), StopReason> {
        let parts: Vec<Component> = groups.iter().flat_map(|group| &group.0).cloned().collect();
        let mut solver = self.inner.solver();
        let fits = |tops: &[Int], planned: &[Int]| {
            tops.len() == planned.len() && tops.iter().zip(planned).all(|(top, most)| top <= most)
        };
        let planned = max_slots_by_game(&parts).into_iter().all(|(game, tops)| {
            solver
                .plan_of(game)
                .is_some_and(|plan| fits(&tops, &plan.range.greatest))
        });
        if planned {
            Ok(())
        } else {
            ok_unless_stopped(solver.plan(&parts, AccessPattern::Positions, budget)).map(|_| ())
        }
    }

    /// Returns the moves of a group to a value, as choices; `None` if no method provides its value.
    fn in_group(
        &self,
        group: &SumPosition,
        target: u64,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<Vec<Int>>>, StopReason> {
        let Some(whole) = self.inner.value(group, budget)? else {
            return Ok(None);
        };
        let mut list = Vec::new();
        for (component, part) in group.0.iter().enumerate() {
            let Some(own) = self.inner.value(&SumPosition(vec![part.clone()]), budget)? else {
                return Ok(None);
            };
            let Some(value) = Grundy::nimber(nimber::sum(nimber::sum(whole, own), target)) else {
                continue;
            };
            let found = winning_moves::every_to_value(
                self.inner.world(),
                part,
                value,
                &mut self.inner.solver(),
                budget,
            );
            let Some(moves) = ok_unless_stopped(found)? else {
                return Ok(None);
            };
            let steps = moves.into_iter().flat_map(|made| made.steps);
            let steps = steps.map(|step| MoveStep::new(component, step.rule, step.choices));
            list.extend(steps.map(|step| choices(&[step])));
        }
        Ok(Some(list))
    }
}

impl ClosedForm for StopButtonForm {
    fn summary(&self) -> Text {
        text!(
            "the values of the components decide in every case",
            "由各部分的 SG 值决定，无需其他条件"
        )
    }

    fn knows_values(&self) -> bool {
        false
    }

    fn beyond_reach(
        &self,
        greatest: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        let found = self.values(greatest, budget)?;
        Ok(found.is_none().then(|| {
            text!(
                "no method computes the Grundy values of the components",
                "没有方法能求出其各部分的 SG 值"
            )
        }))
    }

    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        // If the planner can answer a position, it can also answer every position that play can
        // reach from this position.
        let values = self.values(slots, budget)?.ok_or(StopReason::Time)?;
        Ok(if values.lost(self.kind) {
            Outcome::P
        } else {
            Outcome::N
        })
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        if value != Grundy::ZERO {
            return Ok(Some(Vec::new()));
        }
        let Some(values) = self.values(slots, budget)? else {
            return Ok(None);
        };
        if values.lost(self.kind) || (self.kind == CompoundKind::Stop && values.live == 0) {
            return Ok(Some(Vec::new()));
        }
        if self.kind == CompoundKind::Pressed {
            return Ok(None);
        }
        let groups = self.inner.groups(slots);
        let (mut list, mut met) = (Vec::new(), HashMap::new());
        for (place, group) in groups.iter().enumerate() {
            budget.tick()?;
            let Some(target) = values.target(self.kind, place) else {
                continue;
            };
            let moves = match met.entry((group, target)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let Some(moves) = self.in_group(group, target, budget)? else {
                        return Ok(None);
                    };
                    place.insert(moves)
                }
            };
            list.extend(moves.iter().map(|chosen| (place, chosen.clone())));
        }
        if self.kind == CompoundKind::Button && values.live == 0 {
            list.push((groups.len(), Vec::new()));
        }
        Ok(Some(list))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let Some(values) = self.values(slots, budget)? else {
            return Ok(None);
        };
        let more = if values.of.len() > MAX_SHOWN_VALUES {
            ", …"
        } else {
            ""
        };
        let list: Vec<String> = values
            .of
            .iter()
            .take(MAX_SHOWN_VALUES)
            .map(u64::to_string)
            .collect();
        let (list, nim_sum) = (format!("{}{more}", list.join(", ")), values.nim_sum);
        Ok(Some(match (self.kind, values.live, values.big) {
            (_, 0, _) => text!("all values are 0", "各部分的 SG 值全为 0"),
            (CompoundKind::Pressed | CompoundKind::Answer, ..) => {
                text!(
                    "the components have the values {list}: they are not all 0",
                    "各部分的 SG 值为 {list}：不全为 0"
                )
            }
            (_, _, 0) => text!(
                "values {list}: nim-sum {nim_sum}, no value above 1",
                "SG 值 {list}：Nim 和为 {nim_sum}，没有大于 1 的值"
            ),
            _ => text!(
                "values {list}: nim-sum {nim_sum}, some value above 1",
                "SG 值 {list}：Nim 和为 {nim_sum}，有大于 1 的值"
            ),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_of_each_group_leaves_what_is_lost() {
        for values in [
            [0, 0, 0],
            [0, 1, 1],
            [1, 1, 1],
            [2, 0, 1],
            [2, 2, 1],
            [3, 2, 1],
            [5, 1, 1],
            [4, 4, 4],
        ] {
            for place in 0..3 {
                for target in 0..8 {
                    let mut after = values;
                    after[place] = target;
                    for kind in [CompoundKind::Stop, CompoundKind::Button] {
                        let aimed =
                            GroupValues::new(values.to_vec()).target(kind, place) == Some(target);
                        assert_eq!(
                            aimed,
                            GroupValues::new(after.to_vec()).lost(kind),
                            "{values:?}, {place} to {target}"
                        );
                    }
                }
            }
        }
    }
}
