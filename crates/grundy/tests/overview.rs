//! A position with its legal moves: the listed moves are the moves of the rules, each with the
//! outcome and the value by the definition. The parts of a picture that a move touches are the
//! parts that differ between the pictures before and after the move.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use grundy::Session;
use grundy::player::{JudgedMove, PositionOverview};
use rules::ast::PlayConvention;
use rules::game::{Conventions, Outcome};
use rules::play::{SumPosition, ended_at_once, moves, outcome_without_moves};
use rules::view::{ViewPart, component_views, touched_places, view_parts};
use rules::world::World;

/// Positions of each family, small enough for the definition.
const POSITIONS: &[&str] = &[
    "kayles[5] + nim[3]",
    "wythoff[3, 2] + nim[1]",
    "chomp(3)[3, 2, 1]",
    "turtles[3] + turtles[5] + turtles[6]",
    "knights(4)[3, 3] + knights(4)[4, 2]",
    "hackenbush(0-a a-b a-c b-c; ground 0) + nim[2]",
    "geography(a-b b-c c-a; at a)",
    "doublingmisere[5, 2]",
    "cutting[4, 3]",
];

/// Returns the outcome by the definition; play must end.
fn defined(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    known: &mut HashMap<SumPosition, Outcome>,
) -> Outcome {
    let budget = Budget::generous();
    if let Some(found) = known.get(sum) {
        return *found;
    }
    let found = ended_at_once(world, sum, &budget)
        .unwrap()
        .unwrap_or_else(|| {
            let options = moves(world, sum, conventions, &budget).unwrap();
            match options.is_empty() {
                true => outcome_without_moves(conventions.play),
                false
                    if options.iter().any(|made| {
                        defined(world, &made.leaves, conventions, known) == Outcome::P
                    }) =>
                {
                    Outcome::N
                }
                false => Outcome::P,
            }
        });
    known.insert(sum.clone(), found);
    found
}

#[test]
fn every_legal_move_is_judged_as_by_the_definition() {
    let (mut session, budget) = (Session::new(), Budget::generous());
    for question in POSITIONS {
        let look = session.look(*question, 2_000, &budget).unwrap();
        let (world, conventions, mut known) =
            (session.world.clone(), look.conventions, HashMap::new());
        assert!(look.complete && !look.moves.is_empty(), "{question}");
        for judged in &look.moves {
            let leaves = SumPosition::canonical(judged.made.leaves.clone(), &world);
            assert_eq!(
                judged.outcome,
                Some(defined(&world, &leaves, conventions, &mut known)),
                "{question}"
            );
            assert!(
                judged
                    .value
                    .is_none_or(|value| Some(value.outcome()) == judged.outcome),
                "{question}"
            );
        }
        // Equal components have equal moves; only the moves of one of several equal components are
        // listed.
        let count = moves(
            &world,
            &SumPosition(look.position.clone()),
            conventions,
            &budget,
        )
        .unwrap()
        .len();
        assert!(look.moves.len() <= count, "{question}");
        let wins = look
            .moves
            .iter()
            .any(|judged| judged.outcome == Some(Outcome::P));
        assert_eq!(
            wins,
            look.answer.unwrap().outcome == Outcome::N,
            "{question}"
        );
    }
}

