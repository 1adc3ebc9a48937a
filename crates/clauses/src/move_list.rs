//! Games on a set whose moves are a fixed list. Whether a move is legal, and what it does, depends only on whether certain elements are
//! there: every guard is membership of elements that the choices name, or constant, and every change takes or adds elements that the
//! choices name. Cram, Node Kayles and Chomp are such games. The list is found by making every choice once, without a position.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use rules::ast::{BinaryOp, CompareOp};
use rules::eval::Env;
use rules::ir::{Change, Choice, Domain, Element, Expr, Fold, Function, Game, Int, Move, PartKind, Place};
use rules::rules::Fault;
use rules::sets::{BITS, Holder};

/// The most moves of a list.
const MOST_MOVES: usize = 200_000;

/// The most elements of a set.
const MOST_ELEMENTS: usize = 256;

/// A move of a list. Elements are told by their places in the ground set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Listed {
    /// Which must be there.
    pub needs: BTreeSet<u16>,
    /// Which must not be there.
    pub absent: BTreeSet<u16>,
    /// Which are taken away, as far as they are there.
    pub takes: BTreeSet<u16>,
    /// Which are added, as far as they are not.
    pub adds: BTreeSet<u16>,
}

/// The moves of a game on one set, each once.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// How many elements the set may hold.
    pub elements: usize,
    /// The moves.
    pub moves: Vec<Listed>,
    /// Rows and columns, if the elements are those of a board or a row.
    pub board: Option<(usize, usize)>,
}

impl MoveList {
    /// Whether moves only take away what is there.
    pub fn only_takes(&self) -> bool {
        self.moves.iter().all(|one| one.absent.is_empty() && one.adds.is_empty())
    }

    /// Whether every move takes away, among others, an element that it needs to be there, and adds none: play ends.
    pub fn always_takes(&self) -> bool {
        self.moves.iter().all(|one| one.adds.is_empty() && !one.takes.is_disjoint(&one.needs))
    }

    /// The same game told of what is not there: what is taken is added, and the other way round.
    #[must_use]
    pub fn complement(&self) -> MoveList {
        let turned = |one: &Listed| Listed {
            needs: one.absent.clone(),
            absent: one.needs.clone(),
            takes: one.adds.clone(),
            adds: one.takes.clone(),
        };
        MoveList { moves: self.moves.iter().map(turned).collect(), ..*self }
    }
}

/// Why no list was made.
enum No {
    Why(Text),
    Fault(Fault),
}

impl From<Fault> for No {
    fn from(fault: Fault) -> No {
        No::Fault(fault)
    }
}

impl From<Stop> for No {
    fn from(stop: Stop) -> No {
        No::Fault(Fault::Stopped(stop))
    }
}

/// When something holds: when each of these elements is there, or is not; `None` for never.
type When = Option<BTreeMap<u16, bool>>;

/// The list of moves of a game; the inner error says why there is none. Takes time with the number of choices there are.
///
/// # Errors
/// If the budget ends.
pub fn move_list(game: &Game, budget: &Budget<'_>) -> Result<Result<MoveList, Text>, Stop> {
    let no = |why| Ok(Err(why));
    let [holder] = &game.sets[..] else { return no(text!("the position is not one set", "局面不是一个集合")) };
    if holder.slots().len() != game.slots.len() {
        return no(text!("there are numbers beside the set", "集合之外还有数"));
    }
    let elements = holder.ground.len();
    if elements > MOST_ELEMENTS {
        return no(text!(
            "the set may hold {elements} elements, more than {MOST_ELEMENTS}",
            "集合可取 {elements} 个元素，超过 {MOST_ELEMENTS} 个"
        ));
    }
    if !game.requires.is_empty() || game.can_end_play() || !game.urgent.is_empty() || game.coins {
        return no(text!("there is more than moves: a condition of positions, or an end at once", "除着法外还有局面条件或立即结束的条件"));
    }
    let tick = || Ok(budget.tick()?);
    let mut lister = Lister { holder, moves: BTreeSet::new(), budget };
    for rule in &game.moves {
        let mut env = Env::new(&[], game.locals, &tick);
        match lister.walk(&mut env, rule, 0, &BTreeMap::new()) {
            Ok(()) => {}
            Err(No::Fault(Fault::Stopped(stop))) => return Err(stop),
            Err(No::Fault(Fault::Rule { cause, .. })) => return no(cause.text()),
            Err(No::Why(why)) => return no(why),
        }
    }
    let ground = &holder.ground;
    Ok(Ok(MoveList { elements: ground.len(), moves: lister.moves.into_iter().collect(), board: ground.board() }))
}

struct Lister<'g> {
    holder: &'g Holder,
    moves: BTreeSet<Listed>,
    budget: &'g Budget<'g>,
}

