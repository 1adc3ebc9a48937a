//! This module contains rooted trees and the common code of the games on trees. A tree is stored as
//! its parents and an order of its vertices in which each parent comes before its descendants. No
//! function of this module recurses, because trees may be deep.
//!
//! A text names links, a root and optionally a set of vertices: `r-a r-b b-c; root r; heads a c`. A
//! text may also be a list: `n m r` with the root r, and then m links. Links may be written in
//! either direction; all vertices must be connected to the root; a tree without vertices needs no
//! root.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::ir::{Int, Slot};
use rules::view::{GraphViewNode, VertexMark, View};

use crate::bits::{self, BITS, flip, has};
use crate::sketch::{Sketch, SketchSpec, wrong};

/// The marker for no vertex.
const NONE: u32 = u32::MAX;

/// The maximum number of links, and of members of a set, that a position shows.
const MAX_SHOWN_ITEMS: usize = 200;

/// A rooted tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootedTree {
    parent: Vec<u32>,
    order: Vec<u32>,
}

/// The reason why links do not form a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// The links do not connect all vertices.
    Disconnected,
    /// The link with the given number, counted from 0, closes a cycle.
    Cycle(usize),
}

impl TreeError {
    /// Returns the reason of the error as text.
    pub fn text(self) -> Text {
        match self {
            TreeError::Disconnected => text!("the tree is not connected", "树不连通"),
            TreeError::Cycle(link) => {
                let link = link + 1;
                text!("link {link} closes a cycle", "第 {link} 条边形成了环")
            }
        }
    }
}

base::impl_error!(TreeError);

/// The error that is returned if the given parents form a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParentCycleError {
    /// A vertex of the cycle.
    pub vertex: u32,
}

impl ParentCycleError {
    /// Returns the reason of the error as text.
    pub fn text(self) -> Text {
        let vertex = self.vertex;
        text!(
            "vertex {vertex} is on a cycle of parents",
            "顶点 {vertex} 在父结点的环上"
        )
    }
}

base::impl_error!(ParentCycleError);

impl RootedTree {
    /// Creates the tree with the given links; its vertices are numbered from 0 to `vertices` - 1.
    /// The function takes O(n) time; if the links do not form a tree, it takes no more memory than
    /// the links.
    ///
    /// # Errors
    /// Returns the reason why the links do not form a tree.
    pub fn new(vertices: usize, links: &[(u32, u32)], root: u32) -> Result<RootedTree, TreeError> {
        if links.len() + 1 < vertices {
            return Err(TreeError::Disconnected);
        }
        if links.len() >= vertices {
            return Err(TreeError::Cycle(first_circle(vertices, links)));
        }
        // A vertex with one remaining link is removed; the other end of the link becomes its
        // parent. For each vertex, the xor of the other ends of its remaining links is stored; if
        // one link remains, this xor is the other end of the link. On a cycle, no vertex ever has
        // only one link left.
        let mut left = vec![0_u32; vertices];
        let mut parent = vec![0_u32; vertices];
        for &(a, b) in links {
            for (here, there) in [(a, b), (b, a)] {
                left[here as usize] += 1;
                parent[here as usize] ^= there;
            }
        }
        let mut order = Vec::with_capacity(vertices);
        for start in 0..vertices as u32 {
            let mut vertex = start;
            while left[vertex as usize] == 1 && vertex != root {
                left[vertex as usize] = 0;
                order.push(vertex);
                let above = parent[vertex as usize];
                left[above as usize] -= 1;
                parent[above as usize] ^= vertex;
                vertex = above;
            }
        }
        if order.len() + 1 < vertices {
            return Err(TreeError::Cycle(first_circle(vertices, links)));
        }
        parent[root as usize] = NONE;
        order.push(root);
        order.reverse();
        Ok(RootedTree { parent, order })
    }

