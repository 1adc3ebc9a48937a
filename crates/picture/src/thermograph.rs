//! Thermographs of values of partizan games. As usual in the literature, larger values are at the
//! left, where Left's wall is, and the temperature increases upwards. The mast is the vertical line
//! above the point at which the walls meet.

mod axis_labels;
mod lines;
mod plot;

use base::text;
use base::text::{Lang, Text, shortened};
use partizan::{Thermograph, Wall};

use crate::arcs;
use crate::color::{ABSENT, INK, QUIET};
use crate::drawing::{
    ArrowHead, Drawing, DrawingShape, Paint, Point, Stroke, TextAnchor, TextStyle,
};
use crate::measure::text_width;
use axis_labels::{AxisLabel, label_lines};
use plot::ThermographPlot;

pub use lines::text;

/// Height of the part between temperature 0 and the temperature of the value, in points.
const HEIGHT: f64 = 210.0;
/// Height of the mast above the walls, and of a mast without walls.
const MAST: f64 = 46.0;
const LONE_MAST: f64 = 120.0;
/// Distance between the walls and the ends of the axis.
const SIDE: f64 = 64.0;
/// Distance between the vertical axis and the edge of the picture, without the labels.
const GUTTER: f64 = 30.0;
const LABEL: f64 = 13.0;
const LINE: f64 = 17.0;
const GAP: f64 = 7.0;
const WALL: Stroke = Stroke {
    color: INK,
    width: 2.4,
};
const AXIS: Stroke = Stroke {
    color: QUIET,
    width: 1.2,
};
const GUIDE: Stroke = Stroke {
    color: crate::color::ARC,
    width: 0.8,
};
const HEAD: ArrowHead = ArrowHead {
    color: INK,
    id: 'm',
};

/// Returns the points of a wall in words. Above the last point, the wall is vertical.
pub fn wall_text(wall: &Wall) -> Text {
    let points = wall.points().iter().map(|point| {
        let (value, temperature) = (point.value, point.temperature);
        text!("{value} at {temperature}", "温度 {temperature} 时 {value}")
    });
    Text::join(&points.collect::<Vec<Text>>(), &text!(", ", "，"))
}

