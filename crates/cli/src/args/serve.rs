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
    /// Address of the page on the Internet, for the links of Share. Without an address, Share
    /// copies a link that works on this computer only.
    #[arg(long, value_name = "URL", default_value = option_env!("GRUNDY_PUBLIC"), value_parser = public_address)]
    pub public: Option<String>,
    /// Replace the key in the link, which is kept for the next start, so that earlier links to
    /// this server stop working
    #[arg(long)]
    pub new_key: bool,
    /// Look up positions in a store built by `big solve` (folder or URL) before computing
    #[arg(long, value_name = "STORE")]
    pub load: Vec<String>,
    /// Number of queries answered at the same time (default: the number of cores minus one, at
    /// least two)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

/// Reads an address of the page, without the part after `#`.
fn public_address(text: &str) -> Result<String, String> {
    let address = text.split('#').next().unwrap_or_default();
    let is_plain = address.bytes().all(|byte| byte.is_ascii_graphic());
    let is_web = ["https://", "http://"]
        .iter()
        .any(|scheme| address.len() > scheme.len() && address.starts_with(scheme));
    if is_plain && is_web {
        return Ok(address.to_owned());
    }
    Err("expected an address such as https://example.org/grundy/".to_owned())
}
