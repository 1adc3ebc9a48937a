//! The parts of the text format that the writer and the readers of certificates share: numbers,
//! rows of numbers, components.

use std::fmt::Write;

use rules::play::Component;
use rules::world::World;

/// The first line of a certificate.
pub(crate) const FIRST_LINE: &str = "grundy certificate 1";

/// Number of values of a heap game per row.
pub(crate) const HEAP_ROW: usize = 32;

/// Returns the number of lines that a list of values takes.
pub(crate) fn rows_of(values: usize) -> usize {
    values.div_ceil(HEAP_ROW)
}

/// The text after the conventions if play ends as soon as one component has no move.
pub(crate) const UNTIL_ONE: &str = " until one";

/// Parses a decimal number in the form in which it is printed: without a sign `+` and without
/// leading zeros.
pub(crate) fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Parses a hexadecimal number without a sign and without leading zeros, with lower-case letters.
pub(crate) fn hexadecimal(text: &str) -> Option<u64> {
    let number = u64::from_str_radix(text, 16).ok()?;
    (format!("{number:x}") == text).then_some(number)
}

/// Writes values in rows, separated by spaces.
pub(crate) fn write_rows(text: &mut String, values: &[impl std::fmt::Display]) -> std::fmt::Result {
    for row in values.chunks(HEAP_ROW) {
        for (n, value) in row.iter().enumerate() {
            write!(text, "{}{value}", if n > 0 { " " } else { "" })?;
        }
        writeln!(text)?;
    }
    Ok(())
}

/// Shows a component with the title of its game, as in `Bash(m = 3)[12]`. Unlike [`World::show`],
/// it does not change the case of the title.
pub(crate) fn show_component(world: &World, component: &Component) -> String {
    let numbers: Vec<String> = component.slots.iter().map(i64::to_string).collect();
    format!(
        "{}[{}]",
        world.rules(component.game).title(),
        numbers.join(", ")
    )
}
