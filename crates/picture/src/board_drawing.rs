//! Draws a board. Small boards have text in the cells. Larger boards consist only of colours. If
//! there are few runs (adjacent cells of a row with the same colour), each run is a rectangle. If
//! there are more runs, the board is an embedded image with one pixel for each cell.

use std::collections::BTreeMap;

use base::text;

use crate::arcs::{SMALL_TEXT_SIZE, caption, heading};
use crate::board::{BoardAxis, PictureBoard, PictureCell};
use crate::color::{Color, INK, MARK, PAPER, QUIET};
use crate::drawing::{
    Drawing, DrawingShape, Paint, Point, RectangleArea, Stroke, TextAnchor, TextStyle,
};
use crate::image::Image;
use crate::measure::text_width;

/// Whether the cells contain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterMode {
    /// Only boards that are small enough have text in their cells.
    #[default]
    Auto,
    /// Every cell contains text.
    Always,
    /// No cell contains text.
    Never,
}

/// Maximum number of columns and rows of a board with text in [`LetterMode::Auto`].
const LETTERED: (usize, usize) = (40, 60);
/// Maximum number of cells that get text in [`LetterMode::Always`].
const MAX_LETTERED_CELLS: usize = 20_000;
/// Approximate side of a board without text, in points.
const SIDE: f64 = 560.0;
/// Maximum number of runs of one colour; a board with more runs is an image.
const MAX_RUNS: usize = 4_000;
/// Margin around a picture.
const MARGIN: f64 = 18.0;
/// Minimum width for text, in points.
const MIN_WIDTH_POINTS: f64 = 250.0;

/// The position of the board and the size of its cells.
struct BoardPlacement {
    left: f64,
    top: f64,
    cell: (f64, f64),
    letters: bool,
}

/// Draws a board.
pub fn drawing(board: &PictureBoard, letters: LetterMode) -> Drawing {
    let (columns, rows) = (board.across.count, board.down.count);
    let letters = match letters {
        LetterMode::Auto => columns <= LETTERED.0 && rows <= LETTERED.1,
        LetterMode::Always => columns * rows <= MAX_LETTERED_CELLS,
        LetterMode::Never => false,
    };
    let cell = if letters {
        let written = board
            .cells
            .iter()
            .map(|cell| cell.letters().chars().count())
            .max()
            .unwrap_or(1);
        let heads =
            [board.across.number(0), board.across.number(columns - 1)].map(|n| n.to_string().len());
        let widest = written.max(*heads.iter().max().expect("there are two"));
        (26.0_f64.max(8.3 * widest as f64 + 9.0), 26.0)
    } else {
        let side = (SIDE / columns.max(rows) as f64).floor().clamp(1.0, 14.0);
        (side, side)
    };
    let sides = (0..rows)
        .map(|row| text_width(&board.down.number(row).to_string(), SMALL_TEXT_SIZE))
        .fold(0.0, f64::max);
    let upright = board.down.name.chars().count() > 2;
    let name = if upright {
        20.0
    } else {
        text_width(&board.down.name, 13.0) + 8.0
    };
    let left = MARGIN + name + sides + 10.0;
    let (wide, high) = (columns as f64 * cell.0, rows as f64 * cell.1);
    let width = (left + wide + MARGIN).max(2.0 * MARGIN + MIN_WIDTH_POINTS);
    let room = width - 2.0 * MARGIN;

    let mut drawing = Drawing::default();
    let mut y = heading(&mut drawing, &board.title, MARGIN, MARGIN, room);
    // A board that is narrower than its text is centred.
    let left = left + ((room - (left - MARGIN) - wide) / 2.0).max(0.0);
    let top = y + if board.bottom { 12.0 } else { 46.0 };
    let place = BoardPlacement {
        left,
        top,
        cell,
        letters,
    };
    cells(&mut drawing, board, &place);
    axes(&mut drawing, board, &place, upright);
    y = top + high + if board.bottom { 62.0 } else { 26.0 };
    y = legend(&mut drawing, board, y, room);
    let height = caption(&mut drawing, &board.caption, y, MARGIN, room);
    let lang = board.lang;
    let description = board.caption.join(text!("; ", "；").get(lang));
    drawing.finish(width, height, &board.title, &description)
}

