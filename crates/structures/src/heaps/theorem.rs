//! The theorem "heap-code": the values of the heaps of a code, which the crate [`heap`] computes by
//! increasing size until a period is proved. The theorem finds the winning moves from the values of
//! the heaps that each move leaves.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use heap::code::HeapCode;
use heap::machine::MachineError;
use heap::period::HeapPeriod;
use heap::periodic::PeriodicCode;
use heap::table::HeapTable;
use rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::HeapRules;
use crate::structure_theorem::StructureTheorem;

/// The maximum number of splits for which every move is listed; with more splits, a periodic code
/// lists some moves to each value.
const MAX_LISTED_SPLITS: u64 = 1 << 17;

pub(crate) const THEOREM: StructureTheorem<HeapRules> = StructureTheorem {
    name: "heap-code",
    statement: (
        "The value of a heap of a code is the mex of the values of its moves. The value of a move is the nim-sum of the heaps that it leaves. If the first values prove a period, this period holds for heaps of any size.",
        "一堆的 SG 值是其各着法之值的 mex，着法的值为所留各堆的 Nim 和。若前面的值证明了周期，则它适用于任意大的堆。",
    ),
    source: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)",
    other_game: ("not a heap given by a code", "不是由代码给出的堆"),
    form: |game, case| {
        case.needs_plain()?;
        let table = Mutex::new(HeapTable::new(game.code(), true));
        Ok(Box::new(HeapValuesForm {
            code: game.code().clone(),
            table,
            periodic: OnceLock::new(),
        }))
    },
};

/// The closed form for the heaps of a code.
struct HeapValuesForm {
    code: HeapCode,
    /// The values computed so far.
    table: Mutex<HeapTable>,
    /// The plain period of the values, once it is proved, if a move of the code leaves at most two
    /// heaps.
    periodic: OnceLock<Option<PeriodicCode>>,
}

impl HeapValuesForm {
    fn table(&self) -> MutexGuard<'_, HeapTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the table with G(n) and all values before it; `None` if n is too large.
    fn table_up_to(
        &self,
        n: u64,
        budget: &Budget<'_>,
    ) -> Result<Option<MutexGuard<'_, HeapTable>>, StopReason> {
        let mut table = self.table();
        match table.reach(n, budget) {
            Ok(reached) => Ok(reached.then_some(table)),
            Err(MachineError::Unfit(_)) => Ok(None),
            Err(MachineError::Stop(stop)) => Err(stop),
        }
    }

    fn periodic(&self, table: &HeapTable) -> Option<&PeriodicCode> {
        table.period()?;
        self.periodic
            .get_or_init(|| PeriodicCode::of_table(table))
            .as_ref()
    }

    /// Returns whether a heap has so few moves that all its moves are listed, even without a
    /// period.
    fn few(&self, tokens: u64) -> bool {
        let digits = self.code.finite().map_or(1, <[u64]>::len) as u64;
        (tokens / 2).saturating_mul(digits) <= MAX_LISTED_SPLITS
    }
}

fn tokens(slots: &[Int]) -> u64 {
    slots[0].try_into().unwrap_or(0)
}

impl ClosedForm for HeapValuesForm {
    fn summary(&self) -> Text {
        let code = &self.code;
        match self.table().period() {
            Some(HeapPeriod {
                preperiod,
                period,
                saltus,
                values,
                ..
            }) => {
                let more = if *saltus == 0 {
                    String::new()
                } else {
                    format!(" + {saltus}")
                };
                let last = values - 1;
                text!(
                    "code {code}: G(n + {period}) = G(n){more} for every n ≥ {preperiod}, proved by G(0) to G({last}) (`grundy heap {code}`)",
                    "代码 {code}：n ≥ {preperiod} 时 G(n + {period}) = G(n){more}，由 G(0) 至 G({last}) 证明（`grundy heap {code}`）"
                )
            }
            None => text!(
                "code {code}: values are computed in ascending order until a period is proved (`grundy heap {code}`)",
                "代码 {code}：逐个求值，直到证明周期（`grundy heap {code}`）"
            ),
        }
    }

