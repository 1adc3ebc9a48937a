//! Which table is meant: a game that was read and what is wanted of it, or the store of one.

use base::budget::Budget;
use base::text;
use cluster::open_backend;
use cluster::store::manifest::Manifest;
use cluster::store::{MANIFEST, StorageBackend, StoreError, TableStore};
use grundy::table_game::TableGame;
use grundy::{Session, SolveError};
use tablebase::{TableKind, TierPlan};

use crate::error::LargeTableError;

/// All that a table may say, as it is written in manifests and options.
const WORDS: [(&str, TableKind); 3] = [
    ("outcomes", TableKind::Outcomes),
    ("remoteness", TableKind::Remoteness),
    ("values", TableKind::Values),
];

/// What a table says, in a word.
pub fn kind_name(what: TableKind) -> &'static str {
    WORDS
        .iter()
        .find(|(_, known)| *known == what)
        .map_or("", |(word, _)| word)
}

/// What a table says, by its word.
pub fn parse_kind(word: &str) -> Option<TableKind> {
    WORDS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, what)| *what)
}

/// A game that was read, and what is wanted of it.
pub struct TableSpec {
    /// The game.
    pub big: TableGame,
    /// What the table says.
    pub what: TableKind,
    /// Lower tiers are read in order.
    pub stream: bool,
}

impl TableSpec {
    /// A game with what is asked of it; unless something is, remoteness of games that may go round
    /// and values of others.
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

    /// The tiers of the table.
    ///
    /// # Errors
    /// With the condition that fails; or if the budget ends.
    pub fn plan(&self, budget: &Budget<'_>) -> Result<TierPlan<'_>, SolveError> {
        Ok(self.big.plan(self.what, budget)?.streaming(self.stream))
    }

    /// What its store says of itself, of so many shares a tier.
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

/// A store that is there: where it lies, and what it is of.
pub struct OpenedStore {
    place: Box<dyn StorageBackend>,
    /// The game.
    pub opened: TableSpec,
    /// What the store says of itself.
    pub manifest: Manifest,
}

impl OpenedStore {
    /// The store that a person means, a folder or a URL. Its rules are those that it brings along.
    ///
    /// # Errors
    /// [`LargeTableError::Absent`] if there is none; if it cannot be read, or is of a table that
    /// this program does not know.
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
                "the store is a table of `{what}`, which this program does not know",
                "该存储是 `{what}` 的表，本程序不认识"
            ))));
        };
        Ok(OpenedStore {
            place,
            opened: TableSpec::new(big, Some(what), false),
            manifest,
        })
    }

    /// Its objects.
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

    /// Names in its place that are not of its objects: they are left alone.
    ///
    /// # Errors
    /// If they cannot be listed.
    pub fn foreign(&self) -> Result<Vec<String>, StoreError> {
        self.place.foreign()
    }

    /// The tiers of its table, which must be those of the manifest.
    ///
    /// # Errors
    /// If they are not, or the budget ends.
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
