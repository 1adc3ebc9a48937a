//! Which values an expression can take when the slots and the chosen numbers keep to known ranges,
//! and whether its evaluation can fail at all. Interval arithmetic: never too narrow, often too
//! wide. What it proves is left out of the generated code: overflow tests, range tests, signs of
//! divisions.

use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Expr, Fold, Function, Int, Place};

/// All whole numbers from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval(pub Int, pub Int);

/// What is known of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Where the value of the expression lies, if it has one.
    pub range: Interval,
    /// Whether the expression always has a value: no overflow, no division by zero, no index
    /// outside its array.
    pub total: bool,
}

/// The ranges of slots and locals, by index.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// Of the slots of the position.
    pub slots: Vec<Interval>,
    /// Of the locals; those that are not bound yet may be anything.
    pub locals: Vec<Interval>,
}

impl Interval {
    /// Every number.
    pub const ALL: Interval = Interval(Int::MIN, Int::MAX);
    const TRUTH: Interval = Interval(0, 1);

    /// The least interval that holds both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval(self.0.min(other.0), self.1.max(other.1))
    }

    fn wide(low: i128, high: i128) -> (Interval, bool) {
        let fits = low >= Int::MIN.into() && high <= Int::MAX.into();
        let clip = |x: i128| x.clamp(Int::MIN.into(), Int::MAX.into()) as Int;
        (Interval(clip(low), clip(high)), fits)
    }

    /// The hull of some numbers, and whether it fits.
    fn around(corners: [i128; 4]) -> (Interval, bool) {
        let low = corners.iter().copied().min().unwrap_or_default();
        let high = corners.iter().copied().max().unwrap_or_default();
        Interval::wide(low, high)
    }

    fn natural(self) -> bool {
        self.0 >= 0
    }

    /// The greatest number with as many bits as the top, for a range of numbers from 0 on.
    fn all_bits(self) -> Int {
        match self.1 {
            top if top <= 0 => 0,
            top => ((1u64 << (64 - top.leading_zeros())) - 1) as Int,
        }
    }
}

impl Ranges {
    /// The range of a local.
    pub fn local(&self, local: usize) -> Interval {
        self.locals.get(local).copied().unwrap_or(Interval::ALL)
    }

    /// These ranges with that of one local replaced.
    pub fn with(&self, local: usize, range: Interval) -> Ranges {
        let mut ranges = self.clone();
        if ranges.locals.len() <= local {
            ranges.locals.resize(local + 1, Interval::ALL);
        }
        ranges.locals[local] = range;
        ranges
    }

    /// What is known of an expression.
    pub fn of(&self, expr: &Expr) -> Known {
        let known = |(range, fits): (Interval, bool), parts: bool| Known {
            range,
            total: fits && parts,
        };
        match expr {
            Expr::Const(n) => Known {
                range: Interval(*n, *n),
                total: true,
            },
            Expr::Slot(i) => Known {
                range: self.slots.get(*i).copied().unwrap_or(Interval::ALL),
                total: true,
            },
            Expr::Local(i) => Known {
                range: self.local(*i),
                total: true,
            },
            Expr::At(place, _) => self.place(place),
            Expr::Neg(e, _) => {
                let e = self.of(e);
                known(
                    Interval::wide(-i128::from(e.range.1), -i128::from(e.range.0)),
                    e.total,
                )
            }
            Expr::Not(e) => Known {
                range: Interval::TRUTH,
                total: self.of(e).total,
            },
            Expr::Binary(op, sides, _) => {
                let (a, b) = (self.of(&sides[0]), self.of(&sides[1]));
                known(binary(*op, a.range, b.range), a.total && b.total)
            }
            Expr::Compare(op, sides) => {
                let (a, b) = (self.of(&sides[0]), self.of(&sides[1]));
                Known {
                    range: compare(*op, a.range, b.range),
                    total: a.total && b.total,
                }
            }
            Expr::If(parts) => {
                let (c, a, b) = (self.of(&parts[0]), self.of(&parts[1]), self.of(&parts[2]));
                Known {
                    range: a.range.hull(b.range),
                    total: c.total && a.total && b.total,
                }
            }
            Expr::Call(function, args, _) => {
                let args: Vec<Known> = args.iter().map(|a| self.of(a)).collect();
                let (range, fits) = call(*function, args[0].range);
                Known {
                    range,
                    total: fits && args.iter().all(|a| a.total),
                }
            }
            Expr::Fold(fold, elements, _)
                if elements.iter().all(|e| e.generators.is_empty()) && !elements.is_empty() =>
            {
                let parts: Vec<Known> = elements.iter().map(|e| self.of(&e.values[0])).collect();
                let (range, fits) = folded(*fold, &parts);
                Known {
                    range,
                    total: fits && parts.iter().all(|p| p.total),
                }
            }
            Expr::Fold(fold, ..) if fold.is_truth() => Known {
                range: Interval::TRUTH,
                total: false,
            },
            Expr::CompareReal(..) => Known {
                range: Interval::TRUTH,
                total: false,
            },
            Expr::Fold(..) | Expr::Floor(..) => Known {
                range: Interval::ALL,
                total: false,
            },
        }
    }

