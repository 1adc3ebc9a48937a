//! Laws of games for sessions: looked for kind by kind, proved from the rules alone; claims of rule files proved in the same way.

use automata::numeration::System;
use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use engines::engine::Wanted;
use laws::{Effort, Halt, Numerals, Seen, Theory, Truth, claimed, find, prove};
use rules::ir::{self, Int};
use rules::play::{Component, Sum};
use rules::rules::{Conventions, GameId, Outcome};
use rules::world::World;

pub use laws::{Found, Kind, Law, Proof};

use crate::error::Error;
use crate::for_all::for_all;
use crate::plan::conventions;
use crate::question;
use crate::session::Session;
use crate::solver::Solver;
use crate::status::Status;

/// What is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sought {
    /// A parameter of the game, for every value of which at once the law is told.
    pub for_all: Option<String>,
    /// P-positions only, no values.
    pub outcomes: bool,
    /// Values only, also where P-positions would be found sooner.
    pub values: bool,
    /// The most nodes of a guess.
    pub nodes: usize,
    /// The most positions of a table that cells are read from.
    pub cells: u64,
}

impl Default for Sought {
    fn default() -> Sought {
        Sought { for_all: None, outcomes: false, values: false, nodes: 20_000, cells: 4_000_000 }
    }
}

/// One kind of law that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What it tells.
    pub kind: Kind,
    /// How its numbers are written.
    pub numerals: Text,
    /// The law with its proof, or as far as it came; else why the kind was not tried.
    pub came: Result<Found, Text>,
}

/// What came of looking for the law of a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game.
    pub title: String,
    /// The names of its slots.
    pub slots: Vec<String>,
    /// How it is played.
    pub conventions: Conventions,
    /// The kind of law that was proved; else every kind that was tried, as far as it came.
    pub tried: Vec<Tried>,
    /// What ended the search, if it was not done.
    pub stopped: Option<Stop>,
    /// The certificate of the law, checked; else why there is none.
    pub certificate: Option<Result<String, Text>>,
}

impl Tried {
    fn proof(&self) -> Option<(&Found, &Proof)> {
        let found = self.came.as_ref().ok()?;
        Some((found, found.proof.as_ref().ok()?))
    }
}

impl Report {
    /// How far the law may be trusted: it is proved where its certificate was checked, else computed; unknown where none was found.
    pub fn status(&self) -> Status {
        match (self.law(), &self.certificate) {
            (None, _) => Status::Unknown,
            (Some(_), Some(Ok(_))) => Status::Proved,
            (Some(_), _) => Status::Computed,
        }
    }

    /// The law that was proved, if one was.
    pub fn law(&self) -> Option<(&Found, &Proof)> {
        self.tried.last()?.proof()
    }
}

/// How much each kind is tried before the next, again and again with more.
struct Pass {
    /// Nodes of a guess.
    nodes: usize,
    /// Guesses that are refuted.
    rounds: usize,
    /// Positions of the table that cells are read from.
    cells: u64,
    /// Looks at the clock, a thousand small steps each.
    looks: u32,
}

const PASSES: [Pass; 3] = [
    Pass { nodes: 1_000, rounds: 60, cells: 1 << 16, looks: 4_000 },
    Pass { nodes: 4_000, rounds: 600, cells: 1 << 20, looks: 60_000 },
    Pass { nodes: usize::MAX, rounds: 4_000, cells: u64::MAX, looks: 2_000_000 },
];

/// The kinds, the most telling and the cheapest first.
const KINDS: [(System, Kind); 6] = [
    (System::Base(2), Kind::Values),
    (System::Base(2), Kind::PowersOfValues),
    (System::Base(2), Kind::Outcomes),
    (System::Quadratic(1), Kind::Outcomes),
    (System::Quadratic(2), Kind::Outcomes),
    (System::Base(3), Kind::Outcomes),
];

