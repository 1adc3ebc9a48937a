//! Comparison of two games: whether each position that both games have has the same value, or
//! outcome, in both games. Small positions are compared individually. For all other positions,
//! agreement is proved from the moves of the games, or from proved laws of both games.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use dashu_int::IBig;
use engines::engine::AccessPattern;
use facts::ConditionError;
use laws::names::positions;
use laws::{
    Law, LawError, LawOutput, ProofOutcome, least_position, option_components_by_rules, prove,
};
use rules::game::{Conventions, GameId, Rules};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::{RulesResult, SolveError};
use crate::law_theorem;
use crate::laws::{GameClauses, LawQuery};
use crate::plan::conventions;
use crate::question;
use crate::row_walk::each_row;
use crate::session::Session;
use crate::solver::{Solver, SolverCache};
use crate::status::AnswerStatus;
use crate::without_points::refuse_points;

/// The result of comparing two games.
#[derive(Clone, Debug)]
pub struct GameComparison {
    /// The titles of the games.
    pub titles: [String; 2],
    /// Whether values were compared; otherwise outcomes.
    pub values: bool,
    /// The verdict.
    pub verdict: ComparisonVerdict,
    /// The status of computed values and outcomes: conditional if they may depend on a file that
    /// was not compared with the rules.
    pub computed: AnswerStatus,
}

/// Whether two games are the same.
#[derive(Clone, Debug)]
pub enum ComparisonVerdict {
    /// The games agree at every position because every move of either game is a move of the other.
    Moves,
    /// The games agree at every position because proved laws of both games agree.
    Laws,
    /// The games differ at this position. No smaller position differs if the position is small or
    /// was found by laws. The variant contains the result of each game.
    Differ(Vec<IBig>, [String; 2], AnswerStatus),
    /// The games agree at this number of positions, which are all positions that both games have.
    All(u64),
    /// The games agree at this number of positions. The variant also contains the reason why the
    /// comparison leaves some common positions undecided.
    Agree(u64, Text),
}

impl GameComparison {
    /// Returns the status of the result.
    pub fn status(&self) -> AnswerStatus {
        match self.verdict {
            ComparisonVerdict::Moves | ComparisonVerdict::Laws => AnswerStatus::Proved,
            ComparisonVerdict::Differ(_, _, AnswerStatus::Computed) | ComparisonVerdict::All(_) => {
                self.computed
            }
            ComparisonVerdict::Differ(_, _, status) => status,
            ComparisonVerdict::Agree(..) if self.computed == AnswerStatus::Conditional => {
                AnswerStatus::Conditional
            }
            ComparisonVerdict::Agree(positions, _) => AnswerStatus::Bounded(positions),
        }
    }

    /// Returns whether the games agree at every position; `None` if agreement is not decided for
    /// all positions.
    pub fn same(&self) -> Option<bool> {
        match self.verdict {
            ComparisonVerdict::Moves | ComparisonVerdict::Laws | ComparisonVerdict::All(_) => {
                Some(true)
            }
            ComparisonVerdict::Differ(..) => Some(false),
            ComparisonVerdict::Agree(..) => None,
        }
    }
}

/// Approximate number of positions that are compared individually.
pub const POSITIONS: usize = 2_000;

/// Maximum number of budget polls of the search for a difference after a proof fails.
const MAX_POLLS: u32 = 4_000;

/// Maximum number of positions that the caller may request.
const MAX_POSITIONS: usize = 1_000_000;

/// Two games whose positions have the same number of slots.
struct GamePair<'s> {
    world: &'s World,
    games: [GameId; 2],
    conventions: [Conventions; 2],
    values: bool,
}

