//! Compares the compiler with Cranelift, the reference, on random valid modules: the results, the
//! memory and the ways in which runs end must be the same.

use engines::codegen::WasmModule;
use engines::machine::WaveTask;
use fastrand::Rng;

use wasm_encoder::{BlockType, InstructionSink, MemArg, ValType};

use crate::Jit;

/// The helpers of the tests in `tests/jit`.
#[path = "../tests/jit/handmade_modules.rs"]
#[allow(dead_code)]
mod handmade_modules;
use handmade_modules::{MEMORY, TABLE, module, run};

const I32: ValType = ValType::I32;
const I64: ValType = ValType::I64;

/// Numbers at which operations change their behavior.
const EDGES: [i64; 16] = [
    0,
    1,
    2,
    3,
    -1,
    -2,
    7,
    31,
    32,
    63,
    64,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
];

struct Generator<'r, 's> {
    rng: &'r mut Rng,
    ops: &'r mut InstructionSink<'s>,
    /// The types of the locals, starting with the parameters.
    locals: Vec<ValType>,
    /// The first local that counts the turns of loops; statements do not assign it.
    counters: u32,
    /// Number of blocks around the current instruction, and which of them may be left by a branch.
    open: Vec<bool>,
    loops: u32,
    /// Whether addresses may leave the memory.
    wild: bool,
    /// Number of instructions left.
    left: i32,
}

impl Generator<'_, '_> {
    fn chance(&mut self, one_in: u32) -> bool {
        self.rng.u32(..one_in) == 0
    }

    fn local(&mut self, kind: ValType) -> u32 {
        loop {
            let local = self.rng.u32(1..self.counters);
            if self.locals[local as usize] == kind {
                return local;
            }
        }
    }

    fn number(&mut self) -> i64 {
        match self.rng.u32(..4) {
            0 => self.rng.i64(..),
            1 => self.rng.i64(-200..200),
            2 => 1 << self.rng.u32(..64),
            _ => EDGES[self.rng.usize(..EDGES.len())],
        }
    }

    fn constant(&mut self, kind: ValType) {
        let number = self.number();
        if kind == I32 {
            self.ops.i32_const(number as i32);
        } else {
            self.ops.i64_const(number);
        }
    }

    /// Pushes an address, and returns the offset and the alignment of the access.
    fn address(&mut self, depth: u32) -> MemArg {
        let pages = MEMORY;
        self.value(I32, depth);
        if self.wild && self.chance(3) {
            // The address is close to the end of the memory.
            let offset = match self.rng.u32(..4) {
                0 => pages - self.rng.u64(..24),
                1 => self.rng.u64(..1 << 32),
                _ => pages / 2,
            };
            self.ops.i32_const(31).i32_and();
            if self.chance(2) {
                self.ops.i32_const((pages / 2) as i32 - 16).i32_add();
            }
            return MemArg {
                offset,
                align: 0,
                memory_index: 0,
            };
        }
        let mask = [0xff, 0xfff, 0x3ff8, 15][self.rng.usize(..4)];
        self.ops.i32_const(mask).i32_and();
        MemArg {
            offset: TABLE + self.rng.u64(..64),
            align: 0,
            memory_index: 0,
        }
    }

