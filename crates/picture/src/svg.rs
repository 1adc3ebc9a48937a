//! Writes a drawing as SVG, with the shapes in order, short numbers, and escaped text. The viewer
//! chooses the font.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::color::{Color, INK, PAPER};
use crate::drawing::{
    ArrowHead, Curve, CurveSegment, Drawing, DrawingShape, Paint, Point, RectangleArea, Stroke,
    TextAnchor, TextStyle,
};

/// Returns the complete SVG file.
pub fn write(drawing: &Drawing) -> String {
    let (w, h) = (number(drawing.size.0), number(drawing.size.1));
    let (title, description) = (escape(&drawing.title), escape(&drawing.description));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
         font-family=\"sans-serif\" {}>\n<title>{title}</title>\n<desc>{description}</desc>\n\
         <rect width=\"{w}\" height=\"{h}\" {}/>\n",
        fill(INK),
        fill(PAPER)
    );
    if !drawing.heads.is_empty() {
        let heads: String = drawing.heads.iter().map(head).collect();
        let _ = writeln!(out, "<defs>{heads}</defs>");
    }
    for shape in &drawing.shapes {
        out += &element(shape);
        out.push('\n');
    }
    out + "</svg>\n"
}

fn element(shape: &DrawingShape) -> String {
    match shape {
        DrawingShape::Rect(area, paint) => {
            format!("<rect {} {}/>", place(area), paint_attributes(paint))
        }
        DrawingShape::Pill(area, paint) => format!(
            "<rect {} rx=\"{}\" {}/>",
            place(area),
            number(area.size.1 / 2.0),
            paint_attributes(paint)
        ),
        DrawingShape::Frame(area, stroke, radius) => format!(
            "<rect {} {} rx=\"{}\"/>",
            place(area),
            paint_attributes(&Paint::Line(*stroke)),
            number(*radius)
        ),
        DrawingShape::Rects(areas, paint) => {
            let mut d = String::new();
            for RectangleArea { at, size } in areas {
                let across = number(size.0);
                let _ = write!(
                    d,
                    "M{} {}h{across}v{}h-{across}z",
                    number(at.0),
                    number(at.1),
                    number(size.1)
                );
            }
            format!("<path d=\"{d}\" {}/>", paint_attributes(paint))
        }
        DrawingShape::Polygon(points, paint) => {
            let points: Vec<String> = points
                .iter()
                .map(|&(x, y)| format!("{},{}", number(x), number(y)))
                .collect();
            format!(
                "<polygon points=\"{}\" {}/>",
                points.join(" "),
                paint_attributes(paint)
            )
        }
        DrawingShape::Line([(x1, y1), (x2, y2)], stroke, head) => {
            let (x1, y1, x2, y2) = (number(*x1), number(*y1), number(*x2), number(*y2));
            let end = head.map_or(String::new(), |head| format!(" {}", ending(head)));
            format!(
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {}{end}/>",
                line(*stroke)
            )
        }
        DrawingShape::Curves(curves, stroke, head) => {
            let mut out = format!("<g fill=\"none\" {}>\n", line(*stroke));
            for curve in curves {
                let _ = writeln!(out, "<path d=\"{}\" {}/>", way(curve), ending(*head));
            }
            out + "</g>"
        }
        DrawingShape::Text(at, anchor, style, words) => {
            let anchor = match anchor {
                TextAnchor::Start => "",
                TextAnchor::Middle => " text-anchor=\"middle\"",
                TextAnchor::End => " text-anchor=\"end\"",
            };
            format!(
                "<text x=\"{}\" y=\"{}\"{anchor}{}>{}</text>",
                number(at.0),
                number(at.1),
                letters(*style),
                escape(words)
            )
        }
        DrawingShape::TextUpwards(at, style, words) => format!(
            "<text transform=\"translate({}) rotate(-90)\" text-anchor=\"middle\"{}>{}</text>",
            pair(*at),
            letters(*style),
            escape(words)
        ),
        DrawingShape::Texts(list, style) => {
            let mut out = format!("<g text-anchor=\"middle\"{}>\n", letters(*style));
            for ((x, y), words) in list {
                let _ = writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    number(*x),
                    number(*y),
                    escape(words)
                );
            }
            out + "</g>"
        }
        DrawingShape::Image(area, image) => format!(
            "<image {} preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" \
             href=\"data:image/png;base64,{}\"/>",
            place(area),
            STANDARD.encode(image.png())
        ),
        DrawingShape::Part(name, shapes) => {
            let inside: Vec<String> = shapes.iter().map(element).collect();
            format!("<g data-part=\"{}\">{}</g>", escape(name), inside.concat())
        }
    }
}

