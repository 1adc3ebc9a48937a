//! This module reads the notation of graphs, in words or as a list. In words, such as `a-b b-c c-a
//! d; ground a`, a text has links between vertices (a chain `a-b-c` is two links) and isolated
//! vertices. After each `;` it has a clause: a word and the vertices that the word describes. Words
//! next to a link that might describe it, such as a colour or a weight, are rejected
//! (`lone_word_check`). In some games, links may have colours, `a-b red` (`link_colours`). A list,
//! in the format of online judges, is `n m`, optionally one more number, and then m pairs of
//! vertices from 0 to n - 1. A text that begins with two numbers is a list. `#` begins a comment.
//!
//! Vertices are numbered. The vertices of a list retain their numbers. In words, vertices whose
//! names are numbers come first, in numerical order, then the other vertices in the order in which
//! they are first named. Reading takes O(n + m), excluding names.

use std::collections::HashMap;

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::view::LinkColour;

mod link_colours;
mod lone_word_check;

use link_colours::LinkColourReader;

/// The maximum number of vertices or links that a list may announce.
pub const MAX_SKETCH_SIZE: usize = 1 << 30;

/// A parsed graph.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The names of the vertices; `None` if the names are the numbers from 0 on.
    names: Option<Vec<String>>,
    /// The number of vertices.
    pub vertices: usize,
    /// The links, in the order of the text. A link may occur twice, or lead from a vertex to
    /// itself.
    pub links: Vec<(u32, u32)>,
    /// The colour of each link; empty if no link has a colour.
    pub colours: Vec<LinkColour>,
    /// The third number of a list, whose meaning the game defines.
    pub extra: Option<(u64, Span)>,
    /// The clauses.
    pub clauses: Vec<SketchClause>,
}

/// A clause: `ground a b`.
#[derive(Clone, Debug)]
pub struct SketchClause {
    /// The word that begins the clause.
    pub word: &'static str,
    /// The vertices of the clause, with their locations.
    pub vertices: Vec<(u32, Span)>,
    /// The location of the word.
    pub span: Span,
}

/// The form of graph that a game expects.
#[derive(Clone, Copy, Debug)]
pub struct SketchSpec {
    /// The character between two vertices: `-` for edges, `>` for arcs.
    pub sign: char,
    /// The words that clauses may begin with.
    pub clauses: &'static [&'static str],
    /// A small example, for messages.
    pub example: &'static str,
    /// Whether the first line of a list may contain a third number.
    pub extra: bool,
    /// Whether links may have colours: `a-b red`. Either all links have a colour, or none.
    pub colours: bool,
}

impl Sketch {
    /// Reads a sketch.
    ///
    /// # Errors
    /// Returns diagnostics with their locations and the expected text if some of the text cannot be
    /// parsed.
    pub fn read(text: &str, form: SketchSpec) -> Result<Sketch, Vec<Diagnostic>> {
        if is_list(text) {
            list(text, form)
        } else {
            in_words(text, form)
        }
    }

    /// Returns the arcs in their order, in the notation of a query, and then the vertices without
    /// arcs. Vertices without arcs are written in reverse order, so that numeric names come last: a
    /// text that begins with two numbers is a list.
    pub(crate) fn arcs(&self) -> String {
        let mut lone = vec![true; self.vertices];
        let mut words = Vec::new();
        for &(tail, head) in &self.links {
            (lone[tail as usize], lone[head as usize]) = (false, false);
            words.push(format!("{}>{}", self.name(tail), self.name(head)));
        }
        let lone = (0..self.vertices as u32).filter(|&vertex| lone[vertex as usize]);
        words.extend(lone.rev().map(|vertex| self.name(vertex)));
        words.join(" ")
    }

    /// Returns the name of a vertex.
    pub fn name(&self, vertex: u32) -> String {
        self.names.as_ref().map_or_else(
            || vertex.to_string(),
            |names| names[vertex as usize].clone(),
        )
    }

    /// Returns the names of the vertices, or `None` if the names are the numbers from 0 on.
    pub fn names(&self) -> Option<&[String]> {
        self.names.as_deref()
    }

