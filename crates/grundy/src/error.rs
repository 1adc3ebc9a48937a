//! Why a question has no answer. Each error says what kind it is, so that a face can choose its
//! exit code and its words.

use base::budget::Stop;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::{Lang, Text};
use base::visible::escape;
use engines::oracle::EngineError;
use rules::rules::{Cause, Fault};
use rules::world::{Refusal, World};

/// What a question is called where a file has a name.
pub const QUESTION: &str = "<question>";

/// Why a question has no answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A text was refused: a rule file, a graph, a question.
    Refused(Refusal),
    /// The rules go wrong while they are played, in a game without a source text.
    Rules(Text),
    /// Play may go round for ever in a game that is not `loopy`.
    Endless(Text),
    /// The command was not used as it can be.
    Usage(Text),
    /// Nothing here can answer the question; the text says what was tried.
    Unsupported(Text),
    /// A file that the answer rests on (a saved table, a store, a file of `--resume`) disagrees
    /// with the rules: which, and where.
    WrongFile(Text),
    /// The budget is used up.
    Stopped(Stop),
    /// Two parts of this program disagree: a bug, never an answer.
    Bug(Text),
}

impl Error {
    /// An error about a question, at a place of its text.
    pub(crate) fn question(question: &str, span: Span, message: Text) -> Error {
        Error::Refused(Refusal::new(
            QUESTION,
            question,
            vec![Diagnostic::error(span, message)],
        ))
    }

    /// A fault of the rules as an error with its source.
    pub(crate) fn of_fault(world: &World, fault: &Fault) -> Error {
        match fault {
            Fault::Stopped(stop) => Error::Stopped(*stop),
            fault => match world.explain_fault(fault) {
                Ok(refusal) => Error::Refused(refusal),
                Err(text)
                    if matches!(
                        fault,
                        Fault::Rule {
                            cause: Cause::TooMany,
                            ..
                        }
                    ) =>
                {
                    Error::Unsupported(text)
                }
                Err(text) => Error::Rules(text),
            },
        }
    }

    /// What an engine reports.
    pub(crate) fn of_engine(world: &World, error: EngineError) -> Error {
        match error {
            EngineError::Fault(fault) => Error::of_fault(world, &fault),
            EngineError::Declined(text) => Error::Unsupported(text),
            EngineError::Rules(text) => Error::Rules(text),
            EngineError::Unread(text) => Error::Usage(text),
            EngineError::Endless(cycle) => {
                const SHOWN: usize = 12;
                let mut parts: Vec<String> = cycle
                    .iter()
                    .take(SHOWN)
                    .map(|sum| sum.show(world))
                    .collect();
                if cycle.len() > SHOWN + 1 {
                    let left = cycle.len() - SHOWN - 1;
                    parts.push(format!("… {left} more …"));
                    parts.extend(cycle.last().map(|sum| sum.show(world)));
                }
                let cycle = parts.join(" -> ");
                Error::Endless(text!(
                    "this game never ends: {cycle}; add `loopy` to the rules if draws are intended",
                    "该游戏不会结束：{cycle}；若允许平局，请在规则中加上 `loopy`"
                ))
            }
            other => Error::Unsupported(Text::same(format!("{other:?}"))),
        }
    }

    /// The error as a person reads it.
    pub fn render(&self, lang: Lang, color: bool) -> String {
        let plain = |text: &Text| match lang {
            Lang::En => format!("error: {}", escape(&text.en)),
            Lang::Zh => format!("错误：{}", escape(&text.zh)),
        };
        match self {
            Error::Refused(refusal) => refusal.render(lang, color),
            Error::Rules(text)
            | Error::Usage(text)
            | Error::Endless(text)
            | Error::Unsupported(text)
            | Error::WrongFile(text) => plain(text),
            Error::Stopped(stop) => {
                let why = stop.text();
                plain(&Text {
                    en: format!("stopped, no answer: {}", why.en),
                    zh: format!("已停止，没有答案：{}", why.zh),
                })
            }
            Error::Bug(text) => plain(&Text {
                en: format!("this is a bug of grundy, please report it: {}", text.en),
                zh: format!("这是 grundy 的错误，请报告：{}", text.zh),
            }),
        }
    }

    /// The kind, for JSON: `refused`, `endless`, …
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Refused(_) => "refused",
            Error::Rules(_) => "rules",
            Error::Usage(_) => "usage",
            Error::Endless(_) => "endless",
            Error::Unsupported(_) => "unsupported",
            Error::WrongFile(_) => "wrong-file",
            Error::Stopped(_) => "stopped",
            Error::Bug(_) => "bug",
        }
    }
}
