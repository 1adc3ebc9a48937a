//! The invariants of every typed form. Lowering establishes the invariants, and every
//! transformation of expressions preserves them. A typed form that violates an invariant is an
//! error of this program, never of a rule file. The verifier detects this error before it causes a
//! wrong answer. [`verify()`] checks a complete game, and an [`ExprVerifier`] checks single
//! expressions. The compiler of programs checks its own expressions with an [`ExprVerifier`]. Debug
//! builds and tests verify each game that is lowered. Checking a valid game takes O(nodes).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{
    ChoiceDomain, Expr, Game, Int, LabelPiece, Move, ParameterValue, RangeStopper, RealExpr,
    ResultPart, ResultPartKind, RowElement, RuleChoice, RuleClaim, Slot, SlotRef, SlotShape,
    StartRule,
};
use crate::ast::{BinaryOp, CompareOp};
use crate::data::DataTable;
use crate::game::{GameId, SumKind};

type VerifyResult = Result<(), String>;

/// Checks a game. `slots_of` returns the number of slots of a position of a linked game.
///
/// State and arguments:
/// - no range of a slot is empty, no two slots have the same name, and all slots that are
///   `unordered` have the same range;
/// - the cells of an array are adjacent from its first slot on, with consecutive indices and the
///   same range;
/// - a set among the arguments consists of complete rows of at least one number, sorted and without
///   repetitions; `sum upto k` has k ≥ 1.
///
/// Expressions in conditions, moves, claims and the start:
/// - a slot that is read exists; an element that is read by an index belongs to a complete array of
///   the state;
/// - a local is read only inside a choice that assigns it, and is one of the declared locals of the
///   game;
/// - a local is assigned by one choice at a time: choices that are nested, or in each other's
///   domains, have different locals;
/// - truth values and numbers are used consistently: operands, arguments, conditions, branches,
///   elements;
/// - a function has as many arguments as its arity, and an element of a fold is one value;
/// - real numbers occur in claims only, and only with `+ - * /`.
///
/// Choices:
/// - each choice assigns at least one local, and as many locals as it has names; ranges, digits and
///   endless sets assign exactly one local;
/// - a known set has complete rows, sorted and without repetitions; the elements of a listed set
///   have a value for each local;
/// - an unbounded choice is a choice of a move, and has a stopper.
///
/// Moves, claims and the start:
/// - a move has a list of guards for each number of choices made, from 0 on;
/// - a component has as many numbers as its game has slots, unless generators create them;
/// - a change adds, subtracts or sets;
/// - a start gives each slot a value, and its free slots are distinct;
/// - a tier is a number;
/// - a symmetry names each slot exactly once;
/// - a period is at least 1, and claimed for games with one slot.
///
/// # Errors
/// Returns the first violation found, and its location in the game.
pub fn verify(game: &Game, slots_of: &dyn Fn(GameId) -> usize) -> VerifyResult {
    state(game)?;
    for (name, value) in &game.args {
        argument(value).map_err(with_location(&format!("argument `{name}`")))?;
    }
    if game.conventions.sum == SumKind::Upto(0) {
        return Err("`sum upto` allows moves in 0 components".to_owned());
    }
    let mut scope = ExprVerifier::new(&game.slots, game.locals);
    for (kind, list) in [
        ("require", &game.requires),
        ("goal", &game.goals),
        ("trap", &game.traps),
        ("tie", &game.ties),
        ("urgent", &game.urgent),
    ] {
        for (i, condition) in list.iter().enumerate() {
            scope
                .truth(condition)
                .map_err(with_location(&format!("{kind} {}", i + 1)))?;
        }
    }
    for (i, (player, condition)) in game.decided.iter().enumerate() {
        let place = format!("goal {} for {}", i + 1, player.word());
        scope.truth(condition).map_err(with_location(&place))?;
    }
    if let Some(payoff) = &game.payoff {
        scope.number(payoff).map_err(with_location("payoff"))?;
    }
    if let Some(tier) = &game.tier.0 {
        scope.number(tier).map_err(with_location("tier"))?;
    }
    for old in &game.symmetries.0 {
        let mut sorted = old.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..game.slots.len()) {
            return Err("a symmetry does not list every slot exactly once".to_owned());
        }
    }
    for (i, shape) in game.moves.iter().enumerate() {
        scope
            .moves(shape, slots_of)
            .map_err(with_location(&format!("move {}", i + 1)))?;
    }
    if let Some(start) = &game.start {
        scope.start(start).map_err(with_location("start"))?;
    }
    scope.reals = true;
    for (i, (claim, _)) in game.claims.iter().enumerate() {
        scope
            .claim(claim)
            .map_err(with_location(&format!("claim {}", i + 1)))?;
    }
    Ok(())
}

