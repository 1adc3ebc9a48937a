//! Compares words in positions with strings: the moves are the same at every word. Words are read
//! as they are written, and errors are reported.

use base::budget::Budget;
use base::text::Lang;
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::{Int, ParameterValue};
use rules::play::Component;
use rules::view::{CellGrid, View, component_views};
use rules::world::{InstantiationError, SourceError, World};

/// Returns the game `W` of a text, with words of at most `letters` letters.
fn made(text: &str, letters: Int) -> Result<(World, GameId), SourceError> {
    let mut world = World::empty();
    world.load("test.game", text)?;
    let room = text
        .contains("word of")
        .then(|| (Some("letters".to_owned()), ParameterValue::Int(letters)));
    let game = match world.instantiate("W", room.into_iter().collect()) {
        Ok(game) => game,
        Err(InstantiationError::There(refusal)) => return Err(refusal),
        Err(missing) => panic!("{missing:?}\n{text}"),
    };
    Ok((world, game))
}

fn world(text: &str, letters: Int) -> (World, GameId) {
    made(text, letters)
        .unwrap_or_else(|refusal| panic!("{}\n{text}", refusal.render(Lang::En, false)))
}

/// Returns the words that moves leave, one for each component, sorted.
fn moves(world: &World, game: GameId, word: &str) -> Result<Vec<Vec<String>>, RulesError> {
    let held = &world.rules(game).game().unwrap().words[0];
    let mut out = OptionArena::default();
    world.options(
        game,
        &held.read(word).unwrap(),
        &mut out,
        &Budget::generous(),
    )?;
    let mut all: Vec<Vec<String>> = Vec::new();
    for option in out.iter() {
        let mut left: Vec<String> = option
            .components()
            .map(|(_, slots)| held.letters_of(slots).collect())
            .collect();
        assert!(
            option.components().all(|(_, slots)| held.is_whole(slots)),
            "{word}"
        );
        left.sort();
        all.push(left);
    }
    all.sort();
    Ok(all)
}

/// Returns all words of at most this many letters.
fn all_words(letters: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..letters {
        let until = all.len();
        let longer: Vec<String> = all[from..until]
            .iter()
            .flat_map(|word| {
                testkit::words::LETTERS
                    .chars()
                    .map(move |letter| format!("{word}{letter}"))
            })
            .collect();
        from = until;
        all.extend(longer);
    }
    all
}

#[test]
fn random_words_are_strings() {
    let (mut met, words) = (0, all_words(5));
    for seed in 0..testkit::rounds(150, 3_000) {
        let twin = testkit::words::WordGame::new(seed);
        // The maximum length of the game equals the maximum length of the tested words, or is
        // larger by one.
        let (world, game) = world(&twin.text, 5 + Int::from(seed % 2 == 0));
        for word in &words {
            let mine = moves(&world, game, word).unwrap_or_else(|fault| {
                panic!("{fault:?} at {word} of seed {seed}\n{}", twin.text)
            });
            assert_eq!(
                mine,
                twin.moves(word),
                "at {word} of seed {seed}\n{}",
                twin.text
            );
            met += mine.len();
        }
    }
    assert!(met > 20_000, "{met}");
}

#[test]
fn words_are_read_as_they_are_written() {
    let (world, game) = world(
        "game W { state n in 0..9, w word of \"x.-\" move k in 1..n : { n -= k } }",
        5,
    );
    let held = &world.rules(game).game().unwrap().words[0];
    for word in ["", "x", ".x-.x"] {
        let mut slots = vec![3];
        slots.extend(held.read(word).unwrap());
        assert_eq!(world.show(game, &slots), format!("w[3, \"{word}\"]"));
        assert!(world.contains(game, &slots, &Budget::generous()).unwrap());
    }
    // Invalid slots have a letter after the end of the word, or a gap in the word.
    for slots in [
        [3, 1, 1, 2, 0, 0, 0],
        [3, 2, 1, 0, 0, 0, 0],
        [3, 3, 1, 0, 2, 0, 0],
    ] {
        assert!(!world.contains(game, &slots, &Budget::generous()).unwrap());
    }
}

