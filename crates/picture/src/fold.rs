//! Folds a row of cells: at the width asked for, else at the period that the game claims, else at one that can be seen; and marks the
//! cells that the period does not hold for. A claim is only looked for in the cells shown, and the caption says no more.

use base::text;
use base::text::Text;
use grundy::fold::{Seen, has_period, visible_period};

use crate::board::{Axis, Board, BoardOptions, Cell, Mark};

/// The width of a row without a period, unless there is too much of it.
const USUAL: usize = 20;

/// Rows shorter than this hold several short periods.
const LEAST: usize = 12;

/// A board is at most so many times as high as wide.
const HIGH: usize = 4;

/// Lays out a row of cells whose first number is `low`.
pub fn fold(board: &mut Board, name: &str, low: i64, options: &BoardOptions) {
    let cells = std::mem::take(&mut board.cells);
    let length = cells.len();
    let claimed = options.claimed.filter(|&period| 1 <= period && period <= length);
    let seen = match (options.fold, claimed) {
        (Some(width), _) => has_period(&cells, width, 2),
        (None, Some(period)) => has_period(&cells, period, 2),
        (None, None) => visible_period(&cells),
    };
    let period = options.fold.or(claimed).or(seen.map(|seen| seen.period));
    // Long rows are folded at several periods, so that a column is still one residue.
    let slim = (length / HIGH).isqrt();
    let width = match (options.fold, period) {
        (Some(width), _) => width,
        (None, Some(period)) => period * LEAST.max(slim).div_ceil(period),
        (None, None) => USUAL.min(length).max(slim.next_multiple_of(10).min(length)),
    };
    let exceptions = seen.map(|seen| exceptions(&cells, seen)).unwrap_or_default();
    let marked = |i: usize| options.mark == Mark::Usual && exceptions.binary_search(&i).is_ok();

    // Rows begin at multiples of the width, so that a column is one residue.
    let lead = low.rem_euclid(width as i64) as usize;
    let rows = (lead + length).div_ceil(width);
    board.across = Axis { name: format!("{name} mod {width}"), first: 0, step: 1, count: width };
    board.down = Axis { name: name.to_owned(), first: low - lead as i64, step: width as i64, count: rows };
    let place = |i: usize| i.checked_sub(lead).filter(|&i| i < length);
    board.cells = (0..rows * width).map(|i| place(i).map_or(Cell::Blank, |i| cells[i])).collect();
    board.marked = (0..rows * width).map(|i| place(i).is_some_and(marked)).collect();

    let last = low + length as i64 - 1;
    let mut say = |words: Text| board.caption.push(words.get(board.lang).to_owned());
    match (seen, period) {
        (Some(Seen { preperiod, period }), _) => {
            let (from, count) = (low + preperiod as i64, exceptions.len());
            let found = match count {
                0 => text!("no exceptions", "无例外"),
                1 => text!("1 exception", "例外 1 个"),
                _ => text!("{count} exceptions", "例外 {count} 个"),
            };
            let (found_en, found_zh) = (found.en, found.zh);
            say(text!(
                "period {period} from {name} = {from} on, as far as shown ({name} ≤ {last}); {found_en}",
                "就所示范围（{name} ≤ {last}），自 {name} = {from} 起周期为 {period}；{found_zh}"
            ));
            if exceptions.iter().any(|&i| marked(i)) {
                board.mark_words = Some(text!("an exception to the period", "周期的例外").get(board.lang).to_owned());
            }
        }
        (None, Some(period)) => say(text!("no period {period} is seen for {name} ≤ {last}", "{name} ≤ {last} 时看不到周期 {period}")),
        (None, None) => say(text!("no period is seen for {name} ≤ {last}", "{name} ≤ {last} 时看不到周期")),
    }
    if let (Some(claimed), None) = (claimed, options.fold) {
        say(if width == claimed {
            text!("folded at {claimed}, the period that the game claims", "按该游戏断言的周期 {claimed} 折行")
        } else {
            text!("folded at a multiple of {claimed}, the period that the game claims", "按该游戏断言的周期 {claimed} 的倍数折行")
        });
    }
}

/// The cells before the part that repeats which are not what the period would have there.
fn exceptions(cells: &[Cell], seen: Seen) -> Vec<usize> {
    let Seen { preperiod, period } = seen;
    // The first cell of the same column in the part that repeats.
    let later = |i: usize| i + (preperiod - i).div_ceil(period) * period;
    (0..preperiod).filter(|&i| cells[i] != cells[later(i)]).collect()
}
