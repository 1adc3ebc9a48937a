//! Compiles typed rules to a program.

mod choices;

use std::cell::Cell;

use base::text;
use base::text::Text;
use rules::ast::{BinaryOp, CompareOp};
use rules::game::GameId;
use rules::ir::{
    ChangeGroup, ChoiceDomain, Expr, Game, Int, Move, ResultPartKind, RuleChoice, SlotRef,
    SourceInfo,
};

use super::affine::AffineForm;
use super::cases::{ExprCase, cases};
use super::hoist::hoist;
use super::implied_order::ImpliedOrder;
use super::interval::{IntInterval, VariableRanges};
use super::rewrite::{ExprSubstitution, as_constant, binary, compare, indexed};
use super::verify::{verify, verify_steps};
use super::{MoveProgram, ProgramComponent, Stmt};

/// Maximum number of steps of a program. Larger programs are declined. Compilation is tried again
/// for a box that may need fewer steps, so declining must be fast. Compiling takes a quarter of a
/// millisecond per hundred steps in a browser. The program of one game of the library needs more
/// than 1,000 steps.
const MAX_STEPS: usize = 2048;
/// Maximum number of elements of unrolled folds, and of rows of an endless set.
const MAX_ELEMENTS: usize = 4096;
/// Maximum number of steps in the cases of a program's split options.
const MAX_CASE_STEPS: usize = 1024;
/// Maximum number of values of a choice that is unrolled value by value if the game has arrays.
const ONE_BY_ONE: i128 = 32;
/// Maximum number of rows of a list that is unrolled.
const WRITTEN_OUT: usize = 16;

type BuildResult = Result<Vec<Stmt>, Text>;
/// A callback for each change: the conditions under which it is made, its location, the sign, and
/// the value.
type EachChange<'v> = &'v mut dyn FnMut(&[Expr], &SlotRef, Option<Int>, &Expr) -> Result<(), Text>;
type Leaf<'l> = &'l mut dyn FnMut(
    &mut ProgramBuilder<'_>,
    &ExprSubstitution<'_>,
    &VariableRanges,
) -> BuildResult;

pub(super) fn build(
    game: &Game,
    this: GameId,
    ranges: &[(Int, Int)],
    points: bool,
) -> Result<MoveProgram, Text> {
    if game.can_end_play() && game.coins {
        return Err(text!(
            "a coin game in which a component can end play",
            "可结束整局的硬币类游戏"
        ));
    }
    let room = Cell::new(MAX_ELEMENTS);
    let ranges = VariableRanges {
        slots: ranges
            .iter()
            .map(|(low, high)| IntInterval(*low, *high))
            .collect(),
        locals: Vec::new(),
    };
    let lifted = ExprSubstitution {
        shift: game.locals,
        room: Some(&room),
        ..ExprSubstitution::default()
    };
    let conditions = |list: &[Expr]| -> Result<Vec<Expr>, Text> {
        list.iter()
            .map(|e| condition(&lifted.put_into(e)))
            .collect()
    };
    let requires = conditions(&game.requires)?;
    let payoff = match &game.payoff {
        Some(payoff) if points => Some(condition(&lifted.put_into(payoff))?),
        _ => None,
    };
    let mut builder = ProgramBuilder {
        game,
        this,
        implied: ImpliedOrder::new(&requires),
        requires: &requires,
        room: &room,
        hoisting: true,
        total: true,
        steps: 0,
        in_cases: MAX_CASE_STEPS,
        points,
    };
    let (mut body, mut most_options, mut total) = (Vec::new(), 0u64, true);
    for rule in &game.moves {
        let steps = builder.steps;
        (builder.hoisting, builder.total) = (!game.strict, true);
        let mut made = builder.rule(rule, &ranges)?;
        after("build", || verify_steps(&made, game));
        if builder.hoisting && builder.total {
            made = hoist(made, &ranges);
            after("hoist", || verify_steps(&made, game));
        } else {
            total = false;
            (builder.hoisting, builder.steps) = (false, steps);
            made = builder.rule(rule, &ranges)?;
            after("build without hoisting", || verify_steps(&made, game));
        }
        most_options = most_options.saturating_add(max_options(&made, &ranges));
        body.extend(made);
    }
    let program = MoveProgram {
        state: game
            .slots
            .iter()
            .map(|slot| (slot.low, slot.high))
            .collect(),
        goals: conditions(&game.goals)?,
        traps: conditions(&game.traps)?,
        requires,
        unordered: game.unordered.clone(),
        strict: game.strict,
        total,
        locals: 2 * game.locals,
        ranges,
        body,
        most_options,
        payoff,
    };
    after("the last pass", || verify(&program, game));
    Ok(program)
}

