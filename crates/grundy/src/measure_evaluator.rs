//! Computes the values of positions in any measure. Grundy values and loopy values come from the
//! solver. Suspense, remoteness and foreclosed values are computed from the options of each
//! position of a component (a fold). Misère values and the genus come from canonical forms. If no
//! fold applies (a sum with one component per move, a goal, play that can cycle), the remoteness is
//! computed on the graph of all reachable positions in O(V + E).

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use engines::oracle::EngineStats;
use misere::QuotientError;
use misere::forms::{FormId, MisereForms};
use rules::ast::EndCondition;
use rules::game::{Conventions, Outcome, SumKind};
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::loopy::Loopy;
use theory::sums::{self, SumAlgebra};
use theory::value::Grundy;

use crate::error::SolveError;
use crate::generators::{GeneratorError, PositionGenerators};
use crate::measure::{Measure, MeasuredValue, Measurement, PartsAndTotal};
use crate::remoteness::{RemotenessCache, RemotenessMap};
use crate::settings::SessionSettings;
use crate::solver::Solver;
use crate::sum_value::fitting_sum;
use crate::sums::FoldEvaluator;

/// The values of one measure under one set of conventions.
pub(crate) struct MeasureEvaluator {
    measure: Measure,
    conventions: Conventions,
    source: MeasureSource,
}

enum MeasureSource {
    /// Grundy values and loopy values.
    Solver,
    Suspense(Box<FoldEvaluator<sums::SuspenseAlgebra>>),
    Remoteness(
        Box<FoldEvaluator<sums::RemotenessAlgebra>>,
        Box<RemotenessCache>,
    ),
    Foreclosed(Box<FoldEvaluator<sums::DiminishedAlgebra>>),
    /// Misère values and the genus.
    Forms(Box<FormEvaluator>),
}

/// Canonical forms of positions.
#[derive(Default)]
struct FormEvaluator {
    positions: PositionGenerators,
    forms: MisereForms,
    /// The canonical form of each generator.
    of: Vec<FormId>,
}

impl MeasureEvaluator {
    /// Creates an evaluator without values.
    pub fn new(
        measure: Measure,
        conventions: Conventions,
        settings: &SessionSettings,
    ) -> MeasureEvaluator {
        let settings = Arc::new(settings.clone());
        let play = conventions.play;
        let source = match measure {
            Measure::Grundy | Measure::Loopy | Measure::Entailing | Measure::Score => {
                MeasureSource::Solver
            }
            // Games in which the players have different moves are not evaluated here.
            Measure::Canonical | Measure::Mean | Measure::Temperature | Measure::OutcomeClass => {
                MeasureSource::Solver
            }
            Measure::Suspense => MeasureSource::Suspense(Box::new(FoldEvaluator::with_tables(
                settings,
                sums::SuspenseAlgebra(play),
            ))),
            Measure::Remoteness => {
                let distant = Box::new(RemotenessCache::new(&settings));
                MeasureSource::Remoteness(
                    Box::new(FoldEvaluator::with_tables(
                        settings,
                        sums::RemotenessAlgebra(play),
                    )),
                    distant,
                )
            }
            Measure::Foreclosed => MeasureSource::Foreclosed(Box::new(FoldEvaluator::new(
                settings,
                sums::DiminishedAlgebra(play),
            ))),
            Measure::Misere | Measure::Genus => MeasureSource::Forms(Box::default()),
        };
        MeasureEvaluator {
            measure,
            conventions,
            source,
        }
    }

    /// Prepares the evaluator for positions with slots up to these numbers.
    ///
    /// # Errors
    /// Returns [`SolveError::Stopped`] if the budget runs out.
    pub fn expect(
        &mut self,
        world: &World,
        greatest: &[Component],
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        // If play can cycle, the solver fills no table.
        for component in greatest.iter().filter(|_| !self.conventions.loopy) {
            match &mut self.source {
                MeasureSource::Suspense(folds) => folds.expect(world, component, budget)?,
                MeasureSource::Remoteness(folds, _) => folds.expect(world, component, budget)?,
                MeasureSource::Foreclosed(_) | MeasureSource::Solver | MeasureSource::Forms(_) => {}
            }
        }
        Ok(())
    }

