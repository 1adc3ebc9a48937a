//! Tests a folder store among other files: only the store's own objects are listed, read, replaced
//! or removed. Also tests stores that are damaged or incomplete.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use base::budget::Budget;
use base::text;
use cluster::store::{Leftovers, MANIFEST, MemoryBackend, StorageBackend, StoreError, table_name};
use cluster::{ClusterError, FolderBackend, run};
use tablebase::TableKind;

use crate::{Hook, Hooked, LADDERS, PILES, folder, job, kept, manifest, with_plan, work};

/// The name of a half-written object, in the form that current and older writers use.
const HALF_WRITTEN: &str = ".grundy-object-0123456789abcdef0123456789abcdef.part";

/// Returns everything below a folder: folders, files with their bytes, links with their targets.
fn tree(path: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let (mut open, mut found) = (vec![path.to_owned()], BTreeMap::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let about = fs::symlink_metadata(&path).unwrap();
            let bytes = match about.file_type() {
                kind if kind.is_symlink() => Some(
                    fs::read_link(&path)
                        .unwrap()
                        .into_os_string()
                        .into_encoded_bytes(),
                ),
                kind if kind.is_dir() => None,
                _ => Some(fs::read(&path).unwrap()),
            };
            open.extend(about.is_dir().then(|| path.clone()));
            found.insert(path, bytes);
        }
    }
    found
}

fn put_file(path: &Path, bytes: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Creates files of a user, none of which has the name of an object.
fn scatter(path: &Path) {
    let files = [
        ".env",
        ".bashrc",
        "README",
        "src/main.rs",
        ".hidden/x",
        "tier/notes.txt",
        "tier/.env",
        "tier/01/share/0/table",
        "tier/1/@eaDir/table@SynoEAStream",
        "tier/1/lost+found/#12",
        "tier/0/a name with blanks",
        "tier/0/Ünïcode",
        "tier/0/share/0/table.bak",
        "tier/0/share/.DS_Store",
        "tier/0/checkpoint/0/mine",
        "tier/0/.grundy-object-0123456789abcdef0123456789abcdeF.part",
        "tier/0/.grundy-object-0.part",
        ".grundy-object-0123456789abcdef0123456789abcdef.part.bak",
    ];
    files
        .iter()
        .for_each(|file| put_file(&path.join(file), file));
    for empty in [
        ".git/refs/tags",
        "empty",
        "tier/1/share/x",
        "tier/0/round/first",
        "tier/7x",
    ] {
        fs::create_dir_all(path.join(empty)).unwrap();
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"tier/1/\xff\xfe");
        fs::write(path.join(name), "not UTF-8").unwrap();
        fs::write(
            path.join("tier/0/round/line\nend\u{1b}[2J"),
            "control characters",
        )
        .unwrap();
    }
}

