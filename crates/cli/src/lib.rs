//! The command line of Grundy. This crate contains no game logic, only arguments, files, text
//! output and exit codes. The program `grundy` and the Python package run the same command.

mod args;
mod batch;
mod big;
mod big_export;
mod big_jobs;
#[cfg(feature = "parquet")]
mod big_parquet;
mod big_ray;
mod check;
mod chinese;
mod code_comparison;
mod completions;
mod exit;
mod exit_code;
mod files;
mod fonts;
mod front_end;
mod gallery;
mod heap;
mod help;
mod invocation;
mod judge;
mod language;
mod law;
mod limits;
mod misere;
mod nim;
mod output;
mod pictures;
mod play;
mod questions;
mod replacement;
mod resume_file;
mod review;
mod run;
mod same;
#[cfg(feature = "serve")]
mod serving;
mod stores;
mod system;
mod table_file;
mod thermograph;
mod value;
mod write_file;

use std::io::{Write, stdout};

pub use invocation::Invocation;

/// Runs the command and returns its exit code. Some ways to end the command, such as a limit, end
/// the process instead. The command uses signal handlers, a panic hook and other state of the
/// process, so a process can run only one command.
pub fn run(invocation: Invocation) -> u8 {
    allocator::start_counting();
    invocation::set(invocation);
    // A panic in any thread is a bug. The panic is reported, and the program exits with the exit
    // code for bugs. A server is restarted instead.
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        #[cfg(all(unix, feature = "serve"))]
        serving::restart();
        std::process::exit(exit_code::BUG.into())
    }));
    let code = run::run(&help::parse());
    // Only the main function of a Rust program flushes standard output when it returns.
    let _ = stdout().flush();
    code
}
