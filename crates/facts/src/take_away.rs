//! Games of taking away. In games of taking away, every move subtracts a multiple of a fixed vector
//! from the position and leaves one component. Nim, Bachet's game, subtraction games and Wythoff's
//! game are games of taking away.
//!
//! The rules may be written in different ways: `[n - k]` for k in 1..n, `[k]` for k in 0..n-1,
//! `{ n -= k + 1 }` for k from 0, or moves split over several rules.

use super::linear::LinearBuilder;
use super::pieces;
use super::runs::Runs;
use super::simplex::SimplexEffort;
use base::text;
use base::text::Text;
use clauses::LinearForm;
use rules::game::GameId;
use rules::ir::{ChoiceDomain, Expr, Fold, Game, Int, Move, ResultPartKind, RuleChoice, SlotRef};

/// The numbers of times that a move may subtract its vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubtractionAmounts {
    /// A move may subtract its vector any number of times, at least once, if the slots stay in
    /// their ranges.
    All,
    /// A move may subtract its vector any of these numbers of times, if the slots stay in their
    /// ranges.
    Some(Runs),
}

/// A move that subtracts a multiple of a fixed vector.
#[derive(Clone, Debug)]
pub struct SubtractionMove {
    /// Index of the rule that makes the move.
    pub rule: usize,
    /// The vector that is subtracted; its entries are 0 and 1.
    pub vector: Vec<Int>,
    /// Allowed multiples.
    pub amounts: SubtractionAmounts,
    /// The relation between the choice and the amount that is subtracted.
    amount: Amount,
}

#[derive(Clone, Debug)]
enum Amount {
    /// The amount is constant, because the move has no choice.
    Fixed(Int),
    /// The amount is `sign` times the choice, plus a linear form in the slots.
    Chosen { sign: Int, rest: LinearForm },
}

impl SubtractionMove {
    /// Returns the choices that subtract this amount from this position; `None` if the amount is
    /// not allowed. The caller must check that the slots stay in their ranges.
    pub fn choices(&self, slots: &[Int], amount: Int) -> Option<Vec<Int>> {
        match &self.amounts {
            SubtractionAmounts::Some(set) if !set.contains(amount) => return None,
            _ if amount < 1 => return None,
            _ => {}
        }
        match &self.amount {
            Amount::Fixed(n) => (*n == amount).then(Vec::new),
            Amount::Chosen { sign, rest } => {
                let rest = rest
                    .terms
                    .iter()
                    .try_fold(rest.constant, |sum, (&slot, &a)| {
                        sum.checked_add(a.checked_mul(slots[slot].into())?)
                    })?;
                let choice = i128::from(*sign) * (i128::from(amount) - rest);
                Int::try_from(choice).ok().map(|k| vec![k])
            }
        }
    }
}

/// Returns the moves of a game of taking away, or the reason why the game is not a game of taking
/// away.
pub(super) fn take_away(
    game: &Game,
    this: GameId,
    effort: &SimplexEffort<'_>,
) -> Result<Vec<SubtractionMove>, Text> {
    pieces::refuse_endings(game)?;
    if !game.requires.is_empty() {
        return Err(text!(
            "`require` restricts the positions",
            "`require` 限制了局面"
        ));
    }
    game.moves
        .iter()
        .enumerate()
        .map(|(rule, shape)| read_move(game, this, rule, shape, effort))
        .collect()
}

