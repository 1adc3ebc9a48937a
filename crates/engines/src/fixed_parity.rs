//! Rows of pieces that keep their order. Every move pushes pieces to free cells of one row. Each
//! kind of piece moves in one direction only, so play ends. In addition, there are kinds of pieces
//! whose total shift in every move is an odd number of cells. For example, every move of Elephants
//! and Rhinos shifts one piece by one cell.
//!
//! The method uses the cells that each piece can reach: a piece never passes its neighbors and
//! moves in one direction only. Moves that need a piece on a cell that the piece cannot reach are
//! never made. If no possible move joins two segments of the row, the segments are summands
//! (`parts`). In a segment, all rows at which play may end are enumerated cell by cell
//! (`RowSegment::lengths`). In a row at which play ends, the pieces are in their order on cells
//! that they can reach, and no move is possible. For each row at which play may end, the total
//! shift from the current position is computed. If the total shifts are all even, or all odd, then
//! the lengths of all plays have the same parity, and the value is 0 or 1. If total shifts of both
//! parities occur, the segment is searched.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::clauses::{ClauseError, RowGame, RowRewrite, row};
use nimber::mex;
use rules::game::GameId;
use rules::ir::{Game, Int, Move, ResultPart, ResultPartKind, Slot};
use rules::play::Component;
use rules::world::World;
use rustc_hash::FxHashMap;
use theory::value::Grundy;

use crate::engine::{AccessPattern, Engine, OracleAttempt, OutcomeTask, ValueTask, values_only};
use crate::error::{EngineError, TaskError};
use crate::oracle::{GrundyOracle, OutcomeOracle};
use crate::stats::EngineStats;

/// Maximum number of cells that a move tests.
const MAX_MOVE_CELLS: usize = 8;

/// Maximum number of moves, counted after each move is expanded to moves with one value per cell.
const MAX_MOVES: usize = 50_000;

/// Maximum number of kinds of pieces that move.
const MAX_MOVING_KINDS: usize = 6;

/// Maximum depth in moves to which a part is searched.
const MAX_SEARCH_DEPTH: usize = 500;

/// The engine for rows whose play has a fixed parity.
#[derive(Clone, Copy, Debug)]
pub struct FixedParityEngine;

impl Engine for FixedParityEngine {
    fn name(&self) -> &'static str {
        "fixed-parity"
    }

    fn about(&self) -> &'static str {
        "rows of pieces that keep their order: parts that cannot meet are summands; if all plays of a part have lengths of the same parity, its value is 0 or 1"
    }

    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        match task.world.rules(task.game).game() {
            Some(game) if may_be(game) && task.wanted == AccessPattern::Positions => {
                prepare_oracle(task, game)
            }
            _ => Err(TaskError::Declined(text!(
                "positions are not a single row of cells",
                "局面不是一行格"
            ))),
        }
    }

    fn outcomes(&self, _: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle> {
        Err(TaskError::Declined(values_only()))
    }
}

/// Returns whether the slots of a game are those of one word, or cells of arrays with few values,
/// and every move changes several slots. The test takes only a few comparisons.
#[inline(never)]
fn may_be(game: &Game) -> bool {
    /// Maximum number of values of a cell, which suffices because alphabets are small.
    const MAX_CELL_VALUES: Int = 40;
    let is_small = |slot: &Slot| {
        slot.is_cell()
            && slot
                .high
                .is_some_and(|high| high.saturating_sub(slot.low) < MAX_CELL_VALUES)
    };
    game.sets.is_empty()
        && game.unordered.is_empty()
        && game.slots.len() > 2
        && (game.words.len() == 1 || game.slots.iter().all(is_small))
        && game.moves.iter().all(changes_several)
}

/// Returns whether a move may change more than one slot.
fn changes_several(rule: &Move) -> bool {
    match &rule.result[..] {
        [
            ResultPart {
                kind: kind @ ResultPartKind::Changed(_),
                ..
            },
        ] => kind.plain_changes().is_none_or(|changes| changes.len() > 1),
        parts => parts.len() == 1,
    }
}

