//! Theorems whose values are computed for each position of a component from its options (a fold)
//! and are then added.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use engines::dense::TableKernel;
use engines::oracle::EngineStats;
use rules::game::{GameId, OptionRef, Outcome, SumKind};
use rules::play::{Component, MoveStep};
use rules::world::World;
use theory::sums::choices::{Pick, StepGroup, winning};
use theory::sums::{ComponentTableValue, SumAlgebra};
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::sources::{LimitedFold, SumSources, broken_by_option};
use super::sum_method::{
    SumAnswer, SumMethod, SumQuery, SumTheoremError, WinningSteps, sums_of_others,
};
use crate::error::SolveError;
use crate::option_list::options_of;
use crate::settings::SessionSettings;

/// A theorem for sums whose component values are computed by a fold over positions.
pub(super) struct FoldedSumMethod<A: SumAlgebra> {
    sources: SumSources,
    algebra: A,
    kind: SumKind,
    fold: LimitedFold<A>,
    /// The theorems whose closed forms provided values.
    by: BTreeSet<&'static str>,
}

/// The steps of a component that lead to one value.
enum GroupSteps {
    /// The player makes no move in the component.
    Alone,
    /// Moves of the component.
    Moves(Vec<ChosenMove>),
    /// Moves of a heap to the listed sizes.
    To(RangeInclusive<u64>),
}

/// The steps of one component, grouped by the value of the component after the step.
struct StepMenu<W> {
    groups: Vec<StepGroup<W>>,
    leading: Vec<GroupSteps>,
}

impl<W> StepMenu<W> {
    fn add(&mut self, worth: W, size: u128, leading: GroupSteps) {
        self.groups.push(StepGroup { worth, size });
        self.leading.push(leading);
    }
}

impl<A: SumAlgebra> FoldedSumMethod<A> {
    /// Creates the method with an empty cache. `limited` states whether the theorem has a condition
    /// that may fail after much work.
    pub fn new(
        sources: SumSources,
        algebra: A,
        kind: SumKind,
        limited: bool,
    ) -> FoldedSumMethod<A> {
        let fold = LimitedFold::new(&sources, algebra, limited);
        FoldedSumMethod {
            sources,
            algebra,
            kind,
            fold,
            by: BTreeSet::new(),
        }
    }

