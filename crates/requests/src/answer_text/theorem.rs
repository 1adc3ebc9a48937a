//! Text of the theorems: a list with their titles, or one theorem with its page.

use std::fmt::Write as _;

use base::text;
use base::text::Lang;
use unicode_width::UnicodeWidthStr;

use crate::theorem::{TheoremEntry, TheoremPage, TheoremReply};

/// Returns the text of the reply to `theorem`.
pub fn to_text(known: &TheoremReply, lang: Lang) -> String {
    match known {
        TheoremReply::All(list) => list.iter().map(|entry| in_list(entry, lang)).collect(),
        TheoremReply::One(entry, page) => page_text(entry, page, lang),
    }
}

fn in_list(entry: &TheoremEntry, lang: Lang) -> String {
    let name = &entry.name;
    let gap = " ".repeat(24usize.saturating_sub(name.width()));
    let title = entry.title.get(lang);
    format!("{name}{gap} {title}\n")
}

/// Returns the page. If the page is not in the requested language, the statement of the theorem in
/// the requested language comes first.
fn page_text(entry: &TheoremEntry, page: &TheoremPage, lang: Lang) -> String {
    let mut out = String::new();
    if page.lang != lang
        && let Some(said) = &entry.said
    {
        let (statement, source) = (said.statement.get(lang), said.source);
        let _ = writeln!(
            out,
            "{}",
            text!("statement: {statement}", "内容：{statement}").get(lang)
        );
        let _ = writeln!(
            out,
            "{}\n",
            text!("source: {source}", "出处：{source}").get(lang)
        );
    }
    out + page.text
}
