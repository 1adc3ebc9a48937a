//! Recognises games of one heap that are equivalent to octal codes. A move takes i of n tokens, and
//! leaves no heap, one heap or two heaps, as allowed by bits 0, 1 and 2 of the digit d_i. The
//! digits are determined from the options of all small heaps, and a model with this code is written
//! in the style of the game. Then [`facts::same`] proves that the moves of every heap are those of
//! the model. If the values of the code prove a period p from e on ([`heap::period`]), the value of
//! any heap takes O(1). For a periodic code of k digits, the moves of a heap take O(k (e + p)).

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{GameFacts, ModelMatch, same};
use heap::code::HeapCode;
use heap::period::HeapPeriod;
use heap::periodic::PeriodicCode;
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::Int;
use rules::world::World;

use crate::model::LoweredModel;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

/// The index of the last digit that is checked.
const MAX_DIGITS: usize = 32;
/// The largest heap that is sampled for digits, so large that a move by any digit can leave
/// [`SAMPLE`] tokens.
const MAX_SAMPLED_HEAP_SIZE: usize = MAX_DIGITS + SAMPLE as usize;
/// A number of tokens that can be left as one heap, and as two heaps in more than one way.
const SAMPLE: Int = 4;
/// The maximum number of values that are computed to find a period.
const MAX_VALUES: usize = 1 << 15;
/// For heaps below this size, a table is faster and also gives a certificate.
const MIN_HEAP_SIZE: Int = 5_000;
/// The maximum number of splits for which every move is listed.
const MAX_LISTED_SPLITS: u64 = 1 << 17;

pub(crate) struct OctalTheorem;

impl Theorem for OctalTheorem {
    fn name(&self) -> &'static str {
        "octal-periodicity"
    }

    fn statement(&self) -> Text {
        text!(
            "Let d_k be the last digit of a finite octal code. If G(n + p) = G(n) for e ≤ n < 2e + p + k, then G(n + p) = G(n) for all n ≥ e.",
            "设有限八进制码的末位为 d_k。若对 e ≤ n < 2e + p + k 有 G(n + p) = G(n)，则对一切 n ≥ e 成立。"
        )
    }

    fn source(&self) -> &'static str {
        "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"
    }

    /// Returns false, because a move of a code may leave no heap, or two heaps.
    fn leaves_one(&self, _: &GameFacts) -> bool {
        false
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let OctalReading { code, base, moves } = read(case)?;
        let name = case.read()?.0.slots[0].name.clone();
        Ok(Box::new(OctalForm {
            code,
            name,
            base,
            moves,
            periodic: OnceLock::new(),
            tried: AtomicUsize::new(0),
        }))
    }
}

/// A game of one heap read as an octal code.
pub struct OctalReading {
    /// The code.
    pub code: HeapCode,
    /// The number that represents the empty heap.
    pub base: Int,
    moves: ModelMatch,
}

