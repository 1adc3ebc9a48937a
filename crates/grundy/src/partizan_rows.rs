//! The rows of a certificate of the value of a sum in which the players have different moves: the
//! forms, the sums of forms, the parts, and the positions that the sum reaches, each after the rows
//! that it depends on. No function recurses on the stack of the thread.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;

use base::budget::Budget;
use certificate::{
    FormSum, PartSymmetry, PartizanClaim, PartizanForm, PartizanGameParts, PartizanProof,
    PartizanWinner,
};
use engines::partizan_search::PartizanSearch;
use partizan::{Id, OutcomeClass, Store};
use parts::{CellSet256, PartizanPartsError, SignedCells};
use rules::game::{GameId, OptionArena};
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::SolveError;
use crate::partizan_answer::{failed, refused};

/// Approximate number of bytes of a row.
const ROW_BYTES: u64 = 256;

/// Number of rows between two checks of the memory limit.
const ROWS_PER_CHECK: usize = 1 << 10;

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
        rows: 0,
        proof: PartizanProof::default(),
        forms: FormNumbers::default(),
        sums: FxHashMap::default(),
        parts: FxHashMap::default(),
        summands: FxHashMap::default(),
    };
    match writer.write(sum) {
        Ok(claim) => Ok(Some((claim, writer.proof))),
        Err(RowsError::TooMany) => Ok(None),
        Err(RowsError::Failed(error)) => Err(*error),
    }
}

/// The reason why there are no rows.
#[derive(Debug)]
enum RowsError {
    /// There are too many rows, or play can cycle in a part.
    TooMany,
    Failed(Box<SolveError>),
}

impl fmt::Display for RowsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowsError::TooMany => write!(f, "there are too many rows"),
            RowsError::Failed(error) => write!(f, "{}", error.text().en),
        }
    }
}

impl Error for RowsError {}

impl<E: Into<SolveError>> From<E> for RowsError {
    fn from(error: E) -> RowsError {
        RowsError::Failed(Box::new(error.into()))
    }
}

/// The numbers of the forms with rows.
#[derive(Default)]
struct FormNumbers {
    of_values: FxHashMap<Id, u32>,
    /// The value of each form.
    values: Vec<Id>,
    of_options: FxHashMap<PartizanForm, u32>,
    /// The negative of each form, if it has a row.
    negatives: Vec<Option<u32>>,
}

impl FormNumbers {
    fn add(&mut self, value: Id, form: PartizanForm) {
        let number = self.values.len() as u32;
        self.of_values.insert(value, number);
        self.values.push(value);
        self.negatives.push(None);
        self.of_options.insert(form.clone(), number);
        let negatives = |options: &[u32]| {
            let own = |option: &u32| self.negatives[*option as usize];
            let mut negatives: Vec<u32> = options.iter().map(own).collect::<Option<_>>()?;
            negatives.sort_unstable();
            Some(negatives)
        };
        if let (Some(left), Some(right)) = (negatives(&form.right), negatives(&form.left))
            && let Some(&negative) = self.of_options.get(&PartizanForm { left, right })
        {
            self.negatives[number as usize] = Some(negative);
            self.negatives[negative as usize] = Some(number);
        }
    }

