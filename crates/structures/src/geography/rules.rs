//! The rules of undirected vertex geography, as written: `geography(a-b b-c; at a)`, or a list `n m` and m edges. A position is the
//! vertex under the token (-1 where the first player still puts it down), then the vertices that are left, as bits, 62 to a number.

use std::sync::Arc;

use ::base::budget::Budget;
use ::base::diagnostic::{Diagnostic, Span};
use ::base::text;
use ::base::text::Text;
use ::rules::ir::{Int, Slot};
use ::rules::rules::{Conventions, Fault, Rules, Sink};
use ::rules::structure::{Reading, Structure};
use ::rules::view::{Mark, Node, View};

use super::graph::Graph;
use crate::sketch::{Form, Sketch};

/// Bits in a number of a position.
const BITS: usize = 62;

/// The most vertices of a graph.
const MOST: usize = 1 << 22;

/// In a graph of at most this number of vertices a position keeps only what the token can still reach.
const TRIMMED: usize = 1000;

/// The most edges that are shown, and the most vertices of a graph whose edges are.
const SHOWN: usize = 200;

/// The kind of game.
pub struct Geography;

const FORM: Form = Form { sign: '-', clauses: &["at"], example: "a-b b-c c-a c-d; at a", extra: false, colours: false };

impl Structure for Geography {
    fn name(&self) -> &'static str {
        "geography"
    }

    fn about(&self) -> Text {
        text!(
            "a token goes to a neighbouring vertex, and the vertex it leaves is taken away; without `at` the first player puts it down",
            "棋子沿边走到相邻顶点，所离开的顶点随即删去；不写 `at` 时由先手选择起点"
        )
    }

    fn example(&self) -> &'static str {
        "geography(a-b b-c c-a c-d; at a)"
    }

    fn read(&self, text: &str) -> Result<Reading, Vec<Diagnostic>> {
        let sketch = Sketch::read(text, FORM)?;
        let n = sketch.vertices;
        if n > MOST {
            let message = text!("this graph has {n} vertices; up to {MOST} are played", "此图有 {n} 个顶点；最多支持 {MOST} 个");
            return Err(vec![Diagnostic::error(Span::new(0, text.len()), message)]);
        }
        if let Some(clause) = sketch.clauses.iter().find(|clause| clause.vertices.is_empty()) {
            let message = text!("expected a vertex after `at`", "`at` 之后应为顶点");
            return Err(vec![Diagnostic::error(clause.span, message)]);
        }
        let mut places = sketch.named("at");
        let token = places.next().map(|(vertex, _)| vertex);
        if let Some((_, span)) = places.next() {
            let message = text!("there is one token, on one vertex", "只有一枚棋子，只能放在一个顶点上");
            return Err(vec![Diagnostic::error(span, message)]);
        }
        drop(places);
        let rules = GeographyRules::new(sketch);
        let start = rules.start(token);
        Ok(Reading { rules: Box::new(rules), starts: vec![start] })
    }
}

/// A graph to play on.
pub struct GeographyRules {
    graph: Arc<Graph>,
    sketch: Sketch,
    slots: Vec<Slot>,
}

impl GeographyRules {
    fn new(mut sketch: Sketch) -> GeographyRules {
        let graph = Graph::as_read(sketch.vertices, &sketch.links);
        // The names are what is still wanted.
        sketch.links = Vec::new();
        let n = graph.len();
        let token = Slot::number("at", -1, Some(n as Int - 1));
        let words = (0..n.div_ceil(BITS)).map(|word| {
            let bits = (n - word * BITS).min(BITS);
            Slot::cell("left", (1, word as Int), 0, Some((1 << bits) - 1))
        });
        let slots = std::iter::once(token).chain(words).collect();
        GeographyRules { graph: Arc::new(graph), sketch, slots }
    }

    /// The graph, with the vertices that positions number.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// The position at the beginning.
    pub fn start(&self, token: Option<u32>) -> Vec<Int> {
        let words = self.slots[1..].iter().map(|slot| slot.high.unwrap_or(0));
        let mut slots: Vec<Int> = std::iter::once(token.map_or(-1, Int::from)).chain(words).collect();
        self.canonicalise(&mut slots);
        slots
    }

    /// The vertex under the token.
    pub fn token(slots: &[Int]) -> Option<u32> {
        u32::try_from(slots[0]).ok()
    }

    /// Whether a vertex is left.
    pub fn is_left(slots: &[Int], vertex: u32) -> bool {
        slots[1 + vertex as usize / BITS] >> (vertex as usize % BITS) & 1 == 1
    }

    fn clear(slots: &mut [Int], vertex: u32) {
        slots[1 + vertex as usize / BITS] &= !(1 << (vertex as usize % BITS));
    }