#[test]
fn files_of_others_in_a_store_are_left_alone_and_listed() {
    let (path, plain) = (folder("scattered"), folder("unscattered"));
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        manifest(plan, 3).write(&FolderBackend::new(&path)).unwrap();
        scatter(&path);
        let before = tree(&path);
        work(
            plan,
            &FolderBackend::new(&plain),
            3,
            0..3,
            &Budget::generous(),
        )
        .unwrap();
        for rests in [false, true] {
            let place = FolderBackend::new(&path);
            (0..plan.tiers()).for_each(|tier| {
                (0..3).for_each(|share| place.remove(&table_name(tier, share)).unwrap())
            });
            run(
                &cluster::ShareJob {
                    rests,
                    checkpoints: Some(Duration::ZERO),
                    ..job(plan, &place, 3, 0..3)
                },
                &|_| (),
                &Budget::generous(),
            )
            .unwrap();
            let after = tree(&path);
            before.iter().for_each(|(file, bytes)| {
                assert_eq!(after.get(file), Some(bytes), "{}", file.display())
            });
            // The result is the same table as in a store without other files.
            let whole = tree(&plain);
            for (file, bytes) in after.iter().filter(|(file, _)| !before.contains_key(*file)) {
                assert_eq!(
                    whole.get(&plain.join(file.strip_prefix(&path).unwrap())),
                    Some(bytes),
                    "{}",
                    file.display()
                );
            }
            assert_eq!(crate::objects(&path), crate::objects(&plain));
        }
        let foreign = FolderBackend::new(&path).foreign().unwrap();
        let printed = [
            "README",
            "tier/1/@eaDir",
            "tier/1/lost+found",
            "tier/0/a name with blanks",
            "tier/0/Ünïcode",
            ".git",
            "tier/0/share/0/table.bak",
        ];
        printed.iter().for_each(|name| {
            assert!(
                foreign.iter().any(|foreign| foreign == name),
                "{name}: {foreign:?}"
            )
        });
        assert!(
            !foreign
                .iter()
                .any(|name| name.contains("#12") || name.chars().any(char::is_control)),
            "{foreign:?}"
        );
        assert!(
            cfg!(not(unix))
                || foreign
                    .iter()
                    .any(|name| name == "tier/0/round/line\\nend\\u{1b}[2J"),
            "{foreign:?}"
        );
    });
    let _ = (fs::remove_dir_all(&path), fs::remove_dir_all(&plain));
}

#[test]
fn a_place_that_is_not_empty_and_no_store_is_refused() {
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let own = manifest(plan, 1);
        for file in [
            "x",
            ".env",
            "tier/0/share/0/table",
            ".git/HEAD",
            "lost+found/x",
            "Manifest",
            "manifest/x",
            ".grundy-object-0.part",
        ] {
            let path = folder("occupied");
            put_file(&path.join(file), "somebody's");
            let before = tree(&path);
            let place = FolderBackend::new(&path);
            let refused = own.write(&place);
            assert!(
                matches!(&refused, Err(StoreError::System(text)) if text.en.contains("is not empty and is not a store")),
                "{file}: {refused:?}"
            );
            // Work that does not begin by writing the manifest also changes no files.
            assert!(work_refused(plan, &place), "{file}");
            assert!(place.remove(&table_name(0, 0)).is_err());
            place.tidy("", Leftovers::All).unwrap();
            assert_eq!(tree(&path), before, "{file}");
            let _ = fs::remove_dir_all(&path);
        }
        let bucket = MemoryBackend::default();
        bucket.put("notes.txt", b"somebody's").unwrap();
        assert!(
            matches!(own.write(&bucket), Err(StoreError::System(text)) if text.en.contains("notes.txt"))
        );
        assert_eq!(bucket.objects().len(), 1);
        // A half-written manifest of a writer that died does not prevent a new store and is
        // removed.
        let path = folder("unnamed");
        put_file(&path.join(HALF_WRITTEN), "grundy-st");
        work(
            plan,
            &FolderBackend::new(&path),
            1,
            0..1,
            &Budget::generous(),
        )
        .unwrap();
        assert!(path.join(MANIFEST).is_file() && !path.join(HALF_WRITTEN).exists());
        let _ = fs::remove_dir_all(&path);
        // An empty folder does not prevent a new store.
        fs::create_dir_all(&path).unwrap();
        own.write(&FolderBackend::new(&path)).unwrap();
        let _ = fs::remove_dir_all(&path);
    });
}

/// Returns whether work on a backend without a manifest is rejected.
fn work_refused(plan: &tablebase::TierPlan<'_>, place: &dyn StorageBackend) -> bool {
    let other = MemoryBackend::default();
    let job = cluster::ShareJob {
        store: crate::store(place, plan, 1),
        ..job(plan, &other, 1, 0..1)
    };
    matches!(run(&job, &|_| (), &Budget::generous()), Err(ClusterError::Store(StoreError::Missing(name))) if name == MANIFEST)
}

