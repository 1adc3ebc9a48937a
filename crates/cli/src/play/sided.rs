//! `grundy play` for games in which the players, Left and Right, have different moves.

use std::io::{BufRead, IsTerminal, stdin, stdout};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::{Text, lowercase};
use base::thread_limit;
use clap::builder::styling::Style;
use grundy::answer::WinningMove;
use grundy::partizan_play::PartizanMatch;
use grundy::player::{MatchSide, MatchState};
use grundy::position_text::position_with_counts;
use grundy::{Session, SolveError};
use requests::answer_text::why::move_text;
use requests::or_stop;
use requests::play::seated_match::ComputerSides;
use rules::ast::Player;
use rules::view::{View, component_views_as};

use super::commands::{PlayCommand, command, help};
use super::messages::{self, SeatName, name};
use super::{BOLD, DialogueStep, GOOD, MIN_SECONDS, PAGE, print_rules};
use crate::args::PlayArgs;
use crate::front_end::FrontEnd;
use crate::limits::{CommandLimits, waiting};
use crate::output::{print, print_colored};

/// Maximum number of components that are drawn.
const MAX_DRAWN: usize = 12;

/// A dialogue about a match of Left and Right.
pub(super) struct SidedDialogue<'a> {
    face: &'a FrontEnd<'a>,
    args: &'a PlayArgs,
    game: PartizanMatch,
    computer: ComputerSides,
    seed: u64,
    plain: bool,
}

