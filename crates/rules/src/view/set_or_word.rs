//! The views of positions that contain sets or words.

use super::drawn::board;
use super::{CellGrid, GraphViewNode, VertexMark, View, side_layers};
use crate::ir::{Int, Slot};
use crate::sets::PositionSet;
use crate::words::PositionWord;

/// Returns the view of a position with sets; `None` without sets. A single set is shown as a graph,
/// a board or a row of cells. If the position contains more than one set, each set has its own
/// board or row, and the other numbers are shown too. If a set is neither a board nor a row, the
/// position is shown in written form.
pub(crate) fn view_sets(sets: &[PositionSet], declared: &[Slot], slots: &[Int]) -> Option<View> {
    let first = sets.first()?;
    let alone = sets.len() == 1 && first.slots().len() == slots.len();
    if let Some(network) = first.network.as_ref().filter(|_| alone) {
        let vertices: Vec<Int> = network.vertices.keys().copied().collect();
        let place = |vertex: Int| vertices.binary_search(&vertex).unwrap_or(0) as u32;
        let there = |element: &[Int]| {
            first
                .ground
                .place(element)
                .is_some_and(|at| first.holds(slots, at))
        };
        let of_vertices = first.ground.width == 1;
        let joins = |(a, b): (Int, Int)| {
            if of_vertices {
                there(&[a]) && there(&[b])
            } else {
                there(&[a, b])
            }
        };
        let links = network
            .edges
            .iter()
            .copied()
            .filter(|&edge| joins(edge))
            .map(|(a, b)| (place(a), place(b)));
        let lone = vertices
            .iter()
            .filter(|&&vertex| of_vertices && there(&[vertex]))
            .map(|&vertex| place(vertex));
        let node = |at: u32| GraphViewNode {
            name: network.name(vertices[at as usize]),
            mark: VertexMark::Plain,
        };
        return Some(View::graph(links, lone, false, node));
    }
    let boards: Option<Vec<(String, CellGrid)>> = sets
        .iter()
        .map(|holder| Some((holder.name.clone(), set_cells(holder, slots)?)))
        .collect();
    if sets
        .iter()
        .map(|holder| holder.slots().len())
        .sum::<usize>()
        < slots.len()
    {
        return Some(side_layers::layers(
            boards,
            sets.iter().map(PositionSet::slots),
            declared,
            slots,
        ));
    }
    Some(match boards {
        None => View::Written,
        Some(mut boards) if alone => boards
            .pop()
            .map_or(View::Written, |(_, cells)| View::Cells(cells)),
        Some(boards) => View::Layers(boards),
    })
}

/// Returns the cells of a set of a board or a row; `None` for any other set, or for a set that is
/// too large.
fn set_cells(holder: &PositionSet, slots: &[Int]) -> Option<CellGrid> {
    /// An element that is absent from the set.
    const GONE: &str = "■";
    let size = holder.ground.board().filter(|_| holder.network.is_none())?;
    let signs = match holder.marks {
        None => [CellGrid::EMPTY.to_owned(), GONE.to_owned()],
        Some(marks) => marks.map(|sign| {
            if sign == '.' {
                CellGrid::EMPTY.to_owned()
            } else {
                sign.to_string()
            }
        }),
    };
    let there: Vec<Int> = (0..holder.ground.len())
        .map(|place| Int::from(!holder.holds(slots, place)))
        .collect();
    board(&there, size, &|gone| signs[usize::from(gone == 1)].clone())
}

/// Returns the view of a position with words; `None` without words. A single word is shown as a row
/// of letters. If the position contains more than one word, each word has its own row, and the
/// other numbers are shown too.
pub(crate) fn view_words(words: &[PositionWord], declared: &[Slot], slots: &[Int]) -> Option<View> {
    let first = words.first()?;
    let row = |word: &PositionWord| CellGrid::from_letters([word.letters_of(slots).collect()]);
    let rows = || {
        words
            .iter()
            .map(|word| (word.name.clone(), row(word)))
            .collect::<Vec<_>>()
    };
    Some(match words {
        _ if words.iter().map(|word| word.slots().len()).sum::<usize>() < slots.len() => {
            side_layers::layers(
                Some(rows()),
                words.iter().map(PositionWord::slots),
                declared,
                slots,
            )
        }
        [_] if slots[first.first] == 0 => View::Written,
        [_] => View::Cells(row(first)),
        _ => View::Layers(rows()),
    })
}
