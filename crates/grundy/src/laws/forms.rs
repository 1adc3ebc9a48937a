//! The forms of laws, and the order in which they are searched.

use std::collections::BTreeSet;

use automata::numeration::NumerationSystem;
use base::text;
use base::text::Text;
use clauses::{Atom, FloorFactor, LinearForm, MoveClause, RuleClauses};
use laws::{LawNumerals, LawOutput};

/// A form of laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawForm {
    /// An automaton that reads numbers in the given numeration system and has the given output.
    Automaton(NumerationSystem, LawOutput),
    /// An automaton for values in base 2 that reads the gaps between numbers that must rise.
    Gaps,
    /// A theorem whose conditions are read off the rules, without a search. A theorem whose
    /// conditions are read off the rules is one of [`LawForm::Methods`].
    Theorem,
    /// Methods other than one automaton, which compute values.
    Methods,
}

/// The forms in the order of the search: the most informative and cheapest first. The last form is
/// rarely useful and is skipped if a person waits.
const FORMS: [LawForm; 9] = [
    LawForm::Gaps,
    LawForm::Automaton(NumerationSystem::Base(2), LawOutput::Values),
    LawForm::Automaton(NumerationSystem::Base(2), LawOutput::PowersOfValues),
    LawForm::Methods,
    LawForm::Automaton(NumerationSystem::Base(2), LawOutput::Outcomes),
    LawForm::Automaton(NumerationSystem::Quadratic(1), LawOutput::Outcomes),
    LawForm::Automaton(NumerationSystem::Quadratic(2), LawOutput::Outcomes),
    LawForm::Automaton(NumerationSystem::Base(3), LawOutput::Outcomes),
    LawForm::Automaton(NumerationSystem::Quadratic(3), LawOutput::Outcomes),
];

/// The forms that the rules suggest are tried before the form with this index.
const HINTED: usize = 5;

/// The name that the gallery of laws uses for laws of gaps.
const GAPS: &str = "of the gaps between the numbers";

impl LawForm {
    /// Returns the forms for a game in the order of the search: `first`, then the usual forms
    /// together with the forms that the rules suggest. The last form is skipped if a person waits.
    pub(super) fn for_game(
        hinted: &[LawForm],
        gaps: bool,
        first: &[LawForm],
        waits: bool,
    ) -> Vec<LawForm> {
        let last = FORMS.len() - usize::from(waits);
        let others = FORMS[HINTED..last]
            .iter()
            .filter(|form| !hinted.contains(form));
        let usual = FORMS[..HINTED].iter().chain(hinted).chain(others).copied();
        first
            .iter()
            .copied()
            .chain(usual.filter(|form| !first.contains(form) && (gaps || *form != LawForm::Gaps)))
            .collect()
    }

    /// Returns the forms that the rules suggest. A divisor or a power suggests a base (one base is
    /// enough for the powers of a number: 2 for 2 and 4). Two amounts that may differ by at most d
    /// suggest x² = (d + 1)·x + 1 (Fraenkel 1982, for Wythoff's game).
    pub(super) fn hinted(clauses: &RuleClauses) -> Vec<LawForm> {
        let moves = &clauses.moves;
        let divisors = moves
            .iter()
            .flat_map(|clause| clause.quotients.values())
            .filter_map(|(_, factor)| match factor {
                FloorFactor::Over(divisor) => u8::try_from(*divisor).ok(),
                FloorFactor::Times(_) => None,
            });
        let powers = moves
            .iter()
            .flat_map(|clause| &clause.atoms)
            .filter_map(|atom| match atom {
                Atom::PowerOf { base, .. } => u8::try_from(*base).ok(),
                _ => None,
            });
        let bases: BTreeSet<u8> = divisors
            .chain(powers)
            .filter(|base| matches!(base, 5..=7 | 10))
            .collect();
        let factors: BTreeSet<u8> = moves
            .iter()
            .flat_map(apart)
            .filter(|factor| matches!(factor, 3..=4))
            .collect();
        let systems = bases
            .into_iter()
            .map(NumerationSystem::Base)
            .chain(factors.into_iter().map(NumerationSystem::Quadratic));
        systems
            .map(|system| LawForm::Automaton(system, LawOutput::Outcomes))
            .collect()
    }

    /// Returns the form with the name `said` in the gallery of laws.
    pub(crate) fn of_row(said: &str) -> LawForm {
        let bases = (2..=10)
            .map(|base| LawForm::Automaton(NumerationSystem::Base(base), LawOutput::Outcomes));
        let is_said = |form: &LawForm| match form {
            LawForm::Gaps => said.contains(GAPS),
            LawForm::Automaton(system, kind) => said.starts_with(&format!(
                "{} in {}:",
                kind.text().en,
                LawNumerals::name_of(*system).en
            )),
            LawForm::Theorem | LawForm::Methods => false,
        };
        FORMS
            .into_iter()
            .chain(bases)
            .find(is_said)
            .unwrap_or(LawForm::Methods)
    }

    /// Returns the numeration system and the output, if the form is one automaton.
    pub(super) fn automaton(self) -> Option<(NumerationSystem, LawOutput)> {
        match self {
            LawForm::Automaton(system, kind) => Some((system, kind)),
            LawForm::Gaps => Some((NumerationSystem::Base(2), LawOutput::Values)),
            LawForm::Theorem | LawForm::Methods => None,
        }
    }

