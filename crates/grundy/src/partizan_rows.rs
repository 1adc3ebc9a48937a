//! The rows of a certificate of the value of a sum in which the players have different moves: the
//! forms, the sums of forms, and the positions that the sum reaches, each after the rows that it
//! depends on. No function recurses on the stack of the thread.

use base::budget::Budget;
use certificate::{FormSum, PartizanClaim, PartizanForm, PartizanProof, PartizanWinner};
use engines::partizan_search::PartizanSearch;
use partizan::{Id, OutcomeClass, Store};
use rules::game::OptionArena;
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::SolveError;
use crate::partizan_answer::{failed, refused};

/// Returns the claim and the proof of the value of a sum; `None` if the proof needs more than
/// `limit` rows.
///
/// # Errors
/// Returns an error if a value cannot be computed, the rules cannot be evaluated or the budget runs
/// out.
pub(crate) fn partizan_proof(
    world: &World,
    search: &mut PartizanSearch,
    sum: &SumPosition,
    limit: usize,
    budget: &Budget<'_>,
) -> Result<Option<(PartizanClaim, PartizanProof)>, SolveError> {
    let mut writer = RowWriter {
        world,
        search,
        budget,
        limit,
        proof: PartizanProof::default(),
        forms: FxHashMap::default(),
        ids: Vec::new(),
        sums: FxHashMap::default(),
        positions: FxHashMap::default(),
    };
    match writer.write(sum) {
        Ok(claim) => Ok(Some((claim, writer.proof))),
        Err(RowsError::TooMany) => Ok(None),
        Err(RowsError::Failed(error)) => Err(*error),
    }
}

/// The reason why there are no rows.
enum RowsError {
    TooMany,
    Failed(Box<SolveError>),
}

impl<E: Into<SolveError>> From<E> for RowsError {
    fn from(error: E) -> RowsError {
        RowsError::Failed(Box::new(error.into()))
    }
}

/// A component whose options are being listed in rows.
struct OpenPosition {
    component: Component,
    /// The components that each move leaves.
    options: Vec<Vec<Component>>,
    /// The index of the option that is being listed.
    next: usize,
}

struct RowWriter<'w> {
    world: &'w World,
    search: &'w mut PartizanSearch,
    budget: &'w Budget<'w>,
    limit: usize,
    proof: PartizanProof,
    forms: FxHashMap<Id, u32>,
    /// The value of each form.
    ids: Vec<Id>,
    /// The sum of each pair of forms, the smaller number first; `None` while the sums of the
    /// options are being listed.
    sums: FxHashMap<[u32; 2], Option<u32>>,
    positions: FxHashMap<Component, u32>,
}

