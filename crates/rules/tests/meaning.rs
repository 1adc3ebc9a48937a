//! The meaning of rules: the options that the reference interpreter writes, compared with options
//! written by hand.

use base::budget::Budget;
use base::text::Lang;
use rules::eval::EvalContext;
use rules::game::{EvalError, GameId, OptionArena, PlayEnding, RulesError};
use rules::ir::{Int, ParameterValue, RuleClaim};
use rules::lower::Args;
use rules::play::{Component, SumPosition};
use rules::world::{InstantiationError, World};

fn world(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(Lang::En, false)));
    let game = world
        .instantiate("G", Args::new())
        .unwrap_or_else(|missing| match missing {
            InstantiationError::Here(text) => panic!("{text}"),
            InstantiationError::There(refusal) => panic!("{}", refusal.render(Lang::En, false)),
        });
    (world, game)
}

/// Returns every option as `label or choices -> components`, one per line, in the order of the
/// interpreter; or the error as text.
fn options(text: &str, at: &[Int]) -> Vec<String> {
    let (world, game) = world(text);
    let mut at = at.to_vec();
    world.rules(game).canonicalise(&mut at);
    assert_eq!(
        world.contains(game, &at, &Budget::generous()),
        Ok(true),
        "{text}"
    );
    let mut options = OptionArena::new();
    if let Err(fault) = world.options(game, &at, &mut options, &Budget::generous()) {
        let RulesError::Rule {
            cause, at: place, ..
        } = fault
        else {
            panic!("{fault:?}")
        };
        return vec![format!("{} at {place:?}", cause.text())];
    }
    let written = options.iter().map(|option| {
        let named = world.rules(game).describe(&at, option.rule, option.choices);
        let chosen: Vec<String> = option.choices.iter().map(Int::to_string).collect();
        let left: Vec<String> = option
            .components()
            .map(|(other, slots)| {
                if other == game {
                    format!("{slots:?}")
                } else {
                    world.show(other, slots)
                }
            })
            .collect();
        format!(
            "{} -> {}",
            named.map_or(chosen.join(","), |named| named.en),
            left.join(" + ")
        )
    });
    written.map(|line| line.trim().to_owned()).collect()
}

