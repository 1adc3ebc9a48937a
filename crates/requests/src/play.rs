//! `play`: games move by move. A match begins with a position and gets a number, which later
//! requests contain. The actions of later requests are: make a move (as data, or as a person types
//! it), let the computer move, list legal moves, hint, why, review, undo, and resign. The request
//! handler keeps a match until a request leaves it or files are opened. A move that ends in an
//! error is not made. The interactive command uses [`seated_match::SeatedMatch`] directly, which
//! contains everything except text output.

mod reply;
pub mod seated_match;
pub mod sided_match;
pub mod stateless;

use std::collections::BTreeMap;

use base::budget::Budget;
use base::text;
use base::text::{Text, lowercase, shortened};
use grundy::player::{MatchSide, MatchState, StrategyMove};
use grundy::{Session, SolveError};
use rules::ir::Int;
use rules::play::MoveStep;
use serde::Deserialize;
use serde_json::Value;

use crate::host::RequestHost;
use crate::options::{CommonOptions, RequestOptions};
use seated_match::{ComputerSides, EnteredLine, MatchSeats, SeatedMatch};
use sided_match::{FirstPlayer, SidedMatch};

pub(crate) use reply::move_json;
pub use reply::{MatchEvent, MatchStatus, PlayReply};

/// Maximum number of open matches.
pub const MAX_MATCHES: usize = 64;

/// Default number of legal moves that a reply lists.
const PAGE: usize = 100;

/// If the open matches use more than 1 / `SHARE` of a request's memory, their cached results are
/// dropped.
const SHARE: u64 = 4;

/// The request `play`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayRequest {
    /// The action.
    pub act: PlayAction,
    /// The number of the match, for all actions except `begin`.
    #[serde(rename = "match")]
    pub number: Option<u32>,
    /// The initial position.
    pub question: Option<String>,
    /// A move as a person types it: its number in the list, its text, or the position that the move
    /// leaves.
    pub text: Option<String>,
    /// A move as data: its steps.
    pub steps: Option<Vec<PlayStep>>,
    /// Number of the first legal move to list, starting at 1.
    pub from: Option<usize>,
    /// Number of legal moves to list.
    pub count: Option<usize>,
    /// The player whose moves are reviewed; `None` selects the human player of a match with one
    /// human player.
    pub player: Option<SideName>,
    /// The common options and the options of the command.
    pub options: RequestOptions<PlayOptions>,
}

/// An action in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayAction {
    /// Starts a match.
    #[default]
    Begin,
    /// Does nothing. The reply contains the state of the match, as for every action.
    State,
    /// Lists legal moves.
    Legal,
    /// Makes a move of a human player.
    Move,
    /// Makes the computer's move.
    Computer,
    /// Names a best move.
    Hint,
    /// Explains why the position is won or lost, and the outcome after the last move.
    Why,
    /// Reviews the moves of a player and finds their first mistake.
    Review,
    /// Takes back the last move of a human player and all later moves.
    Undo,
    /// Resigns for the player to move.
    Resign,
    /// Removes the match.
    Leave,
}

/// The options of `play`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayOptions {
    /// The sides that the computer plays; by default, the computer plays the second player.
    pub computer: Option<ComputerSides>,
    /// The probability in percent that a move of the computer is perfect; by default 100. With the
    /// action `computer`, the probability applies only to the move of this request.
    pub strength: Option<u8>,
    /// The seed for the moves of a computer that is not perfect; by default taken from the clock.
    pub seed: Option<u64>,
    /// The player who makes the first move, if the players have different moves; by default Left.
    pub first: Option<FirstPlayer>,
}

/// A side of a match in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    /// The player who moved first.
    First,
    /// The player who moved second.
    Second,
}

/// A step of a move.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayStep {
    /// Number of the component of the position, starting at 1.
    pub component: usize,
    /// Number of the rule of its game, starting at 1.
    pub rule: usize,
    /// The values of the choices, in the order of the rule.
    #[serde(default)]
    pub choices: Vec<WholeNumber>,
}

