//! The value of an expression is read as a list of cases, each with a linear form. An expression
//! that depends on a number with a small range is read once for each value of that number.

use rules::arithmetic;
use rules::ast::BinaryOp;
use rules::ir::{Expr, Fold, Function, Int, RealExpr, SlotRef};
use rules::quadratic::Quadratic;

use crate::atom::FloorFactor;
use crate::error::{not_linear, too_large, too_many};
use crate::reader::{Cases, ONE_BY_ONE, RuleReader, less};
use crate::state::CaseState;
use crate::{LanguageFragment, LinearForm};
use base::text;
use base::text::Text;

impl RuleReader<'_> {
    pub(crate) fn values<'e>(
        &self,
        state: CaseState,
        exprs: impl Iterator<Item = &'e Expr>,
    ) -> Cases<Vec<LinearForm>> {
        let mut cases = vec![(state, Vec::new())];
        for expr in exprs {
            let mut next = Vec::new();
            for (state, values) in cases {
                for (state, value) in self.value(state, expr)? {
                    next.push((state, values.iter().cloned().chain([value]).collect()));
                }
            }
            cases = self.check_case_limit(next)?;
        }
        Ok(cases)
    }

    /// Returns the value of an expression, case by case.
    pub(crate) fn value(&self, state: CaseState, expr: &Expr) -> Cases<LinearForm> {
        match expr {
            Expr::Const(n) => Ok(vec![(state, LinearForm::constant((*n).into()))]),
            Expr::Slot(i) => {
                let form = state.slots[*i].clone();
                Ok(vec![(state, form)])
            }
            Expr::Local(l) => {
                let form = state.locals.get(l).cloned().ok_or_else(not_linear)?;
                Ok(vec![(state, form)])
            }
            Expr::At(place, _) => {
                let at = |(state, slot): (CaseState, usize)| {
                    let form = state.slots[slot].clone();
                    (state, form)
                };
                Ok(self.place(state, place)?.into_iter().map(at).collect())
            }
            Expr::Entry(data, indices, _) => {
                let mut all = Vec::new();
                for (state, forms) in self.values(state, indices.iter())? {
                    // An index that depends on the position would need a case for each entry.
                    let indices: Option<Vec<Int>> = forms.iter().map(constant_index).collect();
                    let place = indices.and_then(|indices| data.place(&indices).ok());
                    let entry = data.entries[place.ok_or_else(not_linear)?];
                    all.push((state, LinearForm::constant(entry.into())));
                }
                Ok(all)
            }
            Expr::Neg(e, _) => {
                let negated = |(state, form): (CaseState, LinearForm)| {
                    Ok((state, less(&LinearForm::default(), &form)?))
                };
                self.value(state, e)?.into_iter().map(negated).collect()
            }
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) | Expr::Not(_) | Expr::Compare(..) => {
                self.truth(state, expr)
            }
            Expr::Binary(op, sides, _) => {
                if self.extent == LanguageFragment::All {
                    match (op, &sides[0], &sides[1]) {
                        (BinaryOp::Pow, Expr::Const(2), Expr::Call(Function::Ctz, args, _)) => {
                            return self.lowest_bits(state, &args[0]);
                        }
                        (BinaryOp::Mod, counted, Expr::Const(2)) if counts_ones(counted) => {
                            return self.parity(state, counted);
                        }
                        _ => {}
                    }
                }
                let mut all = Vec::new();
                for (state, sides) in self.values(state, sides.iter())? {
                    all.extend(self.operation(state, *op, &sides[0], &sides[1])?);
                }
                Ok(all)
            }
            Expr::If(parts) => {
                self.alternatives(state, parts, &|state, branch| self.value(state, branch))
            }
            Expr::Call(function, args, _) => self.call(state, *function, args),
            Expr::Fold(fold, elements, _) => match fold {
                Fold::All | Fold::Any => self.truth(state, expr),
                Fold::Min | Fold::Max => {
                    let mut all = Vec::new();
                    for (state, forms) in self.elements(state, elements)? {
                        all.extend(extreme(&state, &forms, *fold == Fold::Min)?);
                    }
                    self.check_case_limit(all)
                }
                Fold::Total => {
                    let mut all = Vec::new();
                    for (state, forms) in self.elements(state, elements)? {
                        let sum = forms
                            .iter()
                            .try_fold(LinearForm::default(), |sum, form| sum.plus(1, form))
                            .ok_or_else(too_large)?;
                        all.push((state, sum));
                    }
                    self.check_case_limit(all)
                }
                Fold::Nimsum if self.extent == LanguageFragment::All => {
                    let mut all = Vec::new();
                    for (state, forms) in self.elements(state, elements)? {
                        all.extend(self.nim_sum(state, &forms)?);
                    }
                    self.check_case_limit(all)
                }
                Fold::Gcd | Fold::Lcm | Fold::Nimsum | Fold::Union => {
                    let word = fold.word();
                    Err(self.beyond(text!("`{word}`", "`{word}` ")))
                }
            },
            Expr::Floor(real, _) => {
                let (factor, inner) = multiple(real).ok_or_else(|| {
                    self.beyond(text!(
                        "`floor` of more than one product",
                        "多于一个乘积的 `floor` "
                    ))
                })?;
                let mut all = Vec::new();
                for (mut state, form) in self.value(state, inner)? {
                    let quotient = state
                        .quotient(&form, FloorFactor::Times(factor), |_| Some(Vec::new()))
                        .ok_or_else(too_large)?;
                    all.push((state, quotient));
                }
                Ok(all)
            }
            Expr::CompareReal(..) => {
                Err(self.beyond(text!("a comparison of real numbers", "实数的比较")))
            }
        }
    }

    /// Reads each branch of an alternative in the cases that select the branch.
    pub(crate) fn alternatives(
        &self,
        state: CaseState,
        parts: &[Expr; 3],
        read: &dyn Fn(CaseState, &Expr) -> Cases<LinearForm>,
    ) -> Cases<LinearForm> {
        let mut all = Vec::new();
        for (truth, branch) in [(true, &parts[1]), (false, &parts[2])] {
            for state in self.holds(state.clone(), &parts[0], truth)? {
                all.extend(read(state, branch)?);
            }
        }
        self.check_case_limit(all)
    }

    /// Returns a condition as the number 0 or 1.
    fn truth(&self, state: CaseState, condition: &Expr) -> Cases<LinearForm> {
        let mut all = Vec::new();
        for truth in [true, false] {
            let number = LinearForm::constant(truth.into());
            all.extend(
                self.holds(state.clone(), condition, truth)?
                    .into_iter()
                    .map(|state| (state, number.clone())),
            );
        }
        self.check_case_limit(all)
    }

    /// Returns the slot that a reference names.
    pub(crate) fn place(&self, state: CaseState, place: &SlotRef) -> Cases<usize> {
        match place {
            SlotRef::Slot(slot) => Ok(vec![(state, *slot)]),
            SlotRef::Array(first, low, len, index) => {
                let mut all = Vec::new();
                for (state, index) in self.value(state, index)? {
                    for (state, index) in self.one_by_one(state, &index)? {
                        let offset = usize::try_from(index - i128::from(*low))
                            .ok()
                            .filter(|o| o < len)
                            .ok_or_else(|| {
                                self.beyond(text!(
                                    "an index that is not known to be inside its array",
                                    "未能确定落在数组内的下标"
                                ))
                            })?;
                        all.push((state, first + offset));
                    }
                }
                self.check_case_limit(all)
            }
        }
    }

    /// Splits a case into one case for each value of a number, if the number has few values.
    pub(crate) fn one_by_one(&self, state: CaseState, form: &LinearForm) -> Cases<i128> {
        if let Some(n) = form.as_constant() {
            return Ok(vec![(state, n)]);
        }
        let few = || {
            let (low, high) = (state.low(form)?, state.high(form)?);
            (self.extent == LanguageFragment::All && high.checked_sub(low)? < ONE_BY_ONE)
                .then_some(low..=high)
        };
        let values = few().ok_or_else(|| {
            self.beyond(text!(
                "a product, power or index of numbers whose range is not small",
                "范围不小的数之积、幂或下标"
            ))
        })?;
        let mut all = Vec::new();
        for value in values {
            let equation = less(form, &LinearForm::constant(value))?;
            let back = equation.times(-1).ok_or_else(too_large)?;
            all.extend(
                state
                    .clone()
                    .with_zero(equation, &back)
                    .map(|state| (state, value)),
            );
        }
        Ok(all)
    }

    pub(crate) fn operation(
        &self,
        mut state: CaseState,
        op: BinaryOp,
        a: &LinearForm,
        b: &LinearForm,
    ) -> Cases<LinearForm> {
        let form = match (op, a.as_constant(), b.as_constant()) {
            (BinaryOp::Add, ..) => a.plus(1, b),
            (BinaryOp::Sub, ..) => a.minus(b),
            (BinaryOp::Mul, Some(c), _) => b.times(c),
            (BinaryOp::Mul, _, Some(c)) => a.times(c),
            (BinaryOp::Div, Some(a), Some(c)) if c > 0 => {
                Some(LinearForm::constant(a.div_euclid(c)))
            }
            (BinaryOp::Mod, Some(a), Some(c)) if c > 0 => {
                Some(LinearForm::constant(a.rem_euclid(c)))
            }
            (BinaryOp::Div | BinaryOp::Mod, _, Some(c)) if c > 0 => {
                let quotient = state.quotient(a, FloorFactor::Over(c), |quotient| {
                    let multiple = quotient.times(c)?;
                    let above = multiple.plus(1, &LinearForm::constant(c - 1))?;
                    Some(vec![multiple.minus(a)?, a.minus(&above)?])
                });
                let quotient = quotient.ok_or_else(too_large)?;
                if op == BinaryOp::Div {
                    Some(quotient)
                } else {
                    a.plus(-c, &quotient)
                }
            }
            _ if self.extent == LanguageFragment::Linear => return Err(not_linear()),
            (_, Some(a), Some(b)) => Some(computed(a, b, |a, b| arithmetic::binary(op, a, b))?),
            (BinaryOp::Xor | BinaryOp::BitAnd | BinaryOp::BitOr, ..) => {
                return self.bits(state, op, a, b);
            }
            // Division of the rule language rounds down, so ⌊a / -c⌋ is ⌊-a / c⌋. In the rule
            // language, remainders are never negative.
            (BinaryOp::Div, _, Some(c)) if c < 0 => {
                let (a, b) = (
                    a.times(-1).ok_or_else(too_large)?,
                    b.times(-1).ok_or_else(too_large)?,
                );
                return self.operation(state, op, &a, &b);
            }
            (BinaryOp::Mod, _, Some(c)) if c < 0 => {
                return self.operation(state, op, a, &b.times(-1).ok_or_else(too_large)?);
            }
            (BinaryOp::Div | BinaryOp::Mod, _, Some(_)) => {
                return Err(self.beyond(text!("a division by 0", "除以 0")));
            }
            (BinaryOp::Pow, _, Some(0)) => Some(LinearForm::constant(1)),
            (BinaryOp::Pow, _, Some(1)) => Some(a.clone()),
            (BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod | BinaryOp::Pow, ..) => {
                return self.case_by_case(state, op, a, b);
            }
            (BinaryOp::And | BinaryOp::Or, ..) => return Err(not_linear()),
        };
        Ok(vec![(state, form.ok_or_else(too_large)?)])
    }

    /// Reads an operation once for each value of one operand, which must have few values.
    fn case_by_case(
        &self,
        state: CaseState,
        op: BinaryOp,
        a: &LinearForm,
        b: &LinearForm,
    ) -> Cases<LinearForm> {
        // If the exponent of a power is constant, the values of the base are enumerated. For a
        // product, the values of the second factor are enumerated if there are few; otherwise the
        // values of the first factor are enumerated.
        if op == BinaryOp::Pow && b.as_constant().is_some()
            || op == BinaryOp::Mul && self.one_by_one(state.clone(), b).is_err()
        {
            return self.read_each_value(self.one_by_one(state, a)?, &|state, a| {
                self.operation(state, op, &a, b)
            });
        }
        self.read_each_value(self.one_by_one(state, b)?, &|state, b| {
            self.operation(state, op, a, &b)
        })
    }

    fn read_each_value(
        &self,
        cases: Vec<(CaseState, i128)>,
        read: &dyn Fn(CaseState, LinearForm) -> Cases<LinearForm>,
    ) -> Cases<LinearForm> {
        let mut all = Vec::new();
        for (state, value) in cases {
            all.extend(read(state, LinearForm::constant(value))?);
        }
        self.check_case_limit(all)
    }

    fn call(&self, state: CaseState, function: Function, args: &[Expr]) -> Cases<LinearForm> {
        if function == Function::Abs {
            let mut all = Vec::new();
            for (state, form) in self.value(state, &args[0])? {
                let negated = less(&LinearForm::default(), &form)?;
                let below = form
                    .plus(1, &LinearForm::constant(1))
                    .ok_or_else(too_large)?;
                all.extend(
                    state
                        .clone()
                        .with(negated.clone())
                        .map(|state| (state, form)),
                );
                all.extend(state.with(below).map(|state| (state, negated)));
            }
            return Ok(all);
        }
        if self.extent == LanguageFragment::Linear {
            return Err(not_linear());
        }
        let word = function.word();
        let mut all = Vec::new();
        for (state, forms) in self.values(state, args.iter())? {
            if function == Function::Bitnot {
                all.push((state, less(&LinearForm::constant(-1), &forms[0])?));
                continue;
            }
            // If all arguments of a function have few values, its result is computed for each
            // combination of values.
            let mut cases = vec![(state, Vec::new())];
            for form in &forms {
                let mut next = Vec::new();
                for (state, values) in cases {
                    let values = |value| [&values[..], &[value]].concat();
                    let few = self
                        .one_by_one(state, form)
                        .map_err(|_| self.beyond(text!("`{word}`", "`{word}` ")))?;
                    next.extend(few.into_iter().map(|(state, value)| (state, values(value))));
                }
                cases = self.check_case_limit(next)?;
            }
            for (state, values) in cases {
                let (first, second) = (values[0], values.get(1).copied().unwrap_or(0));
                all.push((
                    state,
                    computed(first, second, |a, b| {
                        arithmetic::call(function, &[a, b][..args.len()])
                    })?,
                ));
            }
        }
        self.check_case_limit(all)
    }
}

