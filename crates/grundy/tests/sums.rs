//! Every sum theorem compared with its reference implementation, the search of the complete
//! position. The outcome and all winning moves are compared, on random small sums of library games
//! and of random games under each convention. A theorem must decline if its conditions are not
//! known to hold.

use std::collections::BTreeMap;

use base::budget::{Budget, StopReason};
use base::text::Lang;
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use fastrand::Rng;
use grundy::answer::{Answer, CellKind, TableAnswer, TableCells, UnlistedMoves, WinningMove};
use grundy::measure::Measure;
use grundy::plan::AttemptVerdict;
use grundy::player::{Match, MatchState};
use grundy::{Session, SolveError, SolveOptions, question};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Outcome, SumKind};
use rules::world::World;
use theory::sums::REGISTRY;

use crate::support::{SessionAnswers, session_with, slot_ranges};

const CONVENTIONS: [(PlayConvention, SumKind, EndCondition); 18] = [
    (PlayConvention::Misere, SumKind::One, EndCondition::All),
    (PlayConvention::Normal, SumKind::Every, EndCondition::All),
    (PlayConvention::Misere, SumKind::Every, EndCondition::All),
    (PlayConvention::Normal, SumKind::Any, EndCondition::All),
    (PlayConvention::Misere, SumKind::Any, EndCondition::All),
    (PlayConvention::Normal, SumKind::Upto(1), EndCondition::All),
    (PlayConvention::Normal, SumKind::Upto(2), EndCondition::All),
    (PlayConvention::Normal, SumKind::Upto(3), EndCondition::All),
    (PlayConvention::Misere, SumKind::Upto(2), EndCondition::All),
    (PlayConvention::Misere, SumKind::Upto(3), EndCondition::All),
    (PlayConvention::Normal, SumKind::One, EndCondition::One),
    (PlayConvention::Misere, SumKind::One, EndCondition::One),
    (PlayConvention::Normal, SumKind::Every, EndCondition::One),
    (PlayConvention::Misere, SumKind::Every, EndCondition::One),
    (PlayConvention::Normal, SumKind::Any, EndCondition::One),
    (PlayConvention::Misere, SumKind::Any, EndCondition::One),
    (PlayConvention::Normal, SumKind::Upto(2), EndCondition::One),
    (PlayConvention::Misere, SumKind::Upto(2), EndCondition::One),
];

/// Sets the conventions of later questions.
fn set(session: &mut Session, (play, sum, until): (PlayConvention, SumKind, EndCondition)) {
    let settings = &mut session.settings;
    (settings.play, settings.sum, settings.until) = (Some(play), Some(sum), Some(until));
}

/// Switches off every sum theorem except the named one, or every sum theorem if no name is given;
/// all engines remain switched on.
fn only(session: &mut Session, name: Option<&str>) {
    let others = REGISTRY
        .iter()
        .map(|theorem| theorem.name())
        .filter(|other| Some(*other) != name);
    session.settings.without = others.map(str::to_owned).collect();
}

fn ask(session: &mut Session, position: &str, budget: &Budget<'_>) -> Result<Answer, SolveError> {
    session.solve(position, SolveOptions::MOVES, budget)
}

