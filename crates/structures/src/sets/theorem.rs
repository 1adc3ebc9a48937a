//! The theorem "set-values": the value of a set is the mex of the values of its elements, computed
//! once for all sets of a text. The value of *n is n.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::forest::{Forest, SetOptions, place};
use super::rules::SetRules;
use crate::structure_theorem::StructureTheorem;

pub(crate) const THEOREM: StructureTheorem<SetRules> = StructureTheorem {
    name: "set-values",
    statement: (
        "The value of a game that is given as the set of its options is the mex of their values. The value of *n is n.",
        "以后继集合给出的游戏，其值是各后继之值的 mex。*n 的值为 n。",
    ),
    source: "R. P. Sprague (1935), P. M. Grundy (1939); J. H. Conway, On Numbers and Games (1976), chapter 11",
    other_game: ("not a set", "不是集合"),
    form: |game, case| {
        case.needs_plain()?;
        let forest = game.forest().clone();
        let mut values: Vec<u64> = Vec::with_capacity(forest.count());
        for set in 1..=forest.count() as Int {
            let SetOptions::Listed(all) = forest.options(-set) else {
                continue;
            };
            case.budget.steps(all.len() + 1)?;
            values.push(nimber::mex(
                all.iter().map(|&option| value_of(&values, option)),
            ));
        }
        Ok(Box::new(SetValuesForm { forest, values }))
    },
};

/// Returns the value of a set, given the values of all earlier sets.
fn value_of(values: &[u64], set: Int) -> u64 {
    if set >= 0 {
        set as u64
    } else {
        values[place(set)]
    }
}

struct SetValuesForm {
    forest: Arc<Forest>,
    /// The values of the sets that are not heaps, in their order.
    values: Vec<u64>,
}

impl ClosedForm for SetValuesForm {
    fn summary(&self) -> Text {
        let count = self.values.len();
        text!(
            "{count} sets that are not Nim heaps",
            "{count} 个不是 Nim 堆的集合"
        )
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(value_of(&self.values, slots[0])))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let SetOptions::Listed(all) = self.forest.options(slots[0]) else {
            return Ok(None);
        };
        let mut values: Vec<u64> = all
            .iter()
            .map(|&option| value_of(&self.values, option))
            .collect();
        values.sort_unstable();
        values.dedup();
        let (value, list) = (
            value_of(&self.values, slots[0]),
            values
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(", "),
        );
        Ok(Some(text!(
            "the elements of the set have the values {list}; the smallest missing value is {value}",
            "其元素的值为 {list}；缺少的最小值是 {value}"
        )))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let Some(wanted) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        Ok(Some(match self.forest.options(slots[0]) {
            SetOptions::Heap(size) => Int::try_from(wanted)
                .ok()
                .filter(|&heap| heap < size)
                .map(|heap| (0, vec![heap]))
                .into_iter()
                .collect(),
            SetOptions::Listed(all) => {
                budget.steps(all.len())?;
                all.iter()
                    .filter(|&&option| value_of(&self.values, option) == wanted)
                    .map(|&option| (0, vec![option]))
                    .collect()
            }
        }))
    }
}
