//! The input for filling a table: the box of its positions, the fill order of the box, and the
//! program of the moves. The program is built on first use.

use std::cell::RefCell;
use std::sync::OnceLock;

use base::budget::Budget;
use base::text;
use base::text::Text;
use facts::GameFacts;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use crate::dense::TableBox;
use crate::error::EngineError;
use crate::program::MoveProgram;

/// The box of a table and the program that fills it.
pub struct PreparedTable {
    /// The box.
    pub space: TableBox,
    program: OnceLock<Result<MoveProgram, Text>>,
}

impl PreparedTable {
    /// Prepares the box around the maximum position `tops`.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the position has no box, if the box has no fill order, or if
    /// memory does not suffice.
    pub fn around(
        world: &World,
        game: GameId,
        facts: &GameFacts,
        tops: &[Int],
        budget: &Budget<'_>,
    ) -> Result<PreparedTable, EngineError> {
        Ok(PreparedTable::new(TableBox::around(
            world, game, facts, tops, budget,
        )?))
    }

    /// Prepares a given box.
    pub fn new(space: TableBox) -> PreparedTable {
        PreparedTable {
            space,
            program: OnceLock::new(),
        }
    }

    /// Returns the program of the moves of `game`, the game of the box. The program is built on
    /// first use.
    ///
    /// # Errors
    /// Returns the reason if the rules cannot be compiled to a program, and hence not to code.
    pub fn program(&self, world: &World, game: GameId) -> Result<&MoveProgram, &Text> {
        let made = self.program.get_or_init(|| match world.rules(game).game() {
            Some(ir) => MoveProgram::new(ir, game, &self.space.ranges()),
            None => Err(text!(
                "the game is not written in the rule language",
                "该游戏不是用规则语言写的"
            )),
        });
        made.as_ref()
    }

    /// Returns an upper bound of the number of options of a position in the box; at least 1.
    ///
    /// # Errors
    /// Returns the same reason as [`PreparedTable::program`].
    pub fn most_options(&self, world: &World, game: GameId) -> Result<u64, Text> {
        self.program(world, game)
            .map(|program| program.most_options.max(1))
            .map_err(Text::clone)
    }
}

/// The minimum and the maximum of each slot of a box.
type BoxRanges = Vec<(Int, Int)>;

/// Cached results of examining tables of a game, for all its boxes.
#[derive(Default)]
pub struct ProgramCache {
    /// The last box whose program was built, with the maximum number of options of a position in
    /// it. The maximum number of options is also a bound for every box inside the last box.
    made: RefCell<Option<(BoxRanges, u64)>>,
    /// The last box that has no program, with the reason. A box that contains the cached box has no
    /// program either.
    refused: RefCell<Option<(BoxRanges, Text)>>,
}

impl ProgramCache {
    /// Returns the maximum number of options of a position in a box, or the reason for the missing
    /// program; `None` if the box was not examined.
    pub(crate) fn most_options(&self, ranges: &[(Int, Int)]) -> Option<Result<u64, Text>> {
        let within = |inner: &[(Int, Int)], outer: &[(Int, Int)]| {
            inner
                .iter()
                .zip(outer)
                .all(|((low, high), (least, greatest))| least <= low && high <= greatest)
        };
        let made = self
            .made
            .borrow()
            .as_ref()
            .filter(|(around, _)| within(ranges, around))
            .map(|(_, most)| Ok(*most));
        made.or_else(|| {
            self.refused
                .borrow()
                .as_ref()
                .filter(|(inside, _)| within(inside, ranges))
                .map(|(_, why)| Err(why.clone()))
        })
    }

    /// Caches the result of building the program of a box.
    pub(crate) fn saw(&self, ranges: BoxRanges, most_options: &Result<u64, Text>) {
        match most_options {
            Ok(most) => *self.made.borrow_mut() = Some((ranges, *most)),
            Err(why) => *self.refused.borrow_mut() = Some((ranges, why.clone())),
        }
    }
}
