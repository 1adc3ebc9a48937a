//! Measures cold lookups in a store whose files are not in the page cache. `cargo bench -p
//! grundy-cluster --bench cold` builds the table of Quixo on 3 × 3 in a folder. With `-- 4`, the
//! benchmark builds the table of Quixo on 4 × 4 (43 million positions). The benchmark looks up
//! scattered positions. Each position is looked up twice: first after the files of the store were
//! dropped from the page cache, then with the files in the page cache. The benchmark prints reads,
//! bytes and times. The page cache is dropped by `dd … oflag=nocache` (GNU coreutils). If `dd` is
//! not available, all lookups are warm.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use base::budget::Budget;
use cluster::store::manifest::Manifest;
use cluster::store::{StorageBackend, StoreError, TableStore};
use cluster::{FolderBackend, ShareJob, StoredTables, run};
use facts::facts;
use rules::ir::ParameterValue;
use rules::world::World;
use tablebase::{TableKind, TierPlan};

/// Number of positions to look up.
const QUERY_COUNT: u64 = 40;

/// A folder backend that counts reads and bytes.
struct Counted {
    folder: FolderBackend,
    reads: AtomicU64,
    bytes: AtomicU64,
}

impl Counted {
    fn count(&self, bytes: usize) {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

impl StorageBackend for Counted {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.folder.get(name)
    }

    fn size(&self, name: &str) -> Result<Option<u64>, StoreError> {
        self.folder.size(name)
    }

    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError> {
        self.folder
            .read(name, start, length)
            .inspect(|bytes| self.count(bytes.len()))
    }

    fn read_prefix(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.folder.read_prefix(name, most)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.folder.put(name, bytes)
    }

    fn occupied(&self) -> Result<Option<String>, StoreError> {
        self.folder.occupied()
    }

    fn foreign(&self) -> Result<Vec<String>, StoreError> {
        self.folder.foreign()
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        self.folder.list(prefix)
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.folder.remove(name)
    }
}

/// Formats the median and the maximum of a list of times, with the unit.
fn times(mut micros: Vec<f64>) -> String {
    micros.sort_by(f64::total_cmp);
    format!(
        "median {:.0} µs, maximum {:.0} µs",
        micros[micros.len() / 2],
        micros[micros.len() - 1]
    )
}

fn main() {
    let n = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .next_back()
        .unwrap_or(3);
    let (mut world, budget) = (World::with_library(), Budget::generous());
    let game = world
        .instantiate("quixo", vec![(None, ParameterValue::Int(n))])
        .expect("a game of the library");
    let facts = facts(
        world.rules(game).game().expect("a game of rules"),
        game,
        &budget,
    )
    .expect("no limit");
    let plan =
        TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).expect("tiers");
    let path: PathBuf = std::env::temp_dir().join(format!("grundy-cold-{}", std::process::id()));
    let place = Counted {
        folder: FolderBackend::new(&path),
        reads: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
    };
    let tiers = (0..plan.tiers())
        .map(|tier| plan.tier(tier).index.size())
        .collect();
    let about = |what: &str| what.to_owned();
    let manifest = Manifest {
        game: about("quixo"),
        tops: None,
        what: about("remoteness"),
        shares: 1,
        measure: about("-"),
        tiers,
        rules: String::new(),
    };
    manifest.write(&place).expect("a new folder");
    let store = TableStore::new(&place, &manifest);
    let job = ShareJob {
        plan: &plan,
        store,
        of: 1,
        mine: 0..1,
        patience: None,
        memory: 1 << 28,
        checkpoints: None,
        rests: false,
    };
    run(&job, &|_| (), &budget).unwrap_or_else(|failure| panic!("{failure:?}"));
    let files: Vec<PathBuf> = place
        .list("tier")
        .expect("it was written")
        .iter()
        .map(|name| path.join(name))
        .collect();
    let forget = || {
        files.iter().all(|file| {
            let mut dd = Command::new("dd");
            dd.arg(format!("of={}", file.display())).args([
                "oflag=nocache",
                "conv=notrunc,fdatasync",
                "count=0",
            ]);
            dd.stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        })
    };
    let (mut cold, mut warm, mut reads, mut bytes, mut forgotten) =
        (Vec::new(), Vec::new(), 0, 0, true);
    for number in 0..QUERY_COUNT {
        // The looked-up indices are the centers of equal ranges of all indices.
        let mut place_of = (u128::from(plan.places()) * u128::from(2 * number + 1)
            / u128::from(2 * QUERY_COUNT)) as u64;
        let tier = (0..plan.tiers()).find(|tier| {
            let size = plan.tier(*tier).index.size();
            let here = place_of < size;
            place_of -= if here { 0 } else { size };
            here
        });
        let mut slots = vec![0; plan.ranges().len()];
        plan.tier(tier.expect("an index of the table"))
            .index
            .position(place_of, &mut slots);
        forgotten &= forget();
        for times in [&mut cold, &mut warm] {
            let before = (
                place.reads.load(Ordering::Relaxed),
                place.bytes.load(Ordering::Relaxed),
            );
            // Nothing is cached between two lookups.
            let (stored, began) = (StoredTables::new(&plan, store, 1, 1 << 20), Instant::now());
            let known = stored.lookup(&slots).expect("the store is complete");
            times.push(began.elapsed().as_secs_f64() * 1e6);
            assert!(known.is_some(), "{slots:?} is in the table");
            reads = reads.max(place.reads.load(Ordering::Relaxed) - before.0);
            bytes = bytes.max(place.bytes.load(Ordering::Relaxed) - before.1);
        }
    }
    println!(
        "quixo({n}): {} positions, {QUERY_COUNT} queries, at most {reads} reads and {bytes} bytes each",
        plan.places()
    );
    println!(
        "cold: {}{}",
        times(cold),
        if forgotten {
            ""
        } else {
            " (the page cache was not dropped: dd with oflag=nocache is not available)"
        }
    );
    println!("warm: {}", times(warm));
    let _ = std::fs::remove_dir_all(&path);
}
