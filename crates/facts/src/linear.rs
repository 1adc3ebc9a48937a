//! The rules as linear inequalities. Each move becomes one or more transitions. A transition is one
//! component that the move leaves, with its slots as linear forms in the old slots, the choices and
//! auxiliary variables. A transition also contains inequalities that are true whenever the move is
//! legal.
//!
//! A part that is not linear (a product, a minimum, a rounded quotient, a bit operation) becomes an
//! auxiliary variable with its known inequalities. So everything derived from a transition is true,
//! but not every true statement can be derived.

use std::collections::{BTreeSet, HashMap};

use super::pieces::{self, LinearPiece};
use super::simplex::{SimplexEffort, minimise, too_large};
use clauses::{LinearForm, SlotMapping};
use rules::ast::{BinaryOp, CompareOp};
use rules::game::GameId;
use rules::ir::{
    ChoiceDomain, Expr, Fold, Function, Game, Int, Move, ResultPartKind, RowElement, RuleChoice,
    SlotRef,
};

/// Inequalities `form ≤ 0` over a number of variables.
#[derive(Clone)]
pub(super) struct LinearSystem<'e> {
    pub(super) rows: Vec<LinearForm>,
    pub(super) variables: usize,
    /// Effort limit for proofs from these inequalities.
    pub(super) effort: &'e SimplexEffort<'e>,
}

impl LinearSystem<'_> {
    /// Returns the result of [`follows`] for these inequalities.
    pub(super) fn implies(&self, form: &LinearForm) -> bool {
        follows(&self.rows, form, self.effort)
    }

    /// Returns constant bounds of a variable, taken from the rows that contain no other variable.
    fn bounds(&self, variable: usize) -> (Option<i128>, Option<i128>) {
        let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
        for row in self.rows.iter().filter(|r| r.terms.len() == 1) {
            // A row with numbers beyond 128 bits yields no bound.
            let (Some(&a), Some(right)) = (row.terms.get(&variable), row.constant.checked_neg())
            else {
                continue;
            };
            if a > 0 {
                let bound = right.div_euclid(a);
                high = Some(high.map_or(bound, |h| h.min(bound)));
            } else if let Some(bound) = a
                .checked_neg()
                .and_then(|a| right.div_euclid(a).checked_neg())
            {
                low = Some(low.map_or(bound, |l| l.max(bound)));
            }
        }
        (low, high)
    }

    /// Returns a constant lower bound of a form, computed from the bounds of its variables.
    fn low(&self, form: &LinearForm) -> Option<i128> {
        form.terms
            .iter()
            .try_fold(form.constant, |sum, (&variable, &a)| {
                let (low, high) = self.bounds(variable);
                let bound = if a > 0 { low? } else { high? };
                sum.checked_add(a.checked_mul(bound)?)
            })
    }
}

/// Returns whether `form ≤ 0` can be shown to follow from `row ≤ 0` for all given rows. The proof
/// is form = Σ λᵢ·rowᵢ - c for some λᵢ ≥ 0 and c ≥ 0 (Farkas).
pub(super) fn follows<'l>(
    rows: impl IntoIterator<Item = &'l LinearForm>,
    form: &LinearForm,
    effort: &SimplexEffort<'_>,
) -> bool {
    let rows: Vec<&LinearForm> = rows.into_iter().collect();
    follows_from(&rows, form, effort)
}

fn follows_from(rows: &[&LinearForm], form: &LinearForm, effort: &SimplexEffort<'_>) -> bool {
    if let Some(n) = form.as_constant()
        && n <= 0
    {
        return true;
    }
    if effort.is_used_up() {
        return false;
    }
    // The unknowns are one λ for each row, and the slack of the constants. There is one equation
    // for each variable, and one equation for the constants.
    let unknowns = rows.len() + 1;
    // A variable that occurs in no row is unbounded: its equation has no solution.
    let variables: BTreeSet<usize> = rows
        .iter()
        .chain([&form])
        .flat_map(|row| row.terms.keys().copied())
        .collect();
    if too_large(variables.len() + 1, unknowns) {
        return false;
    }
    let mut equations: Vec<(Vec<i128>, i128)> = variables
        .into_iter()
        .map(|v| {
            let mut row: Vec<i128> = rows
                .iter()
                .map(|r| r.terms.get(&v).copied().unwrap_or(0))
                .collect();
            row.push(0);
            (row, form.terms.get(&v).copied().unwrap_or(0))
        })
        .collect();
    let mut constants: Vec<i128> = rows.iter().map(|r| r.constant).collect();
    constants.push(-1);
    equations.push((constants, form.constant));
    minimise(&equations, &vec![0; unknowns], effort).is_some()
}

