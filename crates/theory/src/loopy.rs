//! Under normal play that can cycle, the value of a component is a nimber, or infinity with the
//! nimbers of its options. In every sum, a component of value n is equivalent to a Nim heap of size
//! n. Next to a sum of value n, an infinite component is won for the player to move iff n is among
//! the nimbers of its options. If no option of the infinite component has the value n, the outcome
//! is a draw. Two infinite components are a draw, whatever the other components are. Source: C. A.
//! B. Smith, Graphs and composite games (1966); A. S. Fraenkel, Y. Perl (1975).

use std::collections::BTreeSet;
use std::fmt;

use rules::game::Outcome;

/// The value of a component, or of a sum, if play without end is a draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loopy {
    /// A value that is equivalent to a Nim heap of the given size.
    Nimber(u64),
    /// A value that is equivalent to no heap, with the nimbers that are values of the component's
    /// options.
    Infinite(BTreeSet<u64>),
}

impl Loopy {
    /// Returns the nimber, or `None` for an infinite value.
    pub fn as_nimber(&self) -> Option<u64> {
        match self {
            Loopy::Nimber(nimber) => Some(*nimber),
            Loopy::Infinite(_) => None,
        }
    }

    /// Returns the value of a sum. Nimbers add to their nim-sum. An infinite component next to
    /// value n has the nimbers of its options, with n added to each. If two components are
    /// infinite, no option of the sum is a nimber.
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

    /// Returns the outcome of a component, or of a sum, that has this value.
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
