//! Certificates of laws: the certificate of each law that is found is written, read again and
//! accepted. A damaged certificate is rejected, or its law is still correct.

use std::collections::HashMap;
use std::sync::OnceLock;

use automata::Automaton;
use automata::numeration::NumerationSystem;
use base::budget::Budget;
use certificate::{
    CertificateAutomaton, CertificateClaim, CertificateProof, LawKind, LawProof, parse, write,
};
use dashu_int::{IBig, UBig};
use laws::{Law, LawNumerals, LawOutput};
use rules::ast::PlayConvention;
use testkit::rounds;

use crate::proofs::{PROVED_LAWS, Search, looked_for};

/// Returns the texts of the certificates of all laws that are found.
fn certificates() -> impl Iterator<Item = (&'static str, NumerationSystem)> {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    let found = || testkit::some(PROVED_LAWS.iter().chain(MORE), 2);
    TEXTS
        .get_or_init(|| found().map(certified).collect())
        .iter()
        .zip(found())
        .map(|(text, found)| (&text[..], found.3))
}

fn certified(
    (text, measure, kind, system, play): &(
        &str,
        &[i64],
        LawOutput,
        NumerationSystem,
        PlayConvention,
    ),
) -> String {
    let (world, game, found) = looked_for(text, measure, *kind, *system, *play);
    let proof = found
        .proof
        .as_ref()
        .unwrap_or_else(|why| panic!("{text}: {}", why.en));
    let made = laws::certificate(world, game, &found.law, proof, &Budget::generous())
        .unwrap_or_else(|halt| panic!("{text}: {halt:?}"));
    write(world, &made).unwrap()
}

/// The games end at once, or have sorted slots, bits, powers, measures bounded below by slots or
/// positions, or other numerations.
const MORE: &[(&str, &[i64], LawOutput, NumerationSystem, PlayConvention)] = &[
    (
        "game G { state n in 0.. trap n == 0 move k in 1..3 : [n - k] }",
        &[1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state n in 0.. trap n == 0 move k in 1..4 : [n - k] }",
        &[1],
        LawOutput::Outcomes,
        NumerationSystem::Base(5),
        PlayConvention::Misere,
    ),
    (
        "game G { state n in 0.. goal n % 3 == 0 move k in 1..4 : [n - k] }",
        &[1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state n in 0.. goal n == 1 trap n == 2 move k in 1..2 : [n - k] move : nothing }",
        &[1],
        LawOutput::Outcomes,
        NumerationSystem::Base(3),
        PlayConvention::Misere,
    ),
    (
        "game G { state a in 0.., b in 0.. unordered move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] }",
        &[1, 1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state x in 1.., y in 1.. move (dx, dy) in {(-1, 0), (0, -1), (-1, -1)} : [x + dx, y + dy] }",
        &[1, 1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state n in 0.. move k in {2 ** i for i in 0..} : [n - k] }",
        &[1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state n in 0.. move k in {3 ** i for i in 0..} : [n - k] }",
        &[1],
        LawOutput::Outcomes,
        NumerationSystem::Base(3),
        PlayConvention::Normal,
    ),
    (
        "game G { state x in 0.. move k in 1..x-1 when k xor x < x : [k] + [k xor x] }",
        &[1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min(x, m - x)] }",
        &[1, 0],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min(2 * x, m - x)] }",
        &[1, 0],
        LawOutput::Outcomes,
        NumerationSystem::Quadratic(1),
        PlayConvention::Normal,
    ),
    (
        "game G { state x in 0..9, y in 0.. move : [x + 1, y] move k in 1..2 : [x, y - k] }",
        &[-1, 1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state x in 0.., y in 0.. require x <= y move k in 1..y - x : [x + k, y] }",
        &[-1, 1],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state a[1..4] in 0.. move i in 2..4, k in 1..a[i] : { a[i] -= k, a[i-1] += k } move k in 1..a[1] : { a[1] -= k } }",
        &[1, 2, 3, 4],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state a[1..3] in 0.. move i in 1..3, k in 1..a[i] when all(a[j] == 0 for j in 1..i-1) or all(a[j] == 0 for j in i+1..3) : { a[i] -= k } }",
        &[1, 1, 1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state p[1..3] in 1.. require all(p[i] < p[i+1] for i in 1..2) move i in 1..3, k in 1..p[i] - 1 : { p[i] -= k } }",
        &[1, 1, 1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state a in 0.., b in 0.. move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] move k in 1.., l in k - 1..k + 1 when l >= 1 : [a - k, b - l] }",
        &[1, 1],
        LawOutput::Outcomes,
        NumerationSystem::Quadratic(2),
        PlayConvention::Normal,
    ),
    (
        "game G { state n in 0.., N in 0..7 move k in 1..2 when n >= N : [n - k, N] }",
        &[1, 0],
        LawOutput::Values,
        NumerationSystem::Base(3),
        PlayConvention::Normal,
    ),
    (
        "game G { state x in 0.., y in 0.. move (dx, dy) in {(1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)} : [x + dx, y + dy] }",
        &[1, 1],
        LawOutput::Outcomes,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ),
];

