//! Guesses of the parameters of a model from the moves of a game. A proof by [`crate::same`] must
//! follow each guess.

use base::budget::Budget;
use clauses::{FloorFactor, SlotMapping};
use rules::game::GameId;
use rules::ir::{Game, Int};
use rules::quadratic::Quadratic;

use crate::ConditionError;
use crate::model_match::chosen;
use crate::pieces::{LinearPiece, pieces};
use crate::simplex::{SimplexEffort, gcd};

/// Returns a guess of the amounts by which a move decreases only this slot. The list contains the
/// amounts up to 64 that can be taken from a position of large numbers. If the list contains
/// `None`, much larger amounts can be taken too. Conclusions from the guessed amounts must be
/// proved.
///
/// # Errors
/// Returns [`ConditionError`] if the moves are not linear, or if the budget runs out.
pub fn singles(
    game: &Game,
    this: GameId,
    slot: usize,
    budget: &Budget<'_>,
) -> Result<Vec<Option<Int>>, ConditionError> {
    const MAX_SMALL_AMOUNT: Int = 64;
    const MUCH: Int = 10_007;
    let pieces = as_written(game, this, budget)?;
    let large: Vec<Int> = game
        .slots
        .iter()
        .map(|slot| slot.high.unwrap_or(slot.low.saturating_add(100 * MUCH)))
        .collect();
    let takes = |amount: Int| {
        let mut left = large.clone();
        left[slot] = left[slot].saturating_sub(amount);
        pieces
            .iter()
            .any(|piece| piece.parts.len() == 1 && chosen(piece, &large, &[&left]).is_some())
    };
    let much = takes(MUCH).then_some(None);
    Ok((1..=MAX_SMALL_AMOUNT)
        .filter(|&amount| takes(amount))
        .map(Some)
        .chain(much)
        .collect())
}

/// Returns fractions (num, den) that occur in the moves as factors of one number: in results, in
/// rounded quotients, or in bounds. At most six fractions are returned.
///
/// The fractions are guesses for models that have a factor; conclusions from these guesses must be
/// proved.
///
/// # Errors
/// Returns [`ConditionError`] if the moves are not linear, or if the budget runs out.
pub fn factors(
    game: &Game,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<Vec<(u64, u64)>, ConditionError> {
    const MAX_FACTORS: usize = 6;
    let mut found = std::collections::BTreeSet::new();
    let mut add = |num: i128, den: i128| {
        if let (Ok(num), Ok(den)) = (
            u64::try_from(num.unsigned_abs()),
            u64::try_from(den.unsigned_abs()),
        ) && found.len() < MAX_FACTORS
            && num > 0
            && den > 0
        {
            let common = gcd(num.into(), den.into()) as u64;
            found.insert((num / common, den / common));
        }
    };
    for piece in as_written(game, this, budget)? {
        for (form, by) in piece.quotients.values() {
            if let FloorFactor::Over(by) = by {
                form.terms.values().for_each(|&a| add(a, *by));
            }
        }
        for form in piece.parts.iter().flatten() {
            form.terms.values().for_each(|&a| add(a, 1));
        }
        for row in piece.rows.iter().filter(|row| row.terms.len() == 2) {
            let mut terms = row.terms.values();
            if let (Some(&a), Some(&b)) = (terms.next(), terms.next())
                && (a < 0) != (b < 0)
            {
                add(a, b);
                add(b, a);
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// Returns irrational factors of one number, rounded down, that occur in the moves. Like the
/// results of [`factors`], the returned factors are guesses for models that have a factor.
///
/// # Errors
/// Returns [`ConditionError`] if the moves are not linear, or if the budget runs out.
pub fn irrational_factors(
    game: &Game,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<Vec<Quadratic>, ConditionError> {
    let mut found = Vec::new();
    for piece in as_written(game, this, budget)? {
        for (_, factor) in piece.quotients.values() {
            match factor {
                FloorFactor::Times(x) if !found.contains(x) => found.push(*x),
                _ => {}
            }
        }
    }
    Ok(found)
}

/// Returns the pieces of a game with its slots in the order in which they are written.
fn as_written(
    game: &Game,
    this: GameId,
    budget: &Budget<'_>,
) -> Result<Vec<LinearPiece>, ConditionError> {
    let effort = SimplexEffort::new(budget);
    let found = pieces(
        game,
        this,
        &SlotMapping::as_written(game.slots.len()),
        &effort,
    );
    effort.finish()?;
    Ok(found?)
}
