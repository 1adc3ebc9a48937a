//! A match with its seats: which sides the computer plays, how strong, and what a person at the
//! other side may want, whether at a terminal or in a page. Each of these is one call with a budget
//! of its own; what is said about it is the face's.

use base::budget::{Budget, Stop};
use grundy::answer::WinningMove;
use grundy::player::{Choice, Found, Legal, Match, Move, Review, Side, Turn};
use grundy::why::Why;
use grundy::{About, Error, Session};
use rules::play::Component;
use rules::rules::Outcome;
use serde::Deserialize;

use crate::draw::allow_drawing;

/// How many looks at the clock the review of a game may take, so that a long game does not end in a
/// long wait.
const LOOK_BACK: u32 = 4_000;

/// Which sides the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Computer {
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

impl Computer {
    /// Whether it plays a side.
    pub fn plays(self, player: Side) -> bool {
        match self {
            Computer::First => player == Side::First,
            Computer::Second => player == Side::Second,
            Computer::Both => true,
            Computer::None => false,
        }
    }
}

/// Who plays, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The sides of the computer.
    pub computer: Computer,
    /// The chance in percent that a move of it is perfect.
    pub strength: u8,
    /// Repeats the moves of a computer that is not perfect.
    pub seed: u64,
}

/// What a line of a person means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// This move.
    One(Move),
    /// More than one that leave different positions, each with its number in the list if it is
    /// there.
    Several(Vec<(Option<usize>, Move)>),
    /// A number of the list that is another number in the words of moves: the number, and the moves
    /// that may be meant, with their numbers in the list.
    Unclear(usize, Vec<(usize, Move)>),
    /// A number that is not in the list: the number, and how long the list is.
    NoNumber(usize, usize),
    /// No legal move, and why not.
    Illegal(base::text::Text),
    /// Nothing that is known here.
    None,
}

/// A match and its seats.
pub struct Seated {
    /// The game in progress.
    pub game: Match,
    /// Who plays it.
    pub seats: Seats,
    /// The list that numbers refer to, with its position.
    listed: Option<(Vec<Component>, Legal)>,
}

impl Seated {
    /// A game from a position on, played by the session's settings.
    ///
    /// # Errors
    /// Where the question is no position.
    pub fn begin<'q>(
        session: &mut Session,
        question: impl Into<About<'q>>,
        seats: Seats,
        budget: &Budget<'_>,
    ) -> Result<Seated, Error> {
        let game = Match::new(session, question, budget)?;
        allow_drawing(game.position(), budget)?;
        Ok(Seated {
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
    pub fn person(&self) -> Option<Side> {
        match self.seats.computer {
            Computer::First => Some(Side::Second),
            Computer::Second => Some(Side::First),
            Computer::Both | Computer::None => None,
        }
    }

    /// The move that a computer of this strength would make in this turn; it is not made yet.
    ///
    /// # Errors
    /// Where play is over, no method finds a move, or the budget ends.
    pub fn choose(&mut self, strength: u8, budget: &Budget<'_>) -> Result<Choice, Error> {
        self.game.choose(strength, self.seats.seed, budget)
    }

    /// Makes a move; returns it with what it leaves.
    ///
    /// # Errors
    /// Where the move is not legal, the rules cannot be evaluated, or the budget ends; nothing is
    /// played then.
    pub fn make(&mut self, made: &Move, budget: &Budget<'_>) -> Result<WinningMove, Error> {
        let described = self.describe(made, budget)?;
        self.game.play(&made.steps, budget)?;
        Ok(described)
    }

    /// A move of the position before the player, with what it leaves.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub fn describe(&mut self, made: &Move, budget: &Budget<'_>) -> Result<WinningMove, Error> {
        let before = self.game.position().to_vec();
        self.game.describe(&before, made, budget)
    }

    /// The legal moves, numbered from 1 on by their places.
    ///
    /// # Errors
    /// Where the rules cannot be evaluated, or the budget ends.
    pub fn legal(&mut self, budget: &Budget<'_>) -> Result<&Legal, Error> {
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
    /// [`Entered::Illegal`].
    pub fn entered(&mut self, line: &str, budget: &Budget<'_>) -> Result<Entered, Error> {
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
            Ok(Found::One(made)) => Entered::One(made),
            Ok(Found::None) => Entered::None,
            Ok(Found::Several(fitting)) => {
                let list = &self.legal(budget)?.moves;
                let numbered = |made: Move| {
                    (
                        list.iter()
                            .position(|one| *one == made)
                            .map(|place| place + 1),
                        made,
                    )
                };
                Entered::Several(fitting.into_iter().map(numbered).collect())
            }
            Err(Error::Usage(why)) => Entered::Illegal(why),
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
    ) -> Result<Entered, Error> {
        let moves = self.legal(budget)?.moves.clone();
        let found = |at: usize| (at + 1, moves[at].clone());
        let listed = (number <= moves.len()).then(|| number - 1);
        let one = |at: Option<usize>| {
            at.map_or(Entered::NoNumber(number, moves.len()), |at| {
                Entered::One(moves[at].clone())
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
                Entered::Unclear(number, all.into_iter().map(found).collect())
            }
        })
    }

    /// The only number in the words of a move of one step; `None` if there is none, or more than
    /// one. What is joined to something else, as in `0-a`, `*3` and `(1,0)`, is a name.
    fn number_in_words(&self, made: &Move) -> Option<usize> {
        let [step] = &made.steps[..] else { return None };
        let (world, component) = (self.game.world(), self.game.position().get(step.component)?);
        let words = match world.describe(component.game, &component.slots, step.rule, &step.choices)
        {
            Some(described) => described.en,
            None => grundy::words::choices(world, component, step.rule, &step.choices),
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
    pub fn why(&mut self, budget: &Budget<'_>) -> Result<Why, Error> {
        let position = self.game.position().to_vec();
        self.game.why(&position, budget)
    }

    /// Who wins the position that the player to move left by his last move; `None` if he has not
    /// moved yet.
    ///
    /// # Errors
    /// Where no method tells who wins, the rules cannot be evaluated, or the budget ends.
    pub fn last_left(&mut self, budget: &Budget<'_>) -> Result<Option<Outcome>, Error> {
        let last = self.game.turns().len().checked_sub(2);
        let turn: Option<Turn> = last.map(|place| self.game.turns()[place].clone());
        turn.map(|turn| self.game.left_by(&turn, budget))
            .transpose()
    }

    /// What a player did with his chances, if that is found without much work.
    ///
    /// # Errors
    /// Where no method tells who wins, the rules cannot be evaluated, or the work takes too long.
    pub fn review(&mut self, player: Side, budget: &Budget<'_>) -> Result<Review, Error> {
        match budget.limited(LOOK_BACK, |budget| self.game.review(player, budget)) {
            // For a person, the limit of looks is a limit of time.
            (Err(Error::Stopped(_)), true) => Err(Error::Stopped(Stop::Time)),
            (review, _) => review,
        }
    }
}
