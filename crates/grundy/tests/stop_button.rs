//! Stop play and play with a button, compared with their definitions. This file implements the
//! definitions of both kinds of play independently, by a search. A state of the search consists of
//! the components, the player who pressed the button, and the component that must be answered. Each
//! component is stored with all components that its moves left. Values are also computed by the
//! definition.

use std::collections::{BTreeSet, HashMap};

use base::budget::Budget;
use base::text::Lang;
use fastrand::Rng;
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::PlayConvention;
use rules::game::Outcome;

use crate::support::{SessionAnswers, session_with};

const SOLVE_OPTIONS: SolveOptions = SolveOptions::MOVES;

/// A move of `Twin` may leave two heaps whose nim-sum is 0, whatever the value of each heap.
const TWIN: &str =
    "game Twin { state n in 0.. move k in 0..n - 1 : Nim[k] + Nim[k] move k in 0..n - 1 : [k] }";

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Part {
    Set(BTreeSet<Part>),
    Nim(u32),
    Kayles(u32),
    Twin(u32),
}

/// A component, together with all components that its moves left.
type Group = Vec<Part>;

impl Part {
    fn written(&self) -> String {
        match self {
            Part::Set(options) => format!(
                "{{{}}}",
                options
                    .iter()
                    .map(Part::written)
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            Part::Nim(n) => format!("nim[{n}]"),
            Part::Kayles(n) => format!("kayles[{n}]"),
            Part::Twin(n) => format!("twin[{n}]"),
        }
    }

    fn options(&self) -> Vec<Group> {
        match self {
            Part::Set(options) => options.iter().map(|option| vec![option.clone()]).collect(),
            Part::Nim(n) => (0..*n).map(|k| vec![Part::Nim(k)]).collect(),
            Part::Kayles(n) => {
                let left =
                    |k| (0..=n - k).map(move |a| vec![Part::Kayles(a), Part::Kayles(n - k - a)]);
                (1..=2).filter(|k| k <= n).flat_map(left).collect()
            }
            Part::Twin(n) => (0..*n)
                .map(|k| vec![Part::Nim(k), Part::Nim(k)])
                .chain((0..*n).map(|k| vec![Part::Twin(k)]))
                .collect(),
        }
    }
}

fn options(group: &Group) -> Vec<Group> {
    let of = |place: usize| {
        group[place].options().into_iter().map(move |left| {
            let mut after: Group = [&group[..place], &left, &group[place + 1..]].concat();
            after.sort();
            after
        })
    };
    (0..group.len()).flat_map(of).collect()
}

/// The state of the button, which determines the player to move and the allowed moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    Stop,
    Free,
    /// The button was pressed, and the player who has not pressed it moves.
    Pressed,
    /// The player who pressed the button must answer in the first component.
    Answer,
    /// The state is like `Free`, but the button cannot be pressed.
    Unpressed,
}

#[derive(Default)]
struct Definition {
    values: HashMap<Group, u64>,
    wins: HashMap<(Mode, Vec<Group>), bool>,
}

impl Definition {
    fn value(&mut self, group: &Group) -> u64 {
        if let Some(&value) = self.values.get(group) {
            return value;
        }
        let below: Vec<u64> = options(group)
            .iter()
            .map(|option| self.value(option))
            .collect();
        let value = (0..).find(|value| !below.contains(value)).unwrap();
        self.values.insert(group.clone(), value);
        value
    }

    fn wins(&mut self, mode: Mode, mut groups: Vec<Group>) -> bool {
        groups[usize::from(mode == Mode::Answer)..].sort();
        if let Some(&wins) = self.wins.get(&(mode, groups.clone())) {
            return wins;
        }
        let wins = match mode {
            Mode::Stop if groups.iter().all(|group| self.value(group) == 0) => true,
            Mode::Unpressed if groups.iter().all(|group| options(group).is_empty()) => true,
            _ => self.winning(mode, &groups) > 0,
        };
        self.wins.insert((mode, groups), wins);
        wins
    }

