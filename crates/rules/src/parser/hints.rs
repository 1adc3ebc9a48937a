//! Suggestions: the keyword nearest to a misspelt word, replacements for words of other languages,
//! and other names for reserved words.

use super::items::NAMED;
use super::{GAME_WORDS, ITEM_WORDS, ReportedError, RuleParser};
use crate::ast::{GameItem, GameItemKind};
use crate::lexer::RuleTokenKind::{self, Bad, End, Sign, Word};
use base::diagnostic::{Diagnostic, Edit, Span};
use base::suggest::nearest;
use base::text;
use base::text::Text;

/// Words for items in other languages, with the keywords that replace them.
const FOREIGN_ITEMS: [(&str, &str); 24] = [
    ("rule", "move"),
    ("action", "move"),
    ("option", "move"),
    ("turn", "move"),
    ("assert", "expect"),
    ("test", "expect"),
    ("check", "expect"),
    ("def", "let"),
    ("fn", "let"),
    ("const", "let"),
    ("var", "state"),
    ("slot", "state"),
    ("invariant", "require"),
    ("initial", "start"),
    ("init", "start"),
    ("win", "goal"),
    ("lose", "trap"),
    ("theorem", "claim"),
    ("misere", "play misere"),
    ("every", "sum every"),
    ("payout", "payoff"),
    ("reward", "payoff"),
    ("stalemate", "tie when"),
    ("scoring", "play score"),
];

/// Returns a name to use instead of a reserved word.
pub(super) fn other_name(word: &str) -> &'static str {
    match word {
        "state" => "position",
        "move" => "step",
        "start" => "first",
        "sum" => "amount",
        "goal" => "target",
        "note" => "remark",
        "game" => "play_area",
        "coins" => "coin",
        "in" => "inner",
        "play" => "turn",
        "let" => "worth",
        "for" | "if" | "then" | "else" | "when" => "which",
        "nothing" => "none",
        _ => "other",
    }
}

