//! The `grundy` command. It contains no game logic, only arguments, files, text output and exit
//! codes.

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
mod judge;
mod law;
mod limits;
mod look;
mod memory;
mod misere;
mod nim;
mod output;
mod pictures;
mod play;
mod questions;
mod replacement;
mod reply_text;
mod resume_file;
mod review;
mod run;
mod same;
#[cfg(feature = "serve")]
mod serving;
mod stores;
mod system;
mod table_file;
mod tables;
mod theorem;
mod why;
mod write_file;

use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic in any thread is a bug. It is reported, and the program exits with the exit code for
    // bugs.
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tell(panic);
        std::process::exit(exit_code::BUG.into())
    }));
    run::run(&help::parse())
}
