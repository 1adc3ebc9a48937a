//! Rules for heaps: the components are Nim heaps in other words, or no move from any of their
//! positions raises the Grundy value.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::{OptionArena, Outcome, SumKind};
use rules::play::{Component, MoveStep};
use rules::world::World;
use theory::sums::{HeapLikeAlgebra, HeapRule};

use super::sources::{LimitedFold, SumSources};
use super::sum_method::{SumMethod, SumTheoremError, WinningSteps, product};
use crate::error::SolveError;

/// A theorem for sums of heaps.
pub(super) struct HeapSumMethod {
    sources: SumSources,
    rule: Box<dyn HeapRule>,
    kind: SumKind,
    fold: LimitedFold<HeapLikeAlgebra>,
}

/// A heap: the component in which it is, and its slot; `None` if the component as a whole behaves
/// as a heap.
struct SumHeap {
    component: usize,
    slot: Option<usize>,
    size: u64,
}

impl HeapSumMethod {
    /// Nothing is looked at yet.
    pub fn new(sources: SumSources, rule: Box<dyn HeapRule>, kind: SumKind) -> HeapSumMethod {
        let fold = LimitedFold::new(&sources, HeapLikeAlgebra, true);
        HeapSumMethod {
            sources,
            rule,
            kind,
            fold,
        }
    }

    /// The heaps of a position, or why there are none.
    fn heaps(
        &mut self,
        world: &World,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<Vec<SumHeap>, SumTheoremError>, SolveError> {
        if let Some(declined) = self.sources.coins(world, components) {
            return Ok(Err(declined));
        }
        let mut found = Vec::with_capacity(components.len());
        for (index, component) in components.iter().enumerate() {
            // Several heaps in one component are several components only where one is moved in.
            let several = self.kind == SumKind::One;
            match &self.sources.source_of(world, component.game, budget)?.heaps {
                Some(heaps) if several || heaps.count() == 1 => {
                    let slots = 0..heaps.count();
                    found.extend(slots.map(|s| SumHeap {
                        component: index,
                        slot: Some(s),
                        size: heaps.size(&component.slots, s),
                    }));
                }
                _ => match self.fold.value(world, component, budget)? {
                    Ok(size) => found.push(SumHeap {
                        component: index,
                        slot: None,
                        size,
                    }),
                    Err(declined) => return Ok(Err(declined)),
                },
            }
        }
        Ok(Ok(found))
    }

    /// The steps that bring a heap to a size.
    fn steps(
        &mut self,
        world: &World,
        components: &[Component],
        heap: &SumHeap,
        target: u64,
        budget: &Budget<'_>,
    ) -> Result<Vec<MoveStep>, SolveError> {
        let Component { game, slots } = &components[heap.component];
        let step = |rule, choices: &[i64]| MoveStep {
            component: heap.component,
            rule,
            choices: choices.into(),
        };
        if let (Some(slot), Some(heaps)) = (heap.slot, &self.sources.cached(*game).heaps) {
            return Ok(heaps
                .moves(slots, slot, target)
                .into_iter()
                .map(|(rule, choices)| step(rule, &choices))
                .collect());
        }
        let mut options = OptionArena::new();
        world
            .options(*game, slots, &mut options, budget)
            .map_err(|f| SolveError::of_fault(world, &f))?;
        let mut list = Vec::new();
        for option in options.iter() {
            if self.fold.option(world, &option, budget)? == target {
                list.push(step(option.rule, option.choices));
            }
        }
        Ok(list)
    }
}

impl SumMethod for HeapSumMethod {
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), SumTheoremError>, SolveError> {
        let heaps = match self.heaps(world, components, budget)? {
            Ok(heaps) => heaps,
            Err(declined) => return Ok(Err(declined)),
        };
        let sizes: Vec<u64> = heaps.iter().map(|heap| heap.size).collect();
        let found = match heaps.iter().all(|heap| heap.slot.is_some()) {
            true => text!(
                "every component is made of Nim heaps",
                "每个部分都由 Nim 堆组成"
            ),
            false => text!(
                "the components behave as Nim heaps: no move from any of their positions raises the Grundy value",
                "各部分相当于 Nim 堆：其任何局面中都没有使 SG 值增大的着法"
            ),
        };
        Ok(Ok((self.rule.outcome(&sizes), found)))
    }

    fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<WinningSteps, SolveError> {
        let Ok(heaps) = self.heaps(world, components, budget)? else {
            return Err(SolveError::Bug(text!(
                "a position that was decided has no heaps",
                "已判定的局面中没有堆"
            )));
        };
        let sizes: Vec<u64> = heaps.iter().map(|heap| heap.size).collect();
        let found = self.rule.winning(&sizes, limit, budget)?;
        let mut steps = WinningSteps {
            list: Vec::new(),
            complete: found.complete,
            count: None,
        };
        for made in &found.list {
            let mut lists = Vec::with_capacity(made.len());
            for &(heap, target) in made {
                lists.push(self.steps(world, components, &heaps[heap], target, budget)?);
            }
            let (list, whole) = product(&lists, limit - steps.list.len());
            steps.list.extend(list);
            steps.complete &= whole;
        }
        Ok(steps)
    }

    fn explanation(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, SolveError> {
        let Ok(heaps) = self.heaps(world, components, budget)? else {
            return Ok(None);
        };
        let named = |heap: &SumHeap| {
            let Component { game, slots } = &components[heap.component];
            let shown = world.show(*game, slots);
            let name = match heap.slot.filter(|_| slots.len() > 1) {
                Some(slot) => format!("{shown}: {}", world.rules(*game).slots()[slot].name),
                None => shown,
            };
            (Text::same(name), heap.size)
        };
        Ok(Some(
            self.rule
                .explanation(&heaps.iter().map(named).collect::<Vec<_>>()),
        ))
    }

    fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        Ok(HeapLikeAlgebra
            .condition_failure(&self.fold.failed_condition(world, component, budget)?))
    }

    fn stats(&self) -> EngineStats {
        self.fold.stats()
    }

    fn bytes(&self) -> u64 {
        self.fold.bytes()
    }

    fn begin(&mut self) {
        self.fold.begin();
    }
}
