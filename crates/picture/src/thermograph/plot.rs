//! The coordinates of a thermograph: x is the distance from the left stop towards smaller values,
//! and y is the temperature.

use partizan::{Dyadic, Thermograph, Wall, WallPoint};

use super::axis_labels::AxisLabel;
use crate::drawing::Point;

/// The walls of a thermograph as points of the plane.
pub(super) struct ThermographPlot {
    /// The breakpoints of Left's wall, upwards.
    pub left: Vec<Point>,
    /// The breakpoints of Right's wall, upwards.
    pub right: Vec<Point>,
    /// The x coordinate of the mast.
    pub mast: f64,
    /// The temperature if it is positive, otherwise 0.
    pub height: f64,
    /// The distance between the stops.
    pub width: f64,
    points: Vec<WallPoint>,
}

/// A value with a label on the axis.
pub(super) struct ValueLabel {
    /// The x coordinate.
    pub at: f64,
    /// The temperature at which a wall has this value.
    pub top: f64,
    /// The number.
    pub text: String,
    is_required: bool,
}

impl ThermographPlot {
    pub fn new(thermograph: &Thermograph) -> ThermographPlot {
        let walls = [thermograph.left_wall(), thermograph.right_wall()];
        let stop = |wall: &Wall| wall.points()[0].value;
        let zero = stop(walls[0]);
        let place = |point: &WallPoint| (difference(zero, point.value), number(point.temperature));
        let [left, right] = walls.map(|wall| wall.points().iter().map(place).collect::<Vec<_>>());
        let temperature = thermograph.temperature();
        let height = number(temperature).max(0.0);
        // The labels that must be shown come first: the mean and the stops.
        let mast = WallPoint {
            temperature: temperature.max(Dyadic::ZERO),
            value: thermograph.mean(),
        };
        let stops = walls.map(|wall| wall.points()[0]);
        let mut points = vec![mast, stops[0], stops[1]];
        points.extend(walls.iter().flat_map(|wall| &wall.points()[1..]));
        ThermographPlot {
            mast: difference(zero, thermograph.mean()),
            height,
            width: difference(zero, stop(walls[1])),
            left: up_to(left, height),
            right: up_to(right, height),
            points,
        }
    }

    /// Returns the values of the breakpoints without duplicates, the most important first.
    pub fn value_labels(&self) -> Vec<ValueLabel> {
        let zero = self.points[1].value;
        let mut seen: Vec<Dyadic> = Vec::new();
        let mut labels = Vec::new();
        for (index, point) in self.points.iter().enumerate() {
            if seen.contains(&point.value) {
                continue;
            }
            seen.push(point.value);
            labels.push(ValueLabel {
                at: difference(zero, point.value),
                top: number(point.temperature),
                text: point.value.to_string(),
                is_required: index < 3,
            });
        }
        labels
    }

    /// Returns the temperatures of the breakpoints without duplicates, the most important first.
    /// The temperature 0 is always included.
    pub fn temperature_labels(&self) -> Vec<AxisLabel> {
        let mut seen: Vec<Dyadic> = Vec::new();
        let first = [Dyadic::ZERO, self.points[0].temperature];
        let others = self.points.iter().map(|point| point.temperature);
        for temperature in first.into_iter().chain(others) {
            if !seen.contains(&temperature) {
                seen.push(temperature);
            }
        }
        let label = |temperature: Dyadic| AxisLabel {
            at: number(temperature),
            width: 0.0,
            text: temperature.to_string(),
            is_required: false,
        };
        seen.into_iter().map(label).collect()
    }
}

impl ValueLabel {
    /// Returns the label at a point of the axis of a picture.
    pub fn centered(&self, at: f64, width: f64) -> AxisLabel {
        AxisLabel {
            at,
            width,
            text: self.text.clone(),
            is_required: self.is_required,
        }
    }
}

/// Returns the value of a wall at a temperature; above the last point, the wall is vertical.
pub(super) fn wall_at(points: &[Point], temperature: f64) -> f64 {
    let next = points.partition_point(|point| point.1 <= temperature);
    let before = points[next.saturating_sub(1)];
    match points.get(next) {
        Some(after) => {
            let part = (temperature - before.1) / (after.1 - before.1);
            before.0 + part * (after.0 - before.0)
        }
        None => before.0,
    }
}

/// Adds the top of a wall that is vertical below the mast.
fn up_to(mut points: Vec<Point>, height: f64) -> Vec<Point> {
    if let Some(&(x, top)) = points.last()
        && top < height
    {
        points.push((x, height));
    }
    points
}

/// Returns `a - b`, computed exactly if the difference is in the range of dyadic rationals.
fn difference(a: Dyadic, b: Dyadic) -> f64 {
    a.checked_sub(b)
        .map_or_else(|_| number(a) - number(b), number)
}

fn number(dyadic: Dyadic) -> f64 {
    dyadic.numerator() as f64 / (1_u64 << dyadic.exponent()) as f64
}
