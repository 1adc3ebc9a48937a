//! Reads the brackets of a component: numbers, ranges, and sets as lists or pictures.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use rules::ast::{QueryComponent, QuerySlot, SpannedExpr};
use rules::ir::Int;
use rules::lower::{held_value, is_set};
use rules::set_or_word::SetOrWord;
use rules::world::SourceError;

use super::Numbers;
use crate::error::{QUESTION, SolveError};

/// Returns the numbers of a component, each as a range. A set or a word (`held`) stands for several
/// numbers. If exactly `alone` numbers are given, each set of the position is the corresponding set
/// of the start position.
pub(super) fn read_numbers(
    text: &str,
    part: &QueryComponent,
    held: &[SetOrWord],
    alone: Option<usize>,
    number: &dyn Fn(&SpannedExpr) -> Result<Int, SolveError>,
) -> Result<Numbers, SolveError> {
    let Some(items) = &part.slots else {
        return Ok(None);
    };
    let short = !items
        .iter()
        .any(|item| matches!(item, QuerySlot::One(e) if is_set(e)));
    if let (true, Some(holder)) = (short && alone != Some(items.len()), held.first()) {
        return Err(no_set(text, part.span, holder));
    }
    let mut numbers: Vec<(Int, Int)> = Vec::new();
    for item in items {
        let holder = held
            .iter()
            .find(|holder| !short && holder.slots().start == numbers.len());
        match (item, holder) {
            (QuerySlot::One(e), Some(holder)) => {
                let set = held_value(e, holder).map_err(|found| {
                    SolveError::Refused(SourceError::new(QUESTION, text, found))
                })?;
                numbers.extend(set.into_iter().map(|n| (n, n)));
            }
            (QuerySlot::Range(low, high), Some(holder)) => {
                return Err(no_set(text, low.span.to(high.span), holder));
            }
            (QuerySlot::One(e), None) => {
                let n = number(e)?;
                numbers.push((n, n));
            }
            (QuerySlot::Range(low, high), None) => {
                let (a, b) = (number(low)?, number(high)?);
                if a > b {
                    return Err(SolveError::question(
                        text,
                        low.span.to(high.span),
                        text!("the range {a}..{b} is empty", "范围 {a}..{b} 为空"),
                    ));
                }
                numbers.push((a, b));
            }
        }
    }
    Ok(Some(numbers))
}

fn no_set(text: &str, place: Span, held: &SetOrWord) -> SolveError {
    let (name, example) = (held.name(), held.example());
    let what = match held {
        SetOrWord::Set(_) => text!(
            "`{name}` is a set: write its elements",
            "`{name}` 是集合：请写出元素"
        ),
        SetOrWord::Word(_) => text!(
            "`{name}` is a word: write its letters in quotes",
            "`{name}` 是单词：请用引号写出字母"
        ),
    };
    let error = Diagnostic::error(place, what);
    SolveError::Refused(SourceError::new(
        QUESTION,
        text,
        vec![error.help(text!("for example {example}", "例如 {example}"))],
    ))
}
