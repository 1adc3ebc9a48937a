//! The colours. Meaning never hangs on hue alone: lost positions (P) are dark and won ones (N) light, so they differ for every kind
//! of sight and in grey print; Grundy values run through a ramp whose lightness only grows, and red is for marks.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color(pub u8, pub u8, pub u8);

/// The paper.
pub const PAPER: Color = Color(255, 255, 255);
/// Text and lines.
pub const INK: Color = Color(28, 32, 40);
/// Text of less weight.
pub const QUIET: Color = Color(92, 99, 112);
/// A lost position, and the value 0.
pub const LOST: Color = Color(22, 48, 92);
/// A won position.
pub const WON: Color = Color(252, 226, 172);
/// A drawn position.
pub const DRAWN: Color = Color(118, 168, 178);
/// Numbers that are no position.
pub const ABSENT: Color = Color(235, 236, 239);
/// The loony value, and other ends of play.
pub const LOONY: Color = Color(150, 40, 110);
/// Marks.
pub const MARK: Color = Color(222, 32, 32);

impl Color {
    /// As SVG and DOT write it.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The luminance of sRGB, from 0 to 1 (IEC 61966-2-1, with its curve taken as a power).
    fn luminance(self) -> f64 {
        let linear = |c: u8| (f64::from(c) / 255.0).powf(2.2);
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// A colour for text on this ground: white or ink, whichever stands out more; at 0.21 they are even.
    pub fn ink_on(self) -> Color {
        if self.luminance() < 0.21 { PAPER } else { INK }
    }
}

/// The colour of a value from 1 (`t` = 0) to the greatest (`t` = 1): in the OKLCH space the lightness grows evenly from 0.60 to
/// 0.95 while the hue turns from blue by green to yellow. B. Ottosson, A perceptual color space for image processing (2020).
pub fn ramp(t: f64) -> Color {
    let t = t.clamp(0.0, 1.0);
    let (lightness, chroma, hue) = (0.60 + 0.35 * t, 0.10 + 0.03 * t, (265.0 - 165.0 * t).to_radians());
    let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    let channel = |linear: f64| {
        let linear = linear.clamp(0.0, 1.0);
        let encoded = if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    };
    Color(
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
        let steps: Vec<f64> = (0..=64).map(|i| ramp(f64::from(i) / 64.0).luminance()).collect();
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "{steps:?}");
        assert!(LOST.luminance() < steps[0] && LOST.luminance() * 5.0 < WON.luminance());
    }
}
