//! Generated modules of real games, with the tasks that fill their tables.

use std::sync::Mutex;

use base::budget::Budget;
use base::text::Text;
use engines::codegen::WasmModule;
use engines::dense::{DenseTable, EntryWidth, FillMethod, TableBox};
use engines::machine::{FilledTable, WasmError, WasmMachine, WaveTask};
use engines::prepared_table::PreparedTable;
use facts::facts;
use rules::game::GameId;
use rules::world::World;
use theory::algebra::GrundyAlgebra;

/// A module and its tasks, wave by wave.
pub type ModuleTasks = (WasmModule, Vec<Vec<WaveTask>>);

/// A machine that records the module and its tasks, but runs nothing.
struct Recorder {
    workers: u32,
    given: Mutex<Option<ModuleTasks>>,
}

impl WasmMachine for Recorder {
    fn workers(&self) -> u32 {
        self.workers
    }

    fn run(
        &self,
        module: &WasmModule,
        waves: &[Vec<WaveTask>],
        _: Option<u64>,
        _: &Budget<'_>,
    ) -> Result<FilledTable, WasmError> {
        self.given
            .lock()
            .expect("nobody panics")
            .get_or_insert_with(|| (module.clone(), waves.to_vec()));
        Err(WasmError::Unable(Text::same("nothing is run here")))
    }
}

/// Returns the module and the tasks that fill the table of a box. In each slot, the box ranges from
/// the minimum to `more` above the minimum. Returns `None` if the game has no table for this box.
pub fn generated(
    world: &World,
    game: GameId,
    reach: i64,
    width: EntryWidth,
    workers: u32,
) -> Option<ModuleTasks> {
    let budget = Budget::generous();
    let tops: Vec<i64> = world
        .rules(game)
        .slots()
        .iter()
        .map(|slot| slot.high.unwrap_or(i64::MAX).min(slot.low + reach))
        .collect();
    let facts = facts(world.rules(game).game()?, game, &budget).ok()?;
    let prepared = PreparedTable::new(TableBox::around(world, game, &facts, &tops, &budget).ok()?);
    let recorder = Recorder {
        workers,
        given: Mutex::default(),
    };
    // The test needs only the recorded module, not the result of the solver.
    let _ = DenseTable::fold(
        GrundyAlgebra,
        world,
        game,
        &prepared,
        FillMethod::Generated(&recorder),
        width,
        &budget,
    );
    recorder.given.into_inner().expect("nobody panics")
}

/// Loads the game `A` of a text.
pub fn load(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|_| panic!("it is right: {text}"));
    let game = world
        .instantiate("A", vec![])
        .unwrap_or_else(|_| panic!("there is a game A: {text}"));
    (world, game)
}
