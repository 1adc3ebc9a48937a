//! Builds the certificate of a law. The checker derives the statements on its own, and this module
//! finds the rows of their covers.

use std::collections::HashMap;

use automata::numeration::NumerationSystem;
use automata::{Automaton, CoverResult, Track, cover};
use base::budget::Budget;
use base::text;
use base::text::Text;
use certificate::{
    AtomRelation, AutomatonTable, Certificate, CertificateAutomaton, CertificateClaim,
    CertificateError, CertificateProof as Shown, ClauseState, CoverRow, CoverRows, LawClaim,
    LawKind, LawProof, LawStatements, Lemma, Statement,
};
use clauses::RuleClauses;
use rules::game::GameId;
use rules::ir::Slot;
use rules::world::World;

use crate::error::LawError;
use crate::gap_law::{GapLaw, cannot_be_told};
use crate::law::{Law, LawOutput};
use crate::numerals::LawNumerals;
use crate::prove::LawProofData;

/// Returns the certificate of a proved law, without checking it. Building the certificate takes
/// about as long as the proof. The certificate of a wrong law may have infinitely many rows, so
/// this function can use up the budget.
///
/// # Errors
/// Returns [`LawError::Outside`] if a statement of the checker does not hold, or the checker has no
/// statements for this law, or [`LawError::Stopped`] if the budget runs out.
pub fn certificate(
    world: &World,
    game: GameId,
    law: &Law,
    proof: &LawProofData,
    budget: &Budget<'_>,
) -> Result<Certificate, LawError> {
    let clauses = clauses::of_game(world, game, budget)?;
    let (claim, shown) = claim_and_proof(&clauses, law, proof, &[], budget)?;
    Ok(Certificate {
        claim: CertificateClaim::Law(claim),
        proof: Shown::Law(shown),
    })
}

/// Returns the law and its proof in the form of certificates, given the laws of other games and the
/// least value of each of their slots.
pub(crate) fn claim_and_proof(
    clauses: &RuleClauses,
    law: &Law,
    proof: &LawProofData,
    lemmas: &[(Lemma, Vec<i128>)],
    budget: &Budget<'_>,
) -> Result<(LawClaim, LawProof), LawError> {
    let kind = match law.kind {
        LawOutput::Values => LawKind::Values,
        LawOutput::PowersOfValues => LawKind::Powers,
        LawOutput::Outcomes => LawKind::Outcomes,
    };
    let claim = LawClaim {
        game: clauses.game,
        kind,
        play: proof.play,
        expansion: law.numerals.system().expansion(),
    };
    let of_gaps = proof.of_gaps.as_ref();
    let told = of_gaps
        .map(|of_gaps| clauses.by_gaps(&of_gaps.gaps).ok_or_else(cannot_be_told))
        .transpose()?;
    let free = vec![0; law.lows.len()];
    let (clauses, lows, automaton) = match (&told, of_gaps) {
        (Some(told), Some(of_gaps)) => (told, &free, &of_gaps.law),
        _ => (clauses, &law.lows, &law.automaton),
    };
    let greedy = law
        .numerals
        .greedy()
        .map(|greedy| [greedy.successor(), greedy.adder()]);
    let mut shown = LawProof {
        law: machine(automaton),
        gaps: of_gaps.map(|of_gaps| of_gaps.gaps.clone()),
        prefix: law.prefix.as_ref().map(machine),
        weights: proof.weights.clone(),
        floor: proof.floor,
        machines: greedy.into_iter().flatten().map(machine).collect(),
        covers: Vec::new(),
    };
    let mut covers = Vec::new();
    let mut visit = |what: &Text, statement: Statement| {
        if let Statement::Cover { domain, clauses } = statement {
            covers.push(rows(what, &domain, &clauses, budget)?);
        }
        Ok(())
    };
    let mut relations = Vec::new();
    let mut source = |factors: &[i128], constant: i128, relation: AtomRelation| {
        let terms: Vec<(Track, i128)> = (0..).zip(factors.iter().copied()).collect();
        let relation = match relation {
            AtomRelation::Equal => automata::LinearRelation::Equal,
            AtomRelation::AtMost => automata::LinearRelation::AtMost,
        };
        let all = Automaton::all(
            law.numerals.base(),
            terms.iter().map(|&(track, _)| track).collect(),
        );
        let made = machine(
            &law.numerals
                .linear(&terms, constant, relation, budget)?
                .and(&all, budget)?,
        );
        relations.push(made.clone());
        Ok(made)
    };
    let statements = LawStatements {
        clauses,
        lows,
        claim: &claim,
        proof: &shown,
        lemmas,
    };
    match statements.visit(&mut source, budget, &mut visit) {
        Ok(()) => {}
        Err(CertificateError::Stopped(stop)) => return Err(LawError::Stopped(stop)),
        Err(refused) => return Err(LawError::Outside(refused.text())),
    }
    shown.covers = covers;
    shown.machines.extend(relations);
    Ok((claim, shown))
}

