//! Maximum Nim: from n one may take 1 to f(n), where f(low) = 0 and f rises by 0 or 1 from each n to the next. Then the value of n is f(n) where f
//! has risen, else that of n - f(n) - 1 (L. Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80, 2006). Here it is shown that rules
//! are of this kind, in one of two ways: a clause whose bounds of k are ⌊(a·n + b) / c⌋ with 0 ≤ a ≤ c, or a rule `move k in 1..e : [n - k]` with an
//! expression e made of n by steps each of which makes what rises by 0 or 1 of what does.

use base::text;
use clauses::{Atom, Clauses, Linear};
use rules::ast::BinaryOp;
use rules::ir::{Change, Domain, Element, Expr, Fold, Function, Game, Int, Move, Part, PartKind, Place};
use rules::rules::GameId;
use rules::world::World;

use crate::Refused;
use crate::walker::refused;

/// Verifies the conditions on the clauses of one slot.
pub(super) fn check(clauses: &Clauses, lows: &[i128]) -> Result<(), Refused> {
    if takes_upto(clauses, lows).is_some() {
        return Ok(());
    }
    refused(text!("its moves are not to take 1 to f(n), where f rises by 0 or 1", "其着法不是取 1 至 f(n)，其中 f 每步升 0 或 1"))
}

fn takes_upto(clauses: &Clauses, lows: &[i128]) -> Option<()> {
    let (&[low], [clause], true) = (lows, &clauses.moves[..], clauses.goal.is_empty() && clauses.trap.is_empty()) else { return None };
    let at_least = |form: &Linear| *form == Linear { terms: [(0, -1)].into(), constant: low };
    let [region] = &clauses.positions[..] else { return None };
    if !region.atoms.iter().all(|atom| matches!(atom, Atom::AtMostZero(form) if at_least(form))) || region.atoms.is_empty() {
        return None;
    }
    let [component] = &clause.left[..] else { return None };
    if component.game != clauses.game || clause.variables != 2 || !clause.runs.is_empty() || !clause.quotients.is_empty() {
        return None;
    }
    // What is left is n - k: the hidden variable is put as k, up to its sign and what is added.
    let taken = Linear::variable(0).minus(&component.slots[0])?;
    let sign = *taken.terms.get(&1)?;
    let rest = taken.minus(&Linear { terms: [(1, sign)].into(), constant: 0 })?;
    if sign.abs() != 1 {
        return None;
    }
    let hidden = Linear::variable(1).minus(&rest)?.times(sign)?;
    let (mut from_one, mut none_at_low) = (false, false);
    for atom in &clause.atoms {
        let Atom::AtMostZero(form) = atom else { return None };
        let form = form.with(1, &hidden)?;
        let [n, k] = [0, 1].map(|v| form.terms.get(&v).copied().unwrap_or(0));
        // n · N + k · K + constant ≤ 0
        let at = |number: i128, taken: i128| n.checked_mul(number)?.checked_add(k.checked_mul(taken)?)?.checked_add(form.constant);
        if k > 0 {
            // K ≤ ⌊(-n · N - constant) / k⌋
            if !(-k..=0).contains(&n) {
                return None;
            }
            none_at_low |= at(low, 1)? > 0;
        } else {
            // It holds of every K from 1 on, or from 0 on where it does not speak of K.
            if n > 0 || at(low, 1)? > 0 {
                return None;
            }
            from_one |= n == 0 && k < 0 && at(low, 0)? > 0;
        }
    }
    (from_one && none_at_low).then_some(())
}

/// Whether a game has one rule, `move k in 1..e : [n - k]`, with an e that rises by 0 or 1. Numbers below the least are no positions, so f(n) is the
/// least of e and n - low, or 0.
pub(super) fn rule_says_so(world: &World, game: GameId) -> bool {
    world.rules(game).game().is_some_and(|rules| {
        let plain = rules.requires.is_empty()
            && rules.goals.is_empty()
            && rules.traps.is_empty()
            && rules.urgent.is_empty()
            && !rules.strict
            && !rules.conventions.loopy
            && !rules.conventions.entailing;
        let ([slot], [only]) = (&rules.slots[..], &rules.moves[..]) else { return false };
        plain
            && slot.high.is_none()
            && one_to(only).is_some_and(|(most, local)| leaves(rules, game, only, local) && rises(most, slot.low).is_some())
    })
}

