//! English and Chinese text of a complete reply, as the command prints it.

use base::text;
use base::text::Lang;
use unicode_width::UnicodeWidthStr;

use super::{answer, explanation, law, look, moves, term, theorem, why};
use crate::library::{LibraryEntry, LibraryReply};
use crate::reply::Reply;
use crate::table::TableFileReply;
use crate::verify::VerifyReply;

/// Returns the text of a reply. Returns `None` for tables, which [`super::tables::writer`] writes,
/// and for replies whose text the front end writes.
pub fn to_text(reply: &Reply, lang: Lang) -> Option<String> {
    Some(match reply {
        Reply::Solved(solved) if solved.answer.lists_moves() => {
            moves(&solved.answer, &solved.world, lang)
        }
        Reply::Solved(solved) => {
            let thermograph = solved.thermograph_text(lang).unwrap_or_default();
            answer(&solved.answer, &solved.world, lang) + &thermograph
        }
        Reply::Looked(looked) => look::to_text(looked, lang),
        Reply::Explained(explained) => explanation(explained, false, lang),
        Reply::Reasoned(reasoned) => why::to_text(reasoned, lang),
        Reply::Law(told) => law::to_text(told, lang),
        Reply::Saved(TableFileReply {
            file,
            positions,
            bytes,
        }) => {
            let file = file.display();
            let shown = text!(
                "{file}: {positions} positions, {bytes} bytes\n",
                "{file}：{positions} 个局面，{bytes} 字节\n"
            );
            shown.get(lang).to_owned()
        }
        Reply::Formatted(formatted) => formatted.file.text.clone(),
        Reply::Listed(listed) => library(listed, lang),
        Reply::Terms(found) => term::to_text(found, lang),
        Reply::Theorems(known) => theorem::to_text(known, lang),
        Reply::Verified(verified) => verdict(verified, lang),
        _ => return None,
    })
}

/// Returns the list of the library games, or the page of one game.
fn library(listed: &LibraryReply, lang: Lang) -> String {
    match listed {
        LibraryReply::All(entries) => entries.iter().map(|entry| in_list(entry, lang)).collect(),
        LibraryReply::Structure(LibraryEntry::Structure { about, example, .. }) => {
            format!("{}\n{example}\n", about.get(lang))
        }
        LibraryReply::Structure(entry) => in_list(entry, lang),
        LibraryReply::Rules { text, .. } => text.clone(),
    }
}

fn in_list(entry: &LibraryEntry, lang: Lang) -> String {
    let (name, about) = match entry {
        LibraryEntry::Game { game, about, .. } => (
            game.clone(),
            about.as_ref().map_or("", |about| about.get(lang)),
        ),
        LibraryEntry::Structure { name, about, .. } => (format!("{name}(...)"), about.get(lang)),
    };
    let gap = " ".repeat(24usize.saturating_sub(name.width()));
    format!("{name}{gap} {about}\n")
}

/// Returns the result of checking a certificate.
fn verdict(verified: &VerifyReply, lang: Lang) -> String {
    match verified {
        VerifyReply::Holds(checked) => {
            let words = match checked.entries {
                1 => text!("holds: one row checked", "成立：已核验 1 行"),
                rows => text!("holds: {rows} rows checked", "成立：已核验 {rows} 行"),
            };
            format!(
                "{}\n{}\n{}\n",
                checked.claim.get(lang),
                checked.rests_on.get(lang),
                words.get(lang)
            )
        }
        VerifyReply::Refused(why) => format!(
            "{}: {}\n",
            text!("refused", "拒绝").get(lang),
            why.get(lang)
        ),
    }
}
