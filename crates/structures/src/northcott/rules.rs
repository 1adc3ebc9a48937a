//! The rules of Northcott's game and their notation: rows such as `W..B / .W.B`, or a list `R C`
//! and R pairs "w b" of columns from 1 to C. The clauses `; retreats 2 1 by 3` and `; black to
//! move` are optional. A position begins with the player to move (0 White, 1 Black). If retreats
//! are limited, the next numbers are the remaining retreats of White and of Black. The last numbers
//! are the columns of the white and the black piece of each row. With limited retreats (Luogu
//! P7589) each player may move back k times, each time by at most d cells, so play must end.

use ::base::budget::Budget;
use ::base::diagnostic::{Diagnostic, Span};
use ::base::text;
use ::base::text::Text;
use ::rules::game::{Conventions, OptionSink, Rules, RulesError};
use ::rules::ir::{Int, Slot};
use ::rules::structure::ParsedStructure;
use ::rules::view::{CellGrid, MAX_BOARD_SIDE, View};

use super::lanes::{Lane, Retreats};
use crate::sketch::{SketchWords, wrong};
use crate::structure_kind::StructureKind;

const MAX_ROWS: usize = 1 << 17;

const MAX_RETREATS: Int = 1 << 40;

/// The maximum number of cells that are drawn, and of rows that are listed, when a position is
/// shown.
const MAX_SHOWN_CELLS: usize = 200;

/// The entry of Northcott's game in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "northcott",
    about: (
        "each row has a white piece W and a black piece B; slide one of your pieces along its row, forward or back, but not past the other piece",
        "每行有白子 W 和黑子 B 各一枚；每次将己方一枚棋子在行内前后滑动任意格，不得越过对方棋子",
    ),
    example: "northcott(W..B / .W.B)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "write a board as `W..B / .W.B; black to move`, or as a list of rows, columns and the columns of the pieces: `2 4, 1 4, 2 4`; both can have a clause such as `; retreats 2 1 by 3` before the turn",
                "棋盘可写成 `W..B / .W.B; black to move`，或写成列表（行数、列数、各行棋子的列）：`2 4, 1 4, 2 4`；两种写法都可在轮次之前加 `; retreats 2 1 by 3`"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let mut words = SketchWords::new(text);
    let mut pairs = Vec::new();
    let drawn = words
        .clone()
        .next()
        .is_none_or(|(word, _)| !word.starts_with(|c: char| c.is_ascii_digit()));
    let columns = if drawn {
        drawn_rows(&mut words, &mut pairs)?
    } else {
        listed_rows(&mut words, &mut pairs)?
    };
    let retreats = read_retreats(&mut words)?;
    let mut start = vec![words.turn(["white", "black"])?];
    start.extend(
        retreats
            .iter()
            .flat_map(|limits| [limits.white, limits.black]),
    );
    let rows = pairs.len() / 2;
    start.extend(pairs);
    let rules = NorthcottRules::new(rows, columns, retreats);
    Ok(ParsedStructure::new(rules, vec![start]))
}

/// The number of retreats of each player, and the maximum length of a retreat.
struct RetreatLimits {
    white: Int,
    black: Int,
    /// Maximum cells of one retreat.
    cells: Int,
}

/// Reads the limits of retreats; returns `None` if the text has no clause `retreats`.
fn read_retreats(words: &mut SketchWords<'_>) -> Result<Option<RetreatLimits>, Box<Diagnostic>> {
    let mut ahead = words.clone();
    if [ahead.next(), ahead.next()].map(|word| word.map(|(word, _)| word))
        != [Some(";"), Some("retreats")]
    {
        return Ok(None);
    }
    *words = ahead;
    let (white, _) = words.number(
        0,
        MAX_RETREATS,
        text!("the number of retreats of White", "白方可后退的次数"),
    )?;
    let (black, _) = words.number(
        0,
        MAX_RETREATS,
        text!("the number of retreats of Black", "黑方可后退的次数"),
    )?;
    match words.next() {
        Some(("by", _)) => {}
        word => {
            let span = word.map_or(words.end(), |(_, span)| span);
            return Err(wrong(
                span,
                text!(
                    "expected `by` and the maximum number of cells per retreat",
                    "此处应为 `by` 及每次后退的最多格数"
                ),
            ));
        }
    }
    let (cells, _) = words.number(
        0,
        Int::MAX,
        text!(
            "the maximum number of cells per retreat",
            "每次后退的最多格数"
        ),
    )?;
    Ok(Some(RetreatLimits {
        white,
        black,
        cells,
    }))
}

