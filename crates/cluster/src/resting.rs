//! Shares that rest in the store between rounds: one lies in memory at a time. A share wakes where
//! it has something to do or is told something; else its state stays as it is. Whoever goes on with
//! the work finds each share at a round of its own, and what was told since in the store.

use std::collections::HashSet;

use archive::checkpoint::Far;
use archive::message::{self, Head};
use archive::{Fault, message_name, table_name};
use base::budget::Budget;
use engines::tiers::{Halt, Share, Step};

use crate::checkpoints::Checkpoints;
use crate::run::{At, Failure, present};
use crate::stored::Stored;

impl At<'_, '_> {
    /// Works on some shares, one after the other in each round, until the tier is whole, and writes
    /// their entries; `there` are the objects of the tier.
    pub(crate) fn by_turns(
        &self,
        todo: &[usize],
        there: &[String],
        budget: &Budget<'_>,
    ) -> Result<(), Failure> {
        let &crate::Job {
            plan,
            store,
            of,
            memory,
            checkpoints,
            ..
        } = self.job;
        let lower = Stored::new(plan, store, of, memory);
        let faulty = |halt: Halt| lower.fault().map_or(Failure::Table(halt), Failure::Store);
        let mut kept =
            Checkpoints::new(store, (self.tier, todo), (false, true), there, checkpoints);
        // A share where it stands, and how many positions it decided; only in the first round it
        // may have done nothing.
        let woken = |kept: &Checkpoints<'_, '_>,
                     at: usize,
                     first: bool|
         -> Result<(Share<'_>, u64), Failure> {
            let mut share = Share::new(plan, self.tier, todo[at], of, &lower).map_err(faulty)?;
            match kept.furthest(at) {
                Some(far) => kept
                    .taken(at, far, &mut share)
                    .map(|stands| (share, stands.decided))
                    .map_err(Failure::Store),
                None if first => Ok((share, 0)),
                None => Err(
                    Fault::Missing(format!("tier/{}/checkpoint/{}", self.tier, todo[at])).into(),
                ),
            }
        };
        let said: HashSet<&str> = there.iter().map(String::as_str).collect();
        let mut decided = vec![0; todo.len()];
        // How many places each looked at.
        let size =
            |share: usize| plan.bound(self.tier, share + 1, of) - plan.bound(self.tier, share, of);
        let begun = |(at, share): (usize, &usize)| {
            kept.furthest(at).map_or(0, |far| {
                if far.is_done() {
                    size(*share)
                } else {
                    far.places
                }
            })
        };
        let mut looked: Vec<u64> = todo.iter().enumerate().map(begun).collect();
        // What was told in the round before; nothing, before the first.
        let mut heads: Vec<Head> = Vec::new();
        let mut round = (0..todo.len())
            .map(|at| kept.furthest(at).map_or(0, |far| far.round))
            .min();
        while let Some(now) = round {
            let mut at = 0;
            while at < todo.len() {
                if kept
                    .furthest(at)
                    .is_some_and(|far| far.round > now || far.is_done() && far.round == now)
                {
                    at += 1;
                    continue;
                }
                let next = heads.get(todo[at]).and_then(|own| own.said.next);
                if !heads.is_empty()
                    && next != Some(now)
                    && !heads.iter().any(|head| head.tells(todo[at]))
                {
                    // It may have been said before the work was stopped.
                    if !said.contains(message_name(self.tier, now, todo[at]).as_str()) {
                        self.say(
                            todo[at],
                            now,
                            &Step {
                                out: vec![Vec::new(); of],
                                decided: 0,
                                next,
                            },
                        )?;
                    }
                    at += 1;
                    continue;
                }
                let parts = heads
                    .iter()
                    .map(|head| head.part(&store, todo[at]))
                    .collect::<Result<Vec<_>, _>>();
                let Some(mut heard) = self.found(todo, parts)? else {
                    return Ok(());
                };
                heard.resize(of, Vec::new());
                let read: Vec<&[u8]> = heard.iter().map(Vec::as_slice).collect();
                let beside: usize =
                    heads.len() * 8 * of + read.iter().map(|part| part.len()).sum::<usize>();
                let budget = &budget.within(budget.memory.saturating_sub(beside as u64));
                let (mut share, before) = match woken(&kept, at, now == 0) {
                    // Another process of this share was further and took the state away.
                    Err(Failure::Store(_)) if kept.seen_anew(at)? => continue,
                    Err(Failure::Store(_)) if self.overtaken(todo)? => return Ok(()),
                    woken => woken?,
                };
                looked[at] = 0;
                let far = (now, decided.iter().sum(), looked.iter().sum());
                let step = loop {
                    let stepped = self.telling(far, budget, |budget| {
                        share.step_until(now, &read, &mut || kept.due(), budget)
                    });
                    match stepped.map_err(faulty)? {
                        Some(step) => break step,
                        None => kept.keep(
                            at,
                            Far {
                                round: now,
                                places: share.looked_at(),
                            },
                            &share,
                            (before, None),
                            budget,
                        )?,
                    }
                };
                self.say(todo[at], now, &step)?;
                (decided[at], looked[at]) = (before + step.decided, share.looked_at());
                kept.rest(at, Far::done(now), &share, decided[at], budget)?;
                at += 1;
            }
            let so_far = (decided.iter().sum(), looked.iter().sum());
            (self.tell)(self.progress(now, so_far, None));
            if !self.all_did(todo, now, so_far, budget)? {
                return Ok(());
            }
            heads.clear();
            for from in 0..of {
                let name = message_name(self.tier, now, from);
                let Some(head) =
                    self.found(todo, present(message::head(&store, &name, of), &name))?
                else {
                    return Ok(());
                };
                heads.push(head);
            }
            round = heads.iter().filter_map(|head| head.said.next).min();
        }
        for at in (0..todo.len()).filter(|at| !there.contains(&table_name(self.tier, todo[*at]))) {
            match woken(&kept, at, false) {
                Err(Failure::Store(_)) if self.overtaken(todo)? => return Ok(()),
                woken => self.write(todo[at], woken?.0)?,
            }
        }
        Ok(())
    }
}