/// An integer, also as a string, because a page receives integers of more than 53 bits as strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub struct WholeNumber(pub Int);

impl TryFrom<Value> for WholeNumber {
    type Error = String;

    fn try_from(value: Value) -> Result<WholeNumber, String> {
        let number = match &value {
            Value::String(written) => written.parse().ok(),
            other => other.as_i64(),
        };
        number
            .map(WholeNumber)
            .ok_or_else(|| format!("expected a 64-bit integer, found {value}"))
    }
}

/// The matches of a request handler, by number.
#[derive(Default)]
pub(crate) struct OpenMatches {
    open: BTreeMap<u32, SeatedMatch>,
    /// The matches of games in which the players have different moves.
    sided: BTreeMap<u32, SidedMatch>,
    last: u32,
}

impl OpenMatches {
    /// Removes all matches. Numbers are never reused.
    pub fn clear(&mut self) {
        self.open.clear();
        self.sided.clear();
    }

    /// Returns the memory of all matches in bytes if it is small compared with `given`. Otherwise
    /// drops their cached results and returns 0.
    pub fn keep_within(&mut self, given: u64) -> u64 {
        let seated = self.open.values().map(|seated| seated.game.bytes());
        let sided = self.sided.values().map(|sided| sided.game.bytes());
        let held: u64 = seated.chain(sided).sum();
        if held <= given / SHARE {
            return held;
        }
        self.open
            .values_mut()
            .for_each(|seated| seated.game.forget());
        self.sided
            .values_mut()
            .for_each(|sided| sided.game.forget());
        0
    }

    /// Performs the action of a request.
    pub fn play(
        &mut self,
        session: &mut Session,
        asked: &PlayRequest,
        budget: &Budget<'_>,
        host: &dyn RequestHost,
    ) -> Result<PlayReply, SolveError> {
        asked.fits()?;
        if asked.act == PlayAction::Begin {
            return self.begin(session, asked, budget, host);
        }
        let number = asked.number.ok_or_else(|| {
            SolveError::Usage(text!(
                "missing match number; the reply to the act begin contains this number",
                "缺少对局编号；编号在 begin 的答复中"
            ))
        })?;
        let none = || {
            SolveError::Usage(text!(
                "there is no match {number}",
                "没有编号为 {number} 的对局"
            ))
        };
        if self.sided.contains_key(&number) {
            return self.play_sided(number, asked, budget, host);
        }
        let seated = self.open.get_mut(&number).ok_or_else(none)?;
        let started = host.now();
        let before = (seated.game.turns().len(), seated.game.has_resigned());
        let told = act(seated, asked, budget)
            .and_then(|done| Ok((done, MatchStatus::from_match(seated, budget)?)));
        let (done, standing) = match told {
            Ok(told) => told,
            Err(error) => {
                // Moves that were made before a limit was reached are undone, so that a failed
                // action changes nothing.
                while (seated.game.turns().len(), seated.game.has_resigned()) > before {
                    seated.game.undo();
                }
                return Err(error);
            }
        };
        let world = seated.game.world().clone();
        if asked.act == PlayAction::Leave {
            self.open.remove(&number);
        }
        Ok(PlayReply {
            number,
            world,
            standing,
            done,
            seconds: host.now() - started,
        })
    }

    /// Performs the action of a request in a match of a game in which the players have different
    /// moves.
    fn play_sided(
        &mut self,
        number: u32,
        asked: &PlayRequest,
        budget: &Budget<'_>,
        host: &dyn RequestHost,
    ) -> Result<PlayReply, SolveError> {
        let sided = self.sided.get_mut(&number).expect("the match is open");
        let started = host.now();
        let before = sided.progress();
        let told = sided.act(asked, budget);
        let (done, standing) = match told.and_then(|done| Ok((done, sided.status(budget)?))) {
            Ok(told) => told,
            Err(error) => {
                // A failed action changes nothing.
                while sided.progress() > before {
                    sided.game.undo();
                }
                return Err(error);
            }
        };
        let world = sided.game.world().clone();
        if asked.act == PlayAction::Leave {
            self.sided.remove(&number);
        }
        Ok(PlayReply {
            number,
            world,
            standing,
            done,
            seconds: host.now() - started,
        })
    }

