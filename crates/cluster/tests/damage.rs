//! Tests that each lookup in a store with a damaged object returns the correct answer or reports
//! the object.

use base::budget::Budget;
use cluster::store::{MemoryBackend, StorageBackend, StoreError};
use cluster::{FolderBackend, StoredTables};
use rules::ir::Int;
use tablebase::{DecodedEntry, TableKind, TierPlan};

use crate::{HEAPS, LADDERS, folder, store, with_plan, work};

/// Returns the slots of every index of every tier.
fn positions(plan: &TierPlan<'_>) -> Vec<Vec<Int>> {
    let mut all = Vec::new();
    for tier in 0..plan.tiers() {
        let index = &plan.tier(tier).index;
        for place in 0..index.size() {
            let mut slots = vec![0; index.slots()];
            index.position(place, &mut slots);
            all.push(slots);
        }
    }
    all
}

type Answers = Vec<Result<Option<DecodedEntry>, StoreError>>;

fn asked(plan: &TierPlan<'_>, place: &MemoryBackend, of: usize, positions: &[Vec<Int>]) -> Answers {
    let stored = StoredTables::new(plan, store(place, plan, of), of, 1 << 20);
    positions.iter().map(|slots| stored.lookup(slots)).collect()
}

#[test]
fn whatever_byte_is_changed_no_answer_is_wrong() {
    const OF: usize = 2;
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let place = MemoryBackend::default();
        work(plan, &place, OF, 0..OF, &Budget::generous()).unwrap();
        let positions = positions(plan);
        let right = asked(plan, &place, OF, &positions);
        assert!(right.iter().all(Result::is_ok) && positions.len() > 400);
        let names = place.list("tier").unwrap();
        let (mut told, mut unseen) = (0, 0);
        for name in &names {
            let whole = place.get(name).unwrap().unwrap();
            for at in 0..whole.len() {
                for mask in [0x01, 0x80, 0xff].into_iter().take(testkit::rounds(1, 3)) {
                    let mut bytes = whole.clone();
                    bytes[at] ^= mask;
                    place.objects().insert(name.clone(), bytes);
                    let mut seen = false;
                    for (answer, right) in
                        asked(plan, &place, OF, &positions).into_iter().zip(&right)
                    {
                        match answer {
                            Err(
                                StoreError::Damaged(object, _)
                                | StoreError::Version(object, _)
                                | StoreError::Foreign(object),
                            ) => {
                                assert_eq!(&object, name, "byte {at}");
                                seen = true;
                            }
                            answer => {
                                assert_eq!(&answer, right, "{name}, byte {at}: a wrong answer")
                            }
                        }
                    }
                    *(if seen { &mut told } else { &mut unseen }) += 1;
                }
            }
            place.objects().insert(name.clone(), whole);
        }
        // Only `big check` checks the checksum of the index, and those bits of compressed blocks
        // that have no effect on the entries.
        assert!(
            told > 500 && unseen * 5 < told,
            "{told} told, {unseen} unseen"
        );
    });
}

#[test]
fn objects_cut_off_exchanged_or_of_another_table_are_named() {
    const OF: usize = 2;
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let (place, other) = (MemoryBackend::default(), MemoryBackend::default());
        work(plan, &place, OF, 0..OF, &Budget::generous()).unwrap();
        with_plan(HEAPS, TableKind::Remoteness, |plan| {
            work(plan, &other, OF, 0..OF, &Budget::generous()).unwrap()
        });
        let positions = positions(plan);
        let right = asked(plan, &place, OF, &positions);
        let names = place.list("tier").unwrap();
        // Runs the lookups in a store in which the given bytes replace one object.
        let said = |name: &String, bytes: Vec<u8>| -> Vec<StoreError> {
            let whole = place.objects().insert(name.clone(), bytes).unwrap();
            let answers = asked(plan, &place, OF, &positions);
            place.objects().insert(name.clone(), whole);
            let wrong = answers
                .iter()
                .zip(&right)
                .any(|(answer, right)| answer.is_ok() && answer != right);
            assert!(!wrong, "{name}: a wrong answer");
            answers.into_iter().filter_map(Result::err).collect()
        };
        let mut foreign = 0;
        for name in &names {
            let whole = place.get(name).unwrap().unwrap();
            for length in (0..whole.len()).step_by(testkit::rounds(5, 1)) {
                let said = said(name, whole[..length].to_vec());
                assert!(
                    said.iter().all(
                        |fault| matches!(fault, StoreError::Damaged(object, _) if object == name)
                    ),
                    "{name} cut at {length}: {said:?}"
                );
            }
            let older = [&whole[..whole.len() - 1], b"1"].concat();
            assert!(
                said(name, older)
                    .iter()
                    .all(|fault| *fault == StoreError::Version(name.clone(), "1".to_owned()))
            );
            let others = names
                .iter()
                .filter(|from| *from != name)
                .map(|from| place.get(from).unwrap().unwrap());
            for bytes in
                others.chain([other.get(&other.list("tier").unwrap()[0]).unwrap().unwrap()])
            {
                let said = said(name, bytes);
                assert!(
                    said.iter()
                        .all(|fault| *fault == StoreError::Foreign(name.clone())),
                    "{name}: {said:?}"
                );
                foreign += said.len();
            }
        }
        assert!(foreign > 1_000, "{foreign}");
    });
}

/// Damaged messages and checkpoints stop the work and are reported by name.
#[test]
fn damaged_messages_and_checkpoints_are_named() {
    let path = folder("passing");
    with_plan(LADDERS, TableKind::Remoteness, |plan| {
        let place = FolderBackend::new(&path);
        work(plan, &place, 2, 0..2, &Budget::generous()).unwrap();
        let tier = plan.tiers() - 1;
        (0..2).for_each(|share| {
            place
                .remove(&cluster::store::table_name(tier, share))
                .unwrap()
        });
        let message = cluster::store::message_name(tier, 0, 1);
        let checkpoint = cluster::store::object_name::checkpoint_name(
            tier,
            0,
            cluster::store::object_name::ShareProgress::end_of_round(0),
            false,
        );
        let ends = || match work(plan, &place, 2, 0..1, &Budget::generous()) {
            Err(cluster::ClusterError::Store(fault)) => fault,
            other => panic!("{other:?}"),
        };
        place
            .put(
                &checkpoint,
                b"nonsense that is longer than the end of a table",
            )
            .unwrap();
        assert!(matches!(ends(), StoreError::Damaged(name, _) if name == checkpoint));
        place.remove(&checkpoint).unwrap();
        let said = cluster::store::message::RoundSummary {
            decided: 0,
            next: None,
        };
        let elsewhere = cluster::store::message::write(
            store(&place, plan, 2).mark("elsewhere"),
            said,
            &[vec![], vec![]],
        );
        place.put(&message, &elsewhere).unwrap();
        assert_eq!(ends(), StoreError::Foreign(message));
    });
    let _ = std::fs::remove_dir_all(&path);
}
