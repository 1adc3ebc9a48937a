//! The format of values of games in which the players have different moves, in the text of a
//! certificate.
//!
//! ```text
//! claim partizan L form 1 of Strip[1] + Strip[0]
//! proof partizan forms 2 sums 0 parts 0 positions 2
//! 0 = {|}
//! 1 = {0|}
//! Strip[0] = 0
//! Strip[1] = 1
//! ```
//!
//! The rows of forms are numbered from 0. `5 = {0, 3|1}` has the left options 0 and 3 and the right
//! option 1. A row `3 + 4 = 7` states that form 7 is the sum of forms 3 and 4. The parts of a game
//! follow the sums, in the format of `parts/syntax.rs`: `parts 4 of Domineering(R = 2, C = 2)`, the
//! maps, and rows such as `1b = 5`, in which 5 is the number of a form.

use std::fmt::Write;

use rules::world::World;

use super::PartizanClaim;
use super::proof::{FormSum, PartizanForm, PartizanGameParts, PartizanProof, PartizanWinner};
use crate::parts::ElementSet;
use crate::parts::syntax as parts_text;
use crate::text_rows::{number, show_component};

/// The numbers of the rows of each kind.
pub(crate) struct PartizanHeader {
    pub forms: usize,
    pub sums: usize,
    pub parts: usize,
    pub positions: usize,
}

/// Parses `forms 2 sums 0 parts 0 positions 2`.
pub(crate) fn head(line: &str) -> Option<PartizanHeader> {
    let words: Vec<&str> = line.split(' ').collect();
    let [
        "forms",
        forms,
        "sums",
        sums,
        "parts",
        parts,
        "positions",
        positions,
    ] = words[..]
    else {
        return None;
    };
    Some(PartizanHeader {
        forms: number(forms)?,
        sums: number(sums)?,
        parts: number(parts)?,
        positions: number(positions)?,
    })
}

/// Parses `L form 1`.
pub(crate) fn claim(text: &str) -> Option<(PartizanWinner, u32)> {
    let (winner, form) = text.split_once(" form ")?;
    Some((PartizanWinner::from_letter(winner)?, number(form)?))
}

/// Parses a form such as `{0, 3|1}`.
pub(crate) fn form(text: &str) -> Option<PartizanForm> {
    let (left, right) = text.strip_prefix('{')?.strip_suffix('}')?.split_once('|')?;
    Some(PartizanForm {
        left: options(left)?,
        right: options(right)?,
    })
}

fn options(text: &str) -> Option<Vec<u32>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(", ").map(number).collect()
}

/// Parses `3 + 4` and the number of its sum.
pub(crate) fn sum(summands: &str, total: &str) -> Option<FormSum> {
    let (one, other) = summands.split_once(" + ")?;
    Some(FormSum {
        summands: [number(one)?, number(other)?],
        total: number(total)?,
    })
}

/// Parses the part and the form of a row such as `1b = 5`.
pub(crate) fn part(line: &str) -> Option<(ElementSet, u32)> {
    let (part, form) = line.split_once(" = ")?;
    Some((ElementSet::read(part)?, number(form)?))
}

/// Writes a claim, after `claim partizan `; `shown` is the sum as text.
pub(crate) fn write_claim(
    text: &mut String,
    claim: &PartizanClaim,
    shown: &str,
) -> std::fmt::Result {
    let (winner, form) = (claim.winner.letter(), claim.form);
    writeln!(text, "{winner} form {form} of {shown}")
}

/// Writes a proof, after `proof partizan `.
pub(crate) fn write(text: &mut String, world: &World, proof: &PartizanProof) -> std::fmt::Result {
    let PartizanProof {
        forms,
        sums,
        parts,
        positions,
    } = proof;
    writeln!(
        text,
        "forms {} sums {} parts {} positions {}",
        forms.len(),
        sums.len(),
        parts.len(),
        positions.len()
    )?;
    let list = |options: &[u32]| {
        let options: Vec<String> = options.iter().map(u32::to_string).collect();
        options.join(", ")
    };
    for (number, PartizanForm { left, right }) in forms.iter().enumerate() {
        writeln!(text, "{number} = {{{}|{}}}", list(left), list(right))?;
    }
    for FormSum { summands, total } in sums {
        writeln!(text, "{} + {} = {total}", summands[0], summands[1])?;
    }
    for PartizanGameParts { game, alike, rows } in parts {
        parts_text::write_head(text, world, *game, rows.len(), alike)?;
        for (part, form) in rows {
            writeln!(text, "{part} = {form}")?;
        }
    }
    positions.iter().try_for_each(|(component, form)| {
        writeln!(text, "{} = {form}", show_component(world, component))
    })
}
