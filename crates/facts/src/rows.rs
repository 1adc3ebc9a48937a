//! Rows of elements: lists of moves that contain the same moves at every position of a row. The
//! elements that are present form runs, and each run is a heap of the same octal game.

use std::collections::BTreeSet;

use clauses::CellMove;

/// Maximum number of octal digits.
const MAX_DIGITS: usize = 32;

/// The remainder of a run after a move: the number of elements that remain at its left end and at
/// its right end.
type RowEnds = (usize, usize);

/// Returns the digits d_1, d_2, … of the octal code of a game whose moves only take elements. A run
/// of n consecutive elements of the ground set is a heap of size n, and runs are summands. Returns
/// `None` if the moves do not form a row of an octal game, or if the row is too short to show all
/// digits.
///
/// Each move needs the elements of an interval p..q, takes some of these elements, and takes no
/// element beyond p - 1 and q + 1. So each move belongs to one run. In every run of at most three
/// times the longest move, the remainders (counted at both ends) are compared with the digits.
/// Longer runs have no moves of another form. A move near an end of a run is also a move of a
/// shorter run at that end. A move in the middle of a run is also a move of a shorter run around
/// the taken elements. Conversely, every move of a shorter run is a move of each longer run that
/// contains the shorter run. The cost is O(n · s²) for n elements and moves of at most s.
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
    // A move that leaves two heaps is possible only in a run that is at least two elements longer
    // than the taken interval.
    (last + 3 <= longest).then(|| digits[..=last].to_vec())
}

/// Returns the first and the last element that a move needs. Returns `None` if the needed elements,
/// or the elements that the move takes, exclude a row.
fn bounded(one: &CellMove) -> Option<(usize, usize, &CellMove)> {
    let (first, last) = (
        usize::from(*one.needs.first()?),
        usize::from(*one.needs.last()?),
    );
    let near = |&place: &u16| (first..=last + 2).contains(&(usize::from(place) + 1));
    (last - first + 1 == one.needs.len() && one.takes.iter().all(near))
        .then_some((first, last, one))
}

/// Returns the remainder of a run after a move, if no element remains between the two ends.
fn ends(one: &CellMove, start: usize, length: usize) -> Option<RowEnds> {
    let is_there = |place: &usize| !one.takes.contains(&(*place as u16));
    let left = (start..start + length).take_while(is_there).count();
    let right = (start..start + length).rev().take_while(is_there).count();
    let all = (start..start + length).filter(is_there).count();
    (left + right == all).then_some((left, right))
}

/// Remainders that a digit allows after a fixed number of elements is taken from a run.
struct Digit {
    nothing: bool,
    /// Whether one heap may remain at the right end, and whether one heap may remain at the left
    /// end.
    one: [bool; 2],
    two: bool,
}

impl Digit {
    /// Derives the digit from the moves in two runs: a long run of which `left` elements remain,
    /// and a run that may be taken completely.
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

    /// Returns the allowed remainders if `left` elements remain.
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
