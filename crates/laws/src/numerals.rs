//! The numeration of a law: a base, or the weights of a linear recurrence.

use automata::numeration::NumerationSystem;
use automata::{Automaton, LinearRelation, Numeration, Track, atoms};
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;

/// A numeration system in which automata add.
#[derive(Clone, Debug)]
pub struct LawNumerals {
    system: NumerationSystem,
    /// `None` for a base, whose linear atoms are built without an adder.
    greedy: Option<Box<Numeration>>,
}

impl LawNumerals {
    /// Creates the numerals of a system.
    ///
    /// # Errors
    /// Returns an error if the budget runs out while the adder is built and verified.
    pub fn from_system(
        system: NumerationSystem,
        budget: &Budget<'_>,
    ) -> Result<LawNumerals, StopReason> {
        let greedy = match system {
            NumerationSystem::Base(_) => None,
            _ => Some(Box::new(Numeration::from_system(system, budget)?)),
        };
        Ok(LawNumerals { system, greedy })
    }

    /// Returns the system.
    pub fn system(&self) -> NumerationSystem {
        self.system
    }

    /// Returns the verified numeration; `None` for a base.
    pub fn greedy(&self) -> Option<&Numeration> {
        self.greedy.as_deref()
    }

    /// Returns the largest digit plus one.
    pub fn base(&self) -> u8 {
        match (&self.greedy, self.system) {
            (Some(greedy), _) => greedy.base(),
            (None, NumerationSystem::Base(base)) => base,
            (None, _) => unreachable!("only a base has no adder"),
        }
    }

    /// Returns the automaton of the words that are numbers; `None` if all words are numbers.
    pub fn valid_on(&self, track: Track) -> Option<Automaton> {
        self.greedy.as_ref().map(|greedy| greedy.valid_on(track))
    }

    /// Returns the automaton that accepts iff Σ factor · track + constant has the given relation
    /// to 0.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    pub fn linear(
        &self,
        terms: &[(Track, i128)],
        constant: i128,
        relation: LinearRelation,
        budget: &Budget<'_>,
    ) -> Result<Automaton, StopReason> {
        match &self.greedy {
            Some(greedy) => greedy.linear(terms, constant, relation, budget),
            None => atoms::linear(self.base(), terms, constant, relation, budget),
        }
    }

    /// Returns the digits of a number, most significant first, without leading zeros.
    pub fn digits(&self, number: &UBig) -> Vec<u8> {
        if let Some(greedy) = &self.greedy {
            return greedy.digits(number);
        }
        let written = number.in_radix(self.base()).to_string();
        let digits = written
            .bytes()
            .map(|sign| char::from(sign).to_digit(16).expect("a digit") as u8);
        digits.skip_while(|&digit| digit == 0).collect()
    }

    /// Returns the number with these digits, most significant first.
    pub fn number(&self, digits: &[u8]) -> UBig {
        match &self.greedy {
            Some(greedy) => greedy.number(digits),
            None if digits.is_empty() => UBig::ZERO,
            None => {
                let written: String = digits
                    .iter()
                    .filter_map(|&digit| char::from_digit(digit.into(), 16))
                    .collect();
                UBig::from_str_radix(&written, self.base().into()).expect("digits of the base")
            }
        }
    }

    /// Returns the name of the system.
    pub fn name(&self) -> Text {
        LawNumerals::name_of(self.system)
    }

    /// Returns the name of a system.
    pub fn name_of(system: NumerationSystem) -> Text {
        match system {
            NumerationSystem::Base(base) => text!("base {base}", "{base} 进制"),
            NumerationSystem::Quadratic(1) => text!("Fibonacci digits", "斐波那契（齐肯多夫）数位"),
            NumerationSystem::Quadratic(2) => text!("Pell digits", "佩尔数位"),
            NumerationSystem::Quadratic(a) => {
                text!("digits of x² = {a}x + 1", "x² = {a}x + 1 的数位")
            }
            NumerationSystem::Narayana => text!("Narayana digits", "纳拉亚纳数位"),
            NumerationSystem::Tribonacci => text!("Tribonacci digits", "三波那契数位"),
        }
    }
}
