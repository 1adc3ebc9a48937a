//! The parser: recursive descent with one token of look-ahead, and two tokens after a `for`. The
//! parser is strict: it returns the complete tree or a list of errors. After an error, parsing
//! continues at the next item, so that several mistakes are reported at once. Errors that follow
//! from an earlier mistake are suppressed if possible. The nesting depth is limited, so that
//! neither the parser nor a later pass over the tree can exhaust the stack.

mod chinese;
#[doc(hidden)]
pub mod codes;
mod expect;
mod expr;
mod foreign_syntax;
mod hints;
mod io;
mod items;
mod move_rules;
mod query;
mod repair;

use crate::ast::{GameDecl, GameKind, Identifier, RuleFile};
use crate::lexer::{self, RuleComment, RuleToken, RuleTokenKind};
use RuleTokenKind::{Bad, End, Sign, Word};
use base::diagnostic::{Diagnostic, Span};
use base::text::Text;
use base::{impl_error, text, thread_limit};

pub use codes::is_set;
pub(crate) use expr::level;
pub(crate) use query::label_value;
pub use query::{
    LabelPart, NameContext, parse_expression, parse_label, parse_query, parse_query_with,
};
pub(crate) use repair::repair_rules;

/// Maximum length of a source in bytes: 1 MiB.
pub const MAX_SOURCE: usize = 1 << 20;

/// Maximum length in bytes of a text that is parsed without checking the limits. The rule files of
/// this program are shorter than this length, so a limit cannot reject them.
const UNWATCHED: usize = 64 << 10;

/// Number of tokens between two checks of the limits.
const WATCHED_TOKENS: usize = UNWATCHED;

/// Returns the error for a limit that was reached while a text was read.
fn stopped(stop: base::budget::StopReason, span: Span) -> Diagnostic {
    Diagnostic::error(span, stop.text())
}

/// Maximum nesting depth of brackets, signs and `if`.
pub const MAX_DEPTH: usize = 128;

/// Maximum height of the tree of an expression. Each operator of a chain `a + b + c` adds one to
/// the height.
pub const MAX_HEIGHT: usize = 256;

pub use crate::lexer::{MAX_ERRORS, to_ascii};

/// Parses a rule file. Returns the complete tree, or between one and [`MAX_ERRORS`] errors, in the
/// order of their locations. O(length).
///
/// ```
/// let file =
///     rules::parser::parse_file("game Nim { state n in 0..  move k in 1..n : [n - k] }")
///         .unwrap();
/// assert_eq!(file.games[0].name.text, "Nim");
/// let errors =
///     rules::parser::parse_file("game Nim { state n in 0.. move k in 1..n : [n ^ k] }")
///         .unwrap_err();
/// assert_eq!(errors[0].message.en, "`^` is not an operator");
/// ```
///
/// # Errors
/// Returns the errors if `source` is not a rule file, or is longer than [`MAX_SOURCE`].
pub fn parse_file(source: &str) -> Result<RuleFile, Vec<Diagnostic>> {
    parse_english(source).or_else(|errors| chinese::explained(source, errors))
}

/// Returns the names of the games of a rule file without errors. Each name follows a keyword that
/// has no other use. O(length).
pub(crate) fn game_names(source: &str) -> Vec<String> {
    let tokens = lexer::lex(source, 0).tokens;
    let opens = |token: &RuleToken| matches!(token.kind, Word(word) if GAME_WORDS.contains(&word));
    let named = tokens.windows(2).filter(|pair| opens(&pair[0]));
    named
        .map(|pair| source[pair[1].span.range()].to_owned())
        .collect()
}

fn parse_english(source: &str) -> Result<RuleFile, Vec<Diagnostic>> {
    let mut parser = RuleParser::new(source, 0)?;
    let file = parser.file();
    parser.finish(Ok(file))
}

/// A marker that an error was reported. A caller that can recover from the error continues parsing.
#[derive(Debug)]
struct ReportedError;

impl ReportedError {
    fn text(&self) -> Text {
        text!("the text has an error", "文本有误")
    }
}

impl_error!(ReportedError);

type Parsed<T> = Result<T, ReportedError>;

/// The keywords that begin a game.
const GAME_WORDS: [&str; 3] = ["game", "coins", "recurrence"];

/// The keywords that begin an item.
const ITEM_WORDS: [&str; 22] = [
    "state", "let", "require", "move", "start", "play", "sum", "until", "loopy", "strict", "goal",
    "trap", "urgent", "expect", "claim", "input", "ask", "output", "sample", "draw", "about",
    "note",
];

