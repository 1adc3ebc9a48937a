//! Tests `grundy big` among files of the user. No command may change the bytes or modes of the
//! files of a project. Foreign names in a store are listed and not changed. A process that is
//! killed at any moment leaves only complete objects. The tests kill 20 processes, and 210 in the
//! slow tier.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Creates a folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("big-safety-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .current_dir(folder)
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn grundy(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// State of a path: its type and mode, number of links, modification time, and its bytes or target.
type About = (u32, u64, i128, Vec<u8>);

/// Returns the state of everything below a folder, without the times of folders in which a command
/// may write.
fn snapshot(folder: &Path, is_written: &dyn Fn(&Path) -> bool) -> BTreeMap<PathBuf, About> {
    let (mut open, mut found) = (vec![folder.to_owned()], BTreeMap::new());
    while let Some(path) = open.pop() {
        let about = fs::symlink_metadata(&path).unwrap();
        let kind = about.file_type();
        let bytes = match kind {
            kind if kind.is_symlink() => fs::read_link(&path)
                .unwrap()
                .into_os_string()
                .as_bytes()
                .to_vec(),
            kind if kind.is_file() => fs::read(&path).unwrap(),
            _ => Vec::new(),
        };
        let changed = i128::from(about.mtime()) * 1_000_000_000 + i128::from(about.mtime_nsec());
        let (links, changed) = if is_written(&path) {
            (0, 0)
        } else {
            (about.nlink(), changed)
        };
        if kind.is_dir() {
            open.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        }
        found.insert(path, (about.mode(), links, changed, bytes));
    }
    found
}

/// Creates a project of a user. The project contains all kinds of files that were deleted by
/// mistake in the past; `outside` is the target of a link.
fn project(path: &Path, outside: &Path) {
    let files = [
        ".env",
        ".bashrc",
        ".gitignore",
        "src/main.rs",
        "src/.hidden/deep",
        "tier/notes.txt",
        "tier/.env",
        "tier/1/share/mine",
        "tier/0/.x",
        ".git/HEAD",
        ".git/refs/heads/main",
        "Manifest",
        "manifest.json",
        "a name with blanks",
        "Ünïcode",
        "table.part",
        ".table.part",
    ];
    for file in files {
        fs::create_dir_all(path.join(file).parent().unwrap()).unwrap();
        fs::write(path.join(file), format!("{file}\n")).unwrap();
    }
    for empty in [
        ".git/refs/tags",
        ".git/objects/info",
        "empty",
        ".cache",
        "tier/2/share/0",
        "tier/1/@eaDir",
    ] {
        fs::create_dir_all(path.join(empty)).unwrap();
    }
    fs::write(path.join(OsStr::from_bytes(b"\xff\xfe")), "not UTF-8").unwrap();
    fs::set_permissions(path.join(".env"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::set_permissions(path.join("src/main.rs"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(path.join(".cache"), fs::Permissions::from_mode(0o700)).unwrap();
    fs::create_dir_all(outside.join("share/0")).unwrap();
    fs::write(outside.join("share/0/table"), "outside").unwrap();
    fs::write(outside.join(".env"), "outside").unwrap();
    symlink(outside, path.join("tier/3")).unwrap();
    symlink(outside.join(".env"), path.join("tier/link")).unwrap();
    symlink("nowhere", path.join(".dangling")).unwrap();
    fs::hard_link(path.join(".env"), path.join("src/.env")).unwrap();
}

#[test]
fn a_project_of_the_user_stays_what_it_was() {
    let folder = folder("project");
    let (project_, outside) = (folder.join("project"), folder.join("outside"));
    project(&project_, &outside);
    let before = snapshot(&folder, &|_| false);
    let is_same = |args: &[&str]| assert!(snapshot(&folder, &|_| false) == before, "{args:?}");
    const GAME: &str = "ladders(12, 3)";
    let url = format!("file://{}", project_.display());
    for store in [".", "tier", ".git", project_.to_str().unwrap(), &url] {
        for args in [
            &["big", "solve", GAME, "--store", store][..],
            &[
                "big",
                "solve",
                GAME,
                "--store",
                store,
                "--shares",
                "2",
                "--threads",
                "2",
                "--checkpoint",
                "0",
            ],
            &["big", "share", "0", "--of", "1", "--store", store, GAME],
            &[
                "big",
                "ray",
                "--address",
                "local",
                "--shares",
                "1",
                "--store",
                store,
                GAME,
            ],
        ] {
            let done = grundy(&project_, args);
            assert_eq!(
                done.status.code(),
                Some(2),
                "{args:?}: {}",
                text(&done.stderr)
            );
            let told = text(&done.stderr);
            assert!(
                told.contains("is not empty and is not a store"),
                "{args:?}: {told}"
            );
            is_same(args);
        }
        for args in [
            &["big", "status", store][..],
            &["big", "check", store, "--all"],
            &["big", "export", store],
            &["solve", "ladders(12, 3)[3, 2, 1]", "--load", store],
        ] {
            assert_eq!(grundy(&project_, args).status.code(), Some(2), "{args:?}");
            is_same(args);
        }
        for system in ["parallel", "slurm"] {
            let args = [
                "big", "jobs", GAME, "--for", system, "--shares", "2", "--store", store,
            ];
            assert!(grundy(&project_, &args).status.success(), "{args:?}");
            is_same(&args);
        }
    }
    // A separate store within the project is the only new folder.
    let store = project_.join("store");
    for args in [
        &[
            "big",
            "solve",
            GAME,
            "--store",
            "store",
            "--checkpoint",
            "0",
        ][..],
        &["big", "solve", GAME, "--store", "store"],
        &["big", "check", "store", "--all"],
        &["big", "export", "store", "--format", "raw"],
    ] {
        let done = grundy(&project_, args);
        assert!(done.status.success(), "{args:?}: {}", text(&done.stderr));
        let mut after = snapshot(&folder, &|path| path == project_);
        after.retain(|path, _| !path.starts_with(&store));
        let mut before = before.clone();
        before
            .entry(project_.clone())
            .and_modify(|about| (about.1, about.2) = (0, 0));
        assert!(after == before, "{args:?}");
    }
    fs::remove_dir_all(&store).unwrap();
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn foreign_names_in_a_store_are_listed_once_and_left_alone() {
    let folder = folder("foreign-names");
    const GAME: &str = "ladders(12, 3)";
    assert!(
        grundy(&folder, &["big", "solve", GAME, "--store", "s"])
            .status
            .success()
    );
    let store = folder.join("s");
    for foreign in [
        "tier/1/@eaDir",
        "tier/1/lost+found",
        "tier/0/share/0/@eaDir",
    ] {
        fs::create_dir_all(store.join(foreign)).unwrap();
    }
    for foreign in [
        "tier/0/a name with blanks",
        "tier/0/Ünïcode",
        "README",
        ".env",
        "tier/1/share/0/table~",
        "tier/0/esc\u{1b}[2J",
    ] {
        fs::write(store.join(foreign), "somebody's").unwrap();
    }
    fs::write(store.join(OsStr::from_bytes(b"tier/0/\xff")), "not UTF-8").unwrap();
    let before = snapshot(&store, &|_| false);
    let question = "ladders(12, 3)[11, 10, 5]";
    for args in [
        &["big", "status", "s"][..],
        &["big", "status", "s", "--json"],
        &["big", "check", "s", "--all"],
        &["big", "export", "s"],
        &["big", "solve", GAME, "--store", "s"],
        &["solve", question, "--load", "s"],
        &["moves", question, "--load", "s"],
    ] {
        let done = grundy(&folder, args);
        let (out, told) = (text(&done.stdout), text(&done.stderr));
        assert_eq!(done.status.code(), Some(0), "{args:?}: {told}");
        let warnings: Vec<&str> = told
            .lines()
            .filter(|line| {
                line.starts_with("warning: s contains objects that do not belong to the store")
            })
            .collect();
        let [warning] = warnings[..] else {
            panic!("{args:?}: {told}")
        };
        for name in [
            "tier/1/@eaDir",
            "tier/1/lost+found",
            "tier/0/share/0/@eaDir",
            "tier/0/a name with blanks",
            "README",
            "tier/0/esc\\u{1b}[2J",
        ] {
            assert!(warning.contains(name), "{name}: {warning}");
        }
        assert!(!told.contains('\u{1b}'), "{told:?}");
        if args.contains(&"--json") {
            let data: Value = serde_json::from_str(&out).unwrap();
            assert_eq!(
                data["unknown_objects"].as_array().unwrap().len(),
                10,
                "{data}"
            );
        }
        assert!(snapshot(&store, &|_| false) == before, "{args:?}");
    }
    // Missing objects of the table are rebuilt, and other files are not changed.
    fs::remove_file(store.join("tier/1/share/0/table")).unwrap();
    assert!(
        grundy(&folder, &["big", "solve", GAME, "--store", "s"])
            .status
            .success()
    );
    let after = snapshot(&store, &|_| true);
    assert!(before.iter().all(|(path, (mode, _, _, bytes))| {
        after
            .get(path)
            .is_some_and(|about| (about.0, &about.3) == (*mode, bytes))
    }));
    assert_eq!(before.len(), after.len());
    let _ = fs::remove_dir_all(&folder);
}

/// Returns the files below a store.
fn files(store: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let all = snapshot(store, &|_| true);
    let found = all.into_iter().filter(|(path, _)| !path.is_dir());
    found
        .map(|(path, about)| (path.strip_prefix(store).unwrap().to_owned(), about.3))
        .collect()
}

/// A store within a project is written by a process that is killed repeatedly. In the end, the
/// store contains only complete objects, and the project is unchanged.
#[test]
fn kills_leave_whole_objects_and_the_project() {
    let folder = folder("kills");
    let (project_, outside) = (folder.join("project"), folder.join("outside"));
    project(&project_, &outside);
    let before = snapshot(&folder, &|path| path == project_);
    let ways = [
        &["ladders(60, 4)", "--shares", "3", "--checkpoint", "0"][..],
        &[
            "ladders(60, 4)",
            "--shares",
            "3",
            "--threads",
            "2",
            "--checkpoint",
            "0",
        ],
        &["annihilation(50, 3, {1, 2})", "--checkpoint", "0"],
    ];
    let solve = |way: &[&str]| {
        command(
            &project_,
            &[&["big", "solve", "--store", "store"], way].concat(),
        )
    };
    let (kills, each) = (testkit::rounds(21, 210), testkit::rounds(7, 10));
    let mut random = fastrand::Rng::with_seed(50);
    let (mut killed, mut half_written) = (0, 0);
    let store = project_.join("store");
    let mut whole = BTreeMap::new();
    for round in 0.. {
        if killed >= kills {
            break;
        }
        assert!(round < 1_000, "{killed} kills only");
        let (at, way) = (round % ways.len(), ways[round % ways.len()]);
        let _ = fs::remove_dir_all(&store);
        let (objects, took) = &*whole.entry(at).or_insert_with(|| {
            let began = Instant::now();
            let done = solve(way).output().unwrap();
            assert!(done.status.success(), "{}", text(&done.stderr));
            let objects = files(&store);
            let _ = fs::remove_dir_all(&store);
            (objects, began.elapsed())
        });
        for _ in 0..each {
            let mut running = solve(way).spawn().unwrap();
            let longest = testkit::rounds((*took).min(Duration::from_millis(700)), *took);
            std::thread::sleep(Duration::from_nanos(
                random.u64(..1 + longest.as_nanos() as u64),
            ));
            running.kill().unwrap();
            killed += usize::from(running.wait().unwrap().code().is_none());
            let left = if store.exists() {
                files(&store)
            } else {
                BTreeMap::new()
            };
            for (name, bytes) in &left {
                let last = name.file_name().unwrap().to_str().unwrap();
                half_written += usize::from(last.starts_with('.'));
                // An object with its final name also has its final content, unless the object is
                // removed later.
                assert!(
                    objects.get(name).is_none_or(|whole| whole == bytes),
                    "{} is not whole",
                    name.display()
                );
            }
        }
        let done = solve(way).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
        assert!(
            files(&store) == *objects,
            "{way:?}: {:?}",
            files(&store).keys()
        );
        let checked = grundy(&project_, &["big", "check", "store", "--sample", "1000"]);
        assert!(checked.status.success(), "{}", text(&checked.stderr));
        let mut after = snapshot(&folder, &|path| path == project_);
        after.retain(|path, _| !path.starts_with(&store));
        // The number of links of a folder includes its subfolders.
        assert!(after == before, "the project is another");
    }
    println!("{killed} kills, {half_written} half-written objects");
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_store_without_a_name_or_behind_a_dangling_link_is_refused() {
    let folder = folder("names");
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    symlink("nowhere", folder.join("dangling")).unwrap();
    let before = snapshot(&folder, &|_| false);
    for (store, wanted) in [
        ("", "the name of the store is empty"),
        ("dangling", "dangling: this symbolic link points to nothing"),
    ] {
        for args in [
            &["big", "solve", "ladders(60, 4)", "--store", store][..],
            &["big", "status", store],
            &["big", "check", store],
        ] {
            let told = grundy(&folder, args);
            let error = text(&told.stderr);
            assert_eq!(told.status.code(), Some(2), "{args:?}: {error}");
            assert!(error.contains(wanted), "{args:?}: {error}");
        }
    }
    assert_eq!(snapshot(&folder, &|_| false), before);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_store_that_lacks_an_empty_table_is_not_proved() {
    let folder = folder("lacks");
    assert!(
        grundy(
            &folder,
            &[
                "big",
                "solve",
                "ladders(60, 4)",
                "--store",
                "s",
                "--shares",
                "2"
            ]
        )
        .status
        .success()
    );
    assert!(
        grundy(&folder, &["big", "check", "s", "--all"])
            .status
            .success()
    );
    let lacking: Vec<PathBuf> = (0..5)
        .flat_map(|tier| (0..2).map(move |share| format!("s/tier/{tier}/share/{share}/table")))
        .map(|name| folder.join(name))
        .filter(|path| fs::metadata(path).is_ok_and(|about| about.len() < 64))
        .collect();
    assert!(!lacking.is_empty(), "no share is without entries");
    for path in lacking {
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let told = grundy(&folder, &["big", "check", "s", "--all"]);
        let error = text(&told.stderr);
        assert!(
            !told.status.success() && error.contains("is not in the store"),
            "{}{error}",
            text(&told.stdout)
        );
        fs::write(&path, bytes).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}
