//! The invariants of every program, regardless of the pass that produced it. A violation is a bug
//! of Grundy. The verifier reports a violation and the pass that caused it, before a table gets a
//! wrong value. Debug builds and tests verify after each pass. O(nodes).

use rules::ir::{Expr, ExprVerifier, Game};

use super::build::{has_loops, supported};
use super::interval::IntInterval;
use super::{MoveProgram, ProgramComponent, Stmt};

type CheckResult = Result<(), String>;

/// Checks a program against the game from which it was compiled. The error reports the violated
/// invariant and its location.
///
/// - the program has the slots of the game with their ranges, and for each slot a nonempty range in
///   the table;
/// - the program has every condition of the game, and no condition reads a local or contains a
///   loop;
/// - the program has room for the locals of the game, and for the same number of additional locals;
/// - the body of the program is sound, as defined by `verify_steps`.
pub(super) fn verify(program: &MoveProgram, game: &Game) -> CheckResult {
    let state: Vec<_> = game
        .slots
        .iter()
        .map(|slot| (slot.low, slot.high))
        .collect();
    if program.state != state {
        return Err(format!(
            "the state of the program is {:?}, but the state of the game is {state:?}",
            program.state
        ));
    }
    if program.ranges.slots.len() != state.len() {
        return Err(format!(
            "the program has the ranges of {} slots, but the game has {} slots",
            program.ranges.slots.len(),
            state.len()
        ));
    }
    if let Some(IntInterval(low, high)) =
        program.ranges.slots.iter().find(|range| range.0 > range.1)
    {
        return Err(format!("no position of the table is in {low}..{high}"));
    }
    if program.locals != room(game) {
        return Err(format!(
            "the program declares {} locals, but needs {}",
            program.locals,
            room(game)
        ));
    }
    let conditions = [
        (&program.requires, &game.requires),
        (&program.goals, &game.goals),
        (&program.traps, &game.traps),
    ];
    for (own, written) in conditions {
        if own.len() != written.len() {
            return Err(format!(
                "the program has {} of the {} conditions of the game",
                own.len(),
                written.len()
            ));
        }
        for condition in own {
            if has_loops(condition) {
                return Err("a condition contains a loop".to_owned());
            }
            check_supported(condition)?;
            ExprVerifier::new(&game.slots, 0).truth(condition)?;
        }
    }
    if let Some(payoff) = &program.payoff {
        number(&mut ExprVerifier::new(&game.slots, 0), payoff)?;
    }
    verify_steps(&program.body, game)
}

/// Checks the steps of the moves of a game.
///
/// - expressions are sound as in a game ([`rules::ir::verify()`]): slots and arrays exist; a local
///   is read only inside the one loop or fold that binds it, and is not bound again inside that
///   loop or in its bounds; truth values and numbers are used consistently; functions have their
///   arguments;
/// - they contain no real numbers, and their folds range only over ranges and known sets, because
///   no back end supports other folds;
/// - a loop has at least one lower and one upper bound, and a list consists of complete rows of at
///   least one number;
/// - a component is inside an option, and options are not nested;
/// - a component has as many numbers as the game has slots.
pub(super) fn verify_steps(body: &[Stmt], game: &Game) -> CheckResult {
    StepVerifier {
        scope: &mut ExprVerifier::new(&game.slots, room(game)),
        slots: game.slots.len(),
    }
    .all(body, false)
}

/// Returns the number of locals of the program, which is twice the number of locals of the game.
fn room(game: &Game) -> usize {
    2 * game.locals
}

fn check_supported(expr: &Expr) -> CheckResult {
    supported(expr).map_err(|why| format!("no back end supports {}", why.en))
}

fn number(scope: &mut ExprVerifier, expr: &Expr) -> CheckResult {
    check_supported(expr)?;
    scope.number(expr)
}

struct StepVerifier<'s> {
    scope: &'s mut ExprVerifier,
    slots: usize,
}

impl StepVerifier<'_> {
    fn all(&mut self, body: &[Stmt], in_option: bool) -> CheckResult {
        body.iter()
            .try_for_each(|stmt| self.verify_step(stmt, in_option))
    }

    fn verify_step(&mut self, stmt: &Stmt, in_option: bool) -> CheckResult {
        match stmt {
            Stmt::When(condition, body) => {
                check_supported(condition)?;
                self.scope.truth(condition)?;
                self.all(body, in_option)
            }
            Stmt::For {
                local,
                lows,
                highs,
                body,
            } => {
                if lows.is_empty() || highs.is_empty() {
                    return Err(format!(
                        "the loop over local {local} has no bounds on one side"
                    ));
                }
                self.bounds(*local, 1, lows.iter().chain(highs))?;
                self.inside(*local, 1, body, in_option)
            }
            Stmt::Rows {
                local,
                width,
                rows,
                highs,
                body,
            } => {
                if *width == 0 || !rows.len().is_multiple_of(*width) {
                    return Err(format!(
                        "a list of {} numbers cannot be divided into rows of {width}",
                        rows.len()
                    ));
                }
                self.bounds(*local, *width, highs.iter())?;
                self.inside(*local, *width, body, in_option)
            }
            Stmt::Digits {
                local,
                number,
                base,
                body,
            } => {
                self.bounds(*local, 1, [number, base].into_iter())?;
                self.inside(*local, 1, body, in_option)
            }
            Stmt::Option(_) if in_option => Err("an option contains another option".to_owned()),
            Stmt::Option(body) => self.all(body, true),
            Stmt::Gain(_) if !in_option => Err("points are outside every option".to_owned()),
            Stmt::Gain(points) => number(self.scope, points),
            Stmt::Part(_) if !in_option => Err("a component is outside every option".to_owned()),
            Stmt::Part(ProgramComponent { slots, .. }) => {
                if slots.len() != self.slots {
                    return Err(format!(
                        "a component has {} numbers, but the game has {} slots",
                        slots.len(),
                        self.slots
                    ));
                }
                slots.iter().try_for_each(|slot| number(self.scope, slot))
            }
        }
    }

    /// Checks the expressions that a loop evaluates before its locals get values.
    fn bounds<'e>(
        &mut self,
        local: usize,
        width: usize,
        mut list: impl Iterator<Item = &'e Expr>,
    ) -> CheckResult {
        self.scope.reserved(local..local + width, |scope| {
            list.try_for_each(|expr| number(scope, expr))
        })
    }

    /// Checks the body of a loop that binds `width` locals starting at `local`.
    fn inside(
        &mut self,
        local: usize,
        width: usize,
        body: &[Stmt],
        in_option: bool,
    ) -> CheckResult {
        let slots = self.slots;
        self.scope.bound(local..local + width, |scope| {
            StepVerifier { scope, slots }.all(body, in_option)
        })
    }
}

#[cfg(test)]
mod tests;
