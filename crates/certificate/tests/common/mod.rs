//! A naive solver, straight from the definitions, that builds the certificates of these tests. The
//! naive solver recurses over the options, caches every result, and lists the results in the order
//! in which they are computed.

pub mod two_players;

use std::collections::HashMap;

use base::budget::Budget;
use certificate::{
    Certificate, CertificateClaim, CertificateError, CertificateProof, CertificateReport, check,
    parse, write,
};
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, OptionArena, Outcome, SumKind};
use rules::ir::{Int, ParameterValue};
use rules::play::{Component, SumPosition, ended_at_once, moves, outcome_without_moves};
use rules::world::World;

pub const NIM: &str = "game Nim { state n in 0.. move k in 1..n : [n - k] }";
pub const KAYLES: &str = "game Kayles { state n in 0.. move i in 0..n-1 : [i] + [n - 1 - i] move i in 0..n-2 : [i] + [n - 2 - i] }";
pub const TAKE: &str =
    "game Take(S = {1, 3, 4}) { state n in 0.. move \"take {k}\" k in S : [n - k] }";
pub const MISERE: &str = "game Misere { state n in 0.. play misere move k in 1..2 : [n - k] }";
pub const GOAL: &str = "game Goal { state w in 1.., h in 1.. unordered goal w == 1 and h == 1 move k in 1..w-1 : [k, h] + [w - k, h] \
                        move k in 1..h-1 : [w, k] + [w, h - k] }";
pub const TRAP: &str = "game Trap { state n in 0.. trap n == 0 move k in 1..3 : [n - k] }";
pub const EVERY: &str = "game Every { state n in 0.. sum every move k in 1..3 : [n - k] }";
pub const COINS: &str = "coins Turtles { state s in 1.. move : nothing move t in 1..s - 1 : [t] }";
pub const RING: &str = "game Ring { state n in 0..1 loopy move : [1 - n] }";
pub const CIRCLE: &str = "game Circle { state n in 0.. move when n >= 1 : Kayles[n - 1] move when n >= 2 : Kayles[n - 2] }";

/// Returns a world with the given rule texts, each in a file of its own.
pub fn world(texts: &[&str]) -> World {
    let mut world = World::empty();
    for (i, text) in texts.iter().enumerate() {
        world
            .load(&format!("file{i}.game"), text)
            .unwrap_or_else(|e| panic!("{e:?}"));
    }
    world
}

/// Returns the game with this name and no arguments.
pub fn game(world: &mut World, name: &str) -> GameId {
    world.instantiate(name, vec![]).unwrap()
}

/// Returns the rules of `Take` with another subtraction set.
pub fn take(world: &mut World, set: &[Int]) -> GameId {
    world
        .instantiate("Take", vec![(None, ParameterValue::Set(set.into(), 1))])
        .unwrap()
}

pub fn component(game: GameId, slots: &[Int]) -> Component {
    Component {
        game,
        slots: slots.into(),
    }
}

/// Returns a canonical sum of components of one game.
pub fn sum(world: &World, game: GameId, rows: &[&[Int]]) -> SumPosition {
    SumPosition::canonical(
        rows.iter().map(|slots| component(game, slots)).collect(),
        world,
    )
}

/// Returns the Grundy values of a component and of all components reachable from it, each after the
/// values that it depends on.
pub fn values(world: &World, roots: &[Component]) -> Vec<(Component, u64)> {
    let mut known = HashMap::new();
    let mut list = Vec::new();
    for root in roots {
        value(world, root, &mut known, &mut list);
    }
    list
}

fn value(
    world: &World,
    at: &Component,
    known: &mut HashMap<Component, u64>,
    list: &mut Vec<(Component, u64)>,
) -> u64 {
    if let Some(&value) = known.get(at) {
        return value;
    }
    let mut options = OptionArena::new();
    world
        .options(at.game, &at.slots, &mut options, &Budget::generous())
        .unwrap();
    let left: Vec<Vec<Component>> = options
        .iter()
        .map(|o| {
            o.components()
                .map(|(game, slots)| component(game, slots))
                .collect()
        })
        .collect();
    let seen: Vec<u64> = left
        .iter()
        .map(|parts| {
            parts
                .iter()
                .map(|part| value(world, part, known, list))
                .fold(0, |a, b| a ^ b)
        })
        .collect();
    let mex = (0..).find(|v| !seen.contains(v)).unwrap();
    known.insert(at.clone(), mex);
    list.push((at.clone(), mex));
    mex
}

/// Returns conventions with the given options, under which play continues until no component has a
/// move.
pub fn conventions(play: PlayConvention, sum: SumKind) -> Conventions {
    Conventions {
        play,
        sum,
        ..Conventions::default()
    }
}

