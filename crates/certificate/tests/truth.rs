//! Decides whether an accepted certificate is true, by a naive solver of small positions.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use certificate::{
    Certificate, CertificateAutomaton, CertificateClaim, CertificateProof, HeapClaim, LawKind,
    LawProof, ParsedCertificate, PartizanForm, ProofMethod,
};
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, OptionArena, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition, ended_at_once, moves, outcome_without_moves};
use rules::world::World;

use crate::common::two_players::NaiveProof;

/// Returns a form as text that does not depend on the numbers of forms.
fn shown(forms: &[PartizanForm], form: u32) -> String {
    let PartizanForm { left, right } = &forms[form as usize];
    let list = |options: &[u32]| {
        let mut options: Vec<String> = options.iter().map(|&one| shown(forms, one)).collect();
        options.sort();
        options.join(",")
    };
    format!("{{{}|{}}}", list(left), list(right))
}

const MAX_POSITIONS: usize = 60_000;

struct Naive<'w> {
    world: &'w World,
    budget: Budget<'static>,
    values: HashMap<Component, u64>,
    outcomes: HashMap<SumPosition, Outcome>,
}

impl Naive<'_> {
    fn value(&mut self, component: &Component) -> u64 {
        if let Some(&value) = self.values.get(component) {
            return value;
        }
        assert!(self.values.len() < MAX_POSITIONS, "too many positions");
        let mut options = OptionArena::new();
        self.world
            .options(component.game, &component.slots, &mut options, &self.budget)
            .unwrap();
        let parts = |option: rules::game::OptionRef<'_>| {
            option
                .components()
                .map(|(game, slots)| Component {
                    game,
                    slots: slots.into(),
                })
                .collect::<Vec<_>>()
        };
        let options: Vec<Vec<Component>> = options.iter().map(parts).collect();
        let met: BTreeSet<u64> = options
            .iter()
            .map(|parts| parts.iter().fold(0, |sum, part| sum ^ self.value(part)))
            .collect();
        let value = (0..).find(|value| !met.contains(value)).unwrap();
        self.values.insert(component.clone(), value);
        value
    }

    fn outcome(&mut self, sum: &SumPosition, conventions: Conventions) -> Outcome {
        if let Some(&outcome) = self.outcomes.get(sum) {
            return outcome;
        }
        assert!(self.outcomes.len() < MAX_POSITIONS, "too many positions");
        let outcome = match ended_at_once(self.world, sum, &self.budget).unwrap() {
            Some(ended) => ended,
            None => {
                let options = moves(self.world, sum, conventions, &self.budget).unwrap();
                let lost = options
                    .iter()
                    .any(|option| self.outcome(&option.leaves, conventions) == Outcome::P);
                match (options.is_empty(), lost) {
                    (true, _) => outcome_without_moves(conventions.play),
                    (false, true) => Outcome::N,
                    (false, false) => Outcome::P,
                }
            }
        };
        self.outcomes.insert(sum.clone(), outcome);
        outcome
    }
}

