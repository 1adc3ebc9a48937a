//! Where the values of positions come from, whichever are asked: Grundy values and values of play
//! that may go round from the solver, suspense, remoteness and foreclosed values from folds over
//! the positions of each component, misère values and the genus from canonical forms. The
//! remoteness of what no fold takes (a sum in which one component is moved in, a goal, play that
//! may go round) is found on the graph of all positions that play can reach, O(V + E).

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use engines::oracle::Stats;
use misere::Halt;
use misere::forms::{Form, Forms};
use rules::ast::Until;
use rules::play::{Component, Sum};
use rules::rules::{Conventions, Outcome, SumKind};
use rules::world::World;
use theory::loopy::Loopy;
use theory::sums::{self, SumAlgebra};
use theory::value::Grundy;

use crate::error::Error;
use crate::generators::{Positions, Refused};
use crate::measure::{Measure, Measured, PartsAndTotal, Worth};
use crate::remoteness::{Distant, Remoteness};
use crate::settings::Settings;
use crate::solver::{Solver, fitting_sum};
use crate::sums::Folds;

/// The values of one measure under one set of conventions.
pub(crate) struct Worths {
    measure: Measure,
    conventions: Conventions,
    source: Source,
}

enum Source {
    /// Grundy values, and values of play that may go round.
    Solver,
    Suspense(Box<Folds<sums::Suspense>>),
    Remoteness(Box<Folds<sums::Remoteness>>, Box<Distant>),
    Foreclosed(Box<Folds<sums::Foreclosed>>),
    /// Misère values and the genus.
    Forms(Box<OfForms>),
}

/// Canonical forms of positions.
#[derive(Default)]
struct OfForms {
    positions: Positions,
    forms: Forms,
    /// The form of each generator.
    of: Vec<Form>,
}

impl Worths {
    /// Nothing is looked at yet.
    pub fn new(measure: Measure, conventions: Conventions, settings: &Settings) -> Worths {
        let settings = Arc::new(settings.clone());
        let play = conventions.play;
        let source = match measure {
            Measure::Grundy | Measure::Loopy | Measure::Entailing => Source::Solver,
            Measure::Suspense => {
                Source::Suspense(Box::new(Folds::with_tables(settings, sums::Suspense(play))))
            }
            Measure::Remoteness => {
                let distant = Box::new(Distant::new(&settings));
                Source::Remoteness(
                    Box::new(Folds::with_tables(settings, sums::Remoteness(play))),
                    distant,
                )
            }
            Measure::Foreclosed => {
                Source::Foreclosed(Box::new(Folds::new(settings, sums::Foreclosed(play))))
            }
            Measure::Misere | Measure::Genus => Source::Forms(Box::default()),
        };
        Worths {
            measure,
            conventions,
            source,
        }
    }

    /// Positions up to these numbers are about to be asked.
    ///
    /// # Errors
    /// Where the budget ends.
    pub fn expect(
        &mut self,
        world: &World,
        greatest: &[Component],
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        // Where play may go round no table is filled.
        for component in greatest.iter().filter(|_| !self.conventions.loopy) {
            match &mut self.source {
                Source::Suspense(folds) => folds.expect(world, component, budget)?,
                Source::Remoteness(folds, _) => folds.expect(world, component, budget)?,
                Source::Foreclosed(_) | Source::Solver | Source::Forms(_) => {}
            }
        }
        Ok(())
    }

