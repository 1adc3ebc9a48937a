//! Certificates of the library's laws with one number or one sign of a rule changed. Each changed
//! certificate is refused, is equivalent to the original, or is correct for its changed rules
//! according to plain search. Input that is truncated, far too large or deeply nested is refused
//! without a panic.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use automata::numeration::NumerationSystem;
use automata::{Automaton, Track};
use base::budget::Budget;
use certificate::{
    Certificate, CertificateAutomaton, CertificateClaim, CertificateProof, LawKind, LawProof,
    ParsedCertificate, ProofMethod, parse,
};
use clauses::LinearForm;
use dashu_int::{IBig, UBig};
use fastrand::Rng;
use grundy::Session;
use grundy::laws::{Law, LawOutput, LawQuery};
use laws::{LawNumerals, Theory};
use rules::ast::PlayConvention;
use rules::ir::Int;

use crate::damaged_claims::Search;

/// Games whose certificates cover values, powers, outcomes under both play conventions, outcomes of
/// boards, Fibonacci digits, bits, runs, and every method.
const GAMES: &[&str] = &[
    "ed",
    "nim",
    "laskernim",
    "mockturtles",
    "wythoff",
    "bash(3)",
    "moore(2)",
    "miserenim",
    "knights(8)",
    "kiki",
    "chomp(3, 3)",
    "stonegame2",
    "nimthree",
    "againstone",
    "cutting",
    "ruler",
    "indexcapped",
    "loop",
];

fn certificates() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    let certified = |name: &&str| {
        let report = Session::new()
            .law(name, &LawQuery::default(), &Budget::generous())
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        report
            .certificate
            .unwrap_or_else(|| panic!("{name}"))
            .unwrap()
    };
    TEXTS.get_or_init(|| GAMES.iter().map(certified).collect())
}

/// Appends the checksum of a certificate's text to this text.
fn sealed(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{body}checksum {sum:016x}\n")
}

fn unsealed(text: &str) -> &str {
    &text[..text.rfind("checksum ").unwrap()]
}

/// Converts the automaton of a certificate into a law.
fn law(
    (kind, expansion): (LawKind, &[u8]),
    machine: &CertificateAutomaton,
    lows: Vec<i128>,
) -> Law {
    let numerals = LawNumerals::from_system(
        NumerationSystem::from_expansion(expansion).unwrap(),
        &Budget::generous(),
    )
    .unwrap();
    let kind = match kind {
        LawKind::Values => LawOutput::Values,
        LawKind::Powers => LawOutput::PowersOfValues,
        LawKind::Outcomes => LawOutput::Outcomes,
    };
    let tracks = (lows.len() + usize::from(kind != LawOutput::Outcomes)) as u16;
    let base = usize::from(numerals.base());
    let nodes = machine.next.len() / base;
    let mut phase = vec![u16::MAX; nodes];
    let mut met = vec![(0u32, 0u16)];
    while let Some((node, at)) = met.pop() {
        if std::mem::replace(&mut phase[node as usize], at) == u16::MAX {
            met.extend(
                machine.next[node as usize * base..][..base]
                    .iter()
                    .map(|&to| (to, (at + 1) % tracks)),
            );
        }
    }
    let accepts = (0..nodes as u32)
        .map(|node| machine.accepting.contains(&node))
        .collect();
    let tracks = (0..Track::from(tracks)).collect();
    let automaton = Automaton::from_parts(
        numerals.base(),
        tracks,
        machine.next.clone(),
        phase,
        accepts,
    )
    .unwrap();
    Law {
        kind,
        automaton,
        numerals,
        lows,
        prefix: None,
    }
}

