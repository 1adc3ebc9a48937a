//! How a position looks to a person, as data: heaps of stones, the cells of a row or a board, a
//! graph. A reader may choose a drawing that fits (`chosen_drawing`); else a game of the language
//! says so by `draw`, a structure or a Rust type by [`Rules::view`]; else the state decides
//! (`suggested_drawing`). Nothing here draws: faces do, and what is too large to be seen is told in
//! numbers.

mod chosen_drawing;
mod parts;
mod side_layers;
mod suggested_drawing;

use std::collections::HashMap;

use crate::game::{GameId, Rules};
use crate::ir::{DrawKind, DrawSpec, Game, Int, Slot};
use crate::play::Component;
use crate::sets::PositionSet;
use crate::words::PositionWord;
use crate::world::World;

pub use chosen_drawing::drawings;
use chosen_drawing::{fitting, own};
pub use parts::{ViewPart, ViewPlace, all, touched};
pub(crate) use suggested_drawing::suggest_draw;

/// The most rows, and the most columns, of a board that is shown.
pub const MAX_BOARD_SIDE: usize = 40;

/// The most stones of a heap that are shown one by one.
pub const MAX_SHOWN_STONES: Int = 40;

/// What is seen of a component, or of coins that lie together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentView {
    /// The components, as a question writes them.
    pub title: String,
    /// How they look.
    pub view: View,
}

/// A look.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// Heaps of stones, each with the name of its number.
    Heaps(Vec<(String, Int)>),
    /// The cells of a row or a board.
    Cells(CellGrid),
    /// The cells of a row whose ends meet.
    Ring(CellGrid),
    /// Boards that lie over each other, each with its name; their rows are counted through.
    Layers(Vec<(String, CellGrid)>),
    /// A graph.
    Graph(GraphView),
    /// Numbers that are no heaps or too large for a board, each with its name.
    Numbers(Vec<(String, Int)>),
    /// As a question writes it: its title is all there is to see.
    Written,
}

/// A row or a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellGrid {
    /// What stands in each cell, row by row; a blank cell holds [`CellGrid::EMPTY`].
    pub rows: Vec<Vec<String>>,
    /// What the rows are called, if anything.
    pub down: Vec<String>,
    /// What the columns are called, if anything.
    pub across: Vec<String>,
}

impl CellGrid {
    /// What stands in an empty cell.
    pub const EMPTY: &'static str = "·";
    /// A piece, a stone or a coin that shows heads.
    pub const PIECE: &'static str = "●";
    /// A coin that shows tails.
    pub const TAILS: &'static str = "○";
    /// A square of chocolate or paper.
    pub const SQUARE: &'static str = "□";
    /// A pin that stands.
    pub const PIN: &'static str = "I";
    /// A cell on which a token has been.
    pub const VISITED: &'static str = "×";

    /// Cells of one letter each without names.
    pub fn of_letters(rows: impl IntoIterator<Item = String>) -> CellGrid {
        let cell = |letter: char| {
            if letter == '.' {
                CellGrid::EMPTY.to_owned()
            } else {
                letter.to_string()
            }
        };
        CellGrid {
            rows: rows
                .into_iter()
                .map(|row| row.chars().map(cell).collect())
                .collect(),
            down: Vec::new(),
            across: Vec::new(),
        }
    }

    /// An empty board whose rows and columns are counted from these numbers.
    fn empty(
        (rows, from_row): (usize, Int),
        (columns, from_column): (usize, Int),
        with: &str,
    ) -> CellGrid {
        let names =
            |count: usize, from: Int| (0..count as Int).map(|i| (from + i).to_string()).collect();
        CellGrid {
            rows: vec![vec![with.to_owned(); columns]; rows],
            down: names(rows, from_row),
            across: names(columns, from_column),
        }
    }
}

/// A graph on which is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphView {
    /// The vertices.
    pub nodes: Vec<GraphViewNode>,
    /// Pairs of vertices.
    pub links: Vec<(usize, usize)>,
    /// Whether links are arcs from the first to the second.
    pub directed: bool,
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphViewNode {
    /// Its name, as it was written.
    pub name: String,
    /// What is seen there.
    pub mark: VertexMark,
}

