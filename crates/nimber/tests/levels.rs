//! Every level against Conway's tower, which stands on the mex definition: single products and every operation on slices, for every
//! width, at every length around the blocks of the vectors, in place and into another buffer.

use nimber::{Element, Error, Level, Nim8, Nim16, Nim32, Nim64, Nim128, tower};

fn numbers(mut random: u64) -> impl FnMut() -> u128 {
    move || {
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            u128::from(random)
        };
        let wide = next() << 64 | next();
        // Small fields and single bits too.
        match next() % 8 {
            0 => wide >> (next() % 128),
            1 => 1 << (next() % 128),
            _ => wide,
        }
    }
}

fn slice<T: Element>(length: usize, random: &mut impl FnMut() -> u128) -> Vec<T> {
    (0..length).map(|_| T::from_low(random())).collect()
}

fn by_tower<T: Element>(a: T, b: T) -> T {
    T::from_low(tower::product(a.into(), b.into()))
}

#[test]
fn the_plainest_level_comes_first() {
    let names: Vec<&str> = Level::available().map(Level::name).collect();
    assert_eq!(names[0], "portable");
    assert!(Level::available().all(|level| Level::named(level.name()) == Some(level)));
    assert_eq!(Level::named("abacus"), None);
    println!("{names:?}");
}

#[test]
fn products_of_every_level_are_those_of_the_tower() {
    for level in Level::available() {
        let mut random = numbers(1);
        for _ in 0..2000 {
            let (a, b) = (random(), random());
            assert_eq!(level.product128(a, b), tower::product(a, b), "{level}: {a} ⊗ {b}");
            let (a, b) = (a as u64, b as u64);
            assert_eq!(u128::from(level.product64(a, b)), tower::product(a.into(), b.into()), "{level}: {a} ⊗ {b}");
        }
    }
}

/// Lengths below, at and above one and several blocks.
const LENGTHS: [usize; 14] = [0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 321];

fn slices<T: Element>() {
    for level in Level::available() {
        let mut random = numbers(u64::from(T::BITS));
        for length in LENGTHS {
            let (a, b): (Vec<T>, Vec<T>) = (slice(length, &mut random), slice(length, &mut random));
            let checked = |name: &str, made: &[T], expected: &dyn Fn(usize) -> T| {
                for (i, &x) in made.iter().enumerate() {
                    assert_eq!(x, expected(i), "{level}, {} bits, {name}, element {i} of {length}", T::BITS);
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

            // x ⊗ x ⊕ x has the even one of x, x ⊕ 1 as its solution.
            for (sum, &x) in out.iter_mut().zip(&a) {
                *sum = T::from_low((*sum).into() ^ x.into());
            }
            let even: Vec<T> = a.iter().map(|&x| T::from_low(x.into() & !1)).collect();
            level.quadratic_slice_into(&mut place, &out).unwrap();
            assert_eq!(place, even, "{level}: x² + x");
            level.quadratic_slice(&mut out).unwrap();
            assert_eq!(out, even);

            let units: Vec<T> = a.iter().map(|&x| if x.into() == 0 { T::from_low(1) } else { x }).collect();
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
    for level in Level::available() {
        let mut a = [Nim64(5), Nim64(0), Nim64(7)];
        assert_eq!(level.mul_slice(&mut a, &[Nim64(1)]), Err(Error::UnequalSlices { expected: 3, got: 1 }));
        assert_eq!(level.inverse_slice(&mut a), Err(Error::DivisionByZero { at: Some(1) }));
        a[1] = Nim64(1 << 63);
        assert_eq!(level.quadratic_slice(&mut a), Err(Error::NoSolution { bits: 64, at: Some(1) }));
        let mut out = [Nim64(0); 2];
        assert_eq!(level.square_slice_into(&mut out, &a), Err(Error::UnequalSlices { expected: 2, got: 3 }));
        assert_eq!((a, out), ([Nim64(5), Nim64(1 << 63), Nim64(7)], [Nim64(0); 2]));
    }
}
