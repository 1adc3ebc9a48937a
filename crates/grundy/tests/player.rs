//! The computer as a player, on random rule files and sums under every convention. Whatever the
//! opponent does, the computer wins from won positions and does not lose drawn positions. Every
//! move is legal by the rules, undo restores the earlier state, and a seed reproduces a game. The
//! expected outcomes come from the reference engine. `GRUNDY_RANDOM_FILES` sets the number of
//! files.

use std::cell::Cell;
use std::collections::BTreeSet;

use base::budget::{Budget, StopReason};
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use fastrand::Rng;
use grundy::player::{Match, MatchEndReason, MatchSide, MatchState, MoveLookup, StrategyReason};
use grundy::{Session, SolveError};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{OptionArena, Outcome, SumKind};
use rules::play::{Component, SumPosition, ended_at_once, moves};
use rules::world::World;

use crate::support::{SessionAnswers, slot_ranges};

/// Creates a budget of `$looks` polls, so that the amount of work is reproducible.
macro_rules! limited {
    ($budget:ident, $looks:expr) => {
        let left = Cell::new($looks);
        let stop = || {
            left.set(left.get() - 1);
            (left.get() < 0).then_some(StopReason::Time)
        };
        let $budget = Budget::new(64 << 20, &stop, &|_, _| ());
    };
}

/// Returns a session with a random file, and a random position of one to three components of its
/// games.
fn random_question(seed: u64) -> Option<(Session, String, Rng)> {
    let mut session = Session::with_world(World::empty());
    let names = session
        .load_rules("random.game", &testkit::random_game(seed))
        .ok()?;
    let mut rng = Rng::with_seed(seed ^ 0x51ab);
    let mut parts = Vec::new();
    for _ in 0..rng.usize(1..=3) {
        let name = &names[rng.usize(..names.len())];
        let game = session.world_mut().instantiate(name, vec![]).ok()?;
        let ranges = slot_ranges(&session.world, game);
        let mut slots = testkit::random_numbers(&mut rng, &ranges);
        session.world.rules(game).canonicalise(&mut slots);
        if session.world.contains(game, &slots, &Budget::generous()) == Ok(true) {
            parts.push(session.world.show(game, &slots));
        }
    }
    // Three questions out of four use the conventions of the files, if the games of the question
    // have equal conventions.
    if rng.u32(..4) == 0 {
        session.settings.play = Some(if rng.bool() {
            PlayConvention::Normal
        } else {
            PlayConvention::Misere
        });
        session.settings.sum =
            Some([SumKind::One, SumKind::Every, SumKind::Any, SumKind::Upto(2)][rng.usize(..4)]);
        session.settings.until = Some(if rng.bool() {
            EndCondition::All
        } else {
            EndCondition::One
        });
    }
    (!parts.is_empty()).then(|| (session, parts.join(" + "), rng))
}

/// Removes the components without moves, unless play ends as soon as one component has no move.
fn tidy(world: &World, components: &[Component], until: EndCondition) -> SumPosition {
    let whole = SumPosition::canonical(components.to_vec(), world);
    if until == EndCondition::One
        || ended_at_once(world, &whole, &Budget::generous())
            .unwrap()
            .is_some()
    {
        return whole;
    }
    let has_moves = |c: &Component| {
        let mut options = OptionArena::new();
        world
            .options(c.game, &c.slots, &mut options, &Budget::generous())
            .unwrap();
        !options.is_empty()
    };
    SumPosition(whole.0.into_iter().filter(has_moves).collect())
}

#[derive(Debug, Default)]
struct Tally {
    games: u64,
    won: u64,
    held: u64,
    moves: u64,
    loopy: u64,
    sums: u64,
    misere: u64,
    endings: u64,
    declined: u64,
}

