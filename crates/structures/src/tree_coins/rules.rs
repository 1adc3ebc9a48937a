//! The rules, as written. A position is the set of the vertices whose coins show heads; a move is the head that is turned, and a number
//! with bit i where the coin above it at depth i is turned with it.

use std::any::Any;
use std::sync::Arc;

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::ir::{Int, Slot};
use rules::rules::{Conventions, Fault, Rules, Sink};
use rules::structure::{Reading, Structure};
use rules::view::{Mark, Node, View};

use super::tree::{DEEPEST, NoTree, Tree};
use crate::bits::{self, BITS, flip, has};
use crate::sketch::{Form, Sketch, wrong};

/// The most links, and the most heads, that a position shows.
const SHOWN: usize = 200;

const FORM: Form = Form { sign: '-', clauses: &["root", "heads"], example: "r-a r-b b-c; root r; heads a c", extra: true, colours: false };

/// The kind of game.
pub struct TreeCoins;

impl Structure for TreeCoins {
    fn name(&self) -> &'static str {
        "treecoins"
    }

    fn about(&self) -> Text {
        text!(
            "coins on a rooted tree: turn one from heads to tails, and with it any of those above it",
            "有根树上的硬币：将一枚由正面翻为反面，并可同时翻动它的任意若干个祖先"
        )
    }

    fn example(&self) -> &'static str {
        "treecoins(r-a r-b b-c; root r; heads a c)"
    }

    fn read(&self, text: &str) -> Result<Reading, Vec<Diagnostic>> {
        let sketch = Sketch::read(text, FORM)?;
        let game = read(sketch, text).map_err(|wrong| {
            let example = FORM.example;
            vec![(*wrong).help(text!(
                "a tree is written like this: {example} (without `heads` every coin shows heads); a list begins `n m r` with the root r",
                "树的写法举例：{example}（不写 `heads` 则全部正面朝上）；列表首行写 `n m r`，r 为根"
            ))]
        })?;
        let start = game.start.clone();
        Ok(Reading { rules: Box::new(game), starts: vec![start] })
    }
}

fn read(sketch: Sketch, text: &str) -> Result<Game, Box<Diagnostic>> {
    let root = root(&sketch, text)?;
    let tree = match root {
        None => Tree::empty(),
        Some(root) => Tree::new(sketch.vertices, &sketch.links, root).map_err(|why| match why {
            NoTree::Apart => {
                let (links, least) = (sketch.links.len(), sketch.vertices - 1);
                let span = Span::new(0, text.len());
                wrong(
                    span,
                    text!(
                        "not all hangs on the root: {links} links, a tree would have {least}",
                        "并非都与根相连：有 {links} 条边，而树应有 {least} 条"
                    ),
                )
            }
            NoTree::Circle(link) => {
                wrong(sketch.place(text, FORM, link), text!("this link closes a circle: a tree has none", "此边形成了环：树中没有环"))
            }
            NoTree::Deep(link) => wrong(
                sketch.place(text, FORM, link),
                text!(
                    "this link leads below depth {DEEPEST}, where values are beyond 64 bits",
                    "此边通向深度 {DEEPEST} 以下，那里的值超出 64 位"
                ),
            ),
        })?,
    };
    let slots = bits::slots("heads", sketch.vertices);
    let named = sketch.clauses.iter().any(|clause| clause.word == "heads");
    let mut start: Vec<Int> = slots.iter().map(|slot| if named { 0 } else { slot.high.unwrap_or(0) }).collect();
    for (vertex, span) in sketch.named("heads") {
        if has(&start, vertex) {
            let name = sketch.name(vertex);
            return Err(wrong(span, text!("the coin of `{name}` shows heads already", "`{name}` 上的硬币已是正面")));
        }
        flip(&mut start, vertex);
    }
    Ok(Game { sketch: Arc::new(sketch), tree: Arc::new(tree), root, slots, start })
}

/// The vertex that a text calls the root; `None` if there is no vertex.
fn root(sketch: &Sketch, text: &str) -> Result<Option<u32>, Box<Diagnostic>> {
    let vertices = sketch.vertices;
    if let Some((root, span)) = sketch.extra {
        return match u32::try_from(root) {
            Ok(root) if (root as usize) < vertices => Ok(Some(root)),
            _ => Err(wrong(
                span,
                text!(
                    "the root is vertex {root}, but there are {vertices} vertices, counted from 0",
                    "根为顶点 {root}，但只有 {vertices} 个顶点，编号从 0 起"
                ),
            )),
        };
    }
    let mut roots = sketch.named("root");
    let root = roots.next();
    if let Some((_, span)) = roots.next() {
        return Err(wrong(span, text!("a tree has one root", "一棵树只有一个根")));
    }
    match root {
        Some((root, _)) => Ok(Some(root)),
        None if vertices == 0 => Ok(None),
        None => {
            let clause = sketch.clauses.iter().find(|clause| clause.word == "root");
            let span = clause.map_or(Span::new(text.len(), text.len()), |clause| clause.span);
            Err(wrong(span, text!("the tree does not say what its root is", "此树没有说明哪里是根")))
        }
    }
}

