//! Fills a table by the reference interpreter: lists the options of each position as the rules
//! write them and folds the algebra itself, not codes. Slow and obvious; it takes every game that
//! has an order, and programs are compared to it.

use base::budget::Budget;
use rules::ir::Int;
use rules::rules::{GameId, Options};
use rules::world::World;

use super::kernel::Kernel;
use super::space::Space;
use super::table::Cell;
use super::{Halt, out_of_order};
use crate::oracle::Stats;

/// Values every position of the space into an empty table.
pub(super) fn fill<C: Cell, A: Kernel>(
    kernel: A,
    world: &World,
    game: GameId,
    space: &Space,
    table: &mut [u8],
    stats: &mut Stats,
    budget: &Budget<'_>,
) -> Result<(), Halt> {
    let mut plain = Plain {
        kernel,
        world,
        game,
        space,
        options: Options::new(),
        parts: Vec::new(),
        part_values: Vec::new(),
        values: Vec::new(),
    };
    space.walk(budget, &mut |slots| {
        if !world.contains(game, slots, budget)? {
            return Ok(());
        }
        let value = plain.value::<C>(slots, table, stats, budget)?;
        let code = kernel.pack(C::WIDTH, value).ok_or(Halt::TooNarrow)?;
        C::set(table, space.index(slots).ok_or_else(out_of_order)?, code);
        stats.positions += 1;
        Ok(())
    })
}

struct Plain<'a, A: Kernel> {
    kernel: A,
    world: &'a World,
    game: GameId,
    space: &'a Space,
    options: Options,
    /// The components of an option, by their places in the table.
    parts: Vec<usize>,
    part_values: Vec<A::Value>,
    values: Vec<A::Value>,
}

impl<A: Kernel> Plain<'_, A> {
    /// The value of a position whose options are valued.
    fn value<C: Cell>(
        &mut self,
        slots: &[Int],
        table: &[u8],
        stats: &mut Stats,
        budget: &Budget<'_>,
    ) -> Result<A::Value, Halt> {
        if let Some(ending) = self.world.ending(self.game, slots, budget)? {
            return Ok(self.kernel.ended(ending));
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
                // Coins cancel before anything else: two equal goals are no goal.
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
            // Of an option that ends play only the component that ends it counts; the sum of values
            // says the same.
            self.values.push(self.kernel.sum(&self.part_values));
        }
        Ok(self.kernel.of_options(&self.values))
    }
}
