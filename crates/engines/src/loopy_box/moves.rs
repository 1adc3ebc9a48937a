//! The moves of a program on indices of a box. Moves lead from a position to its options and, if
//! results are linear in the slots, inverse moves lead to its predecessors. Each option of a
//! program is at the end of one *path* of loops and conditions. To invert a path, the slots before
//! the move are expressed by the slots after the move and by the chosen numbers. The inverted
//! expressions replace the slots in every condition, and bounds of loops become conditions. A slot
//! whose old value does not affect the result becomes an additional loop. For moves and inverse
//! moves, each linear condition becomes a bound of the innermost loop on which the condition
//! depends.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use base::text;
use base::text::Text;
use rules::ast::CompareOp;
use rules::ir::{Expr, ExprMapper, Int, sort_falling};

use crate::dense::{CompiledAffine, EvaluationError, ProgramEnv};
use crate::program::affine::{AffineForm, Variable};
use crate::program::interval::{IntInterval, VariableRanges};
use crate::program::rewrite::compare;
use crate::program::{BoxLayout, MoveProgram, ProgramComponent, Stmt};

/// The moves of a game over a box, in one direction.
pub(super) struct BoxMoves {
    rules: Vec<PathRule>,
    /// The number of locals.
    pub locals: usize,
    unordered: Range<usize>,
}

/// The options of one path.
struct PathRule {
    loops: Vec<RuleLoop>,
    /// `tests[n]` contains the tests that are made when n loops have a value. The number of entries
    /// is the number of loops plus one.
    tests: Vec<RuleTests>,
    end: OptionResult,
}

#[derive(Default)]
struct RuleTests {
    /// Forms that must not be negative.
    lines: Vec<CompiledAffine>,
    /// Expressions that must be true.
    others: Vec<Expr>,
}

enum RuleLoop {
    Range {
        local: usize,
        lows: Vec<LoopBound>,
        highs: Vec<LoopBound>,
    },
    Rows {
        local: usize,
        width: usize,
        rows: Arc<[Int]>,
    },
}

enum LoopBound {
    /// An affine form divided by a positive number. A lower bound is rounded up, and an upper bound
    /// is rounded down.
    Line(CompiledAffine, Int),
    /// The value of an expression.
    Expr(Expr),
}

/// The result of an option.
enum OptionResult {
    Nothing,
    /// A component with this index.
    Place(CompiledAffine),
    /// A component with these slots, if they are in the box.
    Slots(Vec<Expr>),
}

/// A path of a program.
struct ProgramPath {
    choices: Vec<PathChoice>,
    conditions: Vec<Expr>,
    part: Option<ProgramComponent>,
}

#[derive(Clone)]
enum PathChoice {
    Range {
        local: usize,
        lows: Vec<Expr>,
        highs: Vec<Expr>,
    },
    Rows {
        local: usize,
        width: usize,
        rows: Arc<[Int]>,
        highs: Vec<Expr>,
    },
}

impl BoxMoves {
    /// Returns the moves from a position.
    ///
    /// # Errors
    /// Returns the reason if a part of the rules is not supported.
    pub fn forward(program: &MoveProgram, layout: &BoxLayout) -> Result<BoxMoves, Text> {
        let mut rules = Vec::new();
        for path in paths(program)? {
            let mut assembly = RuleBuilder::new(program, layout, program.locals);
            for choice in &path.choices {
                assembly.choose(choice.clone());
            }
            path.conditions
                .iter()
                .for_each(|condition| assembly.require(condition.clone()));
            let end = match &path.part {
                None => OptionResult::Nothing,
                Some(part) => match layout
                    .place(&part.slots)
                    .filter(|_| assembly.within_box(&part.slots))
                {
                    Some(place) => assembly.line(&place).map_or_else(
                        || OptionResult::Slots(part.slots.clone()),
                        OptionResult::Place,
                    ),
                    None => OptionResult::Slots(part.slots.clone()),
                },
            };
            rules.push(assembly.rule(end));
        }
        Ok(BoxMoves {
            rules,
            locals: program.locals,
            unordered: program.unordered.clone(),
        })
    }

