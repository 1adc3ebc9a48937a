//! Claims of the library with one change. Plain search confirms that a refuted claim is wrong at
//! the reported position, and at no earlier position. A claim that is proved in spite of the change
//! is equivalent to the original claim by comparison of automata, and agrees with a table.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::path::Path;

use automata::numeration::NumerationSystem;
use base::budget::Budget;
use engines::oracle::{GrundyOracle, OutcomeOracle};
use engines::reference::{ReferenceGrundy, ReferenceOutcomes};
use fastrand::Rng;
use grundy::check::{CheckOptions, Finding};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveError};
use laws::{LawError, LawNumerals, Theory, claim_to_law};
use rules::ast::{GameItemKind, PlayConvention};
use rules::eval::EvalContext;
use rules::game::{Conventions, GameId, Outcome};
use rules::ir::{Int, RuleClaim};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::support::SessionAnswers;

/// A search by the definition for values, or for outcomes as 0 for P and 1 for N.
pub(crate) struct Search<'w> {
    world: &'w World,
    values: ReferenceGrundy,
    outcomes: Option<ReferenceOutcomes>,
}

impl<'w> Search<'w> {
    /// Creates an empty search; `outcomes` selects outcomes instead of values.
    pub fn new(world: &'w World, game: GameId, play: PlayConvention, outcomes: bool) -> Search<'w> {
        let conventions = Conventions {
            play,
            ..world.rules(game).conventions()
        };
        Search {
            world,
            values: ReferenceGrundy::new(),
            outcomes: outcomes.then(|| ReferenceOutcomes::new(conventions)),
        }
    }

    pub fn value(&mut self, game: GameId, slots: &[Int]) -> u64 {
        let budget = Budget::generous();
        match &mut self.outcomes {
            Some(outcomes) => {
                let alone = SumPosition(vec![Component::new(game, slots)]);
                u64::from(outcomes.outcome(self.world, &alone, &budget).unwrap() != Outcome::P)
            }
            None => self
                .values
                .grundy(self.world, game, slots, &budget)
                .unwrap()
                .as_nimber()
                .unwrap(),
        }
    }
}

/// A claim of the library and its file.
#[derive(Debug)]
struct Written {
    file: String,
    game: String,
    place: Range<usize>,
    /// The file without expectations and with only one claim.
    text: String,
}

/// Returns all claims of the library that are proved.
fn library() -> Vec<Written> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/games");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut world = World::empty();
        let Ok(names) = world.load(&file, &text) else {
            continue;
        };
        let items: Vec<_> = names
            .iter()
            .flat_map(|name| {
                world
                    .declared(name)
                    .unwrap()
                    .decl()
                    .items
                    .iter()
                    .map(move |item| (name, item))
            })
            .collect();
        let lines = |claims: bool| {
            let said = items.iter().filter(move |(_, item)| match item.kind {
                GameItemKind::Claim(_) => claims,
                GameItemKind::Expect(_) => !claims,
                _ => false,
            });
            said.map(|(name, item)| {
                (
                    (*name).clone(),
                    item.span.start as usize..item.span.end as usize,
                )
            })
            .collect::<Vec<_>>()
        };
        for (game, place) in lines(true) {
            let mut alone = text.clone().into_bytes();
            for (_, other) in lines(true)
                .into_iter()
                .chain(lines(false))
                .filter(|(_, other)| *other != place)
            {
                alone[other]
                    .iter_mut()
                    .filter(|byte| **byte != b'\n')
                    .for_each(|byte| *byte = b' ');
            }
            found.push(Written {
                file: file.clone(),
                game,
                place,
                text: String::from_utf8(alone).unwrap(),
            });
        }
    }
    found.retain(|written| {
        finding(written, &written.text, 10)
            .is_some_and(|finding| matches!(finding.verdict, Ok(AnswerStatus::Proved)))
    });
    found
}

