//! The rules of a digraph: a token is on a vertex, and a move takes it along an arc. Parallel arcs
//! are one move; an arc from a vertex to itself changes only the player to move; a vertex without
//! arcs is an end. A player who moves the token onto a goal has won. A graph with a cycle is loopy:
//! play that does not terminate is a draw.

use std::any::Any;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{Conventions, OptionSink, PlayEnding, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{GraphViewNode, VertexMark, View};

use super::DirectedGraph;
use crate::sketch::{Sketch, SketchSpec};
use crate::structure_kind::StructureKind;

const FORM: SketchSpec = SketchSpec {
    sign: '>',
    clauses: &["at", "goal"],
    example: "a>b b>c c>a; at a",
    extra: false,
    colours: false,
};

/// The maximum number of arcs of a graph that is written out when a position is shown.
const MAX_SHOWN_ARCS: usize = 200;

/// The entry of games on digraphs in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "digraph",
    about: (
        "move a token along the arcs of a directed graph; a player who moves it onto a `goal` wins immediately",
        "一枚棋子沿有向图的弧移动；将它移到 `goal` 所列顶点者立即获胜",
    ),
    example: "digraph(a>b b>c c>a; at a)",
    read: |text| {
        let sketch = Sketch::read(text, FORM)?;
        let help = || {
            text!(
                "write the arcs and the vertex of the token, such as `a>b b>c; at a`, or a list: a line with the number n of vertices and the number m of arcs, then m lines `u v`",
                "请写出弧和棋子所在的顶点，如 `a>b b>c; at a`；或先写一行 `n m`，再写 m 行 `u v`"
            )
        };
        let refused = |span, message| Err(vec![Diagnostic::error(span, message).help(help())]);
        if sketch.vertices == 0 {
            let span = Span::new(0, text.split_whitespace().next().map_or(0, str::len).min(1));
            return refused(
                span,
                text!("a graph needs at least one vertex", "图至少要有一个顶点"),
            );
        }
        if let Some(clause) = sketch
            .clauses
            .iter()
            .find(|clause| clause.vertices.is_empty())
        {
            return refused(clause.span, {
                let word = clause.word;
                text!("expected a vertex after `{word}`", "`{word}` 之后应为顶点")
            });
        }
        let starts: Vec<Vec<Int>> = sketch
            .clause_vertices("at")
            .map(|(vertex, _)| vec![Int::from(vertex)])
            .collect();
        let goals = sketch
            .clause_vertices("goal")
            .map(|(vertex, _)| vertex)
            .collect();
        let mut token =
            DigraphRules::new(DirectedGraph::new(sketch.vertices, &sketch.links), goals);
        let in_words = sketch.names().is_some() || !sketch.clauses.is_empty();
        token.names = sketch.names().map(<[String]>::to_vec);
        token.written =
            (in_words && sketch.links.len() <= MAX_SHOWN_ARCS && sketch.vertices <= MAX_SHOWN_ARCS)
                .then(|| sketch.arcs());
        Ok(ParsedStructure::new(token, starts))
    },
};

/// The rules of a token on a graph.
pub struct DigraphRules {
    title: String,
    graph: Arc<DirectedGraph>,
    /// The vertices that are goals, in ascending order.
    goals: Vec<u32>,
    slots: [Slot; 1],
    loopy: bool,
    /// The names of the vertices; `None` if the names are the numbers from 0 on.
    names: Option<Vec<String>>,
    /// The arcs as in a query.
    written: Option<String>,
}

impl DigraphRules {
    /// Creates the rules for a graph of at least one vertex. The arcs from goals are removed,
    /// because play ends on a goal.
    pub fn new(graph: DirectedGraph, mut goals: Vec<u32>) -> DigraphRules {
        goals.sort_unstable();
        goals.dedup();
        let graph = if goals.is_empty() {
            graph
        } else {
            graph.without_arcs_from(&goals)
        };
        let high = graph.vertices() as Int - 1;
        let loopy = graph.has_cycle();
        let slots = [Slot::number("v", 0, Some(high))];
        DigraphRules {
            title: "digraph".to_owned(),
            graph: Arc::new(graph),
            goals,
            slots,
            loopy,
            names: None,
            written: None,
        }
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Arc<DirectedGraph> {
        &self.graph
    }

    /// Returns the vertices where play ends with a win of the player who moved there, in ascending
    /// order.
    pub fn goals(&self) -> &[u32] {
        &self.goals
    }

    fn vertex(&self, vertex: Int) -> String {
        match &self.names {
            Some(names) => names[vertex as usize].clone(),
            None => vertex.to_string(),
        }
    }
}

impl Rules for DigraphRules {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn set_title(&mut self, name: &str) {
        name.clone_into(&mut self.title);
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            loopy: self.loopy,
            ..Conventions::default()
        }
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        for head in self.graph.options(slots[0] as u32) {
            let head = Int::from(head);
            sink.commit_single(&[head], 0, &[head])?;
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
        if let (0, &[head]) = (rule, choices)
            && self
                .graph
                .heads(slots[0] as u32)
                .iter()
                .any(|&h| Int::from(h) == head)
        {
            sink.commit_single(&[head], 0, &[head])?;
        }
        Ok(())
    }

