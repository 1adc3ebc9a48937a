//! Sets in positions. A slot `s set of E` contains a subset of a fixed ground set E. Each element
//! is a binary digit, in the order of the elements, and [`BITS`] digits form a number of the
//! position. So all code that supports numbers supports sets. Users write and read sets as
//! pictures, `.##. / #..#`, a character for each element, or as lists, `{1, 3}`.

use std::sync::Arc;

use crate::ir::{Int, ParameterValue};
use crate::network::Network;
use crate::quoted_text::QuotedTextError;
use base::text;
use base::text::Text;

/// Number of elements that one number of a position encodes. A number that encodes elements has at
/// most 2^62 values, so that the length of its range is an [`Int`] too.
pub const BITS: usize = 62;

/// Maximum number of elements of a ground set.
pub const MAX_ELEMENTS: usize = 4096;

/// The default characters of a picture: present, absent.
const MARKS: [char; 2] = ['.', '#'];

/// The ground set of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroundSet {
    /// The elements, sorted and concatenated.
    pub rows: Arc<[Int]>,
    /// Number of coordinates of an element.
    pub width: usize,
    /// The ranges of the coordinates, if the elements are all combinations of values in these
    /// ranges.
    pub ranges: Option<Vec<(Int, Int)>>,
}

/// A set in a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionSet {
    /// The name of the set.
    pub name: String,
    /// The first slot.
    pub first: usize,
    /// The ground set of the set.
    pub ground: GroundSet,
    /// The characters of pictures: present, absent. `None` if the game declares no characters.
    pub marks: Option<[char; 2]>,
    /// The graph whose vertices or edges the set contains; `None` for any other set.
    pub network: Option<Arc<Network>>,
}

impl GroundSet {
    /// Creates a ground set of sorted elements without repetitions.
    pub fn new(rows: Arc<[Int]>, width: usize) -> GroundSet {
        let columns = |at: usize| rows.iter().skip(at).step_by(width).copied();
        let ends: Option<Vec<(Int, Int)>> = (0..width)
            .map(|at| columns(at).min().zip(columns(at).max()))
            .collect();
        let count = |(low, high): (Int, Int)| {
            high.checked_sub(low)
                .and_then(|length| usize::try_from(length).ok()?.checked_add(1))
        };
        let ranges = ends.filter(|ends| {
            let all = ends
                .iter()
                .try_fold(1usize, |product, &range| product.checked_mul(count(range)?));
            all == Some(rows.len() / width)
        });
        GroundSet {
            rows,
            width,
            ranges,
        }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.rows.len() / self.width
    }

    /// Returns whether the ground set is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Iterates over the elements in order.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = &[Int]> {
        self.rows.chunks_exact(self.width)
    }

    /// Returns the index of an element; `None` if it is not in the ground set.
    pub fn place(&self, element: &[Int]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.rows[middle * self.width..][..self.width].cmp(element) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Returns how many numbers of a position encode a subset.
    pub fn words(&self) -> usize {
        self.len().div_ceil(BITS)
    }

    /// Returns the maximum value of each number that encodes a part of a subset.
    pub fn greatest(&self) -> impl Iterator<Item = Int> {
        let count = self.len();
        (0..self.words()).map(move |word| (1 << (count - word * BITS).min(BITS)) - 1)
    }

    /// Returns the number of rows and columns of a picture of the set; `None` if the set has no
    /// picture. A set has a picture if its ground set is a board whose rows and columns are counted
    /// from 1. The ground set 1..n is a board of one row.
    pub fn board(&self) -> Option<(usize, usize)> {
        match self.ranges.as_deref()? {
            [(1, columns)] => Some((1, usize::try_from(*columns).ok()?)),
            [(1, rows), (1, columns)] => Some((
                usize::try_from(*rows).ok()?,
                usize::try_from(*columns).ok()?,
            )),
            _ => None,
        }
    }
}

impl PositionSet {
    /// Returns the slots that contain the set.
    pub fn slots(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.ground.words()
    }

    /// Returns whether the element with an index is present in a position.
    pub fn holds(&self, slots: &[Int], place: usize) -> bool {
        contains_element(&slots[self.slots()], place)
    }

    /// Returns the numbers for the elements with these indices.
    pub fn numbers(&self, places: impl IntoIterator<Item = usize>) -> Vec<Int> {
        let mut numbers = vec![0; self.ground.words()];
        for place in places {
            numbers[place / BITS] |= 1 << (place % BITS);
        }
        numbers
    }

    /// Returns the numbers for the full set.
    pub fn full_set(&self) -> Vec<Int> {
        self.ground.greatest().collect()
    }

    /// Returns the characters of pictures.
    pub fn signs(&self) -> [char; 2] {
        self.marks.unwrap_or(MARKS)
    }

