//! The product by the carry-less multiplication of ARM (PMULL, part of the feature AES).

use core::arch::aarch64::vmull_p64;

cpufeatures::new!(detected, "aes");

/// Returns whether this processor has the carry-less product. Every call after the first takes a
/// single load from memory.
#[inline(always)]
pub fn available() -> bool {
    detected::get()
}

/// Returns the product in the field.
#[inline]
#[target_feature(enable = "neon,aes")]
pub fn product(a: u64, b: u64) -> u64 {
    let product = vmull_p64(a, b);
    super::reduced(product as u64, (product >> 64) as u64)
}