    /// Pushes a value.
    fn value(&mut self, kind: ValType, depth: u32) {
        self.left -= 1;
        if depth == 0 || self.left < 0 {
            if self.chance(3) {
                self.constant(kind);
            } else {
                let local = self.local(kind);
                self.ops.local_get(local);
            }
            return;
        }
        let depth = depth - 1;
        match self.rng.u32(..20) {
            0 => self.constant(kind),
            1..=3 => {
                let local = self.local(kind);
                self.ops.local_get(local);
            }
            4 => {
                self.value(kind, depth);
                let local = self.local(kind);
                self.ops.local_tee(local);
            }
            5 => {
                self.value(kind, depth);
                self.value(kind, depth);
                self.value(I32, depth);
                self.ops.select();
            }
            6 => {
                self.value(I32, depth);
                self.ops.if_(BlockType::Result(kind));
                self.open.push(false);
                self.value(kind, depth);
                self.ops.else_();
                self.value(kind, depth);
                self.ops.end();
                self.open.pop();
            }
            7 | 8 => {
                let at = self.address(depth);
                if kind == I64 {
                    self.ops.i64_load(at);
                } else {
                    match self.rng.u32(..3) {
                        0 => self.ops.i32_load(at),
                        1 => self.ops.i32_load16_u(at),
                        _ => self.ops.i32_load8_u(at),
                    };
                }
            }
            9 if kind == I64 => {
                let number = self.rng.i32(-1..40);
                self.ops.i32_const(number);
                self.value(I64, depth);
                self.value(I64, depth);
                if self.chance(2) {
                    self.ops.drop().drop().i64_const(6).i64_const(9);
                }
                self.ops.call(1);
            }
            10 | 11 if kind == I64 => {
                self.value(I32, depth);
                self.ops.i64_extend_i32_u();
            }
            10 | 11 => {
                self.value(I64, depth);
                self.ops.i32_wrap_i64();
            }
            12 if kind == I64 => {
                self.value(I64, depth);
                match self.rng.u32(..3) {
                    0 => self.ops.i64_clz(),
                    1 => self.ops.i64_ctz(),
                    _ => self.ops.i64_popcnt(),
                };
            }
            12 => self.comparison(depth),
            13 if kind == I64 => {
                self.value(I64, depth);
                // Most divisors are not 0.
                if self.chance(3) {
                    self.constant(I64);
                } else {
                    self.value(I64, depth);
                    if !self.chance(8) {
                        self.ops.i64_const(1).i64_or();
                    }
                }
                match self.rng.u32(..4) {
                    0 => self.ops.i64_div_s(),
                    1 => self.ops.i64_div_u(),
                    2 => self.ops.i64_rem_s(),
                    _ => self.ops.i64_rem_u(),
                };
            }
            13 | 14 if kind == I32 => self.comparison(depth),
            _ => {
                self.value(kind, depth);
                if self.chance(2) {
                    self.constant(kind);
                } else {
                    self.value(kind, depth);
                }
                let which = self.rng.u32(..8);
                let ops = &mut self.ops;
                match (kind, which) {
                    (I32, 0) => ops.i32_add(),
                    (I32, 1) => ops.i32_sub(),
                    (I32, 2) => ops.i32_mul(),
                    (I32, 3) => ops.i32_and(),
                    (I32, 4) => ops.i32_or(),
                    (I32, 5) => ops.i32_xor(),
                    (I32, 6) => ops.i32_shl(),
                    (I32, _) => ops.i32_shr_u(),
                    (_, 0) => ops.i64_add(),
                    (_, 1) => ops.i64_sub(),
                    (_, 2) => ops.i64_mul(),
                    (_, 3) => ops.i64_and(),
                    (_, 4) => ops.i64_or(),
                    (_, 5) => ops.i64_xor(),
                    _ => ops.i64_shl(),
                };
            }
        }
    }

    fn comparison(&mut self, depth: u32) {
        let which = self.rng.u32(..15);
        let kind = if which < 7 { I32 } else { I64 };
        self.value(kind, depth);
        if which == 0 {
            self.ops.i32_eqz();
            return;
        }
        if which == 7 {
            self.ops.i64_eqz();
            return;
        }
        if self.chance(2) {
            self.constant(kind);
        } else {
            self.value(kind, depth);
        }
        let ops = &mut self.ops;
        match which {
            1 => ops.i32_eq(),
            2 => ops.i32_ne(),
            3 => ops.i32_lt_u(),
            4 => ops.i32_gt_u(),
            5 => ops.i32_ge_s(),
            6 => ops.i32_ge_u(),
            8 => ops.i64_eq(),
            9 => ops.i64_ne(),
            10 => ops.i64_lt_s(),
            11 => ops.i64_gt_s(),
            12 => ops.i64_le_s(),
            13 => ops.i64_ge_s(),
            _ => ops.i64_ge_u(),
        };
    }

