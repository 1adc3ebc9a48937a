//! The language of the command: the language of `--lang`, otherwise the language of the locale.

use base::text::Lang;

use crate::invocation::arguments;

/// Returns the language for help and argument errors: the value of `--lang` at any position,
/// otherwise the language of the locale.
pub fn language() -> Lang {
    let said: Vec<String> = arguments()
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let named = said
        .iter()
        .enumerate()
        .find_map(|(at, word)| match word.strip_prefix("--lang") {
            Some("") => said.get(at + 1).cloned(),
            Some(named) => named.strip_prefix('=').map(str::to_owned),
            None => None,
        });
    named.map_or_else(locale, |named| Lang::from_locale(&named))
}

/// Returns the language of the locale. The variables are checked in the order that POSIX
/// prescribes.
pub fn locale() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    set.map_or(Lang::En, |locale| Lang::from_locale(&locale))
}
