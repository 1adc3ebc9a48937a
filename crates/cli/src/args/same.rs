//! The arguments of `grundy same`.

use clap::Args as ClapArgs;
use grundy::comparison::POSITIONS;

use super::common::CommonArgs;

pub const EXAMPLES: &str = "\
Examples:
  grundy same bash 'bash(3)'
  grundy same 'bash(4)' dawsonkayles
  grundy same --file my.game mygame kayles
  grundy same nim misere.game --outcomes

Games without positions, with the same numbers in a position; a rule file of one game stands for that game. What is compared are the positions that both have, number for number. Exit
code 0 where they are the same at every position, 1 where they differ, 3 where they agree as far as they were compared.";

/// Which games are compared.
#[derive(ClapArgs)]
pub struct SameArgs {
    /// A game without a position
    #[arg(value_name = "GAME")]
    pub first: String,
    /// Another one
    #[arg(value_name = "GAME")]
    pub second: String,
    /// Compare only who wins, no values
    #[arg(long)]
    pub outcomes: bool,
    /// Compare about N positions one by one
    #[arg(long, value_name = "N", default_value_t = POSITIONS as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: u32,
    #[command(flatten)]
    pub options: CommonArgs,
}
