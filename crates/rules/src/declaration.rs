//! Declarations of games, and their source texts. A file of the library is parsed when one of its
//! games is first requested, because a query names only a few games.

use std::sync::{Arc, OnceLock};

use crate::ast::GameDecl;
use crate::parser::{game_names, parse_file};
use crate::problem::with_parameters;
use base::diagnostic::Diagnostic;
use base::text::lowercase;

/// A source text of games.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceText {
    /// A file name, or `<question>`.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A declaration in a world.
#[derive(Clone)]
pub struct Declaration {
    /// The name, as written.
    pub name: Arc<str>,
    /// The source text.
    pub source: Arc<SourceText>,
    /// Whether the declaration belongs to the library.
    pub library: bool,
    /// All games of the text; empty until the text is parsed.
    read: Arc<OnceLock<Vec<Arc<GameDecl>>>>,
    /// The index of the game among the games of the text.
    place: usize,
}

impl Declaration {
    /// Returns the declarations of a text.
    ///
    /// # Errors
    /// Returns the errors of the text.
    pub(crate) fn read(source: Arc<SourceText>) -> Result<Vec<Declaration>, Vec<Diagnostic>> {
        let games = parsed(&source.text)?;
        let names = games.iter().map(|game| game.name.text.clone()).collect();
        Ok(Declaration::all(
            names,
            source,
            false,
            OnceLock::from(games),
        ))
    }

    /// Returns the declarations of a file of the library, which is searched for the names of games
    /// but not parsed.
    pub(crate) fn of_library(source: Arc<SourceText>) -> Vec<Declaration> {
        Declaration::all(game_names(&source.text), source, true, OnceLock::new())
    }

    fn all(
        names: Vec<String>,
        source: Arc<SourceText>,
        library: bool,
        read: OnceLock<Vec<Arc<GameDecl>>>,
    ) -> Vec<Declaration> {
        let read = Arc::new(read);
        let declared = |(place, name): (usize, String)| Declaration {
            name: name.into(),
            source: source.clone(),
            library,
            read: read.clone(),
            place,
        };
        names.into_iter().enumerate().map(declared).collect()
    }

    /// Returns the syntax tree. Parses the text on first use.
    ///
    /// # Panics
    /// Panics if a file of the library is not a rule file.
    pub fn decl(&self) -> &Arc<GameDecl> {
        let refused = |errors: Vec<Diagnostic>| {
            panic!("library: {}: {}", self.source.name, errors[0].message.en)
        };
        &self
            .read
            .get_or_init(|| parsed(&self.source.text).unwrap_or_else(refused))[self.place]
    }

    /// Returns the name in lower case.
    pub fn lower(&self) -> String {
        lowercase(&self.name)
    }

    /// Returns whether `self` and `other` are the same declaration. Equal declarations in two texts
    /// are different declarations.
    pub(crate) fn is(&self, other: &Declaration) -> bool {
        Arc::ptr_eq(&self.read, &other.read) && self.place == other.place
    }
}

/// Parses the games of a text.
fn parsed(text: &str) -> Result<Vec<Arc<GameDecl>>, Vec<Diagnostic>> {
    let games = parse_file(text)?.games.into_iter();
    games
        .map(|game| with_parameters(game).map(Arc::new))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn the_names_that_are_looked_for_are_those_that_are_parsed() {
        let text = "# game Not { }\ngame A(k = 2) { let s = {1, 2}  state n in 0..  move : [n - k] }\nrecurrence B { SG(n) = mex { SG(n - 1) } }";
        for (name, text) in library::FILES.iter().copied().chain([("two", text)]) {
            let source = Arc::new(SourceText {
                name: name.to_owned(),
                text: text.to_owned(),
            });
            let parsed = Declaration::read(source.clone()).unwrap();
            let lazy = Declaration::of_library(source);
            assert!(!parsed.is_empty(), "{name}");
            assert_eq!(parsed.len(), lazy.len(), "{name}");
            for (parsed, lazy) in parsed.iter().zip(&lazy) {
                assert_eq!(parsed.name, lazy.name);
                assert_eq!(parsed.decl(), lazy.decl());
                assert!(!parsed.is(lazy) && lazy.is(lazy));
            }
        }
    }
}