/// A description, the game `G` and possibly others, a position, and its options.
#[rustfmt::skip]
const OPTIONS: &[(&str, &str, &[Int], &[&str])] = &[
    // Choices and their order.
    ("a range, both ends included", "game G { state n in 0.. move k in 1..3 : [n - k] }", &[5], &["1 -> [4]", "2 -> [3]", "3 -> [2]"]),
    ("a range that is empty", "game G { state n in 0.. move k in 3..n : [n - k] move : [0] }", &[2], &["-> [0]"]),
    ("a set is sorted and has no repetitions", "game G { state n in 0.. move k in {4, 1, 1 + 3, 3} : [n - k] }", &[9], &["1 -> [8]", "3 -> [6]", "4 -> [5]"]),
    ("a set that depends on the position", "game G { state n in 0.. move k in {n / 2, n - 1, 1} : [n - k] }", &[2], &["1 -> [1]"]),
    ("a set with a generator", "game G { state n in 0.. move k in {i * i for i in 1..n} : [n - k] }", &[5], &["1 -> [4]", "4 -> [1]"]),
    ("the first choice runs slowest", "game G { state n in 0.. move i in 1..2, j in i..2 : [n - i] + [n - j] }", &[3], &["1,1 -> [2] + [2]", "1,2 -> [2] + [1]", "2,2 -> [1] + [1]"]),
    ("tuples", "game G { state x in 0..3, y in 0..3 move (dx, dy) in {(1, -2), (-1, 0)} : [x + dx, y + dy] }", &[1, 2], &["-1,0 -> [0, 2]", "1,-2 -> [2, 0]"]),
    ("digits, once each", "game G { state n in 0.. move d in digits(n) when d > 0 : [n - d] }", &[3032], &["2 -> [3030]", "3 -> [3029]"]),
    ("digits in a base", "game G { state n in 0.. move d in digits(n, 16) : [n - d] }", &[0x2c], &["2 -> [42]", "12 -> [32]"]),
    ("all digits count in a sum", "game G { state n in 0.. move : [total(digits(n))] }", &[3032], &["-> [8]"]),
    ("subsets, each a set", "game G { state n in 0.. move \"{T}\" T in subsets({4, 1}) : [n - total(T)] }", &[9], &["{} -> [9]", "{1} -> [8]", "{4} -> [5]", "{1, 4} -> [4]"]),
    ("subsets of a range that depends on the position", "game G { state n in 0.. move \"{T}\" T in subsets(2..n) when n in T : [i - 1] for i in T }", &[3], &["{3} -> [2]", "{2, 3} -> [1] + [2]"]),
    ("subsets of an empty range", "game G { state n in 0.. move \"{T}\" T in subsets(n..1) : [total(1 for x in T)] }", &[3], &["{} -> [0]"]),
    ("subsets of pairs", "game G { state n in 0.. move \"{T}\" T in subsets({(1, 2), (n, 0)}) when total(1 for (x, y) in T) == 2 : [x + y] for (x, y) in T }", &[3], &["{(1, 2), (3, 0)} -> [3] + [3]"]),
    ("two subsets", "game G { state n in 0.. move \"{T} {U}\" T in subsets({1, 2}), U in subsets(1..n) when total(T) == 3 and all(x in T for x in U) : [total(U)] }", &[3], &["{1, 2} {} -> [0]", "{1, 2} {1} -> [1]", "{1, 2} {2} -> [2]", "{1, 2} {1, 2} -> [3]"]),
    ("no digits", "game G { state n in 0.. move d in digits(n) : [n - d] move : [n + 1] }", &[0], &["-> [1]"]),
    ("digits of a number below 0", "game G { state n in -9.. move d in digits(n) : [n - d] }", &[-3], &["the argument -3 is not allowed here at [-3]"]),
    // Unbounded choices.
    ("an open range ends where the result leaves its range", "game G { state n in 0.. move k in 1.. : [n - k] }", &[2], &["1 -> [1]", "2 -> [0]"]),
    ("upwards too", "game G { state n in 0..5 move k in 1.. : [n + 2 * k] }", &[1], &["1 -> [3]", "2 -> [5]"]),
    ("by a change", "game G { state a in 0.., b in 0.. move k in 1.. : { a += k, b -= k } }", &[1, 2], &["1 -> [2, 1]", "2 -> [3, 0]"]),
    ("an endless set", "game G { state n in 0.. move k in {fib(i) for i in 2..} : [n - k] }", &[6], &["1 -> [5]", "2 -> [4]", "3 -> [3]", "5 -> [1]"]),
    ("an endless set within a guard", "game G { state n in 0.. move k in {2 ** i for i in 0..} when k != 2 : [n - k] }", &[6], &["1 -> [5]", "4 -> [2]"]),
    ("an endless set after another choice", "game G { state n in 0.. move j in 1..2, k in {j * i for i in 1..} : [n - k] }", &[3], &["1,1 -> [2]", "1,2 -> [1]", "1,3 -> [0]", "2,2 -> [1]"]),
    ("an endless set that does not grow", "game G { state n in 0.. move k in {i % 3 for i in 1..} : [n - k] }", &[9], &["the elements of this infinite set do not increase at [9]"]),
    ("the end of the numbers", "game G { state n in 0.. move k in {3 ** i for i in 38..} : [n - k] }", &[Int::MAX], &["1350851717672992089 -> [7872520319181783718]", "4052555153018976267 -> [5170816883835799540]"]),
    // Guards.
    ("a guard without choices stands before the ranges", "game G { state a in 0.., b in 0.. unordered move k in 1..a / b when b > 0 : [a - k * b, b] }", &[5, 0], &[]),
    ("sorted largest first", "game G { state a in 0.., b in 0.. unordered move k in 1..a / b when b > 0 : [a - k * b, b] }", &[2, 5], &["1 -> [3, 2]", "2 -> [2, 1]"]),
    ("each part of a guard as early as can be", "game G { state n in 0.. move i in 0..2, j in 0..n / i when i > 0 and j > i : [i] + [j] }", &[4], &["1,2 -> [1] + [2]", "1,3 -> [1] + [3]", "1,4 -> [1] + [4]"]),
    ("parts in their order", "game G { state n in 0.. move k in 0..2 when k > 0 and n % k == 0 and n / k > 1 : [k] }", &[4], &["1 -> [1]", "2 -> [2]"]),
    ("`or` is not split", "game G { state n in 0.. move k in 0..2 when k == 0 or n / k == 2 : [k] }", &[4], &["0 -> [0]", "2 -> [2]"]),
    ("a fault in a guard", "game G { state n in 0.. move k in 0..2 when n / k == 2 : [k] }", &[4], &["division by zero at [4]"]),
    ("chains of comparisons", "game G { state n in 0.. move k in 0..9 when 1 < k <= 3 != n : [k] }", &[4], &["2 -> [2]", "3 -> [3]"]),
    // Results.
    ("nothing", "game G { state n in 0.. move : nothing }", &[4], &["->"]),
    ("a sum with a generator", "game G { state n in 0.. move : [i] for i in 1..n }", &[3], &["-> [1] + [2] + [3]"]),
    ("a sum with an empty generator", "game G { state n in 0.. move : [i] for i in 2..n }", &[1], &["->"]),
    ("only one term runs", "game G { state n in 0.. move : [9] + [i] for i in 1..n }", &[2], &["-> [9] + [1] + [2]"]),
    ("a list with a generator", "game G { state a[1..3] in 0.. move : [a[4 - i] for i in 1..3] }", &[1, 2, 3], &["-> [3, 2, 1]"]),
    ("a list with a part that runs", "game G { state a in 0.., b in 0.., c in 0.. move : [a - 1, i for i in 7..8] }", &[1, 2, 3], &["-> [0, 7, 8]"]),
    ("changes are made at once", "game G { state a in 0.., b in 0.. move : { a = b, b = a } }", &[1, 2], &["-> [2, 1]"]),
    ("changes read the old values", "game G { state a[1..3] in 0.. move : { a[i] = a[i - 1] for i in 2..3 } }", &[1, 2, 3], &["-> [1, 1, 2]"]),
    ("additions to one slot add up", "game G { state a[1..2] in 0.. move : { a[1] += 2, a[1] -= 1, a[2] += i for i in 1..3 } }", &[5, 5], &["-> [8, 11]"]),
    ("a slot set twice", "game G { state n in 0.. move : { n = 1, n = 1 } }", &[5], &["two changes set the same slot at [5]"]),
    ("a slot set and added to", "game G { state a[1..2] in 0.. move i in 1..2 : { a[i] = 1, a[2] -= 1 } }", &[5, 5], &["two changes set the same slot at [5, 5]"]),
    ("a chosen slot", "game G { state a[0..1] in 0.. move \"{k} from {i}\" i in 0..1, k in 1..a[i] : { a[i] -= k } }", &[1, 2], &["1 from 0 -> [0, 2]", "1 from 1 -> [1, 1]", "2 from 1 -> [1, 0]"]),
    ("an index outside", "game G { state a[1..2] in 0.. move i in 1..2 : { a[i + 1] -= 1 } }", &[1, 1], &["index 3 is outside 1..2 at [1, 1]"]),
    ("indices may begin anywhere", "game G { state a[-1..1] in 0.. move i in -1..1 when a[i] > 0 : { a[i] -= 1 } }", &[0, 0, 2], &["1 -> [0, 0, 1]"]),
    // Candidates that are not moves.
    ("a result out of its range", "game G { state n in 2..5 move k in {-1, 1, 2} : [n - k] }", &[4], &["-1 -> [5]", "1 -> [3]", "2 -> [2]"]),
    ("one component out of its range spoils the move", "game G { state n in 0.. move k in 1..3 : [n - k] + [n - 2] + [2 - k] }", &[2], &["1 -> [1] + [0] + [1]", "2 -> [0] + [0] + [0]"]),
    ("what is required is required of results", "game G { state a in 0.., b in 0.. require a <= b move : [a, b - 1] move : [a + 1, b] }", &[1, 2], &["-> [1, 1]", "-> [2, 2]"]),
    ("strict", "game G { state n in 0.. strict move k in 1..2 : [n - k] }", &[1], &["this move leaves the state range, but the game is `strict` at [1]"]),
    ("strict, all well", "game G { state n in 0.. strict move k in 1..min(n, 2) : [n - k] }", &[1], &["1 -> [0]"]),
    ("what is required is asked of the sorted position", "game G { state a in 0..3, b in 0..3 unordered require b != 2 move k in 1..3 : [a - k, b] }", &[3, 3], &["2 -> [3, 1]", "3 -> [3, 0]"]),
    ("unordered results are sorted", "game G { state a in 0.., b in 0.., c in 0.. unordered move k in 1..a : [a - k, b, c] }", &[1, 2, 3], &["1 -> [2, 2, 1]", "2 -> [2, 1, 1]", "3 -> [2, 1, 0]"]),
    ("too large a number", "game G { state n in 0.. move : [n * n] }", &[1 << 40], &["a number beyond 64 bits at [1099511627776]"]),
    // Other games.
    ("a component of another game", "game G { state n in 0.. move k in 1..n : H[k, n - k] + [0] } game H { state a in 0..1, b in 0.. move : [a - 1, b] }", &[2], &["1 -> h[1, 1] + [0]"]),
    ("with arguments by name and by place", "game G { state n in 0.. move : H(2, S = {7})[n] + H(m = 4)[n] } game H(m = 1, S = {1, 2}) { state n in 0..m move k in S : [n - k] }", &[2], &["-> h(2, {7})[2] + h(4)[2]"]),
    ("arguments out of parameters", "game G(m = 3) { state n in 0.. move : H(m + 1)[n - 1] } game H(k = 1) { state n in 0..k move : [n - 1] }", &[4], &["-> h(4)[3]"]),
    ("this game with other arguments", "game G(m = 2) { state n in 0.. move : G(max(m - 1, 1))[n - m] }", &[4], &["-> g(1)[2]"]),
    ("what the other game requires", "game G { state n in 0.. move k in 1..2 : H[n - k] } game H { state n in 0.. require n % 2 == 0 move : [n - 2] }", &[4], &["2 -> h[2]"]),
    // Expressions.
    ("`if` looks only where it must", "game G { state n in 0.. move : [if n == 0 then 7 else 12 / n] }", &[0], &["-> [7]"]),
    ("so do `and` and `or`", "game G { state n in 0.. move : [1] move when n == 0 or 1 / n == 1 : [2] move when not (n != 0 and 1 / n == 1) : [3] }", &[0], &["-> [1]", "-> [2]", "-> [3]"]),
    ("`all` and `any` stop early", "game G { state n in 0.. move when any(6 / i == 3 for i in {2, n}) : [1] move when not all(6 / i == 9 for i in {2, 3 * n}) : [2] }", &[3], &["-> [1]", "-> [2]"]),
    ("division rounds down", "game G { state n in -9..9 move : [n / 2] move : [n / -2] move : [n % 4] move : [n % -4] }", &[-7], &["-> [-4]", "-> [3]", "-> [1]", "-> [1]"]),
    ("powers bind to the right and above signs", "game G { state n in -999.. move : [2 ** 3 ** 2] move : [-2 ** 2] move : [2 ** n] }", &[3], &["-> [512]", "-> [-4]", "-> [8]"]),
    ("bits", "game G { state n in -99.. move : [n xor 5] move : [n ⊕ 5 bitand 6] move : [bitnot(n)] move : [n bitor 9] move : [popcount(n) * 10 + ctz(n)] move : [bitlen(n)] }", &[6], &["-> [3]", "-> [2]", "-> [-7]", "-> [15]", "-> [21]", "-> [3]"]),
    ("numbers of numbers", "game G { state n in 0.. move : [fib(n)] move : [tri(n)] move : [isqrt(n)] move : [gcd(n, 4, 10)] move : [lcm(n, 4)] move : [if is_prime(n + 1) == 1 then 1 else 0] }", &[6], &["-> [8]", "-> [21]", "-> [2]", "-> [2]", "-> [12]", "-> [1]"]),
    ("nim products", "game G { state n in 0.. move : [nimprod(n, n)] move : [nimpow(2, n)] move : [nimsum(i for i in 1..n)] }", &[8], &["-> [13]", "-> [3]", "-> [8]"]),
    ("sums over nothing", "game G { state n in -9..9 move : [total(i for i in 1..n)] move : [nimsum(i for i in 1..n)] move : [lcm(i for i in 1..n)] move when all(i > 9 for i in 1..n) : [4] move when any(i < 9 for i in 1..n) : [5] }", &[0], &["-> [0]", "-> [0]", "-> [1]", "-> [4]"]),
    ("the least of nothing", "game G { state n in 0.. move : [min(i for i in 1..n)] }", &[0], &["`min` or `max` of an empty set at [0]"]),
    ("many generators and plain values", "game G { state n in 0.. move : [max(i * j for i in 1..2, j in i..3, n)] }", &[5], &["-> [6]"]),
    ("`let` names and functions", "game G { state n in 0.. let half = n / 2 let low(x, y) = if x < y then x else y move k in 1..2 : [low(half, n - k)] }", &[4], &["1 -> [2]", "2 -> [2]"]),
    ("functions of functions", "game G { state n in 0.. let d(x) = 2 * x let q(x) = d(d(x)) move : [q(n) + d(1)] }", &[3], &["-> [14]"]),
    // The locals of a function's body and of its argument are different.
    ("functions and running values", "game G { state n in 0.. let f(x) = total(x + j for j in 1..3) move k in 2..2 : [f(total(i for i in 1..k + n))] }", &[0], &["2 -> [15]"]),
    ("functions of sets", "game G { state n in 0.. let f(s) = total(s) + max(s) move : [f({n, 2, n + 1})] }", &[3], &["-> [13]"]),
    ("a set in a function's running value", "game G { state n in 0.. let f(x, y) = total(x * j + y for j in 1..2) move : [f(max(i for i in 1..n), f(total(i for i in {1, n}), 1))] }", &[3], &["-> [37]"]),
    ("choices may hide no name but see the `let`s before them", "game G(m = 2) { state n in 0..m * 5 let c = m + 1 move k in c..c + 1 : [n - k] }", &[5], &["3 -> [2]", "4 -> [1]"]),
];