#[cold]
#[inline(never)]
fn prepare_oracle(task: &ValueTask<'_>, game: &Game) -> OracleAttempt<dyn GrundyOracle> {
    let row = row(game, task.budget).map_err(|error| match error {
        ClauseError::Refused(reason) => TaskError::Declined(reason),
        ClauseError::Stopped(stop) => stop.into(),
    })?;
    let rules = SlideRules::from_row(&row).map_err(TaskError::Declined)?;
    let cells = row.places;
    let found = text!(
        "pieces keep their order in a row of {cells} cells, and every move shifts some of them by an odd number in total",
        "棋子在一行 {cells} 格中保持次序，每一着使其中某些棋子共移动奇数格"
    );
    Ok((
        found,
        Box::new(FixedParityOracle {
            game: task.game,
            row,
            rules: Arc::new(rules),
            known: FxHashMap::default(),
            bytes: 0,
            options: 0,
        }),
    ))
}

/// A move on consecutive cells: the values before the move and after it.
struct SlideMove {
    first: usize,
    before: Vec<u8>,
    after: Vec<u8>,
}

/// The properties that all positions of a row share.
struct SlideRules {
    /// The value of a free cell.
    free: u8,
    /// For each value, whether a move shifts a piece with this value to the left, and whether a
    /// move shifts it to the right.
    goes: Vec<[bool; 2]>,
    /// For each value, whether shifts of pieces with this value count in the total shift.
    counts: Vec<bool>,
    moves: Vec<SlideMove>,
    /// For each cell, the moves whose last cell is this cell.
    ending: Vec<Vec<usize>>,
    /// Maximum number of cells that a move tests.
    width: usize,
}

impl SlideRules {
    fn from_row(row: &RowGame) -> Result<SlideRules, Text> {
        let mut moves = Vec::new();
        for one in &row.moves {
            spread(one, row.values, &mut moves)?;
        }
        let not_kept = || {
            text!(
                "the moves of the game do more than push pieces past free cells in a row",
                "其着法不只是在一行中把棋子推过空格"
            )
        };
        let free = (0..row.values as u8)
            .find(|&free| moves.iter().all(|slide| shifts(slide, free).is_some()))
            .ok_or_else(not_kept)?;
        let mut goes = vec![[false; 2]; row.values];
        let all: Vec<Vec<(u8, isize)>> = moves
            .iter()
            .filter_map(|slide| shifts(slide, free))
            .collect();
        for &(piece, by) in all.iter().flatten() {
            goes[usize::from(piece)][usize::from(by > 0)] = true;
        }
        if all.iter().any(Vec::is_empty) || goes.contains(&[true; 2]) {
            return Err(text!(
                "a piece may return to a previous cell",
                "棋子可能回来"
            ));
        }
        let kinds: Vec<u8> = (0..row.values as u8)
            .filter(|&piece| goes[usize::from(piece)].contains(&true))
            .collect();
        let counts = find_odd_kinds(&kinds, &all).ok_or_else(|| {
            text!(
                "moves shift pieces by both even and odd numbers",
                "着法使棋子移动的格数有奇有偶"
            )
        })?;
        let counts = (0..row.values as u8)
            .map(|piece| counts.contains(&piece))
            .collect();
        let mut ending = vec![Vec::new(); row.places];
        moves
            .iter()
            .enumerate()
            .for_each(|(at, slide)| ending[slide.first + slide.before.len() - 1].push(at));
        let width = moves
            .iter()
            .map(|slide| slide.before.len())
            .max()
            .unwrap_or(1);
        Ok(SlideRules {
            free,
            goes,
            counts,
            moves,
            ending,
            width,
        })
    }
}

