//! Game graphs and statistics compared with slow reference implementations by the definitions, on
//! random rule files under every convention. Positions and arcs come from `rules::play`, outcomes
//! from the reference engine, and sizes from plain recursion. The number of files is 400, or the
//! value of `GRUNDY_RANDOM_FILES`.

use std::collections::{BTreeMap, BTreeSet};

use base::budget::Budget;
use engines::oracle::OutcomeOracle;
use engines::reference::ReferenceOutcomes;
use fastrand::Rng;
use grundy::{Session, SolveError, question};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, Outcome, SumKind};
use rules::play::{Component, SumPosition, ended_at_once, moves};
use rules::world::World;

use crate::support::slot_ranges;

const MAX_POSITIONS: usize = 120;

/// Maximum bytes of the moves of one position.
const MAX_MOVE_BYTES: u64 = 1 << 18;

/// All positions that play can reach, each with its options.
type Listed = BTreeMap<SumPosition, BTreeSet<SumPosition>>;

/// Removes the last component without moves, as long as the game of this component has more
/// components than at the start.
fn reduced(world: &World, sum: SumPosition, start: &SumPosition) -> SumPosition {
    let dead = |part: &Component| {
        let alone = SumPosition(vec![part.clone()]);
        // If the rules fail at the position, the component is not removed, and listing its moves
        // reports the error.
        ended_at_once(world, &alone, &Budget::generous()).is_ok_and(|end| end.is_none())
            && moves(world, &alone, Conventions::default(), &Budget::generous())
                .is_ok_and(|moves| moves.is_empty())
    };
    let of_game =
        |sum: &SumPosition, part: &Component| sum.0.iter().filter(|c| c.game == part.game).count();
    match sum
        .0
        .iter()
        .rposition(|part| of_game(&sum, part) > of_game(start, part) && dead(part))
    {
        Some(place) => reduced(
            world,
            SumPosition([&sum.0[..place], &sum.0[place + 1..]].concat()),
            start,
        ),
        None => sum,
    }
}

/// Lists all positions by the definition; `None` if the game has too many positions, or if the
/// rules fail.
fn list(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    start: &SumPosition,
    listed: &mut Listed,
) -> Option<()> {
    if listed.contains_key(sum) {
        return Some(());
    }
    let over = ended_at_once(world, sum, &Budget::generous())
        .ok()?
        .is_some();
    let made = if over {
        Vec::new()
    } else {
        moves(
            world,
            sum,
            conventions,
            &Budget::new(MAX_MOVE_BYTES, &|| None, &|_, _| ()),
        )
        .ok()?
    };
    let options: BTreeSet<SumPosition> = made
        .into_iter()
        .map(|m| {
            if conventions.until == EndCondition::One {
                m.leaves
            } else {
                reduced(world, m.leaves, start)
            }
        })
        .collect();
    listed.insert(sum.clone(), options.clone());
    if listed.len() > MAX_POSITIONS {
        return None;
    }
    options
        .iter()
        .try_for_each(|option| list(world, option, conventions, start, listed))
}

/// Returns the length of the longest play from each position, computed in as many rounds as the
/// longest play has moves; `None` if play can cycle.
fn longest(listed: &Listed) -> Option<BTreeMap<&SumPosition, u64>> {
    let mut heights: BTreeMap<&SumPosition, u64> = listed.keys().map(|sum| (sum, 0)).collect();
    for _ in 0..=listed.len() {
        let next: BTreeMap<&SumPosition, u64> = listed
            .iter()
            .map(|(sum, options)| {
                (
                    sum,
                    options.iter().map(|o| heights[o] + 1).max().unwrap_or(0),
                )
            })
            .collect();
        if next == heights {
            return Some(heights);
        }
        heights = next;
    }
    None
}

/// Returns a question about a random position of a random file, which is loaded into the session.
fn random_question(session: &mut Session, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed ^ 0x9a9);
    session
        .load_rules("random.game", &testkit::random_game(seed))
        .unwrap();
    session.settings.play = [
        None,
        Some(PlayConvention::Normal),
        Some(PlayConvention::Misere),
    ][rng.usize(..3)];
    session.settings.sum = [
        None,
        None,
        Some(SumKind::One),
        Some(SumKind::Every),
        Some(SumKind::Any),
        Some(SumKind::Upto(2)),
    ][rng.usize(..6)];
    session.settings.until =
        [None, None, None, None, None, Some(EndCondition::One)][rng.usize(..6)];
    let game = session
        .world_mut()
        .instantiate("a", vec![])
        .unwrap_or_else(|_| panic!("seed {seed}: no game A"));
    let ranges = slot_ranges(&session.world, game);
    let mut parts = Vec::new();
    for _ in 0..rng.usize(1..=2) {
        parts.push(
            session
                .world
                .show(game, &testkit::random_numbers(&mut rng, &ranges)),
        );
    }
    parts.join(" + ")
}

