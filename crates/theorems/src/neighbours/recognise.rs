//! Recognises the game of neighbours taken from a row in rules. See [`super::law`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::{ChoiceDomain, Expr, Game, Int};

use super::law::NeighboursRules;
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "neighbours",
    statement: (
        "Each move takes l to r neighbours from a row, where l < r, and may split the row into two. The player to move wins on a single row iff its length is at least l: they take the middle of the row.",
        "每次从一行中取相邻的 l 到 r 个（l < r），余下可分成两行。单独一行不少于 l 个时先手必胜：取正中一段即可；否则先手必败。",
    ),
    source: "AtCoder Beginner Contest 278 G; by symmetry",
    slots: 1..=1,
    suspense: false,
    models: |game, _, _| {
        let model = |(least, most): (Int, Option<Int>)| {
            let blocks = NeighboursRules::new(natural(least), most.map_or(u64::MAX, natural))
                .filter(|blocks| blocks.may_choose())?;
            let most = most.map_or("n".to_owned(), |most| most.to_string());
            let text = format!(
                "game Model {{ state n in 0.. move k in {least}..{most}, left in 0..n - k : [left] + [n - k - left] }}"
            );
            Some(Model {
                text,
                law: Box::new(NeighboursLaw { blocks }),
            })
        };
        let found: Vec<Model> = bounds(game).into_iter().filter_map(model).collect();
        if found.is_empty() {
            return Err(text!(
                "no move takes a chosen number from a minimum to a larger maximum",
                "没有从某数到更大数的选择"
            )
            .into());
        }
        Ok(found)
    },
};

/// Returns the bounds of the choices in the rules, as a guess of the bounds of the game.
fn bounds(game: &Game) -> Vec<(Int, Option<Int>)> {
    let choices = game.moves.iter().flat_map(|shape| &shape.choices);
    let ranges = choices.filter_map(|choice| match &choice.domain {
        ChoiceDomain::Range(Expr::Const(low), Expr::Const(high)) if *low > 0 => {
            Some((*low, Some(*high)))
        }
        ChoiceDomain::Range(Expr::Const(low), _) if *low > 0 => Some((*low, None)),
        _ => None,
    });
    let mut bounds: Vec<(Int, Option<Int>)> = ranges
        .filter(|&(_, high)| high.is_none_or(|high| high > 0))
        .collect();
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

struct NeighboursLaw {
    blocks: NeighboursRules,
}

impl ModelLaw for NeighboursLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(natural(position[0]) < self.blocks.min_taken())
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (row, least) = (natural(position[0]), self.blocks.min_taken());
        Some(match self.blocks.middles(row).next() {
            None => text!(
                "a row of {row} is shorter than {least}, so there is no move",
                "一行只有 {row} 个，不足 {least} 个，无着可走"
            ),
            Some(taken) => {
                let left = (row - taken) / 2;
                text!(
                    "taking {taken} from the middle of {row} leaves two rows of {left}, whose values cancel",
                    "从 {row} 个的正中取 {taken} 个，余下两行各 {left} 个，相互抵消"
                )
            }
        })
    }

    /// Returns the moves that leave two equal rows; other moves may also win.
    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        const MAX_LISTED_MOVES: usize = 64;
        let row = natural(position[0]);
        let halves = self
            .blocks
            .middles(row)
            .take(MAX_LISTED_MOVES)
            .map(move |taken| ((row - taken) / 2) as Int);
        Ok(Some(Box::new(
            halves.map(|half| vec![vec![half], vec![half]]),
        )))
    }

    fn lists_all(&self, position: &[Int]) -> bool {
        natural(position[0]) < self.blocks.min_taken()
    }
}
