//! Computes the cases in which a condition holds, and the cases in which the condition does not
//! hold.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::Expr;

use crate::error::{not_linear, too_large};
use crate::reader::{RuleReader, less};
use crate::state::CaseState;
use crate::{LanguageFragment, LinearForm};
use base::text::Text;

impl RuleReader<'_> {
    pub(crate) fn all_hold(
        &self,
        states: Vec<CaseState>,
        condition: &Expr,
        truth: bool,
    ) -> Result<Vec<CaseState>, Text> {
        let mut all = Vec::new();
        for state in states {
            all.extend(self.holds(state, condition, truth)?);
        }
        self.check_case_limit(all)
    }

    /// Returns the cases in which a condition has the requested truth value. The returned cases do
    /// not overlap.
    pub(crate) fn holds(
        &self,
        state: CaseState,
        condition: &Expr,
        truth: bool,
    ) -> Result<Vec<CaseState>, Text> {
        match condition {
            Expr::Const(n) => Ok(if (*n != 0) == truth {
                vec![state]
            } else {
                Vec::new()
            }),
            Expr::Not(inner) => self.holds(state, inner, !truth),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), sides, _) => {
                let both = (*op == BinaryOp::And) == truth;
                let first = self.holds(state.clone(), &sides[0], truth)?;
                if both {
                    return self.all_hold(first, &sides[1], truth);
                }
                let mut all = first;
                for state in self.holds(state, &sides[0], !truth)? {
                    all.extend(self.holds(state, &sides[1], truth)?);
                }
                self.check_case_limit(all)
            }
            Expr::If(parts) if self.extent == LanguageFragment::All => {
                let mut all = Vec::new();
                for (taken, branch) in [(true, &parts[1]), (false, &parts[2])] {
                    all.extend(self.all_hold(
                        self.holds(state.clone(), &parts[0], taken)?,
                        branch,
                        truth,
                    )?);
                }
                self.check_case_limit(all)
            }
            Expr::Fold(fold, elements, _) if fold.is_truth() => {
                let both = (*fold == rules::ir::Fold::All) == truth;
                let mut undecided = vec![state];
                let mut decided = Vec::new();
                for element in elements {
                    for row in self.constant_rows(
                        undecided
                            .first()
                            .cloned()
                            .map_or_else(|| Err(not_linear()), Ok)?,
                        &element.generators,
                    )? {
                        let mut next = Vec::new();
                        for mut state in std::mem::take(&mut undecided) {
                            let locals = std::mem::replace(&mut state.locals, row.locals.clone());
                            let restored = |mut state: CaseState| {
                                state.locals = locals.clone();
                                state
                            };
                            let yes = self.holds(state.clone(), &element.values[0], truth)?;
                            if both {
                                next.extend(yes.into_iter().map(restored));
                            } else {
                                decided.extend(yes.into_iter().map(restored));
                                next.extend(
                                    self.holds(state, &element.values[0], !truth)?
                                        .into_iter()
                                        .map(restored),
                                );
                            }
                        }
                        undecided = self.check_case_limit(next)?;
                        if undecided.is_empty() {
                            return self.check_case_limit(decided);
                        }
                    }
                }
                if both {
                    Ok(undecided)
                } else {
                    self.check_case_limit(decided)
                }
            }
            Expr::Compare(op, sides) => {
                let mut all = Vec::new();
                for (state, sides) in self.values(state, sides.iter())? {
                    all.extend(read_comparison(&state, *op, &sides[0], &sides[1], truth)?);
                }
                self.check_case_limit(all)
            }
            _ => {
                let mut all = Vec::new();
                for (state, form) in self.value(state, condition)? {
                    all.extend(read_comparison(
                        &state,
                        CompareOp::Ne,
                        &form,
                        &LinearForm::default(),
                        truth,
                    )?);
                }
                self.check_case_limit(all)
            }
        }
    }
}

/// Returns the cases in which a comparison of two expressions has the requested truth value.
fn read_comparison(
    state: &CaseState,
    op: CompareOp,
    a: &LinearForm,
    b: &LinearForm,
    truth: bool,
) -> Result<Vec<CaseState>, Text> {
    let at_most = |a: &LinearForm, b: &LinearForm| less(a, b).map(|form| state.clone().with(form));
    let below = |a: &LinearForm, b: &LinearForm| {
        at_most(
            &a.plus(1, &LinearForm::constant(1)).ok_or_else(too_large)?,
            b,
        )
    };
    let op = match (op, truth) {
        (op, true) => op,
        (CompareOp::Le, _) => CompareOp::Gt,
        (CompareOp::Ge, _) => CompareOp::Lt,
        (CompareOp::Lt, _) => CompareOp::Ge,
        (CompareOp::Gt, _) => CompareOp::Le,
        (CompareOp::Eq, _) => CompareOp::Ne,
        (CompareOp::Ne, _) => CompareOp::Eq,
    };
    Ok(match op {
        CompareOp::Le => at_most(a, b)?.into_iter().collect(),
        CompareOp::Ge => at_most(b, a)?.into_iter().collect(),
        CompareOp::Lt => below(a, b)?.into_iter().collect(),
        CompareOp::Gt => below(b, a)?.into_iter().collect(),
        CompareOp::Eq => {
            let (form, back) = (less(a, b)?, less(b, a)?);
            state.clone().with_zero(form, &back).into_iter().collect()
        }
        CompareOp::Ne => below(a, b)?.into_iter().chain(below(b, a)?).collect(),
    })
}
