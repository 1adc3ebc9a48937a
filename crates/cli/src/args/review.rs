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
  grundy review 'kayles[7]' --moves 'take pin 0' 3 1
  grundy review 'bash[9]' --moves 'take 1' 'take 2' 'take 3' --player second";

/// One move of the computer.
#[derive(ClapArgs)]
pub struct ReplyArgs {
    /// The position, such as 'kayles[12] + nim[7]'
    #[arg(value_name = "POSITION")]
    pub position: String,
    #[command(flatten)]
    pub options: CommonArgs,
    /// How strong the computer is: 0 to 100, the chance in percent of a perfect move; or easy,
    /// medium, hard, perfect
    #[arg(long, value_name = "N", default_value = "perfect", value_parser = strength)]
    pub strength: u8,
    /// Repeats a move of a computer that is not perfect; without it the clock chooses
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// A course of play.
#[derive(ClapArgs)]
pub struct ReviewArgs {
    /// The position to begin with, such as 'kayles[12] + nim[7]'
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// The moves of both players in their order, as they are typed in `play`: words, a number of
    /// the list, or the position that is left
    #[arg(long, value_name = "MOVE", num_args = 1.., required = true)]
    pub moves: Vec<String>,
    /// Look back at the moves of this player alone
    #[arg(long, value_enum)]
    pub player: Option<PlayerArg>,
    #[command(flatten)]
    pub options: CommonArgs,
}

/// A player.
#[derive(Clone, Copy, ValueEnum)]
pub enum PlayerArg {
    /// Who moved first
    First,
    /// Who moved second
    Second,
}
