//! This module computes a guess for a quotient with one additional generator H. The classes of the
//! guess are k · H + x for the classes x of a base. The outcome of a class is that of k · H plus
//! the least sum of x. The outcomes for each k form a row. Rows of outcomes are computed until a
//! row repeats. The base is the previous quotient, or the set of its pairs, which are a finer
//! division of the sums.

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::automaton::ClassAutomaton;
use crate::error::QuotientError;
use crate::generators::{GeneratorWord, Generators, distinct, without};
use crate::quotient::least_words;

/// Maximum number of powers of the new generator in a guess.
const MAX_POWERS: usize = 200;

/// Maximum number of classes of a guess. Guesses are reduced immediately, so `MAX_CLASSES` may
/// exceed the maximum number of elements of a quotient.
const MAX_CLASSES: usize = 2_000_000;

/// Returns a guess for the generators of `base` and one more generator. All classes of `base` must
/// be reachable. Returns `None` if no row repeats within the limits.
pub(crate) fn adjoin(
    base: &ClassAutomaton,
    generators: &Generators,
    budget: &Budget<'_>,
) -> Result<Option<ClassAutomaton>, QuotientError> {
    let new = base.actions.len() as u32;
    let order = base.lost.len();
    let (words, _) = least_words(&base.actions, order, generators, budget)?;
    let below = options_of_least(base, &words, generators, budget)?;
    let weights: Vec<u64> = words.iter().map(|word| generators.weight(word)).collect();
    let mut by_weight: Vec<usize> = (0..order).collect();
    by_weight.sort_by_key(|&x| weights[x]);
    let left = generators.options(new);
    let mut rows: Vec<Vec<bool>> = vec![base.lost.clone()];
    // The first row of outcomes is the row of the base; each other row is computed from the
    // previous row.
    let mut seen: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
    let first = loop {
        let mut row = vec![false; order];
        for &x in &by_weight {
            budget.steps(left.len() + below[x].len())?;
            let by_old = below[x]
                .iter()
                .any(|&y| weights[y as usize] < weights[x] && row[y as usize]);
            let by_new = || {
                left.iter()
                    .any(|option| rows[rows.len() - 1][base.lead(x as u32, option) as usize])
            };
            row[x] = !(by_old || by_new() || left.is_empty() && below[x].is_empty());
        }
        if let Some(&first) = seen.get(&row) {
            break first;
        }
        seen.insert(row.clone(), rows.len());
        rows.push(row);
        if rows.len() > MAX_POWERS || rows.len() * order > MAX_CLASSES {
            return Ok(None);
        }
    };
    let powers = rows.len();
    budget.allow_growth(0, (8 * powers * order) as u64 * (u64::from(new) + 1))?;
    let after = |power: usize| {
        if power + 1 == powers {
            first
        } else {
            power + 1
        }
    };
    let state = |power: usize, x: u32| (power * order) as u32 + x;
    let all = || (0..powers).flat_map(|power| (0..order as u32).map(move |x| (power, x)));
    let of_old = |action: &Vec<u32>| {
        all()
            .map(|(power, x)| state(power, action[x as usize]))
            .collect()
    };
    let mut actions: Vec<Vec<u32>> = base.actions.iter().map(of_old).collect();
    actions.push(all().map(|(power, x)| state(after(power), x)).collect());
    Ok(Some(ClassAutomaton {
        actions,
        lost: rows.concat(),
    }))
}

/// Returns the classes of `base` with recomputed outcomes: the outcome of a least sum follows from
/// the classes of its options. All classes must be reachable.
pub(crate) fn judged_anew(
    base: &ClassAutomaton,
    generators: &Generators,
    budget: &Budget<'_>,
) -> Result<ClassAutomaton, QuotientError> {
    let order = base.lost.len();
    let (words, _) = least_words(&base.actions, order, generators, budget)?;
    let below = options_of_least(base, &words, generators, budget)?;
    let mut by_weight: Vec<(u64, usize)> = words
        .iter()
        .enumerate()
        .map(|(class, word)| (generators.weight(word), class))
        .collect();
    by_weight.sort_unstable();
    let mut lost = vec![false; order];
    for (_, class) in by_weight {
        // The options of a sum have fewer remaining moves than the sum. The least sum of the class
        // of an option has at most as many remaining moves as the option.
        lost[class] =
            !below[class].is_empty() && !below[class].iter().any(|&option| lost[option as usize]);
    }
    Ok(ClassAutomaton {
        actions: base.actions.clone(),
        lost,
    })
}

/// Returns the classes of the options of the least sum of each class.
fn options_of_least(
    base: &ClassAutomaton,
    words: &[GeneratorWord],
    generators: &Generators,
    budget: &Budget<'_>,
) -> Result<Vec<Vec<u32>>, QuotientError> {
    let mut all = Vec::with_capacity(words.len());
    for word in words {
        let mut options = Vec::new();
        for place in distinct(word) {
            let rest = base.lead(0, &without(word, place));
            let list: &[GeneratorWord] = generators.options(word[place]);
            budget.steps(list.len())?;
            options.extend(list.iter().map(|option| base.lead(rest, option)));
        }
        options.sort_unstable();
        options.dedup();
        all.push(options);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps;
    use crate::quotient_builder::QuotientBuilder;

    #[test]
    fn outcomes_that_were_lost_are_found_anew() {
        let budget = Budget::generous();
        for (code, heap) in [("0.77", 12), ("0.07", 24), ("0.35", 8), ("0.123", 20)] {
            let generators = heaps::generators(&code.parse().unwrap(), heap, &budget).unwrap();
            let proved = QuotientBuilder::from_generators(&generators, 200, &budget)
                .unwrap()
                .into_quotient()
                .automaton();
            let blank = ClassAutomaton {
                lost: vec![false; proved.lost.len()],
                actions: proved.actions.clone(),
            };
            assert_eq!(
                judged_anew(&blank, &generators, &budget).unwrap().lost,
                proved.lost,
                "{code}"
            );
        }
    }
}
