//! Tests `grundy big`: large tables are built, queried, damaged, and filled by processes that are
//! killed. The store must be byte for byte that of a run without faults. 6 kills, and 180 in the
//! slow tier.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use cluster::store::TableStore;
use cluster::store::manifest::Manifest;
use cluster::store::table::TableReader;
use serde_json::Value;

const RULES: &str = "game Walk {
  state p[1..3] in 0..30 unordered
  loopy
  tier total(if p[t] > 0 then 1 else 0 for t in 1..3)
  move t in 1..3, d in 1..3 : { p[t] -= d }
  move t in 1..3 when p[t] % 5 == 0 and p[t] > 0 : { p[t] += 2 }
}
";

/// Creates a folder for the test, which contains the rules.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("big-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("walk.game"), RULES).unwrap();
    path
}

fn grundy(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .current_dir(folder)
        .args(["big"])
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn said(command: &mut Command, code: i32) -> String {
    let done = command.output().unwrap();
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    assert_eq!(done.status.code(), Some(code), "{command:?}: {text}");
    text
}

/// Returns the files of a store with their bytes.
fn files(store: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut open, mut found) = (vec![store.to_owned()], Vec::new());
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            match entry.is_dir() {
                true => open.push(entry),
                false => found.push((
                    entry.strip_prefix(store).unwrap().to_owned(),
                    std::fs::read(&entry).unwrap(),
                )),
            }
        }
    }
    // A file that a killed process was writing has a temporary name and is never read.
    found.retain(|(name, _)| !name.file_name().unwrap().to_str().unwrap().starts_with('.'));
    found.sort();
    found
}

/// Returns the number of files that were created but not renamed, because their writers died in
/// between.
fn half_written(store: &Path) -> usize {
    let (mut open, mut found) = (vec![store.to_owned()], 0);
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            found += usize::from(entry.file_name().to_string_lossy().starts_with('.'));
            open.extend(entry.path().is_dir().then(|| entry.path()));
        }
    }
    found
}

