//! Random rule files, from the rules to the law: clauses compared with the interpreter, *cover*
//! with projection, and every proved law with brute-force search far beyond the cells that the
//! search queried.

use std::cell::Cell;
use std::collections::HashMap;

use automata::numeration::NumerationSystem;
use automata::{Automaton, CoverResult, LinearRelation, Track, atoms, conjunction, cover};
use base::budget::{Budget, StopReason};
use clauses::differs;
use dashu_int::{IBig, UBig};
use fastrand::Rng;
use laws::{
    CellSource, CellValue, Law, LawNumerals, LawOutput, LawSearchEffort, Theory, ValueFunction,
    find, least_position, moves, moves_by_values, option_components_by_rules,
};
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use crate::proofs::Search;

/// Cells of positions with small numbers, computed by brute-force search.
struct Near<'w, 's> {
    search: &'s mut Search<'w>,
    game: GameId,
    /// The largest number that may be queried.
    most: Int,
    /// The largest number that was queried.
    seen: &'s Cell<Int>,
}

impl CellSource for Near<'_, '_> {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        if !is_position(self.search.world, self.game, slots) {
            return Ok(Some(CellValue::NoPosition));
        }
        let far = slots.iter().copied().max().unwrap_or(0);
        if far > self.most {
            return Ok(None);
        }
        self.seen.set(self.seen.get().max(far));
        budget.steps(100)?;
        let value = self.search.value(self.game, slots);
        Ok(Some(if self.search.outcomes {
            CellValue::P(value == 0)
        } else {
            CellValue::Value(value)
        }))
    }

    fn option_components(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        option_components_by_rules(self.search.world, self.game, slots, budget)
    }
}

fn is_position(world: &World, game: GameId, slots: &[Int]) -> bool {
    let mut kept = slots.to_vec();
    world.rules(game).canonicalise(&mut kept);
    kept == slots && world.contains(game, slots, &Budget::generous()).unwrap()
}

/// Counts of the results.
#[derive(Debug, Default)]
struct Count {
    read: usize,
    covers: usize,
    hold: usize,
    searched: usize,
    proved: usize,
    compared: usize,
    /// Number of moves that were listed by both methods.
    moves: usize,
}

/// Computes by projection the positions from which one of the given moves can be made under its
/// further conditions. Checks that *cover* agrees with the projection on a domain.
fn cover_is_projection(
    domain: &Automaton,
    cases: &[Vec<&Automaton>],
    budget: &Budget<'_>,
) -> Result<bool, StopReason> {
    let mut whole = Automaton::truth(domain.base(), false);
    for case in cases {
        let mut hidden: Vec<Track> = case
            .iter()
            .flat_map(|atom| atom.tracks())
            .copied()
            .filter(|track| !domain.tracks().contains(track))
            .collect();
        hidden.sort_unstable();
        hidden.dedup();
        whole = whole.or(&conjunction(case, &hidden, budget)?, budget)?;
    }
    let rest = domain.minus(&whole, budget)?;
    match cover(domain, cases, budget)? {
        CoverResult::Holds(_) => assert!(rest.is_empty(), "cover holds, projection leaves a word"),
        CoverResult::Fails(word) => {
            let digits: Vec<(Track, Vec<u8>)> = word
                .tracks()
                .iter()
                .map(|&track| (track, word.digits(track).unwrap()))
                .collect();
            let digits: Vec<(Track, &[u8])> = digits
                .iter()
                .map(|(track, digits)| (*track, &digits[..]))
                .collect();
            assert!(
                rest.accepts_digits(&digits),
                "the word at which cover fails is covered by projection"
            );
        }
    }
    Ok(rest.is_empty())
}

