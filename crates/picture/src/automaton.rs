//! Drawing of the automaton of a law. States are in rows by the minimum number of letters that lead
//! to them, with the first state at the top. The look of a state shows the result if the digits end
//! in that state. Dark boxes are lost (P), light rounded boxes are won (N), and a double outline
//! means that the value is accepted.

use base::text;
use base::text::{Lang, Text};
use grundy::laws::{NodeOutput, StateDiagram};

use crate::arcs::{self, ARC, GraphLayout, HEAD, LABEL, MARGIN};
use crate::color::{ABSENT, Color, INK, LOST, PAPER, WON};
use crate::drawing::{
    Curve, CurveSegment, Drawing, DrawingShape, Paint, Point, RectangleArea, Stroke, TextAnchor,
    TextStyle,
};
use crate::layered::LayerGaps;
use crate::measure::text_width;

/// Size of the letters next to an arc.
const LETTERS: f64 = 11.0;
const LINE: f64 = 13.0;
const HEIGHT: f64 = 32.0;
const WIDTH: f64 = 40.0;
const EDGE: Stroke = Stroke {
    color: INK,
    width: 1.2,
};

/// Maximum number of letters in a line, and of lines next to an arc. If an arc has more letters,
/// the drawing shows the number of the remaining letters.
const IN_LINE: usize = 3;
const LINES: usize = 4;

/// Returns the letters of an arc, divided into lines.
fn lines(letters: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = letters
        .chunks(IN_LINE)
        .take(LINES)
        .map(|line| line.join("  "))
        .collect();
    let more = letters.len().saturating_sub(IN_LINE * LINES);
    if more > 0 {
        lines.push(format!("… +{more}"));
    }
    lines
}

fn width(lines: &[String]) -> f64 {
    lines
        .iter()
        .map(|line| text_width(line, LETTERS))
        .fold(0.0, f64::max)
}

/// Returns the minimum number of letters that lead to each state. All states can be reached.
fn distances(diagram: &StateDiagram) -> Vec<u32> {
    let mut far = vec![u32::MAX; diagram.ends.len()];
    let mut front = vec![0];
    let mut next = 0;
    if let Some(first) = far.first_mut() {
        *first = 0;
    }
    while let Some(&state) = front.get(next) {
        for &(_, to, _) in diagram.arcs.iter().filter(|(from, ..)| *from == state) {
            if far[to] == u32::MAX {
                far[to] = far[state] + 1;
                front.push(to);
            }
        }
        next += 1;
    }
    far
}

/// Draws a law.
pub fn drawing(diagram: &StateDiagram, lang: Lang) -> Drawing {
    let far = distances(diagram);
    let most = far
        .iter()
        .copied()
        .filter(|&far| far != u32::MAX)
        .max()
        .unwrap_or(0);
    let layers: Vec<u32> = far.iter().map(|&far| most.saturating_sub(far)).collect();
    let ends: Vec<(usize, usize)> = diagram
        .arcs
        .iter()
        .map(|&(from, to, _)| (from, to))
        .collect();
    let words: Vec<Vec<String>> = diagram
        .arcs
        .iter()
        .map(|(_, _, letters)| lines(letters))
        .collect();
    let (wide, tall) = (
        words.iter().map(|lines| width(lines)).fold(0.0, f64::max),
        words.iter().map(Vec::len).max().unwrap_or(0),
    );
    let widths = vec![WIDTH; diagram.ends.len()];
    let laid = GraphLayout::new(
        &layers,
        &widths,
        &ends,
        LayerGaps {
            nodes: wide + 44.0,
            bends: wide / 2.0 + 9.0,
        },
        30.0 + wide,
    );
    let right = laid.right;
    let (width, room) = arcs::width(right);

    let mut drawing = Drawing {
        heads: vec![HEAD],
        ..Drawing::default()
    };
    let title = &diagram.title;
    let title = text!("The law of {title}", "{title} 的规律")
        .get(lang)
        .to_owned();
    let y = arcs::heading(&mut drawing, &title, MARGIN - 4.0, MARGIN, room);
    let rise = (right / 9.0).clamp(50.0, 120.0) + HEIGHT + LINE * tall as f64;
    let laid = laid.set(
        (MARGIN + (room - right) / 2.0, y + 34.0 + HEIGHT / 2.0),
        rise,
    );

    let arcs = laid.arcs(HEIGHT);
    let mut curves: Vec<Curve> = arcs.iter().map(|arc| arc.curve.clone()).collect();
    if !diagram.ends.is_empty() {
        let (x, y) = laid.node_center(0);
        curves.push(Curve {
            from: (x, y - HEIGHT / 2.0 - 24.0),
            steps: vec![CurveSegment::Upright(y - HEIGHT / 2.0 - 2.0)],
        });
    }
    drawing.add(DrawingShape::Curves(curves, ARC, HEAD));
    for (state, &end) in diagram.ends.iter().enumerate() {
        let from = drawing.shapes.len();
        node(
            &mut drawing,
            end,
            laid.node_center(state),
            &state.to_string(),
        );
        drawing.part(from, format!("s{state}"));
    }
    for arc in &arcs {
        if let Some(at) = ends.iter().position(|ends| *ends == arc.ends) {
            let looped = arc.ends.0 == arc.ends.1;
            label(
                &mut drawing,
                &words[at],
                arc.words,
                if looped {
                    TextAnchor::Start
                } else {
                    TextAnchor::Middle
                },
            );
        }
    }
    let caption = caption(diagram, lang);
    let y = laid.height_of(0) + HEIGHT / 2.0 + 36.0;
    let height = arcs::caption(&mut drawing, &caption, y, MARGIN, room);
    drawing.finish(
        width,
        height,
        &title,
        &caption.join(text!("; ", "；").get(lang)),
    )
}

