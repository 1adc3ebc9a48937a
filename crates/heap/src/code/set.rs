//! Sets of positive numbers that a code names: finite, all but some, and growing ones given by a law. Membership is exact; the
//! members up to a bound are listed in time linear in the bound or better.

use std::fmt;

/// A set of numbers from 1 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// These, increasing.
    Finite(Vec<u32>),
    /// Every number from 1 on but these, increasing.
    AllBut(Vec<u32>),
    /// 1, b, b², … for a b of at least 2.
    Powers(u32),
    /// One of the laws by name.
    Law(Law),
}

/// Growing sets that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
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

impl Law {
    /// All of them.
    pub const ALL: [Law; 6] = [Law::Squares, Law::Cubes, Law::Triangular, Law::Primes, Law::Fibonacci, Law::Factorials];

    /// As it is written in a code.
    pub fn name(self) -> &'static str {
        match self {
            Law::Squares => "squares",
            Law::Cubes => "cubes",
            Law::Triangular => "triangular",
            Law::Primes => "primes",
            Law::Fibonacci => "fibonacci",
            Law::Factorials => "factorials",
        }
    }
}

impl Set {
    /// The members up to `most`, increasing.
    pub fn up_to(&self, most: u32) -> Vec<u32> {
        let within = |members: &mut dyn Iterator<Item = u64>| -> Vec<u32> {
            members.take_while(|&member| member <= u64::from(most)).map(|member| member as u32).collect()
        };
        match self {
            Set::Finite(members) => within(&mut members.iter().map(|&m| u64::from(m))),
            Set::AllBut(others) => {
                let mut others = others.iter().peekable();
                (1..=most).filter(|member| others.next_if_eq(&member).is_none()).collect()
            }
            Set::Powers(base) => within(&mut std::iter::successors(Some(1u64), |power| power.checked_mul(u64::from(*base)))),
            Set::Law(Law::Squares) => within(&mut (1u64..).map(|n| n * n)),
            Set::Law(Law::Cubes) => within(&mut (1u64..).map(|n| n * n * n)),
            Set::Law(Law::Triangular) => within(&mut (1u64..).map(|n| n * (n + 1) / 2)),
            Set::Law(Law::Fibonacci) => {
                within(&mut std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((b, a.checked_add(b)?))).map(|(a, _)| a))
            }
            Set::Law(Law::Factorials) => {
                within(&mut std::iter::successors(Some((1u64, 1u64)), |&(n, f)| Some((n + 1, f.checked_mul(n + 1)?))).map(|(_, f)| f))
            }
            Set::Law(Law::Primes) => {
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

    /// Whether it has a last member.
    pub fn is_finite(&self) -> bool {
        matches!(self, Set::Finite(_))
    }

    /// The residues modulo `modulus` of its members, computed by their law; none for a modulus above 4,096. The
    /// answer holds every residue that occurs; for primes that more do not is Dirichlet's theorem, which nothing rests on. O(modulus²).
    pub fn residues(&self, modulus: u32) -> Option<Vec<bool>> {
        if modulus == 0 || modulus > 4096 {
            return None;
        }
        let mut met = vec![false; modulus as usize];
        let p = u64::from(modulus);
        match self {
            Set::Finite(members) => members.iter().for_each(|m| met[(m % modulus) as usize] = true),
            Set::AllBut(_) => met.fill(true),
            // Each power follows from the one before: after p of them nothing new comes.
            Set::Powers(base) => {
                let mut power = 1 % p;
                for _ in 0..=p {
                    met[power as usize] = true;
                    power = power * u64::from(*base) % p;
                }
            }
            Set::Law(Law::Squares) => (1..=p).for_each(|n| met[(n * n % p) as usize] = true),
            Set::Law(Law::Cubes) => (1..=p).for_each(|n| met[(n * n % p * n % p) as usize] = true),
            Set::Law(Law::Triangular) => (1..=2 * p).for_each(|n| met[(n * (n + 1) / 2 % p) as usize] = true),
            Set::Law(Law::Fibonacci) => {
                let (mut a, mut b) = (1 % p, 2 % p);
                loop {
                    met[a as usize] = true;
                    (a, b) = (b, (a + b) % p);
                    // Pairs of neighbours return to the first one: the step can be undone.
                    if (a, b) == (1 % p, 2 % p) {
                        break;
                    }
                }
            }
            Set::Law(Law::Factorials) => {
                let mut factorial = 1 % p;
                for n in 1..=p {
                    factorial = factorial * (n % p) % p;
                    met[factorial as usize] = true;
                }
            }
            Set::Law(Law::Primes) => {
                // A prime that does not divide the modulus is coprime to it.
                for n in 1..=modulus {
                    let coprime = gcd(n, modulus) == 1;
                    met[(n % modulus) as usize] |= coprime;
                }
                for prime in self.up_to(modulus).into_iter().filter(|prime| modulus.is_multiple_of(*prime)) {
                    met[(prime % modulus) as usize] = true;
                }
            }
        }
        Some(met)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, members: &[u32]| {
            let members: Vec<String> = members.iter().map(u32::to_string).collect();
            write!(f, "{{{}}}", members.join(","))
        };
        match self {
            Set::Finite(members) => list(f, members),
            Set::AllBut(others) => {
                f.write_str("all-but")?;
                list(f, others)
            }
            Set::Powers(base) => write!(f, "powers{{{base}}}"),
            Set::Law(law) => f.write_str(law.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Law, Set};

    #[test]
    fn the_members_up_to_a_bound() {
        assert_eq!(Set::Finite(vec![1, 3, 9]).up_to(8), [1, 3]);
        assert_eq!(Set::AllBut(vec![2, 5]).up_to(7), [1, 3, 4, 6, 7]);
        assert_eq!(Set::Powers(2).up_to(20), [1, 2, 4, 8, 16]);
        assert_eq!(Set::Powers(7).up_to(u32::MAX).len(), 12);
        assert_eq!(Set::Law(Law::Primes).up_to(20), [2, 3, 5, 7, 11, 13, 17, 19]);
        assert_eq!(Set::Law(Law::Fibonacci).up_to(20), [1, 2, 3, 5, 8, 13]);
        assert_eq!(Set::Law(Law::Factorials).up_to(30), [1, 2, 6, 24]);
        assert_eq!(Set::Law(Law::Triangular).up_to(11), [1, 3, 6, 10]);
    }

    /// Every residue that a member up to a bound has is among the residues of the law.
    #[test]
    fn residues_cover_the_members() {
        let laws = Law::ALL.map(Set::Law);
        for set in laws.into_iter().chain([Set::Powers(2), Set::Powers(3), Set::Powers(6), Set::AllBut(vec![1])]) {
            let members = set.up_to(2_000_000);
            for modulus in 1..40u32 {
                let residues = set.residues(modulus).unwrap();
                assert!(members.iter().all(|m| residues[(m % modulus) as usize]), "{set} mod {modulus}");
            }
        }
    }
}
