//! Questions of a command: from the command line, a file and standard input. Lines of standard
//! input are read as they arrive, so each question can be answered before the next one is sent.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, stdin};
use std::path::Path;

use base::budget::Budget;
use grundy::SolveError;
use requests::{BatchQuestion, Reply, Request, RequestHandler, unreadable};

use crate::args::QuestionArgs;
use crate::front_end::FrontEnd;
use crate::system::SystemHost;
use crate::{exit, files};

/// Size of one read, in bytes.
const BLOCK: usize = 64 << 10;

/// Maximum number of bytes that are read after the time limit, because standard input may have no
/// end.
const MAX_LATE: usize = 1 << 20;

/// A question with its location in the input.
pub struct SourcedQuestion {
    /// The question.
    pub question: String,
    /// Line number, starting at 1; `None` if the question is from the command line.
    pub line: Option<usize>,
}

impl SourcedQuestion {
    /// Returns the location of the question if it is one of several questions of the batch,
    /// otherwise `None`.
    pub fn of_batch(&self, batch: &Batch) -> Option<BatchQuestion<'_>> {
        let line = self.line.filter(|_| batch.is_several)?;
        Some(BatchQuestion {
            line,
            question: &self.question,
        })
    }
}

/// The questions of a command, in the order in which they are answered.
pub struct Batch {
    /// Questions that were read but not returned yet.
    ready: VecDeque<SourcedQuestion>,
    /// Standard input; `None` after its end.
    input: Option<StdinLines>,
    /// Questions of the command line, which are returned last.
    given: VecDeque<SourcedQuestion>,
    is_several: bool,
}

/// Answers each question of a batch by one request, and prints the replies. `show` returns the text
/// of a reply; its second argument tells whether the question is the first. Returns the exit code.
///
/// # Errors
/// Returns a [`SolveError`] if the questions cannot be read.
pub fn answer_each(
    face: &FrontEnd<'_>,
    desk: &mut RequestHandler,
    questions: &QuestionArgs,
    budget: &Budget<'_>,
    request: &dyn Fn(&str) -> Request,
    show: &dyn Fn(&Reply, bool) -> String,
) -> Result<u8, SolveError> {
    let mut batch = Batch::new(questions, budget)?;
    let (mut worst, mut is_first, system) = (0, true, SystemHost::new());
    loop {
        let posed = match batch.next(budget) {
            Ok(Some(posed)) => posed,
            Ok(None) => {
                exit::all_said();
                return Ok(worst);
            }
            Err(error) => return Ok(worst.max(face.report_error(&error, None))),
        };
        exit::begin_question();
        match desk.answer(&request(&posed.question), budget, &system) {
            Ok(reply) => face.print(&reply, &|| show(&reply, is_first)),
            Err(error) => {
                worst = worst.max(face.report_error(&error, posed.of_batch(&batch)));
                if matches!(error, SolveError::Stopped(_)) {
                    return Ok(worst);
                }
            }
        }
        is_first = false;
    }
}

/// Standard input.
#[derive(Default)]
struct StdinLines {
    /// Bytes of an incomplete line.
    unfinished: Vec<u8>,
    /// Number of lines that were read completely, and their total size in bytes.
    lines: usize,
    bytes: usize,
}

impl Batch {
    /// Creates the batch for the arguments. Reads the file of `--from`, but not standard input.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or the budget runs out.
    pub fn new(questions: &QuestionArgs, budget: &Budget<'_>) -> Result<Batch, SolveError> {
        let mut ready = VecDeque::new();
        let is_input = |path: &Path| path.as_os_str() == "-";
        let from = questions.from.as_deref();
        if let Some(path) = from.filter(|path| !is_input(path)) {
            ready.extend(
                (1..)
                    .zip(files::read(path, budget)?.lines())
                    .filter_map(|(line, text)| question_in_line(line, text)),
            );
        }
        let given = questions
            .positions
            .iter()
            .filter(|position| *position != "-");
        let given: VecDeque<SourcedQuestion> = given
            .map(|question| SourcedQuestion {
                question: question.clone(),
                line: None,
            })
            .collect();
        let reads = match from {
            Some(path) if is_input(path) => true,
            None if questions.positions.is_empty() => true,
            _ => questions.positions.iter().any(|position| position == "-"),
        };
        let is_several = reads || ready.len() + given.len() > 1;
        Ok(Batch {
            ready,
            input: reads.then(StdinLines::default),
            given,
            is_several,
        })
    }

    /// Returns true if the batch may contain more than one question. In a batch of several
    /// questions, each error contains the line number of its question.
    pub fn is_several(&self) -> bool {
        self.is_several
    }

