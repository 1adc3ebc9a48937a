//! Helpers for tests with a session.

use base::budget::{Budget, StopReason};
use base::text::Lang;
use fastrand::Rng;
use grundy::answer::Answer;
use grundy::check::{CheckOptions, CheckReport, Finding};
use grundy::laws::{LawQuery, LawReport};
use grundy::{Session, SolveError, SolveOptions};
use rules::game::{GameId, Outcome};
use rules::play::{Component, SumPosition};
use rules::world::World;

/// Returns a session with the games of a file, which must be valid.
#[track_caller]
pub fn session_with(name: &str, text: &str) -> Session {
    let mut session = Session::new();
    session.load_rules(name, text).unwrap();
    session
}

/// Tests the first claim of a file on this number of positions, then proves it, and returns the
/// finding.
#[track_caller]
pub fn prove_first_claim(text: &str, positions: usize) -> Finding {
    let mut session = Session::new();
    let names = session.load_rules("claims.game", text).unwrap();
    let care = CheckOptions {
        positions,
        prove: true,
    };
    let mut findings = session.check_report(&names, care).findings.into_iter();
    findings.find(|finding| finding.kind == "claim").unwrap()
}

/// Returns the law of the game `G` of a file, searched with little effort; `None` if no law is
/// found soon.
#[track_caller]
pub fn small_law(text: &str, polls: u32) -> Option<(Session, LawReport)> {
    let mut session = session_with("random.game", text);
    let sought = LawQuery {
        nodes: 300,
        cells: 60_000,
        ..LawQuery::default()
    };
    let (report, _) = Budget::generous().limited(polls, |budget| session.law("G", &sought, budget));
    match report {
        Ok(report) => Some((session, report)),
        Err(
            SolveError::Unsupported(_)
            | SolveError::Usage(_)
            | SolveError::Stopped(StopReason::Positions(_)),
        ) => None,
        Err(error) => panic!("{error:?}\n{text}"),
    }
}

/// Returns a random component of a game; `None` if no position was found.
pub fn random_component(world: &World, game: GameId, rng: &mut Rng) -> Option<Component> {
    let rules = world.rules(game);
    let ranges = slot_ranges(world, game);
    (0..10).find_map(|_| {
        let mut slots = testkit::random_numbers(rng, &ranges);
        rules.canonicalise(&mut slots);
        let found = world.contains(game, &slots, &Budget::generous()) == Ok(true);
        found.then(|| Component::new(game, &slots[..]))
    })
}

/// Returns the ranges of the slots of a game.
pub fn slot_ranges(world: &World, game: GameId) -> Vec<(i64, Option<i64>)> {
    let slots = world.rules(game).slots().iter();
    slots.map(|slot| (slot.low, slot.high)).collect()
}

/// Asserts that each winning move of an answer leaves a position that is lost.
#[track_caller]
pub fn assert_winning_moves(session: &mut Session, question: &str, answer: &Answer) {
    for winning in answer.moves.iter().flatten() {
        let left = match &winning.leaves[..] {
            [] => "nim[0]".to_owned(),
            left => SumPosition(left.to_vec()).show(&session.world),
        };
        let after = session.answer_to(&left, SolveOptions::VALUE);
        assert_eq!(after.outcome, Outcome::P, "{question} leaves {left}");
    }
}

/// Helper methods of a session for questions that must have an answer.
pub trait SessionAnswers {
    /// Returns the outcome and the value of a position.
    fn answer_to(&mut self, question: &str, asked: SolveOptions) -> Answer;

    /// Returns the report on the games of a file.
    fn check_report(&mut self, names: &[String], care: CheckOptions) -> CheckReport;
}

impl SessionAnswers for Session {
    #[track_caller]
    fn answer_to(&mut self, question: &str, asked: SolveOptions) -> Answer {
        let answer = self.solve(question, asked, &Budget::generous());
        answer.unwrap_or_else(|error| panic!("{question}: {}", error.render(Lang::En, false)))
    }

    #[track_caller]
    fn check_report(&mut self, names: &[String], care: CheckOptions) -> CheckReport {
        self.check(names, care, &Budget::generous()).unwrap()
    }
}
