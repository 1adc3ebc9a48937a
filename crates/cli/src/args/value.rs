//! The arguments of `grundy value`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::pictures::ChartFormatArg;

/// Notation and examples of `value`.
pub const EXAMPLES: &str = "\
Games of two players, Left and Right, with different moves; the player who cannot move loses.
  2, -3/4           numbers; the denominator is a power of two
  *, *2             nimbers
  ^, v, ^3          up, down, and multiples of up
  1^*, 2v*3         the sums 1 + ^ + * and 2 + v + *3
  {2,1*|0}          the game with the left options 2 and 1*, and the right option 0
  {2||1|0}          {2|{1|0}}
  +-1, +-{3|1}      {1|-1} and {{3|1}|{-1|-3}}
  tiny(1), miny(1)  {0||0|-1} and {1|0||0}
  G + H, G - H, -G, 3.G, (G)
Write `--` before an expression that begins with a minus sign.

Examples:
  grundy value '{3|1} + ^ - 1/2'
  grundy value '{2|-1}' --thermograph
  grundy value '{3||1|-4}' --output thermograph.svg
  grundy value '{1|*} - {*|-1}' --compare '+-1'
  grundy value '{4|0}' --cool 1
  printf '^ + *\\n^ + ^ + *\\n' | grundy value -";

/// Arguments of `value`.
#[derive(ClapArgs)]
pub struct ValueArgs {
    /// Expressions such as '{3|1} + ^ - 1/2'; if none or `-` is given, they are read from standard
    /// input, one per line
    #[arg(value_name = "EXPRESSION", allow_negative_numbers = true)]
    pub expressions: Vec<String>,
    /// Read expressions from FILE, one per line; `#` starts a comment
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Also print the relation to this game: <, =, > or || (confused)
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub compare: Option<String>,
    /// Cool the game by this number first
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub cool: Option<String>,
    /// Heat the game by this game first
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub heat: Option<String>,
    /// Also print the thermograph: its walls and a drawing
    #[arg(long)]
    pub thermograph: bool,
    #[command(flatten)]
    pub picture: ThermographFileArgs,
}

/// Arguments for writing a thermograph to a file.
#[derive(ClapArgs)]
pub struct ThermographFileArgs {
    /// Also write a picture of the thermograph to FILE; the file extension selects the format
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Format of the picture (default: from the extension of FILE)
    #[arg(long, value_enum, requires = "output")]
    pub format: Option<ChartFormatArg>,
}
