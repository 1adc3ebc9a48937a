//! Independent reader of a picture as SVG and as PNG: the elements of the SVG and their positions,
//! and the colours of pixels. Unknown elements are rejected, so that no element is skipped.

pub mod pixels;

use pixels::{Pixels, Rgb};
use roxmltree::{Document, Node};

/// A picture as described by its SVG.
pub struct Seen {
    pub size: (f64, f64),
    /// Shapes and texts in drawing order.
    pub items: Vec<Item>,
}

/// One shape; each part of a path that begins with an `M` is a separate shape.
#[derive(Debug)]
pub struct Item {
    pub kind: Kind,
    /// Corners, and closely spaced points along curves.
    pub points: Vec<(f64, f64)>,
    pub fill: Option<Rgb>,
    /// Width of the outline or line.
    pub line: f64,
}

#[derive(Debug)]
pub enum Kind {
    Shape,
    /// An arrow head.
    Head,
    Text(Words),
    /// An image: the number of pixels in a row, and their colours.
    Image(usize, Vec<Rgb>),
}

/// A text whose baseline begins, is centred or ends at its only point.
#[derive(Debug)]
pub struct Words {
    pub words: String,
    pub size: f64,
    pub anchor: String,
    pub bold: bool,
    pub italic: bool,
    pub upwards: bool,
}

impl Item {
    /// Returns the left, top, right and bottom of a shape, including its outline; for a text only
    /// its point.
    pub fn bounds(&self) -> [f64; 4] {
        let fold = |from: f64, f: fn(f64, f64) -> f64, part: fn(&(f64, f64)) -> f64| {
            self.points.iter().map(part).fold(from, f)
        };
        let (far, half) = (f64::INFINITY, self.line / 2.0);
        [
            fold(far, f64::min, |p| p.0) - half,
            fold(far, f64::min, |p| p.1) - half,
            fold(-far, f64::max, |p| p.0) + half,
            fold(-far, f64::max, |p| p.1) + half,
        ]
    }
}

/// Reads an SVG.
pub fn read(svg: &str) -> Seen {
    let document = Document::parse(svg).expect("well-formed XML");
    let root = document.root_element();
    let [width, height] = ["width", "height"].map(|name| number(root, name));
    assert_eq!(
        root.attribute("viewBox"),
        Some(format!("0 0 {width} {height}").as_str())
    );
    let mut seen = Seen {
        size: (width, height),
        items: Vec::new(),
    };
    root.children()
        .for_each(|node| element(node, &mut seen.items));
    let paper = seen.items.remove(0);
    assert_eq!(
        (paper.bounds(), paper.fill),
        ([0.0, 0.0, width, height], Some([255; 3])),
        "the paper"
    );
    seen
}

fn element(node: Node, items: &mut Vec<Item>) {
    let at = |x: &str, y: &str| (number(node, x), number(node, y));
    let fill = attribute(node, "fill")
        .filter(|fill| *fill != "none")
        .map(color);
    let line = attribute(node, "stroke").map_or(0.0, |_| number(node, "stroke-width"));
    let mut add = |kind: Kind, points: Vec<(f64, f64)>, fill: Option<Rgb>| {
        items.push(Item {
            kind,
            points,
            fill,
            line,
        })
    };
    match node.tag_name().name() {
        "" => assert!(
            node.text().is_none_or(|text| text.trim().is_empty()),
            "words beside shapes"
        ),
        "title" | "desc" => {}
        "defs" => {
            for marker in node.children() {
                assert_eq!(
                    ["refX", "refY", "markerWidth", "markerHeight"]
                        .map(|name| number(marker, name)),
                    [9.0, 5.0, 9.0, 9.0]
                );
                assert_eq!(
                    marker.first_child().unwrap().attribute("d"),
                    Some("M0 1L10 5L0 9z")
                );
            }
        }
        "g" => node.children().for_each(|child| element(child, items)),
        "rect" => {
            let start = if node.has_attribute("x") {
                at("x", "y")
            } else {
                (0.0, 0.0)
            };
            add(Kind::Shape, corners(start, at("width", "height")), fill);
        }
        "line" => {
            let points = vec![at("x1", "y1"), at("x2", "y2")];
            if node.has_attribute("marker-end") {
                add(Kind::Head, head(&points), None);
            }
            add(Kind::Shape, points, None);
        }
        "polygon" => {
            let points = node.attribute("points").unwrap().split(' ').map(|point| {
                let (x, y) = point.split_once(',').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            });
            add(Kind::Shape, points.collect(), fill);
        }
        "path" => {
            for part in path(node.attribute("d").unwrap()) {
                if node.has_attribute("marker-end") {
                    add(Kind::Head, head(&part), None);
                }
                add(Kind::Shape, part, fill);
            }
        }
        "text" => {
            let turned = node.attribute("transform").map(|turned| {
                let place = turned
                    .strip_prefix("translate(")
                    .and_then(|rest| rest.strip_suffix(") rotate(-90)"))
                    .expect(turned);
                let (x, y) = place.split_once(' ').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            });
            let words = Words {
                words: node.text().unwrap_or_default().to_owned(),
                size: number(node, "font-size"),
                anchor: attribute(node, "text-anchor").unwrap_or("start").to_owned(),
                bold: attribute(node, "font-weight") == Some("bold"),
                italic: attribute(node, "font-style") == Some("italic"),
                upwards: turned.is_some(),
            };
            add(
                Kind::Text(words),
                vec![turned.unwrap_or_else(|| at("x", "y"))],
                fill,
            );
        }
        "image" => {
            let data = node
                .attribute("href")
                .and_then(|href| href.strip_prefix("data:image/png;base64,"))
                .unwrap();
            let pixels = Pixels::read(&base64(data));
            add(
                Kind::Image(pixels.width, pixels.colors),
                corners(at("x", "y"), at("width", "height")),
                None,
            );
        }
        other => panic!("<{other}> is new: say here what it is"),
    }
}