/// Plays one game of the computer against random moves; returns `None` if the reference has no
/// answer.
fn against_chance(
    game: &mut Match,
    computer: MatchSide,
    rng: &mut Rng,
    tally: &mut Tally,
    about: &str,
) -> Option<()> {
    limited!(few, 100);
    let budget = Budget::generous();
    let world = game.world().clone();
    let world = &*world;
    let mut reference = ReferenceOutcomes::new(game.conventions());
    let mut outcome = |components: &[Component]| {
        reference
            .outcome(
                world,
                &SumPosition::canonical(components.to_vec(), world),
                &few,
            )
            .ok()
    };
    outcome(game.position())?;
    // The outcome that the computer must secure from its first turn on: a win or a draw.
    let mut had = None;
    let end = loop {
        if let MatchState::Over(winner, reason) = game.state(&budget).unwrap() {
            break (winner, reason);
        }
        let before = game.position().to_vec();
        let legal = game.legal(&budget).unwrap();
        if !legal.complete {
            return None;
        }
        let steps = if game.to_move() == computer {
            let now = outcome(&before)?;
            let choice = match game.choose(100, 0, &budget) {
                Ok(choice) => choice,
                // If the engine declines, no wrong move was made and the game is not counted.
                Err(SolveError::Unsupported(_)) => {
                    tally.declined += 1;
                    return None;
                }
                Err(error) => panic!("{about}: {error:?}"),
            };
            let grounds = match now {
                Outcome::N => StrategyReason::Winning,
                Outcome::D => StrategyReason::Holding,
                Outcome::P => StrategyReason::Losing,
            };
            assert_eq!(choice.grounds, grounds, "{about}");
            had = match (had, now) {
                (Some(Outcome::N), _) | (_, Outcome::N) => Some(Outcome::N),
                (Some(Outcome::D), _) | (_, Outcome::D) => Some(Outcome::D),
                _ => Some(now),
            };
            choice.play.steps
        } else {
            legal.moves[rng.usize(..legal.moves.len())].steps.clone()
        };
        let until = game.conventions().until;
        let listed: BTreeSet<SumPosition> = legal
            .moves
            .iter()
            .map(|one| tidy(world, &game.after(one, &budget).unwrap(), until))
            .collect();
        game.play(&steps, &budget).unwrap();
        let by_rules: BTreeSet<SumPosition> = moves(
            world,
            &SumPosition(before.clone()),
            game.conventions(),
            &budget,
        )
        .unwrap()
        .into_iter()
        .map(|option| tidy(world, &option.leaves.0, until))
        .collect();
        assert_eq!(listed, by_rules, "{about}: {}", game.show(&before));
        assert!(
            by_rules.contains(&tidy(world, game.position(), until)),
            "{about}: {}",
            game.show(&before)
        );
        tally.moves += 1;
    };
    let winner = end.0;
    match had {
        Some(Outcome::N) => assert_eq!(winner, Some(computer), "{about} {end:?}"),
        Some(Outcome::D) => assert_ne!(winner, Some(computer.other()), "{about} {end:?}"),
        _ => {}
    }
    tally.won += u64::from(had == Some(Outcome::N));
    tally.held += u64::from(had == Some(Outcome::D));
    tally.games += 1;
    tally.endings += u64::from(matches!(end.1, MatchEndReason::Goal | MatchEndReason::Trap));
    let conventions = game.conventions();
    tally.loopy += u64::from(conventions.loopy);
    tally.sums += u64::from(conventions.sum != SumKind::One);
    tally.misere += u64::from(conventions.play == PlayConvention::Misere);
    Some(())
}

