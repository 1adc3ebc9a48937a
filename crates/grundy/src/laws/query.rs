//! What is asked of a search for a law.

use dashu_int::IBig;
use laws::emit::EmitLanguage;

use super::forms::LawForm;

/// What is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct LawQuery {
    /// A parameter of the game, for every value of which at once the law is told.
    pub for_all: Option<String>,
    /// P-positions only, no values.
    pub outcomes: bool,
    /// Values only, also where P-positions would be found sooner.
    pub values: bool,
    /// The forms that are tried, in their order; `None` for those that the rules suggest.
    pub forms: Option<Vec<LawForm>>,
    /// Forms that are tried before those that the rules suggest.
    pub first: Vec<LawForm>,
    /// The most nodes of a guess.
    pub nodes: usize,
    /// The most positions of a table that cells are read from.
    pub cells: u64,
    /// Other methods than one automaton too.
    pub methods: bool,
    /// Only what is found while a person waits.
    pub soon: bool,
    /// Without an end of its own to the work; else it ends within about a minute.
    pub patient: bool,
    /// A position of any size that is asked about.
    pub at: Option<Vec<IBig>>,
    /// A name for the law too.
    pub names: bool,
    /// The law as code or text.
    pub emit: Option<EmitLanguage>,
}

impl Default for LawQuery {
    fn default() -> LawQuery {
        LawQuery {
            for_all: None,
            outcomes: false,
            values: false,
            forms: None,
            first: Vec::new(),
            nodes: 20_000,
            cells: 4_000_000,
            methods: true,
            soon: false,
            patient: false,
            names: true,
            at: None,
            emit: None,
        }
    }
}
