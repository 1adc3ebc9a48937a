//! Linear atoms in a numeration system, built from its adder. Multiples are computed by doubling,
//! on hidden tracks. The positive and the negative terms are added up separately, and then the two
//! sums are compared.

use std::cmp::Ordering;

use base::budget::{Budget, StopReason};
use dashu_int::UBig;

use super::Numeration;
use crate::{Automaton, LinearRelation, Track, atoms, conjunction};

/// Conditions for intermediate sums on hidden tracks.
struct LinearFormBuilder<'a> {
    numeration: &'a Numeration,
    said: Vec<Automaton>,
    /// First unused track.
    fresh: Track,
    budget: &'a Budget<'a>,
}

impl LinearFormBuilder<'_> {
    /// Returns a track with the sum of two tracks. If one track is `None`, returns the other track.
    fn plus(&mut self, x: Option<Track>, y: Option<Track>) -> Result<Option<Track>, StopReason> {
        let (Some(x), Some(y)) = (x, y) else {
            return Ok(x.or(y));
        };
        let sum = self.hidden();
        self.said.push(
            self.numeration
                .adder
                .renamed(|track| [x, y, sum][track as usize], self.budget)?,
        );
        Ok(Some(sum))
    }

    fn hidden(&mut self) -> Track {
        self.fresh += 1;
        self.fresh - 1
    }

    /// Returns a track with a multiple of a track; `None` for the multiple zero.
    fn times(&mut self, track: Track, times: u128) -> Result<Option<Track>, StopReason> {
        let mut whole = None;
        for bit in (0..128 - times.leading_zeros()).rev() {
            whole = self.plus(whole, whole)?;
            if times >> bit & 1 == 1 {
                whole = self.plus(whole, Some(track))?;
            }
        }
        Ok(whole)
    }

    fn constant(&mut self, number: u128) -> Result<Track, StopReason> {
        let track = self.hidden();
        let digits = self.numeration.digits(&UBig::from(number));
        self.said.push(atoms::digits(
            self.numeration.base,
            track,
            &digits,
            self.budget,
        )?);
        Ok(track)
    }
}

impl Numeration {
    /// Accepts the words for which Σ factor · track + constant has the given relation to zero, and
    /// all tracks are valid. A track may occur more than once.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn linear(
        &self,
        terms: &[(Track, i128)],
        constant: i128,
        relation: LinearRelation,
        budget: &Budget<'_>,
    ) -> Result<Automaton, StopReason> {
        let first_fresh = terms.iter().map(|&(track, _)| track + 1).max().unwrap_or(0);
        let mut sums = LinearFormBuilder {
            numeration: self,
            said: vec![Automaton::truth(self.base, true)],
            fresh: first_fresh,
            budget,
        };
        terms
            .iter()
            .for_each(|&(track, _)| sums.said.push(self.valid_on(track)));
        // The sums of the positive and of the negative terms.
        let mut sides = [None, None];
        for &(track, factor) in terms {
            let side = usize::from(factor < 0);
            let multiple = sums.times(track, factor.unsigned_abs())?;
            sides[side] = sums.plus(sides[side], multiple)?;
        }
        let side = usize::from(constant < 0);
        if constant != 0 {
            let constant = sums.constant(constant.unsigned_abs())?;
            sides[side] = sums.plus(sides[side], Some(constant))?;
        }
        let mut side = |side: usize| sides[side].map_or_else(|| sums.constant(0), Ok);
        let (left, right) = (side(0)?, side(1)?);
        sums.said.push(match relation {
            LinearRelation::Equal => atoms::order(self.base, left, right, Ordering::Equal, budget)?,
            LinearRelation::AtMost => {
                atoms::order(self.base, left, right, Ordering::Greater, budget)?.complement()
            }
        });
        let hidden: Vec<Track> = (first_fresh..sums.fresh).collect();
        conjunction(&sums.said.iter().collect::<Vec<_>>(), &hidden, budget)
    }
}
