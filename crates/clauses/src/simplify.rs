//! This module eliminates hidden variables, because their number determines the cost of later
//! steps. Variables that an equation determines are substituted. A known remainder becomes a
//! congruence, and bounds of ⌊f / c⌋ become bounds of f. Rows (inequalities and equations) that
//! other rows imply are removed. The possible values of the slots, the choices and the components
//! do not change.

use std::collections::BTreeMap;

use crate::{Atom, FloorFactor, LinearForm, MoveClause, PositionRegion, SymbolicComponent};

/// A clause during its simplification: atoms over numbered variables, and forms that must keep
/// their values.
struct Simplifier {
    /// Variables below this number are slots and are kept.
    slots: usize,
    /// Hidden variables that are kept: running numbers.
    bound: Vec<usize>,
    variables: usize,
    atoms: Vec<Atom>,
    quotients: BTreeMap<usize, (LinearForm, FloorFactor)>,
    told: Vec<LinearForm>,
    /// The indices in `told` of the forms that are slots of the components.
    left: std::ops::Range<usize>,
}

/// Returns the simplified region; `None` if the region obviously contains no position.
pub(crate) fn region(
    slots: usize,
    region: PositionRegion,
    told: Vec<LinearForm>,
) -> Option<(PositionRegion, Vec<LinearForm>)> {
    let PositionRegion {
        variables,
        atoms,
        quotients,
    } = region;
    let body = Simplifier {
        slots,
        bound: Vec::new(),
        variables,
        atoms,
        quotients,
        told,
        left: 0..0,
    }
    .lean()?;
    Some((
        PositionRegion {
            variables: body.variables,
            atoms: body.atoms,
            quotients: body.quotients,
        },
        body.told,
    ))
}

/// Returns the simplified clause; `None` if the clause obviously never holds.
pub(crate) fn clause(clause: MoveClause) -> Option<MoveClause> {
    let MoveClause {
        rule,
        slots,
        variables,
        atoms,
        quotients,
        choices,
        left,
        mut runs,
    } = clause;
    let count = choices.len();
    // The forms that must keep their values: choices, components and runs, each with a fixed number
    // of forms.
    let mut told = choices;
    told.extend(
        left.iter()
            .flat_map(|component| component.slots.iter().cloned()),
    );
    let slots_left = count..told.len();
    for run in &runs {
        told.extend([
            LinearForm::variable(run.variable),
            run.low.clone(),
            run.high.clone(),
        ]);
        told.extend(run.each.slots.iter().cloned());
    }
    let bound = runs.iter().map(|run| run.variable).collect();
    let Simplifier {
        variables,
        atoms,
        quotients,
        told,
        ..
    } = Simplifier {
        slots,
        bound,
        variables,
        atoms,
        quotients,
        told,
        left: slots_left,
    }
    .lean()?;
    let mut told = told.into_iter();
    let choices = told.by_ref().take(count).collect();
    let fill = |component: SymbolicComponent, told: &mut std::vec::IntoIter<LinearForm>| {
        let slots = told.take(component.slots.len()).collect();
        SymbolicComponent { slots, ..component }
    };
    let left = left
        .into_iter()
        .map(|component| fill(component, &mut told))
        .collect();
    for run in &mut runs {
        let mut next = || told.next().unwrap_or_default();
        let (variable, low, high) = (next(), next(), next());
        run.variable = *variable.terms.keys().next()?;
        (run.low, run.high) = (low, high);
        run.each = fill(run.each.clone(), &mut told);
    }
    Some(MoveClause {
        rule,
        slots,
        variables,
        atoms,
        quotients,
        choices,
        left,
        runs,
    })
}

impl Simplifier {
    /// Simplifies the clause as far as possible. Returns `None` if the atoms obviously contradict
    /// each other. A step in which a number does not fit in 128 bits leaves the clause unchanged.
    fn lean(mut self) -> Option<Simplifier> {
        loop {
            self.rows()?;
            if !(self.remainder()? || self.quotient() || self.substituted()) {
                break;
            }
        }
        self.without_implied();
        while self.reparametrise() {}
        Some(self.renumbered())
    }