/// Reads rows that consist of `.`, one `W` and one `B`; returns the number of columns.
fn drawn_rows(words: &mut SketchWords<'_>, pairs: &mut Vec<Int>) -> Result<Int, Box<Diagnostic>> {
    let mut columns: Option<usize> = None;
    while let Some((word, span)) = words.clone().next().filter(|(word, _)| *word != ";") {
        words.next();
        let mut start = span.start as usize;
        for row in word.split('/') {
            let here = Span::new(start, start + row.len());
            let begin = start;
            start += row.len() + 1;
            if row.is_empty() {
                continue;
            }
            let mut places = [None; 2];
            for (column, (at, sign)) in row.char_indices().enumerate() {
                let which = match sign {
                    '.' => continue,
                    'W' | 'w' => 0,
                    'B' | 'b' => 1,
                    _ => {
                        let span = Span::new(begin + at, begin + at + sign.len_utf8());
                        return Err(wrong(
                            span,
                            text!("expected `.`, `W` or `B`", "此处应为 `.`、`W` 或 `B`"),
                        ));
                    }
                };
                if places[which].replace(column as Int + 1).is_some() {
                    let span = Span::new(begin + at, begin + at + 1);
                    return Err(wrong(
                        span,
                        text!(
                            "duplicate `{sign}`: each row has exactly one",
                            "`{sign}` 重复：每行只有一枚"
                        ),
                    ));
                }
            }
            let (Some(white), Some(black)) = (places[0], places[1]) else {
                let missing = if places[0].is_none() { 'W' } else { 'B' };
                return Err(wrong(
                    here,
                    text!("this row has no `{missing}`", "此行没有 `{missing}`"),
                ));
            };
            let first = *columns.get_or_insert(row.len());
            if first != row.len() {
                let length = row.len();
                let message = text!(
                    "this row has {length} columns, but the first row has {first}",
                    "此行有 {length} 列，而首行有 {first} 列"
                );
                return Err(wrong(here, message));
            }
            if pairs.len() >= 2 * MAX_ROWS {
                return Err(wrong(
                    here,
                    text!(
                        "too many rows: a board has at most {MAX_ROWS}",
                        "行数过多：棋盘最多 {MAX_ROWS} 行"
                    ),
                ));
            }
            pairs.extend([white, black]);
        }
    }
    Ok(columns.map_or(2, |columns| columns as Int))
}

/// Reads `R C` and R pairs; returns the number of columns.
fn listed_rows(words: &mut SketchWords<'_>, pairs: &mut Vec<Int>) -> Result<Int, Box<Diagnostic>> {
    let (rows, _) = words.number(0, MAX_ROWS as Int, text!("the number of rows", "行数"))?;
    let (columns, _) = words.number(2, Int::MAX, text!("the number of columns", "列数"))?;
    for row in 1..=rows {
        let (white, _) = words.number(
            1,
            columns,
            text!(
                "the column of the white piece of row {row}",
                "第 {row} 行白子的列"
            ),
        )?;
        let (black, span) = words.number(
            1,
            columns,
            text!(
                "the column of the black piece of row {row}",
                "第 {row} 行黑子的列"
            ),
        )?;
        if white == black {
            return Err(wrong(
                span,
                text!(
                    "both pieces of row {row} are in column {black}",
                    "第 {row} 行的两枚棋子都在第 {black} 列"
                ),
            ));
        }
        pairs.extend([white, black]);
    }
    Ok(columns)
}

/// The rules on a board.
#[derive(Clone)]
pub struct NorthcottRules {
    columns: Int,
    /// The maximum number of cells of a retreat, if limited.
    retreats: Option<Int>,
    slots: Vec<Slot>,
}