/// Queries every theorem and the search, and counts the theorems that answered.
fn compare(session: &mut Session, position: &str, answered: &mut BTreeMap<String, usize>) {
    let steps = std::cell::Cell::new(0);
    let stop = || {
        steps.set(steps.get() + 1);
        (steps.get() > 100).then_some(StopReason::Time)
    };
    let budget = Budget::new(256 << 20, &stop, &|_, _| ());
    only(session, None);
    // The position is skipped if it is too large for a search, it is not a position of the game, or
    // play does not end.
    let Ok(searched) = ask(session, position, &budget) else {
        return;
    };
    for theorem in REGISTRY {
        only(session, Some(theorem.name()));
        let (play, sum, until) = (
            session.settings.play,
            session.settings.sum,
            session.settings.until,
        );
        let place = || {
            format!(
                "{position}, {play:?}, {sum:?}, {until:?}, by {}",
                theorem.name()
            )
        };
        let found = ask(session, position, &Budget::generous())
            .unwrap_or_else(|e| panic!("{}: {}", place(), e.render(Lang::En, false)));
        assert_eq!(found.outcome, searched.outcome, "{}", place());
        if found
            .components
            .first()
            .is_none_or(|component| component.method != theorem.name())
        {
            continue;
        }
        let (moves, expected) = (found.moves.unwrap(), searched.moves.clone().unwrap());
        let sorted = |mut list: Vec<WinningMove>| {
            list.sort_by_key(|one| format!("{one:?}"));
            list
        };
        match found.more_moves {
            None => assert_eq!(sorted(moves), sorted(expected), "{}", place()),
            Some(more) => {
                assert!(
                    !moves.is_empty()
                        && moves.len() < expected.len()
                        && moves.iter().all(|one| expected.contains(one)),
                    "{}",
                    place()
                );
                assert!(
                    !matches!(more, UnlistedMoves::InAll(count) if count != expected.len() as u128),
                    "{}: {more:?}",
                    place()
                );
            }
        }
        *answered
            .entry(format!(
                "{} {:?} {}",
                theorem.name(),
                play.unwrap(),
                searched.outcome.letter()
            ))
            .or_default() += 1;
    }
}

#[test]
fn sums_of_library_games_agree_with_search() {
    const GAMES: [(&str, &[i64]); 17] = [
        ("nim", &[5]),
        ("nim", &[3]),
        ("nim", &[2]),
        ("nimtwo", &[2, 2]),
        ("misereNimRow(2)", &[2, 2]),
        ("bash(3)", &[7]),
        ("subtract({1,3,4})", &[7]),
        ("kayles", &[5]),
        ("dawsonkayles", &[6]),
        ("laskernim", &[4]),
        ("wythoff", &[2, 2]),
        ("misereCounterexample", &[3]),
        ("partition", &[5]),
        ("mooreTake", &[4]),
        ("knights(4)", &[4, 4]),
        ("oddtake", &[5]),
        ("splittwo", &[4]),
    ];
    let mut rng = Rng::with_seed(11);
    let mut answered = BTreeMap::new();
    let mut session = Session::new();
    for _ in 0..testkit::rounds(400, 2000) {
        let alike = rng.bool();
        let (mut game, most) = (GAMES[rng.usize(..GAMES.len())], rng.usize(1..=4));
        let components: Vec<String> = (0..most)
            .map(|_| {
                if !alike {
                    game = GAMES[rng.usize(..GAMES.len())];
                }
                let low = i64::from(game.0.starts_with("knights"));
                let numbers: Vec<String> = game
                    .1
                    .iter()
                    .map(|&top| rng.i64(low..=top).to_string())
                    .collect();
                format!("{}[{}]", game.0, numbers.join(", "))
            })
            .collect();
        set(&mut session, CONVENTIONS[rng.usize(..CONVENTIONS.len())]);
        compare(&mut session, &components.join(" + "), &mut answered);
    }
    // Loopy components are combined with Nim; tests/loopy.rs tests them in more detail.
    set(
        &mut session,
        (PlayConvention::Normal, SumKind::One, EndCondition::All),
    );
    for _ in 0..300 {
        let walk = |rng: &mut Rng| match rng.u8(..4) {
            0 => format!("ringwalk(8, {{1, 6}})[{}]", rng.u8(..8)),
            _ => format!("ringwalk(5, {{1, 2}})[{}]", rng.u8(..5)),
        };
        let position = format!(
            "{} + {} + nim[{}]",
            walk(&mut rng),
            walk(&mut rng),
            rng.u8(..4)
        );
        compare(&mut session, &position, &mut answered);
    }
    // Sums with urgent components are tested briefly; tests/entailing.rs tests urgent components in
    // more detail.
    for _ in 0..200 {
        let held = rng.u8(..4) / 3;
        let beside = ["", " + pass"][usize::from(held == 0 && rng.u8(..6) == 0)];
        let position = format!(
            "topentails[{}, {held}] + topentails[{}] + nim[{}]{beside}",
            rng.u8(1..7),
            rng.u8(..7),
            rng.u8(..4)
        );
        compare(&mut session, &position, &mut answered);
    }
    println!("{answered:#?}");
    for theorem in REGISTRY {
        for letter in ["P", "N"] {
            let count: usize = answered
                .iter()
                .filter(|(k, _)| k.starts_with(theorem.name()) && k.ends_with(letter))
                .map(|(_, n)| n)
                .sum();
            assert!(
                count >= testkit::rounds(1, 10),
                "{} answered {count} {letter}-positions: {answered:?}",
                theorem.name()
            );
        }
    }
}

