//! A law of the gaps between the numbers of a position.

use automata::{Automaton, LinearRelation, Track, conjunction};
use base::budget::Budget;
use base::text;
use clauses::{SlotGap, SlotGaps};

use crate::clause_reader::too_large;
use crate::error::LawError;
use crate::law::{Law, LawOutput};
use crate::numerals::LawNumerals;

/// A law of gaps, each gap on the track of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapLaw {
    /// The gaps. A gap is the amount by which a slot exceeds another slot or a constant.
    pub gaps: SlotGaps,
    /// The automaton over the gaps.
    pub law: Automaton,
}

impl GapLaw {
    /// Converts the law of gaps to a law of the slots, each minus its least value.
    pub(crate) fn of_slots(
        &self,
        kind: LawOutput,
        numerals: LawNumerals,
        lows: Vec<i128>,
        budget: &Budget<'_>,
    ) -> Result<Law, LawError> {
        let count = lows.len() as Track;
        // The tracks of the gaps follow the tracks of the slots and the value.
        let gap_track = |slot: usize| count + 1 + slot as Track;
        let law = self.law.renamed(
            |track| {
                if track < count {
                    gap_track(track as usize)
                } else {
                    track
                }
            },
            budget,
        )?;
        let mut said = vec![law];
        for (slot, SlotGap { above, least }) in self.gaps.list().iter().enumerate() {
            // slot - above - least - gap = 0
            let lower = above.map_or(0, |above| lows[above]);
            let constant = lows[slot]
                .checked_sub(lower)
                .and_then(|sum| sum.checked_sub(*least))
                .ok_or_else(too_large)?;
            let mut terms = vec![(slot as Track, 1), (gap_track(slot), -1)];
            terms.extend(above.map(|above| (above as Track, -1)));
            terms.sort_unstable();
            said.push(numerals.linear(&terms, constant, LinearRelation::Equal, budget)?);
        }
        let hidden: Vec<Track> = (0..lows.len()).map(gap_track).collect();
        let automaton = conjunction(&said.iter().collect::<Vec<_>>(), &hidden, budget)?;
        let tracks = count + Track::from(kind != LawOutput::Outcomes);
        let automaton = automaton.and(
            &Automaton::all(numerals.base(), (0..tracks).collect()),
            budget,
        )?;
        Ok(Law {
            kind,
            numerals,
            lows,
            automaton,
            prefix: None,
        })
    }
}

pub(crate) fn cannot_be_told() -> LawError {
    LawError::Outside(text!(
        "the positions of the game cannot be described by gaps",
        "其局面不能用间距表示"
    ))
}
