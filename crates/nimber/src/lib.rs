//! Nimbers: the Grundy values of impartial games, which form a field of characteristic two (Conway,
//! *On Numbers and Games*, chapter 6). For each a, the nimbers below 2^(2^a) form a field, which is
//! a subfield of the wider fields.
//!
//! - [`Nim8`] to [`Nim128`]: nimbers of a fixed width with `+` (nim-sum), `*` (nim-product), `/`,
//!   inverse, square root, the solutions of x² + x = c, powers, order, discrete logarithm,
//!   conjugates, traces, minimal polynomial.
//! - [`Nimber`]: nimbers of any size (feature `big`, on by default; needs an allocator).
//! - [`InstructionLevel`]: operations on slices, and the choice of instructions: AVX-512 or AVX2
//!   with GFNI, a carry-less product (PCLMULQDQ, or PMULL on aarch64) with small tables, or
//!   portable code. The level is chosen at run time; any supported level can be requested.
//! - [`mex`] of iterators, slices and bit sets; [`product`] and other functions for plain `u64`;
//!   [`tower`]: the same operations as `const fn`, which are the reference implementation of all
//!   others; [`paper`]: the recursion of the paper with which this project began.
//!
//! The crate is `no_std`. With the feature `serde`, nimbers are serialised as strings.
//!
//! ```
//! use nimber::{InstructionLevel, Nim64, Nimber, mex};
//!
//! assert_eq!(Nim64(8) * Nim64(8), Nim64(13));
//! assert_eq!(Nim64(13).sqrt(), Nim64(8));
//! assert_eq!(Nim64(7).checked_div(Nim64(5))? * Nim64(5), Nim64(7));
//! assert_eq!(mex([0, 1, 3]), 2);
//!
//! // A million products at once, with the best available instructions.
//! let mut a: Vec<Nim64> = (0..1_000_000).map(Nim64).collect();
//! let b = a.clone();
//! InstructionLevel::current().mul_slice(&mut a, &b)?;
//! assert_eq!(a[8], Nim64(13));
//!
//! let large: Nimber = "1000000000000000000000000000000000000000000".parse()?;
//! assert_eq!(&large * &large.inverse()?, Nimber::from(1u64));
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
mod scalar;
#[cfg(feature = "serde")]
mod serialize;
mod slice;
pub mod tower;
mod types;

#[cfg(feature = "big")]
pub use big::Nimber;
pub use error::{NimberError, ParseNimberError, ParseNimberErrorKind};
pub use group::MinimalPolynomial;
pub use level::InstructionLevel;
pub use mex::{mex, mex_of_set, mex_of_slice};
pub use scalar::{artin_schreier_root, inverse, power, product, square_root, sum};
pub use types::{Nim8, Nim16, Nim32, Nim64, Nim128, NimberElement};