struct RuleParser<'a> {
    source: &'a str,
    base: usize,
    tokens: Vec<RuleToken>,
    at: usize,
    comments: std::iter::Peekable<std::vec::IntoIter<RuleComment>>,
    /// Locations of slashes that open a comment right after a possible dividend.
    slashes: Vec<Span>,
    /// The open brackets.
    open: Vec<RuleToken>,
    depth: usize,
    /// Maximum height of the expression trees that were parsed since the enclosing construct began.
    height: usize,
    /// Whether an `output` is being parsed, in which `winning move` is a value.
    in_output: bool,
    errors: Vec<Diagnostic>,
}

impl<'a> RuleParser<'a> {
    /// Creates a parser of `source`, whose first byte has the location `base`.
    fn new(source: &'a str, base: usize) -> Result<RuleParser<'a>, Vec<Diagnostic>> {
        let length = source.len();
        if length > MAX_SOURCE {
            let message = text!(
                "the text is too long: {length} bytes; the maximum is {MAX_SOURCE}",
                "文本太长：有 {length} 字节；最多 {MAX_SOURCE} 字节"
            );
            return Err(vec![Diagnostic::error(Span::new(base, base), message)]);
        }
        if length > UNWATCHED {
            thread_limit::allow((length * size_of::<RuleToken>()) as u64)
                .map_err(|stop| vec![stopped(stop, Span::new(base, base))])?;
        }
        let lexed = lexer::lex(source, base);
        let slashes = lexed.comments.iter().map(|comment| comment.span);
        let slashes = slashes
            .filter(|span| source[span.range().start - base..].starts_with("//"))
            .collect();
        Ok(RuleParser {
            source,
            base,
            tokens: lexed.tokens,
            at: 0,
            comments: lexed.comments.into_iter().peekable(),
            slashes,
            open: Vec::new(),
            depth: 0,
            height: 0,
            in_output: false,
            errors: lexed.errors,
        })
    }

    /// Returns the result, if no error was reported.
    fn finish<T>(mut self, result: Parsed<T>) -> Result<T, Vec<Diagnostic>> {
        self.errors.sort_by_key(|error| error.span.start);
        self.errors.truncate(MAX_ERRORS);
        match result {
            Ok(value) if self.errors.is_empty() => Ok(value),
            _ => Err(self.errors),
        }
    }

    fn file(&mut self) -> RuleFile {
        let mut games = Vec::new();
        loop {
            let game = match self.kind() {
                End => break,
                Word("game") => self.game(GameKind::Game),
                Word("coins") => self.game(GameKind::Coins),
                Word("recurrence") => self.game(GameKind::Recurrence),
                _ => {
                    let stop = self.not_a_game();
                    self.recover_at_game();
                    Err(stop)
                }
            };
            if let Ok(game) = game {
                games.push(game);
            }
        }
        let trailing = self.comments_before(u32::MAX);
        RuleFile { games, trailing }
    }

    fn game(&mut self, kind: GameKind) -> Parsed<GameDecl> {
        self.open.clear();
        let start = self.bump().span;
        let header = self.header();
        let formula = if header.is_err() {
            self.recover(0);
            self.open.push(self.token());
            Ok(None)
        } else if kind == GameKind::Recurrence {
            self.formula().map(Some).inspect_err(|_| self.recover(1))
        } else {
            Ok(None)
        };
        // Comments inside the heading are moved above the game.
        let mut comments = self.comments_before(self.last_span().end);
        comments.extend(self.remark());
        let items = self.items();
        let trailing = self.comments_before(self.span().start);
        match (&header, self.kind()) {
            (_, Sign("}")) => {
                self.bump();
            }
            (Ok((name, _)), _) => self.unclosed_game(name),
            (Err(_), _) => {}
        }
        let (name, params) = header?;
        Ok(GameDecl {
            comments,
            kind,
            name,
            params,
            formula: formula?,
            items,
            trailing,
            span: start.to(self.last_span()),
        })
    }

    fn unclosed_game(&mut self, name: &Identifier) {
        let name = &name.text;
        let place = self.open.first().map(|token| self.place(token.span));
        let Some(Text { en, zh }) = place else {
            return;
        };
        let found = self.token_description();
        let (found_en, found_zh) = (found.en, found.zh);
        let message = text!(
            "expected `}}` to close the `{{` of `{name}` opened {en}, found {found_en}",
            "应有 `}}` 与 `{name}` {zh}的 `{{` 配对，却遇到{found_zh}"
        );
        self.report(Diagnostic::error(self.span(), message).edit(self.span(), "}"));
    }

    // ---- tokens ----

    fn token(&self) -> RuleToken {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> RuleTokenKind {
        self.token().kind
    }

    fn span(&self) -> Span {
        self.token().span
    }

    /// Returns the kind of the token `ahead` tokens ahead.
    fn kind_ahead(&self, ahead: usize) -> RuleTokenKind {
        self.tokens
            .get(self.at + ahead)
            .map_or(End, |token| token.kind)
    }

    /// Returns the location of the previous token; empty at the beginning.
    fn last_span(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(before) => self.tokens[before.min(self.tokens.len() - 1)].span,
            None => Span::new(self.base, self.base),
        }
    }

    /// Returns the text at a location.
    fn source_text(&self, span: Span) -> &'a str {
        &self.source[span.range().start - self.base..span.range().end - self.base]
    }