fn with_location(place: &str) -> impl Fn(String) -> String {
    move |what| format!("{place}: {what}")
}

fn state(game: &Game) -> VerifyResult {
    let mut names = HashSet::new();
    if game.slots.get(game.unordered.clone()).is_none() {
        return Err(format!(
            "the game has {1} slots, but slots {0:?} are declared unordered",
            game.unordered,
            game.slots.len()
        ));
    }
    for (i, slot) in game.slots.iter().enumerate() {
        let name = &slot.name;
        if slot.high.is_some_and(|high| high < slot.low) {
            return Err(format!("the range of slot `{name}` is empty"));
        }
        if !names.insert(name) {
            return Err(format!("two slots have the name `{name}`"));
        }
        let first = &game.slots[game.unordered.start.min(i)];
        if game.unordered.contains(&i) && (slot.low, slot.high) != (first.low, first.high) {
            return Err(format!(
                "slot `{name}` may be exchanged with a slot of another range"
            ));
        }
        if let SlotShape::Cell { array, index } = slot.shape
            && array != i
        {
            let before = i.checked_sub(1).map(|i| &game.slots[i]);
            let follows = |before: &Slot| {
                let next = index
                    .checked_sub(1)
                    .map(|index| SlotShape::Cell { array, index });
                Some(before.shape) == next
            };
            if !before.is_some_and(follows) {
                return Err(format!("slot `{name}` does not continue its array"));
            }
        }
    }
    Ok(())
}

fn argument(value: &ParameterValue) -> VerifyResult {
    match value {
        ParameterValue::Int(_) | ParameterValue::Real(_) | ParameterValue::Graph(_) => Ok(()),
        ParameterValue::Data(data) => shape(data),
        ParameterValue::Set(flat, width) => rows(flat, *width),
    }
}

/// Checks that data has an entry for each pair of indices.
fn shape(data: &DataTable) -> VerifyResult {
    let dimensions = (1..=2).contains(&data.lengths.len()) && data.lows.len() == data.lengths.len();
    if dimensions && data.lengths.iter().product::<usize>() == data.entries.len() {
        Ok(())
    } else {
        Err(format!(
            "data of {} entries has the dimensions {:?}",
            data.entries.len(),
            data.lengths
        ))
    }
}

fn rows(flat: &[Int], width: usize) -> VerifyResult {
    if width == 0 || !flat.len().is_multiple_of(width) {
        return Err(format!(
            "a set of {} numbers cannot be divided into rows of {width}",
            flat.len()
        ));
    }
    let mut rows = flat.chunks(width);
    let Some(mut last) = rows.next() else {
        return Ok(());
    };
    for row in rows {
        if row <= last {
            return Err(format!("a set is not sorted: {row:?} comes after {last:?}"));
        }
        last = row;
    }
    Ok(())
}

/// The type of an expression. Each of the constants 0 and 1 is a number and a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExprType {
    Number,
    Truth,
    Both,
}

/// The state of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LocalStatus {
    Not,
    /// An enclosing choice assigns the local, and it may be read.
    Readable,
    /// An enclosing choice assigns the local, but the current expression must not read it.
    Taken,
}

/// Checks single expressions in a scope.
#[derive(Debug)]
pub struct ExprVerifier {
    slots: usize,
    /// The least index and the length of each array, by its first slot.
    arrays: HashMap<usize, (Int, usize)>,
    locals: Vec<LocalStatus>,
    /// Whether real numbers are allowed in the checked expression.
    reals: bool,
}

