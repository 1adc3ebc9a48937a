//! What an expression depends on: the position, or values chosen outside it.

use crate::ir::{Choice, Domain, Element, Expr, Int, Place, Real, Stopper};

/// Calls `visit` for every expression that stands directly under this one.
fn each_child(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match expr {
        Expr::Const(_) | Expr::Slot(_) | Expr::Local(_) => {}
        Expr::At(place, _) => match &**place {
            Place::Slot(_) => {}
            Place::Array(_, _, _, index) => visit(index),
        },
        Expr::Neg(e, _) | Expr::Not(e) => visit(e),
        Expr::Binary(_, sides, _) | Expr::Compare(_, sides) => sides.iter().for_each(visit),
        Expr::If(parts) => parts.iter().for_each(visit),
        Expr::Call(_, args, _) => args.iter().for_each(visit),
        Expr::Fold(_, elements, _) => elements.iter().for_each(|e| each_in_element(e, visit)),
        Expr::Floor(real, _) => each_in_real(real, visit),
        Expr::CompareReal(_, sides, _) => sides.iter().for_each(|side| each_in_real(side, visit)),
    }
}

fn each_in_real(real: &Real, visit: &mut dyn FnMut(&Expr)) {
    match real {
        Real::Phi => {}
        Real::Int(e) | Real::Sqrt(e) => visit(e),
        Real::Neg(r) => each_in_real(r, visit),
        Real::Binary(_, sides) => sides.iter().for_each(|side| each_in_real(side, visit)),
    }
}

fn each_in_element(element: &Element, visit: &mut dyn FnMut(&Expr)) {
    element.generators.iter().for_each(|choice| each_in_choice(choice, visit));
    element.values.iter().for_each(visit);
}

/// Calls `visit` for every expression in the domain of a choice.
pub(super) fn each_in_choice(choice: &Choice, visit: &mut dyn FnMut(&Expr)) {
    match &choice.domain {
        Domain::Range(low, high) | Domain::Digits(low, high) => [low, high].into_iter().for_each(visit),
        Domain::Open(low, stoppers) => {
            visit(low);
            stoppers.iter().for_each(|Stopper { value, .. }| visit(value));
        }
        Domain::Known(_) => {}
        Domain::Listed(elements) => elements.iter().for_each(|e| each_in_element(e, visit)),
        Domain::Endless(_, from, value, stoppers) => {
            visit(from);
            visit(value);
            stoppers.iter().for_each(|Stopper { value, .. }| visit(value));
        }
    }
}

/// The locals that an expression binds itself, in its folds.
fn bound(expr: &Expr, list: &mut Vec<usize>) {
    if let Expr::Fold(_, elements, _) = expr {
        elements.iter().for_each(|e| bound_in_element(e, list));
    }
    each_child(expr, &mut |child| bound(child, list));
}

fn bound_in_element(element: &Element, list: &mut Vec<usize>) {
    for choice in &element.generators {
        list.extend(choice.local..choice.local + choice.width);
        if let Domain::Listed(elements) = &choice.domain {
            elements.iter().for_each(|e| bound_in_element(e, list));
        }
        each_in_choice(choice, &mut |child| bound(child, list));
    }
}

/// The locals that an expression reads, its own folds' included.
fn locals(expr: &Expr, list: &mut Vec<usize>) {
    if let Expr::Local(local) = expr {
        list.push(*local);
    }
    each_child(expr, &mut |child| locals(child, list));
}

/// Calls `visit` for every slot that an expression reads by its place.
pub(super) fn each_slot(expr: &Expr, visit: &mut dyn FnMut(usize)) {
    if let Expr::Slot(slot) = expr {
        visit(*slot);
    }
    each_child(expr, &mut |child| each_slot(child, visit));
}

pub(super) fn reads_position(expr: &Expr) -> bool {
    let mut reads = matches!(expr, Expr::Slot(_) | Expr::At(..));
    each_child(expr, &mut |child| reads |= reads_position(child));
    reads
}

