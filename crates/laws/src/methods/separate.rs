//! Games that are the sum of their slots: if no rule involves two numbers at once, each slot is a
//! game on its own. The value of a position is the nim-sum of the values of the slots (Sprague
//! 1935, Grundy 1939). Cells of one slot are computed from its clauses, by the definition.

use std::collections::BTreeSet;

use automata::numeration::NumerationSystem;
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use certificate::ProofMethod;
use clauses::{ClauseError, MaximumNimGame, RuleClauses};
use rules::ast::PlayConvention;
use rules::ir::{Int, Slot};

use super::maximum::MaximumNimLaw;
use super::value_function::{LawSearchInput, ProvedValueFunction, ValueFunction};
use crate::cells::{CellSource, CellValue};
use crate::error::LawError;
use crate::find::find;
use crate::guesses::LawSearchEffort;
use crate::law::LawOutput;
use crate::law_certificate;
use crate::numerals::LawNumerals;
use crate::theory::Theory;

/// Maximum number, minus the least value of the slot, whose cell is computed.
const MAX_CELL_OFFSET: usize = 1 << 12;

/// Budget polls of the search for an automaton before a theorem is tried, and after the theorem has
/// failed, of a thousand small steps each.
const EARLY_CLOCK_CHECKS: u32 = 4_000;
const LATE_CLOCK_CHECKS: u32 = 40_000;

/// Searches for the law of each slot.
///
/// # Errors
/// Returns [`LawError::Outside`] if the slots are not separate, or no law is found for one of the
/// slots.
pub(super) fn separate(
    subject: &LawSearchInput<'_>,
    effort: LawSearchEffort,
    budget: &Budget<'_>,
) -> Result<ProvedValueFunction, LawError> {
    let slots = subject.clauses.by_slot().map_err(LawError::Outside)?;
    if slots.copies {
        return Err(LawError::Outside(text!(
            "a move leaves several components with the same numbers",
            "某着法留下含有同样的数的多个部分"
        )));
    }
    let slots = slots.own;
    let mut parts: Vec<ProvedValueFunction> = Vec::new();
    for place in 0..slots.len() {
        // Slots with the same moves have the same law.
        let alike = |before: &usize| {
            slots[*before].alike(&slots[place])
                && subject.slots[*before].low == subject.slots[place].low
        };
        if let Some(before) = (0..place).find(alike) {
            let before = &parts[before];
            parts.push(ProvedValueFunction {
                cells: 0,
                refuted: 0,
                ..before.clone()
            });
            continue;
        }
        let own = LawSearchInput {
            clauses: &slots[place],
            slots: &subject.slots[place..=place],
            sorted: &(0..0),
            measure: &subject.measure[place..=place],
        };
        parts.push(
            find_slot_law(&own, effort, budget).map_err(|halt| match halt {
                LawError::Outside(Text { en, zh }) => {
                    let name = &subject.slots[place].name;
                    LawError::Outside(text!("for {name} on its own: {en}", "单看 {name}：{zh}"))
                }
                stopped => stopped,
            })?,
        );
    }
    let (cells, refuted) = (
        parts.iter().map(|part| part.cells).sum(),
        parts.iter().map(|part| part.refuted).sum(),
    );
    let (told, methods) = parts
        .into_iter()
        .map(|part| (part.told, part.method))
        .unzip();
    Ok(ProvedValueFunction {
        told: ValueFunction::Separate(told),
        method: ProofMethod::Separate(methods),
        cells,
        refuted,
    })
}

/// Returns the law of one slot: an automaton that is found quickly, otherwise the values that a
/// theorem gives, otherwise an automaton.
fn find_slot_law(
    subject: &LawSearchInput<'_>,
    effort: LawSearchEffort,
    budget: &Budget<'_>,
) -> Result<ProvedValueFunction, LawError> {
    let mut cells = SlotCells {
        clauses: subject.clauses,
        low: subject.slots[0].low,
        values: Vec::new(),
    };
    if let Ok(shown) = find_automaton(subject, &mut cells, effort, EARLY_CLOCK_CHECKS, budget)? {
        return Ok(shown);
    }
    match by_theorem(subject, &subject.slots[0]) {
        Ok(shown) => Ok(shown),
        Err(_) => find_automaton(subject, &mut cells, effort, LATE_CLOCK_CHECKS, budget)?
            .map_err(LawError::Outside),
    }
}