#[test]
fn options_are_those_written_by_hand() {
    let mut wrong = Vec::new();
    for (what, text, at, expected) in OPTIONS {
        let found = options(text, at);
        if found != *expected {
            wrong.push(format!("{what}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn candidates_that_are_no_moves_are_counted() {
    let (world, game) =
        world("game G { state n in 0.. require n != 2 move k in 1..5 : [n - k] + [n - 1] }");
    let mut options = OptionArena::new();
    world
        .options(game, &[4], &mut options, &Budget::generous())
        .unwrap();
    assert_eq!((options.len(), options.dropped), (3, 2));
}

#[test]
fn a_fault_says_where_it_arose() {
    let text = "game G { state n in 0.. move : [n - 1]\n move k in 1..2 : [12 / (n - 4)] }";
    let (world, game) = world(text);
    let fault = world
        .options(game, &[4], &mut OptionArena::new(), &Budget::generous())
        .unwrap_err();
    let RulesError::Rule {
        cause: EvalError::Arithmetic(_),
        game: Some(at_game),
        span,
        at,
    } = &fault
    else {
        panic!("{fault:?}")
    };
    assert_eq!(
        (*at_game, &text[span.range()], &at[..]),
        (game, "12 / (n - 4)", &[4][..])
    );
    let told = world.explain_fault(&fault).unwrap().render(Lang::En, false);
    assert!(
        told.contains("division by zero at g[4]") && told.contains("test.game:2:20"),
        "{told}"
    );
}

#[test]
fn goals_come_before_traps() {
    let (world, game) = world(
        "game G { state n in 0.. goal n == 1 trap n <= 1 or n == 3 goal n == 5 move : [n - 1] }",
    );
    let endings: Vec<Option<PlayEnding>> = (0..6)
        .map(|n| world.ending(game, &[n], &Budget::generous()).unwrap())
        .collect();
    assert_eq!(
        endings,
        [
            Some(PlayEnding::Trap),
            Some(PlayEnding::Goal),
            None,
            Some(PlayEnding::Trap),
            None,
            Some(PlayEnding::Goal)
        ]
    );
    assert!(world.rules(game).can_end());
}

#[test]
fn coins_cancel_and_piles_do_not() {
    let mut world = World::empty();
    world
        .load(
            "test.game",
            "coins C { state n in 0.. move : nothing } game G { state n in 0.. move : nothing }",
        )
        .unwrap();
    let ids = ["C", "G"].map(|name| world.instantiate(name, Args::new()).unwrap());
    let show = |game: usize, numbers: &[Int]| {
        let parts = numbers
            .iter()
            .map(|&n| Component {
                game: ids[game],
                slots: [n].into(),
            })
            .collect();
        SumPosition::canonical(parts, &world).show(&world)
    };
    assert_eq!(show(0, &[3, 1, 3, 2, 1, 1]), "c[1] + c[2]");
    assert_eq!(show(1, &[3, 1, 3]), "g[1] + g[3] + g[3]");
    assert_eq!(show(0, &[4, 4]), "0");
}

#[test]
fn a_recurrence_is_the_game_that_it_abbreviates() {
    let text = "recurrence R(m = 2) {
            SG(n, q) = mex { SG(n - 1, q), SG(i, 0) xor SG(n - i - m, j), SG(0, q - 1) ⊕ SG(1, 1) ⊕ SG(i, i) for i in 0..n, j in {1, i} }
        }
        game G(m = 2) {
            state n in 0.., q in 0..
            move : [n - 1, q]
            move i in 0..n, j in {1, i} : [i, 0] + [n - i - m, j]
            move i in 0..n : [0, q - 1] + [1, 1] + [i, i]
        }";
    let (mut world, game) = world(text);
    let recurrence = world.instantiate("R", Args::new()).unwrap();
    let budget = Budget::generous();
    let list = |id: GameId, at: &[Int]| {
        let mut options = OptionArena::new();
        world.options(id, at, &mut options, &budget).unwrap();
        let rows = options.iter().map(|o| {
            (
                o.choices.to_vec(),
                o.components().map(|(_, s)| s.to_vec()).collect::<Vec<_>>(),
            )
        });
        (rows.collect::<Vec<_>>(), options.dropped)
    };
    let mut moves = 0;
    for at in (0..6).flat_map(|n| (0..4).map(move |q| [n, q])) {
        let expected = list(game, &at);
        moves += expected.0.len();
        assert_eq!(list(recurrence, &at), expected, "{at:?}");
    }
    assert!(moves > 100);
}

#[test]
fn positions_are_completed_by_the_start() {
    let position = |text: &str, given: Option<&[Int]>| {
        let (world, game) = world(text);
        world.rules(game).position(given).map_err(|text| text.en)
    };
    let plain = "game G { state a in 0.., b in 0.. move : [a - 1, b] }";
    assert_eq!(position(plain, Some(&[3, 4])), Ok(vec![3, 4]));
    assert_eq!(
        position(plain, Some(&[3])),
        Err("expected 2 numbers for a position of G, [a, b]; found 1".into())
    );
    assert_eq!(
        position(plain, None),
        Err("expected 2 numbers for a position of G, [a, b]; found 0".into())
    );
    let fibonacci = "game G { state n in 0.., q in 0.. start [n, n - 1] move : [n - 1, q] }";
    assert_eq!(position(fibonacci, Some(&[13])), Ok(vec![13, 12]));
    assert_eq!(position(fibonacci, Some(&[13, 5])), Ok(vec![13, 5]));
    assert_eq!(
        position(fibonacci, None),
        Err("expected [n, q] for G, or [n] for its start position; found 0 numbers".into())
    );
    let fixed = "game G(W = 4, H = 3) { state r[1..H] in 0..W start [W for t in 1..H] move : { r[1] -= 1 } }";
    assert_eq!(position(fixed, None), Ok(vec![4, 4, 4]));
    assert_eq!(
        position(fixed, Some(&[1])),
        Err(
            "expected [r[1], r[2], r[3]] for G, or [] for its start position; found 1 numbers"
                .into()
        )
    );
    // The free slots are given in the order of their first use in the list.
    let crossed = "game G { state a in 0.., b in 0.., c in 0.. start [2 * c, c + b, b] move : [a - 1, b, c] }";
    assert_eq!(position(crossed, Some(&[5, 7])), Ok(vec![10, 12, 7]));
    let failing = "game G { state a in 0.., b in 0.. start [a, 1 / a] move : [a - 1, b] }";
    assert_eq!(
        position(failing, Some(&[0])),
        Err("division by zero".into())
    );
}

#[test]
fn claims_are_computed_exactly() {
    let claims = |text: &str, at: &[Int]| -> Vec<Int> {
        let (world, game) = world(text);
        let typed = world.rules(game).game().unwrap();
        let values = typed.claims.iter().map(|(claim, _)| match claim {
            RuleClaim::Value(e) | RuleClaim::Outcome(e) => {
                EvalContext::new(at, typed.locals, &|| Ok(()))
                    .eval(e)
                    .unwrap()
            }
            RuleClaim::Period(period, from, saltus) => period * 10_000 + from * 100 + saltus,
        });
        values.collect()
    };
    let text = "game G { state n in 0.. move : [n - 1]
        claim SG == floor(phi * n)
        claim SG == floor((3 - sqrt(7)) * n / 2)
        claim P iff n < phi * 6 and n * n > sqrt(50)
        claim P iff sqrt(n) == isqrt(n)
        claim period 34 from 53 claim period 2 saltus 1 claim SG == floor(-phi * n) }";
    assert_eq!(claims(text, &[9]), [14, 1, 1, 1, 345_300, 20_001, -15]);
    assert_eq!(claims(text, &[10]), [16, 1, 0, 0, 345_300, 20_001, -17]);
    // phi times the 80th Fibonacci number is within 10^-16 of the 81st Fibonacci number, so no
    // floating-point number suffices.
    assert_eq!(
        claims(text, &[23_416_728_348_467_685])[0],
        37_889_062_373_143_905
    );
    assert_eq!(
        claims(text, &[14_472_334_024_676_221])[0],
        23_416_728_348_467_685
    );
}

#[test]
fn arguments_take_the_place_of_defaults() {
    let text =
        "game G(m = 3, S = {2, 1}, k = 2 * 2) { state n in 0..m * 10 move i in S : [n - i * k] }";
    let (mut world, plain) = world(text);
    let set = |rows: &[Int]| ParameterValue::Set(rows.into(), 1);
    let title = |world: &World, game: GameId| world.rules(game).title();
    assert_eq!(title(&world, plain), "G(m = 3, S = {1, 2}, k = 4)");
    for (args, expected) in [
        (vec![], "G(m = 3, S = {1, 2}, k = 4)"),
        (
            vec![(None, ParameterValue::Int(5))],
            "G(m = 5, S = {1, 2}, k = 4)",
        ),
        (
            vec![(Some("k".to_owned()), ParameterValue::Int(1))],
            "G(m = 3, S = {1, 2}, k = 1)",
        ),
        (
            vec![
                (None, ParameterValue::Int(1)),
                (None, set(&[4])),
                (Some("k".to_owned()), ParameterValue::Int(7)),
            ],
            "G(m = 1, S = {4}, k = 7)",
        ),
    ] {
        let game = world.instantiate("g", args.clone()).unwrap();
        assert_eq!(title(&world, game), expected);
        assert_eq!(
            world.instantiate("G", args).unwrap(),
            game,
            "the same arguments are the same game"
        );
    }
    let game = world
        .instantiate(
            "g",
            vec![
                (None, ParameterValue::Int(1)),
                (None, set(&[4, 6])),
                (None, ParameterValue::Int(2)),
            ],
        )
        .unwrap();
    let mut options = OptionArena::new();
    world
        .options(game, &[10], &mut options, &Budget::generous())
        .unwrap();
    let left: Vec<Int> = options
        .iter()
        .map(|o| o.components().next().unwrap().1[0])
        .collect();
    assert_eq!(
        (left, world.rules(game).slots()[0].high),
        (vec![2], Some(10))
    );
}

/// Compares moves that choose a subset with all subsets of the set: a set of known elements, a set
/// of computed elements, and a range.
#[test]
fn subsets_are_all_sets_of_elements() {
    let mut rng = fastrand::Rng::with_seed(31);
    for round in 0..300 {
        let n = rng.i64(0..=6);
        let (set, elements): (String, Vec<Int>) = match round % 4 {
            0 => {
                let all: Vec<Int> = (0..rng.usize(1..6)).map(|_| rng.i64(0..=9)).collect();
                (
                    format!(
                        "{{{}}}",
                        all.iter()
                            .map(Int::to_string)
                            .collect::<Vec<_>>()
                            .join(", ")
                    ),
                    all,
                )
            }
            1 => {
                let (a, b) = (rng.i64(0..=4), rng.i64(2..=5));
                (format!("{{n + {a}, {b}, {b} * n}}"), vec![n + a, b, b * n])
            }
            2 => {
                let (low, over) = (rng.i64(0..=3), rng.i64(-1..=1));
                (format!("{low}..n + {over}"), (low..=n + over).collect())
            }
            _ => {
                let by = rng.i64(1..=3);
                (
                    format!("{{{by} * i + n for i in 2..n}}"),
                    (2..=n).map(|i| by * i + n).collect(),
                )
            }
        };
        let text = format!(
            "game G {{ state n in 0.. move \"{{T}}\" T in subsets({set}) : [x] for x in T }}"
        );
        let mut found = options(&text, &[n]);
        let mut wanted: Vec<String> = (0..1 << elements.len())
            .map(|mask: usize| {
                let mut chosen: Vec<Int> = (0..elements.len())
                    .filter(|i| mask >> i & 1 == 1)
                    .map(|i| elements[i])
                    .collect();
                chosen.sort_unstable();
                chosen.dedup();
                let listed = chosen
                    .iter()
                    .map(Int::to_string)
                    .collect::<Vec<_>>()
                    .join(", ");
                let left = chosen
                    .iter()
                    .map(|x| format!("[{x}]"))
                    .collect::<Vec<_>>()
                    .join(" + ");
                format!("{{{listed}}} -> {left}").trim().to_owned()
            })
            .collect();
        for list in [&mut found, &mut wanted] {
            list.sort();
            list.dedup();
        }
        assert_eq!(found, wanted, "{text} at {n}");
    }
}

#[test]
fn a_second_label_is_the_chinese_one() {
    let described = |labels: &str, choices: &[Int]| {
        let (world, game) = world(&format!(
            "game G {{ state n in 0.. move {labels} k in 1..n : [n - k] }}"
        ));
        let text = world.rules(game).describe(&[9], 0, choices)?;
        Some((text.en, text.zh))
    };
    let both = |en: &str, zh: &str| Some((en.to_owned(), zh.to_owned()));
    for (labels, en, zh) in [
        ("\"take {k}\"", "take 2", "take 2"),
        ("\"take {k}\" \"取 {k} 颗\"", "take 2", "取 2 颗"),
        // The two labels of a move may contain different values, in a different order.
        (
            "\"{k} of {n}\" \"{n} 颗中取 {k} 颗\"",
            "2 of 9",
            "9 颗中取 2 颗",
        ),
        ("\"take {k}\" \"留下 {n - k} 颗\"", "take 2", "留下 7 颗"),
        ("\"take\" \"取\"", "take", "取"),
        // A label with a value that does not exist.
        (
            "\"take {k}\" \"取 {k} 颗，{n / (k - 2)}\"",
            "take 2",
            "take 2",
        ),
    ] {
        assert_eq!(described(labels, &[2]), both(en, zh), "{labels}");
    }
    assert_eq!(described("\"{n / (k - 2)}\" \"取 {k} 颗\"", &[2]), None);
    let rules = |labels: &str| {
        let (world, game) = world(&format!(
            "game G {{ state n in 0.. move {labels} k in 1..n : [n - k] }}"
        ));
        world.rules(game).game().unwrap().clone()
    };
    assert_eq!(rules("\"take {k}\""), rules("\"take {k}\" \"取 {k} 颗\""));
}