impl<'a> SidedDialogue<'a> {
    /// Starts a match.
    pub fn new(
        face: &'a FrontEnd<'a>,
        args: &'a PlayArgs,
        session: &mut Session,
        (computer, seed): (ComputerSides, u64),
        budget: &Budget<'_>,
    ) -> Result<SidedDialogue<'a>, SolveError> {
        let first = args.to_move.unwrap_or(Player::Left);
        Ok(SidedDialogue {
            face,
            args,
            game: PartizanMatch::new(session, &*args.position, first, budget)?,
            computer,
            seed,
            plain: args.plain || !stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some(),
        })
    }

    /// Plays until the person quits or, without a person, play is over.
    pub fn run(&mut self) -> Result<(), SolveError> {
        let first = name(self.game.mover(0));
        let Text { en, zh } = &first;
        self.line(&text!(
            "Left and Right have different moves. {en} begins.",
            "左方与右方着法不同。{zh}先走。"
        ));
        if !self.args.two {
            self.line(&messages::strength(self.args.strength, self.seed));
        }
        loop {
            let state = self.base(|game, budget| game.state(budget))?;
            let is_open = match state {
                MatchState::Open if self.is_computers_turn() => {
                    self.computer_moves()?;
                    continue;
                }
                MatchState::Open => {
                    self.show()?;
                    true
                }
                MatchState::Over(winner, reason) => {
                    let who = winner.map(|side| self.seat(side));
                    let play = self.game.conventions().play;
                    let words = messages::end(who, reason, play, self.game.turns().len());
                    let style = if who == Some(SeatName::You) {
                        GOOD
                    } else {
                        BOLD
                    };
                    self.styled(style, &words);
                    if self.args.watch {
                        return Ok(());
                    }
                    self.line(&text!(
                        "Type `new`, `undo` or `quit`.",
                        "请输入“重来”“悔棋”或“退出”。"
                    ));
                    false
                }
            };
            loop {
                match self.ask(is_open)? {
                    DialogueStep::Leave => return Ok(()),
                    DialogueStep::Turn => break,
                    DialogueStep::Ask => {}
                }
            }
        }
    }

    /// Prints, after Ctrl-C, the command that resumes the game.
    pub fn interrupted(&self) {
        let position = position_with_counts(self.game.world(), self.game.position());
        let player = self.game.to_move().word();
        let seats = match self.is_computers_turn() {
            _ if self.args.two => "--two",
            true => "--first computer",
            false => "--first me",
        };
        self.line(&text!(
            "Stopped at {position}. To continue: grundy play '{position}' --to-move {player} {seats}",
            "已停止。对局停在 {position}；继续对局：grundy play '{position}' --to-move {player} {seats}"
        ));
    }

    fn is_computers_turn(&self) -> bool {
        self.computer.plays(self.game.side_to_move())
    }

    fn seat(&self, side: MatchSide) -> SeatName {
        match self.computer {
            ComputerSides::First | ComputerSides::Second if self.computer.plays(side) => {
                SeatName::Computer
            }
            ComputerSides::First | ComputerSides::Second => SeatName::You,
            _ => SeatName::Player(self.game.mover(usize::from(side == MatchSide::Second))),
        }
    }

    fn computer_moves(&mut self) -> Result<(), SolveError> {
        let (strength, seed) = (self.args.strength, self.seed);
        let made = match self.think(|game, budget| game.choose(strength, seed, budget)) {
            Ok((made, _)) => made,
            Err(error) => {
                self.no_answer(
                    error,
                    &text!("The next move was not computed", "下面这一步未经计算"),
                )?;
                self.base(|game, budget| game.choose(0, seed, budget))?.0
            }
        };
        self.make(made);
        Ok(())
    }

    fn make(&mut self, made: WinningMove) {
        let number = self.game.turns().len() + 1;
        let who = name(self.game.to_move());
        let shown = self.move_words(&made);
        self.game.play(made);
        let Text { en, zh } = who;
        self.line(&text!(
            "Move {number}, {en}: {shown}",
            "第 {number} 步，{zh}：{shown}"
        ));
    }

    fn move_words(&self, made: &WinningMove) -> String {
        let several = self.game.position().len() > 1;
        move_text(made, self.game.world(), several, self.face.lang)
    }

    /// Prints the position, and the first legal moves of the player to move.
    fn show(&mut self) -> Result<(), SolveError> {
        let number = self.game.turns().len() + 1;
        let position = position_with_counts(self.game.world(), self.game.position());
        let Text { en, zh } = name(self.game.to_move());
        print("\n");
        self.styled(
            BOLD,
            &match self.seat(self.game.side_to_move()) {
                SeatName::You => text!(
                    "Move {number} is yours ({en}): {position}",
                    "第 {number} 步轮到你（{zh}）：{position}"
                ),
                _ => text!(
                    "Move {number}, {en}: {position}",
                    "第 {number} 步，{zh}：{position}"
                ),
            },
        );
        self.drawing();
        self.list(1, PAGE)
    }

    fn drawing(&self) {
        let components = self.game.position();
        if self.args.plain || components.len() > MAX_DRAWN {
            return;
        }
        let mut parts = component_views_as(self.game.world(), components, None);
        parts.retain(|part| part.view != View::Written);
        for line in picture::position::text(&parts, self.face.lang).lines() {
            print(&format!("  {line}\n"));
        }
    }

    fn legal(&mut self) -> Result<Vec<WinningMove>, SolveError> {
        self.base(|game, budget| game.legal(budget))
    }

    fn list(&mut self, from: usize, count: usize) -> Result<(), SolveError> {
        let legal = self.legal()?;
        let last = legal.len().min(from.saturating_add(count - 1));
        for (number, made) in (1..).zip(&legal).skip(from - 1).take(count) {
            let shown = self.move_words(made);
            let number = format!("#{number}");
            print(&format!("  {number:>4}  {shown}\n"));
        }
        if last < legal.len() {
            let (next, left) = (last + 1, legal.len() - last);
            self.line(&text!(
                "  {left} more: type `moves {next}` or `moves all`",
                "  还有 {left} 个：输入“着法 {next}”或“着法 全部”"
            ));
        }
        Ok(())
    }

    /// Reads a line and executes it. `is_open` is true if a move can be made.
    fn ask(&mut self, is_open: bool) -> Result<DialogueStep, SolveError> {
        self.in_style(BOLD, "> ");
        let mut line = Vec::new();
        let read = waiting(|| stdin().lock().read_until(b'\n', &mut line));
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        let at_end = !matches!(read, Ok(1..));
        if !stdin().is_terminal() || at_end {
            print(&format!("{line}\n"));
        }
        if at_end {
            if is_open {
                self.line(&text!(
                    "The input ended before the game was finished.",
                    "输入已结束，对局尚未结束。"
                ));
            }
            return Ok(DialogueStep::Leave);
        }
        match command(&line) {
            Some((command, rest)) => self.obey(command, rest, is_open),
            None if is_open && !line.is_empty() => self.entered(&line),
            None => {
                self.line(&match is_open {
                    true => text!("Type a move or `help`.", "请输入着法，或输入“帮助”。"),
                    false => play_is_over(),
                });
                Ok(DialogueStep::Ask)
            }
        }
    }

    fn obey(
        &mut self,
        command: PlayCommand,
        rest: &str,
        is_open: bool,
    ) -> Result<DialogueStep, SolveError> {
        use DialogueStep::{Ask, Leave, Turn};
        match command {
            PlayCommand::Help => self.line(&help(!self.args.no_hints)),
            PlayCommand::Position => {
                let position = position_with_counts(self.game.world(), self.game.position());
                self.line(&text!("Position: {position}", "局面：{position}"));
                self.drawing();
            }
            PlayCommand::Rules => {
                let games = self.game.position().iter().map(|component| component.game);
                print_rules(self.game.world(), games);
            }
            PlayCommand::New => {
                while self.game.undo() {}
                if self.args.seed.is_none() {
                    self.seed += 1;
                }
                self.line(&text!("A new game.", "新的一局。"));
                return Ok(Turn);
            }
            PlayCommand::Undo => return Ok(self.undo()),
            PlayCommand::Quit => {
                if is_open {
                    self.line(&text!("The game was not finished.", "对局未结束。"));
                }
                return Ok(Leave);
            }
            _ if !is_open => self.line(&play_is_over()),
            PlayCommand::Moves => {
                let all = self.legal()?.len();
                match (rest, rest.parse::<usize>()) {
                    ("", _) => self.list(1, PAGE)?,
                    ("all" | "全部", _) => self.list(1, usize::MAX)?,
                    (_, Ok(from)) if (1..=all).contains(&from) => self.list(from, PAGE)?,
                    _ => self.line(&text!(
                        "Expected a number from 1 to {all} or `all` after `moves`.",
                        "“着法”后可写 1 到 {all} 的编号，或“全部”。"
                    )),
                }
            }
            PlayCommand::Hint | PlayCommand::Why if self.args.no_hints => self.line(&text!(
                "Hints are switched off (--no-hints).",
                "提示已关闭（--no-hints）。"
            )),
            PlayCommand::Hint | PlayCommand::Why => {
                match self.think(|game, budget| game.perfect(budget)) {
                    Ok((made, grounds)) => {
                        let shown = self.move_words(&made);
                        self.line(&messages::hint(grounds, &shown));
                    }
                    Err(error) => {
                        self.no_answer(error, &text!("No hint was found", "没有找到提示"))?;
                    }
                }
            }
            PlayCommand::Resign => {
                self.game.resign();
                return Ok(Turn);
            }
        }
        Ok(Ask)
    }

    /// Takes back the person's last move and all later moves.
    fn undo(&mut self) -> DialogueStep {
        if self.game.has_resigned() {
            self.game.undo();
            return DialogueStep::Turn;
        }
        let before = self.game.turns().len();
        while self.game.undo() && self.is_computers_turn() {}
        if self.is_computers_turn() || before == 0 {
            self.line(&text!("There is no move to take back.", "没有可悔的棋。"));
        }
        DialogueStep::Turn
    }

    /// Makes the move that a line names: by its number in the list, its text, or the position after
    /// it.
    fn entered(&mut self, line: &str) -> Result<DialogueStep, SolveError> {
        let legal = self.legal()?;
        let number: Option<usize> = line.trim_start_matches('#').parse().ok();
        let by_number = number.and_then(|number| legal.get(number.checked_sub(1)?));
        let entered = lowercase(line);
        let world = self.game.world().clone();
        let is_named = |made: &&WinningMove| {
            let words = self.move_words(made);
            let label = words.split(", leaving ").next().unwrap_or(&words);
            let label = label.split("，剩下").next().unwrap_or(label);
            let after = position_with_counts(&world, &made.leaves);
            [&words, label, &after].map(lowercase).contains(&entered)
        };
        let by_name: Vec<&WinningMove> = match by_number {
            Some(made) => vec![made],
            None => legal.iter().filter(is_named).collect(),
        };
        match by_name[..] {
            [made] => {
                let made = made.clone();
                self.make(made);
                return Ok(DialogueStep::Turn);
            }
            [] => self.line(&text!(
                "`{line}` is neither a command nor a legal move here.\nType a number of the list (`moves`), such as #3, the text of a move, the position after it, or `help`.",
                "`{line}` 不是此处的合法着法，也不是命令。\n请输入列表中的编号（着法），如 #3、着法的文字、走后留下的局面，或“帮助”。"
            )),
            _ => self.line(&text!(
                "The text matches more than one move. Type the number of the move.",
                "符合的着法不止一个，请输入编号。"
            )),
        }
        Ok(DialogueStep::Ask)
    }

    /// Prints the message if a limit was reached. Any other error is returned and ends the
    /// dialogue.
    fn no_answer(&self, error: SolveError, what: &Text) -> Result<(), SolveError> {
        let why = match error {
            SolveError::Stopped(stop) if stop != StopReason::Cancelled => stop.text(),
            SolveError::Unsupported(why) => why,
            other => return Err(other),
        };
        self.line(&Text {
            en: format!("{}: {}.", what.en, why.en),
            zh: format!("{}：{}。", what.zh, why.zh),
        });
        Ok(())
    }

    /// Runs a computation without which play cannot continue. The time limit is at least
    /// [`MIN_SECONDS`].
    fn base<T>(
        &mut self,
        ask: impl FnOnce(&mut PartizanMatch, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let time = self.face.args.time.map(|time| time.max(MIN_SECONDS));
        self.within(CommandLimits::new(time, self.face.args.memory), ask)
    }

    fn think<T>(
        &mut self,
        ask: impl FnOnce(&mut PartizanMatch, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let limits = CommandLimits::new(self.face.args.time, self.face.args.memory);
        self.within(limits, ask)
    }

    fn within<T>(
        &mut self,
        limits: CommandLimits,
        ask: impl FnOnce(&mut PartizanMatch, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let limits = if self.plain { limits.silent() } else { limits };
        let stop = || limits.stop();
        let progress = |done, whole| limits.progress(done, whole);
        let held = || limits.held_bytes();
        let budget = Budget::new(self.face.args.memory, &stop, &progress).with_memory_in_use(&held);
        let found = thread_limit::with_limit(limits.for_watch(), || {
            or_stop(|| ask(&mut self.game, &budget))
        });
        limits.finish();
        found
    }

    fn line(&self, text: &Text) {
        print(&format!("{}\n", text.get(self.face.lang)));
    }

    fn styled(&self, style: Style, text: &Text) {
        self.in_style(style, text.get(self.face.lang));
        print("\n");
    }

    fn in_style(&self, style: Style, text: &str) {
        match self.plain {
            true => print(text),
            false => print_colored(&style.to_string(), &format!("{style:#}"), text),
        }
    }
}

fn play_is_over() -> Text {
    text!(
        "Play is over. Type `new`, `undo` or `quit`.",
        "对局已结束。请输入“重来”“悔棋”或“退出”。"
    )
}
