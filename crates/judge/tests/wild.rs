//! Compares the problems of `examples/wild` with the answers of separate programs, which search
//! without this project. Each file of `tests/wild` contains random inputs of a problem and their
//! answers.

use std::path::{Path, PathBuf};

use base::budget::Budget;
use grundy::Session;
use grundy::problem::ProblemInput;
use judge::{RuleProblem, difference};
use rules::world::World;

/// Number of cases of each problem in the fast tier.
const FAST: usize = 20;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn session(file: &Path) -> Session {
    let mut session = Session::with_world(World::with_library());
    let text = std::fs::read_to_string(file).unwrap();
    session
        .load_rules(&file.display().to_string(), &text)
        .unwrap_or_else(|error| panic!("{}", error.text().en));
    session
}

/// Returns the inputs and answers of a file: each case is an input, a line `gives`, an answer and a
/// line `==`.
fn cases(text: &str) -> Vec<(&str, &str)> {
    text.split_terminator("==\n")
        .map(|case| case.split_once("gives\n").expect("a case has an answer"))
        .collect()
}

#[test]
fn answers_are_those_of_other_programs() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder("../../examples/wild"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "game"))
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let data = folder("tests/wild").join(format!("{name}.txt"));
        let data = std::fs::read_to_string(&data).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut session = session(&file);
        let mut problem =
            RuleProblem::find(&mut session, None).unwrap_or_else(|error| panic!("{error:?}"));
        let budget = Budget::generous();
        let wrong = problem.wrong_sample(&budget);
        let wrong = wrong.unwrap_or_else(|error| panic!("{name}: {}", error.text().en));
        assert!(wrong.is_none(), "{name}: {}", wrong.unwrap().en);
        let cases = cases(&data);
        assert!(cases.len() >= FAST, "{name}");
        let count = testkit::rounds(FAST, cases.len());
        for (input, expected) in &cases[..count] {
            let given = ProblemInput {
                name: &name,
                text: input,
            };
            let output = problem
                .answer(given, &budget)
                .unwrap_or_else(|error| panic!("{name}: {}\n{input}", error.text().en));
            let wrong = difference(expected, &output);
            assert!(wrong.is_none(), "{name}: {}\n{input}", wrong.unwrap().en);
        }
    }
}

#[test]
fn random_inputs_agree_with_the_reference() {
    for name in [
        "16-more-reclamation",
        "43-lieges-of-legendre",
        "25-sum-game",
        "58-calendar-game",
    ] {
        let mut session = session(&folder("../../examples/wild").join(format!("{name}.game")));
        let mut problem = RuleProblem::find(&mut session, None).unwrap();
        let seeds = 0..testkit::rounds(3, 60);
        let wrong = problem
            .test(seeds, 3, &Budget::generous())
            .unwrap_or_else(|error| panic!("{name}: {}", error.text().en));
        assert!(
            wrong.is_none(),
            "{name}: {}",
            wrong
                .map(|(_, test, why)| format!("{}\n{}", why.en, test.input))
                .unwrap()
        );
    }
}
