//! Tables built tier by tier for questions: in loopy games with many reachable positions, the
//! outcome, the winning moves and the remoteness agree with the definition.

use base::budget::Budget;
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use engines::tier_engine::LazyDistances;
use fastrand::Rng;
use grundy::answer::Answer;
use grundy::settings::SessionSettings;
use grundy::{Session, SolveOptions};
use rules::game::Outcome;
use rules::ir::ParameterValue;
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::support::SessionAnswers;

const SOLVE_OPTIONS: SolveOptions = SolveOptions::MOVES;

/// Tokens on ladders; play may end at once, with a win for either player.
const RUNGS: &str = "game Rungs { state p[1..3] in 0..40 loopy
  goal p[1] == 7 and p[2] < 9
  trap p[2] == 13 or p[3] == 4
  move t in 1..3, d in 2..3 : { p[t] -= d }
  move t in 1..3 when p[t] % 5 == 0 and p[t] > 0 : { p[t] += 2 } }";

/// Returns a session with or without tables that are built tier by tier.
fn session(tabled: bool) -> Session {
    let mut session = Session::new();
    let without: &[&str] = if tabled {
        &["loopy"]
    } else {
        &["loopy", "tiers"]
    };
    session.settings = SessionSettings {
        without: without.iter().map(|name| (*name).to_owned()).collect(),
        ..SessionSettings::default()
    };
    session
}

/// Returns the method that answered the whole position.
fn method(answer: &Answer) -> &str {
    &answer.components[0].method
}

#[test]
fn answers_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(1);
    let budget = Budget::generous();
    let (mut drawn, mut lasting) = (0, 0);
    for game in ["ladders(60, 3)", "rungs"] {
        let (mut tabled, mut listed, mut by_tiers) = (session(true), session(false), 0);
        for session in [&mut tabled, &mut listed] {
            session.load_rules("rungs.game", RUNGS).unwrap();
        }
        for round in 0..testkit::rounds(5, 100) {
            let mut cells = [0; 3].map(|_| rng.u8(34..41));
            if game != "rungs" {
                cells = [rng.u8(40..60), rng.u8(20..40), rng.u8(..20)];
            }
            // From the listed positions, play can reach many positions, and the listed positions
            // are not draws.
            if game != "rungs" {
                cells = [[59, 49, 38], [56, 53, 52], [55, 46, 43]]
                    .get(round)
                    .copied()
                    .unwrap_or(cells);
            }
            let position = cells.map(|cell| cell.to_string()).join(", ");
            let question = format!("{game}[{position}]");
            let one = tabled.answer_to(&question, SOLVE_OPTIONS);
            let other = listed.answer_to(&question, SOLVE_OPTIONS);
            assert_eq!(one.outcome, other.outcome, "{question}");
            assert_eq!(one.remoteness, other.remoteness, "{question}");
            assert_eq!(one.moves, other.moves, "{question}");
            let far = [&mut tabled, &mut listed]
                .map(|session| session.why(&question, &budget).unwrap().remoteness);
            assert_eq!(far[0], far[1], "{question}");
            lasting += usize::from(far[0].is_some_and(|moves| moves > 1));
            by_tiers += usize::from(method(&one) == "tiers");
            drawn += usize::from(one.outcome == Outcome::D);
            assert!(method(&other) != "tiers", "{question}");
        }
        assert!(by_tiers > 0, "{game}: none by tiers");
    }
    assert!(
        drawn > 0 && lasting > 3,
        "{drawn} draws, {lasting} last longer than a move"
    );
}

/// If `require` leaves few positions of a box, the values and moves from a table equal the values
/// and moves of a search.
#[test]
fn values_are_those_of_a_search() {
    let chain = "all(a[i] <= a[i+1] for i in 1..3)";
    let games = [
        format!(
            "game One {{ state a[1..4] in 0.. require {chain} move i in 1..4, k in 1..3 when (a[1] + k) % 4 != 1 : {{ a[i] -= k }} }}"
        ),
        format!(
            "game Two {{ state a[1..4] in 0.. require {chain} move i in 2..4, k in 1..2 when a[i] - k > a[1] : {{ a[i] -= k }} move : {{ a[1] -= 1 }} }}"
        ),
        format!(
            "game Three {{ state a[1..4] in 0.. require {chain} move i in 1..4, k in 1..3 when (a[1] + a[2] * a[3]) % 3 != k - 1 : {{ a[i] -= k }} }}"
        ),
    ];
    let session = |without: &str| {
        let mut session = Session::new();
        // The boxes are small enough for tables of boxes.
        session.settings.without = ["codegen", "dense", without]
            .into_iter()
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        for text in &games {
            session.load_rules("chain.game", text).unwrap();
        }
        session
    };
    let (mut tabled, mut searched, mut worth) = (session(""), session("tiers"), 0);
    for name in ["one", "two", "three"] {
        for position in [
            "[26, 27, 28, 29]",
            "[21, 25, 26, 29]",
            "[9, 20, 28, 29] + nim[5]",
        ] {
            let question = format!("{name}{position}");
            let one = tabled.answer_to(&question, SOLVE_OPTIONS);
            let other = searched.answer_to(&question, SOLVE_OPTIONS);
            assert_eq!(
                (method(&one), method(&other)),
                ("tiers", "search"),
                "{question}"
            );
            assert_eq!(
                (one.outcome, one.value),
                (other.outcome, other.value),
                "{question}"
            );
            assert_eq!(one.moves, other.moves, "{question}");
            worth += usize::from(one.outcome == Outcome::N);
        }
    }
    assert!(worth > 2, "{worth} of nine are won by the player to move");
}

