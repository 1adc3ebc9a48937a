//! Tests every way in which a run can end.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use engines::codegen::{WasmModule, WorkerCounter, call};
use engines::dense::EntryWidth;
use engines::machine::{WasmError, WasmMachine, WaveTask};
use jit::Jit;
use wasm_encoder::{BlockType, MemArg, ValType};

use crate::generated_modules::{generated, load};
use crate::handmade_modules::{EmitFunction, MAP, at, module, number, run};

/// Returns a compiler with checked accesses and a compiler without them, each with one worker.
fn machines() -> [Jit; 2] {
    [Jit::new(1), Jit::checked(1)]
}

/// Returns an address in the worker's region, whose start is the first parameter.
fn own(offset: u64) -> MemArg {
    MemArg {
        offset,
        align: 0,
        memory_index: 0,
    }
}

/// Returns an endless loop that polls in each iteration.
fn endless() -> WasmModule {
    module(&[ValType::I64], |ops| {
        ops.loop_(BlockType::Empty)
            .local_get(5)
            .i64_const(1)
            .i64_add()
            .local_tee(5)
            .call(0)
            .br(0)
            .end();
    })
}

#[test]
fn done_with_counts() {
    let counted = module(&[], |ops| {
        for (count, from) in [(WorkerCounter::Positions, 1), (WorkerCounter::Options, 2)] {
            ops.local_get(0)
                .local_get(0)
                .i64_load(own(MAP.count(count)))
                .local_get(from)
                .i64_add()
                .i64_store(own(MAP.count(count)));
        }
        ops.local_get(3)
            .i32_wrap_i64()
            .local_get(4)
            .i64_store(at(0));
    });
    for machine in machines() {
        let run = run(&machine, &counted, &[[3, 30, 0, 7], [4, 40, 8, 9]]).expect("it is done");
        assert_eq!((run.stats.positions, run.stats.options), (7, 70));
        assert_eq!(
            (number(&run, 0), number(&run, 8), number(&run, 16)),
            (7, 9, -1)
        );
        assert_eq!(run.table.bytes().len() as u64, MAP.table.1);
    }
}

/// A run reports a value that does not fit and a value that does not exist, each with the position
/// at which it occurs.
#[test]
fn traps_tell_why() {
    let at_position = |narrow: i64, trap: EmitFunction| {
        module(&[], |ops| {
            ops.local_get(0)
                .local_get(1)
                .i64_store(own(0))
                .local_get(0)
                .local_get(2)
                .i64_store(own(8));
            ops.local_get(0)
                .i64_const(narrow)
                .i64_store(own(MAP.count(WorkerCounter::Narrow)));
            trap(ops);
        })
    };
    let traps: [EmitFunction; 5] = [
        |ops| {
            ops.unreachable();
        },
        |ops| {
            ops.local_get(1).i64_const(0).i64_div_s().drop();
        },
        |ops| {
            ops.i64_const(i64::MIN).i64_const(-1).i64_div_s().drop();
        },
        |ops| {
            ops.i32_const(-1).i64_const(0).i64_const(0).call(1).drop();
        },
        |ops| {
            ops.i32_const(0).i32_const(0).i32_const(-1).memory_fill(0);
        },
    ];
    for machine in machines() {
        for trap in traps {
            assert_eq!(
                run(&machine, &at_position(0, trap), &[[5, -6, 0, 0]]).err(),
                Some(WasmError::Failed(vec![5, -6]))
            );
            assert_eq!(
                run(&machine, &at_position(1, trap), &[[5, -6, 0, 0]]).err(),
                Some(WasmError::TooNarrow)
            );
        }
    }
}

#[test]
fn functions_of_the_language_are_called() {
    let called = module(&[], |ops| {
        ops.local_get(4)
            .i32_wrap_i64()
            .local_get(1)
            .i32_wrap_i64()
            .local_get(2)
            .local_get(3)
            .call(1)
            .i64_store(at(0));
    });
    let (mut values, mut without) = (0, 0);
    for machine in machines() {
        for number_of in 0..40 {
            for (a, b) in [
                (0, 0),
                (12, 18),
                (-3, 7),
                (i64::MAX, 2),
                (i64::MIN, i64::MIN),
            ] {
                let found = run(&machine, &called, &[[number_of.into(), a, b, 0]]);
                match call(number_of, a, b) {
                    Some(value) => {
                        assert_eq!(
                            found.ok().map(|run| number(&run, 0)),
                            Some(value),
                            "{number_of} {a} {b}"
                        );
                        values += 1;
                    }
                    None => {
                        assert_eq!(
                            found.err(),
                            Some(WasmError::Failed(vec![0, 0])),
                            "{number_of} {a} {b}"
                        );
                        without += 1;
                    }
                }
            }
        }
    }
    assert!(values > 20 && without > 20, "{values} {without}");
}

#[test]
fn the_budget_stops_what_asks_and_is_told_how_far_it_is() {
    for machine in machines() {
        let (looks, told) = (Cell::new(0), Cell::new((0, None)));
        let stop = || {
            looks.set(looks.get() + 1);
            (looks.get() == 200).then_some(StopReason::Cancelled)
        };
        let report = |done, whole| told.set((done, whole));
        let budget = Budget::new(1 << 30, &stop, &report);
        let halted = machine
            .run(&endless(), &[vec![[0; 4]]], Some(77), &budget)
            .err();
        assert_eq!(halted, Some(WasmError::Stopped(StopReason::Cancelled)));
        assert!(told.get().0 > 0 && told.get().1 == Some(77), "{told:?}");
    }
}

