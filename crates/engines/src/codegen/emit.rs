//! The function under construction, with its code and its locals, and the assembly of the module.

use std::sync::Arc;

use base::text::Text;
use rules::data::DataTable;
use rules::ir::Int;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, EntityType, ExportKind, ExportSection,
    Function, FunctionSection, ImportSection, InstructionSink, MemArg, MemoryType,
    Module as Encoded, TypeSection, ValType,
};

use super::module::{FUEL, MemoryMap, WorkerCounter};
use super::points::PointsLocals;
use super::tail_sums::TailSums;
use crate::dense::{CodeFold, EntryWidth, OutcomeFold, TableBox};
use crate::program::interval::VariableRanges;
use crate::program::{MoveProgram, SortingMode};

/// A local of the function.
pub(super) type WasmLocal = u32;

/// The parameters of `fill`: the worker's region, and two pairs of numbers. The two pairs are the
/// ranges of the first two slots, or the range of levels followed by the index and the number of
/// parts.
pub(super) const OWN: WasmLocal = 0;
pub(super) const FIRST: (WasmLocal, WasmLocal) = (1, 2);
pub(super) const SECOND: (WasmLocal, WasmLocal) = (3, 4);
const PARAMETERS: u32 = 5;

/// The imported functions.
pub(super) const POLL: u32 = 0;
pub(super) const CALL: u32 = 1;

/// The table begins after the space for the constants and the data of the game. The constants come
/// first in memory. The constants have a fixed amount of space, because the code is emitted before
/// all constants are known. The data follows the constants; if the game has data, the code is
/// emitted twice, because the size of the data is known after the code was emitted.
const CONSTANTS: usize = 1 << 16;

/// Maximum size of the data of a game in bytes.
const MAX_DATA_BYTES: u64 = 1 << 28;

pub(super) struct EmittedCode {
    /// The address at which the table begins.
    pub table: u64,
    data: Vec<(Arc<DataTable>, u64)>,
    code: Vec<u8>,
    locals: Vec<ValType>,
    pub constants: Vec<u8>,
}

/// The method by which the values of options are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CollectionMode {
    /// Values are collected in the bits of one local, if all values are small.
    Bits(WasmLocal),
    /// Values are collected in the worker's marks, where the number in the local marks the values
    /// of this position's options.
    Marks(WasmLocal),
    /// Only the rank of the best option is stored, in one local.
    Best(WasmLocal, OutcomeFold),
    /// The points of the best option are stored.
    Points(PointsLocals),
}

pub(super) struct Emitter<'p> {
    pub program: &'p MoveProgram,
    pub space: &'p TableBox,
    pub width: EntryWidth,
    pub fold: CodeFold,
    code: Vec<u8>,
    locals: Vec<ValType>,
    pub constants: Vec<u8>,
    /// The data that the code reads, with its addresses.
    data: Vec<(Arc<DataTable>, u64)>,
    /// The address at which the table begins.
    pub table: u64,
    /// For each slot, the offset of its ranks among the constants.
    pub ranks: Vec<u64>,
    /// The ranges of slots and locals at this point of the code.
    pub ranges: VariableRanges,
    /// The locals for the slots to which expressions refer: the slots of the position, or of a
    /// component that is tested.
    pub slots: Vec<WasmLocal>,
    /// The first local of the rules.
    first_local: WasmLocal,
    /// The address of the position's entry, relative to the table.
    pub place: WasmLocal,
    /// For each slot, the contribution of the earlier slots to the address. The list is incomplete
    /// if the address is not a sum of contributions in slot order.
    pub before: Vec<WasmLocal>,
    /// The partial sums that the addresses of several options share.
    pub tails: TailSums,
    pub seen: CollectionMode,
    /// The countdown to the next budget poll, and the steps being counted.
    pub fuel: WasmLocal,
    spent: WasmLocal,
    pub positions: WasmLocal,
    pub options: WasmLocal,
    /// Whether an option reaches a goal.
    pub loony: WasmLocal,
    /// The state of the current option: its nim-sum or its code so far, its special codes, and
    /// whether the option is illegal.
    pub sum: WasmLocal,
    pub special: WasmLocal,
    pub illegal: WasmLocal,
    /// The address at which the next number of an option is written, if options are listed and
    /// nothing is looked up.
    pub listed: Option<WasmLocal>,
}