/// The locals that must be set before the expression has a value.
pub(super) fn free_locals(expr: &Expr) -> Vec<usize> {
    let (mut read, mut own) = (Vec::new(), Vec::new());
    locals(expr, &mut read);
    bound(expr, &mut own);
    read.retain(|local| !own.contains(local));
    read
}

/// How large an expression is.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    /// The nodes of its tree.
    pub(super) nodes: usize,
    /// The nodes on the longest way down.
    pub(super) height: usize,
    /// One more than the greatest local that it binds in its folds.
    pub(super) locals: usize,
}

impl Extent {
    /// This tree beside another.
    fn beside(self, other: Extent) -> Extent {
        Extent { nodes: self.nodes + other.nodes, height: self.height.max(other.height), locals: self.locals.max(other.locals) }
    }

    fn with_locals_of(self, choices: &[Choice]) -> Extent {
        let ends = choices.iter().map(|choice| choice.local + choice.width);
        Extent { locals: ends.fold(self.locals, usize::max), ..self }
    }
}

/// The size of an expression. O(nodes).
pub(super) fn extent(expr: &Expr) -> Extent {
    let mut below = Extent::default();
    each_child(expr, &mut |child| below = below.beside(extent(child)));
    if let Expr::Fold(_, elements, _) = expr {
        below = elements.iter().fold(below, |below, element| below.with_locals_of(&element.generators));
    }
    Extent { nodes: below.nodes + 1, height: below.height + 1, ..below }
}

/// The size of a real expression. O(nodes).
pub(super) fn extent_of_real(real: &Real) -> Extent {
    let below = match real {
        Real::Phi => Extent::default(),
        Real::Int(e) | Real::Sqrt(e) => extent(e),
        Real::Neg(r) => extent_of_real(r),
        Real::Binary(_, sides) => extent_of_real(&sides[0]).beside(extent_of_real(&sides[1])),
    };
    Extent { nodes: below.nodes + 1, height: below.height + 1, ..below }
}

/// The size of the rows of a set. O(nodes).
pub(super) fn extent_of_rows(rows: &[Element]) -> Extent {
    rows.iter().fold(Extent::default(), |sum, element| {
        let mut one = Extent { nodes: 1, ..Extent::default() }.with_locals_of(&element.generators);
        each_in_element(element, &mut |child| one = one.beside(extent(child)));
        sum.beside(one)
    })
}

/// True if the value depends on nothing.
pub(super) fn is_closed(expr: &Expr) -> bool {
    !reads_position(expr) && free_locals(expr).is_empty()
}

/// True if a row depends on nothing but its own generators.
pub(super) fn element_is_closed(element: &Element) -> bool {
    let mut own = Vec::new();
    bound_in_element(element, &mut own);
    element.values.iter().for_each(|e| bound(e, &mut own));
    let (mut read, mut position) = (Vec::new(), false);
    each_in_element(element, &mut |e| {
        locals(e, &mut read);
        position |= reads_position(e);
    });
    !position && read.iter().all(|local| own.contains(local))
}

/// By how much an expression grows when a local grows by one, if that is always the same; `None` if not known.
pub(super) fn slope(expr: &Expr, local: usize) -> Option<Int> {
    use crate::ast::BinaryOp::{Add, Mul, Sub};
    if !free_locals(expr).contains(&local) {
        return Some(0);
    }
    match expr {
        Expr::Local(_) => Some(1),
        Expr::Neg(e, _) => slope(e, local)?.checked_neg(),
        Expr::Binary(Add, sides, _) => slope(&sides[0], local)?.checked_add(slope(&sides[1], local)?),
        Expr::Binary(Sub, sides, _) => slope(&sides[0], local)?.checked_sub(slope(&sides[1], local)?),
        Expr::Binary(Mul, sides, _) => match &**sides {
            [Expr::Const(c), e] | [e, Expr::Const(c)] => slope(e, local)?.checked_mul(*c),
            _ => None,
        },
        _ => None,
    }
}