/// Returns the law of one slot as an automaton, or the reason why no automaton was found within the
/// given number of budget polls.
fn find_automaton(
    subject: &LawSearchInput<'_>,
    cells: &mut SlotCells<'_>,
    effort: LawSearchEffort,
    looks: u32,
    budget: &Budget<'_>,
) -> Result<Result<ProvedValueFunction, Text>, LawError> {
    let (found, cut) = budget.limited(looks, |budget| {
        let theory = Theory::new(
            subject.slots,
            subject.clauses,
            subject.measure,
            LawNumerals::from_system(NumerationSystem::Base(2), budget)?,
            budget,
        )?;
        let found = find(
            PlayConvention::Normal,
            &theory,
            LawOutput::Values,
            cells,
            effort,
            budget,
        )?;
        let proof = match &found.proof {
            Ok(proof) => proof,
            Err(why) => return Ok(Err(why.clone())),
        };
        let (claim, shown) =
            law_certificate::claim_and_proof(subject.clauses, &found.law, proof, &[], budget)?;
        let method = ProofMethod::Automaton {
            kind: claim.kind,
            expansion: claim.expansion,
            proof: shown,
        };
        Ok(Ok(ProvedValueFunction {
            told: ValueFunction::Automaton(Box::new(found.law)),
            method,
            cells: found.cells,
            refuted: found.refuted,
        }))
    });
    match found {
        Err(LawError::Outside(why)) => Ok(Err(why)),
        Err(LawError::Stopped(_)) if cut => {
            Ok(Err(text!("abandoned: too much work", "放弃：工作量过大")))
        }
        found => found,
    }
}

/// Cells of one slot, as a game on its own.
struct SlotCells<'t> {
    clauses: &'t RuleClauses,
    low: Int,
    /// The cell of each number, starting with the least number.
    values: Vec<CellValue>,
}

impl CellSource for SlotCells<'_> {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        let Some(place) = usize::try_from(slots[0].saturating_sub(self.low))
            .ok()
            .filter(|place| *place < MAX_CELL_OFFSET)
        else {
            return Ok(None);
        };
        while self.values.len() <= place {
            let at = [self.low + self.values.len() as Int];
            let seen = match self.clauses.contains(&at, budget) {
                Ok(true) => {
                    let mut options = BTreeSet::new();
                    for parts in self.moves(&at, budget)? {
                        // An option that is not smaller than the number has no value yet. If an
                        // option is not smaller than the number, the proof would report that no
                        // measure decreases.
                        let value = |number: &Int| match self
                            .values
                            .get(usize::try_from(number.saturating_sub(self.low)).ok()?)
                        {
                            Some(CellValue::Value(value)) => Some(*value),
                            _ => None,
                        };
                        match parts
                            .iter()
                            .map(value)
                            .try_fold(0, |sum, value| Some(sum ^ value?))
                        {
                            Some(value) => {
                                options.insert(value);
                            }
                            None => return Ok(None),
                        }
                    }
                    let mex = (0..).find(|value| !options.contains(value)).unwrap_or(0);
                    CellValue::Value(mex)
                }
                Ok(false) => CellValue::NoPosition,
                Err(ClauseError::Stopped(stop)) => return Err(stop),
                Err(ClauseError::Refused(_)) => return Ok(None),
            };
            self.values.push(seen);
        }
        Ok(Some(self.values[place]))
    }

    fn option_components(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        Ok(self
            .moves(slots, budget)?
            .concat()
            .into_iter()
            .map(|number| vec![number])
            .collect())
    }
}

impl SlotCells<'_> {
    /// Returns the numbers that each move leaves.
    fn moves(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Vec<Vec<Int>>, StopReason> {
        match self.clauses.moves_at(slots, budget) {
            Ok(moves) => Ok(moves
                .into_iter()
                .map(|made| made.left.into_iter().map(|(_, left)| left[0]).collect())
                .collect()),
            Err(ClauseError::Stopped(stop)) => Err(stop),
            Err(ClauseError::Refused(_)) => Ok(Vec::new()),
        }
    }
}

/// Applies the methods that need only the clauses of one slot.
fn by_theorem(subject: &LawSearchInput<'_>, slot: &Slot) -> Result<ProvedValueFunction, LawError> {
    MaximumNimLaw::from_rule(MaximumNimGame::of_clauses(subject.clauses, slot.low.into()))
        .map(ProvedValueFunction::maximum)
        .ok_or_else(no_method)
}

pub(super) fn no_method() -> LawError {
    LawError::Outside(text!(
        "no method fits the moves of the game",
        "没有适合其着法的方法"
    ))
}
