//! Tables built tier by tier and share by share, compared with the definition: outcomes and
//! remoteness, draws, goals, traps, both play conventions, and values of games that end. The
//! entries do not depend on the number of shares.

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

/// Returns the positions within ranges; `None` if there are more than `most`.
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

/// Returns the outcome of each position and the number of moves to the end, or `None` for a draw,
/// by iterating over all positions for each number of moves. The outer `None` means that the moves
/// cannot be listed.
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

/// Counts of the cases that occurred.
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
    /// Blocks of one, two and four bits per index.
    narrow: [usize; 3],
    /// Tables whose lower tiers are streamed.
    streamed: usize,
    /// Tables whose moves are sorted.
    sorted: usize,
    /// Tables built by a sieve, and those with several tiers.
    sieved: usize,
    sieved_below: usize,
    /// Sieves whose shares mark indices of other shares.
    sieved_ahead: usize,
    /// Games of unordered slots whose moves are the same in every order.
    alike: usize,
    /// Games with symmetry, how many of them prove it from their rules, and how many of those have
    /// inverse moves; and games that violate their declared symmetry.
    symmetric: usize,
    shown: usize,
    settled_back: usize,
    broken: usize,
    /// Positions whose outcome a search of a few moves finds, and those whose outcome it does not
    /// find.
    foreseen: usize,
    hidden: usize,
}

/// Builds the tables of a plan, each tier as some shares. Wherever a share may pause, and between
/// rounds, its state is saved and loaded by a new share. Returns the number of bytes of messages
/// too.
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
        // The declared measure rises, and the error is correct.
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
    // An outcome equals the remoteness without the number.
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
        // Shares that send only their end mark send ten bytes each.
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
    // A rehearsal does the same work as a run, with every kind of position.
    for tier in
        (0..plan.tiers().min(alone.tiers())).filter(|tier| plan.tier(*tier).index.size() > 0)
    {
        let bits = plan.block().ilog2();
        for stretch in 0..plan.tier(tier).index.size().div_ceil(plan.block()) {
            let fates = OutcomeRates {
                decided: 0.7,
                lost: 0.3,
            };
            // Streaming has a rehearsal too.
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

/// A search above some lower tiers is never wrong, and finds everything within its number of moves.
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

/// Options from tables equal those of the interpreter, and a position is a predecessor of another
/// as often as that is its option.
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
            // If play is over there are no options, but predecessors are found without testing
            // this.
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
fn tables_of_values_agree_with_the_definition() {
    let budget = Budget::generous();
    let (mut games, mut in_order, mut split, mut ended, mut symmetric, mut broken) =
        (0, 0, 0, 0, 0, 0);
    let mut rng = Rng::with_seed(27);
    for seed in 0..testkit::rounds(1500, 10_000) {
        let text = if seed % 5 == 0 {
            testkit::tiers::necklace(&mut rng)
        } else {
            testkit::random_game(seed)
        };
        let Some((world, game, facts)) = world(&text) else {
            continue;
        };
        let tops: Vec<Int> = world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| slot.high.unwrap_or(slot.low + 6))
            .collect();
        let Ok(plan) = TierPlan::new(
            &world,
            game,
            &facts,
            Some(&tops),
            TableKind::Values,
            &budget,
        ) else {
            continue;
        };
        let Some(rows) = positions(&world, game, plan.ranges(), 1500) else {
            continue;
        };
        let plan = plan.in_blocks((seed % 4) as u32);
        let tables = match solve(&plan, 1, &budget) {
            Ok(tables) => tables,
            Err(TierError::Fault(_)) => continue,
            Err(TierError::Rules(why)) if why.en.contains("`symmetry` does not hold") => {
                broken += 1;
                continue;
            }
            Err(halt) => panic!("{text}: {halt:?}"),
        };
        games += 1;
        symmetric += usize::from(plan.symmetry().is_ok_and(|images| images > 1));
        in_order += usize::from(plan.tiers() == 1);
        split += usize::from(facts.most_components.is_none_or(|most| most > 1));
        ended += usize::from(facts.can_end);
        for (row, expected) in rows.iter().zip(values(&world, game, &rows)) {
            assert_eq!(
                tables.lookup(&plan, row).unwrap(),
                Some(DecodedEntry::Value(expected)),
                "{text} at {row:?}"
            );
        }
        // A tier that is filled in order is one share.
        if !plan.is_one_share() {
            for of in [2, 3, 16] {
                assert_eq!(
                    solve(&plan, of, &budget).unwrap(),
                    tables,
                    "{of} shares, {text}"
                );
            }
        }
    }
    assert!(
        games > 100 && in_order > 50 && split > 20 && ended > 20,
        "{games} {in_order} {split} {ended}"
    );
    assert!(symmetric > 50 && broken > 5, "{symmetric} {broken}");
}

#[test]
fn equal_coins_cancel_before_they_make_a_goal() {
    let budget = Budget::generous();
    let (world, game, facts) =
        world("coins A { state x in 1..9 goal x == 2 move i in 1..x - 1 : [i] + [x - 1 - i] }")
            .unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Values, &budget).unwrap();
    let rows: Vec<Vec<Int>> = (1..=9).map(|x| vec![x]).collect();
    let tables = solve(&plan, 1, &budget).unwrap();
    let found: Vec<_> = rows
        .iter()
        .map(|row| tables.lookup(&plan, row).unwrap())
        .collect();
    assert_eq!(
        found,
        values(&world, game, &rows)
            .into_iter()
            .map(|value| Some(DecodedEntry::Value(value)))
            .collect::<Vec<_>>()
    );
    // From 4 a goal can be made, from 5 none: 2 and 2 cancel.
    assert_eq!(
        (found[3], found[4]),
        (
            Some(DecodedEntry::Value(Grundy::LOONY)),
            Grundy::nimber(2).map(DecodedEntry::Value)
        )
    );
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
            // One of the shares is restarted in each round, and repeats all rounds.
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
    // A sieve receives marks of its own indices, and the end mark of another share.
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

#[test]
fn values_are_found_by_a_measure_that_the_rules_name() {
    let budget = Budget::generous();
    let mut library = World::with_library();
    let game = library
        .instantiate(
            "DuotaireBits",
            vec![(None, rules::ir::ParameterValue::Int(11))],
        )
        .unwrap();
    let named = facts(library.rules(game).game().unwrap(), game, &budget).unwrap();
    let plan = TierPlan::new(&library, game, &named, None, TableKind::Values, &budget).unwrap();
    assert!(named.measure.is_none() && plan.tiers() == 12);
    let rows = positions(&library, game, plan.ranges(), 5000).unwrap();
    let expected = values(&library, game, &rows);
    let tables = solve(&plan, 1, &budget).unwrap();
    assert!(
        rows.iter()
            .zip(expected)
            .all(|(row, value)| tables.lookup(&plan, row).unwrap()
                == Some(DecodedEntry::Value(value)))
    );
    // A measure that stays the same while a move leads to a larger index gives no order.
    let text = "game A { state a in 0..9, b in 0..9 tier a move when a > 0 : { a -= 1 } move when b < 9 and a > 3 : { b += 1 } }";
    let (world, game, facts) = world(text).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Values, &budget).unwrap();
    assert_eq!(plan.tiers(), 10);
    assert!(
        matches!(solve(&plan, 1, &budget), Err(TierError::Rules(why)) if why.en.contains("does not lower the measure"))
    );
}

