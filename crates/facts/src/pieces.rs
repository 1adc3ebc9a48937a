//! The moves of a game as exact linear pieces. Each rule becomes a union of pieces: a polyhedron over the slots, the choices and
//! rounded quotients, and in it the choices and the components left as linear forms. Minima, alternatives, conditions and small
//! sets are cases, each a piece of its own; what is not linear even so (products, bits, endless sets) is refused with a reason. The
//! pieces say all that the rules say: unlike the transitions of [`super::linear`], nothing is lost.

use std::collections::BTreeMap;

use super::linear::{Linear, System};
use super::simplex::Effort;
use base::text;
use base::text::Text;
use rules::ast::{BinaryOp, CompareOp};
use rules::ir::{Choice, Domain, Element, Expr, Fold, Function, Game, Int, Move, PartKind, Place, Real};
use rules::quadratic::Quadratic;
use rules::rules::GameId;

/// How the slots of a game are read: slot `i` is slot `order[i]` of the reader's position plus `shifts[i]`.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) order: Vec<usize>,
    pub(super) shifts: Vec<Int>,
    /// The reader's positions are sorted, largest first, and so are the components left.
    pub(super) sorted: bool,
}

impl View {
    /// The slots as they stand.
    pub(super) fn as_written(slots: usize) -> View {
        View { order: (0..slots).collect(), shifts: vec![0; slots], sorted: false }
    }
}

/// A case of a rule. Variables below the number of slots are the reader's slots.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) rule: usize,
    pub(super) slots: usize,
    /// `form ≤ 0` for each; together they hold exactly where the case does.
    pub(super) rows: Vec<Linear>,
    pub(super) variables: usize,
    /// Variables that are ⌊form · factor⌋.
    pub(super) quotients: BTreeMap<usize, (Linear, Factor)>,
    pub(super) choices: Vec<Linear>,
    pub(super) parts: Vec<Vec<Linear>>,
}

impl Piece {
    fn forms(&self) -> impl Iterator<Item = &Linear> {
        let quotients = self.quotients.values().map(|(form, _)| form);
        self.rows.iter().chain(quotients).chain(&self.choices).chain(self.parts.iter().flatten())
    }

    /// Whether a variable occurs in it.
    pub(super) fn mentions(&self, variable: usize) -> bool {
        self.quotients.contains_key(&variable) || self.forms().any(|form| form.terms.contains_key(&variable))
    }

    /// The part of it where a variable that is no quotient has this value. The variable itself occurs no more.
    pub(super) fn with(&self, variable: usize, value: &Linear) -> Option<Piece> {
        let put = |form: &Linear| form.with(variable, value);
        let all = |forms: &[Linear]| forms.iter().map(put).collect::<Option<Vec<_>>>();
        let quotients = self.quotients.iter().map(|(&v, (form, by))| Some((v, (put(form)?, *by)))).collect::<Option<_>>()?;
        let parts = self.parts.iter().map(|slots| all(slots)).collect::<Option<_>>()?;
        Some(Piece { rows: all(&self.rows)?, choices: all(&self.choices)?, quotients, parts, ..*self })
    }
}

/// What a form is multiplied by before it is rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Factor {
    /// 1 / n.
    Over(i128),
    /// An irrational number: nothing is used of the result but that equal forms have equal ones.
    Times(Quadratic),
}

impl Factor {
    /// ⌊value · factor⌋, if it fits.
    pub(super) fn rounded(self, value: i128) -> Option<i128> {
        match self {
            Factor::Over(by) => Some(value.div_euclid(by)),
            Factor::Times(x) => {
                let value = Quadratic::int(Int::try_from(value).ok()?);
                x.binary(BinaryOp::Mul, value).ok()?.floor().ok().map(i128::from)
            }
        }
    }
}

