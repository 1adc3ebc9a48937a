//! `verify`: whether a certificate holds. The checker asks no engine and no theorem.

use base::budget::Budget;
use base::text::{Lang, Text};
pub use certificate::Checked;
use certificate::{Parsed, Refused};
use grundy::Error;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::Options;

/// The request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Verify {
    /// The text of the certificate.
    pub text: String,
    /// Whether the checker goes on as long as the limits of the request allow; otherwise its work
    /// is bounded by the length of the text too.
    pub patient: bool,
    /// How.
    pub options: Options<NoOptions>,
}

/// What the checker says.
#[derive(Clone, Debug)]
pub enum Verified {
    /// The certificate holds.
    Holds(Checked),
    /// The certificate is refused, for this reason.
    Refused(Text),
}

pub(crate) fn verify(asked: &Verify, budget: &Budget<'_>) -> Result<Verified, Error> {
    let check = if asked.patient {
        Parsed::check_patiently
    } else {
        Parsed::check
    };
    match certificate::parse(&asked.text).and_then(|parsed| check(&parsed, budget)) {
        Ok(checked) => Ok(Verified::Holds(checked)),
        Err(Refused::Stopped(stop)) => Err(Error::Stopped(stop)),
        Err(refused) => Ok(Verified::Refused(refused.text())),
    }
}

impl Verified {
    /// As JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            Verified::Holds(checked) => json!({
                "holds": true,
                "claim": checked.claim.get(lang),
                "rows": checked.entries,
                "rests_on": checked.rests_on.get(lang),
            }),
            Verified::Refused(why) => json!({ "holds": false, "why": why.get(lang) }),
        }
    }
}
