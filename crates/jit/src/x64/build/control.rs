//! Translates blocks, loops and branches. Locals are merged where branches join.

use super::{Builder, Frame};
use crate::compile::{CallStatus, MAX_FRAMES, MAX_MERGED_VALUES};
use crate::module_reader::IntType::{self, I32, I64};
use crate::module_reader::{ModuleReader, kind};
use crate::x64::ir::{Block, BlockId, Condition, Instruction, Loop, LoopId, Op, Terminator, Value};

impl Builder<'_> {
    /// Returns the values of the locals that a frame assigns.
    pub(super) fn merging(&mut self, index: usize) -> Result<Vec<Value>, String> {
        let locals = &self.assigned[self.frames[index].number];
        self.merged += locals.len();
        if self.merged > MAX_MERGED_VALUES {
            return Err("too many locals in too many blocks".to_owned());
        }
        Ok(locals
            .iter()
            .map(|local| self.locals[*local as usize])
            .collect())
    }

    /// Ends the current block with a jump to the end of a frame.
    pub(super) fn leave(&mut self, index: usize, result: Option<Value>) -> Result<(), String> {
        if !self.reachable {
            return Ok(());
        }
        if index == 0 {
            self.finish(Terminator::Jump(self.exits[0], Vec::new()));
            return Ok(());
        }
        let mut values = self.merging(index)?;
        values.extend(result);
        self.frames[index].exits.push(self.here);
        self.finish(Terminator::Jump(BlockId::MAX, values));
        Ok(())
    }

    /// Ends the current block with a branch instruction to a frame.
    pub(super) fn jump(&mut self, index: usize) -> Result<(), String> {
        match self.frames[index].head {
            Some(head) if self.reachable => {
                let values = self.merging(index)?;
                self.finish(Terminator::Jump(head, values));
                Ok(())
            }
            Some(_) => Ok(()),
            None => self.leave(index, None),
        }
    }

    /// Branches to a frame if a condition is nonzero, otherwise continues.
    pub(super) fn branch(&mut self, condition: Value, index: usize) -> Result<(), String> {
        match self.function.number(condition) {
            Some(number) if number as u32 == 0 => Ok(()),
            Some(_) => {
                self.jump(index)?;
                self.lose();
                Ok(())
            }
            None if !self.reachable => Ok(()),
            None => {
                let from = self.here;
                let edge = self.function.add_block(self.innermost, from);
                let next = self.function.add_block(self.innermost, from);
                self.finish(Terminator::Branch(condition, edge, next));
                self.switch(edge);
                self.jump(index)?;
                self.switch(next);
                self.inherit(from);
                Ok(())
            }
        }
    }

    /// A block that continues a cold block is cold.
    pub(super) fn inherit(&mut self, from: BlockId) {
        let cold = self.function.blocks[from as usize].cold;
        let here = self.here;
        self.function.block(here).cold = cold;
    }

    /// Ends the function with a status if a condition is nonzero.
    pub(super) fn leave_if(&mut self, condition: Value, status: CallStatus) {
        match self.function.number(condition) {
            Some(number) if number as u32 == 0 => {}
            _ if !self.reachable => {}
            Some(_) => {
                self.go(status);
                self.lose();
            }
            None => {
                let from = self.here;
                let next = self.function.add_block(self.innermost, from);
                self.finish(Terminator::Branch(
                    condition,
                    self.exits[status as usize],
                    next,
                ));
                self.switch(next);
                self.inherit(from);
            }
        }
    }

    /// Translates the start of a `block`, `loop` or `if`.
    pub(super) fn begin(&mut self, code: u8, reader: &mut ModuleReader<'_>) -> Result<(), String> {
        let result = match reader.byte()? {
            0x40 => None,
            other => Some(kind(other)?),
        };
        self.opened += 1;
        if self.opened > MAX_FRAMES {
            return Err(format!("more than {MAX_FRAMES} blocks"));
        }
        if self.opened * self.kinds.len() > MAX_MERGED_VALUES {
            return Err("too many locals in too many blocks".to_owned());
        }
        let condition = if code == 0x04 {
            Some(self.pop(I32)?)
        } else {
            None
        };
        self.frames.push(Frame {
            head: None,
            exits: Vec::new(),
            otherwise: None,
            before: Vec::new(),
            number: self.opened,
            height: self.stack.len(),
            result,
            dead: false,
            opening: self.here,
        });
        let index = self.frames.len() - 1;
        if let Some(condition) = condition {
            let before = self.merging(index)?;
            self.frame().before = before;
            let from = self.here;
            let then = self.function.add_block(self.innermost, from);
            let otherwise = self.function.add_block(self.innermost, from);
            // A constant condition makes one of the two blocks unreachable.
            let number = self.function.number(condition);
            let otherwise_runs = self.reachable && number.is_none_or(|number| number as u32 == 0);
            self.frame().otherwise = Some((otherwise, otherwise_runs));
            match number {
                _ if !self.reachable => {}
                Some(0) => {
                    self.finish(Terminator::Jump(otherwise, Vec::new()));
                    self.lose();
                }
                Some(_) => {
                    self.finish(Terminator::Jump(then, Vec::new()));
                    self.switch(then);
                    self.inherit(from);
                }
                None => {
                    self.finish(Terminator::Branch(condition, then, otherwise));
                    self.switch(then);
                    self.inherit(from);
                }
            }
        } else if code == 0x03 {
            self.begin_loop(index)?;
        }
        Ok(())
    }

    pub(super) fn begin_loop(&mut self, index: usize) -> Result<(), String> {
        let before = self.here;
        let parent = self.innermost;
        self.function.loops.push(Loop {
            parent,
            depth: self.function.loops[parent as usize].depth + 1,
            before,
            head: 0,
        });
        self.innermost = self.function.loops.len() as LoopId - 1;
        let head = self.function.add_block(self.innermost, before);
        self.function.loops[self.innermost as usize].head = head;
        self.frame().head = Some(head);
        let values = self.merging(index)?;
        if self.reachable {
            self.finish(Terminator::Jump(head, values));
            self.switch(head);
            self.inherit(before);
        } else {
            self.here = head;
        }
        for at in 0..self.assigned[self.opened].len() {
            let local = self.assigned[self.opened][at] as usize;
            self.locals[local] = self.parameter(head, self.kinds[local]);
        }
        if self.form.turns.is_some() {
            let turns = self.locals.len() - 1;
            let left = self.locals[turns];
            let none = self.compare(Condition::Equal, true, left, 0);
            self.leave_if(none, CallStatus::Stopped);
            let minus = self.number(-1);
            self.locals[turns] = self.op(Op::Add, true, &[left, minus]);
        }
        Ok(())
    }

    /// Adds a parameter to a block.
    pub(super) fn parameter(&mut self, block: BlockId, kind: IntType) -> Value {
        let parameter = Instruction {
            immediate: i64::from(block),
            ..Instruction::new(Op::Parameter, true, &[])
        };
        let value = self.function.add_value(parameter, block);
        self.function.narrow[value as usize] = kind == I32;
        self.function.block(block).parameters.push(value);
        value
    }

    /// Ends one branch of a frame: jumps to the code after the frame, with the result of the frame.
    pub(super) fn close(&mut self) -> Result<(), String> {
        let Frame { height, result, .. } = *self.frame();
        let result = result.map(|kind| self.pop(kind)).transpose()?;
        if self.stack.len() > height {
            return Err(format!(
                "{} operands are not used",
                self.stack.len() - height
            ));
        }
        self.leave(self.frames.len() - 1, result)
    }

    /// Starts the `else` branch, with the values of the locals before the `if`.
    pub(super) fn begin_otherwise(&mut self, block: BlockId, reachable: bool) {
        let index = self.frames.len() - 1;
        let number = self.frames[index].number;
        let before = std::mem::take(&mut self.frames[index].before);
        for (local, value) in self.assigned[number].iter().zip(before) {
            self.locals[*local as usize] = value;
        }
        if reachable {
            self.switch(block);
            self.inherit(self.frames[index].opening);
        } else {
            self.lose();
        }
    }

    pub(super) fn otherwise(&mut self) -> Result<(), String> {
        let (block, reachable) = self
            .frame()
            .otherwise
            .take()
            .ok_or("there is no `if` to which this `else` belongs")?;
        self.close()?;
        self.frame().dead = false;
        self.begin_otherwise(block, reachable);
        Ok(())
    }

    pub(super) fn end(&mut self) -> Result<(), String> {
        self.close()?;
        if let Some((block, reachable)) = self.frame().otherwise {
            if self.frame().result.is_some() {
                return Err("an `if` has a result but no `else`".to_owned());
            }
            self.begin_otherwise(block, reachable);
            self.leave(self.frames.len() - 1, None)?;
        }
        let frame = self
            .frames
            .pop()
            .expect("instructions are read only while a frame is open");
        if self.frames.is_empty() {
            return Ok(());
        }
        if frame.head.is_some() {
            self.innermost = self.function.loops[self.innermost as usize].parent;
        }
        let kinds = self.assigned[frame.number]
            .iter()
            .map(|local| {
                (
                    Some(*local as usize),
                    self.kinds.get(*local as usize).copied(),
                )
            })
            .chain(frame.result.map(|kind| (None, Some(kind))));
        let kinds: Vec<_> = kinds.collect();
        if frame.exits.is_empty() {
            self.lose();
            if let Some(kind) = frame.result {
                let zero = self.number(0);
                self.stack.push((zero, kind));
            }
            return Ok(());
        }
        let next = self.join(&frame);
        // A value that is the same in all blocks needs no parameter.
        let mut kept = Vec::new();
        let rows: Vec<Vec<Value>> = frame
            .exits
            .iter()
            .map(|exit| match &mut self.function.block(*exit).end {
                Terminator::Jump(target, values) => {
                    *target = next;
                    std::mem::take(values)
                }
                _ => Vec::new(),
            })
            .collect();
        for (column, (local, kind)) in kinds.iter().enumerate() {
            let first = rows[0][column];
            let value = if rows.iter().all(|row| row[column] == first) {
                first
            } else {
                kept.push(column);
                self.parameter(next, kind.unwrap_or(I64))
            };
            match local {
                Some(local) => self.locals[*local] = value,
                None => self.stack.push((value, kind.unwrap_or(I64))),
            }
        }
        for (exit, row) in frame.exits.iter().zip(rows) {
            if let Terminator::Jump(_, values) = &mut self.function.block(*exit).end {
                *values = kept.iter().map(|column| row[*column]).collect();
            }
        }
        Ok(())
    }

    /// Starts the block after a frame.
    pub(super) fn join(&mut self, frame: &Frame) -> BlockId {
        let mut dominator = frame.exits[0];
        let mut cold = true;
        for exit in &frame.exits {
            dominator = self.common_dominator(dominator, *exit, frame.opening);
            cold &= self.function.blocks[*exit as usize].cold;
        }
        let next = self.function.add_block(self.innermost, dominator);
        self.switch(next);
        self.function.block(next).cold = cold;
        next
    }

    /// Returns the closest common dominator of two blocks, or `otherwise` if the search takes long.
    pub(super) fn common_dominator(
        &mut self,
        mut a: BlockId,
        mut b: BlockId,
        otherwise: BlockId,
    ) -> BlockId {
        while a != b {
            if self.patience == 0 {
                return otherwise;
            }
            self.patience -= 1;
            let (x, y): (&Block, &Block) = (
                &self.function.blocks[a as usize],
                &self.function.blocks[b as usize],
            );
            if x.level >= y.level {
                a = x.dominator;
            } else {
                b = y.dominator;
            }
        }
        a
    }

    /// Reads the depth of a branch and returns the index of its frame.
    pub(super) fn target(&mut self, reader: &mut ModuleReader<'_>) -> Result<usize, String> {
        let depth = reader.unsigned()? as usize;
        let index = self.frames.len().checked_sub(depth + 1).ok_or_else(|| {
            format!("a branch refers to the frame at depth {depth}, which does not exist")
        })?;
        let frame = &self.frames[index];
        if frame.result.is_some() && frame.head.is_none() {
            return Err("a branch carries a value".to_owned());
        }
        Ok(index)
    }
}
