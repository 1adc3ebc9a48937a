//! Names of values in the notation of the field. A name depends only on the value: the options are
//! written in the order of [`Store::left_options`], which does not depend on the ids.

use std::fmt::{self, Write};

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::simple::SimpleValue;
use crate::store::{Id, Store};

/// Maximum number of bars between the options of a form whose braces are omitted.
const MAX_BARS: u8 = 4;

/// The parts of the name of a value.
enum Layout {
    /// The name has no options.
    Simple(SimpleValue),
    /// `+-1` = {1|-1}.
    Switch(Dyadic),
    /// `+-{2|0}` or `+-(0,{2|0})`: the left options.
    PlusMinus(Vec<Id>),
    /// `tiny(1)`.
    Tiny(Id),
    /// `miny(1)`.
    Miny(Id),
    /// `{2||1|0}`: left options, right options and the number of bars.
    Braces(Vec<Id>, Vec<Id>, u8),
}

/// A piece of a name that has not been written.
enum Piece {
    Text(&'static str),
    Bars(u8),
    Value(Id),
    /// The options of a value without its braces.
    Inner(Id),
}

impl Store {
    /// Returns the name of a value.
    ///
    /// The name of a value with many followers can be very long; the length counts as memory.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the budget runs out or the store is full.
    pub fn name(&mut self, g: Id, budget: &Budget<'_>) -> Result<String, ValueError> {
        let name = self.name_within(g, usize::MAX, budget)?;
        Ok(name.expect("every name is short enough"))
    }

