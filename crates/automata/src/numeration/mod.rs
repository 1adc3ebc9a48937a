//! Numeration systems whose addition is recognised by an automaton: greedy digits with the weights
//! of a linear recurrence.
//!
//! A system is given by a finite expansion t₁…t_m. The weights are U_n = t₁U_{n-1} + … +
//! t_mU_{n-m}, plus 1 if n < m. A word is valid if every suffix is below t₁…t_m in the order of
//! digits (Parry, *On the β-expansions of real numbers*, 1960; Bertrand-Mathis 1989). `[k]` is base
//! k, `[1, 1]` Fibonacci, `[2, 1]` Pell, `[1, 0, 1]` Narayana, `[1, 1, 1]` Tribonacci. Numbers are
//! ordered like their digits.
//!
//! The number of a valid word is its index in the order of digits. So the successor function
//! determines addition, and an adder is verified by statements about automata only, regardless of
//! how the adder was built.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::{Automaton, Track};

mod adder;
mod linear;

/// The systems in which laws are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumerationSystem {
    /// Base k, from 2 to 16.
    Base(u8),
    /// The system of the root of x² = a·x + 1, with a from 1 to 15; a = 1 is Fibonacci, a = 2 is
    /// Pell.
    Quadratic(u8),
    /// The system of the root of x³ = x² + 1 (Narayana).
    Narayana,
    /// The system of the root of x³ = x² + x + 1 (Tribonacci).
    Tribonacci,
}

impl NumerationSystem {
    /// Returns the system with this expansion; `None` if the expansion belongs to no known system.
    pub fn from_expansion(expansion: &[u8]) -> Option<NumerationSystem> {
        match *expansion {
            [base @ 2..=16] => Some(NumerationSystem::Base(base)),
            [factor @ 1..=15, 1] => Some(NumerationSystem::Quadratic(factor)),
            [1, 0, 1] => Some(NumerationSystem::Narayana),
            [1, 1, 1] => Some(NumerationSystem::Tribonacci),
            _ => None,
        }
    }

    /// Returns the expansion that defines the system.
    pub fn expansion(self) -> Vec<u8> {
        match self {
            NumerationSystem::Base(base) => vec![base],
            NumerationSystem::Quadratic(factor) => vec![factor, 1],
            NumerationSystem::Narayana => vec![1, 0, 1],
            NumerationSystem::Tribonacci => vec![1, 1, 1],
        }
    }
}

/// A numeration system with a verified adder.
#[derive(Clone, Debug)]
pub struct Numeration {
    expansion: Vec<u8>,
    base: u8,
    valid: Automaton,
    successor: Automaton,
    adder: Automaton,
}

/// The reason why automata do not form a numeration system: the statement that the automata do not
/// satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumerationError {
    /// The digits are not the expansion of a numeration system. Each proper suffix must be below
    /// the complete expansion, the last digit must not be 0, and all digits must be at most 15.
    Expansion,
    /// An automaton of the system reads other tracks or another base than required.
    Tracks,
    /// The given valid words are not the valid words of the expansion.
    Valid,
    /// A successor is not the next valid word.
    Successor,
    /// A valid word has no successor.
    Last,
    /// A sum contains a word that is not valid, or two summands have two different sums.
    Sums,
    /// x + 0 is not x.
    Zero,
    /// x + (y + 1) is not (x + y) + 1.
    Step,
    /// The budget ran out during verification.
    Stopped(StopReason),
}

impl NumerationError {
    /// Returns the reason as text.
    pub fn text(self) -> Text {
        match self {
            NumerationError::Expansion => text!(
                "the digits are not the expansion of a numeration system",
                "这些数字不是记数系统的展开式"
            ),
            NumerationError::Tracks => text!(
                "the tracks or the base of an automaton differ from those that the system requires",
                "有自动机读取的轨道或进制与系统不符"
            ),
            NumerationError::Valid => text!(
                "the valid words are not those of the expansion",
                "合法单词与展开式不符"
            ),
            NumerationError::Successor => text!(
                "a successor is not the next valid word",
                "后继不是下一个合法单词"
            ),
            NumerationError::Last => {
                text!("a valid word has no successor", "有合法单词没有后继")
            }
            NumerationError::Sums => text!(
                "a sum contains an invalid word, or two words have two sums",
                "加法中有不合法的单词，或两个单词有两个和"
            ),
            NumerationError::Zero => text!("x + 0 is not x", "x + 0 不等于 x"),
            NumerationError::Step => text!(
                "x + (y + 1) is not (x + y) + 1",
                "x + (y + 1) 不等于 (x + y) + 1"
            ),
            NumerationError::Stopped(stop) => stop.text(),
        }
    }
}

base::impl_error!(NumerationError {
    Stopped(StopReason)
});

impl Numeration {
    /// Returns the system of an expansion, with its adder built and verified. Returns `None` if the
    /// digits are not an expansion (see [`NumerationError::Expansion`]) or the adder was refuted.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out. If the largest root of the recurrence is not
    /// a Pisot number, addition may need infinitely many states.
    pub fn new(expansion: &[u8], budget: &Budget<'_>) -> Result<Option<Numeration>, StopReason> {
        let Some(base) = base_of(expansion) else {
            return Ok(None);
        };
        let valid = valid(expansion, base, budget)?;
        let successor = adder::successor(&valid, budget)?;
        let adder = adder::adder(expansion, &valid, budget)?;
        let made = Numeration {
            expansion: expansion.to_vec(),
            base,
            valid,
            successor,
            adder,
        };
        match made.verify(budget) {
            Ok(()) => Ok(Some(made)),
            Err(NumerationError::Stopped(stop)) => Err(stop),
            Err(_) => Ok(None),
        }
    }

