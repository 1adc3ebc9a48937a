//! Runs the corpus `conformance/*.txt`, one case a line, with each theorem and engine on its own
//! (all others switched off). A method may decline a case or run out of its budget, but it must
//! never answer wrongly, and some method must answer. The existing methods cannot answer the lines
//! of `open.txt`; if a method answers a line of `open.txt`, this line must be moved to another
//! file.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use grundy::answer::TableCells;
use grundy::{Session, SolveError, SolveOptions};
use jit::Jit;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::SumKind;

/// The expected result in a line of the corpus.
#[derive(Debug, PartialEq)]
enum Expected {
    Values(Vec<String>),
    Outcomes(Vec<String>),
}

struct Case {
    place: String,
    question: String,
    play: Option<PlayConvention>,
    sum: Option<(SumKind, EndCondition)>,
    expected: Expected,
}

impl Case {
    /// Returns whether the question asks for a table: dots on a board or in a word are not a range.
    fn is_table(&self) -> bool {
        self.question
            .rsplit_once('[')
            .is_some_and(|(_, numbers)| numbers.contains("..") && !numbers.contains('"'))
    }
}

/// Parses a convention such as `every until one`.
fn compound(words: &str) -> Option<(SumKind, EndCondition)> {
    let (kind, until) = words.split_once(" until ")?;
    Some((
        kind.trim_start_matches("upto ").parse().ok()?,
        if until == "one" {
            EndCondition::One
        } else {
            return None;
        },
    ))
}

fn read(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut cases = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap().trim();
        if line.is_empty() {
            continue;
        }
        let place = format!(
            "{}:{}: {line}",
            file.file_name().unwrap().to_string_lossy(),
            number + 1
        );
        let (line, play) = match (
            line.strip_suffix(" in misere"),
            line.strip_suffix(" in normal"),
        ) {
            (Some(line), _) => (line, Some(PlayConvention::Misere)),
            (_, Some(line)) => (line, Some(PlayConvention::Normal)),
            _ => (line, None),
        };
        let (line, sum) = match line.rsplit_once(" under ") {
            Some((line, sum)) => (
                line,
                Some(compound(sum).unwrap_or_else(|| panic!("{place}: no kind of sum"))),
            ),
            None => (line, None),
        };
        let words = |list: &str| list.split_whitespace().map(str::to_owned).collect();
        let (question, expected) = if let Some((question, list)) = line.split_once(" is ") {
            (question, Expected::Outcomes(words(list)))
        } else if let Some((question, list)) = line.split_once(" = ") {
            (question, Expected::Values(words(list)))
        } else {
            panic!("{place}: neither `=` nor `is`");
        };
        cases.push(Case {
            place,
            question: question.trim().to_owned(),
            play,
            sum,
            expected,
        });
    }
    cases
}

/// Returns the answer of one method and the names of the methods that produced it; `None` if the
/// method declines or runs out of steps.
fn answer(session: &mut Session, case: &Case, most: u32) -> Option<(Expected, Vec<String>)> {
    let looks = Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        (looks.get() > most).then_some(StopReason::Time)
    };
    let budget = Budget::new(64 << 20, &stop, &|_, _| ());
    let winner_only = matches!(case.expected, Expected::Outcomes(_));
    let found = if case.is_table() {
        session
            .table(&case.question, winner_only, &budget)
            .map(|table| {
                let cells = match table.cells {
                    TableCells::Values(list) => Expected::Values(
                        list.iter()
                            .map(|v| v.map_or(".".to_owned(), |v| v.to_string()))
                            .collect(),
                    ),
                    TableCells::Outcomes(list) => Expected::Outcomes(
                        list.iter()
                            .map(|o| o.map_or(".".to_owned(), |o| o.letter().to_string()))
                            .collect(),
                    ),
                    TableCells::Worths(..) => {
                        unreachable!("a table of values or outcomes was asked for")
                    }
                };
                (cells, vec![table.method])
            })
    } else {
        session
            .solve(
                &case.question,
                SolveOptions {
                    moves: false,
                    winner_only,
                    to_move: None,
                },
                &budget,
            )
            .and_then(|answer| {
                let methods = answer
                    .components
                    .into_iter()
                    .map(|component| component.method)
                    .collect();
                match (winner_only, answer.value) {
                    (true, _) => Ok((
                        Expected::Outcomes(vec![answer.outcome.letter().to_string()]),
                        methods,
                    )),
                    (false, Some(value)) => {
                        Ok((Expected::Values(vec![value.to_string()]), methods))
                    }
                    (false, None) => Err(SolveError::Unsupported(base::text!("no value", "无值"))),
                }
            })
    };
    match found {
        Ok(found) => Some(found),
        Err(SolveError::Unsupported(_) | SolveError::Stopped(_)) => None,
        Err(error) => panic!(
            "{}: {}",
            case.place,
            error.render(base::text::Lang::En, false)
        ),
    }
}

