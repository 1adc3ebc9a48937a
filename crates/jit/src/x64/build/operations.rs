//! Translates the instructions that compute, access memory, or call the host.

use super::Builder;
use crate::compile::CallStatus;
use crate::module_reader::IntType::{self, I32, I64};
use crate::module_reader::ModuleReader;
use crate::numeric::{IntBinaryOp, IntDivisionOp, IntOp, IntUnaryOp};
use crate::x64::constant_division;
use crate::x64::ir::{Condition, HostFunction, Instruction, Op, Value};

impl Builder<'_> {
    pub(super) fn select(&mut self) -> Result<(), String> {
        let condition = self.pop(I32)?;
        let (second, kind) = self
            .pop_any()?
            .ok_or("the types of the operands are unknown")?;
        let first = self.pop(kind)?;
        let value = self.op(Op::Select, true, &[condition, first, second]);
        self.stack.push((value, kind));
        Ok(())
    }

    /// Translates `local.get`, `local.set` or `local.tee`.
    pub(super) fn local(&mut self, code: u8, index: u32) -> Result<(), String> {
        let count = self.kinds.len() - usize::from(self.form.turns.is_some());
        let kind = *self.kinds[..count]
            .get(index as usize)
            .ok_or_else(|| format!("unknown local {index}"))?;
        if code == 0x20 {
            self.stack.push((self.locals[index as usize], kind));
            return Ok(());
        }
        let value = self.pop(kind)?;
        self.locals[index as usize] = value;
        if code == 0x22 {
            self.stack.push((value, kind));
        }
        Ok(())
    }

    pub(super) fn host_call(&mut self, function: HostFunction, numbers: &[Value]) -> Value {
        let args = [&[self.function.host], numbers].concat();
        self.op(Op::Call(function), true, &args)
    }

    /// Marks the current block as rarely executed.
    fn cool(&mut self) {
        let here = self.here;
        if here != self.function.order[0] {
            self.function.block(here).cold = true;
        }
    }

    pub(super) fn call(&mut self, function: u32) -> Result<(), String> {
        match function {
            0 => {
                let done = self.pop(I64)?;
                self.cool();
                let stop = self.host_call(HostFunction::Poll, &[done]);
                let stop = self.compare(Condition::NotEqual, true, stop, 0);
                self.leave_if(stop, CallStatus::Stopped);
            }
            1 => {
                let (b, a, number) = (self.pop(I64)?, self.pop(I64)?, self.pop(I32)?);
                let value = self.host_call(HostFunction::Call, &[number, a, b]);
                let zero = self.number(0);
                let none = self.op(Op::Load(8), true, &[self.function.host, zero]);
                let none = self.compare(Condition::NotEqual, true, none, 0);
                self.leave_if(none, CallStatus::NoValue);
                self.stack.push((value, I64));
            }
            _ => {
                return Err(format!(
                    "the function {function} is called but not imported"
                ));
            }
        }
        Ok(())
    }

    /// Reads the alignment and the offset of an access of `size` bytes, and returns the offset.
    pub(super) fn offset(
        &mut self,
        size: u8,
        reader: &mut ModuleReader<'_>,
    ) -> Result<u32, String> {
        let alignment = reader.unsigned()?;
        if alignment > size.trailing_zeros() {
            return Err(format!("an alignment of 2^{alignment} for {size} bytes"));
        }
        reader.unsigned()
    }

    /// Pops an address in the module and tests it. Returns the base and the index of the access,
    /// and the offset to be added.
    pub(super) fn place(&mut self, offset: u32, size: u8) -> Result<(Value, Value, i64), String> {
        let address = self.pop(I32)?;
        let memory = self.function.memory;
        if let Some(bytes) = self.form.tested {
            match bytes.checked_sub(u64::from(offset) + u64::from(size)) {
                Some(last) => {
                    let beyond = self.compare(Condition::Above, true, address, last as i64);
                    self.leave_if(beyond, CallStatus::Trap);
                }
                None if self.reachable => {
                    self.go(CallStatus::Trap);
                    self.lose();
                }
                None => {}
            }
        }
        if i32::try_from(offset).is_ok() {
            return Ok((memory, address, offset.into()));
        }
        let more = self.number(offset.into());
        let base = self.op(Op::Add, true, &[memory, more]);
        Ok((base, address, 0))
    }

    pub(super) fn load(
        &mut self,
        kind: IntType,
        size: u8,
        reader: &mut ModuleReader<'_>,
    ) -> Result<(), String> {
        let offset = self.offset(size, reader)?;
        let (base, index, offset) = self.place(offset, size)?;
        let value = self.make(Instruction {
            immediate: offset,
            ..Instruction::new(Op::Load(size), true, &[base, index])
        });
        self.stack.push((value, kind));
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        kind: IntType,
        size: u8,
        reader: &mut ModuleReader<'_>,
    ) -> Result<(), String> {
        let offset = self.offset(size, reader)?;
        let value = self.pop(kind)?;
        let (base, index, offset) = self.place(offset, size)?;
        self.make(Instruction {
            immediate: offset,
            ..Instruction::new(Op::Store(size), true, &[base, index, value])
        });
        Ok(())
    }

    pub(super) fn memory_fill(&mut self) -> Result<(), String> {
        let (length, byte, address) = (self.pop(I32)?, self.pop(I32)?, self.pop(I32)?);
        self.cool();
        let beyond = self.host_call(HostFunction::Fill, &[address, byte, length]);
        let beyond = self.compare(Condition::NotEqual, true, beyond, 0);
        self.leave_if(beyond, CallStatus::Trap);
        Ok(())
    }

    pub(super) fn numeric(&mut self, kind: IntType, numeric: IntOp) -> Result<(), String> {
        let wide = kind == I64;
        let second = match numeric {
            IntOp::Compare(_) | IntOp::Binary(_) | IntOp::Divide(_) => Some(self.pop(kind)?),
            _ => None,
        };
        let first = self.pop(kind)?;
        let second = second.unwrap_or(first);
        let (value, kind) = match numeric {
            IntOp::IsZero => (self.compare(Condition::Equal, wide, first, 0), I32),
            IntOp::Compare(condition) => {
                let condition = Op::Compare(Condition::from_comparison(condition));
                (self.op(condition, wide, &[first, second]), I32)
            }
            IntOp::Unary(IntUnaryOp::LeadingZeros) => {
                (self.op(Op::LeadingZeros, true, &[first]), I64)
            }
            IntOp::Unary(IntUnaryOp::TrailingZeros) => {
                (self.op(Op::TrailingZeros, true, &[first]), I64)
            }
            IntOp::Unary(IntUnaryOp::Ones) => (self.ones(first), I64),
            IntOp::Binary(binary) => {
                let op = match binary {
                    IntBinaryOp::Add => Op::Add,
                    IntBinaryOp::Sub => Op::Sub,
                    IntBinaryOp::Mul => Op::Mul,
                    IntBinaryOp::And => Op::And,
                    IntBinaryOp::Or => Op::Or,
                    IntBinaryOp::Xor => Op::Xor,
                    IntBinaryOp::ShiftLeft => Op::ShiftLeft,
                    IntBinaryOp::ShiftRight => Op::ShiftRight,
                };
                (self.op(op, wide, &[first, second]), kind)
            }
            IntOp::Divide(division) => {
                self.test_division(division, first, second);
                (self.divide(division, first, second), I64)
            }
            IntOp::Wrap => (self.narrow(first), I32),
            // The upper half of a 32-bit value is 0.
            IntOp::Extend => (first, I64),
        };
        self.stack.push((value, kind));
        Ok(())
    }

    /// Counts the ones, also on processors without an instruction for this purpose.
    pub(super) fn ones(&mut self, x: Value) -> Value {
        if self.native_ones {
            return self.op(Op::Ones, true, &[x]);
        }
        let half = self.with(Op::ShiftRight, x, 1);
        let odd = self.with(Op::And, half, 0x5555_5555_5555_5555);
        let pairs = self.op(Op::Sub, true, &[x, odd]);
        let low = self.with(Op::And, pairs, 0x3333_3333_3333_3333);
        let high = self.with(Op::ShiftRight, pairs, 2);
        let high = self.with(Op::And, high, 0x3333_3333_3333_3333);
        let fours = self.op(Op::Add, true, &[low, high]);
        let high = self.with(Op::ShiftRight, fours, 4);
        let eights = self.op(Op::Add, true, &[fours, high]);
        let eights = self.with(Op::And, eights, 0x0f0f_0f0f_0f0f_0f0f);
        let all = self.with(Op::Mul, eights, 0x0101_0101_0101_0101);
        self.with(Op::ShiftRight, all, 56)
    }

    /// Divides; divisions by constants are replaced by multiplications and shifts.
    pub(super) fn divide(&mut self, division: IntDivisionOp, n: Value, by: Value) -> Value {
        use IntDivisionOp::*;
        let divisor = self.function.number(by).unwrap_or(0);
        let quotient = match division {
            QuotientUnsigned | RemainderUnsigned => {
                let divisor = divisor as u64;
                if divisor < 3 || divisor.is_power_of_two() {
                    return self.op(Op::Divide(division), true, &[n, by]);
                }
                self.unsigned_quotient(n, divisor)
            }
            Quotient | Remainder => {
                if divisor.unsigned_abs() < 2 || divisor == i64::MIN {
                    return self.op(Op::Divide(division), true, &[n, by]);
                }
                let quotient = self.signed_quotient(n, divisor.unsigned_abs());
                if divisor < 0 {
                    let zero = self.number(0);
                    self.op(Op::Sub, true, &[zero, quotient])
                } else {
                    quotient
                }
            }
        };
        match division {
            Quotient | QuotientUnsigned => quotient,
            Remainder | RemainderUnsigned => {
                let multiple = self.op(Op::Mul, true, &[quotient, by]);
                self.op(Op::Sub, true, &[n, multiple])
            }
        }
    }

    /// Applies an operation to a value and a constant of 64 bits.
    pub(super) fn with(&mut self, op: Op, value: Value, number: i64) -> Value {
        let number = self.number(number);
        self.op(op, true, &[value, number])
    }

    pub(super) fn unsigned_quotient(&mut self, n: Value, divisor: u64) -> Value {
        let by = constant_division::unsigned(divisor);
        let upper = self.with(Op::MulHigh, n, by.factor as i64);
        if !by.adds {
            return self.with(Op::ShiftRight, upper, by.shift.into());
        }
        let rest = self.op(Op::Sub, true, &[n, upper]);
        let half = self.with(Op::ShiftRight, rest, 1);
        let sum = self.op(Op::Add, true, &[half, upper]);
        self.with(Op::ShiftRight, sum, i64::from(by.shift) - 1)
    }

    pub(super) fn signed_quotient(&mut self, n: Value, divisor: u64) -> Value {
        let sign = self.with(Op::ShiftRightSigned, n, 63);
        if divisor.is_power_of_two() {
            // A negative number is rounded up.
            let power = divisor.ilog2();
            let more = self.with(Op::ShiftRight, sign, i64::from(64 - power));
            let sum = self.op(Op::Add, true, &[n, more]);
            return self.with(Op::ShiftRightSigned, sum, power.into());
        }
        let by = constant_division::signed(divisor);
        let upper = self.with(Op::MulHighSigned, n, by.factor);
        let sum = self.op(Op::Add, true, &[upper, n]);
        let floor = self.with(Op::ShiftRightSigned, sum, by.shift.into());
        self.op(Op::Sub, true, &[floor, sign])
    }

    /// Traps if a division is undefined.
    pub(super) fn test_division(&mut self, division: IntDivisionOp, first: Value, second: Value) {
        let zero = self.compare(Condition::Equal, true, second, 0);
        self.leave_if(zero, CallStatus::Trap);
        if division == IntDivisionOp::Quotient {
            let least = self.compare(Condition::Equal, true, first, i64::MIN);
            let minus_one = self.compare(Condition::Equal, true, second, -1);
            let both = self.op(Op::And, false, &[least, minus_one]);
            self.leave_if(both, CallStatus::Trap);
        }
    }
}
