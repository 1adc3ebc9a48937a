//! Bitwise operations. Atoms contain only numbers that are at least 0. For negative numbers the
//! rule language uses two's complement, in which x and -1 - x have complementary bits. So each
//! combination of signs of the operands is a separate case, and a negative operand x is replaced by
//! -1 - x.

use rules::ast::BinaryOp;
use rules::ir::{Expr, Function};

use crate::LinearForm;
use crate::atom::{Atom, BitOp};
use crate::error::{not_linear, too_large};
use crate::reader::{Cases, RuleReader, less};
use crate::state::CaseState;
use base::text;

/// Returns -1 - x.
fn complement(form: &LinearForm) -> Option<LinearForm> {
    LinearForm::constant(-1).minus(form)
}

/// Returns the result of an operation on non-negative numbers: the result variable of an existing
/// equal atom, a simpler form, or a new variable.
fn result(state: &mut CaseState, op: BitOp, a: &LinearForm, b: &LinearForm) -> LinearForm {
    if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
        return LinearForm::constant(op.apply(a, b));
    }
    match (op, a.as_constant(), b.as_constant()) {
        (BitOp::And, Some(0), _) | (BitOp::And, _, Some(0)) => return LinearForm::default(),
        (BitOp::Or | BitOp::Xor, Some(0), _) => return b.clone(),
        (BitOp::Or | BitOp::Xor, _, Some(0)) => return a.clone(),
        _ => {}
    }
    let known = state.atoms().find_map(|atom| match atom {
        Atom::Bits {
            op: known,
            left,
            right,
            result,
        } if *known == op && left == a && right == b => Some(result.clone()),
        _ => None,
    });
    known.unwrap_or_else(|| {
        let result = state.fresh();
        state.add(Atom::Bits {
            op,
            left: a.clone(),
            right: b.clone(),
            result: result.clone(),
        });
        result
    })
}