    /// Returns the number of winning moves.
    fn winning(&mut self, mode: Mode, groups: &[Group]) -> usize {
        if mode == Mode::Stop && groups.iter().all(|group| self.value(group) == 0) {
            return 0;
        }
        let mut count = 0;
        for place in 0..if mode == Mode::Answer {
            1
        } else {
            groups.len()
        } {
            for option in options(&groups[place]) {
                // If a move of the opponent must be answered in its component, this component comes
                // first.
                let mut after = groups.to_vec();
                after.remove(place);
                after.insert(0, option);
                let next = match mode {
                    Mode::Pressed => Mode::Answer,
                    Mode::Answer => Mode::Pressed,
                    other => other,
                };
                count += usize::from(!self.wins(next, after));
            }
        }
        count + usize::from(mode == Mode::Free && !self.wins(Mode::Pressed, groups.to_vec()))
    }
}

fn set(rng: &mut Rng, depth: u32) -> Part {
    let count = if depth == 0 { 0 } else { rng.usize(0..=3) };
    Part::Set((0..count).map(|_| set(rng, depth - 1)).collect())
}

fn part(rng: &mut Rng) -> Part {
    match rng.u8(..10) {
        0 => Part::Nim(rng.u32(..=3)),
        1 | 2 => Part::Kayles(rng.u32(..=3)),
        3 => Part::Twin(rng.u32(..=3)),
        _ => set(rng, 3),
    }
}

fn session(play: PlayConvention) -> Session {
    let mut session = session_with("twin.game", TWIN);
    session.settings.play = Some(play);
    session
}

/// Compares the outcome and the number of winning moves of random sums under a convention with the
/// definition: by the theorem, and for every eighth sum also by search.
fn compare(play: PlayConvention, mode: Mode, left_out: Mode) {
    let all = testkit::rounds(1_000, 8_000);
    let (mut rng, budget) = (Rng::with_seed(4), Budget::generous());
    let (mut lost, mut differ, mut pressing) = (0, 0, 0);
    let (mut fresh, mut definition) = (session(play), Definition::default());
    for round in 0..all {
        // Every set is a separate game.
        if round % 40 == 0 {
            (fresh, definition) = (session(play), Definition::default());
        }
        let parts: Vec<Part> = (0..rng.usize(1..=3)).map(|_| part(&mut rng)).collect();
        let groups: Vec<Group> = parts.iter().map(|part| vec![part.clone()]).collect();
        let question = parts
            .iter()
            .map(Part::written)
            .collect::<Vec<_>>()
            .join(" + ");
        fresh.settings.without = if round % 8 == 0 {
            ["sj-stop", "button"].map(str::to_owned).into()
        } else {
            Default::default()
        };
        let answer = fresh
            .solve(&question, SOLVE_OPTIONS, &budget)
            .unwrap_or_else(|e| panic!("{question}: {}", e.render(Lang::En, false)));
        let (wins, winning) = (
            definition.wins(mode, groups.clone()),
            definition.winning(mode, &groups),
        );
        assert_eq!(answer.outcome == Outcome::N, wins, "{question}");
        assert_eq!(
            answer.moves.as_ref().map(Vec::len),
            Some(winning),
            "{question}"
        );
        assert_eq!(
            answer.components[0].method,
            if round % 8 > 0 { name(play) } else { "search" },
            "{question}"
        );
        let presses = answer.moves.iter().flatten().filter(|made| {
            fresh
                .world
                .show(made.leaves[0].game, &made.leaves[0].slots)
                .starts_with("pressed")
        });
        pressing += presses.count();
        lost += usize::from(!wins);
        differ += usize::from(wins != definition.wins(left_out, groups));
    }
    assert!(lost > all / 8 && lost < all - all / 8, "{lost}");
    assert!(differ > all / 100, "{differ}");
    assert_eq!(
        pressing > all / 20,
        play == PlayConvention::Button,
        "{pressing}"
    );
}

fn name(play: PlayConvention) -> &'static str {
    if play == PlayConvention::Stop {
        "sj-stop"
    } else {
        "button"
    }
}

#[test]
fn play_that_stops_is_won_as_the_definition_says() {
    compare(PlayConvention::Stop, Mode::Stop, Mode::Unpressed);
}

/// If the button could not be pressed, other positions would be won.
#[test]
fn the_button_is_won_as_the_definition_says() {
    compare(PlayConvention::Button, Mode::Free, Mode::Unpressed);
}

