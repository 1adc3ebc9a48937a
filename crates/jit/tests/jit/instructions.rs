//! Compares every integer and memory instruction with Rust on boundary values, with parameters and
//! constants as operands, with and without checked accesses.

use engines::machine::{WasmError, WaveTask};
use jit::Jit;
use wasm_encoder::{InstructionSink, MemArg, ValType};

use crate::handmade_modules::{
    EmitFunction, EmitMemoryAccess, MEMORY, TABLE, at, module, number, run,
};

/// An instruction with at most two operands, the types of the operands and of the result, and the
/// expected result. An expected result of `None` stands for a trap.
struct Case {
    name: &'static str,
    takes: &'static [ValType],
    gives: ValType,
    emit: EmitFunction,
    does: fn(i64, i64) -> Option<i64>,
}

/// A case for a 32-bit instruction, with operands as `u32`.
macro_rules! narrow {
    ($name:ident, $($operand:ident),+ => $value:expr) => {
        Case {
            name: stringify!($name),
            takes: &[$({ let _ = stringify!($operand); ValType::I32 }),+],
            gives: ValType::I32,
            emit: |ops| { ops.$name(); },
            does: |a, b| { $crate::instructions::first!(a, b; $($operand),+; as u32); Some(i64::from($value as u32)) },
        }
    };
}

/// A case for a 64-bit instruction, with operands as `i64`.
macro_rules! wide {
    ($name:ident, $($operand:ident),+ => $value:expr, $gives:ident) => {
        Case {
            name: stringify!($name),
            takes: &[$({ let _ = stringify!($operand); ValType::I64 }),+],
            gives: ValType::$gives,
            emit: |ops| { ops.$name(); },
            does: |a, b| { $crate::instructions::first!(a, b; $($operand),+; as i64); $value },
        }
    };
}

/// Binds the operands to names, converted to the type of the instruction.
macro_rules! first {
    ($a:ident, $b:ident; $x:ident; as $kind:ty) => {
        let ($x, _) = ($a as $kind, $b);
    };
    ($a:ident, $b:ident; $x:ident, $y:ident; as $kind:ty) => {
        let ($x, $y) = ($a as $kind, $b as $kind);
    };
}
pub(crate) use first;

fn truth(holds: bool) -> Option<i64> {
    Some(holds.into())
}

fn cases() -> Vec<Case> {
    vec![
        narrow!(i32_eqz, x => x == 0),
        narrow!(i32_eq, x, y => x == y),
        narrow!(i32_ne, x, y => x != y),
        narrow!(i32_lt_u, x, y => x < y),
        narrow!(i32_gt_u, x, y => x > y),
        narrow!(i32_ge_s, x, y => x as i32 >= y as i32),
        narrow!(i32_ge_u, x, y => x >= y),
        narrow!(i32_add, x, y => x.wrapping_add(y)),
        narrow!(i32_sub, x, y => x.wrapping_sub(y)),
        narrow!(i32_mul, x, y => x.wrapping_mul(y)),
        narrow!(i32_and, x, y => x & y),
        narrow!(i32_or, x, y => x | y),
        narrow!(i32_xor, x, y => x ^ y),
        narrow!(i32_shl, x, y => x << (y % 32)),
        narrow!(i32_shr_u, x, y => x >> (y % 32)),
        wide!(i64_eqz, x => truth(x == 0), I32),
        wide!(i64_eq, x, y => truth(x == y), I32),
        wide!(i64_ne, x, y => truth(x != y), I32),
        wide!(i64_lt_s, x, y => truth(x < y), I32),
        wide!(i64_gt_s, x, y => truth(x > y), I32),
        wide!(i64_le_s, x, y => truth(x <= y), I32),
        wide!(i64_ge_s, x, y => truth(x >= y), I32),
        wide!(i64_ge_u, x, y => truth(x as u64 >= y as u64), I32),
        wide!(i64_clz, x => Some(x.leading_zeros().into()), I64),
        wide!(i64_ctz, x => Some(x.trailing_zeros().into()), I64),
        wide!(i64_popcnt, x => Some(x.count_ones().into()), I64),
        wide!(i64_add, x, y => Some(x.wrapping_add(y)), I64),
        wide!(i64_sub, x, y => Some(x.wrapping_sub(y)), I64),
        wide!(i64_mul, x, y => Some(x.wrapping_mul(y)), I64),
        wide!(i64_div_s, x, y => x.checked_div(y), I64),
        wide!(i64_div_u, x, y => (x as u64).checked_div(y as u64).map(|q| q as i64), I64),
        // The signed remainder is defined even if the signed quotient does not fit.
        wide!(i64_rem_s, x, y => (y != 0).then(|| x.wrapping_rem(y)), I64),
        wide!(i64_rem_u, x, y => (x as u64).checked_rem(y as u64).map(|r| r as i64), I64),
        wide!(i64_and, x, y => Some(x & y), I64),
        wide!(i64_or, x, y => Some(x | y), I64),
        wide!(i64_xor, x, y => Some(x ^ y), I64),
        wide!(i64_shl, x, y => Some(x << (y as u64 % 64)), I64),
        wide!(i32_wrap_i64, x => Some(i64::from(x as u32)), I32),
        Case {
            name: "i64_extend_i32_u",
            takes: &[ValType::I32],
            gives: ValType::I64,
            emit: |ops| {
                ops.i64_extend_i32_u();
            },
            does: |x, _| Some(i64::from(x as u32)),
        },
    ]
}