    /// Formats these numbers of the set as in a query. A board is formatted as a picture; a row is
    /// formatted as a picture if the game declares the characters. Any other set is formatted as a
    /// list.
    pub fn render(&self, numbers: &[Int]) -> String {
        match self.ground.board() {
            Some((rows, columns)) if self.is_picture() => {
                let [there, not] = self.signs();
                let sign = |place| {
                    if contains_element(numbers, place) {
                        there
                    } else {
                        not
                    }
                };
                let row = |row: usize| {
                    (0..columns)
                        .map(|column| sign(row * columns + column))
                        .collect::<String>()
                };
                format!("\"{}\"", (0..rows).map(row).collect::<Vec<_>>().join(" / "))
            }
            _ => {
                let there = self
                    .ground
                    .elements()
                    .enumerate()
                    .filter(|(place, _)| contains_element(numbers, *place));
                format!(
                    "{{{}}}",
                    there
                        .map(|(_, element)| self.element(element))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
        }
    }

    /// Returns whether the set is shown as a picture. Boards are shown as pictures; rows are shown
    /// as pictures if the game declares the characters.
    fn is_picture(&self) -> bool {
        self.network.is_none()
            && self.ground.board().is_some()
            && (self.ground.width == 2 || self.marks.is_some())
    }

    /// Formats an element as in a query, with the names of vertices.
    fn element(&self, element: &[Int]) -> String {
        let part = |n: &Int| {
            self.network
                .as_ref()
                .map_or_else(|| n.to_string(), |network| network.name(*n))
        };
        let parts: Vec<String> = element.iter().map(part).collect();
        if parts.len() == 1 {
            parts.concat()
        } else {
            format!("({})", parts.join(","))
        }
    }

    /// Returns the numbers for a set of elements, which are concatenated in `rows`.
    ///
    /// # Errors
    /// Returns an error that names the first element that is not in the ground set.
    pub fn read(&self, rows: &[Int], width: usize) -> Result<Vec<Int>, Text> {
        let (name, wanted) = (&self.name, self.ground.width);
        if width != wanted && !rows.is_empty() {
            return Err(text!(
                "the elements of `{name}` have {wanted} coordinates, found {width}",
                "`{name}` 的元素有 {wanted} 个坐标，此处却有 {width} 个"
            ));
        }
        let mut places = Vec::new();
        for element in rows.chunks(width.max(1)) {
            places.push(self.ground.place(element).ok_or_else(|| {
                let element = self.element(element);
                text!(
                    "{element} can never be in `{name}`",
                    "{element} 不可能在 `{name}` 中"
                )
            })?);
        }
        Ok(self.numbers(places))
    }

    /// Parses a picture: rows separated by `/`, a character for each element. Spaces are ignored.
    ///
    /// # Errors
    /// Returns [`QuotedTextError`] if the picture has other characters, rows or columns than the
    /// set.
    pub fn read_picture(&self, picture: &str) -> Result<Vec<Int>, QuotedTextError> {
        let name = &self.name;
        let Some((rows, columns)) = self.ground.board() else {
            let example = self
                .ground
                .elements()
                .next()
                .map_or(String::new(), |first| {
                    ParameterValue::Set(first.into(), self.ground.width).to_string()
                });
            return Err(QuotedTextError::whole(text!(
                "`{name}` is not a board: write a list such as {example}",
                "`{name}` 不是棋盘：请写列表，例如 {example}"
            )));
        };
        let [there, not] = self.signs();
        let (mut row, mut column, mut places) = (0, 0, Vec::new());
        let wrong_row = |row: usize, found: usize| {
            let row = row + 1;
            text!(
                "row {row} of `{name}` has {found} cells, expected {columns}",
                "`{name}` 的第 {row} 行有 {found} 格，应为 {columns} 格"
            )
        };
        let wrong_rows = |found: usize| {
            text!(
                "expected {rows} rows for `{name}`, found {found}",
                "`{name}` 应有 {rows} 行，此处却有 {found} 行"
            )
        };
        for (at, sign) in picture.chars().enumerate() {
            match sign {
                ' ' => {}
                '/' if column == columns && row + 1 < rows => (row, column) = (row + 1, 0),
                '/' if column == columns => {
                    return Err(QuotedTextError::at_index(
                        at,
                        wrong_rows(1 + picture.matches('/').count()),
                    ));
                }
                '/' => return Err(QuotedTextError::at_index(at, wrong_row(row, column))),
                sign if sign != there && sign != not => {
                    return Err(QuotedTextError::at_index(
                        at,
                        text!(
                            "unknown symbol `{sign}` for `{name}`: `{there}` marks an element in the set, `{not}` one that is not in it",
                            "`{sign}` 不是 `{name}` 的符号：`{there}` 表示在集合中，`{not}` 表示不在"
                        ),
                    ));
                }
                _ if column == columns => {
                    let rest = picture
                        .chars()
                        .skip(at)
                        .take_while(|sign| *sign != '/')
                        .filter(|sign| *sign != ' ')
                        .count();
                    return Err(QuotedTextError::at_index(at, wrong_row(row, column + rest)));
                }
                sign => {
                    if sign == there {
                        places.push(row * columns + column);
                    }
                    column += 1;
                }
            }
        }
        if column < columns {
            return Err(QuotedTextError::whole(wrong_row(row, column)));
        }
        if row + 1 < rows {
            return Err(QuotedTextError::whole(wrong_rows(row + 1)));
        }
        Ok(self.numbers(places))
    }
}

/// Returns whether the element with an index is present, in the numbers of a set.
fn contains_element(numbers: &[Int], place: usize) -> bool {
    numbers[place / BITS] >> (place % BITS) & 1 == 1
}
