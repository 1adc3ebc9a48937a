//! Tests of the shares of a table, and of their messages.

use super::*;

#[test]
fn a_share_begun_anew_writes_the_same() {
    let text = "game A { state c[1..4] in 0..2 loopy move t in 1..4 when c[t] == 0 : { c[t] = 1 } move : { c[t] = if t == 1 then c[4] else c[t-1] for t in 1..4 } move t in 1..4 when c[t] > 0 : { c[t] = 3 - c[t] } }";
    let (world, game, facts) = world(text).unwrap();
    let budget = Budget::generous();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget)
        .unwrap()
        .in_blocks(1);
    let whole = solve(&plan, 1, &budget).unwrap();
    let of = 3;
    let mut tables = TierTables::new(&plan);
    for tier in 0..plan.tiers() {
        let begun = |share| Share::new(&plan, tier, share, of, &tables).unwrap();
        let mut shares: Vec<Share<'_>> = (0..of).map(begun).collect();
        // All messages ever written, by round, writer and reader.
        let mut written: Vec<Vec<Vec<Vec<u8>>>> = Vec::new();
        let mut rounds = Vec::new();
        let mut round = Some(0);
        while let Some(now) = round {
            rounds.push(now);
            let read = |written: &[Vec<Vec<u8>>], reader: usize| -> Vec<Vec<u8>> {
                written.iter().map(|by| by[reader].clone()).collect()
            };
            // In each round, one of the shares is restarted and repeats all earlier rounds.
            let victim = now as usize % of;
            shares[victim] = begun(victim);
            for (i, &earlier) in rounds[..rounds.len() - 1].iter().enumerate() {
                let messages = if i == 0 {
                    Vec::new()
                } else {
                    read(&written[i - 1], victim)
                };
                let again = shares[victim]
                    .step(
                        earlier,
                        &messages.iter().map(|m| &m[..]).collect::<Vec<_>>(),
                        &budget,
                    )
                    .unwrap();
                assert_eq!(again.out, written[i][victim]);
            }
            let steps: Vec<_> = (0..of)
                .map(|share| {
                    let messages = written
                        .last()
                        .map(|last| read(last, share))
                        .unwrap_or_default();
                    shares[share]
                        .step(
                            now,
                            &messages.iter().map(|m| &m[..]).collect::<Vec<_>>(),
                            &budget,
                        )
                        .unwrap()
                })
                .collect();
            round = steps.iter().filter_map(|step| step.next).min();
            written.push(steps.into_iter().map(|step| step.out).collect());
        }
        tables.push(
            shares
                .into_iter()
                .flat_map(Share::entries)
                .collect::<Vec<PackedCodes>>(),
        );
    }
    assert_eq!(tables, whole);
}

#[test]
fn damaged_messages_are_told() {
    let (world, game, facts) =
        world("game A { state p in 0..9 loopy move : [(p + 1) % 10] }").unwrap();
    let budget = Budget::generous();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget)
        .unwrap()
        .in_blocks(1);
    let tables = TierTables::new(&plan);
    for message in [
        &[0, 0, 0][..],
        &[9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        &[0, 0, 0, 0, 255, 255, 255, 255, 1, 2],
    ] {
        let mut share = Share::new(&plan, 0, 0, 2, &tables).unwrap();
        share.step(0, &[], &budget).unwrap();
        assert!(
            matches!(
                share.step(1, &[message], &budget),
                Err(TierError::Damaged(_))
            ),
            "{message:?}"
        );
    }
    // A share of a sieve receives marks of its own indices, and the end mark of another share.
    let (world, game, facts) = self::world(
        "game A { state a in 0..9, b in 0..9, c in 0..9 move k in 1..3 : [a - k, b, c - 1] }",
    )
    .unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Outcomes, &budget)
        .unwrap()
        .in_blocks(5);
    assert!(plan.sieved(2));
    let tables = TierTables::new(&plan);
    for message in [
        &[0, 0, 0][..],
        &[31, 0, 0, 0, 1, 0, 0, 0, 31, 0],
        &[0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
        &[31, 0, 0, 0, 2, 0, 0, 0, 0, 0, 255, 255],
        &[255, 255, 255, 255, 1, 0, 0, 0, 9, 0],
        &[255, 255, 255, 255, 0, 0, 0, 0],
    ] {
        let mut share = Share::new(&plan, 0, 1, 2, &tables).unwrap();
        assert!(
            matches!(
                share.step(0, &[message], &budget),
                Err(TierError::Damaged(_))
            ),
            "{message:?}"
        );
    }
}