/// `k in 1..e`, and nothing else.
fn one_to(rule: &Move) -> Option<(&Expr, usize)> {
    let [choice] = &rule.choices[..] else { return None };
    match &choice.domain {
        Domain::Range(Expr::Const(1), most) if rule.guards.iter().all(Vec::is_empty) => Some((most, choice.local)),
        _ => None,
    }
}

/// `[n - k]`, or `n -= k`.
fn leaves(rules: &Game, game: GameId, rule: &Move, local: usize) -> bool {
    let [Part { kind, generators }] = &rule.result[..] else { return false };
    let is_taken = |expr: &Expr| matches!(expr, Expr::Local(taken) if *taken == local);
    let made = match kind {
        PartKind::Fresh(left, elements) => match &elements[..] {
            [Element { values, generators }] if *left == game && generators.is_empty() => match &values[..] {
                [Expr::Binary(BinaryOp::Sub, sides, _)] => matches!(sides[0], Expr::Slot(0)) && is_taken(&sides[1]),
                _ => false,
            },
            _ => false,
        },
        PartKind::Changed(changes, within) => match &changes[..] {
            [Change { place: Place::Slot(0), sign: Some(-1), value, .. }] => within.is_empty() && is_taken(value),
            _ => false,
        },
        PartKind::Compound(..) => false,
    };
    made && generators.is_empty() && rules.slots.len() == 1
}

/// What an expression is at the least n; `None` unless it is seen to rise by 0 or 1 from each n to the next.
fn rises(expr: &Expr, low: Int) -> Option<Int> {
    match expr {
        Expr::Slot(0) => Some(low),
        Expr::Const(n) => Some(*n),
        Expr::Binary(BinaryOp::Add, sides, _) => match (&sides[0], &sides[1]) {
            (Expr::Const(n), e) | (e, Expr::Const(n)) => rises(e, low)?.checked_add(*n),
            _ => None,
        },
        Expr::Binary(BinaryOp::Sub, sides, _) => match (&sides[0], &sides[1]) {
            // n rises by 1, and what rises by 0 or 1 is taken away.
            (Expr::Slot(0), e) => low.checked_sub(rises(e, low)?),
            (e, Expr::Const(n)) => rises(e, low)?.checked_sub(*n),
            _ => None,
        },
        // ⌊e / c⌋ where e rises by at most c
        Expr::Binary(BinaryOp::Div, sides, _) => match (steps(&sides[0], low)?, &sides[1]) {
            ((most, at), Expr::Const(by)) if *by > 0 && most <= *by => Some(at.div_euclid(*by)),
            _ => None,
        },
        Expr::Call(Function::Isqrt, args, _) => rises(&args[0], low)?.checked_isqrt(),
        Expr::Call(Function::Bitlen, args, _) => {
            rises(&args[0], low).filter(|at| *at >= 0).map(|at| i64::from(Int::BITS - at.leading_zeros()))
        }
        Expr::Fold(fold @ (Fold::Min | Fold::Max), elements, _) => {
            let plain = elements.iter().all(|element| element.generators.is_empty());
            let values = elements.iter().flat_map(|element| &element.values).map(|e| rises(e, low)).collect::<Option<Vec<_>>>();
            let values = values.filter(|_| plain)?.into_iter();
            if *fold == Fold::Min { values.min() } else { values.max() }
        }
        _ => None,
    }
}

/// What an expression rises by at most, and what it is at the least n; `None` unless it is seen never to fall.
fn steps(expr: &Expr, low: Int) -> Option<(Int, Int)> {
    if let Expr::Binary(op, sides, _) = expr {
        match (op, &sides[0], &sides[1]) {
            (BinaryOp::Mul, Expr::Const(a), e) | (BinaryOp::Mul, e, Expr::Const(a)) if *a >= 0 => {
                return Some((*a, rises(e, low)?.checked_mul(*a)?));
            }
            (BinaryOp::Add, Expr::Const(b), e) | (BinaryOp::Add, e, Expr::Const(b)) => {
                return steps(e, low).and_then(|(most, at)| Some((most, at.checked_add(*b)?)));
            }
            (BinaryOp::Sub, e, Expr::Const(b)) => return steps(e, low).and_then(|(most, at)| Some((most, at.checked_sub(*b)?))),
            _ => {}
        }
    }
    rises(expr, low).map(|at| (1, at))
}
