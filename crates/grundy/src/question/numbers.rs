//! What stands between the brackets of a component: numbers, ranges, and sets as lists or pictures.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use rules::ast::{Expr, ExprKind, QueryComponent, QuerySlot};
use rules::ir::{Int, Value};
use rules::lower::constant_value;
use rules::sets::Holder;

use super::{Numbers, QUESTION};
use crate::error::Error;
use rules::world::Refusal;

/// The numbers given for a component, each as a range; a set of the position (`held`) stands for all its numbers.
pub(super) fn given(
    text: &str,
    part: &QueryComponent,
    held: &[Holder],
    number: &dyn Fn(&Expr) -> Result<Int, Error>,
) -> Result<Numbers, Error> {
    let Some(items) = &part.slots else { return Ok(None) };
    let said = |item: &QuerySlot| matches!(item, QuerySlot::Picture(_) | QuerySlot::One(Expr { kind: ExprKind::Set(_), .. }));
    // From the start of a game with sets the numbers alone may be given.
    let whole = items.iter().any(said);
    let mut numbers: Vec<(Int, Int)> = Vec::new();
    for item in items {
        let holder = held.iter().find(|holder| whole && holder.first == numbers.len());
        match (item, holder) {
            (item, Some(holder)) => numbers.extend(set(text, item, holder)?.into_iter().map(|n| (n, n))),
            (QuerySlot::Picture(picture), None) => {
                return Err(Error::question(text, picture.span, text!("expected a number, found a picture", "此处应为数，却是图案")));
            }
            (QuerySlot::One(e), None) => {
                let n = number(e)?;
                numbers.push((n, n));
            }
            (QuerySlot::Range(low, high), None) => {
                let (a, b) = (number(low)?, number(high)?);
                if a > b {
                    return Err(Error::question(text, low.span.to(high.span), text!("the range {a}..{b} is empty", "范围 {a}..{b} 为空")));
                }
                numbers.push((a, b));
            }
        }
    }
    if let (false, Some(holder), Some(first)) = (whole, held.first(), items.first())
        && numbers.len() > held.iter().fold(0, |from, holder| from.max(holder.first))
    {
        let name = &holder.name;
        let all = holder.shown(&holder.ground.greatest().chain(std::iter::repeat(0)).take(holder.ground.words()).collect::<Vec<_>>());
        let place = match first {
            QuerySlot::One(e) => e.span,
            QuerySlot::Range(low, high) => low.span.to(high.span),
            QuerySlot::Picture(picture) => picture.span,
        };
        let error = Diagnostic::error(place, text!("`{name}` is a set: write its elements", "`{name}` 是集合：请写出元素"));
        let error = error.help(text!("for example {all}", "例如 {all}"));
        return Err(Error::Refused(Refusal::new(QUESTION, text, vec![error])));
    }
    Ok(Some(numbers))
}

/// The numbers of a set.
fn set(text: &str, item: &QuerySlot, holder: &Holder) -> Result<Vec<Int>, Error> {
    let name = &holder.name;
    match item {
        QuerySlot::Picture(picture) => holder.read_picture(&picture.text).map_err(|(at, why)| {
            let quotes = picture.span.range().len().saturating_sub(picture.text.len());
            let sign = at.and_then(|at| picture.text.char_indices().nth(at)).map(|(at, sign)| {
                let start = picture.span.range().start + quotes / 2 + at;
                Span::new(start, start + sign.len_utf8())
            });
            Error::question(text, sign.unwrap_or(picture.span), why)
        }),
        QuerySlot::One(Expr { kind: ExprKind::Set(list), .. }) if list.is_empty() => Ok(holder.numbers([])),
        QuerySlot::One(e) => match constant_value(e).map_err(|diagnostics| Error::Refused(Refusal::new(QUESTION, text, diagnostics)))? {
            Value::Set(rows, width) => holder.read(&rows, width).map_err(|why| Error::question(text, e.span, why)),
            Value::Int(_) | Value::Real(_) => Err(Error::question(
                text,
                e.span,
                text!("`{name}` is a set: write its elements in braces", "`{name}` 是集合：请在花括号中写出元素"),
            )),
        },
        QuerySlot::Range(low, high) => Err(Error::question(
            text,
            low.span.to(high.span),
            text!("`{name}` is a set, a range stands for numbers", "`{name}` 是集合，范围只用于数"),
        )),
    }
}
