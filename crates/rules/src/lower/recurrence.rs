//! The recurrences by which papers define games, such as `SG(n) = mex { SG(n-1), SG(i) xor
//! SG(n-1-i) for i in 1..n }`. Recurrences are converted to games: each move leaves the sum of
//! components that a term names. A term that leaves the state range is not a move.

use crate::ast::{
    ChoiceDecl, ComponentDecl, ComponentDeclKind, DomainExpr, ElementExpr, ExprKind, GameDecl,
    GameItem, GameItemKind, GameKind, Identifier, IndexExpr, MoveDecl, SlotDecl, SlotType,
    SpannedExpr,
};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// Converts a recurrence to a game with a `state` and `move`s.
pub(super) fn as_game(decl: &GameDecl) -> Result<GameDecl, Vec<Diagnostic>> {
    let Some(formula) = &decl.formula else {
        return Err(vec![Diagnostic::error(
            decl.name.span,
            text!("this recurrence has no formula", "该递推式没有公式"),
        )]);
    };
    let mut items = Vec::new();
    let item = |kind: GameItemKind, span: Span| GameItem {
        comments: Vec::new(),
        kind,
        remark: None,
        span,
    };
    match decl
        .items
        .iter()
        .find(|i| matches!(i.kind, GameItemKind::State { .. }))
    {
        None => {
            let slots = formula.variables.iter().map(natural).collect();
            items.push(item(
                GameItemKind::State {
                    slots,
                    unordered: None,
                },
                formula.span,
            ));
        }
        Some(GameItem {
            kind: GameItemKind::State { slots, .. },
            span,
            ..
        }) => {
            let same = slots.len() == formula.variables.len()
                && slots
                    .iter()
                    .zip(&formula.variables)
                    .all(|(slot, name)| slot.name.text == name.text && slot.array.is_empty());
            if !same {
                return Err(vec![Diagnostic::error(
                    *span,
                    text!(
                        "the state must name the variables of the formula in the same order",
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
        // Choices that the term does not use, directly or through another choice, are omitted,
        // because such choices would only repeat the move.
        let mut choices: Vec<ChoiceDecl> = Vec::new();
        for choice in formula.choices.iter().rev() {
            if choice.names.iter().any(|name| used.contains(&name.text)) {
                names_of_domain(&choice.domain, &mut used);
                choices.insert(0, choice.clone());
            }
        }
        let result = term
            .parts
            .iter()
            .map(|args| ComponentDecl {
                kind: ComponentDeclKind::Fresh {
                    game: None,
                    slots: args
                        .iter()
                        .map(|value| ElementExpr::single(value.clone()))
                        .collect(),
                },
                choices: Vec::new(),
                span: term.span,
            })
            .collect();
        items.push(item(
            GameItemKind::Move(MoveDecl {
                player: None,
                label: None,
                chinese_label: None,
                choices,
                guard: None,
                result,
                again: None,
                gain: None,
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

/// Returns the slot `name in 0..`.
fn natural(name: &Identifier) -> SlotDecl {
    let low = SpannedExpr {
        kind: ExprKind::Int(0),
        span: name.span,
    };
    SlotDecl {
        name: name.clone(),
        array: Vec::new(),
        holds: SlotType::Number(low, None),
        span: name.span,
    }
}

/// Collects the names that an expression uses.
fn names(expr: &SpannedExpr, list: &mut Vec<String>) {
    let in_list = |elements: &[ElementExpr], list: &mut Vec<String>| {
        elements
            .iter()
            .flat_map(|e| [&e.value].into_iter().chain(&e.guard))
            .for_each(|e| names(e, list));
    };
    fn in_index(index: &IndexExpr, list: &mut Vec<String>) {
        match index {
            IndexExpr::One(index) => names(index, list),
            IndexExpr::Pair(row, column) => {
                names(row, list);
                names(column, list);
            }
            IndexExpr::Stretch(low, high) => [low, high]
                .into_iter()
                .flatten()
                .for_each(|end| names(end, list)),
            IndexExpr::Within(array, inner) => {
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
        ExprKind::Set(elements) | ExprKind::Array(elements) => in_list(elements, list),
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

fn names_of_domain(domain: &DomainExpr, list: &mut Vec<String>) {
    match domain {
        DomainExpr::Range(low, high) => high.iter().chain([low]).for_each(|e| names(e, list)),
        DomainExpr::Set(set) => names(set, list),
        DomainExpr::Subsets(of) => names_of_domain(of, list),
    }
}
