//! Functions of graphs, and graphs from files.

use super::{moves, world};
use rules::ir::Int;
use rules::play::Component;
use rules::view::{View, component_views};
use rules::world::World;

/// Compares games on random graphs with the definition of their moves.
#[test]
fn functions_of_random_graphs() {
    let mut rng = fastrand::Rng::with_seed(3);
    for round in 0..testkit::rounds(60, 600) {
        let n = rng.i64(2..8);
        let edges: Vec<(Int, Int)> = (1..=n)
            .flat_map(|a| (a + 1..=n).map(move |b| (a, b)))
            .filter(|_| rng.u32(..3) == 0)
            .collect();
        let named = round % 2 == 1;
        let name = |v: Int| {
            if named {
                format!("v{v}")
            } else {
                v.to_string()
            }
        };
        let paths: Vec<String> = (1..=n)
            .map(&name)
            .chain(
                edges
                    .iter()
                    .map(|&(a, b)| format!("{}-{}", name(a), name(b))),
            )
            .collect();
        let text = format!(
            "game N(G = graph({0})) {{ state s set of vertices(G) move \"take {{v}}\" v in s : {{ s -= around(G, v) }} }}
             game A(G = graph({0})) {{ state s set of vertices(G) move (u, v) in {{(u, v) for u in vertices(G), v in near(G, u) when u < v}} when u in s and v in s : {{ s -= {{u, v}} }} }}
             game B(G = graph({0})) {{ state s set of vertices(G) move v in s when v != 1 : {{ s -= beyond(G, 1, v) }} }}
             game C(G = graph({0})) {{ state s set of vertices(G) move v in s, u in s when adjacent(G, u, v) and u < v : {{ s -= {{t in s when adjacent(G, t, u)}} }} }}",
            paths.join(" ")
        );
        let (world, games) = world(&text, &["N", "A", "B", "C"]);
        let joined = |a: Int, b: Int| edges.contains(&(a.min(b), a.max(b)));
        let reached = |out: Int| {
            let mut met = vec![1];
            let mut at = 0;
            while at < met.len() {
                let here = met[at];
                met.extend(
                    (1..=n)
                        .filter(|&v| v != out && joined(here, v) && !met.contains(&v))
                        .collect::<Vec<_>>(),
                );
                at += 1;
            }
            met
        };
        for bits in 0..1i64 << n {
            let has = |v: Int| bits >> (v - 1) & 1 == 1;
            let without = |gone: &dyn Fn(Int) -> bool| {
                (1..=n)
                    .filter(|&v| has(v) && !gone(v))
                    .map(|v| 1 << (v - 1))
                    .sum::<Int>()
            };
            let present: Vec<Int> = (1..=n).filter(|&v| has(v)).collect();
            let mut expected: [Vec<(Vec<Int>, Int)>; 4] = Default::default();
            for &v in &present {
                expected[0].push((vec![v], without(&|t| t == v || joined(t, v))));
                if v != 1 {
                    let met = reached(v);
                    expected[2].push((vec![v], without(&|t| !met.contains(&t))));
                }
                for &u in &present {
                    if u < v && joined(u, v) {
                        expected[1].push((vec![u, v], without(&|t| t == u || t == v)));
                        expected[3].push((vec![v, u], without(&|t| joined(t, u))));
                    }
                }
            }
            // The view contains the vertices that are present, and the edges between them.
            let component = Component {
                game: games[0],
                slots: vec![bits].into(),
            };
            let looks = component_views(&world, &[component]);
            let View::Graph(graph) = &looks[0].view else {
                panic!("{looks:?}")
            };
            let drawn: Vec<&str> = graph.nodes.iter().map(|node| node.name.as_str()).collect();
            assert_eq!(drawn, present.iter().map(|&v| name(v)).collect::<Vec<_>>());
            let inside = edges
                .iter()
                .filter(|(a, b)| has(*a) && has(*b))
                .map(|&(a, b)| (name(a), name(b)));
            let links = graph
                .links
                .iter()
                .map(|&(a, b)| (drawn[a].to_owned(), drawn[b].to_owned()));
            assert_eq!(links.collect::<Vec<_>>(), inside.collect::<Vec<_>>());
            for (expected, &id) in expected.iter_mut().zip(&games) {
                expected.sort();
                let found: Vec<(Vec<Int>, Int)> = moves(&world, id, &[bits])
                    .into_iter()
                    .map(|(_, choices, left)| (choices, left[0]))
                    .collect();
                assert_eq!(&found, expected, "at {bits:b}\n{text}");
            }
        }
        let label = world.rules(games[0]).describe(&[1], 0, &[2]).unwrap().en;
        assert_eq!(label, format!("take {}", name(2)));
        assert_eq!(
            world.show(games[0], &[3]),
            format!("n[{{{}, {}}}]", name(1), name(2))
        );
    }
}

