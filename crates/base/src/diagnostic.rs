//! Diagnostics: the problem in a rule file or a question, its location, and advice. One text may
//! have several diagnostics. `annotate-snippets` renders them with source lines and carets.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::escaping::{escape, escape_line, escape_source};
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
    /// Creates the span of the bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// Returns the smallest span that contains this one and `other`.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Returns the span as a range of `usize`.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text is rejected.
    Error,
    /// The text is accepted, but a part of the text is suspicious.
    Warning,
}

/// One finding about a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The problem, in one sentence without a final stop.
    pub message: Text,
    /// The location of the problem.
    pub span: Span,
    /// Label next to the caret: the cause.
    pub label: Option<Text>,
    /// Advice on how to solve the problem.
    pub help: Option<Text>,
    /// Edits that correct the text; empty if no correction is known.
    pub edits: Vec<Edit>,
    /// The most likely intended line or question, complete.
    pub repair: Option<String>,
}

/// An edit: a span of a source and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The span; empty if text is inserted.
    pub span: Span,
    /// The replacement.
    pub text: String,
}

impl Diagnostic {
    /// Creates an error at `span`.
    pub fn error(span: Span, message: Text) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message,
            span,
            label: None,
            help: None,
            edits: Vec::new(),
            repair: None,
        }
    }

    /// Creates a warning at `span`.
    pub fn warning(span: Span, message: Text) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(span, message)
        }
    }

    /// Adds a label next to the caret.
    pub fn label(mut self, label: Text) -> Diagnostic {
        self.label = Some(label);
        self
    }

    /// Adds advice.
    pub fn help(mut self, help: Text) -> Diagnostic {
        self.help = Some(help);
        self
    }

    /// Adds an edit.
    pub fn edit(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.edits.push(Edit {
            span,
            text: text.into(),
        });
        self
    }

    /// Renders the diagnostic for people: message, location, source line with carets, help, and the
    /// intended line. `name` is the file or `<question>`.
    pub fn render(&self, name: &str, source: &str, lang: Lang, color: bool) -> String {
        let level = match (self.severity, lang) {
            (Severity::Error, Lang::En) => Level::ERROR,
            (Severity::Error, Lang::Zh) => Level::ERROR.with_name(CHINESE[0]),
            (Severity::Warning, Lang::En) => Level::WARNING,
            (Severity::Warning, Lang::Zh) => Level::WARNING.with_name(CHINESE[1]),
        };
        let end = self.span.range().end.min(source.len());
        let start = self.span.range().start.min(end);
        let marked = floor_char(source, start)..ceil_char(source, end);
        let excerpt = Excerpt::from_source(source, &marked);
        let (source, marked) = excerpt.as_ref().map_or((source, marked), |excerpt| {
            (&*excerpt.text, excerpt.marked.clone())
        });
        // The report is printed on terminals, so all control sequences except its own colours are
        // escaped.
        let (source, [start, end]) = escape_source(source, [marked.start, marked.end]);
        let shown = |text: &Option<Text>| {
            text.as_ref()
                .map(|text| escape(text.get(lang)).into_owned())
        };
        let (label, help, message, name) = (
            shown(&self.label),
            shown(&self.help),
            escape(self.message.get(lang)),
            escape_line(name),
        );
        let mut mark = AnnotationKind::Primary.span(start..end);
        if let Some(label) = &label {
            mark = mark.label(label);
        }
        let (snippet, title) = (Snippet::source(&*source), level.primary_title(&*message));
        let mut report = vec![match &excerpt {
            None => title.element(snippet.path(&*name).annotation(mark)),
            Some(Excerpt {
                line, column: None, ..
            }) => title.element(snippet.path(&*name).line_start(*line).annotation(mark)),
            Some(Excerpt {
                line,
                column: Some(column),
                ..
            }) => {
                let origin = Origin::path(&*name).line(*line).char_column(*column);
                title
                    .element(origin)
                    .element(snippet.line_start(*line).annotation(mark))
            }
        }];
        if let Some(help) = &help {
            let level = if lang == Lang::Zh {
                Level::HELP.with_name(CHINESE[2])
            } else {
                Level::HELP
            };
            report.push(Group::with_title(level.secondary_title(help)));
        }
        let repair = self.repair.as_ref().map(|repair| escape(repair));
        let write = repair.map(|repair| text!("write {repair}", "请写 {repair}"));
        if let Some(write) = &write {
            let level = if lang == Lang::Zh {
                Level::HELP.with_name(CHINESE[3])
            } else {
                Level::HELP
            };
            report.push(Group::with_title(level.secondary_title(write.get(lang))));
        }
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let mut report = renderer.render(&report);
        if excerpt
            .as_ref()
            .is_some_and(|excerpt| excerpt.column.is_some())
        {
            // The renderer omits a location that it has shown already.
            report = report
                .split('\n')
                .filter(|line| bare(line).trim() != ":::")
                .collect::<Vec<_>>()
                .join("\n");
        }
        if lang == Lang::Zh {
            colons(&report)
        } else {
            report
        }
    }
}

/// The excerpt of a long source that is rendered, so that the cost depends only on the shown text.
struct Excerpt {
    text: String,
    /// The marked span within the excerpt.
    marked: Range<usize>,
    /// Number of the first line.
    line: usize,
    /// Column of the mark in its line, if the line is shortened.
    column: Option<usize>,
}

impl Excerpt {
    /// Sources up to this size with short lines are rendered completely.
    const MAX_SOURCE: usize = 32 << 10;

    /// Maximum length of lines that are shown completely.
    const MAX_LINES: usize = 1000;

