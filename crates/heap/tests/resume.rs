//! Results after a stop are the same as without a stop: the sparse space, the bound of the search
//! for a period, the mask of a certificate.

use base::budget::Budget;
use heap::code::HeapCode;
use heap::sparse::{RareMask, SparseSpace};
use heap::stream::NimberStream;
use heap::table::HeapTable;

fn table(code: &HeapCode, to: usize) -> HeapTable {
    let mut table = HeapTable::new(code, false);
    table.advance(to, &Budget::generous()).unwrap();
    table
}

/// Returns the same table, loaded from a file.
fn reloaded(table: &HeapTable) -> HeapTable {
    let mut bytes = Vec::new();
    table.save(&mut bytes).unwrap();
    HeapTable::load(table.code(), false, &mut &bytes[..], &Budget::generous()).unwrap()
}

/// Returns the printed data of a space.
fn told(space: &SparseSpace, known: usize) -> (Option<RareMask>, Vec<(u64, u16)>) {
    (
        space.mask,
        space
            .rare
            .iter()
            .copied()
            .take_while(|&(heap, _)| heap < known as u64)
            .collect(),
    )
}

/// The tables are long enough for the machines of these games to have chosen their masks.
#[test]
fn the_sparse_space_is_the_same_after_a_stop() {
    let budget = Budget::generous();
    const TO: usize = 40_000;
    for text in ["0.6", "0.16", "4.0", "0.454", "0.354", "0.106"] {
        let code: HeapCode = text.parse().unwrap();
        let whole = table(&code, TO);
        let expected = told(whole.space().unwrap(), TO);
        assert!(expected.0.is_some(), "{text}");
        for stop in [300, 35_000, TO] {
            let stopped = table(&code, stop);
            let mut resumed = reloaded(&stopped);
            assert_eq!(resumed.value_count(), stop);
            resumed.advance(TO, &budget).unwrap();
            assert!(
                told(resumed.space().unwrap(), TO) == expected,
                "{text} at {stop}"
            );
            assert!(
                (0..TO).all(|n| resumed.get(n) == whole.get(n)),
                "{text} at {stop}"
            );
            let stream = NimberStream::from_table(stopped, false)
                .unwrap_or_else(|| panic!("{text} has no sparse machine"));
            let mut bytes = Vec::new();
            stream.save(&mut bytes).unwrap();
            let mut resumed = NimberStream::load(&code, &mut &bytes[..]).unwrap();
            resumed.advance(TO as u64, &budget, &mut |_, _| ()).unwrap();
            assert!(
                told(resumed.space(), TO) == expected,
                "{text} at {stop}, values not kept"
            );
        }
    }
}

/// The bound of the search for a period depends on whether the game has a sparse space. Whether the
/// game has a sparse space is known immediately after loading.
#[test]
fn patience_is_the_same_after_a_stop() {
    for text in ["0.16", "4.0"] {
        let before = table(&text.parse().unwrap(), heap::table::SETTLED + 10);
        assert_eq!(before.patience(), Some(1 << 25), "{text}");
        assert_eq!(reloaded(&before).patience(), before.patience(), "{text}");
    }
}

#[test]
fn the_mask_of_a_certificate_is_made_of_the_values() {
    for (text, bits) in [("0.6", 110), ("0.156", 27), ("4.0", 1)] {
        let code: HeapCode = text.parse().unwrap();
        let whole = table(&code, 5000);
        let mask = whole.mask(4000).unwrap();
        assert_eq!(u32::from(mask.bits), bits, "{text}");
        for stop in [10, 1000, 4500] {
            let mut resumed = reloaded(&table(&code, stop));
            resumed.advance(5000, &Budget::generous()).unwrap();
            assert_eq!(resumed.mask(4000), Some(mask), "{text}");
        }
        assert_eq!(reloaded(&whole).mask(4000), Some(mask), "{text}");
    }
    for text in ["0.8", "subtract squares", "0.[3]", "0.333"] {
        assert_eq!(table(&text.parse().unwrap(), 50).mask(50), None, "{text}");
    }
}

/// If a forged value is too large for the fast machine, another machine continues; no forged table
/// terminates the program. A value just below heap 16,384 affects the mask that the machine chooses
/// at this heap.
#[test]
fn forged_values_of_any_size_are_loaded() {
    const COUNT: usize = 30_100;
    for text in ["0.6", "0.16", "4.0"] {
        let whole = table(&text.parse().unwrap(), COUNT);
        let mut bytes = Vec::new();
        whole.save(&mut bytes).unwrap();
        let mut shorter = Vec::new();
        table(&text.parse().unwrap(), COUNT - 100)
            .save(&mut shorter)
            .unwrap();
        let width = (bytes.len() - shorter.len()) / 100;
        // The header ends with the width (4 bytes) and the number of values (8 bytes). The checksum
        // is at the end of the file.
        let header = bytes.len() - 4 - COUNT * width;
        assert_eq!(usize::from(bytes[header - 12]), width, "{text}");
        for (back, value) in [
            (2, 33_800_u16),
            (14_100, u16::MAX),
            (14_100, 4_096),
            (14_100, 255),
            (2, 129),
        ] {
            // Every value is stored in two bytes, so that there is space for a large value.
            let mut values: Vec<u16> = (0..COUNT)
                .map(|n| whole.get(n).unwrap().try_into().unwrap())
                .collect();
            values[COUNT - back] = value;
            let mut forged = bytes[..header].to_vec();
            forged[header - 12] = 2;
            forged.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            let sum = crc32fast::hash(&forged);
            forged.extend(sum.to_le_bytes());
            let mut resumed =
                HeapTable::load(whole.code(), false, &mut &forged[..], &Budget::generous())
                    .unwrap();
            assert_eq!(
                resumed.get(COUNT - back),
                Some(value.into()),
                "{text}: {value}"
            );
            // The machine computes the values after the forged ones, although the computed values
            // are meaningless.
            resumed.advance(COUNT + 50, &Budget::generous()).unwrap();
        }
    }
}
