//! Laws: automata that read the numbers of a position and its value, digit by digit and side by
//! side. A law is *found* from single cells of a table (`learn`), and *proved* for all positions
//! from the rules alone ([`prove`]): the rules are read as exact clauses, and each statement of the
//! proof is one of two kinds that automata decide. A statement that fails shows a position at
//! which, or at an option of which, the guess is wrong; from that the next guess is made
//! ([`find`]). So the two are one loop, and it ends with the law if the game has one of the kind
//! that is looked for and its cells can be computed: each wrong cell adds a state, of which the law
//! has finitely many.
//!
//! Sources: D. Angluin (1987) and R. L. Rivest and R. E. Schapire (1993) for learning; M. Mignoty,
//! A. Renard, M. Rigo, M. Whiteland (2025) for statements about games decided by automata.

mod claim;
pub mod emit;
mod find;
mod gaps;
mod law;
mod learn;
mod least;
mod measure;
mod methods;
mod moves;
pub mod names;
mod numerals;
mod prove;
mod runs;
mod theory;
mod tracks;
mod written;

pub use claim::{claimed, claimed_of};
pub use find::{Effort, Found, Seen, Short, Truth, find, left_by};
pub use gaps::{OfGaps, find_of_gaps, gaps};
pub use law::{Kind, Law};
pub use least::least;
pub use measure::rising;
pub use methods::{
    ByClasses, Finder, Maximum, Shown, Subject, Told, at_once, leads_elsewhere, lemmas,
    read_method, told,
};
pub use moves::{Chosen, Listed, moves, moves_told};
pub use numerals::Numerals;
pub use prove::{Failing, Proof, prove};
pub use runs::with_nim_sums;
pub use theory::Theory;
pub use written::{certificate, read};

use base::budget::Stop;
use base::text::Text;
use clauses::Unread;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The game or the kind of law is outside the method: why.
    Outside(Text),
    /// The budget ended.
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stopped(stop)
    }
}

impl From<Unread> for Halt {
    fn from(unread: Unread) -> Halt {
        match unread {
            Unread::Refused(why) => Halt::Outside(why),
            Unread::Stopped(stop) => Halt::Stopped(stop),
        }
    }
}
