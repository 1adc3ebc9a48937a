//! The results that the output of a problem uses if the players have different moves: the winner if
//! Left begins, and if Right begins.

use base::budget::Budget;
use base::text;
use engines::oracle::OutcomeOracle;
use engines::partizan_outcomes::PartizanOutcomes;
use engines::partizan_search::PartizanSearch;
use engines::reference::ReferenceOutcomes;
use rules::ast::{PlayConvention, Player};
use rules::lower::PlayerFacts;

use crate::alternating;
use crate::error::SolveError;
use crate::question::{Position, QuestionInput};
use crate::session::Session;
use crate::solve_options::SolveOptions;
use crate::winners::{PlayResult, Winners};

impl Session {
    /// Returns the results of a position by the engines of the session, if these players begin.
    ///
    /// # Errors
    /// Returns an error if both players have the same moves, and the errors of
    /// [`Session::solve`].
    pub(crate) fn player_facts(
        &mut self,
        position: &Position,
        players: [bool; 2],
        budget: &Budget<'_>,
    ) -> Result<PlayerFacts, SolveError> {
        let asked = SolveOptions {
            to_move: match players {
                [true, false] => Some(Player::Left),
                [false, true] => Some(Player::Right),
                _ => None,
            },
            ..SolveOptions::WINNER
        };
        let answer = self.solve(QuestionInput::Known(position), asked, budget)?;
        let partizan = answer.partizan.ok_or_else(same_moves)?;
        Ok(facts(partizan.winners))
    }

    /// Returns the results of a position by a search of positions without values and parts, or from
    /// every position that play by turns can reach.
    ///
    /// # Errors
    /// Returns an error if both players have the same moves, the rules cannot be evaluated or the
    /// budget runs out.
    pub(crate) fn reference_player_facts(
        &mut self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<PlayerFacts, SolveError> {
        let question = QuestionInput::Known(position);
        let (position, conventions) = self.position_under_any_play(question, budget)?;
        if conventions.play != PlayConvention::Partizan {
            return Err(same_moves());
        }
        let (world, sum) = (&self.world, position.sum(&self.world));
        let (mut values, mut search) = (
            PartizanSearch::without_parts(),
            PartizanOutcomes::without_values(),
        );
        let mut winners = Winners([None; 2]);
        for player in Player::ALL {
            let result = match alternating::only_component(world, &sum)? {
                Some(component) => {
                    let turned = alternating::AlternatingGame::new(world, component.game)?;
                    let (world, sum, conventions) = turned.position(&component.slots, player);
                    let mut reference = ReferenceOutcomes::new(conventions);
                    let found = reference.outcome(world, &sum, budget);
                    let found = found.map_err(|error| SolveError::of_engine(world, error))?;
                    PlayResult::from_outcome(found, player)
                }
                None => {
                    let found = search.wins(world, &mut values, &sum, player, budget);
                    match found.map_err(|error| SolveError::of_engine(world, error))? {
                        true => PlayResult::Win(player),
                        false => PlayResult::Win(player.other()),
                    }
                }
            };
            winners.0[player as usize] = Some(result);
        }
        Ok(facts(winners))
    }
}

fn facts(winners: Winners) -> PlayerFacts {
    let results = Player::ALL.map(|player| (player, winners.if_begins(player)));
    PlayerFacts {
        outcome: winners.letters(),
        wins: results.map(|(player, result)| result == Some(PlayResult::Win(player))),
        draws: results.map(|(_, result)| result == Some(PlayResult::Draw)),
    }
}

fn same_moves() -> SolveError {
    SolveError::Usage(text!(
        "both players have the same moves: write `wins` or `draws` in `output`, about the player to move",
        "双方着法相同：`output` 中请写 `wins` 或 `draws`，指先走的一方"
    ))
}
