//! The format of laws in the text of a certificate.
//!
//! ```text
//! claim law values normal digits 2 of Nim
//! proof law weights 1 1 floor 0 machines 1 covers 2
//! machine 12 accepting 1
//! 1 2 3 4 4 3 0 5 5 0 5 5
//! 0
//! cover leading 1 rows 3
//! 0:0 0
//! 0 / 0:0 / 1 2
//! ```
//!
//! `outcomes` denotes outcomes, and `powers` denotes values as powers of 2; `digits 1 1` denotes
//! the greedy digits of the expansion `1 1`. The first line of a machine contains the number of its
//! successors and the number of its accepting nodes. The list of successors and the list of
//! accepting nodes follow in rows of up to 32 numbers. A state consists of the index of a clause
//! and a node of that clause. A cover lists the states that lead to the first row, each with the
//! index of its predecessor. The rows of the cover follow; each row contains a node of the domain,
//! the states, and the indices of the next rows. If the head of a cover ends in `letters`, the
//! cover has rows only at the ends of letters. If the first line of a proof ends in `prefix`, the
//! second machine gives the nim-sums of runs. If the first line of a proof ends in `gaps 1 0:1`,
//! the law reads gaps: slot 0 is at least 1, slot 1 at least slot 0 plus 1.

use std::fmt::Write;

use clauses::{SlotGap, SlotGaps};
use rules::ast::PlayConvention;
use rules::game::GameId;

use crate::law::claim::{LawClaim, LawKind, LawProof};
use crate::text_rows::{number, rows_of, write_rows};
use crate::walker::{CertificateAutomaton, ClauseState, CoverRow, CoverRows};

/// Parses `values normal digits 2`, the claim about a game.
pub(crate) fn claim(words: &[&str], game: GameId) -> Option<LawClaim> {
    let [kind, play, "digits", digits @ ..] = words else {
        return None;
    };
    let kind = LawKind::ALL
        .into_iter()
        .find(|known| known.word() == *kind)?;
    let expansion = digits
        .iter()
        .map(|digit| number(digit))
        .collect::<Option<_>>()?;
    Some(LawClaim {
        game,
        kind,
        play: PlayConvention::from_word(play)?,
        expansion,
    })
}

/// The first line of a proof.
pub(crate) struct LawHeader {
    pub weights: Vec<i128>,
    pub floor: i128,
    /// Number of machines, including the law.
    pub machines: usize,
    pub covers: usize,
    /// Whether the second machine gives the nim-sums of runs.
    pub prefix: bool,
    /// The gaps that the law reads; `None` if it reads the slots.
    pub gaps: Option<SlotGaps>,
}

/// Parses `weights 1 1 floor 0 machines 1 covers 2`, optionally followed by `prefix` or
/// `gaps 1 0:1`.
pub(crate) fn head(text: &str) -> Option<LawHeader> {
    let (weights, rest) = text.strip_prefix("weights")?.split_once(" floor ")?;
    let weights = weights
        .split(' ')
        .skip(1)
        .map(number)
        .collect::<Option<_>>()?;
    let words: Vec<&str> = rest.split(' ').collect();
    let ([floor, "machines", machines, "covers", covers], more) = words.split_first_chunk()? else {
        return None;
    };
    let gaps = match more {
        [] | ["prefix"] => None,
        ["gaps", gaps @ ..] => Some(SlotGaps::new(
            gaps.iter().map(|text| gap(text)).collect::<Option<_>>()?,
        )?),
        _ => return None,
    };
    let (machines, covers) = (number(machines)?, number(covers)?);
    Some(LawHeader {
        weights,
        floor: number(floor)?,
        machines,
        covers,
        prefix: more == ["prefix"],
        gaps,
    })
}

/// Parses `1`, or `0:1` for a gap above slot 0.
fn gap(text: &str) -> Option<SlotGap> {
    Some(match text.split_once(':') {
        Some((above, least)) => SlotGap {
            above: Some(number(above)?),
            least: number(least)?,
        },
        None => SlotGap {
            above: None,
            least: number(text)?,
        },
    })
}

/// Parses `machine 12 accepting 1`.
pub(crate) fn machine(text: &str) -> Option<(usize, usize)> {
    let (nodes, accepting) = text.strip_prefix("machine ")?.split_once(" accepting ")?;
    Some((number(nodes)?, number(accepting)?))
}