#[test]
fn sums_of_random_games_agree_with_search() {
    let mut rng = Rng::with_seed(12);
    let mut answered = BTreeMap::new();
    for seed in 0..testkit::rounds(50, 250) {
        let mut session = Session::with_world(World::empty());
        session
            .load_rules("random.game", &testkit::random_game(seed))
            .unwrap();
        let Ok(game) = session.world_mut().instantiate("A", vec![]) else {
            continue;
        };
        let slots = slot_ranges(&session.world, game);
        for _ in 0..6 {
            set(&mut session, CONVENTIONS[rng.usize(..CONVENTIONS.len())]);
            let components: Vec<String> = (0..rng.usize(1..=4))
                .map(|_| {
                    session
                        .world
                        .show(game, &testkit::random_numbers(&mut rng, &slots))
                })
                .collect();
            compare(&mut session, &components.join(" + "), &mut answered);
        }
    }
    println!("{answered:#?}");
    assert!(
        answered.values().sum::<usize>() >= testkit::rounds(60, 300),
        "{answered:?}"
    );
}

/// Returns the verdict on a theorem, and the reason.
fn attempt(session: &mut Session, position: &str, name: &str) -> (AttemptVerdict, String) {
    let explained = session
        .explain(position, false, &Budget::generous())
        .unwrap();
    let attempt = explained
        .whole
        .into_iter()
        .find(|attempt| attempt.name == name)
        .unwrap();
    (attempt.verdict(), attempt.result.reason().en)
}

/// The digit rule is false if a move can increase a value: the sum of the components {1}, 1, 1, 1
/// with values 0, 1, 1, 1 is an N-position for k = 2.
#[test]
fn moores_rule_is_declined_where_a_move_raises_a_value() {
    let budget = Budget::generous();
    for position in [
        "mooretake[1] + mooretake[1] + mooretake[1] + mooretake[3]",
        "graph[1] + graph[1] + graph[1] + graph[2]",
    ] {
        let mut session = session_with(
            "graph.game",
            "game Graph { state v in 0..2 sum upto 2 move when v > 0 : [v - 1] }",
        );
        session.settings.sum = Some(SumKind::Upto(2));
        let (verdict, reason) = attempt(&mut session, position, "moore");
        assert_eq!(verdict, AttemptVerdict::Declined);
        assert!(
            reason.contains("[2] is not a heap: it has a move that raises")
                || reason.contains("[3] is not a heap: it has a move that raises"),
            "{reason}"
        );
        let answer = ask(&mut session, position, &budget).unwrap();
        assert_eq!(
            (answer.outcome, answer.components[0].method.as_str()),
            (Outcome::N, "search")
        );
        // The definition of sums gives the same outcome as the answer.
        let asked = question::position(session.world_mut(), position, &Budget::generous()).unwrap();
        let conventions = asked
            .conventions(&session.world, &session.settings, &Budget::generous())
            .unwrap();
        let sum = asked.sum(&session.world);
        assert_eq!(
            ReferenceOutcomes::new(conventions)
                .outcome(&session.world, &sum, &budget)
                .unwrap(),
            Outcome::N
        );
    }
    // Equivalent rules of Nim, and a game whose moves never increase a value, count as heaps.
    let mut session = Session::new();
    session.settings.sum = Some(SumKind::Upto(2));
    let words = "game Dwindle { state left in 1..  move r in 1..left-1 : [r] } game Odd { state v in 0..9 move k in 0..(v-1)/2 : [2 * k] }";
    session.load_rules("words.game", words).unwrap();
    assert_eq!(
        attempt(
            &mut session,
            "dwindle[5] + dwindle[6] + dwindle[7]",
            "moore"
        )
        .0,
        AttemptVerdict::Accepted
    );
    session
        .load_rules(
            "pairs.game",
            "game Pairs { state v in 0.. move k in 0..v, j in 0..1 when k / 2 < v / 2 : [k] }",
        )
        .unwrap();
    let (verdict, reason) = attempt(&mut session, "pairs[5] + pairs[6] + nim[3]", "moore");
    assert_eq!(verdict, AttemptVerdict::Accepted, "{reason}");
}