/// What is seen at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexMark {
    /// Nothing.
    Plain,
    /// The ground.
    Ground,
    /// The root.
    Root,
    /// The token.
    Token,
    /// A coin that shows heads.
    Heads,
    /// The root, whose coin shows heads.
    RootHeads,
}

/// What is seen of a position: each component, coins of one game and pieces on one board together.
pub fn component_views(world: &World, components: &[Component]) -> Vec<ComponentView> {
    component_views_as(world, components, None)
}

/// What is seen of a position where a reader chose a drawing: components that it fits
/// ([`drawings`]) look so, others as they are.
pub fn component_views_as(
    world: &World,
    components: &[Component],
    chosen: Option<DrawKind>,
) -> Vec<ComponentView> {
    let look = |members: &Vec<usize>| {
        let together = || members.iter().map(|&member| &components[member]);
        let title: Vec<String> = together()
            .map(|one| world.show(one.game, &one.slots))
            .collect();
        let places: Vec<&[Int]> = together().map(|one| &one.slots[..]).collect();
        let rules = world.rules(components[members[0]].game);
        let view = if rules.compound().is_some() {
            View::Written
        } else {
            group_view(rules, &places, chosen)
        };
        ComponentView {
            title: title.join(" + "),
            view,
        }
    };
    groups(world, components, chosen).iter().map(look).collect()
}

/// How a game of the language is drawn where no reader chose it; `None` where sets or words draw
/// themselves.
pub(crate) fn draw_spec(game: &Game) -> Option<&DrawSpec> {
    game.draw.0.as_ref().or(game.suggests.0.as_ref())
}

/// Whether all components of a game lie on one board: coins, and pieces that each stand at a place
/// of their own.
fn lie_together(rules: &dyn Rules, chosen: Option<DrawKind>) -> bool {
    let draw = match chosen.and_then(|kind| fitting(rules, kind)) {
        Some(draw) => draw,
        None => match own(rules) {
            Some(draw) => draw,
            None => return false,
        },
    };
    match draw.kind {
        _ if draw.array.is_some() => false,
        DrawKind::Board => {
            (2..=3).contains(&rules.slots().len())
                && draw
                    .rows
                    .zip(draw.columns)
                    .is_none_or(|_| rules.slots().len() == 2)
        }
        DrawKind::Strip => rules.coins() || rules.slots().len() == 1,
        DrawKind::Ring => draw.columns.is_some() && rules.slots().len() == 1,
        _ => false,
    }
}

/// The numbers of the components that are seen together, group by group.
fn groups(world: &World, components: &[Component], chosen: Option<DrawKind>) -> Vec<Vec<usize>> {
    let mut coins: HashMap<GameId, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, component) in components.iter().enumerate() {
        let lies_with = if lie_together(world.rules(component.game), chosen) {
            coins.get(&component.game)
        } else {
            None
        };
        match lies_with {
            Some(&group) => groups[group].push(index),
            None => {
                coins.insert(component.game, groups.len());
                groups.push(vec![index]);
            }
        }
    }
    groups
}

/// How the components of one game look: one component, or coins that lie together.
fn group_view(rules: &dyn Rules, places: &[&[Int]], chosen: Option<DrawKind>) -> View {
    let slots = rules.slots();
    let chosen = chosen.and_then(|kind| fitting(rules, kind));
    if let (None, &[one]) = (&chosen, places)
        && let Some(view) = rules.view(one)
    {
        return view;
    }
    let Some(first) = places.first() else {
        return View::Numbers(Vec::new());
    };
    let says = chosen.is_some() || rules.game().is_some_and(|game| game.draw.0.is_some());
    let Some(draw) = chosen.or_else(|| own(rules)) else {
        return numbers(slots, first);
    };
    let counted = |places: Option<View>| match places {
        // Amounts are heaps if they are too large for what the state suggests, and places numbers.
        None if !says
            && draw.kind != DrawKind::Strip
            && slots
                .first()
                .is_some_and(|slot| !slot.name.eq_ignore_ascii_case("x")) =>
        {
            heaps(slots, first)
        }
        other => other,
    };
    counted(as_drawn(&draw, slots, places, rules.coins())).unwrap_or_else(|| numbers(slots, first))
}

