//! Recognises k-fold dynamic subtraction in three encodings. A position is the number of stones
//! left together with a second number. The second number is the last take, or the maximum take,
//! which may or may not be capped at the stones left. See [`crate::dynamic`]. The factor is read
//! from the rules and then proved. For k ≥ 1 the theorem also applies to misère play of a single
//! heap: a player takes the last stone only if they must. So under misère play all stones except
//! the last decide the game.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;
use facts::{GameFacts, factors, irrational_factors};
use rules::ast::PlayConvention;
use rules::game::Conventions;
use rules::ir::{Game, Int};

use crate::dynamic::{SchwenkNumbers, TakeFactor, WinningTakes};
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use theory::theorem::{ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

pub(crate) struct DynamicTheorem;

const NORMAL: ModelTheorem = ModelTheorem {
    name: "dynamic",
    statement: (
        "Each move takes at most k times the opponent's last take. Write m greedily as a sum of heap sizes that are lost at the start of play. The player to move wins on a heap of m iff they may take the smallest part of this sum.",
        "每次至多取对手上次的 k 倍。堆中有 m 个时，当且仅当可取走 m 的贪心表示中的最小部分时先手必胜。",
    ),
    source: "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970)",
    slots: 2..=2,
    suspense: false,
    models: |game, facts, budget| models(game, facts, PlayConvention::Normal, budget),
};

const MISERE: ModelTheorem = ModelTheorem {
    models: |game, facts, budget| models(game, facts, PlayConvention::Misere, budget),
    ..NORMAL
};

impl Theorem for DynamicTheorem {
    fn name(&self) -> &'static str {
        NORMAL.name()
    }

    fn statement(&self) -> Text {
        NORMAL.statement()
    }

    fn source(&self) -> &'static str {
        NORMAL.source()
    }

    fn leaves_one(&self, facts: &GameFacts) -> bool {
        NORMAL.leaves_one(facts)
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let misere = Conventions {
            play: PlayConvention::Misere,
            ..Conventions::default()
        };
        if case.conventions != misere {
            return NORMAL.apply(case);
        }
        match MISERE.recognise(case) {
            Err(ConditionError::Condition(_) | ConditionError::Near(_))
                if NORMAL.recognise(case).is_ok() =>
            {
                Err(ConditionError::Near(text!(
                    "under misère play, k must be at least 1; otherwise a take may leave stones but no move",
                    "反常规则下需 k ≥ 1：否则一次取走后可能仍有剩余而无着可走"
                )))
            }
            found => found,
        }
    }
}

/// The maximum factor that is recognised. For a factor k, about k·ln(m) of Schwenk's numbers are
/// needed for a heap of m.
const MAX_FACTOR: u64 = 1000;

fn models(
    game: &Game,
    facts: &GameFacts,
    play: PlayConvention,
    budget: &Budget<'_>,
) -> Result<Vec<Model>, ConditionError> {
    let mut models = Vec::new();
    // Each candidate factor, with the text of the model for the maximum next take after a take of
    // x.
    let fraction = |(num, den): (u64, u64)| {
        // A factor must also be a valid number of the rule language.
        let written = Int::try_from(num.max(den)).is_ok();
        let after = if den == 1 {
            format!("{num} * x")
        } else {
            format!("{num} * x / {den}")
        };
        TakeFactor::new(num, den)
            .filter(|_| written)
            .map(|k| (k, after))
    };
    let irrational = |k| TakeFactor::real(k).map(|factor| (factor, format!("floor(({k}) * x)")));
    let all = factors(game, facts.this, budget)?
        .into_iter()
        .filter_map(fraction);
    let all = all.chain(
        irrational_factors(game, facts.this, budget)?
            .into_iter()
            .filter_map(irrational),
    );
    for (k, after) in all.filter(|(k, _)| k.floor() <= MAX_FACTOR) {
        if play == PlayConvention::Misere && k.is_below_one() {
            continue;
        }
        let after = |x: &str| after.replace('x', x);
        let (of_x, of_t) = (after("x"), after("t"));
        // Schwenk's numbers up to 2^63 are computed when the game is recognised.
        let numbers = SchwenkNumbers::up_to(k, &UBig::ONE, budget)?;
        let shapes = [
            (
                format!(
                    "state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min({of_x}, m - x)]"
                ),
                LimitEncoding::Cut,
            ),
            (
                format!("state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, {of_x}]"),
                LimitEncoding::Limit,
            ),
            (
                format!("state m in 0.., t in 0.. move x in 1..min(m, {of_t}) : [m - x, x]"),
                LimitEncoding::Last,
            ),
        ];
        models.extend(shapes.into_iter().map(|(rules, shape)| Model {
            text: format!("game Model {{ {rules} }}"),
            law: Box::new(DynamicLaw {
                k,
                numbers: numbers.clone(),
                shape,
                play,
            }),
        }));
    }
    if models.is_empty() {
        return Err(text!(
            "the rules do not limit each take to k times the last take for any k up to {MAX_FACTOR}",
            "下一次取数没有不超过 {MAX_FACTOR} 的倍数限制 k"
        )
        .into());
    }
    Ok(models)
}

