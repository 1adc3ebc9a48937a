//! Tests commands that write files among files of the user. All other files must stay unchanged, a
//! replaced file keeps its mode, and links are followed. A process that is killed, or that writes
//! at the same time as another one, leaves only complete files.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;
use testkit::rounds;

/// Creates a new folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("files_of_the_user")
        .join(name);
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

const RULES: &str = "game Mine { state n in 0..   move k in 1..3 : [n - k] }\n";

/// The arguments of each command that writes a file, and the name of that file; `mine.game` exists.
const WRITERS: &[(&[&str], &str)] = &[
    (&["fmt", "--write", "mine.game"], "mine.game"),
    (&["table", "kayles[0..200]", "--save", "out"], "out"),
    (&["solve", "kayles[9]", "--certificate", "out"], "out"),
    (
        &["solve", "cram(4, 7)", "--threads", "1", "--resume", "out"],
        "out",
    ),
    (&["law", "bash", "--certificate", "out"], "out"),
    (&["law", "bash", "--emit", "latex", "-o", "out"], "out"),
    (
        &["heap", "0.77", "--to", "200", "--checkpoint", "out"],
        "out",
    ),
    (
        &["heap", "0.77", "--to", "400", "--certificate", "out"],
        "out",
    ),
    (&["misere", "0.75", "--certificate", "out"], "out"),
];

/// Returns the type, mode, number of links, and content or target of everything in a folder.
type Snapshot = BTreeMap<PathBuf, (u32, u64, Vec<u8>)>;

fn snapshot(folder: &Path) -> Snapshot {
    let (mut open, mut found) = (vec![folder.to_owned()], Snapshot::new());
    while let Some(path) = open.pop() {
        let about = fs::symlink_metadata(&path).unwrap();
        let bytes = match about.file_type() {
            kind if kind.is_symlink() => fs::read_link(&path)
                .unwrap()
                .into_os_string()
                .as_bytes()
                .to_vec(),
            kind if kind.is_file() => fs::read(&path).unwrap(),
            _ => Vec::new(),
        };
        if about.is_dir() {
            open.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        }
        // The number of links of a folder includes its subfolders.
        let links = if about.is_dir() { 0 } else { about.nlink() };
        found.insert(path, (about.mode(), links, bytes));
    }
    found
}

/// Creates a project of the user, with files that a careless program would overwrite or remove.
fn make_project(folder: &Path) {
    for (name, mode) in [
        (".env", 0o600),
        (".grundy-notes.part", 0o600),
        ("out.part", 0o640),
        ("mine.game.part", 0o600),
        ("precious", 0o600),
        ("out~", 0o644),
        (".git/config", 0o644),
        ("tmp/out", 0o444),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("{name} of the user\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    }
    fs::create_dir_all(folder.join(".git/refs/tags")).unwrap();
    fs::hard_link(folder.join("precious"), folder.join("second-name")).unwrap();
    fs::remove_file(folder.join("out.part")).unwrap();
    symlink("precious", folder.join("out.part")).unwrap();
    symlink("nowhere", folder.join("dangling")).unwrap();
}

#[test]
fn commands_write_only_the_file_that_is_named_and_keep_its_mode() {
    for (number, (args, target)) in WRITERS.iter().enumerate() {
        let folder = folder(&format!("project-{number}"));
        make_project(&folder);
        fs::write(folder.join("mine.game"), RULES).unwrap();
        let target = folder.join(target);
        for mode in [None, Some(0o600), Some(0o640), Some(0o755)] {
            // A new checkpoint does not replace a file of another kind.
            if mode.is_some() && args.contains(&"--checkpoint") {
                continue;
            }
            if let Some(mode) = mode {
                if !target.exists() {
                    fs::write(&target, "").unwrap();
                }
                fs::set_permissions(&target, Permissions::from_mode(mode)).unwrap();
            }
            if *args == WRITERS[0].0 {
                fs::write(&target, RULES).unwrap();
            }
            let before = snapshot(&folder);
            let done = grundy(&folder, args);
            assert!(
                done.status.success(),
                "{args:?}: {}",
                String::from_utf8_lossy(&done.stderr)
            );
            let mut after = snapshot(&folder);
            let (written_mode, _, bytes) = after
                .remove(&target)
                .unwrap_or_else(|| panic!("{args:?} wrote nothing"));
            assert!(!bytes.is_empty(), "{args:?}");
            if let Some(mode) = mode {
                assert_eq!(written_mode & 0o7777, mode, "{args:?}");
            }
            let mut before = before;
            before.remove(&target);
            let names = |list: &Snapshot| list.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&after), names(&before), "{args:?}");
            assert!(after == before, "{args:?} changed another file");
        }
    }
}