/// The constant and the whole expression whose product a real number is.
fn multiple(real: &Real) -> Option<(Quadratic, &Expr)> {
    match real {
        Real::Int(e) => Some((Quadratic::int(1), e)),
        Real::Neg(side) => multiple(side).map(|(x, e)| (x.negate(), e)),
        Real::Binary(op, sides) => {
            let constant = |side: &Real| match side {
                Real::Known(x) => Some(*x),
                Real::Int(Expr::Const(n)) => Some(Quadratic::int(*n)),
                _ => None,
            };
            match (op, constant(&sides[0]), constant(&sides[1])) {
                (BinaryOp::Mul, Some(by), None) => multiple(&sides[1]).and_then(|(x, e)| Some((x.binary(*op, by).ok()?, e))),
                (BinaryOp::Mul | BinaryOp::Div, None, Some(by)) => {
                    multiple(&sides[0]).and_then(|(x, e)| Some((x.binary(*op, by).ok()?, e)))
                }
                _ => None,
            }
        }
        Real::Known(_) | Real::Sqrt(_) => None,
    }
}

/// The most cases of a game.
const MOST: usize = 400;

/// The most values of a choice that become cases of their own.
const ONE_BY_ONE: i128 = 32;

type Cases<T> = Result<Vec<(State, T)>, Text>;

#[derive(Clone)]
struct State {
    rows: Vec<Linear>,
    variables: usize,
    quotients: BTreeMap<usize, (Linear, Factor)>,
    locals: BTreeMap<usize, Linear>,
    slots: Vec<Linear>,
}

impl State {
    /// The state in which `form ≤ 0` holds too; `None` if the form is a positive constant.
    fn with(mut self, form: Linear) -> Option<State> {
        match form.as_constant() {
            Some(n) => (n <= 0).then_some(self),
            None => {
                self.rows.push(form);
                Some(self)
            }
        }
    }

    /// The variable that stands for ⌊form · factor⌋, one for all that are equal; a new one is given the `rows` that hold of it.
    fn quotient(&mut self, form: &Linear, factor: Factor, rows: impl FnOnce(&Linear) -> Option<Vec<Linear>>) -> Option<Linear> {
        let known = self.quotients.iter().find(|(_, (known, by))| known == form && *by == factor).map(|(variable, _)| *variable);
        if let Some(variable) = known {
            return Some(Linear::variable(variable));
        }
        let quotient = self.fresh();
        self.rows.extend(rows(&quotient)?);
        self.quotients.insert(self.variables - 1, (form.clone(), factor));
        Some(quotient)
    }

    fn fresh(&mut self) -> Linear {
        self.variables += 1;
        Linear::variable(self.variables - 1)
    }
}

/// A form whose variables beyond the slots come after `first` others.
pub(super) fn moved(form: &Linear, slots: usize, first: usize) -> Linear {
    let terms = form.terms.iter().map(|(&v, &a)| (if v < slots { v } else { v - slots + first }, a)).collect();
    Linear { terms, constant: form.constant }
}

fn too_large() -> Text {
    text!("its numbers are too large to be compared", "其中的数过大，无法比较")
}

fn not_linear() -> Text {
    text!("its moves are not linear in the position", "其着法对局面不是线性的")
}

fn less(a: &Linear, b: &Linear) -> Result<Linear, Text> {
    a.minus(b).ok_or_else(too_large)
}

/// All pieces of a game in a view, without those that are plainly empty.
pub(super) fn pieces(game: &Game, this: GameId, view: &View, effort: &Effort<'_>) -> Result<Vec<Piece>, Text> {
    let mut all = perhaps_empty(game, this, view, effort)?;
    all.retain(|piece| !is_empty(&piece.rows, piece.variables, effort));
    Ok(all)
}

/// All pieces of a game in a view, also those that are empty: to see that takes longer than to read them off the rules.
pub(super) fn perhaps_empty(game: &Game, this: GameId, view: &View, effort: &Effort<'_>) -> Result<Vec<Piece>, Text> {
    if game.can_end_play() {
        return Err(text!("a component can end the play (`goal` or `trap`)", "存在可立即终局的局面（`goal` 或 `trap`）"));
    }
    if game.conventions.entailing {
        return Err(text!("components may be urgent (`urgent` or `again`)", "存在紧急的部分（`urgent` 或 `again`）"));
    }
    if game.strict || game.coins {
        return Err(text!("the game is `strict` or of coins", "该游戏声明了 `strict` 或为翻硬币游戏"));
    }
    let mut all = Vec::new();
    for rule in 0..game.moves.len() {
        all.extend(of_rule(game, this, view, rule, effort)?);
        all = limited(all)?;
    }
    Ok(all)
}