/// If the two shares of a tier use different modes, each of them returns an error.
fn refuse_each_other(plans: [&TierPlan<'_>; 2], tier: usize, lower: &TierTables) {
    let budget = Budget::generous();
    for plans in [plans, [plans[1], plans[0]]] {
        let mut shares: Vec<Share> = (0..2)
            .map(|share| Share::new(plans[share], tier, share, 2, lower).unwrap())
            .collect();
        let told: Vec<Vec<Vec<u8>>> = shares
            .iter_mut()
            .map(|share| share.step(0, &[], &budget).unwrap().out)
            .collect();
        for (reader, share) in shares.iter_mut().enumerate() {
            let read: Vec<&[u8]> = told.iter().map(|by| &by[reader][..]).collect();
            assert!(
                matches!(share.step(1, &read, &budget), Err(TierError::Declined(why)) if why.en.contains("--stream"))
            );
        }
    }
}

/// A share that loads a state continues in the mode of that state, even if the plan has another
/// mode.
fn go_on_in_their_way(plans: [&TierPlan<'_>; 2], tier: usize, tables: &TierTables) {
    let budget = Budget::generous();
    for [before, after] in [plans, [plans[1], plans[0]]] {
        let mut share = Share::new(before, tier, 0, 1, tables).unwrap();
        let (mut round, mut told) = (Some(0), Vec::new());
        while let Some(now) = round {
            let step = share.step(now, &[&told], &budget).unwrap();
            (round, told) = (step.next, step.out.concat());
            let mut state = Vec::new();
            share.save(&mut state).unwrap();
            share = Share::new(after, tier, 0, 1, tables).unwrap();
            assert!(share.restore(&mut &state[..]).unwrap());
        }
        assert!(share.entries().eq(tables.tier(tier).iter().cloned()));
    }
}

/// An option lister that lists every option twice.
struct Twice<'p>(Box<dyn OptionLister + 'p>);

#[test]
fn who_lists_an_option_how_often_does_not_matter() {
    // Generated code may list the options of a restarted share whose options the interpreter listed
    // before. Other shares may already have read the earlier messages of the restarted share.
    let (budget, mut rng, mut games) = (Budget::generous(), Rng::with_seed(26), 0);
    for _ in 0..testkit::rounds(100, 1000) {
        let text = testkit::tiers::tokens(&mut rng);
        let Some((world, game, facts)) = world(&text) else {
            continue;
        };
        let Ok(plan) = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget)
        else {
            continue;
        };
        let plan = plan.in_blocks(2);
        let plain = || plan.interpreter();
        let Ok(tables) = solve_listing(&plan, 1, &plain, &budget) else {
            continue;
        };
        for tier in 0..plan.tiers() {
            let begun = |share, twice| {
                let options: Box<dyn OptionLister + '_> = if twice {
                    Box::new(Twice(plan.interpreter()))
                } else {
                    plan.interpreter()
                };
                Share::with_options(&plan, tier, share, 2, &tables, options).unwrap()
            };
            let first = |share: &mut Share| share.step(0, &[], &budget).unwrap().out;
            let mut written: Vec<Vec<Vec<u8>>> = (0..2)
                .map(|share| first(&mut begun(share, false)))
                .collect();
            let mut shares: Vec<Share> = (0..2).map(|share| begun(share, true)).collect();
            shares.iter_mut().for_each(|share| drop(first(share)));
            // A restarted share repeats its messages to itself and relies on these messages, as
            // other shares rely on the messages that they have read.
            let mut round = Some(1);
            while let Some(now) = round {
                let mut steps = Vec::new();
                for (reader, share) in shares.iter_mut().enumerate() {
                    let read: Vec<&[u8]> = written.iter().map(|by| &by[reader][..]).collect();
                    steps.push(share.step(now, &read, &budget).unwrap());
                }
                round = steps.iter().filter_map(|step| step.next).min();
                written = steps.into_iter().map(|step| step.out).collect();
            }
            let entries: Vec<PackedCodes> = shares.into_iter().flat_map(Share::entries).collect();
            assert_eq!(entries, tables.tier(tier), "{text}");
        }
        games += 1;
    }
    assert!(games > 50, "{games}");
}

#[test]
fn shares_read_lower_tiers_together_or_not_at_all() {
    let text = "game A { state p[1..3] in 0..9 unordered loopy tier total(if p[t] > 0 then 1 else 0 for t in 1..3)
        move t in 1..3, d in 1..2 : { p[t] -= d }
        move t in 1..3 when p[t] % 5 == 0 and p[t] > 0 : { p[t] += 2 } }";
    let (world, game, facts) = world(text).unwrap();
    let budget = Budget::generous();
    let plan = || {
        TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget)
            .unwrap()
            .in_blocks(2)
    };
    let (looking, streaming) = (plan(), plan().streaming(true));
    assert!(streaming.streams() && !looking.streams() && looking.looked_up() > 10);
    let tables = solve(&looking, 1, &budget).unwrap();
    for tier in 1..looking.tiers() {
        refuse_each_other([&looking, &streaming], tier, &tables);
        go_on_in_their_way([&looking, &streaming], tier, &tables);
    }
}

/// An older version could omit moves on request, and stated this in the first message of each
/// share.
#[test]
fn what_was_begun_without_moves_is_refused() {
    let text = "game A { state p[1..2] in 0..6 loopy
        move t in 1..2 when p[t] > 0 : { p[t] -= 1 }
        move t in 1..2, s in 1..2 when t != s and p[t] == p[s] and p[t] < 6 : { p[t] += 1, p[s] = (p[t] + p[s]) % 7 } }";
    let (world, game, facts) = world(text).unwrap();
    let budget = Budget::generous();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget)
        .unwrap()
        .in_blocks(2);
    assert!(plan.sorts() && plan.tiers() == 1);
    let tables = TierTables::new(&plan);
    let mut share = Share::new(&plan, 0, 0, 2, &tables).unwrap();
    let own = share.step(0, &[], &budget).unwrap().out.swap_remove(0);
    let older = [u32::MAX.to_le_bytes(), 1_u32.to_le_bytes()].concat();
    let read = [&own[..], &[&older[..], &[0, 0]].concat()];
    assert!(
        matches!(share.step(1, &read, &budget), Err(TierError::Declined(why)) if why.en.contains("`--sweep` must be built in another store"))
    );
}

impl OptionLister for Twice<'_> {
    fn list(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError> {
        let mut once = OptionBuffer::default();
        let standing = self.0.list(at, &mut once, budget)?;
        out.clear();
        for option in once.iter().chain(once.iter()) {
            option.iter().for_each(|target| out.component(*target));
            out.end();
        }
        Ok(standing)
    }
}
