//! The product against its mex definition, and the laws of a field on random operands.

use nimber::{mex, power, product};

/// All products below `size` by the definition: the naive twin.
fn products_by_mex(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; size]; size];
    for x in 0..size {
        for y in 0..size {
            let options: Vec<u64> =
                (0..x).flat_map(|a| (0..y).map(move |b| (a, b))).map(|(a, b)| table[a][y] ^ table[x][b] ^ table[a][b]).collect();
            table[x][y] = mex(options);
        }
    }
    table
}

#[test]
fn products_below_64_are_those_of_the_definition() {
    let table = products_by_mex(64);
    for (x, row) in table.iter().enumerate() {
        for (y, &expected) in row.iter().enumerate() {
            assert_eq!(product(x as u64, y as u64), expected, "{x} ⊗ {y}");
        }
    }
}

#[test]
fn the_laws_of_a_field_hold() {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |bits: u32| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random >> (64 - bits)
    };
    for round in 0..2000 {
        let bits = [4, 8, 16, 32, 64][round % 5];
        let (a, b, c) = (next(bits), next(bits), next(bits));
        assert_eq!(product(a, b), product(b, a));
        assert_eq!(product(product(a, b), c), product(a, product(b, c)));
        assert_eq!(product(a ^ b, c), product(a, c) ^ product(b, c));
        assert_eq!(product(a, 1), a);
        if bits < 64 {
            assert!(product(a, b) < 1 << bits, "the field of {bits} bits is closed");
            assert_eq!(power(a, (1 << bits) - 1), u64::from(a != 0), "every non-zero element has an order dividing 2^bits - 1");
        }
    }
}

#[test]
fn fermat_two_powers_multiply_as_conway_says() {
    for a in 0..5 {
        let fermat = 1u64 << (1 << a);
        assert_eq!(product(fermat, fermat), fermat / 2 * 3);
        for x in [1, fermat / 2, fermat - 1] {
            assert_eq!(product(fermat, x), fermat * x);
        }
    }
    assert_eq!(product(24, 17), 128, "the example of seed 000, 4.4.5.2");
}

#[test]
fn mex_goes_past_the_first_words() {
    assert_eq!(mex([]), 0);
    assert_eq!(mex([1, 2]), 0);
    assert_eq!(mex(0..63), 63);
    assert_eq!(mex(0..64), 64);
    assert_eq!(mex((0..1000).rev()), 1000);
    assert_eq!(mex((0..1000).filter(|&x| x != 777)), 777);
}
