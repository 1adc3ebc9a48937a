//! Rows: lists of moves that are the same at every place of a row, so that what is there falls into
//! runs, each a heap of one octal code.

use std::collections::BTreeSet;

use clauses::CellMove;

/// The last digit that is looked for.
const MAX_DIGITS: usize = 32;

/// What a move leaves of a run: how many elements at its left end, and how many at its right.
type RowEnds = (usize, usize);

/// The digits d_1, d_2, … of the octal code of a game whose moves only take: a run of n elements,
/// one behind another in the order of the ground set, is a heap of n, and runs are summands. `None`
/// where it is no row, or too short for its digits to be seen.
///
/// Each move needs an interval p..q, takes something of it, and nothing beyond p - 1 and q + 1; so
/// it belongs to one run. In every run of at most three times the longest move the moves leave what
/// the digits say, told by what is left at either end. A longer run has no others: a move
/// near one of its ends is a move of the run of that length there, and one in its middle a move of
/// a run around it; and the other way round. O(n · s²) for n elements and moves of at most s.
pub fn row_code(elements: usize, moves: &[CellMove]) -> Option<Vec<u8>> {
    if !moves
        .iter()
        .all(|one| one.absent.is_empty() && one.takes_of_its_own())
    {
        return None;
    }
    let moves: Vec<(usize, usize, &CellMove)> = moves.iter().map(bounded).collect::<Option<_>>()?;
    let span = moves
        .iter()
        .map(|(first, last, _)| last - first + 1)
        .max()?
        + 2;
    if span > MAX_DIGITS {
        return None;
    }
    let longest = elements.min(3 * span);
    let mut from = vec![Vec::new(); elements];
    moves
        .iter()
        .for_each(|&(first, last, one)| from[first].push((last, one)));
    let left_of = |start: usize, length: usize| -> Option<BTreeSet<RowEnds>> {
        let here = from[start..start + length]
            .iter()
            .flatten()
            .filter(|(last, _)| *last < start + length);
        here.map(|(_, one)| ends(one, start, length)).collect()
    };
    let whole = left_of(0, longest)?;
    let digit = |taken: usize| {
        Some(Digit::from_moves(
            longest - taken,
            &whole,
            &left_of(0, taken)?,
        ))
    };
    let digits: Vec<Digit> = (1..=longest.min(span)).map(digit).collect::<Option<_>>()?;
    for length in 1..=longest {
        let expected: BTreeSet<RowEnds> = digits
            .iter()
            .zip(1..=length)
            .flat_map(|(digit, taken)| digit.leaves(length - taken))
            .collect();
        if (0..=elements - length).any(|start| left_of(start, length).as_ref() != Some(&expected)) {
            return None;
        }
    }
    let digits: Vec<u8> = digits.iter().map(Digit::number).collect();
    let last = digits.iter().rposition(|&digit| digit > 0)?;
    // Two heaps that are left show themselves in a run of two more than is taken.
    (last + 3 <= longest).then(|| digits[..=last].to_vec())
}

/// The first and the last element that a move needs, if they and what it takes are as those of a
/// row.
fn bounded(one: &CellMove) -> Option<(usize, usize, &CellMove)> {
    let (first, last) = (
        usize::from(*one.needs.first()?),
        usize::from(*one.needs.last()?),
    );
    let near = |&place: &u16| (first..=last + 2).contains(&(usize::from(place) + 1));
    (last - first + 1 == one.needs.len() && one.takes.iter().all(near))
        .then_some((first, last, one))
}

/// What a move leaves of a run, if it leaves nothing in the middle.
fn ends(one: &CellMove, start: usize, length: usize) -> Option<RowEnds> {
    let is_there = |place: &usize| !one.takes.contains(&(*place as u16));
    let left = (start..start + length).take_while(is_there).count();
    let right = (start..start + length).rev().take_while(is_there).count();
    let all = (start..start + length).filter(is_there).count();
    (left + right == all).then_some((left, right))
}

/// What may be left of a run from which so many are taken.
struct Digit {
    nothing: bool,
    /// One heap, at the right end or at the left.
    one: [bool; 2],
    two: bool,
}

impl Digit {
    /// Read off what moves leave of a long run, of which `left` are left, and of one that may be
    /// taken whole.
    fn from_moves(left: usize, long: &BTreeSet<RowEnds>, taken: &BTreeSet<RowEnds>) -> Digit {
        Digit {
            nothing: taken.contains(&(0, 0)),
            one: [(0, left), (left, 0)].map(|ends| left > 0 && long.contains(&ends)),
            two: left > 1 && long.contains(&(1, left - 1)),
        }
    }

    fn number(&self) -> u8 {
        u8::from(self.nothing) + 2 * u8::from(self.one != [false; 2]) + 4 * u8::from(self.two)
    }

    /// What it leaves where so many are left.
    fn leaves(&self, left: usize) -> BTreeSet<RowEnds> {
        if left == 0 {
            return self.nothing.then_some((0, 0)).into_iter().collect();
        }
        let one = [(0, left), (left, 0)]
            .into_iter()
            .zip(self.one)
            .filter_map(|(ends, is)| is.then_some(ends));
        one.chain((1..left).filter(|_| self.two).map(|at| (at, left - at)))
            .collect()
    }
}
