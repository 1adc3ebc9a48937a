//! Compares every instruction level with Conway's tower, which is based on the mex definition.
//! Single products and every operation on slices are tested, for every width, at lengths around the
//! block sizes of the vectors, in place and into another buffer.

use nimber::{
    InstructionLevel, Nim8, Nim16, Nim32, Nim64, Nim128, NimberElement, NimberError, paper, tower,
};

fn numbers(mut random: u64) -> impl FnMut() -> u128 {
    move || {
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            u128::from(random)
        };
        let wide = next() << 64 | next();
        // The random numbers include elements of small fields and single bits.
        match next() % 8 {
            0 => wide >> (next() % 128),
            1 => 1 << (next() % 128),
            _ => wide,
        }
    }
}

fn slice<T: NimberElement>(length: usize, random: &mut impl FnMut() -> u128) -> Vec<T> {
    (0..length).map(|_| T::from_low(random())).collect()
}

fn by_tower<T: NimberElement>(a: T, b: T) -> T {
    T::from_low(tower::product(a.into(), b.into()))
}

#[test]
fn the_plainest_level_comes_first() {
    let names: Vec<&str> = InstructionLevel::available()
        .map(InstructionLevel::name)
        .collect();
    assert_eq!(names[0], "portable");
    assert!(
        InstructionLevel::available()
            .all(|level| InstructionLevel::from_name(level.name()) == Some(level))
    );
    assert_eq!(InstructionLevel::from_name("abacus"), None);
    println!("{names:?}");
}

#[test]
fn products_of_every_level_are_those_of_the_tower() {
    for level in InstructionLevel::available() {
        let mut random = numbers(1);
        for _ in 0..2000 {
            let (a, b) = (random(), random());
            assert_eq!(
                level.product128(a, b),
                tower::product(a, b),
                "{level}: {a} ⊗ {b}"
            );
            let (a, b) = (a as u64, b as u64);
            assert_eq!(
                u128::from(level.product64(a, b)),
                tower::product(a.into(), b.into()),
                "{level}: {a} ⊗ {b}"
            );
        }
    }
}

/// The slices have lengths below, at and above one and several blocks.
const LENGTHS: [usize; 14] = [0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 321];

fn slices<T: NimberElement>() {
    for level in InstructionLevel::available() {
        let mut random = numbers(u64::from(T::BITS));
        for length in LENGTHS {
            let (a, b): (Vec<T>, Vec<T>) = (slice(length, &mut random), slice(length, &mut random));
            let checked = |name: &str, made: &[T], expected: &dyn Fn(usize) -> T| {
                for (i, &x) in made.iter().enumerate() {
                    assert_eq!(
                        x,
                        expected(i),
                        "{level}, {} bits, {name}, element {i} of {length}",
                        T::BITS
                    );
                }
                assert_eq!(made.len(), length);
            };
            let mut out = vec![T::from_low(7); length];
            let mut place = a.clone();
            level.mul_slice(&mut place, &b).unwrap();
            level.mul_slice_into(&mut out, &a, &b).unwrap();
            checked("product", &place, &|i| by_tower(a[i], b[i]));
            assert_eq!(place, out);

            let factor = T::from_low(random());
            place.copy_from_slice(&a);
            level.mul_scalar_slice(&mut place, factor);
            level.mul_scalar_slice_into(&mut out, &a, factor).unwrap();
            checked("multiple", &place, &|i| by_tower(a[i], factor));
            assert_eq!(place, out);

            place.copy_from_slice(&a);
            level.square_slice(&mut place);
            level.square_slice_into(&mut out, &a).unwrap();
            checked("square", &place, &|i| by_tower(a[i], a[i]));
            assert_eq!(place, out);
            level.sqrt_slice(&mut place);
            assert_eq!(place, a, "{level}: roots of squares");
            level.sqrt_slice_into(&mut place, &out).unwrap();
            assert_eq!(place, a);

            // The equation y ⊗ y ⊕ y = x ⊗ x ⊕ x has the solutions x and x ⊕ 1; the even solution
            // is returned.
            for (sum, &x) in out.iter_mut().zip(&a) {
                *sum = T::from_low((*sum).into() ^ x.into());
            }
            let even: Vec<T> = a.iter().map(|&x| T::from_low(x.into() & !1)).collect();
            level.quadratic_slice_into(&mut place, &out).unwrap();
            assert_eq!(place, even, "{level}: x² + x");
            level.quadratic_slice(&mut out).unwrap();
            assert_eq!(out, even);

            let units: Vec<T> = a
                .iter()
                .map(|&x| if x.into() == 0 { T::from_low(1) } else { x })
                .collect();
            level.inverse_slice_into(&mut out, &units).unwrap();
            for (&x, &inverse) in units.iter().zip(&out) {
                assert_eq!(by_tower(x, inverse).into(), 1, "{level}: 1 / {x:?}");
            }
            place.copy_from_slice(&units);
            level.inverse_slice(&mut place).unwrap();
            assert_eq!(place, out);
        }
    }
}

