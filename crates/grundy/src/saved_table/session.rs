//! Saved tables in sessions: loading, and comparison with the rules.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::dense::{DenseTable, EntryTable, EntryWidth, TableBytes};
use engines::oracle::EngineStats;
use rules::game::OptionArena;
use rules::ir::Int;
use rules::play::Component;
use rules::printer::print_game;
use theory::value::Grundy;

use super::{SavedTable, fits_rules};
use crate::error::{RulesResult, SolveError};
use crate::loaded_table::LoadedTable;
use crate::question::{self, RangePart};
use crate::session::Session;
use crate::solver::{Solver, SolverCache};
use crate::sum_value::fitting_sum;

impl Session {
    /// Adds a table whose bytes were checked. From now on it is looked up before anything is
    /// computed.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the game of the table is unknown, has other rules now, or has
    /// rules for which such a table is impossible, or if the budget runs out.
    pub fn load_table(
        &mut self,
        name: &str,
        saved: SavedTable,
        bytes: Arc<dyn TableBytes>,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let refused = |why: Text| {
            SolveError::Usage(Text {
                en: format!("{name}: {}", why.en),
                zh: format!("{name}：{}", why.zh),
            })
        };
        let header = &saved.header;
        let unknown = |_| {
            let position = &header.position;
            refused(text!(
                "the game of this table ({position}) is not known here; read its rule file with --file",
                "未知该表的游戏（{position}）；请用 --file 读入其规则文件"
            ))
        };
        let RangePart { game, numbers, .. } =
            question::lone(self.world_mut(), &header.position).map_err(unknown)?;
        let same = self
            .world
            .declaration_of(game)
            .is_some_and(|declared| print_game(declared.decl()) == header.rules);
        if !same || numbers.is_none_or(|numbers| numbers.len() != header.lows.len()) {
            let title = self.world.rules(game).title();
            return Err(refused(text!(
                "this table was made for other rules of {title}; fill it again",
                "该表是按 {title} 的另一份规则生成的；请重新生成"
            )));
        }
        if !fits_rules(&self.world, game, header, budget)? {
            let title = self.world.rules(game).title();
            return Err(refused(text!(
                "its box and order are not those of a table of {title}: the file was changed; fill it again",
                "其范围与次序不是 {title} 的表所有：文件被改动过；请重新生成"
            )));
        }
        let width = EntryWidth::ALL
            .into_iter()
            .find(|w| w.bytes() as u32 == header.width)
            .unwrap_or(EntryWidth::Four);
        let stats = EngineStats {
            positions: header.positions,
            options: header.options,
        };
        let table = Arc::new(DenseTable::of_table(
            game,
            header.space(),
            EntryTable::new(bytes, width),
            stats,
        ));
        self.settings.tables.push(LoadedTable {
            game,
            table,
            name: name.to_owned(),
        });
        Ok(())
    }

    /// Compares every entry of the tables that were read with the rules: the value of a position
    /// must be the least number that is not the value of an option, where options are made by the
    /// rules and looked up in the same table. By induction all entries are then right. O(positions
    /// × options). Returns the number of entries.
    ///
    /// # Errors
    /// Returns [`SolveError::WrongFile`] with the first position that is wrong or missing; an error
    /// if the rules cannot be evaluated or the budget runs out.
    pub fn compare_tables(&mut self, budget: &Budget<'_>) -> Result<u64, SolveError> {
        let world = self.world.clone();
        // Options in other games, or outside the box, are valued without the tables.
        let mut settings = self.settings.clone();
        let tables = std::mem::take(&mut settings.tables);
        let (mut options, mut count) = (OptionArena::new(), 0);
        for LoadedTable { game, table, name } in &tables {
            let conventions = world.rules(*game).conventions();
            let mut others = Solver::new(&world, SolverCache::new(&settings, conventions));
            let mut compare = |slots: &[Int], found: Option<Grundy>| -> Result<(), SolveError> {
                budget.tick()?;
                if !world.contains(*game, slots, budget).explain_fault(&world)? {
                    return Ok(());
                }
                let expected = match world.ending(*game, slots, budget).explain_fault(&world)? {
                    Some(ending) => Grundy::from_ending(ending),
                    None => {
                        world
                            .options(*game, slots, &mut options, budget)
                            .explain_fault(&world)?;
                        let mut values = Vec::new();
                        for option in options.iter() {
                            let parts = option.components().map(|(of, left)| {
                                match table.component(&world, of, left) {
                                    Ok(value) => Ok(value),
                                    Err(_) => others.value(&Component::new(of, left), budget),
                                }
                            });
                            let parts: Vec<Grundy> = parts.collect::<Result<_, _>>()?;
                            values.push(fitting_sum(parts)?);
                        }
                        Grundy::of_options(&values)
                    }
                };
                count += 1;
                if found == Some(expected) {
                    return Ok(());
                }
                let position = world.show(*game, slots);
                Err(SolveError::WrongFile(match found {
                    Some(found) => text!(
                        "{name} disagrees with the rules: it holds {found} for {position}, and the rules give {expected}; build the table again",
                        "{name} 与规则不符：其中 {position} 为 {found}，而按规则为 {expected}；请重新生成"
                    ),
                    None => text!(
                        "{name} disagrees with the rules: it holds no value for {position}, and the rules give {expected}; build the table again",
                        "{name} 与规则不符：其中没有 {position} 的值，而按规则为 {expected}；请重新生成"
                    ),
                }))
            };
            table.try_for_each(&mut compare)?;
        }
        Ok(count)
    }
}
