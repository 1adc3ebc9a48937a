//! Comparison of clauses with the interpreter at one position. A checker that trusts clauses first
//! compares them with the interpreter.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::game::{GameId, OptionArena, PlayEnding, RulesError};
use rules::ir::Int;
use rules::world::World;

use crate::points::any;
use crate::{ClauseError, ConcreteMove, RuleClauses};

/// Compares the clauses of a game with its rules at one row of numbers. The row of numbers need not
/// be a position. Returns a description of the difference between the clauses and the rules.
/// Returns `None` if clauses and rules agree on positions, goals, traps and all moves, or if the
/// interpreter fails (beyond 64 bits).
///
/// # Errors
/// Returns [`ClauseError`] if a clause cannot be evaluated at the row of numbers, or if the budget
/// runs out.
pub fn differs(
    world: &World,
    clauses: &RuleClauses,
    slots: &[Int],
    budget: &Budget<'_>,
) -> Result<Option<Text>, ClauseError> {
    let slots = &canonical_slots(world, clauses, slots);
    let name = world.show(clauses.game, slots);
    let position = match world.contains(clauses.game, slots, budget) {
        Ok(position) => position,
        Err(fault) => return skip_rule_error(fault),
    };
    if clauses.contains(slots, budget)? != position {
        return Ok(Some(text!(
            "whether {name} is a position",
            "{name} 是否为局面"
        )));
    }
    let ending = match world.ending(clauses.game, slots, budget) {
        Ok(ending) => ending,
        Err(fault) => return skip_rule_error(fault),
    };
    let told =
        [&clauses.goal, &clauses.trap, &clauses.open].map(|regions| any(regions, slots, budget));
    let [goal, trap, open] = told;
    let wanted = (
        position && ending == Some(PlayEnding::Goal),
        position && ending == Some(PlayEnding::Trap),
        position && ending.is_none(),
    );
    if (goal?, trap?, open?) != wanted {
        return Ok(Some(text!(
            "whether {name} ends the play",
            "{name} 是否终局"
        )));
    }
    let mut options = OptionArena::new();
    if position && let Err(fault) = world.options(clauses.game, slots, &mut options, budget) {
        return skip_rule_error(fault);
    }
    let found = canonical_moves(world, clauses.moves_at(slots, budget)?);
    Ok((found != option_moves(&options)).then(|| text!("the moves from {name}", "{name} 的着法")))
}

/// Works like [`differs`], but compares only the move that a rule makes with the given choices. The
/// numbers of the position may be of any size.
///
/// # Errors
/// Returns the same errors as [`differs`].
pub fn differs_in_move(
    world: &World,
    clauses: &RuleClauses,
    slots: &[Int],
    rule: usize,
    choices: &[Int],
    budget: &Budget<'_>,
) -> Result<Option<Text>, ClauseError> {
    let slots = &canonical_slots(world, clauses, slots);
    let mut options = OptionArena::new();
    match world.contains(clauses.game, slots, budget) {
        Ok(true) => {}
        Ok(false) => return Ok(None),
        Err(fault) => return skip_rule_error(fault),
    }
    if let Err(fault) = world.option(clauses.game, slots, (rule, choices), &mut options, budget) {
        return skip_rule_error(fault);
    }
    let found = canonical_moves(world, clauses.made_by(slots, rule, choices, budget)?);
    let name = world.show(clauses.game, slots);
    let number = rule + 1;
    let differ = || {
        text!(
            "move {number} with {choices:?} from {name}",
            "{name} 以 {choices:?} 走第 {number} 条 move"
        )
    };
    Ok((found != option_moves(&options)).then(differ))
}

/// Returns the slots in canonical form.
fn canonical_slots(world: &World, clauses: &RuleClauses, slots: &[Int]) -> Vec<Int> {
    let mut kept = slots.to_vec();
    world.rules(clauses.game).canonicalise(&mut kept);
    kept
}

/// Returns the moves with their components in canonical form, because clauses may have been read
/// without sorting.
fn canonical_moves(world: &World, moves: BTreeSet<ConcreteMove>) -> BTreeSet<ConcreteMove> {
    let stored = |mut made: ConcreteMove| {
        made.left
            .iter_mut()
            .for_each(|(game, slots)| world.rules(*game).canonicalise(slots));
        made.left.sort();
        made
    };
    moves.into_iter().map(stored).collect()
}

fn option_moves(options: &OptionArena) -> BTreeSet<ConcreteMove> {
    let left = |components: &mut dyn Iterator<Item = (GameId, &[Int])>| {
        let mut left: Vec<(GameId, Vec<Int>)> = components
            .map(|(game, slots)| (game, slots.to_vec()))
            .collect();
        left.sort();
        left
    };
    options
        .iter()
        .map(|option| ConcreteMove {
            rule: option.rule,
            choices: option.choices.to_vec(),
            left: left(&mut option.components()),
        })
        .collect()
}

/// Skips the comparison of clauses and rules if the rules cannot be evaluated.
fn skip_rule_error(fault: RulesError) -> Result<Option<Text>, ClauseError> {
    match fault {
        RulesError::Rule { .. } => Ok(None),
        RulesError::Stopped(stop) => Err(ClauseError::Stopped(stop)),
    }
}