    /// Returns the text for the input of the automaton: numerals, or numerals of gaps.
    pub(super) fn read(self, numerals: Text) -> Text {
        match self {
            LawForm::Gaps => Text {
                en: numerals.en + ", " + GAPS,
                zh: numerals.zh + "、各数间距",
            },
            _ => numerals,
        }
    }

    /// Returns whether the form computes values, not only P-positions.
    pub(crate) fn tells_values(self) -> bool {
        !matches!(self, LawForm::Automaton(_, LawOutput::Outcomes))
    }

    /// Reads a list of forms such as `values, outcomes:fibonacci, methods`.
    ///
    /// # Errors
    /// Returns a message with the accepted words if a word is unknown.
    pub fn list(text: &str) -> Result<Vec<LawForm>, Text> {
        text.split(',')
            .map(str::trim)
            .map(|word| LawForm::parse_word(word).ok_or_else(|| unknown(word)))
            .collect()
    }

    fn parse_word(word: &str) -> Option<LawForm> {
        match word {
            "methods" => return Some(LawForm::Methods),
            "gaps" => return Some(LawForm::Gaps),
            _ => {}
        }
        let (told, digits) = word.split_once(':').unwrap_or((word, "2"));
        let kind = match told {
            "values" => LawOutput::Values,
            "powers" => LawOutput::PowersOfValues,
            "outcomes" => LawOutput::Outcomes,
            _ => return None,
        };
        let system = match digits {
            "fibonacci" => NumerationSystem::Quadratic(1),
            "pell" => NumerationSystem::Quadratic(2),
            "narayana" => NumerationSystem::Narayana,
            "tribonacci" => NumerationSystem::Tribonacci,
            number => match number.strip_prefix("metallic") {
                Some(factor) => NumerationSystem::from_expansion(&[factor.parse().ok()?, 1])?,
                None => NumerationSystem::from_expansion(&[number.parse().ok()?])?,
            },
        };
        Some(LawForm::Automaton(system, kind))
    }
}

/// Returns d + 1 if the rule changes two numbers by amounts that may differ by at most d.
fn apart(clause: &MoveClause) -> impl Iterator<Item = u8> {
    let differ = |form: &LinearForm| {
        form.terms.len() == 4
            && form.terms.values().all(|factor| factor.abs() == 1)
            && form.terms.values().sum::<i128>() == 0
    };
    clause.atoms.iter().filter_map(move |atom| match atom {
        Atom::AtMostZero(form) if differ(form) => {
            u8::try_from(form.constant.checked_neg()?.checked_add(1)?).ok()
        }
        _ => None,
    })
}

fn unknown(word: &str) -> Text {
    text!(
        "expected values, powers, outcomes, gaps or methods, separated by commas, found {word:?}; values, powers and outcomes accept a numeration system after `:`, such as `values:3`: 2 to 16, fibonacci, pell, metallic3 to metallic15 (x² = 3x + 1, …), narayana or tribonacci",
        "此处应为 values、powers、outcomes、gaps 或 methods，以逗号分隔，却是 {word:?}；values、powers、outcomes 之后可用 `:` 指明记数法，例如 `values:3`：2 至 16、fibonacci、pell、metallic3 至 metallic15（x² = 3x + 1 等）、narayana 或 tribonacci"
    )
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use rules::ir::ParameterValue;
    use rules::world::World;

    use super::*;

    fn hinted(text: &str, name: &str, arguments: &[i64]) -> Vec<LawForm> {
        let mut world = World::empty();
        world
            .load("test.game", text)
            .unwrap_or_else(|_| panic!("{text}"));
        let arguments = arguments
            .iter()
            .map(|&argument| (None, ParameterValue::Int(argument)))
            .collect();
        let game = world
            .instantiate(name, arguments)
            .unwrap_or_else(|_| panic!("{name}"));
        LawForm::hinted(&clauses::of_game(&world, game, &Budget::generous()).unwrap())
    }

    #[test]
    fn rules_hint_at_digits() {
        let outcomes = |system| vec![LawForm::Automaton(system, LawOutput::Outcomes)];
        let wythoff = "game Within(d = 2) {
          state a in 0.., b in 0.. move k in 1..a, l in k - d + 1..k + d - 1 when l >= 1 : [a - k, b - l] }";
        for (d, wanted) in [
            (2, vec![]),
            (3, outcomes(NumerationSystem::Quadratic(3))),
            (4, outcomes(NumerationSystem::Quadratic(4))),
            (5, vec![]),
        ] {
            assert_eq!(hinted(wythoff, "within", &[d]), wanted, "{d}");
        }
        let test = "game Apart { state a in 0.., b in 0.. move k in 1..a, l in 1..b when abs(k - l) < 3 : [a - k, b - l] }";
        assert_eq!(
            hinted(test, "apart", &[]),
            outcomes(NumerationSystem::Quadratic(3))
        );
        assert_eq!(
            hinted("game Fifth { state n in 1.. move : [n / 5] }", "fifth", &[]),
            outcomes(NumerationSystem::Base(5))
        );
        assert_eq!(
            hinted(
                "game Plain { state a in 0.., b in 0.. move k in 1..a : [a - k, b] }",
                "plain",
                &[]
            ),
            []
        );
    }
}
