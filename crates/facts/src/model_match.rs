//! Proofs that two games are the same game written differently. Each move of one game is a move of
//! the other game, slot for slot, up to shifts of the ranges and the order of the slots.
//!
//! Both games are cut into exact linear pieces ([`super::pieces`]). Other pieces cover a piece if
//! every point of the piece is in one of the other pieces. The proof that every point is covered
//! uses Farkas' lemma in rational arithmetic. So a positive answer is a proof, and a negative
//! answer reports the move that could not be matched.
//!
//! If numbers are substituted for the slots, the pieces of a game give the moves that lead from one
//! position to another.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use super::linear::follows;
use super::pieces::{LinearGame, LinearPiece, is_empty, moved};
use super::samples::{SampleMoveCache, Samples};
use super::simplex::SimplexEffort;
use crate::ConditionError;
use base::budget::Budget;
use base::text;
use clauses::{FloorFactor, LinearForm, SlotMapping};
use rules::game::GameId;
use rules::ir::{Game, Int};

/// Translation of a game to a model, after [`same`] has shown that the game and the model are the
/// same game.
#[derive(Clone, Debug)]
pub struct ModelMatch {
    /// For each order that the slots of a position may have, one view, which maps the slots to
    /// slots of the model.
    views: Vec<(SlotMapping, Vec<LinearPiece>)>,
    slots: usize,
}

impl ModelMatch {
    /// Returns the position of the model that corresponds to a position of this game. Returns
    /// `None` if no view applies to the position of this game.
    pub fn position(&self, slots: &[Int]) -> Option<Vec<Int>> {
        self.find_view(slots).map(|(_, seen)| seen)
    }

    fn find_view(&self, slots: &[Int]) -> Option<(&[LinearPiece], Vec<Int>)> {
        self.views.iter().find_map(|(view, pieces)| {
            let mut seen = vec![0; self.slots];
            for (i, &value) in slots.iter().enumerate() {
                seen[view.order[i]] = value.checked_sub(view.shifts[i])?;
            }
            (!view.sorted || seen.is_sorted_by(|a, b| a >= b)).then_some((&pieces[..], seen))
        })
    }

