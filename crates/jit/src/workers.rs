//! The worker threads of a run. The tasks of a run are grouped into waves. Workers take tasks in
//! order, and start a task when all tasks of earlier waves are complete. While the workers run, the
//! calling thread polls the budget, so that time limits, Ctrl-C and progress reports work as usual.
//! The results of a stopped run are discarded.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

use base::budget::{Budget, StopReason};
use base::text;
use engines::codegen::{MemoryMap, WorkerCounter};
use engines::machine::{FilledTable, WasmError, WaveTask};
use engines::oracle::EngineStats;

use crate::code::{CodeHost, MachineCode};
use crate::compile::CallStatus;
use crate::memory::{ModuleMemory, ReadOnlyMemory};

/// Time between two budget polls of the calling thread.
const INTERVAL: Duration = Duration::from_millis(5);

/// Number of budget polls charged per poll of generated code, which occurs after about a
/// millisecond of work. Limits on the number of polls therefore also limit generated code,
/// independently of other load on the machine.
const BUDGET_POLLS_PER_CODE_POLL: u64 = 8;

/// Number of bytes of a table that are cleared between two checks of the stop flag.
const CLEARED: usize = 16 << 20;

/// Stack size of a worker in bytes, for generated code and the functions that it calls.
pub(crate) const STACK: usize = 4 * crate::compile::MAX_STACK_BYTES as usize;

/// The state that the threads of a run share.
struct SharedRun<'r> {
    code: &'r MachineCode,
    memory: &'r ModuleMemory,
    map: &'r MemoryMap,
    tasks: Vec<(usize, WaveTask)>,
    /// For each wave, the number of tasks in the earlier waves.
    before: Vec<usize>,
    next: AtomicUsize,
    done: AtomicUsize,
    stop: AtomicBool,
    positions: Vec<AtomicU64>,
    /// Number of times that generated code polled the stop flag.
    polls: AtomicU64,
}

/// Fills the table in a memory.
pub(crate) fn run(
    code: &MachineCode,
    memory: ModuleMemory,
    map: &MemoryMap,
    waves: &[Vec<WaveTask>],
    whole: Option<u64>,
    budget: &Budget<'_>,
) -> Result<FilledTable, WasmError> {
    let mut before = vec![0];
    for wave in waves {
        before.push(before.last().copied().unwrap_or(0) + wave.len());
    }
    let shared = SharedRun {
        code,
        memory: &memory,
        map,
        tasks: waves
            .iter()
            .enumerate()
            .flat_map(|(wave, tasks)| tasks.iter().map(move |task| (wave, *task)))
            .collect(),
        before,
        next: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        positions: (0..map.workers).map(|_| AtomicU64::new(0)).collect(),
        polls: AtomicU64::new(0),
    };
    let mut stopped = None;
    let ends: Result<Vec<CallStatus>, std::io::Error> = std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let mut handles = Vec::new();
        for worker in 0..map.workers {
            let (shared, sender) = (&shared, sender.clone());
            let spawned = Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(shared, worker, sender));
            // If a worker cannot be started, the workers that already run stop soon.
            handles.push(spawned.inspect_err(|_| shared.stop.store(true, Ordering::Relaxed))?);
        }
        drop(sender);
        stopped = watch(&receiver, &shared, whole, budget);
        Ok(handles
            .into_iter()
            .map(|handle| handle.join().expect("a worker does not panic"))
            .collect())
    });
    let ends = ends.map_err(|error| {
        WasmError::Unable(text!(
            "cannot start a thread to fill a table: {error}",
            "无法启动填表的线程：{error}"
        ))
    })?;
    if let Some(stop) = stopped {
        return Err(WasmError::Stopped(stop));
    }
    finish(memory.into_read_only(), map, &ends)
}

