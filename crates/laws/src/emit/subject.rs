//! The law that is emitted, with the texts of its game.

use std::ops::Range;

use automata::Automaton;
use base::budget::Budget;
use base::text;
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::printer::print_game;
use rules::world::World;

use super::language::EmitLanguage;
use super::quoting;
use crate::error::LawError;
use crate::law::{Law, LawOutput};
use crate::names::{LawName, NameStatus, positions};

/// A proved law, with the texts of its game.
#[derive(Debug)]
pub struct EmitSubject<'s> {
    /// The law.
    pub law: &'s Law,
    /// The title of the game, as in `Bash(m = 5)`.
    pub(super) title: String,
    /// The printed rules.
    pub(super) rules: String,
    /// The names of the numbers of a position.
    pub(super) slots: Vec<String>,
    /// The slots whose numbers are sorted, the largest first.
    pub(super) unordered: Range<usize>,
    /// Whether a player who cannot move wins.
    pub(super) misere: bool,
    /// The name of the law, if it has a name.
    pub(super) name: Option<LawName>,
    /// The positions.
    pub(super) positions: Automaton,
}

impl<'s> EmitSubject<'s> {
    /// Creates the subject from the law of a game under the given convention, with the name of the
    /// law if it has a name.
    ///
    /// # Errors
    /// Returns [`LawError::Outside`] if the game is not written in the rule language, or the
    /// numerals of the law cannot express its positions, or an error if the budget runs out.
    pub fn new(
        world: &World,
        game: GameId,
        play: PlayConvention,
        law: &'s Law,
        name: Option<LawName>,
        budget: &Budget<'_>,
    ) -> Result<EmitSubject<'s>, LawError> {
        let rules = world.rules(game);
        let (Some(ir), Some(declared)) = (rules.game(), world.declaration_of(game)) else {
            return Err(LawError::Outside(text!(
                "the game is not written in the rule language",
                "该游戏不是用规则语言写的"
            )));
        };
        Ok(EmitSubject {
            law,
            title: rules.title(),
            rules: print_game(declared.decl()),
            slots: rules.slots().iter().map(|slot| slot.name.clone()).collect(),
            unordered: ir.unordered.clone(),
            misere: play == PlayConvention::Misere,
            name,
            positions: positions(world, game, law, budget)?,
        })
    }

    /// Returns the call of the function, as in `grundy(a, b)`.
    pub(super) fn call(&self, slots: &[String]) -> String {
        format!("{}({})", self.function(), slots.join(", "))
    }

    /// Returns the name of the function.
    pub(super) fn function(&self) -> &'static str {
        if self.law.kind == LawOutput::Outcomes {
            "is_lost"
        } else {
            "grundy"
        }
    }

    /// Returns the name of the law if the name is proved for all positions.
    pub(super) fn proved_name(&self) -> Option<&LawName> {
        self.name
            .as_ref()
            .filter(|name| name.standing == NameStatus::Same)
    }

    /// Returns the comment lines at the top of the output.
    pub(super) fn head(&self, language: EmitLanguage) -> Vec<String> {
        let what = if self.law.kind == LawOutput::Outcomes {
            "P-positions"
        } else {
            "Grundy values"
        };
        let digits = self.law.numerals.name().en;
        let play = if self.misere { "misère" } else { "normal" };
        let title = format!(
            "{}: {what} under {play} play, computed from the digits of a position ({digits}).",
            self.title
        );
        let name = self
            .proved_name()
            .map(|name| format!("In other words, for all positions: {}", name.text));
        let call = language.is_run().then(|| {
            let slots = quoting::names(&self.slots, language);
            let result = match self.law.kind {
                LawOutput::Outcomes => "whether the player to move loses (a P-position)",
                LawOutput::Values | LawOutput::PowersOfValues => "the Grundy value",
            };
            format!("{} returns {result}.", self.call(&slots))
        });
        head(title, &self.rules, name, call)
    }
}

/// Returns the comment lines at the top of the output: the title, the rules, the law as a formula,
/// the origin of the proof, and the function's output.
pub(super) fn head(
    title: String,
    rules: &str,
    name: Option<String>,
    call: Option<String>,
) -> Vec<String> {
    let mut lines = vec![title, String::new()];
    lines.extend(rules.lines().map(|line| format!("  {line}")));
    lines.push(String::new());
    lines.extend(name);
    lines.push("The law was proved for all positions by Grundy.".to_owned());
    lines.extend(call);
    lines
}
