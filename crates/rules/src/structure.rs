//! Structures: kinds of games whose positions are graphs or boards, written as text:
//! `hackenbush(0-1 1-2 2-0; ground 0)`. A kind reads the text and makes a game of it (a [`Rules`]),
//! whose positions are rows of numbers as everywhere; so a structure stands in sums, in misère play
//! and under every engine like any other component. The text may come from a file as well.

use crate::game::Rules;
use crate::ir::Int;
use base::diagnostic::Diagnostic;
use base::text::Text;

/// A kind of game written as text.
pub trait Structure: Send + Sync {
    /// The name in a question, in lower case; also how the names of files of this kind end.
    fn name(&self) -> &'static str;

    /// What is played, in one sentence.
    fn about(&self) -> Text;

    /// A small question.
    fn example(&self) -> &'static str;

    /// What a question calls the game that a text means.
    fn game_name(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        format!("{}({})", self.name(), words.join(" "))
    }

    /// Reads what stands between the parentheses, or in a file; spans are places in this text.
    ///
    /// # Errors
    /// What is not understood, with its place.
    fn read(&self, text: &str) -> Result<ParsedStructure, Vec<Diagnostic>>;
}

/// What was read.
pub struct ParsedStructure {
    /// The game.
    pub rules: Box<dyn Rules>,
    /// The components that the text alone means, a position each; empty if a position must be
    /// given in brackets.
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
