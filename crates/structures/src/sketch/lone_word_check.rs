//! Detects words that parse as a vertex but were probably meant as something else: a colour, a
//! weight, a remark. `0-1 red` is literally a link and an isolated vertex called `red`, but a user
//! who writes it means a red link. An answer for the graph that the text literally describes would
//! be about a graph that the user does not mean. So an isolated word is rejected if it is a colour,
//! or if it is next to a link and commas or lines separate the links. An isolated word between
//! links is also rejected; a name is rejected only if an isolated vertex has no effect in the game.
//! Isolated vertices must be before all links, after all links, or between commas. If the links of
//! a game may have colours (`link_colours`), names such as `1r` and misspelt colours are rejected
//! too.

use std::collections::HashSet;

use base::diagnostic::{Diagnostic, Span};
use base::suggest::nearest;
use base::text;
use base::text::lowercase;
use rules::view::LinkColour;

use super::SketchSpec;
use super::link_colours::colour_help;

/// Words for colours. No colour word is a prefix of another colour word, except that a Chinese word
/// may be a prefix of a longer one.
const COLOURS: [&str; 24] = [
    "red", "blue", "green", "black", "white", "grey", "gray", "yellow", "orange", "purple", "pink",
    "brown", "红", "红色", "蓝", "蓝色", "绿", "绿色", "黑", "黑色", "白", "白色", "黄", "黄色",
];

/// The letters that mean a colour of Hackenbush if they follow a number.
const LETTERS: [&str; 3] = ["r", "g", "b"];

fn is_colour(word: &str) -> bool {
    COLOURS.contains(&lowercase(word).as_str())
}

/// Returns whether a word or a piece of it is a colour: `red`, `1:red`, `(blue)`.
pub(super) fn holds_colour(word: &str) -> bool {
    word.split(|c: char| !c.is_alphabetic()).any(is_colour)
}

/// Returns whether a name is a number followed by a colour: `1r`, `12blue`.
fn is_numbered_colour(name: &str) -> bool {
    let word = name.trim_start_matches(|c: char| c.is_ascii_digit());
    word.len() < name.len() && (is_colour(word) || LETTERS.contains(&lowercase(word).as_str()))
}

fn is_link_colour(word: &str) -> bool {
    let word = lowercase(word);
    LinkColour::ALL.iter().any(|colour| colour.word() == word)
}

/// Returns the diagnostic for a colour.
pub(super) fn coloured(span: Span, word: &str, form: SketchSpec) -> Diagnostic {
    let example = form.example;
    let (message, help) = match form.colours {
        true if is_link_colour(word) => (
            text!(
                "the colour `{word}` does not follow an edge without a colour",
                "颜色 `{word}` 之前没有尚无颜色的边"
            ),
            colour_help(),
        ),
        true => (
            text!("unexpected colour `{word}`", "不应有的颜色 `{word}`"),
            colour_help(),
        ),
        false => (
            text!(
                "unexpected colour `{word}`: this game has no colours",
                "`{word}` 是颜色，而这个游戏没有颜色"
            ),
            text!(
                "remove the colours, or rename the vertex: {example}",
                "请去掉颜色，或给顶点换一个名字：{example}"
            ),
        ),
    };
    Diagnostic::error(span, message).help(help)
}

/// Returns the colour that a misspelt word is probably meant as.
fn meant_colour(name: &str, form: SketchSpec) -> Option<&'static str> {
    let words = LinkColour::ALL.map(LinkColour::word);
    nearest(name, words).filter(|_| form.colours && name.len() >= 3)
}

/// A vertex that was written without a link.
struct LoneVertex<'t> {
    name: &'t str,
    span: Span,
    group: usize,
}

/// The isolated words before the first clause, which may have been meant as a colour, a weight or a
/// remark.
pub(super) struct LoneWordCheck<'t> {
    text: &'t str,
    form: SketchSpec,
    lone: Vec<LoneVertex<'t>>,
    /// The groups of words, separated by commas and lines, that contain a link; each with the
    /// locations of its first and last link.
    linked: Vec<(usize, [u32; 2])>,
    group: usize,
    end: usize,
}

