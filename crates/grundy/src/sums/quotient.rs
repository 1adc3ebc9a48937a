//! The misère quotient as a sum theorem. The positions that the components reach become generators,
//! and their quotient is computed step by step and proved within a small budget. The product of the
//! components' elements determines the outcome. The result is cached for later questions.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use misere::QuotientError;
use misere::generators::Generators;
use misere::quotient_builder::QuotientBuilder;
use rules::game::Outcome;
use rules::play::{Component, MoveStep};
use rules::world::World;
use rustc_hash::FxHashMap;
use structures::heaps::HeapRules;
use theory::theorem::ChosenMove;

use super::sources::SumSources;
use super::sum_method::{
    SumAnswer, SumMethod, SumQuery, SumTheoremError, WinningSteps, sums_of_others,
};
use crate::error::SolveError;
use crate::generators::{GeneratorError, PositionGenerators};
use crate::option_list::options_of;
use crate::quotient_certificate::{CheckedQuotient, UncheckedQuotient};

/// Maximum number of elements; only `grundy misere` computes larger quotients.
const MAX_ELEMENTS: usize = 1000;

/// Maximum number of budget polls, a thousand steps each, while the quotient is computed.
const MAX_POLLS: u32 = 400;

/// The theorem of misère quotients.
pub(super) struct QuotientSumMethod {
    sources: SumSources,
    positions: PositionGenerators,
    growing: QuotientBuilder,
    /// The reason why the limit was reached. After the limit is reached, only cached elements are
    /// returned.
    cut: Option<Text>,
    /// The moves of components, each with the element of the position after it.
    moves: FxHashMap<Component, Vec<(u32, ChosenMove)>>,
    /// The quotient of a certificate, from which the computation starts.
    given: Option<Arc<UncheckedQuotient>>,
    known: Option<CheckedQuotient>,
}

impl QuotientSumMethod {
    /// Creates the method with an empty quotient.
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

