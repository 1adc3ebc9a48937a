//! The parts of a view that can be selected, and the parts that a move changes. A move changes the
//! parts that differ between the views before and after the move. If a row or a heap splits, the
//! first piece remains at the left end and the last piece at the right end.

use std::collections::HashMap;
use std::fmt;

use super::position_views::{group_view, groups, lie_together};
use super::{CellGrid, ComponentView, GraphView, LinkColour, MAX_SHOWN_STONES, View};
use crate::component::Component;
use crate::ir::{DrawKind, Int};
use crate::world::World;

/// A part of a view, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ViewPart {
    /// A complete heap or number.
    Whole(usize),
    /// A stone of a heap: the heap and the stone.
    Stone(usize, usize),
    /// A cell: its row and its column.
    Cell(usize, usize),
    /// A vertex.
    Node(usize),
    /// An edge or an arc.
    Link(usize),
}

/// A part of the views of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ViewPlace {
    /// The index of the view, from 0.
    pub look: usize,
    /// The part of the view.
    pub part: ViewPart,
}

/// Formats the part, with all indices counted from 1: `1.h2` for the second heap, `1.h2.3` for its
/// third stone, `1.r1.c4` for a cell, `1.v3` for a vertex, or `1.e5` for a link.
impl fmt::Display for ViewPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let look = self.look + 1;
        match self.part {
            ViewPart::Whole(heap) => write!(f, "{look}.h{}", heap + 1),
            ViewPart::Stone(heap, stone) => write!(f, "{look}.h{}.{}", heap + 1, stone + 1),
            ViewPart::Cell(row, column) => write!(f, "{look}.r{}.c{}", row + 1, column + 1),
            ViewPart::Node(node) => write!(f, "{look}.v{}", node + 1),
            ViewPart::Link(link) => write!(f, "{look}.e{}", link + 1),
        }
    }
}

