//! The reference implementation: Green Hackenbush by definition, on sets of up to 20 edges, and the
//! tests that compare the fast algorithms with it.

use std::sync::Arc;

use ::base::budget::Budget;
use fastrand::Rng;
use theorems::referee;

use super::*;
use crate::trial::{self, Definition, Moves, Trial, question};

/// A graph as in a query.
#[derive(Clone, Debug)]
struct PlainGraph {
    vertices: usize,
    edges: Vec<(u32, u32)>,
    ground: Vec<u32>,
}

impl PlainGraph {
    /// Returns an arbitrary graph, with loops, parallel edges, edges not connected to the ground,
    /// and sometimes no ground.
    fn random(rng: &mut Rng, most_edges: usize) -> PlainGraph {
        let vertices = rng.usize(1..=7);
        let any = |rng: &mut Rng| rng.u32(0..vertices as u32);
        let edges = (0..rng.usize(0..=most_edges))
            .map(|_| (any(rng), any(rng)))
            .collect();
        PlainGraph {
            vertices,
            edges,
            ground: (0..rng.usize(0..=3)).map(|_| any(rng)).collect(),
        }
    }

    /// Returns a graph with long rings, rings that share edges, bridges between them, loops and
    /// parallel edges.
    fn ringed(rng: &mut Rng, edges: usize, longest: u32) -> PlainGraph {
        let mut drawn = PlainGraph {
            vertices: 1,
            edges: Vec::new(),
            ground: vec![0],
        };
        while drawn.edges.len() < edges {
            let last = drawn.vertices as u32;
            let from = rng.u32(0..last);
            let length = rng.u32(0..=longest);
            // The path starts at a vertex; its other end is free, at another vertex, or at the
            // first vertex.
            let path = (0..length).map(|i| (if i == 0 { from } else { last + i - 1 }, last + i));
            drawn.edges.extend(path);
            drawn.vertices += length as usize;
            let end = if length == 0 { from } else { last + length - 1 };
            match rng.u32(0..4) {
                0 => {}
                1 => drawn.edges.push((end, from)),
                _ => drawn.edges.push((end, rng.u32(0..last))),
            }
        }
        rng.shuffle(&mut drawn.edges);
        drawn
    }

    fn graph(&self) -> GroundedGraph {
        GroundedGraph::new(self.vertices, &self.edges, self.ground.iter().copied()).unwrap()
    }

    /// Returns a query for the graph, in list notation if possible.
    fn text(&self, rng: &mut Rng) -> String {
        if let ([ground], true) = (&self.ground[..], rng.bool()) {
            let edges: Vec<String> = self
                .edges
                .iter()
                .map(|(a, b)| format!("{a} {b}\n"))
                .collect();
            return format!(
                "{} {} {ground}\n{}",
                self.vertices,
                self.edges.len(),
                edges.concat()
            );
        }
        let edges: Vec<String> = self
            .edges
            .iter()
            .map(|(a, b)| format!("v{a}-v{b}"))
            .collect();
        let lone: Vec<String> = (0..self.vertices).map(|v| format!("v{v}")).collect();
        let ground: Vec<String> = self.ground.iter().map(|v| format!("v{v}")).collect();
        let clause = if ground.is_empty() {
            String::new()
        } else {
            format!("; ground {}", ground.join(" "))
        };
        format!("{} {}{clause}", edges.join(" "), lone.join(" "))
    }

    /// Returns the edges of a set that are connected to the ground by a path of its edges.
    fn standing(&self, set: u32) -> u32 {
        let mut reached = self.ground.iter().fold(0u32, |set, v| set | 1 << v);
        loop {
            let mut more = reached;
            let mut standing = 0;
            for (edge, (a, b)) in self
                .edges
                .iter()
                .enumerate()
                .filter(|(edge, _)| set >> edge & 1 == 1)
            {
                if (more >> a | more >> b) & 1 == 1 {
                    standing |= 1 << edge;
                    more |= 1 << a | 1 << b;
                }
            }
            if more == reached {
                return standing;
            }
            reached = more;
        }
    }

    /// Returns each edge that can be cut, and the set of edges that the cut leaves.
    fn options(&self, set: u32) -> impl Iterator<Item = (u32, u32)> {
        (0..self.edges.len() as u32)
            .filter(move |edge| set >> edge & 1 == 1)
            .map(move |edge| (edge, self.standing(set & !(1 << edge))))
    }

