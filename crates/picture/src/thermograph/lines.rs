//! Thermographs as lines for a terminal. A slanted wall moves by one column in each line.

use partizan::Thermograph;

use super::axis_labels::{AxisLabel, label_lines};
use super::plot::{ThermographPlot, wall_at};

/// Minimum and maximum number of lines between temperature 0 and the temperature of the value.
const MIN_LINES: f64 = 6.0;
const MAX_LINES: f64 = 16.0;
/// Number of lines of the mast above the walls, and of a mast without walls.
const MAST: usize = 2;
const LONE_MAST: usize = 4;

/// Draws a thermograph. Each line ends with a line break.
pub fn text(thermograph: &Thermograph) -> String {
    let plot = ThermographPlot::new(thermograph);
    let step = step(&plot);
    let column = |x: f64| column(&plot, x, step);
    let line = |temperature: f64| (temperature / step).round();
    let top = line(plot.height) as usize;
    let rows = top + if top > 0 { MAST } else { LONE_MAST };

    let values: Vec<AxisLabel> = plot
        .value_labels()
        .iter()
        .map(|label| {
            let width = label.text.len() as f64;
            label.centered(column(label.at) as f64, width)
        })
        .collect();
    let start = |label: &AxisLabel| label.at - ((label.width - 1.0) / 2.0).floor();
    let margin = values.iter().map(|label| -start(label)).fold(2.0, f64::max) as usize;
    let last = margin + column(plot.width) + margin;

    let temperatures: Vec<AxisLabel> = plot
        .temperature_labels()
        .iter()
        .map(|label| label.centered(line(label.at), 0.0))
        .collect();
    let gutter = temperatures.iter().map(|label| label.text.len());
    let gutter = gutter.max().unwrap_or(0);
    let mut names = vec![""; rows];
    for (label, line) in temperatures.iter().zip(label_lines(&temperatures, 1.0)) {
        if line == Some(0) {
            names[label.at as usize] = &label.text;
        }
    }

    let mut lines = Vec::new();
    for row in (0..rows).rev() {
        let mut line = vec![' '; last + 1];
        let (left, right) = walls(&plot, row, top, step);
        let (next_left, next_right) = walls(&plot, row + 1, top, step);
        line[margin + right] = if next_right < right { '\\' } else { '|' };
        if left != right || next_right == right {
            line[margin + left] = if next_left > left { '/' } else { '|' };
        }
        let name = names[row];
        lines.push(format!("{name:>gutter$} {}", String::from_iter(line)));
    }
    let mut axis = vec!['-'; last + 1];
    let mut rest: Vec<Vec<char>> = Vec::new();
    for (label, line) in values.iter().zip(label_lines(&values, 1.0)) {
        let Some(line) = line else { continue };
        axis[margin + label.at as usize] = '+';
        if rest.len() <= line {
            rest.resize(line + 1, Vec::new());
        }
        let from = (margin as f64 + start(label)) as usize;
        let line = &mut rest[line];
        line.resize(line.len().max(from + label.text.len()), ' ');
        for (place, letter) in line[from..].iter_mut().zip(label.text.chars()) {
            *place = letter;
        }
    }
    for line in std::iter::once(axis).chain(rest) {
        lines.push(format!("{:>gutter$} {}", "", String::from_iter(line)));
    }
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Returns the temperature between two lines, a power of two. If possible, all breakpoints are on
/// lines.
fn step(plot: &ThermographPlot) -> f64 {
    if plot.height <= 0.0 {
        return 1.0;
    }
    let mut step = (plot.height / MIN_LINES).log2().floor().exp2();
    let points = || plot.left.iter().chain(&plot.right);
    let is_exact = |step: f64| points().all(|point| (point.1 / step).fract() == 0.0);
    while !is_exact(step) && 2.0 * plot.height / step <= MAX_LINES {
        step /= 2.0;
    }
    step
}

/// Returns the column of a point. Distances from the mast are rounded, so that both sides of a
/// symmetric thermograph look the same.
fn column(plot: &ThermographPlot, x: f64, step: f64) -> usize {
    let round = |x: f64| (x / step).round();
    (round(plot.mast) + round(x - plot.mast)).max(0.0) as usize
}

/// Returns the columns of Left's and of Right's wall in a line.
fn walls(plot: &ThermographPlot, row: usize, top: usize, step: f64) -> (usize, usize) {
    let column = |x: f64| column(plot, x, step);
    if row >= top {
        return (column(plot.mast), column(plot.mast));
    }
    let temperature = row as f64 * step;
    let at = |wall| column(wall_at(wall, temperature));
    (at(&plot.left), at(&plot.right))
}
