//! Tests theorems about models in edge cases. The multiplication game, which has goals, is compared
//! with its definition position by position. Other tests use numbers near the limit of 64 bits,
//! ranges lower than the model's, and games with almost the wording of a model.

use std::collections::HashMap;

use base::budget::Budget;
use base::text::Lang;
use facts::facts;
use rules::game::{GameId, OptionArena, Outcome, PlayEnding};
use rules::ir::Int;
use rules::world::World;
use theory::theorem::{ClosedForm, TheoremCase};
use theory::value::Grundy;

const TOP: Int = Int::MAX;

fn load(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{text}\n{}", refusal.render(Lang::En, false)));
    let game = world
        .instantiate("G", vec![])
        .unwrap_or_else(|missing| panic!("{text}\n{missing:?}"));
    (world, game)
}

fn reaches(form: &dyn ClosedForm, greatest: &[Int]) -> bool {
    form.beyond_reach(greatest, &Budget::generous())
        .expect("the budget is generous")
        .is_none()
}

/// Returns the closed form of a theorem, or `None` if the theorem does not apply.
fn recognised(text: &str, theorem: &str) -> Option<Box<dyn ClosedForm>> {
    let (world, game) = load(text);
    let (rules, budget) = (world.rules(game), Budget::generous());
    let facts = facts(
        rules.game().expect("it is written in the language"),
        game,
        &budget,
    )
    .expect("the budget is generous");
    let theorem = theorems::all()
        .into_iter()
        .find(|found| found.name() == theorem)
        .expect("a theorem of this name");
    theorem
        .apply(&TheoremCase::new(
            &world,
            game,
            Some(&facts),
            rules.conventions(),
            &budget,
        ))
        .ok()
}

fn form(text: &str, theorem: &str) -> Box<dyn ClosedForm> {
    recognised(text, theorem).unwrap_or_else(|| panic!("{theorem}: {text}"))
}

/// A move as rule and choices.
type Chosen = (usize, Vec<Int>);

/// Returns the outcome of a component on its own, and the winning moves, by the rules.
fn by_definition(
    world: &World,
    game: GameId,
    slots: &[Int],
    known: &mut HashMap<Vec<Int>, Outcome>,
) -> (Outcome, Vec<Chosen>) {
    if let Some(ending) = world
        .ending(game, slots, &Budget::generous())
        .expect("no fault")
    {
        return (
            if ending == PlayEnding::Goal {
                Outcome::P
            } else {
                Outcome::N
            },
            Vec::new(),
        );
    }
    let mut options = OptionArena::new();
    world
        .options(game, slots, &mut options, &Budget::generous())
        .expect("no fault");
    let mut winning = Vec::new();
    for option in options.iter() {
        let parts: Vec<Vec<Int>> = option
            .components()
            .map(|(_, slots)| slots.to_vec())
            .collect();
        let [left] = &parts[..] else {
            panic!("one component is left")
        };
        let outcome = match known.get(left) {
            Some(outcome) => *outcome,
            None => by_definition(world, game, left, known).0,
        };
        if outcome == Outcome::P {
            winning.push((option.rule, option.choices.to_vec()));
        }
    }
    let outcome = if winning.is_empty() {
        Outcome::P
    } else {
        Outcome::N
    };
    known.insert(slots.to_vec(), outcome);
    winning.sort_unstable();
    (outcome, winning)
}