impl Session {
    /// Looks for the law of a game, given without a position: `kayles`, `bash(5)`.
    ///
    /// # Errors
    /// [`Error::Refused`], if the text names no game; [`Error::Unsupported`], if its rules are outside the method; [`Error::Stopped`], if
    /// the budget ends before a kind was tried.
    pub fn law(&mut self, name: &str, sought: &Sought, budget: &Budget<'_>) -> Result<Report, Error> {
        let game = question::game(self.world_mut(), name)?;
        if let Some(parameter) = &sought.for_all {
            let declared = self
                .world
                .declaration_of(game)
                .ok_or_else(|| Error::Unsupported(text!("the game is not of the rule language", "该游戏不是用规则语言写的")))?;
            let (name, text) = for_all(&declared.decl, parameter).map_err(Error::Usage)?;
            let mut beside = self.beside();
            beside.settings = self.settings.clone();
            beside.load_rules(&name, &text)?;
            return beside.law(&name, &Sought { for_all: None, ..sought.clone() }, budget);
        }
        let conventions = conventions(&self.world, &[game], &self.settings)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let world = &session.world;
            let rules = world.rules(game);
            let mut report = Report {
                title: rules.title(),
                slots: rules.slots().iter().map(|slot| slot.name.clone()).collect(),
                conventions,
                tried: Vec::new(),
                stopped: None,
                certificate: None,
            };
            let read = Read::new(world, game, budget)?;
            // What each kind came to in the last pass, and whether it may come to more.
            let mut came: [Option<(Tried, bool)>; KINDS.len()] = Default::default();
            'passes: for pass in PASSES {
                for (&(system, kind), came) in KINDS.iter().zip(&mut came) {
                    let values = kind != Kind::Outcomes;
                    let settled = came.as_ref().is_some_and(|(_, further)| !further);
                    if settled || !values && sought.values || values && (sought.outcomes || !solver.by_values()) {
                        continue;
                    }
                    let effort = Effort { nodes: pass.nodes.min(sought.nodes), rounds: pass.rounds };
                    let (found, cut) = budget.limited(pass.looks, |budget| {
                        let theory = read.theory(world, system, budget)?;
                        let mut cells = Cells {
                            solver: &mut *solver,
                            world,
                            game,
                            values,
                            tops: Vec::new(),
                            most: sought.cells.min(pass.cells),
                            fault: None,
                        };
                        let found = find((world, game, conventions.play), &theory, kind, &mut cells, effort, budget);
                        cells.fault.take().map_or_else(|| found.map_err(Ended::Halted), |error| Err(Ended::Failed(error)))
                    });
                    let (found, further) = match found {
                        Ok(found) => (Ok(found), true),
                        Err(Ended::Failed(error)) => return Err(error),
                        Err(Ended::Halted(Halt::Outside(why))) => (Err(why), false),
                        Err(Ended::Halted(Halt::Stopped(_))) if cut => (Err(text!("given up: too much work", "放弃：工作量过大")), true),
                        Err(Ended::Halted(Halt::Stopped(stop))) => {
                            report.stopped = Some(stop);
                            break 'passes;
                        }
                    };
                    let numerals = Numerals::of(system, budget).map_err(Error::Stopped)?.name();
                    let tried = Tried { kind, numerals, came: found };
                    if let Some((found, proof)) = tried.proof() {
                        report.certificate = Some(certified(world, game, found, proof, budget)?);
                        report.tried = vec![tried];
                        return Ok(report);
                    }
                    *came = Some((tried, further));
                }
            }
            report.tried = came.into_iter().flatten().map(|(tried, _)| tried).collect();
            if let (Some(stop), true) = (report.stopped, report.tried.is_empty()) {
                return Err(Error::Stopped(stop));
            }
            Ok(report)
        })
    }
}

enum Ended {
    Halted(Halt),
    Failed(Error),
}

impl From<Halt> for Ended {
    fn from(halt: Halt) -> Ended {
        Ended::Halted(halt)
    }
}

/// The rules of a game, read once for all numerals.
struct Read {
    clauses: clauses::Clauses,
    measure: Vec<Int>,
}

impl Read {
    fn new(world: &World, game: GameId, budget: &Budget<'_>) -> Result<Read, Error> {
        let clauses = clauses::of_game(world, game, budget).map_err(unread)?;
        let Some(ir) = world.rules(game).game() else { unreachable!("clauses are read of games in the language alone") };
        let known = facts::facts(ir, game, budget).map_err(Error::Stopped)?;
        // The proof shows that it falls; where none is known the plain sum is tried.
        let measure = known.measure.unwrap_or_else(|| vec![1; ir.slots.len()]);
        Ok(Read { clauses, measure })
    }