#[test]
fn half_written_objects_are_known_by_name_and_age() {
    let path = folder("half-written");
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let place = FolderBackend::new(&path);
        manifest(plan, 1).write(&place).unwrap();
        let [fresh, old, other] = ["0", "1", "x"].map(|digit| {
            path.join(format!(
                "tier/0/round/0/from/.grundy-object-{}.part",
                digit.repeat(32)
            ))
        });
        let put = |file: &Path, age: u64| {
            put_file(file, "half");
            let times =
                fs::FileTimes::new().set_modified(SystemTime::now() - Duration::from_secs(age));
            fs::File::options()
                .write(true)
                .open(file)
                .unwrap()
                .set_times(times)
                .unwrap();
        };
        [(&fresh, 60), (&old, 2 * 3_600), (&other, 100 * 3_600)]
            .iter()
            .for_each(|(file, age)| put(file, *age));
        place.tidy("tier/0", Leftovers::Stale).unwrap();
        assert!(fresh.exists() && !old.exists() && other.exists());
        assert!(
            place
                .foreign()
                .unwrap()
                .iter()
                .all(|name| name.contains("xxxx"))
        );
        place.tidy("", Leftovers::All).unwrap();
        assert!(!fresh.exists() && other.exists());
        fs::remove_file(&other).unwrap();
        // Folders of the store are removed when they are empty.
        place.tidy("", Leftovers::All).unwrap();
        assert!(!path.join("tier").exists() && path.join(MANIFEST).is_file());
    });
    let _ = fs::remove_dir_all(&path);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let (path, outside) = (folder("linked"), folder("outside"));
    put_file(&outside.join("0/share/0/table"), "outside");
    put_file(&outside.join("checkpoint/0/lasting3"), "outside");
    put_file(&outside.join("from/0"), "outside");
    put_file(&outside.join(HALF_WRITTEN), "outside");
    fs::create_dir_all(outside.join("empty")).unwrap();
    let before = tree(&outside);
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let place = FolderBackend::new(&path);
        manifest(plan, 1).write(&place).unwrap();
        let links = [
            ("tier", ""),
            ("tier/1", ""),
            ("tier/1/share/0/table", "0/share/0/table"),
            ("tier/0/checkpoint", "checkpoint"),
            ("tier/1/round/0", ""),
            ("tier/0/share", "empty"),
        ];
        for (link, target) in links {
            let link = path.join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(outside.join(target), &link).unwrap();
            let foreign = place.foreign().unwrap();
            assert_eq!(foreign.len(), 1, "{foreign:?}");
            assert_eq!(place.list("tier"), Ok(vec![]), "{}", link.display());
            for name in [
                table_name(0, 0),
                table_name(1, 0),
                "tier/0/checkpoint/0/lasting3".to_owned(),
                "tier/1/round/0/from/0".to_owned(),
            ] {
                assert_eq!(place.get(&name), Ok(None), "{name}");
                place.remove(&name).unwrap();
            }
            place.tidy("", Leftovers::All).unwrap();
            // If a symbolic link is in the path of an object, the error names the link, and no file
            // is written to its target.
            let worked = kept(
                plan,
                &place,
                1,
                0..1,
                Some(Duration::ZERO),
                &Budget::generous(),
            );
            let is_named = matches!(&worked, Err(ClusterError::Store(StoreError::System(text))) if text.en.contains("link"));
            assert!(is_named || worked.is_ok(), "{}: {worked:?}", link.display());
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(tree(&outside), before, "{}", link.display());
            fs::remove_file(&link).unwrap();
            let _ = fs::remove_dir_all(path.join("tier"));
        }
        // A symbolic link is not accepted as a manifest.
        fs::rename(path.join(MANIFEST), outside.join("moved")).unwrap();
        symlink(outside.join("moved"), path.join(MANIFEST)).unwrap();
        assert!(matches!(
            manifest(plan, 1).write(&place),
            Err(StoreError::System(_))
        ));
        assert!(place.remove(&table_name(0, 0)).is_err());
        // The path of the store itself may be a symbolic link.
        let store = outside.join("store");
        fs::create_dir(&store).unwrap();
        symlink(&store, path.join("link")).unwrap();
        work(
            plan,
            &FolderBackend::new(path.join("link")),
            1,
            0..1,
            &Budget::generous(),
        )
        .unwrap();
        assert!(store.join(MANIFEST).is_file());
    });
    let _ = (fs::remove_dir_all(&path), fs::remove_dir_all(&outside));
}

