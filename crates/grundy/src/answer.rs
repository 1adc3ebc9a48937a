//! Answers as data: what was asked, who wins, values, moves, how it was found and how far it may be trusted. Faces turn them into
//! words, JSON or pictures.

use base::text;
use base::text::Text;
use engines::oracle::Stats;
use rules::rules::{Conventions, Outcome};
use theory::value::Grundy;

use crate::plan::Attempt;
use crate::status::Status;

/// The answer to `solve` and `moves`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position, as understood.
    pub position: String,
    /// How it is played.
    pub conventions: Conventions,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value; none where values do not decide, or only the winner is known.
    pub value: Option<Grundy>,
    /// Each component with its value and the method.
    pub components: Vec<ComponentAnswer>,
    /// How far it may be trusted.
    pub status: Status,
    /// Why the status is what it is.
    pub evidence: Text,
    /// Every winning move, if they were asked for; or the first of them, if `more_moves` says so.
    pub moves: Option<Vec<WinningMove>>,
    /// That these are not all winning moves, and how many there are, if that is known.
    pub more_moves: Option<Text>,
    /// What was done.
    pub stats: Stats,
}

/// One component of an answer.
#[derive(Clone, Debug)]
pub struct ComponentAnswer {
    /// `kayles[12]`
    pub position: String,
    /// Its Grundy value, if it was found.
    pub value: Option<Grundy>,
    /// The theorem or engine.
    pub method: String,
}

/// A winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The steps taken at once: one, unless the sum asks for more.
    pub steps: Vec<StepAnswer>,
    /// The whole position after the move.
    pub leaves: String,
}

/// A step of a move, in one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepAnswer {
    /// Which component of the position asked, from 1 on.
    pub component: usize,
    /// That component.
    pub from: String,
    /// Which rule of its game.
    pub rule: usize,
    /// What the rules call the step, if they give it a name.
    pub words: Option<String>,
    /// What was chosen.
    pub choices: Vec<i64>,
    /// What it leaves of the component.
    pub leaves: String,
}

/// The answer to `table`.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game with its arguments.
    pub game: String,
    /// The name and range of each slot given.
    pub slots: Vec<(String, i64, i64)>,
    /// What the cells hold.
    pub cells: Cells,
    /// How they were found.
    pub method: String,
    /// How far they may be trusted.
    pub status: Status,
    /// What was done.
    pub stats: Stats,
}

impl Table {
    /// The slots that really run, as name and range: one gives a row, two a grid.
    pub fn running(&self) -> Vec<&(String, i64, i64)> {
        let many: Vec<_> = self.slots.iter().filter(|(_, low, high)| low < high).collect();
        if many.is_empty() { self.slots.iter().take(1).collect() } else { many }
    }
}

/// The cells of a table, the last slot running fastest; none where the numbers are no position.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Grundy values.
    Values(Vec<Option<Grundy>>),
    /// Outcomes.
    Outcomes(Vec<Option<Outcome>>),
    /// Other numbers.
    Numbers(Measure, Vec<Option<i64>>),
}

/// What the numbers of a table measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Suspense.
    Suspense,
    /// What is left of the suspense when each number of the position is taken away from it, divided by this and rounded down.
    Residue(u32),
}

impl Measure {
    /// What it is called.
    pub fn text(self) -> Text {
        match self {
            Measure::Suspense => text!("suspense", "悬念数"),
            Measure::Residue(by) => text!("suspense less each number / {by}", "悬念数减去各数除以 {by} 的商"),
        }
    }
}

/// The answer to `explain`.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The position.
    pub position: String,
    /// What is known of each game, and what was tried for it.
    pub games: Vec<GameExplanation>,
    /// The attempts for the position as a whole, where values do not decide.
    pub whole: Vec<Attempt>,
    /// How the parts make the answer.
    pub combination: Text,
    /// The answer, if it was computed too.
    pub answer: Option<Answer>,
}

/// What EXPLAIN says of one game.
#[derive(Clone, Debug)]
pub struct GameExplanation {
    /// Its name with arguments.
    pub game: String,
    /// The facts, each with its reason.
    pub facts: Vec<facts::Fact>,
    /// The attempts.
    pub attempts: Vec<Attempt>,
}
