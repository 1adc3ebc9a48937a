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

Each argument is a game without a position, or a rule file with one game. A position must consist of equally many numbers in both games; positions with equal numbers are compared.
Exit code 0 if the games are equal at every position, 1 if they differ, 3 if they agree on all compared positions.";

/// Arguments of `same`.
#[derive(ClapArgs)]
pub struct SameArgs {
    /// Game without a position
    #[arg(value_name = "GAME")]
    pub first: String,
    /// Second game without a position
    #[arg(value_name = "GAME")]
    pub second: String,
    /// Compare only outcomes, not values
    #[arg(long)]
    pub outcomes: bool,
    /// Approximate number of positions to compare individually
    #[arg(long, value_name = "N", default_value_t = POSITIONS as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: u32,
    #[command(flatten)]
    pub options: CommonArgs,
}
