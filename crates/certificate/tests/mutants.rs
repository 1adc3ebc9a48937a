//! Tests mutants: certificates of every kind that the program writes, each with one change. Each
//! change affects a number, line, token, bit or rule, or an item of the proof; after a change of an
//! item, the counts match again. Each mutant is rejected, or reaches a limit of the checker, or is
//! true according to the naive solver of the module `truth`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use base::budget::{Budget, StopReason};
use certificate::{
    Certificate, CertificateError, CertificateProof, ParsedCertificate, PartClaim, parse, write,
};
use fastrand::Rng;

use crate::truth::is_true;

/// Certificates that the program has written, by the kind of claim and proof.
pub const WHOLE: &[(&str, &str)] = &[
    ("goal", include_str!("whole/goal.cert")),
    (
        "heap_arithmetic",
        include_str!("whole/heap_arithmetic.cert"),
    ),
    ("heap_kayles", include_str!("whole/heap_kayles.cert")),
    ("heap_plain", include_str!("whole/heap_plain.cert")),
    ("heap_powers", include_str!("whole/heap_powers.cert")),
    ("heap_repeating", include_str!("whole/heap_repeating.cert")),
    ("law_againstone", include_str!("whole/law_againstone.cert")),
    ("law_bash3", include_str!("whole/law_bash3.cert")),
    ("law_cutting", include_str!("whole/law_cutting.cert")),
    ("law_forall", include_str!("whole/law_forall.cert")),
    (
        "law_indexcapped",
        include_str!("whole/law_indexcapped.cert"),
    ),
    ("law_kiki", include_str!("whole/law_kiki.cert")),
    ("law_knights8", include_str!("whole/law_knights8.cert")),
    ("law_loop", include_str!("whole/law_loop.cert")),
    ("law_miserenim", include_str!("whole/law_miserenim.cert")),
    (
        "law_mockturtles",
        include_str!("whole/law_mockturtles.cert"),
    ),
    ("law_moore2", include_str!("whole/law_moore2.cert")),
    ("law_nim", include_str!("whole/law_nim.cert")),
    ("law_nimthree", include_str!("whole/law_nimthree.cert")),
    ("law_ruler", include_str!("whole/law_ruler.cert")),
    ("law_wythoff", include_str!("whole/law_wythoff.cert")),
    ("misere_code", include_str!("whole/misere_code.cert")),
    (
        "misere_positions",
        include_str!("whole/misere_positions.cert"),
    ),
    ("outcomes", include_str!("whole/outcomes.cert")),
    ("outcomes_every", include_str!("whole/outcomes_every.cert")),
    ("parts", include_str!("whole/parts.cert")),
    ("period", include_str!("whole/period.cert")),
    ("values", include_str!("whole/values.cert")),
    ("values2", include_str!("whole/values2.cert")),
];

/// Appends the correct checksum.
pub fn sealed(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{body}checksum {sum:016x}\n")
}

pub fn unsealed(text: &str) -> &str {
    &text[..text.rfind("checksum ").unwrap()]
}

/// Splits a certificate's body into the text before the rule texts, the rule texts with their
/// heads, and the text after them.
fn split(body: &str) -> (&str, Vec<(&str, &str)>, &str) {
    let (first, rest) = body.split_at(body.find("sources ").unwrap());
    let (head, mut rest) = rest.split_once('\n').unwrap();
    let count: usize = head.strip_prefix("sources ").unwrap().parse().unwrap();
    let mut sources = Vec::new();
    for _ in 0..count {
        let (head, after) = rest.split_once('\n').unwrap();
        let (length, name) = head
            .strip_prefix("source ")
            .unwrap()
            .split_once(' ')
            .unwrap();
        let (text, after) = after.split_at(length.parse().unwrap());
        sources.push((name, text));
        rest = &after[1..];
    }
    (first, sources, rest)
}

fn joined(first: &str, sources: &[(&str, String)], rest: &str) -> String {
    let mut body = format!("{first}sources {}\n", sources.len());
    for (name, text) in sources {
        body += &format!("source {} {name}\n{text}\n", text.len());
    }
    body + rest
}

