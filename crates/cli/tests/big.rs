//! Large tables by processes that are killed: the store is byte for byte that of a run without faults. 6 deaths, and 120 in the slow tier.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const RULES: &str = "game Walk {
  state p[1..3] in 0..30 unordered
  loopy
  tier total(if p[t] > 0 then 1 else 0 for t in 1..3)
  move t in 1..3, d in 1..3 : { p[t] -= d }
  move t in 1..3 when p[t] % 5 == 0 and p[t] > 0 : { p[t] += 2 }
}
";

/// A folder of the test with the rules in it.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("big-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("walk.game"), RULES).unwrap();
    path
}

fn grundy(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(folder).args(["big"]).args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(command: &mut Command, code: i32) -> String {
    let done = command.output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert_eq!(done.status.code(), Some(code), "{command:?}: {text}");
    text
}

/// The files of a store with their bytes.
fn files(store: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut open, mut found) = (vec![store.to_owned()], Vec::new());
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => open.push(entry),
                false => found.push((entry.strip_prefix(store).unwrap().to_owned(), std::fs::read(&entry).unwrap())),
            }
        }
    }
    // What was being written when its process was killed has a name of its own, and nobody reads it.
    found.retain(|(name, _)| !name.file_name().unwrap().to_str().unwrap().starts_with('.'));
    found.sort();
    found
}

#[test]
fn a_table_is_made_asked_checked_and_damaged() {
    let folder = folder("whole");
    let of = ["Walk", "-f", "walk.game"];
    let plan = said(&mut grundy(&folder, &[&["plan"], &of[..]].concat()), 0);
    assert!(plan.contains("places:    5456") && plan.contains("tiers:     4"), "{plan}");
    let solved = said(&mut grundy(&folder, &[&["solve", "--store", "s", "--shares", "2"], &of[..]].concat()), 0);
    assert!(solved.contains("whole:   4 tiers, 5456 of 5456 places"), "{solved}");
    let status = said(&mut grundy(&folder, &["status", "s"]), 0);
    assert_eq!(status, solved);
    assert!(said(&mut grundy(&folder, &["check", "s", "--all"]), 0).starts_with("proved: all 5456 entries"));
    assert!(said(&mut grundy(&folder, &["check", "s", "--sample", "500"]), 0).starts_with("computed: "));
    let table = said(&mut grundy(&folder, &["export", "s"]), 0);
    assert_eq!(table.lines().count(), 5457);
    // What the store says is what is said without it.
    for row in table.lines().skip(1).step_by(97) {
        let (numbers, entry) = row.rsplit_once(',').unwrap();
        let question = format!("Walk[{numbers}]");
        for load in [&["--load", "s"][..], &[]] {
            let mut solve = Command::new(env!("CARGO_BIN_EXE_grundy"));
            let told = said(solve.current_dir(&folder).args(["solve", "--json", &question, "-f", "walk.game"]).args(load), 0);
            assert!(told.contains(&format!("\"outcome\":\"{}\"", &entry[..1])), "{question} is {entry}: {told}");
            assert!(load.is_empty() || told.contains("store"), "{told}");
        }
    }
    // Another table is refused; so is a share that there is not, and a store that there is not.
    for (args, words) in [
        (&["solve", "--store", "s", "--shares", "3"][..], "number of shares"),
        (&["solve", "--store", "s", "--shares", "2", "--what", "values"][..], "values"),
        (&["share", "2", "--of", "2", "--store", "s"][..], "shares are 0 to 1"),
    ] {
        let code = if args.contains(&"values") { 3 } else { 2 };
        assert!(said(&mut grundy(&folder, &[args, &of[..]].concat()), code).contains(words), "{args:?}");
    }
    assert!(said(&mut grundy(&folder, &["status", "nowhere"]), 2).contains("there is no store"));
    // An entry that was changed is found, though its checksums are right: this store is of other rules.
    let other = RULES.replace("d in 1..3", "d in 1..2");
    std::fs::write(folder.join("walk.game"), &other).unwrap();
    assert!(said(&mut grundy(&folder, &[&["solve", "--store", "s", "--shares", "2"], &of[..]].concat()), 2).contains("other rules"));
    said(&mut grundy(&folder, &[&["solve", "--store", "t", "--shares", "2"], &of[..]].concat()), 0);
    let name = "tier/3/share/1/table";
    std::fs::copy(folder.join("t").join(name), folder.join("s").join(name)).unwrap();
    let differs = said(&mut grundy(&folder, &["check", "s", "--all"]), 1);
    assert!(differs.contains("by the rules and the entries of its options"), "{differs}");
    std::fs::write(folder.join("s").join(name), "no table").unwrap();
    assert!(said(&mut grundy(&folder, &["check", "s", "--all"]), 2).contains(name));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_move_that_raises_the_tier_is_named() {
    let folder = folder("raises");
    std::fs::write(folder.join("walk.game"), RULES.replace("then 1 else 0", "then p[t] else 0")).unwrap();
    let refused = said(&mut grundy(&folder, &["solve", "Walk", "-f", "walk.game", "--store", "s"]), 2);
    assert!(refused.contains("raises the measure of the tiers"), "{refused}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn who_waits_too_long_ends_with_75() {
    let folder = folder("waits");
    let waited =
        said(&mut grundy(&folder, &["share", "1", "--of", "2", "--store", "s", "--patience", "0.1", "Walk", "-f", "walk.game"]), 75);
    assert!(waited.contains("share 0 of 2"), "{waited}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn processes_that_are_killed_lose_nothing() {
    const SHARES: usize = 4;
    let folder = folder("killed");
    said(&mut grundy(&folder, &["solve", "Walk", "-f", "walk.game", "--store", "whole", "--shares", "4"]), 0);
    let deaths = if std::env::var_os("GRUNDY_SLOW").is_some() { 120 } else { 6 };
    let mut random = fastrand::Rng::with_seed(24);
    let start = |share: usize| -> Child {
        let share = share.to_string();
        grundy(&folder, &["share", &share, "--of", "4", "--store", "parts", "Walk", "-f", "walk.game"]).spawn().unwrap()
    };
    for round in 0..deaths / 3 {
        let _ = std::fs::remove_dir_all(folder.join("parts"));
        let mut running: Vec<Child> = (0..SHARES).map(start).collect();
        // Two die one after the other, then all at once.
        for death in 0..3 {
            std::thread::sleep(Duration::from_millis(random.u64(..150)));
            let dying = if death < 2 { vec![random.usize(..SHARES)] } else { (0..SHARES).collect() };
            for &share in &dying {
                let _ = running[share].kill();
                running[share].wait().unwrap();
            }
            for share in dying {
                running[share] = start(share);
            }
        }
        for (share, child) in running.into_iter().enumerate() {
            let done = child.wait_with_output().unwrap();
            assert!(done.status.success(), "share {share}: {}", String::from_utf8_lossy(&done.stderr));
        }
        let table =
            |store: &str| -> Vec<_> { files(&folder.join(store)).into_iter().filter(|(name, _)| name.starts_with("tier")).collect() };
        assert_eq!(table("parts"), table("whole"), "round {round}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
