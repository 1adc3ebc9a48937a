//! The work on a table: tier by tier, round by round.

use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use archive::message::{self, Said};
use archive::{Fault, Place, message_name, table, table_name};
use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::tiers::{Halt, Plan, Share, Step};

use crate::stored::{Stored, missing};

/// Between two looks for what others write: at first, and at most.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_millis(500);

/// What is to be done.
pub struct Job<'p> {
    /// The table.
    pub plan: &'p Plan<'p>,
    /// Where it is kept.
    pub place: &'p dyn Place,
    /// How many shares each tier has.
    pub of: usize,
    /// The shares that this process runs.
    pub mine: Range<usize>,
    /// How long it waits for another share, if not for ever.
    pub patience: Option<Duration>,
    /// Bytes for blocks of lower tiers.
    pub memory: u64,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The tier that is worked on, the first is 0.
    pub tier: usize,
    /// The round in it.
    pub round: u32,
    /// Places of whole tiers, and positions that shares of this process decided in this tier.
    pub done: u64,
    /// The share that is waited for, and for how long.
    pub waits: Option<(usize, Duration)>,
}

/// Why the work ended before its end. What is in the store stays, and another run goes on with it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The store.
    Store(Fault),
    /// The table.
    Table(Halt),
    /// A share was waited for too long.
    Waited(Text),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Store(fault)
    }
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Failure {
        Failure::Table(halt)
    }
}

/// What the shares of this process are told: for each of them, by each share of the tier.
type Told = Vec<Vec<Vec<u8>>>;

/// Runs shares until the table is whole, as far as other processes do their part. Where all shares run here nothing but entries is written, tier by tier.
///
/// # Errors
/// If the rules cannot be evaluated, a move raises the measure, the budget ends, the store cannot be read or written, or another share is waited for too long.
pub fn run(job: &Job<'_>, tell: &dyn Fn(Progress), budget: &Budget<'_>) -> Result<(), Failure> {
    let Job { plan, place, of, ref mine, .. } = *job;
    let mut whole = 0;
    for tier in 0..plan.tiers() {
        let open = missing(place, tier, of)?;
        let alone = *mine == (0..of);
        let todo: Vec<usize> = match alone {
            // Who runs all of them heard nothing of what those that are done told each other.
            true if !open.is_empty() => mine.clone().collect(),
            _ => mine.clone().filter(|share| open.contains(share)).collect(),
        };
        if !todo.is_empty() {
            let at = At { job, tier, whole, tell, alone };
            at.fill(&todo, budget)?;
        }
        whole += plan.tier(tier).index.size();
        if !alone {
            let waiting = |waits| tell(Progress { tier, round: 0, done: whole, waits });
            wait(job, &waiting, budget, || Ok(missing(place, tier, of)?.first().copied()), tier)?;
            for share in mine.clone() {
                let own = format!("/from/{share}");
                for name in place.list(&format!("tier/{tier}/round"))?.iter().filter(|name| name.ends_with(&own)) {
                    place.remove(name)?;
                }
            }
        }
        tell(Progress { tier, round: 0, done: whole, waits: None });
    }
    Ok(())
}

/// A tier that is worked on.
struct At<'j, 'p> {
    job: &'j Job<'p>,
    tier: usize,
    whole: u64,
    tell: &'j dyn Fn(Progress),
    alone: bool,
}

impl At<'_, '_> {
    /// Works on some shares until the tier is whole, and writes their entries.
    fn fill(&self, todo: &[usize], budget: &Budget<'_>) -> Result<(), Failure> {
        let Job { plan, place, of, memory, .. } = *self.job;
        let lower = Stored::new(plan, place, of, memory);
        let faulty = |halt: Halt| lower.fault().map_or(Failure::Table(halt), Failure::Store);
        let mut shares = Vec::with_capacity(todo.len());
        for &share in todo {
            shares.push(Share::new(plan, self.tier, share, of, &lower).map_err(faulty)?);
        }
        let mut told: Told = vec![vec![Vec::new(); of]; todo.len()];
        let (mut round, mut decided) = (Some(0), 0);
        while let Some(now) = round {
            let mut steps = Vec::with_capacity(todo.len());
            for (share, told) in shares.iter_mut().zip(&told) {
                let read: Vec<&[u8]> = told.iter().map(Vec::as_slice).collect();
                steps.push(share.step(now, &read, budget).map_err(faulty)?);
            }
            decided += steps.iter().map(|step| step.decided).sum::<u64>();
            (self.tell)(self.progress(now, decided, None));
            (round, told) = match self.alone {
                true => exchanged(steps),
                false => match self.carried(todo, now, decided, steps, budget)? {
                    Some(heard) => heard,
                    None => return Ok(()),
                },
            };
        }
        for (&share, work) in todo.iter().zip(shares) {
            let blocks = work.entries();
            let bytes = table::write(blocks.iter().map(engines::tiers::Block::bytes))?;
            place.put(&table_name(self.tier, share), &bytes)?;
        }
        Ok(())
    }

