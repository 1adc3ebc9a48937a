//! Games whose tables are built tier by tier ([`tablebase`]): the game, its facts and its ranges,
//! from a question.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use engines::engine::OptionalMachine;
use engines::tier_code::add_code;
use facts::GameFacts;
use rules::game::{GameId, RulesError};
use rules::ir::Int;
use rules::printer::print_game;
use rules::world::World;
use tablebase::{TableKind, TierError, TierPlan};

use crate::error::SolveError;
use crate::question;
use crate::session::Session;
use crate::turns::{self, QuestionScope};
use crate::without_points::refuse_points;

/// A game for which a large table is built.
pub struct TableGame {
    /// The world that contains the game.
    pub world: Arc<World>,
    /// The game.
    pub game: GameId,
    /// The facts about the rules of the game.
    pub facts: GameFacts,
    /// The numbers of the position in the question, if it contains a position. The numbers of this
    /// position bound the table if the rules set no bound.
    pub tops: Option<Vec<Int>>,
    /// The game in the syntax of questions.
    pub title: String,
    /// The rules of the game in canonical layout.
    pub rules: String,
    /// The machine that runs generated code; `None` if generated code is not used.
    pub code: OptionalMachine,
}

impl Session {
    /// Returns the game that a question names. A position in the question bounds the table if the
    /// rules set no bound: `quixo(4)`, `wythoff[2000, 2000]`.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the question is refused, is about a sum, or is about a game
    /// without rules in the language.
    pub fn big(&mut self, text: &str, budget: &Budget<'_>) -> Result<TableGame, SolveError> {
        let (game, tops) = match question::game(self.world_mut(), text) {
            Ok(game) => (game, None),
            Err(unread) => match self.position(text, budget) {
                Ok((position, _)) => match &position.components[..] {
                    [one] => (one.game, Some(one.slots.to_vec())),
                    _ => return Err(unread),
                },
                Err(refused) => return Err(refused),
            },
        };
        self.big_of(game, tops, budget)
    }

    /// Returns a game of this session, with the maxima that bound the table if the rules set no
    /// bound.
    ///
    /// # Errors
    /// Returns [`SolveError::Unsupported`] if the game has no rules in the language.
    pub fn big_of(
        &self,
        game: GameId,
        tops: Option<Vec<Int>>,
        budget: &Budget<'_>,
    ) -> Result<TableGame, SolveError> {
        let world = self.world.clone();
        let title = world.name(game).to_owned();
        let (Some(ir), Some(declared)) = (world.rules(game).game(), world.declaration_of(game))
        else {
            return Err(SolveError::Unsupported(text!(
                "{title} has no rules in the rule language",
                "{title} 没有可读的规则文本"
            )));
        };
        refuse_points(&world, &[game])?;
        let scope = QuestionScope::Games {
            games: &[game],
            is_sum: false,
        };
        turns::refuse(&world, scope, world.rules(game).conventions().sum, budget)?;
        let facts = facts::facts(ir, game, budget)?;
        let rules = print_game(declared.decl());
        let code = self.settings.means().code();
        Ok(TableGame {
            facts,
            tops,
            title,
            rules,
            game,
            world: world.clone(),
            code,
        })
    }
}

impl TableGame {
    /// Plans the tiers of a table of the game.
    ///
    /// # Errors
    /// Returns [`SolveError`] with the condition that fails, or if the budget runs out.
    pub fn plan(&self, what: TableKind, budget: &Budget<'_>) -> Result<TierPlan<'_>, SolveError> {
        let plan = TierPlan::new(
            &self.world,
            self.game,
            &self.facts,
            self.tops.as_deref(),
            what,
            budget,
        )
        .map_err(|halt| self.error(halt))?;
        Ok(add_code(plan, self.code.as_deref()))
    }

    /// Converts the error of a table.
    pub fn error(&self, halt: TierError) -> SolveError {
        match halt {
            TierError::Declined(text) => SolveError::Unsupported(text),
            TierError::Rules(text) | TierError::Untiered(text) => SolveError::Rules(text),
            TierError::Damaged(text) => SolveError::Usage(text),
            TierError::Fault(fault) => self.fault(&fault),
            _ => SolveError::Bug(text!(
                "the computation of the table stopped without a reason",
                "表无故中止"
            )),
        }
    }

    /// Converts an error of the rules.
    pub fn fault(&self, fault: &RulesError) -> SolveError {
        SolveError::of_fault(&self.world, fault)
    }
}
