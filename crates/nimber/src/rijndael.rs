//! The 256 nimbers below 256 as the field GF(2)[x]/(x⁸ + x⁴ + x³ + x + 1) of the AES, in which
//! `gf2p8mulb` multiplies. All fields of 256 elements are isomorphic. An isomorphism is an 8 × 8
//! matrix over GF(2), which is computed at compile time. The matrices of all constant multipliers
//! and of the squaring are also computed at compile time. All matrices have the format of
//! `gf2p8affineqb`.

use crate::tower::product;

/// A linear map of bytes in the format of `gf2p8affineqb`: byte 7 - i is the mask of the input bits
/// whose sum is output bit i.
pub type Matrix = u64;

/// Returns the matrix of the map with the given images of 1, 2, 4, …. The bits of the images are
/// transposed in three rounds of exchanges.
pub const fn matrix(columns: [u8; 8]) -> Matrix {
    let mut bits = u64::from_le_bytes(columns);
    let mut changed = (bits ^ bits >> 7) & 0x00AA_00AA_00AA_00AA;
    bits ^= changed ^ changed << 7;
    changed = (bits ^ bits >> 14) & 0x0000_CCCC_0000_CCCC;
    bits ^= changed ^ changed << 14;
    changed = (bits ^ bits >> 28) & 0x0000_0000_F0F0_F0F0;
    bits ^= changed ^ changed << 28;
    bits.swap_bytes()
}

/// Returns the image of a byte.
pub const fn apply(map: Matrix, x: u8) -> u8 {
    let mut y = 0;
    let mut row = 0;
    while row < 8 {
        let mask = (map >> (8 * (7 - row))) as u8;
        y |= ((mask & x).count_ones() as u8 & 1) << row;
        row += 1;
    }
    y
}

/// Returns the composition: first `inner`, then `outer`.
pub const fn compose(outer: Matrix, inner: Matrix) -> Matrix {
    let mut columns = [0; 8];
    let mut i = 0;
    while i < 8 {
        columns[i] = apply(outer, apply(inner, 1 << i));
        i += 1;
    }
    matrix(columns)
}

/// The least nimber r with r⁸ + r⁴ + r³ + r + 1 = 0; the isomorphism maps x to r.
const ROOT: u128 = {
    let mut r = 2;
    loop {
        let square = product(r, r);
        let fourth = product(square, square);
        if product(fourth, fourth) ^ fourth ^ product(square, r) ^ r ^ 1 == 0 {
            break r;
        }
        r += 1;
    }
};

/// The map from the AES field to nimbers.
pub const FROM: Matrix = {
    let mut columns = [0; 8];
    let mut power = 1;
    let mut i = 0;
    while i < 8 {
        columns[i] = power as u8;
        power = product(power, ROOT);
        i += 1;
    }
    matrix(columns)
};

/// The map from nimbers to the AES field, which is the inverse of [`FROM`].
pub const TO: Matrix = {
    let mut columns = [0; 8];
    let mut y = 0;
    while y < 256 {
        let x = apply(FROM, y as u8);
        if x.is_power_of_two() {
            columns[x.trailing_zeros() as usize] = y as u8;
        }
        y += 1;
    }
    matrix(columns)
};

/// Multiplication by the powers 0, 1, … of the nimber h = 128 = M/2 for M = 2^8, in the AES field.
pub const TIMES_H: [Matrix; 5] = {
    let mut columns = [0; 8];
    let mut i = 0;
    while i < 8 {
        columns[i] = apply(TO, product(128, apply(FROM, 1 << i) as u128) as u8);
        i += 1;
    }
    let h = matrix(columns);
    let mut powers = [IDENTITY; 5];
    let mut c = 1;
    while c < 5 {
        powers[c] = compose(h, powers[c - 1]);
        c += 1;
    }
    powers
};

/// The identity map.
pub const IDENTITY: Matrix = matrix([1, 2, 4, 8, 16, 32, 64, 128]);

/// Squaring in the AES field.
pub const SQUARE: Matrix = {
    let mut columns = [0; 8];
    let mut i = 0;
    while i < 8 {
        let x = apply(FROM, 1 << i) as u128;
        columns[i] = apply(TO, product(x, x) as u8);
        i += 1;
    }
    matrix(columns)
};
