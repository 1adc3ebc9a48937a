//! Moves of one player: their layout, their names, and the items that cannot be combined with them.

use rules::ast::{PlayConvention, Player};
use rules::ir::Args;
use rules::parser::parse_file;
use rules::printer::print_file;
use rules::world::{InstantiationError, World};

fn game(items: &str) -> String {
    format!("game G {{ state n in 0.. {items} }}")
}

/// Returns the players of the moves of a game.
fn players(items: &str) -> (PlayConvention, Vec<Option<Player>>) {
    let mut world = World::empty();
    world.load("g.game", &game(items)).unwrap();
    let made = world.instantiate("G", Args::new()).unwrap();
    let rules = world.rules(made).game().unwrap();
    let moves = rules.moves.iter().map(|rule| rule.player);
    (rules.conventions.play, moves.collect())
}

/// Returns the first error of a game.
fn error(items: &str) -> String {
    let mut world = World::empty();
    if let Err(error) = world.load("g.game", &game(items)) {
        return error.diagnostics[0].message.en.clone();
    }
    match world.instantiate("G", Args::new()) {
        Ok(_) => panic!("no error: {items}"),
        Err(InstantiationError::Here(text)) => text.en,
        Err(InstantiationError::There(error)) => error.diagnostics[0].message.en.clone(),
    }
}

#[test]
fn moves_of_one_player_are_read_and_written() {
    for items in [
        "move left : [n - 1]",
        "move left \"take {k}\" k in 1..n : [n - k] move right when n > 2 : nothing",
        "move left k in {1, 2} : [n - k] move : [n - 3]",
        "move left : [n - 1] expect value(0..2) == \"0\" \"1\" \"2\" expect [1] is L",
        "move right : [n - 1] expect value [1] + Nim[1] == \"-1*\" expect [1] + [2] is R",
        "loopy goal n == 0 for left trap n == 1 for right tie when n == 9 move left : [n - 1]",
    ] {
        let file = parse_file(&game(items)).unwrap();
        let printed = print_file(&file);
        let again = parse_file(&printed).unwrap();
        assert_eq!(print_file(&again), printed);
        assert!(printed.contains("move left") || printed.contains("move right"));
        for word in ["expect value", "is L", "is R", "0 for left", "1 for right"] {
            assert_eq!(printed.contains(word), items.contains(word), "{printed}");
        }
    }
    let found = players("move left : [n - 1] move right : [n - 2] move : [n - 3]");
    let moves = vec![Some(Player::Left), Some(Player::Right), None];
    assert_eq!(found, (PlayConvention::Partizan, moves));
}

/// `left` and `right` are also names of choices.
#[test]
fn left_and_right_can_be_names() {
    let (play, moves) = players("move left in 1..n : [n - left]");
    assert_eq!((play, &moves[..]), (PlayConvention::Normal, &[None][..]));
    let (_, moves) = players("move left right in 1..n : [n - right]");
    assert_eq!(moves, [Some(Player::Left)]);
    let (_, moves) = players("let left = 1 move right when n > left : [n - left]");
    assert_eq!(moves, [Some(Player::Right)]);
}

/// A goal of a player gives the players different goals, even if they have the same moves.
#[test]
fn goals_belong_to_players() {
    let (play, moves) = players("goal n == 0 for left trap n == 1 for left move : [n - 1]");
    assert_eq!((play, moves), (PlayConvention::Partizan, vec![None]));
    let found = error("goal n == 0 for both move : [n - 1]");
    assert_eq!(found, "expected `left` or `right`, found `both`");
}

#[test]
fn items_without_a_meaning_are_refused() {
    for (word, item) in [
        ("play", "play misere"),
        ("sum", "sum every"),
        ("until", "until one"),
        ("urgent", "urgent n == 1"),
        ("tier", "tier n"),
        ("claim", "claim SG == n"),
        ("again", "move k in 1..n : [n - k] again"),
    ] {
        let found = error(&format!("move left : [n - 1] {item}"));
        let expected = format!("`{word}` cannot be combined with `move left` and `move right`");
        assert_eq!(found, expected, "{item}");
    }
    assert_eq!(
        error("move left : every([n - 1], [n - 1])"),
        "a compound cannot be combined with `move left` and `move right`"
    );
    let mut world = World::empty();
    let text = "coins G { state n in 0.. move left : [n - 1] }";
    world.load("g.game", text).unwrap();
    assert!(world.instantiate("G", Args::new()).is_err());
    assert_eq!(
        error("move left : [n - 1] expect value [1] == 1"),
        "expected a value in quotes, such as `\"{1|-1}\"`, found `1`"
    );
}
