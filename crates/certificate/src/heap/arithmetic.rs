//! The equation G(n + p) = G(n) + s with s ≥ 1: conditions under which it holds for all n ≥ e if it
//! holds for the computed values.
//!
//! The first theorem is for a finite code with moves that leave at least three heaps (J ≥ 3). Let
//! e' = max(e, 1), P = m·p and S = m·s, where S is a power of two. All values G(r) with r < e' + P
//! must be less than S. Write each value as S·x + y with y < S. A pattern of n is a number i and j
//! heaps of fewer than e' + P tokens, where bit j of the digit d_i is set. The heaps have n - i -
//! P·Q tokens in total, and at least one of them has e' tokens or more. The pattern represents all
//! options of n in which P is added Q times in total to heaps of at least e' tokens. Among the
//! values of these options is S·Q + y, where y is the nim-sum of the j heaps. If at least three of
//! the heaps have e' tokens or more, each S·x + y with x ≤ Q and Q - x even is also a value of an
//! option. The conditions concern the last P numbers n with computed values. For each y < S there
//! are patterns with three heaps of at least e' tokens, both with an even and with an odd Q. All
//! values below G(n) are among the values of the patterns of n.
//!
//! If the digits from d_h on are below 4 and repeat with a length that divides P, the last h + P
//! values must exceed all G(r) with r < e + P by more than S.

use base::budget::Budget;
use base::text;

use super::code::ClaimedDigits;
use crate::error::CertificateError;

/// Rejects the claim if neither theorem applies to these values.
pub(super) fn check(
    digits: &ClaimedDigits,
    e: usize,
    p: usize,
    s: u64,
    values: &[u32],
    budget: &Budget<'_>,
) -> Result<(), CertificateError> {
    if digits.tail.is_empty() {
        for rounds in [1usize, 2, 4, 8] {
            let (Some(whole), Some(total)) = (p.checked_mul(rounds), s.checked_mul(rounds as u64))
            else {
                break;
            };
            if finite(digits, e.max(1), whole, total, values, budget)? {
                return Ok(());
            }
        }
    } else if digits.heaps() < 2 && repeating(digits, e, p, s, values).is_some() {
        return Ok(());
    }
    Err(no_theorem())
}

/// Checks the theorem of repeating digits; `Some` if it applies.
fn repeating(digits: &ClaimedDigits, e: usize, p: usize, s: u64, values: &[u32]) -> Option<()> {
    let whole = common_multiple(p, digits.tail.len())?;
    let total = s.checked_mul((whole / p) as u64)?;
    let head = digits.head.len();
    let window = values.len().checked_sub(whole)?;
    let most = values.get(..e.checked_add(whole)?)?.iter().copied().max()?;
    let from = window.checked_sub(head.checked_add(whole)?)?;
    let bound = u64::from(most).checked_add(total)?;
    (window >= e + whole + head
        && values[from..window]
            .iter()
            .all(|&value| u64::from(value) > bound))
    .then_some(())
}

/// Approximate number of bytes of a row of nim-sums, in addition to its marks.
const ROW: usize = 48;

