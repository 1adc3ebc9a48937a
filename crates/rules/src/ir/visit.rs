//! The traversal of expressions. [`Expr::children`] iterates over the direct children of an
//! expression, [`Expr::binders`] returns the locals that an expression itself assigns, and
//! [`Expr::map`] rebuilds an expression from transformed children. Code that treats the kinds of
//! expressions differently (evaluation, ranges, code generation) matches on them itself. Code that
//! only searches or substitutes uses the functions of this module.

use super::{ChoiceDomain, Expr, RangeStopper, RealExpr, RowElement, RuleChoice, SlotRef};

/// Iterates over the direct children of an expression, in the order in which they are written. The
/// iterator allocates only for folds and real numbers.
#[derive(Clone, Debug)]
pub struct ExprChildrenIter<'e> {
    together: std::slice::Iter<'e, Expr>,
    scattered: std::vec::IntoIter<&'e Expr>,
}

impl<'e> ExprChildrenIter<'e> {
    fn together(list: &'e [Expr]) -> ExprChildrenIter<'e> {
        ExprChildrenIter {
            together: list.iter(),
            scattered: Vec::new().into_iter(),
        }
    }

    fn scattered(gather: impl FnOnce(&mut Vec<&'e Expr>)) -> ExprChildrenIter<'e> {
        let mut list = Vec::new();
        gather(&mut list);
        ExprChildrenIter {
            together: [].iter(),
            scattered: list.into_iter(),
        }
    }
}

impl<'e> Iterator for ExprChildrenIter<'e> {
    type Item = &'e Expr;

    fn next(&mut self) -> Option<&'e Expr> {
        self.together.next().or_else(|| self.scattered.next())
    }
}

/// A transformation of expressions.
pub trait ExprMapper {
    /// Returns the replacement of a child.
    fn expr(&mut self, expr: &Expr) -> Expr;

    /// Returns the local that replaces a local assigned by a choice.
    fn binder(&mut self, local: usize) -> usize {
        local
    }
}

impl Expr {
    /// Iterates over the direct children. The children of a fold are the bounds of its generators
    /// and its values.
    pub fn children(&self) -> ExprChildrenIter<'_> {
        match self {
            Expr::Const(_) | Expr::Slot(_) | Expr::Local(_) => ExprChildrenIter::together(&[]),
            Expr::At(place, _) => match &**place {
                SlotRef::Slot(_) => ExprChildrenIter::together(&[]),
                SlotRef::Array(_, _, _, index) => {
                    ExprChildrenIter::together(std::slice::from_ref(index))
                }
            },
            Expr::Neg(e, _) | Expr::Not(e) => ExprChildrenIter::together(std::slice::from_ref(e)),
            Expr::Binary(_, sides, _) | Expr::Compare(_, sides) => {
                ExprChildrenIter::together(&sides[..])
            }
            Expr::If(parts) => ExprChildrenIter::together(&parts[..]),
            Expr::Call(_, args, _) | Expr::Entry(_, args, _) => ExprChildrenIter::together(args),
            Expr::Fold(_, elements, _) => {
                ExprChildrenIter::scattered(|list| elements.iter().for_each(|e| e.gather(list)))
            }
            Expr::Floor(real, _) => ExprChildrenIter::scattered(|list| real.gather(list)),
            Expr::CompareReal(_, sides, _) => {
                ExprChildrenIter::scattered(|list| sides.iter().for_each(|side| side.gather(list)))
            }
        }
    }

    /// Returns the locals that this expression itself assigns, in the generators of a fold. The
    /// children of the expression may assign other locals.
    pub fn binders(&self) -> Vec<usize> {
        let mut list = Vec::new();
        if let Expr::Fold(_, elements, _) = self {
            elements
                .iter()
                .for_each(|element| element.gather_binders(&mut list));
        }
        list
    }

    /// Returns whether a test accepts this expression or any descendant. O(nodes).
    pub fn any(&self, test: &dyn Fn(&Expr) -> bool) -> bool {
        test(self) || self.children().any(|child| child.any(test))
    }

    /// Returns this expression with each child replaced by the result of `map`.
    pub fn map(&self, map: &mut dyn ExprMapper) -> Expr {
        match self {
            Expr::Const(_) | Expr::Slot(_) | Expr::Local(_) => self.clone(),
            Expr::At(place, span) => Expr::At(
                Box::new(match &**place {
                    SlotRef::Slot(slot) => SlotRef::Slot(*slot),
                    SlotRef::Array(first, low, len, index) => {
                        SlotRef::Array(*first, *low, *len, map.expr(index))
                    }
                }),
                *span,
            ),
            Expr::Entry(data, indices, span) => Expr::Entry(
                data.clone(),
                indices.iter().map(|index| map.expr(index)).collect(),
                *span,
            ),
            Expr::Neg(e, span) => Expr::Neg(Box::new(map.expr(e)), *span),
            Expr::Not(e) => Expr::Not(Box::new(map.expr(e))),
            Expr::Binary(op, sides, span) => Expr::Binary(
                *op,
                Box::new([map.expr(&sides[0]), map.expr(&sides[1])]),
                *span,
            ),
            Expr::Compare(op, sides) => {
                Expr::Compare(*op, Box::new([map.expr(&sides[0]), map.expr(&sides[1])]))
            }
            Expr::If(parts) => Expr::If(Box::new([
                map.expr(&parts[0]),
                map.expr(&parts[1]),
                map.expr(&parts[2]),
            ])),
            Expr::Call(function, args, span) => Expr::Call(
                *function,
                args.iter().map(|arg| map.expr(arg)).collect(),
                *span,
            ),
            Expr::Fold(fold, elements, span) => {
                Expr::Fold(*fold, elements.iter().map(|e| e.map(map)).collect(), *span)
            }
            Expr::Floor(real, span) => Expr::Floor(Box::new(real.map(map)), *span),
            Expr::CompareReal(op, sides, span) => {
                Expr::CompareReal(*op, Box::new([sides[0].map(map), sides[1].map(map)]), *span)
            }
        }
    }
}

impl RowElement {
    /// Iterates over the direct children of an element: the children in its generators, followed by
    /// its values.
    pub fn children(&self) -> ExprChildrenIter<'_> {
        ExprChildrenIter::scattered(|list| self.gather(list))
    }