    /// Returns the word at a location, with full-width digits as ASCII.
    fn word_at(&self, span: Span) -> String {
        self.source_text(span)
            .chars()
            .map(lexer::to_ascii)
            .collect()
    }

    /// Consumes the token, unless it is the end.
    fn bump(&mut self) -> RuleToken {
        let token = self.token();
        if token.kind != End {
            self.at += 1;
            if self.at.is_multiple_of(WATCHED_TOKENS)
                && let Err(stop) = thread_limit::allow(0)
            {
                self.errors.push(stopped(stop, token.span));
                self.at = self.tokens.len() - 1;
            }
        }
        token
    }

    /// Consumes the token if it is of the given kind.
    fn eat(&mut self, kind: RuleTokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Returns whether the current token is this contextual keyword.
    fn at_word(&self, word: &str) -> bool {
        self.kind() == RuleTokenKind::Name && self.source_text(self.span()) == word
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    fn sign(&mut self, sign: &'static str) -> Parsed<RuleToken> {
        if self.kind() == Sign(sign) {
            return Ok(self.bump());
        }
        let stop = self.expected(text!("`{sign}`", " `{sign}`"));
        if (sign, self.kind()) == ("=", Sign("==")) {
            self.edit_last(self.span(), "=");
        }
        Err(stop)
    }

    /// Consumes an opening bracket.
    fn open(&mut self, sign: &'static str) -> Parsed<RuleToken> {
        let token = self.sign(sign)?;
        self.open.push(token);
        Ok(token)
    }

    /// Consumes the bracket that closes the innermost open bracket, and returns its location.
    fn close(&mut self, sign: &'static str) -> Parsed<Span> {
        if self.kind() == Sign(sign) {
            self.open.pop();
            return Ok(self.bump().span);
        }
        if self.kind() == Bad {
            return Err(ReportedError);
        }
        let what = match self.open.last() {
            Some(token) => {
                let written = self.source_text(token.span);
                let Text { en, zh } = self.place(token.span);
                text!(
                    "`{sign}` to close the `{written}` opened {en}",
                    " `{sign}`，与{zh}的 `{written}` 配对"
                )
            }
            None => text!("`{sign}`", " `{sign}`"),
        };
        Err(self.expected(what))
    }

    /// Runs `parse` with the nesting depth increased by one.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            let error = text!("nested too deeply", "嵌套太深");
            let label = text!("more than {MAX_DEPTH} levels", "超过 {MAX_DEPTH} 层");
            return Err(self.report(Diagnostic::error(self.span(), error).label(label)));
        }
        let before = std::mem::take(&mut self.height);
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        let higher = self.higher();
        self.height = self.height.max(before);
        higher?;
        result
    }

    /// Adds one level to the height of the trees parsed since the enclosing construct began.
    fn higher(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height <= MAX_HEIGHT {
            return Ok(());
        }
        let error = text!("nested too deeply", "嵌套太深");
        let label = text!(
            "more than {MAX_HEIGHT} nested operators",
            "运算符嵌套超过 {MAX_HEIGHT} 层"
        );
        Err(self.report(Diagnostic::error(self.last_span(), error).label(label)))
    }

    // ---- comments ----

