//! Numbers of any length in inputs.

use base::text::Text;
use dashu_int::UBig;

use crate::error::JudgeError;
use crate::input::InputReader;

/// The maximum number of digits. Longer numbers are rejected, because parsing and square roots take
/// more than linear time.
const DIGITS: usize = 20_000;

/// Reads a number of at least `least`. Each digit counts as one step, because processing a long
/// number takes more than a small step.
pub fn number(input: &mut InputReader<'_>, what: Text, least: u64) -> Result<UBig, JudgeError> {
    let start = input.wrong(Text::same(""));
    let Text { en, zh } = what.clone();
    let digits = input.digits(what)?;
    input.budget.steps(digits.len())?;
    let number = (digits.len() <= DIGITS)
        .then(|| digits.parse::<UBig>().ok())
        .flatten()
        .filter(|n| *n >= UBig::from(least));
    number.ok_or_else(|| {
        let (line, column) = (start.line, start.column);
        let message = Text {
            en: format!(
                "expected {en}, a number that is at least {least} and has at most {DIGITS} digits"
            ),
            zh: format!("此处应为{zh}（不小于 {least} 的整数，至多 {DIGITS} 位）"),
        };
        crate::InputError {
            line,
            column,
            message,
        }
        .into()
    })
}

/// Converts a number to a size that brute force can handle.
pub fn small(number: &UBig) -> usize {
    usize::try_from(number).expect("brute force is used for small numbers only")
}
