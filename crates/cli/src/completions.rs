//! The command as seen by shell completions: arguments offer the names of games, problems, theorems
//! and engines. The names are suggestions only, because the command also accepts other values.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use grundy::Session;

use crate::args::Args;

/// Returns the command with suggested names for its arguments.
pub fn command() -> Command {
    let session = Session::new();
    // clap requires names with a static lifetime.
    let declared = session.world.declarations();
    let mut games: Vec<&'static str> = declared
        .iter()
        .map(|game| &*game.name.to_lowercase().leak())
        .collect();
    games.extend(session.world.structures().iter().map(|kind| kind.name()));
    let problems: Vec<&'static str> = judge::all().map(|problem| problem.name).collect();
    let methods = [session.settings.switchable(), session.settings.reductions()].concat();
    let known = |command: Command, argument: &str| {
        command
            .get_arguments()
            .any(|known| known.get_id() == argument)
    };
    Args::command().mut_subcommands(|mut command| {
        let names = if command.get_name() == "judge" {
            &problems
        } else {
            &games
        };
        for (argument, names) in [
            ("name", names),
            ("positions", &games),
            ("position", &games),
            ("without", &methods),
        ] {
            if known(command.clone(), argument) {
                let names = PossibleValuesParser::new(names.clone());
                command = command.mut_arg(argument, |arg| arg.value_parser(names));
            }
        }
        command
    })
}
