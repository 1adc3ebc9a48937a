//! The request handler: it contains the games of a front end with its files and tables, and answers
//! one request after the other.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::thread_limit;
use engines::engine::SearchStore;
use engines::machine::WasmMachine;
use grundy::law_theorem::UncheckedLaw;
use grundy::quotient_certificate::UncheckedQuotient;
use grundy::saved_table::{SavedTable, TableBytes};
use grundy::settings::SessionSettings;
use grundy::{Session, SolveError};

use crate::host::RequestHost;
use crate::open::{OpenRequest, OpenedFile};
use crate::options::{CommonOptions, NamedFile};
use crate::play::{OpenMatches, stateless};
use crate::reply::Reply;
use crate::request::Request;
use crate::{
    apart, chart, check, draw, explain, export, fit, format, graph, heap, judge, law, library,
    look, misere, nim, open, same, solve, stats, table, term, theorem, tokens, value, verify, why,
};

/// Returns the result of `work`. If the limits of the thread were reached ([`thread_limit`]) during
/// `work`, returns the error for the limits instead.
///
/// # Errors
/// Returns the error of `work`, or [`SolveError::Stopped`].
pub fn or_stop<T>(work: impl FnOnce() -> Result<T, SolveError>) -> Result<T, SolveError> {
    thread_limit::take_stop();
    work().map_err(|error| thread_limit::take_stop().map_or(error, SolveError::Stopped))
}

/// The state of a front end between requests.
#[derive(Default)]
pub struct RequestHandler {
    session: Session,
    machine: Option<Arc<dyn WasmMachine>>,
    opened: Vec<OpenedFile>,
    tables: Vec<(String, SavedTable, Arc<dyn TableBytes>)>,
    /// The options that the session was last configured with.
    how: Option<CommonOptions>,
    named: nim::NamedCalculator,
    matches: OpenMatches,
}

