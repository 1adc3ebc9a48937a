//! Tests of games whose positions are represented by gaps. Every row of gaps has the same moves as
//! the slots that it represents, and the same results for positions and the end of play.

use base::budget::Budget;
use clauses::{ConcreteMove, LinearForm, SlotGap, SlotGaps, of_game};
use fastrand::Rng;
use rules::ir::Int;
use rules::world::World;

/// Returns a game with a few slots, and its requirements: some slots must be at least another slot
/// plus a constant.
fn game(rng: &mut Rng) -> (String, Vec<SlotGap>) {
    let count = rng.usize(2..4);
    let lows: Vec<i128> = (0..count).map(|_| rng.u8(0..3).into()).collect();
    let order: Vec<usize> = {
        let mut order: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut order);
        order
    };
    let mut gaps: Vec<SlotGap> = lows
        .iter()
        .map(|&least| SlotGap { above: None, least })
        .collect();
    let slots: Vec<String> = lows
        .iter()
        .enumerate()
        .map(|(slot, low)| format!("x{slot} in {low}.."))
        .collect();
    let mut text = format!("game G {{ state {}", slots.join(", "));
    for place in 1..count {
        let (slot, above, least) = (
            order[place],
            order[rng.usize(0..place)],
            i128::from(rng.i8(-1..3)),
        );
        if rng.u8(..4) > 0 {
            gaps[slot] = SlotGap {
                above: Some(above),
                least,
            };
            text += &format!(" require x{above} + {least} <= x{slot}");
        }
    }
    if rng.u8(..3) == 0 {
        text += &format!(
            " {} (x0 + x1) % 3 == 1 and x0 > x1",
            if rng.bool() { "goal" } else { "trap" }
        );
    }
    for _ in 0..rng.usize(1..4) {
        let left: Vec<String> = (0..count)
            .map(|slot| match rng.u8(..5) {
                0 => format!("x{slot} - k"),
                1 => format!("x{} + {}", rng.usize(..count), rng.u8(..3)),
                2 => format!("(x{slot} + k) / 2"),
                _ => format!("x{slot}"),
            })
            .collect();
        let most = if rng.bool() {
            "3".to_owned()
        } else {
            format!("x{}", rng.usize(..count))
        };
        let twice = if rng.u8(..4) == 0 {
            format!(" + [{}]", left.join(", "))
        } else {
            String::new()
        };
        text += &format!(" move k in 1..{most} : [{}]{twice}", left.join(", "));
    }
    (text + " }", gaps)
}

#[test]
fn games_told_by_gaps_are_the_same() {
    let budget = Budget::generous();
    let (mut moved, mut required) = (0, 0);
    for seed in 0..testkit::rounds(80, 1000) {
        let (text, gaps) = game(&mut Rng::with_seed(seed));
        let mut world = World::empty();
        world
            .load("random.game", &text)
            .unwrap_or_else(|refusal| panic!("{seed}: {refusal:?}\n{text}"));
        let id = world.instantiate("G", vec![]).unwrap();
        let clauses = of_game(&world, id, &budget).unwrap();
        let gaps = SlotGaps::new(gaps).unwrap();
        let told = clauses.by_gaps(&gaps).unwrap();
        let value = |form: &LinearForm, at: &[Int]| {
            form.terms
                .iter()
                .fold(form.constant, |sum, (&v, &a)| sum + a * i128::from(at[v])) as Int
        };
        let of_gaps = |slots: &[Int]| -> Vec<Int> {
            let forms: Vec<LinearForm> = slots
                .iter()
                .map(|&slot| LinearForm::constant(slot.into()))
                .collect();
            (0..slots.len())
                .map(|slot| gaps.gap_form(slot, &forms).unwrap().as_constant().unwrap() as Int)
                .collect()
        };
        let side: Int = if clauses.slots == 2 { 8 } else { 5 };
        for number in 0..side.pow(clauses.slots as u32) {
            let row: Vec<Int> = (0..clauses.slots as u32)
                .map(|place| number / side.pow(place) % side)
                .collect();
            let slots: Vec<Int> = gaps.slots().iter().map(|form| value(form, &row)).collect();
            assert_eq!(of_gaps(&slots), row, "{seed}: {text}");
            for (own, other) in [
                (&clauses.positions, &told.positions),
                (&clauses.goal, &told.goal),
                (&clauses.trap, &told.trap),
                (&clauses.open, &told.open),
            ] {
                let inside = |regions: &[clauses::PositionRegion], at: &[Int]| {
                    regions
                        .iter()
                        .any(|region| region.contains(at, &budget).unwrap())
                };
                assert_eq!(
                    inside(own, &slots),
                    inside(other, &row),
                    "{seed}: {slots:?}, gaps {row:?}\n{text}"
                );
            }
            let made = clauses.moves_at(&slots, &budget).unwrap();
            let by_gaps = |made: &ConcreteMove| ConcreteMove {
                left: made
                    .left
                    .iter()
                    .map(|(game, left)| (*game, of_gaps(left)))
                    .collect(),
                ..made.clone()
            };
            let sorted = |mut made: Vec<ConcreteMove>| {
                made.iter_mut().for_each(|made| made.left.sort_unstable());
                made.sort();
                made.dedup();
                made
            };
            let made = sorted(made.iter().map(by_gaps).collect());
            assert_eq!(
                made,
                sorted(told.moves_at(&row, &budget).unwrap().into_iter().collect()),
                "{seed}: {slots:?}, gaps {row:?}\n{text}"
            );
            moved += made.len();
            // The components that a move leaves are positions, so their gaps are at least 0.
            assert!(
                made.iter()
                    .flat_map(|made| &made.left)
                    .all(|(_, left)| left.iter().all(|&gap| gap >= 0)),
                "{seed}: {text}"
            );
        }
        required += gaps.list().iter().filter(|gap| gap.above.is_some()).count();
    }
    assert!(
        moved > 10_000 && required > 50,
        "{moved} moves, {required} requirements"
    );
}

#[test]
fn rings_and_slots_that_there_are_not_make_no_gaps() {
    let gap = |above, least| SlotGap { above, least };
    assert!(SlotGaps::new(vec![gap(Some(1), 0), gap(None, 0)]).is_some());
    assert!(SlotGaps::new(vec![gap(Some(1), 0), gap(Some(0), 0)]).is_none());
    assert!(SlotGaps::new(vec![gap(Some(0), 0)]).is_none());
    assert!(SlotGaps::new(vec![gap(Some(2), 0), gap(None, 0)]).is_none());
    assert!(SlotGaps::new(vec![gap(Some(1), i128::MAX), gap(None, 1)]).is_none());
}
