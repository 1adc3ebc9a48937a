//! What is written comes back, and what is damaged is named: never a wrong answer.

use std::collections::BTreeMap;
use std::sync::Mutex;

use archive::manifest::Manifest;
use archive::message::{self, Said};
use archive::table::{self, Table};
use archive::{Fault, MANIFEST, Place};

/// Objects in memory.
#[derive(Default)]
struct Memory(Mutex<BTreeMap<String, Vec<u8>>>);

impl Memory {
    /// A place with one object.
    fn of(name: &str, bytes: &[u8]) -> Memory {
        let memory = Memory::default();
        memory.put(name, bytes).unwrap();
        memory
    }
}

impl Place for Memory {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        Ok(self.0.lock().unwrap().get(name).cloned())
    }

    fn size(&self, name: &str) -> Result<Option<u64>, Fault> {
        Ok(self.get(name)?.map(|bytes| bytes.len() as u64))
    }

    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, Fault> {
        let bytes = self.get(name)?.ok_or_else(|| Fault::Missing(name.to_owned()))?;
        let start = usize::try_from(start).unwrap();
        let damaged = Fault::Damaged(name.to_owned(), base::text!("it is cut off", "内容被截断"));
        start.checked_add(length).and_then(|end| bytes.get(start..end)).map(<[u8]>::to_vec).ok_or(damaged)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        self.0.lock().unwrap().entry(name.to_owned()).or_insert_with(|| bytes.to_vec());
        Ok(())
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, Fault> {
        let prefix = format!("{prefix}/");
        Ok(self.0.lock().unwrap().keys().filter(|name| name.starts_with(&prefix)).cloned().collect())
    }

    fn remove(&self, name: &str) -> Result<(), Fault> {
        self.0.lock().unwrap().remove(name);
        Ok(())
    }
}

/// The object with one byte changed, cut off somewhere, or with another behind it.
fn damaged(bytes: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match random.u8(..4) {
        0 => bytes.truncate(random.usize(..bytes.len())),
        1 => bytes.push(random.u8(..)),
        _ => {
            let at = random.usize(..bytes.len());
            bytes[at] ^= random.u8(1..);
        }
    }
    bytes
}

#[test]
fn tables_come_back_block_by_block() {
    let mut random = fastrand::Rng::with_seed(24);
    let mut told = 0;
    for case in 0..300 {
        let blocks: Vec<Vec<u8>> = (0..random.usize(..6))
            .map(|_| {
                let kinds = random.u8(1..=255);
                (0..random.usize(..3_000)).map(|_| random.u8(..kinds)).collect()
            })
            .collect();
        let bytes = table::write(blocks.iter().map(Vec::as_slice)).unwrap();
        let place = Memory::of("t", &bytes);
        let table = Table::open(&place, "t").unwrap();
        assert_eq!(table.blocks(), blocks.len() as u64);
        table.verify(&place).unwrap();
        for (at, block) in blocks.iter().enumerate() {
            assert_eq!(&table.block(&place, at as u64).unwrap(), block, "case {case}");
        }
        for _ in 0..20 {
            let place = Memory::of("t", &damaged(&bytes, &mut random));
            match Table::open(&place, "t") {
                Err(Fault::Damaged(..) | Fault::Version(..)) => told += 1,
                Err(other) => panic!("{other:?}"),
                Ok(table) => {
                    // Some bits of a compressed block mean nothing.
                    let read: Vec<_> = (0..table.blocks()).map(|at| table.block(&place, at)).collect();
                    let same = read.iter().map(|block| block.as_ref().ok()).eq(blocks.iter().map(Some));
                    assert!(table.verify(&place).is_err() || same, "case {case}: some byte is not watched");
                    for (read, block) in read.into_iter().zip(&blocks) {
                        match read {
                            Ok(read) => assert_eq!(&read, block, "case {case}: a wrong answer"),
                            Err(fault) => assert!(matches!(fault, Fault::Damaged(..)), "{fault:?}"),
                        }
                    }
                }
            }
        }
    }
    assert!(told > 300);
    assert_eq!(Table::open(&Memory::default(), "t").unwrap_err(), Fault::Missing("t".to_owned()));
    let newer = [&table::write(std::iter::empty()).unwrap()[..19], b"2"].concat();
    assert_eq!(Table::open(&Memory::of("t", &newer), "t").unwrap_err(), Fault::Version("t".to_owned(), "2".to_owned()));
}

#[test]
fn messages_come_back_reader_by_reader() {
    let mut random = fastrand::Rng::with_seed(25);
    for _ in 0..200 {
        let told: Vec<Vec<u8>> = (0..random.usize(1..5)).map(|_| (0..random.usize(..200)).map(|_| random.u8(..)).collect()).collect();
        let said = Said { decided: random.u64(..), next: random.bool().then(|| random.u32(..1_000)) };
        let bytes = message::write(said, &told);
        let place = Memory::of("m", &bytes);
        for (reader, part) in told.iter().enumerate() {
            assert_eq!(message::read(&place, "m", reader, told.len()).unwrap(), Some((said, part.clone())));
        }
        assert!(message::read(&place, "m", 0, told.len() + 1).is_err());
        for _ in 0..20 {
            let place = Memory::of("m", &damaged(&bytes, &mut random));
            let readers: Vec<_> = (0..told.len()).map(|reader| message::read(&place, "m", reader, told.len())).collect();
            for (read, part) in readers.into_iter().zip(&told) {
                match read {
                    Ok(read) => assert_eq!(read, Some((said, part.clone())), "a wrong message"),
                    Err(fault) => assert!(matches!(fault, Fault::Damaged(..)), "{fault:?}"),
                }
            }
        }
    }
    assert_eq!(message::read(&Memory::default(), "m", 0, 2), Ok(None));
}

#[test]
fn a_manifest_comes_back_and_another_table_is_refused() {
    let manifest = Manifest {
        game: "ladders(13, 3)".to_owned(),
        tops: Some(vec![3, -4]),
        what: "remoteness".to_owned(),
        shares: 4,
        measure: "a + b".to_owned(),
        tiers: vec![1, 20, 1 << 40],
        rules: "game Ladders {\n  checksum 3\n}\n".to_owned(),
    };
    let place = Memory::default();
    assert_eq!(Manifest::read(&place), Ok(None));
    manifest.write(&place).unwrap();
    assert_eq!(Manifest::read(&place), Ok(Some(manifest.clone())));
    manifest.write(&place).unwrap();
    let others = [
        Manifest { game: "ladders(14, 3)".to_owned(), ..manifest.clone() },
        Manifest { tops: None, ..manifest.clone() },
        Manifest { what: "values".to_owned(), ..manifest.clone() },
        Manifest { shares: 3, ..manifest.clone() },
        Manifest { measure: "a".to_owned(), ..manifest.clone() },
        Manifest { tiers: vec![1, 21], ..manifest.clone() },
        Manifest { rules: "game Ladders {}\n".to_owned(), ..manifest.clone() },
    ];
    for other in others {
        assert!(matches!(other.write(&place), Err(Fault::System(_))), "{other:?}");
    }
    let mut random = fastrand::Rng::with_seed(26);
    for _ in 0..500 {
        let place = Memory::of(MANIFEST, &damaged(manifest.text().as_bytes(), &mut random));
        match Manifest::read(&place) {
            Err(Fault::Damaged(..) | Fault::Version(..)) => {}
            other => panic!("{other:?}"),
        }
    }
}
