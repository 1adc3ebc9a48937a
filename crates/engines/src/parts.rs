//! Solves games on a set or a word whose moves are a fixed list, by dividing positions into parts.
//! The crate `parts` contains the solver, and this module translates games of the language for the
//! crate `parts`.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{CellMeaning, MoveList};
use parts::{
    CellSet256, EvidenceGoal, MoveOwner, Reductions, StaticGame, StaticGameSolver, StaticMove,
};
use rules::ast::{PlayConvention, Player};
use rules::game::{Conventions, GameId, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::value::Grundy;

use crate::engine::{
    AccessPattern, Engine, OracleAttempt, OutcomeTask, SearchStore, ValueTask, values_only,
};
use crate::error::{EngineError, TaskError};
use crate::oracle::{GrundyOracle, OutcomeOracle, PartEvidenceSearch};
use crate::stats::EngineStats;

/// The fraction of the memory limit that the table of parts may use, as a divisor.
const SHARE: u64 = 2;

/// A function that selects one flag of the reductions.
type ReductionFlag = fn(&mut Reductions) -> &mut bool;

/// The reductions that can be disabled, by name.
const REDUCTIONS: [(&str, ReductionFlag); 8] = [
    ("split", |all| &mut all.split),
    ("dead", |all| &mut all.dead),
    ("cancel", |all| &mut all.cancel),
    ("symmetry", |all| &mut all.symmetry),
    ("shifts", |all| &mut all.shifts),
    ("mirror", |all| &mut all.mirror),
    ("small-parts", |all| &mut all.tables),
    ("part-order", |all| &mut all.order),
];

/// The engine that solves games with a fixed move list by dividing positions into parts.
#[derive(Clone, Copy, Debug)]
pub struct PartsEngine;

impl Engine for PartsEngine {
    fn name(&self) -> &'static str {
        "parts"
    }

    fn about(&self) -> &'static str {
        "games on a set or a word whose moves are a fixed list: cells that no move needs are dropped, parts that no move connects are summands, and equal parts are solved once"
    }

    fn reductions(&self) -> Vec<&'static str> {
        REDUCTIONS.iter().map(|(name, _)| *name).collect()
    }

    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        if task.wanted == AccessPattern::Table {
            return Err(TaskError::Declined(text!("does not fill tables", "不填表")));
        }
        let (found, mut oracle) = prepare_oracle(task).map_err(TaskError::Declined)?;
        oracle.go_on()?;
        Ok((found, Box::new(oracle)))
    }

    fn outcomes(
        &self,
        OutcomeTask {
            conventions, task, ..
        }: &OutcomeTask<'_>,
    ) -> OracleAttempt<dyn OutcomeOracle> {
        let misere = Conventions {
            play: PlayConvention::Misere,
            ..Conventions::default()
        };
        let Some(task) = task.as_ref().filter(|_| *conventions == misere) else {
            return Err(TaskError::Declined(values_only()));
        };
        let (found, mut oracle) = prepare_oracle(task).map_err(TaskError::Declined)?;
        // The store contains values of parts. The search for outcomes computes no values of parts,
        // and would save an empty table.
        oracle.keeper = None;
        Ok((found, Box::new(oracle)))
    }
}

/// Translates the game of a task for the crate `parts`. Returns a remark for the plan and the
/// oracle, or the reason why the game is not supported.
fn prepare_oracle(task: &ValueTask<'_>) -> Result<(Text, PartsOracle), Text> {
    let (Some(_), Some(facts)) = (task.world.rules(task.game).game(), task.facts) else {
        return Err(text!(
            "the game is not written in the rule language",
            "该游戏不是用规则语言写的"
        ));
    };
    let list = match &facts.move_list {
        Ok(list) => list,
        Err(Text { en, zh }) => {
            return Err(text!(
                "the moves of the game are not a fixed list: {en}",
                "着法不是固定的列表：{zh}"
            ));
        }
    };
    if !list.only_takes() {
        return Err(text!(
            "some moves remove an element that other moves add",
            "有元素被某些着法拿走，又被另一些着法添上"
        ));
    }
    let told = static_game(list);
    let mut reductions = Reductions::default();
    REDUCTIONS
        .iter()
        .filter(|(name, _)| task.means.without.contains(*name))
        .for_each(|(_, part)| *part(&mut reductions) = false);
    let solver = match StaticGameSolver::new(&told, reductions, task.budget.memory / SHARE) {
        Ok(solver) => solver.with_threads(task.means.threads()),
        Err(unfit) => return Err(unfit.text()),
    };
    let found = summary(list, &solver);
    let keeper = task.means.keeper.clone();
    Ok((
        found,
        PartsOracle {
            game: task.game,
            list: list.clone(),
            divides: reductions.split && reductions.dead,
            solver,
            title: task.world.rules(task.game).title(),
            keeper,
            kept: 0,
        },
    ))
}

