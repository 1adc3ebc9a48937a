//! The rules. A position is the tax of each city. A move is a city, its new tax, and the new taxes
//! of the heads of its arcs, in ascending order of their numbers.

use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;
use rules::view::{GraphViewNode, VertexMark, View};

use crate::digraph::DirectedGraph;
use crate::sketch::{Sketch, SketchSpec, SketchWords, wrong};
use crate::structure_kind::StructureKind;

const MAX_CITIES: usize = 1 << 20;

/// The maximum number of binary digits of a tax.
const MAX_TAX_BITS: u32 = 62;

/// The maximum number of arcs, and of cities, of a graph that is written out when a position is
/// shown.
const MAX_SHOWN_ARCS: usize = 200;

const FORM: SketchSpec = SketchSpec {
    sign: '>',
    clauses: &[],
    example: "a>b c>d; taxes a=2 b=1 d=5; below 8",
    extra: false,
    colours: false,
};

/// The entry of Election Promises in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "election",
    about: (
        "lower the tax of a city, and set any taxes for the cities to which it has arcs",
        "降低一座城市的税，并可任意改写它的弧所指向的城市的税",
    ),
    example: "election(a>b a>c b>c; taxes a=2 b=1 c=3)",
    read: |text| {
        let mut words = SketchWords::new(text);
        let mut end = text.len();
        while let Some((word, span)) = words.next() {
            if word == ";" {
                end = span.start as usize;
                break;
            }
        }
        let sketch = Sketch::read(&text[..end], FORM)?;
        let (game, start) = read(sketch, text, end).map_err(|wrong| {
            let example = FORM.example;
            vec![(*wrong).help(text!(
                "a game is written like this: {example} (every tax stays below the power of two after `below`)",
                "写法举例：{example}（税始终小于 `below` 之后的 2 的幂）"
            ))]
        })?;
        Ok(ParsedStructure::new(game, vec![start]))
    },
};

/// Reads a graph and the clauses after it, starting at a location in the text, and returns the
/// game.
fn read(
    sketch: Sketch,
    text: &str,
    from: usize,
) -> Result<(ElectionRules, Vec<Int>), Box<Diagnostic>> {
    let cities = sketch.vertices;
    if cities == 0 || cities > MAX_CITIES {
        let message = text!(
            "expected 1 to {MAX_CITIES} cities, found {cities}",
            "应有 1 到 {MAX_CITIES} 座城市，实有 {cities} 座"
        );
        return Err(wrong(Span::new(0, from), message));
    }
    let graph = DirectedGraph::new(cities, &sketch.links);
    if graph.has_cycle() {
        let message = text!(
            "the arcs form a cycle; expected an acyclic graph",
            "弧形成了环：图中不得有环"
        );
        return Err(wrong(Span::new(0, from), message));
    }
    let mut words = SketchWords::from(text, from);
    let mut taxes: Vec<Int> = vec![0; cities];
    let mut below: Option<(Int, Span)> = None;
    while words.next().is_some() {
        match words.next() {
            Some(("taxes", _)) => read_taxes(&sketch, &mut words, &mut taxes)?,
            Some(("below", _)) => {
                let (bound, span) =
                    words.number(2, 1 << MAX_TAX_BITS, text!("a power of two", "2 的幂"))?;
                if bound.count_ones() != 1 {
                    return Err(wrong(
                        span,
                        text!(
                            "the bound must be a power of two: 2, 4, 8 …",
                            "上界须为 2 的幂：2、4、8……"
                        ),
                    ));
                }
                below = Some((bound, span));
            }
            found => {
                let span = found.map_or(words.end(), |(_, span)| span);
                return Err(wrong(
                    span,
                    text!("expected `taxes` or `below`", "此处应为 `taxes` 或 `below`"),
                ));
            }
        }
        if let Some((word, span)) = words.clone().next().filter(|(word, _)| *word != ";") {
            return Err(wrong(
                span,
                text!(
                    "expected `;` or the end, found `{word}`",
                    "此处应为 `;` 或结束，实为 `{word}`"
                ),
            ));
        }
    }
    let most = taxes.iter().copied().max().unwrap_or(0);
    let bits = match below {
        Some((bound, span)) if bound <= most => {
            return Err(wrong(
                span,
                text!(
                    "the tax {most} is not below {bound}",
                    "税 {most} 不小于 {bound}"
                ),
            ));
        }
        Some((bound, _)) => bound.trailing_zeros(),
        None => (Int::BITS - most.leading_zeros()).max(1),
    };
    let slots = (0..cities)
        .map(|city| Slot::cell("tax", (0, city as Int), 0, Some((1 << bits) - 1)))
        .collect();
    Ok((
        ElectionRules {
            sketch,
            graph: Arc::new(graph),
            bits,
            slots,
            start: taxes.clone(),
        },
        taxes,
    ))
}

