//! The forms in which a law is looked for, and their order.

use std::collections::BTreeSet;

use automata::numeration::System;
use base::text;
use base::text::Text;
use clauses::{Atom, Clause, Clauses, Factor, Linear};
use laws::{Kind, Numerals};

/// One form in which a law is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An automaton that tells this, of numbers written so.
    Automaton(System, Kind),
    /// An automaton that tells values in base 2, of the gaps between numbers that are required to
    /// rise.
    Gaps,
    /// What a theorem says whose conditions are read off the rules, with nothing to look for. It is
    /// one of the other methods.
    Theorem,
    /// Other methods, which tell values.
    Methods,
}

/// The forms that are tried, the most telling and the cheapest first. The last is rare, and left
/// out while a person waits.
const FORMS: [Form; 9] = [
    Form::Gaps,
    Form::Automaton(System::Base(2), Kind::Values),
    Form::Automaton(System::Base(2), Kind::PowersOfValues),
    Form::Methods,
    Form::Automaton(System::Base(2), Kind::Outcomes),
    Form::Automaton(System::Quadratic(1), Kind::Outcomes),
    Form::Automaton(System::Quadratic(2), Kind::Outcomes),
    Form::Automaton(System::Base(3), Kind::Outcomes),
    Form::Automaton(System::Quadratic(3), Kind::Outcomes),
];

/// Before which form those are tried at which the rules hint.
const HINTED: usize = 5;

/// How the gallery says that a law was proved of gaps.
const GAPS: &str = "of the gaps between the numbers";

impl Form {
    /// The forms in the order in which they are tried for a game: those that come first; then the
    /// usual ones, without the last while a person waits, and among them those at which its
    /// rules hint.
    pub(super) fn for_game(hinted: &[Form], gaps: bool, first: &[Form], waits: bool) -> Vec<Form> {
        let last = FORMS.len() - usize::from(waits);
        let others = FORMS[HINTED..last]
            .iter()
            .filter(|form| !hinted.contains(form));
        let usual = FORMS[..HINTED].iter().chain(hinted).chain(others).copied();
        first
            .iter()
            .copied()
            .chain(usual.filter(|form| !first.contains(form) && (gaps || *form != Form::Gaps)))
            .collect()
    }