/// Reads one move. The error is the reason why the move does not only subtract.
fn read_move(
    game: &Game,
    this: GameId,
    rule: usize,
    shape: &Move,
    effort: &SimplexEffort<'_>,
) -> Result<SubtractionMove, Text> {
    let number = rule + 1;
    let no = |en: &str, zh: &str| Text {
        en: format!("move {number} {en}"),
        zh: format!("第 {number} 条 move {zh}"),
    };
    let not_linear = || no("is not linear", "不是线性的");
    let choice = match &shape.choices[..] {
        [] => None,
        [one] if one.width == 1 => Some(one),
        _ => return Err(no("chooses more than one number", "选择了不止一个数")),
    };
    let [part] = &shape.result[..] else {
        return Err(no(
            "does not leave exactly one component",
            "不是恰好留下一个部分",
        ));
    };
    if !part.generators.is_empty() {
        return Err(no(
            "does not leave exactly one component",
            "不是恰好留下一个部分",
        ));
    }
    let mut builder = LinearBuilder::new(game, effort).ok_or_else(not_linear)?;
    if let Some(choice) = choice {
        builder.choice(choice).ok_or_else(not_linear)?;
    }
    let slots = result_slots(game, this, &part.kind, &mut builder).ok_or_else(not_linear)?;
    // The differences between position and result are computed as linear forms. The first
    // difference that is not zero is the amount.
    let differences: Vec<LinearForm> = slots
        .iter()
        .enumerate()
        .map(|(i, form)| LinearForm::variable(i).minus(form))
        .collect::<Option<_>>()
        .ok_or_else(not_linear)?;
    let Some(amount) = differences
        .iter()
        .find(|d| **d != LinearForm::default())
        .cloned()
    else {
        return Err(no("changes nothing", "没有改变任何东西"));
    };
    if !differences
        .iter()
        .all(|d| *d == LinearForm::default() || *d == amount)
    {
        return Err(no(
            "does not subtract the same amount from all slots that it changes",
            "对各分量减去的数不相同",
        ));
    }
    let vector: Vec<Int> = differences
        .iter()
        .map(|d| Int::from(*d == amount))
        .collect();
    let (amounts, amount) = amounts_of(game, choice, &amount, &vector, &mut builder)
        .map_err(|reason| no(&reason.en, &reason.zh))?;
    // A guard is accepted only if it is true of every move that would be legal without the guard.
    for (form, slot) in slots.iter().zip(&game.slots) {
        let low = LinearForm::constant(slot.low.into());
        builder.at_most(&low, form).ok_or_else(not_linear)?;
    }
    for guard in shape.guards.iter().flatten() {
        let mut needed = builder.clone();
        let before = needed.system.rows.len();
        needed.assume(guard).ok_or_else(not_linear)?;
        let added = needed.system.rows.split_off(before);
        let linear = matches!(guard, Expr::Compare(op, _) if *op != rules::ast::CompareOp::Ne);
        if !linear || !added.iter().all(|row| needed.system.implies(row)) {
            return Err(no("has a condition that restricts it", "带有限制条件"));
        }
    }
    Ok(SubtractionMove {
        rule,
        vector,
        amounts,
        amount,
    })
}

fn result_slots<'g>(
    game: &Game,
    this: GameId,
    kind: &'g ResultPartKind,
    builder: &mut LinearBuilder<'g>,
) -> Option<Vec<LinearForm>> {
    match kind {
        ResultPartKind::Compound(..) => None,
        ResultPartKind::Fresh(other, _) if *other != this => None,
        ResultPartKind::Fresh(_, elements) => elements
            .iter()
            .map(|e| {
                if e.generators.is_empty() {
                    builder.form(&e.values[0])
                } else {
                    None
                }
            })
            .collect(),
        ResultPartKind::Changed(_) => {
            let mut slots: Vec<LinearForm> =
                (0..game.slots.len()).map(LinearForm::variable).collect();
            for change in kind.plain_changes()? {
                let SlotRef::Slot(slot) = change.place else {
                    return None;
                };
                let value = builder.form(&change.value)?;
                slots[slot] = match change.sign {
                    None => value,
                    Some(sign) => slots[slot].plus(sign.into(), &value)?,
                };
            }
            Some(slots)
        }
    }
}