    /// Returns the values of the components in their order, and the value of the position if the
    /// components determine it.
    ///
    /// # Errors
    /// Returns an error if a value does not exist in this measure, or the budget runs out.
    pub fn evaluate(
        &mut self,
        components: &[Component],
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Measurement, SolveError> {
        let world = solver.world().clone();
        let MeasureEvaluator {
            measure,
            conventions,
            source,
        } = self;
        let (parts, total) = match source {
            MeasureSource::Solver if *measure == Measure::Grundy => {
                let mut values: Vec<Grundy> = Vec::with_capacity(components.len());
                for (at, component) in components.iter().enumerate() {
                    // Adjacent equal components are evaluated once.
                    let known =
                        (at > 0 && components[at - 1] == *component).then(|| values[at - 1]);
                    values.push(known.map_or_else(|| solver.value(component, budget), Ok)?);
                }
                let total = MeasuredValue::grundy(fitting_sum(values.iter().copied())?)?;
                (
                    values
                        .into_iter()
                        .map(MeasuredValue::grundy)
                        .collect::<Result<_, SolveError>>()?,
                    Some(total),
                )
            }
            MeasureSource::Solver if *measure == Measure::Entailing => {
                match MeasuredValue::of_entailed(solver.entailed(components, budget)?)? {
                    Some(found) => found,
                    None => return Err(solver.no_worths("entailing", components, budget)?),
                }
            }
            MeasureSource::Solver if *measure == Measure::Score => {
                let sum = SumPosition::canonical(components.to_vec(), &world);
                let (score, _) = solver.score(&sum, budget)?;
                let difference = MeasuredValue::Number(score.difference);
                let parts = match components {
                    [_] => vec![difference.clone()],
                    _ => Vec::new(),
                };
                (parts, Some(difference))
            }
            MeasureSource::Solver => {
                let Some(values) = solver.worths(components, budget)? else {
                    return Err(solver.no_worths("loopy-values", components, budget)?);
                };
                let total = MeasuredValue::loopy(Loopy::sum(&values))?;
                (
                    values
                        .into_iter()
                        .map(MeasuredValue::loopy)
                        .collect::<Result<_, SolveError>>()?,
                    Some(total),
                )
            }
            MeasureSource::Suspense(folds) => {
                let add =
                    (conventions.sum, conventions.until) == (SumKind::Every, EndCondition::All);
                folded(folds, &world, components, add, budget)?
            }
            MeasureSource::Foreclosed(folds) => folded(folds, &world, components, true, budget)?,
            MeasureSource::Remoteness(folds, whole) => {
                remotenesses(folds, whole, &world, components, *conventions, budget)?
            }
            MeasureSource::Forms(forms) => {
                let mut list = Vec::with_capacity(components.len());
                for component in components {
                    list.push(forms.form_of(&world, component, budget)?);
                }
                let total = list
                    .iter()
                    .try_fold(0, |total, &form| forms.forms.sum(total, form, budget))?;
                let worth = |form: FormId| {
                    let genus = forms.forms.genus(form);
                    if *measure == Measure::Genus {
                        Ok(MeasuredValue::Genus(Box::new(genus.clone())))
                    } else {
                        MeasuredValue::number(genus.misere())
                    }
                };
                (
                    list.into_iter()
                        .map(worth)
                        .collect::<Result<_, SolveError>>()?,
                    Some(worth(total)?),
                )
            }
        };
        let every = conventions.sum == SumKind::Every;
        let adds = match measure {
            Measure::Suspense => every && conventions.until == EndCondition::All,
            Measure::Remoteness => every && conventions.until == EndCondition::One,
            Measure::Score
            | Measure::Canonical
            | Measure::Mean
            | Measure::Temperature
            | Measure::OutcomeClass => false,
            Measure::Grundy
            | Measure::Foreclosed
            | Measure::Misere
            | Measure::Genus
            | Measure::Loopy
            | Measure::Entailing => true,
        };
        Ok(Measurement {
            measure: *measure,
            parts,
            total,
            adds,
        })
    }

    /// Returns the remoteness of a position; `None` if no player can force the end.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated or the budget runs out.
    pub fn moves(
        &mut self,
        world: &World,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<u64>, SolveError> {
        self.expect(world, components, budget)?;
        let MeasureSource::Remoteness(folds, whole) = &mut self.source else {
            return Ok(None);
        };
        let total = match hurried(folds, world, components, self.conventions, budget)? {
            Some((_, total)) => total,
            None => Some(of_whole(
                whole,
                world,
                SumPosition::canonical(components.to_vec(), world),
                self.conventions,
                budget,
            )?),
        };
        Ok(total
            .and_then(|total| total.as_number())
            .and_then(|moves| u64::try_from(moves).ok()))
    }

    /// Returns the method that computed the values; `None` if the solver computed them.
    pub fn method(&self) -> Option<String> {
        match &self.source {
            MeasureSource::Solver => None,
            MeasureSource::Suspense(folds) => Some(folds.method("suspense")),
            MeasureSource::Remoteness(folds, whole) => Some(match &whole.found {
                None => folds.method("remoteness"),
                Some(found) => found.method().to_owned(),
            }),
            MeasureSource::Foreclosed(folds) => Some(folds.method("diminished")),
            MeasureSource::Forms(_) => Some("canonical forms".to_owned()),
        }
    }

    /// Returns the numbers of positions evaluated and of options listed outside the solver.
    pub fn stats(&self) -> EngineStats {
        match &self.source {
            MeasureSource::Solver => EngineStats::default(),
            MeasureSource::Suspense(folds) => folds.stats(),
            MeasureSource::Remoteness(folds, whole) => {
                let (positions, options) =
                    whole.found.as_ref().map_or((0, 0), RemotenessMap::counts);
                folds.stats().plus(EngineStats { positions, options })
            }
            MeasureSource::Foreclosed(folds) => folds.stats(),
            MeasureSource::Forms(forms) => EngineStats {
                positions: forms.positions.count() as u64,
                options: 0,
            },
        }
    }
}

/// Returns the values of components by a fold, and the value of the position if values add.
fn folded<A: SumAlgebra>(
    folds: &mut FoldEvaluator<A>,
    world: &World,
    components: &[Component],
    add: bool,
    budget: &Budget<'_>,
) -> Result<PartsAndTotal, SolveError> {
    let mut worths = Vec::with_capacity(components.len());
    for component in components {
        if !add && !folds.stays_one(world, component.game, budget)? {
            let position = world.show(component.game, &component.slots);
            return Err(SolveError::Unsupported(text!(
                "a move of {position} may leave several components; under these conventions, the numbers of moves in the components do not determine how long play in the sum lasts",
                "{position} 的着法可能留下多个部分；在这些规则约定下，由各部分无法得知其和持续多久"
            )));
        }
        worths.push(folds.value_of(world, component, budget)?);
    }
    let worth = |folds: &FoldEvaluator<A>, worth| {
        folds
            .table_value(worth)
            .map(MeasuredValue::from_table_value)
            .transpose()
    };
    let parts = worths
        .iter()
        .map(|&one| worth(folds, one))
        .collect::<Result<Option<Vec<MeasuredValue>>, SolveError>>()?;
    let total = if add || worths.len() == 1 {
        worth(folds, folds.total(&worths))?
    } else {
        None
    };
    parts.map(|parts| (parts, total)).ok_or_else(|| {
        SolveError::Bug(text!(
            "a component has no value to show",
            "有部分没有可显示的值"
        ))
    })
}

/// Returns the remotenesses of the components by a fold.
fn hurried(
    folds: &mut FoldEvaluator<sums::RemotenessAlgebra>,
    world: &World,
    components: &[Component],
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<Option<PartsAndTotal>, SolveError> {
    let add = (conventions.sum, conventions.until) == (SumKind::Every, EndCondition::One);
    let mut told = !conventions.loopy && (add || components.len() == 1);
    for component in components {
        told =
            told && !world.rules(component.game).can_end() && !world.rules(component.game).coins();
        told = told && (add || folds.stays_one(world, component.game, budget)?);
    }
    if told {
        folded(folds, world, components, add, budget).map(Some)
    } else {
        Ok(None)
    }
}

/// Returns the remoteness of a position on the graph of all reachable positions.
fn of_whole(
    whole: &mut RemotenessCache,
    world: &World,
    sum: SumPosition,
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<MeasuredValue, SolveError> {
    match whole.find_remoteness(world, &sum, conventions, budget)? {
        (Outcome::D, _) => Ok(MeasuredValue::Endless),
        (_, moves) => MeasuredValue::number(moves.into()),
    }
}

/// Returns remotenesses by a fold over components if folds apply, otherwise on the graph of all
/// positions.
fn remotenesses(
    folds: &mut FoldEvaluator<sums::RemotenessAlgebra>,
    whole: &mut RemotenessCache,
    world: &World,
    components: &[Component],
    conventions: Conventions,
    budget: &Budget<'_>,
) -> Result<PartsAndTotal, SolveError> {
    if let Some(told) = hurried(folds, world, components, conventions, budget)? {
        return Ok(told);
    }
    let mut of = |sum: SumPosition| of_whole(whole, world, sum, conventions, budget);
    let total = of(SumPosition::canonical(components.to_vec(), world))?;
    let parts = match components {
        [_] => vec![total.clone()],
        _ => {
            let alone =
                |component: &Component| of(SumPosition::canonical(vec![component.clone()], world));
            components
                .iter()
                .map(alone)
                .collect::<Result<Vec<MeasuredValue>, SolveError>>()?
        }
    };
    Ok((parts, Some(total)))
}

impl FormEvaluator {
    /// Returns the canonical form of a component.
    fn form_of(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<FormId, SolveError> {
        let FormEvaluator {
            positions,
            forms,
            of,
        } = self;
        let take = &mut |options: Vec<misere::generators::GeneratorWord>| {
            let form = forms
                .of_generator(&options, of, budget)
                .map_err(QuotientError::Stop)?;
            of.push(form);
            Ok(())
        };
        match positions.reach(world, component, take, budget) {
            Ok(()) => Ok(of[positions.lookup(component).expect("it was just reached") as usize]),
            Err(GeneratorError::Unfit(why)) => Err(SolveError::Unsupported(why)),
            Err(GeneratorError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
            Err(GeneratorError::Quotient(_)) => Err(SolveError::Bug(text!(
                "an unexpected limit stopped the computation of canonical forms",
                "规范形式的计算意外触及上限"
            ))),
        }
    }
}
