//! The notation of a board: rows of characters separated by `/` or line ends, all of equal length.
//! Spaces around a row are ignored, and so are empty rows at the start and end of a board. Cells
//! are numbered row by row from 0; each game defines the meaning of the characters.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::sketch::{SketchWords, wrong};

/// The maximum number of cells of a board.
pub const MAX_CELLS: usize = 1 << 28;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
}

impl Grid {
    /// Creates a board of `height` rows and `width` columns.
    ///
    /// # Panics
    /// Panics if the board has more than [`MAX_CELLS`] cells.
    pub fn new(height: usize, width: usize) -> Grid {
        assert!(
            height
                .checked_mul(width)
                .is_some_and(|cells| cells <= MAX_CELLS),
            "too many cells"
        );
        Grid { width, height }
    }

    /// Reads rows: returns the board, and each cell's character with its location in the text.
    ///
    /// # Errors
    /// Returns a diagnostic with its location if rows differ in length, or the board has more than
    /// [`MAX_CELLS`] cells.
    pub(crate) fn read(
        text: &str,
    ) -> Result<(Grid, impl Iterator<Item = (char, Span)>), Box<Diagnostic>> {
        let mut rows: Vec<(usize, &str)> = Vec::new();
        let mut from = 0;
        for row in text.split(['/', '\n']) {
            let blanks = row.len() - row.trim_start().len();
            rows.push((from + blanks, row.trim()));
            from += row.len() + 1;
        }
        while rows.last().is_some_and(|row| row.1.is_empty()) {
            rows.pop();
        }
        let first = rows
            .iter()
            .position(|row| !row.1.is_empty())
            .unwrap_or(rows.len());
        rows.drain(..first);
        let width = rows.first().map_or(0, |row| row.1.chars().count());
        for (line, &(place, row)) in rows.iter().enumerate() {
            let (line, length, span) = (
                line + 1,
                row.chars().count(),
                Span::new(place, place + row.len()),
            );
            if length != width {
                let message = text!(
                    "row {line} has {length} cells, but the first row has {width}; all rows must have the same length",
                    "第 {line} 行有 {length} 格，第一行有 {width} 格：各行长度应相同"
                );
                return Err(wrong(span, message));
            }
            if line * width > MAX_CELLS {
                return Err(wrong(
                    span,
                    text!(
                        "too many cells: a board has at most {MAX_CELLS}",
                        "格数过多：棋盘最多 {MAX_CELLS} 格"
                    ),
                ));
            }
        }
        let grid = Grid {
            width,
            height: rows.len(),
        };
        let signs = rows.into_iter().flat_map(|(place, row)| {
            row.char_indices()
                .map(move |(at, sign)| (sign, Span::new(place + at, place + at + sign.len_utf8())))
        });
        Ok((grid, signs))
    }

    /// Returns the number of cells of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// Returns the cell next to a cell in a direction: 0 above, 1 left, 2 right, 3 below.
    #[inline]
    pub fn neighbour(&self, cell: u32, direction: usize) -> Option<u32> {
        let (cell, width) = (cell as usize, self.width);
        let next = match direction {
            0 => cell.checked_sub(width)?,
            1 if cell % width > 0 => cell - 1,
            2 if cell % width + 1 < width => cell + 1,
            3 => cell + width,
            _ => return None,
        };
        (next < self.cells()).then_some(next as u32)
    }

    /// Returns the cells next to a cell, at most four: above, left, right, below.
    pub fn neighbours(&self, cell: u32) -> impl Iterator<Item = u32> + use<> {
        let grid = *self;
        (0..4).filter_map(move |direction| grid.neighbour(cell, direction))
    }

    /// Returns every pair of adjacent cells that are both free.
    pub fn pairs(&self, free: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
        let cells = (0..self.cells() as u32).filter(|&cell| free(cell));
        let after = |cell| {
            [2, 3]
                .into_iter()
                .filter_map(move |direction| self.neighbour(cell, direction))
        };
        cells
            .flat_map(|cell| {
                after(cell)
                    .filter(|&next| free(next))
                    .map(move |next| (cell, next))
            })
            .collect()
    }

