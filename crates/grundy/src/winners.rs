//! The winner of a sum in which the players have different moves, for each player who may begin.

use base::text;
use base::text::Text;
use partizan::OutcomeClass;
use rules::ast::Player;
use rules::game::Outcome;

/// The result of a play if both players play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayResult {
    /// A player wins.
    Win(Player),
    /// Neither player can force a win.
    Draw,
}

impl PlayResult {
    /// Returns the result of an outcome for the player to move.
    pub fn from_outcome(outcome: Outcome, mover: Player) -> PlayResult {
        match outcome {
            Outcome::N => PlayResult::Win(mover),
            Outcome::P => PlayResult::Win(mover.other()),
            Outcome::D => PlayResult::Draw,
        }
    }

    /// Returns the outcome for a player to move.
    pub fn outcome_for(self, mover: Player) -> Outcome {
        match self {
            PlayResult::Win(winner) if winner == mover => Outcome::N,
            PlayResult::Win(_) => Outcome::P,
            PlayResult::Draw => Outcome::D,
        }
    }

    /// Returns the keyword in JSON: `left`, `right` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            PlayResult::Win(player) => player.word(),
            PlayResult::Draw => "draw",
        }
    }

    /// Returns the letter of the result in a table: `L`, `R` or `D`.
    fn letter(self) -> char {
        match self {
            PlayResult::Win(Player::Left) => 'L',
            PlayResult::Win(Player::Right) => 'R',
            PlayResult::Draw => 'D',
        }
    }

    fn text(self) -> Text {
        match self {
            PlayResult::Win(Player::Left) => text!("Left wins", "左方胜"),
            PlayResult::Win(Player::Right) => text!("Right wins", "右方胜"),
            PlayResult::Draw => text!("a draw", "和局"),
        }
    }
}

/// The results of a sum, in the order of the players who begin: Left, Right. The result is `None`
/// if it was not requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winners(pub [Option<PlayResult>; 2]);

impl From<OutcomeClass> for Winners {
    fn from(class: OutcomeClass) -> Winners {
        let (left, right) = match class {
            OutcomeClass::Left => (Player::Left, Player::Left),
            OutcomeClass::Right => (Player::Right, Player::Right),
            OutcomeClass::Next => (Player::Left, Player::Right),
            OutcomeClass::Previous => (Player::Right, Player::Left),
        };
        Winners([left, right].map(|winner| Some(PlayResult::Win(winner))))
    }
}

impl Winners {
    /// Returns the result if only one player may begin.
    pub fn from_result(player: Player, result: PlayResult) -> Winners {
        let mut winners = Winners([None; 2]);
        winners.0[player as usize] = Some(result);
        winners
    }

    /// Returns the result if this player begins.
    pub fn if_begins(&self, player: Player) -> Option<PlayResult> {
        self.0[player as usize]
    }

    /// Returns the outcome; `None` if there is a draw or only one player may begin.
    pub fn class(&self) -> Option<OutcomeClass> {
        let [
            Some(PlayResult::Win(left_begins)),
            Some(PlayResult::Win(right_begins)),
        ] = self.0
        else {
            return None;
        };
        Some(match (left_begins, right_begins) {
            (Player::Left, Player::Left) => OutcomeClass::Left,
            (Player::Right, Player::Right) => OutcomeClass::Right,
            (Player::Left, Player::Right) => OutcomeClass::Next,
            (Player::Right, Player::Left) => OutcomeClass::Previous,
        })
    }

    /// Returns the outcome for the player to move: N if a player who may begin wins, otherwise D if
    /// there is a draw, and otherwise P.
    pub fn of_mover(&self) -> Outcome {
        let results = || Player::ALL.into_iter().zip(self.0);
        if results().any(|(player, result)| result == Some(PlayResult::Win(player))) {
            Outcome::N
        } else if results().any(|(_, result)| result == Some(PlayResult::Draw)) {
            Outcome::D
        } else {
            Outcome::P
        }
    }

    /// Returns whether play is a draw, no matter who begins.
    pub fn is_draw(&self) -> bool {
        self.0 == [Some(PlayResult::Draw); 2]
    }

    /// Returns the outcome in a table: `L`, `R`, `N`, `P` or `D`. If only one player can force a
    /// draw or a win by beginning, two letters: the winner if Left begins, and if Right begins.
    pub fn letters(&self) -> String {
        if let Some(class) = self.class() {
            return class.letter().to_string();
        }
        if self.is_draw() {
            return "D".to_owned();
        }
        let letter = |result: &Option<PlayResult>| result.map_or('?', PlayResult::letter);
        let [left, right] = self.0.each_ref().map(letter);
        format!("{left}/{right}")
    }

    /// Returns the results in words.
    pub fn text(&self) -> Text {
        if let Some(class) = self.class() {
            return outcome_text(class);
        }
        if self.is_draw() {
            return text!("a draw, no matter who begins (D)", "无论谁先走，和局 (D)");
        }
        let clauses = Player::ALL.into_iter().filter_map(|player| {
            let Text { en, zh } = self.if_begins(player)?.text();
            Some(match player {
                Player::Left => text!("{en} if Left begins", "左方先走，{zh}"),
                Player::Right => text!("{en} if Right begins", "右方先走，{zh}"),
            })
        });
        let (en, zh): (Vec<String>, Vec<String>) = clauses.map(|one| (one.en, one.zh)).unzip();
        Text {
            en: en.join(", "),
            zh: zh.join("；"),
        }
    }
}

/// Returns an outcome in words, with its letter.
pub fn outcome_text(outcome: OutcomeClass) -> Text {
    match outcome {
        OutcomeClass::Left => text!(
            "Left wins, no matter who begins (L)",
            "无论谁先走，左方胜 (L)"
        ),
        OutcomeClass::Right => text!(
            "Right wins, no matter who begins (R)",
            "无论谁先走，右方胜 (R)"
        ),
        OutcomeClass::Next => text!("the player who begins wins (N)", "先走者胜 (N)"),
        OutcomeClass::Previous => text!("the player who begins loses (P)", "先走者负 (P)"),
    }
}
