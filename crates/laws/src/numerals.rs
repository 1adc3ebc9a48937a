//! How the numbers of a law are written: in a base, or by the weights of a linear recurrence.

use automata::numeration::System;
use automata::{Automaton, Numeration, Relation, Track, atoms};
use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use dashu_int::UBig;

/// A numeration system in which automata add.
#[derive(Clone, Debug)]
pub struct Numerals {
    system: System,
    /// `None` in a base, whose linear atoms are made without an adder.
    greedy: Option<Box<Numeration>>,
}

impl Numerals {
    /// The digits of a system.
    ///
    /// # Errors
    /// If the budget ends while the adder is made and verified.
    pub fn of(system: System, budget: &Budget<'_>) -> Result<Numerals, Stop> {
        let greedy = match system {
            System::Base(_) => None,
            _ => Some(Box::new(Numeration::of(system, budget)?)),
        };
        Ok(Numerals { system, greedy })
    }

    /// Which system.
    pub fn system(&self) -> System {
        self.system
    }

    /// The verified numeration; `None` in a base.
    pub fn greedy(&self) -> Option<&Numeration> {
        self.greedy.as_deref()
    }

    /// One more than the greatest digit.
    pub fn base(&self) -> u8 {
        match (&self.greedy, self.system) {
            (Some(greedy), _) => greedy.base(),
            (None, System::Base(base)) => base,
            (None, _) => unreachable!("only a base has no adder"),
        }
    }

    /// The words that are numbers; `None` if all are.
    pub fn valid_on(&self, track: Track) -> Option<Automaton> {
        self.greedy.as_ref().map(|greedy| greedy.valid_on(track))
    }

    /// Σ factor · track + constant stands to 0 as the relation says.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn linear(
        &self,
        terms: &[(Track, i128)],
        constant: i128,
        relation: Relation,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Stop> {
        match &self.greedy {
            Some(greedy) => greedy.linear(terms, constant, relation, budget),
            None => atoms::linear(self.base(), terms, constant, relation, budget),
        }
    }

    /// The digits of a number, most significant first, without leading zeros.
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

    /// The number that digits, most significant first, stand for.
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

    /// What it is called.
    pub fn name(&self) -> Text {
        Numerals::name_of(self.system)
    }

    /// What a system is called.
    pub fn name_of(system: System) -> Text {
        match system {
            System::Base(base) => text!("base {base}", "{base} 进制"),
            System::Quadratic(1) => text!("Fibonacci digits", "斐波那契（齐肯多夫）数位"),
            System::Quadratic(2) => text!("Pell digits", "佩尔数位"),
            System::Quadratic(a) => text!("digits of x² = {a}x + 1", "x² = {a}x + 1 的数位"),
            System::Narayana => text!("Narayana digits", "纳拉亚纳数位"),
            System::Tribonacci => text!("Tribonacci digits", "三波那契数位"),
        }
    }
}
