//! Lowers the items of a problem for one case: the position of `ask`, and the text of `output`. The
//! names of these items are the parameters of the game and its `let`s; slots have no values there.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::linker::{GameLinker, NullLinker};
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, TypedExpr};
use crate::ast::{
    self, AskDecl, BeginDecl, ComponentDeclKind, DomainExpr, ExprKind, GameItemKind, SpannedExpr,
};
use crate::component::GameId;
use crate::data::{DataTable, EntryKind};
use crate::ir::{Expr, Int, ParameterValue};
use crate::parser::MAX_ERRORS;
use crate::problem::{
    mentions, misplaced, names_in_question, outputs_of, samples_of, takes_entries, text_of,
    uses_no_parameter,
};
use crate::set_or_word::SetOrWord;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// Maximum number of components of a question.
const MAX_ASKED: usize = 100_000;

/// The names that only an output can use.
pub const OUTPUT_NAMES: [&str; 12] = [
    "wins",
    "draws",
    "outcome",
    "left wins",
    "left draws",
    "right wins",
    "right draws",
    "value",
    "score",
    "case",
    "winning moves",
    "winning move",
];

/// Returns whether an output takes the results of single questions, such as `wins[2]`. It is then
/// written once for all questions of a case.
pub fn takes_results(part: &SpannedExpr) -> bool {
    OUTPUT_NAMES.iter().any(|name| takes_entries(part, name))
}

/// The names that an output can use only if the players have different moves.
const NAMES_OF_PLAYERS: [&str; 5] = [
    "outcome",
    "left wins",
    "left draws",
    "right wins",
    "right draws",
];

/// The results of a position in which the players have different moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFacts {
    /// The outcome: `L`, `R`, `N`, `P` or `D`, or two letters.
    pub outcome: String,
    /// Whether Left, and whether Right, wins as the player who begins.
    pub wins: [bool; 2],
    /// Whether play is a draw if Left begins, and if Right begins.
    pub draws: [bool; 2],
}

/// What is known about the position of a case, for the text of an output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputFacts {
    /// Whether the player to move wins.
    pub wins: bool,
    /// Whether no player can force a win.
    pub draws: bool,
    /// The results for each player who may begin, if the players have different moves.
    pub players: Option<PlayerFacts>,
    /// The nimber; `None` if it was not computed, or the position has no nimber.
    pub value: Option<Int>,
    /// The score of the player to move minus the score of the other player.
    pub score: Option<Int>,
    /// The number of winning moves.
    pub winning_moves: Option<Int>,
    /// The label of a winning move, or the empty text if there is no winning move.
    pub winning_move: Option<String>,
    /// The number of the case, counted from 1.
    pub case: Int,
}

type PlayerFlag = fn(&PlayerFacts) -> bool;

/// The truth values of [`PlayerFacts`] by their names in outputs.
const FLAGS_OF_PLAYERS: [(&str, PlayerFlag); 4] = [
    ("left wins", |facts| facts.wins[0]),
    ("left draws", |facts| facts.draws[0]),
    ("right wins", |facts| facts.wins[1]),
    ("right draws", |facts| facts.draws[1]),
];

/// The position of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedPosition {
    /// Whether each component is a question of its own.
    pub each: bool,
    /// The numbers of each component.
    pub components: Vec<(GameId, Vec<Int>)>,
}

/// Returns the value of an expression that only uses these names.
pub(crate) fn constant_with(
    known: &[(String, ParameterValue)],
    expr: &SpannedExpr,
) -> Result<Int, Vec<Diagnostic>> {
    let mut linker = NullLinker;
    let mut lowering = Lowering::new(&mut linker);
    for (name, value) in known {
        lowering.declare(name, NameBinding::Value(value.clone()), expr.span);
    }
    lowering.constant(expr).ok_or(lowering.errors)
}

/// Returns the position that a game asks for: that of `ask`, or that of a `start` with a list.
/// Returns `None` if the game has neither; the start of its instance is then asked for.
pub(crate) fn asked_position(
    decl: &ast::GameDecl,
    args: &[(String, ParameterValue)],
    linker: &mut dyn GameLinker,
) -> Option<Result<AskedPosition, Vec<Diagnostic>>> {
    let mut lowering = Lowering::new(linker);
    lowering.problem_names(decl, args);
    let asked = decl.items.iter().find_map(|item| match &item.kind {
        GameItemKind::Ask(ask) => Some(lowering.asked(ask)),
        _ => None,
    });
    let asked = asked.or_else(|| {
        decl.items.iter().find_map(|item| match &item.kind {
            GameItemKind::Start(BeginDecl::List(list)) if crate::problem::starts_alone(decl) => {
                let game = lowering.linker.this();
                let mut components = Vec::new();
                Some(
                    lowering
                        .asked_component(game, list, &[], item.span, &mut components)
                        .map(|()| AskedPosition {
                            each: false,
                            components,
                        }),
                )
            }
            _ => None,
        })
    })?;
    Some(match asked {
        Some(asked) if lowering.errors.is_empty() => Ok(asked),
        _ => Err(lowering.errors),
    })
}

