//! The rules. A position is the set of the remaining vertices; a move names the removed vertex and
//! its neighbour in the part that is kept.

use std::any::Any;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::game::{OptionSink, PlayEnding, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{GraphViewNode, VertexMark, View};

use super::law::{TreePartsMove, part};
use crate::bits::{self, flip, has};
use crate::sketch::{Sketch, SketchSpec};
use crate::structure_kind::StructureKind;
use crate::tree::{self, RootedTree};

const FORM: SketchSpec = SketchSpec {
    sign: '-',
    clauses: &[],
    example: "a-b b-c b-d",
    extra: false,
    colours: false,
};

/// The entry of parts of trees in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "treeparts",
    about: (
        "remove a vertex of a tree and keep one of the remaining parts; a player who leaves a single vertex loses immediately",
        "删去树上一个顶点，保留剩下的某一个连通块；使树只剩一个顶点者立即判负",
    ),
    example: "treeparts(a-b b-c b-d)",
    read: |text| {
        let sketch = Sketch::read(text, FORM)?;
        let root = (sketch.vertices > 0).then_some(0);
        let tree = tree::of_sketch(&sketch, text, FORM, root).map_err(|wrong| {
            let example = FORM.example;
            vec![(*wrong).help(text!(
                "a tree is written like this: {example}; a list starts with `n m`, the numbers of vertices and links",
                "树的写法举例：{example}；列表首行写 `n m`"
            ))]
        })?;
        let slots = bits::slots("left", sketch.vertices);
        let start: Vec<Int> = slots.iter().map(|slot| slot.high.unwrap_or(0)).collect();
        let game = TreePartsRules {
            sketch,
            tree: Arc::new(tree),
            slots,
            start: start.clone(),
        };
        Ok(ParsedStructure::new(game, vec![start]))
    },
};

/// The rules on a tree.
pub struct TreePartsRules {
    sketch: Sketch,
    tree: Arc<RootedTree>,
    slots: Vec<Slot>,
    start: Vec<Int>,
}

impl TreePartsRules {
    /// Returns the tree.
    pub fn tree(&self) -> &Arc<RootedTree> {
        &self.tree
    }

    /// Writes the position after a move, if the move is legal.
    fn make(
        &self,
        left: &[Int],
        order: &[u32],
        made: TreePartsMove,
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        sink.budget().steps(self.tree.vertices())?;
        let kept = part(&self.tree, order, |vertex| has(left, vertex), made);
        if kept.is_empty() {
            return Ok(());
        }
        let mut option = vec![0; left.len()];
        kept.into_iter()
            .for_each(|vertex| flip(&mut option, vertex));
        sink.commit_single(&option, 0, &[Int::from(made.removed), Int::from(made.kept)])
    }

    /// Returns the move that the choices name, if both choices are vertices.
    fn chosen(&self, choices: &[Int]) -> Option<TreePartsMove> {
        let vertex = |choice: Int| {
            u32::try_from(choice)
                .ok()
                .filter(|&vertex| (vertex as usize) < self.tree.vertices())
        };
        match choices {
            &[removed, kept] => Some(TreePartsMove {
                removed: vertex(removed)?,
                kept: vertex(kept)?,
            }),
            _ => None,
        }
    }
}

impl Rules for TreePartsRules {
    fn title(&self) -> String {
        "one part of a tree".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn admits(&self, left: &[Int], budget: &Budget<'_>) -> Result<bool, RulesError> {
        budget.steps(self.tree.vertices())?;
        let top = |vertex: &&u32| {
            !self
                .tree
                .parent(**vertex)
                .is_some_and(|above| has(left, above))
        };
        Ok(self.tree.order_within(left).iter().filter(top).count()
            == usize::from(self.tree.vertices() > 0))
    }

    fn ending(&self, left: &[Int], _: &Budget<'_>) -> Result<Option<PlayEnding>, RulesError> {
        let count: u32 = left.iter().map(|word| word.count_ones()).sum();
        Ok((count == 1).then_some(PlayEnding::Trap))
    }

    fn can_end(&self) -> bool {
        true
    }

    fn options(&self, left: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let order = self.tree.order_within(left);
        for &vertex in &order {
            let Some(above) = self.tree.parent(vertex).filter(|&above| has(left, above)) else {
                continue;
            };
            self.make(
                left,
                &order,
                TreePartsMove {
                    removed: above,
                    kept: vertex,
                },
                sink,
            )?;
            self.make(
                left,
                &order,
                TreePartsMove {
                    removed: vertex,
                    kept: above,
                },
                sink,
            )?;
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
        match self.chosen(choices) {
            Some(made) if rule == 0 => self.make(left, &self.tree.order_within(left), made, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let TreePartsMove { removed, kept } = self.chosen(choices)?;
        let [removed, kept] = [removed, kept].map(|vertex| self.sketch.name(vertex));
        Some(text!(
            "remove {removed} and keep the part of {kept}",
            "删去 {removed}，保留 {kept} 所在的连通块"
        ))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        tree::set_of(given, &self.slots, &self.start)
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, left: &[Int]) -> Option<View> {
        let links = self
            .sketch
            .links
            .iter()
            .copied()
            .filter(|&(a, b)| has(left, a) && has(left, b));
        let lone = self.tree.order_within(left).into_iter().take(1);
        Some(View::graph(links, lone, false, |vertex| GraphViewNode {
            name: self.sketch.name(vertex),
            mark: VertexMark::Plain,
        }))
    }

    fn show(&self, left: &[Int]) -> Option<String> {
        Some(format!(
            "treeparts({})",
            tree::links(&self.sketch, |vertex| has(left, vertex))
        ))
    }
}
