//! A match with its seats: which sides the computer plays, how strong, and what a person at the
//! other side may want, whether at a terminal or in a page. Each of these is one call with a budget
//! of its own; what is said about it is the face's.

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

/// How many looks at the clock the review of a game may take, so that a long game does not end in a
/// long wait.
const LOOK_BACK: u32 = 4_000;

/// Which sides the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ComputerSides {
    /// The computer begins.
    First,
    /// The person begins.
    #[default]
    Second,
    /// The computer plays against itself.
    Both,
    /// Two persons play.
    None,
}

impl ComputerSides {
    /// Whether it plays a side.
    pub fn plays(self, player: MatchSide) -> bool {
        match self {
            ComputerSides::First => player == MatchSide::First,
            ComputerSides::Second => player == MatchSide::Second,
            ComputerSides::Both => true,
            ComputerSides::None => false,
        }
    }
}

/// Who plays, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSeats {
    /// The sides of the computer.
    pub computer: ComputerSides,
    /// The chance in percent that a move of it is perfect.
    pub strength: u8,
    /// Repeats the moves of a computer that is not perfect.
    pub seed: u64,
}

/// What a line of a person means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnteredLine {
    /// This move.
    One(MatchMove),
    /// More than one that leave different positions, each with its number in the list if it is
    /// there.
    Several(Vec<(Option<usize>, MatchMove)>),
    /// A number of the list that is another number in the words of moves: the number, and the moves
    /// that may be meant, with their numbers in the list.
    Unclear(usize, Vec<(usize, MatchMove)>),
    /// A number that is not in the list: the number, and how long the list is.
    NoNumber(usize, usize),
    /// No legal move, and why not.
    Illegal(base::text::Text),
    /// Nothing that is known here.
    None,
}

/// A match and its seats.
pub struct SeatedMatch {
    /// The game in progress.
    pub game: Match,
    /// Who plays it.
    pub seats: MatchSeats,
    /// The list that numbers refer to, with its position.
    listed: Option<(Vec<Component>, LegalMoves)>,
}

impl SeatedMatch {
    /// A game from a position on, played by the session's settings.
    ///
    /// # Errors
    /// Where the question is no position.
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

    /// Whether it is the computer's turn, if play goes on.
    pub fn is_computers_turn(&self) -> bool {
        self.seats.computer.plays(self.game.to_move())
    }

    /// The side of the only person; `None` if persons play both sides or neither.
    pub fn person(&self) -> Option<MatchSide> {
        match self.seats.computer {
            ComputerSides::First => Some(MatchSide::Second),
            ComputerSides::Second => Some(MatchSide::First),
            ComputerSides::Both | ComputerSides::None => None,
        }
    }

    /// The move that a computer of this strength would make in this turn; it is not made yet.
    ///
    /// # Errors
    /// Where play is over, no method finds a move, or the budget ends.
    pub fn choose(
        &mut self,
        strength: u8,
        budget: &Budget<'_>,
    ) -> Result<StrategyMove, SolveError> {
        self.game.choose(strength, self.seats.seed, budget)
    }

    /// Makes a move; returns it with what it leaves.
    ///
    /// # Errors
    /// Where the move is not legal, the rules cannot be evaluated, or the budget ends; nothing is
    /// played then.
    pub fn make(
        &mut self,
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<WinningMove, SolveError> {
        let described = self.describe(made, budget)?;
        self.game.play(&made.steps, budget)?;
        Ok(described)
    }

    /// A move of the position before the player, with what it leaves.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub fn describe(
        &mut self,
        made: &MatchMove,
        budget: &Budget<'_>,
    ) -> Result<WinningMove, SolveError> {
        let before = self.game.position().to_vec();
        self.game.describe(&before, made, budget)
    }

    /// The legal moves, numbered from 1 on by their places.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
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

    /// What a line means: a number of the list, `#3`, or `3` where no words of a move speak against
    /// it, or what [`Match::find`] knows.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends. An illegal move is no error: it is
    /// [`EnteredLine::Illegal`].
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

    /// The move that a number means. A plain number may be that of the list or the only number in
    /// the words of a move, `mark 3`; in a sum it is that of the list, since words name their
    /// component there.
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

    /// The only number in the words of a move of one step; `None` if there is none, or more than
    /// one. What is joined to something else, as in `0-a`, `*3` and `(1,0)`, is a name.
    fn number_in_words(&self, made: &MatchMove) -> Option<usize> {
        let [step] = &made.steps[..] else { return None };
        let (world, component) = (self.game.world(), self.game.position().get(step.component)?);
        let words = match world.describe(component.game, &component.slots, step.rule, &step.choices)
        {
            Some(described) => described.en,
            None => grundy::position_text::choices(world, component, step.rule, &step.choices),
        };
        let mut numbers = words
            .split(|c: char| c.is_whitespace() || !c.is_ascii())
            .filter(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()));
        let number = numbers.next()?.parse().ok()?;
        numbers.next().is_none().then_some(number)
    }

    /// Takes back a resignation, or the last move of a person and what followed it; `false` if
    /// there is neither.
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

    /// Why the position before the player is won, lost or drawn.
    ///
    /// # Errors
    /// Where no method tells who wins, the rules cannot be evaluated, or the budget ends.
    pub fn why(&mut self, budget: &Budget<'_>) -> Result<WhyAnswer, SolveError> {
        let position = self.game.position().to_vec();
        self.game.why(&position, budget)
    }

    /// Who wins the position that the player to move left by his last move; `None` if he has not
    /// moved yet.
    ///
    /// # Errors
    /// Where no method tells who wins, the rules cannot be evaluated, or the budget ends.
    pub fn last_left(&mut self, budget: &Budget<'_>) -> Result<Option<Outcome>, SolveError> {
        let last = self.game.turns().len().checked_sub(2);
        let turn: Option<MatchTurn> = last.map(|place| self.game.turns()[place].clone());
        turn.map(|turn| self.game.left_by(&turn, budget))
            .transpose()
    }

    /// What a player did with his chances, if that is found without much work.
    ///
    /// # Errors
    /// Where no method tells who wins, the rules cannot be evaluated, or the work takes too long.
    pub fn review(&mut self, player: MatchSide, budget: &Budget<'_>) -> Result<Review, SolveError> {
        match budget.limited(LOOK_BACK, |budget| self.game.review(player, budget)) {
            // For a person, the limit of looks is a limit of time.
            (Err(SolveError::Stopped(_)), true) => Err(SolveError::Stopped(StopReason::Time)),
            (review, _) => review,
        }
    }
}