/// Returns the parts that a move changes. Each step of the move is given by the index of its
/// component, and by the components that replace this component. `looks` are the views of the
/// position, as [`super::component_views_as`] lists them for the drawing `chosen`.
pub fn touched_places<'a>(
    world: &World,
    components: &[Component],
    looks: &[ComponentView],
    chosen: Option<DrawKind>,
    steps: &[(usize, &'a [Component])],
) -> Vec<ViewPlace> {
    let mut found = Vec::new();
    for (look, (members, seen)) in groups(world, components, chosen)
        .iter()
        .zip(looks)
        .enumerate()
    {
        let here: Vec<&(usize, &'a [Component])> = steps
            .iter()
            .filter(|(component, _)| members.contains(component))
            .collect();
        let [(component, left), ..] = here[..] else {
            continue;
        };
        let game = components[*component].game;
        let after = if lie_together(world.rules(game), chosen) {
            let stay = members
                .iter()
                .filter(|member| here.iter().all(|(moved, _)| moved != *member))
                .map(|&member| &components[member]);
            // Components of another game are shown in another view.
            let left = here
                .iter()
                .flat_map(|(_, left)| left.iter())
                .filter(|one| one.game == game);
            vec![together(world, stay.chain(left), chosen)]
        } else {
            // A compound is shown as written, and a move in it marks the complete compound as
            // changed.
            let seen = |one: &Component| {
                if seen.view == View::Written {
                    View::Written
                } else {
                    group_view(world.rules(one.game), &[&one.slots], chosen)
                }
            };
            left.iter().map(seen).collect()
        };
        found.extend(
            differing(&seen.view, &after)
                .into_iter()
                .map(|part| ViewPlace { look, part }),
        );
    }
    found
}

/// Returns the common view of components; equal coins cancel.
fn together<'a>(
    world: &World,
    list: impl Iterator<Item = &'a Component>,
    chosen: Option<DrawKind>,
) -> View {
    let mut heads: Vec<&Component> = Vec::new();
    for coin in list {
        let cancels = world.rules(coin.game).coins();
        match heads.iter().position(|other| cancels && *other == coin) {
            Some(at) => drop(heads.swap_remove(at)),
            None => heads.push(coin),
        }
    }
    let places: Vec<&[Int]> = heads.iter().map(|coin| &coin.slots[..]).collect();
    let nothing = || {
        View::Cells(CellGrid {
            rows: Vec::new(),
            down: Vec::new(),
            across: Vec::new(),
        })
    };
    heads.first().map_or_else(nothing, |first| {
        group_view(world.rules(first.game), &places, chosen)
    })
}

/// Returns the parts of a view that differ from the views after the move.
fn differing(before: &View, after: &[View]) -> Vec<ViewPart> {
    let found = match (before, after) {
        (View::Heaps(old), [View::Heaps(new)]) if old.len() == new.len() => Some(
            old.iter()
                .zip(new)
                .enumerate()
                .flat_map(|(heap, ((_, old), (_, new)))| lowered(heap, *old, *new))
                .collect(),
        ),
        (View::Heaps(old), pieces) if old.len() == 1 && pieces.len() > 1 => {
            let size = usize::try_from(old[0].1)
                .ok()
                .filter(|_| old[0].1 <= MAX_SHOWN_STONES);
            let heap = |view: &View| match view {
                View::Heaps(list) if list.len() == 1 => usize::try_from(list[0].1).ok(),
                _ => None,
            };
            let pieces: Option<Vec<usize>> = pieces.iter().map(heap).collect();
            size.zip(pieces)
                .and_then(|(size, pieces)| gap(size, &pieces))
                .map(|places| places.map(|stone| ViewPart::Stone(0, stone)).collect())
        }
        (View::Ring(old), [View::Ring(new)]) if old.rows[0].len() == new.rows[0].len() => {
            Some(changed_cells(old, new))
        }
        // The view after the move has no rows if no token remains.
        (View::Ring(old), [View::Cells(new)]) if new.rows.is_empty() => {
            Some(changed_cells(old, new))
        }
        (View::Layers(old), [View::Layers(new)]) => Some(layers(old, new)),
        (View::Layers(old), [View::Cells(new)]) if new.rows.is_empty() => Some(layers(old, &[])),
        (View::Cells(old), [View::Cells(new)])
            if !is_row(old) || !is_row(new) || old.rows[0].len() == new.rows[0].len() =>
        {
            Some(changed_cells(old, new))
        }
        (View::Cells(old), pieces) | (View::Ring(old), pieces @ [_, _, ..]) if is_row(old) => {
            let row = |view: &View| match view {
                View::Cells(cells) if is_row(cells) => Some(cells.rows[0].len()),
                _ => None,
            };
            let pieces: Option<Vec<usize>> = pieces.iter().map(row).collect();
            pieces
                .and_then(|pieces| gap(old.rows[0].len(), &pieces))
                .map(|places| places.map(|column| ViewPart::Cell(0, column)).collect())
        }
        (View::Cells(old), pieces) if pieces.len() > 1 => cut(old, pieces),
        (View::Graph(old), pieces) if !pieces.is_empty() => {
            let graph = |view: &View| {
                if let View::Graph(graph) = view {
                    Some(graph.clone())
                } else {
                    None
                }
            };
            let pieces: Option<Vec<GraphView>> = pieces.iter().map(graph).collect();
            pieces.map(|pieces| removed(old, &pieces))
        }
        (View::Numbers(old), [View::Numbers(new)]) if old.len() == new.len() => Some(
            (0..old.len())
                .filter(|&at| old[at].1 != new[at].1)
                .map(ViewPart::Whole)
                .collect(),
        ),
        _ => None,
    };
    found
        .filter(|parts: &Vec<ViewPart>| !parts.is_empty())
        .unwrap_or_else(|| view_parts(before))
}

/// Returns the stones that are removed from a heap. If the heap grows or is not shown as stones,
/// returns the complete heap.
fn lowered(heap: usize, old: Int, new: Int) -> Vec<ViewPart> {
    match new {
        _ if new == old => Vec::new(),
        _ if new > old || old > MAX_SHOWN_STONES => vec![ViewPart::Whole(heap)],
        _ => (new.max(0) as usize..old as usize)
            .map(|stone| ViewPart::Stone(heap, stone))
            .collect(),
    }
}

fn is_row(cells: &CellGrid) -> bool {
    cells.rows.len() == 1 && cells.down.is_empty() && cells.across.is_empty()
}

/// Returns the range of a row that no piece covers. If the pieces cover the complete row, returns
/// the cells next to the cut. Returns `None` if the pieces are longer than the row.
fn gap(size: usize, pieces: &[usize]) -> Option<std::ops::Range<usize>> {
    let all: usize = pieces.iter().sum();
    let first = match pieces {
        [] | [_] => all,
        [first, .., _] => *first,
    };
    let gone = size.checked_sub(all)?;
    match gone {
        0 if size == 0 => Some(0..0),
        0 => Some(first.saturating_sub(1)..(first + 1).min(size)),
        _ => Some(first..first + gone),
    }
}

/// Returns the squares next to the cut of a sheet, horizontal or vertical. Pieces may be rotated.
fn cut(old: &CellGrid, pieces: &[View]) -> Option<Vec<ViewPart>> {
    let size = |cells: &CellGrid| {
        let columns = cells.rows.first().map_or(0, Vec::len);
        let is_sheet = cells.down.is_empty()
            && cells.across.is_empty()
            && cells.rows.iter().all(|row| row.len() == columns);
        is_sheet.then_some((cells.rows.len(), columns))
    };
    let sizes = pieces.iter().map(|view| {
        if let View::Cells(cells) = view {
            size(cells)
        } else {
            None
        }
    });
    let (sizes, (rows, columns)) = (sizes.collect::<Option<Vec<_>>>()?, size(old)?);
    let along = |side: usize, whole: usize| {
        let lengths = sizes
            .iter()
            .map(|&(a, b)| {
                if b == side {
                    Some(a)
                } else {
                    (a == side).then_some(b)
                }
            })
            .collect::<Option<Vec<_>>>()?;
        (lengths.iter().sum::<usize>() == whole)
            .then(|| gap(whole, &lengths))
            .flatten()
    };
    let cells = |(row, column)| ViewPart::Cell(row, column);
    if let Some(places) = along(rows, columns) {
        return Some(
            (0..rows)
                .flat_map(|row| places.clone().map(move |column| (row, column)))
                .map(cells)
                .collect(),
        );
    }
    along(columns, rows).map(|places| {
        places
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .map(cells)
            .collect()
    })
}

/// Returns the cells with different contents. Boards whose size depends on their contents are
/// aligned by the names of their rows and columns.
fn changed_cells(old: &CellGrid, new: &CellGrid) -> Vec<ViewPart> {
    let place = |from: &[String], to: &[String], at: usize| match from.get(at) {
        Some(name) => to.iter().position(|other| other == name),
        None => Some(at),
    };
    let empty = old
        .rows
        .iter()
        .flatten()
        .find(|sign| [CellGrid::TAILS, CellGrid::EMPTY].contains(&&***sign));
    let mut parts = Vec::new();
    for (row, line) in old.rows.iter().enumerate() {
        for (column, sign) in line.iter().enumerate() {
            let at = place(&old.down, &new.down, row).zip(place(&old.across, &new.across, column));
            let other = at.and_then(|(row, column)| new.rows.get(row)?.get(column));
            // Cells that only one of the two boards has count as empty on the other board.
            if other.or(empty) != Some(sign) {
                parts.push(ViewPart::Cell(row, column));
            }
        }
    }
    parts
}

/// Returns the cells with different contents on stacked boards. A board that is missing after the
/// move counts as empty.
fn layers(old: &[(String, CellGrid)], new: &[(String, CellGrid)]) -> Vec<ViewPart> {
    let gone = CellGrid {
        rows: Vec::new(),
        down: Vec::new(),
        across: Vec::new(),
    };
    let mut parts = Vec::new();
    let mut above = 0;
    for (name, cells) in old {
        let other = new
            .iter()
            .find(|(other, _)| other == name)
            .map_or(&gone, |(_, cells)| cells);
        let lower = |part| match part {
            ViewPart::Cell(row, column) => ViewPart::Cell(above + row, column),
            other => other,
        };
        parts.extend(changed_cells(cells, other).into_iter().map(lower));
        above += cells.rows.len();
    }
    parts
}

/// Returns the vertices that are removed or get another mark, and the links that are removed.
fn removed(old: &GraphView, pieces: &[GraphView]) -> Vec<ViewPart> {
    let marks: HashMap<&str, _> = pieces
        .iter()
        .flat_map(|piece| &piece.nodes)
        .map(|node| (node.name.as_str(), node.mark))
        .collect();
    let mut links: HashMap<(&str, &str, Option<&LinkColour>), usize> = HashMap::new();
    for piece in pieces {
        for (link, &(a, b)) in piece.links.iter().enumerate() {
            let (a, b) = (&piece.nodes[a].name, &piece.nodes[b].name);
            *links.entry((a, b, piece.colours.get(link))).or_default() += 1;
        }
    }
    let nodes = old
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| marks.get(node.name.as_str()) != Some(&node.mark));
    let mut parts: Vec<ViewPart> = nodes.map(|(node, _)| ViewPart::Node(node)).collect();
    for (link, &(a, b)) in old.links.iter().enumerate() {
        let (a, b) = (old.nodes[a].name.as_str(), old.nodes[b].name.as_str());
        let colour = old.colours.get(link);
        let key = if old.directed || links.contains_key(&(a, b, colour)) {
            (a, b, colour)
        } else {
            (b, a, colour)
        };
        match links.get_mut(&key).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => parts.push(ViewPart::Link(link)),
        }
    }
    parts
}