    /// Returns the depth of a branch to a block that may be left; loops are left, never repeated.
    fn depth(&mut self) -> Option<u32> {
        let depth = self.rng.usize(..self.open.len().max(1));
        let index = self.open.len().checked_sub(depth + 1)?;
        self.open[index].then_some(depth as u32)
    }

    fn statements(&mut self, count: u32, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        self.left -= 1;
        if self.left < 0 {
            return;
        }
        match self.rng.u32(..16) {
            0..=5 => {
                let kind = if self.chance(2) { I32 } else { I64 };
                self.value(kind, 4);
                let local = self.local(kind);
                self.ops.local_set(local);
            }
            6 | 7 => {
                let at = self.address(2);
                match self.rng.u32(..4) {
                    0 => {
                        self.value(I64, 3);
                        self.ops.i64_store(at);
                    }
                    1 => {
                        self.value(I32, 3);
                        self.ops.i32_store(at);
                    }
                    2 => {
                        self.value(I32, 3);
                        self.ops.i32_store16(at);
                    }
                    _ => {
                        self.value(I32, 3);
                        self.ops.i32_store8(at);
                    }
                }
            }
            8 | 9 if depth > 0 => {
                self.value(I32, 3);
                self.ops.if_(BlockType::Empty);
                self.open.push(true);
                self.statements(3, depth - 1);
                if self.chance(2) {
                    self.ops.else_();
                    self.statements(3, depth - 1);
                }
                self.ops.end();
                self.open.pop();
            }
            10 if depth > 0 => {
                self.ops.block(BlockType::Empty);
                self.open.push(true);
                self.statements(4, depth - 1);
                self.ops.end();
                self.open.pop();
            }
            11 | 12 if depth > 0 && self.loops < 4 => {
                let counter = self.counters + self.loops;
                self.loops += 1;
                let turns = self.rng.i64(1..6);
                self.ops.i64_const(turns).local_set(counter);
                self.ops.block(BlockType::Empty).loop_(BlockType::Empty);
                self.open.extend([true, false]);
                self.statements(4, depth - 1);
                self.ops
                    .local_get(counter)
                    .i64_const(1)
                    .i64_sub()
                    .local_tee(counter);
                self.ops.i64_eqz().br_if(1).br(0).end().end();
                self.open.truncate(self.open.len() - 2);
                self.loops -= 1;
            }
            13 => {
                if let Some(depth) = self.depth() {
                    self.value(I32, 3);
                    self.ops.br_if(depth);
                }
            }
            14 if self.chance(4) => {
                let at = if self.wild && self.chance(4) {
                    MEMORY - 5
                } else {
                    TABLE
                };
                self.ops.i32_const(at as i32);
                self.value(I32, 1);
                self.ops.i32_const(9).memory_fill(0);
            }
            14 if self.chance(2) => {
                self.value(I64, 1);
                self.ops.call(0);
            }
            15 if self.chance(6) => match self.depth() {
                // The rest of the block is unreachable.
                Some(depth) => {
                    self.ops.br(depth);
                }
                None if self.chance(6) => {
                    self.ops.unreachable();
                }
                None => {}
            },
            _ => {
                self.value(I64, 3);
                self.ops.drop();
            }
        }
    }

    fn function(&mut self) {
        self.statements(12, 4);
        // All locals are visible in the table.
        for local in 1..self.locals.len() as u32 {
            self.ops.i32_const(8 * local as i32).local_get(local);
            if self.locals[local as usize] == I32 {
                self.ops.i64_extend_i32_u();
            }
            self.ops.i64_store(MemArg {
                offset: TABLE + 0x8000,
                align: 0,
                memory_index: 0,
            });
        }
    }
}

