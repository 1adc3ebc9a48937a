//! Generators of a misère quotient: every position that a component can reach, each after its
//! options. Positions with the same options are one generator.

use base::budget::{Budget, StopReason};
use base::impl_error;
use base::text;
use base::text::Text;
use misere::QuotientError;
use misere::generators::GeneratorWord;
use rules::game::{OptionArena, RulesError};
use rules::play::Component;
use rules::world::World;
use rustc_hash::{FxHashMap, FxHashSet};

/// The reason why positions cannot be generators.
#[derive(Debug)]
pub(crate) enum GeneratorError {
    /// The games are not suitable, for the reason in this variant.
    Unfit(Text),
    /// The caller accepts no more generators.
    Quotient(QuotientError),
    /// The budget ran out.
    Stopped(StopReason),
}

impl GeneratorError {
    fn text(&self) -> Text {
        match self {
            GeneratorError::Unfit(why) => why.clone(),
            GeneratorError::Quotient(_) => {
                text!("no more generators are accepted", "不再接收生成元")
            }
            GeneratorError::Stopped(stop) => stop.text(),
        }
    }
}

impl_error!(GeneratorError { Stopped(StopReason) });

impl From<QuotientError> for GeneratorError {
    fn from(error: QuotientError) -> GeneratorError {
        match error {
            QuotientError::Stop(stop) => GeneratorError::Stopped(stop),
            error => GeneratorError::Quotient(error),
        }
    }
}

/// A callback that receives the options of a new generator.
pub(crate) type Take<'t> = &'t mut dyn FnMut(Vec<GeneratorWord>) -> Result<(), QuotientError>;

/// Positions with their generators.
#[derive(Default)]
pub(crate) struct PositionGenerators {
    of: FxHashMap<Component, u32>,
    alike: FxHashMap<Vec<GeneratorWord>, u32>,
    first: Vec<GeneratorOrigin>,
}

/// The first position with the options of a generator.
enum GeneratorOrigin {
    /// A position.
    Position(Component),
    /// A heap of a code, by its name.
    Heap(String),
}

/// A position whose options are being visited.
struct GeneratorFrame {
    component: Component,
    options: Vec<Vec<Component>>,
    /// The index of the first option that is not yet completely visited.
    option: usize,
    /// The index of the first unvisited part in the first option that is not completely visited.
    part: usize,
}

impl PositionGenerators {
    /// Returns the generator of a position that was visited.
    pub fn lookup(&self, component: &Component) -> Option<u32> {
        self.of.get(component).copied()
    }

    /// Returns the first position of a generator as text.
    pub fn name(&self, world: &World, generator: u32) -> String {
        match &self.first[generator as usize] {
            GeneratorOrigin::Position(component) => world.show(component.game, &component.slots),
            GeneratorOrigin::Heap(name) => name.clone(),
        }
    }

    /// Returns the first position of each generator as text.
    pub fn names(&self, world: &World) -> Vec<String> {
        (0..self.first.len() as u32)
            .map(|generator| self.name(world, generator))
            .collect()
    }

    /// Returns all visited positions with their generators, each after its options. The options of
    /// a position have smaller generators than the position, except options without moves.
    pub fn in_order(&self) -> Vec<(Component, u32)> {
        let nothing = self.alike.get(&Vec::new());
        let mut list: Vec<(Component, u32)> = self
            .of
            .iter()
            .map(|(component, &generator)| (component.clone(), generator))
            .collect();
        list.sort_by(|(a, first), (b, second)| {
            (nothing != Some(first), first, a).cmp(&(nothing != Some(second), second, b))
        });
        list
    }

    /// Starts with the heaps of a code, given by the options of the heaps 1, 2, … as sums of heaps.
    /// Returns the generator of each heap. Positions of other games have the same generator as a
    /// heap with the same options.
    pub fn begin_with(
        &mut self,
        code: &str,
        heaps: &[Vec<GeneratorWord>],
        take: Take<'_>,
    ) -> Result<Vec<u32>, QuotientError> {
        let mut of: Vec<u32> = Vec::with_capacity(heaps.len());
        for (n, options) in (1..).zip(heaps) {
            let word =
                |parts: &GeneratorWord| parts.iter().map(|&part| of[part as usize]).collect();
            let generator = self.generator(
                options.iter().map(word).collect(),
                || GeneratorOrigin::Heap(format!("{code}[{n}]")),
                take,
            )?;
            of.push(generator);
        }
        Ok(of)
    }