/// Returns the spans of the decimal numbers of a text.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let starts = (0..bytes.len()).filter(|&at| digit(at) && (at == 0 || !digit(at - 1)));
    starts
        .map(|from| (from, (from..).find(|&at| !digit(at)).unwrap()))
        .collect()
}

const LARGE_NUMBERS: [&str; 8] = [
    "1000000000000000000",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "170141183460469231731687303715884105728",
    "4294967296",
    "16777217",
];

fn other_number(old: &str, text: &str, rng: &mut Rng) -> String {
    let number: u128 = old.parse().unwrap_or(0);
    match rng.u8(..8) {
        0 | 1 => (number + 1).to_string(),
        2 => number.saturating_sub(1).to_string(),
        3 => rng.u128(..=number.saturating_mul(2).max(8)).to_string(),
        4 => (*rng.choice(&LARGE_NUMBERS).unwrap()).to_owned(),
        5 => format!("-{old}"),
        6 => {
            let all = numbers(text);
            let &(from, to) = rng.choice(&all).unwrap();
            text[from..to].to_owned()
        }
        _ => rng.u32(..200_000).to_string(),
    }
}

/// Returns a text with one change among its numbers, lines, tokens or bits.
fn edited(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let any = |rng: &mut Rng, lines: &[&str]| rng.usize(..lines.len());
    match rng.u8(..12) {
        0..=4 => {
            let all = numbers(text);
            let Some(&(from, to)) = rng.choice(&all) else {
                return text.to_owned();
            };
            return [
                &text[..from],
                &other_number(&text[from..to], text, rng),
                &text[to..],
            ]
            .concat();
        }
        5 => drop(lines.remove(any(rng, &lines))),
        6 => {
            let at = any(rng, &lines);
            lines.insert(any(rng, &lines), lines[at]);
        }
        7 => {
            let (a, b) = (any(rng, &lines), any(rng, &lines));
            lines.swap(a, b);
        }
        8 => {
            let mut tokens: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
            let (a, b) = (any(rng, &tokens), any(rng, &tokens));
            tokens.swap(a, b);
            return tokens.concat();
        }
        9 => lines.truncate(any(rng, &lines)),
        10 => {
            let mut bytes = text.as_bytes().to_vec();
            let at = rng.usize(..bytes.len());
            bytes[at] ^= 1 << rng.u8(..7);
            return String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned());
        }
        _ => {
            let sign = char::from(*rng.choice(b"0123456789+-*/<>kabnxyhw{}[]().,: ").unwrap());
            let at = rng.usize(..text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(at + 1) {
                return [&text[..at], &sign.to_string(), &text[at + 1..]].concat();
            }
        }
    }
    lines.into_iter().map(|line| format!("{line}\n")).collect()
}

/// Changes one item of a list.
fn item<T: Clone>(list: &mut Vec<T>, rng: &mut Rng, change: impl FnOnce(&mut T, &mut Rng)) {
    if list.is_empty() {
        return;
    }
    let (at, other) = (rng.usize(..list.len()), rng.usize(..list.len()));
    match rng.u8(..5) {
        0 => drop(list.remove(at)),
        1 => list.insert(other, list[at].clone()),
        2 => list.swap(at, other),
        _ => change(&mut list[at], rng),
    }
}

fn number(value: &mut u64, rng: &mut Rng) {
    *value = match rng.u8(..4) {
        0 => value.wrapping_add(1),
        1 => value.saturating_sub(1),
        2 => rng.u64(..=value.saturating_mul(2).max(4)),
        _ => rng.u64(..) >> rng.u8(..64),
    };
}

fn number32(value: &mut u32, rng: &mut Rng) {
    let mut wide = u64::from(*value);
    number(&mut wide, rng);
    *value = wide as u32;
}

