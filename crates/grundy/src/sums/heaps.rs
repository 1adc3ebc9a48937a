//! Theorems for sums of heaps. The theorems apply if the components are equivalent to Nim heaps, or
//! if no move from any position of a component increases the Grundy value.

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::{Outcome, SumKind};
use rules::play::{Component, MoveStep};
use rules::world::World;
use theory::sums::{HeapLikeAlgebra, HeapRule};

use super::sources::{LimitedFold, SumSources};
use super::sum_method::{SumAnswer, SumMethod, SumQuery, WinningSteps};
use crate::error::SolveError;
use crate::option_list::options_of;

/// A theorem for sums of heaps.
pub(super) struct HeapSumMethod {
    sources: SumSources,
    rule: Box<dyn HeapRule>,
    kind: SumKind,
    fold: LimitedFold<HeapLikeAlgebra>,
}

/// A heap: its component, and its slot in that component. The slot is `None` if the complete
/// component behaves as a heap.
struct SumHeap {
    component: usize,
    slot: Option<usize>,
    size: u64,
}

impl HeapSumMethod {
    /// Creates the method with an empty cache.
    pub fn new(sources: SumSources, rule: Box<dyn HeapRule>, kind: SumKind) -> HeapSumMethod {
        let fold = LimitedFold::new(&sources, HeapLikeAlgebra, true);
        HeapSumMethod {
            sources,
            rule,
            kind,
            fold,
        }
    }

    /// Returns the heaps of a position.
    fn heaps(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Vec<SumHeap>> {
        self.sources.check_coins(sum.world, sum.components)?;
        let mut found = Vec::with_capacity(sum.components.len());
        for (index, component) in sum.components.iter().enumerate() {
            // Several heaps in one component count as several components only if a move plays in
            // one component.
            let several = self.kind == SumKind::One;
            let source = self
                .sources
                .source_of(sum.world, component.game, sum.budget)?;
            let mut add = |slot, size| {
                found.push(SumHeap {
                    component: index,
                    slot,
                    size,
                })
            };
            match &source.heaps {
                Some(heaps) if several || heaps.count() == 1 => (0..heaps.count())
                    .for_each(|slot| add(Some(slot), heaps.size(&component.slots, slot))),
                _ => add(None, self.fold.value(sum.world, component, sum.budget)?),
            }
        }
        Ok(found)
    }

    /// Returns the steps that reduce a heap to a size.
    fn steps(
        &mut self,
        sum: &SumQuery<'_>,
        heap: &SumHeap,
        target: u64,
    ) -> Result<Vec<MoveStep>, SolveError> {
        let component = &sum.components[heap.component];
        if let (Some(slot), Some(heaps)) = (heap.slot, &self.sources.cached(component.game).heaps) {
            let moves = heaps.moves(&component.slots, slot, target).into_iter();
            return Ok(moves
                .map(|(rule, choices)| MoveStep::new(heap.component, rule, choices))
                .collect());
        }
        let mut list = Vec::new();
        for option in options_of(sum.world, component, sum.budget)?.iter() {
            if self.fold.option(sum.world, &option, sum.budget)? == target {
                list.push(MoveStep::new(heap.component, option.rule, option.choices));
            }
        }
        Ok(list)
    }
}

impl SumMethod for HeapSumMethod {
    fn outcome(&mut self, sum: &SumQuery<'_>) -> SumAnswer<(Outcome, Text)> {
        let heaps = self.heaps(sum)?;
        let sizes: Vec<u64> = heaps.iter().map(|heap| heap.size).collect();
        let found = match heaps.iter().all(|heap| heap.slot.is_some()) {
            true => text!(
                "every component is made of Nim heaps",
                "每个部分都由 Nim 堆组成"
            ),
            false => text!(
                "the components behave like Nim heaps: no move from any of their positions raises the Grundy value",
                "各部分相当于 Nim 堆：其任何局面中都没有使 SG 值增大的着法"
            ),
        };
        Ok((self.rule.outcome(&sizes), found))
    }

    fn winning(&mut self, sum: &SumQuery<'_>, limit: usize) -> SumAnswer<WinningSteps> {
        let heaps = self.heaps(sum)?;
        let sizes: Vec<u64> = heaps.iter().map(|heap| heap.size).collect();
        let found = self.rule.winning(&sizes, limit, sum.budget)?;
        let mut steps = WinningSteps {
            list: Vec::new(),
            complete: found.complete,
            count: None,
        };
        for made in &found.list {
            let lists = made
                .iter()
                .map(|&(heap, target)| self.steps(sum, &heaps[heap], target))
                .collect::<Result<Vec<_>, SolveError>>()?;
            steps.add_products(&lists, limit);
        }
        Ok(steps)
    }

    fn explanation(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Text> {
        let heaps = self.heaps(sum)?;
        let named = |heap: &SumHeap| {
            let Component { game, slots } = &sum.components[heap.component];
            let shown = sum.world.show(*game, slots);
            let name = match heap.slot.filter(|_| slots.len() > 1) {
                Some(slot) => format!("{shown}: {}", sum.world.rules(*game).slots()[slot].name),
                None => shown,
            };
            (Text::same(name), heap.size)
        };
        let named: Vec<(Text, u64)> = heaps.iter().map(named).collect();
        Ok(self.rule.explanation(&named))
    }

    fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        let position = self.fold.failed_condition(world, component, budget)?;
        Ok(HeapLikeAlgebra.condition_failure(&position))
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
