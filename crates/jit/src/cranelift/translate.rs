//! Translates the instructions of a function to Cranelift's intermediate form, and validates the
//! function: every operand must exist and have the correct type, every index must be in range, and
//! unsupported instructions are rejected. A failure at run time is a return value of the function
//! ([`CallStatus`]), never a signal.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Endianness, Function, InstBuilder, MemFlagsData, Signature, Type,
    UserFuncName, Value,
};
use cranelift_codegen::isa::{CallConv, TargetIsa};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};

use crate::compile::{CallStatus, HostCallbacks, MAX_FRAMES, MAX_MERGED_VALUES, TranslateOptions};
use crate::module_reader::{FunctionBody, IntType, ModuleReader, kind};
use crate::numeric::{IntBinaryOp, IntComparison, IntDivisionOp, IntOp, IntUnaryOp, numeric};

/// Translates a function. The translated function takes the memory, the host and the parameters,
/// all in 64 bits, and returns the index of a [`CallStatus`] in [`CallStatus::ALL`].
///
/// # Errors
/// Returns the reason if the function is invalid or contains an unsupported instruction.
pub(super) fn translate(
    mut body: FunctionBody<'_>,
    callbacks: HostCallbacks,
    form: TranslateOptions,
    isa: &dyn TargetIsa,
) -> Result<Function, String> {
    let takes = 2 + body.parameters.len();
    let mut function =
        Function::with_name_signature(UserFuncName::default(), signature(isa, takes, true));
    let mut context = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut function, &mut context);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.seal_block(entry);
    let given: Vec<Value> = builder.block_params(entry).to_vec();
    let mut locals = Vec::new();
    for (parameter, value) in body.parameters.iter().zip(&given[2..]) {
        let value = if *parameter == IntType::I32 {
            builder.ins().ireduce(I32, *value)
        } else {
            *value
        };
        locals.push((variable(&mut builder, value), cranelift(*parameter)));
    }
    let zeros = [I32, I64].map(|kind| builder.ins().iconst(kind, 0));
    for kind in &body.locals {
        locals.push((
            variable(&mut builder, zeros[usize::from(*kind == IntType::I64)]),
            cranelift(*kind),
        ));
    }
    let turns = form.turns.map(|turns| {
        let turns = builder.ins().iconst(I64, turns as i64);
        variable(&mut builder, turns)
    });
    let exits = CallStatus::ALL.map(|exit| {
        let block = builder.create_block();
        if exit != CallStatus::Done {
            builder.set_cold_block(block);
        }
        block
    });
    let whole = ControlFrame {
        target: exits[0],
        next: exits[0],
        looped: false,
        otherwise: None,
        height: 0,
        result: None,
        dead: false,
    };
    let mut translator = FunctionTranslator {
        builder,
        isa,
        callbacks,
        tested: form.tested,
        turns,
        memory: given[0],
        host: given[1],
        locals,
        stack: Vec::new(),
        frames: vec![whole],
        opened: 0,
        exits,
    };
    while !translator.frames.is_empty() {
        let at = body.code.offset();
        let code = body.code.byte()?;
        translator
            .instruction(code, &mut body.code)
            .map_err(|why| format!("the instruction {code:#04x} at byte {at}: {why}"))?;
    }
    body.code.finish("a function")?;
    translator.leave();
    Ok(function)
}

/// Returns the signature of a function with `takes` 64-bit parameters and, if `gives` is true, a
/// 64-bit result.
fn signature(isa: &dyn TargetIsa, takes: usize, gives: bool) -> Signature {
    let mut signature = Signature::new(convention(isa));
    signature.params.resize(takes, AbiParam::new(I64));
    signature
        .returns
        .resize(usize::from(gives), AbiParam::new(I64));
    signature
}

/// Declares a variable with an initial value.
fn variable(builder: &mut FunctionBuilder<'_>, value: Value) -> Variable {
    let kind = builder.func.dfg.value_type(value);
    let variable = builder.declare_var(kind);
    builder.def_var(variable, value);
    variable
}

