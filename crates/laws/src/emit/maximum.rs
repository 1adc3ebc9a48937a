//! Emits Maximum Nim as code and as a theorem: the maximum number that may be removed, as a
//! function of n, and the recursion of the value.

use std::fmt::Write;

use base::budget::Budget;
use base::text;
use dashu_int::UBig;
use rules::ast::{BinaryOp, PlayConvention};
use rules::game::GameId;
use rules::ir::{Expr, Fold, Function};
use rules::printer::print_game;
use rules::world::World;

use super::emitted_law::EmittedLaw;
use super::formula::{formula, slot};
use super::language::EmitLanguage;
use super::probes::{Probe, rows};
use super::subject::head;
use super::{latex, quoting};
use crate::error::LawError;
use crate::methods::MaximumNimLaw;

/// Budget polls for a probe. The recursion has many steps if f increases quickly and n is large.
const MAX_CLOCK_CHECKS: u32 = 20;

/// A writer of Maximum Nim in a language.
struct MaximumNimWriter<'m> {
    title: String,
    rules: String,
    /// The name of the only slot in the rules; the next field contains its name in the code.
    slot: String,
    name: String,
    maximum: &'m MaximumNimLaw,
    language: EmitLanguage,
}

/// Emits Maximum Nim in a language.
///
/// # Errors
/// Returns [`LawError::Outside`] if the game is not written in the rule language, or if the target
/// is a language of automata or cannot express the maximum. Returns an error if the budget runs
/// out.
pub fn emit_maximum_nim(
    world: &World,
    game: GameId,
    maximum: &MaximumNimLaw,
    language: EmitLanguage,
    budget: &Budget<'_>,
) -> Result<EmittedLaw, LawError> {
    let rules = world.rules(game);
    let (Some(declared), [only]) = (world.declaration_of(game), rules.slots()) else {
        return Err(LawError::Outside(text!(
            "the game is not written in the rule language",
            "该游戏不是用规则语言写的"
        )));
    };
    let slots = [only.name.clone()];
    let name = quoting::names(&slots, language).remove(0);
    let [slot] = slots;
    let writer = MaximumNimWriter {
        title: rules.title(),
        rules: print_game(declared.decl()),
        slot,
        name,
        maximum,
        language,
    };
    let said = match language {
        EmitLanguage::Cpp => writer.cpp(),
        EmitLanguage::Python => writer.python(),
        EmitLanguage::Rust => writer.rust(),
        EmitLanguage::Latex => writer.latex(),
        EmitLanguage::Dot | EmitLanguage::Svg | EmitLanguage::Walnut => None,
    };
    let body = said.ok_or_else(|| {
        let (title, language) = (&writer.title, language.title());
        LawError::Outside(text!(
            "{title} follows the law of maximum Nim, which is not an automaton and cannot be written as {language}",
            "{title} 的规律是上限 Nim 的规律，不由自动机给出：不能写成 {language}"
        ))
    })?;
    let mut probes = Vec::new();
    if language.is_run() {
        for row in rows(&[maximum.low.into()], Vec::new()) {
            let (told, cut) =
                budget.limited(MAX_CLOCK_CHECKS, |budget| maximum.value(&row[0], budget));
            match told {
                Ok(told) => probes.push(Probe { slots: row, told }),
                Err(_) if cut => {}
                Err(stop) => return Err(stop.into()),
            }
        }
    }
    Ok(EmittedLaw {
        language,
        diagram: None,
        probes,
        known: 0,
        comparison: None,
        arity: 1,
        lost: false,
        head: writer.head(),
        body,
    })
}

