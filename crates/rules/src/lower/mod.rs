//! From the syntax tree to the typed form: arguments are put in, names resolved, types checked. A
//! game comes out whole, or a list of diagnostics; never half a game.

mod arrays;
mod dependencies;
mod draw;
mod expect;
mod expr;
mod foreign_functions;
mod membership;
mod moves;
mod network;
mod reals;
mod recurrence;
mod sets;
mod start;
mod subsets;
mod symmetry;
mod words;

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::ast::{self, GameItemKind, GameKind, SumMode};
use crate::compound::CompoundKind;
use crate::eval::EvalContext;
use crate::game::{Conventions, EvalError, GameId, RulesError, SumKind};
use crate::ir::{self, Game, Int, ParameterValue, RealExpr, RuleClaim, Slot, SourceInfo};
use crate::network::Network;
use crate::parser::MAX_ERRORS;
use crate::quadratic::Quadratic;
use crate::set_or_word::SetOrWord;
use crate::sets::PositionSet;
use crate::view::suggest_draw;
use crate::words::{MAX_WORD_LETTERS, PositionWord, ROOM, has_words, is_room, usual_room};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::{Text, lowercase};
use base::thread_limit;
use expr::{NameBinding, TypedExpr};
use sets::SetRef;

pub use expect::{Expectation, expectation, held_value, is_set};
pub(crate) use expect::{longest, longest_text};
pub use expr::BUILTINS;

/// The most elements of a set that is computed when a game is read.
const MAX_SET_ELEMENTS: usize = 1_000_000;

/// The most steps that computing all constants and constant sets of a game may take.
const MAX_CONSTANT_STEPS: u64 = 2_000_000;

/// How many nodes of expressions count for one step more: what is evaluated for one value may be
/// all of them.
const NODES_A_STEP: usize = 256;

/// The same for constants, whose steps are few.
const NODES_A_CONSTANT_STEP: usize = 64;

/// How many steps pass between two looks at the limits; what this program declares itself takes
/// fewer, and is never refused for them.
const STEPS_A_LOOK: u64 = 1 << 16;

/// The most slots of a position.
const MAX_SLOTS: usize = 4096;

/// The most slots of a position that holds words.
const MAX_SLOTS_WITH_WORDS: usize = 3 * MAX_SLOTS;

/// The most names that a game may give a meaning at once: each use of a name looks through them.
const MAX_NAMES: usize = 2 * MAX_SLOTS;

/// The most choices of one move or one `for`.
const MAX_CHOICES: usize = 64;

/// Finds the other games that a game names.
pub trait GameLinker {
    /// The game being lowered.
    fn this(&self) -> GameId;

    /// The number of slots of the game being lowered is now known.
    fn declare_slots(&mut self, slots: &[Slot]);

    /// The game of that name with these arguments, its words of at most `letters` letters if it has
    /// words.
    ///
    /// # Errors
    /// The reason, if there is no such game, or it cannot be made with these arguments.
    fn link(
        &mut self,
        name: &str,
        args: Vec<(Option<String>, ParameterValue)>,
        letters: usize,
    ) -> Result<GameId, Text>;

    /// The game of the component that `again` leaves.
    fn passing(&mut self) -> GameId;

    /// The game of compounds of this kind.
    fn compound(&mut self, kind: CompoundKind) -> GameId;

    /// The slots of a linked game.
    fn slots(&self, game: GameId) -> &[Slot];

    /// The sets and words among so many items that are given for a position of a game that was
    /// made.
    fn sets_and_words(&self, game: GameId, items: usize) -> Vec<SetOrWord>;
}

/// Arguments as given: by position or by name.
pub type Args = Vec<(Option<String>, ParameterValue)>;

/// The work on one game.
pub(crate) struct Lowering<'a> {
    linker: &'a mut dyn GameLinker,
    errors: Vec<Diagnostic>,
    scope: Vec<(String, NameBinding)>,
    lets: Vec<(String, Option<Vec<String>>, ast::SpannedExpr)>,
    /// The sets of the position.
    sets: Vec<PositionSet>,
    /// The words of the position.
    words: Vec<PositionWord>,
    /// How many letters a word may have.
    room: usize,
    /// The locals that are vertices of graphs with names.
    vertices: HashMap<usize, Arc<Network>>,
    /// The set that elements are taken from, while its change is lowered: whether they are there
    /// does not matter.
    taken_from: Option<SetRef>,
    /// How much of the scope each `let` sees.
    let_scope: Vec<usize>,
    locals: usize,
    most_locals: usize,
    /// The nodes of all expressions so far.
    size: usize,
    /// How deep the expression being lowered stands in others.
    depth: usize,
    /// What is left of [`MAX_CONSTANT_STEPS`].
    steps: Cell<u64>,
    /// Whether real numbers are allowed: in claims, in `floor`, as parameters.
    reals: bool,
    /// Whether `/` does not round constants either: in the arguments of a question.
    exact: bool,
}

