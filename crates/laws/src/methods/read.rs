//! Reads the value function of a method from a certificate: automata from their nodes, classes from
//! their lists, and f of Maximum Nim from the rules. Only the checker decides whether the method is
//! correct.

use automata::numeration::NumerationSystem;
use base::budget::Budget;
use base::text;
use certificate::{LawKind, LawProof, Lemma, ProofMethod};
use clauses::{MaximumNimGame, RuleClauses};
use rules::game::GameId;
use rules::ir::Slot;
use rules::world::World;

use super::classes::ClassValues;
use super::maximum::MaximumNimLaw;
use super::value_function::{AuxiliaryLaw, ValueFunction};
use crate::error::LawError;
use crate::law_certificate;

/// Returns the value function of a method of a certificate. The time is proportional to the length
/// of the lists in the certificate.
///
/// # Errors
/// Returns [`LawError::Outside`] if the certificate contains unknown items, or its parts do not
/// match the rules, or [`LawError::Stopped`] if the budget runs out.
pub fn read_method(
    world: &World,
    game: GameId,
    method: &ProofMethod,
    budget: &Budget<'_>,
) -> Result<ValueFunction, LawError> {
    let rules = world.rules(game);
    if let ProofMethod::Lemmas { lemmas, proof } = method {
        let law = |game: GameId, proof: &LawProof| {
            let binary = NumerationSystem::Base(2).expansion();
            law_certificate::read_law(
                world.rules(game).slots(),
                LawKind::Values,
                &binary,
                proof,
                budget,
            )
        };
        let other = |Lemma { game, proof }: &Lemma| {
            Ok(AuxiliaryLaw {
                game: *game,
                title: world.rules(*game).title(),
                law: law(*game, proof)?,
            })
        };
        let others = lemmas.iter().map(other).collect::<Result<_, LawError>>()?;
        return Ok(ValueFunction::Lemmas(Box::new(law(game, proof)?), others));
    }
    // If a rule of the game directly shows Maximum Nim, the rules need not be read as clauses.
    if let (ProofMethod::Maximum, Some(maximum)) = (
        method,
        rules
            .game()
            .and_then(|rules| MaximumNimLaw::from_rule(MaximumNimGame::of_rule(rules, game))),
    ) {
        return Ok(ValueFunction::Maximum(maximum));
    }
    read_slots(
        &clauses::unsorted(world, game, budget)?,
        rules.slots(),
        method,
        budget,
    )
}

/// Returns the value function of a method for clauses over these slots.
fn read_slots(
    clauses: &RuleClauses,
    slots: &[Slot],
    method: &ProofMethod,
    budget: &Budget<'_>,
) -> Result<ValueFunction, LawError> {
    let unfit = || {
        LawError::Outside(text!(
            "the method does not fit the rules",
            "该方法与规则不符"
        ))
    };
    match (method, slots) {
        (
            ProofMethod::Automaton {
                kind,
                expansion,
                proof,
            },
            _,
        ) => Ok(ValueFunction::Automaton(Box::new(
            law_certificate::read_law(slots, *kind, expansion, proof, budget)?,
        ))),
        (ProofMethod::Separate(parts), _) => {
            let own = clauses.by_slot().map_err(LawError::Outside)?.own;
            if own.len() != parts.len() {
                return Err(unfit());
            }
            let part = |((clauses, slot), part)| {
                read_slots(clauses, std::slice::from_ref(slot), part, budget)
            };
            own.iter()
                .zip(slots)
                .zip(parts)
                .map(part)
                .collect::<Result<_, _>>()
                .map(ValueFunction::Separate)
        }
        (ProofMethod::Maximum, [slot]) => {
            MaximumNimLaw::from_rule(MaximumNimGame::of_clauses(clauses, slot.low.into()))
                .map(ValueFunction::Maximum)
                .ok_or_else(unfit)
        }
        (ProofMethod::Boxes(boxes), _) => Ok(ValueFunction::Classes(ClassValues::new(
            slots,
            boxes.clone(),
        ))),
        (ProofMethod::Maximum | ProofMethod::Lemmas { .. }, _) => Err(unfit()),
    }
}
