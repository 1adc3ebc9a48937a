//! Compares the conditions of the theorems on misère sums with actual play, on random components
//! whose moves may leave several components.

use std::collections::HashMap;

use fastrand::Rng;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, Outcome, SumKind};
use theory::algebra::Algebra;
use theory::sums::{HeapLikeAlgebra, REGISTRY, SjAlgebra, SumAlgebra};

/// Components by number; each option of a component is a list of earlier components.
type Components = Vec<Vec<Vec<usize>>>;

fn random(rng: &mut Rng) -> Components {
    let count = rng.usize(3..9);
    let option = |rng: &mut Rng, i: usize| {
        let parts = if rng.u8(..4) == 0 { rng.usize(0..3) } else { 1 };
        (0..parts).map(|_| rng.usize(..i)).collect()
    };
    (0..count)
        .map(|i| {
            if i == 0 {
                Vec::new()
            } else {
                (0..rng.usize(0..4)).map(|_| option(rng, i)).collect()
            }
        })
        .collect()
}

/// Returns the outcome of a sum under misère play.
fn outcome(
    components: &Components,
    sum: &[usize],
    known: &mut HashMap<Vec<usize>, Outcome>,
) -> Outcome {
    let mut sum: Vec<usize> = sum
        .iter()
        .copied()
        .filter(|i| !components[*i].is_empty())
        .collect();
    sum.sort_unstable();
    if let Some(found) = known.get(&sum) {
        return *found;
    }
    let mut found = if sum.is_empty() {
        Outcome::N
    } else {
        Outcome::P
    };
    for place in 0..sum.len() {
        for option in &components[sum[place]] {
            let mut left = sum.clone();
            left.swap_remove(place);
            left.extend(option);
            if outcome(components, &left, known) == Outcome::P {
                found = Outcome::N;
            }
        }
    }
    known.insert(sum, found);
    found
}

/// Returns the value of each component in an algebra.
fn values<A: Algebra>(algebra: &A, components: &Components) -> Vec<A::Value> {
    let mut values: Vec<A::Value> = Vec::new();
    for options in components {
        let options: Vec<A::Value> = options
            .iter()
            .map(|option| algebra.sum(&option.iter().map(|i| values[*i]).collect::<Vec<_>>()))
            .collect();
        values.push(algebra.of_options(&options));
    }
    values
}

#[test]
fn where_the_condition_of_sj_holds_the_theorem_is_true() {
    let (mut told, mut refused) = (0, 0);
    for seed in 0..3000 {
        let components = random(&mut Rng::with_seed(seed));
        let worths = values(&SjAlgebra, &components);
        let mut known = HashMap::new();
        let count = components.len();
        let sums = (0..count).flat_map(|i| {
            [
                vec![i],
                vec![i, count - 1],
                vec![i, i, count - 1],
                vec![i, (i + 1) % count, (i + 2) % count],
            ]
        });
        for sum in sums {
            let parts: Vec<_> = sum.iter().map(|i| worths[*i]).collect();
            match SjAlgebra.sum(&parts) {
                Some(total) => {
                    assert_eq!(
                        SjAlgebra.outcome(total),
                        outcome(&components, &sum, &mut known),
                        "{sum:?} of {components:?}"
                    );
                    told += 1;
                }
                None => refused += 1,
            }
        }
    }
    assert!(told > 20_000 && refused > 3000, "{told} {refused}");
}

/// Heaps satisfy the condition. A move that leaves two heaps satisfies the condition if their
/// nim-sum is above 1 or neither heap is above 1.
#[test]
fn what_fulfils_the_condition_of_sj() {
    let heaps: Components = (0..9)
        .map(|size| (0..size).map(|left| vec![left]).collect())
        .collect();
    for (size, worth) in values(&SjAlgebra, &heaps).into_iter().enumerate() {
        assert_eq!(worth, Some(SjAlgebra.heap(size as u64)));
    }
    let with = |options: &[&[usize]]| {
        let mut all = heaps.clone();
        all.push(options.iter().map(|option| option.to_vec()).collect());
        *values(&SjAlgebra, &all).last().unwrap()
    };
    // The first component has value 0 and a move, but no move to value 1.
    assert_eq!(with(&[&[2]]), None);
    assert!(with(&[&[2], &[1]]).is_some() && with(&[&[0]]).is_some());
    // Moves leave two heaps above 1 whose nim-sum is 0 or 1 (declined), or larger (accepted).
    assert_eq!(with(&[&[2, 2]]), None);
    assert_eq!(with(&[&[0], &[2, 3]]), None);
    assert!(with(&[&[0], &[2, 4]]).is_some() && with(&[&[0], &[1, 1]]).is_some());
    assert_eq!(SjAlgebra.ending_value(rules::game::PlayEnding::Goal), None);
}