/// Checks the theorem of finite codes; `Some` if it applies.
fn finite(
    digits: &ClaimedDigits,
    e: usize,
    p: usize,
    s: u64,
    values: &[u32],
    budget: &Budget<'_>,
) -> Result<bool, CertificateError> {
    let small = e + p;
    if !s.is_power_of_two()
        || values.len() < small + p
        || values[..small].iter().any(|&value| u64::from(value) >= s)
    {
        return Ok(false);
    }
    let (s, heaps) = (s as usize, digits.heaps());
    // sums[j][c][m][y]: whether j heaps below e + p, c of which are at least e (3 means 3 or more),
    // have m tokens and the nim-sum y.
    let rows = heaps
        .checked_mul(small)
        .and_then(|tokens| tokens.checked_add(1)?.checked_mul(4 * (heaps + 1)));
    let size = rows.and_then(|rows| rows.checked_mul(s.checked_add(ROW)?));
    let Some(size) = size.filter(|&size| size <= 1 << 30) else {
        return Ok(false);
    };
    budget.allow_growth(0, size as u64)?;
    let empty = || vec![vec![vec![false; s]; heaps * small + 1]; 4];
    let mut sums = vec![empty()];
    budget.steps(size)?;
    sums[0][0][0][0] = true;
    for j in 1..=heaps {
        let mut longer = empty();
        for (large, by_tokens) in sums[j - 1].iter().enumerate() {
            for (tokens, by_sum) in by_tokens.iter().enumerate() {
                if !by_sum.contains(&true) {
                    continue;
                }
                for heap in 1..small {
                    budget.steps(s)?;
                    let row = &mut longer[(large + usize::from(heap >= e)).min(3)][tokens + heap];
                    for y in (0..s).filter(|&y| by_sum[y]) {
                        row[y ^ values[heap] as usize] = true;
                    }
                }
            }
        }
        sums.push(longer);
    }
    for (n, &value) in values.iter().enumerate().skip(values.len() - p) {
        let most = n / p;
        // The length of the list is checked, because a saltus may be much larger than the values.
        let length = (most + 2).saturating_mul(s);
        budget.allow_growth(0, (size as u64).saturating_add(length as u64))?;
        budget.steps(length)?;
        let mut met = vec![false; length];
        let mut parities = vec![[false; 2]; s];
        for (i, digit) in digits.removals(n) {
            for j in (1..=heaps).filter(|j| digit >> j & 1 == 1) {
                for (large, by_tokens) in sums[j].iter().enumerate().skip(1) {
                    budget.steps(1 + (n - i).min(heaps * small))?;
                    for tokens in (0..=(n - i).min(heaps * small))
                        .filter(|tokens| (n - i - tokens).is_multiple_of(p))
                    {
                        let turns = (n - i - tokens) / p;
                        budget.steps(s)?;
                        for y in (0..s).filter(|&y| by_tokens[tokens][y]) {
                            met[turns * s + y] = true;
                            if large == 3 {
                                budget.steps(turns / 2)?;
                                parities[y][turns % 2] = true;
                                (0..=turns)
                                    .rev()
                                    .step_by(2)
                                    .for_each(|x| met[x * s + y] = true);
                            }
                        }
                    }
                }
            }
        }
        if parities.iter().any(|both| *both != [true; 2])
            || !met
                .get(..value as usize)
                .is_some_and(|below| below.iter().all(|&met| met))
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the least common multiple; `None` if it overflows.
pub(super) fn common_multiple(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// Returns the error for a code that no theorem covers.
fn no_theorem() -> CertificateError {
    CertificateError::HeapTheorem {
        reason: text!(
            "arithmetic periods are proved only for two kinds of codes: finite codes that leave three or more heaps, if the saltus is a power of two, and codes with repeating digits below 4",
            "等差周期只对两类代码有证明：可分成三堆或更多、公差为 2 的幂的有限代码，以及数字小于 4 的循环代码"
        ),
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;

    use super::{ClaimedDigits, finite, repeating};

    struct TestRng(u64);

    impl TestRng {
        fn below(&mut self, below: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % below
        }
    }

    /// Lists all ways to choose j heaps below e + p: the number of heaps of e tokens or more, the
    /// number of tokens, the nim-sum.
    fn ways(
        j: usize,
        e: usize,
        values: &[u32],
        from: usize,
        so_far: (usize, usize, u32),
        out: &mut Vec<(usize, usize, u32)>,
    ) {
        if j == 0 {
            return out.push(so_far);
        }
        for heap in from..values.len() {
            let (large, tokens, sum) = so_far;
            ways(
                j - 1,
                e,
                values,
                heap,
                (
                    large + usize::from(heap >= e),
                    tokens + heap,
                    sum ^ values[heap],
                ),
                out,
            );
        }
    }

    /// Returns whether the conditions of the theorem hold, exactly as stated at the top of this
    /// file.
    fn conditions(digits: &ClaimedDigits, e: usize, p: usize, s: u32, values: &[u32]) -> bool {
        (values.len() - p..values.len()).all(|n| {
            // For each pattern with a regular heap: Q, y, and whether the pattern has three regular
            // heaps.
            let mut patterns = Vec::new();
            for (i, &digit) in digits.head.iter().enumerate().take(n + 1) {
                for j in (1..64).filter(|j| digit >> j & 1 == 1) {
                    let mut all = Vec::new();
                    ways(j, e, &values[..e + p], 1, (0, 0, 0), &mut all);
                    for (large, tokens, y) in all {
                        if large > 0 && tokens + i <= n && (n - i - tokens) % p == 0 {
                            patterns.push(((n - i - tokens) / p, y, large >= 3));
                        }
                    }
                }
            }
            let parities = |y: u32| {
                [0, 1].iter().all(|odd| {
                    patterns
                        .iter()
                        .any(|&(q, z, three)| three && z == y && q % 2 == *odd)
                })
            };
            let met = |x: usize, y: u32| {
                patterns.iter().any(|&(q, z, three)| {
                    z == y && (q == x || three && q >= x && (q - x).is_multiple_of(2))
                })
            };
            (0..s).all(parities) && (0..values[n]).all(|value| met((value / s) as usize, value % s))
        })
    }

    #[test]
    fn patterns_are_those_of_the_theorem() {
        let mut random = TestRng(3);
        let mut verdicts = [0; 2];
        for _ in 0..20_000 {
            let mut head = vec![0, 8 << random.below(2)];
            head.extend((0..random.below(3)).map(|_| random.below(32)));
            let digits = ClaimedDigits {
                head,
                tail: Vec::new(),
            };
            let (e, p, s) = (
                1 + random.below(4) as usize,
                1 + random.below(3) as usize,
                1 << random.below(2),
            );
            let length = 3 * (e + p) + random.below(14) as usize;
            let most = if random.below(2) == 0 {
                3
            } else {
                1 + (length / p) as u64 * u64::from(s)
            };
            let values: Vec<u32> = (0..length)
                .map(|n| {
                    if n < e + p {
                        random.below(u64::from(s)) as u32
                    } else {
                        random.below(most) as u32
                    }
                })
                .collect();
            let expected = conditions(&digits, e, p, s, &values);
            let got = finite(&digits, e, p, s.into(), &values, &Budget::generous()).unwrap();
            assert_eq!(got, expected, "{digits:?} {e} {p} {s} {values:?}");
            verdicts[usize::from(got)] += 1;
        }
        assert!(verdicts.iter().all(|&count| count > 1000), "{verdicts:?}");
    }

    #[test]
    fn what_the_patterns_need_is_asked_for() {
        let digits = ClaimedDigits {
            head: vec![0, 8],
            tail: Vec::new(),
        };
        let finite = |e, p, s, values: &[u32]| {
            finite(&digits, e, p, s, values, &Budget::generous()).unwrap()
        };
        let values: Vec<u32> = (0..13u32).map(|n| n.saturating_sub(1) / 3).collect();
        assert!(finite(1, 3, 1, &values));
        assert!(!finite(1, 3, 1, &values[..6]), "too few values");
        assert!(!finite(1, 3, 3, &values), "no power of two");
        let one = |at: usize| {
            let mut values = values.clone();
            values[at] += 1;
            finite(1, 3, 1, &values)
        };
        assert!(
            !one(2),
            "a value among the first that is as large as the saltus"
        );
        assert!(
            (10..13).all(|n| !one(n)),
            "a value that not all options reach"
        );
        assert!(
            !finite(1, 3, 3, &[0, 0, 1, 2, 1, 1, 1, 2, 2, 2]),
            "no power of two, and nim-sums beyond it"
        );
    }

    #[test]
    fn numbers_of_periods_that_differ_by_an_odd_number() {
        // Each of the two digits has one pattern, with Q = n - 4 or Q = n - 7.
        // Neither of the two patterns has Q = n - 5.
        let digits = ClaimedDigits {
            head: vec![0, 8, 0, 0, 8],
            tail: Vec::new(),
        };
        let verdict = |e, value| {
            let values = [&[0; 13][..], &[value]].concat();
            super::check(&digits, e, 1, 1, &values, &Budget::generous()).is_ok()
        };
        assert!(verdict(1, 8) && !verdict(1, 9));
        // An empty heap never counts as a heap, whatever the preperiod is.
        assert!(verdict(0, 8));
    }

    #[test]
    fn eight_periods_at_a_time() {
        let digits = ClaimedDigits {
            head: [&[0][..], &[8; 20]].concat(),
            tail: Vec::new(),
        };
        let check = |largest| {
            let mut values = [0; 60];
            values[1..9].copy_from_slice(&[largest, 0, 1, 2, 3, 4, 5, 6]);
            super::check(&digits, 1, 1, 1, &values, &Budget::generous()).is_ok()
        };
        assert!(check(7) && !check(8));
    }

    #[test]
    fn the_window_of_repeating_digits() {
        let mut random = TestRng(4);
        let mut verdicts = [0; 2];
        for _ in 0..20_000 {
            let head = (0..1 + random.below(3)).map(|_| 0).collect();
            let tail: Vec<u64> = (0..1 + random.below(3)).map(|_| random.below(4)).collect();
            let digits = ClaimedDigits { head, tail };
            let (e, p, s) = (
                random.below(4) as usize,
                1 + random.below(3) as usize,
                1 + random.below(3),
            );
            let steep = 1 + random.below(3) as u32;
            let values: Vec<u32> = (0..1 + random.below(40) as u32)
                .map(|n| steep * n / 2 + random.below(3) as u32)
                .collect();
            // As in the theorem, P is a multiple of the period and of the length of the repeating
            // digits, and S is the increase over P.
            let whole = (1..)
                .find(|whole| whole % p == 0 && whole % digits.tail.len() == 0)
                .unwrap();
            let total = s * (whole / p) as u64;
            let (needed, length) = (e + whole + digits.head.len(), values.len());
            let expected = length >= whole + needed && {
                let window = length - whole;
                let most = values[..e + whole].iter().max().unwrap();
                values[window - digits.head.len() - whole..window]
                    .iter()
                    .all(|&value| u64::from(value) > u64::from(*most) + total)
            };
            let got = repeating(&digits, e, p, s, &values).is_some();
            assert_eq!(got, expected, "{digits:?} {e} {p} {s} {values:?}");
            verdicts[usize::from(got)] += 1;
        }
        assert!(verdicts.iter().all(|&count| count > 1000), "{verdicts:?}");
    }
}
