//! Laws of games for sessions: looked for kind by kind, proved from the rules alone; claims of rule
//! files proved in the same way.

pub use automata::Automaton;
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
pub use clauses::{SlotGap, SlotGaps};
use dashu_int::{IBig, UBig};
use laws::{
    CellSource, CellValue, LawError, LawFinder, LawNumerals, LawSearchEffort, LawSearchInput,
    MissingResource, Theory, find, find_value_function, find_without_search, leads_elsewhere,
    lemmas,
};
use rules::ast::{GameDecl, PlayConvention};
use rules::game::{Conventions, GameId, Rules};
use rules::ir::Int;
use rules::printer::print_game;
use rules::world::World;

pub use laws::emit::{Comparison, EmitLanguage, EmittedLaw, NodeOutput, Probe, StateDiagram};
pub use laws::names::{
    Conjecture, ConjectureTable, LawName, NameStatus, SampleCell, conjecture, constants,
};
pub use laws::{Law, LawOutput, LawProofData, LawSearchResult, ProvedValueFunction, ValueFunction};

pub use crate::law_answer::{LawAnswer, LawWinningMove};

mod cells;
mod claims;
mod forms;
mod game_clauses;
mod law_names;

pub use claims::ClaimVerdict;
pub(crate) use claims::prove_claim;

use cells::SolverCells;
pub use forms::LawForm;
pub(crate) use game_clauses::GameClauses;
use game_clauses::measure;
use law_names::{conjectured, find_name};

use crate::error::SolveError;
use crate::for_all::for_all;
use crate::law_answer;
use crate::law_theorem::{self, CheckedLaw, LawCatalogEntry};
use crate::plan::conventions;
use crate::question;
use crate::session::Session;
use crate::settings::SessionSettings;
use crate::solver::Solver;
use crate::status::AnswerStatus;

/// What is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct LawQuery {
    /// A parameter of the game, for every value of which at once the law is told.
    pub for_all: Option<String>,
    /// P-positions only, no values.
    pub outcomes: bool,
    /// Values only, also where P-positions would be found sooner.
    pub values: bool,
    /// The forms that are tried, in their order; `None` for those that the rules suggest.
    pub forms: Option<Vec<LawForm>>,
    /// Forms that are tried before those that the rules suggest.
    pub first: Vec<LawForm>,
    /// The most nodes of a guess.
    pub nodes: usize,
    /// The most positions of a table that cells are read from.
    pub cells: u64,
    /// Other methods than one automaton too.
    pub methods: bool,
    /// Only what is found while a person waits.
    pub soon: bool,
    /// Without an end of its own to the work; else it ends within about a minute.
    pub patient: bool,
    /// A position of any size that is asked about.
    pub at: Option<Vec<IBig>>,
    /// A name for the law too.
    pub names: bool,
    /// The law as code or text.
    pub emit: Option<EmitLanguage>,
}

impl Default for LawQuery {
    fn default() -> LawQuery {
        LawQuery {
            for_all: None,
            outcomes: false,
            values: false,
            forms: None,
            first: Vec::new(),
            nodes: 20_000,
            cells: 4_000_000,
            methods: true,
            soon: false,
            patient: false,
            names: true,
            at: None,
            emit: None,
        }
    }
}

/// One kind of law that was tried.
#[derive(Clone, Debug)]
pub struct LawAttempt {
    /// What it tells.
    pub kind: LawOutput,
    /// How its numbers are written.
    pub numerals: Text,
    /// The law with its proof, or as far as it came; else why the kind was not tried.
    pub came: Result<LawSearchResult, Text>,
}