    /// Creates the tree with the parent of each vertex except vertex 0, which is the root. O(n).
    ///
    /// # Errors
    /// Returns [`ParentCycleError`] if some vertex is not below vertex 0.
    ///
    /// # Panics
    /// Panics if a parent is not a vertex.
    pub fn from_parents(parents: &[u32]) -> Result<RootedTree, ParentCycleError> {
        let parent: Vec<u32> = std::iter::once(NONE)
            .chain(parents.iter().copied())
            .collect();
        let mut below = vec![0_u32; parent.len()];
        parents.iter().for_each(|&above| below[above as usize] += 1);
        let mut order = Vec::with_capacity(parent.len());
        for start in 1..parent.len() as u32 {
            let mut vertex = start;
            while below[vertex as usize] == 0 && vertex != 0 {
                // A removed vertex is not visited again.
                below[vertex as usize] = NONE;
                order.push(vertex);
                vertex = parent[vertex as usize];
                below[vertex as usize] -= 1;
            }
        }
        if order.len() < parents.len() {
            let left = (1..)
                .find(|&vertex: &u32| below[vertex as usize] != NONE)
                .expect("a vertex was not taken off");
            // From a remaining vertex, the chain of parents leads to a cycle after at most n steps.
            let vertex = (0..parents.len()).fold(left, |vertex, _| parent[vertex as usize]);
            return Err(ParentCycleError { vertex });
        }
        order.push(0);
        order.reverse();
        Ok(RootedTree { parent, order })
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.parent.len()
    }

    /// Returns the parent of a vertex; `None` for the root.
    pub fn parent(&self, vertex: u32) -> Option<u32> {
        Some(self.parent[vertex as usize]).filter(|&above| above != NONE)
    }

    /// Returns every vertex, each before its descendants.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the vertices of a set, each before its descendants.
    pub(crate) fn order_within(&self, set: &[Int]) -> Vec<u32> {
        let members = self.order.iter().copied();
        members.filter(|&vertex| has(set, vertex)).collect()
    }

    /// Returns the ancestors of a vertex, nearest first.
    pub fn above(&self, vertex: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(self.parent(vertex), |&vertex| self.parent(vertex))
    }
}

/// Returns the summary of a theorem for a tree with the given number of vertices.
pub(crate) fn summarise(vertices: usize) -> Text {
    text!(
        "a tree of {vertices} vertices",
        "一棵有 {vertices} 个顶点的树"
    )
}

/// Returns the first link whose ends the earlier links already connect. O(n log n); the links must
/// close a cycle.
fn first_circle(vertices: usize, links: &[(u32, u32)]) -> usize {
    let mut leader: Vec<u32> = (0..vertices as u32).collect();
    let find = |leader: &mut [u32], mut vertex: u32| {
        while leader[vertex as usize] != vertex {
            leader[vertex as usize] = leader[leader[vertex as usize] as usize];
            vertex = leader[vertex as usize];
        }
        vertex
    };
    let closes = |&(a, b): &(u32, u32)| {
        let (a, b) = (find(&mut leader, a), find(&mut leader, b));
        leader[a as usize] = b;
        a == b
    };
    links
        .iter()
        .position(closes)
        .expect("the links close a circle")
}

/// Returns the tree of a sketch, whose links must be connected; the root may be `None` only if
/// there is no vertex.
///
/// # Errors
/// Returns a diagnostic for the link that closes a cycle, or if the tree is not connected.
pub(crate) fn of_sketch(
    sketch: &Sketch,
    text: &str,
    form: SketchSpec,
    root: Option<u32>,
) -> Result<RootedTree, Box<Diagnostic>> {
    let Some(root) = root else {
        return Ok(RootedTree::default());
    };
    RootedTree::new(sketch.vertices, &sketch.links, root).map_err(|why| match why {
        TreeError::Disconnected => {
            let (links, least) = (sketch.links.len(), sketch.vertices - 1);
            let span = Span::new(0, text.len());
            wrong(
                span,
                text!(
                    "the tree is not connected: it has {links} links, but a tree of this size has {least}",
                    "树不连通：有 {links} 条边，而树应有 {least} 条"
                ),
            )
        }
        TreeError::Cycle(link) => wrong(
            sketch.place(text, form, link),
            text!(
                "this link closes a cycle: a tree has no cycle",
                "此边形成了环：树中没有环"
            ),
        ),
    })
}

