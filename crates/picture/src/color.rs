//! Colours of the pictures. No meaning depends only on hue. Lost positions (P) are dark and won
//! positions (N) are light, so they can be distinguished with any colour vision and in grey print.
//! Grundy values use a scale with increasing lightness, and marks are red.
//!
//! A colour with a [`ColorRole`] can be replaced in other colour schemes: in an SVG, shapes of this
//! colour have a class, which the style sheet of a page can use (`docs/pictures.md`). All formats
//! other than SVG use the colours that this module defines.

/// A colour, with its role, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color {
    /// Red, green, blue.
    pub rgb: [u8; 3],
    /// Meaning of the colour, if it is the same in every picture.
    pub role: Option<ColorRole>,
}

/// Meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "the names of these constants describe their values"
)]
pub enum ColorRole {
    Paper,
    Ink,
    Quiet,
    Lost,
    Won,
    Drawn,
    Absent,
    Loony,
    Mark,
    Link,
    Arc,
    OnLost,
    OnWon,
}

impl ColorRole {
    /// Returns the name that is used in the classes of an SVG.
    pub fn name(self) -> &'static str {
        match self {
            ColorRole::Paper => "paper",
            ColorRole::Ink => "ink",
            ColorRole::Quiet => "quiet",
            ColorRole::Lost => "lost",
            ColorRole::Won => "won",
            ColorRole::Drawn => "drawn",
            ColorRole::Absent => "absent",
            ColorRole::Loony => "loony",
            ColorRole::Mark => "mark",
            ColorRole::Link => "link",
            ColorRole::Arc => "arc",
            ColorRole::OnLost => "on-lost",
            ColorRole::OnWon => "on-won",
        }
    }
}

/// The background.
pub const PAPER: Color = Color::with_role([255, 255, 255], ColorRole::Paper);
/// Text and lines.
pub const INK: Color = Color::with_role([28, 32, 40], ColorRole::Ink);
/// Secondary text.
pub const QUIET: Color = Color::with_role([92, 99, 112], ColorRole::Quiet);
/// A lost position, and the value 0.
pub const LOST: Color = Color::with_role([22, 48, 92], ColorRole::Lost);
/// A won position.
pub const WON: Color = Color::with_role([252, 226, 172], ColorRole::Won);
/// A drawn position.
pub const DRAWN: Color = Color::with_role([118, 168, 178], ColorRole::Drawn);
/// The colour of numbers that are not a position.
pub const ABSENT: Color = Color::with_role([235, 236, 239], ColorRole::Absent);
/// The loony value, and other ends of play.
pub const LOONY: Color = Color::with_role([150, 40, 110], ColorRole::Loony);
/// Links of a graph that is part of a position.
pub const LINK: Color = Color::with_role([70, 110, 60], ColorRole::Link);
/// Links of Left.
pub const BLUE_LINK: Color = Color::fixed(48, 104, 214);
/// Links of Right.
pub const RED_LINK: Color = Color::fixed(208, 60, 52);
/// Arcs of a game graph.
pub const ARC: Color = Color::with_role([158, 164, 176], ColorRole::Arc);
/// Secondary text on a lost position.
pub const ON_LOST: Color = Color::with_role([214, 224, 240], ColorRole::OnLost);
/// Secondary text on a won or drawn position.
pub const ON_WON: Color = Color::with_role([74, 70, 60], ColorRole::OnWon);
/// Marks.
pub const MARK: Color = Color::with_role([222, 32, 32], ColorRole::Mark);

impl Color {
    const fn with_role(rgb: [u8; 3], role: ColorRole) -> Color {
        Color {
            rgb,
            role: Some(role),
        }
    }

    /// Creates a colour that is the same in every scheme.
    pub const fn fixed(r: u8, g: u8, b: u8) -> Color {
        Color {
            rgb: [r, g, b],
            role: None,
        }
    }

    /// Returns the colour in the notation of SVG and DOT.
    pub fn hex(self) -> String {
        let [r, g, b] = self.rgb;
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// Returns the luminance of sRGB, from 0 to 1 (IEC 61966-2-1, with its curve approximated by a
    /// power).
    fn luminance(self) -> f64 {
        let linear = |c: u8| (f64::from(c) / 255.0).powf(2.2);
        let [r, g, b] = self.rgb.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Returns a colour for text on this background: white or ink, whichever has more contrast. At
    /// a luminance of 0.21 white and ink have the same contrast. If the background has the same
    /// colour in every scheme, so has the text.
    pub fn ink_on(self) -> Color {
        let ink = if self.luminance() < 0.21 { PAPER } else { INK };
        if self.role.is_some() {
            ink
        } else {
            Color { role: None, ..ink }
        }
    }

    /// Returns whether both colours look the same in the default scheme.
    pub fn is_like(self, other: Color) -> bool {
        self.rgb == other.rgb
    }
}

/// Returns the colour of a value from 1 (`t` = 0) to the largest (`t` = 1). In the OKLCH space, the
/// lightness grows linearly from 0.60 to 0.95, while the hue changes from blue through green to
/// yellow. B. Ottosson, A perceptual color space for image processing (2020).
pub fn ramp(t: f64) -> Color {
    let t = t.clamp(0.0, 1.0);
    let (lightness, chroma, hue) = (
        0.60 + 0.35 * t,
        0.10 + 0.03 * t,
        (265.0 - 165.0 * t).to_radians(),
    );
    let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    let channel = |linear: f64| {
        let linear = linear.clamp(0.0, 1.0);
        let encoded = if linear <= 0.003_130_8 {
            12.92 * linear
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        };
        (encoded * 255.0).round() as u8
    };
    Color::fixed(
        channel(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        channel(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        channel(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramp_only_gets_lighter() {
        let steps: Vec<f64> = (0..=64)
            .map(|i| ramp(f64::from(i) / 64.0).luminance())
            .collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "{steps:?}");
        assert!(LOST.luminance() < steps[0] && LOST.luminance() * 5.0 < WON.luminance());
    }
}
