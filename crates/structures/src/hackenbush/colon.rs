//! The colon principle as a theorem on Hackenbush, if the players have different moves.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use partizan::{Id, Store, ValueError};
use rules::game::Rules;
use rules::ir::Int;
use rules::view::LinkColour;
use theory::partizan_theorem::{PartizanClosedForm, PartizanTheorem};
use theory::theorem::ConditionError;

use super::coloured_graph::{ColouredEdge, ColouredGraph, ColouredValues};
use super::graph::GroundedGraph;
use super::rules::HackenbushRules;
use super::search::DepthFirstSearch;
use crate::bits::flip;

/// The colon principle.
pub(crate) struct ColonTheorem;

impl PartizanTheorem for ColonTheorem {
    fn name(&self) -> &'static str {
        "colon"
    }

    fn statement(&self) -> Text {
        text!(
            "A part of a graph that shares one vertex with the rest can be replaced by its value. An edge with a part of value G on top of it has the value 1:G if it is blue, (-1):G if it is red, and *:G if it is green.",
            "图中与其余部分只共一个顶点的部分可用其值代替。边上方部分的值为 G 时，蓝边连同上方的值为 1:G，红边为 (-1):G，绿边为 *:G。"
        )
    }

    fn source(&self) -> &'static str {
        "J. H. Conway, On Numbers and Games, chapter 13 (1976); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapters 1, 2 and 7 (1982)"
    }

    fn apply(&self, rules: &dyn Rules) -> Result<Box<dyn PartizanClosedForm>, ConditionError> {
        let rules = rules.as_any().and_then(|rules| rules.downcast_ref());
        let rules: &HackenbushRules =
            rules.ok_or_else(|| text!("the game is not Hackenbush", "该游戏不是 Hackenbush"))?;
        let colours = match rules.colours() {
            [] => vec![LinkColour::Green; rules.graph().edges()],
            colours => colours.to_vec(),
        };
        Ok(Box::new(ColonForm {
            graph: rules.graph().clone(),
            colours,
            values: ColouredValues::default(),
        }))
    }
}

struct ColonForm {
    graph: Arc<GroundedGraph>,
    colours: Vec<LinkColour>,
    values: ColouredValues,
}

impl PartizanClosedForm for ColonForm {
    fn value(
        &mut self,
        slots: &[Int],
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        let sites = self.graph.sites();
        let bytes = 20 * self.graph.edges() + 4 * sites;
        budget.allow_growth(self.bytes() + store.bytes(), bytes as u64)?;
        let left = (0..self.graph.edges() as u32).filter(|&edge| HackenbushRules::has(slots, edge));
        let edges = left.map(|edge| ColouredEdge {
            ends: self.graph.ends(edge),
            colour: self.colours[edge as usize],
        });
        let graph = ColouredGraph {
            edges: edges.collect(),
            values: vec![Store::ZERO; sites],
        };
        self.values.value(&graph, store, budget)
    }

    /// Divides the graph at the ground.
    fn summands(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<Vec<Int>>>, StopReason> {
        let has = |edge| HackenbushRules::has(slots, edge);
        let search = DepthFirstSearch::new(&self.graph, has, budget)?;
        let mut parts: Vec<Vec<Int>> = Vec::new();
        // The part of each site, in the order of the search.
        let mut part_of = vec![0; search.sites()];
        let add = |parts: &mut Vec<Vec<Int>>, part: usize, edge: u32| {
            if part == parts.len() {
                parts.push(vec![0; slots.len()]);
            }
            flip(&mut parts[part], edge);
        };
        for site in 1..search.sites() {
            let above = search.parent[site] as usize;
            part_of[site] = if above == 0 {
                parts.len()
            } else {
                part_of[above]
            };
            add(&mut parts, part_of[site], search.edge[site]);
        }
        for back in &search.back {
            add(&mut parts, part_of[back.low as usize], back.edge);
        }
        for &(site, edge) in &search.loops {
            let part = if site == 0 {
                parts.len()
            } else {
                part_of[site as usize]
            };
            add(&mut parts, part, edge);
        }
        Ok((parts.len() > 1).then_some(parts))
    }

    fn bytes(&self) -> u64 {
        self.values.bytes()
    }
}
