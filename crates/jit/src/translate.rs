//! The instructions of a function as Cranelift's intermediate form. On the way the function is
//! validated: every operand is there and has its type, every index is in its range, and an
//! instruction that is not generated is refused. What fails when the code runs is a value that the
//! function returns ([`CallStatus`]), never a signal.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Endianness, Function, InstBuilder, MemFlagsData, Signature, Type,
    UserFuncName, Value,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};

use crate::module_reader::{FunctionBody, IntType, ModuleReader, kind};
use crate::numeric::{IntBinaryOp, IntDivisionOp, IntOp, IntUnaryOp, numeric};

/// The most blocks, loops and branches, and the most values that may come together where ways meet:
/// locals times those. What is generated stays far below; beyond, compiling takes long.
const MAX_FRAMES: usize = 10_000;
const MAX_MERGED_VALUES: usize = 3 << 22;

/// How a translated function ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallStatus {
    /// At its end.
    Done,
    /// By a trap.
    Trap,
    /// Because the call was told to stop.
    Stopped,
    /// A function of the language has no value.
    NoValue,
}

impl CallStatus {
    /// All, in the order of the numbers that a function returns.
    pub const ALL: [CallStatus; 4] = [
        CallStatus::Done,
        CallStatus::Trap,
        CallStatus::Stopped,
        CallStatus::NoValue,
    ];
}

/// What may be left out of code, or added, for the memory that it runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TranslateOptions {
    /// The bytes of memory that every access is tested against. Without it the memory must be a
    /// reservation that no access can leave.
    pub tested: Option<u64>,
    /// In how many turns of loops a call is told to stop; as many as it takes where there is none.
    pub turns: Option<u64>,
    /// The most stack that a function may take.
    pub stack: u32,
}

/// What code calls of its host, with the address of each: all numbers are of 64 bits, and the first
/// is the host itself.
#[derive(Clone, Copy)]
pub(crate) struct HostCallbacks {
    /// `poll(host, positions done)`: not 0 to stop.
    pub poll: usize,
    /// `call(host, number, a, b)`: the value. Where there is none the first 8 bytes of the host
    /// are not 0 afterwards.
    pub call: usize,
    /// `fill(host, address, byte, length)`: not 0 where that is beyond the memory.
    pub fill: usize,
}

