//! Checks the pages of the theorems, of the judge and of heap games. Each theorem of the registry
//! must have a page. A shell runs the commands on the pages, and each output must equal the output
//! on the page. The documents on the language and on big tables are checked in the same way.
//! `GRUNDY_OVERWRITE=1` rewrites the outputs.
//!
//! A block that begins with ```` ```text NAME ```` is a file of that name. If a page has such a
//! block or writes a store, its commands are run in a folder that contains only the files of the
//! page. The commands of all other pages are run in the root of the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/theorems")
}

fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    pages.retain(|path| path.extension().is_some_and(|e| e == "md"));
    let others = [
        "sums",
        "sums.zh-CN",
        "loopy",
        "loopy.zh-CN",
        "misere",
        "misere.zh-CN",
        "judge",
        "judge.zh-CN",
        "graphs",
        "graphs.zh-CN",
        "boards",
        "boards.zh-CN",
        "heap",
        "heap.zh-CN",
        "nimbers",
        "nimbers.zh-CN",
        "partizan",
        "partizan.zh-CN",
        "tour",
        "tour.zh-CN",
        "first-hour",
        "first-hour.zh-CN",
        "why",
        "why.zh-CN",
        "play",
        "play.zh-CN",
        "language",
        "language.zh-CN",
        "big",
        "big.zh-CN",
    ];
    pages.extend(others.map(|name| folder().join(format!("../{name}.md"))));
    pages.sort();
    pages
}

/// Returns the files that a page shows, with their names.
fn shown_files(page: &str) -> Vec<(&str, &str)> {
    let blocks = page
        .split("\n```text ")
        .skip(1)
        .filter_map(|block| block.split_once('\n'));
    blocks
        .map(|(name, rest)| (name, rest.split("```").next().unwrap()))
        .collect()
}

/// Returns the folder in which the commands of a page are run.
fn workplace(path: &Path, page: &str) -> PathBuf {
    let files = shown_files(page);
    if files.is_empty() && !page.contains("--store ") {
        return folder().join("../..");
    }
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("pages")
        .join(path.file_stem().unwrap());
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).unwrap();
    for (name, text) in files {
        fs::write(place.join(name), text).unwrap();
    }
    place
}

