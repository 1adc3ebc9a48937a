//! Bounds of the values of expressions when the slots and the chosen numbers are within known
//! ranges, and whether their evaluation can fail. The bounds come from interval arithmetic. The
//! bounds are never too narrow, but often too wide. The generated code omits tests that the bounds
//! prove superfluous: overflow tests, range tests, and sign tests for divisions.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, Fold, Function, Int, SlotRef};

/// All integers from the first field to the second field, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntInterval(pub Int, pub Int);

/// The bounds of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExprBounds {
    /// The range of the value of the expression, provided that the evaluation succeeds.
    pub range: IntInterval,
    /// Whether the expression always has a value: no overflow, no division by zero, no index
    /// outside its array.
    pub total: bool,
}

/// The ranges of slots and locals, by index.
#[derive(Clone, Debug, Default)]
pub struct VariableRanges {
    /// The ranges of the slots of the position.
    pub slots: Vec<IntInterval>,
    /// The ranges of the locals; a local that is not bound yet is unrestricted.
    pub locals: Vec<IntInterval>,
}

impl IntInterval {
    /// All integers.
    pub const ALL: IntInterval = IntInterval(Int::MIN, Int::MAX);
    const TRUTH: IntInterval = IntInterval(0, 1);

    /// Returns the smallest interval that contains both intervals.
    pub fn hull(self, other: IntInterval) -> IntInterval {
        IntInterval(self.0.min(other.0), self.1.max(other.1))
    }

    fn wide(low: i128, high: i128) -> (IntInterval, bool) {
        let fits = low >= Int::MIN.into() && high <= Int::MAX.into();
        let clip = |x: i128| x.clamp(Int::MIN.into(), Int::MAX.into()) as Int;
        (IntInterval(clip(low), clip(high)), fits)
    }

    /// Returns the hull of some numbers, and whether the hull fits in 64 bits.
    fn around(corners: [i128; 4]) -> (IntInterval, bool) {
        let low = corners.iter().copied().min().unwrap_or_default();
        let high = corners.iter().copied().max().unwrap_or_default();
        IntInterval::wide(low, high)
    }

    fn natural(self) -> bool {
        self.0 >= 0
    }

    /// For a range of natural numbers, returns the largest number with as many binary digits as the
    /// maximum of the range.
    fn all_bits(self) -> Int {
        match self.1 {
            top if top <= 0 => 0,
            top => ((1u64 << (64 - top.leading_zeros())) - 1) as Int,
        }
    }
}

impl VariableRanges {
    /// Returns the range of a local.
    pub fn local(&self, local: usize) -> IntInterval {
        self.locals.get(local).copied().unwrap_or(IntInterval::ALL)
    }

    /// Returns these ranges with the range of one local replaced.
    pub fn with(&self, local: usize, range: IntInterval) -> VariableRanges {
        let mut ranges = self.clone();
        if ranges.locals.len() <= local {
            ranges.locals.resize(local + 1, IntInterval::ALL);
        }
        ranges.locals[local] = range;
        ranges
    }

