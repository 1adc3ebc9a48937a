//! Stores of large tables: opens the stores of `--load` and reports errors and warnings about a
//! store. If a store of `--load` cannot be read, the program ends without an answer.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use cluster::store::object_name::escape_name;
use grundy::SolveError;
use large::LargeTableError;
use theory::theorem::Theorem;

use crate::output::{exit_with_error, print_error};

/// Opens a store (a folder or a URL) and returns it as a theorem about the game of the store.
pub fn open(store: &str, lang: Lang, budget: &Budget<'_>) -> Result<Arc<dyn Theorem>, SolveError> {
    let broken = move |fault: &cluster::store::StoreError| {
        exit_with_error(&SolveError::Usage(fault.text()).render(lang, false))
    };
    let asked = large::theorem(store, "a store given by --load", Arc::new(broken), budget)
        .map_err(|error| store_error(store, error))?;
    warn_of_foreign(lang, store, &asked.foreign);
    Ok(asked.theorem)
}

/// Converts the failure of a command about a store into an error that names the store.
pub fn store_error(store: &str, error: LargeTableError) -> SolveError {
    let Text { en, zh } = match error {
        LargeTableError::Absent => text!(
            "found no store of a large table; build one with `grundy big solve GAME --store FOLDER`",
            "没有找到大表的存储；可用 `grundy big solve 游戏 --store 文件夹` 生成"
        ),
        LargeTableError::Store(fault) => fault.text(),
        error => return error.into_error(),
    };
    let shown = escape_name(store);
    SolveError::Usage(text!("{shown}: {en}", "{shown}：{zh}"))
}

/// Lists on standard error the objects in a store that do not belong to it.
pub fn warn_of_foreign(lang: Lang, store: &str, foreign: &[String]) {
    if let Some(words) = large::foreign_words(store, foreign) {
        print_error(words.get(lang));
    }
}