    /// Returns the locals that the generators of the element assign.
    pub fn binders(&self) -> Vec<usize> {
        let mut list = Vec::new();
        self.gather_binders(&mut list);
        list
    }

    fn gather<'e>(&'e self, list: &mut Vec<&'e Expr>) {
        self.generators
            .iter()
            .for_each(|choice| choice.domain.gather(list));
        list.extend(&self.values);
    }

    fn gather_binders(&self, list: &mut Vec<usize>) {
        self.generators
            .iter()
            .for_each(|choice| choice.gather_binders(list));
    }

    fn map(&self, map: &mut dyn ExprMapper) -> RowElement {
        let values = self.values.iter().map(|value| map.expr(value)).collect();
        RowElement {
            values,
            generators: self
                .generators
                .iter()
                .map(|choice| choice.map(map))
                .collect(),
        }
    }
}

impl RuleChoice {
    fn gather_binders(&self, list: &mut Vec<usize>) {
        self.domain.gather_binders(list);
        list.extend(self.local..self.local + self.width);
    }

    fn map(&self, map: &mut dyn ExprMapper) -> RuleChoice {
        let (domain, names) = (self.domain.map(map), self.names.clone());
        RuleChoice {
            local: map.binder(self.local),
            width: self.width,
            names,
            domain,
            span: self.span,
        }
    }
}

