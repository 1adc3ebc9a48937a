//! The request for a search for a law.

use dashu_int::IBig;
use laws::emit::EmitLanguage;

use super::forms::LawForm;

/// The options of a search for a law.
#[derive(Clone, Debug, PartialEq)]
pub struct LawQuery {
    /// A parameter of the game. The law is for all values of the parameter at once.
    pub for_all: Option<String>,
    /// Whether only P-positions are searched, without values.
    pub outcomes: bool,
    /// Whether only values are searched, even if P-positions would be found faster.
    pub values: bool,
    /// The forms to try, in order; `None` for the usual forms and those that the rules suggest.
    pub forms: Option<Vec<LawForm>>,
    /// Forms to try first.
    pub first: Vec<LawForm>,
    /// Maximum number of nodes of a guess.
    pub nodes: usize,
    /// Maximum number of positions in the table of cells.
    pub cells: u64,
    /// Whether methods other than one automaton are tried.
    pub methods: bool,
    /// Whether only a short search is made.
    pub soon: bool,
    /// Whether only the budget limits the search. A search that is not patient ends within about a
    /// minute.
    pub patient: bool,
    /// A position of any size to evaluate.
    pub at: Option<Vec<IBig>>,
    /// Whether a name for the law is searched.
    pub names: bool,
    /// The format in which the law is written, if any.
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