impl RuleParser<'_> {
    /// Reports a token at which a game should begin.
    pub(super) fn not_a_game(&mut self) -> ReportedError {
        let what = text!(
            "`game`, `coins` or `recurrence`",
            " `game`、`coins` 或 `recurrence`"
        );
        match self.kind() {
            RuleTokenKind::Name => {
                let word = self.word_at(self.span());
                let message = text!(
                    "unknown kind of declaration `{word}`",
                    "未知的声明 `{word}`"
                );
                let mut error = Diagnostic::error(self.span(), message);
                if let Some(keyword) = nearest(&word, GAME_WORDS) {
                    error = error
                        .label(text!("did you mean `{keyword}`?", "是否想写 `{keyword}`？"))
                        .edit(self.span(), keyword);
                } else {
                    error = error.help(text!(
                        "a file is a list of games: game Name {{ ... }}",
                        "文件由若干游戏组成：game 名字 {{ ... }}"
                    ));
                }
                self.report(error)
            }
            Word(word) if ITEM_WORDS.contains(&word) => {
                let message = text!("`{word}` is outside a game", "`{word}` 不在任何游戏之内");
                let label = text!(
                    "an earlier `}}` closed the game",
                    "前面的 `}}` 已经结束了游戏"
                );
                self.report(Diagnostic::error(self.span(), message).label(label))
            }
            Sign("}") => {
                let message = text!(
                    "this `}}` has no matching `{{`",
                    "这个 `}}` 没有与之配对的 `{{`"
                );
                self.report(Diagnostic::error(self.span(), message))
            }
            Sign(";") => self.semicolon(),
            _ => self.expected_at(self.span(), what),
        }
    }

    /// Reports a token at which an item should begin; `before` is the item before it.
    pub(super) fn not_an_item(&mut self, before: Option<&GameItem>) -> ReportedError {
        if self.kind() == Bad {
            return ReportedError;
        }
        let before = before.map(|item| &item.kind);
        let label = match (self.kind(), before) {
            (RuleTokenKind::Name, _) => return self.unknown_item(),
            (Sign(";"), _) => return self.semicolon(),
            (Sign("-" | ",") | Word("xor"), Some(GameItemKind::Move(_))) => Some(text!(
                "the result of a move is a sum: [i] + [j]",
                "一着的结果是和：[i] + [j]"
            )),
            (Sign("["), Some(GameItemKind::Move(_))) => {
                Some(text!("write `+` between components", "成分之间请写 `+`"))
            }
            (Word("for"), _) => Some(text!("a move begins with `move`", "着法以 `move` 开头")),
            (Word("when"), Some(GameItemKind::Move(_))) => {
                Some(text!("write the guard before the `:`", "条件写在 `:` 之前"))
            }
            (Sign(","), Some(GameItemKind::Expect(_))) => Some(text!(
                "write `expect` again for another expectation",
                "另一个期望请另写 `expect`"
            )),
            _ => None,
        };
        let what = text!("an item or `}}`", "一个条目或 `}}`");
        let stop = self.expected_at(self.span(), what);
        self.label_last(label);
        if self.kind() == Word("for") {
            self.edit_last(self.span(), "move");
        }
        stop
    }

    /// Adds a label to the last reported error, if that error is about the current token.
    pub(super) fn label_last(&mut self, label: Option<Text>) {
        let places = [self.span(), self.gap()];
        if let Some(error) = self.errors.last_mut()
            && places.contains(&error.span)
        {
            error.label = error.label.take().or(label);
        }
    }

    /// Adds a replacement to the last reported error, if that error is about the current token.
    pub(super) fn edit_last(&mut self, span: Span, text: impl Into<String>) {
        let places = [self.span(), self.gap()];
        if let Some(error) = self.errors.last_mut()
            && places.contains(&error.span)
        {
            error.edits.push(Edit {
                span,
                text: text.into(),
            });
        }
    }

    /// Returns whether a token begins an item.
    pub(super) fn is_item(&self, kind: RuleTokenKind) -> bool {
        matches!(kind, Word(word) if ITEM_WORDS.contains(&word))
    }

    fn unknown_item(&mut self) -> ReportedError {
        let word = self.word_at(self.span());
        let message = text!("unknown item `{word}`", "未知的条目 `{word}`");
        let mut error = Diagnostic::error(self.span(), message);
        if let Some(keyword) = self.misspelt_item(0) {
            error = error
                .label(text!("did you mean `{keyword}`?", "是否想写 `{keyword}`？"))
                .edit(self.span(), keyword);
        } else {
            let words: Vec<&str> = ITEM_WORDS.iter().chain(&NAMED).copied().collect();
            let items = words.join(", ");
            error = error.help(text!(
                "items begin with: {items}",
                "条目的开头可以是：{items}"
            ));
        }
        self.report(error)
    }

    /// Returns the keyword that was probably intended by the name that is `ahead` tokens ahead, if
    /// an item could begin with this name. Returns `None` if the tokens after the name could not
    /// follow that keyword.
    pub(super) fn misspelt_item(&self, ahead: usize) -> Option<&'static str> {
        let word = self.word_at(self.tokens.get(self.at + ahead)?.span);
        let foreign = FOREIGN_ITEMS.iter().find(|(foreign, _)| *foreign == word);
        let keyword = foreign
            .map(|&(_, keyword)| keyword)
            .or_else(|| nearest(&word, ITEM_WORDS))?;
        let next = self.kind_ahead(ahead + 1);
        let fits = match keyword {
            "play" => {
                const WAYS: [&str; 5] = ["normal", "misere", "stop", "button", "score"];
                self.tokens
                    .get(self.at + ahead + 1)
                    .is_some_and(|token| WAYS.contains(&self.source_text(token.span)))
            }
            "state" | "let" | "sum" | "until" | "draw" => {
                next == RuleTokenKind::Name || matches!(next, Bad)
            }
            "about" | "note" | "sample" => next == RuleTokenKind::Text,
            "input" => matches!(next, RuleTokenKind::Name | Sign("(")),
            "ask" => matches!(next, RuleTokenKind::Name | Sign("[")),
            "move" => matches!(
                next,
                RuleTokenKind::Name
                    | RuleTokenKind::Text
                    | Bad
                    | Sign("(" | ":")
                    | Word("when" | "if")
            ),
            "start" => matches!(
                next,
                RuleTokenKind::Name | RuleTokenKind::Text | Bad | Sign("[" | "{")
            ),
            "loopy" | "strict" | "play misere" | "play score" | "sum every" => true,
            // The keyword is followed by an expression.
            _ => !matches!(next, End | Sign("}" | ")" | "]" | ",")) && !self.is_item(next),
        };
        fits.then_some(keyword)
    }

    /// Returns whether a word after the `..` of a slot is not the end of the range. The word does
    /// not end the range if it is unknown, and the next word neither continues an expression nor
    /// begins an item.
    pub(super) fn is_stray_word(&self) -> bool {
        self.kind() == RuleTokenKind::Name
            && self.kind_ahead(1) == RuleTokenKind::Name
            && self.strays()
    }

    #[cold]
    #[inline(never)]
    fn strays(&self) -> bool {
        const GO_ON: [&str; 16] = [
            "is", "mod", "MOD", "div", "DIV", "XOR", "Xor", "AND", "And", "OR", "Or", "tier",
            "show", "symmetry", "tie", "payoff",
        ];
        let [word, next] = [self.at, self.at + 1].map(|at| self.source_text(self.tokens[at].span));
        let is_new = self.tokens[..self.at]
            .iter()
            .all(|token| token.kind != RuleTokenKind::Name || self.source_text(token.span) != word);
        is_new && !GO_ON.contains(&next) && next.is_ascii() && self.misspelt_item(1).is_none()
    }

    /// Reports only the first semicolon of a text.
    fn semicolon(&mut self) -> ReportedError {
        let message = text!("unexpected `;`", "意外的 `;`");
        let error = Diagnostic::error(self.span(), message)
            .help(text!("semicolons are not needed", "不需要分号"));
        self.everywhere(error.edit(self.span(), ""))
    }

    /// Reports an error that may occur at many locations only once, with the repairs for all
    /// locations.
    pub(super) fn everywhere(&mut self, error: Diagnostic) -> ReportedError {
        if let Some(told) = self
            .errors
            .iter_mut()
            .find(|told| told.message == error.message)
        {
            told.edits.extend(error.edits);
            return ReportedError;
        }
        self.report(error)
    }

    /// Reports a reserved word that is used as a name, and suggests another name.
    pub(super) fn reserved(&mut self, word: &str) -> ReportedError {
        let other = other_name(word);
        let message = text!(
            "`{word}` is a reserved word and cannot be a name",
            "`{word}` 是保留字，不能作名字"
        );
        let label = text!(
            "choose another name, such as `{other}`",
            "请换一个名字，例如 `{other}`"
        );
        self.report(Diagnostic::error(self.span(), message).label(label))
    }

    /// Returns whether the current token is a reserved word used as a name. The word is
    /// used as a name if the next token cannot follow the keyword.
    pub(super) fn reserved_as_name(&self) -> bool {
        let follows = self.kind_ahead(1);
        matches!(self.kind(), Word(_))
            && matches!(
                follows,
                Sign(
                    "," | ")"
                        | "]"
                        | "}"
                        | "="
                        | "=="
                        | "!="
                        | "<"
                        | "<="
                        | ">"
                        | ">="
                        | "+"
                        | "*"
                        | "/"
                        | "%"
                        | "**"
                        | ".."
                        | "+="
                        | "-="
                ) | Word("in" | "and" | "or" | "xor" | "bitor" | "bitand" | "when")
                    | End
            )
    }
}