/// A rooted tree with a set of its vertices, as read from a text.
pub(crate) struct TreeWithSet {
    pub(crate) sketch: Sketch,
    pub(crate) tree: RootedTree,
    /// The root; `None` if there is no vertex.
    pub(crate) root: Option<u32>,
    /// The slots of a position that is a set of vertices.
    pub(crate) slots: Vec<Slot>,
    /// The set in the text; every vertex if the text names no set.
    pub(crate) start: Vec<Int>,
}

impl TreeWithSet {
    /// Reads a text; `set` is the word of the clause with the set, `None` if the notation has no
    /// set.
    pub(crate) fn read(
        text: &str,
        form: SketchSpec,
        set: Option<&str>,
    ) -> Result<TreeWithSet, Vec<Diagnostic>> {
        let sketch = Sketch::read(text, form)?;
        TreeWithSet::from_sketch(sketch, text, form, set).map_err(|wrong| {
            let example = form.example;
            let all = set.map_or_else(
                || text!("", ""),
                |set| {
                    text!(
                        " (without `{set}`, the set contains all vertices)",
                        "（不写 `{set}` 则包含全部顶点）"
                    )
                },
            );
            let Text { en, zh } = all;
            vec![(*wrong).help(text!(
                "a tree is written like this: {example}{en}; a list starts with `n m r`: the numbers of vertices and links, and the root",
                "树的写法举例：{example}{zh}；列表首行写 `n m r`，r 为根"
            ))]
        })
    }

    fn from_sketch(
        sketch: Sketch,
        text: &str,
        form: SketchSpec,
        set: Option<&str>,
    ) -> Result<TreeWithSet, Box<Diagnostic>> {
        let root = root(&sketch, text)?;
        let tree = of_sketch(&sketch, text, form, root)?;
        let slots = bits::slots(set.unwrap_or("left"), sketch.vertices);
        let named = set.filter(|set| sketch.clauses.iter().any(|clause| clause.word == *set));
        let mut start: Vec<Int> = slots
            .iter()
            .map(|slot| {
                if named.is_some() {
                    0
                } else {
                    slot.high.unwrap_or(0)
                }
            })
            .collect();
        for (vertex, span) in named
            .into_iter()
            .flat_map(|set| sketch.clause_vertices(set))
        {
            if has(&start, vertex) {
                let name = sketch.name(vertex);
                return Err(wrong(
                    span,
                    text!("`{name}` is listed twice", "`{name}` 写了两次"),
                ));
            }
            flip(&mut start, vertex);
        }
        Ok(TreeWithSet {
            sketch,
            tree,
            root,
            slots,
            start,
        })
    }

    /// Returns the members of a set, in the order of their numbers.
    pub(crate) fn members(&self, set: &[Int]) -> impl Iterator<Item = u32> {
        (0..self.tree.vertices() as u32).filter(|&vertex| has(set, vertex))
    }

