//! The errors of questions. Each error has a kind, so that a front end can choose its exit code and
//! its text.

use base::budget::StopReason;
use base::diagnostic::{Diagnostic, Span};
use base::escaping::escape;
use base::impl_error;
use base::text;
use base::text::{Lang, Text};
use engines::oracle::EngineError;
use rules::game::{EvalError, RulesError};
use rules::world::{SourceError, World};

/// The text that replaces the file name in an error about the text of a question.
pub const QUESTION: &str = "<question>";

/// The reason why a question has no answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// A text was refused: a rule file, a graph or a question.
    Refused(SourceError),
    /// The rules of a game without a source text failed during play.
    Rules(Text),
    /// Play can cycle in a game that is not declared `loopy`.
    Endless(Text),
    /// The command was used incorrectly.
    Usage(Text),
    /// No method can answer the question; the text lists what was tried.
    Unsupported(Text),
    /// A file that the answer depends on (a saved table, a store, a file of `--resume`) disagrees
    /// with the rules; the text contains the file and the location.
    WrongFile(Text),
    /// The budget ran out.
    Stopped(StopReason),
    /// Two methods of this program disagree, which is a bug, so no answer is returned.
    Bug(Text),
}

impl SolveError {
    /// Creates an error about a question, at a location of its text.
    pub(crate) fn question(question: &str, span: Span, message: Text) -> SolveError {
        SolveError::Refused(SourceError::new(
            QUESTION,
            question,
            vec![Diagnostic::error(span, message)],
        ))
    }

    /// Converts an error of the rules and adds its source.
    pub(crate) fn of_fault(world: &World, fault: &RulesError) -> SolveError {
        match fault {
            RulesError::Stopped(stop) => SolveError::Stopped(*stop),
            fault => match world.explain_fault(fault) {
                Ok(refusal) => SolveError::Refused(refusal),
                Err(text)
                    if matches!(
                        fault,
                        RulesError::Rule {
                            cause: EvalError::TooMany,
                            ..
                        }
                    ) =>
                {
                    SolveError::Unsupported(text)
                }
                Err(text) => SolveError::Rules(text),
            },
        }
    }

    /// Converts an error of an engine.
    pub(crate) fn of_engine(world: &World, error: EngineError) -> SolveError {
        match error {
            EngineError::Fault(fault) => SolveError::of_fault(world, &fault),
            EngineError::Declined(text) => SolveError::Unsupported(text),
            EngineError::Rules(text) => SolveError::Rules(text),
            EngineError::Unread(text) => SolveError::Usage(text),
            EngineError::Endless(cycle) => {
                const MAX_SHOWN_POSITIONS: usize = 12;
                let mut parts: Vec<String> = cycle
                    .iter()
                    .take(MAX_SHOWN_POSITIONS)
                    .map(|sum| sum.show(world))
                    .collect();
                if cycle.len() > MAX_SHOWN_POSITIONS + 1 {
                    let left = cycle.len() - MAX_SHOWN_POSITIONS - 1;
                    parts.push(format!("… {left} more …"));
                    parts.extend(cycle.last().map(|sum| sum.show(world)));
                }
                let is_unchanged = matches!(&parts[..], [from, to] if from == to);
                let cycle = parts.join(" -> ");
                if is_unchanged {
                    return SolveError::Endless(text!(
                        "this game never ends: the move {cycle} changes nothing; exclude this move with a condition (`when …`), or add `loopy` to the rules if draws are intended",
                        "该游戏不会结束：着法 {cycle} 没有改变局面；请用条件（`when …`）将其排除；若允许平局，请在规则中加上 `loopy`"
                    ));
                }
                SolveError::Endless(text!(
                    "this game never ends: {cycle}; add `loopy` to the rules if draws are intended",
                    "该游戏不会结束：{cycle}；若允许平局，请在规则中加上 `loopy`"
                ))
            }
            _ => SolveError::Unsupported(text!("an engine gave no answer", "引擎没有给出答案")),
        }
    }

    /// Returns the reason.
    pub fn text(&self) -> Text {
        match self {
            SolveError::Refused(refusal) => Text {
                en: refusal.render(Lang::En, false),
                zh: refusal.render(Lang::Zh, false),
            },
            SolveError::Rules(text)
            | SolveError::Usage(text)
            | SolveError::Endless(text)
            | SolveError::Unsupported(text)
            | SolveError::WrongFile(text)
            | SolveError::Bug(text) => text.clone(),
            SolveError::Stopped(stop) => stop.text(),
        }
    }

    /// Formats the error for the user.
    pub fn render(&self, lang: Lang, color: bool) -> String {
        let plain = |text: &Text| match lang {
            Lang::En => format!("error: {}", escape(&text.en)),
            Lang::Zh => format!("错误：{}", escape(&text.zh)),
        };
        match self {
            SolveError::Refused(refusal) => refusal.render(lang, color),
            SolveError::Rules(text)
            | SolveError::Usage(text)
            | SolveError::Endless(text)
            | SolveError::Unsupported(text)
            | SolveError::WrongFile(text) => plain(text),
            SolveError::Stopped(stop) => {
                let why = stop.text();
                plain(&Text {
                    en: format!("stopped, no answer: {}", why.en),
                    zh: format!("已停止，没有答案：{}", why.zh),
                })
            }
            SolveError::Bug(text) => plain(&Text {
                en: format!("this is a bug in grundy; please report it: {}", text.en),
                zh: format!("这是 grundy 的程序错误，请报告：{}", text.zh),
            }),
        }
    }

    /// Returns the kind of the error, for JSON: `refused`, `endless`, …
    pub fn kind(&self) -> &'static str {
        match self {
            SolveError::Refused(_) => "invalid",
            SolveError::Rules(_) => "rules",
            SolveError::Usage(_) => "usage",
            SolveError::Endless(_) => "nonterminating",
            SolveError::Unsupported(_) => "unsupported",
            SolveError::WrongFile(_) => "wrong-file",
            SolveError::Stopped(_) => "stopped",
            SolveError::Bug(_) => "bug",
        }
    }
}

impl_error!(SolveError { Stopped(StopReason) });

/// The result of evaluating the rules of a world.
pub(crate) trait RulesResult<T> {
    /// Converts an error of the rules to an error with its source.
    fn explain_fault(self, world: &World) -> Result<T, SolveError>;
}

impl<T> RulesResult<T> for Result<T, RulesError> {
    fn explain_fault(self, world: &World) -> Result<T, SolveError> {
        self.map_err(|fault| SolveError::of_fault(world, &fault))
    }
}
