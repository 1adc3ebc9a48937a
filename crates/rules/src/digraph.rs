//! Explicit digraphs: a token stands on a vertex and is moved along an arc. The arcs come from a text: a line `n m` with the
//! numbers of vertices and arcs, then m lines `u v`, vertices counted from 0; `#` begins a comment. A graph with a cycle is loopy.

use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Int, Slot};
use crate::rules::{Conventions, Fault, Rules, Sink};
use crate::text;
use crate::text::Text;

/// The most vertices or arcs that a text may announce.
const LARGEST: usize = 1 << 30;

/// See the module.
pub struct Digraph {
    name: String,
    slots: Vec<Slot>,
    /// The arcs of vertex v are `heads[first[v]..first[v + 1]]`.
    first: Vec<u32>,
    heads: Vec<u32>,
    loopy: bool,
}

impl Digraph {
    /// Reads a graph. O(n + m).
    pub fn parse(name: &str, text: &str) -> Result<Digraph, Vec<Diagnostic>> {
        let mut numbers = Numbers { text, at: 0 };
        let (vertices, span) = numbers.next(LARGEST, &text!("the number of vertices", "顶点数"))?;
        let (arcs, _) = numbers.next(LARGEST, &text!("the number of arcs", "弧数"))?;
        if vertices == 0 {
            return Err(vec![Diagnostic::error(span, text!("a graph needs at least one vertex", "图至少要有一个顶点"))]);
        }
        // The announced sizes are not trusted: the lists grow with what is really there.
        let mut list: Vec<(u32, u32)> = Vec::new();
        for _ in 0..arcs {
            let (tail, _) = numbers.next(vertices - 1, &text!("the tail of an arc, a vertex", "弧的起点（顶点）"))?;
            let (head, _) = numbers.next(vertices - 1, &text!("the head of an arc, a vertex", "弧的终点（顶点）"))?;
            list.push((tail as u32, head as u32));
        }
        if let Some((_, span)) = numbers.word() {
            return Err(vec![Diagnostic::error(span, text!("more than the {arcs} arcs announced", "超过了声明的 {arcs} 条弧"))]);
        }
        Ok(Digraph::new(name, vertices, &list))
    }

    /// A graph from its arcs, each below `vertices`.
    pub fn new(name: &str, vertices: usize, arcs: &[(u32, u32)]) -> Digraph {
        let mut first = vec![0; vertices + 1];
        for (tail, _) in arcs {
            first[*tail as usize + 1] += 1;
        }
        for v in 0..vertices {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut heads = vec![0; arcs.len()];
        for (tail, head) in arcs {
            let place = &mut next[*tail as usize];
            heads[*place as usize] = *head;
            *place += 1;
        }
        let slots = vec![Slot { name: "v".to_owned(), low: 0, high: Some(vertices as Int - 1) }];
        let mut graph = Digraph { name: name.to_owned(), slots, first, heads, loopy: false };
        graph.loopy = graph.has_cycle();
        graph
    }

    fn heads(&self, vertex: usize) -> &[u32] {
        &self.heads[self.first[vertex] as usize..self.first[vertex + 1] as usize]
    }

    /// Takes away vertices that nothing points to until none is left (Kahn, 1962).
    fn has_cycle(&self) -> bool {
        let vertices = self.first.len() - 1;
        let mut pointed = vec![0u32; vertices];
        for head in &self.heads {
            pointed[*head as usize] += 1;
        }
        let mut free: Vec<usize> = (0..vertices).filter(|&v| pointed[v] == 0).collect();
        let mut taken = 0;
        while let Some(vertex) = free.pop() {
            taken += 1;
            for &head in self.heads(vertex) {
                pointed[head as usize] -= 1;
                if pointed[head as usize] == 0 {
                    free.push(head as usize);
                }
            }
        }
        taken < vertices
    }
}

/// The whole numbers of a text, one after the other.
struct Numbers<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Numbers<'t> {
    /// The next word that is not in a comment.
    fn word(&mut self) -> Option<(&'t str, Span)> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &self.text[self.at..];
            if !rest.starts_with('#') {
                break;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| c.is_whitespace() || c == '#').unwrap_or(rest.len());
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        (length > 0).then_some((&rest[..length], span))
    }

    fn next(&mut self, most: usize, what: &Text) -> Result<(usize, Span), Vec<Diagnostic>> {
        let expected = |span: Span| {
            let message = Text {
                en: format!("expected {}, from 0 to {most}", what.en),
                zh: format!("此处应为{}，范围 0 到 {most}", what.zh),
            };
            let help = text!(
                "a graph is a line `n m`, then m lines `u v` with vertices from 0 to n - 1",
                "图的格式：一行 `n m`，然后 m 行 `u v`，顶点编号从 0 到 n - 1"
            );
            vec![Diagnostic::error(span, message).help(help)]
        };
        let Some((word, span)) = self.word() else {
            return Err(expected(Span::new(self.text.len(), self.text.len())));
        };
        match word.parse() {
            Ok(number) if number <= most => Ok((number, span)),
            _ => Err(expected(span)),
        }
    }
}

impl Rules for Digraph {
    fn title(&self) -> String {
        self.name.clone()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions { loopy: self.loopy, ..Conventions::default() }
    }

    fn options(&self, slots: &[Int], sink: &mut Sink<'_>) -> Result<(), Fault> {
        for &head in self.heads(slots[0] as usize) {
            let head = Int::from(head);
            sink.component(sink.game(), &[head])?;
            sink.commit(0, &[head], Span::default())?;
        }
        Ok(())
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<String> {
        choices.first().map(|head| format!("move to {head}"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            Some([vertex]) => Ok(vec![*vertex]),
            _ => Err(text!("a position of a graph is one vertex: [v]", "图的局面是一个顶点：[v]")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::rules::Options;
    use crate::world::World;

    #[test]
    fn a_graph_is_read_and_played() {
        let graph = Digraph::parse("g", "4 4 # the counterexample\n1 0\n2 0\n2 1\n3 2\n").unwrap();
        assert!(!graph.conventions().loopy);
        let mut world = World::empty();
        let id = world.add("g", Box::new(graph));
        let mut options = Options::new();
        world.options(id, &[2], &mut options, &Budget::generous()).unwrap();
        let heads: Vec<Int> = options.iter().map(|o| o.choices[0]).collect();
        assert_eq!(heads, [0, 1]);
        assert!(Digraph::parse("g", "2 2\n0 1\n1 0").unwrap().conventions().loopy);
    }

    #[test]
    fn what_is_no_graph_is_refused_with_its_place() {
        for (text, at) in [("", 0), ("2", 1), ("0 0", 0), ("2 1\n0 2", 6), ("2 1\n0 x", 6), ("2 1\n0 1\n1 0", 8), ("2 1\n0 -1", 6)] {
            let errors = Digraph::parse("g", text).err().unwrap_or_else(|| panic!("{text:?} is taken"));
            assert_eq!(errors[0].span.start, at, "{text:?}: {}", errors[0].message);
        }
    }
}