/// Draws the cells with their text and marks.
fn cells(drawing: &mut Drawing, board: &PictureBoard, place: &BoardPlacement) {
    let BoardPlacement {
        left,
        top,
        cell: (wide, high),
        letters,
    } = *place;
    let rows = board.rows();
    if letters {
        let mut grounds: BTreeMap<Color, Vec<RectangleArea>> = BTreeMap::new();
        let mut written: BTreeMap<Color, Vec<(Point, String)>> = BTreeMap::new();
        for (line, &row) in rows.iter().enumerate() {
            for column in 0..board.across.count {
                let cell = board.cell(row, column);
                if cell == PictureCell::Blank {
                    continue;
                }
                let (x, y) = (left + column as f64 * wide, top + line as f64 * high);
                let ground = board.color(cell);
                grounds.entry(ground).or_default().push(RectangleArea {
                    at: (x + 0.5, y + 0.5),
                    size: (wide - 1.0, high - 1.0),
                });
                let ink = if cell == PictureCell::Absent {
                    QUIET
                } else {
                    ground.ink_on()
                };
                let at = (x + wide / 2.0, y + high / 2.0 + 4.6);
                written.entry(ink).or_default().push((at, cell.letters()));
            }
        }
        for (color, areas) in grounds {
            drawing.add(DrawingShape::Rects(areas, Paint::Fill(color)));
        }
        for (color, list) in written {
            drawing.texts(
                TextStyle {
                    bold: color.is_like(PAPER),
                    color,
                    ..TextStyle::plain(13.0)
                },
                list,
            );
        }
        for (line, &row) in rows.iter().enumerate() {
            for column in (0..board.across.count).filter(|&column| board.is_marked(row, column)) {
                let (x, y) = (left + column as f64 * wide, top + line as f64 * high);
                mark(drawing, (x, y), (wide, high));
            }
        }
        return;
    }
    let ground = |row: usize, column: usize| {
        if board.is_marked(row, column) {
            MARK
        } else {
            board.color(board.cell(row, column))
        }
    };
    match runs(board, &rows, &ground) {
        Some(runs) => {
            for (color, list) in runs {
                let area = |(line, column, length): (usize, usize, usize)| RectangleArea {
                    at: (left + column as f64 * wide, top + line as f64 * high),
                    size: (length as f64 * wide, high),
                };
                drawing.add(DrawingShape::Rects(
                    list.into_iter().map(area).collect(),
                    Paint::Crisp(color),
                ));
            }
        }
        None => {
            let columns = board.across.count;
            let pixels = rows
                .iter()
                .flat_map(|&row| (0..columns).map(move |column| (row, column)))
                .map(|(row, column)| ground(row, column));
            let area = RectangleArea {
                at: (left, top),
                size: (columns as f64 * wide, rows.len() as f64 * high),
            };
            drawing.add(DrawingShape::Image(
                area,
                Image {
                    columns,
                    pixels: pixels.collect(),
                },
            ));
        }
    }
}

fn mark(drawing: &mut Drawing, (x, y): (f64, f64), (wide, high): (f64, f64)) {
    let area = RectangleArea {
        at: (x + 1.5, y + 1.5),
        size: (wide - 3.0, high - 3.0),
    };
    drawing.add(DrawingShape::Frame(
        area,
        Stroke {
            color: MARK,
            width: 3.0,
        },
        2.0,
    ));
}

/// The runs of each colour; a run consists of the row, the first column, and the number of cells.
/// White is the colour of the background, so white cells need no runs.
type Runs = BTreeMap<Color, Vec<(usize, usize, usize)>>;