/// Converts an automaton to the form of certificates.
fn machine(automaton: &Automaton) -> CertificateAutomaton {
    let nodes = 0..automaton.nodes() as u32;
    let next = nodes
        .clone()
        .flat_map(|node| (0..automaton.base()).map(move |digit| automaton.next(node, digit)))
        .collect();
    CertificateAutomaton {
        next,
        accepting: nodes.filter(|&node| automaton.accepts(node)).collect(),
    }
}

fn automaton(table: &AutomatonTable) -> Result<Automaton, CertificateError> {
    let (base, tracks, next, phase, accepts) = table.parts();
    let made = Automaton::from_parts(
        base,
        tracks.to_vec(),
        next.to_vec(),
        phase.to_vec(),
        accepts.to_vec(),
    );
    made.map_err(|error| CertificateError::Law {
        reason: error.text(),
    })
}

/// Returns the rows of one cover.
fn rows(
    what: &Text,
    domain: &AutomatonTable,
    clauses: &[AutomatonTable],
    budget: &Budget<'_>,
) -> Result<CoverRows, CertificateError> {
    let base = domain.parts().0;
    let domain = automaton(domain)?;
    let clauses = clauses
        .iter()
        .map(automaton)
        .collect::<Result<Vec<_>, _>>()?;
    let atoms: Vec<Vec<&Automaton>> = clauses.iter().map(|clause| vec![clause]).collect();
    let rows = match cover(&domain, &atoms, budget)? {
        CoverResult::Holds(rows) => rows,
        CoverResult::Fails(_) => {
            let Text { en, zh } = what;
            return Err(CertificateError::Law {
                reason: text!("the checker would report: {en}", "检验器会说：{zh}"),
            });
        }
    };
    let state = |state: automata::cover::ProductState<'_>| ClauseState {
        clause: state.clause as u32,
        node: state.nodes[0],
    };
    let row = |row: usize| CoverRow {
        node: rows.node(row),
        states: rows.states(row).map(state).collect(),
        next: (0..base)
            .filter_map(|digit| rows.next(row, digit))
            .map(|row| row as u32)
            .collect(),
    };
    let leading = rows
        .leading()
        .map(|(reached, from)| (state(reached), from as u32))
        .collect();
    let digits = CoverRows {
        letters: false,
        leading,
        rows: (0..rows.len()).map(row).collect(),
    };
    // If a letter has few paths, rows before each digit of the letter take more space than rows
    // only at the ends of letters.
    let letters = by_letters(&domain, &digits);
    Ok(letters
        .filter(|letters| numbers(letters) < numbers(&digits))
        .unwrap_or(digits))
}

/// Returns only the rows at the ends of letters; `None` if writing these rows takes more numbers
/// than writing the given rows.
fn by_letters(domain: &Automaton, digits: &CoverRows) -> Option<CoverRows> {
    let ends = |row: u32| domain.phase(digits.rows[row as usize].node) == 0;
    let most = numbers(digits);
    let (mut order, mut number) = (vec![0u32], HashMap::from([(0u32, 0u32)]));
    let (mut rows, mut written, mut at) = (Vec::new(), 0, 0);
    while let Some(&row) = order.get(at) {
        at += 1;
        let CoverRow { node, states, next } = digits.rows.get(row as usize)?;
        let mut to = Vec::new();
        let mut open: Vec<u32> = next.iter().rev().copied().collect();
        while let Some(row) = open.pop() {
            if !ends(row) {
                open.extend(digits.rows[row as usize].next.iter().rev());
                continue;
            }
            let fresh = order.len() as u32;
            let place = *number.entry(row).or_insert(fresh);
            if place == fresh {
                order.push(row);
            }
            to.push(place);
            written += 1;
            if written > most {
                return None;
            }
        }
        rows.push(CoverRow {
            node: *node,
            states: states.clone(),
            next: to,
        });
    }
    Some(CoverRows {
        letters: true,
        leading: digits.leading.clone(),
        rows,
    })
}

