//! Tests the language server over its standard input and output, as an editor uses it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const URI: &str = "file:///games/take.game";
const GAME: &str = "# 堆 𝔘\ngame Take {\n  about \"take 1 to 3\" \"取 1 至 3\"\n  state n in 0..\n  move \"take {k}\" k in 1..3 : [n - k]\n  \
     claim SG == n % 4\n}\n\ngame Both {\n  state n in 0..\n  move : nim[n / 2] + Take[n / 3]\n}\n";

/// A mock editor with a running server.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: i64,
    /// Notifications that were received but not read by the test yet.
    told: Vec<Value>,
    /// Replies that were received before the test waited for them.
    replies: Vec<Value>,
}

impl Editor {
    fn new(locale: &str) -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_grundy-lsp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (input, output) = (
            server.stdin.take().unwrap(),
            BufReader::new(server.stdout.take().unwrap()),
        );
        let mut editor = Editor {
            server,
            input,
            output,
            next: 0,
            told: Vec::new(),
            replies: Vec::new(),
        };
        let reply = editor.ask(
            "initialize",
            json!({ "capabilities": {}, "locale": locale }),
        );
        assert_eq!(reply["result"]["serverInfo"]["name"], "grundy-lsp");
        editor.tell("initialized", json!({}));
        editor
    }

    fn write(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the server is gone"
            );
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(bytes) = line.strip_prefix("Content-Length: ") {
                length = bytes.parse().unwrap();
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let id = self.next;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn reply(&mut self, id: i64) -> Value {
        loop {
            if let Some(at) = self
                .replies
                .iter()
                .position(|reply| reply["id"] == json!(id))
            {
                return self.replies.remove(at);
            }
            let message = self.read();
            if message.get("method").is_some() {
                self.told.push(message)
            } else {
                self.replies.push(message)
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.reply(id)
    }

    /// Returns the parameters of the next notification with this method. Waits until it arrives.
    fn heard(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.told.iter().position(|told| told["method"] == method) {
                return self.told.remove(at)["params"].take();
            }
            let message = self.read();
            if message.get("method").is_some() {
                self.told.push(message)
            } else {
                self.replies.push(message)
            }
        }
    }

    /// Opens a text and returns its diagnostics.
    fn open(&mut self, text: &str) -> Vec<Value> {
        let document = json!({ "uri": URI, "languageId": "grundy", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.wrong()
    }

    fn change(&mut self, version: i32, text: &str) -> Vec<Value> {
        let (document, changes) = (
            json!({ "uri": URI, "version": version }),
            json!([{ "text": text }]),
        );
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
        self.wrong()
    }

    fn wrong(&mut self) -> Vec<Value> {
        self.heard("textDocument/publishDiagnostics")["diagnostics"]
            .as_array()
            .unwrap()
            .clone()
    }

    fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let params = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } });
        self.ask(method, params)["result"].take()
    }

    fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

fn whole() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

/// Tests the diagnostics after each change of a text: their locations in UTF-16 units and their
/// corrections.
#[test]
fn what_is_wrong_shows_while_one_types() {
    let mut editor = Editor::new("en");
    assert_eq!(editor.open(GAME), Vec::<Value>::new());
    // The test opens prefixes of the text, as during typing. The server must answer for each
    // prefix, and the complete text must have no diagnostics.
    let ends: Vec<usize> = GAME
        .char_indices()
        .map(|(at, _)| at)
        .chain([GAME.len()])
        .collect();
    for (version, &end) in (2..).zip(ends.iter().step_by(7).chain([&GAME.len()])) {
        let wrong = editor.change(version, &GAME[..end]);
        assert!(end < GAME.len() || wrong.is_empty(), "{wrong:?}");
    }
    let wrong = editor.change(
        1_000,
        "/* 𝔘 */ game T {\n  state n in 0..\n  move k in 1..n && 3 : [n - k]\n}\n",
    );
    assert!(!wrong.is_empty());
    let wrong = editor.change(1_001, "# 𝔘\ngame T {\n  state n in 0..\n  move \"𝔘\" k in 1..n when k >= 1 && k <= 3 : [n - k]\n}\n");
    // A letter outside the basic multilingual plane counts as two UTF-16 units.
    assert_eq!(
        wrong[0]["range"],
        json!({ "start": { "line": 3, "character": 34 }, "end": { "line": 3, "character": 36 } }),
        "{wrong:?}"
    );
    let params = json!({ "textDocument": { "uri": URI }, "range": wrong[0]["range"], "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(
        actions["result"][0]["edit"]["changes"][URI][0]["newText"], "and",
        "{actions}"
    );
    // A text that can be parsed may contain unknown names. Each game with such a name gets a
    // diagnostic.
    let wrong = editor.change(
        1_002,
        "game T {\n  state n in 0..\n  move k in 1..3 : [n - kk]\n}\ngame U {\n  state m in 0..\n  move k in 1..mm : [m - k]\n}\n",
    );
    let lines: Vec<&Value> = wrong
        .iter()
        .map(|wrong| &wrong["range"]["start"]["line"])
        .collect();
    assert_eq!(lines, [2, 6], "{wrong:?}");
    assert!(
        wrong[0]["message"].as_str().unwrap().contains("`kk`"),
        "{wrong:?}"
    );
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": URI } }),
    );
    assert!(editor.wrong().is_empty());
    editor.leave();
}

