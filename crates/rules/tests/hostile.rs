//! Tests hostile rules: endless evaluations, endless games, deep trees, and numbers near the limit
//! of 64 bits. Each hostile rule is rejected, or fails with an error, quickly and without a panic.

mod sums;

use base::budget::{Budget, StopReason};
use base::text::Lang;
use rules::ast::{GameKind, QuerySlot};
use rules::data::DataTable;
use rules::game::{EvalError, GameId, OptionArena, RulesError};
use rules::ir::{Int, ParameterValue};
use rules::lower::{self, Args};
use rules::parser::{parse_file, parse_query};
use rules::world::{InstantiationError, World};

fn world(text: &str) -> World {
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(Lang::En, false)));
    world
}

fn words(missing: InstantiationError) -> String {
    match missing {
        InstantiationError::Here(text) => text.en,
        InstantiationError::There(refusal) => {
            // Rendering must not fail for any spans.
            refusal.render(Lang::Zh, true);
            refusal
                .diagnostics
                .iter()
                .map(|d| d.message.en.clone())
                .collect::<Vec<_>>()
                .join("\n")
        }
    }
}

/// Returns the reason why the game `G` of a text cannot be created.
fn refused(text: &str) -> String {
    words(
        world(text)
            .instantiate("G", Args::new())
            .expect_err(text.get(..200).unwrap_or(text)),
    )
}

/// Returns the numbers of the components that the moves from a position of `G` leave.
fn left(text: &str, slots: &[Int]) -> Result<Vec<Vec<Int>>, RulesError> {
    let mut world = world(text);
    let game = world
        .instantiate("G", Args::new())
        .unwrap_or_else(|missing| panic!("{text:.200}: {}", words(missing)));
    let mut options = OptionArena::new();
    world.options(game, slots, &mut options, &Budget::generous())?;
    Ok(options
        .iter()
        .flat_map(|o| o.components().map(|(_, s)| s.to_vec()).collect::<Vec<_>>())
        .collect())
}

#[test]
fn games_that_name_each_other_without_end_are_refused() {
    const END: &str = "the games refer to each other without end";
    assert_eq!(
        refused("game G(m = 0) { state n in 0.. move k in {1} : G(m = m + 1)[n - k] }"),
        END
    );
    // The expression has two branches at each level: the work must not double at every level.
    let branching = "game G(m = 0, s = 0) { state n in 0.. move : G(m + 1, 2 * s % 9973)[n - 1] move : G(m + 1, (2 * s + 1) % 9973)[n - 1] }";
    assert!(refused(branching).starts_with(END));
    // The text has many games, none of which is deeply nested.
    let flat: String = (0..2000)
        .map(|i| format!("move : H({i})[n - 1] "))
        .collect();
    let wide = format!(
        "game H(m = 0) {{ state n in 0.. move : [n - 1] }} game G {{ state n in 0.. {flat} }}"
    );
    assert!(refused(&wide).starts_with(END));
    // A chain of games that name each other is accepted if it ends early enough.
    let mut ends =
        world("game G(m = 0) { state n in 0.. move k in {1} : G(m = min(m + 1, 50))[n - k] }");
    assert!(ends.instantiate("G", Args::new()).is_ok());
}

#[test]
fn a_world_is_whole_after_a_failure() {
    let text = "game A { state n in 0.. move k in 1..n : B[n-k] move : [n - 1, 5] } game B { state n in 0.. move k in 1..n : A[n - k] }
        game C { state n in 0.. move : [n - 1] }";
    let mut world = world(text);
    for _ in 0..3 {
        assert_eq!(
            words(world.instantiate("A", Args::new()).unwrap_err()),
            "a position has 1 numbers, found 2"
        );
        let message = words(world.instantiate("B", Args::new()).unwrap_err());
        assert_eq!(
            message,
            "cannot use the game `A`: test.game: a position has 1 numbers, found 2"
        );
    }
    // Dropped games leave no gap in the ids, and no other game gets the id of a dropped game.
    let c = world.instantiate("C", Args::new()).unwrap();
    assert_eq!((c, world.show(c, &[4])), (GameId(0), "c[4]".to_owned()));
    let failures = world.instantiate("A", Args::new()).is_err()
        && world.instantiate("B", Args::new()).is_err();
    assert!(failures && world.instantiate("C", Args::new()).unwrap() == c);
    // The number of failures exceeds the maximum number of games of a world.
    for _ in 0..2000 {
        world.instantiate("A", Args::new()).unwrap_err();
    }
    assert!(world.instantiate("C", Args::new()).is_ok());
}