#[test]
fn graphs_and_statistics_agree_with_the_definitions() {
    let files = std::env::var("GRUNDY_RANDOM_FILES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(600);
    let budget = Budget::generous();
    let mut session = Session::new();
    let (mut compared, mut drawn, mut endless, mut loopy, mut valued) = (0, 0, 0, 0, 0);
    for seed in 0..files {
        let text = random_question(&mut session, seed);
        let Ok(position) = question::position(session.world_mut(), &text, &Budget::generous())
        else {
            continue;
        };
        let Ok(conventions) =
            position.conventions(&session.world, &session.settings, &Budget::generous())
        else {
            continue;
        };
        let start = position.sum(&session.world);
        let mut listed = Listed::new();
        if list(&session.world, &start, conventions, &start, &mut listed).is_none() {
            continue;
        }
        let heights = longest(&listed);
        let outcomes: Option<BTreeMap<SumPosition, Outcome>> = {
            let mut reference = ReferenceOutcomes::new(Conventions {
                loopy: true,
                ..conventions
            });
            listed
                .keys()
                .map(|sum| {
                    Some((
                        sum.clone(),
                        reference.outcome(&session.world, sum, &budget).ok()?,
                    ))
                })
                .collect()
        };
        let outcomes = outcomes.expect("every position was listed");
        let names: BTreeMap<String, &SumPosition> = listed
            .keys()
            .map(|sum| (sum.show(&session.world), sum))
            .collect();

        let stats = session
            .stats(&text, true, &budget)
            .unwrap_or_else(|e| panic!("seed {seed}: {e:?}"));
        let sizes: Vec<u64> = listed
            .values()
            .map(|options| options.len() as u64)
            .collect();
        assert_eq!(stats.followers, listed.len() as u64 - 1, "seed {seed}");
        assert_eq!(
            stats.longest,
            heights.as_ref().map(|h| h[&start]),
            "seed {seed}"
        );
        assert!(
            1_u64 << stats.bits > stats.followers
                && (stats.bits == 0 || 1 << (stats.bits - 1) <= stats.followers)
        );
        assert_eq!(stats.options, sizes.iter().sum::<u64>());
        assert_eq!(
            stats.terminal,
            sizes.iter().filter(|&&s| s == 0).count() as u64
        );
        let least = sizes.iter().copied().filter(|&s| s > 0).min();
        assert_eq!(
            stats.branching,
            least.map(|least| (least, sizes.iter().copied().max().unwrap()))
        );

        match session.graph(&text, MAX_POSITIONS as u64, &budget) {
            Ok(graph) => {
                assert_eq!(graph.nodes.len(), listed.len(), "seed {seed}");
                assert_eq!(graph.loopy, heights.is_none());
                assert_eq!(names[&graph.nodes[0].position], &start);
                for (index, node) in graph.nodes.iter().enumerate() {
                    let sum = names[&node.position];
                    assert_eq!(
                        node.outcome, outcomes[sum],
                        "seed {seed}: {}",
                        node.position
                    );
                    if let Some(value) = node.value {
                        assert_eq!(
                            value.outcome(),
                            node.outcome,
                            "seed {seed}: {}",
                            node.position
                        );
                        valued += 1;
                    }
                    let options: BTreeSet<SumPosition> = graph
                        .arcs
                        .iter()
                        .filter(|(from, _)| *from == index)
                        .map(|(_, to)| names[&graph.nodes[*to].position].clone())
                        .collect();
                    assert_eq!(options, listed[sum], "seed {seed}: {}", node.position);
                    if let Some(heights) = &heights {
                        assert_eq!(
                            u64::from(node.layer),
                            heights[sum],
                            "seed {seed}: {}",
                            node.position
                        );
                    }
                    drawn += u64::from(node.outcome == Outcome::D);
                }
                let counts = stats.outcomes.expect("the graph has outcomes");
                let count = |letter| outcomes.values().filter(|&&o| o == letter).count() as u64;
                assert_eq!(
                    (counts.p, counts.n, counts.d),
                    (count(Outcome::P), count(Outcome::N), count(Outcome::D)),
                    "seed {seed}"
                );
                compared += 1;
                loopy += u64::from(graph.loopy);
            }
            Err(SolveError::Endless(_)) => {
                assert!(heights.is_none() && stats.outcomes.is_none(), "seed {seed}");
                endless += 1;
            }
            Err(error) => panic!("seed {seed}: {error:?}"),
        }
    }
    let met = (compared, drawn, endless, loopy, valued);
    assert!(
        files < 600 || compared > 150 && drawn > 0 && endless > 0 && loopy > 0 && valued > 500,
        "{met:?}"
    );
}

#[test]
fn a_graph_that_is_too_large_is_refused() {
    let mut session = Session::new();
    let budget = Budget::generous();
    assert_eq!(
        session.graph("nim[9]", 10, &budget).unwrap().nodes.len(),
        10
    );
    let Err(SolveError::Usage(why)) = session.graph("nim[10]", 10, &budget) else {
        panic!("eleven positions")
    };
    assert!(why.en.contains("more than 10 positions"), "{}", why.en);
}

/// The measures S, T and D of Cao's paper, computed by hand: Nim on (1, 1, 2) has the positions 000
/// 001 002 011 012 111 112, and plays of up to four moves.
#[test]
fn the_measures_of_small_games() {
    let mut session = Session::new();
    let stats = session
        .stats("nim[1] + nim[1] + nim[2]", true, &Budget::generous())
        .unwrap();
    assert_eq!(
        (stats.followers, stats.longest, stats.bits, stats.terminal),
        (6, Some(4), 3, 1)
    );
    let counts = stats.outcomes.unwrap();
    assert_eq!((counts.p, counts.n, counts.d), (2, 5, 0));
    // Kayles on three pins has the positions 3, 2, 1 + 1, 1 and the end, however many empty rows
    // there are.
    let stats = session
        .stats("kayles[3]", false, &Budget::generous())
        .unwrap();
    assert_eq!(
        (
            stats.followers,
            stats.longest,
            stats.terminal,
            stats.outcomes
        ),
        (4, Some(3), 1, None)
    );
}

/// The graph and the statistics both list the positions that play can reach. Components without
/// moves are omitted if the position has more components of their game than the question.
#[test]
fn statistics_and_graph_count_the_same_positions() {
    let rules = "game Gone { state n in 0..  move when n == 1 : nothing  move k in 1..2 when n >= 2 : [n - k] }";
    for (question, positions) in [
        ("nim[1] + nim[1] + nim[2]", Some(7)),
        ("nim[0] + nim[3]", Some(4)),
        // A row that was empty from the beginning is ignored, like a row that becomes empty during
        // play.
        ("kayles[6]", Some(15)),
        ("kayles[0] + kayles[6]", Some(15)),
        ("2 * kayles[0] + kayles[6]", Some(15)),
        // Two piles of different sizes without moves are two positions, unless the position has
        // more piles than the question.
        ("subtract({2,3})[5]", Some(5)),
        ("subtract({2,3})[5] + subtract({2,3})[4]", None),
        ("gone[3] + gone[2]", None),
        ("kayles[3] + nim[2] + kayles[0]", None),
        ("turtles[3] + turtles[5]", None),
        ("lastloses(3)[7] + nim[0]", None),
        ("0.77[5] + grundy[2]", None),
        ("digraph(a>b b>c a>c; at a b)", None),
    ] {
        for (play, sum) in [
            (None, None),
            (Some(PlayConvention::Misere), None),
            (None, Some(SumKind::Every)),
        ] {
            let mut session = Session::new();
            session
                .load_rules("gone.game", rules)
                .unwrap_or_else(|_| panic!("a correct file"));
            (session.settings.play, session.settings.sum) = (play, sum);
            let budget = Budget::generous();
            let graph = session.graph(question, 10_000, &budget).unwrap();
            let stats = session.stats(question, true, &budget).unwrap();
            assert_eq!(stats.followers + 1, graph.nodes.len() as u64, "{question}");
            assert_eq!(stats.options, graph.arcs.len() as u64, "{question}");
            let moving: BTreeSet<usize> = graph.arcs.iter().map(|(from, _)| *from).collect();
            assert_eq!(
                stats.terminal,
                (graph.nodes.len() - moving.len()) as u64,
                "{question}"
            );
            let names: BTreeSet<&str> = graph
                .nodes
                .iter()
                .map(|node| node.position.as_str())
                .collect();
            assert_eq!(
                names.len(),
                graph.nodes.len(),
                "{question}: each position stands once"
            );
            if let (Some(positions), None) = (positions, sum) {
                assert_eq!(graph.nodes.len(), positions, "{question}");
            }
        }
    }
}