/// Translates a list of moves for the crate `parts`.
pub(crate) fn static_game(list: &MoveList) -> StaticGame {
    let numbers = |cells: &BTreeSet<u16>| cells.iter().copied().collect::<Vec<u16>>();
    let moves = list.moves.iter().map(|one| StaticMove {
        needs: numbers(&one.needs),
        takes: numbers(&one.takes),
        absent: numbers(&one.absent),
        adds: numbers(&one.adds),
        owner: match one.owner {
            None => MoveOwner::Both,
            Some(Player::Left) => MoveOwner::Left,
            Some(Player::Right) => MoveOwner::Right,
        },
    });
    StaticGame {
        cells: list.elements,
        moves: moves.collect(),
        board: list.board,
        ..StaticGame::default()
    }
}

/// Returns the remark that the plan shows for an accepted game.
fn summary(list: &MoveList, solver: &StaticGameSolver) -> Text {
    let (moves, cells, symmetries) = (list.moves.len(), list.elements, solver.symmetries());
    let told = match list.sense {
        CellMeaning::There => text!(
            "{moves} moves that only remove elements, on {cells} elements",
            "{cells} 个元素上的 {moves} 个着法，只拿不添"
        ),
        CellMeaning::Absent => text!(
            "{moves} moves that only add elements, on {cells} elements; an added element counts as a removed free place",
            "{cells} 个元素上的 {moves} 个着法，只添不拿：添上元素看作拿走其空位"
        ),
        CellMeaning::Mixed => text!(
            "{moves} moves on {cells} cells; a cell is a present element that some move removes, or an absent element that some move adds",
            "{cells} 个格上的 {moves} 个着法：格为某一着会拿走的现有元素，或某一着会添上的缺失元素"
        ),
        CellMeaning::Letters => text!(
            "{moves} moves on {cells} cells; a cell is a letter that moves replace and that never returns",
            "{cells} 个格上的 {moves} 个着法：格为被着法替换且不再出现的字母"
        ),
    };
    let absence = match list.asks_for_absence() {
        true => text!(
            "; cells that block a move also connect parts",
            "；阻碍着法的格也连接各部分"
        ),
        false => text!("", ""),
    };
    // The facts already report the rotations and reflections of a board. So the remark shows the
    // number of symmetries only if it exceeds the number of rotations and reflections.
    let more = match facts::turns(&list.moves, list.board).map_or(1, |(kept, _)| kept) {
        known if symmetries > known => text!(", {symmetries} symmetries", "，{symmetries} 种对称"),
        _ => text!("", ""),
    };
    let winner = match solver.deep() {
        Some(parts) => text!(
            "; if one thread does not find the outcome in {parts} parts, proof numbers are used (only for outcomes)",
            "；只求胜负时，若单线程考察 {parts} 个部分仍无结果，则用证明数搜索"
        ),
        None => text!("", ""),
    };
    Text {
        en: told.en + &more.en + &absence.en + &winner.en,
        zh: told.zh + &more.zh + &absence.zh + &winner.zh,
    }
}

/// Number of elements below which a position is valued even if only the winner is requested.
/// Computing the value of a small position takes almost no time, and makes a certificate possible.
const VALUED: usize = 16;

struct PartsOracle {
    game: GameId,
    /// Maps the cells of the crate `parts` to the elements of the game.
    list: Arc<MoveList>,
    /// Whether positions are divided into parts, so that the evidence can consist of parts.
    divides: bool,
    solver: StaticGameSolver,
    /// The title of the game, which is its key in the store.
    title: String,
    keeper: Option<Arc<dyn SearchStore>>,
    /// The number of listed options at the last save.
    kept: u64,
}

impl PartsOracle {
    /// Loads the results that an earlier search saved.
    fn go_on(&mut self) -> Result<(), EngineError> {
        let Some(keeper) = &self.keeper else {
            return Ok(());
        };
        if let Some(mut left) = keeper.load(&self.title).map_err(EngineError::Unread)? {
            self.solver.load(&mut left).map_err(|why| {
                let (title, Text { en, zh }) = (&self.title, why.text());
                EngineError::Unread(text!(
                    "cannot resume the search of {title} from this file: {en}",
                    "无法从该文件继续 {title} 的搜索：{zh}"
                ))
            })?;
        }
        Ok(())
    }

    /// Saves the results for a later search, if new results were computed.
    fn store(&mut self) {
        let expanded = self.solver.statistics().expanded;
        if let Some(keeper) = self.keeper.as_ref().filter(|_| expanded > self.kept) {
            keeper.store(&self.title, &mut |mut to| self.solver.save(&mut to));
            self.kept = expanded;
        }
    }