/// Translates a function. What is made takes the memory, the host and the parameters, all in 64
/// bits, and returns the place of an [`CallStatus`] in [`CallStatus::ALL`].
///
/// # Errors
/// What in it is not valid, or not generated.
pub(crate) fn translate(
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

/// The signature of a function that takes `takes` numbers of 64 bits and, if `gives`, returns one.
fn signature(isa: &dyn TargetIsa, takes: usize, gives: bool) -> Signature {
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.resize(takes, AbiParam::new(I64));
    signature
        .returns
        .resize(usize::from(gives), AbiParam::new(I64));
    signature
}

/// A variable that begins with a value.
fn variable(builder: &mut FunctionBuilder<'_>, value: Value) -> Variable {
    let kind = builder.func.dfg.value_type(value);
    let variable = builder.declare_var(kind);
    builder.def_var(variable, value);
    variable
}

/// A block, loop or branch that is not at its end; the first is the function.
struct ControlFrame {
    /// Where a branch to it goes: its beginning for loops, else what follows it.
    target: Block,
    /// What follows it.
    next: Block,
    /// Whether the block is a loop.
    looped: bool,
    /// The other side of an `if`, until that begins.
    otherwise: Option<Block>,
    /// How many operands lie below it.
    height: usize,
    /// What it leaves on the stack.
    result: Option<Type>,
    /// What follows in it is never reached, so that operands of any type may be taken.
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
    /// Operands. What expects one, at the end of a frame too, takes none from below that frame.
    stack: Vec<Value>,
    frames: Vec<ControlFrame>,
    /// How many frames were begun.
    opened: usize,
    /// One for each of [`CallStatus::ALL`].
    exits: [Block; 4],
}

impl FunctionTranslator<'_> {
    /// Translates one instruction; what follows its code is read.
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
                // In 32 bits the constant is kept without its sign.
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
                let (kind, numeric) =
                    numeric(code).ok_or("it is not among those that are generated")?;
                self.numeric(kind, numeric)
            }
        }
    }

    /// The frame that instructions stand in.
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

    /// Takes an operand of any type; `None` in code that is never reached, where everything is
    /// allowed.
    fn pop_any(&mut self) -> Result<Option<Value>, String> {
        let ControlFrame { height, dead, .. } = *self.frame();
        if self.stack.len() > height {
            return Ok(self.stack.pop());
        }
        if dead {
            Ok(None)
        } else {
            Err("it takes more operands than there are".to_owned())
        }
    }

    /// Takes an operand of this type.
    fn pop(&mut self, wanted: Type) -> Result<Value, String> {
        match self.pop_any()? {
            Some(value) if self.kind(value) == wanted => Ok(value),
            Some(value) => Err(format!(
                "an operand of type {} where one of {wanted} is wanted",
                self.kind(value)
            )),
            // Never run; any value of the type will do.
            None => Ok(self.builder.ins().iconst(wanted, 0)),
        }
    }

    /// What follows up to the end of the frame is never reached. It is translated all the same, and
    /// so validated; Cranelift drops it.
    fn die(&mut self) {
        let block = self.builder.create_block();
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
        let frame = self.frame();
        frame.dead = true;
        let height = frame.height;
        self.stack.truncate(height);
    }

    /// Ends the function.
    fn go(&mut self, exit: CallStatus) {
        self.builder.ins().jump(self.exits[exit as usize], &[]);
        self.die();
    }

    /// Branches where a condition is not 0, and goes on here where it is.
    fn branch(&mut self, condition: Value, target: Block) {
        let here = self.builder.create_block();
        self.builder.ins().brif(condition, target, &[], here, &[]);
        self.builder.switch_to_block(here);
        self.builder.seal_block(here);
    }

    /// Ends the function where a condition is not 0.
    fn leave_if(&mut self, condition: Value, exit: CallStatus) {
        self.branch(condition, self.exits[exit as usize]);
    }

    /// `block`, `loop` or `if`.
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

    /// The end of one side: goes to what follows the frame, with its result.
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
                "{} operands are left over",
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
            .ok_or("there is no `if` that it belongs to")?;
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
                return Err("an `if` with a result but without `else`".to_owned());
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

    /// The ends of the function itself.
    fn leave(mut self) {
        for (number, block) in self.exits.into_iter().enumerate() {
            self.builder.seal_block(block);
            self.builder.switch_to_block(block);
            let number = self.builder.ins().iconst(I64, number as i64);
            self.builder.ins().return_(&[number]);
        }
        self.builder.finalize(self.isa.frontend_config());
    }

    /// The block that a branch goes to; reads how many frames it leaves.
    fn target(&mut self, reader: &mut ModuleReader<'_>) -> Result<Block, String> {
        let depth = reader.unsigned()? as usize;
        let frame = self
            .frames
            .iter()
            .rev()
            .nth(depth)
            .ok_or_else(|| format!("a branch out of {depth} frames, which are not there"))?;
        if frame.result.is_some() && !frame.looped {
            return Err("a branch with a value".to_owned());
        }
        Ok(frame.target)
    }

    fn select(&mut self) -> Result<(), String> {
        let condition = self.pop(I32)?;
        let second = self.pop_any()?.ok_or("its operands are not known")?;
        let first = self.pop(self.kind(second))?;
        let value = self.builder.ins().select(condition, first, second);
        self.push(value);
        Ok(())
    }

    /// `local.get`, `local.set` or `local.tee`.
    fn local(&mut self, code: u8, index: u32) -> Result<(), String> {
        let (local, kind) = *self
            .locals
            .get(index as usize)
            .ok_or_else(|| format!("the local {index}, which is not there"))?;
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

    /// Calls the host with itself and these numbers; what it returns.
    fn host_call(&mut self, address: usize, numbers: &[Value]) -> Value {
        let given = [&[self.host], numbers].concat();
        let signature = self
            .builder
            .import_signature(signature(self.isa, given.len(), true));
        let address = self.builder.ins().iconst(I64, address as i64);
        let call = self.builder.ins().call_indirect(signature, address, &given);
        self.builder.inst_results(call)[0]
    }

    /// This block runs rarely: it may lie apart.
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
            _ => return Err(format!("the function {function}, which is not imported")),
        }
        Ok(())
    }

    /// Little-endian, and no access of one signal: what is not tested cannot leave the reservation.
    const FLAGS: MemFlagsData = MemFlagsData::new()
        .with_notrap()
        .with_endianness(Endianness::Little);

    /// Reads the alignment and the offset of an access of `size` bytes; the offset is returned.
    fn offset(&mut self, size: u32, reader: &mut ModuleReader<'_>) -> Result<u32, String> {
        let alignment = reader.unsigned()?;
        if alignment > size.trailing_zeros() {
            return Err(format!("an alignment of 2^{alignment} for {size} bytes"));
        }
        reader.unsigned()
    }

    /// Takes an address of the module; that of the machine, and what is still to be added to it.
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
            IntOp::Compare(condition) => make.icmp(condition, first, second),
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
        // What is true or false has 8 bits until here.
        let value = match numeric {
            IntOp::IsZero | IntOp::Compare(_) => self.builder.ins().uextend(I32, value),
            _ => value,
        };
        self.push(value);
        Ok(())
    }

    /// A trap where a division has no value.
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
