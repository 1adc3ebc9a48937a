//! The misère quotient at work: the positions that the components reach become generators, their
//! quotient is grown and proved within a small budget, and the product of the components' elements
//! tells who wins. What was found stays for later questions.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::Stats;
use misere::Halt;
use misere::generators::Generators;
use misere::growing::Growing;
use rules::play::{Component, Step};
use rules::rules::{Options, Outcome};
use rules::world::World;
use rustc_hash::FxHashMap;
use structures::heaps::HeapRules;
use theory::theorem::ChosenMove;

use super::sources::Sources;
use super::{Declined, Method, Steps};
use crate::error::Error;
use crate::generators::{Positions, Refused};
use crate::given::{Given, Known};

/// A larger quotient is left to `grundy misere`.
const MOST_ELEMENTS: usize = 1000;

/// How many looks at the clock the growth may take, a thousand steps each.
const LOOKS: u32 = 400;

/// The theorem of misère quotients.
pub(super) struct ByQuotient {
    sources: Sources,
    positions: Positions,
    growing: Growing,
    /// Set when the limit was reached: only what is known is told from then on.
    cut: Option<Text>,
    /// The moves of components by the element of what they leave.
    moves: FxHashMap<Component, Vec<(u32, ChosenMove)>>,
    /// The quotient of a certificate, to begin with.
    given: Option<Arc<Given>>,
    known: Option<Known>,
}