/// Returns the text of the output of a case.
pub(crate) fn output_text(
    decl: &ast::GameDecl,
    args: &[(String, ParameterValue)],
    facts: &OutputFacts,
    all: Option<&[OutputFacts]>,
    linker: &mut dyn GameLinker,
) -> Result<String, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(linker);
    lowering.problem_names(decl, args);
    if let Some(all) = all {
        lowering.declare_all(all, decl.span);
    }
    let fact = |value| NameBinding::Argument(TypedExpr::Int(Expr::Const(value)), 1);
    let flag = |value| NameBinding::Argument(TypedExpr::Bool(Expr::Const(Int::from(value))), 1);
    lowering.declare("case", fact(facts.case), decl.span);
    if all.is_none() {
        lowering.declare("wins", flag(facts.wins), decl.span);
        lowering.declare("draws", flag(facts.draws), decl.span);
        for (name, holds) in FLAGS_OF_PLAYERS {
            if let Some(players) = &facts.players {
                lowering.declare(name, flag(holds(players)), decl.span);
            }
        }
        let numbers = [
            ("value", facts.value),
            ("score", facts.score),
            ("winning moves", facts.winning_moves),
        ];
        for (name, value) in numbers {
            if let Some(value) = value {
                lowering.declare(name, fact(value), decl.span);
            }
        }
    }
    let mut text = String::new();
    for parts in outputs_of(decl) {
        for part in parts {
            if lowering.write(part, Some(facts), &mut text).is_none() {
                return Err(lowering.errors);
            }
        }
        text.push('\n');
    }
    Ok(text)
}

/// Returns the errors of the problem items of a game that do not depend on a case: unknown names,
/// wrong kinds, and misplaced items. `args` are the defaults of the parameters.
pub(crate) fn problem_errors(
    decl: &ast::GameDecl,
    args: &[(String, ParameterValue)],
    linker: &mut dyn GameLinker,
) -> Vec<Diagnostic> {
    let mut errors = misplaced(decl);
    if outputs_of(decl).next().is_some() {
        let mut lowering = Lowering::new(linker);
        lowering.check_problem(decl, args);
        errors.extend(lowering.errors);
    }
    errors.truncate(MAX_ERRORS);
    errors
}

