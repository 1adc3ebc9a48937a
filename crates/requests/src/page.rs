//! Requests and replies in JSON for a web page, either through the WebAssembly boundary (the crate
//! `web`) or over HTTP (the crate `serve`). A reply is always one object; an error reply contains
//! `error`. Numbers beyond 2^53 are written as strings, because JavaScript would round them.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::escaping::escape;
use base::text;
use base::text::Lang;
use base::thread_limit;
use engines::machine::WasmMachine;
use grundy::SolveError;
use serde_json::{Value, json};

use crate::answer_text::{tables, to_text};
use crate::{Reply, Request, RequestHandler, apart, error_json};

/// Default memory for tables and caches in bytes, if the request sets no limit.
const MEMORY: u64 = 1 << 30;

/// The host of a page: a clock in seconds, and no files.
struct PageHost<'a>(&'a dyn Fn() -> f64);

impl crate::RequestHost for PageHost<'_> {
    fn now(&self) -> f64 {
        self.0()
    }

    /// A page and a server answer each query on one thread, whose memory is counted.
    fn max_threads(&self) -> usize {
        1
    }
}

/// The request handler of one page, with requests and replies as JSON text.
pub struct JsonRequestHandler {
    desk: RequestHandler,
    cells: Vec<u8>,
    refused: bool,
}

/// 2^53 - 1, the maximum integer up to which JavaScript represents every integer exactly.
const SAFE: u64 = (1 << 53) - 1;

/// The lexical state of a [`ReplyCollector`] within the JSON text.
enum JsonState {
    Outside,
    Text,
    Escape,
    Number,
}

/// A writer that collects the JSON of a reply within a budget. For a page, integers that JavaScript
/// would round are converted to strings.
struct ReplyCollector<'a, 'b> {
    bytes: Vec<u8>,
    budget: &'a Budget<'b>,
    is_for_page: bool,
    place: JsonState,
    /// The offset at which the current number begins.
    number: usize,
}

impl<'a, 'b> ReplyCollector<'a, 'b> {
    fn new(budget: &'a Budget<'b>, is_for_page: bool) -> ReplyCollector<'a, 'b> {
        ReplyCollector {
            bytes: Vec::new(),
            budget,
            is_for_page,
            place: JsonState::Outside,
            number: 0,
        }
    }

