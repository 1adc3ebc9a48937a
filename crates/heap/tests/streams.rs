//! Tests that a stream emits the same values as a table that stores them, with and without a stop.
//! Invalid files are rejected.

use base::budget::{Budget, StopReason};
use heap::code::HeapCode;
use heap::machine::MachineError;
use heap::stream::NimberStream;
use heap::table::HeapTable;

fn code(text: &str) -> HeapCode {
    text.parse()
        .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

fn table(code: &HeapCode, to: usize) -> HeapTable {
    let mut table = HeapTable::new(code, false);
    table.advance(to, &Budget::generous()).unwrap();
    table
}

fn stream(code: &HeapCode, from: usize) -> NimberStream {
    NimberStream::from_table(table(code, from), false)
        .unwrap_or_else(|| panic!("{code} has no sparse machine"))
}

#[test]
fn values_that_go_by_are_those_of_a_table() {
    let budget = Budget::generous();
    for (text, from, to) in [
        ("0.6", 1000, 20_000),
        ("4.0", 0, 30_000),
        ("0.007", 77, 3000),
        ("grundy", 64, 9000),
        ("0.106", 300, 40_000),
    ] {
        let code = code(text);
        let kept = table(&code, to);
        let mut stream = stream(&code, from);
        let mut next = from;
        for stop in [from + 1, from + 70, to / 2 + 5, to] {
            let mut took = |first: u64, values: &[u16]| {
                assert_eq!(first, next as u64, "{code}");
                for &value in values {
                    assert_eq!(kept.get(next), Some(value.into()), "{code} {next}");
                    next += 1;
                }
            };
            stream.advance(stop as u64, &budget, &mut took).unwrap();
            assert_eq!((next, stream.value_count()), (stop, stop as u64));
            let largest = kept.largest(stop).map(|(value, n)| (value, n as u64));
            assert_eq!(
                (Some(stream.largest()), Some(stream.last())),
                (largest, kept.get(stop - 1)),
                "{code}"
            );
            let mut bytes = Vec::new();
            stream.save(&mut bytes).unwrap();
            assert!(NimberStream::begins(&bytes));
            stream = NimberStream::load(&code, &mut &bytes[..]).unwrap();
        }
    }
}

#[test]
fn a_stream_that_was_stopped_goes_on() {
    let code = code("0.16");
    let kept = table(&code, 50_000);
    let mut stream = stream(&code, 100);
    let (mut found, asked) = (Vec::new(), std::cell::Cell::new(0));
    let stop = || {
        asked.set(asked.get() + 1);
        (asked.get() % 3 == 0).then_some(StopReason::Cancelled)
    };
    let budget = Budget::new(1 << 30, &stop, &|_, _| ());
    let mut stops = 0;
    loop {
        match stream.advance(50_000, &budget, &mut |_, values| {
            found.extend_from_slice(values)
        }) {
            Ok(()) => break,
            Err(MachineError::Stop(StopReason::Cancelled)) => stops += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert!(stops > 2);
    assert!(
        (100..50_000)
            .zip(&found)
            .all(|(n, &value)| kept.get(n) == Some(value.into()))
            && found.len() == 49_900
    );
}

#[test]
fn damaged_checkpoints_are_refused() {
    let (kayles, other) = (code("0.6"), code("0.7"));
    let mut stream = stream(&kayles, 0);
    stream
        .advance(500, &Budget::generous(), &mut |_, _| ())
        .unwrap();
    let mut bytes = Vec::new();
    stream.save(&mut bytes).unwrap();
    assert!(NimberStream::load(&kayles, &mut &bytes[..]).is_ok());
    assert!(NimberStream::load(&other, &mut &bytes[..]).is_err());
    for end in (0..bytes.len()).step_by(7) {
        assert!(
            NimberStream::load(&kayles, &mut &bytes[..end]).is_err(),
            "cut at {end}"
        );
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(
            NimberStream::load(&kayles, &mut &changed[..]).is_err(),
            "byte {at}"
        );
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(NimberStream::load(&kayles, &mut &longer[..]).is_err());
}

#[test]
fn games_without_a_sparse_machine_keep_their_values() {
    for text in ["0.8", "subtract squares", "0.[3]"] {
        assert!(
            NimberStream::from_table(table(&code(text), 50), false).is_none(),
            "{text}"
        );
    }
}
