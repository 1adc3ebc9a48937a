//! Evaluation of clauses at single positions, in plain numbers. The evaluation is used by tests,
//! and by a checker that compares clauses with the interpreter. If other variables determine a
//! hidden variable, the value of the hidden variable is computed. The values of all undetermined
//! hidden variables are tried individually, between the bounds that the atoms imply.

use std::collections::{BTreeMap, BTreeSet};

use base::budget::Budget;
use base::text;
use rules::game::GameId;
use rules::ir::Int;

use crate::atom::{fibonacci, powers};
use crate::error::too_large;
use crate::{
    Atom, ClauseError, FloorFactor, LinearForm, MoveClause, PositionRegion, RuleClauses,
    SymbolicComponent,
};

/// A move at a position: the choices and the resulting components.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConcreteMove {
    /// Index of the rule, starting at 0.
    pub rule: usize,
    /// The choices.
    pub choices: Vec<Int>,
    /// The components, sorted; equal coins are not cancelled.
    pub left: Vec<(GameId, Vec<Int>)>,
}

impl PositionRegion {
    /// Returns whether a position is in the region.
    ///
    /// # Errors
    /// Returns [`ClauseError`] if a hidden variable is unbounded, if a number does not fit, or if
    /// the budget runs out.
    pub fn contains(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, ClauseError> {
        Ok(self.point(slots, budget)?.is_some())
    }

    /// Returns values of all variables that satisfy the atoms at a position, or `None` if no values
    /// satisfy them.
    pub(crate) fn point(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<i128>>, ClauseError> {
        let mut found = None;
        let search = PointSearch {
            atoms: &self.atoms,
            quotients: &self.quotients,
            idle: &[],
            budget,
        };
        search.points(start(slots, self.variables), &mut |values| {
            found = Some(values.to_vec());
            Ok(false)
        })?;
        Ok(found)
    }

    /// Returns the value of a form in the variables at a position of the region; `None` at any
    /// other position.
    ///
    /// # Errors
    /// Returns the same errors as [`PositionRegion::contains`].
    pub fn value_at(
        &self,
        form: &LinearForm,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<i128>, ClauseError> {
        self.point(slots, budget)?
            .map(|values| evaluate(form, &values))
            .transpose()
    }
}

impl MoveClause {
    /// Returns all moves that the clause makes at a position.
    ///
    /// # Errors
    /// Returns the same errors as [`PositionRegion::contains`].
    pub fn moves_at(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ConcreteMove>, ClauseError> {
        self.concrete_moves(&self.atoms, slots, budget)
    }

    /// Returns the moves that the clause makes at a position with the given choices, without
    /// listing other moves.
    ///
    /// # Errors
    /// Returns the same errors as [`PositionRegion::contains`].
    pub fn made_by(
        &self,
        slots: &[Int],
        choices: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ConcreteMove>, ClauseError> {
        let chosen = self.choices.iter().zip(choices).map(|(form, &choice)| {
            form.minus(&LinearForm::constant(choice.into()))
                .map(Atom::Zero)
        });
        let chosen: Option<Vec<Atom>> = chosen.collect();
        let atoms = [
            &chosen.ok_or_else(|| ClauseError::Refused(too_large()))?[..],
            &self.atoms,
        ]
        .concat();
        self.concrete_moves(&atoms, slots, budget)
    }

    fn concrete_moves(
        &self,
        atoms: &[Atom],
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<ConcreteMove>, ClauseError> {
        let idle: Vec<usize> = self.runs.iter().map(|run| run.variable).collect();
        let mut all = Vec::new();
        let search = PointSearch {
            atoms,
            quotients: &self.quotients,
            idle: &idle,
            budget,
        };
        search.points(start(slots, self.variables), &mut |values| {
            let narrow = |form: &LinearForm| {
                evaluate(form, values)
                    .and_then(|n| Int::try_from(n).map_err(|_| ClauseError::Refused(too_large())))
            };
            let row = |forms: &[LinearForm]| {
                forms
                    .iter()
                    .map(narrow)
                    .collect::<Result<Vec<Int>, ClauseError>>()
            };
            let component =
                |component: &SymbolicComponent| Ok((component.game, row(&component.slots)?));
            let mut left = self
                .left
                .iter()
                .map(component)
                .collect::<Result<Vec<_>, ClauseError>>()?;
            for run in &self.runs {
                let mut values = values.to_vec();
                for running in evaluate(&run.low, &values)?..=evaluate(&run.high, &values)? {
                    budget.tick()?;
                    values[run.variable] = running;
                    let slots: Result<Vec<Int>, ClauseError> = run
                        .each
                        .slots
                        .iter()
                        .map(|form| to_int(evaluate(form, &values)?))
                        .collect();
                    left.push((run.each.game, slots?));
                }
            }
            left.sort();
            all.push(ConcreteMove {
                rule: self.rule,
                choices: row(&self.choices)?,
                left,
            });
            Ok(true)
        })?;
        Ok(all)
    }
}

impl RuleClauses {
    /// Returns whether the slots are a position of the game.
    ///
    /// # Errors
    /// Returns the same errors as [`PositionRegion::contains`].
    pub fn contains(&self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, ClauseError> {
        any(&self.positions, slots, budget)
    }

    /// Returns every move at a position, one for each combination of choices.
    ///
    /// # Errors
    /// Returns the same errors as [`PositionRegion::contains`].
    pub fn moves_at(
        &self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<BTreeSet<ConcreteMove>, ClauseError> {
        let mut all = BTreeSet::new();
        for clause in &self.moves {
            all.extend(clause.moves_at(slots, budget)?);
        }
        Ok(all)
    }

    /// Returns the moves of a rule at a position with the given choices, without listing other
    /// moves.
    ///
    /// # Errors
    /// Returns the same errors as [`PositionRegion::contains`].
    pub fn made_by(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        budget: &Budget<'_>,
    ) -> Result<BTreeSet<ConcreteMove>, ClauseError> {
        let mut all = BTreeSet::new();
        for clause in self.moves.iter().filter(|clause| clause.rule == rule) {
            all.extend(clause.made_by(slots, choices, budget)?);
        }
        Ok(all)
    }
}

/// Returns whether a position is in at least one of the regions.
///
/// # Errors
/// Returns the same errors as [`PositionRegion::contains`].
pub(crate) fn any(
    regions: &[PositionRegion],
    slots: &[Int],
    budget: &Budget<'_>,
) -> Result<bool, ClauseError> {
    for region in regions {
        if region.contains(slots, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn start(slots: &[Int], variables: usize) -> Vec<Option<i128>> {
    let mut values: Vec<Option<i128>> = slots.iter().map(|&slot| Some(slot.into())).collect();
    values.resize(variables.max(slots.len()), None);
    values
}

fn to_int(n: i128) -> Result<Int, ClauseError> {
    Int::try_from(n).map_err(|_| ClauseError::Refused(too_large()))
}

/// Returns the value of a form.
fn evaluate(form: &LinearForm, values: &[i128]) -> Result<i128, ClauseError> {
    let sum = form.terms.iter().try_fold(form.constant, |sum, (&v, &a)| {
        sum.checked_add(a.checked_mul(values[v])?)
    });
    sum.ok_or_else(|| ClauseError::Refused(too_large()))
}

/// Partial evaluation of a form: the sum of its known terms, and its unknown terms.
struct PartialForm {
    known: i128,
    unknown: Vec<(usize, i128)>,
}

type PartialValues = Vec<Option<i128>>;

/// Callback for the values of each point. The callback returns whether to continue the search.
type PointVisitor<'v> = &'v mut dyn FnMut(&[i128]) -> Result<bool, ClauseError>;

struct PointSearch<'s> {
    atoms: &'s [Atom],
    quotients: &'s BTreeMap<usize, (LinearForm, FloorFactor)>,
    /// Variables whose values are not needed.
    idle: &'s [usize],
    budget: &'s Budget<'s>,
}

impl PointSearch<'_> {
    /// Visits every point that satisfies the atoms and has the given values. Returns whether the
    /// search continues.
    fn points(
        &self,
        mut values: PartialValues,
        visit: PointVisitor<'_>,
    ) -> Result<bool, ClauseError> {
        self.budget.steps(1 + self.atoms.len())?;
        if !self.settle(&mut values)? {
            return Ok(true);
        }
        for (variable, value) in values.iter_mut().enumerate() {
            let mentioned = || {
                self.atoms
                    .iter()
                    .flat_map(Atom::forms)
                    .any(|form| form.terms.contains_key(&variable))
            };
            if value.is_none() && (self.idle.contains(&variable) || !mentioned()) {
                *value = Some(0);
            }
        }
        let open: Vec<usize> = (0..values.len()).filter(|&v| values[v].is_none()).collect();
        if open.is_empty() {
            let values: Vec<i128> = values.into_iter().flatten().collect();
            return visit(&values);
        }
        let (variable, candidates) = self.candidates(&values, &open)?;
        for value in candidates.list() {
            let mut values = values.clone();
            values[variable] = Some(value);
            if !self.points(values, visit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn split(&self, form: &LinearForm, values: &PartialValues) -> Result<PartialForm, ClauseError> {
        let mut split = PartialForm {
            known: form.constant,
            unknown: Vec::new(),
        };
        for (&v, &a) in &form.terms {
            match values[v] {
                Some(n) => {
                    let sum = a
                        .checked_mul(n)
                        .and_then(|term| split.known.checked_add(term));
                    split.known = sum.ok_or_else(|| ClauseError::Refused(too_large()))?;
                }
                None => split.unknown.push((v, a)),
            }
        }
        Ok(split)
    }

    /// Computes the values of all variables that are determined by other variables. Returns false
    /// if some atom fails.
    fn settle(&self, values: &mut PartialValues) -> Result<bool, ClauseError> {
        let mut changed = true;
        while changed {
            changed = false;
            for (&variable, (form, factor)) in self.quotients {
                let split = self.split(form, values)?;
                if split.unknown.is_empty() {
                    let rounded = factor
                        .rounded(split.known)
                        .ok_or_else(|| ClauseError::Refused(too_large()))?;
                    match values[variable] {
                        Some(value) if value != rounded => return Ok(false),
                        Some(_) => {}
                        None => {
                            values[variable] = Some(rounded);
                            changed = true;
                        }
                    }
                }
            }
            for atom in self.atoms {
                let forms = atom
                    .forms()
                    .map(|form| self.split(form, values))
                    .collect::<Result<Vec<_>, _>>()?;
                let unknown: usize = forms.iter().map(|form| form.unknown.len()).sum();
                let known: Vec<i128> = forms.iter().map(|form| form.known).collect();
                if unknown == 0 {
                    if !atom.holds(&known) {
                        return Ok(false);
                    }
                    continue;
                }
                // The form whose value the atom determines contains one unknown variable.
                let (Some(last), 1) = (forms.last(), unknown) else {
                    continue;
                };
                let [(variable, a)] = last.unknown[..] else {
                    continue;
                };
                let wanted = match atom {
                    Atom::Zero(_) => 0,
                    Atom::Bits { .. } | Atom::LowestBit { .. } => {
                        match atom.result(&known[..known.len() - 1]) {
                            Some(result) => result,
                            None => return Ok(false),
                        }
                    }
                    _ => continue,
                };
                let difference = wanted
                    .checked_sub(last.known)
                    .ok_or_else(|| ClauseError::Refused(too_large()))?;
                if difference.checked_rem(a) != Some(0) {
                    return Ok(false);
                }
                values[variable] = Some(difference / a);
                changed = true;
            }
        }
        Ok(true)
    }

    /// Among the variables without a value, returns the one with the fewest candidate values, and
    /// these candidates.
    fn candidates(
        &self,
        values: &PartialValues,
        open: &[usize],
    ) -> Result<(usize, ValueCandidates), ClauseError> {
        let mut bounds: BTreeMap<usize, (Option<i128>, Option<i128>)> =
            open.iter().map(|&v| (v, (None, None))).collect();
        for atom in self.atoms {
            if let Atom::PowerOf { form, .. } | Atom::Fibonacci { form, .. } = atom
                && let (0, Some((variable, 1))) = (
                    form.constant,
                    form.terms.iter().map(|(&v, &a)| (v, a)).next(),
                )
                && form.terms.len() == 1
            {
                bounds.entry(variable).and_modify(|(low, _)| *low = Some(1));
            }
        }
        let splits: Vec<PartialForm> = self.inequalities(values)?;
        // A bound passes through each variable at most once, so one round for each variable is
        // enough.
        for _ in 0..=open.len() {
            for split in &splits {
                for &(v, a) in &split.unknown {
                    // The bound is a · v ≤ -known - minimum of the other terms.
                    let others = split.unknown.iter().filter(|(w, _)| *w != v).try_fold(
                        split.known,
                        |sum, (w, b)| {
                            let (low, high) = bounds[w];
                            sum.checked_add(b.checked_mul(if *b > 0 { low? } else { high? })?)
                        },
                    );
                    let Some(right) = others.and_then(i128::checked_neg) else {
                        continue;
                    };
                    let bound = right.div_euclid(a);
                    let entry = bounds.entry(v).or_insert((None, None));
                    match a > 0 {
                        true => entry.1 = Some(entry.1.map_or(bound, |high| high.min(bound))),
                        false => entry.0 = Some(entry.0.map_or(bound, |low| low.max(bound))),
                    }
                }
            }
        }
        let mut best: Option<(i128, usize, ValueCandidates)> = None;
        for (&v, bounds) in &bounds {
            let (Some(low), Some(high)) = *bounds else {
                continue;
            };
            let candidates = self
                .of_set(v, (low, high))
                .unwrap_or(ValueCandidates::Range(low, high));
            let count = candidates.count();
            if best.as_ref().is_none_or(|(least, ..)| count < *least) {
                best = Some((count, v, candidates));
            }
        }
        let unbounded = || {
            ClauseError::Refused(text!(
                "a hidden number of a clause has no bounds at this position",
                "在该局面，子句中某个隐含的数没有界"
            ))
        };
        best.map(|(_, v, candidates)| (v, candidates))
            .ok_or_else(unbounded)
    }

    /// Returns all forms for which the atoms imply `form ≤ 0` directly.
    fn inequalities(&self, values: &PartialValues) -> Result<Vec<PartialForm>, ClauseError> {
        let mut all = Vec::new();
        for atom in self.atoms {
            match atom {
                Atom::AtMostZero(form) => all.push(self.split(form, values)?),
                Atom::Zero(form) => {
                    all.push(self.split(form, values)?);
                    all.push(
                        self.split(
                            &form
                                .times(-1)
                                .ok_or_else(|| ClauseError::Refused(too_large()))?,
                            values,
                        )?,
                    );
                }
                _ => {}
            }
        }
        Ok(all)
    }

    /// Returns the candidates of a variable that an atom restricts to a set.
    fn of_set(&self, variable: usize, (low, high): (i128, i128)) -> Option<ValueCandidates> {
        let alone = LinearForm::variable(variable);
        let between = |list: &mut dyn Iterator<Item = i128>| {
            ValueCandidates::List(
                list.take_while(|value| *value <= high)
                    .filter(|value| *value >= low)
                    .collect(),
            )
        };
        self.atoms.iter().find_map(|atom| match atom {
            Atom::PowerOf { base, from, form } if *form == alone => {
                Some(between(&mut powers(*base, *from)))
            }
            Atom::Fibonacci { from, form } if *form == alone => {
                Some(between(&mut fibonacci(*from)))
            }
            _ => None,
        })
    }
}

enum ValueCandidates {
    Range(i128, i128),
    List(Vec<i128>),
}

impl ValueCandidates {
    fn count(&self) -> i128 {
        match self {
            ValueCandidates::Range(low, high) => high.saturating_sub(*low).saturating_add(1).max(0),
            ValueCandidates::List(list) => list.len() as i128,
        }
    }

    fn list(self) -> Box<dyn Iterator<Item = i128>> {
        match self {
            ValueCandidates::Range(low, high) => Box::new(low..=high),
            ValueCandidates::List(list) => Box::new(list.into_iter()),
        }
    }
}
