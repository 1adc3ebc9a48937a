//! What the writer and the readers of the text of a certificate share: numbers, rows of numbers,
//! components.

use std::fmt::Write;

use rules::play::Component;
use rules::world::World;

/// The first line.
pub(crate) const FIRST_LINE: &str = "grundy certificate 1";

/// How many values of a heap game stand in a row.
pub(crate) const HEAP_ROW: usize = 32;

/// Returns the number of lines that a list of values takes.
pub(crate) fn rows_of(values: usize) -> usize {
    values.div_ceil(HEAP_ROW)
}

/// What is written where a sum is over with its first component.
pub(crate) const UNTIL_ONE: &str = " until one";

/// A decimal number as it is printed: no sign `+`, no leading zeros.
pub(crate) fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The same in hexadecimal, small letters.
pub(crate) fn hexadecimal(text: &str) -> Option<u64> {
    let number = u64::from_str_radix(text, 16).ok()?;
    (format!("{number:x}") == text).then_some(number)
}

/// Values in rows, a blank between two.
pub(crate) fn write_rows(text: &mut String, values: &[impl std::fmt::Display]) -> std::fmt::Result {
    for row in values.chunks(HEAP_ROW) {
        for (n, value) in row.iter().enumerate() {
            write!(text, "{}{value}", if n > 0 { " " } else { "" })?;
        }
        writeln!(text)?;
    }
    Ok(())
}

/// `Bash(m = 3)[12]`: with the title, whose letters keep their case, unlike [`World::show`].
pub(crate) fn show_component(world: &World, component: &Component) -> String {
    let numbers: Vec<String> = component.slots.iter().map(i64::to_string).collect();
    format!(
        "{}[{}]",
        world.rules(component.game).title(),
        numbers.join(", ")
    )
}
