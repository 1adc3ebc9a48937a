//! Emitted code, run with the installed compilers and interpreters, and compared with the law and
//! with formulas. Languages whose compiler or interpreter is not installed are skipped, with a
//! message.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use automata::numeration::NumerationSystem;
use automata::{Automaton, LinearRelation, Track};
use base::budget::Budget;
use dashu_int::{IBig, UBig};
use fastrand::Rng;
use laws::emit::{EmitLanguage, EmitSubject, EmittedLaw};
use laws::{Law, LawError, LawNumerals, LawOutput};
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::world::World;
use testkit::rounds;

use super::proofs::{PROVED_LAWS, looked_for};

const RUN: [(EmitLanguage, &str); 3] = [
    (EmitLanguage::Cpp, "c++"),
    (EmitLanguage::Python, "python3"),
    (EmitLanguage::Rust, "rustc"),
];

fn world(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
    let game = world.instantiate("G", Vec::new()).unwrap();
    (world, game)
}

fn is_there(name: &str) -> bool {
    let there = Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !there {
        println!("skipped: {name} is not installed");
    }
    there
}

/// Returns the output of a program. Warnings of compilers are errors.
fn answers(language: EmitLanguage, name: &str, program: &str, asked: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("emit")
        .join(name);
    fs::create_dir_all(&folder).unwrap();
    let (source, made, input) = (
        folder.join("law.src"),
        folder.join("law.exe"),
        folder.join("asked.txt"),
    );
    fs::write(&source, program).unwrap();
    fs::write(&input, asked).unwrap();
    let compile = |runner: &str, flags: &[&str]| {
        let output = Command::new(runner)
            .args(flags)
            .arg(&source)
            .arg("-o")
            .arg(&made)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{name}: {}\n{program}",
            String::from_utf8_lossy(&output.stderr)
        );
        Command::new(&made)
    };
    let mut command = match language {
        EmitLanguage::Cpp => compile(
            "c++",
            &["-std=c++17", "-Wall", "-Wextra", "-Werror", "-x", "c++"],
        ),
        EmitLanguage::Rust => compile("rustc", &["--edition", "2021", "-D", "warnings"]),
        _ => {
            let mut command = Command::new("python3");
            command.arg(&source);
            command
        }
    };
    let output = command
        .stdin(fs::File::open(&input).unwrap())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{name}: {}\n{program}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().replace('\r', "")
}

/// Returns the input of a program with the probes, and the expected output.
fn asked(emitted: &EmittedLaw) -> (String, String) {
    let (mut asked, mut expected) = (String::new(), String::new());
    for probe in &emitted.probes {
        if let Some(told) = emitted.expected(probe) {
            asked += &(probe
                .slots
                .iter()
                .map(IBig::to_string)
                .collect::<Vec<_>>()
                .join(" ")
                + "\n");
            expected += &(told + "\n");
        }
    }
    (asked, expected)
}

/// Runs the emitted code of a law in a language and compares its output at the probes.
fn agrees(name: &str, subject: &EmitSubject<'_>, run: (EmitLanguage, &str)) {
    agreed(name, run, &|language| {
        subject.emit(language, &Budget::generous()).unwrap()
    });
}

fn agreed(
    name: &str,
    (language, runner): (EmitLanguage, &str),
    emit: &dyn Fn(EmitLanguage) -> EmittedLaw,
) {
    if !is_there(runner) {
        return;
    }
    let emitted = emit(language);
    let (asked, expected) = asked(&emitted);
    let answered = answers(
        language,
        &format!("{name}-{}", language.word()),
        &emitted.program().unwrap(),
        &asked,
    );
    for ((row, told), expected) in asked.lines().zip(answered.lines()).zip(expected.lines()) {
        assert_eq!(
            told,
            expected,
            "{name}, {}: [{row}]\n{}",
            language.word(),
            emitted.text()
        );
    }
    assert_eq!(answered.lines().count(), expected.lines().count(), "{name}");
}

