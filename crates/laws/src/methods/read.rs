//! What a method tells, read from a certificate: automata from their nodes, classes as they are
//! listed, and for maximum Nim what may be taken from the rules once more. Whether the method is
//! right, the checker tells.

use automata::numeration::System;
use base::budget::Budget;
use base::text;
use certificate::{LawKind, LawProof, Lemma, Method};
use clauses::{Clauses, UpTo};
use rules::ir::Slot;
use rules::rules::GameId;
use rules::world::World;

use super::{ByClasses, Maximum, Other, Told};
use crate::Halt;
use crate::written;

/// What a method of a certificate tells of a game. Takes time in proportion to what it lists.
///
/// # Errors
/// [`Halt::Outside`] if the certificate speaks of what is unknown here, or its parts do not fit the
/// rules; [`Halt::Stopped`] if the budget ends.
pub fn read_method(
    (world, game): (&World, GameId),
    method: &Method,
    budget: &Budget<'_>,
) -> Result<Told, Halt> {
    let rules = world.rules(game);
    if let Method::Lemmas { lemmas, proof } = method {
        let law = |game: GameId, proof: &LawProof| {
            let binary = System::Base(2).expansion();
            written::read_of(
                world.rules(game).slots(),
                (LawKind::Values, &binary),
                proof,
                budget,
            )
        };
        let other = |Lemma { game, proof }: &Lemma| {
            Ok(Other {
                game: *game,
                title: world.rules(*game).title(),
                law: law(*game, proof)?,
            })
        };
        let others = lemmas.iter().map(other).collect::<Result<_, Halt>>()?;
        return Ok(Told::Lemmas(Box::new(law(game, proof)?), others));
    }
    // Rules that say it need not be read as clauses.
    if let (Method::Maximum, Some(maximum)) = (
        method,
        rules
            .game()
            .and_then(|rules| Maximum::of(UpTo::of_rule(rules, game))),
    ) {
        return Ok(Told::Maximum(maximum));
    }
    read_of(
        &clauses::unsorted(world, game, budget)?,
        rules.slots(),
        method,
        budget,
    )
}

/// What a method tells of what clauses say of these slots.
fn read_of(
    clauses: &Clauses,
    slots: &[Slot],
    method: &Method,
    budget: &Budget<'_>,
) -> Result<Told, Halt> {
    let unfit = || {
        Halt::Outside(text!(
            "the method does not fit the rules",
            "该方法与规则不符"
        ))
    };
    match (method, slots) {
        (
            Method::Automaton {
                kind,
                expansion,
                proof,
            },
            _,
        ) => Ok(Told::Automaton(Box::new(written::read_of(
            slots,
            (*kind, expansion),
            proof,
            budget,
        )?))),
        (Method::Separate(parts), _) => {
            let own = clauses.by_slot().map_err(Halt::Outside)?.own;
            if own.len() != parts.len() {
                return Err(unfit());
            }
            let part = |((clauses, slot), part)| {
                read_of(clauses, std::slice::from_ref(slot), part, budget)
            };
            own.iter()
                .zip(slots)
                .zip(parts)
                .map(part)
                .collect::<Result<_, _>>()
                .map(Told::Separate)
        }
        (Method::Maximum, [slot]) => Maximum::of(UpTo::of_clauses(clauses, slot.low.into()))
            .map(Told::Maximum)
            .ok_or_else(unfit),
        (Method::Boxes(boxes), _) => Ok(Told::Classes(ByClasses::new(slots, boxes.clone()))),
        (Method::Maximum | Method::Lemmas { .. }, _) => Err(unfit()),
    }
}