    /// Converts numbers in brackets to a position.
    pub(crate) fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        set_of(given, &self.slots, &self.start)
    }

    /// Returns the tree with its set, as in a query.
    pub(crate) fn show(&self, kind: &str, word: &str, set: &[Int]) -> String {
        let Some(root) = self.root else {
            return format!("{kind}()");
        };
        let mut members = names(&self.sketch, self.members(set));
        members.insert(0, word.to_owned());
        format!(
            "{kind}({}; root {}; {})",
            links(&self.sketch, |_| true),
            self.sketch.name(root),
            members.join(" ")
        )
    }

    /// Returns a view of the complete tree, with a mark at each member of the set.
    pub(crate) fn view(&self, set: &[Int]) -> View {
        let mark = |vertex| match (self.root == Some(vertex), has(set, vertex)) {
            (true, true) => VertexMark::RootHeads,
            (true, false) => VertexMark::Root,
            (false, true) => VertexMark::Heads,
            (false, false) => VertexMark::Plain,
        };
        let links = self.sketch.links.iter().copied();
        View::graph(links, self.root, false, |vertex| GraphViewNode {
            name: self.sketch.name(vertex),
            mark: mark(vertex),
        })
    }
}

/// Converts numbers in brackets to a position that is a set of vertices.
pub(crate) fn set_of(
    given: Option<&[Int]>,
    slots: &[Slot],
    start: &[Int],
) -> Result<Vec<Int>, Text> {
    match given {
        None => Ok(start.to_vec()),
        Some(given) if given.len() == slots.len() => Ok(given.to_vec()),
        Some(_) => {
            let count = slots.len();
            Err(text!(
                "expected a position of {count} numbers that encode a set of vertices: one bit per vertex, {BITS} vertices per number",
                "局面应为 {count} 个数，以二进制位表示顶点的集合，每个数表示 {BITS} 个顶点"
            ))
        }
    }
}

/// Returns the links of a tree between the vertices that `kept` selects, as in a query; returns
/// only the vertex if a single vertex is kept.
pub(crate) fn links(sketch: &Sketch, kept: impl Fn(u32) -> bool) -> String {
    let mut shown = linked(sketch, &kept);
    if shown.is_empty() {
        shown.extend(
            (0..sketch.vertices as u32)
                .find(|&vertex| kept(vertex))
                .map(|vertex| sketch.name(vertex)),
        );
    }
    shown.join(" ")
}

/// Returns the links between the vertices that `kept` selects, up to the display limit.
pub(crate) fn linked(sketch: &Sketch, kept: impl Fn(u32) -> bool) -> Vec<String> {
    let links = sketch.links.iter().filter(|&&(a, b)| kept(a) && kept(b));
    render_items(links, |&(a, b)| {
        format!("{}-{}", sketch.name(a), sketch.name(b))
    })
}

/// Returns the names of vertices, up to the display limit.
pub(crate) fn names(sketch: &Sketch, vertices: impl Iterator<Item = u32>) -> Vec<String> {
    render_items(vertices, |vertex| sketch.name(vertex))
}

/// Returns the names of vertices as a sentence, up to the display limit.
pub(crate) fn render_list(sketch: &Sketch, vertices: impl Iterator<Item = u32>) -> Text {
    let (names, count) = take_items(vertices, |vertex| sketch.name(vertex));
    let more = count > names.len();
    let mut list: Vec<Text> = names.into_iter().map(Text::same).collect();
    list.extend(more.then(|| text!("… {count} in total", "……共 {count} 个")));
    Text::join(&list, &text!(", ", "、"))
}

/// Returns the words for a list, up to the display limit, and then the length of the list if the
/// list is longer than the limit.
pub(crate) fn render_items<T>(
    list: impl Iterator<Item = T>,
    word: impl Fn(T) -> String,
) -> Vec<String> {
    let (mut words, count) = take_items(list, word);
    if count > words.len() {
        words.push(format!("… {count} in all"));
    }
    words
}

/// Returns the words for a list, up to the display limit, and its length.
fn take_items<T>(
    mut list: impl Iterator<Item = T>,
    word: impl Fn(T) -> String,
) -> (Vec<String>, usize) {
    let words: Vec<String> = list.by_ref().take(MAX_SHOWN_ITEMS).map(word).collect();
    let count = words.len() + list.count();
    (words, count)
}