    fn grundy(&self, set: u32, memo: &mut Vec<Option<u64>>) -> u64 {
        memo.resize(1 << self.edges.len(), None);
        if let Some(value) = memo[set as usize] {
            return value;
        }
        let options: Vec<u64> = self
            .options(set)
            .map(|(_, left)| self.grundy(left, memo))
            .collect();
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        memo[set as usize] = Some(value);
        value
    }

    fn all(&self) -> u32 {
        self.standing((1 << self.edges.len()) - 1)
    }
}

fn has(set: u32) -> impl Fn(u32) -> bool {
    move |edge| set >> edge & 1 == 1
}

fn sorted(mut edges: Vec<u32>) -> Vec<u32> {
    edges.sort_unstable();
    edges
}

#[test]
fn values_and_cuts_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(710);
    let budget = Budget::generous();
    for round in 0..6000 {
        let drawn = if round % 3 == 0 {
            PlainGraph::ringed(&mut rng, 6, 5)
        } else {
            PlainGraph::random(&mut rng, 9)
        };
        if drawn.edges.len() > 12 || drawn.vertices > 31 {
            continue;
        }
        let (graph, mut memo) = (drawn.graph(), Vec::new());
        let set = drawn.standing(rng.u32(..) | rng.u32(..));
        for set in [drawn.all(), set & ((1 << drawn.edges.len()) - 1)] {
            let set = drawn.standing(set);
            let here = drawn.grundy(set, &mut memo);
            assert_eq!(
                u64::from(value(&graph, has(set), &budget).unwrap()),
                here,
                "{drawn:?} {set:b}"
            );
            let cuts = CutAnalysis::new(&graph, has(set), &budget).unwrap();
            assert_eq!(u64::from(cuts.value()), here);
            for wanted in (0..10).chain([1 << 31, (1 << 32) - 1, 1 << 32, u64::MAX]) {
                let expected: Vec<u32> = drawn
                    .options(set)
                    .filter(|(_, left)| drawn.grundy(*left, &mut memo) == wanted)
                    .map(|(edge, _)| edge)
                    .collect();
                assert_eq!(
                    sorted(cuts.leaving(wanted, &budget).unwrap()),
                    expected,
                    "{drawn:?} {set:b} to {wanted}"
                );
            }
        }
    }
}

/// For larger graphs, the test makes each cut and computes the value again.
#[test]
fn cuts_are_those_of_fusing_again_after_each() {
    let mut rng = Rng::with_seed(711);
    let budget = Budget::generous();
    for round in 0..600 {
        let edges = rng.usize(10..=if round % 20 == 0 { 400 } else { 60 });
        let longest = if round % 10 == 0 { 150 } else { 12 };
        let drawn = PlainGraph::ringed(&mut rng, edges, longest);
        let graph = drawn.graph();
        let cuts = CutAnalysis::new(&graph, |_| true, &budget).unwrap();
        let after: Vec<u32> = (0..graph.edges() as u32)
            .map(|cut| value(&graph, |edge| edge != cut, &budget).unwrap())
            .collect();
        for wanted in after.iter().copied().chain(0..4) {
            let expected: Vec<u32> = (0..graph.edges() as u32)
                .filter(|&cut| after[cut as usize] == wanted)
                .collect();
            assert_eq!(
                sorted(cuts.leaving(u64::from(wanted), &budget).unwrap()),
                expected,
                "{drawn:?} to {wanted}"
            );
        }
    }
}

#[test]
fn rules_and_theorem_are_the_definition() {
    let mut rng = Rng::with_seed(712);
    for _ in 0..600 {
        let mut drawn = PlainGraph::random(&mut rng, 7);
        drawn.ground.push(0);
        let trial = Trial::new(&KIND, &THEOREM, &drawn.text(&mut rng));
        assert_eq!(trial.start(), [i64::from(drawn.all())]);
        let moves = |slots: &[i64]| -> Moves {
            let all = drawn.options(slots[0] as u32);
            all.map(|(edge, left)| ((0, vec![edge.into()]), vec![left.into()]))
                .collect()
        };
        let mut definition = Definition::normal(moves);
        let set = drawn.standing(rng.u32(..) & ((1 << drawn.edges.len()) - 1));
        for set in [drawn.all(), set] {
            let slots = [i64::from(set)];
            trial.check_value(&mut definition, &slots);
            trial.check_moves(&slots, moves(&slots));
            for wanted in 0..8 {
                trial.check_moves_to(&mut definition, &slots, wanted);
            }
            // The displayed text can be used as a query, and describes a position of the same
            // value.
            let shown = trial.world.rules(trial.game).show(&slots).unwrap();
            let again = value_of(question(&KIND, &shown));
            assert_eq!(again, definition.value(&slots), "{shown}");
        }
    }
}

