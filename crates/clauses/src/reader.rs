//! Reading of rules. Guards and choices are read in order. Each guard or choice may split a case
//! into several cases, until the result of a move can be expressed.

use rules::game::GameId;
use rules::ir::{ChoiceDomain, Expr, Function, Game, Int, RowElement, RuleChoice};
use rules::world::World;

use crate::error::{not_linear, too_large, too_many};
use crate::state::CaseState;
use crate::{Atom, LanguageFragment, LinearForm, MoveClause, PositionRegion, SlotMapping};
use base::text;
use base::text::Text;
use rules::ast::BinaryOp;

/// Maximum number of values of a choice that become separate cases.
pub(crate) const ONE_BY_ONE: i128 = 32;

/// Cases that arise when a construct is read, each with the result of reading in that case.
pub(crate) type Cases<T> = Result<Vec<(CaseState, T)>, Text>;

/// Reader for the rules of a game, with its options.
#[derive(Clone, Copy)]
pub struct RuleReader<'r> {
    /// The game.
    pub game: &'r Game,
    /// Id of the game.
    pub this: GameId,
    /// The world that contains the games of the components that moves leave. Without a world, moves
    /// that leave components of other games are rejected.
    pub world: Option<&'r World>,
    /// The order and the shifts that map the slots of the game to the reader's position.
    pub view: &'r SlotMapping,
    /// The part of the rule language that is accepted.
    pub extent: LanguageFragment,
    /// Maximum number of cases of a rule.
    pub most: usize,
    /// Charges the effort of writing the given number of atoms; returns `None` if the limit is
    /// exceeded.
    pub spend: &'r dyn Fn(usize) -> Option<()>,
}