impl<'t> LoneWordCheck<'t> {
    pub(super) fn new(text: &'t str, form: SketchSpec) -> LoneWordCheck<'t> {
        LoneWordCheck {
            text,
            form,
            lone: Vec::new(),
            linked: Vec::new(),
            group: 0,
            end: 0,
        }
    }

    /// Registers a word, which is a chain of vertices or one vertex.
    pub(super) fn word(&mut self, word: &'t str, span: Span) -> Result<(), Vec<Diagnostic>> {
        if self.text[self.end..span.start as usize].contains([',', '\n']) {
            self.group += 1;
        }
        self.end = span.end as usize;
        if self.form.colours
            && let Some(name) = word
                .split(self.form.sign)
                .find(|name| is_colour(name) || is_numbered_colour(name))
        {
            let start = span.start as usize + name.as_ptr() as usize - word.as_ptr() as usize;
            return Err(vec![coloured(
                Span::new(start, start + name.len()),
                name,
                self.form,
            )]);
        }
        if !word.contains(self.form.sign) {
            self.lone.push(LoneVertex {
                name: word,
                span,
                group: self.group,
            });
            return Ok(());
        }
        match self.linked.last_mut() {
            Some((group, [_, last])) if *group == self.group => *last = span.start,
            _ => self.linked.push((self.group, [span.start; 2])),
        }
        Ok(())
    }

    /// Registers a colour that follows a link.
    pub(super) fn colour(&mut self, span: Span) {
        self.end = span.end as usize;
    }

    /// Rejects the first isolated word that is probably not meant as a vertex; `named` lists the
    /// names in clauses, `joined` the vertices with a link.
    pub(super) fn settle<'n>(
        &self,
        named: impl Fn() -> HashSet<&'n str>,
        joined: impl Fn() -> HashSet<&'n str>,
    ) -> Result<(), Vec<Diagnostic>> {
        let Some(&(first, _)) = self.linked.first().filter(|_| !self.lone.is_empty()) else {
            return Ok(());
        };
        let (named, joined) = (named(), joined());
        for LoneVertex { name, span, group } in &self.lone {
            let meant = named.contains(name) || joined.contains(name);
            let letter = self.form.colours && LETTERS.contains(&lowercase(name).as_str());
            if !meant && (letter || is_colour(name) && *group >= first) {
                return Err(vec![coloured(*span, name, self.form)]);
            }
            let links = self
                .linked
                .binary_search_by_key(group, |(group, _)| *group)
                .map(|at| self.linked[at].1);
            if let Some(colour) = meant_colour(name, self.form)
                && links.is_ok()
                && !meant
            {
                let message = text!("unknown colour `{name}`", "未知的颜色 `{name}`");
                let help = text!("did you mean `{colour}`?", "是否指 `{colour}`？");
                return Err(vec![Diagnostic::error(*span, message).help(help)]);
            }
            // Between links, a number is treated as a weight; a name may be a vertex if isolated
            // vertices have an effect.
            let doubtful = self.form.colours || name.bytes().all(|byte| byte.is_ascii_digit());
            let beside = links.is_ok_and(|[first, last]| {
                self.linked.len() > 1 || doubtful && (first..last).contains(&span.start)
            });
            if beside {
                let sign = self.form.sign;
                let message = text!(
                    "`{name}` is next to a link but is not a link",
                    "`{name}` 与边写在一起，却不是边"
                );
                let help = text!(
                    "a link consists of two vertices, a{sign}b, without a weight or a label; put commas around a vertex without links",
                    "边由两个顶点组成，写作 a{sign}b，没有权值或附注；没有边的顶点请用逗号单独隔开"
                );
                return Err(vec![Diagnostic::error(*span, message).help(help)]);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sketch;
    use super::*;

    const EDGES: SketchSpec = SketchSpec {
        sign: '-',
        clauses: &["ground"],
        example: "a-b; ground a",
        extra: true,
        colours: true,
    };

    fn refused(text: &str, form: SketchSpec) -> Option<(usize, String)> {
        Sketch::read(text, form)
            .err()
            .map(|errors| (errors[0].span.start as usize, errors[0].message.en.clone()))
    }

    #[test]
    fn colours_are_refused_with_their_place() {
        let cases = [
            ("0-1r 1-2b; ground 0", 2),
            ("0-1-2B; ground 0", 4),
            ("red 0-1; ground 0", 0),
            ("0-1:red; ground 0", 2),
            ("0-1(blue); ground 0", 2),
            ("0-red-1; ground 0", 2),
            ("0-1; red 0-1; ground 0", 5),
        ];
        for (text, at) in cases {
            let (found, message) =
                refused(text, EDGES).unwrap_or_else(|| panic!("{text:?} is taken"));
            assert_eq!(found, at, "{text:?}: {message}");
            assert!(message.contains("colour"), "{text:?}: {message}");
        }
        let places = SketchSpec {
            colours: false,
            ..EDGES
        };
        assert_eq!(refused("a-b red; ground a", places).unwrap().0, 4);
        for text in [
            "red-a a-b; ground red",
            "a-b red; ground red",
            "red, a-b; ground a",
            "0-1r 1r-2",
        ] {
            assert_eq!(refused(text, places), None, "{text:?}");
        }
    }

    #[test]
    fn words_beside_links_are_refused() {
        let places = SketchSpec {
            colours: false,
            ..EDGES
        };
        for (text, at) in [
            ("0-1 5, 1-2 7", 4),
            ("0-1 1\n1-2 1", 4),
            ("x 0-1, 1-2", 0),
            ("0-1 5 1-2 7", 4),
        ] {
            assert_eq!(
                refused(text, places)
                    .unwrap_or_else(|| panic!("{text:?} is taken"))
                    .0,
                at,
                "{text:?}"
            );
        }
        for text in [
            "a-b b-c c",
            "c, a-b, b-d",
            "c\na-b\nb-d",
            "a-b b-c c-a d\n; ground a",
            "a-b, c d, b-e",
            "c d",
        ] {
            assert_eq!(refused(text, places), None, "{text:?}");
        }
        for (text, at) in [
            ("0-1 r 1-2 b; ground 0", 4),
            ("r 0-1; ground 0", 0),
            ("0-1 B; ground 0", 4),
            ("a-b c b-d; ground a", 4),
        ] {
            assert_eq!(
                refused(text, EDGES)
                    .unwrap_or_else(|| panic!("{text:?} is taken"))
                    .0,
                at,
                "{text:?}"
            );
        }
        for text in [
            "a-b c-d e; ground a",
            "a b a-b; ground a",
            "a-r r; ground a",
            "r; ground r",
        ] {
            assert_eq!(refused(text, EDGES), None, "{text:?}");
        }
    }
}
