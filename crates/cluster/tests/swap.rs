//! Shares that are swapped out to the store between rounds, so that only one share is in memory at
//! a time. Swapping does not change the resulting objects.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use base::budget::{Budget, StopReason};
use base::text;
use cluster::store::{StorageBackend, StoreError};
use cluster::{ClusterError, FolderBackend, RunProgress, ShareJob, run, run_on};
use rules::game::RulesError as Broken;
use tablebase::{TableKind, TierError};

use crate::checkpoints::Mortal;
use crate::{
    BEADS, HEAPS, Hook, Hooked, LADDERS, PILES, folder, job, objects, streamed, with_plan, work,
};

/// A loopy game on a ring without a measure: it has one tier, whose moves are sorted.
const RING: &str = "game A { state c[1..6] in 0..2 loopy goal c[1] == 2 and c[2] == 2 move t in 1..6 when c[t] == 0 : { c[t] = 1 } \
    move t in 1..5 when c[t] == 1 : { c[t] = 2, c[t+1] = (c[t] + c[t+1]) % 3 } move t in 2..6 when c[t] == 2 and c[t-1] == 0 : { c[t] = 0 } }";

/// One token on a line: only a few of many shares have work in a round.
const LINE: &str =
    "game A { state n in 0..199 loopy move : [n - 1] move when n % 14 == 1 : [n + 1] }";

#[test]
fn shares_that_rest_write_the_same() {
    let mut written = 0;
    let tables = [LADDERS, HEAPS, RING, BEADS]
        .map(|text| (text, TableKind::Remoteness))
        .into_iter()
        .chain([(RING, TableKind::Outcomes), (PILES, TableKind::Outcomes)]);
    for (text, what) in tables {
        for (of, threads) in [(2, 1), (5, 1), (5, 2), (1, 1)] {
            for stream in [false, true]
                .into_iter()
                .filter(|stream| !stream || text == LADDERS)
            {
                let (alone, rested) = (folder("alone-awake"), folder("rested"));
                streamed(text, what, stream, |plan| {
                    // The moves of the ring game are sorted.
                    assert_eq!(
                        (plan.sorts(), plan.streams()),
                        (text == RING, stream),
                        "{text}"
                    );
                    work(
                        plan,
                        &FolderBackend::new(&alone),
                        of,
                        0..of,
                        &Budget::generous(),
                    )
                    .unwrap();
                    let place = FolderBackend::new(&rested);
                    let counted = Mortal::new(&place, 0, true);
                    let job = ShareJob {
                        rests: true,
                        ..job(plan, &counted, of, 0..of)
                    };
                    run_on(&job, threads, &|_| (), &Budget::generous()).unwrap();
                    written += counted.hook.checkpoints.into_inner();
                });
                assert_eq!(
                    objects(&alone),
                    objects(&rested),
                    "{text}: {of} shares on {threads} threads"
                );
                let _ = (
                    std::fs::remove_dir_all(&alone),
                    std::fs::remove_dir_all(&rested),
                );
            }
        }
    }
    assert!(written > 500, "{written} states");
}

