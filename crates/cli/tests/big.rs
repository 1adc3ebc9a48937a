//! Tests `grundy big`: large tables are built, queried, damaged, and filled by processes that are
//! killed. The resulting store must equal, byte for byte, the store of an undisturbed run. The
//! tests kill 6 processes, and 180 in the slow tier.

mod errors;
mod processes;

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

/// Returns the number of files that were created but not renamed, because their writers died before
/// the rename.
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

#[test]
fn a_table_is_made_asked_checked_and_damaged() {
    let folder = folder("whole");
    let of = ["Walk", "-f", "walk.game"];
    let plan = said(&mut grundy(&folder, &[&["plan"], &of[..]].concat()), 0);
    assert!(
        plan.contains("places:    5456") && plan.contains("tiers:     4"),
        "{plan}"
    );
    // The table of the plan has a row for each number of shares. A share writes four tables, and
    // one object in each round.
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
        solved.contains("done:    4 tiers, 5456 of 5456 places"),
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
    // The answers from the store are the same as the answers without the store.
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
            &[
                "solve",
                "--store",
                "s",
                "--shares",
                "2",
                "--entries",
                "values",
            ][..],
            "values",
        ),
        (
            &["share", "2", "--of", "2", "--store", "s"][..],
            "shares are numbered 0 to 1",
        ),
    ] {
        let code = if args.contains(&"values") { 3 } else { 2 };
        assert!(
            said(&mut grundy(&folder, &[args, &of[..]].concat()), code).contains(words),
            "{args:?}"
        );
    }
    assert!(said(&mut grundy(&folder, &["status", "nowhere"]), 2).contains("found no store"));
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

/// The value of a position in a loopy game requires all reachable positions. With a store, most
/// reachable positions are not computed.
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

/// Tests tables of a game whose positions are ordered by the measure x + y.
#[test]
fn numbers_that_may_grow_lie_line_by_line() {
    let folder = folder("lines");
    for what in ["outcomes", "values"] {
        let plan = said(
            &mut grundy(&folder, &["plan", "hyperknight[60, 60]", "--entries", what]),
            0,
        );
        assert!(
            plan.contains("measure:   x + y")
                && plan.contains("places:    7381")
                && plan.contains("many positions are processed at a time"),
            "{plan}"
        );
        let made = said(
            &mut grundy(
                &folder,
                &[
                    "solve",
                    "hyperknight[60, 60]",
                    "--entries",
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
    // A table of values that are computed in order requires a single share; other tables allow any
    // number of shares.
    let refused = said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "hyperknight[300, 300]",
                "--entries",
                "values",
                "--shares",
                "2",
                "--store",
                "two",
            ],
        ),
        3,
    );
    assert!(refused.contains("each tier must be one share"), "{refused}");
    said(
        &mut grundy(
            &folder,
            &[
                "solve",
                "hyperknight[300, 300]",
                "--entries",
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
                "--entries",
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

/// Tests that a table of outcomes, built on two threads, agrees with the table of remoteness. For a
/// loopy game, the check of a table of outcomes is not a proof.
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
                    "--entries",
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
        checked.starts_with("computed: 5456 entries") && checked.contains("not a proof"),
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
    assert!(whole.contains("done:    4 tiers"), "{whole}");
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
        // The table has so few positions that a sample includes every position.
        assert!(said(&mut grundy(&folder, &["check", "s"]), 1).contains("rules"));
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn draws_are_searched_for_where_lower_tiers_have_many() {
    let folder = folder("draws");
    let data = |game: &str| -> Value {
        serde_json::from_str(&said(&mut grundy(&folder, &["plan", game, "--json"]), 0)).unwrap()
    };
    // The tiers below the two largest tiers take a small part of the time limit, and the largest
    // tier takes far more.
    let plan = data("ladders(150, 4)");
    let (searched, number) = (&plan["searched"], |value: &Value| value.as_f64().unwrap());
    assert_eq!(searched["positions"], 1_000, "{plan}");
    assert!(number(&searched["decided"]) < 0.1, "{plan}");
    assert!(
        number(&plan["memory"]) < number(&plan["max_memory"]),
        "{plan}"
    );
    assert!(
        plan["disk"].is_null() && number(&plan["max_disk"]) > 0.0,
        "{plan}"
    );
    // All tiers of the table are built together, so the plan contains no search.
    let plan = data("ladders(13, 3)");
    let none = ["searched", "max_seconds", "max_memory", "max_disk"];
    assert!(
        none.iter().all(|name| plan[name].is_null()) && number(&plan["disk"]) > 0.0,
        "{plan}"
    );
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
    // Shares in separate processes inform each other whether they use `--stream`.
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
            done.status.code() == Some(75) || told.contains("must be started with `--stream`"),
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

/// Moves that code generates are always sorted and stored; no option of the command changes this
/// rule.
#[test]
fn moves_that_code_lists_are_sorted() {
    let folder = folder("sorted");
    let game = "annihilation(30, 3, {1, 2})";
    let plan = said(&mut grundy(&folder, &["plan", game]), 0);
    assert!(
        plan.contains("listed by generated code")
            && plan.contains("the moves of a tier, sorted by target"),
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