/// The values of all parameters: the defaults, overridden by what is given.
///
/// # Errors
/// [`ArgumentError::Declaration`], if a default is not a constant; [`ArgumentError::Given`], if an
/// argument belongs to no parameter, is not of the kind of its default, or is an empty set.
pub fn arguments(
    decl: &ast::GameDecl,
    given: Args,
    linker: &mut dyn GameLinker,
) -> Result<Vec<(String, ParameterValue)>, ArgumentError> {
    let mut lowering = Lowering::new(linker);
    let mut values = Vec::new();
    for (name, default) in &decl.params {
        if let Some(value) = lowering.parameter(default) {
            values.push((name.text.clone(), value));
        }
    }
    if !lowering.errors.is_empty() {
        return Err(ArgumentError::Declaration(lowering.errors));
    }
    let positional = values.len();
    if has_words(decl) {
        values.push((
            ROOM.to_owned(),
            ParameterValue::Int(usual_room(decl) as Int),
        ));
    }
    let game = &decl.name.text;
    for (i, (name, value)) in given.into_iter().enumerate() {
        let found = match &name {
            // As games, parameters are named without regard to case, unless two differ by it alone.
            Some(name) => {
                let same = |(param, _): &(String, ParameterValue)| param == name;
                let alike =
                    |(param, _): &(String, ParameterValue)| lowercase(param) == lowercase(name);
                let found = values
                    .iter()
                    .position(same)
                    .or_else(|| values.iter().position(alike));
                found.map(|found| &mut values[found])
            }
            None => values[..positional].get_mut(i),
        };
        let Some((param, slot)) = found else {
            let list: Vec<&str> = decl
                .params
                .iter()
                .map(|(name, _)| name.text.as_str())
                .collect();
            let list = list.join(", ");
            return Err(ArgumentError::Given(match name {
                Some(name) => text!(
                    "{game} has no parameter `{name}`; its parameters: {list}",
                    "{game} 没有参数 `{name}`；参数有：{list}"
                ),
                None if list.is_empty() => text!("{game} takes no arguments", "{game} 不带参数"),
                None => text!(
                    "too many arguments; {game} takes: {list}",
                    "参数过多；{game} 的参数：{list}"
                ),
            }));
        };
        let value = match (&*slot, value) {
            (ParameterValue::Real(_), ParameterValue::Int(n)) => {
                ParameterValue::Real(Quadratic::int(n))
            }
            (_, value) => value,
        };
        let same_kind = match (&*slot, &value) {
            (ParameterValue::Int(_), ParameterValue::Int(_))
            | (ParameterValue::Real(_), ParameterValue::Real(_)) => true,
            (ParameterValue::Set(_, a), ParameterValue::Set(_, b)) => a == b,
            (ParameterValue::Graph(_), ParameterValue::Graph(_)) => true,
            _ => false,
        };
        if let (ParameterValue::Graph(_), false) = (&*slot, same_kind) {
            return Err(ArgumentError::Given(text!(
                "parameter `{param}` of {game} is a graph: write {slot}, with the edges and lone vertices you mean; `1-2` alone is a number",
                "{game} 的参数 `{param}` 是图：请写成 {slot} 的形式，列出边与孤立的顶点；单独的 `1-2` 是数"
            )));
        }
        if !same_kind {
            return Err(ArgumentError::Given(text!(
                "parameter `{param}` of {game} is like {slot}, not like {value}",
                "{game} 的参数 `{param}` 应形如 {slot}，而不是 {value}"
            )));
        }
        if matches!(&value, ParameterValue::Set(rows, _) if rows.is_empty()) {
            return Err(ArgumentError::Given(text!(
                "the set given for parameter `{param}` of {game} is empty",
                "为 {game} 的参数 `{param}` 给出的集合是空的"
            )));
        }
        *slot = value;
    }
    if let Some((_, ParameterValue::Int(room))) = values.get(positional)
        && !(1..=MAX_WORD_LETTERS as Int).contains(room)
    {
        return Err(ArgumentError::Given(text!(
            "a word of {room} letters: from 1 to {MAX_WORD_LETTERS} are possible",
            "单词有 {room} 个字母：只能是 1 到 {MAX_WORD_LETTERS} 个"
        )));
    }
    Ok(values)
}