#[test]
fn many_games_may_be_made_one_after_the_other() {
    let mut world = world("game G(m = 3) { state n in 0.. move k in 1..m : [n - k] }");
    for m in 0..3000 {
        world
            .instantiate("g", vec![(None, ParameterValue::Int(m))])
            .unwrap_or_else(|missing| panic!("{m}: {}", words(missing)));
    }
}

#[test]
fn sets_and_constants_are_computed_in_few_steps_or_refused() {
    const STEPS: &str = "the computation takes more than 2000000 steps";
    let end = "state n in 0.. move k in S : [n - k] }";
    assert_eq!(
        refused(&format!(
            "game G(S = {{j for i in 1..1000000000000, j in 1..0}}) {{ {end}"
        )),
        STEPS
    );
    for text in [
        "game G { state n in 0..total(0 for i in 1..1000000000000) move : [n - 1] }",
        "game G { state n in 0.. move k in {j for i in 1..1000000000000, j in 1..0} : [n - k] }",
        "game G { state n in 0.. start [2 for i in 1..1000000000000, j in 1..0] move : [n - 1] }",
        "game G { state n in 0.. move : [n - 1] start [a for a in 1..9 , i in 1..1000000000, j in {1, 2}, b in 2..1] }",
        "game G { state n in 0.. sum upto total(0 for i in 1..1000000000000) move : [n - 1] }",
        // Each constant takes few steps, but all constants together take too many.
        &format!(
            "game G {{ state n in 0.. {} move : [n - 1] }}",
            "require total(0 for i in 1..1000000) == 0 ".repeat(3000)
        ),
    ] {
        let message = match world(text).instantiate("G", Args::new()) {
            Ok(_) => "made".to_owned(),
            Err(missing) => words(missing),
        };
        assert!(
            message.contains(STEPS) || message == "made",
            "{text:.100}: {message}"
        );
    }
    let question = parse_query("nim[total(0 for i in 1..1000000000000)]").unwrap();
    let rules::ast::QuerySlot::One(slot) = &question.components[0].slots.as_ref().unwrap()[0]
    else {
        panic!()
    };
    assert_eq!(
        lower::constant_value(slot).unwrap_err()[0].message.en,
        STEPS
    );
    // A large set is accepted.
    assert_eq!(
        left(
            "game G(S = {i for i in 1..1000000}) { state n in 0.. move k in S : [n - k] }",
            &[1]
        )
        .unwrap(),
        [[0]]
    );
}

