//! Compares expressions that are read slot by slot with their evaluation at every position: totals
//! of functions of single slots, conditions as terms, and bounds of the amounts that moves add to
//! totals.

use base::budget::Budget;
use base::text::Lang;
use facts::slotwise::Slotwise;
use facts::terms::SlotTest;
use facts::totals::SlotRanges;
use fastrand::Rng;
use rules::eval::EvalContext;
use rules::game::{GameId, OptionArena};
use rules::ir::{Expr, Game, Int};
use rules::world::World;

/// Returns an expression of a[1..3] in 0..2 and w in -1..3, usually a total of functions of single
/// slots.
fn number(rng: &mut Rng, depth: u32) -> String {
    // Nested local names must be different.
    let (i, k, t) = (rng.i64(1..=3), rng.i64(-2..=3), format!("t{depth}"));
    match if depth == 0 {
        rng.u8(0..3)
    } else {
        rng.u8(0..11)
    } {
        0 => format!("a[{i}]"),
        1 => "w".to_owned(),
        2 => format!("({k})"),
        3 => format!("({} + {})", number(rng, depth - 1), number(rng, depth - 1)),
        4 => format!("({} - {})", number(rng, depth - 1), number(rng, depth - 1)),
        5 => format!("{k} * {}", number(rng, depth - 1)),
        6 => format!("max(a[{i}], {})", number(rng, depth - 1)),
        7 => format!(
            "total({t} * a[{t}] + {} for {t} in 1..3)",
            number(rng, depth - 1)
        ),
        8 => format!(
            "(if {} then {} else {k})",
            condition(rng, depth - 1),
            number(rng, depth - 1)
        ),
        9 => format!("total(if {t} > {i} then a[{t}] else a[{t}] * a[{t}] for {t} in 1..3)"),
        _ => format!("-popcount({} + 8)", number(rng, 0)),
    }
}

fn condition(rng: &mut Rng, depth: u32) -> String {
    let (i, k) = (rng.i64(1..=3), rng.i64(-1..=3));
    let (op, s) = (
        ["<", "<=", "==", "!=", ">=", ">"][rng.usize(0..6)],
        format!("s{depth}"),
    );
    match if depth == 0 {
        rng.u8(0..2)
    } else {
        rng.u8(0..8)
    } {
        0 => format!("a[{i}] {op} {k}"),
        1 => format!("w {op} {k}"),
        2 => format!(
            "({} and {})",
            condition(rng, depth - 1),
            condition(rng, depth - 1)
        ),
        3 => format!(
            "({} or {})",
            condition(rng, depth - 1),
            condition(rng, depth - 1)
        ),
        4 => format!("not {}", condition(rng, depth - 1)),
        5 => format!(
            "any(a[{s}] {op} {k} or {s} == {i} and {} for {s} in 1..3)",
            condition(rng, 0)
        ),
        6 => format!("all(a[{s}] {op} w for {s} in 1..{i})"),
        _ => format!("all(a[{s}] {op} {k} for {s} in 1..{i})"),
    }
}

fn made(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("a.game", text)
        .unwrap_or_else(|refusal| panic!("{text}: {}", refusal.render(Lang::En, false)));
    let game = world
        .instantiate("A", vec![])
        .unwrap_or_else(|_| panic!("{text}"));
    (world, game)
}

fn ranges(game: &Game) -> SlotRanges<'_> {
    let (lows, highs) = game
        .slots
        .iter()
        .map(|slot| (slot.low, slot.high.unwrap()))
        .unzip();
    SlotRanges::new(game, lows, highs)
}

fn rows(game: &Game) -> Vec<Vec<Int>> {
    game.slots.iter().fold(vec![Vec::new()], |rows, slot| {
        let longer = |row: &Vec<Int>, n: Int| row.iter().copied().chain([n]).collect();
        rows.iter()
            .flat_map(|row: &Vec<Int>| (slot.low..=slot.high.unwrap()).map(move |n| longer(row, n)))
            .collect()
    })
}

fn value(game: &Game, expr: &Expr, row: &[Int]) -> Option<Int> {
    let tick = || Ok(());
    EvalContext::new(row, game.locals, &tick).eval(expr).ok()
}

fn holds(test: &SlotTest, row: &[Int], lows: &[Int]) -> bool {
    match test {
        SlotTest::Any(terms) => terms.iter().any(|term| {
            term.iter()
                .all(|(&slot, values)| values[(row[slot] - lows[slot]) as usize])
        }),
        SlotTest::And(both) => both.iter().all(|one| holds(one, row, lows)),
        SlotTest::Or(both) => both.iter().any(|one| holds(one, row, lows)),
        SlotTest::Not(test) => !holds(test, row, lows),
    }
}

