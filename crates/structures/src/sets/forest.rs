//! The sets of a text, each stored once. The number of a heap is its size. Sets that are not heaps
//! have the numbers -1, -2, …, ordered by rank (one more than the maximum rank of an option). Sets
//! of equal rank are ordered by their options. So equal games have the same number and text,
//! however they are written. Reading and writing do not recurse, because sets may be deep.

use std::collections::HashMap;

use base::diagnostic::{Diagnostic, Span};
use base::text;
use rules::ir::Int;

/// The sets of a text.
#[derive(Debug, Default)]
pub(super) struct Forest {
    /// The options of each set that is not a heap, beginning with set -1; each list is sorted and
    /// has no duplicates.
    sets: Vec<Vec<Int>>,
    /// The number of each list of options.
    numbers: HashMap<Vec<Int>, Int>,
    /// The size of the largest heap.
    pub(super) largest: Int,
}

pub(super) enum SetOptions<'f> {
    /// A heap, whose options are all smaller heaps.
    Heap(Int),
    /// A set whose options are listed in the forest.
    Listed(&'f [Int]),
}

impl Forest {
    /// Reads one set, and returns its number. O(length · log length).
    pub(super) fn read(text: &str) -> Result<(Forest, Int), Box<Diagnostic>> {
        let mut forest = Forest::default();
        // The open sets; each has the location of its opening brace, and the elements read so far.
        let mut open: Vec<(usize, Vec<Int>)> = Vec::new();
        let (mut whole, mut wants_element) = (None, true);
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let (start, sign) = (at, rules::parser::to_ascii(c));
            at += c.len_utf8();
            let here = |end: usize| Span::new(start, end);
            let element = match sign {
                _ if c.is_whitespace() => continue,
                _ if whole.is_some() => {
                    return Err(wrong(
                        here(at),
                        text!(
                            "expected the end of the text after the set",
                            "集合之后应为文本结尾"
                        ),
                    ));
                }
                ',' if !wants_element && !open.is_empty() => {
                    wants_element = true;
                    continue;
                }
                '{' if wants_element => {
                    open.push((start, Vec::new()));
                    continue;
                }
                '}' if !open.is_empty()
                    && (!wants_element
                        || open.last().is_some_and(|(_, elements)| elements.is_empty())) =>
                {
                    let (_, elements) = open.pop().expect("it was looked at");
                    forest.number(elements)
                }
                '*' | '0' if wants_element => {
                    let digits = if sign == '*' { at } else { start };
                    while let Some(digit) = text[at..]
                        .chars()
                        .next()
                        .filter(|&c| rules::parser::to_ascii(c).is_ascii_digit())
                    {
                        at += digit.len_utf8();
                    }
                    let size: String = text[digits..at]
                        .chars()
                        .map(rules::parser::to_ascii)
                        .collect();
                    let size = if size.is_empty() {
                        Some(1)
                    } else {
                        size.parse().ok()
                    };
                    let size =
                        size.filter(|&size: &Int| size < Int::MAX && (sign == '*' || size == 0));
                    let size = size.ok_or_else(|| {
                        wrong(
                            here(at),
                            text!(
                                "expected a heap such as *5, or {{}}",
                                "此处应为 *5 这样的堆，或 {{}}"
                            ),
                        )
                    })?;
                    forest.largest = forest.largest.max(size);
                    size
                }
                _ => {
                    let message = match wants_element {
                        true => text!(
                            "expected a set such as {{}}, {{*1, *2}} or *5",
                            "此处应为集合，如 {{}}、{{*1, *2}} 或 *5"
                        ),
                        false => text!("expected `,` or `}}`", "此处应为 `,` 或 `}}`"),
                    };
                    return Err(wrong(here(at), message));
                }
            };
            match open.last_mut() {
                Some((_, elements)) => elements.push(element),
                None => whole = Some(element),
            }
            wants_element = false;
        }
        match (whole, open.last()) {
            (_, Some((brace, _))) => Err(wrong(
                Span::new(*brace, brace + 1),
                text!("this `{{` is not closed", "这个 `{{` 没有结束"),
            )),
            (Some(set), None) => Ok(forest.in_order(set)),
            (None, None) => Err(wrong(
                Span::new(0, text.len()),
                text!(
                    "expected a set such as {{*1, *2}}",
                    "此处应为集合，如 {{*1, *2}}"
                ),
            )),
        }
    }

    /// Returns the number of the set with the given elements.
    fn number(&mut self, mut elements: Vec<Int>) -> Int {
        elements.sort_unstable_by_key(key);
        elements.dedup();
        let size = elements.len() as Int;
        if elements.last().is_none_or(|&last| last == size - 1) {
            self.largest = self.largest.max(size);
            return size;
        }
        let next = -(self.sets.len() as Int) - 1;
        let (sets, numbers) = (&mut self.sets, &mut self.numbers);
        *numbers.entry(elements).or_insert_with_key(|elements| {
            sets.push(elements.clone());
            next
        })
    }

    /// Returns the sets of this forest ordered by rank, and the new number of `start`. O(n log n)
    /// comparisons for n sets.
    fn in_order(self, start: Int) -> (Forest, Int) {
        let mut ranks: Vec<Int> = Vec::with_capacity(self.sets.len());
        for options in &self.sets {
            let rank = |&set: &Int| if set >= 0 { set } else { ranks[place(set)] };
            ranks.push(1 + options.iter().map(rank).max().unwrap_or(-1));
        }
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        order.sort_by_key(|&old| ranks[old]);
        let mut sorted = Forest {
            largest: self.largest,
            ..Forest::default()
        };
        let mut renumbered: Vec<Int> = vec![0; self.sets.len()];
        for group in order.chunk_by(|&a, &b| ranks[a] == ranks[b]) {
            let renamed = |&old: &usize| {
                let mut options: Vec<Int> = self.sets[old]
                    .iter()
                    .map(|&set| {
                        if set >= 0 {
                            set
                        } else {
                            renumbered[place(set)]
                        }
                    })
                    .collect();
                options.sort_unstable_by_key(key);
                (options, old)
            };
            let mut group: Vec<(Vec<Int>, usize)> = group.iter().map(renamed).collect();
            group.sort_unstable_by(|(a, _), (b, _)| a.iter().map(key).cmp(b.iter().map(key)));
            for (options, old) in group {
                renumbered[old] = sorted.number(options);
            }
        }
        let start = if start >= 0 {
            start
        } else {
            renumbered[place(start)]
        };
        (sorted, start)
    }

    /// Returns the number of sets that are not heaps.
    pub(super) fn count(&self) -> usize {
        self.sets.len()
    }

    /// Returns the options of a set.
    pub(super) fn options(&self, set: Int) -> SetOptions<'_> {
        if set >= 0 {
            SetOptions::Heap(set)
        } else {
            SetOptions::Listed(&self.sets[place(set)])
        }
    }

    /// Returns whether `option` is an option of `set`.
    pub(super) fn leads(&self, set: Int, option: Int) -> bool {
        match self.options(set) {
            SetOptions::Heap(size) => (0..size).contains(&option),
            SetOptions::Listed(all) => all.binary_search_by_key(&key(&option), key).is_ok(),
        }
    }

    /// Returns a notation of a set; `None` if the notation takes more than `most` bytes.
    pub(super) fn render(&self, set: Int, most: usize) -> Option<String> {
        enum SetTextPart {
            Sign(&'static str),
            Set(Int),
        }
        let (mut text, mut rest) = (String::new(), vec![SetTextPart::Set(set)]);
        while let Some(part) = rest.pop() {
            match part {
                SetTextPart::Sign(sign) => text += sign,
                SetTextPart::Set(0) => text += "{}",
                SetTextPart::Set(set) => match self.options(set) {
                    SetOptions::Heap(size) => text += &format!("*{size}"),
                    SetOptions::Listed(all) => {
                        text += "{";
                        rest.push(SetTextPart::Sign("}"));
                        for (place, &option) in all.iter().enumerate().rev() {
                            rest.push(SetTextPart::Set(option));
                            if place > 0 {
                                rest.push(SetTextPart::Sign(", "));
                            }
                        }
                    }
                },
            }
            if text.len() > most {
                return None;
            }
        }
        Some(text)
    }
}

/// Returns the index of the options of a set that is not a heap.
pub(super) fn place(set: Int) -> usize {
    (-1 - set) as usize
}

/// Returns the sort key of elements: heaps by size, then other sets by their numbers.
fn key(set: &Int) -> (bool, u64) {
    (*set < 0, set.unsigned_abs())
}

fn wrong(span: Span, message: base::text::Text) -> Box<Diagnostic> {
    let help = text!(
        "a game is the set of its options: {{{{}}, {{*1, *2}}}}; *n is the Nim heap of size n",
        "游戏是其后继的集合：{{{{}}, {{*1, *2}}}}；*n 是 n 颗的 Nim 堆"
    );
    Box::new(Diagnostic::error(span, message).help(help))
}
