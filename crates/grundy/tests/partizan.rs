//! Games in which the players have different moves: random rule files and random sums compared with
//! plain minimax and with the definitions of values, and the questions that are refused.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use base::text::Lang;
use engines::partizan_outcomes::PartizanOutcomes;
use engines::partizan_search::{PartizanSearch, player_of};
use fastrand::Rng;
use grundy::answer::{CellKind, PlayerMoves, TableCells, Warning};
use grundy::check::CheckOptions;
use grundy::measure::Measure;
use grundy::{Session, SolveError, SolveOptions};
use partizan::naive::{GameForest, Tree};
use partizan::{Id, Store};
use rules::ast::Player;
use rules::game::{OptionArena, RulesError};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::support::{SessionAnswers, random_component, session_with};

const MOVES: SolveOptions = SolveOptions {
    moves: true,
    winner_only: false,
    to_move: None,
};

/// Plain minimax by the definition, on complete sums.
pub struct Minimax<'w> {
    pub world: &'w World,
    pub known: HashMap<(SumPosition, Player), bool>,
}

impl Minimax<'_> {
    /// Returns the sums that a player can move to.
    pub fn options(
        &self,
        sum: &SumPosition,
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<Vec<SumPosition>, RulesError> {
        let (mut found, mut arena) = (Vec::new(), OptionArena::new());
        for (at, component) in sum.0.iter().enumerate() {
            let Component { game, slots } = component;
            self.world.options(*game, slots, &mut arena, budget)?;
            for option in arena.iter() {
                budget.tick()?;
                let owner = player_of(self.world, *game, option.rule);
                if owner.is_some_and(|owner| owner != player) {
                    continue;
                }
                let mut parts = sum.0.clone();
                parts.remove(at);
                parts.extend(option.to_components());
                found.push(SumPosition::canonical(parts, self.world));
            }
        }
        Ok(found)
    }

    /// Returns whether a player who moves first wins.
    pub fn wins(
        &mut self,
        sum: &SumPosition,
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        let key = (sum.clone(), player);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut wins = false;
        for option in self.options(sum, player, budget)? {
            if !self.wins(&option, other(player), budget)? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Ok(wins)
    }
}

fn other(player: Player) -> Player {
    match player {
        Player::Left => Player::Right,
        Player::Right => Player::Left,
    }
}

/// Returns the tree of a position by the rules.
fn tree_of_position(
    forest: &mut GameForest,
    minimax: &Minimax<'_>,
    sum: &SumPosition,
    known: &mut HashMap<SumPosition, Tree>,
    budget: &Budget<'_>,
) -> Result<Tree, RulesError> {
    if let Some(&tree) = known.get(sum) {
        return Ok(tree);
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip(Player::ALL) {
        for option in minimax.options(sum, player, budget)? {
            side.push(tree_of_position(forest, minimax, &option, known, budget)?);
        }
    }
    let [left, right] = sides;
    let tree = forest.tree(left, right);
    known.insert(sum.clone(), tree);
    Ok(tree)
}

/// Returns the tree of a canonical form.
fn tree_of_form(forest: &mut GameForest, store: &mut Store, form: Id, budget: &Budget<'_>) -> Tree {
    let left = store.left_options(form, budget).unwrap().to_vec();
    let right = store.right_options(form, budget).unwrap().to_vec();
    let mut side = |list: Vec<Id>| -> Vec<Tree> {
        let mut trees = Vec::new();
        for form in list {
            trees.push(tree_of_form(forest, store, form, budget));
        }
        trees
    };
    let (left, right) = (side(left), side(right));
    forest.tree(left, right)
}

#[test]
fn random_files_agree_with_minimax_and_with_the_definition() {
    let files = testkit::rounds(700, 30_000);
    let (mut classes, mut sums, mut moves, mut values) = ([0; 4], 0, 0, 0);
    for seed in 0..files {
        let text = testkit::partizan_games::random_partizan_game(seed);
        let mut session = Session::with_world(World::empty());
        let names = session
            .load_rules("random.game", &text)
            .unwrap_or_else(|error| {
                panic!("seed {seed}\n{text}\n{}", error.render(Lang::En, false))
            });
        let games = session.make(&names).unwrap_or_else(|error| {
            panic!("seed {seed}\n{text}\n{}", error.render(Lang::En, false))
        });
        let mut rng = Rng::with_seed(seed ^ 0x1ef7);
        for _ in 0..3 {
            let world = session.world.clone();
            // The first component is of the game that has moves of one player.
            let mut parts: Vec<Component> = Vec::new();
            for at in 0..rng.usize(1..=3) {
                let game = games[if at == 0 { 0 } else { rng.usize(..games.len()) }];
                parts.extend(random_component(&world, game, &mut rng));
            }
            let sum = SumPosition::canonical(parts, &world);
            if !sum.0.iter().any(|component| component.game == games[0]) {
                continue;
            }
            let mut minimax = Minimax {
                world: &world,
                known: HashMap::new(),
            };
            let shown = sum.show(&world);
            let fail = |what: String| -> ! { panic!("seed {seed}, {shown}: {what}\n{text}") };
            // Sums with too many positions are skipped.
            let (found, _) = Budget::generous().limited(20, |budget| {
                let left = minimax.wins(&sum, Player::Left, budget)?;
                let right = minimax.wins(&sum, Player::Right, budget)?;
                for player in Player::ALL {
                    for option in minimax.options(&sum, player, budget)? {
                        minimax.wins(&option, other(player), budget)?;
                    }
                }
                Ok((left, right))
            });
            let wins = match found {
                Ok(wins) => wins,
                Err(RulesError::Stopped(_)) => continue,
                Err(_) => {
                    if session
                        .solve(&shown[..], MOVES, &Budget::generous())
                        .is_ok()
                    {
                        fail("an answer although the rules fail".to_owned());
                    }
                    continue;
                }
            };
            let expected = match wins {
                (true, true) => 'N',
                (true, false) => 'L',
                (false, true) => 'R',
                (false, false) => 'P',
            };
            classes["LRNP".find(expected).unwrap()] += 1;
            sums += u64::from(sum.0.len() > 1);
            // Values can be large, so the answer has a limit too.
            let (answer, _) =
                Budget::generous().limited(60, |budget| session.solve(&shown[..], MOVES, budget));
            let answer = match answer {
                Ok(answer) => answer,
                // Minimax stops at the first winning move, and so may not reach the error.
                Err(SolveError::Rules(_) | SolveError::Stopped(_)) => continue,
                // Another game of the sum, in which both players have the same moves.
                Err(SolveError::Usage(why))
                    if why.en.contains("` of B") && why.en.contains("whose turn it is") =>
                {
                    continue;
                }
                Err(error) => fail(error.text().en),
            };
            let Some(partizan) = answer.partizan else {
                fail("the answer is about other rules".to_owned());
            };
            let winner = SolveOptions {
                moves: false,
                winner_only: true,
                to_move: None,
            };
            let searched = session
                .solve(&shown[..], winner, &Budget::generous())
                .unwrap();
            let searched = searched.partizan.unwrap();
            if searched.winners != partizan.winners || searched.value.is_some() {
                fail(format!("{partizan:?} by values, {searched:?} by search"));
            }
            if partizan.winners.letters() != expected.to_string() {
                fail(format!(
                    "minimax {expected}, found {}",
                    partizan.winners.letters()
                ));
            }
            let mut worth = |player: Player, PlayerMoves { list, count, .. }: &PlayerMoves| {
                let options = minimax.options(&sum, player, &Budget::generous()).unwrap();
                let mut winning: Vec<SumPosition> = options
                    .into_iter()
                    .filter(|option| {
                        !minimax
                            .wins(option, other(player), &Budget::generous())
                            .unwrap()
                    })
                    .collect();
                let mut listed: Vec<SumPosition> = list
                    .iter()
                    .map(|made| SumPosition::canonical(made.leaves.clone(), &world))
                    .collect();
                winning.sort_by_cached_key(|one| one.show(&world));
                listed.sort_by_cached_key(|one| one.show(&world));
                moves += winning.len();
                if *count != winning.len() || (list.len() == *count && listed != winning) {
                    fail(format!(
                        "{} winning moves of {player:?}, listed {count}",
                        winning.len()
                    ));
                }
            };
            for (player, found) in Player::ALL
                .into_iter()
                .zip(partizan.moves.as_ref().unwrap())
            {
                worth(player, found);
            }
            // Trees are large, so values are compared on small positions only.
            let (mut forest, mut known) = (GameForest::new(), HashMap::new());
            let (tree, _) = Budget::generous().limited(2, |budget| {
                tree_of_position(&mut forest, &minimax, &sum, &mut known, budget)
            });
            if let Ok(tree) = tree
                && known.len() < 200
            {
                let (mut search, budget) = (PartizanSearch::new(), Budget::generous());
                let value = search.sum(&world, &sum, &budget).unwrap();
                let form = tree_of_form(&mut forest, &mut search.store, value, &budget);
                if !forest.is_equal(tree, form) {
                    fail(format!("the value is not {:?}", partizan.value));
                }
                values += 1;
            }
        }
    }
    println!("{classes:?}, {sums} sums, {moves} moves, {values} values");
    assert!(
        classes.iter().all(|&count| count > files / 20),
        "{classes:?}"
    );
    assert!(sums > files / 2 && moves > files as usize && values > files / 2);
}

/// Returns the question about a path of vertices all of which both players may still colour.
fn path_question(game: &str, vertices: usize) -> String {
    let edges: Vec<String> = (1..vertices).map(|at| format!("{at}-{}", at + 1)).collect();
    let edges = edges.join(" ");
    format!("{game}(graph({edges}))[{{k in 1..{vertices}}}, {{k in 1..{vertices}}}]")
}

/// Guards of speed: every part is evaluated once, symmetries that exchange the players are used,
/// and bounds decide searches for the winner.
#[test]
fn few_parts_are_searched() {
    let (path_of_20, path_of_24) = (path_question("snort", 20), path_question("snort", 24));
    for (question, winner_only, most) in [
        ("domineering(4, 5)", false, 2_400),
        ("domineering(5, 5)", true, 7_500),
        ("domineering(5, 6)", true, 5_600),
        ("domineering(6, 6)", true, 5_600),
        ("clobber(4, 4)", true, 13_500),
        (r#"clobberrow["xoxoxoxoxoxoxoxoxoxoxoxo"]"#, true, 300),
        (r#"toadsandfrogs["TTTTT..FFFFF"]"#, false, 2_000),
        (&path_of_20, false, 70),
        (&path_of_24, true, 220),
    ] {
        let asked = SolveOptions {
            moves: false,
            winner_only,
            to_move: None,
        };
        let mut session = Session::new();
        let answer = session.solve(question, asked, &Budget::generous()).unwrap();
        let count = answer.stats.positions;
        assert!(
            count <= most,
            "{question}: {count}, at most {most} expected"
        );
        assert!(count * 3 > most, "{question}: {count}, far below {most}");
    }
}

/// If a limit ends the computation of a value, the winner is still an answer.
#[test]
fn the_winner_is_known_if_the_value_is_not() {
    let mut session = Session::new();
    let asked = SolveOptions::VALUE;
    let polls = std::cell::Cell::new(0_u32);
    let stop = || {
        polls.set(polls.get() + 1);
        (polls.get() > 3_000).then_some(StopReason::Time)
    };
    let budget = Budget::new(2 << 30, &stop, &|_, _| ());
    let answer = session.solve("domineering(6, 6)", asked, &budget).unwrap();
    let partizan = answer.partizan.unwrap();
    assert_eq!(partizan.winners.class(), Some(partizan::OutcomeClass::Next));
    assert_eq!(partizan.value, None);
    assert_eq!(
        partizan.value_stopped.map(|reason| reason.en).as_deref(),
        Some("the time limit was reached")
    );
    // An interrupt is an error, and a value within the limits has no reason.
    let stop = || {
        polls.set(polls.get() + 1);
        (polls.get() > 6_000).then_some(StopReason::Cancelled)
    };
    polls.set(0);
    let budget = Budget::new(2 << 30, &stop, &|_, _| ());
    let error = session.solve("domineering(6, 6)", asked, &budget);
    assert!(matches!(
        error,
        Err(SolveError::Stopped(StopReason::Cancelled))
    ));
    let answer = session.solve("domineering(4, 5)", asked, &Budget::generous());
    assert_eq!(answer.unwrap().partizan.unwrap().value_stopped, None);
}

const STRIP: &str = "game Strip { state n in 0.. move left : [n - 1] move right : [n - 2] }
    game Ring { state n in 0..2 move left : [(n + 1) % 3] move right : [(n + 1) % 3] }";

/// Returns the English text of an error about games in which the players have different moves.
fn refused<T>(found: Result<T, SolveError>, what: &str) -> String {
    match found {
        Ok(_) => panic!("{what}: there is an answer"),
        Err(error) => error.text().en,
    }
}

#[test]
fn other_questions_are_refused() {
    const REASON: &str = "the players have different moves";
    let (mut session, budget) = (session_with("strip.game", STRIP), Budget::generous());
    for question in ["strip[3]", "strip[3] + nim[2]", "nim[2] + strip[3]"] {
        for (what, text) in [
            (
                "outcome",
                refused(session.outcome(question, &budget), "outcome"),
            ),
            ("value", refused(session.value(question, &budget), "value")),
            (
                "explain",
                refused(session.explain(question, false, &budget), "explain"),
            ),
            (
                "losing",
                refused(session.losing(question, &budget), "losing"),
            ),
            (
                "legal",
                refused(session.legal_moves(question, &budget), "legal"),
            ),
            (
                "graph",
                refused(session.graph(question, 100, &budget), "graph"),
            ),
            (
                "stats",
                refused(session.stats(question, false, &budget), "stats"),
            ),
        ] {
            assert!(text.starts_with(REASON), "{what} {question}: {text}");
        }
    }
    let same = refused(session.same(["strip", "nim"], false, 10, &budget), "same");
    assert!(same.starts_with(REASON), "{same}");
    for word in [
        "every", "any", "ordinal", "then", "product", "together", "stop", "button",
    ] {
        for question in [
            format!("{word}(strip[1], nim[0])"),
            format!("{word}(nim[1], strip[3] + nim[2])"),
        ] {
            let text = refused(session.solve(&question[..], MOVES, &budget), &question);
            assert!(text.contains("different moves"), "{question}: {text}");
        }
    }
    let cycle = refused(session.solve("ring[0]", MOVES, &budget), "ring");
    assert!(
        cycle.contains("play can cycle: ring[0] → ring[1]"),
        "{cycle}"
    );
}

/// Every cell of a table is the answer about its position.
#[test]
fn tables_agree_with_answers() {
    let (mut session, budget) = (Session::new(), Budget::generous());
    let question = "partizansubtraction[0..9] + cutcake[2, 1..3] + nim[1]";
    for measure in [
        Measure::Canonical,
        Measure::Mean,
        Measure::Temperature,
        Measure::OutcomeClass,
    ] {
        let wanted = CellKind {
            measure: Some(measure),
            minus: None,
        };
        let table = session.measured_table(question, &wanted, &budget).unwrap();
        let TableCells::Worths(kind, cells) = table.cells else {
            panic!("{question}: other cells");
        };
        assert_eq!((kind, cells.len()), (wanted, 30));
        for (at, cell) in cells.iter().enumerate() {
            let (n, b) = (at / 3, at % 3 + 1);
            let position = format!("partizansubtraction[{n}] + cutcake[2, {b}] + nim[1]");
            let answer = session.answer_to(&position, SolveOptions::VALUE);
            let partizan = answer.partizan.unwrap();
            let value = partizan.value.unwrap();
            let expected = match measure {
                Measure::Mean => value.mean.to_string(),
                Measure::Temperature => value.temperature.to_string(),
                Measure::OutcomeClass => partizan.winners.letters().to_string(),
                _ => value.name.unwrap(),
            };
            let found = cell.as_ref().map(|cell| cell.to_string());
            assert_eq!(found, Some(expected), "{measure:?} of {position}");
        }
    }
    let outcomes = session.table("cutcake[1..2, 0..2]", true, &budget).unwrap();
    let TableCells::Worths(_, cells) = outcomes.cells else {
        panic!("other cells");
    };
    let shown: Vec<Option<String>> = cells
        .iter()
        .map(|cell| cell.as_ref().map(|cell| cell.to_string()))
        .collect();
    let class = |letter: &str| Some(letter.to_owned());
    assert_eq!(
        shown,
        [None, class("P"), class("L"), None, class("R"), class("P")]
    );
    for (wanted, reason) in [
        ((None, Some("n")), "omit --minus"),
        (
            (Some(Measure::Grundy), None),
            "available values: canonical, mean",
        ),
    ] {
        let (measure, minus) = wanted;
        let wanted = CellKind {
            measure,
            minus: minus.map(str::to_owned),
        };
        let found = session.measured_table("partizansubtraction[0..9]", &wanted, &budget);
        let text = refused(found, "measured table");
        assert!(text.contains(reason), "{text}");
    }
}

#[test]
fn expectations_hold_fail_or_are_refused_at_their_places() {
    let check = |items: &str| -> Vec<Option<String>> {
        let text = format!(
            "game T {{ state n in 0.. move left : [n - 1] move right : [n - 2] {items} }}
             game Misere {{ state n in 0.. play misere move k in 1..n : [n - k] + Plain[k - 1]
                 expect SG [1] == 1 }}
             game Plain {{ state n in 0.. move k in 1..n : [n - k] }}"
        );
        let mut session = session_with("t.game", &text);
        // Grundy values are checked under normal play, also if conventions cannot be combined.
        let plain = session.check_report(&["Misere".to_owned()], CheckOptions::default());
        assert!(
            plain.passes() && plain.findings.len() == 1,
            "{:?}",
            plain.findings
        );
        let report = session.check_report(&["T".to_owned()], CheckOptions::default());
        let findings = report.findings.into_iter();
        findings
            .map(|finding| finding.verdict.err().map(|found| found.message.en))
            .collect()
    };
    for holds in [
        "expect value(0..3) == \"0\" \"1\" \"{1|0}\" \"{1|0||1}\"",
        "expect value [1] + Nim[2] == \"1*2\"",
        "expect [0] is P",
        "expect [1] is L",
        "expect [1] + Nim[1] is L",
    ] {
        assert_eq!(check(holds), [None], "{holds}");
    }
    for (item, message) in [
        ("expect [1] is R", "t[1] is L, but R was expected"),
        ("expect [1] is P", "t[1] is L, but P was expected"),
        ("expect value [1] == \"2\"", "t[1] is 1, but 2 was expected"),
        (
            "expect value [1] == \"2.5\"",
            "decimal fractions are not supported: write a number as a fraction, such as 5/2 for 2.5, and a multiple as 2.(5)",
        ),
        (
            "expect value [1] == \"99999999999999999999\"",
            "a number in the value is too large or too fine",
        ),
    ] {
        assert_eq!(check(item), [Some(message.to_owned())], "{item}");
    }
    for item in [
        "expect SG [1] == 1",
        "expect SG(0..1) == 0 1",
        "expect PN(0..1) == P N",
        "expect score [1] == 1",
        "expect same value as Nim on 0..2",
        "expect same outcome as Nim on 0..2",
    ] {
        let found = check(item);
        let text = found[0]
            .as_deref()
            .unwrap_or_else(|| panic!("{item} holds"));
        assert!(
            text.starts_with("the players have different moves"),
            "{item}: {text}"
        );
    }
}

/// Searches for the winner that value parts of at most 0, 2, 5 or 16 cells, compared with the
/// outcome of the value. The positions are of games whose moves are a fixed list.
#[test]
fn searches_for_the_winner_agree_with_values() {
    let mut session = Session::new();
    let games = [
        "domineering",
        "toadsandfrogs(letters = 8)",
        "clobberrow(letters = 8)",
        "col",
        "snort",
        "cutcake",
    ]
    .map(|name| grundy::question::game(session.world_mut(), name).unwrap());
    let (world, budget) = (session.world.clone(), Budget::generous());
    let (mut values, mut classes) = (PartizanSearch::new(), [0; 4]);
    for seed in 0..testkit::rounds(200, 10_000) {
        let mut rng = Rng::with_seed(seed);
        let mut parts: Vec<Component> = Vec::new();
        for _ in 0..rng.usize(1..=3) {
            let game = games[rng.usize(..games.len())];
            let words = &world.rules(game).game().unwrap().words;
            parts.extend(match words.first() {
                // A short word.
                Some(word) => {
                    let length = rng.usize(1..=8);
                    let mut slots = vec![0; 1 + word.room];
                    slots[0] = length as i64;
                    for letter in &mut slots[1..=length] {
                        *letter = rng.i64(1..=word.letters.len() as i64);
                    }
                    Some(Component::new(game, &slots[..]))
                }
                None => random_component(&world, game, &mut rng),
            });
        }
        let sum = SumPosition::canonical(parts, &world);
        let value = values.sum(&world, &sum, &budget).unwrap();
        let expected = values.store.outcome(value, &budget).unwrap();
        classes[expected as usize] += 1;
        for cells in [0, 2, 5, 16] {
            let mut search = PartizanOutcomes::with_valued_cells(cells);
            let found = search.outcome(&world, &mut values, &sum, &budget);
            let shown = sum.show(&world);
            assert_eq!(found, Ok(expected), "seed {seed}, {cells} cells: {shown}");
        }
    }
    assert!(
        classes.iter().all(|&count| count > 10),
        "outcomes {classes:?}"
    );
}

/// In a game whose players have different moves, a slot may alternate although it does not store
/// whose turn it is.
#[test]
fn slots_that_alternate_are_no_turns() {
    let mut session = session_with(
        "alternates.game",
        "game A { state n in 0..9 move left k in 1..2 when n >= k : [n - k] }
         game B { state x in 0..1, n in 0..9
           move right when x == 0 : [1, n - 1]
           move right when x == 1 : [0, n - 2] }",
    );
    let question = "a[2] + b[0, 4]";
    let answer = session.solve(question, SolveOptions::VALUE, &Budget::generous());
    let answer = answer.unwrap();
    let warned = |warning: &Warning| matches!(warning, Warning::OwnTurn { .. });
    assert!(answer.warnings.iter().any(warned), "{:?}", answer.warnings);
    // Right has three moves in B, and Left two in A.
    let value = answer.partizan.unwrap().value.unwrap();
    assert_eq!(value.name.as_deref(), Some("-1"));
}
