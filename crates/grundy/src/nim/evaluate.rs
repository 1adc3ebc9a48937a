//! Evaluates the tree of an expression.

use std::collections::{HashMap, HashSet};

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::{Lang, Text};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};
use nimber::big::{self, LIMIT_BITS};
use nimber::{Nim128, Nimber};

use super::syntax::{Expression, ExpressionKind, IntegerNode, WholeKind};
use crate::error::SolveError;

/// Maximum number of conjugates that are listed.
pub const MAX_CONJUGATES: u64 = 8192;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NimValue {
    /// One nimber.
    Number(Nimber),
    /// The two solutions of x² + x = c: the even solution s, and s + 1. Within a larger expression,
    /// the even solution s represents both solutions.
    Solutions(Nimber),
    /// The conjugates over {0, 1}: x, x², x⁴, …
    Conjugates(Vec<Nimber>),
    /// An ordinary integer: an order, a logarithm.
    Integer(UBig),
    /// A polynomial over {0, 1}; bit i is the coefficient of x^i.
    Polynomial(UBig),
    /// The field that consists of all nimbers with at most this number of bits.
    Field(u64),
}

impl NimValue {
    /// Returns the nimbers of a value; the list is empty if the value consists of no nimbers.
    pub fn list(&self) -> Vec<Nimber> {
        match self {
            NimValue::Number(one) => vec![one.clone()],
            NimValue::Solutions(even) => vec![even.clone(), even + &Nimber::from(1u64)],
            NimValue::Conjugates(list) => list.clone(),
            NimValue::Integer(_) | NimValue::Polynomial(_) | NimValue::Field(_) => Vec::new(),
        }
    }

    /// Returns the value as text; with `hex`, nimbers and integers are written in hexadecimal.
    pub fn show(&self, hex: bool, lang: Lang) -> String {
        match self {
            NimValue::Number(_) | NimValue::Solutions(_) | NimValue::Conjugates(_) => {
                let shown: Vec<String> = self
                    .list()
                    .iter()
                    .map(|n| {
                        if hex {
                            format!("{n:#x}")
                        } else {
                            n.to_string()
                        }
                    })
                    .collect();
                shown.join(", ")
            }
            NimValue::Integer(integer) if hex => format!("{integer:#x}"),
            NimValue::Integer(integer) => integer.to_string(),
            NimValue::Polynomial(bits) => polynomial(bits),
            NimValue::Field(bits) => text!("the nimbers below 2^{bits}", "小于 2^{bits} 的 nim 数")
                .get(lang)
                .to_owned(),
        }
    }
}

/// Formats a polynomial: `x^4 + x + 1`.
fn polynomial(bits: &UBig) -> String {
    let words = bits.to_le_bytes();
    let coefficient = |i: usize| words[i / 8] >> (i % 8) & 1 == 1;
    let terms = (0..8 * words.len())
        .rev()
        .filter(|&i| coefficient(i))
        .map(|i| match i {
            0 => "1".to_owned(),
            1 => "x".to_owned(),
            _ => format!("x^{i}"),
        });
    terms.collect::<Vec<String>>().join(" + ")
}

/// Returns the reason why an operation has no result.
fn reason(error: nimber::NimberError) -> Text {
    match error {
        nimber::NimberError::DivisionByZero { .. } => {
            text!("division by zero: 0 has no inverse", "除数为零：0 没有逆元")
        }
        nimber::NimberError::NoOrder => text!("0 has no order", "0 没有阶"),
        nimber::NimberError::NoSolution { .. } | nimber::NimberError::TooLarge { .. } => {
            text!(
                "the value is too large: at most {LIMIT_BITS} bits",
                "值太大：至多 {LIMIT_BITS} 位"
            )
        }
        nimber::NimberError::NotFactored { bits } => {
            let most = big::FACTORED_FIELD_BITS;
            text!(
                "orders can be computed up to {most} bits; this number is in the field of {bits} bits",
                "阶只能求到 {most} 位；此数属于 {bits} 位的域"
            )
        }
        nimber::NimberError::TooManyPowers { degree } => {
            let most = big::MINIMAL_POLYNOMIAL_BITS;
            text!(
                "minimal polynomials can be computed up to degree {most}; this one has degree {degree}",
                "最小多项式只能求到 {most} 次；此处为 {degree} 次"
            )
        }
        nimber::NimberError::NoField { bits } => text!(
            "no field of {bits} bits contains the number: the number of bits of a field is a power of two",
            "没有 {bits} 位的域含有此数：域的位数是 2 的幂"
        ),
        other => Text::same(other.to_string()),
    }
}

