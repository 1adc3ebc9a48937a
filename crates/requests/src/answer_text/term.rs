//! Text of the terms: a list by section, or one term with its meaning.

use base::text::Lang;

use crate::term::{Term, TermReply};

/// Returns the text of the reply to `term`.
pub fn to_text(found: &TermReply, lang: Lang) -> String {
    match found {
        TermReply::All(terms) => {
            let mut out = String::new();
            for (at, term) in terms.iter().enumerate() {
                let is_new = at == 0 || terms[at - 1].section != term.section;
                if is_new {
                    out += if at == 0 { "" } else { "\n" };
                    out += &format!("{}\n", term.section);
                }
                out += &format!("  {}\n", heading(term, lang));
            }
            out
        }
        TermReply::One(term) => format!("{}\n{}\n", heading(term, lang), term.meaning),
    }
}

/// Returns the term with its translation.
fn heading(term: &Term, lang: Lang) -> String {
    let (names, translations) = (&term.names, &term.translations);
    match lang {
        Lang::En => format!("{} ({})", names.join(", "), translations.join("、")),
        Lang::Zh => format!("{}（{}）", names.join("、"), translations.join(", ")),
    }
}
