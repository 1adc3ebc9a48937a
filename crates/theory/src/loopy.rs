//! What a component is worth in normal play that may go round: a nimber, or infinity with the
//! nimbers of its options. A component worth n stands for the Nim heap n in every sum. One that is
//! worth infinity, beside a sum worth n, is won for the player to move iff n is among the nimbers
//! of its options, and else a draw; two of them are a draw whatever else is there. Source: C. A. B.
//! Smith, Graphs and composite games (1966); A. S. Fraenkel, Y. Perl (1975).

use std::collections::BTreeSet;
use std::fmt;

use rules::game::Outcome;

/// The value of a component, or of a sum, where play without end is a draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loopy {
    /// It stands for a Nim heap of this size.
    Nimber(u64),
    /// It stands for no heap; the nimbers that its options are worth.
    Infinite(BTreeSet<u64>),
}

impl Loopy {
    /// The nimber, if it is one.
    pub fn as_nimber(&self) -> Option<u64> {
        match self {
            Loopy::Nimber(nimber) => Some(*nimber),
            Loopy::Infinite(_) => None,
        }
    }

    /// The value of a sum: the nim-sum of nimbers; one infinite part beside n has the nimbers of
    /// its options, n added to each; of two infinite parts no option is a nimber.
    ///
    /// ```
    /// use theory::loopy::Loopy;
    ///
    /// let parts = [
    ///     Loopy::Nimber(3),
    ///     Loopy::Infinite([0, 2].into()),
    ///     Loopy::Nimber(2),
    /// ];
    /// assert_eq!(Loopy::sum(&parts).to_string(), "∞{1,3}");
    /// ```
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Loopy>) -> Loopy {
        let (mut nim_sum, mut infinite): (u64, Option<&BTreeSet<u64>>) = (0, None);
        for part in parts {
            match (part, infinite) {
                (Loopy::Nimber(nimber), _) => nim_sum ^= nimber,
                (Loopy::Infinite(nimbers), None) => infinite = Some(nimbers),
                (Loopy::Infinite(_), Some(_)) => return Loopy::Infinite(BTreeSet::new()),
            }
        }
        match infinite {
            None => Loopy::Nimber(nim_sum),
            Some(nimbers) => {
                Loopy::Infinite(nimbers.iter().map(|nimber| nimber ^ nim_sum).collect())
            }
        }
    }

    /// Who wins a component, or a sum, of this value.
    pub fn outcome(&self) -> Outcome {
        match self {
            Loopy::Nimber(0) => Outcome::P,
            Loopy::Nimber(_) => Outcome::N,
            Loopy::Infinite(nimbers) if nimbers.contains(&0) => Outcome::N,
            Loopy::Infinite(_) => Outcome::D,
        }
    }
}

impl fmt::Display for Loopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loopy::Nimber(nimber) => write!(f, "{nimber}"),
            Loopy::Infinite(nimbers) => {
                let nimbers: Vec<String> = nimbers.iter().map(u64::to_string).collect();
                write!(f, "∞{{{}}}", nimbers.join(","))
            }
        }
    }
}