/// Reads words `city=tax` up to the next `;`.
fn read_taxes(
    sketch: &Sketch,
    words: &mut SketchWords<'_>,
    taxes: &mut [Int],
) -> Result<(), Box<Diagnostic>> {
    let cities: HashMap<String, usize> = (0..sketch.vertices)
        .map(|city| (sketch.name(city as u32), city))
        .collect();
    while let Some((word, span)) = words.clone().next().filter(|(word, _)| *word != ";") {
        words.next();
        let expected = || {
            wrong(
                span,
                text!(
                    "expected a city and its tax, such as a=3",
                    "此处应为城市和税，如 a=3"
                ),
            )
        };
        let (name, tax) = word.split_once('=').ok_or_else(expected)?;
        let city = *cities.get(name).ok_or_else(|| {
            wrong(
                span,
                text!("unknown city `{name}`", "没有名为 `{name}` 的城市"),
            )
        })?;
        let digits = !tax.is_empty() && tax.bytes().all(|b| b.is_ascii_digit());
        let tax = Some(tax)
            .filter(|_| digits)
            .and_then(|tax| tax.parse().ok())
            .filter(|tax| *tax < 1 << MAX_TAX_BITS);
        taxes[city] = tax.ok_or_else(|| {
            wrong(
                span,
                text!(
                    "expected a tax, a number below 2^{MAX_TAX_BITS}",
                    "税应为小于 2^{MAX_TAX_BITS} 的非负整数"
                ),
            )
        })?;
    }
    Ok(())
}

/// The rules of cities with taxes.
pub struct ElectionRules {
    sketch: Sketch,
    graph: Arc<DirectedGraph>,
    bits: u32,
    slots: Vec<Slot>,
    start: Vec<Int>,
}

impl ElectionRules {
    /// Returns the graph of the cities.
    pub fn graph(&self) -> &Arc<DirectedGraph> {
        &self.graph
    }

    /// Returns the number of binary digits that a tax may have.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Writes a move: the new taxes of a city and of its heads.
    fn make(
        &self,
        taxes: &[Int],
        choices: &[Int],
        heads: &[u32],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let mut left = taxes.to_vec();
        left[choices[0] as usize] = choices[1];
        heads
            .iter()
            .zip(&choices[2..])
            .for_each(|(&head, &tax)| left[head as usize] = tax);
        sink.budget().steps(left.len())?;
        sink.commit_single(&left, 0, choices)
    }

    fn name(&self, city: u32) -> String {
        self.sketch.name(city)
    }
}

impl Rules for ElectionRules {
    fn title(&self) -> String {
        let n = self.graph.vertices();
        format!("election promises in {n} cities")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn options(&self, taxes: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let last = (1 << self.bits) - 1;
        for city in 0..taxes.len() {
            let heads = self.graph.options(city as u32);
            for tax in 0..taxes[city] {
                let mut choices = vec![0; 2 + heads.len()];
                (choices[0], choices[1]) = (city as Int, tax);
                // Counts through all rows of taxes like a number whose last digit is the tax of the
                // last head.
                loop {
                    self.make(taxes, &choices, &heads, sink)?;
                    let Some(digit) = choices[2..].iter().rposition(|&tax| tax < last) else {
                        break;
                    };
                    choices[2 + digit] += 1;
                    choices[2 + digit + 1..].fill(0);
                }
            }
        }
        Ok(())
    }

    fn option(
        &self,
        taxes: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let Some((&city, written)) = choices.split_first() else {
            return Ok(());
        };
        let Some(&stands) = usize::try_from(city).ok().and_then(|city| taxes.get(city)) else {
            return Ok(());
        };
        let heads = self.graph.options(city as u32);
        let bound = |place: usize| if place == 0 { stands } else { 1 << self.bits };
        let fits = |(place, tax): (usize, &Int)| (0..bound(place)).contains(tax);
        if rule == 0 && written.len() == 1 + heads.len() && written.iter().enumerate().all(fits) {
            self.make(taxes, choices, &heads, sink)?;
        }
        Ok(())
    }

    fn describe(&self, taxes: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let (&[city, tax], written) = choices.split_first_chunk()?;
        let city = u32::try_from(city)
            .ok()
            .filter(|&city| (city as usize) < taxes.len())?;
        let name = self.name(city);
        let mut said = vec![text!("lower {name} to {tax}", "把 {name} 降到 {tax}")];
        for (head, &tax) in self.graph.options(city).into_iter().zip(written) {
            if tax != taxes[head as usize] {
                let name = self.name(head);
                said.push(text!("set {name} to {tax}", "把 {name} 改为 {tax}"));
            }
        }
        Some(Text::join(&said, &text!(", ", "，")))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(self.start.clone()),
            Some(taxes) if taxes.len() == self.slots.len() => Ok(taxes.to_vec()),
            Some(_) => {
                let count = self.slots.len();
                Err(text!(
                    "expected a position of {count} numbers, the tax of each city",
                    "局面应为 {count} 个数，即各城市的税"
                ))
            }
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn view(&self, taxes: &[Int]) -> Option<View> {
        let cities = 0..self.graph.vertices() as u32;
        let arcs = cities.clone().flat_map(|city| {
            self.graph
                .options(city)
                .into_iter()
                .map(move |head| (city, head))
        });
        let name = |city: u32| format!("{}={}", self.name(city), taxes[city as usize]);
        Some(View::graph(arcs, cities, true, |city| GraphViewNode {
            name: name(city),
            mark: VertexMark::Plain,
        }))
    }

    fn show(&self, taxes: &[Int]) -> Option<String> {
        let (links, below) = (&self.sketch.links, 1_i64 << self.bits);
        if links.len().max(taxes.len()) > MAX_SHOWN_ARCS {
            let (cities, arcs) = (taxes.len(), links.len());
            return Some(format!("election({cities} cities, {arcs} arcs …)"));
        }
        let taxed = taxes.iter().enumerate().filter(|(_, tax)| **tax > 0);
        let taxed: String = taxed
            .map(|(city, tax)| format!(" {}={tax}", self.name(city as u32)))
            .collect();
        Some(format!(
            "election({}; taxes{taxed}; below {below})",
            self.sketch.arcs()
        ))
    }
}
