//! Diagnostics: what is wrong in a rule file or a question, where, and what to do. Several may come out of one text. Rendering
//! with source lines and carets is left to `annotate-snippets`.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::text::{Lang, Text};

/// A range of bytes in a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of `usize`.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text is refused.
    Error,
    /// The text is taken, but something in it is suspicious.
    Warning,
}

/// One finding about a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, in one sentence without a final stop.
    pub message: Text,
    /// Where.
    pub span: Span,
    /// Words beside the caret: the cause.
    pub label: Option<Text>,
    /// What to do about it.
    pub help: Option<Text>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: Text) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message, span, label: None, help: None }
    }

    /// A warning at a place.
    pub fn warning(span: Span, message: Text) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// Adds words beside the caret.
    pub fn label(mut self, label: Text) -> Diagnostic {
        self.label = Some(label);
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: Text) -> Diagnostic {
        self.help = Some(help);
        self
    }

    /// The diagnostic as a person reads it: message, place, source line with carets, help. `name` is the file or `<question>`.
    pub fn render(&self, name: &str, source: &str, lang: Lang, color: bool) -> String {
        let level = match (self.severity, lang) {
            (Severity::Error, Lang::En) => Level::ERROR,
            (Severity::Error, Lang::Zh) => Level::ERROR.with_name("错误"),
            (Severity::Warning, Lang::En) => Level::WARNING,
            (Severity::Warning, Lang::Zh) => Level::WARNING.with_name("警告"),
        };
        let end = self.span.range().end.min(source.len());
        let start = self.span.range().start.min(end);
        let mut mark = AnnotationKind::Primary.span(floor_char(source, start)..ceil_char(source, end));
        if let Some(label) = &self.label {
            mark = mark.label(label.get(lang));
        }
        let snippet = Snippet::source(source).path(name).annotation(mark);
        let mut report = vec![level.primary_title(self.message.get(lang)).element(snippet)];
        if let Some(help) = &self.help {
            let level = if lang == Lang::Zh { Level::HELP.with_name("建议") } else { Level::HELP };
            report.push(Group::with_title(level.secondary_title(help.get(lang))));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&report)
    }
}

/// Every diagnostic of `list`, one after the other, separated by blank lines.
pub fn render_all(list: &[Diagnostic], name: &str, source: &str, lang: Lang, color: bool) -> String {
    let parts: Vec<String> = list.iter().map(|d| d.render(name, source, lang, color)).collect();
    parts.join("\n\n")
}

/// True when a list holds an error, not only warnings.
pub fn has_errors(list: &[Diagnostic]) -> bool {
    list.iter().any(|d| d.severity == Severity::Error)
}

fn floor_char(source: &str, mut at: usize) -> usize {
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil_char(source: &str, mut at: usize) -> usize {
    while !source.is_char_boundary(at) {
        at += 1;
    }
    at
}
