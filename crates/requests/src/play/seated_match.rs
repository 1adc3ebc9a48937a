//! A match with its players: the sides of the computer, its strength, and the actions of a human
//! player, at a terminal or on a page. Each action is one call with a budget of its own. The front
//! end writes the text output.

use base::budget::{Budget, StopReason};
use grundy::answer::WinningMove;
use grundy::player::{
    LegalMoves, Match, MatchMove, MatchSide, MatchTurn, MoveLookup, Review, StrategyMove,
};
use grundy::why::WhyAnswer;
use grundy::{QuestionInput, Session, SolveError};
use rules::game::Outcome;
use rules::play::Component;
use serde::Deserialize;

use crate::draw::allow_drawing;

/// Maximum number of budget polls of a review, so that a review of a long game does not take long.
const LOOK_BACK: u32 = 4_000;

/// The sides that the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ComputerSides {
    /// The computer moves first.
    First,
    /// The human player moves first.
    #[default]
    Second,
    /// The computer plays both sides.
    Both,
    /// Two human players play.
    None,
}

impl ComputerSides {
    /// Returns whether the computer plays this side.
    pub fn plays(self, player: MatchSide) -> bool {
        match self {
            ComputerSides::First => player == MatchSide::First,
            ComputerSides::Second => player == MatchSide::Second,
            ComputerSides::Both => true,
            ComputerSides::None => false,
        }
    }
}

/// The players and the strength of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSeats {
    /// The sides of the computer.
    pub computer: ComputerSides,
    /// The probability in percent that a move of the computer is perfect.
    pub strength: u8,
    /// The seed for the moves of a computer that is not perfect.
    pub seed: u64,
}

/// The meaning of a line that a human player typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnteredLine {
    /// A move.
    One(MatchMove),
    /// Several moves that leave different positions, each with its number in the list; `None` for a
    /// move that is not in the list.
    Several(Vec<(Option<usize>, MatchMove)>),
    /// A number that is ambiguous, because one move has this number in the list and another move
    /// has this number in its text. Contains the number and the possible moves with their numbers
    /// in the list.
    Unclear(usize, Vec<(usize, MatchMove)>),
    /// A number that is not the number of a move in the list. Contains the number and the length of
    /// the list.
    NoNumber(usize, usize),
    /// An illegal move. Contains the reason why the move is illegal.
    Illegal(base::text::Text),
    /// The line is not recognized.
    None,
}

/// A match and its players.
pub struct SeatedMatch {
    /// The game in progress.
    pub game: Match,
    /// The players.
    pub seats: MatchSeats,
    /// The cached list of legal moves, to which move numbers refer, with the position of the list.
    listed: Option<(Vec<Component>, LegalMoves)>,
}

