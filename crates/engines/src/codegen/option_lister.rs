//! A module that lists the options of one position. The function `fill` of the module reads the
//! numbers of the position from the worker's region. The function `fill` writes the numbers of each
//! option at the address at which other modules have a table. `fill` performs only the tests of the
//! rules. If `fill` traps, the reference interpreter reports the reason.

use base::text::Text;
use rules::ir::Expr;
use tablebase::PositionStatus;
use wasm_encoder::ValType;

use super::emit::{Emitter, OWN, WasmLocal, emit_with, memory};
use super::module::{FUEL, MemoryMap, WasmModule, WorkerCounter};
use super::steps::may_be_illegal;

use crate::dense::{BoxShape, CodeFold, EntryWidth, TableBox};
use crate::program::{MoveProgram, Stmt};

/// Maximum number of bytes for options. The interpreter lists the options of a position that needs
/// more bytes.
const ROOM: u64 = 1 << 20;

/// Compiles the module that lists the options of one position, as run by
/// [`tablebase::ListerModule`].
///
/// # Errors
/// Returns the reason if generated code is impossible.
pub fn lister(program: &MoveProgram) -> Result<WasmModule, Text> {
    let slots = program.state.len();
    let (lows, highs) = program
        .ranges
        .slots
        .iter()
        .map(|range| (range.0, range.1))
        .unzip();
    // No table is read, so only the ranges of the box matter.
    let shape = BoxShape {
        lows,
        highs,
        weights: vec![0; slots],
        most: 0,
        by_rows: true,
        unordered: 0..0,
        falling: 0..0,
        ranked: false,
    };
    let space = TableBox::from_shape(shape);
    let (width, fold) = (EntryWidth::One, CodeFold::Mex);
    let emitted = emit_with(program, &space, width, fold, |emitter| emitter.lists())?;
    let own = (
        emitted.table + ROOM,
        MemoryMap::marks(slots).next_multiple_of(1 << 12),
    );
    let map = MemoryMap {
        table: (emitted.table, ROOM),
        own,
        workers: 1,
        slots,
    };
    Ok(WasmModule {
        bytes: emitted.assemble(&map, false),
        map,
        shared: false,
    })
}

impl Emitter<'_> {
    /// Emits the function `fill` that lists options.
    fn lists(&mut self) -> Result<(), Text> {
        let program = self.program;
        for (i, slot) in self.slots.clone().into_iter().enumerate() {
            self.op()
                .local_get(OWN)
                .i64_load(memory(8 * i as u64, 3))
                .local_set(slot);
        }
        let (cursor, standing) = (self.local(ValType::I32), self.local(ValType::I64));
        let (fuel, options) = (self.fuel, self.options);
        self.op().i64_const(FUEL).local_set(fuel);
        self.listed = Some(cursor);
        self.block();
        self.leave_if_any(&program.requires, PositionStatus::Hole, false, standing);
        self.leave_if_any(&program.goals, PositionStatus::Goal, true, standing);
        self.leave_if_any(&program.traps, PositionStatus::Trap, true, standing);
        self.op()
            .i64_const(PositionStatus::Open as i64)
            .local_set(standing);
        self.steps(&program.body)?;
        self.end();
        for (count, local) in [
            (WorkerCounter::Positions, standing),
            (WorkerCounter::Options, options),
        ] {
            let at = self.own(count);
            self.op().local_get(OWN).local_get(local).i64_store(at);
        }
        self.end();
        Ok(())
    }

    /// Emits a branch out of the block that is taken if one of the conditions equals `met`.
    fn leave_if_any(
        &mut self,
        conditions: &[Expr],
        as_what: PositionStatus,
        met: bool,
        standing: WasmLocal,
    ) {
        for condition in conditions {
            self.op().i64_const(as_what as i64).local_set(standing);
            self.condition(condition);
            if !met {
                self.op().i32_eqz();
            }
            self.op().br_if(0);
        }
    }

    /// Writes an option: the number of its components, then the components.
    pub(super) fn listed_option(&mut self, parts: &[Stmt], cursor: WasmLocal) -> Result<(), Text> {
        let (head, count, illegal, options) = (
            self.local(ValType::I32),
            self.sum,
            self.illegal,
            self.options,
        );
        let tested = may_be_illegal(parts);
        self.has_room(cursor, 0);
        self.op()
            .local_get(cursor)
            .local_tee(head)
            .i32_const(8)
            .i32_add()
            .local_set(cursor);
        self.op().i32_const(0).local_set(count);
        if tested {
            self.op().i32_const(0).local_set(illegal);
        }
        self.steps(parts)?;
        if tested {
            // The next option overwrites an option that is not a legal move.
            self.op().local_get(illegal);
            self.if_();
            self.op().local_get(head).local_set(cursor).else_();
        }
        let start = self.option_memarg(0);
        self.op()
            .local_get(head)
            .local_get(count)
            .i64_extend_i32_u()
            .i64_store(start);
        self.op()
            .local_get(options)
            .i64_const(1)
            .i64_add()
            .local_set(options);
        if tested {
            self.end();
        }
        Ok(())
    }

    /// Writes a component.
    pub(super) fn write_numbers(&mut self, slots: &[WasmLocal], cursor: WasmLocal) {
        let (count, bytes) = (self.sum, 8 * slots.len());
        self.has_room(cursor, bytes);
        for (i, slot) in slots.iter().enumerate() {
            let at = self.option_memarg(8 * i as u64);
            self.op().local_get(cursor).local_get(*slot).i64_store(at);
        }
        self.op()
            .local_get(cursor)
            .i32_const(bytes as i32)
            .i32_add()
            .local_set(cursor);
        self.op()
            .local_get(count)
            .i32_const(1)
            .i32_add()
            .local_set(count);
    }

    /// Traps unless there is room for `bytes` plus eight bytes.
    fn has_room(&mut self, cursor: WasmLocal, bytes: usize) {
        self.op()
            .local_get(cursor)
            .i32_const((ROOM as usize).saturating_sub(bytes + 8) as i32)
            .i32_gt_u();
        self.trap_if();
    }

    /// Returns the memory argument for an offset among the options.
    fn option_memarg(&self, offset: u64) -> wasm_encoder::MemArg {
        memory(self.table + offset, 3)
    }
}