    /// Returns the number of visited positions.
    pub fn count(&self) -> usize {
        self.of.len()
    }

    /// Visits a component and all positions that it can reach, depth first without recursion.
    /// `take` receives the new generators.
    ///
    /// # Errors
    /// Returns [`GeneratorError`] with the reason if the positions cannot be generators.
    pub fn reach(
        &mut self,
        world: &World,
        component: &Component,
        take: Take<'_>,
        budget: &Budget<'_>,
    ) -> Result<(), GeneratorError> {
        let mut open: FxHashSet<Component> = FxHashSet::default();
        let mut stack: Vec<GeneratorFrame> = Vec::new();
        let mut next = (!self.of.contains_key(component)).then(|| component.clone());
        loop {
            if let Some(component) = next.take() {
                let options = match options(world, &component, budget) {
                    Ok(options) => options,
                    Err(RulesError::Stopped(stop)) => return Err(stop.into()),
                    Err(_) => {
                        let why = text!(
                            "the rules cannot be evaluated at every position of a component",
                            "并非各部分的每个局面都能按规则求值"
                        );
                        return Err(GeneratorError::Unfit(why));
                    }
                };
                let Some(options) = options else {
                    let shown = world.show(component.game, &component.slots);
                    let why = text!(
                        "in {shown}, play can end immediately or equal coins cancel",
                        "在 {shown} 中，对局可立即结束，或相同的硬币相互抵消"
                    );
                    return Err(GeneratorError::Unfit(why));
                };
                if !open.insert(component.clone()) {
                    return Err(GeneratorError::Unfit(text!(
                        "play can cycle",
                        "对局可能循环"
                    )));
                }
                stack.push(GeneratorFrame {
                    component,
                    options,
                    option: 0,
                    part: 0,
                });
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(());
            };
            budget.tick()?;
            while let Some(option) = frame.options.get(frame.option) {
                budget.tick()?;
                match option.get(frame.part) {
                    Some(part) if self.of.contains_key(part) => frame.part += 1,
                    Some(part) => {
                        next = Some(part.clone());
                        break;
                    }
                    None => (frame.option, frame.part) = (frame.option + 1, 0),
                }
            }
            if next.is_none() {
                let frame = stack.pop().expect("it is the last");
                open.remove(&frame.component);
                self.close(frame, take)?;
            }
        }
    }

    /// Assigns a generator to a position with known options: the existing generator with these
    /// options, or a new one.
    fn close(&mut self, frame: GeneratorFrame, take: Take<'_>) -> Result<(), QuotientError> {
        let options = frame
            .options
            .iter()
            .map(|parts| parts.iter().map(|part| self.of[part]).collect())
            .collect();
        let first = || GeneratorOrigin::Position(frame.component.clone());
        let generator = self.generator(options, first, take)?;
        self.of.insert(frame.component, generator);
        Ok(())
    }

    /// Returns the generator with these options; creates the generator if it does not exist.
    /// Positions without moves do not change a sum, so they are omitted from options.
    fn generator(
        &mut self,
        mut options: Vec<GeneratorWord>,
        first: impl FnOnce() -> GeneratorOrigin,
        take: Take<'_>,
    ) -> Result<u32, QuotientError> {
        let nothing = self.alike.get(&Vec::new()).copied();
        for word in &mut options {
            word.retain(|generator| Some(*generator) != nothing);
            word.sort_unstable();
        }
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.alike.get(&options) {
            return Ok(known);
        }
        take(options.clone())?;
        let generator = self.alike.len() as u32;
        self.alike.insert(options, generator);
        self.first.push(first());
        Ok(generator)
    }
}

/// Returns the options of a component; `None` if the component can end play, or if equal components
/// cancel.
fn options(
    world: &World,
    component: &Component,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Vec<Component>>>, RulesError> {
    let Component { game, slots } = component;
    if world.rules(*game).coins() || world.ending(*game, slots, budget)?.is_some() {
        return Ok(None);
    }
    let mut options = OptionArena::new();
    world.options(*game, slots, &mut options, budget)?;
    let mut list: Vec<Vec<Component>> = options
        .iter()
        .map(|option| option.to_components())
        .collect();
    budget.steps(list.len())?;
    list.sort_unstable();
    list.dedup();
    Ok(Some(list))
}
