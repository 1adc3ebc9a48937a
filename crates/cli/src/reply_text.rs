//! Text of replies in both languages, for the replies that have no module of their own.

use base::text;
use base::text::Lang;
use requests::Reply;
pub use requests::answer_text::*;
use requests::library::{LibraryEntry, LibraryReply};
use requests::table::TableFileReply;
use requests::verify::VerifyReply;
use unicode_width::UnicodeWidthStr;

/// Returns the text of a reply; empty for replies that their command writes itself.
pub fn to_text(reply: &Reply, lang: Lang) -> String {
    match reply {
        Reply::Solved(solved)
            if solved.answer.moves.is_some() || solved.answer.losing.is_some() =>
        {
            moves(&solved.answer, &solved.world, lang)
        }
        Reply::Solved(solved) => answer(&solved.answer, &solved.world, lang),
        Reply::Looked(looked) => crate::look::to_text(looked, lang),
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
        Reply::Verified(verified) => verdict(verified, lang),
        _ => String::new(),
    }
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
    let (name, note) = match entry {
        LibraryEntry::Game {
            game, about, note, ..
        } => {
            let source = note.as_ref().map(|note| format!("[{note}]"));
            let said: Vec<&str> = about
                .iter()
                .map(|about| about.get(lang))
                .chain(source.as_deref())
                .collect();
            (game.clone(), said.join(" "))
        }
        LibraryEntry::Structure { name, about, .. } => {
            (format!("{name}(...)"), about.get(lang).to_owned())
        }
    };
    let gap = " ".repeat(24usize.saturating_sub(name.width()));
    format!("{name}{gap} {note}\n")
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
