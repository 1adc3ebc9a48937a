//! A table is the same however it is built: by one process or several, in one run or stopped and
//! resumed at any time.

mod checkpoints;
mod damage;
mod entries;
mod names;
#[cfg(feature = "objects")]
mod objects;
mod safety;
mod store;
mod swap;
mod threads;
mod verify;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base::budget::{Budget, StopReason};
use cluster::store::manifest::Manifest;
use cluster::store::{StorageBackend, StoreError, TableStore, table_name};
use cluster::{ClusterError, FolderBackend, ShareJob, StoredTables, missing_shares, run};
use facts::facts;
use rules::game::{GameId, RulesError as Broken};
use rules::world::World;
use tablebase::{DecodedEntry, LowerEntries, TableKind, TierError, TierPlan, solve};

const LADDERS: &str = "game A { state p[1..3] in 0..12 unordered loopy
  tier total(if p[t] > 0 then 1 else 0 for t in 1..3)
  move t in 1..3, d in 1..2 : { p[t] -= d }
  move t in 1..3 when p[t] % 5 == 0 and p[t] > 0 : { p[t] += 2 } }";
const HEAPS: &str = "game A { state a in 0..40, b in 0..40 move k in 1..3 : [a - k, b] move k in 1..a : [a - k, b - 1] }";

/// The values of this game are computed tier by tier, with any number of shares: a slot may grow,
/// and the moves do more than add constants.
const GUARDED: &str = "game A { state a in 0..40, b in 0..40 move k in 1..3 when a % 2 == 0 : [a - k, b] move k in 2..4 when b < 39 : [a - k, b + 1] move : [a, b - 1] }";

/// The outcomes of this game are computed by a sieve, with any number of shares.
const PILES: &str = "game A { state a in 0..12, b in 0..12, c in 0..12 move k in 1..3 : [a - k, b, c] move k in 1..b : [a, b - k, c] move k in 1..2 : [a, b - k, c - k] }";

/// In this game with symmetry, only one of up to twelve indices is filled.
const BEADS: &str = "game A { state c[1..6] in 0..2 loopy symmetry [c[t % 6 + 1] for t in 1..6] symmetry [c[7 - t] for t in 1..6]   move t in 1..6 when c[t] > 0 : { c[t] -= 1 } move t in 1..6, s in 1..6 when s == t % 6 + 1 or t == s % 6 + 1 : { c[t] -= 1, c[s] += 1 } }";

/// A hook that is called when objects are read and written.
trait Hook: Send + Sync {
    /// A callback before an object is read.
    fn read(&self, _name: &str) {}

    /// A callback that writes an object; the hook may skip the write.
    fn put(
        &self,
        _name: &str,
        _bytes: &[u8],
        write: &dyn Fn() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        write()
    }
}

/// A backend with a hook.
struct Hooked<'p, H> {
    place: &'p dyn StorageBackend,
    hook: H,
}

impl<H: Hook> StorageBackend for Hooked<'_, H> {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.hook.read(name);
        self.place.get(name)
    }

    fn size(&self, name: &str) -> Result<Option<u64>, StoreError> {
        self.place.size(name)
    }

    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError> {
        self.hook.read(name);
        self.place.read(name, start, length)
    }

    fn read_prefix(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.hook.read(name);
        self.place.read_prefix(name, most)
    }

    fn occupied(&self) -> Result<Option<String>, StoreError> {
        self.place.occupied()
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        match name {
            // The manifest exists before any work begins.
            cluster::store::MANIFEST => self.place.put(name, bytes),
            _ => self.hook.put(name, bytes, &|| self.place.put(name, bytes)),
        }
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        self.place.list(prefix)
    }

    fn foreign(&self) -> Result<Vec<String>, StoreError> {
        self.place.foreign()
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.place.remove(name)
    }
}

/// Returns an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("cluster-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn world(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world.load("a.game", text).unwrap();
    let game = world.instantiate("A", vec![]).unwrap();
    (world, game)
}