/// Returns a law built from a linear equation, for a game with one slot for each element of `lows`.
fn linear(
    system: NumerationSystem,
    kind: LawOutput,
    lows: &[i128],
    equation: &[(Track, i128)],
    (world, game): &(World, GameId),
) -> Law {
    let budget = Budget::generous();
    let numerals = LawNumerals::from_system(system, &budget).unwrap();
    let mut automaton = numerals
        .linear(equation, 0, LinearRelation::Equal, &budget)
        .unwrap();
    for track in 0..lows.len() as Track + u32::from(kind != LawOutput::Outcomes) {
        if let Some(valid) = numerals.valid_on(track) {
            automaton = automaton.and(&valid, &budget).unwrap();
        }
    }
    assert_eq!(world.rules(*game).slots().len(), lows.len());
    Law {
        kind,
        numerals,
        lows: lows.to_vec(),
        automaton,
        prefix: None,
    }
}

const THREE: &str = "game G { state a in -3.., p[1..1] in 0.., int in 5.. move k in 1.. : [a - k, p[1], int] move k in 1.. : [a, p[1] - k, int] move k in 1.. : [a, p[1], int - k] }";
const ONE: &str = "game G { state n in 0.. move k in 1..n : [n - k] }";
const TWO: &str = "game G { state a in 2.., b in 2.. unordered move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] }";

/// The laws have values longer than the numbers, values of more than 64 bits, slots named like
/// keywords, and least numbers below and above 0.
#[test]
fn long_values_are_told_or_refused() {
    let (one, three) = (world(ONE), world(THREE));
    let fourfold = linear(
        NumerationSystem::Base(2),
        LawOutput::Values,
        &[0],
        &[(0, 4), (1, -1)],
        &one,
    );
    let ninefold = linear(
        NumerationSystem::Base(3),
        LawOutput::Values,
        &[0],
        &[(0, 9), (1, -1)],
        &one,
    );
    let sum = linear(
        NumerationSystem::Base(2),
        LawOutput::Values,
        &[-3, 0, 5],
        &[(0, 1), (1, 1), (2, 1), (3, -1)],
        &three,
    );
    for (name, law, (world, game), factor) in [
        ("fourfold", &fourfold, &one, 4),
        ("ninefold", &ninefold, &one, 9),
        ("sum", &sum, &three, 1),
    ] {
        let subject = EmitSubject::new(
            world,
            *game,
            PlayConvention::Normal,
            law,
            None,
            &Budget::generous(),
        )
        .unwrap();
        for run in RUN {
            // The number of compiled programs is small, because compilers are slow.
            if run.0 == EmitLanguage::Python || rounds(factor == 4, true) {
                agrees(name, &subject, run);
            }
        }
        let emitted = subject
            .emit(EmitLanguage::Cpp, &Budget::generous())
            .unwrap();
        for probe in &emitted.probes {
            let shifted: Vec<IBig> = probe
                .slots
                .iter()
                .zip(&law.lows)
                .map(|(slot, &low)| slot - IBig::from(low))
                .collect();
            let inside = shifted.iter().all(|slot| *slot >= IBig::ZERO);
            let value =
                inside.then(|| UBig::try_from(shifted.iter().sum::<IBig>() * factor).unwrap());
            assert_eq!(probe.told, value, "{name}: {probe:?}");
        }
        let refused = emitted.probes.iter().filter(|probe| {
            probe
                .told
                .as_ref()
                .is_some_and(|told| u64::try_from(told).is_err())
        });
        assert!(
            refused
                .filter_map(|probe| emitted.expected(probe))
                .any(|said| said == "-"),
            "{name}: no value of more than 64 bits"
        );
        let text = emitted.text();
        // 4n in base 2 and 9n in base 3 have two digits more than n. The sum of three numbers has
        // at most two digits more than the longest of the three numbers.
        assert!(text.contains("letters + 2;"), "{name}: {text}");
    }
}

const IN_PART: &str = "game G { state c in 2.., a[1..2] in 1.. unordered a move k in 1.. : { c -= k } move t in 1..2, k in 1..a[t] - 1 : { a[t] -= k } }";

