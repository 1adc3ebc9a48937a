//! Tests blocked moves: the cells that block a move connect parts, moves that can be made later
//! count, and a map must preserve blocking cells. If one of the checker's lines about absent cells
//! were missing, some false claim of this file would be accepted, or some true claim rejected.

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, ElementSet, GameParts,
    PartClaim, PartRow, PartSymmetry, PartsProof, check,
};
use rules::play::{Component, SumPosition};
use rules::world::World;

/// A move: the cells that it needs, the cells that must be absent, and the cells that it removes.
type Move = (&'static [usize], &'static [usize], &'static [usize]);

/// A claim about a position of a game with blocked moves: maps of all cells, rows, the position and
/// its value.
#[derive(Clone)]
struct Said {
    moves: Vec<Move>,
    maps: &'static [&'static [u16]],
    rows: &'static [(&'static [usize], PartClaim)],
    position: &'static [usize],
    value: u64,
}

/// Returns the rules as text. Cells are counted from 0 in these tests, and elements from 1 in
/// rules.
fn text(moves: &[Move], cells: usize) -> String {
    let braces = |cells: &[usize]| {
        format!(
            "{{{}}}",
            cells
                .iter()
                .map(|cell| (cell + 1).to_string())
                .collect::<Vec<_>>()
                .join(", ")
        )
    };
    let asks = |cells: &[usize], word: &str| {
        cells
            .iter()
            .map(|cell| format!("{} {word} s", cell + 1))
            .collect::<Vec<_>>()
    };
    let one = |(needs, absent, takes): &Move| {
        let guard = [asks(needs, "in"), asks(absent, "not in")]
            .concat()
            .join(" and ");
        format!("  move when {guard} : {{ s -= {} }}\n", braces(takes))
    };
    format!(
        "game A {{\n  state s set of 1..{cells}\n{}}}\n",
        moves.iter().map(one).collect::<String>()
    )
}

/// Returns the verdict of the checker, and the Grundy value of the position by the definition.
fn checked(said: &Said) -> (Result<(), CertificateError>, u64) {
    let cells = said.maps.first().map_or(8, |map| map.len());
    let mut world = World::empty();
    world.load("t", &text(&said.moves, cells)).unwrap();
    let game = world.instantiate("A", Vec::new()).unwrap();
    let slots = world.rules(game).game().unwrap().sets[0]
        .numbers(said.position.iter().copied())
        .into();
    let rows = said
        .rows
        .iter()
        .map(|&(places, told)| PartRow {
            part: places.iter().copied().collect::<ElementSet>(),
            told,
        })
        .collect();
    let alike = PartSymmetry::Turns(said.maps.iter().map(|map| map.to_vec()).collect());
    let proof = PartsProof {
        games: vec![GameParts { game, alike, rows }],
        others: Vec::new(),
    };
    let claim = CertificateClaim::Value {
        sum: SumPosition(vec![Component { game, slots }]),
        value: said.value,
    };
    let verdict = check(
        &world,
        &Certificate {
            claim,
            proof: CertificateProof::Parts(proof),
        },
        &Budget::generous(),
    )
    .map(drop);
    (
        verdict,
        value(
            &said.moves,
            said.position.iter().map(|cell| 1u32 << cell).sum(),
        ),
    )
}

/// Returns the value by the definition.
fn value(moves: &[Move], position: u32) -> u64 {
    let set = |cells: &[usize]| cells.iter().map(|cell| 1u32 << cell).sum::<u32>();
    let may =
        |(needs, absent, _): &&Move| set(needs) & !position == 0 && set(absent) & position == 0;
    let seen: Vec<u64> = moves
        .iter()
        .filter(may)
        .map(|(_, _, takes)| value(moves, position & !set(takes)))
        .collect();
    (0..).find(|n| !seen.contains(n)).unwrap()
}

/// Cell 1 blocks a move at cell 0.
const BARRED: Move = (&[0], &[1], &[0]);

