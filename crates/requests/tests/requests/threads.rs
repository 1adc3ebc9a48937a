//! Tests that sessions, matches, answers and request handlers can move to another thread. The first
//! thread can stop the work of the second thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use base::budget::{Budget, StopReason};
use grundy::answer::Answer;
use grundy::player::Match;
use grundy::{Session, SolveError, SolveOptions};
use requests::{Reply, Request, RequestHandler};
use rules::game::Outcome;
use theory::value::Grundy;

const SOLVE_OPTIONS: SolveOptions = SolveOptions::VALUE;

#[test]
fn all_that_holds_work_can_be_sent() {
    fn is_send<T: Send>() {}
    is_send::<Session>();
    is_send::<Match>();
    is_send::<Answer>();
    is_send::<RequestHandler>();
    is_send::<Request>();
    is_send::<Reply>();
}

/// The state that the first and the second thread share.
#[derive(Clone, Default)]
struct Shared {
    stop: Arc<AtomicBool>,
    looks: Arc<AtomicU64>,
}

impl Shared {
    /// Runs work on another thread. The first thread waits until the work is in progress, and then
    /// stops it.
    fn stopped_in_the_middle<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Budget<'_>) -> T + Send + 'static,
    ) -> T {
        let there = self.clone();
        let worker = thread::spawn(move || {
            let stop = || {
                there.looks.fetch_add(1, Ordering::Relaxed);
                there
                    .stop
                    .load(Ordering::Relaxed)
                    .then_some(StopReason::Cancelled)
            };
            work(&Budget::new(1 << 30, &stop, &|_, _| ()))
        });
        while self.looks.load(Ordering::Relaxed) < 50 {
            assert!(!worker.is_finished(), "the question was not long enough");
            thread::yield_now();
        }
        self.stop.store(true, Ordering::Relaxed);
        worker.join().expect("it ended with its result")
    }
}

#[test]
fn a_session_is_stopped_from_another_thread_and_goes_on() {
    let mut session = Session::new();
    session.settings.switch_off("octal-periodicity").unwrap();
    let (mut session, found) = Shared::default().stopped_in_the_middle(move |budget| {
        let found = session.solve("kayles[1000000]", SOLVE_OPTIONS, budget);
        (session, found)
    });
    assert!(
        matches!(found, Err(SolveError::Stopped(StopReason::Cancelled))),
        "{found:?}"
    );
    let budget = Budget::generous();
    let answer = session
        .solve("kayles[12] + nim[7]", SOLVE_OPTIONS, &budget)
        .unwrap();
    assert_eq!(
        (answer.outcome, answer.value),
        (Outcome::N, Grundy::nimber(3))
    );
    // Another position is solved on a third thread, which uses the cached results of the session.
    let answer = thread::spawn(move || {
        session.solve(
            "kayles[11] + kayles[12]",
            SOLVE_OPTIONS,
            &Budget::generous(),
        )
    })
    .join()
    .unwrap()
    .unwrap();
    assert_eq!(
        (answer.outcome, answer.value),
        (Outcome::N, Grundy::nimber(2))
    );
}

#[test]
fn a_match_is_stopped_from_another_thread_and_goes_on() {
    let mut session = Session::new();
    session.settings.switch_off("octal-periodicity").unwrap();
    let game = Match::new(
        &mut session,
        "kayles[1000000] + kayles[2]",
        &Budget::generous(),
    )
    .unwrap();
    drop(session);
    let (mut game, found) = Shared::default().stopped_in_the_middle(move |budget| {
        let mut game = game;
        let found = game.perfect(budget);
        (game, found)
    });
    assert!(
        matches!(found, Err(SolveError::Stopped(StopReason::Cancelled))),
        "{found:?}"
    );
    let budget = Budget::generous();
    let any = game.arbitrary(1, &budget).unwrap();
    game.play(&any.play.steps, &budget).unwrap();
    assert_eq!(game.turns().len(), 1);
}