#[test]
fn conditions_are_tested_in_few_steps_or_fault() {
    let endless = "total(i % 2 for i in 1..1000000000000 + n) == 0";
    let with = |item: &str| {
        format!(
            "game G {{ state n in 0.. move \"{{total(i for i in 1..1000000000000 + n)}}\" : [n - 1] {item} }}"
        )
    };
    let steps = |fault: RulesError| match fault {
        RulesError::Rule {
            cause: EvalError::Steps(limit),
            game,
            span,
            at,
        } => (limit, game, span.start > 0, at),
        other => panic!("{other:?}"),
    };
    let budget = Budget::generous();
    let mut required = world(&with(&format!("require {endless}")));
    let game = required.instantiate("G", Args::new()).unwrap();
    let expected = (1_000_000, Some(game), true, vec![4]);
    assert_eq!(
        steps(
            required
                .contains(game, &[4], &Budget::generous())
                .unwrap_err()
        ),
        expected
    );
    let in_options = required
        .options(game, &[5], &mut OptionArena::new(), &budget)
        .unwrap_err();
    assert_eq!(steps(in_options.clone()), expected);
    let refusal = required.explain_fault(&in_options).unwrap();
    assert!(
        refusal.render(Lang::En, false).contains("1000000000000"),
        "the place is shown"
    );
    for word in ["goal", "trap"] {
        let mut ending = world(&with(&format!("{word} {endless}")));
        let game = ending.instantiate("G", Args::new()).unwrap();
        assert_eq!(
            steps(ending.ending(game, &[4], &Budget::generous()).unwrap_err()),
            expected
        );
    }
    let mut start = world(
        "game G { state a in 0.., b in 0.. start [a, total(i for i in 1..1000000000000 + a)] move : [a - 1, b] }",
    );
    let game = start.instantiate("G", Args::new()).unwrap();
    assert_eq!(
        start.rules(game).position(Some(&[1])).unwrap_err().en,
        "the computation takes more than 1000000 steps"
    );
    let mut label = world(&with(""));
    let game = label.instantiate("G", Args::new()).unwrap();
    assert_eq!(label.rules(game).describe(&[1], 0, &[]), None);
}

#[test]
fn numbers_at_the_edge_of_64_bits_do_not_overflow() {
    let array = "game G { state a[9223372036854775807..9223372036854775807] in 0.. move k in 1..a[9223372036854775807] : ";
    assert_eq!(
        refused(&format!("{array} {{ a[3] -= k }} }}")),
        "index 3 is outside 9223372036854775807..9223372036854775807"
    );
    let fault = left(&format!("{array} {{ a[k] -= k }} }}"), &[1]).unwrap_err();
    assert!(
        matches!(
            fault,
            RulesError::Rule {
                cause: EvalError::Index(1, Int::MAX, Int::MAX),
                ..
            }
        ),
        "{fault:?}"
    );
    // The generator of an endless set reaches the end of the number range.
    let endless = "game G { state n in 0.. move k in {i / 2 ** 61 for i in 2 ** 62 * 1 + (2 ** 62 - 1)..} : [n - k] }";
    assert_eq!(left(endless, &[5]).unwrap(), [[2]]);
    let open = "game G { state n in 0.. move k in 9223372036854775806.. : [n - k] }";
    assert_eq!(left(open, &[Int::MAX]).unwrap(), [[1], [0]]);
    for slot in ["-9223372036854775807 - 1", "9223372036854775807"] {
        let text = format!(
            "game G {{ state n in {slot}..{slot} move k in {{-1, 1}} : [n + k] move : [-n] move : [abs(n)] }}"
        );
        let number = if slot.starts_with('-') {
            Int::MIN
        } else {
            Int::MAX
        };
        let _ = left(&text, &[number]);
    }
}

#[test]
fn functions_cannot_be_blown_up() {
    let game = |items: &str, result: &str| {
        format!("game G {{ state n in 0.. {items} move : [{result}] }}")
    };
    let nested = |count: usize| format!("{}n{}", "d(".repeat(count), ")".repeat(count));
    let large = "the expressions of this game are too large after its functions are expanded";
    let deep =
        "the expressions of this game are nested too deeply after its functions are expanded";
    // An argument that is used twice is copied twice.
    assert_eq!(refused(&game("let d(x) = x + x", &nested(60))), large);
    assert_eq!(
        refused(&game(
            "let d(x) = 0 <= x <= 1 and x == x let e(x) = if x then 1 else 0",
            "e(d(d(d(n))))"
        )),
        "expected a number, found a condition"
    );
    let mut chain = "n".to_owned();
    for _ in 0..40 {
        chain = format!("(if 0 <= {chain} <= 9 then 1 else 2)");
    }
    assert_eq!(refused(&game("", &chain)), large);
    // Deeply nested function bodies.
    let mut lets = "let f0(x) = x + 1 ".to_owned();
    for i in 1..3000 {
        lets += &format!("let f{i}(x) = f{}(x) + 1 ", i - 1);
    }
    assert_eq!(refused(&game(&lets, "f2999(n)")), deep);
    // Nested calls of a function with a high body are rejected if the combined expression is too
    // high.
    let high = " + 1".repeat(200);
    assert!(refused(&game(&format!("let d(x) = x % 3{high}"), &nested(100))).starts_with(deep));
    assert_eq!(
        left(
            &game(&format!("let d(x) = x + (0{high})"), &nested(20)),
            &[0]
        )
        .unwrap(),
        [[20 * 200]]
    );
    // The form of an expression that takes the most stack at each level.
    assert_eq!(
        left(
            &game("let d(x) = total(x + 1 for i in 1..1)", &nested(80)),
            &[0]
        )
        .unwrap(),
        [[80]]
    );
    let mut lets = "let f0(x) = x ".to_owned();
    for i in 1..3000 {
        lets += &format!(
            "let f{i}(x) = total(if 0 < f{}(x) < 9 then 1 else 2 for j in {{1, x}}) ",
            i - 1
        );
    }
    assert_eq!(refused(&game(&lets, "f2999(n)")), deep);
    let comparisons = "0 < ".repeat(5000);
    assert_eq!(
        refused(&game(&format!("require {comparisons} n"), "n")),
        "more than 64 comparisons in a row"
    );
}