/// Shares of a tier of which one uses another mode report it, whichever share it is.
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

/// A share that loads a state continues in the mode of that state, whatever the plan says.
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

/// Lists every option twice.
struct Twice<'p>(Box<dyn OptionLister + 'p>);

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

/// Values that take four bits, and more from some index on.
#[test]
fn values_take_as_many_bits_as_they_need() {
    let budget = Budget::generous();
    let text = "game A { state n in 0..400 move k in 1..n : [n - k] }";
    let (world, game, facts) = world(text).unwrap();
    let plan = TierPlan::new(&world, game, &facts, None, TableKind::Values, &budget)
        .unwrap()
        .in_blocks(3);
    let tables = solve(&plan, 1, &budget).unwrap();
    assert_eq!(with_pauses(&plan, 1).0, tables);
    let widths: BTreeSet<usize> = tables
        .tier(0)
        .iter()
        .map(|block| block.bytes().len() * 8 / block.len())
        .collect();
    assert_eq!(widths, BTreeSet::from([4, 8, 16]));
    for n in 0..=400 {
        assert_eq!(
            tables.lookup(&plan, &[n]).unwrap(),
            Some(DecodedEntry::Value(Grundy::nimber(n as u64).unwrap())),
            "{n}"
        );
    }
}

#[test]
fn who_lists_an_option_how_often_does_not_matter() {
    // A restarted share may list with code what the interpreter listed before, while other shares
    // have already read its earlier messages.
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
            // A share repeats its messages to itself and relies on them, as the others rely on the
            // messages that they have read.
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
        matches!(share.step(1, &read, &budget), Err(TierError::Declined(why)) if why.en.contains("`--sweep` must be made in another store"))
    );
}
