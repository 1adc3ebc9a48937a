//! Guards of speed: work that users would notice if it became slow is counted instead of timed, in
//! budget polls (about a thousand small steps each) and positions. The limits are about twice the
//! counts of 2026-11-28; `docs/benchmarks.md` has the times.

use std::cell::Cell;

use base::budget::Budget;
use fastrand::Rng;
use grundy::laws::LawQuery;
use grundy::{Session, SolveOptions};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::SumKind;

use crate::support::{SessionAnswers, session_with};

/// Returns how many budget polls some work takes.
fn polls(work: impl FnOnce(&Budget<'_>)) -> u64 {
    let count = Cell::new(0);
    let stop = || {
        count.set(count.get() + 1);
        None
    };
    work(&Budget::new(2 << 30, &stop, &|_, _| ()));
    count.get()
}

/// Returns how many budget polls some questions take in one session.
fn polls_of(session: &mut Session, questions: impl IntoIterator<Item = String>) -> u64 {
    let asked = SolveOptions::VALUE;
    polls(|budget| {
        for question in questions {
            session
                .solve(&*question, asked, budget)
                .unwrap_or_else(|error| panic!("{question}: {error:?}"));
        }
    })
}

/// A question that follows other questions about the same games costs only a few polls, because
/// only positions that the question needs are searched.
#[test]
fn batches_of_questions() {
    let mut rng = Rng::with_seed(51);
    let sums: Vec<String> = (0..2_000)
        .map(|_| format!("nim[{}] + kayles[{}]", rng.u32(..200), rng.u32(1..300)))
        .collect();
    let boards: Vec<String> = (0..160)
        .map(|_| {
            let row = |rng: &mut Rng| {
                (0..4)
                    .map(|_| if rng.u32(..5) == 0 { '#' } else { '.' })
                    .collect::<String>()
            };
            format!(
                "cram(4, 4)[\"{} / {} / {} / {}\"]",
                row(&mut rng),
                row(&mut rng),
                row(&mut rng),
                row(&mut rng)
            )
        })
        .collect();
    for (name, questions, most) in [
        ("sums of Nim and Kayles", sums, 2_400),
        (
            "rows of Kayles",
            (1..=300).map(|n| format!("kayles[{n}]")).collect(),
            1_500,
        ),
        (
            "long rows of Kayles",
            (1..=1_500).map(|n| format!("kayles[{n}]")).collect(),
            47_000,
        ),
        ("boards of Cram", boards, 1_600),
    ] {
        let count = polls_of(&mut Session::new(), questions);
        println!("{name}: {count} polls");
        assert!(
            count <= most,
            "{name}: {count} polls, at most {most} are expected"
        );
    }
}

/// Maximum Nim by its recursion: its law confirms an answer in one step per value of the recursion,
/// and only up to a bound on the number of steps.
#[test]
fn heaps_of_maximum_nim() {
    for (question, most) in [("b[1000000000007]", 15_000), ("b[100000000000007]", 80_000)] {
        let mut session = session_with(
            "b.game",
            "game B { state n in 0..  move x in 1..isqrt(n) : [n - x] }",
        );
        let count = polls_of(&mut session, [question.to_owned()]);
        println!("{question}: {count} polls");
        assert!(
            count <= most,
            "{question}: {count} polls, at most {most} are expected"
        );
    }
}

/// An interval of any size costs as much as a small interval, in answers and in explanations.
#[test]
fn wide_intervals() {
    let rules = "game Constrained(L = 2, R = 5) { state n in 0.. move k in L..R : [n - k] }";
    for question in [
        "constrained(12345, 99999)[1000000000]",
        "constrained(1234, 9999)[5000]",
        "constrained(123456789, 999999999999)[8000000000000]",
    ] {
        let mut session = session_with("c.game", rules);
        let count = polls_of(&mut session, [question.to_owned()]);
        let explained = polls(|budget| drop(session.explain(question, false, budget).unwrap()));
        println!("{question}: {count} polls, {explained} for the explanation");
        assert!(
            count <= 100 && explained <= 100,
            "{question}: {count} polls, {explained} for the explanation"
        );
    }
}

/// A search that meets few positions is preferred to a table of a large box.
#[test]
fn few_positions_of_a_large_box() {
    let mut session = session_with(
        "d.game",
        "game D { state n in 1.. move d in 1..n-1 when n % d == 0 : [d] }",
    );
    // The value of a heap in this game is the number of prime factors of its size, with
    // repetitions.
    let answer = session.answer_to("d[98280] + d[65536]", SolveOptions::VALUE);
    assert_eq!(
        answer.value.and_then(|value| value.as_nimber()),
        Some(9 ^ 16)
    );
    assert!(
        answer.stats.positions <= 1_000,
        "{} positions",
        answer.stats.positions
    );
}

/// A measured cost listed in `docs/benchmarks.md` whose increase a user would notice.
struct Figure {
    question: &'static str,
    /// Methods that are switched off, separated by commas.
    without: &'static str,
    play: Option<PlayConvention>,
    sum: Option<(SumKind, EndCondition)>,
    max_polls: u64,
    /// Maximum number of positions whose value is known after the question; 0 if a theorem or a
    /// law answers the question.
    max_positions: u64,
}

/// Returns a question under the conventions of its games.
const fn figure(question: &'static str, max_polls: u64, max_positions: u64) -> Figure {
    Figure {
        question,
        without: "",
        play: None,
        sum: None,
        max_polls,
        max_positions,
    }
}

const EVERY: Option<(SumKind, EndCondition)> = Some((SumKind::Every, EndCondition::All));
const EVERY_UNTIL_ONE: Option<(SumKind, EndCondition)> = Some((SumKind::Every, EndCondition::One));
const ANY: Option<(SumKind, EndCondition)> = Some((SumKind::Any, EndCondition::All));

const FIGURES: &[Figure] = &[
    // Questions that are answered by tables and searches.
    Figure {
        without: "octal-periodicity,law",
        ..figure("kayles[5000]", 12_000, 7_600)
    },
    Figure {
        without: "law",
        ..figure("wythoff[300, 200]", 30_000, 69_000)
    },
    figure("galenim[60, 60, 60, 60]", 120_000, 960_000),
    Figure {
        without: "loopy",
        ..figure("ladders(60, 4)[59, 58, 57, 56]", 3_700, 740_000)
    },
    Figure {
        without: "loopy",
        ..figure(
            "annihilation(60, 4, {1, 2})[20, 18, 7, 3]",
            150_000,
            740_000,
        )
    },
    figure("chomp(9, 9)", 13_000, 73_000),
    // Questions about games on sets that are solved by parts.
    figure("cram(5, 5)", 130, 1_500),
    figure("cram(5, 7)", 350, 190_000),
    figure("queensplaced(8)", 180, 3_200),
    figure("takerun(60)", 2_000, 65),
    figure("chompboard(7, 7)", 370, 2_700),
    // Questions that are answered by theorems and laws.
    figure("nim[3] + nim[5]", 6, 0),
    figure("againstone[10**15]", 75, 0),
    figure("bash(10**6)[10**6 + 1]", 54, 0),
    figure("cutting[10**9, 10**9 + 7]", 13_000, 0),
    figure("kayles[10**15]", 18_000, 0),
    figure("cards[10**15]", 5_800, 0),
    figure("ed[10**17, 3 * 10**17]", 4_300, 0),
    figure("newstone4[10**15, 5, 7, 9]", 43_000, 0),
    // Questions about misère play and about sums other than the usual disjunctive sum.
    Figure {
        sum: EVERY,
        ..figure("kayles[2000] + nim[4]", 2_200, 3_100)
    },
    Figure {
        sum: ANY,
        ..figure("kayles[2000] + kayles[1900]", 2_200, 3_100)
    },
    Figure {
        sum: EVERY_UNTIL_ONE,
        ..figure(
            "bash(3)[50] + bash(3)[91] + bash(3)[44] + bash(3)[81]",
            620,
            140,
        )
    },
    figure(
        "together(bash(3)[50], bash(3)[91], bash(3)[44], bash(3)[81])",
        50,
        0,
    ),
    Figure {
        play: Some(PlayConvention::Misere),
        ..figure("6 * kayles[9] + kayles[12]", 730, 54)
    },
    Figure {
        play: Some(PlayConvention::Misere),
        ..figure("50000 * kayles[9] + 49999 * kayles[12] + kayles[7]", 80, 54)
    },
];

/// The cost of a single question.
#[test]
fn questions_of_the_benchmarks() {
    let mut slower = Vec::new();
    for figure in FIGURES {
        let mut session = Session::new();
        session.settings.without = figure
            .without
            .split(',')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        session.settings.play = figure.play;
        session.settings.sum = figure.sum.map(|(kind, _)| kind);
        session.settings.until = figure.sum.map(|(_, until)| until);
        let mut positions = 0;
        let count = polls(|budget| {
            let asked = SolveOptions::VALUE;
            let answer = session
                .solve(figure.question, asked, budget)
                .unwrap_or_else(|error| panic!("{}: {error:?}", figure.question));
            positions = answer.stats.positions;
        });
        println!("{}: {count} polls, {positions} positions", figure.question);
        if count > figure.max_polls || positions > figure.max_positions {
            let (polls, most) = (figure.max_polls, figure.max_positions);
            slower.push(format!(
                "{}: {count} polls of at most {polls}, {positions} positions of at most {most}",
                figure.question
            ));
        }
    }
    assert!(
        slower.is_empty(),
        "more work than expected:\n{}",
        slower.join("\n")
    );
}

/// The search for the law of Kayles takes a fifth of the steps that a search for a law may take.
#[test]
fn the_law_of_kayles() {
    let sought = LawQuery::default();
    let report = Budget::generous().bounded(u64::MAX, 100_000_000, &|_| (), |budget| {
        Session::new().law("kayles", &sought, budget)
    });
    assert!(
        report.is_ok_and(|report| report.law().is_some()),
        "the law of Kayles takes more steps than it did"
    );
}

/// The search for a law for all values of a parameter stops at a separate bound and reports the
/// forms that were tried.
#[test]
fn laws_for_all_values_end() {
    let mut session = Session::new();
    let sought = LawQuery {
        for_all: Some("m".to_owned()),
        ..LawQuery::default()
    };
    let count = polls(|budget| {
        let report = session.law("bash", &sought, budget).unwrap();
        assert!(report.given_up && !report.tried.is_empty(), "{report:?}");
    });
    println!("bash for all m: {count} polls");
    assert!(count < 75_000, "{count} polls");
}
