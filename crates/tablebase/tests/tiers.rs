//! Tables are built tier by tier and share by share, and compared with the definition: outcomes and
//! remoteness, draws, goals, traps, both play conventions, and values of games that end. The
//! entries do not depend on the number of shares.

mod shares;
mod values;

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use base::text::Lang;
use facts::{GameFacts, facts};
use fastrand::Rng;
use rules::game::{GameId, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition, ended_at_once, moves, outcome_without_moves};
use rules::world::World;
use tablebase::{
    DecodedEntry, EntryState, LookaheadSearch, LowerEntries, OptionBuffer, OptionLister,
    OutcomeRates, PackedCodes, PositionId, PositionRef, Share, TableKind, TierError, TierPlan,
    TierTables, rehearse, solve, solve_listing,
};
use theory::value::Grundy;

pub fn world(text: &str) -> Option<(World, GameId, GameFacts)> {
    let mut world = World::empty();
    world
        .load("a.game", text)
        .unwrap_or_else(|refusal| panic!("{text}: {}", refusal.render(Lang::En, false)));
    let game = world.instantiate("A", vec![]).ok()?;
    let facts = facts(world.rules(game).game()?, game, &Budget::generous()).unwrap();
    Some((world, game, facts))
}

/// Returns the positions within ranges; `None` if there are more than `most` positions.
pub fn positions(
    world: &World,
    game: GameId,
    ranges: &[(Int, Int)],
    most: usize,
) -> Option<Vec<Vec<Int>>> {
    let mut rows = vec![Vec::new()];
    for &(low, high) in ranges {
        rows = rows
            .iter()
            .flat_map(|row: &Vec<Int>| {
                (low..=high).map(move |n| row.iter().copied().chain([n]).collect())
            })
            .collect();
        if rows.len() > most {
            return None;
        }
    }
    let canonical = |row: &Vec<Int>| {
        let mut sorted = row.clone();
        world.rules(game).canonicalise(&mut sorted);
        sorted == *row
    };
    Some(
        rows.into_iter()
            .filter(|row| {
                canonical(row)
                    && world
                        .contains(game, row, &Budget::generous())
                        .unwrap_or(false)
            })
            .collect(),
    )
}

/// Iterates over all positions for each number of moves, and returns the outcome of each position
/// and the number of moves to the end, or `None` for a draw. If the moves cannot be listed, the
/// function returns `None` instead of a list.
pub fn by_definition(
    world: &World,
    game: GameId,
    rows: &[Vec<Int>],
) -> Option<Vec<Option<(Outcome, u64)>>> {
    let budget = Budget::generous();
    let conventions = world.rules(game).conventions();
    let places: HashMap<&[Int], usize> = rows
        .iter()
        .enumerate()
        .map(|(place, row)| (&row[..], place))
        .collect();
    let nothing = rows.len();
    let mut known: Vec<Option<(Outcome, u64)>> = vec![None; nothing + 1];
    known[nothing] = Some((outcome_without_moves(conventions.play), 0));
    let mut options: Vec<Vec<usize>> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let sum = SumPosition(vec![Component {
            game,
            slots: row[..].into(),
        }]);
        let list = moves(world, &sum, conventions, &budget).ok()?;
        let place_of = |sum: &SumPosition| {
            sum.0
                .first()
                .map_or(nothing, |left| places[&left.slots[..]])
        };
        let list: Vec<usize> = list.iter().map(|step| place_of(&step.leaves)).collect();
        known[place] = match ended_at_once(world, &sum, &budget).ok()? {
            Some(outcome) => Some((outcome, 0)),
            None if list.is_empty() => Some((outcome_without_moves(conventions.play), 0)),
            None => None,
        };
        options.push(list);
    }
    for after in 1.. {
        let before = known.iter().flatten().count();
        for place in 0..nothing {
            if known[place].is_some() {
                continue;
            }
            let of: Vec<_> = options[place].iter().map(|&option| known[option]).collect();
            let lost = of
                .iter()
                .any(|option| *option == Some((Outcome::P, after - 1)));
            let won = of.iter().all(|option| {
                option.is_some_and(|(outcome, moves)| outcome == Outcome::N && moves < after)
            });
            if lost {
                known[place] = Some((Outcome::N, after));
            } else if won {
                known[place] = Some((Outcome::P, after));
            }
        }
        if known.iter().flatten().count() == before {
            break;
        }
    }
    known.pop();
    Some(known)
}

