//! `theorem`: the theorems and algorithms of Grundy, each with its statement, its source and its
//! page. The pages are the files of `docs/theorems`. A page with a Chinese version,
//! `NAME.zh-CN.md`, is shown in Chinese on request.

use base::suggest::nearest;
use base::text;
use base::text::{Lang, Text};
use grundy::plan::TheoremText;
use grundy::{Session, SolveError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::{CommonOptions, RequestOptions};

/// The pages with their names, sorted by name.
static PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The suffix of the name of a Chinese page.
const CHINESE: &str = ".zh-CN";

/// The request `theorem`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TheoremRequest {
    /// The name of a theorem; `None` to list all theorems.
    pub name: Option<String>,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

/// The reply to `theorem`.
#[derive(Clone, Debug)]
pub enum TheoremReply {
    /// All theorems.
    All(Vec<TheoremEntry>),
    /// One theorem with its page.
    One(TheoremEntry, TheoremPage),
}

/// A theorem, or an algorithm that has a page but is not part of any plan.
#[derive(Clone, Debug)]
pub struct TheoremEntry {
    /// The name of the theorem, as used by `explain` and `--without`.
    pub name: String,
    /// The title of its page, in both languages.
    pub title: Text,
    /// The statement and the source of the theorem; `None` if only the page contains them.
    pub said: Option<TheoremText>,
}

/// A page in Markdown.
#[derive(Clone, Debug)]
pub struct TheoremPage {
    /// The language of the page.
    pub lang: Lang,
    /// The text of the page, in Markdown.
    pub text: &'static str,
}

pub(crate) fn theorem(
    session: &Session,
    asked: &TheoremRequest,
) -> Result<TheoremReply, SolveError> {
    let Some(name) = &asked.name else {
        return Ok(TheoremReply::All(
            names().map(|name| entry(session, name)).collect(),
        ));
    };
    let Some(known) = names().find(|known| known.eq_ignore_ascii_case(name)) else {
        let near = nearest(name, names())
            .map(|near| text!("; did you mean `{near}`?", "；是否想写 `{near}`？"));
        let Text { en, zh } = near.unwrap_or_else(|| {
            text!(
                "; `grundy theorem` lists all theorems",
                "；`grundy theorem` 可列出全部"
            )
        });
        return Err(SolveError::Usage(text!(
            "unknown theorem `{name}`{en}",
            "未知的定理 `{name}`{zh}"
        )));
    };
    let CommonOptions { lang, .. } = asked.options.how;
    let chinese = PAGES
        .iter()
        .find(|(page, _)| lang == Lang::Zh && page.strip_suffix(CHINESE) == Some(known));
    let english = PAGES.iter().find(|(page, _)| *page == known);
    let page = match (chinese, english) {
        (Some((_, text)), _) => TheoremPage {
            lang: Lang::Zh,
            text,
        },
        (None, Some((_, text))) => TheoremPage {
            lang: Lang::En,
            text,
        },
        (None, None) => {
            return Err(SolveError::Bug(text!(
                "the page of {known} is missing",
                "{known} 的说明页缺失"
            )));
        }
    };
    Ok(TheoremReply::One(entry(session, known), page))
}

/// Returns the names of all theorems; the page of a theorem has the same name.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PAGES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !name.ends_with(CHINESE))
}

fn entry(session: &Session, name: &str) -> TheoremEntry {
    let title = |ending: &str| {
        let (_, page) = PAGES
            .iter()
            .find(|(page, _)| page.strip_suffix(ending) == Some(name))?;
        Some(
            page.lines()
                .next()?
                .trim_start_matches('#')
                .trim()
                .to_owned(),
        )
    };
    let en = title("").unwrap_or_default();
    let zh = title(CHINESE).unwrap_or_else(|| en.clone());
    TheoremEntry {
        name: name.to_owned(),
        title: Text { en, zh },
        said: session.settings.theorem_text(name),
    }
}

impl TheoremEntry {
    fn json(&self, lang: Lang) -> Value {
        json!({
            "name": self.name,
            "title": self.title.get(lang),
            "statement": self.said.as_ref().map(|said| said.statement.get(lang)),
            "source": self.said.as_ref().map(|said| said.source),
        })
    }
}

impl TheoremReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            TheoremReply::All(list) => {
                json!({ "theorems": list.iter().map(|entry| entry.json(lang)).collect::<Vec<_>>() })
            }
            TheoremReply::One(entry, page) => {
                let mut told = entry.json(lang);
                told["page"] = json!({ "lang": if page.lang == Lang::Zh { "zh" } else { "en" }, "text": page.text });
                told
            }
        }
    }
}