impl RuleReader<'_> {
    /// Returns the cases in which a form is at least 0, and the cases in which it is negative.
    fn signs(&self, state: CaseState, form: &LinearForm) -> Cases<bool> {
        let natural = less(&LinearForm::default(), form)?;
        let below = form
            .plus(1, &LinearForm::constant(1))
            .ok_or_else(too_large)?;
        if state.excludes(&below) {
            return Ok(vec![(state, true)]);
        }
        let with = |row, sign| state.clone().with(row).map(|state| (state, sign));
        Ok(with(natural, true)
            .into_iter()
            .chain(with(below, false))
            .collect())
    }

    /// Returns the cases of `a xor b`, `a bitand b` or `a bitor b`.
    pub(crate) fn bits(
        &self,
        state: CaseState,
        op: BinaryOp,
        a: &LinearForm,
        b: &LinearForm,
    ) -> Cases<LinearForm> {
        let mut all = Vec::new();
        for (state, first) in self.signs(state, a)? {
            for (mut state, second) in self.signs(state, b)? {
                let form = || {
                    let a = if first { a.clone() } else { complement(a)? };
                    let b = if second { b.clone() } else { complement(b)? };
                    let mut of = |op, a: &LinearForm, b: &LinearForm| result(&mut state, op, a, b);
                    match (op, first, second) {
                        (BinaryOp::Xor, ..) if first == second => Some(of(BitOp::Xor, &a, &b)),
                        (BinaryOp::Xor, ..) => complement(&of(BitOp::Xor, &a, &b)),
                        (BinaryOp::BitAnd, true, true) => Some(of(BitOp::And, &a, &b)),
                        (BinaryOp::BitAnd, true, false) => a.minus(&of(BitOp::And, &a, &b)),
                        (BinaryOp::BitAnd, false, true) => b.minus(&of(BitOp::And, &a, &b)),
                        (BinaryOp::BitAnd, false, false) => complement(&of(BitOp::Or, &a, &b)),
                        (BinaryOp::BitOr, true, true) => Some(of(BitOp::Or, &a, &b)),
                        (BinaryOp::BitOr, true, false) => {
                            complement(&b.minus(&of(BitOp::And, &a, &b))?)
                        }
                        (BinaryOp::BitOr, false, true) => {
                            complement(&a.minus(&of(BitOp::And, &a, &b))?)
                        }
                        (BinaryOp::BitOr, false, false) => complement(&of(BitOp::And, &a, &b)),
                        _ => None,
                    }
                };
                let form = { form }().ok_or_else(too_large)?;
                all.push((state, form));
            }
        }
        self.check_case_limit(all)
    }

    /// Returns the cases of the nim-sum of forms.
    pub(crate) fn nim_sum(&self, state: CaseState, forms: &[LinearForm]) -> Cases<LinearForm> {
        let mut cases = vec![(state, LinearForm::default())];
        for form in forms {
            let mut next = Vec::new();
            for (state, sum) in cases {
                next.extend(self.bits(state, BinaryOp::Xor, &sum, form)?);
            }
            cases = self.check_case_limit(next)?;
        }
        Ok(cases)
    }

    /// Returns the cases of `2 ** ctz(e)`, where the reader must be able to prove that e ≠ 0.
    pub(crate) fn lowest_bits(&self, state: CaseState, expr: &Expr) -> Cases<LinearForm> {
        let mut all = Vec::new();
        for (state, form) in self.value(state, expr)? {
            let back = form.times(-1).ok_or_else(too_large)?;
            if state.clone().with_zero(form.clone(), &back).is_some() {
                return Err(self.beyond(text!(
                    "`ctz` of a number that is not known to be nonzero",
                    "未能确定非 0 之数的 `ctz` "
                )));
            }
            if let Some(n) = form.as_constant() {
                all.push((state, LinearForm::constant(n & n.wrapping_neg())));
                continue;
            }
            for (of, row) in [(&form, &back), (&back, &form)] {
                // 1 - of ≤ 0
                let row = row
                    .plus(1, &LinearForm::constant(1))
                    .ok_or_else(too_large)?;
                all.extend(state.clone().with(row).map(|mut state| {
                    let result = state.fresh();
                    state.add(Atom::LowestBit {
                        of: of.clone(),
                        result: result.clone(),
                    });
                    (state, result)
                }));
            }
        }
        self.check_case_limit(all)
    }

    /// Returns the cases of the value of an expression modulo 2. The expression read by this
    /// function contains `popcount`.
    pub(crate) fn parity(&self, state: CaseState, expr: &Expr) -> Cases<LinearForm> {
        let mut all = Vec::new();
        for (state, form) in self.up_to_two(state, expr)? {
            match form.as_constant() {
                Some(n) => all.push((state, LinearForm::constant(n.rem_euclid(2)))),
                None => all.extend(self.operation(
                    state,
                    BinaryOp::Mod,
                    &form,
                    &LinearForm::constant(2),
                )?),
            }
        }
        self.check_case_limit(all)
    }

    /// Returns cases, each with a linear form that is congruent to an expression modulo 2.
    fn up_to_two(&self, state: CaseState, expr: &Expr) -> Cases<LinearForm> {
        match expr {
            Expr::Call(Function::Popcount, args, _) => {
                let mut all = Vec::new();
                for (state, form) in self.value(state, &args[0])? {
                    let below = form
                        .plus(1, &LinearForm::constant(1))
                        .ok_or_else(too_large)?;
                    if !state.excludes(&below) {
                        return Err(self.beyond(text!(
                            "`popcount` of a number that is not known to be at least 0",
                            "未能确定不小于 0 之数的 `popcount` "
                        )));
                    }
                    if let Some(n) = form.as_constant() {
                        all.push((state, LinearForm::constant(n.count_ones().into())));
                        continue;
                    }
                    for odd in [true, false] {
                        let mut state = state.clone();
                        state.add(Atom::OddOnes {
                            of: form.clone(),
                            odd,
                        });
                        all.push((state, LinearForm::constant(odd.into())));
                    }
                }
                self.check_case_limit(all)
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), sides, _) => {
                let mut all = Vec::new();
                for (state, a) in self.up_to_two(state, &sides[0])? {
                    for (state, b) in self.up_to_two(state, &sides[1])? {
                        let sum = if *op == BinaryOp::Add {
                            a.plus(1, &b)
                        } else {
                            a.minus(&b)
                        };
                        all.push((state, sum.ok_or_else(too_large)?));
                    }
                }
                self.check_case_limit(all)
            }
            Expr::Neg(inner, _) => self.up_to_two(state, inner),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => Err(not_linear()),
            _ => self.value(state, expr),
        }
    }
}
