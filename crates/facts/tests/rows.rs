//! Tests of rows that are heaps of an octal code: known games, and random lists compared with the
//! definition.

use std::collections::BTreeSet;

use base::budget::Budget;
use facts::{CellMove, move_list, row_code};
use fastrand::Rng;
use rules::world::World;

fn code(world: &mut World, name: &str) -> Option<Vec<u8>> {
    let text = rules::parser::parse_query(name).unwrap();
    let part = &text.components[0].game.as_ref().unwrap();
    let args = part.args.iter().map(|(name, value)| {
        (
            name.as_ref().map(|name| name.text.clone()),
            rules::lower::argument_value(value).unwrap(),
        )
    });
    let game = world.instantiate(&part.name.text, args.collect()).unwrap();
    let list = move_list(world.rules(game).game().unwrap(), &Budget::generous()).unwrap();
    row_code(list.elements, &list.moves)
}

#[test]
fn known_games() {
    let mut world = World::with_library();
    let more = "
      game Neighbours(N = 12) { state s set of 1..N move x in s when x + 1 in s : { s -= {x} } move x in s when x - 1 in s : { s -= {x} } }
      game Ends(N = 12) { state s set of 1..N move x in s, y in 2..3 when all(t in s for t in x..x + y) : { s -= {x} } }
      game Even(N = 12) { state s set of 1..N move x in s when x % 2 == 0 : { s -= {x} } }
      game Long(N = 12) { state s set of 1..N move x in s : { s -= {x - 2, x - 1, x, x + 1, x + 2} } }
      game Far(N = 12) { state s set of 1..N move x in s : { s -= {x, x + 2} } }";
    world.load("more.game", more).unwrap();
    for (name, expected) in [
        ("takerun(10, 2, 3)", Some(vec![0, 7, 7])),
        ("takerun(200, 1, 2)", Some(vec![7, 7])),
        ("takerun(4, 2, 3)", None),
        (
            "nodekayles(graph(1-2 2-3 3-4 4-5 5-6 6-7 7-8))",
            Some(vec![1, 3, 7]),
        ),
        ("nodekayles(graph(1-2 2-3 3-4 4-5 5-1))", None),
        ("arckayles(graph(1-2 2-3 3-4 4-5 5-6))", Some(vec![0, 7])),
        ("arckayles(graph(1-2 2-3 1-4 4-5 5-6))", None),
        ("neighbours", Some(vec![6])),
        ("cram(1, 9)", Some(vec![0, 7])),
        ("cram(3, 3)", None),
        ("queensplaced(1)", None),
        ("even", None),
        ("far", None),
        ("long", None),
    ] {
        assert_eq!(code(&mut world, name), expected, "{name}");
    }
    // A move that takes elements only at one end of the elements that it needs is not a move of an
    // octal game.
    assert_eq!(code(&mut world, "ends"), None);
}

/// Returns the least value that no option has.
fn mex(options: impl Iterator<Item = usize>) -> usize {
    let seen: BTreeSet<usize> = options.collect();
    (0..).find(|value| !seen.contains(value)).unwrap()
}

/// Returns the values of heaps by the definition of the code.
fn heaps(code: &[u8], most: usize) -> Vec<usize> {
    let mut values = vec![0];
    for n in 1..=most {
        let mut options = Vec::new();
        for (taken, digit) in (1..=n).zip(code) {
            let left = n - taken;
            let pairs = (0..=left).map(|one| (one, left - one));
            let fits = |&(one, two): &(usize, usize)| {
                digit >> (usize::from(one > 0) + usize::from(two > 0)) & 1 == 1
            };
            options.extend(
                pairs
                    .filter(fits)
                    .map(|(one, two)| values[one] ^ values[two]),
            );
        }
        values.push(mex(options.into_iter()));
    }
    values
}

#[test]
fn random_rows_are_heaps() {
    const N: usize = 10;
    let mut rng = Rng::with_seed(17);
    let (mut rows, mut none) = (0, 0);
    for _ in 0..testkit::rounds(400, 8_000) {
        let mut moves = BTreeSet::new();
        for _ in 0..rng.usize(1..3) {
            let length = rng.usize(1..4);
            let near = |at: i32| at >= 0 && at < length as i32;
            let mut taken: Vec<i32> = (-1..=length as i32)
                .filter(|&at| rng.u32(..4) > 0 && (near(at) || rng.bool()))
                .collect();
            if rng.u32(..8) == 0 {
                // A move that takes elements outside the neighbourhood of its interval may affect
                // another run.
                taken = (-2..=length as i32 + 1).collect();
            }
            let turned: Vec<i32> = taken.iter().map(|at| length as i32 - 1 - at).collect();
            // Most lists contain the mirror image of each move, like lists written by hand. Some
            // lists contain moves in one direction only.
            for taken in if rng.u32(..4) > 0 {
                vec![taken, turned]
            } else {
                vec![taken]
            } {
                for at in 0..=N - length {
                    let there = taken
                        .iter()
                        .map(|near| at as i32 + near)
                        .filter(|place| (0..N as i32).contains(place));
                    moves.insert(CellMove {
                        needs: (at..at + length).map(|place| place as u16).collect(),
                        takes: there.map(|place| place as u16).collect(),
                        ..CellMove::default()
                    });
                }
            }
        }
        let mut moves: Vec<CellMove> = moves.into_iter().collect();
        if rng.u32(..4) == 0 {
            // In the changed list, one move is missing or takes one more element.
            let at = rng.usize(..moves.len());
            match rng.bool() {
                true => drop(moves.remove(at)),
                false => drop(moves[at].takes.insert(rng.u16(..N as u16))),
            }
        }
        let Some(code) = row_code(N, &moves) else {
            none += 1;
            continue;
        };
        rows += 1;
        let heaps = heaps(&code, N);
        let bits =
            |places: &BTreeSet<u16>| places.iter().fold(0_usize, |bits, place| bits | 1 << place);
        let bitwise: Vec<(usize, usize)> = moves
            .iter()
            .map(|one| (bits(&one.needs), bits(&one.takes)))
            .collect();
        let mut values = Vec::new();
        for there in 0..1_usize << N {
            let value = mex(bitwise
                .iter()
                .filter(|(needs, _)| needs & !there == 0)
                .map(|(_, takes)| values[there & !takes]));
            values.push(value);
            let runs = (0..N)
                .map(|at| usize::from(there >> at & 1 == 1))
                .collect::<Vec<_>>();
            let told = runs
                .split(|there| *there == 0)
                .map(|run| heaps[run.len()])
                .fold(0, |all, one| all ^ one);
            assert_eq!(value, told, "{there:b} of {moves:?} as {code:?}");
        }
    }
    assert!(rows > 50 && none > 50, "{rows} rows, {none} others");
}