#[test]
fn a_perfect_player_wins_what_is_won_and_holds_what_is_drawn() {
    let files: u64 = std::env::var("GRUNDY_RANDOM_FILES")
        .map_or(testkit::rounds(600, 1_500), |n| {
            n.parse().expect("GRUNDY_RANDOM_FILES is a number")
        });
    let mut tally = Tally::default();
    for seed in 0..files {
        let Some((mut session, question, mut rng)) = random_question(seed) else {
            continue;
        };
        let about = format!("seed {seed}: {question}");
        let mut game = match Match::new(&mut session, &question, &Budget::generous()) {
            Ok(game) => game,
            Err(SolveError::Usage(_)) => continue,
            Err(error) => panic!("{about}: {error:?}"),
        };
        let start = game.position().to_vec();
        for computer in [MatchSide::First, MatchSide::Second, MatchSide::Second] {
            if against_chance(&mut game, computer, &mut rng, &mut tally, &about).is_none() {
                break;
            }
            while game.undo() {}
            assert_eq!(game.position(), start, "{about}");
        }
    }
    println!("{tally:#?}");
    let rare = files / 100;
    assert!(
        tally.games > 150 * rare && tally.won > 50 * rare && tally.held >= rare,
        "{tally:?}"
    );
    assert!(tally.declined <= rare / 4, "{tally:?}");
    assert!(
        tally.loopy > rare
            && tally.sums > 10 * rare
            && tally.misere > 10 * rare
            && tally.endings > 10 * rare,
        "{tally:?}"
    );
}

#[test]
fn undo_brings_everything_back_and_a_seed_repeats_a_game() {
    let budget = Budget::generous();
    for (question, strength) in [
        ("nim[3] + kayles[7] + wythoff[3, 5]", 0),
        ("ringwalk[5] + ringwalk[2]", 60),
        ("knights(7)[7, 7] + knights(7)[5, 7]", 100),
    ] {
        let mut session = Session::new();
        let mut game = Match::new(&mut session, question, &Budget::generous()).unwrap();
        let mut seen = Vec::new();
        while game.state(&budget).unwrap() == MatchState::Open {
            let choice = game.choose(strength, 17, &budget).unwrap();
            seen.push((
                game.position().to_vec(),
                game.to_move(),
                game.legal(&budget).unwrap().moves,
                choice.clone(),
            ));
            game.play(&choice.play.steps, &budget).unwrap();
        }
        let end = game.state(&budget).unwrap();
        let turns = game.turns().to_vec();
        for (position, to_move, legal, choice) in seen.iter().rev() {
            assert!(game.undo());
            assert_eq!(
                (game.position(), game.to_move()),
                (&position[..], *to_move),
                "{question}"
            );
            assert_eq!(
                (
                    &game.legal(&budget).unwrap().moves,
                    &game.choose(strength, 17, &budget).unwrap()
                ),
                (legal, choice)
            );
            assert_eq!(game.state(&budget).unwrap(), MatchState::Open);
        }
        assert!(!game.undo());
        for (.., choice) in &seen {
            game.play(&choice.play.steps, &budget).unwrap();
        }
        assert_eq!(game.state(&budget).unwrap(), end);
        assert_eq!(game.turns(), &turns[..]);
        // A match with an equal question and seed in a new session has equal turns.
        let mut session = Session::new();
        let mut again = Match::new(&mut session, question, &Budget::generous()).unwrap();
        while again.state(&budget).unwrap() == MatchState::Open {
            let choice = again.choose(strength, 17, &budget).unwrap();
            again.play(&choice.play.steps, &budget).unwrap();
        }
        assert_eq!(again.turns(), &turns[..], "{question}");
    }
}

#[test]
fn a_match_outlives_its_session_and_may_forget() {
    let budget = Budget::generous();
    for (question, without) in [
        ("kayles[300] + nim[7]", "octal-periodicity"),
        ("ringwalk[5] + ringwalk[2]", "nim"),
    ] {
        let mut session = Session::new();
        session.settings.switch_off(without).unwrap();
        let mut game = Match::new(&mut session, question, &Budget::generous()).unwrap();
        // Later changes of the session do not affect a match in progress.
        session.settings.switch_off("search").unwrap();
        session
            .load_rules(
                "more.game",
                "game More { state n in 0.. move k in 1..n : [n - k] }",
            )
            .unwrap();
        drop(session);
        let choice = game.perfect(&budget).unwrap();
        let here = game.position().to_vec();
        let why = game.why(&here, &budget).unwrap();
        assert!(game.bytes() > 0, "{question}");
        game.forget();
        assert_eq!(game.bytes(), 0, "{question}");
        assert_eq!(game.perfect(&budget).unwrap(), choice, "{question}");
        assert_eq!(
            game.why(&here, &budget).unwrap().answer.outcome,
            why.answer.outcome
        );
    }
}