/// Kills the process exactly between writing and renaming an object, for one object after the
/// other. Requires `strace` and the permission to trace.
#[test]
fn who_dies_between_writing_and_naming_loses_nothing() {
    let folder = folder("between");
    let binary = env!("CARGO_BIN_EXE_grundy");
    let traced = |when: u32| {
        let kill = format!("inject=link,linkat:signal=SIGKILL:when={when}");
        let solve = [
            binary,
            "big",
            "solve",
            "Walk",
            "-f",
            "walk.game",
            "--store",
            "s",
            "--checkpoint",
            "0",
        ];
        Command::new("strace")
            .current_dir(&folder)
            .args(["-f", "-qq", "-o", "/dev/null", "-e", &kill])
            .args(solve)
            .output()
    };
    if !Command::new("strace")
        .args(["-qq", "-o", "/dev/null", "true"])
        .output()
        .is_ok_and(|done| done.status.success())
    {
        return;
    }
    said(
        &mut grundy(
            &folder,
            &["solve", "Walk", "-f", "walk.game", "--store", "whole"],
        ),
        0,
    );
    let mut between = 0;
    for when in (1..40).step_by(testkit::rounds(3, 1)) {
        let _ = std::fs::remove_dir_all(folder.join("s"));
        let done = traced(when).unwrap();
        // The run wrote fewer than `when` objects and was not killed.
        if done.status.success() {
            break;
        }
        between += half_written(&folder.join("s"));
        said(
            &mut grundy(
                &folder,
                &["solve", "Walk", "-f", "walk.game", "--store", "s"],
            ),
            0,
        );
        let table = |store: &str| -> Vec<_> { files(&folder.join(store)) };
        assert_eq!(table("s"), table("whole"), "object {when}");
    }
    assert!(between > 1, "{between}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_table_is_made_asked_checked_and_damaged() {
    let folder = folder("whole");
    let of = ["Walk", "-f", "walk.game"];
    let plan = said(&mut grundy(&folder, &[&["plan"], &of[..]].concat()), 0);
    assert!(
        plan.contains("places:    5456") && plan.contains("tiers:     4"),
        "{plan}"
    );
    // Four tables for each share, and one object per share in each round.
    let rows: Vec<&str> = plan
        .lines()
        .skip_while(|line| !line.starts_with("shares "))
        .skip(1)
        .take(3)
        .collect();
    assert!(plan.contains("shares wait for each other"), "{plan}");
    let columns: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.split_whitespace().collect())
        .collect();
    let told: Vec<[&str; 3]> = columns.iter().map(|row| [row[0], row[7], row[8]]).collect();
    assert_eq!(
        told,
        [["2", "8", "2"], ["4", "16", "4"], ["16", "64", "16"]],
        "{plan}"
    );
    let solved = said(
        &mut grundy(
            &folder,
            &[&["solve", "--store", "s", "--shares", "2"], &of[..]].concat(),
        ),
        0,
    );
    assert!(
        solved.contains("whole:   4 tiers, 5456 of 5456 places"),
        "{solved}"
    );
    let status = said(&mut grundy(&folder, &["status", "s"]), 0);
    assert_eq!(status, solved);
    assert!(
        said(&mut grundy(&folder, &["check", "s", "--all"]), 0)
            .starts_with("proved: all 5456 entries")
    );
    assert!(
        said(&mut grundy(&folder, &["check", "s", "--sample", "500"]), 0).starts_with("computed: ")
    );
    let table = said(&mut grundy(&folder, &["export", "s"]), 0);
    assert_eq!(table.lines().count(), 5457);
    // The answers from the store are the same as without it.
    for row in table.lines().skip(1).step_by(97) {
        let (numbers, entry) = row.rsplit_once(',').unwrap();
        let question = format!("Walk[{numbers}]");
        for load in [&["--load", "s"][..], &[]] {
            let mut solve = Command::new(env!("CARGO_BIN_EXE_grundy"));
            let told = said(
                solve
                    .current_dir(&folder)
                    .args(["solve", "--json", &question, "-f", "walk.game"])
                    .args(load),
                0,
            );
            assert!(
                told.contains(&format!("\"outcome\":\"{}\"", &entry[..1])),
                "{question} is {entry}: {told}"
            );
            assert!(load.is_empty() || told.contains("store"), "{told}");
        }
    }
    // A different table is refused, and so are a nonexistent share and a nonexistent store.
    for (args, words) in [
        (
            &["solve", "--store", "s", "--shares", "3"][..],
            "number of shares",
        ),
        (
            &["solve", "--store", "s", "--shares", "2", "--what", "values"][..],
            "values",
        ),
        (
            &["share", "2", "--of", "2", "--store", "s"][..],
            "shares are 0 to 1",
        ),
    ] {
        let code = if args.contains(&"values") { 3 } else { 2 };
        assert!(
            said(&mut grundy(&folder, &[args, &of[..]].concat()), code).contains(words),
            "{args:?}"
        );
    }
    assert!(said(&mut grundy(&folder, &["status", "nowhere"]), 2).contains("there is no store"));
    // Other rules of the same name are refused.
    std::fs::write(
        folder.join("walk.game"),
        RULES.replace("d in 1..3", "d in 1..2"),
    )
    .unwrap();
    assert!(
        said(
            &mut grundy(
                &folder,
                &[&["solve", "--store", "s", "--shares", "2"], &of[..]].concat()
            ),
            2
        )
        .contains("other rules")
    );
    let name = "tier/3/share/1/table";
    std::fs::write(folder.join("s").join(name), "no table").unwrap();
    assert!(said(&mut grundy(&folder, &["check", "s", "--all"]), 2).contains(name));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn rules_without_positions_are_declined() {
    let folder = folder("empty");
    std::fs::write(
        folder.join("empty.game"),
        "game Empty { state n in 0..5  require n > 7  move : [n - 1] }",
    )
    .unwrap();
    for args in [
        &["plan"][..],
        &["solve", "--store", "s"],
        &["jobs", "--for", "parallel", "--shares", "2", "--store", "s"],
    ] {
        let told = said(
            &mut grundy(&folder, &[args, &["Empty", "-f", "empty.game"]].concat()),
            3,
        );
        assert!(told.contains("`require` leaves no position"), "{told}");
    }
    assert!(!folder.join("s").exists());
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn where_a_measure_is_missing_it_is_said_what_to_write() {
    let folder = folder("untiered");
    let rules = "game Walks(T = 3) { state a[1..T] in 0..99 loopy  move t in 1..T when a[t] < 99 : { a[t] += 1 }  move t in 1..T when a[t] > 0 : { a[t] -= 1 } }
        game Ring { state a in 0..2  move when a == 0 : { a = 1 }  move when a == 1 : { a = 2 } }";
    std::fs::write(folder.join("walks.game"), rules).unwrap();
    // Too many positions for one tier, for sorted moves or for one share; and values without an
    // order. Each message names the line to write in the rules.
    let (plan, solve) = (&["plan"][..], &["solve", "--store", "s"][..]);
    for (game, args) in [
        ("Walks(10)", plan),
        ("Walks(9)", plan),
        ("Walks(9)", solve),
        ("Ring", plan),
    ] {
        let told = said(
            &mut grundy(&folder, &[args, &[game, "-f", "walks.game"]].concat()),
            2,
        );
        assert!(told.contains("`tier e` in the rules names"), "{told}");
    }
    // A single tier with very many positions is permitted, but a measure is recommended.
    let told = said(
        &mut grundy(&folder, &["plan", "Walks(6)", "-f", "walks.game"]),
        0,
    );
    assert!(
        told.contains("`tier e` in the rules may name one"),
        "{told}"
    );
    let _ = std::fs::remove_dir_all(&folder);
}

/// The value of a position in a loopy game requires all reachable positions. A store avoids
/// computing most of them.
#[test]
fn a_store_of_many_positions_is_asked_without_their_values() {
    let folder = folder("spares");
    let ask = |question: &str| {
        let mut solve = Command::new(env!("CARGO_BIN_EXE_grundy"));
        said(
            solve
                .current_dir(&folder)
                .args(["solve", "--json", question, "--load", "s"]),
            0,
        )
    };
    for (game, question, told) in [
        ("ladders(30, 4)", "[29, 25, 11, 5]", false),
        ("ladders(12, 3)", "[11, 10, 5]", true),
    ] {
        let _ = std::fs::remove_dir_all(folder.join("s"));
        said(&mut grundy(&folder, &["solve", game, "--store", "s"]), 0);
        let answer = ask(&format!("{game}{question}"));
        assert!(answer.contains("\"method\":\"store\""), "{answer}");
        assert_eq!(told, !answer.contains("\"value\":null"), "{answer}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// A table of outcomes, built on two threads, agrees with the table of remoteness. For a loopy game
/// it is not a proof.
#[test]
fn numbers_that_may_grow_lie_line_by_line() {
    let folder = folder("lines");
    for what in ["outcomes", "values"] {
        let plan = said(
            &mut grundy(&folder, &["plan", "hyperknight[60, 60]", "--what", what]),
            0,
        );
        assert!(
            plan.contains("measure:   x + y")
                && plan.contains("places:    7381")
                && plan.contains("many positions are done at a time"),
            "{plan}"
        );
        let made = said(
            &mut grundy(
                &folder,
                &[
                    "solve",
                    "hyperknight[60, 60]",
                    "--what",
                    what,
                    "--store",
                    what,
                ],
            ),
            0,
        );
        assert!(made.contains("7381 of 7381 places"), "{made}");
        assert!(
            said(&mut grundy(&folder, &["check", what, "--all"]), 0)
                .starts_with("proved: all 7381 entries")
        );
    }
    // Values that are computed in order require a single share; otherwise any number of shares
    // works.
    let refused = said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "hyperknight[300, 300]",
                "--what",
                "values",
                "--shares",
                "2",
                "--store",
                "two",
            ],
        ),
        3,
    );
    assert!(refused.contains("each tier is one share"), "{refused}");
    said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "hyperknight[300, 300]",
                "--what",
                "values",
                "--threads",
                "2",
                "--store",
                "two",
            ],
        ),
        0,
    );
    said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "hyperknight[300, 300]",
                "--what",
                "outcomes",
                "--shares",
                "3",
                "--store",
                "three",
            ],
        ),
        0,
    );
    let mut ask = Command::new(env!("CARGO_BIN_EXE_grundy"));
    ask.current_dir(&folder).args([
        "table",
        "hyperknight[0..20, 0..20]",
        "--format",
        "csv",
        "--without",
        "law",
    ]);
    let (plain, stored) = (said(&mut ask, 0), said(ask.args(["--load", "values"]), 0));
    assert_eq!(plain, stored);
    // Positions outside the table are answered by other methods.
    for (position, by_store) in [
        ("hyperknight[200, 0]", false),
        ("hyperknight[70, 60]", false),
        ("hyperknight[70, 10]", true),
    ] {
        let mut ask = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let answer = said(
            ask.current_dir(&folder).args([
                "solve",
                position,
                "--load",
                "values",
                "--without",
                "law",
            ]),
            0,
        );
        assert_eq!(answer.contains("method:   store"), by_store, "{answer}");
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn outcomes_alone_are_a_table_too() {
    let folder = folder("outcomes");
    let of = ["Walk", "-f", "walk.game"];
    said(
        &mut grundy(&folder, &[&["solve", "--store", "far"], &of[..]].concat()),
        0,
    );
    let solved = said(
        &mut grundy(
            &folder,
            &[
                &[
                    "solve",
                    "--store",
                    "who",
                    "--what",
                    "outcomes",
                    "--threads",
                    "2",
                ],
                &of[..],
            ]
            .concat(),
        ),
        0,
    );
    assert!(
        solved.contains("outcomes, 4 tiers of 2 shares each")
            && solved.contains("5456 of 5456 places"),
        "{solved}"
    );
    let [far, who] = ["far", "who"].map(|store| said(&mut grundy(&folder, &["export", store]), 0));
    let without_moves: Vec<&str> = far
        .lines()
        .skip(1)
        .map(|row| row.split(' ').next().unwrap())
        .collect();
    assert_eq!(who.lines().skip(1).collect::<Vec<_>>(), without_moves);
    assert!(who.starts_with("p[1],p[2],p[3],outcomes\n"), "{who}");
    let checked = said(&mut grundy(&folder, &["check", "who", "--all"]), 0);
    assert!(
        checked.starts_with("computed: 5456 entries") && checked.contains("no proof"),
        "{checked}"
    );
    let mut solve = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let told = said(
        solve.current_dir(&folder).args([
            "solve",
            "--json",
            "Walk[12, 7, 3]",
            "-f",
            "walk.game",
            "--load",
            "who",
        ]),
        0,
    );
    let entry = who
        .lines()
        .find_map(|row| row.strip_prefix("12,7,3,"))
        .unwrap();
    assert!(
        told.contains(&format!("\"outcome\":\"{entry}\"")) && told.contains("store"),
        "{told}"
    );
    let _ = std::fs::remove_dir_all(&folder);
}

/// Rewrites a table with one entry changed and all checksums valid.
fn forged(store: &Path, name: &str, block: u64, change: impl Fn(&mut [u8])) {
    let place = cluster::open_backend(store.to_str().unwrap()).unwrap();
    let manifest = Manifest::read(&*place).unwrap().unwrap();
    let own = TableStore::new(&*place, &manifest);
    let table = TableReader::open(&own, name).unwrap();
    let mut blocks: Vec<Vec<u8>> = (0..table.blocks())
        .map(|block| table.block(&own, block).unwrap())
        .collect();
    change(&mut blocks[block as usize]);
    place.remove(name).unwrap();
    place
        .put(
            name,
            &cluster::store::table::write(own.mark(name), blocks.iter().map(Vec::as_slice))
                .unwrap(),
        )
        .unwrap();
    TableReader::open(&own, name).unwrap().verify(&own).unwrap();
}

#[test]
fn an_entry_that_was_changed_with_good_checksums_is_found() {
    let folder = folder("forged");
    let of = ["Walk", "-f", "walk.game"];
    let whole = said(
        &mut grundy(&folder, &[&["solve", "--store", "whole"], &of[..]].concat()),
        0,
    );
    assert!(whole.contains("whole:   4 tiers"), "{whole}");
    let name = "tier/2/share/0/table";
    let mut random = fastrand::Rng::with_seed(24);
    for _ in 0..testkit::rounds(4, 40) {
        let _ = std::fs::remove_dir_all(folder.join("s"));
        said(
            &mut grundy(&folder, &[&["solve", "--store", "s"], &of[..]].concat()),
            0,
        );
        let (at, by) = (random.usize(..), random.u8(1..));
        forged(&folder.join("s"), name, 0, |block| {
            let at = at % block.len();
            block[at] ^= by;
        });
        assert!(said(&mut grundy(&folder, &["check", "s", "--all"]), 1).contains("rules"));
        // With so few positions, a sample includes all of them.
        assert!(said(&mut grundy(&folder, &["check", "s"]), 1).contains("rules"));
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_is_not_of_this_table_is_named_with_what_to_do() {
    let folder = folder("foreign");
    let of = ["Walk", "-f", "walk.game"];
    said(
        &mut grundy(
            &folder,
            &[&["solve", "--store", "s", "--shares", "2"], &of[..]].concat(),
        ),
        0,
    );
    std::fs::write(
        folder.join("other.game"),
        RULES.replace("d in 1..3", "d in 1..2"),
    )
    .unwrap();
    said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "--store",
                "t",
                "--shares",
                "2",
                "Walk",
                "-f",
                "other.game",
            ],
        ),
        0,
    );
    let (name, twin) = ("tier/3/share/1/table", "tier/2/share/1/table");
    let own = std::fs::read(folder.join("s").join(name)).unwrap();
    let older = [&own[..own.len() - 1], b"1"].concat();
    let read = |store: &str, name: &str| std::fs::read(folder.join(store).join(name)).unwrap();
    for (bytes, words) in [
        (read("t", name), "another table"),
        (read("s", twin), "another place of this one"),
        (older, "version 1 of the format"),
        (own[..own.len() / 2].to_vec(), "damaged"),
        (Vec::new(), "cut off"),
    ] {
        std::fs::write(folder.join("s").join(name), bytes).unwrap();
        for args in [
            &["check", "s", "--all"][..],
            &["check", "s"],
            &["export", "s"],
        ] {
            let told = said(&mut grundy(&folder, args), 2);
            assert!(
                told.contains(name) && told.contains(words),
                "{args:?}: {told}"
            );
        }
        let mut solve = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let told = said(
            solve.current_dir(&folder).args([
                "solve",
                "Walk[30, 30, 30]",
                "-f",
                "walk.game",
                "--load",
                "s",
            ]),
            2,
        );
        assert!(told.contains(name) && told.contains(words), "{told}");
    }
    // The recommended fix works.
    std::fs::remove_file(folder.join("s").join(name)).unwrap();
    said(
        &mut grundy(
            &folder,
            &[&["solve", "--store", "s", "--shares", "2"], &of[..]].concat(),
        ),
        0,
    );
    assert_eq!(read("s", name), own);
    // The manifest of another table: no object in the store belongs to it.
    std::fs::copy(folder.join("t/manifest"), folder.join("s/manifest")).unwrap();
    assert!(said(&mut grundy(&folder, &["check", "s", "--all"]), 2).contains("another table"));
    std::fs::write(folder.join("s/manifest"), "grundy-store 1\ngame Walk\n").unwrap();
    assert!(said(&mut grundy(&folder, &["status", "s"]), 2).contains("version 1"));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn stores_are_named_by_urls_too() {
    let folder = folder("urls");
    let url = format!("file://{}", folder.join("s").display());
    said(
        &mut grundy(
            &folder,
            &["solve", "Walk", "-f", "walk.game", "--store", &url],
        ),
        0,
    );
    assert!(said(&mut grundy(&folder, &["status", "s"]), 0).contains("whole:   4 tiers"));
    assert!(said(&mut grundy(&folder, &["check", &url]), 0).starts_with("computed: "));
    let mut solve = Command::new(env!("CARGO_BIN_EXE_grundy"));
    assert!(
        said(
            solve.current_dir(&folder).args([
                "solve",
                "Walk[30, 30, 30]",
                "-f",
                "walk.game",
                "--load",
                &url
            ]),
            0
        )
        .contains("store")
    );
    if !cfg!(feature = "objects") {
        assert!(
            said(&mut grundy(&folder, &["status", "s3://bucket/s"]), 2)
                .contains("--features objects")
        );
    }
    assert!(
        said(&mut grundy(&folder, &["status", "walk.game"]), 2).contains("a store is a folder")
    );
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_cluster_that_is_not_there_is_said_with_what_to_do() {
    let folder = folder("ray");
    let ray = [
        "ray",
        "--shares",
        "2",
        "--store",
        "s",
        "Walk",
        "-f",
        "walk.game",
    ];
    let none = said(
        &mut grundy(
            &folder,
            &[&ray[..], &["--python", "/nowhere/python3"]].concat(),
        ),
        2,
    );
    assert!(
        none.contains("/nowhere/python3") && none.contains("pip install ray"),
        "{none}"
    );
    // A Python without any packages.
    if Command::new("python3").arg("--version").output().is_ok() {
        let bare = folder.join("bare");
        std::fs::write(&bare, "#!/bin/sh\nexec python3 -I -S \"$@\"\n").unwrap();
        #[cfg(unix)]
        std::fs::set_permissions(&bare, std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
        let none = said(
            &mut grundy(
                &folder,
                &[&ray[..], &["--python", bare.to_str().unwrap()]].concat(),
            ),
            2,
        );
        assert!(
            none.contains("has no Ray") && none.contains("pip install ray"),
            "{none}"
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn draws_are_searched_for_where_lower_tiers_have_many() {
    let folder = folder("draws");
    let data = |game: &str| -> Value {
        serde_json::from_str(&said(&mut grundy(&folder, &["plan", game, "--json"]), 0)).unwrap()
    };
    // The tiers below the two largest take a small part of the time limit, and the largest takes
    // far more.
    let plan = data("ladders(150, 4)");
    let (searched, number) = (&plan["searched"], |value: &Value| value.as_f64().unwrap());
    assert_eq!(searched["positions"], 1_000, "{plan}");
    assert!(number(&searched["decided"]) < 0.1, "{plan}");
    assert!(
        number(&plan["memory"]) < number(&plan["most_memory"]),
        "{plan}"
    );
    assert!(
        plan["disk"].is_null() && number(&plan["most_disk"]) > 0.0,
        "{plan}"
    );
    // All tiers of this table are built at once, and no search is needed.
    let plan = data("ladders(13, 3)");
    let none = ["searched", "most", "most_memory", "most_disk"];
    assert!(
        none.iter().all(|name| plan[name].is_null()) && number(&plan["disk"]) > 0.0,
        "{plan}"
    );
}

/// If the arguments or rules of a store do not match the question, a message says that the store is
/// not used.
#[test]
fn a_store_that_does_not_fit_a_question_is_named() {
    let folder = folder("unfit");
    said(
        &mut grundy(&folder, &["solve", "ladders(13, 3)", "--store", "s"]),
        0,
    );
    let rules = "game Ladders(N = 13, T = 3) { state p[1..T] in 0..N-1 unordered loopy  move t in 1..T, d in 2..4 : { p[t] -= d } }";
    std::fs::write(folder.join("other.game"), rules).unwrap();
    let asked = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        said(
            command
                .current_dir(&folder)
                .arg("solve")
                .args(args)
                .args(["--load", "s"]),
            0,
        )
    };
    let warned = |told: &str| told.contains("the store of ladders that was given is not asked");
    assert!(
        warned(&asked(&["ladders(12, 3)[3, 2, 1]"]))
            && warned(&asked(&["-f", "other.game", "ladders[3, 2, 1]"]))
    );
    let right = asked(&["ladders[3, 2, 1]"]);
    assert!(
        right.contains("method:   store") && !warned(&right) && !warned(&asked(&["nim[3]"])),
        "{right}"
    );
    assert!(
        asked(&["ladders(12, 3)[3, 2, 1]", "--json"])
            .contains(r#""kind":"other-store","store":"ladders""#)
    );
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_folder_in_the_place_of_a_table_is_an_error() {
    let folder = folder("instead");
    let table = folder.join("s/tier/2/share/0/table");
    said(
        &mut grundy(&folder, &["solve", "ladders(13, 3)", "--store", "s"]),
        0,
    );
    std::fs::remove_file(&table).unwrap();
    std::fs::create_dir(&table).unwrap();
    let told = said(
        &mut grundy(&folder, &["solve", "ladders(13, 3)", "--store", "s"]),
        2,
    );
    assert!(told.contains("tier/2/share/0/table"), "{told}");
    std::fs::remove_dir(table).unwrap();
    assert!(
        said(
            &mut grundy(&folder, &["solve", "ladders(13, 3)", "--store", "s"]),
            0
        )
        .contains("299 of 299 places")
    );
    let _ = std::fs::remove_dir_all(&folder);
}

/// The assignment of positions to tiers does not depend on memory.
#[test]
fn memory_that_is_too_small_for_the_tiers_is_said() {
    let folder = folder("little");
    let told = said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "ladders(60, 4)",
                "--store",
                "s",
                "--memory",
                "300K",
            ],
        ),
        4,
    );
    assert!(
        told.contains("of memory would be needed, 300.0 KiB are allowed"),
        "{told}"
    );
    assert!(!folder.join("s").exists());
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn values_are_found_by_the_tier_of_the_rules_where_what_is_read_off_has_too_many_levels() {
    let folder = folder("late");
    let rules = "game Late { state a in 0..99, b in 0..99 tier a + 2 * b
        move when a > 0 and b < 99 : { a -= 1 }  move when b > 0 and a < 99 : { b -= 1, a += 1 } }";
    std::fs::write(folder.join("late.game"), rules).unwrap();
    let plan = said(
        &mut grundy(&folder, &["plan", "Late", "-f", "late.game"]),
        0,
    );
    assert!(plan.contains("tiers:     298"), "{plan}");
    said(
        &mut grundy(
            &folder,
            &["solve", "Late", "-f", "late.game", "--store", "s"],
        ),
        0,
    );
    assert!(said(&mut grundy(&folder, &["check", "s", "--all"]), 0).contains("proved"));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_no_job_can_do_is_said_before() {
    let folder = folder("jobs");
    let jobs = |args: &[&str], code| {
        said(
            &mut grundy(&folder, &[&["jobs", "--shares", "4"], args].concat()),
            code,
        )
    };
    assert!(
        jobs(
            &["--for", "slurm", "--store", "s", "nimpass[40, 40, 40, 1]"],
            3
        )
        .contains("each tier is one share: not 4")
    );
    assert!(jobs(&["--for", "kubernetes", "--store", "s", "quixo(4)"], 2).contains("/shared/s"));
    assert!(
        jobs(
            &[
                "--for",
                "kubernetes",
                "--store",
                "/s",
                "quixo(4)",
                "--memory",
                "64M"
            ],
            0
        )
        .contains(" --memory 64M ")
    );
    assert!(
        !jobs(
            &[
                "--for", "parallel", "--store", "s", "quixo(4)", "--memory", "4G"
            ],
            0
        )
        .contains("--memory")
    );
    let _ = std::fs::remove_dir_all(&folder);
}

/// Job files for 16 shares, as reviewed by a person. `GRUNDY_OVERWRITE=1` rewrites them.
#[test]
fn job_files_are_what_they_were() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jobs");
    let folder = folder("jobs");
    for (system, store, file) in [
        ("parallel", "/shared/quixo 4", "parallel.sh"),
        ("slurm", "/shared/q4", "slurm.sbatch"),
        ("kubernetes", "/shared/q4", "kubernetes.yaml"),
        ("kubernetes", "s3://bucket/q4", "kubernetes-s3.yaml"),
    ] {
        let job = said(
            &mut grundy(
                &folder,
                &[
                    "jobs", "--for", system, "--shares", "16", "--store", store, "quixo(3)",
                ],
            ),
            0,
        );
        match std::env::var_os("GRUNDY_OVERWRITE") {
            Some(_) => std::fs::write(kept.join(file), job).unwrap(),
            None => assert_eq!(
                job,
                std::fs::read_to_string(kept.join(file)).unwrap(),
                "{file}"
            ),
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Runs the job of GNU parallel, if it is installed.
#[test]
fn the_job_of_gnu_parallel_runs() {
    let gnu = Command::new("parallel").arg("--version").output();
    if !gnu.is_ok_and(|told| String::from_utf8_lossy(&told.stdout).starts_with("GNU parallel")) {
        return;
    }
    let folder = folder("parallel");
    said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "Walk",
                "-f",
                "walk.game",
                "--shares",
                "16",
                "--store",
                "whole",
            ],
        ),
        0,
    );
    let job = said(
        &mut grundy(
            &folder,
            &[
                "jobs",
                "--for",
                "parallel",
                "--shares",
                "16",
                "--store",
                "s",
                "Walk",
                "-f",
                "walk.game",
            ],
        ),
        0,
    );
    std::fs::write(folder.join("job"), job).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    said(
        Command::new("sh")
            .arg("job")
            .current_dir(&folder)
            .env("PATH", path)
            .env("HOME", &folder)
            .stdout(Stdio::piped()),
        0,
    );
    assert_eq!(files(&folder.join("s")), files(&folder.join("whole")));
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn streams_and_lookups_make_the_same_table() {
    let folder = folder("stream");
    let game = "ladders(30, 3)";
    let plan = said(&mut grundy(&folder, &["plan", game, "--stream"]), 0);
    assert!(
        plan.contains("also from lower tiers, which are read in order"),
        "{plan}"
    );
    said(
        &mut grundy(&folder, &["solve", game, "--store", "looked-up"]),
        0,
    );
    said(
        &mut grundy(&folder, &["solve", game, "--store", "streamed", "--stream"]),
        0,
    );
    assert_eq!(
        files(&folder.join("streamed")),
        files(&folder.join("looked-up"))
    );
    said(&mut grundy(&folder, &["check", "streamed", "--all"]), 0);
    // Shares in separate processes inform each other of the mode.
    let shares: Vec<Child> = [("0", &["--stream"][..]), ("1", &[][..])]
        .iter()
        .map(|(share, more)| {
            let args = [
                &[
                    "share",
                    share,
                    "--of",
                    "2",
                    "--store",
                    "mixed",
                    game,
                    "--patience",
                    "20",
                ][..],
                more,
            ]
            .concat();
            grundy(&folder, &args).spawn().unwrap()
        })
        .collect();
    for share in shares {
        let done = share.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!([Some(3), Some(75)].contains(&done.status.code()), "{told}");
        assert!(
            done.status.code() == Some(75) || told.contains("start all of them with `--stream`"),
            "{told}"
        );
    }
    let job = said(
        &mut grundy(
            &folder,
            &[
                "jobs", "--for", "parallel", "--shares", "2", "--store", "streamed", "--stream",
                game,
            ],
        ),
        0,
    );
    assert!(job.contains(" --stream "), "{job}");
}

/// Moves that code generates are sorted and stored, and no option changes this.
#[test]
fn moves_that_code_lists_are_sorted() {
    let folder = folder("sorted");
    let game = "annihilation(30, 3, {1, 2})";
    let plan = said(&mut grundy(&folder, &["plan", game]), 0);
    assert!(
        plan.contains("listed by generated code")
            && plan.contains("the moves of a tier sorted by what they lead to"),
        "{plan}"
    );
    said(
        &mut grundy(&folder, &["solve", game, "--store", "sorted"]),
        0,
    );
    said(&mut grundy(&folder, &["check", "sorted", "--all"]), 0);
    let refused = said(&mut grundy(&folder, &["plan", game, "--sweep"]), 2);
    assert!(
        refused.contains("unexpected argument '--sweep'"),
        "{refused}"
    );
}

/// A limit on the file size simulates a full disk. Later, the limit is lifted.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_ends_with_4_and_loses_nothing() {
    // Its last table is about 35 KiB.
    const GAME: &str = "ladders(60, 4)";
    is_refused(GAME, "", "", &[0, 2, 16, 1_000], 3);
    is_refused("annihilation(30, 3, {1, 2})", "", "", &[0, 1], 2);
    is_refused(GAME, "--stream", "", &[0, 16], 2);
    // If only one share at a time is in memory, more is written.
    is_refused(GAME, "--memory 400K", "--shares 7", &[0, 2, 16, 1_000], 3);
}

/// Builds a table with the options `way` under each of these file size limits (in blocks).
/// `expected` of the limits must be too small. The options `whole` produce the same objects without
/// a limit.
#[cfg(unix)]
fn is_refused(game: &str, way: &str, whole: &str, limits: &[u32], expected: usize) {
    let folder = folder("full");
    said(
        grundy(&folder, &["solve", game, "--store", "whole"]).args(whole.split_whitespace()),
        0,
    );
    let mut refused = 0;
    for blocks in limits {
        let _ = std::fs::remove_dir_all(folder.join("s"));
        let command = format!(
            "ulimit -f {blocks}; trap '' XFSZ; exec '{}' big solve '{game}' --checkpoint 0 --store s {way}",
            env!("CARGO_BIN_EXE_grundy")
        );
        let done = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        match done.status.code() {
            Some(4) => {
                assert!(
                    told.contains("cannot be written") && told.contains("goes on with it"),
                    "{told}"
                );
                refused += 1;
            }
            code => assert_eq!(code, Some(0), "{told}"),
        }
        said(
            grundy(&folder, &["solve", game, "--store", "s"]).args(whole.split_whitespace()),
            0,
        );
        assert_eq!(
            files(&folder.join("s")),
            files(&folder.join("whole")),
            "{game}, {way}: {blocks} blocks"
        );
    }
    assert_eq!(refused, expected, "{game}, {way}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_move_that_raises_the_tier_is_named() {
    let folder = folder("raises");
    std::fs::write(
        folder.join("walk.game"),
        RULES.replace("then 1 else 0", "then p[t] else 0"),
    )
    .unwrap();
    let refused = said(
        &mut grundy(
            &folder,
            &["solve", "Walk", "-f", "walk.game", "--store", "s"],
        ),
        2,
    );
    assert!(
        refused.contains("raises the measure of the tiers"),
        "{refused}"
    );
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn who_waits_too_long_ends_with_75() {
    let folder = folder("waits");
    let waited = said(
        &mut grundy(
            &folder,
            &[
                "share",
                "1",
                "--of",
                "2",
                "--store",
                "s",
                "--patience",
                "0.1",
                "Walk",
                "-f",
                "walk.game",
            ],
        ),
        75,
    );
    assert!(
        waited.contains("share 0 of 2") && waited.contains("in tier 0, round 0, for 0 s"),
        "{waited}"
    );
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn processes_that_are_killed_lose_nothing() {
    const SHARES: usize = 4;
    let folder = folder("killed");
    // Lower tiers are looked up, or read in order, or moves are sorted instead of inverted.
    const WAYS: [(&str, &str); 3] = [
        ("Walk", ""),
        ("Walk", "--stream"),
        ("annihilation(50, 3, {1, 2})", ""),
    ];
    let whole = |game: &str| if game == "Walk" { "walk" } else { "ring" };
    for game in ["Walk", WAYS[2].0] {
        said(
            &mut grundy(
                &folder,
                &[
                    "solve",
                    game,
                    "-f",
                    "walk.game",
                    "--store",
                    whole(game),
                    "--shares",
                    "4",
                ],
            ),
            0,
        );
    }
    // One process is killed at least 100 times, and all of them at least 20 times.
    let deaths = testkit::rounds(9, 180);
    let mut random = fastrand::Rng::with_seed(24);
    let start = |share: usize, (game, way): (&str, &str)| -> Child {
        let share = share.to_string();
        let args = [
            "share",
            &share,
            "--of",
            "4",
            "--store",
            "parts",
            "--checkpoint",
            "0",
            game,
            "-f",
            "walk.game",
        ];
        grundy(&folder, &args)
            .args(way.split_whitespace())
            .spawn()
            .unwrap()
    };
    let mut between = 0;
    for round in 0..deaths / 3 {
        let _ = std::fs::remove_dir_all(folder.join("parts"));
        let way = WAYS[round % WAYS.len()];
        let start = |share| start(share, way);
        let mut running: Vec<Child> = (0..SHARES).map(start).collect();
        // One share is run by two processes at the same time.
        let twin = start(1);
        // Two processes are killed one after the other, then all at once.
        for death in 0..3 {
            std::thread::sleep(Duration::from_millis(random.u64(..150)));
            let dying = if death < 2 {
                vec![random.usize(..SHARES)]
            } else {
                (0..SHARES).collect()
            };
            for &share in &dying {
                let _ = running[share].kill();
                running[share].wait().unwrap();
            }
            // Unless all processes are dead, the count would include files that running processes
            // are writing.
            if death == 2 {
                between += half_written(&folder.join("parts"));
            }
            for share in dying {
                running[share] = start(share);
            }
        }
        for (share, child) in running.into_iter().chain([twin]).enumerate() {
            let done = child.wait_with_output().unwrap();
            assert!(
                done.status.success(),
                "share {share}: {}",
                String::from_utf8_lossy(&done.stderr)
            );
        }
        let table = |store: &str| -> Vec<_> {
            files(&folder.join(store))
                .into_iter()
                .filter(|(name, _)| name.starts_with("tier"))
                .collect()
        };
        assert_eq!(
            table("parts"),
            table(whole(way.0)),
            "round {round}, {way:?}"
        );
        assert_eq!(
            half_written(&folder.join("parts")),
            0,
            "what was half-written is gone when its tier is whole"
        );
    }
    println!("{between} files were half-written when all died");
    assert!(between > 0 || deaths < 100);
    let _ = std::fs::remove_dir_all(&folder);
}

/// A process whose shares are swapped out to the store is killed at any moment, and the same
/// command resumes the work.
#[test]
fn who_lets_shares_rest_and_is_killed_goes_on() {
    let folder = folder("resting");
    let mut random = fastrand::Rng::with_seed(25);
    // A game with inverse moves, and one with sorted and stored moves.
    let games = [
        ("ladders(60, 4)", "400K"),
        ("annihilation(60, 4, {1, 2})", "16M"),
    ];
    for (game, memory) in games.into_iter().take(testkit::rounds(1, 2)) {
        let solve = |store: &str| {
            grundy(
                &folder,
                &[
                    "solve",
                    game,
                    "--store",
                    store,
                    "--memory",
                    memory,
                    "--checkpoint",
                    "0",
                ],
            )
        };
        let told = said(&mut solve("whole"), 0);
        assert!(told.contains("rest in the store between rounds"), "{told}");
        let shares = Manifest::read(&cluster::FolderBackend::new(folder.join("whole")))
            .unwrap()
            .unwrap()
            .shares
            .to_string();
        said(
            &mut grundy(
                &folder,
                &["solve", game, "--store", "awake", "--shares", &shares],
            ),
            0,
        );
        assert!(
            files(&folder.join("awake")) == files(&folder.join("whole")),
            "{game}"
        );
        for _ in 0..testkit::rounds(1, 10) {
            let _ = std::fs::remove_dir_all(folder.join("parts"));
            for _ in 0..testkit::rounds(4, 10) {
                let mut running = solve("parts").spawn().unwrap();
                std::thread::sleep(Duration::from_millis(random.u64(..400)));
                let _ = running.kill();
                running.wait().unwrap();
            }
            said(&mut solve("parts"), 0);
            assert!(
                files(&folder.join("parts")) == files(&folder.join("whole")),
                "{game}"
            );
        }
        let _ = ["whole", "awake"].map(|store| std::fs::remove_dir_all(folder.join(store)));
    }
    let _ = std::fs::remove_dir_all(&folder);
}