#[test]
fn long_lists_are_refused_or_taken_in_a_while() {
    let many = |count: usize, each: &dyn Fn(usize) -> String, between: &str| {
        (0..count).map(each).collect::<Vec<_>>().join(between)
    };
    let choices = many(3000, &|i| format!("k{i} in 1..1"), ", ");
    let long = "more than 64 choices in one list";
    assert_eq!(
        refused(&format!(
            "game G {{ state n in 0.. move {choices} : [n - 1] }}"
        )),
        long
    );
    assert_eq!(
        refused(&format!(
            "game G {{ state n in 0.. move : [n - total(1 for {choices})] }}"
        )),
        long
    );
    assert_eq!(
        refused(&format!(
            "game G {{ state n in 0.. move : [n - 1] for {choices} }}"
        )),
        long
    );
    assert_eq!(
        refused(&format!(
            "game G {{ state n in 0.. move : {{ n -= 1 for {choices} }} }}"
        )),
        long
    );
    let slots = many(60_000, &|i| format!("s{i} in 0.."), ", ");
    assert!(
        refused(&format!("game G {{ state {slots} move : [s0] }}"))
            .starts_with("a position may have at most 4096 slots")
    );
    let lets = many(60_000, &|i| format!("let x{i} = 1"), " ");
    assert!(
        refused(&format!(
            "game G {{ state n in 0.. {lets} move : [n - 1] }}"
        ))
        .contains("more than 8192 names in one game")
    );
    let params = many(60_000, &|i| format!("p{i} = 1"), ", ");
    assert!(
        refused(&format!(
            "game G({params}) {{ state n in 0.. move : [n - 1] }}"
        ))
        .contains("more than 8192 names in one game")
    );
    let unknown = many(40_000, &|i| format!("u{i}"), " + ");
    let message = refused(&format!(
        "game G {{ state n in 0.. {} move : [n] }}",
        many(300, &|i| format!("require n > u{i}{i}"), " ")
    ));
    assert_eq!(
        message.lines().count(),
        20,
        "no more mistakes than anybody reads"
    );
    assert!(parse_file(&format!("game G {{ state n in 0.. move : [{unknown}] }}")).is_err());
    let word = "x".repeat(400_000);
    assert!(
        refused(&format!(
            "game G {{ state {word} in 0.. move : [{word}y] }}"
        ))
        .starts_with("unknown name `xxx")
    );
}

#[test]
fn names_are_compared_alike_everywhere() {
    // Case is ignored outside ASCII too: the second `ÄPFEL` is the same name.
    let mut world = World::empty();
    world
        .load(
            "one.game",
            "game Äpfel { state a in 0.., b in 0.. move : [a - 1, b] }",
        )
        .unwrap();
    world.load("two.game", "game äPFEL { state n in 0.. move : [n - 1] } game G { state n in 0.. move : ÄPFEL[n - 1] }").unwrap();
    world
        .load(
            "three.game",
            "game ÄPfel { state a in 0.., b in 0.. move : [a - 1, b] }",
        )
        .unwrap();
    world
        .instantiate("G", Args::new())
        .unwrap_or_else(|missing| panic!("{}", words(missing)));
}

