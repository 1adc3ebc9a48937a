use fastrand::Rng;
use rules::play::{SumPosition, moves};

use super::*;

const CONVENTIONS: Conventions = Conventions {
    play: rules::ast::PlayConvention::Normal,
    sum: rules::game::SumKind::One,
    until: rules::ast::EndCondition::All,
    loopy: true,
    entailing: false,
};

/// Listings and boxes give equal values and moves for each sum tested.
#[test]
fn boxes_say_what_lists_say() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(23);
    let (mut boxed, mut infinite) = (0, 0);
    for _ in 0..300 {
        let mut world = World::empty();
        let (cells, step, back) = (rng.i64(4..9), rng.i64(1..4), rng.i64(1..3));
        world
            .load(
                "walk.game",
                &format!(
                    "game Walk {{ state n in 0..{last}, t in 0..3 loopy move k in {{1, {step}}} when t < 3 : [n - k, t + 1] \
                     move when n >= {back} : [n, t - {back}] move when n == {last} : nothing move : [(n + 2) % {cells}, 0] }}",
                    last = cells - 1
                ),
            )
            .unwrap();
        let game = world.instantiate("walk", vec![]).unwrap();
        let world = Arc::new(world);
        let at = Component::new(game, [rng.i64(0..cells), rng.i64(0..4)]);
        let mut in_box = LoopySumMethod::new(Arc::new(SessionSettings::default()), CONVENTIONS);
        let mut listed = LoopySumMethod::new(Arc::new(SessionSettings::default()), CONVENTIONS);
        listed.boxes.insert(game, None);
        let sum = [at.clone(), at];
        let alone = SumQuery::new(&world, &sum[..1], &budget);
        let found = in_box.values(&alone, false).unwrap();
        assert_eq!(found, listed.values(&alone, false).unwrap());
        boxed += usize::from(in_box.boxes.get(&game).is_some_and(Option::is_some));
        infinite += usize::from(found[0].as_nimber().is_none());
        if in_box.outcome(&alone).unwrap().0 == Outcome::N {
            let steps = |loops: &mut LoopySumMethod| {
                let mut list = loops.winning(&alone, 100).unwrap().list;
                list.sort_by_key(|steps| (steps[0].rule, steps[0].choices.clone()));
                list
            };
            assert_eq!(steps(&mut in_box), steps(&mut listed));
        }
    }
    assert!(boxed > 150 && infinite > 30, "{boxed} {infinite}");
}

/// Plays games from won sums, always making the first winning move, against random replies and
/// against replies that leave the largest nimbers. Arbitrary winning moves may cycle forever, but
/// always making the first move of the list of winning moves never cycles.
#[test]
fn the_first_winning_moves_win_every_game() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(19);
    let (mut games, mut longest, mut infinite) = (0, 0, 0);
    while games < 3000 {
        let mut world = World::empty();
        world.add_structures(structures::KINDS);
        world
            .load(
                "nim.game",
                "game Nim { state n in 0.. move k in 1..n : [n - k] }",
            )
            .unwrap();
        let mut sum = Vec::new();
        for _ in 0..rng.usize(1..=2) {
            // Many moves in this game can be undone.
            let vertices = rng.u32(4..30);
            let down = (1..vertices)
                .flat_map(|tail| [tail; 3])
                .map(|tail| (tail, rng.u32(0..tail)));
            let pairs: Vec<(u32, u32)> = down.collect();
            let up = pairs
                .iter()
                .map(|&(tail, head)| (head, tail))
                .filter(|&(tail, _)| tail > 0);
            let up: Vec<(u32, u32)> = up.filter(|_| rng.bool()).collect();
            let arcs: Vec<String> = pairs
                .iter()
                .chain(&up)
                .map(|(tail, head)| format!("{tail} {head}"))
                .collect();
            let text = format!("{vertices} {} {}", arcs.len(), arcs.join(" "));
            let game = world.read(&structures::digraph::KIND, &text).unwrap();
            sum.push(Component::new(game, [rng.i64(0..i64::from(vertices))]));
        }
        let nim = world.instantiate("nim", vec![]).unwrap();
        if rng.bool() {
            sum.push(Component::new(nim, [rng.i64(0..4)]));
        }
        let world = Arc::new(world);
        let mut loops = LoopySumMethod::new(Arc::new(SessionSettings::default()), CONVENTIONS);
        let mut at = SumPosition::canonical(sum, &world);
        let query = SumQuery::new(&world, &at.0, &budget);
        let (outcome, _) = loops.outcome(&query).unwrap();
        if outcome != Outcome::N {
            continue;
        }
        games += 1;
        infinite += usize::from(
            loops
                .values(&query, false)
                .unwrap()
                .iter()
                .any(|v| v.as_nimber().is_none()),
        );
        let high = rng.bool();
        for turn in 0.. {
            assert!(turn < 2000, "play goes round: {}", at.show(&world));
            longest = longest.max(turn);
            let all = moves(&world, &at, CONVENTIONS, &budget).unwrap();
            if turn % 2 == 1 {
                let Some(made) = rng.choice(&all) else { break };
                let weight = |sum: &SumPosition, loops: &mut LoopySumMethod| -> u64 {
                    let query = SumQuery::new(&world, &sum.0, &budget);
                    let values = loops.values(&query, false).unwrap();
                    values
                        .iter()
                        .map(|value| value.as_nimber().unwrap_or(100))
                        .sum()
                };
                at = match high {
                    false => made.leaves.clone(),
                    true => all
                        .iter()
                        .max_by_key(|one| weight(&one.leaves, &mut loops))
                        .unwrap()
                        .leaves
                        .clone(),
                };
                continue;
            }
            let query = SumQuery::new(&world, &at.0, &budget);
            let steps = loops.winning(&query, 1).unwrap().list.remove(0);
            let made = all
                .into_iter()
                .find(|one| one.steps == steps)
                .expect("it is legal");
            at = made.leaves;
        }
    }
    assert!(longest >= 10 && infinite > 200, "{longest} {infinite}");
}
