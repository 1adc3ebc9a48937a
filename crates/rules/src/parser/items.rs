//! Parses games and their items, except `expect` and `claim`.

use super::{GAME_WORDS, ITEM_WORDS, Parsed, ReportedError, RuleParser, level};
use crate::ast::{
    AlphabetDecl, ArrayDimension, BeginDecl, DrawDecl, DrawKind, EndCondition, GameItem,
    GameItemKind, Identifier, PlayConvention, Player, RecurrenceFormula, RecurrenceTerm, SlotDecl,
    SlotType, SpannedExpr, StringLiteral, SumMode, UnorderedDecl,
};
use crate::lexer::RuleTokenKind::{self, End, Int, Sign, Word};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// The keywords of items that are names in other contexts, in addition to `show`.
pub(super) const NAMED: [&str; 4] = ["tier", "symmetry", "tie", "payoff"];

impl RuleParser<'_> {
    /// Parses `Identifier(m = 3) {`.
    pub(super) fn header(&mut self) -> Parsed<(Identifier, Vec<(Identifier, SpannedExpr)>)> {
        let name = self.name()?;
        let mut params = Vec::new();
        if self.kind() == Sign("(") {
            self.open("(")?;
            while self.kind() != Sign(")") {
                params.push(self.param()?);
                if !self.eat(Sign(",")) {
                    break;
                }
            }
            self.close(")")?;
        }
        if self.kind() != Sign("{") {
            let stop = self.expected(text!("`{{`", " `{{`"));
            if self.is_item(self.kind()) {
                self.edit_last(
                    Span {
                        start: self.last_span().end,
                        ..self.last_span()
                    },
                    " {",
                );
                if !self.tokens.iter().any(|token| token.kind == Sign("}")) {
                    self.edit_last(self.tokens[self.tokens.len() - 1].span, " }");
                }
            }
            return Err(stop);
        }
        self.open("{")?;
        Ok((name, params))
    }

    fn param(&mut self) -> Parsed<(Identifier, SpannedExpr)> {
        let name = self.name()?;
        if !self.eat(Sign("=")) {
            let Identifier { text, span } = &name;
            let message = text!(
                "the parameter `{text}` needs a default",
                "参数 `{text}` 需要默认值"
            );
            let label = text!("write `{text} = 3`", "请写 `{text} = 3`");
            return Err(self.report(Diagnostic::error(*span, message).label(label)));
        }
        Ok((name, self.expr_or_graph()?))
    }

    /// Parses `SG(n) = mex { SG(n-1), SG(i) xor SG(n-1-i) for i in 1..n }`.
    pub(super) fn formula(&mut self) -> Parsed<RecurrenceFormula> {
        let start = self.span();
        if !self.at_word("SG") {
            let stop = self.expected(text!("`SG`", " `SG`"));
            self.label_last(Some(text!(
                "a recurrence begins with its formula: SG(n) = mex {{ ... }}",
                "递推以公式开头：SG(n) = mex {{ ... }}"
            )));
            return Err(stop);
        }
        self.bump();
        self.open("(")?;
        let variables = self.names()?;
        self.close(")")?;
        self.sign("=")?;
        if !self.eat_word("mex") {
            return Err(self.expected(text!("`mex`", " `mex`")));
        }
        self.open("{")?;
        let mut terms = Vec::new();
        if self.kind() != Sign("}") {
            terms.push(self.term()?);
            while self.eat(Sign(",")) {
                terms.push(self.term()?);
            }
        }
        let choices = self.for_choices()?;
        if self.kind() == Sign(",") {
            let message = text!(
                "`for` is only allowed once, after the last term",
                "`for` 只写一次，写在最后一项之后"
            );
            return Err(self.report(Diagnostic::error(self.span(), message)));
        }
        let span = start.to(self.close("}")?);
        Ok(RecurrenceFormula {
            variables,
            terms,
            choices,
            span,
        })
    }

    fn term(&mut self) -> Parsed<RecurrenceTerm> {
        let start = self.span();
        let mut parts = Vec::new();
        loop {
            if !self.eat_word("SG") {
                return Err(self.expected(text!("`SG(...)`", " `SG(...)`")));
            }
            self.open("(")?;
            let mut arguments = vec![self.expr()?];
            while self.eat(Sign(",")) {
                arguments.push(self.expr()?);
            }
            self.close(")")?;
            parts.push(arguments);
            if !self.eat(Word("xor")) {
                break;
            }
        }
        if self.kind() == Sign("+") {
            let message = text!(
                "the values of a sum are combined with `xor`, not `+`",
                "和的值用 `xor` 合并，不用 `+`"
            );
            let label = text!("write `xor`", "请写 `xor`");
            return Err(self.report(Diagnostic::error(self.span(), message).label(label)));
        }
        let span = start.to(self.last_span());
        Ok(RecurrenceTerm { parts, span })
    }

    /// Parses all items up to the closing brace of the game.
    pub(super) fn items(&mut self) -> Vec<GameItem> {
        let mut items: Vec<GameItem> = Vec::new();
        loop {
            match self.kind() {
                End | Sign("}") => return items,
                Word(word) if GAME_WORDS.contains(&word) => return items,
                RuleTokenKind::Name
                    if self.at_word("show") && self.kind_ahead(1) == RuleTokenKind::Text =>
                {
                    match self.item("show") {
                        Ok(item) => items.push(item),
                        Err(ReportedError) => self.recover(1),
                    }
                }
                // Between items, a name can only begin an item.
                RuleTokenKind::Name
                    if let Some(word) = NAMED.into_iter().find(|word| self.at_word(word)) =>
                {
                    match self.item(word) {
                        Ok(item) => items.push(item),
                        Err(ReportedError) => self.recover(1),
                    }
                }
                Word(word) if ITEM_WORDS.contains(&word) => match self.item(word) {
                    Ok(item) => items.push(item),
                    Err(ReportedError) => self.recover(1),
                },
                kind => {
                    self.not_an_item(items.last());
                    if kind == Sign(";") {
                        self.bump();
                    } else {
                        self.recover(1);
                    }
                }
            }
        }
    }

    /// Returns the keyword of an item that is a name in other contexts: `tier` or `payoff` before
    /// an expression, `tie` before `when`, `symmetry` before a list. The name is not a keyword if
    /// it is called or indexed, or is an operand. A name that is called or indexed has no space
    /// before its bracket.
    pub(super) fn opens_named(&self) -> Option<&'static str> {
        let apart = |ahead: usize| {
            let token = |at: usize| self.tokens.get(self.at + at);
            token(ahead - 1)
                .zip(token(ahead))
                .is_some_and(|(a, b)| a.span.end < b.span.start)
        };
        let value = || match self.kind_ahead(1) {
            RuleTokenKind::Name | Int(_) | Word("if" | "not") => true,
            Sign("(") => apart(1),
            Sign("-") => apart(1) && !apart(2),
            _ => false,
        };
        if let Some(word) = ["tier", "payoff"]
            .into_iter()
            .find(|word| self.at_word(word))
            && value()
        {
            return Some(word);
        }
        if self.at_word("tie") && self.kind_ahead(1) == Word("when") {
            return Some("tie");
        }
        (self.at_word("symmetry") && self.kind_ahead(1) == Sign("[") && apart(1))
            .then_some("symmetry")
    }

    fn item(&mut self, word: &str) -> Parsed<GameItem> {
        let start = self.span();
        let mut comments = self.comments_before(start.start);
        self.bump();
        let kind = match word {
            "state" => self.state()?,
            "let" => self.definition()?,
            "require" => GameItemKind::Require(self.expr()?),
            "move" => GameItemKind::Move(self.move_rule()?),
            "start" => {
                let empty = self.eat_word("empty");
                GameItemKind::Start(match self.kind() {
                    _ if empty => BeginDecl::Empty,
                    Sign("{") => BeginDecl::Set(self.expr()?),
                    RuleTokenKind::Text => BeginDecl::Text(self.quoted()?),
                    _ => BeginDecl::List(self.bracketed()?),
                })
            }
            "play" => GameItemKind::Play(self.play()?),
            "sum" => GameItemKind::Sum(self.sum_mode()?),
            "until" => GameItemKind::Until(self.until()?),
            "loopy" => GameItemKind::Loopy,
            "strict" => GameItemKind::Strict,
            "goal" => GameItemKind::Goal(self.expr()?, self.for_player()?),
            "trap" => GameItemKind::Trap(self.expr()?, self.for_player()?),
            "urgent" => GameItemKind::Urgent(self.expr()?),
            "tie" => GameItemKind::Tie(self.tie()?),
            "payoff" => GameItemKind::Payoff(self.expr()?),
            "tier" => GameItemKind::Tier(self.expr()?),
            "symmetry" => {
                if self.kind() != Sign("[") {
                    let stop = self.expected(text!(
                        "`[` and all slots in their new order",
                        " `[` 和按新次序列出的全部分量"
                    ));
                    self.label_last(Some(text!(
                        "for example symmetry [b, a]",
                        "例如 symmetry [b, a]"
                    )));
                    return Err(stop);
                }
                GameItemKind::Symmetry(self.bracketed()?)
            }
            "expect" => GameItemKind::Expect(self.expect()?),
            "claim" => GameItemKind::Claim(self.claim()?),
            "input" => GameItemKind::Input(self.input()?),
            "ask" => GameItemKind::Ask(self.ask()?),
            "output" => GameItemKind::Output(self.output()?),
            "sample" => GameItemKind::Sample(self.sample()?),
            "draw" => GameItemKind::Draw(self.draw()?),
            "show" => GameItemKind::Show(self.quoted()?),
            "about" => {
                let english = self.quoted()?;
                GameItemKind::About(
                    english,
                    if self.kind() == RuleTokenKind::Text {
                        Some(self.quoted()?)
                    } else {
                        None
                    },
                )
            }
            _ => GameItemKind::Note(self.quoted()?),
        };
        let span = start.to(self.last_span());
        comments.extend(self.comments_before(span.end));
        let remark = self.remark();
        Ok(GameItem {
            comments,
            kind,
            remark,
            span,
        })
    }

    /// Parses the drawing of a `draw` item, such as `board 3, 3 "·XO"`.
    fn draw(&mut self) -> Parsed<DrawDecl> {
        let Some((word, kind)) = DrawKind::ALL
            .into_iter()
            .find(|(word, _)| self.at_word(word))
        else {
            return Err(self.expected(text!(
                "`heaps`, `row`, `squares`, `sheet`, `board`, `strip`, `ring`, `steps` or `numbers`",
                " `heaps`、`row`、`squares`、`sheet`、`board`、`strip`、`ring`、`steps` 或 `numbers`"
            )));
        };
        self.eat_word(word);
        let most = match kind {
            DrawKind::Board => 2,
            DrawKind::Strip | DrawKind::Ring => 1,
            DrawKind::Heaps
            | DrawKind::Row
            | DrawKind::Squares
            | DrawKind::Sheet
            | DrawKind::Steps
            | DrawKind::Numbers => 0,
        };
        let array = if kind.may_name_array() && self.array_follows() {
            Some(self.name()?)
        } else {
            None
        };
        let mut size = Vec::new();
        if most > 0
            && matches!(
                self.kind(),
                RuleTokenKind::Int(_) | RuleTokenKind::Name | Sign("(")
            )
            && self.opens_named().is_none()
        {
            size.push(self.expr()?);
            while size.len() < most {
                self.sign(",")?;
                size.push(self.expr()?);
            }
        }
        let marks = if self.kind() == RuleTokenKind::Text {
            Some(self.quoted()?)
        } else {
            None
        };
        Ok(DrawDecl {
            kind,
            array,
            size,
            marks,
        })
    }

    /// Returns whether the next token is the name of an array, and not a size that begins with a
    /// name.
    fn array_follows(&self) -> bool {
        let is_size = matches!(
            self.kind_ahead(1),
            Sign("," | "+" | "-" | "*" | "/" | "%" | "**" | "(" | "[")
                | Word("xor" | "bitor" | "bitand")
        );
        // A name on the next line is an item with a misspelt keyword.
        let begins_line = self.gap() != self.span();
        self.kind() == RuleTokenKind::Name
            && !is_size
            && !begins_line
            && self.opens_named().is_none()
            && !self.at_word("show")
    }

    fn state(&mut self) -> Parsed<GameItemKind> {
        let mut slots = vec![self.slot()?];
        while self.eat(Sign(",")) {
            slots.push(self.slot()?);
        }
        let unordered = if !self.eat(Word("unordered")) {
            None
        } else if self.kind() == RuleTokenKind::Name && self.opens_named().is_none() {
            Some(UnorderedDecl::Array(self.name()?))
        } else {
            Some(UnorderedDecl::All)
        };
        Ok(GameItemKind::State { slots, unordered })
    }

    /// Consumes `of`. If `of` is missing, reports the expected syntax, with an example.
    fn expect_of(&mut self, expected: Text, example: Text) -> Parsed<()> {
        if self.eat_word("of") {
            return Ok(());
        }
        let stop = self.expected(expected);
        self.label_last(Some(example));
        Err(stop)
    }

    fn slot(&mut self) -> Parsed<SlotDecl> {
        let name = self.name()?;
        let mut array = Vec::new();
        while self.kind() == Sign("[") && array.len() < 2 {
            self.open("[")?;
            let named = self.kind() == RuleTokenKind::Name && self.kind_ahead(1) == Word("in");
            let index = if named {
                let name = self.name()?;
                self.word("in")?;
                Some(name)
            } else {
                None
            };
            let low = self.expr()?;
            self.sign("..")?;
            let high = self.expr()?;
            self.close("]")?;
            array.push(ArrayDimension { index, low, high });
        }
        let slot = &name.text;
        let elements = if self.eat_word("set") {
            self.expect_of(
                text!(
                    "`of` and the set of possible elements",
                    " `of` 和可取元素的集合"
                ),
                text!(
                    "for example `{slot} set of 1..9`",
                    "例如 `{slot} set of 1..9`"
                ),
            )?;
            Some(SlotType::SetOf(self.domain(level::ANY)?))
        } else if self.eat_word("word") {
            self.expect_of(
                text!("`of` and the letters of the word", " `of` 和单词可用的字母"),
                text!(
                    "for example `{slot} word of \"x.\"`",
                    "例如 `{slot} word of \"x.\"`"
                ),
            )?;
            Some(SlotType::WordOf(self.alphabet()?))
        } else {
            None
        };
        if let Some(holds) = elements {
            let span = name.span.to(self.last_span());
            return Ok(SlotDecl {
                name,
                array,
                holds,
                span,
            });
        }
        if self.kind() == Sign(":") {
            let message = text!(
                "the range of a slot is written with `in`",
                "分量的范围用 `in` 书写"
            );
            self.report(Diagnostic::error(self.span(), message).edit(self.span(), " in"));
            self.bump();
        } else {
            self.word("in").inspect_err(|_| self.no_range(&name))?;
        }
        let low = self.expr()?;
        self.sign("..").inspect_err(|_| {
            let slot = &name.text;
            self.label_last(Some(text!(
                "the values of a slot must be a range: `{slot} in 0..9`",
                "取值应是范围：`{slot} in 0..9`"
            )));
        })?;
        let high = if self.is_stray_word() {
            None
        } else {
            self.range_end(level::ANY)?
        };
        let span = name.span.to(self.last_span());
        Ok(SlotDecl {
            name,
            array,
            holds: SlotType::Number(low, high),
            span,
        })
    }

    /// Parses `"x."`, `a..z`, `0..9`: the letters of a word.
    pub(super) fn alphabet(&mut self) -> Parsed<AlphabetDecl> {
        if self.kind() == RuleTokenKind::Text {
            return Ok(AlphabetDecl::Listed(self.quoted()?));
        }
        let first = self.sign_of_alphabet()?;
        self.sign("..")?;
        Ok(AlphabetDecl::Between(first, self.sign_of_alphabet()?))
    }

    fn sign_of_alphabet(&mut self) -> Parsed<Identifier> {
        if !matches!(self.kind(), RuleTokenKind::Name | Int(_)) {
            return Err(self.expected(text!(
                "letters, as in \"x.\" or a..z",
                "字母，例如 \"x.\" 或 a..z"
            )));
        }
        let span = self.bump().span;
        Ok(Identifier {
            text: self.word_at(span),
            span,
        })
    }

    /// Adds the syntax of a slot's range to the error about the missing range: `state n`, `state n
    /// >= 1`.
    fn no_range(&mut self, slot: &Identifier) {
        let name = &slot.text;
        self.label_last(Some(text!(
            "write the range of the slot: `{name} in 0..`",
            "请写出取值范围：`{name} in 0..`"
        )));
        match (self.kind(), self.kind_ahead(1)) {
            (Sign(">="), Int(low)) => self.edit_last(
                self.span().to(self.tokens[self.at + 1].span),
                format!("in {low}.."),
            ),
            (Sign(","), _) | (Word(_) | Sign("}"), _) => self.edit_last(
                Span {
                    start: slot.span.end,
                    ..slot.span
                },
                " in 0..",
            ),
            _ => {}
        }
    }

    fn definition(&mut self) -> Parsed<GameItemKind> {
        let name = self.name()?;
        let mut indices = Vec::new();
        if self.kind() == Sign("[") {
            self.open("[")?;
            indices = self.choices()?;
            self.close("]")?;
        }
        let variables = if self.kind() == Sign("(") && indices.is_empty() {
            self.open("(")?;
            let names = self.names()?;
            self.close(")")?;
            Some(names)
        } else {
            None
        };
        self.sign("=")?;
        let value = if self.kind() == Sign("[") {
            self.expr_or_graph()?
        } else {
            self.expr()?
        };
        Ok(GameItemKind::Let {
            name,
            indices,
            variables,
            value,
        })
    }

    fn play(&mut self) -> Parsed<PlayConvention> {
        if self.eat_word("misère") {
            return Ok(PlayConvention::Misere);
        }
        let said = PlayConvention::ALL
            .into_iter()
            .find(|play| self.eat_word(play.word()));
        said.ok_or_else(|| {
            self.expected(text!(
                "`normal`, `misere`, `stop`, `button` or `score`",
                " `normal`、`misere`、`stop`、`button` 或 `score`"
            ))
        })
    }

    /// Parses `when e` after `tie`.
    fn tie(&mut self) -> Parsed<SpannedExpr> {
        if !self.eat(Word("when")) {
            let stop = self.expected(text!("`when` and a condition", " `when` 和条件"));
            self.label_last(Some(text!(
                "for example `tie when size(free) == 0`",
                "例如 `tie when size(free) == 0`"
            )));
            return Err(stop);
        }
        self.expr()
    }

    /// Parses `for left` or `for right` if it follows.
    fn for_player(&mut self) -> Parsed<Option<Player>> {
        if !self.eat(Word("for")) {
            return Ok(None);
        }
        match self.player() {
            Some(player) => Ok(Some(player)),
            None => Err(self.expected(text!("`left` or `right`", " `left` 或 `right`"))),
        }
    }

    fn sum_mode(&mut self) -> Parsed<SumMode> {
        if self.eat_word("one") {
            Ok(SumMode::One)
        } else if self.eat_word("every") {
            Ok(SumMode::Every)
        } else if self.eat_word("any") {
            Ok(SumMode::Any)
        } else if self.eat_word("upto") {
            Ok(SumMode::Upto(self.expr()?))
        } else {
            Err(self.expected(text!(
                "`one`, `every`, `any` or `upto`",
                " `one`、`every`、`any` 或 `upto`"
            )))
        }
    }

    fn until(&mut self) -> Parsed<EndCondition> {
        if self.eat_word("all") {
            Ok(EndCondition::All)
        } else if self.eat_word("one") {
            Ok(EndCondition::One)
        } else {
            Err(self.expected(text!("`all` or `one`", " `all` 或 `one`")))
        }
    }

    /// Parses a string.
    pub(super) fn quoted(&mut self) -> Parsed<StringLiteral> {
        if self.kind() != RuleTokenKind::Text {
            return Err(self.expected(text!("a string in \"...\"", "写在 \"...\" 中的字符串")));
        }
        let span = self.bump().span;
        let mut inside = self.source_text(span).chars();
        inside.next();
        inside.next_back();
        let text = inside.as_str().to_string();
        Ok(StringLiteral { text, span })
    }
}
