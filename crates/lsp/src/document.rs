//! A rule file that is open in an editor: its text, its games, its diagnostics, and lookups by
//! location.

use std::ops::Range;

use base::diagnostic::{Diagnostic, Severity, Span};
use base::text::Lang;
use grundy::{Session, SolveError};
use lsp_types::{
    CodeAction, CodeActionKind, CodeLens, Command, DiagnosticSeverity, DocumentSymbol, Position,
    SymbolKind, TextEdit, Uri, WorkspaceEdit,
};
use rules::ast::GameDecl;
use rules::parser::parse_file;
use rules::token_class::{TokenClass, classes};
use serde_json::json;

use crate::background;
use crate::line_index::LineIndex;

/// The command of a code lens.
pub const CHECK: &str = "grundy.check";

/// An open document.
pub struct Document {
    /// The current text of the document.
    pub text: String,
    /// The version of the text.
    pub version: i32,
    /// The last path segment of its URI.
    pub name: String,
    lines: LineIndex,
    /// The games of the most recent version of the text that could be parsed.
    games: Vec<GameDecl>,
    /// The diagnostics.
    wrong: Vec<Diagnostic>,
}

impl Document {
    /// Reads a text.
    pub fn new(uri: &Uri, version: i32, text: String) -> Document {
        let name = uri
            .as_str()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        let mut document = Document {
            lines: LineIndex::new(&text),
            text,
            version,
            name,
            games: Vec::new(),
            wrong: Vec::new(),
        };
        document.read();
        document
    }

    /// Replaces the text. If the new text cannot be parsed, the games of the previous text remain.
    pub fn change(&mut self, version: i32, text: String) {
        (self.lines, self.text, self.version) = (LineIndex::new(&text), text, version);
        self.read();
    }

    fn read(&mut self) {
        self.wrong.clear();
        let read = background::read(|| {
            if let Ok(file) = parse_file(&self.text) {
                self.games = file.games;
            }
            let mut session = Session::new();
            session
                .load_rules(&self.name, &self.text)
                .and_then(|names| session.make(&names))
        });
        match read {
            Err(SolveError::Refused(refusal)) => self.wrong = refusal.diagnostics,
            Err(SolveError::Stopped(stop)) => {
                self.wrong = vec![Diagnostic::warning(Span::default(), stop.text())]
            }
            _ => {}
        }
    }

    /// Converts a range of bytes to a range of the protocol.
    pub fn range(&self, bytes: Range<usize>) -> lsp_types::Range {
        self.lines.range(&self.text, bytes)
    }

    /// Returns the diagnostics in the format of the protocol.
    pub fn diagnostics(&self, lang: Lang) -> Vec<lsp_types::Diagnostic> {
        self.wrong
            .iter()
            .map(|wrong| self.diagnostic(wrong, lang))
            .collect()
    }

    /// Converts one diagnostic to the format of the protocol.
    pub fn diagnostic(&self, found: &Diagnostic, lang: Lang) -> lsp_types::Diagnostic {
        let said: Vec<&str> = [
            Some(&found.message),
            found.label.as_ref(),
            found.help.as_ref(),
        ]
        .into_iter()
        .flatten()
        .map(|text| text.get(lang))
        .collect();
        lsp_types::Diagnostic {
            range: self.range(found.span.range()),
            severity: Some(match found.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            source: Some("grundy".to_owned()),
            message: said.join("\n"),
            ..lsp_types::Diagnostic::default()
        }
    }

    /// Returns the corrections for diagnostics in a range of lines.
    pub fn repairs(&self, uri: &Uri, lines: lsp_types::Range, lang: Lang) -> Vec<CodeAction> {
        let meets = |range: &lsp_types::Range| {
            range.start.line <= lines.end.line && range.end.line >= lines.start.line
        };
        let found = self.wrong.iter().filter(|wrong| !wrong.edits.is_empty());
        let found = found
            .map(|wrong| (wrong, self.diagnostic(wrong, lang)))
            .filter(|(_, told)| meets(&told.range));
        found
            .map(|(wrong, told)| {
                let edits = wrong
                    .edits
                    .iter()
                    .map(|edit| TextEdit::new(self.range(edit.span.range()), edit.text.clone()))
                    .collect();
                let instead = wrong
                    .edits
                    .iter()
                    .map(|edit| edit.text.trim())
                    .collect::<Vec<_>>()
                    .join(" … ");
                let title = base::text!("write `{instead}`", "改为 `{instead}`");
                #[allow(clippy::mutable_key_type)] // The protocol's own type is the key.
                let changes = [(uri.clone(), edits)].into_iter().collect();
                CodeAction {
                    title: title.get(lang).to_owned(),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![told]),
                    edit: Some(WorkspaceEdit::new(changes)),
                    is_preferred: Some(true),
                    ..CodeAction::default()
                }
            })
            .collect()
    }

    /// Returns the canonical layout of the text as one edit; `None` if the text cannot be parsed or
    /// already has the canonical layout.
    pub fn layout(&self) -> Option<TextEdit> {
        let printed = rules::printer::print_file(&parse_file(&self.text).ok()?);
        (printed != self.text).then(|| TextEdit::new(self.range(0..self.text.len()), printed))
    }

    /// Returns the identifier at a location, with its span.
    pub fn name_at(&self, place: Position) -> Option<(&str, lsp_types::Range)> {
        let byte = self.lines.byte(&self.text, place);
        let (found, _) = classes(&self.text).into_iter().find(|(range, class)| {
            *class == TokenClass::Name && range.start <= byte && byte <= range.end
        })?;
        Some((&self.text[found.clone()], self.range(found)))
    }

    /// Returns the location of the declaration of a game.
    pub fn declared(&self, name: &str) -> Option<lsp_types::Range> {
        self.games
            .iter()
            .find(|game| game.name.text.eq_ignore_ascii_case(name))
            .map(|game| self.range(game.name.span.range()))
    }

    /// Returns the games as an outline.
    pub fn outline(&self) -> Vec<DocumentSymbol> {
        self.games
            .iter()
            .map(|game| {
                #[allow(deprecated)]
                // The protocol type has a deprecated member, which must be set because Rust
                // requires all members.
                DocumentSymbol {
                    name: game.name.text.clone(),
                    detail: None,
                    kind: SymbolKind::CLASS,
                    tags: None,
                    deprecated: None,
                    range: self.range(game.span.range()),
                    selection_range: self.range(game.name.span.range()),
                    children: None,
                }
            })
            .collect()
    }

    /// Returns a code lens `check` for each game.
    pub fn lenses(&self, uri: &Uri, lang: Lang) -> Vec<CodeLens> {
        let title = base::text!("check", "检查");
        self.games
            .iter()
            .map(|game| {
                let command = Command {
                    title: title.get(lang).to_owned(),
                    command: CHECK.to_owned(),
                    arguments: Some(vec![json!(uri.as_str()), json!(game.name.text)]),
                };
                CodeLens {
                    range: self.range(game.name.span.range()),
                    command: Some(command),
                    data: None,
                }
            })
            .collect()
    }
}
