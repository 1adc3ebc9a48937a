//! Finds the periods with which the end of a table repeats. The search of Knuth, Morris and Pratt
//! in the reversed table finds every p such that the last values also occur p indices earlier. Then
//! each candidate is extended downwards as far as the table repeats with p. Takes O(length), and
//! four bytes of memory for each of the last values.

use base::budget::{Budget, StopReason};

/// Calls `take` with e and p, for increasing p, such that v(n + p) = v(n) for all n ≥ e within the
/// table. Here e is minimal, and the equation holds at least `least` times. Stops when `take`
/// returns true. Multiples of a rejected p that begin at the same e are skipped.
pub(super) fn each_candidate<T: Copy + Eq>(
    values: &[T],
    least: usize,
    budget: &Budget<'_>,
    take: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<(), StopReason> {
    let length = values.len();
    if least == 0 || least >= length || u32::try_from(least).is_err() {
        return Ok(());
    }
    let backwards = |i: usize| values[length - 1 - i];
    budget.allow_growth(0, 4 * least as u64)?;
    let mut border = vec![0u32; least];
    let mut matched = 0usize;
    for i in 1..least {
        budget.tick()?;
        while matched > 0 && backwards(i) != backwards(matched) {
            matched = border[matched - 1] as usize;
        }
        matched += usize::from(backwards(i) == backwards(matched));
        border[i] = matched as u32;
    }
    // Rejected periods, whose multiples are skipped. A short list is sufficient, because it is rare
    // that a rejected period repeats for long.
    let mut refused: Vec<(usize, usize)> = Vec::new();
    matched = 0;
    for i in 1..length {
        budget.tick()?;
        while matched > 0 && (matched == least || backwards(i) != backwards(matched)) {
            matched = border[matched - 1] as usize;
        }
        matched += usize::from(backwards(i) == backwards(matched));
        if matched < least {
            continue;
        }
        let period = i + 1 - least;
        // Because v(e - 1) ≠ v(e - 1 + p) = v(e - 1 + m·p), the repetition with a multiple m·p also
        // begins at e, if index e - 1 + m·p is in the table.
        if refused
            .iter()
            .any(|&(e, known)| period.is_multiple_of(known) && e + period <= length)
        {
            continue;
        }
        let mut start = length - period - least;
        while start > 0 && values[start - 1] == values[start - 1 + period] {
            start -= 1;
            budget.tick()?;
        }
        if take(start, period) {
            return Ok(());
        }
        if refused.len() < 64 {
            refused.push((start, period));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;

    /// Compares the periods found in short random tables of two and three distinct values with the
    /// definition.
    #[test]
    fn the_candidates_are_those_of_the_definition() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for _ in 0..3000 {
            let (letters, length) = (2 + random(2), 2 + random(30) as usize);
            let (root, cut) = (1 + random(6) as usize, random(12) as usize);
            let mut values: Vec<u64> = (0..length).map(|_| random(letters)).collect();
            for i in (cut + root).min(length)..length {
                values[i] = values[i - root];
            }
            let least = 1 + random(4) as usize;
            let mut found = Vec::new();
            super::each_candidate(&values, least, &Budget::generous(), &mut |e, p| {
                found.push((e, p));
                false
            })
            .unwrap();
            for p in 1..length {
                let e = (0..length - p)
                    .rev()
                    .take_while(|&n| values[n] == values[n + p])
                    .last()
                    .unwrap_or(length - p);
                let holds = length - p - e >= least;
                let multiple = found
                    .iter()
                    .any(|&(e2, p2)| e2 == e && p2 < p && p % p2 == 0);
                assert!(
                    found.contains(&(e, p)) == holds || holds && multiple,
                    "{values:?} {least} {e} {p}"
                );
            }
        }
    }
}