impl ExprVerifier {
    /// Creates a scope with these slots and `locals` locals, none of them assigned.
    pub fn new(slots: &[Slot], locals: usize) -> ExprVerifier {
        let mut arrays = HashMap::new();
        for (at, slot) in slots.iter().enumerate() {
            match slot.shape {
                SlotShape::Cell { array, index } => {
                    arrays.entry(array).or_insert((index, 0)).1 += 1
                }
                // An array of words consists of consecutive words, each preceded by its length.
                SlotShape::Length {
                    begins: begins @ 2..,
                    from,
                } => {
                    let each = 1 + slot.high.unwrap_or(0);
                    arrays.insert(at, (from * each, begins * each as usize));
                }
                SlotShape::Length { .. } | SlotShape::Number => {}
            }
        }
        ExprVerifier {
            slots: slots.len(),
            arrays,
            locals: vec![LocalStatus::Not; locals],
            reals: false,
        }
    }

    /// Checks an expression whose value is a number.
    ///
    /// # Errors
    /// Returns the violation if the expression is not valid or its value is a truth value.
    pub fn number(&mut self, expr: &Expr) -> VerifyResult {
        match self.kind(expr)? {
            ExprType::Number | ExprType::Both => Ok(()),
            ExprType::Truth => Err("expected a number, found a truth value".to_owned()),
        }
    }

    /// Checks an expression whose value is a truth value.
    ///
    /// # Errors
    /// Returns the violation if the expression is not valid or its value is a number.
    pub fn truth(&mut self, expr: &Expr) -> VerifyResult {
        match self.kind(expr)? {
            ExprType::Truth | ExprType::Both => Ok(()),
            ExprType::Number => Err("expected a truth value, found a number".to_owned()),
        }
    }

    /// Checks expressions inside a construct that assigns these locals.
    ///
    /// # Errors
    /// Returns an error if one of the locals does not exist, an enclosing choice already assigns
    /// it, or `inside` fails.
    pub fn bound(
        &mut self,
        locals: Range<usize>,
        inside: impl FnOnce(&mut ExprVerifier) -> VerifyResult,
    ) -> VerifyResult {
        self.with(locals, LocalStatus::Readable, inside)
    }

    /// Checks expressions that are evaluated before these locals are assigned and must not use
    /// them, such as the bounds of a loop.
    ///
    /// # Errors
    /// Returns the same errors as [`ExprVerifier::bound`].
    pub fn reserved(
        &mut self,
        locals: Range<usize>,
        inside: impl FnOnce(&mut ExprVerifier) -> VerifyResult,
    ) -> VerifyResult {
        self.with(locals, LocalStatus::Taken, inside)
    }

    fn with(
        &mut self,
        locals: Range<usize>,
        bound: LocalStatus,
        inside: impl FnOnce(&mut ExprVerifier) -> VerifyResult,
    ) -> VerifyResult {
        locals
            .clone()
            .try_for_each(|local| self.set(local, bound))?;
        inside(self)?;
        locals.for_each(|local| self.locals[local] = LocalStatus::Not);
        Ok(())
    }

    fn set(&mut self, local: usize, bound: LocalStatus) -> VerifyResult {
        let room = self.locals.len();
        match self.locals.get_mut(local) {
            None => Err(format!(
                "local {local} is assigned a value, but there are only {room} locals"
            )),
            Some(here) if *here != LocalStatus::Not => Err(format!(
                "two choices that are active at once assign local {local}"
            )),
            Some(here) => {
                *here = bound;
                Ok(())
            }
        }
    }