impl MaximumNimWriter<'_> {
    fn head(&self) -> Vec<String> {
        let title = format!(
            "{}: Grundy values under normal play, by the law of maximum Nim (Levine 2006).",
            self.title
        );
        let n = &self.name;
        let law = format!(
            "A move takes 1 to f({n}), and f increases by 0 or 1. The value is f({n}) if f increases at {n}, otherwise the value of {n} - f({n}) - 1."
        );
        let call = self
            .language
            .is_run()
            .then(|| format!("grundy({n}) returns the Grundy value."));
        head(title, &self.rules, Some(law), call)
    }

    /// Formats the maximum; `None` if the language cannot express it, or its numbers are too large
    /// for 128 bits.
    fn format_max_take(&self) -> Option<String> {
        let most = self.format_expr(&self.maximum.most)?;
        let small = UBig::ONE << 126;
        (self.language == EmitLanguage::Python || size(&self.maximum.most)? < small).then_some(most)
    }

    /// Formats an expression, in parentheses if it is not a single token.
    fn format_expr(&self, expr: &Expr) -> Option<String> {
        let of = |expr: &Expr| self.format_expr(expr);
        Some(match expr {
            Expr::Slot(0) => self.name.clone(),
            Expr::Const(number) if *number < 0 => format!("({number})"),
            Expr::Const(number) => number.to_string(),
            Expr::Binary(op, sides, _) => {
                let (a, b) = (of(&sides[0])?, of(&sides[1])?);
                match op {
                    BinaryOp::Add => format!("({a} + {b})"),
                    BinaryOp::Sub => format!("({a} - {b})"),
                    BinaryOp::Mul => format!("({a} * {b})"),
                    BinaryOp::Div if matches!(sides[1], Expr::Const(1..)) => match self.language {
                        EmitLanguage::Python => format!("({a} // {b})"),
                        EmitLanguage::Rust => format!("{a}.div_euclid({b})"),
                        _ => format!("quotient({a}, {b})"),
                    },
                    _ => return None,
                }
            }
            Expr::Call(Function::Isqrt, args, _) => format!(
                "{}({})",
                if self.language == EmitLanguage::Python {
                    "isqrt"
                } else {
                    "root"
                },
                of(&args[0])?
            ),
            Expr::Call(Function::Bitlen, args, _) => match self.language {
                EmitLanguage::Python => format!("({}).bit_length()", of(&args[0])?),
                _ => format!("bits({})", of(&args[0])?),
            },
            Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _)
                if elements.iter().all(|element| element.generators.is_empty()) =>
            {
                let mut values = elements
                    .iter()
                    .flat_map(|element| &element.values)
                    .map(of)
                    .collect::<Option<Vec<_>>>()?
                    .into_iter();
                let first = values.next()?;
                let word = fold.word();
                values.fold(first, |all, value| match self.language {
                    EmitLanguage::Rust => format!("i128::{word}({all}, {value})"),
                    EmitLanguage::Python => format!("{word}({all}, {value})"),
                    _ => format!("std::{word}<Whole>({all}, {value})"),
                })
            }
            _ => return None,
        })
    }

    fn python(&self) -> Option<String> {
        let (most, n, low) = (
            self.format_max_take()?,
            &self.name,
            i128::from(self.maximum.low),
        );
        let under = low - 1;
        let import = if most.contains("isqrt(") {
            "from math import isqrt\n\n\n"
        } else {
            ""
        };
        let least = self.format_offset();
        Some(format!(
            "{import}def _most({n}):
    \"\"\"The maximum number that a move takes.\"\"\"
    return max(min({most}, {least}), 0)


def grundy({n}):
    \"\"\"The Grundy value of `[{n}]`.

    Raises ValueError if this is not a position of the game.
    \"\"\"
    if {n} < {low}:
        raise ValueError(\"not a position of the game\")
    while True:
        most = _most({n})
        # The first number with the same maximum, by bisection.
        below, first = {under}, {n}
        while first - below > 1:
            middle = (first + below) // 2
            if _most(middle) < most:
                below = middle
            else:
                first = middle
        steps, rest = divmod({n} - first, most + 1)
        if rest == 0:
            return most
        {n} -= (steps + 1) * (most + 1)
"
        ))
    }

    fn cpp(&self) -> Option<String> {
        let (most, n, low, least) = (
            self.format_max_take()?,
            &self.name,
            i128::from(self.maximum.low),
            self.format_offset(),
        );
        let under = low - 1;
        let mut code =
            "#include <algorithm>\n#include <cstdint>\n#include <optional>\n\n".to_owned();
        code += "// A type of 128 bits (GCC, Clang): results computed from 64-bit numbers can need more than 64 bits.\nusing Whole = __int128;\n\n";
        if most.contains("quotient(") {
            code += "static Whole quotient(Whole a, Whole b) { return a / b - (a % b < 0); }\n\n";
        }
        if most.contains("bits(") {
            code += "static Whole bits(Whole a) {\n    Whole bits = 0;\n    for (; a > 0; a /= 2) bits++;\n    return bits;\n}\n\n";
        }
        if most.contains("root(") {
            code += "static Whole root(Whole a) {
    Whole root = 0;
    for (Whole bit = Whole(1) << 62; bit > 0; bit /= 2) {
        if ((root + bit) * (root + bit) <= a) root += bit;
    }
    return root;
}

";
        }
        let _ = write!(
            code,
            "// The maximum number that a move takes.
static Whole most_of(Whole {n}) {{ return std::max<Whole>(std::min<Whole>({most}, {least}), 0); }}

// The Grundy value of `[{n}]`; `std::nullopt` if this is not a position of the game.
std::optional<std::uint64_t> grundy(std::int64_t {n}) {{
    if ({n} < {low}) return std::nullopt;
    for (Whole rest = {n};;) {{
        const Whole most = most_of(rest);
        // The first number with the same maximum, by bisection.
        Whole below = {under}, first = rest;
        while (first - below > 1) {{
            const Whole middle = below + (first - below) / 2;
            (most_of(middle) < most ? below : first) = middle;
        }}
        if ((rest - first) % (most + 1) == 0) return std::uint64_t(most);
        rest -= ((rest - first) / (most + 1) + 1) * (most + 1);
    }}
}}
"
        );
        Some(code)
    }

    fn rust(&self) -> Option<String> {
        let (most, n, low, least) = (
            self.format_max_take()?,
            &self.name,
            i128::from(self.maximum.low),
            self.format_offset(),
        );
        let under = low - 1;
        let mut code = String::new();
        if most.contains("bits(") {
            code += "fn bits(a: i128) -> i128 {\n    i128::from(128 - a.leading_zeros())\n}\n\n";
        }
        if most.contains("root(") {
            code += "fn root(a: i128) -> i128 {
    let mut root = 0;
    for bit in (0..=62).rev().map(|place| 1i128 << place) {
        if (root + bit) * (root + bit) <= a {
            root += bit;
        }
    }
    root
}

";
        }
        let snake = if n.contains(char::is_uppercase) {
            "#[allow(non_snake_case)]\n"
        } else {
            ""
        };
        let _ = write!(
            code,
            "/// The maximum number that a move takes.
{snake}fn most_of({n}: i128) -> i128 {{
    let most: i128 = {most};
    most.min({least}).max(0)
}}

/// The Grundy value of `[{n}]`; `None` if this is not a position of the game.
{snake}pub fn grundy({n}: i64) -> Option<u64> {{
    if {n} < {low} {{
        return None;
    }}
    let mut rest = i128::from({n});
    loop {{
        let most = most_of(rest);
        // The first number with the same maximum, by bisection.
        let (mut below, mut first) = ({under}, rest);
        while first - below > 1 {{
            let middle = below + (first - below) / 2;
            if most_of(middle) < most {{
                below = middle;
            }} else {{
                first = middle;
            }}
        }}
        if (rest - first) % (most + 1) == 0 {{
            return u64::try_from(most).ok();
        }}
        rest -= ((rest - first) / (most + 1) + 1) * (most + 1);
    }}
}}
"
        );
        Some(code)
    }

    /// Formats the difference of n and the least number.
    fn format_offset(&self) -> String {
        match self.maximum.low {
            0 => self.name.clone(),
            low @ ..0 => format!("{} + {}", self.name, low.unsigned_abs()),
            low => format!("{} - {low}", self.name),
        }
    }

    fn latex(&self) -> Option<String> {
        let names = [self.slot.clone()];
        let (n, low, most) = (
            slot(&self.slot),
            self.maximum.low,
            formula(&self.maximum.most, &names)?,
        );
        let mut text = latex::opening(
            &self.title,
            &format!("[{n}]"),
            &format!("{n} \\ge {low}"),
            &self.rules,
            PlayConvention::Normal,
        );
        let left = if low == 0 {
            n.clone()
        } else {
            format!("{n} - ({low})")
        };
        let _ = writeln!(
            text,
            "Let $f({n}) = \\max(0, \\min({left}, {most}))$, which increases by $0$ or $1$ from each ${n}$ to the next."
        );
        text += "The Grundy values $G$ of the positions are given by\n";
        let _ = writeln!(
            text,
            "\\[ G({n}) = \\begin{{cases}} f({n}) & \\text{{if }} {n} = {low} \\text{{ or }} f({n}) > f({n} - 1) \\\\ G({n} - f({n}) - 1) & \\text{{otherwise}} \\end{{cases}} \\]"
        );
        Some(text + "\\end{theorem}\n")
    }
}

/// Returns an upper bound of all numbers that occur in the evaluation of an expression, for |n| ≤
/// 2^63.
fn size(expr: &Expr) -> Option<UBig> {
    Some(match expr {
        Expr::Slot(_) => UBig::ONE << 63,
        Expr::Const(number) => number.unsigned_abs().into(),
        Expr::Binary(op, sides, _) => {
            let (a, b) = (size(&sides[0])?, size(&sides[1])?);
            match op {
                BinaryOp::Add | BinaryOp::Sub => a + b,
                // The evaluation of an operation also computes both operands.
                BinaryOp::Mul => (&a * &b).max(a).max(b),
                _ => a.max(b),
            }
        }
        Expr::Call(_, args, _) => args
            .iter()
            .map(size)
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .max()?
            .max(UBig::from(128u8)),
        Expr::Fold(_, elements, _) => elements
            .iter()
            .flat_map(|element| &element.values)
            .map(size)
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .max()?,
        _ => return None,
    })
}