    /// Returns the vertices of all clauses that begin with the given word, in the order of the
    /// text.
    pub fn clause_vertices(&self, word: &str) -> impl Iterator<Item = (u32, Span)> {
        self.clauses
            .iter()
            .filter(move |clause| clause.word == word)
            .flat_map(|clause| clause.vertices.iter().copied())
    }
}

/// Returns whether a text is a list, that is, begins with two numbers.
fn is_list(text: &str) -> bool {
    let mut words = SketchWords::new(text);
    [words.next(), words.next()]
        .iter()
        .all(|word| word.is_some_and(|(word, _)| word.bytes().all(|b| b.is_ascii_digit())))
}

/// The words of a text, without comments; `;` is a separate word.
#[derive(Clone)]
pub(crate) struct SketchWords<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> SketchWords<'t> {
    /// Creates an iterator over the words from the beginning of a text.
    pub(crate) fn new(text: &'t str) -> SketchWords<'t> {
        SketchWords { text, at: 0 }
    }

    /// Creates an iterator over the words from a location in a text.
    pub(crate) fn from(text: &'t str, at: usize) -> SketchWords<'t> {
        SketchWords { text, at }
    }

    /// Advances to the next word.
    fn skip(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            while bytes
                .get(self.at)
                .is_some_and(|b| b.is_ascii_whitespace() || *b == b',')
            {
                self.at += 1;
            }
            if bytes.get(self.at) != Some(&b'#') {
                return;
            }
            while bytes.get(self.at).is_some_and(|b| *b != b'\n') {
                self.at += 1;
            }
        }
    }

    /// Returns the next word and its location.
    pub(crate) fn next(&mut self) -> Option<(&'t str, Span)> {
        self.skip();
        let bytes = self.text.as_bytes();
        let start = self.at;
        if bytes.get(start) == Some(&b';') {
            self.at += 1;
        } else {
            while bytes
                .get(self.at)
                .is_some_and(|b| !(b.is_ascii_whitespace() || matches!(b, b',' | b';' | b'#')))
            {
                self.at += 1;
            }
        }
        (self.at > start).then(|| (&self.text[start..self.at], Span::new(start, self.at)))
    }

    /// Returns the next word as a number up to `most`, digit by digit, because lists are long. A
    /// word that is not such a number is left for [`SketchWords::next`].
    #[inline]
    fn digits(&mut self, most: usize) -> Option<usize> {
        self.skip();
        let rest = &self.text.as_bytes()[self.at..];
        let mut number = 0;
        for (length, byte) in rest.iter().enumerate() {
            match byte {
                b'0'..=b'9' if number <= MAX_SKETCH_SIZE => {
                    number = number * 10 + usize::from(byte - b'0')
                }
                b' ' | b'\n' | b'\r' | b'\t' | b',' | b';' | b'#'
                    if length > 0 && number <= most =>
                {
                    self.at += length;
                    return Some(number);
                }
                _ => return None,
            }
        }
        (!rest.is_empty() && number <= most).then(|| {
            self.at = self.text.len();
            number
        })
    }

    /// Returns the location after the last word.
    pub(crate) fn end(&self) -> Span {
        Span::new(self.text.len(), self.text.len())
    }

    /// Returns the next word as a number in a range, and its location; `what` is the name of the
    /// number in messages.
    pub(crate) fn number(
        &mut self,
        low: i64,
        high: i64,
        what: Text,
    ) -> Result<(i64, Span), Box<Diagnostic>> {
        let word = self.next();
        let span = word.map_or(self.end(), |(_, span)| span);
        let number = word
            .filter(|(word, _)| word.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|(word, _)| word.parse().ok());
        let Text { en, zh } = what;
        number
            .filter(|number| (low..=high).contains(number))
            .map(|number| (number, span))
            .ok_or_else(|| {
                wrong(
                    span,
                    text!(
                        "expected {en}, from {low} to {high}",
                        "此处应为{zh}，范围 {low} 到 {high}"
                    ),
                )
            })
    }

    /// Reads the end of the text, with an optional clause such as `; black to move`. Returns the
    /// number of the player to move, or of the first player if the text does not have the clause.
    pub(crate) fn turn(&mut self, players: [&str; 2]) -> Result<i64, Box<Diagnostic>> {
        let Some((sign, span)) = self.next() else {
            return Ok(0);
        };
        let [first, second] = players;
        let expected = text!(
            "expected `; {first} to move` or `; {second} to move`",
            "此处应为 `; {first} to move` 或 `; {second} to move`"
        );
        if sign != ";" {
            return Err(wrong(span, expected));
        }
        let mut turn = 0;
        for words in [&players[..], &["to"], &["move"]] {
            let word = self.next();
            let Some(found) =
                word.and_then(|(word, _)| words.iter().position(|known| *known == word))
            else {
                return Err(wrong(word.map_or(self.end(), |(_, span)| span), expected));
            };
            turn = turn.max(found);
        }
        match self.next() {
            None => Ok(turn as i64),
            Some((_, span)) => Err(wrong(span, text!("expected the end", "此处应结束"))),
        }
    }
}