    /// Returns the moves by which a position may have been reached. Some of the predecessor indices
    /// may not be positions. Moves that leave no component are omitted.
    ///
    /// # Errors
    /// Returns the reason if the moves cannot be inverted.
    pub fn inverse(program: &MoveProgram, layout: &BoxLayout) -> Result<BoxMoves, Text> {
        if !program.unordered.is_empty() {
            return Err(text!(
                "the slots of a position are sorted",
                "局面的分量须排序"
            ));
        }
        let slots = program.state.len();
        let (mut rules, mut locals) = (Vec::new(), program.locals);
        for path in paths(program)? {
            let Some(part) = &path.part else { continue };
            let mut assembly = RuleBuilder::new(program, layout, program.locals + slots);
            let mut sources: Vec<Option<AffineForm>> = vec![None; slots];
            let mut forms = Vec::new();
            for (after, value) in part.slots.iter().enumerate() {
                let form = AffineForm::from_expr(value).ok_or_else(|| {
                    text!(
                        "the position after a move is not linear in the slots",
                        "结果对各分量不是线性的"
                    )
                })?;
                let of_slots: Vec<(Variable, i128)> = form
                    .terms
                    .iter()
                    .filter(|(variable, _)| matches!(variable, Variable::Slot(_)))
                    .map(|(v, c)| (*v, *c))
                    .collect();
                let after = AffineForm {
                    constant: 0,
                    terms: BTreeMap::from([(Variable::Slot(after), 1)]),
                };
                let several = || {
                    text!(
                        "a slot after a move depends on several slots of the position",
                        "结果的某个分量依赖多个分量"
                    )
                };
                match of_slots[..] {
                    [] => forms.push(after.plus(-1, &form).ok_or_else(several)?),
                    [(Variable::Slot(before), sign @ (1 | -1))] if sources[before].is_none() => {
                        let (_, rest) = form.without(Variable::Slot(before));
                        let difference = after.plus(-1, &rest).ok_or_else(several)?;
                        sources[before] = AffineForm::default().plus(sign, &difference);
                    }
                    _ => return Err(several()),
                }
            }
            for choice in &path.choices {
                assembly.choose_from_hull(choice);
            }
            let mut before = Vec::with_capacity(slots);
            for (slot, source) in sources.into_iter().enumerate() {
                before.push(match source {
                    Some(source) => source
                        .expr()
                        .ok_or_else(|| text!("a result exceeds 64 bits", "结果超出 64 位"))?,
                    None => {
                        // The result does not depend on this slot, which may have had any value
                        // before the move.
                        let local = program.locals + slot;
                        locals = locals.max(local + 1);
                        let (lows, highs) = (
                            vec![Expr::Const(layout.lows[slot])],
                            vec![Expr::Const(layout.highs[slot])],
                        );
                        assembly.choose(PathChoice::Range { local, lows, highs });
                        Expr::Local(local)
                    }
                });
            }
            for form in forms {
                let negative = AffineForm::default()
                    .plus(-1, &form)
                    .ok_or_else(|| text!("a result exceeds 64 bits", "结果超出 64 位"))?;
                assembly.forms.extend([form, negative]);
            }
            if !assembly.within_box(&before) {
                return Err(text!(
                    "the position after a move is not linear in the slots",
                    "结果对各分量不是线性的"
                ));
            }
            let mut put = SlotReplacer(&before);
            for condition in path
                .choices
                .iter()
                .flat_map(PathChoice::limits)
                .chain(path.conditions.iter().cloned())
            {
                let condition = put.expr(&condition);
                if reads_arrays(&condition) {
                    return Err(text!(
                        "a condition uses an array element with a computed index",
                        "条件按下标读取数组"
                    ));
                }
                assembly.require(condition);
            }
            let place = layout
                .place(&before)
                .and_then(|place| assembly.line(&place));
            let place = place.ok_or_else(|| text!("indices exceed 64 bits", "位置超出 64 位"))?;
            rules.push(assembly.rule(OptionResult::Place(place)));
        }
        Ok(BoxMoves {
            rules,
            locals,
            unordered: 0..0,
        })
    }

    /// Calls `visit` with the index of each option of the position in the slots of `env`, or with
    /// `None` for a move that leaves no component.
    ///
    /// # Errors
    /// Returns [`EvaluationError`] if an evaluation fails or the budget runs out.
    pub fn for_each_option(
        &self,
        env: &mut ProgramEnv<'_>,
        layout: &BoxLayout,
        visit: &mut impl FnMut(Option<usize>),
    ) -> Result<(), EvaluationError> {
        self.rules
            .iter()
            .try_for_each(|rule| self.walk(rule, 0, env, layout, visit))
    }

