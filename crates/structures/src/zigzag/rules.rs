//! The rules and their notation. A query gives the weights, `zigzag(1 2 / 4 3)`. After Alice's
//! choice, a query ends with a clause such as `; I at 1`. After Bob's first move, a query ends with
//! a clause such as `; I from 1 to 4`. After Bob's first move, a query ends with a clause such as
//! `; I from 1 to 4`. After later moves, a query also names the other visited nodes: `; I from 1 to
//! 4 been 2 3`. A position begins with Alice's choice (0 not made, 1 increasing, 2 decreasing). The
//! next numbers are the node before the last move and the node under the token (0 for none), and
//! the visited nodes as bits. Nodes are counted from 1.

use std::any::Any;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{CellGrid, View};

use super::law::{MAX_ROWS, ZigzagLaw, ZigzagPosition};
use crate::bits::{self, flip};
use crate::grid;
use crate::sketch::{SketchWords, wrong};
use crate::structure_kind::StructureKind;

/// The entry of the Zigzag Game in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "zigzag",
    about: (
        "a token moves between rows and columns and never returns to a node; one player always uses a heavier edge than the last one, the other a lighter edge",
        "棋子在行与列之间往返，不重复到达；一方每次须走比上一条更重的边，另一方须走更轻的",
    ),
    example: "zigzag(1 2 / 4 3; I from 1 to 4)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "a game is written like this: 1 2 / 4 3; optionally followed by `; I at 1`, `; D from 1 to 3` or `; D from 1 to 3 been 2 4`",
                "写法举例：1 2 / 4 3；之后可写 `; I at 1`、`; D from 1 to 3` 或 `; D from 1 to 3 been 2 4`"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let (head, mut words) = grid::split_rows(text);
    let game = ZigzagRules::new(read_weights(head)?);
    let start = if words.next().is_none() {
        ZigzagPosition::default()
    } else {
        read_position(&game, &mut words)?
    };
    let slots = game.slots_of(&start);
    if !game.is_position(&start) {
        let message = text!(
            "no play leads to this position; check the visited nodes",
            "没有走法能到达此局面：请检查到过的结点"
        );
        return Err(wrong(Span::new(head.len(), text.len()), message));
    }
    Ok(ParsedStructure::new(game, vec![slots]))
}

/// Reads rows of weights: each of the numbers from 1 to n² exactly once.
fn read_weights(head: &str) -> Result<Vec<u32>, Box<Diagnostic>> {
    let place = |part: &str| {
        let start = part.as_ptr() as usize - head.as_ptr() as usize;
        Span::new(start, start + part.len())
    };
    let rows: Vec<&str> = head
        .split(['/', '\n'])
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .collect();
    let count = rows.len();
    if !(1..=MAX_ROWS).contains(&count) {
        return Err(wrong(
            Span::new(0, head.len()),
            text!(
                "expected 1 to {MAX_ROWS} rows, found {count}",
                "应有 1 到 {MAX_ROWS} 行，实有 {count} 行"
            ),
        ));
    }
    let (mut weights, most) = (Vec::new(), count * count);
    let mut met = vec![false; most + 1];
    for row in rows {
        let before = weights.len();
        for word in row.split_whitespace() {
            let weight = Some(word)
                .filter(|word| word.bytes().all(|b| b.is_ascii_digit()))
                .and_then(|word| word.parse().ok());
            let weight = weight
                .filter(|weight| (1..=most).contains(weight))
                .ok_or_else(|| {
                    wrong(
                        place(word),
                        text!(
                            "expected a weight, from 1 to {most}",
                            "此处应为边权，1 到 {most}"
                        ),
                    )
                })?;
            if std::mem::replace(&mut met[weight], true) {
                return Err(wrong(
                    place(word),
                    text!(
                        "duplicate weight {weight}: every weight occurs exactly once",
                        "边权 {weight} 重复：每个边权恰好出现一次"
                    ),
                ));
            }
            weights.push(weight as u32);
        }
        let found = weights.len() - before;
        if found != count {
            let message = text!(
                "this row has {found} weights, but there are {count} rows; expected as many columns as rows",
                "此行有 {found} 个边权；共 {count} 行，列数应与行数相同"
            );
            return Err(wrong(place(row), message));
        }
    }
    Ok(weights)
}