/// Draws a state.
fn node(drawing: &mut Drawing, end: NodeOutput, (x, y): Point, number: &str) {
    let area = |by: f64| RectangleArea {
        at: (x - WIDTH / 2.0 + by, y - HEIGHT / 2.0 + by),
        size: (WIDTH - 2.0 * by, HEIGHT - 2.0 * by),
    };
    let fill: Color = match end {
        NodeOutput::Lost => LOST,
        NodeOutput::Won => WON,
        NodeOutput::Value => PAPER,
        NodeOutput::Nothing => ABSENT,
    };
    let paint = Paint::Both(fill, EDGE);
    drawing.add(if end == NodeOutput::Lost {
        DrawingShape::Rect(area(0.0), paint)
    } else {
        DrawingShape::Pill(area(0.0), paint)
    });
    if end == NodeOutput::Value {
        drawing.add(DrawingShape::Pill(area(3.5), paint));
    }
    let style = TextStyle {
        color: fill.ink_on(),
        bold: true,
        ..TextStyle::plain(LABEL)
    };
    drawing.text((x, y + 4.5), TextAnchor::Middle, style, number);
}

/// Draws letters next to an arc, on a background that covers the arc.
fn label(drawing: &mut Drawing, lines: &[String], (x, y): Point, anchor: TextAnchor) {
    let (wide, tall) = (width(lines) + 6.0, LINE * lines.len() as f64);
    let left = if anchor == TextAnchor::Start {
        x - 3.0
    } else {
        x - wide / 2.0
    };
    drawing.rect(
        (left, y - tall / 2.0 - 1.0),
        (wide, tall + 2.0),
        Paint::Fill(PAPER),
    );
    for (place, line) in lines.iter().enumerate() {
        drawing.text(
            (x, y - tall / 2.0 + LINE * place as f64 + 10.0),
            anchor,
            TextStyle::plain(LETTERS),
            line,
        );
    }
}

/// Returns the caption of the picture.
fn caption(diagram: &StateDiagram, lang: Lang) -> Vec<String> {
    let (letters, Text { en, zh }) = (&diagram.letters, &diagram.numerals);
    let mut lines = vec![text!(
        "each letter contains one digit of each number, most significant digit first: {letters} ({en}); letters that are not drawn have no transition",
        "每个字母含各数的一位数字，从最高位起：{letters}（{zh}）；未画出的字母没有转移"
    )];
    let met = |end: NodeOutput| diagram.ends.contains(&end);
    if met(NodeOutput::Lost) || met(NodeOutput::Won) {
        lines.push(text!(
            "if the digits end in a dark box, the player to move loses (P); if they end in a light round box, the player to move wins (N)",
            "数字读完时，停在深色方框则先手必败（P），停在浅色圆框则先手必胜（N）"
        ));
        if met(NodeOutput::Nothing) {
            lines.push(text!(
                "if they end in a grey box, they are not a position",
                "停在灰色框则不是局面"
            ));
        }
    }
    if met(NodeOutput::Value) {
        lines.push(text!(
            "if the digits end in a double-lined state, they are the digits of a position and its value",
            "数字读完时停在双线状态，表示它们是一个局面及其值的数字"
        ));
    }
    lines.iter().map(|line| line.get(lang).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim() -> StateDiagram {
        let letters = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        StateDiagram {
            title: "Nim".to_owned(),
            letters: "n/value".to_owned(),
            numerals: text!("binary", "二进制"),
            ends: vec![NodeOutput::Value, NodeOutput::Nothing],
            arcs: vec![
                (0, 0, letters(&["0/0", "1/1"])),
                (0, 1, letters(&["0/1"])),
                (1, 0, letters(&["1/0"])),
            ],
        }
    }

    #[test]
    fn states_and_letters_stand_in_the_picture_once() {
        let drawn = drawing(&nim(), Lang::En);
        let words: Vec<&str> = drawn.words().collect();
        for word in ["0", "1", "0/0  1/1", "0/1", "1/0", "The law of Nim"] {
            assert_eq!(
                words.iter().filter(|other| **other == word).count(),
                1,
                "{word}: {words:?}"
            );
        }
        assert!(
            drawn.words().all(|word| !word.contains("not a position")),
            "{words:?}"
        );
        assert!(
            drawing(&nim(), Lang::Zh)
                .words()
                .any(|word| word.contains("规律"))
        );
    }

    #[test]
    fn many_letters_are_counted() {
        let letters: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        let lines = lines(&letters);
        assert_eq!(lines.len(), LINES + 1);
        assert_eq!(lines[LINES], "… +8");
    }
}
