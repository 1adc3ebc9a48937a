//! Hand-made games whose texts try to break out of comments, strings and names, in every language.
//! If a compiler or interpreter is installed, the code is run. The code must agree with the law,
//! and must not create a file.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use automata::LinearRelation;
use automata::numeration::NumerationSystem;
use base::budget::Budget;
use base::escaping::is_hidden;
use rules::ast::PlayConvention;
use rules::world::World;
use testkit::injection::{HIDDEN, NAMES, VISIBLE, long};

use super::*;
use crate::law::Law;
use crate::numerals::LawNumerals;

const RUN: [(EmitLanguage, &str); 3] = [
    (EmitLanguage::Cpp, "c++"),
    (EmitLanguage::Python, "python3"),
    (EmitLanguage::Rust, "rustc"),
];

/// Returns a law that need not be true: four times the only number.
fn law(budget: &Budget<'_>) -> Law {
    let numerals = LawNumerals::from_system(NumerationSystem::Base(2), budget).unwrap();
    let automaton = numerals
        .linear(&[(0, 4), (1, -1)], 0, LinearRelation::Equal, budget)
        .unwrap();
    Law {
        kind: LawOutput::Values,
        numerals,
        lows: vec![0],
        automaton,
        prefix: None,
    }
}

/// Emits the law with the given texts instead of the texts of the game.
fn emitted(title: &str, rules: &str, slot: &str, language: EmitLanguage) -> EmittedLaw {
    let budget = Budget::generous();
    let mut world = World::empty();
    world
        .load(
            "test.game",
            "game G { state n in 0.. move k in 1..n : [n - k] }",
        )
        .unwrap();
    let game = world.instantiate("G", Vec::new()).unwrap();
    let law = law(&budget);
    let mut subject =
        EmitSubject::new(&world, game, PlayConvention::Normal, &law, None, &budget).unwrap();
    subject.title = title.to_owned();
    subject.rules = rules.to_owned();
    subject.slots = vec![slot.to_owned()];
    subject.emit(language, &budget).unwrap()
}

/// Runs the emitted code in a separate folder and compares its output at the probes.
fn agrees(name: &str, emitted: &EmittedLaw, runner: &str) {
    let folder = std::env::temp_dir().join(format!(
        "grundy-injected-{}-{name}-{}",
        std::process::id(),
        emitted.language.word()
    ));
    fs::create_dir_all(&folder).unwrap();
    let (source, made): (PathBuf, PathBuf) = (folder.join("law.src"), folder.join("law.exe"));
    fs::write(&source, emitted.program().unwrap()).unwrap();
    let (mut asked, mut expected) = (String::new(), String::new());
    for probe in &emitted.probes {
        if let Some(told) = emitted.expected(probe) {
            asked += &format!("{}\n", probe.slots[0]);
            expected += &format!("{told}\n");
        }
    }
    fs::write(folder.join("asked.txt"), asked).unwrap();
    let compile = |flags: &[&str]| {
        let output = Command::new(runner)
            .args(flags)
            .arg(&source)
            .arg("-o")
            .arg(&made)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{name}: {}\n{}",
            String::from_utf8_lossy(&output.stderr),
            emitted.text()
        );
        Command::new(&made)
    };
    let mut command = match emitted.language {
        EmitLanguage::Cpp => compile(&[
            "-std=c++17",
            "-trigraphs",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-x",
            "c++",
        ]),
        EmitLanguage::Rust => compile(&[
            "--edition",
            "2021",
            "-D",
            "warnings",
            "-A",
            "uncommon_codepoints",
            "-A",
            "mixed_script_confusables",
        ]),
        _ => {
            let mut command = Command::new(runner);
            command.args(["-W", "error"]).arg(&source);
            command
        }
    };
    let input = fs::File::open(folder.join("asked.txt")).unwrap();
    let output = command.stdin(input).current_dir(&folder).output().unwrap();
    assert!(
        output.status.success(),
        "{name}: {}\n{}",
        String::from_utf8_lossy(&output.stderr),
        emitted.text()
    );
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().replace('\r', ""),
        expected,
        "{name}: {}",
        emitted.text()
    );
    assert!(
        !folder.join("PWNED").exists(),
        "{name}: the code made a file\n{}",
        emitted.text()
    );
    fs::remove_dir_all(&folder).unwrap();
}

