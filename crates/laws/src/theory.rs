//! A game as automata: its positions, those that end play, and each case of a move with what it leaves.

use automata::{Automaton, Relation, Track, conjunction};
use base::budget::Budget;
use base::text;
use clauses::{Clause, Clauses, Region};
use rules::ir::{Int, Slot};
use rules::world::World;

use crate::Halt;
use crate::numerals::Numerals;
use crate::tracks::Reading;

/// A case of a move.
#[derive(Debug)]
pub struct Move {
    /// The rule that it comes from.
    pub rule: usize,
    /// What holds of the position, the choice and what is left.
    pub said: Vec<Automaton>,
    /// The tracks of the slots of each component left.
    pub left: Vec<Vec<Track>>,
    /// The first track that the case does not use.
    pub fresh: Track,
}

/// The rules of a game in a numeration system.
#[derive(Debug)]
pub struct Theory {
    /// How numbers are written.
    pub numerals: Numerals,
    /// The least value of each slot.
    pub lows: Vec<i128>,
    /// A number for each slot: their sum with the slots falls with each move.
    pub measure: Vec<i128>,
    /// What the sum of the measure with the slots, each less its least value, is at least: as far as the slots' bounds tell, else 0.
    pub floor: i128,
    /// The positions.
    pub positions: Automaton,
    /// Those from which play goes on.
    pub open: Automaton,
    /// Those that win for who makes them.
    pub goal: Automaton,
    /// Those that lose for who makes them.
    pub trap: Automaton,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Theory {
    /// The automata of a game's clauses. The measure is shown to fall by [`prove`](crate::prove()), not trusted.
    ///
    /// # Errors
    /// [`Halt::Outside`] if a clause cannot be said in these numerals, or leads to other games; if the budget ends.
    pub fn new(world: &World, clauses: &Clauses, measure: &[Int], numerals: Numerals, budget: &Budget<'_>) -> Result<Theory, Halt> {
        let slots = world.rules(clauses.game).slots();
        let lows: Vec<i128> = slots.iter().map(|slot| slot.low.into()).collect();
        let region = |regions: &[Region]| regions_of(&numerals, &lows, regions, budget);
        let (positions, open) = (region(&clauses.positions)?, region(&clauses.open)?);
        let (goal, trap) = (region(&clauses.goal)?, region(&clauses.trap)?);
        let open = positions.and(&open, budget)?;
        let (goal, trap) = (positions.and(&goal, budget)?, positions.and(&trap, budget)?);
        let moves = clauses.moves.iter().map(|clause| of_clause(&numerals, &lows, clauses, clause, budget)).collect::<Result<_, _>>()?;
        let measure: Vec<i128> = measure.iter().map(|&weight| weight.into()).collect();
        let bounded = slots.iter().zip(&measure).filter(|(_, weight)| **weight < 0);
        let least = |(slot, weight): (&Slot, &i128)| weight.checked_mul(i128::from(slot.high?) - i128::from(slot.low));
        let floor = bounded.map(least).sum::<Option<i128>>().unwrap_or(0);
        Ok(Theory { lows, measure, floor, positions, open, goal, trap, moves, numerals })
    }

    /// Whether some position ends play at once.
    pub fn can_end(&self) -> bool {
        !self.goal.is_empty() || !self.trap.is_empty()
    }

    /// The track of values.
    pub fn value_track(&self) -> Track {
        self.lows.len() as Track
    }
}

/// The positions in one of several regions.
pub(crate) fn regions_of(numerals: &Numerals, lows: &[i128], regions: &[Region], budget: &Budget<'_>) -> Result<Automaton, Halt> {
    let slots = lows.len() as Track;
    let mut all = Automaton::truth(numerals.base(), false);
    for region in regions {
        let reading = Reading::new(numerals, lows, region.variables, &region.atoms, slots, budget)?;
        reading.quotients(&region.quotients)?;
        let hidden: Vec<Track> = (slots..reading.fresh()).collect();
        let said: Vec<&Automaton> = reading.said.iter().collect();
        all = all.or(&conjunction(&said, &hidden, budget)?, budget)?;
    }
    // Every slot is read, spoken of or not.
    Ok(all.and(&Automaton::all(numerals.base(), (0..slots).collect()), budget)?)
}

fn of_clause(numerals: &Numerals, lows: &[i128], clauses: &Clauses, clause: &Clause, budget: &Budget<'_>) -> Result<Move, Halt> {
    // Two tracks for values stand after the slots.
    let mut reading = Reading::new(numerals, lows, clause.variables, &clause.atoms, lows.len() as Track + 2, budget)?;
    reading.quotients(&clause.quotients)?;
    if !clause.runs.is_empty() {
        return Err(Halt::Outside(text!("a move leaves as many components as the position says", "某着法留下的部分数由局面决定")));
    }
    let mut left = Vec::new();
    for component in &clause.left {
        if component.game != clauses.game {
            return Err(Halt::Outside(text!("its moves lead into another game", "其着法转入另一个游戏")));
        }
        left.push(component.slots.iter().zip(lows).map(|(form, &low)| reading.named(form, low)).collect::<Result<Vec<_>, _>>()?);
    }
    let fresh = reading.fresh();
    Ok(Move { rule: clause.rule, said: reading.said, left, fresh })
}

impl Move {
    /// What holds where the measure of a component left is no smaller than that of the position.
    pub(crate) fn no_less(&self, theory: &Theory, component: &[Track], budget: &Budget<'_>) -> Result<Automaton, Halt> {
        let before = theory.measure.iter().enumerate().map(|(slot, &weight)| (slot as Track, weight));
        let after = component.iter().zip(&theory.measure).map(|(&track, &weight)| (track, -weight));
        Ok(theory.numerals.linear(&before.chain(after).collect::<Vec<_>>(), 0, Relation::AtMost, budget)?)
    }
}
