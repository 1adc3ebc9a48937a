//! The rules. A position is the set of the white vertices; a move is the chosen white vertex.

use std::any::Any;
use std::sync::Arc;

use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::View;

use crate::bits::{flip, has};
use crate::sketch::SketchSpec;
use crate::structure_kind::StructureKind;
use crate::tree::{RootedTree, TreeWithSet};

const FORM: SketchSpec = SketchSpec {
    sign: '-',
    clauses: &["root", "white"],
    example: "r-a r-b b-c; root r; white a c",
    extra: true,
    colours: false,
};

/// The entry of painted trees in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "treepaint",
    about: (
        "pick a white vertex of a rooted tree and paint the path from it to the root black",
        "选有根树上一个白色顶点，将它到根的路径全部涂黑",
    ),
    example: "treepaint(r-a r-b b-c; root r; white a c)",
    read: |text| {
        let drawn = TreeWithSet::read(text, FORM, Some("white"))?;
        let start = drawn.start.clone();
        let tree = Arc::new(drawn.tree.clone());
        Ok(ParsedStructure::new(
            TreePaintRules { drawn, tree },
            vec![start],
        ))
    },
};

/// The rules on a tree.
pub struct TreePaintRules {
    drawn: TreeWithSet,
    tree: Arc<RootedTree>,
}

impl TreePaintRules {
    /// Returns the tree.
    pub fn tree(&self) -> &Arc<RootedTree> {
        &self.tree
    }

    fn paint(
        &self,
        white: &[Int],
        vertex: u32,
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        sink.budget().steps(white.len())?;
        let mut left = white.to_vec();
        for vertex in std::iter::once(vertex).chain(self.tree.above(vertex)) {
            sink.budget().tick()?;
            if has(&left, vertex) {
                flip(&mut left, vertex);
            }
        }
        sink.commit_single(&left, 0, &[Int::from(vertex)])
    }

    /// Returns the white vertex that choices name, if they are a legal move.
    fn chosen(&self, white: &[Int], choices: &[Int]) -> Option<u32> {
        let &[vertex] = choices else { return None };
        u32::try_from(vertex)
            .ok()
            .filter(|&vertex| (vertex as usize) < self.tree.vertices() && has(white, vertex))
    }
}

impl Rules for TreePaintRules {
    fn title(&self) -> String {
        "painting a tree".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.drawn.slots
    }

    fn options(&self, white: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        sink.budget().steps(self.tree.vertices())?;
        self.drawn
            .members(white)
            .try_for_each(|vertex| self.paint(white, vertex, sink))
    }

    fn option(
        &self,
        white: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        match self.chosen(white, choices) {
            Some(vertex) if rule == 0 => self.paint(white, vertex, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, white: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let from = self.drawn.sketch.name(self.chosen(white, choices)?);
        Some(text!("paint from {from} up", "从 {from} 涂到根"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        self.drawn.position(given)
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, white: &[Int]) -> Option<View> {
        Some(self.drawn.view(white))
    }

    fn show(&self, white: &[Int]) -> Option<String> {
        Some(self.drawn.show("treepaint", "white", white))
    }
}