/// Returns a diagnostic with a location.
pub(crate) fn wrong(span: Span, message: Text) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(span, message))
}

fn refused<T>(span: Span, message: Text, form: SketchSpec) -> Result<T, Vec<Diagnostic>> {
    let example = form.example;
    Err(vec![Diagnostic::error(span, message).help(text!(
        "a graph is written like this: {example}",
        "图的写法举例：{example}"
    ))])
}

/// Rejects a word that is not a vertex, number or clause, with different help if it is a colour.
fn refused_word<T>(
    span: Span,
    word: &str,
    message: Text,
    form: SketchSpec,
) -> Result<T, Vec<Diagnostic>> {
    if lone_word_check::holds_colour(word) {
        Err(vec![lone_word_check::coloured(span, word, form)])
    } else {
        refused(span, message, form)
    }
}

struct ListPartNames {
    count: Text,
    tail: Text,
    head: Text,
    more: fn(usize) -> Text,
}

impl ListPartNames {
    fn new(form: SketchSpec) -> ListPartNames {
        match form.sign {
            '>' => ListPartNames {
                count: text!("the number of arcs", "弧数"),
                tail: text!("the tail of an arc, a vertex", "弧的起点（顶点）"),
                head: text!("the head of an arc, a vertex", "弧的终点（顶点）"),
                more: |count| {
                    text!(
                        "too many arcs: the list declares {count}",
                        "弧过多：列表声明了 {count} 条"
                    )
                },
            },
            _ => ListPartNames {
                count: text!("the number of links", "边数"),
                tail: text!("a vertex", "顶点"),
                head: text!("a vertex", "顶点"),
                more: |count| {
                    text!(
                        "too many links: the list declares {count}",
                        "边过多：列表声明了 {count} 条"
                    )
                },
            },
        }
    }
}

/// Returns the next number of a list, up to `most`; `what` is the name of the number in messages.
fn number(
    words: &mut SketchWords<'_>,
    most: usize,
    what: &Text,
    form: SketchSpec,
) -> Result<usize, Vec<Diagnostic>> {
    if let Some(number) = words.digits(most) {
        return Ok(number);
    }
    let word = words.next();
    if let Some(number) = word
        .and_then(|(word, _)| word.parse().ok())
        .filter(|&number| number <= most)
    {
        return Ok(number);
    }
    let span = word.map_or(words.end(), |(_, span)| span);
    if let Some((word, span)) = word.filter(|(word, _)| lone_word_check::holds_colour(word)) {
        return Err(vec![lone_word_check::coloured(span, word, form)]);
    }
    let help = text!(
        "a list has a line with the numbers n of vertices and m of links, then m lines `u v`; vertices are numbered from 0 to n - 1",
        "列表格式：一行 `n m`，然后 m 行 `u v`，顶点编号从 0 到 n - 1"
    );
    let Text { en, zh } = what;
    Err(vec![
        Diagnostic::error(
            span,
            text!(
                "expected {en}, from 0 to {most}",
                "此处应为{zh}，范围 0 到 {most}"
            ),
        )
        .help(help),
    ])
}