impl Lister<'_> {
    /// Makes the choices from number `depth` on; `met` is what the guards before them ask.
    fn walk(&mut self, env: &mut Env<'_>, rule: &Move, depth: usize, met: &BTreeMap<u16, bool>) -> Result<(), No> {
        self.budget.tick()?;
        let mut asked = met.clone();
        for guard in &rule.guards[depth] {
            let Some(when) = self.when(env, guard)? else { return Ok(()) };
            if !join(&mut asked, &when) {
                return Ok(());
            }
        }
        let Some(choice) = rule.choices.get(depth) else { return self.made(env, rule, &asked) };
        self.values(env, choice, &mut |lister, env| lister.walk(env, rule, depth + 1, &asked))
    }

    /// Makes a choice in every way.
    fn values(
        &mut self,
        env: &mut Env<'_>,
        choice: &Choice,
        visit: &mut dyn FnMut(&mut Self, &mut Env<'_>) -> Result<(), No>,
    ) -> Result<(), No> {
        let mut take = |lister: &mut Self, env: &mut Env<'_>, row: &[Int]| {
            lister.budget.tick()?;
            env.locals[choice.local..choice.local + choice.width].copy_from_slice(row);
            visit(lister, env)
        };
        match &choice.domain {
            Domain::Range(low, high) => {
                let (low, high) = (self.number(env, low)?, self.number(env, high)?);
                (low..=high).try_for_each(|value| take(self, env, &[value]))
            }
            Domain::Known(rows) => rows.chunks(choice.width).try_for_each(|row| take(self, env, row)),
            Domain::Listed(rows) => {
                if rows.iter().any(reads_position) {
                    return Err(depends());
                }
                let mut all: BTreeSet<Vec<Int>> = BTreeSet::new();
                let _ = env.each_row(rows, &mut |_, row| {
                    all.insert(row.to_vec());
                    Ok(ControlFlow::Continue(()))
                })?;
                all.iter().try_for_each(|row| take(self, env, row))
            }
            Domain::Open(..) | Domain::Digits(..) | Domain::Endless(..) => Err(depends()),
        }
    }

    /// A number that does not depend on the position.
    fn number(&self, env: &mut Env<'_>, expr: &Expr) -> Result<Int, No> {
        if expr.any(&|part| matches!(part, Expr::Slot(_) | Expr::At(..))) {
            return Err(depends());
        }
        Ok(env.eval(expr)?)
    }

    /// When a condition holds.
    fn when(&mut self, env: &mut Env<'_>, condition: &Expr) -> Result<When, No> {
        let always = || Some(BTreeMap::new());
        match condition {
            Expr::Binary(BinaryOp::And, sides, _) => {
                let Some(mut one) = self.when(env, &sides[0])? else { return Ok(None) };
                let Some(other) = self.when(env, &sides[1])? else { return Ok(None) };
                Ok(join(&mut one, &other).then_some(one))
            }
            Expr::Binary(BinaryOp::Or, sides, _) => {
                let one = self.when(env, &sides[0])?;
                if one == always() {
                    return Ok(one);
                }
                either(one, self.when(env, &sides[1])?)
            }
            Expr::Not(inner) => self.when(env, inner).and_then(opposite),
            Expr::Compare(CompareOp::Ne, sides) => {
                let [Expr::Binary(BinaryOp::BitAnd, both, _), Expr::Const(0)] = &**sides else { return self.known(env, condition) };
                let [Expr::Slot(slot), digit] = &**both else { return self.known(env, condition) };
                let places = self.places(env, *slot, digit)?.0;
                match &places[..] {
                    [] => Ok(None),
                    [place] => Ok(Some(BTreeMap::from([(*place, true)]))),
                    _ => Err(one_of_several()),
                }
            }
            Expr::If(parts) => {
                let branch = if self.number(env, &parts[0])? != 0 { 1 } else { 2 };
                self.when(env, &parts[branch])
            }
            Expr::Fold(fold @ (Fold::All | Fold::Any), elements, _) => {
                let mut found = if *fold == Fold::All { always() } else { None };
                for element in elements {
                    self.each(env, &element.generators, &mut |lister, env| {
                        let one = lister.when(env, &element.values[0])?;
                        found = match (*fold, found.take(), one) {
                            (Fold::All, Some(mut all), Some(one)) => join(&mut all, &one).then_some(all),
                            (Fold::All, ..) => None,
                            (_, found, one) => either(found, one)?,
                        };
                        Ok(())
                    })?;
                }
                Ok(found)
            }
            _ => self.known(env, condition),
        }
    }

    /// A condition that does not depend on the position.
    fn known(&self, env: &mut Env<'_>, condition: &Expr) -> Result<When, No> {
        Ok((self.number(env, condition)? != 0).then(BTreeMap::new))
    }

    /// Makes every choice of some generators.
    fn each(
        &mut self,
        env: &mut Env<'_>,
        generators: &[Choice],
        visit: &mut dyn FnMut(&mut Self, &mut Env<'_>) -> Result<(), No>,
    ) -> Result<(), No> {
        let Some((first, rest)) = generators.split_first() else { return visit(self, env) };
        self.values(env, first, &mut |lister, env| lister.each(env, rest, visit))
    }

    /// The elements whose digits an expression has in the number at a slot, and whether it has one beyond all elements.
    fn places(&mut self, env: &mut Env<'_>, slot: usize, digits: &Expr) -> Result<(Vec<u16>, bool), No> {
        let digits = self.number(env, digits)? as u64;
        let from = (slot - self.holder.first) * BITS;
        let (mut places, mut beyond) = (Vec::new(), false);
        for bit in (0..64).filter(|bit| digits >> bit & 1 == 1) {
            match from + bit {
                place if bit < BITS && place < self.holder.ground.len() => places.push(place as u16),
                _ => beyond = true,
            }
        }
        Ok((places, beyond))
    }

    /// Notes the move that is made with these choices.
    fn made(&mut self, env: &mut Env<'_>, rule: &Move, asked: &BTreeMap<u16, bool>) -> Result<(), No> {
        let [part] = &rule.result[..] else {
            return Err(No::Why(text!("a move leaves more than the set", "有着法留下的不止一个集合")));
        };
        let (PartKind::Changed(changes, generators), true) = (&part.kind, part.generators.is_empty()) else {
            return Err(No::Why(text!("a move leaves more than the set changed", "有着法留下的不止是改动后的集合")));
        };
        if !generators.is_empty() {
            return Err(depends());
        }
        let of = |there: bool| asked.iter().filter(|(_, asked)| **asked == there).map(|(place, _)| *place).collect();
        let mut listed = Listed { needs: of(true), absent: of(false), ..Listed::default() };
        for change in changes {
            let Some((slot, taken, added)) = parts(change) else { return Err(depends()) };
            if let Some(taken) = taken {
                listed.takes.extend(self.places(env, slot, taken)?.0);
            }
            if let Some(added) = added {
                let (places, beyond) = self.places(env, slot, added)?;
                if beyond {
                    // It would leave the range of the set: no move.
                    return Ok(());
                }
                listed.adds.extend(places);
            }
        }
        self.moves.insert(listed);
        if self.moves.len() > MOST_MOVES {
            return Err(No::Why(text!("there are more than {MOST_MOVES} moves", "着法超过 {MOST_MOVES} 个")));
        }
        Ok(())
    }
}