impl NorthcottRules {
    fn new(rows: usize, columns: Int, retreats: Option<RetreatLimits>) -> NorthcottRules {
        let mut slots = vec![Slot::number("turn", 0, Some(1))];
        if let Some(RetreatLimits { white, black, .. }) = retreats {
            slots.extend([
                Slot::number("white retreats", 0, Some(white)),
                Slot::number("black retreats", 0, Some(black)),
            ]);
        }
        // The slots alternate between the array of white pieces and that of black ones.
        let array = slots.len();
        let arrays = [("w", array), ("b", array + 1)];
        slots.extend((1..=rows).flat_map(|row| {
            arrays.map(|(sign, first)| Slot::cell(sign, (first, row as Int), 1, Some(columns)))
        }));
        NorthcottRules {
            columns,
            retreats: retreats.map(|limits| limits.cells),
            slots,
        }
    }

    fn first_piece_slot(&self) -> usize {
        if self.retreats.is_some() { 3 } else { 1 }
    }

    fn rows(&self) -> usize {
        (self.slots.len() - self.first_piece_slot()) / 2
    }

    /// Returns the columns of the white and the black piece, row by row.
    fn pairs<'s>(&self, slots: &'s [Int]) -> std::slice::ChunksExact<'s, Int> {
        slots[self.first_piece_slot()..].chunks_exact(2)
    }

    /// Returns the remaining retreats, with those of the player to move first; `None` if retreats
    /// are not limited.
    pub fn retreats(&self, slots: &[Int]) -> Option<Retreats> {
        let mut left = [slots.get(1), slots.get(2)].map(|left| left.map_or(0, |&left| left as u64));
        left.rotate_left(slots[0] as usize);
        self.retreats.map(|most| Retreats {
            left,
            most: most as u64,
        })
    }

    /// Returns the rows as lanes, in which `own` is the piece of the player to move.
    pub fn lanes(&self, slots: &[Int]) -> Vec<Lane> {
        let (own, other) = if slots[0] == 0 { (0, 1) } else { (1, 0) };
        let lane = |pair: &[Int]| Lane {
            own: pair[own] as u64,
            other: pair[other] as u64,
            length: self.columns as u64,
        };
        self.pairs(slots).map(lane).collect()
    }

    /// Returns the columns to which the player to move can go in a row: up to the other piece, the
    /// edge, or the maximum retreat.
    fn reach(&self, slots: &[Int], row: usize) -> std::ops::RangeInclusive<Int> {
        let (own, other) = (
            slots[self.piece(slots, row)],
            slots[self.first_piece_slot() + 2 * row + 1 - slots[0] as usize],
        );
        let back = match self.retreats {
            None => Int::MAX,
            Some(most) if slots[1 + slots[0] as usize] > 0 => most,
            Some(_) => 0,
        };
        match own < other {
            true => own.saturating_sub(back).max(1)..=other - 1,
            false => other + 1..=own.saturating_add(back).min(self.columns),
        }
    }

    /// Returns the drawing of a row.
    fn render(&self, pair: &[Int]) -> String {
        let sign = |column| match column {
            _ if column == pair[0] => 'W',
            _ if column == pair[1] => 'B',
            _ => '.',
        };
        (1..=self.columns).map(sign).collect()
    }

    /// Returns the slot of the piece of the player to move in a row.
    fn piece(&self, slots: &[Int], row: usize) -> usize {
        self.first_piece_slot() + 2 * row + slots[0] as usize
    }

    fn make(
        &self,
        slots: &[Int],
        row: usize,
        to: Int,
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let mut option = slots.to_vec();
        let other = slots[self.first_piece_slot() + 2 * row + 1 - slots[0] as usize];
        let own = &mut option[self.piece(slots, row)];
        let retreats = to.abs_diff(other) > own.abs_diff(other);
        *own = to;
        if retreats && self.retreats.is_some() {
            option[1 + slots[0] as usize] -= 1;
        }
        option[0] = 1 - slots[0];
        sink.budget().steps(option.len())?;
        sink.commit_single(&option, 0, &[row as Int + 1, to])
    }
}

