//! Tables made tier by tier behind questions: where play may go round and reaches many positions, who wins, the winning moves and how long play lasts are the
//! same as by the definition.

use base::budget::Budget;
use fastrand::Rng;
use grundy::answer::Answer;
use grundy::settings::Settings;
use grundy::{Asked, Session};

const ASKED: Asked = Asked { moves: true, winner_only: false };

/// A session that makes no such tables, or one that does.
fn session(tabled: bool) -> Session {
    let mut session = Session::new();
    let without: &[&str] = if tabled { &["loopy"] } else { &["loopy", "tiers"] };
    session.settings = Settings { without: without.iter().map(|name| (*name).to_owned()).collect(), ..Settings::default() };
    session
}

/// How the whole position was answered.
fn method(answer: &Answer) -> &str {
    &answer.components[0].method
}

#[test]
fn answers_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(1);
    let budget = Budget::generous();
    let (mut by_tiers, mut drawn) = (0, 0);
    for game in ["ladders(30, 3)", "quixo(3)"] {
        let (mut tabled, mut listed) = (session(true), session(false));
        for _ in 0..testkit::rounds(6, 200) {
            let position = match game {
                "quixo(3)" => (0..9).map(|_| (rng.u8(..5) % 3).to_string()).collect::<Vec<_>>().join(", "),
                _ => {
                    let mut cells = [rng.u8(20..30), rng.u8(10..20), rng.u8(..10)];
                    cells.sort_unstable();
                    format!("{}, {}, {}", cells[2], cells[1], cells[0])
                }
            };
            let question = format!("{game}[{position}]");
            let one = tabled.solve(&question, ASKED, &budget).unwrap_or_else(|error| panic!("{question}: {error:?}"));
            let other = listed.solve(&question, ASKED, &budget).unwrap_or_else(|error| panic!("{question}: {error:?}"));
            assert_eq!(one.outcome, other.outcome, "{question}");
            assert_eq!(one.remoteness, other.remoteness, "{question}");
            let moves = |answer: &Answer| answer.moves.as_ref().map(|moves| moves.iter().map(|one| format!("{one:?}")).collect::<Vec<_>>());
            assert_eq!(moves(&one), moves(&other), "{question}");
            by_tiers += usize::from(method(&one) == "tiers");
            drawn += usize::from(one.outcome == rules::rules::Outcome::D);
            assert!(method(&other) != "tiers", "{question}");
        }
    }
    assert!(by_tiers > 0 && drawn > 0, "{by_tiers} by tiers, {drawn} draws");
}

/// A game of which play reaches few positions, and one of so many places that a table is not worth it.
#[test]
fn what_is_small_is_listed() {
    let budget = Budget::generous();
    for (question, expected) in [("quixo(3)[2, 1, 1, 2, 1, 2, 1, 2, 0]", "reference"), ("quixo(3)", "tiers")] {
        let mut session = session(true);
        let answer = session.solve(question, ASKED, &budget).unwrap();
        assert_eq!(self::method(&answer), expected, "{question}");
    }
}
