//! The definitions on plain trees: the reference implementation for the store. Trees are not
//! simplified, and the cost is exponential in general.

use rustc_hash::FxHashMap;

/// Index of a tree in a [`GameForest`].
pub type Tree = usize;

/// Trees of games. A tree is a list of left options and a list of right options, which are earlier
/// trees.
#[derive(Default)]
pub struct GameForest {
    trees: Vec<(Vec<Tree>, Vec<Tree>)>,
    comparisons: FxHashMap<(Tree, Tree), bool>,
    sums: FxHashMap<(Tree, Tree), Tree>,
}

impl GameForest {
    /// Creates a forest without trees.
    pub fn new() -> GameForest {
        GameForest::default()
    }

    /// Adds the tree {`left` | `right`}.
    pub fn tree(&mut self, left: Vec<Tree>, right: Vec<Tree>) -> Tree {
        self.trees.push((left, right));
        self.trees.len() - 1
    }

    /// Returns the left options.
    pub fn left(&self, g: Tree) -> Vec<Tree> {
        self.trees[g].0.clone()
    }

    /// Returns the right options.
    pub fn right(&self, g: Tree) -> Vec<Tree> {
        self.trees[g].1.clone()
    }

    /// Returns the number of trees.
    pub fn count(&self) -> usize {
        self.trees.len()
    }

    /// Removes all trees after the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.trees.truncate(count);
        self.comparisons.retain(|&(g, h), _| g < count && h < count);
        self.sums
            .retain(|&(g, h), sum| g < count && h < count && *sum < count);
    }

    /// Returns whether `g` ≤ `h`: no left option of `g` is at least `h`, and no right option of `h`
    /// is at most `g`.
    pub fn is_le(&mut self, g: Tree, h: Tree) -> bool {
        if let Some(&answer) = self.comparisons.get(&(g, h)) {
            return answer;
        }
        let lefts = self.trees[g].0.len();
        let rights = self.trees[h].1.len();
        let answer = !(0..lefts).any(|index| self.is_le(h, self.trees[g].0[index]))
            && !(0..rights).any(|index| self.is_le(self.trees[h].1[index], g));
        self.comparisons.insert((g, h), answer);
        answer
    }

    /// Returns whether the values are equal.
    pub fn is_equal(&mut self, g: Tree, h: Tree) -> bool {
        self.is_le(g, h) && self.is_le(h, g)
    }

    /// Returns the tree of the sum.
    pub fn sum(&mut self, g: Tree, h: Tree) -> Tree {
        if let Some(&sum) = self.sums.get(&(g, h)) {
            return sum;
        }
        let mut options = [Vec::new(), Vec::new()];
        for (side, list) in options.iter_mut().enumerate() {
            let of = |forest: &GameForest, tree| match side {
                0 => forest.left(tree),
                _ => forest.right(tree),
            };
            for option in of(self, g) {
                list.push(self.sum(option, h));
            }
            for option in of(self, h) {
                list.push(self.sum(g, option));
            }
        }
        let [left, right] = options;
        let sum = self.tree(left, right);
        self.sums.insert((g, h), sum);
        sum
    }

    /// Returns the tree of the negative.
    pub fn negative(&mut self, g: Tree) -> Tree {
        let left = self
            .right(g)
            .into_iter()
            .map(|h| self.negative(h))
            .collect();
        let right = self.left(g).into_iter().map(|h| self.negative(h)).collect();
        self.tree(left, right)
    }

    /// Returns whether the player who moves first wins, by minimax.
    pub fn first_player_wins(&self, g: Tree, left_starts: bool) -> bool {
        let options = if left_starts {
            &self.trees[g].0
        } else {
            &self.trees[g].1
        };
        options
            .iter()
            .any(|&option| !self.first_player_wins(option, !left_starts))
    }

    /// Returns the outcome: L, R, N or P.
    pub fn outcome(&self, g: Tree) -> char {
        match (
            self.first_player_wins(g, true),
            self.first_player_wins(g, false),
        ) {
            (true, true) => 'N',
            (true, false) => 'L',
            (false, true) => 'R',
            (false, false) => 'P',
        }
    }

    /// Returns a tree of the canonical form, by repeated removal of dominated options and bypassing
    /// of reversible options.
    pub fn canonical(&mut self, g: Tree) -> Tree {
        let mut left: Vec<Tree> = self
            .left(g)
            .into_iter()
            .map(|h| self.canonical(h))
            .collect();
        let mut right: Vec<Tree> = self
            .right(g)
            .into_iter()
            .map(|h| self.canonical(h))
            .collect();
        loop {
            let form = self.tree(left.clone(), right.clone());
            if let Some((index, replacement)) = self.improvement(form, &left, true) {
                left.remove(index);
                left.extend(replacement);
            } else if let Some((index, replacement)) = self.improvement(form, &right, false) {
                right.remove(index);
                right.extend(replacement);
            } else {
                return form;
            }
        }
    }

    /// Returns the index of an option that is dominated or reversible, and its replacement.
    fn improvement(
        &mut self,
        form: Tree,
        options: &[Tree],
        is_left: bool,
    ) -> Option<(usize, Vec<Tree>)> {
        for (index, &option) in options.iter().enumerate() {
            for (other_index, &other) in options.iter().enumerate() {
                let is_dominated = match is_left {
                    true => self.is_le(option, other),
                    false => self.is_le(other, option),
                };
                if index != other_index && is_dominated {
                    return Some((index, Vec::new()));
                }
            }
            let replies = match is_left {
                true => self.right(option),
                false => self.left(option),
            };
            for reply in replies {
                if is_left && self.is_le(reply, form) {
                    return Some((index, self.left(reply)));
                }
                if !is_left && self.is_le(form, reply) {
                    return Some((index, self.right(reply)));
                }
            }
        }
        None
    }
}
