//! Tests generated modules with random changes: each module is rejected, or its run ends within its
//! bounds, with every access checked.

use base::budget::Budget;
use engines::codegen::WasmModule;
use engines::dense::EntryWidth;
use engines::machine::{WasmError, WasmMachine};
use fastrand::Rng;
use jit::Jit;
use rules::world::World;

use crate::generated_modules::{ModuleTasks, generated, load};

/// Returns modules whose tasks take little time.
fn originals() -> Vec<ModuleTasks> {
    let mut library = World::with_library();
    let mut all = Vec::new();
    for name in [
        "cutting",
        "kayles",
        "hyperknight",
        "wythoff",
        "beans",
        "staircase",
        "corners",
    ] {
        let game = library
            .instantiate(name, vec![])
            .expect("it is in the library");
        all.push(generated(&library, game, 5, EntryWidth::One, 1).expect("it is generated"));
    }
    for seed in 0..40 {
        let (world, game) = load(&testkit::random_game(seed));
        all.extend(generated(&world, game, 5, EntryWidth::Two, 1));
    }
    all
}

/// Changes a module at one to three offsets: truncates it, removes, inserts or replaces a byte,
/// swaps two bytes, or flips a bit.
fn mutate(rng: &mut Rng, bytes: &mut Vec<u8>) {
    for _ in 0..[1, 1, 1, 1, 2, 3][rng.usize(..6)] {
        let at = rng.usize(..bytes.len().max(1));
        match rng.u32(..8) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => _ = bytes.remove(at),
            2 => bytes.insert(at.min(bytes.len()), rng.u8(..)),
            3 if at < bytes.len() => {
                let other = rng.usize(..bytes.len());
                bytes.swap(at, other);
            }
            4 if at < bytes.len() => bytes[at] = rng.u8(..),
            _ if at < bytes.len() => bytes[at] ^= 1 << rng.u32(..8),
            _ => {}
        }
    }
}

#[test]
fn mutants_are_refused_or_run() {
    let originals = originals();
    assert!(originals.len() > 30, "{}", originals.len());
    let machine = Jit::bounded(1, 20_000);
    let (mut refused, mut done, mut trapped, mut stopped) = (0, 0, 0, 0);
    for seed in 0..8_000 {
        let mut rng = Rng::with_seed(seed);
        let (original, waves) = &originals[rng.usize(..originals.len())];
        let mut mutant = original.clone();
        mutate(&mut rng, &mut mutant.bytes);
        match machine.run(&mutant, waves, None, &Budget::generous()) {
            Ok(run) => {
                assert_eq!(run.table.bytes().len() as u64, mutant.map.table.1);
                done += 1;
            }
            Err(WasmError::TooNarrow | WasmError::Failed(_)) => trapped += 1,
            Err(WasmError::Unable(why)) if why.en == "stopped" => stopped += 1,
            Err(WasmError::Unable(_)) => {
                refused += 1;
            }
            Err(WasmError::Stopped(stop)) => panic!("seed {seed}: {stop:?}"),
        }
    }
    println!("{refused} refused, {done} done, {trapped} trapped, {stopped} stopped");
    assert!(
        refused > 4_000 && done > 200 && trapped > 30 && stopped > 5,
        "{refused} {done} {trapped} {stopped}"
    );
}

/// Writes the modules to the folder `GRUNDY_MODULES`, if it is set. The fuzz target
/// `fuzz/fuzz_targets/jit.rs` uses the written modules as its corpus.
#[test]
fn a_corpus_for_fuzzing() {
    let Ok(folder) = std::env::var("GRUNDY_MODULES") else {
        return;
    };
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (i, (module, _)) in originals().iter().enumerate() {
        std::fs::write(format!("{folder}/{i}.wasm"), &module.bytes)
            .expect("the folder can be written");
    }
}

#[test]
fn what_is_cut_short_is_refused() {
    let (module, _) = originals().swap_remove(0);
    let machine = Jit::new(1);
    assert!(machine.compile(&module).is_ok());
    for length in 0..module.bytes.len() {
        let cut = WasmModule {
            bytes: module.bytes[..length].to_vec(),
            ..module.clone()
        };
        assert!(
            matches!(machine.compile(&cut), Err(WasmError::Unable(_))),
            "{length} bytes"
        );
    }
}
