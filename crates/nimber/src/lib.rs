//! Nimbers: the Grundy values of impartial games, which form a field of characteristic two (Conway, *On Numbers and Games*,
//! chapter 6). This is the plain portable form for values below 2^64: sum, product, power and mex. The product splits each
//! factor at a Fermat 2-power M = 2^(2^a) and uses M ⊗ x = M·x for x < M and M ⊗ M = 3M/2, with three recursive products
//! (Karatsuba) down to a table of the products below 16, which the compiler makes from the definition.
//!
//! ```
//! assert_eq!(nimber::product(8, 8), 13);
//! assert_eq!(nimber::mex([0, 1, 3]), 2);
//! ```

#![no_std]
#![deny(unsafe_code)]

#[cfg(any(feature = "big", feature = "serde"))]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(feature = "big")]
pub mod big;
mod error;
mod group;
#[cfg(target_arch = "x86_64")]
mod kernel;
mod level;
mod linear;
mod mex;
pub mod paper;
pub mod poly64;
mod portable;
#[cfg(target_arch = "x86_64")]
mod rijndael;
#[cfg(feature = "serde")]
mod serialize;
mod slice;
pub mod tower;
mod types;

#[cfg(feature = "big")]
pub use big::Nimber;
pub use error::{Error, ParseError, Reason};
pub use group::MinimalPolynomial;
pub use level::Level;
pub use mex::{mex, mex_of_set, mex_of_slice};
pub use types::{Element, Nim8, Nim16, Nim32, Nim64, Nim128};

/// The nim-sum of two nimbers: addition without carry.
pub const fn sum(a: u64, b: u64) -> u64 {
    a ^ b
}

/// The nim-product of two nimbers.
#[inline]
pub fn product(a: u64, b: u64) -> u64 {
    Level::current().product64(a, b)
}

/// The n-th nim-power of a nimber, with `power(0, 0) = 1`. O(log n) products.
pub fn power(base: u64, exponent: u64) -> u64 {
    Nim64(base).pow(u128::from(exponent)).0
}

/// The nim-inverse; none for 0.
pub fn inverse(a: u64) -> Option<u64> {
    Nim64(a).inverse().map(|inverse| inverse.0)
}

/// The nim-square root: every nimber has exactly one.
pub fn square_root(a: u64) -> u64 {
    Nim64(a).sqrt().0
}

/// The even x with x ⊗ x ⊕ x = c; the other solution is x ⊕ 1. None where c is not below 2^63: its solutions are beyond 64 bits.
pub fn artin_schreier_root(c: u64) -> Option<u64> {
    Nim64(c).quadratic_root().map(|root| root.0)
}
