//! Theorems about games, one folder per family. The file `law` of a family contains its law as pure
//! functions on plain numbers, with statement, source and cost. The file `recognise` detects the
//! family in a game written in the rule language. The file `strategy` contains a player for
//! complete games, if the law on its own is not enough to play. A theorem is a shortcut for one
//! family of games in one theory. A theorem has a name, a source and conditions, which are tested
//! on the rules (not on the name of the game) before a closed form is returned. Each theorem has a
//! reference implementation in the engines, and a permanent test compares the theorem with this
//! implementation. Laws of games that cannot be written in the rule language are separate files.

pub mod again_stone;
pub mod bachet;
pub mod beans;
pub mod candy_piles;
pub mod circle_kayles;
pub mod coins;
pub mod differences;
pub mod dynamic;
pub mod ed;
pub mod end_nim;
pub mod euclid;
pub mod first_moves;
pub mod kiki;
pub mod knights;
pub mod maximum_nim;
pub mod merging;
pub mod misere_nim;
mod model;
pub mod moore;
pub mod multiplication;
pub mod neighbours;
pub mod new_stone;
pub mod nim;
pub mod octal;
mod online_player;
pub mod piles;
pub mod poker_nim;
pub mod referee;
pub mod row;
pub mod seats;
pub mod staircase;
pub mod stone_game_2;
pub mod subtraction;
pub mod sum;
mod take_away;
pub mod word_cuts;
pub mod wythoff;

use std::sync::Arc;

use theory::theorem::Theorems;

pub use nim::recognise::NimHeaps;
pub use online_player::{OnlinePlayer, PileTake};

/// Returns all theorems, in the order in which they are tried.
pub fn all() -> Theorems {
    vec![
        Arc::new(nim::recognise::NimTheorem),
        Arc::new(bachet::recognise::BachetTheorem),
        Arc::new(subtraction::interval::IntervalTheorem),
        Arc::new(subtraction::recognise::SubtractionTheorem),
        Arc::new(wythoff::recognise::WythoffTheorem),
        Arc::new(piles::recognise::THEOREM),
        Arc::new(staircase::recognise::THEOREM),
        Arc::new(row::recognise::THEOREM),
        Arc::new(end_nim::recognise::THEOREM),
        Arc::new(beans::recognise::THEOREM),
        Arc::new(candy_piles::recognise::THEOREM),
        Arc::new(merging::recognise::THEOREM),
        Arc::new(poker_nim::recognise::THEOREM),
        Arc::new(dynamic::recognise::DynamicTheorem),
        Arc::new(ed::recognise::THEOREM),
        Arc::new(kiki::recognise::THEOREM),
        Arc::new(knights::recognise::THEOREM),
        Arc::new(euclid::recognise::THEOREM),
        Arc::new(again_stone::recognise::THEOREM),
        Arc::new(piles::lasker::THEOREM),
        Arc::new(piles::splitting::THEOREM),
        Arc::new(piles::bottles::THEOREM),
        Arc::new(stone_game_2::recognise::THEOREM),
        Arc::new(subtraction::powers::THEOREM),
        Arc::new(maximum_nim::recognise::MaximumNimTheorem),
        Arc::new(multiplication::recognise::THEOREM),
        Arc::new(new_stone::recognise::THEOREM),
        Arc::new(circle_kayles::recognise::CircleKaylesTheorem),
        Arc::new(octal::recognise::OctalTheorem),
        Arc::new(neighbours::recognise::THEOREM),
        Arc::new(word_cuts::recognise::WordCutsTheorem),
        Arc::new(coins::recognise::THEOREM),
    ]
}