/// One component that a move may leave.
pub(super) struct Transition<'e> {
    /// Inequalities that hold if the move is legal.
    pub(super) system: LinearSystem<'e>,
    /// The slots of the component.
    pub(super) slots: Vec<LinearForm>,
}

/// Maximum number of transitions. A game with more than `MAX_TRANSITIONS` transitions gets no facts
/// from this module.
const MAX_TRANSITIONS: usize = 512;

/// Maximum number of auxiliary variables of a move; the time is quadratic in this number.
const MAX_AUXILIARY_VARIABLES: usize = 256;

/// Maximum number of steps for computing the first element of a set.
const MAX_STEPS: u64 = 10_000;

/// Maximum number of values of a choice that are tried individually.
const UNROLLED: i128 = 64;

/// Returns every transition of a game to components of itself; `None` if the game has too many
/// transitions, or if a result cannot be expressed.
pub(super) fn transitions<'e>(
    game: &'e Game,
    this: GameId,
    effort: &'e SimplexEffort<'e>,
) -> Option<Vec<Transition<'e>>> {
    let mut all = Vec::new();
    for shape in &game.moves {
        LinearBuilder::new(game, effort)?.choose(shape, 0, this, &mut all)?;
    }
    Some(all)
}

/// Like [`transitions`], this function returns transitions, but it cuts each rule that is only
/// piecewise linear into exact pieces ([`super::pieces`]), if possible. In each piece a minimum, a
/// maximum or an alternative is a linear form. Returns `None` in the cases of [`transitions`], and
/// also if no rule is cut.
pub(super) fn transitions_by_cases<'e>(
    game: &'e Game,
    this: GameId,
    effort: &'e SimplexEffort<'e>,
) -> Option<Vec<Transition<'e>>> {
    let (mut all, mut cut) = (Vec::new(), false);
    let view = SlotMapping::as_written(game.slots.len());
    for (rule, shape) in game.moves.iter().enumerate() {
        match bends(shape).then(|| pieces::of_rule(game, this, &view, rule, effort)) {
            None | Some(Err(_)) => {
                LinearBuilder::new(game, effort)?.choose(shape, 0, this, &mut all)?
            }
            Some(Ok(pieces)) => {
                cut = true;
                for LinearPiece {
                    rows,
                    variables,
                    parts,
                    ..
                } in pieces
                {
                    let system = LinearSystem {
                        rows,
                        variables,
                        effort,
                    };
                    all.extend(parts.into_iter().map(|slots| Transition {
                        system: system.clone(),
                        slots,
                    }));
                }
            }
        }
        if all.len() > MAX_TRANSITIONS {
            return None;
        }
    }
    cut.then_some(all)
}

/// Returns whether a part of the rule is only piecewise linear.
fn bends(shape: &Move) -> bool {
    let here = |expr: &Expr| match expr {
        Expr::If(_)
        | Expr::Not(_)
        | Expr::Binary(BinaryOp::Or, ..)
        | Expr::Call(Function::Abs, ..) => true,
        Expr::Fold(fold, ..) => matches!(fold, Fold::Min | Fold::Max | Fold::Any),
        _ => false,
    };
    let bent = |expr: &Expr| expr.any(&here);
    let in_choice = |choice: &RuleChoice| choice.domain.children().any(bent);
    let in_part = |kind: &ResultPartKind| match kind {
        ResultPartKind::Fresh(_, elements) => {
            elements.iter().any(|element| element.children().any(bent))
        }
        ResultPartKind::Changed(groups) => groups.iter().any(|group| {
            group.changes.iter().any(|change| bent(&change.value))
                || group.generators.iter().any(in_choice)
        }),
        ResultPartKind::Compound(..) => false,
    };
    let guards = shape.guards.iter().flatten().any(bent);
    guards
        || shape.choices.iter().any(in_choice)
        || shape.result.iter().any(|part| in_part(&part.kind))
}

