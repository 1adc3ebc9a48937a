//! Compares the problems of `examples/wild` with the answers of separate programs, which search
//! without this project. Each file of `tests/wild` contains random inputs of a problem and their
//! answers. The files of `examples/judge` are the brute force of the problems with their names, and
//! answer their samples.

use std::cell::Cell;
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

/// Returns the rule files of a folder.
fn files(name: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "game"))
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    files
}

fn check_samples(name: &str, problem: &mut RuleProblem<'_>) {
    let wrong = problem.wrong_sample(&Budget::generous());
    let wrong = wrong.unwrap_or_else(|error| panic!("{name}: {}", error.text().en));
    assert!(wrong.is_none(), "{name}: {}", wrong.unwrap().en);
}

#[test]
fn files_of_judge_problems_answer_their_samples() {
    for file in files("../../examples/judge") {
        let mut session = session(&file);
        let mut problem = RuleProblem::find(&mut session, None).unwrap();
        assert!(!problem.samples().is_empty());
        check_samples(&file.display().to_string(), &mut problem);
    }
}

/// The player of `p1971` wins the boards that the rule file wins.
#[test]
fn rabbit_and_egg_by_matching_and_by_rules() {
    let budget = Budget::generous();
    let mut session = session(&folder("../../examples/judge/rabbit.game"));
    let mut problem = RuleProblem::find(&mut session, None).unwrap();
    for seed in 0..testkit::rounds(60, 1000) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (rows, columns) = (rng.usize(1..4), rng.usize(1..5));
        let mut signs: Vec<char> = (0..rows * columns)
            .map(|_| if rng.bool() { 'O' } else { 'X' })
            .collect();
        signs[rng.usize(..rows * columns)] = '.';
        let board = signs.chunks(columns).map(String::from_iter);
        let text = board.fold(format!("{rows} {columns}"), |text, row| text + "\n" + &row);
        let mut reader = judge::InputReader::new(&text, &budget);
        let mut player = (judge::game("p1971").unwrap().start)(&mut reader).unwrap();
        let wins = player.winning_move().is_some();
        let input = ProblemInput {
            name: "board",
            text: &text,
        };
        let answer = problem.answer(input, &budget).unwrap();
        assert_eq!(answer.trim(), if wins { "rabbit" } else { "egg" }, "{text}");
    }
}

