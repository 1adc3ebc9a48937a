//! Game graphs as GraphML, which NetworkX, yEd, Gephi and igraph read. Each node has its position,
//! outcome, value and layer; each arc states whether its move wins. Format: U. Brandes and others
//! 2002, graphml.graphdrawing.org.

use std::fmt::Write;

use grundy::graph::GameGraph;
use rules::game::Outcome;

use crate::svg::escape;

/// Returns the graph as GraphML. The values are numbers if all of them are nimbers, otherwise text.
pub fn graphml(graph: &GameGraph) -> String {
    let nimbers = graph
        .nodes
        .iter()
        .filter_map(|node| node.value)
        .all(|value| value.as_nimber().is_some());
    let kind = if nimbers { "long" } else { "string" };
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n".to_owned();
    let keys = [
        ("position", "node", "string"),
        ("outcome", "node", "string"),
        ("value", "node", kind),
        ("layer", "node", "long"),
        ("winning", "edge", "boolean"),
    ];
    for (name, of, kind) in keys {
        let _ = writeln!(
            out,
            "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
        );
    }
    let _ = writeln!(
        out,
        "  <graph id=\"G\" edgedefault=\"directed\">\n    <desc>{}</desc>",
        escape(&graph.position)
    );
    for (index, node) in graph.nodes.iter().enumerate() {
        let (position, outcome) = (escape(&node.position), node.outcome.letter());
        let value = node
            .value
            .map(|value| format!("<data key=\"value\">{}</data>", escape(&value.to_string())))
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "    <node id=\"n{index}\"><data key=\"position\">{position}</data><data key=\"outcome\">{outcome}</data>{value}<data key=\"layer\">{}</data></node>",
            node.layer
        );
    }
    for &(from, to) in &graph.arcs {
        let wins = graph.nodes[to].outcome == Outcome::P;
        let _ = writeln!(
            out,
            "    <edge source=\"n{from}\" target=\"n{to}\"><data key=\"winning\">{wins}</data></edge>"
        );
    }
    out + "  </graph>\n</graphml>\n"
}