/// Decides, by projection and by *cover*, the last statement of the proof of a law: each smaller
/// value is the value of an option. `None` if a move leaves several components, or a run.
fn smaller_values_both_ways(
    theory: &Theory,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Option<bool>, StopReason> {
    let own = theory.value_track();
    let values = law.kind == LawOutput::Values;
    let mut said: Vec<Vec<Automaton>> = Vec::new();
    for case in &theory.moves {
        if !case.runs.is_empty() {
            return Ok(None);
        }
        let mut atoms: Vec<Automaton> = case.said.clone();
        match &case.left[..] {
            [component] => {
                let to = |track: Track| {
                    if track == own {
                        own + 1
                    } else {
                        component[track as usize]
                    }
                };
                atoms.push(law.automaton.renamed(to, budget)?);
            }
            [] if values => atoms.push(atoms::linear(
                2,
                &[(own + 1, 1)],
                0,
                LinearRelation::Equal,
                budget,
            )?),
            [] => {}
            _ => return Ok(None),
        }
        said.push(atoms);
    }
    let domain = match values {
        true => law.automaton.and(
            &atoms::order(2, own + 1, own, std::cmp::Ordering::Less, budget)?,
            budget,
        )?,
        false => theory
            .positions
            .minus(&law.automaton, budget)?
            .and(&theory.open, budget)?,
    };
    let cases: Vec<Vec<&Automaton>> = said.iter().map(|atoms| atoms.iter().collect()).collect();
    cover_is_projection(&domain, &cases, budget).map(Some)
}

/// Checks that the moves found by computing options equal the moves found by walking an automaton.
/// If only few options are computed, their moves are a subset.
fn options_asked_about(
    theory: &Theory,
    law: &Law,
    side: i64,
    rng: &mut Rng,
    count: &mut Count,
    budget: &Budget<'_>,
) -> Result<(), StopReason> {
    let told = ValueFunction::Automaton(Box::new(law.clone()));
    for value in 0..3 {
        let position: Vec<IBig> = law
            .lows
            .iter()
            .map(|&low| IBig::from(low) + IBig::from(rng.i64(0..side)))
            .collect();
        let Ok(walked) = moves(theory, law, &position, value, 10_000, budget) else {
            return budget.ask();
        };
        let Ok(asked) = moves_by_values(theory, &told, &position, value, 10_000, budget) else {
            return budget.ask();
        };
        assert_eq!(
            (asked.moves, asked.complete),
            (walked.moves.clone(), walked.complete),
            "{position:?} to {value}"
        );
        let Ok(few) = moves_by_values(theory, &told, &position, value, 2, budget) else {
            return budget.ask();
        };
        assert!(
            few.moves.iter().all(|made| walked.moves.contains(made)),
            "{position:?} to {value}"
        );
        assert!(
            few.moves.len() == walked.moves.len() || !few.complete,
            "{position:?} to {value}"
        );
        count.moves += walked.moves.len();
    }
    Ok(())
}

/// Tests one random rule file with small limits.
fn one(seed: u64, count: &mut Count, budget: &Budget<'_>) -> Result<(), StopReason> {
    let text = testkit::linear::game(&mut Rng::with_seed(seed));
    let mut world = World::empty();
    world
        .load("random.game", &text)
        .unwrap_or_else(|refusal| panic!("{seed}: {refusal:?}\n{text}"));
    let game = world.instantiate("G", Vec::new()).unwrap();
    let Ok(clauses) = clauses::of_game(&world, game, budget) else {
        return Ok(());
    };
    count.read += 1;
    let slots = world.rules(game).slots();
    let mut rng = Rng::with_seed(seed);
    let side = [20, 6, 4][slots.len() - 1];
    let mut at = vec![-1; slots.len()];
    while let Some(slot) = (0..slots.len()).find(|&slot| at[slot] < side) {
        at[..slot].fill(-1);
        at[slot] += 1;
        let difference = differs(&world, &clauses, &at, &Budget::generous()).unwrap();
        assert_eq!(difference.map(|said| said.en), None, "{seed}\n{text}");
    }
    let numerals = LawNumerals::from_system(NumerationSystem::Base(2), budget)?;
    let measure = vec![1; slots.len()];
    let Ok(theory) = Theory::new(slots, &clauses, &measure, numerals, budget) else {
        return budget.ask();
    };
    // The cover of the positions with a move is checked once for each rule file.
    let cases: Vec<Vec<&Automaton>> = theory
        .moves
        .iter()
        .map(|case| case.said.iter().collect())
        .collect();
    let mut domain = theory.open.clone();
    if rng.bool() {
        let weights: Vec<(Track, i128)> =
            (0..slots.len() as Track).map(|slot| (slot, -1)).collect();
        domain = domain.and(
            &theory
                .numerals
                .linear(&weights, rng.i128(1..4), LinearRelation::AtMost, budget)?,
            budget,
        )?;
    }
    count.covers += 1;
    count.hold += usize::from(cover_is_projection(&domain, &cases, budget)?);
    let conventions = world.rules(game).conventions();
    let misere = conventions.play == PlayConvention::Misere;
    let kind = match !misere && !theory.can_end() {
        true => LawOutput::Values,
        false => LawOutput::Outcomes,
    };
    let mut search = Search {
        world: &world,
        known: HashMap::new(),
        misere,
        outcomes: kind == LawOutput::Outcomes,
    };
    let (most, seen) = ([130, 40, 12][slots.len() - 1], Cell::new(0));
    let mut near = Near {
        search: &mut search,
        game,
        most,
        seen: &seen,
    };
    count.searched += 1;
    let effort = LawSearchEffort {
        nodes: 60,
        rounds: 6,
        side: Some([32, 10, 5][slots.len() - 1]),
    };
    let Ok(found) = find(conventions.play, &theory, kind, &mut near, effort, budget) else {
        return budget.ask();
    };
    if found.proof.is_err() {
        return Ok(());
    }
    count.proved += 1;
    let far = 4 * seen.get().max(8);
    for step in 0..30 {
        // The positions grow step by step, so the values that a large position needs are mostly
        // cached.
        let position: Vec<Int> = slots
            .iter()
            .map(|slot| slot.low + rng.i64(0..=far * (step + 1) / 30))
            .collect();
        if is_position(&world, game, &position) {
            let told = found.law.value(
                &position
                    .iter()
                    .map(|&slot| IBig::from(slot))
                    .collect::<Vec<_>>(),
            );
            assert_eq!(
                told,
                Some(UBig::from(search.value(game, &position))),
                "{seed}: {position:?}\n{text}"
            );
            count.compared += 1;
        }
    }
    if kind == LawOutput::Values {
        options_asked_about(
            &theory,
            &found.law,
            [20, 6, 4][slots.len() - 1],
            &mut rng,
            count,
            budget,
        )?;
    }
    if let Some(holds) = smaller_values_both_ways(&theory, &found.law, budget)? {
        assert!(
            holds || misere,
            "{seed}: what is proved does not hold by projection\n{text}"
        );
        count.covers += 1;
        count.hold += usize::from(holds);
    }
    Ok(())
}

/// With `GRUNDY_SLOW` set, the test uses 20,000 rule files.
#[test]
fn random_games_from_rules_to_law() {
    let files = testkit::rounds(1_000, 20_000) as u64;
    let looks = testkit::rounds(60, 200) as u32;
    let all = move || {
        let mut count = Count::default();
        for seed in 0..files {
            if seed % 1_000 == 999 {
                println!("{seed}: {count:?}");
            }
            // Searches for a law that take too long are abandoned.
            let (done, cut) =
                Budget::generous().limited(looks, |budget| one(seed, &mut count, budget));
            assert!(done.is_ok() || cut, "{seed}: {done:?}");
        }
        println!("{files} files: {count:?}");
        assert!(
            count.proved as u64 * 5 > files
                && count.compared as u64 > 4 * files
                && count.moves as u64 * 10 > files,
            "{count:?}"
        );
    };
    // The recursion of the brute-force search is as deep as the numbers are large.
    std::thread::Builder::new()
        .stack_size(1 << 28)
        .spawn(all)
        .unwrap()
        .join()
        .unwrap();
}

/// Compares the position with the least sum in a random set with all positions of a box.
#[test]
fn the_least_sum_is_found() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(9);
    let mut met = 0;
    for system in [
        NumerationSystem::Base(2),
        NumerationSystem::Base(3),
        NumerationSystem::Quadratic(1),
    ] {
        let numerals = LawNumerals::from_system(system, &budget).unwrap();
        for _ in 0..40 {
            let weights: Vec<(Track, i128)> =
                (0..2).map(|track| (track, rng.i128(-3..=3))).collect();
            let more: Vec<(Track, i128)> = (0..2).map(|track| (track, rng.i128(-3..=3))).collect();
            let (offset, beyond) = (rng.i128(-9..=9), rng.i128(0..=25));
            let mut set = numerals
                .linear(&weights, offset, LinearRelation::Equal, &budget)
                .unwrap();
            set = set
                .and(
                    &numerals
                        .linear(&more, beyond, LinearRelation::AtMost, &budget)
                        .unwrap(),
                    &budget,
                )
                .unwrap();
            for track in 0..2 {
                let all = Automaton::all(numerals.base(), vec![track]);
                set = set
                    .and(numerals.valid_on(track).as_ref().unwrap_or(&all), &budget)
                    .unwrap();
            }
            let of = |weights: &[(Track, i128)], at: [i128; 2]| {
                weights
                    .iter()
                    .map(|&(track, weight)| weight * at[track as usize])
                    .sum::<i128>()
            };
            let holds =
                |&at: &[i128; 2]| of(&weights, at) + offset == 0 && of(&more, at) + beyond <= 0;
            let box_of = (0..90).flat_map(|a| (0..90).map(move |b| [a, b]));
            let wanted = box_of.filter(holds).min_by_key(|&[a, b]| (a + b, a));
            let found = least_position(&set, &numerals, &budget).unwrap();
            let found = found
                .map(|numbers| [0, 1].map(|track: usize| i128::try_from(&numbers[track]).unwrap()));
            assert_eq!(found, wanted, "{weights:?} {offset} {more:?} {beyond}");
            met += usize::from(found.is_some());
        }
    }
    assert!(met > 25, "{met}");
}