fn place(area: &RectangleArea) -> String {
    let [x, y, width, height] = [area.at.0, area.at.1, area.size.0, area.size.1].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn paint_attributes(paint: &Paint) -> String {
    match paint {
        Paint::Fill(color) => fill(*color),
        Paint::Crisp(color) => format!("{} shape-rendering=\"crispEdges\"", fill(*color)),
        Paint::Line(stroke) => format!("fill=\"none\" {}", line(*stroke)),
        Paint::Both(color, stroke) => match (color.role, stroke.color.role) {
            (Some(inside), Some(around)) => {
                let (fill, stroke, width) = (color.hex(), stroke.color.hex(), number(stroke.width));
                let class = format!("fill-{} line-{}", inside.name(), around.name());
                format!(
                    "class=\"{class}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\""
                )
            }
            // An element can have only one class attribute.
            _ => format!("{} {}", fill(*color), line(*stroke)),
        },
    }
}

/// Returns a fill; a style sheet may replace the colour by its class.
fn fill(color: Color) -> String {
    let class = color.role.map_or(String::new(), |role| {
        format!("class=\"fill-{}\" ", role.name())
    });
    format!("{class}fill=\"{}\"", color.hex())
}

fn line(stroke: Stroke) -> String {
    let class = stroke.color.role.map_or(String::new(), |role| {
        format!("class=\"line-{}\" ", role.name())
    });
    format!(
        "{class}stroke=\"{}\" stroke-width=\"{}\"",
        stroke.color.hex(),
        number(stroke.width)
    )
}

fn letters(style: TextStyle) -> String {
    let mut out = format!(" font-size=\"{}\"", number(style.size));
    if style.color != INK {
        let _ = write!(out, " {}", fill(style.color));
    }
    if style.bold {
        out += " font-weight=\"bold\"";
    }
    if style.italic {
        out += " font-style=\"italic\"";
    }
    out
}

fn head(head: &ArrowHead) -> String {
    let corners = ArrowHead::OUTLINE.map(pair).join("L");
    let ((x, y), wide) = (ArrowHead::END, number(10.0 * ArrowHead::UNIT));
    format!(
        "<marker id=\"{}\" viewBox=\"0 0 10 10\" refX=\"{x}\" refY=\"{y}\" markerWidth=\"{wide}\" markerHeight=\"{wide}\" \
         markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M{corners}z\" {}/></marker>",
        head.id,
        fill(head.color)
    )
}

fn ending(head: ArrowHead) -> String {
    format!("marker-end=\"url(#{})\"", head.id)
}

fn way(curve: &Curve) -> String {
    let mut d = format!("M{}", pair(curve.from));
    for step in &curve.steps {
        let _ = match step {
            CurveSegment::Upright(y) => write!(d, "V{}", number(*y)),
            CurveSegment::Quadratic(points) => write!(d, "Q{}", points.map(pair).join(" ")),
            CurveSegment::Cubic(points) => write!(d, "C{}", points.map(pair).join(" ")),
            CurveSegment::CubicFromHere(points) => write!(d, "c{}", points.map(pair).join(" ")),
        };
    }
    d
}

fn pair((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// Returns a number with at most two decimals.
fn number(value: f64) -> String {
    let hundredths = (100.0 * value).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (
        hundredths.unsigned_abs() / 100,
        hundredths.unsigned_abs() % 100,
    );
    match part {
        0 => format!("{sign}{whole}"),
        _ if part.is_multiple_of(10) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// Escapes a text for XML. Invisible characters, few of which are allowed in XML, are written as
/// `\u{…}`.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in base::escaping::escape(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // Line breaks and tabs in texts are removed.
            '\n' | '\t' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_text() {
        assert_eq!(
            (number(2.0), number(0.126), number(-0.001)),
            ("2".to_owned(), "0.13".to_owned(), "0".to_owned())
        );
        assert_eq!(
            escape("a < b\n& \"c\"\u{7}"),
            "a &lt; b&amp; &quot;c&quot;\\u{7}"
        );
    }
}