    /// Returns the bounds of an expression.
    pub fn expr_bounds(&self, expr: &Expr) -> ExprBounds {
        let known = |(range, fits): (IntInterval, bool), parts: bool| ExprBounds {
            range,
            total: fits && parts,
        };
        match expr {
            Expr::Const(n) => ExprBounds {
                range: IntInterval(*n, *n),
                total: true,
            },
            Expr::Slot(i) => ExprBounds {
                range: self.slots.get(*i).copied().unwrap_or(IntInterval::ALL),
                total: true,
            },
            Expr::Local(i) => ExprBounds {
                range: self.local(*i),
                total: true,
            },
            Expr::At(place, _) => self.place(place),
            Expr::Entry(data, indices, _) => {
                let inside = indices.iter().enumerate().all(|(dimension, index)| {
                    let index = self.expr_bounds(index);
                    index.total
                        && index.range.0 >= data.lows[dimension]
                        && index.range.1 <= data.high(dimension)
                });
                let (low, high) = data.range();
                ExprBounds {
                    range: IntInterval(low, high),
                    total: inside,
                }
            }
            Expr::Neg(e, _) => {
                let e = self.expr_bounds(e);
                known(
                    IntInterval::wide(-i128::from(e.range.1), -i128::from(e.range.0)),
                    e.total,
                )
            }
            Expr::Not(e) => ExprBounds {
                range: IntInterval::TRUTH,
                total: self.expr_bounds(e).total,
            },
            Expr::Binary(op, sides, _) => {
                let (a, b) = (self.expr_bounds(&sides[0]), self.expr_bounds(&sides[1]));
                known(binary(*op, a.range, b.range), a.total && b.total)
            }
            Expr::Compare(op, sides) => {
                let (a, b) = (self.expr_bounds(&sides[0]), self.expr_bounds(&sides[1]));
                ExprBounds {
                    range: compare(*op, a.range, b.range),
                    total: a.total && b.total,
                }
            }
            Expr::If(parts) => {
                let (c, a, b) = (
                    self.expr_bounds(&parts[0]),
                    self.expr_bounds(&parts[1]),
                    self.expr_bounds(&parts[2]),
                );
                ExprBounds {
                    range: a.range.hull(b.range),
                    total: c.total && a.total && b.total,
                }
            }
            Expr::Call(function, args, _) => {
                let args: Vec<ExprBounds> = args.iter().map(|a| self.expr_bounds(a)).collect();
                let (range, fits) = call(*function, args[0].range);
                ExprBounds {
                    range,
                    total: fits && args.iter().all(|a| a.total),
                }
            }
            Expr::Fold(fold, elements, _)
                if elements.iter().all(|e| e.generators.is_empty()) && !elements.is_empty() =>
            {
                let parts: Vec<ExprBounds> = elements
                    .iter()
                    .map(|e| self.expr_bounds(&e.values[0]))
                    .collect();
                let (range, fits) = folded(*fold, &parts);
                ExprBounds {
                    range,
                    total: fits && parts.iter().all(|p| p.total),
                }
            }
            Expr::Fold(fold, ..) if fold.is_truth() => ExprBounds {
                range: IntInterval::TRUTH,
                total: false,
            },
            Expr::CompareReal(..) => ExprBounds {
                range: IntInterval::TRUTH,
                total: false,
            },
            Expr::Fold(..) | Expr::Floor(..) => ExprBounds {
                range: IntInterval::ALL,
                total: false,
            },
        }
    }

    fn place(&self, place: &SlotRef) -> ExprBounds {
        match place {
            SlotRef::Slot(slot) => self.expr_bounds(&Expr::Slot(*slot)),
            SlotRef::Array(first, low, len, index) => {
                let index = self.expr_bounds(index);
                let inside = index.range.0 >= *low
                    && i128::from(index.range.1) < i128::from(*low) + *len as i128;
                let elements = (*first..first + len)
                    .map(|slot| self.expr_bounds(&Expr::Slot(slot)).range)
                    .reduce(IntInterval::hull);
                ExprBounds {
                    range: elements.unwrap_or(IntInterval::ALL),
                    total: index.total && inside,
                }
            }
        }
    }
}

fn binary(op: BinaryOp, a: IntInterval, b: IntInterval) -> (IntInterval, bool) {
    let w = |x: Int| i128::from(x);
    let corners = |f: &dyn Fn(i128, i128) -> i128| {
        IntInterval::around([
            f(w(a.0), w(b.0)),
            f(w(a.0), w(b.1)),
            f(w(a.1), w(b.0)),
            f(w(a.1), w(b.1)),
        ])
    };
    match op {
        BinaryOp::Add => IntInterval::wide(w(a.0) + w(b.0), w(a.1) + w(b.1)),
        BinaryOp::Sub => IntInterval::wide(w(a.0) - w(b.1), w(a.1) - w(b.0)),
        BinaryOp::Mul => corners(&|x, y| x * y),
        BinaryOp::Div if b.0 > 0 => corners(&|x, y| x.div_euclid(y)),
        BinaryOp::Mod if b.0 > 0 => (
            IntInterval(
                0,
                if a.natural() {
                    a.1.min(b.1 - 1)
                } else {
                    b.1 - 1
                },
            ),
            true,
        ),
        BinaryOp::Div | BinaryOp::Mod => (IntInterval::ALL, false),
        BinaryOp::Pow if a.0 >= 1 && b.natural() => {
            let top = u32::try_from(b.1)
                .ok()
                .and_then(|e| w(a.1).checked_pow(e))
                .unwrap_or(i128::MAX);
            IntInterval::wide(1, top)
        }
        BinaryOp::Pow => (IntInterval::ALL, false),
        BinaryOp::Xor | BinaryOp::BitOr if a.natural() && b.natural() => {
            (IntInterval(0, a.all_bits().max(b.all_bits())), true)
        }
        BinaryOp::BitAnd if a.natural() && b.natural() => (IntInterval(0, a.1.min(b.1)), true),
        BinaryOp::BitAnd if a.natural() => (IntInterval(0, a.1), true),
        BinaryOp::BitAnd if b.natural() => (IntInterval(0, b.1), true),
        BinaryOp::Xor | BinaryOp::BitOr | BinaryOp::BitAnd => (IntInterval::ALL, true),
        BinaryOp::And | BinaryOp::Or => (IntInterval::TRUTH, true),
    }
}