/// Appends the correct checksum to a certificate.
fn sealed(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{body}checksum {sum:016x}\n")
}

fn unsealed(text: &str) -> &str {
    &text[..text.rfind("checksum ").unwrap()]
}

#[test]
fn laws_are_certified() {
    for (written, _) in certificates() {
        let begin = std::time::Instant::now();
        let read = parse(written).unwrap();
        assert_eq!(write(&read.world, &read.certificate).unwrap(), written);
        let checked = read
            .check(&Budget::generous())
            .unwrap_or_else(|refused| panic!("{refused}:\n{written}"));
        println!(
            "{} bytes, {} rows, checked in {:?}: {}",
            written.len(),
            checked.entries,
            begin.elapsed(),
            checked.claim.en
        );
        assert!(written.len() < 1_000_000, "{}", checked.claim.en);
    }
}

/// Returns whether the text of a certificate is accepted. The claim of an accepted text must agree
/// with a brute-force search of its own rules in a box.
fn accepted(text: &str, system: NumerationSystem) -> bool {
    let budget = Budget::generous();
    let Ok(read) = parse(text) else { return false };
    let (CertificateClaim::Law(claim), CertificateProof::Law(proof)) =
        (&read.certificate.claim, &read.certificate.proof)
    else {
        unreachable!("a law")
    };
    if read.check(&budget).is_err() {
        return false;
    }
    let slots = read.world.rules(claim.game).slots();
    let lows: Vec<i128> = slots.iter().map(|slot| slot.low.into()).collect();
    let numerals = LawNumerals::from_system(system, &budget).unwrap();
    assert_eq!(
        claim.expansion,
        system.expansion(),
        "other digits are accepted"
    );
    let tracks = lows.len() + usize::from(claim.kind != LawKind::Outcomes);
    let kind = match claim.kind {
        LawKind::Values => LawOutput::Values,
        LawKind::Powers => LawOutput::PowersOfValues,
        LawKind::Outcomes => LawOutput::Outcomes,
    };
    let law = Law {
        kind,
        automaton: automaton(&proof.law, numerals.base(), tracks),
        numerals,
        lows,
        prefix: None,
    };
    let mut search = Search {
        world: &read.world,
        known: HashMap::new(),
        misere: claim.play == PlayConvention::Misere,
        outcomes: kind == LawOutput::Outcomes,
    };
    let side: i64 = if slots.len() == 1 { 60 } else { 9 };
    for number in 0..side.pow(slots.len() as u32) {
        let mut at: Vec<i64> = (0..slots.len() as u32)
            .map(|slot| number / side.pow(slot) % side + slots[slot as usize].low)
            .collect();
        read.world.rules(claim.game).canonicalise(&mut at);
        if read.world.contains(claim.game, &at, &budget).unwrap() {
            let told = law.value(&at.iter().map(|&slot| IBig::from(slot)).collect::<Vec<_>>());
            assert_eq!(
                told,
                Some(UBig::from(search.value(claim.game, &at))),
                "accepted and wrong at {at:?}:\n{text}"
            );
        }
    }
    true
}

fn automaton(machine: &CertificateAutomaton, base: u8, tracks: usize) -> Automaton {
    let nodes = machine.next.len() / usize::from(base);
    let mut phase = vec![u16::MAX; nodes];
    let mut queue = vec![(0u32, 0u16)];
    while let Some((node, at)) = queue.pop() {
        if std::mem::replace(&mut phase[node as usize], at) == u16::MAX {
            let next = &machine.next[node as usize * usize::from(base)..][..base.into()];
            queue.extend(next.iter().map(|&to| (to, (at + 1) % tracks as u16)));
        }
    }
    let accepts = (0..nodes as u32)
        .map(|node| machine.accepting.contains(&node))
        .collect();
    Automaton::from_parts(
        base,
        (0..tracks as u32).collect(),
        machine.next.clone(),
        phase,
        accepts,
    )
    .unwrap()
}

