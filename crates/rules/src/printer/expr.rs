//! Prints expressions, lists and choices in the canonical layout, with the parentheses that the
//! levels of the parser require. Additional parentheses are printed if `xor` or a similar operator
//! is next to `+` or another operator, as in `(a - 1) bitor (b - 1)`. Few readers know that `xor`
//! and `+` have the same precedence.

use crate::ast::{
    BinaryOp, ChoiceDecl, CompareOp, DomainExpr, ElementExpr, ExprKind, IndexExpr, SpannedExpr,
};
use crate::parser::level;

/// Prints an expression on one line.
pub fn print_expr(expr: &SpannedExpr) -> String {
    expr_at(expr, level::ANY)
}

pub(super) fn join<T>(list: &[T], between: &str, print: impl Fn(&T) -> String) -> String {
    let parts: Vec<String> = list.iter().map(print).collect();
    parts.join(between)
}

pub(super) fn elements(list: &[ElementExpr]) -> String {
    join(list, ", ", |element| {
        let chosen = match &element.choices[..] {
            [only] if element.short => choice(only),
            choices => print_expr(&element.value) + &for_choices(choices),
        };
        let guard = element
            .guard
            .as_ref()
            .map(|guard| format!(" when {}", print_expr(guard)))
            .unwrap_or_default();
        chosen + &guard
    })
}

/// Prints ` for choices`, if there are choices.
pub(super) fn for_choices(choices: &[ChoiceDecl]) -> String {
    if choices.is_empty() {
        String::new()
    } else {
        format!(" for {}", join(choices, ", ", choice))
    }
}

pub(super) fn choice(choice: &ChoiceDecl) -> String {
    let names = join(&choice.names, ", ", |name| name.text.clone());
    let domain = self::domain(&choice.domain);
    if choice.tuple {
        format!("({names}) in {domain}")
    } else if let Some(index) = &choice.index {
        let within = self::domain(&index.domain);
        format!("{names}[{} in {within}] in {domain}", index.name.text)
    } else {
        format!("{names} in {domain}")
    }
}

pub(super) fn domain(domain: &DomainExpr) -> String {
    match domain {
        DomainExpr::Range(low, high) => range(low, high.as_ref()),
        DomainExpr::Set(set) => print_expr(set),
        DomainExpr::Subsets(of) => format!("subsets({})", self::domain(of)),
    }
}

pub(super) fn range(low: &SpannedExpr, high: Option<&SpannedExpr>) -> String {
    format!("{}..{}", bound(low), high.map(bound).unwrap_or_default())
}

/// Prints a bound or an index, without spaces if the expression is a plain sum.
pub(super) fn bound(expr: &SpannedExpr) -> String {
    let text = print_expr(expr);
    if is_plain_sum(expr) {
        text.replace(' ', "")
    } else {
        text
    }
}

/// Prints the index after a name, including the brackets.
pub(super) fn index(index: &IndexExpr) -> String {
    let end =
        |end: &Option<Box<SpannedExpr>>| end.as_ref().map(|end| bound(end)).unwrap_or_default();
    match index {
        IndexExpr::One(index) => format!("[{}]", bound(index)),
        IndexExpr::Pair(row, column) => format!("[{}, {}]", bound(row), bound(column)),
        IndexExpr::Stretch(low, high) => format!("[{}..{}]", end(low), end(high)),
        IndexExpr::Within(array, inner) => format!("[{}]{}", bound(array), self::index(inner)),
    }
}

/// Returns whether an expression is a literal number, possibly negative. A tuple of literal numbers
/// has no spaces, `(1,-2)`.
fn is_number(expr: &SpannedExpr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Neg(inner) => matches!(inner.kind, ExprKind::Int(_)),
        _ => false,
    }
}

/// Returns whether an expression is a sum or difference of names and numbers.
fn is_plain_sum(expr: &SpannedExpr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Name(_) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            is_plain_sum(left) && matches!(right.kind, ExprKind::Int(_) | ExprKind::Name(_))
        }
        _ => false,
    }
}