/// An open block, loop or branch. The first frame is the function itself.
struct ControlFrame {
    /// The target of branches to this frame: the start of a loop, otherwise the code after the
    /// frame.
    target: Block,
    /// The code after the frame.
    next: Block,
    looped: bool,
    /// The block of the `else` branch of an `if`, until this branch starts.
    otherwise: Option<Block>,
    /// Number of operands on the stack below this frame.
    height: usize,
    /// The type of the result of the frame.
    result: Option<Type>,
    /// Whether the rest of the frame is unreachable, so that operands of any type may be popped.
    dead: bool,
}

struct FunctionTranslator<'f> {
    builder: FunctionBuilder<'f>,
    isa: &'f dyn TargetIsa,
    callbacks: HostCallbacks,
    tested: Option<u64>,
    turns: Option<Variable>,
    /// The address of the memory.
    memory: Value,
    host: Value,
    locals: Vec<(Variable, Type)>,
    /// The operand stack. Instructions, and the end of a frame, cannot pop operands that are below
    /// the frame.
    stack: Vec<Value>,
    frames: Vec<ControlFrame>,
    /// Number of frames opened so far.
    opened: usize,
    /// The exit block for each of [`CallStatus::ALL`].
    exits: [Block; 4],
}

impl FunctionTranslator<'_> {
    /// Translates one instruction and reads its immediates.
    fn instruction(&mut self, code: u8, reader: &mut ModuleReader<'_>) -> Result<(), String> {
        match code {
            0x00 => {
                self.go(CallStatus::Trap);
                Ok(())
            }
            0x02..=0x04 => self.begin(code, reader),
            0x05 => self.otherwise(),
            0x0b => self.end(),
            0x0c => {
                let target = self.target(reader)?;
                self.builder.ins().jump(target, &[]);
                self.die();
                Ok(())
            }
            0x0d => {
                let target = self.target(reader)?;
                let condition = self.pop(I32)?;
                self.branch(condition, target);
                Ok(())
            }
            0x10 => self.call(reader.unsigned()?),
            0x1a => self.pop_any().map(|_| ()),
            0x1b => self.select(),
            0x20..=0x22 => self.local(code, reader.unsigned()?),
            0x28 => self.load(I32, 4, reader),
            0x29 => self.load(I64, 8, reader),
            0x2d => self.load(I32, 1, reader),
            0x2f => self.load(I32, 2, reader),
            0x36 => self.store(I32, 4, reader),
            0x37 => self.store(I64, 8, reader),
            0x3a => self.store(I32, 1, reader),
            0x3b => self.store(I32, 2, reader),
            0x41 => {
                // The 32-bit constant is stored zero-extended.
                let number = reader.signed(32)? as u32;
                self.constant(I32, number.into());
                Ok(())
            }
            0x42 => {
                let number = reader.signed(64)?;
                self.constant(I64, number);
                Ok(())
            }
            0xfc => {
                reader.exactly(&[11, 0], "`memory.fill`")?;
                self.memory_fill()
            }
            _ => {
                let (kind, numeric) = numeric(code).ok_or("this instruction is not supported")?;
                self.numeric(cranelift(kind), numeric)
            }
        }
    }

    /// Returns the innermost frame.
    fn frame(&mut self) -> &mut ControlFrame {
        self.frames
            .last_mut()
            .expect("instructions are read only while a frame is open")
    }

    fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    fn constant(&mut self, kind: Type, number: i64) {
        let value = self.builder.ins().iconst(kind, number);
        self.push(value);
    }

    fn kind(&self, value: Value) -> Type {
        self.builder.func.dfg.value_type(value)
    }

    /// Pops an operand of any type; `None` in unreachable code, where every type is allowed.
    fn pop_any(&mut self) -> Result<Option<Value>, String> {
        let ControlFrame { height, dead, .. } = *self.frame();
        if self.stack.len() > height {
            return Ok(self.stack.pop());
        }
        if dead {
            Ok(None)
        } else {
            Err("the instruction needs more operands than are available".to_owned())
        }
    }

    /// Pops an operand of the given type.
    fn pop(&mut self, wanted: Type) -> Result<Value, String> {
        match self.pop_any()? {
            Some(value) if self.kind(value) == wanted => Ok(value),
            Some(value) => Err(format!(
                "expected an operand of type {wanted}, found type {}",
                self.kind(value)
            )),
            // Unreachable code never runs, so any value of the type is valid.
            None => Ok(self.builder.ins().iconst(wanted, 0)),
        }
    }

    /// Marks the rest of the frame as unreachable. The unreachable code is translated nevertheless,
    /// and thus validated; Cranelift removes it.
    fn die(&mut self) {
        let block = self.builder.create_block();
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
        let frame = self.frame();
        frame.dead = true;
        let height = frame.height;
        self.stack.truncate(height);
    }

    /// Ends the function with the given status.
    fn go(&mut self, exit: CallStatus) {
        self.builder.ins().jump(self.exits[exit as usize], &[]);
        self.die();
    }

    /// Branches to `target` if a condition is nonzero, otherwise continues with the next
    /// instruction.
    fn branch(&mut self, condition: Value, target: Block) {
        let here = self.builder.create_block();
        self.builder.ins().brif(condition, target, &[], here, &[]);
        self.builder.switch_to_block(here);
        self.builder.seal_block(here);
    }

    /// Ends the function with the given status if a condition is nonzero.
    fn leave_if(&mut self, condition: Value, exit: CallStatus) {
        self.branch(condition, self.exits[exit as usize]);
    }

    /// Translates the start of a `block`, `loop` or `if`.
    fn begin(&mut self, code: u8, reader: &mut ModuleReader<'_>) -> Result<(), String> {
        let result = match reader.byte()? {
            0x40 => None,
            other => Some(cranelift(kind(other)?)),
        };
        self.opened += 1;
        if self.opened > MAX_FRAMES {
            return Err(format!("more than {MAX_FRAMES} blocks"));
        }
        if self.opened * self.locals.len() > MAX_MERGED_VALUES {
            return Err("too many locals in too many blocks".to_owned());
        }
        let condition = if code == 0x04 {
            Some(self.pop(I32)?)
        } else {
            None
        };
        let next = self.builder.create_block();
        if let Some(kind) = result {
            self.builder.append_block_param(next, kind);
        }
        let mut frame = ControlFrame {
            target: next,
            next,
            looped: false,
            otherwise: None,
            height: self.stack.len(),
            result,
            dead: false,
        };
        if let Some(condition) = condition {
            let (then, otherwise) = (self.builder.create_block(), self.builder.create_block());
            self.builder
                .ins()
                .brif(condition, then, &[], otherwise, &[]);
            self.builder.seal_block(then);
            self.builder.seal_block(otherwise);
            self.builder.switch_to_block(then);
            frame.otherwise = Some(otherwise);
        } else if code == 0x03 {
            let head = self.builder.create_block();
            self.builder.ins().jump(head, &[]);
            self.builder.switch_to_block(head);
            (frame.target, frame.looped) = (head, true);
        }
        let looped = frame.looped;
        self.frames.push(frame);
        if let (true, Some(turns)) = (looped, self.turns) {
            let left = self.builder.use_var(turns);
            let none = self.builder.ins().icmp_imm_s(IntCC::Equal, left, 0);
            self.leave_if(none, CallStatus::Stopped);
            let less = self.builder.ins().iadd_imm_s(left, -1);
            self.builder.def_var(turns, less);
        }
        Ok(())
    }

    /// Ends one branch of a frame: jumps to the code after the frame, with the result of the frame.
    fn close(&mut self) -> Result<(), String> {
        let ControlFrame {
            next,
            height,
            result,
            dead,
            ..
        } = *self.frame();
        let result = result.map(|kind| self.pop(kind)).transpose()?;
        if self.stack.len() > height {
            return Err(format!(
                "{} operands are not used",
                self.stack.len() - height
            ));
        }
        if dead {
            self.builder
                .ins()
                .jump(self.exits[CallStatus::Trap as usize], &[]);
        } else {
            let result: Vec<BlockArg> = result.into_iter().map(BlockArg::from).collect();
            self.builder.ins().jump(next, &result);
        }
        Ok(())
    }

    fn otherwise(&mut self) -> Result<(), String> {
        let otherwise = self
            .frame()
            .otherwise
            .take()
            .ok_or("there is no `if` to which this `else` belongs")?;
        self.close()?;
        self.frame().dead = false;
        self.builder.switch_to_block(otherwise);
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        self.close()?;
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        if let Some(otherwise) = frame.otherwise {
            if frame.result.is_some() {
                return Err("an `if` has a result but no `else`".to_owned());
            }
            self.builder.switch_to_block(otherwise);
            self.builder.ins().jump(frame.next, &[]);
        }
        if frame.looped {
            self.builder.seal_block(frame.target);
        }
        if self.frames.is_empty() {
            return Ok(());
        }
        self.builder.seal_block(frame.next);
        self.builder.switch_to_block(frame.next);
        if frame.result.is_some() {
            let value = self.builder.block_params(frame.next)[0];
            self.push(value);
        }
        Ok(())
    }

    /// Emits the exits of the function.
    fn leave(mut self) {
        for (number, block) in self.exits.into_iter().enumerate() {
            self.builder.seal_block(block);
            self.builder.switch_to_block(block);
            let number = self.builder.ins().iconst(I64, number as i64);
            self.builder.ins().return_(&[number]);
        }
        self.builder.finalize(self.isa.frontend_config());
    }

    /// Reads the depth of a branch and returns its target block.
    fn target(&mut self, reader: &mut ModuleReader<'_>) -> Result<Block, String> {
        let depth = reader.unsigned()? as usize;
        let frame = self.frames.iter().rev().nth(depth).ok_or_else(|| {
            format!("a branch refers to the frame at depth {depth}, which does not exist")
        })?;
        if frame.result.is_some() && !frame.looped {
            return Err("a branch carries a value".to_owned());
        }
        Ok(frame.target)
    }

    fn select(&mut self) -> Result<(), String> {
        let condition = self.pop(I32)?;
        let second = self
            .pop_any()?
            .ok_or("the types of the operands are unknown")?;
        let first = self.pop(self.kind(second))?;
        let value = self.builder.ins().select(condition, first, second);
        self.push(value);
        Ok(())
    }

    /// Translates `local.get`, `local.set` or `local.tee`.
    fn local(&mut self, code: u8, index: u32) -> Result<(), String> {
        let (local, kind) = *self
            .locals
            .get(index as usize)
            .ok_or_else(|| format!("unknown local {index}"))?;
        if code == 0x20 {
            let value = self.builder.use_var(local);
            self.push(value);
            return Ok(());
        }
        let value = self.pop(kind)?;
        self.builder.def_var(local, value);
        if code == 0x22 {
            self.push(value);
        }
        Ok(())
    }

    /// Calls a host function with the host and the given numbers. Returns the result of the host
    /// function.
    fn host_call(&mut self, address: usize, numbers: &[Value]) -> Value {
        let given = [&[self.host], numbers].concat();
        let signature = self
            .builder
            .import_signature(signature(self.isa, given.len(), true));
        let address = self.builder.ins().iconst(I64, address as i64);
        let call = self.builder.ins().call_indirect(signature, address, &given);
        self.builder.inst_results(call)[0]
    }

    /// Marks the current block as rarely executed, so that Cranelift can place it apart from the
    /// other code.
    fn cold(&mut self) {
        let block = self
            .builder
            .current_block()
            .filter(|block| self.builder.func.layout.entry_block() != Some(*block));
        if let Some(block) = block {
            self.builder.set_cold_block(block);
        }
    }

    fn call(&mut self, function: u32) -> Result<(), String> {
        match function {
            0 => {
                let done = self.pop(I64)?;
                self.cold();
                let stop = self.host_call(self.callbacks.poll, &[done]);
                self.leave_if(stop, CallStatus::Stopped);
                self.cold();
            }
            1 => {
                let (b, a, number) = (self.pop(I64)?, self.pop(I64)?, self.pop(I32)?);
                let number = self.builder.ins().uextend(I64, number);
                let value = self.host_call(self.callbacks.call, &[number, a, b]);
                let none = self
                    .builder
                    .ins()
                    .load(I64, MemFlagsData::trusted(), self.host, 0);
                self.leave_if(none, CallStatus::NoValue);
                self.push(value);
            }
            _ => {
                return Err(format!(
                    "the function {function} is called but not imported"
                ));
            }
        }
        Ok(())
    }

    /// Accesses are little-endian and cannot trap, because an unchecked access cannot leave the
    /// reservation.
    const FLAGS: MemFlagsData = MemFlagsData::new()
        .with_notrap()
        .with_endianness(Endianness::Little);

    /// Reads the alignment and the offset of an access of `size` bytes, and returns the offset.
    fn offset(&mut self, size: u32, reader: &mut ModuleReader<'_>) -> Result<u32, String> {
        let alignment = reader.unsigned()?;
        if alignment > size.trailing_zeros() {
            return Err(format!("an alignment of 2^{alignment} for {size} bytes"));
        }
        reader.unsigned()
    }

    /// Pops an address in the module. Returns the machine address, and the offset that still has to
    /// be added to this address.
    fn place(&mut self, offset: u32, size: u32) -> Result<(Value, i32), String> {
        let address = self.pop(I32)?;
        let address = self.builder.ins().uextend(I64, address);
        if let Some(bytes) = self.tested {
            let end = self
                .builder
                .ins()
                .iadd_imm_s(address, i64::from(offset) + i64::from(size));
            let beyond =
                self.builder
                    .ins()
                    .icmp_imm_s(IntCC::UnsignedGreaterThan, end, bytes as i64);
            self.leave_if(beyond, CallStatus::Trap);
        }
        let place = self.builder.ins().iadd(self.memory, address);
        Ok(match i32::try_from(offset) {
            Ok(offset) => (place, offset),
            Err(_) => (self.builder.ins().iadd_imm_s(place, i64::from(offset)), 0),
        })
    }

    fn load(&mut self, kind: Type, size: u32, reader: &mut ModuleReader<'_>) -> Result<(), String> {
        let offset = self.offset(size, reader)?;
        let (place, offset) = self.place(offset, size)?;
        let make = self.builder.ins();
        let value = match size {
            1 => make.uload8(kind, Self::FLAGS, place, offset),
            2 => make.uload16(kind, Self::FLAGS, place, offset),
            _ => make.load(kind, Self::FLAGS, place, offset),
        };
        self.push(value);
        Ok(())
    }

    fn store(
        &mut self,
        kind: Type,
        size: u32,
        reader: &mut ModuleReader<'_>,
    ) -> Result<(), String> {
        let offset = self.offset(size, reader)?;
        let value = self.pop(kind)?;
        let (place, offset) = self.place(offset, size)?;
        match size {
            1 => self
                .builder
                .ins()
                .istore8(Self::FLAGS, value, place, offset),
            2 => self
                .builder
                .ins()
                .istore16(Self::FLAGS, value, place, offset),
            _ => self.builder.ins().store(Self::FLAGS, value, place, offset),
        };
        Ok(())
    }

    fn memory_fill(&mut self) -> Result<(), String> {
        let (length, byte, address) = (self.pop(I32)?, self.pop(I32)?, self.pop(I32)?);
        let wide = [address, byte, length].map(|value| self.builder.ins().uextend(I64, value));
        let beyond = self.host_call(self.callbacks.fill, &wide);
        self.leave_if(beyond, CallStatus::Trap);
        Ok(())
    }

    fn numeric(&mut self, kind: Type, numeric: IntOp) -> Result<(), String> {
        let second = match numeric {
            IntOp::Compare(_) | IntOp::Binary(_) | IntOp::Divide(_) => Some(self.pop(kind)?),
            _ => None,
        };
        let first = self.pop(kind)?;
        let second = second.unwrap_or(first);
        if let IntOp::Divide(division) = numeric {
            self.test_division(division, kind, first, second);
        }
        let make = self.builder.ins();
        let value = match numeric {
            IntOp::IsZero => make.icmp_imm_s(IntCC::Equal, first, 0),
            IntOp::Compare(condition) => make.icmp(comparison(condition), first, second),
            IntOp::Unary(IntUnaryOp::LeadingZeros) => make.clz(first),
            IntOp::Unary(IntUnaryOp::TrailingZeros) => make.ctz(first),
            IntOp::Unary(IntUnaryOp::Ones) => make.popcnt(first),
            IntOp::Binary(IntBinaryOp::Add) => make.iadd(first, second),
            IntOp::Binary(IntBinaryOp::Sub) => make.isub(first, second),
            IntOp::Binary(IntBinaryOp::Mul) => make.imul(first, second),
            IntOp::Binary(IntBinaryOp::And) => make.band(first, second),
            IntOp::Binary(IntBinaryOp::Or) => make.bor(first, second),
            IntOp::Binary(IntBinaryOp::Xor) => make.bxor(first, second),
            IntOp::Binary(IntBinaryOp::ShiftLeft) => make.ishl(first, second),
            IntOp::Binary(IntBinaryOp::ShiftRight) => make.ushr(first, second),
            IntOp::Divide(IntDivisionOp::Quotient) => make.sdiv(first, second),
            IntOp::Divide(IntDivisionOp::QuotientUnsigned) => make.udiv(first, second),
            IntOp::Divide(IntDivisionOp::Remainder) => make.srem(first, second),
            IntOp::Divide(IntDivisionOp::RemainderUnsigned) => make.urem(first, second),
            IntOp::Wrap => make.ireduce(I32, first),
            IntOp::Extend => make.uextend(I64, first),
        };
        // Cranelift's comparisons have 8-bit results, so these results are extended to 32 bits.
        let value = match numeric {
            IntOp::IsZero | IntOp::Compare(_) => self.builder.ins().uextend(I32, value),
            _ => value,
        };
        self.push(value);
        Ok(())
    }

    /// Traps if a division is undefined.
    fn test_division(&mut self, division: IntDivisionOp, kind: Type, first: Value, second: Value) {
        let zero = self.builder.ins().icmp_imm_s(IntCC::Equal, second, 0);
        self.leave_if(zero, CallStatus::Trap);
        if division == IntDivisionOp::Quotient {
            let least = i64::MIN >> (64 - kind.bits());
            let least = self.builder.ins().icmp_imm_s(IntCC::Equal, first, least);
            let minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, second, -1);
            let both = self.builder.ins().band(least, minus_one);
            self.leave_if(both, CallStatus::Trap);
        }
    }
}

fn cranelift(kind: IntType) -> Type {
    match kind {
        IntType::I32 => I32,
        IntType::I64 => I64,
    }
}

/// Returns the calling convention of [`crate::code`].
fn convention(isa: &dyn TargetIsa) -> CallConv {
    if cfg!(target_arch = "x86_64") {
        CallConv::SystemV
    } else {
        isa.default_call_conv()
    }
}

fn comparison(comparison: IntComparison) -> IntCC {
    match comparison {
        IntComparison::Equal => IntCC::Equal,
        IntComparison::NotEqual => IntCC::NotEqual,
        IntComparison::Less => IntCC::SignedLessThan,
        IntComparison::LessOrEqual => IntCC::SignedLessThanOrEqual,
        IntComparison::Greater => IntCC::SignedGreaterThan,
        IntComparison::GreaterOrEqual => IntCC::SignedGreaterThanOrEqual,
        IntComparison::LessUnsigned => IntCC::UnsignedLessThan,
        IntComparison::GreaterUnsigned => IntCC::UnsignedGreaterThan,
        IntComparison::GreaterOrEqualUnsigned => IntCC::UnsignedGreaterThanOrEqual,
    }
}
