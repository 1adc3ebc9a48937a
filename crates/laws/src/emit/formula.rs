//! Formats expressions of names as formulas for LaTeX.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, Fold, RealExpr};

use super::quoting;

/// Binding strengths of operators.
mod level {
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARE: u8 = 4;
    pub const MOD: u8 = 5;
    pub const SUM: u8 = 6;
    pub const BITS: u8 = 7;
    pub const PRODUCT: u8 = 8;
    pub const POWER: u8 = 9;
    pub const ATOM: u8 = 10;
}

/// Formats the name of a slot: `p[1]` becomes p with an index.
pub(super) fn slot(name: &str) -> String {
    let (name, index) = name.split_once('[').map_or((name, None), |(name, index)| {
        (name, Some(index.trim_end_matches(']')))
    });
    let is_word = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let escaped = quoting::latex(name);
    let written = match name.len() {
        1 if is_word(name) => escaped,
        _ if is_word(name) => format!("\\mathit{{{escaped}}}"),
        _ => format!("\\text{{{escaped}}}"),
    };
    match index {
        Some(index) => format!("{written}_{{{}}}", quoting::latex(index)),
        None => written,
    }
}

/// Formats an expression; `None` if it has a form that names do not contain.
pub(super) fn formula(expr: &Expr, slots: &[String]) -> Option<String> {
    format_expr(expr, slots, level::OR)
}

/// Explains the unusual symbols of a formula, without duplicates.
pub(super) fn meanings(formula: &str) -> Vec<&'static str> {
    [
        (
            "\\oplus",
            "$\\oplus$ is the nim-sum, bitwise in two's complement",
        ),
        (
            "\\mathbin{\\&}",
            "$\\&$ is the bitwise and, in two's complement",
        ),
        ("\\mathbin{|}", "$|$ is the bitwise or, in two's complement"),
        (
            "{ctz}",
            "$\\operatorname{ctz}$ counts the zero bits below the lowest one bit",
        ),
        ("{popcount}", "$\\operatorname{popcount}$ counts one bits"),
        ("{bitnot}", "$\\operatorname{bitnot}(x)=-1-x$"),
        ("\\varphi", "$\\varphi=(1+\\sqrt5)/2$"),
    ]
    .into_iter()
    .filter(|(sign, _)| formula.contains(sign))
    .map(|(_, meaning)| meaning)
    .collect()
}

/// Formats an expression, in parentheses if it binds less tightly than `least`.
fn format_expr(expr: &Expr, slots: &[String], least: u8) -> Option<String> {
    let of = |expr: &Expr, least| format_expr(expr, slots, least);
    let (own, text) = match expr {
        Expr::Const(number) if *number < 0 => (level::SUM, number.to_string()),
        Expr::Const(number) => (level::ATOM, number.to_string()),
        Expr::Slot(place) => (level::ATOM, slot(slots.get(*place)?)),
        Expr::Neg(e, _) => (level::SUM, format!("-{}", of(e, level::PRODUCT)?)),
        Expr::Not(e) => (level::NOT, format!("\\neg {}", of(e, level::NOT)?)),
        Expr::Binary(op, sides, _) => {
            let [a, b] = &**sides;
            let joined = |own: u8, left: u8, sign: &str, right: u8| {
                Some((own, format!("{} {sign} {}", of(a, left)?, of(b, right)?)))
            };
            match op {
                BinaryOp::Or => joined(level::OR, level::OR, "\\text{ or }", level::AND)?,
                BinaryOp::And => joined(level::AND, level::AND, "\\text{ and }", level::NOT)?,
                BinaryOp::Add => joined(level::SUM, level::SUM, "+", level::BITS)?,
                BinaryOp::Sub => joined(level::SUM, level::SUM, "-", level::BITS)?,
                // The precedence of these operators is not well known, so operands other than
                // products get parentheses, except in a chain of the same operator.
                BinaryOp::Xor | BinaryOp::BitOr | BinaryOp::BitAnd => {
                    let sign = match op {
                        BinaryOp::Xor => "\\oplus",
                        BinaryOp::BitOr => "\\mathbin{|}",
                        _ => "\\mathbin{\\&}",
                    };
                    let alike = |e: &Expr| matches!(e, Expr::Binary(other, ..) if other == op);
                    let side = |e: &Expr| {
                        of(
                            e,
                            if alike(e) {
                                level::BITS
                            } else {
                                level::PRODUCT
                            },
                        )
                    };
                    (level::BITS, format!("{} {sign} {}", side(a)?, side(b)?))
                }
                BinaryOp::Mul => joined(level::PRODUCT, level::PRODUCT, "\\cdot", level::POWER)?,
                BinaryOp::Div => (
                    level::ATOM,
                    format!(
                        "\\left\\lfloor \\frac{{{}}}{{{}}} \\right\\rfloor",
                        of(a, level::OR)?,
                        of(b, level::OR)?
                    ),
                ),
                BinaryOp::Mod => joined(level::MOD, level::PRODUCT, "\\bmod", level::PRODUCT)?,
                BinaryOp::Pow => (
                    level::POWER,
                    format!("{}^{{{}}}", of(a, level::ATOM)?, of(b, level::OR)?),
                ),
            }
        }
        Expr::Compare(op, sides) => {
            let sign = match op {
                CompareOp::Eq => "=",
                CompareOp::Ne => "\\ne",
                CompareOp::Lt => "<",
                CompareOp::Le => "\\le",
                CompareOp::Gt => ">",
                CompareOp::Ge => "\\ge",
            };
            (
                level::COMPARE,
                format!(
                    "{} {sign} {}",
                    of(&sides[0], level::MOD)?,
                    of(&sides[1], level::MOD)?
                ),
            )
        }
        Expr::If(_) => {
            let (mut cases, mut rest) = (Vec::new(), expr);
            while let Expr::If(parts) = rest {
                cases.push(format!(
                    "{} & \\text{{if }} {}",
                    of(&parts[1], level::OR)?,
                    of(&parts[0], level::OR)?
                ));
                rest = &parts[2];
            }
            cases.push(format!("{} & \\text{{otherwise}}", of(rest, level::OR)?));
            (
                level::ATOM,
                format!("\\begin{{cases}} {} \\end{{cases}}", cases.join(" \\\\ ")),
            )
        }
        Expr::Call(function, args, _) => {
            let args: Option<Vec<String>> = args.iter().map(|arg| of(arg, level::OR)).collect();
            (
                level::ATOM,
                format!(
                    "\\operatorname{{{}}}({})",
                    function.word().replace('_', "\\_"),
                    args?.join(", ")
                ),
            )
        }
        Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _)
            if elements.iter().all(|element| element.generators.is_empty()) =>
        {
            let values: Option<Vec<String>> = elements
                .iter()
                .flat_map(|element| &element.values)
                .map(|value| of(value, level::OR))
                .collect();
            (
                level::ATOM,
                format!("\\{}({})", fold.word(), values?.join(", ")),
            )
        }
        Expr::Floor(number, _) => match &**number {
            // Names contain no real numbers except the golden ratio in `floor(phi * e)`.
            RealExpr::Binary(BinaryOp::Mul, sides) => match &**sides {
                [RealExpr::Known(known), RealExpr::Int(e)]
                    if *known == rules::quadratic::Quadratic::PHI =>
                {
                    (
                        level::ATOM,
                        format!(
                            "\\lfloor \\varphi \\cdot {} \\rfloor",
                            of(e, level::PRODUCT)?
                        ),
                    )
                }
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    Some(if own < least {
        format!("({text})")
    } else {
        text
    })
}
