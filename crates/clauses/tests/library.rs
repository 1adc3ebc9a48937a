//! Compares the clauses of every game of the library with the interpreter: all moves from the
//! positions of a box, and single moves from large positions. The games that cannot be read as
//! clauses are listed with the reasons.

use base::budget::Budget;
use clauses::{ClauseError, RuleClauses, differs, differs_in_move, of_game};
use rules::game::GameId;
use rules::world::World;

/// Maximum number of positions of a box.
const BOX: usize = 1500;

/// Returns every row of numbers in a box around the smallest positions. In each slot, the box
/// extends from one below the minimum to some numbers above the minimum.
pub fn rows(world: &World, game: GameId, most: usize) -> Vec<Vec<i64>> {
    let slots = world.rules(game).slots();
    let width = (1..)
        .take_while(|w: &usize| w.saturating_pow(slots.len() as u32) <= most)
        .last()
        .unwrap_or(1)
        .min(40) as i64;
    let mut rows = vec![Vec::new()];
    for slot in slots {
        let low = if width > 4 { slot.low - 1 } else { slot.low };
        let high = slot
            .high
            .map_or(low + width - 1, |high| (low + width - 1).min(high + 1));
        rows = rows
            .iter()
            .flat_map(|row: &Vec<i64>| (low..=high).map(|n| [&row[..], &[n]].concat()))
            .collect();
    }
    rows
}

/// Compares all moves from the rows of numbers of a box. Returns the number of rows compared.
pub fn same_on_box(world: &World, clauses: &RuleClauses, most: usize) -> usize {
    let budget = Budget::generous();
    let mut positions = 0;
    for row in rows(world, clauses.game, most) {
        match differs(world, clauses, &row, &budget) {
            Ok(None) => positions += 1,
            Ok(Some(difference)) => panic!("{} differs: {difference}", world.name(clauses.game)),
            Err(why) => panic!("{} at {row:?}: {why:?}", world.name(clauses.game)),
        }
    }
    positions
}

/// Compares single moves from random positions with large numbers. Returns the number of
/// comparisons.
pub fn same_far_away(
    world: &World,
    clauses: &RuleClauses,
    rng: &mut fastrand::Rng,
    count: usize,
) -> usize {
    const MAX_SLOT_VALUE: i64 = 1_000_000_000_000;
    let budget = Budget::generous();
    let game = world
        .rules(clauses.game)
        .game()
        .expect("a game of the language");
    let mut compared = 0;
    for _ in 0..count {
        let row: Vec<i64> = game
            .slots
            .iter()
            .map(|slot| rng.i64(slot.low..=slot.high.unwrap_or(MAX_SLOT_VALUE)))
            .collect();
        let rule = rng.usize(..game.moves.len());
        let choices: Vec<i64> = (0..game.moves[rule].chosen())
            .map(|_| match rng.u32(..4) {
                0 => rng.i64(0..5),
                1 => row[rng.usize(..row.len())].saturating_sub(rng.i64(-2..3)),
                2 => 1 << rng.u32(..40),
                _ => rng.i64(0..MAX_SLOT_VALUE),
            })
            .collect();
        // Comparisons are skipped if a move leaves too many components to list.
        match budget
            .limited(20, |budget| {
                differs_in_move(world, clauses, &row, rule, &choices, budget)
            })
            .0
        {
            Ok(None) => compared += 1,
            Ok(Some(difference)) => panic!("{} differs: {difference}", world.name(clauses.game)),
            Err(ClauseError::Refused(why)) => {
                panic!("{} at {row:?}: {why}", world.name(clauses.game))
            }
            Err(ClauseError::Stopped(_)) => {}
        }
    }
    compared
}

