//! Emits the code of a function.

mod instructions;

use std::cell::Cell;

use super::allocate::{Allocation, Location};
use super::assembler::{Arithmetic, Assembler, Place, RAX, RCX, RDI, RDX, RSI, RSP};
use super::ir::{BlockId, Function, Op, Terminator, Value};
use super::link::{BlockCode, Jump};
use super::moves::{Source, in_order};
use super::plan::Plan;
use crate::compile::HostCallbacks;

/// Extensions of the processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    pub bmi1: bool,
    pub bmi2: bool,
    pub lzcnt: bool,
    pub popcnt: bool,
}

/// Registers that a called function must restore.
const SAVED: [u8; 6] = [3, 5, 12, 13, 14, 15];
/// Allocatable registers that a called function may change.
const LOST: [u8; 7] = [RDX, RSI, RDI, 8, 9, 10, 11];
/// The registers of arguments.
const ARGUMENTS: [u8; 6] = [RDI, RSI, RDX, RCX, 8, 9];
const PAGE: u32 = 4096;

pub(super) struct CodeEmitter<'f> {
    function: &'f Function,
    plan: &'f Plan,
    allocation: &'f Allocation,
    callbacks: HostCallbacks,
    features: Features,
    code: Assembler,
    /// The value to which the zero flag and the sign flag belong, and whether as 64 bits.
    flags: Option<(Value, bool)>,
    pushed: Vec<u8>,
    frame: u32,
    /// Whether a value was read that has no place. This never happens, unless a pass is wrong; the
    /// code is refused then, because it would read a register that another value has.
    misplaced: Cell<bool>,
}

/// Emits the blocks of a function in the order of the function.
///
/// # Errors
/// Returns an error if the code needs more than `stack` bytes of stack.
pub(super) fn emit(
    function: &Function,
    plan: &Plan,
    allocation: &Allocation,
    callbacks: HostCallbacks,
    features: Features,
    stack: u32,
) -> Result<Vec<BlockCode>, String> {
    let used = |register: &u8| !allocation.registers[usize::from(*register)].is_empty();
    let pushed: Vec<u8> = SAVED.into_iter().filter(used).collect();
    let calls = function.order.iter().any(|block| {
        let instructions = &function.blocks[*block as usize].instructions;
        instructions
            .iter()
            .any(|value| matches!(function.op(*value), Op::Call(_)))
    });
    let words = allocation.slots + if calls { LOST.len() } else { 0 };
    // The stack is aligned to 16 bytes at calls.
    let words = words + (words + pushed.len() + 1) % 2;
    let total = 8 * (words + pushed.len() + 1);
    if total > stack as usize {
        return Err(format!("the code needs more than {stack} bytes of stack"));
    }
    let mut emitter = CodeEmitter {
        function,
        plan,
        allocation,
        callbacks,
        features,
        code: Assembler::default(),
        flags: None,
        pushed,
        frame: 8 * words as u32,
        misplaced: Cell::new(false),
    };
    let mut codes = Vec::new();
    for block in &function.order {
        codes.push(emitter.block(*block));
    }
    if emitter.misplaced.get() {
        return Err("a value has no place".to_owned());
    }
    Ok(codes)
}