/// Returns a claim in which one number, name, operator or comparison is replaced by a different
/// one, or one number of a slot is removed.
fn damage(claim: &str, slots: &[String], rng: &mut Rng) -> Option<String> {
    const SIGNS: &[&[&str]] = &[
        &["==", "!=", "<=", ">=", "<", ">"],
        &["+", "-", "*", "/", "%", "xor"],
        &["xor", "bitor", "bitand", "+"],
    ];
    const WORDS: &[&[&str]] = &[
        &["and", "or"],
        &["min", "max"],
        &["bitor", "bitand", "xor"],
        &["all", "any"],
        &["popcount", "bitlen", "ctz"],
    ];
    let class = |sign: char| {
        if sign.is_alphanumeric() || sign == '_' {
            0
        } else if "=<>!".contains(sign) {
            1
        } else {
            2
        }
    };
    let mut tokens: Vec<&str> = Vec::new();
    let mut start = 0;
    let signs: Vec<(usize, char)> = claim.char_indices().collect();
    for (place, &(at, sign)) in signs.iter().enumerate() {
        let ends = signs
            .get(place + 1)
            .is_none_or(|&(_, next)| class(sign) == 2 || class(next) != class(sign));
        if ends {
            tokens.push(&claim[start..at + sign.len_utf8()]);
            start = at + sign.len_utf8();
        }
    }
    let most = [250, 60, 20].get(slots.len() - 1).map_or(6, |most| *most);
    let far = rng.u32(3..=most);
    let slot = rng.choice(slots).filter(|slot| !slot.contains('['));
    match slot.filter(|_| rng.u8(..6) == 0) {
        Some(slot) if tokens.contains(&"iff") => {
            return Some(format!("{claim} and {slot} != {far}"));
        }
        Some(slot) if tokens.contains(&"SG") => {
            return Some(format!("{claim} + (if {slot} == {far} then 1 else 0)"));
        }
        _ => {}
    }
    let place = rng.usize(..tokens.len());
    let old = tokens[place];
    let new = if let Ok(number) = old.parse::<i64>() {
        {
            let any = rng.i64(0..9);
            rng.choice([number + 1, (number - 1).max(0), any])?
                .to_string()
        }
    } else if slots.iter().any(|slot| slot == old) {
        rng.choice(slots)?.clone()
    } else {
        let group = SIGNS
            .iter()
            .chain(WORDS)
            .find(|group| group.contains(&old))?;
        (*rng.choice(*group)?).to_owned()
    };
    (new != old).then(|| {
        [&tokens[..place], &[&new[..]], &tokens[place + 1..]]
            .concat()
            .concat()
    })
}

/// Collects at most some thousands of rows of nonnegative numbers that have the given sum, start
/// with `row` and are bounded by `tops`.
fn rows(tops: &[Int], sum: Int, row: &mut Vec<Int>, found: &mut Vec<Vec<Int>>) {
    const MAX_ROWS: usize = 10_000;
    let Some(&top) = tops.get(row.len()) else {
        return found.push(row.clone());
    };
    let rest = tops[row.len() + 1..]
        .iter()
        .fold(0, |sum: Int, &top| sum.saturating_add(top));
    for at in sum.saturating_sub(rest).max(0)..=top.min(sum) {
        if found.len() >= MAX_ROWS {
            return;
        }
        row.push(at);
        rows(tops, sum - at, row, found);
        row.pop();
    }
}

/// A game with one claim, and a plain search of this game.
struct Subject<'w> {
    world: &'w World,
    game: GameId,
    claim: RuleClaim,
    search: Search<'w>,
}

