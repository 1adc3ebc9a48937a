//! Threads of one process write the same objects as a single thread. If one thread fails or the
//! budget runs out, all threads stop.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ops::Range;
use std::time::Duration;

use base::budget::{Budget, StopReason};
use cluster::store::{StorageBackend, StoreError, table_name};
use cluster::{ClusterError, FolderBackend, RunProgress, ShareJob, run_on};
use rules::game::RulesError as Broken;
use tablebase::{TableKind, TierError, TierPlan};

use crate::{GUARDED, HEAPS, Hook, Hooked, LADDERS, PILES, folder, job, objects, with_plan, work};

fn on(
    plan: &TierPlan<'_>,
    place: &dyn StorageBackend,
    (of, mine, threads): (usize, Range<usize>, usize),
    tell: &dyn Fn(RunProgress),
    budget: &Budget<'_>,
) -> Result<(), ClusterError> {
    run_on(
        &ShareJob {
            memory: 1 << 14,
            ..job(plan, place, of, mine)
        },
        threads,
        tell,
        budget,
    )
}

#[test]
fn threads_write_what_one_writes() {
    assert!(!with_plan(GUARDED, TableKind::Values, |plan| plan.is_one_share()));
    for (text, what) in [
        (LADDERS, TableKind::Remoteness),
        (HEAPS, TableKind::Remoteness),
        (HEAPS, TableKind::Values),
        (GUARDED, TableKind::Values),
    ] {
        for (of, threads) in [(2, 2), (5, 2), (5, 3), (3, 8), (1, 2)] {
            // Values that are computed in the order of a measure have a single share.
            if with_plan(text, what, |plan| plan.is_one_share()) && of > 1 {
                continue;
            }
            let (alone, beside) = (folder("threads-alone"), folder("threads"));
            with_plan(text, what, |plan| {
                work(
                    plan,
                    &FolderBackend::new(&alone),
                    of,
                    0..of,
                    &Budget::generous(),
                )
                .unwrap();
                let (far, most) = (Cell::new(0), Cell::new(0));
                let tell = |progress: RunProgress| {
                    far.set(progress.done);
                    most.set(most.get().max(progress.done));
                };
                on(
                    plan,
                    &FolderBackend::new(&beside),
                    (of, 0..of, threads),
                    &tell,
                    &Budget::generous(),
                )
                .unwrap();
                assert_eq!(
                    (far.get(), most.get()),
                    (plan.places(), plan.places()),
                    "what all threads have done is told"
                );
            });
            assert_eq!(
                objects(&alone),
                objects(&beside),
                "{of} shares on {threads} threads"
            );
            let _ = (
                std::fs::remove_dir_all(&alone),
                std::fs::remove_dir_all(&beside),
            );
        }
    }
}

#[test]
fn how_far_the_work_is_grows_within_tiers_and_rounds() {
    for (text, what) in [
        (LADDERS, TableKind::Remoteness),
        (HEAPS, TableKind::Values),
        (PILES, TableKind::Outcomes),
    ] {
        for of in [1, 3] {
            // Values that are computed in the order of a measure have a single share.
            if of > 1 && with_plan(text, what, |plan| plan.is_one_share()) {
                continue;
            }
            let path = folder("progress");
            with_plan(text, what, |plan| {
                let told: RefCell<Vec<RunProgress>> = RefCell::default();
                let tell = |progress: RunProgress| told.borrow_mut().push(progress);
                on(
                    plan,
                    &FolderBackend::new(&path),
                    (of, 0..of, 1),
                    &tell,
                    &Budget::generous(),
                )
                .unwrap();
                let told = told.into_inner();
                assert!(
                    told.windows(2)
                        .all(|two| two[0].done <= two[1].done && two[0].tier <= two[1].tier),
                    "{told:?}"
                );
                let ends: HashSet<u64> = (0..=plan.tiers())
                    .map(|end| (0..end).map(|tier| plan.tier(tier).index.size()).sum())
                    .collect();
                let within = told
                    .iter()
                    .filter(|progress| !ends.contains(&progress.done))
                    .count();
                assert!(
                    within > plan.tiers() / 2,
                    "{within} within {} tiers",
                    plan.tiers()
                );
                let decided = told.iter().map(|progress| progress.decided).max();
                assert!(
                    decided > Some(0)
                        && told
                            .iter()
                            .all(|progress| progress.decided
                                <= plan.tier(progress.tier).index.size()),
                    "{decided:?}"
                );
            });
            let _ = std::fs::remove_dir_all(&path);
        }
    }
}