/// In debug builds, panics with the name of a pass that left an unsound program.
fn after(pass: &str, sound: impl FnOnce() -> Result<(), String>) {
    if cfg!(debug_assertions)
        && let Err(what) = sound()
    {
        panic!("the program is not sound after {pass}: {what}");
    }
}

/// Checks a condition on positions. The reference interpreter counts the steps of long conditions,
/// so only conditions without loops are supported.
fn condition(expr: &Expr) -> Result<Expr, Text> {
    match has_loops(expr) {
        true => Err(text!(
            "a condition with a loop that depends on the position",
            "条件中含依赖局面的循环"
        )),
        false => supported(expr).map(|()| expr.clone()),
    }
}

pub(super) fn has_loops(expr: &Expr) -> bool {
    expr.any(&|part| !part.binders().is_empty())
}

/// Checks that the back ends support an expression.
pub(super) fn supported(expr: &Expr) -> Result<(), Text> {
    match expr {
        Expr::Floor(..) | Expr::CompareReal(..) => return Err(text!("real numbers", "实数")),
        Expr::Fold(_, elements, _) => {
            let mut generators = elements.iter().flat_map(|element| &element.generators);
            if !generators.all(|generator| {
                matches!(
                    generator.domain,
                    ChoiceDomain::Range(..) | ChoiceDomain::Known(_)
                )
            }) {
                return Err(text!(
                    "a sum, minimum or other aggregate over a set that depends on the position",
                    "对依赖局面的集合求和、求最值等"
                ));
            }
        }
        _ => {}
    }
    expr.children().try_for_each(supported)
}

struct ProgramBuilder<'g> {
    game: &'g Game,
    this: GameId,
    requires: &'g [Expr],
    /// The order of slots that `requires` implies in the position before a move.
    implied: ImpliedOrder,
    room: &'g Cell<usize>,
    /// Whether tests of results are written as conditions around the option, so that later passes
    /// can move them outwards.
    hoisting: bool,
    /// Whether nothing evaluated so far in this rule can fail.
    total: bool,
    steps: usize,
    /// The number of steps that the cases of further options may still add.
    in_cases: usize,
    /// Whether options contain the points of the move.
    points: bool,
}