#[test]
fn slices_of_8_bits() {
    slices::<Nim8>();
}

#[test]
fn slices_of_16_bits() {
    slices::<Nim16>();
}

#[test]
fn slices_of_32_bits() {
    slices::<Nim32>();
}

#[test]
fn slices_of_64_bits() {
    slices::<Nim64>();
}

#[test]
fn slices_of_128_bits() {
    slices::<Nim128>();
}

#[test]
fn errors_name_the_place_and_change_nothing() {
    for level in InstructionLevel::available() {
        let mut a = [Nim64(5), Nim64(0), Nim64(7)];
        assert_eq!(
            level.mul_slice(&mut a, &[Nim64(1)]),
            Err(NimberError::UnequalSlices {
                expected: 3,
                got: 1
            })
        );
        assert_eq!(
            level.inverse_slice(&mut a),
            Err(NimberError::DivisionByZero { at: Some(1) })
        );
        a[1] = Nim64(1 << 63);
        assert_eq!(
            level.quadratic_slice(&mut a),
            Err(NimberError::NoSolution {
                bits: 64,
                at: Some(1)
            })
        );
        let mut out = [Nim64(0); 2];
        assert_eq!(
            level.square_slice_into(&mut out, &a),
            Err(NimberError::UnequalSlices {
                expected: 2,
                got: 3
            })
        );
        assert_eq!(
            (a, out),
            ([Nim64(5), Nim64(1 << 63), Nim64(7)], [Nim64(0); 2])
        );
        let mut out = [Nim64(9); 3];
        assert_eq!(
            level.quadratic_slice_into(&mut out, &a),
            Err(NimberError::NoSolution {
                bits: 64,
                at: Some(1)
            })
        );
        a[2] = Nim64(0);
        assert_eq!(
            level.inverse_slice_into(&mut out, &a),
            Err(NimberError::DivisionByZero { at: Some(2) })
        );
        assert_eq!(
            level.mul_slice_into(&mut out, &a, &a[..2]),
            Err(NimberError::UnequalSlices {
                expected: 3,
                got: 2
            })
        );
        assert_eq!(
            level.mul_scalar_slice_into(&mut out, &a[1..], a[0]),
            Err(NimberError::UnequalSlices {
                expected: 3,
                got: 2
            })
        );
        assert_eq!(out, [Nim64(9); 3]);
    }
}

/// Returns all products below 256 by x ⊗ y = mex { (a ⊗ y) ⊕ (x ⊗ b) ⊕ (a ⊗ b) : a < x, b < y }.
fn products_by_mex() -> Vec<[u8; 256]> {
    let mut table = vec![[0u8; 256]; 256];
    for x in 1..256 {
        for y in x..256 {
            let mut seen = [false; 256];
            for a in 0..x {
                let (row, a_y) = (table[a], table[a][y]);
                for (b, &x_b) in table[x][..y].iter().enumerate() {
                    seen[usize::from(a_y ^ x_b ^ row[b])] = true;
                }
            }
            let least = seen.iter().position(|&seen| !seen).unwrap() as u8;
            table[x][y] = least;
            table[y][x] = least;
        }
    }
    table
}