/// The pieces of one rule, some of them perhaps empty.
pub(super) fn of_rule(game: &Game, this: GameId, view: &View, rule: usize, effort: &Effort<'_>) -> Result<Vec<Piece>, Text> {
    let reader = Reader { game, this, view, effort };
    let mut all = Vec::new();
    for start in reader.start()? {
        reader.choose(start, (rule, &game.moves[rule]), 0, Vec::new(), &mut all)?;
    }
    Ok(all)
}

/// The positions of a game in a view, as cases: rows, and how many variables they speak of.
pub(super) fn positions(game: &Game, this: GameId, view: &View, effort: &Effort<'_>) -> Result<Vec<(Vec<Linear>, usize)>, Text> {
    Ok(Reader { game, this, view, effort }.start()?.into_iter().map(|state| (state.rows, state.variables)).collect())
}

/// Whether no rational point fulfils the rows, as far as that can be shown.
pub(super) fn is_empty(rows: &[Linear], variables: usize, effort: &Effort<'_>) -> bool {
    System { rows: rows.to_vec(), variables, effort }.implies(&Linear::constant(1))
}

struct Reader<'g> {
    game: &'g Game,
    this: GameId,
    view: &'g View,
    effort: &'g Effort<'g>,
}

impl Reader<'_> {
    /// The positions, as cases.
    fn start(&self) -> Result<Vec<State>, Text> {
        let count = self.game.slots.len();
        let slots: Option<Vec<Linear>> =
            (0..count).map(|i| Linear::variable(self.view.order[i]).plus(1, &Linear::constant(self.view.shifts[i].into()))).collect();
        let slots = slots.ok_or_else(too_large)?;
        let state = State { rows: Vec::new(), variables: count, quotients: BTreeMap::new(), locals: BTreeMap::new(), slots };
        let mut states = self.is_position(state)?;
        let sorted = |forms: &[Linear]| forms.windows(2).map(|pair| less(&pair[1], &pair[0])).collect::<Result<Vec<_>, _>>();
        let mut wanted = Vec::new();
        if self.view.sorted {
            wanted.extend(sorted(&(0..count).map(Linear::variable).collect::<Vec<_>>())?);
        }
        for state in &mut states {
            if self.game.unordered {
                wanted.extend(sorted(&state.slots)?);
            }
            state.rows.extend(wanted.iter().cloned());
        }
        Ok(states)
    }

    /// Where the slots of a state are in their ranges and fulfil what is required.
    fn is_position(&self, state: State) -> Result<Vec<State>, Text> {
        let mut states = vec![state];
        for (i, slot) in self.game.slots.iter().enumerate() {
            let mut next = Vec::new();
            for state in states {
                let low = less(&Linear::constant(slot.low.into()), &state.slots[i])?;
                let high = slot.high.map(|high| less(&state.slots[i], &Linear::constant(high.into()))).transpose()?;
                let state = state.with(low);
                next.extend(match high {
                    Some(high) => state.and_then(|state| state.with(high)),
                    None => state,
                });
            }
            states = next;
        }
        for require in &self.game.requires {
            states = self.all_hold(states, require, true)?;
        }
        Ok(states)
    }

    fn all_hold(&self, states: Vec<State>, condition: &Expr, truth: bool) -> Result<Vec<State>, Text> {
        let mut all = Vec::new();
        for state in states {
            all.extend(self.holds(state, condition, truth)?);
        }
        limited(all)
    }

    fn choose(
        &self,
        state: State,
        (rule, shape): (usize, &Move),
        depth: usize,
        chosen: Vec<Linear>,
        all: &mut Vec<Piece>,
    ) -> Result<(), Text> {
        self.effort.spend(1 + state.rows.len()).ok_or_else(too_many)?;
        let mut states = vec![state];
        for guard in &shape.guards[depth] {
            states = self.all_hold(states, guard, true)?;
        }
        for state in states {
            match shape.choices.get(depth) {
                None => self.results(state, (rule, shape), &chosen, all)?,
                Some(choice) => {
                    for state in self.choice(state, choice)? {
                        let locals = (0..choice.width).map(|i| state.locals[&(choice.local + i)].clone());
                        let chosen = chosen.iter().cloned().chain(locals).collect();
                        self.choose(state, (rule, shape), depth + 1, chosen, all)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a choice: the states with its locals.
    fn choice(&self, state: State, choice: &Choice) -> Result<Vec<State>, Text> {
        let arrays = self.game.has_arrays();
        let mut made = Vec::new();
        match &choice.domain {
            Domain::Range(low, high) => {
                for (state, low) in self.value(state, low)? {
                    for (mut state, high) in self.value(state, high)? {
                        if let (Some(low), Some(high), true) = (low.as_constant(), high.as_constant(), arrays) {
                            if high - low >= ONE_BY_ONE {
                                return Err(not_linear());
                            }
                            for value in low..=high {
                                let mut state = state.clone();
                                state.locals.insert(choice.local, Linear::constant(value));
                                made.push(state);
                            }
                            continue;
                        }
                        let value = state.fresh();
                        state.locals.insert(choice.local, value.clone());
                        let (above, below) = (less(&low, &value)?, less(&value, &high)?);
                        made.extend(state.with(above).and_then(|state| state.with(below)));
                    }
                }
            }
            Domain::Open(low, _) => {
                for (mut state, low) in self.value(state, low)? {
                    let value = state.fresh();
                    state.locals.insert(choice.local, value.clone());
                    made.extend(state.with(less(&low, &value)?));
                }
            }
            Domain::Known(flat) if (flat.len() / choice.width) as i128 <= ONE_BY_ONE => {
                for row in flat.chunks(choice.width) {
                    let mut state = state.clone();
                    for (i, &value) in row.iter().enumerate() {
                        state.locals.insert(choice.local + i, Linear::constant(value.into()));
                    }
                    made.push(state);
                }
            }
            Domain::Listed(elements) if elements.iter().all(|e| e.generators.is_empty()) => {
                for element in elements {
                    for (mut state, row) in self.values(state.clone(), element.values.iter())? {
                        for (i, value) in row.into_iter().enumerate() {
                            state.locals.insert(choice.local + i, value);
                        }
                        made.push(state);
                    }
                }
            }
            _ => return Err(not_linear()),
        }
        limited(made)
    }

    /// The components left.
    fn results(&self, state: State, (rule, shape): (usize, &Move), chosen: &[Linear], all: &mut Vec<Piece>) -> Result<(), Text> {
        let mut cases: Vec<(State, Vec<Vec<Linear>>)> = vec![(state, Vec::new())];
        for part in &shape.result {
            if !part.generators.is_empty() {
                return Err(text!("a move leaves a number of components that varies", "有一着留下的部分数目不固定"));
            }
            let mut next = Vec::new();
            for (state, parts) in cases {
                for (state, slots) in self.part(state, &part.kind)? {
                    next.push((state, parts.iter().cloned().chain([slots]).collect()));
                }
            }
            cases = limited(next)?;
        }
        for (state, parts) in cases {
            let State { rows, variables, quotients, .. } = state;
            all.push(Piece { rule, slots: self.game.slots.len(), rows, variables, quotients, choices: chosen.to_vec(), parts });
        }
        if all.len() > MOST { Err(too_many()) } else { Ok(()) }
    }

    fn part(&self, state: State, kind: &PartKind) -> Cases<Vec<Linear>> {
        self.effort.spend(1 + state.rows.len()).ok_or_else(too_many)?;
        let cases = match kind {
            PartKind::Fresh(game, _) if *game != self.this => {
                return Err(text!("a move leaves a component of another game", "有一着留下另一游戏的部分"));
            }
            PartKind::Compound(..) => return Err(text!("a move leaves a compound", "有一着留下复合游戏")),
            PartKind::Fresh(_, elements) => self.elements(state, elements)?,
            PartKind::Changed(changes, generators) => {
                let rows = self.constant_rows(state.clone(), generators)?;
                // Without any row the position is left as it is. What was done to each slot so far: nothing, added to, or set.
                let (slots, touched) = (state.slots.clone(), vec![None; state.slots.len()]);
                let mut cases = vec![(state, slots, touched)];
                for (row, change) in rows.iter().flat_map(|row| changes.iter().map(move |change| (row, change))) {
                    let mut next = Vec::new();
                    for (mut state, slots, touched) in cases {
                        state.locals = row.locals.clone();
                        for (state, index) in self.place(state, &change.place)? {
                            let adds = change.sign.is_some();
                            if touched[index].is_some_and(|added: bool| !(added && adds)) {
                                return Err(text!(
                                    "a move sets a number that it changes otherwise too",
                                    "有一着对同一个数既赋值又另作改变"
                                ));
                            }
                            for (state, value) in self.value(state, &change.value)? {
                                let (mut slots, mut touched) = (slots.clone(), touched.clone());
                                touched[index] = Some(adds);
                                slots[index] = match change.sign {
                                    None => value,
                                    Some(sign) => slots[index].plus(sign.into(), &value).ok_or_else(too_large)?,
                                };
                                next.push((state, slots, touched));
                            }
                        }
                    }
                    cases = limited(next)?;
                }
                cases.into_iter().map(|(state, slots, _)| (state, slots)).collect()
            }
        };
        let mut legal = Vec::new();
        for (state, slots) in cases {
            if slots.len() != self.game.slots.len() {
                return Err(not_linear());
            }
            let orders = if self.game.unordered { sorted(state, slots)? } else { vec![(state, slots)] };
            for (mut state, slots) in orders {
                let own = std::mem::replace(&mut state.slots, slots);
                for mut state in self.is_position(state)? {
                    let slots = std::mem::replace(&mut state.slots, own.clone());
                    let mut seen = vec![Linear::default(); slots.len()];
                    for (i, slot) in slots.iter().enumerate() {
                        seen[self.view.order[i]] = less(slot, &Linear::constant(self.view.shifts[i].into()))?;
                    }
                    if self.view.sorted && !self.game.unordered { legal.extend(sorted(state, seen)?) } else { legal.push((state, seen)) }
                }
            }
        }
        limited(legal)
    }

    /// The slot that a place means.
    fn place(&self, state: State, place: &Place) -> Cases<usize> {
        match place {
            Place::Slot(slot) => Ok(vec![(state, *slot)]),
            Place::Array(first, low, len, index) => {
                let mut all = Vec::new();
                for (state, index) in self.value(state, index)? {
                    let index = index.as_constant().ok_or_else(not_linear)?;
                    let offset = usize::try_from(index - i128::from(*low)).ok().filter(|o| o < len).ok_or_else(not_linear)?;
                    all.push((state, first + offset));
                }
                Ok(all)
            }
        }
    }

    fn elements(&self, state: State, elements: &[Element]) -> Cases<Vec<Linear>> {
        let mut cases = vec![(state, Vec::new())];
        for element in elements {
            let mut next = Vec::new();
            for (state, values) in cases {
                let locals = state.locals.clone();
                let mut grown = vec![(state.clone(), values)];
                for row in self.constant_rows(state, &element.generators)? {
                    let mut further = Vec::new();
                    for (mut state, values) in grown {
                        state.locals = row.locals.clone();
                        for (state, more) in self.values(state, element.values.iter())? {
                            further.push((state, values.iter().cloned().chain(more).collect()));
                        }
                    }
                    grown = limited(further)?;
                }
                for (mut state, values) in grown {
                    state.locals = locals.clone();
                    next.push((state, values));
                }
            }
            cases = limited(next)?;
        }
        Ok(cases)
    }

    /// The state once for every row of generators, whose ranges must be constant.
    fn constant_rows(&self, state: State, generators: &[Choice]) -> Result<Vec<State>, Text> {
        let mut rows = vec![state];
        for choice in generators {
            let mut next = Vec::new();
            for state in rows {
                let values: Vec<i128> = match &choice.domain {
                    Domain::Range(low, high) => {
                        let constant = |e: &Expr| match &self.value(state.clone(), e)?[..] {
                            [(_, form)] => form.as_constant().ok_or_else(not_linear),
                            _ => Err(not_linear()),
                        };
                        (constant(low)?..=constant(high)?).collect()
                    }
                    Domain::Known(flat) if choice.width == 1 => flat.iter().map(|&n| n.into()).collect(),
                    _ => return Err(not_linear()),
                };
                if values.len() as i128 > ONE_BY_ONE {
                    return Err(not_linear());
                }
                for value in values {
                    let mut state = state.clone();
                    state.locals.insert(choice.local, Linear::constant(value));
                    next.push(state);
                }
            }
            rows = next;
        }
        Ok(rows)
    }

    fn values<'e>(&self, state: State, exprs: impl Iterator<Item = &'e Expr>) -> Cases<Vec<Linear>> {
        let mut cases = vec![(state, Vec::new())];
        for expr in exprs {
            let mut next = Vec::new();
            for (state, values) in cases {
                for (state, value) in self.value(state, expr)? {
                    next.push((state, values.iter().cloned().chain([value]).collect()));
                }
            }
            cases = limited(next)?;
        }
        Ok(cases)
    }

    /// The value of an expression, case by case.
    fn value(&self, state: State, expr: &Expr) -> Cases<Linear> {
        match expr {
            Expr::Const(n) => Ok(vec![(state, Linear::constant((*n).into()))]),
            Expr::Slot(i) => {
                let form = state.slots[*i].clone();
                Ok(vec![(state, form)])
            }
            Expr::Local(l) => {
                let form = state.locals.get(l).cloned().ok_or_else(not_linear)?;
                Ok(vec![(state, form)])
            }
            Expr::At(place, _) => {
                let at = |(state, slot): (State, usize)| {
                    let form = state.slots[slot].clone();
                    (state, form)
                };
                Ok(self.place(state, place)?.into_iter().map(at).collect())
            }
            Expr::Neg(e, _) => {
                let negated = |(state, form): (State, Linear)| Ok((state, less(&Linear::default(), &form)?));
                self.value(state, e)?.into_iter().map(negated).collect()
            }
            Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) | Expr::Not(_) | Expr::Compare(..) => self.truth(state, expr),
            Expr::Binary(op, sides, _) => {
                let mut all = Vec::new();
                for (state, sides) in self.values(state, sides.iter())? {
                    all.extend(self.operation(state, *op, &sides[0], &sides[1])?);
                }
                Ok(all)
            }
            Expr::If(parts) => {
                let mut all = Vec::new();
                for (truth, branch) in [(true, &parts[1]), (false, &parts[2])] {
                    for state in self.holds(state.clone(), &parts[0], truth)? {
                        all.extend(self.value(state, branch)?);
                    }
                }
                limited(all)
            }
            Expr::Call(function, args, _) => match function {
                Function::Abs => {
                    let mut all = Vec::new();
                    for (state, form) in self.value(state, &args[0])? {
                        let negated = less(&Linear::default(), &form)?;
                        let below = form.plus(1, &Linear::constant(1)).ok_or_else(too_large)?;
                        all.extend(state.clone().with(negated.clone()).map(|state| (state, form)));
                        all.extend(state.with(below).map(|state| (state, negated)));
                    }
                    Ok(all)
                }
                Function::Fib
                | Function::Tri
                | Function::Isqrt
                | Function::Popcount
                | Function::Ctz
                | Function::Bitnot
                | Function::Bitlen
                | Function::Nimprod
                | Function::Nimpow
                | Function::IsPrime => Err(not_linear()),
            },
            Expr::Fold(fold, elements, _) => match fold {
                Fold::All | Fold::Any => self.truth(state, expr),
                Fold::Min | Fold::Max => {
                    let mut all = Vec::new();
                    for (state, forms) in self.elements(state, elements)? {
                        all.extend(extreme(&state, &forms, *fold == Fold::Min)?);
                    }
                    limited(all)
                }
                Fold::Total => {
                    let mut all = Vec::new();
                    for (state, forms) in self.elements(state, elements)? {
                        let sum = forms.iter().try_fold(Linear::default(), |sum, form| sum.plus(1, form)).ok_or_else(too_large)?;
                        all.push((state, sum));
                    }
                    limited(all)
                }
                Fold::Gcd | Fold::Lcm | Fold::Nimsum => Err(not_linear()),
            },
            Expr::Floor(real, _) => {
                let (factor, inner) = multiple(real).ok_or_else(not_linear)?;
                let mut all = Vec::new();
                for (mut state, form) in self.value(state, inner)? {
                    let quotient = state.quotient(&form, Factor::Times(factor), |_| Some(Vec::new())).ok_or_else(too_large)?;
                    all.push((state, quotient));
                }
                Ok(all)
            }
            Expr::CompareReal(..) => Err(not_linear()),
        }
    }

    /// A condition as a number.
    fn truth(&self, state: State, condition: &Expr) -> Cases<Linear> {
        let mut all = Vec::new();
        for truth in [true, false] {
            let number = Linear::constant(truth.into());
            all.extend(self.holds(state.clone(), condition, truth)?.into_iter().map(|state| (state, number.clone())));
        }
        limited(all)
    }

    fn operation(&self, mut state: State, op: BinaryOp, a: &Linear, b: &Linear) -> Cases<Linear> {
        let form = match (op, a.as_constant(), b.as_constant()) {
            (BinaryOp::Add, ..) => a.plus(1, b),
            (BinaryOp::Sub, ..) => a.minus(b),
            (BinaryOp::Mul, Some(c), _) => Linear::default().plus(c, b),
            (BinaryOp::Mul, _, Some(c)) => Linear::default().plus(c, a),
            (BinaryOp::Div, Some(a), Some(c)) if c > 0 => Some(Linear::constant(a.div_euclid(c))),
            (BinaryOp::Mod, Some(a), Some(c)) if c > 0 => Some(Linear::constant(a.rem_euclid(c))),
            (BinaryOp::Div | BinaryOp::Mod, _, Some(c)) if c > 0 => {
                let quotient = state.quotient(a, Factor::Over(c), |quotient| {
                    let multiple = Linear::default().plus(c, quotient)?;
                    let above = multiple.plus(1, &Linear::constant(c - 1))?;
                    Some(vec![multiple.minus(a)?, a.minus(&above)?])
                });
                let quotient = quotient.ok_or_else(too_large)?;
                if op == BinaryOp::Div { Some(quotient) } else { a.plus(-c, &quotient) }
            }
            _ => return Err(not_linear()),
        };
        Ok(vec![(state, form.ok_or_else(too_large)?)])
    }

    /// The cases in which a condition has this truth.
    fn holds(&self, state: State, condition: &Expr, truth: bool) -> Result<Vec<State>, Text> {
        match condition {
            Expr::Const(n) => Ok(if (*n != 0) == truth { vec![state] } else { Vec::new() }),
            Expr::Not(inner) => self.holds(state, inner, !truth),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), sides, _) => {
                let both = (*op == BinaryOp::And) == truth;
                let first = self.holds(state.clone(), &sides[0], truth)?;
                if both {
                    return self.all_hold(first, &sides[1], truth);
                }
                let mut all = first;
                for state in self.holds(state, &sides[0], !truth)? {
                    all.extend(self.holds(state, &sides[1], truth)?);
                }
                limited(all)
            }
            Expr::Fold(fold, elements, _) if fold.is_truth() => {
                let both = (*fold == Fold::All) == truth;
                let mut undecided = vec![state];
                let mut decided = Vec::new();
                for element in elements {
                    for row in self.constant_rows(undecided.first().cloned().map_or_else(|| Err(not_linear()), Ok)?, &element.generators)? {
                        let mut next = Vec::new();
                        for mut state in std::mem::take(&mut undecided) {
                            let locals = std::mem::replace(&mut state.locals, row.locals.clone());
                            let restored = |mut state: State| {
                                state.locals = locals.clone();
                                state
                            };
                            let yes = self.holds(state.clone(), &element.values[0], truth)?;
                            if both {
                                next.extend(yes.into_iter().map(restored));
                            } else {
                                decided.extend(yes.into_iter().map(restored));
                                next.extend(self.holds(state, &element.values[0], !truth)?.into_iter().map(restored));
                            }
                        }
                        undecided = limited(next)?;
                        if undecided.is_empty() {
                            return limited(decided);
                        }
                    }
                }
                if both { Ok(undecided) } else { limited(decided) }
            }
            Expr::Compare(op, sides) => {
                let mut all = Vec::new();
                for (state, sides) in self.values(state, sides.iter())? {
                    all.extend(compared(&state, *op, &sides[0], &sides[1], truth)?);
                }
                limited(all)
            }
            _ => {
                let mut all = Vec::new();
                for (state, form) in self.value(state, condition)? {
                    all.extend(compared(&state, CompareOp::Ne, &form, &Linear::default(), truth)?);
                }
                limited(all)
            }
        }
    }
}

