//! Loopy sums by values, compared with the search of whole positions: outcomes and all winning
//! moves of digraphs with cycles and of random `loopy` rules, in sums with each other and with
//! games that end.

use std::collections::BTreeMap;

use base::budget::Budget;
use base::text::Lang;
use fastrand::Rng;
use grundy::answer::{Answer, WinningMove};
use grundy::{Session, SolveOptions};
use rules::ast::PlayConvention;
use rules::game::Outcome;

use crate::support::{SessionAnswers, session_with};

const THEOREM: &str = "loopy";

fn ask(session: &mut Session, position: &str) -> Answer {
    let answer = session.solve(position, SolveOptions::MOVES, &Budget::generous());
    answer.unwrap_or_else(|error| panic!("{position}: {}", error.render(Lang::En, false)))
}

fn session(rules: &str) -> Session {
    session_with("random.game", rules)
}

/// Returns a loopy game: a row of cells with random steps; some of these steps end the game.
fn walk(rng: &mut Rng) -> String {
    let (cells, halt) = (rng.i64(3..9), rng.i64(1..3));
    let steps = |rng: &mut Rng| {
        (0..rng.usize(1..=3))
            .map(|_| rng.i64(1..cells).to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (one, other) = (steps(rng), steps(rng));
    let gone = if rng.bool() {
        format!("move when n == {halt} : nothing")
    } else {
        String::new()
    };
    format!(
        "game Walk {{ state n in 0..{last} loopy \
           move k in {{{one}}} when n >= {halt} : [(n + k) % {cells}] \
           move k in {{{other}}} when n >= k : [n - k] {gone} }} \
         game Stay {{ state n in 0..4 loopy move : walk[n % {cells}] move k in 0..4 when k != n : [k] move when n == 0 : nothing }}",
        last = cells - 1,
    )
}

/// Returns a token on a digraph whose vertex 0 has no moves.
fn digraph(rng: &mut Rng) -> String {
    let vertices = rng.u32(2..8);
    let arcs: Vec<(u32, u32)> = (0..rng.u32(vertices..3 * vertices))
        .map(|_| (rng.u32(1..vertices), rng.u32(0..vertices)))
        .collect();
    let shown: Vec<String> = arcs
        .iter()
        .map(|(tail, head)| format!("v{tail}>v{head}"))
        .collect();
    format!("digraph({}; at v{})", shown.join(" "), arcs[0].0)
}

#[test]
fn values_agree_with_the_search_of_whole_positions() {
    let mut rng = Rng::with_seed(4);
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..testkit::rounds(500, 1500) {
        let mut session = session(&walk(&mut rng));
        let parts: Vec<String> = (0..rng.usize(1..=3))
            .map(|_| match rng.u8(0..6) {
                0 | 1 => format!("walk[{}]", rng.u8(0..3)),
                2 => format!("stay[{}]", rng.u8(0..5)),
                3 => digraph(&mut rng),
                4 => format!("nim[{}]", rng.u8(0..4)),
                _ => format!("kayles[{}]", rng.u8(0..5)),
            })
            .collect();
        let position = parts.join(" + ");
        session.settings.without.clear();
        let found = ask(&mut session, &position);
        if !found.conventions.loopy {
            continue;
        }
        session.settings.without.insert(THEOREM.to_owned());
        session.settings.without.insert("retrograde".to_owned());
        let searched = ask(&mut session, &position);
        assert_eq!(found.outcome, searched.outcome, "{position}");
        let sorted = |list: Option<Vec<WinningMove>>| {
            let mut list = list.unwrap();
            list.sort_by_key(|one| format!("{one:?}"));
            list
        };
        assert_eq!(sorted(found.moves), sorted(searched.moves), "{position}");
        assert_eq!(
            (found.drawing.is_some(), searched.drawing.is_some()),
            [found.outcome == Outcome::D; 2].into(),
            "{position}"
        );
        if found.drawing.is_some() {
            let held = sorted(found.drawing);
            assert!(
                !held.is_empty() && found.more_drawing.is_none(),
                "{position}"
            );
            assert_eq!(held, sorted(searched.drawing), "{position}");
            // By the definition, a drawn position has no winning move, and every move that does not
            // keep the draw loses.
            for made in held.iter().take(1) {
                let left: Vec<String> = made
                    .leaves
                    .iter()
                    .map(|part| grundy::position_text::component(&session.world, part))
                    .collect();
                assert_eq!(
                    ask(&mut session, &left.join(" + ")).outcome,
                    Outcome::D,
                    "{position}"
                );
            }
        }
        let value = found.loopy.expect("every such sum has a value");
        assert_eq!(value.outcome(), found.outcome, "{position}");
        assert!(
            found.components.iter().all(|part| part.loopy.is_some()) && searched.loopy.is_none()
        );
        let kind = if value.as_nimber().is_some() {
            "finite"
        } else {
            "infinite"
        };
        *met.entry(format!(
            "{} {kind} {}",
            found.components[0].method,
            found.outcome.letter()
        ))
        .or_default() += 1;
    }
    for wanted in ["finite P", "finite N", "infinite N", "infinite D"] {
        let count = met
            .get(&format!("{THEOREM} {wanted}"))
            .copied()
            .unwrap_or(0);
        assert!(count >= testkit::rounds(15, 50), "{wanted}: {met:?}");
    }
}

#[test]
fn what_values_cannot_tell_is_declined_with_a_reason() {
    let rules = "game Goal { state n in 0..2 goal n == 1 loopy move : [(n + 1) % 3] } \
                 game Split { state n in 0..3 loopy move when n > 1 : [n - 1] + [0] move when n == 1 : [1] } \
                 game Ring { state n in 0..2 loopy move : [(n + 1) % 3] }";
    let mut session = session(rules);
    for (position, reason) in [
        ("goal[0] + nim[1]", "a component can end the whole play"),
        (
            "split[3] + nim[1]",
            "a move of split[3] leaves several components",
        ),
    ] {
        let explained = session
            .explain(position, false, &Budget::generous())
            .unwrap();
        let attempt = explained
            .whole
            .iter()
            .find(|attempt| attempt.name == THEOREM)
            .unwrap();
        assert_eq!(attempt.result.reason().en, reason);
        assert!(ask(&mut session, position).loopy.is_none());
    }
    let answer = ask(&mut session, "ring[0] + nim[1000000007] + nim[5]");
    assert_eq!(answer.loopy.unwrap().to_string(), "∞{}");
    assert_eq!(
        answer.components[1].loopy.as_ref().unwrap().to_string(),
        "1000000007"
    );
    // The positions of successive questions are listed only once, and later graphs contain the
    // cached values.
    let long = "game Long { state n in 0..3000 loopy move when n > 0 : [n - 1] move when n > 9 : [n - 10] move when n == 7 : [n] }";
    session.load_rules("long.game", long).unwrap();
    let mut all = String::new();
    for n in 0..60 {
        all += &format!(
            "{} ",
            ask(&mut session, &format!("long[{n}]")).loopy.unwrap()
        );
    }
    session.forget();
    let mut again = String::new();
    for n in (0..60).rev() {
        again.insert_str(
            0,
            &format!(
                "{} ",
                ask(&mut session, &format!("long[{n}]")).loopy.unwrap()
            ),
        );
    }
    assert_eq!(all, again);
    assert!(all.contains('∞'), "{all}");
    assert!(
        ask(&mut session, "long[3000]").stats.positions < 3000,
        "what was listed before is not listed again"
    );
}

/// The P-positions of Epstein's game, from published tables. Numbers can grow without bound in
/// play. Every position that is not a P-position and has no move to a P-position is a draw.
#[test]
fn put_or_take_a_square() {
    const LOST: [u64; 19] = [
        0, 5, 20, 29, 45, 80, 101, 116, 135, 145, 165, 173, 236, 257, 397, 404, 445, 477, 540,
    ];
    let mut session = Session::new();
    let mut met = [0; 3];
    for n in (0..=30).chain([45, 80, 101, 116, 135, 145, 257u64]) {
        let square = n.isqrt().pow(2);
        let expected = match n {
            _ if LOST.contains(&n) => Outcome::P,
            _ if LOST.contains(&(n - square)) || LOST.contains(&(n + square)) => Outcome::N,
            _ => Outcome::D,
        };
        let answer = session.solve(
            &*format!("epstein[{n}]"),
            SolveOptions::WINNER,
            &Budget::generous(),
        );
        let answer =
            answer.unwrap_or_else(|error| panic!("{n}: {}", error.render(Lang::En, false)));
        assert_eq!(answer.outcome, expected, "{n}");
        met[expected as usize] += 1;
    }
    assert!(met.iter().all(|&count| count >= 9), "{met:?}");
    // In a sum, each position of the game has the outcome that the definition of sums gives.
    let letter = |session: &mut Session, n: u64, heap: u64, play: Option<PlayConvention>| {
        session.settings.play = play;
        let asked = SolveOptions::WINNER;
        session
            .answer_to(&format!("epstein[{n}] + nim[{heap}]"), asked)
            .outcome
    };
    for play in [None, Some(PlayConvention::Misere)] {
        for (n, heap) in (0..4u64).flat_map(|n| [(n, 0), (n, 1)]) {
            let square = n.isqrt().pow(2);
            let mut left: Vec<(u64, u64)> = (0..heap).map(|smaller| (n, smaller)).collect();
            if n > 0 {
                left.extend([(n - square, heap), (n + square, heap)]);
            }
            let options: Vec<Outcome> = left
                .iter()
                .map(|&(n, heap)| letter(&mut session, n, heap, play))
                .collect();
            let expected = match (&options[..], play) {
                ([], None) => Outcome::P,
                ([], Some(_)) => Outcome::N,
                (options, _) if options.contains(&Outcome::P) => Outcome::N,
                (options, _) if options.iter().all(|&outcome| outcome == Outcome::N) => Outcome::P,
                _ => Outcome::D,
            };
            assert_eq!(
                letter(&mut session, n, heap, play),
                expected,
                "{n} {heap} {play:?}"
            );
        }
    }
    session.settings.play = None;
    let why = session
        .why("epstein[5]", &Budget::generous())
        .unwrap_or_else(|error| panic!("{}", error.render(Lang::En, false)));
    assert_eq!(why.answer.outcome, Outcome::P);
}

/// If numbers grow without bound during play, the error reports this reason and suggests a remedy.
#[test]
fn play_that_rises_without_end_ends_with_the_reason() {
    const RULES: &str = "game Twice { state n in 1.. loopy move : [2 * n] } \
        game Steps { state n in 0.. move : [n + 1] } \
        game Odd { state n in 0.. move : [2 * n + 1] }";
    let mut session = session(RULES);
    let mut error = |question: &str, play: Option<PlayConvention>, polls: u32| {
        session.settings.play = play;
        let (found, cut) = Budget::generous().limited(polls, |budget| {
            session
                .solve(question, SolveOptions::VALUE, budget)
                .map(|answer| answer.outcome)
        });
        assert!(!cut, "{question}: more than {polls} budget polls");
        found.unwrap_err().render(Lang::En, false)
    };
    for (question, play, said) in [
        (
            "twice[3]",
            None,
            "play from twice[3] exceed 64 bits: 62 positions",
        ),
        ("twice[3] + nim[1]", None, "exceed 64 bits"),
        (
            "odd[3]",
            None,
            "play from odd[3] is not known to end, and its numbers grow beyond 64 bits",
        ),
        (
            "odd[3]",
            Some(PlayConvention::Misere),
            "play from odd[3] is not known to end, and its numbers grow beyond 64 bits",
        ),
        (
            "steps[3]",
            None,
            "play from steps[3] is not known to end, and the search reached",
        ),
    ] {
        let error = error(question, play, 5_000);
        assert!(
            error.contains(said) && error.contains("`state n in 0..1000`"),
            "{question}: {error}"
        );
    }
}
