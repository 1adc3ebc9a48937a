//! What the user chose for a session: which theorems and engines there are and which are switched
//! off, how sums are played, and what engines may use.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::text;
use engines::engine::{Engine, EngineOptions, SearchStore};
use engines::machine::WasmMachine;
use engines::search::OptionOrder;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::SumKind;
use theory::sums;
use theory::theorem::Theorems;

use crate::attempt::TheoremText;
use crate::error::SolveError;
use crate::law_theorem::{self, CheckedLaw, UncheckedLaw};
use crate::loaded_table::LoadedTable;
use crate::quotient_certificate::UncheckedQuotient;
use crate::status::AnswerStatus;

/// What the user chose.
#[derive(Clone)]
pub struct SessionSettings {
    /// The theorems about games, in the order in which they are tried: the built-in ones, and what
    /// was found since.
    pub theorems: Theorems,
    /// The engines, in the order in which they are tried.
    pub engines: Vec<&'static dyn Engine>,
    /// Theorems and engines that are switched off, by name.
    pub without: BTreeSet<String>,
    /// Normal or misère play instead of what the games say.
    pub play: Option<PlayConvention>,
    /// Another kind of sum instead of what the games say.
    pub sum: Option<SumKind>,
    /// Another end of a sum instead of what the games say.
    pub until: Option<EndCondition>,
    /// In which order a search tries options.
    pub order: OptionOrder,
    /// What runs generated code, if anything does.
    pub machine: Option<Arc<dyn WasmMachine>>,
    /// Tables that were read from files.
    pub tables: Vec<LoadedTable>,
    /// Laws whose certificates are given.
    pub laws: Vec<Arc<UncheckedLaw>>,
    /// A misère quotient from which its theorem begins.
    pub quotient: Option<Arc<UncheckedQuotient>>,
    /// Code is generated for small tables too, which are sooner interpreted; for tests.
    pub always_generate: bool,
    /// Only the budget of a question ends it, and no default bound on the work of a search.
    pub patient: bool,
    /// Where a search by parts finds what an earlier one found out, and leaves what it finds out
    /// itself.
    pub keeper: Option<Arc<dyn SearchStore>>,
}

impl SessionSettings {
    /// A file that answers may rest on and that was not compared with the rules: a saved table, a
    /// store, or a file of `--resume`; `None` if no such file was read.
    pub fn unverified_file(&self) -> Option<String> {
        let table = self.tables.first().map(|loaded| loaded.name.clone());
        let store = || {
            self.theorems
                .iter()
                .find_map(|theorem| theorem.rests_on().map(str::to_owned))
        };
        table
            .or_else(store)
            .or_else(|| self.keeper.as_ref()?.file_read())
    }

    /// The status of what an exact algorithm found: conditional where it may rest on a file that
    /// was not compared with the rules.
    pub fn computed(&self) -> AnswerStatus {
        if self.unverified_file().is_some() {
            AnswerStatus::Conditional
        } else {
            AnswerStatus::Computed
        }
    }

    /// Every name that `without` may hold.
    pub fn switchable(&self) -> Vec<&'static str> {
        let theorems = self
            .theorems
            .iter()
            .map(|t| t.name())
            .chain(sums::REGISTRY.iter().map(|t| t.name()));
        theorems
            .chain(self.engines.iter().map(|engine| engine.name()))
            .chain([law_theorem::NAME])
            .collect()
    }

    /// Every name of what engines may leave out of what they do, which `without` may hold too.
    pub fn reductions(&self) -> Vec<&'static str> {
        self.engines
            .iter()
            .flat_map(|engine| engine.reductions())
            .collect()
    }

    /// What a theorem says, in its own words; `None` if nothing has this name, or an engine.
    pub fn theorem_text(&self, name: &str) -> Option<TheoremText> {
        let of_games = self.theorems.iter().map(|t| {
            (
                t.name(),
                TheoremText {
                    statement: t.statement(),
                    source: t.source(),
                },
            )
        });
        let of_sums = sums::REGISTRY.iter().map(|t| {
            (
                t.name(),
                TheoremText {
                    statement: t.statement(),
                    source: t.source(),
                },
            )
        });
        let of_laws = [(law_theorem::NAME, CheckedLaw::theorem_text())];
        of_games
            .chain(of_sums)
            .chain(of_laws)
            .find(|(known, _)| *known == name)
            .map(|(_, said)| said)
    }

    /// Switches off a theorem, an engine, or a reduction of one.
    ///
    /// # Errors
    /// Where nothing has this name.
    pub fn switch_off(&mut self, name: &str) -> Result<(), SolveError> {
        let known = [self.switchable(), self.reductions()].concat();
        if !known.contains(&name) {
            let list = known.join(", ");
            return Err(SolveError::Usage(text!(
                "nothing is called `{name}`; --without takes: {list}",
                "没有名为 `{name}` 的方法；--without 可取：{list}"
            )));
        }
        self.without.insert(name.to_owned());
        Ok(())
    }
}

impl SessionSettings {
    /// What engines may use.
    pub(crate) fn means(&self) -> EngineOptions {
        EngineOptions {
            order: self.order,
            machine: self.machine.clone(),
            always_generate: self.always_generate,
            without: self.without.clone(),
            keeper: self.keeper.clone(),
        }
    }

    /// Whether the same methods are chosen, so that what was found under one may be used under the
    /// other. How sums are played is not looked at.
    pub(crate) fn same_methods(&self, other: &SessionSettings) -> bool {
        fn is_same<T: ?Sized>(own: &Option<Arc<T>>, other: &Option<Arc<T>>) -> bool {
            match (own, other) {
                (Some(own), Some(other)) => Arc::ptr_eq(own, other),
                (own, other) => own.is_none() && other.is_none(),
            }
        }
        let tables = self.tables.len() == other.tables.len()
            && self.tables.iter().zip(&other.tables).all(|(a, b)| a.is(b));
        let names = |settings: &SessionSettings| {
            settings
                .engines
                .iter()
                .map(|engine| engine.name())
                .collect::<Vec<_>>()
        };
        let theorems = self.theorems.len() == other.theorems.len()
            && self
                .theorems
                .iter()
                .zip(&other.theorems)
                .all(|(a, b)| Arc::ptr_eq(a, b));
        is_same(&self.machine, &other.machine)
            && is_same(&self.keeper, &other.keeper)
            && tables
            && theorems
            && names(self) == names(other)
            && self.laws.len() == other.laws.len()
            && self
                .laws
                .iter()
                .zip(&other.laws)
                .all(|(a, b)| Arc::ptr_eq(a, b))
            && self.quotient == other.quotient
            && (
                &self.without,
                self.order,
                self.always_generate,
                self.patient,
            ) == (
                &other.without,
                other.order,
                other.always_generate,
                other.patient,
            )
    }
}

impl std::fmt::Debug for SessionSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SessionSettings {
            theorems,
            engines,
            without,
            play,
            sum,
            until,
            order,
            machine,
            tables,
            laws,
            quotient,
            always_generate,
            patient,
            keeper,
        } = self;
        f.debug_struct("Settings")
            .field("theorems", &theorems.len())
            .field("engines", &engines.len())
            .field("without", without)
            .field("play", play)
            .field("sum", sum)
            .field("until", until)
            .field("order", order)
            .field("machine", &machine.is_some())
            .field("tables", &tables.len())
            .field("laws", &laws.len())
            .field("quotient", &quotient.is_some())
            .field("always_generate", always_generate)
            .field("patient", patient)
            .field("keeper", &keeper.is_some())
            .finish()
    }
}