    fn ending(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<PlayEnding>, RulesError> {
        let ended =
            u32::try_from(slots[0]).is_ok_and(|vertex| self.goals.binary_search(&vertex).is_ok());
        Ok(ended.then_some(PlayEnding::Goal))
    }

    fn can_end(&self) -> bool {
        !self.goals.is_empty()
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let to = self.vertex(*choices.first()?);
        Some(text!("move to {to}", "走到 {to}"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            Some([vertex]) => Ok(vec![*vertex]),
            _ => Err(text!(
                "expected a single vertex as the position: write [v], or `; at a` after the arcs",
                "局面应为一个顶点：写作 [v]，或在弧之后写 `; at a`"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        let tails = 0..self.graph.vertices() as u32;
        let arcs = tails
            .clone()
            .flat_map(|tail| self.graph.heads(tail).iter().map(move |&head| (tail, head)));
        let mark = |vertex: u32| {
            if Int::from(vertex) == slots[0] {
                VertexMark::Token
            } else {
                VertexMark::Plain
            }
        };
        Some(View::graph(arcs, tails, true, |vertex| GraphViewNode {
            name: self.vertex(vertex.into()),
            mark: mark(vertex),
        }))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let written = self.written.as_ref()?;
        let goals: String = self
            .goals
            .iter()
            .map(|&goal| format!(" {}", self.vertex(goal.into())))
            .collect();
        let goals = if goals.is_empty() {
            goals
        } else {
            format!("; goal{goals}")
        };
        Some(format!(
            "digraph({written}; at {}{goals})",
            self.vertex(slots[0])
        ))
    }
}

#[cfg(test)]
mod tests {
    use rules::structure::Structure;
    use rules::world::World;

    use super::*;
    use crate::trial::{self, moves};

    fn read(world: &mut World, text: &str) -> rules::game::GameId {
        world
            .read(&KIND, text)
            .unwrap_or_else(|errors| panic!("{text:?}: {}", errors[0].message))
    }

    #[test]
    fn a_list_is_read_and_played() {
        let mut world = World::empty();
        let id = read(
            &mut world,
            "4 5 # the counterexample\n1 0\n2 0\n2 1\n3 2\n2 1",
        );
        assert!(!world.rules(id).conventions().loopy && world.starts(id).is_empty());
        let all = moves(&world, id, &[2]);
        assert_eq!(
            all.iter().map(|((_, head), _)| head[0]).collect::<Vec<_>>(),
            [0, 1]
        );
        trial::check_legal(&world, id, &[2], &[(&[1], true), (&[3], false)]);
        let round = read(&mut world, "2 2\n0 1\n1 0");
        assert!(world.rules(round).conventions().loopy);
        assert_eq!(
            world
                .load_structure("w.arcs", "Walk", &KIND, "2 1 0 1")
                .map(|id| world.show(id, &[1]))
                .unwrap(),
            "walk[1]"
        );
    }

    #[test]
    fn words_name_the_vertices() {
        let mut world = World::empty();
        let id = read(&mut world, "a>b>c d b>a; at a b");
        assert_eq!(world.starts(id), [[0], [1]]);
        assert_eq!(world.show(id, &[2]), "digraph(a>b b>c b>a d; at c)");
        assert_eq!(
            world.rules(id).describe(&[0], 0, &[1]).unwrap().en,
            "move to b"
        );
        let again = read(&mut world, "a>b b>c b>a d; at c");
        assert_eq!(world.starts(again), [[2]]);
        // Isolated vertices with numbers as names must not turn the text into a list.
        let id = read(&mut world, "z 5 7; at z");
        assert_eq!(world.show(id, &[0]), "digraph(z 7 5; at 5)");
        let id = read(&mut world, "0>1 1>2; at 0");
        assert_eq!(world.show(id, &[1]), "digraph(0>1 1>2; at 1)");
    }

    #[test]
    fn who_moves_onto_a_goal_has_won() {
        let budget = Budget::generous();
        let mut world = World::empty();
        let id = read(&mut world, "a>b b>c c>a b>a; at a; goal c");
        assert!(world.rules(id).can_end() && world.rules(id).conventions().loopy);
        assert_eq!(
            world.show(id, &[1]),
            "digraph(a>b b>c c>a b>a; at b; goal c)"
        );
        let ends = |vertex| world.ending(id, &[vertex], &budget).unwrap();
        assert_eq!(
            [ends(0), ends(1), ends(2)],
            [None, None, Some(PlayEnding::Goal)]
        );
        // The graph without the arc from the goal has no cycle.
        let id = read(&mut world, "a>b b>c c>a; goal c c; at a");
        assert!(!world.rules(id).conventions().loopy);
        assert_eq!(world.show(id, &[1]), "digraph(a>b b>c c>a; at b; goal c)");
    }

    #[test]
    fn what_is_no_graph_is_refused_with_its_place() {
        let cases = [
            ("", 0),
            ("2", 1),
            ("0 0", 0),
            ("0 1 0 0", 3),
            ("2 1\n0 2", 6),
            ("2 1\n0 x", 6),
            ("2 1\n0 1\n1 0", 8),
            ("2 1\n0 -1", 6),
            ("2 9999999999", 2),
            ("1073741824 1073741824 0 0", 25),
            ("a>b; at", 5),
            ("a>b; at c", 8),
            ("a>b; at a; goal", 11),
            ("a-b; at a", 0),
            ("a>; at a", 2),
        ];
        for (text, at) in cases {
            match KIND.read(text) {
                Ok(_) => assert_eq!(text, "2", "{text:?} is taken"),
                Err(errors) => {
                    assert_eq!(errors[0].span.start, at, "{text:?}: {}", errors[0].message)
                }
            }
        }
    }
}