#[test]
fn parameters_are_not_empty_sets() {
    let empty = "an empty set is not allowed here";
    let rest = "{ state n in 0.. move k in S : [n - k] }";
    assert_eq!(refused(&format!("game G(S = {{}}) {rest}")), empty);
    assert_eq!(
        refused(&format!("game G(S = {{j for j in 1..0}}) {rest}")),
        empty
    );
    let linked = format!(
        "game H(S = {{1}}) {rest} game G {{ state n in 0.. move : H({{j for j in 1..0}})[n - 1] }}"
    );
    assert_eq!(refused(&linked), empty);
    let mut made = world(&format!("game G(S = {{1}}) {rest}"));
    let none = ParameterValue::Set([].into(), 1);
    let message = words(
        made.instantiate("G", vec![(Some("S".into()), none)])
            .unwrap_err(),
    );
    assert_eq!(message, "the set given for parameter `S` of G is empty");
    let question = parse_query("g({j for j in 1..0})[3]").unwrap();
    let (_, set) = &question.components[0].game.as_ref().unwrap().args[0];
    assert_eq!(lower::constant_value(set).unwrap_err()[0].message.en, empty);
}

/// Returns the game and the numbers of a query without ranges.
fn asked(world: &mut World, question: &str) -> Result<(GameId, Vec<Int>), String> {
    let sum = parse_query(question).map_err(|errors| errors[0].message.en.clone())?;
    let [component] = &sum.components[..] else {
        return Err("not one component".into());
    };
    let instance = component.game.as_ref().ok_or("no game")?;
    let value = |expr| lower::constant_value(expr).map_err(|errors| errors[0].message.en.clone());
    let mut args = Args::new();
    for (name, expr) in &instance.args {
        args.push((name.as_ref().map(|n| n.text.clone()), value(expr)?));
    }
    let given: Vec<&rules::ast::SpannedExpr> = component
        .slots
        .iter()
        .flatten()
        .filter_map(|slot| {
            if let QuerySlot::One(e) = slot {
                Some(e)
            } else {
                None
            }
        })
        .collect();
    let game = world
        .instantiate_for(&instance.name.text, args, &given)
        .map_err(words)?;
    let held = world
        .rules(game)
        .game()
        .map(rules::ir::Game::sets_and_words)
        .unwrap_or_default();
    let mut numbers = Vec::new();
    for slot in component.slots.iter().flatten() {
        let held = held.iter().find(|held| held.slots().start == numbers.len());
        match (slot, held) {
            (QuerySlot::One(expr), Some(held)) => {
                numbers.extend(
                    lower::held_value(expr, held).map_err(|found| found[0].message.en.clone())?,
                );
            }
            (QuerySlot::One(expr), None) => match value(expr)? {
                ParameterValue::Int(n) => numbers.push(n),
                _ => return Err("no number".into()),
            },
            (QuerySlot::Range(..), _) => return Err("a range".into()),
        }
    }
    Ok((game, numbers))
}

