//! The rules and their notation. A query draws a row of `.`, `W` and `B`, or gives a list. The
//! clauses `; up to 2` and `; black to move` are optional. A position is the player to move (0
//! White, 1 Black), then the squares of all pieces from the left. A move lists the moved pieces,
//! each by its number among the player's own, counted from 1, and its destination square.

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{CellGrid, MAX_BOARD_SIDE, View};

use crate::sketch::{SketchWords, wrong};
use crate::structure_kind::StructureKind;

const MAX_PIECES: usize = 1 << 17;

/// The maximum number of squares that are drawn, and of pieces that are listed, when a position is
/// shown.
const MAX_SHOWN_SQUARES: usize = 200;

/// The entry of approaching pieces in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "approach",
    about: (
        "white pieces W move to the right and black pieces B to the left, never onto or past another piece; a move advances 1 to K of the player's pieces",
        "白子 W 只向右、黑子 B 只向左，不得进入或越过其他棋子；每着移动 1 到 K 枚己方棋子",
    ),
    example: "approach(W..B.W.B; up to 2)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "write a row as `W..B.W.B; up to 2; black to move`, or as a list of the number of squares and the squares of the pieces: `8 1 4 6 8; up to 2`",
                "一行可写成 `W..B.W.B; up to 2; black to move`，也可写成列表（先写格数，再写各棋子的格号）：`8 1 4 6 8; up to 2`"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let mut words = SketchWords::new(text);
    let mut pieces = Vec::new();
    let drawn = words
        .clone()
        .next()
        .is_none_or(|(word, _)| !word.starts_with(|c: char| c.is_ascii_digit()));
    let squares = if drawn {
        drawn_row(&mut words, &mut pieces)?
    } else {
        listed_row(&mut words, &mut pieces)?
    };
    let most = up_to(&mut words)?;
    let mut start = vec![words.turn(["white", "black"])?];
    start.extend(pieces);
    let rules = ApproachRules::new(squares, start.len() / 2, most);
    Ok(ParsedStructure::new(rules, vec![start]))
}

/// Reads a row of alternating white and black pieces; returns the number of squares.
fn drawn_row(words: &mut SketchWords<'_>, pieces: &mut Vec<Int>) -> Result<Int, Box<Diagnostic>> {
    let Some((row, span)) = words.clone().next().filter(|(word, _)| *word != ";") else {
        return Ok(0);
    };
    words.next();
    for (square, (at, sign)) in row.char_indices().enumerate() {
        let here = Span::new(
            span.start as usize + at,
            span.start as usize + at + sign.len_utf8(),
        );
        let next = if pieces.len().is_multiple_of(2) {
            'W'
        } else {
            'B'
        };
        match sign.to_ascii_uppercase() {
            '.' => continue,
            'W' | 'B' if pieces.len() >= MAX_PIECES => {
                return Err(wrong(
                    here,
                    text!(
                        "too many pieces: a row has at most {MAX_PIECES}",
                        "棋子过多：一行最多 {MAX_PIECES} 枚"
                    ),
                ));
            }
            found @ ('W' | 'B') if found == next => pieces.push(square as Int + 1),
            'W' | 'B' => {
                return Err(wrong(
                    here,
                    text!(
                        "white and black pieces must alternate: expected `{next}`",
                        "黑白棋子须相间：此处应为 `{next}`"
                    ),
                ));
            }
            _ => {
                return Err(wrong(
                    here,
                    text!("expected `.`, `W` or `B`", "此处应为 `.`、`W` 或 `B`"),
                ));
            }
        }
    }
    if pieces.len() % 2 == 1 {
        return Err(wrong(
            span,
            text!("the last piece must be black", "最右的棋子须为黑子"),
        ));
    }
    Ok(row.chars().count() as Int)
}