impl ByQuotient {
    /// Nothing is grown yet.
    pub fn new(sources: Sources, given: Option<Arc<Given>>) -> ByQuotient {
        let (positions, growing) = (Positions::default(), Growing::new(MOST_ELEMENTS));
        ByQuotient {
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
    /// the proof of [`Growing`].
    fn begin_with_certificate(&mut self, budget: &Budget<'_>) -> Result<(), Error> {
        let Some(given) = self.given.take() else {
            return Ok(());
        };
        let known = given.known(budget)?;
        let (mut positions, mut generators) = (Positions::default(), Generators::new());
        let of = positions.begin_with(&known.code.to_string(), &known.options, &mut |options| {
            generators.push(options);
            Ok(())
        });
        let of = of.map_err(|_| {
            Error::Bug(text!(
                "heaps have no bound of their own",
                "堆没有自己的上限"
            ))
        })?;
        let mut images = vec![0; generators.len()];
        of.iter()
            .zip(&known.images)
            .for_each(|(&generator, &image)| images[generator as usize] = image);
        let elements = MOST_ELEMENTS.max(2 * known.lost.len());
        let growing = Growing::known(
            generators,
            &images,
            (&known.table, known.lost.clone()),
            elements,
            budget,
        );
        match growing {
            Ok(Some(growing)) => (self.positions, self.growing) = (positions, growing),
            Err(Halt::Stop(stop)) => return Err(Error::Stopped(stop)),
            Ok(None) | Err(_) => {
                return Err(Error::Bug(text!(
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
    fn within(&self, world: &World, component: &Component) -> Component {
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
    ) -> Result<Result<Vec<u32>, Declined>, Error> {
        if let Some(declined) = self.sources.coins(world, components) {
            return Ok(Err(declined));
        }
        self.begin_with_certificate(budget)?;
        let within: Vec<Component> = components
            .iter()
            .map(|component| self.within(world, component))
            .collect();
        let components = &within[..];
        // A search of a single component that stays one looks at no more positions than the
        // quotient.
        if let [one] = components
            && self.sources.stays_one(world, one.game, budget)?
        {
            return Ok(Err(Declined::Because(text!(
                "one component that stays one is searched",
                "只有一个部分且始终为一个部分，直接搜索"
            ))));
        }
        let unknown: Vec<&Component> = components
            .iter()
            .filter(|component| self.positions.known(component).is_none())
            .collect();
        if !unknown.is_empty() {
            if let Some(why) = &self.cut {
                return Ok(Err(Declined::Because(why.clone())));
            }
            let ByQuotient {
                positions, growing, ..
            } = self;
            let before = growing.generators().len();
            let (reached, cut) = budget.limited(LOOKS, |budget| {
                let mut take = |options| growing.push(options, budget);
                for component in unknown {
                    if let Err(refused) = positions.reach(world, component, &mut take, budget)? {
                        return Ok(Err(refused));
                    }
                }
                Ok(Ok(()))
            });
            if growing.generators().len() != before {
                self.moves.clear();
            }
            let why = match reached {
                Ok(Ok(())) => None,
                Ok(Err(Refused::Because(why))) => Some(why),
                Ok(Err(Refused::Halted(halt))) => Some(self.halted(halt)),
                Err(_) if cut => Some(self.halted(Halt::Unproved)),
                Err(error) => return Err(error),
            };
            if let Some(why) = why {
                self.cut = cut.then(|| why.clone());
                return Ok(Err(Declined::Because(why)));
            }
        }
        let quotient = self.growing.quotient();
        let element = |component: &Component| {
            quotient.image(self.positions.known(component).expect("it was reached"))
        };
        Ok(Ok(components.iter().map(element).collect()))
    }

    /// How far the quotient was grown.
    fn halted(&self, halt: Halt) -> Text {
        let (positions, order) = (self.positions.count(), self.growing.quotient().order());
        match halt {
            Halt::Elements(most) => text!(
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
    fn shown(&self, world: &World, element: u32) -> String {
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
    ) -> Result<(), Error> {
        if self.moves.contains_key(component) {
            return Ok(());
        }
        let mut options = Options::new();
        world
            .options(component.game, &component.slots, &mut options, budget)
            .map_err(|f| Error::of_fault(world, &f))?;
        let quotient = self.growing.quotient();
        let mut list = Vec::with_capacity(options.len());
        for option in options.iter() {
            budget.tick().map_err(Error::Stopped)?;
            let left = option.components().try_fold(0, |total, (game, slots)| {
                let generator = self.positions.known(&self.within(
                    world,
                    &Component {
                        game,
                        slots: slots.into(),
                    },
                ))?;
                Some(quotient.product(total, quotient.image(generator)))
            });
            let left = left.ok_or_else(|| {
                Error::Bug(text!(
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

impl Method for ByQuotient {
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), Declined>, Error> {
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
            self.shown(world, total),
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
    ) -> Result<Steps, Error> {
        let Ok(elements) = self.elements(world, components, budget)? else {
            return Err(Error::Bug(text!(
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
                budget.tick().map_err(Error::Stopped)?;
                if !quotient.is_lost(quotient.product(rest, *left)) {
                    continue;
                }
                count += 1;
                if list.len() < limit {
                    list.push(vec![Step {
                        component: index,
                        rule: *rule,
                        choices: choices.as_slice().into(),
                    }]);
                }
            }
        }
        Ok(Steps {
            complete: list.len() as u128 == count,
            list,
            count: Some(count),
        })
    }

    /// The least sum that each component is like, then the whole.
    fn works(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, Error> {
        const MOST: usize = 12;
        let Ok(elements) = self.elements(world, components, budget)? else {
            return Ok(None);
        };
        let told = components
            .iter()
            .zip(&elements)
            .take(MOST)
            .map(|(component, &element)| {
                let (position, alike) = (
                    world.show(component.game, &component.slots),
                    self.shown(world, element),
                );
                text!("{position}: like {alike}", "{position}：等同于 {alike}")
            });
        let more = (components.len() > MOST).then(|| Text::same("…"));
        let total = self.total(&elements);
        let (alike, lost) = (
            self.shown(world, total),
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
    fn broken(
        &mut self,
        world: &World,
        component: &Component,
        _: &Budget<'_>,
    ) -> Result<Text, Error> {
        Ok(Text::same(world.show(component.game, &component.slots)))
    }

    fn stats(&self) -> Stats {
        let options = self.growing.generators();
        let count: usize = (0..options.len() as u32)
            .map(|generator| options.options(generator).len())
            .sum();
        Stats {
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
