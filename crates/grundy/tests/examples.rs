//! The rule files of `examples/laws`: each game's law is found and proved, as
//! `docs/laws-examples.md` says, and is correct on a box. Games that `docs/laws-examples.md`
//! describes as having the P-positions of Wythoff's game have the law of Wythoff's game.

use std::path::PathBuf;

use base::budget::Budget;
use dashu_int::{IBig, UBig};
use grundy::laws::{LawOutput, LawQuery, LawReport};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveOptions};

const SAID: &str = include_str!("../../../docs/laws-examples.md");

/// Games with parameters that differ from the parameters in their files, and games whose law takes
/// long to find.
const SLOW_GAMES: &[&str] = &[
    "WelterThree",
    "WythoffWithin(3)",
    "WythoffPlus(3, 4)",
    "WythoffPlus(4, 5)",
    "WythoffPlus(2, 5)",
    "WythoffUntil(2)",
    "WythoffUntil(3)",
    "WythoffUntil(4)",
    "WythoffUntil(5)",
    "WythoffUntil(6)",
    "CyclicNimhoff(2)",
    "CyclicNimhoff(4)",
    "MarkThirds",
    "MarkFifths",
    "WythoffWithin",
    "HoExtended",
    "ThreePiles",
    "AtLeastTheOther",
];

/// Returns a session with all files, and the games that they declare.
fn session() -> (Session, Vec<String>) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/laws");
    let mut session = Session::new();
    let mut games = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        games.extend(
            session
                .load_rules(
                    &path.display().to_string(),
                    &std::fs::read_to_string(&path).unwrap(),
                )
                .unwrap(),
        );
    }
    games.sort();
    (session, games)
}

/// Compares the law on a box with answers found without laws.
fn is_right(session: &mut Session, name: &str, report: &LawReport) {
    session.settings.without.insert("law".to_owned());
    let side: i64 = [40, 9, 5][report.slots.len() - 1];
    for number in 0..side.pow(report.slots.len() as u32) {
        let at: Vec<i64> = (0..report.slots.len() as u32)
            .map(|slot| number / side.pow(slot) % side)
            .collect();
        let question = format!(
            "{name}[{}]",
            at.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
        );
        let Ok(answer) = session.solve(&question, SolveOptions::VALUE, &Budget::generous()) else {
            continue;
        };
        if answer
            .position
            .first()
            .is_some_and(|component| *component.slots != *at)
        {
            continue;
        }
        let numbers: Vec<IBig> = at.iter().map(|&slot| IBig::from(slot)).collect();
        let told = match (report.law(), report.method()) {
            (Some((found, _)), _) => found.law.value(&numbers),
            (None, shown) => shown
                .unwrap()
                .told
                .value(&numbers, &Budget::generous())
                .unwrap(),
        };
        let outcomes = report
            .law()
            .is_some_and(|(found, _)| found.law.kind == LawOutput::Outcomes);
        let right = match outcomes {
            true => UBig::from(u8::from(answer.outcome.letter() != 'P')),
            false => UBig::from(answer.value.and_then(|value| value.as_nimber()).unwrap()),
        };
        assert_eq!(told, Some(right), "{question}");
    }
    session.settings.without.remove("law");
}

#[test]
fn laws_of_the_examples_are_found_and_proved() {
    let (mut session, mut games) = session();
    games.retain(|game| !SLOW_GAMES.contains(&&game[..]));
    games.extend(
        testkit::rounds(&[][..], SLOW_GAMES)
            .iter()
            .map(|game| (*game).to_owned()),
    );
    for game in games {
        let report = session
            .law(&game, &LawQuery::default(), &Budget::generous())
            .unwrap_or_else(|error| panic!("{game}: {error:?}"));
        assert_eq!(
            report.status(),
            AnswerStatus::Proved,
            "{game}: {:?}",
            report.tried
        );
        let states = report.law().map_or(String::new(), |(found, _)| {
            format!(": {} states", found.law.automaton.states())
        });
        let row = SAID
            .lines()
            .find(|line| line.starts_with(&format!("| {} | ", report.title)));
        assert!(
            row.is_some_and(|row| row.contains(&states) && row.contains(" | proved |")),
            "{}{states}: {row:?}",
            report.title
        );
        is_right(&mut session, &game, &report);
    }
}

#[test]
fn games_with_the_p_positions_of_wythoff_have_its_law() {
    let (mut session, _) = session();
    let budget = Budget::generous();
    let sought = LawQuery {
        outcomes: true,
        ..LawQuery::default()
    };
    let mut law = |name: &str| {
        session
            .law(name, &sought, &budget)
            .unwrap()
            .law()
            .unwrap_or_else(|| panic!("{name}"))
            .0
            .law
            .clone()
    };
    let wythoff = law("wythoff").automaton;
    for (name, same) in [
        ("HoRestricted", true),
        ("HoExtended", true),
        ("WythoffPlus(1, 3)", true),
        ("WythoffPlus(2, 4)", true),
        ("WythoffPlus(3, 4)", true),
        ("WythoffPlus(4, 5)", true),
        ("WythoffPlus(2, 5)", true),
        ("WythoffPlus(1, 4)", false),
    ] {
        let told = law(name).automaton;
        assert_eq!(
            told.same(&wythoff, &budget).unwrap().is_none(),
            same,
            "{name}"
        );
    }
}
