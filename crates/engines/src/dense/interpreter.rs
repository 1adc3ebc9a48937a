//! Fills a table with the reference interpreter: lists the options of each position directly from
//! the rules and applies the algebra itself, not its codes. The reference interpreter is slow and
//! simple, supports every game that has a fill order, and is the reference for programs.

use base::budget::Budget;
use rules::game::{GameId, OptionArena};
use rules::ir::Int;
use rules::world::World;

use super::error::{FillError, out_of_order};
use super::kernel::TableKernel;
use super::table::NarrowEntry;
use super::table_box::TableBox;
use crate::stats::EngineStats;

/// Fills an empty table with the values of all positions of the box.
pub(super) fn fill<C: NarrowEntry, A: TableKernel>(
    kernel: A,
    world: &World,
    game: GameId,
    space: &TableBox,
    table: &mut [u8],
    stats: &mut EngineStats,
    budget: &Budget<'_>,
) -> Result<(), FillError> {
    let mut plain = InterpreterFiller {
        kernel,
        world,
        game,
        space,
        options: OptionArena::new(),
        parts: Vec::new(),
        part_values: Vec::new(),
        values: Vec::new(),
    };
    space.walk(budget, &mut |slots| {
        if !world.contains(game, slots, budget)? {
            return Ok(());
        }
        let value = plain.value::<C>(slots, table, stats, budget)?;
        let code = kernel.pack(C::WIDTH, value).ok_or(FillError::TooNarrow)?;
        C::set(table, space.index(slots).ok_or_else(out_of_order)?, code);
        stats.positions += 1;
        Ok(())
    })
}

struct InterpreterFiller<'a, A: TableKernel> {
    kernel: A,
    world: &'a World,
    game: GameId,
    space: &'a TableBox,
    options: OptionArena,
    /// The components of an option, as indices in the table.
    parts: Vec<usize>,
    part_values: Vec<A::Value>,
    values: Vec<A::Value>,
}

impl<A: TableKernel> InterpreterFiller<'_, A> {
    /// Returns the value of a position whose options are already in the table.
    fn value<C: NarrowEntry>(
        &mut self,
        slots: &[Int],
        table: &[u8],
        stats: &mut EngineStats,
        budget: &Budget<'_>,
    ) -> Result<A::Value, FillError> {
        if let Some(ending) = self.world.ending(self.game, slots, budget)? {
            return Ok(self.kernel.ending_value(ending));
        }
        self.world
            .options(self.game, slots, &mut self.options, budget)?;
        stats.options += self.options.len() as u64;
        let coins = self.world.rules(self.game).coins();
        self.values.clear();
        for option in self.options.iter() {
            self.parts.clear();
            for (_, part) in option.components() {
                let part = self.space.index(part).ok_or_else(out_of_order)?;
                // Equal coins cancel first, so two equal goals do not end play.
                match self.parts.iter().position(|&p| coins && p == part) {
                    Some(place) => {
                        self.parts.remove(place);
                    }
                    None => self.parts.push(part),
                }
            }
            self.part_values.clear();
            for &part in &self.parts {
                self.part_values.push(
                    self.kernel
                        .unpack(C::WIDTH, C::get(table, part))
                        .ok_or_else(out_of_order)?,
                );
            }
            // If an option ends play, only the component that ends play counts. The sum of all
            // values gives the same result as this component.
            self.values.push(self.kernel.sum(&self.part_values));
        }
        Ok(self.kernel.of_options(&self.values))
    }
}
