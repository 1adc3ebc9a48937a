//! The format of methods in the text of a certificate.
//!
//! ```text
//! claim all values of G
//! proof method separate 2
//! maximum
//! automaton values digits 2
//! law weights 1 floor 0 machines 1 covers 2
//! machine 12 accepting 1
//! ```
//!
//! A method begins with a line that contains its name. The methods of the slots follow the line of
//! a sum of slots; the lines of the proof of a law follow the line of an automaton. `boxes 2 values
//! 81` is followed by the classes of each slot: `classes 53 period 34` and the class of each of
//! these numbers in rows of up to 32. The values of the rows of classes follow, also in text rows
//! of up to 32 numbers. The line `lemmas 1` is followed by `lemma Kayles`, the proof of the law of
//! Kayles, and the proof of the law of the game.

use std::fmt::Write;

use rules::world::World;

use super::boxes::{BoxProof, SlotClasses};
use super::proof::ProofMethod;
use crate::law::claim::{LawKind, Lemma};
use crate::law_text;
use crate::text_rows::{number, rows_of, write_rows};

/// The first line of a method, parsed.
pub(crate) enum MethodHeader {
    Automaton(LawKind, Vec<u8>),
    Lemmas(usize),
    Separate(usize),
    Maximum,
    Boxes(usize, usize),
}

/// Parses the first line of a method.
pub(crate) fn head(line: &str) -> Option<MethodHeader> {
    match line.split(' ').collect::<Vec<_>>()[..] {
        ["automaton", kind, "digits", ref digits @ ..] => {
            let kind = LawKind::ALL
                .into_iter()
                .find(|known| known.word() == kind)?;
            Some(MethodHeader::Automaton(
                kind,
                digits
                    .iter()
                    .map(|digit| number(digit))
                    .collect::<Option<_>>()?,
            ))
        }
        ["lemmas", lemmas] => Some(MethodHeader::Lemmas(number(lemmas)?)),
        ["separate", parts] => Some(MethodHeader::Separate(number(parts)?)),
        ["boxes", slots, "values", values] => {
            Some(MethodHeader::Boxes(number(slots)?, number(values)?))
        }
        ["maximum"] => Some(MethodHeader::Maximum),
        _ => None,
    }
}

/// Parses `classes 53 period 34`.
pub(crate) fn classes(line: &str) -> Option<(u32, u32)> {
    let (before, period) = line.strip_prefix("classes ")?.split_once(" period ")?;
    Some((number(before)?, number(period)?))
}

/// Returns the number of lines of a method.
pub(crate) fn lines_of(method: &ProofMethod) -> usize {
    1 + match method {
        ProofMethod::Automaton { proof, .. } => law_text::lines_of(proof),
        ProofMethod::Lemmas { lemmas, proof } => {
            lemmas
                .iter()
                .map(|lemma| 1 + law_text::lines_of(&lemma.proof))
                .sum::<usize>()
                + law_text::lines_of(proof)
        }
        ProofMethod::Separate(parts) => parts.iter().map(lines_of).sum(),
        ProofMethod::Maximum => 0,
        ProofMethod::Boxes(BoxProof { slots, values }) => {
            slots
                .iter()
                .map(|classes| 1 + rows_of(classes.of.len()))
                .sum::<usize>()
                + rows_of(values.len())
        }
    }
}

/// Writes a method.
pub(crate) fn write(text: &mut String, world: &World, method: &ProofMethod) -> std::fmt::Result {
    match method {
        ProofMethod::Automaton {
            kind,
            expansion,
            proof,
        } => {
            write!(text, "automaton {} digits", kind.word())?;
            expansion
                .iter()
                .try_for_each(|digit| write!(text, " {digit}"))?;
            writeln!(text)?;
            law_text::write_proof(text, proof)
        }
        ProofMethod::Lemmas { lemmas, proof } => {
            writeln!(text, "lemmas {}", lemmas.len())?;
            for Lemma { game, proof } in lemmas {
                writeln!(text, "lemma {}", world.rules(*game).title())?;
                law_text::write_proof(text, proof)?;
            }
            law_text::write_proof(text, proof)
        }
        ProofMethod::Separate(parts) => {
            writeln!(text, "separate {}", parts.len())?;
            parts.iter().try_for_each(|part| write(text, world, part))
        }
        ProofMethod::Maximum => writeln!(text, "maximum"),
        ProofMethod::Boxes(BoxProof { slots, values }) => {
            writeln!(text, "boxes {} values {}", slots.len(), values.len())?;
            for SlotClasses { before, period, of } in slots {
                writeln!(text, "classes {before} period {period}")?;
                write_rows(text, of)?;
            }
            write_rows(text, values)
        }
    }
}
