//! Tests that a module with anything that generated modules never contain is rejected, with an
//! error that names the reason.

use std::borrow::Cow;

use engines::codegen::WasmModule;
use engines::machine::WasmError;
use jit::Jit;
use wasm_encoder::{BlockType, CustomSection, Function, MemArg, ValType};

use crate::handmade_modules::{EmitFunction, MAP, module, of_function, sections};

/// Returns the reason for which a module is rejected.
fn refusal(module: &WasmModule) -> String {
    match Jit::new(1).compile(module) {
        Ok(_) => "not refused".to_owned(),
        Err(WasmError::Unable(why)) => why.en,
        Err(other) => panic!("{other:?}"),
    }
}

fn of_bytes(bytes: Vec<u8>) -> WasmModule {
    WasmModule {
        bytes,
        map: MAP,
        shared: false,
    }
}

/// The supported instructions: all valid first bytes of an instruction.
const GENERATED: [u8; 64] = [
    0x00, 0x02, 0x03, 0x04, 0x05, 0x0b, 0x0c, 0x0d, 0x10, 0x1a, 0x1b, 0x20, 0x21, 0x22, 0x28, 0x29,
    0x2d, 0x2f, 0x36, 0x37, 0x3a, 0x3b, 0x41, 0x42, 0x45, 0x46, 0x47, 0x49, 0x4b, 0x4e, 0x4f, 0x50,
    0x51, 0x52, 0x53, 0x55, 0x57, 0x59, 0x5a, 0x6a, 0x6b, 0x6c, 0x71, 0x72, 0x73, 0x74, 0x76, 0x79,
    0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0xa7, 0xad, 0xfc,
];

#[test]
fn instructions_that_are_not_generated() {
    for code in 0..=u8::MAX {
        let mut fill = Function::new([]);
        fill.raw([code, 0x0b]);
        let why = refusal(&of_function(&fill));
        let foreign = why.contains(&format!("the instruction {code:#04x} at byte"))
            && why.contains("instruction is not supported");
        assert_eq!(foreign, !GENERATED.contains(&code), "{code:#04x}: {why}");
    }
}

fn place(offset: u64, align: u32) -> MemArg {
    MemArg {
        offset,
        align,
        memory_index: 0,
    }
}

const NUMBER: BlockType = BlockType::Result(ValType::I64);

