//! Levels of shortest paths as rings, and a test whether the cells of a ring on which A wins are
//! adjacent. The seed (Cao) claims that the cells of a ring on which A wins are always adjacent,
//! and bases an O(n²) algorithm on this claim; the claim is false (`docs/theorems/boi-race.md`).
//! The example `boi_arcs` searches for small counterexamples.
//!
//! To define the ring, paint every cell black that is on no shortest path. The cells nearer to A
//! than a level are connected, and the cells further away from A than the level are also connected.
//! If either set of cells is contracted to a point, the cells of the level have a cyclic order
//! around that point in the plane. The cells nearer to A and the cells further away give the same
//! cyclic order. A walk around a tree of the cells nearer to A enters the cells of the level in the
//! cyclic order of the ring. O(cells) for all levels.

use base::budget::{Budget, StopReason};

use structures::boi::board::BoiPosition;
use structures::boi::levels::{RaceLevels, TableRetention};
use structures::boi::race::{DistanceVerdict, RaceBoard};

/// The player whose cell is fixed while the other player's cell ranges over a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixedPlayer {
    /// A's cell is fixed: the statement as in the seed.
    A,
    /// B's cell is fixed: the mirror image of the seed's statement.
    B,
}

/// A ring on which the cells that win for A are not adjacent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArcViolation {
    /// The player to move.
    pub turn: usize,
    /// The fixed cell.
    pub fixed: u32,
    /// The cells of the other player's level in their cyclic order.
    pub ring: Vec<u32>,
    /// The winner for each cell of the ring: 0 for A, 1 for B.
    pub winners: Vec<usize>,
}

impl ArcViolation {
    /// Returns the position with the other player on a cell of the ring.
    pub fn position(&self, form: FixedPlayer, cell: u32) -> BoiPosition {
        let at = if form == FixedPlayer::A {
            [self.fixed, cell]
        } else {
            [cell, self.fixed]
        };
        BoiPosition {
            turn: self.turn,
            at,
        }
    }
}

/// Returns the number of pairs of neighbours on a ring whose entries differ.
pub fn changes<T: PartialEq>(ring: &[T]) -> usize {
    (0..ring.len())
        .filter(|&i| ring[i] != ring[(i + 1) % ring.len()])
        .count()
}

/// The directions of [`structures::boi::board::BoiBoard::neighbour`], clockwise.
pub const CLOCKWISE: [usize; 4] = [0, 2, 3, 1];

/// Returns the levels of the cells on shortest paths from A's start to B's, starting at A, each in
/// its cyclic order. O(cells).
pub fn rings(race: &RaceBoard) -> Vec<Vec<u32>> {
    let board = race.board();
    let mut rings = vec![Vec::new(); race.length() as usize + 1];
    let mut entered = vec![false; board.cells()];
    let start = board.starts()[0];
    rings[0].push(start);
    // A cell of the tree, the first direction of its walk, and the number of directions done. The
    // walk enters a cell from the previous level, by the first edge found; any tree gives the
    // cyclic order.
    let mut walk = vec![(start, 0, 0)];
    while let Some((cell, begin, done)) = walk.last_mut() {
        if *done == 4 {
            walk.pop();
            continue;
        }
        let (cell, turn) = (*cell, (*begin + *done) % 4);
        *done += 1;
        let Some(next) = board.neighbour(cell, CLOCKWISE[turn]).filter(|&next| {
            race.distance_to_target(0, next) + 1 == race.distance_to_target(0, cell)
        }) else {
            continue;
        };
        if !std::mem::replace(&mut entered[next as usize], true) {
            rings[race.distance_to_target(1, next) as usize].push(next);
            // The walk around a cell begins after the edge by which it was entered.
            walk.push((next, turn + 3, 0));
        }
    }
    rings
}

/// Returns the first ring, by levels from A's start on, that violates the statement, or `None`.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn find(
    race: &RaceBoard,
    form: FixedPlayer,
    budget: &Budget<'_>,
) -> Result<Option<ArcViolation>, StopReason> {
    let start = race.board().start();
    if race.verdict(start) != DistanceVerdict::Close {
        return Ok(None);
    }
    let levels = RaceLevels::solve(race, start, TableRetention::All, budget)?;
    let rings = rings(race);
    let length = rings.len() - 1;
    for i in 0..length / 2 {
        for turn in 0..2 {
            // A is i steps from A's start, or i + 1 if B is to move. The distance of B is d - i.
            let (a, b) = (&rings[i + turn], &rings[length - i]);
            let (still, ring) = if form == FixedPlayer::A {
                (a, b)
            } else {
                (b, a)
            };
            if ring.len() < 4 {
                continue;
            }
            for &fixed in still {
                let mut found = ArcViolation {
                    turn,
                    fixed,
                    ring: ring.clone(),
                    winners: Vec::new(),
                };
                for &cell in ring {
                    let wins = levels
                        .look_up(race, found.position(form, cell))
                        .expect("a pair of cells of these levels");
                    found.winners.push(if wins { turn } else { 1 - turn });
                }
                if changes(&found.winners) > 2 {
                    return Ok(Some(found));
                }
            }
        }
    }
    Ok(None)
}
