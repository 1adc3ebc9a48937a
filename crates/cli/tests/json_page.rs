//! Runs every command of docs/json.md and compares its output with the page. The outputs are
//! compared as JSON values, because the page wraps its lines for readability. Times are ignored.
//! `GRUNDY_OVERWRITE=1` rewrites the answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Deserializer, Value};

/// Width of the page in columns.
const WIDTH: usize = 138;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md")
}

/// Creates a new directory with the rule files that the page shows.
fn scratch(page: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("json_page");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    for text in page
        .split("```text\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
    {
        if let Some(name) = text
            .strip_prefix("game ")
            .and_then(|rest| rest.split_whitespace().next())
        {
            fs::write(
                directory.join(format!("{}.game", name.to_lowercase())),
                text,
            )
            .unwrap();
        }
    }
    directory
}

/// Parses the JSON values in the output of a command or on the page; `None` if the text is not
/// JSON.
fn values(text: &str) -> Option<Vec<Value>> {
    Deserializer::from_str(text)
        .into_iter()
        .map(|value| value.map(timeless))
        .collect::<Result<_, _>>()
        .ok()
}

fn run(command: &str, directory: &Path) -> Vec<Value> {
    let binary = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-c", command])
        .env("PATH", path)
        .env("LC_ALL", "C")
        .current_dir(directory)
        .output()
        .unwrap();
    assert!(
        output.stderr.is_empty(),
        "{command}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    values(std::str::from_utf8(&output.stdout).unwrap())
        .unwrap_or_else(|| panic!("{command} writes no JSON"))
}

/// Returns the value with all times replaced by the same value.
fn timeless(mut value: Value) -> Value {
    fn visit(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields
                    .iter_mut()
                    .for_each(|(key, value)| match key.as_str() {
                        "seconds" => *value = Value::from(0.001),
                        _ => visit(value),
                    })
            }
            Value::Array(list) => list.iter_mut().for_each(visit),
            _ => {}
        }
    }
    visit(&mut value);
    value
}

/// Formats a value on one line if the text fits, otherwise with one line for each of its elements.
fn laid_out(value: &Value, indent: usize) -> String {
    let flat = flat(value);
    let (open, close, parts): (_, _, Vec<String>) = match value {
        Value::Object(fields) if indent + flat.len() > WIDTH || indent == 0 && fields.len() > 3 => {
            let part = |(key, value): (&String, &Value)| {
                format!(
                    "{}: {}",
                    Value::from(key.as_str()),
                    laid_out(value, indent + 2)
                )
            };
            ('{', '}', fields.iter().map(part).collect())
        }
        Value::Array(list) if indent + flat.len() > WIDTH => (
            '[',
            ']',
            list.iter()
                .map(|value| laid_out(value, indent + 2))
                .collect(),
        ),
        _ => return flat,
    };
    let blank = " ".repeat(indent);
    let lines: Vec<String> = parts
        .iter()
        .map(|part| format!("{blank}  {part}"))
        .collect();
    format!("{open}\n{}\n{blank}{close}", lines.join(",\n"))
}

fn flat(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let parts: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), flat(value)))
                .collect();
            format!("{{{}}}", parts.join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(flat).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

#[test]
fn the_answers_of_the_page_are_those_of_the_command() {
    let page_text = fs::read_to_string(page()).unwrap();
    let directory = scratch(&page_text);
    let (mut fresh, mut rest, mut asked) = (String::new(), page_text.as_str(), 0);
    let mut stale = Vec::new();
    while let Some(at) = rest.find("```console\n$ ") {
        let (before, block) = rest.split_at(at + "```console\n".len());
        let (block, after) = block.split_at(block.find("```").expect("a block ends"));
        let (command, stands) = block.split_once('\n').unwrap();
        let command = command.trim_start_matches("$ ");
        let answers = run(command, &directory);
        assert!(!answers.is_empty(), "{command}");
        if values(stands).as_ref() != Some(&answers) {
            stale.push(command);
        }
        fresh += before;
        fresh += &format!("$ {command}\n");
        answers
            .iter()
            .for_each(|answer| fresh += &format!("{}\n", laid_out(answer, 0)));
        rest = after;
        asked += 1;
    }
    fresh += rest;
    if std::env::var_os("GRUNDY_OVERWRITE").is_some() {
        fs::write(page(), fresh).unwrap();
    } else {
        assert!(
            stale.is_empty(),
            "not what the command says (GRUNDY_OVERWRITE=1 renews the page): {stale:#?}"
        );
    }
    assert!(asked > 15, "{asked}");
}