#[test]
fn answers_are_those_of_other_programs() {
    for file in files("../../examples/wild") {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let data = folder("tests/wild").join(format!("{name}.txt"));
        let data = std::fs::read_to_string(&data).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut session = session(&file);
        let mut problem =
            RuleProblem::find(&mut session, None).unwrap_or_else(|error| panic!("{error:?}"));
        let budget = Budget::generous();
        check_samples(&name, &mut problem);
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

/// A problem whose output the rule language cannot state is a named problem.
#[test]
fn named_problems_are_answered_as_by_other_programs() {
    let problem = judge::problem("red_blue_hackenbush").unwrap();
    let data = folder("tests/wild").join("33-hackenbush-red-blue.txt");
    let data = std::fs::read_to_string(data).unwrap();
    let cases = cases(&data);
    assert!(cases.len() >= FAST);
    for (input, expected) in cases {
        let output = problem.answer(input, &Budget::generous()).unwrap();
        let wrong = difference(expected, &output);
        assert!(wrong.is_none(), "{}\n{input}", wrong.unwrap().en);
    }
}

/// Returns the output of a problem that a text describes.
fn output(rules: &str, input: &str) -> String {
    let mut session = Session::with_world(World::with_library());
    session.load_rules("rules", rules).unwrap();
    let mut problem = RuleProblem::find(&mut session, None).unwrap();
    let given = ProblemInput {
        name: "input",
        text: input,
    };
    problem.answer(given, &Budget::generous()).unwrap()
}

/// An output that takes the results of questions is written once, also for no question.
#[test]
fn an_output_takes_the_results_of_all_questions() {
    let rules = "game G { input n in 0..9, A[i] in 0..9 for i in 1..n state x in 0.. \
                 move k in 1..2 : [x - k] ask each [A[i]] for i in 1..n \
                 output size(wins), \" \", total(wins[k] for k in 1..size(wins)) }";
    assert_eq!(output(rules, "0"), "0 0\n");
    assert_eq!(output(rules, "4 0 1 3 5"), "4 2\n");
}

/// Of several winning moves, the first label in alphabetical order is written, by every method.
#[test]
fn a_winning_move_does_not_depend_on_the_method() {
    let rules = "game G { input a in 1..9, b in 1..9 state x in 0.. move \"take {k}\" k in 1..3 : [x - k] \
                 ask [a] + [b] output winning moves, \" \", winning move }";
    assert_eq!(output(rules, "4 1"), "2 take 1\n");
    let mut session = Session::with_world(World::with_library());
    session.load_rules("rules", rules).unwrap();
    let mut problem = RuleProblem::find(&mut session, None).unwrap();
    let wrong = problem.test(0..20, 5, &Budget::generous()).unwrap();
    assert!(
        wrong.is_none(),
        "{:?}",
        wrong.map(|(seed, _, why)| (seed, why.en))
    );
}

/// Returns how many budget polls the answer to an input takes.
fn polls(name: &str, input: &str) -> u64 {
    let mut session = session(&folder("../../examples/wild").join(format!("{name}.game")));
    let mut problem = RuleProblem::find(&mut session, None).unwrap();
    let count = Cell::new(0);
    let stop = || {
        count.set(count.get() + 1);
        None
    };
    let budget = Budget::new(2 << 30, &stop, &|_, _| ());
    let given = ProblemInput { name, text: input };
    problem.answer(given, &budget).unwrap();
    count.get()
}

/// Guards of speed: the cases of an input share their game and what was computed about it, so each
/// further case costs a few polls only.
#[test]
fn cases_share_what_is_computed() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut dates = |count: usize| {
        let lines = (0..count).map(|_| {
            let (y, m, d) = (rng.u32(1900..2001), rng.u32(1..=12), rng.u32(1..=28));
            format!("{y} {m} {d}\n")
        });
        format!("{count}\n{}", lines.collect::<String>())
    };
    let (few, many) = (dates(100), dates(400));
    let counts = [few, many].map(|input| polls("58-calendar-game", &input));
    assert!(counts[1] - counts[0] <= 4 * 300, "{counts:?}");
    let mut texts = |count: usize| {
        let lines = (0..count).map(|_| {
            let text: String = (0..200).map(|_| ['0', '1'][rng.usize(..2)]).collect();
            format!("200\n{text}\n")
        });
        format!("{count}\n{}", lines.collect::<String>())
    };
    let (few, many) = (texts(10), texts(40));
    let counts = [few, many].map(|input| polls("14-cf1527b2-palindrome-game", &input));
    assert!(counts[1] - counts[0] <= 4 * 30 + counts[0], "{counts:?}");
}

/// Guards of speed: a search for the winner stops at the first winning move, and tries the moves
/// with the fewest replies first.
#[test]
fn searches_for_a_winner_stop_early() {
    let pawns = "4 4\nBBBB\n....\n....\nWWWW\n";
    let board = "4 5\n.....\n.....\n.....\n.....\n";
    let counts = [("35-hexapawn", pawns), ("30-domineering", board)];
    let counts = counts.map(|(name, input)| polls(name, input));
    // Domineering is divided into parts.
    assert!(counts[0] <= 600 && counts[1] <= 60, "{counts:?}");
}

#[test]
fn random_inputs_agree_with_the_reference() {
    for name in [
        "16-more-reclamation",
        "30-domineering",
        "32-toads-and-frogs",
        "35-hexapawn",
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
