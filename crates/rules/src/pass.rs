//! The component that `again` leaves in addition to the result of a move. The component `pass` is
//! urgent, and its only move removes it. The opponent can only remove the component, and then the
//! same player moves again. Queries write the component as `pass`.

use crate::game::{Conventions, GameId, OptionSink, Rules, RulesError};
use crate::ir::{Int, Slot};
use crate::structure::ParsedStructure;
use crate::world::World;
use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::Text;

/// The name of the component in queries.
pub const NAME: &str = "pass";

/// The rules: a component without numbers.
struct PassRules;

impl Rules for PassRules {
    fn title(&self) -> String {
        NAME.to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &[]
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            entailing: true,
            ..Conventions::default()
        }
    }

    fn inherits_conventions(&self) -> bool {
        true
    }

    fn urgent(&self, _: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(true)
    }

    fn options(&self, _: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        sink.commit(0, &[], Span::default())
    }

    fn describe(&self, _: &[Int], _: usize, _: &[Int]) -> Option<Text> {
        Some(text!("pass", "停一手"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None | Some([]) => Ok(Vec::new()),
            Some(_) => Err(text!(
                "a position of `pass` has no numbers",
                "`pass` 的局面不带数"
            )),
        }
    }
}

impl World {
    /// Returns the game of the component that `again` leaves.
    pub fn passing(&mut self) -> GameId {
        self.built_in(NAME.to_owned(), || ParsedStructure {
            rules: Box::new(PassRules),
            starts: vec![Vec::new()],
        })
    }
    /// Returns whether a game is the game of the component that `again` leaves.
    pub fn is_passing(&self, game: GameId) -> bool {
        self.find_built_in(NAME) == Some(game)
    }
}
