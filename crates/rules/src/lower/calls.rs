//! Lowers calls of functions: built-in functions, and functions defined by `let`, which are
//! inlined.

use super::builtins::{BuiltinFunction, builtin};
use super::limits::MAX_EXPANDED_HEIGHT;
use super::lowering::Lowering;
use super::reals::only_in_floor;
use super::typed::{NameBinding, TypedExpr};
use crate::ast;
use crate::ir::{ChoiceDomain, Expr, Fold, RealExpr, RowElement, RuleChoice, SourceInfo};
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    pub(super) fn call(
        &mut self,
        name: &ast::Identifier,
        args: &[ast::ElementExpr],
        span: Span,
    ) -> Option<TypedExpr> {
        let word = &name.text;
        if let Some(NameBinding::Let(index)) = self.lookup(word) {
            let mut values = Vec::new();
            for arg in args {
                self.no_generators(arg)?;
                values.push(self.typed(&arg.value));
            }
            let values: Vec<TypedExpr> = values.into_iter().collect::<Option<_>>()?;
            return self.put_in_place(index, &values, span);
        }
        let Some(builtin) = builtin(word) else {
            // The names of built-in functions are not reserved. Rules may define the name of a
            // built-in function with another meaning.
            if self.lookup(word).is_none() {
                match word.as_str() {
                    "size" => {
                        return match self.data_size(word, args, span) {
                            Some(size) => size,
                            None => self.size(args, span),
                        };
                    }
                    word if super::data::FUNCTIONS.contains(&word) => {
                        return self.data_function(word, args, span);
                    }
                    "cells" => return self.cells(args, span),
                    _ => {}
                }
                if let Some((_, count)) = super::network::FUNCTIONS
                    .into_iter()
                    .find(|(name, _)| name == word)
                {
                    return self.network_call(word, count, args, span);
                }
            }
            if self.is_recursion(word, name.span) {
                return None;
            }
            let report = Diagnostic::error(
                name.span,
                text!("unknown function `{word}`", "未知的函数 `{word}`"),
            );
            return self.other_function(report, name, args, span);
        };
        let arity = match builtin {
            BuiltinFunction::Fixed(function) => function.arity()..=function.arity(),
            BuiltinFunction::Many(_) => 1..=usize::MAX,
            BuiltinFunction::Digits => 1..=2,
            BuiltinFunction::Floor | BuiltinFunction::Sqrt => 1..=1,
        };
        if !arity.contains(&args.len()) {
            let (needed, given) = (arity.start(), args.len());
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "wrong number of arguments for `{word}`: expected {needed}, found {given}",
                    "`{word}` 的参数个数有误：应为 {needed} 个，却有 {given} 个"
                ),
            ));
        }
        match builtin {
            BuiltinFunction::Many(fold) => self.fold(fold, args, span),
            BuiltinFunction::Fixed(function) => {
                let values = self.plain_arguments(args)?;
                Some(TypedExpr::Int(self.folded(Expr::Call(
                    function,
                    values,
                    SourceInfo(span),
                ))))
            }
            BuiltinFunction::Digits => {
                let mut values = self.plain_arguments(args)?.into_iter();
                let (number, base) = (values.next()?, values.next().unwrap_or(Expr::Const(10)));
                let local = self.new_local();
                let choice = RuleChoice {
                    local,
                    width: 1,
                    names: SourceInfo(vec!["d".into()]),
                    domain: ChoiceDomain::Digits(number, base),
                    span: SourceInfo(span),
                };
                Some(TypedExpr::Set(
                    1,
                    vec![RowElement {
                        values: vec![Expr::Local(local)],
                        generators: vec![choice],
                    }],
                ))
            }
            BuiltinFunction::Sqrt if !self.reals => {
                let error = Diagnostic::error(span, only_in_floor()).help(text!(
                    "write `isqrt(n)` for the integer square root",
                    "整数平方根请写 `isqrt(n)`"
                ));
                self.refuse(error.edit(name.span, "isqrt"))
            }
            BuiltinFunction::Sqrt => {
                let root = RealExpr::Sqrt(self.plain_arguments(args)?.into_iter().next()?);
                Some(TypedExpr::Real(self.known_real(root, span)))
            }
            BuiltinFunction::Floor => {
                self.no_generators(&args[0])?;
                let outside = std::mem::replace(&mut self.reals, true);
                let typed = self.typed(&args[0].value);
                self.reals = outside;
                match typed? {
                    typed @ (TypedExpr::Int(_) | TypedExpr::Real(_)) => {
                        Some(TypedExpr::Int(self.floor_of(typed.into_real()?, span)))
                    }
                    other => self.mismatch(args[0].value.span, &text!("a number", "数"), &other),
                }
            }
        }
    }

    /// Lowers arguments without `for`.
    fn plain_arguments(&mut self, args: &[ast::ElementExpr]) -> Option<Vec<Expr>> {
        let values: Vec<Option<Expr>> = args
            .iter()
            .map(|arg| {
                self.no_generators(arg)?;
                self.int(&arg.value)
            })
            .collect();
        values.into_iter().collect()
    }

    fn no_generators(&mut self, arg: &ast::ElementExpr) -> Option<()> {
        if arg.choices.is_empty() {
            return Some(());
        }
        self.refuse(Diagnostic::error(
            arg.value.span,
            text!(
                "`for` is not allowed in the arguments of this function",
                "该函数的参数中不能使用 `for`"
            ),
        ))
    }

    pub(super) fn fold(
        &mut self,
        fold: Fold,
        args: &[ast::ElementExpr],
        span: Span,
    ) -> Option<TypedExpr> {
        let truth = fold.is_truth();
        let mut elements = Vec::new();
        for arg in args {
            let mark = self.mark();
            let generators = self.generators_when(&arg.choices, arg.guard.as_ref());
            let value = self.typed(&arg.value);
            self.release(mark);
            let mut generators = generators?;
            match value? {
                TypedExpr::Bool(e) if truth => elements.push(RowElement {
                    values: vec![e],
                    generators,
                }),
                TypedExpr::Int(e) if !truth => elements.push(RowElement {
                    values: vec![e],
                    generators,
                }),
                TypedExpr::Set(1, rows) if !truth => {
                    elements.extend(rows.into_iter().map(|mut row| {
                        let mut all = std::mem::take(&mut generators);
                        all.append(&mut row.generators);
                        RowElement {
                            values: row.values,
                            generators: all,
                        }
                    }))
                }
                other if truth => {
                    return self.mismatch(arg.value.span, &text!("a condition", "条件"), &other);
                }
                other => return self.mismatch(arg.value.span, &text!("a number", "数"), &other),
            }
        }
        if let Some(sums) = self.prefix_sums(fold, &elements, span) {
            return Some(TypedExpr::Int(sums));
        }
        let folded = self.folded(Expr::Fold(fold, elements, SourceInfo(span)));
        Some(if truth {
            TypedExpr::Bool(folded)
        } else {
            TypedExpr::Int(folded)
        })
    }

    pub(super) fn put_in_place(
        &mut self,
        index: usize,
        args: &[TypedExpr],
        span: Span,
    ) -> Option<TypedExpr> {
        let (name, variables, body) = self.lets[index].clone();
        let wanted = variables.as_ref().map_or(0, Vec::len);
        if wanted != args.len() {
            let given = args.len();
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "wrong number of arguments for `{name}`: expected {wanted}, found {given}",
                    "`{name}` 的参数个数有误：应为 {wanted} 个，却有 {given} 个"
                ),
            ));
        }
        // The body of a `let` uses the names that are visible at its definition: the state, the
        // parameters and earlier `let`s.
        let hidden = self.scope.split_off(self.let_scope[index]);
        let locals = self.locals;
        for (variable, value) in variables.iter().flatten().zip(args) {
            let extent = value.extent();
            // The locals of the body must differ from those of the arguments that are substituted
            // into it.
            self.locals = self.locals.max(extent.locals);
            self.scope.push((
                variable.clone(),
                NameBinding::Argument(value.clone(), extent.nodes),
            ));
        }
        let result = self.typed(&body);
        self.locals = locals;
        self.scope.truncate(self.let_scope[index]);
        self.scope.extend(hidden);
        if result
            .as_ref()
            .is_some_and(|result| result.extent().height > MAX_EXPANDED_HEIGHT)
        {
            return self.too_deep(span);
        }
        result
    }
}