#[test]
fn where_one_thread_fails_all_end() {
    // The move that raises the measure is in the first share, in the last share, or in a share
    // between them.
    for at in [3, 95, 50] {
        let text = format!(
            "game A {{ state p in 0..199 loopy tier p / 100 move : [p - 1] move when p == {at} : [p + 100] }}"
        );
        let path = folder("threads-fail");
        let failed = with_plan(&text, TableKind::Remoteness, |plan| {
            on(
                plan,
                &FolderBackend::new(&path),
                (6, 0..6, 3),
                &|_| (),
                &Budget::generous(),
            )
            .unwrap_err()
        });
        assert!(
            matches!(&failed, ClusterError::Table(TierError::Rules(why)) if why.en.contains("raises the measure")),
            "{failed:?}"
        );
        let _ = std::fs::remove_dir_all(&path);
    }
}

#[test]
fn what_is_stopped_ends_on_all_threads_and_goes_on() {
    let path = folder("threads-stopped");
    let expected = folder("threads-expected");
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        work(
            plan,
            &FolderBackend::new(&expected),
            4,
            0..4,
            &Budget::generous(),
        )
        .unwrap();
        let mut ended = 0;
        for looks in 0.. {
            let left = Cell::new(3 * looks);
            let stop = || {
                left.set(left.get() - i32::from(left.get() > 0));
                (left.get() == 0).then_some(if looks % 2 == 0 {
                    StopReason::Time
                } else {
                    StopReason::Cancelled
                })
            };
            match on(
                plan,
                &FolderBackend::new(&path),
                (4, 0..4, 2),
                &|_| (),
                &Budget::new(1 << 30, &stop, &|_, _| ()),
            ) {
                Ok(()) => break,
                Err(ClusterError::Table(TierError::Fault(Broken::Stopped(stop)))) => {
                    assert_eq!(
                        stop,
                        if looks % 2 == 0 {
                            StopReason::Time
                        } else {
                            StopReason::Cancelled
                        }
                    );
                    ended += 1;
                }
                Err(failure) => panic!("{failure:?}"),
            }
        }
        assert!(ended > 1, "it was stopped {ended} times");
    });
    assert_eq!(objects(&path), objects(&expected));
    let _ = (
        std::fs::remove_dir_all(&path),
        std::fs::remove_dir_all(&expected),
    );
}

/// A hook: one share takes long to write its first message.
struct Slow(usize);

impl Hook for Slow {
    fn put(
        &self,
        name: &str,
        _: &[u8],
        write: &dyn Fn() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if name.ends_with(&format!("/round/0/from/{}", self.0)) {
            std::thread::sleep(Duration::from_millis(300));
        }
        write()
    }
}

/// A process that builds a table on its own writes no messages. Threads that find some of the
/// tables of such a process compute the missing tables again.
#[test]
fn tables_without_messages_do_not_stop_threads() {
    for share in 0..4 {
        let (path, whole) = (folder("threads-lacking"), folder("threads-had"));
        with_plan(LADDERS, TableKind::Remoteness, |plan| {
            for path in [&path, &whole] {
                work(
                    plan,
                    &FolderBackend::new(path),
                    4,
                    0..4,
                    &Budget::generous(),
                )
                .unwrap();
            }
            let place = FolderBackend::new(&path);
            place.remove(&table_name(plan.tiers() - 1, share)).unwrap();
            // All threads wait for the slow share, even those whose own tables already exist.
            let slow = Hooked {
                place: &place,
                hook: Slow(share),
            };
            on(plan, &slow, (4, 0..4, 2), &|_| (), &Budget::generous()).unwrap();
        });
        assert_eq!(objects(&path), objects(&whole), "{share}");
        let _ = (
            std::fs::remove_dir_all(&path),
            std::fs::remove_dir_all(&whole),
        );
    }
}
