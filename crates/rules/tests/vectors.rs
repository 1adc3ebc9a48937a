//! Tests choices of vectors and lists of changes with several `for`: the options of random
//! positions are compared with options that are computed in Rust.

use std::collections::BTreeSet;

use base::budget::Budget;
use fastrand::Rng;
use rules::game::{GameId, OptionArena};
use rules::ir::{Args, Int};
use rules::printer::print_file;
use rules::world::World;

fn made(text: &str) -> Result<(World, GameId), String> {
    let mut world = World::empty();
    let first = |refusal: &rules::world::SourceError| {
        let error = &refusal.diagnostics[0];
        format!("{} at `{}`", error.message.en, &text[error.span.range()])
    };
    world.load("test.game", text).map_err(|e| first(&e))?;
    match world.instantiate("G", Args::new()) {
        Ok(game) => Ok((world, game)),
        Err(rules::world::InstantiationError::There(refusal)) => Err(first(&refusal)),
        Err(rules::world::InstantiationError::Here(why)) => Err(why.en),
    }
}

/// Returns the slots of the options, sorted, without repetitions.
fn options(world: &World, game: GameId, slots: &[Int]) -> Result<BTreeSet<Vec<Int>>, String> {
    let mut out = OptionArena::default();
    world
        .options(game, slots, &mut out, &Budget::generous())
        .map_err(|fault| fault.to_string())?;
    let slots = out.iter().map(|option| {
        let mut components = option.components();
        let (_, slots) = components.next().expect("one component");
        slots.to_vec()
    });
    Ok(slots.collect())
}

/// Returns every vector from 0 up to `most`.
fn vectors(most: &[Int]) -> Vec<Vec<Int>> {
    most.iter().fold(vec![Vec::new()], |all, &most| {
        all.iter()
            .flat_map(|vector| (0..=most).map(|k| [&vector[..], &[k]].concat()))
            .collect()
    })
}

/// In simplicial Nim, a move takes tokens from the vertices of one face. All complexes on at most
/// four vertices are tested, each given by its maximal faces.
#[test]
fn vectors_move_in_every_simplicial_complex_of_four_vertices() {
    let mut complexes = 0;
    for vertices in 1..=4_usize {
        let faces = 1..1_u32 << vertices;
        // Sets of faces that do not contain each other.
        let mut antichains: Vec<Vec<u32>> = vec![Vec::new()];
        for face in faces {
            let more: Vec<Vec<u32>> = antichains
                .iter()
                .filter(|chosen| {
                    chosen
                        .iter()
                        .all(|other| other & face != *other && other & face != face)
                })
                .map(|chosen| [&chosen[..], &[face]].concat())
                .collect();
            antichains.extend(more);
        }
        for maximal in antichains.iter().filter(|maximal| !maximal.is_empty()) {
            complexes += 1;
            let rows: Vec<Vec<u32>> = maximal
                .iter()
                .map(|face| (0..vertices).map(|vertex| face >> vertex & 1).collect())
                .collect();
            let (world, game) = made(&format!(
                "game G(F = {rows:?}) {{
                  state a[1..{vertices}] in 0..9
                  move k[i in 1..{vertices}] in 0..a[i]
                    when total(k[i] for i in 1..{vertices}) > 0
                    and any(all(k[i] == 0 or F[f, i] == 1 for i in 1..{vertices}) for f in 1..rows(F)) :
                    {{ a[i] -= k[i] for i in 1..{vertices} }}
                }}"
            ))
            .unwrap();
            let mut rng = Rng::with_seed(complexes);
            for _ in 0..4 {
                let slots: Vec<Int> = (0..vertices).map(|_| rng.i64(0..4)).collect();
                let is_legal = |taken: &Vec<Int>| {
                    let support = (0..vertices)
                        .filter(|&vertex| taken[vertex] > 0)
                        .fold(0, |face, vertex| face | 1 << vertex);
                    support > 0 && maximal.iter().any(|face| face & support == support)
                };
                let expected: BTreeSet<Vec<Int>> = vectors(&slots)
                    .into_iter()
                    .filter(is_legal)
                    .map(|taken| slots.iter().zip(taken).map(|(a, k)| a - k).collect())
                    .collect();
                assert_eq!(
                    options(&world, game, &slots),
                    Ok(expected),
                    "{maximal:?} at {slots:?}"
                );
            }
        }
    }
    assert_eq!(complexes, 1 + 4 + 18 + 166);
}