/// Returns the result of a run from the statuses of its workers.
fn finish(
    memory: ReadOnlyMemory,
    map: &MemoryMap,
    ends: &[CallStatus],
) -> Result<FilledTable, WasmError> {
    let outside = || {
        WasmError::Unable(text!(
            "the memory map exceeds the available memory",
            "内存布局超出内存"
        ))
    };
    let number = |address| memory.number(address).ok_or_else(outside);
    // If a worker fails, the other workers are stopped, so failures are searched before other
    // statuses.
    let failed = |end: &CallStatus| matches!(end, CallStatus::Trap | CallStatus::NoValue);
    if let Some(worker) = ends.iter().position(failed) {
        let own = map.worker(worker as u32);
        if number(own + map.count(WorkerCounter::Narrow))? == 1 {
            return Err(WasmError::TooNarrow);
        }
        let slots: Result<Vec<i64>, WasmError> = (0..map.slots as u64)
            .map(|slot| number(own + 8 * slot).map(|n| n as i64))
            .collect();
        return Err(WasmError::Failed(slots?));
    }
    if ends.contains(&CallStatus::Stopped) {
        return Err(WasmError::Unable(text!("stopped", "已停止")));
    }
    let mut stats = EngineStats::default();
    for worker in 0..map.workers {
        let own = map.worker(worker);
        stats.positions = stats
            .positions
            .wrapping_add(number(own + map.count(WorkerCounter::Positions))?);
        stats.options = stats
            .options
            .wrapping_add(number(own + map.count(WorkerCounter::Options))?);
    }
    Ok(FilledTable {
        table: memory.table(map.table).ok_or_else(outside)?,
        stats,
    })
}

/// Polls the budget until every worker is done.
fn watch(
    receiver: &Receiver<()>,
    shared: &SharedRun<'_>,
    whole: Option<u64>,
    budget: &Budget<'_>,
) -> Option<StopReason> {
    let mut charged = 0;
    let mut charge = |least: u64| {
        // Each worker polls once before it does any work. The first poll of a worker, before any
        // work, is not charged.
        let polls = shared
            .polls
            .load(Ordering::Relaxed)
            .saturating_sub(shared.positions.len() as u64);
        let looks = BUDGET_POLLS_PER_CODE_POLL * (polls - charged);
        charged = polls;
        (0..looks.max(least)).try_for_each(|_| budget.ask()).err()
    };
    loop {
        match receiver.recv_timeout(INTERVAL) {
            // The work that generated code has done since the last poll of the calling thread is
            // charged too. Without this charge for the last work, the total charge would depend on
            // the time of the last poll.
            Err(RecvTimeoutError::Disconnected) => return charge(0),
            Ok(()) => {}
            Err(RecvTimeoutError::Timeout) => {
                budget.report(
                    shared
                        .positions
                        .iter()
                        .map(|p| p.load(Ordering::Relaxed))
                        .sum(),
                    whole,
                );
                if let Some(stop) = charge(1) {
                    shared.stop.store(true, Ordering::Relaxed);
                    return Some(stop);
                }
            }
        }
    }
}

/// Runs a worker. When the worker ends, its sender is dropped, which wakes the waiting thread.
fn work(shared: &SharedRun<'_>, worker: u32, _done: Sender<()>) -> CallStatus {
    let end = tasks(shared, worker);
    if end != CallStatus::Done {
        shared.stop.store(true, Ordering::Relaxed);
    }
    end
}

fn tasks(shared: &SharedRun<'_>, worker: u32) -> CallStatus {
    let SharedRun {
        code, memory, map, ..
    } = shared;
    let host = CodeHost::new(
        memory,
        &shared.stop,
        &shared.positions[worker as usize],
        &shared.polls,
    );
    // The addresses of a memory map fit in 32 bits, because a module cannot have more memory.
    let (from, length, own) = (
        map.table.0 as u32,
        map.table.1 as u32,
        map.worker(worker) as u32,
    );
    if worker == 0 {
        // The table is cleared in parts, because the system provides memory pages on the first
        // write, so clearing gigabytes takes seconds.
        for start in (0..length).step_by(CLEARED) {
            if shared.stop.load(Ordering::Relaxed) {
                return CallStatus::Stopped;
            }
            let end = code.clear(&host, from + start, (length - start).min(CLEARED as u32));
            if end != CallStatus::Done {
                return end;
            }
        }
        shared.done.fetch_add(1, Ordering::Release);
    }
    loop {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some((wave, task)) = shared.tasks.get(index) else {
            return CallStatus::Done;
        };
        // Clearing the table counts as a task that precedes all other tasks.
        let needed = shared.before[*wave] + 1;
        let mut tries = 0u32;
        while shared.done.load(Ordering::Acquire) < needed {
            if shared.stop.load(Ordering::Relaxed) {
                return CallStatus::Stopped;
            }
            tries += 1;
            if tries < 1000 {
                std::hint::spin_loop()
            } else {
                std::thread::yield_now()
            }
        }
        let end = code.fill(&host, own, *task);
        if end != CallStatus::Done {
            return end;
        }
        shared.done.fetch_add(1, Ordering::Release);
    }
}
