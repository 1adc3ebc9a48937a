//! Games in which the players have different moves, on sets and words: random rule files whose
//! moves are a fixed list, solved by parts and without parts.

use base::budget::Budget;
use base::text::Lang;
use engines::partizan_outcomes::PartizanOutcomes;
use engines::partizan_search::PartizanSearch;
use fastrand::Rng;
use rules::game::GameId;
use rules::play::{Component, SumPosition};
use rules::world::World;

/// Returns one of some words.
fn pick<'w>(rng: &mut Rng, words: &[&'w str]) -> &'w str {
    words[rng.usize(..words.len())]
}

fn owner(rng: &mut Rng) -> &'static str {
    pick(rng, &["left", "right", "left", "right", ""])
}

/// Returns a random game on one or two sets of cells of a board. Each move removes more cells than
/// it adds, so play ends.
fn set_game(rng: &mut Rng) -> String {
    let (rows, columns) = [(2, 2), (2, 3), (1, 5), (3, 2)][rng.usize(..4)];
    let sets = rng.usize(1..=2);
    let mut text = format!("game A {{ state s[1..{sets}] set of cells({rows}, {columns})");
    let offset = |rng: &mut Rng| {
        let (down, across) = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1)][rng.usize(..6)];
        format!("(i + {down}, j + {across})")
    };
    for _ in 0..rng.usize(2..=4) {
        let (own, other) = (rng.usize(1..=sets), rng.usize(1..=sets));
        let near = offset(rng);
        let guard = match rng.u32(..4) {
            0 => String::new(),
            1 => format!("when {near} not in s[{other}]"),
            _ => format!("when {near} in s[{other}]"),
        };
        let taken = match own == other {
            true => format!("s[{own}] -= {{(i, j), {near}}}"),
            false => format!("s[{own}] -= {{(i, j)}}, s[{other}] -= {{{near}}}"),
        };
        // A cell is added only if two other cells are removed.
        let added = match guard.contains(" in s") && !guard.contains("not") {
            true if own != other && rng.bool() => format!(", s[{own}] += {{{near}}}"),
            true if rng.u32(..3) == 0 => {
                let far = pick(rng, &["(i, j + 2)", "(i + 2, j)", "(i, j - 2)"]);
                format!(", s[{own}] += {{{far}}}")
            }
            _ => String::new(),
        };
        let owner = owner(rng);
        text += &format!(" move {owner} (i, j) in s[{own}] {guard} : {{ {taken}{added} }}");
    }
    text + " }"
}