/// The slot that a change of a set changes, and the digits that it takes away and adds.
fn parts(change: &Change) -> Option<(usize, Option<&Expr>, Option<&Expr>)> {
    let Place::Slot(slot) = change.place else { return None };
    let old = Expr::Slot(slot);
    match (&change.value, change.sign) {
        (Expr::Binary(BinaryOp::BitAnd, sides, _), Some(-1)) if sides[0] == old => Some((slot, Some(&sides[1]), None)),
        (Expr::Binary(BinaryOp::BitOr, sides, _), None) if sides[0] == old => Some((slot, None, Some(&sides[1]))),
        (Expr::Binary(BinaryOp::BitOr, sides, _), None) => {
            let Expr::Binary(BinaryOp::Sub, less, _) = &sides[0] else { return None };
            let Expr::Binary(BinaryOp::BitAnd, gone, _) = &less[1] else { return None };
            let Expr::Call(Function::Disjoint, both, _) = &sides[1] else { return None };
            (less[0] == old && gone[0] == old && gone[1] == both[0]).then_some((slot, Some(&both[0]), Some(&sides[1])))
        }
        _ => None,
    }
}

fn reads_position(element: &Element) -> bool {
    let reads = |expr: &Expr| expr.any(&|part| matches!(part, Expr::Slot(_) | Expr::At(..)));
    let in_choice = |choice: &Choice| match &choice.domain {
        Domain::Range(low, high) => reads(low) || reads(high),
        Domain::Known(_) => false,
        Domain::Listed(rows) => rows.iter().any(reads_position),
        Domain::Open(..) | Domain::Digits(..) | Domain::Endless(..) => true,
    };
    element.values.iter().any(reads) || element.generators.iter().any(in_choice)
}

fn depends() -> No {
    No::Why(text!("what a move does depends on more of the position than elements that it names", "着法的效果不仅取决于它所指明的元素"))
}

fn one_of_several() -> No {
    No::Why(text!("a condition asks for one of several elements", "有条件要求几个元素之一"))
}

/// Puts conditions together; false if they contradict each other.
fn join(all: &mut BTreeMap<u16, bool>, more: &BTreeMap<u16, bool>) -> bool {
    more.iter().all(|(&place, &there)| *all.entry(place).or_insert(there) == there)
}

/// One of two, where that is one condition.
fn either(one: When, other: When) -> Result<When, No> {
    match (one, other) {
        (None, when) | (when, None) => Ok(when),
        (Some(one), Some(other)) if one.is_empty() || other.is_empty() => Ok(Some(BTreeMap::new())),
        (Some(one), Some(other)) if one == other => Ok(Some(one)),
        _ => Err(one_of_several()),
    }
}

/// When a condition does not hold, where that is one condition.
fn opposite(when: When) -> Result<When, No> {
    let Some(when) = when else { return Ok(Some(BTreeMap::new())) };
    let mut asked = when.into_iter();
    match (asked.next(), asked.next()) {
        (None, _) => Ok(None),
        (Some((place, there)), None) => Ok(Some(BTreeMap::from([(place, !there)]))),
        _ => Err(one_of_several()),
    }
}