/// Why arguments are refused.
pub enum ArgumentError {
    /// The declaration itself is wrong.
    Declaration(Vec<Diagnostic>),
    /// What was given does not fit.
    Given(Text),
}

/// The typed form of a declaration with the values of its parameters.
///
/// # Errors
/// What is wrong in the declaration, each mistake with its place.
pub fn lower(
    decl: &ast::GameDecl,
    args: Vec<(String, ParameterValue)>,
    linker: &mut dyn GameLinker,
) -> Result<Game, Vec<Diagnostic>> {
    let desugared;
    let decl = if decl.kind == GameKind::Recurrence {
        desugared = recurrence::as_game(decl)?;
        &desugared
    } else {
        decl
    };
    let mut lowering = Lowering::new(linker);
    let game = lowering.game(decl, args);
    match game {
        Some(game) if lowering.errors.is_empty() => {
            if cfg!(debug_assertions)
                && let Err(what) = ir::verify(&game, &|other| lowering.linker.slots(other).len())
            {
                panic!(
                    "lowering {} made a form that is not sound: {what}",
                    game.name
                );
            }
            Ok(game)
        }
        _ => {
            lowering.errors.truncate(MAX_ERRORS);
            Err(lowering.errors)
        }
    }
}

/// The value of a constant expression in a question: a number or a set.
///
/// # Errors
/// If the expression is not a constant, has no value, or is an empty set.
pub fn constant_value(expr: &ast::SpannedExpr) -> Result<ParameterValue, Vec<Diagnostic>> {
    let mut linker = NullLinker;
    let mut lowering = Lowering::new(&mut linker);
    match lowering.parameter(expr) {
        Some(value) if lowering.errors.is_empty() => Ok(value),
        _ => Err(lowering.errors),
    }
}

/// The value of an argument in a question: as [`constant_value`], but `/` does not round, so that
/// `4 / 3` is a real number.
///
/// # Errors
/// As [`constant_value`].
pub fn argument_value(expr: &ast::SpannedExpr) -> Result<ParameterValue, Vec<Diagnostic>> {
    let mut linker = NullLinker;
    let mut lowering = Lowering::new(&mut linker);
    lowering.exact = true;
    match lowering.parameter(expr) {
        Some(value) if lowering.errors.is_empty() => Ok(value),
        _ => Err(lowering.errors),
    }
}

/// True if the value of an expression depends on this local alone.
pub fn reads_only(expr: &crate::ir::Expr, local: usize) -> bool {
    !dependencies::reads_position(expr)
        && dependencies::free_locals(expr)
            .iter()
            .all(|read| *read == local)
}

/// For expressions outside any game.
struct NullLinker;

impl GameLinker for NullLinker {
    fn this(&self) -> GameId {
        GameId(0)
    }
    fn declare_slots(&mut self, _: &[Slot]) {}
    fn link(&mut self, name: &str, _: Args, _: usize) -> Result<GameId, Text> {
        Err(text!("no game `{name}` here", "此处没有游戏 `{name}`"))
    }
    fn passing(&mut self) -> GameId {
        GameId(u32::MAX)
    }

    fn compound(&mut self, _: CompoundKind) -> GameId {
        GameId(u32::MAX)
    }

    fn slots(&self, _: GameId) -> &[Slot] {
        &[]
    }

    fn sets_and_words(&self, _: GameId, _: usize) -> Vec<SetOrWord> {
        Vec::new()
    }
}