/// Reads the number of squares, and the squares of the pieces in order.
fn listed_row(words: &mut SketchWords<'_>, pieces: &mut Vec<Int>) -> Result<Int, Box<Diagnostic>> {
    let (squares, span) = words.number(0, Int::MAX, text!("the number of squares", "格数"))?;
    while words.clone().next().is_some_and(|(word, _)| word != ";") {
        let next = pieces
            .last()
            .map_or(1, |&last: &Int| last.saturating_add(1));
        let what = text!(
            "the square of the next piece to the right",
            "右边下一枚棋子的格号"
        );
        let (square, span) = words.number(next, squares, what)?;
        if pieces.len() >= MAX_PIECES {
            return Err(wrong(
                span,
                text!(
                    "too many pieces: a row has at most {MAX_PIECES}",
                    "棋子过多：一行最多 {MAX_PIECES} 枚"
                ),
            ));
        }
        pieces.push(square);
    }
    match pieces.len() % 2 {
        0 => Ok(squares),
        _ => Err(wrong(
            span,
            text!(
                "expected as many black pieces as white ones, with a black piece last",
                "黑子与白子须一样多，且最右的棋子须为黑子"
            ),
        )),
    }
}

/// Reads the maximum number of pieces that a move advances; returns 1 if the text omits this
/// number.
fn up_to(words: &mut SketchWords<'_>) -> Result<Int, Box<Diagnostic>> {
    let mut ahead = words.clone();
    if [ahead.next(), ahead.next()].map(|word| word.map(|(word, _)| word))
        != [Some(";"), Some("up")]
    {
        return Ok(1);
    }
    *words = ahead;
    match words.next() {
        Some(("to", _)) => Ok(words
            .number(
                1,
                Int::MAX,
                text!(
                    "the maximum number of pieces per move",
                    "每着最多移动的棋子数"
                ),
            )?
            .0),
        word => {
            let span = word.map_or(words.end(), |(_, span)| span);
            Err(wrong(
                span,
                text!(
                    "expected `up to` and the maximum number of pieces per move",
                    "此处应为 `up to` 及每着最多移动的棋子数"
                ),
            ))
        }
    }
}

/// The rules on a row.
#[derive(Clone)]
pub struct ApproachRules {
    squares: Int,
    /// The maximum number of pieces that a move advances.
    most: Int,
    slots: Vec<Slot>,
}

/// The moved pieces: the number of a white-black pair, starting at 0, and the destination of the
/// piece of the player to move.
type PieceMoves = Vec<(usize, Int)>;

impl ApproachRules {
    fn new(squares: Int, pairs: usize, most: Int) -> ApproachRules {
        let turn = Slot::number("turn", 0, Some(1));
        // After the first slot, the slots alternate between the array of white pieces and that of
        // black ones.
        let cells = (1..=pairs).flat_map(|pair| {
            [("w", 1), ("b", 2)]
                .map(|(sign, first)| Slot::cell(sign, (first, pair as Int), 1, Some(squares)))
        });
        ApproachRules {
            squares,
            most,
            slots: std::iter::once(turn).chain(cells).collect(),
        }
    }

    /// Returns the maximum number of pieces that a move advances.
    pub fn max_moved_pieces(&self) -> u64 {
        self.most as u64
    }

    fn pairs(&self) -> usize {
        self.slots.len() / 2
    }

    /// Returns the squares between a white piece and the black one after it, which are the
    /// destinations of the piece of the player to move.
    fn between(slots: &[Int], pair: usize) -> std::ops::Range<Int> {
        slots[1 + 2 * pair] + 1..slots[2 + 2 * pair]
    }

    fn make(
        &self,
        slots: &[Int],
        going: &PieceMoves,
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let mut option = slots.to_vec();
        let mut choices = Vec::with_capacity(2 * going.len());
        for &(pair, to) in going {
            option[1 + 2 * pair + slots[0] as usize] = to;
            choices.extend([pair as Int + 1, to]);
        }
        option[0] = 1 - slots[0];
        sink.budget().steps(option.len())?;
        sink.commit_single(&option, 0, &choices)
    }
}