/// For a lone component that reaches many positions, a table gives the outcome and the winning
/// moves, which agree with the component's value. The value of a lone component that reaches many
/// positions is not computed. The value of a component that reaches fewer positions, and the value
/// of a sum, are computed.
#[test]
fn values_are_not_sought_among_many_positions() {
    let (mut tabled, mut valued) = (Session::new(), Session::new());
    valued.settings.without = ["tiers".to_owned()].into();
    let (mut won, mut drawn) = (0, 0);
    for question in [
        "ladders(60, 4)[59, 58, 57, 56]",
        "ladders(80, 4)[79, 78, 76, 5]",
    ] {
        let one = tabled.answer_to(question, SOLVE_OPTIONS);
        let other = valued.answer_to(question, SOLVE_OPTIONS);
        assert_eq!(
            (method(&one), method(&other)),
            ("tiers", "loopy"),
            "{question}"
        );
        assert_eq!(
            (one.outcome, one.loopy.is_some(), other.loopy.is_some()),
            (other.outcome, false, true),
            "{question}"
        );
        let moves = |answer: &Answer| {
            let list = if answer.outcome == Outcome::D {
                &answer.drawing
            } else {
                &answer.moves
            };
            let mut list: Vec<String> = list
                .iter()
                .flatten()
                .map(|one| format!("{one:?}"))
                .collect();
            list.sort();
            list
        };
        assert_eq!(moves(&one), moves(&other), "{question}");
        assert!(!moves(&one).is_empty(), "{question}");
        won += usize::from(one.outcome == Outcome::N);
        drawn += usize::from(one.outcome == Outcome::D);
    }
    for question in [
        "ladders(60, 4)[20, 18, 7, 3]",
        "ladders(60, 4)[20, 18, 7, 3] + ladders(60, 4)[12, 9, 7, 3]",
    ] {
        let one = tabled.answer_to(question, SOLVE_OPTIONS);
        assert_eq!(
            (method(&one), one.loopy.is_some()),
            ("loopy", true),
            "{question}"
        );
    }
    assert_eq!((won, drawn), (1, 1));
}

/// A game in which play reaches few positions, and a game with so many positions that a table is
/// worthwhile.
#[test]
fn what_is_small_is_listed() {
    for (question, expected) in [
        ("quixo(3)", "reference"),
        ("ladders(60, 4)[59, 58, 57, 56]", "tiers"),
    ] {
        let mut session = session(true);
        let answer = session.answer_to(question, SOLVE_OPTIONS);
        assert_eq!(self::method(&answer), expected, "{question}");
    }
}

/// A table that was built up to one position has no values for positions in higher tiers, but can
/// be extended to these tiers.
#[test]
fn what_was_not_made_is_not_known() {
    let budget = Budget::generous();
    let mut world = World::with_library();
    let game = world
        .instantiate(
            "ladders",
            vec![
                (None, ParameterValue::Int(60)),
                (None, ParameterValue::Int(3)),
            ],
        )
        .unwrap();
    let rules = world.rules(game);
    let facts = facts::facts(rules.game().unwrap(), game, &budget).unwrap();
    let at = |cells: [i64; 3]| Component::new(game, cells);
    let (low, high) = (at([40, 0, 0]), at([59, 49, 38]));
    let mut table =
        LazyDistances::around(&world, &high, rules.conventions(), &facts, &None, &budget).unwrap();
    table.fill(&world, &low.slots, &budget).unwrap();
    let listed = ReferenceOutcomes::new(rules.conventions())
        .outcome(&world, &SumPosition(vec![low.clone()]), &budget)
        .unwrap();
    assert_eq!(
        table.lookup(&low.slots).map(|(outcome, _)| outcome),
        Some(listed)
    );
    assert!(table.holds(game, &high.slots));
    assert_eq!(table.lookup(&high.slots), None);
    table.fill(&world, &high.slots, &budget).unwrap();
    assert_eq!(
        table.lookup(&high.slots).map(|(outcome, _)| outcome),
        Some(Outcome::P)
    );
}
