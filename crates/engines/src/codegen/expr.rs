//! Emits the code of expressions. On the stack, a number has 64 bits and a condition has 32 bits.
//! If the ranges prove that an operation cannot fail, the operation is compiled to one instruction.
//! If an operation can fail, the code tests for failure, and traps.

use std::sync::Arc;

use rules::arithmetic;
use rules::ast::{BinaryOp, CompareOp};
use rules::data::DataTable;
use rules::ir::{ChoiceDomain, Expr, Fold, Function, Int, RowElement, RuleChoice, SlotRef};
use wasm_encoder::{BlockType, ValType};

use super::emit;
use super::emit::{CALL, Emitter};
use super::host_call::HostCall;
use crate::program::affine::{AffineForm, Variable};
use crate::program::interval::IntInterval;

impl Emitter<'_> {
    /// Pushes 1 (32 bits) if an expression holds, otherwise 0.
    pub fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(n) => {
                self.op().i32_const(i32::from(*n != 0));
            }
            Expr::Not(e) => {
                self.condition(e);
                self.op().i32_eqz();
            }
            Expr::Compare(op, sides) => {
                self.number(&sides[0]);
                self.number(&sides[1]);
                match op {
                    CompareOp::Eq => self.op().i64_eq(),
                    CompareOp::Ne => self.op().i64_ne(),
                    CompareOp::Lt => self.op().i64_lt_s(),
                    CompareOp::Le => self.op().i64_le_s(),
                    CompareOp::Gt => self.op().i64_gt_s(),
                    CompareOp::Ge => self.op().i64_ge_s(),
                };
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), sides, _) => {
                self.condition(&sides[0]);
                // The second operand is not evaluated if the first operand decides, unless the
                // evaluation of the second operand is cheap and cannot fail.
                if self.ranges.expr_bounds(&sides[1]).total && is_cheap(&sides[1]) {
                    self.condition(&sides[1]);
                    let mut ops = self.op();
                    if *op == BinaryOp::And {
                        ops.i32_and();
                    } else {
                        ops.i32_or();
                    }
                    return;
                }
                self.op().if_(BlockType::Result(ValType::I32));
                if *op == BinaryOp::And {
                    self.condition(&sides[1]);
                    self.op().else_().i32_const(0);
                } else {
                    self.op().i32_const(1).else_();
                    self.condition(&sides[1]);
                }
                self.end();
            }
            Expr::Fold(fold, elements, _) if fold.is_truth() => self.all_or_any(*fold, elements),
            _ => {
                self.number(expr);
                self.op().i64_const(0).i64_ne();
            }
        }
    }

    /// Pushes the value of an expression.
    pub fn number(&mut self, expr: &Expr) {
        match expr {
            Expr::Const(n) => {
                self.op().i64_const(*n);
            }
            Expr::Slot(i) => {
                let slot = self.slots[*i];
                self.op().local_get(slot);
            }
            Expr::Local(i) => {
                let local = self.rule_local(*i);
                self.op().local_get(local);
            }
            Expr::At(place, _) => self.place(place),
            Expr::Entry(data, indices, _) => self.entry(data, indices),
            Expr::Neg(e, _) => {
                self.op().i64_const(0);
                self.number(e);
                self.sub(IntInterval(0, 0), self.ranges.expr_bounds(e).range);
            }
            Expr::Not(_) | Expr::Compare(..) | Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => {
                self.truth(expr)
            }
            Expr::Fold(fold, ..) if fold.is_truth() => self.truth(expr),
            Expr::Binary(op, sides, _) => self.binary(*op, sides),
            Expr::If(parts) => {
                self.condition(&parts[0]);
                self.op().if_(BlockType::Result(ValType::I64));
                self.number(&parts[1]);
                self.op().else_();
                self.number(&parts[2]);
                self.end();
            }
            Expr::Call(function, args, _) => self.call(*function, args),
            Expr::Fold(fold, elements, _) => self.fold(*fold, elements),
            // Programs contain no real numbers.
            Expr::Floor(..) | Expr::CompareReal(..) => {
                self.op().unreachable();
            }
        }
    }

    /// Pushes a condition as a number.
    fn truth(&mut self, expr: &Expr) {
        self.condition(expr);
        self.op().i64_extend_i32_u();
    }

    fn place(&mut self, place: &SlotRef) {
        match place {
            SlotRef::Slot(slot) => self.number(&Expr::Slot(*slot)),
            SlotRef::Array(first, low, len, index) => {
                let known = self.ranges.expr_bounds(index).range;
                let offset = self.local(ValType::I64);
                self.number(index);
                self.op().i64_const(*low).i64_sub().local_tee(offset);
                if known.0 < *low || i128::from(known.1) >= i128::from(*low) + *len as i128 {
                    self.op().i64_const(*len as i64).i64_ge_u();
                    self.trap_if();
                } else {
                    self.op().drop();
                }
                let slots: Vec<u32> = self.slots[*first..first + len].to_vec();
                self.op().local_get(slots[0]);
                for (i, slot) in slots.iter().enumerate().skip(1) {
                    // `select` returns the first of two values if the condition holds.
                    self.op()
                        .local_get(*slot)
                        .local_get(offset)
                        .i64_const(i as i64)
                        .i64_ne()
                        .select();
                }
            }
        }
    }

    /// Loads an entry of data, which is stored with the constants of the module.
    fn entry(&mut self, data: &Arc<DataTable>, indices: &[Expr]) {
        for (dimension, index) in indices.iter().enumerate() {
            let (low, length) = (data.lows[dimension], data.lengths[dimension] as i64);
            let known = self.ranges.expr_bounds(index).range;
            self.number(index);
            self.op().i64_const(low).i64_sub();
            if known.0 < low || known.1 > data.high(dimension) {
                let offset = self.local(ValType::I64);
                self.op().local_tee(offset).i64_const(length).i64_ge_u();
                self.trap_if();
                self.op().local_get(offset);
            }
            if dimension > 0 {
                self.op().i64_add();
            }
            if dimension + 1 < indices.len() {
                self.op()
                    .i64_const(data.lengths[dimension + 1] as i64)
                    .i64_mul();
            }
        }
        let at = self.data(data);
        self.op()
            .i32_wrap_i64()
            .i32_const(3)
            .i32_shl()
            .i64_load(emit::memory(at, 3));
    }

    /// Traps if the condition on the stack holds.
    pub fn trap_if(&mut self) {
        self.if_();
        self.op().unreachable().end();
    }

    /// Moves the two numbers on the stack into new locals.
    fn pair(&mut self) -> (u32, u32) {
        let (a, b) = (self.local(ValType::I64), self.local(ValType::I64));
        self.op().local_set(b).local_set(a);
        (a, b)
    }

    fn add(&mut self, x: IntInterval, y: IntInterval) {
        if x.0.checked_add(y.0).is_some() && x.1.checked_add(y.1).is_some() {
            self.op().i64_add();
            return;
        }
        let (a, b) = self.pair();
        let sum = self.local(ValType::I64);
        self.op().local_get(a).local_get(b).i64_add().local_tee(sum);
        // The sum overflows if both operands differ in sign from the sum.
        self.op()
            .local_get(a)
            .i64_xor()
            .local_get(sum)
            .local_get(b)
            .i64_xor()
            .i64_and()
            .i64_const(0)
            .i64_lt_s();
        self.trap_if();
        self.op().local_get(sum);
    }

    fn sub(&mut self, x: IntInterval, y: IntInterval) {
        if x.0.checked_sub(y.1).is_some() && x.1.checked_sub(y.0).is_some() {
            self.op().i64_sub();
            return;
        }
        let (a, b) = self.pair();
        let difference = self.local(ValType::I64);
        self.op()
            .local_get(a)
            .local_get(b)
            .i64_sub()
            .local_tee(difference);
        // The difference overflows if the operands differ in sign, and the difference differs in
        // sign from the first operand.
        self.op()
            .local_get(a)
            .i64_xor()
            .local_get(a)
            .local_get(b)
            .i64_xor()
            .i64_and()
            .i64_const(0)
            .i64_lt_s();
        self.trap_if();
        self.op().local_get(difference);
    }

    fn mul(&mut self, x: IntInterval, y: IntInterval) {
        let corners = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)];
        if corners.iter().all(|(a, b)| a.checked_mul(*b).is_some()) {
            self.op().i64_mul();
            return;
        }
        let (a, b) = self.pair();
        let product = self.local(ValType::I64);
        // The product is exact if its quotient by one factor is the other factor. -1 is tested
        // first, because MIN / -1 does not fit.
        self.op()
            .local_get(a)
            .local_get(b)
            .i64_mul()
            .local_set(product);
        self.op()
            .local_get(a)
            .i64_const(-1)
            .i64_eq()
            .if_(BlockType::Result(ValType::I32));
        self.op().local_get(b).i64_const(Int::MIN).i64_eq().else_();
        self.op()
            .local_get(a)
            .i64_eqz()
            .if_(BlockType::Result(ValType::I32))
            .i32_const(0)
            .else_();
        self.op()
            .local_get(product)
            .local_get(a)
            .i64_div_s()
            .local_get(b)
            .i64_ne()
            .end()
            .end();
        self.trap_if();
        self.op().local_get(product);
    }

    fn binary(&mut self, op: BinaryOp, sides: &[Expr; 2]) {
        let (x, y) = (
            self.ranges.expr_bounds(&sides[0]).range,
            self.ranges.expr_bounds(&sides[1]).range,
        );
        if let (BinaryOp::Pow, Expr::Const(2)) = (op, &sides[0])
            && y.0 >= 0
            && y.1 <= 62
        {
            self.op().i64_const(1);
            self.number(&sides[1]);
            self.op().i64_shl();
            return;
        }
        if op == BinaryOp::Pow {
            return self.called(HostCall::Binary(op), sides);
        }
        self.number(&sides[0]);
        self.number(&sides[1]);
        match op {
            BinaryOp::Add => self.add(x, y),
            BinaryOp::Sub => self.sub(x, y),
            BinaryOp::Mul => self.mul(x, y),
            BinaryOp::Xor => {
                self.op().i64_xor();
            }
            BinaryOp::BitOr => {
                self.op().i64_or();
            }
            BinaryOp::BitAnd => {
                self.op().i64_and();
            }
            // WebAssembly traps on division by zero, and on the only quotient that does not fit.
            BinaryOp::Div if x.0 >= 0 && y.0 >= 0 => {
                self.op().i64_div_s();
            }
            BinaryOp::Mod if x.0 >= 0 && y.0 >= 0 => {
                self.op().i64_rem_s();
            }
            BinaryOp::Div => {
                let (a, b) = self.pair();
                // The quotient is rounded down: one is subtracted if the signs differ and there is
                // a remainder.
                self.op().local_get(a).local_get(b).i64_div_s();
                self.op()
                    .local_get(a)
                    .local_get(b)
                    .i64_rem_s()
                    .i64_const(0)
                    .i64_ne();
                self.op()
                    .local_get(a)
                    .local_get(b)
                    .i64_xor()
                    .i64_const(0)
                    .i64_lt_s()
                    .i32_and()
                    .i64_extend_i32_u()
                    .i64_sub();
            }
            BinaryOp::Mod => {
                let (a, b) = self.pair();
                let rest = self.local(ValType::I64);
                // MIN % -1 fails in the language, but not in WebAssembly.
                self.op()
                    .local_get(a)
                    .i64_const(Int::MIN)
                    .i64_eq()
                    .local_get(b)
                    .i64_const(-1)
                    .i64_eq()
                    .i32_and();
                self.trap_if();
                self.op()
                    .local_get(a)
                    .local_get(b)
                    .i64_rem_s()
                    .local_tee(rest);
                self.op()
                    .local_get(b)
                    .i64_const(0)
                    .local_get(b)
                    .i64_sub()
                    .local_get(b)
                    .i64_const(0)
                    .i64_gt_s()
                    .select();
                self.op()
                    .i64_const(0)
                    .local_get(rest)
                    .i64_const(0)
                    .i64_lt_s()
                    .select()
                    .i64_add();
            }
            BinaryOp::Pow | BinaryOp::And | BinaryOp::Or => unreachable!("taken above"),
        }
    }

    fn called(&mut self, called: HostCall, args: &[Expr]) {
        self.op().i32_const(called.number());
        self.number(&args[0]);
        match args.get(1) {
            Some(second) => self.number(second),
            None => {
                self.op().i64_const(0);
            }
        }
        self.op().call(CALL);
    }

    fn call(&mut self, function: Function, args: &[Expr]) {
        let x = self.ranges.expr_bounds(&args[0]).range;
        match function {
            Function::Fib
            | Function::Isqrt
            | Function::Nimprod
            | Function::Nimpow
            | Function::IsPrime
            | Function::BigOmega
            | Function::Tri
            | Function::Disjoint
            | Function::Within => {
                self.called(HostCall::Function(function), args);
            }
            Function::Abs => {
                let a = self.store_in_local(&args[0]);
                if x.0 == Int::MIN {
                    self.op().local_get(a).i64_const(Int::MIN).i64_eq();
                    self.trap_if();
                }
                self.op()
                    .local_get(a)
                    .i64_const(0)
                    .local_get(a)
                    .i64_sub()
                    .local_get(a)
                    .i64_const(0)
                    .i64_ge_s()
                    .select();
            }
            Function::Ctz => {
                let a = self.store_in_local(&args[0]);
                if x.0 <= 0 && x.1 >= 0 {
                    self.op().local_get(a).i64_eqz();
                    self.trap_if();
                }
                self.op().local_get(a).i64_ctz();
            }
            Function::Bitnot => {
                let a = self.store_in_local(&args[0]);
                self.op().local_get(a).i64_const(-1).i64_xor();
            }
            Function::Popcount => {
                let a = self.natural(&args[0], x);
                self.op().local_get(a).i64_popcnt();
            }
            Function::Bitlen => {
                let a = self.natural(&args[0], x);
                self.op().i64_const(64).local_get(a).i64_clz().i64_sub();
            }
        }
    }

    /// Stores the value of an expression in a new local.
    fn store_in_local(&mut self, expr: &Expr) -> u32 {
        let local = self.local(ValType::I64);
        self.number(expr);
        self.op().local_set(local);
        local
    }

    /// Like [`Self::store_in_local`], but traps if the value is negative; `range` is the range of
    /// the value.
    fn natural(&mut self, expr: &Expr, range: IntInterval) -> u32 {
        let local = self.store_in_local(expr);
        if range.0 < 0 {
            self.op().local_get(local).i64_const(0).i64_lt_s();
            self.trap_if();
        }
        local
    }

    /// Emits `all` or `any`, whose evaluation stops at the first element that decides.
    fn all_or_any(&mut self, fold: Fold, elements: &[RowElement]) {
        let decided = i32::from(fold == Fold::Any);
        let found = self.local(ValType::I32);
        self.op().i32_const(1 - decided).local_set(found);
        self.block();
        for element in elements {
            // The branch depth to the outer block is the number of loop blocks around the test.
            self.generators(&element.generators, 0, &mut |emitter, depth| {
                emitter.condition(&element.values[0]);
                if fold == Fold::All {
                    emitter.op().i32_eqz();
                }
                emitter.if_();
                emitter
                    .op()
                    .i32_const(decided)
                    .local_set(found)
                    .br(depth + 1)
                    .end();
            });
        }
        self.end();
        self.op().local_get(found);
    }

    fn fold(&mut self, fold: Fold, elements: &[RowElement]) {
        let so_far = self.local(ValType::I64);
        let simple = elements.iter().all(|e| e.generators.is_empty());
        // The value of the empty fold. An empty `min` or `max` has no value, and the code emitted
        // for it traps.
        let start = arithmetic::folded(fold, None).unwrap_or(0);
        self.op().i64_const(start).local_set(so_far);
        if let (Fold::Min | Fold::Max, true) = (fold, simple) {
            let Some((first, rest)) = elements.split_first() else {
                self.op().unreachable();
                return;
            };
            self.number(&first.values[0]);
            self.op().local_set(so_far);
            rest.iter()
                .for_each(|element| self.fold_step(fold, so_far, &element.values[0]));
            self.op().local_get(so_far);
            return;
        }
        // An empty `min` or `max` fails.
        let any = self.local(ValType::I32);
        self.op().i32_const(0).local_set(any);
        for element in elements {
            self.generators(&element.generators, 0, &mut |emitter, _| {
                if let Fold::Min | Fold::Max = fold {
                    emitter.op().local_get(any).i32_eqz();
                    emitter.if_();
                    emitter.number(&element.values[0]);
                    emitter
                        .op()
                        .local_set(so_far)
                        .i32_const(1)
                        .local_set(any)
                        .else_();
                    emitter.fold_step(fold, so_far, &element.values[0]);
                    emitter.end();
                } else {
                    emitter.fold_step(fold, so_far, &element.values[0]);
                }
            });
        }
        if let Fold::Min | Fold::Max = fold {
            self.op().local_get(any).i32_eqz();
            self.trap_if();
        }
        self.op().local_get(so_far);
    }

    fn fold_step(&mut self, fold: Fold, so_far: u32, value: &Expr) {
        match fold {
            Fold::Min | Fold::Max => {
                let x = self.local(ValType::I64);
                self.number(value);
                self.op()
                    .local_tee(x)
                    .local_get(so_far)
                    .local_get(x)
                    .local_get(so_far);
                let mut ops = self.op();
                if fold == Fold::Min {
                    ops.i64_lt_s();
                } else {
                    ops.i64_gt_s();
                }
                ops.select().local_set(so_far);
            }
            Fold::Total => {
                self.op().local_get(so_far);
                self.number(value);
                self.add(IntInterval::ALL, self.ranges.expr_bounds(value).range);
                self.op().local_set(so_far);
            }
            Fold::Nimsum => {
                self.op().local_get(so_far);
                self.number(value);
                self.op().i64_xor().local_set(so_far);
            }
            Fold::Union => {
                self.op().local_get(so_far);
                self.number(value);
                self.op().i64_or().local_set(so_far);
            }
            Fold::Gcd | Fold::Lcm => {
                self.op()
                    .i32_const(HostCall::Fold(fold).number())
                    .local_get(so_far);
                self.number(value);
                self.op().call(CALL).local_set(so_far);
            }
            Fold::All | Fold::Any => unreachable!("they are conditions"),
        }
    }

    /// Loops over the generators of a fold; `depth` is the number of blocks around the innermost
    /// body.
    fn generators(
        &mut self,
        generators: &[RuleChoice],
        depth: u32,
        body: &mut dyn FnMut(&mut Self, u32),
    ) {
        let Some((first, rest)) = generators.split_first() else {
            return body(self, depth);
        };
        let known = self.ranges.clone();
        match &first.domain {
            ChoiceDomain::Range(low, high) => {
                self.ranges = known.with(
                    first.local,
                    IntInterval(
                        known.expr_bounds(low).range.0,
                        known
                            .expr_bounds(high)
                            .range
                            .1
                            .max(known.expr_bounds(low).range.0),
                    ),
                );
                let (value, last) = (self.rule_local(first.local), self.local(ValType::I64));
                self.number(low);
                self.op().local_set(value);
                self.number(high);
                self.op().local_set(last);
                self.counted_loop(value, last, |emitter| {
                    emitter.generators(rest, depth + 2, body)
                });
            }
            ChoiceDomain::Known(flat) => {
                for i in 0..first.width {
                    let column = || flat.chunks(first.width).map(|row| row[i]);
                    let range =
                        IntInterval(column().min().unwrap_or(0), column().max().unwrap_or(0));
                    self.ranges = self.ranges.with(first.local + i, range);
                }
                self.row_loop(first.local, first.width, flat, None, |emitter| {
                    emitter.generators(rest, depth + 2, body)
                });
            }
            // The folds of programs range only over ranges and known lists.
            _ => {
                self.op().unreachable();
            }
        }
        self.ranges = known;
    }

    /// Emits a loop in which a local ranges from its current value to the value of another local.
    /// Two blocks surround the body.
    pub fn counted_loop(&mut self, value: u32, last: u32, body: impl FnOnce(&mut Self)) {
        self.block();
        self.op()
            .local_get(value)
            .local_get(last)
            .i64_gt_s()
            .br_if(0)
            .loop_(BlockType::Empty);
        self.op().i64_const(1);
        self.pay();
        body(self);
        self.op()
            .local_get(value)
            .local_get(last)
            .i64_ge_s()
            .br_if(1);
        self.op()
            .local_get(value)
            .i64_const(1)
            .i64_add()
            .local_set(value)
            .br(0)
            .end()
            .end();
    }

    /// Emits a loop over the rows of a list, until the first number of a row exceeds `last`. Two
    /// blocks surround the body.
    pub fn row_loop(
        &mut self,
        local: usize,
        width: usize,
        rows: &[Int],
        last: Option<u32>,
        body: impl FnOnce(&mut Self),
    ) {
        let at = self.constant(rows);
        let cursor = self.local(ValType::I32);
        self.op().i32_const(0).local_set(cursor);
        self.block();
        self.op().loop_(BlockType::Empty);
        self.op()
            .local_get(cursor)
            .i32_const((8 * rows.len()) as i32)
            .i32_ge_u()
            .br_if(1);
        for i in 0..width {
            let value = self.rule_local(local + i);
            self.op()
                .local_get(cursor)
                .i64_load(emit::memory(at + 8 * i as u64, 3))
                .local_set(value);
        }
        if let Some(last) = last {
            let value = self.rule_local(local);
            self.op()
                .local_get(value)
                .local_get(last)
                .i64_gt_s()
                .br_if(1);
        }
        self.op().i64_const(1);
        self.pay();
        // The cursor is advanced before the body, because the body may branch out of the inner
        // block.
        self.op()
            .local_get(cursor)
            .i32_const((8 * width) as i32)
            .i32_add()
            .local_set(cursor);
        body(self);
        self.op().br(0).end().end();
    }

    /// Pushes the value of an affine form, in 32 bits that may wrap.
    pub fn affine(&mut self, form: &AffineForm) {
        let mut first = true;
        for (variable, coefficient) in &form.terms {
            let local = match variable {
                Variable::Slot(i) => self.slots[*i],
                Variable::Local(i) => self.rule_local(*i),
            };
            self.op().local_get(local).i32_wrap_i64();
            let (factor, minus) = if *coefficient == -1 {
                (1, true)
            } else {
                (*coefficient as i32, false)
            };
            if factor != 1 {
                self.op().i32_const(factor).i32_mul();
            }
            match (first, minus) {
                (true, false) => {}
                (true, true) => {
                    self.op().i32_const(-1).i32_mul();
                }
                (false, false) => {
                    self.op().i32_add();
                }
                (false, true) => {
                    self.op().i32_sub();
                }
            }
            first = false;
        }
        let constant = form.constant as i32;
        if first {
            self.op().i32_const(constant);
        } else if constant != 0 {
            self.op().i32_const(constant).i32_add();
        }
    }
}

/// Returns whether the evaluation of an expression costs no more than a branch that skips it.
fn is_cheap(expr: &Expr) -> bool {
    let cheap = matches!(
        expr,
        Expr::Const(_)
            | Expr::Slot(_)
            | Expr::Local(_)
            | Expr::Compare(..)
            | Expr::Binary(BinaryOp::Add | BinaryOp::Sub, ..)
    );
    cheap && expr.children().all(is_cheap)
}
