//! Kayles on graphs with more symmetries than the engine uses. Every answer has a certificate that
//! the checker accepts, and its value equals the value by plain search. The graphs are the Cayley
//! graphs of all groups of small order, the Petersen graph, and disjoint unions. Up to 12 vertices
//! every vertex-transitive graph is a Cayley graph, except the Petersen graph and its complement
//! (McKay and Praeger 1994).

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use certificate::parse;
use fastrand::Rng;
use grundy::Session;
use testkit::rounds;

type Edges = BTreeSet<(usize, usize)>;
type Permutation = Vec<usize>;

/// Returns all products of permutations of `0..points`, the identity first.
fn group(points: usize, generators: &[Permutation]) -> Vec<Permutation> {
    let mut all = vec![(0..points).collect::<Permutation>()];
    let mut next = 0;
    while next < all.len() {
        for generator in generators {
            let product: Permutation = all[next].iter().map(|&point| generator[point]).collect();
            if !all.contains(&product) {
                all.push(product);
            }
        }
        next += 1;
    }
    all
}

/// Returns the permutation of `points` points that consists of the given cycles.
fn cycles(points: usize, cycles: &[&[usize]]) -> Permutation {
    let mut permutation: Permutation = (0..points).collect();
    for cycle in cycles {
        for (at, &point) in cycle.iter().enumerate() {
            permutation[point] = cycle[(at + 1) % cycle.len()];
        }
    }
    permutation
}

/// Returns a product of cyclic groups of these orders.
fn abelian(orders: &[usize]) -> Vec<Permutation> {
    let points = orders.iter().sum();
    let mut first = 0;
    let generators: Vec<Permutation> = orders
        .iter()
        .map(|&order| {
            let cycle: Vec<usize> = (first..first + order).collect();
            first += order;
            cycles(points, &[&cycle])
        })
        .collect();
    group(points, &generators)
}

/// Returns the symmetries of a regular polygon.
fn dihedral(sides: usize) -> Vec<Permutation> {
    let turn = (0..sides).map(|point| (point + 1) % sides).collect();
    let mirror = (0..sides).map(|point| (sides - point) % sides).collect();
    group(sides, &[turn, mirror])
}

/// Returns all groups of order 2 to 12.
fn small_groups() -> Vec<Vec<Permutation>> {
    let mut groups: Vec<Vec<Permutation>> = (2..=12).map(|order| abelian(&[order])).collect();
    groups.extend([&[2, 2][..], &[2, 4], &[2, 2, 2], &[3, 3], &[2, 6]].map(abelian));
    groups.extend((3..=6).map(dihedral));
    let quaternions = [
        cycles(8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]]),
        cycles(8, &[&[0, 4, 2, 6], &[1, 7, 3, 5]]),
    ];
    groups.push(group(8, &quaternions));
    groups.push(group(
        4,
        &[cycles(4, &[&[0, 1, 2]]), cycles(4, &[&[1, 2, 3]])],
    ));
    groups.push(group(
        7,
        &[
            cycles(7, &[&[0, 1, 2]]),
            cycles(7, &[&[0, 1], &[3, 4, 5, 6]]),
        ],
    ));
    groups
}

/// Returns the Cayley graph of a group, with edges for the given elements and their inverses.
fn cayley(group: &[Permutation], connections: &[usize]) -> Edges {
    let place =
        |permutation: &Permutation| group.iter().position(|other| other == permutation).unwrap();
    let mut edges = Edges::new();
    for (from, element) in group.iter().enumerate() {
        for &connection in connections {
            let to = place(
                &element
                    .iter()
                    .map(|&point| group[connection][point])
                    .collect(),
            );
            edges.insert((from.min(to), from.max(to)));
        }
    }
    edges
}

fn petersen() -> Edges {
    (0..5)
        .flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (5 + at, 5 + (at + 2) % 5)])
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect()
}

fn complement(vertices: usize, edges: &Edges) -> Edges {
    (0..vertices)
        .flat_map(|a| (a + 1..vertices).map(move |b| (a, b)))
        .filter(|edge| !edges.contains(edge))
        .collect()
}

/// The value of a set of free vertices by the definition.
struct Naive<'e> {
    edges: &'e Edges,
    by_nodes: bool,
    values: HashMap<u32, u64>,
}

