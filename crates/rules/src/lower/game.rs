//! Lowers the items of a game: its state, its `let`s, and its rules.

use std::ops::ControlFlow;

use super::dependencies;
use super::limits::{MAX_SLOTS, MAX_SLOTS_WITH_WORDS};
use super::lowering::Lowering;
use super::players::end_if_decided;
use super::points::end_in_ties;
use super::typed::NameBinding;
use crate::ast::{self, GameItemKind, GameKind, SumMode};
use crate::conventions::{Conventions, SumKind};
use crate::declared_words::{ROOM, is_room};
use crate::ir::{
    DrawKind, DrawSpec, Game, Int, ParameterValue, RowElement, RuleClaim, Slot, SourceInfo,
};
use crate::view::suggest_draw;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// Number of expression nodes that count as one additional step, because the evaluation for one
/// value may visit all nodes.
const NODES_A_STEP: usize = 256;
impl Lowering<'_> {
    pub(super) fn game(
        &mut self,
        decl: &ast::GameDecl,
        args: Vec<(String, ParameterValue)>,
    ) -> Option<Game> {
        for ((name, _), (_, value)) in decl.params.iter().zip(&args) {
            self.bind(name, NameBinding::Value(value.clone()));
        }
        if let Some((_, ParameterValue::Int(room))) = args.get(decl.params.len()) {
            self.room = usize::try_from(*room).unwrap_or(1);
            if let Some((name, _)) = decl.params.iter().find(|(name, _)| is_room(&name.text)) {
                let message = text!(
                    "in a game with words, `{ROOM}` is the maximum length of a word",
                    "在有单词的游戏中，`{ROOM}` 表示单词的最大长度"
                );
                self.report(
                    Diagnostic::error(name.span, message)
                        .help(text!("give the parameter another name", "请换一个参数名")),
                );
            }
        }
        // Items that may occur only once; otherwise the second of two equal items would silently
        // replace the first.
        for once in [
            |kind: &GameItemKind| matches!(kind, GameItemKind::Play(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Sum(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Until(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Start(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Draw(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Show(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Tier(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Input(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Ask(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Payoff(_)),
        ] {
            if let Some(second) = decl.items.iter().filter(|item| once(&item.kind)).nth(1) {
                self.report(Diagnostic::error(
                    second.span,
                    text!(
                        "this item occurs twice, but only one is allowed",
                        "重复声明，只允许一次"
                    ),
                ));
            }
        }
        let states: Vec<&ast::GameItem> = decl
            .items
            .iter()
            .filter(|i| matches!(i.kind, GameItemKind::State { .. }))
            .collect();
        match states[..] {
            [_] => {}
            [] => {
                let error = Diagnostic::error(
                    decl.name.span,
                    text!("this game has no state", "该游戏没有 state"),
                )
                .help(text!(
                    "declare the form of a position, for example `state n in 0..`",
                    "请写明局面，例如 `state n in 0..`"
                ));
                self.report(match decl.items.first() {
                    Some(first) => error.edit(
                        Span {
                            end: first.span.start,
                            ..first.span
                        },
                        "state n in 0..  ",
                    ),
                    None => error,
                });
            }
            [_, second, ..] => self.report(
                Diagnostic::error(
                    second.span,
                    text!("only one `state` is allowed", "只允许一个 `state`"),
                )
                .help(text!(
                    "put all slots into one: `state a in 0.., b in 0..`",
                    "请合并为一个：`state a in 0.., b in 0..`"
                )),
            ),
        }
        let mut game = Game {
            name: decl.name.text.clone(),
            args,
            slots: Vec::new(),
            sets: Vec::new(),
            words: Vec::new(),
            unordered: 0..0,
            coins: decl.kind == GameKind::Coins,
            requires: Vec::new(),
            goals: Vec::new(),
            traps: Vec::new(),
            decided: Vec::new(),
            ties: Vec::new(),
            payoff: None,
            urgent: Vec::new(),
            tier: SourceInfo(None),
            symmetries: SourceInfo(Vec::new()),
            moves: Vec::new(),
            conventions: Conventions::default(),
            strict: false,
            start: None,
            draw: SourceInfo(None),
            suggests: SourceInfo(None),
            claims: Vec::new(),
            locals: 0,
            extra_steps: 0,
        };
        // A `let` may be used in the bounds of the state and in all later items. A `let` can use
        // the definitions that precede it.
        for item in &decl.items {
            match &item.kind {
                GameItemKind::State { slots, unordered } => {
                    self.state(&mut game, slots, unordered.as_ref(), item.span)
                }
                GameItemKind::Let {
                    name,
                    indices,
                    variables,
                    value,
                } if indices.is_empty() => self.let_item(name, variables.as_deref(), value),
                GameItemKind::Let {
                    name,
                    indices,
                    value,
                    ..
                } => self.computed_table(name, indices, value),
                _ => {}
            }
        }
        if !self.errors.is_empty() {
            return None;
        }
        self.linker.declare_slots(&game.slots);
        for item in &decl.items {
            self.item(&mut game, item);
        }
        if game.moves.is_empty() && self.errors.is_empty() {
            self.report(
                Diagnostic::error(
                    decl.name.span,
                    text!("this game has no move", "该游戏没有 move"),
                )
                .help(text!(
                    "for example `move k in 1..n : [n - k]`",
                    "例如 `move k in 1..n : [n - k]`"
                )),
            );
        }
        if !self.sets.is_empty() && game.start.is_none() {
            game.start = self.begin(None, &game, decl.span);
        }
        game.sets = std::mem::take(&mut self.sets);
        game.words = std::mem::take(&mut self.words);
        game.conventions.entailing = self.entailing(decl);
        self.points(decl, &game);
        self.players(decl, &mut game);
        end_in_ties(&mut game);
        end_if_decided(&mut game);
        game.locals = self.most_locals;
        game.extra_steps = self.size / NODES_A_STEP;
        if !game.holds_more() {
            game.suggests = SourceInfo(Some(self.suggested(&game)));
        }
        Some(game)
    }

    /// Returns the drawing that the state suggests. A board of slots is drawn as a board.
    fn suggested(&self, game: &Game) -> DrawSpec {
        let board = |(_, binding): &(String, NameBinding)| match binding {
            NameBinding::Board(first, (_, rows), (_, columns)) => Some((*first, *rows, *columns)),
            _ => None,
        };
        let mut boards = self.scope.iter().filter_map(board);
        match (boards.next(), boards.next()) {
            (Some((first, rows, columns)), None) => {
                let cells = first..first + rows * columns;
                DrawSpec {
                    kind: DrawKind::Board,
                    array: (cells.len() < game.slots.len()).then_some(cells),
                    rows: Some(rows),
                    columns: Some(columns),
                    marks: String::new(),
                }
            }
            _ => suggest_draw(game),
        }
    }

    /// Returns whether components of the game are urgent, or some move has `again`. In a game with
    /// draws (`loopy` or `tie`), reports urgent components and `again` as errors.
    fn entailing(&mut self, decl: &ast::GameDecl) -> bool {
        let place = |item: &ast::GameItem| match &item.kind {
            GameItemKind::Urgent(_) => Some((item.span, "urgent")),
            GameItemKind::Move(rule) => Some((rule.again?, "again")),
            _ => None,
        };
        let Some((span, word)) = decl.items.iter().find_map(place) else {
            return false;
        };
        let scores = |item: &ast::GameItem| {
            matches!(item.kind, GameItemKind::Play(ast::PlayConvention::Score))
        };
        let scores = decl.items.iter().any(scores);
        let draws = |item: &ast::GameItem| match &item.kind {
            GameItemKind::Loopy => Some("loopy"),
            GameItemKind::Tie(_) if !scores => Some("tie"),
            _ => None,
        };
        if let Some(draws) = decl.items.iter().find_map(draws) {
            self.report(
                Diagnostic::error(
                    span,
                    text!(
                        "`{word}` cannot be combined with `{draws}`",
                        "`{word}` 不能与 `{draws}` 同用"
                    ),
                )
                .help(text!(
                    "store the player to move in a slot: `state n in 0.., turn in 0..1`",
                    "可用分量记录轮到谁走：`state n in 0.., turn in 0..1`"
                )),
            );
        }
        true
    }

    fn state(
        &mut self,
        game: &mut Game,
        slots: &[ast::SlotDecl],
        unordered: Option<&ast::UnorderedDecl>,
        span: Span,
    ) {
        for slot in slots {
            let (low, high) = match &slot.holds {
                ast::SlotType::Number(low, high) => (low, high.as_ref()),
                ast::SlotType::SetOf(ground) => {
                    self.state_set(game, slot, ground);
                    continue;
                }
                ast::SlotType::WordOf(letters) => {
                    self.state_word(game, slot, letters);
                    continue;
                }
            };
            if !slot.array.is_empty() {
                self.state_array(game, slot, (low, high));
                continue;
            }
            let low = self.constant(low);
            let high = high.map(|high| self.constant(high));
            let (Some(low), high) = (low, high) else {
                continue;
            };
            let Some(high) = high.map_or(Some(None), |high| high.map(Some)) else {
                continue;
            };
            if !self.is_range(low, high, slot.span) {
                continue;
            }
            let first = game.slots.len();
            if first == self.most_slots() {
                self.too_many_slots(slot.span);
                continue;
            }
            game.slots.push(Slot::number(&slot.name.text, low, high));
            self.bind(&slot.name, NameBinding::Slot(first));
        }
        match unordered {
            None => {}
            Some(ast::UnorderedDecl::All) => self.all_unordered(game, span),
            Some(ast::UnorderedDecl::Array(name)) => match self.lookup(&name.text) {
                Some(NameBinding::Array(first, _, length)) => {
                    game.unordered = first..first + length;
                    self.same_ranges(game, span);
                }
                // The error has already been reported.
                _ if !self.errors.is_empty() => {}
                _ => {
                    let array = &name.text;
                    let message = text!(
                        "`{array}` is not an array of numbers",
                        "`{array}` 不是数的数组"
                    );
                    self.report(Diagnostic::error(name.span, message).help(unordered_help()));
                }
            },
        }
    }

    /// Declares all numbers of the position as unordered.
    fn all_unordered(&mut self, game: &mut Game, span: Span) {
        game.unordered = 0..game.slots.len();
        if !(self.sets.is_empty() && self.words.is_empty()) {
            self.report(Diagnostic::error(
                span,
                text!(
                    "sets and words cannot be sorted: `unordered` is for numbers only",
                    "集合与单词不能排序：`unordered` 只用于数"
                ),
            ));
        }
        self.same_ranges(game, span);
    }

    /// Reports unordered slots whose ranges differ.
    fn same_ranges(&mut self, game: &Game, span: Span) {
        let slots = &game.slots[game.unordered.clone()];
        if slots
            .iter()
            .any(|s| (s.low, s.high) != (slots[0].low, slots[0].high))
        {
            let message = text!(
                "`unordered` slots must all have the same range",
                "`unordered` 的各分量必须有相同的范围"
            );
            self.report(Diagnostic::error(span, message).help(unordered_help()));
        }
    }

    /// Returns the maximum number of slots of a position of this game, as far as its state has been
    /// read.
    pub(super) fn most_slots(&self) -> usize {
        if self.words.is_empty() {
            MAX_SLOTS
        } else {
            MAX_SLOTS_WITH_WORDS
        }
    }

    pub(super) fn too_many_slots(&mut self, span: Span) {
        let most = self.most_slots();
        let message = text!(
            "a position may have at most {most} slots",
            "一个局面最多有 {most} 个分量"
        );
        self.report(Diagnostic::error(span, message));
    }

    fn let_item(
        &mut self,
        name: &ast::Identifier,
        variables: Option<&[ast::Identifier]>,
        value: &ast::SpannedExpr,
    ) {
        if variables.is_none()
            && let Some(data) = self.data_of_let(value)
        {
            let data = data.unwrap_or(ParameterValue::Int(0));
            return self.bind(name, NameBinding::Value(data));
        }
        let index = self.lets.len();
        let names = variables.map(|list| list.iter().map(|n| n.text.clone()).collect());
        for variable in variables.unwrap_or_default() {
            if let Some(
                NameBinding::Slot(_)
                | NameBinding::Array(..)
                | NameBinding::Board(..)
                | NameBinding::Value(_)
                | NameBinding::Word(_)
                | NameBinding::Words(..),
            ) = self.lookup(&variable.text)
            {
                let text = &variable.text;
                self.report(Diagnostic::error(
                    variable.span,
                    text!("`{text}` is already defined", "`{text}` 已有定义"),
                ));
            }
        }
        self.lets.push((name.text.clone(), names, value.clone()));
        self.let_scope.push(self.scope.len());
        self.bind(name, NameBinding::Let(index));
        if variables.is_none() {
            // The body of each `let` is checked at its declaration, so that an unused `let` is
            // checked too.
            let _ = self.typed(value);
        }
    }

    fn item(&mut self, game: &mut Game, item: &ast::GameItem) {
        match &item.kind {
            GameItemKind::State { .. }
            | GameItemKind::Let { .. }
            | GameItemKind::Note(_)
            | GameItemKind::About(..)
            | GameItemKind::Expect(_)
            | GameItemKind::Input(_)
            | GameItemKind::Ask(_)
            | GameItemKind::Output(_)
            | GameItemKind::Sample(_) => {}
            GameItemKind::Require(e) => game.requires.extend(self.condition(e)),
            GameItemKind::Goal(e, None) => game.goals.extend(self.condition(e)),
            GameItemKind::Trap(e, None) => game.traps.extend(self.condition(e)),
            GameItemKind::Goal(e, Some(player)) => {
                let condition = self.condition(e).map(|condition| (*player, condition));
                game.decided.extend(condition);
            }
            GameItemKind::Trap(e, Some(player)) => {
                let winner = player.other();
                let condition = self.condition(e).map(|condition| (winner, condition));
                game.decided.extend(condition);
            }
            GameItemKind::Urgent(e) => game.urgent.extend(self.condition(e)),
            GameItemKind::Tie(e) => game.ties.extend(self.condition(e)),
            GameItemKind::Payoff(e) => game.payoff = self.int(e),
            GameItemKind::Tier(e) => game.tier = SourceInfo(self.int(e)),
            GameItemKind::Symmetry(list) => game
                .symmetries
                .0
                .extend(self.symmetry(list, game, item.span)),
            GameItemKind::Move(decl) => {
                if let Some(rule) = self.move_rule(decl, &game.slots, item.span) {
                    game.moves.push(rule);
                }
            }
            GameItemKind::Start(begin) => {
                game.start = match begin {
                    ast::BeginDecl::List(list) => self.start(list, game, item.span),
                    begin => self.begin(Some(begin), game, item.span),
                };
            }
            GameItemKind::Show(marks) => self.show(marks),
            GameItemKind::Play(play) => game.conventions.play = *play,
            GameItemKind::Sum(mode) => {
                let kind = match mode {
                    SumMode::One => Some(SumKind::One),
                    SumMode::Every => Some(SumKind::Every),
                    SumMode::Any => Some(SumKind::Any),
                    SumMode::Upto(most) => self.most_components(most).map(SumKind::Upto),
                };
                game.conventions.sum = kind.unwrap_or(SumKind::One);
            }
            GameItemKind::Until(until) => game.conventions.until = *until,
            GameItemKind::Draw(said) => {
                game.draw = SourceInfo(self.draw(said, &game.slots, item.span))
            }
            GameItemKind::Loopy => game.conventions.loopy = true,
            GameItemKind::Strict => game.strict = true,
            GameItemKind::Claim(claim) => {
                self.reals = true;
                let lowered = self.claim(claim, &game.slots, item.span);
                self.reals = false;
                game.claims
                    .extend(lowered.map(|claim| (claim, SourceInfo(item.span))));
            }
        }
    }

    fn claim(&mut self, claim: &ast::ClaimDecl, slots: &[Slot], span: Span) -> Option<RuleClaim> {
        Some(match claim {
            ast::ClaimDecl::Value(e) => RuleClaim::Value(self.int(e)?),
            ast::ClaimDecl::Outcome(e) => RuleClaim::Outcome(self.condition(e)?),
            ast::ClaimDecl::Period {
                period,
                from,
                saltus,
            } => {
                let period = self.constant(period)?;
                let from = from.as_ref().map_or(Some(0), |e| self.constant(e))?;
                let saltus = saltus.as_ref().map_or(Some(0), |e| self.constant(e))?;
                if period < 1 || slots.len() != 1 {
                    let message = if period < 1 {
                        text!("a period is at least 1", "周期至少为 1")
                    } else {
                        text!(
                            "a period can only be claimed for a game with one slot",
                            "只有单分量的游戏才能声明周期"
                        )
                    };
                    return self.refuse(Diagnostic::error(span, message));
                }
                RuleClaim::Period(period, from, saltus)
            }
        })
    }

    /// Returns the numbers of a closed row with generators, in order, with repetitions.
    pub(super) fn closed_rows(&mut self, element: &RowElement, span: Span) -> Option<Vec<Int>> {
        if !dependencies::element_is_closed(element) {
            return None;
        }
        self.computed_row(std::slice::from_ref(element), &[], span)
            .or_else(|| Some(Vec::new()))
    }

    /// Returns the numbers of a row at a position, in order. Reports an error and returns `None` if
    /// a number cannot be computed.
    pub(super) fn computed_row(
        &mut self,
        elements: &[RowElement],
        slots: &[Int],
        span: Span,
    ) -> Option<Vec<Int>> {
        let (mut all, most) = (Vec::new(), self.most_slots());
        let walked = self.compute_at(slots, |env| {
            env.each_row(elements, &mut |_, row| {
                all.extend_from_slice(row);
                // One number too many suffices for the message, so no further numbers are computed.
                Ok(if all.len() > most {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })
        });
        walked
            .map_err(|fault| self.fault(fault, span))
            .ok()
            .map(|_| all)
    }
}

/// Explains what `unordered` can refer to.
fn unordered_help() -> Text {
    text!(
        "`unordered` applies to all numbers, `unordered a` to an array `a[1..n]`",
        "`unordered` 指所有的数，`unordered a` 指数组 `a[1..n]`"
    )
}