/// Counts of the cases that occurred in a test.
#[derive(Debug, Default)]
struct Met {
    games: usize,
    tiered: usize,
    holes: usize,
    wins: usize,
    losses: usize,
    draws: usize,
    declined: usize,
    wrong: usize,
    added: usize,
    turned: usize,
    moves: usize,
    /// Numbers of blocks of one, two and four bits per index.
    narrow: [usize; 3],
    /// Number of tables whose lower tiers are streamed.
    streamed: usize,
    /// Number of tables whose moves are sorted.
    sorted: usize,
    /// Number of tables built by a sieve, and number of tables with several tiers that were built
    /// by a sieve.
    sieved: usize,
    sieved_below: usize,
    /// Number of sieves whose shares mark indices of other shares.
    sieved_ahead: usize,
    /// Number of games of unordered slots whose moves are the same in every order.
    alike: usize,
    /// Numbers of games with a symmetry, of games whose symmetry is proved from the rules, of
    /// proved games with inverse moves, and of games that violate their declared symmetry.
    symmetric: usize,
    shown: usize,
    settled_back: usize,
    broken: usize,
    /// Number of positions whose outcome a search of a few moves finds, and number of positions
    /// whose outcome the search does not find.
    foreseen: usize,
    hidden: usize,
}

/// Builds the tables of a plan, and splits each tier into some shares. Whenever a share may pause,
/// and between rounds, its state is saved and loaded by a new share. Also returns the number of
/// bytes of messages.
pub fn with_pauses(plan: &TierPlan<'_>, of: usize) -> (TierTables, usize) {
    let budget = Budget::generous();
    let (mut tables, mut bytes) = (TierTables::new(plan), 0);
    for tier in 0..plan.tiers() {
        let begun = |share| Share::new(plan, tier, share, of, &tables).unwrap();
        let anew = |share: &Share<'_>, number| {
            let mut state = Vec::new();
            share.save(&mut state).unwrap();
            let mut other = begun(number);
            assert!(other.restore(&mut &state[..]).unwrap());
            assert!(
                !begun(number)
                    .restore(&mut &[&state[..], &[0]].concat()[..])
                    .unwrap(),
                "a state that is longer"
            );
            other
        };
        let mut shares: Vec<Share<'_>> = (0..of).map(begun).collect();
        let mut undisturbed: Vec<Share<'_>> = (0..of).map(begun).collect();
        let (mut round, mut told) = (Some(0), vec![vec![Vec::new(); of]; of]);
        while let Some(now) = round {
            let mut steps = Vec::new();
            for (number, share) in shares.iter_mut().enumerate() {
                let read: Vec<&[u8]> = told
                    .iter()
                    .map(|by: &Vec<Vec<u8>>| &by[number][..])
                    .collect();
                let step = loop {
                    match share.step_until(now, &read, &mut || true, &budget).unwrap() {
                        Some(step) => break step,
                        None => *share = anew(share, number),
                    }
                };
                *share = anew(share, number);
                assert_eq!(
                    undisturbed[number].step(now, &read, &budget).unwrap(),
                    step,
                    "share {number} of {of} tells the same"
                );
                steps.push(step);
            }
            round = steps.iter().filter_map(|step| step.next).min();
            told = steps.into_iter().map(|step| step.out).collect();
            bytes += told.iter().flatten().map(Vec::len).sum::<usize>();
        }
        let entries: Vec<_> = shares.into_iter().flat_map(Share::entries).collect();
        drop(undisturbed);
        tables.push(entries);
    }
    (tables, bytes)
}