impl RequestHandler {
    /// Creates a handler with the games of the library. Generated code is run by `machine`; without
    /// a machine, no code is generated.
    pub fn new(machine: Option<Arc<dyn WasmMachine>>) -> RequestHandler {
        RequestHandler {
            machine,
            ..RequestHandler::default()
        }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if an option is invalid, the query has no answer, the host rejects
    /// a file, or the budget runs out.
    pub fn answer(
        &mut self,
        request: &Request,
        budget: &Budget<'_>,
        host: &dyn RequestHost,
    ) -> Result<Reply, SolveError> {
        or_stop(|| self.dispatch(request, budget, host))
    }

    fn dispatch(
        &mut self,
        request: &Request,
        budget: &Budget<'_>,
        host: &dyn RequestHost,
    ) -> Result<Reply, SolveError> {
        self.settle(request.how())?;
        let held = self.matches.keep_within(budget.memory);
        let budget = &budget.with_memory(budget.memory.saturating_sub(held));
        let session = &mut self.session;
        Ok(match request {
            Request::Open(asked) => Reply::Opened(apart(|| self.open(asked))?),
            Request::Solve(asked) => Reply::Solved(Box::new(apart(|| {
                solve::solve(session, asked, budget, host)
            })?)),
            Request::Moves(asked) => Reply::Solved(Box::new(apart(|| {
                solve::moves(session, asked, budget, host)
            })?)),
            Request::Table(asked) => apart(|| table::table(session, asked, budget, host))?,
            Request::Explain(asked) => Reply::Explained(Box::new(apart(|| {
                explain::explain(session, asked, budget, host)
            })?)),
            Request::Why(asked) => {
                Reply::Reasoned(Box::new(apart(|| why::why(session, asked, budget, host))?))
            }
            Request::Draw(asked) => Reply::Drawn(apart(|| draw::draw(session, asked, budget))?),
            Request::Chart(asked) => apart(|| chart::chart(session, asked, budget))?,
            Request::Graph(asked) => Reply::Graph(apart(|| graph::graph(session, asked, budget))?),
            Request::Legal(asked) => Reply::Looked(Box::new(apart(|| {
                look::look(session, asked, budget, host)
            })?)),
            Request::Export(asked) => {
                Reply::Export(apart(|| export::export(session, asked, budget))?)
            }
            Request::Stats(asked) => Reply::Stats(apart(|| stats::stats(session, asked, budget))?),
            Request::Heap(asked) => Reply::Heap(apart(|| heap::heap(asked, budget, host))?),
            Request::Misere(asked) => {
                Reply::Misere(Box::new(apart(|| misere::misere(session, asked, budget))?))
            }
            Request::Law(asked) => {
                Reply::Law(Box::new(apart(|| law::law(session, asked, budget))?))
            }
            Request::Nim(asked) => match asked.table {
                Some(below) => Reply::NimTable(apart(|| nim::table(below, &asked.options.own))?),
                None => Reply::Nim(apart(|| nim::compute(asked, &mut self.named, budget))?),
            },
            Request::Value(asked) => {
                Reply::Valued(Box::new(apart(|| value::compute(asked, budget))?))
            }
            Request::Play(asked) => Reply::Played(Box::new(apart(|| {
                self.matches.play(session, asked, budget, host)
            })?)),
            Request::Reply(asked) => Reply::Replied(Box::new(apart(|| {
                stateless::reply(session, asked, budget, host)
            })?)),
            Request::Review(asked) => Reply::Reviewed(Box::new(apart(|| {
                stateless::review(session, asked, budget, host)
            })?)),
            Request::Judge(asked) => Reply::Judged(apart(|| judge::judge(asked, session, budget))?),
            Request::Check(asked) => Reply::Checked(apart(|| self.check(asked, budget))?),
            Request::Fit(asked) => Reply::Fitted(apart(|| fit::fit_table(&asked.text, budget))?),
            Request::Same(asked) => Reply::Compared(apart(|| same::same(session, asked, budget))?),
            Request::Verify(asked) => Reply::Verified(apart(|| verify::verify(asked, budget))?),
            Request::Format(asked) => Reply::Formatted(apart(|| format::format(asked, budget))?),
            Request::Tokens(asked) => Reply::Tokens(apart(|| tokens::tokens(asked, budget))?),
            Request::Library(asked) => {
                Reply::Listed(apart(|| library::library(session, asked, budget))?)
            }
            Request::Term(asked) => Reply::Terms(apart(|| term::term(asked))?),
            Request::Theorem(asked) => Reply::Theorems(apart(|| theorem::theorem(session, asked))?),
        })
    }

    /// Returns the session, which has the settings of the last request or of the last call of
    /// [`RequestHandler::settle`].
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Configures the session with the given options.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if an option is invalid, for example the name of an unknown theorem
    /// or engine. After an error, the session is unchanged.
    pub fn settle(&mut self, how: &CommonOptions) -> Result<(), SolveError> {
        if self.how.as_ref() == Some(how) {
            return Ok(());
        }
        let mut settings = SessionSettings {
            play: how.play,
            sum: how.sum.map(|compound| compound.kind),
            until: how.until()?,
            order: how.order,
            machine: self.machine.clone(),
            quotient: how
                .quotient
                .as_deref()
                .map(|text| UncheckedQuotient::read(text).map(Arc::new))
                .transpose()?,
            laws: how
                .laws
                .iter()
                .map(|text| UncheckedLaw::read(text).map(Arc::new))
                .collect::<Result<_, _>>()?,
            patient: how.patient,
            always_generate: how.always_generate,
            without: Default::default(),
            tables: Vec::new(),
            ..self.session.settings.clone()
        };
        for name in &how.without {
            settings.switch_off(name)?;
        }
        let before = self.how.as_ref().map_or(&[][..], |before| &before.data);
        if how.data != before {
            let files = how.data.iter().map(NamedFile::data_file).collect();
            self.session.world_mut().set_files(files);
        }
        settings.tables = std::mem::take(&mut self.session.settings.tables);
        self.session.settings = settings;
        self.how = Some(how.clone());
        Ok(())
    }

    /// Adds a saved table, whose bytes were already checked. Queries look up this table before
    /// anything is computed.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the game of the table is unknown or its rules have changed.
    pub fn load(
        &mut self,
        name: &str,
        saved: SavedTable,
        bytes: Arc<dyn TableBytes>,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        self.session
            .load_table(name, saved.clone(), bytes.clone(), budget)?;
        self.tables.push((name.to_owned(), saved, bytes));
        Ok(())
    }

    /// Sets the store in which searches by parts save their results and find earlier results.
    pub fn set_search_store(&mut self, keeper: Arc<dyn SearchStore>) {
        self.session.settings.keeper = Some(keeper);
    }

    /// Computes the definitions of names for nimber expressions. Later requests with the same list
    /// use the computed definitions.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if a definition is invalid or cannot be computed, or the budget
    /// runs out.
    pub fn name(&mut self, set: &[String], budget: &Budget<'_>) -> Result<(), SolveError> {
        self.named.knowing(set, budget).map(|_| ())
    }

    /// Starts a new session with the library and the given files. If a file is rejected, the
    /// previous session remains.
    fn open(&mut self, asked: &OpenRequest) -> Result<Vec<OpenedFile>, SolveError> {
        let mut session = Session::new();
        let opened = asked
            .files
            .iter()
            .map(|file| open::read(&mut session, file))
            .collect::<Result<Vec<OpenedFile>, SolveError>>()?;
        self.equip(&mut session);
        (self.session, self.opened, self.tables) = (session, opened.clone(), Vec::new());
        self.matches.clear();
        Ok(opened)
    }

    fn check(
        &mut self,
        asked: &check::CheckRequest,
        budget: &Budget<'_>,
    ) -> Result<Vec<check::FileCheckReply>, SolveError> {
        let claims = &asked.options.own;
        if let Some(NamedFile { name, .. }) = asked.options.how.data.first() {
            return Err(SolveError::Usage(text!(
                "a check uses the rules as they are written; pass `{name}` with a query, or write `expect with {name} = …`",
                "规则按其所写检验：请在提问中给出 `{name}`，或写 `expect with {name} = …`"
            )));
        }
        match &asked.file {
            Some(file) => Ok(vec![check::check_file(
                &mut self.another(budget)?,
                file,
                claims,
                budget,
            )?]),
            None => {
                let files = self.opened.iter().filter(|opened| opened.rules);
                files
                    .map(|OpenedFile { file, games, .. }| {
                        check::check_loaded(&mut self.session, file, games, claims, budget)
                    })
                    .collect()
            }
        }
    }

    /// Copies the settings and files of this handler's session to another session.
    fn equip(&self, session: &mut Session) {
        session.settings = SessionSettings {
            tables: Vec::new(),
            ..self.session.settings.clone()
        };
        session
            .world_mut()
            .set_files(self.session.world.files().to_vec());
    }

    /// Creates another session with the same files, tables and settings, to which games may be
    /// added.
    fn another(&self, budget: &Budget<'_>) -> Result<Session, SolveError> {
        let mut session = Session::new();
        self.equip(&mut session);
        for OpenedFile { file, .. } in &self.opened {
            open::read(&mut session, file)?;
        }
        for (name, saved, bytes) in &self.tables {
            session.load_table(name, saved.clone(), bytes.clone(), budget)?;
        }
        Ok(session)
    }
}
