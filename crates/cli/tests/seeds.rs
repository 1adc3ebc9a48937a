//! Checks the pages `docs/seeds.md` and `docs/seeds.zh-CN.md`. Every command in the tables of the
//! pages runs, both languages contain the same commands in the same rows, and every link target
//! exists. No judge problem and no theorem is missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGES: [&str; 2] = ["seeds.md", "seeds.zh-CN.md"];

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn page(name: &str) -> String {
    fs::read_to_string(docs().join(name)).unwrap()
}

/// Returns the rows of the tables as cells, without the header lines.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let (mut rows, mut width) = (Vec::new(), 0);
    for line in page.lines() {
        if !line.starts_with('|') {
            width = 0;
            continue;
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if width == 0 {
            width = cells.len();
        } else if !cells[0].starts_with("---") {
            rows.push(cells.clone());
        }
        assert_eq!(cells.len(), width, "not as many cells as above: {line}");
    }
    rows
}

/// Returns the code spans of a text.
fn spans(text: &str) -> Vec<&str> {
    assert_eq!(
        text.matches('`').count() % 2,
        0,
        "a backquote without its partner: {text}"
    );
    text.split('`').skip(1).step_by(2).collect()
}

/// Returns the commands of a page, row by row.
fn commands(page: &str) -> Vec<Vec<&str>> {
    let mut commands = Vec::new();
    for row in rows(page) {
        commands.push(
            row.into_iter()
                .flat_map(spans)
                .filter(|span| span.starts_with("grundy "))
                .collect(),
        );
    }
    commands
}

/// Panics with all errors, not only the first.
fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the targets of the links to files.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.starts_with('#'))
}

#[test]
fn every_command_runs() {
    let text = page(PAGES[0]);
    let binary = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let all: BTreeSet<&str> = commands(&text).into_iter().flatten().collect();
    let mut wrong = Vec::new();
    // The fast tier runs one command in three, because the transcripts and pages also run many of
    // them.
    for command in all.into_iter().step_by(testkit::rounds(3, 1)) {
        let mut shell = Command::new("bash");
        shell
            .args(["-c", command])
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .current_dir(docs().join(".."))
            .stdin(Stdio::null());
        let output = shell.output().unwrap();
        if !output.status.success() || output.stdout.is_empty() {
            wrong.push(format!(
                "{command}\n{}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
    }
    none(&wrong);
}

#[test]
fn both_languages_hold_the_same() {
    let [english, chinese] = PAGES.map(page);
    assert_eq!(commands(&english), commands(&chinese));
    // A Chinese page may link to the Chinese version of a page to which the English one links.
    let targets = |page| {
        links(page)
            .filter(|target| !target.starts_with("seeds"))
            .map(|target| target.replace(".zh-CN", ""))
            .collect()
    };
    let [in_english, in_chinese]: [Vec<String>; 2] = [targets(&english), targets(&chinese)];
    assert_eq!(in_english, in_chinese);
    let empty = |page| -> Vec<Vec<bool>> {
        rows(page)
            .iter()
            .map(|row| row.iter().map(|cell| cell.is_empty()).collect())
            .collect()
    };
    assert_eq!(empty(&english), empty(&chinese));
    assert!(
        PAGES
            .iter()
            .rev()
            .zip([&english, &chinese])
            .all(|(other, text)| text.contains(&format!("]({other})")))
    );
}

#[test]
fn what_the_map_points_at_is_there() {
    let root = docs().join("..");
    let text = page(PAGES[0]);
    let mut wrong = Vec::new();
    for target in links(&text).filter(|target| !docs().join(target).is_file()) {
        wrong.push(format!("no page {target}"));
    }
    for row in rows(&text).iter().filter(|row| row.len() == 5) {
        for span in spans(row[1]) {
            let (folder, file) = span.split_once('/').unwrap();
            let source = root.join("crates").join(folder).join("src").join(file);
            let there = match folder {
                "games" => root.join(format!("{span}.game")).is_file(),
                _ => source.is_dir() || source.with_extension("rs").is_file(),
            };
            if !there {
                wrong.push(format!("no file for {span}"));
            }
        }
    }
    none(&wrong);
}

#[test]
fn nothing_is_left_out() {
    let text = page(PAGES[0]);
    let commands = commands(&text);
    let judged = commands
        .iter()
        .flatten()
        .filter_map(|command| command.strip_prefix("grundy judge "));
    let judged: BTreeSet<&str> = judged.filter_map(|rest| rest.split(' ').next()).collect();
    let mut wrong = Vec::new();
    for problem in judge::all().filter(|problem| !judged.contains(problem.name)) {
        wrong.push(format!("no row asks the problem {}", problem.name));
    }
    let engines: Vec<&str> = grundy::settings::SessionSettings::default()
        .engines
        .iter()
        .map(|engine| engine.name())
        .collect();
    for name in grundy::settings::SessionSettings::default()
        .switchable()
        .into_iter()
        .filter(|name| !engines.contains(name))
    {
        if !text.contains(&format!("[{name}](theorems/")) {
            wrong.push(format!("no row has the theorem {name}"));
        }
    }
    none(&wrong);
}