/// Changes one item of a certificate. Returns whether the certificate has the item, and whether the
/// item changed.
fn damage(proof: &mut LawProof, which: usize, random: &mut fastrand::Rng) -> bool {
    let before = proof.clone();
    let edge = |machine: &mut CertificateAutomaton, random: &mut fastrand::Rng| {
        let nodes = machine.next.iter().max().map_or(0, |last| last + 1);
        let edge = random.usize(..machine.next.len());
        machine.next[edge] = random.u32(..nodes);
    };
    match which {
        0 => edge(&mut proof.law, random),
        1 => {
            let node = random.u32(..proof.law.next.iter().max().map_or(1, |last| last + 1));
            match proof.law.accepting.binary_search(&node) {
                Ok(place) => drop(proof.law.accepting.remove(place)),
                Err(place) => proof.law.accepting.insert(place, node),
            }
        }
        2 => {
            let cover = random.usize(..proof.covers.len());
            let rows = &mut proof.covers[cover].rows;
            if rows.is_empty() {
                return false;
            }
            let (row, count) = (random.usize(..rows.len()), rows.len() as u32);
            let row = &mut rows[row];
            match random.u8(..4) {
                0 => row.node = row.node.wrapping_add(random.u32(1..4)),
                1 if !row.states.is_empty() => {
                    row.states.remove(random.usize(..row.states.len()));
                }
                2 if !row.states.is_empty() => {
                    let place = random.usize(..row.states.len());
                    row.states[place].node = row.states[place].node.wrapping_sub(random.u32(1..9));
                }
                _ if !row.next.is_empty() => {
                    let place = random.usize(..row.next.len());
                    row.next[place] = random.u32(..count);
                }
                _ => {}
            }
        }
        3 => {
            let slot = random.usize(..proof.weights.len());
            proof.weights[slot] = i128::from(random.i8(-2..3));
        }
        _ => match proof.machines.len() {
            0 => return false,
            count => edge(&mut proof.machines[random.usize(..count)], random),
        },
    }
    *proof != before
}

#[test]
fn what_is_damaged_is_refused_or_right() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut made, mut passed) = (0, 0);
    for (written, system) in certificates() {
        let read = parse(written).unwrap();
        let CertificateProof::Law(whole) = &read.certificate.proof else {
            unreachable!("a law")
        };
        for which in (0..5).cycle().take(rounds(6, 30)) {
            let mut proof = whole.clone();
            if damage(&mut proof, which, &mut random) {
                let certificate = certificate::Certificate {
                    claim: read.certificate.claim.clone(),
                    proof: CertificateProof::Law(proof),
                };
                made += 1;
                passed += usize::from(accepted(&write(&read.world, &certificate).unwrap(), system));
            }
        }
        // The changed item is one character of the rule text.
        let rules = written.find("game").or(written.find("coins")).unwrap()
            ..written.find("\ngames 1").unwrap();
        for _ in 0..rounds(3, 6) {
            let at = random.usize(rules.clone());
            let sign = *random.choice(b"0123456789+-*/xyn").unwrap();
            let mut bytes = unsealed(written).as_bytes().to_vec();
            if bytes[at].is_ascii_digit() || bytes[at].is_ascii_punctuation() {
                bytes[at] = sign;
                made += 1;
                passed += usize::from(accepted(
                    &sealed(&String::from_utf8(bytes).unwrap()),
                    system,
                ));
            }
        }
    }
    println!("{passed} of {made} mutants are right all the same");
    assert!(passed * 20 < made, "{passed} of {made}");
}