    /// Returns the value of a heap, or the value by a closed form; `None` if the value must be
    /// computed by a fold.
    fn at_once(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<A::SumValue>, SolveError> {
        let source = self.sources.source_of(world, component.game, budget)?;
        if let Some(heaps) = source.heaps.as_ref().filter(|heaps| heaps.count() == 1) {
            return Ok(Some(self.algebra.heap(heaps.size(&component.slots, 0))));
        }
        let Some((name, form)) = source.within_reach(&component.slots, budget)? else {
            return Ok(None);
        };
        let worth = self.algebra.value_of_form(form, &component.slots, budget)?;
        if worth.is_some() {
            self.by.insert(name);
            return Ok(worth);
        }
        let outcome = form.outcome(&component.slots, budget)?;
        Ok(self.algebra.value_of_outcome(outcome))
    }

    /// Returns the value of a component.
    fn worth(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> SumAnswer<A::SumValue> {
        match self.at_once(world, component, budget)? {
            Some(worth) => Ok(worth),
            None => self.fold.value(world, component, budget),
        }
    }

    /// Returns the values of all components.
    fn worths(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Vec<A::SumValue>> {
        let SumQuery {
            world,
            components,
            budget,
        } = *sum;
        self.sources.check_coins(world, components)?;
        let told = components
            .iter()
            .map(|component| self.at_once(world, component, budget))
            .collect::<Result<Vec<_>, SolveError>>()?;
        let left = components
            .iter()
            .zip(&told)
            .filter(|(_, told)| told.is_none());
        let left: Vec<Component> = left.map(|(component, _)| component.clone()).collect();
        self.fold.see_to(world, &left, &mut self.sources, budget)?;
        let values = components.iter().zip(told).map(|(component, told)| {
            told.map_or_else(|| self.fold.value(world, component, budget), Ok)
        });
        values.collect()
    }

    /// Returns the value of a complete position, or of the position after an option.
    fn total(&self, worths: &[A::SumValue]) -> A::SumValue {
        let sum = worths
            .iter()
            .copied()
            .reduce(|total, worth| self.algebra.add(total, worth));
        sum.unwrap_or_else(|| self.algebra.sum(&[]).expect("nothing breaks no condition"))
    }

    /// Enables tables of values for games that support tables.
    pub fn with_tables(mut self) -> FoldedSumMethod<A>
    where
        A: TableKernel + Send + 'static,
        A::Value: Send,
    {
        self.fold = self.fold.with_tables();
        self
    }

    /// Returns the steps of a component. Steps that cannot win together with `rest` may be omitted.
    fn menu(
        &mut self,
        world: &World,
        component: &Component,
        rest: A::SumValue,
        budget: &Budget<'_>,
    ) -> Result<StepMenu<A::SumValue>, SolveError> {
        let mut menu = StepMenu {
            groups: Vec::new(),
            leading: Vec::new(),
        };
        let Component { game, slots } = component;
        let source = self.sources.cached(*game);
        if let Some(heaps) = source.heaps.as_ref().filter(|heaps| heaps.count() == 1) {
            for (worth, sizes) in self.algebra.heap_options(heaps.size(slots, 0), rest) {
                menu.add(
                    worth,
                    u128::from(sizes.end() - sizes.start()) + 1,
                    GroupSteps::To(sizes),
                );
            }
            return Ok(menu);
        }
        let form = source.within_reach(slots, budget)?.map(|(_, form)| form);
        let told = match form {
            Some(form) => self.algebra.value_of_form(form, slots, budget)?.is_some(),
            None => false,
        };
        if let Some(form) = form.filter(|_| !told)
            && let Some(lost) = self.algebra.value_of_outcome(Outcome::P)
        {
            // Only moves to a lost component can win, because a component that is a win makes the
            // complete sum a win.
            let moves = match form.moves_to(slots, Grundy::ZERO, budget)? {
                Some(moves) => moves,
                None => {
                    let mut moves = Vec::new();
                    for option in options_of(world, component, budget)?.iter() {
                        if is_lost(&option, form, budget)? {
                            moves.push((option.rule, option.choices.to_vec()));
                        }
                    }
                    moves
                }
            };
            if !moves.is_empty() {
                menu.add(lost, moves.len() as u128, GroupSteps::Moves(moves));
            }
            return Ok(menu);
        }
        let mut groups: BTreeMap<A::SumValue, Vec<ChosenMove>> = BTreeMap::new();
        for option in options_of(world, component, budget)?.iter() {
            let worth = if told {
                self.value_by_closed_forms(world, &option, budget)?
            } else {
                self.fold.option(world, &option, budget)?
            };
            groups
                .entry(worth)
                .or_default()
                .push((option.rule, option.choices.to_vec()));
        }
        for (worth, moves) in groups {
            menu.add(worth, moves.len() as u128, GroupSteps::Moves(moves));
        }
        Ok(menu)
    }

    /// Returns the value of an option whose components have closed forms.
    fn value_by_closed_forms(
        &mut self,
        world: &World,
        option: &OptionRef<'_>,
        budget: &Budget<'_>,
    ) -> Result<A::SumValue, SolveError> {
        let parts = option.to_components();
        let worths = parts.iter().map(|part| self.worth(world, part, budget));
        let worths = SumTheoremError::unless_declined(worths.collect::<Result<Vec<_>, _>>())?;
        Ok(self.total(&worths.ok_or_else(broken_by_option)?))
    }

    /// Returns the steps that a `Pick` selects from a [`StepMenu`].
    fn picked(
        &self,
        component: &Component,
        index: usize,
        menu: &StepMenu<A::SumValue>,
        (group, number): Pick,
    ) -> Option<Vec<MoveStep>> {
        let step = |(rule, choices): &ChosenMove| MoveStep::new(index, *rule, &choices[..]);
        match &menu.leading[group] {
            GroupSteps::Alone => None,
            GroupSteps::Moves(moves) => Some(vec![step(&moves[number as usize])]),
            GroupSteps::To(sizes) => {
                let heaps = &self.sources.cached(component.game).heaps;
                let heaps = heaps.as_ref().expect("it was read as a heap");
                let target = sizes.start() + number as u64;
                let moves = heaps.moves(&component.slots, 0, target);
                Some(moves.iter().map(step).collect())
            }
        }
    }

    /// Returns winning moves of sums in which a move plays in one component.
    fn in_one(
        &mut self,
        sum: &SumQuery<'_>,
        worths: &[A::SumValue],
        limit: usize,
    ) -> Result<WinningSteps, SolveError> {
        let algebra = self.algebra;
        let rests = sums_of_others(worths, algebra.nothing(), |a, b| algebra.add(a, b));
        let mut steps = WinningSteps {
            list: Vec::new(),
            complete: true,
            count: None,
        };
        for (index, (component, rest)) in sum.components.iter().zip(rests).enumerate() {
            let menu = self.menu(sum.world, component, rest, sum.budget)?;
            for (group, StepGroup { worth, size }) in menu.groups.iter().enumerate() {
                if algebra.outcome(algebra.add(rest, *worth)) != Outcome::P {
                    continue;
                }
                for number in 0..*size {
                    sum.budget.tick()?;
                    let picked = self.picked(component, index, &menu, (group, number));
                    for step in picked.unwrap_or_default() {
                        if steps.list.len() == limit {
                            steps.complete = false;
                            return Ok(steps);
                        }
                        steps.list.push(vec![step]);
                    }
                }
            }
        }
        Ok(steps)
    }
}

/// Returns whether every component of an option is lost on its own, according to a closed form.
pub(crate) fn is_lost(
    option: &OptionRef<'_>,
    form: &dyn ClosedForm,
    budget: &Budget<'_>,
) -> Result<bool, StopReason> {
    for (_, slots) in option.components() {
        if form.outcome(slots, budget)? != Outcome::P {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An evaluator of component values for other modules.
pub(crate) struct FoldEvaluator<A: SumAlgebra>(FoldedSumMethod<A>);

impl<A: SumAlgebra + TableKernel + Send + 'static> FoldEvaluator<A>
where
    A::Value: Send,
{
    /// Creates an evaluator with an empty cache. The evaluator fills tables for games that support
    /// tables.
    pub fn with_tables(settings: Arc<SessionSettings>, algebra: A) -> FoldEvaluator<A> {
        FoldEvaluator(
            FoldedSumMethod::new(SumSources::new(settings), algebra, SumKind::One, false)
                .with_tables(),
        )
    }
}

impl<A: SumAlgebra> FoldEvaluator<A> {
    /// Creates an evaluator with an empty cache.
    pub fn new(settings: Arc<SessionSettings>, algebra: A) -> FoldEvaluator<A> {
        FoldEvaluator(FoldedSumMethod::new(
            SumSources::new(settings),
            algebra,
            SumKind::One,
            false,
        ))
    }

    /// Prepares the evaluator for queries of positions up to these numbers.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the budget runs out.
    pub fn expect(
        &mut self,
        world: &World,
        greatest: &Component,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        match self.0.at_once(world, greatest, budget)? {
            Some(_) => Ok(()),
            None => self.0.fold.see_to(
                world,
                std::slice::from_ref(greatest),
                &mut self.0.sources,
                budget,
            ),
        }
    }

    /// Returns the value of a component.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the component has no value because play can cycle, or can end at
    /// once.
    pub fn value_of(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<A::SumValue, SolveError> {
        let one = std::slice::from_ref(component);
        let coins = self.0.sources.check_coins(world, one);
        let found = coins
            .map_err(SumTheoremError::from)
            .and_then(|()| self.0.worth(world, component, budget));
        found.or_else(|error| {
            Err(match error {
                SumTheoremError::Declined(why) => SolveError::Unsupported(why),
                SumTheoremError::Below(component) => {
                    SolveError::Unsupported(self.0.failed_condition(world, &component, budget)?)
                }
                SumTheoremError::Failed(error) => error,
            })
        })
    }

    /// Returns the value of a sum of components.
    pub fn total(&self, worths: &[A::SumValue]) -> A::SumValue {
        self.0.total(worths)
    }

    /// Returns the value in the form in which tables show it.
    pub fn table_value(&self, worth: A::SumValue) -> Option<ComponentTableValue> {
        self.0.algebra.table_value(worth)
    }

    /// Returns whether every move of a game leaves at most one component.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the budget runs out.
    pub fn stays_one(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        self.0.sources.stays_one(world, game, budget)
    }

    /// Returns the names of the methods used: the given theorem, and the theorems whose closed
    /// forms provided values.
    pub fn method(&self, name: &'static str) -> String {
        let by = self.0.by.iter().copied();
        std::iter::once(name)
            .chain(by)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Returns the numbers of positions evaluated and of options listed.
    pub fn stats(&self) -> EngineStats {
        self.0.fold.stats()
    }
}

impl<A: SumAlgebra> SumMethod for FoldedSumMethod<A> {
    fn outcome(&mut self, sum: &SumQuery<'_>) -> SumAnswer<(Outcome, Text)> {
        self.algebra.check_component_count(sum.components.len())?;
        let worths = self.worths(sum)?;
        let total = self.total(&worths);
        let mut found = self.algebra.summary(total);
        if !self.by.is_empty() {
            let names: Vec<&str> = self.by.iter().copied().collect();
            let names = names.join(", ");
            let Text { en, zh } = found;
            found = text!(
                "{en}; by the closed form of {names}",
                "{zh}；由 {names} 的封闭形式得出"
            );
        }
        Ok((self.algebra.outcome(total), found))
    }

    fn winning(&mut self, sum: &SumQuery<'_>, limit: usize) -> SumAnswer<WinningSteps> {
        let worths = self.worths(sum)?;
        if self.algebra.over(self.total(&worths)) {
            return Ok(WinningSteps {
                list: Vec::new(),
                complete: true,
                count: Some(0),
            });
        }
        if self.kind == SumKind::One {
            return Ok(self.in_one(sum, &worths, limit)?);
        }
        let mut menus = Vec::with_capacity(worths.len());
        // If two rules of a heap lead to the same size, the heap has more moves than sizes.
        let mut counted = true;
        for (component, &worth) in sum.components.iter().zip(&worths) {
            let mut menu = self.menu(sum.world, component, self.algebra.nothing(), sum.budget)?;
            if self.kind != SumKind::Every || menu.groups.is_empty() {
                menu.add(worth, 1, GroupSteps::Alone);
            }
            let heaps = &self.sources.cached(component.game).heaps;
            counted &= !menu.leading.iter().any(|l| matches!(l, GroupSteps::To(_)))
                || heaps.as_ref().is_some_and(|heaps| heaps.rules() == 1);
            menus.push(menu);
        }
        let groups: Vec<Vec<StepGroup<A::SumValue>>> =
            menus.iter().map(|menu| menu.groups.clone()).collect();
        let found = winning(self.algebra, &groups, limit, sum.budget)?;
        let mut steps = WinningSteps {
            list: Vec::new(),
            complete: found.count == found.list.len() as u128,
            count: counted.then_some(found.count),
        };
        for picks in found.list {
            let of = |(index, pick): (usize, &Pick)| {
                self.picked(&sum.components[index], index, &menus[index], *pick)
            };
            let lists: Vec<Vec<MoveStep>> = picks.iter().enumerate().filter_map(of).collect();
            steps.add_products(&lists, limit);
        }
        Ok(steps)
    }

    fn explanation(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Text> {
        let worths = self.worths(sum)?;
        let described = worths
            .iter()
            .map(|&worth| self.algebra.describe_value(worth));
        let whole = self.algebra.summary(self.total(&worths));
        Ok(sum.explanation(described, Some(whole)))
    }

    fn table_values(
        &mut self,
        sum: &SumQuery<'_>,
    ) -> SumAnswer<Option<(Vec<ComponentTableValue>, ComponentTableValue)>> {
        let worths = self.worths(sum)?;
        let parts = worths.iter().map(|&worth| self.algebra.table_value(worth));
        let parts: Option<Vec<ComponentTableValue>> = parts.collect();
        Ok(parts.zip(self.algebra.table_value(self.total(&worths))))
    }

    fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        let position = self.fold.failed_condition(world, component, budget)?;
        Ok(self.algebra.condition_failure(&position))
    }

    fn stats(&self) -> EngineStats {
        self.fold.stats()
    }

    fn bytes(&self) -> u64 {
        self.fold.bytes()
    }

    fn begin(&mut self) {
        self.fold.begin();
        self.by.clear();
    }
}
