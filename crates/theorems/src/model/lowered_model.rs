//! A cache of lowered models, by their text: each model is used in many queries but parsed once. A
//! model with parameters (such as the rows of a board) has a different text for each choice of
//! parameters. So there may be many models; if the cache contains more than [`MAX_MODELS`], all
//! models are dropped.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rules::game::GameId;
use rules::ir::Game;
use rules::world::World;

/// The maximum number of cached models.
const MAX_MODELS: usize = 256;

static MODEL_CACHE: LazyLock<Mutex<LoweredModelCache>> = LazyLock::new(Mutex::default);

/// Models by their text.
#[derive(Default)]
struct LoweredModelCache(HashMap<String, Arc<LoweredModel>>);

impl LoweredModelCache {
    fn model(&mut self, text: &str) -> Arc<LoweredModel> {
        if let Some(model) = self.0.get(text) {
            return model.clone();
        }
        if self.0.len() == MAX_MODELS {
            self.0.clear();
        }
        let model = Arc::new(LoweredModel::new(text));
        self.0.insert(text.to_owned(), model.clone());
        model
    }
}

/// A model, loaded as the only game of a [`World`].
pub(crate) struct LoweredModel {
    world: World,
    id: GameId,
}

impl LoweredModel {
    /// Returns the model with the given text, which must be a single game without parameters.
    ///
    /// # Panics
    /// Panics if the text is not a single game without parameters.
    pub(crate) fn model(text: &str) -> Arc<LoweredModel> {
        // If a thread panics while it holds the lock, it leaves only complete models.
        MODEL_CACHE
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .model(text)
    }

    fn new(text: &str) -> LoweredModel {
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
        LoweredModel { world, id }
    }

    /// Returns the rules of the model.
    pub(crate) fn game(&self) -> &Game {
        self.world
            .rules(self.id)
            .game()
            .expect("it is written in the language")
    }

    /// Returns the ID of the model in its [`World`].
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
        let mut known = LoweredModelCache::default();
        assert!(Arc::ptr_eq(&known.model(text), &known.model(text)));
        assert_eq!(known.model(text).game().name, "Once");
        for n in 0..=MAX_MODELS {
            let board = format!("game Board {{ state n in 0..{n} move : [n - 1] }}");
            assert_eq!(known.model(&board).game().slots[0].high, Some(n as i64));
        }
        assert!((1..=MAX_MODELS).contains(&known.0.len()));
    }
}
