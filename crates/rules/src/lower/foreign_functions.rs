//! Functions and comparisons of other languages, each reported with the correct form.

use super::lowering::Lowering;
use super::typed::{NameBinding, TypedExpr};
use crate::ast::{self, BinaryOp, CompareOp, ExprKind};
use crate::parser::level;
use crate::printer::print_expr;
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// Functions that have another name in the rule language.
const RENAMED: [(&str, &str); 10] = [
    ("len", "size"),
    ("length", "size"),
    ("card", "size"),
    ("cardinality", "size"),
    ("count", "size"),
    ("absolute", "abs"),
    ("prime", "is_prime"),
    ("isprime", "is_prime"),
    ("fibonacci", "fib"),
    ("popcnt", "popcount"),
];

impl Lowering<'_> {
    /// Reports an unknown function.
    #[cold]
    #[inline(never)]
    pub(super) fn other_function(
        &mut self,
        report: Diagnostic,
        name: &ast::Identifier,
        args: &[ast::ElementExpr],
        span: Span,
    ) -> Option<TypedExpr> {
        let word = name.text.as_str();
        if let Some(range) = (word == "range").then(|| python_range(args)).flatten() {
            let label = text!(
                "write `{range}`: a range includes its last value",
                "请写 `{range}`：范围包含末值"
            );
            return self.refuse(report.label(label).edit(span, range));
        }
        if word == "mex" {
            // The rule language has no similar function that could be suggested.
            return self.refuse(report.help(text!(
                "the mex is computed automatically: write the position that each move leaves; for values that are given by a formula, write a `recurrence` with SG(n) = mex {{ … }}",
                "mex 由程序计算：请写出每一着留下的局面；由公式给出的值请写成 `recurrence`，即 SG(n) = mex {{ … }}"
            )));
        }
        if let Some(written) = as_operator(word, args) {
            let label = text!("write `{written}`", "请写 `{written}`");
            return self.refuse(report.label(label).edit(span, written));
        }
        if let [ast::ElementExpr { value, .. }] = args
            && let ExprKind::Name(array) = &value.kind
            && let Some(NameBinding::Array(..)) = self.lookup(array)
        {
            return self.refuse(report.help(text!(
                "the `state` declares the number of elements of the array `{array}`: write that number or its name",
                "数组 `{array}` 的元素个数由 `state` 写明：请写该数或其名称"
            )));
        }
        if let Some((_, meant)) = RENAMED.iter().find(|(renamed, _)| *renamed == word) {
            return self.refuse(
                report
                    .help(text!(
                        "the function is called `{meant}`",
                        "该函数名为 `{meant}`"
                    ))
                    .edit(name.span, *meant),
            );
        }
        self.report_unknown(report, word)
    }

    /// Reports a comparison of tuples, which must be written as a comparison of each component.
    #[cold]
    #[inline(never)]
    pub(super) fn compared_tuples(
        &mut self,
        operands: &[ast::SpannedExpr],
        ops: &[CompareOp],
        span: Span,
    ) -> Option<TypedExpr> {
        let message = text!("tuples cannot be compared as a whole", "元组不能整体比较");
        let mut error = Diagnostic::error(span, message);
        if let ([left, right], [op @ (CompareOp::Eq | CompareOp::Ne)]) = (operands, ops)
            && let (ExprKind::Tuple(a), ExprKind::Tuple(b)) = (&left.kind, &right.kind)
            && a.len() == b.len()
        {
            let (sign, joint) = if *op == CompareOp::Eq {
                ("==", " and ")
            } else {
                ("!=", " or ")
            };
            let part = |(a, b): (&ast::SpannedExpr, &ast::SpannedExpr)| {
                format!(
                    "{} {sign} {}",
                    operand(a, level::SUM),
                    operand(b, level::SUM)
                )
            };
            let parts: Vec<String> = a.iter().zip(b).map(part).collect();
            let written = format!("({})", parts.join(joint));
            error = error
                .label(text!("write `{written}`", "请写 `{written}`"))
                .edit(span, written);
        } else {
            error = error.help(text!(
                "compare each coordinate on its own: `x == a and y == b`",
                "请逐个比较：`x == a and y == b`"
            ));
        }
        self.refuse(error)
    }
}

/// Formats `(a % b)` for `mod(a, b)`.
fn as_operator(word: &str, args: &[ast::ElementExpr]) -> Option<String> {
    let (sign, own) = match word {
        "mod" | "MOD" | "rem" => ("%", level::PRODUCT),
        "div" | "DIV" => ("/", level::PRODUCT),
        "pow" | "power" => ("**", level::POWER),
        "XOR" => ("xor", level::SUM),
        "AND" => ("bitand", level::SUM),
        "OR" => ("bitor", level::SUM),
        _ => return None,
    };
    match args {
        [a, b] if a.choices.is_empty() && b.choices.is_empty() => Some(format!(
            "({} {sign} {})",
            operand(&a.value, own + 1),
            operand(&b.value, own + 1)
        )),
        _ => None,
    }
}

/// Formats an expression as an operand of an operator whose operands bind at least as tightly as
/// `least`, in parentheses if necessary.
fn operand(expr: &ast::SpannedExpr, least: u8) -> String {
    let own = match &expr.kind {
        ExprKind::Binary(op, ..) => level::operator_level(*op),
        ExprKind::Neg(_) => level::NEGATION,
        ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Call(..) | ExprKind::Index(..) => {
            level::ATOM
        }
        _ => level::ANY,
    };
    if own >= least {
        print_expr(expr)
    } else {
        format!("({})", print_expr(expr))
    }
}

/// Formats `1..n - 1` for the arguments of `range(1, n)`, whose upper bound is exclusive.
fn python_range(args: &[ast::ElementExpr]) -> Option<String> {
    let (low, end) = match args {
        [end] => ("0".to_owned(), &end.value),
        [low, end] => (print_expr(&low.value), &end.value),
        _ => return None,
    };
    let last = match &end.kind {
        ExprKind::Int(n) => n.checked_sub(1)?.to_string(),
        ExprKind::Binary(BinaryOp::Add, most, one) if one.kind == ExprKind::Int(1) => {
            print_expr(most)
        }
        _ => format!("{} - 1", print_expr(end)),
    };
    Some(format!("{low}..{last}"))
}
