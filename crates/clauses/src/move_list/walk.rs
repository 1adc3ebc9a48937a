//! The moves of a game on sets or a word. This module enumerates all choices of each move once,
//! without a position. The result is the requirements of each move on elements or letters, and the
//! effect of the move.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use base::budget::Budget;
use base::text;
use rules::ast::{BinaryOp, CompareOp, Player};
use rules::eval::EvalContext;
use rules::ir::{
    ChoiceDomain, Expr, Fold, Function, Game, Int, Move, ResultPartKind, RowElement, RuleChoice,
    SlotChange, SlotRef,
};
use rules::sets::BITS;

use super::StateLayout;
use super::value_set::CellValueSet;
use crate::error::ClauseError;

/// Maximum number of moves of a list.
const MAX_MOVES: usize = 200_000;

/// The allowed values for each place that a condition mentions.
type PlaceRequirements = BTreeMap<u16, CellValueSet>;

/// Condition that each place in the map has one of its allowed values; `None` means that the
/// condition never holds.
type PatternGuard = Option<PlaceRequirements>;

/// A move: requirements on places, and new values that are written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MovePattern {
    /// The player to whom the move belongs; `None` if it belongs to both players.
    pub owner: Option<Player>,
    pub asks: PlaceRequirements,
    pub writes: BTreeMap<u16, u16>,
}

/// New values of a move, collected from the changes read so far.
#[derive(Default)]
struct PatternWrites {
    writes: BTreeMap<u16, u16>,
    /// Slots of sets that were changed.
    changed: Vec<usize>,
}

/// Returns all moves of a game.
///
/// # Errors
/// Returns [`ClauseError::Refused`] with the reason if the moves are not a fixed list, or
/// [`ClauseError::Stopped`] if the budget runs out.
pub(super) fn moves(
    game: &Game,
    held: &StateLayout,
    budget: &Budget<'_>,
) -> Result<Vec<MovePattern>, ClauseError> {
    let tick = || Ok(budget.tick()?);
    // One position for each possible length of the word; all other slots are 0.
    let lengths: Vec<Vec<Int>> = match held {
        StateLayout::Sets(_) | StateLayout::Cells { .. } => Vec::new(),
        StateLayout::Word(word) => (0..=word.room as Int)
            .map(|length| {
                (0..game.slots.len())
                    .map(|at| if at == word.first { length } else { 0 })
                    .collect()
            })
            .collect(),
    };
    let mut walk = RuleWalker {
        held,
        lengths: &lengths,
        moves: BTreeSet::new(),
        budget,
    };
    for rule in &game.moves {
        let mut env = EvalContext::new(&[], game.locals, &tick);
        walk.walk(&mut env, rule, 0, &PlaceRequirements::new())?;
    }
    Ok(walk.moves.into_iter().collect())
}

struct RuleWalker<'g> {
    held: &'g StateLayout,
    lengths: &'g [Vec<Int>],
    moves: BTreeSet<MovePattern>,
    budget: &'g Budget<'g>,
}

/// Callback for each value of a choice, with the condition under which the value is available.
type PatternVisitor<'v, 'g> = &'v mut dyn FnMut(
    &mut RuleWalker<'g>,
    &mut EvalContext<'g>,
    PlaceRequirements,
) -> Result<(), ClauseError>;

/// Source of a letter that an expression reads.
enum LetterSource {
    Known(Int),
    /// The letter at this place.
    At(u16),
}

impl<'g> RuleWalker<'g> {
    /// Enumerates the values of the choices with index `depth` and above; `met` contains the
    /// requirements of the preceding guards.
    fn walk(
        &mut self,
        env: &mut EvalContext<'g>,
        rule: &Move,
        depth: usize,
        met: &PlaceRequirements,
    ) -> Result<(), ClauseError> {
        self.budget.tick()?;
        let mut asked = met.clone();
        for guard in &rule.guards[depth] {
            let Some(when) = self.when(env, guard)? else {
                return Ok(());
            };
            if !join(&mut asked, &when) {
                return Ok(());
            }
        }
        let Some(choice) = rule.choices.get(depth) else {
            return self.add_move(env, rule, asked);
        };
        self.values(env, choice, &mut |walk, env, when| {
            let mut asked = asked.clone();
            if join(&mut asked, &when) {
                walk.walk(env, rule, depth + 1, &asked)
            } else {
                Ok(())
            }
        })
    }