    fn walk(
        &self,
        rule: &PathRule,
        depth: usize,
        env: &mut ProgramEnv<'_>,
        layout: &BoxLayout,
        visit: &mut impl FnMut(Option<usize>),
    ) -> Result<(), EvaluationError> {
        let RuleTests { lines, others } = &rule.tests[depth];
        if !lines.iter().all(|line| line.value(env) >= 0) {
            return Ok(());
        }
        for condition in others {
            if !env.holds(condition)? {
                return Ok(());
            }
        }
        match rule.loops.get(depth) {
            Some(RuleLoop::Range { local, lows, highs }) => {
                let (mut low, mut high) = (Int::MIN, Int::MAX);
                for bound in lows {
                    low = low.max(bound.value(env, true)?);
                }
                for bound in highs {
                    high = high.min(bound.value(env, false)?);
                }
                for value in low..=high {
                    env.tick()?;
                    env.set(*local, &[value]);
                    self.walk(rule, depth + 1, env, layout, visit)?;
                }
            }
            Some(RuleLoop::Rows { local, width, rows }) => {
                for row in rows.chunks(*width) {
                    env.tick()?;
                    env.set(*local, row);
                    self.walk(rule, depth + 1, env, layout, visit)?;
                }
            }
            None => match &rule.end {
                OptionResult::Nothing => visit(None),
                OptionResult::Place(line) => visit(Some(line.index(env))),
                OptionResult::Slots(slots) => {
                    let mut values = slots
                        .iter()
                        .map(|value| env.value(value))
                        .collect::<Result<Vec<Int>, EvaluationError>>()?;
                    sort_falling(&mut values[self.unordered.clone()]);
                    if let Some(place) = place_of(layout, &values) {
                        visit(Some(place));
                    }
                }
            },
        }
        Ok(())
    }
}

/// Returns the index of a row of numbers; `None` if the row is not in the box.
pub(super) fn place_of(layout: &BoxLayout, slots: &[Int]) -> Option<usize> {
    let inside = slots
        .iter()
        .zip(&layout.lows)
        .zip(&layout.highs)
        .all(|((value, low), high)| (low..=high).contains(&value));
    inside.then(|| layout.index(slots))
}

impl LoopBound {
    /// Returns the bound as a number; a lower bound is rounded up, and an upper bound is rounded
    /// down.
    fn value(&self, env: &mut ProgramEnv<'_>, least: bool) -> Result<Int, EvaluationError> {
        Ok(match self {
            LoopBound::Line(line, 1) => line.value(env),
            LoopBound::Line(line, by) if least => -((-line.value(env)).div_euclid(*by)),
            LoopBound::Line(line, by) => line.value(env).div_euclid(*by),
            LoopBound::Expr(expr) => env.value(expr)?,
        })
    }
}

impl PathChoice {
    /// Returns the conditions on the chosen numbers.
    fn limits(&self) -> Vec<Expr> {
        let at_most = |local: usize, highs: &[Expr]| -> Vec<Expr> {
            highs
                .iter()
                .map(|high| compare(CompareOp::Le, Expr::Local(local), high.clone()))
                .collect()
        };
        match self {
            PathChoice::Range { local, lows, highs } => {
                let mut list: Vec<Expr> = lows
                    .iter()
                    .map(|low| compare(CompareOp::Ge, Expr::Local(*local), low.clone()))
                    .collect();
                list.extend(at_most(*local, highs));
                list
            }
            PathChoice::Rows { local, highs, .. } => at_most(*local, highs),
        }
    }
}

/// Replaces slots by expressions.
struct SlotReplacer<'e>(&'e [Expr]);

impl ExprMapper for SlotReplacer<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        match expr {
            Expr::Slot(slot) => self.0[*slot].clone(),
            other => other.map(self),
        }
    }
}

fn reads_arrays(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part, Expr::At(..)))
}

/// A rule under construction.
struct RuleBuilder<'p> {
    program: &'p MoveProgram,
    layout: &'p BoxLayout,
    ranges: VariableRanges,
    loops: Vec<RuleLoop>,
    /// For each local, the number of loops after which it has a value.
    bound: Vec<usize>,
    forms: Vec<AffineForm>,
    others: Vec<Expr>,
}

