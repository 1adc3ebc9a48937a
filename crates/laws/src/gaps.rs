//! Laws of gaps. If the numbers of a position are required to increase (`a <= b`, `p < q`), only
//! the differences, called gaps, are free. A law of the gaps, and its proof, can be much shorter
//! than a law of the numbers. For example, sorted piles and Georgia and Bob are staircases in terms
//! of gaps. The law is found and proved for the game in terms of gaps (`clauses::SlotGaps`), and
//! then converted to a law of the slots.

use automata::numeration::NumerationSystem;
use base::budget::{Budget, StopReason};
use clauses::{Atom, RuleClauses, SlotGap, SlotGaps};
use rules::ast::PlayConvention;
use rules::ir::{Int, Slot};

use crate::cells::{CellSource, CellValue};
use crate::clause_reader::too_large;
use crate::error::LawError;
use crate::find::{LawSearchResult, find};
use crate::gap_law::{GapLaw, cannot_be_told};
use crate::guesses::LawSearchEffort;
use crate::law::LawOutput;
use crate::numerals::LawNumerals;
use crate::theory::Theory;

/// Returns the gaps of the positions of a game: one gap for each slot that is only required to be
/// at least another slot. `None` if no slot has only this requirement. The checker proves that no
/// position has a gap below 0.
pub fn gaps(slots: &[Slot], clauses: &RuleClauses) -> Option<SlotGaps> {
    let mut gaps: Vec<SlotGap> = slots
        .iter()
        .map(|slot| SlotGap {
            above: None,
            least: slot.low.into(),
        })
        .collect();
    let [region] = &clauses.positions[..] else {
        return None;
    };
    for atom in &region.atoms {
        let Atom::AtMostZero(form) = atom else {
            continue;
        };
        // above - slot + least ≤ 0
        let mut terms = form
            .terms
            .iter()
            .map(|(&variable, &factor)| (factor, variable));
        let mut pair = [terms.next(), terms.next()];
        pair.sort_unstable();
        let [Some((-1, slot)), Some((1, above))] = pair else {
            continue;
        };
        if terms.next().is_some() || slot.max(above) >= slots.len() || gaps[slot].above.is_some() {
            continue;
        }
        let alone = std::mem::replace(
            &mut gaps[slot],
            SlotGap {
                above: Some(above),
                least: form.constant,
            },
        );
        if SlotGaps::new(gaps.clone()).is_none() {
            gaps[slot] = alone;
        }
    }
    SlotGaps::new(gaps).filter(|gaps| gaps.list().iter().any(|gap| gap.above.is_some()))
}

/// The cells of positions in terms of gaps.
struct GapCells<'t> {
    gaps: &'t SlotGaps,
    truth: &'t mut dyn CellSource,
}

impl GapCells<'_> {
    /// Returns the slots of a position given by its gaps; `None` if the slots overflow.
    fn slots(&self, gaps: &[Int]) -> Option<Vec<Int>> {
        let slot = |form: &clauses::LinearForm| {
            let sum = form
                .terms
                .iter()
                .try_fold(form.constant, |sum, (&gap, &factor)| {
                    sum.checked_add(factor.checked_mul(gaps[gap].into())?)
                });
            Int::try_from(sum?).ok()
        };
        self.gaps.slots().iter().map(slot).collect()
    }

    fn to_gaps(&self, slots: &[Int]) -> Option<Vec<Int>> {
        let gap = |(&slot, SlotGap { above, least }): (&Int, &SlotGap)| {
            Int::try_from(
                i128::from(slot) - above.map_or(0, |above| i128::from(slots[above])) - least,
            )
            .ok()
        };
        slots.iter().zip(self.gaps.list()).map(gap).collect()
    }
}

impl CellSource for GapCells<'_> {
    fn value_at(
        &mut self,
        gaps: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        self.slots(gaps)
            .map_or(Ok(None), |slots| self.truth.value_at(&slots, budget))
    }

    fn option_components(
        &mut self,
        gaps: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        let Some(slots) = self.slots(gaps) else {
            return Ok(Vec::new());
        };
        let left = self.truth.option_components(&slots, budget)?;
        Ok(left.iter().filter_map(|left| self.to_gaps(left)).collect())
    }
}

/// Searches for the law of values, in base 2, of a game in terms of gaps. A proved law is converted
/// to a law of the slots.
///
/// # Errors
/// Returns the errors of [`find`], and [`LawError::Outside`] also if the game cannot be expressed
/// in gaps.
pub fn find_gap_law(
    slots: &[Slot],
    clauses: &RuleClauses,
    measure: &[Int],
    gaps: &SlotGaps,
    truth: &mut dyn CellSource,
    effort: LawSearchEffort,
    budget: &Budget<'_>,
) -> Result<LawSearchResult, LawError> {
    let told = clauses.by_gaps(gaps).ok_or_else(cannot_be_told)?;
    let numerals = LawNumerals::from_system(NumerationSystem::Base(2), budget)?;
    // A weighted sum of slots is a weighted sum of gaps, because each gap is a summand of every
    // slot above it.
    let weights = (0..slots.len()).map(|gap| {
        let parts =
            gaps.slots().iter().zip(measure).map(|(slot, &weight)| {
                slot.terms.get(&gap).copied().unwrap_or(0) * i128::from(weight)
            });
        Int::try_from(parts.sum::<i128>()).map_err(|_| too_large())
    });
    let free: Vec<Slot> = slots
        .iter()
        .map(|slot| Slot {
            low: 0,
            high: None,
            ..slot.clone()
        })
        .collect();
    let theory = Theory::new(
        &free,
        &told,
        &weights.collect::<Result<Vec<Int>, _>>()?,
        numerals,
        budget,
    )?;
    let found = find(
        PlayConvention::Normal,
        &theory,
        LawOutput::Values,
        &mut GapCells { gaps, truth },
        effort,
        budget,
    )?;
    let Ok(mut proof) = found.proof else {
        return Ok(found);
    };
    let of_gaps = GapLaw {
        gaps: gaps.clone(),
        law: found.law.automaton,
    };
    let lows = slots.iter().map(|slot| slot.low.into()).collect();
    let law = of_gaps.of_slots(LawOutput::Values, found.law.numerals, lows, budget)?;
    proof.of_gaps = Some(of_gaps);
    Ok(LawSearchResult {
        law,
        proof: Ok(proof),
        ..found
    })
}
