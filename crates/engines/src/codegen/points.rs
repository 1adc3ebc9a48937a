//! Emits the fold of points: each option is worth what the mover gains minus the difference that
//! the option leaves, and the best option counts.

use rules::ir::{Expr, Int};
use wasm_encoder::ValType;

use super::emit::{Emitter, WasmLocal, memory};
use crate::dense::points_entry::{ENTRY_MASK, UNKNOWN};

/// The locals of the fold, all of 64 bits except `found`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointsLocals {
    /// Whether ended positions have a payoff.
    has_payoff: bool,
    /// Whether an option was seen.
    found: WasmLocal,
    /// The difference of the best option.
    best: WasmLocal,
    /// The total of all options so far; unknown if they differ.
    total: WasmLocal,
    /// What the mover gains with the current option.
    gain: WasmLocal,
    /// The difference and the total that the current option leaves.
    difference: WasmLocal,
    left: WasmLocal,
}

impl PointsLocals {
    pub fn new(emitter: &mut Emitter<'_>, has_payoff: bool) -> PointsLocals {
        PointsLocals {
            has_payoff,
            found: emitter.local(ValType::I32),
            best: emitter.local(ValType::I64),
            total: emitter.local(ValType::I64),
            gain: emitter.local(ValType::I64),
            difference: emitter.local(ValType::I64),
            left: emitter.local(ValType::I64),
        }
    }
}

impl Emitter<'_> {
    fn set_number(&mut self, local: WasmLocal, value: Int) {
        self.op().i64_const(value).local_set(local);
    }

    /// Emits the start of a position, at which no option has been seen.
    pub fn begin_points(&mut self, points: PointsLocals) {
        self.op().i32_const(0).local_set(points.found);
        self.set_number(points.best, 0);
        self.set_number(points.total, 0);
    }

    /// Emits the start of an option without components and points.
    pub fn open_points(&mut self, points: PointsLocals) {
        for local in [points.gain, points.difference, points.left] {
            self.set_number(local, 0);
        }
    }

    /// Emits the computation of what the mover gains with the option, if the option is legal.
    pub fn gain(&mut self, points: PointsLocals, gain: &Expr) {
        let illegal = self.illegal;
        self.op().local_get(illegal).i32_eqz();
        self.if_();
        self.number(gain);
        self.op().local_set(points.gain);
        self.end();
    }

    /// Reads the entry whose address is on the stack, relative to the table, as what the option
    /// leaves. An entry that is not filled is an error.
    pub fn add_points(&mut self, points: PointsLocals) {
        let place = self.local(ValType::I32);
        let (first, second) = (memory(self.table, 3), memory(self.table + 8, 3));
        self.op()
            .local_tee(place)
            .i64_load(first)
            .i64_const(ENTRY_MASK)
            .i64_xor()
            .local_tee(points.difference)
            .i64_const(UNKNOWN)
            .i64_eq();
        self.trap_if();
        if !points.has_payoff {
            self.op()
                .local_get(place)
                .i64_load(second)
                .i64_const(ENTRY_MASK)
                .i64_xor()
                .local_set(points.left);
        }
    }

    /// Records the current option.
    pub fn close_points(&mut self, points: PointsLocals) {
        let PointsLocals {
            found,
            best,
            gain,
            difference,
            ..
        } = points;
        let (worth, sum) = (self.local(ValType::I64), self.local(ValType::I64));
        // The difference overflows if its sign differs from that of the gain although the numbers
        // have different signs.
        self.op()
            .local_get(gain)
            .local_get(difference)
            .i64_sub()
            .local_set(worth)
            .local_get(gain)
            .local_get(difference)
            .i64_xor()
            .local_get(gain)
            .local_get(worth)
            .i64_xor()
            .i64_and()
            .i64_const(0)
            .i64_lt_s()
            .local_get(worth)
            .i64_const(UNKNOWN)
            .i64_eq()
            .i32_or();
        self.if_();
        self.too_narrow();
        self.end();
        if !points.has_payoff {
            self.close_total(points, sum);
        }
        self.op()
            .local_get(worth)
            .local_get(best)
            .local_get(worth)
            .local_get(best)
            .i64_gt_s()
            .local_get(found)
            .i32_eqz()
            .i32_or()
            .select()
            .local_set(best)
            .i32_const(1)
            .local_set(found);
    }

    /// Adds the points of the current option to the total of the option, and compares it with the
    /// total of the other options.
    fn close_total(&mut self, points: PointsLocals, sum: WasmLocal) {
        let PointsLocals {
            found,
            total,
            gain,
            left,
            ..
        } = points;
        self.op()
            .local_get(gain)
            .local_get(left)
            .i64_add()
            .local_set(sum)
            .i64_const(UNKNOWN)
            .local_get(sum)
            .local_get(gain)
            .local_get(sum)
            .i64_xor()
            .local_get(left)
            .local_get(sum)
            .i64_xor()
            .i64_and()
            .i64_const(0)
            .i64_lt_s()
            .local_get(left)
            .i64_const(UNKNOWN)
            .i64_eq()
            .i32_or()
            .select()
            .local_set(sum);
        // The total stays known if it is the same for all options.
        self.op()
            .local_get(sum)
            .i64_const(UNKNOWN)
            .local_get(total)
            .local_get(sum)
            .i64_eq()
            .local_get(found)
            .i32_eqz()
            .i32_or()
            .select()
            .local_set(total);
    }

    /// Emits the end of a position: the payoff is its value if it has no option.
    pub fn finish_points(&mut self, points: PointsLocals) {
        self.op().local_get(points.found).i32_eqz();
        self.if_();
        match self.program.payoff.clone() {
            Some(payoff) => self.number(&payoff),
            None => {
                self.op().i64_const(0);
            }
        }
        let total = if points.has_payoff { UNKNOWN } else { 0 };
        self.op().local_tee(points.best).i64_const(UNKNOWN).i64_eq();
        self.if_();
        self.too_narrow();
        self.end();
        self.set_number(points.total, total);
        self.end();
    }

    /// Writes the value of the position at the address on the stack.
    pub fn store_points(&mut self, points: PointsLocals) {
        let place = self.local(ValType::I32);
        self.op().local_set(place);
        let entries = [
            (points.best, memory(self.table, 3)),
            (points.total, memory(self.table + 8, 3)),
        ];
        let count = if points.has_payoff { 1 } else { 2 };
        for (local, at) in entries.into_iter().take(count) {
            self.op()
                .local_get(place)
                .local_get(local)
                .i64_const(ENTRY_MASK)
                .i64_xor()
                .i64_store(at);
        }
    }
}
