//! Symmetries of a list of moves on a board: rotations and reflections that map every move of the
//! list to a move of the list.

use std::collections::BTreeSet;

use clauses::CellMove;

/// Maximum length of a list; longer lists are not examined.
const MAX_MOVES: usize = 10_000;

/// Returns the number of rotations and reflections of the board that preserve a list of moves, and
/// the number that were tried. Both returned counts include the identity. Returns `None` if the
/// elements are not a board, or if the list is too long. The cost is at most eight times O(moves ·
/// size of a move).
pub fn turns(moves: &[CellMove], board: Option<(usize, usize)>) -> Option<(usize, usize)> {
    let (rows, columns) = board.filter(|_| moves.len() <= MAX_MOVES)?;
    let all: BTreeSet<&CellMove> = moves.iter().collect();
    let turned = |places: &BTreeSet<u16>, [up, left, turn]: [bool; 3]| {
        let image = |&place: &u16| {
            let (row, column) = (usize::from(place) / columns, usize::from(place) % columns);
            let (row, column) = (
                if up { rows - 1 - row } else { row },
                if left { columns - 1 - column } else { column },
            );
            let (row, column) = if turn { (column, row) } else { (row, column) };
            (row * columns + column) as u16
        };
        places.iter().map(image).collect()
    };
    let keeps = |how: [bool; 3]| {
        moves.iter().all(|one| {
            all.contains(&CellMove {
                owner: one.owner,
                needs: turned(&one.needs, how),
                absent: turned(&one.absent, how),
                takes: turned(&one.takes, how),
                adds: turned(&one.adds, how),
            })
        })
    };
    // In a single row, the vertical reflection is the identity.
    let choices = |may: bool| {
        if may {
            &[false, true][..]
        } else {
            &[false][..]
        }
    };
    let mut tried = 0;
    let mut kept = 0;
    for &up in choices(rows > 1) {
        for &left in choices(columns > 1) {
            for &turn in choices(rows == columns && rows > 1) {
                tried += 1;
                kept += usize::from(keeps([up, left, turn]));
            }
        }
    }
    Some((kept, tried))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Board = (Vec<CellMove>, Option<(usize, usize)>);

    fn board(rows: u16, columns: u16, near: &[(u16, u16)]) -> Board {
        let moves = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let pairs = moves.flat_map(|(row, column)| {
            near.iter()
                .map(move |&(down, across)| [(row, column), (row + down, column + across)])
        });
        let inside = pairs.filter(|pair| pair[1].0 < rows && pair[1].1 < columns);
        let one = |pair: [(u16, u16); 2]| {
            let places: BTreeSet<u16> = pair
                .iter()
                .map(|(row, column)| row * columns + column)
                .collect();
            CellMove {
                needs: places.clone(),
                takes: places,
                ..CellMove::default()
            }
        };
        (
            inside.map(one).collect(),
            Some((usize::from(rows), usize::from(columns))),
        )
    }

    fn count_turns((moves, board): &Board) -> Option<(usize, usize)> {
        turns(moves, *board)
    }

    #[test]
    fn turns_and_reflections_are_counted() {
        // The tested lists contain all dominoes, only the horizontal dominoes, or steps to the
        // lower right.
        assert_eq!(count_turns(&board(3, 3, &[(0, 1), (1, 0)])), Some((8, 8)));
        assert_eq!(count_turns(&board(3, 4, &[(0, 1), (1, 0)])), Some((4, 4)));
        assert_eq!(count_turns(&board(3, 3, &[(0, 1)])), Some((4, 8)));
        assert_eq!(count_turns(&board(3, 3, &[(1, 1)])), Some((4, 8)));
        assert_eq!(count_turns(&board(1, 5, &[(0, 1)])), Some((2, 2)));
        assert_eq!(count_turns(&(board(3, 3, &[(0, 1)]).0, None)), None);
        let mut one_less = board(3, 3, &[(0, 1), (1, 0)]);
        one_less.0.remove(0);
        assert_eq!(count_turns(&one_less), Some((1, 8)));
        // Symmetries must also preserve the elements that must be absent.
        one_less.0[0].absent.insert(8);
        assert_eq!(count_turns(&one_less), Some((1, 8)));
    }
}
