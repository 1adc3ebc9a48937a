//! Tests of tables: every machine is compared with the definition, periods are found during the
//! computation, and saved tables continue as if they had not been saved.

use base::budget::{Budget, StopReason};
use dashu_int::UBig;
use heap::code::HeapCode;
use heap::definition::DefinitionMachine;
use heap::table::HeapTable;

fn code(text: &str) -> HeapCode {
    text.parse()
        .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

fn values(code: &HeapCode, to: usize) -> Vec<u32> {
    let mut naive = DefinitionMachine::new(code);
    naive.compute(to, &Budget::generous()).unwrap();
    naive.values().to_vec()
}

fn table(code: &HeapCode, seek: bool, to: usize) -> HeapTable {
    let mut table = HeapTable::new(code, seek);
    table.advance(to, &Budget::generous()).unwrap();
    table
}

/// Returns random codes of up to five digits, some hexadecimal, some with tails.
fn random_codes(count: usize) -> Vec<(HeapCode, usize)> {
    let mut random = fastrand::Rng::with_seed(20261121);
    let mut codes = Vec::new();
    for round in 0..count {
        let (most, to) = [(8, 3000), (8, 1200), (16, 150), (4, 400)][round % 4];
        let mut head = vec![if random.u64(0..4) == 0 {
            random.u64(0..most) & !3
        } else {
            0
        }];
        head.extend((0..random.usize(0..6)).map(|_| random.u64(0..most)));
        let tail: Vec<u64> = if round % 4 == 3 {
            (0..random.usize(1..4)).map(|_| random.u64(0..8)).collect()
        } else {
            Vec::new()
        };
        codes.push((HeapCode::repeating(&head, &tail).unwrap(), to));
    }
    codes
}

#[test]
fn every_machine_against_the_definition() {
    let mut codes = random_codes(testkit::rounds(40, 80));
    codes.extend(
        [
            ("grundy", 400),
            ("split{2} equal", 200),
            ("split{3} unequal", 60),
            ("split{2,3} into{1,2,4,7}", 60),
        ]
        .map(|(c, n)| (code(c), n)),
    );
    codes.extend(
        [
            ("subtract squares", 800),
            ("subtract primes", 800),
            ("subtract powers{3}", 800),
        ]
        .map(|(c, n)| (code(c), n)),
    );
    for (code, to) in &codes {
        let expected = values(code, *to);
        let plain = table(code, false, *to);
        assert!(
            (0..*to).all(|n| plain.get(n) == Some(expected[n])),
            "{code}"
        );
        let seeking = table(code, true, *to / 2);
        for (n, &value) in expected.iter().enumerate() {
            let got = seeking.value(&UBig::from(n));
            assert!(
                got == Some(value.into()) || got.is_none() && seeking.period().is_none(),
                "{code} {n}"
            );
        }
    }
}

#[test]
fn what_was_saved_goes_on_the_same() {
    for (code, to) in random_codes(24).into_iter().chain([
        (code("subtract squares"), 500),
        (code("grundy"), 500),
        (code("0.8"), 100),
    ]) {
        for seek in [false, true] {
            let whole = table(&code, seek, to);
            let part = table(&code, seek, to / 3);
            let mut file = Vec::new();
            part.save(&mut file).unwrap();
            let mut loaded =
                HeapTable::load(&code, seek, &mut &file[..], &Budget::generous()).unwrap();
            loaded.advance(to, &Budget::generous()).unwrap();
            assert_eq!(loaded.period(), whole.period(), "{code}");
            let (mut a, mut b) = (Vec::new(), Vec::new());
            whole.save(&mut a).unwrap();
            loaded.save(&mut b).unwrap();
            assert_eq!(a, b, "{code}");
        }
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let kayles = code("0.77");
    let mut file = Vec::new();
    table(&kayles, false, 300).save(&mut file).unwrap();
    let load = |bytes: &[u8]| HeapTable::load(&kayles, false, &mut &bytes[..], &Budget::generous());
    assert!(load(&file).is_ok());
    for at in 0..file.len() {
        let mut forged = file.clone();
        forged[at] ^= 4;
        assert!(load(&forged).is_err(), "{at}");
        assert!(load(&file[..at]).is_err(), "{at}");
    }
    file.push(0);
    assert!(load(&file).is_err());
    let other = HeapTable::load(&code("0.07"), false, &mut &file[..], &Budget::generous())
        .err()
        .unwrap();
    assert_eq!(
        other.text().en,
        "this checkpoint is for 0.77, expected 0.07"
    );
    // The saved tables include a table of a longer code, and the message shows as much of this code
    // as can be read.
    let long = format!("0.{}", "7".repeat(100));
    for (of, shown) in [
        ("0.777", "0.777".to_owned()),
        (&long, format!("{}…", &long[..60])),
    ] {
        let mut file = Vec::new();
        table(&code(of), false, 30).save(&mut file).unwrap();
        let other = HeapTable::load(&kayles, false, &mut &file[..], &Budget::generous())
            .err()
            .unwrap();
        assert_eq!(
            other.text().en,
            format!("this checkpoint is for {shown}, expected 0.77")
        );
    }
}

#[test]
fn a_table_that_was_stopped_goes_on() {
    let code = code("0.6");
    let expected = table(&code, false, 3000);
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        (asked.get() % 20 == 0).then_some(StopReason::Time)
    };
    let budget = Budget::new(1 << 30, &stop, &|_, _| ());
    let mut table = HeapTable::new(&code, true);
    let mut stopped = 0;
    while table.advance(3000, &budget).is_err() {
        stopped += 1;
    }
    assert!(stopped > 0, "{}", asked.get());
    assert!((0..3000).all(|n| table.get(n) == expected.get(n)));
}

/// Tests periods that are so long that computing the values by the definition would take too long.
#[test]
fn longer_periods() {
    for (text, preperiod, period) in [
        ("0.356", 7315, 142),
        ("0.644", 3256, 442),
        ("0.165", 5181, 1550),
        ("0.127", 46578, 4),
    ] {
        let table = table(&code(text), true, 200_000);
        let found = table.period().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            (found.preperiod, found.period),
            (preperiod, period),
            "{text}"
        );
    }
}
