//! The words in the positions of a game: their letters, and their maximum length.

use std::sync::Arc;

use crate::ast::{
    AlphabetDecl, BeginDecl, ExpectKind, ExprKind, GameDecl, GameItemKind, List, SlotDecl,
    SlotType, SpannedExpr,
};
use crate::ir::{Args, Int, ParameterValue};
use base::escaping::is_hidden;
use base::text;
use base::text::{Text, lowercase};

/// The name of the argument for the maximum length of words.
pub(crate) const ROOM: &str = "letters";

const MAX_ALPHABET_LETTERS: usize = 256;

/// Default maximum length of a word.
const USUAL: usize = 8;
/// Returns the letters of a declaration.
///
/// # Errors
/// Returns the reason if the declared characters cannot be the letters of a word.
pub(crate) fn letters_of(written: &AlphabetDecl) -> Result<Arc<[char]>, Text> {
    let letters: Vec<char> = match written {
        AlphabetDecl::Listed(listed) => listed.text.chars().collect(),
        AlphabetDecl::Between(first, last) => {
            let single = |text: &str| {
                Some(text.chars().next()?).filter(|only| only.len_utf8() == text.len())
            };
            let Some((first, last)) = single(&first.text).zip(single(&last.text)) else {
                return Err(text!(
                    "expected a range of letters, such as a..z",
                    "应为字母的范围，例如 a..z"
                ));
            };
            (first..=last).collect()
        }
    };
    let count = letters.len();
    if !(1..=MAX_ALPHABET_LETTERS).contains(&count) {
        return Err(text!(
            "expected 1 to {MAX_ALPHABET_LETTERS} letters, found {count}",
            "应为 1 到 {MAX_ALPHABET_LETTERS} 个字母，却有 {count} 个"
        ));
    }
    if let Some(twice) = letters
        .iter()
        .enumerate()
        .find_map(|(at, letter)| letters[..at].contains(letter).then_some(letter))
    {
        return Err(text!(
            "the letter `{twice}` occurs twice",
            "字母 `{twice}` 出现了两次"
        ));
    }
    if let Some(sign) = letters
        .iter()
        .find(|letter| letter.is_whitespace() || is_hidden(**letter))
    {
        let sign = sign.escape_default();
        return Err(text!("`{sign}` cannot be a letter", "`{sign}` 不能作字母"));
    }
    Ok(letters.into())
}

/// Returns the word slots that a game declares.
fn word_slots(decl: &GameDecl) -> impl Iterator<Item = (&SlotDecl, &AlphabetDecl)> {
    let slots = decl.items.iter().filter_map(|item| {
        if let GameItemKind::State { slots, .. } = &item.kind {
            Some(slots)
        } else {
            None
        }
    });
    slots.flatten().filter_map(|slot| {
        if let SlotType::WordOf(letters) = &slot.holds {
            Some((slot, letters))
        } else {
            None
        }
    })
}

/// Returns the letters of the words that a game declares; `None` if the game has no words. All
/// words of a game have the same letters.
pub(crate) fn declared_letters(decl: &GameDecl) -> Option<Result<Arc<[char]>, Text>> {
    word_slots(decl)
        .next()
        .map(|(_, letters)| letters_of(letters))
}

/// Returns whether positions of a game contain words.
pub(crate) fn has_words(decl: &GameDecl) -> bool {
    word_slots(decl).next().is_some()
}

/// Returns whether `name` is the name of the argument for the maximum length of words.
pub(crate) fn is_room(name: &str) -> bool {
    lowercase(name) == ROOM
}

/// Sets the maximum length of words of a game that has words, unless the arguments specify it.
pub(crate) fn make_room(decl: &GameDecl, args: &mut Args, letters: usize) {
    if has_words(decl)
        && !args
            .iter()
            .any(|(name, _)| name.as_deref().is_some_and(is_room))
    {
        args.push((Some(ROOM.to_owned()), ParameterValue::Int(letters as Int)));
    }
}

/// Returns the maximum length of words of a game if no argument specifies it: the length of its
/// start words.
pub(crate) fn usual_room(decl: &GameDecl) -> usize {
    let start = decl.items.iter().find_map(|item| {
        if let GameItemKind::Start(begin) = &item.kind {
            Some(begin)
        } else {
            None
        }
    });
    match start {
        Some(BeginDecl::Text(text)) => text.text.chars().count().max(1),
        Some(BeginDecl::List(list))
            if list
                .iter()
                .any(|item| matches!(item.value.kind, ExprKind::Picture(_))) =>
        {
            longest_text(list.iter().map(|item| &item.value))
        }
        _ => USUAL,
    }
}

/// Returns the length of the longest text among expressions that stand for numbers; at least 1.
pub(crate) fn longest_text<'a>(items: impl IntoIterator<Item = &'a SpannedExpr>) -> usize {
    let letters = |item: &SpannedExpr| {
        if let ExprKind::Picture(text) = &item.kind {
            text.text.chars().count()
        } else {
            0
        }
    };
    items.into_iter().map(letters).max().unwrap_or(0).max(1)
}

/// Returns the length of the longest text of an expectation.
pub(crate) fn longest(kind: &ExpectKind) -> usize {
    let items = |list: &'_ List| longest_text(list.iter().map(|element| &element.value));
    match kind {
        ExpectKind::Value(list, _) => items(list),
        ExpectKind::Sum(components, _)
        | ExpectKind::Score(components, _)
        | ExpectKind::Form(components, _)
        | ExpectKind::Winner(components, _) => components
            .iter()
            .map(|(_, list)| items(list))
            .max()
            .unwrap_or(1),
        ExpectKind::Values(..)
        | ExpectKind::Outcomes(..)
        | ExpectKind::Scores(..)
        | ExpectKind::Forms(..)
        | ExpectKind::Same { .. } => 1,
    }
}
