//! The thermograph of a value in the replies to `value` and `solve`: as data, as text and as a
//! picture.

use base::text;
use base::text::{Lang, Text};
use partizan::{Dyadic, Thermograph, Wall};
use picture::{Picture, thermograph};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer_text::line;

/// The format of the picture of a thermograph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThermographFormat {
    /// No picture.
    #[default]
    None,
    /// Lines for a terminal.
    Text,
    /// SVG.
    Svg,
}

impl ThermographFormat {
    /// Draws the thermograph of the value with this name; `None` if no picture was requested.
    pub(crate) fn picture(
        self,
        thermograph: &Thermograph,
        name: &str,
        lang: Lang,
    ) -> Option<Picture> {
        match self {
            ThermographFormat::None => None,
            ThermographFormat::Text => Some(Picture::Text(thermograph::text(thermograph))),
            ThermographFormat::Svg => {
                let drawing = thermograph::drawing(thermograph, name, lang);
                Some(Picture::Drawing(drawing))
            }
        }
    }
}

/// Returns the names and the points of both walls.
pub(crate) fn wall_lines(thermograph: &Thermograph) -> [(Text, Text); 2] {
    let words = thermograph::wall_text;
    [
        (text!("left wall", "左墙"), words(thermograph.left_wall())),
        (text!("right wall", "右墙"), words(thermograph.right_wall())),
    ]
}

/// Returns the picture for a terminal, with its title, in lines.
pub(crate) fn drawn_lines(thermograph: &Thermograph, lang: Lang) -> String {
    let title = text!("thermograph:", "温度图：");
    let lines = thermograph::text(thermograph);
    let lines = lines.lines().map(|line| format!("  {line}\n"));
    format!("{}\n{}", title.get(lang), lines.collect::<String>())
}

/// Returns the lines of the thermograph in the text of a solved position.
pub(crate) fn solved_lines(thermograph: &Thermograph, lang: Lang) -> String {
    let mut out = String::new();
    for (name, wall) in wall_lines(thermograph) {
        line(&mut out, &name, wall.get(lang), lang);
    }
    out + &drawn_lines(thermograph, lang)
}

/// Returns the walls as JSON. Numbers are strings such as `-3/4`.
pub(crate) fn walls_json(thermograph: &Thermograph) -> Value {
    let number = |number: Dyadic| number.to_string();
    let wall = |wall: &Wall| -> Value {
        let points = wall.points().iter();
        let point = points.map(
            |point| json!({ "temperature": number(point.temperature), "value": number(point.value) }),
        );
        point.collect()
    };
    json!({ "left": wall(thermograph.left_wall()), "right": wall(thermograph.right_wall()) })
}