    /// Returns every rule and choice that leads from a position of this game to the given
    /// components, without duplicates. The components are given in the model's notation.
    pub fn moves(&self, slots: &[Int], left: &[Vec<Int>]) -> Vec<(usize, Vec<Int>)> {
        let Some((pieces, seen)) = self.find_view(slots) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for piece in pieces
            .iter()
            .filter(|piece| piece.parts.len() == left.len())
        {
            for order in orders(left.len()) {
                let wanted: Vec<&Vec<Int>> = order.iter().map(|&i| &left[i]).collect();
                if let Some(choices) = chosen(piece, &seen, &wanted) {
                    found.push((piece.rule, choices));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Shows that a game is the same as a model, or reports the move that could not be matched.
///
/// If the model is `unordered`, its slots must be exchangeable. The game itself may be `unordered`
/// or not.
///
/// # Errors
/// Returns [`ConditionError`] if some move cannot be matched (the error says why), or if the budget
/// runs out.
pub fn same(
    game: &Game,
    this: GameId,
    model: &Game,
    its: GameId,
    budget: &Budget<'_>,
) -> Result<ModelMatch, ConditionError> {
    let effort = SimplexEffort::new(budget);
    let found = compare(game, this, model, its, true, &effort);
    effort.finish()?;
    found
}

/// Works like [`same`], but does not reject games by their moves at small positions. This function
/// is the reference implementation of [`same`], and takes longer for games that differ.
///
/// # Errors
/// Returns the same errors as [`same`].
pub fn same_by_proof(
    game: &Game,
    this: GameId,
    model: &Game,
    its: GameId,
    budget: &Budget<'_>,
) -> Result<ModelMatch, ConditionError> {
    let effort = SimplexEffort::new(budget);
    let found = compare(game, this, model, its, false, &effort);
    effort.finish()?;
    found
}

fn compare(
    game: &Game,
    this: GameId,
    model: &Game,
    its: GameId,
    sampled: bool,
    effort: &SimplexEffort<'_>,
) -> Result<ModelMatch, ConditionError> {
    let slots = model.slots.len();
    let name = &model.name;
    if game.slots.len() != slots {
        let count = game.slots.len();
        return Err(text!(
            "a position of {name} has {slots} numbers, a position of this game has {count}",
            "{name} 的局面有 {slots} 个数，该游戏有 {count} 个"
        )
        .into());
    }
    let (sorted, model_sorted) = (!game.unordered.is_empty(), !model.unordered.is_empty());
    // Either all slots of a game are exchangeable, or no slots are.
    let partly = |game: &Game| !game.unordered.is_empty() && game.unordered.len() < slots;
    if partly(game) || partly(model) || sorted && !model_sorted {
        return Err(text!(
            "the exchangeable slots differ from those of {name}",
            "{name} 各分量的可交换性不同"
        )
        .into());
    }
    let plain = SlotMapping {
        order: (0..slots).collect(),
        shifts: vec![0; slots],
        sorted: model_sorted,
    };
    let theirs = LinearGame::from_game(model, its, &plain, effort)?;
    let bounds: Vec<Vec<LinearForm>> = theirs.places.iter().map(|(rows, _)| rows.clone()).collect();
    if bounds
        .iter()
        .flatten()
        .any(|row| row.terms.keys().any(|v| *v >= slots))
    {
        return Err(text!(
            "the positions of {name} are not linear",
            "{name} 的局面不是线性的"
        )
        .into());
    }
    let mut refusal = None;
    let mut views = Vec::new();
    let all = if slots <= MAX_PERMUTED_SLOTS {
        orders(slots)
    } else {
        vec![(0..slots).collect(), (0..slots).rev().collect()]
    };
    if slots > MAX_PERMUTED_SLOTS && model_sorted && !sorted {
        return Err(text!(
            "too many slots to try every order",
            "分量过多，无法逐一检查各种次序"
        )
        .into());
    }
    let samples = if sampled {
        Samples::new(model, &theirs, effort)
    } else {
        Samples::default()
    };
    // The empty pieces are determined only if no sample distinguishes the games.
    let pieces = LazyCell::new(|| {
        theirs
            .moves
            .iter()
            .filter(|piece| !nothing(piece, effort))
            .cloned()
            .collect()
    });
    let known = ModelData {
        pieces,
        samples,
        bounds,
        name,
    };
    // If positions are not sorted, the game is read once, and its slots are then renamed to every
    // order.
    let written = if model_sorted {
        None
    } else {
        Some(LinearGame::from_game(
            game,
            this,
            &SlotMapping::as_written(slots),
            effort,
        )?)
    };
    let listed = written
        .as_ref()
        .map(|written| SampleMoveCache::new(written, None, effort));
    for order in all {
        let shifts = (0..slots)
            .map(|i| game.slots[i].low.checked_sub(model.slots[order[i]].low))
            .collect::<Option<Vec<Int>>>();
        let shifts = shifts.ok_or_else(|| {
            text!(
                "the ranges of the two games differ by more than 64 bits",
                "两个游戏的范围相差过大"
            )
        })?;
        let view = SlotMapping {
            order,
            shifts,
            sorted: model_sorted,
        };
        let compared = match (&written, &listed) {
            (Some(written), Some(listed)) => {
                // The games already differ in another order of the slots. For the current order
                // only the verdict matters, not the reason.
                if refusal.is_some() && known.samples.differ(listed, &view) {
                    continue;
                }
                let reading = written.in_view(&view).ok_or_else(|| {
                    text!(
                        "the ranges of the two games differ by more than 64 bits",
                        "两个游戏的范围相差过大"
                    )
                })?;
                in_view(&reading, listed, &view, &known, effort)
            }
            _ => {
                let reading = LinearGame::from_game(game, this, &view, effort)?;
                in_view(
                    &reading,
                    &SampleMoveCache::new(&reading, Some(&view), effort),
                    &view,
                    &known,
                    effort,
                )
            }
        };
        match compared {
            Ok(own) => {
                views.push((view, own));
                // If the order of the slots matters in both games, or in neither game, one view is
                // enough.
                if sorted || !model_sorted {
                    break;
                }
            }
            Err(why) if model_sorted => return Err(why),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    match refusal {
        Some(why) if views.is_empty() => Err(why),
        _ => Ok(ModelMatch { views, slots }),
    }
}

/// Maximum number of values of a choice that are separated into pieces because the resulting
/// components do not determine the choice.
const MAX_CHOICE_VALUES: i128 = 4;

/// Maximum number of slots for which every order of the slots is tried. For more slots, only the
/// order as written and its reverse are tried.
const MAX_PERMUTED_SLOTS: usize = 4;

/// Data about a model that do not depend on the view of the game.
struct ModelData<'k, F: FnOnce() -> Vec<LinearPiece>> {
    /// Pieces of the model that are not empty.
    pieces: LazyCell<Vec<LinearPiece>, F>,
    samples: Samples,
    /// Positions of the model.
    bounds: Vec<Vec<LinearForm>>,
    name: &'k str,
}

/// Returns the pieces of a game, read in a view, if the moves of the game are the moves of the
/// model.
fn in_view<F: FnOnce() -> Vec<LinearPiece>>(
    game: &LinearGame,
    listed: &SampleMoveCache<'_>,
    view: &SlotMapping,
    model: &ModelData<'_, F>,
    effort: &SimplexEffort<'_>,
) -> Result<Vec<LinearPiece>, ConditionError> {
    let name = model.name;
    let foreign = |number: usize| {
        text!(
            "move {number} is not always a move of {name}",
            "第 {number} 条 move 并非总是 {name} 的着法"
        )
    };
    let missing = |number: usize| {
        ConditionError::Near(text!(
            "no move of this game corresponds to move {number} of {name}",
            "缺少 {name} 的一种着法（其第 {number} 条 move）"
        ))
    };
    let slots = view.order.len();
    let beyond = model.samples.foreign(listed, view).next();
    let mut own: Vec<LinearPiece> = game
        .moves
        .iter()
        .cloned()
        .flat_map(|piece| one_by_one(piece, effort))
        .collect();
    for piece in own
        .iter()
        .filter(|piece| beyond.is_none_or(|rule| piece.rule <= rule))
    {
        let number = piece.rule + 1;
        // If two games differ, a piece that does not fit is usually found soon. Whether a piece is
        // empty matters only if the piece does not fit.
        if !is_choice_determined(piece) && !nothing(piece, effort) {
            return Err(text!(
                "the choice of move {number} cannot be derived from the position that it leaves",
                "无法由结果推知第 {number} 条 move 的选择"
            )
            .into());
        }
        let fits = || {
            let targets: Vec<Vec<LinearForm>> = model
                .pieces
                .iter()
                .flat_map(|t| matching(piece, t))
                .collect();
            covered(&piece.rows, &targets, effort)
        };
        if beyond.is_none() && !fits() && !nothing(piece, effort) {
            return Err(foreign(number).into());
        }
    }
    if let Some(rule) = beyond {
        return Err(foreign(rule + 1).into());
    }
    own.retain(|piece| !nothing(piece, effort));
    for (place, _) in &game.places {
        if !covered(place, &model.bounds, effort) {
            return Err(text!(
                "some positions are not positions of {name}",
                "有些局面不是 {name} 的局面"
            )
            .into());
        }
        if let Some(rule) = model.samples.missing(listed, view).min() {
            return Err(missing(rule + 1));
        }
        for piece in model.pieces.iter() {
            let here = place.iter().map(|row| moved(row, slots, piece.variables));
            let rows: Vec<LinearForm> = piece.rows.iter().cloned().chain(here).collect();
            let targets: Vec<Vec<LinearForm>> =
                own.iter().flat_map(|t| matching(piece, t)).collect();
            if !covered(&rows, &targets, effort) {
                return Err(missing(piece.rule + 1));
            }
        }
    }
    Ok(own)
}

/// Returns whether a piece can be shown to contain no position.
fn nothing(piece: &LinearPiece, effort: &SimplexEffort<'_>) -> bool {
    is_empty(&piece.rows, effort)
}

/// Splits a piece if its components do not determine a choice that has few values. The result has
/// one piece for each of these values. For example, if `max(0, i - 2)` and `max(0, n - i - 1)` are
/// both 0, with i from 1 to n, then i is 1 or 2.
///
/// The returned pieces cover the given piece and do not overlap. The piece is returned unchanged if
/// the bounds of some choice are missing or too far apart.
fn one_by_one(piece: LinearPiece, effort: &SimplexEffort<'_>) -> Vec<LinearPiece> {
    let known = determined_variables(&piece);
    let near = |variable: usize| {
        let bound = |sign: i128| {
            let stands_alone = move |row: &&LinearForm| row.terms.get(&variable) == Some(&sign);
            let told = |row: &&LinearForm| row.terms.keys().all(|v| *v == variable || known[*v]);
            // The row is sign · variable + rest ≤ 0.
            let bound = move |row: &LinearForm| {
                row.plus(-sign, &LinearForm::variable(variable))
                    .and_then(|rest| LinearForm::default().plus(-sign, &rest))
            };
            piece
                .rows
                .iter()
                .filter(stands_alone)
                .filter(told)
                .filter_map(bound)
                .collect::<Vec<_>>()
        };
        let (lows, highs) = (bound(-1), bound(1));
        let gap = |low: &LinearForm, high: &LinearForm| {
            high.minus(low)?
                .as_constant()
                .filter(|gap| *gap < MAX_CHOICE_VALUES)
        };
        let pairs = lows.iter().flat_map(|low| {
            highs
                .iter()
                .filter_map(move |high| Some((gap(low, high)?, low.clone())))
        });
        pairs
            .min_by_key(|(gap, _)| *gap)
            .map(|(gap, low)| (variable, low, gap))
    };
    let unknown = (0..piece.variables).filter(|v| !known[*v] && !piece.quotients.contains_key(v));
    let Some((variable, low, gap)) = unknown.into_iter().find_map(near) else {
        return vec![piece];
    };
    let values =
        (0..=gap).map(|above| piece.with(variable, &low.plus(1, &LinearForm::constant(above))?));
    match values.collect::<Option<Vec<LinearPiece>>>() {
        None => vec![piece],
        Some(all) => {
            let possible = all
                .into_iter()
                .filter(|piece| !is_empty(&piece.rows, effort));
            possible
                .flat_map(|piece| one_by_one(piece, effort))
                .collect()
        }
    }
}

/// Returns whether the slots and the components together determine all choices.
fn is_choice_determined(piece: &LinearPiece) -> bool {
    determined_variables(piece).into_iter().all(|known| known)
}

/// Returns which variables the slots and the components together determine. A variable that does
/// not occur in the piece counts as determined.
fn determined_variables(piece: &LinearPiece) -> Vec<bool> {
    let mut known: Vec<bool> = (0..piece.variables)
        .map(|v| v < piece.slots || !piece.mentions(v))
        .collect();
    loop {
        let before = known.clone();
        for form in piece.parts.iter().flatten() {
            let mut unknown = form.terms.keys().filter(|v| !known[**v]);
            if let (Some(&one), None) = (unknown.next(), unknown.next()) {
                known[one] = true;
            }
        }
        for (&variable, (form, _)) in &piece.quotients {
            known[variable] |= form.terms.keys().all(|v| known[*v]);
        }
        if known == before {
            return known;
        }
    }
}

/// Returns whether every integer point of the rows satisfies one of the targets.
fn covered(rows: &[LinearForm], targets: &[Vec<LinearForm>], effort: &SimplexEffort<'_>) -> bool {
    // If two rules have the same text, all rows of the target piece occur among the given rows.
    let alike = |target: &Vec<LinearForm>| target.iter().all(|row| rows.contains(row));
    targets.iter().any(alike) || is_empty(rows, effort) || covered_nonempty(rows, targets, effort)
}

/// Returns the result of [`covered`] for rows that were not shown to be empty.
fn covered_nonempty(
    rows: &[LinearForm],
    targets: &[Vec<LinearForm>],
    effort: &SimplexEffort<'_>,
) -> bool {
    let Some((first, rest)) = targets.split_first() else {
        return false;
    };
    if follows(rows.iter().chain(first), &LinearForm::constant(1), effort) {
        return covered_nonempty(rows, rest, effort);
    }
    let mut inside = rows.to_vec();
    for row in first {
        if inside.contains(row) || follows(&inside, row, effort) {
            continue;
        }
        let Some(beyond) = LinearForm::constant(1).minus(row) else {
            return false;
        };
        inside.push(beyond);
        if !covered(&inside, rest, effort) {
            return false;
        }
        inside.pop();
        inside.push(row.clone());
    }
    true
}

/// For each way to match the components, returns the conditions on the slots and the variables of
/// `piece` under which `target` makes the same move.
fn matching(piece: &LinearPiece, target: &LinearPiece) -> Vec<Vec<LinearForm>> {
    if piece.parts.len() != target.parts.len() {
        return Vec::new();
    }
    orders(piece.parts.len())
        .into_iter()
        .filter_map(|order| matched(piece, target, &order))
        .collect()
}

fn matched(piece: &LinearPiece, target: &LinearPiece, order: &[usize]) -> Option<Vec<LinearForm>> {
    let (slots, first) = (piece.slots, piece.variables);
    // The target's own variables are renumbered to come after the variables of the piece.
    let moved = |form: &LinearForm| moved(form, slots, first);
    let mut rows: Vec<LinearForm> = target.rows.iter().map(moved).collect();
    let mut quotients: BTreeMap<usize, (LinearForm, FloorFactor)> = target
        .quotients
        .iter()
        .map(|(&v, (form, by))| (v - slots + first, (moved(form), *by)))
        .collect();
    let mut equations = Vec::new();
    for (own, &other) in piece.parts.iter().zip(order) {
        for (a, b) in own.iter().zip(&target.parts[other]) {
            equations.push(moved(b).minus(a)?);
        }
    }
    // The equations are solved for the target's variables. A variable is eliminated by an equation,
    // or because the piece contains the same rounded quotient.
    loop {
        let pivot = equations.iter().enumerate().find_map(|(i, equation)| {
            let (&v, &a) = equation
                .terms
                .iter()
                .find(|(v, a)| **v >= first && a.abs() == 1)?;
            Some((i, v, a))
        });
        let rounded = || {
            let equal = |quotient: &(LinearForm, FloorFactor)| {
                piece
                    .quotients
                    .iter()
                    .find(|(_, own)| *own == quotient)
                    .map(|(v, _)| *v)
            };
            quotients.iter().find_map(|(&variable, quotient)| {
                Some((variable, LinearForm::variable(equal(quotient)?)))
            })
        };
        let (variable, value) = match pivot {
            Some((i, variable, sign)) => {
                let equation = equations.swap_remove(i);
                // sign · variable + rest = 0
                let rest = equation.plus(-sign, &LinearForm::variable(variable))?;
                (variable, LinearForm::default().plus(-sign, &rest)?)
            }
            None => match rounded() {
                Some(found) => found,
                None => break,
            },
        };
        quotients.remove(&variable);
        let forms = rows
            .iter_mut()
            .chain(&mut equations)
            .chain(quotients.values_mut().map(|(form, _)| form));
        for form in forms {
            form.substitute(variable, &value)?;
        }
    }
    for equation in equations {
        rows.push(LinearForm::default().minus(&equation)?);
        rows.push(equation);
    }
    // Rounded quotients that the components do not determine are eliminated: with q = ⌊form / by⌋,
    // q ≤ e means form ≤ by·e + by - 1, and e ≤ q means by·e ≤ form.
    for (&variable, (form, by)) in quotients.iter().rev() {
        let FloorFactor::Over(by) = by else {
            return None;
        };
        let mut kept = Vec::new();
        let multiple = LinearForm::default().plus(*by, &LinearForm::variable(variable))?;
        let defining = [
            multiple.minus(form)?,
            form.minus(&multiple)?
                .minus(&LinearForm::constant(by - 1))?,
        ];
        for row in rows {
            match row.terms.get(&variable) {
                None => kept.push(row),
                Some(_) if defining.contains(&row) => {}
                Some(1) => {
                    let rest = row.minus(&LinearForm::variable(variable))?;
                    kept.push(
                        form.plus(*by, &rest)?
                            .minus(&LinearForm::constant(by - 1))?,
                    );
                }
                Some(-1) => {
                    let rest = row.plus(1, &LinearForm::variable(variable))?;
                    kept.push(LinearForm::default().plus(*by, &rest)?.minus(form)?);
                }
                Some(_) => return None,
            }
        }
        rows = kept;
    }
    let told = |form: &LinearForm| form.terms.keys().all(|v| *v < first);
    rows.iter().all(told).then_some(rows)
}

/// Returns the choices by which a piece leads from given slots to given components; `None` if the
/// piece does not lead to these components.
pub(super) fn chosen(piece: &LinearPiece, slots: &[Int], left: &[&Vec<Int>]) -> Option<Vec<Int>> {
    let mut known: Vec<Option<i128>> = vec![None; piece.variables];
    for (i, &slot) in slots.iter().enumerate() {
        known[i] = Some(slot.into());
    }
    // Returns the known summand of a form, and the only unknown term of the form.
    let split = |form: &LinearForm, known: &[Option<i128>]| {
        let mut rest = form.constant;
        let mut unknown = None;
        for (&v, &a) in &form.terms {
            match (known[v], unknown) {
                (Some(n), _) => rest = rest.checked_add(a.checked_mul(n)?)?,
                (None, None) => unknown = Some((v, a)),
                (None, Some(_)) => return None,
            }
        }
        Some((rest, unknown))
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (part, wanted) in piece.parts.iter().zip(left) {
            for (form, &wanted) in part.iter().zip(wanted.iter()) {
                let Some((rest, Some((variable, a)))) = split(form, &known) else {
                    continue;
                };
                let difference = i128::from(wanted).checked_sub(rest)?;
                if difference.checked_rem(a)? != 0 {
                    return None;
                }
                known[variable] = Some(difference / a);
                changed = true;
            }
        }
        for (&variable, (form, by)) in &piece.quotients {
            if let (None, Some((value, None))) = (known[variable], split(form, &known)) {
                known[variable] = Some(by.rounded(value)?);
                changed = true;
            }
        }
    }
    let value = |form: &LinearForm| match split(form, &known) {
        Some((value, None)) => Some(value),
        _ => None,
    };
    for (part, wanted) in piece.parts.iter().zip(left) {
        for (form, &wanted) in part.iter().zip(wanted.iter()) {
            if value(form)? != i128::from(wanted) {
                return None;
            }
        }
    }
    for row in &piece.rows {
        if value(row)? > 0 {
            return None;
        }
    }
    piece
        .choices
        .iter()
        .map(|form| Int::try_from(value(form)?).ok())
        .collect()
}

/// Returns all permutations of `0..count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).rev().map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect();
    }
    all
}