fn list(text: &str, form: SketchSpec) -> Result<Sketch, Vec<Diagnostic>> {
    let mut words = SketchWords::new(text);
    let parts = ListPartNames::new(form);
    let vertices = number(
        &mut words,
        MAX_SKETCH_SIZE,
        &text!("the number of vertices", "顶点数"),
        form,
    )?;
    let count = number(&mut words, MAX_SKETCH_SIZE, &parts.count, form)?;
    let mut sketch = Sketch {
        vertices,
        ..Sketch::default()
    };
    if form.extra {
        // If a list has a third number, it must be on the first line; numbers on the next line
        // belong to the links.
        let (here, mut ahead) = (words.at, SketchWords { text, at: words.at });
        if let Some((word, span)) = ahead.next()
            && !text[here..span.start as usize].contains('\n')
            && let Ok(number) = word.parse()
        {
            sketch.extra = Some((number, span));
            words.at = ahead.at;
        }
    }
    let most = vertices.saturating_sub(1);
    // The size that a list announces may be too large, so the length of the text limits it: a link
    // takes at least four bytes.
    sketch
        .links
        .reserve_exact(count.min((text.len() - words.at) / 4 + 1));
    let mut colours = LinkColourReader::new(form);
    for _ in 0..count {
        let at = words.at;
        words.skip();
        let start = words.at;
        let tail = number(&mut words, most, &parts.tail, form)?;
        let head = number(&mut words, most, &parts.head, form)?;
        if vertices == 0 {
            return refused(
                Span::new(at, words.at),
                text!("this graph has no vertices", "此图没有顶点"),
                form,
            );
        }
        sketch.links.push((tail as u32, head as u32));
        if form.colours {
            colours.chain(sketch.links.len() - 1, Span::new(start, words.at));
            colours.list_word(&mut words, &mut sketch)?;
        }
    }
    match words.next() {
        None => {
            colours.finish(&mut sketch)?;
            Ok(sketch)
        }
        Some((word, span)) => refused_word(span, word, (parts.more)(count), form),
    }
}

fn in_words(text: &str, form: SketchSpec) -> Result<Sketch, Vec<Diagnostic>> {
    let mut words = SketchWords::new(text);
    let mut sketch = Sketch::default();
    let mut names: Vec<String> = Vec::new();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut clause = false;
    let mut doubts = lone_word_check::LoneWordCheck::new(text, form);
    let mut colours = LinkColourReader::new(form);
    while let Some((word, span)) = words.next() {
        if word == ";" {
            let Some((word, span)) = words.next() else {
                clause = true;
                continue;
            };
            match form.clauses.iter().find(|known| **known == word) {
                Some(word) => sketch.clauses.push(SketchClause {
                    word,
                    vertices: Vec::new(),
                    span,
                }),
                None => {
                    let known: Vec<String> = form
                        .clauses
                        .iter()
                        .map(|word| format!("`{word}`"))
                        .collect();
                    let known = known.join(", ");
                    let message = text!(
                        "unknown clause after `;`; known clauses: {known}",
                        "`;` 之后不是已知的子句；可用的子句：{known}"
                    );
                    return refused_word(span, word, message, form);
                }
            }
            clause = true;
            continue;
        }
        if !clause {
            if colours.word(text, word, span, &mut sketch)? {
                doubts.colour(span);
                continue;
            }
            doubts.word(word, span)?;
        }
        let first_link = sketch.links.len();
        let mut before: Option<u32> = None;
        let mut start = span.start as usize;
        for name in word.split(form.sign) {
            let span = Span::new(start, start + name.len());
            start += name.len() + form.sign.len_utf8();
            if name.is_empty()
                || !name
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
            {
                let sign = form.sign;
                return refused_word(
                    Span::new(
                        span.start as usize,
                        (span.end as usize)
                            .max(span.start as usize + 1)
                            .min(text.len()),
                    ),
                    name,
                    text!(
                        "expected a vertex (letters or digits) or a link such as a{sign}b",
                        "此处应为顶点（字母或数字）或形如 a{sign}b 的边"
                    ),
                    form,
                );
            }
            let fresh = names.len() as u32;
            let vertex = *numbers.entry(name.to_owned()).or_insert(fresh);
            if vertex == fresh {
                if clause {
                    return refused(
                        span,
                        text!("unknown vertex `{name}`", "没有名为 `{name}` 的顶点"),
                        form,
                    );
                }
                names.push(name.to_owned());
            }
            match before {
                _ if clause && before.is_none() => match sketch.clauses.last_mut() {
                    Some(last) => last.vertices.push((vertex, span)),
                    None => return refused(span, text!("expected a clause", "此处应为子句"), form),
                },
                Some(_) if clause => {
                    return refused(
                        span,
                        text!(
                            "links must be before the first `;`",
                            "边应写在第一个 `;` 之前"
                        ),
                        form,
                    );
                }
                Some(before) => sketch.links.push((before, vertex)),
                None => {}
            }
            before = Some(vertex);
        }
        if sketch.links.len() > first_link {
            colours.chain(first_link, span);
        }
    }
    let name = |vertex: u32| names[vertex as usize].as_str();
    doubts.settle(
        || {
            sketch
                .clauses
                .iter()
                .flat_map(|clause| &clause.vertices)
                .map(|&(vertex, _)| name(vertex))
                .collect()
        },
        || {
            sketch
                .links
                .iter()
                .flat_map(|&(a, b)| [name(a), name(b)])
                .collect()
        },
    )?;
    colours.finish(&mut sketch)?;
    renumber(&mut sketch, names);
    Ok(sketch)
}

