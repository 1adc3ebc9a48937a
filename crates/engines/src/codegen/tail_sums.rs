//! Sums that many options share. Where positions are numbered one after the other, the place of an
//! option is a sum of what each slot adds, looked up slot by slot; options that leave the same
//! numbers in all slots from one on, as the bites of Chomp up to one column do, have the end of
//! that sum in common. It is made once a position, from the last slot on, where that spares most of
//! the work.

use std::collections::HashMap;

use rules::ir::Expr;
use wasm_encoder::ValType;

use super::emit::{Emitter, WasmLocal};
use crate::dense::CodeFold;
use crate::program::{ProgramComponent, Stmt};

/// Shared sums are made where options would else look up this many times as many numbers.
const SPARED: usize = 4;

/// Sums of what the slots from one on add: each by that slot, the number in it, and the sum after
/// it.
#[derive(Clone, Debug, Default)]
pub(super) struct TailSums {
    known: HashMap<(usize, Expr, Option<usize>), usize>,
    locals: Vec<WasmLocal>,
}

/// How many slots of a component, from the first on, stay as they are in the position.
pub(super) fn staying(part: &ProgramComponent) -> usize {
    part.slots
        .iter()
        .enumerate()
        .take_while(|(i, value)| matches!(value, Expr::Slot(slot) if slot == i))
        .count()
}

impl Emitter<'_> {
    /// Makes the sums that options share, if that pays, for the position that is valued.
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
        // They are made before it is known which options there are: whatever the position, a number
        // must be one that is looked up.
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

    /// The sum of what the slots of a component add that do not stay, if it was made.
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

/// Every component of the options.
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
        }
    }
}
