//! Checks that pictures are well-formed, no shape extends beyond the edges of its picture, no texts
//! overlap, and boards show the cells of their tables. Both SVG and PNG are checked, with boards
//! and graphs of many shapes. Text is measured with the embedded font.
#![cfg(feature = "raster")]

mod reading;

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text::Lang;
use grundy::Session;
use grundy::answer::{TableAnswer, TableCells};
use grundy::period::ClaimedPeriod;
use picture::drawing::{DrawingShape, Paint, RectangleArea};
use picture::fonts::Fonts;
use picture::raster::png;
use picture::{
    BoardOptions, CellMark, Drawing, LetterMode, PictureBoard, board, network, terminal,
};
use reading::pixels::Pixels;
use reading::{Item, Kind, Seen, Words};
use ttf_parser::Face;

fn table(session: &mut Session, question: &str, outcomes: bool) -> TableAnswer {
    session
        .table(question, outcomes, &Budget::generous())
        .unwrap()
}

/// Returns the box of a text, from the top of the highest letters of its font to the bottom of the
/// lowest letters.
fn text_box(item: &Item, words: &Words) -> [f64; 4] {
    let font = match (words.bold, words.italic) {
        (false, false) => dejavu::sans::regular(),
        (true, false) => dejavu::sans::bold(),
        (false, true) => dejavu::sans::oblique(),
        (true, true) => dejavu::sans::bold_oblique(),
    };
    let face = Face::parse(font, 0).unwrap();
    let unit = words.size / f64::from(face.units_per_em());
    let advance = |c: char| {
        face.glyph_index(c)
            .and_then(|glyph| face.glyph_hor_advance(glyph))
            .unwrap_or_else(|| panic!("{c:?}"))
    };
    let width = unit
        * words
            .words
            .chars()
            .map(|c| f64::from(advance(c)))
            .sum::<f64>();
    let back = match words.anchor.as_str() {
        "start" => 0.0,
        "middle" => width / 2.0,
        _ => width,
    };
    let (x, y) = item.points[0];
    let (above, below) = (
        unit * f64::from(face.ascender()),
        -unit * f64::from(face.descender()),
    );
    if words.upwards {
        [x - above, y + back - width, x + below, y + back]
    } else {
        [x - back, y - above, x - back + width, y + below]
    }
}

fn check(drawing: &Drawing, name: &str) -> Seen {
    let seen = reading::read(&drawing.svg());
    let mut boxes = Vec::new();
    for item in &seen.items {
        let bounds = match &item.kind {
            Kind::Text(words) => {
                boxes.push(text_box(item, words));
                boxes[boxes.len() - 1]
            }
            _ => item.bounds(),
        };
        let [left, top, right, bottom] = bounds;
        assert!(
            left >= 0.0 && top >= 0.0 && right <= seen.size.0 && bottom <= seen.size.1,
            "{name}: {item:?} in {:?}",
            seen.size
        );
    }
    assert!(!boxes.is_empty());
    for (i, a) in boxes.iter().enumerate() {
        for b in &boxes[..i] {
            let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
            assert!(apart, "{name}: a text at {a:?} lies on one at {b:?}");
        }
    }
    seen
}

/// SVG and PNG agree with each other and with the drawing on the colour of every cell.
fn check_pixels(drawing: &Drawing, seen: &Seen, name: &str) {
    let pixels =
        Pixels::read(&png(drawing, &Fonts::new(drawing, &mut std::iter::empty())).unwrap());
    assert!(seen.check(&pixels, name) > 0, "{name} has no cells");
    for shape in &drawing.shapes {
        let (areas, color) = match shape {
            DrawingShape::Rects(areas, Paint::Fill(color) | Paint::Crisp(color)) => {
                (areas.clone(), *color)
            }
            DrawingShape::Rect(
                area,
                Paint::Fill(color) | Paint::Crisp(color) | Paint::Both(color, _),
            )
            | DrawingShape::Pill(area, Paint::Both(color, _)) => (vec![*area], *color),
            _ => continue,
        };
        for RectangleArea { at, size } in areas {
            let at = (at.0 + size.0 / 2.0, at.1 + (size.1 / 2.0).min(3.0));
            assert_eq!(seen.at(&pixels, at), color.rgb, "{name}: {at:?}");
        }
    }
}

