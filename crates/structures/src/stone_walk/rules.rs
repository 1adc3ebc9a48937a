//! The rules. A position is the vertex of the piece, then the stones on each vertex; a move is the
//! destination of the piece.

use std::any::Any;
use std::sync::Arc;

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{GraphViewNode, VertexMark, View};

use crate::geography::UndirectedGraph;
use crate::sketch::{Sketch, SketchSpec, wrong};
use crate::structure_kind::StructureKind;
use crate::tree;

const FORM: SketchSpec = SketchSpec {
    sign: '-',
    clauses: &["stones", "at"],
    example: "a-b b-c; stones a=1 b=2 c=3; at b",
    extra: true,
    colours: false,
};

/// The entry of stone walks in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "stonewalk",
    about: (
        "take a stone from the vertex of the piece and move the piece to a neighbour; the player to move loses if the vertex of the piece has no stones",
        "从棋子所在顶点取走一枚石子，再将棋子移到相邻顶点；棋子所在顶点没有石子者判负",
    ),
    example: "stonewalk(a-b b-c; stones a=1 b=2 c=3; at b)",
    read: |text| {
        let sketch = Sketch::read_numbered(text, FORM, "stones")?;
        read(sketch, text).map_err(|wrong| {
            let example = FORM.example;
            vec![(*wrong).help(text!(
                "links, stones and the piece are written like this: {example}; a list has a line `n m v` (the numbers of vertices and links, and the vertex of the piece), then m links and the n numbers of stones",
                "边、石子和棋子的写法举例：{example}；列表首行写 `n m v`，v 为棋子所在顶点，然后是 m 条边和 n 个石子数"
            ))]
        })
    },
};

fn read(sketch: Sketch, text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let vertices = sketch.vertices;
    if vertices == 0 {
        return Err(wrong(
            Span::new(0, 0),
            text!(
                "expected at least one vertex for the piece",
                "没有可放棋子的顶点"
            ),
        ));
    }
    if let Some(link) = sketch.links.iter().position(|(a, b)| a == b) {
        let message = text!(
            "this link connects a vertex with itself: the piece would not move",
            "此边连回自身：棋子并没有移动"
        );
        return Err(wrong(sketch.place(text, FORM, link), message));
    }
    let mut stones: Vec<Option<Int>> = vec![None; vertices];
    for &(vertex, count, span) in &sketch.numbers {
        if stones[vertex as usize].replace(count as Int).is_some() {
            let name = sketch.name(vertex);
            return Err(wrong(
                span,
                text!(
                    "duplicate number of stones for `{name}`",
                    "`{name}` 的石子数写了两次"
                ),
            ));
        }
    }
    let mut places = sketch.clause_vertices("at").chain(
        sketch
            .extra
            .map(|(vertex, span)| (u32::try_from(vertex).unwrap_or(u32::MAX), span)),
    );
    let at = places.next();
    if let Some((_, span)) = places.next() {
        return Err(wrong(
            span,
            text!(
                "too many vertices for the piece: it is on one vertex only",
                "顶点过多：只有一枚棋子，只能放在一个顶点上"
            ),
        ));
    }
    drop(places);
    if let Some((_, span)) = at.filter(|&(vertex, _)| vertex as usize >= vertices) {
        return Err(wrong(
            span,
            text!(
                "unknown vertex: there are {vertices} vertices, numbered from 0",
                "没有这个顶点：共 {vertices} 个，编号从 0 起"
            ),
        ));
    }
    let stones: Vec<Int> = stones.into_iter().map(|count| count.unwrap_or(0)).collect();
    let game = StoneWalkRules::new(sketch, stones);
    let starts = at
        .map(|(vertex, _)| game.start(vertex))
        .into_iter()
        .collect();
    Ok(ParsedStructure::new(game, starts))
}

/// The rules on a graph with stones.
pub struct StoneWalkRules {
    sketch: Sketch,
    graph: Arc<UndirectedGraph>,
    stones: Vec<Int>,
    slots: Vec<Slot>,
}

