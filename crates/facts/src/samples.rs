//! Comparison of the moves of two games at a few small positions. The comparison at small positions
//! precedes the comparison at all positions. A move that only one of the two games has proves that
//! the games differ. Finding a move that only one game has is much faster than a failed proof that
//! the games are the same.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::pieces::{LinearGame, LinearPiece};
use super::simplex::SimplexEffort;
use base::budget::Budget;
use clauses::{
    Atom, ClauseError, LinearForm, MoveClause, PositionRegion, SlotMapping, SymbolicComponent,
};
use rules::game::GameId;
use rules::ir::{Game, Int};

/// Maximum number of budget polls for listing the moves of one position. If listing the moves takes
/// longer, the position is not used.
const MAX_POLLS: u32 = 20;

/// The components that a move leaves, in increasing order.
type SampleOptions = Vec<Vec<Int>>;

/// Moves as pairs. A pair consists of the rule that makes the move and the components that the move
/// leaves.
type Moves = BTreeSet<(usize, SampleOptions)>;

/// Small positions of a model, with the moves at each position. The default value has no positions.
#[derive(Default)]
pub(super) struct Samples {
    all: Vec<(Vec<Int>, Rc<Moves>)>,
}

impl Samples {
    /// Creates the samples of a model whose slots were read in the order in which they are written.
    pub(super) fn new(model: &Game, reading: &LinearGame, effort: &SimplexEffort<'_>) -> Samples {
        let listed = SampleMoveCache::new(reading, None, effort);
        let moves = |position: Vec<Int>| listed.moves_at(&position).map(|moves| (position, moves));
        Samples {
            all: positions(model).into_iter().filter_map(moves).collect(),
        }
    }

    /// Returns whether the moves of a game differ from the moves of the model at some sample.
    pub(super) fn differ(&self, game: &SampleMoveCache<'_>, view: &SlotMapping) -> bool {
        self.foreign(game, view).next().is_some() || self.missing(game, view).next().is_some()
    }

    /// Returns the rules of a game with a move that the model lacks, one rule for each sample that
    /// has such a move.
    pub(super) fn foreign(
        &self,
        game: &SampleMoveCache<'_>,
        view: &SlotMapping,
    ) -> impl Iterator<Item = usize> {
        self.all.iter().filter_map(|(position, theirs)| {
            first_beyond(&*game.moves_in_view(position, view)?, theirs)
        })
    }

    /// Returns the rules of the model with a move that the game lacks, one rule for each sample
    /// that has such a move.
    pub(super) fn missing(
        &self,
        game: &SampleMoveCache<'_>,
        view: &SlotMapping,
    ) -> impl Iterator<Item = usize> {
        self.all.iter().filter_map(|(position, theirs)| {
            first_beyond(theirs, &*game.moves_in_view(position, view)?)
        })
    }
}

/// Returns the rule of the first move of one list that is not in the other list.
fn first_beyond(moves: &Moves, others: &Moves) -> Option<usize> {
    let others: BTreeSet<&SampleOptions> = others.iter().map(|(_, left)| left).collect();
    moves
        .iter()
        .find(|(_, left)| !others.contains(left))
        .map(|(rule, _)| *rule)
}

/// The moves of a game, cached for each position that was queried.
pub(super) struct SampleMoveCache<'g> {
    game: &'g LinearGame,
    /// The view in which the game was read; `None` if its slots were read in the order in which
    /// they are written.
    read_in: Option<&'g SlotMapping>,
    effort: &'g SimplexEffort<'g>,
    known: RefCell<BTreeMap<Vec<Int>, Option<Rc<Moves>>>>,
}

