//! The value of a component under normal play: its Grundy value, or one of the three values of
//! games that can end at once.

use std::fmt;
use std::num::NonZeroU64;

use rules::game::{Outcome, PlayEnding};

/// The value of a component in a disjunctive sum under normal play. A nim-sum of values decides a
/// sum only if no component can end the whole play. The loony value (Winning Ways, chapter 12)
/// extends the theory to components that can end the whole play: the player to move at a loony
/// component wins at once.
///
/// The bits of the stored number are inverted, so that one number is left for "no value". So a list
/// of optional values takes eight bytes per value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grundy(NonZeroU64);

impl Grundy {
    /// The value 0: the player to move loses a sum that has no other components.
    pub const ZERO: Grundy = Grundy::from_number(0);
    /// The loony value: the player to move can reach a goal at once.
    pub const LOONY: Grundy = Grundy::from_number(u64::MAX - 1);
    /// A goal that was just reached: play is over and the player to move has lost.
    pub const GOAL: Grundy = Grundy::from_number(u64::MAX - 2);
    /// A trap that was just entered: play is over and the player to move has won.
    pub const TRAP: Grundy = Grundy::from_number(u64::MAX - 3);
    /// The maximum nimber that fits.
    pub const MAX_NIMBER: u64 = u64::MAX - 4;

    const fn from_number(number: u64) -> Grundy {
        Grundy(NonZeroU64::new(!number).expect("not all bits are set"))
    }

    const fn number(self) -> u64 {
        !self.0.get()
    }

    /// Returns the value of a nimber, or `None` if the nimber exceeds [`Grundy::MAX_NIMBER`].
    pub fn nimber(value: u64) -> Option<Grundy> {
        (value <= Grundy::MAX_NIMBER).then(|| Grundy::from_number(value))
    }

    /// Returns the nimber, or `None` for a loony component, a goal or a trap.
    pub fn as_nimber(self) -> Option<u64> {
        Some(self.number()).filter(|&number| number <= Grundy::MAX_NIMBER)
    }

    /// Returns the value of a component that ends play.
    pub fn from_ending(ending: PlayEnding) -> Grundy {
        match ending {
            PlayEnding::Goal => Grundy::GOAL,
            PlayEnding::Trap => Grundy::TRAP,
        }
    }

    /// Returns the outcome of a component, or of a sum, that has this value.
    pub fn outcome(self) -> Outcome {
        match self {
            Grundy::ZERO | Grundy::GOAL => Outcome::P,
            _ => Outcome::N,
        }
    }

    /// Returns the value of a sum. A goal takes precedence over a trap, and a trap over all other
    /// values. If the sum has neither a goal nor a trap, one loony component decides it. Returns
    /// `None` if the nim-sum exceeds [`Grundy::MAX_NIMBER`], which is possible only for nimbers of
    /// 64 bits.
    pub fn sum(parts: impl IntoIterator<Item = Grundy>) -> Option<Grundy> {
        let (mut total, mut goal, mut trap, mut loony) = (0, false, false, false);
        for part in parts {
            match part {
                Grundy::GOAL => goal = true,
                Grundy::TRAP => trap = true,
                Grundy::LOONY => loony = true,
                nimber => total ^= nimber.number(),
            }
        }
        match (goal, trap, loony) {
            (true, _, _) => Some(Grundy::GOAL),
            (_, true, _) => Some(Grundy::TRAP),
            (_, _, true) => Some(Grundy::LOONY),
            _ => Grundy::nimber(total),
        }
    }

    /// Returns the outcome of a sum of components with the given values, whether or not their
    /// nim-sum fits. A nim-sum that does not fit is not 0.
    pub fn winner(parts: impl IntoIterator<Item = Grundy>) -> Outcome {
        Grundy::sum(parts).map_or(Outcome::N, Grundy::outcome)
    }

    /// Returns the value of a position from those of its options: the smallest nimber that no
    /// option has. An option that is a goal makes the position loony. An option that is a trap or
    /// leaves a loony component is never played by choice.
    pub fn of_options(options: &[Grundy]) -> Grundy {
        if options.contains(&Grundy::GOAL) {
            return Grundy::LOONY;
        }
        let mex = nimber::mex(options.iter().filter_map(|g| g.as_nimber()));
        Grundy::from_number(mex)
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Grundy::LOONY => f.write_str("∞"),
            Grundy::GOAL => f.write_str("goal"),
            Grundy::TRAP => f.write_str("trap"),
            nimber => write!(f, "{}", nimber.number()),
        }
    }
}

impl fmt::Debug for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_that_does_not_fit_is_won() {
        let nimber = |value| Grundy::nimber(value).unwrap();
        for (a, b) in [
            (1 << 63, u64::MAX >> 1),
            (1 << 63, (u64::MAX >> 1) - 1),
            (1 << 63, (u64::MAX >> 1) - 2),
            (1 << 63, (u64::MAX >> 1) - 3),
        ] {
            let parts = [nimber(a), nimber(b)];
            assert_eq!(
                (Grundy::sum(parts), Grundy::winner(parts)),
                (None, Outcome::N)
            );
        }
        assert_eq!(
            Grundy::sum([nimber(1 << 63), nimber((u64::MAX >> 1) - 4)]),
            Grundy::nimber(Grundy::MAX_NIMBER)
        );
        assert_eq!(
            Grundy::sum([nimber(Grundy::MAX_NIMBER), nimber(Grundy::MAX_NIMBER)]),
            Some(Grundy::ZERO)
        );
    }
}
