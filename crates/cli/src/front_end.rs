//! What every command needs: its arguments, the language, and how replies and errors are written.

use std::cell::RefCell;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;

use base::budget::StopReason;
use base::escaping::escape;
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use requests::{BatchQuestion, Reply, error_json, error_words};

use crate::args::Args;
use crate::exit::{self, ExitMessages};
use crate::exit_code::{BUG, FAILED, INTERRUPTED, LIMIT, UNSUPPORTED, WRONG};
use crate::output::answer_by;
use crate::write_file::{is_output, write_or_put};

/// What a face needs besides the command.
pub struct FrontEnd<'a> {
    /// The arguments.
    pub args: &'a Args,
    /// The language of messages.
    pub lang: Lang,
    /// Whether messages on standard error have colours.
    pub color: bool,
    /// The last note on the progress of a computation, for the message if it is stopped.
    far: RefCell<Option<Text>>,
}

impl<'a> FrontEnd<'a> {
    /// Creates the front end of these arguments.
    pub fn new(args: &'a Args, lang: Lang) -> FrontEnd<'a> {
        FrontEnd {
            args,
            lang,
            color: stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            far: RefCell::new(None),
        }
    }

    /// Begins another question, which has no progress yet.
    pub fn begin_question(&self) {
        exit::begin_question();
        self.far.take();
    }

    /// Stores a note on the progress of a computation.
    pub fn set_progress_note(&self, far: Text) {
        *self.far.borrow_mut() = Some(far);
    }

    /// What is said when the program is ended from outside: the same as when a computation stops by
    /// itself.
    pub fn messages(&self) -> ExitMessages {
        let message = |stop: StopReason| {
            let error = SolveError::Stopped(stop);
            if self.args.json {
                format!("{}\n", error_json(&error, None, None, self.lang))
            } else {
                format!("{}\n", error.render(self.lang, self.color))
            }
        };
        ExitMessages {
            on_output: self.args.json,
            clear: if stderr().is_terminal() {
                "\r\u{1b}[2K"
            } else {
                ""
            },
            time: message(StopReason::Time),
            memory: message(StopReason::Memory(self.args.memory, self.args.memory)),
            interrupt: message(StopReason::Cancelled),
        }
    }

    /// Writes a reply, in words or in JSON.
    pub fn print(&self, reply: &Reply, words: &dyn Fn() -> String) {
        if self.args.json {
            answer_by(&mut |out| reply.json(self.lang, out));
        } else {
            let words = words();
            answer_by(&mut |out| out.write_all(words.as_bytes()));
        }
    }

    /// The certificate of a reply, with the file that it goes to: JSON on standard output holds the
    /// certificate itself.
    pub fn take_certificate<'f>(
        &self,
        file: Option<&'f Path>,
        certificate: &mut Option<String>,
    ) -> Option<(&'f Path, String)> {
        let file = file.filter(|file| !(self.args.json && is_output(file)))?;
        Some((file, certificate.take()?))
    }

    /// Writes a certificate and prints the reply, on standard error where the certificate is on
    /// standard output.
    pub fn certified(
        &self,
        reply: &Reply,
        taken: Option<(&Path, String)>,
        words: &dyn Fn() -> String,
    ) -> Result<(), SolveError> {
        if let Some((file, text)) = taken {
            write_or_put(file, &text)?;
            if is_output(file) {
                let _whole = exit::answering();
                let _ = write!(stderr(), "{}", escape(&words()));
                return Ok(());
            }
        }
        self.print(reply, words);
        Ok(())
    }

    /// An error as it is written, with its end of line.
    pub fn render_error(&self, error: &SolveError, asked: Option<BatchQuestion<'_>>) -> String {
        let far = self.far.take();
        match self.args.json {
            true => format!("{}\n", error_json(error, asked, far.as_ref(), self.lang)),
            // Colours are escape sequences too: a report that has some shows what is hidden in its
            // parts.
            false if self.color => format!(
                "{}\n",
                error_words(error, asked, far.as_ref(), self.lang, true)
            ),
            false => format!(
                "{}\n",
                escape(&error_words(error, asked, far.as_ref(), self.lang, false))
            ),
        }
    }

    /// Writes an error where it belongs and returns its exit code; `asked` where it is about one
    /// question of a batch.
    pub fn report_error(&self, error: &SolveError, asked: Option<BatchQuestion<'_>>) -> u8 {
        let said = self.render_error(error, asked);
        if self.args.json {
            answer_by(&mut |out| out.write_all(said.as_bytes()));
        } else {
            let _whole = exit::answering();
            let _ = stderr().write_all(said.as_bytes());
        }
        match error {
            SolveError::Stopped(StopReason::Cancelled) => INTERRUPTED,
            SolveError::Stopped(_) => LIMIT,
            SolveError::Unsupported(_) => UNSUPPORTED,
            SolveError::Bug(_) => BUG,
            SolveError::WrongFile(_) => FAILED,
            _ => WRONG,
        }
    }
}

/// Whether the questions and files that follow would meet the same end.
pub fn is_final(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Stopped(StopReason::Cancelled | StopReason::Time)
    )
}

/// Why a question with `--certificate` stands alone.
pub fn lone_certificate(file: Option<&Path>) -> Option<Text> {
    file.map(|_| {
        text!(
            "--certificate takes one question, it holds one answer",
            "--certificate 只能用于一个问题：一份证书只含一个答案"
        )
    })
}
