//! The papers' own notation: `SG(n) = mex { SG(n-1), SG(i) xor SG(n-1-i) for i in 1..n }` is a game
//! whose moves leave the sums of components that the terms name. A term that leaves the state range
//! is no move, as everywhere.

use crate::ast::{
    Choice, Component, ComponentKind, Domain, Element, Expr, ExprKind, GameDecl, GameKind, Holds,
    Index, Item, ItemKind, MoveDecl, Name, SlotDecl,
};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// The game of a recurrence, written with a `state` and `move`s.
pub(super) fn as_game(decl: &GameDecl) -> Result<GameDecl, Vec<Diagnostic>> {
    let Some(formula) = &decl.formula else {
        return Err(vec![Diagnostic::error(
            decl.name.span,
            text!("this recurrence has no formula", "该递推式没有公式"),
        )]);
    };
    let mut items = Vec::new();
    let item = |kind: ItemKind, span: Span| Item {
        comments: Vec::new(),
        kind,
        remark: None,
        span,
    };
    match decl
        .items
        .iter()
        .find(|i| matches!(i.kind, ItemKind::State { .. }))
    {
        None => {
            let slots = formula.variables.iter().map(natural).collect();
            items.push(item(
                ItemKind::State {
                    slots,
                    unordered: None,
                },
                formula.span,
            ));
        }
        Some(Item {
            kind: ItemKind::State { slots, .. },
            span,
            ..
        }) => {
            let same = slots.len() == formula.variables.len()
                && slots
                    .iter()
                    .zip(&formula.variables)
                    .all(|(slot, name)| slot.name.text == name.text && slot.array.is_none());
            if !same {
                return Err(vec![Diagnostic::error(
                    *span,
                    text!(
                        "the state must name the variables of the formula, in their order",
                        "state 必须按顺序写出公式中的变量"
                    ),
                )]);
            }
        }
        Some(_) => {}
    }
    for term in &formula.terms {
        let mut used = Vec::new();
        term.parts
            .iter()
            .flatten()
            .for_each(|e| names(e, &mut used));
        // Choices that the term does not mention, directly or through another choice, would only
        // repeat the move.
        let mut choices: Vec<Choice> = Vec::new();
        for choice in formula.choices.iter().rev() {
            if choice.names.iter().any(|name| used.contains(&name.text)) {
                names_of_domain(&choice.domain, &mut used);
                choices.insert(0, choice.clone());
            }
        }
        let result = term
            .parts
            .iter()
            .map(|args| Component {
                kind: ComponentKind::Fresh {
                    game: None,
                    slots: args
                        .iter()
                        .map(|value| Element::alone(value.clone()))
                        .collect(),
                },
                choices: Vec::new(),
                span: term.span,
            })
            .collect();
        items.push(item(
            ItemKind::Move(MoveDecl {
                label: None,
                choices,
                guard: None,
                result,
                again: None,
            }),
            term.span,
        ));
    }
    items.extend(decl.items.iter().cloned());
    Ok(GameDecl {
        kind: GameKind::Game,
        formula: None,
        items,
        ..decl.clone()
    })
}

/// `name in 0..`
fn natural(name: &Name) -> SlotDecl {
    let low = Expr {
        kind: ExprKind::Int(0),
        span: name.span,
    };
    SlotDecl {
        name: name.clone(),
        array: None,
        holds: Holds::Number(low, None),
        span: name.span,
    }
}

/// The names that an expression uses.
fn names(expr: &Expr, list: &mut Vec<String>) {
    let in_list = |elements: &[Element], list: &mut Vec<String>| {
        elements
            .iter()
            .flat_map(|e| [&e.value].into_iter().chain(&e.guard))
            .for_each(|e| names(e, list));
    };
    fn in_index(index: &Index, list: &mut Vec<String>) {
        match index {
            Index::One(index) => names(index, list),
            Index::Stretch(low, high) => [low, high]
                .into_iter()
                .flatten()
                .for_each(|end| names(end, list)),
            Index::Within(array, inner) => {
                names(array, list);
                in_index(inner, list);
            }
        }
    }
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Decimal(..) | ExprKind::Picture(_) | ExprKind::Graph(_) => {}
        ExprKind::Name(name) => list.push(name.clone()),
        ExprKind::Index(name, index) => {
            list.push(name.text.clone());
            in_index(index, list);
        }
        ExprKind::Call(_, args) => in_list(args, list),
        ExprKind::Set(elements) => in_list(elements, list),
        ExprKind::Tuple(parts) => parts.iter().for_each(|e| names(e, list)),
        ExprKind::Neg(e) | ExprKind::Not(e) => names(e, list),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| names(e, list)),
        ExprKind::In(value, domain, _) => {
            names(value, list);
            names_of_domain(domain, list);
        }
        ExprKind::Chain(operands, _) => operands.iter().for_each(|e| names(e, list)),
        ExprKind::If(c, a, b) => [c, a, b].into_iter().for_each(|e| names(e, list)),
    }
}

fn names_of_domain(domain: &Domain, list: &mut Vec<String>) {
    match domain {
        Domain::Range(low, high) => high.iter().chain([low]).for_each(|e| names(e, list)),
        Domain::Set(set) => names(set, list),
        Domain::Subsets(of) => names_of_domain(of, list),
    }
}