    fn targets(&self, slots: &[Int]) -> Vec<u32> {
        let free = |v: &u32| GeographyRules::is_left(slots, *v);
        match GeographyRules::token(slots) {
            None => self.graph.vertices().filter(free).collect(),
            Some(vertex) => self.graph.of(vertex).iter().copied().filter(free).collect(),
        }
    }

    fn make(&self, slots: &[Int], to: u32, sink: &mut Sink<'_>) -> Result<(), Fault> {
        let mut option = slots.to_vec();
        if let Some(from) = GeographyRules::token(slots) {
            GeographyRules::clear(&mut option, from);
        }
        option[0] = Int::from(to);
        sink.budget().steps(option.len())?;
        sink.component(sink.game(), &option)?;
        sink.commit(0, &[Int::from(to)], Span::default())
    }
}

impl Rules for GeographyRules {
    fn title(&self) -> String {
        let n = self.graph.len();
        format!("geography on {n} vertices")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    fn canonicalise(&self, slots: &mut [Int]) {
        let Some(token) = GeographyRules::token(slots).filter(|_| self.graph.len() <= TRIMMED) else { return };
        if token as usize >= self.graph.len() || !GeographyRules::is_left(slots, token) {
            return;
        }
        let mut reached = vec![0; slots.len()];
        let mut stack = vec![token];
        while let Some(v) = stack.pop() {
            for w in std::iter::once(v).chain(self.graph.of(v).iter().copied()) {
                if GeographyRules::is_left(slots, w) && !GeographyRules::is_left(&reached, w) {
                    reached[1 + w as usize / BITS] |= 1 << (w as usize % BITS);
                    stack.push(w);
                }
            }
        }
        slots[1..].copy_from_slice(&reached[1..]);
    }

    fn admits(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, Fault> {
        Ok(GeographyRules::token(slots).is_none_or(|vertex| GeographyRules::is_left(slots, vertex)))
    }

    fn options(&self, slots: &[Int], sink: &mut Sink<'_>) -> Result<(), Fault> {
        self.targets(slots).into_iter().try_for_each(|to| self.make(slots, to, sink))
    }

    fn option(&self, slots: &[Int], rule: usize, choices: &[Int], sink: &mut Sink<'_>) -> Result<(), Fault> {
        let &[to] = choices else { return Ok(()) };
        let Some(to) = u32::try_from(to).ok().filter(|&to| rule == 0 && (to as usize) < self.graph.len()) else { return Ok(()) };
        let joined = GeographyRules::token(slots).is_none_or(|from| self.graph.joined(from, to));
        if joined && GeographyRules::is_left(slots, to) { self.make(slots, to, sink) } else { Ok(()) }
    }

    fn describe(&self, slots: &[Int], _: usize, choices: &[Int]) -> Option<String> {
        let to = self.sketch.name(u32::try_from(*choices.first()?).ok()?);
        Some(match GeographyRules::token(slots) {
            None => format!("start at {to}"),
            Some(from) => format!("go from {} to {to}", self.sketch.name(from)),
        })
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let n = self.graph.len();
        match given {
            None => Ok(self.start(None)),
            Some(&[vertex]) if (0..n as Int).contains(&vertex) => Ok(self.start(Some(vertex as u32))),
            Some(row) if row.len() == self.slots.len() && (row.len() > 1 || row[0] == -1) => Ok(row.to_vec()),
            Some(_) => Err(text!(
                "a position is [v], the vertex under the token, numbered from 0, of {n} vertices; or no brackets, to choose the start",
                "局面写作 [v]，即棋子所在顶点，编号从 0 起，共 {n} 个顶点；不写方括号则由先手选择起点"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        let is_left = |v: &u32| GeographyRules::is_left(slots, *v);
        let token = GeographyRules::token(slots);
        let links = self.graph.vertices().filter(is_left).flat_map(|v| {
            let higher = self.graph.of(v).iter().copied().filter(move |&w| w > v && is_left(&w));
            higher.map(move |w| (v, w))
        });
        let mark = |vertex| if token == Some(vertex) { Mark::Token } else { Mark::Plain };
        let left = self.graph.vertices().filter(is_left);
        Some(View::graph(links, left, false, |vertex| Node { name: self.sketch.name(vertex), mark: mark(vertex) }))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let is_left = |v: &u32| GeographyRules::is_left(slots, *v);
        let token = GeographyRules::token(slots);
        let at = token.map_or(String::new(), |v| format!("; at {}", self.sketch.name(v)));
        let count: u32 = slots[1..].iter().map(|word| word.count_ones()).sum();
        if count as usize > SHOWN {
            return Some(format!("geography(… {count} vertices{at})"));
        }
        let edges = self.graph.vertices().filter(is_left).flat_map(|v| {
            let higher = self.graph.of(v).iter().copied().filter(move |&w| w > v && is_left(&w));
            higher.map(move |w| (v, w))
        });
        let mut parts: Vec<String> =
            edges.take(SHOWN + 1).map(|(v, w)| format!("{}-{}", self.sketch.name(v), self.sketch.name(w))).collect();
        if parts.is_empty() && token.is_none() {
            // Lone vertices alone might read as a list.
            return None;
        }
        let lone = self.graph.vertices().filter(|v| is_left(v) && !self.graph.of(*v).iter().any(is_left));
        parts.extend(lone.take(SHOWN + 1).map(|v| self.sketch.name(v)));
        if parts.len() > SHOWN {
            parts.truncate(SHOWN);
            parts.push("…".to_owned());
        }
        Some(format!("geography({}{at})", parts.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use ::rules::rules::Options;
    use ::rules::world::World;
    use fastrand::Rng;

    use super::*;

    fn world(text: &str) -> (World, ::rules::rules::GameId) {
        let mut world = World::empty();
        let game = world.read(&Geography, text).unwrap_or_else(|wrong| panic!("{text}: {}", wrong[0].message));
        (world, game)
    }

    #[test]
    fn moves_go_to_neighbours_and_take_vertices_away() {
        let (world, game) = world("a-b b-c c-a c-d e a-a; at a");
        let start = world.starts(game)[0].clone();
        let mut options = Options::new();
        world.options(game, &start, &mut options, &Budget::generous()).unwrap();
        let shown: Vec<String> = options.iter().map(|o| world.show(game, o.components().next().unwrap().1)).collect();
        assert_eq!(shown, ["geography(b-c c-d; at b)", "geography(b-c c-d; at c)"]);
        assert_eq!(world.rules(game).describe(&start, 0, &[2]).unwrap(), "go from a to c");
        // What cannot be reached any more is forgotten.
        let b = options.get(0).components().next().unwrap().1.to_vec();
        world.option(game, &b, (0, &[2]), &mut options, &Budget::generous()).unwrap();
        assert_eq!(world.show(game, options.get(0).components().next().unwrap().1), "geography(c-d; at c)");
        for choices in [&[0][..], &[1], &[4], &[5], &[-1], &[]] {
            world.option(game, &b, (0, choices), &mut options, &Budget::generous()).unwrap();
            assert!(options.is_empty(), "{choices:?}");
        }
    }

    #[test]
    fn without_a_token_every_vertex_may_be_chosen() {
        let budget = Budget::generous();
        let mut options = Options::new();
        for (text, count) in [("", 0), ("0 0", 0), ("a b c", 3), ("3 1\n0 1", 3), ("a-a", 1)] {
            let (world, game) = world(text);
            world.options(game, &world.starts(game)[0], &mut options, &budget).unwrap();
            assert_eq!(options.len(), count, "{text}");
        }
        let (world, game) = world("70 1\n0 69");
        let rules = world.rules(game);
        assert_eq!(rules.position(None).unwrap(), [-1, (1 << 62) - 1, (1 << 8) - 1]);
        assert_eq!(rules.position(Some(&[69])).unwrap(), [69, 1, 1 << 7]);
        assert!(rules.position(Some(&[70])).is_err() && rules.position(Some(&[0, 1])).is_err());
        assert!(!world.contains(game, &[1, 1, 0], &Budget::generous()).unwrap());
    }

    #[test]
    fn what_is_shown_is_the_same_position() {
        let mut rng = Rng::with_seed(5);
        let (mut world, game) = world("10-x x-2 2-y y-10 y-z z-2 w-z 3-w 3-10; at x");
        let mut options = Options::new();
        for _ in 0..200 {
            let mut slots = world.starts(game)[0].clone();
            loop {
                let again = world.read(&Geography, world.show(game, &slots).strip_prefix("geography(").unwrap().strip_suffix(')').unwrap());
                let again = again.unwrap();
                assert_eq!(world.show(again, &world.starts(again)[0].clone()), world.show(game, &slots));
                world.options(game, &slots, &mut options, &Budget::generous()).unwrap();
                if options.is_empty() {
                    break;
                }
                slots = options.get(rng.usize(..options.len())).components().next().unwrap().1.to_vec();
            }
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for text in ["a-b; at", "a-b; at a b", "a-b; at a; at b", "a-b; ground a", "a>b", "5000000 0", "2 1\n0 1\n1 0", "2 1 0\n0 1"] {
            assert!(Geography.read(text).is_err(), "{text}");
        }
    }
}