    fn begin(
        &mut self,
        session: &mut Session,
        asked: &PlayRequest,
        budget: &Budget<'_>,
        host: &dyn RequestHost,
    ) -> Result<PlayReply, SolveError> {
        if self.open.len() + self.sided.len() >= MAX_MATCHES {
            return Err(SolveError::Usage(text!(
                "too many open matches (limit {MAX_MATCHES}); leave one of the matches first",
                "未结束的对局太多（上限 {MAX_MATCHES}）；请先离开其中一局（leave）"
            )));
        }
        let question = asked.question.as_deref().ok_or_else(|| {
            SolveError::Usage(text!(
                "missing question: expected the position to start from",
                "缺少 question：应为开局的局面"
            ))
        })?;
        let PlayOptions {
            computer,
            strength,
            seed,
            first,
        } = asked.options.own;
        let started = host.now();
        let seed = seed.unwrap_or_else(|| seed_by_clock(started));
        let seats = MatchSeats {
            computer: computer.unwrap_or_default(),
            strength: strength.unwrap_or(100),
            seed,
        };
        if session.is_partizan(question, budget)? {
            let first = first.unwrap_or_default();
            let sided = SidedMatch::begin(session, question, first, seats, budget)?;
            let (standing, world) = (sided.status(budget)?, sided.game.world().clone());
            self.last += 1;
            self.sided.insert(self.last, sided);
            return Ok(PlayReply {
                number: self.last,
                world,
                standing,
                done: MatchEvent::Nothing,
                seconds: host.now() - started,
            });
        }
        let mut seated = SeatedMatch::begin(session, question, seats, budget)?;
        let standing = MatchStatus::from_match(&mut seated, budget)?;
        let world = seated.game.world().clone();
        self.last += 1;
        self.open.insert(self.last, seated);
        Ok(PlayReply {
            number: self.last,
            world,
            standing,
            done: MatchEvent::Nothing,
            seconds: host.now() - started,
        })
    }
}

impl PlayRequest {
    /// Returns an error if the request contains an option that its action does not use.
    fn fits(&self) -> Result<(), SolveError> {
        use PlayAction::{Begin, Computer, Legal, Move, Review};
        let own = &self.options.own;
        let told = CommonOptions {
            lang: self.options.how.lang,
            memory: self.options.how.memory,
            ..CommonOptions::default()
        };
        let begins = self.act == Begin;
        let given = [
            ("match", self.number.is_some(), !begins),
            ("question", self.question.is_some(), begins),
            ("text", self.text.is_some(), self.act == Move),
            ("steps", self.steps.is_some(), self.act == Move),
            ("from", self.from.is_some(), self.act == Legal),
            ("count", self.count.is_some(), self.act == Legal),
            ("player", self.player.is_some(), self.act == Review),
            ("computer", own.computer.is_some(), begins),
            (
                "strength",
                own.strength.is_some(),
                begins || self.act == Computer,
            ),
            ("seed", own.seed.is_some(), begins),
            ("first", own.first.is_some(), begins),
        ];
        let act = lowercase(&format!("{:?}", self.act));
        if let Some((name, ..)) = given.iter().find(|(_, given, fits)| *given && !fits) {
            return Err(SolveError::Usage(text!(
                "{name} cannot be used with {act}",
                "{name} 不能与 {act} 同时使用"
            )));
        }
        if !begins && self.options.how != told {
            return Err(SolveError::Usage(text!(
                "the options of a match are set when it begins; with {act}, only lang and memory are allowed",
                "对局方式在开局时确定：{act} 只能带 lang 和 memory"
            )));
        }
        strength_is_wrong(own.strength).map_or(Ok(()), Err)
    }
}

