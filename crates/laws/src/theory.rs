//! A game as automata: its positions, the positions that end play, and each case of a move with the
//! components that the move leaves.

use automata::{Automaton, LinearRelation, Track, atoms, conjunction};
use base::budget::{Budget, StopReason};
use base::text;
use clauses::{FloorFactor, LinearForm, MoveClause, PositionRegion, RuleClauses};
use rules::game::GameId;
use rules::ir::{Int, Slot};

use crate::clause_reader::{ClauseReader, irrational, too_large};
use crate::error::LawError;
use crate::law::{Law, LawOutput};
use crate::numerals::LawNumerals;

/// A case of a move.
#[derive(Debug)]
pub struct TheoryMove {
    /// The index of its rule.
    pub rule: usize,
    /// The conditions on the position, the choices and the components that the move leaves.
    pub said: Vec<Automaton>,
    /// The tracks of the slots of each component that the move leaves.
    pub left: Vec<Vec<Track>>,
    /// The index of each component's game among the other games; `None` for a component of this
    /// game.
    pub other: Vec<Option<usize>>,
    /// The runs of components that the move leaves.
    pub runs: Vec<TheoryRun>,
    /// The choices: sums of tracks with factors, and a constant.
    pub choices: Vec<(Vec<(Track, i128)>, i128)>,
    /// The first track that the case does not use.
    pub fresh: Track,
}

/// A run: a component for each number from the first up to, but excluding, the end.
#[derive(Clone, Copy, Debug)]
pub struct TheoryRun {
    /// The track with the first number, and the track with the number after the last number, each
    /// minus the least value of the slot.
    pub ends: [Track; 2],
    /// The index of the components' game among the other games; `None` for components of this game.
    pub other: Option<usize>,
}

/// The rules of a game in a numeration system.
#[derive(Debug)]
pub struct Theory {
    /// The numeration.
    pub numerals: LawNumerals,
    /// The least value of each slot.
    pub lows: Vec<i128>,
    /// A weight for each slot. The weighted sum of the slots decreases with each move.
    pub measure: Vec<i128>,
    /// A lower bound of the weighted sum of the slots, each minus its least value. This lower bound
    /// is derived from the bounds of the slots, if possible; otherwise it is 0.
    pub floor: i128,
    /// The positions.
    pub positions: Automaton,
    /// The positions from which play continues.
    pub open: Automaton,
    /// The positions that end play with a win for the player who moved to them.
    pub goal: Automaton,
    /// The positions that end play with a loss for the player who moved to them.
    pub trap: Automaton,
    /// The moves.
    pub moves: Vec<TheoryMove>,
    /// The laws of values of other games that moves lead into.
    pub others: Vec<(GameId, Law)>,
    /// Whether a law must also give nim-sums of runs, because moves of this game or of another game
    /// leave runs of components of this game.
    pub prefix: bool,
}

impl Theory {
    /// Builds the automata of a game's clauses over these slots. The measure is not trusted;
    /// [`prove`](crate::prove()) shows that the measure decreases.
    ///
    /// # Errors
    /// Returns [`LawError::Outside`] if a clause cannot be expressed in these numerals or leads to
    /// other games, or an error if the budget runs out.
    pub fn new(
        slots: &[Slot],
        clauses: &RuleClauses,
        measure: &[Int],
        numerals: LawNumerals,
        budget: &Budget<'_>,
    ) -> Result<Theory, LawError> {
        Theory::with_lemmas(Vec::new(), slots, clauses, measure, numerals, budget)
    }

    /// Builds the automata of a game's clauses, given the laws of values, in base 2, of the other
    /// games that moves may lead into.
    ///
    /// # Errors
    /// Returns the same errors as [`Theory::new`].
    pub fn with_lemmas(
        others: Vec<(GameId, Law)>,
        slots: &[Slot],
        clauses: &RuleClauses,
        measure: &[Int],
        numerals: LawNumerals,
        budget: &Budget<'_>,
    ) -> Result<Theory, LawError> {
        let lows: Vec<i128> = slots.iter().map(|slot| slot.low.into()).collect();
        // The checker must be able to read everything in a certificate, but the checker does not
        // support multiples of real numbers.
        let regions = [
            &clauses.positions,
            &clauses.goal,
            &clauses.trap,
            &clauses.open,
        ]
        .into_iter()
        .flatten()
        .map(|region| &region.quotients);
        let mut quotients = regions
            .chain(clauses.moves.iter().map(|clause| &clause.quotients))
            .flat_map(|quotients| quotients.values());
        if quotients.any(|(_, factor)| matches!(factor, FloorFactor::Times(_))) {
            return Err(irrational());
        }
        let region = |regions: &[PositionRegion]| build_regions(&numerals, &lows, regions, budget);
        let (positions, open) = (region(&clauses.positions)?, region(&clauses.open)?);
        let (goal, trap) = (region(&clauses.goal)?, region(&clauses.trap)?);
        let open = positions.and(&open, budget)?;
        let (goal, trap) = (positions.and(&goal, budget)?, positions.and(&trap, budget)?);
        let moves = clauses
            .moves
            .iter()
            .map(|clause| build_move(&numerals, &lows, clauses.game, &others, clause, budget))
            .collect::<Result<Vec<TheoryMove>, _>>()?;
        let prefix = moves
            .iter()
            .flat_map(|case| &case.runs)
            .any(|run| run.other.is_none());
        let measure: Vec<i128> = measure.iter().map(|&weight| weight.into()).collect();
        let floor = floor_of(slots, &measure);
        Ok(Theory {
            lows,
            measure,
            floor,
            positions,
            open,
            goal,
            trap,
            moves,
            others,
            prefix,
            numerals,
        })
    }