/// The positions after the button was pressed, as questions in the form in which they are shown.
#[test]
fn after_the_button_the_definition_holds_too() {
    let (mut rng, budget, mut definition) =
        (Rng::with_seed(5), Budget::generous(), Definition::default());
    let (mut fresh, mut won) = (session(PlayConvention::Normal), [0; 2]);
    let rounds = testkit::rounds(600, 2_000);
    for round in 0..rounds {
        if round % 40 == 0 {
            (fresh, definition) = (session(PlayConvention::Normal), Definition::default());
        }
        let parts: Vec<Part> = (0..rng.usize(1..=3)).map(|_| part(&mut rng)).collect();
        let groups: Vec<Group> = parts.iter().map(|part| vec![part.clone()]).collect();
        let written = parts
            .iter()
            .map(Part::written)
            .collect::<Vec<_>>()
            .join(", ");
        for (place, (word, mode)) in [("pressed", Mode::Pressed), ("answer", Mode::Answer)]
            .into_iter()
            .enumerate()
        {
            let question = format!("{word}({written})");
            let answer = fresh
                .solve(&question, SOLVE_OPTIONS, &budget)
                .unwrap_or_else(|e| panic!("{question}: {}", e.render(Lang::En, false)));
            assert_eq!(
                answer.outcome == Outcome::N,
                definition.wins(mode, groups.clone()),
                "{question}"
            );
            assert_eq!(
                answer.moves.as_ref().map(Vec::len),
                Some(definition.winning(mode, &groups)),
                "{question}"
            );
            won[place] += usize::from(answer.outcome == Outcome::N);
        }
    }
    assert!(
        won.iter().all(|&won| won > 30 && won < rounds - 30),
        "{won:?}"
    );
}

#[test]
fn what_cannot_be_kept_apart_is_refused() {
    let budget = Budget::generous();
    let refused = |play: PlayConvention, question: &str, change: fn(&mut Session)| {
        let mut session = session(play);
        session
            .load_rules(
                "goal.game",
                "game End { state n in 0.. move k in 1..2 : [n - k] goal n == 1 }",
            )
            .unwrap();
        change(&mut session);
        match session.solve(question, SOLVE_OPTIONS, &budget) {
            Err(error @ (SolveError::Usage(_) | SolveError::Refused(_))) => {
                error.render(Lang::En, false)
            }
            other => panic!("{question}: {other:?}"),
        }
    };
    for play in [PlayConvention::Stop, PlayConvention::Button] {
        let every: fn(&mut Session) =
            |session| session.settings.sum = Some(rules::game::SumKind::Every);
        assert!(refused(play, "nim[1]", every).contains("one component per move"));
        let one: fn(&mut Session) =
            |session| session.settings.until = Some(rules::ast::EndCondition::One);
        assert!(refused(play, "nim[1]", one).contains("one component per move"));
        for question in ["end[3]", "nim[1] + end[3]", "ringwalk[3]"] {
            assert!(
                refused(play, question, |_| ()).contains("is loopy, has goals or traps"),
                "{question}"
            );
        }
    }
    for question in [
        "stop(nim[1]) + nim[2]",
        "2 * button(nim[1])",
        "nim[2] + pressed(nim[1])",
    ] {
        assert!(
            refused(PlayConvention::Normal, question, |_| ())
                .contains("must enclose the whole position"),
            "{question}"
        );
    }
    for question in [
        "every(stop(nim[1]), nim[2])",
        "stop(button(nim[1]))",
        "button(misere(nim[1]))",
        "answer(end[2])",
    ] {
        let said = refused(PlayConvention::Normal, question, |_| ());
        assert!(
            said.contains("the whole position") || said.contains("cannot be a part"),
            "{question}: {said}"
        );
    }
}

/// Large components need no search, and rules may declare the convention themselves.
#[test]
fn values_decide_however_large_the_components_are() {
    let mut session = session(PlayConvention::Stop);
    let answer = session.answer_to(
        "kayles[100000] + 40000 * nim[1] + nim[1000000000]",
        SOLVE_OPTIONS,
    );
    assert_eq!(
        (answer.outcome, answer.moves.unwrap().len()),
        (Outcome::N, 1)
    );
    session.settings.play = None;
    session
        .load_rules(
            "own.game",
            "game Own { state n in 0.. play stop move k in 1..3 : [n - k] claim P iff n % 4 == 1 }",
        )
        .unwrap();
    let answer = session.answer_to("own[5]", SOLVE_OPTIONS);
    assert_eq!(
        (answer.outcome, answer.conventions.play),
        (Outcome::P, PlayConvention::Stop)
    );
}