/// Random rule files under random conventions, if the definition terminates soon.
#[test]
fn every_legal_move_of_random_games_is_judged_as_by_the_definition() {
    let (mut looks, mut judgements) = (0, 0);
    for seed in 0..testkit::rounds(140, 400) {
        let (mut session, mut rng) = (Session::new(), fastrand::Rng::with_seed(seed));
        session
            .load_rules("random.game", &testkit::random_game(seed))
            .unwrap();
        let game = session.world_mut().instantiate("A", Vec::new()).unwrap();
        let slots: Vec<(i64, Option<i64>)> = session
            .world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| (slot.low, slot.high.map(|high| high.min(slot.low + 3))))
            .collect();
        let mut one = || {
            format!(
                "A[{}]",
                testkit::random_numbers(&mut rng, &slots)
                    .iter()
                    .map(i64::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        };
        let question = if seed % 2 == 0 {
            one()
        } else {
            format!("{} + {}", one(), one())
        };
        if seed % 3 == 0 {
            session.settings.play = Some(PlayConvention::Misere);
        }
        // The budget has twenty thousand steps; a longer evaluation by the definition would take
        // too long.
        let (looked, _) =
            Budget::generous().limited(2_000, |budget| session.look(&question, 200, budget));
        let Ok(look) = looked else { continue };
        if look.conventions.loopy
            || look
                .position
                .iter()
                .map(|one| one.slots.iter().sum::<i64>())
                .sum::<i64>()
                > 12
        {
            continue;
        }
        looks += 1;
        let (world, conventions, mut known) =
            (session.world.clone(), look.conventions, HashMap::new());
        for judged in &look.moves {
            let leaves = SumPosition::canonical(judged.made.leaves.clone(), &world);
            let defined = defined(&world, &leaves, conventions, &mut known);
            assert_eq!(judged.outcome, Some(defined), "{seed}: {question}");
            assert!(
                judged.value.is_none_or(|value| value.outcome() == defined),
                "{seed}: {question}"
            );
            judgements += 1;
        }
    }
    let [least, moves] = testkit::rounds([30, 90], [100, 300]);
    assert!(
        looks > least && judgements > moves,
        "{looks} looks, {judgements} moves"
    );
}

/// A short list is produced without generating all moves. Each move of the short list is in the
/// full list with the same value, and the short list states whether it is complete.
#[test]
fn a_short_list_is_a_part_of_the_whole_one() {
    let (mut session, budget) = (Session::new(), Budget::generous());
    let mut cut = 0;
    for (question, most) in POSITIONS
        .iter()
        .chain(&["bash(40)[100]", "nim[300] + kayles[200]"])
        .flat_map(|q| [1, 2, 7, 200].map(|m| (q, m)))
    {
        let [whole, part] =
            [2_000, most].map(|most| session.look(*question, most, &budget).unwrap());
        assert!(whole.complete, "{question}");
        // Moves with the same result are counted before duplicates are removed.
        if 4 * whole.moves.len() < most || part.complete {
            assert!(
                part.complete && part.moves.len() == whole.moves.len(),
                "{question}, {most} of {}",
                whole.moves.len()
            );
        }
        cut += usize::from(!part.complete);
        for one in &part.moves {
            let same = whole
                .moves
                .iter()
                .find(|other| other.made.steps == one.made.steps);
            assert_eq!(
                same.map(|same| same.outcome),
                Some(one.outcome),
                "{question}, {most}"
            );
        }
    }
    assert!(cut > 20, "{cut} lists that are not whole");
}

#[test]
fn a_list_that_is_not_whole_begins_with_winning_moves() {
    let look = Session::new()
        .look("nim[1000000000000] + nim[7]", 10, &Budget::generous())
        .unwrap();
    assert!(!look.complete);
    assert_eq!(look.moves[0].outcome, Some(Outcome::P));
    assert_eq!(
        look.moves[0].made.steps[0].choices[..],
        [1_000_000_000_000 - 7]
    );
}

/// The moves of a position are listed without its solution, in the same order.
#[test]
fn moves_are_listed_without_an_answer() {
    let budget = Budget::generous();
    let partizan = ["domineering(2, 3) + nim[2]", "tictactoe", "hexapawn(3, 3)"];
    for question in POSITIONS.iter().copied().chain(partizan) {
        let mut session = Session::new();
        let solved = session.look(question, 2_000, &budget).unwrap();
        let listed = Session::new()
            .look_unsolved(question, 2_000, &budget)
            .unwrap();
        let moves = |look: &PositionOverview| -> Vec<_> {
            let of = |one: &JudgedMove| (one.made.clone(), one.player);
            look.moves.iter().map(of).collect()
        };
        assert!(!listed.moves.is_empty() && listed.complete && listed.answer.is_none());
        assert_eq!(moves(&listed), moves(&solved), "{question}");
        assert_eq!(listed.position, solved.position, "{question}");
        assert_eq!(listed.conventions, solved.conventions, "{question}");
        assert!(listed.moves.iter().all(|one| one.outcome.is_none()));
    }
    // Positions that take long to solve.
    for question in [
        "chomp(8, 8)",
        "cram(6, 6)",
        "domineering(8, 8)",
        "hexapawn(6, 6)",
    ] {
        let (listed, _) = budget.limited(100, |budget| {
            Session::new().look_unsolved(question, 2_000, budget)
        });
        let listed = listed.unwrap_or_else(|error| panic!("{question}: {error:?}"));
        assert!(!listed.moves.is_empty(), "{question}");
    }
}

/// Returns the parts of the picture that each move of a position touches, keyed by the text of the
/// move.
fn parts(question: &str) -> Vec<(String, Vec<String>)> {
    let mut session = Session::new();
    let look = session.look(question, 2_000, &Budget::generous()).unwrap();
    let (world, looks) = (
        session.world.clone(),
        component_views(&session.world, &look.position),
    );
    let every: BTreeSet<(usize, ViewPart)> = looks
        .iter()
        .enumerate()
        .flat_map(|(look, seen)| {
            view_parts(&seen.view)
                .into_iter()
                .map(move |part| (look, part))
        })
        .collect();
    let told = look.moves.iter().map(|judged| {
        let made = &judged.made;
        let steps: Vec<_> = made
            .steps
            .iter()
            .map(|step| (step.component - 1, &step.leaves[..]))
            .collect();
        let found = touched_places(&world, &look.position, &looks, None, &steps);
        assert!(!found.is_empty(), "{question}");
        assert!(
            found
                .iter()
                .all(|place| matches!(place.part, ViewPart::Whole(_))
                    || every.contains(&(place.look, place.part))),
            "{question}"
        );
        (
            grundy::position_text::step(&world, &made.steps[0])
                .map_or_else(String::new, |words| words.en),
            found.iter().map(ToString::to_string).collect(),
        )
    });
    told.collect()
}

#[test]
fn a_move_touches_what_looks_otherwise_after_it() {
    for question in POSITIONS {
        parts(question);
    }
    let of = |question: &str, words: &str| {
        let found = parts(question).into_iter().find(|(made, _)| made == words);
        found
            .unwrap_or_else(|| panic!("{question}: no move {words}"))
            .1
    };
    assert_eq!(of("nim[2] + nim[4]", "take 1"), ["1.h1.2"]);
    assert_eq!(of("nim[99]", "take 5"), ["1.h1"]);
    assert_eq!(of("kayles[5]", "take pins 2 and 3"), ["1.r1.c2", "1.r1.c3"]);
    assert_eq!(of("kayles[5]", "take pin 5"), ["1.r1.c5"]);
    assert_eq!(
        of("turtles[3] + turtles[5]", "turn 5 and 3"),
        ["1.r1.c3", "1.r1.c5"],
        "all coins are gone"
    );
    assert_eq!(
        of("turtles[3] + turtles[5]", "turn 5 and 1"),
        ["1.r1.c1", "1.r1.c5"]
    );
    assert_eq!(
        of("hackenbush(0-a a-b a-c; ground 0)", "cut a-b"),
        ["1.v3", "1.e2"]
    );
    assert_eq!(of("knights(8)[3, 4]", "by (-2,1)"), ["1.r1.c5", "1.r3.c4"]);
    assert_eq!(
        of("knights(3)[3, 3] + knights(3)[3, 2]", "by (-2,-1)"),
        ["1.r1.c1", "1.r1.c2", "1.r3.c2", "1.r3.c3"],
        "both move"
    );
    assert_eq!(of("chomp[4, 3, 1]", "bite (2,3)"), ["1.r2.c3"]);
    assert_eq!(of("chomp[4, 3, 1]", "bite (1,4)"), ["1.r1.c4"]);
    assert_eq!(
        of("cutting[5, 3]", "cut the width at 2"),
        [
            "1.r1.c2", "1.r1.c3", "1.r2.c2", "1.r2.c3", "1.r3.c2", "1.r3.c3"
        ]
    );
    assert_eq!(
        of("cutting[4, 5]", "cut the width at 2").len(),
        8,
        "canonical: five across, four down"
    );
}