/// Letters are ordered, can be inserted in labels, and can be used together with other slots.
#[test]
fn letters_in_rules() {
    let text = "game W {
      state w word of a..e, n in 0..3
      let last = size(w)
      move \"take {w[last]}\" when last > 0 and w[last] >= \"c\" : [w[..last - 1], n]
      move \"end\" when w == \"ab\" or w[..1] + w[1..] == \"bb\" : { w = \"\", n = 3 }
      move \"none\" when w[0] == w[0] or w[last + 1] <= w[1] or w[last + 1] == w[last + 2] : nothing
    }";
    let (world, game) = world(text, 3);
    let held = &world.rules(game).game().unwrap().words[0];
    let told = |word: &str| {
        let mut slots = held.read(word).unwrap();
        slots.push(1);
        let mut out = OptionArena::default();
        world
            .options(game, &slots, &mut out, &Budget::generous())
            .unwrap();
        let show = |(game, left): (GameId, &[Int])| world.show(game, left);
        let one = |o: rules::game::OptionRef<'_>| {
            (
                world.describe(game, &slots, o.rule, o.choices).unwrap().en,
                o.components().map(show).collect::<Vec<_>>().join(" + "),
            )
        };
        out.iter().map(one).collect::<Vec<_>>()
    };
    let is = |label: &str, left: &str| (label.to_owned(), left.to_owned());
    assert_eq!(told("abd"), [is("take d", "w[\"ab\", 1]")]);
    assert_eq!(told("ab"), [is("end", "w[\"\", 3]")]);
    assert_eq!(told("b"), [is("end", "w[\"\", 3]")]);
    assert_eq!(told("bcb"), []);
    assert_eq!(told(""), []);
}