#[test]
fn functions_that_are_not_valid() {
    let cases: &[(&str, EmitFunction)] = &[
        ("more operands than are available", |ops| _ = ops.i64_add()),
        ("more operands than are available", |ops| {
            _ = ops.i64_const(1).i64_add().drop()
        }),
        ("more operands than are available", |ops| _ = ops.drop()),
        ("more operands than are available", |ops| {
            _ = ops.i64_const(1).block(BlockType::Empty).drop().end()
        }),
        ("more operands than are available", |ops| {
            _ = ops.if_(BlockType::Empty).end()
        }),
        ("more operands than are available", |ops| {
            _ = ops.block(NUMBER).end().drop()
        }),
        ("more operands than are available", |ops| {
            _ = ops.unreachable().block(BlockType::Empty).drop().end()
        }),
        ("1 operands are not used", |ops| _ = ops.i64_const(1)),
        ("2 operands are not used", |ops| {
            _ = ops
                .block(NUMBER)
                .i64_const(1)
                .i64_const(1)
                .i64_const(1)
                .end()
                .drop()
        }),
        ("1 operands are not used", |ops| {
            _ = ops.unreachable().i64_const(1)
        }),
        ("of type i64, found type i32", |ops| {
            _ = ops.i32_const(1).i64_eqz().drop()
        }),
        ("of type i32, found type i64", |ops| {
            _ = ops.i32_const(1).i64_const(1).i32_add().drop()
        }),
        ("of type i32, found type i64", |ops| {
            _ = ops.i64_const(1).if_(BlockType::Empty).end()
        }),
        ("of type i32, found type i64", |ops| {
            _ = ops.i64_const(1).i32_load(place(0, 0)).drop()
        }),
        ("of type i64, found type i32", |ops| {
            _ = ops.i32_const(1).i32_const(1).i64_store(place(0, 0))
        }),
        ("of type i64, found type i32", |ops| {
            _ = ops.i32_const(1).call(0)
        }),
        ("of type i64, found type i32", |ops| {
            _ = ops.i32_const(1).i64_const(1).i32_const(1).select().drop()
        }),
        ("of type i64, found type i32", |ops| {
            _ = ops.local_get(0).local_set(1)
        }),
        ("of type i32, found type i64", |ops| {
            _ = ops.local_get(1).local_tee(0).drop()
        }),
        ("of type i64, found type i32", |ops| {
            _ = ops.block(NUMBER).i32_const(1).end().drop()
        }),
        ("of type i32, found type i64", |ops| {
            _ = ops.unreachable().i64_const(1).i32_eqz().drop()
        }),
        ("operands are unknown", |ops| {
            _ = ops.unreachable().select().drop()
        }),
        ("unknown local 5", |ops| _ = ops.local_get(5).drop()),
        ("unknown local 4294967295", |ops| {
            _ = ops.local_get(u32::MAX).drop()
        }),
        ("the frame at depth 1, which", |ops| _ = ops.br(1)),
        ("the frame at depth 4294967295, which", |ops| {
            _ = ops.br(u32::MAX)
        }),
        ("a branch carries a value", |ops| {
            _ = ops.block(NUMBER).i64_const(1).br(0).end().drop()
        }),
        ("a branch carries a value", |ops| {
            _ = ops
                .i32_const(0)
                .if_(NUMBER)
                .i64_const(1)
                .i32_const(1)
                .br_if(0)
                .else_()
                .i64_const(1)
                .end()
                .drop()
        }),
        ("no `else`", |ops| {
            _ = ops.i32_const(0).if_(NUMBER).i64_const(1).end().drop()
        }),
        ("no `if`", |ops| {
            _ = ops.block(BlockType::Empty).else_().end()
        }),
        ("no `if`", |ops| {
            _ = ops.i32_const(0).if_(BlockType::Empty).else_().else_().end()
        }),
        ("no `if`", |ops| _ = ops.else_()),
        ("the function 2 is called but", |ops| _ = ops.call(2)),
        ("the function 4294967295 is called but", |ops| {
            _ = ops.call(u32::MAX)
        }),
        ("an alignment of 2^1 for 1 bytes", |ops| {
            _ = ops.i32_const(0).i32_load8_u(place(0, 1)).drop()
        }),
        ("an alignment of 2^4 for 8 bytes", |ops| {
            _ = ops.i32_const(0).i64_const(0).i64_store(place(0, 4))
        }),
        ("an alignment of 2^31 for 4 bytes", |ops| {
            _ = ops.i32_const(0).i32_load(place(0, 31)).drop()
        }),
        ("an alignment of 2^64", |ops| {
            _ = ops
                .i32_const(0)
                .i32_load(MemArg {
                    offset: 0,
                    align: 0,
                    memory_index: 1,
                })
                .drop();
        }),
        ("a number too large", |ops| {
            _ = ops.i32_const(0).i64_load(place(1 << 32, 0)).drop()
        }),
        ("`memory.fill`", |ops| {
            _ = ops.i32_const(0).i32_const(0).i32_const(0).memory_copy(0, 0)
        }),
        ("`memory.fill`", |ops| {
            _ = ops.i32_const(0).i32_const(0).i32_const(0).memory_fill(1)
        }),
        ("bytes after the end of a function", |ops| _ = ops.end()),
        ("unsupported type 0x7d", |ops| {
            _ = ops
                .block(BlockType::Result(ValType::F32))
                .unreachable()
                .end()
                .drop()
        }),
        ("unsupported type 0x02", |ops| {
            _ = ops.block(BlockType::FunctionType(2)).end()
        }),
    ];
    for (reason, code) in cases {
        let why = refusal(&module(&[], code));
        assert!(why.contains(reason), "{why}, not {reason}");
    }
}

#[test]
fn numbers_that_are_not_written_as_they_should_be() {
    let cases: &[(&str, &[u8])] = &[
        // An index, a 32-bit constant and a 64-bit constant, each with too many bytes, bits beyond
        // the number, or an invalid sign.
        (
            "too large",
            &[0x20, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x1a],
        ),
        ("too large", &[0x20, 0x80, 0x80, 0x80, 0x80, 0x10, 0x1a]),
        (
            "too large",
            &[0x41, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x1a],
        ),
        ("too large", &[0x41, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x1a]),
        ("too large", &[0x41, 0x80, 0x80, 0x80, 0x80, 0x08, 0x1a]),
        (
            "too large",
            &[
                0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x1a,
            ],
        ),
        (
            "too large",
            &[
                0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x1a,
            ],
        ),
        ("cut short", &[0x42, 0xff]),
        // A number is valid even if its encoding is longer than necessary.
        ("not refused", &[0x20, 0x80, 0x80, 0x80, 0x80, 0x00, 0x1a]),
        ("not refused", &[0x41, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x1a]),
        ("not refused", &[0x41, 0x80, 0x80, 0x80, 0x80, 0x78, 0x1a]),
        (
            "not refused",
            &[
                0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x1a,
            ],
        ),
        (
            "not refused",
            &[
                0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x1a,
            ],
        ),
    ];
    for (reason, code) in cases {
        let mut fill = Function::new([]);
        fill.raw(code.iter().copied());
        // A truncated number runs into the end of the function.
        if *reason != "cut short" {
            fill.raw([0x0b]);
        }
        let why = refusal(&of_function(&fill));
        assert!(why.contains(reason), "{code:02x?}: {why}, not {reason}");
    }
}