    /// Writes what shares of this process tell, and reads what all tell them; `None` if others ran the same shares and were faster: when a tier is whole its messages
    /// are taken away.
    fn carried(
        &self,
        todo: &[usize],
        now: u32,
        decided: u64,
        steps: Vec<Step>,
        budget: &Budget<'_>,
    ) -> Result<Option<(Option<u32>, Told)>, Failure> {
        let Job { place, of, .. } = *self.job;
        for (&share, step) in todo.iter().zip(&steps) {
            let said = Said { decided: step.decided, next: step.next };
            place.put(&message_name(self.tier, now, share), &message::write(said, &step.out))?;
        }
        let waiting = |waits| (self.tell)(self.progress(now, decided, waits));
        let folder = format!("tier/{}/round/{now}/from", self.tier);
        let overtaken = || Ok::<bool, Fault>(missing(place, self.tier, of)?.iter().all(|share| !todo.contains(share)));
        let absent = || {
            let there = place.list(&folder)?;
            let absent = (0..of).find(|&share| !there.contains(&message_name(self.tier, now, share)));
            Ok(if absent.is_some() && overtaken()? { None } else { absent })
        };
        wait(self.job, &waiting, budget, absent, self.tier)?;
        let (mut round, mut told) = (None, Vec::with_capacity(todo.len()));
        for &reader in todo {
            let mut parts = Vec::with_capacity(of);
            for from in 0..of {
                let name = message_name(self.tier, now, from);
                let (said, part) = match message::read(place, &name, reader, of) {
                    Ok(Some(heard)) => heard,
                    // It may have gone between two looks at it.
                    Ok(None) | Err(Fault::Missing(_)) if overtaken()? => return Ok(None),
                    Ok(None) => return Err(Fault::Missing(name).into()),
                    Err(fault) => return Err(fault.into()),
                };
                round = round.into_iter().chain(said.next).min();
                parts.push(part);
            }
            told.push(parts);
        }
        Ok(Some((round, told)))
    }

    fn progress(&self, round: u32, decided: u64, waits: Option<(usize, Duration)>) -> Progress {
        Progress { tier: self.tier, round, done: self.whole + decided, waits }
    }
}

/// What shares of one process tell each other.
fn exchanged(steps: Vec<Step>) -> (Option<u32>, Told) {
    let round = steps.iter().filter_map(|step| step.next).min();
    let mut told: Told = vec![Vec::with_capacity(steps.len()); steps.len()];
    for step in steps {
        for (reader, part) in step.out.into_iter().enumerate() {
            told[reader].push(part);
        }
    }
    (round, told)
}

/// Waits until no share is absent, and looks less and less often.
fn wait(
    job: &Job<'_>,
    waiting: &dyn Fn(Option<(usize, Duration)>),
    budget: &Budget<'_>,
    absent: impl Fn() -> Result<Option<usize>, Fault>,
    tier: usize,
) -> Result<(), Failure> {
    let (began, mut pause) = (Instant::now(), SHORTEST);
    while let Some(share) = absent()? {
        let since = began.elapsed();
        waiting(Some((share, since)));
        budget.ask().map_err(Halt::from)?;
        if job.patience.is_some_and(|patience| since >= patience) {
            let (of, seconds) = (job.of, since.as_secs());
            return Err(Failure::Waited(text!(
                "share {share} of {of} has written nothing in tier {tier} for {seconds} s: start it, and this one again",
                "第 {tier} 层第 {share} 份（共 {of} 份）已 {seconds} 秒没有写出内容：请启动它，再重新启动本份"
            )));
        }
        thread::sleep(pause);
        pause = (pause * 3 / 2).min(LONGEST);
    }
    Ok(())
}
