//! The search for the law of a game, form by form.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use laws::{
    LawError, LawNumerals, LawProofData, LawSearchEffort, LawSearchResult, MissingResource, find,
};
use rules::game::{Conventions, GameId};
use rules::world::World;

use super::cells::SolverCells;
use super::error::LawSearchError;
use super::forms::LawForm;
use super::game_clauses::GameClauses;
use super::law_names::{find_conjecture, find_name};
use super::other_methods::find_other_method;
use super::passes::{LawSearchPass, PASSES, QUICK_PASSES};
use super::query::LawQuery;
use super::report::{LawAttempt, LawReport};
use crate::error::SolveError;
use crate::solver::Solver;

/// Maximum number of budget polls for all forms and passes together, about half a minute, unless
/// the search is patient.
const ALL_LOOKS: u32 = 250_000;

/// The limit in place of [`ALL_LOOKS`] if a parameter is a number of the position. If a law for all
/// values of the parameter exists, it is small.
const ALL_FOR_ALL: u32 = 60_000;

/// Maximum average number of steps for each budget poll.
const STEPS_PER_LOOK: u64 = 2_048;

/// The limit in place of [`ALL_LOOKS`] while a person waits. Searches with this limit found laws
/// after less than a quarter of the limit.
const ALL_SOON: u32 = 120_000;

/// A search for the law of a game.
pub(super) struct LawSearch<'s> {
    pub world: &'s World,
    pub game: GameId,
    pub conventions: Conventions,
    /// The source of the cells.
    pub solver: &'s mut Solver,
    pub sought: &'s LawQuery,
    /// The passes, each with more effort than the previous one.
    pub passes: &'s [LawSearchPass],
}

/// The forms of laws that are tried for a game.
struct FormList<'f> {
    read: &'f GameClauses,
    forms: &'f [LawForm],
    /// Forms that the rules suggest.
    hinted: &'f [LawForm],
    /// Whether methods other than one automaton are tried too.
    methods: bool,
}

/// The result of all forms.
enum FormSearchResult {
    /// A law, or another method that computes all values, was found.
    Found(LawReport),
    /// Neither a law nor another method was found.
    Rest(LawReport),
}

/// No law was found: the result of each form in the last pass, and whether more effort may help.
type PassResults = [Option<(LawAttempt, bool)>];