    fn theory(&self, world: &World, system: System, budget: &Budget<'_>) -> Result<Theory, Halt> {
        let numerals = Numerals::of(system, budget)?;
        Theory::new(world, &self.clauses, &self.measure, numerals, budget)
    }
}

fn unread(unread: clauses::Unread) -> Error {
    match unread {
        clauses::Unread::Refused(why) => Error::Unsupported(why),
        clauses::Unread::Stopped(stop) => Error::Stopped(stop),
    }
}

/// The text of the certificate of a law, checked; or why there is none.
fn certified(world: &World, game: GameId, found: &Found, proof: &Proof, budget: &Budget<'_>) -> Result<Result<String, Text>, Error> {
    let made = match laws::certificate(world, game, &found.law, proof, budget) {
        Ok(made) => made,
        Err(Halt::Outside(why)) => return Ok(Err(why)),
        Err(Halt::Stopped(stop)) => return Ok(Err(stop.text())),
    };
    match certificate::check(world, &made, budget) {
        Ok(_) => Ok(certificate::write(world, &made).map_err(|refused| refused.text())),
        Err(certificate::Refused::Stopped(stop)) => Ok(Err(stop.text())),
        // A proof that the checker does not accept is a fault of this program.
        Err(refused) => {
            let (Text { en, zh }, title) = (refused.text(), world.rules(game).title());
            Err(Error::Bug(Text {
                en: format!("the checker refuses the certificate of the law of {title}: {en}"),
                zh: format!("检验器不接受 {title} 的规律的证书：{zh}"),
            }))
        }
    }
}

/// Cells by the session's own methods, in tables that grow.
struct Cells<'s> {
    solver: &'s mut Solver,
    world: &'s World,
    game: GameId,
    values: bool,
    /// The greatest numbers of the table that was planned.
    tops: Vec<Int>,
    most: u64,
    /// What went wrong, where it was not the budget.
    fault: Option<Error>,
}

impl Cells<'_> {
    /// Plans a table that holds a position; whether it is small enough.
    fn plan(&mut self, slots: &[Int], budget: &Budget<'_>) -> Result<bool, Error> {
        if !self.solver.by_values() || !self.tops.is_empty() && slots.iter().zip(&self.tops).all(|(slot, top)| slot <= top) {
            return Ok(true);
        }
        let rules = self.world.rules(self.game);
        let mut cells: u128 = 1;
        let mut tops = Vec::with_capacity(slots.len());
        for (i, (slot, &at)) in rules.slots().iter().zip(slots).enumerate() {
            let wide = (at.saturating_sub(slot.low).max(7) as u64).checked_next_power_of_two().unwrap_or(u64::MAX) as i128;
            let top = (i128::from(slot.low) + wide).min(slot.high.unwrap_or(Int::MAX).into()) as Int;
            let top = self.tops.get(i).map_or(top, |&before| before.max(top));
            cells = cells.saturating_mul((i128::from(top) - i128::from(slot.low) + 1) as u128);
            tops.push(top);
        }
        if cells > self.most.into() {
            return Ok(false);
        }
        self.solver.plan(&[Component { game: self.game, slots: tops.clone().into() }], Wanted::Table, budget)?;
        self.tops = tops;
        Ok(true)
    }

    fn cell(&mut self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Seen>, Error> {
        let mut canonical = slots.to_vec();
        let rules = self.world.rules(self.game);
        rules.canonicalise(&mut canonical);
        let inside = |(slot, &at): (&ir::Slot, &Int)| slot.low <= at && slot.high.is_none_or(|high| at <= high);
        let is_position = canonical == slots
            && rules.slots().iter().zip(slots).all(inside)
            && self.world.contains(self.game, slots, budget).map_err(|fault| Error::of_fault(self.world, &fault))?;
        if !is_position {
            return Ok(Some(Seen::NoPosition));
        }
        if !self.plan(slots, budget)? {
            return Ok(None);
        }
        let component = Component { game: self.game, slots: slots.into() };
        if self.values {
            return Ok(self.solver.value(&component, budget)?.as_nimber().map(Seen::Value));
        }
        let outcome = self.solver.outcome(&Sum(vec![component]), budget)?;
        Ok(Some(Seen::P(outcome == Outcome::P)))
    }
}

