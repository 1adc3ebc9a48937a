//! Tests several processes on one table: jobs, full disks, and killed processes.

use super::*;

/// Kills the process exactly between writing and renaming an object, for each object in turn.
/// Requires `strace` and the permission to trace.
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

/// Compares the job files for 16 shares with files that a person has reviewed. `GRUNDY_OVERWRITE=1`
/// rewrites them.
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

/// A limit on the file size simulates a full disk. Later, this file size limit is lifted.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_ends_with_4_and_loses_nothing() {
    // The last table of this game has about 35 KiB.
    const GAME: &str = "ladders(60, 4)";
    is_refused(GAME, "", "", &[0, 2, 16, 1_000], 3);
    is_refused("annihilation(30, 3, {1, 2})", "", "", &[0, 1], 2);
    is_refused(GAME, "--stream", "", &[0, 16], 2);
    // If only one share at a time is in memory, the shares write more data.
    is_refused(GAME, "--memory 400K", "--shares 7", &[0, 2, 16, 1_000], 3);
}

/// Builds a table with the options `way` under each file size limit of `limits` (in blocks).
/// Exactly `expected` of these limits must be too small. The options `whole` produce the same
/// objects without a limit.
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
                    told.contains("cannot be written")
                        && told.contains("run the same command again"),
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
    // Cases: lower tiers are looked up, lower tiers are read in order, and moves are sorted instead
    // of inverted.
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
    // A single process is killed at least 100 times, and all processes are killed together at least
    // 20 times.
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
        // Two processes are killed one after the other, and then all processes at the same time.
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
    // The test uses a game with inverse moves, and a game with sorted and stored moves.
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
        assert!(
            told.contains("swapped out to the store between rounds"),
            "{told}"
        );
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
