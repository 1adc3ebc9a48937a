//! Names compared with laws. For each operator of names, the automaton and the rule language
//! compute the same values. A law that is broken at one node refutes every name. The comparison of
//! a wrong name returns a position at which the name and the law differ.

use automata::Automaton;
use automata::numeration::NumerationSystem;
use base::budget::{Budget, StopReason};
use laws::names::{ClaimComparison, NameStatus, compare_claim, name};
use laws::{Law, LawError, LawNumerals, LawOutput, Theory, claim_to_law};
use rules::ast::PlayConvention;
use rules::eval::{EvalContext, at_most};
use rules::game::GameId;
use rules::ir::{self, Int};
use rules::world::World;

use crate::proofs::looked_for;

/// Every operator is tested with several forms of operands.
const OPERATOR_CLAIMS: &[&str] = &[
    "SG == x + y",
    "SG == max(x - y, 0)",
    "SG == 3 * x + 2",
    "SG == (x + y) / 3",
    "SG == (5 * x + y) % 7",
    "SG == x xor y",
    "SG == (x xor y - 2) % 8",
    "SG == x bitand y",
    "SG == x bitor y + 1",
    "SG == min(x, y)",
    "SG == max(x, 2 * y - 1)",
    "SG == popcount(x) % 2",
    "SG == (popcount(x + y) + 1) % 2",
    "SG == 2 ** ctz(y)",
    "SG == 2 ** ctz(x + 3 * y)",
    "SG == ctz(bitnot(x bitor y))",
    "SG == if x == 0 then 0 else ctz(x)",
    "SG == if x < y then y - x else if x > 2 * y then x % 4 else 1",
    "SG == if x != y and x >= 3 then x - 3 else y",
    "P iff x == y",
    "P iff x <= y and y - x < 3",
    "P iff not (x % 3 == 1 or y % 2 == 0)",
    "P iff if x > 4 then x xor y == 1 else y % 4 >= 2",
    "P iff popcount(x) % 2 == y % 2",
];

fn world(claim: &str) -> (World, GameId, ir::RuleClaim) {
    let mut world = World::empty();
    let text =
        format!("game G {{ state x in 0.., y in 1.. move k in 1.. : [x - k, y] claim {claim} }}");
    world
        .load("test.game", &text)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(base::text::Lang::En, false)));
    let game = world.instantiate("G", Vec::new()).unwrap();
    let claim = world.rules(game).game().unwrap().claims[0].0.clone();
    (world, game, claim)
}

/// Returns the law that a claim states.
fn stated((world, game, claim): &(World, GameId, ir::RuleClaim), system: NumerationSystem) -> Law {
    let budget = Budget::generous();
    let clauses = clauses::of_game(world, *game, &budget).unwrap();
    let numerals = LawNumerals::from_system(system, &budget).unwrap();
    let theory = Theory::new(
        world.rules(*game).slots(),
        &clauses,
        &[1, 0],
        numerals,
        &budget,
    )
    .unwrap();
    let said = clauses::claim(world, *game, claim, &budget).unwrap();
    claim_to_law(
        &theory,
        &said,
        &mut |_| Err(LawError::Stopped(StopReason::Cancelled)),
        &budget,
    )
    .unwrap()
}

/// Returns the value that the rule language computes for a name.
fn computed(claim: &ir::RuleClaim, at: &[Int]) -> Int {
    let (ir::RuleClaim::Value(expr) | ir::RuleClaim::Outcome(expr)) = claim else {
        panic!("a period has no value")
    };
    let tick = at_most(10_000, 0);
    EvalContext::new(at, 0, &tick).eval(expr).unwrap()
}

/// Returns whether a law accepts these numbers with this value.
fn accepts(law: &Law, at: &[Int], value: Int) -> bool {
    let digits = |number: Int| law.numerals.digits(&u64::try_from(number).unwrap().into());
    let mut words: Vec<Vec<u8>> = at
        .iter()
        .zip(&law.lows)
        .map(|(&slot, &low)| digits(slot - low as Int))
        .collect();
    match law.kind {
        LawOutput::Values => words.push(digits(value)),
        LawOutput::PowersOfValues => words.push(digits(1 << value)),
        LawOutput::Outcomes => {}
    }
    let words: Vec<(u32, &[u8])> = (0..).zip(words.iter().map(|word| &word[..])).collect();
    law.automaton.accepts_digits(&words) == (law.kind != LawOutput::Outcomes || value == 1)
}

fn says_what_is_computed(claim: &str, system: NumerationSystem) {
    let told = world(claim);
    let law = stated(&told, system);
    for x in 0..40 {
        for y in 1..40 {
            let value = computed(&told.2, &[x, y]);
            assert!(
                accepts(&law, &[x, y], value),
                "{claim} at {x}, {y}: {value}"
            );
            if law.kind != LawOutput::Outcomes {
                assert!(
                    !accepts(&law, &[x, y], value + 1),
                    "{claim} at {x}, {y}: {value}"
                );
            }
        }
    }
}

