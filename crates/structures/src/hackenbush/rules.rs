//! The rules of Hackenbush: the texts that describe graphs, the positions, and the moves. A
//! position is a set of edges, with one bit for each edge in the order of the text. Edges that are
//! not connected to the ground are never in the set of a position. Computing an option takes O(V +
//! E). If edges are red or blue, the players have different moves: rule 0 cuts a green edge, rule 1
//! a blue edge (Left), and rule 2 a red edge (Right).

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::ast::{PlayConvention, Player};
use rules::game::{Conventions, OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{GraphViewNode, LinkColour, VertexMark, View};

use super::graph::GroundedGraph;
use crate::bits::{self, BITS, flip};
use crate::sketch::{Sketch, SketchSpec};
use crate::structure_kind::StructureKind;

/// The maximum number of edges that a position shows.
const MAX_SHOWN_EDGES: usize = 200;

/// The colour of the edges that each rule cuts.
const CUTS: [LinkColour; 3] = [LinkColour::Green, LinkColour::Blue, LinkColour::Red];

const FORM: SketchSpec = SketchSpec {
    sign: '-',
    clauses: &["ground"],
    example: "0-1 1-2 2-0; ground 0",
    extra: true,
    colours: true,
};

/// The entry of Hackenbush in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "hackenbush",
    about: (
        "Hackenbush: cut an edge; everything that is no longer connected to the ground is removed. With colours, as in `0-1 red 1-2 blue`, Left cuts blue edges, Right red ones, and both cut green ones",
        "Hackenbush：每次剪断一条边，与地面不再相连的部分随之消失。若写颜色，如 `0-1 red 1-2 blue`，则左方剪蓝边，右方剪红边，绿边双方都可剪",
    ),
    example: "hackenbush(0-1 1-2 2-0 1-3; ground 0)",
    read: |text| {
        let sketch = Sketch::read(text, FORM)?;
        let ground = ground(&sketch, text)?;
        let refused = |wrong: Text| vec![Diagnostic::error(Span::new(0, text.len()), wrong)];
        let graph = GroundedGraph::new(sketch.vertices, &sketch.links, ground.iter().copied())
            .map_err(refused)?;
        let game = HackenbushRules::new(sketch, ground, graph);
        let start = game.full_position();
        Ok(ParsedStructure::new(game, vec![start]))
    },
};

/// Reads the ground vertices of a text.
fn ground(sketch: &Sketch, text: &str) -> Result<Vec<u32>, Vec<Diagnostic>> {
    let refused = |span: Span, wrong: Text| {
        let help = text!(
            "write `; ground` and the ground vertices after the edges; a list starts with `n m r`: the numbers of vertices and edges, and the ground vertex",
            "在边之后写 `; ground` 及地面顶点；列表则首行写 `n m r`，r 为地面"
        );
        Err(vec![Diagnostic::error(span, wrong).help(help)])
    };
    if let Some((vertex, span)) = sketch.extra {
        let vertices = sketch.vertices;
        return match u32::try_from(vertex) {
            Ok(vertex) if (vertex as usize) < vertices => Ok(vec![vertex]),
            _ => {
                let wrong = text!(
                    "the ground is vertex {vertex}, but there are {vertices} vertices, counted from 0",
                    "地面为顶点 {vertex}，但只有 {vertices} 个顶点，编号从 0 起"
                );
                refused(span, wrong)
            }
        };
    }
    if let Some(empty) = sketch
        .clauses
        .iter()
        .find(|clause| clause.vertices.is_empty() && sketch.vertices > 0)
    {
        return refused(
            empty.span,
            text!("expected a vertex after `ground`", "`ground` 之后应为顶点"),
        );
    }
    if sketch.clauses.is_empty() && sketch.vertices > 0 {
        let end = Span::new(text.len(), text.len());
        return refused(
            end,
            text!("the ground of the graph is missing", "没有写出图的地面"),
        );
    }
    Ok(sketch
        .clause_vertices("ground")
        .map(|(vertex, _)| vertex)
        .collect())
}

/// The rules on a graph. If edges are red or blue, the players have different moves.
pub struct HackenbushRules {
    sketch: Sketch,
    ground: Vec<u32>,
    graph: Arc<GroundedGraph>,
    slots: Vec<Slot>,
    /// For each edge, whether another edge joins its two vertices; computed when a move is first
    /// described.
    parallel: OnceLock<Vec<bool>>,
}