    /// Starts with the quotient of a certificate. Only the first call has an effect. The
    /// certificate is verified before its use, by the checker and by the proof of
    /// [`QuotientBuilder`].
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
                "an unexpected limit stopped the generators of the heaps",
                "堆的生成元的计算意外触及上限"
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
                    "the checker accepted a quotient, but it could not be proved",
                    "核验程序接受了反常商，但未能证明它"
                )));
            }
        }
        self.known = Some(known);
        Ok(())
    }

    /// Returns a heap of the certificate's code with the same element as this component, if the
    /// period determines such a heap; otherwise the component.
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
            return Component::new(component.game, [from + over % period]);
        }
        component.clone()
    }

    /// Returns the elements of the components.
    fn elements(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Vec<u32>> {
        let SumQuery { world, budget, .. } = *sum;
        self.sources.check_coins(world, sum.components)?;
        self.begin_with_certificate(budget)?;
        let within: Vec<Component> = sum
            .components
            .iter()
            .map(|component| self.reduce_by_period(world, component))
            .collect();
        let components = &within[..];
        // For a component that never splits, a search visits no more positions than the computation
        // of the quotient.
        if let [one] = components
            && self.sources.stays_one(world, one.game, budget)?
        {
            return Err(SumTheoremError::Declined(text!(
                "a single component that never splits is searched directly",
                "只有一个部分且不会分开，直接搜索"
            )));
        }
        let unknown: Vec<&Component> = components
            .iter()
            .filter(|component| self.positions.lookup(component).is_none())
            .collect();
        if !unknown.is_empty() {
            if let Some(why) = &self.cut {
                return Err(why.clone().into());
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
            if let Err(error) = reached {
                let why = match error {
                    GeneratorError::Unfit(why) => why,
                    GeneratorError::Quotient(error) => self.halted(error),
                    GeneratorError::Stopped(_) if cut => self.halted(QuotientError::Unproved),
                    GeneratorError::Stopped(stop) => return Err(stop.into()),
                };
                self.cut = cut.then(|| why.clone());
                return Err(why.into());
            }
        }
        let quotient = self.growing.quotient();
        let element = |component: &Component| {
            quotient.image(self.positions.lookup(component).expect("it was reached"))
        };
        Ok(components.iter().map(element).collect())
    }

    /// Returns a description of the part of the quotient that was computed.
    fn halted(&self, halt: QuotientError) -> Text {
        let (positions, order) = (self.positions.count(), self.growing.quotient().order());
        match halt {
            QuotientError::Elements(most) => text!(
                "the quotient of more than {positions} positions has more than {most} elements, or is infinite",
                "超过 {positions} 个局面的反常商有多于 {most} 个元素，或为无限"
            ),
            _ => text!(
                "no quotient was proved within the limit of the search: {positions} positions have a quotient of order {order}, but more positions are reachable",
                "未能在限定时间内证明反常商：已有 {positions} 个局面的商，阶为 {order}，但局面不止这些"
            ),
        }
    }

    fn total(&self, elements: &[u32]) -> u32 {
        elements.iter().fold(0, |total, &element| {
            self.growing.quotient().product(total, element)
        })
    }

    /// Returns an element as text: the least sum of positions that has this element.
    fn element_text(&self, world: &World, element: u32) -> String {
        let word = self.growing.quotient().word(element);
        if word.is_empty() {
            return "0".to_owned();
        }
        let parts = word
            .iter()
            .map(|&generator| self.positions.name(world, generator));
        parts.collect::<Vec<_>>().join(" + ")
    }

    /// Caches the moves of a component, each with the element of the position after it.
    fn see_to_moves(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        if self.moves.contains_key(component) {
            return Ok(());
        }
        let options = options_of(world, component, budget)?;
        let quotient = self.growing.quotient();
        let mut list = Vec::with_capacity(options.len());
        for option in options.iter() {
            budget.tick()?;
            let left = option.components().try_fold(0, |total, (game, slots)| {
                let part = self.reduce_by_period(world, &Component::new(game, slots));
                let generator = self.positions.lookup(&part)?;
                Some(quotient.product(total, quotient.image(generator)))
            });
            let left = left.ok_or_else(|| {
                SolveError::Bug(text!(
                    "an option of a known position is missing",
                    "已知局面的某个选项缺失"
                ))
            })?;
            list.push((left, (option.rule, option.choices.to_vec())));
        }
        self.moves.insert(component.clone(), list);
        Ok(())
    }
}

impl SumMethod for QuotientSumMethod {
    fn outcome(&mut self, sum: &SumQuery<'_>) -> SumAnswer<(Outcome, Text)> {
        let elements = self.elements(sum)?;
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
            self.element_text(sum.world, total),
        );
        let found = text!(
            "the quotient of {positions} positions is proved and has order {order}; the sum is equivalent to {alike}",
            "{positions} 个局面的反常商已证明，阶为 {order}；该和等同于 {alike}"
        );
        Ok((outcome, found))
    }

    fn winning(&mut self, sum: &SumQuery<'_>, limit: usize) -> SumAnswer<WinningSteps> {
        let elements = self.elements(sum)?;
        for component in sum.components {
            self.see_to_moves(sum.world, component, sum.budget)?;
        }
        let quotient = self.growing.quotient();
        let rests = sums_of_others(&elements, 0, |a, b| quotient.product(a, b));
        let mut steps = Vec::new();
        for (index, (component, rest)) in sum.components.iter().zip(rests).enumerate() {
            for (left, (rule, choices)) in &self.moves[component] {
                sum.budget.tick()?;
                if quotient.is_lost(quotient.product(rest, *left)) {
                    steps.push((index, *rule, choices));
                }
            }
        }
        let steps = steps
            .into_iter()
            .map(|(index, rule, choices)| MoveStep::new(index, rule, &choices[..]));
        Ok(WinningSteps::of_single_steps(steps, true, limit))
    }

    fn explanation(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Text> {
        let elements = self.elements(sum)?;
        let described = elements.iter().map(|&element| {
            let alike = self.element_text(sum.world, element);
            text!("equivalent to {alike}", "等同于 {alike}")
        });
        let total = self.total(&elements);
        let alike = self.element_text(sum.world, total);
        let whole = match self.growing.quotient().is_lost(total) {
            true => text!(
                "total: equivalent to {alike}; the player to move loses",
                "合计：等同于 {alike}，先手必败"
            ),
            false => text!(
                "total: equivalent to {alike}; the player to move wins",
                "合计：等同于 {alike}，先手必胜"
            ),
        };
        Ok(sum.explanation(described, Some(whole)))
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
