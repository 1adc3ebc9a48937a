//! Stores of large tables behind `--load`. What cannot be read ends the program: no answer may come
//! after it.

use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::SolveError;
use theory::theorem::Theorem;

use crate::big::{refused, warn_of_foreign};
use crate::exit;

/// A store, which is a folder or a URL, as a theorem of its game.
pub fn opened(
    store: &str,
    lang: Lang,
    budget: &Budget<'_>,
) -> Result<Arc<dyn Theorem>, SolveError> {
    let broken = move |fault: &archive::StoreError| {
        exit::end_with(&SolveError::Usage(fault.text()).render(lang, false))
    };
    let asked = large::theorem(store, "a store given by --load", Arc::new(broken), budget)
        .map_err(|wrong| refused(store, wrong))?;
    warn_of_foreign(lang, store, &asked.foreign);
    Ok(asked.theorem)
}