/// Returns the runs of the rows of a board; `None` if the board has more than [`MAX_RUNS`] runs.
fn runs(
    board: &PictureBoard,
    rows: &[usize],
    ground: &dyn Fn(usize, usize) -> Color,
) -> Option<Runs> {
    let mut runs = Runs::new();
    let mut count = 0;
    for (line, &row) in rows.iter().enumerate() {
        let mut column = 0;
        while column < board.across.count {
            let color = ground(row, column);
            let length = (column..board.across.count)
                .take_while(|&c| ground(row, c) == color)
                .count();
            if color != PAPER {
                runs.entry(color).or_default().push((line, column, length));
                count += 1;
                if count > MAX_RUNS {
                    return None;
                }
            }
            column += length;
        }
    }
    Some(runs)
}

/// Draws the numbers and names of the axes at the edges next to the origin, and a frame.
fn axes(drawing: &mut Drawing, board: &PictureBoard, place: &BoardPlacement, upright: bool) {
    let BoardPlacement {
        left,
        top,
        cell: (wide, high),
        letters,
    } = *place;
    let (right, bottom) = (
        left + board.across.count as f64 * wide,
        top + board.down.count as f64 * high,
    );
    if !letters {
        let frame = Paint::Line(Stroke {
            color: INK,
            width: 1.0,
        });
        drawing.rect(
            (left - 0.5, top - 0.5),
            (right - left + 1.0, bottom - top + 1.0),
            frame,
        );
    }
    let tick = Stroke {
        color: QUIET,
        width: 1.0,
    };
    let edge = if board.bottom { bottom } else { top };
    let outwards = if board.bottom { 1.0 } else { -1.0 };
    let baseline =
        |distance: f64| edge + outwards * distance + if board.bottom { 9.0 } else { 0.0 };
    let style = TextStyle {
        color: QUIET,
        ..TextStyle::plain(SMALL_TEXT_SIZE)
    };

    let label = |axis: &BoardAxis, index: usize| {
        text_width(&axis.number(index).to_string(), SMALL_TEXT_SIZE)
    };
    let widest = label(&board.across, 0).max(label(&board.across, board.across.count - 1));
    // If the cells are square and the board is not a folded row, rows and columns have the same
    // distance between numbers.
    let (every, every_row) = match (every(wide, widest + 6.0), every(high, 16.0)) {
        (across, down) if board.down.step == 1 && wide == high => {
            (across.max(down), across.max(down))
        }
        different => different,
    };
    let mut numbers = Vec::new();
    for column in ticks(&board.across, every) {
        let x = left + (column as f64 + 0.5) * wide;
        if !letters {
            drawing.add(DrawingShape::Line(
                [(x, edge + outwards), (x, edge + 5.0 * outwards)],
                tick,
                None,
            ));
        }
        numbers.push((
            (x, baseline(if letters { 6.0 } else { 9.0 })),
            board.across.number(column).to_string(),
        ));
    }
    drawing.texts(style, numbers);
    let name = TextStyle {
        italic: true,
        bold: true,
        ..TextStyle::plain(13.0)
    };
    drawing.text(
        ((left + right) / 2.0, baseline(26.0)),
        TextAnchor::Middle,
        name,
        &board.across.name,
    );

    let rows = board.rows();
    let mut widest: f64 = 0.0;
    for row in ticks(&board.down, every_row) {
        let drawn = if board.bottom {
            rows.len() - 1 - row
        } else {
            row
        };
        let y = top + (drawn as f64 + 0.5) * high;
        if !letters {
            drawing.add(DrawingShape::Line(
                [(left - 1.0, y), (left - 5.0, y)],
                tick,
                None,
            ));
        }
        let shown = board.down.number(row).to_string();
        widest = widest.max(text_width(&shown, SMALL_TEXT_SIZE));
        drawing.text((left - 8.0, y + 4.2), TextAnchor::End, style, &shown);
    }
    let x = left - 16.0 - widest;
    let middle = (top + bottom) / 2.0;
    if upright {
        drawing.add(DrawingShape::TextUpwards(
            (x, middle),
            name,
            board.down.name.clone(),
        ));
    } else {
        drawing.text((x, middle + 4.5), TextAnchor::End, name, &board.down.name);
    }
}

