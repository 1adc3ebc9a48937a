//! The calculus of short partizan games. Two players, Left and Right, have different moves, the
//! player who cannot move loses, and every play ends. The crate computes with the values of such
//! games. It contains no rules and no boards.
//!
//! A value is a game in canonical form: without dominated options, and with reversible options
//! bypassed. A [`Store`] contains each canonical form once, so two values are equal if and only if
//! their [`Id`]s are equal. The store computes
//!
//! - the value of a game with given options ([`Store::game`]), sums, negatives, multiples, order
//!   and outcomes;
//! - stops, thermographs, means and temperatures ([`Store::thermograph`]), and games that are
//!   cooled, heated or overheated;
//! - atomic weights of all-small games ([`Store::atomic_weight`]), and ordinal sums
//!   ([`Store::ordinal_sum`]);
//! - names of values ([`Store::name`]), which [`Store::parse`] reads.
//!
//! ```
//! use base::budget::Budget;
//! use partizan::{OutcomeClass, Store};
//!
//! let budget = Budget::generous();
//! let mut store = Store::new();
//!
//! // An empty 2 × 2 board of Domineering: each player moves to a board with one more move.
//! let one = store.integer(1, &budget)?;
//! let minus_one = store.integer(-1, &budget)?;
//! let square = store.game(&[one], &[minus_one], &budget)?;
//! assert_eq!(store.name(square, &budget)?, "+-1");
//!
//! // Two of them cancel.
//! assert_eq!(store.sum(square, square, &budget)?, Store::ZERO);
//!
//! // In this sum, the player who moves first wins.
//! let sum = store.parse("{3|1} + {0|-4} + ^", &budget)?;
//! assert_eq!(store.outcome(sum, &budget)?, OutcomeClass::Next);
//! let thermograph = store.thermograph(sum, &budget)?;
//! assert_eq!(thermograph.mean().to_string(), "0");
//! assert_eq!(thermograph.temperature().to_string(), "2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Notation
//!
//! | text | value |
//! |---|---|
//! | `2`, `-3/4` | a number; the denominator is a power of two |
//! | `*`, `*2` | the nimbers {0\|0} and {0,\*\|0,\*} |
//! | `^`, `^^`, `^3` | ↑ = {0\|\*} and its multiples 2·↑ and 3·↑ |
//! | `v`, `vv`, `v3` | ↓ = -↑ and its multiples |
//! | `1^*`, `2v*3` | the sums 1 + ↑ + \* and 2 + ↓ + \*3, without spaces and in this order |
//! | `{2,1*\|0}` | the game with the left options 2 and 1\* and the right option 0 |
//! | `{2\|\|1\|0}` | {2\|{1\|0}}: the separator with the most bars is the outer one |
//! | `+-1`, `+-{3\|1}`, `+-(0,{2\|0})` | ±G = {G\|-G}, and ±(G,H) = {G,H\|-G,-H} |
//! | `tiny(1)`, `miny(1)` | {0\|\|0\|-1} and {1\|0\|\|0} |
//! | `G + H`, `G - H`, `-G` | sums, differences and negatives |
//! | `3.G` | G + G + G |
//! | `(G)` | G |
//!
//! `+-` without a space is one symbol: `1+-1` is 1 + ±1, and `1 + -1` is 0. A minus sign directly
//! before a digit, where a value is expected, belongs to the number: `-1^` is (-1) + ↑, and `-(1^)`
//! is the negative of `1^`. The symbols `±`, `↑`, `↓`, `⇑`, `⇓` and `∗` are also accepted.
//!
//! A name uses the first notation of this list that applies: a sum of a number, a multiple of up
//! and a nimber; `+-`; `tiny` and `miny` of games whose right stop is positive; options. The braces
//! of a single option are omitted if at most four bars are then needed. The options are written in
//! an order that depends only on their forms. Therefore the name of a value is the same in all
//! stores.
//!
//! # Limits and cost
//!
//! Every operation that can take long polls a [`Budget`](base::budget::Budget), requests memory
//! from it before the store grows, and returns a [`ValueError`] if it is stopped. The store is
//! usable afterwards. Numbers have 64-bit numerators and denominators of at most 2^62
//! ([`Dyadic`]), and multiples of up and nimbers have 32 bits; anything beyond is
//! [`ValueError::Overflow`]. No operation recurses on the machine stack in proportion to its input.
//!
//! A canonical form uses 64 bytes and four bytes for each option. The results of comparisons and
//! sums are cached: a comparison uses at most 26 bytes, and a sum at most 52 bytes. Sums of a
//! number, a multiple of up and a nimber are added and compared without their options. Most other
//! comparisons are decided by the stops. The number of forms in a sum can grow exponentially with
//! the number of its components.
//!
//! # Sources
//!
//! - J. H. Conway, *On Numbers and Games*, chapters 7 to 10: order, canonical forms, day 3.
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapters 2 to 8: thermographs,
//!   cooling, heating, tiny games, atomic weights and the remote star.
//! - A. N. Siegel, *Combinatorial Game Theory*, chapter II: canonical forms, number avoidance and
//!   number translation, multiples of up, thermography, atomic weights.

#![forbid(unsafe_code)]

mod atomic_weight;
mod canonical;
mod classes;
mod comparison;
mod constructors;
mod cooling;
mod dyadic;
mod error;
mod followers;
#[doc(hidden)]
pub mod naive;
mod name;
mod notation;
mod ordinal_sum;
mod pair_table;
mod simple;
mod store;
mod sum;
mod thermograph;

pub use comparison::{OutcomeClass, Relation};
pub use dyadic::Dyadic;
pub use error::ValueError;
pub use notation::{NotationError, NotationErrorKind};
pub use simple::SimpleValue;
pub use store::{Id, Store, StoreStatistics};
pub use thermograph::{Thermograph, Wall, WallPoint};