/// Boundary values of both types, used as either operand.
const EDGES: [i64; 20] = [
    0,
    1,
    2,
    3,
    -1,
    -2,
    31,
    32,
    63,
    64,
    0xff,
    0x1234_5678_9abc_def0,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    1 << 32,
    0x5555_5555_5555_5555,
    i64::MAX,
    i64::MIN,
    i64::MIN + 1,
];

fn pairs(case: &Case) -> Vec<(i64, i64)> {
    match case.takes {
        [_] => EDGES.map(|a| (a, 0)).to_vec(),
        _ => EDGES.iter().flat_map(|a| EDGES.map(|b| (*a, b))).collect(),
    }
}

/// Extends the result on the stack to 64 bits.
fn widen(ops: &mut InstructionSink<'_>, gives: ValType) {
    if gives == ValType::I32 {
        ops.i64_extend_i32_u();
    }
}

#[test]
fn numbers_are_what_rust_says() {
    for machine in [Jit::new(1), Jit::checked(1)] {
        for case in cases() {
            // `fill(own, a, b, place)`.
            let given = module(&[], |ops| {
                ops.local_get(3).i32_wrap_i64();
                for (i, kind) in (1..).zip(case.takes) {
                    ops.local_get(i);
                    if *kind == ValType::I32 {
                        ops.i32_wrap_i64();
                    }
                }
                (case.emit)(ops);
                widen(ops, case.gives);
                ops.i64_store(at(0));
            });
            let (good, bad): (Vec<_>, Vec<_>) = pairs(&case)
                .into_iter()
                .partition(|(a, b)| (case.does)(*a, *b).is_some());
            let tasks: Vec<WaveTask> = good
                .iter()
                .zip(0..)
                .map(|((a, b), i)| [*a, *b, 8 * i, 0])
                .collect();
            let filled = run(&machine, &given, &tasks)
                .unwrap_or_else(|halted| panic!("{}: {halted:?}", case.name));
            let constant = module(&[], |ops| {
                for ((a, b), i) in good.iter().zip(0..) {
                    ops.i32_const(8 * i);
                    constants(ops, &case, *a, *b);
                    ops.i64_store(at(0));
                }
            });
            let folded = run(&machine, &constant, &[[0; 4]])
                .unwrap_or_else(|halted| panic!("{}: {halted:?}", case.name));
            for (i, (a, b)) in good.iter().enumerate() {
                let expected = (case.does)(*a, *b);
                assert_eq!(
                    Some(number(&filled, 8 * i)),
                    expected,
                    "{} {a} {b}",
                    case.name
                );
                assert_eq!(
                    Some(number(&folded, 8 * i)),
                    expected,
                    "{} {a} {b}, constants",
                    case.name
                );
            }
            assert_eq!(
                bad.is_empty(),
                !case.name.contains("div") && !case.name.contains("rem"),
                "{}",
                case.name
            );
            for (a, b) in bad {
                let trap = Err(WasmError::Failed(vec![0, 0]));
                assert_eq!(
                    run(&machine, &given, &[[a, b, 0, 0]]).map(|_| ()),
                    trap,
                    "{} {a} {b}",
                    case.name
                );
                let constant = module(&[], |ops| {
                    ops.i32_const(0);
                    constants(ops, &case, a, b);
                    ops.i64_store(at(0));
                });
                assert_eq!(
                    run(&machine, &constant, &[[0; 4]]).map(|_| ()),
                    trap,
                    "{} {a} {b}, constants",
                    case.name
                );
            }
        }
    }
}