impl<'a> Lowering<'a> {
    fn new(linker: &'a mut dyn GameLinker) -> Lowering<'a> {
        Lowering {
            linker,
            errors: Vec::new(),
            scope: Vec::new(),
            lets: Vec::new(),
            sets: Vec::new(),
            words: Vec::new(),
            room: 1,
            vertices: HashMap::new(),
            taken_from: None,
            let_scope: Vec::new(),
            locals: 0,
            most_locals: 0,
            size: 0,
            depth: 0,
            steps: Cell::new(MAX_CONSTANT_STEPS),
            reals: false,
            exact: false,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    fn fault(&mut self, fault: RulesError, span: Span) {
        let (message, span) = match fault {
            RulesError::Rule {
                cause,
                span: unknown,
                ..
            } if unknown == Span::default() => (cause.text(), span),
            RulesError::Rule { cause, span, .. } => (cause.text(), span),
            RulesError::Stopped(stop) => (stop.text(), span),
        };
        self.report(Diagnostic::error(span, message));
    }

    /// Computes something that depends on nothing, within the steps that are left.
    fn compute<T>(
        &self,
        work: impl FnOnce(&mut EvalContext<'_>) -> Result<T, RulesError>,
    ) -> Result<T, RulesError> {
        self.compute_at(&[], work)
    }

    /// Computes something at a position, within the steps that are left.
    fn compute_at<T>(
        &self,
        slots: &[Int],
        work: impl FnOnce(&mut EvalContext<'_>) -> Result<T, RulesError>,
    ) -> Result<T, RulesError> {
        let cost = 1 + (self.size / NODES_A_CONSTANT_STEP) as u64;
        let tick = || match self.steps.get().checked_sub(cost) {
            Some(fewer) => {
                if self.steps.get() / STEPS_A_LOOK != fewer / STEPS_A_LOOK {
                    thread_limit::allow(0).map_err(|stop| {
                        // What follows would be stopped too.
                        self.steps.set(0);
                        RulesError::Stopped(stop)
                    })?;
                }
                self.steps.set(fewer);
                Ok(())
            }
            None => Err(RulesError::Rule {
                cause: EvalError::Steps(MAX_CONSTANT_STEPS),
                game: None,
                span: Span::default(),
                at: Vec::new(),
            }),
        };
        work(&mut EvalContext::new(slots, self.most_locals, &tick))
    }

    fn lookup(&self, name: &str) -> Option<NameBinding> {
        self.scope
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, binding)| binding.clone())
    }

    fn visible(&self) -> Vec<String> {
        self.scope.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Gives a name a meaning. Names do not hide each other, so that a rule reads the same
    /// everywhere.
    fn bind(&mut self, name: &ast::Identifier, binding: NameBinding) {
        let text = &name.text;
        let built_in =
            matches!(text.as_str(), "phi" | "true" | "false") || BUILTINS.contains(&text.as_str());
        if self.lookup(text).is_some() || built_in {
            let message = if built_in {
                text!("`{text}` is a built-in name", "`{text}` 是内置名字")
            } else {
                text!("`{text}` has a meaning already", "`{text}` 已有含义")
            };
            self.report(
                Diagnostic::error(name.span, message)
                    .help(text!("choose another name", "请换一个名字")),
            );
        }
        self.declare(text, binding, name.span);
    }

    /// Adds a name to the scope.
    fn declare(&mut self, name: &str, binding: NameBinding, span: Span) {
        if self.scope.len() < MAX_NAMES {
            self.scope.push((name.to_owned(), binding));
        } else if self.errors.is_empty() {
            let message = text!(
                "more than {MAX_NAMES} names in one game",
                "一个游戏中的名字超过 {MAX_NAMES} 个"
            );
            self.report(Diagnostic::error(span, message));
        }
    }

    fn new_local(&mut self) -> usize {
        let local = self.locals;
        self.locals += 1;
        self.most_locals = self.most_locals.max(self.locals);
        local
    }

    fn mark(&self) -> (usize, usize) {
        (self.scope.len(), self.locals)
    }

    fn release(&mut self, (scope, locals): (usize, usize)) {
        self.scope.truncate(scope);
        self.locals = locals;
    }

    /// The value of a parameter.
    fn parameter(&mut self, expr: &ast::SpannedExpr) -> Option<ParameterValue> {
        if let ast::ExprKind::Graph(paths) = &expr.kind {
            return self.graph(paths, expr.span);
        }
        let outside = std::mem::replace(&mut self.reals, true);
        let typed = self.typed(expr);
        self.reals = outside;
        match typed? {
            TypedExpr::Real(RealExpr::Known(x)) => Some(ParameterValue::Real(x)),
            TypedExpr::Set(width, rows) => match self.closed_set(width, &rows, expr.span)? {
                Some(flat) if flat.is_empty() => self.empty_set(expr.span),
                Some(flat) => Some(ParameterValue::Set(flat, width)),
                None => {
                    self.report(Diagnostic::error(
                        expr.span,
                        text!("this must be a constant", "此处必须是常数"),
                    ));
                    None
                }
            },
            _ => {
                // Lowered again for the message; constants are small.
                self.constant(expr).map(ParameterValue::Int)
            }
        }
    }

    fn game(&mut self, decl: &ast::GameDecl, args: Vec<(String, ParameterValue)>) -> Option<Game> {
        for ((name, _), (_, value)) in decl.params.iter().zip(&args) {
            self.bind(name, NameBinding::Value(value.clone()));
        }
        if let Some((_, ParameterValue::Int(room))) = args.get(decl.params.len()) {
            self.room = usize::try_from(*room).unwrap_or(1);
            if let Some((name, _)) = decl.params.iter().find(|(name, _)| is_room(&name.text)) {
                let message = text!(
                    "in a game with words `{ROOM}` says how long they may be",
                    "在有单词的游戏中，`{ROOM}` 表示单词的最大长度"
                );
                self.report(
                    Diagnostic::error(name.span, message)
                        .help(text!("give the parameter another name", "请换一个参数名")),
                );
            }
        }
        // What may be said once only; a second time would silently win or lose.
        for once in [
            |kind: &GameItemKind| matches!(kind, GameItemKind::Play(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Sum(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Until(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Start(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Draw(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Show(_)),
            |kind: &GameItemKind| matches!(kind, GameItemKind::Tier(_)),
        ] {
            if let Some(second) = decl.items.iter().filter(|item| once(&item.kind)).nth(1) {
                self.report(Diagnostic::error(
                    second.span,
                    text!("this is said twice", "重复声明"),
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
                    "say what a position is, for example `state n in 0..`",
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
                Diagnostic::error(second.span, text!("a second `state`", "重复的 `state`")).help(
                    text!(
                        "put all slots into one: `state a in 0.., b in 0..`",
                        "请合并为一个：`state a in 0.., b in 0..`"
                    ),
                ),
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
        // `let`s may be used in the state's bounds and everywhere after; they see what stands
        // before them.
        for item in &decl.items {
            match &item.kind {
                GameItemKind::State { slots, unordered } => {
                    self.state(&mut game, slots, unordered.as_ref(), item.span)
                }
                GameItemKind::Let {
                    name,
                    variables,
                    value,
                } => self.let_item(name, variables.as_deref(), value),
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
        game.locals = self.most_locals;
        game.extra_steps = self.size / NODES_A_STEP;
        if !game.holds_more() {
            game.suggests = SourceInfo(Some(suggest_draw(&game)));
        }
        Some(game)
    }

    /// Whether components of the game are urgent, or leave what is; refused where play may go
    /// round.
    fn entailing(&mut self, decl: &ast::GameDecl) -> bool {
        let place = |item: &ast::GameItem| match &item.kind {
            GameItemKind::Urgent(_) => Some((item.span, "urgent")),
            GameItemKind::Move(rule) => Some((rule.again?, "again")),
            _ => None,
        };
        let Some((span, word)) = decl.items.iter().find_map(place) else {
            return false;
        };
        if decl
            .items
            .iter()
            .any(|item| matches!(item.kind, GameItemKind::Loopy))
        {
            self.report(
                Diagnostic::error(
                    span,
                    text!(
                        "`{word}` does not go together with `loopy`",
                        "`{word}` 不能与 `loopy` 同用"
                    ),
                )
                .help(text!(
                    "say whose turn it is in a slot: `state n in 0.., turn in 0..1`",
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
            let bounds = slot
                .array
                .as_ref()
                .map(|(low, high)| (self.constant(low), self.constant(high)));
            let low = self.constant(low);
            let high = high.map(|high| self.constant(high));
            let (Some(low), high) = (low, high) else {
                continue;
            };
            let Some(high) = high.map_or(Some(None), |high| high.map(Some)) else {
                continue;
            };
            if high.is_some_and(|high| high < low) {
                let high = high.unwrap_or_default();
                self.report(Diagnostic::error(
                    slot.span,
                    text!(
                        "the range {low}..{high} is empty",
                        "范围 {low}..{high} 为空"
                    ),
                ));
                continue;
            }
            let first = game.slots.len();
            let text = &slot.name.text;
            match bounds {
                None if first == self.most_slots() => self.too_many_slots(slot.span),
                None => {
                    game.slots.push(Slot::number(text, low, high));
                    self.bind(&slot.name, NameBinding::Slot(first));
                }
                Some((Some(from), Some(to))) => {
                    let Some(len) = self.array_length(slot, (from, to), first) else {
                        continue;
                    };
                    game.slots
                        .extend((from..=to).map(|i| Slot::cell(text, (first, i), low, high)));
                    self.bind(&slot.name, NameBinding::Array(first, from, len));
                }
                Some(_) => {}
            }
        }
        match unordered {
            None => {}
            Some(ast::UnorderedDecl::All) => self.all_unordered(game, span),
            Some(ast::UnorderedDecl::Array(name)) => match self.lookup(&name.text) {
                Some(NameBinding::Array(first, _, length)) => {
                    game.unordered = first..first + length
                }
                // What was wrong with it has been said.
                _ if !self.errors.is_empty() => {}
                _ => {
                    let array = &name.text;
                    let message =
                        text!("`{array}` is no array of numbers", "`{array}` 不是数的数组");
                    self.report(Diagnostic::error(name.span, message).help(of_which()));
                }
            },
        }
    }

    /// All numbers are in no order.
    fn all_unordered(&mut self, game: &mut Game, span: Span) {
        game.unordered = 0..game.slots.len();
        if !(self.sets.is_empty() && self.words.is_empty()) {
            self.report(Diagnostic::error(
                span,
                text!(
                    "sets and words are not sorted: `unordered` is for numbers",
                    "集合与单词不能排序：`unordered` 只用于数"
                ),
            ));
        }
        if game
            .slots
            .iter()
            .any(|s| (s.low, s.high) != (game.slots[0].low, game.slots[0].high))
        {
            let message = text!(
                "`unordered` slots must all have the same range",
                "`unordered` 的各分量必须有相同的范围"
            );
            self.report(Diagnostic::error(span, message).help(of_which()));
        }
    }

    /// The most slots of a position of this game, as far as its state was read.
    fn most_slots(&self) -> usize {
        if self.words.is_empty() {
            MAX_SLOTS
        } else {
            MAX_SLOTS_WITH_WORDS
        }
    }

    fn too_many_slots(&mut self, span: Span) {
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
        let index = self.lets.len();
        let names = variables.map(|list| list.iter().map(|n| n.text.clone()).collect());
        for variable in variables.unwrap_or_default() {
            if let Some(
                NameBinding::Slot(_)
                | NameBinding::Array(..)
                | NameBinding::Value(_)
                | NameBinding::Word(_)
                | NameBinding::Words(..),
            ) = self.lookup(&variable.text)
            {
                let text = &variable.text;
                self.report(Diagnostic::error(
                    variable.span,
                    text!("`{text}` has a meaning already", "`{text}` 已有含义"),
                ));
            }
        }
        self.lets.push((name.text.clone(), names, value.clone()));
        self.let_scope.push(self.scope.len());
        self.bind(name, NameBinding::Let(index));
        if variables.is_none() {
            // Checked once here, so that an unused `let` is checked as well.
            let _ = self.typed(value);
        }
    }

    fn item(&mut self, game: &mut Game, item: &ast::GameItem) {
        match &item.kind {
            GameItemKind::State { .. }
            | GameItemKind::Let { .. }
            | GameItemKind::Note(_)
            | GameItemKind::About(..)
            | GameItemKind::Expect(_) => {}
            GameItemKind::Require(e) => game.requires.extend(self.condition(e)),
            GameItemKind::Goal(e) => game.goals.extend(self.condition(e)),
            GameItemKind::Trap(e) => game.traps.extend(self.condition(e)),
            GameItemKind::Urgent(e) => game.urgent.extend(self.condition(e)),
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
                            "a period is claimed of games with one slot",
                            "只有单分量的游戏才能声明周期"
                        )
                    };
                    self.report(Diagnostic::error(span, message));
                    return None;
                }
                RuleClaim::Period(period, from, saltus)
            }
        })
    }

    /// The numbers of a closed row with generators, in order, repetitions kept.
    fn closed_rows(&mut self, element: &crate::ir::RowElement, span: Span) -> Option<Vec<Int>> {
        if !dependencies::element_is_closed(element) {
            return None;
        }
        self.computed_row(std::slice::from_ref(element), &[], span)
            .or_else(|| Some(Vec::new()))
    }

    /// The numbers of a row at a position, in order; a fault is reported.
    fn computed_row(
        &mut self,
        elements: &[crate::ir::RowElement],
        slots: &[Int],
        span: Span,
    ) -> Option<Vec<Int>> {
        let (mut all, most) = (Vec::new(), self.most_slots());
        let walked = self.compute_at(slots, |env| {
            env.each_row(elements, &mut |_, row| {
                all.extend_from_slice(row);
                // One number too many is enough for the message.
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

/// What `unordered` is said of.
fn of_which() -> Text {
    text!(
        "`unordered` means all numbers, `unordered a` an array `a[1..n]`",
        "`unordered` 指所有的数，`unordered a` 指数组 `a[1..n]`"
    )
}
