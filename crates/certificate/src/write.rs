//! The text format of certificates, version 1. The text is UTF-8, every line ends in one line feed,
//! and numbers are decimal without leading zeros. Rule texts are embedded verbatim, preceded by
//! their length in bytes, so that no line of a rule text can be mistaken for another line.
//!
//! ```text
//! grundy certificate 1
//! sources 1
//! source 69 take.game
//! game Take { state n in 0.. move "take {k}" k in {1, 3, 4} : [n - k] }
//! games 1
//! Take
//! claim value 1 of Take[1]
//! proof values 2
//! Take[0] = 0
//! Take[1] = 1
//! checksum 0123456789abcdef
//! ```
//!
//! Other claims: `claim outcome N misere upto 2 of Take[1] + Take[3]` (`normal` or `misere`; `one`,
//! `every`, `any` or `upto k`; `0` for the empty sum) and `claim period 7 from 0 of Take`. Other
//! proofs: `proof outcomes 12` with rows `Take[1] + Take[3] = N`, and `proof subtraction {1, 3, 4}
//! values 11` with rows `4 = 2`. The period of a heap game needs no rule text: `claim heap 0.77
//! period 12 from 71 saltus 0` (or `claim heap subtract powers{2} period …`) and `proof heap window
//! 168 mask 0 plain values 83`, followed by the values from 0 on in rows of up to 32, separated by
//! spaces. After the hexadecimal mask, `odd` also flips the class of odd heaps, and `even` flips
//! the class of even heaps, as in `mask 2c odd`. The misère quotient of a heap game is `claim
//! misere 0.77 heaps 172 order 40 period 12 from 71` (without the period if none is claimed) and
//! `proof misere lost 9 heaps 172 products 1600`. Rows of up to 32 numbers follow: the lost
//! elements, the elements of the heaps from 1 on, and the products of each element with all others.
//! The quotient of all positions that a sum reaches is `claim misere order 12 of Kayles[5]` and
//! `proof misere lost 3 positions 6 products 144`, with rows `Kayles[4] = 1` instead of the
//! elements of heaps. Parts of positions are described in `parts/syntax.rs`, laws in `law_text.rs`,
//! values of games of two players in `partizan/syntax.rs`, other proofs about all positions in
//! `method/syntax.rs`. The checksum is the FNV-1a hash of all text before its line.

use std::collections::BTreeSet;
use std::fmt::Write;

use rules::ast::EndCondition;
use rules::game::{Conventions, SumKind};
use rules::play::SumPosition;
use rules::world::World;

use crate::claim::{Certificate, CertificateClaim, CertificateProof};
use crate::embed::{checksum, declarations, game_of, games_named, world_of};
use crate::error::CertificateError;
use crate::heap::{HeapClaim, HeapProof, QuotientClaim, QuotientProof};
use crate::law_text;
use crate::method::syntax as method_text;
use crate::partizan::syntax as partizan_text;
use crate::parts::syntax as parts_text;
use crate::positions::PositionsProof;
use crate::text_rows::{FIRST_LINE, UNTIL_ONE, show_component, write_rows};

