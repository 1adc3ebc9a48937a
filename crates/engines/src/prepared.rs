//! What a table is filled from, made once: the box of its positions in an order in which they can be filled, and the program of
//! their moves.

use base::budget::Budget;
use base::text;
use base::text::Text;
use facts::Facts;
use rules::ir::Int;
use rules::rules::GameId;
use rules::world::World;

use crate::dense::Space;
use crate::oracle::EngineError;
use crate::program::Program;

/// The box of a table, and the program that fills it.
pub struct Prepared {
    /// The box.
    pub space: Space,
    /// The moves; or why no program, and so no code, can be made of the rules.
    pub program: Result<Program, Text>,
}

impl Prepared {
    /// The box around the greatest position `tops`, with its program.
    ///
    /// # Errors
    /// Where there is no such box, no order to fill it in, or no memory for it.
    pub fn around(world: &World, game: GameId, facts: &Facts, tops: &[Int], budget: &Budget<'_>) -> Result<Prepared, EngineError> {
        Ok(Prepared::new(world, game, Space::around(world, game, facts, tops, budget)?))
    }

    /// A box with its program.
    pub fn new(world: &World, game: GameId, space: Space) -> Prepared {
        let program = match world.rules(game).game() {
            Some(ir) => Program::new(ir, game, &space.ranges()),
            None => Err(text!("the game has no rules in the language to read", "该游戏没有可读的规则文本")),
        };
        Prepared { space, program }
    }

    /// At most how many options the table is filled from; `Err` says why no program can be made of the rules.
    ///
    /// # Errors
    /// See [`Prepared::program`].
    pub fn work(&self) -> Result<u64, Text> {
        let program = self.program.as_ref().map_err(Text::clone)?;
        Ok((self.space.size as u64).saturating_mul(program.most_options.max(1)))
    }
}