/// Returns the smallest round number of cells of the given size that together are at least as long
/// as the given space.
fn every(size: f64, room: f64) -> i64 {
    let round = (0..18).flat_map(|power| [1_i64, 2, 5].map(|digit| digit * 10_i64.pow(power)));
    round
        .into_iter()
        .find(|&every| every as f64 * size >= room)
        .unwrap_or(i64::MAX)
}

/// Returns the rows or columns that are labelled with a number: those whose number is a multiple of
/// `every`. For the lines of a folded row, the index of the line is used instead of its number.
fn ticks(axis: &BoardAxis, every: i64) -> Vec<usize> {
    (0..axis.count)
        .filter(|&index| {
            if axis.step == 1 {
                axis.number(index) % every == 0
            } else {
                index as i64 % every == 0
            }
        })
        .collect()
}

/// Draws the legend: one cell for each content, the colour scale, and the mark. Returns the y
/// coordinate of the next line.
fn legend(drawing: &mut Drawing, board: &PictureBoard, mut y: f64, room: f64) -> f64 {
    const BOX: f64 = 18.0;
    let mut x = MARGIN;
    let mut place = |wide: f64, y: &mut f64| {
        if x > MARGIN && x + wide > MARGIN + room {
            x = MARGIN;
            *y += 25.0;
        }
        let at = x;
        x += wide + 16.0;
        at
    };
    for (cell, words) in board.legend() {
        let at = place(BOX + 6.0 + text_width(&words, SMALL_TEXT_SIZE), &mut y);
        let ground = board.color(cell);
        drawing.rect((at, y - 13.0), (BOX, BOX), Paint::Fill(ground));
        let ink = if cell == PictureCell::Absent {
            QUIET
        } else {
            ground.ink_on()
        };
        drawing.text(
            (at + BOX / 2.0, y + 0.5),
            TextAnchor::Middle,
            TextStyle {
                color: ink,
                bold: ink.is_like(PAPER),
                ..TextStyle::plain(SMALL_TEXT_SIZE)
            },
            &cell.letters(),
        );
        drawing.text(
            (at + BOX + 6.0, y),
            TextAnchor::Start,
            TextStyle::plain(SMALL_TEXT_SIZE),
            &words,
        );
    }
    if let Some((least, greatest)) = board.scale() {
        const STEP: f64 = 7.0;
        let steps = (greatest - least + 1).min(24);
        let (first, last) = (least.to_string(), greatest.to_string());
        let bar = steps as f64 * STEP;
        let shown = if greatest > least {
            text_width(&last, SMALL_TEXT_SIZE) + 6.0
        } else {
            0.0
        };
        let at = place(
            text_width(&first, SMALL_TEXT_SIZE) + 6.0 + bar + shown,
            &mut y,
        );
        drawing.text(
            (at, y),
            TextAnchor::Start,
            TextStyle::plain(SMALL_TEXT_SIZE),
            &first,
        );
        let from = at + text_width(&first, SMALL_TEXT_SIZE) + 6.0;
        for step in 0..steps {
            let value = least + step * (greatest - least) / (steps - 1).max(1);
            drawing.rect(
                (from + step as f64 * STEP, y - 13.0),
                (STEP, BOX),
                Paint::Crisp(board.scale_color(value)),
            );
        }
        if greatest > least {
            drawing.text(
                (from + bar + 6.0, y),
                TextAnchor::Start,
                TextStyle::plain(SMALL_TEXT_SIZE),
                &last,
            );
        }
    }
    if let Some(words) = &board.mark_words {
        let at = place(BOX + 6.0 + text_width(words, SMALL_TEXT_SIZE), &mut y);
        mark(drawing, (at, y - 13.0), (BOX, BOX));
        drawing.text(
            (at + BOX + 6.0, y),
            TextAnchor::Start,
            TextStyle::plain(SMALL_TEXT_SIZE),
            words,
        );
    }
    y + 26.0
}
