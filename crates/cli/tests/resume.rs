//! Tests `--resume`: a stopped search by parts reports its progress and saves its results, and a
//! later search resumes from them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs `grundy solve`. Returns the output and the exit code of the command.
fn solve(args: &[&str]) -> (String, String, i32) {
    let ended = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .arg("solve")
        .args(args)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(ended.stdout),
        text(ended.stderr),
        ended.status.code().unwrap(),
    )
}

/// Returns the path of a file that does not exist.
fn fresh(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resume");
    fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Returns the number of parts that were solved when a search was stopped.
fn known(errors: &str) -> u64 {
    let far = errors
        .strip_prefix("error: stopped, no answer: the time limit was reached\n")
        .expect(errors);
    far.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let path = fresh("cram");
    let file = path.to_str().unwrap();
    let stopped = |question: &str| solve(&["--time", "0.4", "--resume", file, question]);
    let (out, errors, code) = stopped("cram(6, 11)");
    assert_eq!((out.as_str(), code), ("", 4), "{errors}");
    let first = known(&errors);
    let (_, errors, code) = stopped("cram(6, 11)");
    assert_eq!(code, 4);
    assert!(known(&errors) > first, "{errors} after {first}");
    // A resume file belongs to a single game.
    let (_, errors, code) = stopped("cram(5, 11)");
    assert_eq!(code, 2);
    assert!(
        errors.contains(
            "cannot resume the search of Cram(R = 5, C = 11) from this file: it belongs to another game"
        ),
        "{errors}"
    );
    let (_, errors, code) = stopped("cram(6, 11) + nodekayles");
    assert_eq!(code, 2);
    assert!(
        errors.contains("can store only one game, found Cram(R = 6, C = 11) and NodeKayles"),
        "{errors}"
    );
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let (_, errors, code) = stopped("cram(6, 11)");
    assert_eq!(code, 2);
    assert!(errors.contains("it is truncated"), "{errors}");
    assert_eq!(
        fs::read(&path).unwrap().len(),
        whole.len() / 2,
        "what cannot be read is left alone"
    );
}

#[test]
fn what_was_found_is_found_at_once() {
    let path = fresh("small");
    let file = path.to_str().unwrap();
    let answer = solve(&["--resume", file, "--json", "cram(4, 7)"]);
    assert_eq!(answer.2, 0, "{}", answer.1);
    let written = fs::read(&path).unwrap();
    assert!(written.len() > 100);
    let again = solve(&["--resume", file, "--json", "cram(4, 7)"]);
    let value = |out: &str| {
        out.split("\"value\":")
            .nth(1)
            .map(|rest| rest[..12].to_owned())
    };
    assert_eq!(value(&again.0), value(&answer.0));
    assert_eq!(
        fs::read(&path).unwrap(),
        written,
        "nothing was found that was not there"
    );
    // Under misère play, the search computes results of a different kind, which are not saved.
    let (_, errors, code) = solve(&["--resume", file, "--play", "misere", "cram(4, 4)"]);
    assert_eq!(code, 0, "{errors}");
    assert_eq!(fs::read(&path).unwrap(), written);
    let (_, errors, code) = solve(&["--resume", "/no/such/place", "cram(2, 2)"]);
    assert_eq!(code, 2, "{errors}");
}

/// A file with valid checksums and wrong entries is not trusted. Answers that use a resume file are
/// conditional on the file. If a certificate fails, the error blames the file.
#[test]
fn forged_files_are_not_trusted() {
    const HEADER: usize = 32;
    const ENTRY: usize = 12;
    let checksum = |bytes: &[u8]| {
        bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    };
    let path = fresh("forged");
    let file = path.to_str().unwrap();
    let genuine = solve(&["--resume", file, "cram(4, 7)"]);
    let line = |out: &str, name: &str| {
        out.lines()
            .find(|line| line.starts_with(name))
            .map(str::to_owned)
    };
    let value = line(&genuine.0, "value:").expect(&genuine.1);
    let written = fs::read(&path).unwrap();
    let entries = (written.len() - HEADER - 8) / ENTRY;
    assert_eq!(HEADER + entries * ENTRY + 8, written.len());
    // Results that were loaded but not proved are conditional on the file.
    let again = solve(&["--resume", file, "cram(4, 7)"]);
    let status = line(&again.0, "status:").expect(&again.1);
    assert!(
        status.contains("proved") || status.contains("conditional") && status.contains(file),
        "{status}"
    );
    let (mut met, certificate) = ([0; 3], fresh("forged.cert"));
    for seed in 0..if std::env::var_os("GRUNDY_SLOW").is_some() {
        300
    } else {
        12
    } {
        // Forges a quarter of the entries: each forged entry gets the result of the entry before
        // it.
        let mut other = written.clone();
        let mut random = checksum(&[seed as u8, (seed >> 8) as u8]);
        for entry in 1..entries {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            if random >> 62 == 0 {
                let at = HEADER + entry * ENTRY + 8;
                other.copy_within(at - ENTRY..at - ENTRY + 4, at);
            }
        }
        let end = other.len() - 8;
        let sum = checksum(&other[..end]).to_le_bytes();
        other[end..].copy_from_slice(&sum);
        for arguments in [
            &["cram(4, 7)"][..],
            &["--certificate", certificate.to_str().unwrap(), "cram(4, 7)"],
        ] {
            fs::write(&path, &other).unwrap();
            let (out, errors, code) = solve(&[&["--resume", file][..], arguments].concat());
            match code {
                0 => {
                    let status = line(&out, "status:").unwrap();
                    assert!(
                        status.contains("conditional") && status.contains(file)
                            || line(&out, "value:").as_ref() == Some(&value),
                        "{out}"
                    );
                    met[0] += 1;
                }
                1 => {
                    assert!(
                        errors.contains(file) && errors.contains("disagrees with the rules"),
                        "{errors}"
                    );
                    met[1] += 1;
                }
                // Forges an impossible entry.
                2 => {
                    assert!(errors.contains("damaged"), "{errors}");
                    met[2] += 1;
                }
                code => panic!("exit code {code}: {errors}"),
            }
        }
    }
    assert!(met[0] + met[1] > 4, "{met:?}");
}

/// A table that is truncated while it is in use does not crash the program, because its entries are
/// in memory.
#[test]
fn a_table_that_is_cut_short_meanwhile_still_answers() {
    let path = fresh("cut.table");
    let file = path.to_str().unwrap();
    let saved = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args([
            "table",
            "kayles[0..20000]",
            "--without",
            "octal-periodicity",
            "--save",
            file,
        ])
        .output()
        .unwrap();
    assert!(
        saved.status.success(),
        "{}",
        String::from_utf8_lossy(&saved.stderr)
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["solve", "--load", file])
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command has usually loaded the table after 700 ms. If the table is truncated earlier, the
    // command refuses the file.
    std::thread::sleep(Duration::from_millis(700));
    fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(100)
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"kayles[19999]\n")
        .unwrap();
    let ended = child.wait_with_output().unwrap();
    let (out, errors) = (
        String::from_utf8(ended.stdout).unwrap(),
        String::from_utf8(ended.stderr).unwrap(),
    );
    match ended.status.code() {
        Some(0) => assert!(
            out.contains("value:    2") && out.contains("saved table"),
            "{out}"
        ),
        Some(2) => assert!(errors.contains(file), "{errors}"),
        other => panic!("{other:?}: {errors}"),
    }
}