/// In laws of outcomes in every numeration, also of sorted tuples, numbers that are not a position
/// are distinguished from N-positions.
#[test]
fn outcomes_in_all_numerals_are_told() {
    let (two, three, in_part) = (world(TWO), world(THREE), world(IN_PART));
    let systems = [
        NumerationSystem::Quadratic(2),
        NumerationSystem::Narayana,
        NumerationSystem::Base(3),
        NumerationSystem::Base(2),
        NumerationSystem::Quadratic(1),
        NumerationSystem::Tribonacci,
    ];
    for system in systems.into_iter().take(rounds(3, 6)) {
        let name = format!("{system:?}").replace(['(', ')'], "");
        let double = linear(
            system,
            LawOutput::Outcomes,
            &[2, 2],
            &[(0, 1), (1, -2)],
            &two,
        );
        let sum = linear(
            system,
            LawOutput::Outcomes,
            &[-3, 0, 5],
            &[(0, 1), (1, 1), (2, -1)],
            &three,
        );
        let pair = linear(
            system,
            LawOutput::Outcomes,
            &[2, 1, 1],
            &[(0, 1), (1, 1), (2, -2)],
            &in_part,
        );
        let laws = [
            ("double", &double, &two),
            ("three", &sum, &three),
            ("part", &pair, &in_part),
        ];
        for (kind, law, (world, game)) in laws {
            let name = format!("{kind}-{name}");
            let subject = EmitSubject::new(
                world,
                *game,
                PlayConvention::Normal,
                law,
                None,
                &Budget::generous(),
            )
            .unwrap();
            for run in RUN {
                if run.0 == EmitLanguage::Python
                    || rounds(
                        system == NumerationSystem::Quadratic(2) && kind != "three",
                        true,
                    )
                {
                    agrees(&name, &subject, run);
                }
            }
            let probes = subject
                .emit(EmitLanguage::Python, &Budget::generous())
                .unwrap()
                .probes;
            for told in [None, Some(UBig::ZERO), Some(UBig::ONE)] {
                assert!(
                    probes.iter().filter(|probe| probe.told == told).count() > 20,
                    "{name}: {told:?}"
                );
            }
        }
    }
}

/// Arbitrary automata are emitted as laws of outcomes.
#[test]
fn random_automata_are_told() {
    let mut rng = Rng::with_seed(5);
    let budget = Budget::generous();
    let three = world(THREE);
    for round in 0..rounds(4, 100) {
        let (base, nodes) = (rng.u8(2..5), rng.u8(2..12));
        let mut table: Vec<Vec<Vec<u8>>> = Vec::new();
        for _ in 0..3 {
            table.push(
                (0..nodes)
                    .map(|_| (0..base).map(|_| rng.u8(..nodes)).collect())
                    .collect(),
            );
        }
        let accepts: Vec<bool> = (0..nodes).map(|_| rng.bool()).collect();
        let step = |&node: &u8, phase: usize, digit: u8| {
            table[phase][usize::from(node)][usize::from(digit)]
        };
        let automaton = Automaton::build(
            base,
            vec![0, 1, 2],
            0,
            step,
            |&node| accepts[usize::from(node)],
            &budget,
        )
        .unwrap();
        let numerals = LawNumerals::from_system(NumerationSystem::Base(base), &budget).unwrap();
        let law = Law {
            kind: LawOutput::Outcomes,
            numerals,
            lows: vec![-3, 0, 5],
            automaton,
            prefix: None,
        };
        let subject = EmitSubject::new(
            &three.0,
            three.1,
            PlayConvention::Misere,
            &law,
            None,
            &budget,
        )
        .unwrap();
        agrees(&format!("random-{round}"), &subject, RUN[1]);
        if round % 20 == 10 {
            agrees(&format!("random-{round}"), &subject, RUN[0]);
            agrees(&format!("random-{round}"), &subject, RUN[2]);
        }
    }
}