#[test]
fn shares_that_rest_and_die_come_to_an_end() {
    let (whole, parts) = (folder("awake"), folder("rests-and-dies"));
    let mut deaths = 0;
    for (text, what) in [
        (LADDERS, TableKind::Remoteness),
        (RING, TableKind::Remoteness),
        (LINE, TableKind::Remoteness),
        (PILES, TableKind::Outcomes),
    ] {
        let _ = std::fs::remove_dir_all(&whole);
        with_plan(text, what, |plan| {
            work(
                plan,
                &FolderBackend::new(&whole),
                3,
                0..3,
                &Budget::generous(),
            )
            .unwrap()
        });
        // A round writes six objects. Existing messages are not written again.
        for (lives, after, checkpoints) in [
            (1, true, None),
            (2, false, None),
            (5, false, Some(Duration::ZERO)),
            (17, true, None),
        ] {
            let _ = std::fs::remove_dir_all(&parts);
            with_plan(text, what, |plan| {
                let place = FolderBackend::new(&parts);
                for life in 0.. {
                    let mortal = Mortal::new(&place, lives, after);
                    // Every fifth run does not request swapping.
                    let job = ShareJob {
                        rests: life % 5 != 4,
                        checkpoints,
                        ..job(plan, &mortal, 3, 0..3)
                    };
                    match run(&job, &|_| (), &Budget::generous()) {
                        Ok(()) => break,
                        Err(ClusterError::Store(StoreError::System(_))) => deaths += 1,
                        Err(other) => panic!("{other:?}"),
                    }
                    let states = |share| {
                        place
                            .list(&format!("tier/{}/checkpoint/{share}", plan.tiers() - 1))
                            .unwrap()
                            .len()
                    };
                    // The store contains at most the latest state of the share, the previous state,
                    // and the constant part.
                    assert!(
                        (0..3).all(|share| states(share) <= 3),
                        "older states stay: {lives} {after} {:?}",
                        place.list("tier")
                    );
                    assert!(life < 20_000, "{lives} objects a life do not suffice");
                }
            });
            assert_eq!(objects(&parts), objects(&whole), "{lives} objects a life");
        }
    }
    assert!(deaths > 100, "{deaths}");
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

/// A run that resumes from shares that were swapped out also swaps them out.
#[test]
fn what_rested_rests() {
    let path = folder("rested-once");
    with_plan(LINE, TableKind::Remoteness, |plan| {
        let place = FolderBackend::new(&path);
        let mortal = Mortal::new(&place, 60, true);
        let died = run(
            &ShareJob {
                rests: true,
                ..job(plan, &mortal, 3, 0..3)
            },
            &|_| (),
            &Budget::generous(),
        );
        assert!(
            matches!(died, Err(ClusterError::Store(StoreError::System(_)))),
            "{died:?}"
        );
        let rested = Cell::new(true);
        let tell = |progress: RunProgress| rested.set(rested.get() && progress.rests);
        run(&job(plan, &place, 3, 0..3), &tell, &Budget::generous()).unwrap();
        assert!(rested.get());
    });
    let _ = std::fs::remove_dir_all(&path);
}

/// Two processes with the same shares remove each other's states, and still write identical
/// objects.
#[test]
fn who_does_the_same_does_no_harm() {
    let (whole, parts) = (folder("one-of-them"), folder("both-of-them"));
    for text in [LADDERS, RING] {
        for _ in 0..testkit::rounds(5, 100) {
            let _ = (
                std::fs::remove_dir_all(&whole),
                std::fs::remove_dir_all(&parts),
            );
            with_plan(text, TableKind::Remoteness, |plan| {
                work(
                    plan,
                    &FolderBackend::new(&whole),
                    4,
                    0..4,
                    &Budget::generous(),
                )
                .unwrap()
            });
            std::thread::scope(|scope| {
                for mine in [0..4, 0..4, 1..3] {
                    let parts = &parts;
                    scope.spawn(move || {
                        with_plan(text, TableKind::Remoteness, |plan| {
                            let place = FolderBackend::new(parts);
                            run(
                                &ShareJob {
                                    rests: true,
                                    ..job(plan, &place, 4, mine)
                                },
                                &|_| (),
                                &Budget::generous(),
                            )
                            .unwrap();
                        })
                    });
                }
            });
            assert_eq!(objects(&parts), objects(&whole), "{text}");
        }
    }
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

/// A hook: another process completes the whole table just before the n-th read of a message.
struct Overtaken<'p> {
    left: AtomicU32,
    finish: &'p (dyn Fn() + Sync),
}

impl Hook for Overtaken<'_> {
    fn read(&self, name: &str) {
        if name.contains("/round/") && self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            (self.finish)();
        }
    }
}

#[test]
fn who_is_overtaken_has_done_his_part() {
    let (whole, parts) = (folder("made-by-another"), folder("overtaken"));
    for text in [LADDERS, RING] {
        let _ = std::fs::remove_dir_all(&whole);
        with_plan(text, TableKind::Remoteness, |plan| {
            work(
                plan,
                &FolderBackend::new(&whole),
                3,
                0..3,
                &Budget::generous(),
            )
            .unwrap()
        });
        for looks in (1..60).step_by(testkit::rounds(4, 1)) {
            let _ = std::fs::remove_dir_all(&parts);
            with_plan(text, TableKind::Remoteness, |plan| {
                let place = FolderBackend::new(&parts);
                let finish = || {
                    let another = FolderBackend::new(&parts);
                    with_plan(text, TableKind::Remoteness, |plan| {
                        work(plan, &another, 3, 0..3, &Budget::generous()).unwrap()
                    });
                };
                let place = Hooked {
                    place: &place,
                    hook: Overtaken {
                        left: AtomicU32::new(looks),
                        finish: &finish,
                    },
                };
                run(
                    &ShareJob {
                        rests: true,
                        ..job(plan, &place, 3, 0..3)
                    },
                    &|_| (),
                    &Budget::generous(),
                )
                .unwrap();
            });
            assert!(
                objects(&parts) == objects(&whole),
                "{text}: at look {looks}"
            );
        }
    }
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

/// A run with lookups of lower tiers can be resumed with streaming, and vice versa. Shares in the
/// first round are restarted if the mode of their checkpoint differs from the mode of the run.
#[test]
fn ways_may_change_between_two_runs() {
    let (whole, parts) = (folder("in-one-way"), folder("in-another-way"));
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        work(
            plan,
            &FolderBackend::new(&whole),
            3,
            0..3,
            &Budget::generous(),
        )
        .unwrap()
    });
    for (lives, stream) in
        (1..testkit::rounds(20, 60)).flat_map(|lives| [(lives, false), (lives, true)])
    {
        let _ = std::fs::remove_dir_all(&parts);
        let place = FolderBackend::new(&parts);
        let checkpoints = Some(Duration::ZERO);
        streamed(LADDERS, TableKind::Remoteness, stream, |plan| {
            let mortal = Mortal::new(&place, lives, true);
            let _ = run(
                &ShareJob {
                    checkpoints,
                    ..job(plan, &mortal, 3, 0..3)
                },
                &|_| (),
                &Budget::generous(),
            );
        });
        streamed(LADDERS, TableKind::Remoteness, !stream, |plan| {
            run(
                &ShareJob {
                    checkpoints,
                    ..job(plan, &place, 3, 0..3)
                },
                &|_| (),
                &Budget::generous(),
            )
            .unwrap();
        });
        assert!(
            objects(&parts) == objects(&whole),
            "{lives} objects, then streams: {}",
            !stream
        );
    }
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