impl<'w> Subject<'w> {
    fn new(world: &'w World, game: GameId) -> Subject<'w> {
        let claim = world.rules(game).game().unwrap().claims[0].0.clone();
        let play = world.rules(game).conventions().play;
        let outcomes = matches!(claim, RuleClaim::Outcome(_))
            && !world.rules(game).game().unwrap().coins
            && !several(world, game);
        Subject {
            world,
            game,
            search: Search::new(world, game, play, outcomes),
            claim,
        }
    }

    /// Returns whether the claim is true of a position.
    fn holds(&mut self, slots: &[Int]) -> bool {
        let locals = self.world.rules(self.game).game().unwrap().locals;
        let tick = || Ok(());
        let mut env = EvalContext::new(slots, locals, &tick);
        match &self.claim {
            RuleClaim::Value(expr) => {
                u64::try_from(env.eval(expr).unwrap()).ok()
                    == Some(self.search.value(self.game, slots))
            }
            RuleClaim::Outcome(expr) => {
                env.holds(expr).unwrap() == (self.search.value(self.game, slots) == 0)
            }
            &RuleClaim::Period(period, from, saltus) => {
                slots[0] < from || {
                    let (here, there) = (
                        self.search.value(self.game, slots),
                        self.search.value(self.game, &[slots[0] + period]),
                    );
                    here as Int + saltus == there as Int
                }
            }
        }
    }

    /// Returns the first position, ordered by the sum of the numbers, at which the claim is not
    /// true; checks at most `most` positions.
    fn first_wrong(&mut self, sums: Range<Int>, mut most: usize) -> Option<Vec<Int>> {
        for sum in sums {
            for position in self.positions(sum) {
                if most == 0 || !self.holds(&position) {
                    return Some(position).filter(|_| most > 0);
                }
                most -= 1;
            }
        }
        None
    }

    /// Returns the positions whose numbers, minus the lower bounds of their slots, have the given
    /// sum.
    fn positions(&self, sum: Int) -> Vec<Vec<Int>> {
        let rules = self.world.rules(self.game);
        let tops: Vec<Int> = rules
            .slots()
            .iter()
            .map(|slot| slot.high.map_or(Int::MAX, |high| high - slot.low))
            .collect();
        let mut found = Vec::new();
        rows(&tops, sum, &mut Vec::new(), &mut found);
        let shifted = found.into_iter().map(|row| {
            row.iter()
                .zip(rules.slots())
                .map(|(&at, slot)| slot.low + at)
                .collect::<Vec<_>>()
        });
        let is_one = |row: &Vec<Int>| {
            let mut kept = row.clone();
            rules.canonicalise(&mut kept);
            kept == *row
                && self
                    .world
                    .contains(self.game, row, &Budget::generous())
                    .unwrap()
        };
        shifted.filter(is_one).collect()
    }
}

/// Returns whether a move leaves several components, in the game itself or in a game that its moves
/// lead to. If a move leaves several components, outcomes follow from values.
fn several(world: &World, game: GameId) -> bool {
    let splits = |game: &GameId| {
        clauses::of_game(world, *game, &Budget::generous()).is_ok_and(|clauses| {
            clauses
                .moves
                .iter()
                .any(|case| case.left.len() > 1 || !case.runs.is_empty())
        })
    };
    world.reachable_games([game]).iter().any(splits)
}

/// Returns whether two claims of a game have the same automaton; `None` unless both are automata of
/// one kind.
fn alike(world: &World, game: GameId, [one, other]: [&RuleClaim; 2]) -> Option<bool> {
    let budget = Budget::generous();
    let clauses = clauses::of_game(world, game, &budget).ok()?;
    let rules = world.rules(game);
    [NumerationSystem::Base(2), NumerationSystem::Quadratic(1)]
        .into_iter()
        .find_map(|system| {
            let numerals = LawNumerals::from_system(system, &budget).ok()?;
            let theory = Theory::new(
                rules.slots(),
                &clauses,
                &vec![1; rules.slots().len()],
                numerals,
                &budget,
            )
            .ok()?;
            let mut search = Search::new(world, game, PlayConvention::Normal, false);
            let mut law = |claim: &RuleClaim| {
                let said = clauses::claim(world, game, claim, &budget).ok()?;
                claim_to_law(
                    &theory,
                    &said,
                    &mut |n| Ok::<u64, LawError>(search.value(game, &[n])),
                    &budget,
                )
                .ok()
            };
            let (one, other) = (law(one)?, law(other)?);
            (one.kind == other.kind).then(|| {
                one.automaton
                    .same(&other.automaton, &budget)
                    .unwrap()
                    .is_none()
            })
        })
}

/// Returns the numbers of the position at which a claim is wrong according to a message.
fn refuted_at(message: &str) -> Vec<Int> {
    let place = message
        .split(" at ")
        .nth(1)
        .and_then(|rest| rest.split("]: ").next())
        .unwrap_or_else(|| panic!("{message}"));
    place[place.rfind('[').unwrap() + 1..]
        .split(',')
        .map(|number| number.trim().parse().unwrap())
        .collect()
}

/// Returns the finding for a file with one claim; `None` if the file cannot be read or evaluated.
fn finding(written: &Written, text: &str, positions: usize) -> Option<Finding> {
    let mut session = Session::new();
    session.load_rules("damaged.game", text).ok()?;
    let care = CheckOptions {
        positions,
        prove: true,
    };
    let (report, _) = Budget::generous().limited(60_000, |budget| {
        session.check(std::slice::from_ref(&written.game), care, budget)
    });
    match report {
        Ok(report) => report.findings.into_iter().next(),
        Err(SolveError::Bug(why)) => panic!("{}\n{text}", why.en),
        Err(_) => None,
    }
}

#[test]
fn damaged_claims_are_refuted_at_the_first_place_or_say_the_same() {
    // A plain search of heaps of thousands of tokens would need a recursion thousands of levels
    // deep.
    std::thread::Builder::new()
        .stack_size(1 << 28)
        .spawn(all_damaged)
        .unwrap()
        .join()
        .unwrap();
}

fn all_damaged() {
    let claims = library();
    let mut rng = Rng::with_seed(61);
    let wanted = testkit::rounds(30, 1_000);
    println!("{} claims are proved", claims.len());
    assert!(claims.len() >= 55, "{}", claims.len());
    let mut met = HashSet::new();
    let mut came: BTreeMap<&str, usize> = BTreeMap::new();
    while met.len() < wanted {
        let written = rng.choice(&claims).unwrap();
        let mut original = World::empty();
        original.load("original.game", &written.text).unwrap();
        let slots: Vec<String> = {
            let game = original.instantiate(&written.game, Vec::new()).unwrap();
            original
                .rules(game)
                .slots()
                .iter()
                .map(|slot| slot.name.clone())
                .collect()
        };
        let Some(changed) = damage(&written.text[written.place.clone()], &slots, &mut rng) else {
            continue;
        };
        let text = [
            &written.text[..written.place.start],
            &changed,
            &written.text[written.place.end..],
        ]
        .concat();
        let begin = std::time::Instant::now();
        // If a claim is tested on few positions, more claims are decided by proof.
        let Some(finding) = finding(written, &text, *rng.choice(&[10, 600]).unwrap()) else {
            continue;
        };
        if !met.insert(text.clone()) {
            continue;
        }
        let mut world = World::empty();
        world.load("damaged.game", &text).unwrap();
        let game = world.instantiate(&written.game, Vec::new()).unwrap();
        let mut subject = Subject::new(&world, game);
        let what = format!("{} {}: {changed}", written.file, written.game);
        let mut outside = String::new();
        let kind = match (&finding.verdict, &finding.unproved) {
            (Err(refuted), _) => {
                let message = &refuted.message.en;
                let at = refuted_at(message);
                assert!(!subject.holds(&at), "{what}: {message}");
                let sum: Int = at
                    .iter()
                    .zip(world.rules(game).slots())
                    .map(|(at, slot)| at - slot.low)
                    .sum();
                let first = subject.first_wrong(0..sum, 4_000);
                assert_eq!(first, None, "{what}: {message}, and before");
                if sum > 40 {
                    "refuted far out"
                } else {
                    "refuted"
                }
            }
            (Ok(AnswerStatus::Proved | AnswerStatus::Computed), _) => {
                let wrong = subject.first_wrong(0..60, 1_500);
                assert_eq!(wrong, None, "{what}: proved, and wrong");
                let first = original.instantiate(&written.game, Vec::new()).unwrap();
                let before = original.rules(first).game().unwrap().claims[0].0.clone();
                let same = alike(&world, game, [&before, &subject.claim]);
                assert_ne!(
                    same,
                    Some(false),
                    "{what}: proved, and not the same automaton"
                );
                if same == Some(true) {
                    "proved: the same automaton"
                } else {
                    "proved"
                }
            }
            (Ok(_), why) => {
                outside = why
                    .as_ref()
                    .map_or(String::new(), |why| format!(": {}", why.en));
                "outside the method"
            }
        };
        *came.entry(kind).or_default() += 1;
        println!("{what}: {kind} in {:?}{outside}", begin.elapsed());
    }
    println!("{came:?}");
    assert!(
        came.get("refuted")
            .is_some_and(|refuted| refuted * 2 > wanted),
        "{came:?}"
    );
}

/// The first box contains the counterexample [2, 2]; the counterexample [3, 0] is outside the box
/// but has a smaller sum of numbers.
#[test]
fn the_first_counterexample_is_that_with_the_least_sum() {
    let moves = "move k in 1.. : [a - k, b] move k in 1.. : [a, b - k]";
    let wrong = "if a == 3 and b == 0 or a == 2 and b == 2 then 9 else a xor b";
    let text = format!("game G {{ state a in 0.., b in 0.. {moves} claim SG == {wrong} }}");
    let mut session = Session::new();
    let names = session.load_rules("first.game", &text).unwrap();
    let report = session.check_report(
        &names,
        CheckOptions {
            positions: 600,
            prove: true,
        },
    );
    let refuted = report.findings[0].verdict.as_ref().unwrap_err();
    assert_eq!(refuted_at(&refuted.message.en), [3, 0]);
}
