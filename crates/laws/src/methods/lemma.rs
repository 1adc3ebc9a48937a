//! Lemmas: moves may lead into other games, whose laws are proved first. The proof then reads the
//! values of components of other games on separate tracks. The other games do not lead back to the
//! game, so the laws can be ordered such that each law depends only on earlier laws.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use certificate::{Lemma, ProofMethod};
use clauses::RuleClauses;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use super::value_function::{AuxiliaryLaw, ProvedValueFunction, ValueFunction};
use crate::error::LawError;
use crate::find::LawSearchResult;
use crate::law::Law;
use crate::law_certificate;
use crate::numerals::LawNumerals;
use crate::theory::Theory;

/// Maximum number of games whose laws one law depends on.
const MAX_LEMMAS: usize = 16;

/// A search for the law of values of a game.
pub trait LawFinder {
    /// Returns the measure of the game that must decrease, or a candidate for this measure.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    fn measure(&mut self, game: GameId, budget: &Budget<'_>) -> Result<Vec<Int>, StopReason>;

    /// Searches for the law of values.
    ///
    /// # Errors
    /// Returns the same errors as [`find`](crate::find()).
    fn find(
        &mut self,
        game: GameId,
        theory: &Theory,
        budget: &Budget<'_>,
    ) -> Result<LawSearchResult, LawError>;
}

/// Returns whether moves of a game lead into other games.
pub fn leads_elsewhere(clauses: &RuleClauses) -> bool {
    others(clauses).next().is_some()
}

fn others(clauses: &RuleClauses) -> impl Iterator<Item = GameId> {
    let left = clauses.moves.iter().flat_map(|clause| {
        clause
            .left
            .iter()
            .chain(clause.runs.iter().map(|run| &run.each))
    });
    left.map(|component| component.game)
        .filter(|game| *game != clauses.game)
}

/// Searches for the law of a game and of the games that its moves lead into. The checker has
/// accepted the returned laws.
///
/// # Errors
/// Returns [`LawError::Outside`] if no law of values is found for one of the games, or the games
/// lead into each other, or [`LawError::Stopped`] if the budget runs out.
pub fn lemmas(
    world: &World,
    game: GameId,
    finder: &mut dyn LawFinder,
    budget: &Budget<'_>,
) -> Result<ProvedValueFunction, LawError> {
    let mut known: Vec<(GameId, Law)> = Vec::new();
    let mut shown: Vec<(Lemma, Vec<i128>)> = Vec::new();
    let (mut cells, mut refuted) = (0, 0);
    let ordered = in_order(world, game, budget)?;
    let runs: Vec<GameId> = ordered
        .iter()
        .flat_map(|clauses| &clauses.moves)
        .flat_map(|clause| &clause.runs)
        .map(|run| run.each.game)
        .collect();
    for clauses in ordered {
        let this = clauses.game;
        let title = world.rules(this).title();
        let outside = |why: Text| {
            let Text { en, zh } = why;
            LawError::Outside(Text {
                en: format!("for {title}: {en}"),
                zh: format!("{title}：{zh}"),
            })
        };
        let measure = finder.measure(this, budget)?;
        let numerals =
            LawNumerals::from_system(automata::numeration::NumerationSystem::Base(2), budget)?;
        let mut theory = Theory::with_lemmas(
            known.clone(),
            world.rules(this).slots(),
            &clauses,
            &measure,
            numerals,
            budget,
        )?;
        // A run of components of a game contributes nim-sums of this game, regardless of the game
        // whose move leaves the run.
        theory.prefix = runs.contains(&this);
        let found = finder
            .find(this, &theory, budget)
            .map_err(|halt| match halt {
                LawError::Outside(why) => outside(why),
                stopped => stopped,
            })?;
        let proof = found.proof.as_ref().map_err(|why| outside(why.clone()))?;
        let (_, own) =
            law_certificate::claim_and_proof(&clauses, &found.law, proof, &shown, budget)?;
        shown.push((
            Lemma {
                game: this,
                proof: own,
            },
            found.law.lows.clone(),
        ));
        known.push((this, found.law));
        (cells, refuted) = (cells + found.cells, refuted + found.refuted);
    }
    let (Some((_, law)), Some((Lemma { proof, .. }, _))) = (known.pop(), shown.pop()) else {
        return Err(LawError::Outside(text!(
            "the game is not written in the rule language",
            "该游戏不是用规则语言写的"
        )));
    };
    let others = known
        .into_iter()
        .map(|(game, law)| AuxiliaryLaw {
            game,
            title: world.rules(game).title(),
            law,
        })
        .collect();
    let lemmas = shown.into_iter().map(|(lemma, _)| lemma).collect();
    let (told, method) = (
        ValueFunction::Lemmas(Box::new(law), others),
        ProofMethod::Lemmas { lemmas, proof },
    );
    ProvedValueFunction {
        told,
        method,
        cells,
        refuted,
    }
    .checked(world, game, budget)
}

/// Returns the clauses of a game and of all games that it leads into. Each game comes after the
/// games that it leads into, so the given game is the last.
fn in_order(
    world: &World,
    game: GameId,
    budget: &Budget<'_>,
) -> Result<Vec<RuleClauses>, LawError> {
    let mut read = vec![clauses::of_game(world, game, budget)?];
    let mut at = 0;
    while at < read.len() {
        for other in others(&read[at]).collect::<Vec<_>>() {
            if read.iter().all(|known| known.game != other) {
                if read.len() == MAX_LEMMAS {
                    return Err(LawError::Outside(text!(
                        "the moves of the game lead into more than {MAX_LEMMAS} other games",
                        "它转入的游戏多于 {MAX_LEMMAS} 个"
                    )));
                }
                read.push(clauses::of_game(world, other, budget)?);
            }
        }
        at += 1;
    }
    let mut ordered: Vec<RuleClauses> = Vec::new();
    while !read.is_empty() {
        let ready = read.iter().position(|clauses| {
            others(clauses).all(|other| ordered.iter().any(|known| known.game == other))
        });
        let Some(ready) = ready else {
            return Err(LawError::Outside(text!(
                "the other games lead into each other",
                "这些游戏互相转入"
            )));
        };
        ordered.push(read.remove(ready));
    }
    Ok(ordered)
}