/// Returns the outcome of a single position by the definition, over the whole graph.
fn by_definition(session: &mut Session, case: &Case) -> Option<Expected> {
    if case.is_table() || matches!(case.expected, Expected::Values(_)) {
        return None;
    }
    let position =
        grundy::question::position(session.world_mut(), &case.question, &Budget::generous())
            .unwrap();
    let sum = position.sum(&session.world);
    let conventions = position
        .conventions(&session.world, &session.settings, &Budget::generous())
        .unwrap();
    let steps = Cell::new(0);
    let stop = || {
        steps.set(steps.get() + 1);
        (steps.get() > testkit::rounds(10, 200)).then_some(StopReason::Time)
    };
    let budget = Budget::new(64 << 20, &stop, &|_, _| ());
    let outcome = ReferenceOutcomes::new(conventions)
        .outcome(&session.world, &sum, &budget)
        .ok()?;
    Some(Expected::Outcomes(vec![outcome.letter().to_string()]))
}

/// Grundy values are the values of normal play with one component a move, whatever conventions a
/// game declares.
fn set_conventions(session: &mut Session, case: &Case) {
    let values = matches!(case.expected, Expected::Values(_));
    session.settings.play = if values {
        Some(PlayConvention::Normal)
    } else {
        case.play
    };
    session.settings.sum = if values {
        Some(SumKind::One)
    } else {
        case.sum.map(|(kind, _)| kind)
    };
    session.settings.until = if values {
        Some(EndCondition::All)
    } else {
        case.sum.map(|(_, until)| until)
    };
}

/// Returns the files of the corpus.
fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "txt"));
    files.sort();
    files
}

/// Returns the cases of `conformance/partizan.values`, about games in which the players have
/// different moves: a query, and its value or the letter of its outcome.
fn partizan_cases() -> Vec<(String, Expected)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/partizan.values");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| match line.rsplit_once(" is ") {
            Some((question, letter)) => {
                let expected = Expected::Outcomes(vec![letter.to_owned()]);
                (question.to_owned(), expected)
            }
            None => {
                let (question, value) = line.rsplit_once(" = ").unwrap();
                (
                    question.to_owned(),
                    Expected::Values(vec![value.to_owned()]),
                )
            }
        })
        .collect()
}

/// Only one method answers questions about games in which the players have different moves, and it
/// cannot be switched off. So these cases are in a file of their own.
#[test]
fn values_of_games_of_two_players() {
    for (question, expected) in partizan_cases() {
        let answer = Session::new()
            .solve(&question, SolveOptions::VALUE, &Budget::generous())
            .unwrap_or_else(|error| {
                panic!("{question}: {}", error.render(base::text::Lang::En, false))
            });
        let found = answer.partizan.unwrap();
        let shown = match expected {
            Expected::Values(_) => {
                Expected::Values(vec![found.value.and_then(|value| value.name).unwrap()])
            }
            Expected::Outcomes(_) => Expected::Outcomes(vec![found.winners.letters()]),
        };
        assert_eq!(shown, expected, "{question}");
    }
}

/// Methods that only supply values to another method, laws, which are not used for small positions
/// (the test file `law_theorem` compares laws), and theorems about two players (the test file
/// `coloured_hackenbush` compares them).
const FOR_OTHERS: &[&str] = &["ceoi-knights", "law", "colon"];

/// Maximum number of steps of a method, as counted by the budget.
const MAX_STEPS: u32 = 5000;

/// Methods that use up their steps in many cases.
const SLOW_ONES: &[&str] = &["search", "reference"];

