//! The law against the rules on random small boards; what is no board.

use base::budget::Budget;
use fastrand::Rng;
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, OptionArena, Outcome};
use rules::ir::Int;
use rules::structure::Structure;
use rules::world::World;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

use super::{Rabbit, THEOREM};
use crate::tests::apply;

/// By the rules of the game as the engines see them.
fn wins(world: &World, game: GameId, slots: &[Int]) -> bool {
    let mut options = OptionArena::new();
    world
        .options(game, slots, &mut options, &Budget::generous())
        .unwrap();
    options
        .iter()
        .any(|option| !wins(world, game, option.components().next().unwrap().1))
}

#[test]
fn the_theorem_agrees_with_the_rules() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(1);
    let mut won = 0;
    for _ in 0..500 {
        let (rows, columns) = (rng.usize(1..=4), rng.usize(1..=4));
        let mut signs: Vec<char> = (0..rows * columns)
            .map(|_| if rng.bool() { 'O' } else { 'X' })
            .collect();
        let empty = rng.usize(..signs.len());
        signs[empty] = '.';
        let board = signs
            .chunks(columns)
            .map(|row| row.iter().collect::<String>())
            .collect::<Vec<_>>()
            .join(" / ");
        let turn = if rng.bool() { "" } else { "; egg to move" };
        let reading = Rabbit
            .read(&format!("{board}{turn}"))
            .unwrap_or_else(|wrong| panic!("{board}: {}", wrong[0].message));
        let mut slots = reading.starts[0].clone();
        assert_eq!(
            reading.rules.show(&slots).unwrap(),
            format!("rabbit({board}{turn})")
        );
        let form = apply(&THEOREM, &*reading.rules, Conventions::default(), &budget).unwrap();
        let mut world = World::empty();
        let game = world.add("rabbit", reading.rules);
        let mut options = OptionArena::new();
        loop {
            let expected = if wins(&world, game, &slots) {
                Outcome::N
            } else {
                Outcome::P
            };
            won += u32::from(expected == Outcome::N);
            assert_eq!(
                form.outcome(&slots, &budget).unwrap(),
                expected,
                "{board}{turn} {slots:?}"
            );
            world.options(game, &slots, &mut options, &budget).unwrap();
            let losing = options
                .iter()
                .filter(|option| !wins(&world, game, option.components().next().unwrap().1));
            let mut losing: Vec<ChosenMove> = losing
                .map(|option| (option.rule, option.choices.to_vec()))
                .collect();
            losing.sort_unstable();
            assert_eq!(
                form.moves_to(&slots, Grundy::ZERO, &budget).unwrap(),
                Some(losing)
            );
            if options.is_empty() {
                break;
            }
            slots = options
                .get(rng.usize(..options.len()))
                .components()
                .next()
                .unwrap()
                .1
                .to_vec();
        }
    }
    assert!(won > 300, "{won}");
}

#[test]
fn pieces_slide_into_the_empty_cell() {
    let budget = Budget::generous();
    let mut world = World::empty();
    let game = world.read(&Rabbit, "XO / .X / OX").unwrap();
    let start = world.starts(game)[0].clone();
    let mut options = OptionArena::new();
    world.options(game, &start, &mut options, &budget).unwrap();
    assert_eq!(options.len(), 1);
    let left = options.get(0).components().next().unwrap().1.to_vec();
    assert_eq!(world.show(game, &left), "rabbit(XO / OX / .X; egg to move)");
    assert_eq!(
        world.rules(game).describe(&start, 0, &[4]).unwrap().en,
        "rabbit slides (3,1) to (2,1)"
    );
    for (choices, legal) in [
        (&[4][..], true),
        (&[0], false),
        (&[3], false),
        (&[2], false),
        (&[6], false),
        (&[-1], false),
        (&[], false),
    ] {
        world
            .option(game, &start, (0, choices), &mut options, &budget)
            .unwrap();
        assert_eq!(!options.is_empty(), legal, "{choices:?}");
    }
    assert!(!world.contains(game, &[0, 1, 0b10], &budget).unwrap());
}

#[test]
fn what_is_no_board_is_refused_with_its_place() {
    for (text, part) in [
        ("", ""),
        ("XO", ""),
        ("X.. / OOO", "."),
        ("X. / O", "O"),
        ("X.o", "o"),
        ("X.O; fox to move", "fox"),
        ("X.O;", ""),
        ("X.O; egg to move; rabbit to move", ";"),
    ] {
        let Err(wrong) = Rabbit.read(text) else {
            panic!("{text} is taken")
        };
        assert_eq!(
            &text[wrong[0].span.start as usize..wrong[0].span.end as usize],
            part,
            "{text}: {}",
            wrong[0].message
        );
        assert!(wrong[0].help.is_some(), "{text}");
    }
    let reading = Rabbit.read("X.O").unwrap_or_else(|_| panic!("a board"));
    let misere = Conventions {
        play: PlayConvention::Misere,
        ..reading.rules.conventions()
    };
    assert!(apply(&THEOREM, &*reading.rules, misere, &Budget::generous()).is_err());
}
