//! Requests and replies in JSON for a page, whichever way they come: through the border of WebAssembly (the crate `web`) or over HTTP (the
//! crate `serve`). A reply is always one object; where something is wrong it holds `error`. Numbers beyond 2^53 are strings here, as
//! JavaScript would round them.

use std::cell::RefCell;
use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use engines::machine::Machine;
use serde_json::{Value, json};

use crate::{Desk, Request, error_json};

/// Tables and memos may take so much memory where the request does not say.
const MEMORY: u64 = 1 << 30;

/// A page has a clock, in seconds, and no files.
struct Page<'a>(&'a dyn Fn() -> f64);

impl crate::Host for Page<'_> {
    fn now(&self) -> f64 {
        self.0()
    }
}

/// The games of one page.
pub struct Core {
    desk: Desk,
    cells: Vec<u8>,
    refused: bool,
}

/// Writes whole numbers that JavaScript would round as strings.
fn exact(value: &mut Value) {
    /// 2^53 - 1, the greatest number up to which JavaScript knows all.
    const SAFE: u64 = (1 << 53) - 1;
    match value {
        Value::Number(n) if n.as_i64().map_or_else(|| n.is_u64(), |n| n.unsigned_abs() > SAFE) => *value = json!(n.to_string()),
        Value::Array(list) => list.iter_mut().for_each(exact),
        Value::Object(object) => object.values_mut().for_each(exact),
        _ => {}
    }
}

impl Core {
    /// The games of the library; generated code is run by this machine, if there is one.
    pub fn new(machine: Option<Arc<dyn Machine>>) -> Core {
        Core::at(Desk::new(machine))
    }

    /// The same at a desk of the caller.
    pub fn at(desk: Desk) -> Core {
        Core { desk, cells: Vec::new(), refused: false }
    }

    /// The cells that belong to the last reply as bytes; empty where it asked for none.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Whether the last reply was an error.
    pub fn has_refused(&self) -> bool {
        self.refused
    }

    /// The reply to a request. It gets no more than the face's budget, and of its memory what the request asks for.
    pub fn reply(&mut self, request: &str, budget: &Budget<'_>, clock: &dyn Fn() -> f64) -> String {
        self.cells = Vec::new();
        let mut reply = match Request::read(request) {
            Ok(request) => self.answer(&request, budget, clock),
            Err(error) => error_json(&error, None, None, Lang::En),
        };
        exact(&mut reply);
        self.refused = reply.get("error").is_some();
        reply.to_string()
    }

    fn answer(&mut self, request: &Request, budget: &Budget<'_>, clock: &dyn Fn() -> f64) -> Value {
        let how = request.how();
        let far = RefCell::new(None);
        let note = |told| *far.borrow_mut() = Some(told);
        let budget = budget.within(how.memory.unwrap_or(MEMORY).min(budget.memory)).noting(&note);
        match self.desk.answer(request, &budget, &Page(clock)) {
            Ok(reply) => {
                self.cells = reply.raw().map_or_else(Vec::new, <[u8]>::to_vec);
                reply.value(how.lang)
            }
            Err(error) => error_json(&error, None, far.borrow().as_ref(), how.lang),
        }
    }
}
