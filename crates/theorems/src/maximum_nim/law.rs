//! The law of maximum Nim (Levine 2006). From a heap of n, a move takes 1 to f(n), where f(0) =
//! 0 and f rises by 0 or 1 from each n to the next. Then G(n) = f(n) if f(n) > f(n - 1), and G(n) =
//! G(n - f(n) - 1) otherwise; G(0) = 0.
//!
//! *Proof* by induction on n that the heaps n - f(n), …, n have the values 0, …, f(n) in some
//! order. The claim holds for n = 0. Suppose that f(n + 1) = f(n) + 1. Then the options of n + 1
//! are the heaps n - f(n), …, n. Hence f(n) + 1 is the value of n + 1, and the claim holds for
//! n + 1. Suppose instead that f(n + 1) = f(n). Then the options of n + 1 are the heaps n - f(n) +
//! 1, …, n. So the heap n - f(n) has the smallest value that no option of n + 1 has. Therefore n +
//! 1 has the value of the heap n - f(n), and replaces this heap in the claim. ∎
//!
//! So no option has a value above f(n) or the value of n, and every other value belongs to exactly
//! one option. The functions [`rise`] and [`leaves`] skip, in one step, a stretch of numbers on
//! which f does not rise. The functions guess that each stretch without a rise of f is as long as
//! the previous one. For f(n) = ⌊n/K⌋, the functions take about K · log n steps, and never more
//! than n/K.

/// Returns the number at which the recursion of the value of n ends; the value of n is the maximum
/// take at this number. The returned number is 0 or a number at which `most` rises. The function
/// `most` returns the maximum take from a heap.
///
/// # Errors
/// Returns the first error of `most`.
///
/// ```
/// use theorems::maximum_nim::rise;
///
/// // Take at most a third: 10, then 6, where the bound has risen to 2, which is the value of both.
/// assert_eq!(rise(10, &mut |n| Ok::<u64, ()>(n / 3)), Ok(6));
/// ```
pub fn rise<E>(n: u64, most: &mut impl FnMut(u64) -> Result<u64, E>) -> Result<u64, E> {
    let mut n = n;
    // The first numbers of the last two stretches on which `most` does not rise.
    let mut begun = [n, n];
    loop {
        let f = most(n)?;
        if f == 0 {
            return Ok(0);
        }
        if most(n - 1)? < f {
            return Ok(n);
        }
        let next = n - f - 1;
        if most(next)? < f {
            n = next;
            continue;
        }
        let near = begun[1].saturating_sub(begun[0] - begun[1]);
        let first = find_first(0, next, near, |n| Ok(most(n)? >= f))?;
        begun = [begun[1], first];
        let (rounds, rest) = ((n - first) / (f + 1), (n - first) % (f + 1));
        if rest == 0 {
            return Ok(first);
        }
        n -= (rounds + 1) * (f + 1);
    }
}

/// The number of single steps between two numbers of equal value before a search for the second
/// number begins.
const MAX_DIRECT_STEPS: usize = 64;

/// Returns the option of n that has the requested value, or `None` if no option has the value. The
/// function `most` returns the maximum take from a heap.
///
/// # Errors
/// Returns the first error of `most`.
pub fn leaves<E>(
    n: u64,
    value: u64,
    most: &mut impl FnMut(u64) -> Result<u64, E>,
) -> Result<Option<u64>, E> {
    let all = most(n)?;
    if value > all {
        return Ok(None);
    }
    // The loop starts at the first number with the value; after a number p, the next number with
    // the value is the first q with q - f(q) = p + 1.
    let mut last = find_first(0, n, n / 2, |n| Ok(most(n)? >= value))?;
    // The last numbers of the last two stretches on which `most` does not rise.
    let mut ended = [last, last];
    while last < n - all {
        let f = most(last)?;
        // The next number with the value is the smallest q with q = p + 1 + f(q); the iteration
        // rises to q, usually within a few steps.
        let mut near = last + 1 + f;
        let mut there = most(near)?;
        if there > f {
            for _ in 0..MAX_DIRECT_STEPS {
                if last + 1 + there == near {
                    break;
                }
                near = last + 1 + there;
                there = most(near)?;
            }
            last = if last + 1 + there == near {
                near
            } else {
                find_first(near, n, near, |q| Ok(q - most(q)? > last))?
            };
            continue;
        }
        // The stretch ends just before the first number with a larger bound, if any number up to n
        // has a larger bound.
        let near = ended[1].saturating_add(ended[1] - ended[0]);
        let end = if all > f {
            find_first(last + 1, n, near + 1, |n| Ok(most(n)? > f))? - 1
        } else {
            n
        };
        ended = [ended[1], end];
        last += (end - last) / (f + 1) * (f + 1);
    }
    Ok((last < n).then_some(last))
}