/// Returns a random game on one set of cells of a board, with the same moves everywhere. Often the
/// transposed moves belong to the other player, as in Domineering.
fn plane_game(rng: &mut Rng) -> String {
    let (rows, columns) = [(2, 3), (3, 3), (1, 7), (2, 4)][rng.usize(..4)];
    let mut text = format!("game A {{ state s set of cells({rows}, {columns})");
    for _ in 0..rng.usize(1..=2) {
        let needed = [(1, 0), (0, 1), (1, 1), (0, 2)][rng.usize(..4)];
        let taken = [(0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (2, 0)][rng.usize(..6)];
        let (owner, other) = match rng.bool() {
            true => ("left", "right"),
            false => ("right", "left"),
        };
        let mut add = |owner: &str, (down, across): (i64, i64), (below, beside): (i64, i64)| {
            let more = match (below, beside) {
                (0, 0) => String::new(),
                _ => format!(", (i + {below}, j + {beside})"),
            };
            text += &format!(
                " move {owner} (i, j) in s when (i + {down}, j + {across}) in s
                  : {{ s -= {{(i, j), (i + {down}, j + {across}){more}}} }}"
            );
        };
        add(owner, needed, taken);
        if rng.u32(..4) > 0 {
            let transposed = |(down, across)| (across, down);
            add(other, transposed(needed), transposed(taken));
        }
    }
    text + " }"
}

/// Returns a random game that rewrites letters of a word. Each letter has a weight, and each move
/// makes the word lighter, so play ends.
fn word_game(rng: &mut Rng) -> String {
    let letters = ['a', 'b', 'c'];
    let mut text = "game A { state w word of \"abc\"".to_owned();
    for _ in 0..rng.usize(2..=5) {
        let length = rng.usize(1..=3);
        let (from, to) = loop {
            let mut word = || (0..length).map(|_| rng.usize(..3)).collect::<Vec<usize>>();
            let (from, to) = (word(), word());
            if to.iter().sum::<usize>() < from.iter().sum() {
                break (from, to);
            }
        };
        let show = |word: &[usize]| word.iter().map(|&at| letters[at]).collect::<String>();
        let (from, to, end) = (show(&from), show(&to), length - 1);
        let owner = owner(rng);
        text += &format!(
            " move {owner} i in 1..size(w) - {end} when w[i..i+{end}] == \"{from}\" : {{ w[i..i+{end}] = \"{to}\" }}"
        );
    }
    text + " }"
}

/// Returns a random position.
fn random_component(world: &World, game: GameId, rng: &mut Rng) -> Component {
    let ir = world.rules(game).game().expect("a rule file");
    let slots: Vec<i64> = match ir.words.first() {
        Some(word) => {
            let length = rng.usize(..=word.room.min(6));
            let mut slots = vec![0; 1 + word.room];
            slots[0] = length as i64;
            slots[1..=length]
                .iter_mut()
                .for_each(|letter| *letter = rng.i64(1..=word.letters.len() as i64));
            slots
        }
        None => {
            let mut slots = Vec::new();
            for set in &ir.sets {
                let chosen = (0..set.ground.len()).filter(|_| rng.u32(..3) > 0);
                slots.extend(set.numbers(chosen));
            }
            slots
        }
    };
    Component::new(game, &slots[..])
}

#[test]
fn random_games_by_parts_and_without_parts() {
    let budget = Budget::generous();
    let (mut divided, mut sums, mut searched, mut classes) = (0, 0, 0, [0; 4]);
    let files = testkit::rounds(1_500, 20_000);
    for seed in 0..files {
        let mut rng = Rng::with_seed(seed ^ 0x9a27);
        let text = match rng.u32(..4) {
            0 => set_game(&mut rng),
            1 => word_game(&mut rng),
            _ => plane_game(&mut rng),
        };
        let mut world = World::empty();
        world.load("random.game", &text).unwrap_or_else(|error| {
            panic!("seed {seed}: {text}\n{}", error.render(Lang::En, false))
        });
        let game = world.instantiate("a", Vec::new()).unwrap();
        let (mut by_parts, mut plain) = (PartizanSearch::new(), PartizanSearch::without_parts());
        for _ in 0..6 {
            let count = rng.usize(1..=3);
            let parts = (0..count).map(|_| random_component(&world, game, &mut rng));
            let sum = SumPosition::canonical(parts.collect(), &world);
            let shown = || format!("seed {seed}: {text}\n{}", sum.show(&world));
            let value = by_parts.sum(&world, &sum, &budget).unwrap();
            let expected = plain.sum(&world, &sum, &budget).unwrap();
            assert_eq!(
                by_parts.store.name(value, &budget),
                plain.store.name(expected, &budget),
                "{}",
                shown()
            );
            let outcome = plain.store.outcome(expected, &budget).unwrap();
            for cells in [0, 2, 4] {
                let mut search = PartizanOutcomes::with_valued_cells(cells);
                let found = search.outcome(&world, &mut by_parts, &sum, &budget);
                assert_eq!(found, Ok(outcome), "{cells} cells, {}", shown());
            }
            // Some sums have too many positions for a search of complete sums.
            let (found, is_cut) = budget.stepped(50_000, |budget| {
                let mut search = PartizanOutcomes::without_values();
                search.outcome(&world, &mut by_parts, &sum, budget)
            });
            if !is_cut {
                assert_eq!(found, Ok(outcome), "{}", shown());
                searched += 1;
            }
            classes[outcome as usize] += 1;
            sums += 1;
        }
        divided += u64::from(by_parts.has_parts(game));
        assert!(!plain.has_parts(game));
    }
    println!(
        "{divided} of {files} games were divided, {sums} sums, {searched} searched, {classes:?}"
    );
    assert!(searched * 10 > sums * 9, "{searched} of {sums}");
    assert!(divided * 3 > files * 2, "{divided} of {files}");
    assert!(
        classes.iter().all(|&count| count > sums / 20),
        "{classes:?}"
    );
}