impl<'g> SampleMoveCache<'g> {
    /// Creates the cache for a game whose slots were read in the order in which they are written,
    /// or in the only view that will be used.
    pub(super) fn new(
        game: &'g LinearGame,
        read_in: Option<&'g SlotMapping>,
        effort: &'g SimplexEffort<'g>,
    ) -> SampleMoveCache<'g> {
        SampleMoveCache {
            game,
            read_in,
            effort,
            known: RefCell::default(),
        }
    }

    /// Returns the moves at a position, in the notation in which the game was read. Returns `None`
    /// if `position` is not a position, or if the moves cannot be listed.
    fn moves_at(&self, position: &[Int]) -> Option<Rc<Moves>> {
        if let Some(known) = self.known.borrow().get(position) {
            return known.clone();
        }
        let listed = self.effort.limited(MAX_POLLS, |budget| {
            if !contains(&self.game.places, position, budget)? {
                return Ok(None);
            }
            let mut moves = Moves::new();
            for piece in &self.game.moves {
                moves.extend(
                    list_remainders(piece, position, budget)?
                        .into_iter()
                        .map(|left| (piece.rule, left)),
                );
            }
            Ok(Some(Rc::new(moves)))
        });
        self.known
            .borrow_mut()
            .entry(position.to_vec())
            .or_insert(listed.flatten())
            .clone()
    }

    /// Returns the moves at a position that is given in the notation of a view.
    fn moves_in_view(&self, position: &[Int], view: &SlotMapping) -> Option<Rc<Moves>> {
        if self.read_in.is_some() {
            return self.moves_at(position);
        }
        let slots = 0..position.len();
        let own = slots
            .clone()
            .map(|i| position[view.order[i]].checked_add(view.shifts[i]))
            .collect::<Option<Vec<Int>>>()?;
        let component = |own: &Vec<Int>| {
            let mut seen = vec![0; own.len()];
            for i in slots.clone() {
                seen[view.order[i]] = own[i].checked_sub(view.shifts[i])?;
            }
            Some(seen)
        };
        let renamed = |(rule, left): &(usize, SampleOptions)| {
            let mut left = left
                .iter()
                .map(component)
                .collect::<Option<SampleOptions>>()?;
            left.sort_unstable();
            Some((*rule, left))
        };
        self.moves_at(&own)?
            .iter()
            .map(renamed)
            .collect::<Option<Moves>>()
            .map(Rc::new)
    }
}

/// Returns some positions near the minimum of the slots. At most `ALONE` slots are increased
/// individually.
fn positions(game: &Game) -> Vec<Vec<Int>> {
    const ALONE: usize = 4;
    let count = game.slots.len();
    let raised = |by: &dyn Fn(usize) -> usize| -> Option<Vec<Int>> {
        let slots = game.slots.iter().enumerate();
        slots
            .map(|(i, slot)| {
                Some(
                    slot.low
                        .checked_add(by(i) as Int)?
                        .min(slot.high.unwrap_or(Int::MAX)),
                )
            })
            .collect()
    };
    let alone = (0..count.min(ALONE)).map(|one| raised(&move |i| if i == one { 2 } else { 1 }));
    let alike = [raised(&|_| 1), raised(&|_| 2)];
    let ramps = [raised(&|i| i), raised(&|i| count - 1 - i)];
    alike
        .into_iter()
        .chain(alone)
        .chain(ramps)
        .flatten()
        .collect()
}

/// Returns the components that each move of a piece leaves at a position.
fn list_remainders(
    piece: &LinearPiece,
    position: &[Int],
    budget: &Budget<'_>,
) -> Result<Vec<SampleOptions>, ClauseError> {
    let left = piece
        .parts
        .iter()
        .map(|slots| SymbolicComponent {
            game: GameId(0),
            slots: slots.clone(),
        })
        .collect();
    let LinearPiece {
        rule,
        slots,
        variables,
        ..
    } = *piece;
    let quotients = piece.quotients.clone();
    let clause = MoveClause {
        rule,
        slots,
        variables,
        atoms: atoms(&piece.rows),
        quotients,
        choices: Vec::new(),
        left,
        runs: Vec::new(),
    };
    let moves = clause.moves_at(position, budget)?;
    Ok(moves
        .into_iter()
        .map(|made| made.left.into_iter().map(|(_, slots)| slots).collect())
        .collect())
}

/// Returns whether a position is in one of the regions.
fn contains(
    places: &[(Vec<LinearForm>, usize)],
    position: &[Int],
    budget: &Budget<'_>,
) -> Result<bool, ClauseError> {
    for (rows, variables) in places {
        let region = PositionRegion {
            variables: *variables,
            atoms: atoms(rows),
            quotients: BTreeMap::new(),
        };
        if region.contains(position, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn atoms(rows: &[LinearForm]) -> Vec<Atom> {
    rows.iter().cloned().map(Atom::AtMostZero).collect()
}