impl StoneWalkRules {
    fn new(sketch: Sketch, stones: Vec<Int>) -> StoneWalkRules {
        let graph = Arc::new(UndirectedGraph::as_read(sketch.vertices, &sketch.links));
        let at = Slot::number("at", 0, Some(sketch.vertices as Int - 1));
        let cells = stones
            .iter()
            .zip(0..)
            .map(|(&count, vertex)| Slot::cell("stones", (1, vertex), 0, Some(count)));
        let slots = std::iter::once(at).chain(cells).collect();
        StoneWalkRules {
            sketch,
            graph,
            stones,
            slots,
        }
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Arc<UndirectedGraph> {
        &self.graph
    }

    fn start(&self, at: u32) -> Vec<Int> {
        std::iter::once(Int::from(at))
            .chain(self.stones.iter().copied())
            .collect()
    }

    /// Returns the vertex of the piece, and the stones of each vertex.
    pub(super) fn parts(position: &[Int]) -> (u32, &[Int]) {
        (position[0] as u32, &position[1..])
    }

    fn make(&self, position: &[Int], to: u32, sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        sink.budget().steps(position.len())?;
        let mut option = position.to_vec();
        option[1 + position[0] as usize] -= 1;
        option[0] = Int::from(to);
        sink.commit_single(&option, 0, &[Int::from(to)])
    }
}

impl Rules for StoneWalkRules {
    fn title(&self) -> String {
        "a walk that costs stones".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn options(&self, position: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let (at, stones) = StoneWalkRules::parts(position);
        if stones[at as usize] == 0 {
            return Ok(());
        }
        self.graph
            .neighbours(at)
            .iter()
            .try_for_each(|&to| self.make(position, to, sink))
    }

    fn option(
        &self,
        position: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let (at, stones) = StoneWalkRules::parts(position);
        let &[to] = choices else { return Ok(()) };
        let to = u32::try_from(to)
            .ok()
            .filter(|&to| (to as usize) < stones.len() && self.graph.has_edge(at, to));
        match to {
            Some(to) if rule == 0 && stones[at as usize] > 0 => self.make(position, to, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, position: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let from = self.sketch.name(StoneWalkRules::parts(position).0);
        let to = self.sketch.name(u32::try_from(*choices.first()?).ok()?);
        Some(text!(
            "take a stone from {from} and go to {to}",
            "从 {from} 取一枚石子，走到 {to}"
        ))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let n = self.stones.len();
        match given {
            Some(&[vertex]) if (0..n as Int).contains(&vertex) => Ok(self.start(vertex as u32)),
            Some(row) if row.len() == self.slots.len() => Ok(row.to_vec()),
            _ => Err(text!(
                "expected a position [v], the vertex of the piece, numbered from 0 (of {n} vertices)",
                "局面应写作 [v]，即棋子所在顶点，编号从 0 起，共 {n} 个顶点"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, position: &[Int]) -> Option<View> {
        let (at, stones) = StoneWalkRules::parts(position);
        let links = self.sketch.links.iter().copied();
        let mark = |vertex| {
            if vertex == at {
                VertexMark::Token
            } else {
                VertexMark::Plain
            }
        };
        let name =
            |vertex: u32| format!("{}={}", self.sketch.name(vertex), stones[vertex as usize]);
        Some(View::graph(links, self.graph.vertices(), false, |vertex| {
            GraphViewNode {
                name: name(vertex),
                mark: mark(vertex),
            }
        }))
    }

    fn show(&self, position: &[Int]) -> Option<String> {
        let (at, stones) = StoneWalkRules::parts(position);
        let lone = self
            .graph
            .vertices()
            .filter(|&vertex| self.graph.neighbours(vertex).is_empty());
        let mut links = tree::linked(&self.sketch, |_| true);
        // A text that starts with the numbers of isolated vertices could be parsed as a list.
        let lone = tree::names(&self.sketch, lone);
        if links.is_empty() && lone.len() > 1 {
            return None;
        }
        links.extend(lone);
        let counts = tree::render_items(self.graph.vertices(), |vertex| {
            format!("{}={}", self.sketch.name(vertex), stones[vertex as usize])
        });
        Some(format!(
            "stonewalk({}; stones {}; at {})",
            links.join(" "),
            counts.join(" "),
            self.sketch.name(at)
        ))
    }
}
