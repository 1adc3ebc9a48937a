//! Tests periods of heap games: true periods are accepted, with and without a mask; forged periods
//! are rejected.

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, CertificateReport,
    HeapClaim, HeapProof, check, parse, write,
};
use rules::world::World;

/// Computes the nimbers of an octal code by the definition.
fn naive(digits: &[u32], to: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..to {
        let mut met = vec![];
        for (i, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - i;
            if digit & 1 != 0 && rest == 0 {
                met.push(0);
            }
            if digit & 2 != 0 && rest > 0 {
                met.push(values[rest]);
            }
            if digit & 4 != 0 {
                met.extend((1..rest).map(|one| values[one] ^ values[rest - one]));
            }
        }
        values.push((0..).find(|value| !met.contains(value)).unwrap());
    }
    values
}

fn certificate(code: &str, values: &[u64], (e, p, s): (u64, u64, u64), window: u64) -> Certificate {
    let claim = HeapClaim {
        code: code.to_owned(),
        preperiod: e,
        period: p,
        saltus: s,
    };
    let values = values[..(e + p) as usize].to_vec();
    Certificate {
        claim: CertificateClaim::HeapPeriod(claim),
        proof: CertificateProof::HeapPeriod(HeapProof {
            window,
            mask: 0,
            parity: None,
            values,
        }),
    }
}

/// Returns the verdict on a certificate, and checks that writing and parsing the certificate does
/// not change the verdict.
fn verdict(certificate: &Certificate) -> Result<CertificateReport, CertificateError> {
    let verdict = check(&World::empty(), certificate, &Budget::generous());
    let text = write(&World::empty(), certificate).unwrap();
    let parsed = parse(&text).unwrap();
    assert_eq!(parsed.certificate, *certificate);
    assert_eq!(parsed.check(&Budget::generous()), verdict);
    verdict
}

/// Returns the error for a forged certificate of Kayles.
fn forged(forge: impl Fn(&mut HeapClaim, &mut HeapProof)) -> CertificateError {
    let mut certificate = certificate("0.77", &naive(&[0, 7, 7], 400), (71, 12, 0), 168);
    assert!(verdict(&certificate).is_ok());
    let (CertificateClaim::HeapPeriod(claim), CertificateProof::HeapPeriod(proof)) =
        (&mut certificate.claim, &mut certificate.proof)
    else {
        unreachable!()
    };
    forge(claim, proof);
    verdict(&certificate).unwrap_err()
}

/// Lists the values that a forged claim would have to list.
fn list(proof: &mut HeapProof, e: usize, p: usize) {
    proof.values = naive(&[0, 7, 7], e + p);
}

#[test]
fn true_periods_are_accepted() {
    let kayles = verdict(&certificate(
        "0.77",
        &naive(&[0, 7, 7], 83),
        (71, 12, 0),
        168,
    ))
    .unwrap();
    assert_eq!(
        kayles.claim.en,
        "0.77: G(n + 12) = G(n) for every n ≥ 71; no smaller period, no smaller start"
    );
    assert_eq!(
        kayles.rests_on.en,
        "G(0) to G(167) were recomputed from the definition; later values follow by the theorem on octal periodicity"
    );
    assert_eq!(kayles.entries, 83);
    // The codes of this test: three codes of Nim, a subtraction set, and the empty code.
    let nim: Vec<u64> = (0..40).collect();
    for code in ["0.[3]", "0.3[3]", "0.[33]"] {
        assert!(
            verdict(&certificate(code, &nim, (0, 1, 1), 20)).is_ok(),
            "{code}"
        );
    }
    assert!(
        verdict(&certificate(
            "0.3033",
            &naive(&[0, 3, 0, 3, 3], 7),
            (0, 7, 0),
            12
        ))
        .is_ok()
    );
    assert!(verdict(&certificate("0.0", &[0], (0, 1, 0), 2)).is_ok());
    // Hexadecimal digits: 0.8 has G(n) = ⌊(n - 1)/3⌋.
    let three: Vec<u64> = (0..60u64).map(|n| n.saturating_sub(1) / 3).collect();
    assert!(verdict(&certificate("0.8", &three, (1, 3, 1), 30)).is_ok());
}

