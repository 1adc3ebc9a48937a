//! The period of a subtraction game, for every n. For every n, the options from n must be the
//! numbers n - s with s in a set and s ≤ n. The checker reads the set of the numbers s from the
//! typed form of the rules. The checker accepts only one shape of rules: `state n in 0..` and moves
//! `s in ... : [n - s]` over known numbers, without conditions. The values of 0, 1, 2, … are
//! recomputed by mex from the options that the rules give. Each value is a function of the m
//! preceding values, where m is the largest element of the set. If m consecutive values, starting
//! at the preperiod, are equal to the values one period later, all later values repeat, by
//! induction.

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::ast::BinaryOp;
use rules::game::{GameId, OptionArena};
use rules::ir::{ChoiceDomain, Expr, Game, Int, Move, ResultPart, ResultPartKind, RowElement};
use rules::world::World;

use crate::error::CertificateError;
use crate::report::CertificateReport;
use crate::values::mex;
use crate::words;

/// Verifies that G(n + period) = G(n) for every n ≥ preperiod. O(values × set).
///
/// # Panics
/// Panics if `world` did not return the game.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_period(
    world: &World,
    game: GameId,
    preperiod: u64,
    period: u64,
    set: &[Int],
    values: &[u64],
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let title = world.rules(game).title();
    let written = world
        .declaration_of(game)
        .and_then(|_| world.rules(game).game());
    let shape = match written {
        Some(written) => subtraction_set(game, written, set.len()),
        None => Err(text!(
            "the game is not written in the rule language",
            "它不是用规则语言写成的"
        )),
    };
    let expected = shape.map_err(|reason| CertificateError::NotSubtraction {
        game: title.clone(),
        reason,
    })?;
    if expected != set {
        return Err(CertificateError::OtherSet {
            game: title,
            expected,
            got: set.to_vec(),
        });
    }
    let largest = set.last().map_or(0, |&s| s as u64);
    if period == 0 {
        return Err(CertificateError::NoPeriod);
    }
    let needed = preperiod.saturating_add(largest).saturating_add(period);
    if (values.len() as u64) < needed {
        return Err(CertificateError::ShortWindow {
            expected: needed,
            got: values.len() as u64,
        });
    }
    recompute(world, game, set, values, budget)?;
    for n in preperiod..preperiod + largest {
        let (value, later) = (values[n as usize], values[(n + period) as usize]);
        if value != later {
            return Err(CertificateError::NotPeriodic {
                n,
                expected: value,
                got: later,
            });
        }
    }
    Ok(CertificateReport {
        claim: words::period(&title, preperiod, period),
        rests_on: words::rests_on_period(set, values.len()),
        entries: values.len(),
    })
}

/// Verifies the options and the values of 0, 1, 2, ….
fn recompute(
    world: &World,
    game: GameId,
    set: &[Int],
    values: &[u64],
    budget: &Budget<'_>,
) -> Result<(), CertificateError> {
    let mut options = OptionArena::new();
    for (n, &got) in (0..).zip(values) {
        budget.item(n as usize + 1);
        budget.steps(1 + set.len())?;
        let expected: Vec<Int> = set.iter().take_while(|&&s| s <= n).map(|s| n - s).collect();
        world
            .options(game, &[n], &mut options, budget)
            .map_err(|fault| CertificateError::fault(world, fault))?;
        let mut left: Vec<Option<Int>> = options
            .iter()
            .map(|option| {
                let mut parts = option.components();
                match (parts.next(), parts.next()) {
                    (Some((part, &[left])), None) if part == game => Some(left),
                    _ => None,
                }
            })
            .collect();
        left.sort_unstable_by(|a, b| b.cmp(a));
        left.dedup();
        if !left.iter().copied().eq(expected.iter().copied().map(Some)) {
            return Err(CertificateError::OtherOptions {
                position: world.show(game, &[n]),
                expected,
            });
        }
        let mut of_options: Vec<u64> = expected.iter().map(|&m| values[m as usize]).collect();
        let expected = mex(&mut of_options);
        if got != expected {
            return Err(CertificateError::WrongValue {
                entry: n as usize + 1,
                position: world.show(game, &[n]),
                expected,
                got,
            });
        }
        budget.report(n as u64 + 1, Some(values.len() as u64));
    }
    Ok(())
}

/// Returns the numbers that a game subtracts, in increasing order, if its rules have the accepted
/// shape. `most` is the number of elements that the proof lists. A range with more than `most`
/// elements is rejected before its elements are collected.
fn subtraction_set(this: GameId, game: &Game, most: usize) -> Result<Vec<Int>, Text> {
    match &game.slots[..] {
        [slot] if slot.low == 0 && slot.high.is_none() => {}
        _ => {
            return Err(text!(
                "the state of the game is not one number `n in 0..`",
                "其 state 不是单个数 `n in 0..`"
            ));
        }
    }
    if !(game.requires.is_empty()
        && game.goals.is_empty()
        && game.traps.is_empty()
        && !game.conventions.entailing)
    {
        return Err(text!(
            "the game has a `require`, `goal`, `trap` or `urgent`",
            "它带有 `require`、`goal`、`trap` 或 `urgent`"
        ));
    }
    let mut set = Vec::new();
    for rule in &game.moves {
        set.extend(taken_by(this, rule, most)?);
    }
    set.sort_unstable();
    set.dedup();
    match set.first() {
        Some(&least) if least < 1 => Err(text!(
            "the game subtracts {least}, but a move must subtract at least 1",
            "它减去 {least}，而一步至少须减去 1"
        )),
        _ => Ok(set),
    }
}

/// Returns the numbers s of a rule `s in ... : [n - s]`.
fn taken_by(this: GameId, rule: &Move, most: usize) -> Result<Vec<Int>, Text> {
    let [choice] = &rule.choices[..] else {
        return Err(text!(
            "a move does not have exactly one choice",
            "有的着法不是恰有一个选择"
        ));
    };
    if rule.guards.iter().any(|guards| !guards.is_empty()) {
        return Err(text!("a move has a condition", "有的着法带条件"));
    }
    let subtracts = |expr: &Expr| {
        matches!(expr, Expr::Binary(BinaryOp::Sub, sides, _)
            if matches!(&**sides, [Expr::Slot(0), Expr::Local(local)] if *local == choice.local))
    };
    let plain = match &rule.result[..] {
        [
            ResultPart {
                kind: ResultPartKind::Fresh(game, elements),
                generators,
            },
        ] if *game == this && generators.is_empty() => {
            matches!(&elements[..], [RowElement { values, generators }]
                if generators.is_empty() && matches!(&values[..], [expr] if subtracts(expr)))
        }
        _ => false,
    };
    if !plain {
        return Err(text!(
            "a move does not leave exactly [n - s]",
            "有的着法留下的不是恰好 [n - s]"
        ));
    }
    match &choice.domain {
        ChoiceDomain::Known(numbers) if choice.width == 1 => Ok(numbers.to_vec()),
        ChoiceDomain::Range(Expr::Const(low), Expr::Const(high)) if choice.width == 1 => {
            if i128::from(*high) - i128::from(*low) >= most as i128 {
                return Err(text!(
                    "{low}..{high} contains more numbers than the proof lists",
                    "{low}..{high} 中的数多于证明所列"
                ));
            }
            Ok((*low..=*high).collect())
        }
        _ => Err(text!(
            "a choice is not from a finite set or range of constants",
            "有的选择不是取自常数的有限集或区间"
        )),
    }
}