    /// Returns whether some position ends play at once.
    pub fn can_end(&self) -> bool {
        !self.goal.is_empty() || !self.trap.is_empty()
    }

    /// Returns the track of values.
    pub fn value_track(&self) -> Track {
        self.lows.len() as Track
    }
}

/// Returns the positions in one of several regions.
pub(crate) fn build_regions(
    numerals: &LawNumerals,
    lows: &[i128],
    regions: &[PositionRegion],
    budget: &Budget<'_>,
) -> Result<Automaton, LawError> {
    let slots = lows.len() as Track;
    let mut all = Automaton::truth(numerals.base(), false);
    for region in regions {
        let mut reading = ClauseReader::new(
            numerals,
            lows,
            region.variables,
            &region.atoms,
            slots,
            budget,
        )?;
        reading.quotients(&region.quotients)?;
        let hidden: Vec<Track> = (slots..reading.fresh()).collect();
        let said: Vec<&Automaton> = reading.said.iter().collect();
        all = all.or(&conjunction(&said, &hidden, budget)?, budget)?;
    }
    // Every slot is read, even if no region mentions it.
    Ok(all.and(
        &Automaton::all(numerals.base(), (0..slots).collect()),
        budget,
    )?)
}

fn build_move(
    numerals: &LawNumerals,
    lows: &[i128],
    game: GameId,
    others: &[(GameId, Law)],
    clause: &MoveClause,
    budget: &Budget<'_>,
) -> Result<TheoryMove, LawError> {
    // Two tracks for values follow the slots.
    let mut reading = ClauseReader::new(
        numerals,
        lows,
        clause.variables,
        &clause.atoms,
        lows.len() as Track + 2,
        budget,
    )?;
    // The game of a component, and the least values of its slots.
    let place = |left: GameId| match others.iter().position(|(other, _)| *other == left) {
        _ if left == game => Ok((None, lows)),
        Some(place) => Ok((Some(place), &others[place].1.lows[..])),
        None => Err(LawError::Outside(text!(
            "the moves of the game lead into another game",
            "其着法转入另一个游戏"
        ))),
    };
    let (mut left, mut other, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for component in &clause.left {
        let (place, lows) = place(component.game)?;
        left.push(
            component
                .slots
                .iter()
                .zip(lows)
                .map(|(form, &low)| reading.track_for(form, low))
                .collect::<Result<Vec<_>, _>>()?,
        );
        other.push(place);
    }
    for run in &clause.runs {
        let (other, lows) = place(run.each.game)?;
        let (&[low], [first, beyond]) = (lows, neighbours(run)?) else {
            return Err(several_numbers());
        };
        runs.push(TheoryRun {
            ends: [
                reading.track_for(&first, low)?,
                reading.track_for(&beyond, low)?,
            ],
            other,
        });
    }
    let choices = clause
        .choices
        .iter()
        .map(|form| reading.form(form))
        .collect::<Result<_, _>>()?;
    let fresh = reading.fresh();
    Ok(TheoryMove {
        rule: clause.rule,
        said: reading.said,
        left,
        other,
        runs,
        choices,
        fresh,
    })
}

/// Returns the first number of the components of a run, and the number after the last number, if
/// the numbers are consecutive.
fn neighbours(run: &clauses::ComponentRange) -> Result<[LinearForm; 2], LawError> {
    let [form] = &run.each.slots[..] else {
        return Err(several_numbers());
    };
    let (low, high) = match form.terms.get(&run.variable) {
        Some(1) => (&run.low, &run.high),
        Some(-1) => (&run.high, &run.low),
        _ => {
            let why = text!(
                "a move leaves a run of components whose numbers are not consecutive",
                "某着法留下的一串部分，其数并不相邻"
            );
            return Err(LawError::Outside(why));
        }
    };
    let beyond = form
        .with(run.variable, high)
        .and_then(|last| last.plus(1, &LinearForm::constant(1)));
    let ends = form
        .with(run.variable, low)
        .zip(beyond)
        .ok_or_else(too_large)?;
    Ok(ends.into())
}

fn several_numbers() -> LawError {
    LawError::Outside(text!(
        "a move leaves a run of components with several numbers each",
        "某着法留下的一串部分各有多个数"
    ))
}

impl TheoryMove {
    /// Returns the conditions of the case, together with the condition that the components that it
    /// leaves have the value on a given track.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    pub(crate) fn with_value(
        &self,
        theory: &Theory,
        law: &Law,
        value: Track,
        budget: &Budget<'_>,
    ) -> Result<Vec<Automaton>, StopReason> {
        let mut said = self.said.clone();
        match (&self.left[..], law.kind) {
            _ if !self.runs.is_empty() => {
                let mut fresh = self.fresh;
                let mut values = vec![value];
                let mut next = || {
                    values.push(fresh);
                    fresh += 1;
                    fresh - 1
                };
                for (place, component) in self.left.iter().enumerate() {
                    said.push(self.law_at(place, theory, law).on_tracks(
                        component,
                        next(),
                        budget,
                    )?);
                }
                for TheoryRun { ends, other } in &self.runs {
                    for &end in ends {
                        // A law without nim-sums gives no condition.
                        let before = other
                            .map_or(law, |other| &theory.others[other].1)
                            .sum_before(end, next(), budget)?;
                        said.push(
                            before
                                .unwrap_or_else(|| Automaton::truth(theory.numerals.base(), false)),
                        );
                    }
                }
                said.push(atoms::nim_sum(2, &values, budget)?);
            }
            // A move that leaves no component leaves the opponent without a move.
            ([], LawOutput::Values | LawOutput::PowersOfValues) => {
                let of_nothing = if law.kind == LawOutput::PowersOfValues {
                    -1
                } else {
                    0
                };
                said.push(theory.numerals.linear(
                    &[(value, 1)],
                    of_nothing,
                    LinearRelation::Equal,
                    budget,
                )?);
            }
            ([], LawOutput::Outcomes) => {}
            ([component], _) => said.push(
                self.law_at(0, theory, law)
                    .on_tracks(component, value, budget)?,
            ),
            (components, _) => {
                let values: Vec<Track> = (self.fresh..).take(components.len()).collect();
                for (place, (component, &value)) in components.iter().zip(&values).enumerate() {
                    said.push(
                        self.law_at(place, theory, law)
                            .on_tracks(component, value, budget)?,
                    );
                }
                said.push(atoms::nim_sum(
                    2,
                    &[&values[..], &[value]].concat(),
                    budget,
                )?);
            }
        }
        Ok(said)
    }

    /// Returns the law of the component with an index: the law of this game, or of another game.
    fn law_at<'l>(&self, place: usize, theory: &'l Theory, own: &'l Law) -> &'l Law {
        self.other[place].map_or(own, |other| &theory.others[other].1)
    }

    /// Returns the condition that the measure of a component that the move leaves is at least the
    /// measure of the position.
    pub(crate) fn no_less(
        &self,
        theory: &Theory,
        component: &[Track],
        budget: &Budget<'_>,
    ) -> Result<Automaton, LawError> {
        no_less(theory, component, 0, budget)
    }
}

