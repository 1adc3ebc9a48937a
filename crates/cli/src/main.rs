//! The `grundy` command: questions in, answers out. No game logic lives here: arguments, files,
//! words and exit codes.

mod args;
mod batch;
mod big;
mod big_export;
mod big_jobs;
#[cfg(feature = "parquet")]
mod big_parquet;
mod big_ray;
mod chinese;
mod compared;
mod complete;
mod course;
mod ending;
mod files;
mod fonts;
mod gallery;
mod heap;
mod help;
mod judge;
mod kept;
mod law;
mod limits;
mod look;
mod memory;
mod misere;
mod nim;
mod output;
mod pictures;
mod play;
mod replacement;
mod run;
mod same;
mod saved;
#[cfg(feature = "serve")]
mod serving;
mod stores;
mod system;
mod tables;
mod theorem;
mod why;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic is a bug in whatever thread it happens: it is told, and the exit code says so.
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tell(panic);
        std::process::exit(run::BUG.into())
    }));
    run::run(&help::parse())
}
