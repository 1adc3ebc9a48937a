//! Operators `+` (nim-sum) and `*` (nim-product). The operator `/` is not implemented, because
//! division can fail; see [`Nimber::divide`].

use super::Nimber;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign};

macro_rules! operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $by:path) => {
        impl $operator<&Nimber> for &Nimber {
            type Output = Nimber;

            fn $method(self, other: &Nimber) -> Nimber {
                $by(self, other)
            }
        }

        impl $operator for Nimber {
            type Output = Nimber;

            fn $method(self, other: Nimber) -> Nimber {
                $by(&self, &other)
            }
        }

        impl $assign<&Nimber> for Nimber {
            fn $assign_method(&mut self, other: &Nimber) {
                *self = $by(self, other);
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, Nimber::sum);
operator!(Mul, mul, MulAssign, mul_assign, Nimber::product);

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(terms: I) -> Nimber {
        terms.fold(Nimber::ZERO, |sum, term| sum + term)
    }
}

impl Product for Nimber {
    fn product<I: Iterator<Item = Nimber>>(factors: I) -> Nimber {
        factors.fold(Nimber::from(1u64), |product, factor| product * factor)
    }
}
