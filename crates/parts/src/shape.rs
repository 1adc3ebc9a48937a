//! Shapes of parts: the moves that are possible in a part, with the cells renumbered in order. Two
//! parts of the same shape are the same game, wherever they are on a board or in a row.

use crate::cells::CellSet;
use crate::game::MoveOwner;
use crate::move_index::MoveIndex;

/// Separates the lists of a shape. It is larger than the number of any cell.
const END: u16 = u16::MAX;

/// Returns the least shape of a part and of its negative, with the cells numbered in ascending or
/// in descending order, and whether this is a shape of the negative. All cells of the part must
/// matter to some move. O(m log m · s), where m is the number of possible moves and s the number of
/// cells of a move.
pub(crate) fn least_shape<const W: usize>(
    law: &MoveIndex<W>,
    part: CellSet<W>,
) -> (Box<[u16]>, bool) {
    let reachable = law.reachable(part);
    let tested = law.tested(reachable);
    let cells: Vec<usize> = tested.iter().collect();
    let mut number = vec![0; law.cells];
    let mut least: Option<(Vec<u16>, bool)> = None;
    for descends in [false, true] {
        for (at, &cell) in cells.iter().enumerate() {
            let at = if descends { cells.len() - 1 - at } else { at };
            number[cell] = at as u16;
        }
        let append = |list: &mut Vec<u16>, cells: CellSet<W>| {
            let from = list.len();
            list.extend(cells.iter().map(|cell| number[cell]));
            list[from..].sort_unstable();
            list.push(END);
        };
        for exchanged in [false, true] {
            let mut moves: Vec<Vec<u16>> = Vec::new();
            for act in law.possible(reachable) {
                let act = &law.acts[act];
                let owner = match exchanged {
                    true => act.owner.exchanged(),
                    false => act.owner,
                };
                let mut one = vec![match owner {
                    MoveOwner::Both => 0,
                    MoveOwner::Left => 1,
                    MoveOwner::Right => 2,
                }];
                append(&mut one, act.needs);
                append(&mut one, act.absent.and(&tested));
                append(&mut one, act.takes.and(&tested));
                append(&mut one, act.adds.and(&tested));
                moves.push(one);
            }
            moves.sort_unstable();
            moves.dedup();
            let mut shape = Vec::new();
            append(&mut shape, part);
            shape.extend(moves.into_iter().flatten());
            if least.as_ref().is_none_or(|(least, _)| shape < *least) {
                least = Some((shape, exchanged));
            }
        }
    }
    let (shape, exchanged) = least.expect("there are four shapes");
    (shape.into(), exchanged)
}
