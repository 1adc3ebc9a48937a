//! The positions of components as generators of a misère quotient: every position that a component reaches, each after those that its
//! moves leave. Positions with the same options are one generator.

use base::budget::Budget;
use base::text;
use base::text::Text;
use misere::Halt;
use misere::generators::Word;
use rules::play::Component;
use rules::rules::{Fault, Options};
use rules::world::World;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Error;

/// Why positions are no generators.
pub(crate) enum Refused {
    /// The games are not of the kind, for this reason.
    Because(Text),
    /// Whoever takes the generators wants no more.
    Halted(Halt),
}

/// What takes the options of a new generator.
pub(crate) type Take<'t> = &'t mut dyn FnMut(Vec<Word>) -> Result<(), Halt>;

/// Positions with their generators.
#[derive(Default)]
pub(crate) struct Positions {
    of: FxHashMap<Component, u32>,
    alike: FxHashMap<Vec<Word>, u32>,
    first: Vec<Component>,
}

/// A position whose options are being looked at.
struct Frame {
    component: Component,
    options: Vec<Vec<Component>>,
    /// The option, and the part of it, before which all parts are known.
    at: (usize, usize),
}

impl Positions {
    /// The generator of a position that is known.
    pub fn known(&self, component: &Component) -> Option<u32> {
        self.of.get(component).copied()
    }

    /// The first position of each generator.
    pub fn first(&self) -> &[Component] {
        &self.first
    }

    /// How many positions are known.
    pub fn count(&self) -> usize {
        self.of.len()
    }

    /// Sees to the generators of a component and of all that it reaches, depth first without recursion; `take` is given those that
    /// are new.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated because the budget ends. The refusal says why there are no generators.
    pub fn reach(
        &mut self,
        world: &World,
        component: &Component,
        take: Take<'_>,
        budget: &Budget<'_>,
    ) -> Result<Result<(), Refused>, Error> {
        let mut open: FxHashSet<Component> = FxHashSet::default();
        let mut stack: Vec<Frame> = Vec::new();
        let mut next = (!self.of.contains_key(component)).then(|| component.clone());
        loop {
            if let Some(component) = next.take() {
                let options = match options(world, &component, budget) {
                    Ok(options) => options,
                    Err(Fault::Stopped(stop)) => return Err(Error::Stopped(stop)),
                    Err(_) => {
                        let why =
                            text!("the rules cannot be evaluated at every position of a component", "并非各部分的每个局面都能按规则求值");
                        return Ok(Err(Refused::Because(why)));
                    }
                };
                let Some(options) = options else {
                    let shown = world.show(component.game, &component.slots);
                    let why = text!("play can end at once in {shown}, or equal coins cancel", "{shown} 中可立即终局，或相同的硬币相互抵消");
                    return Ok(Err(Refused::Because(why)));
                };
                if !open.insert(component.clone()) {
                    return Ok(Err(Refused::Because(text!("play may go round for ever", "对局可能无限循环"))));
                }
                stack.push(Frame { component, options, at: (0, 0) });
            }
            let Some(frame) = stack.last_mut() else { return Ok(Ok(())) };
            budget.tick().map_err(Error::Stopped)?;
            while let Some(option) = frame.options.get(frame.at.0) {
                budget.tick().map_err(Error::Stopped)?;
                match option.get(frame.at.1) {
                    Some(part) if self.of.contains_key(part) => frame.at.1 += 1,
                    Some(part) => {
                        next = Some(part.clone());
                        break;
                    }
                    None => frame.at = (frame.at.0 + 1, 0),
                }
            }
            if next.is_none() {
                let frame = stack.pop().expect("it is the last");
                open.remove(&frame.component);
                if let Err(halt) = self.close(frame, take) {
                    return match halt {
                        Halt::Stop(stop) => Err(Error::Stopped(stop)),
                        halt => Ok(Err(Refused::Halted(halt))),
                    };
                }
            }
        }
    }

    /// All options of a position are known: it becomes a generator, or is one that there is.
    fn close(&mut self, frame: Frame, take: Take<'_>) -> Result<(), Halt> {
        let word = |parts: &Vec<Component>| {
            let mut word: Word = parts.iter().map(|part| self.of[part]).collect();
            word.sort_unstable();
            word
        };
        let mut options: Vec<Word> = frame.options.iter().map(word).collect();
        options.sort_unstable();
        options.dedup();
        let generator = match self.alike.get(&options) {
            Some(&known) => known,
            None => {
                take(options.clone())?;
                let generator = self.alike.len() as u32;
                self.alike.insert(options, generator);
                self.first.push(frame.component.clone());
                generator
            }
        };
        self.of.insert(frame.component, generator);
        Ok(())
    }
}

/// The options of a component; `None` if play can end at once there, or equal components cancel.
fn options(world: &World, component: &Component, budget: &Budget<'_>) -> Result<Option<Vec<Vec<Component>>>, Fault> {
    let Component { game, slots } = component;
    if world.rules(*game).coins() || world.ending(*game, slots, budget)?.is_some() {
        return Ok(None);
    }
    let mut options = Options::new();
    world.options(*game, slots, &mut options, budget)?;
    let mut list: Vec<Vec<Component>> =
        options.iter().map(|option| option.components().map(|(game, slots)| Component { game, slots: slots.into() }).collect()).collect();
    budget.steps(list.len())?;
    list.sort_unstable();
    list.dedup();
    Ok(Some(list))
}