fn is_there(runner: &str) -> bool {
    let version = Command::new(runner)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let there = version.is_ok_and(|status| status.success());
    if !there {
        println!("skipped: {runner} is not installed");
    }
    there
}

fn texts() -> Vec<String> {
    HIDDEN
        .iter()
        .chain(&VISIBLE)
        .map(|text| (*text).to_owned())
        .chain([long()])
        .collect()
}

/// No emitted text contains a hidden character, and every comment remains a comment.
#[test]
fn texts_stay_where_they_are_quoted() {
    for text in texts() {
        for language in EmitLanguage::ALL {
            let code = emitted(&text, &text, &text, language).text();
            assert!(
                !code.contains(|c| is_hidden(c) && c != '\n'),
                "{language:?}: {code:?}"
            );
            assert!(
                language != EmitLanguage::Cpp || !code.contains("??"),
                "{code}"
            );
            let plain = emitted("G", "game G", "n", language).text();
            let remark = match language {
                EmitLanguage::Cpp | EmitLanguage::Rust | EmitLanguage::Dot => "//",
                EmitLanguage::Python => "#",
                EmitLanguage::Latex => "%",
                EmitLanguage::Svg | EmitLanguage::Walnut => continue,
            };
            let comments = |text: &str| {
                text.lines()
                    .take_while(|line| line.starts_with(remark))
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            let (found, usual) = (comments(&code), comments(&plain));
            assert_eq!(
                found.len() - usual.len(),
                text.lines().count() - 1,
                "{language:?}: {code}"
            );
            assert!(
                found.iter().all(|line| !line.trim_end().ends_with('\\')),
                "{language:?}: {code}"
            );
            // Apart from names and comments, the emitted code has as many lines as the code of a
            // game with harmless texts.
            let is_code = |line: &&str| {
                !line.trim_start().starts_with(remark) && !line.starts_with("#[allow(")
            };
            let body = |text: &str| text.lines().filter(is_code).count();
            if language.is_run() {
                assert_eq!(body(&code), body(&plain), "{language:?}: {code}");
            }
            if language == EmitLanguage::Latex {
                let after = code.split("\\begin{verbatim}\n").nth(1).unwrap();
                let (rules, rest) = after.split_once("\n\\end{verbatim}\n").unwrap();
                assert_eq!(
                    rules.lines().count(),
                    text.trim_end().lines().count().max(1),
                    "{code}"
                );
                assert!(
                    !rules.contains("\\end")
                        && !rest.contains("\\input")
                        && !rest.contains("write18{")
                        && !rest.contains("^^"),
                    "{code}"
                );
                assert!(!rest.contains("\\end{document}"), "{code}");
            }
        }
    }
}

/// Compiles and runs the code with all hostile texts in the rules, one hostile text in the title,
/// and names that have a meaning in the language.
#[test]
fn code_with_hostile_texts_runs_and_agrees() {
    for (language, runner) in RUN.into_iter().filter(|(_, runner)| is_there(runner)) {
        let all = texts().join("\n");
        agrees(
            "all",
            &emitted(&texts().concat(), &all, HIDDEN[0], language),
            runner,
        );
        // Each compiler run takes a second.
        let (names, texts): (Vec<&str>, Vec<String>) = match language {
            EmitLanguage::Python => (testkit::some(NAMES, 6).collect(), texts()),
            _ => (testkit::some(NAMES, 17).collect(), Vec::new()),
        };
        for (number, name) in names.iter().enumerate() {
            agrees(
                &format!("name{number}"),
                &emitted("G", "game G", name, language),
                runner,
            );
        }
        for (number, text) in testkit::some(texts, 12).enumerate() {
            agrees(
                &format!("text{number}"),
                &emitted(&text, &text, &text, language),
                runner,
            );
        }
    }
}