#[test]
fn what_bars_a_move_joins_and_counts() {
    use PartClaim::Is;
    let swaps_pairs: &[&[u16]] = &[&[2, 3, 0, 1]];
    let swaps_threes: &[&[u16]] = &[&[3, 4, 5, 0, 1, 2]];
    let swaps_two: &[&[u16]] = &[&[2, 1, 0]];
    // A cell that blocks a move belongs to the part of that move, even if no move can remove the
    // cell any more.
    let never_free = Said {
        moves: vec![BARRED, (&[1, 2], &[], &[1])],
        maps: &[],
        rows: &[(&[0], Is(1))],
        position: &[0, 1],
        value: 1,
    };
    // A blocked move may be made later, so its cell is part of the position.
    let later = Said {
        moves: vec![BARRED, (&[1], &[], &[1])],
        maps: &[],
        rows: &[(&[1], Is(1))],
        position: &[0, 1],
        value: 1,
    };
    // A map that preserves the needed and the removed cells, but not the blocking cells, proves
    // nothing.
    let bars_one_pair = || {
        vec![
            BARRED,
            (&[1], &[], &[0, 1]),
            (&[2], &[], &[2]),
            (&[3], &[], &[2, 3]),
        ]
    };
    let other_bars = Said {
        moves: bars_one_pair(),
        maps: swaps_pairs,
        rows: &[(&[2], Is(1)), (&[3], Is(1)), (&[2, 3], Is(2))],
        position: &[0, 1, 2, 3],
        value: 0,
    };
    // A map from a blocked part to a part that is not blocked proves nothing about the second part.
    let no_bars = Said {
        moves: bars_one_pair(),
        rows: &[(&[0], Is(1)), (&[0, 1], Is(1))],
        ..other_bars.clone()
    };
    // A map that preserves the moves that can be made now, but not the moves that can be made
    // later, proves nothing.
    let other_later = Said {
        moves: vec![
            (&[1], &[], &[1]),
            (&[0], &[1], &[0]),
            (&[2], &[1], &[2]),
            (&[4], &[], &[4]),
            (&[3], &[4], &[3, 5]),
            (&[5], &[4], &[5]),
        ],
        maps: swaps_threes,
        rows: &[
            (&[3], Is(1)),
            (&[5], Is(1)),
            (&[3, 5], Is(2)),
            (&[3, 4, 5], Is(0)),
        ],
        position: &[0, 1, 2, 3, 4, 5],
        value: 0,
    };
    for (name, said) in [
        ("never free", never_free),
        ("later", later),
        ("other bars", other_bars),
        ("no bars", no_bars),
        ("other moves later", other_later),
    ] {
        let (verdict, truth) = checked(&said);
        assert_ne!(truth, said.value, "{name}: it is false");
        assert!(verdict.is_err(), "{name}: a false claim is shown");
    }
    // A map that preserves the blocking cells proves the claim about one pair of cells by the claim
    // about the other pair.
    let same_bars = Said {
        moves: vec![
            BARRED,
            (&[0, 1], &[], &[0, 1]),
            (&[1], &[], &[1]),
            (&[2], &[3], &[2]),
            (&[2, 3], &[], &[2, 3]),
            (&[3], &[], &[3]),
        ],
        maps: swaps_pairs,
        rows: &[(&[0], Is(1)), (&[1], Is(1)), (&[0, 1], Is(2))],
        position: &[0, 1, 2, 3],
        value: 0,
    };
    // A blocking cell that was removed no longer affects any move.
    let gone = Said {
        moves: vec![BARRED, (&[1], &[], &[1]), (&[2], &[], &[2])],
        maps: swaps_two,
        rows: &[(&[2], Is(1))],
        position: &[0, 2],
        value: 0,
    };
    // A move that is blocked now does not lead to an option.
    let barred = Said {
        moves: vec![BARRED, (&[1], &[], &[1])],
        maps: &[],
        rows: &[(&[0], Is(1)), (&[0, 1], Is(0))],
        position: &[0, 1],
        value: 0,
    };
    for (name, said) in [("same bars", same_bars), ("gone", gone), ("barred", barred)] {
        let (verdict, truth) = checked(&said);
        assert_eq!(truth, said.value, "{name}: it is true");
        assert!(
            verdict.is_ok(),
            "{name}: a true claim is refused: {verdict:?}"
        );
    }
}
