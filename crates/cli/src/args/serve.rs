//! The arguments of `grundy serve`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// Arguments of `serve`.
#[derive(ClapArgs)]
pub struct ServeArgs {
    /// Files to show on the page: rules (.game), or graphs and boards with the extension of their
    /// kind
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Port on 127.0.0.1; 0 selects any free port. The browser stores your data for the page
    /// separately for each port.
    #[arg(long, value_name = "N", default_value_t = 4617)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Look up positions in a store built by `big solve` (folder or URL) before computing
    #[arg(long, value_name = "STORE")]
    pub load: Vec<String>,
    /// Number of queries answered at the same time (default: the number of cores minus one, at
    /// least two)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}