    /// Creates a system from its parts, whatever the origin of the parts. All parts are verified.
    /// `valid` accepts the valid words on track 0. `successor` has the successor of track 0 on
    /// track 1. `adder` has the sum of tracks 0 and 1 on track 2.
    ///
    /// # Errors
    /// Returns the first statement that the parts do not satisfy, or [`NumerationError::Stopped`]
    /// if the budget runs out.
    pub fn from_parts(
        expansion: Vec<u8>,
        valid: Automaton,
        successor: Automaton,
        adder: Automaton,
        budget: &Budget<'_>,
    ) -> Result<Numeration, NumerationError> {
        let Some(base) = base_of(&expansion) else {
            return Err(NumerationError::Expansion);
        };
        if [(&valid, 1), (&successor, 2), (&adder, 3)]
            .iter()
            .any(|(part, tracks)| {
                part.base() != base || !part.tracks().iter().copied().eq(0..*tracks)
            })
        {
            return Err(NumerationError::Tracks);
        }
        if valid
            .same(&self::valid(&expansion, base, budget)?, budget)?
            .is_some()
        {
            return Err(NumerationError::Valid);
        }
        let made = Numeration {
            expansion,
            base,
            valid,
            successor,
            adder,
        };
        made.verify(budget)?;
        Ok(made)
    }

    /// Creates one of the named systems, for which an adder exists.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    ///
    /// # Panics
    /// Panics if the parameter of the system is out of range.
    pub fn from_system(
        system: NumerationSystem,
        budget: &Budget<'_>,
    ) -> Result<Numeration, StopReason> {
        Ok(Numeration::new(&system.expansion(), budget)?.expect("the named systems add"))
    }

    /// Returns the expansion that defines the system.
    pub fn expansion(&self) -> &[u8] {
        &self.expansion
    }

    /// Returns the largest digit plus one. The largest digit plus one is the base of the automata
    /// that read words of the system.
    pub fn base(&self) -> u8 {
        self.base
    }

    /// Returns the automaton of the valid words, on track 0.
    pub fn valid(&self) -> &Automaton {
        &self.valid
    }

    /// Returns the automaton of the successor: track 1 is the number after track 0.
    pub fn successor(&self) -> &Automaton {
        &self.successor
    }

    /// Returns the automaton of addition: track 0 plus track 1 is track 2.
    pub fn adder(&self) -> &Automaton {
        &self.adder
    }

    /// Returns the automaton of the valid words on another track.
    pub fn valid_on(&self, track: Track) -> Automaton {
        self.valid.with_tracks(vec![track])
    }

    /// Returns the weights of the last `count` digits, smallest first.
    pub fn weights(&self, count: usize) -> Vec<UBig> {
        let mut weights: Vec<UBig> = Vec::with_capacity(count);
        while weights.len() < count {
            let before = weights
                .iter()
                .rev()
                .zip(&self.expansion)
                .map(|(weight, &digit)| weight * digit)
                .sum::<UBig>();
            weights.push(before + u8::from(weights.len() < self.expansion.len()));
        }
        weights
    }

    /// Returns the greedy digits of a number, most significant first, without leading zeros.
    /// O(digits²).
    pub fn digits(&self, number: &UBig) -> Vec<u8> {
        let mut weights = self.weights(1);
        while weights.last().is_some_and(|weight| weight <= number) {
            weights = self.weights(2 * weights.len());
        }
        let mut rest = number.clone();
        let mut digits = Vec::new();
        for weight in weights.iter().rev() {
            let mut digit = 0;
            while rest >= *weight {
                rest -= weight;
                digit += 1;
            }
            if digit > 0 || !digits.is_empty() {
                digits.push(digit);
            }
        }
        digits
    }

    /// Returns the number that the given digits, most significant first, represent.
    pub fn number(&self, digits: &[u8]) -> UBig {
        self.weights(digits.len())
            .iter()
            .rev()
            .zip(digits)
            .map(|(weight, &digit)| weight * digit)
            .sum()
    }
}

/// Returns the largest digit of a system plus one; `None` if its expansion is not valid.
fn base_of(expansion: &[u8]) -> Option<u8> {
    let sound = *expansion.last()? > 0
        && expansion.len() <= 16
        && (1..expansion.len()).all(|rest| expansion[rest..] < expansion[..]);
    // An expansion with a single digit is a base, and the base itself is not a digit.
    let base = if expansion.len() == 1 {
        expansion[0]
    } else {
        expansion[0].saturating_add(1)
    };
    (sound && (2..=16).contains(&base)).then_some(base)
}

/// Returns the automaton of the words all of whose suffixes are below the expansion. The state is
/// the length of the longest prefix of the expansion that the last digits match.
fn valid(expansion: &[u8], base: u8, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
    let step = |repeated: &Option<usize>, _: usize, digit: u8| {
        let repeated = (*repeated)?;
        match digit.cmp(&expansion[repeated]) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if repeated + 1 < expansion.len() => Some(repeated + 1),
            _ => None,
        }
    };
    Automaton::build(base, vec![0], Some(0), step, Option::is_some, budget)
}