impl<'p> RuleBuilder<'p> {
    fn new(program: &'p MoveProgram, layout: &'p BoxLayout, locals: usize) -> RuleBuilder<'p> {
        let ranges = program.ranges.clone();
        RuleBuilder {
            program,
            layout,
            ranges,
            loops: Vec::new(),
            bound: vec![0; locals],
            forms: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Returns the minimum and the maximum of a choice over the box.
    fn hull(&self, lows: &[Expr], highs: &[Expr]) -> IntInterval {
        let low = lows
            .iter()
            .map(|low| self.ranges.expr_bounds(low).range.0)
            .max()
            .unwrap_or(Int::MIN);
        let high = highs
            .iter()
            .map(|high| self.ranges.expr_bounds(high).range.1)
            .min()
            .unwrap_or(Int::MAX);
        IntInterval(low, high.max(low))
    }

    fn bind(&mut self, local: usize, width: usize, column: &dyn Fn(usize) -> IntInterval) {
        for i in 0..width {
            self.ranges = self.ranges.with(local + i, column(i));
            self.bound[local + i] = self.loops.len();
        }
    }

    fn rows(&mut self, local: usize, width: usize, rows: &Arc<[Int]>) {
        self.loops.push(RuleLoop::Rows {
            local,
            width,
            rows: rows.clone(),
        });
        let column = |i: usize| {
            let values = || rows.chunks(width).map(|row| row[i]);
            IntInterval(values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        self.bind(local, width, &column);
    }

    /// Adds a choice from its own domain.
    fn choose(&mut self, choice: PathChoice) {
        match choice {
            PathChoice::Range { local, lows, highs } => {
                let hull = self.hull(&lows, &highs);
                let bounds = |list: Vec<Expr>, assembly: &Self| -> Vec<LoopBound> {
                    let line = |expr: &Expr| assembly.line(&AffineForm::from_expr(expr)?);
                    list.into_iter()
                        .map(|expr| {
                            line(&expr)
                                .map_or(LoopBound::Expr(expr), |line| LoopBound::Line(line, 1))
                        })
                        .collect()
                };
                let (lows, highs) = (bounds(lows, self), bounds(highs, self));
                self.loops.push(RuleLoop::Range { local, lows, highs });
                self.bind(local, 1, &|_| hull);
            }
            PathChoice::Rows {
                local,
                width,
                ref rows,
                ..
            } => {
                self.rows(local, width, rows);
                choice
                    .limits()
                    .into_iter()
                    .for_each(|limit| self.require(limit));
            }
        }
    }

    /// Adds a choice from the hull of its domain. Conditions must then restrict the choice to the
    /// domain.
    fn choose_from_hull(&mut self, choice: &PathChoice) {
        match choice {
            PathChoice::Range { local, lows, highs } => {
                let IntInterval(low, high) = self.hull(lows, highs);
                self.choose(PathChoice::Range {
                    local: *local,
                    lows: vec![Expr::Const(low)],
                    highs: vec![Expr::Const(high)],
                });
            }
            PathChoice::Rows {
                local, width, rows, ..
            } => self.rows(*local, *width, rows),
        }
    }

    fn require(&mut self, condition: Expr) {
        match AffineForm::not_negative(&condition).filter(|form| self.line(form).is_some()) {
            Some(form) => self.forms.push(form),
            None => self.others.push(condition),
        }
    }

    /// Adds the condition that slots are in the box. Returns `false` if the slots are not linear.
    fn within_box(&mut self, slots: &[Expr]) -> bool {
        let mut forms = Vec::new();
        for ((value, low), high) in slots.iter().zip(&self.layout.lows).zip(&self.layout.highs) {
            let Some(form) = AffineForm::from_expr(value) else {
                return false;
            };
            let above = form.plus(-1, &AffineForm::constant((*low).into()));
            let below = AffineForm::constant((*high).into()).plus(-1, &form);
            let (Some(above), Some(below)) = (above, below) else {
                return false;
            };
            forms.extend([above, below]);
        }
        let fit = forms.iter().all(|form| self.line(form).is_some());
        if fit {
            self.forms.extend(forms);
        }
        fit
    }

    /// Compiles a form if its value fits in 62 bits for all values in the ranges.
    fn line(&self, form: &AffineForm) -> Option<CompiledAffine> {
        let mut most = form.constant.unsigned_abs();
        for (variable, coefficient) in &form.terms {
            let IntInterval(low, high) = match variable {
                Variable::Slot(slot) => self.ranges.slots[*slot],
                Variable::Local(local) => self.ranges.local(*local),
            };
            let size = u128::from(low.unsigned_abs().max(high.unsigned_abs()));
            most = most.saturating_add(coefficient.unsigned_abs().saturating_mul(size));
        }
        if most >= 1 << 62 {
            None
        } else {
            CompiledAffine::from_affine(form, self.program.state.len())
        }
    }

    /// Returns the number of loops after which all locals of an expression have values.
    fn depth_of(&self, expr: &Expr) -> usize {
        let own = if let Expr::Local(local) = expr {
            self.bound.get(*local).copied().unwrap_or(0)
        } else {
            0
        };
        expr.children()
            .map(|child| self.depth_of(child))
            .fold(own, usize::max)
    }

    fn rule(mut self, end: OptionResult) -> PathRule {
        let mut tests: Vec<RuleTests> = (0..=self.loops.len())
            .map(|_| RuleTests::default())
            .collect();
        for form in std::mem::take(&mut self.forms) {
            let local = |variable: &Variable| {
                if let Variable::Local(local) = variable {
                    Some(*local)
                } else {
                    None
                }
            };
            let depth = form
                .terms
                .keys()
                .filter_map(local)
                .map(|local| self.bound[local])
                .max()
                .unwrap_or(0);
            let innermost = depth.checked_sub(1).and_then(|at| match &self.loops[at] {
                RuleLoop::Range { local, .. } => Some((at, *local)),
                RuleLoop::Rows { .. } => None,
            });
            let as_bound = innermost.and_then(|(at, local)| {
                let (coefficient, rest) = form.without(Variable::Local(local));
                let by = Int::try_from(coefficient.unsigned_abs())
                    .ok()
                    .filter(|by| *by > 0)?;
                let least = coefficient > 0;
                let rest = if least {
                    AffineForm::default().plus(-1, &rest)?
                } else {
                    rest
                };
                Some((at, least, LoopBound::Line(self.line(&rest)?, by)))
            });
            match as_bound {
                Some((at, least, bound)) => {
                    if let RuleLoop::Range { lows, highs, .. } = &mut self.loops[at] {
                        if least {
                            lows.push(bound)
                        } else {
                            highs.push(bound)
                        }
                    }
                }
                None => tests[depth].lines.extend(self.line(&form)),
            }
        }
        // The evaluation of a condition may require that earlier conditions hold, so the earlier
        // conditions are tested first.
        let mut depth = 0;
        for condition in std::mem::take(&mut self.others) {
            depth = self.depth_of(&condition).max(depth);
            tests[depth].others.push(condition);
        }
        PathRule {
            loops: self.loops,
            tests,
            end,
        }
    }
}

/// Returns the paths to all options of a program.
fn paths(program: &MoveProgram) -> Result<Vec<ProgramPath>, Text> {
    let mut all = Vec::new();
    below(&program.body, &mut Vec::new(), &mut Vec::new(), &mut all)?;
    Ok(all)
}

fn below(
    body: &[Stmt],
    choices: &mut Vec<PathChoice>,
    conditions: &mut Vec<Expr>,
    all: &mut Vec<ProgramPath>,
) -> Result<(), Text> {
    for stmt in body {
        match stmt {
            Stmt::When(condition, body) => {
                conditions.push(condition.clone());
                below(body, choices, conditions, all)?;
                conditions.pop();
            }
            Stmt::For {
                local,
                lows,
                highs,
                body,
            } => {
                choices.push(PathChoice::Range {
                    local: *local,
                    lows: lows.clone(),
                    highs: highs.clone(),
                });
                below(body, choices, conditions, all)?;
                choices.pop();
            }
            Stmt::Rows {
                local,
                width,
                rows,
                highs,
                body,
            } => {
                choices.push(PathChoice::Rows {
                    local: *local,
                    width: *width,
                    rows: rows.clone(),
                    highs: highs.clone(),
                });
                below(body, choices, conditions, all)?;
                choices.pop();
            }
            Stmt::Option(body) => {
                let part = match &body[..] {
                    [] => None,
                    [Stmt::Part(part)] => Some(part.clone()),
                    _ => {
                        return Err(text!(
                            "a move leaves several components",
                            "有一着留下多个部分"
                        ));
                    }
                };
                all.push(ProgramPath {
                    choices: choices.clone(),
                    conditions: conditions.clone(),
                    part,
                });
            }
            Stmt::Digits { .. } => {
                return Err(text!(
                    "a move chooses among the digits of a number",
                    "对数位的选择"
                ));
            }
            Stmt::Part(_) | Stmt::Gain(_) => {
                return Err(text!("a component outside an option", "着法之外的部分"));
            }
        }
    }
    Ok(())
}
