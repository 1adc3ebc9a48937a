//! Structures: kinds of games whose positions are graphs or boards, written as text, such as
//! `hackenbush(0-1 1-2 2-0; ground 0)`. A kind of structure parses the text and creates a game (a
//! [`Rules`]), whose positions are tuples of numbers as in all games. So a structure is supported
//! in sums, in misère play and by every engine, like any other component. The text of a structure
//! may also be read from a file.

use crate::game::Rules;
use crate::ir::Int;
use base::diagnostic::Diagnostic;
use base::text::Text;

/// A kind of game written as text.
pub trait Structure: Send + Sync {
    /// Returns the name of the kind in queries, in lower case. The name is also the extension of
    /// files of this kind.
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

    /// Parses the text between the parentheses, or the text of a file. Spans of errors are
    /// locations in the parsed text.
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
    /// Creates a structure from its game and the components that the text without brackets
    /// represents.
    pub fn new(rules: impl Rules + 'static, starts: Vec<Vec<Int>>) -> ParsedStructure {
        ParsedStructure {
            rules: Box::new(rules),
            starts,
        }
    }
}