/// Expands a move of a row to moves with one value for each cell. The cells must be close together.
fn spread(one: &RowRewrite, values: usize, moves: &mut Vec<SlideMove>) -> Result<(), Text> {
    let places = one
        .asks
        .iter()
        .map(|(place, _)| *place)
        .chain(one.writes.iter().map(|(place, _)| *place));
    let (Some(first), Some(last)) = (places.clone().min(), places.max()) else {
        return Err(text!("a move changes nothing", "有着法没有改变任何东西"));
    };
    let too_wide = || {
        text!(
            "a move involves more than {MAX_MOVE_CELLS} neighbouring cells",
            "有着法涉及超过 {MAX_MOVE_CELLS} 个相邻的格"
        )
    };
    if last - first >= MAX_MOVE_CELLS {
        return Err(too_wide());
    }
    let mut rows: Vec<Vec<u8>> = vec![Vec::new()];
    for place in first..=last {
        let asked = one.asks.iter().find(|(asked, _)| *asked == place);
        let asked: Vec<u8> = match asked {
            Some((_, values)) => values.iter().map(|&value| value as u8).collect(),
            None => (0..values as u8).collect(),
        };
        if moves.len() + rows.len() * asked.len() > MAX_MOVES {
            return Err(text!(
                "there are more than {MAX_MOVES} moves",
                "着法超过 {MAX_MOVES} 个"
            ));
        }
        rows = rows
            .iter()
            .flat_map(|row| {
                asked
                    .iter()
                    .map(move |&value| [&row[..], &[value]].concat())
            })
            .collect();
    }
    for before in rows {
        let mut after = before.clone();
        one.writes
            .iter()
            .for_each(|&(place, to)| after[place - first] = to as u8);
        moves.push(SlideMove {
            first,
            before,
            after,
        });
    }
    Ok(())
}

/// Returns the pieces that a move shifts, each with its distance to the right. Returns `None` if
/// the move does not leave the same pieces in the same order.
fn shifts(slide: &SlideMove, free: u8) -> Option<Vec<(u8, isize)>> {
    let pieces = |cells: &[u8]| -> Vec<(usize, u8)> {
        cells
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, piece)| *piece != free)
            .collect()
    };
    let (before, after) = (pieces(&slide.before), pieces(&slide.after));
    let same = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .all(|(one, other)| one.1 == other.1);
    let by = |(from, to): (&(usize, u8), &(usize, u8))| (from.1, to.0 as isize - from.0 as isize);
    same.then(|| {
        before
            .iter()
            .zip(&after)
            .map(by)
            .filter(|(_, by)| *by != 0)
            .collect()
    })
}

/// Returns kinds of pieces whose total shift in every move is odd: all kinds if possible, otherwise
/// the first subset found.
fn find_odd_kinds(kinds: &[u8], all: &[Vec<(u8, isize)>]) -> Option<Vec<u8>> {
    if kinds.len() > MAX_MOVING_KINDS {
        return None;
    }
    (0..1usize << kinds.len()).rev().find_map(|chosen| {
        let counts: Vec<u8> = kinds
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen >> at & 1 == 1)
            .map(|(_, piece)| *piece)
            .collect();
        let odd = |shifts: &Vec<(u8, isize)>| {
            shifts
                .iter()
                .filter(|(piece, _)| counts.contains(piece))
                .map(|(_, by)| by)
                .sum::<isize>()
                % 2
                != 0
        };
        all.iter().all(odd).then_some(counts)
    })
}

/// A piece in a row: its current cell, and the range of cells that it can reach.
#[derive(Clone, Copy, Debug)]
struct SlidingPiece {
    at: usize,
    kind: u8,
    least: usize,
    greatest: usize,
}

/// Consecutive cells of a row that no move joins to the other cells.
struct RowSegment<'r> {
    rules: &'r SlideRules,
    /// The index in the row of the first cell of the segment, from which cells are counted.
    from: usize,
    pieces: Vec<SlidingPiece>,
    /// For each cell, the set of values that the cell may get, as bits.
    possible: Vec<u32>,
}

