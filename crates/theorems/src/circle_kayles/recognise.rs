//! Recognises Circle Kayles: the first move takes one coin of a circle, or two neighbouring coins,
//! and leaves a row of Kayles. With three coins or more, the second player takes the middle of the
//! row and mirrors all later moves. See [`crate::circle_kayles`]. O(1) per position.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{ModelMatch, same};
use heap::periodic::PeriodicCode;
use rules::game::GameId;
use rules::ir::{Game, Int, ResultPartKind};

use crate::model::LoweredModel;
use crate::octal::kayles;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

/// The rules of a row of Kayles, as a model.
const ROW: &str = "game Row { state n in 0.. move i in 0..n - 1 : [i] + [n - 1 - i] move i in 0..n - 2 : [i] + [n - 2 - i] }";
/// The rules of the circle as a model in which moves lead to circles instead of rows.
const STEPS: &str = "game Steps { state n in 0.. move k in 1..2 : [n - k] }";

/// A number of values of Kayles that is sufficient to prove its period.
const MAX_KAYLES_VALUES: usize = 1000;

pub(crate) struct CircleKaylesTheorem;

impl Theorem for CircleKaylesTheorem {
    fn name(&self) -> &'static str {
        "circle-kayles"
    }

    fn statement(&self) -> Text {
        text!(
            "A move takes one coin or two neighbours from a circle, which leaves a row of Kayles. The player to move loses iff the circle is empty or has at least three coins.",
            "从圆圈中取一枚或相邻两枚硬币，剩下一行 Kayles。当且仅当没有硬币或至少有三枚时先手必败。"
        )
    }

    fn source(&self) -> &'static str {
        "POJ 2484, A Funny Game; by symmetry"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let (game, facts) = case.read()?;
        case.needs_plain()?;
        let not_a_row = || {
            text!(
                "the moves of the game do not lead to a row of another game",
                "其着法并不通向另一游戏的一行"
            )
        };
        let row = row_of(game, facts.this).ok_or_else(not_a_row)?;
        let its_rules = case
            .world
            .rules(row)
            .game()
            .filter(|its| allows_all_sizes(game) && allows_all_sizes(its))
            .ok_or_else(not_a_row)?;
        let (rows, steps) = (LoweredModel::model(ROW), LoweredModel::model(STEPS));
        same(its_rules, row, rows.game(), rows.id(), case.budget)?;
        let mut flat = game.clone();
        for part in flat.moves.iter_mut().flat_map(|shape| &mut shape.result) {
            if let ResultPartKind::Fresh(id, _) = &mut part.kind {
                *id = facts.this;
            }
        }
        let moves = same(&flat, facts.this, steps.game(), steps.id(), case.budget)?;
        let kayles = PeriodicCode::compute(&kayles(), MAX_KAYLES_VALUES, case.budget)?
            .expect("Kayles has a period");
        Ok(Box::new(CircleKaylesForm { moves, kayles }))
    }
}

/// Returns the only other game to which the moves lead; `None` if some move does not leave exactly
/// one component of that game.
fn row_of(game: &Game, this: GameId) -> Option<GameId> {
    let mut row = None;
    for shape in &game.moves {
        let [part] = &shape.result[..] else {
            return None;
        };
        let ResultPartKind::Fresh(id, _) = &part.kind else {
            return None;
        };
        if *id == this || row.is_some_and(|row| row != *id) || !part.generators.is_empty() {
            return None;
        }
        row = Some(*id);
    }
    row
}

/// Returns whether the positions of a game are all the numbers starting at 0.
fn allows_all_sizes(game: &Game) -> bool {
    matches!(&game.slots[..], [slot] if slot.low == 0 && slot.high.is_none())
}

struct CircleKaylesForm {
    /// The moves of the game, read as if they led to circles.
    moves: ModelMatch,
    kayles: PeriodicCode,
}

impl ClosedForm for CircleKaylesForm {
    fn summary(&self) -> Text {
        text!(
            "the first move leaves a row of Kayles, in which the opponent moves in the middle and then mirrors every move",
            "第一步之后剩下一行 Kayles，对方先取正中，再对称应对"
        )
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        // One coin has one option, of value 0, and two coins have options of values 0 and 1. Three
        // coins or more have two options, both of values other than 0.
        Ok(Grundy::nimber(if slots[0] < 3 {
            slots[0] as u64
        } else {
            0
        }))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let left = (1..=2)
            .map(|taken| slots[0] - taken)
            .filter(|left| *left >= 0);
        let wanted = left.filter(|left| Some(self.kayles.value(*left as u64)) == value.as_nimber());
        Ok(Some(
            wanted
                .flat_map(|left| self.moves.moves(slots, &[vec![left]]))
                .collect(),
        ))
    }
}
