//! Tests that game graphs as GraphML can be read back by an XML parser.

use base::budget::Budget;
use grundy::Session;
use picture::graphml::graphml;

/// Every node and arc is present with its data, whatever characters names contain. Values are
/// numbers if all values are nimbers.
#[test]
fn graphs_come_back_from_graphml() {
    let mut session = Session::new();
    session
        .load_graph("round.arcs", "round", "4 4\n0 1\n1 2\n2 0\n2 3\n")
        .unwrap();
    let questions = [
        "nim[1] + nim[2]",
        "kayles[6]",
        "cram(2, 2)",
        "round[0]",
        "pegduotaire[\"xx.x\"]",
    ];
    for question in questions {
        let graph = session
            .graph(question, 1_000, &Budget::generous())
            .unwrap_or_else(|error| panic!("{question}: {error:?}"));
        let text = graphml(&graph);
        let read =
            roxmltree::Document::parse(&text).unwrap_or_else(|why| panic!("{question}: {why}"));
        let all = |name: &str| {
            read.descendants()
                .filter(|node| node.has_tag_name(("http://graphml.graphdrawing.org/xmlns", name)))
                .collect::<Vec<_>>()
        };
        let data = |of: &roxmltree::Node<'_, '_>, key: &str| {
            of.children()
                .find(|child| child.attribute("key") == Some(key))
                .and_then(|child| child.text().map(str::to_owned))
        };
        let keys: Vec<_> = all("key")
            .iter()
            .filter_map(|key| key.attribute("id").map(str::to_owned))
            .collect();
        assert_eq!(keys, ["position", "outcome", "value", "layer", "winning"]);
        let numbers = graph
            .nodes
            .iter()
            .filter_map(|node| node.value)
            .all(|value| value.as_nimber().is_some());
        assert_eq!(
            all("key")[2].attribute("attr.type"),
            Some(if numbers { "long" } else { "string" }),
            "{question}"
        );
        let nodes = all("node");
        assert_eq!(nodes.len(), graph.nodes.len());
        for (node, own) in nodes.iter().zip(&graph.nodes) {
            assert_eq!(
                data(node, "position").as_deref(),
                Some(own.position.as_str()),
                "{question}"
            );
            assert_eq!(
                data(node, "outcome"),
                Some(own.outcome.letter().to_string()),
                "{question}"
            );
            assert_eq!(
                data(node, "value"),
                own.value.map(|value| value.to_string()),
                "{question}"
            );
        }
        let place = |node: &str| {
            nodes
                .iter()
                .position(|one| one.attribute("id") == Some(node))
                .unwrap()
        };
        let arcs: Vec<_> = all("edge")
            .iter()
            .map(|edge| {
                (
                    place(edge.attribute("source").unwrap()),
                    place(edge.attribute("target").unwrap()),
                )
            })
            .collect();
        assert_eq!(arcs, graph.arcs, "{question}");
        let winning = all("edge")
            .iter()
            .filter(|edge| data(edge, "winning").as_deref() == Some("true"))
            .count();
        let expected = graph
            .arcs
            .iter()
            .filter(|&&(_, to)| graph.nodes[to].outcome == rules::game::Outcome::P)
            .count();
        assert_eq!(winning, expected, "{question}");
    }
}