/// The smallest graph for which the misère rule without the condition of the SJ theorem is wrong
/// violates this condition.
#[test]
fn the_misere_counterexample_is_declined_and_searched() {
    let mut session = Session::new();
    let (verdict, reason) = attempt(&mut session, "misereCounterexample[3]", "sj");
    assert_eq!(verdict, AttemptVerdict::Declined);
    assert!(reason.contains("miserecounterexample[3]"), "{reason}");
    let answer = ask(&mut session, "misereCounterexample[3]", &Budget::generous()).unwrap();
    assert_eq!(
        (answer.outcome, answer.components[0].method.as_str()),
        (Outcome::P, "dense")
    );
    session.settings.without.insert("dense".to_owned());
    let answer = ask(&mut session, "misereCounterexample[3]", &Budget::generous()).unwrap();
    assert_eq!(
        (answer.outcome, answer.components[0].method.as_str()),
        (Outcome::P, "search")
    );
    session.settings.without.clear();
    // Kayles also has a position that violates the SJ theorem's condition; the game bash has no
    // position that violates it.
    session.settings.play = Some(PlayConvention::Misere);
    assert_eq!(
        attempt(&mut session, "kayles[9]", "sj").0,
        AttemptVerdict::Declined
    );
    assert_eq!(
        attempt(&mut session, "bash(3)[9] + nim[1000000000000]", "sj").0,
        AttemptVerdict::Accepted
    );
    // Neither of the tested theorems applies to a goal or a coin.
    for name in ["misere-nim", "sj"] {
        session
            .load_rules(
                "coins.game",
                "coins Heads { state n in 0.. move k in 1..n : [n - k] }",
            )
            .unwrap();
        assert_eq!(
            attempt(&mut session, "heads[3] + heads[2]", name).0,
            AttemptVerdict::Declined
        );
    }
}

/// A limit on the number of components has no effect if play can never reach the limit. If play can
/// reach the limit, the theorem reports a move that reaches it, and declines.
#[test]
fn few_components_are_a_selective_sum_as_long_as_they_stay_few() {
    let mut session = Session::new();
    (session.settings.play, session.settings.sum) =
        (Some(PlayConvention::Normal), Some(SumKind::Upto(2)));
    let said = |session: &mut Session, position: &str| attempt(session, position, "few");
    assert_eq!(
        said(&mut session, "mooretake[4] + wythoff[1, 2]").0,
        AttemptVerdict::Accepted
    );
    // A graph is a game without rules to analyze, so its positions are checked.
    assert_eq!(
        said(&mut session, "hackenbush(0-1 0-2; ground 0) + mooretake[3]").0,
        AttemptVerdict::Accepted
    );
    let (verdict, reason) = said(&mut session, "mooretake[4] + mooretake[7] + wythoff[1, 2]");
    assert_eq!(
        (verdict, &reason[..]),
        (
            AttemptVerdict::Declined,
            "there are 3 components, but a move is made in at most 2"
        )
    );
    let (verdict, reason) = said(&mut session, "mooretake[4] + laskernim[3]");
    assert_eq!(verdict, AttemptVerdict::Declined);
    assert!(
        reason.contains("laskernim[2] has a move that leaves several components"),
        "{reason}"
    );
    // A row of three that is split next to another component leaves a sum of three components. A
    // limit of two components affects a sum of three components, so the complete position is
    // searched.
    let row = "kayles[3] + mooretake[3]";
    let two = ask(&mut session, row, &Budget::generous()).unwrap();
    session.settings.sum = Some(SumKind::Any);
    let any = ask(&mut session, row, &Budget::generous()).unwrap();
    session.settings.sum = Some(SumKind::Upto(2));
    assert_eq!(
        (two.outcome, two.components[0].method.as_str()),
        (Outcome::N, "search")
    );
    assert_eq!(
        (any.outcome, any.components[0].method.as_str()),
        (Outcome::P, "selective")
    );
    // Positions whose sizes are too large for a search.
    let answer = ask(
        &mut session,
        "mooretake[30001] + mooretake[60000]",
        &Budget::generous(),
    )
    .unwrap();
    assert_eq!(
        (answer.outcome, answer.components[0].method.as_str()),
        (Outcome::N, "few")
    );
    assert_eq!(answer.moves.unwrap().len(), 1);
}