/// Returns the text of a certificate about games of `world`. Verifies that the embedded rule texts
/// define the games of the certificate, but does not verify its claim.
///
/// # Panics
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] if a game has no rule text, if the name of a rule file does not
/// fit on a line, or if the rule texts do not define the games.
pub fn write(world: &World, certificate: &Certificate) -> Result<String, CertificateError> {
    let games = games_named(certificate);
    let mut sources: Vec<(String, String)> = Vec::new();
    for declared in declarations(world, &games)? {
        let source = (declared.source.name.clone(), declared.source.text.clone());
        if source.0.is_empty() || source.0.contains(char::is_control) {
            return Err(CertificateError::FileName { name: source.0 });
        }
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let titles: BTreeSet<String> = games
        .iter()
        .map(|&game| world.rules(game).title())
        .collect();
    let mut alone = world_of(&sources)?;
    for title in &titles {
        game_of(&mut alone, title)?;
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_all(&mut text, world, &sources, &titles, certificate);
    let sum = checksum(&text);
    let _ = writeln!(text, "checksum {sum:016x}");
    Ok(text)
}

fn write_all(
    text: &mut String,
    world: &World,
    sources: &[(String, String)],
    titles: &BTreeSet<String>,
    certificate: &Certificate,
) -> std::fmt::Result {
    writeln!(text, "{FIRST_LINE}")?;
    writeln!(text, "sources {}", sources.len())?;
    for (name, rules) in sources {
        writeln!(text, "source {} {name}\n{rules}", rules.len())?;
    }
    writeln!(text, "games {}", titles.len())?;
    for title in titles {
        writeln!(text, "{title}")?;
    }
    match &certificate.claim {
        CertificateClaim::Value { sum, value } => {
            writeln!(text, "claim value {value} of {}", show_sum(world, sum))?
        }
        CertificateClaim::Outcome {
            sum,
            conventions:
                Conventions {
                    play,
                    sum: kind,
                    until,
                    ..
                },
            outcome,
        } => {
            let (letter, play, sum) = (outcome.letter(), play.word(), show_sum(world, sum));
            writeln!(
                text,
                "claim outcome {letter} {play} {}{} of {sum}",
                kind_words(*kind),
                until_words(*until)
            )?;
        }
        CertificateClaim::HeapPeriod(HeapClaim {
            code,
            preperiod,
            period,
            saltus,
        }) => {
            writeln!(
                text,
                "claim heap {code} period {period} from {preperiod} saltus {saltus}"
            )?;
        }
        CertificateClaim::Quotient(QuotientClaim {
            code,
            heaps,
            order,
            period,
        }) => {
            write!(text, "claim misere {code} heaps {heaps} order {order}")?;
            match period {
                Some((from, period)) => writeln!(text, " period {period} from {from}")?,
                None => writeln!(text)?,
            }
        }
        CertificateClaim::PositionsQuotient { sum, order } => writeln!(
            text,
            "claim misere order {order} of {}",
            show_sum(world, sum)
        )?,
        CertificateClaim::Partizan(claim) => {
            write!(text, "claim partizan ")?;
            partizan_text::write_claim(text, claim, &show_sum(world, &claim.sum))?;
        }
        CertificateClaim::Law(claim) => {
            write!(text, "claim ")?;
            law_text::write_claim(text, claim)?;
            writeln!(text, " of {}", world.rules(claim.game).title())?;
        }
        CertificateClaim::AllValues(game) => {
            writeln!(text, "claim all values of {}", world.rules(*game).title())?
        }
        CertificateClaim::Period {
            game,
            preperiod,
            period,
        } => {
            writeln!(
                text,
                "claim period {period} from {preperiod} of {}",
                world.rules(*game).title()
            )?;
        }
    }
    match &certificate.proof {
        CertificateProof::Values(entries) => {
            writeln!(text, "proof values {}", entries.len())?;
            for (component, value) in entries {
                writeln!(text, "{} = {value}", show_component(world, component))?;
            }
        }
        CertificateProof::Outcomes(entries) => {
            writeln!(text, "proof outcomes {}", entries.len())?;
            for (sum, outcome) in entries {
                writeln!(text, "{} = {}", show_sum(world, sum), outcome.letter())?;
            }
        }
        CertificateProof::Parts(proof) => {
            write!(text, "proof parts ")?;
            parts_text::write(text, world, proof)?;
        }
        CertificateProof::Partizan(proof) => {
            write!(text, "proof partizan ")?;
            partizan_text::write(text, world, proof)?;
        }
        CertificateProof::HeapPeriod(HeapProof {
            window,
            mask,
            parity,
            values,
        }) => {
            let kind = match parity {
                None => "plain",
                Some(0) => "odd",
                Some(_) => "even",
            };
            writeln!(
                text,
                "proof heap window {window} mask {mask:x} {kind} values {}",
                values.len()
            )?;
            write_rows(text, values)?;
        }
        CertificateProof::Quotient(QuotientProof {
            lost,
            images,
            table,
        }) => {
            writeln!(
                text,
                "proof misere lost {} heaps {} products {}",
                lost.len(),
                images.len(),
                table.len()
            )?;
            write_rows(text, lost)?;
            write_rows(text, images)?;
            write_rows(text, table)?;
        }
        CertificateProof::PositionsQuotient(PositionsProof {
            lost,
            images,
            table,
        }) => {
            writeln!(
                text,
                "proof misere lost {} positions {} products {}",
                lost.len(),
                images.len(),
                table.len()
            )?;
            write_rows(text, lost)?;
            for (component, element) in images {
                writeln!(text, "{} = {element}", show_component(world, component))?;
            }
            write_rows(text, table)?;
        }
        CertificateProof::Law(proof) => {
            write!(text, "proof ")?;
            law_text::write_proof(text, proof)?;
        }
        CertificateProof::Method(method) => {
            write!(text, "proof method ")?;
            method_text::write(text, world, method)?;
        }
        CertificateProof::SubtractionPeriod { set, values } => {
            let set: Vec<String> = set.iter().map(i64::to_string).collect();
            writeln!(
                text,
                "proof subtraction {{{}}} values {}",
                set.join(", "),
                values.len()
            )?;
            for (n, value) in values.iter().enumerate() {
                writeln!(text, "{n} = {value}")?;
            }
        }
    }
    Ok(())
}

fn show_sum(world: &World, sum: &SumPosition) -> String {
    if sum.0.is_empty() {
        return "0".to_owned();
    }
    let parts: Vec<String> = sum
        .0
        .iter()
        .map(|component| show_component(world, component))
        .collect();
    parts.join(" + ")
}

fn until_words(until: EndCondition) -> &'static str {
    match until {
        EndCondition::All => "",
        EndCondition::One => UNTIL_ONE,
    }
}

fn kind_words(kind: SumKind) -> String {
    match kind {
        SumKind::One => "one".to_owned(),
        SumKind::Every => "every".to_owned(),
        SumKind::Any => "any".to_owned(),
        SumKind::Upto(k) => format!("upto {k}"),
    }
}
