//! What a table is filled from, made once: the box of its positions in an order in which they can
//! be filled, and the program of their moves, made where somebody needs it.

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

/// The box of a table, and the program that fills it.
pub struct PreparedTable {
    /// The box.
    pub space: TableBox,
    program: OnceLock<Result<MoveProgram, Text>>,
}

impl PreparedTable {
    /// The box around the greatest position `tops`.
    ///
    /// # Errors
    /// Where there is no such box, no order to fill it in, or no memory for it.
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

    /// A box.
    pub fn new(space: TableBox) -> PreparedTable {
        PreparedTable {
            space,
            program: OnceLock::new(),
        }
    }

    /// The moves of the game that the box is of.
    ///
    /// # Errors
    /// Why no program, and so no code, can be made of the rules.
    pub fn program(&self, world: &World, game: GameId) -> Result<&MoveProgram, &Text> {
        let made = self.program.get_or_init(|| match world.rules(game).game() {
            Some(ir) => MoveProgram::new(ir, game, &self.space.ranges()),
            None => Err(text!(
                "the game has no rules in the language to read",
                "该游戏没有可读的规则文本"
            )),
        });
        made.as_ref()
    }

    /// At most how many options a position of the box has.
    ///
    /// # Errors
    /// See [`PreparedTable::program`].
    pub fn most_options(&self, world: &World, game: GameId) -> Result<u64, Text> {
        self.program(world, game)
            .map(|program| program.most_options.max(1))
            .map_err(Text::clone)
    }
}

/// The least and the greatest value of each slot of a box.
type BoxRanges = Vec<(Int, Int)>;

/// What looking at the tables of a game showed, whatever boxes were looked at.
#[derive(Default)]
pub struct ProgramCache {
    /// The last box whose program was made, and how many options a position has there at most: in
    /// a box within it no more.
    made: RefCell<Option<(BoxRanges, u64)>>,
    /// The last box that has no program, and why: one around it has none either.
    refused: RefCell<Option<(BoxRanges, Text)>>,
}

impl ProgramCache {
    /// At most how many options a position of a box has, or why the box has no program, if that is
    /// known.
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

    /// Remembers what the program of a box showed.
    pub(crate) fn saw(&self, ranges: BoxRanges, most_options: &Result<u64, Text>) {
        match most_options {
            Ok(most) => *self.made.borrow_mut() = Some((ranges, *most)),
            Err(why) => *self.refused.borrow_mut() = Some((ranges, why.clone())),
        }
    }
}
