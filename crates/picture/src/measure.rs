//! Width of text, estimated without a font. The estimate uses a table of usual widths, which are
//! sufficient for common sans-serif fonts.

/// Returns the approximate width of a text. The estimated width is more often too large than too
/// small.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| char_width(c) * size).sum()
}

fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.3,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'f' | 't' | 'r' | 'I' | '(' | ')' | '[' | ']' | '·' => {
            0.41
        }
        'm' | 'w' | 'M' | 'W' | '+' | '=' | '→' | '↓' | '∞' | '…' => 0.96,
        'A'..='Z' => 0.72,
        c if (c as u32) < 0x2e80 => 0.635,
        _ => 1.05,
    }
}

/// Breaks a text into lines of at most the given width, at spaces and between Chinese characters.
pub fn wrap(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars() {
        let wide = c as u32 >= 0x2e80;
        let closing = "，。；：、）」！？".contains(c);
        match words.last_mut() {
            Some(word)
                if !word.ends_with(' ')
                    && (!wide || closing)
                    && !word.ends_with(|w: char| w as u32 >= 0x2e80 && !closing) =>
            {
                word.push(c);
            }
            _ => words.push(c.to_string()),
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word.trim_end(), size) <= width => {
                line.push_str(&word)
            }
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
    fn lines() {
        let text = "one two three four five six";
        for width in 20..200 {
            let lines = wrap(text, 10.0, f64::from(width));
            assert_eq!(lines.join(" "), text);
            assert!(
                lines
                    .iter()
                    .all(|l| text_width(l, 10.0) <= f64::from(width) || !l.contains(' ')),
                "{width} {lines:?}"
            );
        }
        assert_eq!(
            wrap("先手必败，先手必胜", 10.0, 55.0).concat(),
            "先手必败，先手必胜"
        );
        assert!(
            wrap("先手必败，先手必胜", 10.0, 55.0)
                .iter()
                .all(|l| !l.starts_with('，'))
        );
    }
}
