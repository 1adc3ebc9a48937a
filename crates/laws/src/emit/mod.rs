//! A law as code or text that can be pasted: functions in C++, Python and Rust, a theorem for
//! LaTeX, a graph for Graphviz or for a picture. Code reads the digits of a position through one
//! table of transitions; what it must answer is told by *probes*, at which whoever hands it out
//! compares it. Names and texts of the game reach it only through `quoting`.

mod code;
mod cpp;
mod diagram;
mod dot;
mod formula;
// It runs compilers, which the sources of this crate do not touch; it needs private items.
#[cfg(test)]
#[path = "../../tests/emit/injected.rs"]
mod injected;
mod latex;
mod letter_states;
mod maximum;
mod probes;
mod python;
mod quoting;
mod rust;
mod table;
mod walnut;

use std::ops::Range;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::printer::print_game;
use rules::world::World;

use crate::LawError;
use crate::law::{Law, LawOutput};
use crate::names::{LawName, NameStatus, positions};

pub use diagram::StateDiagram;
pub use maximum::of_maximum;
pub use probes::Probe;
pub use table::NodeOutput;

use automata::Automaton;
use table::TransitionTable;

/// What a law can be emitted as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EmitLanguage {
    /// A function in C++17.
    Cpp,
    /// A function in Python 3.
    Python,
    /// A function in Rust.
    Rust,
    /// A theorem for LaTeX.
    Latex,
    /// A graph for Graphviz.
    Dot,
    /// A picture, which somebody else draws ([`EmittedLaw::diagram`]).
    Svg,
    /// An automaton for the theorem prover Walnut.
    Walnut,
}

impl EmitLanguage {
    /// Every one.
    pub const ALL: [EmitLanguage; 7] = [
        EmitLanguage::Cpp,
        EmitLanguage::Python,
        EmitLanguage::Rust,
        EmitLanguage::Latex,
        EmitLanguage::Dot,
        EmitLanguage::Svg,
        EmitLanguage::Walnut,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            EmitLanguage::Cpp => "cpp",
            EmitLanguage::Python => "python",
            EmitLanguage::Rust => "rust",
            EmitLanguage::Latex => "latex",
            EmitLanguage::Dot => "dot",
            EmitLanguage::Svg => "svg",
            EmitLanguage::Walnut => "walnut",
        }
    }

    /// What it is called where text speaks of it.
    pub const fn title(self) -> &'static str {
        match self {
            EmitLanguage::Cpp => "C++",
            EmitLanguage::Python => "Python",
            EmitLanguage::Rust => "Rust",
            EmitLanguage::Latex => "LaTeX",
            EmitLanguage::Dot => "DOT",
            EmitLanguage::Svg => "SVG",
            EmitLanguage::Walnut => "Walnut",
        }
    }

    /// Whether it is run, and so can be compared with the law.
    pub const fn is_run(self) -> bool {
        matches!(
            self,
            EmitLanguage::Cpp | EmitLanguage::Python | EmitLanguage::Rust
        )
    }
}

impl std::str::FromStr for EmitLanguage {
    type Err = Text;

    fn from_str(word: &str) -> Result<EmitLanguage, Text> {
        EmitLanguage::ALL
            .into_iter()
            .find(|language| language.word() == word)
            .ok_or_else(|| {
                let list = EmitLanguage::ALL.map(EmitLanguage::word).join(", ");
                text!(
                    "expected one of {list}, found {word:?}",
                    "此处应为 {list} 之一，却是 {word:?}"
                )
            })
    }
}

/// The most transitions of what is emitted.
pub const MAX_TRANSITIONS: usize = 100_000;

/// The most states of a picture.
pub const MAX_DIAGRAM_STATES: usize = 60;

/// A law that is proved, with what is said beside it.
#[derive(Debug)]
pub struct EmitSubject<'s> {
    /// The law.
    pub law: &'s Law,
    /// The game, as `Bash(m = 5)`.
    title: String,
    /// Its rules, printed.
    rules: String,
    /// The names of its numbers.
    slots: Vec<String>,
    /// Which numbers stand sorted, the largest first.
    unordered: Range<usize>,
    /// Whether who cannot move wins.
    misere: bool,
    /// The law in other words.
    name: Option<LawName>,
    /// The positions.
    positions: Automaton,
}

