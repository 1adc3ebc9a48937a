//! Tests that a period proved from a short table holds in a longer table, and is the smallest
//! period.

use base::budget::Budget;
use dashu_int::UBig;
use heap::code::HeapCode;
use heap::definition::DefinitionMachine;
use heap::period::{HeapPeriod, PeriodTheorem, find, needed};

fn code(text: &str) -> HeapCode {
    text.parse()
        .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

fn values(code: &HeapCode, to: usize) -> Vec<u32> {
    let mut naive = DefinitionMachine::new(code);
    naive.compute(to, &Budget::generous()).unwrap();
    naive.values().to_vec()
}

/// Computes values until a period is proved, but at most `most` values.
fn search(code: &HeapCode, most: usize) -> Option<HeapPeriod> {
    let mut naive = DefinitionMachine::new(code);
    let mut to = 32;
    loop {
        naive.compute(to, &Budget::generous()).unwrap();
        let found = find(code, naive.values(), &Budget::generous()).unwrap();
        if found.is_some() || to == most {
            return found;
        }
        to = (to + to / 4).min(most);
    }
}

/// Checks that G(n + p) = G(n) + s holds in the complete table from the preperiod on, but not
/// before the preperiod, and for no divisor of p.
fn holds(code: &HeapCode, period: &HeapPeriod, values: &[u32]) {
    let &HeapPeriod {
        preperiod,
        period: p,
        saltus,
        ..
    } = period;
    for n in preperiod..values.len() {
        assert_eq!(
            UBig::from(values[n]),
            period.value_at(&values[..preperiod + p], &UBig::from(n)),
            "{code} {period:?} at {n}"
        );
    }
    let equal = |n: usize, p: usize, s: u64| u64::from(values[n + p]) == u64::from(values[n]) + s;
    assert!(
        preperiod == 0 || !equal(preperiod - 1, p, saltus.into()),
        "{code} {period:?}"
    );
    for d in (1..p).filter(|d| p % d == 0) {
        let saltus = u64::from(saltus);
        let whole = saltus % (p / d) as u64 == 0;
        assert!(
            !whole
                || (preperiod..preperiod + p).any(|n| !equal(n, d, saltus * d as u64 / p as u64)),
            "{code} {period:?} {d}"
        );
    }
}

#[test]
fn known_periods_are_found_again() {
    let cases: [(&str, usize, usize, u32); 14] = [
        ("0.77", 71, 12, 0),
        ("0.07", 53, 34, 0),
        ("0.137", 52, 34, 0),
        ("0.156", 3479, 349, 0),
        ("0.45", 498, 20, 0),
        ("0.3033", 0, 7, 0),
        ("0.[3]", 0, 1, 1),
        ("0.1[3]", 0, 2, 1),
        ("0.1", 2, 1, 0),
        ("0.0", 0, 1, 0),
        ("0.8", 1, 3, 1),
        ("subtract powers{2}", 0, 3, 0),
        ("subtract powers{10}", 0, 11, 0),
        ("0.[30]", 0, 2, 0),
    ];
    for (text, preperiod, period, saltus) in cases {
        let found = search(&code(text), 10_000).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            (found.preperiod, found.period, found.saltus),
            (preperiod, period, saltus),
            "{text}"
        );
    }
}

#[test]
fn the_window_of_the_theorem() {
    assert_eq!(needed(&code("0.77"), 71, 12), Some(2 * 71 + 12 + 2 + 12));
    assert_eq!(needed(&code("0.3033"), 0, 7), Some(1 + 4 + 7));
    assert_eq!(needed(&code("0.[3]"), 0, 1), Some(4));
    assert_eq!(needed(&code("grundy"), 0, 1), None);
    assert_eq!(needed(&code("0.77"), usize::MAX, 12), None);
}

#[test]
fn what_is_proved_holds_further_on() {
    let mut seed = 20_261_121u64;
    let mut random = |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut by = [0; 5];
    for round in 0..testkit::rounds(400, 900) {
        let (most, length, to) = match round % 4 {
            0 => (8, 5, 700),
            1 => (16, 1 + random(3), 160),
            2 => (4, 6, 500),
            _ => (8, 3, 300),
        };
        let mut head = vec![if random(4) == 0 { random(most) & !3 } else { 0 }];
        head.extend((0..random(length + 1)).map(|_| random(most)));
        let mut tail = Vec::new();
        for _ in 0..if round % 4 >= 2 { random(5) } else { 0 } {
            let most = if random(3) > 0 { 4 } else { most };
            tail.push(random(most));
        }
        let code = HeapCode::repeating(&head, &tail).unwrap();
        let all = values(&code, to);
        if let Some(period) = find(&code, &all[..to / 3], &Budget::generous()).unwrap() {
            by[period.theorem as usize] += 1;
            assert!(period.values <= to / 3);
            holds(&code, &period, &all);
            // The proof uses no more values than the period states.
            let again = find(&code, &all[..period.values], &Budget::generous()).unwrap();
            if period.saltus == 0 {
                assert_eq!(again.as_ref(), Some(&period), "{code}");
            }
        }
    }
    eprintln!("{by:?}");
    let [many, some, few] = testkit::rounds([80, 8, 1], [200, 20, 5]);
    assert!(
        by[PeriodTheorem::Finite as usize] > many && by[PeriodTheorem::Repeating as usize] > some,
        "{by:?}"
    );
    assert!(
        by[PeriodTheorem::Arithmetic as usize] > few
            && by[PeriodTheorem::ArithmeticRepeating as usize] > some,
        "{by:?}"
    );
}

#[test]
fn subtraction_sets_have_the_period_of_their_state() {
    let mut seed = 5u64;
    let mut random = |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..200 {
        let head: Vec<u64> = std::iter::once(0)
            .chain((0..2 + random(10)).map(|_| 3 * random(2)))
            .collect();
        let code = HeapCode::of_digits(&head).unwrap();
        let period = search(&code, 4000).unwrap_or_else(|| panic!("{code}"));
        holds(&code, &period, &values(&code, 3 * period.values + 100));
    }
}

#[test]
fn any_number_however_large() {
    let kayles = code("0.77");
    let period = search(&kayles, 1000).unwrap();
    let all = values(&kayles, 200);
    let huge = UBig::from(10u8).pow(1000);
    let rest: usize = ((&huge - UBig::from(71u8)) % UBig::from(12u8))
        .try_into()
        .unwrap();
    assert_eq!(period.value_at(&all, &huge), UBig::from(all[71 + rest]));
    let nim = code("0.[3]");
    let period = search(&nim, 1000).unwrap();
    assert_eq!(period.value_at(&values(&nim, 10), &huge), huge);
}