#[test]
fn mistakes_are_told() {
    let wrong = |text: &str| match made(
        &if text.starts_with("game") {
            text.to_owned()
        } else {
            format!("game W {{ {text} }}")
        },
        4,
    ) {
        Err(refusal) => refusal.diagnostics[0].message.en.clone(),
        Ok(_) => panic!("{text} is no mistake"),
    };
    let rule = "move i in 1..size(w) : { w[i] = \"x\" }";
    for (text, said) in [
        (
            "state w word \"x.\" move : nothing",
            "expected `of` and the letters of the word, found a string",
        ),
        (
            &format!("state w word of \"\" {rule}"),
            "expected 1 to 256 letters, found 0",
        ),
        (
            &format!("state w word of \"xx\" {rule}"),
            "the letter `x` occurs twice",
        ),
        (
            &format!("state w word of \"x \" {rule}"),
            "` ` cannot be a letter",
        ),
        (
            &format!("state w word of aa..z {rule}"),
            "expected a range of letters, such as a..z",
        ),
        (
            &format!("state w word of z..a {rule}"),
            "expected 1 to 256 letters, found 0",
        ),
        (
            "state w[1..2] word of \"x.\" move i in 1..2 when w == \"x\" : nothing",
            "`w` is an array: write one element, `w[i]`",
        ),
        (
            "state w[1..2] word of \"x.\" move i in 1..2 when w[1..2] == \"x\" : nothing",
            "`w` is an array of words: write one word, `w[i]`",
        ),
        (
            "state w[1..2] word of \"x.\" move i in 1..2 : { w = \"x\" }",
            "`w` is an array of words: write one word, `w[i]`",
        ),
        (
            "state w[1..2] word of \"x.\" move i in 1..2 when w[3] == \"x\" : nothing",
            "index 3 is outside 1..2",
        ),
        (
            "state w[1..2] word of \"x.\" move i in 1..2 when w[i][1][1] == \"x\" : nothing",
            "a letter has no index",
        ),
        (
            "state w[2..1] word of \"x.\" move : nothing",
            "the array `w` is empty",
        ),
        (
            "state w[1..100000] word of \"x.\" move : nothing",
            "a position may have at most 4096 slots",
        ),
        (
            "state w word of \"x.\" move when w[1][1] == \"x\" : nothing",
            "`w` is one word and has only one index",
        ),
        (
            "state a[1..2] in 0..3 move when a[1][1] == 1 : nothing",
            "only the words of an array have a second index",
        ),
        (
            &format!("state w word of \"x.\", v word of \"xy\" {rule}"),
            "all words of a game must have the same letters",
        ),
        (
            &format!("state w word of \"x.\" unordered {rule}"),
            "sets and words cannot be sorted: `unordered` is for numbers only",
        ),
        (
            &format!("state w word of \"x.\" draw row {rule}"),
            "`draw` cannot be used with the word `w`, which is drawn automatically",
        ),
        (
            &format!("state w word of \"x.\" show \"x.\" {rule}"),
            "`show` sets the symbols of a set, but this game has no set",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) : { w[i] = \"o\" }",
            "unknown letter `o`; the letters are `x.`",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) : { w[i] = \"xx\" }",
            "expected one letter, found a word",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) : { w[i] = 1 }",
            "expected a letter, found a number",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) : { w[i] += \"x\" }",
            "letters of a word can only be set with `=`",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) : { w[i..i+2] = \"xx\" }",
            "cannot set 3 letters to 2 letters",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) : { w[i..] = \"xx\" }",
            "the lengths of these pieces are not constant",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) when w[i..i+2] == \"xx\" : nothing",
            "cannot compare 3 letters with 2 letters",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) when w[i] == 1 : nothing",
            "expected a letter, found a number",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) when w < \"x\" + w : nothing",
            "words can only be compared with == and !=",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) when w + w[i] == w : nothing",
            "expected a word (a single letter is `w[i..i]`), found a letter",
        ),
        (
            "state w word of \"x.\" move k in 1..w : nothing",
            "expected a number, found a word",
        ),
        (
            "state w word of \"x.\" move i in 1..size(w) : [i]",
            "a position has 5 numbers, found 1",
        ),
        (
            "state w word of \"x.\", n in 0..3 move : [n, w]",
            "expected a number, found a word",
        ),
        (
            "state n in 0..3 move when n == \"x\" : nothing",
            "expected a character, found a number",
        ),
        (
            "state a[1..3] in 0..3 move when a[1..2] == 1 : nothing",
            "only words have pieces `[i..j]`",
        ),
        (
            &format!("state w word of \"x.\", v word of \"x.\" start \"xx\" {rule}"),
            "this start is only for a game with one set or word, or one array of sets or words",
        ),
        (
            &format!("state w word of \"x.\", s set of 1..2 start \"xx\" {rule}"),
            "this start is only for a game with one set or word, or one array of sets or words",
        ),
        (
            "game W(letters = 3) { state w word of \"x.\" move : nothing }",
            "in a game with words, `letters` is the maximum length of a word",
        ),
        (
            &format!("state w word of \"x.\" start \"xo\" {rule}"),
            "unknown letter `o`; the letters are `x.`",
        ),
        (
            "state w word of \"x.\" move : V[w] } game V { state w word of \"xy\" move : nothing",
            "the words of `V` have different letters",
        ),
    ] {
        assert_eq!(wrong(text), said, "{text}");
    }
}

/// The evaluation of an index outside the word is an error; the move is not silently dropped.
#[test]
fn what_leaves_the_word_is_an_error() {
    for (rule, word, said) in [
        (
            "move i in 1..size(w) : { w[i..i+1] = \"xx\" }",
            "x.",
            "a word of 2 letters has no letter 3",
        ),
        (
            "move i in 1..size(w) : { w[i + 1] = \"x\" }",
            "x.",
            "a word of 2 letters has no letter 3",
        ),
        (
            "move i in 1..size(w) : { w[i - 1] = \"x\" }",
            "x.",
            "index 0 is outside 1..4",
        ),
        (
            "move i in 1..size(w) : [w[i..i+1]]",
            "x.",
            "a word of 2 letters has no letter 3",
        ),
        (
            "move i in 1..size(w) : [w[i - 2..]]",
            "x.",
            "a word of 2 letters has no letter -2",
        ),
        (
            "move i in 1..size(w) : [w[i + 2..i]]",
            "x.",
            "a word of 2 letters has no letter -1",
        ),
        (
            "move i in 1..size(w) : { w[1] = w[i + 1] }",
            "x.",
            "a word of 2 letters has no letter 3",
        ),
        (
            "move i in 1..size(w) : { w[1..2] = w[i..i+1] }",
            "x.",
            "a word of 2 letters has no letter 3",
        ),
        (
            "move i in 1..size(w) : { w[1] = if i == 2 then w[3] else \"x\" }",
            "x.",
            "a word of 2 letters has no letter 3",
        ),
        ("move : { w[1] = w[0] }", "x.", "index 0 is outside 1..4"),
        (
            "move : [w + w]",
            "x..",
            "a word of 4 letters has no letter 6",
        ),
        (
            "move : { w = w + \"xx\" }",
            "x..",
            "a word of 4 letters has no letter 5",
        ),
    ] {
        let (world, game) = world(&format!("game W {{ state w word of \"x.\" {rule} }}"), 4);
        let Err(RulesError::Rule { cause, .. }) = moves(&world, game, word) else {
            panic!("{rule} is no error")
        };
        assert_eq!(cause.text().en, said, "{rule}");
    }
}

