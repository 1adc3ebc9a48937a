//! Queries to a store of a large table. The store acts as a theorem for the game of its table and
//! reads one block for each queried position. The answers of the theorem have the status of the
//! table: computed.

use std::sync::{Arc, Mutex, PoisonError};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use cluster::StoredTables;
use cluster::store::StoreError;
use cluster::store::manifest::Manifest;
use engines::tier_engine::MAX_REFERENCE_POSITIONS;
use facts::GameFacts;
use grundy::table_game::TableGame;
use rules::game::{Conventions, GameId, Outcome, Rules};
use rules::ir::Int;
use rules::printer::print_game;
use rules::world::World;
use tablebase::{DecodedEntry, TableKind, TierPlan};
use theory::theorem::{ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

use crate::error::LargeTableError;
use crate::table_spec::OpenedStore;

/// A callback that receives the error if a block cannot be read.
type ReadErrorHandler = Arc<dyn Fn(&StoreError) + Send + Sync>;

/// Maximum size of the cached blocks, in bytes.
const MAX_CACHED_BLOCK_BYTES: u64 = 64 << 20;

/// A store that a front end can query.
pub struct AttachedStore {
    /// The theorem that answers queries from the store. The front end should place this theorem
    /// before other theorems.
    pub theorem: Arc<dyn Theorem>,
    /// The manifest of the store.
    pub manifest: Manifest,
    /// Names in the store that are not names of objects ([`crate::foreign_words`]).
    pub foreign: Vec<String>,
}

/// Opens a store, given as a folder or a URL, as a theorem of the game of the store. `source` is
/// the source that the theorem states. If a block that a query needs cannot be read, `broken`
/// receives the error. After an error, the query is stopped or reports no remoteness. The front end
/// must therefore discard every answer that is computed after a call of `broken`.
///
/// The memory of the store's plan is not freed until the program ends.
///
/// # Errors
/// Returns a [`LargeTableError`] if there is no store, the store cannot be read, its table is
/// incomplete, or its rules do not match its manifest.
pub fn theorem(
    store: &str,
    source: &'static str,
    broken: ReadErrorHandler,
    budget: &Budget<'_>,
) -> Result<AttachedStore, LargeTableError> {
    let held = OpenedStore::open(store, budget)?;
    let shares = held.manifest.shares;
    held.expect_whole()?;
    let foreign = held.foreign()?;
    // The plan is never freed, because the table may be queried until the program ends.
    let held: &'static OpenedStore = Box::leak(Box::new(held));
    let plan: &'static TierPlan<'static> = Box::leak(Box::new(held.plan(budget)?));
    let manifest = held.manifest.clone();
    let table = Arc::new(Mutex::new(StoredTables::new(
        plan,
        held.store(),
        shares,
        MAX_CACHED_BLOCK_BYTES,
    )));
    let theorem = StoreTheorem {
        big: &held.opened.big,
        plan,
        manifest: manifest.clone(),
        table,
        source,
        location: store.to_owned(),
        broken,
    };
    Ok(AttachedStore {
        theorem: Arc::new(theorem),
        manifest,
        foreign,
    })
}

/// A store with its plan.
struct StoreTheorem {
    big: &'static TableGame,
    plan: &'static TierPlan<'static>,
    manifest: Manifest,
    table: Arc<Mutex<StoredTables<'static>>>,
    source: &'static str,
    /// The folder or URL, as the caller wrote it.
    location: String,
    broken: ReadErrorHandler,
}

impl StoreTheorem {
    /// Returns whether the table belongs to a given game with identical rules.
    fn is_of(&self, world: &World, game: GameId) -> bool {
        let Manifest {
            game: name, rules, ..
        } = &self.manifest;
        world.name(game) == name
            && world
                .declaration_of(game)
                .is_some_and(|own| print_game(own.decl()) == *rules)
    }
}

impl Theorem for StoreTheorem {
    fn name(&self) -> &'static str {
        "store"
    }

    fn statement(&self) -> Text {
        text!(
            "an entry of a table that was built tier by tier; `grundy big check --all` compares each entry with the entries of its options",
            "逐层生成的表中的条目；`grundy big check --all` 把每个条目与其后继的条目相比较"
        )
    }

    fn rests_on(&self) -> Option<&str> {
        Some(&self.location)
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn given_for(&self, world: &World, game: GameId) -> Option<(&str, bool)> {
        Some((&self.manifest.game, self.is_of(world, game)))
    }

    fn leaves_one(&self, _: &GameFacts) -> bool {
        self.plan.what != TableKind::Values
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let game = &self.manifest.game;
        if !self.is_of(case.world, case.game) {
            return Err(text!("the store contains a table of {game}", "该存储属于 {game}").into());
        }
        let own: Conventions = self.big.world.rules(self.big.game).conventions();
        if case.conventions != own {
            return Err(text!(
                "the table was built under the conventions of the rules",
                "该表按规则中的约定生成"
            )
            .into());
        }
        Ok(Box::new(StoreForm {
            plan: self.plan,
            table: self.table.clone(),
            broken: self.broken.clone(),
            name: game.clone(),
            location: self.location.clone(),
        }))
    }

    fn applies_to(&self, rules: &dyn Rules) -> bool {
        rules.game().is_some()
    }
}

/// A closed form that looks up positions in a store.
struct StoreForm {
    plan: &'static TierPlan<'static>,
    table: Arc<Mutex<StoredTables<'static>>>,
    broken: ReadErrorHandler,
    name: String,
    location: String,
}

impl StoreForm {
    fn lookup(&self, slots: &[Int]) -> Result<Option<DecodedEntry>, StopReason> {
        self.table
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .lookup(slots)
            .map_err(|fault| {
                // Unreadable data must not lead to an answer, and the trait has no error for
                // unreadable data.
                (self.broken)(&fault);
                StopReason::Cancelled
            })
    }
}

impl ClosedForm for StoreForm {
    fn summary(&self) -> Text {
        let (name, places, tiers) = (&self.name, self.plan.places(), self.plan.tiers());
        text!(
            "a store of {name}: {places} places in {tiers} tiers",
            "{name} 的存储：{tiers} 层中的 {places} 个位置"
        )
    }

    fn knows_values(&self) -> bool {
        self.plan.what == TableKind::Values
    }

    fn beyond_reach(&self, greatest: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        Ok(self.plan.beyond(greatest).map(|(high, number)| {
            text!(
                "the table ends at {high}, below {number}",
                "该表只到 {high}，不到 {number}"
            )
        }))
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(match self.lookup(slots)? {
            Some(DecodedEntry::Value(value)) => Some(value),
            _ => None,
        })
    }

    fn outcome(&self, slots: &[Int], _: &Budget<'_>) -> Result<Outcome, StopReason> {
        Ok(match self.lookup(slots)? {
            Some(DecodedEntry::Wins(outcome, _) | DecodedEntry::Outcome(outcome)) => outcome,
            Some(DecodedEntry::Value(value)) => value.outcome(),
            Some(DecodedEntry::Draw) | None => Outcome::D,
        })
    }

    fn rests_on(&self) -> Option<&str> {
        Some(&self.location)
    }

    fn spares_many(&self) -> bool {
        self.plan.places() > MAX_REFERENCE_POSITIONS as u64
    }

    fn remoteness(&self, slots: &[Int]) -> Option<u64> {
        match self.lookup(slots).ok()?? {
            DecodedEntry::Wins(_, moves) => Some(moves),
            _ => None,
        }
    }
}