fn value_of(text: &str) -> u64 {
    let trial = Trial::new(&KIND, &THEOREM, text);
    trial.value(&trial.start())
}

#[test]
fn what_is_no_part_of_the_play() {
    let cases = [
        ("", 0),
        ("0 0", 0),
        ("3 0 1", 0),
        ("1000000000 2 999999999\n5 999999999\n5 7", 2),
        ("a; ground a", 0),
        ("a-a; ground a", 1),
        ("a-b; ground a b", 1),
        ("a-b; ground a", 1),
        ("a-b; ground a a; ground a", 1),
        // The graphs are two parallel edges, three parallel edges, and a path of two edges.
        ("a-b a-b; ground a", 0),
        ("a-b a-b b-a; ground a", 1),
        ("a-b-c; ground a", 2),
        ("a-b-c; ground a c", 0),
        // Edges that are not connected to the ground, and isolated vertices.
        ("a-b c-d d-d e; ground a", 1),
        ("a-b c-d; ground a c", 0),
        // The triangle with a stalk, from the sample of POJ 3710.
        ("5 4 1\n1 2\n2 3\n3 1\n1 4", 0),
    ];
    for (text, value) in cases {
        assert_eq!(value_of(text), value, "{text}");
    }
}

#[test]
fn what_has_no_ground_is_refused() {
    for (text, at) in [
        ("a-b", 3),
        ("a", 1),
        ("2 1\n0 1", 7),
        ("2 1 2\n0 1", 4),
        ("2 1 99999999999\n0 1", 4),
        ("0 0 0", 4),
        ("a-b; ground", 5),
        ("a-b; ground c", 12),
        ("a-b; at a", 5),
        ("a>b; ground a", 0),
    ] {
        let wrong = trial::refusal(&KIND, text);
        assert_eq!(wrong.span.start, at, "{text}: {}", wrong.message);
        assert!(wrong.help.is_some());
    }
    assert!(
        GroundedGraph::new(2, &[(0, 2)], [0]).is_err()
            && GroundedGraph::new(2, &[(0, 1)], [2]).is_err()
    );
}

#[test]
fn moves_have_names() {
    let (world, game) = trial::read(&KIND, "a-b b-c b-c c-c; ground a");
    let start = &world.starts(game)[0];
    let name = |edge| trial::name(&world, game, start, &[edge]);
    assert_eq!(name(0), "cut a-b");
    assert_eq!(name(2), "cut b-c (edge 3)");
    assert_eq!(world.rules(game).describe(start, 0, &[4]), None);
    let long: String = (0..300).map(|i| format!("{i}-{} ", i + 1)).collect();
    let (world, game) = trial::read(&KIND, &format!("{long}; ground 0"));
    let start = &world.starts(game)[0];
    assert_eq!(start.len(), 5);
    let shown = world.rules(game).show(start).unwrap();
    assert!(shown.ends_with(" 199-200 … 300 edges; ground 0)"));
}

#[test]
fn a_thousand_games_are_won() {
    let start = |rng: &mut Rng| {
        let drawn = if rng.bool() {
            PlainGraph::random(rng, 16)
        } else {
            PlainGraph::ringed(rng, 12, 6)
        };
        let drawn = PlainGraph {
            vertices: drawn.vertices.min(31),
            edges: drawn
                .edges
                .into_iter()
                .filter(|(a, b)| a.max(b) < &31)
                .collect(),
            ..drawn
        };
        let all = drawn.all();
        (drawn, all)
    };
    let player = |state: &(PlainGraph, u32)| {
        HackenbushPlayer::new(Arc::new(state.0.graph()), &Budget::generous()).unwrap()
    };
    let random = |(drawn, set): &(PlainGraph, u32), rng: &mut Rng| {
        rng.choice(drawn.options(*set).collect::<Vec<_>>())
            .map(|(edge, _)| edge)
    };
    let apply = |(drawn, set): &(PlainGraph, u32), cut: &u32| {
        let (_, left) = drawn.options(*set).find(|(edge, _)| edge == cut)?;
        Some((drawn.clone(), left))
    };
    referee::check_player(false, start, player, random, apply);
}
