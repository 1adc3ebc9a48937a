//! Emits the code of the steps of a program.

use base::text::Text;
use rules::ir::{Expr, Int};
use wasm_encoder::{BlockType, ValType};

use super::emit::{CollectionMode, Emitter, OWN, WasmLocal};
use super::module::mark_count;
use super::tail_sums::staying;
use crate::dense::{CodeFold, EntryWidth};
use crate::program::affine::{AffineForm, Variable};
use crate::program::interval::{IntInterval, VariableRanges};
use crate::program::{LookupLoop, ProgramComponent, Stmt};

impl Emitter<'_> {
    /// Emits steps one after the other.
    pub fn steps(&mut self, body: &[Stmt]) -> Result<(), Text> {
        body.iter().try_for_each(|stmt| self.step(stmt))
    }

    /// Emits a step.
    pub fn step(&mut self, stmt: &Stmt) -> Result<(), Text> {
        match stmt {
            Stmt::When(condition, body) => {
                self.condition(condition);
                self.if_();
                self.steps(body)?;
                self.end();
                Ok(())
            }
            Stmt::For {
                local,
                lows,
                highs,
                body,
            } => self.run_over(*local, lows, highs, body),
            Stmt::Rows {
                local,
                width,
                rows,
                highs,
                body,
            } => {
                let known = self.ranges.clone();
                for i in 0..*width {
                    let column = || rows.chunks(*width).map(|row| row[i]);
                    let range =
                        IntInterval(column().min().unwrap_or(0), column().max().unwrap_or(0));
                    self.ranges = self.ranges.with(local + i, range);
                }
                let last = (!highs.is_empty()).then(|| self.bound(highs, false));
                let mut result = Ok(());
                self.row_loop(*local, *width, rows, last, |emitter| {
                    result = emitter.steps(body)
                });
                self.ranges = known;
                result
            }
            Stmt::Digits {
                local,
                number,
                base,
                body,
            } => self.digits(*local, number, base, body),
            Stmt::Option(parts) => self.option(parts),
            Stmt::Part(part) => {
                self.part(part);
                Ok(())
            }
            // Only points depend on what the mover gains.
            Stmt::Gain(gain) => {
                if let CollectionMode::Points(points) = self.seen {
                    self.gain(points, gain);
                }
                Ok(())
            }
        }
    }

    /// Emits the computation of the maximum or the minimum of some numbers in a new local.
    fn bound(&mut self, bounds: &[Expr], greatest: bool) -> WasmLocal {
        let bound = self.local(ValType::I64);
        for (i, expr) in bounds.iter().enumerate() {
            self.number(expr);
            if i == 0 {
                self.op().local_set(bound);
                continue;
            }
            let other = self.local(ValType::I64);
            self.op()
                .local_tee(other)
                .local_get(bound)
                .local_get(other)
                .local_get(bound);
            let mut ops = self.op();
            if greatest {
                ops.i64_gt_s();
            } else {
                ops.i64_lt_s();
            }
            ops.select().local_set(bound);
        }
        bound
    }

    fn run_over(
        &mut self,
        local: usize,
        lows: &[Expr],
        highs: &[Expr],
        body: &[Stmt],
    ) -> Result<(), Text> {
        let known = self.ranges.clone();
        let low = lows
            .iter()
            .map(|e| known.expr_bounds(e).range.0)
            .max()
            .unwrap_or(Int::MIN);
        let high = highs
            .iter()
            .map(|e| known.expr_bounds(e).range.1)
            .min()
            .unwrap_or(Int::MAX);
        let first = self.bound(lows, true);
        let value = self.rule_local(local);
        self.op().local_get(first).local_set(value);
        if let ([a], [b]) = (lows, highs)
            && AffineForm::from_expr(a).is_some_and(|a| Some(a) == AffineForm::from_expr(b))
        {
            // The loop has a single value, so the local is only a name for a number.
            self.ranges = known.with(local, IntInterval(low, high.max(low)));
            let result = self.steps(body);
            self.ranges = known;
            return result;
        }
        let last = self.bound(highs, false);
        self.ranges = known.with(local, IntInterval(low, high.max(low)));
        let result = match LookupLoop::from_loop(local, body, &self.space.layout) {
            Some(sweep) if self.sweeps() => {
                self.sweep(
                    local,
                    last,
                    &sweep,
                    u64::try_from(i128::from(high) - i128::from(low)).unwrap_or(u64::MAX),
                );
                Ok(())
            }
            _ => {
                let mut result = Ok(());
                self.counted_loop(value, last, |emitter| {
                    result = emitter.steps(body);
                    if let Some(undecided) = emitter.undecided() {
                        // The loop ends when the position is decided.
                        emitter
                            .op()
                            .local_get(value)
                            .local_get(last)
                            .local_get(undecided)
                            .select()
                            .local_set(value);
                    }
                });
                result
            }
        };
        self.ranges = known;
        result
    }

    /// Emits a loop over options whose addresses increase by fixed steps, with one cursor per
    /// component.
    fn sweep(&mut self, local: usize, last: WasmLocal, sweep: &LookupLoop, most: u64) {
        /// Maximum number of options of a loop that does not poll the budget between options.
        const MAX_UNPOLLED_OPTIONS: u64 = 1 << 26;
        let (value, width) = (self.rule_local(local), self.entry_bytes() as i128);
        let (count, options) = (self.local(ValType::I64), self.options);
        let (left, end) = (self.local(ValType::I32), self.local(ValType::I64));
        let cursors: Vec<WasmLocal> = sweep
            .places
            .iter()
            .map(|_| self.local(ValType::I32))
            .collect();
        self.block();
        self.op()
            .local_get(value)
            .local_get(last)
            .i64_gt_s()
            .br_if(0);
        for ((place, step), cursor) in sweep.places.iter().zip(&cursors) {
            let scaled = AffineForm::default().plus(width, place);
            let moving = scaled.and_then(|s| {
                s.plus(
                    width * step,
                    &AffineForm {
                        constant: 0,
                        terms: [(Variable::Local(local), 1)].into(),
                    },
                )
            });
            // Addresses are computed modulo 2^32. Wrapping is correct because the exact sum is a
            // valid address.
            self.address(&moving.unwrap_or_default());
            self.op().local_set(*cursor);
        }
        let chunked = most >= MAX_UNPOLLED_OPTIONS;
        if chunked {
            self.op().loop_(BlockType::Empty);
            self.op()
                .local_get(value)
                .i64_const(MAX_UNPOLLED_OPTIONS as i64 - 1)
                .i64_add()
                .local_set(end);
            self.min_into(end, last);
        } else {
            self.op().local_get(last).local_set(end);
        }
        self.op()
            .local_get(end)
            .local_get(value)
            .i64_sub()
            .i64_const(1)
            .i64_add()
            .local_tee(count)
            .i32_wrap_i64()
            .local_set(left);
        self.op()
            .local_get(options)
            .local_get(count)
            .i64_add()
            .local_set(options)
            .local_get(count);
        self.pay();
        self.op().loop_(BlockType::Empty);
        let sum = self.sum;
        match &cursors[..] {
            [] => self.empty_option(),
            [first, rest @ ..] => {
                self.op().local_get(*first);
                self.load();
                for cursor in rest {
                    self.op().local_get(*cursor);
                    self.load();
                    self.together();
                }
            }
        }
        self.op().local_set(sum);
        self.mark(sum);
        for ((_, step), cursor) in sweep.places.iter().zip(&cursors) {
            if *step != 0 {
                self.op()
                    .local_get(*cursor)
                    .i32_const((width * step) as i32)
                    .i32_add()
                    .local_set(*cursor);
            }
        }
        self.op()
            .local_get(left)
            .i32_const(1)
            .i32_sub()
            .local_tee(left);
        let undecided = self.undecided();
        if let Some(undecided) = undecided {
            self.op().i32_const(0).local_get(undecided).select();
        }
        self.op().br_if(0).end();
        if undecided.is_some() {
            self.op()
                .local_get(options)
                .local_get(left)
                .i64_extend_i32_u()
                .i64_sub()
                .local_set(options);
        }
        if chunked {
            self.op()
                .local_get(end)
                .i64_const(1)
                .i64_add()
                .local_tee(value)
                .local_get(last)
                .i64_le_s();
            if let Some(undecided) = undecided {
                self.op().i32_const(0).local_get(undecided).select();
            }
            self.op().br_if(0).end();
        }
        self.end();
    }

    /// Pushes an address. The address is computed relative to the address of the position if the
    /// relative computation takes less code.
    fn address(&mut self, form: &AffineForm) {
        let layout = &self.space.layout;
        let width = self.entry_bytes() as i128;
        let mut own = AffineForm::default();
        for (i, (low, stride)) in layout.lows.iter().zip(&layout.strides).enumerate() {
            let above = AffineForm {
                constant: -i128::from(*low),
                terms: [(Variable::Slot(i), 1)].into(),
            };
            own = own
                .plus(width * *stride as i128, &above)
                .unwrap_or_default();
        }
        let place = self.place;
        match form.plus(-1, &own) {
            Some(difference) if difference.terms.len() < form.terms.len() => {
                self.affine(&difference);
                self.op().local_get(place).i32_add();
            }
            _ => self.affine(form),
        }
    }

    fn digits(
        &mut self,
        local: usize,
        number: &Expr,
        base: &Expr,
        body: &[Stmt],
    ) -> Result<(), Text> {
        let known = self.ranges.clone();
        let (rest, by, value) = (
            self.local(ValType::I64),
            self.local(ValType::I64),
            self.rule_local(local),
        );
        self.number(number);
        self.op().local_tee(rest).i64_const(0).i64_lt_s();
        self.trap_if();
        self.number(base);
        self.op().local_tee(by).i64_const(2).i64_lt_s();
        self.trap_if();
        self.ranges = known.with(
            local,
            IntInterval(0, known.expr_bounds(base).range.1.saturating_sub(1).max(0)),
        );
        self.block();
        self.op()
            .loop_(BlockType::Empty)
            .local_get(rest)
            .i64_eqz()
            .br_if(1);
        self.op()
            .local_get(rest)
            .local_get(by)
            .i64_rem_u()
            .local_set(value);
        self.op()
            .local_get(rest)
            .local_get(by)
            .i64_div_u()
            .local_set(rest);
        self.op().i64_const(1);
        self.pay();
        self.steps(body)?;
        self.op().br(0).end().end();
        self.ranges = known;
        Ok(())
    }

    fn option(&mut self, parts: &[Stmt]) -> Result<(), Text> {
        if let Some(cursor) = self.listed {
            return self.listed_option(parts, cursor);
        }
        let (sum, special, illegal) = (self.sum, self.special, self.illegal);
        self.empty_option();
        self.op().local_set(sum);
        let tested = may_be_illegal(parts);
        if let CollectionMode::Points(points) = self.seen {
            self.open_points(points);
            self.op().i32_const(0).local_set(illegal);
        }
        if self.specials() {
            self.op().i32_const(0).local_set(special);
        }
        if tested {
            self.op().i32_const(0).local_set(illegal);
        }
        self.steps(parts)?;
        if tested {
            self.op().local_get(illegal).i32_eqz();
            self.if_();
        }
        let options = self.options;
        self.op()
            .local_get(options)
            .i64_const(1)
            .i64_add()
            .local_set(options);
        if self.specials() {
            // The special codes are bits: bit 0 is an empty entry, bit 1 is loony, bit 2 is a goal,
            // bit 3 is a trap.
            self.op().local_get(special).i32_const(1).i32_and();
            self.trap_if();
            let loony = self.loony;
            self.op().local_get(special).i32_const(4).i32_and();
            self.if_();
            self.op().i32_const(1).local_set(loony).else_();
            self.op().local_get(special).i32_eqz();
            self.if_();
            self.mark(sum);
            self.op().end().end();
        } else {
            self.mark(sum);
        }
        if tested {
            self.end();
        }
        Ok(())
    }

    /// Adds a component to the option.
    fn part(&mut self, part: &ProgramComponent) {
        if part.legal
            && self.listed.is_none()
            && let Some(place) = self
                .space
                .layout
                .place(&part.slots)
                .and_then(|p| AffineForm::default().plus(self.entry_bytes() as i128, &p))
        {
            self.address(&place);
            self.add_entry();
            return;
        }
        // The leading slots that do not change make the same contribution to the address as the
        // slots of the position. The partial sum of the leading slots can be used if no test needs
        // these slots.
        let sorted = self.program.unordered.clone();
        let most = if sorted.is_empty() {
            usize::MAX
        } else {
            sorted.start
        };
        let staying = if part.legal && self.listed.is_none() {
            staying(part).min(most)
        } else {
            0
        };
        let before = self.before.get(staying).copied().unwrap_or(self.place);
        if let Some(tail) = self.shared_tail(part) {
            self.op().local_get(before).local_get(tail).i32_add();
            self.add_entry();
            return;
        }
        let slots: Vec<WasmLocal> = part.slots[staying..]
            .iter()
            .map(|value| {
                let slot = self.local(ValType::I64);
                self.number(value);
                self.op().local_set(slot);
                slot
            })
            .collect();
        if !sorted.is_empty() {
            self.sort(&slots[sorted.start - staying..sorted.end - staying]);
        }
        let (legal, illegal) = (self.local(ValType::I32), self.illegal);
        self.op().i32_const(1).local_set(legal);
        if !part.legal {
            self.test(&slots, legal);
            // An illegal option remains illegal, so its other components are not looked up.
            self.op()
                .local_get(illegal)
                .local_get(legal)
                .i32_eqz()
                .i32_or()
                .local_set(illegal);
            if self.program.strict {
                self.op().local_get(illegal);
                self.trap_if();
            }
            self.op().local_get(illegal).i32_eqz();
            self.if_();
        }
        if let Some(cursor) = self.listed {
            self.write_numbers(&slots, cursor);
        } else {
            self.op().local_get(before);
            for (i, slot) in (staying..).zip(&slots) {
                self.adds(i, *slot);
                self.op().i32_add();
            }
            self.add_entry();
        }
        if !part.legal {
            self.end();
        }
    }

    /// Sets `legal` to 0 unless the numbers are a position: all are within their ranges, and every
    /// condition holds.
    fn test(&mut self, slots: &[WasmLocal], legal: WasmLocal) {
        let program = self.program;
        self.block();
        let mut state = Vec::new();
        for (slot, (low, high)) in slots.iter().zip(&program.state) {
            self.op()
                .i32_const(0)
                .local_set(legal)
                .local_get(*slot)
                .i64_const(*low)
                .i64_lt_s()
                .br_if(0);
            if let Some(high) = high {
                self.op()
                    .local_get(*slot)
                    .i64_const(*high)
                    .i64_gt_s()
                    .br_if(0);
            }
            state.push(IntInterval(*low, high.unwrap_or(Int::MAX)));
        }
        let before = (
            std::mem::replace(&mut self.slots, slots.to_vec()),
            std::mem::replace(
                &mut self.ranges,
                VariableRanges {
                    slots: state,
                    locals: Vec::new(),
                },
            ),
        );
        for require in &program.requires {
            self.condition(require);
            self.op().i32_eqz().br_if(0);
        }
        (self.slots, self.ranges) = before;
        self.op().i32_const(1).local_set(legal).end();
    }

    /// Sorts numbers in descending order by exchanging neighbors.
    fn sort(&mut self, slots: &[WasmLocal]) {
        for round in 0..slots.len() {
            for i in (round % 2..slots.len().saturating_sub(1)).step_by(2) {
                let (a, b) = (slots[i], slots[i + 1]);
                let (more, less) = (self.local(ValType::I64), self.local(ValType::I64));
                self.op()
                    .local_get(a)
                    .local_get(b)
                    .local_get(a)
                    .local_get(b)
                    .i64_gt_s()
                    .select()
                    .local_set(more);
                self.op()
                    .local_get(b)
                    .local_get(a)
                    .local_get(a)
                    .local_get(b)
                    .i64_gt_s()
                    .select()
                    .local_set(less);
                self.op()
                    .local_get(more)
                    .local_set(a)
                    .local_get(less)
                    .local_set(b);
            }
        }
    }

    /// Pushes the value of an option without components.
    fn empty_option(&mut self) {
        let value = match self.fold {
            CodeFold::Mex | CodeFold::Points { .. } => 0,
            CodeFold::Race(race) => race.without_moves,
        };
        self.op().i32_const(value as i32);
    }

    /// Combines two values on the stack: the value of the earlier components at the top, and the
    /// value of a component below the top.
    fn together(&mut self) {
        match self.fold {
            CodeFold::Mex => {
                self.op().i32_xor();
            }
            // If a component can end the game, or the winner hurries, an option has at most one
            // component. Hence no component precedes the current component.
            CodeFold::Race(race) if race.stops() || self.program.can_end() => {
                self.op().drop();
            }
            CodeFold::Points { .. } => unreachable!("scores of components are not combined"),
            // An option without components has the smallest code.
            CodeFold::Race(_) => {
                let (one, other) = (self.local(ValType::I32), self.local(ValType::I32));
                self.op()
                    .local_set(other)
                    .local_tee(one)
                    .local_get(other)
                    .local_get(one)
                    .local_get(other)
                    .i32_gt_u()
                    .select();
            }
        }
    }

    /// Emits the addition of the code on the stack to the option's value.
    pub fn add_code(&mut self) {
        let (sum, special) = (self.sum, self.special);
        if !self.specials() {
            self.op().local_get(sum);
            self.together();
            self.op().local_set(sum);
            return;
        }
        let code = self.local(ValType::I32);
        let (empty, greatest) = (self.width.empty() as i32, self.width.greatest() as i32);
        self.op().local_tee(code).i32_const(greatest).i32_gt_u();
        self.if_();
        self.op()
            .i32_const(1)
            .i32_const(empty)
            .local_get(code)
            .i32_sub()
            .i32_shl()
            .local_get(special)
            .i32_or()
            .local_set(special);
        self.op()
            .else_()
            .local_get(sum)
            .local_get(code)
            .i32_xor()
            .local_set(sum)
            .end();
    }

    /// Records an option with this value.
    fn mark(&mut self, value: WasmLocal) {
        match self.seen {
            CollectionMode::Bits(bits) => {
                self.op()
                    .i64_const(1)
                    .local_get(value)
                    .i64_extend_i32_u()
                    .i64_shl()
                    .local_get(bits)
                    .i64_or()
                    .local_set(bits);
            }
            CollectionMode::Marks(stamp) => {
                let (marks, wide) = (self.marks(), self.width == EntryWidth::Four);
                let most = mark_count(self.width) as i32;
                if wide {
                    // Values beyond the marks are not marked. If a mex is beyond the marks, the
                    // table is abandoned.
                    self.op().local_get(value).i32_const(most).i32_lt_u();
                    self.if_();
                }
                self.op()
                    .local_get(value)
                    .i32_const(2)
                    .i32_shl()
                    .local_get(OWN)
                    .i32_add()
                    .local_get(stamp)
                    .i32_store(marks);
                if wide {
                    self.end();
                }
            }
            CollectionMode::Points(points) => self.close_points(points),
            CollectionMode::Best(best, race) => {
                let rank = self.local(ValType::I32);
                self.op()
                    .local_get(value)
                    .i32_const(0)
                    .local_get(value)
                    .i32_const(1)
                    .i32_and()
                    .i32_sub()
                    .i32_xor();
                self.op()
                    .i32_const(race.mask() as i32)
                    .i32_xor()
                    .local_tee(rank);
                self.op()
                    .local_get(best)
                    .local_get(rank)
                    .local_get(best)
                    .i32_lt_u()
                    .select()
                    .local_set(best);
            }
        }
    }
}

/// Returns whether an option has a component that must be tested.
pub(super) fn may_be_illegal(parts: &[Stmt]) -> bool {
    parts.iter().any(|stmt| match stmt {
        Stmt::Part(part) => !part.legal,
        Stmt::Gain(_) => false,
        Stmt::When(_, body)
        | Stmt::For { body, .. }
        | Stmt::Rows { body, .. }
        | Stmt::Digits { body, .. }
        | Stmt::Option(body) => may_be_illegal(body),
    })
}