/// Laws that a search found are emitted, including laws of powers of values.
#[test]
fn laws_that_are_found_are_told() {
    for (place, (text, measure, kind, system, play)) in PROVED_LAWS.iter().enumerate() {
        if !rounds(*kind == LawOutput::PowersOfValues || place == 3, true) {
            continue;
        }
        let (world, game, found) = looked_for(text, measure, *kind, *system, *play);
        if found.proof.is_err() {
            continue;
        }
        let subject =
            EmitSubject::new(world, game, *play, &found.law, None, &Budget::generous()).unwrap();
        for run in RUN {
            if run.0 != EmitLanguage::Cpp || rounds(place != 3, true) {
                agrees(&format!("found-{place}"), &subject, run);
            }
        }
    }
}

/// A table with one wrong entry gives another output at some probe.
#[test]
fn a_wrong_entry_is_noticed() {
    if !is_there("python3") {
        return;
    }
    // Every number is a position, so no entry leads to the dead node, and each entry leads to a
    // different state.
    let text = "game G { state n in 0.. move k in 1..4 : [n - k] }";
    let (world, game, found) = looked_for(
        text,
        &[1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    );
    let subject = EmitSubject::new(
        world,
        game,
        PlayConvention::Normal,
        &found.law,
        None,
        &Budget::generous(),
    )
    .unwrap();
    let emitted = subject
        .emit(EmitLanguage::Python, &Budget::generous())
        .unwrap();
    let (program, (asked, expected)) = (emitted.program().unwrap(), asked(&emitted));
    assert_eq!(
        answers(EmitLanguage::Python, "right", &program, &asked),
        expected
    );
    let (before, rest) = program.split_once("_NEXT = (\n").unwrap();
    let (table, after) = rest.split_once(")\n").unwrap();
    let entries: Vec<usize> = table
        .split(',')
        .filter_map(|entry| entry.trim().parse().ok())
        .collect();
    let states = entries.len() / 2 - 1;
    for place in (0..2 * states).step_by(rounds(3, 1)) {
        let mut wrong = entries.clone();
        wrong[place] = (wrong[place] + 1) % states;
        let table: Vec<String> = wrong.iter().map(usize::to_string).collect();
        let program = format!("{before}_NEXT = (\n    {},\n)\n{after}", table.join(", "));
        assert_ne!(
            answers(EmitLanguage::Python, "wrong", &program, &asked),
            expected,
            "entry {place}"
        );
    }
}

/// A law that is too large, or has unbounded values, is rejected.
#[test]
fn what_cannot_be_emitted_is_refused() {
    let budget = Budget::generous();
    let one = world(ONE);
    let why = |law: &Law| match EmitSubject::new(
        &one.0,
        one.1,
        PlayConvention::Normal,
        law,
        None,
        &budget,
    )
    .unwrap()
    .emit(EmitLanguage::Python, &budget)
    {
        Err(LawError::Outside(why)) => why.en,
        other => panic!("{other:?}"),
    };
    // The law accepts every value at each position.
    let all = Law {
        kind: LawOutput::Values,
        numerals: LawNumerals::from_system(NumerationSystem::Base(2), &budget).unwrap(),
        lows: vec![0],
        automaton: Automaton::all(2, vec![0, 1]),
        prefix: None,
    };
    assert_eq!(
        why(&all),
        "the automaton gives several values for a position"
    );
    let fibonacci = linear(
        NumerationSystem::Quadratic(1),
        LawOutput::Values,
        &[0],
        &[(0, 1), (1, -1)],
        &one,
    );
    assert_eq!(
        why(&fibonacci),
        "Grundy values in Fibonacci digits cannot be emitted"
    );
    // The law accepts n if n is a multiple of 60,001.
    let step = |&rest: &u32, _: usize, digit: u8| (2 * rest + u32::from(digit)) % 60_001;
    let automaton = Automaton::build(2, vec![0], 0, step, |&rest| rest == 0, &budget).unwrap();
    let multiples = Law {
        kind: LawOutput::Outcomes,
        automaton,
        ..all.clone()
    };
    assert_eq!(
        why(&multiples),
        "the law is too large to be emitted: more than 100000 transitions"
    );
}

/// The maximum number that may be removed from n, in the rule language and as a function, and the
/// least n.
type Taken = (&'static str, fn(i64) -> i64, i64);

const MAXIMA: [Taken; 7] = [
    ("n / 2", |n| n / 2, 0),
    ("isqrt(n)", |n| (n as f64).sqrt() as i64, 0),
    (
        "max(bitlen(n / 3) - 1, 0)",
        |n| (64 - i64::from((n / 3).leading_zeros()) - 1).max(0),
        0,
    ),
    ("min((2 * n + 1) / 3, 7)", |n| ((2 * n + 1) / 3).min(7), 1),
    ("(n + 5) / 4", |n| (n + 5).div_euclid(4), -3),
    ("n - n / 2", |n| n - n / 2, 0),
    (
        "min(7, n / 2, (n + 3) / 3)",
        |n| 7.min(n / 2).min((n + 3) / 3),
        0,
    ),
];

/// The law of Maximum Nim agrees with the definition at small numbers, and the code in each
/// language agrees with the law.
#[test]
fn maximum_nim_is_emitted() {
    let budget = Budget::generous();
    for (place, (most, of, low)) in MAXIMA.into_iter().enumerate() {
        let (world, game) = world(&format!(
            "game G {{ state n in {low}.. move k in 1..{most} : [n - k] }}"
        ));
        let known = Err(base::text!("", ""));
        let shown = laws::find_without_search(&world, game, &known, &budget)
            .unwrap()
            .unwrap_or_else(|| panic!("{most} is not read"));
        let laws::ValueFunction::Maximum(maximum) = &shown.told else {
            panic!("{most}")
        };
        let emit = |language| {
            laws::emit::emit_maximum_nim(&world, game, maximum, language, &budget).unwrap()
        };
        let mut values: Vec<u64> = Vec::new();
        for n in low..low + 100 {
            let left: Vec<u64> = (1..=of(n).min(n - low))
                .map(|k| values[(n - k - low) as usize])
                .collect();
            values.push((0..).find(|value| !left.contains(value)).unwrap());
        }
        let python = emit(EmitLanguage::Python);
        let told = |n: i64| {
            python
                .probes
                .iter()
                .find(|probe| probe.slots == [IBig::from(n)])
                .unwrap()
                .told
                .clone()
        };
        for (n, &value) in (low..).zip(&values) {
            assert_eq!(told(n), Some(UBig::from(value)), "{most}: {n}");
        }
        assert_eq!(told(low - 1), None);
        for run in RUN {
            // The number of compiled programs is small, because compilers are slow.
            if run.0 == EmitLanguage::Python
                || rounds(
                    place == 1 && run.0 == EmitLanguage::Cpp
                        || place == 6 && run.0 == EmitLanguage::Rust,
                    true,
                )
            {
                agreed(&format!("maximum-{place}"), run, &emit);
            }
        }
        assert!(
            emit(EmitLanguage::Latex)
                .text()
                .contains(r"f(n) > f(n - 1)")
        );
        let Err(LawError::Outside(why)) =
            laws::emit::emit_maximum_nim(&world, game, maximum, EmitLanguage::Dot, &budget)
        else {
            panic!("{most}")
        };
        assert_eq!(
            why.en,
            "G follows the law of maximum Nim, which is not an automaton and cannot be written as DOT"
        );
    }
}

/// Whether a state accepts, and the targets of its letters.
type State = (bool, HashMap<Vec<u8>, usize>);

/// Parses the numerations and the states of a text for Walnut.
fn walnut(text: &str) -> (Vec<String>, HashMap<usize, State>) {
    let mut lines = text.lines();
    let systems = lines
        .next()
        .unwrap()
        .split(' ')
        .map(str::to_owned)
        .collect();
    let mut states: HashMap<usize, State> = HashMap::new();
    let mut at = 0;
    for line in lines.filter(|line| !line.is_empty()) {
        match line.split_once(" -> ") {
            Some((letter, to)) => {
                let letter = letter
                    .split(' ')
                    .map(|digit| digit.parse().unwrap())
                    .collect();
                let before = states
                    .get_mut(&at)
                    .unwrap()
                    .1
                    .insert(letter, to.parse().unwrap());
                assert_eq!(before, None, "{line}");
            }
            None => {
                let (id, accepts) = line.split_once(' ').unwrap();
                at = id.parse().unwrap();
                assert!(
                    matches!(accepts, "0" | "1")
                        && states
                            .insert(at, (accepts == "1", HashMap::new()))
                            .is_none(),
                    "{line}"
                );
            }
        }
    }
    (systems, states)
}

/// The automaton for Walnut accepts the output of the law, with and without leading zeros:
/// P-positions, or positions with their values.
#[test]
fn walnut_reads_what_laws_say() {
    let budget = Budget::generous();
    for (system, name) in [
        (NumerationSystem::Base(2), "msd_2"),
        (NumerationSystem::Base(11), "msd_11"),
        (NumerationSystem::Quadratic(1), "msd_fib"),
        (NumerationSystem::Narayana, "msd_nara"),
        (NumerationSystem::Tribonacci, "msd_trib"),
    ] {
        for kind in [LawOutput::Outcomes, LawOutput::Values].into_iter().take(
            if matches!(system, NumerationSystem::Base(_)) {
                2
            } else {
                1
            },
        ) {
            let two = world(
                "game G { state a in 2.., b in 0.. move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] }",
            );
            // A position is P iff a - 2 is twice b. The value is the sum of the numbers minus the
            // least values.
            let equation: &[(Track, i128)] = if kind == LawOutput::Outcomes {
                &[(0, 1), (1, -2)]
            } else {
                &[(0, 1), (1, 1), (2, -1)]
            };
            let law = linear(system, kind, &[2, 0], equation, &two);
            let subject =
                EmitSubject::new(&two.0, two.1, PlayConvention::Normal, &law, None, &budget)
                    .unwrap();
            let text = subject.emit(EmitLanguage::Walnut, &budget).unwrap().text();
            let (systems, states) = walnut(&text);
            assert_eq!(
                systems,
                vec![name.to_owned(); if kind == LawOutput::Outcomes { 2 } else { 3 }]
            );
            let numerals = LawNumerals::from_system(system, &budget).unwrap();
            let accepts = |numbers: &[u32], zeros: usize| {
                let words: Vec<Vec<u8>> = numbers
                    .iter()
                    .map(|&n| numerals.digits(&UBig::from(n)))
                    .collect();
                let length = words.iter().map(Vec::len).max().unwrap() + zeros;
                let mut at = Some(0);
                for place in 0..length {
                    let letter = words
                        .iter()
                        .map(|word| {
                            (place + word.len())
                                .checked_sub(length)
                                .map_or(0, |place| word[place])
                        })
                        .collect::<Vec<u8>>();
                    at = at.and_then(|at| states[&at].1.get(&letter).copied());
                }
                at.is_some_and(|at| states[&at].0)
            };
            for (a, b) in (0..40).flat_map(|a| (0..20).map(move |b| (a, b))) {
                for zeros in [0, 2] {
                    if kind == LawOutput::Outcomes {
                        assert_eq!(
                            accepts(&[a, b], zeros),
                            a == 2 * b,
                            "{name}: {a} {b}\n{text}"
                        );
                    } else {
                        for value in [0, a, a + b, a + b + 1, 2 * a] {
                            assert_eq!(
                                accepts(&[a, b, value], zeros),
                                value == a + b,
                                "{name}: {a} {b} {value}\n{text}"
                            );
                        }
                    }
                }
            }
        }
    }
    let one = world(ONE);
    let pell = linear(
        NumerationSystem::Quadratic(2),
        LawOutput::Outcomes,
        &[0],
        &[(0, 1)],
        &one,
    );
    let Err(LawError::Outside(why)) =
        EmitSubject::new(&one.0, one.1, PlayConvention::Normal, &pell, None, &budget)
            .unwrap()
            .emit(EmitLanguage::Walnut, &budget)
    else {
        panic!("Pell digits")
    };
    assert_eq!(
        why.en,
        "Walnut has no numeration system with the weights of these Pell digits"
    );
}
