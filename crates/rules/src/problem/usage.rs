//! The names that expressions and rules use.

use std::collections::HashSet;

use crate::ast::SpannedExpr;
use crate::ast::{
    ChoiceDecl, DomainExpr, ElementExpr, ExprKind, GameDecl, GameItemKind, IndexExpr,
};
use crate::printer::print_game;

/// Returns whether an expression mentions a name.
pub fn mentions(expr: &SpannedExpr, name: &str) -> bool {
    let mut found = false;
    each_name(expr, &mut |used| found |= used == name);
    found
}

/// Calls `visit` with each name that an expression mentions.
fn each_name(expr: &SpannedExpr, visit: &mut dyn FnMut(&str)) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Decimal(..) | ExprKind::Graph(_) | ExprKind::Picture(_) => {}
        ExprKind::Name(name) => visit(name),
        ExprKind::Index(name, index) => {
            visit(&name.text);
            each_name_of_index(index, visit);
        }
        ExprKind::Call(name, list) => {
            visit(&name.text);
            list.iter()
                .for_each(|element| each_name_of_element(element, visit));
        }
        ExprKind::Set(list) | ExprKind::Array(list) => {
            list.iter()
                .for_each(|element| each_name_of_element(element, visit));
        }
        ExprKind::Tuple(list) | ExprKind::Chain(list, _) => {
            list.iter().for_each(|expr| each_name(expr, visit));
        }
        ExprKind::Neg(inner) | ExprKind::Not(inner) => each_name(inner, visit),
        ExprKind::Binary(_, left, right) => {
            each_name(left, visit);
            each_name(right, visit);
        }
        ExprKind::In(value, domain, _) => {
            each_name(value, visit);
            each_name_of_domain(domain, visit);
        }
        ExprKind::If(condition, yes, no) => {
            [condition, yes, no]
                .into_iter()
                .for_each(|expr| each_name(expr, visit));
        }
    }
}

fn each_name_of_element(element: &ElementExpr, visit: &mut dyn FnMut(&str)) {
    each_name(&element.value, visit);
    let domains = element
        .choices
        .iter()
        .map(|ChoiceDecl { domain, .. }| domain);
    domains.for_each(|domain| each_name_of_domain(domain, visit));
    element
        .guard
        .iter()
        .for_each(|guard| each_name(guard, visit));
}

fn each_name_of_domain(domain: &DomainExpr, visit: &mut dyn FnMut(&str)) {
    match domain {
        DomainExpr::Range(low, high) => {
            each_name(low, visit);
            high.iter().for_each(|high| each_name(high, visit));
        }
        DomainExpr::Set(set) => each_name(set, visit),
        DomainExpr::Subsets(of) => each_name_of_domain(of, visit),
    }
}

fn each_name_of_index(index: &IndexExpr, visit: &mut dyn FnMut(&str)) {
    match index {
        IndexExpr::One(one) => each_name(one, visit),
        IndexExpr::Pair(row, column) => {
            each_name(row, visit);
            each_name(column, visit);
        }
        IndexExpr::Stretch(low, high) => {
            low.iter().chain(high).for_each(|end| each_name(end, visit));
        }
        IndexExpr::Within(array, inner) => {
            each_name(array, visit);
            each_name_of_index(inner, visit);
        }
    }
}

/// Returns every word that occurs in the rules of a game, and so every name that the rules use,
/// also in labels. If `asks` is true, another item states the position that is asked for, so the
/// start does not count.
pub fn used_names(decl: &GameDecl, asks: bool) -> HashSet<String> {
    let mut rules = decl.clone();
    rules.params.clear();
    rules
        .items
        .retain(|item| !(asks && matches!(item.kind, GameItemKind::Start(_))));
    print_game(&rules)
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
