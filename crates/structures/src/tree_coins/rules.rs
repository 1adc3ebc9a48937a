//! The rules. A position is the set of vertices whose coins show heads. A move is encoded as the
//! turned head, and a number. Bit i of the number is set if the coin above the head at depth i is
//! also turned.

use std::any::Any;
use std::sync::Arc;

use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::View;

use super::tree::{MAX_DEPTH, TreeDepthError, TreeDepths};
use crate::bits::{flip, has};
use crate::sketch::{SketchSpec, wrong};
use crate::structure_kind::StructureKind;
use crate::tree::{self, TreeWithSet};

const FORM: SketchSpec = SketchSpec {
    sign: '-',
    clauses: &["root", "heads"],
    example: "r-a r-b b-c; root r; heads a c",
    extra: true,
    colours: false,
};

/// The entry of coins on trees in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "treecoins",
    about: (
        "coins on a rooted tree: turn a coin from heads to tails, and any coins on its ancestors",
        "有根树上的硬币：将一枚由正面翻为反面，并可同时翻动它的任意若干个祖先",
    ),
    example: "treecoins(r-a r-b b-c; root r; heads a c)",
    read: |text| {
        let drawn = TreeWithSet::read(text, FORM, Some("heads"))?;
        let tree =
            TreeDepths::new(drawn.tree.clone()).map_err(|TreeDepthError { vertex, above }| {
                let link = drawn
                    .sketch
                    .links
                    .iter()
                    .position(|&(a, b)| (a, b) == (vertex, above) || (a, b) == (above, vertex));
                let span = drawn.sketch.place(text, FORM, link.unwrap_or(0));
                vec![*wrong(
                    span,
                    text!(
                        "this link goes below depth {MAX_DEPTH}, where values exceed 64 bits",
                        "此边通向深度 {MAX_DEPTH} 以下，那里的值超出 64 位"
                    ),
                )]
            })?;
        let start = drawn.start.clone();
        Ok(ParsedStructure::new(
            TreeCoinsRules {
                drawn,
                tree: Arc::new(tree),
            },
            vec![start],
        ))
    },
};

/// The rules on a tree with coins.
pub struct TreeCoinsRules {
    drawn: TreeWithSet,
    tree: Arc<TreeDepths>,
}

impl TreeCoinsRules {
    /// Returns the tree.
    pub fn tree(&self) -> &Arc<TreeDepths> {
        &self.tree
    }

    /// Writes the position after a move.
    fn turn(
        &self,
        heads: &[Int],
        vertex: u32,
        with: u64,
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        sink.budget().steps(heads.len())?;
        let mut left = heads.to_vec();
        flip(&mut left, vertex);
        self.flipped_ancestors(vertex, with)
            .for_each(|above| flip(&mut left, above));
        sink.commit_single(&left, 0, &[Int::from(vertex), with as Int])
    }

    /// Returns the coins above a vertex that a move turns together with the vertex's coin, nearest
    /// first.
    fn flipped_ancestors(&self, vertex: u32, with: u64) -> impl Iterator<Item = u32> {
        self.tree
            .above(vertex)
            .filter(move |&above| with >> self.tree.depth(above) & 1 == 1)
    }

    /// Returns the head and the depths that choices name, if they are a legal move.
    fn chosen(&self, heads: &[Int], choices: &[Int]) -> Option<(u32, u64)> {
        let &[vertex, with] = choices else {
            return None;
        };
        let (vertex, with) = (u32::try_from(vertex).ok()?, u64::try_from(with).ok()?);
        let head = (vertex as usize) < self.tree.vertices() && has(heads, vertex);
        (head && with < 1 << self.tree.depth(vertex)).then_some((vertex, with))
    }
}

impl Rules for TreeCoinsRules {
    fn title(&self) -> String {
        "coins on a tree".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.drawn.slots
    }

    fn options(&self, heads: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        sink.budget().steps(self.tree.vertices())?;
        for vertex in self.tree.heads(heads) {
            for with in 0..1 << self.tree.depth(vertex) {
                self.turn(heads, vertex, with, sink)?;
            }
        }
        Ok(())
    }

    fn option(
        &self,
        heads: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        match self.chosen(heads, choices) {
            Some((vertex, with)) if rule == 0 => self.turn(heads, vertex, with, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, heads: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let (vertex, with) = self.chosen(heads, choices)?;
        let Text { en, zh } = tree::render_list(
            &self.drawn.sketch,
            std::iter::once(vertex).chain(self.flipped_ancestors(vertex, with)),
        );
        Some(text!("turn {en}", "翻转 {zh}"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        self.drawn.position(given)
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, heads: &[Int]) -> Option<View> {
        Some(self.drawn.view(heads))
    }

    fn show(&self, heads: &[Int]) -> Option<String> {
        Some(self.drawn.show("treecoins", "heads", heads))
    }
}