/// What came of looking for the law of a game.
#[derive(Clone, Debug)]
pub struct LawReport {
    /// The game.
    pub title: String,
    /// The names of its slots.
    pub slots: Vec<String>,
    /// How it is played.
    pub conventions: Conventions,
    /// The kind of law that was proved; else every kind that was tried, as far as it came.
    pub tried: Vec<LawAttempt>,
    /// Another way by which all values are told and proved, where no law was found first; else why
    /// there is none. `None` if none was looked for.
    pub method: Option<Result<ProvedValueFunction, Text>>,
    /// What ended the search, if it was not done.
    pub stopped: Option<StopReason>,
    /// Whether the search ended by itself before all was tried, which who is patient would have
    /// waited for.
    pub given_up: bool,
    /// The certificate of the law, checked; else why there is none.
    pub certificate: Option<Result<String, Text>>,
    /// What is told of the position that was asked about.
    pub at: Option<LawAnswer>,
    /// The law in other words, if some were looked for and found.
    pub name: Option<LawName>,
    /// Where no law was found, what fits a table of the game, with nothing proved.
    pub conjecture: Option<Conjecture>,
    /// Whether that table tells values; else outcomes.
    pub of_values: bool,
    /// Why no law can be looked for.
    pub outside: Option<Text>,
    /// The law as code or text, if that was asked for and it is an automaton.
    pub emitted: Option<EmittedLaw>,
}

impl LawAttempt {
    fn proof(&self) -> Option<(&LawSearchResult, &LawProofData)> {
        let found = self.came.as_ref().ok()?;
        Some((found, found.proof.as_ref().ok()?))
    }
}

impl LawReport {
    /// How far the law may be trusted: it is proved where its certificate was checked, else
    /// computed; unknown where none was found.
    pub fn status(&self) -> AnswerStatus {
        match (
            self.law().is_some() || self.method().is_some(),
            &self.certificate,
        ) {
            (false, _) => AnswerStatus::Unknown,
            (true, Some(Ok(_))) => AnswerStatus::Proved,
            (true, _) => AnswerStatus::Computed,
        }
    }

    /// The other way by which all values are told, if one was found.
    pub fn method(&self) -> Option<&ProvedValueFunction> {
        self.method.as_ref()?.as_ref().ok()
    }

    /// The automaton that tells all that was proved, of a law or of another method; `None` where no
    /// automaton does.
    pub(crate) fn complete_law(
        &self,
        of: (&World, GameId),
        budget: &Budget<'_>,
    ) -> Result<Option<Law>, LawError> {
        match (self.law(), self.method()) {
            (Some((found, _)), _) => Ok(Some(found.law.clone())),
            (None, Some(shown)) => shown.told.combined_law(of, budget),
            (None, None) => Ok(None),
        }
    }

    /// The law that was proved, if one was.
    pub fn law(&self) -> Option<(&LawSearchResult, &LawProofData)> {
        self.tried.last()?.proof()
    }
}

/// How much each kind is tried before the next, again and again with more.
struct LawSearchPass {
    /// Nodes of a guess.
    nodes: usize,
    /// Guesses that are refuted.
    rounds: usize,
    /// Positions of the table that cells are read from.
    cells: u64,
    /// Looks at the clock, a thousand small steps each.
    looks: u32,
}

const PASSES: [LawSearchPass; 3] = [
    LawSearchPass {
        nodes: 1_000,
        rounds: 60,
        cells: 1 << 16,
        looks: 4_000,
    },
    LawSearchPass {
        nodes: 4_000,
        rounds: 600,
        cells: 1 << 20,
        looks: 60_000,
    },
    LawSearchPass {
        nodes: usize::MAX,
        rounds: 4_000,
        cells: u64::MAX,
        looks: 2_000_000,
    },
];

/// Looks at the clock for all kinds and passes together, about half a minute's work, unless who
/// asks is patient.
const ALL_LOOKS: u32 = 250_000;

/// The same where a parameter is a number of the position: a law that holds for all of its values
/// is small, or there is none.
const ALL_FOR_ALL: u32 = 60_000;

/// Small steps that may come with each look at the clock, on average.
const STEPS_PER_LOOK: u64 = 2_048;

/// The same where a person waits; what is found then took less than a quarter of it.
const ALL_SOON: u32 = 120_000;

/// What is tried while a person waits.
const QUICK_PASSES: [LawSearchPass; 2] = [
    LawSearchPass {
        nodes: 1_000,
        rounds: 60,
        cells: 1 << 16,
        looks: 4_000,
    },
    LawSearchPass {
        nodes: 4_000,
        rounds: 600,
        cells: 1 << 20,
        looks: 20_000,
    },
];

