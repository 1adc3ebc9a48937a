//! Compares the perfect index with a hand-written chain of look-ups, on the same random positions:
//! `cargo bench -p grundy-tablebase --bench index`. Each chain is specific to one game. For Quixo
//! on 5 × 5 with 17 pieces, there is one table entry per cell, by the number of blank cells left.
//! For six sorted heaps up to 60, there is one binomial coefficient per heap. All indices must be
//! equal. The benchmark prints nanoseconds per index and the ratio of the two times.

use std::hint::black_box;
use std::time::Instant;

use base::budget::Budget;
use facts::facts;
use rules::ir::{Int, ParameterValue};
use rules::world::World;
use tablebase::index::PositionIndex;
use tablebase::{TableKind, TierPlan};

const QUIXO: &str = include_str!("../../rules/games/quixo.game");
const CELLS: usize = 25;
const BLANK: usize = 8;
const HEAPS: usize = 6;
const TOP: usize = 60;

/// Returns the binomial coefficient: the number of ways to choose `n` of `from` elements.
fn choose(from: usize, n: usize) -> u64 {
    (0..n as u64).fold(1, |product, i| product * (from as u64 - i) / (i + 1))
}

fn main() {
    println!("| | index, ns | by hand, ns | ratio |\n|---|---|---|---|");
    let budget = Budget::generous();
    let mut world = World::empty();
    world
        .load("quixo.game", QUIXO)
        .unwrap_or_else(|_| panic!("the rules of Quixo cannot be read"));
    let game = world
        .instantiate("Quixo", vec![(None, ParameterValue::Int(5))])
        .unwrap_or_else(|_| panic!("Quixo(5)"));
    let ir = world.rules(game).game().expect("a game of rules");
    let facts = facts(ir, game, &budget).expect("facts");
    let plan =
        TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).expect("a plan");
    let tier = (0..plan.tiers())
        .map(|tier| plan.tier(tier))
        .find(|tier| tier.level == BLANK as Int)
        .expect("a tier of eight blank cells");
    // For a given cell: among the boards with `blank` blank cells from this cell on, the number of
    // boards with a smaller value in the cell.
    let boards = |cells: usize, blank: usize| {
        if blank > cells {
            0
        } else {
            choose(cells, blank) << (cells - blank)
        }
    };
    let mut before = vec![[[0_u64; 3]; BLANK + 1]; CELLS];
    for (cell, row) in before.iter_mut().enumerate() {
        for (blank, entry) in row.iter_mut().enumerate() {
            let after = CELLS - cell - 1;
            let with_blank = blank.checked_sub(1).map_or(0, |blank| boards(after, blank));
            *entry = [0, with_blank, with_blank + boards(after, blank)];
        }
    }
    compare::<CELLS>("Quixo 5 × 5 with 17 pieces", &tier.index, &|slots| {
        let (mut blank, mut place) = (BLANK, 0);
        for (row, &value) in before.iter().zip(slots) {
            place += row[blank][value as usize];
            blank -= usize::from(value == 0);
        }
        place
    });

    let text = format!(
        "game A {{ state a[1..{HEAPS}] in 0..{TOP} unordered move t in 1..{HEAPS}, k in 1..a[t] : {{ a[t] -= k }} }}"
    );
    world
        .load("a.game", &text)
        .unwrap_or_else(|_| panic!("the rules of heaps cannot be read"));
    let game = world
        .instantiate("A", vec![])
        .unwrap_or_else(|_| panic!("heaps"));
    let index = PositionIndex::build(
        world.rules(game).game().expect("a game of rules"),
        &[(0, TOP as Int); HEAPS],
        &budget,
    )
    .expect("an index");
    let mut binomials = [[0_u64; TOP + 1]; HEAPS];
    for (heap, row) in binomials.iter_mut().enumerate() {
        let rest = HEAPS - heap;
        row.iter_mut().enumerate().for_each(|(size, entry)| {
            *entry = if size == 0 {
                0
            } else {
                choose(size + rest - 1, rest)
            }
        });
    }
    compare::<HEAPS>("six sorted heaps to 60", &index, &|slots| {
        binomials
            .iter()
            .zip(slots)
            .map(|(row, &size)| row[size as usize])
            .sum()
    });
}

fn compare<const SLOTS: usize>(
    name: &str,
    index: &PositionIndex,
    by_hand: &dyn Fn(&[Int; SLOTS]) -> u64,
) {
    let positions: Vec<[Int; SLOTS]> = (1..=4096_u64)
        .map(|n| {
            let place = (u128::from(n.wrapping_mul(0x9e37_79b9_7f4a_7c15))
                * u128::from(index.size()))
                >> 64;
            let mut slots = [0; SLOTS];
            index.position(place as u64, &mut slots);
            assert_eq!(
                (index.place(&slots), by_hand(&slots)),
                (Some(place as u64), place as u64),
                "{slots:?}"
            );
            slots
        })
        .collect();
    let best = |work: &dyn Fn() -> u64| {
        let times = (0..50).map(|_| {
            let begun = Instant::now();
            black_box(work());
            begun.elapsed().as_secs_f64()
        });
        1e9 * times.fold(f64::INFINITY, f64::min) / positions.len() as f64
    };
    let ours = best(&|| {
        positions
            .iter()
            .map(|slots| index.place(black_box(slots)).unwrap_or(0))
            .sum()
    });
    let theirs = best(&|| {
        positions
            .iter()
            .map(|slots| by_hand(black_box(slots)))
            .sum()
    });
    println!(
        "| {name} | {ours:.1} | {theirs:.1} | {:.2} |",
        ours / theirs
    );
}
