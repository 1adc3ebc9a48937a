//! Compares nimbers of any size with the simple recursion, and tests the laws of Fermat 2-powers
//! and of a field.
#![cfg(feature = "big")]

use dashu_int::UBig;
use nimber::Nimber;
use nimber::big::LIMIT_BITS;
use nimber::{NimberError, ParseNimberError, ParseNimberErrorKind};

/// Returns the product by the reference implementation: the recursion with four products and one
/// product with M/2. The number of limbs must be a power of two.
fn plain_product(a: &[u64], b: &[u64]) -> Vec<u64> {
    if a.len() == 1 {
        return vec![nimber::product(a[0], b[0])];
    }
    let half = a.len() / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let sum =
        |a: Vec<u64>, b: Vec<u64>| -> Vec<u64> { a.iter().zip(&b).map(|(a, b)| a ^ b).collect() };
    let upper = plain_product(a1, b1);
    let mut middle = vec![0; half];
    middle[half - 1] = 1 << 63;
    let mut low = sum(plain_product(a0, b0), plain_product(&upper, &middle));
    low.extend(sum(
        upper,
        sum(plain_product(a1, b0), plain_product(a0, b1)),
    ));
    low
}

fn twin(a: &Nimber, b: &Nimber) -> Nimber {
    let limbs = a
        .limbs()
        .len()
        .max(b.limbs().len())
        .max(1)
        .next_power_of_two();
    let padded = |number: &Nimber| {
        let mut all = number.limbs().to_vec();
        all.resize(limbs, 0);
        all
    };
    Nimber::from_limbs(plain_product(&padded(a), &padded(b))).unwrap()
}

/// Returns a generator of numbers of at most `bits` bits; some numbers are sparse, and some have
/// long runs of equal bits.
fn numbers() -> impl FnMut(u64) -> Nimber {
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    move |bits| {
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let kind = next() % 8;
        let limbs = (0..bits.div_ceil(64)).map(|_| match kind {
            0 => 1 << (next() % 64),
            1 => [0, u64::MAX][next() as usize % 2],
            _ => next(),
        });
        let mut limbs: Vec<u64> = limbs.collect();
        if bits % 64 != 0 {
            *limbs.last_mut().unwrap() &= (1 << (bits % 64)) - 1;
        }
        Nimber::from_limbs(limbs).unwrap()
    }
}

fn fermat(a: u32) -> Nimber {
    Nimber::power_of_two(1 << a).unwrap()
}

#[test]
fn products_are_those_of_the_plain_recursion() {
    let mut number = numbers();
    for round in 0..1500 {
        let (x, y) = (
            [1, 2, 3, 7, 20, 33, 63, 64, 65, 100, 128][round % 11],
            [1, 5, 31, 64, 90, 127, 200, 256, 511][round % 9],
        );
        let (a, b) = (number(x), number(y));
        assert_eq!(&a * &b, twin(&a, &b), "{a:#x} ⊗ {b:#x}");
    }
    for (x, y) in [
        (512, 512),
        (1000, 600),
        (1024, 1024),
        (2048, 2048),
        (4096, 4096),
        (4000, 129),
        (3000, 70),
        (2100, 4096),
    ] {
        for _ in 0..3 {
            let (a, b) = (number(x), number(y));
            assert_eq!(&a * &b, twin(&a, &b), "{a:#x} ⊗ {b:#x}");
        }
    }
}

#[test]
fn below_64_bits_they_are_the_products_of_the_small_field() {
    let mut number = numbers();
    for _ in 0..2000 {
        let (a, b) = (number(64), number(64));
        let (small_a, small_b) = (u64::try_from(&a).unwrap(), u64::try_from(&b).unwrap());
        assert_eq!(&a * &b, Nimber::from(nimber::product(small_a, small_b)));
        assert_eq!(a.square(), Nimber::from(nimber::product(small_a, small_a)));
        assert_eq!(a.inverse().ok(), nimber::inverse(small_a).map(Nimber::from));
        assert_eq!(a.square_root(), Nimber::from(nimber::square_root(small_a)));
        if let Some(root) = nimber::artin_schreier_root(small_a) {
            assert_eq!(a.quadratic_root(), Ok(Nimber::from(root)));
        }
    }
}