impl<'s> EmitSubject<'s> {
    /// The law of a game, played so, with its name if it has one.
    ///
    /// # Errors
    /// [`LawError::Outside`] if the game is not one of the rule language, or its positions cannot
    /// be said in the numerals of the law; if the budget ends.
    pub fn new(
        (world, game): (&World, GameId),
        play: PlayConvention,
        law: &'s Law,
        name: Option<LawName>,
        budget: &Budget<'_>,
    ) -> Result<EmitSubject<'s>, LawError> {
        let rules = world.rules(game);
        let (Some(ir), Some(declared)) = (rules.game(), world.declaration_of(game)) else {
            return Err(LawError::Outside(text!(
                "the game is not of the rule language",
                "该游戏不是用规则语言写的"
            )));
        };
        Ok(EmitSubject {
            law,
            title: rules.title(),
            rules: print_game(declared.decl()),
            slots: rules.slots().iter().map(|slot| slot.name.clone()).collect(),
            unordered: ir.unordered.clone(),
            misere: play == PlayConvention::Misere,
            name,
            positions: positions(world, game, law, budget)?,
        })
    }

    /// The law in a language.
    ///
    /// # Errors
    /// [`LawError::Outside`] if it would be too long, or is of a kind that is not emitted; if the
    /// budget ends.
    pub fn emit(
        &self,
        language: EmitLanguage,
        budget: &Budget<'_>,
    ) -> Result<EmittedLaw, LawError> {
        let table = TransitionTable::new(self, budget)?;
        let body = match language {
            EmitLanguage::Cpp => cpp::render(self, &table),
            EmitLanguage::Python => python::render(self, &table),
            EmitLanguage::Rust => rust::render(self, &table),
            EmitLanguage::Latex => latex::render(self, &table)?,
            EmitLanguage::Dot => dot::render(self, &table)?,
            EmitLanguage::Svg => String::new(),
            EmitLanguage::Walnut => walnut::render(self, &table)?,
        };
        let diagram = (language == EmitLanguage::Svg)
            .then(|| diagram::diagram(self, &table))
            .transpose()?;
        let probes = if language.is_run() {
            probes::probes(self, budget)?
        } else {
            Vec::new()
        };
        Ok(EmittedLaw {
            language,
            diagram,
            probes,
            known: 0,
            comparison: None,
            arity: self.slots.len(),
            lost: self.law.kind == LawOutput::Outcomes,
            head: self.head(language),
            body,
        })
    }

    /// The call of the function: `grundy(a, b)`.
    fn call(&self, slots: &[String]) -> String {
        format!("{}({})", self.function(), slots.join(", "))
    }

    /// The name of the function.
    fn function(&self) -> &'static str {
        if self.law.kind == LawOutput::Outcomes {
            "is_lost"
        } else {
            "grundy"
        }
    }

    /// The name that says the same of all positions.
    fn proved_name(&self) -> Option<&LawName> {
        self.name
            .as_ref()
            .filter(|name| name.standing == NameStatus::Same)
    }

    /// The lines of comment that begin what is emitted.
    fn head(&self, language: EmitLanguage) -> Vec<String> {
        let what = if self.law.kind == LawOutput::Outcomes {
            "P-positions"
        } else {
            "Grundy values"
        };
        let digits = self.law.numerals.name().en;
        let play = if self.misere { "misère" } else { "normal" };
        let title = format!(
            "{}: {what} under {play} play, read off the digits of a position ({digits}).",
            self.title
        );
        let name = self
            .proved_name()
            .map(|name| format!("In other words, for all positions: {}", name.text));
        let call = language.is_run().then(|| {
            let slots = quoting::names(&self.slots, language);
            let tells = match self.law.kind {
                LawOutput::Outcomes => "whether the player to move loses (a P-position)",
                LawOutput::Values | LawOutput::PowersOfValues => "the Grundy value",
            };
            format!("{} tells {tells}.", self.call(&slots))
        });
        head(title, &self.rules, name, call)
    }
}