    /// Number of bytes of a shortened line before and after the start of the mark.
    const AROUND: (usize, usize) = (60, 120);

    /// Returns the excerpt around the marked span; `None` if the source is shown completely.
    fn from_source(source: &str, marked: &Range<usize>) -> Option<Excerpt> {
        let first = source[..marked.start].rfind('\n').map_or(0, |end| end + 1);
        let last = source[marked.end..]
            .find('\n')
            .map_or(source.len(), |length| marked.end + length);
        let is_short = last - first <= Excerpt::MAX_LINES;
        if is_short && source.len() <= Excerpt::MAX_SOURCE {
            return None;
        }
        let line = source[..first].matches('\n').count() + 1;
        if is_short {
            let marked = marked.start - first..marked.end - first;
            return Some(Excerpt {
                text: source[first..last].to_owned(),
                marked,
                line,
                column: None,
            });
        }
        let (before, after) = Excerpt::AROUND;
        let from = floor_char(source, marked.start.saturating_sub(before).max(first));
        let own_end = source[marked.start..]
            .find('\n')
            .map_or(source.len(), |length| marked.start + length);
        let to = ceil_char(source, (marked.start + after).min(own_end));
        let mut text = String::from(if from > first { "…" } else { "" });
        let shift = text.len();
        text.push_str(&source[from..to]);
        text.push_str(if to < own_end { "…" } else { "" });
        let marked_to = marked.end.min(to).max(marked.start);
        let column = source[first..marked.start].chars().count() + 1;
        Some(Excerpt {
            text,
            marked: marked.start - from + shift..marked_to - from + shift,
            line,
            column: Some(column),
        })
    }
}

/// Chinese headings of messages: error, warning, advice, correction.
const CHINESE: [&str; 4] = ["错误", "警告", "建议", "改正"];

/// The Chinese colon after these headings. Colour codes may be between a heading and its colon.
fn colons(report: &str) -> String {
    let colon = |line: &str| {
        let at = CHINESE.iter().find_map(|name| {
            line.find(name)
                .map(|at| at + name.len())
                .filter(|&end| bare(&line[..end]) == *name)
        })?;
        let colon = line[at..]
            .find(": ")
            .map(|colon| at + colon)
            .filter(|&colon| bare(&line[at..colon]).is_empty())?;
        Some(format!("{}：{}", &line[..colon], &line[colon + 2..]))
    };
    let lines: Vec<String> = report
        .split('\n')
        .map(|line| colon(line).unwrap_or_else(|| line.to_owned()))
        .collect();
    lines.join("\n")
}

/// Returns a text without its colour codes.
fn bare(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default();
    first
        .chars()
        .chain(parts.flat_map(|part| part.chars().skip_while(|&c| c != 'm').skip(1)))
        .collect()
}

/// Renders all diagnostics of `list`, separated by blank lines.
pub fn render_all(
    list: &[Diagnostic],
    name: &str,
    source: &str,
    lang: Lang,
    color: bool,
) -> String {
    let parts: Vec<String> = list
        .iter()
        .map(|d| d.render(name, source, lang, color))
        .collect();
    parts.join("\n\n")
}

/// Applies all edits of a list to the source. If edits overlap, only the first of the overlapping
/// edits is applied. Spaces are added if an inserted text would otherwise join a word next to it.
///
/// ```
/// use base::diagnostic::{Diagnostic, Span, corrected};
/// use base::text::Text;
///
/// let slip = Diagnostic::error(Span::new(1, 3), Text::same("no operator"))
///     .edit(Span::new(1, 3), "and");
/// assert_eq!(corrected(&[slip], "a&&b"), "a and b");
/// ```
pub fn corrected(list: &[Diagnostic], source: &str) -> String {
    edited(list, source, 0..source.len())
}

/// Returns `part` of the source, with all edits within this part applied.
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
        let Some(before) = source.get(at..edit.span.range().start) else {
            continue;
        };
        // Spaces are added only around inserted text; the source itself is not changed.
        text.push_str(before);
        join(&mut text, &edit.text);
        at = edit.span.range().end;
        if !edit.text.is_empty()
            && edit.text.ends_with(in_word)
            && source[at..part.end].starts_with(in_word)
        {
            text.push(' ');
        }
    }
    text.push_str(&source[at..part.end]);
    text
}

/// Maximum length in bytes of an intended line that is shown.
const MAX_REPAIRED: usize = 4000;

/// Adds the correction to the diagnostics with edits. A correction is a line with all edits
/// applied. A line gets only one correction, and no correction if the line also has errors without
/// edits.
pub fn repair_lines(list: &mut [Diagnostic], source: &str) {
    let lines: Vec<Option<Range<usize>>> = list
        .iter()
        .map(|found| {
            let edit = found.edits.first().filter(|_| found.repair.is_none())?;
            let start = floor_char(source, edit.span.range().start.min(source.len()));
            let end = floor_char(source, edit.span.range().end.min(source.len())).max(start);
            let first = source[..start].rfind('\n').map_or(0, |end| end + 1);
            let line = first
                ..source[end..]
                    .find('\n')
                    .map_or(source.len(), |length| end + length);
            (line.len() <= MAX_REPAIRED).then_some(line)
        })
        .collect();
    for (index, line) in lines.iter().enumerate() {
        let Some(line) = line else { continue };
        let is_open = |found: &Diagnostic| {
            found.edits.is_empty() && (line.start..=line.end).contains(&found.span.range().start)
        };
        if !lines[index + 1..].contains(&Some(line.clone())) && !list.iter().any(is_open) {
            list[index].repair = Some(edited(list, source, line.clone()).trim().to_owned());
        }
    }
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
