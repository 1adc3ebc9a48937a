//! Tests accesses beyond the memory, which generated code never contains. Accesses beyond the
//! memory trap if accesses are checked; in a reservation they reach no data.

use engines::codegen::WasmModule;
use engines::machine::WasmError;
use jit::Jit;
use wasm_encoder::MemArg;

use crate::handmade_modules::{EmitMemoryAccess, MEMORY, at, module, run};

/// Every kind of access with its size in bytes. The address is on the stack; a loaded value is
/// stored in the second parameter.
const ACCESSES: [(u64, EmitMemoryAccess); 8] = [
    (1, |ops, place| {
        _ = ops.i32_load8_u(place).i64_extend_i32_u().local_set(1)
    }),
    (2, |ops, place| {
        _ = ops.i32_load16_u(place).i64_extend_i32_u().local_set(1)
    }),
    (4, |ops, place| {
        _ = ops.i32_load(place).i64_extend_i32_u().local_set(1)
    }),
    (8, |ops, place| _ = ops.i64_load(place).local_set(1)),
    (1, |ops, place| _ = ops.i32_const(-1).i32_store8(place)),
    (2, |ops, place| _ = ops.i32_const(-1).i32_store16(place)),
    (4, |ops, place| _ = ops.i32_const(-1).i32_store(place)),
    (8, |ops, place| _ = ops.i64_const(-1).i64_store(place)),
];

fn access(emit: EmitMemoryAccess, offset: u64) -> WasmModule {
    module(&[], |ops| {
        ops.local_get(1).i32_wrap_i64();
        emit(
            ops,
            MemArg {
                offset,
                align: 0,
                memory_index: 0,
            },
        );
        // The loaded value is stored, so that the compiler cannot omit the load.
        ops.i32_const(0).local_get(1).i64_store(at(0));
    })
}

#[test]
fn an_access_beyond_the_memory_is_a_trap_where_it_is_tested() {
    let far = u64::from(u32::MAX);
    let machine = Jit::checked(1);
    for (bytes, emit) in ACCESSES {
        for offset in [
            0,
            1,
            8,
            1 << 16,
            MEMORY - bytes,
            MEMORY,
            (1 << 31) - 1,
            1 << 31,
            (1 << 31) + 1,
            far - 8,
            far - 1,
            far,
        ] {
            let made = access(emit, offset);
            for address in [
                0,
                1,
                MEMORY.saturating_sub(offset + bytes),
                MEMORY - bytes,
                MEMORY,
                1 << 31,
                far - offset.min(far),
                far - 7,
                far,
            ] {
                for address in [address.saturating_sub(1), address, (address + 1).min(far)] {
                    let ended = run(&machine, &made, &[[address as i64, 0, 0, 0]]).map(|_| ());
                    let expected = if address + offset + bytes <= MEMORY {
                        Ok(())
                    } else {
                        Err(WasmError::Failed(vec![0, 0]))
                    };
                    assert_eq!(ended, expected, "{bytes} bytes at {address} + {offset}");
                }
            }
        }
    }
}

#[test]
fn an_access_at_the_end_of_the_memory_is_none_beyond_it() {
    for (bytes, emit) in ACCESSES {
        for offset in [0, 1, 1000, MEMORY - bytes] {
            let address = MEMORY - bytes - offset;
            assert!(
                run(
                    &Jit::new(1),
                    &access(emit, offset),
                    &[[address as i64, 0, 0, 0]]
                )
                .is_ok(),
                "{bytes} bytes at {address} + {offset}"
            );
        }
    }
}

/// In a reservation an access beyond the memory is not checked. The system terminates the program
/// before the access reads or writes any byte.
#[cfg(all(unix, target_pointer_width = "64"))]
#[test]
fn an_access_beyond_the_memory_ends_the_program_in_a_reservation() {
    use std::os::unix::process::ExitStatusExt;
    let far = u64::from(u32::MAX);
    let (name, key) = (
        "forged::an_access_beyond_the_memory_ends_the_program_in_a_reservation",
        "GRUNDY_TEST_ACCESS",
    );
    let cases = [(0, MEMORY), (3, far), (4, MEMORY), (7, far)];
    if let Some(case) = std::env::var(key)
        .ok()
        .and_then(|case| case.parse::<usize>().ok())
    {
        let (index, address) = cases[case];
        let offset = if address == far { far } else { 0 };
        let _ = run(
            &Jit::new(1),
            &access(ACCESSES[index].1, offset),
            &[[address as i64, 0, 0, 0]],
        );
        return;
    }
    for case in 0..cases.len() {
        let program = std::env::current_exe().expect("a test has a path");
        let child = std::process::Command::new(program)
            .args(["--exact", name])
            .env(key, case.to_string())
            .output()
            .expect("it starts");
        let signal = child.status.signal();
        assert!(
            [Some(libc::SIGSEGV), Some(libc::SIGBUS)].contains(&signal),
            "case {case}: {child:?}"
        );
    }
}