    fn place(&self, place: &Place) -> Known {
        match place {
            Place::Slot(slot) => self.of(&Expr::Slot(*slot)),
            Place::Array(first, low, len, index) => {
                let index = self.of(index);
                let inside = index.range.0 >= *low
                    && i128::from(index.range.1) < i128::from(*low) + *len as i128;
                let elements = (*first..first + len)
                    .map(|slot| self.of(&Expr::Slot(slot)).range)
                    .reduce(Interval::hull);
                Known {
                    range: elements.unwrap_or(Interval::ALL),
                    total: index.total && inside,
                }
            }
        }
    }
}

fn binary(op: BinaryOp, a: Interval, b: Interval) -> (Interval, bool) {
    let w = |x: Int| i128::from(x);
    let corners = |f: &dyn Fn(i128, i128) -> i128| {
        Interval::around([
            f(w(a.0), w(b.0)),
            f(w(a.0), w(b.1)),
            f(w(a.1), w(b.0)),
            f(w(a.1), w(b.1)),
        ])
    };
    match op {
        BinaryOp::Add => Interval::wide(w(a.0) + w(b.0), w(a.1) + w(b.1)),
        BinaryOp::Sub => Interval::wide(w(a.0) - w(b.1), w(a.1) - w(b.0)),
        BinaryOp::Mul => corners(&|x, y| x * y),
        BinaryOp::Div if b.0 > 0 => corners(&|x, y| x.div_euclid(y)),
        BinaryOp::Mod if b.0 > 0 => (
            Interval(
                0,
                if a.natural() {
                    a.1.min(b.1 - 1)
                } else {
                    b.1 - 1
                },
            ),
            true,
        ),
        BinaryOp::Div | BinaryOp::Mod => (Interval::ALL, false),
        BinaryOp::Pow if a.0 >= 1 && b.natural() => {
            let top = u32::try_from(b.1)
                .ok()
                .and_then(|e| w(a.1).checked_pow(e))
                .unwrap_or(i128::MAX);
            Interval::wide(1, top)
        }
        BinaryOp::Pow => (Interval::ALL, false),
        BinaryOp::Xor | BinaryOp::BitOr if a.natural() && b.natural() => {
            (Interval(0, a.all_bits().max(b.all_bits())), true)
        }
        BinaryOp::BitAnd if a.natural() && b.natural() => (Interval(0, a.1.min(b.1)), true),
        BinaryOp::BitAnd if a.natural() => (Interval(0, a.1), true),
        BinaryOp::BitAnd if b.natural() => (Interval(0, b.1), true),
        BinaryOp::Xor | BinaryOp::BitOr | BinaryOp::BitAnd => (Interval::ALL, true),
        BinaryOp::And | BinaryOp::Or => (Interval::TRUTH, true),
    }
}

