//! Random inputs of a problem. Numbers are in the limits that the `input` item states, and not much
//! larger than the size of the test.

use std::fmt::Write;

use super::case::{CaseScope, CaseSource, NumberLimits, TextForm};
use super::{CaseError, CaseValues};
use crate::ast::{CasesDecl, InputDecl, LimitsDecl};
use crate::ir::Int;
use base::diagnostic::Span;
use base::text;

/// Maximum number of cases of a random input.
const MAX_RANDOM_CASES: Int = 5;

/// Returns a random input. `below` returns a random number that is at least 0 and less than its
/// argument; numbers without a lower limit begin at 1, and `size` bounds numbers and lengths if
/// their limits allow it.
///
/// # Errors
/// Returns [`CaseError`] if a size cannot be computed, or the limits of a number exclude each
/// other.
pub fn random_input(
    input: &InputDecl,
    constants: &CaseValues,
    size: u64,
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<String, CaseError> {
    let mut maker = InputMaker {
        text: String::new(),
        size: Int::try_from(size.max(1)).unwrap_or(Int::MAX),
        below,
        group_started: false,
        words: Vec::new(),
    };
    let cases = match &input.cases {
        CasesDecl::One => 1,
        CasesDecl::UntilEnd | CasesDecl::UntilNumber(_) => {
            maker.between(1, MAX_RANDOM_CASES.min(maker.size))
        }
        CasesDecl::Counted(_, limits) => {
            let scope = CaseScope::new(constants);
            let (low, high) = match limits {
                Some(LimitsDecl { low, high }) => {
                    let high = high.as_ref().map(|high| scope.constant(high));
                    (scope.constant(low)?, high.unwrap_or(Ok(Int::MAX))?)
                }
                None => (1, Int::MAX),
            };
            let high = high.min(low.max(MAX_RANDOM_CASES.min(maker.size)));
            let cases = maker.between(low, high);
            let _ = writeln!(maker.text, "{cases}");
            cases
        }
    };
    for _ in 0..cases {
        CaseScope::new(constants).read(input, &mut maker)?;
    }
    if let CasesDecl::UntilNumber(last) = input.cases {
        let _ = writeln!(maker.text, "{last}");
    }
    Ok(maker.text)
}

/// Returns the values of a small case: each number is the smallest one that its limits allow; if
/// they allow negative numbers, one near 0.
pub(super) fn smallest_case(
    input: &InputDecl,
    constants: &CaseValues,
) -> Result<CaseValues, CaseError> {
    let mut maker = InputMaker {
        text: String::new(),
        size: 1,
        below: &mut |_| 0,
        group_started: false,
        words: Vec::new(),
    };
    let mut scope = CaseScope::new(constants);
    scope.read(input, &mut maker)?;
    Ok(scope.into_values())
}

/// The text of a random input, and the source of its random numbers.
struct InputMaker<'a> {
    text: String,
    size: Int,
    below: &'a mut dyn FnMut(u64) -> u64,
    /// Whether the last line has a value.
    group_started: bool,
    /// The words of the array that is being made, which are different if possible.
    words: Vec<Vec<Int>>,
}

impl InputMaker<'_> {
    /// Returns a random number from `low` to `high`; `low` if `high` is smaller.
    fn between(&mut self, low: Int, high: Int) -> Int {
        let count = (i128::from(high) - i128::from(low) + 1).clamp(1, i128::from(u64::MAX));
        low.saturating_add_unsigned((self.below)(count as u64))
    }

    fn put(&mut self, value: impl std::fmt::Display) {
        let blank = if self.group_started { " " } else { "" };
        let _ = write!(self.text, "{blank}{value}");
        self.group_started = true;
    }

    fn characters(&mut self, form: &TextForm<'_>) -> Vec<Int> {
        let length = form.length.unwrap_or_else(|| {
            let longest = self.size.clamp(1, 1 << 20);
            self.between(1, longest) as usize
        });
        let letters = form.letters.unwrap_or(&['a', 'b', 'c']);
        (0..length)
            .map(|_| {
                let at = (self.below)(letters.len() as u64) as usize;
                Int::from(u32::from(letters[at]))
            })
            .collect()
    }
}

fn as_text(entries: &[Int]) -> String {
    entries.iter().map(|&code| super::character(code)).collect()
}

impl CaseSource for InputMaker<'_> {
    fn number(
        &mut self,
        what: &dyn Fn() -> String,
        (low, high): NumberLimits,
    ) -> Result<Int, CaseError> {
        let low = low.unwrap_or(1);
        let largest = self.size.max(low.saturating_add(self.size / 2));
        let high = high.unwrap_or(Int::MAX);
        if high < low {
            let what = what();
            return Err(CaseError::rules(
                Span::default(),
                text!(
                    "no number is possible for `{what}`: its limits are {low}..{high}",
                    "`{what}` 没有可取的数：范围是 {low}..{high}"
                ),
            ));
        }
        // Numbers of both signs are near 0.
        let (least, largest) = match (low < 0, high <= 0) {
            (true, true) => (low.max(high.saturating_sub(self.size)), high),
            (true, false) => (low.max(-self.size), self.size),
            (false, _) => (low, largest),
        };
        let number = self.between(least, high.min(largest));
        self.put(number);
        Ok(number)
    }

    fn word(
        &mut self,
        _what: &dyn Fn() -> String,
        form: &TextForm<'_>,
    ) -> Result<Vec<Int>, CaseError> {
        const TRIALS: usize = 20;
        let mut word = self.characters(form);
        for _ in 0..TRIALS {
            if form.length.is_some() || !self.words.contains(&word) {
                break;
            }
            word = self.characters(form);
        }
        self.put(as_text(&word));
        if form.length.is_none() {
            self.words.push(word.clone());
        }
        Ok(word)
    }

    fn line(
        &mut self,
        _what: &dyn Fn() -> String,
        form: &TextForm<'_>,
    ) -> Result<Vec<Int>, CaseError> {
        self.end_group();
        let line = self.characters(form);
        self.put(as_text(&line));
        self.end_group();
        Ok(line)
    }

    fn edge(
        &mut self,
        _what: &dyn Fn() -> String,
        at: usize,
        vertices: Int,
    ) -> Result<(Int, Int), CaseError> {
        if vertices < 2 {
            return Err(CaseError::rules(
                Span::default(),
                text!("a graph with one vertex has no edges", "一个顶点的图没有边"),
            ));
        }
        // The first edges form a random tree.
        let later = at as Int + 2;
        let (mut a, mut b) = if later <= vertices {
            (later, self.between(1, later - 1))
        } else {
            (self.between(1, vertices), self.between(1, vertices))
        };
        if a == b {
            (a, b) = (a.min(vertices - 1).max(1), a.min(vertices - 1).max(1) + 1);
        }
        self.put(a);
        self.put(b);
        Ok((a, b))
    }

    fn end_group(&mut self) {
        if self.group_started {
            self.text.push('\n');
            self.group_started = false;
        }
    }
}
