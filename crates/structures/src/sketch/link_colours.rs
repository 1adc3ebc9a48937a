//! Reads the colours of links: `a-b red`, or `0 1 red` in a list. A colour follows a link and is
//! separated from it by spaces. In a chain, it is the colour of all links of the chain. If a link
//! has a colour, all links must have one.

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::lowercase;
use rules::view::LinkColour;

use super::lone_word_check::coloured;
use super::{Sketch, SketchSpec, SketchWords};

/// Returns the colour of a word, ignoring case.
fn colour_of_word(word: &str) -> Option<LinkColour> {
    match lowercase(word).as_str() {
        "blue" | "蓝" | "蓝色" => Some(LinkColour::Blue),
        "red" | "红" | "红色" => Some(LinkColour::Red),
        "green" | "绿" | "绿色" => Some(LinkColour::Green),
        _ => None,
    }
}

/// Returns the colour of a word of a list, in which vertices are numbers.
fn colour_in_list(word: &str) -> Option<LinkColour> {
    match lowercase(word).as_str() {
        "b" => Some(LinkColour::Blue),
        "r" => Some(LinkColour::Red),
        "g" => Some(LinkColour::Green),
        _ => colour_of_word(word),
    }
}

/// The last chain of links that was read.
struct LastChain {
    /// The index of its first link.
    first: usize,
    span: Span,
    has_colour: bool,
}

/// Assigns colours to links while a graph is read.
pub(super) struct LinkColourReader {
    form: SketchSpec,
    last: Option<LastChain>,
    /// The first chain without a colour.
    missing: Option<Span>,
}

impl LinkColourReader {
    pub(super) fn new(form: SketchSpec) -> LinkColourReader {
        LinkColourReader {
            form,
            last: None,
            missing: None,
        }
    }

    /// Registers a chain of links, with the index of its first link.
    pub(super) fn chain(&mut self, first: usize, span: Span) {
        self.close();
        self.last = Some(LastChain {
            first,
            span,
            has_colour: false,
        });
    }

    fn close(&mut self) {
        if let Some(last) = self.last.take().filter(|last| !last.has_colour) {
            self.missing.get_or_insert(last.span);
        }
    }

    /// Sets the colour of the last chain.
    fn set(&mut self, sketch: &mut Sketch, colour: LinkColour) {
        if let Some(last) = &mut self.last {
            // Links without a colour before the chain are an error at the end of the graph.
            sketch.colours.resize(last.first, LinkColour::Green);
            sketch.colours.resize(sketch.links.len(), colour);
            last.has_colour = true;
        }
    }

    /// Sets the colour of the last chain if a word is a colour, and returns whether it is.
    pub(super) fn word(
        &mut self,
        text: &str,
        word: &str,
        span: Span,
        sketch: &mut Sketch,
    ) -> Result<bool, Vec<Diagnostic>> {
        let Some(colour) = colour_of_word(word).filter(|_| self.form.colours) else {
            return Ok(false);
        };
        let follows = self.last.as_ref().is_some_and(|last| {
            let between = &text[last.span.end as usize..span.start as usize];
            !last.has_colour && between.bytes().all(|b| matches!(b, b' ' | b'\t'))
        });
        if !follows {
            return Err(vec![coloured(span, word, self.form)]);
        }
        self.set(sketch, colour);
        Ok(true)
    }

    /// Reads the colour after a link of a list, if there is one.
    pub(super) fn list_word(
        &mut self,
        words: &mut SketchWords<'_>,
        sketch: &mut Sketch,
    ) -> Result<(), Vec<Diagnostic>> {
        words.skip();
        let next = words.text.as_bytes().get(words.at);
        if next.is_none_or(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        let mut ahead = words.clone();
        if let Some((word, _)) = ahead.next()
            && let Some(colour) = colour_in_list(word)
        {
            self.set(sketch, colour);
            *words = ahead;
        }
        Ok(())
    }

    /// Checks that all links have a colour, or none. If all links are green, the colours are
    /// removed, because both players have the same moves.
    pub(super) fn finish(mut self, sketch: &mut Sketch) -> Result<(), Vec<Diagnostic>> {
        self.close();
        if sketch.colours.is_empty() {
            return Ok(());
        }
        if let Some(span) = self.missing {
            let message = text!(
                "this edge has no colour, but other edges have one",
                "此边没有颜色，而其他边有颜色"
            );
            return Err(vec![Diagnostic::error(span, message).help(colour_help())]);
        }
        if sketch.colours.iter().all(|&c| c == LinkColour::Green) {
            sketch.colours = Vec::new();
        }
        Ok(())
    }
}

/// Returns the help for errors in colours.
pub(super) fn colour_help() -> base::text::Text {
    text!(
        "write `blue` (Left), `red` (Right) or `green` (both players) after each edge, separated by a space: 0-1 red 1-2 blue; ground 0",
        "请在每条边之后空一格写 `blue`（左方）、`red`（右方）或 `green`（双方）：0-1 red 1-2 blue; ground 0"
    )
}

#[cfg(test)]
mod tests {
    use super::super::Sketch;
    use super::*;

    const FORM: SketchSpec = SketchSpec {
        sign: '-',
        clauses: &["ground"],
        example: "a-b; ground a",
        extra: true,
        colours: true,
    };

    #[test]
    fn colours_follow_their_links() {
        use LinkColour::{Blue, Green, Red};
        let cases: [(&str, &[LinkColour]); 8] = [
            (
                "0-1 red, 1-2 blue, 2-3 green; ground 0",
                &[Red, Blue, Green],
            ),
            ("0-1 red 1-2 Blue; ground 0", &[Red, Blue]),
            ("0-1-2 red\n2-0 blue; ground 0", &[Red, Red, Blue]),
            ("c, 0-1 红, 1-2 蓝色; ground 0", &[Red, Blue]),
            ("3 2 0\n0 1 red\n1 2 BLUE", &[Red, Blue]),
            ("3 2 0  0 1 r  1 2 g # two", &[Red, Green]),
            ("0-1 green 1-2 green; ground 0", &[]),
            ("2 1 0\n0 1 g", &[]),
        ];
        for (text, colours) in cases {
            let sketch = Sketch::read(text, FORM).unwrap_or_else(|e| panic!("{text}: {e:?}"));
            assert_eq!(sketch.colours, colours, "{text}");
        }
    }

    #[test]
    fn wrong_colours_have_a_place_and_a_suggestion() {
        for (text, at) in [
            ("red 0-1; ground 0", 0),
            ("0-1, red 1-2 blue; ground 0", 5),
            ("0-1\nred", 4),
            ("0-1 red blue; ground 0", 8),
            ("0-1 red 1-2; ground 0", 8),
            ("0-1 1-2 red 2-3 blue; ground 0", 0),
            ("0-1 black; ground 0", 4),
            ("0-1 red, 1-2 bleu; ground 0", 13),
            ("0-1 bleu; ground 0", 4),
            ("0-1r 1-2b; ground 0", 2),
            ("0-red-1; ground 0", 2),
            ("0-1 r 1-2 b; ground 0", 4),
            ("3 2 0\n0 1 red\n1 2", 14),
            ("3 2 0\n0 1 red\n1 2 black", 18),
            ("2 1 0\n0 1 red red", 14),
        ] {
            let errors = Sketch::read(text, FORM).expect_err(text);
            let error = &errors[0];
            assert_eq!(error.span.start, at, "{text}: {}", error.message);
            let help = error.help.as_ref().unwrap();
            assert!(help.en.contains("blue"), "{text}: {}", help.en);
        }
    }
}
