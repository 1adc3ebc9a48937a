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

#[cfg(feature = "big")]
extern crate alloc;

#[cfg(feature = "big")]
pub mod big;
mod field;
pub mod poly64;

#[cfg(feature = "big")]
pub use big::Nimber;
pub use field::{artin_schreier_root, inverse, square_root};

/// The nim-sum of two nimbers: addition without carry.
pub const fn sum(a: u64, b: u64) -> u64 {
    a ^ b
}

/// The least number that does not occur. O(n) for n values, without allocation as long as the answer is below 64; each further
/// block of 64 candidates costs another pass.
pub fn mex<I>(values: I) -> u64
where
    I: IntoIterator<Item = u64>,
    I::IntoIter: Clone,
{
    let values = values.into_iter();
    let mut base = 0;
    loop {
        let mut seen = 0u64;
        for value in values.clone() {
            if value >= base && value - base < 64 {
                seen |= 1 << (value - base);
            }
        }
        if seen != u64::MAX {
            return base + u64::from(seen.trailing_ones());
        }
        base += 64;
    }
}

/// The nim-product of two nimbers. About 3^5 = 243 look-ups for operands of 64 bits, fewer for smaller ones.
pub const fn product(a: u64, b: u64) -> u64 {
    // The field of the operands has 2^(2 * half) elements.
    let larger = if a > b { a } else { b };
    let mut half = 2;
    while half < 32 && larger >> (2 * half) != 0 {
        half *= 2;
    }
    product_in(a, b, half)
}

/// The n-th nim-power of a nimber, with `power(0, 0) = 1`. O(log n) products.
pub const fn power(base: u64, mut exponent: u64) -> u64 {
    let mut square = base;
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent >>= 1;
    }
    result
}

/// Products below 16, from the definition (see [`small_product`]).
const SMALL: [[u8; 16]; 16] = small_table();

/// The product of two elements of the field with 2^(2·half) elements; half is a power of two, at least 2.
const fn product_in(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    if a < 16 && b < 16 {
        return SMALL[a as usize][b as usize] as u64;
    }
    let mask = (1 << half) - 1;
    let (high_a, low_a) = (a >> half, a & mask);
    let (high_b, low_b) = (b >> half, b & mask);
    let low = product_in(low_a, low_b, half / 2);
    let cross = product_in(high_a ^ low_a, high_b ^ low_b, half / 2) ^ low;
    let high = product_in(high_a, high_b, half / 2);
    (cross << half) ^ low ^ product_in(high, 1 << (half - 1), half / 2)
}

const fn small_table() -> [[u8; 16]; 16] {
    let mut table = [[0; 16]; 16];
    let mut x = 0;
    while x < 16 {
        let mut y = 0;
        while y < 16 {
            table[x][y] = small_product(&table, x, y);
            y += 1;
        }
        x += 1;
    }
    table
}

/// x ⊗ y = mex { (a ⊗ y) ⊕ (x ⊗ b) ⊕ (a ⊗ b) : a < x, b < y }, with the smaller products already in the table.
const fn small_product(table: &[[u8; 16]; 16], x: usize, y: usize) -> u8 {
    let mut seen = 0u32;
    let mut a = 0;
    while a < x {
        let mut b = 0;
        while b < y {
            seen |= 1 << (table[a][y] ^ table[x][b] ^ table[a][b]);
            b += 1;
        }
        a += 1;
    }
    seen.trailing_ones() as u8
}
