//! The misère quotient at work: the positions that the components reach become generators, their
//! quotient is grown and proved within a small budget, and the product of the components' elements
//! tells who wins. What was found stays for later questions.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use misere::QuotientError;
use misere::generators::Generators;
use misere::quotient_builder::QuotientBuilder;
use rules::game::{OptionArena, Outcome};
use rules::play::{Component, MoveStep};
use rules::world::World;
use rustc_hash::FxHashMap;
use structures::heaps::HeapRules;
use theory::theorem::ChosenMove;

use super::sources::SumSources;
use super::sum_method::{SumMethod, SumTheoremError, WinningSteps};
use crate::error::SolveError;
use crate::generators::{GeneratorError, PositionGenerators};
use crate::quotient_certificate::{CheckedQuotient, UncheckedQuotient};

/// A larger quotient is left to `grundy misere`.
const MAX_ELEMENTS: usize = 1000;

/// How many looks at the clock the growth may take, a thousand steps each.
const MAX_POLLS: u32 = 400;

/// The theorem of misère quotients.
pub(super) struct QuotientSumMethod {
    sources: SumSources,
    positions: PositionGenerators,
    growing: QuotientBuilder,
    /// Set when the limit was reached: only what is known is told from then on.
    cut: Option<Text>,
    /// The moves of components by the element of what they leave.
    moves: FxHashMap<Component, Vec<(u32, ChosenMove)>>,
    /// The quotient of a certificate, to begin with.
    given: Option<Arc<UncheckedQuotient>>,
    known: Option<CheckedQuotient>,
}

impl QuotientSumMethod {
    /// Nothing is grown yet.
    pub fn new(sources: SumSources, given: Option<Arc<UncheckedQuotient>>) -> QuotientSumMethod {
        let (positions, growing) = (
            PositionGenerators::default(),
            QuotientBuilder::new(MAX_ELEMENTS),
        );
        QuotientSumMethod {
            sources,
            positions,
            growing,
            cut: None,
            moves: FxHashMap::default(),
            given,
            known: None,
        }
    }

    /// Begins with the quotient of a certificate, once: it is checked before, by the checker and by
    /// the proof of [`QuotientBuilder`].
    fn begin_with_certificate(&mut self, budget: &Budget<'_>) -> Result<(), SolveError> {
        let Some(given) = self.given.take() else {
            return Ok(());
        };
        let known = given.check(budget)?;
        let (mut positions, mut generators) = (PositionGenerators::default(), Generators::new());
        let of = positions.begin_with(&known.code.to_string(), &known.options, &mut |options| {
            generators.push(options);
            Ok(())
        });
        let of = of.map_err(|_| {
            SolveError::Bug(text!(
                "heaps have no bound of their own",
                "堆没有自己的上限"
            ))
        })?;
        let mut images = vec![0; generators.len()];
        of.iter()
            .zip(&known.images)
            .for_each(|(&generator, &image)| images[generator as usize] = image);
        let elements = MAX_ELEMENTS.max(2 * known.lost.len());
        let growing = QuotientBuilder::from_quotient(
            generators,
            &images,
            &known.table,
            known.lost.clone(),
            elements,
            budget,
        );
        match growing {
            Ok(Some(growing)) => (self.positions, self.growing) = (positions, growing),
            Err(QuotientError::Stop(stop)) => return Err(SolveError::Stopped(stop)),
            Ok(None) | Err(_) => {
                return Err(SolveError::Bug(text!(
                    "a quotient that the checker accepts is not proved",
                    "核验程序接受的反常商未能得到证明"
                )));
            }
        }
        self.known = Some(known);
        Ok(())
    }

    /// A heap of the certificate's code that has the element of this component, where its period
    /// tells; else the component.
    fn reduce_by_period(&self, world: &World, component: &Component) -> Component {
        let heaps = world
            .rules(component.game)
            .as_any()
            .and_then(|any| any.downcast_ref::<HeapRules>());
        if let (Some(heaps), Some(known)) = (heaps, &self.known)
            && *heaps.code() == known.code
            && let Some((from, period)) = known.period
            && let Some(over) = component.slots[0]
                .checked_sub(from)
                .filter(|over| *over >= 0)
        {
            return Component {
                game: component.game,
                slots: [from + over % period].into(),
            };
        }
        component.clone()
    }

