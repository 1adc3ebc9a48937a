//! Common code of all commands: arguments, language, and the output of replies and errors.

use std::cell::RefCell;
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;

use base::budget::StopReason;
use base::escaping::escape;
use base::text;
use base::text::{Lang, Text};
use grundy::SolveError;
use requests::{BatchQuestion, Reply, answer_text, error_json, error_words};

use crate::args::Args;
use crate::exit::{self, ExitMessages};
use crate::exit_code::{BUG, FAILED, INTERRUPTED, LIMIT, UNSUPPORTED, WRONG};
use crate::output::answer_by;
use crate::write_file::{is_output, write_or_put};

/// Settings of the command-line front end.
pub struct FrontEnd<'a> {
    /// The arguments.
    pub args: &'a Args,
    /// The language of messages.
    pub lang: Lang,
    /// True if messages on standard error are coloured.
    pub color: bool,
    /// Last progress note of a computation, for the message if the computation is stopped.
    far: RefCell<Option<Text>>,
}

impl<'a> FrontEnd<'a> {
    /// Creates the front end for the given arguments.
    pub fn new(args: &'a Args, lang: Lang) -> FrontEnd<'a> {
        FrontEnd {
            args,
            lang,
            color: stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            far: RefCell::new(None),
        }
    }

    /// Starts the next question and clears the progress note.
    pub fn begin_question(&self) {
        exit::begin_question();
        self.far.take();
    }

    /// Stores a note on the progress of a computation.
    pub fn set_progress_note(&self, far: Text) {
        *self.far.borrow_mut() = Some(far);
    }

    /// Returns the messages for ending the program from outside. The messages are the same as for a
    /// computation that stops at a budget poll.
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

    /// Returns the text of a reply; empty for a reply whose text the module of its command writes.
    pub fn words(&self, reply: &Reply) -> String {
        answer_text::to_text(reply, self.lang).unwrap_or_default()
    }

    /// Prints a reply as text or JSON.
    pub fn print(&self, reply: &Reply, words: &dyn Fn() -> String) {
        if self.args.json {
            answer_by(&mut |out| reply.json(self.lang, out));
        } else {
            let words = words();
            answer_by(&mut |out| out.write_all(words.as_bytes()));
        }
    }

    /// Takes the certificate out of a reply and returns it with its target file. Returns `None` if
    /// the file or the certificate is missing, or if the JSON on standard output contains the
    /// certificate.
    pub fn take_certificate<'f>(
        &self,
        file: Option<&'f Path>,
        certificate: &mut Option<String>,
    ) -> Option<(&'f Path, String)> {
        let file = file.filter(|file| !(self.args.json && is_output(file)))?;
        Some((file, certificate.take()?))
    }

    /// Writes a certificate and prints the reply. The reply goes to standard error if the
    /// certificate goes to standard output.
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

    /// Returns the output text of an error, including the final line end.
    pub fn render_error(&self, error: &SolveError, asked: Option<BatchQuestion<'_>>) -> String {
        let far = self.far.take();
        match self.args.json {
            true => format!("{}\n", error_json(error, asked, far.as_ref(), self.lang)),
            // Colours are escape sequences too. In a coloured report, the texts are therefore
            // escaped before colours are added.
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

    /// Writes an error to standard output (JSON) or standard error and returns its exit code.
    /// `asked` is the question of a batch that the error refers to.
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

/// Returns true if the following questions and files would fail with the same error.
pub fn is_final(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Stopped(StopReason::Cancelled | StopReason::Time)
    )
}

/// Returns the error for several questions with `--certificate`; `None` without a certificate file.
pub fn lone_certificate(file: Option<&Path>) -> Option<Text> {
    file.map(|_| {
        text!(
            "--certificate allows only one query, because a certificate contains one answer",
            "--certificate 只能用于一个问题：一份证书只含一个答案"
        )
    })
}
