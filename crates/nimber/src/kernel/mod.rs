//! Byte-sliced arithmetic on slices, for processors with GFNI.

mod avx2;
mod avx512;
mod bulk;
#[cfg(test)]
#[expect(unsafe_code)]
mod faulty_simd;
mod field;
mod simd;
pub mod single;

pub use avx2::Avx2;
pub use avx512::Avx512;
pub use bulk::{BulkInverse, BulkLinearMap, BulkProduct, ByteWidth};
pub use simd::{Simd, SimdWork};