/// A theorem accepts sizes that no search could handle: numbers of 64 bits, and a thousand
/// components.
#[test]
fn large_sums_are_decided_and_played() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(5);
    for (play, sum, until) in CONVENTIONS {
        if matches!((sum, until), (SumKind::Upto(_), EndCondition::One)) {
            continue;
        }
        let heaps: Vec<String> = (0..testkit::rounds(80, 1000))
            .map(|_| format!("nim[{}]", rng.i64(0..i64::MAX)))
            .collect();
        let mut session = Session::new();
        set(&mut session, (play, sum, until));
        let answer = if sum == SumKind::Upto(1) && play == PlayConvention::Normal {
            None
        } else {
            ask(&mut session, &heaps.join(" + "), &budget).ok()
        };
        if let Some(answer) = answer {
            assert_eq!(answer.outcome, Outcome::N);
            assert!(!answer.moves.unwrap().is_empty());
        }
        // A winning move leaves a lost position.
        let position = heaps[..20].join(" + ");
        let mut game = Match::new(&mut session, &position, &Budget::generous()).unwrap();
        assert_eq!(game.state(&budget).unwrap(), MatchState::Open);
        let choice = game.perfect(&budget).unwrap();
        let after = game.after(&choice.play, &budget).unwrap();
        let left = game.show(&after);
        drop(game);
        assert_eq!(
            session.answer_to(&left, SolveOptions::WINNER).outcome,
            Outcome::P,
            "{play:?} {sum:?} {until:?}"
        );
    }
}

/// If a position has many winning moves, the first winning moves are listed, and the number of
/// winning moves is reported if it is known.
#[test]
fn what_is_not_listed_is_told() {
    let budget = Budget::generous();
    let mut session = Session::new();
    session.settings.sum = Some(SumKind::Every);
    session.settings.play = Some(PlayConvention::Normal);
    let position = ["bash(3)[30]"; 12].join(" + ");
    let answer = ask(&mut session, &position, &budget).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    let listed = answer.moves.unwrap().len();
    match answer.more_moves {
        Some(more) => assert!(
            matches!(more, UnlistedMoves::InAll(count) if count > listed as u128),
            "{more:?}"
        ),
        None => assert!(listed >= 1),
    }
    session.settings.sum = Some(SumKind::Upto(3));
    let heaps: Vec<String> = (0..40)
        .map(|i| format!("nim[{}]", 1_000_000_007_i64 * (i + 1)))
        .collect();
    let answer = ask(&mut session, &heaps.join(" + "), &budget).unwrap();
    assert!(answer.outcome == Outcome::N && answer.moves.unwrap().len() == 2000);
    assert_eq!(
        answer.more_moves.unwrap().text(2000).en,
        "2000 are listed; there are more"
    );
}

#[test]
fn every_sum_theorem_has_a_statement_and_a_source() {
    for theorem in REGISTRY {
        assert!(
            !theorem.statement().en.is_empty()
                && !theorem.statement().zh.is_empty()
                && !theorem.source().is_empty()
        );
        assert!(!theorem.needs().en.is_empty());
        assert!(
            grundy::settings::SessionSettings::default()
                .switchable()
                .contains(&theorem.name())
        );
    }
}