#[test]
fn every_operator_is_said_as_it_is_computed() {
    OPERATOR_CLAIMS
        .iter()
        .for_each(|claim| says_what_is_computed(claim, NumerationSystem::Base(2)));
}

/// The names contain multiples of the golden ratio, for positive and negative numbers.
const GOLDEN: &[&str] = &[
    "SG == floor(phi * x)",
    "SG == max(floor(phi * (x - y)), 0)",
    "SG == max(floor(phi * (2 * y - x)) + y, 3)",
    "P iff y == floor(phi * (x - y))",
    "P iff floor(phi * (x - y)) == 0 - x or floor(phi * y) < x",
];

#[test]
fn golden_multiples_are_said_in_fibonacci_digits() {
    GOLDEN
        .iter()
        .for_each(|claim| says_what_is_computed(claim, NumerationSystem::Quadratic(1)));
}

#[test]
fn names_are_compared_with_laws_for_all_positions() {
    let budget = Budget::generous();
    for (place, claim) in OPERATOR_CLAIMS.iter().enumerate() {
        let told = world(claim);
        let law = stated(&told, NumerationSystem::Base(2));
        for (other_place, other) in OPERATOR_CLAIMS.iter().enumerate() {
            let (world, game, other_claim) = world(other);
            match compare_claim(&world, game, &law, &other_claim, &budget).unwrap() {
                ClaimComparison::Same => assert_eq!(place, other_place, "{claim}, {other}"),
                ClaimComparison::Differ(at) => {
                    let at = at.expect("small");
                    let read = |claim| computed(claim, &at);
                    assert_ne!(
                        read(&told.2),
                        read(&other_claim),
                        "{claim}, {other}: {at:?}"
                    );
                }
                ClaimComparison::Unsaid => assert_ne!(place, other_place, "{claim}"),
            }
        }
    }
}

/// Returns the law with the accepting mark of one node changed.
fn broken(law: &Law, node: u32) -> Law {
    let automaton = &law.automaton;
    let nodes = 0..automaton.nodes() as u32;
    let next = nodes
        .clone()
        .flat_map(|at| (0..automaton.base()).map(move |digit| automaton.next(at, digit)))
        .collect();
    let phase = nodes.clone().map(|at| automaton.phase(at) as u16).collect();
    let accepts = nodes
        .map(|at| automaton.accepts(at) != (at == node))
        .collect();
    let automaton = Automaton::from_parts(
        automaton.base(),
        automaton.tracks().to_vec(),
        next,
        phase,
        accepts,
    )
    .unwrap();
    Law {
        automaton,
        ..law.clone()
    }
}

/// Rules, a measure, and the name of the law.
const NAMED_LAWS: &[(&str, &[Int], LawOutput, &str)] = &[
    (
        "game G { state n in 0.. move k in 1..3 : [n - k] }",
        &[1],
        LawOutput::Values,
        "SG == n % 4",
    ),
    (
        "game G { state n in 0.. move k in {1, 3, 4} : [n - k] }",
        &[1],
        LawOutput::Outcomes,
        "P iff 4 * n % 7 <= 1",
    ),
    (
        "game G { state a in 0.., b in 0.., c in 0.. move k in 1.. : [a - k, b, c] move k in 1.. : [a, b - k, c] move k in 1.. : [a, b, c - k] }",
        &[1, 1, 1],
        LawOutput::Values,
        "SG == a xor b xor c",
    ),
    (
        "game G { state a in 0.., b in 0.. move k in 1.. : [a - k, b] move k in 1.. : [a, b - k] }",
        &[1, 1],
        LawOutput::Outcomes,
        "P iff a == b",
    ),
    (
        "game G { state n in 0.. move k in 1..2, i in 0..(n - k) / 2 when n >= k : [i] + [n - k - i] }",
        &[1],
        LawOutput::Values,
        "period 12 from 71",
    ),
    (
        "game G { state n in 2.. move k in 1..2 : [n - k] }",
        &[1],
        LawOutput::Values,
        "SG == (n - 2) % 3",
    ),
];

#[test]
fn broken_laws_refute_their_names() {
    let budget = Budget::generous();
    for (text, measure, kind, expected) in NAMED_LAWS {
        let (world, game, found) = looked_for(
            text,
            measure,
            *kind,
            NumerationSystem::Base(2),
            PlayConvention::Normal,
        );
        let named = name(world, game, &found.law, &budget)
            .unwrap()
            .unwrap_or_else(|| panic!("{text}: no name"));
        assert_eq!(
            (&*named.text, named.standing),
            (*expected, NameStatus::Same),
            "{text}"
        );
        let letters = (0..found.law.automaton.nodes() as u32)
            .filter(|&node| found.law.automaton.phase(node) == 0);
        for node in letters {
            let law = broken(&found.law, node);
            let compared = compare_claim(world, game, &law, &named.claim, &budget).unwrap();
            // A period does not determine all values, so it may be broken without being detected.
            let seen = matches!(compared, ClaimComparison::Differ(_))
                || matches!(named.claim, ir::RuleClaim::Period(..));
            assert!(seen, "{text}, node {node}: {compared:?}");
        }
    }
}