impl Session {
    /// The game in which a parameter of a game is one more number of the position, which no move
    /// changes, with the claims of the game. What is true of it is true for every value of the
    /// parameter.
    ///
    /// # Errors
    /// [`SolveError::Refused`], if the text names no game; [`SolveError::Usage`], if the parameter
    /// cannot become a number of the position; [`SolveError::Unsupported`], if the game is not of
    /// the rule language.
    pub fn for_every(&mut self, name: &str, parameter: &str) -> Result<GameDecl, SolveError> {
        let game = question::game(self.world_mut(), name)?;
        let declared = self.world.declaration_of(game);
        let declared = declared.ok_or_else(|| {
            SolveError::Unsupported(text!(
                "the game is not of the rule language",
                "该游戏不是用规则语言写的"
            ))
        })?;
        for_all(declared.decl(), parameter).map_err(SolveError::Usage)
    }

    /// Looks for the law of a game, given without a position: `kayles`, `bash(5)`.
    ///
    /// # Errors
    /// [`SolveError::Refused`], if the text names no game; [`SolveError::Unsupported`], if its
    /// rules are outside the method; [`SolveError::Stopped`], if the budget ends before a kind was
    /// tried.
    pub fn law(
        &mut self,
        name: &str,
        sought: &LawQuery,
        budget: &Budget<'_>,
    ) -> Result<LawReport, SolveError> {
        if let Some(parameter) = &sought.for_all {
            let decl = self.for_every(name, parameter)?;
            let (name, text) = (&decl.name.text, print_game(&decl));
            let mut every = match self.for_every.take().filter(|(known, _)| *known == text) {
                Some((_, session)) => session,
                None => {
                    let mut session = self.fork();
                    session.load_rules(name, &text)?;
                    Box::new(session)
                }
            };
            every.settings = self.settings.clone();
            let told = every.law_as_written(name, sought, budget);
            self.for_every = Some((text, every));
            return told;
        }
        self.law_as_written(name, sought, budget)
    }

    /// The law of a game whose parameters have values, or are numbers of its position already.
    fn law_as_written(
        &mut self,
        name: &str,
        sought: &LawQuery,
        budget: &Budget<'_>,
    ) -> Result<LawReport, SolveError> {
        let game = question::game(self.world_mut(), name)?;
        let conventions = conventions(&self.world, &[game], false, &self.settings, budget)?;
        let plain = LawQuery {
            at: None,
            emit: None,
            ..sought.clone()
        };
        let same = |last: &CachedLawSearch| {
            (last.game, last.conventions) == (game, conventions)
                && last.sought == plain
                && last.settings.same_methods(&self.settings)
        };
        let known = self
            .last_law
            .as_deref()
            .filter(|last| same(last))
            .map(|last| last.report.clone());
        let at = sought
            .at
            .as_deref()
            .map(|at| asked_about(at, self.world.rules(game)))
            .transpose();
        // Cells are found without laws.
        let mut beside = self.fork();
        beside.settings.without.insert(law_theorem::NAME.to_owned());
        let told = beside.ask(conventions, budget, |session, solver, budget| {
            let of = (&*session.world, game, conventions);
            let at = at.as_ref().map_err(Clone::clone)?;
            let report = match &known {
                Some(known) => known.clone(),
                None => searched(
                    of,
                    solver,
                    sought,
                    if sought.soon { &QUICK_PASSES } else { &PASSES },
                    budget,
                )?,
            };
            let mut told = report.clone();
            about(of, &mut told, (at.as_deref(), sought), solver, budget).map(|()| (report, told))
        });
        let (report, told) = told?;
        if report.stopped.is_none() {
            self.last_law = Some(Box::new(CachedLawSearch {
                game,
                conventions,
                settings: self.settings.clone(),
                sought: plain,
                report,
            }));
        }
        Ok(told)
    }
}

/// A law that was looked for, so that a position, or code, is not another search.
pub(crate) struct CachedLawSearch {
    game: GameId,
    conventions: Conventions,
    settings: SessionSettings,
    sought: LawQuery,
    report: LawReport,
}

