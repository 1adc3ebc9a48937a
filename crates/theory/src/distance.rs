//! How long play lasts: the number of moves to the end when one side hurries and the other delays.
//! *Remoteness* lets the winner hurry (Steinhaus 1925; C. A. B. Smith, *Graphs and composite
//! games*, 1966): one more than the least remoteness of an option that is lost for the next player,
//! or if there is none than the greatest of all. *Suspense* lets him delay (Conway, ONAG, chapter
//! 14): greatest and least exchanged. A distance goes with the outcome: where nothing but a lack of
//! moves ends play its parity tells who wins, but a trap is won at distance 0. Play must end: a
//! draw has no distance.

use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding};

use crate::algebra::{Algebra, OutcomeAlgebra};

/// Who wins, and after how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves are made.
    pub moves: u64,
}

/// What the winner wants besides winning; the loser wants the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinnerPreference {
    /// An early end: remoteness.
    Hurries,
    /// A late one: suspense.
    Delays,
}

/// Distances to the end, folded over single components. The suspense of a sum in which every
/// component is moved in is the greatest of its components', if none can end the whole play;
/// remoteness has no sum here.
#[derive(Clone, Copy, Debug)]
pub struct DistanceAlgebra {
    /// How it is played.
    pub play: PlayConvention,
    /// Which distance it is.
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

    /// Nobody wins sooner than by the next move.
    fn decided_by(&self, option: Distance) -> Option<Distance> {
        let at_once = self.winner == WinnerPreference::Hurries
            && option == self.ending_value(PlayEnding::Goal);
        at_once.then_some(Distance {
            outcome: Outcome::N,
            moves: 1,
        })
    }
}
