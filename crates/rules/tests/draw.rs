//! Tests `draw` in rule files, and the views of positions with and without `draw`.

use rules::ast::{DrawKind, GameItemKind};
use rules::ir::ParameterValue;
use rules::parser::parse_file;
use rules::play::Component;
use rules::printer::{print_file, print_game};
use rules::view::{CellGrid, View, component_views, component_views_as, drawings};
use rules::world::{InstantiationError, World};

/// Returns a position of the only game of a text.
fn position(text: &str, places: &[&[i64]]) -> (World, Vec<Component>) {
    let mut world = World::empty();
    let names = world.load("a.game", text).unwrap_or_else(|refused| {
        panic!("{text}\n{}", refused.render(base::text::Lang::En, false))
    });
    let game = world
        .instantiate(&names[0], Vec::new())
        .unwrap_or_else(|_| panic!("{text}"));
    (
        world,
        places
            .iter()
            .map(|place| Component {
                game,
                slots: (*place).into(),
            })
            .collect(),
    )
}

/// Returns the views of a position of the only game of a text.
fn look(text: &str, places: &[&[i64]]) -> Vec<View> {
    let (world, components) = position(text, places);
    component_views(&world, &components)
        .into_iter()
        .map(|seen| seen.view)
        .collect()
}

/// Formats the cells of a view, row by row, or its kind.
fn lines(view: &View) -> String {
    match view {
        View::Ring(CellGrid { rows, .. }) => format!("({})", rows.concat().concat()),
        View::Layers(layers) => layers
            .iter()
            .map(|(name, cells)| format!("{name} {}", lines(&View::Cells(cells.clone()))))
            .collect::<Vec<_>>()
            .join(" "),
        View::Cells(CellGrid { rows, .. }) => rows
            .iter()
            .map(|row| row.concat())
            .collect::<Vec<_>>()
            .join("/"),
        View::Heaps(heaps) => heaps
            .iter()
            .map(|(name, n)| format!("{name}:{n}"))
            .collect::<Vec<_>>()
            .join(" "),
        View::Numbers(numbers) => numbers
            .iter()
            .map(|(name, n)| format!("{name}={n}"))
            .collect::<Vec<_>>()
            .join(" "),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_game_says_how_it_is_drawn() {
    let moves = "move k in 1..2 : nothing";
    for (state, draw, place, expected) in [
        (
            "c[1..6] in 0..2",
            "draw board 2, 3",
            &[0, 1, 2, 2, 0, 0][..],
            "·XO/O··",
        ),
        (
            "c[1..4] in 0..3",
            "draw board 2, 2 \".abc\"",
            &[0, 1, 2, 3],
            ".a/bc",
        ),
        (
            "c[1..4] in 0..12",
            "draw row \"_x\"",
            &[0, 1, 2, 12],
            "_x212",
        ),
        ("c[1..3] in -1..1", "draw row \"-o+\"", &[-1, 0, 1], "-o+"),
        ("n in 0..", "draw row", &[4], "IIII"),
        ("n in 0..", "draw row", &[0], ""),
        ("n in 0..", "draw row \"□\"", &[3], "□□□"),
        ("r[1..3] in 0..", "draw squares", &[3, 1, 0], "□□□/□/"),
        ("r[1..3] in 0..", "draw squares \"×\"", &[3, 1, 0], "×□□/□/"),
        ("r[1..3] in 0..", "draw squares \"×\"", &[0, 1, 0], "/□/"),
        ("w in 1.., h in 1..", "draw sheet", &[3, 2], "□□□/□□□"),
        ("n in 0..", "draw row", &[41], "n=41"),
        ("a in 0.., b in 0..", "draw board", &[1, 2], "···/··●"),
        ("a in 1..3, b in 1..2", "draw board", &[3, 1], "··/··/●·"),
        ("a in 0.., b in 0..", "draw board 3, 2", &[0, 0], "●·/··/··"),
        ("p[1..3] in 1..", "draw strip", &[1, 4, 4], "●··2"),
        ("p[1..2] in 0..9", "draw strip 6", &[0, 5], "●····●"),
        ("x in 0.., y in 0..", "draw heaps", &[1, 2], "x:1 y:2"),
        ("a[1..3] in 0..", "draw steps", &[1, 0, 2], "··●/●·●"),
        ("a[1..2] in 0..", "draw steps", &[0, 0], "··"),
        ("a[1..2] in 0..", "draw steps", &[0, 41], "a[1]=0 a[2]=41"),
        ("n in 0..", "draw numbers", &[4], "n=4"),
        ("x in 0.., y in 0..", "", &[1, 2], "···/··●"),
        ("x in 0.., y in 0..", "", &[1, 40], "x=1 y=40"),
        (
            "c[1..9] in 0..2",
            "",
            &[1, 2, 0, 0, 1, 0, 0, 0, 0],
            "XO·/·X·/···",
        ),
        (
            "c[1..9] in 0..1",
            "",
            &[1, 0, 0, 0, 1, 0, 0, 0, 0],
            "●···●····",
        ),
        ("a[1..3] in 0..", "", &[1, 0, 3], "··●/··●/●·●"),
        ("a[1..3] in 0..", "", &[1, 0, 41], "a[1]:1 a[2]:0 a[3]:41"),
        (
            "a[1..3] in 0.. unordered",
            "",
            &[3, 1, 0],
            "a[1]:3 a[2]:1 a[3]:0",
        ),
        ("n in 0..", "draw ring", &[3], "(III)"),
        ("x in 1..5", "draw ring 5", &[2], "(·●···)"),
        ("c[1..3] in 0..1", "draw ring \".x\"", &[0, 1, 1], "(.xx)"),
        (
            "x in 0..1, y in 0..1, z in 0..1",
            "draw board",
            &[1, 0, 1],
            "z = 0 ··/·· z = 1 ··/●·",
        ),
        (
            "at in 1..4, seen[1..4] in 0..1",
            "draw board 2, 2",
            &[3, 1, 0, 1, 0],
            "×·/●·",
        ),
        ("t in -5..5", "", &[-2], "t=-2"),
        // One array is drawn, and the other slots are shown next to it. A slot for the player to
        // move is not a token, even if it precedes the array.
        (
            "turn in 0..1, c[1..4] in 0..2",
            "draw board 2, 2",
            &[1, 0, 1, 2, 0],
            "c ·X/O· turn 1",
        ),
        (
            "c[1..4] in 0..2, turn in 0..1",
            "draw board 2, 2",
            &[0, 1, 2, 0, 0],
            "c ·X/O· turn 0",
        ),
        (
            "c[1..4] in 0..2, turn in 0..1",
            "draw board c",
            &[0, 1, 2, 0, 0],
            "c ·X/O· turn 0",
        ),
        (
            "at in 1..4, seen[1..4] in 0..1, turn in 0..1",
            "draw board seen 2, 2 \".x\"",
            &[3, 1, 0, 1, 0, 1],
            "seen x./x. at 3 turn 1",
        ),
        (
            "a[1..4] in 0..1, b[1..4] in 0..1",
            "draw board b \".x\"",
            &[0, 1, 1, 0, 1, 0, 0, 1],
            "b x./.x a 0110",
        ),
        (
            "c[1..3] in 0..1, t in 0..1",
            "draw row c \".x\"",
            &[0, 1, 1, 0],
            "c .xx t 0",
        ),
        (
            "r[1..2] in 0.., t in 0..1",
            "draw squares r",
            &[2, 1, 1],
            "r □□/□ t 1",
        ),
        (
            "r[1..2] in 0.., t in 0..1",
            "draw steps r",
            &[2, 1, 1],
            "r ●·/●● t 1",
        ),
        ("c[1..4] in 0..1", "draw board c", &[0, 1, 1, 0], "·●/●·"),
        (
            "c[1..2] in 0..1, t in 0..1",
            "draw row c",
            &[0, 1, 1],
            "c ·● t 1",
        ),
    ] {
        let text = format!("game G {{ state {state} {draw} {moves} }}");
        assert_eq!(lines(&look(&text, &[place])[0]), expected, "{text}");
    }
}

#[test]
fn the_state_suggests_how_a_game_is_drawn() {
    for (game, places, expected) in [
        // A number that splits is drawn as a row, and any other number is drawn as a heap.
        (
            "game G { state n in 0.. move i in 0..n-1 : [i] + [n - 1 - i] }",
            &[&[4][..]][..],
            "□□□□",
        ),
        (
            "game G { state n in 1.. move d in 2..n when n % d == 0 : [n / d] for i in 1..d }",
            &[&[4]],
            "□□□□",
        ),
        (
            "game G { state n in 0.. move i in 0..n-1 : [i] + [n - 1 - i] }",
            &[&[41]],
            "n:41",
        ),
        (
            "game G { state n in 0.. move k in 1..n : [n - k] }",
            &[&[4]],
            "n:4",
        ),
        // A cut leaves two sheets with a common side. A pile next to a number with few values is
        // not cut.
        (
            "game G { state w in 1.., h in 1.. move k in 1..w-1 : [k, h] + [w - k, h] }",
            &[&[3, 2]],
            "□□□/□□□",
        ),
        (
            "game G { state n in 0.., t in 0..1 move k in 1..n-1 : [k, t] + [n - k, t] }",
            &[&[3, 1]],
            "n:3 t:1",
        ),
        // Tests a token whose moves change both numbers at once, two piles, and a pile with the
        // number that may be removed.
        (
            "game G { state a in 0.., b in 0.. move k in 1..min(a, b) : { a -= k, b -= k } }",
            &[&[1, 2]],
            "···/··●",
        ),
        (
            "game G { state a in 0.., b in 0.. move k in 1..min(a, b) : [a - k, b - k] }",
            &[&[1, 2], &[0, 0]],
            "●··/··●",
        ),
        (
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
            &[&[1, 2]],
            "a:1 b:2",
        ),
        (
            "game G { state a in 0.., b in 0.. move k in 1..min(a, b) : [a - k, 2 * k] }",
            &[&[1, 2]],
            "a:1 b:2",
        ),
        (
            "game G { state a in 0.., b in 0.. move k in 1..min(a, b) : { a -= k, b -= k } }",
            &[&[41, 2]],
            "a:41 b:2",
        ),
        // Arrays whose requirements order the numbers.
        (
            "game G { state r[1..3] in 0..4 require all(r[i] >= r[i+1] for i in 1..2) move i in 1..3 : { r[i] = 0 } }",
            &[&[3, 1, 0]],
            "□□□/□/",
        ),
        (
            "game G { state r[1..3] in 0.. require all(r[i] <= r[i+1] for i in 1..2) move i in 1..3 : { r[i] = 0 } }",
            &[&[0, 2, 2]],
            "●·2",
        ),
        (
            "game G { state p[1..3] in 1.. require all(p[i] < p[i+1] for i in 1..2) move i in 1..3 : { p[i] -= 1 } }",
            &[&[1, 2, 4]],
            "●●·●",
        ),
        (
            "game G { state r[1..3] in 0..4 require r[1] + r[2] + r[3] <= 4 move i in 1..3 : { r[i] = 0 } }",
            &[&[1, 0, 2]],
            "1·2",
        ),
        // Moves that change a bounded number cyclically.
        (
            "game G { loopy state x in 0..4 move : [(x + 1) % 5] }",
            &[&[3]],
            "(···●·)",
        ),
        (
            "game G { state x in 0..4 move when x > 0 : [x - 1] }",
            &[&[3]],
            "x:3",
        ),
        // Coins on stacked boards.
        (
            "coins G { state x in 0.., y in 0.., z in 0.. move : nothing }",
            &[&[1, 0, 1], &[0, 0, 0]],
            "z = 0 ●/○ z = 1 ○/●",
        ),
    ] {
        assert_eq!(
            look(game, places).iter().map(lines).collect::<Vec<_>>(),
            [expected],
            "{game}"
        );
    }
}

#[test]
fn coins_of_one_game_lie_together() {
    let looks = look("coins C { state s in 1.. move : nothing }", &[&[2], &[5]]);
    assert_eq!(looks.iter().map(lines).collect::<Vec<_>>(), ["○●○○●"]);
    let looks = look(
        "coins C { state a in 0.., b in 0.. move : nothing }",
        &[&[0, 1], &[1, 0]],
    );
    assert_eq!(looks.iter().map(lines).collect::<Vec<_>>(), ["○●/●○"]);
}

#[test]
fn a_reader_chooses_another_drawing_where_it_fits() {
    for (game, places, fitting) in [
        (
            "game G { state n in 0..",
            &[&[3][..]][..],
            "heaps ●3, row III, squares □□□, strip ···●, ring (III), numbers n=3",
        ),
        (
            "game G { state t in -2..2",
            &[&[1]],
            "strip ···●·, ring (···●·), numbers t=1",
        ),
        (
            "game G { state a in 0.., b in 0..",
            &[&[1, 2]],
            "heaps ●1●2, row 12, squares □/□□, sheet □/□, board ···/··●, strip ·●●, ring (12), steps ·●/●●, numbers a=1 b=2",
        ),
        (
            "game G { state c[1..4] in 0..2",
            &[&[1, 0, 2, 0]],
            "heaps ●1●0●2●0, row X·O·, squares □//□□/, board X·/O·, strip 2●●, ring (X·O·), steps ··●·/●·●·, numbers c[1]=1 c[2]=0 c[3]=2 c[4]=0",
        ),
        (
            "game G { state c[1..6] in 0..1 draw board 2, 3 \".x\"",
            &[&[1, 0, 0, 0, 0, 1]],
            "heaps ●1●0●0●0●0●1, row ●····●, squares □/////□, board x../..x, strip 42, ring (●····●), steps ●····●, numbers c[1]=1 c[2]=0 c[3]=0 c[4]=0 c[5]=0 c[6]=1",
        ),
        (
            "game G { state a in 0.., b in 0..",
            &[&[0, 1], &[1, 0]],
            "heaps ●0●1 ●1●0, row ·1 1·, squares /□ □/, sheet  , board ·●/●·, strip ●● ●●, ring (·1) (1·), steps ·● ●·, numbers a=0 b=1 a=1 b=0",
        ),
        (
            "coins G { state s in 1..",
            &[&[1], &[3]],
            "heaps ●1 ●3, row I III, squares □ □□□, strip ●○●, ring (I) (III), numbers s=1 s=3",
        ),
    ] {
        let text = format!("{game} move : nothing }}");
        let (world, components) = position(&text, places);
        let shown = |kind: &DrawKind| {
            let looks = component_views_as(&world, &components, Some(*kind))
                .into_iter()
                .map(|seen| match &seen.view {
                    View::Heaps(heaps) => heaps.iter().map(|(_, n)| format!("●{n}")).collect(),
                    other => lines(other),
                });
            format!("{} {}", kind.word(), looks.collect::<Vec<_>>().join(" "))
        };
        let found: Vec<String> = drawings(&world, &components).iter().map(shown).collect();
        assert_eq!(found.join(", "), fitting, "{text}");
        let usual = component_views(&world, &components);
        for (_, kind) in DrawKind::ALL
            .iter()
            .filter(|(_, kind)| !drawings(&world, &components).contains(kind))
        {
            assert_eq!(
                component_views_as(&world, &components, Some(*kind)),
                usual,
                "{text}: {kind:?} does not fit"
            );
        }
    }
}

#[test]
fn it_is_laid_out_and_means_nothing() {
    let text = "game G {\n  state c[1..4] in 0..1\n  draw board 2, 2 \"·X\"\n  move i in 1..4 when c[i] == 0 : { c[i] = 1 }\n}\n";
    let file = parse_file(text).unwrap();
    assert_eq!(print_file(&file), text);
    assert!(
        file.games[0]
            .items
            .iter()
            .any(|item| matches!(item.kind, GameItemKind::Draw(_)))
    );
    assert!(
        !print_game(&file.games[0]).contains("draw"),
        "a drawing does not make another game"
    );
    for draw in [
        "draw heaps",
        "draw row",
        "draw board",
        "draw strip",
        "draw strip 4",
        "draw ring",
        "draw ring 4",
        "draw board N, N + 1",
        "draw board c",
        "draw board c N, N + 1 \".x\"",
        "draw row c \".x\"",
        "draw squares c",
        "draw steps c",
        "draw steps",
        "draw numbers",
    ] {
        let text = format!(
            "game G(N = 1) {{\n  state a in 0.., b in 0..\n  {draw}\n  move : nothing\n}}\n"
        );
        assert_eq!(print_file(&parse_file(&text).unwrap()), text);
    }
}

#[test]
fn what_does_not_fit_is_refused_at_its_place() {
    for (state, draw, at, message) in [
        (
            "n in 0..",
            "draw",
            "}",
            "expected `heaps`, `row`, `squares`, `sheet`, `board`, `strip`, `ring`, `steps` or `numbers`",
        ),
        (
            "n in 0..",
            "draw circle",
            "circle",
            "expected `heaps`, `row`, `squares`, `sheet`, `board`, `strip`, `ring`, `steps` or `numbers`",
        ),
        (
            "n in 0..",
            "draw board",
            "draw board",
            "the rows and columns of a board of 1 numbers are missing",
        ),
        (
            "c[1..6] in 0..1",
            "draw board 2, 2",
            "draw board 2, 2",
            "a position has 6 numbers, but this board has 4 cells",
        ),
        ("c[1..6] in 0..1", "draw board 6", "}", "expected `,`"),
        (
            "c[1..6] in 0..1",
            "draw board 0, 6",
            "0",
            "must be at least 1",
        ),
        (
            "c[1..6] in 0..1",
            "draw board 2, 5000",
            "draw board 2, 5000",
            "this board has 10000 cells",
        ),
        ("c[1..6] in 0..1", "draw board 2, c[1]", "c[1]", "constant"),
        (
            "c[1..6] in 0..1, t in 0..1",
            "draw board c",
            "draw board c",
            "6 numbers do not form a square board",
        ),
        (
            "c[1..6] in 0..1, t in 0..1",
            "draw board c 2, 2",
            "draw board c 2, 2",
            "a position has 6 numbers, but this board has 4 cells",
        ),
        (
            "a[1..4] in 0..1, b[1..4] in 0..1, t in 0..1",
            "draw board 2, 2",
            "draw board 2, 2",
            "a position has 9 numbers, but this board has 4 cells",
        ),
        ("n in 0.., t in 0..1", "draw row n", "n", "is not an array"),
        (
            "n in 0.., t in 0..1",
            "draw row m",
            "m",
            "unknown array `m`",
        ),
        (
            "n in 0..",
            "draw heaps \"x\"",
            "\"x\"",
            "symbols are only supported for the cells",
        ),
        (
            "c[1..6] in 0..1",
            "draw row \"\"",
            "\"\"",
            "symbols are only supported for the cells",
        ),
        ("n in 0..", "draw row draw row", "draw row", "occurs twice"),
    ] {
        let text = format!("game G {{ state {state} {draw} }}");
        let mut world = World::empty();
        let refused = match world.load("a.game", &text) {
            Err(refused) => refused,
            Ok(_) => match world.instantiate("G", Vec::new()) {
                Err(InstantiationError::There(refused)) => refused,
                _ => panic!("{text} is taken"),
            },
        };
        let error = &refused.diagnostics[0];
        assert!(
            error.message.en.contains(message),
            "{text}: {}",
            error.message.en
        );
        assert!(
            text[error.span.range().start..].starts_with(at),
            "{text}: {:?}",
            error.span
        );
    }
}

#[test]
fn what_is_too_large_to_be_drawn_is_a_game_all_the_same() {
    let mut world = World::empty();
    world
        .load(
            "a.game",
            "game G(N = 3) { state p in 0..N-1 draw strip N move k in 1..p : [p - k] }",
        )
        .unwrap();
    for (n, drawn) in [(4096, true), (4097, false), (i64::MAX, false)] {
        let game = world
            .instantiate("G", vec![(None, ParameterValue::Int(n))])
            .unwrap();
        assert_eq!(
            world.rules(game).game().unwrap().draw.0.is_some(),
            drawn,
            "{n}"
        );
    }
}
