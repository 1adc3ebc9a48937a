//! The positions of components as generators of a misère quotient: every position that a component
//! reaches, each after those that its moves leave. Positions with the same options are one
//! generator.

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

/// Why positions are no generators.
#[derive(Debug)]
pub(crate) enum GeneratorError {
    /// The games are not of the kind, for this reason.
    Unfit(Text),
    /// The caller takes no more generators.
    Quotient(QuotientError),
    /// The budget ended.
    Stopped(StopReason),
}

impl GeneratorError {
    fn text(&self) -> Text {
        match self {
            GeneratorError::Unfit(why) => why.clone(),
            GeneratorError::Quotient(_) => {
                text!("no more generators were taken", "不再接收生成元")
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

/// What takes the options of a new generator.
pub(crate) type Take<'t> = &'t mut dyn FnMut(Vec<GeneratorWord>) -> Result<(), QuotientError>;

/// Positions with their generators.
#[derive(Default)]
pub(crate) struct PositionGenerators {
    of: FxHashMap<Component, u32>,
    alike: FxHashMap<Vec<GeneratorWord>, u32>,
    first: Vec<GeneratorOrigin>,
}

/// What a generator was met as first.
enum GeneratorOrigin {
    /// This position.
    Position(Component),
    /// A heap of a code, by its name.
    Heap(String),
}

/// A position whose options are being looked at.
struct GeneratorFrame {
    component: Component,
    options: Vec<Vec<Component>>,
    /// The option before which all options are known.
    option: usize,
    /// The part of that option before which all parts are known.
    part: usize,
}

impl PositionGenerators {
    /// The generator of a position that is known.
    pub fn lookup(&self, component: &Component) -> Option<u32> {
        self.of.get(component).copied()
    }

    /// The first position of a generator, in words.
    pub fn name(&self, world: &World, generator: u32) -> String {
        match &self.first[generator as usize] {
            GeneratorOrigin::Position(component) => world.show(component.game, &component.slots),
            GeneratorOrigin::Heap(name) => name.clone(),
        }
    }

    /// The first position of each generator, in words.
    pub fn names(&self, world: &World) -> Vec<String> {
        (0..self.first.len() as u32)
            .map(|generator| self.name(world, generator))
            .collect()
    }

    /// All positions that are known, with their generators, each after those that its moves leave.
    /// These have smaller generators, but for what has no moves.
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

    /// Begins with the heaps of a code, of which these are the options of the heaps of 1, 2, … as
    /// sums of heaps: the generator of each. Positions of other games with the same options are
    /// the same generators.
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

    /// How many positions are known.
    pub fn count(&self) -> usize {
        self.of.len()
    }

    /// Sees to the generators of a component and of all that it reaches, depth first without
    /// recursion; `take` is given those that are new.
    ///
    /// # Errors
    /// Returns [`GeneratorError`] with the reason if there are no generators.
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
                        "play can end at once in {shown}, or equal coins cancel",
                        "{shown} 中可立即终局，或相同的硬币相互抵消"
                    );
                    return Err(GeneratorError::Unfit(why));
                };
                if !open.insert(component.clone()) {
                    return Err(GeneratorError::Unfit(text!(
                        "play may go round for ever",
                        "对局可能无限循环"
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

    /// All options of a position are known: it becomes a generator, or is one that there is.
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

    /// The generator with these options, made if there is none. What has no moves changes no sum,
    /// and is left out of options.
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

/// The options of a component; `None` if play can end at once there, or equal components cancel.
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
        .map(|option| {
            option
                .components()
                .map(|(game, slots)| Component {
                    game,
                    slots: slots.into(),
                })
                .collect()
        })
        .collect();
    budget.steps(list.len())?;
    list.sort_unstable();
    list.dedup();
    Ok(Some(list))
}