/// Returns an attribute of the element or of its ancestors.
fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|node| node.attribute(name))
}

fn number(node: Node, name: &str) -> f64 {
    attribute(node, name)
        .unwrap_or_else(|| panic!("{node:?} has no {name}"))
        .parse()
        .unwrap()
}

fn color(hex: &str) -> Rgb {
    let number = u32::from_str_radix(hex.strip_prefix('#').unwrap(), 16).unwrap();
    [16, 8, 0].map(|shift| (number >> shift) as u8)
}

fn corners((x, y): (f64, f64), (width, height): (f64, f64)) -> Vec<(f64, f64)> {
    vec![
        (x, y),
        (x + width, y),
        (x + width, y + height),
        (x, y + height),
    ]
}

/// Returns the three corners of an arrow head.
fn head(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (x, y) = *points.last().unwrap();
    let (from_x, from_y) = *points.iter().rev().find(|point| **point != (x, y)).unwrap();
    let length = (x - from_x).hypot(y - from_y);
    let (right, down) = (0.9 * (x - from_x) / length, 0.9 * (y - from_y) / length);
    [(-9.0, -4.0), (1.0, 0.0), (-9.0, 4.0)]
        .map(|(a, b)| (x + a * right - b * down, y + a * down + b * right))
        .to_vec()
}

/// Returns the parts of a path, each beginning with an `M`, with points along its curves.
fn path(d: &str) -> Vec<Vec<(f64, f64)>> {
    let mut parts: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut rest = d;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..]
            .find(|c: char| c.is_ascii_alphabetic())
            .map_or(rest.len(), |end| end + 1);
        let n: Vec<f64> = rest[1..end]
            .split_whitespace()
            .map(|number| number.parse().unwrap())
            .collect();
        rest = &rest[end..];
        if command == 'M' {
            parts.push(vec![(n[0], n[1])]);
            continue;
        }
        let part = parts.last_mut().expect("a path begins with M");
        let (x, y) = *part.last().unwrap();
        let curve: Vec<(f64, f64)> = match (command, n.len()) {
            ('z', 0) => continue,
            ('h', 1) => vec![(x + n[0], y)],
            ('v', 1) => vec![(x, y + n[0])],
            ('V', 1) => vec![(x, n[0])],
            ('Q', 4) | ('C', 6) => n.chunks(2).map(|p| (p[0], p[1])).collect(),
            ('c', 6) => n.chunks(2).map(|p| (x + p[0], y + p[1])).collect(),
            other => panic!("{other:?} in a path is new: say here what it is"),
        };
        let steps = if curve.len() == 1 { 1 } else { 64 };
        let control: Vec<(f64, f64)> = [(x, y)].into_iter().chain(curve).collect();
        part.extend((1..=steps).map(|step| bezier(&control, f64::from(step) / f64::from(steps))));
    }
    parts
}

