//! Translates the instructions of a function to the intermediate form, and validates the function:
//! every operand must exist and have the correct type, every index must be in range, and
//! unsupported instructions are rejected. A failure at run time is a return value of the function
//! ([`CallStatus`]), never a signal.

mod control;
mod operations;

use super::assigned::assigned;
use super::ir::{BlockId, Condition, Function, Instruction, Loop, LoopId, Op, Terminator, Value};
use super::simplify::{Simplest, simplest};
use crate::compile::{CallStatus, MAX_MERGED_VALUES, TranslateOptions};
use crate::module_reader::IntType::{self, I32, I64};
use crate::module_reader::{FunctionBody, ModuleReader};
use crate::numeric::numeric;

/// An operand with its type in the module.
type Operand = (Value, IntType);

/// An open block, loop or branch. The first frame is the function itself.
struct Frame {
    /// The start of a loop.
    head: Option<BlockId>,
    /// The blocks that jump to the code after the frame, with the values of the assigned locals,
    /// followed by the result.
    exits: Vec<BlockId>,
    /// The block of the `else` branch of an `if`, until this branch starts.
    otherwise: Option<(BlockId, bool)>,
    /// The values of the assigned locals before an `if`.
    before: Vec<Value>,
    /// Index in the lists of assigned locals.
    number: usize,
    /// Number of operands on the stack below this frame.
    height: usize,
    result: Option<IntType>,
    /// Whether the rest of the frame is unreachable, so that operands of any type may be popped.
    dead: bool,
    opening: BlockId,
}

struct Builder<'f> {
    function: Function,
    form: &'f TranslateOptions,
    assigned: Vec<Vec<u32>>,
    merged: usize,
    kinds: Vec<IntType>,
    /// The current value of each local.
    locals: Vec<Value>,
    stack: Vec<Operand>,
    frames: Vec<Frame>,
    opened: usize,
    exits: [BlockId; 4],
    here: BlockId,
    /// Whether the current block can be reached.
    reachable: bool,
    innermost: LoopId,
    /// Work left for the computation of dominators.
    patience: usize,
    native_ones: bool,
}

/// Translates a function.
///
/// # Errors
/// Returns the reason if the function is invalid or contains an unsupported instruction.
pub(super) fn build(
    mut body: FunctionBody<'_>,
    form: &TranslateOptions,
    native_ones: bool,
) -> Result<Function, String> {
    let mut kinds = body.parameters.to_vec();
    kinds.extend(&body.locals);
    let turns = form.turns.map(|_| kinds.len() as u32);
    let count = kinds.len() as u32;
    let assigned = assigned(body.code.clone(), count, turns, MAX_MERGED_VALUES)?;
    let function = Function {
        values: Vec::new(),
        narrow: Vec::new(),
        place: Vec::new(),
        blocks: Vec::new(),
        loops: vec![Loop {
            parent: 0,
            depth: 0,
            before: 0,
            head: 0,
        }],
        order: Vec::new(),
        memory: 0,
        host: 1,
    };
    let mut builder = Builder {
        function,
        form,
        assigned,
        merged: 0,
        kinds,
        locals: Vec::new(),
        stack: Vec::new(),
        frames: Vec::new(),
        opened: 0,
        exits: [0; 4],
        here: 0,
        reachable: true,
        innermost: 0,
        patience: 1 << 20,
        native_ones,
    };
    builder.begin_function(body.parameters);
    while !builder.frames.is_empty() {
        let at = body.code.offset();
        let code = body.code.byte()?;
        builder
            .instruction(code, &mut body.code)
            .map_err(|why| format!("the instruction {code:#04x} at byte {at}: {why}"))?;
    }
    body.code.finish("a function")?;
    let mut function = builder.function;
    function.order.extend(builder.exits);
    Ok(function)
}