/// Returns the microseconds within the current second as a seed. Every JSON reader represents this
/// small number exactly.
fn seed_by_clock(now: f64) -> u64 {
    (now.fract() * 1e6) as u64
}

fn strength_is_wrong(strength: Option<u8>) -> Option<SolveError> {
    strength.filter(|strength| *strength > 100).map(|_| {
        SolveError::Usage(text!(
            "strength: expected 0 to 100",
            "strength：应为 0 到 100"
        ))
    })
}

/// Performs an action in a match.
fn act(
    seated: &mut SeatedMatch,
    asked: &PlayRequest,
    budget: &Budget<'_>,
) -> Result<MatchEvent, SolveError> {
    Ok(match asked.act {
        PlayAction::Begin | PlayAction::State | PlayAction::Leave => MatchEvent::Nothing,
        PlayAction::Legal => legal(seated, asked, budget)?,
        PlayAction::Move => {
            open(seated, budget)?;
            if seated.is_computers_turn() {
                return Err(SolveError::Usage(text!(
                    "it is the computer's turn; use the act computer",
                    "轮到电脑走；请用 computer"
                )));
            }
            make_given_move(
                seated,
                asked.steps.as_deref(),
                asked.text.as_deref(),
                budget,
            )?
        }
        PlayAction::Computer => {
            open(seated, budget)?;
            if !seated.is_computers_turn() {
                return Err(SolveError::Usage(text!(
                    "it is not the computer's turn; use the act move",
                    "没有轮到电脑走；请用 move"
                )));
            }
            let StrategyMove { play, .. } = seated.choose(
                asked.options.own.strength.unwrap_or(seated.seats.strength),
                budget,
            )?;
            MatchEvent::Made(Box::new(seated.make(&play, budget)?))
        }
        PlayAction::Hint => {
            let StrategyMove { play, grounds } = seated.game.perfect(budget)?;
            MatchEvent::Hint(grounds, Box::new(seated.describe(&play, budget)?))
        }
        PlayAction::Why => {
            MatchEvent::Why(seated.last_left(budget)?, Box::new(seated.why(budget)?))
        }
        PlayAction::Review => {
            let side = asked.player.map(|side| {
                if side == SideName::First {
                    MatchSide::First
                } else {
                    MatchSide::Second
                }
            });
            let whose = side.or(seated.person()).ok_or_else(|| {
                SolveError::Usage(text!(
                    "this match does not have exactly one human player; set player to first or second",
                    "本局不是恰有一人对电脑；请写明 player 为 first 或 second"
                ))
            })?;
            MatchEvent::Review(Box::new(seated.review(whose, budget)?))
        }
        PlayAction::Undo => {
            if !seated.undo() {
                return Err(SolveError::Usage(text!(
                    "there is no move to undo",
                    "没有可悔的棋"
                )));
            }
            MatchEvent::Nothing
        }
        PlayAction::Resign => {
            open(seated, budget)?;
            seated.game.resign();
            MatchEvent::Nothing
        }
    })
}

/// Returns an error if play is over in the match.
fn open(seated: &mut SeatedMatch, budget: &Budget<'_>) -> Result<(), SolveError> {
    match seated.game.state(budget)? {
        MatchState::Open => Ok(()),
        MatchState::Over(..) => Err(SolveError::Usage(text!(
            "play is over in this match",
            "这一局已结束"
        ))),
    }
}