#[test]
fn more_than_any_function_needs() {
    for count in [50_001, 1 << 31, u32::MAX] {
        let mut fill = Function::new([(count, ValType::I64)]);
        fill.instructions().end();
        assert!(refusal(&of_function(&fill)).contains("more than 50000 locals"));
        let mut fill = Function::new([(49_999, ValType::I32), (count, ValType::I64)]);
        fill.instructions().end();
        assert!(refusal(&of_function(&fill)).contains("more than 50000 locals"));
    }
    let long = module(&[], |ops| {
        (0..1 << 18).for_each(|_| _ = ops.i32_const(0).drop())
    });
    assert!(
        refusal(&long).contains("a function of 786"),
        "{}",
        refusal(&long)
    );
    // Each loop could merge each local, so the number of merged values exceeds its limit.
    let wide = module(&[ValType::I64; 50_000], |ops| {
        (0..1000).for_each(|_| _ = ops.loop_(BlockType::Empty).end())
    });
    assert!(
        refusal(&wide).contains("too many locals in too many blocks"),
        "{}",
        refusal(&wide)
    );
    // The code has so many live values at once that no worker's stack is large enough.
    let deep = module(&[], |ops| {
        (0..40_000).for_each(|_| _ = ops.i32_const(0).i64_load(place(0, 0)));
        (0..40_000).for_each(|_| _ = ops.drop());
    });
    let why = refusal(&deep);
    assert!(
        why == "not refused" || why.contains("bytes of stack") || why.contains("too large"),
        "{why}"
    );
}

#[test]
fn frames_in_frames() {
    let frames: [EmitFunction; 4] = [
        |ops| _ = ops.block(BlockType::Empty),
        |ops| _ = ops.loop_(BlockType::Empty),
        |ops| _ = ops.local_get(0).if_(BlockType::Empty),
        |ops| {
            _ = ops
                .loop_(BlockType::Empty)
                .local_get(1)
                .i64_const(1)
                .i64_sub()
                .local_tee(1)
                .i64_eqz()
                .br_if(0)
        },
    ];
    for frame in frames {
        let deep = |depth: usize| {
            module(&[], |ops| {
                (0..depth).for_each(|_| frame(ops));
                (0..depth).for_each(|_| _ = ops.end());
            })
        };
        assert_eq!(refusal(&deep(3_000)), "not refused");
        assert!(
            refusal(&deep(10_001)).contains("more than 10000 blocks"),
            "{}",
            refusal(&deep(10_001))
        );
    }
}

