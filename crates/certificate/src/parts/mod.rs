//! Grundy values of positions on a set or a word, part by part, where the moves are a fixed list
//! and take cells, as `clauses` tells them: elements that are there, or are not, or letters that do
//! not come back. A move *may be made* as long as all cells are there that it needs, even where
//! others bar it that may go. What no such move depends on is left out; what none joins are
//! summands, and stay so, for there are never more such moves. The value of a part is shown from
//! those of the parts of its options (Sprague 1935, Grundy 1939), or no more than that it is not a
//! certain number (Lemoine and Viennot 2012), or by a mirror. Parts are alike where a map takes the
//! moves of one to those of the other: each time that is tested. The checker makes the options by
//! the rules, divides them and finds what they are alike to by itself, so that a row need only name
//! its part.

mod element_set;
mod moves;
mod symmetry;
pub(crate) mod syntax;

use std::cell::{Cell, RefCell};

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::game::{Conventions, GameId, OptionArena, Outcome};
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::{FxHashMap, FxHashSet};

pub use element_set::ElementSet;
use moves::PartMoves;
pub use symmetry::PartSymmetry;

use crate::values::{check_component, mex};
use crate::work_limits::shifted;
use crate::{CertificateError, CertificateReport, VerifiedRows, words};

/// The values of parts of positions, and of other components of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartsProof {
    /// Games by their parts.
    pub games: Vec<GameParts>,
    /// Components of other games, as in a list of values.
    pub others: Vec<(Component, u64)>,
}

/// What is shown of the parts of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameParts {
    /// The game.
    pub game: GameId,
    /// Where parts are looked for that others are alike to.
    pub alike: PartSymmetry,
    /// Parts, each after those it rests on.
    pub rows: Vec<PartRow>,
}

/// What is shown of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartRow {
    /// The part: one that no live move leaves apart, with nothing that no live move needs.
    pub part: ElementSet,
    /// What is shown.
    pub told: PartClaim,
}

/// What is shown of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartClaim {
    /// Its value: no option has it, some option has each lesser number.
    Is(u64),
    /// A number that is not its value, since an option has it.
    IsNot(u64),
    /// Its value is 0: a map, told by its number, takes the part to itself and is its own inverse,
    /// and no move takes what its image needs. The second player answers with the image of each
    /// move.
    Mirror(u64),
}

/// What is known of a part.
#[derive(Clone, Debug, Default)]
struct VerifiedPart {
    value: Option<u64>,
    /// Numbers that are not its value.
    excluded: Vec<u64>,
}

/// Parts of a game that are verified.
#[derive(Debug)]
pub(crate) struct VerifiedParts {
    moves: PartMoves,
    alike: PartSymmetry,
    known: FxHashMap<ElementSet, VerifiedPart>,
    /// For parts that were met the row to which they are alike.
    met: RefCell<FxHashMap<ElementSet, ElementSet>>,
    /// Parts whose moves were compared with the rules.
    compared: FxHashSet<ElementSet>,
    /// Small steps of look-ups that were not yet counted by a budget.
    spent: Cell<usize>,
}

/// Bytes that a row takes, about, with the parts that were found alike to it.
const ROW: u64 = 1_000;

pub(crate) fn refuse<T>(reason: Text) -> Result<T, CertificateError> {
    Err(CertificateError::Parts { reason })
}

/// Refuses a row, told by its number.
fn refuse_row<T>(entry: usize, Text { en, zh }: Text) -> Result<T, CertificateError> {
    refuse(text!("row {entry}: {en}", "第 {entry} 项：{zh}"))
}