/// The meaning of the second number of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LimitEncoding {
    /// The second number is the maximum take, capped at the number of stones left.
    Cut,
    /// The second number is the maximum take, which may exceed the number of stones left.
    Limit,
    /// The second number is the last take.
    Last,
}

struct DynamicLaw {
    k: TakeFactor,
    /// Schwenk's numbers; after [`ModelLaw::prepare`], they include all numbers up to 2^63.
    numbers: SchwenkNumbers,
    shape: LimitEncoding,
    /// Whether the law is for misère play, which requires k ≥ 1.
    play: PlayConvention,
}

impl DynamicLaw {
    /// Returns the number of stones left, and the maximum take.
    fn read(&self, position: &[Int]) -> (u64, UBig) {
        let (m, second) = (natural(position[0]), UBig::from(natural(position[1])));
        let limit = if self.shape == LimitEncoding::Last {
            self.k.limit_after(&second)
        } else {
            second
        };
        (m, limit.min(m.into()))
    }

    /// Returns the size of the equivalent heap under normal play: under misère play, one stone less
    /// if any stone is left.
    fn played_for(&self, m: u64) -> u64 {
        if self.play == PlayConvention::Misere {
            m.saturating_sub(1)
        } else {
            m
        }
    }

    fn winning_takes(&self, position: &[Int]) -> WinningTakes {
        let (m, limit) = self.read(position);
        self.numbers
            .winning_takes(&self.played_for(m).into(), &limit)
    }
}

impl ModelLaw for DynamicLaw {
    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        self.numbers = SchwenkNumbers::up_to(self.k, &UBig::from(i64::MAX as u64), budget)?;
        Ok(())
    }

    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        // Under misère play, a player who cannot move has won.
        let won = self.play == PlayConvention::Misere && self.read(position).1.is_zero();
        Ok(!won && self.winning_takes(position).min_take().is_none())
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (m, limit) = self.read(position);
        let played_for = self.played_for(m);
        if self.play == PlayConvention::Misere && limit.is_zero() {
            return Some(text!(
                "no move is possible, and the player who cannot move wins",
                "已无着可走，而不能走者胜"
            ));
        }
        if self.play == PlayConvention::Misere && played_for == 0 {
            return Some(text!(
                "one token is left and must be taken, and the player who takes the last token loses",
                "只剩一个，不得不取，而取最后一个者负"
            ));
        }
        let last = text!(
            "the player who takes the last token loses, so each player tries to take the last of the other {played_for} tokens",
            "取最后一个者负，因此争夺的是其余 {played_for} 个"
        );
        let m = played_for;
        let parts = self.numbers.parts(&m.into());
        let least = parts.last()?;
        let sum: Vec<String> = parts.iter().map(UBig::to_string).collect();
        let losing: Vec<String> = self
            .numbers
            .losing()
            .iter()
            .take(8)
            .map(UBig::to_string)
            .collect();
        let (sum, losing) = (sum.join(" + "), losing.join(", "));
        let named = match TakeFactor::new(2, 1) == Some(self.k) {
            true => text!(
                "Zeckendorf representation: Fibonacci numbers, no two of them consecutive",
                "Zeckendorf 表示：互不相邻的斐波那契数"
            ),
            false => text!(
                "the heaps that are lost at the start of play",
                "开局必败的堆"
            ),
        };
        let (en, zh) = (named.en, named.zh);
        let parts = text!(
            "{m} = {sum}, greedily from {losing}, … ({en})",
            "{m} = {sum}，由 {losing}, … 贪心分解（{zh}）"
        );
        let verdict = match self.winning_takes(position).min_take() {
            Some(take) => text!(
                "the smallest part is {least}, and at most {limit} may be taken: taking {take} wins, because the opponent then may not take the whole next part",
                "最小部分为 {least}，而此时至多可取 {limit}：取 {take} 即胜，因为对方取不走下一部分"
            ),
            None => text!(
                "the smallest part is {least}, but at most {limit} may be taken: every possible take splits this part, and the opponent may take the smallest part that results",
                "最小部分为 {least}，但此时至多只可取 {limit}：任何取法都拆开它，对方即可取走新的最小部分"
            ),
        };
        match self.play {
            PlayConvention::Misere => Some(Text::lines(&[last, parts, verdict])),
            _ => Some(Text::lines(&[parts, verdict])),
        }
    }

    fn options(
        &self,
        position: &[Int],
        _: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let takes = self.winning_takes(position);
        let up_to = u64::try_from(&takes.up_to).expect("a take is at most what is left");
        let also: Vec<u64> = takes
            .also
            .iter()
            .map(|take| u64::try_from(take).expect("a take is at most what is left"))
            .collect();
        let m = natural(position[0]);
        let option = move |x: u64| {
            let next = match self.shape {
                LimitEncoding::Last => x,
                _ => {
                    let limit = self.k.limit_after(&UBig::from(x));
                    let limit = if self.shape == LimitEncoding::Cut {
                        limit.min(UBig::from(m - x))
                    } else {
                        limit
                    };
                    u64::try_from(&limit).ok()?
                }
            };
            Some(vec![vec![number(m - x)?, number(next)?]])
        };
        Ok(Some(Box::new((1..=up_to).chain(also).filter_map(option))))
    }
}
