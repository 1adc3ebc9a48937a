//! The program `grundy`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let program = std::env::current_exe().map_or_else(|_| "grundy".into(), Into::into);
    ExitCode::from(cli::run(cli::Invocation {
        arguments: std::env::args_os().collect(),
        program: vec![program],
    }))
}