#[test]
fn a_large_window_is_recomputed_by_its_mask() {
    // Any mask gives the same verdict.
    let digits = &[0, 1, 5, 6];
    let values = naive(digits, 3479 + 349);
    let mut long = certificate("0.156", &values, (3479, 349, 0), 20_000);
    assert!(verdict(&long).is_ok());
    for (mask, odd) in [(7, None), (7, Some(0)), (4, Some(1))] {
        let CertificateProof::HeapPeriod(proof) = &mut long.proof else {
            unreachable!()
        };
        (proof.mask, proof.parity) = (mask, odd);
        // The checker computes no more values than the theorem requires, so the few values computed
        // by the definition suffice.
        assert!(
            verdict(&long)
                .unwrap()
                .rests_on
                .en
                .contains(" from the definition;")
        );
    }
}

#[test]
fn beyond_ten_thousand_values_pairs_are_enough() {
    let values = naive(&[0, 3, 5, 6], 7315 + 142);
    let mut long = certificate("0.356", &values, (7315, 142, 0), 14_917);
    let CertificateProof::HeapPeriod(proof) = &mut long.proof else {
        unreachable!()
    };
    (proof.mask, proof.parity) = (0x1b, None);
    let pairs = "G(0) to G(14916) were recomputed from the pairs with a rare heap, with a pair as the witness of every other value; ";
    assert!(verdict(&long).unwrap().rests_on.en.starts_with(pairs));
    let CertificateProof::HeapPeriod(proof) = &mut long.proof else {
        unreachable!()
    };
    proof.values[7456] ^= 1;
    assert!(matches!(
        verdict(&long).unwrap_err(),
        CertificateError::HeapValue { n: 7456, .. }
    ));
}

#[test]
fn forged_periods_are_refused() {
    let value = |n, expected, got| CertificateError::HeapValue { n, expected, got };
    assert_eq!(
        forged(|_, proof| proof.values[5] = 3),
        value(5, 4, 3),
        "a wrong value"
    );
    assert_eq!(forged(|_, proof| proof.values[82] = 0), value(82, 2, 0));
    assert_eq!(
        forged(|_, proof| proof.window = 167),
        CertificateError::HeapWindow { got: 167 },
        "the window too short"
    );
    assert_eq!(
        forged(|_, proof| proof.window = 0),
        CertificateError::HeapListed {
            expected: 83,
            got: 83
        }
    );
    assert_eq!(
        forged(|_, proof| proof.values.truncate(82)),
        CertificateError::HeapListed {
            expected: 83,
            got: 82
        }
    );
    assert_eq!(
        forged(|_, proof| proof.values.push(0)),
        CertificateError::HeapListed {
            expected: 83,
            got: 84
        }
    );
    let multiple = forged(|claim, proof| {
        claim.period = 24;
        proof.window = 200;
        list(proof, 71, 24);
    });
    assert_eq!(
        multiple,
        CertificateError::HeapMultiple {
            period: 24,
            divisor: 12
        },
        "a multiple of the period"
    );
    let later = forged(|claim, proof| {
        claim.preperiod = 72;
        proof.window = 200;
        list(proof, 72, 12);
    });
    assert_eq!(
        later,
        CertificateError::HeapPreperiod { n: 71 },
        "a preperiod too large"
    );
    let earlier = forged(|claim, proof| {
        claim.preperiod = 70;
        list(proof, 70, 12);
    });
    assert_eq!(
        earlier,
        CertificateError::HeapEquation {
            n: 82,
            expected: 6,
            got: 2
        },
        "a preperiod too small"
    );
    let other = forged(|claim, proof| {
        claim.period = 11;
        list(proof, 71, 11);
    });
    assert!(
        matches!(other, CertificateError::HeapEquation { .. }),
        "a wrong period"
    );
    assert_eq!(
        forged(|claim, _| claim.code = "0.07".to_owned()),
        value(1, 0, 1),
        "a wrong code"
    );
    assert!(matches!(
        forged(|claim, _| claim.code = "1.77".to_owned()),
        CertificateError::HeapCode { at: 1, .. }
    ));
    assert!(matches!(
        forged(|claim, _| claim.code = "0.7z".to_owned()),
        CertificateError::HeapCode { at: 4, .. }
    ));
    assert!(matches!(
        forged(|claim, _| claim.code = "grundy".to_owned()),
        CertificateError::HeapCode { .. }
    ));
    assert!(
        matches!(
            forged(|claim, _| claim.saltus = 1),
            CertificateError::HeapEquation { .. }
        ),
        "a saltus"
    );
    assert_eq!(
        forged(|claim, _| claim.period = 0),
        CertificateError::NoPeriod
    );
    for huge in [u64::MAX, u64::MAX / 2, 1 << 62] {
        assert!(matches!(
            forged(|claim, _| claim.period = huge),
            CertificateError::HeapListed { .. }
        ));
        assert!(matches!(
            forged(|claim, _| claim.preperiod = huge),
            CertificateError::HeapListed { .. }
        ));
    }
}

