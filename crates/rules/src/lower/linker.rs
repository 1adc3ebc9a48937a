//! The interface through which the lowering of a game finds the other games that it names.

use std::sync::Arc;

use crate::component::GameId;
use crate::compound::CompoundKind;
use crate::data::DataTable;
use crate::ir::{Args, ParameterValue, Slot};
use crate::set_or_word::SetOrWord;
use base::text;
use base::text::Text;

/// Finds the other games that a game names.
pub trait GameLinker {
    /// Returns the game being lowered.
    fn this(&self) -> GameId;

    /// Declares the slots of the game being lowered. Called when the slots are known.
    fn declare_slots(&mut self, slots: &[Slot]);

    /// Returns the game with a name and these arguments. If the game has words, they have at most
    /// `letters` letters.
    ///
    /// # Errors
    /// Returns the reason if no game has the name, or the game cannot be created with these
    /// arguments.
    fn link(
        &mut self,
        name: &str,
        args: Vec<(Option<String>, ParameterValue)>,
        letters: usize,
    ) -> Result<GameId, Text>;

    /// Returns the game of the component that `again` leaves.
    fn passing(&mut self) -> GameId;

    /// Returns the game of compounds of this kind.
    fn compound(&mut self, kind: CompoundKind) -> GameId;

    /// Returns the slots of a linked game.
    fn slots(&self, game: GameId) -> &[Slot];

    /// Returns the sets and words among the given number of items for a position of an existing
    /// game.
    fn sets_and_words(&self, game: GameId, items: usize) -> Vec<SetOrWord>;

    /// Returns a table of the game that was computed before, if its entries use no parameter.
    fn computed_table(&self, _name: &str) -> Option<Arc<DataTable>> {
        None
    }

    /// Keeps a table of the game whose entries use no parameter.
    fn keep_table(&mut self, _name: &str, _table: &Arc<DataTable>) {}
}

/// A linker for expressions outside any game.
pub(super) struct NullLinker;

impl GameLinker for NullLinker {
    fn this(&self) -> GameId {
        GameId(0)
    }
    fn declare_slots(&mut self, _: &[Slot]) {}
    fn link(&mut self, name: &str, _: Args, _: usize) -> Result<GameId, Text> {
        Err(text!("unknown game `{name}`", "未知的游戏 `{name}`"))
    }
    fn passing(&mut self) -> GameId {
        GameId(u32::MAX)
    }

    fn compound(&mut self, _: CompoundKind) -> GameId {
        GameId(u32::MAX)
    }

    fn slots(&self, _: GameId) -> &[Slot] {
        &[]
    }

    fn sets_and_words(&self, _: GameId, _: usize) -> Vec<SetOrWord> {
        Vec::new()
    }
}