fn compare(op: CompareOp, a: IntInterval, b: IntInterval) -> IntInterval {
    let (always, never) = match op {
        CompareOp::Eq => (a.0 == a.1 && a == b, a.1 < b.0 || b.1 < a.0),
        CompareOp::Ne => (a.1 < b.0 || b.1 < a.0, a.0 == a.1 && a == b),
        CompareOp::Lt => (a.1 < b.0, a.0 >= b.1),
        CompareOp::Le => (a.1 <= b.0, a.0 > b.1),
        CompareOp::Gt => (a.0 > b.1, a.1 <= b.0),
        CompareOp::Ge => (a.0 >= b.1, a.1 < b.0),
    };
    match (always, never) {
        (true, _) => IntInterval(1, 1),
        (_, true) => IntInterval(0, 0),
        _ => IntInterval::TRUTH,
    }
}

fn call(function: Function, x: IntInterval) -> (IntInterval, bool) {
    let w = |x: Int| i128::from(x);
    match function {
        Function::Abs if x.natural() => (x, true),
        Function::Abs => IntInterval::wide(0, w(x.0).abs().max(w(x.1).abs())),
        Function::Tri if x.0 >= -1 => IntInterval::wide(0, w(x.1) * (w(x.1) + 1) / 2),
        Function::Isqrt if x.natural() => (IntInterval(0, x.1.isqrt()), true),
        Function::Popcount | Function::Bitlen if x.natural() => (IntInterval(0, 63), true),
        Function::Ctz => (IntInterval(0, 63), x.0 > 0 || x.1 < 0),
        Function::Bitnot => (IntInterval(-1 - x.1, -1 - x.0), true),
        Function::IsPrime => (IntInterval::TRUTH, true),
        Function::BigOmega => (IntInterval(0, 63), x.0 > 0),
        Function::Fib => (IntInterval(0, Int::MAX), x.0 >= 0 && x.1 <= 92),
        Function::Tri => (IntInterval::ALL, false),
        Function::Isqrt
        | Function::Popcount
        | Function::Bitlen
        | Function::Nimprod
        | Function::Nimpow => (IntInterval(0, Int::MAX), false),
        Function::Within => (IntInterval(x.0.max(0), x.1.max(0)), false),
        // The binary digits of both arguments encode sets, so no bounds are known.
        Function::Disjoint => (IntInterval::ALL, false),
    }
}

fn folded(fold: Fold, parts: &[ExprBounds]) -> (IntInterval, bool) {
    let ranges = || parts.iter().map(|p| p.range);
    match fold {
        Fold::Min => (
            ranges()
                .reduce(|a, b| IntInterval(a.0.min(b.0), a.1.min(b.1)))
                .unwrap_or(IntInterval::ALL),
            true,
        ),
        Fold::Max => (
            ranges()
                .reduce(|a, b| IntInterval(a.0.max(b.0), a.1.max(b.1)))
                .unwrap_or(IntInterval::ALL),
            true,
        ),
        Fold::All | Fold::Any => (IntInterval::TRUTH, true),
        Fold::Total => {
            // All partial sums must fit in 64 bits, not only the complete sum.
            let (mut low, mut high, mut fits) = (0i128, 0i128, true);
            for range in ranges() {
                (low, high) = (low + i128::from(range.0), high + i128::from(range.1));
                fits &= IntInterval::wide(low, high).1;
            }
            (IntInterval::wide(low, high).0, fits)
        }
        Fold::Nimsum | Fold::Union => {
            let natural = ranges().all(IntInterval::natural);
            (
                if natural {
                    IntInterval(0, ranges().map(IntInterval::all_bits).max().unwrap_or(0))
                } else {
                    IntInterval::ALL
                },
                true,
            )
        }
        Fold::Gcd if ranges().all(|r| r.0 > Int::MIN) => (
            IntInterval(
                0,
                ranges()
                    .map(|r| r.0.abs().max(r.1.abs()))
                    .max()
                    .unwrap_or(0),
            ),
            true,
        ),
        Fold::Gcd | Fold::Lcm => (IntInterval(0, Int::MAX), false),
    }
}