/// The cases of a comparison.
fn compared(state: &State, op: CompareOp, a: &Linear, b: &Linear, truth: bool) -> Result<Vec<State>, Text> {
    let at_most = |a: &Linear, b: &Linear| less(a, b).map(|form| state.clone().with(form));
    let below = |a: &Linear, b: &Linear| at_most(&a.plus(1, &Linear::constant(1)).ok_or_else(too_large)?, b);
    let op = match (op, truth) {
        (op, true) => op,
        (CompareOp::Le, _) => CompareOp::Gt,
        (CompareOp::Ge, _) => CompareOp::Lt,
        (CompareOp::Lt, _) => CompareOp::Ge,
        (CompareOp::Gt, _) => CompareOp::Le,
        (CompareOp::Eq, _) => CompareOp::Ne,
        (CompareOp::Ne, _) => CompareOp::Eq,
    };
    Ok(match op {
        CompareOp::Le => at_most(a, b)?.into_iter().collect(),
        CompareOp::Ge => at_most(b, a)?.into_iter().collect(),
        CompareOp::Lt => below(a, b)?.into_iter().collect(),
        CompareOp::Gt => below(b, a)?.into_iter().collect(),
        CompareOp::Eq => {
            let back = less(b, a)?;
            at_most(a, b)?.and_then(|state| state.with(back)).into_iter().collect()
        }
        CompareOp::Ne => below(a, b)?.into_iter().chain(below(b, a)?).collect(),
    })
}

