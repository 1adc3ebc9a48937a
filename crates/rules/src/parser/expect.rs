//! Parses the items that state properties of a game: `expect` and `claim`.

use super::{Parsed, ReportedError, RuleParser};
use crate::ast::{
    ClaimDecl, ElementExpr, ExpectDecl, ExpectKind, GameRef, List, OutcomeLetter, Player,
    SpannedExpr, StringLiteral,
};
use crate::lexer::RuleTokenKind::{self, Bad, Int, Sign};
use base::diagnostic::{Diagnostic, Edit, Span};
use base::text;

impl RuleParser<'_> {
    pub(super) fn expect(&mut self) -> Parsed<ExpectDecl> {
        let mut with = Vec::new();
        if self.eat_word("with") {
            loop {
                let name = self.name()?;
                self.sign("=")?;
                with.push((name, self.expr_or_graph()?));
                if !self.eat(Sign(",")) {
                    break;
                }
            }
            self.sign(":")?;
        }
        let kind = if self.kind() == Sign("[") {
            self.expect_outcome()?
        } else if self.eat_word("SG") {
            self.expect_values()?
        } else if self.eat_word("PN") {
            let ranges = self.bracketed_ranges()?;
            self.equals()?;
            ExpectKind::Outcomes(ranges, self.letters()?)
        } else if self.eat_word("same") {
            self.expect_same()?
        } else if (self.at_word("score") || self.at_word("value"))
            && matches!(self.kind_ahead(1), RuleTokenKind::Name | Sign("[" | "("))
        {
            self.expect_score()?
        } else if self.kind() == RuleTokenKind::Name
            && matches!(self.kind_ahead(1), Sign("[" | "("))
        {
            self.expect_outcome()?
        } else {
            return Err(self.no_expectation());
        };
        Ok(ExpectDecl { with, kind })
    }

    fn no_expectation(&mut self) -> ReportedError {
        let what = text!(
            "`SG`, `PN`, `score`, `value`, a position or `same`",
            " `SG`、`PN`、`score`、`value`、一个局面或 `same`"
        );
        let stop = self.expected(what);
        self.label_last(Some(text!(
            "for example `expect SG(0..3) == 0 1 2 3` or `expect [1] + [2] is N`",
            "例如 `expect SG(0..3) == 0 1 2 3` 或 `expect [1] + [2] is N`"
        )));
        stop
    }

    /// Parses the text after `SG`: `(0..8) == 0 1 2 ...` or `[8, 8] == 13`.
    fn expect_values(&mut self) -> Parsed<ExpectKind> {
        match self.kind() {
            Sign("[") => {
                let position = self.position()?;
                self.equals()?;
                Ok(ExpectKind::Value(position, self.expr()?))
            }
            Sign("(") => {
                let ranges = self.bracketed_ranges()?;
                self.equals()?;
                Ok(ExpectKind::Values(ranges, self.numbers(false)?))
            }
            _ => Err(self.expected(text!(
                "`(` and ranges, or `[` and a position",
                " `(` 和范围，或 `[` 和局面"
            ))),
        }
    }

    /// Parses `[1, 2] + Nim(3)[4] is P`.
    /// Parses `score(0..3) == 0 1 2 -1` or `score [3, 9] + [2] == 4`, or the same with `value` and
    /// quoted values. A game with the name `score` or `value` can also be meant: `score[3] is N`.
    fn expect_score(&mut self) -> Parsed<ExpectKind> {
        let name = self.name()?;
        let scores = name.text == "score";
        if self.kind() == Sign("(") {
            let ranges = self.bracketed_ranges()?;
            self.equals()?;
            return Ok(match scores {
                true => ExpectKind::Scores(ranges, self.numbers(true)?),
                false => ExpectKind::Forms(ranges, self.forms()?),
            });
        }
        let mut positions = self.positions()?;
        if self.at_word("is") && positions[0].0.is_none() {
            positions[0].0 = Some(GameRef {
                name,
                args: Vec::new(),
            });
            return self.outcome_of(positions);
        }
        self.equals()?;
        Ok(match scores {
            true => ExpectKind::Score(positions, self.expr()?),
            false => ExpectKind::Form(positions, self.form()?),
        })
    }

    /// Parses a value in quotes.
    fn form(&mut self) -> Parsed<StringLiteral> {
        if self.kind() != RuleTokenKind::Text {
            let stop = self.expected(text!(
                "a value in quotes, such as `\"{{1|-1}}\"`",
                "带引号的值，如 `\"{{1|-1}}\"`"
            ));
            return Err(stop);
        }
        self.quoted()
    }

    /// Parses a list of at least one value in quotes.
    fn forms(&mut self) -> Parsed<Vec<StringLiteral>> {
        let mut forms = vec![self.form()?];
        while self.kind() == RuleTokenKind::Text {
            forms.push(self.form()?);
        }
        Ok(forms)
    }

    fn expect_outcome(&mut self) -> Parsed<ExpectKind> {
        let positions = self.positions()?;
        self.outcome_of(positions)
    }

    /// Parses a sum of positions, each optionally of another game.
    fn positions(&mut self) -> Parsed<Vec<(Option<GameRef>, List)>> {
        let mut positions = Vec::new();
        loop {
            let game = if self.kind() == RuleTokenKind::Name {
                Some(self.instance()?)
            } else {
                None
            };
            positions.push((game, self.position()?));
            if !self.eat(Sign("+")) {
                return Ok(positions);
            }
        }
    }

    /// Parses `is` and the outcome of the positions.
    fn outcome_of(&mut self, positions: Vec<(Option<GameRef>, List)>) -> Parsed<ExpectKind> {
        if !self.eat_word("is") {
            let stop = self.expected(text!("`is`", " `is`"));
            if self.kind() == Sign("==") {
                self.label_last(Some(text!(
                    "write `SG [...] == 3` for a value, `score [...] == 3` for points, `value [...] == \"{{1|0}}\"` for a value if the players have different moves, or `[...] is P` for an outcome",
                    "值写作 `SG [...] == 3`，得分写作 `score [...] == 3`，双方着法不同时的值写作 `value [...] == \"{{1|0}}\"`，胜负写作 `[...] is P`"
                )));
            }
            return Err(stop);
        }
        for (letter, player) in [("L", Player::Left), ("R", Player::Right)] {
            if self.eat_word(letter) {
                return Ok(ExpectKind::Winner(positions, player));
            }
        }
        match self.letter() {
            Some(letter) => {
                self.bump();
                Ok(ExpectKind::Sum(positions, letter))
            }
            None => Err(self.expected(text!(
                "`P`, `N` or `D`, or `L` or `R` if the players have different moves",
                " `P`、`N` 或 `D`，双方着法不同时也可为 `L` 或 `R`"
            ))),
        }
    }

    fn expect_same(&mut self) -> Parsed<ExpectKind> {
        let value = self.eat_word("value");
        if !value && !self.eat_word("outcome") {
            return Err(self.expected(text!("`value` or `outcome`", " `value` 或 `outcome`")));
        }
        if !self.eat_word("as") {
            return Err(self.expected(text!("`as`", " `as`")));
        }
        let other = self.instance()?;
        if !self.eat_word("on") {
            return Err(self.expected(text!("`on` and ranges", " `on` 和范围")));
        }
        let ranges = self.ranges()?;
        Ok(ExpectKind::Same {
            value,
            other,
            ranges,
        })
    }

    /// Parses the numbers of a position, such as `[8, 8]`.
    fn position(&mut self) -> Parsed<List> {
        self.open("[")?;
        let list = if self.kind() == RuleTokenKind::Text {
            let mut items = Vec::new();
            while items.is_empty() || self.eat(Sign(",")) {
                items.push(ElementExpr::single(self.number_or_set()?));
            }
            items
        } else {
            self.list("]")?
        };
        self.close("]")?;
        Ok(list)
    }

    fn bracketed_ranges(&mut self) -> Parsed<Vec<(SpannedExpr, SpannedExpr)>> {
        self.open("(")?;
        let ranges = self.ranges()?;
        self.close(")")?;
        Ok(ranges)
    }

    /// Parses ranges separated by commas. A single value is a range of one number.
    fn ranges(&mut self) -> Parsed<Vec<(SpannedExpr, SpannedExpr)>> {
        let mut ranges = Vec::new();
        loop {
            let low = self.expr()?;
            let high = if self.eat(Sign("..")) {
                self.expr()?
            } else {
                low.clone()
            };
            ranges.push((low, high));
            if !self.eat(Sign(",")) {
                return Ok(ranges);
            }
        }
    }

    /// Parses `==`. A single `=` is reported and treated as `==`.
    fn equals(&mut self) -> Parsed<()> {
        if self.kind() == Sign("=") {
            let message = text!("`=` is not a comparison", "`=` 不是比较运算符");
            let label = text!("write `==`", "请写 `==`");
            self.correct(self.span(), message, label, "==");
            self.bump();
            return Ok(());
        }
        self.sign("==").map(|_| ())
    }

    /// Parses a list of at least one number, such as `0 1 2 3`. Numbers may be negative if `signed`
    /// is set.
    fn numbers(&mut self, signed: bool) -> Parsed<Vec<(i64, Span)>> {
        let mut numbers = Vec::new();
        loop {
            match (self.kind(), self.kind_ahead(1)) {
                (Int(value), _) => numbers.push((value, self.bump().span)),
                (Sign("-"), Int(value)) if signed => {
                    let start = self.bump().span;
                    numbers.push((-value, start.to(self.bump().span)));
                }
                (Sign("-"), Int(_)) => {
                    let message = text!("a Grundy value is never negative", "SG 值不会是负数");
                    self.report(Diagnostic::error(self.span(), message));
                    self.bump();
                }
                (Sign(","), Int(_)) => self.comma_in_row(),
                (Bad, _) => return Err(ReportedError),
                _ if numbers.is_empty() => return Err(self.expected(text!("a number", "一个数"))),
                _ => return Ok(numbers),
            }
        }
    }

    /// Parses a list of at least one outcome letter, such as `P N N P`.
    fn letters(&mut self) -> Parsed<Vec<(OutcomeLetter, Span)>> {
        let mut letters = Vec::new();
        loop {
            if let Some(letter) = self.letter() {
                letters.push((letter, self.bump().span));
            } else if self.kind() == Sign(",") && self.kind_ahead(1) == RuleTokenKind::Name {
                self.comma_in_row();
            } else if self.kind() == RuleTokenKind::Name || letters.is_empty() {
                let stop = self.expected(text!("`P`, `N` or `D`", " `P`、`N` 或 `D`"));
                self.label_last(Some(text!(
                    "separate the letters with spaces: P N N",
                    "字母之间要有空格：P N N"
                )));
                return Err(stop);
            } else {
                return Ok(letters);
            }
        }
    }

    /// Reports the first comma in a row of values, but no further commas.
    fn comma_in_row(&mut self) {
        let comma = self.bump().span;
        let message = text!(
            "commas between the values are not allowed",
            "值之间不要逗号"
        );
        match self
            .errors
            .iter_mut()
            .find(|error| error.message == message)
        {
            Some(told) => told.edits.push(Edit {
                span: comma,
                text: " ".to_owned(),
            }),
            None => {
                let label = text!("write `0 1 2 3`", "请写 `0 1 2 3`");
                self.correct(comma, message, label, " ");
            }
        }
    }

    fn letter(&self) -> Option<OutcomeLetter> {
        match (self.kind(), self.source_text(self.span())) {
            (RuleTokenKind::Name, "P") => Some(OutcomeLetter::P),
            (RuleTokenKind::Name, "N") => Some(OutcomeLetter::N),
            (RuleTokenKind::Name, "D") => Some(OutcomeLetter::D),
            _ => None,
        }
    }

    pub(super) fn claim(&mut self) -> Parsed<ClaimDecl> {
        if self.eat_word("SG") {
            if self.kind() == Sign("(") {
                let message = text!(
                    "expected `SG` in a claim, found `SG(n)`",
                    "断言写 `SG`，不写 `SG(n)`"
                );
                let label = text!("write `claim SG == ...`", "请写 `claim SG == ...`");
                return Err(self.report(Diagnostic::error(self.span(), message).label(label)));
            }
            self.equals()?;
            let value = self.expr()?;
            if self.at_word("iff") {
                let stop = self.expected(text!("the end of the claim", "断言的结尾"));
                self.label_last(Some(text!(
                    "write `claim P iff ...` for the positions of value 0",
                    "值为 0 的局面请写 `claim P iff ...`"
                )));
                return Err(stop);
            }
            Ok(ClaimDecl::Value(value))
        } else if self.eat_word("P") {
            if !self.eat_word("iff") {
                let stop = self.expected(text!("`iff`", " `iff`"));
                self.label_last(Some(text!(
                    "write `claim P iff ...`",
                    "请写 `claim P iff ...`"
                )));
                return Err(stop);
            }
            Ok(ClaimDecl::Outcome(self.expr()?))
        } else if self.eat_word("period") {
            let period = self.expr()?;
            let from = if self.eat_word("from") {
                Some(self.expr()?)
            } else {
                None
            };
            let saltus = if self.eat_word("saltus") {
                Some(self.expr()?)
            } else {
                None
            };
            Ok(ClaimDecl::Period {
                period,
                from,
                saltus,
            })
        } else {
            let at_n = self.at_word("N");
            let stop = self.expected(text!(
                "`SG ==`, `P iff` or `period`",
                " `SG ==`、`P iff` 或 `period`"
            ));
            self.label_last(at_n.then(|| {
                text!(
                    "write `claim P iff ...`; all other positions are N",
                    "请写 `claim P iff ...`；其余局面都是 N"
                )
            }));
            Err(stop)
        }
    }
}