/// Returns the error in an accepted certificate. `original` is a true certificate; a certificate
/// with the same claim and proof needs no search.
pub fn is_true(read: &ParsedCertificate, original: &Certificate) -> Result<(), String> {
    let world = &read.world;
    let mut naive = Naive {
        world,
        budget: Budget::generous(),
        values: HashMap::new(),
        outcomes: HashMap::new(),
    };
    let wrong = |what: String| Err(what);
    match (&read.certificate.claim, &read.certificate.proof) {
        (CertificateClaim::Value { sum, value }, _) => {
            let found = sum
                .0
                .iter()
                .fold(0, |found, component| found ^ naive.value(component));
            if found == *value {
                Ok(())
            } else {
                wrong(format!("the value is {found}"))
            }
        }
        (
            CertificateClaim::Outcome {
                sum,
                conventions,
                outcome,
            },
            _,
        ) => {
            let found = naive.outcome(sum, *conventions);
            if found == *outcome {
                Ok(())
            } else {
                wrong(format!("the outcome is {found:?}"))
            }
        }
        (
            CertificateClaim::Period {
                game,
                preperiod,
                period,
            },
            _,
        ) => {
            let mut value = |n: u64| {
                naive.value(&Component {
                    game: *game,
                    slots: [n as Int].into(),
                })
            };
            match (*preperiod..preperiod + 3 * period + 20).find(|&n| value(n) != value(n + period))
            {
                None => Ok(()),
                Some(n) => wrong(format!("the values differ at {n}")),
            }
        }
        (CertificateClaim::Partizan(claim), CertificateProof::Partizan(proof)) => {
            let mut naive = NaiveProof::new(world);
            let form = naive.total(&claim.sum.0);
            let (winner, text) = (naive.winner(form), shown(&naive.proof.forms, form));
            if winner == claim.winner && text == shown(&proof.forms, claim.form) {
                Ok(())
            } else {
                wrong(format!("the value is {text}, the winner {winner:?}"))
            }
        }
        (CertificateClaim::HeapPeriod(claim), _)
            if original.claim == CertificateClaim::HeapPeriod(claim.clone()) =>
        {
            Ok(())
        }
        (CertificateClaim::HeapPeriod(claim), _) => heap_period(claim),
        (CertificateClaim::Quotient(claim), CertificateProof::Quotient(proof)) => {
            let element = |n: usize| proof.images[n - 1];
            let order = claim.order;
            let heaps = (claim.heaps as usize).min(9);
            let moves = heap_moves(&claim.code, heaps);
            let mut known = HashMap::new();
            for a in 0..=heaps {
                for b in a..=heaps {
                    for c in b..=heaps {
                        let sum: Vec<usize> = [a, b, c].into_iter().filter(|&n| n > 0).collect();
                        let product = sum.iter().fold(0, |product, &n| {
                            proof.table[(product * order + element(n)) as usize]
                        });
                        if proof.lost.contains(&product) != misere_lost(&sum, &moves, &mut known) {
                            return wrong(format!("the sum {sum:?}"));
                        }
                    }
                }
            }
            Ok(())
        }
        (
            CertificateClaim::PositionsQuotient { order, .. },
            CertificateProof::PositionsQuotient(proof),
        ) => {
            let conventions = Conventions {
                play: PlayConvention::Misere,
                ..Conventions::default()
            };
            for (a, x) in &proof.images {
                for (b, y) in &proof.images {
                    let sum = SumPosition::canonical(vec![a.clone(), b.clone()], world);
                    let lost = naive.outcome(&sum, conventions) == Outcome::P;
                    if proof.lost.contains(&proof.table[(x * order + y) as usize]) != lost {
                        return wrong(format!("the sum {}", sum.show(world)));
                    }
                }
            }
            Ok(())
        }
        (CertificateClaim::Law(claim), CertificateProof::Law(proof)) => {
            let lows: Vec<Int> = world
                .rules(claim.game)
                .slots()
                .iter()
                .map(|slot| slot.low)
                .collect();
            let told = |slots: &[Int], number: u64| {
                accepts(
                    &proof.law,
                    &claim.expansion,
                    &less(slots, &lows),
                    claim.kind,
                    number,
                )
            };
            each_position(world, claim.game, &mut |slots| {
                let component = Component {
                    game: claim.game,
                    slots: slots.into(),
                };
                let conventions = Conventions {
                    play: claim.play,
                    ..Conventions::default()
                };
                let right = match claim.kind {
                    LawKind::Outcomes => {
                        told(slots, 0)
                            == (naive.outcome(&SumPosition(vec![component]), conventions)
                                == Outcome::P)
                    }
                    LawKind::Values => {
                        let value = naive.value(&component);
                        (0..2 * value + 4).all(|number| told(slots, number) == (number == value))
                    }
                    LawKind::Powers => {
                        let value = 1 << naive.value(&component);
                        (0..2 * value + 4).all(|number| told(slots, number) == (number == value))
                    }
                };
                if right {
                    Ok(())
                } else {
                    Err(format!("the law is wrong at {slots:?}"))
                }
            })
        }
        (CertificateClaim::AllValues(game), CertificateProof::Method(method)) => {
            let lows: Vec<Int> = world
                .rules(*game)
                .slots()
                .iter()
                .map(|slot| slot.low)
                .collect();
            each_position(world, *game, &mut |slots| {
                let value = naive.value(&Component {
                    game: *game,
                    slots: slots.into(),
                });
                match told(method, slots, &lows, value) {
                    true => Ok(()),
                    false => Err(format!(
                        "the method is wrong at {slots:?}, whose value is {value}"
                    )),
                }
            })
        }
        other => wrong(format!("{other:?}")),
    }
}