impl LawSearch<'_> {
    /// Searches for the law of the game form by form, with more effort in each pass.
    pub fn run(mut self, budget: &Budget<'_>) -> Result<LawReport, SolveError> {
        let (world, game, conventions) = (self.world, self.game, self.conventions);
        let (sought, passes) = (self.sought, self.passes);
        let rules = world.rules(game);
        let report = LawReport {
            title: rules.title(),
            slots: rules.slots().iter().map(|slot| slot.name.clone()).collect(),
            conventions,
            tried: Vec::new(),
            method: None,
            stopped: None,
            given_up: false,
            certificate: None,
            at: None,
            name: None,
            conjecture: None,
            of_values: self.solver.values_decide() && !sought.outcomes,
            outside: None,
            emitted: None,
        };
        let asked_for = |form: LawForm| {
            sought
                .forms
                .as_ref()
                .is_none_or(|forms| forms.contains(&form))
        };
        let methods = sought.methods
            && asked_for(LawForm::Methods)
            && !sought.outcomes
            && self.solver.values_decide();
        let read = match GameClauses::new(world, game, budget) {
            Ok(read) => read,
            // A theorem may apply although the rules cannot be read as clauses.
            Err(error @ SolveError::Unsupported(_)) if methods => {
                let report = self.with_other_method(LawForm::Methods, report, budget)?;
                return if report.method().is_some() {
                    Ok(report)
                } else {
                    self.with_conjecture(report, error, budget)
                };
            }
            Err(error) => return self.with_conjecture(report, error, budget),
        };
        // In the last pass, no form is stopped in favour of another form.
        let waits = passes.len() < PASSES.len();
        let hinted = LawForm::hinted(&read.clauses);
        let mut forms = sought.forms.clone().unwrap_or_else(|| {
            LawForm::for_game(&hinted, read.gaps.is_some(), &sought.first, waits)
        });
        forms.retain(|form| {
            if form.tells_values() {
                !sought.outcomes && self.solver.values_decide()
            } else {
                !sought.values
            }
        });
        if forms.is_empty() && sought.forms.is_some() {
            return Err(SolveError::Usage(text!(
                "none of the requested kinds of law can answer this query under these conventions",
                "在这些约定下，所要求的各种规律都不能回答此问题"
            )));
        }
        let mut came: Vec<Option<(LawAttempt, bool)>> = forms.iter().map(|_| None).collect();
        let looks = match (sought.patient, sought.soon) {
            (true, _) => u32::MAX,
            (false, true) => ALL_SOON,
            (false, false) if sought.for_all.is_some() => ALL_FOR_ALL,
            (false, false) => ALL_LOOKS,
        };
        // Large automata are rebuilt in many steps between two clock checks; the search limit also
        // counts these steps.
        let steps = if sought.patient {
            u64::MAX
        } else {
            u64::from(looks) * STEPS_PER_LOOK
        };
        let (found, cut) = budget.bounded(u64::MAX, steps, &|_| (), |budget| {
            budget.limited(looks, |budget| {
                let forms = FormList {
                    read: &read,
                    forms: &forms,
                    hinted: &hinted,
                    methods,
                };
                self.try_forms(&forms, &mut came, report, budget)
            })
        });
        let mut report = match found? {
            FormSearchResult::Found(report) => return Ok(report),
            FormSearchResult::Rest(report) => report,
        };
        if cut || matches!(report.stopped, Some(StopReason::Steps(_))) {
            // The results so far are final; more effort will not help.
            (report.stopped, report.given_up) = (None, true);
        }
        report.tried = came.into_iter().flatten().map(|(tried, _)| tried).collect();
        match report.stopped {
            Some(stop) if report.tried.is_empty() => return Err(SolveError::Stopped(stop)),
            None if sought.names => {
                report.conjecture = find_conjecture(world, game, sought, self.solver, budget)?
            }
            _ => {}
        }
        Ok(report)
    }

    /// Tries form by form, with more effort in each pass.
    fn try_forms(
        &mut self,
        list: &FormList<'_>,
        came: &mut PassResults,
        mut report: LawReport,
        budget: &Budget<'_>,
    ) -> Result<FormSearchResult, SolveError> {
        let (world, game) = (self.world, self.game);
        let (sought, passes) = (self.sought, self.passes);
        let play = self.conventions.play;
        'passes: for (round, pass) in passes.iter().enumerate() {
            for (&form, came) in list.forms.iter().zip(came.iter_mut()) {
                // The forms that are tried first are not stopped in favour of other forms.
                let pass = if sought.first.contains(&form) {
                    &QUICK_PASSES[1]
                } else {
                    pass
                };
                let Some((system, kind)) = form.automaton() else {
                    if round == 0 && list.methods {
                        report = self.with_other_method(form, report, budget)?;
                        if report.method().is_some() {
                            return Ok(FormSearchResult::Found(report));
                        }
                    }
                    continue;
                };
                if came.as_ref().is_some_and(|(_, further)| !further) {
                    continue;
                }
                let values = form.tells_values();
                let (told, numerals) = (kind.text(), LawNumerals::name_of(system));
                budget.stage(Text {
                    en: format!("{} in {}", told.en, numerals.en),
                    zh: format!("{}：{}", numerals.zh, told.zh),
                });
                let effort = LawSearchEffort {
                    nodes: pass.nodes.min(sought.nodes),
                    rounds: pass.rounds,
                    side: None,
                };
                let (found, cut) = budget.limited(pass.looks, |budget| {
                    // Forms that the rules suggest may use larger tables.
                    let wider = passes
                        .get(round + 1)
                        .filter(|_| list.hinted.contains(&form))
                        .unwrap_or(pass);
                    let most = sought.cells.min(wider.cells);
                    let mut cells = SolverCells::new(self.solver, world, game, values, most);
                    let found = if form == LawForm::Gaps {
                        cells = cells.of_gaps();
                        list.read.find_of_gaps(world, &mut cells, effort, budget)
                    } else {
                        find(
                            play,
                            &list.read.theory(world, system, budget)?,
                            kind,
                            &mut cells,
                            effort,
                            budget,
                        )
                    };
                    let found = found
                        .map(|found| add_advice(found, sought, effort.nodes, most, cells.refused));
                    cells.fault.take().map_or_else(
                        || found.map_err(LawSearchError::Law),
                        |error| Err(LawSearchError::Solve(error)),
                    )
                });
                let (found, further) = match found {
                    Ok(found) => (Ok(found), true),
                    Err(LawSearchError::Solve(error)) => return Err(error),
                    Err(LawSearchError::Law(LawError::Outside(why))) => (Err(why), false),
                    Err(LawSearchError::Law(LawError::Stopped(_))) if cut => (
                        Err(text!("abandoned: too much work", "放弃：工作量过大")),
                        true,
                    ),
                    // The next form may need less memory.
                    Err(LawSearchError::Law(LawError::Stopped(stop @ StopReason::Memory(..)))) => {
                        (Err(stop.text()), false)
                    }
                    Err(LawSearchError::Law(LawError::Stopped(stop))) => {
                        report.stopped = Some(stop);
                        break 'passes;
                    }
                };
                let numerals = form.read(LawNumerals::from_system(system, budget)?.name());
                let tried = LawAttempt {
                    kind,
                    numerals,
                    came: found,
                };
                if let Some((found, proof)) = tried.proof() {
                    report.certificate =
                        Some(write_certificate(world, game, found, proof, budget)?);
                    report.name = sought
                        .names
                        .then(|| find_name(world, game, &found.law, budget))
                        .transpose()?
                        .flatten();
                    (report.tried, report.method) = (vec![tried], None);
                    return Ok(FormSearchResult::Found(report));
                }
                *came = Some((tried, further));
            }
        }
        Ok(FormSearchResult::Rest(report))
    }

    /// Returns the report for a game whose rules have no clauses, with a conjecture for its table
    /// if a name is requested. Otherwise, returns the error.
    fn with_conjecture(
        &mut self,
        mut report: LawReport,
        error: SolveError,
        budget: &Budget<'_>,
    ) -> Result<LawReport, SolveError> {
        let SolveError::Unsupported(why) = error else {
            return Err(error);
        };
        if !self.sought.names {
            return Err(SolveError::Unsupported(why));
        }
        let Some(conjecture) =
            find_conjecture(self.world, self.game, self.sought, self.solver, budget)?
        else {
            return Err(SolveError::Unsupported(why));
        };
        (report.outside, report.conjecture) = (Some(why), Some(conjecture));
        Ok(report)
    }

    /// Adds a method other than one automaton to the report, or the reason why no method was found.
    /// The form determines whether only theorems are tried.
    fn with_other_method(
        &mut self,
        form: LawForm,
        report: LawReport,
        budget: &Budget<'_>,
    ) -> Result<LawReport, SolveError> {
        let (world, game, sought) = (self.world, self.game, self.sought);
        let shown = match find_other_method(world, game, form, sought, self.solver, budget)? {
            Ok(shown) => shown,
            Err(why) => {
                return Ok(LawReport {
                    method: Some(Err(why)),
                    ..report
                });
            }
        };
        let name = match shown.told.automaton() {
            Some(law) if sought.names => find_name(world, game, law, budget)?,
            _ => None,
        };
        let certificate =
            certificate::write(world, &shown.certificate(game)).map_err(|refused| refused.text());
        Ok(LawReport {
            method: Some(Ok(shown)),
            certificate: Some(certificate),
            name,
            tried: Vec::new(),
            ..report
        })
    }
}