#[test]
fn what_behaves_as_a_heap() {
    let options = |values: &[u64]| {
        HeapLikeAlgebra.of_options(&values.iter().copied().map(Some).collect::<Vec<_>>())
    };
    assert_eq!(
        (
            options(&[]),
            options(&[0]),
            options(&[1, 0, 1]),
            options(&[0, 1, 2])
        ),
        (Some(0), Some(1), Some(2), Some(3))
    );
    // A component with a move that raises the value does not behave as a heap.
    assert_eq!(
        (options(&[1]), options(&[0, 2]), options(&[3, 0, 1])),
        (None, None, None)
    );
    assert_eq!(HeapLikeAlgebra.of_options(&[Some(0), None]), None);
    let sum =
        |values: &[u64]| HeapLikeAlgebra.sum(&values.iter().copied().map(Some).collect::<Vec<_>>());
    assert_eq!(
        (sum(&[]), sum(&[0, 3, 0]), sum(&[3])),
        (Some(0), Some(3), Some(3))
    );
    // Two components that have not ended do not behave as a heap together, although their nim-sum
    // is that of a heap.
    assert_eq!((sum(&[1, 1]), sum(&[2, 1])), (None, None));
}

/// Each theorem applies only to its own conventions.
#[test]
fn conventions_of_the_sum_theorems() {
    let every_kind = [
        SumKind::One,
        SumKind::Every,
        SumKind::Any,
        SumKind::Upto(1),
        SumKind::Upto(3),
    ];
    for play in PlayConvention::ALL {
        for sum in every_kind {
            let ways = [EndCondition::All, EndCondition::One]
                .into_iter()
                .flat_map(|until| {
                    [
                        (until, false, false),
                        (until, true, false),
                        (until, false, true),
                    ]
                });
            for (until, loopy, entailing) in ways {
                let conventions = Conventions {
                    play,
                    sum,
                    until,
                    loopy,
                    entailing,
                };
                let speaks: Vec<&str> = REGISTRY
                    .iter()
                    .filter(|theorem| theorem.rule(&conventions).is_some())
                    .map(|t| t.name())
                    .collect();
                let expected: &[&str] = match (play, sum, until, loopy || entailing) {
                    (PlayConvention::Normal, SumKind::One, EndCondition::All, true) if loopy => {
                        &["loopy"]
                    }
                    (PlayConvention::Normal, SumKind::One, EndCondition::All, true) => {
                        &["entailing"]
                    }
                    (.., true)
                    | (
                        PlayConvention::Stop
                        | PlayConvention::Button
                        | PlayConvention::Score
                        | PlayConvention::Partizan,
                        ..,
                    ) => &[],
                    (PlayConvention::Normal, SumKind::One, EndCondition::All, _) => &[],
                    (PlayConvention::Misere, SumKind::One, EndCondition::All, _) => {
                        &["misere-nim", "sj", "tame", "misere-quotient"]
                    }
                    (_, SumKind::Every, EndCondition::All, _) => &["suspense"],
                    (_, SumKind::Any, EndCondition::All, _) => &["selective"],
                    (_, SumKind::Upto(_), EndCondition::All, _) => &["moore", "few"],
                    (_, SumKind::One, EndCondition::One, _) => &["diminished"],
                    (_, SumKind::Every, EndCondition::One, _) => &["conjunctive"],
                    (_, SumKind::Any, EndCondition::One, _) => &["shortened"],
                    (_, SumKind::Upto(_), EndCondition::One, _) => &[],
                };
                assert_eq!(speaks, expected, "{conventions:?}");
            }
        }
    }
}