    /// At which forms rules hint: a divisor or a power at a base, of bases of the same numbers, 2
    /// and 4, one being enough; two amounts that may differ by at most d at x² = (d + 1)·x + 1
    /// (Fraenkel 1982, of Wythoff's game).
    pub(super) fn hinted(clauses: &Clauses) -> Vec<Form> {
        let moves = &clauses.moves;
        let divisors = moves
            .iter()
            .flat_map(|clause| clause.quotients.values())
            .filter_map(|(_, factor)| match factor {
                Factor::Over(divisor) => u8::try_from(*divisor).ok(),
                Factor::Times(_) => None,
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
            .map(System::Base)
            .chain(factors.into_iter().map(System::Quadratic));
        systems
            .map(|system| Form::Automaton(system, Kind::Outcomes))
            .collect()
    }

    /// The form of a law that the gallery tells of in these words.
    pub(crate) fn of_row(said: &str) -> Form {
        let bases = (2..=10).map(|base| Form::Automaton(System::Base(base), Kind::Outcomes));
        let is_said = |form: &Form| match form {
            Form::Gaps => said.contains(GAPS),
            Form::Automaton(system, kind) => said.starts_with(&format!(
                "{} in {}:",
                kind.text().en,
                Numerals::name_of(*system).en
            )),
            Form::Theorem | Form::Methods => false,
        };
        FORMS
            .into_iter()
            .chain(bases)
            .find(is_said)
            .unwrap_or(Form::Methods)
    }

    /// How numbers are written, and what is told, if by one automaton.
    pub(super) fn automaton(self) -> Option<(System, Kind)> {
        match self {
            Form::Automaton(system, kind) => Some((system, kind)),
            Form::Gaps => Some((System::Base(2), Kind::Values)),
            Form::Theorem | Form::Methods => None,
        }
    }

    /// What is read: numerals, or those of gaps.
    pub(super) fn read(self, numerals: Text) -> Text {
        match self {
            Form::Gaps => Text {
                en: numerals.en + ", " + GAPS,
                zh: numerals.zh + "、各数间距",
            },
            _ => numerals,
        }
    }

    /// Whether it tells values, not P-positions only.
    pub(crate) fn tells_values(self) -> bool {
        !matches!(self, Form::Automaton(_, Kind::Outcomes))
    }

    /// Reads `values, outcomes:fibonacci, methods`.
    ///
    /// # Errors
    /// What was expected.
    pub fn list(text: &str) -> Result<Vec<Form>, Text> {
        text.split(',')
            .map(str::trim)
            .map(|word| Form::of(word).ok_or_else(|| unknown(word)))
            .collect()
    }

    fn of(word: &str) -> Option<Form> {
        match word {
            "methods" => return Some(Form::Methods),
            "gaps" => return Some(Form::Gaps),
            _ => {}
        }
        let (told, digits) = word.split_once(':').unwrap_or((word, "2"));
        let kind = match told {
            "values" => Kind::Values,
            "powers" => Kind::PowersOfValues,
            "outcomes" => Kind::Outcomes,
            _ => return None,
        };
        let system = match digits {
            "fibonacci" => System::Quadratic(1),
            "pell" => System::Quadratic(2),
            "narayana" => System::Narayana,
            "tribonacci" => System::Tribonacci,
            number => match number.strip_prefix("metallic") {
                Some(factor) => System::of(&[factor.parse().ok()?, 1])?,
                None => System::of(&[number.parse().ok()?])?,
            },
        };
        Some(Form::Automaton(system, kind))
    }
}

/// d + 1 where two numbers may change by amounts that differ by at most d.
fn apart(clause: &Clause) -> impl Iterator<Item = u8> {
    let differ = |form: &Linear| {
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
        "expected values, powers, outcomes, gaps or methods, with commas between them; after the first three `:` may say how numbers are written: 2 to 16, \
         fibonacci, pell, metallic3 to metallic15 (x² = 3x + 1, …), narayana or tribonacci; found {word:?}",
        "此处应为 values、powers、outcomes、gaps 或 methods，以逗号分隔；前三者之后可用 `:` 指明记数法：2 至 16、fibonacci、pell、metallic3 至 metallic15\
         （x² = 3x + 1 等）、narayana 或 tribonacci；却是 {word:?}"
    )
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use rules::ir::Value;
    use rules::world::World;

    use super::*;

    fn hinted(text: &str, name: &str, arguments: &[i64]) -> Vec<Form> {
        let mut world = World::empty();
        world
            .load("test.game", text)
            .unwrap_or_else(|_| panic!("{text}"));
        let arguments = arguments
            .iter()
            .map(|&argument| (None, Value::Int(argument)))
            .collect();
        let game = world
            .instantiate(name, arguments)
            .unwrap_or_else(|_| panic!("{name}"));
        Form::hinted(&clauses::of_game(&world, game, &Budget::generous()).unwrap())
    }

    #[test]
    fn rules_hint_at_digits() {
        let outcomes = |system| vec![Form::Automaton(system, Kind::Outcomes)];
        let wythoff = "game Within(d = 2) {
          state a in 0.., b in 0.. move k in 1..a, l in k - d + 1..k + d - 1 when l >= 1 : [a - k, b - l] }";
        for (d, wanted) in [
            (2, vec![]),
            (3, outcomes(System::Quadratic(3))),
            (4, outcomes(System::Quadratic(4))),
            (5, vec![]),
        ] {
            assert_eq!(hinted(wythoff, "within", &[d]), wanted, "{d}");
        }
        let test = "game Apart { state a in 0.., b in 0.. move k in 1..a, l in 1..b when abs(k - l) < 3 : [a - k, b - l] }";
        assert_eq!(hinted(test, "apart", &[]), outcomes(System::Quadratic(3)));
        assert_eq!(
            hinted("game Fifth { state n in 1.. move : [n / 5] }", "fifth", &[]),
            outcomes(System::Base(5))
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
