//! The pages of the theorems, of the judge and of heap games: each theorem of the registry has one, and the commands on them are run by a shell, with
//! the outputs that stand there. `GRUNDY_OVERWRITE=1` writes the outputs anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/theorems")
}

fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
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
        "first-hour",
        "first-hour.zh-CN",
        "why",
        "why.zh-CN",
        "play",
        "play.zh-CN",
    ];
    pages.extend(others.map(|name| folder().join(format!("../{name}.md"))));
    pages.sort();
    pages
}

/// What a command writes, output and messages, without the directory of the binary being known to the page.
fn run(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-c", command])
        .env("PATH", path)
        .env("LC_ALL", "C")
        .current_dir(folder().join("../.."))
        .output()
        .unwrap();
    // What is refused on purpose shows its message; a command that is not there is no example.
    assert!(matches!(output.status.code(), Some(0..=2)), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// A page with the outputs that its commands have now.
fn renewed(page: &str) -> String {
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
            fresh += &run(command);
        }
    }
    fresh
}

/// Two tests, so that two processors run them.
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
    for (place, path) in pages().into_iter().filter(|path| is_chinese(path) == chinese).enumerate() {
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.contains("```console\n$ "), "{} has no example", path.display());
        // Chinese pages on theorems ask nothing that the English ones do not ask; while somebody waits one in four is run too.
        if chinese && is_twin(&path) && !overwrite && place % testkit::rounds(4, 1) != 0 {
            continue;
        }
        let fresh = renewed(&page);
        if overwrite {
            fs::write(&path, fresh).unwrap();
        } else {
            assert_eq!(page, fresh, "{}", path.display());
        }
    }
}

fn is_chinese(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".zh-CN.md")
}

/// Whether it is a page on a theorem.
fn is_twin(path: &Path) -> bool {
    path.parent().is_some_and(|parent| parent.ends_with("theorems"))
}

/// The commands of a page as far as Grundy runs them, without the option for Chinese.
fn commands(page: &str) -> Vec<String> {
    let own = |command: &str| command.split(" | grep").next().unwrap().replace(" --lang zh", "");
    page.lines().filter_map(|line| line.strip_prefix("$ ")).map(own).collect()
}

#[test]
fn every_page_on_a_theorem_has_a_chinese_twin_that_asks_nothing_else() {
    for path in pages().into_iter().filter(|path| is_twin(path) && !is_chinese(path)) {
        let twin = path.with_extension("zh-CN.md");
        let chinese = fs::read_to_string(&twin).unwrap_or_else(|error| panic!("{}: {error}", twin.display()));
        let english = commands(&fs::read_to_string(&path).unwrap());
        for command in commands(&chinese) {
            assert!(english.contains(&command), "{}: {command}", twin.display());
        }
    }
}

#[test]
fn every_theorem_has_a_page() {
    let engines: Vec<&str> = grundy::settings::Settings::default().engines.iter().map(|engine| engine.name()).collect();
    for name in grundy::settings::Settings::default().switchable().into_iter().filter(|name| !engines.contains(name)) {
        assert!(folder().join(format!("{name}.md")).is_file(), "docs/theorems/{name}.md is missing");
    }
}

/// The pages are compiled in: each can be read with the command, and with `--lang zh` the theorem's own words come first.
#[test]
fn every_page_can_be_read() {
    let engines: Vec<&str> = grundy::settings::Settings::default().engines.iter().map(|engine| engine.name()).collect();
    let listed = run("grundy theorem");
    for name in grundy::settings::Settings::default().switchable().into_iter().filter(|name| !engines.contains(name)) {
        let page = fs::read_to_string(folder().join(format!("{name}.md"))).unwrap();
        assert_eq!(run(&format!("grundy theorem {name}")), page, "{name}");
        let chinese = run(&format!("grundy --lang zh theorem {name}"));
        match fs::read_to_string(folder().join(format!("{name}.zh-CN.md"))) {
            Ok(twin) => assert_eq!(chinese, twin, "{name}"),
            Err(_) => assert!(chinese.starts_with("内容：") && chinese.ends_with(&page), "{name}"),
        }
        assert!(listed.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name} is listed");
    }
}
