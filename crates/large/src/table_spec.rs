//! The specification of a table: a game and the kind of the entries, or an existing store.

use base::budget::Budget;
use base::text;
use cluster::open_backend;
use cluster::store::manifest::Manifest;
use cluster::store::{MANIFEST, StorageBackend, StoreError, TableStore};
use grundy::table_game::TableGame;
use grundy::{Session, SolveError};
use tablebase::{TableKind, TierPlan};

use crate::error::LargeTableError;

/// All kinds of tables, each with its name in manifests and options.
const WORDS: [(&str, TableKind); 3] = [
    ("outcomes", TableKind::Outcomes),
    ("remoteness", TableKind::Remoteness),
    ("values", TableKind::Values),
];

/// Returns the name of a kind of table.
pub fn kind_name(what: TableKind) -> &'static str {
    WORDS
        .iter()
        .find(|(_, known)| *known == what)
        .map_or("", |(word, _)| word)
}

/// Parses the name of a kind of table; `None` if the name is unknown.
pub fn parse_kind(word: &str) -> Option<TableKind> {
    WORDS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, what)| *what)
}

/// A game and the kind of table to build for it.
pub struct TableSpec {
    /// The game.
    pub big: TableGame,
    /// The kind of the entries.
    pub what: TableKind,
    /// Whether lower tiers are streamed in order instead of looked up.
    pub stream: bool,
}

impl TableSpec {
    /// Creates the specification of a table. If `what` is `None`, the kind is remoteness for games
    /// with loopy or other special conventions, and values for plain games.
    pub fn new(big: TableGame, what: Option<TableKind>, stream: bool) -> TableSpec {
        let usual = if big.world.rules(big.game).conventions().is_plain() {
            TableKind::Values
        } else {
            TableKind::Remoteness
        };
        TableSpec {
            what: what.unwrap_or(usual),
            big,
            stream,
        }
    }

    /// Returns the plan of the table with its tiers.
    ///
    /// # Errors
    /// Returns an error with the condition that fails, or if the budget runs out.
    pub fn plan(&self, budget: &Budget<'_>) -> Result<TierPlan<'_>, SolveError> {
        Ok(self.big.plan(self.what, budget)?.streaming(self.stream))
    }

    /// Returns the manifest of a store with this number of shares per tier.
    pub(crate) fn manifest(&self, plan: &TierPlan<'_>, shares: usize) -> Manifest {
        let TableGame {
            world,
            game,
            tops,
            title,
            rules,
            ..
        } = &self.big;
        let ir = world
            .rules(*game)
            .game()
            .expect("large tables are made of rules");
        Manifest {
            game: title.clone(),
            tops: tops.clone(),
            what: kind_name(self.what).to_owned(),
            shares,
            measure: plan
                .measure()
                .map_or("-".to_owned(), |measure| measure.text(ir).en),
            tiers: (0..plan.tiers())
                .map(|tier| plan.tier(tier).index.size())
                .collect(),
            rules: rules.clone(),
        }
    }
}

/// An existing store with the table that it contains.
pub struct OpenedStore {
    place: Box<dyn StorageBackend>,
    /// The specification of the table.
    pub opened: TableSpec,
    /// The manifest of the store.
    pub manifest: Manifest,
}

impl OpenedStore {
    /// Opens a store, which is given as a folder or a URL. The rules are loaded from the manifest
    /// of the store.
    ///
    /// # Errors
    /// Returns [`LargeTableError::Absent`] if there is no store. Also returns an error if the store
    /// cannot be read or contains an unknown kind of table.
    pub fn open(store: &str, budget: &Budget<'_>) -> Result<OpenedStore, LargeTableError> {
        let place = open_backend(store)?;
        let manifest = Manifest::read(&*place)?.ok_or(LargeTableError::Absent)?;
        let mut session = Session::new();
        session.load_rules(MANIFEST, &manifest.rules)?;
        let big = session.big(&manifest.game, budget)?;
        let big = TableGame {
            tops: manifest.tops.clone(),
            ..big
        };
        let Some(what) = parse_kind(&manifest.what) else {
            let what = &manifest.what;
            return Err(LargeTableError::Store(StoreError::System(text!(
                "the store contains a table of the unknown kind `{what}`",
                "该存储的表属于未知的种类：`{what}`"
            ))));
        };
        Ok(OpenedStore {
            place,
            opened: TableSpec::new(big, Some(what), false),
            manifest,
        })
    }

    /// Returns the store with its identity.
    pub fn store(&self) -> TableStore<'_> {
        TableStore::new(&*self.place, &self.manifest)
    }

    /// Checks that the store contains the table of every share of every tier, including shares
    /// without entries.
    ///
    /// # Errors
    /// Returns [`StoreError::Missing`] with the name of the first missing table, or an error if the
    /// tables cannot be listed.
    pub fn expect_whole(&self) -> Result<(), StoreError> {
        let Manifest { tiers, shares, .. } = &self.manifest;
        for tier in 0..tiers.len() {
            if let Some(share) = cluster::missing_shares(&*self.place, tier, *shares)?.first() {
                return Err(StoreError::Missing(cluster::store::table_name(
                    tier, *share,
                )));
            }
        }
        Ok(())
    }

    /// Returns the names in the storage that are not names of objects, which a store ignores.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the names cannot be listed.
    pub fn foreign(&self) -> Result<Vec<String>, StoreError> {
        self.place.foreign()
    }

    /// Returns the plan of the table and checks that it matches the manifest.
    ///
    /// # Errors
    /// Returns a [`LargeTableError`] if the plan does not match the manifest or the budget runs
    /// out.
    pub fn plan(&self, budget: &Budget<'_>) -> Result<TierPlan<'_>, LargeTableError> {
        let plan = self.opened.plan(budget)?;
        match self
            .manifest
            .differs(&self.opened.manifest(&plan, self.manifest.shares))
        {
            Some(text) => Err(LargeTableError::Store(StoreError::System(text))),
            None => Ok(plan),
        }
    }
}
