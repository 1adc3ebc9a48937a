//! Writes boards as text with letters and numbers, a star after marked cells, and colours if the
//! terminal supports them. Text is escaped, so that the output contains escape sequences only for
//! colours.

use std::fmt::Write as _;

use base::escaping::escape_line;
use base::text;

use crate::board::{PictureBoard, PictureCell};
use crate::color::{Color, PAPER};

/// Returns the board, line by line.
pub fn text(board: &PictureBoard, color: bool) -> String {
    let stars = board.marked.contains(&true);
    let letters = |row, column| {
        let star = if !stars {
            ""
        } else if board.is_marked(row, column) {
            "*"
        } else {
            " "
        };
        format!("{}{star}", board.cell(row, column).letters())
    };
    let heads: Vec<String> = (0..board.across.count)
        .map(|c| format!("{}{}", board.across.number(c), if stars { " " } else { "" }))
        .collect();
    let sides: Vec<String> = (0..board.down.count)
        .map(|r| board.down.number(r).to_string())
        .collect();
    let corner = escape_line(&format!("{}\\{}", board.down.name, board.across.name)).into_owned();
    let length = |text: &String| text.chars().count();
    let cells = (0..board.down.count).flat_map(|r| (0..board.across.count).map(move |c| (r, c)));
    let width = cells
        .map(|(r, c)| length(&letters(r, c)))
        .chain(heads.iter().map(length))
        .max()
        .unwrap_or(1);
    let side = sides
        .iter()
        .map(length)
        .max()
        .unwrap_or(1)
        .max(corner.chars().count());

    let mut out = format!("{}\n", escape_line(&board.title));
    let head = |out: &mut String| {
        let heads: Vec<String> = heads.iter().map(|head| format!("{head:>width$}")).collect();
        let _ = writeln!(
            out,
            "{}",
            format!("{corner:>side$} | {}", heads.join(" ")).trim_end()
        );
    };
    if !board.bottom {
        head(&mut out);
    }
    for row in board.rows() {
        let _ = write!(out, "{:>side$} |", sides[row]);
        let mut line = String::new();
        for column in 0..board.across.count {
            let cell = board.cell(row, column);
            let written = format!(" {:>width$}", letters(row, column));
            if color && cell != PictureCell::Blank {
                line += &painted(&written, board.color(cell))
            } else {
                line += &written
            }
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if board.bottom {
        head(&mut out);
    }
    let mut legend: Vec<String> = Vec::new();
    for (cell, words) in board.legend() {
        let (letters, words) = (cell.letters(), escape_line(&words).into_owned());
        legend.push(if color {
            format!(
                "{} {words}",
                painted(&format!(" {letters} "), board.color(cell))
            )
        } else {
            format!("{letters} {words}")
        });
    }
    if let Some(words) = &board.mark_words {
        legend.push(format!("* {}", escape_line(words)));
    }
    if !legend.is_empty() {
        let _ = writeln!(out, "{}", legend.join(text!("; ", "；").get(board.lang)));
    }
    for line in &board.caption {
        let _ = writeln!(out, "{}", escape_line(line));
    }
    out
}

/// Returns a text on a coloured background, with the escape codes of ISO 8613-6 (24-bit colour).
fn painted(text: &str, ground: Color) -> String {
    let ink = ground.ink_on();
    let bold = if ink.is_like(PAPER) { ";1" } else { "" };
    let ([r, g, b], [ir, ig, ib]) = (ground.rgb, ink.rgb);
    format!("\x1b[48;2;{r};{g};{b};38;2;{ir};{ig};{ib}{bold}m{text}\x1b[0m")
}