/// The lines of comment that begin what is emitted: what it is, the rules, the law in words, who
/// proved it, what the function tells.
fn head(title: String, rules: &str, name: Option<String>, call: Option<String>) -> Vec<String> {
    let mut lines = vec![title, String::new()];
    lines.extend(rules.lines().map(|line| format!("  {line}")));
    lines.push(String::new());
    lines.extend(name);
    lines.push("The law was proved for all positions by Grundy.".to_owned());
    lines.extend(call);
    lines
}

/// What came of a comparison of code with its law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It agrees at this many positions.
    Agrees(usize),
    /// It was not compared: what was not found, or did not end.
    Missing(String),
    /// It was not run, because its rules come from a file.
    NotRun,
}

/// A law in some language.
#[derive(Clone, Debug)]
pub struct EmittedLaw {
    /// Which.
    pub language: EmitLanguage,
    /// What a picture shows, where that was asked for.
    pub diagram: Option<StateDiagram>,
    /// What code has to answer; nothing for what is not run.
    pub probes: Vec<Probe>,
    /// At how many of these the law was compared with what is known without it.
    pub known: usize,
    /// What came of a comparison of the code with its law, if one was made.
    pub comparison: Option<Comparison>,
    /// How many numbers the function takes.
    arity: usize,
    /// Whether it tells lost positions, not values.
    lost: bool,
    head: Vec<String>,
    body: String,
}

impl EmittedLaw {
    /// The text that is handed out; none of a picture, which is drawn of [`Self::diagram`].
    pub fn text(&self) -> String {
        match self.language {
            EmitLanguage::Svg => return String::new(),
            // Its files have no comments.
            EmitLanguage::Walnut => return self.body.clone(),
            _ => {}
        }
        let known = grouped(self.known);
        let said = match &self.comparison {
            Some(Comparison::Agrees(rows)) => vec![
                format!(
                    "This code was run and compared with the law at {} rows of numbers: it agrees.",
                    grouped(*rows)
                ),
                format!(
                    "The law was compared with what is computed without it at {known} of them."
                ),
            ],
            Some(Comparison::Missing(what)) => {
                vec![format!("This code was not compared with the law: {what}.")]
            }
            Some(Comparison::NotRun) => {
                vec![
                    "This code was not compared with the law, because its rules come from a file; the option --run runs and compares it."
                        .to_owned(),
                ]
            }
            None if self.language.is_run() => {
                vec!["This code was not compared with the law.".to_owned()]
            }
            None => Vec::new(),
        };
        let mut text = String::new();
        for line in self.head.iter().chain(&said) {
            text += &quoting::comment(line, self.language);
            text.push('\n');
        }
        text.push('\n');
        text + &self.body
    }

    /// The code as a program of its own: it reads positions, one a line, and writes of each what
    /// the function tells, or `-`. Outcomes are 0 for a lost position, else 1. `None` for what
    /// is not run.
    pub fn program(&self) -> Option<String> {
        let driver = match self.language {
            EmitLanguage::Cpp => cpp::driver(self.arity, self.lost),
            EmitLanguage::Python => python::driver(self.lost),
            EmitLanguage::Rust => rust::driver(self.arity, self.lost),
            EmitLanguage::Latex | EmitLanguage::Dot | EmitLanguage::Svg | EmitLanguage::Walnut => {
                return None;
            }
        };
        Some(format!("{}\n{driver}", self.text()))
    }

    /// What the program has to write of a probe; `None` if its numbers are too large for the
    /// language.
    pub fn expected(&self, probe: &Probe) -> Option<String> {
        let whole = self.language == EmitLanguage::Python;
        if !whole && probe.slots.iter().any(|slot| i64::try_from(slot).is_err()) {
            return None;
        }
        let told = probe
            .told
            .as_ref()
            .filter(|told| whole || u64::try_from(*told).is_ok());
        Some(told.map_or_else(|| "-".to_owned(), ToString::to_string))
    }
}

/// The small rows of numbers, positions or not, at which what is emitted is compared with what is
/// known without a law.
pub fn small(world: &World, game: GameId) -> Vec<Vec<rules::ir::Int>> {
    let lows: Vec<i128> = world
        .rules(game)
        .slots()
        .iter()
        .map(|slot| slot.low.into())
        .collect();
    probes::small(&lows)
}

/// `1,234`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