impl ProgramBuilder<'_> {
    fn rule(&mut self, rule: &Move, ranges: &VariableRanges) -> BuildResult {
        let values = ExprSubstitution {
            room: Some(self.room),
            ..ExprSubstitution::default()
        };
        self.choices(
            &rule.choices,
            &rule.guards,
            &values,
            ranges,
            &mut |builder, values, ranges| builder.option(rule, values, ranges),
        )
    }

    /// Substitutes known values in an expression, and records whether its evaluation can fail.
    fn expr(
        &mut self,
        expr: &Expr,
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
    ) -> Result<Expr, Text> {
        let expr = values.put_into(expr);
        supported(&expr)?;
        self.total &= ranges.expr_bounds(&expr).total;
        Ok(expr)
    }

    fn step(&mut self, stmt: Stmt) -> BuildResult {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(text!(
                "more than {MAX_STEPS} steps when written out",
                "展开后超过 {MAX_STEPS} 步"
            ));
        }
        Ok(vec![stmt])
    }

    /// Compiles the option that a move makes after all choices.
    fn option(
        &mut self,
        rule: &Move,
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
    ) -> BuildResult {
        let gain = rule.gain.as_ref().filter(|_| self.points);
        if self.hoisting
            && gain.is_none()
            && rule.result.iter().all(|part| part.generators.is_empty())
        {
            let parts = rule
                .result
                .iter()
                .map(|part| self.slots(&part.kind, values, ranges))
                .collect::<Result<Vec<_>, _>>()?;
            return self.in_cases(parts, ranges);
        }
        let mut inside = Vec::new();
        let mut tests = Vec::new();
        for part in &rule.result {
            let simple = part.generators.is_empty();
            inside.extend(self.choices(
                &part.generators,
                &[],
                values,
                ranges,
                &mut |builder, values, ranges| {
                    let slots = builder.slots(&part.kind, values, ranges)?;
                    let open = builder.tests(&slots, ranges);
                    let legal = match open {
                        Some(open) if open.is_empty() => true,
                        Some(open) if simple && builder.hoisting => {
                            tests.extend(open);
                            true
                        }
                        _ => false,
                    };
                    builder.step(Stmt::Part(ProgramComponent { slots, legal }))
                },
            )?);
        }
        if let Some(gain) = gain {
            let gain = self.expr(gain, values, ranges)?;
            inside.extend(self.step(Stmt::Gain(gain))?);
        }
        let option = self.step(Stmt::Option(inside))?;
        self.guarded(tests, option, ranges)
    }

    /// Compiles the option that leaves these components. The option is split into cases if its
    /// numbers are piecewise affine. Steps of cases do not count toward the step limit, so that
    /// cases never cause a program to be declined.
    fn in_cases(&mut self, parts: Vec<Vec<Expr>>, ranges: &VariableRanges) -> BuildResult {
        let numbers = parts.concat();
        let bent = cases(&numbers, ranges).filter(|cases| {
            let most = |case: &ExprCase| {
                1 + parts.len()
                    + case.conditions.len()
                    + parts.len() * (2 * self.game.slots.len() + self.requires.len())
            };
            let most = cases.iter().map(most).sum();
            self.in_cases
                .checked_sub(most)
                .inspect(|left| self.in_cases = *left)
                .is_some()
        });
        let Some(cases) = bent else {
            return self.plain_option(parts, Vec::new(), ranges);
        };
        let steps = std::mem::take(&mut self.steps);
        let mut all = Vec::new();
        for ExprCase { conditions, values } in cases {
            let parts = values
                .chunks(self.game.slots.len())
                .map(<[Expr]>::to_vec)
                .collect();
            all.extend(self.plain_option(parts, conditions, ranges)?);
        }
        self.steps = steps + 1 + parts.len();
        Ok(all)
    }

    /// Compiles the option that leaves these components, under these conditions and only if all
    /// components are positions.
    fn plain_option(
        &mut self,
        parts: Vec<Vec<Expr>>,
        mut conditions: Vec<Expr>,
        ranges: &VariableRanges,
    ) -> BuildResult {
        let mut inside = Vec::new();
        for slots in parts {
            let open = self.tests(&slots, ranges);
            let legal = open.is_some();
            conditions.extend(open.unwrap_or_default());
            inside.extend(self.step(Stmt::Part(ProgramComponent { slots, legal }))?);
        }
        let option = self.step(Stmt::Option(inside))?;
        self.guarded(conditions, option, ranges)
    }

    /// Returns the tests that a component must pass to be a position; `None` if the tests can be
    /// made only on its sorted slots.
    fn tests(&self, slots: &[Expr], ranges: &VariableRanges) -> Option<Vec<Expr>> {
        if !self.game.unordered.is_empty() && !self.requires.is_empty() {
            // The required conditions apply to the sorted slots.
            return None;
        }
        let mut tests = Vec::new();
        for (value, slot) in slots.iter().zip(&self.game.slots) {
            let range = ranges.expr_bounds(value).range;
            if range.0 < slot.low {
                tests.push(compare(CompareOp::Ge, value.clone(), Expr::Const(slot.low)));
            }
            if let Some(high) = slot.high.filter(|high| range.1 > *high) {
                tests.push(compare(CompareOp::Le, value.clone(), Expr::Const(high)));
            }
        }
        let here = ExprSubstitution {
            slots: Some(slots),
            room: Some(self.room),
            ..ExprSubstitution::default()
        };
        for require in self.requires {
            let test = here.put_into(require);
            if !ranges.expr_bounds(&test).total {
                return None;
            }
            tests.extend(self.implied.open(test, ranges));
        }
        Some(tests)
    }

    /// Returns the slots of a component as expressions.
    fn slots(
        &mut self,
        kind: &ResultPartKind,
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
    ) -> Result<Vec<Expr>, Text> {
        let slots = match kind {
            ResultPartKind::Fresh(game, _) if *game != self.this => {
                return Err(text!("a component of another game", "另一游戏的部分"));
            }
            ResultPartKind::Compound(..) => return Err(text!("a compound", "复合游戏")),
            ResultPartKind::Fresh(_, elements) => {
                let mut slots = Vec::new();
                for element in elements {
                    each_row(&element.generators, values, &mut |values| {
                        slots.extend(element.values.iter().map(|value| values.put_into(value)));
                        Ok(())
                    })?;
                }
                slots
            }
            ResultPartKind::Changed(groups) => self.changed(groups, values, ranges)?,
        };
        if slots.len() != self.game.slots.len() {
            return Err(text!(
                "a move whose number of resulting slots depends on the position",
                "长度依赖局面的结果"
            ));
        }
        for slot in &slots {
            supported(slot)?;
            self.total &= ranges.expr_bounds(slot).total;
        }
        Ok(slots)
    }

    /// Compiles simultaneous changes to one expression per slot.
    fn changed(
        &mut self,
        groups: &[ChangeGroup],
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
    ) -> Result<Vec<Expr>, Text> {
        let mut slots: Vec<Expr> = (0..self.game.slots.len()).map(Expr::Slot).collect();
        let mut set = vec![false; slots.len()];
        let mut added = vec![false; slots.len()];
        let conflict = || {
            text!(
                "changes that may set the same slot twice",
                "可能重复设置同一分量的改动"
            )
        };
        for group in groups {
            self.each_change(
                group,
                values,
                ranges,
                &mut |condition, place, sign, value| {
                    let targets = match place {
                        SlotRef::Slot(slot) => *slot..slot + 1,
                        SlotRef::Array(first, _, len, _) => *first..first + len,
                    };
                    for slot in targets {
                        let mut here = condition.to_vec();
                        if let SlotRef::Array(first, low, len, index) = place {
                            match indexed(*first, *low, *len, index) {
                                Some(known) if known == slot => {}
                                Some(_) => continue,
                                None => {
                                    let this = Expr::Const(low + (slot - first) as Int);
                                    here.push(compare(CompareOp::Eq, index.clone(), this));
                                }
                            }
                        }
                        if set[slot] || (sign.is_none() && added[slot]) {
                            return Err(conflict());
                        }
                        let new = match sign {
                            None => value.clone(),
                            Some(1) => binary(BinaryOp::Add, slots[slot].clone(), value.clone()),
                            Some(_) => binary(BinaryOp::Sub, slots[slot].clone(), value.clone()),
                        };
                        set[slot] |= sign.is_none();
                        added[slot] |= sign.is_some();
                        let old = slots[slot].clone();
                        slots[slot] =
                            match here.into_iter().reduce(|a, b| binary(BinaryOp::And, a, b)) {
                                None => new,
                                Some(condition) => Expr::If(Box::new([condition, new, old])),
                            };
                    }
                    Ok(())
                },
            )?;
        }
        Ok(slots)
    }

    /// Visits every change that generators make, with the conditions under which the change is
    /// made.
    fn each_change(
        &mut self,
        group: &ChangeGroup,
        values: &ExprSubstitution<'_>,
        ranges: &VariableRanges,
        visit: EachChange<'_>,
    ) -> Result<(), Text> {
        let mut all: Vec<(ExprSubstitution<'_>, Vec<Expr>)> = vec![(values.clone(), Vec::new())];
        for generator in &group.generators {
            let mut next = Vec::new();
            for (values, conditions) in &all {
                if let Some(rows) = values.rows(generator) {
                    for row in rows {
                        let inner = row
                            .iter()
                            .enumerate()
                            .fold(values.clone(), |v, (i, x)| v.with(generator.local + i, *x));
                        next.push((inner, conditions.clone()));
                    }
                    continue;
                }
                let ChoiceDomain::Range(low, high) = &generator.domain else {
                    return Err(text!(
                        "changes over a set that depends on the position",
                        "对依赖局面的集合作改动"
                    ));
                };
                let (low, high) = (
                    self.expr(low, values, ranges)?,
                    self.expr(high, values, ranges)?,
                );
                let (first, last) = (
                    ranges.expr_bounds(&low).range.0,
                    ranges.expr_bounds(&high).range.1,
                );
                if i128::from(last) - i128::from(first) > ONE_BY_ONE {
                    return Err(text!("changes over a long range", "对长区间作改动"));
                }
                for value in first..=last {
                    let mut conditions = conditions.clone();
                    for test in [
                        compare(CompareOp::Le, low.clone(), Expr::Const(value)),
                        compare(CompareOp::Ge, high.clone(), Expr::Const(value)),
                    ] {
                        if as_constant(&test) != Some(1) {
                            conditions.push(test);
                        }
                    }
                    next.push((values.with(generator.local, value), conditions));
                }
            }
            all = next;
            if all.len() > MAX_ELEMENTS {
                return Err(text!("too many changes at once", "一次改动过多"));
            }
        }
        for (values, conditions) in &all {
            for change in &group.changes {
                let place = match &change.place {
                    SlotRef::Slot(slot) => SlotRef::Slot(*slot),
                    SlotRef::Array(first, low, len, index) => {
                        let index = self.expr(index, values, ranges)?;
                        // The changed element must exist. If the bounds do not prove that the
                        // element exists, the evaluation of the rule may fail.
                        self.total &= ranges
                            .expr_bounds(&Expr::At(
                                Box::new(SlotRef::Array(*first, *low, *len, index.clone())),
                                SourceInfo::default(),
                            ))
                            .total;
                        SlotRef::Array(*first, *low, *len, index)
                    }
                };
                let value = values.put_into(&change.value);
                supported(&value)?;
                self.total &= ranges.expr_bounds(&value).total;
                visit(conditions, &place, change.sign, &value)?;
            }
        }
        if !self.total {
            return Err(text!("changes that may fail", "可能出错的改动"));
        }
        Ok(())
    }
}