impl<'r> RowSegment<'r> {
    fn new(rules: &'r SlideRules, from: usize, cells: &[u8]) -> RowSegment<'r> {
        let mut pieces: Vec<SlidingPiece> = Vec::new();
        for (at, &kind) in cells
            .iter()
            .enumerate()
            .filter(|(_, kind)| **kind != rules.free)
        {
            let beside = pieces.last().map_or(0, |before| before.least + 1);
            let least = if rules.goes[usize::from(kind)][0] {
                beside
            } else {
                at
            };
            pieces.push(SlidingPiece {
                at,
                kind,
                least,
                greatest: at,
            });
        }
        let mut beside = cells.len();
        for piece in pieces.iter_mut().rev() {
            if rules.goes[usize::from(piece.kind)][1] {
                piece.greatest = beside - 1;
            }
            beside = piece.greatest;
        }
        let mut possible = vec![1u32 << rules.free; cells.len()];
        for piece in &pieces {
            possible[piece.least..=piece.greatest]
                .iter_mut()
                .for_each(|values| *values |= 1 << piece.kind);
        }
        for piece in pieces.iter().filter(|piece| piece.least == piece.greatest) {
            possible[piece.at] = 1 << piece.kind;
        }
        RowSegment {
            rules,
            from,
            pieces,
            possible,
        }
    }

    /// Returns the moves whose last cell is `last`, if the moves are within the segment and may
    /// ever be possible.
    fn moves(&self, last: usize) -> impl Iterator<Item = &'r SlideMove> {
        let within = move |slide: &&'r SlideMove| {
            let first = slide.first.checked_sub(self.from);
            first.is_some_and(|first| {
                slide
                    .before
                    .iter()
                    .zip(&self.possible[first..])
                    .all(|(&value, possible)| possible >> value & 1 == 1)
            })
        };
        self.rules.ending[self.from + last]
            .iter()
            .map(|&at| &self.rules.moves[at])
            .filter(within)
    }

    /// Returns the segments whose cells are joined by moves. Each segment is given by its first
    /// cell and the cell after its last cell. A cell that no move needs belongs to no segment.
    fn parts(&self) -> Vec<(usize, usize)> {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for last in 0..self.possible.len() {
            for slide in self.moves(last) {
                let mut first = slide.first - self.from;
                while let Some(&(begin, _)) = parts.last().filter(|(_, end)| *end > first) {
                    first = first.min(begin);
                    parts.pop();
                }
                parts.push((first, last + 1));
            }
        }
        parts
    }

    /// Returns the parities that the total shift of the counted pieces may have at the end of play
    /// in a part: bit 0 for even, bit 1 for odd. Every move changes the parity of the total shift.
    /// So the result includes the parity of the length of every play, but may include a parity that
    /// no play has.
    fn lengths(&self, (first, end): (usize, usize), budget: &Budget<'_>) -> Result<u8, StopReason> {
        let pieces: Vec<SlidingPiece> = self
            .pieces
            .iter()
            .copied()
            .filter(|piece| (first..end).contains(&piece.at))
            .collect();
        let full = (1u32 << self.rules.width) - 1;
        // The parities of the total shift so far. The key is the number of pieces placed and the
        // mask of the last cells that contain a piece.
        let mut states: FxHashMap<(usize, u32), u8> = FxHashMap::from_iter([((0, 0), 1)]);
        for cell in first..end {
            budget.steps(states.len())?;
            let moves: Vec<&SlideMove> = self
                .moves(cell)
                .filter(|slide| slide.first >= self.from + first)
                .collect();
            let mut next: FxHashMap<(usize, u32), u8> = FxHashMap::default();
            for (&(placed, cells), &shifts) in &states {
                let mut put = |placed: usize, cells: u32, shifts: u8| {
                    // The values of the cells, from the current cell backwards.
                    let mut left = placed;
                    let values: Vec<u8> = (0..self.rules.width)
                        .map(|back| match cells >> back & 1 {
                            1 => {
                                left -= 1;
                                pieces[left].kind
                            }
                            _ => self.rules.free,
                        })
                        .collect();
                    if !moves
                        .iter()
                        .any(|slide| slide.before.iter().rev().zip(&values).all(|(a, b)| a == b))
                    {
                        *next.entry((placed, cells)).or_default() |= shifts;
                    }
                };
                if self.possible[cell] >> self.rules.free & 1 == 1 {
                    put(placed, cells << 1 & full, shifts);
                }
                if let Some(piece) = pieces
                    .get(placed)
                    .filter(|piece| (piece.least..=piece.greatest).contains(&cell))
                {
                    let odd =
                        self.rules.counts[usize::from(piece.kind)] && (piece.at + cell) % 2 == 1;
                    put(
                        placed + 1,
                        (cells << 1 | 1) & full,
                        if odd {
                            (shifts & 1) << 1 | shifts >> 1
                        } else {
                            shifts
                        },
                    );
                }
            }
            states = next;
        }
        Ok(states
            .iter()
            .filter(|((placed, _), _)| *placed == pieces.len())
            .fold(0, |all, (_, shifts)| all | shifts))
    }
}