/// Returns the inequalities of the positions of a game: the ranges of the slots and the
/// requirements.
pub(super) fn positions<'e>(
    game: &'e Game,
    effort: &'e SimplexEffort<'e>,
) -> Option<LinearSystem<'e>> {
    Some(LinearBuilder::new(game, effort)?.system)
}

/// Returns whether the rules state for each slot that it is not greater than its predecessor.
pub(super) fn is_sorted(game: &Game, effort: &SimplexEffort<'_>) -> bool {
    let Some(system) = positions(game, effort) else {
        return false;
    };
    (1..game.slots.len()).all(|slot| {
        let rises = LinearForm::variable(slot).minus(&LinearForm::variable(slot - 1));
        rises.is_some_and(|rises| {
            system
                .rows
                .iter()
                .any(|row| row.terms == rises.terms && row.constant >= 0)
        })
    })
}

/// The meaning of an auxiliary variable: an expression, and the locals that were constants when it
/// was read.
type NamedLinearExpr<'g> = (&'g Expr, Vec<(usize, i128)>);

/// Turns expressions into linear forms and adds the known inequalities about parts of the
/// expressions.
#[derive(Clone)]
pub(super) struct LinearBuilder<'g> {
    game: &'g Game,
    pub(super) system: LinearSystem<'g>,
    pub(super) locals: HashMap<usize, LinearForm>,
    /// Auxiliary variables by their meaning.
    known: HashMap<NamedLinearExpr<'g>, LinearForm>,
}