fn read_position(
    game: &ZigzagRules,
    words: &mut SketchWords<'_>,
) -> Result<ZigzagPosition, Box<Diagnostic>> {
    let mut word = |known: &[&str], expected: Text| match words.next() {
        Some((found, _)) if known.contains(&found) => Ok(found == known[0]),
        found => Err(wrong(found.map_or(words.end(), |(_, span)| span), expected)),
    };
    let increasing = word(
        &["I", "D"],
        text!(
            "expected Alice's choice, `I` or `D`",
            "此处应为 Alice 的选择 `I` 或 `D`"
        ),
    )?;
    let begins = word(
        &["at", "from"],
        text!("expected `at` or `from`", "此处应为 `at` 或 `from`"),
    )?;
    let last = game.nodes as Int;
    let node = |words: &mut SketchWords<'_>| {
        words
            .number(1, last, text!("a node", "结点"))
            .map(|(node, _)| node as u8 - 1)
    };
    let start = node(words)?;
    let mut position = ZigzagPosition::chosen(increasing, start);
    if !begins {
        match words.next() {
            Some(("to", _)) => position = position.after(node(words)?),
            found => {
                let span = found.map_or(words.end(), |(_, span)| span);
                return Err(wrong(
                    span,
                    text!(
                        "expected `to` and the node under the token",
                        "此处应为 `to` 和棋子所在结点"
                    ),
                ));
            }
        }
        if words.clone().next().is_some_and(|(word, _)| word == "been") {
            words.next();
            while words.clone().next().is_some() {
                position.been |= 1 << node(words)?;
            }
        }
    }
    match words.next() {
        None => Ok(position),
        Some((_, span)) => Err(wrong(span, text!("expected the end", "此处应结束"))),
    }
}

/// The rules on a graph of weighted edges.
pub struct ZigzagRules {
    nodes: usize,
    slots: Vec<Slot>,
    /// The edges that the token may take; only the theorem uses the matchings.
    law: ZigzagLaw,
}

impl ZigzagRules {
    fn new(weights: Vec<u32>) -> ZigzagRules {
        let nodes = 2 * weights.len().isqrt();
        let scalars = [("choice", 2), ("from", nodes as Int), ("at", nodes as Int)];
        let been = bits::slots("been", nodes)
            .into_iter()
            .zip(0..)
            .map(|(slot, word)| Slot::cell("been", (3, word), 0, slot.high));
        let slots = scalars
            .map(|(name, high)| Slot::number(name, 0, Some(high)))
            .into_iter()
            .chain(been)
            .collect();
        ZigzagRules {
            nodes,
            slots,
            law: ZigzagLaw::new(weights),
        }
    }

    /// Returns the weights and the matchings.
    pub fn law(&self) -> &ZigzagLaw {
        &self.law
    }

    /// Converts numbers that are in their ranges to a position.
    pub fn position_of(slots: &[Int]) -> ZigzagPosition {
        let node = |slot: Int| (slot > 0).then(|| slot as u8 - 1);
        let been = slots[3..]
            .iter()
            .rev()
            .fold(0, |set, word| set << bits::BITS | *word as u128);
        ZigzagPosition {
            increasing: (slots[0] > 0).then_some(slots[0] == 1),
            from: node(slots[1]),
            at: node(slots[2]),
            been,
        }
    }

    /// Converts a position to its numbers.
    fn slots_of(&self, position: &ZigzagPosition) -> Vec<Int> {
        let node = |node: Option<u8>| node.map_or(0, |node| Int::from(node) + 1);
        let choice = position
            .increasing
            .map_or(0, |increasing| if increasing { 1 } else { 2 });
        let mut slots = vec![0; self.slots.len()];
        (slots[0], slots[1], slots[2]) = (choice, node(position.from), node(position.at));
        (0..self.nodes as u32)
            .filter(|&v| position.been >> v & 1 == 1)
            .for_each(|v| flip(&mut slots[3..], v));
        slots
    }

    /// Returns whether the visited nodes are consistent with the last move. The rows and the
    /// columns must have the same number of visited nodes; before a move of Bob, the token's side
    /// (rows or columns) has one more visited node.
    fn is_position(&self, position: &ZigzagPosition) -> bool {
        let ZigzagPosition {
            increasing,
            from,
            at,
            been,
        } = *position;
        let has = |node: u8| been >> node & 1 == 1;
        let count = |column: bool| {
            (0..self.nodes as u8)
                .filter(|&node| has(node) && self.law.is_column(node) == column)
                .count()
        };
        match (increasing, from, at) {
            (None, None, None) => been == 0,
            (Some(_), None, Some(at)) => been == 1 << at,
            (Some(_), Some(from), Some(at)) => {
                let own = self.law.is_column(at);
                let extra = usize::from(position.is_bobs());
                has(from)
                    && has(at)
                    && self.law.is_column(from) != own
                    && count(own) == count(!own) + extra
            }
            _ => false,
        }
    }