/// Returns a lower bound of a weighted sum of numbers, derived from their maximum values; if this
/// is impossible, returns 0, which must be proved.
pub(crate) fn floor_of(slots: &[Slot], weights: &[i128]) -> i128 {
    let bounded = slots.iter().zip(weights).filter(|(_, weight)| **weight < 0);
    let least = |(slot, weight): (&Slot, &i128)| {
        weight.checked_mul(i128::from(slot.high?) - i128::from(slot.low))
    };
    bounded.map(least).sum::<Option<i128>>().unwrap_or(0)
}

impl TheoryRun {
    /// Returns the conditions that the measure of the first component, and of the last component,
    /// is at least the measure of the position. The measures of the components in between are at
    /// most one of these two measures.
    pub(crate) fn no_less(
        &self,
        theory: &Theory,
        budget: &Budget<'_>,
    ) -> Result<[Automaton; 2], LawError> {
        let [first, beyond] = self.ends;
        let last = theory.measure.iter().sum();
        Ok([
            no_less(theory, &[first], 0, budget)?,
            no_less(theory, &[beyond], last, budget)?,
        ])
    }
}

/// Returns the condition that the measure of the position is at most the measure of a component on
/// given tracks, minus a constant.
fn no_less(
    theory: &Theory,
    component: &[Track],
    less: i128,
    budget: &Budget<'_>,
) -> Result<Automaton, LawError> {
    let before = theory
        .measure
        .iter()
        .enumerate()
        .map(|(slot, &weight)| (slot as Track, weight));
    let after = component
        .iter()
        .zip(&theory.measure)
        .map(|(&track, &weight)| (track, -weight));
    Ok(theory.numerals.linear(
        &before.chain(after).collect::<Vec<_>>(),
        less,
        LinearRelation::AtMost,
        budget,
    )?)
}