impl Session {
    /// Compares two games, given without positions: `kayles`, `bash(5)`. If the conventions have no
    /// values, or if `outcomes` is set, only outcomes are compared.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] if a text names no game, and [`SolveError::Usage`] if the
    /// positions of the games have different numbers of slots. Returns [`SolveError::Unsupported`]
    /// if a game is not written in the rule language, and [`SolveError::Stopped`] if the budget
    /// runs out.
    pub fn same(
        &mut self,
        names: [&str; 2],
        outcomes: bool,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<GameComparison, SolveError> {
        let [first, second] = names;
        let games = [
            question::game(self.world_mut(), first)?,
            question::game(self.world_mut(), second)?,
        ];
        let world = Arc::clone(&self.world);
        refuse_points(&world, &games)?;
        let titles = games.map(|game| world.rules(game).title());
        if games.iter().any(|&game| world.rules(game).game().is_none()) {
            return Err(SolveError::Unsupported(text!(
                "graphs and boards have no rules to compare",
                "图和棋盘没有可供比较的规则"
            )));
        }
        if games.iter().any(|&game| {
            world
                .rules(game)
                .game()
                .is_some_and(|game| game.holds_more())
        }) {
            return Err(SolveError::Unsupported(text!(
                "cannot compare games whose positions contain sets or words; only games whose positions are numbers can be compared",
                "无法比较局面含有集合或单词的游戏；只能比较局面为数的游戏"
            )));
        }
        let [mine, theirs] = games.map(|game| slots_of(world.rules(game)));
        if mine.len() != theirs.len() {
            let ([one, other], mine, theirs) = (&titles, mine.join(", "), theirs.join(", "));
            return Err(SolveError::Usage(text!(
                "cannot compare the games: a position of {one} is [{mine}], a position of {other} is [{theirs}]",
                "无法比较：{one} 的局面是 [{mine}]，{other} 的局面是 [{theirs}]"
            )));
        }
        let of = |game| conventions(&world, &[game], false, &self.settings, budget);
        let conventions = [of(games[0])?, of(games[1])?];
        let mut beside = self.fork();
        beside.settings.without.insert(law_theorem::NAME.to_owned());
        let mut solvers = conventions.map(|conventions| {
            Solver::new(&world, SolverCache::new(&beside.settings, conventions))
        });
        let values = !outcomes && solvers.iter().all(Solver::values_decide);
        let pair = GamePair {
            world: &world,
            games,
            conventions,
            values,
        };
        let (positions, whole) = pair.small(most, budget)?;
        if positions.is_empty() {
            let [one, other] = &titles;
            return Err(SolveError::Usage(text!(
                "{one} and {other} have no small position in common",
                "{one} 与 {other} 没有共同的小局面"
            )));
        }
        let computed = self.settings.computed();
        let told = |verdict| {
            Ok(GameComparison {
                titles: titles.clone(),
                values,
                verdict,
                computed,
            })
        };
        if let Some(differ) = pair.differ(&positions, &mut solvers, budget)? {
            return told(differ);
        }
        let count = positions.len() as u64;
        if whole {
            return told(ComparisonVerdict::All(count));
        }
        if pair.same_moves(&positions, budget)? {
            return told(ComparisonVerdict::Moves);
        }
        let sought = LawQuery {
            outcomes: !values,
            names: false,
            soon: true,
            ..LawQuery::default()
        };
        let mut laws: Vec<Law> = Vec::new();
        let mut why = None;
        for (side, name) in names.into_iter().enumerate() {
            let report = match beside.law(name, &sought, budget) {
                Ok(report) => report,
                Err(SolveError::Unsupported(outside)) => {
                    why.get_or_insert(outside);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let law = match report.complete_law(&world, games[side], budget) {
                Ok(law) => law,
                Err(LawError::Outside(_)) => None,
                Err(LawError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
            };
            let Some(law) = law else {
                let title = &report.title;
                why.get_or_insert(text!(
                    "no law of {title} in the form of an automaton was found",
                    "未找到 {title} 的自动机形式的规律"
                ));
                continue;
            };
            if laws.is_empty()
                && let Some(verdict) = pair.carried_over(&law, 1 - side, &mut solvers, budget)?
            {
                return told(verdict);
            }
            laws.push(law);
        }
        let compared = match &laws[..] {
            [one, other] => pair.by_laws(one, other, budget),
            _ => {
                Ok(Err(why.unwrap_or_else(|| {
                    text!("no law was found", "未找到规律")
                })))
            }
        };
        match compared {
            Ok(Ok(verdict)) => told(verdict),
            Ok(Err(why)) | Err(LawError::Outside(why)) => {
                told(ComparisonVerdict::Agree(count, why))
            }
            Err(LawError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
        }
    }
}

fn slots_of(rules: &dyn Rules) -> Vec<String> {
    rules.slots().iter().map(|slot| slot.name.clone()).collect()
}

impl GamePair<'_> {
    /// Returns common positions with small numbers, ordered by the sum of their numbers, and
    /// whether these are all common positions of the games.
    fn small(&self, most: usize, budget: &Budget<'_>) -> Result<(Vec<Vec<Int>>, bool), SolveError> {
        let [mine, theirs] = self.games.map(|game| self.world.rules(game));
        let bounds: Vec<(Int, Option<Int>)> = mine
            .slots()
            .iter()
            .zip(theirs.slots())
            .map(|(a, b)| (a.low.max(b.low), a.high.into_iter().chain(b.high).min()))
            .collect();
        // The largest box with at most `most` rows.
        let rows = |side: Int| {
            let wide = |&(low, high): &(Int, Option<Int>)| {
                high.map_or(side, |high| {
                    high.saturating_sub(low).saturating_add(1).min(side)
                })
                .max(0)
            };
            bounds
                .iter()
                .map(wide)
                .fold(1u128, |all, wide| all.saturating_mul(wide as u128))
        };
        let most = most.clamp(1, MAX_POSITIONS);
        let side = (1..=most as Int)
            .take_while(|&side| rows(side) <= most as u128)
            .last()
            .unwrap_or(1);
        let ranges: Vec<(Int, Int)> = bounds
            .iter()
            .map(|&(low, high)| {
                (
                    low,
                    high.unwrap_or(Int::MAX).min(low.saturating_add(side - 1)),
                )
            })
            .collect();
        let whole = bounds
            .iter()
            .zip(&ranges)
            .all(|((_, high), (_, top))| *high == Some(*top));
        let mut positions = Vec::new();
        each_row(&ranges, &mut |numbers| {
            for (game, rules) in self.games.into_iter().zip([mine, theirs]) {
                let mut canonical = numbers.to_vec();
                rules.canonicalise(&mut canonical);
                if canonical != numbers
                    || !self
                        .world
                        .contains(game, numbers, budget)
                        .explain_fault(self.world)?
                {
                    return Ok(std::ops::ControlFlow::Continue(()));
                }
            }
            positions.push(numbers.to_vec());
            Ok(std::ops::ControlFlow::Continue(()))
        })?;
        positions.sort_by_key(|row: &Vec<Int>| row.iter().map(|&n| i128::from(n)).sum::<i128>());
        Ok((positions, whole))
    }

    /// Returns the first position of a list at which the games differ.
    fn differ(
        &self,
        positions: &[Vec<Int>],
        solvers: &mut [Solver; 2],
        budget: &Budget<'_>,
    ) -> Result<Option<ComparisonVerdict>, SolveError> {
        let component = |game: GameId, slots: &[Int]| Component::new(game, slots);
        for (&game, solver) in self.games.iter().zip(solvers.iter_mut()) {
            if solver.values_decide() {
                let all: Vec<Component> = positions
                    .iter()
                    .map(|slots| component(game, slots))
                    .collect();
                solver.plan(&all, AccessPattern::Table, budget)?;
            }
        }
        for slots in positions {
            if let Some(differ) = self.differ_at(slots, solvers, budget)? {
                return Ok(Some(differ));
            }
        }
        Ok(None)
    }

    fn differ_at(
        &self,
        slots: &[Int],
        solvers: &mut [Solver; 2],
        budget: &Budget<'_>,
    ) -> Result<Option<ComparisonVerdict>, SolveError> {
        let mut tell = |side: usize| {
            let one = Component::new(self.games[side], slots);
            Ok::<_, SolveError>(match self.values {
                true => solvers[side].value(&one, budget)?.to_string(),
                false => solvers[side]
                    .outcome(&SumPosition(vec![one]), budget)?
                    .letter()
                    .to_string(),
            })
        };
        let told = [tell(0)?, tell(1)?];
        let differ = told[0] != told[1];
        Ok(differ.then(|| {
            ComparisonVerdict::Differ(
                slots.iter().map(|&slot| slot.into()).collect(),
                told,
                AnswerStatus::Computed,
            )
        }))
    }

    /// Returns whether the law of one game can be proved from the moves of the other game. If a
    /// statement of the proof fails at a position, the games may differ at this position or at one
    /// of its options. Returns `None` if the attempt is inconclusive.
    fn carried_over(
        &self,
        law: &Law,
        side: usize,
        solvers: &mut [Solver; 2],
        budget: &Budget<'_>,
    ) -> Result<Option<ComparisonVerdict>, SolveError> {
        if self.values && law.kind == LawOutput::Outcomes {
            return Ok(None);
        }
        let game = self.games[side];
        let halted = |halt| match halt {
            LawError::Stopped(stop) => Err(SolveError::Stopped(stop)),
            LawError::Outside(_) => Ok(None),
        };
        let theory = match GameClauses::new(self.world, game, budget) {
            Ok(read) => read.theory(self.world, law.numerals.system(), budget),
            Err(SolveError::Unsupported(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let theory = match theory {
            Ok(theory) if theory.lows == law.lows => theory,
            Ok(_) => return Ok(None),
            Err(halt) => return halted(halt),
        };
        let failing = match prove(&theory, law, self.conventions[side].play, budget) {
            Ok(ProofOutcome::Proved(_)) => return Ok(Some(ComparisonVerdict::Laws)),
            Ok(ProofOutcome::Refuted(failing)) => failing,
            Err(halt) => return halted(halt),
        };
        let number = |track| {
            theory
                .numerals
                .number(&failing.word.digits(track).unwrap_or_default())
        };
        let slots = (0..theory.value_track())
            .zip(&law.lows)
            .map(|(track, &low)| Int::try_from(IBig::from(number(track)) + IBig::from(low)).ok());
        let Some(slots) = slots.collect::<Option<Vec<Int>>>() else {
            return Ok(None);
        };
        let (found, cut) = budget.limited(MAX_POLLS, |budget| {
            let mut near = option_components_by_rules(self.world, game, &slots, budget)?;
            near.insert(0, slots);
            for slots in near.iter().filter(|slots| slots.len() == law.lows.len()) {
                let mut both = true;
                for game in self.games {
                    both &= self
                        .world
                        .contains(game, slots, budget)
                        .explain_fault(self.world)?;
                }
                if both && let Some(differ) = self.differ_at(slots, solvers, budget)? {
                    return Ok(Some(differ));
                }
            }
            Ok(None)
        });
        match found {
            Err(SolveError::Stopped(_)) if cut => Ok(None),
            found => found,
        }
    }

    /// Returns whether every move of each game is a move of the other, slot by slot. The match of
    /// the games may reorder slots, so each position whose numbers differ must be mapped to itself.
    fn same_moves(&self, positions: &[Vec<Int>], budget: &Budget<'_>) -> Result<bool, SolveError> {
        let [Some(mine), Some(theirs)] = self.games.map(|game| self.world.rules(game).game())
        else {
            return Ok(false);
        };
        let [coins, others] = self.games.map(|game| self.world.rules(game).coins());
        if self.conventions[0] != self.conventions[1]
            || coins != others
            || mine.can_end_play()
            || theirs.can_end_play()
        {
            return Ok(false);
        }
        let same = match facts::same(mine, self.games[0], theirs, self.games[1], budget) {
            Ok(same) => same,
            Err(ConditionError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
            Err(ConditionError::Condition(_) | ConditionError::Near(_)) => return Ok(false),
        };
        let distinct = |slots: &Vec<Int>| {
            slots
                .iter()
                .enumerate()
                .all(|(place, slot)| !slots[..place].contains(slot))
        };
        let mut telling = positions.iter().filter(|slots| distinct(slots)).peekable();
        Ok(telling.peek().is_some()
            && telling.all(|slots| same.position(slots).as_ref() == Some(slots)))
    }

    /// Compares two proved laws at all positions that both games have. If the laws cannot be
    /// compared, returns the reason.
    fn by_laws(
        &self,
        mine: &Law,
        theirs: &Law,
        budget: &Budget<'_>,
    ) -> Result<Result<ComparisonVerdict, Text>, LawError> {
        let laws = [mine, theirs];
        if mine.numerals.system() != theirs.numerals.system() || mine.lows != theirs.lows {
            return Ok(Err(text!(
                "the two laws read different digits",
                "二者的规律所读的数位不同"
            )));
        }
        let both = positions(self.world, self.games[0], mine, budget)?.and(
            &positions(self.world, self.games[1], theirs, budget)?,
            budget,
        )?;
        let by_value = mine.kind == theirs.kind && mine.kind != LawOutput::Outcomes;
        let differ = if by_value {
            mine.automaton
                .minus(&theirs.automaton, budget)?
                .project(mine.value_track(), budget)?
        } else {
            let [one, other] = [mine.lost(budget)?, theirs.lost(budget)?];
            one.minus(&other, budget)?
                .or(&other.minus(&one, budget)?, budget)?
        };
        let differ = differ.and(&both, budget)?;
        let Some(numbers) = least_position(&differ, &mine.numerals, budget)? else {
            return Ok(match self.values && !by_value {
                true => Err(text!(
                    "the two laws determine only the winner, and in this they agree",
                    "二者的规律只能判定胜负，而胜负相同"
                )),
                false => Ok(ComparisonVerdict::Laws),
            });
        };
        let slots: Vec<IBig> = numbers
            .into_iter()
            .zip(&mine.lows)
            .map(|(number, &low)| IBig::from(number) + IBig::from(low))
            .collect();
        let told = laws.map(|law| match law.value(&slots) {
            Some(value) if by_value => value.to_string(),
            Some(value) => if value == 0u8.into() { "P" } else { "N" }.to_owned(),
            None => "-".to_owned(),
        });
        Ok(Ok(ComparisonVerdict::Differ(
            slots,
            told,
            AnswerStatus::Proved,
        )))
    }
}