/// A game with a start may be named without a position, and queried with words of other lengths.
#[test]
fn words_have_starts() {
    let text = "game W { state n in 0..3, w word of \"x.\" start \"x.x\" move k in 1..n : { n -= k, w[k] = \".\" } }";
    for (room, start) in [
        (Some(5), Some("w[2, \"x.x\"]")),
        (Some(2), None),
        (None, Some("w[2, \"x.x\"]")),
    ] {
        let mut world = World::empty();
        world.load("test.game", text).unwrap();
        let args = room.map(|room| (Some("letters".to_owned()), ParameterValue::Int(room)));
        let game = world.instantiate("W", args.into_iter().collect()).unwrap();
        let found = world.rules(game).position(Some(&[2]));
        assert_eq!(
            found.ok().map(|slots| world.show(game, &slots)).as_deref(),
            start,
            "{room:?}"
        );
    }
}

/// The maximum length of words is an ordinary argument, whose name ignores case.
#[test]
fn the_room_of_words_is_an_argument() {
    let mut world = World::empty();
    world
        .load(
            "test.game",
            "game W { state w word of \"x.\" move i in 1..size(w) : [w[i..]] }",
        )
        .unwrap();
    let text = rules::parser::parse_expression("\"x.x\"").unwrap();
    for (given, room) in [(None, 3), (Some("letters"), 7), (Some("Letters"), 7)] {
        let args = given.map(|name| (Some(name.to_owned()), ParameterValue::Int(7)));
        let game = world
            .instantiate_for("W", args.into_iter().collect(), &[&text])
            .unwrap();
        assert_eq!(
            world.rules(game).game().unwrap().words[0].room,
            room,
            "{given:?}"
        );
    }
}

/// `word`, `letters` are not reserved words, and rules without words have no strings.
#[test]
fn no_word_is_reserved() {
    let text =
        "game W { state word in 0..5, letters in 0..3 move k in 1..word : [word - k, letters] }";
    let mut world = World::empty();
    world.load("test.game", text).unwrap();
    let game = world.instantiate("W", Vec::new()).unwrap();
    let mut out = OptionArena::default();
    world
        .options(game, &[2, 1], &mut out, &Budget::generous())
        .unwrap();
    assert_eq!(out.iter().count(), 2);
}

/// Returns the results of the moves from a position, or an error if one of the moves fails.
fn left(world: &World, game: GameId, slots: &[Int]) -> Result<Vec<Vec<Vec<Int>>>, ()> {
    let mut out = OptionArena::default();
    world
        .options(game, slots, &mut out, &Budget::generous())
        .map_err(|_| ())?;
    let mut all: Vec<Vec<Vec<Int>>> = Vec::new();
    for option in out.iter() {
        let mut components: Vec<Vec<Int>> = option
            .components()
            .map(|(_, slots)| slots.to_vec())
            .collect();
        components.sort();
        all.push(components);
    }
    all.sort();
    Ok(all)
}