/// The look by one drawing; `None` if it is too large for it.
fn as_drawn(draw: &DrawSpec, slots: &[Slot], places: &[&[Int]], coins: bool) -> Option<View> {
    let first = *places.first()?;
    if let Some(array) = &draw.array {
        return side_layers::of_array(draw, array.clone(), slots, first);
    }
    let row = || match first {
        [n] => lone_row(
            *n,
            draw.marks
                .chars()
                .next()
                .map_or(CellGrid::PIN.to_owned(), String::from),
        ),
        _ => board(first, (1, first.len()), &marks(slots, &draw.marks)),
    };
    match draw.kind {
        DrawKind::Heaps => heaps(slots, first),
        DrawKind::Numbers => None,
        DrawKind::Steps => steps(first),
        DrawKind::Squares => squares(first),
        DrawKind::Sheet => match first {
            [across, down] => usize::try_from(*down)
                .ok()
                .filter(|down| *down <= MAX_BOARD_SIDE)
                .and_then(|down| squares(&vec![*across; down])),
            _ => None,
        },
        DrawKind::Row => row().map(View::Cells),
        DrawKind::Strip => strip(slots, places, draw.columns, coins).map(View::Cells),
        DrawKind::Ring if draw.columns.is_some() => {
            strip(slots, places, draw.columns, coins).map(View::Ring)
        }
        DrawKind::Ring => row().map(View::Ring),
        DrawKind::Board => match (draw.rows, draw.columns) {
            (Some(rows), Some(columns)) if rows * columns == first.len() => {
                board(first, (rows, columns), &marks(slots, &draw.marks)).map(View::Cells)
            }
            (Some(rows), Some(columns)) if rows * columns + 1 == first.len() => {
                visited(slots, first, (rows, columns), &draw.marks)
            }
            _ if slots.len() == 3 => layers(slots, places, coins),
            size => point(slots, places, size, coins).map(View::Cells),
        },
    }
}

