//! Fills a table by interpreting a program. Options are not listed in an arena; their codes go
//! directly into an [`OptionCollector`]. Loops that only look up options ([`LookupLoop`]) are
//! executed as tight loops over indices, and all other steps are interpreted.

use base::budget::{Budget, StopReason};
use rules::arithmetic;
use rules::ast::BinaryOp;
use rules::game::PlayEnding;
use rules::ir::{self, ChoiceDomain, Expr, Int, RowElement, RuleChoice, SlotRef, sort_falling};

use super::error::{EvaluationError, FillError, out_of_order};
use super::fold::{CodeOf, OptionCollector};
use super::table::EntryAccess;
use super::table_box::TableBox;
use crate::program::affine::{AffineForm, Variable};
use crate::program::{BoxLayout, LookupLoop, MoveProgram, ProgramComponent, SortingMode, Stmt};
use crate::stats::EngineStats;

/// Fills an empty table with the values of all positions of the box.
pub(super) fn fill<F: OptionCollector>(
    fold: F,
    program: &MoveProgram,
    space: &TableBox,
    table: &mut [u8],
    stats: &mut EngineStats,
    budget: &Budget<'_>,
) -> Result<(), FillError> {
    let steps = StepCompiler {
        program,
        layout: &space.layout,
    }
    .steps(&program.body);
    let env = ProgramEnv::new(program.state.len(), program.locals, budget);
    let mut run = ProgramRun {
        program,
        space,
        budget,
        table,
        env,
        fold,
        illegal: false,
        options: 0,
        part: Vec::new(),
    };
    let filled = space.walk(budget, &mut |slots| {
        run.env.numbers[..slots.len()].copy_from_slice(slots);
        stats.positions += u64::from(run.position(&steps).map_err(|halt| {
            match halt {
                FillError::Fails(_) => run
                    .env
                    .stopped
                    .map_or_else(|| FillError::Fails(slots.to_vec()), FillError::from),
                other => other,
            }
        })?);
        Ok(())
    });
    stats.options += run.options;
    filled
}