/// Emits an instruction on constants, with its result in 64 bits.
fn constants(ops: &mut InstructionSink<'_>, case: &Case, a: i64, b: i64) {
    for (kind, number) in case.takes.iter().zip([a, b]) {
        if *kind == ValType::I32 {
            ops.i32_const(number as i32)
        } else {
            ops.i64_const(number)
        };
    }
    (case.emit)(ops);
    widen(ops, case.gives);
}

#[test]
fn select_takes_the_first_where_the_condition_is_not_zero() {
    for machine in [Jit::new(1), Jit::checked(1)] {
        let chosen = module(&[], |ops| {
            ops.local_get(4)
                .i32_wrap_i64()
                .local_get(1)
                .local_get(2)
                .local_get(3)
                .i32_wrap_i64()
                .select()
                .i64_store(at(0));
            ops.local_get(4)
                .i32_wrap_i64()
                .local_get(1)
                .i32_wrap_i64()
                .local_get(2)
                .i32_wrap_i64();
            ops.local_get(3)
                .i32_wrap_i64()
                .select()
                .i64_extend_i32_u()
                .i64_store(at(8));
        });
        let conditions = [0, 1, 2, -1, 1 << 31, 1 << 32, i64::MIN];
        let tasks: Vec<WaveTask> = conditions
            .iter()
            .zip(0..)
            .map(|(condition, i)| [-5, i64::MAX, *condition, 16 * i])
            .collect();
        let filled = run(&machine, &chosen, &tasks).expect("it is done");
        for (i, condition) in conditions.into_iter().enumerate() {
            let expected = if condition as i32 != 0 { -5 } else { i64::MAX };
            assert_eq!(
                (number(&filled, 16 * i), number(&filled, 16 * i + 8)),
                (expected, i64::from(expected as u32)),
                "{condition}"
            );
        }
    }
}

/// A pattern of distinct bytes whose highest bit is set.
const PATTERN: u64 = 0xf8e7_d6c5_b4a3_9281;

#[test]
fn memory_is_read_without_sign_and_from_the_low_byte_up() {
    let loads: [(&str, u32, EmitMemoryAccess); 4] = [
        ("i32_load8_u", 8, |ops, place| {
            ops.i32_load8_u(place).i64_extend_i32_u();
        }),
        ("i32_load16_u", 16, |ops, place| {
            ops.i32_load16_u(place).i64_extend_i32_u();
        }),
        ("i32_load", 32, |ops, place| {
            ops.i32_load(place).i64_extend_i32_u();
        }),
        ("i64_load", 64, |ops, place| {
            ops.i64_load(place);
        }),
    ];
    for machine in [Jit::new(1), Jit::checked(1)] {
        for (name, bits, emit) in loads {
            // The access starts 0 to 7 bytes after the start of a word; the distance is given by
            // the address or by the offset.
            for shift in 0..8 {
                let read = module(&[], |ops| {
                    ops.i32_const(64)
                        .i64_const(PATTERN as i64)
                        .i64_store(at(shift));
                    ops.i32_const(0).i32_const(64 + shift as i32);
                    emit(ops, at(0));
                    ops.i64_store(at(0)).i32_const(0).i32_const(0);
                    emit(ops, at(64 + shift));
                    ops.i64_store(at(8));
                });
                let filled = run(&machine, &read, &[[0; 4]]).expect("it is done");
                let expected = (PATTERN & (u64::MAX >> (64 - bits))) as i64;
                assert_eq!(
                    (number(&filled, 0), number(&filled, 8)),
                    (expected, expected),
                    "{name} {shift}"
                );
            }
        }
    }
}

