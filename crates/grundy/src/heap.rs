//! Heap games by their codes: reading a code, the certificate of a proved period, and the survey of
//! all short codes.

use base::budget::Budget;
use base::diagnostic::Diagnostic;
use base::text;
use certificate::{
    Certificate, CertificateClaim, CertificateProof, CertificateReport, HeapClaim, HeapProof,
    check, write,
};
use heap::code::HeapCode;
use heap::machine::MachineError;
use heap::table::HeapTable;
use rules::world::{SourceError, World};

use crate::error::SolveError;

/// Reads the code of a heap game.
///
/// # Errors
/// Returns an error with the location and the expected input if `text` is not a code of a heap
/// game.
pub fn read(text: &str) -> Result<HeapCode, SolveError> {
    text.parse().map_err(|wrong: Box<Diagnostic>| {
        SolveError::Refused(SourceError::new("<code>", text, vec![*wrong]))
    })
}

/// Returns the error of a table that could not be continued.
pub fn halted(halt: MachineError) -> SolveError {
    match halt {
        MachineError::Stop(stop) => SolveError::Stopped(stop),
        MachineError::Unfit(why) => SolveError::Unsupported(why),
    }
}

/// Returns the checked certificate for the period of a table: its text, and the report of the
/// checker.
///
/// # Errors
/// Returns an error if no period is proved, or the budget runs out.
pub fn certify(
    table: &HeapTable,
    budget: &Budget<'_>,
) -> Result<(String, CertificateReport), SolveError> {
    let Some(period) = table.period() else {
        return Err(SolveError::Unsupported(text!(
            "cannot write a certificate: no period is proved",
            "无法生成证书：没有已证明的周期"
        )));
    };
    let claim = HeapClaim {
        // The checker reads digits, although a code may be displayed as a set.
        code: table
            .code()
            .digits()
            .map_or_else(|| table.code().to_string(), ToString::to_string),
        preperiod: period.preperiod as u64,
        period: period.period as u64,
        saltus: period.saltus.into(),
    };
    let listed = period.preperiod + period.period;
    budget.allow_growth(0, (8 * listed + 2 * table.value_count()) as u64)?;
    let mask = table.mask(listed);
    let proof = HeapProof {
        window: period.values as u64,
        mask: mask.map_or(0, |mask| mask.bits.into()),
        parity: mask.and_then(|mask| mask.parity),
        values: (0..listed)
            .filter_map(|n| table.get(n))
            .map(u64::from)
            .collect(),
    };
    let certificate = Certificate {
        claim: CertificateClaim::HeapPeriod(claim),
        proof: CertificateProof::HeapPeriod(proof),
    };
    let bug = |refused: certificate::CertificateError| match refused {
        certificate::CertificateError::Stopped(stop) => SolveError::Stopped(stop),
        refused => {
            let why = refused.text();
            SolveError::Bug(text!(
                "the checker rejects the period of this code: {why}",
                "核验程序拒绝了该代码的周期：{why}"
            ))
        }
    };
    let world = World::empty();
    let checked = check(&world, &certificate, budget).map_err(bug)?;
    Ok((write(&world, &certificate).map_err(bug)?, checked))
}

/// One line of a survey.
pub struct SurveyLine {
    /// The computed values, and the period if one is proved.
    pub table: HeapTable,
    /// The text of the checked certificate for the period.
    pub certificate: Option<String>,
}

/// Returns all octal codes 0.d_1 … with exactly `digits` digits, in order; the last digit is not 0.
pub fn codes(digits: u32) -> impl Iterator<Item = HeapCode> {
    let codes = 1..8u64.saturating_pow(digits);
    codes.filter(|code| code % 8 != 0).filter_map(move |code| {
        let head: Vec<u64> = std::iter::once(0)
            .chain((0..digits).rev().map(|place| code >> (3 * place) & 7))
            .collect();
        HeapCode::of_digits(&head)
    })
}

/// Computes the values of a code up to a bound, or until its period is proved and certified.
///
/// # Errors
/// Returns an error if the values are too large, or the budget runs out.
pub fn survey(code: &HeapCode, to: usize, budget: &Budget<'_>) -> Result<SurveyLine, SolveError> {
    let mut table = HeapTable::new(code, true);
    table.advance(to, budget).map_err(halted)?;
    table.search_period(budget)?;
    let certificate = if table.period().is_some() {
        Some(certify(&table, budget)?.0)
    } else {
        None
    };
    Ok(SurveyLine { table, certificate })
}