fn legal(
    seated: &mut SeatedMatch,
    asked: &PlayRequest,
    budget: &Budget<'_>,
) -> Result<MatchEvent, SolveError> {
    let (from, count) = (asked.from.unwrap_or(1), asked.count.unwrap_or(PAGE));
    let list = match seated.game.state(budget)? {
        MatchState::Open => seated.legal(budget)?.clone(),
        MatchState::Over(..) => grundy::player::LegalMoves {
            moves: Vec::new(),
            complete: true,
        },
    };
    let all = list.moves.len();
    if from == 0 || from > all.max(1) {
        return Err(SolveError::Usage(text!(
            "from: there is no move {from}; moves are numbered from 1 to {all}",
            "from：没有第 {from} 个着法，编号为 1 到 {all}"
        )));
    }
    let mut moves = Vec::new();
    for made in list.moves.iter().skip(from - 1).take(count) {
        moves.push(seated.describe(made, budget)?);
    }
    Ok(MatchEvent::Legal {
        from,
        listed: all,
        complete: list.complete,
        moves,
    })
}

/// Returns the steps of a request in the order of their components.
fn steps_of(steps: &[PlayStep]) -> Result<Vec<MoveStep>, SolveError> {
    let from_one = || {
        SolveError::Usage(text!(
            "component and rule are counted from 1",
            "component 和 rule 从 1 数起"
        ))
    };
    let step = |given: &PlayStep| {
        let (component, rule) = given
            .component
            .checked_sub(1)
            .zip(given.rule.checked_sub(1))
            .ok_or_else(from_one)?;
        Ok(MoveStep {
            component,
            rule,
            choices: given.choices.iter().map(|choice| choice.0).collect(),
        })
    };
    let mut steps = steps
        .iter()
        .map(step)
        .collect::<Result<Vec<MoveStep>, SolveError>>()?;
    steps.sort_by_key(|step| step.component);
    Ok(steps)
}

/// Makes a move of a human player, given as data or as text.
fn make_given_move(
    seated: &mut SeatedMatch,
    steps: Option<&[PlayStep]>,
    text: Option<&str>,
    budget: &Budget<'_>,
) -> Result<MatchEvent, SolveError> {
    match (steps, text) {
        (Some(steps), None) => {
            let steps = steps_of(steps)?;
            let made = seated.game.of_steps(&steps, budget)?;
            Ok(MatchEvent::Made(Box::new(seated.make(&made, budget)?)))
        }
        (None, Some(line)) => match seated.entered(line.trim(), budget)? {
            EnteredLine::One(made) => Ok(MatchEvent::Made(Box::new(seated.make(&made, budget)?))),
            EnteredLine::Several(fitting) => {
                let each = fitting
                    .into_iter()
                    .map(|(number, made)| Ok((number, seated.describe(&made, budget)?)));
                Ok(MatchEvent::Several(
                    each.collect::<Result<_, SolveError>>()?,
                ))
            }
            EnteredLine::Unclear(_, list) => {
                let each = list
                    .into_iter()
                    .map(|(number, made)| Ok((Some(number), seated.describe(&made, budget)?)));
                Ok(MatchEvent::Several(
                    each.collect::<Result<_, SolveError>>()?,
                ))
            }
            entered => Err(SolveError::Usage(no_move(&entered, line))),
        },
        _ => Err(SolveError::Usage(text!(
            "a move must be given either by its steps or by its text",
            "着法须由 steps 或 text 给出，二者取一"
        ))),
    }
}

/// Returns the reason for which a line is not a move.
fn no_move(entered: &EnteredLine, line: &str) -> Text {
    let line = shortened(line);
    match entered {
        EnteredLine::NoNumber(number, all) => {
            text!(
                "there is no move {number}; moves are numbered from 1 to {all}",
                "没有第 {number} 个着法：编号为 1 到 {all}"
            )
        }
        EnteredLine::Illegal(Text { en, zh }) => Text {
            en: format!("not a legal move: {en}"),
            zh: format!("不是合法着法：{zh}"),
        },
        _ => text!(
            "`{line}` is not a legal move here; enter its number in the list, its text, or the position after it",
            "`{line}` 不是此处的合法着法；请给出列表中的编号、着法的文字，或走后留下的局面"
        ),
    }
}
