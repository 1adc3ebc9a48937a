//! The value of a sum.

use base::text;
use theory::value::Grundy;

use crate::error::SolveError;

/// Returns the value of a sum, which must fit into the type [`Grundy`].
///
/// # Errors
/// Returns [`SolveError::Unsupported`] if the nim-sum does not fit into the value type.
pub(crate) fn fitting_sum(values: impl IntoIterator<Item = Grundy>) -> Result<Grundy, SolveError> {
    Grundy::sum(values).ok_or_else(|| {
        let most = Grundy::MAX_NIMBER;
        SolveError::Unsupported(text!(
            "the nim-sum is too large: the maximum is {most}",
            "Nim 和过大：最大为 {most}"
        ))
    })
}
