//! The reference interpreter, which defines the meaning of a game of the language. The interpreter
//! makes the choices of a move rule in order, and tests each part of a guard as soon as the
//! necessary choices are made. After all choices, the interpreter writes the result of the move.
//! The reference interpreter is slow and simple; every faster implementation is compared with it.

use std::ops::ControlFlow;

use crate::arithmetic::ArithmeticError;
use crate::ast::Player;
use crate::eval::{EvalContext, Flow, at_most};
use crate::game::{Conventions, EvalError, OptionSink, PlayEnding, Rules, RulesError};
use crate::ir::{
    ChangeGroup, Game, Int, LabelPiece, Move, ResultPart, ResultPartKind, RowElement, Slot,
    sort_falling,
};
use crate::view::{self, View};
use base::budget::Budget;
use base::text;
use base::text::Text;

impl Rules for Game {
    fn title(&self) -> String {
        Game::title(self)
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        self.conventions
    }

    fn canonicalise(&self, slots: &mut [Int]) {
        sort_falling(&mut slots[self.unordered.clone()]);
    }

    fn coins(&self) -> bool {
        self.coins
    }

    fn admits(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, RulesError> {
        let whole = self.words.iter().all(|word| word.is_whole(slots));
        Ok(whole && (self.requires.is_empty() || self.unmet(slots, budget)?.is_none()))
    }

    fn strict(&self) -> bool {
        self.strict
    }

    fn ending(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<PlayEnding>, RulesError> {
        if !self.can_end() {
            return Ok(None);
        }
        let tick = self.condition_tick(budget);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        for (conditions, ending) in [
            (&self.goals, PlayEnding::Goal),
            (&self.traps, PlayEnding::Trap),
        ] {
            for condition in conditions {
                if env.holds(condition)? {
                    return Ok(Some(ending));
                }
            }
        }
        Ok(None)
    }

    fn can_end(&self) -> bool {
        self.can_end_play()
    }

    fn is_standalone(&self) -> bool {
        self.is_played_alone()
    }

    fn urgent(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, RulesError> {
        let tick = self.condition_tick(budget);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        for condition in &self.urgent {
            if env.holds(condition)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn payoff(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Int, RulesError> {
        let Some(payoff) = &self.payoff else {
            return Ok(0);
        };
        let tick = self.condition_tick(budget);
        EvalContext::new(slots, self.locals, &tick).eval(payoff)
    }

    fn has_payoff(&self) -> bool {
        self.payoff.is_some()
    }

    fn is_tied(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, RulesError> {
        let tick = self.condition_tick(budget);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        for condition in &self.ties {
            if env.holds(condition)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let budget = sink.budget();
        let tick = || Ok(budget.steps(self.extra_steps)?);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        for (rule, shape) in self.moves.iter().enumerate() {
            let _ = walk(&mut env, shape, 0, &mut |env| {
                write_result(env, rule, shape, sink)?;
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(())
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let Some(shape) = self
            .moves
            .get(rule)
            .filter(|shape| shape.chosen() == choices.len())
        else {
            return Ok(());
        };
        let budget = sink.budget();
        let tick = || Ok(budget.steps(self.extra_steps)?);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        let mut rest = choices;
        for (depth, guards) in shape.guards.iter().enumerate() {
            for guard in guards {
                if !env.holds(guard)? {
                    return Ok(());
                }
            }
            let Some(choice) = shape.choices.get(depth) else {
                break;
            };
            let (row, later) = rest.split_at(choice.width);
            rest = later;
            if !env.allows(choice, row)? {
                return Ok(());
            }
            env.locals[choice.local..choice.local + choice.width].copy_from_slice(row);
        }
        write_result(&mut env, rule, shape, sink)
    }

    fn describe(&self, slots: &[Int], rule: usize, choices: &[Int]) -> Option<Text> {
        let shape = self.moves.get(rule)?;
        let tick = at_most(MAX_CONDITION_STEPS, self.extra_steps);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        bind(&mut env, shape, choices);
        let label = shape.label.as_ref()?;
        let (mut en, mut ends) = (String::new(), Vec::with_capacity(label.len()));
        for piece in label {
            write_piece(&mut env, piece, &mut en)?;
            ends.push(en.len());
        }
        let chinese = shape.chinese_label.0.as_ref().and_then(|pieces| {
            let mut zh = String::new();
            for piece in pieces {
                match piece {
                    LabelPiece::Shared(0) => zh.push_str(&en[..ends[0]]),
                    LabelPiece::Shared(at) => zh.push_str(&en[ends[at - 1]..ends[*at]]),
                    _ => write_piece(&mut env, piece, &mut zh)?,
                }
            }
            Some(zh)
        });
        Some(Text {
            zh: chinese.unwrap_or_else(|| en.clone()),
            en,
        })
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let needed = self.slots.len();
        let names = |slots: &mut dyn Iterator<Item = &Slot>| {
            slots
                .map(|s| s.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let all = names(&mut self.slots.iter());
        let name = &self.name;
        if let Some(given) = given
            && given.len() == needed
        {
            return Ok(given.to_vec());
        }
        if let Some(word) = self.words.first().filter(|_| self.start.is_none()) {
            let (word, example) = (&word.name, word.example());
            return Err(text!(
                "a position of {name} contains the word `{word}`: write its letters, for example [{example}]",
                "{name} 的局面含有单词 `{word}`：请写出字母，例如 [{example}]"
            ));
        }
        let Some(start) = &self.start else {
            let count = given.map_or(0, <[Int]>::len);
            let numbers = if needed == 1 { "number" } else { "numbers" };
            return Err(text!(
                "expected {needed} {numbers} for a position of {name}, [{all}]; found {count}",
                "{name} 的局面应有 {needed} 个数 [{all}]，却给出了 {count} 个"
            ));
        };
        let given = given.unwrap_or_default();
        if given.len() != start.free.len() {
            let count = given.len();
            let short = names(&mut start.free.iter().map(|&i| &self.slots[i]));
            return Err(text!(
                "expected [{all}] for {name}, or [{short}] for its start position; found {count} numbers",
                "{name} 需要 [{all}]，或按起始局面给出 [{short}]；却有 {count} 个数"
            ));
        }
        let mut slots = vec![0; needed];
        for (&slot, &value) in start.free.iter().zip(given) {
            slots[slot] = value;
        }
        let tick = at_most(MAX_CONDITION_STEPS, self.extra_steps);
        let mut env = EvalContext::new(&slots, self.locals, &tick);
        let values: Result<Vec<Int>, RulesError> =
            start.values.iter().map(|value| env.eval(value)).collect();
        values.map_err(|fault| match fault {
            RulesError::Rule { cause, .. } => cause.text(),
            RulesError::Stopped(stop) => stop.text(),
        })
    }

    fn game(&self) -> Option<&Game> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        view::view_sets(&self.sets, &self.slots, slots)
            .or_else(|| view::view_words(&self.words, &self.slots, slots))
    }
}

impl Game {
    /// Returns the first `require` that does not hold at these numbers; `None` if all hold.
    ///
    /// # Errors
    /// Returns an error if a condition has no value at these numbers or takes too many steps, or
    /// the budget runs out.
    pub fn unmet(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<usize>, RulesError> {
        let tick = self.condition_tick(budget);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        for (index, require) in self.requires.iter().enumerate() {
            if !env.holds(require)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Returns the player who has won in a component by a goal or a trap of a player; `last` made
    /// the last move.
    ///
    /// # Errors
    /// Returns an error if a condition has no value at these numbers or takes too many steps, or
    /// the budget runs out.
    pub fn decided_winner(
        &self,
        slots: &[Int],
        last: Player,
        budget: &Budget<'_>,
    ) -> Result<Option<Player>, RulesError> {
        let tick = self.condition_tick(budget);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        let mut winner = None;
        for (player, condition) in &self.decided {
            if winner != Some(last) && env.holds(condition)? {
                winner = Some(*player);
            }
        }
        Ok(winner)
    }

    /// Returns whether these numbers satisfy the requirements of the rules; `None` if a requirement
    /// has no value or takes more than a few steps.
    pub(crate) fn keeps(&self, slots: &[Int]) -> Option<bool> {
        /// Maximum number of steps for testing all requirements of the game at one position.
        const MAX_QUICK_STEPS: u64 = 10_000;
        let tick = at_most(MAX_QUICK_STEPS, self.extra_steps);
        let mut env = EvalContext::new(slots, self.locals, &tick);
        let holds: Result<Vec<bool>, RulesError> = self
            .requires
            .iter()
            .map(|require| env.holds(require))
            .collect();
        holds.ok().map(|all| all.into_iter().all(|holds| holds))
    }

    /// Returns the tick of a condition: a function that is called for each step, polls the budget,
    /// and limits the steps of the condition.
    fn condition_tick(&self, budget: &Budget<'_>) -> impl Fn() -> Result<(), RulesError> {
        let left = at_most(MAX_CONDITION_STEPS, self.extra_steps);
        move || {
            budget.steps(self.extra_steps)?;
            left()
        }
    }
}

/// Maximum number of steps of `require`, `goal`, `trap`, `urgent`, a label or `start` at one
/// position.
const MAX_CONDITION_STEPS: u64 = 1_000_000;

/// Appends a piece of a label, or returns `None` if the value in the piece cannot be computed.
fn write_piece(env: &mut EvalContext<'_>, piece: &LabelPiece, out: &mut String) -> Option<()> {
    match piece {
        LabelPiece::Text(text) => out.push_str(text),
        LabelPiece::Value(expr) => out.push_str(&env.eval(expr).ok()?.to_string()),
        LabelPiece::Character(expr) => {
            let code = u32::try_from(env.eval(expr).ok()?).ok()?;
            out.push(char::from_u32(code)?);
        }
        LabelPiece::Vertex(expr, network) => out.push_str(&network.name(env.eval(expr).ok()?)),
        LabelPiece::Letter(expr, letters) => {
            let number = usize::try_from(env.eval(expr).ok()?).ok()?;
            out.extend(number.checked_sub(1).and_then(|at| letters.get(at)));
        }
        LabelPiece::Set(_, rows) => out.push_str(&elements(env, rows)?),
        LabelPiece::Vector(entries) => {
            let numbers = entries.iter().map(|entry| env.eval(entry).ok());
            let numbers: Vec<String> = numbers
                .map(|number| Some(number?.to_string()))
                .collect::<Option<_>>()?;
            out.push_str(&format!("({})", numbers.join(", ")));
        }
        LabelPiece::Shared(_) => return None,
    }
    Some(())
}

/// Formats a set as a list of its elements, without duplicates; `None` if an element cannot be
/// computed.
fn elements(env: &mut EvalContext<'_>, rows: &[RowElement]) -> Option<String> {
    let mut all: Vec<Vec<Int>> = Vec::new();
    let walked = env.each_row(rows, &mut |_, row| {
        all.push(row.to_vec());
        Ok(ControlFlow::Continue(()))
    });
    let _ = walked.ok()?;
    all.sort();
    all.dedup();
    let element = |row: &Vec<Int>| {
        let numbers: Vec<String> = row.iter().map(Int::to_string).collect();
        if row.len() == 1 {
            numbers.concat()
        } else {
            format!("({})", numbers.join(", "))
        }
    };
    Some(format!(
        "{{{}}}",
        all.iter().map(element).collect::<Vec<_>>().join(", ")
    ))
}

fn bind(env: &mut EvalContext<'_>, shape: &Move, choices: &[Int]) {
    let mut rest = choices.iter();
    for choice in &shape.choices {
        for local in choice.local..choice.local + choice.width {
            if let Some(&value) = rest.next() {
                env.locals[local] = value;
            }
        }
    }
}

/// Makes the choices with index `depth` and above, and tests each guard as soon as the choices that
/// it uses are made.
pub(crate) fn walk(
    env: &mut EvalContext<'_>,
    shape: &Move,
    depth: usize,
    visit: &mut dyn FnMut(&mut EvalContext<'_>) -> Flow,
) -> Flow {
    for guard in &shape.guards[depth] {
        if !env.holds(guard)? {
            return Ok(ControlFlow::Continue(()));
        }
    }
    match shape.choices.get(depth) {
        None => visit(env),
        Some(choice) => env.each_value(choice, &mut |env| walk(env, shape, depth + 1, visit)),
    }
}

fn write_result(
    env: &mut EvalContext<'_>,
    rule: usize,
    shape: &Move,
    sink: &mut OptionSink<'_>,
) -> Result<(), RulesError> {
    for part in &shape.result {
        write_part(env, part, sink)?;
    }
    if let Some(gain) = &shape.gain
        && sink.is_legal()
    {
        sink.gain(env.eval(gain)?);
    }
    let mut chosen = std::mem::take(&mut env.scratch[1]);
    chosen.clear();
    for choice in &shape.choices {
        chosen.extend_from_slice(&env.locals[choice.local..choice.local + choice.width]);
    }
    let kept = sink.commit(rule, &chosen, shape.span.0);
    env.scratch[1] = chosen;
    kept
}

fn write_part(
    env: &mut EvalContext<'_>,
    part: &ResultPart,
    sink: &mut OptionSink<'_>,
) -> Result<(), RulesError> {
    let _ = env.each_choice(&part.generators, &mut |env| {
        write_component(env, part, sink)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(())
}

fn write_component(
    env: &mut EvalContext<'_>,
    part: &ResultPart,
    sink: &mut OptionSink<'_>,
) -> Result<(), RulesError> {
    match &part.kind {
        ResultPartKind::Fresh(game, list) => {
            let mut slots = std::mem::take(&mut env.scratch[0]);
            slots.clear();
            let written = row(env, list, &mut slots).and_then(|()| sink.component(*game, &slots));
            env.scratch[0] = slots;
            written
        }
        ResultPartKind::Changed(groups) => {
            let slots = changed(env, groups)?;
            sink.component(sink.game(), &slots)
        }
        ResultPartKind::Compound(game, groups) => {
            let mut starts = Vec::with_capacity(groups.len());
            for group in groups {
                starts.push(sink.component_count());
                for part in group {
                    write_part(env, part, sink)?;
                }
            }
            sink.compound(*game, &starts)
        }
    }
}

/// Appends the numbers of a list, with generators expanded.
pub(crate) fn row(
    env: &mut EvalContext<'_>,
    list: &[RowElement],
    slots: &mut Vec<Int>,
) -> Result<(), RulesError> {
    for element in list {
        if element.generators.is_empty() {
            for value in &element.values {
                slots.push(env.eval(value)?);
            }
            continue;
        }
        let _ = env.each_row(std::slice::from_ref(element), &mut |_, row| {
            slots.extend_from_slice(row);
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(())
}

/// Returns the position after simultaneous changes. Every right operand is evaluated at the old
/// values. Several changes `+=` and `-=` of a slot accumulate, but a change `=` must be the only
/// change of its slot.
pub(crate) fn changed(
    env: &mut EvalContext<'_>,
    groups: &[ChangeGroup],
) -> Result<Vec<Int>, RulesError> {
    let mut new = env.slots.to_vec();
    // The change of each slot so far: `None`, or whether the change was additive, and its location.
    let mut touched = vec![None; new.len()];
    for group in groups {
        let _ = env.each_choice(&group.generators, &mut |env| {
            for change in &group.changes {
                let slot = env.place(&change.place, change.span.0)?;
                let value = env.eval(&change.value)?;
                let adds = change.sign.is_some();
                if let Some((added, earlier)) = touched[slot]
                    && !(added && adds)
                {
                    return Err(env.fault(EvalError::Conflict(slot, earlier), change.span.0));
                }
                touched[slot] = Some((adds, change.span.0));
                new[slot] = match change.sign {
                    None => value,
                    Some(sign) => value
                        .checked_mul(sign)
                        .and_then(|difference| new[slot].checked_add(difference))
                        .ok_or_else(|| {
                            env.fault(
                                EvalError::Arithmetic(ArithmeticError::Overflow),
                                change.span.0,
                            )
                        })?,
                };
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(new)
}
