//! The reference implementation: Hackenbush with colours by definition, on sets of edges, and the
//! tests that compare the theorem with it.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use partizan::{Dyadic, Id, OutcomeClass, Store, ValueError};
use rules::ast::{PlayConvention, Player};
use rules::game::{OptionArena, Rules};
use rules::view::{LinkColour, View};
use rules::world::World;
use theory::partizan_theorem::{PartizanClosedForm, PartizanTheorem};

use super::{ColonTheorem, KIND};
use crate::trial::{self, question};

/// A graph as in a query. Vertex 0 is the ground.
#[derive(Clone, Debug)]
struct DrawnGraph {
    edges: Vec<(u32, u32, LinkColour)>,
}

impl DrawnGraph {
    /// Returns a graph with loops, parallel edges, cycles and edges not connected to the ground.
    fn random(rng: &mut Rng, most: usize, colours: &[LinkColour]) -> DrawnGraph {
        let vertices = rng.u32(2..=7);
        let mut any = || {
            let ends = (rng.u32(0..vertices), rng.u32(0..vertices));
            (ends.0, ends.1, colours[rng.usize(0..colours.len())])
        };
        let first = any();
        let mut edges = vec![(0, first.1, first.2)];
        edges.extend((1..most).map(|_| any()));
        DrawnGraph { edges }
    }

    /// Returns a tree whose vertices are usually joined to the last vertices.
    fn tree(rng: &mut Rng, edges: usize, colours: &[LinkColour]) -> DrawnGraph {
        let edges = (1..=edges as u32).map(|vertex| {
            let below = match rng.bool() {
                true => vertex - 1,
                false => rng.u32(0..vertex),
            };
            (below, vertex, colours[rng.usize(0..colours.len())])
        });
        DrawnGraph {
            edges: edges.collect(),
        }
    }

    fn text(&self) -> String {
        let edge = |(a, b, colour): &(u32, u32, LinkColour)| format!("{a}-{b} {}", colour.word());
        let edges: Vec<String> = self.edges.iter().map(edge).collect();
        format!("{}; ground 0", edges.join(", "))
    }

    /// Returns the edges of a set that are connected to the ground by edges of the set.
    fn standing(&self, set: u32) -> u32 {
        let (mut reached, mut standing) = (vec![false; 64], 0);
        reached[0] = true;
        loop {
            let before = standing;
            for (edge, &(a, b, _)) in self.edges.iter().enumerate() {
                let (a, b) = (a as usize, b as usize);
                if set >> edge & 1 == 1 && (reached[a] || reached[b]) {
                    standing |= 1 << edge;
                    (reached[a], reached[b]) = (true, true);
                }
            }
            if standing == before {
                return standing;
            }
        }
    }

    fn all(&self) -> u32 {
        self.standing(u32::MAX >> (32 - self.edges.len()))
    }

    /// Returns the sets of edges that a player can move to.
    fn options(&self, set: u32, player: Player) -> Vec<u32> {
        let edges = self
            .edges
            .iter()
            .enumerate()
            .filter(|(edge, (.., colour))| {
                set >> edge & 1 == 1 && colour.player().is_none_or(|own| own == player)
            });
        edges
            .map(|(edge, _)| self.standing(set & !(1 << edge)))
            .collect()
    }

    /// Returns the value of a set of edges by definition.
    fn value(&self, set: u32, store: &mut Store, known: &mut HashMap<u32, Id>) -> Id {
        if let Some(&value) = known.get(&set) {
            return value;
        }
        let [left, right] = Player::ALL.map(|player| -> Vec<Id> {
            let options = self.options(set, player);
            options
                .into_iter()
                .map(|option| self.value(option, store, known))
                .collect()
        });
        let value = store.game(&left, &right, &Budget::generous()).unwrap();
        known.insert(set, value);
        value
    }

    /// Returns whether the player who begins wins a set of edges.
    fn wins(&self, set: u32, player: Player, known: &mut HashMap<(u32, Player), bool>) -> bool {
        if let Some(&wins) = known.get(&(set, player)) {
            return wins;
        }
        let options = self.options(set, player);
        let wins = options
            .into_iter()
            .any(|option| !self.wins(option, player.other(), known));
        known.insert((set, player), wins);
        wins
    }

