//! Rules for heaps: the components are Nim heaps in other words, or no move from any of their
//! positions raises the Grundy value.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::Stats;
use rules::play::{Component, Step};
use rules::rules::{Options, Outcome, SumKind};
use rules::world::World;
use theory::sums::{HeapLike, HeapRule};

use super::sources::{Fold, Sources};
use super::{Declined, Method, Steps, product};
use crate::error::Error;

/// A theorem for sums of heaps.
pub(super) struct OfHeaps {
    sources: Sources,
    rule: Box<dyn HeapRule>,
    kind: SumKind,
    fold: Fold<HeapLike>,
}

/// A heap: the component in which it is, and its slot; `None` if the component as a whole behaves
/// as a heap.
struct Heap {
    component: usize,
    slot: Option<usize>,
    size: u64,
}

impl OfHeaps {
    /// Nothing is looked at yet.
    pub fn new(sources: Sources, rule: Box<dyn HeapRule>, kind: SumKind) -> OfHeaps {
        let fold = Fold::new(&sources, HeapLike, true);
        OfHeaps {
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
    ) -> Result<Result<Vec<Heap>, Declined>, Error> {
        if let Some(declined) = self.sources.coins(world, components) {
            return Ok(Err(declined));
        }
        let mut found = Vec::with_capacity(components.len());
        for (index, component) in components.iter().enumerate() {
            // Several heaps in one component are several components only where one is moved in.
            let several = self.kind == SumKind::One;
            match &self.sources.of(world, component.game, budget)?.heaps {
                Some(heaps) if several || heaps.count() == 1 => {
                    let slots = 0..heaps.count();
                    found.extend(slots.map(|s| Heap {
                        component: index,
                        slot: Some(s),
                        size: heaps.size(&component.slots, s),
                    }));
                }
                _ => match self.fold.value(world, component, budget)? {
                    Ok(size) => found.push(Heap {
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
        heap: &Heap,
        target: u64,
        budget: &Budget<'_>,
    ) -> Result<Vec<Step>, Error> {
        let Component { game, slots } = &components[heap.component];
        let step = |rule, choices: &[i64]| Step {
            component: heap.component,
            rule,
            choices: choices.into(),
        };
        if let (Some(slot), Some(heaps)) = (heap.slot, &self.sources.known(*game).heaps) {
            return Ok(heaps
                .moves(slots, slot, target)
                .into_iter()
                .map(|(rule, choices)| step(rule, &choices))
                .collect());
        }
        let mut options = Options::new();
        world
            .options(*game, slots, &mut options, budget)
            .map_err(|f| Error::of_fault(world, &f))?;
        let mut list = Vec::new();
        for option in options.iter() {
            if self.fold.option(world, &option, budget)? == target {
                list.push(step(option.rule, option.choices));
            }
        }
        Ok(list)
    }
}

impl Method for OfHeaps {
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), Declined>, Error> {
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
    ) -> Result<Steps, Error> {
        let Ok(heaps) = self.heaps(world, components, budget)? else {
            return Err(Error::Bug(text!(
                "a position that was decided has no heaps",
                "已判定的局面中没有堆"
            )));
        };
        let sizes: Vec<u64> = heaps.iter().map(|heap| heap.size).collect();
        let found = self
            .rule
            .winning(&sizes, limit, budget)
            .map_err(Error::Stopped)?;
        let mut steps = Steps {
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

    fn works(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, Error> {
        let Ok(heaps) = self.heaps(world, components, budget)? else {
            return Ok(None);
        };
        let named = |heap: &Heap| {
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
                .works(&heaps.iter().map(named).collect::<Vec<_>>()),
        ))
    }

    fn broken(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, Error> {
        Ok(HeapLike.broken(&self.fold.broken(world, component, budget)?))
    }

    fn stats(&self) -> Stats {
        self.fold.stats()
    }

    fn bytes(&self) -> u64 {
        self.fold.bytes()
    }

    fn begin(&mut self) {
        self.fold.begin();
    }
}