    /// Returns whether a cell is black in a chess colouring; the first cell is white.
    pub fn is_black(&self, cell: u32) -> bool {
        !(cell as usize / self.width + cell as usize % self.width).is_multiple_of(2)
    }

    /// Returns the row and the column of a cell, counted from 1.
    pub fn place(&self, cell: u32) -> (usize, usize) {
        (
            cell as usize / self.width + 1,
            cell as usize % self.width + 1,
        )
    }

    /// Returns the cell in a row and a column, both counted from 1; `None` if the cell is not on
    /// the board.
    pub fn cell(&self, row: usize, column: usize) -> Option<u32> {
        let on = (1..=self.height).contains(&row) && (1..=self.width).contains(&column);
        on.then(|| ((row - 1) * self.width + column - 1) as u32)
    }

    /// Returns the row and the column of a cell, counted from 1, as text.
    pub fn name(&self, cell: u32) -> String {
        let (row, column) = self.place(cell);
        format!("({row},{column})")
    }

    /// Returns the rows as texts, one character per cell.
    pub fn rows(&self, sign: impl Fn(u32) -> char) -> impl Iterator<Item = String> {
        let width = self.width as u32;
        (0..self.height as u32)
            .map(move |row| (row * width..(row + 1) * width).map(&sign).collect())
    }

    /// Returns all rows of the board on one line, in the notation of a query.
    pub fn text(&self, sign: impl Fn(u32) -> char) -> String {
        self.rows(sign).collect::<Vec<_>>().join(" / ")
    }
}

/// Splits a text into the board and the words after it, starting with the first `;`.
pub(crate) fn split_rows(text: &str) -> (&str, SketchWords<'_>) {
    let end = text.find(';').unwrap_or(text.len());
    (&text[..end], SketchWords::from(text, end))
}

/// Reads two words as the row and the column of a cell.
pub(crate) fn read_cell(
    words: &mut SketchWords<'_>,
    grid: Grid,
) -> Result<(u32, Span), Box<Diagnostic>> {
    let mut number = |most: usize, what: Text| words.number(1, most as Int, what);
    let (row, from) = number(grid.height, text!("a row number", "行号"))?;
    let (column, to) = number(grid.width, text!("a column number", "列号"))?;
    let cell = grid
        .cell(row as usize, column as usize)
        .expect("both are in their ranges");
    Ok((cell, Span::new(from.start as usize, to.end as usize)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_rows_and_names() {
        let (grid, signs) =
            Grid::read("\n ab/ cd / ef \n\n").unwrap_or_else(|wrong| panic!("{}", wrong.message));
        assert_eq!((grid.height(), grid.width(), grid.cells()), (3, 2, 6));
        let signs: Vec<(char, u32)> = signs.map(|(sign, span)| (sign, span.start)).collect();
        assert_eq!(
            signs,
            [('a', 2), ('b', 3), ('c', 6), ('d', 7), ('e', 11), ('f', 12)]
        );
        assert_eq!(grid.text(|cell| signs[cell as usize].0), "ab / cd / ef");
        assert_eq!(grid.neighbours(2).collect::<Vec<_>>(), [0, 3, 4]);
        assert_eq!(
            grid.pairs(|cell| cell != 3),
            [(0, 1), (0, 2), (2, 4), (4, 5)]
        );
        assert_eq!(
            (
                grid.name(5),
                grid.cell(3, 2),
                grid.cell(4, 1),
                grid.cell(1, 0)
            ),
            ("(3,2)".to_owned(), Some(5), None, None)
        );
        assert!(grid.is_black(1) && grid.is_black(2) && !grid.is_black(3));
        let (none, _) = Grid::read(" / \n").unwrap_or_else(|wrong| panic!("{}", wrong.message));
        assert_eq!((none.cells(), none.text(|_| '.')), (0, String::new()));
    }

    #[test]
    fn rows_have_equal_length() {
        for (text, at) in [("ab / a", 5), ("ab / / ab", 5), ("a / ab", 4)] {
            assert_eq!(
                Grid::read(text).err().map(|wrong| wrong.span.start),
                Some(at),
                "{text}"
            );
        }
    }
}
