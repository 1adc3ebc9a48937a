//! Theorems about compounds, which are components made of components. The parts of a compound are
//! solved by a separate query to the planner, with all its methods: the parts of a sum under its
//! conventions, the parts of an ordinal sum or a product by their values. A compound not covered by
//! a theorem is solved by the same methods as any other game.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::compound::{CompoundKind, choices};
use rules::game::{Conventions, Outcome};
use rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase, Theorems};
use theory::value::Grundy;

use crate::compound_theorem::CompoundTheorem;
use crate::part_solver::{PartSolver, ok_unless_stopped};
use crate::stop_button;
use crate::winning_moves;

/// Returns all theorems about compounds.
pub(crate) fn theorems() -> Theorems {
    let own = [SUM_COMPOUND, ORDINAL_SUM, TARTAN].into_iter();
    own.chain([stop_button::theorems::STOP, stop_button::theorems::BUTTON])
        .map(|theorem| Arc::new(theorem) as Arc<dyn Theorem>)
        .collect()
}

/// Returns the kind of compound of a case, if values decide the sum that contains it.
fn kind(case: &TheoremCase<'_>) -> Result<CompoundKind, ConditionError> {
    let compound = case
        .rules
        .compound()
        .ok_or_else(|| text!("not a compound", "不是复合游戏"))?;
    case.needs_plain()?;
    Ok(compound.kind)
}

/// If a position is one compound and this compound is a sum, its parts are solved as a position
/// under the conventions of the compound.
const SUM_COMPOUND: CompoundTheorem = CompoundTheorem {
    name: "compound",
    statement: || {
        text!(
            "A compound that is the only component has the same winner as the sum of its parts under the conventions of the compound.",
            "单独一个复合游戏的胜负，与其各部分之和在该复合游戏的约定下的胜负相同。"
        )
    },
    source: "by definition; J. H. Conway, On Numbers and Games (1976), chapter 14",
    form: |case| {
        let CompoundKind::Sum(sum, until) = kind(case)? else {
            return Err(text!("not a compound that is a sum", "不是由和构成的复合游戏").into());
        };
        let conventions = Conventions {
            sum,
            until,
            ..Conventions::default()
        };
        Ok(Box::new(SumCompoundForm(PartSolver::new(
            case,
            conventions,
        ))))
    },
};

struct SumCompoundForm(PartSolver);

impl ClosedForm for SumCompoundForm {
    fn summary(&self) -> Text {
        text!(
            "the parts of the compound are solved under the conventions of the compound",
            "按复合游戏的约定求解各部分"
        )
    }

    fn knows_values(&self) -> bool {
        false
    }

    /// A position is within reach if the planner finds a method that answers it.
    fn beyond_reach(
        &self,
        greatest: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        let [sum] = &self.0.groups(greatest)[..] else {
            return Ok(Some(text!(
                "applies only to a compound that is the only component",
                "只适用于单独一个复合游戏"
            )));
        };
        let found = ok_unless_stopped(self.0.solver().outcome(sum, budget))?;
        Ok(found.is_none().then(|| {
            text!(
                "no method determines the winner of the sum of the parts",
                "没有方法能判定其各部分的胜负"
            )
        }))
    }

    /// If the planner can answer a position, it can also answer every position that play can reach
    /// from this position.
    fn outcome(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        let sum = self.0.groups(slots).pop().unwrap_or_default();
        ok_unless_stopped(self.0.solver().outcome(&sum, budget))?.ok_or(StopReason::Time)
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
        let sum = self.0.groups(slots).pop().unwrap_or_default();
        let mut solver = self.0.solver();
        let found = ok_unless_stopped(winning_moves::by_sum_theorem(
            &sum.0,
            usize::MAX,
            &mut solver,
            budget,
        ))?
        .flatten();
        Ok(found
            .filter(|steps| steps.complete)
            .map(|steps| steps.list.iter().map(|steps| (0, choices(steps))).collect()))
    }
}