fn with_plan<R>(text: &str, what: TableKind, work: impl FnOnce(&TierPlan<'_>) -> R) -> R {
    streamed(text, what, false, work)
}

/// Runs `work` with the plan of a table whose lower tiers are streamed or looked up.
fn streamed<R>(
    text: &str,
    what: TableKind,
    stream: bool,
    work: impl FnOnce(&TierPlan<'_>) -> R,
) -> R {
    let (world, game) = world(text);
    let budget = Budget::generous();
    let facts = facts(world.rules(game).game().unwrap(), game, &budget).unwrap();
    // Blocks of 16 indices, so that small tables have many blocks.
    let plan = TierPlan::new(&world, game, &facts, None, what, &budget)
        .unwrap()
        .in_blocks(4);
    work(&plan.streaming(stream))
}

/// Returns the store of a table in a backend. The other fields of its manifest do not matter in
/// these tests.
fn store<'p>(place: &'p dyn StorageBackend, plan: &TierPlan<'_>, of: usize) -> TableStore<'p> {
    TableStore::new(place, &manifest(plan, of))
}

fn manifest(plan: &TierPlan<'_>, of: usize) -> Manifest {
    let tiers = (0..plan.tiers())
        .map(|tier| plan.tier(tier).index.size())
        .collect();
    let (game, what, measure) = ("A".to_owned(), "remoteness".to_owned(), "-".to_owned());
    Manifest {
        game,
        tops: None,
        what,
        shares: of,
        measure,
        tiers,
        rules: String::new(),
    }
}

fn work(
    plan: &TierPlan<'_>,
    place: &dyn StorageBackend,
    of: usize,
    mine: std::ops::Range<usize>,
    budget: &Budget<'_>,
) -> Result<(), ClusterError> {
    kept(plan, place, of, mine, None, budget)
}

/// Runs shares with checkpoints.
fn kept(
    plan: &TierPlan<'_>,
    place: &dyn StorageBackend,
    of: usize,
    mine: std::ops::Range<usize>,
    checkpoints: Option<Duration>,
    budget: &Budget<'_>,
) -> Result<(), ClusterError> {
    let rests = false;
    run(
        &ShareJob {
            checkpoints,
            rests,
            ..job(plan, place, of, mine)
        },
        &|_| (),
        budget,
    )
}

/// Returns a job on a store without checkpoints. Writes the manifest of the store.
fn job<'p>(
    plan: &'p TierPlan<'p>,
    place: &'p dyn StorageBackend,
    of: usize,
    mine: std::ops::Range<usize>,
) -> ShareJob<'p> {
    manifest(plan, of).write(place).unwrap();
    let (store, patience) = (store(place, plan, of), Some(Duration::from_secs(60)));
    ShareJob {
        plan,
        store,
        of,
        mine,
        patience,
        memory: 1 << 12,
        checkpoints: None,
        rests: false,
    }
}

/// Returns all objects of a store with their bytes.
fn objects(path: &Path) -> Vec<(String, Vec<u8>)> {
    let place = FolderBackend::new(path);
    let mut names = place.list("tier").unwrap();
    names.sort();
    names
        .into_iter()
        .map(|name| (name.clone(), place.get(&name).unwrap().unwrap()))
        .collect()
}

/// Checks that a store equals the table computed in memory.
fn is_right(plan: &TierPlan<'_>, path: &Path, of: usize) {
    let (place, budget) = (FolderBackend::new(path), Budget::generous());
    let tables = solve(plan, 1, &budget).unwrap();
    for memory in [0, 1 << 30] {
        let stored = StoredTables::new(plan, store(&place, plan, of), of, memory);
        for tier in 0..plan.tiers() {
            assert!(missing_shares(&place, tier, of).unwrap().is_empty());
            for (at, block) in tables.tier(tier).iter().enumerate() {
                assert_eq!(
                    &stored.block(tier, at as u64).unwrap(),
                    block,
                    "tier {tier}, block {at}"
                );
                assert_eq!(
                    stored.entry(tier, at as u64 * plan.block()).unwrap(),
                    block.get(0)
                );
            }
            let size = plan.tier(tier).index.size();
            for places in [0..size, size / 3..size - size / 4, size..size] {
                let (mut one_by_one, mut at_once) = (Vec::new(), Vec::new());
                places
                    .clone()
                    .for_each(|place| one_by_one.push(tables.code(tier, place).unwrap()));
                stored
                    .codes(tier, places, &mut |code| at_once.push(code))
                    .unwrap();
                assert_eq!(at_once, one_by_one, "tier {tier}");
            }
        }
        assert_eq!(stored.lookup(&vec![-1; plan.ranges().len()]), Ok(None));
    }
}

#[test]
fn one_process_or_several_write_the_same() {
    for (text, what) in [
        (LADDERS, TableKind::Remoteness),
        (HEAPS, TableKind::Remoteness),
        (PILES, TableKind::Outcomes),
        (BEADS, TableKind::Remoteness),
    ] {
        for of in [1, 2, 5] {
            let (alone, together) = (folder("alone"), folder("together"));
            with_plan(text, what, |plan| {
                work(
                    plan,
                    &FolderBackend::new(&alone),
                    of,
                    0..of,
                    &Budget::generous(),
                )
                .unwrap();
                is_right(plan, &alone, of);
            });
            std::thread::scope(|scope| {
                for share in 0..of {
                    let together = &together;
                    scope.spawn(move || {
                        with_plan(text, what, |plan| {
                            work(
                                plan,
                                &FolderBackend::new(together),
                                of,
                                share..share + 1,
                                &Budget::generous(),
                            )
                            .unwrap()
                        })
                    });
                }
            });
            assert_eq!(
                objects(&alone),
                objects(&together),
                "messages are gone when a tier is whole"
            );
            let _ = (
                std::fs::remove_dir_all(&alone),
                std::fs::remove_dir_all(&together),
            );
        }
    }
}

