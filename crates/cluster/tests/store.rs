//! Objects are read back unchanged, and a damaged object is reported by name. A wrong answer is
//! never returned.

use std::io::{Read, Write};

use cluster::store::checkpoint::{CheckpointHeader, CheckpointReader, CheckpointWriter};
use cluster::store::manifest::Manifest;
use cluster::store::message::{self, RoundMessage, RoundSummary};
use cluster::store::object_name::{ShareProgress, checkpoint_name, parse_checkpoint_name};
use cluster::store::table::{self, TableReader};
use cluster::store::{MANIFEST, MemoryBackend, StorageBackend, StoreError, TableStore};

/// Returns a backend with one object.
fn holding(name: &str, bytes: &[u8]) -> MemoryBackend {
    let memory = MemoryBackend::default();
    memory.put(name, bytes).unwrap();
    memory
}

/// Returns the manifest of a store of the game of these tests.
pub fn manifest_of(game: &str) -> Manifest {
    Manifest {
        game: game.to_owned(),
        tops: None,
        what: "remoteness".to_owned(),
        shares: 2,
        measure: "-".to_owned(),
        tiers: vec![1],
        rules: "game A {\n}\n".to_owned(),
    }
}

/// Returns the store of these tests in a backend.
fn store(place: &MemoryBackend) -> TableStore<'_> {
    TableStore::new(place, &manifest_of("a"))
}

/// Returns the mark of an object of a store of these tests.
fn mark(name: &str) -> u64 {
    store(&MemoryBackend::default()).mark(name)
}