/// Returns the laws that a certificate contains for the numbers of a position: one law for all
/// numbers, or one law for each slot.
fn laws_of(read: &ParsedCertificate) -> Vec<Law> {
    let lows = |game| {
        read.world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| i128::from(slot.low))
            .collect::<Vec<_>>()
    };
    match &read.certificate {
        Certificate {
            claim: CertificateClaim::Law(claim),
            proof: CertificateProof::Law(proof),
        } => {
            // For a law of gaps, the numbers of a position begin at 0.
            let lows = proof
                .gaps
                .as_ref()
                .map_or_else(|| lows(claim.game), |gaps| vec![0; gaps.list().len()]);
            vec![law((claim.kind, &claim.expansion), &proof.law, lows)]
        }
        Certificate {
            claim: CertificateClaim::AllValues(game),
            proof: CertificateProof::Method(method),
        } => match method {
            ProofMethod::Lemmas { proof, .. } => {
                vec![law((LawKind::Values, &[2]), &proof.law, lows(*game))]
            }
            ProofMethod::Separate(parts) => {
                let part = |(method, low): (&ProofMethod, i128)| match method {
                    ProofMethod::Automaton {
                        kind,
                        expansion,
                        proof,
                    } => Some(law((*kind, expansion), &proof.law, vec![low])),
                    _ => None,
                };
                parts.iter().zip(lows(*game)).filter_map(part).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns the certified value or outcome of a position; `None` if the certificate contains none
/// for this position, so that the rules must determine it.
fn told(read: &ParsedCertificate, laws: &[Law], at: &[Int]) -> Option<UBig> {
    let numbers: Vec<IBig> = at.iter().map(|&slot| IBig::from(slot)).collect();
    match (&read.certificate.claim, &read.certificate.proof) {
        (
            CertificateClaim::AllValues(game),
            CertificateProof::Method(ProofMethod::Boxes(boxes)),
        ) => {
            let slots = at
                .iter()
                .zip(read.world.rules(*game).slots())
                .zip(&boxes.slots);
            let row = slots.fold(0, |row, ((at, slot), classes)| {
                row * classes.count() + classes.class((at - slot.low) as usize)
            });
            Some(UBig::from(boxes.values[row]))
        }
        (_, CertificateProof::Method(ProofMethod::Maximum)) => None,
        (_, CertificateProof::Method(ProofMethod::Separate(_))) => laws
            .iter()
            .zip(&numbers)
            .try_fold(UBig::ZERO, |sum, (law, number)| {
                Some(sum ^ law.value(std::slice::from_ref(number))?)
            }),
        (
            _,
            CertificateProof::Law(LawProof {
                gaps: Some(gaps), ..
            }),
        ) => {
            let slots: Vec<LinearForm> = at
                .iter()
                .map(|&slot| LinearForm::constant(slot.into()))
                .collect();
            let gap =
                |slot| IBig::from(gaps.gap_form(slot, &slots).unwrap().as_constant().unwrap());
            laws[0].value(&(0..at.len()).map(gap).collect::<Vec<_>>())
        }
        _ => laws[0].value(&numbers),
    }
}

/// Asserts that the certificate is correct on a box of positions by plain search of its own rules.
/// For maximum Nim, the values are compared with those of the theorem.
fn is_right(read: &ParsedCertificate) {
    let (game, play, outcomes) = match &read.certificate.claim {
        CertificateClaim::Law(claim) => (claim.game, claim.play, claim.kind == LawKind::Outcomes),
        CertificateClaim::AllValues(game) => (*game, PlayConvention::Normal, false),
        other => panic!("{other:?}"),
    };
    let (world, laws) = (&read.world, laws_of(read));
    let slots = world.rules(game).slots();
    let mut search = Search::new(world, game, play, outcomes);
    let side: Int = [80, 14, 7][slots.len().min(3) - 1].min(if slots.len() > 3 { 4 } else { 80 });
    let budget = Budget::generous();
    let mut known: Vec<u64> = Vec::new();
    for number in 0..side.pow(slots.len() as u32) {
        let at: Vec<Int> = (0..slots.len() as u32)
            .map(|slot| number / side.pow(slot) % side + slots[slot as usize].low)
            .collect();
        let mut kept = at.clone();
        world.rules(game).canonicalise(&mut kept);
        if kept != at || !world.contains(game, &at, &budget).unwrap() {
            continue;
        }
        let value = search.value(game, &at);
        if let (CertificateProof::Method(ProofMethod::Maximum), [n]) =
            (&read.certificate.proof, &at[..])
        {
            let mut options = rules::game::OptionArena::new();
            world.options(game, &at, &mut options, &budget).unwrap();
            let f = options.len();
            let rises = known.is_empty() || f == 0 || search_f(world, game, n - 1) < f;
            let wanted = if rises {
                f as u64
            } else {
                known[known.len() - f - 1]
            };
            known.push(value);
            assert_eq!(value, wanted, "{n}");
        } else {
            assert_eq!(
                told(read, &laws, &at),
                Some(UBig::from(value)),
                "accepted, and wrong at {at:?}"
            );
        }
    }
}

/// Returns the number of moves of a heap.
fn search_f(world: &rules::world::World, game: rules::game::GameId, n: Int) -> usize {
    let mut options = rules::game::OptionArena::new();
    world
        .options(game, &[n], &mut options, &Budget::generous())
        .unwrap();
    options.len()
}

/// Returns whether two certificates of the same rules contain the same automata, restricted to
/// positions.
fn same_automata(one: &ParsedCertificate, other: &ParsedCertificate) -> bool {
    let budget = Budget::generous();
    let (left, right) = (laws_of(one), laws_of(other));
    let cut = |law: &Law| {
        let mut set = law.automaton.clone();
        if let (CertificateClaim::Law(claim), CertificateProof::Law(proof)) =
            (&one.certificate.claim, &one.certificate.proof)
        {
            let (world, mut slots) = (&one.world, one.world.rules(claim.game).slots().to_vec());
            let mut clauses = clauses::of_game(world, claim.game, &budget).unwrap();
            if let Some(gaps) = &proof.gaps {
                clauses = clauses.by_gaps(gaps).unwrap();
                slots
                    .iter_mut()
                    .for_each(|slot| (slot.low, slot.high) = (0, None));
            }
            let theory = Theory::new(
                &slots,
                &clauses,
                &vec![1; slots.len()],
                law.numerals.clone(),
                &budget,
            )
            .unwrap();
            set = set.and(&theory.positions, &budget).unwrap();
        }
        set
    };
    left.len() == right.len()
        && left
            .iter()
            .zip(&right)
            .all(|(one, other)| cut(one).same(&cut(other), &budget).unwrap().is_none())
}

/// Returns the positions of the numbers in a text, grouped by the keyword of their section. The
/// positions of the signs of its rules are under the key `rules`.
fn places(body: &str) -> BTreeMap<&str, Vec<(usize, usize)>> {
    let mut found: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    let proof = body.find("\nproof ").unwrap();
    let (mut at, mut under) = (0, "");
    for line in body.split_inclusive('\n') {
        let word = line.split([' ', '\n']).next().unwrap_or_default();
        if at >= proof {
            let named = word.starts_with(|sign: char| sign.is_ascii_alphabetic());
            if named {
                under = word;
            }
            let mut start = None;
            for (place, sign) in line.char_indices() {
                match (sign.is_ascii_digit(), start) {
                    (true, None) => start = Some(place),
                    (false, Some(from)) => {
                        found
                            .entry(if named { "heads" } else { under })
                            .or_default()
                            .push((at + from, at + place));
                        start = None;
                    }
                    _ => {}
                }
            }
        } else if ["state", "move", "require", "play", "coins", "unordered"]
            .contains(&line.split_whitespace().next().unwrap_or_default())
        {
            // Signs such as `+` in the name of a move are not changed.
            let from = line.rfind('"').unwrap_or(0);
            let signs = line.char_indices().filter(|(place, sign)| {
                *place > from && "0123456789+-*/<>kabnxyhw".contains(*sign)
            });
            found
                .entry("rules")
                .or_default()
                .extend(signs.map(|(place, sign)| (at + place, at + place + sign.len_utf8())));
        }
        at += line.len();
    }
    found
}

fn accepted(text: &str) -> Option<ParsedCertificate> {
    parse(text)
        .ok()
        .filter(|read| read.check(&Budget::generous()).is_ok())
}

#[test]
fn mutants_are_refused_or_right() {
    let whole = certificates();
    let mut rng = Rng::with_seed(17);
    let wanted = testkit::rounds(70, 3_000);
    let mut came: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut made = 0;
    while made < wanted {
        let text = rng.choice(whole).unwrap();
        let body = unsealed(text);
        let places = places(body);
        let (&section, spans) = rng.choice(places.iter().collect::<Vec<_>>()).unwrap();
        let &(start, end) = rng.choice(spans).unwrap();
        let old = &body[start..end];
        let new = match old.parse::<u64>() {
            // Numbers in rules have one digit, so that the rules keep their length.
            Ok(_) if section == "rules" => rng.u32(..10).to_string(),
            Ok(number) => match rng.u8(..4) {
                0 => number + 1,
                1 => number.saturating_sub(1),
                _ => rng.u64(..=number.saturating_mul(2).max(8)),
            }
            .to_string(),
            Err(_) => char::from(*rng.choice(b"0123456789+-*/<>kabnxyhw").unwrap()).to_string(),
        };
        if new == old {
            continue;
        }
        made += 1;
        let mutant = sealed(&[&body[..start], &new, &body[end..]].concat());
        let kind = match accepted(&mutant) {
            None => "refused",
            Some(read) => {
                is_right(&read);
                if section != "rules" {
                    assert!(
                        same_automata(&parse(text).unwrap(), &read),
                        "accepted, and another automaton: {old} became {new}\n{mutant}"
                    );
                }
                "right"
            }
        };
        *came.entry((section, kind)).or_default() += 1;
    }
    println!("{came:?}");
    let passed: usize = came
        .iter()
        .filter(|((_, kind), _)| *kind == "right")
        .map(|(_, count)| count)
        .sum();
    assert!(passed * 5 < made, "{came:?}");
}

#[test]
fn what_is_cut_short_too_large_or_nested_deep_is_refused() {
    let whole = certificates();
    let mut rng = Rng::with_seed(18);
    for text in testkit::some(whole, 2) {
        assert!(accepted(text).is_some(), "{text}");
        let body = unsealed(text);
        for _ in 0..testkit::rounds(3, 200) {
            let end = rng.usize(..body.len());
            if body.is_char_boundary(end) {
                assert!(
                    accepted(&sealed(&body[..end])).is_none(),
                    "cut at {end}:\n{text}"
                );
            }
        }
        for spans in places(body)
            .into_iter()
            .filter(|(section, _)| *section != "rules")
            .map(|(_, spans)| spans)
        {
            let &(start, end) = rng.choice(&spans).unwrap();
            let mut large = [
                "4294967295",
                "18446744073709551615",
                "170141183460469231731687303715884105728",
                "-1",
                "",
                "9e9",
            ];
            rng.shuffle(&mut large);
            for new in &large[..testkit::rounds(1, 6)] {
                let mutant = sealed(&[&body[..start], new, &body[end..]].concat());
                if let Some(read) = accepted(&mutant) {
                    is_right(&read);
                }
            }
        }
    }
    // The certificate has nested brackets in a rule, and the stated length of the rules is
    // adjusted.
    let body = unsealed(&whole[1]);
    let (head, rest) = body.split_once("nim.game\n").unwrap();
    let length: usize = head.rsplit(' ').nth(1).unwrap().parse().unwrap();
    let rules = &rest[..length];
    for depth in [10, 100_000] {
        let nested = rules.replacen(
            "1..n : [n - k]",
            &format!("1..n : [{}n - k{}]", "(".repeat(depth), ")".repeat(depth)),
            1,
        );
        assert_ne!(nested, rules);
        let head = head.replacen(&length.to_string(), &nested.len().to_string(), 1);
        assert_eq!(
            accepted(&sealed(&format!(
                "{head}nim.game\n{nested}{}",
                &rest[length..]
            )))
            .is_some(),
            depth == 10,
            "{depth} brackets"
        );
    }
}
