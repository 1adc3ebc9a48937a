//! `verify`: whether a certificate is valid. The checker uses no engine and no theorem.

use base::budget::Budget;
use base::text::{Lang, Text};
pub use certificate::CertificateReport;
use certificate::{CertificateError, ParsedCertificate};
use grundy::SolveError;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::RequestOptions;

/// The request `verify`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VerifyRequest {
    /// The text of the certificate.
    pub text: String,
    /// Whether only the limits of the request bound the work of the checker. If `false`, the length
    /// of the text also bounds this work.
    pub patient: bool,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

/// The result of the checker.
#[derive(Clone, Debug)]
pub enum VerifyReply {
    /// The certificate is valid.
    Holds(CertificateReport),
    /// The certificate is rejected. This variant contains the reason for the rejection.
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
    /// Returns the result as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            VerifyReply::Holds(checked) => json!({
                "holds": true,
                "claim": checked.claim.get(lang),
                "rows": checked.entries,
                "depends_on": checked.rests_on.get(lang),
            }),
            VerifyReply::Refused(why) => json!({ "holds": false, "why": why.get(lang) }),
        }
    }
}