#[test]
fn products_below_256_are_those_of_the_definition() {
    let table = products_by_mex();
    let pairs = || (0..256usize).flat_map(|x| (0..256usize).map(move |y| (x, y)));
    let of = |x: usize| Nim64(x as u64);
    let (a, b): (Vec<Nim64>, Vec<Nim64>) = pairs().map(|(x, y)| (of(x), of(y))).unzip();
    for (x, y) in pairs() {
        let expected = u128::from(table[x][y]);
        assert_eq!(tower::product(x as u128, y as u128), expected, "{x} ⊗ {y}");
        assert_eq!(
            paper::product(x as u128, y as u128),
            expected,
            "the paper's {x} ⊗ {y}"
        );
    }
    for level in InstructionLevel::available() {
        let mut out = a.clone();
        level.mul_slice(&mut out, &b).unwrap();
        let bytes: Vec<Nim8> = a.iter().map(|x| Nim8(x.0 as u8)).collect();
        let mut out_bytes = vec![Nim8(0); bytes.len()];
        level
            .mul_slice_into(
                &mut out_bytes,
                &bytes,
                &b.iter().map(|y| Nim8(y.0 as u8)).collect::<Vec<_>>(),
            )
            .unwrap();
        for (i, (x, y)) in pairs().enumerate() {
            let expected = u64::from(table[x][y]);
            assert_eq!(
                level.product64(x as u64, y as u64),
                expected,
                "{level}: {x} ⊗ {y}"
            );
            assert_eq!(
                level.product128(x as u128, y as u128),
                u128::from(expected),
                "{level}: {x} ⊗ {y}"
            );
            assert_eq!(out[i].0, expected, "{level}: slices, {x} ⊗ {y}");
            assert_eq!(
                u64::from(out_bytes[i].0),
                expected,
                "{level}: slices of bytes, {x} ⊗ {y}"
            );
        }
    }
}

#[test]
fn the_paper_agrees_with_the_tower() {
    let mut random = numbers(9);
    for _ in 0..200 {
        let (a, b) = (random(), random());
        assert_eq!(paper::product(a, b), tower::product(a, b), "{a} ⊗ {b}");
    }
}

/// Checks the laws of a field, and Conway's laws of the Fermat 2-powers, for one width and level.
/// The checks use single products, which other tests compare with slices.
fn laws<T: NimberElement + std::ops::Add<Output = T>>(level: InstructionLevel) {
    let mut random = numbers(u64::from(T::BITS) + 100);
    let mut next = || T::from_low(random());
    let product = |a: T, b: T| a.product_at(level, b);
    let (zero, one) = (T::from_low(0), T::from_low(1));
    for _ in 0..300 {
        let (a, b, c) = (next(), next(), next());
        assert_eq!(product(a, b), product(b, a));
        assert_eq!(product(product(a, b), c), product(a, product(b, c)));
        assert_eq!(product(a + b, c), product(a, c) + product(b, c));
        assert_eq!((product(a, one), product(a, zero)), (a, zero));
        assert!(
            a == zero || b == zero || product(a, b) != zero,
            "no divisors of zero"
        );
        let inverse = a.inverse_or_zero();
        assert_eq!(product(a, inverse), if a == zero { zero } else { one });
        let mut half = 1;
        while half < T::BITS {
            // M = 2^half, and x < M.
            let fermat = 1u128 << half;
            let x = a.into() & (fermat - 1);
            assert_eq!(
                product(T::from_low(fermat), T::from_low(x)).into(),
                fermat * x
            );
            assert_eq!(
                product(T::from_low(fermat), T::from_low(fermat)).into(),
                fermat / 2 * 3
            );
            half *= 2;
        }
    }
}

#[test]
fn the_laws_of_a_field_hold_at_every_width_and_level() {
    for level in InstructionLevel::available() {
        laws::<Nim8>(level);
        laws::<Nim16>(level);
        laws::<Nim32>(level);
        laws::<Nim64>(level);
        laws::<Nim128>(level);
    }
}

#[test]
fn a_level_can_be_forced() {
    assert_eq!(InstructionLevel::current(), InstructionLevel::best());
    for level in InstructionLevel::available() {
        level.force();
        assert_eq!(InstructionLevel::current(), level);
        assert_eq!(Nim64(24) * Nim64(17), Nim64(128));
    }
    InstructionLevel::best().force();
}
