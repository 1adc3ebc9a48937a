//! Diagnostics: what is wrong in a rule file or a question, where, and what to do. Several may come out of one text. Rendering
//! with source lines and carets is left to `annotate-snippets`.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::text;
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

    /// The smallest span that holds both this one and `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as a range of `usize`.
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
    /// What to write instead, if that is known.
    pub edits: Vec<Edit>,
    /// The whole line or question as it was most likely meant.
    pub repair: Option<String>,
}

/// A part of a source and what to write instead of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The part of the source; empty if something is missing there.
    pub span: Span,
    /// What to write.
    pub text: String,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: Text) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message, span, label: None, help: None, edits: Vec::new(), repair: None }
    }

    /// A warning at `span`.
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

    /// Says what to write instead of a part of the source.
    pub fn edit(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.edits.push(Edit { span, text: text.into() });
        self
    }

    /// The diagnostic as a person reads it: message, place, source line with carets, help, the line as it was meant. `name` is the file or `<question>`.
    pub fn render(&self, name: &str, source: &str, lang: Lang, color: bool) -> String {
        let level = match (self.severity, lang) {
            (Severity::Error, Lang::En) => Level::ERROR,
            (Severity::Error, Lang::Zh) => Level::ERROR.with_name(CHINESE[0]),
            (Severity::Warning, Lang::En) => Level::WARNING,
            (Severity::Warning, Lang::Zh) => Level::WARNING.with_name(CHINESE[1]),
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
            let level = if lang == Lang::Zh { Level::HELP.with_name(CHINESE[2]) } else { Level::HELP };
            report.push(Group::with_title(level.secondary_title(help.get(lang))));
        }
        let write = self.repair.as_ref().map(|repair| text!("write {repair}", "请写 {repair}"));
        if let Some(write) = &write {
            let level = if lang == Lang::Zh { Level::HELP.with_name(CHINESE[3]) } else { Level::HELP };
            report.push(Group::with_title(level.secondary_title(write.get(lang))));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let report = renderer.render(&report);
        if lang == Lang::Zh { colons(&report) } else { report }
    }
}

/// What stands before a message in Chinese: error, warning, advice, correction.
const CHINESE: [&str; 4] = ["错误", "警告", "建议", "改正"];

/// The colon after these as Chinese writes it; colours may stand between.
fn colons(report: &str) -> String {
    let colon = |line: &str| {
        let at = CHINESE.iter().find_map(|name| line.find(name).map(|at| at + name.len()).filter(|&end| bare(&line[..end]) == *name))?;
        let colon = line[at..].find(": ").map(|colon| at + colon).filter(|&colon| bare(&line[at..colon]).is_empty())?;
        Some(format!("{}：{}", &line[..colon], &line[colon + 2..]))
    };
    let lines: Vec<String> = report.split('\n').map(|line| colon(line).unwrap_or_else(|| line.to_owned())).collect();
    lines.join("\n")
}

/// A text without the sequences that colour it.
fn bare(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default();
    first.chars().chain(parts.flat_map(|part| part.chars().skip_while(|&c| c != 'm').skip(1))).collect()
}

/// Every diagnostic of `list`, one after the other, separated by blank lines.
pub fn render_all(list: &[Diagnostic], name: &str, source: &str, lang: Lang, color: bool) -> String {
    let parts: Vec<String> = list.iter().map(|d| d.render(name, source, lang, color)).collect();
    parts.join("\n\n")
}

/// The source with every edit of a list made. Of edits that overlap the first is made; words are kept apart.
///
/// ```
/// use base::diagnostic::{Diagnostic, Span, corrected};
/// use base::text::Text;
///
/// let slip = Diagnostic::error(Span::new(1, 3), Text::same("no operator")).edit(Span::new(1, 3), "and");
/// assert_eq!(corrected(&[slip], "a&&b"), "a and b");
/// ```
pub fn corrected(list: &[Diagnostic], source: &str) -> String {
    edited(list, source, 0..source.len())
}

/// `part` of the source, with every edit made that lies in it.
fn edited(list: &[Diagnostic], source: &str, part: Range<usize>) -> String {
    let mut edits: Vec<&Edit> = list.iter().flat_map(|found| &found.edits).collect();
    edits.retain(|edit| part.start <= edit.span.range().start && edit.span.range().end <= part.end);
    edits.sort_by_key(|edit| edit.span.start);
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut text, mut at) = (String::new(), part.start);
    let join = |text: &mut String, piece: &str| {
        if text.ends_with(in_word) && piece.starts_with(in_word) {
            text.push(' ');
        }
        text.push_str(piece);
    };
    for edit in edits {
        let Some(before) = source.get(at..edit.span.range().start) else { continue };
        // Only what an edit puts in is kept apart: the source itself stands as it is.
        text.push_str(before);
        join(&mut text, &edit.text);
        at = edit.span.range().end;
        if !edit.text.is_empty() && edit.text.ends_with(in_word) && source[at..part.end].starts_with(in_word) {
            text.push(' ');
        }
    }
    text.push_str(&source[at..part.end]);
    text
}

/// Writes the repair of each diagnostic with edits: its line with all edits made, once for each line, unless something else is wrong
/// with that line.
pub fn repair_lines(list: &mut [Diagnostic], source: &str) {
    let lines: Vec<Option<Range<usize>>> = list
        .iter()
        .map(|found| {
            let edit = found.edits.first().filter(|_| found.repair.is_none())?;
            let start = floor_char(source, edit.span.range().start.min(source.len()));
            let end = floor_char(source, edit.span.range().end.min(source.len())).max(start);
            let first = source[..start].rfind('\n').map_or(0, |end| end + 1);
            Some(first..source[end..].find('\n').map_or(source.len(), |length| end + length))
        })
        .collect();
    for (index, line) in lines.iter().enumerate() {
        let Some(line) = line else { continue };
        let is_open = |found: &Diagnostic| found.edits.is_empty() && (line.start..=line.end).contains(&found.span.range().start);
        if !lines[index + 1..].contains(&Some(line.clone())) && !list.iter().any(is_open) {
            list[index].repair = Some(edited(list, source, line.clone()).trim().to_owned());
        }
    }
}

/// True if `list` holds an error, not only warnings.
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