impl VerifiedParts {
    pub fn new(
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<VerifiedParts, CertificateError> {
        let moves = PartMoves::from_rules(world, game, budget)?;
        Ok(VerifiedParts {
            moves,
            alike: PartSymmetry::Plane,
            known: FxHashMap::default(),
            met: RefCell::default(),
            compared: FxHashSet::default(),
            spent: Cell::new(0),
        })
    }

    /// Verifies rows and takes them in; what is known already is passed over.
    pub fn extend(
        &mut self,
        world: &World,
        proof: &GameParts,
        budget: &Budget<'_>,
    ) -> Result<usize, CertificateError> {
        proof.alike.check(&self.moves, budget)?;
        self.alike = proof.alike.clone();
        budget.allow_memory(proof.rows.len() as u64 * ROW)?;
        let mut options = OptionArena::new();
        let mut new = 0;
        let heads = proof.alike.lines();
        for (entry, row) in (1..).zip(&proof.rows) {
            budget.item(heads + entry);
            budget.steps(1 + self.spent.take())?;
            let inside = row
                .part
                .last()
                .is_some_and(|last| last < self.moves.elements);
            let known = if inside {
                self.find(row.part).map(|row| &self.known[&row])
            } else {
                None
            };
            let says = |known: &VerifiedPart| match row.told {
                PartClaim::Is(value) => known.value == Some(value),
                PartClaim::Mirror(_) => known.value == Some(0),
                PartClaim::IsNot(value) => known.excluded.contains(&value),
            };
            if known.is_some_and(says) {
                continue;
            }
            self.row(world, entry, row, &mut options, budget)?;
            new += 1;
            budget.report(entry as u64, Some(proof.rows.len() as u64));
        }
        Ok(new)
    }

    /// Verifies a row and takes it in.
    fn row(
        &mut self,
        world: &World,
        entry: usize,
        &PartRow { part, told }: &PartRow,
        options: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        self.spend(2 * self.moves.count(part));
        if part.last().is_none_or(|last| last >= self.moves.elements)
            || self.moves.parts(part) != [part]
        {
            return refuse_row(
                entry,
                text!("{part} is not one part", "{part} 不是一个部分"),
            );
        }
        if !self.compared.contains(&part) {
            self.moves.compare(world, part, options, budget)?;
            self.compared.insert(part);
        }
        match told {
            PartClaim::Mirror(map) => {
                if !self.alike.is_mirror(map, part, &self.moves) {
                    return refuse_row(
                        entry,
                        text!(
                            "map {map} is no mirror of {part}",
                            "映射 {map} 不是 {part} 的镜像"
                        ),
                    );
                }
            }
            PartClaim::Is(value) => {
                let mut seen = self.options(entry, part, Some(value), budget)?;
                let expected = mex(&mut seen);
                if value != expected {
                    return refuse_row(
                        entry,
                        text!(
                            "the mex of {part} is {expected}, not {value}",
                            "{part} 的 mex 为 {expected}，不是 {value}"
                        ),
                    );
                }
            }
            PartClaim::IsNot(value) => {
                if !self.options(entry, part, None, budget)?.contains(&value) {
                    return refuse_row(
                        entry,
                        text!(
                            "no option of {part} has the value {value}",
                            "{part} 没有值为 {value} 的后继"
                        ),
                    );
                }
            }
        }
        // Of rows that are alike one holds what all of them show: a part may be alike to a row by
        // maps that do not make it canonical.
        let home = self.find(part).unwrap_or(part);
        let known = self.known.entry(home).or_default();
        match told {
            PartClaim::Is(value) => known.value = Some(value),
            PartClaim::Mirror(_) => known.value = Some(0),
            PartClaim::IsNot(value) => known.excluded.push(value),
        }
        Ok(())
    }

    /// The values of the options of a part, as far as they are known; if a number is named, every
    /// other option must be known not to be worth it.
    fn options(
        &self,
        entry: usize,
        part: ElementSet,
        but: Option<u64>,
        budget: &Budget<'_>,
    ) -> Result<Vec<u64>, CertificateError> {
        let left: FxHashSet<ElementSet> = self
            .moves
            .live(part)
            .map(|act| part.minus(act.takes))
            .collect();
        let mut values = Vec::new();
        budget.steps(self.moves.count(part))?;
        for position in left {
            let (sum, open) = self.sum(position);
            budget.steps(1 + self.spent.take())?;
            match (&open[..], but) {
                ([], _) => values.push(sum),
                ([one], Some(value))
                    if one.is_some_and(|row| {
                        self.known[&row].excluded.contains(&nimber::sum(value, sum))
                    }) => {}
                (_, None) => {}
                (_, Some(value)) => {
                    return refuse_row(
                        entry,
                        text!(
                            "the option {position} of {part} may be worth {value}",
                            "{part} 的后继 {position} 的值可能为 {value}"
                        ),
                    );
                }
            }
        }
        Ok(values)
    }

    /// The nim-sum of the parts of a position that are valued, and the rows of the others; `None`
    /// for a part without a row.
    fn sum(&self, position: ElementSet) -> (u64, Vec<Option<ElementSet>>) {
        let (mut sum, mut open) = (0, Vec::new());
        let parts = self.moves.parts(position);
        self.spend(self.moves.count(position) * (1 + parts.len()));
        for part in parts {
            let row = self.find(part);
            match row.and_then(|row| self.known[&row].value) {
                Some(value) => sum = nimber::sum(sum, value),
                None => open.push(row),
            }
        }
        (sum, open)
    }

    fn spend(&self, steps: usize) {
        self.spent.set(self.spent.get().saturating_add(steps));
    }

    /// The row that tells of a part, or of one that it is alike to.
    fn find(&self, part: ElementSet) -> Option<ElementSet> {
        if self.known.contains_key(&part) {
            return Some(part);
        }
        if let Some(row) = self.met.borrow().get(&part) {
            return Some(*row);
        }
        // A map that does not keep the moves may lead to a row too: another one is looked for then.
        let is_alike = |(image, map): &(ElementSet, symmetry::ElementMap)| {
            self.spend(1 + self.moves.elements / 16);
            self.known.contains_key(image) && {
                self.spend(self.moves.count(part));
                symmetry::keeps(map, part, *image, &self.moves)
            }
        };
        let row = self
            .alike
            .images(part, &self.moves)
            .find(is_alike)
            .map(|(image, _)| image);
        row.inspect(|row| {
            self.met.borrow_mut().insert(part, *row);
        })
    }

    /// The value of a position of the game.
    pub fn value(&self, world: &World, component: &Component) -> Result<u64, CertificateError> {
        match self.sum(self.moves.position(&component.slots)) {
            (sum, open) if open.is_empty() => Ok(sum),
            _ => Err(CertificateError::NotListed {
                position: world.show(component.game, &component.slots),
            }),
        }
    }

    /// Whether a position is shown not to have a value that is not known.
    pub fn is_not(&self, component: &Component, value: u64) -> bool {
        let (sum, open) = self.sum(self.moves.position(&component.slots));
        matches!(open[..], [Some(row)] if self.known[&row].excluded.contains(&nimber::sum(value, sum)))
    }
}

/// All rows, verified, and how many there are.
fn verified(
    world: &World,
    sum: &SumPosition,
    proof: &PartsProof,
    budget: &Budget<'_>,
) -> Result<(VerifiedRows, usize), CertificateError> {
    for component in &sum.0 {
        check_component(world, component, budget)?;
    }
    let mut verified = VerifiedRows::default();
    // The rows of other games come last.
    let lines = |game: &GameParts| game.alike.lines() + game.rows.len() + 1;
    shifted(budget, proof.games.iter().map(lines).sum(), |budget| {
        verified.extend(world, &proof.others, budget)
    })?;
    let mut line = 1;
    for game in &proof.games {
        shifted(budget, line, |budget| {
            verified.extend_parts(world, game, budget)
        })?;
        line += lines(game);
    }
    let rows = proof
        .games
        .iter()
        .map(|game| game.rows.len())
        .sum::<usize>();
    Ok((verified, rows + proof.others.len()))
}

/// Verifies that a sum has this Grundy value under normal play.
///
/// # Panics
/// If a component names a game that `world` did not return.
///
/// # Errors
/// [`CertificateError`] with the first thing that is wrong, or if the budget ends.
pub fn check_parts(
    world: &World,
    sum: &SumPosition,
    value: u64,
    proof: &PartsProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let (verified, entries) = verified(world, sum, proof, budget)?;
    let expected = verified.value(world, sum)?;
    if value != expected {
        return Err(CertificateError::ClaimedValue {
            position: sum.show(world),
            expected,
            got: value,
        });
    }
    Ok(CertificateReport {
        claim: words::value(world, sum, value),
        rests_on: words::rests_on_parts(),
        entries,
    })
}

/// Verifies that a disjunctive sum has this outcome under normal play: P exactly when its value
/// is 0.
///
/// # Panics
/// If a component names a game that `world` did not return.
///
/// # Errors
/// [`CertificateError`] with the first thing that is wrong, or if the budget ends.
pub fn check_outcome_by_parts(
    world: &World,
    sum: &SumPosition,
    outcome: Outcome,
    proof: &PartsProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let (verified, entries) = verified(world, sum, proof, budget)?;
    let expected = if verified.is_not_zero(world, sum)? {
        Outcome::N
    } else {
        Outcome::P
    };
    if outcome != expected {
        return Err(CertificateError::ClaimedOutcome {
            position: sum.show(world),
            expected,
            got: outcome,
        });
    }
    Ok(CertificateReport {
        claim: words::outcome(world, sum, Conventions::default(), outcome),
        rests_on: words::rests_on_parts(),
        entries,
    })
}