/// Reads the code from the rules.
///
/// # Errors
/// Returns [`ConditionError`] for the condition that fails, or if the budget runs out.
pub fn read(case: &TheoremCase<'_>) -> Result<OctalReading, ConditionError> {
    let (game, facts) = case.read()?;
    let TheoremCase { world, budget, .. } = *case;
    case.needs_plain()?;
    let [slot] = &game.slots[..] else {
        let count = game.slots.len();
        return Err(text!(
            "needs one heap, but a position has {count} numbers",
            "需要单独一堆；此处局面有 {count} 个数"
        )
        .into());
    };
    if facts.most_components.is_none() {
        return Err(text!(
            "the number of components that a move leaves depends on the position",
            "一着留下的部分数目随局面而变"
        )
        .into());
    }
    let mut refusal = None;
    for (base, first) in readings(world, facts.this, slot.low, budget)? {
        let Some(guess) = CodeGuess::find(world, facts.this, base, first, budget)? else {
            continue;
        };
        let model = LoweredModel::model(&guess.model());
        match same(game, facts.this, model.game(), model.id(), budget) {
            Ok(moves) => {
                let code = HeapCode::of_digits(&guess.digits()).expect("d_0 is 0 or 4");
                return Ok(OctalReading { code, base, moves });
            }
            Err(ConditionError::Stopped(stop)) => return Err(stop.into()),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    let no_code = text!(
        "the moves of the game are not the moves of an octal code with at most {MAX_DIGITS} digits",
        "其着法不是 {MAX_DIGITS} 位以内的八进制码"
    );
    Err(refusal.unwrap_or(no_code.into()))
}

/// Returns the possible ways to read the numbers from `low` on as heaps. Each result consists of
/// the number that means no tokens, and the number of tokens of the heap `low`. A heap that has a
/// move cannot be the empty heap. If `low` is 1, the reading in which 1 means one token comes
/// first. A heap without moves may be read as empty, because the code is then that of the first
/// cousin ([`HeapCode::cousin`]).
fn readings(
    world: &World,
    this: GameId,
    low: Int,
    budget: &Budget<'_>,
) -> Result<Vec<(Int, usize)>, StopReason> {
    let empty = options(world, this, low, 0, budget)?
        .is_some_and(|options| options.is_empty())
        .then_some((low, 0));
    let one = low
        .checked_sub(1)
        .filter(|_| low == 1 || empty.is_none())
        .map(|base| (base, 1));
    Ok(one.into_iter().chain(empty).collect())
}

/// The components that a move leaves, in ascending order.
type Parts = Vec<Int>;

/// The encoding of the moves that take the same number of tokens. The rules may include an empty
/// heap among the components or omit the empty heap, and one game may do both.
#[derive(Clone, Copy)]
struct DigitStyle {
    /// For moves that leave no tokens: whether some move leaves no component, one empty component,
    /// or two empty components.
    nothing: [bool; 3],
    /// For moves that leave one non-empty heap: whether some move leaves no empty heap, and whether
    /// some move also leaves one.
    one: [bool; 2],
    /// Whether some move leaves two non-empty heaps.
    two: bool,
}

impl DigitStyle {
    fn digit(&self) -> u64 {
        let bits = [
            self.nothing.contains(&true),
            self.one.contains(&true),
            self.two,
        ];
        (0..)
            .zip(bits)
            .map(|(place, bit)| u64::from(bit) << place)
            .sum()
    }

    /// Returns the components after the moves that leave `rest` tokens.
    fn options(&self, rest: Int) -> BTreeSet<Parts> {
        let mut all = BTreeSet::new();
        if rest == 0 {
            all.extend(
                (0..3)
                    .filter(|&zeros| self.nothing[zeros])
                    .map(|zeros| vec![0; zeros]),
            );
        } else {
            all.extend(
                (0..2)
                    .filter(|&zeros| self.one[zeros])
                    .map(|zeros| [&vec![0; zeros][..], &[rest]].concat()),
            );
            all.extend(
                (1..=rest / 2)
                    .filter(|_| self.two)
                    .map(|left| vec![left, rest - left]),
            );
        }
        all
    }

    /// Returns the moves that take `taken` tokens in the rule language, in as few rules as
    /// possible.
    fn moves(&self, taken: usize) -> String {
        let DigitStyle {
            mut nothing,
            mut one,
            two,
        } = *self;
        let mut moves = Vec::new();
        if two {
            let with_empty = nothing[2] && one[1];
            if with_empty {
                (nothing[2], one[1]) = (false, false);
            }
            let least = usize::from(!with_empty);
            moves.push(format!(
                "left in {least}..n - {} : [left] + [n - {taken} - left]",
                taken + least
            ));
        }
        if nothing[1] && one[0] {
            (nothing[1], one[0]) = (false, false);
            moves.push(format!("when n >= {taken} : [n - {taken}]"));
        }
        let nothing = ["nothing", "[0]", "[0] + [0]"]
            .into_iter()
            .zip(nothing)
            .filter(|(_, occurs)| *occurs);
        moves.extend(nothing.map(|(leaves, _)| format!("when n == {taken} : {leaves}")));
        let one = ["", "[0] + "]
            .into_iter()
            .zip(one)
            .filter(|(_, occurs)| *occurs);
        moves.extend(one.map(|(beside, _)| format!("when n > {taken} : {beside}[n - {taken}]")));
        moves.iter().map(|made| format!(" move {made}")).collect()
    }
}

/// A guessed code in the style of a game, correct for all heaps up to [`MAX_SAMPLED_HEAP_SIZE`].
struct CodeGuess {
    /// For each digit d_0, d_1, … of the code, the style of its moves; the last digit is not 0.
    styles: Vec<DigitStyle>,
    /// The number of tokens of the first heap that is a position.
    first: usize,
}

impl CodeGuess {
    /// Returns the guess for a game in which `base` means no tokens and `first` is the first heap.
    /// Returns `None` if the game has moves that no digit allows, or no moves at all.
    fn find(
        world: &World,
        this: GameId,
        base: Int,
        first: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<CodeGuess>, StopReason> {
        let mut heaps = vec![BTreeSet::new(); first];
        // Start with the largest heap, which usually suffices to show that a game is not a code.
        for tokens in (first..=MAX_SAMPLED_HEAP_SIZE).rev() {
            let Some(options) = options(world, this, base, tokens, budget)? else {
                return Ok(None);
            };
            heaps.insert(first, options);
        }
        let mut styles = Vec::with_capacity(MAX_DIGITS + 1);
        for taken in 0..=MAX_DIGITS {
            // Heaps below the first position have no options.
            let (last, more) = (&heaps[taken], &heaps[taken + SAMPLE as usize]);
            styles.push(DigitStyle {
                nothing: [
                    last.contains(&vec![]),
                    last.contains(&vec![0]),
                    last.contains(&vec![0, 0]),
                ],
                one: [
                    more.contains(&vec![SAMPLE]),
                    more.contains(&vec![0, SAMPLE]),
                ],
                two: more.contains(&vec![1, SAMPLE - 1]),
            });
        }
        // A move that takes nothing must split, or play would not end.
        if styles[0].digit() & 3 != 0 {
            return Ok(None);
        }
        while styles.last().is_some_and(|style| style.digit() == 0) {
            styles.pop();
        }
        if styles.is_empty() {
            return Ok(None);
        }
        for (tokens, options) in heaps.iter().enumerate().skip(first) {
            let taking =
                |(taken, style): (usize, &DigitStyle)| style.options((tokens - taken) as Int);
            let expected: BTreeSet<Parts> = styles
                .iter()
                .enumerate()
                .take(tokens + 1)
                .flat_map(taking)
                .collect();
            if *options != expected {
                return Ok(None);
            }
        }
        Ok(Some(CodeGuess { styles, first }))
    }

    fn digits(&self) -> Vec<u64> {
        self.styles.iter().map(DigitStyle::digit).collect()
    }

    /// Returns a game of this code in the rule language.
    fn model(&self) -> String {
        let moves: String = self
            .styles
            .iter()
            .enumerate()
            .map(|(taken, style)| style.moves(taken))
            .collect();
        format!("game Octal {{ state n in {}..{moves} }}", self.first)
    }
}

/// Returns the options of a heap, in tokens. Returns `None` if the heap does not exist or its
/// options cannot be listed. Also returns `None` if a move takes more than [`MAX_DIGITS`] tokens,
/// or leads to more than two components, to a larger heap, or to another game.
fn options(
    world: &World,
    this: GameId,
    base: Int,
    tokens: usize,
    budget: &Budget<'_>,
) -> Result<Option<BTreeSet<Parts>>, StopReason> {
    let Some(slot) = base.checked_add(tokens as Int) else {
        return Ok(None);
    };
    match world.contains(this, &[slot], budget) {
        Err(RulesError::Stopped(stop)) => return Err(stop),
        Err(RulesError::Rule { .. }) | Ok(false) => return Ok(None),
        Ok(true) => {}
    }
    let mut options = OptionArena::new();
    match world.options(this, &[slot], &mut options, budget) {
        Err(RulesError::Stopped(stop)) => return Err(stop),
        Err(RulesError::Rule { .. }) => return Ok(None),
        Ok(()) => {}
    }
    let mut all = BTreeSet::new();
    for option in options.iter() {
        let parts = option
            .components()
            .map(|(game, slots)| {
                if game == this {
                    slots[0].checked_sub(base)
                } else {
                    None
                }
            })
            .collect::<Option<Parts>>();
        let tokens = tokens as Int;
        let taken = |parts: &Parts| {
            parts
                .iter()
                .try_fold(tokens, |left, &part| left.checked_sub(part))
        };
        let fits = |parts: &Parts| {
            parts.len() <= 2
                && taken(parts).is_some_and(|taken| (0..=MAX_DIGITS as Int).contains(&taken))
        };
        let Some(mut parts) = parts.filter(fits) else {
            return Ok(None);
        };
        parts.sort_unstable();
        all.insert(parts);
    }
    Ok(Some(all))
}

/// The closed form of a game that is equivalent to an octal code.
struct OctalForm {
    code: HeapCode,
    /// The name of the heap in the rules.
    name: String,
    /// The number that means no tokens.
    base: Int,
    moves: ModelMatch,
    /// The period is computed on first use, because small heaps do not need it.
    periodic: OnceLock<PeriodicCode>,
    /// The number of values that were computed without proving a period.
    tried: AtomicUsize,
}

impl OctalForm {
    fn tokens(&self, slots: &[Int]) -> Option<u64> {
        slots[0]
            .checked_sub(self.base)
            .and_then(|tokens| tokens.try_into().ok())
    }

    /// Returns the period with its proof, if a period is found within as many values as a table for
    /// the heap would have. The search for a period takes less time than building a table for the
    /// heap.
    fn periodic(
        &self,
        tokens: u64,
        budget: &Budget<'_>,
    ) -> Result<Option<&PeriodicCode>, StopReason> {
        if let Some(known) = self.periodic.get() {
            return Ok(Some(known));
        }
        let most = tokens.clamp(MIN_HEAP_SIZE as u64, MAX_VALUES as u64) as usize;
        if most <= self.tried.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let found = PeriodicCode::compute(&self.code, most, budget)?;
        self.tried.store(most, Ordering::Relaxed);
        // A code that leaves at most two heaps has no saltus.
        Ok(found.map(|periodic| self.periodic.get_or_init(|| periodic)))
    }

    /// Describes the code and the encoding of its heaps.
    fn code_text(&self) -> Text {
        let OctalForm {
            code, name, base, ..
        } = self;
        match base {
            0 => text!(
                "recognised as the octal code {code}",
                "识别为八进制码 {code}"
            ),
            1.. => {
                text!(
                    "recognised as the octal code {code} with {name} - {base} tokens",
                    "识别为八进制码 {code}，颗数为 {name} - {base}"
                )
            }
            _ => {
                let more = base.unsigned_abs();
                text!(
                    "recognised as the octal code {code} with {name} + {more} tokens",
                    "识别为八进制码 {code}，颗数为 {name} + {more}"
                )
            }
        }
    }
}

impl ClosedForm for OctalForm {
    fn summary(&self) -> Text {
        let Text { en, zh } = self.code_text();
        let code = &self.code;
        match self.periodic.get().map(PeriodicCode::period) {
            Some(HeapPeriod {
                preperiod,
                period,
                values,
                ..
            }) => {
                let last = values - 1;
                text!(
                    "{en}; G(n + {period}) = G(n) for every n ≥ {preperiod}, proved by G(0) to G({last}) (`grundy heap {code}`)",
                    "{zh}；n ≥ {preperiod} 时 G(n + {period}) = G(n)，由 G(0) 至 G({last}) 证明（`grundy heap {code}`）"
                )
            }
            _ => text!(
                "{en} (`grundy heap {code}`)",
                "{zh}（`grundy heap {code}`）"
            ),
        }
    }

    fn beyond_reach(
        &self,
        greatest: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, StopReason> {
        let Text { en, zh } = self.code_text();
        if greatest[0].saturating_sub(self.base) < MIN_HEAP_SIZE {
            return Ok(Some(text!(
                "{en}; a table is faster for heaps below {MIN_HEAP_SIZE}",
                "{zh}；小于 {MIN_HEAP_SIZE} 的堆用表更快"
            )));
        }
        let Some(tokens) = self.tokens(greatest) else {
            return Ok(Some(text!(
                "{en}; the number of tokens is too large",
                "{zh}；颗数过大"
            )));
        };
        let code = &self.code;
        Ok(match self.periodic(tokens, budget)? {
            Some(_) => None,
            None => {
                let tried = self.tried.load(Ordering::Relaxed);
                Some(text!(
                    "{en}; the first {tried} values do not prove a period (`grundy heap {code}` computes more values)",
                    "{zh}；前 {tried} 个值未能证明周期（`grundy heap {code}` 可算得更远）"
                ))
            }
        })
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let Some(tokens) = self.tokens(slots) else {
            return Ok(None);
        };
        Ok(self
            .periodic(tokens, budget)?
            .and_then(|periodic| Grundy::nimber(periodic.value(tokens))))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let (Some(n), Some(periodic)) = (self.tokens(slots), self.periodic.get()) else {
            return Ok(None);
        };
        let HeapPeriod {
            preperiod, period, ..
        } = *periodic.period();
        let (preperiod, period, value) = (preperiod as u64, period as u64, periodic.value(n));
        let folded = n.checked_sub(preperiod + period).filter(|_| period > 0);
        Ok(folded.map(|_| {
            let (times, rest) = ((n - preperiod) / period, preperiod + (n - preperiod) % period);
            text!(
                "values repeat with period {period} from {preperiod} on: {n} = {rest} + {times} · {period}, so G({n}) = G({rest}) = {value}",
                "自 {preperiod} 起值以 {period} 为周期：{n} = {rest} + {times} · {period}，故 G({n}) = G({rest}) = {value}"
            )
        }))
    }

    /// Lists, for large heaps, only the splits whose smaller part is at most e + p. If the smaller
    /// part exceeds e + p, moving p tokens to the other part leaves at least e tokens, so both
    /// parts retain their values.
    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let (Some(tokens), Some(nimber)) = (self.tokens(slots), value.as_nimber()) else {
            return Ok(Some(Vec::new()));
        };
        let Some(periodic) = self.periodic(tokens, budget)? else {
            return Ok(None);
        };
        let most = if self.lists_all(slots) {
            tokens
        } else {
            periodic.near()
        };
        let mut found = Vec::new();
        for (small, _, large) in periodic.moves_to(tokens, nimber, most, budget)? {
            budget.tick()?;
            let (small, large) = (small as Int, large as Int);
            // The rules may include the empty heap among the components or omit the empty heap.
            found.extend(self.moves.moves(slots, &[vec![small], vec![large]]));
            if small == 0 {
                found.extend(self.moves.moves(slots, &[vec![large]]));
            }
            if large == 0 {
                found.extend(self.moves.moves(slots, &[]));
            }
        }
        found.sort_unstable();
        Ok(Some(found))
    }

    fn lists_all(&self, slots: &[Int]) -> bool {
        let digits = self.code.finite().map_or(0, <[u64]>::len) as u64;
        self.tokens(slots)
            .is_some_and(|tokens| (tokens / 2).saturating_mul(digits) <= MAX_LISTED_SPLITS)
    }
}
