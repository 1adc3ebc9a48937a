//! Reasons for positions: the mex of the reported options is the value. Each theorem with an
//! explanation states the value of many positions in both languages. Positions of any size have
//! reasons.

use base::budget::Budget;
use grundy::Session;
use grundy::why::WhyAnswer;
use rules::game::Outcome;

fn why(session: &mut Session, question: &str) -> WhyAnswer {
    session
        .why(question, &Budget::generous())
        .unwrap_or_else(|error| panic!("{question}: {}", error.render(base::text::Lang::En, false)))
}

#[test]
fn the_value_is_the_least_that_no_option_has() {
    let mut session = Session::new();
    session.settings.switch_off("nim").unwrap();
    let questions = (0..40).map(|n| format!("kayles[{n}] + partition[{n}]"));
    let mixed = (0..8).flat_map(|a| {
        (0..8).map(move |b| {
            format!(
                "corners[{a}, {b}] + chomp(4, 2)[{}, {}]",
                a.max(b).min(4),
                a.min(b).min(4)
            )
        })
    });
    let mut steps = 0;
    for question in questions.chain(mixed) {
        for part in why(&mut session, &question).parts {
            let Some(mex) = part.mex else { continue };
            let values: Vec<u64> = mex
                .values
                .iter()
                .filter_map(|of| of.value.as_nimber())
                .collect();
            let missing = (0..).find(|value| !values.contains(value));
            assert_eq!(
                part.value.and_then(|value| value.as_nimber()),
                missing,
                "{question}"
            );
            assert!(values.is_sorted(), "{question}");
            let counted: usize = mex.values.iter().filter_map(|of| of.count).sum();
            assert_eq!(mex.options, Some(counted), "{question}");
            steps += 1;
        }
    }
    assert!(steps > 100, "{steps} steps were looked at");
}

/// Theorems, each with small and large positions that the theorem answers.
const APPLIED_THEOREMS: &[(&str, &[&str])] = &[
    (
        "nim",
        &[
            "nim[0]",
            "nim[7]",
            "nimthree[3, 4, 5]",
            "nim[9000000000000000000]",
        ],
    ),
    ("bachet", &["bash[0]", "bash[8]", "bash(6)[1000000000000]"]),
    (
        "interval",
        &[
            "subtract({2, 3, 4})[1]",
            "subtract({2, 3, 4})[11]",
            "subtract({5})[1000000000000]",
        ],
    ),
    (
        "subtraction",
        &[
            "subtract[0]",
            "subtract[3]",
            "subtract({2, 5, 7})[1000000000000]",
        ],
    ),
    (
        "wythoff",
        &[
            "wythoff[0, 0]",
            "wythoff[2, 1]",
            "wythoff[9, 4]",
            "wythoff[1000000000000, 1618033988749]",
        ],
    ),
    (
        "dynamic",
        &[
            "fibonaccinim[1]",
            "fibonaccinim[13]",
            "fibonaccinim[30, 2]",
            "dynamicsubtraction(3)[1000000000000]",
        ],
    ),
    (
        "dynamic",
        &[
            "doublingmisere[1, 1]",
            "doublingmisere[9, 7]",
            "doublingmisere[30, 4]",
            "doublingmisere[1000000000000, 7]",
        ],
    ),
    ("piles", &["sidebyside[7, 7]"]),
    ("staircase", &["staircase[3, 1, 4, 1]"]),
    (
        "sorted",
        &["georgiaandbob[1, 3, 4, 9]", "sortednim[1, 2, 2, 7]"],
    ),
    ("ed", &["ed[4, 6]", "ed[1, 1]"]),
    ("kiki", &["kiki[3, 3]", "kiki[4, 3]"]),
    (
        "euclid",
        &[
            "euclid[34, 12]",
            "euclid[5, 0]",
            "euclid[7, 7]",
            "euclid[24, 15]",
        ],
    ),
    ("again-stone", &["againstone[13]", "againstone[8]"]),
    (
        "lasker",
        &[
            "laskernim[8]",
            "laskernim[7]",
            "laskernim[5]",
            "laskernim[0]",
        ],
    ),
    (
        "bottles",
        &["bottles[0]", "bottles[9]", "bottles[9000000000000000000]"],
    ),
    ("powers", &["powertake[5]"]),
    (
        "multiplication",
        &["multiplication[1]", "multiplication[17]"],
    ),
    (
        "new-stone",
        &[
            "newstone3[2, 1, 3]",
            "newstone3[1, 1, 0]",
            "newstone4[0, 0, 0, 0]",
            "newstone4[1, 2, 3, 4]",
        ],
    ),
    ("octal-periodicity", &["kayles[1000000000]"]),
    (
        "coins",
        &[
            "turtles[5]",
            "mockturtles[4]",
            "triplets[5]",
            "ruler[12]",
            "corners[3, 5]",
            "squares(7)[8, 12]",
            "multiples(1000000)[3]",
        ],
    ),
];

