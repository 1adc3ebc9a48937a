//! Every bit of every object is covered by a checksum that `verify` compares.

use std::io::Write;

use cluster::store::checkpoint::{CheckpointHeader, CheckpointWriter};
use cluster::store::manifest::Manifest;
use cluster::store::message::{self, RoundMessage, RoundSummary};
use cluster::store::object_name::{ShareProgress, checkpoint_name, lasting_name};
use cluster::store::{
    MANIFEST, MemoryBackend, StorageBackend, StoreError, TableStore, table, verify,
};

use crate::store::manifest_of;

/// Returns a store with objects of every kind.
fn filled() -> (MemoryBackend, Manifest) {
    let (place, manifest) = (MemoryBackend::default(), manifest_of("a"));
    manifest.write(&place).unwrap();
    let store = TableStore::new(&place, &manifest);
    let put = |name: &str, bytes: &[u8]| place.put(name, bytes).unwrap();
    for (tier, share) in [(0, 0), (0, 1), (1, 0)] {
        let name = cluster::store::table_name(tier, share);
        let blocks: Vec<Vec<u8>> = (0..3_u8)
            .map(|block| {
                (0..200)
                    .map(|at| (at / 7) as u8 ^ block ^ share as u8)
                    .collect()
            })
            .collect();
        put(
            &name,
            &table::write(store.mark(&name), blocks.iter().map(Vec::as_slice)).unwrap(),
        );
    }
    // The messages include parts of the same length, which could be swapped, and an empty part.
    for (share, told) in [
        (0, [vec![1, 2, 3], vec![3, 2, 1]]),
        (1, [vec![], vec![7; 40]]),
    ] {
        let name = cluster::store::message_name(1, 4, share);
        put(
            &name,
            &message::write(
                store.mark(&name),
                RoundSummary {
                    decided: 17,
                    next: Some(5),
                },
                &told,
            ),
        );
    }
    let names = [
        (ShareProgress::end_of_round(0), false),
        (
            ShareProgress {
                round: 1,
                places: 65_536,
            },
            true,
        ),
    ]
    .map(|(far, alone)| checkpoint_name(1, 1, far, alone));
    for name in names.into_iter().chain([lasting_name(1, 1)]) {
        let mut writing = CheckpointWriter::new(&CheckpointHeader {
            decided: 3,
            message: Some(RoundMessage {
                said: RoundSummary {
                    decided: 1,
                    next: None,
                },
                parts: vec![vec![5; 30], vec![]],
            }),
        })
        .unwrap();
        writing.write_all(&[9; 300]).unwrap();
        put(&name, &writing.finish(store.mark(&name)).unwrap());
    }
    (place, manifest)
}

/// Verifies a store in which the given bytes replace one object.
fn said(place: &MemoryBackend, name: &str, bytes: Vec<u8>) -> Result<(), StoreError> {
    let whole = place.objects().insert(name.to_owned(), bytes).unwrap();
    let found = Manifest::read(place).and_then(|manifest| {
        let manifest = manifest.ok_or_else(|| StoreError::Missing(MANIFEST.to_owned()))?;
        verify(&TableStore::new(place, &manifest), &manifest, &|| Ok(()))
    });
    place.objects().insert(name.to_owned(), whole);
    found
}

fn is_of(fault: &StoreError, name: &str) -> bool {
    matches!(fault, StoreError::Damaged(object, _) | StoreError::Foreign(object) | StoreError::Version(object, _) if object == name)
}

#[test]
fn every_bit_counts() {
    let (place, manifest) = filled();
    assert_eq!(
        verify(&TableStore::new(&place, &manifest), &manifest, &|| Ok::<
            (),
            StoreError,
        >(
            ()
        )),
        Ok(())
    );
    let objects = place.objects().clone();
    assert_eq!(objects.len(), 9);
    let mut flips = 0;
    for (name, whole) in &objects {
        for bit in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let found = said(&place, name, bytes);
            assert!(
                matches!(&found, Err(fault) if is_of(fault, name)),
                "{name}, bit {bit}: {found:?}"
            );
            flips += 1;
        }
    }
    assert!(flips > 8_000, "{flips}");
}

#[test]
fn mutants_of_many_bytes_are_named() {
    let (place, _) = filled();
    let objects: Vec<(String, Vec<u8>)> = place.objects().clone().into_iter().collect();
    let mut random = fastrand::Rng::with_seed(50);
    let mut mutants = 0;
    for (name, whole) in &objects {
        let mut of: Vec<Vec<u8>> = (0..whole.len())
            .map(|length| whole[..length].to_vec())
            .collect();
        for _ in 0..300 {
            let mut bytes = whole.clone();
            let (a, b) = (random.usize(..bytes.len()), random.usize(..bytes.len()));
            match random.u8(..6) {
                0 => bytes.extend((0..random.usize(1..40)).map(|_| random.u8(..))),
                1 => bytes.extend(vec![0; random.usize(1..40)]),
                2 => drop(
                    bytes.splice(
                        a..a,
                        (0..random.usize(1..20))
                            .map(|_| random.u8(..))
                            .collect::<Vec<_>>(),
                    ),
                ),
                3 => drop(bytes.drain(a.min(b)..=a.max(b))),
                4 => bytes[a.min(b)..=a.max(b)].reverse(),
                _ => {
                    // Two ranges of bytes are swapped.
                    let length = random.usize(1..=whole.len() / 4);
                    let (a, b) = (a.min(whole.len() - length), b.min(whole.len() - length));
                    (0..length).for_each(|at| bytes.swap(a + at, b + at));
                }
            }
            of.push(bytes);
        }
        // Two parts of a message with the same length are swapped.
        of.extend(
            whole
                .windows(6)
                .position(|part| part == [1, 2, 3, 3, 2, 1])
                .map(|at| {
                    let mut bytes = whole.clone();
                    bytes[at..at + 6].copy_from_slice(&[3, 2, 1, 1, 2, 3]);
                    bytes
                }),
        );
        // The object is replaced by another object of the same store.
        of.extend(objects.iter().map(|(_, bytes)| bytes.clone()));
        for bytes in of.into_iter().filter(|bytes| bytes != whole) {
            let found = said(&place, name, bytes.clone());
            assert!(
                matches!(&found, Err(fault) if is_of(fault, name)),
                "{name}: {found:?}: {bytes:?}"
            );
            mutants += 1;
        }
    }
    assert!(mutants > 3_000, "{mutants}");
}

/// A manifest with numbers that no store can have is rejected, although its checksum is correct.
#[test]
fn absurd_manifests_are_refused() {
    let whole = manifest_of("a");
    let most = u64::MAX;
    for manifest in [
        Manifest {
            shares: usize::MAX,
            ..whole.clone()
        },
        Manifest {
            shares: (1 << 24) + 1,
            ..whole.clone()
        },
        Manifest {
            tiers: vec![most, 1],
            ..whole.clone()
        },
        Manifest {
            tiers: vec![1, most],
            ..whole.clone()
        },
    ] {
        let place = MemoryBackend::default();
        place.put(MANIFEST, manifest.text().as_bytes()).unwrap();
        assert!(
            Manifest::read(&place).is_err(),
            "{} shares, tiers {:?}",
            manifest.shares,
            manifest.tiers
        );
    }
    let place = MemoryBackend::default();
    place.put(MANIFEST, whole.text().as_bytes()).unwrap();
    assert!(Manifest::read(&place).unwrap().is_some());
}