/// Games of the library that cannot be read as clauses, with the reasons.
const UNREAD: [(&str, &str); 51] = [
    ("Amazons", "positions contain sets"),
    ("Annihilation", "positions may repeat (`loopy`)"),
    ("ArcKayles", "positions contain sets"),
    ("Cherries", "positions contain words"),
    ("ChompBoard", "positions contain sets"),
    ("Clobber", "positions contain sets"),
    ("ClobberRow", "positions contain words"),
    (
        "ClobberStrip",
        "`require`: a product, power or index of numbers whose range is not small cannot be read as a clause",
    ),
    ("Col", "positions contain sets"),
    ("Colouring", "positions contain sets"),
    ("Cram", "positions contain sets"),
    ("Dodgem", "positions contain sets"),
    ("Domineering", "positions contain sets"),
    ("ElephantsAgainstRhinos", "positions contain words"),
    ("ElephantsAndRhinos", "positions contain words"),
    ("Epstein", "positions may repeat (`loopy`)"),
    (
        "Euclid",
        "move 1 (\"subtract … times\"): a product, power or index of numbers whose range is not small cannot be read as a clause",
    ),
    (
        "ExactSlowNim",
        "move 1 (\"take one from each of …\"): `for` over a range that depends on the position, or of more than 32 values cannot be read as a clause",
    ),
    ("FlipSigns", "positions contain words"),
    ("FoxAndGeese", "positions contain sets"),
    ("HackenbushString", "positions contain words"),
    ("HackenbushTree", "positions contain sets"),
    ("Hexapawn", "positions contain sets"),
    ("Konane", "positions contain sets"),
    ("KonaneRow", "positions contain words"),
    ("Ladders", "positions may repeat (`loopy`)"),
    (
        "MaundyCake",
        "move 1 (\"… parts\"): a product, power or index of numbers whose range is not small cannot be read as a clause",
    ),
    ("NodeKayles", "positions contain sets"),
    (
        "NoGo",
        "`require`: the moves of the game have too many cases to be compared",
    ),
    ("NoGoRow", "positions contain words"),
    ("Notakto", "positions contain sets"),
    (
        "PartizanEuclid",
        "move 1 (\"to …, …\"): a product, power or index of numbers whose range is not small cannot be read as a clause",
    ),
    ("PegDuotaire", "positions contain words"),
    ("PlayingWithString", "positions contain words"),
    ("Prune", "positions contain sets"),
    ("Push", "positions contain words"),
    ("QueensPlaced", "positions contain sets"),
    ("Quixo", "positions may repeat (`loopy`)"),
    ("RingWalk", "positions may repeat (`loopy`)"),
    ("Shove", "positions contain words"),
    ("Snort", "positions contain sets"),
    (
        "Sowing",
        "move 1 (\"sow …\"): `for` over a range that depends on the position, or of more than 32 values cannot be read as a clause",
    ),
    (
        "SplitEqually",
        "move 1 (\"into … equal piles\"): a product, power or index of numbers whose range is not small cannot be read as a clause",
    ),
    (
        "SubsetCoins",
        "move 1 (\"turn … with set …\"): `bitlen` cannot be read as a clause",
    ),
    ("TakeRun", "positions contain sets"),
    ("TicTacToe", "positions may repeat (`loopy`)"),
    ("ToadsAndFrogs", "positions contain words"),
    (
        "TopEntails",
        "components may be urgent (`urgent` or `again`)",
    ),
    ("TopplingDominoes", "positions contain words"),
    ("TreblecrossRow", "positions contain sets"),
    (
        "WythoffThree",
        "move 1 (\"take … from each of …\"): `for` over a range that depends on the position, or of more than 32 values cannot be read as a clause",
    ),
];

#[test]
fn games_of_the_library_are_read_as_the_interpreter_plays_them() {
    let mut world = World::with_library();
    let names: Vec<String> = world
        .declarations()
        .iter()
        .map(|declared| declared.name.to_string())
        .collect();
    let budget = Budget::generous();
    let mut rng = fastrand::Rng::with_seed(21);
    let mut unread = Vec::new();
    for name in names {
        let game = world.instantiate(&name, vec![]).unwrap();
        match of_game(&world, game, &budget) {
            Ok(clauses) => {
                assert!(same_on_box(&world, &clauses, BOX) > 5, "{name}");
                assert!(same_far_away(&world, &clauses, &mut rng, 40) > 5, "{name}");
            }
            Err(ClauseError::Refused(why)) => unread.push((name, why.en)),
            Err(ClauseError::Stopped(stop)) => panic!("{stop:?}"),
        }
    }
    let expected: Vec<(String, String)> = UNREAD
        .iter()
        .map(|(name, why)| ((*name).to_owned(), (*why).to_owned()))
        .collect();
    assert_eq!(
        unread, expected,
        "the games of the library that cannot be read"
    );
}