/// Puts vertices whose names are numbers first, in numerical order.
fn renumber(sketch: &mut Sketch, names: Vec<String>) {
    let number = |name: &str| {
        name.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| (name.trim_start_matches('0').len(), name.to_owned()))
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|&i| match number(&names[i]) {
        Some((length, digits)) => (0, length, digits, i),
        None => (1, 0, String::new(), i),
    });
    let mut place = vec![0; names.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new as u32;
    }
    for (a, b) in &mut sketch.links {
        (*a, *b) = (place[*a as usize], place[*b as usize]);
    }
    for (vertex, _) in sketch
        .clauses
        .iter_mut()
        .flat_map(|clause| &mut clause.vertices)
    {
        *vertex = place[*vertex as usize];
    }
    sketch.vertices = names.len();
    let sorted: Vec<String> = order.iter().map(|&i| names[i].clone()).collect();
    let plain = sorted
        .iter()
        .enumerate()
        .all(|(i, name)| *name == i.to_string());
    sketch.names = (!plain).then_some(sorted);
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: SketchSpec = SketchSpec {
        sign: '-',
        clauses: &["ground", "at"],
        example: "a-b b-c; ground a",
        extra: true,
        colours: false,
    };

    #[test]
    fn words_and_lists_say_the_same() {
        let words = Sketch::read("0-1-2 2-0, 3-3 # a loop\n; ground 0 2", FORM).unwrap();
        let list = Sketch::read("4 4 0\n0 1\n1 2\n2 0\n3 3", FORM).unwrap();
        assert_eq!(words.links, list.links);
        assert_eq!(
            (words.vertices, list.vertices, list.extra.map(|e| e.0)),
            (4, 4, Some(0))
        );
        assert_eq!(
            words
                .clause_vertices("ground")
                .map(|(v, _)| v)
                .collect::<Vec<_>>(),
            [0, 2]
        );
        assert_eq!(words.name(2), "2");
    }

    #[test]
    fn names_are_numbered_numbers_first() {
        let sketch = Sketch::read("b-10 10-2 z; at z", FORM).unwrap();
        let names: Vec<String> = (0..4).map(|v| sketch.name(v)).collect();
        assert_eq!(names, ["2", "10", "b", "z"]);
        assert_eq!(sketch.links, [(2, 1), (1, 0)]);
        assert_eq!(sketch.clause_vertices("at").next().unwrap().0, 3);
        assert_eq!(Sketch::read("", FORM).unwrap().vertices, 0);
        assert_eq!(Sketch::read("0 0", FORM).unwrap().vertices, 0);
    }

    #[test]
    fn what_is_no_graph_is_refused_with_its_place() {
        let cases = [
            ("a-", 2),
            ("a--b", 2),
            ("a-b; top a", 5),
            ("a-b; at c", 8),
            ("a-b; at a-b", 10),
            ("a*b", 0),
            ("2 1\n0 2", 6),
            ("2 1\n0", 5),
            ("2 1\n0 1\n1 0", 8),
            ("0 1\n0 0", 3),
            ("-", 0),
            ("a;", 2),
            ("a; ; b", 3),
        ];
        for (text, at) in cases {
            match Sketch::read(text, FORM) {
                Ok(sketch) => assert_eq!(text, "a;", "{text:?} is taken: {sketch:?}"),
                Err(errors) => {
                    assert_eq!(errors[0].span.start, at, "{text:?}: {}", errors[0].message)
                }
            }
        }
    }
}
