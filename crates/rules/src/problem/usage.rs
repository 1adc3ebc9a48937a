//! The names that expressions and rules use.

use std::collections::HashSet;

use crate::ast::SpannedExpr;
use crate::ast::{
    ChoiceDecl, DomainExpr, ElementExpr, ExprKind, GameDecl, GameItem, GameItemKind, IndexExpr,
};
use crate::printer::{is_rule, item_text};

/// Returns whether an expression mentions a name.
pub fn mentions(expr: &SpannedExpr, name: &str) -> bool {
    let mut found = false;
    each_name(expr, &mut |used, _| found |= used == name);
    found
}

/// Returns whether an expression takes an entry of a name, or its size.
pub fn takes_entries(expr: &SpannedExpr, name: &str) -> bool {
    let mut found = false;
    each_name(expr, &mut |used, entry| found |= entry && used == name);
    found
}

/// Calls `visit` with each name that an expression mentions, and whether the name is an array
/// there.
fn each_name(expr: &SpannedExpr, visit: &mut dyn FnMut(&str, bool)) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Decimal(..) | ExprKind::Graph(_) | ExprKind::Picture(_) => {}
        ExprKind::Name(name) => visit(name, false),
        ExprKind::Index(name, index) => {
            visit(&name.text, true);
            each_name_of_index(index, visit);
        }
        ExprKind::Call(name, list) => {
            visit(&name.text, false);
            if let ("size", [ElementExpr { value, .. }]) = (name.text.as_str(), &list[..])
                && let ExprKind::Name(array) = &value.kind
            {
                visit(array, true);
            }
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

fn each_name_of_element(element: &ElementExpr, visit: &mut dyn FnMut(&str, bool)) {
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

fn each_name_of_domain(domain: &DomainExpr, visit: &mut dyn FnMut(&str, bool)) {
    match domain {
        DomainExpr::Range(low, high) => {
            each_name(low, visit);
            high.iter().for_each(|high| each_name(high, visit));
        }
        DomainExpr::Set(set) => each_name(set, visit),
        DomainExpr::Subsets(of) => each_name_of_domain(of, visit),
    }
}

fn each_name_of_index(index: &IndexExpr, visit: &mut dyn FnMut(&str, bool)) {
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

/// Returns every word that occurs in the rules of a game, also in labels, and so every name that
/// the rules use. Definitions count only if the rules use them, and the items of the problem do not
/// count. If `asks` is true, another item states the position of the question, so the start does
/// not count.
pub fn used_names(decl: &GameDecl, asks: bool) -> HashSet<String> {
    let counts = |item: &GameItem| match item.kind {
        GameItemKind::Let { .. } => false,
        GameItemKind::Start(_) if asks => false,
        ref kind => is_rule(kind),
    };
    with_definitions(decl, words(decl, &counts))
}

/// Returns every word that occurs in the question and the output of a problem, and in the
/// definitions that they use.
pub fn names_in_question(decl: &GameDecl) -> HashSet<String> {
    let is_of_problem = |item: &GameItem| {
        matches!(
            item.kind,
            GameItemKind::Ask(_) | GameItemKind::Output(_) | GameItemKind::Start(_)
        )
    };
    with_definitions(decl, words(decl, &is_of_problem))
}

/// Returns whether the definition of a name, with the definitions that it uses, mentions no
/// parameter of the game.
pub(crate) fn uses_no_parameter(decl: &GameDecl, name: &str) -> bool {
    let used = with_definitions(decl, HashSet::from([name.to_owned()]));
    !decl
        .params
        .iter()
        .any(|(param, _)| used.contains(&param.text))
}

/// Adds the words of the definitions that some words use.
fn with_definitions(decl: &GameDecl, mut used: HashSet<String>) -> HashSet<String> {
    loop {
        let count = used.len();
        let is_used = |item: &GameItem| match &item.kind {
            GameItemKind::Let { name, .. } => used.contains(&name.text),
            _ => false,
        };
        let more = words(decl, &is_used);
        used.extend(more);
        if used.len() == count {
            return used;
        }
    }
}

/// Returns every word in some items of a game.
fn words(decl: &GameDecl, counts: &dyn Fn(&GameItem) -> bool) -> HashSet<String> {
    let items = decl.items.iter().filter(|item| counts(item));
    let texts: Vec<String> = items.map(|item| item_text(&item.kind)).collect();
    texts
        .iter()
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