/// If there is no room for the state of a share within its first round, the states of swapped-out
/// shares remain.
#[test]
fn states_at_rest_are_no_checkpoints() {
    struct Narrow(AtomicU32);
    impl Hook for Narrow {
        fn put(
            &self,
            name: &str,
            _: &[u8],
            write: &dyn Fn() -> Result<(), StoreError>,
        ) -> Result<(), StoreError> {
            // There is room for two states of the first share within its first round.
            if !name.contains("/share5-0-") || self.0.fetch_add(1, Ordering::Relaxed) < 2 {
                return write();
            }
            Err(StoreError::Full(text!("full", "满")))
        }
    }
    let (whole, narrow) = (folder("roomy"), folder("no-room-at-rest"));
    for text in [LADDERS, RING, LINE] {
        for refused in [0, 1] {
            let _ = (
                std::fs::remove_dir_all(&whole),
                std::fs::remove_dir_all(&narrow),
            );
            with_plan(text, TableKind::Remoteness, |plan| {
                work(
                    plan,
                    &FolderBackend::new(&whole),
                    3,
                    0..3,
                    &Budget::generous(),
                )
                .unwrap();
                let place = Hooked {
                    place: &FolderBackend::new(&narrow),
                    hook: Narrow(AtomicU32::new(2 * refused)),
                };
                let job = ShareJob {
                    rests: true,
                    checkpoints: Some(Duration::ZERO),
                    ..job(plan, &place, 3, 0..3)
                };
                run(&job, &|_| (), &Budget::generous()).unwrap();
            });
            assert!(objects(&narrow) == objects(&whole), "{text}");
        }
    }
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&narrow),
    );
}

/// Returns the minimum memory with which all shares of a table run in one process, with or without
/// swapping.
fn least(text: &str, of: usize, may_rest: bool) -> u64 {
    let whole = folder("wide-memory");
    with_plan(text, TableKind::Remoteness, |plan| {
        work(
            plan,
            &FolderBackend::new(&whole),
            of,
            0..of,
            &Budget::generous(),
        )
        .unwrap()
    });
    let suffices = |memory: u64| {
        let (path, rested) = (folder("narrow-memory"), Cell::new(false));
        let done = with_plan(text, TableKind::Remoteness, |plan| {
            let place = FolderBackend::new(&path);
            let tell = |progress: RunProgress| rested.set(rested.get() || progress.rests);
            run(
                &job(plan, &place, of, 0..of),
                &tell,
                &Budget::new(memory, &|| None, &|_, _| ()),
            )
        });
        if done.is_ok() {
            assert_eq!(objects(&path), objects(&whole), "{memory} bytes");
        }
        let _ = std::fs::remove_dir_all(&path);
        match done {
            Ok(()) => may_rest || !rested.get(),
            Err(ClusterError::Table(TierError::Fault(Broken::Stopped(StopReason::Memory(..))))) => {
                false
            }
            Err(other) => panic!("{other:?}"),
        }
    };
    let (mut low, mut high) = (0_u64, 1 << 20);
    while high - low > 1024 {
        let middle = low.midpoint(high);
        if suffices(middle) {
            high = middle
        } else {
            low = middle
        }
    }
    let _ = std::fs::remove_dir_all(&whole);
    high
}

#[test]
fn shares_rest_where_memory_does_not_suffice() {
    for text in ["7", "8"].map(|cells| RING.replace('6', cells)) {
        let (awake, resting) = (least(&text, 8, false), least(&text, 8, true));
        assert!(2 * resting < awake, "{resting} of {awake} bytes, {text}");
    }
}
