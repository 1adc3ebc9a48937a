//! The length of play is the number of moves to the end if one player hurries and the other delays.
//! *Remoteness* lets the winner hurry (Steinhaus 1925; C. A. B. Smith, *Graphs and composite
//! games*, 1966). The remoteness is one more than the minimum remoteness of the options that are
//! lost for the next player. If no option is lost, the remoteness is one more than the maximum
//! remoteness of all options. *Suspense* lets the winner delay (Conway, ONAG, chapter 14): its
//! definition exchanges the maximum and minimum of remoteness. A distance is stored together with
//! the outcome. If play ends only by a lack of moves, the parity of the distance gives the winner.
//! A trap, which ends play with a win of the player to move, is an exception: it is won at
//! distance 0. Play must end: a draw has no distance.

use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use crate::algebra::{Algebra, OutcomeAlgebra};

/// The winner and the number of moves to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The number of moves to the end.
    pub moves: u64,
}

/// The winner's preference about the length of play; the loser prefers the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinnerPreference {
    /// The winner prefers an early end: remoteness.
    Hurries,
    /// The winner prefers a late end: suspense.
    Delays,
}

/// Distances to the end, folded over single components. If a move is made in every component, the
/// suspense of a sum is the maximum suspense of its components, provided that no component can end
/// the whole play. For remoteness, this algebra defines no sum.
#[derive(Clone, Copy, Debug)]
pub struct DistanceAlgebra {
    /// The play convention.
    pub play: PlayConvention,
    /// The kind of distance.
    pub winner: WinnerPreference,
}

impl Algebra for DistanceAlgebra {
    type Value = Distance;
    const NAME: &'static str = "distances to the end";

    fn ending_value(&self, ending: PlayEnding) -> Distance {
        Distance {
            outcome: OutcomeAlgebra(self.play).ending_value(ending),
            moves: 0,
        }
    }

    fn sum(&self, parts: &[Distance]) -> Distance {
        match (parts, self.winner) {
            ([], _) => self.of_options(&[]),
            ([one], _) => *one,
            ([first, rest @ ..], WinnerPreference::Delays) => rest
                .iter()
                .fold(*first, |a, b| if b.moves > a.moves { *b } else { a }),
            _ => unreachable!("remoteness is folded over components that stay alone"),
        }
    }

    fn of_options(&self, options: &[Distance]) -> Distance {
        let all = |outcome| {
            options
                .iter()
                .filter(move |option| option.outcome == outcome)
                .map(|option| option.moves)
        };
        let (to_win, to_lose) = match self.winner {
            WinnerPreference::Hurries => (all(Outcome::P).min(), all(Outcome::N).max()),
            WinnerPreference::Delays => (all(Outcome::P).max(), all(Outcome::N).min()),
        };
        match (to_win, to_lose) {
            (Some(moves), _) => Distance {
                outcome: Outcome::N,
                moves: moves + 1,
            },
            (None, Some(moves)) => Distance {
                outcome: Outcome::P,
                moves: moves + 1,
            },
            (None, None) => Distance {
                outcome: OutcomeAlgebra(self.play).of_options(&[]),
                moves: 0,
            },
        }
    }

    /// Returns distance 1 for a win by the next move, because no win is faster.
    fn decided_by(&self, option: Distance) -> Option<Distance> {
        let at_once = self.winner == WinnerPreference::Hurries
            && option == self.ending_value(PlayEnding::Goal);
        at_once.then_some(Distance {
            outcome: Outcome::N,
            moves: 1,
        })
    }
}