#[test]
fn arrays_of_words_are_words_written_one_by_one() {
    let (mut met, mut wrong) = (0, 0);
    let words = |held: &rules::words::PositionWord| -> Vec<Vec<Int>> {
        let texts = ["", "a", "b", "ab", "ba", "aa", "abb", "bab"];
        texts.iter().map(|text| held.read(text).unwrap()).collect()
    };
    for seed in 0..testkit::rounds(150, 3_000) {
        let text = testkit::arrays_of_words::arrays(seed);
        let mut world = World::empty();
        world
            .load("test.game", &text)
            .unwrap_or_else(|refusal| panic!("{}\n{text}", refusal.render(Lang::En, false)));
        let [array, apart] = ["A", "B"].map(|name| {
            let room = vec![(Some("letters".to_owned()), ParameterValue::Int(4))];
            world
                .instantiate(name, room)
                .unwrap_or_else(|missing| panic!("{missing:?}\n{text}"))
        });
        let words = words(&world.rules(array).game().unwrap().words[0]);
        for one in &words {
            for other in &words {
                let slots = [&one[..], other].concat();
                let mine = left(&world, array, &slots);
                // If one move fails, the game with an array and the game with separate words may
                // list different moves before the failure.
                assert_eq!(
                    mine,
                    left(&world, apart, &slots),
                    "at {} of seed {seed}\n{text}",
                    world.show(array, &slots)
                );
                met += mine.as_ref().map_or(0, Vec::len);
                wrong += usize::from(mine.is_err());
            }
        }
    }
    assert!(
        met > 10_000 && wrong > 100,
        "{met} moves, {wrong} positions where one goes wrong"
    );
}

#[test]
fn arrays_of_words_begin_and_are_shown() {
    let text = "game W { state w[0..1] word of \"x.\" start \"x.x\" move \"{i}: {w[i][j]}\" i in 0..1, j in 1..size(w[i]) when w[i][j] == \"x\" : { w[i][j] = \".\" } }";
    let (world, game) = world(text, 3);
    let start = &world
        .rules(game)
        .game()
        .unwrap()
        .start
        .as_ref()
        .unwrap()
        .values;
    let slots: Vec<Int> = start
        .iter()
        .map(|value| {
            if let rules::ir::Expr::Const(n) = value {
                *n
            } else {
                panic!("{value:?}")
            }
        })
        .collect();
    assert_eq!(world.show(game, &slots), "w[\"x.x\", \"x.x\"]");
    let printed = rules::printer::print_game(world.declaration_of(game).unwrap().decl());
    assert!(printed.contains("w[i][j] = \".\""), "{printed}");
    assert_eq!(left(&world, game, &slots).unwrap().len(), 4);
}

/// Several words are shown one below the other, each with its name, together with the other
/// numbers. A position with a single word without letters is shown in written form.
#[test]
fn several_words_are_seen_with_their_names() {
    let view = |state: &str, slots: &[Int]| {
        let (world, game) = world(
            &format!("game W {{ state {state} move n in 1..2 : nothing }}"),
            3,
        );
        component_views(
            &world,
            &[Component {
                game,
                slots: slots.into(),
            }],
        )
        .remove(0)
        .view
    };
    let row = |name: &str, letters: &str| {
        (
            name.to_owned(),
            CellGrid::from_letters([letters.to_owned()]),
        )
    };
    assert_eq!(
        view("w[0..1] word of \"x.\"", &[2, 1, 2, 0, 0, 0, 0, 0]),
        View::Layers(vec![row("w[0]", "x."), row("w[1]", "")])
    );
    assert_eq!(
        view(
            "u word of \"ab\", v word of \"ab\"",
            &[1, 2, 0, 0, 3, 1, 2, 1]
        ),
        View::Layers(vec![row("u", "b"), row("v", "aba")])
    );
    assert_eq!(
        view(
            "w[0..1] word of \"x.\", m in 0..3",
            &[2, 1, 2, 0, 0, 0, 0, 0, 1]
        ),
        View::Layers(vec![row("w[0]", "x."), row("w[1]", ""), row("m", "1")])
    );
    assert_eq!(view("w word of \"x.\"", &[0, 0, 0, 0]), View::Written);
}