fn compare(op: CompareOp, a: Interval, b: Interval) -> Interval {
    let (always, never) = match op {
        CompareOp::Eq => (a.0 == a.1 && a == b, a.1 < b.0 || b.1 < a.0),
        CompareOp::Ne => (a.1 < b.0 || b.1 < a.0, a.0 == a.1 && a == b),
        CompareOp::Lt => (a.1 < b.0, a.0 >= b.1),
        CompareOp::Le => (a.1 <= b.0, a.0 > b.1),
        CompareOp::Gt => (a.0 > b.1, a.1 <= b.0),
        CompareOp::Ge => (a.0 >= b.1, a.1 < b.0),
    };
    match (always, never) {
        (true, _) => Interval(1, 1),
        (_, true) => Interval(0, 0),
        _ => Interval::TRUTH,
    }
}

fn call(function: Function, x: Interval) -> (Interval, bool) {
    let w = |x: Int| i128::from(x);
    match function {
        Function::Abs if x.natural() => (x, true),
        Function::Abs => Interval::wide(0, w(x.0).abs().max(w(x.1).abs())),
        Function::Tri if x.0 >= -1 => Interval::wide(0, w(x.1) * (w(x.1) + 1) / 2),
        Function::Isqrt if x.natural() => (Interval(0, x.1.isqrt()), true),
        Function::Popcount | Function::Bitlen if x.natural() => (Interval(0, 63), true),
        Function::Ctz => (Interval(0, 63), x.0 > 0 || x.1 < 0),
        Function::Bitnot => (Interval(-1 - x.1, -1 - x.0), true),
        Function::IsPrime => (Interval::TRUTH, true),
        Function::BigOmega => (Interval(0, 63), x.0 > 0),
        Function::Fib => (Interval(0, Int::MAX), x.0 >= 0 && x.1 <= 92),
        Function::Tri => (Interval::ALL, false),
        Function::Isqrt
        | Function::Popcount
        | Function::Bitlen
        | Function::Nimprod
        | Function::Nimpow => (Interval(0, Int::MAX), false),
        Function::Within => (Interval(x.0.max(0), x.1.max(0)), false),
        // Both are binary digits of a set.
        Function::Disjoint => (Interval::ALL, false),
    }
}

fn folded(fold: Fold, parts: &[Known]) -> (Interval, bool) {
    let ranges = || parts.iter().map(|p| p.range);
    match fold {
        Fold::Min => (
            ranges()
                .reduce(|a, b| Interval(a.0.min(b.0), a.1.min(b.1)))
                .unwrap_or(Interval::ALL),
            true,
        ),
        Fold::Max => (
            ranges()
                .reduce(|a, b| Interval(a.0.max(b.0), a.1.max(b.1)))
                .unwrap_or(Interval::ALL),
            true,
        ),
        Fold::All | Fold::Any => (Interval::TRUTH, true),
        Fold::Total => {
            // Every partial sum must fit as well.
            let (mut low, mut high, mut fits) = (0i128, 0i128, true);
            for range in ranges() {
                (low, high) = (low + i128::from(range.0), high + i128::from(range.1));
                fits &= Interval::wide(low, high).1;
            }
            (Interval::wide(low, high).0, fits)
        }
        Fold::Nimsum | Fold::Union => {
            let natural = ranges().all(Interval::natural);
            (
                if natural {
                    Interval(0, ranges().map(Interval::all_bits).max().unwrap_or(0))
                } else {
                    Interval::ALL
                },
                true,
            )
        }
        Fold::Gcd if ranges().all(|r| r.0 > Int::MIN) => (
            Interval(
                0,
                ranges()
                    .map(|r| r.0.abs().max(r.1.abs()))
                    .max()
                    .unwrap_or(0),
            ),
            true,
        ),
        Fold::Gcd | Fold::Lcm => (Interval(0, Int::MAX), false),
    }
}