impl CodeEmitter<'_> {
    fn block(&mut self, block: BlockId) -> BlockCode {
        self.flags = None;
        let found = &self.function.blocks[block as usize];
        if block == self.function.order[0] {
            self.prologue();
        }
        let mut position = self.plan.spans[block as usize].0 + 2;
        for value in &found.instructions {
            if self.plan.fused[*value as usize] {
                continue;
            }
            self.instruction(*value, position);
            position += 2;
        }
        let jump = match &found.end {
            Terminator::Jump(to, args) => {
                let parameters = &self.function.blocks[*to as usize].parameters;
                let moves = parameters
                    .iter()
                    .zip(args)
                    .map(|(parameter, arg)| (self.location(*parameter), self.source(*arg)))
                    .collect();
                self.moves(moves);
                Jump::Always(*to)
            }
            Terminator::Branch(condition, then, otherwise) => {
                let condition = self.condition(*condition);
                Jump::If(condition, *then, *otherwise)
            }
            Terminator::Exit(status) => {
                self.code.number(RAX, i64::from(*status));
                self.epilogue();
                Jump::Never
            }
            // No block that can be reached is open.
            Terminator::Open => {
                self.misplaced.set(true);
                Jump::Never
            }
        };
        BlockCode {
            block,
            bytes: std::mem::take(&mut self.code.bytes),
            jump,
        }
    }

    fn prologue(&mut self) {
        for register in &self.pushed {
            self.code.push(*register);
        }
        let mut left = self.frame;
        // Each page of the stack is touched in turn, so that an overflow reaches the guard page.
        while left >= PAGE {
            self.adjust(Arithmetic::Sub, PAGE);
            self.code.test(false, Place::Memory(RSP, None, 0), RAX);
            left -= PAGE;
        }
        if left > 0 {
            self.adjust(Arithmetic::Sub, left);
        }
        let entry = &self.function.blocks[self.function.order[0] as usize];
        let mut moves = Vec::new();
        let mut last = None;
        for (i, parameter) in entry.parameters.iter().enumerate() {
            let to = self.location(*parameter);
            match ARGUMENTS.get(i) {
                Some(register) => moves.push((to, Source::At(Location::Register(*register)))),
                None => last = Some((to, i - ARGUMENTS.len())),
            }
        }
        self.moves(moves);
        // The arguments on the stack are above the return address.
        if let Some((to, index)) = last {
            let distance = self.frame as usize + 8 * (self.pushed.len() + 1 + index);
            let from = Place::Memory(RSP, None, distance as i32);
            match to {
                Location::Register(register) => self.code.load(true, register, from),
                Location::Slot(_) => {
                    self.code.load(true, RAX, from);
                    self.code.store(8, self.place(to), RAX);
                }
                Location::Nowhere => {}
            }
        }
    }

    fn adjust(&mut self, op: Arithmetic, bytes: u32) {
        self.code
            .arithmetic_number(op, true, Place::Register(RSP), bytes as i32);
    }

    fn epilogue(&mut self) {
        if self.frame > 0 {
            self.adjust(Arithmetic::Add, self.frame);
        }
        for register in self.pushed.iter().rev() {
            self.code.pop(*register);
        }
        self.code.bytes.push(0xc3);
    }

    fn location(&self, value: Value) -> Location {
        self.allocation.locations[value as usize]
    }

    fn source(&self, value: Value) -> Source {
        match self.function.number(value) {
            Some(number) => Source::Number(number),
            None => Source::At(self.location(value)),
        }
    }

    fn place(&self, location: Location) -> Place {
        match location {
            Location::Register(register) => Place::Register(register),
            Location::Slot(slot) => Place::Memory(RSP, None, 8 * slot as i32),
            Location::Nowhere => Place::Register(RAX),
        }
    }

    /// Returns the place of a value that is not constant.
    fn place_of(&self, value: Value) -> Place {
        let location = self.location(value);
        if matches!(location, Location::Nowhere) {
            self.misplaced.set(true);
        }
        self.place(location)
    }

    fn moves(&mut self, moves: Vec<(Location, Source)>) {
        let spare = Location::Register(RAX);
        let mut ordered = Vec::new();
        in_order(moves, spare, &mut |to, from| ordered.push((to, from)));
        for (to, from) in ordered {
            let to = self.place(to);
            match (to, from) {
                (Place::Register(register), Source::Number(number)) => {
                    self.code.number(register, number);
                }
                (Place::Register(register), Source::At(from)) => {
                    let from = self.place(from);
                    self.code.load(true, register, from);
                }
                (_, Source::Number(number)) => self.store_number(8, to, number),
                (_, Source::At(from)) => {
                    let register = self.in_register(self.place(from), RCX);
                    self.code.store(8, to, register);
                }
            }
        }
    }

    fn store_number(&mut self, bytes: u8, to: Place, number: i64) {
        let short = match bytes {
            8 => i32::try_from(number).ok(),
            _ => Some(number as i32),
        };
        match short {
            Some(short) => self.code.store_number(bytes, to, short),
            None => {
                self.code.number(RCX, number);
                self.code.store(bytes, to, RCX);
            }
        }
    }

    /// Returns the register of a place, or loads it into a register.
    fn in_register(&mut self, place: Place, spare: u8) -> u8 {
        match place {
            Place::Register(register) => register,
            memory => {
                self.code.load(true, spare, memory);
                spare
            }
        }
    }

    /// Returns a register that contains a value.
    fn value_in_register(&mut self, value: Value, spare: u8) -> u8 {
        match self.function.number(value) {
            Some(number) => {
                self.code.number(spare, number);
                spare
            }
            None => self.in_register(self.place_of(value), spare),
        }
    }

    /// Puts a value in a given register.
    fn fetch(&mut self, register: u8, value: Value) {
        match self.function.number(value) {
            Some(number) => self.code.number(register, number),
            None => {
                let place = self.place_of(value);
                if place != Place::Register(register) {
                    self.code.load(true, register, place);
                }
            }
        }
    }

    /// Returns a constant that fits in an instruction.
    fn short(&self, value: Value, wide: bool) -> Option<i32> {
        let number = self.function.number(value)?;
        if wide {
            i32::try_from(number).ok()
        } else {
            Some(number as i32)
        }
    }

    /// Returns the register in which a result is computed.
    fn target(&self, value: Value) -> u8 {
        match self.location(value) {
            Location::Register(register) => register,
            _ => RAX,
        }
    }

    /// Stores a result that was computed in its target.
    fn settle(&mut self, value: Value) {
        if let to @ Location::Slot(_) = self.location(value) {
            self.code.store(8, self.place(to), RAX);
        }
    }
}
