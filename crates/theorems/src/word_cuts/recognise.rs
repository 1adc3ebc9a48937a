//! Recognises games of cutting words in rules. See [`super::law`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::GameFacts;
use rules::game::GameId;
use rules::ir::{Game, Int};

use super::rules::{CutReading, read};
use super::values::{CutValues, WordMoveGroup};
use crate::word_cuts::WordMove;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

/// Words of fewer letters are solved by an engine, which also gives a certificate.
const MIN_LETTERS: Int = 32;

/// Maximum number of groups that are described individually.
const MAX_SHOWN_GROUPS: usize = 12;

pub(crate) struct WordCutsTheorem;

impl Theorem for WordCutsTheorem {
    fn name(&self) -> &'static str {
        "word-cuts"
    }

    fn statement(&self) -> Text {
        text!(
            "Each move cuts a word at a place, depends only on the letters near this place, and enables no new move. The moves fall into groups, and the value of the word is the nim-sum of the values of its groups. A group without gaps is equivalent to a heap.",
            "每着在单词的某处切开，只取决于该处附近的字母，且不产生新的着法。各着法分成若干组，单词的值为各组之值的 Nim 和。没有间断的一组相当于一堆。"
        )
    }

    fn source(&self) -> &'static str {
        "folklore; Codeforces 305 E (Dawson's Kayles)"
    }

    fn leaves_one(&self, _: &GameFacts) -> bool {
        false
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let (game, facts) = case.read()?;
        if game.words.is_empty() {
            return Err(text!(
                "the positions of the game contain no word",
                "其局面不含单词"
            )
            .into());
        }
        case.needs_plain()?;
        recognise(game, facts.this)
    }
}

#[cold]
#[inline(never)]
fn recognise(game: &Game, this: GameId) -> Result<Box<dyn ClosedForm>, ConditionError> {
    let CutReading { cuts, written } = read(game, this).map_err(ConditionError::Near)?;
    Ok(Box::new(WordCutsForm {
        values: CutValues::new(cuts),
        written,
    }))
}

/// The closed form of a game of cuts. A position is the length of its word and the letters.
struct WordCutsForm {
    values: CutValues,
    /// The rule of each cut, and its choices.
    written: Vec<(usize, Vec<super::symbols::WordLinearForm>)>,
}

/// Returns the letters of a position.
fn letters(slots: &[Int]) -> &[Int] {
    let length = slots
        .first()
        .and_then(|length| usize::try_from(*length).ok())
        .unwrap_or(0);
    slots.get(1..=length).unwrap_or_default()
}

fn total(groups: &[WordMoveGroup]) -> u32 {
    groups.iter().fold(0, |total, group| total ^ group.value)
}

impl WordCutsForm {
    fn chosen_move(&self, spot: &WordMove, size: usize) -> ChosenMove {
        let (rule, chosen) = &self.written[spot.kind];
        let place = spot.place(self.values.cuts()) + 1;
        (
            *rule,
            chosen
                .iter()
                .map(|chosen| chosen.value_at(place, size as Int))
                .collect(),
        )
    }
}

impl ClosedForm for WordCutsForm {
    fn summary(&self) -> Text {
        let kinds = self.values.cuts().list();
        let letters = kinds
            .iter()
            .map(|cut| cut.window.1 - cut.window.0 + 1)
            .max()
            .unwrap_or(0);
        let kinds = kinds.len();
        text!(
            "each move depends on at most {letters} letters; kinds of moves: {kinds}",
            "每步至多读 {letters} 个字母；着法种数：{kinds}"
        )
    }

    fn beyond_reach(&self, greatest: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let is_short = greatest
            .first()
            .is_none_or(|letters| *letters < MIN_LETTERS);
        let Text { en, zh } = self.summary();
        Ok(is_short.then(|| {
            text!(
                "{en}; words shorter than {MIN_LETTERS} letters are solved by an engine, with a certificate",
                "{zh}；少于 {MIN_LETTERS} 个字母的单词由引擎求解，并附证书"
            )
        }))
    }

    fn grundy(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let (_, groups) = self.values.groups(letters(slots), budget)?;
        Ok(Grundy::nimber(total(&groups).into()))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let Some(wanted) = value.as_nimber() else {
            return Ok(Some(Vec::new()));
        };
        let Ok(wanted) = u32::try_from(wanted) else {
            return Ok(Some(Vec::new()));
        };
        let word = letters(slots);
        let (spots, groups) = self.values.groups(word, budget)?;
        let mut made = Vec::new();
        for group in &groups {
            let own = total(&groups) ^ group.value ^ wanted;
            made.extend(
                self.values
                    .moves_to(&spots, group, own, budget)?
                    .iter()
                    .map(|spot| self.chosen_move(spot, word.len())),
            );
        }
        made.sort_unstable();
        Ok(Some(made))
    }

    fn explanation(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let (spots, groups) = self.values.groups(letters(slots), budget)?;
        let (moves, count) = (spots.len(), groups.len());
        let mut lines = vec![text!(
            "groups: {count}; moves: {moves}",
            "{moves} 个着法，分成 {count} 组"
        )];
        for group in groups.iter().take(MAX_SHOWN_GROUPS) {
            let own = &spots[group.spots.clone()];
            let last = own.iter().map(|spot| spot.last + 1).max().unwrap_or(0);
            let (from, value, moves) = (own[0].first + 1, group.value, own.len());
            lines.push(match group.full {
                Some(_) => text!(
                    "letters {from} to {last}, no gaps: value {value}; moves: {moves}",
                    "第 {from} 至 {last} 个字母，无间断：{moves} 个着法，值为 {value}"
                ),
                None => text!(
                    "letters {from} to {last}: value {value}; moves: {moves}",
                    "第 {from} 至 {last} 个字母：{moves} 个着法，值为 {value}"
                ),
            });
        }
        if groups.len() > MAX_SHOWN_GROUPS {
            lines.push(Text::same("…"));
        }
        Ok(Some(Text::lines(&lines)))
    }
}
