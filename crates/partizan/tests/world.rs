//! A store and the reference implementation side by side.

use std::collections::HashMap;

use base::budget::Budget;
use partizan::naive::{GameForest, Tree};
use partizan::{Id, Store};

pub fn budget() -> Budget<'static> {
    Budget::generous()
}

/// Returns whether the slow variants of the tests are requested.
pub fn is_slow() -> bool {
    std::env::var_os("GRUNDY_SLOW").is_some()
}

/// A store, and trees of its canonical forms.
#[derive(Default)]
pub struct World {
    pub store: Store,
    pub forest: GameForest,
    trees: HashMap<Id, Tree>,
}

impl World {
    pub fn new() -> World {
        World::default()
    }

    pub fn left(&mut self, g: Id) -> Vec<Id> {
        self.store.left_options(g, &budget()).unwrap().to_vec()
    }

    pub fn right(&mut self, g: Id) -> Vec<Id> {
        self.store.right_options(g, &budget()).unwrap().to_vec()
    }

    pub fn game(&mut self, left: &[Id], right: &[Id]) -> Id {
        self.store.game(left, right, &budget()).unwrap()
    }

    pub fn name(&mut self, g: Id) -> String {
        self.store.name(g, &budget()).unwrap()
    }

    pub fn parse(&mut self, text: &str) -> Id {
        let parsed = self.store.parse(text, &budget());
        parsed.unwrap_or_else(|error| panic!("{text}: {error} at {:?}", error.span))
    }

    /// Returns the tree of the canonical form.
    pub fn tree(&mut self, g: Id) -> Tree {
        if let Some(&tree) = self.trees.get(&g) {
            return tree;
        }
        let left = self.left(g);
        let right = self.right(g);
        let left = self.trees(&left);
        let right = self.trees(&right);
        let tree = self.forest.tree(left, right);
        self.trees.insert(g, tree);
        tree
    }

    pub fn trees(&mut self, ids: &[Id]) -> Vec<Tree> {
        ids.iter().map(|&g| self.tree(g)).collect()
    }

    /// Removes all trees, so that comparisons of trees stay cheap.
    pub fn clear_trees(&mut self) {
        self.forest = GameForest::new();
        self.trees.clear();
    }

    /// Asserts that the store contains the canonical form of a tree as this value.
    pub fn assert_is_canonical_form(&mut self, g: Id, of: Tree) {
        let own = self.tree(g);
        let canonical = self.forest.canonical(of);
        assert_eq!(
            text(&self.forest, own),
            text(&self.forest, canonical),
            "{}",
            self.name(g)
        );
    }

    /// Returns all values born by a day, at most 3.
    pub fn born_by(&mut self, day: u32) -> Vec<Id> {
        let mut born = vec![Store::ZERO];
        for _ in 0..day {
            let mut antichains = Vec::new();
            self.antichains(&born, &mut Vec::new(), &mut antichains);
            let mut next = Vec::new();
            for left in &antichains {
                for right in &antichains {
                    next.push(self.game(left, right));
                }
            }
            let mut seen = std::collections::HashSet::new();
            next.retain(|&g| seen.insert(g));
            born = next;
        }
        born
    }

    /// Lists the sets of pairwise confused values.
    fn antichains(&mut self, values: &[Id], chosen: &mut Vec<Id>, out: &mut Vec<Vec<Id>>) {
        let Some((&value, rest)) = values.split_first() else {
            out.push(chosen.clone());
            return;
        };
        self.antichains(rest, chosen, out);
        let is_confused = chosen.iter().all(|&other| {
            let relation = self.store.compare(value, other, &budget()).unwrap();
            relation == partizan::Relation::Confused
        });
        if is_confused {
            chosen.push(value);
            self.antichains(rest, chosen, out);
            chosen.pop();
        }
    }
}

/// Returns a text of a tree in which the options are sorted, without duplicates.
pub fn text(forest: &GameForest, tree: Tree) -> String {
    let side = |options: Vec<Tree>| {
        let mut texts: Vec<String> = options.into_iter().map(|g| text(forest, g)).collect();
        texts.sort();
        texts.dedup();
        texts.concat()
    };
    format!(
        "{{{}|{}}}",
        side(forest.left(tree)),
        side(forest.right(tree))
    )
}

/// Returns up to `most` random elements of a list.
pub fn sample(random: &mut fastrand::Rng, values: &[Id], most: usize) -> Vec<Id> {
    let count = random.usize(0..=most);
    (0..count)
        .map(|_| values[random.usize(0..values.len())])
        .collect()
}