/// Returns the root in a text; `None` if there is no vertex.
fn root(sketch: &Sketch, text: &str) -> Result<Option<u32>, Box<Diagnostic>> {
    let vertices = sketch.vertices;
    if let Some((root, span)) = sketch.extra {
        return match u32::try_from(root) {
            Ok(root) if (root as usize) < vertices => Ok(Some(root)),
            _ => Err(wrong(
                span,
                text!(
                    "the root is vertex {root}, but there are {vertices} vertices, numbered from 0",
                    "根为顶点 {root}，但只有 {vertices} 个顶点，编号从 0 起"
                ),
            )),
        };
    }
    let mut roots = sketch.clause_vertices("root");
    let root = roots.next();
    if let Some((_, span)) = roots.next() {
        return Err(wrong(
            span,
            text!(
                "too many roots: a tree has exactly one root",
                "根过多：一棵树只有一个根"
            ),
        ));
    }
    match root {
        Some((root, _)) => Ok(Some(root)),
        None if vertices == 0 => Ok(None),
        None => {
            let clause = sketch.clauses.iter().find(|clause| clause.word == "root");
            let span = clause.map_or(Span::new(text.len(), text.len()), |clause| clause.span);
            Err(wrong(
                span,
                text!("the root of the tree is missing", "没有写出树的根"),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn links_in_any_order_make_the_tree_of_their_parents() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..2000 {
            let n = rng.u32(1..12);
            let mut names: Vec<u32> = (1..n).collect();
            rng.shuffle(&mut names);
            names.insert(0, 0);
            let mut parents = vec![0; n as usize - 1];
            (1..n).for_each(|v| {
                parents[names[v as usize] as usize - 1] = names[rng.u32(..v) as usize]
            });
            let tree = RootedTree::from_parents(&parents).unwrap();
            let mut links: Vec<(u32, u32)> = parents
                .iter()
                .zip(1..)
                .map(|(&a, b)| if rng.bool() { (a, b) } else { (b, a) })
                .collect();
            rng.shuffle(&mut links);
            let same = RootedTree::new(n as usize, &links, 0).unwrap();
            assert_eq!(tree.parent, same.parent);
            for tree in [&tree, &same] {
                let place = |vertex| {
                    tree.order
                        .iter()
                        .position(|&other| other == vertex)
                        .unwrap()
                };
                assert_eq!(tree.order.len(), n as usize);
                assert!((1..n).all(|vertex| place(tree.parent(vertex).unwrap()) < place(vertex)));
            }
            // A tree with any other root has the same links.
            let root = rng.u32(..n);
            let turned = RootedTree::new(n as usize, &links, root).unwrap();
            let mut again: Vec<(u32, u32)> = (0..n)
                .filter_map(|v| turned.parent(v).map(|above| (above.min(v), above.max(v))))
                .collect();
            let mut links: Vec<(u32, u32)> = links
                .into_iter()
                .map(|(a, b)| (a.min(b), a.max(b)))
                .collect();
            again.sort_unstable();
            links.sort_unstable();
            assert_eq!(again, links);
        }
    }

    #[test]
    fn what_is_no_tree() {
        assert_eq!(
            RootedTree::new(3, &[(0, 1)], 0),
            Err(TreeError::Disconnected)
        );
        for (vertices, links, circle) in [
            (3, &[(0, 1), (1, 2), (2, 0)][..], 2),
            (3, &[(0, 1), (1, 0)], 1),
            (2, &[(1, 1)], 0),
            (5, &[(0, 1), (2, 3), (3, 4), (4, 2)], 3),
            (1, &[(0, 0)], 0),
        ] {
            assert_eq!(
                RootedTree::new(vertices, links, 0),
                Err(TreeError::Cycle(circle)),
                "{links:?}"
            );
        }
        for (parents, vertex) in [(&[2, 1][..], 1), (&[1], 1), (&[0, 1, 4, 5, 4], 5)] {
            assert_eq!(
                RootedTree::from_parents(parents),
                Err(ParentCycleError { vertex })
            );
        }
    }
}
