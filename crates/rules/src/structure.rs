//! Structures: kinds of games whose positions are graphs or boards, written as text:
//! `hackenbush(0-1 1-2 2-0; ground 0)`. A kind reads the text and creates a game (a [`Rules`]),
//! whose positions are tuples of numbers as in all games. So a structure can be used in sums, in
//! misère play and with every engine like any other component. The text may also be read from a
//! file.

use crate::game::Rules;
use crate::ir::Int;
use base::diagnostic::Diagnostic;
use base::text::Text;

/// A kind of game written as text.
pub trait Structure: Send + Sync {
    /// Returns the name in queries, in lower case. It is also the extension of files of this kind.
    fn name(&self) -> &'static str;

    /// Describes the game in one sentence.
    fn about(&self) -> Text;

    /// Returns a small example query.
    fn example(&self) -> &'static str;

    /// Returns the name in queries of the game for a text.
    fn game_name(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        format!("{}({})", self.name(), words.join(" "))
    }

    /// Parses the text between the parentheses, or the text of a file. Spans are locations in this
    /// text.
    ///
    /// # Errors
    /// Returns the errors, with their locations.
    fn read(&self, text: &str) -> Result<ParsedStructure, Vec<Diagnostic>>;
}

/// A parsed structure.
pub struct ParsedStructure {
    /// The game.
    pub rules: Box<dyn Rules>,
    /// The components that the text without brackets represents, each as a position; empty if a
    /// position must be given in brackets.
    pub starts: Vec<Vec<Int>>,
}

impl ParsedStructure {
    /// A game, with a component in each of the positions that the text alone means.
    pub fn new(rules: impl Rules + 'static, starts: Vec<Vec<Int>>) -> ParsedStructure {
        ParsedStructure {
            rules: Box::new(rules),
            starts,
        }
    }
}