/// Parses `cover leading 1 rows 3`, optionally followed by `letters`. Returns the numbers after
/// `leading` and `rows`, and whether `letters` is present.
pub(crate) fn cover(text: &str) -> Option<(usize, usize, bool)> {
    let (leading, rows) = text.strip_prefix("cover leading ")?.split_once(" rows ")?;
    let (rows, letters) = rows
        .strip_suffix(" letters")
        .map_or((rows, false), |rows| (rows, true));
    Some((number(leading)?, number(rows)?, letters))
}

fn state(text: &str) -> Option<ClauseState> {
    let (clause, node) = text.split_once(':')?;
    Some(ClauseState {
        clause: number(clause)?,
        node: number(node)?,
    })
}

/// Parses `0:0 0`.
pub(crate) fn leading(text: &str) -> Option<(ClauseState, u32)> {
    let (shown, from) = text.split_once(' ')?;
    Some((state(shown)?, number(from)?))
}

/// Parses `0 / 0:0 / 1 2`.
pub(crate) fn row(text: &str) -> Option<CoverRow> {
    let (node, rest) = text.split_once(" /")?;
    let (states, next) = rest.split_once(" /")?;
    let states = states
        .split(' ')
        .skip(1)
        .map(state)
        .collect::<Option<_>>()?;
    let next = next.split(' ').skip(1).map(number).collect::<Option<_>>()?;
    Some(CoverRow {
        node: number(node)?,
        states,
        next,
    })
}

/// Returns the number of lines of a proof, including its head.
pub(crate) fn lines_of(proof: &LawProof) -> usize {
    1 + lines_of_machines(proof) + proof.covers.iter().map(lines_of_cover).sum::<usize>()
}

/// Returns the number of lines of the machines of a proof.
pub(crate) fn lines_of_machines(proof: &LawProof) -> usize {
    let machines = std::iter::once(&proof.law)
        .chain(&proof.prefix)
        .chain(&proof.machines);
    machines
        .map(|machine| 1 + rows_of(machine.next.len()) + rows_of(machine.accepting.len()))
        .sum()
}

/// Returns the number of lines of a cover, including its head.
pub(crate) fn lines_of_cover(cover: &CoverRows) -> usize {
    1 + cover.leading.len() + cover.rows.len()
}

/// Writes the text between the word `claim` and the title of the game.
pub(crate) fn write_claim(text: &mut String, claim: &LawClaim) -> std::fmt::Result {
    write!(
        text,
        "law {} {} digits",
        claim.kind.word(),
        claim.play.word()
    )?;
    claim
        .expansion
        .iter()
        .try_for_each(|digit| write!(text, " {digit}"))
}

/// Writes the proof of a law with its lists, starting with the word `law`.
pub(crate) fn write_proof(text: &mut String, proof: &LawProof) -> std::fmt::Result {
    write!(text, "law weights")?;
    proof
        .weights
        .iter()
        .try_for_each(|weight| write!(text, " {weight}"))?;
    let (machines, prefix) = (
        proof.machines.len() + 1 + usize::from(proof.prefix.is_some()),
        proof.prefix.as_ref(),
    );
    write!(
        text,
        " floor {} machines {machines} covers {}{}",
        proof.floor,
        proof.covers.len(),
        prefix.map_or("", |_| " prefix")
    )?;
    for (slot, SlotGap { above, least }) in proof.gaps.iter().flat_map(SlotGaps::list).enumerate() {
        write!(text, "{}", if slot == 0 { " gaps " } else { " " })?;
        above
            .iter()
            .try_for_each(|above| write!(text, "{above}:"))?;
        write!(text, "{least}")?;
    }
    writeln!(text)?;
    for CertificateAutomaton { next, accepting } in std::iter::once(&proof.law)
        .chain(prefix)
        .chain(&proof.machines)
    {
        writeln!(text, "machine {} accepting {}", next.len(), accepting.len())?;
        write_rows(text, next)?;
        write_rows(text, accepting)?;
    }
    for CoverRows {
        letters,
        leading,
        rows,
    } in &proof.covers
    {
        writeln!(
            text,
            "cover leading {} rows {}{}",
            leading.len(),
            rows.len(),
            if *letters { " letters" } else { "" }
        )?;
        for (ClauseState { clause, node }, from) in leading {
            writeln!(text, "{clause}:{node} {from}")?;
        }
        for CoverRow { node, states, next } in rows {
            write!(text, "{node} /")?;
            states
                .iter()
                .try_for_each(|ClauseState { clause, node }| write!(text, " {clause}:{node}"))?;
            write!(text, " /")?;
            next.iter().try_for_each(|row| write!(text, " {row}"))?;
            writeln!(text)?;
        }
    }
    Ok(())
}
