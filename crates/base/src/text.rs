//! Texts in the two languages of Grundy. The English and the Chinese version of a message are next
//! to each other, so that they are changed together.

use std::fmt;

use crate::escaping::escape_line;

/// A language of messages and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Returns the language of a locale name such as `zh_CN.UTF-8` or `en`; English for an unknown
    /// locale.
    pub fn from_locale(locale: &str) -> Lang {
        if locale.to_ascii_lowercase().starts_with("zh") {
            Lang::Zh
        } else {
            Lang::En
        }
    }
}

/// One message in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub zh: String,
}

impl Text {
    /// Creates a text that is the same in both languages (a name, a position, a formula).
    pub fn same(text: impl Into<String>) -> Text {
        let en = text.into();
        Text { zh: en.clone(), en }
    }

    /// Formats the two versions of a message; for [`text!`](crate::text!). One function for all
    /// messages keeps the code of each message small.
    #[doc(hidden)]
    #[inline(never)]
    pub fn format(en: fmt::Arguments<'_>, zh: fmt::Arguments<'_>) -> Text {
        Text {
            en: fmt::format(en),
            zh: fmt::format(zh),
        }
    }

    /// Joins texts with a separator.
    pub fn join(list: &[Text], between: &Text) -> Text {
        let of = |lang| {
            list.iter()
                .map(|text| text.get(lang))
                .collect::<Vec<_>>()
                .join(between.get(lang))
        };
        Text {
            en: of(Lang::En),
            zh: of(Lang::Zh),
        }
    }

    /// Joins texts as lines, without a line end after the last.
    pub fn lines(list: &[Text]) -> Text {
        Text::join(list, &Text::same("\n"))
    }

    /// Returns the text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// Returns a word in lower case, like [`str::to_lowercase`].
pub fn lowercase(word: &str) -> String {
    // Symbols, arrows and Chinese characters have no case. Skipping characters without case avoids
    // the table of all letters, which the page would have to load before its first answer.
    let plain = |c| matches!(c, '\0'..='\x7f' | '×' | '\u{2000}'..='\u{20ff}' | '\u{2190}'..='\u{23ff}' | '\u{2500}'..='\u{2bff}' | '\u{3000}'..='\u{9fff}');
    if word.chars().all(plain) {
        word.to_ascii_lowercase()
    } else {
        word.to_lowercase()
    }
}

/// Returns untrusted text for a message: shortened, with hidden characters as `\u{…}`.
pub fn shortened(word: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 40;
    let mut shown =
        escape_line(&word.chars().take(MAX_SHOWN_CHARS).collect::<String>()).into_owned();
    if word.chars().nth(MAX_SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// Creates a [`Text`] from an English and a Chinese format string with the same captured arguments:
/// `text!("unknown name `{name}`", "未知的名字 `{name}`")`.
#[macro_export]
macro_rules! text {
    ($en:literal, $zh:literal $(,)?) => {
        $crate::text::Text::format(format_args!($en), format_args!($zh))
    };
}

#[cfg(test)]
mod tests {
    use super::lowercase;

    #[test]
    fn lower_case_of_every_letter() {
        for letter in '\0'..=char::MAX {
            for word in [letter.to_string(), format!("尼姆 Nim{letter}")] {
                assert_eq!(lowercase(&word), word.to_lowercase());
            }
        }
    }
}
