//! Sets of positive integers in codes: finite sets, complements of finite sets, and growing sets
//! given by a formula. Membership is exact. Listing the members up to a bound takes time at most
//! linear in the bound.

use std::fmt;

use base::budget::{Budget, StopReason};

/// A set of integers starting at 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberSet {
    /// A finite set, given by its members in increasing order.
    Finite(Vec<u32>),
    /// All integers from 1 except the listed ones, which are in increasing order.
    AllBut(Vec<u32>),
    /// 1, b, b², … with b at least 2.
    Powers(u32),
    /// A growing set with a name.
    Law(NamedSet),
}

/// Growing sets that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedSet {
    /// 1, 4, 9, …
    Squares,
    /// 1, 8, 27, …
    Cubes,
    /// 1, 3, 6, 10, …
    Triangular,
    /// 2, 3, 5, 7, …
    Primes,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, 2, 6, 24, …
    Factorials,
}

impl NamedSet {
    /// All named sets.
    pub const ALL: [NamedSet; 6] = [
        NamedSet::Squares,
        NamedSet::Cubes,
        NamedSet::Triangular,
        NamedSet::Primes,
        NamedSet::Fibonacci,
        NamedSet::Factorials,
    ];

    /// Returns the name of the set in a code.
    pub fn name(self) -> &'static str {
        match self {
            NamedSet::Squares => "squares",
            NamedSet::Cubes => "cubes",
            NamedSet::Triangular => "triangular",
            NamedSet::Primes => "primes",
            NamedSet::Fibonacci => "fibonacci",
            NamedSet::Factorials => "factorials",
        }
    }
}

impl NumberSet {
    /// Returns the members up to `most`, in increasing order.
    pub fn up_to(&self, most: u32) -> Vec<u32> {
        let within = |members: &mut dyn Iterator<Item = u64>| -> Vec<u32> {
            members
                .take_while(|&member| member <= u64::from(most))
                .map(|member| member as u32)
                .collect()
        };
        match self {
            NumberSet::Finite(members) => within(&mut members.iter().map(|&m| u64::from(m))),
            NumberSet::AllBut(others) => {
                let mut others = others.iter().peekable();
                (1..=most)
                    .filter(|member| others.next_if_eq(&member).is_none())
                    .collect()
            }
            NumberSet::Powers(base) => within(&mut powers(u64::from(*base))),
            NumberSet::Law(NamedSet::Squares) => within(&mut (1u64..).map(|n| n * n)),
            NumberSet::Law(NamedSet::Cubes) => within(&mut (1u64..).map(|n| n * n * n)),
            NumberSet::Law(NamedSet::Triangular) => within(&mut (1u64..).map(|n| n * (n + 1) / 2)),
            NumberSet::Law(NamedSet::Fibonacci) => within(&mut fibonacci()),
            NumberSet::Law(NamedSet::Factorials) => within(&mut factorials()),
            NumberSet::Law(NamedSet::Primes) => {
                let mut composite = vec![false; most as usize + 1];
                let mut primes = Vec::new();
                for n in 2..=most as usize {
                    if composite[n] {
                        continue;
                    }
                    primes.push(n as u32);
                    for multiple in (n * n..=most as usize).step_by(n) {
                        composite[multiple] = true;
                    }
                }
                primes
            }
        }
    }

    /// Returns whether the set is finite.
    pub fn is_finite(&self) -> bool {
        matches!(self, NumberSet::Finite(_))
    }

    /// Returns the members up to `most`, which must be below 2^32 unless the set is sparse
    /// ([`NumberSet::is_sparse`]).
    pub fn members(&self, most: u64) -> Vec<u64> {
        match u32::try_from(most) {
            Ok(most) => self.up_to(most).into_iter().map(u64::from).collect(),
            Err(_) => self.sparse().take_while(|&member| member <= most).collect(),
        }
    }

    /// Returns whether the set has few members below 2^64.
    pub fn is_sparse(&self) -> bool {
        matches!(
            self,
            NumberSet::Finite(_)
                | NumberSet::Powers(_)
                | NumberSet::Law(NamedSet::Fibonacci | NamedSet::Factorials)
        )
    }

