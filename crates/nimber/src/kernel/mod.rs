//! Byte-sliced arithmetic on slices, for processors with GFNI.

mod avx2;
mod avx512;
mod bulk;
mod field;
#[cfg(test)]
#[expect(unsafe_code)]
mod forged;
mod simd;
pub mod single;

pub use avx2::Avx2;
pub use avx512::Avx512;
pub use bulk::{Inverses, Linear, Products, Wide};
pub use simd::{Simd, Work};
