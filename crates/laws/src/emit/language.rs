//! The languages of emitted laws.

use base::text;
use base::text::Text;

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
    /// A picture, which somebody else draws ([`super::EmittedLaw::diagram`]).
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
