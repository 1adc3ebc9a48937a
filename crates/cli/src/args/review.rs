//! The arguments of `grundy reply` and `grundy review`.

use clap::{Args as ClapArgs, ValueEnum};

use super::common::{CommonArgs, strength};

pub const REPLY_EXAMPLES: &str = "\
Examples:
  grundy reply 'kayles[7]'
  grundy reply 'kayles[7]' --strength easy --seed 3
  grundy reply --json 'nim[3] + nim[5]'";

pub const REVIEW_EXAMPLES: &str = "\
Examples:
  grundy review 'nim[3] + nim[5]' --moves 'nim[3] + nim[4]' 'nim[3] + nim[3]' 'take 3 from nim[3]'
  grundy review 'kayles[7]' --moves 'take pin 1' 3 1
  grundy review 'bash[9]' --moves 'take 1' 'take 2' 'take 3' --player second";

/// Arguments of `reply`.
#[derive(ClapArgs)]
pub struct ReplyArgs {
    /// Position, such as 'kayles[12] + nim[7]'
    #[arg(value_name = "POSITION")]
    pub position: String,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Strength of the computer: the probability of a perfect move in percent, 0 to 100; or easy,
    /// medium, hard, perfect
    #[arg(long, value_name = "N", default_value = "perfect", value_parser = strength)]
    pub strength: u8,
    /// Seed that makes the move of an imperfect computer reproducible (default: taken from the
    /// clock)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Arguments of `review`.
#[derive(ClapArgs)]
pub struct ReviewArgs {
    /// Starting position, such as 'kayles[12] + nim[7]'
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// Moves of both players in order, as typed in `play`: the text of a move, its number in the
    /// list, or the position after it
    #[arg(long, value_name = "MOVE", num_args = 1.., required = true)]
    pub moves: Vec<String>,
    /// Review only the moves of this player
    #[arg(long, value_enum)]
    pub player: Option<PlayerArg>,
    #[command(flatten)]
    pub options: CommonArgs,
}

/// Players, by order of their first move.
#[derive(Clone, Copy, ValueEnum)]
pub enum PlayerArg {
    /// The player who moved first
    First,
    /// The player who moved second
    Second,
}
