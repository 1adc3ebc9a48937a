//! The product by Conway's tower, as `const fn`. Each factor is split at a Fermat 2-power M =
//! 2^(2^a), with M ⊗ x = M·x for x < M and M ⊗ M = 3M/2. The split gives three products of half the
//! size (Karatsuba), down to a table of the products below 16, which is computed from the
//! definition. All constants of the crate are computed with this product. At run time, this product
//! is the reference implementation for every faster method.

/// Returns the nim-product of two nimbers. The function does about 3^6 look-ups for operands of 128
/// bits, 3^5 for 64 bits, and fewer for smaller operands.
pub const fn product(a: u128, b: u128) -> u128 {
    product_in(a, b, half_bits(if a > b { a } else { b }))
}

/// Returns the number of bits of the lower half in the smallest field of at least 16 nimbers that
/// contains a number.
const fn half_bits(a: u128) -> u32 {
    let mut half = 2;
    while half < 64 && a >> (2 * half) != 0 {
        half *= 2;
    }
    half
}

/// Products below 16, from the definition (see [`small_product`]).
const SMALL_PRODUCTS: [[u8; 16]; 16] = small_table();

/// Returns the product of two elements of the field with 2^(2·half) elements; half is a power of
/// two, at least 2.
const fn product_in(a: u128, b: u128, half: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    if a < 16 && b < 16 {
        return SMALL_PRODUCTS[a as usize][b as usize] as u128;
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

/// Returns x ⊗ y = mex { (a ⊗ y) ⊕ (x ⊗ b) ⊕ (a ⊗ b) : a < x, b < y }, with the smaller products
/// taken from the table.
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

/// Returns the n-th nim-power of a nimber, with `power(0, 0) = 1`. O(log n) products.
pub const fn power(base: u128, mut exponent: u128) -> u128 {
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

/// Returns the nim-inverse; `None` if a is 0. The norm a ⊗ ā of a = h·M ⊕ l, where ā = h·M ⊕ h ⊕ l,
/// is less than M.
pub const fn inverse(a: u128) -> Option<u128> {
    if a < 2 {
        return if a == 1 { Some(1) } else { None };
    }
    let half = lower_bits(a);
    let (high, low) = (a >> half, a & ((1 << half) - 1));
    let norm = product(low, high ^ low) ^ product(product(high, high), 1 << (half - 1));
    match inverse(norm) {
        Some(inverse) => Some(product(inverse, high) << half | product(inverse, high ^ low)),
        None => None,
    }
}

/// Returns the number of bits of the lower half in the smallest field that contains a number, which
/// must be at least 2.
const fn lower_bits(a: u128) -> u32 {
    let mut half = 1;
    while half < 64 && a >> (2 * half) != 0 {
        half *= 2;
    }
    half
}

/// Returns the nim-square root; every nimber has exactly one square root. √(h·M ⊕ l) = √h·M ⊕ √h ⊗
/// √(M/2) ⊕ √l.
pub const fn square_root(a: u128) -> u128 {
    if a < 2 {
        return a;
    }
    let half = lower_bits(a);
    let root = square_root(a >> half);
    root << half
        | (product(root, square_root(1 << (half - 1))) ^ square_root(a & ((1 << half) - 1)))
}

/// Returns the even x with x ⊗ x ⊕ x = c; the other solution is x ⊕ 1. A field of 2^bits nimbers
/// contains the solutions exactly for the c < 2^(bits - 1); the solutions for other c are in the
/// next larger field. Returns `None` if the field of the solutions is wider than 128 bits.
pub const fn artin_schreier_root(c: u128) -> Option<u128> {
    if c == 0 {
        return Some(0);
    }
    // The field that contains the solutions: numbers in the upper half of a field need the next
    // field.
    let mut bits = 1;
    while bits < 128 && c >> (bits - 1) != 0 {
        bits *= 2;
    }
    if c >> (bits - 1) != 0 {
        None
    } else {
        Some(even_root_in(c, bits))
    }
}

/// Returns the even solution in the field of 2^bits nimbers, for c < 2^(bits - 1).
const fn even_root_in(c: u128, bits: u32) -> u128 {
    if bits == 1 || c == 0 {
        return 0;
    }
    let half = bits / 2;
    // With x = h·M ⊕ l, h ⊗ h ⊕ h is the upper half of c. Then l ⊗ l ⊕ l is the lower half of c ⊕ h
    // ⊗ h ⊗ M/2. For one of the two solutions h, the lower half of c ⊕ h ⊗ h ⊗ M/2 is less than
    // M/2.
    let middle = 1 << (half - 1);
    let mut high = even_root_in(c >> half, half);
    let mut rest = (c & ((1 << half) - 1)) ^ product(product(high, high), middle);
    if rest >> (half - 1) != 0 {
        high ^= 1;
        rest = (c & ((1 << half) - 1)) ^ product(product(high, high), middle);
    }
    high << half | even_root_in(rest, half)
}