    fn text_of(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<String, SolveError> {
        thread_limit::take_stop();
        if write(&mut self).is_err() {
            // The collected text was dropped, so memory that the budget refused may be free again.
            let stop = self
                .budget
                .ask()
                .err()
                .unwrap_or(StopReason::Memory(self.budget.memory, self.budget.memory));
            return Err(SolveError::Stopped(stop));
        }
        if let Some(stop) = thread_limit::take_stop() {
            return Err(SolveError::Stopped(stop));
        }
        String::from_utf8(self.bytes)
            .map_err(|_| SolveError::Bug(text!("a reply is not UTF-8", "答复不是 UTF-8")))
    }

    fn end_number(&mut self) {
        let digits = &self.bytes[self.number..];
        let digits = digits.strip_prefix(b"-").unwrap_or(digits);
        let is_whole = self.is_for_page && digits.iter().all(u8::is_ascii_digit);
        let value = std::str::from_utf8(digits)
            .ok()
            .and_then(|digits| digits.parse::<u64>().ok());
        if is_whole && value.is_some_and(|value| value > SAFE) {
            self.bytes.insert(self.number, b'"');
            self.bytes.push(b'"');
        }
        self.place = JsonState::Outside;
    }
}

/// Returns a reply as a tree of JSON, built within a budget.
///
/// # Errors
/// Returns [`SolveError::Stopped`] if the budget runs out or the tree would exceed its memory.
pub fn value_within(reply: &Reply, lang: Lang, budget: &Budget<'_>) -> Result<Value, SolveError> {
    let text = ReplyCollector::new(budget, false).text_of(|out| reply.json(lang, out))?;
    budget
        .allow_growth(text.len() as u64, weight(&text))
        .map_err(SolveError::Stopped)?;
    serde_json::from_str(&text)
        .map_err(|why| SolveError::Bug(text!("a reply is not JSON: {why}", "答复不是 JSON：{why}")))
}

impl Write for ReplyCollector<'_, '_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        /// Number of quotation marks that may be added to a number.
        const QUOTES: usize = 2;
        let stopped = |_| io::Error::other("stopped");
        self.budget.steps(part.len() / 8).map_err(stopped)?;
        let own = self.bytes.len() as u64;
        self.budget
            .make_room(&mut self.bytes, part.len() + part.len() / 8 + QUOTES, own)
            .map_err(stopped)?;
        let mut at = 0;
        while let Some(&byte) = part.get(at) {
            match (&self.place, byte) {
                (JsonState::Number, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-') => {}
                (JsonState::Number, _) => {
                    self.end_number();
                    continue;
                }
                (JsonState::Outside, b'"') => self.place = JsonState::Text,
                (JsonState::Outside, b'0'..=b'9' | b'-') => {
                    (self.place, self.number) = (JsonState::Number, self.bytes.len())
                }
                (JsonState::Outside, _) => {}
                (JsonState::Text, b'"') => self.place = JsonState::Outside,
                (JsonState::Text, b'\\') => self.place = JsonState::Escape,
                (JsonState::Text, _) => {
                    let plain = part[at..]
                        .iter()
                        .take_while(|&&byte| byte != b'"' && byte != b'\\')
                        .count();
                    self.bytes.extend_from_slice(&part[at..at + plain]);
                    at += plain;
                    continue;
                }
                (JsonState::Escape, _) => self.place = JsonState::Text,
            }
            self.bytes.push(byte);
            at += 1;
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns an upper bound of the memory in bytes for parsing a JSON text. The bound counts one tree
/// node per value, and each string twice.
fn weight(json: &str) -> u64 {
    /// Size of a node, doubled for the growth of a list of nodes.
    const NODE: u64 = 96;
    let (mut nodes, mut in_text, mut is_escaped) = (1_u64, false, false);
    for byte in json.bytes() {
        match (in_text, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (true, b'"') => in_text = false,
            (false, b'"') => in_text = true,
            (false, b',' | b':' | b'[' | b'{') => nodes += 1,
            _ => {}
        }
    }
    nodes * NODE + 2 * json.len() as u64
}

impl JsonRequestHandler {
    /// Creates a handler with the games of the library. Generated code is run by `machine`; without
    /// a machine, no code is generated.
    pub fn new(machine: Option<Arc<dyn WasmMachine>>) -> JsonRequestHandler {
        JsonRequestHandler::with_handler(RequestHandler::new(machine))
    }

    /// Creates a handler on top of an existing request handler.
    pub fn with_handler(desk: RequestHandler) -> JsonRequestHandler {
        JsonRequestHandler {
            desk,
            cells: Vec::new(),
            refused: false,
        }
    }

    /// Returns the table cells of the last reply as bytes; empty unless the request required the
    /// cells in this form.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Takes the table cells of the last reply as bytes.
    pub fn take_cells(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.cells)
    }

    /// Returns whether the last reply was an error.
    pub fn has_refused(&self) -> bool {
        self.refused
    }

    /// Returns the reply to a request. The limits of the request are the limits of `budget`; the
    /// request can specify a lower memory limit. The text of the reply counts as memory: if the
    /// text does not fit, the reply is an error instead.
    pub fn reply(&mut self, request: &str, budget: &Budget<'_>, clock: &dyn Fn() -> f64) -> String {
        self.cells = Vec::new();
        let (far, lang) = (RefCell::new(None), Cell::new(Lang::En));
        let note = |told| *far.borrow_mut() = Some(told);
        let read = budget
            .allow_growth(0, weight(request))
            .map_err(SolveError::Stopped)
            .and_then(|()| Request::read(request));
        let replied = read.and_then(|request| {
            let (memory, is_printed) = (request.how().memory, request.how().printed);
            lang.set(request.how().lang);
            let budget = budget
                .with_memory(memory.unwrap_or(MEMORY).min(budget.memory))
                .noting(&note);
            let reply = self.desk.answer(&request, &budget, &PageHost(clock))?;
            // The request is not needed any more, so its memory is freed.
            drop(request);
            self.render_reply(reply, is_printed, &budget, lang.get())
        });
        self.refused = replied.is_err();
        replied.unwrap_or_else(|error| {
            self.cells = Vec::new();
            let mut told = error_json(&error, None, far.borrow().as_ref(), lang.get());
            exact(&mut told);
            told.to_string()
        })
    }

    /// Returns the JSON of a reply, with its text if `is_printed` is true, and stores its cells.
    fn render_reply(
        &mut self,
        mut reply: Reply,
        is_printed: bool,
        budget: &Budget<'_>,
        lang: Lang,
    ) -> Result<String, SolveError> {
        let mut json = ReplyCollector::new(budget, true).text_of(|out| reply.json(lang, out))?;
        json.truncate(json.trim_ascii_end().len());
        if is_printed {
            let text = apart(|| text_within(&reply, lang, budget))?;
            json.pop();
            json += &format!(",\"printed\":{}}}", Value::String(text));
        }
        self.cells = reply.take_raw().unwrap_or_default();
        Ok(json)
    }
}

/// Returns the text of a reply, as the command prints it.
fn text_within(reply: &Reply, lang: Lang, budget: &Budget<'_>) -> Result<String, SolveError> {
    let text = match reply {
        Reply::Table(table) => {
            let write = tables::writer(table, lang).map_err(SolveError::Usage)?;
            ReplyCollector::new(budget, false).text_of(write)?
        }
        reply => to_text(reply, lang).ok_or_else(|| {
            SolveError::Usage(text!(
                "the reply to this request has no text; omit the option printed",
                "此请求的答复没有文本形式；请去掉选项 printed"
            ))
        })?,
    };
    // Hidden characters may become longer, and the text is copied into the JSON.
    budget
        .allow_growth(text.len() as u64, 2 * text.len() as u64)
        .map_err(SolveError::Stopped)?;
    Ok(escape(&text).into_owned())
}

/// Converts integers that JavaScript would round to strings.
fn exact(value: &mut Value) {
    match value {
        Value::Number(n)
            if n.as_i64()
                .map_or_else(|| n.is_u64(), |n| n.unsigned_abs() > SAFE) =>
        {
            *value = json!(n.to_string())
        }
        Value::Array(list) => list.iter_mut().for_each(exact),
        Value::Object(object) => object.values_mut().for_each(exact),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that converting the text and converting the tree give the same numbers, however the
    /// text is split into writes.
    #[test]
    fn numbers_that_would_be_rounded_become_strings() {
        let text = r#"{"a":9007199254740991,"b":[9007199254740992,-9007199254740993,18446744073709551615,1.5,-2e300,0],"c\"9007199254740993":"9007199254740993 \\","d":null}"#;
        let mut tree: Value = serde_json::from_str(text).unwrap();
        exact(&mut tree);
        let budget = Budget::generous();
        for size in 1..text.len() {
            let mut collector = ReplyCollector::new(&budget, true);
            text.as_bytes()
                .chunks(size)
                .for_each(|part| collector.write_all(part).unwrap());
            assert_eq!(
                serde_json::from_slice::<Value>(&collector.bytes).unwrap(),
                tree,
                "{size}"
            );
        }
    }

    #[test]
    fn a_reply_that_does_not_fit_is_an_error_and_the_next_is_answered() {
        let mut core = JsonRequestHandler::new(None);
        let small = Budget::of_helper(1 << 20);
        let reply = core.reply(r#"{"ask":"nim","table":2000}"#, &small, &|| 0.0);
        assert!(
            reply.starts_with(r#"{"error":{"kind":"stopped""#),
            "{reply:.200}"
        );
        let long = format!(
            r#"{{"ask":"solve","question":"nim[3]","options":[{}0]}}"#,
            "0,".repeat(100_000)
        );
        let reply = core.reply(&long, &small, &|| 0.0);
        assert!(
            reply.starts_with(r#"{"error":{"kind":"stopped""#),
            "{reply:.200}"
        );
        assert!(
            core.reply(r#"{"ask":"solve","question":"nim[3]"}"#, &small, &|| 0.0)
                .contains("\"value\":3")
        );
    }
}
