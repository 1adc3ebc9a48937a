//! Compiles the most expensive kinds of modules within the limits.

use std::time::{Duration, Instant};

use jit::Jit;
use wasm_encoder::{BlockType, InstructionSink, ValType};

use crate::handmade_modules::{EmitFunction, at, module};

const I64: ValType = ValType::I64;
const EMPTY: BlockType = BlockType::Empty;

fn store(ops: &mut InstructionSink<'_>, local: u32) {
    ops.i32_const(0).local_get(local).i64_store(at(0));
}

/// Names, numbers of locals, and code.
const CASES: [(&str, usize, EmitFunction); 8] = [
    ("equal values where branches join", 2_000, |ops| {
        ops.block(EMPTY);
        (0..2_000).for_each(|i| _ = ops.local_get(1).local_set(5 + i));
        (0..2_000).for_each(|_| _ = ops.local_get(0).br_if(0));
        ops.end();
        (0..2_000).for_each(|i| store(ops, 5 + i));
    }),
    ("other values where branches join", 1_500, |ops| {
        ops.block(EMPTY);
        for i in 0..1_500 {
            ops.local_get(1).i64_const(i.into()).i64_add();
            ops.local_set(5 + i).local_get(0).br_if(0);
        }
        ops.end();
        (0..1_500).for_each(|i| store(ops, 5 + i));
    }),
    ("nested loops", 500, |ops| {
        (0..1_500).for_each(|_| _ = ops.loop_(EMPTY));
        for i in 0..500 {
            ops.local_get(5 + i).i64_const(1).i64_add().local_set(5 + i);
        }
        (0..1_500).for_each(|_| _ = ops.local_get(0).br_if(0).end());
    }),
    ("exchanged locals", 5_000, |ops| {
        ops.loop_(EMPTY);
        (0..5_000).for_each(|i| _ = ops.local_get(5 + i));
        (0..5_000).for_each(|i| _ = ops.local_set(5 + i));
        ops.local_get(0).br_if(0).end();
        (0..5_000).for_each(|i| store(ops, 5 + i));
    }),
    ("values moved out of loops", 0, |ops| {
        (0..1_500).for_each(|_| _ = ops.loop_(EMPTY));
        ops.local_get(1);
        (0..15_000).for_each(|_| _ = ops.local_get(1).i64_mul());
        ops.local_set(2);
        (0..1_500).for_each(|_| _ = ops.local_get(0).br_if(0).end());
        store(ops, 2);
    }),
    ("calls", 0, |ops| {
        (0..20).for_each(|_| _ = ops.i32_const(0).i64_load(at(0)));
        (0..20_000).for_each(|_| _ = ops.i64_const(0).call(0));
        (0..20).for_each(|_| _ = ops.local_set(1));
    }),
    ("live values", 0, |ops| {
        for _ in 0..10_000 {
            ops.local_get(1).i32_wrap_i64().i64_load(at(0)).local_tee(1);
        }
        (1..10_000).for_each(|_| _ = ops.i64_xor());
        ops.local_set(2);
        store(ops, 2);
    }),
    ("nested conditions", 50, |ops| {
        for i in 0..5_000 {
            ops.local_get(0).if_(EMPTY);
            ops.local_get(1).i64_const(i.into()).i64_add();
            ops.local_set(5 + i as u32 % 50);
        }
        (0..5_000).for_each(|_| _ = ops.end());
    }),
];

#[test]
fn every_module_within_the_limits_compiles_in_seconds() {
    const MAX: Duration = Duration::from_secs(20);
    for (name, locals, code) in CASES {
        let module = module(&vec![I64; locals], code);
        for machine in [Jit::new(1), Jit::bounded(1, 1000)] {
            let began = Instant::now();
            // A module may be rejected because its code needs too much space.
            let compiled = machine.compile(&module).map(|code| code.length());
            let took = began.elapsed();
            println!("{name}: {took:?}, {compiled:?}");
            assert!(took < MAX, "{name}: {took:?}");
        }
    }
}
