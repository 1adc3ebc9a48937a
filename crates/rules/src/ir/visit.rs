//! The one place that knows where the parts of an expression are. [`Expr::children`] goes over the
//! expressions directly under one, [`Expr::binders`] names the locals that it gives values itself,
//! [`Expr::map`] rebuilds it from changed parts. What treats kinds of expressions differently (a
//! value, a range, code) matches them itself; what only looks for something, or puts something in,
//! does it by these.

use super::{Choice, Domain, Element, Expr, Place, Real, Stopper};

/// The expressions directly under one, in the order in which they are written. Nothing is allocated
/// but for folds and real numbers.
#[derive(Clone, Debug)]
pub struct Children<'e> {
    together: std::slice::Iter<'e, Expr>,
    scattered: std::vec::IntoIter<&'e Expr>,
}

impl<'e> Children<'e> {
    fn together(list: &'e [Expr]) -> Children<'e> {
        Children {
            together: list.iter(),
            scattered: Vec::new().into_iter(),
        }
    }

    fn scattered(gather: impl FnOnce(&mut Vec<&'e Expr>)) -> Children<'e> {
        let mut list = Vec::new();
        gather(&mut list);
        Children {
            together: [].iter(),
            scattered: list.into_iter(),
        }
    }
}

impl<'e> Iterator for Children<'e> {
    type Item = &'e Expr;

    fn next(&mut self) -> Option<&'e Expr> {
        self.together.next().or_else(|| self.scattered.next())
    }
}

/// How an expression is rebuilt.
pub trait Map {
    /// What stands for a part.
    fn expr(&mut self, expr: &Expr) -> Expr;

    /// The local that takes the values of one that a choice bound.
    fn binder(&mut self, local: usize) -> usize {
        local
    }
}

impl Expr {
    /// The expressions directly under this one; those of a fold are the bounds of its generators
    /// and its values.
    pub fn children(&self) -> Children<'_> {
        match self {
            Expr::Const(_) | Expr::Slot(_) | Expr::Local(_) => Children::together(&[]),
            Expr::At(place, _) => match &**place {
                Place::Slot(_) => Children::together(&[]),
                Place::Array(_, _, _, index) => Children::together(std::slice::from_ref(index)),
            },
            Expr::Neg(e, _) | Expr::Not(e) => Children::together(std::slice::from_ref(e)),
            Expr::Binary(_, sides, _) | Expr::Compare(_, sides) => Children::together(&sides[..]),
            Expr::If(parts) => Children::together(&parts[..]),
            Expr::Call(_, args, _) => Children::together(args),
            Expr::Fold(_, elements, _) => {
                Children::scattered(|list| elements.iter().for_each(|e| e.gather(list)))
            }
            Expr::Floor(real, _) => Children::scattered(|list| real.gather(list)),
            Expr::CompareReal(_, sides, _) => {
                Children::scattered(|list| sides.iter().for_each(|side| side.gather(list)))
            }
        }
    }

    /// The locals that this expression itself gives values, in the generators of a fold; its
    /// children may give others.
    pub fn binders(&self) -> Vec<usize> {
        let mut list = Vec::new();
        if let Expr::Fold(_, elements, _) = self {
            elements
                .iter()
                .for_each(|element| element.gather_binders(&mut list));
        }
        list
    }

    /// Whether a test accepts this expression or one anywhere under it. O(nodes).
    pub fn any(&self, test: &dyn Fn(&Expr) -> bool) -> bool {
        test(self) || self.children().any(|child| child.any(test))
    }

    /// This expression, each child replaced by what `map` makes of it.
    pub fn map(&self, map: &mut dyn Map) -> Expr {
        match self {
            Expr::Const(_) | Expr::Slot(_) | Expr::Local(_) => self.clone(),
            Expr::At(place, span) => Expr::At(
                Box::new(match &**place {
                    Place::Slot(slot) => Place::Slot(*slot),
                    Place::Array(first, low, len, index) => {
                        Place::Array(*first, *low, *len, map.expr(index))
                    }
                }),
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

impl Element {
    /// The expressions directly under an element: those in its generators, then its values.
    pub fn children(&self) -> Children<'_> {
        Children::scattered(|list| self.gather(list))
    }

    /// The locals that its generators give values.
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

    fn map(&self, map: &mut dyn Map) -> Element {
        let values = self.values.iter().map(|value| map.expr(value)).collect();
        Element {
            values,
            generators: self
                .generators
                .iter()
                .map(|choice| choice.map(map))
                .collect(),
        }
    }
}

impl Choice {
    fn gather_binders(&self, list: &mut Vec<usize>) {
        self.domain.gather_binders(list);
        list.extend(self.local..self.local + self.width);
    }

    fn map(&self, map: &mut dyn Map) -> Choice {
        let (domain, names) = (self.domain.map(map), self.names.clone());
        Choice {
            local: map.binder(self.local),
            width: self.width,
            names,
            domain,
            span: self.span,
        }
    }
}

impl Domain {
    /// The expressions directly under a domain.
    pub fn children(&self) -> Children<'_> {
        Children::scattered(|list| self.gather(list))
    }

    /// The locals that it gives values itself: those of the generators of a listed set, the running
    /// one of an endless set.
    pub fn binders(&self) -> Vec<usize> {
        let mut list = Vec::new();
        self.gather_binders(&mut list);
        list
    }

    fn gather_binders(&self, list: &mut Vec<usize>) {
        match self {
            Domain::Listed(elements) => elements
                .iter()
                .for_each(|element| element.gather_binders(list)),
            Domain::Endless(running, ..) => list.push(*running),
            Domain::Range(..) | Domain::Open(..) | Domain::Known(_) | Domain::Digits(..) => {}
        }
    }

    fn gather<'e>(&'e self, list: &mut Vec<&'e Expr>) {
        let ends = |stoppers: &'e [Stopper], list: &mut Vec<&'e Expr>| {
            list.extend(stoppers.iter().map(|stopper| &stopper.value))
        };
        match self {
            Domain::Range(a, b) | Domain::Digits(a, b) => list.extend([a, b]),
            Domain::Open(low, stoppers) => {
                list.push(low);
                ends(stoppers, list);
            }
            Domain::Known(_) => {}
            Domain::Listed(elements) => elements.iter().for_each(|element| element.gather(list)),
            Domain::Endless(_, from, value, stoppers) => {
                list.extend([from, value]);
                ends(stoppers, list);
            }
        }
    }

    fn map(&self, map: &mut dyn Map) -> Domain {
        let ends = |stoppers: &[Stopper], map: &mut dyn Map| {
            stoppers
                .iter()
                .map(|stopper| Stopper {
                    value: map.expr(&stopper.value),
                    ..stopper.clone()
                })
                .collect()
        };
        match self {
            Domain::Range(low, high) => Domain::Range(map.expr(low), map.expr(high)),
            Domain::Digits(number, base) => Domain::Digits(map.expr(number), map.expr(base)),
            Domain::Open(low, stoppers) => Domain::Open(map.expr(low), ends(stoppers, map)),
            Domain::Known(rows) => Domain::Known(rows.clone()),
            Domain::Listed(elements) => {
                Domain::Listed(elements.iter().map(|element| element.map(map)).collect())
            }
            Domain::Endless(running, from, value, stoppers) => {
                let (from, value) = (map.expr(from), map.expr(value));
                Domain::Endless(map.binder(*running), from, value, ends(stoppers, map))
            }
        }
    }
}

impl Real {
    fn gather<'e>(&'e self, list: &mut Vec<&'e Expr>) {
        match self {
            Real::Known(_) => {}
            Real::Int(e) | Real::Sqrt(e) => list.push(e),
            Real::Neg(real) => real.gather(list),
            Real::Binary(_, sides) => sides.iter().for_each(|side| side.gather(list)),
        }
    }

    fn map(&self, map: &mut dyn Map) -> Real {
        match self {
            Real::Known(x) => Real::Known(*x),
            Real::Int(e) => Real::Int(map.expr(e)),
            Real::Sqrt(e) => Real::Sqrt(map.expr(e)),
            Real::Neg(real) => Real::Neg(Box::new(real.map(map))),
            Real::Binary(op, sides) => {
                Real::Binary(*op, Box::new([sides[0].map(map), sides[1].map(map)]))
            }
        }
    }
}