    fn beyond_reach(
        &self,
        greatest: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        let n = tokens(greatest);
        // The values of smaller heaps are computed on request.
        if n < heap::table::MAX_TABLE_VALUES as u64 || self.table_up_to(n, budget)?.is_some() {
            return Ok(None);
        }
        let (code, known) = (&self.code, self.table().value_count());
        Ok(Some(text!(
            "{code}: {known} values do not prove a period, and n = {n} is too large to compute all values up to it",
            "{code}：由 {known} 个值未能证明周期，而 n = {n} 太大，无法逐个计算"
        )))
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let n = tokens(slots);
        Ok(self
            .table_up_to(n, budget)?
            .and_then(|table| table.nimber(n))
            .and_then(Grundy::nimber))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let (n, Some(nimber)) = (tokens(slots), value.as_nimber()) else {
            return Ok(Some(Vec::new()));
        };
        let Some(table) = self.table_up_to(n, budget)? else {
            return Ok(None);
        };
        let mut found = Vec::new();
        let mut add = |taken: u64, left: &[u64]| {
            budget.make_room(&mut found, 1, 0)?;
            found.push((
                0,
                std::iter::once(&taken)
                    .chain(left)
                    .map(|&tokens| tokens as Int)
                    .collect::<Vec<Int>>(),
            ));
            Ok::<(), StopReason>(())
        };
        if let Some(periodic) = self.periodic(&table) {
            let most = if self.few(n) { n } else { periodic.near() };
            for (small, taken, large) in periodic.moves_to(n, nimber, most, budget)? {
                let heaps = [large, small];
                add(
                    taken,
                    &heaps[..heaps.iter().filter(|&&heap| heap > 0).count()],
                )?;
            }
        } else if self.code.lists(n) {
            self.code.each_move(n, budget, &mut |taken, left| {
                let total = left
                    .iter()
                    .try_fold(0, |sum, &heap| Some(nimber::sum(sum, table.nimber(heap)?)));
                if total == Some(nimber) {
                    add(taken, left)
                } else {
                    Ok(())
                }
            })?;
        } else {
            return Ok(None);
        }
        Ok(Some(found))
    }

    fn lists_all(&self, slots: &[Int]) -> bool {
        self.few(tokens(slots)) || self.periodic(&self.table()).is_none()
    }
}

#[cfg(test)]
mod tests {
    use heap::definition::DefinitionMachine;
    use rules::game::OptionArena;

    use super::*;
    use crate::heaps::HeapCodes;
    use crate::trial::Trial;

    /// Compares values with the definition, and moves with a list of all moves.
    #[test]
    fn values_and_moves_are_those_of_the_definition() {
        let budget = Budget::generous();
        for text in [
            "0.77",
            "0.07",
            "4.3",
            "0.8F",
            "0.1[03]",
            "0.[3]",
            "subtract powers{2}",
            "subtract primes",
            "grundy",
            "split{2,3} equal",
        ] {
            let trial = Trial::new(&HeapCodes, &THEOREM, text);
            let mut definition =
                DefinitionMachine::new(&text.parse().unwrap_or_else(|_| panic!("{text}")));
            definition.compute(41, &budget).unwrap();
            let value = |n: Int| u64::from(definition.values()[n as usize]);
            for n in (0..=40).rev() {
                assert_eq!(trial.value(&[n]), value(n), "{text}[{n}]");
                let mut options = OptionArena::new();
                let (world, game) = (&trial.world, trial.game);
                world.options(game, &[n], &mut options, &budget).unwrap();
                for target in 0..4 {
                    let leads = |option: &rules::game::OptionRef<'_>| {
                        option
                            .components()
                            .fold(0, |sum, (_, slots)| nimber::sum(sum, value(slots[0])))
                            == target
                    };
                    let mut expected: Vec<ChosenMove> = options
                        .iter()
                        .filter(leads)
                        .map(|option| (option.rule, option.choices.to_vec()))
                        .collect();
                    expected.sort_unstable();
                    assert!(trial.form.lists_all(&[n]));
                    assert_eq!(
                        trial.moves_to(&[n], target),
                        expected,
                        "{text}[{n}] to {target}"
                    );
                }
            }
        }
    }

    #[test]
    fn large_heaps_are_answered_by_a_period_or_not_at_all() {
        let budget = Budget::generous();
        let form = |text: &str| Trial::new(&HeapCodes, &THEOREM, text).form;
        let far = 1_000_000_000_000_000_000;
        for (text, value) in [
            ("0.77", 1),
            ("0.07", 3),
            ("subtract{1,3,4}", 1),
            ("0.[3]", far as u64),
        ] {
            let form = form(text);
            assert_eq!(form.beyond_reach(&[far], &budget).unwrap(), None, "{text}");
            assert_eq!(
                form.grundy(&[far], &budget).unwrap().unwrap().as_nimber(),
                Some(value),
                "{text}"
            );
        }
        let kayles = form("0.77");
        let moves = kayles
            .moves_to(&[far], Grundy::ZERO, &budget)
            .unwrap()
            .unwrap();
        assert!(!moves.is_empty() && !kayles.lists_all(&[far]));
        let grundys = form("grundy");
        assert!(grundys.beyond_reach(&[far], &budget).unwrap().is_some());
        assert_eq!(grundys.grundy(&[far], &budget).unwrap(), None);
    }
}
