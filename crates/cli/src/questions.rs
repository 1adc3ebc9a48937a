//! Answers the questions of a command, one after the other.

use std::io::{Write, stderr};

use base::budget::StopReason;
use base::text;
use base::text::Text;
use grundy::SolveError;
use requests::{CommonOptions, Reply, Request};

use crate::args::{CommonArgs, QuestionArgs};
use crate::batch::Batch;
use crate::front_end::{FrontEnd, is_final};
use crate::limits::CommandBudget;
use crate::output::print;
use crate::system::SystemHost;
use crate::{exit, files};

/// The questions of a command, and how they are answered.
pub struct Questions<'a> {
    /// Where they come from.
    pub source: &'a QuestionArgs,
    /// How they are answered.
    pub options: &'a CommonArgs,
    /// The error if there is more than one question; `None` if any number is allowed.
    pub error_if_several: Option<Text>,
}

impl FrontEnd<'_> {
    /// Answers every question and shows each reply. Returns the highest exit code.
    pub fn answer_each(
        &self,
        questions: Questions<'_>,
        work: CommandBudget<'_>,
        request: &dyn Fn(String, CommonOptions) -> Result<Request, SolveError>,
        show: &mut dyn FnMut(Reply) -> Result<(), SolveError>,
    ) -> u8 {
        let Questions {
            source,
            options,
            error_if_several,
        } = questions;
        let CommandBudget { budget, limits } = work;
        let prepared = files::desk(options, self, budget)
            .and_then(|desk| Ok((desk, Batch::new(source, budget)?)));
        let (mut desk, mut batch) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return self.report_error(&error, None),
        };
        if let Some(error) = error_if_several {
            match batch.read_all(budget) {
                Ok(0 | 1) => {}
                Ok(_) => return self.report_error(&SolveError::Usage(error), None),
                Err(error) => return self.report_error(&error, None),
            }
        }
        let (system, how) = match files::how(options, self, budget) {
            Ok(how) => (SystemHost::new(), how),
            Err(error) => return self.report_error(&error, None),
        };
        self.one_by_one(&mut batch, work, &mut |question| {
            let reply = desk.answer(&request(question.to_owned(), how.clone())?, budget, &system);
            limits.finish();
            show(reply?)
        })
    }

    /// Answers each question before it waits for the next. An error in one question does not stop
    /// the others. Returns the highest exit code.
    pub fn one_by_one(
        &self,
        batch: &mut Batch,
        work: CommandBudget<'_>,
        answer: &mut dyn FnMut(&str) -> Result<(), SolveError>,
    ) -> u8 {
        let CommandBudget { budget, limits } = work;
        let (mut worst, mut is_first) = (0, true);
        loop {
            let posed = match batch.next(budget) {
                Ok(Some(posed)) => posed,
                Ok(None) if is_first => {
                    let none = text!(
                        "no question was given; try grundy --help",
                        "没有给出问题；请看 grundy --help"
                    );
                    return self.report_error(&SolveError::Usage(none), None);
                }
                Ok(None) => {
                    exit::all_said();
                    return worst;
                }
                Err(error) => return worst.max(self.report_error(&error, None)),
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
                    return worst;
                }
            }
        }
    }

    /// Reports the same error for every remaining question, so that a program that reads one answer
    /// a line finds as many as it asked.
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