impl SeatedMatch {
    /// Starts a game from a position, with the settings of the session.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the query is not a position.
    pub fn begin<'q>(
        session: &mut Session,
        question: impl Into<QuestionInput<'q>>,
        seats: MatchSeats,
        budget: &Budget<'_>,
    ) -> Result<SeatedMatch, SolveError> {
        let game = Match::new(session, question, budget)?;
        allow_drawing(game.position(), budget)?;
        Ok(SeatedMatch {
            game,
            seats,
            listed: None,
        })
    }

    /// Returns whether it is the computer's turn, provided that the match is open.
    pub fn is_computers_turn(&self) -> bool {
        self.seats.computer.plays(self.game.to_move())
    }

    /// Returns the side of the only human player; `None` for a match with two human players or with
    /// none.
    pub fn person(&self) -> Option<MatchSide> {
        match self.seats.computer {
            ComputerSides::First => Some(MatchSide::Second),
            ComputerSides::Second => Some(MatchSide::First),
            ComputerSides::Both | ComputerSides::None => None,
        }
    }

    /// Returns the move that a computer of this strength would make in this turn, without making
    /// it.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if play is over, no method finds a move, or the budget runs out.
    pub fn choose(
        &mut self,
        strength: u8,
        budget: &Budget<'_>,
    ) -> Result<StrategyMove, SolveError> {
        self.game.choose(strength, self.seats.seed, budget)
    }

    /// Makes a move and returns the move with the position that it leaves.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the move is not legal, the rules cannot be evaluated, or the
    /// budget runs out. After an error, the match is unchanged.
    pub fn make(
        &mut self,
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<WinningMove, SolveError> {
        let described = self.describe(made, budget)?;
        self.game.play(&made.steps, budget)?;
        Ok(described)
    }

    /// Describes a move of the current position with the position that it leaves.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn describe(
        &mut self,
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<WinningMove, SolveError> {
        let before = self.game.position().to_vec();
        self.game.describe(&before, made, budget)
    }

    /// Returns the list of legal moves. The number of a move is its index plus 1.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn legal(&mut self, budget: &Budget<'_>) -> Result<&LegalMoves, SolveError> {
        let known = self
            .listed
            .take()
            .filter(|(position, _)| position == self.game.position());
        let listed = match known {
            Some(listed) => listed,
            None => (self.game.position().to_vec(), self.game.legal(budget)?),
        };
        Ok(&self.listed.insert(listed).1)
    }

    /// Interprets a line. The line may be a number in the list: `#3`, or `3` if this does not
    /// conflict with the text of a move. The line may also have any form that [`Match::find`]
    /// accepts.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the rules cannot be evaluated or the budget runs out. An illegal
    /// move is not an error but [`EnteredLine::Illegal`].
    pub fn entered(&mut self, line: &str, budget: &Budget<'_>) -> Result<EnteredLine, SolveError> {
        let narrow = |c: char| {
            if ('０'..='９').contains(&c) {
                char::from((c as u32 - '０' as u32) as u8 + b'0')
            } else {
                c
            }
        };
        let plain = line.trim().chars().map(narrow).collect::<String>();
        let listed = plain.strip_prefix(['#', '＃']);
        if let Ok(number @ 1..) = listed.unwrap_or(&plain).trim().parse::<usize>() {
            return self.numbered(number, listed.is_some(), budget);
        }
        Ok(match self.game.find(line, budget) {
            Ok(MoveLookup::One(made)) => EnteredLine::One(made),
            Ok(MoveLookup::None) => EnteredLine::None,
            Ok(MoveLookup::Several(fitting)) => {
                let list = &self.legal(budget)?.moves;
                let numbered = |made: MatchMove| {
                    (
                        list.iter()
                            .position(|one| *one == made)
                            .map(|place| place + 1),
                        made,
                    )
                };
                EnteredLine::Several(fitting.into_iter().map(numbered).collect())
            }
            Err(SolveError::Usage(why)) => EnteredLine::Illegal(why),
            Err(error) => return Err(error),
        })
    }

    /// Interprets a number. A plain number may be the number in the list, or the only number in the
    /// text of a move, as in `mark 3`. In a sum, a plain number is always the number in the list,
    /// because the text of a move contains the number of its component.
    fn numbered(
        &mut self,
        number: usize,
        is_listed: bool,
        budget: &Budget<'_>,
    ) -> Result<EnteredLine, SolveError> {
        let moves = self.legal(budget)?.moves.clone();
        let found = |at: usize| (at + 1, moves[at].clone());
        let listed = (number <= moves.len()).then(|| number - 1);
        let one = |at: Option<usize>| {
            at.map_or(EnteredLine::NoNumber(number, moves.len()), |at| {
                EnteredLine::One(moves[at].clone())
            })
        };
        if is_listed || self.game.position().len() != 1 {
            return Ok(one(listed));
        }
        let in_words: Vec<Option<usize>> = moves
            .iter()
            .map(|made| self.number_in_words(made))
            .collect();
        let named: Vec<usize> = (0..moves.len())
            .filter(|&at| in_words[at] == Some(number))
            .collect();
        let differs = listed.is_some_and(|at| in_words[at].is_some_and(|other| other != number));
        Ok(match (listed, &named[..]) {
            (_, []) if !differs => one(listed),
            (None, [only]) => one(Some(*only)),
            (Some(at), [only]) if at == *only => one(listed),
            _ => {
                let mut all: Vec<usize> = listed.into_iter().chain(named).collect();
                all.dedup();
                EnteredLine::Unclear(number, all.into_iter().map(found).collect())
            }
        })
    }

    /// Returns the only number in the text of a move of one step; `None` if the text has no number
    /// or several numbers. A number that is joined to other characters, as in `0-a`, `*3` and
    /// `(1,0)`, is a name.
    fn number_in_words(&self, made: &MatchMove) -> Option<usize> {
        let [step] = &made.steps[..] else { return None };
        let (world, component) = (self.game.world(), self.game.position().get(step.component)?);
        let words = world
            .describe(component.game, &component.slots, step.rule, &step.choices)
            .unwrap_or_else(|| {
                let choices = grundy::position_text::choices;
                base::text::Text::same(choices(world, component, step.rule, &step.choices))
            });
        let only_number = |words: &str| {
            let mut numbers = words
                .split(|c: char| c.is_whitespace() || !c.is_ascii())
                .filter(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()));
            let number = numbers.next()?.parse().ok()?;
            numbers.next().is_none().then_some(number)
        };
        only_number(&words.en).or_else(|| only_number(&words.zh))
    }

    /// Takes back a resignation, or the last move of a human player and all later moves. Returns
    /// `false` if there is no resignation and no move of a human player to take back.
    pub fn undo(&mut self) -> bool {
        if self.game.has_resigned() {
            return self.game.undo();
        }
        let persons = |turn: usize| !self.seats.computer.plays(self.game.mover(turn));
        let Some(last) = (0..self.game.turns().len())
            .rev()
            .find(|turn| persons(*turn))
        else {
            return false;
        };
        while self.game.turns().len() > last {
            self.game.undo();
        }
        true
    }

    /// Explains why the current position is won, lost or drawn.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if no method finds the outcome, the rules cannot be evaluated, or
    /// the budget runs out.
    pub fn why(&mut self, budget: &Budget<'_>) -> Result<WhyAnswer, SolveError> {
        let position = self.game.position().to_vec();
        self.game.why(&position, budget)
    }

    /// Returns the outcome of the position that the player to move left with their last move;
    /// `None` if they have not moved yet.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if no method finds the outcome, the rules cannot be evaluated, or
    /// the budget runs out.
    pub fn last_left(&mut self, budget: &Budget<'_>) -> Result<Option<Outcome>, SolveError> {
        let last = self.game.turns().len().checked_sub(2);
        let turn: Option<MatchTurn> = last.map(|place| self.game.turns()[place].clone());
        turn.map(|turn| self.game.left_by(&turn, budget))
            .transpose()
    }

    /// Reviews the moves of a player, if the review takes little work.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if no method finds the outcomes, the rules cannot be evaluated, or
    /// the work takes too long.
    pub fn review(&mut self, player: MatchSide, budget: &Budget<'_>) -> Result<Review, SolveError> {
        match budget.limited(LOOK_BACK, |budget| self.game.review(player, budget)) {
            // If the limit of budget polls is reached, a time limit is reported.
            (Err(SolveError::Stopped(_)), true) => Err(SolveError::Stopped(StopReason::Time)),
            (review, _) => review,
        }
    }
}