    /// Returns the number of a red-blue set of edges: the simplest number greater than the numbers
    /// that Left can move to and less than those that Right can move to.
    fn number(&self, set: u32, known: &mut HashMap<u32, (i64, i64)>) -> (i64, i64) {
        if let Some(&number) = known.get(&set) {
            return number;
        }
        let [left, right] = Player::ALL.map(|player| -> Vec<(i64, i64)> {
            let options = self.options(set, player);
            options
                .into_iter()
                .map(|option| self.number(option, known))
                .collect()
        });
        let is_between = |p: i64, q: i64| {
            left.iter().all(|&(a, b)| a * q < p * b) && right.iter().all(|&(a, b)| p * b < a * q)
        };
        let nearest = |q: i64| {
            let small_first = (0..=64 * q).flat_map(|p| [p, -p]);
            small_first.into_iter().find(|&p| is_between(p, q))
        };
        let denominators = (0..20).map(|exponent| 1 << exponent);
        let mut found = denominators.filter_map(|q| nearest(q).map(|p| (p, q)));
        let number = found.next().unwrap();
        known.insert(set, number);
        number
    }
}

use LinkColour::{Blue, Green, Red};

/// The form of a text, and the positions of its game.
struct ColonTrial {
    world: World,
    rules_game: rules::game::GameId,
    form: Box<dyn PartizanClosedForm>,
    start: Vec<i64>,
}

impl ColonTrial {
    fn new(text: &str) -> ColonTrial {
        let (world, game) = trial::read(&KIND, text);
        let form = ColonTheorem.apply(world.rules(game)).unwrap();
        let start = world.starts(game)[0].clone();
        ColonTrial {
            world,
            rules_game: game,
            form,
            start,
        }
    }

    fn rules(&self) -> &dyn Rules {
        self.world.rules(self.rules_game)
    }

    fn value(&mut self, slots: &[i64], store: &mut Store) -> Result<Id, ValueError> {
        self.form.value(slots, store, &Budget::generous())
    }
}

#[test]
fn values_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(560);
    let mut store = Store::new();
    for round in 0..1500 {
        let colours: &[LinkColour] = match round % 3 {
            0 => &[Blue, Red],
            1 => &[Blue, Red, Green],
            _ => &[Blue, Green, Green],
        };
        let edges = rng.usize(1..=9);
        let drawn = match round % 4 {
            0 => DrawnGraph::tree(&mut rng, edges, colours),
            _ => DrawnGraph::random(&mut rng, edges, colours),
        };
        let mut trial = ColonTrial::new(&drawn.text());
        let mut known = HashMap::new();
        let part = drawn.standing(rng.u32(..) & drawn.all());
        for set in [drawn.all(), part] {
            let slots = [i64::from(set)];
            let expected = drawn.value(set, &mut store, &mut known);
            let value = trial.value(&slots, &mut store).unwrap();
            assert_eq!(value, expected, "{drawn:?} {set:b}");
            let summands = trial.form.summands(&slots, &Budget::generous()).unwrap();
            let summands = summands.unwrap_or(vec![slots.to_vec()]);
            let mut total = Store::ZERO;
            for summand in &summands {
                let value = trial.value(summand, &mut store).unwrap();
                total = store.sum(total, value, &Budget::generous()).unwrap();
            }
            assert_eq!(total, expected, "{drawn:?} {set:b}: {summands:?}");
            let wins = Player::ALL.map(|player| drawn.wins(set, player, &mut HashMap::new()));
            let outcome = match wins {
                [true, true] => OutcomeClass::Next,
                [true, false] => OutcomeClass::Left,
                [false, true] => OutcomeClass::Right,
                [false, false] => OutcomeClass::Previous,
            };
            let found = store.outcome(value, &Budget::generous()).unwrap();
            assert_eq!(found, outcome, "{drawn:?} {set:b}");
        }
    }
}

#[test]
fn red_blue_graphs_are_simplest_numbers() {
    let mut rng = Rng::with_seed(561);
    let mut store = Store::new();
    for round in 0..400 {
        let edges = rng.usize(1..=8);
        let drawn = match round % 2 {
            0 => DrawnGraph::tree(&mut rng, edges, &[Blue, Red]),
            _ => DrawnGraph::random(&mut rng, edges, &[Blue, Red]),
        };
        let mut trial = ColonTrial::new(&drawn.text());
        let (numerator, denominator) = drawn.number(drawn.all(), &mut HashMap::new());
        let expected = Dyadic::new(numerator, denominator.trailing_zeros()).unwrap();
        let slots = trial.start.clone();
        let value = trial.value(&slots, &mut store).unwrap();
        assert_eq!(store.as_number(value), Some(expected), "{drawn:?}");
    }
}

