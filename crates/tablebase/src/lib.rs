//! Tables of large spaces. One design serves a single core, tables larger than the memory of a
//! machine, and several machines: **a table is tiers, a tier is shares, a share is a pure function
//! of its rules and of the messages that it has read.**
//!
//! A measure that no move raises ([`facts::tiers`]) splits the positions into *tiers*, which are
//! solved in ascending order of the measure. A perfect index ([`crate::index`]) numbers the
//! positions of a tier consecutively. A [`Share`] is a range of indices of a tier that begins and
//! ends on multiples of [`BLOCK`]. A share runs in rounds ([`Share::step`]): in each round, the
//! share reads the messages that other shares of the tier wrote in the previous round, and writes
//! its own messages. When no share has work left, the tier is complete, and each share returns its
//! entries. The shares of a tier read the entries of lower tiers ([`LowerEntries`]). Entries depend
//! only on the rules, neither on the number of shares nor on how often a share was restarted.
//!
//! There are three kinds of tables ([`TableKind`]). A table of *remoteness* contains the outcome
//! and the number of moves to the end, including draws of loopy games (`rounds`). A table
//! of *outcomes* takes two bits per position. If a game ends and its moves lead to smaller indices,
//! a `sieve` computes the outcomes. If moves only add to two numbers, `line_kernels` computes 64
//! outcomes at a time. A table of *values* is for games that end. A table of values is computed
//! tier by tier, each value as the mex of the values of the options (`fold`).
//!
//! The following example is a complete driver, with all shares in one process. A driver for several
//! machines transfers [`RoundResult::out`] between the machines, and stores the entries in a
//! location from which every machine can read the entries of lower tiers:
//!
//! ```
//! use base::budget::Budget;
//! use tablebase::{Share, TableKind, TierPlan, TierTables};
//! use facts::facts;
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! let text = "game A { state p[1..3] in 0..12 unordered loopy
//!   move t in 1..3, d in 1..2 : { p[t] -= d }
//!   move t in 1..3 when p[t] % 5 == 0 and p[t] > 0 : { p[t] += 2 } }";
//! world.load("a.game", text).unwrap();
//! let game = world.instantiate("A", vec![]).unwrap();
//! let budget = Budget::generous();
//! let facts = facts(world.rules(game).game().unwrap(), game, &budget).unwrap();
//! let plan =
//!     TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).unwrap();
//!
//! let (of, mut tables) = (2, TierTables::new(&plan));
//! for tier in 0..plan.tiers() {
//!     let mut shares: Vec<Share> = (0..of)
//!         .map(|share| Share::new(&plan, tier, share, of, &tables).unwrap())
//!         .collect();
//!     // The messages of the last round, by writer and reader.
//!     let mut written: Vec<Vec<Vec<u8>>> = vec![vec![Vec::new(); of]; of];
//!     let mut round = Some(0);
//!     while let Some(now) = round {
//!         let mut steps = Vec::new();
//!         for (s, share) in shares.iter_mut().enumerate() {
//!             let read: Vec<&[u8]> = written.iter().map(|by| &by[s][..]).collect();
//!             steps.push(share.step(now, &read, &budget).unwrap());
//!         }
//!         round = steps.iter().filter_map(|step| step.next).min();
//!         written = steps.into_iter().map(|step| step.out).collect();
//!     }
//!     tables.push(shares.into_iter().flat_map(Share::entries).collect());
//! }
//! assert_eq!(
//!     plan.show(tables.lookup(&plan, &[12, 12, 11]).unwrap().unwrap()),
//!     "N 23"
//! );
//! ```

mod additive_moves;
mod blocks;
mod decided_log;
mod encoding;
mod error;
mod fold;
mod generated_lister;
mod guards;
pub mod index;
mod interpreted_lister;
mod kernel;
mod layout;
mod line_kernels;
mod lister_module;
mod listers;
mod lookahead;
mod lower_stream;
mod messages;
mod open_counts;
mod options;
mod outcome_rates;
mod packed_codes;
mod pending_marks;
mod plan;
mod predecessors;
mod rehearsal;
mod rounds;
mod share;
mod share_state;
mod sieve;
mod slot_groups;
mod slot_orders;
mod symmetry;
mod table_kind;
mod tier;
mod tier_splitter;
mod tier_tables;