impl HackenbushRules {
    fn new(sketch: Sketch, ground: Vec<u32>, graph: GroundedGraph) -> HackenbushRules {
        let slots = bits::slots("edges", graph.edges());
        HackenbushRules {
            sketch,
            ground,
            graph: Arc::new(graph),
            slots,
            parallel: OnceLock::new(),
        }
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Arc<GroundedGraph> {
        &self.graph
    }

    /// Returns the colours of the edges; empty if all edges are green.
    pub fn colours(&self) -> &[LinkColour] {
        &self.sketch.colours
    }

    fn colour(&self, edge: u32) -> LinkColour {
        let colour = self.colours().get(edge as usize);
        colour.copied().unwrap_or(LinkColour::Green)
    }

    /// Returns the number of the rule that cuts an edge.
    fn rule(&self, edge: u32) -> usize {
        CUTS.iter()
            .position(|&colour| colour == self.colour(edge))
            .unwrap_or(0)
    }

    /// Returns whether an edge remains in a position.
    pub fn has(slots: &[Int], edge: u32) -> bool {
        bits::has(slots, edge)
    }

    /// Returns the position with every grounded edge.
    fn full_position(&self) -> Vec<Int> {
        let mut slots: Vec<Int> = self
            .slots
            .iter()
            .map(|slot| slot.high.unwrap_or(0))
            .collect();
        self.canonicalise(&mut slots);
        slots
    }

    fn name(&self, edge: u32) -> String {
        let (a, b) = self.sketch.links[edge as usize];
        format!("{}-{}", self.sketch.name(a), self.sketch.name(b))
    }

    fn parallel(&self) -> &[bool] {
        self.parallel.get_or_init(|| {
            let joined = |&(a, b): &(u32, u32)| (a.min(b), a.max(b));
            let mut count: HashMap<(u32, u32), u32> = HashMap::new();
            for link in &self.sketch.links {
                *count.entry(joined(link)).or_default() += 1;
            }
            self.sketch
                .links
                .iter()
                .map(|link| count[&joined(link)] > 1)
                .collect()
        })
    }

    /// Writes the position after a cut.
    fn cut(&self, slots: &[Int], edge: u32, sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let mut left = slots.to_vec();
        flip(&mut left, edge);
        sink.commit_single(&left, self.rule(edge), &[Int::from(edge)])
    }

    /// Returns the edge that the choices of a move name, if this edge remains.
    fn chosen(&self, slots: &[Int], choices: &[Int]) -> Option<u32> {
        let edge = u32::try_from(*choices.first()?).ok()?;
        ((edge as usize) < self.graph.edges()
            && choices.len() == 1
            && HackenbushRules::has(slots, edge))
        .then_some(edge)
    }
}

impl Rules for HackenbushRules {
    fn title(&self) -> String {
        let colours = self.colours();
        let title = match (colours.is_empty(), colours.contains(&LinkColour::Green)) {
            (true, _) => "Green Hackenbush",
            (false, false) => "Red-Blue Hackenbush",
            (false, true) => "Red-Blue-Green Hackenbush",
        };
        title.to_owned()
    }

    fn conventions(&self) -> Conventions {
        let play = match self.colours().is_empty() {
            true => PlayConvention::Normal,
            false => PlayConvention::Partizan,
        };
        Conventions {
            play,
            ..Conventions::default()
        }
    }

    fn player(&self, rule: usize) -> Option<Player> {
        CUTS.get(rule)?.player()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn canonicalise(&self, slots: &mut [Int]) {
        for (edge, stands) in self
            .graph
            .standing(|edge| HackenbushRules::has(slots, edge))
            .into_iter()
            .enumerate()
        {
            if !stands {
                slots[edge / BITS] &= !(1 << (edge % BITS));
            }
        }
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        for edge in (0..self.graph.edges() as u32).filter(|&edge| HackenbushRules::has(slots, edge))
        {
            sink.budget().steps(self.graph.edges())?;
            self.cut(slots, edge, sink)?;
        }
        Ok(())
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        match self.chosen(slots, choices) {
            Some(edge) if rule == self.rule(edge) => self.cut(slots, edge, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, slots: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let edge = self.chosen(slots, choices)?;
        let name = self.name(edge);
        let number = edge + 1;
        Some(match self.parallel()[edge as usize] {
            true => text!(
                "cut {name} (edge {number})",
                "剪断 {name}（第 {number} 条边）"
            ),
            false => text!("cut {name}", "剪断 {name}"),
        })
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(self.full_position()),
            Some(slots) if slots.len() == self.slots.len() => Ok(slots.to_vec()),
            Some(_) => {
                let count = self.slots.len();
                Err(text!(
                    "expected a position of {count} numbers that encode a set of edges: one bit per edge, {BITS} edges per number",
                    "局面应为 {count} 个数，以二进制位表示边的集合，每个数表示 {BITS} 条边"
                ))
            }
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        let left = || {
            let edges = 0..self.graph.edges() as u32;
            edges.filter(|&edge| HackenbushRules::has(slots, edge))
        };
        let mark = |vertex| {
            if self.ground.contains(&vertex) {
                VertexMark::Ground
            } else {
                VertexMark::Plain
            }
        };
        let links = left().map(|edge| self.sketch.links[edge as usize]);
        let view = View::graph(links, [], false, |vertex| GraphViewNode {
            name: self.sketch.name(vertex),
            mark: mark(vertex),
        });
        Some(match self.colours().is_empty() {
            true => view,
            false => view.with_link_colours(left().map(|edge| self.colour(edge)).collect()),
        })
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let left: Vec<u32> = (0..self.graph.edges() as u32)
            .filter(|&edge| HackenbushRules::has(slots, edge))
            .collect();
        if left.is_empty() {
            return Some("hackenbush()".to_owned());
        }
        let mut shown: Vec<String> = left
            .iter()
            .take(MAX_SHOWN_EDGES)
            .map(|&edge| match self.colours().is_empty() {
                true => self.name(edge),
                false => format!("{} {}", self.name(edge), self.colour(edge).word()),
            })
            .collect();
        if left.len() > MAX_SHOWN_EDGES {
            shown.push(format!("… {} edges", left.len()));
        }
        // Ground vertices without a remaining edge are not shown if few edges remain; no vertex is
        // named twice.
        let ends = left
            .iter()
            .take(MAX_SHOWN_EDGES)
            .flat_map(|&edge| <[u32; 2]>::from(self.sketch.links[edge as usize]));
        let mut used: HashSet<u32> = if left.len() > MAX_SHOWN_EDGES {
            self.ground.iter().copied().collect()
        } else {
            ends.collect()
        };
        let ground = self.ground.iter().filter(|vertex| used.remove(vertex));
        let ground: Vec<String> = ground
            .take(MAX_SHOWN_EDGES)
            .map(|&vertex| self.sketch.name(vertex))
            .collect();
        Some(format!(
            "hackenbush({}; ground {})",
            shown.join(" "),
            ground.join(" ")
        ))
    }
}
