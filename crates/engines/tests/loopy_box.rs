//! Boxes of loopy games, solved in place, compared with the definition by examining all pairs of a
//! position and a Nim heap. A position has the value n if its sum with a heap of size n is lost. If
//! no sum with a heap is lost, the value is infinite, with the set of all n for which the sum is
//! won.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use engines::loopy_box::LoopyBox;
use facts::facts;
use fastrand::Rng;
use rules::game::{OptionArena, Outcome};
use rules::ir::Int;
use rules::world::World;
use theory::loopy::Loopy;

/// Returns a random move of a game with the slots a in 0..n and b in 0..m. The move is linear or
/// nonlinear, and has conditions and ranges, or leaves no component.
fn random_move(rng: &mut Rng, (n, m): (i64, i64)) -> String {
    let step = |rng: &mut Rng| {
        if rng.bool() {
            rng.i64(1..3)
        } else {
            -rng.i64(1..3)
        }
    };
    let when = match rng.u8(0..6) {
        0 => format!("when a + b >= {} ", rng.i64(0..n)),
        1 => format!("when a % 2 == {} ", rng.i64(0..2)),
        2 => format!("when a != {} ", rng.i64(0..n)),
        _ => String::new(),
    };
    match rng.u8(0..9) {
        0 => format!("move {when}: [a + {}, b + {}]", step(rng), step(rng)),
        1 => format!("move {when}: [a + {}, b]", step(rng)),
        2 => format!("move k in 1..a {when}: [a - k, b]"),
        3 => format!("move k in 0..{m} {when}: [a + {}, k]", step(rng)),
        4 => format!(
            "move (x, y) in {{({}, {}), ({}, {})}} {when}: [a + x, b + y]",
            step(rng),
            step(rng),
            step(rng),
            step(rng)
        ),
        5 => format!("move {when}: [b, a]"),
        6 => format!("move {when}: [(a + {}) % {}, b]", rng.i64(1..n + 1), n + 1),
        7 => format!(
            "move k in {{{}, {}}} {when}: [a - k, b + k]",
            rng.i64(1..3),
            rng.i64(3..5)
        ),
        _ => format!(
            "move when a == {} and b == {} : nothing",
            rng.i64(0..n),
            rng.i64(0..m)
        ),
    }
}

fn random_game(rng: &mut Rng) -> String {
    let (n, m) = (rng.i64(1..5), rng.i64(1..4));
    let (state, size) = match rng.u8(0..5) {
        // A game with two unordered numbers and one other number.
        0 => {
            let state =
                ["h[1..2] in 0..N, c in 0..1", "c in 0..1, h[1..2] in 0..N"][rng.usize(0..2)];
            (
                format!(
                    "state {} unordered h let a = h[1] let b = h[2]",
                    state.replace('N', &n.to_string())
                ),
                (n, n),
            )
        }
        1 => (format!("state a in 0..{n}, b in 0..{n} unordered"), (n, n)),
        _ => (format!("state a in 0..{n}, b in 0..{m}"), (n, m)),
    };
    let require = if rng.u8(0..3) == 0 {
        format!("require a + b != {}", rng.i64(1..4))
    } else {
        String::new()
    };
    let mut moves: Vec<String> = (0..rng.usize(1..=4))
        .map(|_| random_move(rng, size))
        .collect();
    if let Some(first) = state.contains(" h").then(|| state.starts_with("state c")) {
        for one in moves.iter_mut().filter(|one| one.ends_with(']')) {
            let beside = ["c", "1 - c", "0"][rng.usize(0..3)];
            let at = one.rfind('[').unwrap();
            *one = match first {
                true => format!("{}[{beside}, {}", &one[..at], &one[at + 1..]),
                false => format!("{}, {beside}]", one.trim_end_matches(']')),
            };
        }
    }
    format!("game A {{ {state} {require} loopy {} }}", moves.join(" "))
}