impl ChoiceDomain {
    /// Iterates over the direct children of a domain.
    pub fn children(&self) -> ExprChildrenIter<'_> {
        ExprChildrenIter::scattered(|list| self.gather(list))
    }

    /// Returns the locals that the domain itself assigns: the locals of the generators of a listed
    /// set, and the local of an endless set.
    pub fn binders(&self) -> Vec<usize> {
        let mut list = Vec::new();
        self.gather_binders(&mut list);
        list
    }

    fn gather_binders(&self, list: &mut Vec<usize>) {
        match self {
            ChoiceDomain::Listed(elements) => elements
                .iter()
                .for_each(|element| element.gather_binders(list)),
            ChoiceDomain::Endless(running, ..) => list.push(*running),
            ChoiceDomain::Range(..)
            | ChoiceDomain::Open(..)
            | ChoiceDomain::Known(_)
            | ChoiceDomain::Digits(..) => {}
        }
    }

    fn gather<'e>(&'e self, list: &mut Vec<&'e Expr>) {
        let ends = |stoppers: &'e [RangeStopper], list: &mut Vec<&'e Expr>| {
            list.extend(stoppers.iter().map(|stopper| &stopper.value))
        };
        match self {
            ChoiceDomain::Range(a, b) | ChoiceDomain::Digits(a, b) => list.extend([a, b]),
            ChoiceDomain::Open(low, stoppers) => {
                list.push(low);
                ends(stoppers, list);
            }
            ChoiceDomain::Known(_) => {}
            ChoiceDomain::Listed(elements) => {
                elements.iter().for_each(|element| element.gather(list))
            }
            ChoiceDomain::Endless(_, from, value, stoppers) => {
                list.extend([from, value]);
                ends(stoppers, list);
            }
        }
    }

    fn map(&self, map: &mut dyn ExprMapper) -> ChoiceDomain {
        let ends = |stoppers: &[RangeStopper], map: &mut dyn ExprMapper| {
            stoppers
                .iter()
                .map(|stopper| RangeStopper {
                    value: map.expr(&stopper.value),
                    ..stopper.clone()
                })
                .collect()
        };
        match self {
            ChoiceDomain::Range(low, high) => ChoiceDomain::Range(map.expr(low), map.expr(high)),
            ChoiceDomain::Digits(number, base) => {
                ChoiceDomain::Digits(map.expr(number), map.expr(base))
            }
            ChoiceDomain::Open(low, stoppers) => {
                ChoiceDomain::Open(map.expr(low), ends(stoppers, map))
            }
            ChoiceDomain::Known(rows) => ChoiceDomain::Known(rows.clone()),
            ChoiceDomain::Listed(elements) => {
                ChoiceDomain::Listed(elements.iter().map(|element| element.map(map)).collect())
            }
            ChoiceDomain::Endless(running, from, value, stoppers) => {
                let (from, value) = (map.expr(from), map.expr(value));
                ChoiceDomain::Endless(map.binder(*running), from, value, ends(stoppers, map))
            }
        }
    }
}

impl RealExpr {
    fn gather<'e>(&'e self, list: &mut Vec<&'e Expr>) {
        match self {
            RealExpr::Known(_) => {}
            RealExpr::Int(e) | RealExpr::Sqrt(e) => list.push(e),
            RealExpr::Neg(real) => real.gather(list),
            RealExpr::Binary(_, sides) => sides.iter().for_each(|side| side.gather(list)),
        }
    }

    fn map(&self, map: &mut dyn ExprMapper) -> RealExpr {
        match self {
            RealExpr::Known(x) => RealExpr::Known(*x),
            RealExpr::Int(e) => RealExpr::Int(map.expr(e)),
            RealExpr::Sqrt(e) => RealExpr::Sqrt(map.expr(e)),
            RealExpr::Neg(real) => RealExpr::Neg(Box::new(real.map(map))),
            RealExpr::Binary(op, sides) => {
                RealExpr::Binary(*op, Box::new([sides[0].map(map), sides[1].map(map)]))
            }
        }
    }
}