/// Returns a certificate with one item of its proof changed and matching counts.
fn restructured(read: &ParsedCertificate, rng: &mut Rng) -> Option<String> {
    let mut certificate: Certificate = read.certificate.clone();
    match &mut certificate.proof {
        CertificateProof::Values(rows) => item(rows, rng, |row, rng| match rng.bool() {
            true => number(&mut row.1, rng),
            false => row
                .0
                .slots
                .iter_mut()
                .for_each(|slot| *slot = slot.saturating_add(rng.i64(-1..2))),
        }),
        CertificateProof::Outcomes(rows) => item(rows, rng, |row, rng| match rng.bool() {
            true => {
                row.1 = if row.1 == rules::game::Outcome::P {
                    rules::game::Outcome::N
                } else {
                    rules::game::Outcome::P
                }
            }
            false => drop(row.0.0.pop()),
        }),
        CertificateProof::Parts(proof) => {
            let game = rng.choice(&mut proof.games)?;
            item(&mut game.rows, rng, |row, rng| match &mut row.told {
                PartClaim::Is(value) | PartClaim::IsNot(value) | PartClaim::Mirror(value) => {
                    number(value, rng)
                }
            });
        }
        CertificateProof::SubtractionPeriod { values, set } => match rng.bool() {
            true => item(values, rng, number),
            false => item(set, rng, |taken, rng| {
                *taken = taken.saturating_add(rng.i64(-2..3))
            }),
        },
        CertificateProof::HeapPeriod(proof) => match rng.u8(..3) {
            0 => number(&mut proof.window, rng),
            1 => number(&mut proof.mask, rng),
            _ => item(&mut proof.values, rng, number),
        },
        CertificateProof::Quotient(proof) => {
            let list = match rng.u8(..3) {
                0 => &mut proof.lost,
                1 => &mut proof.images,
                _ => &mut proof.table,
            };
            item(list, rng, number);
        }
        CertificateProof::Partizan(proof) => match rng.u8(..4) {
            0 => item(&mut proof.forms, rng, |form, rng| {
                let side = match rng.bool() {
                    true => &mut form.left,
                    false => &mut form.right,
                };
                item(side, rng, number32);
            }),
            1 => item(&mut proof.sums, rng, |sum, rng| match rng.u8(..3) {
                at @ (0 | 1) => number32(&mut sum.summands[usize::from(at)], rng),
                _ => number32(&mut sum.total, rng),
            }),
            _ => item(&mut proof.positions, rng, |row, rng| match rng.bool() {
                true => number32(&mut row.1, rng),
                false => row
                    .0
                    .slots
                    .iter_mut()
                    .for_each(|slot| *slot = slot.saturating_add(rng.i64(-1..2))),
            }),
        },
        CertificateProof::PositionsQuotient(proof) => match rng.u8(..3) {
            0 => item(&mut proof.lost, rng, number),
            1 => item(&mut proof.images, rng, |row, rng| number(&mut row.1, rng)),
            _ => item(&mut proof.table, rng, number),
        },
        CertificateProof::Law(proof) => match rng.u8(..6) {
            0 => item(&mut proof.law.next, rng, number32),
            1 => item(&mut proof.law.accepting, rng, number32),
            2 => item(&mut proof.weights, rng, |weight, rng| {
                *weight = (*weight + i128::from(rng.i64(-3..4))) << rng.u8(..40)
            }),
            3 => item(&mut proof.machines, rng, |machine, rng| {
                item(&mut machine.next, rng, number32)
            }),
            4 => item(&mut proof.covers, rng, |cover, rng| {
                cover.letters ^= rng.bool()
            }),
            _ => item(&mut proof.covers, rng, |cover, rng| {
                item(&mut cover.rows, rng, |row, rng| match rng.bool() {
                    true => item(&mut row.next, rng, number32),
                    false => item(&mut row.states, rng, |state, rng| {
                        number32(&mut state.node, rng)
                    }),
                });
            }),
        },
        CertificateProof::Method(_) => return None,
    }
    write(&read.world, &certificate).ok()
}

