//! Tests rows that remain verified for later claims: a forged row is rejected and not added,
//! whichever rows were accepted before.

use base::budget::Budget;
use certificate::{CertificateError, VerifiedRows};
use rules::game::GameId;
use rules::play::{Component, SumPosition};
use rules::world::World;

fn take() -> (World, GameId) {
    let mut world = World::empty();
    world
        .load(
            "take.game",
            "game Take { state n in 0.. move k in {1, 3, 4} : [n - k] }",
        )
        .unwrap();
    let game = world.instantiate("take", vec![]).unwrap();
    (world, game)
}

#[test]
fn later_rows_build_upon_earlier_ones_and_forged_ones_are_refused() {
    let (world, game) = take();
    let budget = Budget::generous();
    let row = |n: i64, value| {
        (
            Component {
                game,
                slots: [n].into(),
            },
            value,
        )
    };
    let sum =
        |list: &[i64]| SumPosition::canonical(list.iter().map(|&n| row(n, 0).0).collect(), &world);
    let mut verified = VerifiedRows::default();
    assert!(verified.is_empty());
    // A row is rejected if no verified row contains its options.
    assert!(matches!(
        verified.extend(&world, &[row(1, 1)], &budget),
        Err(CertificateError::NotEarlier { .. })
    ));
    verified
        .extend(&world, &[row(0, 0), row(1, 1), row(2, 0)], &budget)
        .unwrap();
    verified
        .extend(
            &world,
            &[row(0, 0), row(2, 0), row(3, 1), row(4, 2)],
            &budget,
        )
        .unwrap();
    assert_eq!(
        (
            verified.len(),
            verified.value(&world, &sum(&[3, 4])).unwrap()
        ),
        (5, 3)
    );
    // A wrong value of a new row is rejected, and so is a second value for an accepted row.
    for forged in [row(5, 1), row(4, 3), row(0, 1)] {
        assert!(
            verified
                .extend(&world, std::slice::from_ref(&forged), &budget)
                .is_err(),
            "{forged:?}"
        );
    }
    assert!(matches!(
        verified.value(&world, &sum(&[5])),
        Err(CertificateError::NotListed { .. })
    ));
    assert_eq!(
        verified.value(&world, &sum(&[4])).unwrap(),
        2,
        "what was accepted stays"
    );
}
