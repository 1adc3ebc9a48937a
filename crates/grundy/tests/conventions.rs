//! Outcomes under each of the sixteen conventions of sums, compared with the definition of sums
//! (`rules::play`): random acyclic games whose moves may leave several components.
//! `GRUNDY_RANDOM_SUMS=N` sets the number of sums under each convention.

use std::collections::HashMap;

use base::budget::Budget;
use base::text::{Lang, Text};
use fastrand::Rng;
use grundy::question::position;
use grundy::{Session, SolveOptions};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, OptionSink, Outcome, Rules, RulesError, SumKind};
use rules::ir::{Int, Slot};
use rules::play::{SumPosition, ended_at_once, moves, outcome_without_moves};
use rules::world::World;

/// Positions with their options. Each option leaves any number of earlier positions; some positions
/// are urgent.
pub struct Table {
    slots: Vec<Slot>,
    options: Vec<Vec<Vec<Int>>>,
    entailing: bool,
    /// Whether each position is urgent.
    pub urgent: Vec<bool>,
}

impl Table {
    /// Returns a random game with this many positions. About one in `urgent` positions is urgent;
    /// no option leaves two urgent positions.
    pub fn random(rng: &mut Rng, positions: usize, urgent: Option<u8>) -> Table {
        let (mut options, mut held) = (Vec::new(), Vec::new());
        for at in 0..positions {
            let count = if at == 0 { 0 } else { rng.usize(1..5) };
            let list: Vec<Vec<Int>> = (0..count).map(|_| one_option(rng, at, &held)).collect();
            held.push(at > 0 && urgent.is_some_and(|of| rng.u8(..of) == 0));
            options.push(list);
        }
        Table {
            slots: vec![Slot::number("at", 0, Some(positions as Int - 1))],
            options,
            entailing: urgent.is_some(),
            urgent: held,
        }
    }
}

fn one_option(rng: &mut Rng, at: usize, urgent: &[bool]) -> Vec<Int> {
    let mut left: Vec<Int> = Vec::new();
    for _ in 0..rng.usize(..3) {
        let part = rng.usize(0..at);
        if !urgent[part] || left.iter().all(|other| !urgent[*other as usize]) {
            left.push(part as Int);
        }
    }
    left
}

impl Rules for Table {
    fn title(&self) -> String {
        "Table".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions {
            entailing: self.entailing,
            ..Conventions::default()
        }
    }

    fn urgent(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(self.urgent[slots[0] as usize])
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        for (number, left) in self.options[slots[0] as usize].iter().enumerate() {
            for part in left {
                sink.component(sink.game(), &[*part])?;
            }
            sink.commit(0, &[number as Int], Default::default())?;
        }
        Ok(())
    }

    fn describe(&self, _: &[Int], _: usize, _: &[Int]) -> Option<Text> {
        None
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        Ok(given.unwrap_or(&[0]).to_vec())
    }
}

/// Returns the maximum number of components of a sum whose moves this test lists.
fn most_components(kind: SumKind) -> usize {
    match kind {
        SumKind::One => 1_000,
        SumKind::Upto(_) => 40,
        SumKind::Any | SumKind::Every => 10,
    }
}

/// Returns whether the player to move wins, computed only from the definition of sums; `None` if
/// sums grow too large for a search.
pub fn wins(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    known: &mut HashMap<SumPosition, bool>,
) -> Option<bool> {
    if let Some(&wins) = known.get(sum) {
        return Some(wins);
    }
    let budget = Budget::generous();
    if let Some(over) = ended_at_once(world, sum, &budget).unwrap() {
        return Some(over == Outcome::N);
    }
    if sum.0.len() > most_components(conventions.sum) {
        return None;
    }
    let options = moves(world, sum, conventions, &budget).unwrap();
    let mut wins = options.is_empty() && outcome_without_moves(conventions.play) == Outcome::N;
    for made in options {
        if !self::wins(world, &made.leaves, conventions, known)? {
            wins = true;
            break;
        }
    }
    known.insert(sum.clone(), wins);
    Some(wins)
}

#[test]
fn sixteen_conventions_of_random_sums() {
    let wanted: usize = std::env::var("GRUNDY_RANDOM_SUMS")
        .map_or(400, |count| count.parse().expect("a number of sums"));
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(16);
    for play in [PlayConvention::Normal, PlayConvention::Misere] {
        for sum in [SumKind::One, SumKind::Any, SumKind::Every, SumKind::Upto(2)] {
            for until in [EndCondition::All, EndCondition::One] {
                let (mut asked, mut lost, mut winning) = (0, 0, 0);
                while asked < wanted {
                    let mut session = Session::new();
                    (
                        session.settings.play,
                        session.settings.sum,
                        session.settings.until,
                    ) = (Some(play), Some(sum), Some(until));
                    let positions = rng.usize(4..9);
                    session.add("table", Box::new(Table::random(&mut rng, positions, None)));
                    let own = "game Own { state n in 0..9 move k in 1..2 : [n - k] move k in 1..n-2 : [k - 1] + [n - k - 2] }";
                    session.load_rules("own.game", own).unwrap();
                    let mut known = HashMap::new();
                    for _ in 0..100 {
                        let part = |rng: &mut Rng| match rng.u8(..3) {
                            0 => format!("own[{}]", rng.u8(..6)),
                            _ => format!("table[{}]", rng.usize(0..positions)),
                        };
                        let text = (0..rng.usize(1..4))
                            .map(|_| part(&mut rng))
                            .collect::<Vec<_>>()
                            .join(" + ");
                        let listed = asked % 15 == 0;
                        let position = position(session.world_mut(), &text, &budget)
                            .unwrap()
                            .sum(&session.world);
                        let conventions = Conventions {
                            play,
                            sum,
                            until,
                            ..Conventions::default()
                        };
                        let Some(expected) =
                            wins(&session.world, &position, conventions, &mut known)
                        else {
                            continue;
                        };
                        let answer = session.solve(
                            &text,
                            SolveOptions {
                                moves: listed,
                                winner_only: !listed,
                                to_move: None,
                            },
                            &budget,
                        );
                        let answer = answer.unwrap_or_else(|error| {
                            panic!("{text}: {}", error.render(Lang::En, false))
                        });
                        assert_eq!(
                            answer.outcome == Outcome::N,
                            expected,
                            "{conventions:?} {text}"
                        );
                        (asked, lost) = (asked + 1, lost + usize::from(!expected));
                        if listed && answer.more_moves.is_none() {
                            let all = moves(&session.world, &position, conventions, &budget)
                                .unwrap()
                                .into_iter()
                                .map(|made| made.leaves);
                            let judged: Option<Vec<(SumPosition, bool)>> = all
                                .map(|left| {
                                    wins(&session.world, &left, conventions, &mut known)
                                        .map(|wins| (left, wins))
                                })
                                .collect();
                            let Some(judged) = judged else { continue };
                            let mut right: Vec<SumPosition> = judged
                                .into_iter()
                                .filter(|(_, wins)| !wins)
                                .map(|(left, _)| left)
                                .collect();
                            let found = answer.moves.unwrap().into_iter();
                            let mut found: Vec<SumPosition> = found
                                .map(|made| SumPosition::canonical(made.leaves, &session.world))
                                .collect();
                            right.sort_unstable();
                            found.sort_unstable();
                            assert_eq!(found, right, "{conventions:?} {text}");
                            winning += found.len();
                        }
                    }
                }
                assert!(
                    lost > wanted / 20 && winning > wanted / 100,
                    "{play:?} {sum:?} {until:?}: {lost} {winning} of {asked}"
                );
            }
        }
    }
}