/// Returns whether a method gives this value. If this module does not compute the values of a
/// method, it assumes that the method gives the value.
fn told(method: &ProofMethod, slots: &[Int], lows: &[Int], value: u64) -> bool {
    match method {
        ProofMethod::Automaton {
            expansion, proof, ..
        } => one_value(proof, expansion, &less(slots, lows)) == Some(value),
        ProofMethod::Lemmas { proof, .. } => {
            one_value(proof, &[2], &less(slots, lows)) == Some(value)
        }
        ProofMethod::Separate(parts) => {
            let of = |(slot, part): (usize, &ProofMethod)| match part {
                ProofMethod::Automaton {
                    expansion, proof, ..
                } => one_value(proof, expansion, &[slots[slot] - lows[slot]]),
                _ => None,
            };
            let sum = parts
                .iter()
                .enumerate()
                .map(of)
                .try_fold(0, |sum, value| Some(sum ^ value?));
            sum.is_none_or(|sum| sum == value)
        }
        ProofMethod::Maximum => true,
        ProofMethod::Boxes(boxes) => {
            let row =
                slots
                    .iter()
                    .zip(lows)
                    .zip(&boxes.slots)
                    .fold(0, |row, ((at, low), classes)| {
                        row * classes.count() + classes.class((at - low) as usize)
                    });
            boxes.values[row] == value
        }
    }
}

fn less(slots: &[Int], lows: &[Int]) -> Vec<Int> {
    slots
        .iter()
        .zip(lows)
        .map(|(slot, low)| slot - low)
        .collect()
}

/// Returns the value below 64 that a law of values accepts with these numbers, if exactly one value
/// is accepted.
fn one_value(proof: &LawProof, expansion: &[u8], numbers: &[Int]) -> Option<u64> {
    let mut all =
        (0..64).filter(|&value| accepts(&proof.law, expansion, numbers, LawKind::Values, value));
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// Visits the positions of a game whose numbers are small.
fn each_position(
    world: &World,
    game: GameId,
    visit: &mut dyn FnMut(&[Int]) -> Result<(), String>,
) -> Result<(), String> {
    let slots = world.rules(game).slots();
    let side: Int = [40, 10, 5, 3][slots.len().clamp(1, 4) - 1];
    for number in 0..side.pow(slots.len().min(7) as u32) {
        let at: Vec<Int> = slots
            .iter()
            .enumerate()
            .map(|(place, slot)| number / side.pow(place as u32) % side + slot.low)
            .collect();
        let mut kept = at.clone();
        world.rules(game).canonicalise(&mut kept);
        if kept == at && world.contains(game, &at, &Budget::generous()).unwrap() {
            visit(&at)?;
        }
    }
    Ok(())
}

/// Returns whether a machine accepts the given numbers, followed by the value if the law gives
/// values.
fn accepts(
    machine: &CertificateAutomaton,
    expansion: &[u8],
    slots: &[Int],
    kind: LawKind,
    number: u64,
) -> bool {
    let mut all: Vec<u64> = slots.iter().map(|&slot| slot as u64).collect();
    if kind != LawKind::Outcomes {
        all.push(number);
    }
    let base = if expansion.len() > 1 {
        usize::from(expansion[0]) + 1
    } else {
        expansion[0].into()
    };
    let digits: Vec<Vec<u64>> = all
        .iter()
        .map(|&number| digits(number, expansion))
        .collect();
    let longest = digits.iter().map(Vec::len).max().unwrap_or(0);
    let mut node = 0;
    for place in (0..longest).rev() {
        for digits in &digits {
            let digit = digits.get(place).copied().unwrap_or(0);
            node = machine.next[node * base + digit as usize] as usize;
        }
    }
    machine.accepting.contains(&(node as u32))
}

/// Returns the greedy digits, least significant first.
fn digits(mut number: u64, expansion: &[u8]) -> Vec<u64> {
    let mut weights = vec![1u64];
    while *weights.last().unwrap() <= number {
        let before: u64 = weights
            .iter()
            .rev()
            .zip(expansion)
            .map(|(weight, &digit)| weight * u64::from(digit))
            .sum();
        weights.push(before + u64::from(weights.len() < expansion.len()));
    }
    let mut digits = vec![0; weights.len()];
    for (place, weight) in weights.iter().enumerate().rev() {
        digits[place] = number / weight;
        number %= weight;
    }
    digits
}

/// Returns the digits of a code of heaps up to index `to`.
fn code_digits(code: &str, to: usize) -> Vec<u64> {
    let mut all = Vec::new();
    let (mut repeats, mut rest) = (None, code);
    while let Some(sign) = rest.chars().next() {
        match sign {
            '[' => repeats = Some(all.len()),
            '{' => {
                let end = rest.find('}').unwrap();
                all.push(rest[1..end].parse().unwrap());
                rest = &rest[end..];
            }
            _ => all.extend(sign.to_digit(16).map(u64::from)),
        }
        rest = &rest[1..];
    }
    let length = all.len();
    while all.len() <= to {
        all.push(repeats.map_or(0, |from: usize| {
            all[from + (all.len() - from) % (length - from)]
        }));
    }
    all
}

/// Returns the options of each heap up to a number of tokens.
fn heap_moves(code: &str, to: usize) -> Vec<Vec<Vec<usize>>> {
    fn splits(
        parts: u32,
        sum: usize,
        least: usize,
        so_far: &mut Vec<usize>,
        all: &mut Vec<Vec<usize>>,
    ) {
        if parts == 0 {
            if sum == 0 {
                all.push(so_far.clone());
            }
            return;
        }
        for part in least..=sum / parts as usize {
            so_far.push(part);
            splits(parts - 1, sum - part, part, so_far, all);
            so_far.pop();
        }
    }
    let digits = code_digits(code, to);
    let of = |n: usize| {
        let mut all = Vec::new();
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            for parts in (0..8).filter(|parts| digit >> parts & 1 == 1) {
                splits(parts, n - taken, 1, &mut Vec::new(), &mut all);
            }
        }
        all
    };
    (0..=to).map(of).collect()
}