#[test]
fn boards_are_legible_and_show_their_cells() {
    let questions = [
        ("nim[0..5]", false),
        ("nim[7]", false),
        ("kayles[0..119]", false),
        ("kayles[3..40]", false),
        ("kayles[0..90]", true),
        ("wythoff[0..8, 0..8]", false),
        ("wythoff[0..8, 0..40]", false),
        ("wythoff[30..33, 2..39]", true),
        ("wythoff[0..70, 0..5]", true),
        ("wythoff[1000..1030, 1000..1004]", true),
        ("wythoff[0..80, 0..80]", false),
        ("wythoff[1999..2003, 7..9]", true),
        ("knights(9)[1..9, 1..9]", false),
        ("lastloses(3)[0..30]", false),
        ("cuttingasstated[1..9, 1..9]", false),
        ("lowbitsubtraction[1..16, 1..16]", true),
    ];
    for (question, outcomes) in questions {
        let mut session = Session::new();
        let table = table(&mut session, question, outcomes);
        let grid = table.running().len() == 2;
        for bottom in [false, true] {
            for mark in [
                CellMark::Usual,
                CellMark::FirstInRow,
                CellMark::FirstInColumn,
                CellMark::Lost,
            ] {
                let across = grid.then(|| table.running()[usize::from(bottom)].0.clone());
                let options = BoardOptions {
                    across,
                    bottom,
                    triangle: grid && bottom,
                    mark,
                    ..BoardOptions::default()
                };
                let board = PictureBoard::new(&table, &session.world, &options, Lang::En).unwrap();
                for letters in [LetterMode::Auto, LetterMode::Always, LetterMode::Never] {
                    let (drawing, name) = (
                        board::drawing(&board, letters),
                        format!("{question} {bottom} {mark:?} {letters:?}"),
                    );
                    let seen = check(&drawing, &name);
                    if mark == CellMark::Usual {
                        check_pixels(&drawing, &seen, &name);
                    }
                }
                let text = terminal::text(&board, false);
                assert!(text.lines().count() >= board.down.count + 3 && !text.contains('\x1b'));
                assert!(terminal::text(&board, true).contains("\x1b[0m"));
            }
        }
    }
}

/// Every cell is at the point that its row and column numbers determine, for each orientation of
/// the board.
#[test]
fn a_board_has_the_cells_of_its_table() {
    let mut session = Session::new();
    let table = table(&mut session, "wythoff[2..7, 3..12]", false);
    let TableCells::Values(values) = &table.cells else {
        panic!("values")
    };
    for across in [None, Some("a"), Some("b")] {
        let options = BoardOptions {
            across: across.map(str::to_owned),
            ..BoardOptions::default()
        };
        let board = PictureBoard::new(&table, &session.world, &options, Lang::En).unwrap();
        for row in 0..board.down.count {
            for column in 0..board.across.count {
                let (down, right) = (board.down.number(row), board.across.number(column));
                let (a, b) = if across == Some("a") {
                    (right, down)
                } else {
                    (down, right)
                };
                let value = values.get(((a - 2) * 10 + b - 3) as usize).unwrap();
                assert_eq!(
                    board.cell(row, column),
                    board::PictureCell::Value(value),
                    "{across:?} {a} {b}"
                );
            }
        }
    }
    let unknown = BoardOptions {
        across: Some("c".to_owned()),
        ..BoardOptions::default()
    };
    assert!(PictureBoard::new(&table, &session.world, &unknown, Lang::En).is_err());
}