impl Rules for NorthcottRules {
    fn title(&self) -> String {
        format!(
            "northcott on {} rows of {} columns",
            self.rows(),
            self.columns
        )
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            loopy: self.retreats.is_none(),
            ..Conventions::default()
        }
    }

    fn admits(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(self.pairs(slots).all(|pair| pair[0] != pair[1]))
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        for row in 0..self.rows() {
            let from = slots[self.piece(slots, row)];
            for to in self.reach(slots, row).filter(|&to| to != from) {
                self.make(slots, row, to, sink)?;
            }
        }
        Ok(())
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let &[row, to] = choices else { return Ok(()) };
        let rows = 1..=self.rows() as Int;
        if rule != 0 || !rows.contains(&row) {
            return Ok(());
        }
        let row = row as usize - 1;
        let moves = to != slots[self.piece(slots, row)] && self.reach(slots, row).contains(&to);
        if moves {
            self.make(slots, row, to, sink)
        } else {
            Ok(())
        }
    }

    fn describe(&self, slots: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let &[row, to] = choices else { return None };
        let from = slots.get(self.piece(slots, usize::try_from(row).ok()?.checked_sub(1)?))?;
        let sign = if slots[0] == 0 { 'W' } else { 'B' };
        Some(text!(
            "{sign} in row {row} from column {from} to {to}",
            "第 {row} 行的 {sign} 从第 {from} 列走到第 {to} 列"
        ))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let count = self.slots.len();
        match given {
            Some(row) if row.len() == count => Ok(row.to_vec()),
            _ if self.retreats.is_some() => Err(text!(
                "expected a position of {count} numbers: the turn (0 for White, 1 for Black), the remaining retreats of White and of Black, then the columns of W and B for each row",
                "局面应为 {count} 个数：轮到谁走（0 白，1 黑），白黑各剩几次后退，然后是各行 W 与 B 的列"
            )),
            _ => Err(text!(
                "expected a position of {count} numbers: the turn (0 for White, 1 for Black), then the columns of W and B for each row",
                "局面应为 {count} 个数：轮到谁走（0 白，1 黑），然后是各行 W 与 B 的列"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        if self.columns as usize > MAX_BOARD_SIDE
            || self.rows() > MAX_BOARD_SIDE
            || self.rows() == 0
        {
            return None;
        }
        let rows = self.pairs(slots).map(|pair| self.render(pair));
        Some(View::Cells(CellGrid::from_letters(rows)))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let rows = self.pairs(slots);
        let drawn = (self.columns as usize).saturating_mul(self.rows()) <= MAX_SHOWN_CELLS;
        let mut parts: Vec<String> = match drawn {
            true => rows.map(|pair| self.render(pair)).collect(),
            false => rows
                .take(MAX_SHOWN_CELLS)
                .map(|pair| format!("{} {}", pair[0], pair[1]))
                .collect(),
        };
        if !drawn {
            parts.insert(0, format!("{} {}", self.rows(), self.columns));
            if self.rows() > MAX_SHOWN_CELLS {
                parts.push("…".to_owned());
            }
        }
        let retreats = self.retreats.map_or(String::new(), |most| {
            format!("; retreats {} {} by {most}", slots[1], slots[2])
        });
        let turn = if slots[0] == 0 { "" } else { "; black to move" };
        Some(format!(
            "northcott({}{retreats}{turn})",
            parts.join(if drawn { " / " } else { ", " })
        ))
    }

    fn is_standalone(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use ::rules::structure::Structure;
    use ::rules::world::World;
    use fastrand::Rng;

    use super::*;
    use crate::trial::{self, question, refuses_at};

    fn describe_moves(text: &str, slots: &[Int]) -> Vec<String> {
        let (world, game) = trial::read(&KIND, text);
        let moves = trial::moves(&world, game, slots);
        moves
            .iter()
            .map(|(_, left)| world.show(game, left))
            .collect()
    }

    #[test]
    fn only_the_own_piece_slides_and_none_jumps() {
        let text = ".W.B/BW..";
        let (world, game) = trial::read(&KIND, text);
        let start = world.starts(game)[0].clone();
        assert_eq!(start, [0, 2, 4, 2, 1]);
        let expected = ["W..B / BW..", "..WB / BW..", ".W.B / B.W.", ".W.B / B..W"]
            .map(|b| format!("northcott({b}; black to move)"));
        assert_eq!(describe_moves(text, &start), expected);
        assert_eq!(
            describe_moves(text, &[1, 2, 4, 2, 1]),
            ["northcott(.WB. / BW..)"]
        );
        assert_eq!(
            trial::name(&world, game, &start, &[2, 3]),
            "W in row 2 from column 2 to 3"
        );
        // If a piece at the edge is adjacent to the other piece, it has no move.
        for (text, start) in [("WB / BW", &[0, 1, 2, 2, 1][..]), ("", &[0])] {
            assert_eq!(KIND.read(text).unwrap().starts, [start]);
            assert!(describe_moves(text, start).is_empty());
        }
    }

    #[test]
    fn one_move_is_made_as_all_are_and_what_is_shown_reads_again() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..200 {
            let (rows, columns) = (rng.usize(1..4), *rng.choice(&[2i64, 3, 5, 300]).unwrap());
            let retreats = rng
                .bool()
                .then(|| (rng.i64(0..3), rng.i64(0..3), rng.i64(0..4)));
            let mut slots = vec![rng.i64(0..2)];
            slots.extend(
                retreats
                    .iter()
                    .flat_map(|&(white, black, _)| [white, black]),
            );
            for _ in 0..rows {
                let white = rng.i64(1..=columns);
                slots.extend([white, 1 + (white + rng.i64(0..columns - 1)) % columns]);
            }
            let mut world = World::empty();
            let game = world.add(
                "n",
                Box::new(NorthcottRules::new(
                    rows,
                    columns,
                    retreats.map(|(white, black, cells)| RetreatLimits {
                        white,
                        black,
                        cells,
                    }),
                )),
            );
            let text = world.rules(game).show(&slots).unwrap();
            let again = KIND.read(question(&KIND, &text)).unwrap();
            assert_eq!(
                (again.starts[0].clone(), again.rules.show(&slots)),
                (slots.clone(), Some(text))
            );
            let all = trial::moves(&world, game, &slots);
            let mut legal = 0;
            for (row, to) in
                (0..=rows as i64 + 1).flat_map(|row| (0..=columns + 1).map(move |to| (row, to)))
            {
                if let Some(left) = trial::after(&world, game, &slots, &[row, to]) {
                    let made = ((0, vec![row, to]), left);
                    assert!(all.contains(&made), "{row} {to}");
                    legal += 1;
                }
            }
            assert_eq!(legal, all.len());
        }
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let cases = [
            ("W..B / .W.", 7),
            ("W..B / .WB", 7),
            ("W..B / .W.BB", 11),
            ("W..X", 3),
            ("W.é.B", 2),
            ("W", 0),
            (".", 0),
            ("W..B; red to move", 6),
            ("W..B; black", 11),
            ("W..B; black to move now", 20),
            ("1 1, 1 1", 2),
            ("1 4, 5 1", 5),
            ("1 4, 0 1", 5),
            ("1 4, 2 2", 7),
            ("2 4, 1 2, 3", 11),
            ("1 4, 1 2 3", 9),
            ("1 4", 3),
            ("W.B; retreats", 13),
            ("W.B; retreats 1", 15),
            ("W.B; retreats 1 2 3", 18),
            ("W.B; retreats 1 -2 by 3", 16),
            ("W.B; retreats 1 2 by", 20),
            ("W.B; retreats 1 2 by 3 black", 23),
            ("W.B; black to move; retreats 1 2 by 3", 18),
            ("1 99999999999999999999 1 2", 2),
            ("9999999 4", 0),
        ];
        refuses_at(&KIND, &cases);
        assert!(
            KIND.read("1 9223372036854775807, 1 9223372036854775807")
                .is_ok()
        );
    }
}
