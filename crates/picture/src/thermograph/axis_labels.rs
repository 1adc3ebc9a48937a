//! Placement of labels on an axis. Labels that would overlap are placed on several lines, or are
//! omitted.

/// A label of an axis.
#[derive(Clone)]
pub(super) struct AxisLabel {
    /// The centre of the label.
    pub at: f64,
    /// The width of the text.
    pub width: f64,
    /// The text.
    pub text: String,
    /// Whether the label must be shown.
    pub is_required: bool,
}

impl AxisLabel {
    /// Returns the label at another point of the axis, with another width.
    pub fn centered(&self, at: f64, width: f64) -> AxisLabel {
        AxisLabel {
            at,
            width,
            ..self.clone()
        }
    }
}

/// Returns the line of each label, counted from 0; `None` for a label that has no room. Earlier
/// labels come first. A required label that has no room starts a new line.
pub(super) fn label_lines(labels: &[AxisLabel], gap: f64) -> Vec<Option<usize>> {
    let mut lines: Vec<Vec<&AxisLabel>> = vec![Vec::new()];
    let mut placed = Vec::with_capacity(labels.len());
    for label in labels {
        let is_free = |line: &Vec<&AxisLabel>| {
            line.iter()
                .all(|other| (label.at - other.at).abs() >= (label.width + other.width) / 2.0 + gap)
        };
        let mut line = lines.iter().position(is_free);
        if line.is_none() && label.is_required {
            line = Some(lines.len());
            lines.push(Vec::new());
        }
        if let Some(line) = line {
            lines[line].push(label);
        }
        placed.push(line);
    }
    placed
}
