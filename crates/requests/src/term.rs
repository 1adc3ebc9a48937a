//! `term`: the meaning of a word that Grundy uses. The words and their meanings are the rows of the
//! tables in `docs/glossary.md` and `docs/glossary.zh-CN.md`.

use base::suggest::nearest;
use base::text;
use base::text::{Lang, lowercase};
use grundy::SolveError;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::RequestOptions;

/// The glossary in English: the columns are the English terms, the Chinese terms and the meaning.
static ENGLISH: &str = include_str!("../glossary/glossary.md");

/// The glossary in Chinese: the columns are the Chinese terms, the English terms and the meaning.
static CHINESE: &str = include_str!("../glossary/glossary.zh-CN.md");

/// The request `term`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TermRequest {
    /// A term in English or Chinese; `None` to list all terms.
    pub name: Option<String>,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

/// The reply to `term`.
#[derive(Clone, Debug)]
pub enum TermReply {
    /// All terms, in the order of the glossary.
    All(Vec<Term>),
    /// One term.
    One(Term),
}

/// A term with its meaning, in the language of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The heading of the glossary section that contains the term.
    pub section: &'static str,
    /// The term, with its other forms.
    pub names: Vec<&'static str>,
    /// The term and its other forms in the other language: Chinese for an English reply.
    pub translations: Vec<&'static str>,
    /// The meaning as plain text. Links are replaced by the command or the file that they lead to.
    pub meaning: String,
}

/// Returns the terms in a language, in the order of the glossary.
pub fn terms(lang: Lang) -> Vec<Term> {
    let page = match lang {
        Lang::En => ENGLISH,
        Lang::Zh => CHINESE,
    };
    let (mut section, mut terms) = ("", Vec::new());
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading;
        }
        let Some(row) = line
            .strip_prefix("| ")
            .and_then(|row| row.strip_suffix(" |"))
        else {
            continue;
        };
        let cells: Vec<&'static str> = row.split(" | ").collect();
        // The first row of a table contains the column headings. The line after this row does not
        // begin with `| `.
        if let [names, translations, meaning] = cells[..]
            && !["meaning", "含义"].contains(&meaning)
        {
            terms.push(Term {
                section,
                names: names.split([',', '、']).map(str::trim).collect(),
                translations: translations.split([',', '、']).map(str::trim).collect(),
                meaning: plain(meaning),
            });
        }
    }
    terms
}

/// Returns the term with a name in either language, ignoring case and the spaces around it; `None`
/// if the glossary does not contain it.
pub fn find(name: &str, lang: Lang) -> Option<Term> {
    let wanted = lowercase(name.trim());
    terms(lang).into_iter().find(|term| {
        let mut all = term.names.iter().chain(&term.translations);
        all.any(|known| lowercase(known) == wanted)
    })
}

/// Removes emphasis from a Markdown text and replaces each link by its text and its target. Code
/// spans are not changed.
fn plain(markdown: &str) -> String {
    let mut out = String::new();
    let mut rest = markdown;
    while let Some(at) = rest.find(['`', '[', '*', '\\']) {
        out += &rest[..at];
        let (sign, tail) = rest[at..].split_at(1);
        rest = match sign {
            "`" => {
                let (code, after) = tail.split_once('`').unwrap_or((tail, ""));
                out += &format!("`{}`", code.replace("\\|", "|"));
                after
            }
            "\\" => {
                let (escaped, after) = tail.split_at(tail.chars().next().map_or(0, char::len_utf8));
                out += escaped;
                after
            }
            "[" => {
                let (name, after) = tail.split_once("](").unwrap_or((tail, ""));
                let (target, after) = after.split_once(')').unwrap_or((after, ""));
                let target = link_target(target);
                if out.ends_with(['(', '（']) {
                    out += &format!("{name}: {target}");
                } else {
                    out += &format!("{name} ({target})");
                }
                after
            }
            _ => tail,
        };
    }
    out + rest
}

/// Returns the command that shows the target of a link, or the path of its file.
fn link_target(target: &str) -> String {
    let page = target.split('#').next().unwrap_or_default();
    match page.strip_prefix("theorems/") {
        Some(page) => {
            let page = page.trim_end_matches(".md").trim_end_matches(".zh-CN");
            format!("`grundy theorem {page}`")
        }
        None if page == "theorems" => "`grundy theorem`".to_owned(),
        None if page.is_empty() => "docs/glossary.md".to_owned(),
        None => format!("docs/{page}"),
    }
}

pub(crate) fn term(request: &TermRequest) -> Result<TermReply, SolveError> {
    let lang = request.options.how.lang;
    let Some(name) = &request.name else {
        return Ok(TermReply::All(terms(lang)));
    };
    match find(name, lang) {
        Some(term) => Ok(TermReply::One(term)),
        None => {
            let terms = terms(lang);
            let all = terms
                .iter()
                .flat_map(|term| term.names.iter().chain(&term.translations).copied());
            Err(SolveError::Usage(match nearest(name.trim(), all) {
                Some(near) => text!(
                    "unknown term `{name}`; did you mean `{near}`?",
                    "未知的术语 `{name}`；是否想写 `{near}`？"
                ),
                None => text!(
                    "unknown term `{name}`; docs/glossary.md lists the terms",
                    "未知的术语 `{name}`；docs/glossary.zh-CN.md 列出了全部术语"
                ),
            }))
        }
    }
}

impl Term {
    fn json(&self) -> Value {
        json!({
            "names": self.names,
            "translations": self.translations,
            "section": self.section,
            "meaning": self.meaning,
        })
    }
}

impl TermReply {
    /// Returns the reply as JSON.
    pub fn json(&self) -> Value {
        match self {
            TermReply::All(terms) => {
                json!({ "terms": terms.iter().map(Term::json).collect::<Vec<_>>() })
            }
            TermReply::One(term) => term.json(),
        }
    }
}