impl RowWriter<'_> {
    fn write(&mut self, sum: &SumPosition) -> Result<PartizanClaim, RowsError> {
        self.form(Store::ZERO)?;
        for component in &sum.0 {
            self.position(component)?;
        }
        let form = self.total(&sum.0)?;
        let outcome = self
            .search
            .store
            .outcome(self.ids[form as usize], self.budget);
        Ok(PartizanClaim {
            sum: sum.clone(),
            form,
            winner: match outcome.map_err(refused)? {
                OutcomeClass::Left => PartizanWinner::Left,
                OutcomeClass::Right => PartizanWinner::Right,
                OutcomeClass::Next => PartizanWinner::Next,
                OutcomeClass::Previous => PartizanWinner::Previous,
            },
        })
    }

    /// Counts one more row.
    fn expect_room(&self) -> Result<(), RowsError> {
        let PartizanProof {
            forms,
            sums,
            positions,
        } = &self.proof;
        match forms.len() + sums.len() + positions.len() < self.limit {
            true => Ok(()),
            false => Err(RowsError::TooMany),
        }
    }

    /// Returns the left and the right options of a value.
    fn options(&mut self, value: Id) -> Result<[Vec<Id>; 2], RowsError> {
        let store = &mut self.search.store;
        let left = store
            .left_options(value, self.budget)
            .map_err(refused)?
            .to_vec();
        let right = store
            .right_options(value, self.budget)
            .map_err(refused)?
            .to_vec();
        self.budget.steps(left.len() + right.len())?;
        Ok([left, right])
    }

    /// Returns the number of the form of a value, and adds its row and the rows of its options.
    fn form(&mut self, value: Id) -> Result<u32, RowsError> {
        let mut stack = vec![value];
        while let Some(&top) = stack.last() {
            if self.forms.contains_key(&top) {
                stack.pop();
                continue;
            }
            let options = self.options(top)?;
            let before = stack.len();
            let missing = options
                .iter()
                .flatten()
                .filter(|id| !self.forms.contains_key(*id));
            stack.extend(missing);
            if stack.len() > before {
                continue;
            }
            self.expect_room()?;
            let [left, right] = options.map(|side| {
                let mut numbers: Vec<u32> = side.iter().map(|id| self.forms[id]).collect();
                numbers.sort_unstable();
                numbers
            });
            self.forms.insert(top, self.ids.len() as u32);
            self.ids.push(top);
            self.proof.forms.push(PartizanForm { left, right });
            stack.pop();
        }
        Ok(self.forms[&value])
    }

    /// Returns the sum of two forms if it has a row or a form is zero.
    fn known_sum(&self, [one, other]: [u32; 2]) -> Option<u32> {
        match (one, other) {
            (0, form) | (form, 0) => Some(form),
            _ => *self.sums.get(&[one.min(other), one.max(other)])?,
        }
    }

    /// Returns the sum of two forms, and adds its row and the rows of the sums of the options.
    fn sum(&mut self, pair: [u32; 2]) -> Result<u32, RowsError> {
        if let Some(total) = self.known_sum(pair) {
            return Ok(total);
        }
        let mut stack = vec![pair];
        while let Some(&[a, b]) = stack.last() {
            let top = [a.min(b), a.max(b)];
            if self.known_sum(top).is_some() {
                stack.pop();
                continue;
            }
            if !self.sums.contains_key(&top) {
                self.sums.insert(top, None);
                for (one, other) in [(top[0], top[1]), (top[1], top[0])] {
                    let form = &self.proof.forms[one as usize];
                    let pairs = form
                        .left
                        .iter()
                        .chain(&form.right)
                        .map(|&option| [option, other]);
                    let missing = pairs.filter(|pair| self.known_sum(*pair).is_none());
                    stack.extend(missing);
                }
                self.budget.steps(1)?;
                continue;
            }
            let [g, h] = top.map(|form| self.ids[form as usize]);
            let total = self.search.store.sum(g, h, self.budget).map_err(refused)?;
            let total = self.form(total)?;
            self.expect_room()?;
            self.sums.insert(top, Some(total));
            self.proof.sums.push(FormSum {
                summands: top,
                total,
            });
            stack.pop();
        }
        Ok(self.known_sum(pair).expect("the last row is the sum"))
    }

    /// Returns the form of a sum of components with rows, and adds the rows of sums of forms.
    fn total(&mut self, components: &[Component]) -> Result<u32, RowsError> {
        let mut forms: Vec<u32> = components.iter().map(|c| self.positions[c]).collect();
        forms.sort_unstable();
        forms
            .into_iter()
            .try_fold(0, |total, form| self.sum([total, form]))
    }

    /// Adds the row of a component and the rows of all components that its moves leave.
    fn position(&mut self, root: &Component) -> Result<(), RowsError> {
        if self.positions.contains_key(root) {
            return Ok(());
        }
        let mut arena = OptionArena::new();
        let mut stack = vec![self.open(root.clone(), &mut arena)?];
        let mut on_stack = FxHashSet::from_iter([root.clone()]);
        while let Some(top) = stack.last_mut() {
            if let Some(option) = top.options.get(top.next) {
                let missing = option
                    .iter()
                    .find(|part| !self.positions.contains_key(*part));
                let Some(part) = missing.cloned() else {
                    top.next += 1;
                    continue;
                };
                if !on_stack.insert(part.clone()) {
                    // Play can cycle, so the position has no value.
                    return Err(RowsError::TooMany);
                }
                let opened = self.open(part, &mut arena)?;
                stack.push(opened);
                continue;
            }
            let OpenPosition {
                component, options, ..
            } = stack.pop().expect("the top is there");
            for option in &options {
                self.total(option)?;
            }
            let value = self.search.value(self.world, &component, self.budget);
            let value = value.map_err(|error| failed(self.world, error))?;
            let form = self.form(value)?;
            on_stack.remove(&component);
            self.expect_room()?;
            self.proof.positions.push((component.clone(), form));
            self.positions.insert(component, form);
        }
        Ok(())
    }

    /// Lists the options of a component.
    fn open(
        &mut self,
        component: Component,
        arena: &mut OptionArena,
    ) -> Result<OpenPosition, RowsError> {
        // Every open component needs a row.
        self.expect_room()?;
        let Component { game, slots } = &component;
        self.world
            .options(*game, slots, arena, self.budget)
            .map_err(|fault| SolveError::of_fault(self.world, &fault))?;
        let mut options: Vec<Vec<Component>> = Vec::with_capacity(arena.len());
        for option in arena.iter() {
            self.budget.tick()?;
            options.push(option.to_components());
        }
        options.sort_unstable();
        options.dedup();
        Ok(OpenPosition {
            component,
            options,
            next: 0,
        })
    }
}
