//! `grundy play`: a game against the computer. The dialogue works line by line, so that it can also
//! be used with a screen reader, a pipe or a script. [`SeatedMatch`] provides the legal moves, the
//! winner and the reasons.

mod commands;
mod console;
pub mod messages;
mod sided;

use std::collections::HashSet;
use std::time::SystemTime;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use grundy::player::{LegalMoves, MatchMove, MatchSide, MatchState, StrategyMove};
use grundy::position_text::position_with_counts;
use grundy::{Session, SolveError};
use requests::answer_text::{self, why};
use requests::draw::chosen;
use requests::or_stop;
use requests::play::seated_match::{ComputerSides, EnteredLine, MatchSeats, SeatedMatch};
use rules::ast::{DrawKind, GameItem, GameItemKind};
use rules::game::GameId;
use rules::printer::print_game;
use rules::view::drawings;
use rules::world::World;
use unicode_width::UnicodeWidthStr;

use crate::args::{FirstPlayerArg, PlayArgs};
use crate::exit_code::INTERRUPTED;
use crate::files;
use crate::front_end::FrontEnd;
use crate::limits::{CommandLimits, begin_dialogue};
use crate::output::print;

pub use console::MIN_SECONDS;

use commands::{PlayCommand, command, help};
use console::{BOLD, DIM, DialogueConsole, GOOD};
use messages::SeatName;
use sided::SidedDialogue;

/// Number of moves that a list shows at once.
const PAGE: usize = 20;

/// Plays the game given by the arguments. Returns the exit code.
pub fn play(face: &FrontEnd<'_>, args: &PlayArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    if face.args.json {
        return Err(SolveError::Usage(text!(
            "`grundy play` is a dialogue and has no JSON output",
            "`grundy play` 是对话，不输出 JSON"
        )));
    }
    let mut desk = files::desk(&args.options, face, budget)?;
    let session = desk.session();
    if or_stop(|| session.is_partizan(&*args.position, budget))? {
        let seats = seats(args);
        let mut dialogue = or_stop(|| SidedDialogue::new(face, args, session, seats, budget))?;
        begin_dialogue();
        return match dialogue.run() {
            Err(SolveError::Stopped(StopReason::Cancelled)) => {
                dialogue.interrupted();
                Ok(INTERRUPTED)
            }
            played => played.map(|()| 0),
        };
    }
    if args.to_move.is_some() {
        return Err(SolveError::Usage(text!(
            "both players have the same moves, so a player to move cannot be chosen; omit --to-move",
            "双方着法相同，不能指定先走的一方：请去掉 --to-move"
        )));
    }
    let mut dialogue = or_stop(|| PlayDialogue::new(face, args, session, budget))?;
    begin_dialogue();
    match dialogue.run() {
        Err(SolveError::Stopped(StopReason::Cancelled)) => {
            dialogue.interrupted();
            Ok(INTERRUPTED)
        }
        played => played.map(|()| 0),
    }
}

/// Next step of the dialogue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DialogueStep {
    /// A player has moved, or the position must be shown again.
    Turn,
    /// The player is prompted again, without a new display of the position.
    Ask,
    /// The person quits.
    Leave,
}

/// Returns the sides that the computer plays, and the seed of its moves.
fn seats(args: &PlayArgs) -> (ComputerSides, u64) {
    let clock = || {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |since| u64::from(since.subsec_micros()))
    };
    let computer = match (args.watch, args.two, args.first) {
        (true, ..) => ComputerSides::Both,
        (_, true, _) => ComputerSides::None,
        (_, _, FirstPlayerArg::Me) => ComputerSides::Second,
        (_, _, FirstPlayerArg::Computer) => ComputerSides::First,
    };
    (computer, args.seed.unwrap_or_else(clock))
}