/// Returns the count of numbers in the text of all rows of a cover.
fn numbers(cover: &CoverRows) -> usize {
    cover
        .rows
        .iter()
        .map(|row| 1 + 2 * row.states.len() + row.next.len())
        .sum()
}

/// Returns the law that a certificate claims. Only the checker decides whether the claimed law is
/// correct.
///
/// # Errors
/// Returns [`LawError::Outside`] if the certificate contains no automaton, or uses unknown digits,
/// or [`LawError::Stopped`] if the budget runs out.
pub fn read(
    world: &World,
    claim: &LawClaim,
    proof: &LawProof,
    budget: &Budget<'_>,
) -> Result<Law, LawError> {
    read_law(
        world.rules(claim.game).slots(),
        claim.kind,
        &claim.expansion,
        proof,
        budget,
    )
}

/// Reads the law that a certificate claims, for positions with the given slots.
pub(crate) fn read_law(
    slots: &[Slot],
    kind: LawKind,
    expansion: &[u8],
    proof: &LawProof,
    budget: &Budget<'_>,
) -> Result<Law, LawError> {
    let kind = match kind {
        LawKind::Values => LawOutput::Values,
        LawKind::Powers => LawOutput::PowersOfValues,
        LawKind::Outcomes => LawOutput::Outcomes,
    };
    let unknown = || {
        LawError::Outside(text!(
            "the certificate uses digits that are unknown here",
            "证书用到未知的记数法"
        ))
    };
    let system = NumerationSystem::from_expansion(expansion).ok_or_else(unknown)?;
    let numerals = LawNumerals::from_system(system, budget)?;
    let lows: Vec<i128> = slots.iter().map(|slot| slot.low.into()).collect();
    let tracks = lows.len() as Track + Track::from(kind != LawOutput::Outcomes);
    let base = numerals.base();
    let automaton = of_machine(base, tracks, &proof.law)?;
    let prefix = proof
        .prefix
        .as_ref()
        .map(|machine| of_machine(base, 2, machine))
        .transpose()?;
    match &proof.gaps {
        Some(gaps) => GapLaw {
            gaps: gaps.clone(),
            law: automaton,
        }
        .of_slots(kind, numerals, lows, budget),
        None => Ok(Law {
            kind,
            numerals,
            lows,
            automaton,
            prefix,
        }),
    }
}

/// Converts a machine that reads the tracks from 0 on to an automaton.
fn of_machine(
    base: u8,
    tracks: Track,
    CertificateAutomaton { next, accepting }: &CertificateAutomaton,
) -> Result<Automaton, LawError> {
    let width = usize::from(base);
    let nodes = next.len() / width;
    // The phase of each node within a letter. `from_parts` verifies that all edges agree.
    let mut phase: Vec<Option<u16>> = vec![None; nodes];
    let mut met: Vec<(u32, u16)> = vec![(0, 0)];
    while let Some((node, at)) = met.pop() {
        if let Some(none @ None) = phase.get_mut(node as usize) {
            *none = Some(at);
            let then = (at + 1) % (tracks as u16).max(1);
            met.extend(
                next[node as usize * width..][..width]
                    .iter()
                    .map(|&to| (to, then)),
            );
        }
    }
    let phase = phase.into_iter().map(Option::unwrap_or_default).collect();
    let mut accepts = vec![false; nodes];
    for &node in accepting {
        if let Some(accepts) = accepts.get_mut(node as usize) {
            *accepts = true;
        }
    }
    let made = Automaton::from_parts(base, (0..tracks).collect(), next.clone(), phase, accepts);
    made.map_err(|error| LawError::Outside(error.text()))
}
