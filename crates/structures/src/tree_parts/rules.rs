//! The rules, as written. A position is the set of the vertices that are left; a move names the
//! vertex that is removed and its neighbour in the part that is kept.

use std::any::Any;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::ir::{Int, Slot};
use rules::rules::{Conventions, Ending, Fault, Rules, Sink};
use rules::structure::{Reading, Structure};
use rules::view::{Mark, Node, View};

use super::law::{Move, part};
use crate::bits::{self, flip, has};
use crate::sketch::{Form, Sketch};
use crate::tree::{self, Tree};

const FORM: Form = Form {
    sign: '-',
    clauses: &[],
    example: "a-b b-c b-d",
    extra: false,
    colours: false,
};

/// The kind of game.
pub struct TreeParts;

impl Structure for TreeParts {
    fn name(&self) -> &'static str {
        "treeparts"
    }

    fn about(&self) -> Text {
        text!(
            "remove a vertex of a tree and keep one of the parts that are left; who leaves a single vertex loses at once",
            "删去树上一个顶点，保留剩下的某一个连通块；使树只剩一个顶点者立即判负"
        )
    }

    fn example(&self) -> &'static str {
        "treeparts(a-b b-c b-d)"
    }

    fn read(&self, text: &str) -> Result<Reading, Vec<Diagnostic>> {
        let sketch = Sketch::read(text, FORM)?;
        let root = (sketch.vertices > 0).then_some(0);
        let tree = tree::of_sketch(&sketch, text, FORM, root).map_err(|wrong| {
            let example = FORM.example;
            vec![(*wrong).help(text!(
                "a tree is written like this: {example}; a list begins `n m`",
                "树的写法举例：{example}；列表首行写 `n m`"
            ))]
        })?;
        let slots = bits::slots("left", sketch.vertices);
        let start: Vec<Int> = slots.iter().map(|slot| slot.high.unwrap_or(0)).collect();
        let game = Game {
            sketch,
            tree: Arc::new(tree),
            slots,
            start: start.clone(),
        };
        Ok(Reading {
            rules: Box::new(game),
            starts: vec![start],
        })
    }
}

/// A tree to be cut down.
pub struct Game {
    sketch: Sketch,
    tree: Arc<Tree>,
    slots: Vec<Slot>,
    start: Vec<Int>,
}

impl Game {
    /// The tree.
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The vertices that are left, each before those below it.
    pub(super) fn order(tree: &Tree, left: &[Int]) -> Vec<u32> {
        tree.order()
            .iter()
            .copied()
            .filter(|&vertex| has(left, vertex))
            .collect()
    }

    /// Writes what a move leaves, if it is one.
    fn make(
        &self,
        left: &[Int],
        order: &[u32],
        made: Move,
        sink: &mut Sink<'_>,
    ) -> Result<(), Fault> {
        sink.budget().steps(self.tree.vertices())?;
        let kept = part(&self.tree, order, |vertex| has(left, vertex), made);
        if kept.is_empty() {
            return Ok(());
        }
        let mut option = vec![0; left.len()];
        kept.into_iter()
            .for_each(|vertex| flip(&mut option, vertex));
        sink.component(sink.game(), &option)?;
        sink.commit(
            0,
            &[Int::from(made.removed), Int::from(made.kept)],
            Span::default(),
        )
    }

    /// The move that choices name, if both are vertices.
    fn chosen(&self, choices: &[Int]) -> Option<Move> {
        let vertex = |choice: Int| {
            u32::try_from(choice)
                .ok()
                .filter(|&vertex| (vertex as usize) < self.tree.vertices())
        };
        match choices {
            &[removed, kept] => Some(Move {
                removed: vertex(removed)?,
                kept: vertex(kept)?,
            }),
            _ => None,
        }
    }
}

impl Rules for Game {
    fn title(&self) -> String {
        "one part of a tree".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    fn admits(&self, left: &[Int], budget: &Budget<'_>) -> Result<bool, Fault> {
        budget.steps(self.tree.vertices())?;
        let top = |vertex: &&u32| {
            !self
                .tree
                .parent(**vertex)
                .is_some_and(|above| has(left, above))
        };
        Ok(Game::order(&self.tree, left).iter().filter(top).count()
            == usize::from(self.tree.vertices() > 0))
    }

    fn ending(&self, left: &[Int], _: &Budget<'_>) -> Result<Option<Ending>, Fault> {
        let count: u32 = left.iter().map(|word| word.count_ones()).sum();
        Ok((count == 1).then_some(Ending::Trap))
    }

    fn can_end(&self) -> bool {
        true
    }

    fn options(&self, left: &[Int], sink: &mut Sink<'_>) -> Result<(), Fault> {
        let order = Game::order(&self.tree, left);
        for &vertex in &order {
            let Some(above) = self.tree.parent(vertex).filter(|&above| has(left, above)) else {
                continue;
            };
            self.make(
                left,
                &order,
                Move {
                    removed: above,
                    kept: vertex,
                },
                sink,
            )?;
            self.make(
                left,
                &order,
                Move {
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
        sink: &mut Sink<'_>,
    ) -> Result<(), Fault> {
        match self.chosen(choices) {
            Some(made) if rule == 0 => self.make(left, &Game::order(&self.tree, left), made, sink),
            _ => Ok(()),
        }
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let Move { removed, kept } = self.chosen(choices)?;
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
        let lone = Game::order(&self.tree, left).into_iter().take(1);
        Some(View::graph(links, lone, false, |vertex| Node {
            name: self.sketch.name(vertex),
            mark: Mark::Plain,
        }))
    }

    fn show(&self, left: &[Int]) -> Option<String> {
        Some(format!(
            "treeparts({})",
            tree::links(&self.sketch, |vertex| has(left, vertex))
        ))
    }
}
