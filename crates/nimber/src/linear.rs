//! Maps that are linear over GF(2): squaring, square roots, the even solution of x² + x = c,
//! multiplication by a fixed nimber. Each linear map is given by the images of 1, 2, 4, …. Smaller
//! fields are subfields, so the maps for 128 bits apply to all widths.

use crate::tower::{artin_schreier_root, product, square_root};

/// The images of the powers of two.
pub type Columns = [u128; 128];

/// Returns the image of a nimber: the sum of the images of its bits.
pub fn image(columns: &Columns, mut a: u128) -> u128 {
    let mut sum = 0;
    while a != 0 {
        sum ^= columns[a.trailing_zeros() as usize];
        a &= a - 1;
    }
    sum
}

macro_rules! columns {
    ($name:ident, $image:expr) => {
        pub static $name: Columns = {
            let mut columns = [0; 128];
            let mut i = 0;
            while i < 128 {
                columns[i] = $image(1 << i);
                i += 1;
            }
            columns
        };
    };
}

const fn square(a: u128) -> u128 {
    product(a, a)
}

/// For the power of two whose solution of x² + x = c is in a larger field, the image is 0; this
/// image is never used.
const fn even_root(c: u128) -> u128 {
    match artin_schreier_root(c) {
        Some(x) => x,
        None => 0,
    }
}

columns!(SQUARES, square);
columns!(ROOTS, square_root);
columns!(EVEN_ROOTS, even_root);

/// A map as matrices of bytes: row r, column k maps byte k of the argument to byte r of the image.
#[cfg(target_arch = "x86_64")]
pub type Blocks = [[crate::rijndael::Matrix; 16]; 16];

/// Returns the matrices of a map on numbers of `bytes` bytes.
#[cfg(target_arch = "x86_64")]
pub const fn blocks(columns: &Columns, bytes: usize) -> Blocks {
    let mut blocks = [[0; 16]; 16];
    let mut k = 0;
    while k < bytes {
        let mut r = 0;
        while r < bytes {
            let mut eight = [0; 8];
            let mut i = 0;
            while i < 8 {
                eight[i] = (columns[8 * k + i] >> (8 * r)) as u8;
                i += 1;
            }
            blocks[r][k] = crate::rijndael::matrix(eight);
            r += 1;
        }
        k += 1;
    }
    blocks
}

/// The matrices of the maps without a parameter.
#[cfg(target_arch = "x86_64")]
pub mod fixed {
    use super::{Blocks, blocks};

    pub static SQUARES: Blocks = blocks(&super::SQUARES, 16);
    pub static ROOTS: Blocks = blocks(&super::ROOTS, 16);
    pub static EVEN_ROOTS: Blocks = blocks(&super::EVEN_ROOTS, 16);
}