#[test]
fn every_method_answers_the_corpus_rightly_or_not_at_all() {
    let files = corpus();
    let methods = grundy::settings::SessionSettings::default().switchable();
    let machine = Arc::new(Jit::new(2));
    let mut answered: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files {
        let open = file.ends_with("open.txt");
        // One session for each method, so that games are instantiated once.
        let mut sessions: Vec<(&str, Session)> = methods
            .iter()
            .map(|method| {
                let mut session = Session::new();
                session.settings.machine = Some(machine.clone());
                session.settings.always_generate = true;
                session.settings.without = methods
                    .iter()
                    .filter(|other| *other != method)
                    .map(|m| (*m).to_owned())
                    .collect();
                (*method, session)
            })
            .collect();
        let mut plain = Session::new();
        // If a method has answered, a law would only prove this answer again.
        plain
            .settings
            .without
            .extend(testkit::rounds(Some("law".to_owned()), None));
        for (number, case) in read(&file).iter().enumerate() {
            let mut some = false;
            // In the first round, the slow methods are tested only if no other method answers
            // sooner. Methods that were omitted in the first round are tested in the second round.
            for (most, again) in [(testkit::rounds(100, MAX_STEPS), false), (MAX_STEPS, true)] {
                for (place, (method, session)) in sessions.iter_mut().enumerate() {
                    // Unless all cases are run, a method that has answered often is tested only on
                    // every twelfth case.
                    let often = answered.get(method).is_some_and(|n| *n >= 5);
                    let left_out = often && (number + place) % testkit::rounds(12, 1) != 0;
                    if left_out && !again {
                        continue;
                    }
                    let slow = SLOW_ONES.contains(method);
                    if again && (some || open || !slow && !left_out) {
                        continue;
                    }
                    set_conventions(session, case);
                    if let Some((found, by)) =
                        answer(session, case, if slow { most } else { MAX_STEPS })
                    {
                        assert_eq!(found, case.expected, "{} by {method}", case.place);
                        // If play is already over at a position, the position needs no method.
                        if by
                            .iter()
                            .any(|names| names.split(", ").any(|name| name == *method))
                        {
                            *answered.entry(method).or_default() += 1;
                        }
                        some = true;
                    }
                }
            }
            set_conventions(&mut plain, case);
            if let Some(found) = by_definition(&mut plain, case) {
                assert_eq!(
                    found, case.expected,
                    "{} by the definition over whole positions",
                    case.place
                );
                *answered.entry("whole").or_default() += 1;
            }
            // Sums of several games need several methods at once.
            if let Some((found, _)) = answer(&mut plain, case, MAX_STEPS) {
                assert_eq!(found, case.expected, "{}", case.place);
                some = true;
            }
            assert_eq!(
                some,
                !open,
                "{}: {}",
                case.place,
                if open {
                    "answered, move it to another file"
                } else {
                    "no method answers"
                }
            );
        }
    }
    // If a method never answers a case of the corpus, the corpus does not test this method.
    let known = |method: &&str| {
        FOR_OTHERS.contains(method) || answered.get(method).is_some_and(|n| *n >= 5)
    };
    let seldom: Vec<&str> = methods
        .into_iter()
        .filter(|method| !known(method))
        .collect();
    assert!(
        seldom.is_empty(),
        "{seldom:?} answer hardly anything: {answered:?}"
    );
    println!("{answered:?}");
}

#[test]
fn every_library_game_and_every_kind_of_graph_or_board_has_a_case() {
    let asked: String = corpus()
        .iter()
        .flat_map(|file| read(file))
        .map(|case| case.question)
        .chain(partizan_cases().into_iter().map(|(question, _)| question))
        .map(|question| question.to_lowercase() + "\n")
        .collect();
    let asked: BTreeSet<&str> = asked
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let world = Session::new().world;
    let kinds = world.structures().iter().map(|kind| kind.name().to_owned());
    let games = world
        .declarations()
        .into_iter()
        .map(|game| game.name.to_lowercase());
    let missing: Vec<String> = games
        .chain(kinds)
        .filter(|name| !asked.contains(&name[..]))
        .collect();
    assert!(missing.is_empty(), "no case asks {missing:?}");
}