#[test]
fn mistakes_in_graphs_are_told() {
    let wrong = |params: &str, items: &str| {
        let mut world = World::empty();
        let refused = match world.load("t", &format!("game A({params}) {{ {items} }}")) {
            Err(refusal) => refusal,
            Ok(_) => match world.instantiate("A", Vec::new()) {
                Err(rules::world::InstantiationError::There(refusal)) => refusal,
                other => panic!("{params}: {other:?}"),
            },
        };
        refused.diagnostics[0].message.en.clone()
    };
    let free = "state s set of vertices(G) move v in s : { s -= {v} }";
    for (params, items, said) in [
        (
            "G = graph(1-1)",
            free,
            "an edge must join two different vertices: `1-1`",
        ),
        (
            "G = graph(1-a)",
            free,
            "the vertices must be either all numbers or all names, found `1`",
        ),
        ("G = graph()", free, "a graph has at least one vertex"),
        (
            "G = graph(1-2 2-)",
            free,
            "expected a vertex (a number or a name), found `)`",
        ),
        (
            "G = graph(1-2 + 3)",
            free,
            "expected a vertex or `)`, found `+`",
        ),
        (
            "G = graph(99999999999999999999-2)",
            free,
            "number too large: it has 20 digits; the maximum is 9223372036854775807",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in s : { s -= around(v, G) }",
            "wrong arguments for `around`: expected 2 in all, first a graph",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in s when G == 1 : { s -= {v} }",
            "a graph is not a value",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in s : { s -= beyond(G, 7, v) }",
            "the graph has no vertex 7",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in s : { s -= around(G, 7) }",
            "the graph has no vertex 7",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in near(G, 0) when v in s : { s -= {v} }",
            "the graph has no vertex 0",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in s when adjacent(G, v, 9) : { s -= {v} }",
            "the graph has no vertex 9",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in s : { s -= beyond(G, v, v) }",
            "the root must be a constant",
        ),
        (
            "G = graph(1-2)",
            "state s set of vertices(G) move v in s : { s -= {3} }",
            "3 can never be in `s`",
        ),
    ] {
        assert_eq!(wrong(params, items), said, "{params}: {items}");
    }
}

/// Graphs in files have an edge on each line, or paths. Errors are reported with their locations.
#[test]
fn graphs_are_read_from_files() {
    use rules::network::Network;
    let read = |text: &str| Network::read(text).map(|network| network.to_string());
    for (text, expected) in [
        ("1 2\n2 3 # a comment\n\n5\n", "graph(1-2 2-3 5)"),
        ("1-2-3, 5", "graph(1-2 2-3 5)"),
        ("a\tb\r\nb c\r\n", "graph(a-b b-c)"),
    ] {
        assert_eq!(read(text).unwrap(), expected, "{text:?}");
    }
    for (text, said, at) in [
        (
            "1 2\n2 3\n1",
            "`1` is alone on a line, but other lines connect it",
            "1",
        ),
        (
            "1 2\n2-",
            "expected a vertex (a number or a name), found ``",
            "2-",
        ),
        ("1 2\n2 3 4\n", "an edge joins two vertices", "4"),
        (
            "1 2\n3 3\n",
            "an edge must join two different vertices: `3-3`",
            "3 3",
        ),
        (
            "1 2\na b",
            "the vertices must be either all numbers or all names, found `1`",
            "1 2",
        ),
        (
            "1 2\n[2 3",
            "expected a vertex (a number or a name), found `[2`",
            "[2 3",
        ),
        ("# nothing\n", "a graph has at least one vertex", ""),
    ] {
        let error = &read(text).unwrap_err()[0];
        assert_eq!(
            (error.message.en.as_str(), &text[error.span.range()]),
            (said, at),
            "{text:?}"
        );
    }
}

/// A given graph is the argument of the games that name it, unless the query gives another graph.
#[test]
fn given_graphs_are_arguments() {
    let text = "game A(G = graph(1-2), H = graph(1-2), n = 1) { state s set of vertices(G) move v in s : { s -= around(G, v) } }";
    let mut world = World::empty();
    world.load("t", text).unwrap();
    let graph = |text: &str| std::sync::Arc::new(rules::network::Network::read(text).unwrap());
    world.set_files(vec![rules::data_file::DataFile {
        name: "g".to_owned(),
        text: "1 2\n2 3".to_owned(),
        file: "g.edges".to_owned(),
    }]);
    let title = |world: &mut World, args| {
        let game = world
            .instantiate_for("a", args, &[])
            .unwrap_or_else(|missing| panic!("{missing:?}"));
        world.rules(game).title()
    };
    let value = |text: &str| rules::ir::ParameterValue::Graph(graph(text));
    assert_eq!(
        title(&mut world, vec![]),
        "A(G = graph(1-2 2-3), H = graph(1-2), n = 1)"
    );
    assert_eq!(
        title(&mut world, vec![(None, value("4"))]),
        "A(G = graph(4), H = graph(1-2), n = 1)"
    );
    assert_eq!(
        title(&mut world, vec![(Some("G".into()), value("4"))]),
        "A(G = graph(4), H = graph(1-2), n = 1)"
    );
    assert_eq!(
        title(&mut world, vec![(Some("H".into()), value("4"))]),
        "A(G = graph(1-2 2-3), H = graph(4), n = 1)"
    );
    assert_eq!(world.unused_file(&["a"]), None);
    assert_eq!(world.unused_file(&["b"]), Some("g"));
}
