//! The dialogues of docs/json.md: lines `> ` with a request, followed by its reply, with a new
//! request handler for each dialogue. `GRUNDY_OVERWRITE=1` rewrites the replies.

use std::fs;
use std::path::Path;

use base::budget::Budget;
use base::text::Lang;
use requests::{NullHost, Request, RequestHandler, error_json};
use serde_json::Value;

/// The width of the page in characters.
const WIDTH: usize = 138;

fn reply(desk: &mut RequestHandler, request: &str) -> Value {
    let request = Request::read(request)
        .unwrap_or_else(|error| panic!("{request}: {}", error.render(Lang::En, false)));
    match desk.answer(&request, &Budget::generous(), &NullHost) {
        Ok(reply) => reply.value(Lang::En),
        Err(error) => error_json(&error, None, None, Lang::En),
    }
}

/// Formats a value on one line if it fits, otherwise with one line for each of its parts.
fn laid_out(value: &Value, indent: usize) -> String {
    let flat = flat(value);
    let (open, close, parts): (_, _, Vec<String>) = match value {
        _ if indent + flat.len() <= WIDTH => return flat,
        Value::Object(fields) => {
            let part = |(key, value): (&String, &Value)| {
                format!(
                    "{}: {}",
                    Value::from(key.as_str()),
                    laid_out(value, indent + 2)
                )
            };
            ('{', '}', fields.iter().map(part).collect())
        }
        Value::Array(list) => (
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
fn the_page_tells_the_truth() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let page = fs::read_to_string(&path).unwrap();
    let (mut fresh, mut rest, mut asked, mut stale) = (String::new(), page.as_str(), 0, Vec::new());
    while let Some(at) = rest.find("```text\n> ") {
        let (before, block) = rest.split_at(at + "```text\n".len());
        let (block, after) = block.split_at(block.find("```").expect("a block ends"));
        fresh += before;
        let mut desk = RequestHandler::new(None);
        // A request is on one line, and no other line begins with `> `.
        for part in format!("\n{block}").split("\n> ").skip(1) {
            let (request, told) = part.split_once('\n').unwrap();
            let reply = reply(&mut desk, request);
            if serde_json::from_str::<Value>(told).ok().as_ref() == Some(&reply) {
                fresh += &format!("> {request}\n{}\n", told.trim_end());
            } else {
                stale.push(format!("{request}\n{reply}"));
                fresh += &format!("> {request}\n{}\n", laid_out(&reply, 0));
            }
            asked += 1;
        }
        rest = after;
    }
    fresh += rest;
    if std::env::var_os("GRUNDY_OVERWRITE").is_some() {
        fs::write(path, fresh).unwrap();
    } else {
        assert!(
            stale.is_empty(),
            "not what the desk says (GRUNDY_OVERWRITE=1 renews the page):\n{}",
            stale.join("\n")
        );
    }
    assert!(asked > 12, "{asked}");
}