impl RuleReader<'_> {
    /// Returns the positions.
    ///
    /// # Errors
    /// Returns the reason if a construct cannot be read.
    pub fn positions(&self) -> Result<Vec<PositionRegion>, Text> {
        Ok(self.start()?.into_iter().map(region).collect())
    }

    /// Returns the positions in which a condition has the requested truth value. The cost is
    /// O(cases).
    ///
    /// # Errors
    /// Returns the reason if a construct cannot be read.
    pub fn condition(&self, condition: &Expr, truth: bool) -> Result<Vec<PositionRegion>, Text> {
        Ok(self
            .all_hold(self.start()?, condition, truth)?
            .into_iter()
            .map(region)
            .collect())
    }

    /// Returns the positions for each group of conditions. A position belongs to the first group
    /// with a condition that holds. The last entry contains the positions in which no condition
    /// holds.
    pub(crate) fn first_of(&self, groups: &[&[Expr]]) -> Result<Vec<Vec<PositionRegion>>, Text> {
        let mut undecided = self.start()?;
        let mut all = Vec::new();
        for group in groups {
            let mut decided = Vec::new();
            for condition in *group {
                let mut next = Vec::new();
                for state in undecided {
                    decided.extend(self.holds(state.clone(), condition, true)?);
                    next.extend(self.holds(state, condition, false)?);
                }
                undecided = self.check_case_limit(next)?;
            }
            all.push(
                self.check_case_limit(decided)?
                    .into_iter()
                    .map(region)
                    .collect(),
            );
        }
        all.push(undecided.into_iter().map(region).collect());
        Ok(all)
    }

    /// Returns the value of an expression, case by case.
    ///
    /// # Errors
    /// Returns the reason if a construct cannot be read.
    pub fn number(&self, expr: &Expr) -> Result<Vec<(PositionRegion, LinearForm)>, Text> {
        let mut all = Vec::new();
        for state in self.start()? {
            all.extend(
                self.value(state, expr)?
                    .into_iter()
                    .map(|(state, form)| (region(state), form)),
            );
        }
        self.check_case_limit(all)
    }

    /// Returns 2 to the power of an expression, case by case. The expression must be a `ctz` call,
    /// a constant, or an alternative between `ctz` calls and constants.
    ///
    /// # Errors
    /// Returns the reason if a construct cannot be read.
    pub fn power_of_two(&self, expr: &Expr) -> Result<Vec<(PositionRegion, LinearForm)>, Text> {
        let mut all = Vec::new();
        for state in self.start()? {
            all.extend(
                self.exponential(state, expr)?
                    .into_iter()
                    .map(|(state, form)| (region(state), form)),
            );
        }
        self.check_case_limit(all)
    }

    fn exponential(&self, state: CaseState, expr: &Expr) -> Cases<LinearForm> {
        match expr {
            Expr::Call(Function::Ctz, args, _) => self.lowest_bits(state, &args[0]),
            Expr::If(parts) => self.alternatives(state, parts, &|state, branch| {
                self.exponential(state, branch)
            }),
            Expr::Const(n) => {
                let power = u32::try_from(*n)
                    .ok()
                    .and_then(|n| 2i128.checked_pow(n))
                    .ok_or_else(too_large)?;
                Ok(vec![(state, LinearForm::constant(power))])
            }
            _ => Err(not_linear()),
        }
    }

    /// Returns the moves that one rule makes, case by case; the conditions of some cases may be
    /// unsatisfiable.
    ///
    /// # Errors
    /// Returns the reason if a construct cannot be read.
    pub fn rule(&self, rule: usize) -> Result<Vec<MoveClause>, Text> {
        let mut all = Vec::new();
        for start in self.start()? {
            self.choose(start, rule, 0, Vec::new(), &mut all)?;
        }
        Ok(all)
    }

    /// Returns the positions as cases.
    fn start(&self) -> Result<Vec<CaseState>, Text> {
        let count = self.game.slots.len();
        let slots: Option<Vec<LinearForm>> = (0..count)
            .map(|i| {
                LinearForm::variable(self.view.order[i])
                    .plus(1, &LinearForm::constant(self.view.shifts[i].into()))
            })
            .collect();
        let mut states = self.is_position(
            CaseState::new(slots.ok_or_else(too_large)?, self.extent),
            self.game,
        )?;
        let sorted = |forms: &[LinearForm]| {
            forms
                .windows(2)
                .map(|pair| less(&pair[1], &pair[0]))
                .collect::<Result<Vec<_>, _>>()
        };
        for state in &mut states {
            let mut wanted = Vec::new();
            if self.view.sorted {
                wanted.extend(sorted(
                    &(0..count).map(LinearForm::variable).collect::<Vec<_>>(),
                )?);
            }
            wanted.extend(sorted(&state.slots[self.game.unordered.clone()])?);
            wanted
                .into_iter()
                .for_each(|row| state.add(Atom::AtMostZero(row)));
        }
        Ok(states)
    }

    /// Restricts a state to slots that are in the ranges of a game and satisfy its requirements.
    pub(crate) fn is_position(
        &self,
        state: CaseState,
        game: &Game,
    ) -> Result<Vec<CaseState>, Text> {
        let mut states = vec![state];
        for (i, slot) in game.slots.iter().enumerate() {
            let mut next = Vec::new();
            for state in states {
                self.pay(&state)?;
                let low = less(&LinearForm::constant(slot.low.into()), &state.slots[i])?;
                let high = slot
                    .high
                    .map(|high| less(&state.slots[i], &LinearForm::constant(high.into())))
                    .transpose()?;
                let state = state.with(low);
                next.extend(match high {
                    Some(high) => state.and_then(|state| state.with(high)),
                    None => state,
                });
            }
            states = next;
        }
        for require in &game.requires {
            states = self.all_hold(states, require, true)?;
        }
        Ok(states)
    }

    fn choose(
        &self,
        state: CaseState,
        rule: usize,
        depth: usize,
        chosen: Vec<LinearForm>,
        all: &mut Vec<MoveClause>,
    ) -> Result<(), Text> {
        self.pay(&state)?;
        let shape = &self.game.moves[rule];
        let mut states = vec![state];
        for guard in &shape.guards[depth] {
            states = self.all_hold(states, guard, true)?;
        }
        for state in states {
            match shape.choices.get(depth) {
                None => self.results(state, rule, &chosen, all)?,
                Some(choice) => {
                    for state in self.choice(state, choice)? {
                        let locals =
                            (0..choice.width).map(|i| state.locals[&(choice.local + i)].clone());
                        let chosen = chosen.iter().cloned().chain(locals).collect();
                        self.choose(state, rule, depth + 1, chosen, all)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the states after a choice, each with the local variables of the choice.
    fn choice(&self, state: CaseState, choice: &RuleChoice) -> Result<Vec<CaseState>, Text> {
        let arrays = self.game.has_arrays();
        let mut made = Vec::new();
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                for (state, low) in self.value(state, low)? {
                    for (mut state, high) in self.value(state, high)? {
                        if let (Some(low), Some(high), true) =
                            (low.as_constant(), high.as_constant(), arrays)
                            && (high - low < ONE_BY_ONE || self.extent == LanguageFragment::Linear)
                        {
                            if high - low >= ONE_BY_ONE {
                                return Err(not_linear());
                            }
                            for value in low..=high {
                                let mut state = state.clone();
                                state
                                    .locals
                                    .insert(choice.local, LinearForm::constant(value));
                                made.push(state);
                            }
                            continue;
                        }
                        let value = state.fresh();
                        state.locals.insert(choice.local, value.clone());
                        let (above, below) = (less(&low, &value)?, less(&value, &high)?);
                        made.extend(state.with(above).and_then(|state| state.with(below)));
                    }
                }
            }
            ChoiceDomain::Open(low, _) => {
                for (mut state, low) in self.value(state, low)? {
                    let value = state.fresh();
                    state.locals.insert(choice.local, value.clone());
                    made.extend(state.with(less(&low, &value)?));
                }
            }
            ChoiceDomain::Known(flat) if (flat.len() / choice.width) as i128 <= ONE_BY_ONE => {
                for row in flat.chunks(choice.width) {
                    let mut state = state.clone();
                    for (i, &value) in row.iter().enumerate() {
                        state
                            .locals
                            .insert(choice.local + i, LinearForm::constant(value.into()));
                    }
                    made.push(state);
                }
            }
            ChoiceDomain::Listed(elements) if elements.iter().all(|e| e.generators.is_empty()) => {
                for element in elements {
                    for (mut state, row) in self.values(state.clone(), element.values.iter())? {
                        for (i, value) in row.into_iter().enumerate() {
                            state.locals.insert(choice.local + i, value);
                        }
                        made.push(state);
                    }
                }
            }
            ChoiceDomain::Endless(running, from, each, _) => {
                made.push(self.endless(state, choice, *running, from, each)?)
            }
            ChoiceDomain::Known(flat) if choice.width == 1 => {
                made.extend(self.runs(state, choice, flat)?)
            }
            ChoiceDomain::Known(_) => {
                return Err(self.beyond(text!(
                    "a set of more than {ONE_BY_ONE} rows",
                    "超过 {ONE_BY_ONE} 行的集合"
                )));
            }
            ChoiceDomain::Listed(_) => {
                return Err(self.beyond(text!(
                    "a set whose size depends on the position",
                    "大小随局面而变的集合"
                )));
            }
            ChoiceDomain::Digits(..) => {
                return Err(self.beyond(text!(
                    "the set of the digits of a number (`digits`)",
                    "一个数的数码之集（`digits`）"
                )));
            }
        }
        self.check_case_limit(made)
    }

    /// Reads the infinite sets `{ 2 ** i for i in a.. }` and `{ fib(i) for i in a.. }`.
    fn endless(
        &self,
        mut state: CaseState,
        choice: &RuleChoice,
        running: usize,
        from: &Expr,
        each: &Expr,
    ) -> Result<CaseState, Text> {
        let other = || {
            self.beyond(text!(
                "an infinite set other than the powers of a constant or the Fibonacci numbers from fib(2)",
                "既非常数的幂、又非自 fib(2) 起的 Fibonacci 数的无穷集合"
            ))
        };
        let is_running = |expr: &Expr| matches!(expr, Expr::Local(local) if *local == running);
        let Expr::Const(from) = from else {
            return Err(other());
        };
        let from = u32::try_from(*from).map_err(|_| other())?;
        let form = state.fresh();
        let atom = match each {
            Expr::Binary(BinaryOp::Pow, sides, _) if is_running(&sides[1]) => match sides[0] {
                Expr::Const(base) if base >= 2 => Atom::PowerOf {
                    base: u32::try_from(base).map_err(|_| other())?,
                    from,
                    form: form.clone(),
                },
                _ => return Err(other()),
            },
            Expr::Call(Function::Fib, args, _) if is_running(&args[0]) && from >= 2 => {
                Atom::Fibonacci {
                    from,
                    form: form.clone(),
                }
            }
            _ => return Err(other()),
        };
        if self.extent == LanguageFragment::Linear {
            return Err(not_linear());
        }
        state.add(atom);
        state.locals.insert(choice.local, form);
        Ok(state)
    }

    /// Reads a large set of numbers as runs of consecutive numbers.
    fn runs(
        &self,
        state: CaseState,
        choice: &RuleChoice,
        flat: &[Int],
    ) -> Result<Vec<CaseState>, Text> {
        let runs: Vec<&[Int]> = flat.chunk_by(|a, b| a.checked_add(1) == Some(*b)).collect();
        if runs.len() as i128 > ONE_BY_ONE || self.extent == LanguageFragment::Linear {
            return Err(self.beyond(text!("a set with too many numbers", "元素过多的集合")));
        }
        let mut made = Vec::new();
        for run in runs {
            let mut state = state.clone();
            let value = state.fresh();
            state.locals.insert(choice.local, value.clone());
            let (low, high) = (
                LinearForm::constant(run[0].into()),
                LinearForm::constant(run[run.len() - 1].into()),
            );
            let (above, below) = (less(&low, &value)?, less(&value, &high)?);
            made.extend(state.with(above).and_then(|state| state.with(below)));
        }
        Ok(made)
    }

    /// Returns one state for every combination of values of the generators. The ranges of the
    /// generators must be constant.
    pub(crate) fn constant_rows(
        &self,
        state: CaseState,
        generators: &[RuleChoice],
    ) -> Result<Vec<CaseState>, Text> {
        let mut rows = vec![state];
        for choice in generators {
            let mut next = Vec::new();
            for state in rows {
                let values: Vec<i128> = match &choice.domain {
                    ChoiceDomain::Range(low, high) => {
                        let constant = |e: &Expr| match &self.value(state.clone(), e)?[..] {
                            [(_, form)] => form.as_constant().ok_or_else(|| self.varies()),
                            _ => Err(self.varies()),
                        };
                        let (low, high) = (constant(low)?, constant(high)?);
                        if high.saturating_sub(low) >= ONE_BY_ONE {
                            return Err(self.varies());
                        }
                        (low..=high).collect()
                    }
                    ChoiceDomain::Known(flat) if choice.width == 1 => {
                        flat.iter().map(|&n| n.into()).collect()
                    }
                    _ => return Err(self.varies()),
                };
                if values.len() as i128 > ONE_BY_ONE {
                    return Err(self.varies());
                }
                for value in values {
                    let mut state = state.clone();
                    state
                        .locals
                        .insert(choice.local, LinearForm::constant(value));
                    next.push(state);
                }
            }
            rows = next;
        }
        Ok(rows)
    }

    pub(crate) fn varies(&self) -> Text {
        self.beyond(text!(
            "`for` over a range that depends on the position, or of more than {ONE_BY_ONE} values",
            "`for` 的范围随局面而变，或超过 {ONE_BY_ONE} 个值"
        ))
    }

    /// Returns the forms of a list, with generators unrolled.
    pub(crate) fn elements(
        &self,
        state: CaseState,
        elements: &[RowElement],
    ) -> Cases<Vec<LinearForm>> {
        let mut cases = vec![(state, Vec::new())];
        for element in elements {
            let mut next = Vec::new();
            for (state, values) in cases {
                let locals = state.locals.clone();
                let mut grown = vec![(state.clone(), values)];
                for row in self.constant_rows(state, &element.generators)? {
                    let mut further = Vec::new();
                    for (mut state, values) in grown {
                        state.locals = row.locals.clone();
                        for (state, more) in self.values(state, element.values.iter())? {
                            further.push((state, values.iter().cloned().chain(more).collect()));
                        }
                    }
                    grown = self.check_case_limit(further)?;
                }
                for (mut state, values) in grown {
                    state.locals = locals.clone();
                    next.push((state, values));
                }
            }
            cases = self.check_case_limit(next)?;
        }
        Ok(cases)
    }

    /// Returns the cases, or an error if there are too many cases.
    pub(crate) fn check_case_limit<T>(&self, cases: Vec<T>) -> Result<Vec<T>, Text> {
        if cases.len() > self.most {
            Err(too_many())
        } else {
            Ok(cases)
        }
    }

    pub(crate) fn pay(&self, state: &CaseState) -> Result<(), Text> {
        (self.spend)(1 + state.atoms().len()).ok_or_else(too_many)
    }

    /// Returns the reason why a construct is outside the accepted part of the language. For the
    /// linear fragment, the reason is the same for all constructs.
    pub(crate) fn beyond(&self, what: Text) -> Text {
        match self.extent {
            LanguageFragment::Linear => not_linear(),
            LanguageFragment::All => {
                let Text { en, zh } = what;
                text!("{en} cannot be read as a clause", "{zh}不能读作子句")
            }
        }
    }
}

fn region(state: CaseState) -> PositionRegion {
    let (variables, quotients) = (state.variables, state.quotients.clone());
    PositionRegion {
        variables,
        atoms: state.into_atoms(),
        quotients,
    }
}

/// Returns the form a - b, which is at most 0 if a ≤ b.
pub(crate) fn less(a: &LinearForm, b: &LinearForm) -> Result<LinearForm, Text> {
    a.minus(b).ok_or_else(too_large)
}