impl Builder<'_> {
    fn begin_function(&mut self, parameters: &[IntType]) {
        let entry = self.function.add_block(0, 0);
        self.function.order.push(entry);
        self.exits = [0, 1, 2, 3].map(|status| {
            let block = self.function.add_block(0, entry);
            self.function.block(block).cold = status != 0;
            self.function.block(block).end = Terminator::Exit(status);
            block
        });
        let given: Vec<Value> = (0..2 + parameters.len())
            .map(|i| {
                let parameter = Instruction {
                    immediate: i as i64,
                    ..Instruction::new(Op::Parameter, true, &[])
                };
                let value = self.function.add_value(parameter, entry);
                self.function.block(entry).parameters.push(value);
                value
            })
            .collect();
        for (value, parameter) in given[2..].iter().zip(parameters) {
            let value = match parameter {
                I32 => self.narrow(*value),
                I64 => *value,
            };
            self.locals.push(value);
        }
        let zero = self.number(0);
        self.locals.resize(self.kinds.len(), zero);
        if let Some(turns) = self.form.turns {
            let turns = self.number(turns as i64);
            self.locals.push(turns);
            self.kinds.push(I64);
        }
        self.frames.push(Frame {
            head: None,
            exits: Vec::new(),
            otherwise: None,
            before: Vec::new(),
            number: 0,
            height: 0,
            result: None,
            dead: false,
            opening: entry,
        });
    }

    /// Translates one instruction and reads its immediates.
    fn instruction(&mut self, code: u8, reader: &mut ModuleReader<'_>) -> Result<(), String> {
        match code {
            0x00 => {
                self.go(CallStatus::Trap);
                self.die();
                Ok(())
            }
            0x02..=0x04 => self.begin(code, reader),
            0x05 => self.otherwise(),
            0x0b => self.end(),
            0x0c => {
                let index = self.target(reader)?;
                self.jump(index)?;
                self.die();
                Ok(())
            }
            0x0d => {
                let index = self.target(reader)?;
                let condition = self.pop(I32)?;
                self.branch(condition, index)
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
                let number = reader.signed(32)? as u32;
                let value = self.number(number.into());
                self.stack.push((value, I32));
                Ok(())
            }
            0x42 => {
                let number = reader.signed(64)?;
                let value = self.number(number);
                self.stack.push((value, I64));
                Ok(())
            }
            0xfc => {
                reader.exactly(&[11, 0], "`memory.fill`")?;
                self.memory_fill()
            }
            _ => {
                let (kind, numeric) = numeric(code).ok_or("this instruction is not supported")?;
                self.numeric(kind, numeric)
            }
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("instructions are read only while a frame is open")
    }

    fn number(&mut self, number: i64) -> Value {
        self.function.add_value(Instruction::constant(number), 0)
    }

    /// Appends an instruction, or finds a simpler value.
    fn make(&mut self, made: Instruction) -> Value {
        let made = if made.op.is_pure() || matches!(made.op, Op::Store(_)) {
            match simplest(&mut self.function, made) {
                Simplest::Value(value) => return value,
                Simplest::Instruction(made) => made,
            }
        } else {
            made
        };
        let value = self.function.add_value(made, self.here);
        self.function.block(self.here).instructions.push(value);
        value
    }

    fn op(&mut self, op: Op, wide: bool, args: &[Value]) -> Value {
        self.make(Instruction::new(op, wide, args))
    }

    fn narrow(&mut self, value: Value) -> Value {
        self.op(Op::Narrow, true, &[value])
    }

    fn compare(&mut self, condition: Condition, wide: bool, a: Value, number: i64) -> Value {
        let number = self.number(number);
        self.op(Op::Compare(condition), wide, &[a, number])
    }

    /// Pops an operand of any type; `None` in unreachable code, where every type is allowed.
    fn pop_any(&mut self) -> Result<Option<Operand>, String> {
        let Frame { height, dead, .. } = *self.frame();
        if self.stack.len() > height {
            return Ok(self.stack.pop());
        }
        if dead {
            Ok(None)
        } else {
            Err("the instruction needs more operands than are available".to_owned())
        }
    }

    fn pop(&mut self, wanted: IntType) -> Result<Value, String> {
        match self.pop_any()? {
            Some((value, kind)) if kind == wanted => Ok(value),
            Some((_, kind)) => Err(format!(
                "expected an operand of type {}, found type {}",
                name(wanted),
                name(kind)
            )),
            // Unreachable code never runs, so any value of the type is valid.
            None => Ok(self.number(0)),
        }
    }

    /// Starts a block that no other block has reached yet.
    fn switch(&mut self, block: BlockId) {
        self.here = block;
        self.reachable = true;
        self.function.order.push(block);
    }

    /// Continues in a block that is not part of the function, so that unreachable code is
    /// validated.
    fn lose(&mut self) {
        self.here = self.function.add_block(self.innermost, self.here);
        self.reachable = false;
    }

    /// Marks the rest of the frame as unreachable.
    fn die(&mut self) {
        self.lose();
        let frame = self.frame();
        frame.dead = true;
        let height = frame.height;
        self.stack.truncate(height);
    }

    /// Ends the current block.
    fn finish(&mut self, end: Terminator) {
        self.function.block(self.here).end = end;
    }

    fn go(&mut self, status: CallStatus) {
        self.finish(Terminator::Jump(self.exits[status as usize], Vec::new()));
    }
}

fn name(kind: IntType) -> &'static str {
    match kind {
        I32 => "i32",
        I64 => "i64",
    }
}
