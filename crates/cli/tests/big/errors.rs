//! Tests messages about invalid stores and about questions that do not fit a store.

use super::*;

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
        assert!(
            told.contains("within these ranges satisfies `require`"),
            "{told}"
        );
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
    // Cases: too many positions for one tier, for sorted moves or for one share, and values without
    // an order. Each error message names the item `tier`, which can be added to the rules.
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
        assert!(
            told.contains("`tier e` in the rules can name a measure"),
            "{told}"
        );
    }
    // A single tier with very many positions is permitted, but the output recommends a measure.
    let told = said(
        &mut grundy(&folder, &["plan", "Walks(6)", "-f", "walks.game"]),
        0,
    );
    assert!(
        told.contains("`tier e` in the rules can name such a measure"),
        "{told}"
    );
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
        (read("s", twin), "another object of this one"),
        (older, "format version 1"),
        (own[..own.len() / 2].to_vec(), "damaged"),
        (Vec::new(), "truncated"),
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
    // The fix that the message recommends works.
    std::fs::remove_file(folder.join("s").join(name)).unwrap();
    said(
        &mut grundy(
            &folder,
            &[&["solve", "--store", "s", "--shares", "2"], &of[..]].concat(),
        ),
        0,
    );
    assert_eq!(read("s", name), own);
    // After this change, the store contains the manifest of another table, to which none of its
    // objects belongs.
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
    assert!(said(&mut grundy(&folder, &["status", "s"]), 0).contains("done:    4 tiers"));
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
        said(&mut grundy(&folder, &["status", "walk.game"]), 2)
            .contains("expected a folder or a URL for the store")
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
    // Uses a Python interpreter without any packages.
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
            none.contains("Ray is not installed for") && none.contains("pip install ray"),
            "{none}"
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
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
    let warned = |told: &str| told.contains("the given store of ladders is not used");
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
            .contains(r#""kind":"unused-store","store":"ladders""#)
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
        told.contains("of memory would be needed; the limit is 300.0 KiB"),
        "{told}"
    );
    assert!(!folder.join("s").exists());
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
        .contains("each tier must be one share, not 4")
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