/// Emits the function that fills a table.
pub(super) fn emit(
    program: &MoveProgram,
    space: &TableBox,
    width: EntryWidth,
    fold: CodeFold,
) -> Result<EmittedCode, Text> {
    emit_with(program, space, width, fold, |emitter| emitter.body())
}

/// Emits a function whose code `write` appends.
pub(super) fn emit_with(
    program: &MoveProgram,
    space: &TableBox,
    width: EntryWidth,
    fold: CodeFold,
    write: fn(&mut Emitter<'_>) -> Result<(), Text>,
) -> Result<EmittedCode, Text> {
    let mut table = CONSTANTS as u64;
    loop {
        let mut emitter = emitter(program, space, width, fold, table);
        write(&mut emitter)?;
        let end = emitter.end_of_data();
        if end > CONSTANTS as u64 + MAX_DATA_BYTES {
            return Err(base::text!("long lists of numbers", "过长的数表"));
        }
        if end <= table {
            return emitter.emitted();
        }
        table = end.next_multiple_of(1 << 16);
    }
}

/// Creates an emitter with the locals of the function.
fn emitter<'p>(
    program: &'p MoveProgram,
    space: &'p TableBox,
    width: EntryWidth,
    fold: CodeFold,
    table: u64,
) -> Emitter<'p> {
    let mut emitter = Emitter {
        program,
        space,
        width,
        fold,
        code: Vec::new(),
        locals: Vec::new(),
        constants: Vec::new(),
        data: Vec::new(),
        table,
        ranks: Vec::new(),
        ranges: program.ranges.clone(),
        slots: Vec::new(),
        first_local: 0,
        place: 0,
        before: Vec::new(),
        tails: TailSums::default(),
        seen: CollectionMode::Bits(0),
        fuel: 0,
        spent: 0,
        positions: 0,
        options: 0,
        loony: 0,
        sum: 0,
        special: 0,
        illegal: 0,
        listed: None,
    };
    emitter.slots = program
        .state
        .iter()
        .map(|_| emitter.local(ValType::I64))
        .collect();
    emitter.first_local = PARAMETERS + emitter.locals.len() as u32;
    (0..program.locals).for_each(|_| {
        emitter.local(ValType::I64);
    });
    // With this number of options, every nimber and every nim-sum of nimbers is below 64.
    emitter.seen = match fold {
        CodeFold::Mex if program.most_options <= 62 => {
            CollectionMode::Bits(emitter.local(ValType::I64))
        }
        CodeFold::Mex => CollectionMode::Marks(emitter.local(ValType::I32)),
        CodeFold::Race(race) => CollectionMode::Best(emitter.local(ValType::I32), race),
        CodeFold::Points { has_payoff } => {
            CollectionMode::Points(PointsLocals::new(&mut emitter, has_payoff))
        }
    };
    emitter.place = emitter.local(ValType::I32);
    emitter.fuel = emitter.local(ValType::I64);
    emitter.spent = emitter.local(ValType::I64);
    emitter.positions = emitter.local(ValType::I64);
    emitter.options = emitter.local(ValType::I64);
    emitter.loony = emitter.local(ValType::I32);
    emitter.sum = emitter.local(ValType::I32);
    emitter.special = emitter.local(ValType::I32);
    emitter.illegal = emitter.local(ValType::I32);
    let bytes = fold.entry_bytes(width) as Int;
    let ranks = space.layout.ranks.iter();
    emitter.ranks = ranks
        .map(|of| {
            emitter.constant(
                &of.iter()
                    .map(|&rank| rank as Int * bytes)
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    emitter
}

impl Emitter<'_> {
    /// Returns the function, or an error if its constants do not fit in the space for constants.
    fn emitted(self) -> Result<EmittedCode, Text> {
        if self.constants.len() > CONSTANTS {
            return Err(base::text!("long lists of numbers", "过长的数表"));
        }
        Ok(EmittedCode {
            code: self.code,
            locals: self.locals,
            constants: self.constants,
            data: self.data,
            table: self.table,
        })
    }

    /// Returns a sink that appends instructions.
    pub fn op(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    /// Adds a new local to the function.
    pub fn local(&mut self, kind: ValType) -> WasmLocal {
        self.locals.push(kind);
        PARAMETERS + self.locals.len() as u32 - 1
    }

    /// Returns the local of the function for a local of the rules.
    pub fn rule_local(&self, local: usize) -> WasmLocal {
        self.first_local + local as u32
    }

    pub fn block(&mut self) {
        self.op().block(BlockType::Empty);
    }

    pub fn if_(&mut self) {
        self.op().if_(BlockType::Empty);
    }

    pub fn end(&mut self) {
        self.op().end();
    }

    /// Emits the function `fill` of a table.
    fn body(&mut self) -> Result<(), Text> {
        let counts = [
            (WorkerCounter::Positions, self.positions),
            (WorkerCounter::Options, self.options),
            (WorkerCounter::Fuel, self.fuel),
        ];
        for (count, local) in counts {
            let at = self.own(count);
            self.op().local_get(OWN).i64_load(at).local_set(local);
        }
        if let CollectionMode::Marks(stamp) = self.seen {
            let at = self.own(WorkerCounter::Stamp);
            self.op().local_get(OWN).i32_load(at).local_set(stamp);
        }
        self.positions()?;
        for (count, local) in counts {
            let at = self.own(count);
            self.op().local_get(OWN).local_get(local).i64_store(at);
        }
        if let CollectionMode::Marks(stamp) = self.seen {
            let at = self.own(WorkerCounter::Stamp);
            self.op().local_get(OWN).local_get(stamp).i32_store(at);
        }
        self.end();
        Ok(())
    }

    /// Returns the location of a counter in the worker's region.
    pub fn own(&self, count: WorkerCounter) -> MemArg {
        let align = if count == WorkerCounter::Stamp { 2 } else { 3 };
        memory(8 * (self.slots_count() + count as u64), align)
    }

    fn slots_count(&self) -> u64 {
        self.program.state.len() as u64
    }

    /// Returns the location of the marks in the worker's region.
    pub fn marks(&self) -> MemArg {
        memory(MemoryMap::marks(self.program.state.len()), 2)
    }

    /// Emits the code that counts steps and polls the budget after enough of them. The number of
    /// steps is on the stack (64 bits).
    pub fn pay(&mut self) {
        let (fuel, spent, positions) = (self.fuel, self.spent, self.positions);
        self.op()
            .local_set(spent)
            .local_get(fuel)
            .local_get(spent)
            .i64_sub()
            .local_tee(fuel)
            .i64_const(0)
            .i64_lt_s();
        self.if_();
        self.op()
            .local_get(positions)
            .call(POLL)
            .i64_const(FUEL)
            .local_set(fuel)
            .end();
    }

    /// Returns the number of bytes of an entry.
    pub fn entry_bytes(&self) -> usize {
        self.fold.entry_bytes(self.width)
    }

    /// Adds the entry whose address is on the stack, relative to the table, to the option's value.
    pub fn add_entry(&mut self) {
        if let CollectionMode::Points(points) = self.seen {
            self.add_points(points);
        } else {
            self.load();
            self.add_code();
        }
    }

    /// Reads the entry whose address is on the stack, relative to the table.
    pub fn load(&mut self) {
        let at = memory(self.table, self.width.bytes().trailing_zeros());
        match self.width {
            EntryWidth::One => self.op().i32_load8_u(at),
            EntryWidth::Two => self.op().i32_load16_u(at),
            EntryWidth::Four => self.op().i32_load(at),
        };
    }

    /// Writes an entry; its address, relative to the table, and its code are on the stack.
    pub fn store(&mut self) {
        let at = memory(self.table, self.width.bytes().trailing_zeros());
        match self.width {
            EntryWidth::One => self.op().i32_store8(at),
            EntryWidth::Two => self.op().i32_store16(at),
            EntryWidth::Four => self.op().i32_store(at),
        };
    }

    /// Emits a trap for a value that does not fit in an entry.
    pub fn too_narrow(&mut self) {
        let at = self.own(WorkerCounter::Narrow);
        self.op()
            .local_get(OWN)
            .i64_const(1)
            .i64_store(at)
            .unreachable();
    }

    /// Adds numbers to the constants and returns their offset.
    pub fn constant(&mut self, numbers: &[Int]) -> u64 {
        let at = self.constants.len() as u64;
        self.constants
            .extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        at
    }

    /// Returns the address of data, which is stored once.
    pub fn data(&mut self, data: &Arc<DataTable>) -> u64 {
        if let Some((_, at)) = self.data.iter().find(|(known, _)| Arc::ptr_eq(known, data)) {
            return *at;
        }
        let at = self.end_of_data();
        self.data.push((data.clone(), at));
        at
    }

    /// Returns the address after the data so far.
    fn end_of_data(&self) -> u64 {
        self.data.last().map_or(CONSTANTS as u64, |(data, at)| {
            at + 8 * data.entries.len() as u64
        })
    }

    /// Pushes the contribution of a slot, whose value is in a local, to an address in bytes.
    pub fn adds(&mut self, slot: usize, value: WasmLocal) {
        let low = self.space.layout.lows[slot];
        self.op()
            .local_get(value)
            .i64_const(low)
            .i64_sub()
            .i32_wrap_i64();
        match self.ranks.get(slot).copied() {
            // The numbers are eight bytes apart, and each number fits in four bytes.
            Some(at) => {
                self.op().i32_const(3).i32_shl().i32_load(memory(at, 2));
            }
            None => {
                let stride = self.space.layout.strides[slot] * self.entry_bytes();
                self.op().i32_const(stride as i32).i32_mul();
            }
        }
    }

    /// Returns whether some codes are not nimbers.
    pub fn specials(&self) -> bool {
        self.fold == CodeFold::Mex && self.program.can_end()
    }

    /// Returns the local that becomes 0 when an option has decided the position; `None` if the
    /// other options must not be skipped.
    pub fn undecided(&self) -> Option<WasmLocal> {
        match self.seen {
            CollectionMode::Best(best, race) if race.stops() && self.program.total => Some(best),
            _ => None,
        }
    }

    /// Returns whether a loop over options whose addresses increase by fixed steps is a tight loop.
    pub fn sweeps(&self) -> bool {
        !self.specials() && self.listed.is_none() && !matches!(self.fold, CodeFold::Points { .. })
    }

    /// Returns whether a value is written at the indices of all permutations of its position.
    pub fn mirrored(&self) -> bool {
        self.space.layout.sorting == SortingMode::Mirrored
    }
}

/// Returns an address with a fixed offset.
pub(super) fn memory(offset: u64, align: u32) -> MemArg {
    MemArg {
        offset,
        align,
        memory_index: 0,
    }
}

impl EmittedCode {
    /// Assembles the module.
    pub fn assemble(&self, map: &MemoryMap, shared: bool) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([ValType::I64], []);
        types
            .ty()
            .function([ValType::I32, ValType::I64, ValType::I64], [ValType::I64]);
        types.ty().function(
            [
                ValType::I32,
                ValType::I64,
                ValType::I64,
                ValType::I64,
                ValType::I64,
            ],
            [],
        );
        types.ty().function([ValType::I32, ValType::I32], []);
        let mut imports = ImportSection::new();
        imports.import("grundy", "poll", EntityType::Function(0));
        imports.import("grundy", "call", EntityType::Function(1));
        let pages = map.pages();
        let memory = MemoryType {
            minimum: pages,
            maximum: Some(pages),
            memory64: false,
            shared,
            page_size_log2: None,
        };
        imports.import("grundy", "memory", EntityType::Memory(memory));
        let mut functions = FunctionSection::new();
        functions.function(2).function(3);
        let mut exports = ExportSection::new();
        exports
            .export("fill", ExportKind::Func, 2)
            .export("clear", ExportKind::Func, 3);
        let mut fill = Function::new_with_locals_types(self.locals.iter().copied());
        fill.raw(self.code.iter().copied());
        // `clear(from, length)`: sets all bits, which marks entries as empty.
        let mut clear = Function::new([]);
        clear
            .instructions()
            .local_get(0)
            .i32_const(0xff)
            .local_get(1)
            .memory_fill(0)
            .end();
        let mut code = CodeSection::new();
        code.function(&fill).function(&clear);
        let mut module = Encoded::new();
        module
            .section(&types)
            .section(&imports)
            .section(&functions)
            .section(&exports)
            .section(&code);
        if !self.constants.is_empty() || !self.data.is_empty() {
            let mut bytes = self.constants.clone();
            for (data, at) in &self.data {
                bytes.resize(*at as usize, 0);
                bytes.extend(data.entries.iter().flat_map(|entry| entry.to_le_bytes()));
            }
            let mut data = DataSection::new();
            data.active(0, &ConstExpr::i32_const(0), bytes);
            module.section(&data);
        }
        module.finish()
    }
}