#[test]
fn values_are_made_too() {
    let path = folder("values");
    with_plan(HEAPS, TableKind::Values, |plan| {
        work(
            plan,
            &FolderBackend::new(&path),
            1,
            0..1,
            &Budget::generous(),
        )
        .unwrap();
        is_right(plan, &path, 1);
        let place = FolderBackend::new(&path);
        let stored = StoredTables::new(plan, store(&place, plan, 1), 1, 1 << 20);
        assert!(
            matches!(stored.lookup(&[0, 0]), Ok(Some(DecodedEntry::Value(value))) if value.as_nimber() == Some(0))
        );
        assert!(
            matches!(stored.lookup(&[1, 0]), Ok(Some(DecodedEntry::Value(value))) if value.as_nimber() == Some(1))
        );
    });
    let _ = std::fs::remove_dir_all(&path);
}

/// Runs a share until a given budget poll stops it. Returns whether it was stopped.
fn stopped(path: &Path, of: usize, share: std::ops::Range<usize>, looks: u32) -> bool {
    let left = Cell::new(looks);
    let stop = || {
        left.set(left.get().saturating_sub(1));
        (left.get() == 0).then_some(StopReason::Cancelled)
    };
    let budget = Budget::new(1 << 30, &stop, &|_, _| ());
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        match work(plan, &FolderBackend::new(path), of, share, &budget) {
            Ok(()) => false,
            Err(ClusterError::Table(TierError::Fault(Broken::Stopped(StopReason::Cancelled)))) => {
                true
            }
            Err(other) => panic!("{other:?}"),
        }
    })
}

#[test]
fn what_is_stopped_goes_on() {
    let (whole, parts) = (folder("whole"), folder("parts"));
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
    let mut stops = 0;
    for looks in 1..12 {
        let _ = std::fs::remove_dir_all(&parts);
        let mut more = looks;
        while stopped(&parts, 3, 0..3, more) {
            (stops, more) = (stops + 1, more + 1);
        }
        assert_eq!(
            objects(&parts),
            objects(&whole),
            "stopped after {looks} looks"
        );
    }
    assert!(stops > 11);
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

#[test]
fn shares_that_die_are_begun_anew() {
    let (whole, parts) = (folder("all"), folder("deaths"));
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        work(
            plan,
            &FolderBackend::new(&whole),
            4,
            0..4,
            &Budget::generous(),
        )
        .unwrap()
    });
    for case in 0..2 {
        let _ = std::fs::remove_dir_all(&parts);
        std::thread::scope(|scope| {
            for share in 0..4 {
                let parts = &parts;
                scope.spawn(move || {
                    let mut random = fastrand::Rng::with_seed(100 * case + share);
                    let mine = share as usize..share as usize + 1;
                    // Two threads run share 0 at the same time.
                    if share == 0 {
                        scope.spawn(move || while stopped(parts, 4, 0..1, 300) {});
                    }
                    while stopped(parts, 4, mine.clone(), random.u32(1..100)) {}
                });
            }
        });
        assert_eq!(objects(&parts), objects(&whole), "case {case}");
    }
    let _ = (
        std::fs::remove_dir_all(&whole),
        std::fs::remove_dir_all(&parts),
    );
}

#[test]
fn who_waits_too_long_says_for_whom() {
    let path = folder("waits");
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let place = FolderBackend::new(&path);
        let patience = Some(Duration::from_millis(20));
        let job = ShareJob {
            patience,
            ..job(plan, &place, 2, 0..1)
        };
        let waited = run(&job, &|_| (), &Budget::generous());
        assert!(
            matches!(&waited, Err(ClusterError::Waited(text)) if text.en.contains("share 1 of 2")),
            "{waited:?}"
        );
    });
    let _ = std::fs::remove_dir_all(&path);
}

#[test]
fn a_damaged_object_is_named_and_made_again() {
    let path = folder("damaged");
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let place = FolderBackend::new(&path);
        work(plan, &place, 2, 0..2, &Budget::generous()).unwrap();
        let before = objects(&path);
        let tier = plan.tiers() - 2;
        let name = table_name(tier, 1);
        let file = path.join(&name);
        let mut bytes = std::fs::read(&file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x40;
        std::fs::write(&file, bytes).unwrap();
        // If a higher tier is rebuilt, its shares read the entries of this tier.
        for later in tier + 1..plan.tiers() {
            place.remove(&table_name(later, 0)).unwrap();
        }
        let refused = work(plan, &place, 2, 0..2, &Budget::generous());
        assert!(
            matches!(&refused, Err(ClusterError::Store(StoreError::Damaged(damaged, _))) if *damaged == name),
            "{refused:?}"
        );
        place.remove(&name).unwrap();
        work(plan, &place, 2, 0..2, &Budget::generous()).unwrap();
        assert_eq!(objects(&path), before);
    });
    let _ = std::fs::remove_dir_all(&path);
}

#[test]
fn the_games_of_these_tests_have_tiers_and_blocks() {
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        assert!(plan.tiers() > 3, "{} tiers", plan.tiers())
    });
    for text in [LADDERS, HEAPS] {
        with_plan(text, TableKind::Remoteness, |plan| {
            assert!(
                plan.largest() > 2 * plan.block(),
                "{} places",
                plan.largest()
            )
        });
    }
}
