//! `grundy play` for games in which the players, Left and Right, have different moves.

use base::budget::Budget;
use base::text;
use base::text::{Text, lowercase};
use grundy::answer::WinningMove;
use grundy::partizan_play::PartizanMatch;
use grundy::player::{MatchSide, MatchState};
use grundy::position_text::position_with_counts;
use grundy::{Session, SolveError};
use requests::answer_text::why::move_text;
use requests::draw::chosen;
use requests::play::seated_match::ComputerSides;
use rules::ast::{DrawKind, Player};
use rules::view::drawings;

use super::commands::{PlayCommand, command, help};
use super::console::{BOLD, DialogueConsole, GOOD};
use super::messages::{self, SeatName, name};
use super::{DialogueStep, PAGE, print_rules};
use crate::args::PlayArgs;
use crate::front_end::FrontEnd;
use crate::output::print;

/// A dialogue about a match of Left and Right.
pub(super) struct SidedDialogue<'a> {
    console: DialogueConsole<'a>,
    args: &'a PlayArgs,
    game: PartizanMatch,
    computer: ComputerSides,
    seed: u64,
    /// Drawing style that the person chose.
    drawing: Option<DrawKind>,
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
        let game = PartizanMatch::new(session, &*args.position, first, budget)?;
        let components = game.position();
        let known = drawings(game.world(), components);
        Ok(SidedDialogue {
            console: DialogueConsole::new(face, args),
            args,
            drawing: chosen(args.drawing.as_deref(), components, &known)?,
            game,
            computer,
            seed,
        })
    }

    /// Plays until the person quits or, without a person, play is over.
    pub fn run(&mut self) -> Result<(), SolveError> {
        let first = name(self.game.mover(0));
        let Text { en, zh } = &first;
        self.console.print_line(&text!(
            "Left and Right have different moves. {en} begins.",
            "左方与右方着法不同。{zh}先走。"
        ));
        if !self.args.two {
            self.console
                .print_line(&messages::strength(self.args.strength, self.seed));
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
                    self.console.print_line_in(style, &words);
                    if self.args.watch {
                        return Ok(());
                    }
                    self.console.print_line(&text!(
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
        self.console.print_line(&text!(
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
                self.console.print_no_answer(
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
        self.console.print_line(&text!(
            "Move {number}, {en}: {shown}",
            "第 {number} 步，{zh}：{shown}"
        ));
    }

    fn move_words(&self, made: &WinningMove) -> String {
        let several = self.game.position().len() > 1;
        move_text(made, self.game.world(), several, self.console.face.lang)
    }

    /// Prints the position, and the first legal moves of the player to move.
    fn show(&mut self) -> Result<(), SolveError> {
        let number = self.game.turns().len() + 1;
        let position = position_with_counts(self.game.world(), self.game.position());
        let Text { en, zh } = name(self.game.to_move());
        print("\n");
        self.console.print_line_in(
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
        let game = &self.game;
        self.console
            .draw(game.world(), game.position(), self.drawing);
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
            self.console.print_line(&text!(
                "  {left} more: type `moves {next}` or `moves all`",
                "  还有 {left} 个：输入“着法 {next}”或“着法 全部”"
            ));
        }
        Ok(())
    }

    /// Reads a line and executes it. `is_open` is true if a move can be made.
    fn ask(&mut self, is_open: bool) -> Result<DialogueStep, SolveError> {
        let Some(line) = self.console.read_line(is_open) else {
            return Ok(DialogueStep::Leave);
        };
        match command(&line) {
            Some((command, rest)) => self.obey(command, rest, is_open),
            None if is_open && !line.is_empty() => self.entered(&line),
            None => {
                self.console.print_expected(is_open);
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
            PlayCommand::Help => self.console.print_line(&help(!self.args.no_hints)),
            PlayCommand::Position => {
                let position = position_with_counts(self.game.world(), self.game.position());
                self.console
                    .print_line(&text!("Position: {position}", "局面：{position}"));
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
                self.console.print_line(&text!("A new game.", "新的一局。"));
                return Ok(Turn);
            }
            PlayCommand::Undo => return Ok(self.undo()),
            PlayCommand::Quit => {
                if is_open {
                    self.console
                        .print_line(&text!("The game was not finished.", "对局未结束。"));
                }
                return Ok(Leave);
            }
            _ if !is_open => self.console.print_expected(false),
            PlayCommand::Moves => {
                let all = self.legal()?.len();
                match (rest, rest.parse::<usize>()) {
                    ("", _) => self.list(1, PAGE)?,
                    ("all" | "全部", _) => self.list(1, usize::MAX)?,
                    (_, Ok(from)) if (1..=all).contains(&from) => self.list(from, PAGE)?,
                    _ => self.console.print_line(&text!(
                        "Expected a number from 1 to {all} or `all` after `moves`.",
                        "“着法”后可写 1 到 {all} 的编号，或“全部”。"
                    )),
                }
            }
            PlayCommand::Hint | PlayCommand::Why if self.args.no_hints => {
                self.console.print_line(&text!(
                    "Hints are switched off (--no-hints).",
                    "提示已关闭（--no-hints）。"
                ))
            }
            PlayCommand::Hint | PlayCommand::Why => {
                match self.think(|game, budget| game.perfect(budget)) {
                    Ok((made, grounds)) => {
                        let shown = self.move_words(&made);
                        self.console.print_line(&messages::hint(grounds, &shown));
                    }
                    Err(error) => {
                        self.console
                            .print_no_answer(error, &text!("No hint was found", "没有找到提示"))?;
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
            self.console
                .print_line(&text!("There is no move to take back.", "没有可悔的棋。"));
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
            [] => self.console.print_unknown_move(line),
            _ => self.console.print_line(&text!(
                "The text matches more than one move. Type the number of the move.",
                "符合的着法不止一个，请输入编号。"
            )),
        }
        Ok(DialogueStep::Ask)
    }

    fn base<T>(
        &mut self,
        ask: impl FnOnce(&mut PartizanMatch, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        self.console.run_base(&mut self.game, ask)
    }

    fn think<T>(
        &mut self,
        ask: impl FnOnce(&mut PartizanMatch, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        self.console.run(&mut self.game, ask)
    }
}
