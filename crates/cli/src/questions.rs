//! Answers the questions of a command, one after the other.

use std::io::{Write, stderr};

use base::budget::StopReason;
use base::text;
use base::text::Text;
use grundy::SolveError;
use requests::{CommonOptions, QuestionRequest, Reply, Request};

use crate::args::{CommonArgs, QuestionArgs};
use crate::batch::Batch;
use crate::front_end::{FrontEnd, is_final};
use crate::limits::CommandBudget;
use crate::output::print;
use crate::system::SystemHost;
use crate::{exit, files};

/// Questions of a command, with the options for answering them.
pub struct Questions<'a> {
    /// Source of the questions.
    pub source: &'a QuestionArgs,
    /// Options for answering the questions.
    pub options: &'a CommonArgs,
    /// Error for more than one question; `None` if any number is allowed.
    pub error_if_several: Option<Text>,
}

impl<'a> Questions<'a> {
    /// Creates the questions of a command that accepts any number of questions.
    pub fn new(source: &'a QuestionArgs, options: &'a CommonArgs) -> Questions<'a> {
        Questions {
            source,
            options,
            error_if_several: None,
        }
    }

    /// Sets the error for more than one question.
    pub fn lone(self, error_if_several: Option<Text>) -> Questions<'a> {
        Questions {
            error_if_several,
            ..self
        }
    }
}

impl FrontEnd<'_> {
    /// Answers every question with the given options of the command and prints each reply. Returns
    /// the highest exit code.
    pub fn print_each<O: Clone>(
        &self,
        questions: Questions<'_>,
        work: CommandBudget<'_>,
        request: fn(QuestionRequest<O>) -> Request,
        own: &O,
        words: &dyn Fn(&Reply) -> String,
    ) -> Result<u8, SolveError> {
        self.answer_each(questions, work, &with_options(request, own), &mut |reply| {
            self.print(&reply, &|| words(&reply));
            Ok(())
        })
    }

    /// Answers every question and shows each reply. Returns the highest exit code.
    pub fn answer_each(
        &self,
        questions: Questions<'_>,
        work: CommandBudget<'_>,
        request: &dyn Fn(String, CommonOptions) -> Result<Request, SolveError>,
        show: &mut dyn FnMut(Reply) -> Result<(), SolveError>,
    ) -> Result<u8, SolveError> {
        let Questions {
            source,
            options,
            error_if_several,
        } = questions;
        let CommandBudget { budget, limits } = work;
        // No position ends like this, so the option was forgotten.
        let is_rule_file = |query: &&String| {
            query.ends_with(".game") && std::path::Path::new(query.as_str()).is_file()
        };
        if let Some(file) = source.positions.iter().find(is_rule_file) {
            return Err(SolveError::Usage(text!(
                "`{file}` is a rule file, not a position; write --file {file}",
                "`{file}` 是规则文件，不是局面；请写 --file {file}"
            )));
        }
        let mut desk = files::desk(options, self, budget)?;
        let mut batch = Batch::new(source, budget)?;
        if let Some(error) = error_if_several
            && batch.read_all(budget)? > 1
        {
            return Err(SolveError::Usage(error));
        }
        let how = files::how(options, self, budget)?;
        let system = SystemHost::new();
        self.one_by_one(&mut batch, work, &mut |question| {
            let reply = desk.answer(&request(question.to_owned(), how.clone())?, budget, &system);
            limits.finish();
            show(reply?)
        })
    }

    /// Answers each question before waiting for the next question. An error in one question does
    /// not stop the others. Returns the highest exit code.
    pub fn one_by_one(
        &self,
        batch: &mut Batch,
        work: CommandBudget<'_>,
        answer: &mut dyn FnMut(&str) -> Result<(), SolveError>,
    ) -> Result<u8, SolveError> {
        let CommandBudget { budget, limits } = work;
        let (mut worst, mut is_first) = (0, true);
        loop {
            let posed = match batch.next(budget) {
                Ok(Some(posed)) => posed,
                Ok(None) if is_first => {
                    return Err(SolveError::Usage(text!(
                        "no query was given; see `grundy --help`",
                        "没有给出问题；请看 grundy --help"
                    )));
                }
                Ok(None) => {
                    exit::all_said();
                    return Ok(worst);
                }
                Err(error) => return Ok(worst.max(self.report_error(&error, None))),
            };
            self.begin_question();
            if !is_first && !self.args.json {
                print("\n");
            }
            is_first = false;
            if let Err(error) = budget
                .ask()
                .map_err(SolveError::Stopped)
                .and_then(|()| answer(&posed.question))
            {
                limits.finish();
                worst = worst.max(self.report_error(&error, posed.of_batch(batch)));
                if is_final(&error) {
                    if matches!(error, SolveError::Stopped(StopReason::Time)) {
                        self.all_met(&error, batch);
                    }
                    return Ok(worst);
                }
            }
        }
    }

    /// Reports the same error for every remaining question, so that a program that reads one answer
    /// per line receives an answer for each question.
    fn all_met(&self, error: &SolveError, batch: &mut Batch) {
        let rest = batch.rest();
        let said: String = rest
            .iter()
            .map(|posed| self.render_error(error, posed.of_batch(batch)))
            .collect();
        if self.args.json {
            print(&said);
        } else {
            let _whole = exit::writing();
            let _ = stderr().write_all(said.as_bytes());
        }
    }
}

/// Returns a function that builds the request of each question with the options of the command.
pub fn with_options<O: Clone>(
    request: fn(QuestionRequest<O>) -> Request,
    own: &O,
) -> impl Fn(String, CommonOptions) -> Result<Request, SolveError> {
    move |question, how| Ok(request(QuestionRequest::new(question, how, own.clone())))
}
