//! Tests the three functions for the mex, and nimbers of fixed width as text and with `serde`.

use nimber::{
    Nim8, Nim16, Nim64, Nim128, NimberError, ParseNimberError, ParseNimberErrorKind, mex,
    mex_of_set, mex_of_slice,
};

#[test]
fn the_forms_of_mex_agree() {
    let mut random = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    for round in 0..300 {
        // The values are all numbers below some bound except possibly one, in any order, and some
        // large numbers.
        let below = next([3, 70, 4100, 9000][round % 4]) + 1;
        let missing = next(2 * below);
        let mut values: Vec<u64> = (0..below)
            .filter(|&x| x != missing)
            .chain([u64::MAX, 1 << 40])
            .collect();
        for i in (1..values.len()).rev() {
            values.swap(i, next(i as u64 + 1) as usize);
        }
        let expected = (0..).find(|x| !values.contains(x)).unwrap();
        assert_eq!(mex_of_slice(&values), expected);
        assert_eq!(mex(values.iter().copied()), expected);
        let mut words = vec![0u64; (below as usize).div_ceil(64)];
        for &x in values.iter().filter(|&&x| x < below) {
            words[x as usize / 64] |= 1 << (x % 64);
        }
        assert_eq!(mex_of_set(&words), expected);
    }
    // One pass of the search covers 4,096 candidates.
    for most in [4095, 4096, 4097, 8192] {
        assert_eq!(mex_of_slice(&(0..most).collect::<Vec<u64>>()), most);
    }
    assert_eq!(
        (
            mex_of_slice(&[]),
            mex_of_set(&[]),
            mex_of_set(&[u64::MAX; 3])
        ),
        (0, 0, 192)
    );
}

#[test]
fn numbers_are_read_strictly_and_printed() {
    assert_eq!("255".parse(), Ok(Nim8(255)));
    assert_eq!("0xff".parse(), Ok(Nim8(255)));
    assert_eq!(
        "256".parse::<Nim8>(),
        Err(ParseNimberError {
            at: 0,
            reason: ParseNimberErrorKind::TooLarge { bits: 8 }
        })
    );
    assert_eq!(
        "0x10000".parse::<Nim16>(),
        Err(ParseNimberError {
            at: 2,
            reason: ParseNimberErrorKind::TooLarge { bits: 16 }
        })
    );
    assert_eq!(
        "".parse::<Nim64>(),
        Err(ParseNimberError {
            at: 0,
            reason: ParseNimberErrorKind::NoDigit
        })
    );
    assert_eq!(
        "0x".parse::<Nim64>(),
        Err(ParseNimberError {
            at: 2,
            reason: ParseNimberErrorKind::NoDigit
        })
    );
    for (text, at, found) in [
        ("+1", 0, '+'),
        ("1_000", 1, '_'),
        (" 1", 0, ' '),
        ("12a", 2, 'a'),
        ("0xG", 2, 'G'),
    ] {
        assert_eq!(
            text.parse::<Nim64>(),
            Err(ParseNimberError {
                at,
                reason: ParseNimberErrorKind::NotADigit(found)
            }),
            "{text}"
        );
    }
    let widest = Nim128(u128::MAX);
    assert_eq!(widest.to_string().parse(), Ok(widest));
    assert_eq!(format!("{widest:#x}").parse(), Ok(widest));
    assert_eq!(format!("{:?} {:x}", Nim64(10), Nim64(10)), "*10 a");
}

#[test]
fn serde_keeps_every_number() {
    for x in [0, 1, 255, u128::from(u64::MAX), u128::MAX] {
        let text = serde_json::to_string(&Nim128(x)).unwrap();
        assert_eq!(text, format!("\"{x:#x}\""));
        assert_eq!(serde_json::from_str::<Nim128>(&text).unwrap(), Nim128(x));
    }
    assert_eq!(serde_json::from_str::<Nim8>("\"7\"").unwrap(), Nim8(7));
    let error = serde_json::from_str::<Nim8>("\"256\"")
        .unwrap_err()
        .to_string();
    assert!(error.contains("at most 8 bits"), "{error}");
}

#[test]
fn what_has_no_answer_is_an_error() {
    assert_eq!(
        Nim64(5).checked_div(Nim64(0)),
        Err(NimberError::DivisionByZero { at: None })
    );
    assert_eq!(
        (
            Nim64(0).inverse(),
            Nim64(1 << 63).quadratic_root(),
            Nim64(0).order()
        ),
        (None, None, None)
    );
    assert_eq!(
        Nim128(1 << 63).quadratic_root().map(|x| x * x + x),
        Some(Nim128(1 << 63))
    );
    assert_eq!(
        Nim8(3).is_in_subfield(16),
        Err(NimberError::NoField { bits: 16 })
    );
    let shown = NimberError::NoSolution {
        bits: 64,
        at: Some(3),
    }
    .to_string();
    assert_eq!(
        shown,
        "x² + x = c has no solution in the field of 64 bits: element 3 of the slice is not below 2^63"
    );
}

#[test]
#[should_panic = "division by zero"]
fn dividing_by_zero_panics_as_with_integers() {
    let _ = Nim8(3) / Nim8(0);
}