struct FixedParityOracle {
    game: GameId,
    row: RowGame,
    rules: Arc<SlideRules>,
    /// Values of searched parts, by the index of their first cell and their cells.
    known: FxHashMap<(usize, Box<[u8]>), u64>,
    bytes: u64,
    options: u64,
}

impl FixedParityOracle {
    /// Returns the value of consecutive cells that no move joins to other cells.
    fn value(
        &mut self,
        from: usize,
        cells: &[u8],
        depth: usize,
        budget: &Budget<'_>,
    ) -> Result<u64, EngineError> {
        budget.tick()?;
        let rules = self.rules.clone();
        let line = RowSegment::new(&rules, from, cells);
        let mut sum = 0;
        for (first, end) in line.parts() {
            sum ^= match line.lengths((first, end), budget)? {
                1 => 0,
                2 => 1,
                _ => self.searched(from + first, &cells[first..end], depth + 1, budget)?,
            };
        }
        Ok(sum)
    }

    /// Returns the value of a part, computed from its options.
    fn searched(
        &mut self,
        from: usize,
        cells: &[u8],
        depth: usize,
        budget: &Budget<'_>,
    ) -> Result<u64, EngineError> {
        let key = (from, Box::from(cells));
        if let Some(&value) = self.known.get(&key) {
            return Ok(value);
        }
        if depth > MAX_SEARCH_DEPTH {
            return Err(EngineError::Declined(text!(
                "the length of play has no fixed parity, and play is long",
                "对局长度的奇偶性不固定，且对局很长"
            )));
        }
        let rules = self.rules.clone();
        let mut values = Vec::new();
        for last in 0..cells.len() {
            for &at in &rules.ending[from + last] {
                let slide = &rules.moves[at];
                let Some(first) = slide
                    .first
                    .checked_sub(from)
                    .filter(|first| cells[*first..=last] == slide.before[..])
                else {
                    continue;
                };
                let mut option = cells.to_vec();
                option[first..=last].copy_from_slice(&slide.after);
                self.options += 1;
                values.push(self.value(from, &option, depth, budget)?);
            }
        }
        let value = mex(values);
        // The memory of a cache entry includes its key.
        let own = cells.len() as u64 + 64;
        budget.allow_growth(self.bytes, own)?;
        self.bytes += own;
        self.known.insert(key, value);
        Ok(value)
    }
}

impl GrundyOracle for FixedParityOracle {
    fn grundy(
        &mut self,
        _: &World,
        _: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        let cells: Vec<u8> = self
            .row
            .position_values(slots)
            .into_iter()
            .map(|value| value as u8)
            .collect();
        let value = self.value(0, &cells, 0, budget)?;
        Grundy::nimber(value)
            .ok_or_else(|| EngineError::Declined(text!("the value is too large", "值过大")))
    }

    fn covers(&self, game: GameId, _: &[Int]) -> bool {
        game == self.game
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.known.len() as u64,
            options: self.options,
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn evidence(&self, _: usize) -> Option<Vec<(Component, Grundy)>> {
        None
    }

    fn lists_evidence(&self) -> bool {
        false
    }
}