/// The least or the greatest of some forms: the first that is.
fn extreme(state: &State, forms: &[Linear], least: bool) -> Cases<Linear> {
    let mut all = Vec::new();
    for (i, chosen) in forms.iter().enumerate() {
        let mut case = Some(state.clone());
        for (j, other) in forms.iter().enumerate().filter(|(j, _)| *j != i) {
            let gap = if least { less(chosen, other)? } else { less(other, chosen)? };
            let strict = if j < i { gap.plus(1, &Linear::constant(1)).ok_or_else(too_large)? } else { gap };
            case = case.and_then(|state| state.with(strict));
        }
        all.extend(case.map(|state| (state, chosen.clone())));
    }
    Ok(all)
}

/// Forms sorted, largest first: one case for each order.
fn sorted(state: State, forms: Vec<Linear>) -> Cases<Vec<Linear>> {
    let mut cases = vec![(state, Vec::new(), forms)];
    loop {
        if cases.iter().all(|(_, _, left)| left.is_empty()) {
            return Ok(cases.into_iter().map(|(state, done, _)| (state, done)).collect());
        }
        let mut next = Vec::new();
        for (state, done, left) in cases {
            for (case, chosen) in extreme(&state, &left, false)? {
                let place = left.iter().position(|form| *form == chosen).expect("it is one of them");
                let mut left = left.clone();
                left.remove(place);
                next.push((case, done.iter().cloned().chain([chosen]).collect(), left));
            }
        }
        if next.len() > MOST {
            return Err(too_many());
        }
        cases = next;
    }
}

fn limited<T>(cases: Vec<T>) -> Result<Vec<T>, Text> {
    if cases.len() > MOST { Err(too_many()) } else { Ok(cases) }
}

fn too_many() -> Text {
    text!("its moves fall into too many cases to be compared", "其着法的情形过多，无法比较")
}