#[test]
fn a_resignation_is_taken_back_like_a_move() {
    let mut session = Session::new();
    let budget = Budget::generous();
    let mut game = Match::new(&mut session, "nim[2]", &Budget::generous()).unwrap();
    game.resign();
    assert_eq!(
        game.state(&budget).unwrap(),
        MatchState::Over(Some(MatchSide::Second), MatchEndReason::Resigned)
    );
    assert!(game.undo());
    assert_eq!(game.state(&budget).unwrap(), MatchState::Open);
    assert!(!game.undo());
}

/// Returns the result of a move text: the position that the move leaves, `none`, or the number of
/// moves that match the text.
fn left_by(game: &mut Match, text: &str) -> String {
    let budget = Budget::generous();
    match game.find(text, &budget) {
        Ok(MoveLookup::None) => "none".to_owned(),
        Ok(MoveLookup::Several(list)) => format!("{} moves", list.len()),
        Ok(MoveLookup::One(made)) => {
            let before = game.position().to_vec();
            let left = game.describe(&before, &made, &budget).unwrap().leaves;
            game.show(&left)
        }
        Err(error) => match error {
            SolveError::Usage(text) => text.en,
            other => panic!("{text}: {other:?}"),
        },
    }
}

#[test]
fn moves_are_found_by_their_words_their_choices_and_what_they_leave() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        (
            "nim[3] + nim[5]",
            &[
                ("take 5", "nim[3]"),
                ("Take  ４", "nim[3] + nim[1]"),
                ("take 2", "2 moves"),
                ("in nim[3]: take 2", "nim[1] + nim[5]"),
                ("2: take 2", "nim[3] + nim[3]"),
                ("在 nim[3] 中：take 2", "nim[1] + nim[5]"),
                ("k=4", "nim[3] + nim[1]"),
                ("nim[1] + nim[3]", "nim[3] + nim[1]"),
                ("nim[5]", "nim[5]"),
                ("nim[0] + nim[5]", "nim[5]"),
                ("[5] + [2]", "nim[2] + nim[5]"),
                ("2 * nim[3]", "nim[3] + nim[3]"),
                ("nim[4]", "none"),
                ("take 6", "none"),
                (
                    "take 3; take 5",
                    "a move must be made in a single component",
                ),
                ("", "none"),
                ("[", "none"),
                ("9999999999999999999999 * nim[3]", "none"),
            ],
        ),
        (
            "nim[1000000000000] + nim[5]",
            &[
                ("take 999999999995", "nim[5] + nim[5]"),
                ("nim[5] + nim[5]", "nim[5] + nim[5]"),
                ("nim[17] + nim[5]", "nim[17] + nim[5]"),
                ("k = 123456789", "nim[999876543211] + nim[5]"),
                ("nim[1000000000000]", "nim[1000000000000]"),
                ("take 1000000000001", "none"),
                ("nim[6] + nim[5]", "nim[6] + nim[5]"),
                ("nim[6] + nim[6]", "none"),
            ],
        ),
        (
            "wythoff[1000000000000, 7]",
            &[
                ("wythoff[7, 7]", "wythoff[7, 7]"),
                ("take 7 from both", "wythoff[999999999993, 0]"),
            ],
        ),
        (
            "6 * nim[2]",
            &[
                ("take 1", "nim[1] + 5 * nim[2]"),
                ("5 * nim[2]", "5 * nim[2]"),
                ("5 * nim[2] + nim[0]", "5 * nim[2]"),
            ],
        ),
        (
            "nim[2] + nim[2] + nim[2]",
            &[
                ("take 1", "nim[1] + nim[2] + nim[2]"),
                ("3: take 1", "nim[2] + nim[2] + nim[1]"),
            ],
        ),
        (
            "moore[2] + moore[4]",
            &[
                ("1: take 2; 2: take 1", "moore[3]"),
                ("take 4", "moore[2]"),
                ("moore[1] + moore[3]", "moore[1] + moore[3]"),
            ],
        ),
        (
            "knights(7)[7, 7] + knights(7)[5, 5]",
            &[
                (
                    "1: by (-2,-1)",
                    "a move must be made in every component that has a move; the move in knights[5, 5] is missing",
                ),
                (
                    "1: by (-2,-1); 2: by (-1,-2)",
                    "knights[5, 6] + knights[4, 3]",
                ),
            ],
        ),
    ];
    for (question, list) in cases {
        let mut session = Session::new();
        let mut game = Match::new(&mut session, *question, &Budget::generous()).unwrap();
        for (text, left) in *list {
            assert_eq!(left_by(&mut game, text), *left, "{question}: {text}");
        }
    }
}