/// Returns the object with one byte changed, truncated, or with another object appended.
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
                (0..random.usize(..3_000))
                    .map(|_| random.u8(..kinds))
                    .collect()
            })
            .collect();
        let bytes = table::write(mark("t"), blocks.iter().map(Vec::as_slice)).unwrap();
        let place = holding("t", &bytes);
        let place = store(&place);
        let table = TableReader::open(&place, "t").unwrap();
        assert_eq!(table.blocks(), blocks.len() as u64);
        table.verify(&place).unwrap();
        for (at, block) in blocks.iter().enumerate() {
            assert_eq!(
                &table.block(&place, at as u64).unwrap(),
                block,
                "case {case}"
            );
        }
        for _ in 0..20 {
            let place = holding("t", &damaged(&bytes, &mut random));
            let place = store(&place);
            match TableReader::open(&place, "t") {
                Err(
                    StoreError::Damaged(..) | StoreError::Version(..) | StoreError::Foreign(..),
                ) => told += 1,
                Err(other) => panic!("{other:?}"),
                Ok(table) => {
                    let read: Vec<_> = (0..table.blocks())
                        .map(|at| table.block(&place, at))
                        .collect();
                    assert!(
                        table.verify(&place).is_err(),
                        "case {case}: some byte is not watched"
                    );
                    for (read, block) in read.into_iter().zip(&blocks) {
                        match read {
                            Ok(read) => assert_eq!(&read, block, "case {case}: a wrong answer"),
                            Err(fault) => {
                                assert!(matches!(fault, StoreError::Damaged(..)), "{fault:?}")
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(told > 300);
    assert_eq!(
        TableReader::open(&store(&MemoryBackend::default()), "t").unwrap_err(),
        StoreError::Missing("t".to_owned())
    );
    for version in [b"1", b"2", b"3"] {
        let other = [
            &table::write(mark("t"), std::iter::empty()).unwrap()[..27],
            version,
        ]
        .concat();
        let version = char::from(version[0]).to_string();
        assert_eq!(
            TableReader::open(&store(&holding("t", &other)), "t").unwrap_err(),
            StoreError::Version("t".to_owned(), version)
        );
    }
}

#[test]
fn messages_come_back_reader_by_reader() {
    let heard = |said, part: &Vec<u8>| RoundMessage {
        said,
        parts: vec![part.clone()],
    };
    let mut random = fastrand::Rng::with_seed(25);
    for _ in 0..200 {
        // Some messages are longer than the prefix that is read first.
        let most = if random.u8(..9) == 0 { 30_000 } else { 200 };
        let told: Vec<Vec<u8>> = (0..random.usize(1..5))
            .map(|_| (0..random.usize(..most)).map(|_| random.u8(..)).collect())
            .collect();
        let said = RoundSummary {
            decided: random.u64(..),
            next: random.bool().then(|| random.u32(..1_000)),
        };
        let bytes = message::write(mark("m"), said, &told);
        let place = holding("m", &bytes);
        let place = store(&place);
        let all: Vec<usize> = (0..told.len()).collect();
        assert_eq!(
            message::read(&place, "m", &all, told.len()).unwrap(),
            Some(RoundMessage {
                said,
                parts: told.clone()
            })
        );
        for (reader, part) in told.iter().enumerate() {
            assert_eq!(
                message::read(&place, "m", &[reader], told.len()).unwrap(),
                Some(heard(said, part))
            );
        }
        assert!(message::read(&place, "m", &[0], told.len() + 1).is_err());
        for _ in 0..20 {
            let place = holding("m", &damaged(&bytes, &mut random));
            let place = store(&place);
            let readers: Vec<_> = (0..told.len())
                .map(|reader| message::read(&place, "m", &[reader], told.len()))
                .collect();
            for (read, part) in readers.into_iter().zip(&told) {
                match read {
                    Ok(read) => assert_eq!(read, Some(heard(said, part)), "a wrong message"),
                    Err(fault) => assert!(
                        matches!(
                            fault,
                            StoreError::Damaged(..)
                                | StoreError::Version(..)
                                | StoreError::Foreign(..)
                        ),
                        "{fault:?}"
                    ),
                }
            }
        }
    }
    assert_eq!(
        message::read(&store(&MemoryBackend::default()), "m", &[0], 2),
        Ok(None)
    );
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
    let place = MemoryBackend::default();
    assert_eq!(Manifest::read(&place), Ok(None));
    manifest.write(&place).unwrap();
    assert_eq!(Manifest::read(&place), Ok(Some(manifest.clone())));
    manifest.write(&place).unwrap();
    let others = [
        Manifest {
            game: "ladders(14, 3)".to_owned(),
            ..manifest.clone()
        },
        Manifest {
            tops: None,
            ..manifest.clone()
        },
        Manifest {
            what: "values".to_owned(),
            ..manifest.clone()
        },
        Manifest {
            shares: 3,
            ..manifest.clone()
        },
        Manifest {
            measure: "a".to_owned(),
            ..manifest.clone()
        },
        Manifest {
            tiers: vec![1, 21],
            ..manifest.clone()
        },
        Manifest {
            rules: "game Ladders {}\n".to_owned(),
            ..manifest.clone()
        },
    ];
    for other in others {
        assert!(
            matches!(other.write(&place), Err(StoreError::System(_))),
            "{other:?}"
        );
    }
    let mut random = fastrand::Rng::with_seed(26);
    for _ in 0..500 {
        let place = holding(MANIFEST, &damaged(manifest.text().as_bytes(), &mut random));
        match Manifest::read(&place) {
            Err(StoreError::Damaged(..) | StoreError::Version(..)) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_object_of_another_store_or_place_is_refused() {
    let bytes = table::write(mark("t"), std::iter::once(&b"entries"[..])).unwrap();
    let said = RoundSummary {
        decided: 1,
        next: None,
    };
    let message = message::write(mark("t"), said, &[vec![1], vec![2]]);
    let place = MemoryBackend::default();
    ["t", "u"]
        .iter()
        .for_each(|name| place.put(name, &bytes).unwrap());
    ["m", "n"]
        .iter()
        .for_each(|name| place.put(name, &message).unwrap());
    let own = store(&place);
    assert!(TableReader::open(&own, "t").is_ok());
    assert_eq!(
        TableReader::open(&own, "u").unwrap_err(),
        StoreError::Foreign("u".to_owned())
    );
    assert_eq!(
        message::read(&own, "m", &[0], 2).unwrap_err(),
        StoreError::Foreign("m".to_owned())
    );
    let manifest = manifest_of("b");
    let other = TableStore::new(&place, &manifest);
    assert_eq!(
        TableReader::open(&other, "t").unwrap_err(),
        StoreError::Foreign("t".to_owned())
    );
    let text = StoreError::Foreign("t".to_owned()).text();
    assert!(
        text.en.contains("another table") && text.en.contains("remove it"),
        "{}",
        text.en
    );
}

#[test]
fn checkpoints_come_back_and_damage_is_named() {
    let mut random = fastrand::Rng::with_seed(27);
    for case in 0..60 {
        let bytes = |random: &mut fastrand::Rng, most: usize| -> Vec<u8> {
            (0..random.usize(..most)).map(|_| random.u8(..4)).collect()
        };
        let state = bytes(&mut random, if case % 20 == 0 { 5 << 20 } else { 3_000 });
        let head = match random.bool() {
            true => CheckpointHeader {
                decided: random.u64(..),
                message: None,
            },
            false => {
                let said = RoundSummary {
                    decided: random.u64(..),
                    next: random.bool().then(|| random.u32(..9)),
                };
                let parts = (0..random.usize(..4))
                    .map(|_| bytes(&mut random, 500))
                    .collect();
                CheckpointHeader {
                    decided: random.u64(..),
                    message: Some(RoundMessage { said, parts }),
                }
            }
        };
        let mut writing = CheckpointWriter::new(&head).unwrap();
        state
            .chunks(1_000)
            .for_each(|piece| writing.write_all(piece).unwrap());
        let object = writing.finish(mark("c")).unwrap();
        let read = |object: &[u8]| -> Result<(CheckpointHeader, Vec<u8>), StoreError> {
            let place = holding("c", object);
            let (head, mut reading) = CheckpointReader::open(store(&place), "c")?;
            let mut state = Vec::new();
            match reading.read_to_end(&mut state) {
                Ok(_) => Ok((head, state)),
                Err(_) => Err(reading.into_error()),
            }
        };
        assert_eq!(
            read(&object),
            Ok((head.clone(), state.clone())),
            "case {case}"
        );
        for _ in 0..20 {
            match read(&damaged(&object, &mut random)) {
                Ok(same) => assert_eq!(
                    same,
                    (head.clone(), state.clone()),
                    "case {case}: a wrong state"
                ),
                Err(
                    StoreError::Damaged(..) | StoreError::Foreign(..) | StoreError::Version(..),
                ) => {}
                Err(fault) => panic!("{fault:?}"),
            }
        }
    }
    for far in [
        ShareProgress::end_of_round(0),
        ShareProgress::end_of_round(17),
        ShareProgress {
            round: 0,
            places: 65_536,
        },
    ] {
        for alone in [false, true] {
            let name = checkpoint_name(3, 12, far, alone);
            assert_eq!(parse_checkpoint_name(&name, 3, 12, alone), Some(far));
            assert!([(3, 1, alone), (2, 12, alone), (3, 12, !alone)].iter().all(
                |&(tier, share, alone)| parse_checkpoint_name(&name, tier, share, alone).is_none()
            ));
        }
    }
    assert!(
        ShareProgress {
            round: 0,
            places: 5
        } < ShareProgress::end_of_round(0)
            && ShareProgress::end_of_round(0)
                < ShareProgress {
                    round: 1,
                    places: 0
                }
    );
}
