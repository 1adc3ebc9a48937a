//! Recognises the knights of CEOI 2008 on a square board, or on an infinite quarter plane. See
//! [`crate::knights`].

use base::budget::{Budget, StopReason};
use base::text;
use rules::ir::{Game, Int};

use crate::knights::{Cell, KnightsBoard};
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use theory::theorem::ConditionError;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "ceoi-knights",
    statement: (
        "Each knight on a square board steps by (-2, ±1) or (±1, -2). The suspense of a knight on (x, y) is ⌊x/2⌋ + ⌊y/2⌋ + a term that depends on x mod 4, y mod 4 and the edge. The player to move loses iff the largest suspense is even.",
        "方形棋盘上的马按 (-2, ±1)、(±1, -2) 走。位于 (x, y) 的马的悬念数为 ⌊x/2⌋ + ⌊y/2⌋ + 由 x、y 模 4 及边界决定的一项。先手必败当且仅当最大悬念数为偶数。",
    ),
    source: "CEOI 2008, Knights; a finite check of the recurrence",
    slots: 2..=2,
    suspense: true,
    models,
};

fn models(game: &Game, _: &facts::GameFacts, _: &Budget<'_>) -> Result<Vec<Model>, ConditionError> {
    let rows = |slot: usize| {
        game.slots[slot].high.map(|high| {
            high.checked_sub(game.slots[slot].low)
                .and_then(|rows| rows.checked_add(1))
        })
    };
    let (rows, end) = match rows(0) {
        other if other != rows(1) => {
            return Err(text!("the board is not square", "棋盘不是正方形").into());
        }
        // On a board of 2^64 - 1 rows, the outermost layer is no exception to the formula, and no
        // position is near the edge of the board.
        None => (u64::MAX, String::new()),
        Some(Some(rows)) if rows > 0 => (natural(rows), rows.to_string()),
        Some(_) => {
            return Err(text!(
                "the board has no cells or too many cells",
                "棋盘没有格子或格子过多"
            )
            .into());
        }
    };
    let board = KnightsBoard::new(rows).expect("there is a row");
    let text = format!(
        "game Model {{ state x in 1..{end}, y in 1..{end} unordered \
         move : [x - 2, y + 1] move : [x - 2, y - 1] move : [x + 1, y - 2] move : [x - 1, y - 2] }}"
    );
    Ok(vec![Model {
        text,
        law: Box::new(KnightsLaw { board }),
    }])
}

struct KnightsLaw {
    board: KnightsBoard,
}

impl KnightsLaw {
    fn is_lost_cell(&self, cell: Cell) -> bool {
        self.board.suspense(cell).is_multiple_of(2)
    }
}

fn cell(position: &[Int]) -> Cell {
    (natural(position[0]), natural(position[1]))
}

impl ModelLaw for KnightsLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn suspense(&self, position: &[Int]) -> Option<u64> {
        Some(self.board.suspense(cell(position)))
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(self.is_lost_cell(cell(position)))
    }

    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let lost = |&option: &Cell| self.is_lost_cell(option);
        let sorted = |(x, y): Cell| Some(vec![vec![number(x.max(y))?, number(x.min(y))?]]);
        Ok(Some(Box::new(
            self.board
                .options(cell(position))
                .filter(lost)
                .filter_map(sorted),
        )))
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use facts::facts;
    use rules::game::Conventions;
    use rules::world::World;

    use super::*;
    use theory::theorem::{ClosedForm, Theorem, TheoremCase};

    fn applied(text: &str) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let mut world = World::empty();
        world
            .load("test.game", text)
            .unwrap_or_else(|_| panic!("{text}"));
        let game = world
            .instantiate("G", vec![])
            .unwrap_or_else(|_| panic!("{text}"));
        let ir = world.rules(game).game().unwrap();
        let budget = Budget::generous();
        let facts = facts(ir, game, &budget)?;
        // The game on its own, not in a sum, under the default conventions.
        THEOREM.apply(&TheoremCase::new(
            &world,
            game,
            Some(&facts),
            Conventions::default(),
            &budget,
        ))
    }

    #[test]
    fn boards_of_any_size_are_recognised() {
        let moves =
            "sum every move (dx, dy) in {(-2,1), (-2,-1), (1,-2), (-1,-2)} : [x + dx, y + dy]";
        for rows in [1, 2, 3, 1_000_000, 1_000_000_000_000_000_001] {
            let form = applied(&format!(
                "game G {{ state x in 1..{rows}, y in 1..{rows} {moves} }}"
            ))
            .unwrap_or_else(|e| panic!("{rows}: {e:?}"));
            let board = KnightsBoard::new(rows as u64).unwrap();
            for (x, y) in [
                (1, 1),
                (rows, 1),
                (rows, rows),
                (rows, (rows - 1).max(1)),
                ((rows - 1).max(1), rows),
            ] {
                assert_eq!(
                    form.suspense(&[x, y], &Budget::generous()).unwrap(),
                    Some(board.suspense((x as u64, y as u64))),
                    "{rows}: ({x}, {y})"
                );
            }
        }
        let form = applied(&format!("game G {{ state x in 0.., y in 0.. {moves} }}")).unwrap();
        assert_eq!(
            form.suspense(&[4, 4], &Budget::generous()).unwrap(),
            Some(KnightsBoard::new(7).unwrap().suspense((5, 5)))
        );
    }

    #[test]
    fn a_lost_option_is_told_as_a_move_of_the_game() {
        let form = applied(
            "game G { state x in 1..9, y in 1..9 move : [x - 2, y + 1] move : [x - 2, y - 1] move : [x + 1, y - 2] move : [x - 1, y - 2] }",
        )
        .unwrap();
        let board = KnightsBoard::new(9).unwrap();
        for (x, y) in (1..=9).flat_map(|x| (1..=9).map(move |y| (x, y))) {
            let mut expected = Vec::new();
            for (rule, (dx, dy)) in crate::knights::STEPS.into_iter().enumerate() {
                let option = ((x + dx) as u64, (y + dy) as u64);
                if board.contains(option) && board.suspense(option).is_multiple_of(2) {
                    expected.push((rule, Vec::new()));
                }
            }
            let found = form
                .moves_to(&[x, y], Grundy::ZERO, &Budget::generous())
                .unwrap();
            assert_eq!(found, Some(expected), "({x}, {y})");
        }
    }
}
