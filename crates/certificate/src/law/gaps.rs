//! Laws of gaps: if numbers are required to increase, a law may read gaps, the differences between
//! a slot and another slot. The clauses are those of the game in terms of gaps
//! (`RuleClauses::by_gaps`). This module proves that no position has a gap below 0, so every
//! position can be expressed in gaps.

use base::budget::Budget;
use base::text;
use clauses::{LinearForm, RuleClauses, SlotGaps};

use super::claim::LawClaim;
use super::clause_tables::{ClauseBody, ClauseTables};
use crate::error::CertificateError;
use crate::walker::atoms::{AtomRelation, too_large};
use crate::walker::numerals::CertificateNumerals;
use crate::walker::{Track, is_none, refuse};

/// Returns the clauses in terms of the gaps, for a game whose slots are at least `lows`.
pub(super) fn gap_clauses(
    clauses: &RuleClauses,
    lows: &[i128],
    claim: &LawClaim,
    gaps: &SlotGaps,
    budget: &Budget<'_>,
) -> Result<RuleClauses, CertificateError> {
    let mut none = |_: &[i128], _: i128, _: AtomRelation| too_large();
    let numerals = CertificateNumerals::read(&claim.expansion, &[], &mut none, budget)?;
    let told = clauses.by_gaps(gaps);
    let Some(told) = told else {
        return refuse(text!(
            "these gaps cannot describe the game",
            "该游戏不能用这些间距表示"
        ));
    };
    let slots: Vec<LinearForm> = (0..lows.len()).map(LinearForm::variable).collect();
    for region in &clauses.positions {
        for slot in 0..lows.len() {
            let body = ClauseBody::from_region(region);
            let mut reading =
                ClauseTables::new(&numerals, lows, body, lows.len() as Track, budget)?;
            let below = gaps
                .gap_form(slot, &slots)
                .and_then(|gap| gap.plus(1, &LinearForm::constant(1)));
            let Some(below) = below else {
                return too_large();
            };
            reading.says(&below, AtomRelation::AtMost)?;
            if !is_none(&reading.said, budget)? {
                return refuse(text!("a position has a negative gap", "某局面有负的间距"));
            }
        }
    }
    Ok(told)
}
