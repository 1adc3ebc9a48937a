//! Compares the product with its mex definition, and tests the laws of a field on random operands.

use nimber::{artin_schreier_root, inverse, mex, power, product, square_root};

/// Returns all products below `size` by definition: the reference implementation.
fn products_by_mex(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; size]; size];
    for x in 0..size {
        for y in 0..size {
            let options: Vec<u64> = (0..x)
                .flat_map(|a| (0..y).map(move |b| (a, b)))
                .map(|(a, b)| table[a][y] ^ table[x][b] ^ table[a][b])
                .collect();
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
            assert!(
                product(a, b) < 1 << bits,
                "the field of {bits} bits is closed"
            );
            assert_eq!(
                power(a, (1 << bits) - 1),
                u64::from(a != 0),
                "every non-zero element has an order dividing 2^bits - 1"
            );
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

#[test]
fn inverses_and_roots_solve_their_equations() {
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |bits: u32| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random >> (64 - bits)
    };
    for round in 0..4000 {
        let a = if round < 1000 {
            round
        } else {
            next([4, 8, 16, 32, 64][round as usize % 5])
        };
        assert_eq!(
            inverse(a).map(|b| product(a, b)),
            (a != 0).then_some(1),
            "1 / {a}"
        );
        assert_eq!(
            product(square_root(a), square_root(a)),
            a,
            "the root of {a}"
        );
        match artin_schreier_root(a) {
            Some(x) => assert_eq!((product(x, x) ^ x, x & 1), (a, 0), "x² + x = {a}"),
            None => assert!(a >> 63 == 1),
        }
    }
    // In a field of 2^bits nimbers, the c with solutions are the lower half.
    for bits in [1, 2, 4, 8] {
        let mut reached: Vec<u64> = (0..1u64 << bits).map(|x| product(x, x) ^ x).collect();
        reached.sort_unstable();
        reached.dedup();
        assert_eq!(reached, (0..1 << (bits - 1)).collect::<Vec<u64>>());
    }
}

/// Products with a single power of two. The separate function of seed 000 (4.4.5.3) requires the
/// other factor to be below the level of the power; in this test, both factors are arbitrary.
#[test]
fn a_power_of_two_times_any_number() {
    let mut table = vec![vec![0; 256]; 17];
    for x in 0..17 {
        for y in 0..256 {
            let options = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
            table[x][y] = mex(options.map(|(a, b)| table[a][y] ^ table[x][b] ^ table[a][b]));
        }
    }
    assert_eq!((product(2, 200), table[2][200]), (76, 76));
    for power in [1, 2, 4, 8, 16] {
        for y in 0..256 {
            assert_eq!(
                product(power, y),
                table[power as usize][y as usize],
                "{power} ⊗ {y}"
            );
        }
        // h·256 ⊕ l with h, l < 256, and 256 ⊗ z = 256 · z for z < 256.
        for y in [60_000, 65_535, 256, 4097] {
            let (high, low) = (y >> 8, y & 255);
            assert_eq!(
                product(power, y),
                table[power as usize][high as usize] << 8 ^ table[power as usize][low as usize],
                "{power} ⊗ {y}"
            );
        }
    }
}