impl Lowering<'_> {
    /// Declares the parameters and the `let`s. A `let` is lowered where it is used.
    fn problem_names(&mut self, decl: &ast::GameDecl, args: &[(String, ParameterValue)]) {
        for (name, value) in args {
            if crate::declared_words::is_room(name)
                && let ParameterValue::Int(room) = value
            {
                self.room = usize::try_from(*room).unwrap_or(1);
            }
            self.declare(name, NameBinding::Value(value.clone()), decl.span);
        }
        let has_table = |item: &ast::GameItem| matches!(&item.kind, GameItemKind::Let { indices, .. } if !indices.is_empty());
        // A table is computed only if it is used.
        let used = decl
            .items
            .iter()
            .any(has_table)
            .then(|| names_in_question(decl));
        for item in &decl.items {
            if let GameItemKind::Let {
                name,
                indices,
                variables,
                value,
            } = &item.kind
            {
                if used.as_ref().is_some_and(|used| !used.contains(&name.text)) {
                    continue;
                }
                if !indices.is_empty() {
                    if uses_no_parameter(decl, &name.text) {
                        self.shared_table(name, indices, value);
                    } else {
                        self.computed_table(name, indices, value);
                    }
                    continue;
                }
                if variables.is_none()
                    && let Some(data) = self.data_of_let(value)
                {
                    let data = data.unwrap_or(ParameterValue::Int(0));
                    self.declare(&name.text, NameBinding::Value(data), name.span);
                    continue;
                }
                let names = variables
                    .as_ref()
                    .map(|list| list.iter().map(|name| name.text.clone()).collect());
                let index = self.lets.len();
                self.lets.push((name.text.clone(), names, value.clone()));
                self.let_scope.push(self.scope.len());
                self.declare(&name.text, NameBinding::Let(index), name.span);
            }
        }
    }

    /// Declares the results of all questions of a case as arrays.
    fn declare_all(&mut self, all: &[OutputFacts], span: Span) {
        type Entry = fn(&OutputFacts) -> Option<Int>;
        for (name, holds) in FLAGS_OF_PLAYERS {
            let entry = |facts: &OutputFacts| facts.players.as_ref().map(|own| holds(own).into());
            if let Some(entries) = all.iter().map(entry).collect::<Option<Vec<Int>>>() {
                let table = DataTable::array(EntryKind::Number, entries);
                let value = ParameterValue::Data(Arc::new(table));
                self.declare(name, NameBinding::Value(value), span);
            }
        }
        let arrays: [(&str, Entry); 5] = [
            ("wins", |facts| Some(Int::from(facts.wins))),
            ("draws", |facts| Some(Int::from(facts.draws))),
            ("value", |facts| facts.value),
            ("score", |facts| facts.score),
            ("winning moves", |facts| facts.winning_moves),
        ];
        for (name, entry) in arrays {
            if let Some(entries) = all.iter().map(entry).collect::<Option<Vec<Int>>>() {
                let table = DataTable::array(EntryKind::Number, entries);
                let value = ParameterValue::Data(Arc::new(table));
                self.declare(name, NameBinding::Value(value), span);
            }
        }
    }

    /// Reports the errors of the problem items of a game.
    fn check_problem(&mut self, decl: &ast::GameDecl, args: &[(String, ParameterValue)]) {
        let own = decl.params.iter().map(|(name, _)| name);
        let lets = decl.items.iter().filter_map(|item| match &item.kind {
            GameItemKind::Let { name, .. } => Some(name),
            _ => None,
        });
        if let Some(name) = own
            .chain(lets)
            .find(|name| OUTPUT_NAMES.contains(&name.text.as_str()))
        {
            let word = &name.text;
            let message = text!(
                "`{word}` has a meaning of its own in `output`",
                "`{word}` 在 `output` 中另有含义"
            );
            self.report(
                Diagnostic::error(name.span, message)
                    .help(text!("choose another name", "请换一个名字")),
            );
        }
        let errors = self.errors.len();
        self.problem_names(decl, args);
        if let Some(ask) = decl.items.iter().find_map(|item| match &item.kind {
            GameItemKind::Ask(ask) => Some(ask),
            _ => None,
        }) {
            let _ = self.asked(ask);
        }
        if self.errors.len() > errors {
            if samples_of(decl).next().is_none() {
                for error in &mut self.errors[errors..] {
                    error.help.get_or_insert(text!(
                        "without a sample, the question is checked with the smallest input; add a `sample`, or narrow the limits in `input`",
                        "没有样例时，用最小的输入检验询问；请加上 `sample`，或缩小 `input` 中的范围"
                    ));
                }
            }
            return;
        }
        // Values that are unknown here are locals, so that no part is evaluated.
        let parts: Vec<&SpannedExpr> = outputs_of(decl).flatten().collect();
        if parts.iter().any(|part| takes_results(part)) {
            // The number of questions is unknown here.
            let any = OutputFacts {
                value: Some(0),
                score: Some(0),
                winning_moves: Some(0),
                players: Some(PlayerFacts {
                    outcome: String::new(),
                    wins: [false; 2],
                    draws: [false; 2],
                }),
                ..OutputFacts::default()
            };
            self.declare_all(&vec![any; MAX_ASKED], decl.span);
            let local = self.new_local();
            let value = NameBinding::Argument(TypedExpr::Int(Expr::Local(local)), 1);
            self.declare("case", value, decl.span);
            for part in parts {
                let _ = self.write(part, None, &mut String::new());
            }
            return;
        }
        for name in OUTPUT_NAMES {
            let local = self.new_local();
            let value = match name {
                "wins" | "draws" | "left wins" | "left draws" | "right wins" | "right draws" => {
                    TypedExpr::Bool(Expr::Local(local))
                }
                _ => TypedExpr::Int(Expr::Local(local)),
            };
            self.declare(name, NameBinding::Argument(value, 1), decl.span);
        }
        for part in parts {
            let _ = self.write(part, None, &mut String::new());
        }
    }

    fn asked(&mut self, ask: &AskDecl) -> Option<AskedPosition> {
        let mut components = Vec::new();
        for part in &ask.parts {
            let ComponentDeclKind::Fresh { game, slots } = &part.kind else {
                let message = text!(
                    "`ask` lists positions: `[...]` or `Game[...]`",
                    "`ask` 列出局面：`[...]` 或 `游戏[...]`"
                );
                return self.refuse(Diagnostic::error(part.span, message));
            };
            let game = match game {
                None => self.linker.this(),
                Some(instance) => self.linked(instance)?,
            };
            for choice in &part.choices {
                self.no_values_of_data(choice)?;
            }
            let mark = self.mark();
            let found =
                self.asked_component(game, slots, &part.choices, part.span, &mut components);
            self.release(mark);
            found?;
        }
        Some(AskedPosition {
            each: ask.each,
            components,
        })
    }

    /// Reports a choice of the different values of data, which would omit repeated entries.
    fn no_values_of_data(&mut self, choice: &ast::ChoiceDecl) -> Option<()> {
        let ([name], DomainExpr::Set(set)) = (&choice.names[..], &choice.domain) else {
            return Some(());
        };
        let ExprKind::Name(array) = &set.kind else {
            return Some(());
        };
        if self.data_named(array).is_none() {
            return Some(());
        }
        let (name, span) = (&name.text, choice.span);
        let message = text!(
            "`{name} in {array}` chooses equal entries only once",
            "`{name} in {array}` 对相等的元素只选一次"
        );
        let written = format!("(i, {name}) in {array}");
        let label = text!(
            "write `{written}` for a component for each entry",
            "要对每个元素各有一个成分，请写 `{written}`"
        );
        self.refuse(
            Diagnostic::error(span, message)
                .label(label)
                .edit(span, written),
        )
    }

    /// Appends a component for each combination of choices.
    fn asked_component(
        &mut self,
        game: GameId,
        list: &ast::List,
        choices: &[ast::ChoiceDecl],
        span: Span,
        components: &mut Vec<(GameId, Vec<Int>)>,
    ) -> Option<()> {
        let slots = self.linker.slots(game).to_vec();
        // A number of items that no position has: all sets and words of the game are returned.
        let held = self.linker.sets_and_words(game, usize::MAX);
        if !held.is_empty() && choices.is_empty() {
            let mut numbers = Vec::with_capacity(slots.len());
            for item in list {
                let at = numbers.len();
                match held.iter().find(|held| held.slots().start == at) {
                    Some(held) => numbers.extend(self.asked_set_or_word(&item.value, held)?),
                    None => {
                        for row in self.row_from(std::slice::from_ref(item), &slots, Some(at))? {
                            numbers.extend(self.closed_rows(&row, span)?);
                        }
                    }
                }
            }
            components.push((game, numbers));
            return Some(());
        }
        let generators = self.generators(choices)?;
        let elements = self.row(list, &slots)?;
        let walked = self.compute(|env| {
            env.each_choice(&generators, &mut |env| {
                let mut numbers = Vec::with_capacity(slots.len());
                let _ = env.each_row(&elements, &mut |_, row| {
                    numbers.extend_from_slice(row);
                    Ok(if numbers.len() > slots.len() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    })
                })?;
                components.push((game, numbers));
                Ok(if components.len() > MAX_ASKED {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })
        });
        if let Err(fault) = walked {
            self.fault(fault, span);
            return None;
        }
        if components.len() > MAX_ASKED {
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "more than {MAX_ASKED} components in one question",
                    "一个问题中的成分超过 {MAX_ASKED} 个"
                ),
            ));
        }
        Some(())
    }

    /// Returns the numbers of a set or a word: a written one, a computed set, or a text that was
    /// read.
    fn asked_set_or_word(&mut self, value: &SpannedExpr, held: &SetOrWord) -> Option<Vec<Int>> {
        match (held, &value.kind) {
            (SetOrWord::Word(word), ExprKind::Name(name)) => {
                let text = match self.lookup(name) {
                    Some(NameBinding::Value(value)) => text_of(&value),
                    _ => None,
                };
                if let Some(text) = text {
                    return word
                        .read(&text)
                        .map_err(|error| self.report(Diagnostic::error(value.span, error.reason)))
                        .ok();
                }
                self.value_of(value, held)
            }
            (SetOrWord::Set(holder), ExprKind::Set(list)) if !list.is_empty() => {
                match self.typed(value)? {
                    TypedExpr::Set(width, rows) => {
                        match self.closed_set(width, &rows, value.span)? {
                            ClosedSet::Rows(flat) => holder
                                .read(&flat, width)
                                .map_err(|why| self.report(Diagnostic::error(value.span, why)))
                                .ok(),
                            ClosedSet::Open => self.value_of(value, held),
                        }
                    }
                    _ => self.value_of(value, held),
                }
            }
            _ => self.value_of(value, held),
        }
    }

    /// Writes a part of an output. Without `facts`, only checks the part.
    fn write(
        &mut self,
        part: &SpannedExpr,
        facts: Option<&OutputFacts>,
        out: &mut String,
    ) -> Option<()> {
        match &part.kind {
            ExprKind::Picture(text) => {
                out.push_str(&text.text);
                return Some(());
            }
            ExprKind::If(condition, yes, no) => {
                self.require_known(condition, facts)?;
                let chosen = self.condition(condition)?;
                if facts.is_none() {
                    let written = [yes, no].map(|branch| self.write(branch, None, out));
                    return written.into_iter().collect();
                }
                let holds = self.compute(|env| env.holds(&chosen));
                return match holds {
                    Ok(holds) => self.write(if holds { yes } else { no }, facts, out),
                    Err(fault) => {
                        self.fault(fault, condition.span);
                        None
                    }
                };
            }
            ExprKind::Name(name)
                if name == "outcome" && facts.is_none_or(|f| f.players.is_some()) =>
            {
                let players = facts.and_then(|facts| facts.players.as_ref());
                out.push_str(players.map_or("", |players| &players.outcome));
                return Some(());
            }
            ExprKind::Name(name) if name == "winning move" => {
                let found = facts.and_then(|facts| facts.winning_move.as_deref());
                out.push_str(found.unwrap_or_default());
                return Some(());
            }
            ExprKind::Name(name) => {
                let text = match self.lookup(name) {
                    Some(NameBinding::Value(value)) => text_of(&value),
                    _ => None,
                };
                if let Some(text) = text {
                    out.push_str(&text);
                    return Some(());
                }
            }
            _ => {}
        }
        self.require_known(part, facts)?;
        let (number, is_character) = match self.typed(part)? {
            TypedExpr::Int(number) => (number, false),
            TypedExpr::Character(code) => (code, true),
            TypedExpr::Bool(_) => {
                let message = text!(
                    "expected a text or a number, found a condition",
                    "此处应为文本或数，却是条件"
                );
                return self.refuse(Diagnostic::error(part.span, message).help(text!(
                    "print a text for each case, for example `if wins then \"First\" else \"Second\"`",
                    "请对两种情形各写一个文本，例如 `if wins then \"First\" else \"Second\"`"
                )));
            }
            other => {
                return self.mismatch(part.span, &text!("a text or a number", "文本或数"), &other);
            }
        };
        if facts.is_none() {
            return Some(());
        }
        match self.compute(|env| env.eval(&number)) {
            Ok(code) if is_character => {
                out.extend(u32::try_from(code).ok().and_then(char::from_u32))
            }
            Ok(number) => out.push_str(&number.to_string()),
            Err(fault) => {
                self.fault(fault, part.span);
                return None;
            }
        }
        Some(())
    }

    /// Reports a value that the position of the case does not have.
    fn require_known(&mut self, part: &SpannedExpr, facts: Option<&OutputFacts>) -> Option<()> {
        let Some(facts) = facts else {
            return Some(());
        };
        let missing: [(&str, bool, Text); 2] = [
            (
                "value",
                facts.value.is_some(),
                text!(
                    "this position has no nimber, so `value` has no meaning",
                    "该局面没有 Grundy 值，`value` 没有意义"
                ),
            ),
            (
                "score",
                facts.score.is_some(),
                text!(
                    "games of this kind have no score, so `score` has no meaning",
                    "这类游戏没有得分，`score` 没有意义"
                ),
            ),
        ];
        let both = text!(
            "both players have the same moves: write `wins` or `draws`, about the player to move",
            "双方着法相同：请写 `wins` 或 `draws`，指先走的一方"
        );
        let named = text!(
            "the players have different moves: write `left wins`, `right wins`, `left draws`, `right draws` or `outcome`",
            "双方着法不同：请写 `left wins`、`right wins`、`left draws`、`right draws` 或 `outcome`"
        );
        let (is_partizan, names) = (facts.players.is_some(), NAMES_OF_PLAYERS);
        let of_players = names.map(|name| (name, is_partizan, both.clone()));
        let of_mover = ["wins", "draws"].map(|name| (name, !is_partizan, named.clone()));
        let missing = missing.into_iter().chain(of_players).chain(of_mover);
        for (name, is_known, message) in missing {
            if !is_known && mentions(part, name) {
                return self.refuse(Diagnostic::error(part.span, message));
            }
        }
        Some(())
    }
}
