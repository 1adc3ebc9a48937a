//! Value functions: representations of the Grundy values of a game, with their proofs for the
//! checker.

use std::ops::Range;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, ProofMethod, check_method,
};
use clauses::RuleClauses;
use dashu_int::{IBig, UBig};
use rules::game::GameId;
use rules::ir::{Int, Slot};
use rules::world::World;

use super::classes::ClassValues;
use super::maximum::MaximumNimLaw;
use crate::error::LawError;
use crate::law::Law;

/// A function that gives the Grundy value of every position.
#[derive(Clone, Debug)]
pub enum ValueFunction {
    /// A law of values.
    Automaton(Box<Law>),
    /// A law of values that depends on the laws of other games.
    Lemmas(Box<Law>, Vec<AuxiliaryLaw>),
    /// The nim-sum of the values of the slots.
    Separate(Vec<ValueFunction>),
    /// Maximum Nim.
    Maximum(MaximumNimLaw),
    /// Values by classes of the numbers of each slot.
    Classes(ClassValues),
}

/// A game with its law of values, on which another law depends.
#[derive(Clone, Debug)]
pub struct AuxiliaryLaw {
    /// The game.
    pub game: GameId,
    /// The name of the game.
    pub title: String,
    /// The law of the game.
    pub law: Law,
}

impl ValueFunction {
    /// Returns the value of the position with these numbers; `None` if the numbers are not a
    /// position. The time is linear in the number of digits; for Maximum Nim, it is linear in the
    /// number of steps of the recursion.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    pub fn value(&self, slots: &[IBig], budget: &Budget<'_>) -> Result<Option<UBig>, StopReason> {
        match self {
            ValueFunction::Automaton(law) | ValueFunction::Lemmas(law, _) => Ok(law.value(slots)),
            ValueFunction::Separate(parts) => {
                let mut sum = UBig::ZERO;
                for (part, slot) in parts.iter().zip(slots) {
                    let Some(value) = part.value(std::slice::from_ref(slot), budget)? else {
                        return Ok(None);
                    };
                    sum ^= value;
                }
                Ok(Some(sum))
            }
            ValueFunction::Maximum(maximum) => match slots {
                [n] => maximum.value(n, budget),
                _ => Ok(None),
            },
            ValueFunction::Classes(classes) => Ok(classes.value(slots)),
        }
    }

    /// Returns the keyword of the method.
    pub fn key(&self) -> &'static str {
        match self {
            ValueFunction::Automaton(_) => "automaton",
            ValueFunction::Lemmas(..) => "lemma",
            ValueFunction::Separate(_) => "separate",
            ValueFunction::Maximum(_) => "maximum",
            ValueFunction::Classes(_) => "boxes",
        }
    }

    /// Returns a description of the value of a position.
    pub fn text(&self) -> Text {
        match self {
            ValueFunction::Lemmas(law, others) => {
                let titles: Vec<&str> = others.iter().map(|other| &other.title[..]).collect();
                let (numerals, states, others) = (
                    law.numerals.name(),
                    law.automaton.states(),
                    titles.join(", "),
                );
                Text {
                    en: format!(
                        "in {}: an automaton with {states} states, given the laws of {others}, which are proved first",
                        numerals.en
                    ),
                    zh: format!(
                        "{}：{states} 个状态的自动机，以先行证明的 {others} 的规律为引理",
                        numerals.zh
                    ),
                }
            }
            ValueFunction::Automaton(law) => {
                let (kind, numerals, states) =
                    (law.kind.text(), law.numerals.name(), law.automaton.states());
                Text {
                    en: format!(
                        "{} in {}: an automaton with {states} states",
                        kind.en, numerals.en
                    ),
                    zh: format!("{}，{}：{states} 个状态的自动机", kind.zh, numerals.zh),
                }
            }
            ValueFunction::Separate(_) => text!(
                "no move involves two numbers, so the value is the nim-sum of the values of the single numbers",
                "没有着法同时涉及两个数，因此值为各数单独之值的 nim 和"
            ),
            ValueFunction::Maximum(_) => text!(
                "each move takes 1 to f(n), and f increases by 0 or 1: the value is f(n) if f increases at n, otherwise the value of n - f(n) - 1 (Levine)",
                "每着可取 1 至 f(n)，f 每步增 0 或 1：f 在 n 处增大时值为 f(n)，否则等于 n - f(n) - 1 处的值（Levine）"
            ),
            ValueFunction::Classes(ClassValues { boxes, .. }) => {
                let each = boxes.slots.iter().map(|slot| {
                    let (classes, before, period) = (slot.count(), slot.before, slot.period);
                    text!(
                        "{classes} classes, which repeat after {before} numbers with period {period}",
                        "{classes} 类，自前 {before} 个数之后以 {period} 为周期"
                    )
                });
                let Text { en, zh } = Text::join(&each.collect::<Vec<_>>(), &text!("; ", "；"));
                text!(
                    "by the classes of the numbers: {en}",
                    "由各数的类决定：{zh}"
                )
            }
        }
    }

    /// Returns the automaton of the complete game, if an automaton gives the values. The automaton
    /// may depend on the laws of [others](ValueFunction::others).
    pub fn automaton(&self) -> Option<&Law> {
        match self {
            ValueFunction::Automaton(law) | ValueFunction::Lemmas(law, _) => Some(law),
            ValueFunction::Separate(_) | ValueFunction::Maximum(_) | ValueFunction::Classes(_) => {
                None
            }
        }
    }

    /// Returns the other games on whose laws the value function depends.
    pub fn others(&self) -> &[AuxiliaryLaw] {
        match self {
            ValueFunction::Lemmas(_, others) => others,
            ValueFunction::Automaton(_)
            | ValueFunction::Separate(_)
            | ValueFunction::Maximum(_)
            | ValueFunction::Classes(_) => &[],
        }
    }

    /// Converts the game ids to the ids of another world, as given by `of`. Lemmas about games for
    /// which `of` returns `None` are dropped.
    pub fn in_world(self, of: impl Fn(GameId) -> Option<GameId>) -> ValueFunction {
        let ValueFunction::Lemmas(law, others) = self else {
            return self;
        };
        ValueFunction::Lemmas(
            law,
            others
                .into_iter()
                .filter_map(|other| {
                    Some(AuxiliaryLaw {
                        game: of(other.game)?,
                        ..other
                    })
                })
                .collect(),
        )
    }

    /// Returns the value function of each slot, if the game is the sum of its slots.
    pub fn parts(&self) -> &[ValueFunction] {
        match self {
            ValueFunction::Separate(parts) => parts,
            ValueFunction::Automaton(_)
            | ValueFunction::Lemmas(..)
            | ValueFunction::Maximum(_)
            | ValueFunction::Classes(_) => &[],
        }
    }
}