#[test]
fn memory_is_written_where_it_is_said_and_nowhere_else() {
    let stores: [(&str, usize, EmitMemoryAccess); 4] = [
        ("i32_store8", 1, |ops, place| {
            ops.i32_wrap_i64().i32_store8(place);
        }),
        ("i32_store16", 2, |ops, place| {
            ops.i32_wrap_i64().i32_store16(place);
        }),
        ("i32_store", 4, |ops, place| {
            ops.i32_wrap_i64().i32_store(place);
        }),
        ("i64_store", 8, |ops, place| {
            ops.i64_store(place);
        }),
    ];
    for machine in [Jit::new(1), Jit::checked(1)] {
        for (name, bytes, emit) in stores {
            for shift in 0..8 {
                let written = module(&[], |ops| {
                    ops.i32_const(64).local_get(1);
                    emit(ops, at(shift));
                });
                let filled =
                    run(&machine, &written, &[[PATTERN as i64, 0, 0, 0]]).expect("it is done");
                let mut expected = vec![0xff; 1 << 16];
                let place = 64 + shift as usize;
                expected[place..place + bytes].copy_from_slice(&PATTERN.to_le_bytes()[..bytes]);
                assert!(filled.table.bytes() == expected, "{name} {shift}");
            }
        }
    }
}

#[test]
fn memory_is_filled_with_the_low_byte() {
    for machine in [Jit::new(1), Jit::checked(1)] {
        let all = module(&[], |ops| {
            ops.local_get(1)
                .i32_wrap_i64()
                .local_get(2)
                .i32_wrap_i64()
                .local_get(3)
                .i32_wrap_i64()
                .memory_fill(0);
        });
        let (table, end) = (TABLE as i64, MEMORY as i64);
        let filled = run(
            &machine,
            &all,
            &[
                [table + 3, 0x1234, 5, 0],
                [table + 9, -2, 0, 0],
                [end, 1, 0, 0],
            ],
        )
        .expect("it is done");
        assert_eq!(
            filled.table.bytes()[..12],
            [
                255, 255, 255, 0x34, 0x34, 0x34, 0x34, 0x34, 255, 255, 255, 255
            ]
        );
        for (place, length) in [
            (end, 1),
            (end - 1, 2),
            (0, end + 1),
            (-1, 1),
            (0, -1),
            (-1, -1),
            (end + 1, 0),
        ] {
            let halted = run(&machine, &all, &[[place, 0, length, 0]]).err();
            assert_eq!(
                halted,
                Some(WasmError::Failed(vec![0, 0])),
                "{length} bytes at {place}"
            );
        }
    }
}

/// Two values become equal only when the compiler simplifies them. What is known about the upper
/// half of one of them is then true of both; otherwise the store below would be refused.
#[test]
fn equal_values_share_what_is_known_of_their_upper_halves() {
    let found = |machine: Jit| {
        let code = module(&[ValType::I64, ValType::I64], |ops| {
            // Local 5 is 255, but the difference is known to be 0 only after equal sums are merged.
            for _ in 0..2 {
                ops.local_get(1).local_get(2).i64_add();
            }
            ops.i64_sub().i64_const(255).i64_or().local_set(5);
            ops.local_get(1).local_get(5).i64_and().local_set(6);
            ops.local_get(1).i64_const(255).i64_and().i32_wrap_i64();
            ops.i32_const(1).i32_store8(MemArg {
                offset: TABLE,
                align: 0,
                memory_index: 0,
            });
        });
        run(&machine, &code, &[[0x1234_0000_0007, 5, 0, 0]]).expect("it is done")
    };
    for machine in [Jit::new(1), Jit::checked(1)] {
        assert_eq!(found(machine).table.bytes()[6..9], [255, 1, 255]);
    }
}