impl<'g> LinearBuilder<'g> {
    pub(super) fn new(game: &'g Game, effort: &'g SimplexEffort<'g>) -> Option<LinearBuilder<'g>> {
        let system = LinearSystem {
            rows: Vec::new(),
            variables: game.slots.len(),
            effort,
        };
        let mut builder = LinearBuilder {
            game,
            system,
            locals: HashMap::new(),
            known: HashMap::new(),
        };
        for (i, slot) in game.slots.iter().enumerate() {
            builder.between(
                &LinearForm::variable(i),
                Some(slot.low.into()),
                slot.high.map(i128::from),
            )?;
        }
        for i in game.unordered.clone().skip(1) {
            builder.at_most(&LinearForm::variable(i), &LinearForm::variable(i - 1))?;
        }
        for require in &game.requires {
            builder.assume(require)?;
        }
        Some(builder)
    }

    pub(super) fn fresh(&mut self) -> LinearForm {
        self.system.variables += 1;
        LinearForm::variable(self.system.variables - 1)
    }

    /// Adds a ≤ b.
    pub(super) fn at_most(&mut self, a: &LinearForm, b: &LinearForm) -> Option<()> {
        self.system.rows.push(a.minus(b)?);
        Some(())
    }

    fn between(&mut self, form: &LinearForm, low: Option<i128>, high: Option<i128>) -> Option<()> {
        if let Some(low) = low {
            self.at_most(&LinearForm::constant(low), form)?;
        }
        if let Some(high) = high {
            self.at_most(form, &LinearForm::constant(high))?;
        }
        Some(())
    }

    /// Adds the inequalities that a condition implies, as far as the condition is linear.
    pub(super) fn assume(&mut self, condition: &'g Expr) -> Option<()> {
        match condition {
            Expr::Binary(BinaryOp::And, sides, _) => {
                self.assume(&sides[0])?;
                self.assume(&sides[1])
            }
            Expr::Compare(op, sides) => {
                let (a, b) = (self.form(&sides[0])?, self.form(&sides[1])?);
                let one = LinearForm::constant(1);
                match op {
                    CompareOp::Le => self.at_most(&a, &b),
                    CompareOp::Ge => self.at_most(&b, &a),
                    CompareOp::Lt => self.at_most(&a.plus(1, &one)?, &b),
                    CompareOp::Gt => self.at_most(&b.plus(1, &one)?, &a),
                    CompareOp::Eq => {
                        self.at_most(&a, &b)?;
                        self.at_most(&b, &a)
                    }
                    CompareOp::Ne => Some(()),
                }
            }
            Expr::Fold(fold, elements, _) => match fold {
                Fold::All => {
                    for element in elements {
                        let body = &element.values[0];
                        self.unrolled(&element.generators, &mut |builder| builder.assume(body))?;
                    }
                    Some(())
                }
                Fold::Min
                | Fold::Max
                | Fold::Gcd
                | Fold::Lcm
                | Fold::Any
                | Fold::Total
                | Fold::Nimsum
                | Fold::Union => Some(()),
            },
            _ => Some(()),
        }
    }

    /// Runs `body` for every value of choices with constant ranges. Choices whose ranges are not
    /// constant are skipped. Returns whether no choice was skipped.
    fn unrolled(
        &mut self,
        choices: &'g [RuleChoice],
        body: &mut dyn FnMut(&mut Self) -> Option<()>,
    ) -> Option<bool> {
        let [first, rest @ ..] = choices else {
            return body(self).map(|()| true);
        };
        let Some(values) = self.constant_values(first) else {
            return Some(false);
        };
        let mut complete = true;
        for row in values {
            for (i, value) in row.iter().enumerate() {
                self.locals
                    .insert(first.local + i, LinearForm::constant((*value).into()));
            }
            complete &= self.unrolled(rest, body)?;
        }
        Some(complete)
    }

    /// Returns the rows of values of a choice, if the values are constant and few.
    fn constant_values(&mut self, choice: &'g RuleChoice) -> Option<Vec<Vec<Int>>> {
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                let (low, high) = (
                    self.form(low)?.as_constant()?,
                    self.form(high)?.as_constant()?,
                );
                (high - low < UNROLLED).then(|| (low..=high).map(|v| vec![v as Int]).collect())
            }
            ChoiceDomain::Known(flat) if (flat.len() / choice.width) as i128 <= UNROLLED => {
                Some(flat.chunks(choice.width).map(<[Int]>::to_vec).collect())
            }
            _ => None,
        }
    }

    /// Returns a linear form equal to an expression. Parts that are not linear become auxiliary
    /// variables.
    pub(super) fn form(&mut self, expr: &'g Expr) -> Option<LinearForm> {
        match expr {
            Expr::Const(n) => Some(LinearForm::constant((*n).into())),
            Expr::Slot(i) => Some(LinearForm::variable(*i)),
            Expr::Local(l) => match self.locals.get(l) {
                Some(form) => Some(form.clone()),
                None => {
                    let form = self.fresh();
                    self.locals.insert(*l, form.clone());
                    Some(form)
                }
            },
            Expr::Neg(e, _) => LinearForm::default().minus(&self.form(e)?),
            Expr::Binary(BinaryOp::Add, sides, _) => {
                let a = self.form(&sides[0])?;
                a.plus(1, &self.form(&sides[1])?)
            }
            Expr::Binary(BinaryOp::Sub, sides, _) => {
                let a = self.form(&sides[0])?;
                a.minus(&self.form(&sides[1])?)
            }
            _ => self.auxiliary(expr),
        }
    }

    fn auxiliary(&mut self, expr: &'g Expr) -> Option<LinearForm> {
        // If an expression was already read with the same constants, its variable is reused.
        // If the constants of the unrolled choices differ, the expression gets another variable.
        let mut constants: Vec<(usize, i128)> = self
            .locals
            .iter()
            .filter_map(|(local, form)| Some((*local, form.as_constant()?)))
            .collect();
        constants.sort_unstable();
        let key = (expr, constants);
        if let Some(form) = self.known.get(&key) {
            return Some(form.clone());
        }
        if self.known.len() >= MAX_AUXILIARY_VARIABLES {
            return None;
        }
        let form = self.not_linear(expr)?;
        self.known.insert(key, form.clone());
        Some(form)
    }

    /// Returns a form for an expression that is not a sum of linear parts, and adds the known
    /// inequalities about the expression.
    fn not_linear(&mut self, expr: &'g Expr) -> Option<LinearForm> {
        match expr {
            Expr::Binary(op, sides, _) => {
                let (a, b) = (self.form(&sides[0])?, self.form(&sides[1])?);
                self.operation(*op, &a, &b)
            }
            Expr::At(place, _) => match &**place {
                SlotRef::Slot(slot) => Some(LinearForm::variable(*slot)),
                SlotRef::Array(first, low, len, index) => {
                    let index = self.form(index)?;
                    if let Some(i) = index.as_constant() {
                        let offset = usize::try_from(i - i128::from(*low))
                            .ok()
                            .filter(|o| o < len)?;
                        return Some(LinearForm::variable(first + offset));
                    }
                    let slots = &self.game.slots[*first..first + len];
                    let (low, high) = (
                        slots.iter().map(|s| s.low).min(),
                        slots.iter().map(|s| s.high).max(),
                    );
                    let element = self.fresh();
                    self.between(
                        &element,
                        low.map(i128::from),
                        high.flatten().map(i128::from),
                    )?;
                    Some(element)
                }
            },
            Expr::Floor(..) => Some(self.fresh()),
            Expr::Entry(data, ..) => {
                let entry = self.fresh();
                let (low, high) = data.range();
                self.between(&entry, Some(low.into()), Some(high.into()))?;
                Some(entry)
            }
            Expr::Fold(fold, elements, _) => match fold {
                Fold::Total => match self.elements(elements)? {
                    Some(parts) => parts
                        .iter()
                        .try_fold(LinearForm::default(), |sum, part| sum.plus(1, part)),
                    None => Some(self.fresh()),
                },
                Fold::Min => {
                    let parts = self.elements(elements)?;
                    let least = self.fresh();
                    if let Some(parts) = parts {
                        parts
                            .iter()
                            .try_for_each(|part| self.at_most(&least, part))?;
                        let low = parts
                            .iter()
                            .map(|part| self.system.low(part))
                            .collect::<Option<Vec<i128>>>();
                        self.between(&least, low.and_then(|l| l.into_iter().min()), None)?;
                    }
                    Some(least)
                }
                Fold::Max => {
                    let parts = self.elements(elements)?;
                    let greatest = self.fresh();
                    parts
                        .iter()
                        .flatten()
                        .try_for_each(|part| self.at_most(part, &greatest))?;
                    Some(greatest)
                }
                Fold::Gcd | Fold::Lcm | Fold::All | Fold::Any | Fold::Nimsum | Fold::Union => {
                    Some(self.fresh())
                }
            },
            Expr::Call(function, args, _) => {
                let x = self.form(&args[0])?;
                let result = self.fresh();
                match function {
                    Function::Bitnot => return LinearForm::constant(-1).minus(&x),
                    Function::Within => return Some(x),
                    Function::Abs => {
                        self.at_most(&x, &result)?;
                        self.at_most(&LinearForm::default().minus(&x)?, &result)?;
                    }
                    Function::Isqrt | Function::Bitlen | Function::Popcount => {
                        self.between(&result, Some(0), None)?;
                        // In a branch that is not taken, the argument x of the function may be
                        // negative. If the bound of a branch that is not taken were added, the
                        // system could be inconsistent, and every statement would follow.
                        if self.system.low(&x).is_some_and(|low| low >= 0) {
                            self.at_most(&result, &x)?;
                        }
                    }
                    Function::IsPrime => self.between(&result, Some(0), Some(1))?,
                    Function::Fib
                    | Function::Tri
                    | Function::Ctz
                    | Function::BigOmega
                    | Function::Nimprod
                    | Function::Nimpow
                    | Function::Disjoint => {
                        self.between(&result, Some(0), None)?;
                    }
                }
                Some(result)
            }
            Expr::If(parts) => {
                let (a, b) = (self.form(&parts[1])?, self.form(&parts[2])?);
                if a == b { Some(a) } else { Some(self.fresh()) }
            }
            Expr::Not(_) | Expr::Compare(..) | Expr::CompareReal(..) => {
                let truth = self.fresh();
                self.between(&truth, Some(0), Some(1))?;
                Some(truth)
            }
            // Sums of linear parts do not reach this function.
            Expr::Const(_) | Expr::Slot(_) | Expr::Local(_) | Expr::Neg(..) => self.form(expr),
        }
    }

    fn operation(&mut self, op: BinaryOp, a: &LinearForm, b: &LinearForm) -> Option<LinearForm> {
        let natural = self.system.low(a).is_some_and(|l| l >= 0)
            && self.system.low(b).is_some_and(|l| l >= 0);
        match (op, a.as_constant(), b.as_constant()) {
            (BinaryOp::Mul, Some(c), _) => LinearForm::default().plus(c, b),
            (BinaryOp::Mul, _, Some(c)) => LinearForm::default().plus(c, a),
            (BinaryOp::Mul, ..) => {
                let product = self.fresh();
                // (a - la)(b - lb) ≥ 0 (McCormick)
                if let (Some(la), Some(lb)) = (self.system.low(a), self.system.low(b)) {
                    let below = LinearForm::default().plus(la, b)?.plus(lb, a)?;
                    let below = below.minus(&LinearForm::constant(la.checked_mul(lb)?))?;
                    self.at_most(&below, &product)?;
                }
                Some(product)
            }
            (BinaryOp::Div, _, Some(c)) if c > 0 => {
                let quotient = self.fresh();
                let multiple = LinearForm::default().plus(c, &quotient)?;
                self.at_most(&multiple, a)?;
                self.at_most(a, &multiple.plus(1, &LinearForm::constant(c - 1))?)?;
                if self.system.low(a).is_some_and(|l| l >= 0) {
                    self.between(&quotient, Some(0), None)?;
                }
                Some(quotient)
            }
            (BinaryOp::Mod, _, Some(c)) if c > 0 => {
                let rest = self.fresh();
                self.between(&rest, Some(0), Some(c - 1))?;
                if natural {
                    self.at_most(&rest, a)?;
                }
                Some(rest)
            }
            (BinaryOp::Div | BinaryOp::Mod | BinaryOp::BitAnd, ..) if natural => {
                let part = self.fresh();
                self.between(&part, Some(0), None)?;
                self.at_most(&part, a)?;
                if op == BinaryOp::BitAnd {
                    self.at_most(&part, b)?;
                }
                Some(part)
            }
            (BinaryOp::Xor | BinaryOp::BitOr, ..) if natural => {
                let bits = self.fresh();
                self.between(&bits, Some(0), None)?;
                self.at_most(&bits, &a.plus(1, b)?)?;
                if op == BinaryOp::BitOr {
                    self.at_most(a, &bits)?;
                    self.at_most(b, &bits)?;
                }
                Some(bits)
            }
            _ => Some(self.fresh()),
        }
    }

    /// Makes the choices of a rule, beginning with the choice at index `depth`. Small constant sets
    /// of rows, and ranges that index arrays, are tried one value at a time; all other choices
    /// become variables.
    fn choose(
        &mut self,
        shape: &'g Move,
        depth: usize,
        this: GameId,
        all: &mut Vec<Transition<'g>>,
    ) -> Option<()> {
        for guard in &shape.guards[depth] {
            self.assume(guard)?;
        }
        let Some(choice) = shape.choices.get(depth) else {
            return self.results(shape, this, all);
        };
        let arrays = self.game.has_arrays();
        let one_by_one = choice.width > 1 || arrays;
        if one_by_one && let Some(values) = self.constant_values(choice) {
            for row in values {
                let mut branch = self.clone();
                for (i, value) in row.iter().enumerate() {
                    branch
                        .locals
                        .insert(choice.local + i, LinearForm::constant((*value).into()));
                }
                branch.choose(shape, depth + 1, this, all)?;
            }
            return (all.len() <= MAX_TRANSITIONS).then_some(());
        }
        self.choice(choice)?;
        self.choose(shape, depth + 1, this, all)
    }

    /// Adds the locals of a choice as variables, with the inequalities that its domain implies.
    pub(super) fn choice(&mut self, choice: &'g RuleChoice) -> Option<()> {
        for i in 0..choice.width {
            let variable = self.fresh();
            self.locals.insert(choice.local + i, variable);
        }
        let value = self.locals[&choice.local].clone();
        match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                let (low, high) = (self.form(low)?, self.form(high)?);
                self.at_most(&low, &value)?;
                self.at_most(&value, &high)
            }
            ChoiceDomain::Open(low, _) => {
                let low = self.form(low)?;
                self.at_most(&low, &value)
            }
            ChoiceDomain::Known(flat) => {
                for i in 0..choice.width {
                    let column = || flat.chunks(choice.width).map(|row| i128::from(row[i]));
                    let value = self.locals[&(choice.local + i)].clone();
                    self.between(&value, column().min(), column().max())?;
                }
                Some(())
            }
            ChoiceDomain::Endless(running, from, each, _) => {
                // The set is increasing, so its first element is its minimum. The first element of
                // the set is known if it depends only on the running number.
                let from = self
                    .form(from)?
                    .as_constant()
                    .and_then(|f| Int::try_from(f).ok());
                let first = from
                    .filter(|_| rules::lower::reads_only(each, *running))
                    .and_then(|from| {
                        let tick = rules::eval::at_most(MAX_STEPS, self.game.extra_steps);
                        let mut env = rules::eval::EvalContext::new(&[], self.game.locals, &tick);
                        env.locals[*running] = from;
                        env.eval(each).ok()
                    });
                self.between(&value, first.map(i128::from), None)
            }
            ChoiceDomain::Digits(number, base) => {
                let base = self.form(base)?.as_constant();
                let number = self.form(number)?;
                self.between(&value, Some(0), base.map(|b| b - 1))?;
                self.at_most(&value, &number)
            }
            ChoiceDomain::Listed(_) => Some(()),
        }
    }

    fn results(
        &mut self,
        shape: &'g Move,
        this: GameId,
        all: &mut Vec<Transition<'g>>,
    ) -> Option<()> {
        for part in &shape.result {
            let mut branch = self.clone();
            for generator in &part.generators {
                branch.choice(generator)?;
            }
            let slots = match &part.kind {
                ResultPartKind::Compound(..) => continue,
                ResultPartKind::Fresh(game, _) if *game != this => continue,
                ResultPartKind::Fresh(_, elements) => branch.fresh_slots(elements)?,
                ResultPartKind::Changed(groups) => {
                    let mut slots: Vec<LinearForm> = (0..self.game.slots.len())
                        .map(LinearForm::variable)
                        .collect();
                    for group in groups {
                        let complete = branch.unrolled(&group.generators, &mut |builder| {
                            for change in &group.changes {
                                let slot = match &change.place {
                                    SlotRef::Slot(slot) => *slot,
                                    SlotRef::Array(first, low, len, index) => {
                                        let index = builder.form(index)?.as_constant()?;
                                        first
                                            + usize::try_from(index - i128::from(*low))
                                                .ok()
                                                .filter(|o| o < len)?
                                    }
                                };
                                let value = builder.form(&change.value)?;
                                slots[slot] = match change.sign {
                                    None => value,
                                    Some(sign) => slots[slot].plus(sign.into(), &value)?,
                                };
                            }
                            Some(())
                        })?;
                        if !complete {
                            return None;
                        }
                    }
                    slots
                }
            };
            // The result of a legal move is within the ranges of the slots.
            for (form, slot) in slots.iter().zip(&self.game.slots) {
                branch.between(form, Some(slot.low.into()), slot.high.map(i128::from))?;
            }
            all.push(Transition {
                system: branch.system,
                slots,
            });
        }
        (all.len() <= MAX_TRANSITIONS).then_some(())
    }

    fn fresh_slots(&mut self, elements: &'g [RowElement]) -> Option<Vec<LinearForm>> {
        self.elements(elements)?
            .filter(|slots| slots.len() == self.game.slots.len())
    }

    /// Returns the forms of elements, with generators unrolled; `Some(None)` if the generators are
    /// not constant or have too many values.
    fn elements(&mut self, elements: &'g [RowElement]) -> Option<Option<Vec<LinearForm>>> {
        let mut forms = Vec::new();
        for element in elements {
            let body = &element.values[0];
            let complete = self.unrolled(&element.generators, &mut |builder| {
                forms.push(builder.form(body)?);
                Some(())
            })?;
            if !complete {
                return Some(None);
            }
        }
        Some(Some(forms))
    }
}