    /// Visits every possible value of a choice.
    fn values(
        &mut self,
        env: &mut EvalContext<'g>,
        choice: &RuleChoice,
        visit: PatternVisitor<'_, 'g>,
    ) -> Result<(), ClauseError> {
        let mut take =
            |walk: &mut Self, env: &mut EvalContext<'g>, row: &[Int], when: PlaceRequirements| {
                walk.budget.tick()?;
                env.locals[choice.local..choice.local + choice.width].copy_from_slice(row);
                visit(walk, env, when)
            };
        match &choice.domain {
            ChoiceDomain::Range(low, high) if reads_position(low) || reads_position(high) => {
                let (lows, highs) = (self.by_length(env, low)?, self.by_length(env, high)?);
                let (Some(first), Some(last)) = (lows.iter().min(), highs.iter().max()) else {
                    return Err(depends());
                };
                for value in *first..=*last {
                    let inside = lows
                        .iter()
                        .zip(&highs)
                        .map(|(low, high)| (low..=high).contains(&&value));
                    if let Some(when) = self.long_enough(inside)? {
                        take(self, env, &[value], when)?;
                    }
                }
                Ok(())
            }
            ChoiceDomain::Range(low, high) => {
                let (low, high) = (self.number(env, low)?, self.number(env, high)?);
                (low..=high)
                    .try_for_each(|value| take(self, env, &[value], PlaceRequirements::new()))
            }
            ChoiceDomain::Known(rows) => rows
                .chunks(choice.width)
                .try_for_each(|row| take(self, env, row, PlaceRequirements::new())),
            ChoiceDomain::Listed(rows) => {
                if rows.iter().any(element_reads_position) {
                    return Err(depends());
                }
                let mut all: BTreeSet<Vec<Int>> = BTreeSet::new();
                let _ = env.each_row(rows, &mut |_, row| {
                    all.insert(row.to_vec());
                    Ok(ControlFlow::Continue(()))
                })?;
                all.iter()
                    .try_for_each(|row| take(self, env, row, PlaceRequirements::new()))
            }
            ChoiceDomain::Open(..) | ChoiceDomain::Digits(..) | ChoiceDomain::Endless(..) => {
                Err(depends())
            }
        }
    }

    /// Returns a number that does not depend on the position.
    fn number(&self, env: &mut EvalContext<'g>, expr: &Expr) -> Result<Int, ClauseError> {
        if reads_position(expr) {
            return Err(depends());
        }
        Ok(env.eval(expr)?)
    }

    /// Returns the value of an expression for each length of the word. The value of the expression
    /// must depend only on the length, and not on other properties of the position.
    fn by_length(&self, env: &mut EvalContext<'g>, expr: &Expr) -> Result<Vec<Int>, ClauseError> {
        let StateLayout::Word(word) = self.held else {
            return Err(depends());
        };
        if expr.any(&|part| {
            matches!(part, Expr::At(..)) || matches!(part, Expr::Slot(slot) if *slot != word.first)
        }) {
            return Err(depends());
        }
        let before = env.slots;
        let each = |length: &'g Vec<Int>| {
            env.slots = length;
            Ok(env.eval(expr)?)
        };
        let all = self.lengths.iter().map(each).collect();
        env.slots = before;
        all
    }

    /// Returns the condition that a word is long enough. The argument contains, for each length of
    /// the word, whether that length is sufficient. The returned condition requires a letter at the
    /// last place of the shortest sufficient length.
    fn long_enough(
        &self,
        is_long: impl Iterator<Item = bool>,
    ) -> Result<PatternGuard, ClauseError> {
        let all: Vec<bool> = is_long.collect();
        let Some(least) = all.iter().position(|&long| long) else {
            return Ok(None);
        };
        if all[least..].iter().any(|&long| !long) {
            return Err(depends());
        }
        let letters: CellValueSet = (1..self.held.values()).collect();
        Ok(Some(
            least
                .checked_sub(1)
                .map(|place| (place as u16, letters))
                .into_iter()
                .collect(),
        ))
    }

    /// Returns a condition as requirements on places.
    fn when(
        &mut self,
        env: &mut EvalContext<'g>,
        condition: &Expr,
    ) -> Result<PatternGuard, ClauseError> {
        let always = || Some(PlaceRequirements::new());
        match condition {
            Expr::Binary(BinaryOp::And, sides, _) => {
                let Some(mut one) = self.when(env, &sides[0])? else {
                    return Ok(None);
                };
                let Some(other) = self.when(env, &sides[1])? else {
                    return Ok(None);
                };
                Ok(join(&mut one, &other).then_some(one))
            }
            Expr::Binary(BinaryOp::Or, sides, _) => {
                let one = self.when(env, &sides[0])?;
                if one == always() {
                    return Ok(one);
                }
                either(one, self.when(env, &sides[1])?)
            }
            Expr::Not(inner) => {
                let when = self.when(env, inner)?;
                self.opposite(when)
            }
            Expr::Compare(op, sides) => self.read_comparison(env, *op, sides, condition),
            Expr::If(parts) => {
                let branch = if self.number(env, &parts[0])? != 0 {
                    1
                } else {
                    2
                };
                self.when(env, &parts[branch])
            }
            Expr::Fold(fold @ (Fold::All | Fold::Any), elements, _) => {
                let mut found = if *fold == Fold::All { always() } else { None };
                for element in elements {
                    self.for_each_choice(env, &element.generators, &mut |walk, env| {
                        let one = walk.when(env, &element.values[0])?;
                        found = match (*fold, found.take(), one) {
                            (Fold::All, Some(mut all), Some(one)) => {
                                join(&mut all, &one).then_some(all)
                            }
                            (Fold::All, ..) => None,
                            (_, found, one) => either(found, one)?,
                        };
                        Ok(())
                    })?;
                }
                Ok(found)
            }
            _ => self.constant_condition(env, condition),
        }
    }

    /// Returns the requirements of a condition that does not depend on the position.
    fn constant_condition(
        &self,
        env: &mut EvalContext<'g>,
        condition: &Expr,
    ) -> Result<PatternGuard, ClauseError> {
        Ok((self.number(env, condition)? != 0).then(PlaceRequirements::new))
    }

    /// Returns the requirements of a comparison. Three comparisons are supported: a bit of a set
    /// with 0, a letter with a known letter, and numbers that depend at most on the length of the
    /// word.
    fn read_comparison(
        &mut self,
        env: &mut EvalContext<'g>,
        op: CompareOp,
        sides: &[Expr; 2],
        whole: &Expr,
    ) -> Result<PatternGuard, ClauseError> {
        match self.held {
            StateLayout::Sets(_) => {
                let (CompareOp::Ne, [Expr::Binary(BinaryOp::BitAnd, both, _), Expr::Const(0)]) =
                    (op, sides)
                else {
                    return self.constant_condition(env, whole);
                };
                let [number @ (Expr::Slot(_) | Expr::At(..)), digit] = &**both else {
                    return self.constant_condition(env, whole);
                };
                let slot = self.slot(env, number)?;
                match &self.places(env, slot, digit)?.0[..] {
                    [] => Ok(None),
                    [place] => Ok(Some(PlaceRequirements::from([(
                        *place,
                        CellValueSet::only(1),
                    )]))),
                    _ => Err(one_of_several()),
                }
            }
            StateLayout::Word(_) | StateLayout::Cells { .. } => {
                if !reads_position(whole) {
                    return self.constant_condition(env, whole);
                }
                if let StateLayout::Word(word) = self.held
                    && !whole.any(&|part| {
                        matches!(part, Expr::At(..))
                            || matches!(part, Expr::Slot(slot) if *slot != word.first)
                    })
                {
                    let lengths = self.by_length(env, whole)?;
                    return self.long_enough(lengths.into_iter().map(|holds| holds != 0));
                }
                let (one, other) = (self.letter(env, &sides[0])?, self.letter(env, &sides[1])?);
                let holds = |a: Int, b: Int| match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Lt => a < b,
                    CompareOp::Le => a <= b,
                    CompareOp::Gt => a > b,
                    CompareOp::Ge => a >= b,
                };
                let among = |place: u16, keeps: &dyn Fn(Int) -> bool| {
                    let values: CellValueSet = (0..self.held.values())
                        .filter(|&value| keeps(self.held.low() + value as Int))
                        .collect();
                    (!values.is_empty()).then(|| PlaceRequirements::from([(place, values)]))
                };
                match (one, other) {
                    (LetterSource::Known(a), LetterSource::Known(b)) => {
                        Ok(holds(a, b).then(PlaceRequirements::new))
                    }
                    (LetterSource::At(place), LetterSource::Known(b)) => {
                        Ok(among(place, &|a| holds(a, b)))
                    }
                    (LetterSource::Known(a), LetterSource::At(place)) => {
                        Ok(among(place, &|b| holds(a, b)))
                    }
                    (LetterSource::At(one), LetterSource::At(other)) if one == other => {
                        Ok(among(one, &|a| holds(a, a)))
                    }
                    _ => Err(ClauseError::Refused(text!(
                        "a condition compares two letters of the position",
                        "有条件比较局面中的两个字母"
                    ))),
                }
            }
        }
    }

    /// Returns the source of a letter that an expression reads.
    fn letter(&self, env: &mut EvalContext<'g>, expr: &Expr) -> Result<LetterSource, ClauseError> {
        let before = match self.held {
            StateLayout::Word(word) => word.first + 1,
            StateLayout::Cells { .. } => 0,
            StateLayout::Sets(_) => return Err(depends()),
        };
        match expr {
            Expr::If(parts) => {
                let branch = if self.number(env, &parts[0])? != 0 {
                    1
                } else {
                    2
                };
                self.letter(env, &parts[branch])
            }
            Expr::Slot(slot) if *slot >= before => Ok(LetterSource::At((slot - before) as u16)),
            Expr::At(place, _) => Ok(LetterSource::At(self.letter_place(env, place)?)),
            _ => self.number(env, expr).map(LetterSource::Known),
        }
    }

    /// Returns the place of a letter.
    fn letter_place(&self, env: &mut EvalContext<'g>, place: &SlotRef) -> Result<u16, ClauseError> {
        let word = match self.held {
            StateLayout::Word(word) => word,
            StateLayout::Cells { .. } => return Ok(self.slot_of(env, place)? as u16),
            StateLayout::Sets(_) => return Err(depends()),
        };
        let index = match place {
            SlotRef::Slot(slot) => *slot as Int - word.first as Int,
            SlotRef::Array(first, 1, _, index) if *first == word.first + 1 => match index {
                // The index is checked against the length of the word when the letter is written.
                Expr::Call(Function::Within, args, _) if args[1] == Expr::Slot(word.first) => {
                    self.number(env, &args[0])?
                }
                index => self.number(env, index)?,
            },
            SlotRef::Array(..) => return Err(depends()),
        };
        if (1..=word.room as Int).contains(&index) {
            Ok((index - 1) as u16)
        } else {
            Err(beyond())
        }
    }

    /// Calls `visit` for every combination of values of the generators. Returns an error if a value
    /// depends on the position.
    fn for_each_choice(
        &mut self,
        env: &mut EvalContext<'g>,
        generators: &[RuleChoice],
        visit: &mut dyn FnMut(&mut Self, &mut EvalContext<'g>) -> Result<(), ClauseError>,
    ) -> Result<(), ClauseError> {
        let Some((first, rest)) = generators.split_first() else {
            return visit(self, env);
        };
        self.values(env, first, &mut |walk, env, when| {
            if when.is_empty() {
                walk.for_each_choice(env, rest, visit)
            } else {
                Err(depends())
            }
        })
    }

    /// Returns the slot of a number that an expression reads. The index of an array must not depend
    /// on the position.
    fn slot(&self, env: &mut EvalContext<'g>, number: &Expr) -> Result<usize, ClauseError> {
        match number {
            Expr::Slot(slot) => Ok(*slot),
            Expr::At(place, _) => self.slot_of(env, place),
            _ => Err(depends()),
        }
    }

    /// Returns the slot that a reference names.
    fn slot_of(&self, env: &mut EvalContext<'g>, place: &SlotRef) -> Result<usize, ClauseError> {
        match place {
            SlotRef::Slot(slot) => Ok(*slot),
            SlotRef::Array(first, low, len, index) => {
                let at = self
                    .number(env, index)?
                    .checked_sub(*low)
                    .and_then(|at| usize::try_from(at).ok());
                let at = at.filter(|at| at < len);
                at.map(|at| first + at).ok_or_else(|| {
                    ClauseError::Refused(text!(
                        "a move may refer to a set outside the array",
                        "有着法可能涉及数组之外的集合"
                    ))
                })
            }
        }
    }

    /// Returns the elements of the set at a slot whose bits are set in an expression. Also returns
    /// whether the expression has a bit that belongs to no element.
    fn places(
        &mut self,
        env: &mut EvalContext<'g>,
        slot: usize,
        digits: &Expr,
    ) -> Result<(Vec<u16>, bool), ClauseError> {
        let Some((holder, before)) = self.held.set_at(slot) else {
            return Err(depends());
        };
        let digits = self.number(env, digits)? as u64;
        let from = (slot - holder.first) * BITS;
        let (mut places, mut beyond) = (Vec::new(), false);
        for bit in (0..64).filter(|bit| digits >> bit & 1 == 1) {
            match from + bit {
                place if bit < BITS && place < holder.ground.len() => {
                    places.push((before + place) as u16)
                }
                _ => beyond = true,
            }
        }
        Ok((places, beyond))
    }

    /// Adds the move that the current choices determine.
    fn add_move(
        &mut self,
        env: &mut EvalContext<'g>,
        rule: &Move,
        asks: PlaceRequirements,
    ) -> Result<(), ClauseError> {
        let [part] = &rule.result[..] else {
            return Err(ClauseError::Refused(text!(
                "a move leaves something other than the changed position",
                "有着法留下的不止是改动后的局面"
            )));
        };
        let (ResultPartKind::Changed(groups), true) = (&part.kind, part.generators.is_empty())
        else {
            return Err(ClauseError::Refused(text!(
                "a move leaves something other than the changed position",
                "有着法留下的不止是改动后的局面"
            )));
        };
        let mut written = PatternWrites::default();
        let mut possible = true;
        for group in groups {
            self.for_each_choice(env, &group.generators, &mut |walk, env| {
                for change in &group.changes {
                    possible &= walk.change(env, change, &asks, &mut written)?;
                }
                Ok(())
            })?;
        }
        if !possible {
            return Ok(());
        }
        // Writing the value that a place already has is not a change.
        let mut writes = written.writes;
        writes.retain(|place, to| asks.get(place) != Some(&CellValueSet::only(usize::from(*to))));
        self.moves.insert(MovePattern {
            owner: rule.player,
            asks,
            writes,
        });
        if self.moves.len() > MAX_MOVES {
            return Err(ClauseError::Refused(text!(
                "there are more than {MAX_MOVES} moves",
                "着法超过 {MAX_MOVES} 个"
            )));
        }
        Ok(())
    }

    /// Records the values that a change writes. Returns false if the change would leave the range
    /// of the set, so that the move does not exist.
    fn change(
        &mut self,
        env: &mut EvalContext<'g>,
        change: &SlotChange,
        asks: &PlaceRequirements,
        written: &mut PatternWrites,
    ) -> Result<bool, ClauseError> {
        let PatternWrites { writes, changed } = written;
        let low = self.held.low();
        match self.held {
            StateLayout::Sets(_) => {
                let Some((taken, added)) = digits(change) else {
                    return Err(depends());
                };
                let slot = self.slot_of(env, &change.place)?;
                if changed.contains(&slot) {
                    return Err(ClauseError::Refused(text!(
                        "one move may change the same set of an array twice",
                        "数组中的同一个集合可能被修改两次"
                    )));
                }
                changed.push(slot);
                if let Some(taken) = taken {
                    writes.extend(
                        self.places(env, slot, taken)?
                            .0
                            .into_iter()
                            .map(|place| (place, 0)),
                    );
                }
                if let Some(added) = added {
                    let (places, beyond) = self.places(env, slot, added)?;
                    writes.extend(places.into_iter().map(|place| (place, 1)));
                    return Ok(!beyond);
                }
                Ok(true)
            }
            StateLayout::Word(_) | StateLayout::Cells { .. } => {
                let of_length = matches!((self.held, &change.place), (StateLayout::Word(word), SlotRef::Slot(slot)) if *slot == word.first);
                if change.sign.is_some() || of_length {
                    return Err(depends());
                }
                let place = self.letter_place(env, &change.place)?;
                let is_letter =
                    |place: u16| asks.get(&place).is_some_and(|values| !values.contains(0));
                let letter = match self.letter(env, &change.value)? {
                    LetterSource::Known(letter) => letter,
                    LetterSource::At(from) => {
                        let mut values =
                            asks.get(&from).into_iter().flat_map(|values| values.iter());
                        match (values.next(), values.next()) {
                            (Some(letter), None) => low + letter as Int,
                            _ => return Err(depends()),
                        }
                    }
                };
                if let StateLayout::Cells { values, .. } = self.held {
                    let Some(value) = letter
                        .checked_sub(low)
                        .and_then(|value| usize::try_from(value).ok())
                        .filter(|value| value < values)
                    else {
                        return Ok(false);
                    };
                    if writes.insert(place, value as u16).is_some() {
                        return Err(written_twice());
                    }
                    return Ok(true);
                }
                if !is_letter(place) || letter < 1 {
                    return Err(beyond());
                }
                if writes.insert(place, letter as u16).is_some() {
                    return Err(written_twice());
                }
                Ok(true)
            }
        }
    }

    /// Returns the negation of a condition, or an error if requirements on places cannot express
    /// it.
    fn opposite(&self, when: PatternGuard) -> Result<PatternGuard, ClauseError> {
        let Some(when) = when else {
            return Ok(Some(PlaceRequirements::new()));
        };
        let all: CellValueSet = (0..self.held.values()).collect();
        let mut asked = when.into_iter();
        match (asked.next(), asked.next()) {
            (None, _) => Ok(None),
            (Some((place, values)), None) => {
                let others = all.minus(values);
                Ok((!others.is_empty()).then(|| PlaceRequirements::from([(place, others)])))
            }
            _ => Err(one_of_several()),
        }
    }
}

