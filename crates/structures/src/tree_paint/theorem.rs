//! The values of [`super::values`] as a theorem on the game: values, and all moves to any value.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::rules::TreePaintRules;
use super::values::SubtreeValues;
use crate::bits::has;
use crate::structure_theorem::StructureTheorem;
use crate::tree::{self, RootedTree};

/// The maximum number of values that an explanation names.
const MAX_EXPLAINED_VALUES: usize = 30;

pub(crate) const THEOREM: StructureTheorem<TreePaintRules> = StructureTheorem {
    name: "path-painting",
    statement: (
        "A move paints a path to the root. The subtrees next to the path then form a sum. The values of subtrees are computed from the leaves up with merged tries.",
        "每步将一条到根的路径涂黑。此后路径旁的各子树构成和，其值可自叶向根用字典树合并求出。",
    ),
    source: "SPOJ COT3, Combat on a tree (2012); the Sprague–Grundy theorem, and tries merged small to large",
    other_game: ("not the game of painting a tree", "不是树上涂色"),
    form: |game, case| {
        case.needs_normal_play()?;
        Ok(Box::new(TreePaintForm {
            tree: game.tree().clone(),
        }))
    },
};

struct TreePaintForm {
    tree: Arc<RootedTree>,
}

impl TreePaintForm {
    fn values(&self, white: &[Int], budget: &Budget<'_>) -> Result<SubtreeValues, StopReason> {
        SubtreeValues::new(&self.tree, |vertex| has(white, vertex), budget)
    }

    /// Returns the white vertices, and for each the value after the move that chooses it.
    fn moves(&self, white: &[Int], values: &SubtreeValues) -> impl Iterator<Item = (u32, u32)> {
        values
            .left_by(&self.tree)
            .into_iter()
            .zip(0..)
            .map(|(left, vertex)| (vertex, left))
            .filter(|&(vertex, _)| has(white, vertex))
    }
}

impl ClosedForm for TreePaintForm {
    fn summary(&self) -> Text {
        tree::summarise(self.tree.vertices())
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(
            self.values(slots, budget)?.root_value(&self.tree).into(),
        ))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let values = self.values(slots, budget)?;
        let mut left: Vec<u32> = self.moves(slots, &values).map(|(_, left)| left).collect();
        left.sort_unstable();
        left.dedup();
        if left.is_empty() {
            return Ok(Some(text!(
                "no vertex is white, so the value is 0",
                "没有白色顶点，故值为 0"
            )));
        }
        let mut named: Vec<String> = left
            .iter()
            .take(MAX_EXPLAINED_VALUES)
            .map(u32::to_string)
            .collect();
        if left.len() > MAX_EXPLAINED_VALUES {
            named.push("…".to_owned());
        }
        let (named, value) = (named.join(", "), values.root_value(&self.tree));
        Ok(Some(text!(
            "painting a path leaves subtrees with one of the nim-sums {named}; the smallest missing value is {value}",
            "一条路径涂黑后，余下各子树的 Nim 和可为 {named}；缺少的最小值是 {value}"
        )))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let Some(value) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        let values = self.values(slots, budget)?;
        let moves = self
            .moves(slots, &values)
            .filter(|&(_, left)| u64::from(left) == value);
        Ok(Some(
            moves
                .map(|(vertex, _)| (0, vec![Int::from(vertex)]))
                .collect(),
        ))
    }
}