/// Returns the outcome of the sum of each position with each heap up to `most`. In each round, a
/// sum is lost if every option is won, and won if one option is lost.
fn outcomes(options: &[Vec<Option<usize>>], most: usize) -> Vec<Vec<Outcome>> {
    let heaps = most + 1;
    // The last index stands for the empty position, which a move without result components leaves.
    let nothing = options.len();
    let of = |position: usize, heap: usize| -> Vec<(usize, usize)> {
        let own = options
            .get(position)
            .into_iter()
            .flatten()
            .map(move |option| (option.unwrap_or(nothing), heap));
        own.chain((0..heap).map(move |less| (position, less)))
            .collect()
    };
    let mut known = vec![vec![Outcome::D; heaps]; nothing + 1];
    loop {
        let mut changed = false;
        for position in 0..=nothing {
            for heap in 0..heaps {
                if known[position][heap] != Outcome::D {
                    continue;
                }
                let list = of(position, heap);
                let outcome = if list.iter().any(|&(p, h)| known[p][h] == Outcome::P) {
                    Outcome::N
                } else if list.iter().all(|&(p, h)| known[p][h] == Outcome::N) {
                    Outcome::P
                } else {
                    continue;
                };
                known[position][heap] = outcome;
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
}

#[test]
fn boxes_agree_with_who_wins_beside_heaps() {
    const MAX_NIMBER: usize = 9;
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(31);
    let (mut solved, mut infinite, mut finite, mut turned, mut stored, mut in_part) =
        (0, 0, 0, 0, 0, 0);
    for _ in 0..1500 {
        let text = random_game(&mut rng);
        let mut world = World::empty();
        world.load("a.game", &text).unwrap_or_else(|refusal| {
            panic!("{text}: {}", refusal.render(base::text::Lang::En, false))
        });
        let game = world.instantiate("A", vec![]).unwrap();
        let ir = world.rules(game).game().unwrap();
        let tops: Vec<Int> = ir.slots.iter().map(|slot| slot.high.unwrap()).collect();
        let facts = facts(ir, game, &budget).unwrap();
        let found = LoopyBox::around(&world, game, &facts, &tops, &budget)
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        if found.in_place().is_ok() {
            turned += 1
        } else {
            stored += 1
        }
        let mut places: HashMap<Vec<Int>, usize> = HashMap::new();
        let all = tops
            .iter()
            .fold(vec![Vec::new()], |rows: Vec<Vec<Int>>, top| {
                rows.iter()
                    .flat_map(|row| {
                        (0..=*top).map(move |n| row.iter().copied().chain([n]).collect())
                    })
                    .collect()
            });
        in_part += usize::from(tops.len() > 2);
        let kept = |slots: &&Vec<Int>| slots[ir.unordered.clone()].is_sorted_by(|a, b| a >= b);
        let all: Vec<Vec<Int>> = all.iter().filter(kept).cloned().collect();
        let all: Vec<Vec<Int>> = all
            .into_iter()
            .filter(|slots| world.contains(game, slots, &budget).unwrap())
            .collect();
        all.iter().enumerate().for_each(|(place, slots)| {
            places.insert(slots.clone(), place);
        });
        let mut listed = OptionArena::new();
        let mut options: Vec<Vec<Option<usize>>> = Vec::new();
        for slots in &all {
            world.options(game, slots, &mut listed, &budget).unwrap();
            options.push(
                listed
                    .iter()
                    .map(|option| option.components().next().map(|(_, slots)| places[slots]))
                    .collect(),
            );
        }
        assert_eq!(found.stats().positions, all.len() as u64, "{text}");
        let known = outcomes(&options, MAX_NIMBER);
        for (position, slots) in all.iter().enumerate() {
            let beside = &known[position];
            let expected = match (0..=MAX_NIMBER).find(|&heap| beside[heap] == Outcome::P) {
                Some(nimber) => Loopy::Nimber(nimber as u64),
                None => Loopy::Infinite(
                    (0..=MAX_NIMBER)
                        .filter(|&heap| beside[heap] == Outcome::N)
                        .map(|heap| heap as u64)
                        .collect(),
                ),
            };
            let value = found.value(slots, &budget).unwrap().unwrap();
            assert_eq!(
                value,
                expected,
                "{text} at {slots:?}, {:?}",
                found.in_place().map_err(|why| why.en)
            );
            if let Loopy::Infinite(_) = value {
                infinite += 1
            } else {
                finite += 1
            }
        }
        solved += 1;
    }
    assert!(
        solved > 1000
            && infinite > 2000
            && finite > 2000
            && turned > 300
            && stored > 300
            && in_part > 200,
        "{infinite} {finite} {turned} {stored}"
    );
}

#[test]
fn what_no_box_holds_is_declined() {
    let budget = Budget::generous();
    for (text, why) in [
        (
            "game A { state n in 0.. loopy move : [n + 1] move k in 1..n : [n - k] }",
            "can grow",
        ),
        (
            "game A { state n in 0..5 loopy move k in 1..n : [n - k] + [k] }",
            "several",
        ),
        (
            "game A { state n in 0..5 loopy goal n == 0 move k in 1..n : [n - k] }",
            "end the whole",
        ),
    ] {
        let mut world = World::empty();
        world.load("a.game", text).unwrap();
        let game = world.instantiate("A", vec![]).unwrap();
        let facts = facts(world.rules(game).game().unwrap(), game, &budget).unwrap();
        let Err(error) = LoopyBox::around(&world, game, &facts, &[5], &budget) else {
            panic!("{text} is taken")
        };
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    // A slot that no move increases ends at the requested numbers.
    let mut world = World::empty();
    world.load("a.game", "game A { state n in 0.. , t in 0..1 loopy move : [n, 1 - t] move k in 1..n : [n - k, t] }").unwrap();
    let game = world.instantiate("A", vec![]).unwrap();
    let facts = facts(world.rules(game).game().unwrap(), game, &budget).unwrap();
    let found = LoopyBox::around(&world, game, &facts, &[9, 0], &budget).unwrap();
    assert_eq!(
        found.value(&[0, 0], &budget).unwrap().unwrap(),
        Loopy::Infinite(BTreeSet::new())
    );
    assert_eq!(
        (found.stats().positions, found.nimber(&[10, 0])),
        (20, None)
    );
    assert!(found.in_place().is_ok());
}