/// A step, with the data that can be precomputed for all positions.
enum CompiledStep<'p> {
    When(&'p Expr, Vec<CompiledStep<'p>>),
    For {
        local: usize,
        lows: &'p [Expr],
        highs: &'p [Expr],
        body: Vec<CompiledStep<'p>>,
    },
    Sweep {
        local: usize,
        lows: &'p [Expr],
        highs: &'p [Expr],
        places: Vec<(CompiledAffine, isize)>,
    },
    Rows {
        local: usize,
        width: usize,
        rows: &'p [Int],
        highs: &'p [Expr],
        body: Vec<CompiledStep<'p>>,
    },
    Digits {
        local: usize,
        number: &'p Expr,
        base: &'p Expr,
        body: Vec<CompiledStep<'p>>,
    },
    Option(Vec<CompiledStep<'p>>),
    Part(&'p ProgramComponent),
    /// The points that the mover gets.
    Gain(&'p Expr),
    /// A component that needs no test, given by its index.
    Placed(CompiledAffine),
    /// An option whose components need no test, in a game that no component ends. The option exists
    /// if the forms in the first field are not negative.
    Look(Vec<CompiledAffine>, Vec<CompiledAffine>),
}

/// An affine form prepared for fast evaluation; its value is known to fit in 64 bits.
pub(crate) struct CompiledAffine {
    constant: i64,
    /// The first two terms, which suffice for most forms: for each term, the index of its variable
    /// and its coefficient.
    first: [(usize, i64); 2],
    /// The other terms.
    others: Vec<(usize, i64)>,
}

impl CompiledAffine {
    /// Prepares a form; `None` if one of its numbers exceeds 64 bits.
    pub(crate) fn from_affine(form: &AffineForm, slots: usize) -> Option<CompiledAffine> {
        let at = |variable: &Variable| match variable {
            Variable::Slot(i) => *i,
            Variable::Local(i) => slots + i,
        };
        let mut terms = form
            .terms
            .iter()
            .map(|(v, c)| Some((at(v), i64::try_from(*c).ok()?)))
            .collect::<Option<Vec<_>>>()?;
        let others = terms.split_off(terms.len().min(2));
        let first = [0, 1].map(|i| terms.get(i).copied().unwrap_or_default());
        Some(CompiledAffine {
            constant: i64::try_from(form.constant).ok()?,
            first,
            others,
        })
    }

    /// Returns the value. Partial sums may wrap; the wrapped result is exact because the value
    /// fits.
    #[inline(always)]
    pub(crate) fn value(&self, env: &ProgramEnv<'_>) -> i64 {
        let term = |(at, coefficient): &(usize, i64)| coefficient.wrapping_mul(env.numbers[*at]);
        let [a, b] = &self.first;
        let sum = self.constant.wrapping_add(term(a)).wrapping_add(term(b));
        self.others
            .iter()
            .fold(sum, |sum, other| sum.wrapping_add(term(other)))
    }

    /// Returns the value as an index.
    #[inline(always)]
    pub(crate) fn index(&self, env: &ProgramEnv<'_>) -> usize {
        self.value(env) as usize
    }
}

/// Compiles steps for a table.
struct StepCompiler<'p> {
    program: &'p MoveProgram,
    layout: &'p BoxLayout,
}

impl<'p> StepCompiler<'p> {
    fn steps(&self, body: &'p [Stmt]) -> Vec<CompiledStep<'p>> {
        body.iter().map(|stmt| self.step(stmt)).collect()
    }

    fn step(&self, stmt: &'p Stmt) -> CompiledStep<'p> {
        if let Some(look) = self.lookup_step(stmt) {
            return look;
        }
        match stmt {
            Stmt::When(condition, body) => CompiledStep::When(condition, self.steps(body)),
            Stmt::For {
                local,
                lows,
                highs,
                body,
            } => match self.sweep(*local, body) {
                Some(places) => CompiledStep::Sweep {
                    local: *local,
                    lows,
                    highs,
                    places,
                },
                None => CompiledStep::For {
                    local: *local,
                    lows,
                    highs,
                    body: self.steps(body),
                },
            },
            Stmt::Rows {
                local,
                width,
                rows,
                highs,
                body,
            } => CompiledStep::Rows {
                local: *local,
                width: *width,
                rows,
                highs,
                body: self.steps(body),
            },
            Stmt::Digits {
                local,
                number,
                base,
                body,
            } => CompiledStep::Digits {
                local: *local,
                number,
                base,
                body: self.steps(body),
            },
            Stmt::Option(body) => CompiledStep::Option(self.steps(body)),
            Stmt::Part(part) => self
                .place(part)
                .map_or(CompiledStep::Part(part), CompiledStep::Placed),
            Stmt::Gain(points) => CompiledStep::Gain(points),
        }
    }

    fn line(&self, form: &AffineForm) -> Option<CompiledAffine> {
        CompiledAffine::from_affine(form, self.program.state.len())
    }

    fn place(&self, part: &ProgramComponent) -> Option<CompiledAffine> {
        self.line(&self.layout.place(&part.slots).filter(|_| part.legal)?)
    }

    fn sweep(&self, local: usize, body: &[Stmt]) -> Option<Vec<(CompiledAffine, isize)>> {
        let sweep = LookupLoop::from_loop(local, body, self.layout)?;
        sweep
            .places
            .iter()
            .map(|(place, step)| Some((self.line(place)?, isize::try_from(*step).ok()?)))
            .collect()
    }

    fn lookup_step(&self, stmt: &Stmt) -> Option<CompiledStep<'p>> {
        let (mut tests, mut inside) = (Vec::new(), stmt);
        while let Stmt::When(condition, body) = inside {
            let [only] = &body[..] else { return None };
            tests.push(self.line(&self.program.not_negative(condition)?)?);
            inside = only;
        }
        let Stmt::Option(parts) = inside else {
            return None;
        };
        let places = parts.iter().map(|stmt| match stmt {
            Stmt::Part(part) => self.place(part),
            _ => None,
        });
        (!self.program.can_end())
            .then_some(CompiledStep::Look(tests, places.collect::<Option<_>>()?))
    }
}

struct ProgramRun<'a, 'b, F> {
    program: &'a MoveProgram,
    space: &'a TableBox,
    budget: &'a Budget<'b>,
    table: &'a mut [u8],
    env: ProgramEnv<'a>,
    fold: F,
    /// Whether the current option is not a legal move.
    illegal: bool,
    options: u64,
    part: Vec<Int>,
}

impl<F: OptionCollector> ProgramRun<'_, '_, F> {
    /// Computes the value of one row of numbers. Returns whether the row is a position.
    fn position(&mut self, steps: &[CompiledStep<'_>]) -> Result<bool, FillError> {
        let program = self.program;
        for require in &program.requires {
            if !self.env.holds(require)? {
                return Ok(false);
            }
        }
        let code = match self.ending()? {
            Some(ending) => self.fold.ending_code(ending),
            None => {
                self.fold.begin();
                self.steps(steps)?;
                if self.fold.awaits_payoff() {
                    let payoff = match &program.payoff {
                        Some(payoff) => self.env.value(payoff)?,
                        None => 0,
                    };
                    self.fold.set_payoff(payoff);
                }
                self.fold.value()?
            }
        };
        self.write(code)?;
        Ok(true)
    }

    /// Returns how the position ends play; `None` if play continues.
    fn ending(&mut self) -> Result<Option<PlayEnding>, EvaluationError> {
        let program = self.program;
        for (conditions, ending) in [
            (&program.goals, PlayEnding::Goal),
            (&program.traps, PlayEnding::Trap),
        ] {
            for condition in conditions {
                if self.env.holds(condition)? {
                    return Ok(Some(ending));
                }
            }
        }
        Ok(None)
    }

    fn write(&mut self, code: CodeOf<F>) -> Result<(), FillError> {
        let layout = &self.space.layout;
        if layout.sorting == SortingMode::Mirrored {
            each_order(&mut self.env.slots().to_vec(), 0, &mut |slots| {
                F::Cell::set(self.table, layout.index(slots), code);
            });
            return Ok(());
        }
        let place = self
            .space
            .index(self.env.slots())
            .ok_or_else(out_of_order)?;
        F::Cell::set(self.table, place, code);
        Ok(())
    }

    fn steps(&mut self, steps: &[CompiledStep<'_>]) -> Result<(), FillError> {
        for step in steps {
            if self.fold.is_decided() {
                return Ok(());
            }
            match step {
                CompiledStep::When(condition, body) => {
                    if self.env.holds(condition)? {
                        self.steps(body)?;
                    }
                }
                CompiledStep::For {
                    local,
                    lows,
                    highs,
                    body,
                } => {
                    let Some((low, high)) = self.env.bounds(lows, highs)? else {
                        continue;
                    };
                    for value in low..=high {
                        self.budget.tick()?;
                        self.env.set(*local, &[value]);
                        self.steps(body)?;
                        if self.fold.is_decided() {
                            break;
                        }
                    }
                }
                CompiledStep::Sweep {
                    local,
                    lows,
                    highs,
                    places,
                } => {
                    let Some((low, high)) = self.env.bounds(lows, highs)? else {
                        continue;
                    };
                    self.env.set(*local, &[low]);
                    self.sweep(low, high, places)?;
                }
                CompiledStep::Rows {
                    local,
                    width,
                    rows,
                    highs,
                    body,
                } => {
                    let mut least = None;
                    for high in *highs {
                        let high = self.env.value(high)?;
                        least = Some(least.map_or(high, |least: Int| least.min(high)));
                    }
                    for row in rows.chunks(*width) {
                        self.budget.tick()?;
                        if least.is_some_and(|least| row[0] > least) || self.fold.is_decided() {
                            break;
                        }
                        self.env.set(*local, row);
                        self.steps(body)?;
                    }
                }
                CompiledStep::Digits {
                    local,
                    number,
                    base,
                    body,
                } => {
                    let (mut rest, base) = (self.env.value(number)?, self.env.value(base)?);
                    if rest < 0 || base < 2 {
                        return Err(EvaluationError.into());
                    }
                    while rest > 0 {
                        self.budget.tick()?;
                        self.env.set(*local, &[rest % base]);
                        rest /= base;
                        self.steps(body)?;
                    }
                }
                CompiledStep::Option(parts) => {
                    self.fold.open();
                    self.illegal = false;
                    self.steps(parts)?;
                    if !self.illegal {
                        self.options += 1;
                        self.fold.close()?;
                    }
                }
                CompiledStep::Placed(line) => {
                    let place = line.index(&self.env);
                    self.fold.add(F::Cell::get(self.table, place))?;
                }
                CompiledStep::Part(part) => self.part(part)?,
                CompiledStep::Gain(points) => {
                    if !self.illegal {
                        let points = self.env.value(points)?;
                        self.fold.gain(points);
                    }
                }
                CompiledStep::Look(tests, places) => {
                    if tests.iter().all(|test| test.value(&self.env) >= 0) {
                        let ProgramRun {
                            table, env, fold, ..
                        } = &mut *self;
                        fold.add_option(
                            places
                                .iter()
                                .map(|place| F::Cell::get(table, place.index(env))),
                        )?;
                        self.options += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Executes a loop over options whose indices increase by fixed steps.
    fn sweep(
        &mut self,
        low: Int,
        high: Int,
        places: &[(CompiledAffine, isize)],
    ) -> Result<(), FillError> {
        const MAX_BATCH_OPTIONS: usize = 1 << 16;
        let mut left = high.abs_diff(low) as usize + 1;
        let mut cursors = [(0usize, 0isize); 4];
        let simple = places.len() <= cursors.len() && !self.program.can_end();
        for (cursor, (line, step)) in cursors.iter_mut().zip(places) {
            *cursor = (
                line.index(&self.env)
                    .wrapping_add_signed(step.wrapping_mul(low as isize)),
                *step,
            );
        }
        let mut value = low;
        while left > 0 {
            let count = left.min(MAX_BATCH_OPTIONS);
            self.budget.steps(count)?;
            let looked = match (simple, places.len()) {
                (true, 1) => self.fold.sweep(self.table, [cursors[0]], count)?,
                (true, 2) => self
                    .fold
                    .sweep(self.table, [cursors[0], cursors[1]], count)?,
                (true, n) => {
                    for i in 0..count as isize {
                        let places = cursors[..n]
                            .iter()
                            .map(|(start, step)| start.wrapping_add_signed(i * step));
                        self.fold
                            .add_option(places.map(|place| F::Cell::get(self.table, place)))?;
                    }
                    count
                }
                (false, _) => {
                    for i in 0..count {
                        self.fold.open();
                        for (line, step) in places {
                            let there = (value + i as Int) as isize;
                            let place = line
                                .index(&self.env)
                                .wrapping_add_signed(step.wrapping_mul(there));
                            self.fold.add(F::Cell::get(self.table, place))?;
                        }
                        self.fold.close()?;
                    }
                    count
                }
            };
            self.options += looked as u64;
            if self.fold.is_decided() {
                return Ok(());
            }
            for (start, step) in &mut cursors {
                *start = start.wrapping_add_signed(*step * count as isize);
            }
            value = value.wrapping_add(count as Int);
            left -= count;
        }
        Ok(())
    }

    /// Adds a component that may not be a position.
    fn part(&mut self, part: &ProgramComponent) -> Result<(), FillError> {
        let mut slots = std::mem::take(&mut self.part);
        slots.clear();
        for value in &part.slots {
            slots.push(self.env.value(value)?);
        }
        sort_falling(&mut slots[self.program.unordered.clone()]);
        let mut legal = part.legal;
        if !legal {
            let inside = |(value, (low, high)): (&Int, &(Int, Option<Int>))| {
                value >= low && high.is_none_or(|high| *value <= high)
            };
            legal = slots.iter().zip(&self.program.state).all(inside);
            if legal && !self.program.requires.is_empty() {
                self.env.numbers[..slots.len()].swap_with_slice(&mut slots);
                let held = self.program.requires.iter().try_fold(true, |held, r| {
                    Ok::<_, EvaluationError>(held && self.env.holds(r)?)
                });
                self.env.numbers[..slots.len()].swap_with_slice(&mut slots);
                legal = held?;
            }
        }
        if legal && !self.illegal {
            let place = self.space.index(&slots).ok_or_else(out_of_order)?;
            self.fold.add(F::Cell::get(self.table, place))?;
        } else if !legal {
            self.illegal = true;
            if self.program.strict {
                return Err(EvaluationError.into());
            }
        }
        self.part = slots;
        Ok(())
    }
}

/// Visits every permutation of the numbers from index `from` to the end.
fn each_order(slots: &mut [Int], from: usize, visit: &mut dyn FnMut(&[Int])) {
    if from + 1 >= slots.len() {
        return visit(slots);
    }
    for i in from..slots.len() {
        slots.swap(from, i);
        each_order(slots, from + 1, visit);
        slots.swap(from, i);
    }
}

/// The values of the variables of a program.
pub(crate) struct ProgramEnv<'b> {
    slots: usize,
    /// The slots, then the locals.
    numbers: Vec<Int>,
    budget: &'b Budget<'b>,
    /// The reason why the budget stopped an evaluation, if it did.
    stopped: Option<StopReason>,
}

impl<'b> ProgramEnv<'b> {
    /// Creates an environment in which every number is 0.
    pub(crate) fn new(slots: usize, locals: usize, budget: &'b Budget<'b>) -> ProgramEnv<'b> {
        ProgramEnv {
            slots,
            numbers: vec![0; slots + locals],
            budget,
            stopped: None,
        }
    }

    /// Sets the slots to a position.
    pub(crate) fn position(&mut self, slots: &[Int]) {
        self.numbers[..slots.len()].copy_from_slice(slots);
    }

    /// Sets the value of a slot.
    #[inline(always)]
    pub(crate) fn set_slot(&mut self, slot: usize, value: Int) {
        self.numbers[slot] = value;
    }

    /// Returns the reason why the budget stopped an evaluation; `None` if the budget stopped no
    /// evaluation.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Counts a step of a fold against the budget.
    pub(crate) fn tick(&mut self) -> Result<(), EvaluationError> {
        self.budget.tick().map_err(|stop| {
            self.stopped = Some(stop);
            EvaluationError
        })
    }

    pub(crate) fn slots(&self) -> &[Int] {
        &self.numbers[..self.slots]
    }

    /// Sets consecutive locals, starting at `local`.
    pub(crate) fn set(&mut self, local: usize, values: &[Int]) {
        let at = self.slots + local;
        self.numbers[at..at + values.len()].copy_from_slice(values);
    }

    pub(crate) fn holds(&mut self, expr: &Expr) -> Result<bool, EvaluationError> {
        Ok(self.value(expr)? != 0)
    }

    /// Returns the range from the maximum of `lows` to the minimum of `highs`; `None` if it is
    /// empty.
    fn bounds(
        &mut self,
        lows: &[Expr],
        highs: &[Expr],
    ) -> Result<Option<(Int, Int)>, EvaluationError> {
        let (mut low, mut high) = (Int::MIN, Int::MAX);
        for bound in lows {
            low = low.max(self.value(bound)?);
        }
        for bound in highs {
            high = high.min(self.value(bound)?);
        }
        Ok((low <= high).then_some((low, high)))
    }

    pub(crate) fn value(&mut self, expr: &Expr) -> Result<Int, EvaluationError> {
        Ok(match expr {
            Expr::Const(n) => *n,
            Expr::Slot(i) => self.numbers[*i],
            Expr::Local(i) => self.numbers[self.slots + i],
            Expr::At(place, _) => match &**place {
                SlotRef::Slot(slot) => self.numbers[*slot],
                SlotRef::Array(first, low, len, index) => {
                    let offset = self
                        .value(index)?
                        .checked_sub(*low)
                        .and_then(|o| usize::try_from(o).ok());
                    self.numbers[first + offset.filter(|o| o < len).ok_or(EvaluationError)?]
                }
            },
            Expr::Entry(data, indices, _) => {
                let mut values = [0; 2];
                for (value, index) in values.iter_mut().zip(indices) {
                    *value = self.value(index)?;
                }
                let place = data.place(&values[..indices.len()]);
                data.entries[place.map_err(|_| EvaluationError)?]
            }
            Expr::Neg(e, _) => self.value(e)?.checked_neg().ok_or(EvaluationError)?,
            Expr::Not(e) => Int::from(!self.holds(e)?),
            Expr::Binary(BinaryOp::And, sides, _) => {
                Int::from(self.holds(&sides[0])? && self.holds(&sides[1])?)
            }
            Expr::Binary(BinaryOp::Or, sides, _) => {
                Int::from(self.holds(&sides[0])? || self.holds(&sides[1])?)
            }
            Expr::Binary(op, sides, _) => {
                let (a, b) = (self.value(&sides[0])?, self.value(&sides[1])?);
                arithmetic::binary(*op, a, b).map_err(|_| EvaluationError)?
            }
            Expr::Compare(op, sides) => {
                let (a, b) = (self.value(&sides[0])?, self.value(&sides[1])?);
                Int::from(op.holds(a.cmp(&b)))
            }
            Expr::If(parts) => {
                let branch = if self.holds(&parts[0])? { 1 } else { 2 };
                self.value(&parts[branch])?
            }
            Expr::Call(function, args, _) => {
                let mut values = [0; 2];
                for (value, arg) in values.iter_mut().zip(args) {
                    *value = self.value(arg)?;
                }
                arithmetic::call(*function, &values).map_err(|_| EvaluationError)?
            }
            Expr::Fold(fold, elements, _) => {
                let mut so_far = None;
                for element in elements {
                    if self.fold(*fold, element, &element.generators, &mut so_far)? {
                        break;
                    }
                }
                arithmetic::folded(*fold, so_far).map_err(|_| EvaluationError)?
            }
            // Programs contain no real numbers.
            Expr::Floor(..) | Expr::CompareReal(..) => return Err(EvaluationError),
        })
    }

    /// Adds the values of an element to a fold. Returns whether the fold is decided.
    fn fold(
        &mut self,
        fold: ir::Fold,
        element: &RowElement,
        generators: &[RuleChoice],
        so_far: &mut Option<Int>,
    ) -> Result<bool, EvaluationError> {
        let Some((first, rest)) = generators.split_first() else {
            let value = self.value(&element.values[0])?;
            *so_far = arithmetic::fold_step(fold, *so_far, value).map_err(|_| EvaluationError)?;
            return Ok(arithmetic::is_decided(fold, *so_far));
        };
        match &first.domain {
            ChoiceDomain::Range(low, high) => {
                for value in self.value(low)?..=self.value(high)? {
                    self.tick()?;
                    self.set(first.local, &[value]);
                    if self.fold(fold, element, rest, so_far)? {
                        return Ok(true);
                    }
                }
            }
            ChoiceDomain::Known(flat) => {
                for row in flat.chunks(first.width) {
                    self.tick()?;
                    self.set(first.local, row);
                    if self.fold(fold, element, rest, so_far)? {
                        return Ok(true);
                    }
                }
            }
            // The folds of programs range only over ranges and known lists.
            _ => return Err(EvaluationError),
        }
        Ok(false)
    }
}