#[test]
fn the_multiplication_game_agrees_with_its_definition() {
    let budget = Budget::generous();
    let mut compared = 0;
    for (low, high) in [(2, 9), (2, 2), (2, 3), (3, 5), (4, 4), (3, 20)] {
        for goal in [0, 1, 2, 3, 4, 9, 10, 19, 30, 81, 162, 163, 300] {
            let text = format!(
                "game G {{ state p in 1.. goal p >= {goal} move k in {low}..{high} : [p * k] }}"
            );
            let (world, game) = load(&text);
            let form = form(&text, "multiplication");
            assert!(!form.knows_values());
            let mut known = HashMap::new();
            for p in 1..=goal + 3 {
                let (outcome, winning) = by_definition(&world, game, &[p], &mut known);
                assert_eq!(
                    form.outcome(&[p], &Budget::generous()).unwrap(),
                    outcome,
                    "{p}: {text}"
                );
                assert_eq!(form.grundy(&[p], &Budget::generous()).unwrap(), None);
                let mut found = form
                    .moves_to(&[p], Grundy::ZERO, &budget)
                    .unwrap()
                    .expect("all moves are known");
                found.sort_unstable();
                compared += found.len();
                assert_eq!(found, winning, "{p}: {text}");
                for other in [
                    Grundy::nimber(1).unwrap(),
                    Grundy::GOAL,
                    Grundy::LOONY,
                    Grundy::TRAP,
                ] {
                    assert_eq!(form.moves_to(&[p], other, &budget), Ok(Some(Vec::new())));
                }
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// Each case is one word away from a model that is recognised by its wording.
#[test]
#[rustfmt::skip]
fn words_that_are_almost_a_model() {
    let cases = [
        ("multiplication", "game G { state p in 1.. goal p >= 30 move k in 2..9 : [p * k] }", true),
        ("multiplication", "game G { state p in 2.. goal p >= 30 move k in 2..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1..500 goal p >= 30 move k in 2..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. goal p > 30 move k in 2..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. goal p >= 30 trap p == 81 move k in 2..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. trap p >= 30 move k in 2..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. goal p >= 30 require p % 7 != 0 move k in 2..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. goal p >= 30 move k in 1..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. goal p >= 30 move k in 2..9 when k != 5 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. goal p >= 30 strict move k in 2..9 : [p * k] }", false),
        ("multiplication", "game G { state p in 1.. goal p >= 30 play misere move k in 2..9 : [p * k] }", false),
        ("euclid", "game G { state a in 0.., b in 0.. unordered move k in 1..a / b when b > 0 : [a - k * b, b] }", true),
        ("euclid", "game G { state a in 0.., b in 0.. move k in 1..a / b when b > 0 : [a - k * b, b] }", false),
        ("euclid", "game G { state a in 0.., b in 0.. unordered strict move k in 1..a / b when b > 0 : [a - k * b, b] }", false),
        ("euclid", "game G { state a in 0.., b in 0.. unordered require a > 3 move k in 1..a / b when b > 0 : [a - k * b, b] }", false),
        ("euclid", "game G { state a in 0.., b in 0.. unordered goal a == 7 move k in 1..a / b when b > 0 : [a - k * b, b] }", false),
        ("euclid", "game G { state a in 0.., b in 0.. unordered trap a == 7 move k in 1..a / b when b > 0 : [a - k * b, b] }", false),
        ("euclid", "game G { state a in 1.., b in 1.. unordered move k in 1..a / b when b > 0 : [a - k * b, b] }", false),
        ("powers", "game G { state n in 0.. move k in {3 ** i for i in 0..} : [n - k] }", true),
        ("powers", "game G { state n in 1.. move k in {3 ** i for i in 0..} : [n - k] }", false),
        ("powers", "coins G { state n in 0.. move k in {3 ** i for i in 0..} : [n - k] }", false),
        ("stone-game-2", "coins G { state x in 1.. move k in 1..x-1 when k xor x < x : [k] + [k xor x] }", false),
        ("coins", "game G { state s in 0.. move t in 0..s-1 : [t] }", false),
        ("coins", "game H { state s in 0.. move : [s - 1] } coins G { state s in 0.. move t in 0..s-1 : H[t] }", false),
        ("again-stone", "game G { state n in 0.. move k in 1..n / 2 : [n - k] }", true),
        ("again-stone", "game G { state n in 0.. strict move k in 1..n / 2 : [n - k] }", false),
        ("again-stone", "coins G { state n in 0.. move k in 1..n / 2 : [n - k] }", false),
        ("again-stone", "game H { state n in 0.. move : [n - 1] } game G { state n in 0.. move k in 1..n / 2 : H[n - k] }", false),
        ("again-stone", "game G { state n in 0.. play misere move k in 1..n / 2 : [n - k] }", false),
        ("splitting", "game G { state n in 0.. move k in 1..n - 1 : [n - k] for i in 1..2 }", false),
    ];
    for (theorem, text, is) in cases {
        assert_eq!(recognised(text, theorem).is_some(), is, "{theorem}: {text}");
    }
}

/// Positions that would need more than 64 bits in the model are out of range; smaller positions are
/// answered.
#[test]
fn ranges_lower_than_the_models() {
    let ed = form(
        "game G { state p in 0.., q in 0.. move keep in 0..q-1 : [keep, q - 1 - keep] move keep in 0..p-1 : [keep, p - 1 - keep] }",
        "ed",
    );
    assert!(!reaches(&*ed, &[TOP, 3]) && !reaches(&*ed, &[3, TOP]) && reaches(&*ed, &[TOP - 1, 3]));
    assert_eq!(ed.grundy(&[TOP, 3], &Budget::generous()).unwrap(), None);
    assert_eq!(
        ed.grundy(&[TOP - 1, 3], &Budget::generous()).unwrap(),
        Grundy::nimber(63)
    );
    let low = -9_000_000_000_000_000_000;
    let halves = form(
        &format!(
            "game G {{ state n in {low}.. move k in 1..(n + 9000000000000000000) / 2 : [n - k] }}"
        ),
        "again-stone",
    );
    assert!(reaches(&*halves, &[low + 10]) && !reaches(&*halves, &[TOP / 2]));
    assert_eq!(
        halves.grundy(&[low + 10], &Budget::generous()).unwrap(),
        Grundy::nimber(5)
    );
    assert_eq!(
        halves.moves_to(&[TOP / 2], Grundy::ZERO, &Budget::generous()),
        Ok(None)
    );
}

/// A value that does not fit is reported as `None`, not as a smaller value; no move of two coins
/// leads to a value above every coordinate.
#[test]
fn coins_near_the_end_of_64_bits() {
    let budget = Budget::generous();
    let mock = form(
        "coins G { state s in 0.. move : nothing move i in 0..s-1 : [i] move i in 0..s-1, j in 0..i-1 : [i] + [j] }",
        "coins",
    );
    // The numbers 2^64 - 2 and 2^64 - 3 encode Grundy values other than nimbers.
    assert_eq!(
        (
            mock.grundy(&[TOP], &Budget::generous()).unwrap(),
            mock.grundy(&[TOP - 1], &Budget::generous()).unwrap()
        ),
        (None, None)
    );
    assert_eq!(
        (
            mock.outcome(&[TOP], &Budget::generous()).unwrap(),
            mock.outcome(&[TOP - 1], &Budget::generous()).unwrap()
        ),
        (Outcome::N, Outcome::N)
    );
    assert_eq!(
        mock.grundy(&[TOP - 2], &Budget::generous()).unwrap(),
        Grundy::nimber(u64::MAX - 4)
    );
    let triplets = form(
        "coins G { state s in 0.. move i in 0..s-1, j in 0..i-1 : [i] + [j] }",
        "coins",
    );
    assert_eq!(
        [0, 1, 2, 3].map(|s| triplets.grundy(&[s], &Budget::generous()).unwrap()),
        [0, 0, 1, 2].map(Grundy::nimber)
    );
    assert_eq!(
        triplets.grundy(&[TOP], &Budget::generous()).unwrap(),
        Grundy::nimber(u64::MAX - 4)
    );
    let ruler = form(
        "coins G { state s in 1.. move t in 1..s : [j] for j in t..s-1 }",
        "coins",
    );
    assert_eq!(
        (
            ruler.grundy(&[TOP], &Budget::generous()).unwrap(),
            ruler.grundy(&[1 << 62], &Budget::generous()).unwrap()
        ),
        (Grundy::nimber(1), Grundy::nimber(1 << 62))
    );
    let corners = form(
        "coins G { state x in 0.., y in 0.. move a in 0..x-1, b in 0..y-1 : [a, y] + [x, b] + [a, b] }",
        "coins",
    );
    assert_eq!(
        corners.grundy(&[0, TOP], &Budget::generous()).unwrap(),
        Some(Grundy::ZERO)
    );
    assert_eq!(
        corners.grundy(&[TOP, 1], &Budget::generous()).unwrap(),
        Grundy::nimber(TOP as u64)
    );
    assert_eq!(
        corners.grundy(&[TOP, TOP], &Budget::generous()).unwrap(),
        Grundy::nimber(nimber::product(TOP as u64, TOP as u64))
    );
    let boards = form(
        "coins G { state x in 0.., y in 0.. move a in 0..x-1 : [a, y] move b in 0..y-1 : [x, b] }",
        "coins",
    );
    let turtles = form(
        "coins G { state s in 1.. move : nothing move t in 1..s-1 : [t] }",
        "coins",
    );
    for value in [1 << 63, (1 << 63) + 12345, Grundy::MAX_NIMBER] {
        let value = Grundy::nimber(value).unwrap();
        assert_eq!(
            boards.moves_to(&[TOP, 1 << 62], value, &budget),
            Ok(Some(Vec::new()))
        );
        assert_eq!(
            turtles.moves_to(&[TOP], value, &budget),
            Ok(Some(Vec::new()))
        );
        assert_eq!(mock.moves_to(&[TOP], value, &budget), Ok(None));
    }
    let flips = form("coins G { state s in 0.. move : nothing }", "coins");
    assert_eq!(
        (
            flips.grundy(&[0], &Budget::generous()).unwrap(),
            flips.grundy(&[TOP], &Budget::generous()).unwrap()
        ),
        (Grundy::nimber(1), Grundy::nimber(1))
    );
}

#[test]
fn heaps_near_the_end_of_64_bits() {
    let budget = Budget::generous();
    let lasker = form(
        "game G { state n in 0.. move k in 1..n : [n - k] move k in 1..n - 1 : [k] + [n - k] }",
        "lasker",
    );
    assert_eq!(
        [0, 1, TOP].map(|n| lasker.grundy(&[n], &Budget::generous()).unwrap()),
        [0, 1, 1 << 63].map(Grundy::nimber)
    );
    let poker = form(
        "game G { state n in 0.., r in 0.. move k in 1..n : [n - k, r] move k in 1..r : [n + k, r - k] }",
        "poker-nim",
    );
    assert_eq!(
        poker.moves_to(&[TOP, TOP], Grundy::nimber(1 << 63).unwrap(), &budget),
        Ok(Some(Vec::new()))
    );
    let kiki = form(
        "game G { state x in 0.., y in 0.. move : [x - 1, y] move : [x, y - 1] move : [x - 1, y - 1] }",
        "kiki",
    );
    assert_eq!(
        (
            kiki.outcome(&[TOP, TOP], &Budget::generous()).unwrap(),
            kiki.outcome(&[0, 0], &Budget::generous()).unwrap()
        ),
        (Outcome::N, Outcome::P)
    );
    assert_eq!(
        kiki.moves_to(&[TOP, TOP], Grundy::ZERO, &budget),
        Ok(Some(vec![(2, vec![])]))
    );
    let euclid = form(
        "game G { state a in 0.., b in 0.. unordered move k in 1..a / b when b > 0 : [a - k * b, b] }",
        "euclid",
    );
    assert_eq!(
        euclid.moves_to(&[TOP, 1], Grundy::ZERO, &budget),
        Ok(Some(vec![(0, vec![TOP])]))
    );
    assert_eq!(
        (
            euclid.outcome(&[0, 0], &Budget::generous()).unwrap(),
            euclid.outcome(&[TOP, 0], &Budget::generous()).unwrap(),
            euclid.outcome(&[TOP, TOP], &Budget::generous()).unwrap()
        ),
        (Outcome::P, Outcome::P, Outcome::N)
    );
}

/// A factor that fits in 64 bits but is not a valid number of the language is not guessed.
#[test]
fn factors_beyond_the_language() {
    let text = "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : \
                [m - x, min((9223372036854775807 * x + 4 * x) / 9223372036854775806, m - x)] }";
    assert!(recognised(text, "dynamic").is_none());
}