    /// Returns the next question. Waits for standard input if every question read before has been
    /// returned.
    ///
    /// # Errors
    /// Returns an error if standard input cannot be read, is not UTF-8 text, or the budget runs
    /// out.
    pub fn next(&mut self, budget: &Budget<'_>) -> Result<Option<SourcedQuestion>, SolveError> {
        while self.ready.is_empty()
            && let Some(input) = &mut self.input
        {
            // After this call, a limit or Ctrl-C ends the program with a message, even while it
            // waits for input.
            exit::begin_question();
            if !input.read(&mut self.ready, budget)? {
                self.input = None;
            }
        }
        Ok(self.ready.pop_front().or_else(|| self.given.pop_front()))
    }

    /// Reads standard input to its end and returns the number of questions not returned yet.
    ///
    /// # Errors
    /// Returns the same errors as [`Batch::next`].
    pub fn read_all(&mut self, budget: &Budget<'_>) -> Result<usize, SolveError> {
        while let Some(input) = &mut self.input {
            if !input.read(&mut self.ready, budget)? {
                self.input = None;
            }
        }
        let count = self.ready.len() + self.given.len();
        self.is_several = count > 1;
        Ok(count)
    }

    /// Returns the remaining questions. Reads at most [`MAX_LATE`] bytes of standard input, and
    /// stops if no input arrives for 50 ms.
    pub fn rest(&mut self) -> Vec<SourcedQuestion> {
        let budget = Budget::generous();
        let mut blocks = MAX_LATE / BLOCK;
        while let Some(input) = &mut self.input {
            if blocks > 0
                && is_readable_soon()
                && input.read(&mut self.ready, &budget).unwrap_or(false)
            {
                blocks -= 1;
            } else {
                self.input = None;
            }
        }
        self.ready.drain(..).chain(self.given.drain(..)).collect()
    }
}

impl StdinLines {
    /// Reads a block of input and adds the question of each line that the block completes. Returns
    /// false at the end of the input.
    fn read(
        &mut self,
        ready: &mut VecDeque<SourcedQuestion>,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let path = Path::new("-");
        let mut block = vec![0; BLOCK];
        let read = loop {
            budget.ask().map_err(SolveError::Stopped)?;
            match stdin().lock().read(&mut block) {
                Ok(read) => break read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(path, &error.to_string())),
            }
        };
        let bytes = &mut self.unfinished;
        if bytes.capacity() - bytes.len() < read {
            budget
                .allow_growth(0, bytes.capacity().max(read) as u64)
                .map_err(SolveError::Stopped)?;
        }
        let seen = bytes.len();
        bytes.extend_from_slice(&block[..read]);
        let whole = match bytes[seen..].iter().rposition(|&byte| byte == b'\n') {
            _ if read == 0 => bytes.len(),
            Some(at) => seen + at + 1,
            None => return Ok(true),
        };
        let rest = bytes.split_off(whole);
        let ended = std::mem::replace(bytes, rest);
        let text = String::from_utf8(ended).map_err(|error| {
            let at = self.bytes + error.utf8_error().valid_up_to();
            unreadable(path, &format!("byte {at} is not UTF-8 text"))
        })?;
        self.bytes += text.len();
        for line in text.lines() {
            self.lines += 1;
            ready.extend(question_in_line(self.lines, line));
        }
        Ok(read > 0)
    }
}

/// Returns true if standard input becomes readable within 50 ms.
#[cfg(unix)]
#[expect(
    unsafe_code,
    reason = "the standard library cannot ask whether a read would wait"
)]
fn is_readable_soon() -> bool {
    /// Waiting time in milliseconds. A writer that was blocked by a full pipe continues within this
    /// waiting time.
    const MOMENT: libc::c_int = 50;
    let mut input = libc::pollfd {
        fd: libc::STDIN_FILENO,
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: `input` is one valid `pollfd`.
    unsafe { libc::poll(&raw mut input, 1, MOMENT) > 0 }
}

/// Returns false, because this system cannot report whether a read would block.
#[cfg(not(unix))]
fn is_readable_soon() -> bool {
    false
}

/// Returns the question of a line; `None` for an empty line or a comment.
fn question_in_line(line: usize, written: &str) -> Option<SourcedQuestion> {
    let question = without_comment(written).trim();
    (!question.is_empty()).then(|| SourcedQuestion {
        question: question.to_owned(),
        line: Some(line),
    })
}

/// Returns a line without its comment. Between parentheses or quotation marks, `#` can be part of a
/// board and starts no comment.
fn without_comment(line: &str) -> &str {
    let (mut depth, mut is_quoted) = (0, false);
    let comment = line.find(|c| {
        is_quoted ^= c == '"';
        depth += i32::from(matches!(c, '(' | '（')) - i32::from(matches!(c, ')' | '）'));
        c == '#' && depth <= 0 && !is_quoted
    });
    &line[..comment.unwrap_or(line.len())]
}