/// A limit on the number of budget polls limits generated code to about the same time as other
/// work. All work between two polls of the calling thread is charged, not just one poll.
#[test]
fn what_is_given_few_looks_ends_soon() {
    for machine in machines() {
        // Progress is reported each time that the calling thread waits for the code.
        let waits = Cell::new(0);
        let report = |_, _| waits.set(waits.get() + 1);
        let budget = Budget::new(1 << 30, &|| None, &report);
        let (ended, cut) = budget.limited(1_000, |budget| {
            machine.run(&endless(), &[vec![[0; 4]]], None, budget).err()
        });
        assert_eq!(
            (ended, cut),
            (Some(WasmError::Stopped(StopReason::Positions(1_000))), true)
        );
        assert!((1..=50).contains(&waits.get()), "{waits:?}");
    }
}

/// A table with few positions takes few budget polls, however many tasks fill it. Each task polls
/// once at its start, which does not count as work.
#[test]
fn many_short_tasks_take_few_looks() {
    let (world, game) = load(
        "game A { state a in 0.., b in 0.. move k in 1..a : [a - k, b] move k in 1..b : [a, b - k] }",
    );
    for workers in [1, 2] {
        let (module, whole) = generated(&world, game, 60, EntryWidth::One, workers).unwrap();
        // The tasks fill the table row by row.
        assert!(
            whole
                .iter()
                .flatten()
                .all(|[_, _, low, high]| (*low, *high) == (0, 60)),
            "{whole:?}"
        );
        let waves: Vec<Vec<WaveTask>> = (0..=60).map(|row| vec![[row, row, 0, 60]]).collect();
        for machine in [Jit::new(workers), Jit::checked(workers)] {
            let (ended, cut) = Budget::generous().limited(100, |budget| {
                machine.run(&module, &waves, None, budget).err()
            });
            assert_eq!((ended, cut), (None, false));
        }
    }
}

#[test]
fn turns_are_bounded_where_that_is_wished() {
    let silent = module(&[], |ops| {
        ops.loop_(BlockType::Empty).br(0).end();
    });
    let stopped = |halted: Option<WasmError>| matches!(halted, Some(WasmError::Unable(why)) if why.en == "stopped" && why.zh == "已停止");
    assert!(stopped(
        run(&Jit::bounded(1, 1000), &silent, &[[0; 4]]).err()
    ));
    // A loop with exactly the maximum number of iterations is allowed, but a loop with one more
    // iteration is not.
    let turns = module(&[], |ops| {
        ops.loop_(BlockType::Empty)
            .local_get(1)
            .i64_const(1)
            .i64_sub()
            .local_tee(1)
            .i64_eqz()
            .i32_eqz()
            .br_if(0)
            .end();
    });
    assert!(
        run(
            &Jit::bounded(1, 1000),
            &turns,
            &[[1000, 0, 0, 0], [1000, 0, 0, 0]]
        )
        .is_ok()
    );
    assert!(stopped(
        run(&Jit::bounded(1, 1000), &turns, &[[1001, 0, 0, 0]]).err()
    ));
    assert!(run(&Jit::bounded(1, 0), &turns, &[]).is_ok());
}

/// If one worker fails, the run stops the other workers and reports the failure of the failed
/// worker.
#[test]
fn the_worker_that_failed_is_heard() {
    let some = module(&[ValType::I64], |ops| {
        ops.local_get(0)
            .local_get(1)
            .i64_store(own(0))
            .local_get(1)
            .i64_eqz()
            .if_(BlockType::Empty);
        ops.loop_(BlockType::Empty)
            .i64_const(1)
            .call(0)
            .br(0)
            .end()
            .end()
            .unreachable();
    });
    // Each worker has a region of its own, so the module must be generated for the number of
    // workers that run it.
    let map = engines::codegen::MemoryMap {
        own: (MAP.own.0, 1 << 12),
        workers: 3,
        ..MAP
    };
    let some = WasmModule { map, ..some };
    for machine in [Jit::new(3), Jit::checked(3)] {
        let halted = machine
            .run(
                &some,
                &[vec![[0; 4], [0; 4], [9, 0, 0, 0]]],
                None,
                &Budget::generous(),
            )
            .err();
        assert_eq!(halted, Some(WasmError::Failed(vec![9, 0])));
    }
}

#[test]
fn a_map_beyond_the_memory_is_told() {
    let nothing = module(&[], |_| {});
    for map in [
        engines::codegen::MemoryMap {
            table: (MAP.table.0, 1 << 20),
            ..MAP
        },
        engines::codegen::MemoryMap {
            slots: 1 << 20,
            ..MAP
        },
        engines::codegen::MemoryMap {
            own: (MAP.own.0 + (1 << 16) - 16, 16),
            ..MAP
        },
    ] {
        let halted = run(
            &Jit::checked(1),
            &WasmModule {
                map,
                ..nothing.clone()
            },
            &[[0; 4]],
        )
        .err();
        assert!(
            matches!(halted, Some(WasmError::Unable(_) | WasmError::Failed(_))),
            "{map:?}: {halted:?}"
        );
    }
    let other = WasmModule {
        shared: true,
        ..nothing
    };
    assert!(
        matches!(run(&Jit::new(1), &other, &[]).err(), Some(WasmError::Unable(why)) if why.en.contains("the memory of the module differs"))
    );
}
