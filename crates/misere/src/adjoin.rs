//! A guess for a quotient with one more generator H: the classes are those of k · H + x for the classes x before, with the outcomes
//! of the least sums of x, until the row of outcomes of some k repeats.

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::Halt;
use crate::automaton::Automaton;
use crate::generators::{Generators, Word, distinct, without};
use crate::quotient::Quotient;

/// More powers are not tried.
const MOST_POWERS: usize = 200;

/// The guess for the generators up to the one behind those of `base`; `None` if no row repeats in time.
pub(crate) fn adjoin(
    base: &Quotient,
    generators: &Generators,
    elements: usize,
    budget: &Budget<'_>,
) -> Result<Option<Automaton>, Halt> {
    let new = base.generators() as u32;
    let order = base.order();
    let below = options_of_least(base, generators, budget)?;
    let mut by_weight: Vec<usize> = (0..order).collect();
    let weights: Vec<u64> = (0..order as u32).map(|x| generators.weight(base.word(x))).collect();
    by_weight.sort_by_key(|&x| weights[x]);
    let mut left: Vec<u32> = generators.options(new).iter().map(|word| base.value(word)).collect();
    left.sort_unstable();
    left.dedup();
    let mut rows: Vec<Vec<bool>> = vec![(0..order as u32).map(|x| base.is_lost(x)).collect()];
    // The first row comes from the base, the others from each other.
    let mut seen: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
    let first = loop {
        let mut row = vec![false; order];
        for &x in &by_weight {
            budget.steps(left.len() + below[x].len())?;
            let by_new = left.iter().any(|&option| rows[rows.len() - 1][base.product(option, x as u32) as usize]);
            let by_old = below[x].iter().any(|&y| weights[y as usize] < weights[x] && row[y as usize]);
            row[x] = !by_new && !by_old && !(left.is_empty() && below[x].is_empty());
        }
        if let Some(&first) = seen.get(&row) {
            break first;
        }
        seen.insert(row.clone(), rows.len());
        rows.push(row);
        if rows.len() > MOST_POWERS || rows.len() * order > 16 * elements {
            return Ok(None);
        }
    };
    let powers = rows.len();
    let after = |power: usize| if power + 1 == powers { first } else { power + 1 };
    let state = |power: usize, x: u32| (power * order) as u32 + x;
    let all = || (0..powers).flat_map(|power| (0..order as u32).map(move |x| (power, x)));
    let of_old = |generator: u32| all().map(|(power, x)| state(power, base.product(x, base.image(generator)))).collect();
    let mut actions: Vec<Vec<u32>> = (0..new).map(of_old).collect();
    actions.push(all().map(|(power, x)| state(after(power), x)).collect());
    Ok(Some(Automaton { actions, lost: rows.concat() }))
}

/// The classes of the options of the least sum of each class.
fn options_of_least(base: &Quotient, generators: &Generators, budget: &Budget<'_>) -> Result<Vec<Vec<u32>>, Halt> {
    let mut all = Vec::with_capacity(base.order());
    for x in 0..base.order() as u32 {
        let word: &[u32] = base.word(x);
        let mut options = Vec::new();
        for place in distinct(word) {
            let rest = base.value(&without(word, place));
            let list: &[Word] = generators.options(word[place]);
            budget.steps(list.len())?;
            options.extend(list.iter().map(|option| base.product(rest, base.value(option))));
        }
        options.sort_unstable();
        options.dedup();
        all.push(options);
    }
    Ok(all)
}
