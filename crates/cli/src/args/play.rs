//! The arguments of `grundy play`.

use clap::Args as ClapArgs;

use super::common::{CommonArgs, FirstPlayerArg, drawing, strength};

pub const EXAMPLES: &str = "\
Examples:
  grundy play 'nim[3] + nim[5] + nim[7]'
  grundy play 'kayles[12]' --first computer --strength easy
  grundy play --file my.game 'mygame[20]' --no-hints
  grundy play 'wythoff[4, 9]' --watch
  grundy play 'kayles[12]' --two
  grundy play 'staircase[2,0,3,1]' --as steps
  printf 'take 3\\nwhy\\nquit\\n' | grundy play 'nim[3] + nim[5]'

Type `help` during the game for its commands. --time and --memory hold for each move of the computer.";

/// A game to play.
#[derive(ClapArgs)]
pub struct PlayArgs {
    /// The position to begin with, such as 'kayles[12] + nim[7]'
    #[arg(value_name = "POSITION", required = true)]
    pub position: String,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Who begins
    #[arg(long, value_enum, default_value = "me")]
    pub first: FirstPlayerArg,
    /// How strong the computer is: 0 to 100, the chance in percent of a perfect move; or easy,
    /// medium, hard, perfect
    #[arg(long, value_name = "N", default_value = "perfect", value_parser = strength)]
    pub strength: u8,
    /// Repeats the moves of a computer that is not perfect; without it every game is another one
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The computer does not help: no `hint`, and `why` speaks only of moves made
    #[arg(long)]
    pub no_hints: bool,
    /// No colours, no drawings and nothing that moves, for screen readers; no colours anyway where
    /// a file or pipe reads along, or NO_COLOR is set
    #[arg(long)]
    pub plain: bool,
    /// Another drawing than the game's own, where it fits
    #[arg(long = "as", value_name = "DRAWING", conflicts_with = "plain", value_parser = drawing())]
    pub drawing: Option<String>,
    /// The computer plays both sides
    #[arg(long, conflicts_with_all = ["first", "no_hints"])]
    pub watch: bool,
    /// Two people play, and the computer is their referee: whose turn it is, which moves are
    /// legal, who has won
    #[arg(long, conflicts_with_all = ["first", "watch", "strength", "seed"])]
    pub two: bool,
}