    /// Returns the comments that begin before a location and have not been returned yet.
    fn comments_before(&mut self, place: u32) -> Vec<String> {
        let mut texts = Vec::new();
        while let Some(comment) = self.comments.next_if(|comment| comment.span.start < place) {
            texts.push(comment.text);
        }
        texts
    }

    /// Returns the comment that follows the last token on its line.
    fn remark(&mut self) -> Option<String> {
        let (end, next) = (self.last_span().end, self.span());
        let (source, base, at_end) = (self.source, self.base, self.kind() == End);
        let comment = self.comments.next_if(|comment| {
            let start = comment.span.start;
            let between = end as usize - base..start as usize - base;
            (at_end || start < next.start) && !source[between].contains('\n')
        })?;
        Some(comment.text)
    }

    // ---- errors ----

    /// Reports a mistake with its replacement, unless there is an error at the same location.
    fn correct(&mut self, wrong: Span, message: Text, label: Text, right: impl Into<String>) {
        self.report(
            Diagnostic::error(wrong, message)
                .label(label)
                .edit(wrong, right),
        );
    }

    fn report(&mut self, error: Diagnostic) -> ReportedError {
        if self
            .errors
            .iter()
            .all(|other| other.span.start != error.span.start)
        {
            self.errors.push(error);
        }
        if self.errors.len() >= MAX_ERRORS {
            self.at = self.tokens.len() - 1;
        }
        ReportedError
    }

    /// Reports that `what` is expected at the current token, or at the end of the previous line if
    /// this token begins a line.
    fn expected(&mut self, what: Text) -> ReportedError {
        self.expected_at(self.gap(), what)
    }

    /// Returns the location of the current token, or the end of the previous token if that token is
    /// on an earlier line.
    fn gap(&self) -> Span {
        let (before, here) = (self.last_span(), self.span());
        let between = before.range().end - self.base..here.range().start - self.base;
        if self.at > 0 && self.source[between].contains('\n') {
            Span {
                start: before.end,
                ..before
            }
        } else {
            here
        }
    }

    fn expected_at(&mut self, place: Span, what: Text) -> ReportedError {
        if self.kind() == Bad {
            return ReportedError;
        }
        let (Text { en, zh }, found) = (what, self.token_description());
        let (found_en, found_zh) = (found.en, found.zh);
        let message = text!(
            "expected {en}, found {found_en}",
            "应为{zh}，却遇到{found_zh}"
        );
        let mut error = Diagnostic::error(place, message);
        let between = self.last_span().end..self.span().start;
        let slash = self
            .slashes
            .iter()
            .any(|slash| between.contains(&slash.start));
        if slash {
            error = error.help(text!(
                "`//` begins a comment; write `/` for division, which rounds down",
                "`//` 是注释的开头；除法（向下取整）请写 `/`"
            ));
        }
        self.report(error)
    }

    /// Returns the text that denotes the current token in messages.
    fn token_description(&self) -> Text {
        match self.kind() {
            End if self.base > 0 => text!("the end of the braces", "花括号的末尾"),
            End => text!("the end of the text", "文末"),
            RuleTokenKind::Text => text!("a string", "字符串"),
            Word(word) => text!("the word `{word}`", "保留字 `{word}`"),
            _ => {
                let written: String = self.source_text(self.span()).chars().take(40).collect();
                text!("`{written}`", " `{written}`")
            }
        }
    }

    /// Returns a location in readable form: line and column, or the character of a label.
    fn place(&self, span: Span) -> Text {
        let before = &self.source[..span.range().start - self.base];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        if self.base > 0 {
            text!(
                "at character {column} of the braces",
                "花括号中第 {column} 个字符处"
            )
        } else {
            text!("at {line}:{column}", "第 {line} 行第 {column} 列")
        }
    }

    /// Skips to the next item or to the end of the game. Only the outermost `open` brackets remain
    /// open.
    fn recover(&mut self, open: usize) {
        let still_open = self.open.split_off(open.min(self.open.len()));
        let mut braces = still_open
            .iter()
            .filter(|token| token.kind == Sign("{"))
            .count();
        loop {
            match self.kind() {
                End => break,
                Word(word) if ITEM_WORDS.contains(&word) || GAME_WORDS.contains(&word) => break,
                Sign("{") => braces += 1,
                Sign("}") if braces == 0 => break,
                Sign("}") => braces -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    fn recover_at_game(&mut self) {
        while !matches!(self.kind(), End | Word("game" | "coins" | "recurrence")) {
            self.bump();
        }
    }
}
