//! A game as the sum of its slots: where no rule speaks of two numbers at once each is a game by
//! itself, and the value of a position is the nim-sum of theirs (Sprague 1935, Grundy 1939). Cells
//! of one slot are computed from its clauses, by the definition.

use std::collections::BTreeSet;

use automata::numeration::System;
use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use certificate::Method;
use clauses::{Clauses, Unread};
use rules::ast::Play;
use rules::ir::Int;

use super::{Shown, Subject, Told, by_theorem};
use crate::Halt;
use crate::find::{Effort, Seen, Truth, find};
use crate::law::Kind;
use crate::numerals::Numerals;
use crate::theory::Theory;
use crate::written;

/// How far beyond its least value cells of a slot are computed.
const FAR: usize = 1 << 12;

/// How long an automaton is looked for before a theorem is tried, and after: looks at the clock, a
/// thousand small steps each.
const SOON: u32 = 4_000;
const LATE: u32 = 40_000;

/// Looks for the law of each slot.
///
/// # Errors
/// [`Halt::Outside`] if the slots do not stand apart, or no law of a slot is found.
pub(super) fn separate(
    subject: &Subject<'_>,
    effort: Effort,
    budget: &Budget<'_>,
) -> Result<Shown, Halt> {
    let slots = subject.clauses.by_slot().map_err(Halt::Outside)?;
    if slots.copies {
        return Err(Halt::Outside(text!(
            "a move leaves several components with the same numbers",
            "某着法留下含有同样的数的多个部分"
        )));
    }
    let slots = slots.own;
    let mut parts: Vec<Shown> = Vec::new();
    for place in 0..slots.len() {
        // Slots that move alike have one law.
        let alike = |before: &usize| {
            slots[*before].alike(&slots[place])
                && subject.slots[*before].low == subject.slots[place].low
        };
        if let Some(before) = (0..place).find(alike) {
            let before = &parts[before];
            parts.push(Shown {
                cells: 0,
                refuted: 0,
                ..before.clone()
            });
            continue;
        }
        let own = Subject {
            clauses: &slots[place],
            slots: &subject.slots[place..=place],
            sorted: &(0..0),
            measure: &subject.measure[place..=place],
        };
        parts.push(of_slot(&own, effort, budget).map_err(|halt| match halt {
            Halt::Outside(Text { en, zh }) => {
                let name = &subject.slots[place].name;
                Halt::Outside(text!("of {name} alone: {en}", "单看 {name}：{zh}"))
            }
            stopped => stopped,
        })?);
    }
    let (cells, refuted) = (
        parts.iter().map(|part| part.cells).sum(),
        parts.iter().map(|part| part.refuted).sum(),
    );
    let (told, methods) = parts
        .into_iter()
        .map(|part| (part.told, part.method))
        .unzip();
    Ok(Shown {
        told: Told::Separate(told),
        method: Method::Separate(methods),
        cells,
        refuted,
    })
}

/// The law of one slot: an automaton that is found soon, else what a theorem says, else an
/// automaton.
fn of_slot(subject: &Subject<'_>, effort: Effort, budget: &Budget<'_>) -> Result<Shown, Halt> {
    let mut cells = OfSlot {
        clauses: subject.clauses,
        low: subject.slots[0].low,
        values: Vec::new(),
    };
    if let Ok(shown) = automaton(subject, &mut cells, effort, (SOON, budget))? {
        return Ok(shown);
    }
    match by_theorem(subject, &subject.slots[0]) {
        Ok(shown) => Ok(shown),
        Err(_) => automaton(subject, &mut cells, effort, (LATE, budget))?.map_err(Halt::Outside),
    }
}

/// The law of one slot as an automaton, or why none was found within so many looks at the clock.
fn automaton(
    subject: &Subject<'_>,
    cells: &mut OfSlot<'_>,
    effort: Effort,
    (looks, budget): (u32, &Budget<'_>),
) -> Result<Result<Shown, Text>, Halt> {
    let (found, cut) = budget.limited(looks, |budget| {
        let theory = Theory::new(
            subject.slots,
            subject.clauses,
            subject.measure,
            Numerals::of(System::Base(2), budget)?,
            budget,
        )?;
        let found = find(Play::Normal, &theory, Kind::Values, cells, effort, budget)?;
        let proof = match &found.proof {
            Ok(proof) => proof,
            Err(why) => return Ok(Err(why.clone())),
        };
        let (claim, shown) = written::shown(subject.clauses, &found.law, proof, &[], budget)?;
        let method = Method::Automaton {
            kind: claim.kind,
            expansion: claim.expansion,
            proof: shown,
        };
        Ok(Ok(Shown {
            told: Told::Automaton(Box::new(found.law)),
            method,
            cells: found.cells,
            refuted: found.refuted,
        }))
    });
    match found {
        Err(Halt::Outside(why)) => Ok(Err(why)),
        Err(Halt::Stopped(_)) if cut => {
            Ok(Err(text!("given up: too much work", "放弃：工作量过大")))
        }
        found => found,
    }
}

/// Cells of one slot, as if it stood alone.
struct OfSlot<'t> {
    clauses: &'t Clauses,
    low: Int,
    /// What is true of each number from the least on.
    values: Vec<Seen>,
}

impl Truth for OfSlot<'_> {
    fn at(&mut self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Seen>, Stop> {
        let Some(place) = usize::try_from(slots[0].saturating_sub(self.low))
            .ok()
            .filter(|place| *place < FAR)
        else {
            return Ok(None);
        };
        while self.values.len() <= place {
            let at = [self.low + self.values.len() as Int];
            let seen = match self.clauses.contains(&at, budget) {
                Ok(true) => {
                    let mut options = BTreeSet::new();
                    for parts in self.moves(&at, budget)? {
                        // What does not lie below has no value yet; the proof would say that no
                        // measure falls.
                        let value = |number: &Int| match self
                            .values
                            .get(usize::try_from(number.saturating_sub(self.low)).ok()?)
                        {
                            Some(Seen::Value(value)) => Some(*value),
                            _ => None,
                        };
                        match parts
                            .iter()
                            .map(value)
                            .try_fold(0, |sum, value| Some(sum ^ value?))
                        {
                            Some(value) => {
                                options.insert(value);
                            }
                            None => return Ok(None),
                        }
                    }
                    let mex = (0..).find(|value| !options.contains(value)).unwrap_or(0);
                    Seen::Value(mex)
                }
                Ok(false) => Seen::NoPosition,
                Err(Unread::Stopped(stop)) => return Err(stop),
                Err(Unread::Refused(_)) => return Ok(None),
            };
            self.values.push(seen);
        }
        Ok(Some(self.values[place]))
    }

    fn left(&mut self, slots: &[Int], budget: &Budget<'_>) -> Result<Vec<Vec<Int>>, Stop> {
        Ok(self
            .moves(slots, budget)?
            .concat()
            .into_iter()
            .map(|number| vec![number])
            .collect())
    }
}

impl OfSlot<'_> {
    /// The numbers that each move leaves.
    fn moves(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Vec<Vec<Int>>, Stop> {
        match self.clauses.moves_at(slots, budget) {
            Ok(moves) => Ok(moves
                .into_iter()
                .map(|made| made.left.into_iter().map(|(_, left)| left[0]).collect())
                .collect()),
            Err(Unread::Stopped(stop)) => Err(stop),
            Err(Unread::Refused(_)) => Ok(Vec::new()),
        }
    }
}