/// Compares the tables of a game with the definition.
fn check(text: &str, rng: &mut Rng, met: &mut Met) {
    let budget = Budget::generous();
    let Some((world, game, facts)) = world(text) else {
        return;
    };
    let slots = world.rules(game).slots();
    let tops: Vec<Int> = slots
        .iter()
        .map(|slot| slot.high.unwrap_or(slot.low + 6))
        .collect();
    let plan = match TierPlan::new(
        &world,
        game,
        &facts,
        Some(&tops),
        TableKind::Remoteness,
        &budget,
    ) {
        Ok(plan) => plan.in_blocks(rng.u32(0..4)),
        Err(TierError::Declined(_) | TierError::Fault(_)) => {
            met.declined += 1;
            return;
        }
        Err(other) => panic!("{text}: {other:?}"),
    };
    let Some(rows) = positions(&world, game, plan.ranges(), 1500) else {
        return;
    };
    let (Some(expected), tables) = (by_definition(&world, game, &rows), solve(&plan, 1, &budget))
    else {
        return;
    };
    let tables = match tables {
        Ok(tables) => tables,
        // A move raises the declared measure, and the error reports this move correctly.
        Err(TierError::Rules(why))
            if text.contains("tier") && why.en.contains("raises the measure") =>
        {
            met.wrong += 1;
            return;
        }
        // The declared symmetry does not hold.
        Err(TierError::Rules(why))
            if text.contains("symmetry") && why.en.contains("`symmetry` does not hold") =>
        {
            met.broken += 1;
            return;
        }
        Err(halt) => panic!("{text}: {halt:?}"),
    };
    met.games += 1;
    met.symmetric += usize::from(plan.symmetry().is_ok_and(|images| images > 1));
    met.shown += usize::from(plan.symmetry_is_shown());
    met.settled_back += usize::from(plan.symmetry_is_shown() && plan.check_invertible().is_ok());
    met.tiered += usize::from(plan.tiers() > 1);
    met.holes += usize::from(!plan.is_whole());
    for (row, expected) in rows.iter().zip(&expected) {
        let found = tables.lookup(&plan, row).unwrap();
        let expected = expected.map_or(DecodedEntry::Draw, |(outcome, moves)| {
            DecodedEntry::Wins(outcome, moves)
        });
        assert_eq!(found, Some(expected), "{text} at {row:?}");
        match expected {
            DecodedEntry::Draw => met.draws += 1,
            DecodedEntry::Wins(Outcome::N, _) => met.wins += 1,
            _ => met.losses += 1,
        }
    }
    // An entry of a table of outcomes equals the outcome in the table of remoteness.
    let alone = TierPlan::new(
        &world,
        game,
        &facts,
        Some(&tops),
        TableKind::Outcomes,
        &budget,
    )
    .unwrap()
    .in_blocks(plan.block().trailing_zeros());
    let outcomes = solve(&alone, 2, &budget).unwrap();
    for (row, expected) in rows.iter().zip(&expected) {
        let expected = expected.map_or(DecodedEntry::Draw, |(outcome, _)| {
            DecodedEntry::Outcome(outcome)
        });
        assert_eq!(
            outcomes.lookup(&alone, row).unwrap(),
            Some(expected),
            "{text} at {row:?}"
        );
    }
    assert_eq!(
        solve(&alone, 1, &budget).unwrap(),
        outcomes,
        "a sieve: {}, {text}",
        alone.sieved(1)
    );
    met.alike += usize::from(alone.in_one_order() && text.contains("unordered"));
    for of in [3, 16] {
        assert_eq!(
            solve(&alone, of, &budget).unwrap(),
            outcomes,
            "{of} shares, {text}"
        );
    }
    assert_eq!(with_pauses(&alone, 1).0, outcomes, "with pauses, {text}");
    if alone.sieved(3) {
        let (paused, told) = with_pauses(&alone, 3);
        assert_eq!(paused, outcomes, "3 shares with pauses, {text}");
        // Each share that sends only its end mark sends ten bytes.
        met.sieved_ahead += usize::from(told > 30 * alone.tiers());
    }
    assert_eq!(
        solve_listing(&alone, 1, &|| alone.interpreter(), &budget).unwrap(),
        outcomes,
        "by the interpreter, {text}"
    );
    let moves_end = expected.iter().flatten().count() == rows.len();
    met.sieved += usize::from(alone.sieved(1) && moves_end);
    met.sieved_below += usize::from(alone.sieved(1) && alone.tiers() > 1);
    for block in (0..alone.tiers()).flat_map(|tier| outcomes.tier(tier)) {
        let bytes = block.bytes().to_vec();
        if let Some(width) = [1, 2, 4]
            .iter()
            .position(|width| bytes.len() == (width * block.len()).div_ceil(8) && block.len() > 4)
        {
            met.narrow[width] += 1;
        }
        assert_eq!(
            PackedCodes::read(bytes, block.len()).as_ref(),
            Some(block),
            "{text}"
        );
    }
    // The options of the interpreter are sorted.
    for of in [1, 2, 16] {
        assert_eq!(
            solve_listing(&plan, of, &|| plan.interpreter(), &budget).unwrap(),
            tables,
            "{of} shares that sort, {text}"
        );
    }
    met.sorted += usize::from(plan.sorts());
    assert_eq!(with_pauses(&plan, 1).0, tables, "with pauses, {text}");
    let plan = plan.streaming(true);
    if plan.streams() {
        for of in [1, 2, 3, 16] {
            assert_eq!(
                solve(&plan, of, &budget).unwrap(),
                tables,
                "{of} shares that stream, {text}"
            );
        }
        met.streamed += usize::from(plan.looked_up() > 0);
        assert_eq!(
            with_pauses(&plan, 1).0,
            tables,
            "streams with pauses, {text}"
        );
    }
    let alone = alone.streaming(true);
    if alone.streams() {
        assert_eq!(
            solve(&alone, 2, &budget).unwrap(),
            outcomes,
            "who wins by streams, {text}"
        );
    }
    let (plan, alone) = (plan.streaming(false), alone.streaming(false));
    let filled = (0..plan.tiers())
        .flat_map(|tier| (0..plan.tier(tier).index.size()).map(move |place| (tier, place)));
    let filled = filled
        .filter(|&(tier, place)| plan.decode(tables.code(tier, place).unwrap()).is_some())
        .count();
    let itself = |row: &&Vec<Int>| {
        let (tier, place) = plan.locate(row).unwrap();
        let mut slots = vec![0; row.len()];
        plan.tier(tier).index.position(place, &mut slots);
        slots == **row
    };
    assert_eq!(filled, rows.iter().filter(itself).count(), "{text}");
    if !text.contains("symmetry") {
        assert_eq!(filled, rows.len(), "{text}");
    }
    for of in [2, 3, 16] {
        assert_eq!(
            solve(&plan, of, &budget).unwrap(),
            tables,
            "{of} shares, {text}"
        );
    }
    // A rehearsal processes every kind of position that a run processes.
    for tier in
        (0..plan.tiers().min(alone.tiers())).filter(|tier| plan.tier(*tier).index.size() > 0)
    {
        let bits = plan.block().ilog2();
        for stretch in 0..plan.tier(tier).index.size().div_ceil(plan.block()) {
            let fates = OutcomeRates {
                decided: 0.7,
                lost: 0.3,
            };
            // A tier whose lower tiers are streamed can be rehearsed too.
            let streaming = TierPlan::from_layout(&world, plan.layout().clone()).streaming(true);
            for plan in [&plan, &alone, &streaming] {
                assert!(
                    rehearse(plan, tier, 1, stretch, bits, fates, &budget).unwrap() > 0,
                    "{text}"
                );
            }
        }
    }
    foresee(&plan, &tables, (text, rng), met);
    if plan.added().is_ok() {
        met.added += 1;
        check_options(&plan, text, met);
        assert_eq!(
            solve_listing(&plan, 2, &|| plan.interpreter(), &budget).unwrap(),
            tables,
            "by the interpreter, {text}"
        );
    }
}