/// A method found by the search, with its value function and proof.
#[derive(Clone, Debug)]
pub struct ProvedValueFunction {
    /// The value function.
    pub told: ValueFunction,
    /// The proof for the checker.
    pub method: ProofMethod,
    /// Number of cell queries.
    pub cells: u64,
    /// Number of refuted guesses.
    pub refuted: usize,
}

impl ProvedValueFunction {
    pub(super) fn maximum(maximum: MaximumNimLaw) -> ProvedValueFunction {
        ProvedValueFunction {
            told: ValueFunction::Maximum(maximum),
            method: ProofMethod::Maximum,
            cells: 0,
            refuted: 0,
        }
    }

    /// Returns the certificate, without checking it.
    pub fn certificate(&self, game: GameId) -> Certificate {
        Certificate {
            claim: CertificateClaim::AllValues(game),
            proof: CertificateProof::Method(self.method.clone()),
        }
    }

    /// Returns the value function if the checker accepts its proof.
    pub(super) fn checked(
        self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<ProvedValueFunction, LawError> {
        match check_method(world, game, &self.method, budget) {
            Ok(_) => Ok(self),
            Err(CertificateError::Stopped(stop)) => Err(LawError::Stopped(stop)),
            Err(refused) => Err(LawError::Outside(refused.text())),
        }
    }
}

/// The input of a search for a method: a game whose clauses are read without an order of the slots.
#[derive(Clone, Copy)]
pub struct LawSearchInput<'s> {
    /// The clauses.
    pub clauses: &'s RuleClauses,
    /// The slots.
    pub slots: &'s [Slot],
    /// The slots that are kept sorted.
    pub sorted: &'s Range<usize>,
    /// A weight for each slot. The weighted sum of the slots decreases with each move, or is a
    /// candidate for a measure that decreases.
    pub measure: &'s [Int],
}