/// A hook: the process dies when it writes its n-th object.
struct Dies(std::sync::atomic::AtomicU32);

impl Hook for Dies {
    fn put(
        &self,
        _: &str,
        _: &[u8],
        write: &dyn Fn() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        match self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) {
            1 => Err(StoreError::System(text!("dies", "死"))),
            _ => write(),
        }
    }
}

/// An object of an incomplete store is changed. A run that resumes either reports this object or
/// builds the correct table.
#[test]
fn work_goes_on_from_damaged_objects_to_the_right_table_or_not_at_all() {
    let mut random = fastrand::Rng::with_seed(50);
    let (mut refused, mut right) = (0, 0);
    for (text, what, rests) in [
        (LADDERS, TableKind::Remoteness, false),
        (LADDERS, TableKind::Remoteness, true),
        (PILES, TableKind::Outcomes, false),
    ] {
        with_plan(text, what, |plan| {
            let whole = MemoryBackend::default();
            work(plan, &whole, 2, 0..2, &Budget::generous()).unwrap();
            let whole = whole.objects().clone();
            for lives in [3, 9, 14, 21] {
                // The run is either one process with all shares, or a process with a single share
                // next to another process. Only a process with a single share reads messages.
                let begun = MemoryBackend::default();
                let checkpoints = Some(Duration::ZERO);
                let dies = Hooked {
                    place: &begun,
                    hook: Dies(lives.into()),
                };
                let _ = run(
                    &cluster::ShareJob {
                        rests,
                        checkpoints,
                        ..job(plan, &dies, 2, 0..2)
                    },
                    &|_| (),
                    &Budget::generous(),
                );
                let begun = begun.objects().clone();
                let names: Vec<&String> = begun.keys().filter(|name| *name != MANIFEST).collect();
                for _ in 0..testkit::rounds(150, 2_000) {
                    let Some(name) = random.choice(&names).copied() else {
                        continue;
                    };
                    let place = MemoryBackend::default();
                    *place.objects() = begun.clone();
                    let mut bytes = begun[name].clone();
                    match random.u8(..8) {
                        0 => bytes.truncate(random.usize(..bytes.len())),
                        1 => bytes.extend([0; 9]),
                        2 => bytes = begun[*random.choice(&names).unwrap()].clone(),
                        _ => {
                            let at = random.usize(..bytes.len());
                            bytes[at] ^= 1 << random.u8(..8);
                        }
                    }
                    let same = bytes == begun[name];
                    place.objects().insert(name.clone(), bytes.clone());
                    match run(
                        &cluster::ShareJob {
                            rests,
                            checkpoints,
                            ..job(plan, &place, 2, 0..2)
                        },
                        &|_| (),
                        &Budget::generous(),
                    ) {
                        Err(ClusterError::Store(
                            StoreError::Damaged(object, _)
                            | StoreError::Foreign(object)
                            | StoreError::Version(object, _),
                        )) => {
                            assert!(object == *name && !same, "{object} and {name}");
                            refused += 1;
                        }
                        Ok(()) => {
                            // The table is correct. If the changed object was not needed, the
                            // object is still in its changed form.
                            let mut made = place.objects().clone();
                            whole
                                .get(name)
                                .and_then(|bytes| made.insert(name.clone(), bytes.clone()));
                            assert!(made == whole, "{name}: a wrong table");
                            right += 1;
                        }
                        Err(other) => panic!("{name}: {other:?}"),
                    }
                }
            }
        });
    }
    assert!(
        refused > 400 && right > 10,
        "{refused} refused, {right} right"
    );
}