    /// Removes each row that follows from one other row and the bounds of single variables.
    fn without_implied(&mut self) {
        // The maximum of a · v is at a bound of v. The map contains the product bound · sign for
        // each variable and sign.
        let mut greatest: BTreeMap<(usize, bool), i128> = BTreeMap::new();
        for atom in &self.atoms {
            let Atom::AtMostZero(row) = atom else {
                continue;
            };
            let Some((&v, &a)) = row
                .terms
                .iter()
                .next()
                .filter(|(_, a)| row.terms.len() == 1 && a.abs() == 1)
            else {
                continue;
            };
            let bound = greatest.entry((v, a > 0)).or_insert(-row.constant);
            *bound = (*bound).min(-row.constant);
        }
        let never_positive = |form: &LinearForm| {
            let most = form.terms.iter().try_fold(form.constant, |most, (&v, &a)| {
                let part = i128::try_from(a.unsigned_abs())
                    .ok()?
                    .checked_mul(*greatest.get(&(v, a > 0))?)?;
                most.checked_add(part)
            });
            most.is_some_and(|most| most <= 0)
        };
        let mut at = 0;
        while at < self.atoms.len() {
            let implied = match &self.atoms[at] {
                Atom::AtMostZero(row) if row.terms.len() > 1 => {
                    let others = self.atoms.iter().enumerate().filter(|(i, _)| *i != at);
                    let stronger = |(_, other): (usize, &Atom)| match other {
                        Atom::AtMostZero(other) if other.terms.len() > 1 => {
                            row.minus(other).is_some_and(|rest| never_positive(&rest))
                        }
                        _ => false,
                    };
                    never_positive(row) || others.into_iter().any(stronger)
                }
                _ => false,
            };
            if implied {
                self.atoms.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Keeps only the strongest of rows with the same terms, and combines two opposite rows into an
    /// equation.
    fn rows(&mut self) -> Option<()> {
        let mut kept: Vec<Atom> = Vec::new();
        'atoms: for atom in std::mem::take(&mut self.atoms) {
            if let Some(values) = atom
                .forms()
                .map(LinearForm::as_constant)
                .collect::<Option<Vec<i128>>>()
            {
                if !atom.holds(&values) {
                    return None;
                }
                continue;
            }
            if kept.contains(&atom) {
                continue;
            }
            if let Atom::AtMostZero(row) = &atom {
                for known in &mut kept {
                    match known {
                        Atom::AtMostZero(known) if known.terms == row.terms => {
                            known.constant = known.constant.max(row.constant);
                            continue 'atoms;
                        }
                        Atom::AtMostZero(other)
                            if other.is_opposite(row)
                                && other.constant.checked_add(row.constant) == Some(0) =>
                        {
                            *known = Atom::Zero(other.clone());
                            continue 'atoms;
                        }
                        Atom::Zero(form)
                            if form.terms == row.terms && row.constant <= form.constant =>
                        {
                            continue 'atoms;
                        }
                        _ => {}
                    }
                }
            }
            kept.push(atom);
        }
        self.atoms = kept;
        Some(())
    }

    fn forms(&self) -> impl Iterator<Item = &LinearForm> {
        self.atoms
            .iter()
            .flat_map(Atom::forms)
            .chain(self.quotients.values().map(|(form, _)| form))
            .chain(&self.told)
    }

    fn is_hidden(&self, variable: usize) -> bool {
        variable >= self.slots && !self.bound.contains(&variable)
    }

    /// Substitutes a hidden variable that an equation expresses in terms of slots and at most one
    /// other variable. The bounds of the hidden variable become bounds of the other variable.
    fn substituted(&mut self) -> bool {
        let told = |atom: &Atom| match atom {
            Atom::Zero(form) => form.terms.iter().find_map(|(&v, &a)| {
                let known = matches!(self.quotients.get(&v), Some((_, FloorFactor::Times(_))));
                let others = form.terms.keys().filter(|w| **w != v && **w >= self.slots);
                if others.clone().count() > 1
                    || others.clone().any(|w| {
                        self.quotients
                            .get(w)
                            .is_some_and(|(form, _)| form.terms.contains_key(&v))
                    })
                {
                    return None;
                }
                // a · v + rest = 0 with a = ±1
                let rest = form.plus(a.checked_neg()?, &LinearForm::variable(v))?;
                (a.abs() == 1 && self.is_hidden(v) && !known)
                    .then(|| rest.times(-a))
                    .flatten()
                    .map(|value| (v, value))
            }),
            _ => None,
        };
        self.atoms
            .iter()
            .find_map(told)
            .is_some_and(|(variable, value)| self.substitute(variable, &value).is_some())
    }

    /// Replaces a hidden variable, usually a choice, by the slot of a component. The form of the
    /// slot must contain the variable, with coefficient ±1, and further terms. After the
    /// replacement, the form of the slot is a single variable.
    fn reparametrise(&mut self) -> bool {
        let plain = |form: &LinearForm| match form.terms.iter().next() {
            Some((&v, 1)) if form.terms.len() == 1 => Some(v),
            _ => None,
        };
        let left = &self.told[self.left.clone()];
        let named: Vec<usize> = left.iter().filter_map(plain).collect();
        let free = |v: usize| {
            let quotient = self
                .quotients
                .iter()
                .any(|(&q, (form, _))| q == v || form.terms.contains_key(&v));
            let linear = |atom: &Atom| {
                matches!(atom, Atom::AtMostZero(_) | Atom::Zero(_))
                    || atom.forms().all(|form| !form.terms.contains_key(&v))
            };
            self.is_hidden(v) && !named.contains(&v) && !quotient && self.atoms.iter().all(linear)
        };
        let turned = left
            .iter()
            .filter(|form| form.terms.len() > 1)
            .find_map(|form| {
                let (&v, &a) = form
                    .terms
                    .iter()
                    .find(|&(&v, &a)| a.abs() == 1 && free(v))?;
                // The slot is a · v + rest, so v is a · (slot - rest).
                let rest = form.plus(a.checked_neg()?, &LinearForm::variable(v))?;
                Some((v, LinearForm::variable(v).minus(&rest)?.times(a)?))
            });
        turned.is_some_and(|(variable, value)| self.substitute(variable, &value).is_some())
    }

    /// Substitutes a value for a variable everywhere. Returns `None` and changes nothing if a
    /// number does not fit in 128 bits.
    fn substitute(&mut self, variable: usize, value: &LinearForm) -> Option<()> {
        let put = |form: &LinearForm| form.with(variable, value);
        let atoms = self
            .atoms
            .iter()
            .map(|atom| atom.map(&put))
            .collect::<Option<Vec<_>>>()?;
        let rest = self.quotients.iter().filter(|(v, _)| **v != variable);
        let quotients = rest
            .map(|(&v, (form, by))| Some((v, (put(form)?, *by))))
            .collect::<Option<_>>()?;
        let told = self.told.iter().map(put).collect::<Option<Vec<_>>>()?;
        (self.atoms, self.quotients, self.told) = (atoms, quotients, told);
        Some(())
    }

    /// Returns the rows that define q = ⌊form / c⌋.
    fn defining(q: usize, form: &LinearForm, c: i128) -> Option<[LinearForm; 2]> {
        let multiple = LinearForm::variable(q).times(c)?;
        Some([
            multiple.minus(form)?,
            form.minus(&multiple)?.minus(&LinearForm::constant(c - 1))?,
        ])
    }

    /// Returns the hidden variables for quotients by an integer that occur neither in `told` nor in
    /// other quotients. Each quotient is returned with the indices of the atoms that contain it,
    /// except its defining rows.
    fn loose(&self) -> Vec<(usize, LinearForm, i128, Vec<usize>)> {
        let mut all = Vec::new();
        for (&q, (form, factor)) in &self.quotients {
            let FloorFactor::Over(c) = factor else {
                continue;
            };
            let elsewhere = self
                .told
                .iter()
                .chain(self.quotients.values().map(|(form, _)| form));
            if elsewhere
                .into_iter()
                .any(|form| form.terms.contains_key(&q))
            {
                continue;
            }
            let Some(defining) = Simplifier::defining(q, form, *c) else {
                continue;
            };
            let (mut places, mut defined) = (Vec::new(), 0);
            for (i, atom) in self.atoms.iter().enumerate() {
                match atom {
                    Atom::AtMostZero(row) if defining.contains(row) => defined += 1,
                    atom if atom.forms().any(|form| form.terms.contains_key(&q)) => places.push(i),
                    _ => {}
                }
            }
            // A missing defining row of a quotient may have been merged with another row.
            if defined == 2 {
                all.push((q, form.clone(), *c, places));
            }
        }
        all
    }

    /// Turns a constant remainder, form - c·q = r, into a congruence. Returns `None` if r is not a
    /// valid remainder.
    fn remainder(&mut self) -> Option<bool> {
        for (q, form, c, places) in self.loose() {
            let [place] = places[..] else { continue };
            let Atom::Zero(equation) = &self.atoms[place] else {
                continue;
            };
            let sign = match equation.terms.get(&q) {
                Some(a) if *a == -c => 1,
                Some(a) if *a == c => -1,
                _ => continue,
            };
            // equation = sign · (form - c·q) + d
            let rest = || {
                equation
                    .plus(-sign, &form)?
                    .plus(sign * c, &LinearForm::variable(q))?
                    .as_constant()?
                    .checked_mul(-sign)
            };
            let Some(rest) = rest() else { continue };
            if !(0..c).contains(&rest) {
                return None;
            }
            let Some(form) = form.minus(&LinearForm::constant(rest)) else {
                continue;
            };
            self.without(q, &[(place, Atom::Congruent { form, modulus: c })]);
            return Some(true);
        }
        Some(false)
    }

    /// Replaces bounds of a quotient by bounds of its form: q ≤ e means form ≤ c·e + c - 1, and e ≤
    /// q means c·e ≤ form.
    fn quotient(&mut self) -> bool {
        for (q, form, c, places) in self.loose() {
            let bounded = |place: &usize| {
                let Atom::AtMostZero(row) = &self.atoms[*place] else {
                    return None;
                };
                let a = *row.terms.get(&q)?;
                let rest = row.plus(-a, &LinearForm::variable(q))?;
                let row = match a {
                    1 => form.plus(c, &rest)?.minus(&LinearForm::constant(c - 1))?,
                    -1 => rest.times(c)?.minus(&form)?,
                    _ => return None,
                };
                Some((*place, Atom::AtMostZero(row)))
            };
            if let Some(changes) = places.iter().map(bounded).collect::<Option<Vec<_>>>() {
                self.without(q, &changes);
                return true;
            }
        }
        false
    }

    /// Replaces atoms that contain a quotient by atoms without the quotient, and removes the rows
    /// that define the quotient.
    fn without(&mut self, q: usize, changes: &[(usize, Atom)]) {
        for (place, atom) in changes {
            self.atoms[*place] = atom.clone();
        }
        self.atoms
            .retain(|atom| !atom.forms().any(|form| form.terms.contains_key(&q)));
        self.quotients.remove(&q);
    }

    /// Returns the clause without unused variables.
    fn renumbered(mut self) -> Simplifier {
        let mut used = vec![false; self.variables];
        used[..self.slots].fill(true);
        let known = self.quotients.keys().copied();
        let occurring: Vec<usize> = self
            .forms()
            .flat_map(|form| form.terms.keys().copied())
            .chain(known)
            .collect();
        occurring
            .into_iter()
            .for_each(|variable| used[variable] = true);
        let number: Vec<usize> = used
            .iter()
            .scan(0, |next, &used| {
                Some(std::mem::replace(next, *next + usize::from(used)))
            })
            .collect();
        let moved = |form: &LinearForm| LinearForm {
            terms: form.terms.iter().map(|(&v, &a)| (number[v], a)).collect(),
            constant: form.constant,
        };
        self.atoms = self
            .atoms
            .iter()
            .filter_map(|atom| atom.map(&|form| Some(moved(form))))
            .collect();
        self.quotients = self
            .quotients
            .iter()
            .map(|(&v, (form, by))| (number[v], (moved(form), *by)))
            .collect();
        self.told = self.told.iter().map(moved).collect();
        self.variables = used.iter().filter(|used| **used).count();
        self
    }
}
