//! The arguments of `grundy play`.

use clap::Args as ClapArgs;

use rules::ast::Player;

use super::common::{CommonArgs, FirstPlayerArg, drawing, player, strength};

pub const EXAMPLES: &str = "\
Examples:
  grundy play 'nim[3] + nim[5] + nim[7]'
  grundy play 'kayles[12]' --first computer --strength easy
  grundy play --file my.game 'mygame[20]' --no-hints
  grundy play 'wythoff[4, 9]' --watch
  grundy play 'kayles[12]' --two
  grundy play 'staircase[2,0,3,1]' --as steps
  grundy play 'domineering(4, 4)' --to-move right
  printf 'take 3\\nwhy\\nquit\\n' | grundy play 'nim[3] + nim[5]'

Type `help` during the game to list its commands. --time and --memory apply to each move of the computer.";

/// Arguments of `play`.
#[derive(ClapArgs)]
pub struct PlayArgs {
    /// Starting position, such as 'kayles[12] + nim[7]'
    #[arg(value_name = "POSITION", required = true)]
    pub position: String,
    #[command(flatten)]
    pub options: CommonArgs,
    /// The player who moves first
    #[arg(long, value_enum, default_value = "me")]
    pub first: FirstPlayerArg,
    /// The player who moves first if the players have different moves: left or right (default:
    /// left)
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub to_move: Option<Player>,
    /// Strength of the computer: the probability of a perfect move in percent, 0 to 100; or easy,
    /// medium, hard, perfect
    #[arg(long, value_name = "N", default_value = "perfect", value_parser = strength)]
    pub strength: u8,
    /// Make the moves of an imperfect computer reproducible; without a seed, every game is
    /// different
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Disable help from the computer: no `hint`, and `why` explains only moves already made
    #[arg(long)]
    pub no_hints: bool,
    /// Use no colours, drawings or animation, for screen readers. Colours are always off if the
    /// output is a file or a pipe, or if NO_COLOR is set.
    #[arg(long)]
    pub plain: bool,
    /// Use this drawing instead of the drawing that the game selects, if the position can be drawn
    /// this way
    #[arg(long = "as", value_name = "DRAWING", conflicts_with = "plain", value_parser = drawing())]
    pub drawing: Option<String>,
    /// Let the computer play both sides
    #[arg(long, conflicts_with_all = ["first", "no_hints"])]
    pub watch: bool,
    /// Let two people play, with the computer as referee: whose turn it is, which moves are legal,
    /// who has won
    #[arg(long, conflicts_with_all = ["first", "watch", "strength", "seed"])]
    pub two: bool,
}
