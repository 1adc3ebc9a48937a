//! `grundy-lsp`: a language server for the rule language, over standard input and output. The
//! server reports errors while the user types, and supports hover, definitions, formatting and
//! checks.

use std::process::ExitCode;

use lsp_server::Connection;

mod background;
mod document;
mod line_index;
mod server;
mod tokens;

fn main() -> ExitCode {
    if let Some(argument) = std::env::args()
        .nth(1)
        .filter(|argument| argument != "--stdio")
    {
        return match argument.as_str() {
            "--version" | "-V" => {
                println!("grundy-lsp {}", env!("CARGO_PKG_VERSION"));
                ExitCode::SUCCESS
            }
            "--help" | "-h" => {
                println!(
                    "grundy-lsp: language server for Grundy's rule language, over standard input and output.\n\
                     An editor starts it without arguments or with --stdio; see docs/editors.md."
                );
                ExitCode::SUCCESS
            }
            other => {
                eprintln!(
                    "error: unknown argument `{other}`; an editor starts grundy-lsp without arguments or with --stdio; see --help"
                );
                ExitCode::from(2)
            }
        };
    }
    let (connection, threads) = Connection::stdio();
    let ended = server::serve(&connection);
    drop(connection);
    match (ended, threads.join()) {
        (Ok(true), Ok(())) => ExitCode::SUCCESS,
        // The editor exited without a shutdown request, which the protocol defines as an error.
        (Ok(false), _) => ExitCode::FAILURE,
        (Err(why), _) if why.channel_is_disconnected() => {
            eprintln!(
                "error: the input ended or is not a message of the language server protocol; this program is started by an editor, see --help"
            );
            ExitCode::FAILURE
        }
        (Err(why), _) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
        (_, Err(why)) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}