#[test]
fn what_only_looks_arithmetic_is_refused() {
    // The forged claims: 0.8 with another saltus; a window that is too short; Kayles, whose values
    // are not arithmetic-periodic.
    let three: Vec<u64> = (0..60u64).map(|n| n.saturating_sub(1) / 3).collect();
    let refused = |code, law, window| verdict(&certificate(code, &three, law, window)).unwrap_err();
    assert!(matches!(
        refused("0.8", (1, 3, 1), 5),
        CertificateError::HeapTheorem { .. }
    ));
    assert!(matches!(
        refused("0.8", (1, 6, 2), 30),
        CertificateError::HeapMultiple { divisor: 3, .. }
    ));
    assert!(matches!(
        refused("0.8", (1, 3, 2), 30),
        CertificateError::HeapEquation { .. }
    ));
    let nim: Vec<u64> = (0..40).collect();
    assert!(matches!(
        verdict(&certificate("0.[3]", &nim, (0, 1, 1), 2)).unwrap_err(),
        CertificateError::HeapTheorem { .. }
    ));
    assert!(matches!(
        verdict(&certificate("0.[3]", &nim, (0, 2, 2), 20)).unwrap_err(),
        CertificateError::HeapMultiple { .. }
    ));
    // The values of Lasker's Nim are arithmetic-periodic, but no theorem of the checker proves this
    // period.
    let lasker: Vec<u64> = (0..40u64)
        .map(|n| {
            if n % 4 == 3 {
                n + 1
            } else if n % 4 == 0 && n > 0 {
                n - 1
            } else {
                n
            }
        })
        .collect();
    assert!(matches!(
        verdict(&certificate("4.[3]", &lasker, (1, 4, 4), 30)).unwrap_err(),
        CertificateError::HeapTheorem { .. }
    ));
}

/// Computes the nimbers of any code digits by the definition, with every division into j heaps.
fn by_definition(digit: &dyn Fn(usize) -> u32, to: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    fn split(
        values: &[u64],
        heaps: u32,
        tokens: usize,
        least: usize,
        sum: u64,
        met: &mut Vec<u64>,
    ) {
        match heaps {
            0 if tokens == 0 => met.push(sum),
            0 => {}
            1 if tokens >= least => met.push(sum ^ values[tokens]),
            _ => (least..=tokens / heaps as usize).for_each(|one| {
                split(values, heaps - 1, tokens - one, one, sum ^ values[one], met)
            }),
        }
    }
    for n in 0..to {
        let mut met = vec![];
        for i in 0..=n {
            (0..32)
                .filter(|j| digit(i) >> j & 1 == 1)
                .for_each(|j| split(&values, j, n - i, 1, 0, &mut met));
        }
        values.push((0..).find(|value| !met.contains(value)).unwrap());
    }
    values
}

/// Returns the digits of a code without braces.
fn digits(code: &str) -> impl Fn(usize) -> u32 {
    let (head, tail) = code.split_once('[').map_or((code, ""), |(head, tail)| {
        (head, tail.trim_end_matches(']'))
    });
    let digits = |text: &str| -> Vec<u32> { text.chars().filter_map(|c| c.to_digit(16)).collect() };
    let (head, tail) = (digits(head), digits(tail));
    move |i| {
        head.get(i).copied().unwrap_or_else(|| {
            if tail.is_empty() {
                0
            } else {
                tail[(i - head.len()) % tail.len()]
            }
        })
    }
}