#[test]
fn links_are_followed_and_what_is_no_file_is_written_directly() {
    let folder = folder("targets");
    let save = |target: &str| grundy(&folder, &["table", "kayles[0..20]", "--save", target]);
    assert!(save("plain").status.success());
    let table = fs::read(folder.join("plain")).unwrap();
    // A link stays a link, and its target is replaced, or created if it does not exist yet.
    fs::write(folder.join("real"), "old").unwrap();
    fs::set_permissions(folder.join("real"), Permissions::from_mode(0o600)).unwrap();
    symlink("real", folder.join("link")).unwrap();
    symlink("later", folder.join("dangling")).unwrap();
    symlink("circle", folder.join("circle")).unwrap();
    for (link, target) in [("link", "real"), ("dangling", "later")] {
        assert!(save(link).status.success());
        assert_eq!(fs::read_link(folder.join(link)).unwrap(), Path::new(target));
        assert!(fs::read(folder.join(target)).unwrap() == table);
    }
    assert_eq!(
        fs::metadata(folder.join("real")).unwrap().mode() & 0o777,
        0o600
    );
    // The other hard link of a file keeps the old content.
    fs::write(folder.join("one"), "old").unwrap();
    fs::hard_link(folder.join("one"), folder.join("two")).unwrap();
    assert!(save("one").status.success());
    assert!(
        fs::read(folder.join("one")).unwrap() == table
            && fs::read(folder.join("two")).unwrap() == b"old"
    );
    // Writes a file whose name has the maximum length.
    let long = "x".repeat(255);
    assert!(save(&long).status.success());
    assert!(save("/dev/null").status.success());
    // In this test, standard output is a pipe, which has no path of its own.
    let done = grundy(
        &folder,
        &["solve", "kayles[9]", "--certificate", "/dev/stdout"],
    );
    let written = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        done.status.success() && written.contains("grundy certificate "),
        "{written}{}",
        String::from_utf8_lossy(&done.stderr)
    );
    fs::write(folder.join("read-only"), "old").unwrap();
    fs::set_permissions(folder.join("read-only"), Permissions::from_mode(0o444)).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
    let before = snapshot(&folder);
    for refused in [
        "read-only",
        "folder",
        "circle",
        "nowhere/out",
        "/dev/full",
        &"x".repeat(256),
    ] {
        let done = save(refused);
        assert_eq!(done.status.code(), Some(2), "{refused}");
        assert!(
            String::from_utf8_lossy(&done.stderr).contains("error: "),
            "{refused}"
        );
    }
    assert!(snapshot(&folder) == before);
    // If the new file cannot grow to its full size, the old file is unchanged.
    let shell = format!(
        "ulimit -f 1; trap '' XFSZ; exec {:?} table 'kayles[0..6000]' --without octal-periodicity --save plain",
        env!("CARGO_BIN_EXE_grundy")
    );
    let done = Command::new("sh")
        .args(["-c", &shell])
        .current_dir(&folder)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(!done.success());
    assert!(snapshot(&folder) == before);
}

/// After any number of kills, one more run leaves only complete files.
#[test]
fn kills_leave_whole_files() {
    let kills = rounds(27, 1_000);
    let mut rng = Rng::with_seed(50);
    let mut killed = 0;
    for (number, (args, target)) in WRITERS.iter().enumerate() {
        let folder = folder(&format!("kills-{number}"));
        make_project(&folder);
        let target = folder.join(target);
        let prepare = || {
            fs::write(folder.join("mine.game"), RULES).unwrap();
            if target.file_name() == Some(OsStr::new("out")) {
                let _ = fs::remove_file(&target);
            }
        };
        prepare();
        let others = snapshot(&folder);
        let began = Instant::now();
        assert!(grundy(&folder, args).status.success());
        let (took, whole) = (began.elapsed(), fs::read(&target).unwrap());
        for _ in 0..kills / WRITERS.len() {
            prepare();
            let mut running = command(&folder, args).spawn().unwrap();
            std::thread::sleep(Duration::from_nanos(rng.u64(..1 + took.as_nanos() as u64)));
            running.kill().unwrap();
            killed += usize::from(running.wait().unwrap().code().is_none());
            match fs::read(&target) {
                Ok(bytes) => assert!(
                    bytes == whole || bytes == RULES.as_bytes(),
                    "{args:?} left half a file"
                ),
                Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
            }
        }
        prepare();
        assert!(grundy(&folder, args).status.success());
        assert!(
            fs::read(&target).unwrap() == whole,
            "{args:?} wrote something else"
        );
        prepare();
        let names = |list: &Snapshot| list.keys().cloned().collect::<Vec<_>>();
        assert_eq!(
            names(&snapshot(&folder)),
            names(&others),
            "{args:?} left something behind"
        );
    }
    assert!(
        killed > kills / 4,
        "{killed} of {kills} were killed in time"
    );
}

/// Two processes write one file. The file always has the complete content of one process. In the
/// end, the file has the content that was written last.
#[test]
fn two_writers_leave_a_whole_file() {
    let folder = folder("two");
    let tables = ["kayles[0..6000]", "kayles[0..5000]"];
    let args = |table: &'static str, file: &'static str| {
        [
            "table",
            table,
            "--without",
            "octal-periodicity",
            "--save",
            file,
        ]
    };
    let whole = [0, 1].map(|at| {
        assert!(grundy(&folder, &args(tables[at], "whole")).status.success());
        fs::read(folder.join("whole")).unwrap()
    });
    fs::remove_file(folder.join("whole")).unwrap();
    for round in 0..rounds(15, 300) {
        let mut both = tables.map(|table| command(&folder, &args(table, "out")).spawn().unwrap());
        for running in &mut both {
            assert!(running.wait().unwrap().success(), "round {round}");
        }
        assert!(
            whole.contains(&fs::read(folder.join("out")).unwrap()),
            "round {round}: a mixture"
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "round {round}");
    }
}