    /// What a position is worth: its components as they stand, and the whole if their values make
    /// one.
    ///
    /// # Errors
    /// Where there is no such value, or the budget ends.
    pub fn of(
        &mut self,
        components: &[Component],
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Measured, Error> {
        let world = solver.world().clone();
        let Worths {
            measure,
            conventions,
            source,
        } = self;
        let (parts, total) = match source {
            Source::Solver if *measure == Measure::Grundy => {
                let mut values: Vec<Grundy> = Vec::with_capacity(components.len());
                for (at, component) in components.iter().enumerate() {
                    // Equal components that stand side by side are asked for once.
                    let known =
                        (at > 0 && components[at - 1] == *component).then(|| values[at - 1]);
                    values.push(known.map_or_else(|| solver.value(component, budget), Ok)?);
                }
                let total = Worth::grundy(fitting_sum(values.iter().copied())?)?;
                (
                    values
                        .into_iter()
                        .map(Worth::grundy)
                        .collect::<Result<_, Error>>()?,
                    Some(total),
                )
            }
            Source::Solver if *measure == Measure::Entailing => {
                match Worth::of_entailed(solver.entailed(components, budget)?)? {
                    Some(found) => found,
                    None => return Err(solver.no_worths("entailing", components, budget)?),
                }
            }
            Source::Solver => {
                let Some(values) = solver.worths(components, budget)? else {
                    return Err(solver.no_worths("loopy-values", components, budget)?);
                };
                let total = Worth::loopy(Loopy::sum(&values))?;
                (
                    values
                        .into_iter()
                        .map(Worth::loopy)
                        .collect::<Result<_, Error>>()?,
                    Some(total),
                )
            }
            Source::Suspense(folds) => {
                let add = (conventions.sum, conventions.until) == (SumKind::Every, Until::All);
                folded(folds, (&world, components), add, budget)?
            }
            Source::Foreclosed(folds) => folded(folds, (&world, components), true, budget)?,
            Source::Remoteness(folds, whole) => {
                remotenesses(folds, whole, (&world, components), *conventions, budget)?
            }
            Source::Forms(forms) => {
                let mut list = Vec::with_capacity(components.len());
                for component in components {
                    list.push(forms.of(&world, component, budget)?);
                }
                let total = list
                    .iter()
                    .try_fold(0, |total, &form| forms.forms.sum(total, form, budget))
                    .map_err(Error::Stopped)?;
                let worth = |form: Form| {
                    let genus = forms.forms.genus(form);
                    if *measure == Measure::Genus {
                        Ok(Worth::Genus(Box::new(genus.clone())))
                    } else {
                        Worth::number(genus.misere())
                    }
                };
                (
                    list.into_iter().map(worth).collect::<Result<_, Error>>()?,
                    Some(worth(total)?),
                )
            }
        };
        let every = conventions.sum == SumKind::Every;
        let adds = match measure {
            Measure::Suspense => every && conventions.until == Until::All,
            Measure::Remoteness => every && conventions.until == Until::One,
            Measure::Grundy
            | Measure::Foreclosed
            | Measure::Misere
            | Measure::Genus
            | Measure::Loopy
            | Measure::Entailing => true,
        };
        Ok(Measured {
            measure: *measure,
            parts,
            total,
            adds,
        })
    }

    /// How many moves play lasts if its winner hurries; `None` where nobody can force the end.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub fn moves(
        &mut self,
        world: &World,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<u64>, Error> {
        self.expect(world, components, budget)?;
        let Source::Remoteness(folds, whole) = &mut self.source else {
            return Ok(None);
        };
        let total = match hurried(folds, (world, components), self.conventions, budget)? {
            Some((_, total)) => total,
            None => Some(of_whole(
                whole,
                world,
                Sum::canonical(components.to_vec(), world),
                self.conventions,
                budget,
            )?),
        };
        Ok(total
            .and_then(|total| total.as_number())
            .and_then(|moves| u64::try_from(moves).ok()))
    }

    /// How they were found; `None` where the solver found them.
    pub fn method(&self) -> Option<String> {
        match &self.source {
            Source::Solver => None,
            Source::Suspense(folds) => Some(folds.method("suspense")),
            Source::Remoteness(folds, whole) => Some(match &whole.found {
                None => folds.method("remoteness"),
                Some(found) => found.method().to_owned(),
            }),
            Source::Foreclosed(folds) => Some(folds.method("diminished")),
            Source::Forms(_) => Some("canonical forms".to_owned()),
        }
    }

    /// What was done beside the solver.
    pub fn stats(&self) -> Stats {
        match &self.source {
            Source::Solver => Stats::default(),
            Source::Suspense(folds) => folds.stats(),
            Source::Remoteness(folds, whole) => {
                let (positions, options) = whole.found.as_ref().map_or((0, 0), Remoteness::counts);
                folds.stats().plus(Stats { positions, options })
            }
            Source::Foreclosed(folds) => folds.stats(),
            Source::Forms(forms) => Stats {
                positions: forms.positions.count() as u64,
                options: 0,
            },
        }
    }
}

/// The values of components by a fold, and of the whole if they add.
fn folded<A: SumAlgebra>(
    folds: &mut Folds<A>,
    (world, components): (&World, &[Component]),
    add: bool,
    budget: &Budget<'_>,
) -> Result<PartsAndTotal, Error> {
    let mut worths = Vec::with_capacity(components.len());
    for component in components {
        if !add && !folds.stays_one(world, component.game, budget)? {
            let position = world.show(component.game, &component.slots);
            return Err(Error::Unsupported(text!(
                "a move of {position} may leave several components, which do not tell how long their sum lasts under these conventions",
                "{position} 的着法可能留下多个部分，而在这些规则约定下由各部分无法得知其和持续多久"
            )));
        }
        worths.push(folds.of(world, component, budget)?);
    }
    let worth = |folds: &Folds<A>, worth| folds.shown(worth).map(Worth::shown).transpose();
    let parts = worths
        .iter()
        .map(|&one| worth(folds, one))
        .collect::<Result<Option<Vec<Worth>>, Error>>()?;
    let total = if add || worths.len() == 1 {
        worth(folds, folds.total(&worths))?
    } else {
        None
    };
    parts.map(|parts| (parts, total)).ok_or_else(|| {
        Error::Bug(text!(
            "a component has no value to show",
            "有部分没有可显示的值"
        ))
    })
}

/// Remotenesses by a fold, where components tell them.
fn hurried(
    folds: &mut Folds<sums::Remoteness>,
    (world, components): (&World, &[Component]),
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<Option<PartsAndTotal>, Error> {
    let add = (conventions.sum, conventions.until) == (SumKind::Every, Until::One);
    let mut told = !conventions.loopy && (add || components.len() == 1);
    for component in components {
        told =
            told && !world.rules(component.game).can_end() && !world.rules(component.game).coins();
        told = told && (add || folds.stays_one(world, component.game, budget)?);
    }
    if told {
        folded(folds, (world, components), add, budget).map(Some)
    } else {
        Ok(None)
    }
}

/// The remoteness of a position on the graph of all positions that play can reach.
fn of_whole(
    whole: &mut Distant,
    world: &World,
    sum: Sum,
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<Worth, Error> {
    match whole.of(world, &sum, conventions, budget)? {
        (Outcome::D, _) => Ok(Worth::Endless),
        (_, moves) => Worth::number(moves.into()),
    }
}

/// Remotenesses by a fold where components tell them, else on the graph of all positions.
fn remotenesses(
    folds: &mut Folds<sums::Remoteness>,
    whole: &mut Distant,
    (world, components): (&World, &[Component]),
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<PartsAndTotal, Error> {
    if let Some(told) = hurried(folds, (world, components), conventions, budget)? {
        return Ok(told);
    }
    let mut of = |sum: Sum| of_whole(whole, world, sum, conventions, budget);
    let total = of(Sum::canonical(components.to_vec(), world))?;
    let parts = match components {
        [_] => vec![total.clone()],
        _ => {
            let alone = |component: &Component| of(Sum::canonical(vec![component.clone()], world));
            components
                .iter()
                .map(alone)
                .collect::<Result<Vec<Worth>, Error>>()?
        }
    };
    Ok((parts, Some(total)))
}

impl OfForms {
    /// The form of a component.
    fn of(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Form, Error> {
        let OfForms {
            positions,
            forms,
            of,
        } = self;
        let take = &mut |options: Vec<misere::generators::Word>| {
            let form = forms
                .of_generator(&options, of, budget)
                .map_err(Halt::Stop)?;
            of.push(form);
            Ok(())
        };
        match positions.reach(world, component, take, budget)? {
            Ok(()) => Ok(of[positions.known(component).expect("it was just reached") as usize]),
            Err(Refused::Because(why)) => Err(Error::Unsupported(why)),
            Err(Refused::Halted(_)) => Err(Error::Bug(text!(
                "forms have no bound of their own",
                "规范形式没有自己的上限"
            ))),
        }
    }
}
