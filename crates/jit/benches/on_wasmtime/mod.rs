//! The machine on wasmtime that was used before, for a comparison.

mod memory;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::codegen::{Count, Module, call};
use engines::machine::{Halted, Machine, Run, Task};
use engines::oracle::Stats;
use wasmtime::{Config, Engine, Func, Instance, OptLevel};

use memory::{Seat, Table};

/// How often the calling thread looks at the budget.
const INTERVAL: Duration = Duration::from_millis(5);

/// Compiles and runs generated modules. Nothing is set up before the first.
pub struct Wasmtime {
    engine: OnceLock<Result<Engine, String>>,
    workers: u32,
}

impl Wasmtime {
    /// A compiler for so many threads.
    pub fn new(workers: u32) -> Wasmtime {
        Wasmtime { engine: OnceLock::new(), workers: workers.max(1) }
    }

    fn engine(&self) -> Result<&Engine, Halted> {
        let made = self.engine.get_or_init(|| {
            let mut config = Config::new();
            config.cranelift_opt_level(OptLevel::Speed).wasm_threads(true).shared_memory(true);
            Engine::new(&config).map_err(|error| format!("{error:#}"))
        });
        made.as_ref().map_err(|why| Halted::Unable(Text::same(why.clone())))
    }

    /// The code of a module.
    ///
    /// # Errors
    /// Where this machine cannot run generated code, or the module is beyond its limits.
    pub fn compile(&self, module: &Module) -> Result<wasmtime::Module, Halted> {
        wasmtime::Module::new(self.engine()?, &module.bytes).map_err(unable)
    }
}

fn unable(error: wasmtime::Error) -> Halted {
    Halted::Unable(Text::same(format!("{error:#}")))
}

/// What the threads of one run share.
struct Shared<'r> {
    module: &'r Module,
    tasks: Vec<(usize, Task)>,
    /// How many tasks lie in the waves before each wave.
    before: Vec<usize>,
    next: AtomicUsize,
    done: AtomicUsize,
    stop: Arc<AtomicBool>,
    positions: Vec<Arc<AtomicU64>>,
}

impl Machine for Wasmtime {
    fn workers(&self) -> u32 {
        self.workers
    }

    fn run(&self, module: &Module, waves: &[Vec<Task>], whole: Option<u64>, budget: &Budget<'_>) -> Result<Run, Halted> {
        let (engine, compiled) = (self.engine()?, self.compile(module)?);
        let table = Table::new(engine, module).map_err(unable)?;
        let workers = module.map.workers;
        let mut before = vec![0];
        for wave in waves {
            before.push(before.last().copied().unwrap_or(0) + wave.len());
        }
        let shared = Shared {
            module,
            tasks: waves.iter().enumerate().flat_map(|(wave, tasks)| tasks.iter().map(move |task| (wave, *task))).collect(),
            before,
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            stop: Arc::default(),
            positions: (0..workers).map(|_| Arc::default()).collect(),
        };
        let seats: Vec<Seat> = (0..workers).map(|_| table.seat(engine)).collect::<Result<_, _>>().map_err(unable)?;
        let mut stopped = None;
        let results: Vec<Worker> = std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let mut handles = Vec::new();
            for (worker, seat) in (0..).zip(seats) {
                let (compiled, shared, sender) = (&compiled, &shared, sender.clone());
                handles.push(scope.spawn(move || work(compiled, shared, worker, seat, sender)));
            }
            drop(sender);
            stopped = watch(&receiver, &shared, whole, budget);
            handles.into_iter().map(|handle| handle.join().expect("a worker does not panic")).collect()
        });
        if let Some(stop) = stopped {
            return Err(Halted::Stopped(stop));
        }
        let mut stats = Stats::default();
        let mut seats = Vec::new();
        // Where one worker fails the others are stopped: its reason comes first.
        let reason = |worker: &Worker| matches!(worker, Err(Halted::TooNarrow | Halted::Failed(_)));
        let (failed, others): (Vec<Worker>, Vec<Worker>) = results.into_iter().partition(reason);
        for worker in failed.into_iter().chain(others) {
            let (seat, counts) = worker?;
            stats.positions += counts.positions;
            stats.options += counts.options;
            seats.push(seat);
        }
        Ok(Run { table: table.filled(seats, module), stats })
    }
}