/// Returns a random module, and whether its addresses may leave the memory.
fn random(rng: &mut Rng) -> (WasmModule, bool) {
    let wild = rng.bool();
    let more = [3, 8, 25][rng.usize(..3)];
    let own: Vec<ValType> = (0..more)
        .map(|i| match i {
            0 => I32,
            1 => I64,
            _ if rng.bool() => I32,
            _ => I64,
        })
        .chain([I64; 4])
        .collect();
    let mut locals = vec![I32, I64, I64, I64, I64];
    locals.extend(&own);
    let left = [60, 200, 800][rng.usize(..3)];
    let made = module(&own, |ops| {
        let mut generator = Generator {
            rng,
            ops,
            counters: locals.len() as u32 - 4,
            locals,
            open: Vec::new(),
            loops: 0,
            wild,
            left,
        };
        generator.function();
    });
    (made, wild)
}

fn tasks(rng: &mut Rng) -> [WaveTask; 3] {
    [(); 3].map(|()| [(); 4].map(|()| EDGES[rng.usize(..EDGES.len())].wrapping_mul(rng.i64(-2..3))))
}

/// Runs a module with the compiler and with the reference, which must do the same. Returns whether
/// the run was complete.
fn same(machine: fn() -> Jit, module: &WasmModule, task: WaveTask, seed: u64) -> bool {
    let [own, reference] = [machine(), machine().with_reference()].map(|machine| {
        run(&machine, module, &[task]).map(|run| (run.table.bytes().to_vec(), run.stats.positions))
    });
    match (own, reference) {
        (Ok(own), Ok(reference)) => {
            let differs = own.0.iter().zip(&reference.0).position(|(a, b)| a != b);
            assert_eq!(differs, None, "seed {seed}, {task:?}");
            assert_eq!(own.1, reference.1, "seed {seed}, {task:?}");
            true
        }
        (own, reference) => {
            assert_eq!(own.err(), reference.err(), "seed {seed}, {task:?}");
            false
        }
    }
}

#[test]
fn random_modules_give_the_same_results_as_the_reference() {
    let (mut done, mut failed) = (0, 0);
    for seed in seeds(200) {
        let mut rng = Rng::with_seed(seed);
        let (module, wild) = random(&mut rng);
        let machines: [fn() -> Jit; 4] = [
            || Jit::checked(1),
            || Jit::bounded(1, 40),
            || Jit::checked(1).portable(),
            || Jit::new(1),
        ];
        for task in tasks(&mut rng) {
            for machine in &machines[..if wild { 3 } else { 4 }] {
                if same(*machine, &module, task, seed) {
                    done += 1;
                } else {
                    failed += 1;
                }
            }
        }
    }
    assert!(
        done > 2 * seeds(200).count() && failed > 0,
        "{done} {failed}"
    );
}

/// Modules with changed bytes are accepted by both compilers or rejected with the same reason.
#[test]
fn changed_modules_are_rejected_for_the_same_reasons() {
    let (mut accepted, mut rejected) = (0, 0);
    for seed in seeds(1000) {
        let mut rng = Rng::with_seed(seed);
        let (mut module, _) = random(&mut rng);
        for _ in 0..rng.u32(1..3) {
            let at = rng.usize(150..module.bytes.len());
            if rng.bool() {
                module.bytes[at] ^= 1 << rng.u32(..8);
            } else {
                module.bytes[at] = rng.u8(..);
            }
        }
        let machine = || Jit::bounded(1, 40);
        let own = machine().compile(&module).map(|_| ());
        let reference = machine().with_reference().compile(&module).map(|_| ());
        assert_eq!(own, reference, "seed {seed}");
        if own.is_ok() {
            accepted += 1;
            same(machine, &module, tasks(&mut rng)[0], seed);
        } else {
            rejected += 1;
        }
    }
    assert!(accepted > 50 && rejected > 50, "{accepted} {rejected}");
}

/// Returns the seeds of a test: `count` of them, or more if `GRUNDY_SEEDS` contains a range.
fn seeds(count: u64) -> std::ops::Range<u64> {
    let given = std::env::var("GRUNDY_SEEDS").ok().and_then(|range| {
        let (first, end) = range.split_once("..")?;
        Some(first.parse().ok()?..end.parse().ok()?)
    });
    given.unwrap_or(0..count)
}