/// Prints the rules of games, without their `expect` and `claim` statements.
fn print_rules(world: &World, games: impl IntoIterator<Item = GameId>) {
    let mut seen = HashSet::new();
    for game in games.into_iter().filter(|game| seen.insert(*game)) {
        let Some(declared) = world.declaration_of(game) else {
            print(&format!("{}\n", world.rules(game).title()));
            continue;
        };
        let mut decl = (**declared.decl()).clone();
        let is_shown = |item: &GameItem| {
            !matches!(
                item.kind,
                GameItemKind::Claim(..) | GameItemKind::Expect(..)
            )
        };
        decl.items.retain(is_shown);
        print(&print_game(&decl));
    }
}

struct PlayDialogue<'a> {
    console: DialogueConsole<'a>,
    args: &'a PlayArgs,
    seated: SeatedMatch,
    /// Side that the person at the keyboard plays; `None` if the computer plays both sides or two
    /// people play.
    human: Option<MatchSide>,
    /// Drawing style that the person chose.
    drawing: Option<DrawKind>,
    /// File that the computer's moves may depend on and that was not verified against the rules.
    rests_on: Option<String>,
}

impl<'a> PlayDialogue<'a> {
    fn new(
        face: &'a FrontEnd<'a>,
        args: &'a PlayArgs,
        session: &mut Session,
        budget: &Budget<'_>,
    ) -> Result<PlayDialogue<'a>, SolveError> {
        let (computer, seed) = seats(args);
        let seats = MatchSeats {
            computer,
            strength: args.strength,
            seed,
        };
        let rests_on = session.settings.unverified_file();
        let seated = SeatedMatch::begin(session, &args.position, seats, budget)?;
        let components = seated.game.position();
        let drawing = chosen(
            args.drawing.as_deref(),
            components,
            &drawings(seated.game.world(), components),
        )?;
        Ok(PlayDialogue {
            console: DialogueConsole::new(face, args),
            args,
            human: seated.person(),
            seated,
            drawing,
            rests_on,
        })
    }

    fn run(&mut self) -> Result<(), SolveError> {
        let (has_goal, has_trap) = self.seated.game.endings();
        let opening = messages::conventions(self.seated.game.conventions(), has_goal, has_trap);
        self.console.print_line(&Text {
            en: format!("Rules: {}.", opening.en),
            zh: format!("约定：{}。", opening.zh),
        });
        self.console.print_line(&match self.args.two {
            true => text!(
                "Two players; the computer is the referee.",
                "两人对局；电脑只作裁判。"
            ),
            false => messages::strength(self.args.strength, self.seated.seats.seed),
        });
        if let Some(file) = &self.rests_on {
            self.console.print_line(&text!(
                "Answers depend on {file}, which was not compared with the rules.",
                "以下回答以 {file} 为依据，该文件未与规则核对。"
            ));
        }
        if !self.args.watch {
            self.console.print_line(&text!(
                "Type a move, `rules` for the rules, or `help` for the commands.",
                "请输入着法；输入“规则”可看规则，“帮助”可看命令。"
            ));
        }
        if self.seated.is_computers_turn() {
            self.position();
        }
        loop {
            let open = match self.base(|seated, budget| seated.game.state(budget))? {
                MatchState::Open if self.seated.is_computers_turn() => {
                    self.computer()?;
                    continue;
                }
                MatchState::Open => {
                    self.show_turn()?;
                    true
                }
                MatchState::Over(winner, reason) => {
                    let who = winner.map(|winner| self.who(winner));
                    let said = messages::end(
                        who,
                        reason,
                        self.seated.game.conventions().play,
                        self.seated.game.turns().len(),
                    );
                    self.console.print_line_in(
                        if who == Some(SeatName::You) {
                            GOOD
                        } else {
                            BOLD
                        },
                        &said,
                    );
                    if self.args.watch {
                        return Ok(());
                    }
                    self.look_back(winner, false)?;
                    self.console.print_line(&text!(
                        "Type `new`, `undo` or `quit`.",
                        "请输入“重来”“悔棋”或“退出”。"
                    ));
                    false
                }
            };
            loop {
                match self.ask(open)? {
                    DialogueStep::Leave => return Ok(()),
                    DialogueStep::Turn => break,
                    DialogueStep::Ask => {}
                }
            }
        }
    }

    /// Makes one move of the computer.
    fn computer(&mut self) -> Result<(), SolveError> {
        let strength = self.args.strength;
        let choice = match self.think(|seated, budget| seated.choose(strength, budget)) {
            Ok(choice) => choice,
            Err(error) => {
                self.console.print_no_answer(
                    error,
                    &text!("The next move was not computed", "下面这一步未经计算"),
                )?;
                self.base(|seated, budget| seated.choose(0, budget))?
            }
        };
        self.make(&choice.play)
    }

    /// Makes a move and prints it.
    fn make(&mut self, made: &MatchMove) -> Result<(), SolveError> {
        let number = self.seated.game.turns().len() + 1;
        let who = match self.who(self.seated.game.to_move()) {
            SeatName::You => text!("you", "你"),
            SeatName::Computer => text!("computer", "电脑"),
            SeatName::Number(n) => text!("player {n}", "{n} 号"),
            SeatName::Player(player) => messages::name(player),
        };
        let several = self.seated.game.position().len() > 1;
        let described = self.base(|seated, budget| seated.make(made, budget))?;
        let shown = why::move_text(
            &described,
            self.seated.game.world(),
            several,
            self.console.face.lang,
        );
        self.console.print_line(&Text {
            en: format!("Move {number}, {}: {shown}", who.en),
            zh: format!("第 {number} 步，{}：{shown}", who.zh),
        });
        Ok(())
    }

    /// Returns the text of a move in the current position.
    fn move_text(&mut self, made: &MatchMove) -> Result<String, SolveError> {
        let several = self.seated.game.position().len() > 1;
        let described = self.base(|seated, budget| seated.describe(made, budget))?;
        Ok(why::move_text(
            &described,
            self.seated.game.world(),
            several,
            self.console.face.lang,
        ))
    }

    /// Prints the current position and its moves. If the position has many moves, prints only some
    /// of the moves.
    fn show_turn(&mut self) -> Result<(), SolveError> {
        let many = self.legal()?.moves.len() > PAGE;
        let (number, position) = (
            self.seated.game.turns().len() + 1,
            self.seated.game.show(self.seated.game.position()),
        );
        print("\n");
        self.console.print_line_in(
            BOLD,
            &match self.who(self.seated.game.to_move()) {
                SeatName::Number(n) => text!(
                    "Move {number}, player {n}: {position}",
                    "第 {number} 步，{n} 号：{position}"
                ),
                _ => text!(
                    "Move {number} is yours: {position}",
                    "第 {number} 步轮到你：{position}"
                ),
            },
        );
        self.drawing();
        if many {
            self.summary()
        } else {
            self.list(1, PAGE)
        }
    }

    /// Prints the position as text and as a drawing.
    fn position(&self) {
        let position = self.seated.game.show(self.seated.game.position());
        self.console
            .print_line(&text!("Position: {position}", "局面：{position}"));
        self.drawing();
    }

    fn drawing(&self) {
        let game = &self.seated.game;
        self.console
            .draw(game.world(), game.position(), self.drawing);
    }

    /// Prints many moves in few lines: the moves of one rule in one component are grouped, and only
    /// the first and the last are shown.
    fn summary(&mut self) -> Result<(), SolveError> {
        let kind = |one: &MatchMove| {
            one.steps
                .iter()
                .map(|step| (step.component, step.rule))
                .collect::<Vec<_>>()
        };
        let LegalMoves {
            moves: listed,
            complete,
        } = self.legal()?;
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (place, one) in listed.iter().enumerate() {
            match groups.last_mut() {
                Some((first, last))
                    if one.steps.len() == 1 && kind(&listed[*first]) == kind(one) =>
                {
                    *last = place
                }
                _ => groups.push((place, place)),
            }
        }
        if groups.len() > PAGE / 2 {
            return self.list(1, PAGE);
        }
        let numbers = |(first, last): &(usize, usize)| match (first + 1, last + 1) {
            (one, same) if one == same => Text::same(format!("#{one}")),
            (from, to) => text!("#{from} to #{to}", "#{from} 到 #{to}"),
        };
        let lang = self.console.face.lang;
        let widest = groups
            .iter()
            .map(|group| numbers(group).get(lang).width())
            .max()
            .unwrap_or(0);
        for group in groups {
            let numbers = numbers(&group);
            let gap = " ".repeat(widest - numbers.get(lang).width());
            let first = &listed[group.0];
            let mut shown = if group.0 == group.1 {
                self.move_text(first)?
            } else {
                self.steps_text(first, true)?
            };
            if group.0 < group.1 {
                shown += &format!(" … {}", self.steps_text(&listed[group.1], false)?);
            }
            print(&format!("  {gap}{}  {shown}\n", numbers.get(lang)));
        }
        let all = listed.len();
        self.console.print_line_in(
            DIM,
            &if complete {
                text!(
                    "  {all} moves; type `moves` to see the positions that they leave",
                    "  共 {all} 个着法；输入“着法”可看走后留下的局面"
                )
            } else {
                too_many()
            },
        );
        Ok(())
    }

    /// Returns the name of a move, with or without its component.
    fn steps_text(&mut self, made: &MatchMove, place: bool) -> Result<String, SolveError> {
        let several = self.seated.game.position().len() > 1;
        let described = self.base(|seated, budget| seated.describe(made, budget))?;
        Ok(answer_text::steps_text(
            &described,
            self.seated.game.world(),
            position_with_counts,
            place && several,
            self.console.face.lang,
        ))
    }

    /// Prints `count` moves of the list, starting at number `from`.
    fn list(&mut self, from: usize, count: usize) -> Result<(), SolveError> {
        let LegalMoves {
            moves: listed,
            complete,
        } = self.legal()?;
        let all = listed.len();
        let last = all.min(from.saturating_add(count - 1));
        let digits = last.to_string().len() + 1;
        for number in from..=last {
            let shown = self.move_text(&listed[number - 1])?;
            let number = format!("#{number}");
            print(&format!("  {number:>digits$}  {shown}\n"));
        }
        if last < all {
            let (next, left) = (last + 1, all - last);
            self.console.print_line_in(
                DIM,
                &text!(
                    "  {left} more: type `moves {next}` or `moves all`",
                    "  还有 {left} 个：输入“着法 {next}”或“着法 全部”"
                ),
            );
        } else if !complete {
            self.console.print_line_in(DIM, &too_many());
        }
        Ok(())
    }

    /// Reads a line and executes it. `open` is true if a move can be made.
    fn ask(&mut self, open: bool) -> Result<DialogueStep, SolveError> {
        let Some(line) = self.console.read_line(open) else {
            return Ok(DialogueStep::Leave);
        };
        match command(&line) {
            Some((command, rest)) => self.obey(command, rest, open),
            None if open && !line.is_empty() => self.entered(&line),
            None => {
                self.console.print_expected(open);
                Ok(DialogueStep::Ask)
            }
        }
    }

    fn obey(
        &mut self,
        command: PlayCommand,
        rest: &str,
        open: bool,
    ) -> Result<DialogueStep, SolveError> {
        match command {
            PlayCommand::Help => self.console.print_line(&help(!self.args.no_hints)),
            PlayCommand::Position => {
                self.position();
            }
            PlayCommand::Rules => {
                let games = self.seated.game.games().iter().copied();
                print_rules(self.seated.game.world(), games);
            }
            PlayCommand::New => {
                while self.seated.game.undo() {}
                if self.args.seed.is_none() {
                    self.seated.seats.seed += 1;
                }
                self.console.print_line(&text!("A new game.", "新的一局。"));
                return Ok(DialogueStep::Turn);
            }
            PlayCommand::Undo => return Ok(self.undo()),
            PlayCommand::Quit => {
                if open {
                    self.console
                        .print_line(&text!("The game was not finished.", "对局未结束。"));
                }
                return Ok(DialogueStep::Leave);
            }
            PlayCommand::Why if !open => {
                if let MatchState::Over(winner, _) =
                    self.base(|seated, budget| seated.game.state(budget))?
                {
                    self.look_back(winner, true)?;
                }
            }
            _ if !open => self.console.print_expected(false),
            PlayCommand::Moves => match (rest, rest.parse::<usize>()) {
                ("", _) => self.list(1, PAGE)?,
                ("all" | "全部", _) => self.list(1, usize::MAX)?,
                (_, Ok(from)) if (1..=self.legal()?.moves.len()).contains(&from) => {
                    self.list(from, PAGE)?
                }
                _ => {
                    let all = self.legal()?.moves.len();
                    self.console.print_line(&text!(
                        "Expected a number from 1 to {all} or `all` after `moves`.",
                        "“着法”后可写 1 到 {all} 的编号，或“全部”。"
                    ));
                }
            },
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Why => self.why()?,
            PlayCommand::Resign => {
                self.seated.game.resign();
                return Ok(DialogueStep::Turn);
            }
        }
        Ok(DialogueStep::Ask)
    }

    /// Executes an input line that is not a command, and must therefore be a move.
    fn entered(&mut self, line: &str) -> Result<DialogueStep, SolveError> {
        match self.base(|seated, budget| seated.entered(line, budget))? {
            EnteredLine::One(made) => {
                self.make(&made)?;
                return Ok(DialogueStep::Turn);
            }
            EnteredLine::Several(list) => {
                self.console.print_line(&text!(
                    "The text matches more than one move. Which move do you mean?",
                    "符合的着法不止一个，是哪一个？"
                ));
                for (number, made) in list {
                    let shown = self.move_text(&made)?;
                    match number {
                        Some(number) => print(&format!("  #{number}  {shown}\n")),
                        None => print(&format!("  {shown}\n")),
                    }
                }
            }
            EnteredLine::Unclear(number, list) => {
                self.console.print_line(&text!(
                    "{number} can be a number of the list or a number in the text of a move. For the list, type #{number}:",
                    "{number} 可能是列表中的编号，也可能是着法文字中的数；表示列表编号请输入 #{number}："
                ));
                for (number, made) in list {
                    let shown = self.move_text(&made)?;
                    print(&format!("  #{number}  {shown}\n"));
                }
            }
            EnteredLine::NoNumber(number, all) => {
                self.console.print_line(&text!(
                    "There is no move {number}: the moves are numbered #1 to #{all}.",
                    "没有第 {number} 个着法：编号为 #1 到 #{all}。"
                ));
            }
            EnteredLine::Illegal(why) => {
                self.console.print_line(&Text {
                    en: format!("Not a legal move: {}.", why.en),
                    zh: format!("不是合法着法：{}。", why.zh),
                });
            }
            EnteredLine::None => self.console.print_unknown_move(line),
        }
        Ok(DialogueStep::Ask)
    }

    fn hint(&mut self) -> Result<(), SolveError> {
        if self.args.no_hints {
            self.console.print_line(&text!(
                "Hints are switched off (--no-hints).",
                "提示已关闭（--no-hints）。"
            ));
            return Ok(());
        }
        match self.think(|seated, budget| seated.game.perfect(budget)) {
            Ok(StrategyMove { play, grounds }) => {
                let shown = self.move_text(&play)?;
                self.console.print_line(&messages::hint(grounds, &shown));
                Ok(())
            }
            Err(error) => self
                .console
                .print_no_answer(error, &text!("No hint was found", "没有找到提示")),
        }
    }

    fn why(&mut self) -> Result<(), SolveError> {
        let hints = !self.args.no_hints;
        let lang = self.console.face.lang;
        let said = self.think(|seated, budget| {
            let worth = seated.last_left(budget)?;
            let why = if hints {
                Some(seated.why(budget)?)
            } else {
                None
            };
            Ok((worth, why))
        });
        match said {
            Ok((worth, why)) => {
                match worth {
                    Some(worth) => self.console.print_line(&messages::worth(worth)),
                    None if !hints => self.console.print_line(&text!(
                        "You have not moved yet; hints are switched off.",
                        "你还没有走；提示已关闭。"
                    )),
                    None => {}
                }
                if let Some(why) = why {
                    if worth.is_some() {
                        self.console.print_line(&text!(
                            "The position now, with you to move:",
                            "现在轮到你走的局面："
                        ));
                    }
                    print(&why::reasons(&why, self.seated.game.world(), lang));
                }
                Ok(())
            }
            Err(error) => self
                .console
                .print_no_answer(error, &text!("No reason was found", "没有找到原因")),
        }
    }

    /// Takes back the person's last move and all later moves.
    fn undo(&mut self) -> DialogueStep {
        if self.seated.undo() {
            return DialogueStep::Turn;
        }
        self.console
            .print_line(&text!("There is no move to take back.", "没有可悔的棋。"));
        DialogueStep::Ask
    }

    /// Prints a review of the person's moves, if the review can be computed quickly. Otherwise
    /// prints why no review is available, but only if the person requested it (`asked`).
    fn look_back(&mut self, winner: Option<MatchSide>, asked: bool) -> Result<(), SolveError> {
        let Some(human) = self.human else {
            if asked {
                self.console.print_line(&text!(
                    "To ask about an earlier position, take moves back with `undo`, then type `why`.",
                    "可用“悔棋”回到较早的局面，再输入“为什么”。"
                ));
            }
            return Ok(());
        };
        if self.seated.game.turns().is_empty() {
            if asked {
                self.console
                    .print_line(&text!("No move was made.", "还没有走过一步。"));
            }
            return Ok(());
        }
        let limits =
            CommandLimits::new(self.console.face.args.time, self.console.face.args.memory).silent();
        match self
            .console
            .run_within(limits, &mut self.seated, |seated, budget| {
                seated.review(human, budget)
            }) {
            Ok(review) => {
                self.console.print_line(&messages::review(
                    &review,
                    self.seated.game.world(),
                    winner,
                    human,
                    self.console.face.lang,
                ));
                Ok(())
            }
            Err(error) if asked || matches!(error, SolveError::Stopped(StopReason::Cancelled)) => {
                self.console.print_no_answer(
                    error,
                    &text!("Your moves were not reviewed", "未能回顾你的着法"),
                )
            }
            _ => Ok(()),
        }
    }

    /// Prints, after Ctrl-C, the command that resumes the game.
    fn interrupted(&self) {
        let position = self.seated.game.show(self.seated.game.position());
        let seats = match self.human {
            _ if self.args.two => "--two",
            Some(human) if human == self.seated.game.to_move() => "--first me",
            _ => "--first computer",
        };
        self.console.print_line(&text!(
            "Stopped at {position}. To continue: grundy play '{position}' {seats}",
            "已停止。对局停在 {position}；继续对局：grundy play '{position}' {seats}"
        ));
    }

    /// Returns the list of legal moves that move numbers refer to.
    fn legal(&mut self) -> Result<LegalMoves, SolveError> {
        self.base(|seated, budget| seated.legal(budget).cloned())
    }

    fn who(&self, player: MatchSide) -> SeatName {
        match self.human {
            Some(human) if human == player => SeatName::You,
            Some(_) => SeatName::Computer,
            None => SeatName::Number(if player == MatchSide::First { 1 } else { 2 }),
        }
    }

    fn base<T>(
        &mut self,
        ask: impl FnOnce(&mut SeatedMatch, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        self.console.run_base(&mut self.seated, ask)
    }

    fn think<T>(
        &mut self,
        ask: impl FnOnce(&mut SeatedMatch, &Budget<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        self.console.run(&mut self.seated, ask)
    }
}

fn too_many() -> Text {
    text!(
        "  and more moves than can be listed: type the text of a move, or the position after it",
        "  还有更多，无法全部列出：请输入着法的文字，或走后留下的局面"
    )
}