/// Draws the thermograph of the value with this name.
pub fn drawing(thermograph: &Thermograph, name: &str, lang: Lang) -> Drawing {
    let plot = ThermographPlot::new(thermograph);
    let scale = if plot.height > 0.0 {
        HEIGHT / plot.height
    } else {
        0.0
    };
    let temperatures = plot.temperature_labels();
    let gutter = temperatures
        .iter()
        .map(|label| text_width(&label.text, LABEL))
        .fold(0.0, f64::max);
    let gutter = GUTTER + gutter;
    let plot_width = plot.width * scale + 2.0 * SIDE;
    let (width, room) = arcs::width(gutter + plot_width);

    let mut drawing = Drawing {
        heads: vec![HEAD],
        ..Drawing::default()
    };
    let name = shortened(name);
    let title = text!("Thermograph of {name}", "{name} 的温度图")
        .get(lang)
        .to_owned();
    let mut y = arcs::heading(&mut drawing, &title, arcs::MARGIN - 4.0, arcs::MARGIN, room);
    y += 14.0;
    let mast_top = y;
    let ground = y + match plot.height > 0.0 {
        true => MAST + HEIGHT,
        false => LONE_MAST,
    };
    let axis_left = arcs::MARGIN + (room - gutter - plot_width) / 2.0 + gutter;
    let axis_right = axis_left + plot_width;
    let at = |(x, t): Point| (axis_left + SIDE + x * scale, ground - t * scale);

    // Temperatures: guide lines with their labels at the left.
    let labels: Vec<AxisLabel> = temperatures
        .iter()
        .map(|label| label.centered(ground - label.at * scale, LABEL))
        .collect();
    for (label, line) in labels.iter().zip(label_lines(&labels, 2.0)) {
        if line != Some(0) {
            continue;
        }
        if label.at < ground {
            let ends = [(axis_left, label.at), (axis_right, label.at)];
            drawing.add(DrawingShape::Line(ends, GUIDE, None));
        }
        drawing.text(
            (axis_left - 7.0, label.at + 4.5),
            TextAnchor::End,
            TextStyle::plain(LABEL),
            &label.text,
        );
    }
    let words = text!("temperature", "温度");
    drawing.add(DrawingShape::TextUpwards(
        (axis_left - gutter + 12.0, (mast_top + ground) / 2.0),
        TextStyle {
            color: QUIET,
            ..TextStyle::plain(arcs::SMALL_TEXT_SIZE)
        },
        words.get(lang).to_owned(),
    ));

    // Values: guide lines down from the points of the walls, with their labels below the axis.
    let values = plot.value_labels();
    let labels: Vec<AxisLabel> = values
        .iter()
        .map(|label| {
            let width = text_width(&label.text, LABEL);
            label.centered(at((label.at, 0.0)).0, width)
        })
        .collect();
    let lines = label_lines(&labels, GAP);
    let mut rows = 1;
    let mut guides = Vec::new();
    let mut numbers: Vec<(Point, String)> = Vec::new();
    for ((value, label), line) in values.iter().zip(&labels).zip(lines) {
        let Some(line) = line else { continue };
        rows = rows.max(line + 1);
        guides.push([at((value.at, value.top)), (label.at, ground + 5.0)]);
        let below = ground + 6.0 + LINE * (line as f64 + 0.8);
        numbers.push(((label.at, below), label.text.clone()));
    }

    let polygon: Vec<Point> = plot
        .left
        .iter()
        .chain(plot.right.iter().rev())
        .map(|&point| at(point))
        .collect();
    if plot.width > 0.0 {
        drawing.add(DrawingShape::Polygon(polygon, Paint::Fill(ABSENT)));
    }
    for ends in guides {
        drawing.add(DrawingShape::Line(ends, GUIDE, None));
    }
    let axis = [(axis_left, ground), (axis_right, ground)];
    drawing.add(DrawingShape::Line(axis, AXIS, None));
    let upright = [(axis_left, ground), (axis_left, mast_top)];
    drawing.add(DrawingShape::Line(upright, AXIS, None));
    drawing.texts(TextStyle::plain(LABEL), numbers);

    for (wall, name) in [(&plot.left, "left-wall"), (&plot.right, "right-wall")] {
        let from = drawing.shapes.len();
        for ends in wall.windows(2) {
            let ends = [at(ends[0]), at(ends[1])];
            drawing.add(DrawingShape::Line(ends, WALL, None));
        }
        if drawing.shapes.len() > from {
            drawing.part(from, name.to_owned());
        }
    }
    let foot = at((plot.mast, plot.height));
    drawing.add(DrawingShape::Line(
        [foot, (foot.0, mast_top)],
        WALL,
        Some(HEAD),
    ));
    let sides = [
        (
            at((0.0, 0.0)).0 - 9.0,
            TextAnchor::End,
            text!("Left", "左方"),
        ),
        (
            at((plot.width, 0.0)).0 + 9.0,
            TextAnchor::Start,
            text!("Right", "右方"),
        ),
    ];
    for (x, anchor, words) in sides {
        let style = TextStyle {
            color: QUIET,
            italic: true,
            ..TextStyle::plain(arcs::SMALL_TEXT_SIZE)
        };
        drawing.text((x, ground - 8.0), anchor, style, words.get(lang));
    }

    let caption = caption(thermograph, lang);
    let y = ground + 6.0 + LINE * (rows as f64 + 1.4);
    let height = arcs::caption(&mut drawing, &caption, y, arcs::MARGIN, room);
    let description = description(thermograph, lang);
    drawing.finish(width, height, &title, &description)
}

/// Returns the lines below the picture.
fn caption(thermograph: &Thermograph, lang: Lang) -> Vec<String> {
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    let lines = [
        text!(
            "mean {mean}, temperature {temperature}",
            "均值 {mean}，温度 {temperature}"
        ),
        text!(
            "larger values, which are better for Left, are at the left",
            "值越大越靠左，对左方越有利"
        ),
    ];
    lines.map(|line| line.get(lang).to_owned()).to_vec()
}

/// Returns the description of the picture for readers who do not see it.
fn description(thermograph: &Thermograph, lang: Lang) -> String {
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    let left = wall_text(thermograph.left_wall());
    let right = wall_text(thermograph.right_wall());
    let (left_zh, right_zh) = (left.zh, right.zh);
    let (left, right) = (left.en, right.en);
    text!(
        "left wall: {left}; right wall: {right}; mean {mean}, temperature {temperature}",
        "左墙：{left_zh}；右墙：{right_zh}；均值 {mean}，温度 {temperature}"
    )
    .get(lang)
    .to_owned()
}