#[test]
fn huge_positions_are_played_to_the_end_by_theorems() {
    let budget = Budget::generous();
    for question in [
        "nim[1000000000000] + nim[999999999999] + nim[5]",
        "wythoff[1000000000000, 1618033988760]",
    ] {
        let mut session = Session::new();
        let mut game = Match::new(&mut session, question, &Budget::generous()).unwrap();
        let mut turns = 0;
        while game.state(&budget).unwrap() == MatchState::Open {
            assert!(game.legal(&budget).unwrap().moves.len() <= grundy::player::MAX_LISTED_MOVES);
            let computer = game.to_move() == MatchSide::First;
            let choice = if computer {
                game.perfect(&budget)
            } else {
                game.arbitrary(turns, &budget)
            };
            let choice = choice.unwrap();
            assert!(
                !computer || choice.grounds == StrategyReason::Winning,
                "{question}"
            );
            game.play(&choice.play.steps, &budget).unwrap();
            turns += 1;
            if turns == 40 {
                break;
            }
        }
    }
}

#[test]
fn a_lost_position_is_defended() {
    // From the position 1 + 2 + 3, most moves leave two winning replies or fewer; the chosen move
    // leaves a single winning reply.
    let mut session = Session::new();
    let budget = Budget::generous();
    let mut game = Match::new(
        &mut session,
        "nim[1] + nim[4] + nim[5]",
        &Budget::generous(),
    )
    .unwrap();
    let choice = game.perfect(&budget).unwrap();
    assert_eq!(choice.grounds, StrategyReason::Losing);
    game.play(&choice.play.steps, &budget).unwrap();
    let position = game.show(game.position());
    let answer = Session::new().answer_to(&position, grundy::SolveOptions::MOVES);
    assert_eq!(answer.moves.unwrap().len(), 1, "{position}");
}

#[test]
fn reasons_name_the_bit_that_decides() {
    let mut session = Session::new();
    let budget = Budget::generous();
    let mut game = Match::new(
        &mut session,
        "nim[3] + nim[5] + kayles[2]",
        &Budget::generous(),
    )
    .unwrap();
    let start = game.position().to_vec();
    let why = game.why(&start, &budget).unwrap();
    let balance = why.balance.unwrap();
    assert_eq!(
        (balance.total, balance.deciding_bit(), balance.reduce),
        (4, 4, Some((2, 1)))
    );
    assert_eq!(
        game.show(&why.example.unwrap().leaves),
        "nim[3] + nim[1] + kayles[2]"
    );
    for text in ["in nim[5]: take 1", "in nim[3]: take 2"] {
        let MoveLookup::One(made) = game.find(text, &budget).unwrap() else {
            panic!("{text}")
        };
        game.play(&made.steps, &budget).unwrap();
    }
    let review = game.review(MatchSide::First, &budget).unwrap();
    let mistake = review.mistake.unwrap();
    assert!(review.could_win && mistake.lost);
    assert_eq!(
        (mistake.turn, &game.show(&mistake.better.leaves)[..]),
        (0, "nim[3] + nim[1] + kayles[2]")
    );
}
