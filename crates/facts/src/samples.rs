//! A few small positions at which the moves of two games are compared before they are compared everywhere. A move of the one that is
//! none of the other is a proof that the games differ, and is found much sooner than that no proof of the contrary is.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::{Piece, Reading};
use super::simplex::Effort;
use base::budget::Budget;
use clauses::{Atom, Clause, Component, Linear, Region, Unread};
use rules::ir::{Game, Int};
use rules::rules::GameId;

/// The most looks at the clock that listing moves once may take; what takes longer tells nothing.
const LOOKS: u32 = 20;

/// The components that a move leaves, in increasing order.
type Left = Vec<Vec<Int>>;

/// Small positions of a model, with its moves there; by default none.
#[derive(Default)]
pub(super) struct Samples {
    all: Vec<Sample>,
}

struct Sample {
    position: Vec<Int>,
    /// What each piece of the model leaves there, with its rule.
    moves: Vec<(usize, BTreeSet<Left>)>,
}

impl Samples {
    /// Of a model with these pieces.
    pub(super) fn of(model: &Game, theirs: &[Piece], effort: &Effort<'_>) -> Samples {
        let sample = |position: Vec<Int>| {
            let moves = effort.limited(LOOKS, |budget| {
                theirs.iter().map(|piece| Ok((piece.rule, made(piece, &position, budget)?))).collect::<Result<_, Unread>>()
            })?;
            Some(Sample { position, moves })
        };
        Samples { all: positions(model).into_iter().filter_map(sample).collect() }
    }

    /// The first rule of a game that makes a move which is none of the model's at some sample.
    pub(super) fn foreign(&self, own: &[Piece], effort: &Effort<'_>) -> Option<usize> {
        let foreign = |sample: &Sample, piece: &Piece| {
            let moves = effort.limited(LOOKS, |budget| made(piece, &sample.position, budget)).unwrap_or_default();
            moves.iter().any(|left| sample.moves.iter().all(|(_, theirs)| !theirs.contains(left)))
        };
        own.iter().find(|piece| self.all.iter().any(|sample| foreign(sample, piece))).map(|piece| piece.rule)
    }

    /// The first rule of the model that makes a move at some sample, a position of the game, which is none of the game's.
    pub(super) fn missing(&self, game: &Reading, effort: &Effort<'_>) -> Option<usize> {
        let missing = |sample: &Sample| {
            let listed = effort.limited(LOOKS, |budget| {
                if !contains(&game.places, &sample.position, budget)? {
                    return Ok(None);
                }
                game.moves.iter().map(|piece| made(piece, &sample.position, budget)).collect::<Result<Vec<_>, Unread>>().map(Some)
            });
            let moves: BTreeSet<Left> = listed??.into_iter().flatten().collect();
            sample.moves.iter().find(|(_, theirs)| !theirs.is_subset(&moves)).map(|(rule, _)| *rule)
        };
        self.all.iter().filter_map(missing).min()
    }
}

/// Some positions near the least; of many slots only some are raised alone.
fn positions(game: &Game) -> Vec<Vec<Int>> {
    const ALONE: usize = 4;
    let count = game.slots.len();
    let raised = |by: &dyn Fn(usize) -> usize| -> Option<Vec<Int>> {
        let slots = game.slots.iter().enumerate();
        slots.map(|(i, slot)| Some(slot.low.checked_add(by(i) as Int)?.min(slot.high.unwrap_or(Int::MAX)))).collect()
    };
    let alone = (0..count.min(ALONE)).map(|one| raised(&move |i| if i == one { 2 } else { 1 }));
    let others = [raised(&|_| 1), raised(&|_| 2), raised(&|i| i), raised(&|i| count - 1 - i)];
    alone.chain(others).flatten().collect()
}

/// What the moves that a piece makes at a position leave.
fn made(piece: &Piece, position: &[Int], budget: &Budget<'_>) -> Result<BTreeSet<Left>, Unread> {
    let left = piece.parts.iter().map(|slots| Component { game: GameId(0), slots: slots.clone() }).collect();
    let Piece { rule, slots, variables, .. } = *piece;
    let quotients = piece.quotients.clone();
    let clause = Clause { rule, slots, variables, atoms: atoms(&piece.rows), quotients, choices: Vec::new(), left, runs: Vec::new() };
    let moves = clause.moves_at(position, budget)?;
    Ok(moves.into_iter().map(|made| made.left.into_iter().map(|(_, slots)| slots).collect()).collect())
}

/// Whether a position is in one of some places.
fn contains(places: &[(Vec<Linear>, usize)], position: &[Int], budget: &Budget<'_>) -> Result<bool, Unread> {
    for (rows, variables) in places {
        let region = Region { variables: *variables, atoms: atoms(rows), quotients: BTreeMap::new() };
        if region.contains(position, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn atoms(rows: &[Linear]) -> Vec<Atom> {
    rows.iter().cloned().map(Atom::AtMostZero).collect()
}