/// Rows before each digit and rows at the ends of letters are distinguished: a certificate with the
/// other label for its rows is rejected.
#[test]
fn rows_of_letters_are_no_rows_of_digits() {
    let mut flipped = [0, 0];
    // With many parallel numbers, a letter has more paths than rows within the letter.
    let heaps = "game G { state a[1..7] in 0.. move i in 1..7 : { a[i] -= 1 } }";
    let heaps = certified(&(
        heaps,
        &[1; 7],
        LawOutput::Values,
        NumerationSystem::Base(2),
        PlayConvention::Normal,
    ));
    // The covers of greedy digits read one more number than the covers of bases.
    let of_bases = certificates().filter(|(_, system)| matches!(system, NumerationSystem::Base(_)));
    for (written, system) in of_bases
        .map(|(text, system)| (text.to_owned(), system))
        .chain([(heaps, NumerationSystem::Base(2))])
    {
        let read = parse(&written).unwrap();
        let (CertificateProof::Law(whole), CertificateClaim::Law(claim)) =
            (&read.certificate.proof, &read.certificate.claim)
        else {
            unreachable!("a law")
        };
        let slots = read.world.rules(claim.game).slots().len();
        for place in 0..whole.covers.len() {
            // All covers of a law of values, except the first, read two numbers after the slots.
            // For one number, both formats of rows are the same.
            let several = slots > 1 || claim.kind != LawKind::Outcomes && place > 0;
            let mut proof = whole.clone();
            let Some(cover) = proof
                .covers
                .get_mut(place)
                .filter(|cover| several && !cover.rows.is_empty())
            else {
                continue;
            };
            cover.letters = !cover.letters;
            flipped[usize::from(cover.letters)] += 1;
            let certificate = certificate::Certificate {
                claim: read.certificate.claim.clone(),
                proof: CertificateProof::Law(proof),
            };
            assert!(
                !accepted(&write(&read.world, &certificate).unwrap(), system),
                "cover {place} of {written}"
            );
        }
    }
    assert!(flipped.iter().all(|&count| count > 0), "{flipped:?}");
}

#[test]
fn what_is_no_certificate_is_refused() {
    let budget = Budget::generous();
    let body = unsealed(certificates().next().unwrap().0);
    for end in (0..body.len()).filter(|&end| body.is_char_boundary(end)) {
        assert!(parse(&sealed(&body[..end])).is_err(), "cut at {end}");
    }
    let refused = |text: &str| parse(&sealed(text)).is_ok_and(|read| read.check(&budget).is_ok());
    let head = body.lines().find(|line| line.starts_with("proof")).unwrap();
    let machine = body
        .lines()
        .find(|line| line.starts_with("machine"))
        .unwrap();
    let cover = body.lines().find(|line| line.starts_with("cover")).unwrap();
    for (old, new) in [
        (
            head,
            "proof law weights 1 floor 0 machines 18446744073709551615 covers 2".to_owned(),
        ),
        (
            head,
            head.replace("floor 0", "floor 170141183460469231731687303715884105727"),
        ),
        (
            head,
            head.replace(
                "weights 1 floor 0",
                "weights -1 floor -170141183460469231731687303715884105728",
            ),
        ),
        (
            head,
            head.replace(
                "weights 1",
                "weights 170141183460469231731687303715884105727",
            ),
        ),
        (
            head,
            head.replace(
                "weights 1",
                "weights -170141183460469231731687303715884105728",
            ),
        ),
        (head, head.replace("weights 1", "weights")),
        (head, head.replace("weights 1", "weights 1 1")),
        (
            machine,
            "machine 18446744073709551615 accepting 3".to_owned(),
        ),
        (machine, "machine 0 accepting 0".to_owned()),
        (
            cover,
            "cover leading 1 rows 18446744073709551615".to_owned(),
        ),
        (cover, "cover leading 0 rows 0".to_owned()),
        ("digits 2", "digits 3".to_owned()),
        ("digits 2", "digits 0".to_owned()),
        ("digits 2", "digits 255".to_owned()),
        ("digits 2", "digits 1 1".to_owned()),
        ("digits 2", "digits".to_owned()),
        ("values normal", "values misere".to_owned()),
        ("values normal", "values button".to_owned()),
        ("values normal", "outcomes normal".to_owned()),
        ("values normal", "powers normal".to_owned()),
        ("\n0:0 0\n", "\n0:0 1\n".to_owned()),
        ("\n0:0 0\n", "\n0:4294967295 0\n".to_owned()),
        ("\n0:0 0\n", "\n4294967295:0 0\n".to_owned()),
    ] {
        assert!(body.contains(old), "{old}");
        assert!(!refused(&body.replacen(old, &new, 1)), "{old} became {new}");
    }
}