    /// Returns all members below 2^64 of a sparse set. Returns an empty iterator for other sets.
    fn sparse(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            NumberSet::Finite(members) => Box::new(members.iter().map(|&member| u64::from(member))),
            NumberSet::Powers(base) => Box::new(powers(u64::from(*base))),
            NumberSet::Law(NamedSet::Fibonacci) => Box::new(fibonacci()),
            NumberSet::Law(NamedSet::Factorials) => Box::new(factorials()),
            NumberSet::AllBut(_)
            | NumberSet::Law(
                NamedSet::Squares | NamedSet::Cubes | NamedSet::Triangular | NamedSet::Primes,
            ) => Box::new(std::iter::empty()),
        }
    }

    /// Returns whether a number is a member.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out during trial division.
    pub fn contains(&self, number: u64, budget: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(match self {
            NumberSet::AllBut(others) => {
                number > 0 && !others.iter().any(|&other| u64::from(other) == number)
            }
            NumberSet::Law(NamedSet::Squares) => number > 0 && number.isqrt().pow(2) == number,
            NumberSet::Law(NamedSet::Cubes) => number > 0 && cube_root(number).pow(3) == number,
            // n = t (t + 1) / 2 iff 8n + 1 is the square of 2t + 1.
            NumberSet::Law(NamedSet::Triangular) => {
                let eight = 8 * u128::from(number) + 1;
                number > 0 && eight.isqrt().pow(2) == eight
            }
            NumberSet::Law(NamedSet::Primes) => {
                for divisor in 2..=number.isqrt() {
                    budget.tick()?;
                    if number.is_multiple_of(divisor) {
                        return Ok(false);
                    }
                }
                number >= 2
            }
            NumberSet::Finite(_)
            | NumberSet::Powers(_)
            | NumberSet::Law(NamedSet::Fibonacci | NamedSet::Factorials) => {
                self.sparse().any(|member| member == number)
            }
        })
    }

    /// Returns, for each residue modulo `modulus`, whether some member of the set may have this
    /// residue. The residues are computed from the formula of the set; `None` if `modulus` is 0 or
    /// above 4,096. Every residue that occurs is marked. For primes, Dirichlet's theorem shows that
    /// every marked residue occurs, but no result relies on this theorem. O(modulus²).
    pub fn residues(&self, modulus: u32) -> Option<Vec<bool>> {
        if modulus == 0 || modulus > 4096 {
            return None;
        }
        let mut met = vec![false; modulus as usize];
        let p = u64::from(modulus);
        match self {
            NumberSet::Finite(members) => members
                .iter()
                .for_each(|m| met[(m % modulus) as usize] = true),
            NumberSet::AllBut(_) => met.fill(true),
            // Each power determines the next one, so after p powers no new residue occurs.
            NumberSet::Powers(base) => {
                let mut power = 1 % p;
                for _ in 0..=p {
                    met[power as usize] = true;
                    power = power * u64::from(*base) % p;
                }
            }
            NumberSet::Law(NamedSet::Squares) => {
                (1..=p).for_each(|n| met[(n * n % p) as usize] = true)
            }
            NumberSet::Law(NamedSet::Cubes) => {
                (1..=p).for_each(|n| met[(n * n % p * n % p) as usize] = true)
            }
            NumberSet::Law(NamedSet::Triangular) => {
                (1..=2 * p).for_each(|n| met[(n * (n + 1) / 2 % p) as usize] = true)
            }
            NumberSet::Law(NamedSet::Fibonacci) => {
                let (mut a, mut b) = (1 % p, 2 % p);
                loop {
                    met[a as usize] = true;
                    (a, b) = (b, (a + b) % p);
                    // The pairs of consecutive Fibonacci residues return to the first pair, because
                    // the step from pair to pair is invertible.
                    if (a, b) == (1 % p, 2 % p) {
                        break;
                    }
                }
            }
            NumberSet::Law(NamedSet::Factorials) => {
                let mut factorial = 1 % p;
                for n in 1..=p {
                    factorial = factorial * (n % p) % p;
                    met[factorial as usize] = true;
                }
            }
            NumberSet::Law(NamedSet::Primes) => {
                // A prime that does not divide the modulus is coprime to the modulus.
                for n in 1..=modulus {
                    let coprime = gcd(n, modulus) == 1;
                    met[(n % modulus) as usize] |= coprime;
                }
                for prime in self
                    .up_to(modulus)
                    .into_iter()
                    .filter(|prime| modulus.is_multiple_of(*prime))
                {
                    met[(prime % modulus) as usize] = true;
                }
            }
        }
        Some(met)
    }
}

fn powers(base: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1), move |power: &u64| power.checked_mul(base))
}