/// Returns the bits that a change of a set takes away and adds.
fn digits(change: &SlotChange) -> Option<(Option<&Expr>, Option<&Expr>)> {
    let old = |number: &Expr| match (number, &change.place) {
        (Expr::Slot(read), SlotRef::Slot(slot)) => read == slot,
        (Expr::At(read, _), place @ SlotRef::Array(..)) => **read == *place,
        _ => false,
    };
    match (&change.value, change.sign) {
        (Expr::Binary(BinaryOp::BitAnd, sides, _), Some(-1)) if old(&sides[0]) => {
            Some((Some(&sides[1]), None))
        }
        (Expr::Binary(BinaryOp::BitOr, sides, _), None) if old(&sides[0]) => {
            Some((None, Some(&sides[1])))
        }
        (Expr::Binary(BinaryOp::BitOr, sides, _), None) => {
            let taken = without(&sides[0], old)?;
            let Expr::Call(Function::Disjoint, both, _) = &sides[1] else {
                return None;
            };
            (*taken == both[0]).then_some((Some(taken), Some(&sides[1])))
        }
        (value, None) => without(value, old).map(|taken| (Some(taken), None)),
        _ => None,
    }
}

/// Returns `taken` if the expression is `old - (old & taken)`.
fn without(expr: &Expr, old: impl Fn(&Expr) -> bool) -> Option<&Expr> {
    let Expr::Binary(BinaryOp::Sub, less, _) = expr else {
        return None;
    };
    let Expr::Binary(BinaryOp::BitAnd, gone, _) = &less[1] else {
        return None;
    };
    (old(&less[0]) && old(&gone[0])).then_some(&gone[1])
}

