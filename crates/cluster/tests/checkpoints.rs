//! A process that dies after writing a few objects resumes from its checkpoints; without
//! checkpoints, it would never finish. The result does not depend on the point at which the process
//! died.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use base::budget::Budget;
use base::text;
use cluster::store::{StorageBackend, StoreError};
use cluster::{ClusterError, FolderBackend};
use tablebase::TableKind;

use crate::{HEAPS, Hook, Hooked, LADDERS, PILES, folder, kept, objects, with_plan, work};

/// A hook: the process dies when it writes a certain object, either before or after the write.
pub struct Mortal {
    left: AtomicU32,
    after: bool,
    /// Number of checkpoints that were written.
    pub checkpoints: AtomicU32,
}

impl Mortal {
    pub fn new(place: &dyn StorageBackend, left: u32, after: bool) -> Hooked<'_, Mortal> {
        Hooked {
            place,
            hook: Mortal {
                left: AtomicU32::new(left),
                after,
                checkpoints: AtomicU32::new(0),
            },
        }
    }
}

impl Hook for Mortal {
    fn put(
        &self,
        name: &str,
        _: &[u8],
        write: &dyn Fn() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let dies = self.left.fetch_sub(1, Ordering::Relaxed) == 1;
        if !dies || self.after {
            write()?;
            self.checkpoints
                .fetch_add(name.contains("/checkpoint/").into(), Ordering::Relaxed);
        }
        if dies {
            Err(StoreError::System(text!("dies", "死")))
        } else {
            Ok(())
        }
    }
}

#[test]
fn work_that_dies_often_comes_to_an_end() {
    let (whole, parts) = (folder("undisturbed"), folder("mortal"));
    let (mut written, mut died) = (0, 0);
    for (text, what) in [
        (LADDERS, TableKind::Remoteness),
        (HEAPS, TableKind::Remoteness),
        (PILES, TableKind::Outcomes),
        (HEAPS, TableKind::Values),
    ] {
        // A table of values with one tier has a single share.
        for of in [1, 3]
            .into_iter()
            .filter(|of| *of == 1 || what != TableKind::Values)
        {
            let _ = std::fs::remove_dir_all(&whole);
            with_plan(text, what, |plan| {
                work(
                    plan,
                    &FolderBackend::new(&whole),
                    of,
                    0..of,
                    &Budget::generous(),
                )
                .unwrap()
            });
            for (lives, after) in [(1, true), (2, true), (2, false), (5, false), (17, true)] {
                let _ = std::fs::remove_dir_all(&parts);
                let mut deaths = 0;
                with_plan(text, what, |plan| {
                    let place = FolderBackend::new(&parts);
                    loop {
                        let mortal = Mortal::new(&place, lives, after);
                        let done = kept(
                            plan,
                            &mortal,
                            of,
                            0..of,
                            Some(Duration::ZERO),
                            &Budget::generous(),
                        );
                        written += mortal.hook.checkpoints.into_inner();
                        match done {
                            Ok(()) => break,
                            Err(ClusterError::Store(StoreError::System(_))) => deaths += 1,
                            Err(other) => panic!("{other:?}"),
                        }
                        assert!(deaths < 20_000, "{lives} objects a life do not suffice");
                    }
                });
                died += deaths;
                assert_eq!(
                    objects(&parts),
                    objects(&whole),
                    "{of} shares, {lives} objects a life"
                );
            }
        }
    }
    assert!(
        written > 1_000 && died > 1_000,
        "{written} checkpoints, {died} deaths"
    );
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

#[test]
fn shares_that_die_often_come_to_an_end() {
    let (whole, parts) = (folder("unbroken"), folder("mortals"));
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
    for groups in [&[0..1, 1..2, 2..3][..], &[0..2, 2..3]] {
        let _ = std::fs::remove_dir_all(&parts);
        std::thread::scope(|scope| {
            for (number, mine) in groups.iter().cloned().enumerate() {
                let parts = &parts;
                scope.spawn(move || {
                    with_plan(LADDERS, TableKind::Remoteness, |plan| {
                        let place = FolderBackend::new(parts);
                        for life in 0.. {
                            let mortal =
                                Mortal::new(&place, 2 + (life + number as u32) % 5, life % 2 == 0);
                            match kept(
                                plan,
                                &mortal,
                                3,
                                mine.clone(),
                                Some(Duration::ZERO),
                                &Budget::generous(),
                            ) {
                                Ok(()) => break,
                                Err(ClusterError::Store(StoreError::System(_))) => {}
                                Err(other) => panic!("{other:?}"),
                            }
                        }
                    })
                });
            }
        });
        assert_eq!(objects(&parts), objects(&whole), "{groups:?}");
    }
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

/// If there is no room for checkpoints, the work continues without checkpoints.
#[test]
fn checkpoints_that_find_no_room_are_left_out() {
    struct Narrow;
    impl Hook for Narrow {
        fn put(
            &self,
            name: &str,
            bytes: &[u8],
            write: &dyn Fn() -> Result<(), StoreError>,
        ) -> Result<(), StoreError> {
            if name.contains("/checkpoint/") && bytes.len() > 400 {
                Err(StoreError::Full(text!("full", "满")))
            } else {
                write()
            }
        }
    }
    let (whole, narrow) = (folder("wide"), folder("narrow"));
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        work(
            plan,
            &FolderBackend::new(&whole),
            2,
            0..2,
            &Budget::generous(),
        )
        .unwrap();
        kept(
            plan,
            &Hooked {
                place: &FolderBackend::new(&narrow),
                hook: Narrow,
            },
            2,
            0..2,
            Some(Duration::ZERO),
            &Budget::generous(),
        )
        .unwrap();
    });
    assert_eq!(objects(&narrow), objects(&whole));
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&narrow),
    );
}
