//! The command as completions of a shell see it: with the names of games, problems, theorems and
//! engines where one is expected. They are offered, not required; the command itself reads more
//! than names.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use grundy::Session;

use crate::args::Args;

/// The command with the names that its arguments may have.
pub fn command() -> Command {
    let session = Session::new();
    // clap keeps names as long as the program runs.
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
