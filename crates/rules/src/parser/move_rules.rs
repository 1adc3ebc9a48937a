//! Parses move rules and their results.

use super::{Parsed, RuleParser};
use crate::ast::{
    ChangeDecl, ChangeOp, ComponentDecl, ComponentDeclKind, GameRef, Identifier, List, MoveDecl,
    Player, SpannedExpr, StringLiteral,
};
use crate::compound::WORDS;
use crate::lexer::RuleTokenKind::{self, End, Sign, Word};
use base::diagnostic::Diagnostic;
use base::text;
use base::text::Text;

impl RuleParser<'_> {
    pub(super) fn move_rule(&mut self) -> Parsed<MoveDecl> {
        let player = self.player();
        let label = self.label()?;
        let chinese_label = self.label()?;
        let choices = match self.kind() {
            RuleTokenKind::Name | Sign("(") => self.choices()?,
            Word(_) if self.reserved_as_name() => self.choices()?,
            _ => Vec::new(),
        };
        let guard = if self.guard_follows() {
            Some(self.expr()?)
        } else {
            None
        };
        self.colon()?;
        let result = self.result()?;
        let again = self.at_word("again").then(|| self.bump().span);
        let gain = self.gain()?;
        let again = again.or_else(|| self.at_word("again").then(|| self.bump().span));
        Ok(MoveDecl {
            player,
            label,
            chinese_label,
            choices,
            guard,
            result,
            again,
            gain,
        })
    }

    /// Parses `left` or `right` if it follows and is not the name of a choice.
    pub(super) fn player(&mut self) -> Option<Player> {
        let is_choice = matches!(self.kind_ahead(1), Word("in") | Sign("[" | ","));
        if is_choice || self.kind() != RuleTokenKind::Name {
            return None;
        }
        let word = self.source_text(self.span());
        let player = Player::ALL
            .into_iter()
            .find(|player| player.word() == word.to_lowercase())?;
        if player.word() != word {
            let message = text!("`{word}` is not a keyword", "`{word}` 不是关键字");
            let lower = player.word();
            let label = text!("write `{lower}`", "请写 `{lower}`");
            self.correct(self.span(), message, label, lower);
        }
        self.bump();
        Some(player)
    }

    /// Parses `gain e` if it follows. Other words for `gain` are reported and accepted.
    fn gain(&mut self) -> Parsed<Option<SpannedExpr>> {
        const OTHER_WORDS: [&str; 7] = [
            "gains", "gaining", "points", "score", "scores", "earn", "earns",
        ];
        if let Some(word) = OTHER_WORDS.into_iter().find(|word| self.at_word(word)) {
            let message = text!(
                "the points of a move are written with `gain`, not `{word}`",
                "一着的得分用 `gain` 书写，不用 `{word}`"
            );
            self.report(Diagnostic::error(self.span(), message).edit(self.span(), "gain"));
            self.bump();
        } else if !self.eat_word("gain") {
            return Ok(None);
        }
        self.expr().map(Some)
    }

    /// Parses a label if the next token is a label, and reports errors in its values.
    fn label(&mut self) -> Parsed<Option<StringLiteral>> {
        if self.kind() != RuleTokenKind::Text {
            return Ok(None);
        }
        let label = self.quoted()?;
        for error in super::parse_label(&label).err().into_iter().flatten() {
            self.report(error);
        }
        Ok(Some(label))
    }

    /// Consumes `when`. An `if` in place of `when` is reported and accepted.
    fn guard_follows(&mut self) -> bool {
        if self.kind() != Word("if") {
            return self.eat(Word("when"));
        }
        let message = text!("a guard is written with `when`", "条件请用 `when`");
        self.report(Diagnostic::error(self.span(), message).edit(self.span(), "when"));
        self.bump();
        true
    }

    /// Parses the `:` before a result.
    fn colon(&mut self) -> Parsed<()> {
        if self.eat(Sign(":")) {
            return Ok(());
        }
        if self.missing_colon() {
            return Ok(());
        }
        let arrow = matches!(self.kind(), Sign("=>" | "->") | Word("then"));
        let label = match self.kind() {
            Sign(",") => Some(text!(
                "expected another choice after the comma, such as `k in 1..n`",
                "逗号后应是另一个选择，例如 `k in 1..n`"
            )),
            Sign("=>" | "->") | Word("then") => Some(text!("write `:`", "请写 `:`")),
            _ => None,
        };
        let stop = self.expected(text!("`:` and the result of the move", " `:` 和着法的结果"));
        self.label_last(label);
        if arrow {
            self.edit_last(self.span(), ":");
            self.bump();
            return Ok(());
        }
        Err(stop)
    }

    pub(super) fn result(&mut self) -> Parsed<Vec<ComponentDecl>> {
        if self.eat(Word("nothing")) {
            return Ok(Vec::new());
        }
        let mut components = vec![self.component()?];
        while self.eat(Sign("+")) {
            components.push(self.component()?);
        }
        Ok(components)
    }

    fn component(&mut self) -> Parsed<ComponentDecl> {
        if let Some(meant) = self.loose_result()? {
            return Ok(meant);
        }
        let start = self.span();
        let kind = match self.kind() {
            Sign("[") => self.fresh(None)?,
            Sign("{") => self.changed()?,
            RuleTokenKind::Name | Word("then") if self.compound_follows() => {
                self.nested(Self::compound)?
            }
            RuleTokenKind::Name => {
                let game = self.instance()?;
                if self.kind() != Sign("[") {
                    let name = &game.name.text;
                    let what = text!("`[` and the slots of `{name}`", " `[` 和 `{name}` 的分量");
                    let stop = self.expected(what);
                    self.label_last(Some(text!(
                        "a component is written [n - k]",
                        "成分请写作 [n - k]"
                    )));
                    return Err(stop);
                }
                self.fresh(Some(game))?
            }
            _ => {
                return Err(self.expected(text!(
                    "the result of the move: `[...]`, `{{ ... }}` or `nothing`",
                    "着法的结果：`[...]`、`{{ ... }}` 或 `nothing`"
                )));
            }
        };
        let choices = self.for_choices()?;
        let span = start.to(self.last_span());
        Ok(ComponentDecl {
            kind,
            choices,
            span,
        })
    }

    /// Returns whether the current token begins a compound, and not a game of that name with
    /// arguments and numbers.
    fn compound_follows(&self) -> bool {
        if !WORDS.contains(&self.source_text(self.span())) || self.kind_ahead(1) != Sign("(") {
            return false;
        }
        let mut depth = 0;
        for ahead in 1.. {
            match self.kind_ahead(ahead) {
                Sign("(") => depth += 1,
                Sign(")") if depth == 1 => return self.kind_ahead(ahead + 1) != Sign("["),
                Sign(")") => depth -= 1,
                End => return true,
                _ => {}
            }
        }
        true
    }

    /// Parses a compound, such as `every(a, b)` or `upto(2; a, b)`.
    fn compound(&mut self) -> Parsed<ComponentDeclKind> {
        let span = self.bump().span;
        let word = Identifier {
            text: self.source_text(span).to_owned(),
            span,
        };
        self.open("(")?;
        let most = if word.text == "upto" {
            Some(self.max_parts()?)
        } else {
            None
        };
        let mut parts = vec![self.result()?];
        while self.eat(Sign(",")) {
            parts.push(self.result()?);
        }
        self.close(")")?;
        Ok(ComponentDeclKind::Compound(word, most, parts))
    }

    /// Parses the number of a compound, such as `2;` in `upto(2; a, b)`.
    fn max_parts(&mut self) -> Parsed<SpannedExpr> {
        let found = match self.kind() {
            Sign("[" | "{") => Err(self.expected(text!("a number", "数"))),
            _ => self.expr().and_then(|most| self.sign(";").map(|_| most)),
        };
        found.inspect_err(|_| {
            self.label_last(Some(text!(
                "first write the maximum number of parts that one move can change: upto(2; a, b)",
                "请先写明一着最多涉及几个部分：upto(2; a, b)"
            )));
        })
    }

    fn fresh(&mut self, game: Option<GameRef>) -> Parsed<ComponentDeclKind> {
        Ok(ComponentDeclKind::Fresh {
            game,
            slots: self.bracketed()?,
        })
    }

    /// Parses the numbers of a component, `[...]`.
    pub(super) fn bracketed(&mut self) -> Parsed<List> {
        self.open("[")?;
        let list = self.list("]")?;
        self.close("]")?;
        Ok(list)
    }

    /// Parses `Identifier`, `Identifier(3)`, `Identifier(m = 3)`.
    pub(super) fn instance(&mut self) -> Parsed<GameRef> {
        let name = self.name()?;
        self.instance_of(name)
    }

    /// Parses the arguments of a game whose name was consumed.
    pub(super) fn instance_of(&mut self, name: Identifier) -> Parsed<GameRef> {
        let mut args = Vec::new();
        if self.kind() == Sign("(") {
            self.open("(")?;
            while self.kind() != Sign(")") {
                let named = self.kind() == RuleTokenKind::Name && self.kind_ahead(1) == Sign("=");
                let parameter = if named { Some(self.name()?) } else { None };
                if named {
                    self.sign("=")?;
                }
                args.push((parameter, self.expr_or_graph()?));
                if !self.eat(Sign(",")) {
                    break;
                }
            }
            self.close(")")?;
        }
        Ok(GameRef { name, args })
    }

    /// Parses `{ a -= k, b = 0 for ..., c = 0 }`. A `for` belongs to the changes since the last
    /// `for`.
    fn changed(&mut self) -> Parsed<ComponentDeclKind> {
        self.nested(|parser| {
            parser.open("{")?;
            let mut groups = Vec::new();
            let mut changes = Vec::new();
            loop {
                changes.push(parser.change()?);
                let choices = parser.for_choices()?;
                let more = parser.eat(Sign(",")) || parser.comma_said_as_semicolon();
                if !choices.is_empty() || !more {
                    groups.push((std::mem::take(&mut changes), choices));
                }
                if !more {
                    break;
                }
            }
            parser.close("}")?;
            Ok(ComponentDeclKind::Changed(groups))
        })
    }

    pub(super) fn change(&mut self) -> Parsed<ChangeDecl> {
        let name = self.name()?;
        let index = if self.kind() == Sign("[") {
            Some(self.index()?)
        } else {
            None
        };
        let op = match self.kind() {
            Sign("=") => ChangeOp::Set,
            Sign("+=") => ChangeOp::Add,
            Sign("-=") => ChangeOp::Sub,
            _ => {
                let what: Text = text!("`=`, `+=` or `-=`", " `=`、`+=` 或 `-=`");
                let stop = self.expected(what);
                self.label_last(Some(text!(
                    "braces contain changes: {{ a -= k }}; a new component is written [n - k]",
                    "花括号中是修改：{{ a -= k }}；新的成分写作 [n - k]"
                )));
                return Err(stop);
            }
        };
        self.bump();
        let value = self.expr()?;
        let span = name.span.to(value.span);
        Ok(ChangeDecl {
            name,
            index,
            op,
            value,
            span,
        })
    }
}