/// A search above some lower tiers is never wrong, and finds every outcome that its number of moves
/// determines.
fn foresee(plan: &TierPlan<'_>, tables: &TierTables, (text, rng): (&str, &mut Rng), met: &mut Met) {
    let (tiers, budget) = (rng.usize(..=plan.tiers()), Budget::generous());
    let mut made = TierTables::new(plan);
    (0..tiers).for_each(|tier| made.push(tables.tier(tier).to_vec()));
    let mut foresight = LookaheadSearch::new(plan, &made);
    for tier in (0..plan.tiers()).filter(|tier| plan.tier(*tier).index.size() > 0) {
        let (place, moves) = (rng.u64(..plan.tier(tier).index.size()), rng.u32(..5));
        let (found, known) = (
            foresight
                .winner(PositionId { tier, place }, moves, &budget)
                .unwrap(),
            plan.decode(tables.code(tier, place).unwrap()),
        );
        let truth = match known {
            Some(DecodedEntry::Wins(winner, within)) => Some((winner, within)),
            _ => None,
        };
        assert!(
            found.is_none() || found == truth.map(|(winner, _)| winner),
            "{text}: {found:?}, not {truth:?}"
        );
        let soon = truth.is_some_and(|(_, within)| within <= moves.into() || tier < tiers);
        assert!(
            found.is_some() || !soon,
            "{text}: {truth:?} was not seen within {moves} moves"
        );
        met.foreseen += usize::from(tier >= tiers && found.is_some() && moves > 0);
        met.hidden += usize::from(truth.is_some() && found.is_none());
    }
}