impl Rules for ApproachRules {
    fn title(&self) -> String {
        format!(
            "approach on {} squares, up to {} a move",
            self.squares, self.most
        )
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn admits(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(slots[1..].is_sorted_by(|a, b| a < b))
    }

    /// Lists every set of pieces with every destination for each piece; a set of pieces precedes
    /// the sets that extend it.
    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let free: Vec<usize> = (0..self.pairs())
            .filter(|&pair| !ApproachRules::between(slots, pair).is_empty())
            .collect();
        // For each moved piece in `going`, its index in `free`.
        let mut places = Vec::new();
        let mut going: PieceMoves = Vec::new();
        let mut next = 0;
        loop {
            if next < free.len() && (going.len() as Int) < self.most {
                places.push(next);
                going.push((free[next], ApproachRules::between(slots, free[next]).start));
            } else {
                // The search advances to the next choice of moves: the last moved piece goes one
                // square further. If the last moved piece cannot go further, the piece after it
                // moves instead. If there is no piece after the last moved one, the moved piece
                // before it goes further.
                loop {
                    let (Some(place), Some((pair, to))) = (places.pop(), going.pop()) else {
                        return Ok(());
                    };
                    let instead = if to + 1 < ApproachRules::between(slots, pair).end {
                        Some((place, to + 1))
                    } else {
                        None
                    };
                    let further = free
                        .get(place + 1)
                        .map(|&pair| (place + 1, ApproachRules::between(slots, pair).start));
                    if let Some((place, to)) = instead.or(further) {
                        places.push(place);
                        going.push((free[place], to));
                        break;
                    }
                }
            }
            self.make(slots, &going, sink)?;
            next = places.last().map_or(0, |place| place + 1);
        }
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let pairs = 1..=self.pairs() as Int;
        let going: PieceMoves = choices
            .chunks_exact(2)
            .filter(|pair| pairs.contains(&pair[0]))
            .map(|pair| (pair[0] as usize - 1, pair[1]))
            .collect();
        let whole = rule == 0
            && !going.is_empty()
            && 2 * going.len() == choices.len()
            && going.len() as Int <= self.most;
        let ordered = going.is_sorted_by(|a, b| a.0 < b.0);
        if whole
            && ordered
            && going
                .iter()
                .all(|&(pair, to)| ApproachRules::between(slots, pair).contains(&to))
        {
            self.make(slots, &going, sink)?;
        }
        Ok(())
    }

    fn describe(&self, slots: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let sign = if slots[0] == 0 { 'W' } else { 'B' };
        let each = |going: &[Int]| {
            let from = slots.get(2 * usize::try_from(going[0]).ok()? + slots[0] as usize - 1)?;
            let to = going[1];
            Some(text!(
                "{sign} from {from} to {to}",
                "{sign} 从 {from} 走到 {to}"
            ))
        };
        let said: Option<Vec<Text>> = choices.chunks_exact(2).map(each).collect();
        Some(Text::join(&said?, &text!(", ", "，")))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let count = self.slots.len();
        match given {
            Some(row) if row.len() == count => Ok(row.to_vec()),
            _ => Err(text!(
                "expected a position of {count} numbers: the turn (0 for White, 1 for Black), then the squares of the pieces from left to right",
                "局面应为 {count} 个数：轮到谁走（0 白，1 黑），然后是自左至右各棋子的格号"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        (self.squares > 0 && self.squares as usize <= MAX_BOARD_SIDE)
            .then(|| View::Cells(CellGrid::from_letters([self.render(slots)])))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let row = match self.squares as usize <= MAX_SHOWN_SQUARES {
            true => self.render(slots),
            false => {
                let listed = slots[1..]
                    .iter()
                    .take(MAX_SHOWN_SQUARES)
                    .map(|square| format!(" {square}"))
                    .collect::<String>();
                let more = if self.slots.len() > MAX_SHOWN_SQUARES + 1 {
                    " …"
                } else {
                    ""
                };
                format!("{}{listed}{more}", self.squares)
            }
        };
        let most = if self.most == 1 {
            String::new()
        } else {
            format!("; up to {}", self.most)
        };
        let turn = if slots[0] == 0 { "" } else { "; black to move" };
        Some(format!("approach({row}{most}{turn})"))
    }

    fn is_standalone(&self) -> bool {
        true
    }
}

impl ApproachRules {
    /// Returns the drawing of a row of few squares.
    fn render(&self, slots: &[Int]) -> String {
        let mut row = vec!['.'; self.squares as usize];
        for (i, &square) in slots[1..].iter().enumerate() {
            row[square as usize - 1] = if i % 2 == 0 { 'W' } else { 'B' };
        }
        row.into_iter().collect()
    }
}