impl CachedLawSearch {
    /// At most about what it takes, in bytes: the certificate writes every node of the law with
    /// more characters than the node has bytes; what stands beside them, other kinds of law
    /// that were tried and the name, is less than both.
    pub(crate) fn bytes(&self) -> u64 {
        4 * self
            .report
            .certificate
            .iter()
            .flatten()
            .map(|text| text.len() as u64)
            .sum::<u64>()
    }
}

/// What a law that was found tells of a position, and how it is written as code.
fn about(
    (world, game, conventions): (&World, GameId, Conventions),
    report: &mut LawReport,
    (at, sought): (Option<&[IBig]>, &LawQuery),
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    let told = match (report.law(), report.method(), at) {
        (Some((found, _)), _, Some(position)) => {
            let theory = law_theorem::theory_of((world, game), found.law.numerals.clone(), budget)
                .map_err(halted)?;
            Some(law_answer::by_law(
                (world, game),
                (&theory, &found.law),
                position,
                budget,
            ))
        }
        (None, Some(shown), Some(position)) => Some(law_answer::by_method(
            (world, game),
            &shown.told,
            position,
            budget,
        )),
        _ => None,
    };
    let code = sought.emit.map(|language| {
        emitted(
            (world, game, conventions.play),
            report,
            language,
            (solver, sought.cells),
            budget,
        )
    });
    let code = code.transpose()?.flatten();
    report.at = told.transpose().map_err(SolveError::Stopped)?;
    report.emitted = code;
    Ok(())
}

/// Looks for the law of a game kind by kind, with more effort in each pass.
fn searched(
    (world, game, conventions): (&World, GameId, Conventions),
    solver: &mut Solver,
    sought: &LawQuery,
    passes: &[LawSearchPass],
    budget: &Budget<'_>,
) -> Result<LawReport, SolveError> {
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
        of_values: solver.by_values() && !sought.outcomes,
        outside: None,
        emitted: None,
    };
    let asked_for = |form: LawForm| {
        sought
            .forms
            .as_ref()
            .is_none_or(|forms| forms.contains(&form))
    };
    let methods =
        sought.methods && asked_for(LawForm::Methods) && !sought.outcomes && solver.by_values();
    let read = match GameClauses::new(world, game, budget) {
        Ok(read) => read,
        // What no clause says a theorem may speak of.
        Err(error @ SolveError::Unsupported(_)) if methods => {
            let report = with_other_method(
                (world, game),
                LawForm::Methods,
                sought,
                solver,
                report,
                budget,
            )?;
            return if report.method().is_some() {
                Ok(report)
            } else {
                unsaid((world, game), sought, solver, report, error, budget)
            };
        }
        Err(error) => return unsaid((world, game), sought, solver, report, error, budget),
    };
    // Who has the last pass made waits for no one.
    let waits = passes.len() < PASSES.len();
    let hinted = LawForm::hinted(&read.clauses);
    let mut forms = sought
        .forms
        .clone()
        .unwrap_or_else(|| LawForm::for_game(&hinted, read.gaps.is_some(), &sought.first, waits));
    forms.retain(|form| {
        if form.tells_values() {
            !sought.outcomes && solver.by_values()
        } else {
            !sought.values
        }
    });
    if forms.is_empty() && sought.forms.is_some() {
        return Err(SolveError::Usage(text!(
            "none of the kinds of law that are asked for tells what is asked under these conventions",
            "在这些约定下，所要求的各种规律都不能给出所问的内容"
        )));
    }
    let mut came: Vec<Option<(LawAttempt, bool)>> = forms.iter().map(|_| None).collect();
    let looks = match (sought.patient, sought.soon) {
        (true, _) => u32::MAX,
        (false, true) => ALL_SOON,
        (false, false) if sought.for_all.is_some() => ALL_FOR_ALL,
        (false, false) => ALL_LOOKS,
    };
    // Large automata are rebuilt in many steps between two clock checks; these steps count too.
    let steps = if sought.patient {
        u64::MAX
    } else {
        u64::from(looks) * STEPS_PER_LOOK
    };
    let (found, cut) = budget.bounded(u64::MAX, steps, &|_| (), |budget| {
        budget.limited(looks, |budget| {
            by_forms(
                (world, game),
                solver,
                (sought, passes),
                (&read, &forms, &hinted, &mut came),
                methods,
                report,
                budget,
            )
        })
    });
    let mut report = match found? {
        FormSearchResult::Found(report) => return Ok(report),
        FormSearchResult::Rest(report) => report,
    };
    if cut || matches!(report.stopped, Some(StopReason::Steps(_))) {
        // What was tried stays; there is no more to wait for.
        (report.stopped, report.given_up) = (None, true);
    }
    report.tried = came.into_iter().flatten().map(|(tried, _)| tried).collect();
    match report.stopped {
        Some(stop) if report.tried.is_empty() => return Err(SolveError::Stopped(stop)),
        None if sought.names => {
            report.conjecture = conjectured((world, game), sought, solver, budget)?
        }
        _ => {}
    }
    Ok(report)
}