pub use blocks::BLOCK;
pub use encoding::DecodedEntry;
pub use error::TierError;
pub use kernel::{Pause, RoundResult};
pub use layout::TierLayout;
pub use lister_module::{ListerModule, PositionStatus, RawLister};
pub use lookahead::LookaheadSearch;
pub use options::{EntryState, OptionBuffer, OptionLister, PositionId, PositionRef};
pub use outcome_rates::OutcomeRates;
pub use packed_codes::PackedCodes;
pub use plan::TierPlan;
pub use predecessors::estimate_arc_bytes;
pub use rehearsal::{lost, rehearse};
pub use share::Share;
pub use table_kind::TableKind;
pub use tier::Tier;
pub use tier_tables::{LowerEntries, TierTables};

use base::budget::Budget;

/// Solves all tiers of a plan, each split into `of` shares, in this process and in memory.
///
/// # Errors
/// Returns [`TierError`] if the rules cannot be evaluated, a move raises the measure of the tiers,
/// a move leaves the ranges, or the budget runs out.
pub fn solve(plan: &TierPlan<'_>, of: usize, budget: &Budget<'_>) -> Result<TierTables, TierError> {
    solve_listing(plan, of, &|| plan.options(), budget)
}

/// Solves all tiers like [`solve`], with the option lister that `options` creates for each share.
///
/// # Errors
/// Returns the same errors as [`solve`].
pub fn solve_listing<'p>(
    plan: &'p TierPlan<'p>,
    of: usize,
    options: &dyn Fn() -> Box<dyn OptionLister + 'p>,
    budget: &Budget<'_>,
) -> Result<TierTables, TierError> {
    let mut tables = TierTables::new(plan);
    extend(plan, of, &mut tables, plan.tiers(), options, budget)?;
    Ok(tables)
}

/// Builds the missing tiers with numbers below `end`.
///
/// # Errors
/// Returns the same errors as [`solve`]. The tiers that were completed before an error are not
/// removed.
pub fn extend<'p>(
    plan: &'p TierPlan<'p>,
    of: usize,
    tables: &mut TierTables,
    end: usize,
    options: &dyn Fn() -> Box<dyn OptionLister + 'p>,
    budget: &Budget<'_>,
) -> Result<(), TierError> {
    for tier in tables.tier_count()..end {
        let entries = whole_tier(
            plan,
            tier,
            of,
            tables,
            options,
            &budget.with_memory(budget.memory.saturating_sub(tables.bytes())),
        )?;
        tables.push(entries);
    }
    Ok(())
}

/// Returns the entries of a tier, given the entries of all lower tiers.
fn whole_tier<'p>(
    plan: &'p TierPlan<'p>,
    tier: usize,
    of: usize,
    lower: &TierTables,
    options: &dyn Fn() -> Box<dyn OptionLister + 'p>,
    budget: &Budget<'_>,
) -> Result<Vec<PackedCodes>, TierError> {
    let begun = |share| Share::with_options(plan, tier, share, of, lower, options());
    let mut shares = (0..of).map(begun).collect::<Result<Vec<_>, _>>()?;
    let mut written: Vec<Vec<Vec<u8>>> = vec![vec![Vec::new(); of]; of];
    let mut round = Some(0);
    while let Some(now) = round {
        let mut steps = Vec::with_capacity(of);
        for (reader, share) in shares.iter_mut().enumerate() {
            let read: Vec<&[u8]> = written.iter().map(|by| &by[reader][..]).collect();
            steps.push(share.step(now, &read, budget)?);
        }
        round = steps.iter().filter_map(|step| step.next).min();
        written = steps.into_iter().map(|step| step.out).collect();
    }
    let mut bytes = shares.iter().map(Share::bytes).sum::<u64>();
    let mut entries = Vec::new();
    for block in shares.into_iter().flat_map(Share::entries) {
        bytes += block.bytes().len() as u64;
        budget.allow_memory(bytes)?;
        entries.push(block);
    }
    Ok(entries)
}
