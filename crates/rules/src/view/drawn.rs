//! The views of positions by each kind of drawing.

use super::{CellGrid, GridAxis, MAX_BOARD_SIDE, View, side_layers};
use crate::ir::{DrawKind, DrawSpec, Int, Slot};

/// Returns the view by a drawing; `None` if the position is too large for the drawing.
pub(super) fn as_drawn(
    draw: &DrawSpec,
    slots: &[Slot],
    places: &[&[Int]],
    coins: bool,
) -> Option<View> {
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
        DrawKind::Squares => squares(first, &draw.marks),
        DrawKind::Sheet => match first {
            [across, down] => usize::try_from(*down)
                .ok()
                .filter(|down| *down <= MAX_BOARD_SIDE)
                .and_then(|down| squares(&vec![*across; down], "")),
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

/// Returns one heap per slot; `None` if a number is negative.
pub(super) fn heaps(slots: &[Slot], position: &[Int]) -> Option<View> {
    (!position.is_empty() && position.iter().all(|n| *n >= 0))
        .then(|| View::Heaps(named_numbers(slots, position)))
}

pub(super) fn numbers(slots: &[Slot], position: &[Int]) -> View {
    View::Numbers(named_numbers(slots, position))
}

fn named_numbers(slots: &[Slot], position: &[Int]) -> Vec<(String, Int)> {
    slots
        .iter()
        .zip(position)
        .map(|(slot, n)| (slot.name.clone(), *n))
        .collect()
}

/// Returns a function from numbers to their characters, which are assigned from the minimum
/// upwards. A number without a character is written in digits.
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

/// Returns a row of n equal characters.
fn lone_row(n: Int, sign: String) -> Option<CellGrid> {
    let n = usize::try_from(n).ok().filter(|n| *n <= MAX_BOARD_SIDE)?;
    Some(CellGrid {
        rows: vec![vec![sign; n]],
        down: Vec::new(),
        across: Vec::new(),
    })
}

/// Returns columns of stones side by side, each on a numbered step.
fn steps(position: &[Int]) -> Option<View> {
    let heights: Option<Vec<usize>> = position
        .iter()
        .map(|n| usize::try_from(*n).ok().filter(|n| *n <= MAX_BOARD_SIDE))
        .collect();
    let heights = heights.filter(|heights| heights.len() <= MAX_BOARD_SIDE)?;
    let mut cells = CellGrid::filled(
        GridAxis::from_one(*heights.iter().max()?.max(&1)),
        GridAxis::from_one(heights.len()),
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

/// Returns rows of squares, one below the other. The characters are the symbols of the first
/// squares of the first row.
fn squares(rows: &[Int], symbols: &str) -> Option<View> {
    let row = |n: &Int| {
        usize::try_from(*n)
            .ok()
            .filter(|n| *n <= MAX_BOARD_SIDE)
            .map(|n| vec![CellGrid::SQUARE.to_owned(); n])
    };
    let rows: Option<Vec<Vec<String>>> =
        (rows.len() <= MAX_BOARD_SIDE).then(|| rows.iter().map(row).collect())?;
    rows.map(|mut rows| {
        let first = rows.iter_mut().take(1).flatten();
        first
            .zip(symbols.chars())
            .for_each(|(cell, symbol)| *cell = symbol.to_string());
        View::Cells(CellGrid {
            rows,
            down: Vec::new(),
            across: Vec::new(),
        })
    })
}

/// Returns the slots as cells, row by row.
pub(super) fn board(
    position: &[Int],
    (rows, columns): (usize, usize),
    mark: &dyn Fn(Int) -> String,
) -> Option<CellGrid> {
    if rows.max(columns) > MAX_BOARD_SIDE || rows == 0 || columns == 0 {
        return None;
    }
    let mut cells = CellGrid::filled(
        GridAxis::from_one(rows),
        GridAxis::from_one(columns),
        CellGrid::EMPTY,
    );
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

/// Returns a board whose first number is the location of a token, counted row by row. The other
/// numbers are its cells; cells with a nonzero number have been visited.
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

/// Returns the axis with the cells of a slot. The axis includes at least the cells that the
/// positions use.
fn grid_axis(slot: &Slot, given: Option<usize>, greatest: Int) -> Option<GridAxis> {
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
    (count <= MAX_BOARD_SIDE).then_some(GridAxis {
        count,
        from: slot.low,
    })
}

/// Returns the largest number on an axis.
fn greatest(places: &[&[Int]], axis: usize) -> Option<Int> {
    let numbers = places.iter().filter_map(|place| place.get(axis));
    numbers.copied().max()
}

/// Returns one board with each position as a point: the first number is the row, and the second
/// number is the column.
fn point(
    slots: &[Slot],
    places: &[&[Int]],
    (rows, columns): (Option<usize>, Option<usize>),
    coins: bool,
) -> Option<CellGrid> {
    let [down, across] = slots else { return None };
    let (rows, columns) = (
        grid_axis(down, rows, greatest(places, 0)?)?,
        grid_axis(across, columns, greatest(places, 1)?)?,
    );
    points(places, rows, columns, coins)
}

/// Returns pieces on one board: the first number of a location is the row, and the second number is
/// the column.
fn points(places: &[&[Int]], rows: GridAxis, columns: GridAxis, coins: bool) -> Option<CellGrid> {
    let empty = if coins {
        CellGrid::TAILS
    } else {
        CellGrid::EMPTY
    };
    let mut cells = CellGrid::filled(rows, columns, empty);
    for place in places {
        let at =
            |axis: usize, from: Int| place.get(axis).and_then(|n| usize::try_from(n - from).ok());
        let cell = at(0, rows.from)
            .zip(at(1, columns.from))
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

/// Returns stacked boards with each position as a point: two numbers select a cell of a board, and
/// the third number selects the board.
fn layers(slots: &[Slot], places: &[&[Int]], coins: bool) -> Option<View> {
    let [down, across, over] = slots else {
        return None;
    };
    let sizes = [(down, 0), (across, 1), (over, 2)]
        .map(|(slot, axis)| grid_axis(slot, None, greatest(places, axis)?));
    let [Some(rows), Some(columns), Some(GridAxis { count, from })] = sizes else {
        return None;
    };
    if rows.count * columns.count * count > MAX_BOARD_SIDE * MAX_BOARD_SIDE {
        return None;
    }
    let layer = |number: usize| {
        let height = from + number as Int;
        let here: Vec<&[Int]> = places
            .iter()
            .filter(|place| place.get(2) == Some(&height))
            .map(|place| &place[..2])
            .collect();
        let cells = points(&here, rows, columns, coins)?;
        Some((format!("{} = {height}", over.name), cells))
    };
    (0..count)
        .map(layer)
        .collect::<Option<Vec<_>>>()
        .map(View::Layers)
}

/// Returns one strip with each number as the location of a piece. A cell with several pieces shows
/// the number of pieces.
fn strip(
    slots: &[Slot],
    places: &[&[Int]],
    length: Option<usize>,
    coins: bool,
) -> Option<CellGrid> {
    let numbers = || places.iter().flat_map(|place| place.iter().copied());
    let least = slots.iter().min_by_key(|slot| slot.low)?;
    let columns = grid_axis(least, length, numbers().max()?)?;
    let mut cells = CellGrid::filled(
        GridAxis { count: 1, from: 0 },
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
        let cell = usize::try_from(n - columns.from)
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