#[test]
fn vectors_have_any_indices_and_domains() {
    let text = "game G(S = {2, 5}) {
      state a[1..5] in 0..9
      move k[i in S] in {0, i, a[i]} when k[2] != k[5] : { a[i] = k[i] for i in S, a[1] += k[3] + k[5] }
    }";
    let (world, game) = made(text).unwrap();
    let slots = [1, 4, 0, 0, 3];
    let mut expected = BTreeSet::new();
    for two in [0, 2, 4] {
        for five in [0, 5, 3] {
            if two != five {
                expected.insert(vec![1 + five, two, 0, 0, five]);
            }
        }
    }
    assert_eq!(options(&world, game, &slots), Ok(expected));
}

#[test]
fn a_label_shows_the_vector() {
    let text = "game G {
      state a[1..2] in 0..2
      move \"take {k} ({k[2]})\" k[i in 1..2] in 0..a[i] : { a[i] -= k[i] for i in 1..2 }
    }";
    let (world, game) = made(text).unwrap();
    let label = world.rules(game).describe(&[1, 2], 0, &[1, 2]).unwrap();
    assert_eq!(label.en, "take (1, 2) (2)");
}

#[test]
fn each_for_belongs_to_the_changes_since_the_last_for() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..100 {
        let ends: Vec<Int> = (0..4).map(|_| rng.i64(1..=5)).collect();
        let [low, high, from, to] = ends[..] else {
            unreachable!()
        };
        let text = format!(
            "game G {{
              state a[1..5] in 0..99, b[1..5] in 0..99, c in 0..9
              move : {{ a[i] += i, b[i] += 2 for i in {low}..{high}, b[i] += j for i in {from}..{to}, j in 1..2, c = 1 }}
            }}"
        );
        let (world, game) = made(&text).unwrap();
        let mut expected = vec![0; 10];
        for i in low..=high {
            expected[i as usize - 1] += i;
            expected[i as usize + 4] += 2;
        }
        for i in from..=to {
            expected[i as usize + 4] += 3;
        }
        expected.push(1);
        assert_eq!(
            options(&world, game, &[0; 11]),
            Ok(BTreeSet::from([expected])),
            "{text}"
        );
        let printed = print_file(&rules::parser::parse_file(&text).unwrap());
        let again = rules::parser::parse_file(&printed).unwrap();
        assert_eq!(print_file(&again), printed);
        assert!(printed.contains("j in 1..2, c = 1 }"), "{printed}");
    }
}

#[test]
fn vectors_and_lists_of_changes_are_checked() {
    let cases = [
        (
            "state n in 0.. move k[i in 1..n] in 0..1 : [n - k[1]]",
            "the indices of a vector are numbers that do not depend on the position at `i`",
        ),
        (
            "state n in 0.. move k[i in 1..65] in 0..1 : [n - k[1]]",
            "more than 64 choices in one move at `k[i in 1..65] in 0..1`",
        ),
        (
            "state n in 0.. move k[i in 1..2] in 0..1 : [n - k]",
            "`k` is an array: write one element, `k[i]` at `k`",
        ),
        (
            "state n in 0.. move : [total(k[1] for k[i in 1..2] in 0..1)]",
            "only a move can choose a vector at `k[i in 1..2] in 0..1`",
        ),
    ];
    for (items, expected) in cases {
        let text = format!("game G {{ {items} }}");
        assert_eq!(made(&text).map(drop), Err(expected.to_owned()), "{text}");
    }
    let text = "game G { state s set of 1..3, a[1..3] in 0..3 move : { s -= {1}, a[t] += 1 for t in 1..2, s += {2} } }";
    let error = made(text).map(drop).unwrap_err();
    assert!(
        error.starts_with("a set can be changed only once"),
        "{error}"
    );
    let text = "game G { state a[1..3] in 0..9 move : { a[t] = 1 for t in 1..2, a[t] += 1 for t in 2..3 } }";
    let (world, game) = made(text).unwrap();
    let error = options(&world, game, &[0, 0, 0]).unwrap_err();
    assert_eq!(error, "two changes set the same slot");
}
