//! Red-Blue Hackenbush: the winner and the value of a graph whose edges are blue or red.

use std::collections::HashMap;
use std::fmt::Write;

use base::budget::Budget;
use base::text;
use fastrand::Rng;
use grundy::answer::{PartizanAnswer, PartizanValue};
use grundy::{Session, SolveError, SolveOptions};
use rules::world::World;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "red_blue_hackenbush",
    aliases: &[],
    title: ("Red-Blue Hackenbush", "红蓝 Hackenbush"),
    source: "Winning Ways, chapters 1 and 2",
    method: "colon",
    sample: include_str!("../../samples/red_blue_hackenbush.txt"),
    solve,
    brute,
    make,
    small: 9,
}];

/// The maximum number of edges.
const MAX_EDGES: usize = 20_000;

/// The maximum number of a vertex.
const MAX_VERTEX: u32 = 1_000_000_000;

/// An edge: its ends, and whether it is blue.
type ColouredEdge = (u32, u32, bool);

fn read(input: &mut InputReader<'_>) -> Result<Vec<ColouredEdge>, JudgeError> {
    let count = input.number(text!("the number of edges", "边数"), 0..=MAX_EDGES)?;
    let mut edges = Vec::new();
    for _ in 0..count {
        input.budget.tick()?;
        let mut vertex = || input.number(text!("a vertex", "顶点"), 0..=MAX_VERTEX);
        let ends = (vertex()?, vertex()?);
        let colour = input.checked(
            text!("a colour, B or R", "颜色 B 或 R"),
            |word| match word {
                "B" | "R" => Ok(()),
                _ => Err(text!(
                    "expected a colour, B or R, found `{word}`",
                    "此处应为颜色 B 或 R，实为 `{word}`"
                )),
            },
        )?;
        edges.push((ends.0, ends.1, colour == "B"));
    }
    input.end()?;
    Ok(edges)
}

fn write(out: &mut String, outcome: char, numerator: i64, denominator: i64) {
    let _ = writeln!(out, "{outcome} {numerator}/{denominator}");
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let edges = read(input)?;
    if edges.is_empty() {
        write(out, 'P', 0, 1);
        return Ok(());
    }
    // Vertex 0 is written first, so that it exists even if no edge is connected to it.
    let mut question = "hackenbush(0, ".to_owned();
    for (a, b, is_blue) in edges {
        let colour = if is_blue { "blue" } else { "red" };
        let _ = write!(question, "{a}-{b} {colour}, ");
    }
    question.push_str("; ground 0)");
    let mut world = World::empty();
    world.add_structures(structures::KINDS);
    let mut session = Session::with_world(world);
    let answer = session.solve(&*question, SolveOptions::VALUE, input.budget)?;
    let bug = || SolveError::Bug(text!("the value is not a number", "值不是数"));
    let Some(PartizanAnswer { winners, value, .. }) = answer.partizan else {
        return Err(bug().into());
    };
    let value = value.ok_or_else(|| {
        SolveError::Unsupported(text!(
            "a number in the value is too large or too fine",
            "值中有一个数太大或太细"
        ))
    })?;
    let PartizanValue { stops, mean, .. } = value;
    if stops != [mean; 2] {
        return Err(bug().into());
    }
    let outcome = winners.class().ok_or_else(bug)?;
    write(
        out,
        outcome.letter(),
        mean.numerator(),
        1 << mean.exponent(),
    );
    Ok(())
}

/// Answers by definition: the winners by the moves, and the number as the simplest number between
/// the numbers of the options.
fn brute(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let edges = read(input)?;
    let mut game = NaiveRedBlue {
        wins: HashMap::new(),
        numbers: HashMap::new(),
        budget: input.budget,
        edges,
    };
    let all = game.standing((0..game.edges.len()).collect());
    let outcome = match [true, false].map(|left| game.wins(&all, left)) {
        [left, right] => match (left?, right?) {
            (true, true) => 'N',
            (true, false) => 'L',
            (false, true) => 'R',
            (false, false) => 'P',
        },
    };
    let (numerator, denominator) = game.number(&all)?;
    write(out, outcome, numerator, denominator);
    Ok(())
}

/// The reference implementation, on sets of edges.
struct NaiveRedBlue<'b> {
    edges: Vec<ColouredEdge>,
    wins: HashMap<(Vec<usize>, bool), bool>,
    numbers: HashMap<Vec<usize>, (i64, i64)>,
    budget: &'b Budget<'b>,
}

impl NaiveRedBlue<'_> {
    /// Returns the edges of a set that are connected to the ground.
    fn standing(&self, set: Vec<usize>) -> Vec<usize> {
        let mut reached = vec![0];
        let ends = |&edge: &usize| (self.edges[edge].0, self.edges[edge].1);
        let mut next = 0;
        while let Some(&vertex) = reached.get(next) {
            next += 1;
            for (a, b) in set.iter().map(ends) {
                for (from, to) in [(a, b), (b, a)] {
                    if from == vertex && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
        }
        set.into_iter()
            .filter(|edge| reached.contains(&ends(edge).0))
            .collect()
    }

    /// Returns the sets that a player can move to.
    fn options(&self, set: &[usize], left: bool) -> Vec<Vec<usize>> {
        let own = set.iter().filter(|&&edge| self.edges[edge].2 == left);
        own.map(|cut| self.standing(set.iter().copied().filter(|edge| edge != cut).collect()))
            .collect()
    }

    fn wins(&mut self, set: &[usize], left: bool) -> Result<bool, JudgeError> {
        let key = (set.to_vec(), left);
        if let Some(&wins) = self.wins.get(&key) {
            return Ok(wins);
        }
        self.budget.tick()?;
        let mut wins = false;
        for option in self.options(set, left) {
            wins |= !self.wins(&option, !left)?;
        }
        self.wins.insert(key, wins);
        Ok(wins)
    }

    fn number(&mut self, set: &[usize]) -> Result<(i64, i64), JudgeError> {
        if let Some(&number) = self.numbers.get(set) {
            return Ok(number);
        }
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for (left, list) in [(true, &mut below), (false, &mut above)] {
            for option in self.options(set, left) {
                list.push(self.number(&option)?);
            }
        }
        let is_between = |p: i64, q: i64| {
            below.iter().all(|&(a, b)| a * q < p * b) && above.iter().all(|&(a, b)| p * b < a * q)
        };
        let mut q = 1;
        let number = 'found: loop {
            self.budget.tick()?;
            for p in (0..=set.len() as i64 * q).flat_map(|p| [p, -p]) {
                if is_between(p, q) {
                    break 'found (p, q);
                }
            }
            q *= 2;
        };
        self.numbers.insert(set.to_vec(), number);
        Ok(number)
    }
}

/// Generates a tree, or a graph with a few cycles.
fn make(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(0..=size.min(40));
    let cycles = size <= 16 && rng.bool();
    let mut vertices = 1;
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let (a, b) = if cycles && rng.u32(..4) == 0 {
            (rng.u64(0..vertices), rng.u64(0..vertices))
        } else {
            vertices += 1;
            let last = if rng.bool() {
                vertices - 2
            } else {
                rng.u64(0..vertices - 1)
            };
            (last, vertices - 1)
        };
        let colour = if rng.bool() { 'B' } else { 'R' };
        let _ = writeln!(text, "{a} {b} {colour}");
    }
    text
}