/// Options from tables equal the options that the interpreter lists. A position A occurs among the
/// predecessors of a position B as often as B occurs among the options of A.
fn check_options(plan: &TierPlan<'_>, text: &str, met: &mut Met) {
    let budget = Budget::generous();
    let (mut added, mut interpreted) = (plan.options(), plan.interpreter());
    let (mut one, mut two) = (OptionBuffer::default(), OptionBuffer::default());
    met.turned += usize::from(added.has_inverse_moves());
    assert_eq!(added.has_inverse_moves(), plan.check_invertible().is_ok());
    for tier in 0..plan.tiers() {
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        let (mut below, mut above) = (Vec::new(), Vec::new());
        let mut walk = plan.tier(tier).index.walk(0);
        while let Some((place, at)) = plan.position_at(tier, &walk) {
            let standing = added.list(at, &mut one, &budget).unwrap();
            assert_eq!(
                standing,
                interpreted.list(at, &mut two, &budget).unwrap(),
                "{text} at {:?}",
                at.slots
            );
            let sorted = |listed: &OptionBuffer| {
                let mut options: Vec<Vec<PositionId>> =
                    listed.iter().map(<[PositionId]>::to_vec).collect();
                options.sort();
                options
            };
            assert_eq!(sorted(&one), sorted(&two), "{text} at {:?}", at.slots);
            let (again, own) = added.list_lower(at, &mut two, &budget).unwrap();
            assert_eq!(
                (again, own as usize),
                (
                    standing,
                    one.iter()
                        .flatten()
                        .filter(|target| target.tier == tier)
                        .count()
                )
            );
            let lower =
                |option: &&[PositionId]| option.first().is_none_or(|target| target.tier < tier);
            assert!(
                two.iter().eq(one.iter().filter(lower)),
                "{text} at {:?}",
                at.slots
            );
            forward.extend(
                one.iter()
                    .flatten()
                    .filter(|target| target.tier == tier)
                    .map(|target| (place, target.place)),
            );
            below.extend(
                one.iter()
                    .flatten()
                    .filter(|target| target.tier < tier)
                    .map(|target| (place, *target)),
            );
            if added.has_inverse_moves() && standing != EntryState::Hole {
                let mut before = Vec::new();
                added.before(at, tier, &mut before, &budget).unwrap();
                backward.extend(before.into_iter().map(|origin| (origin, place)));
            }
            walk.advance();
        }
        assert!(
            below
                .iter()
                .all(|(_, target)| plan.reach(tier).contains(&target.tier)),
            "{text}: {:?}",
            plan.reach(tier)
        );
        for lower in if added.has_inverse_moves() {
            0..tier
        } else {
            0..0
        } {
            let mut walk = plan.tier(lower).index.walk(0);
            while let Some((place, at)) = plan.position_at(lower, &walk) {
                let mut before = Vec::new();
                if added.list(at, &mut one, &budget).unwrap() != EntryState::Hole {
                    added.before(at, tier, &mut before, &budget).unwrap();
                }
                above.extend(
                    before
                        .into_iter()
                        .map(|origin| (origin, PositionId { tier: lower, place })),
                );
                walk.advance();
            }
        }
        if added.has_inverse_moves() {
            // If play is over, a position has no options, but inverse moves find predecessors
            // without testing whether play is over.
            let mut listed = OptionBuffer::default();
            backward.retain(|(origin, _)| {
                let walk = plan.tier(tier).index.walk(*origin);
                let (_, at) = plan.position_at(tier, &walk).unwrap();
                added.list(at, &mut listed, &budget).unwrap() == EntryState::Open
            });
            above.retain(|(origin, _)| {
                let walk = plan.tier(tier).index.walk(*origin);
                let (_, at) = plan.position_at(tier, &walk).unwrap();
                added.list(at, &mut listed, &budget).unwrap() == EntryState::Open
            });
            below.sort_unstable();
            above.sort_unstable();
            assert_eq!(below, above, "{text}");
            met.moves += below.len();
            forward.sort_unstable();
            backward.sort_unstable();
            met.moves += forward.len();
            assert_eq!(forward, backward, "{text}");
        }
    }
}