/// Returns a certificate with one change and a correct checksum.
fn mutant(text: &str, rng: &mut Rng) -> Option<String> {
    let body = unsealed(text);
    let (first, sources, rest) = split(body);
    let own = || {
        sources
            .iter()
            .map(|(name, text)| (*name, (*text).to_owned()))
            .collect::<Vec<_>>()
    };
    let made = match rng.u8(..12) {
        0..=4 => edited(rest, rng),
        5 => return restructured(&parse(text).unwrap(), rng),
        6 => return restructured(&parse(text).unwrap(), rng),
        7 | 8 if !sources.is_empty() => {
            let mut own = own();
            let at = rng.usize(..own.len());
            own[at].1 = edited(&own[at].1, rng);
            return Some(sealed(&joined(first, &own, rest)));
        }
        9 => {
            // The mutant takes the rules or the proof of another certificate.
            let other = unsealed(rng.choice(WHOLE).unwrap().1);
            let (_, theirs, their_rest) = split(other);
            if rng.bool() {
                let theirs: Vec<_> = theirs
                    .iter()
                    .map(|(name, text)| (*name, (*text).to_owned()))
                    .collect();
                return Some(sealed(&joined(first, &theirs, rest)));
            }
            let proof = |rest: &str| rest.find("\nproof ").unwrap_or(0);
            [&rest[..proof(rest)], &their_rest[proof(their_rest)..]].concat()
        }
        // Changes the complete text, so that lengths and counts need not match. The second mutant
        // of each change has the old checksum.
        10 => return Some(sealed(&edited(body, rng))),
        11 => return Some(edited(text, rng)),
        _ => edited(rest, rng),
    };
    Some(sealed(&joined(first, &own(), &made)))
}

/// Returns the verdict on a text within a number of budget polls (a thousand steps each), and the
/// number of polls.
fn judged(parsed: &ParsedCertificate, most: u64) -> (Result<(), CertificateError>, u64) {
    let looks = Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        (looks.get() > most).then_some(StopReason::Time)
    };
    let verdict = parsed
        .check(&Budget::new(256 << 20, &stop, &|_, _| ()))
        .map(|_| ());
    (verdict, looks.get())
}

#[test]
fn every_mutant_is_refused_stopped_or_true() {
    let mut rng = Rng::with_seed(50);
    let wanted = testkit::rounds(1_000, 20_000);
    let mut came: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut looks_of: BTreeMap<&str, u64> = BTreeMap::new();
    for (name, text) in WHOLE {
        let (verdict, looks) = judged(&parse(text).unwrap(), u64::MAX);
        assert_eq!(verdict, Ok(()), "{name}");
        looks_of.insert(name, looks);
    }
    let mut made = 0;
    let mut slowest = (Duration::ZERO, String::new());
    while made < wanted {
        let &(name, text) = rng.choice(WHOLE).unwrap();
        let Some(mutant) = mutant(text, &mut rng).filter(|mutant| mutant != text) else {
            continue;
        };
        made += 1;
        let began = Instant::now();
        let kind = match parse(&mutant) {
            Err(_) => 0,
            Ok(parsed) => match judged(&parsed, 4 * looks_of[name] + 1_000) {
                (Ok(()), _) => {
                    if let Err(wrong) = is_true(&parsed, &parse(text).unwrap().certificate) {
                        panic!("{name}: accepted and wrong: {wrong}\n{mutant}");
                    }
                    3
                }
                (Err(CertificateError::Stopped(_)), _) => 2,
                (Err(_), _) => 1,
            },
        };
        came.entry(name).or_default()[kind] += 1;
        if began.elapsed() > slowest.0 {
            slowest = (began.elapsed(), mutant);
        }
    }
    println!(
        "unread, refused, stopped, true: {came:#?}\nthe slowest took {:?}:\n{}",
        slowest.0, slowest.1
    );
    assert!(
        slowest.0 < Duration::from_secs(30),
        "{:?}\n{}",
        slowest.0,
        slowest.1
    );
    let sum = |kind: usize| came.values().map(|counts| counts[kind]).sum::<usize>();
    assert!(sum(1) * 10 > wanted && sum(3) > 0, "{came:?}");
}