/// The exceptions of Kayles (Winning Ways, chapter 4) are determined from the values: a cell is an
/// exception if its value differs from the value many periods later.
#[test]
fn a_folded_row_marks_the_exceptions() {
    let mut session = Session::new();
    let far = table(&mut session, "kayles[0..599]", false);
    let TableCells::Values(far) = &far.cells else {
        panic!("values")
    };
    let exceptions: BTreeSet<i64> = (0..480)
        .filter(|&n| far.get(n) != far.get(n + (599 - n) / 12 * 12))
        .map(|n| n as i64)
        .collect();
    assert_eq!(exceptions.len(), 14);
    let twelve = Some(ClaimedPeriod {
        period: 12,
        from: 71,
    });
    for (low, claimed, fold) in [
        (0, None, None),
        (0, twelve, None),
        (0, None, Some(24)),
        (5, None, None),
        (30, twelve, None),
    ] {
        let options = BoardOptions {
            claimed,
            fold,
            ..BoardOptions::default()
        };
        let table = table(&mut session, &format!("kayles[{low}..143]"), false);
        let board = PictureBoard::new(&table, &session.world, &options, Lang::En).unwrap();
        let cells =
            (0..board.down.count).flat_map(|r| (0..board.across.count).map(move |c| (r, c)));
        let marked: BTreeSet<i64> = cells
            .filter(|&(r, c)| board.is_marked(r, c))
            .map(|(r, c)| board.down.number(r) + board.across.number(c))
            .collect();
        assert_eq!(
            marked,
            exceptions.iter().copied().filter(|&n| n >= low).collect(),
            "{low} {claimed:?} {fold:?}"
        );
    }
}

#[test]
fn graphs_are_legible() {
    let mut session = Session::new();
    session
        .load_graph(
            "ring.txt",
            "ring",
            "6 9\n0 1\n1 2\n2 0\n2 2\n1 3\n3 4\n4 3\n3 5\n0 5\n",
        )
        .unwrap();
    for (question, limit) in [
        ("nim[0]", 10),
        ("nim[1] + nim[1] + nim[2]", 20),
        ("kayles[7]", 60),
        ("nim[2] + nim[3] + nim[4]", 60),
        ("kayles[3] + nim[2] + wythoff[1, 2]", 300),
        ("wythoff[4, 5]", 60),
        ("ring[0]", 10),
        ("ring[0] + ring[3]", 60),
        ("chomp(3, 3)", 60),
        ("knights(5)[5, 4] + knights(5)[4, 4]", 200),
        ("crossesasstated(4)", 60),
        ("nullify(2)[1, 0, 1, 1]", 60),
        ("hackenbush(0-a a-b a-c b-b; ground 0)", 60),
        ("geography(a-b b-c c-a; at a)", 60),
        ("turtles[3] + turtles[5]", 60),
    ] {
        let graph = session
            .graph(question, limit, &Budget::generous())
            .unwrap_or_else(|e| panic!("{question}: {e:?}"));
        let drawing = network::drawing(&graph, Lang::En);
        let seen = check(&drawing, question);
        check_pixels(&drawing, &seen, question);
        let dot = network::dot(&graph, Lang::En);
        assert_eq!(dot.matches(" -> ").count(), graph.arcs.len(), "{question}");
        assert_eq!(
            dot.matches("shape=").count(),
            graph.nodes.len(),
            "{question}"
        );
    }
}

