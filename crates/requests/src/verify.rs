//! `verify`: whether a certificate holds. The checker asks no engine and no theorem.

use base::budget::Budget;
use base::text::{Lang, Text};
pub use certificate::CertificateReport;
use certificate::{CertificateError, ParsedCertificate};
use grundy::SolveError;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::RequestOptions;

/// The request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VerifyRequest {
    /// The text of the certificate.
    pub text: String,
    /// Whether the checker goes on as long as the limits of the request allow; otherwise its work
    /// is bounded by the length of the text too.
    pub patient: bool,
    /// How.
    pub options: RequestOptions<NoOptions>,
}

/// What the checker says.
#[derive(Clone, Debug)]
pub enum VerifyReply {
    /// The certificate holds.
    Holds(CertificateReport),
    /// The certificate is refused, for this reason.
    Refused(Text),
}

pub(crate) fn verify(
    asked: &VerifyRequest,
    budget: &Budget<'_>,
) -> Result<VerifyReply, SolveError> {
    let check = if asked.patient {
        ParsedCertificate::check_patiently
    } else {
        ParsedCertificate::check
    };
    match certificate::parse(&asked.text).and_then(|parsed| check(&parsed, budget)) {
        Ok(checked) => Ok(VerifyReply::Holds(checked)),
        Err(CertificateError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
        Err(refused) => Ok(VerifyReply::Refused(refused.text())),
    }
}

impl VerifyReply {
    /// As JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            VerifyReply::Holds(checked) => json!({
                "holds": true,
                "claim": checked.claim.get(lang),
                "rows": checked.entries,
                "rests_on": checked.rests_on.get(lang),
            }),
            VerifyReply::Refused(why) => json!({ "holds": false, "why": why.get(lang) }),
        }
    }
}
