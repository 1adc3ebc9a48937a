//! Models that were lowered, by their text: the same model is asked about at every question, and is
//! read once. A model with parameters (the rows of a board) has a text for each, so there may be
//! many; beyond [`MOST`] all are forgotten.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rules::ir::Game;
use rules::rules::GameId;
use rules::world::World;

/// How many models are kept.
const MOST: usize = 256;

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

/// Models by their text.
#[derive(Default)]
struct Known(HashMap<String, Arc<Lowered>>);

impl Known {
    fn model(&mut self, text: &str) -> Arc<Lowered> {
        if let Some(model) = self.0.get(text) {
            return model.clone();
        }
        if self.0.len() == MOST {
            self.0.clear();
        }
        let model = Arc::new(Lowered::new(text));
        self.0.insert(text.to_owned(), model.clone());
        model
    }
}

/// A model in a world of its own.
pub(crate) struct Lowered {
    world: World,
    id: GameId,
}

impl Lowered {
    /// The model of this text, one game without parameters.
    ///
    /// # Panics
    /// If the text is not that.
    pub(crate) fn model(text: &str) -> Arc<Lowered> {
        // A panic while the lock is held leaves whole models behind.
        KNOWN
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .model(text)
    }

    fn new(text: &str) -> Lowered {
        let mut world = World::empty();
        world
            .load("model", text)
            .expect("a model is a correct rule file");
        let name = text
            .split_whitespace()
            .nth(1)
            .expect("a model has a name")
            .to_ascii_lowercase();
        let id = world
            .instantiate(&name, vec![])
            .expect("a model has no parameters");
        Lowered { world, id }
    }

    /// Its rules.
    pub(crate) fn game(&self) -> &Game {
        self.world
            .rules(self.id)
            .game()
            .expect("it is written in the language")
    }

    /// Its own name in its world.
    pub(crate) fn id(&self) -> GameId {
        self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_lowered_once() {
        let text = "game Once { state n in 0.. move k in 1..n : [n - k] }";
        let mut known = Known::default();
        assert!(Arc::ptr_eq(&known.model(text), &known.model(text)));
        assert_eq!(known.model(text).game().name, "Once");
        for n in 0..=MOST {
            let board = format!("game Board {{ state n in 0..{n} move : [n - 1] }}");
            assert_eq!(known.model(&board).game().slots[0].high, Some(n as i64));
        }
        assert!((1..=MOST).contains(&known.0.len()));
    }
}