/// In pictures of all types of positions, no shape extends beyond the edges, no texts overlap, and
/// the lines for a terminal contain the same names.
#[test]
fn positions_are_legible() {
    let mut session = Session::new();
    for (position, words) in [
        ("nim[3] + nim[5]", "nim[3]  ● ● ●"),
        (
            "nim[0] + nim[40] + nim[41] + nim[1000000000000]",
            "● … (1000000000000)",
        ),
        ("staircase[3, 1, 4, 1]", "2 ● · ● ·"),
        (
            "kayles[7] + kayles[40] + kayles[41]",
            "kayles[7]   I I I I I I I",
        ),
        ("turtles[3] + turtles[5]", "○ ○ ● ○ ●"),
        ("rowcolumn[1, 2] + rowcolumn[3, 0]", "1 ○ ○ ●"),
        ("knights(7)[2, 3] + kiki[40, 1]", "2 · · ● · · · ·"),
        ("kiki[41, 1]", "x  = 41"),
        ("georgiaandbob[1, 3, 4, 12]", "●  ·  ●  ●"),
        (
            "hackenbush(0-a a-b a-c b-d c-d d-d 0-a; ground 0)",
            "level 3  d",
        ),
        ("hackenbush(0-a a-b x-b; ground 0 x)", "ground   0 x"),
        ("geography(a-b b-c c-a c-d e-e; at a)", "[a] b c d"),
        ("digraph(a>b b>a b>c c>c; at b)", "a>b b>c b>a c>c"),
        ("northcott(.W.B / BW..)", "· W · B"),
        ("boi(A... / .x.. / .... / ...B)", "· ■ · ·"),
        ("battle(5 4; 1 1, 4 2)", "1 · · · ·"),
        ("nullify(4)[0, 1, 2, 3]", "2 3"),
        ("lightswitching[1, 2, 3]", "z = 1\n  0 1 2"),
    ] {
        let found =
            grundy::question::position(session.world_mut(), position, &Budget::generous()).unwrap();
        let looks = rules::view::component_views(&session.world, &found.components);
        for lang in [Lang::En, Lang::Zh] {
            let text = picture::position::text(&looks, lang);
            assert!(
                lang == Lang::Zh || text.contains(words),
                "{position}\n{text}"
            );
            assert!(
                text.lines().all(|line| line == line.trim_end()),
                "{position}\n{text}"
            );
            check(&picture::position::drawing(&looks, lang), position);
        }
    }
}

/// In pictures of thermographs, no shape extends beyond the edges and no texts overlap, also if
/// numbers are long or close to each other.
#[test]
fn thermographs_are_legible() {
    let mut store = partizan::Store::new();
    for name in [
        "0",
        "-7/8",
        "^",
        "{3||1|-4}",
        "{5|3||1|-2}",
        "+-100",
        "{1/1024|-1/1024}",
        "{1000000000001/4096|1000000000000}",
        "{1||1023/1024|-5}",
        "+-{7|5||3|2}",
        "{100|{99|{98|{97|{96|-1000}}}}}",
        "{9,{19|1},{12|8}|-3,{2|-8},{0|-40}}",
        "-1000000000000000/1024",
    ] {
        let value = store.parse(name, &Budget::generous()).unwrap();
        let thermograph = store.thermograph(value, &Budget::generous()).unwrap();
        let drawing = picture::thermograph::drawing(&thermograph, name, Lang::En);
        check(&drawing, name);
    }
}

/// Rows of squares and pins, whose rows and columns have no names, are numbered from 1.
#[test]
fn squares_and_pins_are_numbered() {
    let mut session = grundy::Session::new();
    for (position, numbers) in [
        ("chomp(5, 2)[5, 3]", "1 2 3 4 5 1 2"),
        ("kayles[3]", "1 2 3"),
        ("wythoff[1, 1]", "0 1 0 1"),
    ] {
        let found =
            grundy::question::position(session.world_mut(), position, &Budget::generous()).unwrap();
        let looks = rules::view::component_views(&session.world, &found.components);
        let svg = picture::position::drawing(&looks, Lang::En).svg();
        let texts = svg.split("<text").skip(1).filter_map(|text| {
            let (_, words) = text.split_once('>')?;
            let words = words.split('<').next()?;
            words.parse::<u32>().is_ok().then_some(words)
        });
        assert_eq!(texts.collect::<Vec<_>>().join(" "), numbers, "{position}");
    }
}