#[test]
fn what_is_shown_can_be_asked() {
    let mut world = World::with_library();
    world
        .load("more.game", "game Two(S = {(1, 2), (-2, 1)}, m = 3) { state x in -9.., y in -9.. move (a, b) in S : [x - a, y - m * b] }")
        .unwrap();
    for (question, shown) in [
        ("Bash[20]", "bash[20]"),
        ("bash(m = 3)[20]", "bash[20]"),
        ("bash(m = 5)[20]", "bash(5)[20]"),
        ("SUBTRACT(S = {4, 3, 1, 1})[3]", "subtract[3]"),
        ("subtract({1, 2 + 3})[3]", "subtract({1,5})[3]"),
        ("chomp(H = 2)[1, 1]", "chomp(4, 2)[1, 1]"),
        ("chomp(W = 6)[1, 1, 0]", "chomp(6)[1, 1, 0]"),
        (
            "two({(2, 1), (-1, 0)})[-3, 4]",
            "two({(-1,0),(2,1)})[-3, 4]",
        ),
        ("two(m = -1)[-3, 4]", "two({(-2,1),(1,2)}, -1)[-3, 4]"),
        ("巴什博弈(m = 4)[7]", "巴什博弈(4)[7]"),
    ] {
        let (game, numbers) =
            asked(&mut world, question).unwrap_or_else(|error| panic!("{question}: {error}"));
        assert_eq!(world.show(game, &numbers), shown);
    }
    let names: Vec<String> = world
        .declarations()
        .iter()
        .map(|d| d.name.to_string())
        .collect();
    assert!(names.len() > 50, "the library is there");
    let mut changed = 0;
    for name in names {
        let plain = world
            .instantiate(&name, Args::new())
            .unwrap_or_else(|missing| panic!("{name}: {}", words(missing)));
        let args = world.rules(plain).game().unwrap().args.clone();
        let other = |value: &ParameterValue| match value {
            ParameterValue::Int(n) => ParameterValue::Int(n + 1),
            ParameterValue::Real(x) => ParameterValue::Real(x.negate()),
            ParameterValue::Set(rows, width) => {
                ParameterValue::Set(rows.iter().map(|n| n + 1).collect(), *width)
            }
            ParameterValue::Data(data) => {
                let entries: Vec<_> = data.entries.iter().map(|n| n + 1).collect();
                ParameterValue::Data(std::sync::Arc::new(if data.dimensions() == 1 {
                    DataTable::array(data.kind, entries)
                } else {
                    DataTable::table(data.kind, data.lengths[1], entries)
                }))
            }
            ParameterValue::Graph(_) => ParameterValue::Graph(std::sync::Arc::new(
                rules::network::Network::from_paths(&[vec!["0", "1", "2"]]).unwrap(),
            )),
        };
        let mut games = vec![plain];
        for (param, value) in &args {
            if let Ok(game) = world.instantiate(&name, vec![(Some(param.clone()), other(value))]) {
                assert_ne!(game, plain);
                changed += 1;
                games.push(game);
            }
        }
        for game in games {
            let lows: Vec<Int> = world
                .rules(game)
                .slots()
                .iter()
                .map(|slot| slot.low)
                .collect();
            let shown = world.show(game, &lows);
            let found =
                asked(&mut world, &shown).unwrap_or_else(|error| panic!("{shown}: {error}"));
            match world
                .rules(game)
                .game()
                .is_some_and(|game| !game.words.is_empty())
            {
                // A query with a word creates a game whose maximum length is the length of that
                // word.
                true => assert_eq!(world.show(found.0, &found.1), shown),
                false => assert_eq!(found, (game, lows), "{shown}"),
            }
        }
    }
    assert!(changed > 10, "{changed} games with other arguments");
}

#[test]
fn a_file_with_an_error_changes_nothing() {
    let mut world = world("game G { state n in 0.. move : [n - 1] }");
    let before = world.instantiate("G", Args::new()).unwrap();
    for bad in [
        "game New { state n in 0.. move : [n - 1] } game G { state a in 0.., b in 0.. move : [a - 1, b] } game g { state n in 0.. move : [n] }",
        "game New { state n in 0.. move : [n - 1] } game G { state n in 0.. move [n ^ 1] }",
        "game New { state n in 0.. move : [n - 1] } recurrence",
    ] {
        let refusal = world.load("bad.game", bad).unwrap_err();
        refusal.render(Lang::Zh, false);
        let names: Vec<&str> = world.declarations().iter().map(|d| &*d.name).collect();
        assert_eq!(names, ["G"]);
        assert!(world.instantiate("New", Args::new()).is_err());
        assert_eq!(world.instantiate("G", Args::new()).unwrap(), before);
    }
}

