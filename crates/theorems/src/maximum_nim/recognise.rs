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
            "Each move takes 1 to f(n) stones from a heap of n, and f increases by 0 or 1 from each n to the next. If f(n) > f(n - 1), then G(n) = f(n); otherwise G(n) = G(n - f(n) - 1).",
            "每次可从 n 个中取 1 至 f(n) 个，其中 f 自每个 n 至下一个升 0 或 1。若 f 在 n 处上升，则 G(n) = f(n)；否则 G(n) = G(n - f(n) - 1)。"
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
/// leaves one component. The check costs a few comparisons.
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
            "cannot show that a move takes 1 to f(n) and that f increases by 0 or 1 from each n to the next",
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
    /// for this heap. The bound and all its subexpressions never decrease from the minimum on, so a
    /// bound with a value at one size has a value at all smaller sizes.
    fn size(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<u64>, StopReason> {
        let size = slots[0].abs_diff(self.up_to.low);
        Ok(self.bound(size, budget)?.map(|_| size))
    }

    /// Returns the maximum take from a heap of the given size, or `None` if the bound has no value
    /// for that size.
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

    /// Returns the maximum take as a function, for the size of a position and all smaller sizes.
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
            "a move takes 1 to f(n), and f increases by 0 or 1 from each n to the next",
            "可取 1 至 f(n) 个，f 每步升 0 或 1"
        )
    }

    fn beyond_reach(
        &self,
        greatest: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        let reached = self.size(greatest, budget)?.is_some();
        Ok((!reached).then(|| text!("applies, but the numbers are too large", "适用，但数目过大")))
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
                "replacing n by n - f(n) - 1 until f(n) > f(n - 1) or f(n) = 0 gives {chain}; nothing can be taken from the last heap, so the value is 0",
                "n → n - f(n) - 1，直到 f 上升处：{chain}；在该处已不可取，故值为 0"
            )));
        }
        if at != end {
            steps.extend(["…".to_owned(), told(end)]);
        }
        let (chain, end) = (steps.join(" → "), told(end));
        Ok(Some(text!(
            "replacing n by n - f(n) - 1 until f(n) > f(n - 1) gives {chain}; f increases to {value} at {end}, so the value is {value}",
            "n → n - f(n) - 1，直到 f 上升处：{chain}；f 在 {end} 处升至 {value}，故值为 {value}"
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
