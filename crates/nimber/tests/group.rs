//! Compares orders, logarithms, conjugates, traces and minimal polynomials of the fixed widths with
//! simple searches.

use nimber::{Nim8, Nim16, Nim32, Nim64, Nim128, NimberElement, NimberError};

fn numbers(mut random: u64) -> impl FnMut() -> u128 {
    move || {
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            u128::from(random)
        };
        next() << 64 | next()
    }
}

#[test]
fn orders_and_logarithms_of_bytes_are_those_of_a_walk() {
    for base in 0..=255u8 {
        let base = Nim8(base);
        let mut logs = [None; 256];
        let mut power = Nim8::ONE;
        for n in 0..256u32 {
            logs[power.0 as usize].get_or_insert(u128::from(n));
            power *= base;
        }
        let order = (1..256).find(|&n| base.pow(n) == Nim8::ONE);
        assert_eq!(base.order(), order, "order of {base}");
        for a in 0..=255u8 {
            assert_eq!(
                Nim8(a).discrete_log(base).ok(),
                logs[a as usize],
                "log of {a} to the base {base}"
            );
        }
    }
    assert_eq!(Nim8(2).discrete_log(Nim8(1)), Err(NimberError::NoPower));
}

#[test]
fn logarithms_of_wider_fields_undo_powers() {
    let mut random = numbers(5);
    for _ in 0..40 {
        let (base, n) = (Nim64(random() as u64), random() as u64);
        let a = base.pow(n.into());
        let log = a.discrete_log(base).unwrap();
        assert!(
            base.pow(log) == a && log < base.order().unwrap(),
            "{base} ^ {log}"
        );
        let (base, n) = (Nim32(random() as u32), random() as u32);
        assert_eq!(
            base.pow(n.into()).discrete_log(base).unwrap(),
            u128::from(n) % base.order().unwrap()
        );
        let (base, n) = (Nim16(random() as u16), random() as u16);
        assert_eq!(
            base.pow(n.into()).discrete_log(base).unwrap(),
            u128::from(n) % base.order().unwrap()
        );
    }
    // For 128 bits, the largest prime factor is excluded, because its logarithms take too long
    // without optimisation.
    let base = Nim128(random()).pow(67_280_421_310_721);
    let n = random();
    assert_eq!(
        base.pow(n).discrete_log(base).unwrap(),
        n % base.order().unwrap()
    );
}

#[test]
#[ignore = "some ten million products: cargo test --release -p grundy-nimber -- --ignored"]
fn a_logarithm_in_the_whole_field_of_128_bits() {
    let mut random = numbers(6);
    for _ in 0..3 {
        let (base, n) = (Nim128(random()), random());
        let log = base.pow(n).discrete_log(base).unwrap();
        assert_eq!(log, n % base.order().unwrap());
    }
}

/// By the definition of an order, no power of an element to a proper divisor of its order may be 1.
#[test]
fn orders_are_least() {
    let mut random = numbers(7);
    for width in [4, 8, 16, 32, 64, 128] {
        for _ in 0..20 {
            let a = Nim128(random() >> (128 - width));
            let Some(order) = a.order() else { continue };
            assert_eq!(a.pow(order), Nim128::ONE);
            for p in [
                3,
                5,
                17,
                257,
                641,
                65_537,
                274_177,
                6_700_417,
                67_280_421_310_721,
            ] {
                assert!(
                    order % p != 0 || a.pow(order / p) != Nim128::ONE,
                    "{a} has an order below {order}"
                );
            }
        }
    }
}

#[test]
fn the_factors_of_the_orders_are_primes() {
    for p in [
        3,
        5,
        17,
        257,
        641,
        65_537,
        274_177,
        6_700_417,
        67_280_421_310_721u64,
    ] {
        assert!((2..).take_while(|d| d * d <= p).all(|d| p % d != 0), "{p}");
    }
}

fn conjugates_of<T: NimberElement + std::ops::Add<Output = T>>(
    a: T,
    conjugates: &[T],
    traces: &dyn Fn(u32) -> Result<T, NimberError>,
    power: &dyn Fn(T, u128) -> T,
) {
    let zero = T::from_low(0);
    // Traces are compared with sums of powers.
    let mut bits = 1;
    while bits <= T::BITS {
        let mut term = a;
        let mut sum = zero;
        for _ in 0..T::BITS / bits {
            sum = sum + term;
            for _ in 0..bits {
                term = power(term, 2);
            }
        }
        assert_eq!(traces(bits), Ok(sum), "the trace of {a:?} to {bits} bits");
        bits *= 2;
    }
    assert_eq!(traces(3), Err(NimberError::NoField { bits: 3 }));
    assert_eq!(
        traces(2 * T::BITS),
        Err(NimberError::NoField {
            bits: 2 * u64::from(T::BITS)
        })
    );
    for (i, &c) in conjugates.iter().enumerate() {
        assert_eq!(c, (0..i).fold(a, |x, _| power(x, 2)));
        assert!(!conjugates[..i].contains(&c));
    }
    assert_eq!(power(*conjugates.last().unwrap(), 2), a);
}

#[test]
fn traces_conjugates_and_minimal_polynomials() {
    let mut random = numbers(8);
    macro_rules! check {
        ($type:ident, $word:ty) => {
            for round in 0..20 {
                let a = $type(random() as $word >> (round * 7 % <$word>::BITS));
                let conjugates: Vec<$type> = a.conjugates().collect();
                conjugates_of(a, &conjugates, &|bits| a.trace(bits), &|x, n| x.pow(n));
                let polynomial = a.minimal_polynomial();
                assert_eq!(polynomial.degree as usize, conjugates.len());
                assert_eq!(polynomial.degree, a.field_bits());
                let value = (0..polynomial.degree)
                    .filter(|i| polynomial.lower >> i & 1 == 1)
                    .fold(a.pow(polynomial.degree.into()), |sum, i| {
                        sum + a.pow(i.into())
                    });
                assert_eq!(value, $type::ZERO, "{a} in {polynomial}");
                assert_eq!(a.is_in_subfield(polynomial.degree), Ok(true));
                assert_eq!(
                    a.is_in_subfield(polynomial.degree / 2).unwrap_or(false),
                    false
                );
            }
        };
    }
    check!(Nim8, u8);
    check!(Nim16, u16);
    check!(Nim32, u32);
    check!(Nim64, u64);
    check!(Nim128, u128);
    assert_eq!(Nim64(2).minimal_polynomial().to_string(), "x^2 + x + 1");
    assert_eq!(Nim64(0).minimal_polynomial().to_string(), "x");
    assert_eq!(Nim64(1).minimal_polynomial().to_string(), "x + 1");
}