/// Returns every part of a view.
pub fn view_parts(view: &View) -> Vec<ViewPart> {
    match view {
        View::Heaps(heaps) => {
            let parts = |(heap, (_, size)): (usize, &(String, Int))| match *size {
                1..=MAX_SHOWN_STONES => (0..*size as usize)
                    .map(|stone| ViewPart::Stone(heap, stone))
                    .collect(),
                _ => vec![ViewPart::Whole(heap)],
            };
            heaps.iter().enumerate().flat_map(parts).collect()
        }
        View::Numbers(numbers) => (0..numbers.len()).map(ViewPart::Whole).collect(),
        View::Cells(cells) | View::Ring(cells) => of_rows(cells.rows.iter()),
        View::Layers(layers) => of_rows(layers.iter().flat_map(|(_, cells)| &cells.rows)),
        View::Written => Vec::new(),
        View::Graph(graph) => (0..graph.nodes.len())
            .map(ViewPart::Node)
            .chain((0..graph.links.len()).map(ViewPart::Link))
            .collect(),
    }
}

/// Returns every cell of consecutively numbered rows.
fn of_rows<'a>(rows: impl Iterator<Item = &'a Vec<String>>) -> Vec<ViewPart> {
    rows.enumerate()
        .flat_map(|(row, line)| (0..line.len()).map(move |column| ViewPart::Cell(row, column)))
        .collect()
}