type Worker = Result<(Seat, Stats), Halted>;

/// Looks at the budget until every worker is done.
fn watch(receiver: &Receiver<()>, shared: &Shared<'_>, whole: Option<u64>, budget: &Budget<'_>) -> Option<base::budget::Stop> {
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Err(RecvTimeoutError::Disconnected) => return None,
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => {
                budget.report(shared.positions.iter().map(|p| p.load(Ordering::Relaxed)).sum(), whole);
                if let Err(stop) = budget.steps(usize::MAX) {
                    shared.stop.store(true, Ordering::Relaxed);
                    return Some(stop);
                }
            }
        }
    }
}

/// One worker: takes tasks in order, each when all earlier waves are done. The sender is dropped with the worker, which wakes the
/// thread that waits.
fn work(compiled: &wasmtime::Module, shared: &Shared<'_>, worker: u32, mut seat: Seat, _done: Sender<()>) -> Worker {
    let outcome = tasks(compiled, shared, worker, &mut seat);
    let map = &shared.module.map;
    let own = map.worker(worker);
    match outcome {
        Ok(()) => {
            let stats =
                Stats { positions: seat.read(own + map.count(Count::Positions)), options: seat.read(own + map.count(Count::Options)) };
            Ok((seat, stats))
        }
        Err(error) => {
            shared.stop.store(true, Ordering::Relaxed);
            Err(match error.downcast_ref::<Stopped>() {
                // Another worker, or the budget, tells why.
                Some(Stopped) => Halted::Unable(text!("stopped", "已停止")),
                None if error.downcast_ref::<wasmtime::Trap>().is_none() && error.downcast_ref::<NoValue>().is_none() => unable(error),
                None if seat.read(own + map.count(Count::Narrow)) == 1 => Halted::TooNarrow,
                None => Halted::Failed((0..map.slots as u64).map(|slot| seat.read(own + 8 * slot) as i64).collect()),
            })
        }
    }
}

fn tasks(compiled: &wasmtime::Module, shared: &Shared<'_>, worker: u32, seat: &mut Seat) -> wasmtime::Result<()> {
    let (stop, positions) = (shared.stop.clone(), shared.positions[worker as usize].clone());
    let poll = Func::wrap(&mut seat.store, move |done: i64| -> wasmtime::Result<()> {
        positions.store(done as u64, Ordering::Relaxed);
        if stop.load(Ordering::Relaxed) { Err(Stopped.into()) } else { Ok(()) }
    });
    let called = Func::wrap(&mut seat.store, |number: i32, a: i64, b: i64| -> wasmtime::Result<i64> {
        call(number as u32, a, b).ok_or_else(|| NoValue.into())
    });
    let imports = [poll.into(), called.into(), seat.memory()];
    let instance = Instance::new(&mut seat.store, compiled, &imports)?;
    let clear = instance.get_typed_func::<(i32, i32), ()>(&mut seat.store, "clear")?;
    let fill = instance.get_typed_func::<(i32, i64, i64, i64, i64), ()>(&mut seat.store, "fill")?;
    let map = &shared.module.map;
    if worker == 0 {
        clear.call(&mut seat.store, (map.table.0 as i32, map.table.1 as i32))?;
        shared.done.fetch_add(1, Ordering::Release);
    }
    loop {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some((wave, [a, b, c, d])) = shared.tasks.get(index) else { return Ok(()) };
        // Clearing counts as one task before all.
        let needed = shared.before[*wave] + 1;
        let mut tries = 0u32;
        while shared.done.load(Ordering::Acquire) < needed {
            if shared.stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            tries += 1;
            if tries < 1000 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
        fill.call(&mut seat.store, (map.worker(worker) as i32, *a, *b, *c, *d))?;
        shared.done.fetch_add(1, Ordering::Release);
    }
}

/// The run was stopped from outside.
#[derive(Debug)]
struct Stopped;

/// A function of the language has no value here.
#[derive(Debug)]
struct NoValue;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped")
    }
}

impl std::fmt::Display for NoValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no value")
    }
}

impl std::error::Error for Stopped {}
impl std::error::Error for NoValue {}
