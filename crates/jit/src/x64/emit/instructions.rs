//! Emits the code of single instructions.

use super::{ARGUMENTS, CodeEmitter, LOST};
use crate::numeric::IntDivisionOp;
use crate::x64::allocate::Location;
use crate::x64::assembler::{Arithmetic, Place, RAX, RCX, RDX, RSP};
use crate::x64::ir::{Condition, HostFunction, Instruction, Op, Value};

impl CodeEmitter<'_> {
    pub(super) fn instruction(&mut self, value: Value, position: u32) {
        let made = self.function.values[value as usize];
        let before = self.flags.take();
        match made.op {
            Op::Const | Op::Parameter => self.flags = before,
            Op::Add => self.add(value, &made, before),
            Op::Sub | Op::And | Op::Or | Op::Xor => {
                self.arithmetic(value, &made, made.args[0], made.args[1])
            }
            Op::Mul => self.multiply(value, &made),
            Op::ShiftLeft | Op::ShiftRight | Op::ShiftRightSigned => self.shift(value, &made),
            Op::Narrow => {
                let to = self.target(value);
                self.code.load(false, to, self.place_of(made.args[0]));
                self.settle(value);
                self.flags = before;
            }
            Op::LeadingZeros | Op::TrailingZeros | Op::Ones => self.count(value, &made),
            Op::Compare(_) => {
                self.flags = before;
                let condition = self.compare(&made);
                let to = self.target(value);
                self.code.set(condition, to);
                self.settle(value);
            }
            Op::Select => {
                self.flags = before;
                self.select(value, &made);
            }
            Op::Divide(division) => self.divide(value, &made, division),
            Op::MulHigh | Op::MulHighSigned => {
                let other = self.value_in_register(made.args[1], RCX);
                self.fetch(RAX, made.args[0]);
                let code = if made.op == Op::MulHigh { 4 } else { 5 };
                self.code.unary(code, true, Place::Register(other));
                let to = self.target(value);
                self.code.copy(true, to, RDX);
                self.settle(value);
            }
            Op::Load(bytes) => {
                let place = self.address(&made, before);
                let to = self.target(value);
                match bytes {
                    1 => self
                        .code
                        .encode(false, None, &[0x0f, 0xb6], to, place, false),
                    2 => self
                        .code
                        .encode(false, None, &[0x0f, 0xb7], to, place, false),
                    _ => self.code.load(bytes == 8, to, place),
                }
                self.settle(value);
            }
            Op::Store(bytes) => {
                let place = self.address(&made, before);
                match self.function.number(made.args[2]) {
                    Some(number) => self.store_number(bytes, place, number),
                    None => {
                        let register = self.in_register(self.place_of(made.args[2]), RCX);
                        self.code.store(bytes, place, register);
                    }
                }
            }
            Op::Call(function) => self.call(value, &made, function, position),
        }
    }

    /// Returns the place of a memory access. Uses only `rax`.
    pub(super) fn address(&mut self, made: &Instruction, before: Option<(Value, bool)>) -> Place {
        self.flags = before;
        let distance = made.immediate as i32;
        let base = self.place_of(made.args[0]);
        if let Some(index) = self.function.number(made.args[1]) {
            let base = self.in_register(base, RAX);
            return match i32::try_from(index + i64::from(distance)) {
                Ok(distance) => Place::Memory(base, None, distance),
                Err(_) => {
                    self.flags = None;
                    if base != RAX {
                        self.code.number(RAX, index);
                        return Place::Memory(base, Some((RAX, 0)), distance);
                    }
                    // An index is below 2^32, so two halves reach it.
                    self.code.lea(true, RAX, Place::Memory(RAX, None, i32::MAX));
                    let rest = index - i64::from(i32::MAX);
                    let half = (rest / 2) as i32;
                    self.code.lea(true, RAX, Place::Memory(RAX, None, half));
                    self.code.lea(
                        true,
                        RAX,
                        Place::Memory(RAX, None, (rest - i64::from(half)) as i32),
                    );
                    Place::Memory(RAX, None, distance)
                }
            };
        }
        let index = self.place_of(made.args[1]);
        match (base, index) {
            (Place::Register(base), Place::Register(index)) => {
                Place::Memory(base, Some((index, 0)), distance)
            }
            (Place::Register(register), memory) | (memory, Place::Register(register)) => {
                self.code.load(true, RAX, memory);
                Place::Memory(register, Some((RAX, 0)), distance)
            }
            (base, index) => {
                self.flags = None;
                self.code.load(true, RAX, base);
                self.code.arithmetic(Arithmetic::Add, true, RAX, index);
                Place::Memory(RAX, None, distance)
            }
        }
    }

    pub(super) fn add(&mut self, value: Value, made: &Instruction, before: Option<(Value, bool)>) {
        let [mut a, mut b, ..] = made.args;
        let wide = made.wide;
        let to = self.target(value);
        if self.plan.fused[a as usize] {
            std::mem::swap(&mut a, &mut b);
        }
        if self.plan.fused[b as usize] {
            let shift = self.function.values[b as usize];
            let scale = self.function.number(shift.args[1]).unwrap_or(0) as u8;
            let index = self.value_in_register(shift.args[0], RCX);
            if let Some(number) = self.short(a, wide) {
                self.code.scaled(wide, to, index, scale, number);
            } else {
                let base = self.value_in_register(a, RAX);
                self.code
                    .lea(wide, to, Place::Memory(base, Some((index, scale)), 0));
            }
            self.settle(value);
            self.flags = before;
            return;
        }
        if let Place::Register(first) = self.place_of(a)
            && first != to
        {
            if let Some(number) = self.short(b, wide) {
                self.code.lea(wide, to, Place::Memory(first, None, number));
                self.settle(value);
                self.flags = before;
                return;
            }
            if self.function.number(b).is_none()
                && let Place::Register(second) = self.place_of(b)
                && second != to
            {
                self.code
                    .lea(wide, to, Place::Memory(first, Some((second, 0)), 0));
                self.settle(value);
                self.flags = before;
                return;
            }
        }
        self.arithmetic(value, made, a, b);
    }

    pub(super) fn arithmetic(
        &mut self,
        value: Value,
        made: &Instruction,
        mut a: Value,
        mut b: Value,
    ) {
        let op = match made.op {
            Op::Add => Arithmetic::Add,
            Op::Sub => Arithmetic::Sub,
            Op::And => Arithmetic::And,
            Op::Or => Arithmetic::Or,
            _ => Arithmetic::Xor,
        };
        let wide = made.wide;
        let to = self.target(value);
        let is_at = |value: Value, place: Place| {
            self.function.number(value).is_none() && self.place_of(value) == place
        };
        let target = Place::Register(to);
        if made.op.is_commutative() && is_at(b, target) && !is_at(a, target) {
            std::mem::swap(&mut a, &mut b);
        }
        // The upper half of a slot must become 0, so only wide operations work on a slot.
        if let home @ Location::Slot(_) = self.location(value)
            && wide
        {
            let home = self.place(home);
            if made.op.is_commutative() && is_at(b, home) && !is_at(a, home) {
                std::mem::swap(&mut a, &mut b);
            }
            if is_at(a, home) {
                if let Some(number) = self.short(b, wide) {
                    self.code.arithmetic_number(op, wide, home, number);
                } else {
                    let register = self.value_in_register(b, RCX);
                    self.code.arithmetic_to(op, wide, home, register);
                }
                self.flags = Some((value, wide));
                return;
            }
        }
        if is_at(b, target) && !is_at(a, target) {
            // Only a difference is not commutative.
            self.code.unary(3, wide, target);
            if self.function.number(a) != Some(0) {
                self.operate(Arithmetic::Add, wide, to, a);
            }
        } else {
            self.fetch(to, a);
            self.operate(op, wide, to, b);
        }
        self.settle(value);
        self.flags = Some((value, wide));
    }

    pub(super) fn operate(&mut self, op: Arithmetic, wide: bool, to: u8, value: Value) {
        if let Some(number) = self.short(value, wide) {
            self.code
                .arithmetic_number(op, wide, Place::Register(to), number);
        } else if let Some(number) = self.function.number(value) {
            self.code.number(RCX, number);
            self.code.arithmetic(op, wide, to, Place::Register(RCX));
        } else {
            self.code.arithmetic(op, wide, to, self.place_of(value));
        }
    }

    pub(super) fn multiply(&mut self, value: Value, made: &Instruction) {
        let [mut a, mut b, ..] = made.args;
        let to = self.target(value);
        let wide = made.wide;
        if let Some(number) = self.short(b, wide) {
            let place = self.place_of(a);
            let scale = match number {
                3 => Some(1),
                5 => Some(2),
                9 => Some(3),
                _ => None,
            };
            if let Some(scale) = scale {
                let register = self.in_register(place, RCX);
                self.code.lea(
                    wide,
                    to,
                    Place::Memory(register, Some((register, scale)), 0),
                );
            } else {
                self.code.multiply_number(wide, to, place, number);
            }
        } else {
            if self.function.number(b).is_none() && self.place_of(b) == Place::Register(to) {
                std::mem::swap(&mut a, &mut b);
            }
            let other = match self.function.number(b) {
                Some(number) => {
                    self.code.number(RCX, number);
                    Place::Register(RCX)
                }
                None => self.place_of(b),
            };
            self.fetch(to, a);
            self.code.multiply(wide, to, other);
        }
        self.settle(value);
    }

    pub(super) fn shift(&mut self, value: Value, made: &Instruction) {
        let [a, b, ..] = made.args;
        let wide = made.wide;
        let code = match made.op {
            Op::ShiftLeft => 4,
            Op::ShiftRight => 5,
            _ => 7,
        };
        let to = self.target(value);
        if let Some(distance) = self.function.number(b) {
            self.fetch(to, a);
            self.code
                .shift(code, wide, Place::Register(to), distance as u8);
        } else if self.features.bmi2 {
            let from = match self.function.number(a) {
                Some(number) => {
                    self.code.number(RAX, number);
                    Place::Register(RAX)
                }
                None => self.place_of(a),
            };
            let distance = self.in_register(self.place_of(b), RCX);
            self.code.shift_by(code, wide, to, from, distance);
        } else {
            self.fetch(RCX, b);
            self.fetch(to, a);
            self.code.shift_by_cl(code, wide, Place::Register(to));
        }
        self.settle(value);
    }

    pub(super) fn count(&mut self, value: Value, made: &Instruction) {
        let to = self.target(value);
        let from = self.place_of(made.args[0]);
        let native = match made.op {
            Op::LeadingZeros => self.features.lzcnt,
            Op::TrailingZeros => self.features.bmi1,
            _ => true,
        };
        let code = match made.op {
            Op::LeadingZeros => 0xbd,
            Op::TrailingZeros => 0xbc,
            _ => 0xb8,
        };
        if native {
            self.code
                .encode(true, Some(0xf3), &[0x0f, code], to, from, false);
        } else {
            // The index of the highest or lowest one; the zero flag is set if there is none.
            self.code
                .encode(true, None, &[0x0f, code], RAX, from, false);
            let none = if made.op == Op::LeadingZeros { 127 } else { 64 };
            self.code.number(RCX, none);
            self.code
                .move_if(Condition::Equal, RAX, Place::Register(RCX));
            if made.op == Op::LeadingZeros {
                self.code
                    .arithmetic_number(Arithmetic::Xor, true, Place::Register(RAX), 63);
            }
            if to != RAX {
                self.code.copy(true, to, RAX);
            }
        }
        self.settle(value);
    }

    pub(super) fn divide(&mut self, value: Value, made: &Instruction, division: IntDivisionOp) {
        let [a, b, ..] = made.args;
        let signed = matches!(division, IntDivisionOp::Quotient | IntDivisionOp::Remainder);
        let divisor = self.value_in_register(b, RCX);
        self.fetch(RAX, a);
        if !signed {
            self.code
                .arithmetic(Arithmetic::Xor, false, RDX, Place::Register(RDX));
            self.code.unary(6, true, Place::Register(divisor));
        } else if division == IntDivisionOp::Remainder && self.function.number(b).is_none() {
            // The processor fails for the remainder of the smallest number by -1, which is 0.
            self.code
                .arithmetic(Arithmetic::Xor, false, RDX, Place::Register(RDX));
            self.code
                .arithmetic_number(Arithmetic::Compare, true, Place::Register(divisor), -1);
            // `je` over the next two instructions of 2 and 3 bytes.
            self.code.bytes.extend([0x74, 5, 0x48, 0x99]);
            self.code.unary(7, true, Place::Register(divisor));
        } else if division == IntDivisionOp::Remainder && self.function.number(b) == Some(-1) {
            self.code.number(RDX, 0);
        } else {
            self.code.bytes.extend([0x48, 0x99]);
            self.code.unary(7, true, Place::Register(divisor));
        }
        let result = match division {
            IntDivisionOp::Quotient | IntDivisionOp::QuotientUnsigned => RAX,
            IntDivisionOp::Remainder | IntDivisionOp::RemainderUnsigned => RDX,
        };
        let to = self.target(value);
        if to != result {
            self.code.copy(true, to, result);
        }
        self.settle(value);
    }

    /// Emits a comparison and returns the condition to test.
    pub(super) fn compare(&mut self, made: &Instruction) -> Condition {
        let Op::Compare(condition) = made.op else {
            return Condition::NotEqual;
        };
        let [a, b, ..] = made.args;
        let wide = made.wide;
        let zero = self.function.number(b) == Some(0);
        if self.plan.fused[a as usize] {
            let and = self.function.values[a as usize];
            self.flags = None;
            let [x, y, ..] = and.args;
            if let Some(number) = self.short(y, wide) {
                self.code.test_number(wide, self.place_of(x), number);
            } else {
                let register = self.value_in_register(y, RCX);
                let place = match self.function.number(x) {
                    Some(number) => {
                        self.code.number(RAX, number);
                        Place::Register(RAX)
                    }
                    None => self.place_of(x),
                };
                self.code.test(wide, place, register);
            }
            return condition;
        }
        if zero && let Some(sign) = self.flags_of(a, wide, condition) {
            return sign;
        }
        self.flags = None;
        let place = match self.function.number(a) {
            Some(number) => {
                self.code.number(RAX, number);
                Place::Register(RAX)
            }
            None => self.place_of(a),
        };
        match (place, self.short(b, wide)) {
            (Place::Register(register), Some(0)) => {
                self.code.test(wide, place, register);
            }
            (_, Some(number)) => {
                self.code
                    .arithmetic_number(Arithmetic::Compare, wide, place, number);
            }
            (Place::Register(register), None) if self.function.number(b).is_none() => {
                self.code
                    .arithmetic(Arithmetic::Compare, wide, register, self.place_of(b));
            }
            (_, None) => {
                let other = self.value_in_register(b, RCX);
                self.code
                    .arithmetic_to(Arithmetic::Compare, wide, place, other);
            }
        }
        condition
    }

    /// Returns the condition that tests a comparison with 0, if the flags belong to the value.
    pub(super) fn flags_of(
        &self,
        value: Value,
        wide: bool,
        condition: Condition,
    ) -> Option<Condition> {
        let (owner, owner_wide) = self.flags?;
        if owner != value {
            return None;
        }
        match condition {
            Condition::Equal | Condition::NotEqual
                if owner_wide == wide || self.function.narrow[value as usize] =>
            {
                Some(condition)
            }
            Condition::Less if owner_wide == wide => Some(Condition::Negative),
            Condition::GreaterEqual if owner_wide == wide => Some(Condition::NonNegative),
            _ => None,
        }
    }

    /// Emits a test of a value as a condition, and returns the condition to test.
    pub(super) fn condition(&mut self, value: Value) -> Condition {
        if self.plan.fused[value as usize] {
            return self.compare(&self.function.values[value as usize].clone());
        }
        if let Some(condition) = self.flags_of(value, false, Condition::NotEqual) {
            return condition;
        }
        self.flags = None;
        match self.place_of(value) {
            place @ Place::Register(register) => self.code.test(false, place, register),
            place => self
                .code
                .arithmetic_number(Arithmetic::Compare, false, place, 0),
        }
        Condition::NotEqual
    }

    pub(super) fn select(&mut self, value: Value, made: &Instruction) {
        let [condition, mut a, mut b, _] = made.args;
        let mut condition = self.condition(condition);
        let to = self.target(value);
        let is_number = |value: Value| self.function.number(value).is_some();
        let in_target =
            |value: Value| !is_number(value) && self.place_of(value) == Place::Register(to);
        if in_target(a) || (is_number(a) && !is_number(b) && !in_target(b)) {
            std::mem::swap(&mut a, &mut b);
            condition = condition.inverse();
        }
        self.fetch(to, b);
        let from = match self.function.number(a) {
            Some(number) => {
                self.code.number(RCX, number);
                Place::Register(RCX)
            }
            None => self.place_of(a),
        };
        self.code.move_if(condition, to, from);
        self.settle(value);
    }

    pub(super) fn call(
        &mut self,
        value: Value,
        made: &Instruction,
        function: HostFunction,
        position: u32,
    ) {
        let kept: Vec<(u8, Place)> = LOST
            .into_iter()
            .enumerate()
            .filter(|(_, register)| {
                self.allocation.registers[usize::from(*register)].is_live_across(position + 1)
            })
            .map(|(i, register)| {
                let distance = 8 * (self.allocation.slots + i);
                (register, Place::Memory(RSP, None, distance as i32))
            })
            .collect();
        for (register, place) in &kept {
            self.code.store(8, *place, *register);
        }
        let moves = made
            .operands()
            .zip(ARGUMENTS)
            .map(|(arg, register)| (Location::Register(register), self.source(arg)))
            .collect();
        self.moves(moves);
        let address = match function {
            HostFunction::Poll => self.callbacks.poll,
            HostFunction::Call => self.callbacks.call,
            HostFunction::Fill => self.callbacks.fill,
        };
        self.code.number(RAX, address as i64);
        self.code
            .encode(false, None, &[0xff], 2, Place::Register(RAX), false);
        for (register, place) in &kept {
            self.code.load(true, *register, *place);
        }
        let to = self.target(value);
        if to != RAX {
            self.code.copy(true, to, RAX);
        }
        self.settle(value);
    }
}
