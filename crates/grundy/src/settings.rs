//! The settings of a session: the available and switched-off theorems and engines, the conventions
//! of play, and the resources that engines may use.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::text;
use engines::engine::{Engine, EngineOptions, SearchStore};
use engines::machine::WasmMachine;
use engines::search::OptionOrder;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::SumKind;
use theory::partizan_theorem::PartizanTheorems;
use theory::sums;
use theory::theorem::Theorems;

use crate::attempt::TheoremText;
use crate::error::SolveError;
use crate::law_theorem::{self, CheckedLaw, UncheckedLaw};
use crate::loaded_table::LoadedTable;
use crate::quotient_certificate::UncheckedQuotient;
use crate::status::AnswerStatus;

/// The settings of a session.
#[derive(Clone)]
pub struct SessionSettings {
    /// The theorems about games in the order in which they are tried: the built-in theorems, and
    /// theorems that are added later.
    pub theorems: Theorems,
    /// The theorems about games in which the players have different moves.
    pub partizan_theorems: PartizanTheorems,
    /// The engines, in the order in which they are tried.
    pub engines: Vec<&'static dyn Engine>,
    /// Theorems and engines that are switched off, by name.
    pub without: BTreeSet<String>,
    /// Normal or misère play, instead of the convention of the games.
    pub play: Option<PlayConvention>,
    /// The kind of sum, instead of the kind of sum that the games declare.
    pub sum: Option<SumKind>,
    /// The condition that ends a sum, instead of the condition of the games.
    pub until: Option<EndCondition>,
    /// The order in which a search tries options.
    pub order: OptionOrder,
    /// The machine that runs generated code, if the platform has one.
    pub machine: Option<Arc<dyn WasmMachine>>,
    /// Tables that were read from files.
    pub tables: Vec<LoadedTable>,
    /// Laws whose certificates were loaded.
    pub laws: Vec<Arc<UncheckedLaw>>,
    /// A misère quotient from which the theorem of misère quotients starts its computation.
    pub quotient: Option<Arc<UncheckedQuotient>>,
    /// Whether code is generated even for small tables, although interpretation fills small tables
    /// faster; for tests.
    pub always_generate: bool,
    /// Whether only the budget limits a question, without the default bound on the work of a
    /// search.
    pub patient: bool,
    /// The store from which a search by parts resumes, and in which it saves its results.
    pub keeper: Option<Arc<dyn SearchStore>>,
}

impl SessionSettings {
    /// Returns a file that answers may depend on and that was not compared with the rules: a saved
    /// table, a store, or a file of `--resume`; `None` if no such file was read.
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

    /// Returns the status of a result of an exact algorithm: *conditional* if it may depend on a
    /// file that was not compared with the rules.
    pub fn computed(&self) -> AnswerStatus {
        if self.unverified_file().is_some() {
            AnswerStatus::Conditional
        } else {
            AnswerStatus::Computed
        }
    }

    /// Returns every name that `without` may contain.
    pub fn switchable(&self) -> Vec<&'static str> {
        let theorems = self
            .theorems
            .iter()
            .map(|t| t.name())
            .chain(sums::REGISTRY.iter().map(|t| t.name()));
        theorems
            .chain(self.partizan_theorems.iter().map(|t| t.name()))
            .chain(self.engines.iter().map(|engine| engine.name()))
            .chain([law_theorem::NAME])
            .collect()
    }

    /// Returns the theorems about games in which the players have different moves that are not
    /// switched off.
    pub(crate) fn active_partizan_theorems(&self) -> PartizanTheorems {
        let all = self.partizan_theorems.iter().copied();
        all.filter(|theorem| !self.without.contains(theorem.name()))
            .collect()
    }

    /// Returns the names of the reductions of engines; `without` may also contain these names.
    pub fn reductions(&self) -> Vec<&'static str> {
        self.engines
            .iter()
            .flat_map(|engine| engine.reductions())
            .collect()
    }

    /// Returns the statement of a theorem; `None` if no theorem has this name.
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
        let of_partizan_games = self.partizan_theorems.iter().map(|t| {
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
            .chain(of_partizan_games)
            .chain(of_sums)
            .chain(of_laws)
            .find(|(known, _)| *known == name)
            .map(|(_, said)| said)
    }

    /// Switches off a theorem, an engine, or a reduction of an engine.
    ///
    /// # Errors
    /// Returns an error if the name is unknown.
    pub fn switch_off(&mut self, name: &str) -> Result<(), SolveError> {
        let known = [self.switchable(), self.reductions()].concat();
        if !known.contains(&name) {
            let list = known.join(", ");
            return Err(SolveError::Usage(text!(
                "unknown method `{name}`; --without accepts: {list}",
                "没有名为 `{name}` 的方法；--without 可取：{list}"
            )));
        }
        self.without.insert(name.to_owned());
        Ok(())
    }
}

impl SessionSettings {
    /// Returns the options that engines may use.
    pub(crate) fn means(&self) -> EngineOptions {
        EngineOptions {
            order: self.order,
            machine: self.machine.clone(),
            always_generate: self.always_generate,
            without: self.without.clone(),
            keeper: self.keeper.clone(),
        }
    }

    /// Returns whether both settings choose the same methods, so that results can be shared.
    /// Conventions of play are not compared.
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
            partizan_theorems,
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
            .field("partizan_theorems", &partizan_theorems.len())
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
