//! The rule language of Grundy, which defines games. A rule file is parsed ([`parser`]) into a
//! syntax tree ([`ast`]) and lowered to a typed form ([`ir`]), whose meaning the reference
//! interpreter defines. Games written in Rust, including graphs and boards, implement the same
//! trait, [`Rules`]. The crate `facts` derives properties of the rules from the typed form. This
//! crate contains no theory and no engine, and never computes who wins.
//!
//! ```
//! use base::budget::Budget;
//! use rules::options::OptionArena;
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! world
//!     .load(
//!         "take.game",
//!         "game Take { state n in 0.. move k in {1, 3, 4} : [n - k] }",
//!     )
//!     .unwrap();
//! let take = world.instantiate("take", vec![]).unwrap();
//! let mut options = OptionArena::new();
//! world
//!     .options(take, &[3], &mut options, &Budget::generous())
//!     .unwrap();
//! let left: Vec<i64> = options
//!     .iter()
//!     .flat_map(|o| {
//!         o.components()
//!             .map(|(_, slots)| slots[0])
//!             .collect::<Vec<_>>()
//!     })
//!     .collect();
//! assert_eq!(left, [2, 0]);
//! ```

pub mod arithmetic;
pub mod ast;
pub mod component;
pub mod compound;
pub mod conventions;
pub mod data;
pub mod data_file;
mod declaration;
mod declared_words;
pub mod dropped_moves;
pub mod error;
pub mod eval;
pub mod expression;
pub mod family;
pub mod game;
mod interpreter;
pub mod ir;
pub mod lexer;
pub mod library;
pub mod lower;
pub mod network;
pub mod options;
pub mod parser;
pub mod pass;
pub mod play;
mod play_convention;
mod primes;
pub mod printer;
pub mod problem;
pub mod quadratic;
pub mod quoted_text;
pub mod set_or_word;
pub mod sets;
pub mod source_error;
pub mod structure;
pub mod token_class;
pub mod view;
pub mod words;
pub mod world;

pub use game::Rules;