    /// Returns a description of the progress of a search that was stopped.
    fn far(&mut self, position: &CellSet256) -> Text {
        let entries = self.solver.statistics().entries;
        let mut excluded = self.solver.excluded(position);
        excluded.sort_unstable();
        match &excluded[..] {
            [] => text!(
                "{entries} parts solved so far; nothing is known about the value yet",
                "到此已求解 {entries} 个部分；值尚无所知"
            ),
            some => {
                let list = some
                    .iter()
                    .map(u64::to_string)
                    .collect::<Vec<_>>()
                    .join(", ");
                let (en, zh) = if some[0] == 0 {
                    (
                        "; 0 is excluded, so the player to move wins this component on its own",
                        "；0 已排除，所以单独这一部分时先手必胜",
                    )
                } else {
                    ("", "")
                };
                text!(
                    "{entries} parts solved so far; values excluded so far: {list}{en}",
                    "到此已求解 {entries} 个部分；已排除的值：{list}{zh}"
                )
            }
        }
    }

    /// Returns the result of a search. If the search was stopped, reports its progress in the
    /// budget and saves its results.
    fn heeded<T>(
        &mut self,
        found: Result<T, StopReason>,
        position: &CellSet256,
        budget: &Budget<'_>,
    ) -> Result<T, EngineError> {
        found.map_err(|stop| {
            budget.note(self.far(position));
            self.store();
            stop.into()
        })
    }

    /// Translates a position for the crate `parts`.
    fn position(&self, game: GameId, slots: &[Int]) -> Result<CellSet256, EngineError> {
        if game != self.game {
            return Err(EngineError::Declined(text!(
                "the search was prepared for another game",
                "它是为另一个游戏准备的"
            )));
        }
        Ok(self.list.position(slots).collect())
    }

    fn engine_stats(&self) -> EngineStats {
        let done = self.solver.statistics();
        EngineStats {
            positions: done.entries,
            options: done.expanded,
        }
    }
}

impl Drop for PartsOracle {
    fn drop(&mut self) {
        self.store();
    }
}

/// Computes outcomes of sums of positions of the game under misère play.
impl OutcomeOracle for PartsOracle {
    fn covers(&self, sum: &SumPosition) -> bool {
        !sum.0.is_empty() && sum.0.iter().all(|one| one.game == self.game)
    }

    fn outcome(
        &mut self,
        _: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        let positions: Vec<CellSet256> = sum
            .0
            .iter()
            .map(|one| self.position(one.game, &one.slots))
            .collect::<Result<_, _>>()?;
        match self.solver.loses_misere(&positions, budget) {
            Ok(lost) => Ok(if lost { Outcome::P } else { Outcome::N }),
            Err(stop) => {
                let positions = self.solver.statistics().expanded;
                budget.note(text!(
                    "{positions} positions visited so far",
                    "到此遇到 {positions} 个局面"
                ));
                Err(stop.into())
            }
        }
    }

    fn stats(&self) -> EngineStats {
        self.engine_stats()
    }

    fn bytes(&self) -> u64 {
        self.solver.bytes()
    }

    fn evidence(&self, _: usize) -> Option<Vec<(SumPosition, Outcome)>> {
        None
    }
}

impl GrundyOracle for PartsOracle {
    fn grundy(
        &mut self,
        _: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        let position = self.position(game, slots)?;
        let value = self.solver.value(&position, budget);
        let value = self.heeded(value, &position, budget)?;
        Grundy::nimber(value)
            .ok_or_else(|| EngineError::Declined(text!("the value is too large", "值过大")))
    }

    /// Returns whether the value is 0. For small positions, returns `None`, because computing their
    /// values is just as fast.
    fn loses(
        &mut self,
        _: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<bool>, EngineError> {
        let position = self.position(game, slots)?;
        if position.len() < VALUED {
            return Ok(None);
        }
        let loses = self.solver.is_zero(&position, budget);
        self.heeded(loses, &position, budget).map(Some)
    }

    fn parts(
        &mut self,
        sum: &[Component],
        claimed: EvidenceGoal,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<PartEvidenceSearch, EngineError> {
        if !self.divides {
            return Ok(PartEvidenceSearch::Unsupported);
        }
        let positions: Vec<CellSet256> = sum
            .iter()
            .map(|one| self.position(one.game, &one.slots))
            .collect::<Result<_, _>>()?;
        let found = self.solver.evidence(&positions, claimed, limit, budget)?;
        Ok(found.map_or(PartEvidenceSearch::TooMany, PartEvidenceSearch::Found))
    }

    fn covers(&self, game: GameId, _: &[Int]) -> bool {
        game == self.game
    }

    fn stats(&self) -> EngineStats {
        self.engine_stats()
    }

    fn bytes(&self) -> u64 {
        self.solver.bytes()
    }

    fn evidence(&self, _: usize) -> Option<Vec<(Component, Grundy)>> {
        None
    }

    fn lists_evidence(&self) -> bool {
        false
    }
}
