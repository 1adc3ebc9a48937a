//! Partial sums that many options share. If positions are numbered consecutively, the index of an
//! option is a sum of contributions, one for each slot, which are looked up. Options share the end
//! of the sum of contributions if they leave the same numbers in all slots from some slot to the
//! last. In Chomp, for example, all bites up to one column share the end of the sum. The common end
//! is computed once per position, from the last slot backwards, if sharing saves most of the
//! lookups.

use std::collections::HashMap;

use rules::ir::Expr;
use wasm_encoder::ValType;

use super::emit::{Emitter, WasmLocal};
use crate::dense::CodeFold;
use crate::program::{ProgramComponent, Stmt};

/// Shared sums are computed if they reduce the number of lookups by at least this factor.
const SPARED: usize = 4;

/// Sums of the contributions of the last slots. Each sum is identified by its first slot, the
/// number in that slot, and the sum for the later slots.
#[derive(Clone, Debug, Default)]
pub(super) struct TailSums {
    known: HashMap<(usize, Expr, Option<usize>), usize>,
    locals: Vec<WasmLocal>,
}

/// Returns the number of leading slots of a component that are unchanged from the position.
pub(super) fn staying(part: &ProgramComponent) -> usize {
    part.slots
        .iter()
        .enumerate()
        .take_while(|(i, value)| matches!(value, Expr::Slot(slot) if slot == i))
        .count()
}

impl Emitter<'_> {
    /// Emits the code that computes, for the current position, the sums that its options share, if
    /// sharing saves enough lookups.
    pub fn share_tails(&mut self) {
        self.tails = TailSums::default();
        if self.ranks.is_empty() || !self.program.unordered.is_empty() || self.fold != CodeFold::Mex
        {
            return;
        }
        let program = self.program;
        let mut parts = Vec::new();
        each_part(&program.body, &mut |part| parts.push(part));
        let layout = &self.space.layout;
        // The shared sums are computed before the tests of whether an option exists. Hence each
        // number in a slot of a shared sum must be in its range for every position.
        let fixed = |(slot, value): (usize, &Expr)| {
            let known = program.ranges.expr_bounds(value);
            let reads_slots_alone = !value.any(&|inner| matches!(inner, Expr::Local(_)));
            reads_slots_alone
                && known.total
                && known.range.0 >= layout.lows[slot]
                && known.range.1 <= layout.highs[slot]
        };
        parts.retain(|part| part.legal && part.slots.iter().enumerate().all(fixed));
        let mut known: HashMap<(usize, Expr, Option<usize>), usize> = HashMap::new();
        let (mut order, mut looked_up) = (Vec::new(), 0);
        for part in parts {
            let mut after = None;
            for (slot, value) in part.slots.iter().enumerate().skip(staying(part)).rev() {
                let next = known.len();
                let sum = *known
                    .entry((slot, value.clone(), after))
                    .or_insert_with(|| {
                        order.push((slot, value, after));
                        next
                    });
                after = Some(sum);
                looked_up += 1;
            }
        }
        if SPARED * known.len() > looked_up {
            return;
        }
        self.tails.known = known;
        for (slot, value, after) in order {
            let (number, sum) = (self.local(ValType::I64), self.local(ValType::I32));
            self.number(value);
            self.op().local_set(number);
            self.adds(slot, number);
            if let Some(after) = after {
                let after = self.tails.locals[after];
                self.op().local_get(after).i32_add();
            }
            self.op().local_set(sum);
            self.tails.locals.push(sum);
        }
    }

    /// Returns the shared sum of the contributions of a component's slots after its unchanged
    /// leading slots; `None` if no sum is shared.
    pub fn shared_tail(&self, part: &ProgramComponent) -> Option<WasmLocal> {
        if self.tails.locals.is_empty() || !part.legal {
            return None;
        }
        let mut after = None;
        for (slot, value) in part.slots.iter().enumerate().skip(staying(part)).rev() {
            after = Some(*self.tails.known.get(&(slot, value.clone(), after))?);
        }
        Some(self.tails.locals[after?])
    }
}

/// Visits every component of the options.
fn each_part<'p>(body: &'p [Stmt], visit: &mut dyn FnMut(&'p ProgramComponent)) {
    for stmt in body {
        match stmt {
            Stmt::When(_, body)
            | Stmt::For { body, .. }
            | Stmt::Rows { body, .. }
            | Stmt::Digits { body, .. }
            | Stmt::Option(body) => {
                each_part(body, visit);
            }
            Stmt::Part(part) => visit(part),
            Stmt::Gain(_) => {}
        }
    }
}