#[test]
fn fermat_two_powers_multiply_as_conway_says() {
    let mut number = numbers();
    for a in 0..=15 {
        let bits = 1 << a;
        let power = fermat(a);
        assert_eq!(
            &power * &power,
            &power + &Nimber::power_of_two(bits - 1).unwrap(),
            "3/2 of 2^{bits}"
        );
        assert_eq!(power.square(), &power * &power);
        let x = number(bits);
        let shifted = Nimber::try_from(&(UBig::from(&x) << bits as usize)).unwrap();
        assert_eq!(&power * &x, shifted, "an ordinary product with 2^{bits}");
    }
}

#[test]
fn the_laws_of_a_field_hold() {
    let mut number = numbers();
    for bits in [
        6, 64, 100, 128, 256, 512, 1024, 2048, 4096, 5000, 8192, 40_000,
    ] {
        let (a, b, c) = (number(bits), number(bits), number(bits));
        assert_eq!(&a * &b, &b * &a);
        assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        assert_eq!(&(&a + &b) * &c, &(&a * &c) + &(&b * &c));
        assert_eq!(&a * &Nimber::from(1u64), a);
        assert!((&a * &Nimber::ZERO).is_zero());
        assert_eq!(a.square(), &a * &a);
        assert_eq!(a.square().square_root(), a);
        assert_eq!(a.square_root().square(), a);
        match a.inverse() {
            Ok(inverse) => assert_eq!(&a * &inverse, Nimber::from(1u64)),
            Err(error) => assert_eq!(
                (error, a.is_zero()),
                (NimberError::DivisionByZero { at: None }, true)
            ),
        }
        if !b.is_zero() {
            assert_eq!(&a.divide(&b).unwrap() * &b, a);
        }
        let root = a.quadratic_root().unwrap();
        assert_eq!((&root.square() + &root, root.bit(0)), (a.clone(), false));
        let field = a.field_bits();
        assert_eq!(
            root.bit_length() > field,
            a.trace(field).unwrap(),
            "the solutions are in the same field if the trace is 0"
        );
    }
    assert_eq!(
        Nimber::ZERO.inverse(),
        Err(NimberError::DivisionByZero { at: None })
    );
    assert_eq!(
        Nimber::from(5u64).divide(&Nimber::ZERO),
        Err(NimberError::DivisionByZero { at: None })
    );
}

#[test]
fn powers_conjugates_and_traces() {
    let mut number = numbers();
    for bits in [1, 3, 8, 64, 100, 256, 700] {
        let x = number(bits);
        let mut power = Nimber::from(1u64);
        for n in 0..40u32 {
            assert_eq!(x.power(&UBig::from(n)), power, "{x}^{n}");
            power *= &x;
        }
        let field = x.field_bits();
        assert_eq!(x.power(&(UBig::ONE << field as usize)), x);
        // The exponent is larger than the order of the group.
        let huge = (UBig::ONE << (3 * field as usize)) + UBig::from(5u8);
        assert_eq!(x.power(&huge), x.power(&UBig::from(6u8)));
        let conjugates: Vec<Nimber> = x.conjugates().collect();
        assert_eq!(conjugates.len() as u64, field, "{x}");
        let trace: Nimber = conjugates.into_iter().sum();
        assert_eq!(trace, Nimber::from(u64::from(x.trace(field).unwrap())));
    }
    assert_eq!(Nimber::ZERO.power(&UBig::ZERO), Nimber::from(1u64));
    assert_eq!(Nimber::ZERO.power(&UBig::from(9u8)), Nimber::ZERO);
    assert_eq!(
        Nimber::from(200u64).trace(4),
        Err(NimberError::NoField { bits: 4 })
    );
    assert_eq!(
        Nimber::from(2u64).trace(12),
        Err(NimberError::NoField { bits: 12 })
    );
}