fn fibonacci() -> impl Iterator<Item = u64> {
    std::iter::successors(Some((1, 2)), |&(a, b): &(u64, u64)| {
        Some((b, a.checked_add(b)?))
    })
    .map(|(a, _)| a)
}

fn factorials() -> impl Iterator<Item = u64> {
    std::iter::successors(Some((1, 1)), |&(n, f): &(u64, u64)| {
        Some((n + 1, f.checked_mul(n + 1)?))
    })
    .map(|(_, f)| f)
}

/// Returns the largest number whose cube is at most `number`, computed bit by bit.
fn cube_root(number: u64) -> u64 {
    (0..22).rev().fold(0, |root: u64, bit| {
        let larger = root | 1 << bit;
        if larger.checked_pow(3).is_some_and(|cube| cube <= number) {
            larger
        } else {
            root
        }
    })
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, members: &[u32]| {
            let members: Vec<String> = members.iter().map(u32::to_string).collect();
            write!(f, "{{{}}}", members.join(","))
        };
        match self {
            NumberSet::Finite(members) => list(f, members),
            NumberSet::AllBut(others) => {
                f.write_str("all-but")?;
                list(f, others)
            }
            NumberSet::Powers(base) => write!(f, "powers{{{base}}}"),
            NumberSet::Law(law) => f.write_str(law.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_members_up_to_a_bound() {
        assert_eq!(NumberSet::Finite(vec![1, 3, 9]).up_to(8), [1, 3]);
        assert_eq!(NumberSet::AllBut(vec![2, 5]).up_to(7), [1, 3, 4, 6, 7]);
        assert_eq!(NumberSet::Powers(2).up_to(20), [1, 2, 4, 8, 16]);
        assert_eq!(NumberSet::Powers(7).up_to(u32::MAX).len(), 12);
        assert_eq!(
            NumberSet::Law(NamedSet::Primes).up_to(20),
            [2, 3, 5, 7, 11, 13, 17, 19]
        );
        assert_eq!(
            NumberSet::Law(NamedSet::Fibonacci).up_to(20),
            [1, 2, 3, 5, 8, 13]
        );
        assert_eq!(
            NumberSet::Law(NamedSet::Factorials).up_to(30),
            [1, 2, 6, 24]
        );
        assert_eq!(
            NumberSet::Law(NamedSet::Triangular).up_to(11),
            [1, 3, 6, 10]
        );
    }

    #[test]
    fn membership_is_that_of_the_list() {
        let laws = NamedSet::ALL.map(NumberSet::Law);
        for set in laws.into_iter().chain([
            NumberSet::Powers(2),
            NumberSet::Powers(3),
            NumberSet::AllBut(vec![1, 7]),
            NumberSet::Finite(vec![2, 9]),
        ]) {
            let members = set.up_to(3_000);
            for number in 0..=3_000 {
                assert_eq!(
                    set.contains(number.into(), &Budget::generous()).unwrap(),
                    members.contains(&number),
                    "{set}: {number}"
                );
            }
            assert!(set.contains(u64::MAX, &Budget::generous()).is_ok() || !set.is_sparse());
        }
        assert_eq!(
            NumberSet::Law(NamedSet::Factorials).members(u64::MAX).len(),
            20
        );
        assert_eq!(
            NumberSet::Powers(2).members(u64::MAX).last(),
            Some(&(1 << 63))
        );
        assert!(
            NumberSet::Law(NamedSet::Cubes)
                .contains(2_642_245_u64.pow(3), &Budget::generous())
                .unwrap()
        );
        assert!(
            NumberSet::Law(NamedSet::Squares)
                .contains(4_294_967_295_u64.pow(2), &Budget::generous())
                .unwrap()
        );
    }

    /// The residue of each member up to a bound is among the residues of the set.
    #[test]
    fn residues_cover_the_members() {
        let laws = NamedSet::ALL.map(NumberSet::Law);
        for set in laws.into_iter().chain([
            NumberSet::Powers(2),
            NumberSet::Powers(3),
            NumberSet::Powers(6),
            NumberSet::AllBut(vec![1]),
        ]) {
            let members = set.up_to(2_000_000);
            for modulus in 1..40u32 {
                let residues = set.residues(modulus).unwrap();
                assert!(
                    members.iter().all(|m| residues[(m % modulus) as usize]),
                    "{set} mod {modulus}"
                );
            }
        }
    }
}
