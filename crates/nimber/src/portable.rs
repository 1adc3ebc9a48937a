//! The product in portable code: Karatsuba's tower over a table of all products of bytes, without
//! branches. The table has 64 KiB; in WebAssembly a table of logarithms is used instead.

use crate::tower;

/// Powers of a generator of the multiplicative group of 255 elements, and the logarithms of bytes.
/// The logarithm of 0 is so large that every entry of the power table from this index on is 0.
struct LogarithmTable {
    powers: [u8; 2 * NONE + 1],
    logarithms: [u16; 256],
}

/// The logarithm of 0, which is larger than the sum of two other logarithms.
const NONE: usize = 510;

const POWERS: LogarithmTable = {
    let (mut powers, mut logarithms) = ([0; 2 * NONE + 1], [NONE as u16; 256]);
    let generator = generator();
    let mut power = 1;
    let mut n = 0;
    while n < NONE {
        powers[n] = power as u8;
        if n < 255 {
            logarithms[power as usize] = n as u16;
        }
        power = tower::product(power, generator);
        n += 1;
    }
    LogarithmTable { powers, logarithms }
};

/// Returns the nim-product of bytes by logarithms, with three look-ups in 1.5 KiB. Programs that
/// are sent over a network use this function, such as the core of the web page. The 64 KiB table of
/// all products would be too large for such programs, because the table does not compress.
#[cfg(any(test, target_family = "wasm"))]
#[inline]
fn product8_by_logarithms(a: u8, b: u8) -> u8 {
    static TABLES: LogarithmTable = POWERS;
    TABLES.powers
        [usize::from(TABLES.logarithms[usize::from(a)] + TABLES.logarithms[usize::from(b)])]
}

/// All products of bytes.
#[cfg(not(target_family = "wasm"))]
static BYTES: [[u8; 256]; 256] = {
    let mut table = [[0; 256]; 256];
    let mut x = 1;
    while x < 256 {
        let mut y = 1;
        while y < 256 {
            table[x][y] = POWERS.powers[(POWERS.logarithms[x] + POWERS.logarithms[y]) as usize];
            y += 1;
        }
        x += 1;
    }
    table
};

/// Returns the least nimber whose powers are all nimbers from 1 to 255: a generator, of order 255 =
/// 3·5·17.
const fn generator() -> u128 {
    let mut g = 2;
    while tower::power(g, 85) == 1 || tower::power(g, 51) == 1 || tower::power(g, 15) == 1 {
        g += 1;
    }
    g
}

/// Returns the nim-product of bytes, with one look-up.
#[cfg(not(target_family = "wasm"))]
#[inline]
pub fn product8(a: u8, b: u8) -> u8 {
    BYTES[a as usize][b as usize]
}

/// Returns the nim-product of bytes.
#[cfg(target_family = "wasm")]
#[inline]
pub fn product8(a: u8, b: u8) -> u8 {
    product8_by_logarithms(a, b)
}

/// Defines a field over a field of half as many bits: the product, and the inverse by the norm
/// a₀·(a₀ + a₁) + h·a₁².
macro_rules! field {
    ($word:ty, $half:ty, $product:ident, $inverse:ident, $product_below:ident, $times_h_below:ident, $inverse_below:ident) => {
        /// Returns the nim-product.
        #[inline]
        pub fn $product(a: $word, b: $word) -> $word {
            const BITS: u32 = <$half>::BITS;
            let low = $product_below(a as $half, b as $half);
            let high = $product_below((a >> BITS) as $half, (b >> BITS) as $half);
            let cross = $product_below((a ^ a >> BITS) as $half, (b ^ b >> BITS) as $half);
            <$word>::from(cross ^ low) << BITS | <$word>::from(low ^ $times_h_below(high))
        }

        /// Returns the nim-inverse, and 0 for 0.
        #[inline]
        pub fn $inverse(a: $word) -> $word {
            const BITS: u32 = <$half>::BITS;
            let (low, high) = (a as $half, (a >> BITS) as $half);
            let norm = $product_below(low, low ^ high) ^ $times_h_below($product_below(high, high));
            let inverse = $inverse_below(norm);
            <$word>::from($product_below(inverse, high)) << BITS
                | <$word>::from($product_below(inverse, low ^ high))
        }
    };
}

/// Defines the nim-product with the largest power of two of a field: h·u·(a₁·u + a₀) = h·(a₁ +
/// a₀)·u + h²·a₁.
macro_rules! times_h {
    ($word:ty, $half:ty, $times_h:ident, $times_h_below:ident) => {
        #[inline]
        fn $times_h(a: $word) -> $word {
            const BITS: u32 = <$half>::BITS;
            let high = $times_h_below((a ^ a >> BITS) as $half);
            let low = $times_h_below($times_h_below((a >> BITS) as $half));
            <$word>::from(high) << BITS | <$word>::from(low)
        }
    };
}

#[inline]
fn times_h_8(a: u8) -> u8 {
    product8(128, a)
}

/// Returns the nim-inverse, and 0 for 0.
#[inline]
pub fn inverse8(a: u8) -> u8 {
    INVERSES[a as usize]
}

static INVERSES: [u8; 256] = {
    let mut inverses = [0; 256];
    let mut x = 1;
    while x < 256 {
        inverses[x] = match tower::inverse(x as u128) {
            Some(inverse) => inverse as u8,
            None => panic!("only 0 has no inverse"),
        };
        x += 1;
    }
    inverses
};

times_h!(u16, u8, times_h_16, times_h_8);
times_h!(u32, u16, times_h_32, times_h_16);
times_h!(u64, u32, times_h_64, times_h_32);

field!(u16, u8, product16, inverse16, product8, times_h_8, inverse8);
field!(
    u32, u16, product32, inverse32, product16, times_h_16, inverse16
);
field!(
    u64, u32, product64, inverse64, product32, times_h_32, inverse32
);
field!(
    u128, u64, product128, inverse128, product64, times_h_64, inverse64
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_bytes_by_logarithms_are_those_of_the_table() {
        for a in 0..=255 {
            for b in 0..=255 {
                assert_eq!(product8_by_logarithms(a, b), product8(a, b), "{a}, {b}");
            }
        }
    }
}