#[test]
fn moves_and_texts_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(562);
    let mut store = Store::new();
    for _ in 0..300 {
        let edges = rng.usize(2..=8);
        let mut drawn = DrawnGraph::random(&mut rng, edges, &[Blue, Red, Green]);
        drawn.edges[1].2 = Red;
        let mut trial = ColonTrial::new(&drawn.text());
        let set = drawn.all();
        assert_eq!(trial.start, [i64::from(set)]);
        let mut found = [Vec::new(), Vec::new()];
        let mut arena = OptionArena::new();
        let slots = trial.start.clone();
        let budget = Budget::generous();
        let (world, game) = (&trial.world, trial.rules_game);
        world.options(game, &slots, &mut arena, &budget).unwrap();
        for option in arena.iter() {
            let left = option.to_components().remove(0).slots[0] as u32;
            let owner = trial.rules().player(option.rule);
            for (player, found) in Player::ALL.into_iter().zip(&mut found) {
                if owner.is_none_or(|owner| owner == player) {
                    found.push(left);
                }
            }
        }
        for (player, mut found) in Player::ALL.into_iter().zip(found) {
            let mut expected = drawn.options(set, player);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{drawn:?}");
        }
        let shown = trial.rules().show(&slots).unwrap();
        let mut again = ColonTrial::new(question(&KIND, &shown));
        let again_start = again.start.clone();
        let value = trial.value(&slots, &mut store).unwrap();
        assert_eq!(again.value(&again_start, &mut store), Ok(value), "{shown}");
    }
}

#[test]
fn known_values() {
    let mut store = Store::new();
    let budget = Budget::generous();
    for (text, name) in [
        ("0-1 blue; ground 0", "1"),
        ("0-1 blue 1-2 red 2-3 red; ground 0", "1/4"),
        ("0-1 blue 0-2 red; ground 0", "0"),
        ("0-1 blue 1-2 red 2-0 red 1-3 red; ground 0", "-2"),
        // The samples of the wild problem.
        ("0-1 blue 1-2 red 2-0 blue 1-3 red; ground 0", "1/2"),
        ("0-0 red 0-0 red; ground 0", "-2"),
        // Flowers: a green stalk with petals (loops).
        ("0-1 green 1-1 blue; ground 0", "^*"),
        ("0-1 green 1-1 blue 1-1 blue; ground 0", "{0,^*|0}"),
        ("0-1 green 1-1 red 1-1 blue; ground 0", "*"),
        ("0-1 green 1-2 green 2-0 green 0-3 blue; ground 0", "1*"),
        ("c-d red; ground c d", "-1"),
    ] {
        let mut trial = ColonTrial::new(text);
        let slots = trial.start.clone();
        let value = trial.value(&slots, &mut store).unwrap();
        let expected = store.parse(name, &budget).unwrap();
        let found = store.name(value, &budget).unwrap();
        assert_eq!(value, expected, "{text}: {found}");
    }
}

#[test]
fn long_strings_are_numbers() {
    let mut store = Store::new();
    let path = |colours: &mut dyn Iterator<Item = &'static str>| {
        let edges = colours.enumerate();
        let edges: Vec<String> = edges
            .map(|(at, colour)| format!("{at}-{} {colour}", at + 1))
            .collect();
        ColonTrial::new(&format!("{}; ground 0", edges.join(" ")))
    };
    let mut blue = path(&mut std::iter::repeat_n("blue", 20_000));
    let slots = blue.start.clone();
    let value = blue.value(&slots, &mut store).unwrap();
    assert_eq!(store.as_number(value), Some(Dyadic::from(20_000)));
    let mut fine = path(&mut ["blue", "red"].into_iter().cycle().take(100));
    let slots = fine.start.clone();
    assert_eq!(fine.value(&slots, &mut store), Err(ValueError::Overflow));
}

#[test]
fn green_edges_alone_are_green_hackenbush() {
    for text in ["0-1 green 1-2 green; ground 0", "0-1 1-2; ground 0"] {
        let trial = ColonTrial::new(text);
        let rules = trial.rules();
        assert_eq!(rules.conventions().play, PlayConvention::Normal);
        assert_eq!(rules.title(), "Green Hackenbush");
        let shown = rules.show(&trial.start).unwrap();
        assert_eq!(shown, "hackenbush(0-1 1-2; ground 0)");
    }
    let trial = ColonTrial::new("0-1 green, 1-2 red; ground 0");
    let rules = trial.rules();
    assert_eq!(rules.conventions().play, PlayConvention::Partizan);
    assert_eq!(rules.title(), "Red-Blue-Green Hackenbush");
    let shown = rules.show(&trial.start).unwrap();
    assert_eq!(shown, "hackenbush(0-1 green 1-2 red; ground 0)");
    let Some(View::Graph(graph)) = rules.view(&trial.start) else {
        panic!("the position is drawn as a graph");
    };
    assert_eq!(graph.colours, [Green, Red]);
}