/// A tree with coins.
pub struct Game {
    sketch: Arc<Sketch>,
    tree: Arc<Tree>,
    root: Option<u32>,
    slots: Vec<Slot>,
    start: Vec<Int>,
}

impl Game {
    /// The tree.
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// Writes what a move leaves.
    fn turn(&self, heads: &[Int], vertex: u32, with: u64, sink: &mut Sink<'_>) -> Result<(), Fault> {
        sink.budget().steps(heads.len())?;
        let mut left = heads.to_vec();
        flip(&mut left, vertex);
        self.turned(vertex, with).for_each(|above| flip(&mut left, above));
        sink.component(sink.game(), &left)?;
        sink.commit(0, &[Int::from(vertex), with as Int], Span::default())
    }

    /// The coins above a vertex that are turned with it, the nearest first.
    fn turned(&self, vertex: u32, with: u64) -> impl Iterator<Item = u32> {
        self.tree.above(vertex).filter(move |&above| with >> self.tree.depth(above) & 1 == 1)
    }

    /// The head and the depths that choices name, if there is such a move.
    fn chosen(&self, heads: &[Int], choices: &[Int]) -> Option<(u32, u64)> {
        let &[vertex, with] = choices else { return None };
        let (vertex, with) = (u32::try_from(vertex).ok()?, u64::try_from(with).ok()?);
        let head = (vertex as usize) < self.tree.vertices() && has(heads, vertex);
        (head && with < 1 << self.tree.depth(vertex)).then_some((vertex, with))
    }
}

impl Rules for Game {
    fn title(&self) -> String {
        "coins on a tree".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    fn options(&self, heads: &[Int], sink: &mut Sink<'_>) -> Result<(), Fault> {
        sink.budget().steps(self.tree.vertices())?;
        for vertex in self.tree.heads(heads) {
            for with in 0..1 << self.tree.depth(vertex) {
                self.turn(heads, vertex, with, sink)?;
            }
        }
        Ok(())
    }

    fn option(&self, heads: &[Int], rule: usize, choices: &[Int], sink: &mut Sink<'_>) -> Result<(), Fault> {
        match self.chosen(heads, choices) {
            Some((vertex, with)) if rule == 0 => self.turn(heads, vertex, with, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, heads: &[Int], _: usize, choices: &[Int]) -> Option<String> {
        let (vertex, with) = self.chosen(heads, choices)?;
        let names: Vec<String> = std::iter::once(vertex).chain(self.turned(vertex, with)).map(|v| self.sketch.name(v)).collect();
        Some(format!("turn {}", names.join(", ")))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(self.start.clone()),
            Some(slots) if slots.len() == self.slots.len() => Ok(slots.to_vec()),
            Some(_) => {
                let count = self.slots.len();
                Err(text!(
                    "a position is the set of the heads, as {count} numbers with a bit for each of {BITS} vertices",
                    "局面是正面朝上的顶点的集合，写成 {count} 个数，每个数以二进制位表示 {BITS} 个顶点"
                ))
            }
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, heads: &[Int]) -> Option<View> {
        let mark = |vertex| match (self.root == Some(vertex), has(heads, vertex)) {
            (true, true) => Mark::RootHeads,
            (true, false) => Mark::Root,
            (false, true) => Mark::Heads,
            (false, false) => Mark::Plain,
        };
        let links = self.sketch.links.iter().copied();
        Some(View::graph(links, self.root, false, |vertex| Node { name: self.sketch.name(vertex), mark: mark(vertex) }))
    }

    fn show(&self, heads: &[Int]) -> Option<String> {
        let Some(root) = self.root.map(|root| self.sketch.name(root)) else { return Some("treecoins()".to_owned()) };
        let links = &self.sketch.links;
        let link = |&(a, b): &(u32, u32)| format!("{}-{}", self.sketch.name(a), self.sketch.name(b));
        let mut shown: Vec<String> = links.iter().take(SHOWN).map(link).collect();
        match links.len() {
            0 => shown.push(root.clone()),
            all if all > SHOWN => shown.push(format!("… {all} links")),
            _ => {}
        }
        let all = self.tree.heads(heads).count();
        let mut names: Vec<String> = self.tree.heads(heads).take(SHOWN).map(|vertex| format!(" {}", self.sketch.name(vertex))).collect();
        if all > SHOWN {
            names.push(format!(" … {all} heads"));
        }
        Some(format!("treecoins({}; root {root}; heads{})", shown.join(" "), names.concat()))
    }
}