/// Adds advice to the result if a proof would exceed the limits of the caller.
fn add_advice(
    found: LawSearchResult,
    sought: &LawQuery,
    nodes: usize,
    cells: u64,
    refused: Option<u128>,
) -> LawSearchResult {
    let Err(Text { en, zh }) = &found.proof else {
        return found;
    };
    let why = match (found.short, refused) {
        (Some(MissingResource::Nodes), _) if nodes == sought.nodes => Text {
            en: format!("{en}; use `--nodes` to allow more"),
            zh: format!("{zh}；可用 `--nodes` 放宽"),
        },
        (Some(MissingResource::Cells), Some(needed)) if cells == sought.cells => Text {
            en: format!(
                "{en}: this requires a table of {needed} positions; `--cells` allows {cells}"
            ),
            zh: format!("{zh}：需要 {needed} 个局面的表；`--cells` 允许 {cells} 个"),
        },
        _ => return found,
    };
    LawSearchResult {
        proof: Err(why),
        ..found
    }
}

/// Returns the text of the checked certificate of a law, or the reason why no certificate was
/// written.
fn write_certificate(
    world: &World,
    game: GameId,
    found: &LawSearchResult,
    proof: &LawProofData,
    budget: &Budget<'_>,
) -> Result<Result<String, Text>, SolveError> {
    let made = match laws::certificate(world, game, &found.law, proof, budget) {
        Ok(made) => made,
        Err(LawError::Outside(why)) => return Ok(Err(why)),
        Err(LawError::Stopped(stop)) => return Ok(Err(stop.text())),
    };
    match certificate::check(world, &made, budget) {
        Ok(_) => Ok(certificate::write(world, &made).map_err(|refused| refused.text())),
        Err(certificate::CertificateError::Stopped(stop)) => Ok(Err(stop.text())),
        // A proof that the checker rejects is a bug of this program.
        Err(refused) => {
            let (Text { en, zh }, title) = (refused.text(), world.rules(game).title());
            Err(SolveError::Bug(Text {
                en: format!("the checker rejects the certificate of the law of {title}: {en}"),
                zh: format!("检验器不接受 {title} 的规律的证书：{zh}"),
            }))
        }
    }
}