/// The look of a position with sets: a board or a row of cells where one set is all there is, one
/// for each where several are and other numbers beside them, else as it is written. `None` without
/// sets.
pub(crate) fn of_sets(sets: &[PositionSet], (declared, slots): (&[Slot], &[Int])) -> Option<View> {
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
        .map(|holder| Some((holder.name.clone(), of_set(holder, slots)?)))
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

/// The cells of a set of a board or a row; `None` of another one, and of one that is too large.
fn of_set(holder: &PositionSet, slots: &[Int]) -> Option<CellGrid> {
    /// What is not there.
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

/// The look of a position with words: a row of letters where one word is all there is, one for each
/// where several are, and other numbers beside them. `None` without words.
pub(crate) fn of_words(
    words: &[PositionWord],
    (declared, slots): (&[Slot], &[Int]),
) -> Option<View> {
    let first = words.first()?;
    let row = |word: &PositionWord| CellGrid::of_letters([word.letters_of(slots).collect()]);
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

/// One heap a slot; `None` where a number is negative.
fn heaps(slots: &[Slot], position: &[Int]) -> Option<View> {
    (!position.is_empty() && position.iter().all(|n| *n >= 0))
        .then(|| View::Heaps(named_numbers(slots, position)))
}

fn numbers(slots: &[Slot], position: &[Int]) -> View {
    View::Numbers(named_numbers(slots, position))
}

fn named_numbers(slots: &[Slot], position: &[Int]) -> Vec<(String, Int)> {
    slots
        .iter()
        .zip(position)
        .map(|(slot, n)| (slot.name.clone(), *n))
        .collect()
}

/// The sign for each number from the least on; a number without a sign is written in digits.
fn marks(slots: &[Slot], said: &str) -> impl Fn(Int) -> String + use<> {
    let (low, high) = (
        slots.iter().map(|slot| slot.low).min().unwrap_or(0),
        slots.iter().map(|slot| slot.high).max().flatten(),
    );
    let signs: Vec<char> = match (said, low, high) {
        ("", 0, Some(1)) => vec!['·', '●'],
        ("", 0, Some(2)) => vec!['·', 'X', 'O'],
        ("", 0, _) => vec!['·'],
        _ => said.chars().collect(),
    };
    move |n: Int| {
        let sign = n
            .checked_sub(low)
            .and_then(|place| usize::try_from(place).ok())
            .and_then(|place| signs.get(place));
        sign.map_or_else(|| n.to_string(), char::to_string)
    }
}

/// A row of n equal signs.
fn lone_row(n: Int, sign: String) -> Option<CellGrid> {
    let n = usize::try_from(n).ok().filter(|n| *n <= MAX_BOARD_SIDE)?;
    Some(CellGrid {
        rows: vec![vec![sign; n]],
        down: Vec::new(),
        across: Vec::new(),
    })
}

/// Columns of stones side by side, each on the step of its number.
fn steps(position: &[Int]) -> Option<View> {
    let heights: Option<Vec<usize>> = position
        .iter()
        .map(|n| usize::try_from(*n).ok().filter(|n| *n <= MAX_BOARD_SIDE))
        .collect();
    let heights = heights.filter(|heights| heights.len() <= MAX_BOARD_SIDE)?;
    let mut cells = CellGrid::empty(
        (*heights.iter().max()?.max(&1), 1),
        (heights.len(), 1),
        CellGrid::EMPTY,
    );
    cells.down.reverse();
    for (up, row) in cells.rows.iter_mut().rev().enumerate() {
        row.iter_mut()
            .zip(&heights)
            .filter(|(_, height)| up < **height)
            .for_each(|(cell, _)| *cell = CellGrid::PIECE.to_owned());
    }
    Some(View::Cells(cells))
}

/// Rows of squares below each other.
fn squares(rows: &[Int]) -> Option<View> {
    let row = |n: &Int| {
        usize::try_from(*n)
            .ok()
            .filter(|n| *n <= MAX_BOARD_SIDE)
            .map(|n| vec![CellGrid::SQUARE.to_owned(); n])
    };
    let rows: Option<Vec<Vec<String>>> =
        (rows.len() <= MAX_BOARD_SIDE).then(|| rows.iter().map(row).collect())?;
    rows.map(|rows| {
        View::Cells(CellGrid {
            rows,
            down: Vec::new(),
            across: Vec::new(),
        })
    })
}

/// The slots as cells, row by row.
fn board(
    position: &[Int],
    (rows, columns): (usize, usize),
    mark: &dyn Fn(Int) -> String,
) -> Option<CellGrid> {
    if rows.max(columns) > MAX_BOARD_SIDE || rows == 0 || columns == 0 {
        return None;
    }
    let mut cells = CellGrid::empty((rows, 1), (columns, 1), CellGrid::EMPTY);
    if rows == 1 {
        cells.down.clear();
    }
    for (row, numbers) in cells.rows.iter_mut().zip(position.chunks(columns)) {
        row.iter_mut()
            .zip(numbers)
            .for_each(|(cell, n)| *cell = mark(*n));
    }
    Some(cells)
}

/// A board whose first number is the place of a token, counted row by row, and whose others are its
/// cells: those with a number have been visited.
fn visited(slots: &[Slot], position: &[Int], size: (usize, usize), said: &str) -> Option<View> {
    let ([at, cells @ ..], [slot, rest @ ..]) = (position, slots) else {
        return None;
    };
    let (signs, plain) = (marks(rest, said), said.is_empty());
    let sign = |n: Int| {
        if plain && n == 1 {
            CellGrid::VISITED.to_owned()
        } else {
            signs(n)
        }
    };
    let mut seen = board(cells, size, &sign)?;
    let place = usize::try_from(at.checked_sub(slot.low)?).ok()?;
    *seen.rows.get_mut(place / size.1)?.get_mut(place % size.1)? = CellGrid::PIECE.to_owned();
    Some(View::Cells(seen))
}

/// How many cells a slot has, at least those of the positions, and the number of the first.
fn extent(slot: &Slot, given: Option<usize>, greatest: Int) -> Option<(usize, Int)> {
    let most = match (given, slot.high) {
        (Some(count), _) => slot
            .low
            .checked_add(Int::try_from(count).ok()?)?
            .checked_sub(1)?,
        (None, Some(high)) => high,
        (None, None) => greatest,
    };
    let count = usize::try_from(most.max(greatest).checked_sub(slot.low)?)
        .ok()?
        .checked_add(1)?;
    (count <= MAX_BOARD_SIDE).then_some((count, slot.low))
}

/// Each position a point on one board: the first number runs down, the second across.
fn point(
    slots: &[Slot],
    places: &[&[Int]],
    (rows, columns): (Option<usize>, Option<usize>),
    coins: bool,
) -> Option<CellGrid> {
    let [down, across] = slots else { return None };
    let greatest = |axis: usize| {
        places
            .iter()
            .filter_map(|place| place.get(axis))
            .copied()
            .max()
    };
    let (rows, columns) = (
        extent(down, rows, greatest(0)?)?,
        extent(across, columns, greatest(1)?)?,
    );
    let mut cells = CellGrid::empty(
        rows,
        columns,
        if coins {
            CellGrid::TAILS
        } else {
            CellGrid::EMPTY
        },
    );
    for place in places {
        let at =
            |axis: usize, from: Int| place.get(axis).and_then(|n| usize::try_from(n - from).ok());
        let cell = at(0, rows.1)
            .zip(at(1, columns.1))
            .and_then(|(row, column)| cells.rows.get_mut(row)?.get_mut(column));
        let here = places.iter().filter(|other| *other == place).count();
        *cell? = if here == 1 {
            CellGrid::PIECE.to_owned()
        } else {
            here.to_string()
        };
    }
    Some(cells)
}

/// Each position a point on one of the boards that lie over each other: two numbers as on one
/// board, the third is the board.
fn layers(slots: &[Slot], places: &[&[Int]], coins: bool) -> Option<View> {
    let [down, across, over] = slots else {
        return None;
    };
    let greatest = |axis: usize| {
        places
            .iter()
            .filter_map(|place| place.get(axis))
            .copied()
            .max()
    };
    let sizes =
        [(down, 0), (across, 1), (over, 2)].map(|(slot, axis)| extent(slot, None, greatest(axis)?));
    let [Some(rows), Some(columns), Some((count, from))] = sizes else {
        return None;
    };
    if rows.0 * columns.0 * count > MAX_BOARD_SIDE * MAX_BOARD_SIDE {
        return None;
    }
    let layer = |number: usize| {
        let height = from + number as Int;
        let here: Vec<&[Int]> = places
            .iter()
            .filter(|place| place.get(2) == Some(&height))
            .map(|place| &place[..2])
            .collect();
        let mut cells = CellGrid::empty(
            rows,
            columns,
            if coins {
                CellGrid::TAILS
            } else {
                CellGrid::EMPTY
            },
        );
        for place in &here {
            let at = |axis: usize, from: Int| usize::try_from(place[axis] - from).ok();
            let cell = at(0, rows.1)
                .zip(at(1, columns.1))
                .and_then(|(row, column)| cells.rows.get_mut(row)?.get_mut(column));
            let equal = here.iter().filter(|other| *other == place).count();
            *cell? = if equal == 1 {
                CellGrid::PIECE.to_owned()
            } else {
                equal.to_string()
            };
        }
        Some((format!("{} = {height}", over.name), cells))
    };
    (0..count)
        .map(layer)
        .collect::<Option<Vec<_>>>()
        .map(View::Layers)
}

/// Each number the place of a piece on one strip; where several stand together, how many.
fn strip(
    slots: &[Slot],
    places: &[&[Int]],
    length: Option<usize>,
    coins: bool,
) -> Option<CellGrid> {
    let numbers = || places.iter().flat_map(|place| place.iter().copied());
    let least = slots.iter().min_by_key(|slot| slot.low)?;
    let columns = extent(least, length, numbers().max()?)?;
    let mut cells = CellGrid::empty(
        (1, 0),
        columns,
        if coins {
            CellGrid::TAILS
        } else {
            CellGrid::EMPTY
        },
    );
    cells.down.clear();
    for n in numbers() {
        let here = numbers().filter(|other| *other == n).count();
        let cell = usize::try_from(n - columns.1)
            .ok()
            .and_then(|place| cells.rows[0].get_mut(place));
        *cell? = if here == 1 {
            CellGrid::PIECE.to_owned()
        } else {
            here.to_string()
        };
    }
    Some(cells)
}

impl View {
    /// The look as a label of a few lines for a node of a game graph; `None` where the numbers say
    /// it as well.
    pub fn label(&self) -> Option<String> {
        match self {
            View::Cells(cells) | View::Ring(cells)
                if cells.rows.len() <= 6 && cells.rows.iter().all(|row| row.len() <= 12) =>
            {
                // A row of pins says how many; a row of nothing would say nothing.
                let lines: Vec<String> = cells
                    .rows
                    .iter()
                    .map(|row| row.concat())
                    .filter(|row| !row.is_empty())
                    .collect();
                let one_sign = cells
                    .rows
                    .iter()
                    .flatten()
                    .all(|cell| cell == CellGrid::PIN);
                (!one_sign && !lines.is_empty()).then(|| lines.join("\n"))
            }
            View::Graph(graph) => Some(graph.label()),
            _ => None,
        }
    }
}

impl View {
    /// A graph of these links and lone vertices with their names; where it is too large to be seen,
    /// how many links it has, counted up to a million.
    pub fn graph(
        links: impl Iterator<Item = (u32, u32)>,
        lone: impl IntoIterator<Item = u32>,
        directed: bool,
        node: impl Fn(u32) -> GraphViewNode,
    ) -> View {
        /// The most links, and the most vertices, of a graph that is shown.
        const MAX_GRAPH_SIZE: usize = 120;
        let mut links = links;
        let mut list: Vec<(u32, u32)> = links.by_ref().take(MAX_GRAPH_SIZE + 1).collect();
        let mut vertices: Vec<u32> = list
            .iter()
            .flat_map(|&(a, b)| [a, b])
            .chain(lone.into_iter().take(MAX_GRAPH_SIZE + 1))
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        if list.len() > MAX_GRAPH_SIZE || vertices.len() > MAX_GRAPH_SIZE {
            let count = list.len() + links.take(1_000_000).count();
            return View::Numbers(vec![("links".to_owned(), count as Int)]);
        }
        let place = |vertex: u32| vertices.binary_search(&vertex).unwrap_or(0);
        let links = list.drain(..).map(|(a, b)| (place(a), place(b))).collect();
        View::Graph(GraphView {
            nodes: vertices.iter().map(|&vertex| node(vertex)).collect(),
            links,
            directed,
        })
    }
}

impl GraphView {
    /// `a: a-b b-c`: where the token is, and the links that are left; for coins the names of the
    /// heads.
    fn label(&self) -> String {
        const MAX_LABEL_LINKS: usize = 8;
        let sign = if self.directed { '>' } else { '-' };
        let marked = |mark: VertexMark| {
            self.nodes
                .iter()
                .filter(move |node| node.mark == mark)
                .map(|node| node.name.as_str())
        };
        let token: Vec<&str> = marked(VertexMark::Token).collect();
        let heads: Vec<&str> = marked(VertexMark::Heads)
            .chain(marked(VertexMark::RootHeads))
            .collect();
        if !heads.is_empty() || (self.directed && !token.is_empty()) {
            return [token, heads].concat().join(" ");
        }
        let links: Vec<String> = self
            .links
            .iter()
            .map(|(a, b)| format!("{}{sign}{}", self.nodes[*a].name, self.nodes[*b].name))
            .collect();
        let more = if links.len() > MAX_LABEL_LINKS {
            " …"
        } else {
            ""
        };
        let shown = links
            .iter()
            .take(MAX_LABEL_LINKS)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ");
        match (&token[..], shown.is_empty()) {
            ([], true) => "0".to_owned(),
            ([], false) => shown + more,
            (at, true) => at.join(" "),
            (at, false) => format!("{}: {shown}{more}", at.join(" ")),
        }
    }
}
