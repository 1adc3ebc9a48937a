//! Tests scripts for CGSuite with a small reader for the part of the grammar that the scripts use
//! (CGSuite itself is not run). The reader supports assignments, games of options,
//! `game.heap.TakeAndBreak`, heaps of a ruleset, and sums.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use grundy::export::ExportedPiece;
use grundy::{Session, SolveError};
use picture::cgsuite::cgsuite;

/// Values defined by a script.
#[derive(Default)]
struct Script {
    nimbers: HashMap<String, u64>,
    codes: HashMap<String, String>,
}

fn mex(values: &BTreeSet<u64>) -> u64 {
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Returns the values of the heaps of an octal code up to `most`, by definition.
fn heaps(code: &str, most: usize) -> Vec<u64> {
    let (head, tail) = code
        .trim_end_matches(']')
        .split_once('[')
        .unwrap_or((code, ""));
    let digit = |sign: char| sign.to_digit(8).unwrap();
    let digits: Vec<u32> = head
        .chars()
        .filter(|&sign| sign != '.')
        .map(digit)
        .chain(tail.chars().map(digit).cycle())
        .take(most + 1)
        .collect();
    let mut values = Vec::new();
    for tokens in 0..=most {
        let mut options = BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().take(tokens + 1) {
            let rest = tokens - taken;
            if digit & 1 != 0 && rest == 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && rest > 0 {
                options.insert(values[rest]);
            }
            if digit & 4 != 0 {
                options.extend((1..rest).map(|part| values[part] ^ values[rest - part]));
            }
        }
        values.push(mex(&options));
    }
    values
}

impl Script {
    /// Runs a script and returns the value of its last line.
    fn run(text: &str) -> u64 {
        let mut script = Script::default();
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.split("//").next().unwrap().trim())
            .filter(|line| !line.is_empty())
            .collect();
        let (last, before) = lines.split_last().unwrap();
        for line in before {
            let (name, meaning) = line.strip_suffix(';').unwrap().split_once(" := ").unwrap();
            assert!(
                name.chars()
                    .all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_')
                    && !name.starts_with('v')
            );
            match meaning.strip_prefix("game.heap.TakeAndBreak(\"") {
                Some(code) => drop(script.codes.insert(
                    name.to_owned(),
                    code.strip_suffix("\")").unwrap().to_owned(),
                )),
                None => {
                    let value = script.term(meaning);
                    assert_eq!(
                        script.nimbers.insert(name.to_owned(), value),
                        None,
                        "{name} stands twice"
                    );
                }
            }
        }
        let sum = last
            .strip_prefix('(')
            .unwrap()
            .strip_suffix(").CanonicalForm;")
            .unwrap();
        sum.split(" + ")
            .map(|term| script.term(term))
            .fold(0, |sum, value| sum ^ value)
    }

    fn term(&self, term: &str) -> u64 {
        if term == "0" {
            return 0;
        }
        if let Some(options) = term.strip_prefix('{') {
            let (left, right) = options.strip_suffix('}').unwrap().split_once('|').unwrap();
            assert_eq!(left, right, "an impartial game");
            return mex(&left.split(',').map(|option| self.term(option)).collect());
        }
        match term.split_once('(') {
            Some((ruleset, tokens)) => {
                let tokens = tokens.strip_suffix(')').unwrap().parse().unwrap();
                heaps(&self.codes[ruleset], tokens)[tokens]
            }
            None => self.nimbers[term],
        }
    }
}

#[test]
fn scripts_are_worth_what_the_position_is() {
    let mut session = Session::new();
    let questions = [
        ("nim[0]", false),
        ("nim[3] + nim[5]", false),
        ("kayles[12] + nim[7] + kayles[9]", false),
        ("dawsonkayles[15]", false),
        ("0.137[14] + 4.3[6] + 0.1[03][9]", false),
        ("grundy[9]", true),
        ("wythoff[2, 4] + kayles[3]", true),
        ("cram(2, 3)", true),
        ("pegduotaire[\"xx.x\"]", true),
        ("2 * cram(2, 2) + 0.8F[4]", true),
    ];
    for (question, lists) in questions {
        let exported = session
            .export(question, 1_000, &Budget::generous())
            .unwrap_or_else(|error| panic!("{question}: {error:?}"));
        let text = cgsuite(&exported);
        assert_eq!(
            Some(Script::run(&text)),
            exported.value.as_nimber(),
            "{question}: {text}"
        );
        assert_eq!(
            exported
                .pieces
                .iter()
                .any(|piece| matches!(piece, ExportedPiece::Listed(_))),
            lists,
            "{question}: {text}"
        );
    }
}

#[test]
fn what_has_no_values_is_refused() {
    let mut session = Session::new();
    session
        .load_graph("round.arcs", "round", "4 4\n0 1\n1 2\n2 0\n2 3\n")
        .unwrap();
    for question in ["doublingmisere[3, 1]", "round[0]", "notakto(3)"] {
        let refused = session.export(question, 1_000, &Budget::generous());
        assert!(
            matches!(refused, Err(SolveError::Usage(_))),
            "{question}: {refused:?}"
        );
    }
    let limited = session.export("cram(3, 4)", 20, &Budget::generous());
    assert!(
        matches!(limited, Err(SolveError::Usage(text)) if text.en.contains("more than 20 positions"))
    );
}