    fn kind(&mut self, expr: &Expr) -> Result<ExprType, String> {
        Ok(match expr {
            Expr::Const(0 | 1) => ExprType::Both,
            Expr::Const(_) => ExprType::Number,
            Expr::Slot(slot) => {
                self.slot(*slot)?;
                ExprType::Number
            }
            Expr::Local(local) => match self.locals.get(*local) {
                Some(LocalStatus::Readable) => ExprType::Number,
                _ => return Err(format!("local {local} is used before it has a value")),
            },
            Expr::At(place, _) => match &**place {
                SlotRef::Slot(slot) => {
                    return Err(format!(
                        "slot {slot} is used as an array element with a computed index"
                    ));
                }
                place @ SlotRef::Array(..) => {
                    self.place(place)?;
                    ExprType::Number
                }
            },
            Expr::Entry(data, indices, _) => {
                shape(data)?;
                if indices.len() != data.dimensions() {
                    return Err(format!("data is read with {} indices", indices.len()));
                }
                indices.iter().try_for_each(|index| self.number(index))?;
                ExprType::Number
            }
            Expr::Neg(e, _) => {
                self.number(e)?;
                ExprType::Number
            }
            Expr::Not(e) => {
                self.truth(e)?;
                ExprType::Truth
            }
            Expr::Binary(BinaryOp::And | BinaryOp::Or, sides, _) => {
                sides.iter().try_for_each(|side| self.truth(side))?;
                ExprType::Truth
            }
            Expr::Binary(_, sides, _) => {
                sides.iter().try_for_each(|side| self.number(side))?;
                ExprType::Number
            }
            Expr::Compare(op, sides) => {
                let kind = self.same(&sides[0], &sides[1])?;
                if kind == ExprType::Truth && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
                    return Err("an order comparison has truth values as operands".to_owned());
                }
                ExprType::Truth
            }
            Expr::If(parts) => {
                self.truth(&parts[0])?;
                self.same(&parts[1], &parts[2])?
            }
            Expr::Call(function, args, _) => {
                if args.len() != function.arity() {
                    return Err(format!(
                        "`{}` expects {} numbers, found {}",
                        function.word(),
                        function.arity(),
                        args.len()
                    ));
                }
                args.iter().try_for_each(|arg| self.number(arg))?;
                ExprType::Number
            }
            Expr::Fold(fold, elements, _) => {
                for element in elements {
                    self.element(element, 1, fold.is_truth())?;
                }
                if fold.is_truth() {
                    ExprType::Truth
                } else {
                    ExprType::Number
                }
            }
            Expr::Floor(real, _) => {
                let outside = std::mem::replace(&mut self.reals, true);
                let checked = self.real(real);
                self.reals = outside;
                checked?;
                ExprType::Number
            }
            Expr::CompareReal(_, sides, _) => {
                sides.iter().try_for_each(|side| self.real(side))?;
                ExprType::Truth
            }
        })
    }

    /// Returns the common type of two expressions.
    fn same(&mut self, a: &Expr, b: &Expr) -> Result<ExprType, String> {
        match (self.kind(a)?, self.kind(b)?) {
            (ExprType::Both, kind) | (kind, ExprType::Both) => Ok(kind),
            (a, b) if a == b => Ok(a),
            _ => Err("an operator combines a truth value with a number".to_owned()),
        }
    }

    fn real(&mut self, real: &RealExpr) -> VerifyResult {
        if !self.reals {
            return Err("a real number is used outside claims and `floor`".to_owned());
        }
        match real {
            RealExpr::Known(_) => Ok(()),
            RealExpr::Int(e) | RealExpr::Sqrt(e) => self.number(e),
            RealExpr::Neg(real) => self.real(real),
            RealExpr::Binary(op, sides) => {
                if !matches!(
                    op,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
                ) {
                    return Err(format!(
                        "the operator {op:?} is not defined for real numbers"
                    ));
                }
                sides.iter().try_for_each(|side| self.real(side))
            }
        }
    }

    fn slot(&self, slot: usize) -> VerifyResult {
        if slot < self.slots {
            Ok(())
        } else {
            Err(format!(
                "slot {slot} is used, but a position has {} slots",
                self.slots
            ))
        }
    }

    fn place(&mut self, place: &SlotRef) -> VerifyResult {
        match place {
            SlotRef::Slot(slot) => self.slot(*slot),
            SlotRef::Array(first, low, len, index) => {
                if self.arrays.get(first) != Some(&(*low, *len)) {
                    return Err(format!(
                        "no array of {len} cells with first index {low} begins at slot {first}"
                    ));
                }
                self.number(index)
            }
        }
    }

    fn element(&mut self, element: &RowElement, width: usize, truth: bool) -> VerifyResult {
        self.generators(&element.generators, &mut |scope| {
            if element.values.len() != width {
                return Err(format!(
                    "expected an element of {width} values, found {}",
                    element.values.len()
                ));
            }
            element.values.iter().try_for_each(|value| {
                if truth {
                    scope.truth(value)
                } else {
                    scope.number(value)
                }
            })
        })
    }

    /// Checks choices that are not choices of a move, and must therefore be bounded.
    fn generators(
        &mut self,
        choices: &[RuleChoice],
        inside: &mut dyn FnMut(&mut ExprVerifier) -> VerifyResult,
    ) -> VerifyResult {
        let Some((first, rest)) = choices.split_first() else {
            return inside(self);
        };
        if matches!(
            first.domain,
            ChoiceDomain::Open(..) | ChoiceDomain::Endless(..)
        ) {
            return Err("the range of a generator has no end".to_owned());
        }
        self.choice(first, |scope| scope.generators(rest, inside))
    }

    fn choice(
        &mut self,
        choice: &RuleChoice,
        inside: impl FnOnce(&mut ExprVerifier) -> VerifyResult,
    ) -> VerifyResult {
        let width = choice.width;
        let alone = match choice.domain {
            ChoiceDomain::Range(..)
            | ChoiceDomain::Open(..)
            | ChoiceDomain::Digits(..)
            | ChoiceDomain::Endless(..) => true,
            ChoiceDomain::Known(_) | ChoiceDomain::Listed(_) => false,
        };
        if width == 0 || width != choice.names.0.len() || (alone && width != 1) {
            return Err(format!(
                "a choice of {width} numbers declares {} names",
                choice.names.0.len()
            ));
        }
        // The locals of the choice are already reserved while its domain is checked, but not
        // assigned.
        let locals = choice.local..choice.local + width;
        locals
            .clone()
            .try_for_each(|local| self.set(local, LocalStatus::Taken))?;
        let mut running = None;
        match &choice.domain {
            ChoiceDomain::Range(a, b) | ChoiceDomain::Digits(a, b) => {
                self.number(a)?;
                self.number(b)?;
            }
            ChoiceDomain::Open(low, _) => self.number(low)?,
            ChoiceDomain::Known(flat) => rows(flat, width)?,
            ChoiceDomain::Listed(elements) => elements
                .iter()
                .try_for_each(|element| self.element(element, width, false))?,
            ChoiceDomain::Endless(local, from, value, _) => {
                self.number(from)?;
                self.set(*local, LocalStatus::Readable)?;
                self.number(value)?;
                self.locals[*local] = LocalStatus::Taken;
                running = Some(*local);
            }
        }
        locals
            .clone()
            .for_each(|local| self.locals[local] = LocalStatus::Readable);
        if let ChoiceDomain::Open(_, stoppers) | ChoiceDomain::Endless(_, _, _, stoppers) =
            &choice.domain
        {
            if stoppers.is_empty() {
                return Err("a choice has no end, and no condition limits it".to_owned());
            }
            stoppers
                .iter()
                .try_for_each(|RangeStopper { value, .. }| self.number(value))?;
        }
        inside(self)?;
        locals
            .chain(running)
            .for_each(|local| self.locals[local] = LocalStatus::Not);
        Ok(())
    }

    fn moves(&mut self, shape: &Move, slots_of: &dyn Fn(GameId) -> usize) -> VerifyResult {
        if shape.guards.len() != shape.choices.len() + 1 {
            return Err(format!(
                "a move of {} choices needs one more list of guards than choices; found {} lists",
                shape.choices.len(),
                shape.guards.len()
            ));
        }
        self.depth(shape, 0, slots_of)
    }

    fn depth(
        &mut self,
        shape: &Move,
        depth: usize,
        slots_of: &dyn Fn(GameId) -> usize,
    ) -> VerifyResult {
        shape.guards[depth]
            .iter()
            .try_for_each(|guard| self.truth(guard))
            .map_err(with_location(&format!("guard {}", depth + 1)))?;
        if let Some(choice) = shape.choices.get(depth) {
            return self.choice(choice, |scope| scope.depth(shape, depth + 1, slots_of));
        }
        for part in &shape.result {
            self.part(part, slots_of)?;
        }
        if let Some(gain) = &shape.gain {
            self.number(gain).map_err(with_location("gain"))?;
        }
        let first = shape.label.as_deref().unwrap_or_default();
        let labels = first.iter().chain(shape.chinese_label.0.iter().flatten());
        for label in labels {
            match label {
                LabelPiece::Text(_) => {}
                LabelPiece::Shared(at) => match first.get(*at) {
                    None | Some(LabelPiece::Text(_) | LabelPiece::Shared(_)) => {
                        return Err(format!("label: piece {at} of the first label has no value"));
                    }
                    Some(_) => {}
                },
                LabelPiece::Value(value)
                | LabelPiece::Character(value)
                | LabelPiece::Vertex(value, _)
                | LabelPiece::Letter(value, _) => {
                    self.number(value).map_err(with_location("label"))?
                }
                LabelPiece::Set(width, rows) => rows
                    .iter()
                    .try_for_each(|row| self.element(row, *width, false))
                    .map_err(with_location("label"))?,
                LabelPiece::Vector(entries) => entries
                    .iter()
                    .try_for_each(|entry| self.number(entry))
                    .map_err(with_location("label"))?,
            }
        }
        Ok(())
    }

    fn part(&mut self, part: &ResultPart, slots_of: &dyn Fn(GameId) -> usize) -> VerifyResult {
        self.generators(&part.generators, &mut |scope| match &part.kind {
            ResultPartKind::Fresh(game, elements) => {
                elements
                    .iter()
                    .try_for_each(|element| scope.element(element, 1, false))?;
                let (given, wanted) = (elements.len(), slots_of(*game));
                if given != wanted && elements.iter().all(|element| element.generators.is_empty()) {
                    return Err(format!(
                        "expected {wanted} numbers for a component, found {given}"
                    ));
                }
                Ok(())
            }
            ResultPartKind::Compound(_, groups) => groups
                .iter()
                .flatten()
                .try_for_each(|part| scope.part(part, slots_of)),
            ResultPartKind::Changed(groups) => groups.iter().try_for_each(|group| {
                scope.generators(&group.generators, &mut |scope| {
                    for change in &group.changes {
                        if !matches!(change.sign, None | Some(1 | -1)) {
                            return Err(format!(
                                "a change has the unexpected sign {:?}",
                                change.sign
                            ));
                        }
                        scope.place(&change.place)?;
                        scope.number(&change.value)?;
                    }
                    Ok(())
                })
            }),
        })
    }

    fn start(&mut self, start: &StartRule) -> VerifyResult {
        for (i, &slot) in start.free.iter().enumerate() {
            self.slot(slot)?;
            if start.free[..i].contains(&slot) {
                return Err(format!("slot {slot} is listed twice as a free slot"));
            }
        }
        if start.values.len() != self.slots {
            return Err(format!(
                "expected {} values for the slots of a position, found {}",
                self.slots,
                start.values.len()
            ));
        }
        start.values.iter().try_for_each(|value| self.number(value))
    }

    fn claim(&mut self, claim: &RuleClaim) -> VerifyResult {
        match claim {
            RuleClaim::Value(value) => self.number(value),
            RuleClaim::Outcome(condition) => self.truth(condition),
            RuleClaim::Period(period, _, _) if *period < 1 => {
                Err(format!("the period {period} is not positive"))
            }
            RuleClaim::Period(..) if self.slots != 1 => {
                Err("a period is claimed for a game with several slots".to_owned())
            }
            RuleClaim::Period(..) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
