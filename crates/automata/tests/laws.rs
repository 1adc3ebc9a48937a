//! Laws of games proved as a whole, with how long it takes: Nim with three heaps, Kayles.
