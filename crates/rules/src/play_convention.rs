//! The conventions of play, and the players of games in which the players have different moves.

/// A player of a game in which the players have different moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Player {
    /// Both players.
    pub const ALL: [Player; 2] = [Player::Left, Player::Right];

    /// Returns the other player.
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// Returns the keyword in rules, options and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Player::Left => "left",
            Player::Right => "right",
        }
    }
}

/// The convention of play, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayConvention {
    /// A player who cannot move loses.
    Normal,
    /// A player who cannot move wins.
    Misere,
    /// Misère play that ends when every component has the value 0; the player to move has then won.
    Stop,
    /// Misère play with a button. Once in a game, a player may press the button instead of moving.
    /// A player who has pressed the button must reply in the component in which the opponent has
    /// just moved. The player who pressed the button wins if the opponent cannot move, and loses if
    /// no reply is possible.
    Button,
    /// Both players maximise the points that they get. The player with more points wins.
    Score,
    /// A player who cannot move loses, and the players have different moves. This convention is not
    /// written: it follows from `move left` and `move right`.
    Partizan,
}

impl PlayConvention {
    /// All conventions of play that the item `play` states.
    pub const ALL: [PlayConvention; 5] = [
        PlayConvention::Normal,
        PlayConvention::Misere,
        PlayConvention::Stop,
        PlayConvention::Button,
        PlayConvention::Score,
    ];

    /// Returns the keyword in rules, options, certificates and JSON.
    pub fn word(self) -> &'static str {
        match self {
            PlayConvention::Normal => "normal",
            PlayConvention::Misere => "misere",
            PlayConvention::Stop => "stop",
            PlayConvention::Button => "button",
            PlayConvention::Score => "score",
            PlayConvention::Partizan => "partizan",
        }
    }

    /// Returns the convention with a keyword.
    pub fn from_word(word: &str) -> Option<PlayConvention> {
        PlayConvention::ALL
            .into_iter()
            .find(|play| play.word() == word)
    }

    /// Returns whether the components remain separate for the whole game. A component that remains
    /// separate forms a group with all components that its moves leave. The position is then a
    /// component of a compound ([`crate::compound::CompoundKind::playing`]).
    pub fn keeps_components(self) -> bool {
        matches!(self, PlayConvention::Stop | PlayConvention::Button)
    }
}