    /// Returns the name of a value, or `None` if it has more than `max_bytes` bytes.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the budget runs out or the store is full.
    pub fn name_within(
        &mut self,
        g: Id,
        max_bytes: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, ValueError> {
        let layouts = self.layouts(g, budget)?;
        let mut name = String::new();
        let mut pieces = vec![Piece::Value(g)];
        while let Some(piece) = pieces.pop() {
            budget.tick()?;
            if name.len() > max_bytes {
                return Ok(None);
            }
            if name.capacity() - name.len() < 128 {
                let more = name.len().max(128);
                if more > 1 << 16 {
                    budget.allow_growth(self.bytes(), more as u64 * 2)?;
                }
                name.reserve(more);
            }
            match piece {
                Piece::Text(text) => name.push_str(text),
                Piece::Bars(count) => name.extend((0..count).map(|_| '|')),
                Piece::Value(id) => write_value(&layouts, id, true, &mut name, &mut pieces),
                Piece::Inner(id) => write_value(&layouts, id, false, &mut name, &mut pieces),
            }
        }
        Ok((name.len() <= max_bytes).then_some(name))
    }

    /// Returns the layouts of all values that occur in the name of `g`.
    fn layouts(&mut self, g: Id, budget: &Budget<'_>) -> Result<FxHashMap<Id, Layout>, ValueError> {
        let mut layouts: FxHashMap<Id, Layout> = FxHashMap::default();
        let mut stack = vec![(g, None, 0)];
        while let Some((id, layout, next)) = stack.last_mut() {
            if layout.is_none() {
                budget.tick()?;
                *layout = Some(self.layout(*id, budget)?);
            }
            let part = layout.as_ref().and_then(|layout| layout.part(*next));
            if let Some(part) = part {
                *next += 1;
                if !layouts.contains_key(&part) {
                    stack.push((part, None, 0));
                }
                continue;
            }
            let (id, layout, _) = stack.pop().expect("the loop condition found this entry");
            if let Some(mut layout) = layout {
                if let Layout::Braces(left, right, bars) = &mut layout {
                    *bars = 1 + side_bars(&layouts, left).max(side_bars(&layouts, right));
                }
                let count = layouts.len();
                if count.is_power_of_two() && count > 1 << 8 {
                    // The map, the stack and the lists of options are doubled.
                    let bytes = size_of::<(Id, Layout)>() * 3 + 32;
                    budget.allow_growth(self.bytes(), (count * 2 * bytes) as u64)?;
                }
                layouts.insert(id, layout);
            }
        }
        Ok(layouts)
    }

    fn layout(&mut self, g: Id, budget: &Budget<'_>) -> Result<Layout, ValueError> {
        if let Some(value) = self.simple_value(g) {
            return Ok(Layout::Simple(value));
        }
        let left = self.left_options(g, budget)?.to_vec();
        let right = self.right_options(g, budget)?.to_vec();
        let node = *self.node(g);
        let may_be_own_negative = node.left_stop == -node.right_stop && left.len() == right.len();
        if may_be_own_negative && self.negative(g, budget)? == g {
            if let [option] = left[..]
                && let Some(number) = self.as_number(option)
            {
                return Ok(Layout::Switch(number));
            }
            return Ok(Layout::PlusMinus(left));
        }
        if let ([zero], [reply]) = (&left[..], &right[..])
            && *zero == Store::ZERO
            && !self.is_simple(*reply)
            && *self.left_options(*reply, budget)? == [Store::ZERO]
            && let [threat] = *self.right_options(*reply, budget)?
            && self.left_stop(threat) < Dyadic::ZERO
        {
            return Ok(Layout::Tiny(self.negative(threat, budget)?));
        }
        if let ([reply], [zero]) = (&left[..], &right[..])
            && *zero == Store::ZERO
            && !self.is_simple(*reply)
            && *self.right_options(*reply, budget)? == [Store::ZERO]
            && let [threat] = *self.left_options(*reply, budget)?
            && self.right_stop(threat) > Dyadic::ZERO
        {
            return Ok(Layout::Miny(threat));
        }
        Ok(Layout::Braces(left, right, 0))
    }
}

impl Layout {
    /// Returns a value that occurs in the name.
    fn part(&self, index: usize) -> Option<Id> {
        match self {
            Layout::Simple(_) | Layout::Switch(_) => None,
            Layout::Tiny(id) | Layout::Miny(id) => (index == 0).then_some(*id),
            Layout::PlusMinus(left) => left.get(index).copied(),
            Layout::Braces(left, right, _) => left.iter().chain(right).nth(index).copied(),
        }
    }
}

/// Returns the number of bars in the name of a list of options outside all braces.
fn side_bars(layouts: &FxHashMap<Id, Layout>, options: &[Id]) -> u8 {
    match options {
        [option] => match layouts[option] {
            Layout::Braces(_, _, bars) if bars < MAX_BARS => bars,
            _ => 0,
        },
        _ => 0,
    }
}

/// Writes the beginning of a name, and pushes the other pieces.
fn write_value(
    layouts: &FxHashMap<Id, Layout>,
    id: Id,
    with_braces: bool,
    name: &mut String,
    pieces: &mut Vec<Piece>,
) {
    match &layouts[&id] {
        Layout::Simple(value) => {
            let _ = write!(name, "{value}");
        }
        Layout::Switch(number) => {
            let _ = write!(name, "+-{number}");
        }
        Layout::PlusMinus(left) => {
            if let [option] = left[..]
                && matches!(layouts[&option], Layout::Braces(..))
            {
                name.push_str("+-");
                pieces.push(Piece::Value(option));
            } else {
                name.push_str("+-(");
                pieces.push(Piece::Text(")"));
                push_list(left, pieces);
            }
        }
        Layout::Tiny(argument) => push_call("tiny(", *argument, name, pieces),
        Layout::Miny(argument) => push_call("miny(", *argument, name, pieces),
        Layout::Braces(left, right, bars) => {
            if with_braces {
                name.push('{');
                pieces.push(Piece::Text("}"));
            }
            for (side, is_last) in [(right, true), (left, false)] {
                match side[..] {
                    [option] if side_bars(layouts, side) > 0 => {
                        pieces.push(Piece::Inner(option));
                    }
                    _ => push_list(side, pieces),
                }
                if is_last {
                    pieces.push(Piece::Bars(*bars));
                }
            }
        }
    }
}

fn push_call(function: &str, argument: Id, name: &mut String, pieces: &mut Vec<Piece>) {
    name.push_str(function);
    pieces.push(Piece::Text(")"));
    pieces.push(Piece::Value(argument));
}

/// Pushes the names of options, separated by commas. The last piece is written first.
fn push_list(options: &[Id], pieces: &mut Vec<Piece>) {
    for (index, &option) in options.iter().enumerate().rev() {
        pieces.push(Piece::Value(option));
        if index > 0 {
            pieces.push(Piece::Text(","));
        }
    }
}

/// Formats the value in the notation of the field: `-3/4`, `1^*`, `2v3*5`, `^^*`.
impl fmt::Display for SimpleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Dyadic::ZERO || self.is_number() {
            write!(f, "{}", self.number)?;
        }
        let arrow = if self.up > 0 { '^' } else { 'v' };
        match self.up.unsigned_abs() {
            0 => {}
            1 => write!(f, "{arrow}")?,
            2 => write!(f, "{arrow}{arrow}")?,
            n => write!(f, "{arrow}{n}")?,
        }
        match self.nimber {
            0 => Ok(()),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}
