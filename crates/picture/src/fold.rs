//! Folding of a row of cells: the row is divided into lines of equal width. The width is the
//! requested width, otherwise a multiple of the period that the game claims, otherwise a multiple
//! of a visible period. Cells that are exceptions to the period are marked. The caption reports the
//! observed period, its number of repetitions, and whether a period is only claimed.

use base::text;
use base::text::Text;
use grundy::period::{ClaimedPeriod, PeriodReport, PeriodVerdict, VisiblePeriod};

use crate::board::{BoardAxis, BoardOptions, CellMark, PictureBoard, PictureCell};

/// Default width of a row without a period, unless there are too many cells.
const USUAL: usize = 20;

/// Minimum width of a row with a period. If the period is shorter, a row contains several periods.
const MIN_ROW_CELLS: usize = 12;

/// Maximum ratio of height to width of a board.
const HIGH: usize = 4;

/// Lays out a row of cells whose first number is `low`. `told` is the information about the period
/// of the cells.
pub fn fold(
    board: &mut PictureBoard,
    name: &str,
    low: i64,
    told: &PeriodReport,
    options: &BoardOptions,
) {
    let cells = std::mem::take(&mut board.cells);
    let length = cells.len();
    let claimed = told
        .claim
        .and_then(|(claimed, _)| usize::try_from(claimed.period).ok());
    let claimed = claimed.filter(|&period| 1 <= period && period <= length);
    let period = claimed.or(told.period.as_ref().map(|seen| seen.period));
    // Long rows are folded at a multiple of the period, so that each column still has only one
    // residue modulo the period.
    let slim = (length / HIGH).isqrt();
    let width = match (options.fold, period) {
        (Some(width), _) => width,
        (None, Some(period)) => period * MIN_ROW_CELLS.max(slim).div_ceil(period),
        (None, None) => USUAL.min(length).max(slim.next_multiple_of(10).min(length)),
    };
    let exceptions = told
        .period
        .as_ref()
        .and_then(|seen| seen.exceptions.as_deref())
        .unwrap_or_default();
    let marked = |i: usize| options.mark == CellMark::Usual && exceptions.binary_search(&i).is_ok();

    // Rows begin at multiples of the width, so that each column has one residue modulo the width.
    let lead = low.rem_euclid(width as i64) as usize;
    let rows = (lead + length).div_ceil(width);
    board.across = BoardAxis {
        name: format!("{name} mod {width}"),
        first: 0,
        step: 1,
        count: width,
    };
    board.down = BoardAxis {
        name: name.to_owned(),
        first: low - lead as i64,
        step: width as i64,
        count: rows,
    };
    let place = |i: usize| i.checked_sub(lead).filter(|&i| i < length);
    board.cells = (0..rows * width)
        .map(|i| place(i).map_or(PictureCell::Blank, |i| cells[i]))
        .collect();
    board.marked = (0..rows * width)
        .map(|i| place(i).is_some_and(marked))
        .collect();
    if board.marked.contains(&true) {
        board.mark_words = Some(
            text!("an exception to the period", "周期的例外")
                .get(board.lang)
                .to_owned(),
        );
    }
    let lang = board.lang;
    board.caption.extend(
        caption(told, name, low, length)
            .iter()
            .map(|words| words.get(lang).to_owned()),
    );
}

/// Returns the remarks about the period, one for each line.
fn caption(told: &PeriodReport, name: &str, low: i64, length: usize) -> Vec<Text> {
    let number = |i: usize| low + i as i64;
    let last = number(length - 1);
    let mut lines = Vec::new();
    let verdict = told.claim.map(|(_, verdict)| verdict);
    if let Some((ClaimedPeriod { period, from }, verdict)) = told.claim {
        match verdict {
            PeriodVerdict::Agrees => {}
            PeriodVerdict::Beyond => lines.push(text!(
                "the game claims period {period} from {name} = {from}; the values for {name} ≤ {last} are too few to check it",
                "该游戏断言自 {name} = {from} 起周期为 {period}；{name} ≤ {last} 的值太少，无法检验"
            )),
            PeriodVerdict::Refutes(i) => {
                let n = number(i);
                lines.push(text!(
                    "the game claims period {period} from {name} = {from}, but the claim fails at {name} = {n}",
                    "该游戏断言自 {name} = {from} 起周期为 {period}，但在 {name} = {n} 处不成立"
                ));
            }
        }
    }
    match &told.period {
        Some(seen) => lines.push(seen_words(
            seen,
            verdict == Some(PeriodVerdict::Agrees),
            name,
            (number(seen.preperiod), last),
        )),
        None if verdict == Some(PeriodVerdict::Beyond) => {}
        None => lines.push(text!(
            "no period is visible for {name} ≤ {last}",
            "{name} ≤ {last} 时看不到周期"
        )),
    }
    lines
}

/// Describes a period, with its start and the last number shown.
fn seen_words(seen: &VisiblePeriod, claimed: bool, name: &str, (from, last): (i64, i64)) -> Text {
    let VisiblePeriod {
        period,
        repetitions,
        exceptions,
        ..
    } = seen;
    let found = match exceptions.as_ref().map(Vec::len) {
        None => text!("", ""),
        Some(0) => text!("; no exceptions", "；无例外"),
        Some(1) => text!("; 1 exception", "；例外 1 个"),
        Some(count) => text!("; {count} exceptions", "；例外 {count} 个"),
    };
    let (found_en, found_zh) = (found.en, found.zh);
    let times = if *repetitions == 1 {
        "repetition"
    } else {
        "repetitions"
    };
    if claimed {
        text!(
            "period {period} from {name} = {from}, as the game claims: observed over {repetitions} {times} ({name} ≤ {last}){found_en}",
            "自 {name} = {from} 起周期为 {period}，与该游戏的断言一致：在 {name} ≤ {last} 内重复 {repetitions} 次{found_zh}"
        )
    } else {
        text!(
            "period {period} from {name} = {from}: observed over {repetitions} {times} ({name} ≤ {last}), not proved{found_en}",
            "自 {name} = {from} 起周期为 {period}：在 {name} ≤ {last} 内重复 {repetitions} 次，未经证明{found_zh}"
        )
    }
}
