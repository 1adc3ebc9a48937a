//! Tests that tables are the same in every mode and with any number of threads, for games of the
//! library and random games.

use base::budget::Budget;
use engines::dense::EntryWidth;
use engines::machine::{WasmError, WasmMachine};
use jit::Jit;
use rules::game::GameId;
use rules::world::World;

use crate::generated_modules::{generated, load};

/// The bytes of a table with the numbers of positions and options, or the reason why the table
/// could not be filled.
type FillResult = Result<(Vec<u8>, u64, u64), WasmError>;

/// Fills a table; `None` if no code is generated for this table.
fn filled(
    world: &World,
    game: GameId,
    reach: i64,
    width: EntryWidth,
    machine: &Jit,
    workers: u32,
) -> Option<FillResult> {
    let (module, waves) = generated(world, game, reach, width, workers)?;
    let run = machine.run(&module, &waves, None, &Budget::generous());
    Some(run.map(|run| {
        (
            run.table.bytes().to_vec(),
            run.stats.positions,
            run.stats.options,
        )
    }))
}

#[test]
fn random_games_have_the_same_tables_in_both_forms() {
    let files = std::env::var("GRUNDY_RANDOM_FILES").map_or(testkit::rounds(120, 300), |n| {
        n.parse().expect("GRUNDY_RANDOM_FILES is a number")
    });
    let (plain, checked, bounded) = (Jit::new(1), Jit::checked(1), Jit::bounded(1, 1 << 40));
    let (mut compared, mut failed) = (0, 0);
    for seed in 0..files {
        let (world, game) = load(&testkit::random_game(seed));
        for width in [EntryWidth::One, EntryWidth::Two] {
            let [first, second, third] = [&plain, &checked, &bounded]
                .map(|machine| filled(&world, game, 9, width, machine, 1));
            assert!(first == second && first == third, "seed {seed} {width:?}");
            compared += u64::from(matches!(first, Some(Ok(_))));
            failed += u64::from(matches!(first, Some(Err(_))));
        }
    }
    assert!(
        compared > files,
        "{compared} compared, {failed} failed, of {files}"
    );
}

/// Games whose tables are split into tasks for several workers.
#[test]
fn threads_fill_the_same_table() {
    let mut world = World::with_library();
    for (name, reach) in [
        ("cutting", 200),
        ("hyperknight", 300),
        ("wythoff", 150),
        ("beans", 40),
        ("kayles", 3000),
    ] {
        let game = world
            .instantiate(name, vec![])
            .expect("it is in the library");
        let alone = filled(&world, game, reach, EntryWidth::Two, &Jit::new(1), 1)
            .expect("it is generated")
            .expect("it is filled");
        for workers in [2, 3, 5] {
            for machine in [Jit::new(workers), Jit::checked(workers)] {
                let together = filled(&world, game, reach, EntryWidth::Two, &machine, workers)
                    .expect("it is generated")
                    .expect("it is filled");
                assert!(alone.0 == together.0, "{name} on {workers}");
                assert_eq!(
                    (alone.1, alone.2),
                    (together.1, together.2),
                    "{name} on {workers}"
                );
            }
        }
    }
}

/// If the system cannot reserve addresses, every access is checked, and the results are the same.
#[cfg(unix)]
#[test]
fn tables_are_filled_where_nothing_can_be_reserved() {
    let program = std::env::current_exe().expect("a test has a path");
    let limited = |kilobytes: u32| {
        let command = format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"");
        let names = [
            "--test-threads=1",
            "--exact",
            "forms::threads_fill_the_same_table",
            "forged::an_access_at_the_end_of_the_memory_is_none_beyond_it",
        ];
        std::process::Command::new("sh")
            .args(["-c", &command])
            .arg(&program)
            .args(names)
            .output()
            .expect("there is a shell")
    };
    let child = limited(4 << 20);
    let told = String::from_utf8_lossy(&child.stdout);
    assert!(
        child.status.success() && told.contains("2 passed"),
        "{told}{}",
        String::from_utf8_lossy(&child.stderr)
    );
}