#[test]
fn the_window_is_what_the_theorem_asks_for() {
    let plain = [
        ("0.77", (71, 12), 168),
        ("0.3033", (0, 7), 12),
        ("0.30001", (0, 2), 8),
        ("0.1", (2, 1), 4),
        ("0.[1]", (1, 1), 4),
        ("0.0[01]", (2, 2), 8),
        ("0.1[03]", (0, 2), 7),
        ("0.[15]", (1, 1), 9),
        ("0.[5]", (1, 1), 6),
        ("0.[30]", (0, 2), 6),
        ("0.3[01]", (0, 2), 7),
        ("0.[010]", (0, 3), 8),
        ("0.[70]", (0, 2), 9),
        ("0.7[01]", (0, 2), 10),
        ("0.5[10]", (1, 1), 10),
    ];
    for (code, (e, p), window) in plain {
        let values = by_definition(&digits(code), (e + p) as usize);
        let refused = verdict(&certificate(code, &values, (e, p, 0), window - 1)).unwrap_err();
        assert!(
            matches!(
                refused,
                CertificateError::HeapWindow { .. } | CertificateError::HeapListed { .. }
            ),
            "{code}: {refused:?}"
        );
        let checked = verdict(&certificate(code, &values, (e, p, 0), window))
            .unwrap_or_else(|why| panic!("{code}: {why:?}"));
        assert!(
            checked
                .rests_on
                .en
                .starts_with(&format!("G(0) to G({}) were recomputed", window - 1)),
            "{code}"
        );
    }
    let arithmetic = [
        ("0.8", (1, 3, 1), 10),
        ("0.82", (1, 2, 1), 9),
        ("0.A8", (1, 4, 2), 13),
        ("0.AA", (1, 1, 1), 6),
        ("0.[03]", (0, 2, 1), 9),
        ("0.[2]", (1, 1, 1), 6),
        ("0.1[20]", (4, 2, 1), 15),
        ("0.[102]", (1, 3, 1), 17),
        ("0.[203]", (1, 4, 2), 51),
        ("0.12[301]", (8, 12, 4), 60),
    ];
    for (code, law, window) in arithmetic {
        let values = by_definition(&digits(code), (law.0 + law.1) as usize);
        let checked = verdict(&certificate(code, &values, law, window))
            .unwrap_or_else(|why| panic!("{code}: {why:?}"));
        assert!(
            checked
                .rests_on
                .en
                .ends_with("by the theorem on arithmetic periodicity"),
            "{code}"
        );
    }
}

#[test]
fn the_last_equation_of_the_window_counts() {
    let one = naive(&[0, 1], 10);
    let refused = verdict(&certificate("0.1", &one, (0, 2, 0), 4)).unwrap_err();
    assert_eq!(
        refused,
        CertificateError::HeapEquation {
            n: 3,
            expected: 1,
            got: 0
        }
    );
    assert_eq!(
        forged(|_, proof| proof.values[0] = 1),
        CertificateError::HeapValue {
            n: 0,
            expected: 0,
            got: 1
        },
        "the first value"
    );
}

/// Computes the nimbers of a game that subtracts powers, by the definition.
fn powers(base: u64, to: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..to {
        let powers = std::iter::successors(Some(1), |power| Some(power * base))
            .take_while(|&power| power <= n);
        let met: Vec<u64> = powers.map(|power| values[(n - power) as usize]).collect();
        values.push((0..).find(|value| !met.contains(value)).unwrap());
    }
    values
}

