//! Export of a position for another program that supports either heaps of an octal code or no games
//! at all. If the rules of a component are recognized as an octal code, the component is exported
//! as heaps of this code. Otherwise a component is exported as the list of its positions with their
//! moves.

use base::budget::Budget;
use base::text;
use heap::code::{CodeKind, HeapCode};
use rules::play::Component;
use structures::heaps::HeapRules;
use theorems::{NimHeaps, octal};
use theory::theorem::{ConditionError, TheoremCase};
use theory::value::Grundy;

use crate::error::SolveError;
use crate::graph::GameGraph;
use crate::question::{Position, QuestionInput};
use crate::session::Session;
use crate::solve_options::SolveOptions;
use crate::status::AnswerStatus;

/// The answer to `export`.
#[derive(Clone, Debug)]
pub struct ExportAnswer {
    /// The position.
    pub position: String,
    /// The value of the exported position.
    pub value: Grundy,
    /// The status of the value.
    pub status: AnswerStatus,
    /// The summands.
    pub pieces: Vec<ExportedPiece>,
}

/// A component of an exported position, or a heap of a component.
#[derive(Clone, Debug)]
pub enum ExportedPiece {
    /// A heap of an octal code, finite or with repeating digits.
    Heap {
        /// The code, `0.77`.
        code: String,
        /// The number of tokens in the heap.
        tokens: u64,
    },
    /// All positions reachable from a component.
    Listed(GameGraph),
}

impl Session {
    /// Exports a position. Each component is exported as heaps of an octal code if possible, and
    /// otherwise as a list of positions. All lists together have at most `limit` positions.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`]. Also returns an error if values do not decide the
    /// outcome, or more than `limit` positions must be listed.
    pub fn export<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        limit: u64,
        budget: &Budget<'_>,
    ) -> Result<ExportAnswer, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        if !conventions.is_plain() {
            return Err(SolveError::Usage(text!(
                "cannot export this game: Grundy values decide only normal play with one component per move and no draws",
                "无法导出该游戏：只有正常规则、每次走一个部分、无平局时，才由 SG 值决定胜负"
            )));
        }
        let answer = self.solve(&position, SolveOptions::VALUE, budget)?;
        let Some(value) = answer.value else {
            return Err(SolveError::Usage(text!(
                "cannot export this position: its Grundy value is not known",
                "无法导出该局面：其 SG 值未知"
            )));
        };
        let (mut pieces, mut left) = (Vec::new(), limit);
        for component in &position.components {
            if let Some(heaps) = self.as_heaps(component, budget)? {
                pieces.extend(heaps);
                continue;
            }
            let alone = Position {
                components: vec![component.clone()],
                games: vec![component.game],
                play: None,
            };
            let too_many = || {
                SolveError::Usage(text!(
                    "more than {limit} positions would be listed, because not all components are heaps of an octal code; raise --limit or use a smaller position",
                    "并非所有部分都是八进制码的堆，须列出的局面超过 {limit} 个；请增大 --limit，或换一个更小的局面"
                ))
            };
            let graph = self.graph(&alone, left, budget).map_err(|error| {
                if matches!(error, SolveError::Usage(_)) {
                    too_many()
                } else {
                    error
                }
            })?;
            left -= graph.nodes.len() as u64;
            pieces.push(ExportedPiece::Listed(graph));
        }
        let position = crate::position_text::position(&self.world, &position.components);
        Ok(ExportAnswer {
            position,
            value,
            status: answer.status,
            pieces,
        })
    }

    /// Returns a component as heaps of octal codes; `None` if its rules are not recognized as a
    /// code.
    fn as_heaps(
        &self,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ExportedPiece>>, SolveError> {
        let (world, slots) = (&self.world, &component.slots);
        let rules = world.rules(component.game);
        let octal = |code: &HeapCode| match code.kind() {
            CodeKind::Digits(digits) => digits
                .head()
                .iter()
                .chain(digits.tail())
                .all(|&digit| digit < 8)
                .then(|| digits.to_string()),
            _ => None,
        };
        let heap = |code: &HeapCode, tokens: i128| {
            Some(ExportedPiece::Heap {
                code: octal(code)?,
                tokens: u64::try_from(tokens).ok()?,
            })
        };
        if let Some(heaps) = rules
            .as_any()
            .and_then(|any| any.downcast_ref::<HeapRules>())
        {
            return Ok(heap(heaps.code(), slots[0].into()).map(|piece| vec![piece]));
        }
        let Some(game) = rules.game() else {
            return Ok(None);
        };
        let facts = facts::facts(game, component.game, budget)?;
        let case = TheoremCase::new(
            world,
            component.game,
            Some(&facts),
            rules.conventions(),
            budget,
        );
        match NimHeaps::read(&case) {
            Ok(nim) => {
                let any = HeapCode::repeating(&[0], &[3]).expect("d_0 is 0");
                return Ok((0..nim.count())
                    .map(|at| heap(&any, nim.size(slots, at).into()))
                    .collect());
            }
            Err(ConditionError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
            Err(_) => {}
        }
        match octal::read(&case) {
            Ok(found) => Ok(
                heap(&found.code, i128::from(slots[0]) - i128::from(found.base))
                    .map(|piece| vec![piece]),
            ),
            Err(ConditionError::Stopped(stop)) => Err(SolveError::Stopped(stop)),
            Err(_) => Ok(None),
        }
    }
}