#[test]
fn theorems_say_how_they_work() {
    let mut session = Session::new();
    let text = "game SideBySide { state a in 0.., b in 0.. move k in 1..3 : [a - k, b] move k in 1..5 : [a, b - k] }";
    session.load_rules("a.game", text).unwrap();
    for (name, questions) in APPLIED_THEOREMS {
        for question in *questions {
            let why = why(&mut session, question);
            let part = why
                .parts
                .first()
                .unwrap_or_else(|| panic!("{question} has a part"));
            let theorem = part
                .theorem
                .as_ref()
                .unwrap_or_else(|| panic!("{question} is answered by a theorem"));
            assert_eq!(theorem.name, *name, "{question}");
            let works = theorem
                .works
                .as_ref()
                .unwrap_or_else(|| panic!("{name} says how it works on {question}"));
            assert!(
                !works.en.is_empty()
                    && !works.zh.is_empty()
                    && works.en.lines().count() == works.zh.lines().count(),
                "{question}"
            );
            // The value in the text equals the value of the answer.
            let told = |before: &str| {
                works
                    .en
                    .rsplit_once(before)
                    .map(|(_, value)| value.trim().to_owned())
            };
            if let (Some(value), Some(told)) = (
                part.value,
                told("smallest missing value is ")
                    .or_else(|| told("least value missing is "))
                    .or_else(|| told("so the value is ")),
            ) {
                let told = told
                    .trim_end_matches("itself")
                    .trim()
                    .split(['=', ' '])
                    .next_back()
                    .unwrap_or_default();
                assert_eq!(told, value.to_string(), "{question}: {}", works.en);
            }
        }
    }
}

#[test]
fn sums_by_other_conventions_have_reasons() {
    for (question, play, sum, name, words) in [
        (
            "nim[1] + nim[2] + nim[4]",
            Some("misere"),
            None,
            "misere-nim",
            "heaps above 1: 2",
        ),
        (
            "nim[1] + nim[1]",
            Some("misere"),
            None,
            "misere-nim",
            "the number of heaps of 1 is 2",
        ),
        (
            "moore[1] + moore[2] + moore[3]",
            None,
            None,
            "moore",
            "ones mod 3",
        ),
        (
            "knights(5)[2, 3] + knights(5)[4, 4]",
            None,
            None,
            "suspense",
            "suspense",
        ),
        ("nim[1] + nim[1]", None, Some("any"), "selective", "won"),
    ] {
        let mut session = Session::new();
        session.settings.play = play.map(|_| rules::ast::PlayConvention::Misere);
        session.settings.sum = sum.map(|sum| sum.parse().unwrap());
        let why = why(&mut session, question);
        let theorem = why
            .whole
            .unwrap_or_else(|| panic!("{question} is decided as a whole"));
        assert_eq!(theorem.name, name);
        assert!(
            theorem.works.is_some_and(|works| works.en.contains(words)),
            "{question}"
        );
    }
}

#[test]
fn where_nothing_else_speaks_moves_are_answered() {
    let mut session = Session::new();
    session.settings.play = Some(rules::ast::PlayConvention::Misere);
    session.settings.without = ["misere-quotient".to_owned()].into();
    let why = why(&mut session, "kayles[5] + kayles[1]");
    let turns = why.turns.expect("no theorem speaks of it");
    assert_eq!(
        (why.answer.outcome == Outcome::P, turns.to_lost == 0),
        (turns.to_lost == 0, why.answer.outcome == Outcome::P)
    );
    let mut lost = 0;
    for n in 5..16 {
        let why = self::why(&mut session, &format!("kayles[{n}]"));
        let Some(turns) = why.turns.filter(|_| why.answer.outcome == Outcome::P) else {
            continue;
        };
        lost += 1;
        assert!(
            turns.moves > 0 && turns.answers.iter().all(|(_, answer)| answer.is_some()),
            "kayles[{n}]"
        );
    }
    assert!(lost > 0, "none of them is lost");
}

/// For a heap with more options than can be listed, options are reported if a theorem provides an
/// option for each smaller value. If no theorem provides an option for each smaller value, no
/// options are reported.
#[test]
fn too_many_options_are_not_listed() {
    let mut session = Session::new();
    let found = why(&mut session, "splittwo[1000000000000]");
    assert!(
        found.parts[0].theorem.is_some()
            && found.parts[0]
                .mex
                .as_ref()
                .is_none_or(|mex| mex.options.is_none())
    );
    assert_eq!(found.answer.outcome, Outcome::N);
    let found = why(&mut session, "splittwo[1000]");
    let mex = found.parts[0].mex.as_ref().unwrap();
    assert_eq!(
        (mex.options, mex.values[0].count, found.example.is_some()),
        (Some(999), Some(999), true)
    );
    let found = why(&mut session, "digraph(a>b b>a b>c; at b)");
    assert_eq!(
        (found.answer.outcome, found.remoteness),
        (Outcome::N, Some(1))
    );
}
