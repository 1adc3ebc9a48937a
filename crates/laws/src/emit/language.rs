//! The languages of emitted laws.

use base::text;
use base::text::Text;

/// A target language of an emitted law.
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
    /// A diagram, which another crate draws from [`super::EmittedLaw::diagram`].
    Svg,
    /// An automaton for the theorem prover Walnut.
    Walnut,
}

impl EmitLanguage {
    /// All languages.
    pub const ALL: [EmitLanguage; 7] = [
        EmitLanguage::Cpp,
        EmitLanguage::Python,
        EmitLanguage::Rust,
        EmitLanguage::Latex,
        EmitLanguage::Dot,
        EmitLanguage::Svg,
        EmitLanguage::Walnut,
    ];

    /// Returns the keyword.
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

    /// Returns the display name.
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

    /// Returns whether the language can be run, so that the code can be compared with the law.
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
