//! Recognises games whose only rule takes 1 to f(n) from a heap, where f provably rises by 0 or 1
//! ([`MaximumNimGame`]).

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::clauses::{self, ClauseError, MaximumNimGame};
use rules::eval::EvalContext;
use rules::game::RulesError;
use rules::ir::{ChoiceDomain, Game, Int, ResultPartKind};

use super::{leaves, rise};
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

pub(crate) struct MaximumNimTheorem;

impl Theorem for MaximumNimTheorem {
    fn name(&self) -> &'static str {
        "maximum-nim"
    }

    fn statement(&self) -> Text {
        text!(
            "if 1 to f(n) may be taken, where f rises by 0 or 1 from each n to the next, the value is f(n) where f has risen, else that of n - f(n) - 1",
            "若可取 1 至 f(n) 个，其中 f 自每个 n 至下一个升 0 或 1，则在 f 上升处值为 f(n)，否则为 n - f(n) - 1 的值"
        )
    }

    fn source(&self) -> &'static str {
        "L. Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80 (2006)"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let (game, _) = case.read()?;
        if !may_be(game) {
            return Err(text!(
                "needs one heap and one rule that takes a chosen number",
                "需要单独一堆，且只有一条取走所选数目的 move"
            )
            .into());
        }
        case.needs_plain()?;
        recognise(case, game)
    }
}

/// Returns whether a game has one slot and only one rule, which chooses one number of a range and
/// leaves one component. A few comparisons.
#[inline(never)]
fn may_be(game: &Game) -> bool {
    let has_more = game.coins
        || game.strict
        || game.can_end_play()
        || !game.requires.is_empty()
        || !game.urgent.is_empty();
    let ([_], [rule], false) = (&game.slots[..], &game.moves[..], has_more) else {
        return false;
    };
    matches!(&rule.choices[..], [choice] if matches!(choice.domain, ChoiceDomain::Range(..) | ChoiceDomain::Open(..)))
        && matches!(&rule.result[..], [part] if part.generators.is_empty() && !matches!(part.kind, ResultPartKind::Compound(..)))
}

#[cold]
#[inline(never)]
fn recognise(case: &TheoremCase<'_>, game: &Game) -> Result<Box<dyn ClosedForm>, ConditionError> {
    let (_, facts) = case.read()?;
    let up_to = match MaximumNimGame::of_rule(game, facts.this) {
        Some(up_to) => Some(up_to),
        None => match clauses::of_game(case.world, case.game, case.budget) {
            Ok(clauses) => MaximumNimGame::of_clauses(&clauses, game.slots[0].low.into()),
            Err(ClauseError::Refused(why)) => return Err(why.into()),
            Err(ClauseError::Stopped(stop)) => return Err(stop.into()),
        },
    };
    let not_shown = || {
        text!(
            "it is not shown that 1 to f(n) may be taken, where f rises by 0 or 1",
            "未能证明可取 1 至 f(n) 个且 f 每步升 0 或 1"
        )
    };
    Ok(Box::new(MaximumNimForm {
        up_to: up_to.ok_or_else(not_shown)?,
    }))
}

struct MaximumNimForm {
    up_to: MaximumNimGame,
}

impl MaximumNimForm {
    /// Returns the size of the heap, counted from its minimum, or `None` if the bound has no value
    /// there. The bound and all its parts rise from the minimum on, so it then has a value at all
    /// smaller sizes.
    fn size(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<u64>, StopReason> {
        let size = slots[0].abs_diff(self.up_to.low);
        Ok(self.bound(size, budget)?.map(|_| size))
    }

    /// Returns the maximum take from a heap of this size, or `None` if the bound has no value
    /// there.
    fn bound(&self, size: u64, budget: &Budget<'_>) -> Result<Option<u64>, StopReason> {
        budget.tick()?;
        let tick = || Ok(budget.tick()?);
        match EvalContext::new(&[self.up_to.low.wrapping_add_unsigned(size)], 0, &tick)
            .eval(&self.up_to.most)
        {
            Ok(most) => Ok(Some(most.try_into().map_or(0, |most: u64| most.min(size)))),
            Err(RulesError::Stopped(stop)) => Err(stop),
            Err(RulesError::Rule { .. }) => Ok(None),
        }
    }

    /// Returns the same as a function, for the size of a position and all smaller sizes.
    fn bound_fn<'a>(
        &'a self,
        budget: &'a Budget<'_>,
    ) -> impl FnMut(u64) -> Result<u64, StopReason> + 'a {
        |size| {
            Ok(self
                .bound(size, budget)?
                .expect("it has a value at a greater size"))
        }
    }
}

impl ClosedForm for MaximumNimForm {
    fn summary(&self) -> Text {
        text!(
            "1 to f(n) may be taken, where f rises by 0 or 1",
            "可取 1 至 f(n) 个，f 每步升 0 或 1"
        )
    }

    fn beyond_reach(
        &self,
        greatest: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        let reached = self.size(greatest, budget)?.is_some();
        Ok((!reached).then(|| text!("applies, but not to numbers as large as these", "数目过大")))
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let Some(size) = self.size(slots, budget)? else {
            return Ok(None);
        };
        let mut most = self.bound_fn(budget);
        let end = rise(size, &mut most)?;
        Ok(Grundy::nimber(most(end)?))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        const MAX_SHOWN_STEPS: usize = 8;
        let Some(size) = self.size(slots, budget)? else {
            return Ok(None);
        };
        let mut most = self.bound_fn(budget);
        let end = rise(size, &mut most)?;
        let told = |size: u64| self.up_to.low.wrapping_add_unsigned(size).to_string();
        let (mut steps, mut at) = (vec![told(size)], size);
        while at != end && most(at)? > 0 && steps.len() < MAX_SHOWN_STEPS {
            at -= most(at)? + 1;
            steps.push(told(at));
        }
        let value = most(end)?;
        if value == 0 {
            let chain = steps.join(" → ");
            return Ok(Some(text!(
                "n → n - f(n) - 1 while f has not risen: {chain}, from which nothing can be taken, so the value is 0",
                "在 f 未上升处 n → n - f(n) - 1：{chain}，其中已不可取，故值为 0"
            )));
        }
        if at != end {
            steps.extend(["…".to_owned(), told(end)]);
        }
        let (chain, end) = (steps.join(" → "), told(end));
        Ok(Some(text!(
            "n → n - f(n) - 1 while f has not risen: {chain}, and f rises to {value} at {end}",
            "在 f 未上升处 n → n - f(n) - 1：{chain}，而 f 在 {end} 处升至 {value}"
        )))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let Some(value) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        let Some(size) = self.size(slots, budget)? else {
            return Ok(None);
        };
        let Some(left) = leaves(size, value, &mut self.bound_fn(budget))? else {
            return Ok(Some(Vec::new()));
        };
        let Ok(taken) = Int::try_from(size - left) else {
            return Ok(None);
        };
        Ok(self
            .up_to
            .choices(slots[0], taken)
            .map(|choices| vec![(0, choices)]))
    }
}