    /// The elements of the components, or why there are none.
    fn elements(
        &mut self,
        world: &World,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<Vec<u32>, SumTheoremError>, SolveError> {
        if let Some(declined) = self.sources.coins(world, components) {
            return Ok(Err(declined));
        }
        self.begin_with_certificate(budget)?;
        let within: Vec<Component> = components
            .iter()
            .map(|component| self.reduce_by_period(world, component))
            .collect();
        let components = &within[..];
        // A search of a single component that stays one looks at no more positions than the
        // quotient.
        if let [one] = components
            && self.sources.stays_one(world, one.game, budget)?
        {
            return Ok(Err(SumTheoremError::Because(text!(
                "one component that stays one is searched",
                "只有一个部分且始终为一个部分，直接搜索"
            ))));
        }
        let unknown: Vec<&Component> = components
            .iter()
            .filter(|component| self.positions.lookup(component).is_none())
            .collect();
        if !unknown.is_empty() {
            if let Some(why) = &self.cut {
                return Ok(Err(SumTheoremError::Because(why.clone())));
            }
            let QuotientSumMethod {
                positions, growing, ..
            } = self;
            let before = growing.generators().len();
            let (reached, cut) = budget.limited(MAX_POLLS, |budget| {
                let mut take = |options| growing.push(options, budget);
                unknown
                    .into_iter()
                    .try_for_each(|component| positions.reach(world, component, &mut take, budget))
            });
            if growing.generators().len() != before {
                self.moves.clear();
            }
            let why = match reached {
                Ok(()) => None,
                Err(GeneratorError::Unfit(why)) => Some(why),
                Err(GeneratorError::Quotient(error)) => Some(self.halted(error)),
                Err(GeneratorError::Stopped(_)) if cut => {
                    Some(self.halted(QuotientError::Unproved))
                }
                Err(GeneratorError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
            };
            if let Some(why) = why {
                self.cut = cut.then(|| why.clone());
                return Ok(Err(SumTheoremError::Because(why)));
            }
        }
        let quotient = self.growing.quotient();
        let element = |component: &Component| {
            quotient.image(self.positions.lookup(component).expect("it was reached"))
        };
        Ok(Ok(components.iter().map(element).collect()))
    }

    /// How far the quotient was grown.
    fn halted(&self, halt: QuotientError) -> Text {
        let (positions, order) = (self.positions.count(), self.growing.quotient().order());
        match halt {
            QuotientError::Elements(most) => text!(
                "the quotient of more than {positions} positions has more than {most} elements, or is infinite",
                "超过 {positions} 个局面的反常商有多于 {most} 个元素，或为无限"
            ),
            _ => text!(
                "no quotient was proved in the time for it: {positions} positions have one of order {order}, and are not all",
                "未能在限定时间内证明反常商：已有 {positions} 个局面的商，阶为 {order}，但局面不止这些"
            ),
        }
    }

    fn total(&self, elements: &[u32]) -> u32 {
        elements.iter().fold(0, |total, &element| {
            self.growing.quotient().product(total, element)
        })
    }

    /// An element as the least sum of positions that has it.
    fn element_text(&self, world: &World, element: u32) -> String {
        let word = self.growing.quotient().word(element);
        let parts = word
            .iter()
            .map(|&generator| self.positions.name(world, generator));
        if word.is_empty() {
            "0".to_owned()
        } else {
            parts.collect::<Vec<_>>().join(" + ")
        }
    }

    /// Sees to the moves of a component, each with the element of what it leaves.
    fn see_to_moves(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        if self.moves.contains_key(component) {
            return Ok(());
        }
        let mut options = OptionArena::new();
        world
            .options(component.game, &component.slots, &mut options, budget)
            .map_err(|f| SolveError::of_fault(world, &f))?;
        let quotient = self.growing.quotient();
        let mut list = Vec::with_capacity(options.len());
        for option in options.iter() {
            budget.tick()?;
            let left = option.components().try_fold(0, |total, (game, slots)| {
                let generator = self.positions.lookup(&self.reduce_by_period(
                    world,
                    &Component {
                        game,
                        slots: slots.into(),
                    },
                ))?;
                Some(quotient.product(total, quotient.image(generator)))
            });
            let left = left.ok_or_else(|| {
                SolveError::Bug(text!(
                    "an option of a known position is not known",
                    "已知局面的某一着未知"
                ))
            })?;
            list.push((left, (option.rule, option.choices.to_vec())));
        }
        self.moves.insert(component.clone(), list);
        Ok(())
    }
}

impl SumMethod for QuotientSumMethod {
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), SumTheoremError>, SolveError> {
        let elements = match self.elements(world, components, budget)? {
            Ok(elements) => elements,
            Err(declined) => return Ok(Err(declined)),
        };
        let quotient = self.growing.quotient();
        let total = self.total(&elements);
        let outcome = if quotient.is_lost(total) {
            Outcome::P
        } else {
            Outcome::N
        };
        let (order, positions, alike) = (
            quotient.order(),
            self.positions.count(),
            self.element_text(world, total),
        );
        let found = text!(
            "the quotient of {positions} positions has order {order}, and is proved; the sum is like {alike}",
            "{positions} 个局面的反常商的阶为 {order}，已证明；该和等同于 {alike}"
        );
        Ok(Ok((outcome, found)))
    }

    fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<WinningSteps, SolveError> {
        let Ok(elements) = self.elements(world, components, budget)? else {
            return Err(SolveError::Bug(text!(
                "a component of a position that was decided has no value",
                "已判定的局面中有部分没有值"
            )));
        };
        for component in components {
            self.see_to_moves(world, component, budget)?;
        }
        let quotient = self.growing.quotient();
        let mut after = vec![0];
        for &element in elements.iter().rev() {
            after.push(quotient.product(after[after.len() - 1], element));
        }
        let mut before = 0;
        let mut count = 0_u128;
        let mut list = Vec::new();
        for (index, component) in components.iter().enumerate() {
            let rest = quotient.product(before, after[components.len() - index - 1]);
            before = quotient.product(before, elements[index]);
            for (left, (rule, choices)) in &self.moves[component] {
                budget.tick()?;
                if !quotient.is_lost(quotient.product(rest, *left)) {
                    continue;
                }
                count += 1;
                if list.len() < limit {
                    list.push(vec![MoveStep {
                        component: index,
                        rule: *rule,
                        choices: choices.as_slice().into(),
                    }]);
                }
            }
        }
        Ok(WinningSteps {
            complete: list.len() as u128 == count,
            list,
            count: Some(count),
        })
    }

    /// The least sum that each component is like, then the whole.
    fn explanation(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, SolveError> {
        const MAX_SHOWN_COMPONENTS: usize = 12;
        let Ok(elements) = self.elements(world, components, budget)? else {
            return Ok(None);
        };
        let told = components
            .iter()
            .zip(&elements)
            .take(MAX_SHOWN_COMPONENTS)
            .map(|(component, &element)| {
                let (position, alike) = (
                    world.show(component.game, &component.slots),
                    self.element_text(world, element),
                );
                text!("{position}: like {alike}", "{position}：等同于 {alike}")
            });
        let more = (components.len() > MAX_SHOWN_COMPONENTS).then(|| Text::same("…"));
        let total = self.total(&elements);
        let (alike, lost) = (
            self.element_text(world, total),
            self.growing.quotient().is_lost(total),
        );
        let whole = match lost {
            true => text!(
                "the whole: like {alike}, which is lost",
                "整体：等同于 {alike}，先手必败"
            ),
            false => text!(
                "the whole: like {alike}, which is won",
                "整体：等同于 {alike}，先手必胜"
            ),
        };
        Ok(Some(Text::lines(
            &told.chain(more).chain([whole]).collect::<Vec<_>>(),
        )))
    }

    /// No condition is tested at single positions.
    fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        _: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        Ok(Text::same(world.show(component.game, &component.slots)))
    }

    fn stats(&self) -> EngineStats {
        let options = self.growing.generators();
        let count: usize = (0..options.len() as u32)
            .map(|generator| options.options(generator).len())
            .sum();
        EngineStats {
            positions: self.positions.count() as u64,
            options: count as u64,
        }
    }

    fn bytes(&self) -> u64 {
        let order = self.growing.quotient().order() as u64;
        self.growing.pairs().bytes() + 4 * order * order + 100 * self.positions.count() as u64
    }

    fn begin(&mut self) {
        self.cut = None;
    }
}
