//! The `grundy` command: questions in, answers out. No game logic lives here: arguments, files, words and exit codes.

mod args;
mod ending;
mod files;
mod fonts;
mod heap;
mod help;
mod judge;
mod limits;
mod memory;
mod nim;
mod pictures;
mod play;
mod run;
mod saved;
mod system;
mod tables;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    run::run(&help::parse())
}