#[test]
fn an_order_is_the_least_exponent() {
    let mut number = numbers();
    for bits in [16, 64, 128, 256, 1024] {
        let x = number(bits);
        if x.is_zero() {
            continue;
        }
        let order = x.order().unwrap();
        assert!(x.power(&order).is_one());
        for k in 0..x.field_bits().ilog2() {
            for prime in nimber::big::fermat_factors(k).unwrap() {
                if &order % &prime == UBig::ZERO {
                    assert!(
                        !x.power(&(&order / &prime)).is_one(),
                        "{x} has a smaller order than {order}"
                    );
                }
            }
        }
    }
    assert_eq!(
        fermat(12).order(),
        Err(NimberError::NotFactored { bits: 8192 })
    );
}

#[test]
fn texts_are_read_strictly() {
    let parse = |text: &str| text.parse::<Nimber>();
    assert_eq!(parse("0"), Ok(Nimber::ZERO));
    assert_eq!(parse("000123"), Ok(Nimber::from(123u64)));
    assert_eq!(parse("0xfFff"), Ok(Nimber::from(65_535u64)));
    assert_eq!(
        parse("340282366920938463463374607431768211455"),
        Ok(Nimber::from(u128::MAX))
    );
    for (text, at, reason) in [
        ("", 0, ParseNimberErrorKind::NoDigit),
        ("0x", 2, ParseNimberErrorKind::NoDigit),
        ("12 ", 2, ParseNimberErrorKind::NotADigit(' ')),
        ("-1", 0, ParseNimberErrorKind::NotADigit('-')),
        ("1_000", 1, ParseNimberErrorKind::NotADigit('_')),
        ("0x12g", 4, ParseNimberErrorKind::NotADigit('g')),
        ("0X12", 1, ParseNimberErrorKind::NotADigit('X')),
        ("12é", 2, ParseNimberErrorKind::NotADigit('é')),
    ] {
        assert_eq!(
            parse(text),
            Err(ParseNimberError { at, reason }),
            "{text:?}"
        );
    }
    let mut number = numbers();
    for bits in [1, 64, 65, 128, 1000, 5000] {
        let x = number(bits);
        assert_eq!(x.to_string().parse(), Ok(x.clone()));
        assert_eq!(format!("{x:#x}").parse(), Ok(x.clone()));
        assert_eq!(x.to_string(), UBig::from(&x).to_string());
    }
    assert_eq!(
        format!(
            "{:x} {:#x}",
            Nimber::ZERO,
            Nimber::from(u128::from(u64::MAX) + 1)
        ),
        "0 0x10000000000000000"
    );
}

#[test]
fn what_is_too_large_is_refused() {
    assert_eq!(
        Nimber::power_of_two(LIMIT_BITS),
        Err(NimberError::TooLarge {
            bits: LIMIT_BITS + 1
        })
    );
    let largest = Nimber::power_of_two(LIMIT_BITS - 1).unwrap();
    assert_eq!(
        largest.quadratic_root(),
        Err(NimberError::NoSolution {
            bits: LIMIT_BITS,
            at: None
        })
    );
    let text = format!("0x1{}", "0".repeat(LIMIT_BITS as usize / 4));
    assert_eq!(
        text.parse::<Nimber>(),
        Err(ParseNimberError {
            at: 2,
            reason: ParseNimberErrorKind::TooLarge { bits: LIMIT_BITS }
        })
    );
    assert!(u64::try_from(&largest).is_err());
}

#[test]
fn serde_writes_strings() {
    let x = Nimber::from(u128::MAX);
    let text = serde_json::to_string(&x).unwrap();
    assert_eq!(text, "\"0xffffffffffffffffffffffffffffffff\"");
    assert_eq!(serde_json::from_str::<Nimber>(&text).unwrap(), x);
    assert_eq!(
        serde_json::from_str::<Nimber>("\"12\"").unwrap(),
        Nimber::from(12u64)
    );
    assert!(serde_json::from_str::<Nimber>("\"12x\"").is_err());
    assert!(serde_json::from_str::<Nimber>("12").is_err());
}