/// Returns the result of an operation of the language on two numbers.
fn computed(
    a: i128,
    b: i128,
    op: impl Fn(Int, Int) -> Result<Int, arithmetic::ArithmeticError>,
) -> Result<LinearForm, Text> {
    let narrow = |n: i128| Int::try_from(n).map_err(|_| too_large());
    op(narrow(a)?, narrow(b)?)
        .map(|n| LinearForm::constant(n.into()))
        .map_err(|error| error.text())
}

/// Returns whether `popcount` occurs in an expression.
fn counts_ones(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part, Expr::Call(Function::Popcount, ..)))
}

/// Returns the constant and the expression whose product is equal to a real number.
fn multiple(real: &RealExpr) -> Option<(Quadratic, &Expr)> {
    match real {
        RealExpr::Int(e) => Some((Quadratic::int(1), e)),
        RealExpr::Neg(side) => multiple(side).map(|(x, e)| (x.negate(), e)),
        RealExpr::Binary(op, sides) => {
            let constant = |side: &RealExpr| match side {
                RealExpr::Known(x) => Some(*x),
                RealExpr::Int(Expr::Const(n)) => Some(Quadratic::int(*n)),
                _ => None,
            };
            match (op, constant(&sides[0]), constant(&sides[1])) {
                (BinaryOp::Mul, Some(by), None) => {
                    multiple(&sides[1]).and_then(|(x, e)| Some((x.binary(*op, by).ok()?, e)))
                }
                (BinaryOp::Mul | BinaryOp::Div, None, Some(by)) => {
                    multiple(&sides[0]).and_then(|(x, e)| Some((x.binary(*op, by).ok()?, e)))
                }
                _ => None,
            }
        }
        RealExpr::Known(_) | RealExpr::Sqrt(_) => None,
    }
}