#[test]
fn totals_and_terms_are_what_they_are_read_from() {
    let mut rng = Rng::with_seed(24);
    let (mut totals, mut tests, mut whole, mut parted) = (0, 0, 0, 0);
    for _ in 0..1500 {
        let (tier, goal) = (number(&mut rng, 3), condition(&mut rng, 3));
        let text = format!(
            "game A {{ state a[1..3] in 0..2, w in -1..3 tier 0 + {tier} goal {goal} move : nothing }}"
        );
        let (world, game) = made(&text);
        let game = world.rules(game).game().unwrap();
        let (read, rows) = (ranges(game), rows(game));
        let (tier, goal) = (game.tier.0.as_ref().unwrap(), &game.goals[0]);
        if let Some(total) = read.total(tier) {
            totals += 1;
            for row in &rows {
                assert_eq!(
                    total.value_at(row, &read.lows),
                    value(game, tier, row),
                    "{text} at {row:?}"
                );
            }
        }
        if let Some(test) = read.test(goal) {
            tests += 1;
            for row in &rows {
                assert_eq!(
                    Some(holds(&test, row, &read.lows)),
                    value(game, goal, row).map(|holds| holds != 0),
                    "{text} at {row:?}"
                );
            }
        }
        // The conjunction of the conjuncts of a condition is equivalent to the condition.
        let mut parts: Vec<Vec<bool>> = Vec::new();
        let all = read.conjuncts(goal, &mut |part| {
            parts.push(
                rows.iter()
                    .map(|row| part.value_at(row) != Some(0))
                    .collect(),
            );
            true
        });
        assert!(all, "{text}");
        whole += 1;
        parted += usize::from(parts.len() > 1);
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(
                Some(parts.iter().all(|part| part[i])),
                value(game, goal, row).map(|holds| holds != 0),
                "{text} at {row:?}"
            );
        }
    }
    assert!(
        totals > 600 && tests > 1000 && whole == 1500 && parted > 300,
        "{totals} {tests} {whole} {parted}"
    );
}

/// Returns a move of a[1..3] in 0..2 and w in 0..4; the last alternatives do not work slot by slot.
fn random_move(rng: &mut Rng) -> String {
    let (i, j, k) = (rng.i64(1..=3), rng.i64(1..=3), rng.i64(-2..=2));
    match rng.u8(0..10) {
        0 => format!("move : {{ a[{i}] += {k} }}"),
        1 => format!("move k in 1..w when k <= {} : {{ w -= k }}", rng.i64(1..4)),
        2 => format!(
            "move t in 1..3 when a[t] == {} : {{ a[t] = {} }}",
            rng.i64(0..3),
            rng.i64(0..3)
        ),
        3 => "move : { a[t] = if t == 1 then a[3] else a[t-1] for t in 1..3 }".to_owned(),
        4 => format!("move when a[{i}] != a[{j}] : [a[2], a[1], a[3], w]"),
        5 => "move : { a[t] = if a[t] == 0 then 0 else 3 - a[t] for t in 1..3 }".to_owned(),
        6 => format!(
            "move t in 1..3 when w > {} : {{ a[t] = min(a[t] + 1, 2), w -= 1 }}",
            rng.i64(0..3)
        ),
        7 => "move when w == 0 : nothing".to_owned(),
        8 => format!("move : {{ a[{i}] = a[{i}] + a[{j}] - 1 }}"),
        _ => format!("move k in a[{i}]..w : {{ w = w - k + {} }}", rng.i64(0..2)),
    }
}

#[test]
fn what_moves_add_is_bounded_tightly() {
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(24);
    let (mut read, mut exact, mut refused) = (0, 0, 0);
    for _ in 0..1500 {
        let moves: Vec<String> = (0..rng.usize(1..=3))
            .map(|_| random_move(&mut rng))
            .collect();
        let tier = [
            "w",
            "total(a[t] for t in 1..3)",
            "total(if a[t] == 0 then 1 else 0 for t in 1..3)",
            "a[1] * a[1] + 2 * w",
        ][rng.usize(0..4)];
        let text = format!(
            "game A {{ state a[1..3] in 0..2, w in 0..4 tier {tier} {} }}",
            moves.join(" ")
        );
        let (world, id) = made(&text);
        let game = world.rules(id).game().unwrap();
        let ranges = ranges(game);
        let slotwise = match Slotwise::from_game(game, id, &ranges) {
            Ok(slotwise) => slotwise,
            Err(why) => {
                assert!(text.contains("] + a["), "{text}: {}", why.en);
                refused += 1;
                continue;
            }
        };
        read += 1;
        let expr = game.tier.0.as_ref().unwrap();
        let (least, most) = slotwise.adds(&ranges.total(expr).unwrap()).unwrap();
        let mut options = OptionArena::new();
        let mut met: Option<(Int, Int)> = None;
        for row in rows(game) {
            world.options(id, &row, &mut options, &budget).unwrap();
            for (_, left) in options
                .iter()
                .flat_map(|option| option.components().collect::<Vec<_>>())
            {
                let more = value(game, expr, left).unwrap() - value(game, expr, &row).unwrap();
                assert!(
                    (least..=most).contains(&more),
                    "{text} from {row:?} to {left:?}: {least}..{most}"
                );
                met = Some(met.map_or((more, more), |(low, high)| (low.min(more), high.max(more))));
            }
        }
        exact += usize::from(met.is_none_or(|met| met == (least, most)));
    }
    // Guards that read several slots may exclude moves that the bounds allow.
    assert!(
        read > 800 && exact * 10 > read * 8 && refused > 100,
        "{read} {exact} {refused}"
    );
}