/// Knights whose board is recognized: the answers with and without the closed form agree, also in
/// sums with other games.
#[test]
fn knights_by_their_closed_form_and_by_folding() {
    let mut session = Session::new();
    let mut rng = Rng::with_seed(2008);
    for _ in 0..40 {
        let n = rng.i64(1..=13);
        let mut parts: Vec<String> = (0..rng.usize(1..=3))
            .map(|_| format!("knights({n})[{}, {}]", rng.i64(1..=n), rng.i64(1..=n)))
            .collect();
        if rng.bool() {
            parts.push(format!("nim[{}]", rng.u32(0..3)));
        }
        let position = parts.join(" + ");
        session.settings.sum = Some(SumKind::Every);
        session.settings.without.clear();
        let by_form = ask(&mut session, &position, &Budget::generous()).unwrap();
        session.settings.without = ["ceoi-knights".to_owned()].into();
        let folded = ask(&mut session, &position, &Budget::generous()).unwrap();
        let moves = |answer: &Answer| {
            let mut list: Vec<String> = answer
                .moves
                .iter()
                .flatten()
                .map(|one| format!("{one:?}"))
                .collect();
            list.sort_unstable();
            list
        };
        assert_eq!(
            (by_form.outcome, moves(&by_form)),
            (folded.outcome, moves(&folded)),
            "{position}"
        );
    }
}

#[test]
fn knights_on_a_board_of_any_size() {
    let mut session = Session::new();
    let n = 1_000_000_000_000_000_000_i64;
    let position = format!(
        "knights({n})[{n}, {n}] + knights({n})[{}, {}] + knights({n})[3, 7]",
        n - 1,
        n - 2
    );
    let answer = ask(&mut session, &position, &Budget::generous()).unwrap();
    assert_eq!(
        (answer.outcome, &answer.components[0].method[..]),
        (Outcome::P, "suspense")
    );
    let position = format!("knights({n})[{n}, {}] + knights({n})[3, 7]", n - 1);
    let answer = ask(&mut session, &position, &Budget::generous()).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    // Exactly one step of the far knight leaves an even suspense, and this step can be combined
    // with any step of the near knight.
    assert_eq!(answer.moves.unwrap().len(), 4);
}

#[test]
fn tables_of_suspense_and_of_what_is_left_of_it() {
    let mut session = Session::new();
    let budget = Budget::generous();
    let numbers = |session: &mut Session, question: &str, minus: Option<&str>| {
        let wanted = CellKind {
            measure: Some(Measure::Suspense),
            minus: minus.map(str::to_owned),
        };
        match session.measured_table(question, &wanted, &budget).unwrap() {
            TableAnswer {
                cells: TableCells::Worths(_, list),
                method,
                ..
            } => (
                list.into_iter()
                    .map(|cell| cell.unwrap().as_number().unwrap())
                    .collect::<Vec<i64>>(),
                method,
            ),
            _ => panic!("numbers"),
        }
    };
    let suspense = numbers(&mut session, "knights(9)[1..9, 1..9]", None);
    assert_eq!(suspense.1, "suspense, ceoi-knights");
    let left = numbers(
        &mut session,
        "knights(9)[1..9, 1..9]",
        Some("x / 2 + y / 2"),
    );
    assert!(
        (0..81)
            .all(|i| left.0[i] == suspense.0[i] - (i as i64 / 9 + 1) / 2 - (i as i64 % 9 + 1) / 2)
    );
    assert_eq!(left.0[72..], [0, -1, -1, -2, 0, -1, -1, -1, 0]);
    session.settings.without = ["ceoi-knights".to_owned()].into();
    let folded = numbers(&mut session, "knights(9)[1..9, 1..9]", None);
    assert_eq!((folded.0, &folded.1[..]), (suspense.0, "suspense"));
    // A component whose moves leave one component has a suspense. The suspense of a nonempty Nim
    // heap is 1, because one move may empty it.
    assert_eq!(numbers(&mut session, "nim[0..4]", None).0, [0, 1, 1, 1, 1]);
}