/// Returns the set of amounts, and the relation between the choice and the amount.
fn amounts_of<'g>(
    game: &Game,
    choice: Option<&'g RuleChoice>,
    amount: &LinearForm,
    vector: &[Int],
    builder: &mut LinearBuilder<'g>,
) -> Result<(SubtractionAmounts, Amount), Text> {
    let varies = || {
        text!(
            "removes an amount that is neither in a fixed set nor arbitrary",
            "取走的数量既不是固定集合也不是任意"
        )
    };
    let number = |n: i128| Int::try_from(n).map_err(|_| varies());
    let Some(choice) = choice else {
        let fixed = number(amount.as_constant().ok_or_else(varies)?)?;
        if fixed < 1 {
            return Err(text!("removes no tokens", "没有取走任何东西"));
        }
        return Ok((
            SubtractionAmounts::Some(Runs::from_iter([fixed])),
            Amount::Fixed(fixed),
        ));
    };
    let local = builder.locals[&choice.local].clone();
    let variable = *local.terms.keys().next().ok_or_else(varies)?;
    let sign = match amount.terms.get(&variable) {
        Some(1) => 1,
        Some(-1) => -1,
        _ => return Err(varies()),
    };
    let rest = amount.plus(-sign, &local).ok_or_else(varies)?;
    if rest.terms.keys().any(|v| *v >= game.slots.len()) {
        return Err(varies());
    }
    let how = Amount::Chosen {
        sign: sign as Int,
        rest: rest.clone(),
    };
    let at = |form: &LinearForm| rest.plus(sign, form).ok_or_else(varies);
    let (near, far) = match &choice.domain {
        ChoiceDomain::Known(flat) => {
            let amounts: Result<Runs, Text> = flat
                .iter()
                .map(|&k| {
                    number(
                        at(&LinearForm::constant(k.into()))?
                            .as_constant()
                            .ok_or_else(varies)?,
                    )
                })
                .collect();
            let amounts = amounts?;
            if amounts.least().is_none_or(|least| least < 1) {
                return Err(text!("does not always remove tokens", "并非总是取走东西"));
            }
            return Ok((SubtractionAmounts::Some(amounts), how));
        }
        ChoiceDomain::Range(low, high) if sign > 0 => (low, bounds(high, true)),
        ChoiceDomain::Range(low, high) => (high, bounds(low, false)),
        ChoiceDomain::Open(low, _) if sign > 0 => (low, Vec::new()),
        _ => return Err(varies()),
    };
    let near = builder.form(near).ok_or_else(varies)?;
    let least = number(at(&near)?.as_constant().ok_or_else(varies)?)?;
    if least < 1 {
        return Err(text!("does not always remove tokens", "并非总是取走东西"));
    }
    let far: Vec<LinearForm> = far
        .into_iter()
        .map(|e| builder.form(e).and_then(|form| rest.plus(sign, &form)))
        .collect::<Option<_>>()
        .ok_or_else(varies)?;
    // All amounts are allowed if each upper bound is at least as large as the maximum that some
    // slot allows.
    let reaches = |bound: &LinearForm| {
        (0..vector.len()).filter(|&i| vector[i] == 1).any(|i| {
            let room =
                LinearForm::variable(i).minus(&LinearForm::constant(game.slots[i].low.into()));
            room.and_then(|room| room.minus(bound))
                .is_some_and(|form| positions_imply(game, &form, builder.system.effort))
        })
    };
    if least == 1 && far.iter().all(reaches) {
        return Ok((SubtractionAmounts::All, how));
    }
    let up_to = |most: i128| -> Result<Runs, Text> {
        let mut amounts = Runs::default();
        amounts.add(least, number(most)?);
        Ok(amounts)
    };
    match &far[..] {
        [one] => {
            let most = one.as_constant().ok_or_else(varies)?;
            Ok((SubtractionAmounts::Some(up_to(most)?), how))
        }
        // For `min(m, n)` with a constant m, the bound m is constant, and the ranges of the slots
        // imply the bound n.
        several => {
            let mut constants = several.iter().filter_map(LinearForm::as_constant);
            let most = constants.next().ok_or_else(varies)?;
            let others_reach = several
                .iter()
                .filter(|f| f.as_constant().is_none())
                .all(reaches);
            if constants.next().is_some() || !others_reach {
                return Err(varies());
            }
            Ok((SubtractionAmounts::Some(up_to(most)?), how))
        }
    }
}

fn positions_imply(game: &Game, form: &LinearForm, effort: &SimplexEffort<'_>) -> bool {
    super::linear::positions(game, effort).is_some_and(|system| system.implies(form))
}

/// Returns the operands of a `min` (or, for a lower bound, of a `max`), because each operand is a
/// bound. Returns other expressions unchanged.
fn bounds(expr: &Expr, upper: bool) -> Vec<&Expr> {
    let wanted = if upper { Fold::Min } else { Fold::Max };
    match expr {
        Expr::Fold(fold, elements, _)
            if *fold == wanted && elements.iter().all(|e| e.generators.is_empty()) =>
        {
            elements.iter().map(|e| &e.values[0]).collect()
        }
        _ => vec![expr],
    }
}