impl Truth for Cells<'_> {
    fn at(&mut self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Seen>, Stop> {
        match self.cell(slots, budget) {
            Ok(seen) => Ok(seen),
            Err(Error::Stopped(stop)) => Err(stop),
            Err(error) => {
                self.fault.get_or_insert(error);
                Ok(None)
            }
        }
    }
}

/// What came of a claim.
#[derive(Clone, Debug)]
pub enum Proved {
    /// It is true of every position.
    Yes,
    /// A statement of the proof fails; the slots of a position at which, or at an option of which, the claim is wrong.
    No(Text, Vec<Int>),
    /// It could not be decided in this way: why.
    Outside(Text),
}

/// Proves or refutes a claim of a game for all positions.
///
/// # Errors
/// If the budget ends, or values that a claimed period needs cannot be computed.
pub(crate) fn prove_claim(
    world: &World,
    game: GameId,
    claim: &ir::Claim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Proved, Error> {
    let read = match Read::new(world, game, budget) {
        Ok(read) => read,
        Err(Error::Unsupported(why)) => return Ok(Proved::Outside(why)),
        Err(error) => return Err(error),
    };
    let said = match clauses::claim(world, game, claim, budget) {
        Ok(said) => said,
        Err(clauses::Unread::Refused(why)) => return Ok(Proved::Outside(why)),
        Err(clauses::Unread::Stopped(stop)) => return Err(Error::Stopped(stop)),
    };
    let mut first = None;
    for system in [System::Base(2), System::Quadratic(1)] {
        match decided(world, game, (&read, &said, system), solver, budget) {
            Ok(proved) => return Ok(proved),
            Err(Ended::Failed(error)) => return Err(error),
            Err(Ended::Halted(Halt::Stopped(stop))) => return Err(Error::Stopped(stop)),
            Err(Ended::Halted(Halt::Outside(why))) => {
                first.get_or_insert(why);
            }
        }
    }
    Ok(Proved::Outside(first.expect("each numeration was outside")))
}

/// Decides a claim in one numeration.
fn decided(
    world: &World,
    game: GameId,
    (read, said, system): (&Read, &clauses::Claim, System),
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Proved, Ended> {
    let theory = read.theory(world, system, budget)?;
    let play = solver.conventions.play;
    let mut value = |n: Int| {
        let value = solver.value(&Component { game, slots: [n].into() }, budget)?;
        value.as_nimber().ok_or_else(|| Error::Unsupported(text!("a heap has no nimber", "某堆没有 nim 值")))
    };
    let law = claimed(&theory, said, &mut value, budget)?.map_err(Ended::Failed)?;
    let several = theory.moves.iter().any(|case| case.left.len() > 1);
    let failing = if law.kind == Kind::Outcomes && several && solver.by_values() {
        // Outcomes do not tell those of sums: the law of values is found, and says which positions are P.
        let Pass { nodes, rounds, cells, .. } = PASSES[1];
        let mut cells = Cells { solver, world, game, values: true, tops: Vec::new(), most: cells, fault: None };
        let found = find((world, game, play), &theory, Kind::Values, &mut cells, Effort { nodes, rounds }, budget);
        if let Some(error) = cells.fault.take() {
            return Err(Ended::Failed(error));
        }
        let found = found?;
        if found.proof.is_err() {
            let why = text!("a move leaves several components, and no law of values was found", "着法留下多个部分，且未找到值的规律");
            return Err(Halt::Outside(why).into());
        }
        let lost = found.law.lost(budget).map_err(Halt::Stopped)?;
        let differ = law.automaton.same(&lost, budget).map_err(Halt::Stopped)?;
        differ.map(|word| (text!("the law of values says otherwise", "与值的规律不符"), word))
    } else {
        prove(&theory, &law, play, budget)?.err().map(|failing| (failing.statement, failing.word))
    };
    let Some((statement, word)) = failing else { return Ok(Proved::Yes) };
    let number = |(track, &low): (usize, &i128)| {
        let digits = word.digits(track as u32).unwrap_or_default();
        i128::try_from(theory.numerals.number(&digits)).ok().and_then(|number| Int::try_from(number + low).ok())
    };
    let slots: Option<Vec<Int>> = theory.lows.iter().enumerate().map(number).collect();
    Ok(match slots {
        Some(slots) => Proved::No(statement, slots),
        None => Proved::Outside(statement),
    })
}