impl Naive<'_> {
    fn value(&mut self, free: u32) -> u64 {
        if let Some(value) = self.values.get(&free) {
            return *value;
        }
        let mut options = BTreeSet::new();
        if self.by_nodes {
            for vertex in (0..32).filter(|vertex| free >> vertex & 1 == 1) {
                let near = |&&(a, b): &&(usize, usize)| a == vertex || b == vertex;
                let taken = self
                    .edges
                    .iter()
                    .filter(near)
                    .fold(1 << vertex, |taken: u32, &(a, b)| taken | 1 << a | 1 << b);
                options.insert(free & !taken);
            }
        } else {
            let pairs = self.edges.iter().map(|&(a, b)| 1 << a | 1 << b);
            options.extend(
                pairs
                    .filter(|pair: &u32| free & pair == *pair)
                    .map(|pair| free & !pair),
            );
        }
        let values: BTreeSet<u64> = options
            .into_iter()
            .map(|option| self.value(option))
            .collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        self.values.insert(free, value);
        value
    }
}

/// Compares the answer about a graph and its certificate with plain search.
fn check(vertices: usize, edges: &Edges, by_nodes: bool) {
    let list: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    let question = format!(
        "{}(graph({}))",
        if by_nodes { "nodekayles" } else { "arckayles" },
        list.join(" ")
    );
    let (answer, text) = Session::new()
        .certify(&*question, false, &Budget::generous())
        .unwrap_or_else(|error| panic!("{question}: {error:?}"));
    parse(&text)
        .unwrap()
        .check(&Budget::generous())
        .unwrap_or_else(|refused| panic!("{question}: {refused:?}"));
    // A vertex without edges does not occur in the question.
    let named = edges
        .iter()
        .fold(0, |named, &(a, b)| named | 1 << a | 1 << b);
    assert!(vertices <= 32);
    let value = Naive {
        edges,
        by_nodes,
        values: HashMap::new(),
    }
    .value(named);
    assert_eq!(
        answer.value.and_then(|value| value.as_nimber()),
        Some(value),
        "{question}"
    );
}

#[test]
fn named_graphs() {
    let circulant = |vertices: usize, steps: &[usize]| cayley(&abelian(&[vertices]), steps);
    let bipartite = |side: usize| {
        (0..side)
            .flat_map(|a| (side..2 * side).map(move |b| (a, b)))
            .collect::<Edges>()
    };
    let complete = |vertices| complement(vertices, &Edges::new());
    for (vertices, edges) in [
        (6, complete(6)),
        (7, complete(7)),
        (8, bipartite(4)),
        (10, petersen()),
        (8, circulant(8, &[1, 3])),
    ] {
        check(vertices, &edges, false);
        check(vertices, &edges, true);
    }
    check(10, &circulant(10, &[1, 4]), false);
    check(10, &bipartite(5), true);
    check(10, &complement(10, &petersen()), true);
}

#[test]
fn vertex_transitive_graphs_and_unions() {
    let mut rng = Rng::with_seed(51);
    let groups = small_groups();
    assert_eq!(
        groups.iter().map(Vec::len).collect::<Vec<_>>(),
        [
            2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 4, 8, 8, 9, 12, 6, 8, 10, 12, 8, 12, 12
        ]
    );
    let mut last = (2, Edges::from([(0, 1)]));
    let mut met = BTreeSet::new();
    for group in groups.iter().chain([
        &dihedral(7),
        &abelian(&[2, 8]),
        &abelian(&[4, 4]),
        &abelian(&[13]),
    ]) {
        for subset in 1..1_usize << (group.len() - 1) {
            if rng.usize(..rounds(group.len() * 40, group.len())) > 1 && group.len() > 6 {
                continue;
            }
            let connections: Vec<usize> = (1..group.len())
                .filter(|at| subset >> (at - 1) & 1 == 1)
                .collect();
            let edges = cayley(group, &connections);
            if edges.is_empty() || edges.len() > rounds(24, 40) || !met.insert(edges.clone()) {
                continue;
            }
            check(group.len(), &edges, rng.bool());
            let (vertices, others) = &last;
            if group.len() + vertices <= rounds(14, 20) && edges.len() + others.len() <= 24 {
                let moved = others
                    .iter()
                    .map(|(a, b)| (a + group.len(), b + group.len()));
                check(
                    group.len() + vertices,
                    &edges.iter().copied().chain(moved).collect(),
                    rng.bool(),
                );
            }
            last = (group.len(), edges);
        }
    }
    assert!(met.len() > 40, "{}", met.len());
}