/// The ordinal sum of two games.
const ORDINAL_SUM: CompoundTheorem = CompoundTheorem {
    name: "ordinal-sum",
    statement: || {
        text!(
            "Let v be the value of b. List the numbers 0, 1, 2, … that are not the value of any option of a. The ordinal sum of a and b has the value with the index v in this list, counted from 0.",
            "设 b 的 SG 值为 v。从 0 起按序列出不是 a 的任何选项的 SG 值的数。a 与 b 的序数和的 SG 值，就是此列表中从 0 数起的第 v 个数。"
        )
    },
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 7: the colon principle; J. H. Conway, On Numbers and Games (1976), chapter 15",
    form: |case| match kind(case)? {
        CompoundKind::Ordinal => Ok(Box::new(OrdinalSumForm(PartSolver::new(
            case,
            Conventions::default(),
        )))),
        _ => Err(text!("not an ordinal sum", "不是序数和").into()),
    },
};

struct OrdinalSumForm(PartSolver);

/// Returns the number at index `place`, counted from 0, among the numbers that an increasing list
/// does not contain.
fn absent(list: &[u64], place: u64) -> Option<u64> {
    list.iter().try_fold(place, |value, taken| {
        if *taken <= value {
            value.checked_add(1)
        } else {
            Some(value)
        }
    })
}

impl OrdinalSumForm {
    /// Returns the values of the options of the first part, in order, and the value of the second
    /// part; `None` if no method provides these values.
    fn values(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<(Vec<u64>, u64)>, StopReason> {
        let [first, second] = &self.0.groups(slots)[..] else {
            return Ok(None);
        };
        let Some(mut options) = self.0.options(first, budget)? else {
            return Ok(None);
        };
        options.sort_unstable();
        options.dedup();
        Ok(self.0.value(second, budget)?.map(|place| (options, place)))
    }
}

impl ClosedForm for OrdinalSumForm {
    fn summary(&self) -> Text {
        text!(
            "the values of both parts and of the options of the first part determine the value",
            "由两部分的值与第一部分各选项的值决定"
        )
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let values = self.values(slots, budget)?;
        Ok(values
            .and_then(|(options, place)| absent(&options, place))
            .and_then(Grundy::nimber))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let Some((options, place)) = self.values(slots, budget)? else {
            return Ok(None);
        };
        let list: Vec<String> = options.iter().map(u64::to_string).collect();
        let list = list.join(", ");
        Ok(absent(&options, place).map(|value| {
            text!(
                "the options of the first part have the values {{{list}}}, and the second part has the value {place}; of the other numbers, the one with the index {place}, counted from 0, is {value}",
                "第一部分各选项的值为 {{{list}}}，第二部分的值为 {place}；其余的数中，从 0 数起的第 {place} 个是 {value}"
            )
        }))
    }
}

/// The Tartan product of two games.
const TARTAN: CompoundTheorem = CompoundTheorem {
    name: "tartan",
    statement: || {
        text!(
            "Tartan theorem: The value of the product of two games is the nim-product of their values (Conway).",
            "Tartan 定理：两个游戏之积的 SG 值等于它们 SG 值的 Nim 积（Conway）。"
        )
    },
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 14",
    form: |case| match kind(case)? {
        CompoundKind::Product => Ok(Box::new(TartanForm(PartSolver::new(
            case,
            Conventions::default(),
        )))),
        _ => Err(text!("not a product", "不是积").into()),
    },
};

struct TartanForm(PartSolver);

impl TartanForm {
    /// Returns the values of both parts; `None` if no method provides these values.
    fn values(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<(u64, u64)>, StopReason> {
        let [first, second] = &self.0.groups(slots)[..] else {
            return Ok(None);
        };
        let (one, other) = (self.0.value(first, budget)?, self.0.value(second, budget)?);
        Ok(one.zip(other))
    }
}

impl ClosedForm for TartanForm {
    fn summary(&self) -> Text {
        text!(
            "the values of both parts are multiplied as nimbers",
            "两部分的值按 Nim 数相乘"
        )
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let values = self.values(slots, budget)?;
        Ok(values.and_then(|(a, b)| Grundy::nimber(nimber::product(a, b))))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        Ok(self.values(slots, budget)?.map(|(a, b)| {
            let value = nimber::product(a, b);
            text!("{a} ⊗ {b} = {value}", "{a} ⊗ {b} = {value}")
        }))
    }
}