#[test]
fn wrong_arguments_are_explained_wherever_they_stand() {
    let far = format!(
        "{}\ngame Far(m = 1, S = {{1}}) {{ state n in 0..m move : [n - 1] }}",
        "# padding\n".repeat(100)
    );
    let mut world = World::empty();
    world.load("far.game", &far).unwrap();
    for (link, message) in [
        (
            "Far(1, {1}, 3)",
            "too many arguments; the parameters of Far are: m, S",
        ),
        (
            "Far(k = 1)",
            "Far has no parameter `k`; its parameters: m, S",
        ),
        (
            "Far({1})",
            "parameter `m` of Far: expected a value like 1, found {1}",
        ),
        (
            "Far(S = {(1, 2)})",
            "parameter `S` of Far: expected a value like {1}, found {(1,2)}",
        ),
        (
            "Far(m = -1)",
            "cannot use the game `Far`: far.game: the range 0..-1 is empty",
        ),
        ("Far(m = n)", "unknown name `n`"),
    ] {
        let text =
            format!("game G {{ state x in 0.. move : {link}[x - 1] expect {link}[0] is P }}");
        world.load("near.game", &text).unwrap();
        let refusal = match world.instantiate("G", Args::new()).unwrap_err() {
            InstantiationError::There(refusal) => refusal,
            InstantiationError::Here(text) => panic!("{text}"),
        };
        assert_eq!(refusal.diagnostics[0].message.en, message, "{link}");
        let shown = refusal.render(Lang::En, false);
        assert!(
            shown.contains("near.game:1:") && shown.contains(link.split('(').next().unwrap()),
            "{shown}"
        );
        let near = world.load(
            "plain.game",
            &format!("game P {{ state x in 0.. move : [x - 1] expect {link}[0] is P }}"),
        );
        assert_eq!(near.unwrap(), ["P"]);
        let declared = world.declared("P").unwrap().clone();
        let expect = declared
            .decl()
            .items
            .iter()
            .find_map(|item| match &item.kind {
                rules::ast::GameItemKind::Expect(expect) => Some(expect.clone()),
                _ => None,
            });
        let refusal = world.expectation(&declared, &expect.unwrap()).unwrap_err();
        assert_eq!(refusal.diagnostics[0].message.en, message, "{link}");
        assert!(refusal.render(Lang::Zh, false).contains("plain.game:1:"));
    }
    let kinds = world
        .declarations()
        .iter()
        .filter(|d| d.decl().kind == GameKind::Game)
        .count();
    assert_eq!(kinds, 3);
}

/// A limit of the thread stops the creation of a game or the parsing of a long text, and the reason
/// is reported afterwards. Small inputs are never stopped.
#[test]
fn reading_and_constants_are_ended_by_the_limits_of_the_thread() {
    let limit = || std::rc::Rc::new(|_: u64| Some(StopReason::Time));
    let constants = "game G(p = total(j for j in 1..1900000)) { state n in 0..  move : [n - 1] }";
    let wide = format!(
        "game G {{ state n in 0..total(max({}) for i in 1..1900000)  move : [n - 1] }}",
        vec!["i"; 60_000].join(", ")
    );
    let set = "game G { let s = {i * j for i in 1..300, j in 1..300}  state n in 0..  move k in s : [n - k] }";
    for text in [constants, &wide, set] {
        base::thread_limit::with_limit(limit(), || {
            let mut world = World::empty();
            let failed = world.load("test.game", text).is_err()
                || world.instantiate("G", Args::new()).is_err();
            assert!(failed, "{text:.100}");
            assert_eq!(
                base::thread_limit::take_stop(),
                Some(StopReason::Time),
                "{text:.100}"
            );
        });
    }
    base::thread_limit::with_limit(limit(), || {
        let mut world = World::with_library();
        world.instantiate("kayles", Args::new()).unwrap();
        assert_eq!(base::thread_limit::take_stop(), None);
    });
    // Invalid text of any length is one error.
    let nul = parse_file(&"\0".repeat(1 << 20)).unwrap_err();
    assert_eq!(nul.len(), 1, "{:?}", nul[0].message.en);
}