fn misere_lost(
    sum: &[usize],
    moves: &[Vec<Vec<usize>>],
    known: &mut HashMap<Vec<usize>, bool>,
) -> bool {
    if let Some(&lost) = known.get(sum) {
        return lost;
    }
    let mut any = false;
    let mut won = false;
    for (place, &heap) in sum.iter().enumerate() {
        for left in &moves[heap] {
            any = true;
            let mut option = [&sum[..place], &sum[place + 1..], left].concat();
            option.sort_unstable();
            won |= misere_lost(&option, moves, known);
        }
    }
    let lost = any && !won;
    known.insert(sum.to_vec(), lost);
    lost
}

fn heap_period(claim: &HeapClaim) -> Result<(), String> {
    let (e, p) = (claim.preperiod as usize, claim.period as usize);
    let to = e + 3 * p + 20;
    let values: Vec<u64> = match claim.code.strip_prefix("subtract powers{") {
        Some(rest) => {
            let base: usize = rest.trim_end_matches('}').parse().unwrap();
            let mut values: Vec<u64> = Vec::new();
            for n in 0..to {
                let powers = std::iter::successors(Some(1usize), |power| power.checked_mul(base))
                    .take_while(|&power| power <= n);
                let met: BTreeSet<u64> = powers.map(|power| values[n - power]).collect();
                values.push((0..).find(|value| !met.contains(value)).unwrap());
            }
            values
        }
        None => {
            let moves = heap_moves(&claim.code, to.min(200));
            let mut values: Vec<u64> = Vec::new();
            for of_heap in &moves {
                let met: BTreeSet<u64> = of_heap
                    .iter()
                    .map(|left| left.iter().fold(0, |sum, &part| sum ^ values[part]))
                    .collect();
                values.push((0..).find(|value| !met.contains(value)).unwrap());
            }
            values
        }
    };
    match (e..values.len().saturating_sub(p)).find(|&n| values[n + p] != values[n] + claim.saltus) {
        None => Ok(()),
        Some(n) => Err(format!("the values differ at {n}")),
    }
}
