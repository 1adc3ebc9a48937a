//! Tests blocks, loops, branches and locals, including unreachable code.

use engines::codegen::WasmModule;
use jit::Jit;
use wasm_encoder::{BlockType, InstructionSink, ValType};

use crate::handmade_modules::{EmitFunction, at, module, number, run};

/// Returns the number that a module stores at the start of the table, which must be the same with
/// and without checked accesses.
fn result(module: &WasmModule, a: i64, b: i64) -> i64 {
    let [plain, checked] = [Jit::new(1), Jit::checked(1)].map(|machine| {
        number(
            &run(&machine, module, &[[a, b, 0, 0]]).expect("it is done"),
            0,
        )
    });
    assert_eq!(plain, checked);
    plain
}

fn with(code: impl FnOnce(&mut InstructionSink<'_>)) -> WasmModule {
    module(&[ValType::I64, ValType::I64, ValType::I32], |ops| {
        ops.i32_const(0);
        code(ops);
        ops.i64_store(at(0));
    })
}

const NUMBER: BlockType = BlockType::Result(ValType::I64);

#[test]
fn locals_begin_with_zero_and_keep_what_they_are_given() {
    assert_eq!(
        result(
            &with(|ops| _ = ops.local_get(5).local_get(7).i64_extend_i32_u().i64_add()),
            1,
            2
        ),
        0
    );
    assert_eq!(
        result(
            &with(|ops| _ = ops.local_get(1).local_tee(5).local_get(5).i64_add()),
            21,
            2
        ),
        42
    );
    assert_eq!(
        result(
            &with(|ops| _ = ops.local_get(2).local_set(1).local_get(1)),
            21,
            2
        ),
        2
    );
}

#[test]
fn loops_go_round_and_are_left() {
    // Computes the sum of squares from 1 to a.
    let squares = with(|ops| {
        ops.block(BlockType::Empty)
            .local_get(1)
            .i64_eqz()
            .br_if(0)
            .loop_(BlockType::Empty);
        ops.local_get(5)
            .local_get(1)
            .local_get(1)
            .i64_mul()
            .i64_add()
            .local_set(5);
        ops.local_get(1)
            .i64_const(1)
            .i64_sub()
            .local_tee(1)
            .i64_eqz()
            .br_if(1)
            .br(0)
            .end()
            .end()
            .local_get(5);
    });
    for a in [0, 1, 2, 100] {
        assert_eq!(result(&squares, a, 0), a * (a + 1) * (2 * a + 1) / 6);
    }
    // Counts pairs below a whose sum is divisible by b, in a nested loop. When ten pairs are found,
    // a branch leaves both loops.
    let pairs = with(|ops| {
        ops.block(BlockType::Empty)
            .loop_(BlockType::Empty)
            .local_get(5)
            .local_get(1)
            .i64_ge_s()
            .br_if(1);
        ops.i64_const(0)
            .local_set(6)
            .loop_(BlockType::Empty)
            .block(BlockType::Empty);
        ops.local_get(5)
            .local_get(6)
            .i64_add()
            .local_get(2)
            .i64_rem_s()
            .i64_eqz()
            .i32_eqz()
            .br_if(0);
        ops.local_get(7)
            .i32_const(1)
            .i32_add()
            .local_tee(7)
            .i32_const(10)
            .i32_eq()
            .br_if(3)
            .end();
        ops.local_get(6)
            .i64_const(1)
            .i64_add()
            .local_tee(6)
            .local_get(1)
            .i64_gt_s()
            .i32_eqz()
            .br_if(0)
            .end();
        ops.local_get(5)
            .i64_const(1)
            .i64_add()
            .local_set(5)
            .br(0)
            .end()
            .end()
            .local_get(7)
            .i64_extend_i32_u();
    });
    for (a, b) in [(0, 1), (3, 2), (3, 3), (5, 4), (9, 7), (50, 1)] {
        let count = (0..a)
            .flat_map(|i| (0..=a).map(move |j| i + j))
            .filter(|sum| sum % b == 0)
            .count();
        assert_eq!(result(&pairs, a, b), count.min(10) as i64, "{a} {b}");
    }
}

#[test]
fn sides_leave_a_result() {
    let greater = with(|ops| {
        ops.local_get(1)
            .local_get(2)
            .i64_gt_s()
            .if_(NUMBER)
            .local_get(1)
            .else_();
        ops.local_get(2)
            .i64_const(7)
            .i64_eq()
            .if_(NUMBER)
            .i64_const(-7)
            .else_()
            .local_get(2)
            .end()
            .end();
    });
    assert_eq!(
        (
            result(&greater, 3, 2),
            result(&greater, 2, 3),
            result(&greater, 2, 7)
        ),
        (3, 3, -7)
    );
    let alone = with(|ops| {
        _ = ops
            .local_get(1)
            .i64_eqz()
            .if_(BlockType::Empty)
            .local_get(2)
            .local_set(5)
            .end()
            .local_get(5)
    });
    assert_eq!((result(&alone, 0, 9), result(&alone, 1, 9)), (9, 0));
    let around = with(|ops| {
        _ = ops
            .i64_const(5)
            .block(NUMBER)
            .local_get(1)
            .end()
            .loop_(NUMBER)
            .local_get(2)
            .end()
            .i64_sub()
            .i64_mul()
    });
    assert_eq!(result(&around, 10, 3), 35);
}

/// A division whose operands do not change in a loop is not moved before the tests around it.
#[test]
fn divisions_in_loops_are_done_only_where_they_are_defined() {
    let quotients = with(|ops| {
        ops.i32_const(3)
            .local_set(7)
            .loop_(BlockType::Empty)
            .local_get(2)
            .i64_eqz()
            .i32_eqz()
            .if_(BlockType::Empty)
            .local_get(5)
            .local_get(1)
            .local_get(2)
            .i64_div_u()
            .i64_add()
            .local_set(5)
            .end()
            .local_get(7)
            .i32_const(1)
            .i32_sub()
            .local_tee(7)
            .br_if(0)
            .end()
            .local_get(5);
    });
    assert_eq!((result(&quotients, 7, 2), result(&quotients, 7, 0)), (9, 0));
}

#[test]
fn a_branch_out_of_the_function_ends_it() {
    let left = module(&[], |ops| {
        ops.i32_const(0)
            .local_get(1)
            .i64_store(at(0))
            .block(BlockType::Empty)
            .local_get(1)
            .i64_eqz()
            .br_if(1)
            .end();
        ops.i32_const(0).i64_const(-9).i64_store(at(0));
    });
    assert_eq!((result(&left, 0, 0), result(&left, 1, 0)), (0, -9));
}

#[test]
fn what_is_never_reached_takes_operands_that_are_not_there() {
    let codes: [EmitFunction; 8] = [
        |ops| _ = ops.unreachable().i64_add(),
        |ops| {
            _ = ops
                .unreachable()
                .drop()
                .i64_const(3)
                .i64_lt_s()
                .i64_extend_i32_u()
        },
        |ops| _ = ops.unreachable().i64_const(1).i32_const(0).select(),
        |ops| _ = ops.unreachable().local_tee(5).i64_store(at(0)).i64_const(0),
        |ops| {
            _ = ops
                .unreachable()
                .if_(NUMBER)
                .i64_const(1)
                .else_()
                .i64_const(2)
                .end()
        },
        |ops| {
            _ = ops
                .unreachable()
                .loop_(BlockType::Empty)
                .local_get(5)
                .local_set(6)
                .br(0)
                .end()
                .i32_const(1)
                .i64_const(2)
                .i64_const(3)
                .call(1)
        },
        |ops| {
            _ = ops
                .block(BlockType::Empty)
                .unreachable()
                .br_if(0)
                .end()
                .i64_const(1)
        },
        |ops| _ = ops.unreachable().memory_fill(0).i32_eqz().drop(),
    ];
    for code in codes {
        let with_code = with(|ops| {
            ops.local_get(1).i64_eqz().if_(NUMBER).local_get(2).else_();
            code(ops);
            ops.end();
        });
        assert_eq!(result(&with_code, 0, 8), 8);
        assert!(run(&Jit::new(1), &with_code, &[[1, 0, 0, 0]]).is_err());
    }
    // Code is also unreachable after a branch instruction, and after an `if` with a branch
    // instruction at the end of both blocks.
    let branched = with(|ops| {
        ops.block(BlockType::Empty)
            .local_get(1)
            .i64_eqz()
            .if_(BlockType::Empty)
            .br(1)
            .i64_add()
            .drop()
            .else_()
            .br(1)
            .end();
        ops.i64_const(1).local_set(5).end().local_get(5);
    });
    assert_eq!((result(&branched, 0, 0), result(&branched, 1, 0)), (0, 0));
}