/// Returns a point of a Bézier curve by de Casteljau's construction.
fn bezier(control: &[(f64, f64)], t: f64) -> (f64, f64) {
    if let [point] = control {
        return *point;
    }
    let between: Vec<(f64, f64)> = control
        .windows(2)
        .map(|p| {
            (
                p[0].0 + (p[1].0 - p[0].0) * t,
                p[0].1 + (p[1].1 - p[0].1) * t,
            )
        })
        .collect();
    bezier(&between, t)
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        other => panic!("{other} is no digit"),
    };
    let bits = text
        .trim_end_matches('=')
        .bytes()
        .map(digit)
        .collect::<Vec<u8>>();
    let bytes = bits.chunks(4).flat_map(|four| {
        let value = four
            .iter()
            .fold(0_u32, |value, &six| value << 6 | u32::from(six))
            << (6 * (4 - four.len()));
        value.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}

impl Seen {
    /// Returns the pixel at a point of the picture.
    pub fn at(&self, pixels: &Pixels, (x, y): (f64, f64)) -> Rgb {
        let scale = pixels.width as f64 / self.size.0;
        pixels.colors[(y * scale) as usize * pixels.width + (x * scale) as usize]
    }

    /// Checks the size and every cell, and that every text has ink of its colour. Returns the
    /// number of cells.
    pub fn check(&self, pixels: &Pixels, name: &str) -> usize {
        let rows = pixels.colors.len() / pixels.width;
        assert_eq!(
            rows as f64 / self.size.1,
            pixels.width as f64 / self.size.0,
            "{name}: the size"
        );
        let title = self.items.iter().find_map(|item| {
            if let Kind::Text(words) = &item.kind {
                Some(words)
            } else {
                None
            }
        });
        assert!(
            title.is_some_and(|title| title.bold && !title.italic && !title.words.is_empty()),
            "{name}: {title:?} is no title"
        );
        let mut cells = 0;
        // If shapes cover each other, the last shape is visible.
        let covers = |later: &Item, item: &Item| {
            matches!(later.kind, Kind::Shape) && later.fill.is_some() && later.points == item.points
        };
        for (place, item) in self.items.iter().enumerate() {
            if matches!(item.kind, Kind::Shape)
                && self.items[place + 1..]
                    .iter()
                    .any(|later| covers(later, item))
            {
                continue;
            }
            let [left, top, right, bottom] = item.bounds();
            let (wide, high) = (right - left, bottom - top);
            match (&item.kind, item.fill) {
                (Kind::Text(words), Some(ink)) => {
                    assert!(
                        self.has_ink(pixels, item.points[0], words, ink),
                        "{name}: {words:?} cannot be seen"
                    );
                }
                (Kind::Shape, Some(fill)) => {
                    // The tested pixel is at a point above the letters. A rectangle for a run of
                    // cells counts as several cells.
                    let count = (wide / high).round().max(1.0);
                    for cell in 0..count as usize {
                        let at = (
                            left + (cell as f64 + 0.5) * wide / count,
                            top + (high / 2.0).min(3.0),
                        );
                        assert_eq!(self.at(pixels, at), fill, "{name}: the cell at {at:?}");
                        cells += 1;
                    }
                }
                (Kind::Image(columns, colors), _) => {
                    let rows = colors.len() / columns;
                    for (index, color) in colors.iter().enumerate() {
                        let (row, column) = (index / columns, index % columns);
                        let part = |cell: usize, count: usize| (cell as f64 + 0.5) / count as f64;
                        let at = (
                            left + part(column, *columns) * wide,
                            top + part(row, rows) * high,
                        );
                        assert_eq!(self.at(pixels, at), *color, "{name}: the cell at {at:?}");
                        cells += 1;
                    }
                }
                _ => {}
            }
        }
        cells
    }

    /// Returns whether some pixel near the first, middle or last letter has a colour closer to the
    /// text colour than to the background above the letters.
    fn has_ink(&self, pixels: &Pixels, (x, y): (f64, f64), words: &Words, ink: Rgb) -> bool {
        let (from, to) = match words.anchor.as_str() {
            "start" => (0.0, 0.7),
            "middle" => (-0.7, 0.7),
            _ => (-0.7, 0.0),
        };
        let color = |along: f64, down: f64| {
            self.at(
                pixels,
                if words.upwards {
                    (x + down, y - along)
                } else {
                    (x + along, y + down)
                },
            )
        };
        let distance = |a: Rgb, b: Rgb| {
            a.iter()
                .zip(b)
                .map(|(a, b)| u32::from(a.abs_diff(b)))
                .sum::<u32>()
        };
        let ground = color(0.0, -words.size);
        let steps = |from: f64, to: f64| {
            (0..=40).map(move |step| words.size * (from + (to - from) * f64::from(step) / 40.0))
        };
        steps(from, to).any(|along| {
            steps(-0.75, 0.1)
                .any(|down| 2 * distance(color(along, down), ink) < distance(ground, ink))
        })
    }
}
