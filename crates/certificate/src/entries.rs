//! Compares each entry of a large table with the entries of the options, using only the meaning of
//! the rules. If every entry is consistent and every option of every entry is in the table, all
//! entries are true. For entries with the outcome and the number of moves, the truth follows by
//! induction on the number of moves. For entries with values, the truth follows by induction on the
//! longest play. Entries that claim draws are also true: a drawn position has no P option but a D
//! option, so each player can continue forever. Entries that give only the outcome are true if
//! every play ends, by induction on the longest play. If play can cycle, entries that give only the
//! outcome may be consistent and wrong.

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{GameId, OptionArena, Outcome, RulesError};
use rules::ir::Int;
use rules::world::World;

/// The claim of a table entry about a position of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryClaim {
    /// The outcome, and the number of moves if the winner hurries and the loser delays
    /// (remoteness).
    Wins(Outcome, u64),
    /// The outcome only.
    Outcome(Outcome),
    /// A draw.
    Draw,
    /// The Grundy value.
    Value(u64),
}

impl EntryClaim {
    fn words(self) -> String {
        match self {
            EntryClaim::Wins(outcome, moves) => format!("{} {moves}", outcome.letter()),
            EntryClaim::Outcome(outcome) => outcome.letter().to_string(),
            EntryClaim::Draw => Outcome::D.letter().to_string(),
            EntryClaim::Value(value) => value.to_string(),
        }
    }
}

/// Looks up the entry of a position; `None` if the table has none.
pub type EntryLookup<'a, E> = &'a mut dyn FnMut(&[Int]) -> Result<Option<EntryClaim>, E>;

/// Compares the entry of a position with the entries of its options. Returns a description of the
/// mismatch, or `None` if the entry is consistent. The slots must be a position of the game.
///
/// # Errors
/// Returns an error if the rules cannot be evaluated, the budget runs out, or an entry cannot be
/// read.
pub fn differs<E: From<RulesError>>(
    world: &World,
    game: GameId,
    slots: &[Int],
    entry: EntryClaim,
    asked: EntryLookup<'_, E>,
    budget: &Budget<'_>,
) -> Result<Option<Text>, E> {
    let by_rules = match by_rules(world, game, slots, entry, asked, budget)? {
        ExpectedEntry::None(why) => return Ok(Some(why)),
        ExpectedEntry::Claim(EntryClaim::Wins(outcome, _))
            if matches!(entry, EntryClaim::Outcome(_)) =>
        {
            EntryClaim::Outcome(outcome)
        }
        ExpectedEntry::Claim(claim) => claim,
    };
    Ok((by_rules != entry).then(|| {
        let (position, there, right) = (world.show(game, slots), entry.words(), by_rules.words());
        text!(
            "{position} is {there} in the table, but by the rules and the entries of its options it must be {right}",
            "表中 {position} 为 {there}，而按规则及其后继的条目应为 {right}"
        )
    }))
}

/// The entry that the rules and the entries of the options require.
enum ExpectedEntry {
    /// The claim that is the correct entry of the position.
    Claim(EntryClaim),
    /// No entry for the position is correct, for the reason given as text.
    None(Text),
}

/// Derives the entry of a position from the entries of its options. `entry` selects the kind of
/// claim.
fn by_rules<E: From<RulesError>>(
    world: &World,
    game: GameId,
    slots: &[Int],
    entry: EntryClaim,
    asked: EntryLookup<'_, E>,
    budget: &Budget<'_>,
) -> Result<ExpectedEntry, E> {
    let values = matches!(entry, EntryClaim::Value(_));
    let misere = world.rules(game).conventions().play == PlayConvention::Misere;
    let stuck = EntryClaim::Wins(if misere { Outcome::N } else { Outcome::P }, 0);
    match world.ending(game, slots, budget)? {
        Some(_) if values => {
            let position = world.show(game, slots);
            return Ok(ExpectedEntry::None(text!(
                "play is over at {position}, so this position has no value",
                "{position} 处游戏已结束，不能用值表示"
            )));
        }
        Some(ending) => return Ok(ExpectedEntry::Claim(EntryClaim::Wins(ending.outcome(), 0))),
        None => {}
    }
    let mut options = OptionArena::new();
    world.options(game, slots, &mut options, budget)?;
    let (mut seen, mut lost, mut drawn, mut longest, mut any) = (Vec::new(), None, false, 0, false);
    for option in options.iter() {
        any = true;
        let mut parts = Vec::new();
        for (of, left) in option.components() {
            let known = if of == game { asked(left)? } else { None };
            let Some(known) = known else {
                let (position, left) = (world.show(game, slots), world.show(of, left));
                return Ok(ExpectedEntry::None(text!(
                    "{left}, an option of {position}, is not in the table",
                    "{position} 的后继 {left} 不在表中"
                )));
            };
            parts.push(known);
        }
        if values {
            seen.push(parts.iter().fold(0, |sum, part| {
                if let EntryClaim::Value(value) = part {
                    sum ^ value
                } else {
                    sum
                }
            }));
            continue;
        }
        let left = match parts[..] {
            [] => stuck,
            [one] => one,
            _ => {
                let position = world.show(game, slots);
                return Ok(ExpectedEntry::None(text!(
                    "a move from {position} leaves several components",
                    "从 {position} 出发有一着留下多个部分"
                )));
            }
        };
        let left = if let EntryClaim::Outcome(outcome) = left {
            EntryClaim::Wins(outcome, 0)
        } else {
            left
        };
        match left {
            EntryClaim::Wins(Outcome::P, moves) => {
                lost = Some(lost.map_or(moves, |least: u64| least.min(moves)))
            }
            EntryClaim::Wins(_, moves) => longest = longest.max(moves),
            EntryClaim::Draw | EntryClaim::Outcome(_) | EntryClaim::Value(_) => drawn = true,
        }
    }
    Ok(ExpectedEntry::Claim(match (values, lost) {
        (true, _) => {
            seen.sort_unstable();
            seen.dedup();
            EntryClaim::Value(
                (0..)
                    .zip(&seen)
                    .take_while(|(least, value)| least == *value)
                    .count() as u64,
            )
        }
        _ if !any => stuck,
        (false, Some(moves)) => EntryClaim::Wins(Outcome::N, moves + 1),
        (false, None) if drawn => EntryClaim::Draw,
        (false, None) => EntryClaim::Wins(Outcome::P, longest + 1),
    }))
}
