//! At every position of a box, the moves listed from laws are the interpreter's moves to options of
//! the given value, by brute-force search.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use dashu_int::IBig;
use laws::{LawOutput, Theory, moves};
use rules::ast::PlayConvention;
use rules::game::OptionArena;
use rules::ir::Int;

use crate::proofs::{PROVED_LAWS, Search, looked_for};

#[test]
fn moves_by_law_are_those_to_the_value() {
    let budget = Budget::generous();
    let mut listed = 0;
    for (text, measure, kind, system, play) in PROVED_LAWS {
        let (world, game, found) = looked_for(text, measure, *kind, *system, *play);
        let clauses = clauses::of_game(world, game, &budget).unwrap();
        let theory = Theory::new(
            world.rules(game).slots(),
            &clauses,
            measure,
            found.law.numerals.clone(),
            &budget,
        )
        .unwrap();
        let outcomes = *kind == LawOutput::Outcomes;
        let mut search = Search {
            world,
            known: HashMap::new(),
            misere: *play == PlayConvention::Misere,
            outcomes,
        };
        let slots = world.rules(game).slots().len();
        let side: Int = testkit::rounds([40, 9, 5], [200, 60, 8])[slots - 1];
        let mut at: Vec<Int> = vec![0; slots];
        loop {
            if world.contains(game, &at, &budget).unwrap() {
                let mut options = OptionArena::new();
                world.options(game, &at, &mut options, &budget).unwrap();
                for value in 0..if outcomes { 2 } else { 4 } {
                    let mut expected = BTreeSet::new();
                    for option in options.iter() {
                        let parts: Vec<u64> = option
                            .components()
                            .map(|(game, left)| search.value(game, left))
                            .collect();
                        let nothing = u64::from(outcomes && search.misere);
                        if parts.into_iter().reduce(|a, b| a ^ b).unwrap_or(nothing) == value {
                            expected.insert((option.rule, option.choices.to_vec()));
                        }
                    }
                    let position: Vec<IBig> = at.iter().map(|&slot| IBig::from(slot)).collect();
                    let told = moves(&theory, &found.law, &position, value, 1000, &budget).unwrap();
                    let chosen = |choices: &[IBig]| {
                        choices
                            .iter()
                            .map(|choice| Int::try_from(choice).unwrap())
                            .collect::<Vec<Int>>()
                    };
                    let list: BTreeSet<_> = told
                        .moves
                        .iter()
                        .map(|made| (made.rule, chosen(&made.choices)))
                        .collect();
                    assert!(
                        told.complete && list.len() == told.moves.len(),
                        "{text} {at:?}"
                    );
                    assert_eq!(list, expected, "{text} {at:?} to {value}");
                    listed += list.len();
                }
            }
            let Some(slot) = (0..slots).rev().find(|&slot| at[slot] + 1 < side) else {
                break;
            };
            at[slot] += 1;
            at[slot + 1..].fill(0);
        }
    }
    assert!(listed > 2000, "{listed} moves");
}