fn reads_position(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part, Expr::Slot(_) | Expr::At(..)))
}

fn element_reads_position(element: &RowElement) -> bool {
    let in_choice = |choice: &RuleChoice| match &choice.domain {
        ChoiceDomain::Range(low, high) => reads_position(low) || reads_position(high),
        ChoiceDomain::Known(_) => false,
        ChoiceDomain::Listed(rows) => rows.iter().any(element_reads_position),
        ChoiceDomain::Open(..) | ChoiceDomain::Digits(..) | ChoiceDomain::Endless(..) => true,
    };
    element.values.iter().any(reads_position) || element.generators.iter().any(in_choice)
}

fn depends() -> ClauseError {
    ClauseError::Refused(text!(
        "the effect of a move depends on parts of the position that the move does not name",
        "着法的效果不仅取决于它所指明的内容"
    ))
}

fn written_twice() -> ClauseError {
    ClauseError::Refused(text!(
        "a move writes the same letter twice",
        "一着两次写入同一个字母"
    ))
}

fn one_of_several() -> ClauseError {
    ClauseError::Refused(text!(
        "a condition requires one of several alternatives",
        "有条件要求几项之一"
    ))
}

fn beyond() -> ClauseError {
    ClauseError::Refused(text!(
        "a move may write outside the word",
        "有着法可能写到单词之外"
    ))
}

/// Adds requirements to a conjunction. Returns false if the requirements contradict each other.
fn join(all: &mut PlaceRequirements, more: &PlaceRequirements) -> bool {
    more.iter().all(|(&place, &values)| {
        let asked = all.entry(place).or_insert(values);
        *asked = asked.and(values);
        !asked.is_empty()
    })
}

/// Returns the disjunction of two conditions, if it can be expressed as requirements on places. The
/// disjunction can be expressed if one condition never or always holds, both conditions are equal,
/// or both concern the same single place.
fn either(one: PatternGuard, other: PatternGuard) -> Result<PatternGuard, ClauseError> {
    let (one, other) = match (one, other) {
        (None, when) | (when, None) => return Ok(when),
        (Some(one), Some(other)) => (one, other),
    };
    if one.is_empty() || other.is_empty() {
        return Ok(Some(PlaceRequirements::new()));
    }
    match (one.iter().next(), other.iter().next()) {
        _ if one == other => Ok(Some(one)),
        (Some((&place, &values)), Some((&other_place, &more)))
            if one.len() == 1 && other.len() == 1 && place == other_place =>
        {
            Ok(Some(PlaceRequirements::from([(place, values.or(more))])))
        }
        _ => Err(one_of_several()),
    }
}