/// What came of all forms.
enum FormSearchResult {
    /// A law, or another way to tell all values.
    Found(LawReport),
    /// Neither.
    Rest(LawReport),
}

/// What each form came to in the last pass, and whether it may come to more.
type Came = [Option<(LawAttempt, bool)>];

/// Tries form by form, with more effort in each pass.
fn by_forms(
    (world, game): (&World, GameId),
    solver: &mut Solver,
    (sought, passes): (&LawQuery, &[LawSearchPass]),
    (read, forms, hinted, came): (&GameClauses, &[LawForm], &[LawForm], &mut Came),
    methods: bool,
    mut report: LawReport,
    budget: &Budget<'_>,
) -> Result<FormSearchResult, SolveError> {
    let play = report.conventions.play;
    'passes: for (round, pass) in passes.iter().enumerate() {
        for (&form, came) in forms.iter().zip(came.iter_mut()) {
            // What is to come first is not given up for others.
            let pass = if sought.first.contains(&form) {
                &QUICK_PASSES[1]
            } else {
                pass
            };
            let Some((system, kind)) = form.automaton() else {
                if round == 0 && methods {
                    report =
                        with_other_method((world, game), form, sought, solver, report, budget)?;
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
                // What rules hint at may look further.
                let wider = passes
                    .get(round + 1)
                    .filter(|_| hinted.contains(&form))
                    .unwrap_or(pass);
                let most = sought.cells.min(wider.cells);
                let mut cells = SolverCells::new(solver, (world, game), values, most);
                let found = if form == LawForm::Gaps {
                    cells = cells.of_gaps();
                    read.find_of_gaps(world, &mut cells, effort, budget)
                } else {
                    find(
                        play,
                        &read.theory(world, system, budget)?,
                        kind,
                        &mut cells,
                        effort,
                        budget,
                    )
                };
                let found =
                    found.map(|found| advised(found, sought, (effort.nodes, most), cells.refused));
                cells.fault.take().map_or_else(
                    || found.map_err(LawSearchError::Halted),
                    |error| Err(LawSearchError::Failed(error)),
                )
            });
            let (found, further) = match found {
                Ok(found) => (Ok(found), true),
                Err(LawSearchError::Failed(error)) => return Err(error),
                Err(LawSearchError::Halted(LawError::Outside(why))) => (Err(why), false),
                Err(LawSearchError::Halted(LawError::Stopped(_))) if cut => (
                    Err(text!("given up: too much work", "放弃：工作量过大")),
                    true,
                ),
                // Another kind may need less.
                Err(LawSearchError::Halted(LawError::Stopped(stop @ StopReason::Memory(..)))) => {
                    (Err(stop.text()), false)
                }
                Err(LawSearchError::Halted(LawError::Stopped(stop))) => {
                    report.stopped = Some(stop);
                    break 'passes;
                }
            };
            let numerals = form.read(
                LawNumerals::from_system(system, budget)
                    .map_err(SolveError::Stopped)?
                    .name(),
            );
            let tried = LawAttempt {
                kind,
                numerals,
                came: found,
            };
            if let Some((found, proof)) = tried.proof() {
                report.certificate = Some(certified(world, game, found, proof, budget)?);
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

/// What was found, where there is no proof with what would be needed: as far as it is known, and
/// more than was allowed by who asks.
fn advised(
    found: LawSearchResult,
    sought: &LawQuery,
    (nodes, cells): (usize, u64),
    refused: Option<u128>,
) -> LawSearchResult {
    let Err(Text { en, zh }) = &found.proof else {
        return found;
    };
    let why = match (found.short, refused) {
        (Some(MissingResource::Nodes), _) if nodes == sought.nodes => Text {
            en: format!("{en}; `--nodes` allows more"),
            zh: format!("{zh}；可用 `--nodes` 放宽"),
        },
        (Some(MissingResource::Cells), Some(needed)) if cells == sought.cells => Text {
            en: format!("{en}: a table of {needed} positions; `--cells` allows {cells}"),
            zh: format!("{zh}：需要 {needed} 个局面的表；`--cells` 允许 {cells} 个"),
        },
        _ => return found,
    };
    LawSearchResult {
        proof: Err(why),
        ..found
    }
}

/// A law as code or text; `None` if none was found, or one that is not written. What the law tells
/// of small positions is compared with what is known of them without it.
fn emitted(
    (world, game, play): (&World, GameId, PlayConvention),
    report: &LawReport,
    language: EmitLanguage,
    (solver, most): (&mut Solver, u64),
    budget: &Budget<'_>,
) -> Result<Option<EmittedLaw>, SolveError> {
    let (mut emitted, values) = match report.method().map(|shown| &shown.told) {
        Some(laws::ValueFunction::Maximum(maximum)) => (
            laws::emit::of_maximum((world, game), maximum, language, budget).map_err(halted)?,
            true,
        ),
        _ => {
            let Some(law) = report.complete_law((world, game), budget).map_err(halted)? else {
                return Ok(None);
            };
            let subject = laws::emit::EmitSubject::new(
                (world, game),
                play,
                &law,
                report.name.clone(),
                budget,
            )
            .map_err(halted)?;
            (
                subject.emit(language, budget).map_err(halted)?,
                law.kind != LawOutput::Outcomes,
            )
        }
    };
    let mut cells = SolverCells::new(solver, (world, game), values, most);
    let small = laws::emit::small(world, game)
        .into_iter()
        .map(|row| row.into_iter().map(IBig::from).collect::<Vec<IBig>>());
    let small: std::collections::HashSet<Vec<IBig>> = small.collect();
    let mut known = 0;
    for probe in emitted
        .probes
        .iter()
        .filter(|probe| small.contains(&probe.slots))
    {
        let slots: Option<Vec<Int>> = probe
            .slots
            .iter()
            .map(|slot| slot.try_into().ok())
            .collect();
        let Some(mut slots) = slots else { continue };
        world.rules(game).canonicalise(&mut slots);
        let seen = cells
            .value_at(&slots, budget)
            .map_err(SolveError::Stopped)?;
        if let Some(error) = cells.fault.take() {
            return Err(error);
        }
        let told = match seen {
            // Too far out to be known.
            None => continue,
            Some(CellValue::NoPosition) => None,
            Some(CellValue::Value(value)) => Some(UBig::from(value)),
            Some(CellValue::P(lost)) => Some(UBig::from(u8::from(!lost))),
        };
        if told != probe.told {
            let title = world.rules(game).title();
            return Err(SolveError::Bug(text!(
                "the law of {title} is wrong at {slots:?}",
                "{title} 的规律在 {slots:?} 处有误"
            )));
        }
        known += 1;
    }
    emitted.known = known;
    Ok(Some(emitted))
}

/// The report on a game whose rules no clause says, with what fits its table if that is asked for;
/// else the error.
fn unsaid(
    (world, game): (&World, GameId),
    sought: &LawQuery,
    solver: &mut Solver,
    mut report: LawReport,
    error: SolveError,
    budget: &Budget<'_>,
) -> Result<LawReport, SolveError> {
    let SolveError::Unsupported(why) = error else {
        return Err(error);
    };
    if !sought.names {
        return Err(SolveError::Unsupported(why));
    }
    let Some(conjecture) = conjectured((world, game), sought, solver, budget)? else {
        return Err(SolveError::Unsupported(why));
    };
    (report.outside, report.conjecture) = (Some(why), Some(conjecture));
    Ok(report)
}

/// Looks for a law, one that tells values or any, about as long as a person waits; first of the
/// form that is known and what costs nothing.
pub(crate) fn soon(
    (world, game): (&World, GameId),
    (values, known): (bool, Option<LawCatalogEntry>),
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<CheckedLaw>, SolveError> {
    let conventions = solver.conventions;
    let passes = if values {
        &QUICK_PASSES[..]
    } else {
        &QUICK_PASSES[..1]
    };
    // Cells of outcomes are sooner known where those of values were asked for, so a form of
    // outcomes keeps its place.
    let first = match known.filter(|known| known.form.tells_values()) {
        Some(LawCatalogEntry { form, is_own: true }) => vec![form, LawForm::Theorem],
        Some(LawCatalogEntry {
            form,
            is_own: false,
        }) => vec![LawForm::Theorem, form],
        None => vec![LawForm::Theorem],
    };
    let sought = LawQuery {
        values,
        first,
        soon: true,
        names: false,
        ..LawQuery::default()
    };
    let report = searched((world, game, conventions), solver, &sought, passes, budget)?;
    let Some(Ok(certificate)) = &report.certificate else {
        return Ok(None);
    };
    let lines = certificate.lines().count();
    let Some((found, _)) = report.law() else {
        let Some(shown) = report.method() else {
            return Ok(None);
        };
        return CheckedLaw::of_values((world, game), shown.told.clone(), lines, budget)
            .map(Some)
            .map_err(SolveError::Stopped);
    };
    match CheckedLaw::new(
        (world, game, conventions.play),
        found.law.clone(),
        lines,
        budget,
    ) {
        Ok(lawful) => Ok(Some(lawful)),
        Err(LawError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
        Err(LawError::Outside(_)) => Ok(None),
    }
}

/// The report with another way to tell all values than by one automaton, what a theorem says or
/// any; or with the reason why there is none.
fn with_other_method(
    (world, game): (&World, GameId),
    form: LawForm,
    sought: &LawQuery,
    solver: &mut Solver,
    report: LawReport,
    budget: &Budget<'_>,
) -> Result<LawReport, SolveError> {
    let shown = match by_method((world, game), form, sought, solver, budget)? {
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

/// Looks for another way to tell all values than by one automaton; else why there is none.
fn by_method(
    (world, game): (&World, GameId),
    form: LawForm,
    sought: &LawQuery,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Result<ProvedValueFunction, Text>, SolveError> {
    let Some(ir) = world.rules(game).game() else {
        return Ok(Err(text!(
            "the game is not of the rule language",
            "该游戏不是用规则语言写的"
        )));
    };
    let effort = LawSearchEffort {
        nodes: PASSES[0].nodes.min(sought.nodes),
        rounds: PASSES[0].rounds,
        side: None,
    };
    let pass = if sought.soon {
        &QUICK_PASSES[1]
    } else {
        &PASSES[1]
    };
    let (found, cut) = budget.limited(pass.looks, |budget| {
        let clauses = match clauses::unsorted(world, game, budget) {
            Ok(clauses) => Ok(clauses),
            Err(clauses::ClauseError::Refused(why)) => Err(why),
            Err(clauses::ClauseError::Stopped(stop)) => {
                return Err(LawSearchError::Halted(LawError::Stopped(stop)));
            }
        };
        let most = sought.cells.min(pass.cells);
        if form != LawForm::Theorem && clauses.as_ref().is_ok_and(leads_elsewhere) {
            let mut finder = GameLawFinder {
                solver,
                world,
                most,
                effort,
                fault: None,
            };
            let found = lemmas(world, game, &mut finder, budget);
            return finder.fault.take().map_or_else(
                || found.map_err(LawSearchError::Halted),
                |error| Err(LawSearchError::Failed(error)),
            );
        }
        let (measure, _) = measure(world, game, budget).map_err(LawError::Stopped)?;
        let subject = match &clauses {
            Ok(clauses) => Ok(LawSearchInput {
                clauses,
                slots: &ir.slots,
                sorted: &ir.unordered,
                measure: &measure,
            }),
            Err(why) => Err(why.clone()),
        };
        if form == LawForm::Theorem {
            let none =
                || LawError::Outside(text!("no theorem fits its moves", "没有适合其着法的定理"));
            return find_without_search((world, game), &subject, budget)?
                .ok_or_else(|| none().into());
        }
        let mut cells = SolverCells::new(solver, (world, game), true, most);
        let found = find_value_function((world, game), subject, &mut cells, effort, budget);
        cells.fault.take().map_or_else(
            || found.map_err(LawSearchError::Halted),
            |error| Err(LawSearchError::Failed(error)),
        )
    });
    match found {
        Ok(shown) => Ok(Ok(shown)),
        Err(LawSearchError::Failed(error)) => Err(error),
        Err(LawSearchError::Halted(LawError::Outside(why))) => Ok(Err(why)),
        Err(LawSearchError::Halted(LawError::Stopped(_))) if cut => {
            Ok(Err(text!("given up: too much work", "放弃：工作量过大")))
        }
        Err(LawSearchError::Halted(LawError::Stopped(stop))) => Err(SolveError::Stopped(stop)),
    }
}

/// Laws of several games, from tables of each.
struct GameLawFinder<'s> {
    solver: &'s mut Solver,
    world: &'s World,
    most: u64,
    effort: LawSearchEffort,
    /// What went wrong, where it was not the budget.
    fault: Option<SolveError>,
}

impl LawFinder for GameLawFinder<'_> {
    fn measure(&mut self, game: GameId, budget: &Budget<'_>) -> Result<Vec<Int>, StopReason> {
        Ok(measure(self.world, game, budget)?.0)
    }

    fn find(
        &mut self,
        game: GameId,
        theory: &Theory,
        budget: &Budget<'_>,
    ) -> Result<LawSearchResult, LawError> {
        let (world, most) = (self.world, self.most);
        let mut cells = SolverCells::new(self.solver, (world, game), true, most);
        let found = find(
            PlayConvention::Normal,
            theory,
            LawOutput::Values,
            &mut cells,
            self.effort,
            budget,
        );
        self.fault = self.fault.take().or(cells.fault);
        found
    }
}

enum LawSearchError {
    Halted(LawError),
    Failed(SolveError),
}

impl From<LawError> for LawSearchError {
    fn from(halt: LawError) -> LawSearchError {
        LawSearchError::Halted(halt)
    }
}

/// The numbers of a position that is asked about, in the order of the game.
fn asked_about(at: &[IBig], rules: &dyn Rules) -> Result<Vec<IBig>, SolveError> {
    let names: Vec<&str> = rules
        .slots()
        .iter()
        .map(|slot| slot.name.as_str())
        .collect();
    let (given, title, slots) = (at.len(), rules.title(), names.join(", "));
    if given != names.len() {
        return Err(SolveError::Usage(text!(
            "at: {given} numbers given, {title} takes [{slots}]",
            "at：给出了 {given} 个数，而 {title} 需要 [{slots}]"
        )));
    }
    let mut numbers = at.to_vec();
    if let Some(ir) = rules.game() {
        numbers[ir.unordered.clone()].sort_by(|a, b| b.cmp(a));
    }
    Ok(numbers)
}

fn halted(halt: LawError) -> SolveError {
    match halt {
        LawError::Outside(why) => SolveError::Unsupported(why),
        LawError::Stopped(stop) => SolveError::Stopped(stop),
    }
}

/// The text of the certificate of a law, checked; or why there is none.
fn certified(
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
        // A proof that the checker does not accept is a fault of this program.
        Err(refused) => {
            let (Text { en, zh }, title) = (refused.text(), world.rules(game).title());
            Err(SolveError::Bug(Text {
                en: format!("the checker refuses the certificate of the law of {title}: {en}"),
                zh: format!("检验器不接受 {title} 的规律的证书：{zh}"),
            }))
        }
    }
}