/// The state of the evaluation of one expression.
pub(super) struct Evaluation<'e> {
    pub source: &'e str,
    pub names: &'e HashMap<String, Nimber>,
    pub budget: &'e Budget<'e>,
}

impl Evaluation<'_> {
    fn wrong(&self, span: Span, why: Text) -> SolveError {
        SolveError::question(self.source, span, why)
    }

    /// Converts an error of the arithmetic to an error at the given location of the expression.
    fn tested<T>(
        &self,
        span: Span,
        result: Result<T, nimber::NimberError>,
    ) -> Result<T, SolveError> {
        result.map_err(|error| self.wrong(span, reason(error)))
    }

    pub(super) fn value(&self, expression: &Expression) -> Result<NimValue, SolveError> {
        self.budget.ask()?;
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Number(number) => Ok(NimValue::Number(number.clone())),
            ExpressionKind::Name(name) => {
                Ok(NimValue::Number(self.lookup_name(name, span)?.clone()))
            }
            ExpressionKind::Sum(terms) => {
                let mut sum = Nimber::ZERO;
                for term in terms {
                    sum += &self.number(term)?;
                }
                Ok(NimValue::Number(sum))
            }
            ExpressionKind::Product(factors) => {
                let mut product = Nimber::from(1u64);
                for (divides, factor) in factors {
                    let number = self.number(factor)?;
                    self.room(&[&product, &number])?;
                    product = if *divides {
                        self.tested(factor.span, product.divide(&number))?
                    } else {
                        &product * &number
                    };
                }
                Ok(NimValue::Number(product))
            }
            ExpressionKind::Power(base, exponent) => {
                let (mut base, at) = (self.number(base)?, base.span);
                let (sign, exponent) = self.integer_value(exponent)?.into_parts();
                self.room(&[&base])?;
                if sign == Sign::Negative {
                    base = self.tested(at, base.inverse())?;
                }
                Ok(NimValue::Number(base.power(&exponent)))
            }
            ExpressionKind::Bit(exponent) => {
                let at = exponent.span;
                let exponent = self.integer_value(exponent)?;
                let exponent = u64::try_from(exponent)
                    .ok()
                    .filter(|&n| n < LIMIT_BITS)
                    .ok_or_else(|| {
                        self.wrong(
                            at,
                            text!(
                                "expected an integer from 0 up to, but not including, {LIMIT_BITS}",
                                "应为 0 到 {LIMIT_BITS}（不含）的整数"
                            ),
                        )
                    })?;
                Ok(NimValue::Number(
                    self.tested(at, Nimber::power_of_two(exponent))?,
                ))
            }
            ExpressionKind::Call(name, arguments) => self.call(name, arguments, span),
        }
    }

    /// Reserves the memory that an operation in the field of the given numbers needs, because the
    /// operation itself cannot poll the budget.
    fn room(&self, numbers: &[&Nimber]) -> Result<(), SolveError> {
        /// Maximum number of field elements that an operation stores in memory at the same time.
        const MAX_LIVE_NUMBERS: u64 = 12;
        /// Operations on smaller numbers are so cheap that the budget is not checked.
        const MAX_UNMETERED_BITS: u64 = 1 << 16;
        let bits = numbers
            .iter()
            .map(|number| number.field_bits())
            .max()
            .unwrap_or(0);
        if bits <= MAX_UNMETERED_BITS {
            Ok(())
        } else {
            self.budget
                .allow_growth(0, bits / 8 * MAX_LIVE_NUMBERS)
                .map_err(SolveError::Stopped)
        }
    }

    /// Returns the value as one nimber.
    pub(super) fn number(&self, expression: &Expression) -> Result<Nimber, SolveError> {
        match self.value(expression)? {
            NimValue::Number(number) | NimValue::Solutions(number) => Ok(number),
            other => Err(self.no_nimber(expression.span, &other)),
        }
    }

    fn no_nimber(&self, span: Span, value: &NimValue) -> SolveError {
        let why = match value {
            NimValue::Integer(_) => text!(
                "an ordinary integer can be used only as an exponent",
                "普通整数只能用作指数"
            ),
            NimValue::Conjugates(_) => text!(
                "expected a single nimber, found several; only mex accepts several",
                "此处应为单个 nim 数，却是多个；只有 mex 接受多个"
            ),
            _ => text!(
                "this is not a nimber and cannot be used in a computation",
                "这不是 nim 数，不能参与运算"
            ),
        };
        self.wrong(span, why)
    }

    fn lookup_name(&self, name: &str, span: Span) -> Result<&Nimber, SolveError> {
        self.names.get(name).ok_or_else(|| {
            self.wrong(
                span,
                text!(
                    "`{name}` has no value; set it with --set {name}=...",
                    "`{name}` 没有值；用 --set {name}=... 给出"
                ),
            )
        })
    }

    fn call(
        &self,
        name: &str,
        arguments: &[Expression],
        span: Span,
    ) -> Result<NimValue, SolveError> {
        if name == "mex" {
            return self.mex(arguments);
        }
        let first = &arguments[0];
        let (x, at) = (self.number(first)?, first.span);
        self.room(&[&x])?;
        match name {
            "inv" => Ok(NimValue::Number(self.tested(at, x.inverse())?)),
            "sqrt" => Ok(NimValue::Number(x.square_root())),
            "quad" => Ok(NimValue::Solutions(self.tested(at, x.quadratic_root())?)),
            "order" => Ok(NimValue::Integer(self.tested(at, x.order())?)),
            "minpoly" => Ok(NimValue::Polynomial(
                self.tested(at, x.minimal_polynomial())?,
            )),
            "field" => Ok(NimValue::Field(x.field_bits())),
            "trace" => {
                let bits = match arguments.get(1) {
                    None => x.field_bits(),
                    Some(bits) => u64::try_from(&self.number(bits)?).unwrap_or(u64::MAX),
                };
                Ok(NimValue::Number(
                    u64::from(self.tested(span, x.trace(bits))?).into(),
                ))
            }
            "conj" => self.conjugates(&x, at),
            "log" => self.logarithm(&x, &self.number(&arguments[1])?, span),
            _ => Err(SolveError::Bug(text!(
                "function `{name}` is not implemented",
                "函数 `{name}` 未实现"
            ))),
        }
    }

    fn mex(&self, arguments: &[Expression]) -> Result<NimValue, SolveError> {
        let mut seen = HashSet::new();
        for argument in arguments {
            let value = self.value(argument)?;
            if matches!(
                value,
                NimValue::Integer(_) | NimValue::Polynomial(_) | NimValue::Field(_)
            ) {
                return Err(self.no_nimber(argument.span, &value));
            }
            seen.extend(
                value
                    .list()
                    .iter()
                    .filter_map(|number| u64::try_from(number).ok()),
            );
        }
        Ok(NimValue::Number(
            (0..).find(|n| !seen.contains(n)).unwrap_or(0).into(),
        ))
    }

    fn conjugates(&self, x: &Nimber, at: Span) -> Result<NimValue, SolveError> {
        let bits = x.field_bits();
        if bits > MAX_CONJUGATES {
            return Err(self.wrong(
                at,
                text!(
                    "at most {MAX_CONJUGATES} conjugates are listed; this number has {bits}",
                    "至多列出 {MAX_CONJUGATES} 个共轭；此数有 {bits} 个"
                ),
            ));
        }
        let mut list = Vec::new();
        for conjugate in x.conjugates() {
            self.budget.ask()?;
            list.push(conjugate);
        }
        Ok(NimValue::Conjugates(list))
    }

    fn logarithm(&self, base: &Nimber, x: &Nimber, span: Span) -> Result<NimValue, SolveError> {
        let (Ok(base), Ok(x)) = (u128::try_from(base), u128::try_from(x)) else {
            return Err(self.wrong(
                span,
                text!(
                    "logarithms can be computed up to 128 bits",
                    "对数只能求到 128 位"
                ),
            ));
        };
        match Nim128(x).discrete_log(Nim128(base)) {
            Ok(log) => Ok(NimValue::Integer(log.into())),
            Err(_) => Err(self.wrong(
                span,
                text!("{x} is not a power of {base}", "{x} 不是 {base} 的幂"),
            )),
        }
    }

    fn integer_value(&self, whole: &IntegerNode) -> Result<IBig, SolveError> {
        self.budget.ask()?;
        let value = match &whole.kind {
            WholeKind::Number(number) => IBig::from(UBig::from(number)),
            WholeKind::Name(name) => IBig::from(UBig::from(self.lookup_name(name, whole.span)?)),
            WholeKind::Sum(terms) => {
                let mut sum = IBig::ZERO;
                for (taken, term) in terms {
                    let term = self.integer_value(term)?;
                    sum = if *taken { sum - term } else { sum + term };
                }
                sum
            }
            WholeKind::Product(factors) => {
                let mut product = IBig::ONE;
                for factor in factors {
                    product *= self.integer_value(factor)?;
                    self.small(bits(&product), whole.span)?;
                }
                product
            }
            WholeKind::Power(base, exponent) => {
                let at = exponent.span;
                let (base, exponent) = (self.integer_value(base)?, self.integer_value(exponent)?);
                match u64::try_from(exponent.clone()) {
                    Ok(exponent) => {
                        self.small(
                            if bits(&base) <= 1 {
                                1
                            } else {
                                bits(&base).saturating_mul(exponent)
                            },
                            whole.span,
                        )?;
                        // A base of one bit is -1, 0 or 1, so only whether the exponent is 0, even
                        // or odd matters.
                        let exponent = if bits(&base) <= 1 && exponent > 2 {
                            2 - exponent % 2
                        } else {
                            exponent
                        };
                        base.pow(exponent as usize)
                    }
                    Err(_) if exponent < IBig::ZERO => {
                        return Err(self.wrong(
                            at,
                            text!(
                                "the exponent of an ordinary integer cannot be negative here",
                                "此处普通整数的指数不能为负"
                            ),
                        ));
                    }
                    Err(_) => return Err(self.large(whole.span)),
                }
            }
            WholeKind::Of(expression) => match self.value(expression)? {
                NimValue::Integer(integer) => IBig::from(integer),
                _ => {
                    return Err(SolveError::Bug(text!(
                        "expected an ordinary integer",
                        "此处应为普通整数"
                    )));
                }
            },
        };
        self.small(bits(&value), whole.span)?;
        Ok(value)
    }

    fn small(&self, bits: u64, span: Span) -> Result<(), SolveError> {
        if bits > LIMIT_BITS {
            Err(self.large(span))
        } else {
            Ok(())
        }
    }

    fn large(&self, span: Span) -> SolveError {
        self.wrong(
            span,
            text!(
                "the exponent is too large: at most {LIMIT_BITS} bits",
                "指数太大：至多 {LIMIT_BITS} 位"
            ),
        )
    }
}

/// Returns the number of bits of the absolute value.
fn bits(integer: &IBig) -> u64 {
    integer.bit_len() as u64
}
