//! Games whose tables are made tier by tier ([`tablebase`]): a question as the game, its facts
//! and its ranges.

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

/// A game that a large table is made of.
pub struct TableGame {
    /// Where it lives.
    pub world: Arc<World>,
    /// Which it is.
    pub game: GameId,
    /// What its rules show.
    pub facts: GameFacts,
    /// Up to which numbers, where the question says a position.
    pub tops: Option<Vec<Int>>,
    /// The game as a question says it.
    pub title: String,
    /// Its rules in canonical layout.
    pub rules: String,
    /// What runs generated code.
    pub code: OptionalMachine,
}

impl Session {
    /// The game that a question names, with a position up to whose numbers the table goes where the
    /// rules set no bound: `quixo(4)`, `wythoff[2000, 2000]`.
    ///
    /// # Errors
    /// Where the question is refused, means a sum, or a game without a text of rules.
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

    /// A game of this session, with the numbers up to which the table goes where the rules set no
    /// bound.
    ///
    /// # Errors
    /// For a game without a text of rules.
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
                "{title} has no text of rules to read",
                "{title} 没有可读的规则文本"
            )));
        };
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
    /// The tiers of a table of it.
    ///
    /// # Errors
    /// With the condition that fails; or if the budget ends.
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

    /// What is said where a table is not made.
    pub fn error(&self, halt: TierError) -> SolveError {
        match halt {
            TierError::Declined(text) => SolveError::Unsupported(text),
            TierError::Rules(text) | TierError::Untiered(text) => SolveError::Rules(text),
            TierError::Damaged(text) => SolveError::Usage(text),
            TierError::Fault(fault) => self.fault(&fault),
            _ => SolveError::Bug(text!("a table ended without a reason", "表无故中止")),
        }
    }

    /// What is said where the rules go wrong.
    pub fn fault(&self, fault: &RulesError) -> SolveError {
        SolveError::of_fault(&self.world, fault)
    }
}