/// Modules of another shape, each made from the valid module by replacing bytes that occur exactly
/// once in that module.
#[test]
fn modules_of_another_shape() {
    let right = sections(&{
        let mut fill = Function::new([]);
        fill.instructions().end();
        fill
    })
    .finish();
    assert_eq!(refusal(&of_bytes(right.clone())), "not refused");
    let cases: &[(&str, &[u8], &[u8])] = &[
        ("the beginning of a module", b"\0asm\x01", b"\0asm\x02"),
        ("the beginning of a module", b"\0asm", b"\0bsm"),
        ("the name `poll`, found `poly`", b"poll", b"poly"),
        (
            "the name `grundy`, found `Grundy`",
            b"grundy\x04call",
            b"Grundy\x04call",
        ),
        ("the name `fill`, found `full`", b"fill", b"full"),
        ("an imported memory", b"memory\x02", b"memory\x03"),
        ("an imported function", b"poll\x00", b"poll\x03"),
        (
            "the function `poll` has another type",
            b"poll\x00\x00",
            b"poll\x00\x01",
        ),
        ("unknown type 9", b"poll\x00\x00", b"poll\x00\x09"),
        ("memory flags 0x04", b"memory\x02\x01", b"memory\x02\x04"),
        ("memory flags 0x00", b"memory\x02\x01", b"memory\x02\x00"),
        (
            "memory of 2 to 3 pages",
            b"memory\x02\x01\x03",
            b"memory\x02\x01\x02",
        ),
        (
            "the memory of the module differs from its memory map",
            b"memory\x02\x01\x03\x03",
            b"memory\x02\x01\x02\x02",
        ),
        (
            "the memory of the module differs from its memory map",
            b"memory\x02\x01",
            b"memory\x02\x03",
        ),
        (
            "the export `fill` is the function 3",
            b"fill\x00\x02",
            b"fill\x00\x03",
        ),
        ("an exported function", b"fill\x00\x02", b"fill\x02\x02"),
        (
            "the function `fill` has another type",
            b"\x03\x03\x02\x02\x03",
            b"\x03\x03\x02\x03\x03",
        ),
        (
            "expected 2 functions, found 1",
            b"\x03\x03\x02\x02\x03",
            b"\x03\x02\x01\x02",
        ),
        (
            "unsupported type 0x7d",
            b"\x60\x01\x7e\x00",
            b"\x60\x01\x7d\x00",
        ),
        ("a function type", b"\x60\x01\x7e\x00", b"\x5f\x01\x7e\x00"),
        (
            "expected section `function`, found section `memory`",
            b"\x03\x03\x02\x02\x03",
            b"\x05\x03\x02\x02\x03",
        ),
        (
            "expected section `function`, found section 77",
            b"\x03\x03\x02\x02\x03",
            b"\x4d\x03\x02\x02\x03",
        ),
        (
            "cut short",
            b"\x03\x03\x02\x02\x03",
            b"\x03\xff\x02\x02\x03",
        ),
    ];
    for (reason, from, to) in cases {
        let places: Vec<usize> = (0..right.len())
            .filter(|at| right[*at..].starts_with(from))
            .collect();
        assert_eq!(places.len(), 1, "{from:02x?}");
        let mut other = right.clone();
        other.splice(places[0]..places[0] + from.len(), to.iter().copied());
        let why = refusal(&of_bytes(other));
        assert!(why.contains(reason), "{why}, not {reason}");
    }
}

/// Sections that are valid in WebAssembly but never generated.
#[test]
fn sections_that_are_not_generated() {
    let fill = || {
        let mut fill = Function::new([]);
        fill.instructions().end();
        fill
    };
    let mut named = sections(&fill());
    named.section(&CustomSection {
        name: Cow::Borrowed("name"),
        data: Cow::Borrowed(&[]),
    });
    assert!(
        refusal(&of_bytes(named.finish()))
            .contains("expected section `data`, found section `custom`")
    );
    let data = |make: &dyn Fn(&mut wasm_encoder::DataSection)| {
        let mut data = wasm_encoder::DataSection::new();
        make(&mut data);
        let mut module = sections(&fill());
        module.section(&data);
        refusal(&of_bytes(module.finish()))
    };
    let zero = wasm_encoder::ConstExpr::i32_const;
    assert_eq!(
        data(&|data| _ = data.active(0, &zero(8), [1, 2, 3])),
        "not refused"
    );
    assert!(data(&|data| _ = data.active(0, &zero(-1), [1, 2, 3])).contains("exceed the memory"));
    assert!(
        data(&|data| _ = data.active(0, &zero(0), [0; 1]).active(0, &zero(0), [0; 1]))
            .contains("expected 1 data segments, found 2")
    );
    assert!(data(&|data| _ = data.passive([0; 1])).contains("data for the memory"));
    assert!(data(&|data| _ = data.active(1, &zero(0), [0; 1])).contains("data for the memory"));
    assert!(
        data(&|data| _ = data.active(0, &wasm_encoder::ConstExpr::i64_const(0), [0; 1]))
            .contains("a constant offset")
    );
}

/// The initial constants are in the memory when the module runs.
#[test]
fn constants_are_there() {
    let mut fill = Function::new([]);
    fill.instructions()
        .i32_const(0)
        .i32_const(8)
        .i64_load(place(0, 3))
        .i64_store(crate::handmade_modules::at(0))
        .end();
    let mut data = wasm_encoder::DataSection::new();
    data.active(
        0,
        &wasm_encoder::ConstExpr::i32_const(8),
        0x0123_4567_89ab_cdefi64.to_le_bytes(),
    );
    let mut module = sections(&fill);
    module.section(&data);
    let module = of_bytes(module.finish());
    for machine in [Jit::new(1), Jit::checked(1)] {
        let run = crate::handmade_modules::run(&machine, &module, &[[0; 4]]).expect("it is done");
        assert_eq!(
            crate::handmade_modules::number(&run, 0),
            0x0123_4567_89ab_cdef
        );
    }
}