/// Tests a text that takes too long to parse. The editor waits for at most a few seconds, and a
/// diagnostic reports the time limit.
#[test]
fn a_text_that_is_dear_to_read_is_given_up() {
    let mut editor = Editor::new("en");
    editor.open(GAME);
    let dear = "game B(k = 5) { state n in 0.. require total(j for j in 1..1900000) > k  move : B(k + 1)[n - 1] }";
    let started = std::time::Instant::now();
    let wrong = editor.change(2, dear);
    assert!(
        started.elapsed() < std::time::Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(
        wrong[0]["message"], "the time limit was reached",
        "{wrong:?}"
    );
    assert!(editor.change(3, GAME).is_empty());
    editor.leave();
}

/// Tests the outline, definitions, formatting, semantic tokens and code lenses.
#[test]
fn games_are_found_and_laid_out() {
    let mut editor = Editor::new("zh-CN");
    editor.open(GAME);
    let outline = editor.ask("textDocument/documentSymbol", whole());
    let names: Vec<&str> = outline["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Take", "Both"]);
    let place = editor.at("textDocument/definition", 10, 25);
    assert_eq!(
        place["range"]["start"],
        json!({ "line": 1, "character": 5 })
    );
    assert_eq!(
        editor.at("textDocument/definition", 10, 11),
        Value::Null,
        "nim is of the library"
    );
    let lenses = editor.ask("textDocument/codeLens", whole());
    assert_eq!(lenses["result"][1]["command"]["title"], "检查");
    let options = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    assert_eq!(
        editor.ask("textDocument/formatting", options.clone())["result"],
        json!([])
    );
    editor.change(2, &GAME.replace("  state", "state"));
    let edits = editor.ask("textDocument/formatting", options);
    assert_eq!(edits["result"][0]["newText"], GAME);
    // The location of each token is relative to the previous token.
    editor.change(3, GAME);
    let data = editor.ask("textDocument/semanticTokens/full", whole());
    let data: Vec<u64> = data["result"]["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap())
        .collect();
    assert_eq!(data[..15], [0, 0, 6, 0, 0, 1, 0, 4, 2, 0, 0, 5, 4, 3, 0]);
    editor.leave();
}

/// Tests that a hover shows the description of a game, its facts and its first values. The hover
/// also works while another game of the file is incomplete.
#[test]
fn a_hover_tells_of_a_game() {
    let mut editor = Editor::new("en");
    editor.open(GAME);
    let told = editor.at("textDocument/hover", 1, 6);
    let text = told["contents"]["value"].as_str().unwrap();
    assert!(
        text.contains("take 1 to 3") && text.contains("`0 1 2 3 0 1 2 3"),
        "{text}"
    );
    assert_eq!(told["range"]["start"], json!({ "line": 1, "character": 5 }));
    let told = editor.at("textDocument/hover", 10, 11);
    assert!(
        told["contents"]["value"].as_str().unwrap().contains("Nim"),
        "{told}"
    );
    assert_eq!(
        editor.at("textDocument/hover", 3, 2),
        Value::Null,
        "a reserved word"
    );
    assert_eq!(editor.at("textDocument/hover", 900, 900), Value::Null);
    editor.change(2, "game Half { move : [nim");
    assert_eq!(editor.at("textDocument/hover", 0, 6), Value::Null);
    assert!(
        editor.at("textDocument/hover", 0, 21)["contents"]["value"]
            .as_str()
            .is_some()
    );
    editor.leave();
}

/// Tests the code lens, which checks a game. Failed expectations and claims are underlined until
/// the text changes.
#[test]
fn the_lens_checks() {
    let mut editor = Editor::new("en");
    editor.open(GAME);
    let run = json!({ "command": "grundy.check", "arguments": [URI, "Take"] });
    assert_eq!(
        editor.ask("workspace/executeCommand", run.clone())["result"],
        "all 1 expectations and claims hold"
    );
    editor.wrong();
    editor.change(2, &GAME.replace("n % 4", "n % 5"));
    assert_eq!(
        editor.ask("workspace/executeCommand", run.clone())["result"],
        "1 of 1 expectations and claims fail"
    );
    let wrong = editor.wrong();
    assert_eq!(wrong[0]["range"]["start"]["line"], 5, "{wrong:?}");
    assert!(editor.change(3, GAME).is_empty());
    let unknown = json!({ "command": "grundy.win", "arguments": [] });
    assert_eq!(
        editor.ask("workspace/executeCommand", unknown)["error"]["code"],
        -32602
    );
    assert_eq!(
        editor.ask("textDocument/unheardOf", json!({}))["error"]["code"],
        -32601
    );
    assert_eq!(
        editor.ask("textDocument/codeLens", json!({ "textDocument": {} }))["error"]["code"],
        -32602
    );
    editor.leave();
}

/// Tests that other requests are answered while a check runs, and that a cancelled request
/// immediately gets an error reply.
#[test]
fn a_cancelled_request_ends() {
    // The game has 2^60 positions, so its check does not finish within the test.
    let large = "game Large {\n  state a[1..6] in 0..1023\n  move i in 1..6, k in 1..a[i] when (a[i] - k) * k % 3 != 1 : { a[i] -= k }\n  \
         expect [1023, 1022, 1021, 1020, 1019, 1018] is N\n}\n";
    let mut editor = Editor::new("en");
    editor.open(large);
    let id = editor.begin(
        "workspace/executeCommand",
        json!({ "command": "grundy.check", "arguments": [URI, "Large"] }),
    );
    let outline = editor.ask("textDocument/documentSymbol", whole());
    assert_eq!(outline["result"][0]["name"], "Large");
    editor.tell("$/cancelRequest", json!({ "id": id }));
    assert_eq!(editor.reply(id)["error"]["code"], -32800);
    // An editor that exits does not have to wait for a running check.
    editor.begin(
        "workspace/executeCommand",
        json!({ "command": "grundy.check", "arguments": [URI, "Large"] }),
    );
    editor.leave();
}

/// Tests that the text of each snippet of the editor, with the default values of its placeholders,
/// has no diagnostics.
#[test]
fn snippets_are_taken() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../editors/vscode/snippets/grundy.json"
    ))
    .unwrap();
    let snippets: Value = serde_json::from_str(&text).unwrap();
    let mut editor = Editor::new("en");
    editor.open("");
    let mut taken = 0;
    for (version, (name, snippet)) in (2..).zip(snippets.as_object().unwrap()) {
        let body: Vec<&str> = snippet["body"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line.as_str().unwrap())
            .collect();
        let mut text = body.join("\n");
        // The default value of `${1:Take}` is `Take`, and the default value of `${1|a,b|}` is `a`.
        while let Some(start) = text.find("${") {
            let length = text[start..].find('}').unwrap();
            let inner = text[start + 3..start + length].to_owned();
            let meant = if inner.starts_with('|') {
                inner.trim_matches('|').split(',').next().unwrap()
            } else {
                &inner[1..]
            };
            text.replace_range(start..=start + length, meant);
        }
        if body[0].starts_with("expect") || body[0].starts_with("claim") {
            text =
                format!("game Take {{\n  state n in 0..\n  move k in 1..3 : [n - k]\n  {text}\n}}");
        }
        let wrong = editor.change(version, &(text + "\n"));
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        taken += 1;
    }
    assert!(taken >= 5);
    editor.leave();
}
