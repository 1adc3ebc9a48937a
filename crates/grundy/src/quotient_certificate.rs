//! Misère quotients given by the user: certificates for the heaps of a code. The theorem of misère
//! quotients starts its computation with the quotients of the user's certificates. Certificates are
//! parsed when they are given and checked when they are first used.

use base::budget::Budget;
use base::text;
use certificate::{
    CertificateClaim, CertificateError, CertificateProof, QuotientClaim, QuotientProof, WorkLimits,
    check_quotient,
};
use heap::code::HeapCode;
use misere::generators::GeneratorWord;
use misere::heaps;
use rules::ir::Int;

use crate::error::SolveError;

/// A certificate that is not checked yet.
#[derive(Debug, PartialEq, Eq)]
pub struct UncheckedQuotient {
    code: HeapCode,
    claim: QuotientClaim,
    proof: QuotientProof,
    bound: WorkLimits,
}

/// The content of a certificate that the checker accepted.
pub(crate) struct CheckedQuotient {
    /// The code.
    pub code: HeapCode,
    /// The options of the heaps of 1, 2, …, as sums of heaps.
    pub options: Vec<Vec<GeneratorWord>>,
    /// The elements of the quotient for the heaps of 1, 2, ….
    pub images: Vec<u32>,
    /// The products, row by row.
    pub table: Vec<u32>,
    /// For each element of the quotient, whether it is lost.
    pub lost: Vec<bool>,
    /// The numbers e and p such that n and n + p have the same element for all n from e on.
    pub period: Option<(Int, Int)>,
}

impl UncheckedQuotient {
    /// Reads a certificate of a misère quotient.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the text is not a certificate of a misère quotient.
    pub fn read(text: &str) -> Result<UncheckedQuotient, SolveError> {
        let refused = |refused: CertificateError| {
            let why = refused.text();
            SolveError::Usage(text!(
                "cannot use the given quotient: {why}",
                "无法使用所给的反常商：{why}"
            ))
        };
        let parsed = certificate::parse(text).map_err(refused)?;
        let (claim, proof) = match parsed.certificate {
            certificate::Certificate {
                claim: CertificateClaim::Quotient(claim),
                proof: CertificateProof::Quotient(proof),
            } => (claim, proof),
            _ => {
                return Err(SolveError::Usage(text!(
                    "the given certificate is not for the misère quotient of the heaps of a code; `grundy misere CODE --certificate FILE` writes one",
                    "所给的证书不是某个代码的堆的反常商的证书；`grundy misere 代码 --certificate 文件` 可写出"
                )));
            }
        };
        let code = claim.code.parse().map_err(|_| {
            SolveError::Usage(text!(
                "the certificate does not contain a valid code",
                "证书中没有有效的代码"
            ))
        })?;
        Ok(UncheckedQuotient {
            code,
            claim,
            proof,
            bound: parsed.bound,
        })
    }

    /// Returns the content of the certificate after the checker accepts it.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the checker rejects the certificate or the budget runs out.
    pub(crate) fn check(&self, budget: &Budget<'_>) -> Result<CheckedQuotient, SolveError> {
        let checked = self.bound.hold(budget, |budget| {
            check_quotient(&self.claim, &self.proof, budget)
        });
        checked.map_err(|refused| match refused {
            CertificateError::Stopped(stop) => SolveError::Stopped(stop),
            refused => {
                let why = refused.text();
                SolveError::Usage(text!(
                    "the checker rejects the given quotient: {why}",
                    "检验器不接受所给的反常商：{why}"
                ))
            }
        })?;
        let QuotientProof {
            lost,
            images,
            table,
        } = &self.proof;
        let options = (1..=images.len() as u64)
            .map(|n| heaps::options(&self.code, n, budget))
            .collect::<Result<_, _>>();
        let elements = |list: &[u64]| {
            list.iter()
                .map(|&element| element as u32)
                .collect::<Vec<u32>>()
        };
        let number = |n: u64| Int::try_from(n).ok();
        Ok(CheckedQuotient {
            code: self.code.clone(),
            options: options?,
            images: elements(images),
            table: elements(table),
            lost: (0..self.claim.order)
                .map(|element| lost.binary_search(&element).is_ok())
                .collect(),
            period: self
                .claim
                .period
                .and_then(|(from, period)| number(from).zip(number(period))),
        })
    }
}