    fn weights(&self) -> String {
        let rows = self.law.rows() as u8;
        let row = |row: u8| {
            (rows..2 * rows)
                .map(|column| self.law.weight(row, column).to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        (0..rows).map(row).collect::<Vec<_>>().join(" / ")
    }
}

impl Rules for ZigzagRules {
    fn title(&self) -> String {
        let rows = self.law.rows();
        format!("zigzag on {rows} + {rows} nodes")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn admits(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(self.is_position(&ZigzagRules::position_of(slots)))
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let position = ZigzagRules::position_of(slots);
        let mut commit = |left: ZigzagPosition, rule: usize, choices: &[Int]| {
            sink.commit_single(&self.slots_of(&left), rule, choices)
        };
        if position.at.is_some() {
            return self
                .law
                .moves(&position)
                .try_for_each(|to| commit(position.after(to), 1, &[Int::from(to) + 1]));
        }
        for (choice, increasing) in [(1, true), (2, false)] {
            for start in 0..self.nodes as u8 {
                commit(
                    ZigzagPosition::chosen(increasing, start),
                    0,
                    &[choice, Int::from(start) + 1],
                )?;
            }
        }
        Ok(())
    }

    fn describe(&self, slots: &[Int], rule: usize, choices: &[Int]) -> Option<Text> {
        match (rule, choices) {
            (0, &[1, start]) => Some(text!(
                "Alice is increasing and starts at {start}",
                "Alice 选递增，从 {start} 出发"
            )),
            (0, &[_, start]) => Some(text!(
                "Alice is decreasing and starts at {start}",
                "Alice 选递减，从 {start} 出发"
            )),
            (1, &[to]) => {
                let who = if ZigzagRules::position_of(slots).is_bobs() {
                    "Bob"
                } else {
                    "Alice"
                };
                Some(text!("{who} goes to {to}", "{who} 走到 {to}"))
            }
            _ => None,
        }
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(vec![0; self.slots.len()]),
            Some(row) if row.len() == self.slots.len() => Ok(row.to_vec()),
            Some(_) => Err(text!(
                "a position is written after the weights: zigzag(1 2 / 4 3; I from 1 to 4)",
                "局面写在边权之后：zigzag(1 2 / 4 3; I from 1 to 4)"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    /// Returns a view of the weights, which marks the visited rows and columns and the row or
    /// column of the token.
    fn view(&self, slots: &[Int]) -> Option<View> {
        let position = ZigzagRules::position_of(slots);
        let rows = self.law.rows() as u8;
        let name = |node: u8| {
            let mark = match () {
                _ if position.at == Some(node) => "*",
                _ if position.been >> node & 1 == 1 => "x",
                _ => "",
            };
            format!("{}{mark}", node + 1)
        };
        let row = |row: u8| {
            (rows..2 * rows)
                .map(|column| self.law.weight(row, column).to_string())
                .collect()
        };
        Some(View::Cells(CellGrid {
            rows: (0..rows).map(row).collect(),
            down: (0..rows).map(name).collect(),
            across: (rows..2 * rows).map(name).collect(),
        }))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let ZigzagPosition {
            increasing,
            from,
            at,
            been,
        } = ZigzagRules::position_of(slots);
        let weights = self.weights();
        let (Some(increasing), Some(at)) = (increasing, at) else {
            return Some(format!("zigzag({weights})"));
        };
        let choice = if increasing { 'I' } else { 'D' };
        let at_number = at + 1;
        let Some(from) = from else {
            return Some(format!("zigzag({weights}; {choice} at {at_number})"));
        };
        let others = (0..self.nodes as u8)
            .filter(|&node| been >> node & 1 == 1 && node != from && node != at);
        let others: String = others.map(|node| format!(" {}", node + 1)).collect();
        let others = if others.is_empty() {
            others
        } else {
            format!(" been{others}")
        };
        let from = from + 1;
        Some(format!(
            "zigzag({weights}; {choice} from {from} to {at_number}{others})"
        ))
    }

    fn is_standalone(&self) -> bool {
        true
    }
}
