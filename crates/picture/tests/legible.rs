//! What can be said of a picture without eyes: it is well-formed, nothing sticks out of it, no text lies on another, and a board
//! shows the cells of its table. Boards and graphs of many shapes, drawn with the embedded font.
#![cfg(feature = "raster")]

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text::Lang;
use grundy::Session;
use grundy::answer::{Cells, Table};
use picture::raster::{Fonts, png};
use picture::{Board, BoardOptions, Letters, Mark, board, network, terminal};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Group, Node, Options, Rect, Tree};

fn table(session: &mut Session, question: &str, outcomes: bool) -> Table {
    session.table(question, outcomes, &Budget::generous()).unwrap()
}

/// The boxes of all texts.
fn texts(group: &Group, list: &mut Vec<Rect>) {
    for node in group.children() {
        match node {
            Node::Group(group) => texts(group, list),
            Node::Text(text) => list.push(text.abs_bounding_box()),
            _ => {}
        }
    }
}

fn check(svg: &str, name: &str) {
    let mut fonts = Database::new();
    for font in [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans::bold_oblique()] {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options { fontdb: fonts.into(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
    let (size, all) = (tree.size(), tree.root().abs_layer_bounding_box());
    assert!(
        all.left() >= 0.0 && all.top() >= 0.0 && all.right() <= size.width() && all.bottom() <= size.height(),
        "{name}: {all:?} in {size:?}"
    );
    let mut boxes = Vec::new();
    texts(tree.root(), &mut boxes);
    assert!(!boxes.is_empty());
    for (i, a) in boxes.iter().enumerate() {
        for b in &boxes[..i] {
            let apart = a.right() <= b.left() || b.right() <= a.left() || a.bottom() <= b.top() || b.bottom() <= a.top();
            assert!(apart, "{name}: a text at {a:?} lies on one at {b:?}");
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
            for mark in [Mark::Usual, Mark::FirstInRow, Mark::FirstInColumn, Mark::Lost] {
                let across = grid.then(|| table.running()[usize::from(bottom)].0.clone());
                let options = BoardOptions { across, bottom, triangle: grid && bottom, mark, ..BoardOptions::default() };
                let board = Board::new(&table, &session.world, &options, Lang::En).unwrap();
                for letters in [Letters::Auto, Letters::Always, Letters::Never] {
                    let svg = board::svg(&board, letters);
                    check(&svg, &format!("{question} {bottom} {mark:?} {letters:?}"));
                }
                let text = terminal::text(&board, false);
                assert!(text.lines().count() >= board.down.count + 3 && !text.contains('\x1b'));
                assert!(terminal::text(&board, true).contains("\x1b[0m"));
            }
        }
    }
}

/// Every cell is found again where its numbers say, whichever way the board is turned.
#[test]
fn a_board_has_the_cells_of_its_table() {
    let mut session = Session::new();
    let table = table(&mut session, "wythoff[2..7, 3..12]", false);
    let Cells::Values(values) = &table.cells else { panic!("values") };
    for across in [None, Some("a"), Some("b")] {
        let options = BoardOptions { across: across.map(str::to_owned), ..BoardOptions::default() };
        let board = Board::new(&table, &session.world, &options, Lang::En).unwrap();
        for row in 0..board.down.count {
            for column in 0..board.across.count {
                let (down, right) = (board.down.number(row), board.across.number(column));
                let (a, b) = if across == Some("a") { (right, down) } else { (down, right) };
                let value = values[((a - 2) * 10 + b - 3) as usize].unwrap();
                assert_eq!(board.cell(row, column), board::Cell::Value(value), "{across:?} {a} {b}");
            }
        }
    }
    let unknown = BoardOptions { across: Some("c".to_owned()), ..BoardOptions::default() };
    assert!(Board::new(&table, &session.world, &unknown, Lang::En).is_err());
}

/// The exceptions of Kayles, Winning Ways chapter 4, by the values: those that differ from the value many periods later.
#[test]
fn a_folded_row_marks_the_exceptions() {
    let mut session = Session::new();
    let far = table(&mut session, "kayles[0..599]", false);
    let Cells::Values(far) = &far.cells else { panic!("values") };
    let exceptions: BTreeSet<i64> = (0..480).filter(|&n| far[n] != far[n + (599 - n) / 12 * 12]).map(|n| n as i64).collect();
    assert_eq!(exceptions.len(), 14);
    for (low, claimed, fold) in [(0, None, None), (0, Some(12), None), (0, None, Some(24)), (5, None, None), (30, Some(12), None)] {
        let options = BoardOptions { claimed, fold, ..BoardOptions::default() };
        let table = table(&mut session, &format!("kayles[{low}..143]"), false);
        let board = Board::new(&table, &session.world, &options, Lang::En).unwrap();
        let cells = (0..board.down.count).flat_map(|r| (0..board.across.count).map(move |c| (r, c)));
        let marked: BTreeSet<i64> =
            cells.filter(|&(r, c)| board.is_marked(r, c)).map(|(r, c)| board.down.number(r) + board.across.number(c)).collect();
        assert_eq!(marked, exceptions.iter().copied().filter(|&n| n >= low).collect(), "{low} {claimed:?} {fold:?}");
    }
}

#[test]
fn graphs_are_legible() {
    let mut session = Session::new();
    session.load_graph("ring.txt", "ring", "6 9\n0 1\n1 2\n2 0\n2 2\n1 3\n3 4\n4 3\n3 5\n0 5\n").unwrap();
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
    ] {
        let graph = session.graph(question, limit, &Budget::generous()).unwrap_or_else(|e| panic!("{question}: {e:?}"));
        let svg = network::svg(&graph, Lang::En);
        check(&svg, question);
        let dot = network::dot(&graph, Lang::En);
        assert_eq!(dot.matches(" -> ").count(), graph.arcs.len(), "{question}");
        assert_eq!(dot.matches("shape=").count(), graph.nodes.len(), "{question}");
        assert!(png(&svg, &Fonts::for_text(&svg)).unwrap().starts_with(b"\x89PNG"), "{question}");
    }
}