/// Returns whether an expression contains only numbers. Folds are not examined, because folds read
/// locals of their own.
fn reads_nothing(expr: &Expr) -> bool {
    !expr.any(&|part| {
        matches!(
            part,
            Expr::Slot(_) | Expr::Local(_) | Expr::At(..) | Expr::Fold(..)
        )
    })
}

/// Visits every combination of the choices, if their values are few and known.
fn each_row(
    generators: &[RuleChoice],
    values: &ExprSubstitution<'_>,
    visit: &mut dyn FnMut(&ExprSubstitution<'_>) -> Result<(), Text>,
) -> Result<(), Text> {
    let Some((first, rest)) = generators.split_first() else {
        return visit(values);
    };
    let rows = values.rows(first).ok_or_else(|| {
        text!(
            "a move whose number of resulting slots depends on the position",
            "长度依赖局面的结果"
        )
    })?;
    rows.iter().try_for_each(|row| {
        let inner = row
            .iter()
            .enumerate()
            .fold(values.clone(), |values, (i, x)| {
                values.with(first.local + i, *x)
            });
        each_row(rest, &inner, visit)
    })
}

/// Returns an upper bound of the number of options that steps make.
fn max_options(body: &[Stmt], ranges: &VariableRanges) -> u64 {
    body.iter().fold(0, |sum: u64, stmt| {
        sum.saturating_add(match stmt {
            Stmt::When(_, body) => max_options(body, ranges),
            Stmt::For {
                local,
                lows,
                highs,
                body,
            } => {
                let low = lows
                    .iter()
                    .map(|e| ranges.expr_bounds(e).range.0)
                    .max()
                    .unwrap_or(0);
                let high = highs
                    .iter()
                    .map(|e| ranges.expr_bounds(e).range.1)
                    .min()
                    .unwrap_or(0);
                // The distance from one lower bound to one upper bound may be smaller than the
                // distance between the extremes of the bounds.
                let length = |low: &Expr, high: &Expr| {
                    let length = AffineForm::from_expr(high)?
                        .plus(-1, &AffineForm::from_expr(low)?)?
                        .plus(1, &AffineForm::constant(1))?;
                    Some(ranges.expr_bounds(&length.expr()?).range.1)
                };
                let lengths = lows
                    .iter()
                    .flat_map(|low| highs.iter().filter_map(move |high| length(low, high)));
                let widest = i128::from(high) - i128::from(low) + 1;
                let count =
                    u64::try_from(lengths.map(i128::from).fold(widest, i128::min)).unwrap_or(0);
                count.saturating_mul(max_options(
                    body,
                    &ranges.with(*local, IntInterval(low, high.max(low))),
                ))
            }
            Stmt::Rows {
                local,
                width,
                rows,
                body,
                ..
            } => {
                let mut inner = ranges.clone();
                for i in 0..*width {
                    let column = || rows.iter().skip(i).step_by(*width).copied();
                    let (low, high) = (column().min().unwrap_or(0), column().max().unwrap_or(0));
                    inner = inner.with(local + i, IntInterval(low, high));
                }
                ((rows.len() / width) as u64).saturating_mul(max_options(body, &inner))
            }
            Stmt::Digits {
                local, base, body, ..
            } => {
                let base = ranges.expr_bounds(base).range.1.saturating_sub(1).max(0);
                64u64.saturating_mul(max_options(
                    body,
                    &ranges.with(*local, IntInterval(0, base)),
                ))
            }
            Stmt::Option(_) => 1,
            Stmt::Part(_) | Stmt::Gain(_) => 0,
        })
    })
}
