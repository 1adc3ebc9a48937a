//! Writes SVG: shapes one after the other, numbers short, text escaped. Text is measured by a table of usual widths, wide enough for
//! the common sans-serif fonts, so that no font is needed.

use std::fmt::Write as _;

use crate::color::{Color, INK, PAPER};

/// A drawing.
#[derive(Default)]
pub struct Svg {
    body: String,
}

/// Where a text stands with respect to its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

/// How a text looks.
#[derive(Clone, Copy)]
pub struct Style {
    pub size: f64,
    pub color: Color,
    pub bold: bool,
    pub italic: bool,
}

impl Style {
    pub fn plain(size: f64) -> Style {
        Style { size, color: INK, bold: false, italic: false }
    }

    fn attributes(self) -> String {
        let mut out = format!(" font-size=\"{}\"", number(self.size));
        if self.color != INK {
            let _ = write!(out, " fill=\"{}\"", self.color.hex());
        }
        if self.bold {
            out += " font-weight=\"bold\"";
        }
        if self.italic {
            out += " font-style=\"italic\"";
        }
        out
    }
}

impl Svg {
    /// Anything, as it stands.
    pub fn raw(&mut self, text: &str) {
        self.body += text;
        self.body.push('\n');
    }

    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), attributes: &str) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        self.raw(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {attributes}/>"));
    }

    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), attributes: &str) {
        let (x1, y1, x2, y2) = (number(x1), number(y1), number(x2), number(y2));
        self.raw(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {attributes}/>"));
    }

    pub fn path(&mut self, d: &str, attributes: &str) {
        self.raw(&format!("<path d=\"{d}\" {attributes}/>"));
    }

    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, style: Style, text: &str) {
        let (x, y, text) = (number(x), number(y), escape(text));
        self.raw(&format!("<text x=\"{x}\" y=\"{y}\"{}{}>{text}</text>", anchor.attribute(), style.attributes()));
    }

    /// A text that reads upwards.
    pub fn text_upwards(&mut self, (x, y): (f64, f64), style: Style, text: &str) {
        let (x, y, text) = (number(x), number(y), escape(text));
        self.raw(&format!("<text transform=\"translate({x} {y}) rotate(-90)\" text-anchor=\"middle\"{}>{text}</text>", style.attributes()));
    }

    /// Texts of one look, each centred at its place.
    pub fn texts(&mut self, style: Style, list: impl IntoIterator<Item = (f64, f64, String)>) {
        let mut list = list.into_iter().peekable();
        if list.peek().is_none() {
            return;
        }
        self.raw(&format!("<g text-anchor=\"middle\"{}>", style.attributes()));
        for (x, y, text) in list {
            self.raw(&format!("<text x=\"{}\" y=\"{}\">{}</text>", number(x), number(y), escape(&text)));
        }
        self.raw("</g>");
    }

    /// The whole file. The title and the description are read aloud to who cannot see the picture.
    pub fn finish(self, width: f64, height: f64, title: &str, description: &str) -> String {
        let (w, h) = (number(width.ceil()), number(height.ceil()));
        let (title, description, paper) = (escape(title), escape(description), PAPER.hex());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
             font-family=\"sans-serif\" fill=\"{}\">\n<title>{title}</title>\n<desc>{description}</desc>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{paper}\"/>\n{}</svg>\n",
            INK.hex(),
            self.body
        )
    }
}

/// A number with at most two decimals.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text with the characters that XML keeps for itself written otherwise; control characters, which XML cannot hold, are left out.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// How wide a text is, about: rather too wide than too narrow.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| char_width(c) * size).sum()
}

fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '·' => 0.41,
        'm' | 'w' | 'M' | 'W' | '+' | '=' | '→' | '↓' | '∞' | '…' => 0.96,
        'A'..='Z' => 0.72,
        c if (c as u32) < 0x2e80 => 0.635,
        _ => 1.05,
    }
}

/// A text as lines that are no wider than this, broken at spaces, and anywhere among Chinese characters.
pub fn wrap(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars() {
        let wide = c as u32 >= 0x2e80;
        let closing = "，。；：、）」！？".contains(c);
        match words.last_mut() {
            Some(word) if !word.ends_with(' ') && (!wide || closing) && !word.ends_with(|w: char| w as u32 >= 0x2e80 && !closing) => {
                word.push(c);
            }
            _ => words.push(c.to_string()),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word.trim_end(), size) <= width => line.push_str(&word),
            _ => lines.push(word),
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_text_and_lines() {
        assert_eq!((number(2.0), number(0.126), number(-0.001)), ("2".to_owned(), "0.13".to_owned(), "0".to_owned()));
        assert_eq!(escape("a < b & \"c\"\u{7}"), "a &lt; b &amp; &quot;c&quot;");
        let text = "one two three four five six";
        for width in 20..200 {
            let lines = wrap(text, 10.0, f64::from(width));
            assert_eq!(lines.join(" "), text);
            assert!(lines.iter().all(|l| text_width(l, 10.0) <= f64::from(width) || !l.contains(' ')), "{width} {lines:?}");
        }
        assert_eq!(wrap("先手必败，先手必胜", 10.0, 55.0).concat(), "先手必败，先手必胜");
        assert!(wrap("先手必败，先手必胜", 10.0, 55.0).iter().all(|l| !l.starts_with('，')));
    }
}