#[test]
fn powers_that_are_taken_have_certificates() {
    // For each base at most one period is accepted, and the accepted period agrees with the
    // computed values.
    for base in 2..20 {
        let values = powers(base, 200);
        let code = format!("subtract powers{{{base}}}");
        let accepted: Vec<u64> = (1..60)
            .filter(|&p| verdict(&certificate(&code, &values, (0, p, 0), 100)).is_ok())
            .collect();
        assert_eq!(
            accepted,
            [if base % 2 == 1 { 2 } else { base + 1 }],
            "{base}"
        );
        let p = accepted[0] as usize;
        assert!((p..200).all(|n| values[n] == values[n - p]), "{base}");
    }
    let two = verdict(&certificate("subtract powers{2}", &[0, 1, 2], (0, 3, 0), 3)).unwrap();
    assert_eq!(
        two.claim.en,
        "subtract powers{2}: G(n + 3) = G(n) for every n ≥ 0; no smaller period, no smaller start"
    );
    assert_eq!(
        two.rests_on.en,
        "G(0) to G(2) were recomputed from the definition; later values follow by the theorem on growing subtraction sets"
    );
    assert_eq!(two.entries, 3);
    let refused = |code: &str, values: &[u64], law, window| {
        verdict(&certificate(code, values, law, window)).unwrap_err()
    };
    let is_theorem =
        |refused: CertificateError| matches!(refused, CertificateError::HeapTheorem { .. });
    assert_eq!(
        refused("subtract powers{2}", &[0, 1, 2], (0, 3, 0), 2),
        CertificateError::HeapWindow { got: 2 },
        "the window too short"
    );
    assert_eq!(
        refused("subtract powers{2}", &[0, 1, 2, 0, 1, 2], (0, 6, 0), 6),
        CertificateError::HeapMultiple {
            period: 6,
            divisor: 3
        },
        "a multiple of the period"
    );
    assert!(
        is_theorem(refused("subtract powers{2}", &[0, 1, 2, 0], (1, 3, 0), 9)),
        "a preperiod too large"
    );
    assert!(
        is_theorem(refused("subtract powers{2}", &[0, 1, 2], (0, 3, 1), 9)),
        "a saltus"
    );
    assert!(
        is_theorem(refused("subtract powers{2}", &[0, 1], (0, 2, 0), 9)),
        "a wrong period"
    );
    assert!(
        is_theorem(refused("subtract powers{2}", &[0, 1, 3], (0, 3, 0), 9)),
        "a value that leaves out another"
    );
    assert!(
        is_theorem(refused(
            "subtract powers{2}",
            &[0, 1, u64::MAX],
            (0, 3, 0),
            9
        )),
        "a value beyond all"
    );
    assert!(
        is_theorem(refused("subtract powers{2}", &[0, 0, 1], (0, 3, 0), 9)),
        "equal values at a power"
    );
    // A rotated cycle also satisfies the conditions, but has other values.
    assert_eq!(
        refused("subtract powers{2}", &[1, 2, 0], (0, 3, 0), 9),
        CertificateError::HeapValue {
            n: 0,
            expected: 0,
            got: 1
        },
        "wrong values"
    );
    assert!(
        is_theorem(refused("subtract powers{4}", &[0, 1, 2], (0, 3, 0), 9)),
        "another base"
    );
    assert_eq!(
        refused("subtract powers{2}", &[], (0, 0, 0), 9),
        CertificateError::NoPeriod
    );
    let mut short = certificate("subtract powers{2}", &[0, 1, 2], (0, 3, 0), 9);
    let CertificateProof::HeapPeriod(proof) = &mut short.proof else {
        unreachable!()
    };
    proof.values.pop();
    assert_eq!(
        verdict(&short).unwrap_err(),
        CertificateError::HeapListed {
            expected: 3,
            got: 2
        }
    );
    for code in [
        "subtract powers{1}",
        "subtract powers{0}",
        "subtract powers{02}",
        "subtract powers{2",
        "subtract squares",
        "subtract{1,2}",
    ] {
        assert!(
            matches!(
                refused(code, &[0, 1, 2], (0, 3, 0), 9),
                CertificateError::HeapCode { at: 1, .. }
            ),
            "{code}"
        );
    }
    // The residues of large powers are exact.
    let large = format!("subtract powers{{{}}}", u64::MAX);
    assert!(verdict(&certificate(&large, &[0, 1], (0, 2, 0), 9)).is_ok());
}