/// Returns the smallest number from `low` to `known` for which a monotone condition holds; the
/// condition must hold for `known`. The search starts around `near` at doubling distances, and
/// needs 2 evaluations if the result is `near`.
fn find_first<E>(
    low: u64,
    known: u64,
    near: u64,
    mut holds: impl FnMut(u64) -> Result<bool, E>,
) -> Result<u64, E> {
    let (mut low, mut high) = (low, known);
    let (mut at, mut distance) = (near.clamp(low, high), 1);
    if low < high && holds(at)? {
        high = at;
        while low < high {
            at = high.saturating_sub(distance).max(low);
            if !holds(at)? {
                low = at + 1;
                break;
            }
            (high, distance) = (at, distance.saturating_mul(2));
        }
    } else if low < high {
        low = at + 1;
        while low < high {
            at = low.saturating_add(distance - 1).min(high - 1);
            if holds(at)? {
                high = at;
                break;
            }
            (low, distance) = (at + 1, distance.saturating_mul(2));
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle)? {
            high = middle
        } else {
            low = middle + 1
        }
    }
    Ok(low)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use fastrand::Rng;

    use super::*;

    /// Returns a sequence that rises by 0 or 1 from 0, with stretches of all lengths.
    fn sequence(rng: &mut Rng, length: usize) -> Vec<u64> {
        let mut all = vec![0];
        let mut often = rng.u32(1..12);
        while all.len() <= length {
            if rng.u32(..20) == 0 {
                often = rng.u32(1..12);
            }
            all.push(all[all.len() - 1] + u64::from(rng.u32(..often) == 0));
        }
        all
    }

    #[test]
    fn values_and_options_are_those_of_the_definition() {
        let mut rng = Rng::with_seed(2006);
        for _ in 0..150 {
            let sequence = sequence(&mut rng, 120);
            let mut most = |n: u64| Ok::<u64, Infallible>(sequence[n as usize]);
            let mut values: Vec<u64> = Vec::new();
            for n in 0..=120u64 {
                let options = &values[(n - sequence[n as usize]) as usize..];
                let value = (0..).find(|value| !options.contains(value)).unwrap();
                values.push(value);
                let Ok(end) = rise(n, &mut most);
                assert_eq!(sequence[end as usize], value, "{n}: {sequence:?}");
                assert!(end == 0 || sequence[end as usize] > sequence[end as usize - 1]);
                for wanted in 0..=value + 3 {
                    let expected = ((n - sequence[n as usize])..n)
                        .find(|&left| values[left as usize] == wanted);
                    assert_eq!(
                        leaves(n, wanted, &mut most),
                        Ok(expected),
                        "{n} to {wanted}: {sequence:?}"
                    );
                }
            }
        }
    }

    /// The functions take few steps if f rises slowly, and also if f rises in proportion to n.
    #[test]
    fn large_numbers_take_few_steps() {
        for (rule, limit) in [
            ((|n| n / 3) as fn(u64) -> u64, 40_000),
            (|n| n / 1000, 3_000_000),
            (|n| n / 1_000_000_000_000_000, 100_000),
            (|n| n.min(12), 4_000),
            (|n| n - n.isqrt(), 1_000_000),
            (
                |n| u64::from(n.checked_ilog2().map_or(0, |log| log + 1)),
                200_000,
            ),
        ] {
            let mut asked = 0;
            let mut most = |n| {
                asked += 1;
                Ok::<u64, Infallible>(rule(n))
            };
            for n in [1_000_000_000, 10_u64.pow(18)] {
                let Ok(end) = rise(n, &mut most);
                assert!(end == 0 || rule(end) > rule(end - 1));
                for value in 0..5.min(rule(n)) {
                    let Ok(left) = leaves(n, value, &mut most);
                    let Some(left) = left else { continue };
                    assert!((n - rule(n)..n).contains(&left));
                    assert_eq!(rise(left, &mut most).map(rule), Ok(value));
                }
            }
            assert!(asked < limit, "{asked}");
        }
    }
}