/// Returns the outcomes of a sum and of all sums reachable from it, each after the outcomes that it
/// depends on.
pub fn outcomes(
    world: &World,
    conventions: Conventions,
    root: &SumPosition,
) -> Vec<(SumPosition, Outcome)> {
    let mut known = HashMap::new();
    let mut list = Vec::new();
    outcome(world, conventions, root, &mut known, &mut list);
    list
}

fn outcome(
    world: &World,
    conventions: Conventions,
    at: &SumPosition,
    known: &mut HashMap<SumPosition, Outcome>,
    list: &mut Vec<(SumPosition, Outcome)>,
) -> Outcome {
    if let Some(&outcome) = known.get(at) {
        return outcome;
    }
    let options = moves(world, at, conventions, &Budget::generous()).unwrap();
    let result = if let Some(ended) = ended_at_once(world, at, &Budget::generous()).unwrap() {
        ended
    } else if options.is_empty() {
        outcome_without_moves(conventions.play)
    } else {
        let all: Vec<Outcome> = options
            .iter()
            .map(|o| outcome(world, conventions, &o.leaves, known, list))
            .collect();
        if all.contains(&Outcome::P) {
            Outcome::N
        } else {
            Outcome::P
        }
    };
    known.insert(at.clone(), result);
    list.push((at.clone(), result));
    result
}

/// Returns a certificate of the value of a sum.
pub fn value_certificate(world: &World, sum: &SumPosition) -> Certificate {
    let entries = values(world, &sum.0);
    let value = sum
        .0
        .iter()
        .map(|c| entries.iter().find(|(known, _)| known == c).unwrap().1)
        .fold(0, |a, b| a ^ b);
    Certificate {
        claim: CertificateClaim::Value {
            sum: sum.clone(),
            value,
        },
        proof: CertificateProof::Values(entries),
    }
}

/// Returns a certificate of the outcome of a sum.
pub fn outcome_certificate(
    world: &World,
    conventions: Conventions,
    sum: &SumPosition,
) -> Certificate {
    let entries = outcomes(world, conventions, sum);
    let outcome = entries.last().unwrap().1;
    Certificate {
        claim: CertificateClaim::Outcome {
            sum: sum.clone(),
            conventions,
            outcome,
        },
        proof: CertificateProof::Outcomes(entries),
    }
}

/// Returns a certificate of a period, with as many values as the proof needs.
pub fn period_certificate(game: GameId, set: &[Int], preperiod: u64, period: u64) -> Certificate {
    let needed = preperiod + period + *set.last().unwrap() as u64;
    let mut values: Vec<u64> = Vec::new();
    for n in 0..needed as Int {
        let seen: Vec<u64> = set
            .iter()
            .filter(|&&s| s <= n)
            .map(|s| values[(n - s) as usize])
            .collect();
        values.push((0..).find(|v| !seen.contains(v)).unwrap());
    }
    Certificate {
        claim: CertificateClaim::Period {
            game,
            preperiod,
            period,
        },
        proof: CertificateProof::SubtractionPeriod {
            set: set.to_vec(),
            values,
        },
    }
}

/// Verifies a certificate in memory, and as text in a world of its own. The verdict in memory and
/// the verdict on the text must agree.
pub fn verdict(
    world: &World,
    certificate: &Certificate,
) -> Result<CertificateReport, CertificateError> {
    let in_memory = check(world, certificate, &Budget::generous());
    let text = write(world, certificate).unwrap();
    let parsed = parse(&text).unwrap_or_else(|refused| panic!("{refused}\n{text}"));
    parsed.check_rules(world).unwrap();
    let read_back = parsed.check(&Budget::generous());
    assert_eq!(read_back.is_ok(), in_memory.is_ok(), "{text}");
    in_memory
}

/// Returns the error for a row that depends on a row that does not precede it.
pub fn not_earlier(entry: usize, position: &str, option: &str) -> CertificateError {
    CertificateError::NotEarlier {
        entry,
        position: position.into(),
        option: option.into(),
    }
}

/// Returns the text with a correct checksum.
pub fn sealed(body: &str) -> String {
    let sum = body.bytes().fold(0xcbf29ce484222325u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x100000001b3)
    });
    format!("{body}checksum {sum:016x}\n")
}

/// Returns the text without its last line.
pub fn body(text: &str) -> &str {
    &text[..text.trim_end().rfind('\n').unwrap() + 1]
}

/// Returns the error for which the parser or the checker rejects a text.
pub fn refusal(text: &str) -> CertificateError {
    match parse(text) {
        Ok(parsed) => parsed.check(&Budget::generous()).expect_err(text),
        Err(refused) => refused,
    }
}