    fn is_negative(&self, one: u32, other: u32) -> bool {
        self.negatives[one as usize] == Some(other)
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

/// A part whose options are being listed in rows.
struct OpenPart {
    part: CellSet256,
    /// The parts that each move leaves.
    options: Vec<Vec<SignedCells>>,
    /// The index of the option that is being listed.
    next: usize,
}

/// The parts of a game with rows.
struct GameRows {
    /// The index of the game in the proof.
    index: usize,
    /// The number of the form of each part.
    forms: FxHashMap<CellSet256, u32>,
}

struct RowWriter<'w> {
    world: &'w World,
    search: &'w mut PartizanSearch,
    budget: &'w Budget<'w>,
    limit: usize,
    rows: usize,
    proof: PartizanProof,
    forms: FormNumbers,
    /// The sum of each pair of forms, the smaller number first; `None` while the sums of the
    /// options are being listed.
    sums: FxHashMap<[u32; 2], Option<u32>>,
    parts: FxHashMap<GameId, GameRows>,
    /// The forms whose sum is the value of a component.
    summands: FxHashMap<Component, Vec<u32>>,
}

impl RowWriter<'_> {
    fn write(&mut self, sum: &SumPosition) -> Result<PartizanClaim, RowsError> {
        self.form(Store::ZERO)?;
        for component in &sum.0 {
            self.position(component)?;
        }
        let form = self.total(&sum.0)?;
        let value = self.forms.values[form as usize];
        let outcome = self.search.store.outcome(value, self.budget);
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
    fn count_row(&mut self) -> Result<(), RowsError> {
        self.rows += 1;
        if self.rows.is_multiple_of(ROWS_PER_CHECK) {
            let bytes = self.rows as u64 * ROW_BYTES;
            self.budget.allow_memory(bytes)?;
        }
        match self.rows <= self.limit {
            true => Ok(()),
            false => Err(RowsError::TooMany),
        }
    }

    /// Returns the left and the right options of a value.
    fn options(&mut self, value: Id) -> Result<[Vec<Id>; 2], RowsError> {
        let store = &mut self.search.store;
        let left = store.left_options(value, self.budget).map_err(refused)?;
        let left = left.to_vec();
        let right = store.right_options(value, self.budget).map_err(refused)?;
        let right = right.to_vec();
        self.budget.steps(left.len() + right.len())?;
        Ok([left, right])
    }

    /// Returns the number of the form of a value, and adds its row and the rows of its options.
    fn form(&mut self, value: Id) -> Result<u32, RowsError> {
        let mut stack = vec![value];
        while let Some(&top) = stack.last() {
            if self.forms.of_values.contains_key(&top) {
                stack.pop();
                continue;
            }
            let options = self.options(top)?;
            let before = stack.len();
            let numbers = &self.forms.of_values;
            let missing = options
                .iter()
                .flatten()
                .filter(|id| !numbers.contains_key(*id));
            stack.extend(missing);
            if stack.len() > before {
                continue;
            }
            let [left, right] = options.map(|side| {
                let mut list: Vec<u32> = side.iter().map(|id| numbers[id]).collect();
                list.sort_unstable();
                list
            });
            self.count_row()?;
            let form = PartizanForm { left, right };
            self.proof.forms.push(form.clone());
            self.forms.add(top, form);
            stack.pop();
        }
        Ok(self.forms.of_values[&value])
    }

    /// Returns the sum of two forms if it needs no further row.
    fn known_sum(&self, [one, other]: [u32; 2]) -> Option<u32> {
        match (one, other) {
            (0, form) | (form, 0) => Some(form),
            _ if self.forms.is_negative(one, other) => Some(0),
            _ => *self.sums.get(&[one.min(other), one.max(other)])?,
        }
    }

    /// Returns the sum of two forms, and adds its row and the rows of the sums of the options.
    fn sum(&mut self, pair: [u32; 2]) -> Result<u32, RowsError> {
        let mut stack = vec![pair];
        while let Some(&[a, b]) = stack.last() {
            let top = [a.min(b), a.max(b)];
            if self.known_sum(top).is_some() {
                stack.pop();
                continue;
            }
            if let Entry::Vacant(first_visit) = self.sums.entry(top) {
                first_visit.insert(None);
                for (one, other) in [(top[0], top[1]), (top[1], top[0])] {
                    let form = &self.proof.forms[one as usize];
                    let options = form.left.iter().chain(&form.right);
                    let pairs = options.map(|&option| [option, other]);
                    stack.extend(pairs.filter(|pair| self.known_sum(*pair).is_none()));
                }
                self.budget.tick()?;
                continue;
            }
            let [g, h] = top.map(|form| self.forms.values[form as usize]);
            let total = self.search.store.sum(g, h, self.budget).map_err(refused)?;
            let total = self.form(total)?;
            self.count_row()?;
            self.sums.insert(top, Some(total));
            self.proof.sums.push(FormSum {
                summands: top,
                total,
            });
            stack.pop();
        }
        Ok(self.known_sum(pair).expect("the last row is the sum"))
    }

    /// Returns the sum of several forms as the checker adds them, and adds rows of sums.
    fn total_of(&mut self, mut summands: Vec<u32>) -> Result<u32, RowsError> {
        summands.sort_unstable();
        self.budget.steps(summands.len())?;
        // As many copies of a form cancel as there are copies of its negative.
        let mut left: BTreeMap<u32, usize> = BTreeMap::new();
        for form in summands {
            match self.forms.negatives[form as usize].and_then(|own| left.get_mut(&own)) {
                Some(count) if *count > 0 => *count -= 1,
                _ => *left.entry(form).or_default() += 1,
            }
        }
        let left = left.into_iter();
        let mut left = left.flat_map(|(form, count)| std::iter::repeat_n(form, count));
        left.try_fold(0, |total, form| self.sum([total, form]))
    }

    /// Returns the form of a sum of components with rows.
    fn total(&mut self, components: &[Component]) -> Result<u32, RowsError> {
        let forms = components.iter().flat_map(|part| &self.summands[part]);
        let forms = forms.copied().collect();
        self.total_of(forms)
    }

    /// Adds the rows of a component and of all components that its moves leave.
    fn position(&mut self, root: &Component) -> Result<(), RowsError> {
        if self.summands.contains_key(root) || self.divide(root)? {
            return Ok(());
        }
        let mut arena = OptionArena::new();
        let mut stack = vec![self.open(root.clone(), &mut arena)?];
        let mut on_stack = FxHashSet::from_iter([root.clone()]);
        while let Some(top) = stack.last_mut() {
            if let Some(option) = top.options.get(top.next) {
                let is_missing = |part: &&Component| !self.summands.contains_key(*part);
                let Some(part) = option.iter().find(is_missing).cloned() else {
                    top.next += 1;
                    continue;
                };
                if on_stack.contains(&part) {
                    return Err(RowsError::TooMany);
                }
                if self.divide(&part)? {
                    continue;
                }
                on_stack.insert(part.clone());
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
            self.count_row()?;
            self.proof.positions.push((component.clone(), form));
            self.summands.insert(component, vec![form]);
        }
        Ok(())
    }

    /// Lists the options of a component.
    fn open(
        &mut self,
        component: Component,
        arena: &mut OptionArena,
    ) -> Result<OpenPosition, RowsError> {
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

    /// Adds the rows of the parts of a component. Returns `false` if its game is not divided.
    fn divide(&mut self, component: &Component) -> Result<bool, RowsError> {
        let found = self.search.divided(self.world, component, self.budget);
        let Some((position, parts, _)) = found.map_err(|error| failed(self.world, error))? else {
            return Ok(false);
        };
        let all = parts.cells_of(&position);
        if !self.parts.contains_key(&component.game) {
            let alike = match parts.permutations() {
                None => PartSymmetry::Plane,
                Some(turns) => PartSymmetry::Turns(turns),
            };
            let index = self.proof.parts.len();
            self.proof.parts.push(PartizanGameParts {
                game: component.game,
                alike,
                rows: Vec::new(),
            });
            let forms = FxHashMap::default();
            self.parts.insert(component.game, GameRows { index, forms });
        }
        for (part, _) in &all {
            self.part(component, *part)?;
        }
        let forms = self.forms_of(component.game, &all)?;
        self.summands.insert(component.clone(), forms);
        Ok(true)
    }

    /// Returns the forms of parts with rows.
    fn forms_of(&mut self, game: GameId, parts: &[SignedCells]) -> Result<Vec<u32>, RowsError> {
        let mut forms = Vec::with_capacity(parts.len());
        for (part, negated) in parts {
            let form = self.parts[&game].forms[part];
            forms.push(match negated {
                true => {
                    let value = self.forms.values[form as usize];
                    let negative = self.search.store.negative(value, self.budget);
                    self.form(negative.map_err(refused)?)?
                }
                false => form,
            });
        }
        Ok(forms)
    }

    /// Adds the rows of a part of a game and of all parts that its moves leave. `component` is any
    /// position of the game.
    fn part(&mut self, component: &Component, root: CellSet256) -> Result<(), RowsError> {
        let game = component.game;
        let mut stack = Vec::new();
        let mut on_stack = FxHashSet::default();
        let mut next = Some(root);
        loop {
            if let Some(part) = next.take()
                && !self.parts[&game].forms.contains_key(&part)
            {
                if !on_stack.insert(part) {
                    return Err(RowsError::TooMany);
                }
                let opened = self.open_part(component, part)?;
                stack.push(opened);
            }
            let Some(top) = stack.last_mut() else {
                return Ok(());
            };
            if let Some(option) = top.options.get(top.next) {
                let forms = &self.parts[&game].forms;
                next = option
                    .iter()
                    .map(|(part, _)| *part)
                    .find(|part| !forms.contains_key(part));
                top.next += usize::from(next.is_none());
                continue;
            }
            let OpenPart { part, options, .. } = stack.pop().expect("the top is there");
            for option in &options {
                let forms = self.forms_of(game, option)?;
                self.total_of(forms)?;
            }
            let value = self.part_value(component, &part)?;
            let form = self.form(value)?;
            on_stack.remove(&part);
            self.count_row()?;
            let rows = self.parts.get_mut(&game).expect("the game was added");
            rows.forms.insert(part, form);
            let row = (part.iter().collect(), form);
            self.proof.parts[rows.index].rows.push(row);
        }
    }

    /// Lists the options of a part.
    fn open_part(
        &mut self,
        component: &Component,
        part: CellSet256,
    ) -> Result<OpenPart, RowsError> {
        let found = self.search.divided(self.world, component, self.budget);
        let Some((_, parts, _)) = found.map_err(|error| failed(self.world, error))? else {
            unreachable!("the game is divided");
        };
        let options = parts.options_of(&part, self.budget).map_err(part_error)?;
        let mut options: Vec<Vec<SignedCells>> =
            options.into_iter().map(|(_, leaves)| leaves).collect();
        options.iter_mut().for_each(|option| option.sort_unstable());
        options.sort_unstable();
        options.dedup();
        Ok(OpenPart {
            part,
            options,
            next: 0,
        })
    }

    fn part_value(&mut self, component: &Component, part: &CellSet256) -> Result<Id, RowsError> {
        let found = self.search.divided(self.world, component, self.budget);
        let Some((_, parts, store)) = found.map_err(|error| failed(self.world, error))? else {
            unreachable!("the game is divided");
        };
        parts
            .value_of(part, store, 0, self.budget)
            .map_err(part_error)
    }
}

fn part_error(error: PartizanPartsError) -> RowsError {
    match error {
        PartizanPartsError::Value(error) => refused(error).into(),
        PartizanPartsError::Cycle => RowsError::TooMany,
    }
}