/// Returns the minimum or the maximum of some forms, one case for each form. If several forms are
/// equal, the first one is chosen.
pub(crate) fn extreme(state: &CaseState, forms: &[LinearForm], least: bool) -> Cases<LinearForm> {
    let mut all = Vec::new();
    for (i, chosen) in forms.iter().enumerate() {
        let mut case = Some(state.clone());
        for (j, other) in forms.iter().enumerate().filter(|(j, _)| *j != i) {
            let gap = if least {
                less(chosen, other)?
            } else {
                less(other, chosen)?
            };
            let strict = if j < i {
                gap.plus(1, &LinearForm::constant(1))
                    .ok_or_else(too_large)?
            } else {
                gap
            };
            case = case.and_then(|state| state.with(strict));
        }
        all.extend(case.map(|state| (state, chosen.clone())));
    }
    Ok(all)
}

/// Returns the forms sorted, largest first, with one case for each order.
pub(crate) fn sorted(
    state: CaseState,
    forms: Vec<LinearForm>,
    most: usize,
) -> Cases<Vec<LinearForm>> {
    let mut cases = vec![(state, Vec::new(), forms)];
    loop {
        if cases.iter().all(|(_, _, left)| left.is_empty()) {
            return Ok(cases
                .into_iter()
                .map(|(state, done, _)| (state, done))
                .collect());
        }
        let mut next = Vec::new();
        for (state, done, left) in cases {
            for (case, chosen) in extreme(&state, &left, false)? {
                let place = left
                    .iter()
                    .position(|form| *form == chosen)
                    .expect("it is one of them");
                let mut left = left.clone();
                left.remove(place);
                next.push((case, done.iter().cloned().chain([chosen]).collect(), left));
            }
        }
        if next.len() > most {
            return Err(too_many());
        }
        cases = next;
    }
}

/// Returns the value of a constant form, if it fits.
fn constant_index(form: &LinearForm) -> Option<Int> {
    Int::try_from(form.as_constant()?).ok()
}