/// Prints an expression, in parentheses if it binds less tightly than `least`.
fn expr_at(expr: &SpannedExpr, least: u8) -> String {
    let (own, text) = match &expr.kind {
        ExprKind::Int(value) => (level::ATOM, value.to_string()),
        ExprKind::Decimal(digits, places) => {
            let (power, width) = (10_i64.pow(*places), *places as usize);
            (
                level::ATOM,
                format!("{}.{:0width$}", digits / power, digits % power),
            )
        }
        ExprKind::Name(name) => (level::ATOM, name.clone()),
        ExprKind::Index(name, place) => (level::ATOM, format!("{}{}", name.text, index(place))),
        ExprKind::Call(name, list) => (level::ATOM, format!("{}({})", name.text, elements(list))),
        ExprKind::Tuple(values) => {
            let comma = if values.iter().all(is_number) {
                ","
            } else {
                ", "
            };
            (
                level::ATOM,
                format!("({})", join(values, comma, print_expr)),
            )
        }
        ExprKind::Set(list) => (level::ATOM, format!("{{{}}}", elements(list))),
        ExprKind::Array(list) => (level::ATOM, format!("[{}]", elements(list))),
        ExprKind::Graph(paths) => {
            let path =
                |path: &Vec<crate::ast::Identifier>| join(path, "-", |name| name.text.clone());
            (level::ATOM, format!("graph({})", join(paths, " ", path)))
        }
        ExprKind::Picture(picture) => (level::ATOM, format!("\"{}\"", picture.text)),
        ExprKind::Neg(inner) => {
            let text = format!("-{}", expr_at(inner, level::NEGATION));
            (level::NEGATION, text)
        }
        ExprKind::Not(inner) => (level::NOT, format!("not {}", expr_at(inner, level::NOT))),
        ExprKind::Binary(op, left, right) => {
            let own = level::operator_level(*op);
            let (left_least, right_least) = match op {
                BinaryOp::Pow => (level::ATOM, level::NEGATION),
                _ if mixes(*op, left) => (own + 1, own + 1),
                _ => (own, own + 1),
            };
            let (left, right) = (expr_at(left, left_least), expr_at(right, right_least));
            (own, format!("{left} {} {right}", binary_sign(*op)))
        }
        ExprKind::Chain(operands, ops) => {
            let mut signs = ops.iter().map(|&op| compare_sign(op));
            let operands = operands.iter().map(|operand| expr_at(operand, level::SUM));
            let text = operands.reduce(|text, operand| {
                let sign = signs.next().unwrap_or("==");
                format!("{text} {sign} {operand}")
            });
            (level::COMPARE, text.unwrap_or_default())
        }
        ExprKind::In(value, domain, not) => {
            let of = |expr: &SpannedExpr| {
                if is_plain_sum(expr) {
                    bound(expr)
                } else {
                    expr_at(expr, level::SUM)
                }
            };
            let domain = match &**domain {
                DomainExpr::Range(low, high) => {
                    format!("{}..{}", of(low), high.as_ref().map(of).unwrap_or_default())
                }
                DomainExpr::Set(set) => expr_at(set, level::SUM),
                subsets @ DomainExpr::Subsets(_) => self::domain(subsets),
            };
            (
                level::COMPARE,
                format!(
                    "{} {}in {domain}",
                    expr_at(value, level::SUM),
                    if *not { "not " } else { "" }
                ),
            )
        }
        ExprKind::If(condition, yes, no) => {
            let (condition, yes, no) = (print_expr(condition), print_expr(yes), print_expr(no));
            (level::ANY, format!("if {condition} then {yes} else {no}"))
        }
    };
    if own < least {
        format!("({text})")
    } else {
        text
    }
}

/// Returns whether the operator of `left` has the same precedence as `+`, but differs from `op`.
/// The operators `+` and `-` do not count as different.
fn mixes(op: BinaryOp, left: &SpannedExpr) -> bool {
    let kind = |op| match op {
        BinaryOp::Sub => BinaryOp::Add,
        op => op,
    };
    match left.kind {
        ExprKind::Binary(inner, ..) => {
            level::operator_level(inner) == level::SUM && kind(inner) != kind(op)
        }
        _ => false,
    }
}

fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Xor => "xor",
        BinaryOp::BitOr => "bitor",
        BinaryOp::BitAnd => "bitand",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Mod => "%",
        BinaryOp::Pow => "**",
    }
}

fn compare_sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}
