//! The problems that rule files describe: what a case asks for, and the text of its output.

use std::sync::Arc;

use super::instantiation::WorldLinker;
use super::{InstantiationError, World};
use crate::ast::GameDecl;
use crate::component::GameId;
use crate::declaration::Declaration;
use crate::declared_words::make_room;
use crate::ir::{Args, ParameterValue};
use crate::lower::{self, AskedPosition, OutputFacts};
use crate::problem::{CaseValues, is_problem, text_of};
use crate::source_error::SourceError;
use base::diagnostic::Diagnostic;

impl World {
    /// Returns the declarations that describe a problem and do not belong to the library, in the
    /// order of their names.
    pub fn problems(&self) -> Vec<&Declaration> {
        let mut list = self.declarations();
        list.retain(|declared| !declared.library && is_problem(declared.decl()));
        list
    }

    /// Checks the problem items of a declared game: names, kinds, and items that are missing.
    ///
    /// # Errors
    /// Returns the errors of the rules and of the problem items.
    pub fn check_problem(&mut self, name: &str) -> Result<(), InstantiationError> {
        let game = self.instantiate(name, Args::new())?;
        let Some((declared, decl)) = self.declared_at(game) else {
            return Ok(());
        };
        let args = self.args_of(game);
        let mut linker = WorldLinker {
            world: self,
            this: game,
            declared,
        };
        let errors = lower::problem_errors(&decl, &args, &mut linker);
        if errors.is_empty() {
            return Ok(());
        }
        Err(InstantiationError::There(self.refused(declared, errors)))
    }

    /// Returns the instance of a declared game for a case. Values that the rules do not use keep
    /// their defaults, so that cases share an instance: `uses` returns whether the rules use a
    /// name.
    ///
    /// # Errors
    /// Returns the errors of [`World::instantiate`].
    pub fn instance_of_case(
        &mut self,
        name: &str,
        values: &CaseValues,
        uses: &dyn Fn(&str) -> bool,
    ) -> Result<GameId, InstantiationError> {
        let mut args: Args = values
            .iter()
            .filter(|(name, _)| uses(name))
            .map(|(name, value)| (Some(name.clone()), value.clone()))
            .collect();
        if let Some(declared) = self.declared(name) {
            let texts = values.iter().filter_map(|(_, value)| text_of(value));
            let longest = texts.map(|text| text.chars().count()).max();
            if let Some(longest) = longest.filter(|longest| *longest > 0) {
                make_room(declared.decl(), &mut args, longest);
            }
        }
        self.instantiate(name, args)
    }

    /// Returns the position that a case of a problem asks for; `None` if it is the start of the
    /// instance.
    ///
    /// # Errors
    /// Returns the errors of the rule file, with their locations.
    pub fn asked_position(
        &mut self,
        game: GameId,
        values: &CaseValues,
    ) -> Result<Option<AskedPosition>, SourceError> {
        let Some((declared, decl)) = self.declared_at(game) else {
            return Ok(None);
        };
        let args = self.args_with(game, values);
        let mut linker = WorldLinker {
            world: self,
            this: game,
            declared,
        };
        lower::asked_position(&decl, &args, &mut linker)
            .transpose()
            .map_err(|errors| self.refused(declared, errors))
    }

    /// Returns the output of a case. If `all` is given, it contains the results of all questions of
    /// the case, and the output is written once for them.
    ///
    /// # Errors
    /// Returns the errors of the rule file, with their locations.
    pub fn output_text(
        &mut self,
        game: GameId,
        values: &CaseValues,
        facts: &OutputFacts,
        all: Option<&[OutputFacts]>,
    ) -> Result<String, SourceError> {
        let Some((declared, decl)) = self.declared_at(game) else {
            return Ok(String::new());
        };
        let args = self.args_with(game, values);
        let mut linker = WorldLinker {
            world: self,
            this: game,
            declared,
        };
        lower::output_text(&decl, &args, facts, all, &mut linker)
            .map_err(|errors| self.refused(declared, errors))
    }

    fn declared_at(&self, game: GameId) -> Option<(usize, Arc<GameDecl>)> {
        let declared = self.instances[game.0 as usize].declared?;
        Some((declared, self.declarations[declared].decl().clone()))
    }

    fn refused(&self, declared: usize, errors: Vec<Diagnostic>) -> SourceError {
        SourceError::from_rule_file(self.declarations[declared].source.clone(), errors)
    }

    fn args_of(&self, game: GameId) -> Vec<(String, ParameterValue)> {
        let rules = self.rules(game).game();
        rules.map(|rules| rules.args.clone()).unwrap_or_default()
    }

    /// Returns the arguments of an instance, with the values of a case in place of defaults.
    fn args_with(&self, game: GameId, values: &CaseValues) -> Vec<(String, ParameterValue)> {
        let mut args = self.args_of(game);
        for (name, value) in &mut args {
            if let Some((_, read)) = values.iter().find(|(known, _)| known == name) {
                *value = read.clone();
            }
        }
        args
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position that a case with one number asks for.
    fn asked(world: &mut World, number: i64) -> Vec<i64> {
        let values = vec![("N".to_owned(), ParameterValue::Int(number))];
        let uses_none = |_: &str| false;
        let game = world.instance_of_case("G", &values, &uses_none).unwrap();
        let asked = world.asked_position(game, &values).unwrap().unwrap();
        asked.components[0].1.clone()
    }

    #[test]
    fn cases_share_tables_that_use_no_parameter() {
        let mut world = World::empty();
        world
            .load(
                "g.game",
                "game G { input N let half(x) = x / 2 let a[i in 0..9] = half(i) let two = N * 2
                 let b[i in 0..9] = two + i state x in 0.., y in 0.. move : [x - 1, y]
                 ask [a[N], b[N]] output if wins then 1 else 0 }",
            )
            .unwrap();
        assert_eq!(asked(&mut world, 4), [2, 12]);
        let kept = |world: &World| {
            let tables = world.tables.values().flatten();
            tables
                .map(|(name, table)| (name.clone(), table.clone()))
                .collect::<Vec<_>>()
        };
        let first = kept(&world);
        assert_eq!(first.len(), 1);
        assert_eq!(asked(&mut world, 6), [3, 18]);
        let second = kept(&world);
        assert!(second.len() == 1 && Arc::ptr_eq(&first[0].1, &second[0].1));
    }
}
