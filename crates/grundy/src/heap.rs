//! Heap games by their codes: reading a code, the certificate of a proved period, and the survey of
//! all short codes.

use base::budget::Budget;
use base::diagnostic::Diagnostic;
use base::text;
use certificate::{Certificate, Checked, Claim, HeapClaim, HeapProof, Proof, check, write};
use heap::code::Code;
use heap::machine::Halt;
use heap::table::Table;
use rules::world::{Refusal, World};

use crate::error::Error;

/// Reads a code.
///
/// # Errors
/// Where `text` is no code: with the place and what was expected.
pub fn read(text: &str) -> Result<Code, Error> {
    text.parse().map_err(|wrong: Box<Diagnostic>| {
        Error::Refused(Refusal::new("<code>", text, vec![*wrong]))
    })
}

/// Why a table could not go on.
pub fn halted(halt: Halt) -> Error {
    match halt {
        Halt::Stop(stop) => Error::Stopped(stop),
        Halt::Unfit(why) => Error::Unsupported(why),
    }
}

/// The certificate of the period that a table has, after it was checked: its text, and what was
/// verified.
///
/// # Errors
/// Where no period is proved, or the budget ends.
pub fn certify(table: &Table, budget: &Budget<'_>) -> Result<(String, Checked), Error> {
    let Some(period) = table.period() else {
        return Err(Error::Unsupported(text!(
            "only a proved period has a certificate",
            "只有周期已证明时才有证书"
        )));
    };
    let claim = HeapClaim {
        // The checker reads digits, where a code may be shown as a set.
        code: table
            .code()
            .digits()
            .map_or_else(|| table.code().to_string(), ToString::to_string),
        preperiod: period.preperiod as u64,
        period: period.period as u64,
        saltus: period.saltus.into(),
    };
    let listed = period.preperiod + period.period;
    budget
        .allow_growth(0, (8 * listed + 2 * table.known()) as u64)
        .map_err(Error::Stopped)?;
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
        claim: Claim::HeapPeriod(claim),
        proof: Proof::HeapPeriod(proof),
    };
    let bug = |refused: certificate::Refused| match refused {
        certificate::Refused::Stopped(stop) => Error::Stopped(stop),
        refused => {
            let why = refused.text();
            Error::Bug(text!(
                "the checker refuses the period of this code: {why}",
                "核验程序拒绝了该代码的周期：{why}"
            ))
        }
    };
    let world = World::empty();
    let checked = check(&world, &certificate, budget).map_err(bug)?;
    Ok((write(&world, &certificate).map_err(bug)?, checked))
}

/// One line of a survey.
pub struct Surveyed {
    /// The values that were computed, and the period if one is proved.
    pub table: Table,
    /// The text of its certificate, checked.
    pub certificate: Option<String>,
}

/// All octal codes 0.d_1 … of exactly `digits` digits, the last of them not 0, in order.
pub fn codes(digits: u32) -> impl Iterator<Item = Code> {
    let codes = 1..8u64.saturating_pow(digits);
    codes.filter(|code| code % 8 != 0).filter_map(move |code| {
        let head: Vec<u64> = std::iter::once(0)
            .chain((0..digits).rev().map(|place| code >> (3 * place) & 7))
            .collect();
        Code::of_digits(&head)
    })
}

/// Computes a code to a bound or until its period is proved and certified.
///
/// # Errors
/// Where no machine takes the values so far, or the budget ends.
pub fn survey(code: &Code, to: usize, budget: &Budget<'_>) -> Result<Surveyed, Error> {
    let mut table = Table::new(code, true);
    table.advance(to, budget).map_err(halted)?;
    table.look(budget).map_err(Error::Stopped)?;
    let certificate = if table.period().is_some() {
        Some(certify(&table, budget)?.0)
    } else {
        None
    };
    Ok(Surveyed { table, certificate })
}