/// Runs a command and returns its standard output and standard error. The search path contains the
/// directory of the tested binary, so pages can write `grundy` without a path.
fn run(command: &str, place: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-c", command])
        .env("PATH", path)
        .env("LC_ALL", "C")
        .current_dir(place)
        .output()
        .unwrap();
    // An example may show the message of an intended error, but a nonexistent command is not an
    // example.
    assert!(
        matches!(output.status.code(), Some(0..=2)),
        "{command}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// Returns a page with the current outputs of its commands.
fn renewed(page: &str, place: &Path) -> String {
    let (mut fresh, mut inside) = (String::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && !line.starts_with("$ ") {
            continue;
        }
        fresh += line;
        fresh.push('\n');
        if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            fresh += &run(command, place);
        }
    }
    fresh
}

/// Removes measured values from a page: the output of `big plan`, which samples until its time
/// limit. Although its output is removed, the command `big plan` is run.
fn without_measured(page: &str) -> String {
    let mut is_plan = false;
    let is_kept = |line: &&str| {
        if line.starts_with("$ ") || line.starts_with("```") {
            is_plan = line.starts_with("$ grundy big plan ");
            return true;
        }
        !is_plan
    };
    page.lines()
        .filter(is_kept)
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// The pages are split into two tests, so that the tests run in parallel.
#[test]
fn the_commands_on_the_pages_say_what_stands_there() {
    run_pages(false);
}

#[test]
fn the_commands_on_the_chinese_pages_say_what_stands_there() {
    run_pages(true);
}

fn run_pages(chinese: bool) {
    let overwrite = std::env::var_os("GRUNDY_OVERWRITE").is_some();
    for (place, path) in pages()
        .into_iter()
        .filter(|path| is_chinese(path) == chinese)
        .enumerate()
    {
        let page = fs::read_to_string(&path).unwrap();
        assert!(
            page.contains("```console\n$ "),
            "{} has no example",
            path.display()
        );
        // Chinese pages on theorems contain the same commands as the English ones. The fast tier
        // therefore runs only one in four Chinese pages.
        if chinese && is_twin(&path) && !overwrite && place % testkit::rounds(4, 1) != 0 {
            continue;
        }
        let fresh = renewed(&page, &workplace(&path, &page));
        if without_measured(&page) == without_measured(&fresh) {
            continue;
        }
        assert!(
            overwrite,
            "{}: {}",
            path.display(),
            difference(&page, &fresh)
        );
        fs::write(&path, fresh).unwrap();
    }
}

/// Returns the first line that differs, in its current and in its expected form.
fn difference(page: &str, fresh: &str) -> String {
    let (shown, now) = (without_measured(page), without_measured(fresh));
    let place = shown
        .lines()
        .zip(now.lines())
        .take_while(|(shown, now)| shown == now)
        .count();
    let line = |text: &str| text.lines().nth(place).unwrap_or("(no line)").to_owned();
    format!("\n  stands: {}\n  is now: {}", line(&shown), line(&now))
}

fn is_chinese(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".zh-CN.md")
}

/// Returns true if the path is a page on a theorem.
fn is_twin(path: &Path) -> bool {
    path.parent()
        .is_some_and(|parent| parent.ends_with("theorems"))
}

/// Returns the `grundy` commands of a page, without the option for Chinese.
fn commands(page: &str) -> Vec<String> {
    let own = |command: &str| {
        command
            .split(" | grep")
            .next()
            .unwrap()
            .replace(" --lang zh", "")
    };
    page.lines()
        .filter_map(|line| line.strip_prefix("$ "))
        .map(own)
        .collect()
}

#[test]
fn every_page_on_a_theorem_has_a_chinese_twin_that_asks_nothing_else() {
    for path in pages()
        .into_iter()
        .filter(|path| is_twin(path) && !is_chinese(path))
    {
        let twin = path.with_extension("zh-CN.md");
        let chinese =
            fs::read_to_string(&twin).unwrap_or_else(|error| panic!("{}: {error}", twin.display()));
        let english = commands(&fs::read_to_string(&path).unwrap());
        for command in commands(&chinese) {
            assert!(english.contains(&command), "{}: {command}", twin.display());
        }
    }
}

#[test]
fn every_theorem_has_a_page() {
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
        assert!(
            folder().join(format!("{name}.md")).is_file(),
            "docs/theorems/{name}.md is missing"
        );
    }
}

/// The pages are compiled into the command. The command can print each page, and with `--lang zh`
/// the Chinese statement of the theorem comes first.
#[test]
fn every_page_can_be_read() {
    let engines: Vec<&str> = grundy::settings::SessionSettings::default()
        .engines
        .iter()
        .map(|engine| engine.name())
        .collect();
    let listed = run("grundy theorem", &folder());
    for name in grundy::settings::SessionSettings::default()
        .switchable()
        .into_iter()
        .filter(|name| !engines.contains(name))
    {
        let page = fs::read_to_string(folder().join(format!("{name}.md"))).unwrap();
        assert_eq!(
            run(&format!("grundy theorem {name}"), &folder()),
            page,
            "{name}"
        );
        let chinese = run(&format!("grundy --lang zh theorem {name}"), &folder());
        match fs::read_to_string(folder().join(format!("{name}.zh-CN.md"))) {
            Ok(twin) => assert_eq!(chinese, twin, "{name}"),
            Err(_) => assert!(
                chinese.starts_with("内容：") && chinese.ends_with(&page),
                "{name}"
            ),
        }
        assert!(
            listed
                .lines()
                .any(|line| line.split_whitespace().next() == Some(name)),
            "{name} is listed"
        );
    }
}
