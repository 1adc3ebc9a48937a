//! The terminal of a dialogue: lines in the language of the person, drawings, input, and
//! computations within the limits of the command.

use std::io::{BufRead, IsTerminal, stdin, stdout};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use base::thread_limit;
use clap::builder::styling::{AnsiColor, Style};
use grundy::SolveError;
use requests::or_stop;
use rules::ast::DrawKind;
use rules::play::Component;
use rules::view::{View, component_views_as};
use rules::world::World;

use crate::args::PlayArgs;
use crate::front_end::FrontEnd;
use crate::limits::{CommandLimits, waiting};
use crate::output::{print, print_colored};

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const GOOD: Style = AnsiColor::Green.on_default().bold();

/// Minimum time limit in seconds for the setup and for computations that play cannot continue
/// without. The minimum applies even if `--time` is shorter.
pub const MIN_SECONDS: f64 = 0.5;

/// Maximum number of components that are drawn.
const MAX_DRAWN: usize = 12;

/// The terminal of a dialogue.
#[derive(Clone, Copy)]
pub struct DialogueConsole<'a> {
    pub face: &'a FrontEnd<'a>,
    args: &'a PlayArgs,
    /// Whether no colours are used.
    plain: bool,
}

impl<'a> DialogueConsole<'a> {
    /// Creates the terminal of a dialogue with these arguments.
    pub fn new(face: &'a FrontEnd<'a>, args: &'a PlayArgs) -> DialogueConsole<'a> {
        let plain = args.plain || !stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some();
        DialogueConsole { face, args, plain }
    }

    /// Prints a line.
    pub fn print_line(&self, text: &Text) {
        print(&format!("{}\n", text.get(self.face.lang)));
    }

    /// Prints a line in a style.
    pub fn print_line_in(&self, style: Style, text: &Text) {
        self.print_in(style, text.get(self.face.lang));
        print("\n");
    }

    fn print_in(&self, style: Style, text: &str) {
        match self.plain {
            true => print(text),
            false => print_colored(&style.to_string(), &format!("{style:#}"), text),
        }
    }

    /// Prints the drawing of a position, if drawings are enabled.
    pub fn draw(&self, world: &World, components: &[Component], drawing: Option<DrawKind>) {
        if self.args.plain || components.len() > MAX_DRAWN {
            return;
        }
        let mut parts = component_views_as(world, components, drawing);
        // A component whose view is only its notation is not drawn, because the printed position
        // contains the notation.
        parts.retain(|part| part.view != View::Written);
        for line in picture::position::text(&parts, self.face.lang).lines() {
            print(&format!("  {line}\n"));
        }
    }

    /// Reads a line; `None` at the end of the input. `is_open` is true if a move can be made.
    pub fn read_line(&self, is_open: bool) -> Option<String> {
        self.print_in(BOLD, "> ");
        let mut line = Vec::new();
        let read = waiting(|| stdin().lock().read_until(b'\n', &mut line));
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        let is_read = matches!(read, Ok(1..));
        if !stdin().is_terminal() || !is_read {
            print(&format!("{line}\n"));
        }
        if !is_read && is_open {
            self.print_line(&text!(
                "The input ended before the game was finished.",
                "输入已结束，对局尚未结束。"
            ));
        }
        is_read.then_some(line)
    }

    /// Prints that a line is neither a command nor a move.
    pub fn print_expected(&self, is_open: bool) {
        self.print_line(&match is_open {
            true => text!("Type a move or `help`.", "请输入着法，或输入“帮助”。"),
            false => text!(
                "Play is over. Type `new`, `undo` or `quit`.",
                "对局已结束。请输入“重来”“悔棋”或“退出”。"
            ),
        });
    }

    /// Prints that a line names no legal move.
    pub fn print_unknown_move(&self, line: &str) {
        self.print_line(&text!(
            "`{line}` is neither a legal move here nor a command.\nType a number of the list (`moves`) such as #3, the text of a move, the position after the move, or `help`.",
            "`{line}` 不是此处的合法着法，也不是命令。\n请输入列表中的编号（着法），如 #3、着法的文字、走后留下的局面，或“帮助”。"
        ));
    }

    /// Prints the message if a limit was reached or no method applies.
    ///
    /// # Errors
    /// Returns any other error, which ends the dialogue.
    pub fn print_no_answer(&self, error: SolveError, what: &Text) -> Result<(), SolveError> {
        let why = match error {
            SolveError::Stopped(stop) if stop != StopReason::Cancelled => stop.text(),
            SolveError::Unsupported(why) => why,
            other => return Err(other),
        };
        self.print_line(&Text {
            en: format!("{}: {}.", what.en, why.en),
            zh: format!("{}：{}。", what.zh, why.zh),
        });
        Ok(())
    }

    /// Runs a computation without which play cannot continue, such as listing the moves. The time
    /// limit is at least [`MIN_SECONDS`].
    ///
    /// # Errors
    /// Returns the error of the computation.
    pub fn run_base<G, T>(
        &self,
        game: &mut G,
        ask: impl FnOnce(&mut G, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let time = self.face.args.time.map(|time| time.max(MIN_SECONDS));
        self.run_within(CommandLimits::new(time, self.face.args.memory), game, ask)
    }

    /// Runs a computation within the limits of `--time` and `--memory`.
    ///
    /// # Errors
    /// Returns the error of the computation.
    pub fn run<G, T>(
        &self,
        game: &mut G,
        ask: impl FnOnce(&mut G, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let limits = CommandLimits::new(self.face.args.time, self.face.args.memory);
        self.run_within(limits, game, ask)
    }

    /// Runs a computation within limits.
    ///
    /// # Errors
    /// Returns the error of the computation.
    pub fn run_within<G, T>(
        &self,
        limits: CommandLimits,
        game: &mut G,
        ask: impl FnOnce(&mut G, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let limits = if self.plain { limits.silent() } else { limits };
        let stop = || limits.stop();
        let progress = |done, whole| limits.progress(done, whole);
        let held = || limits.held_bytes();
        let budget = Budget::new(self.face.args.memory, &stop, &progress).with_memory_in_use(&held);
        let found = thread_limit::with_limit(limits.for_watch(), || or_stop(|| ask(game, &budget)));
        limits.finish();
        found
    }
}
