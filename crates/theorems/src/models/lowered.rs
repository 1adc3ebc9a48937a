//! Models that were lowered, by their text: the same model is asked about at every question, and is read once. A model with
//! parameters (the rows of a board) has a text for each, so there may be many; beyond [`MOST`] all are forgotten.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rules::ir::Game;
use rules::rules::GameId;
use rules::world::World;

/// How many models are kept.
const MOST: usize = 256;

static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Lowered>>>> = LazyLock::new(Mutex::default);

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
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = known.get(text) {
            return model.clone();
        }
        if known.len() == MOST {
            known.clear();
        }
        let model = Arc::new(Lowered::new(text));
        known.insert(text.to_owned(), model.clone());
        model
    }

    fn new(text: &str) -> Lowered {
        let mut world = World::empty();
        world.load("model", text).expect("a model is a correct rule file");
        let name = text.split_whitespace().nth(1).expect("a model has a name").to_lowercase();
        let id = world.instantiate(&name, vec![]).expect("a model has no parameters");
        Lowered { world, id }
    }

    /// Its rules.
    pub(crate) fn game(&self) -> &Game {
        self.world.rules(self.id).game().expect("it is written in the language")
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
        assert!(Arc::ptr_eq(&Lowered::model(text), &Lowered::model(text)));
        assert_eq!(Lowered::model(text).game().name, "Once");
        for n in 0..=MOST {
            assert_eq!(Lowered::model(&format!("game Board {{ state n in 0..{n} }}")).game().slots[0].high, Some(n as i64));
        }
        assert!(KNOWN.lock().unwrap().len() <= MOST);
    }
}