#[test]
fn tables_of_remoteness_agree_with_the_definition() {
    let mut rng = Rng::with_seed(24);
    let mut met = Met::default();
    for round in 0..testkit::rounds(1125, 12_500) {
        let text = match round % 5 {
            0 => testkit::tiers::cells(&mut rng),
            4 => testkit::tiers::ring(&mut rng),
            1 => testkit::tiers::tokens(&mut rng),
            2 => testkit::tiers::heaps(&mut rng),
            _ => testkit::random_game(round),
        };
        check(&text, &mut rng, &mut met);
    }
    let Met {
        games,
        tiered,
        holes,
        wins,
        losses,
        draws,
        declined,
        wrong,
        added,
        turned,
        moves,
        narrow,
        sorted,
        streamed,
        sieved,
        sieved_below,
        sieved_ahead,
        alike,
        symmetric,
        shown,
        settled_back,
        broken,
        foreseen,
        hidden,
    } = met;
    assert!(
        symmetric > 100 && shown > 30 && settled_back > 20 && broken > 10,
        "{symmetric} {shown} {settled_back} {broken}"
    );
    assert!(sorted > 50 && streamed > 50, "{sorted} {streamed}");
    assert!(alike > 100, "{alike}");
    assert!(foreseen > 100 && hidden > 100, "{foreseen} {hidden}");
    assert!(
        sieved > 100 && sieved_below > 5 && sieved_ahead > 50,
        "{sieved} {sieved_below} {sieved_ahead}"
    );
    assert!(
        narrow[0] + narrow[1] > 1000 && narrow[0].min(narrow[1]) > 400,
        "{narrow:?} blocks of one, two and four bits a place"
    );
    assert!(
        added > 300 && turned > 100 && turned < added && moves > 10_000,
        "{added} {turned} {moves}"
    );
    assert!(
        games > 450 && tiered > 200 && holes > 30 && wrong > 20 && declined > 20,
        "{games} {tiered} {holes} {wrong} {declined}"
    );
    assert!(
        wins > 3000 && losses > 2000 && draws > 2000,
        "{wins} {losses} {draws}"
    );
}

#[test]
fn games_of_the_library_have_their_tables() {
    let budget = Budget::generous();
    let mut world = World::with_library();
    // The numbers of lost, won and drawn positions, from an independent program.
    for (name, tiers, counts, added, turned) in [
        ("Quixo", 10, [6935, 12_748, 0], true, true),
        ("Ladders", 4, [91, 160, 48], true, true),
        ("Annihilation", 4, [4, 42, 47], false, false),
        ("RingWalk", 1, [2, 4, 4], true, true),
    ] {
        let game = world.instantiate(name, vec![]).unwrap();
        let facts = facts(world.rules(game).game().unwrap(), game, &budget).unwrap();
        let plan =
            TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).unwrap();
        assert_eq!(
            (
                plan.tiers(),
                plan.added().is_ok(),
                plan.check_invertible().is_ok()
            ),
            (tiers, added, turned),
            "{name}"
        );
        let tables = solve(&plan, 1, &budget).unwrap();
        let rows = positions(&world, game, plan.ranges(), 20_000).unwrap();
        let mut found = [0; 3];
        for (row, expected) in rows.iter().zip(by_definition(&world, game, &rows).unwrap()) {
            let known = tables.lookup(&plan, row).unwrap();
            assert_eq!(
                known,
                Some(
                    expected.map_or(DecodedEntry::Draw, |(outcome, moves)| DecodedEntry::Wins(
                        outcome, moves
                    ))
                ),
                "{name} at {row:?}"
            );
            found[expected.map_or(2, |(outcome, _)| usize::from(outcome == Outcome::N))] += 1;
        }
        assert_eq!(found, counts, "{name}");
    }
}

/// Returns the values of all positions by the definition, for games that end.
pub fn values(world: &World, game: GameId, rows: &[Vec<Int>]) -> Vec<Grundy> {
    let budget = Budget::generous();
    let mut reference = engines::reference::ReferenceGrundy::new();
    let value = |row: &Vec<Int>| {
        engines::oracle::GrundyOracle::grundy(&mut reference, world, game, row, &budget).unwrap()
    };
    rows.iter().map(value).collect()
}

#[test]
fn a_measure_that_rises_is_an_error_with_its_position() {
    let (world, game, facts) = world(
        "game A { state p in 0..9 loopy tier p / 3 move : [p - 1] move when p == 5 : [p + 1] }",
    )
    .unwrap();
    let budget = Budget::generous();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Remoteness, &budget).unwrap();
    assert_eq!(plan.tiers(), 4);
    let Err(TierError::Rules(why)) = solve(&plan, 1, &budget) else {
        panic!("the measure rises")
    };
    assert!(
        why.en.contains("from a[5] to a[6]") && why.en.contains("from 1 to 2"),
        "{}",
        why.en
    );
}
