//! The arguments of `grundy serve`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// How the page is served.
#[derive(ClapArgs)]
pub struct ServeArgs {
    /// Files of rules (.game), or of graphs and boards by their kind, that the page shows
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The port on 127.0.0.1; 0 is any free one. What the page keeps for you belongs to its port
    #[arg(long, value_name = "N", default_value_t = 4617)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Ask a store that `big solve` made (a folder or a URL) before anything is computed
    #[arg(long, value_name = "STORE")]
    pub load: Vec<String>,
    /// How many questions are answered at once; else as many as there are cores less one, and at
    /// least two
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}
