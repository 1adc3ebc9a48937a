//! Laws of gaps: where numbers are required to rise, a law may speak of each slot by how much it is
//! more than another one. The clauses are those of the game told so (`Clauses::by_gaps`); what is
//! shown here is that every position can be, for none has a gap below 0.

use base::budget::Budget;
use base::text;
use clauses::{Clauses, Gaps, Linear};

use super::LawClaim;
use super::reading::Reading;
use crate::Refused;
use crate::walker::atoms::{Relation, too_large};
use crate::walker::numerals::Numerals;
use crate::walker::{Track, is_none, refused};

/// The clauses about the gaps of a game whose slots are at least these numbers.
pub(super) fn told(
    clauses: &Clauses,
    lows: &[i128],
    claim: &LawClaim,
    gaps: &Gaps,
    budget: &Budget<'_>,
) -> Result<Clauses, Refused> {
    let mut none = |_: &[i128], _: i128, _: Relation| too_large();
    let numerals = Numerals::read(&claim.expansion, &[], &mut none, budget)?;
    let told = clauses.by_gaps(gaps);
    let Some(told) = told else {
        return refused(text!(
            "the game cannot be told by these gaps",
            "该游戏不能用这些间距表示"
        ));
    };
    let slots: Vec<Linear> = (0..lows.len()).map(Linear::variable).collect();
    for region in &clauses.positions {
        for slot in 0..lows.len() {
            let body = (region.variables, &region.atoms[..], &region.quotients);
            let mut reading = Reading::new(&numerals, lows, body, lows.len() as Track, budget)?;
            let below = gaps
                .of(slot, &slots)
                .and_then(|gap| gap.plus(1, &Linear::constant(1)));
            let Some(below) = below else {
                return too_large();
            };
            reading.says(&below, Relation::AtMost)?;
            if !is_none(&reading.said, budget)? {
                return refused(text!(
                    "a position has a gap below 0",
                    "某局面有小于 0 的间距"
                ));
            }
        }
    }
    Ok(told)
}
