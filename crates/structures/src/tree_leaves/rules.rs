//! The rules. A position is the set of the remaining vertices; a move is the set of removed leaves,
//! encoded as bits like a position.

use std::any::Any;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{GraphViewNode, VertexMark, View};

use crate::bits::{flip, has};
use crate::sketch::SketchSpec;
use crate::structure_kind::StructureKind;
use crate::tree::{self, RootedTree, TreeWithSet};

const FORM: SketchSpec = SketchSpec {
    sign: '-',
    clauses: &["root"],
    example: "r-a r-b b-c; root r",
    extra: true,
    colours: false,
};

/// The entry of leaves of trees in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "treeleaves",
    about: (
        "remove one or more leaves of a rooted tree",
        "从有根树上删去一片或多片叶子",
    ),
    example: "treeleaves(r-a r-b b-c; root r)",
    read: |text| {
        let drawn = TreeWithSet::read(text, FORM, None)?;
        let start = drawn.start.clone();
        let tree = Arc::new(drawn.tree.clone());
        Ok(ParsedStructure::new(
            TreeLeavesRules { drawn, tree },
            vec![start],
        ))
    },
};

/// The rules on a tree.
pub struct TreeLeavesRules {
    drawn: TreeWithSet,
    tree: Arc<RootedTree>,
}

impl TreeLeavesRules {
    /// Returns the tree.
    pub fn tree(&self) -> &Arc<RootedTree> {
        &self.tree
    }

    /// Encodes a set of vertices as the choices of a move, in a position with the given number of
    /// slots.
    pub(super) fn encode_set(slots: usize, vertices: &[u32]) -> Vec<Int> {
        let mut set = vec![0; slots];
        vertices.iter().for_each(|&vertex| flip(&mut set, vertex));
        set
    }

    /// Returns the leaves of the remaining tree. O(n).
    fn leaves(&self, left: &[Int]) -> Vec<u32> {
        let order = self.tree.order_within(left);
        let mut is_leaf = vec![true; self.tree.vertices()];
        order
            .iter()
            .filter_map(|&vertex| self.tree.parent(vertex))
            .for_each(|above| is_leaf[above as usize] = false);
        let mut leaves: Vec<u32> = order
            .into_iter()
            .filter(|&vertex| is_leaf[vertex as usize])
            .collect();
        leaves.sort_unstable();
        leaves
    }

    fn make(
        &self,
        left: &[Int],
        removed: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        sink.budget().steps(self.tree.vertices())?;
        let option: Vec<Int> = left
            .iter()
            .zip(removed)
            .map(|(left, removed)| left & !removed)
            .collect();
        sink.commit_single(&option, 0, removed)
    }
}

impl Rules for TreeLeavesRules {
    fn title(&self) -> String {
        "leaves of a tree".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.drawn.slots
    }

    fn admits(&self, left: &[Int], budget: &Budget<'_>) -> Result<bool, RulesError> {
        budget.steps(self.tree.vertices())?;
        let hangs = |vertex: u32| {
            self.tree
                .parent(vertex)
                .is_none_or(|above| has(left, above))
        };
        Ok(self.drawn.members(left).all(hangs))
    }

    fn options(&self, left: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let leaves = self.leaves(left);
        let mut removed = vec![0; left.len()];
        // Sets of leaves are listed in the order of binary counting; when the empty set recurs, all
        // sets have been listed.
        while let Some(carried) = leaves.iter().position(|&leaf| !has(&removed, leaf)) {
            leaves[..=carried]
                .iter()
                .for_each(|&leaf| flip(&mut removed, leaf));
            self.make(left, &removed, sink)?;
        }
        Ok(())
    }

    fn option(
        &self,
        left: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        if rule != 0 || choices.len() != left.len() || choices.iter().all(|&word| word == 0) {
            return Ok(());
        }
        let leaves = TreeLeavesRules::encode_set(left.len(), &self.leaves(left));
        let only_leaves = choices
            .iter()
            .zip(&leaves)
            .all(|(chosen, leaves)| chosen & !leaves == 0);
        if only_leaves {
            self.make(left, choices, sink)
        } else {
            Ok(())
        }
    }

    fn describe(&self, left: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let removed = self
            .drawn
            .members(choices)
            .filter(|_| choices.len() == left.len());
        let Text { en, zh } = tree::render_list(&self.drawn.sketch, removed);
        Some(text!("remove {en}", "删去 {zh}"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        self.drawn.position(given)
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, left: &[Int]) -> Option<View> {
        let sketch = &self.drawn.sketch;
        let root = self.drawn.root.filter(|&root| has(left, root));
        let mark = |vertex| {
            if root == Some(vertex) {
                VertexMark::Root
            } else {
                VertexMark::Plain
            }
        };
        let links = sketch
            .links
            .iter()
            .copied()
            .filter(|&(a, b)| has(left, a) && has(left, b));
        Some(View::graph(links, root, false, |vertex| GraphViewNode {
            name: sketch.name(vertex),
            mark: mark(vertex),
        }))
    }

    fn show(&self, left: &[Int]) -> Option<String> {
        let Some(root) = self.drawn.root.filter(|&root| has(left, root)) else {
            return Some("treeleaves()".to_owned());
        };
        let links = tree::links(&self.drawn.sketch, |vertex| has(left, vertex));
        Some(format!(
            "treeleaves({links}; root {})",
            self.drawn.sketch.name(root)
        ))
    }
}
