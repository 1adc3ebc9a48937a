//! Reads the cuts of a game from its rules; see [`super::law`] for the definition of a cut.

use base::text;
use base::text::Text;
use rules::game::GameId;
use rules::ir::{
    ChoiceDomain, Expr, Game, Int, Move, ResultPart, ResultPartKind, RowElement, SlotChange,
    SlotRef,
};

use super::law::{CutGame, CutKind, LetterTest};
use super::symbols::{Evaluator, WordLinearForm, WordRegion};

/// Maximum number of kinds of moves.
const MAX_CUTS: usize = 64;

/// Maximum number of letters of a window on each side of the place.
const MAX_REACH: Int = 64;

/// The cuts of a game, and how each is written in the rules.
pub(super) struct CutReading {
    pub cuts: CutGame,
    /// The rule of each cut, and its choices.
    pub written: Vec<(usize, Vec<WordLinearForm>)>,
}

/// Reads the cuts from the rules.
///
/// # Errors
/// Returns the condition that fails.
pub(super) fn read(game: &Game, this: GameId) -> Result<CutReading, Text> {
    let [word] = &game.words[..] else {
        return Err(text!(
            "the positions of the game are not single words",
            "其局面不是单个单词"
        ));
    };
    if game.slots.len() != 1 + word.room
        || !game.requires.is_empty()
        || game.can_end_play()
        || game.coins
        || !game.urgent.is_empty()
    {
        return Err(text!(
            "the positions of the game contain more than a single word, or the game has `require`, `goal`, `trap`, `coins` or `urgent`",
            "其局面不止一个单词，或游戏带有 `require`、`goal`、`trap`、`coins` 或 `urgent`"
        ));
    }
    let reader = CutReader {
        this,
        first: word.first,
        room: word.room as Int,
    };
    let (mut list, mut written, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    for (rule, shape) in game.moves.iter().enumerate() {
        let mut ways = Vec::new();
        reader
            .ways(game, shape, &mut Vec::new(), &mut ways)
            .ok_or_else(no_place)?;
        for way in ways {
            let found = reader.cut(game, shape, &way).ok_or_else(|| {
                let rule = rule + 1;
                text!(
                    "move {rule} is not a cut that depends only on the letters near one place",
                    "着法 {rule} 不是由某处附近的字母决定的切分"
                )
            })?;
            let CutCase::Cut { cut, letters } = found else {
                continue;
            };
            changed.extend(letters.map(|letters| (list.len(), letters)));
            let chosen = shape.choices.iter().filter_map(|choice| way[choice.local]);
            written.push((rule, chosen.collect()));
            list.push(cut);
            if list.len() > MAX_CUTS {
                return Err(text!(
                    "the game has more than {MAX_CUTS} kinds of moves",
                    "着法超过 {MAX_CUTS} 种"
                ));
            }
        }
    }
    let again = || {
        text!(
            "a move may be possible again after it was made",
            "走过的着法之后可能仍可走"
        )
    };
    let cuts = CutGame::new(list).ok_or_else(again)?;
    for (at, letters) in changed {
        if !stops(&cuts, &cuts.list()[at], &letters) {
            return Err(text!(
                "letters that a move writes may enable a move",
                "着法写入的字母可能使新的着法成为可能"
            ));
        }
    }
    match cuts.list().is_empty() {
        true => Err(text!(
            "no word of this length has a move",
            "此长度的单词没有着法"
        )),
        false => Ok(CutReading { cuts, written }),
    }
}

fn no_place() -> Text {
    text!(
        "the choices of a move must be its place in the word and a few known numbers",
        "着法不是由单词中的位置与少数已知数选定的"
    )
}

/// Returns whether the letters that a cut sets make every move with an overlapping window
/// impossible. The letters that a cut sets are after the end of the first piece of the cut.
fn stops(cuts: &CutGame, cut: &CutKind, letters: &[Int]) -> bool {
    cuts.list().iter().all(|other| {
        // The places of the other move, relative to the cut, at which its window overlaps the
        // letters that the cut sets.
        (cut.left + 1 - other.window.1..=cut.right - 1 - other.window.0).all(|shift| {
            let letter = |distance: Int| {
                letters
                    .get(usize::try_from(shift + distance - cut.left - 1).ok()?)
                    .copied()
            };
            other.test.decide(&letter) == Some(false)
        })
    })
}

/// The linear form of each local.
type LetterForms = Vec<Option<WordLinearForm>>;

struct CutReader {
    this: GameId,
    first: usize,
    room: Int,
}

impl CutReader {
    /// Collects every combination of choices of a move: one choice is the place, and each other
    /// choice has one of its values. Returns `None` if no choice is a place, or if there are too
    /// many combinations of choices.
    fn ways(
        &self,
        game: &Game,
        shape: &Move,
        made: &mut Vec<WordLinearForm>,
        ways: &mut Vec<LetterForms>,
    ) -> Option<()> {
        let mut locals: LetterForms = vec![None; game.locals];
        for (choice, value) in shape.choices.iter().zip(&*made) {
            *locals.get_mut(choice.local)? = Some(*value);
        }
        let Some(choice) = shape.choices.get(made.len()) else {
            let has_place = made.contains(&WordLinearForm::PLACE);
            if has_place {
                ways.push(locals);
            }
            return (has_place && ways.len() <= MAX_CUTS).then_some(());
        };
        if choice.width != 1 {
            return None;
        }
        let values: Vec<WordLinearForm> = match &choice.domain {
            ChoiceDomain::Range(low, high) => {
                let (low, high) = self.ends(&locals, low, high)?;
                match high.plus(low, -1)?.as_number() {
                    Some(more) if more < MAX_CUTS as Int => (0..=more)
                        .map(|n| low.plus(WordLinearForm::number(n), 1))
                        .collect::<Option<_>>()?,
                    None if low.as_number().is_some()
                        && high.place == 0
                        && high.size == 1
                        && !made.contains(&WordLinearForm::PLACE) =>
                    {
                        vec![WordLinearForm::PLACE]
                    }
                    _ => return None,
                }
            }
            ChoiceDomain::Known(values) if values.len() <= MAX_CUTS => {
                values.iter().map(|n| WordLinearForm::number(*n)).collect()
            }
            _ => return None,
        };
        for value in values {
            made.push(value);
            self.ways(game, shape, made, ways)?;
            made.pop();
        }
        Some(())
    }

    /// Returns the ends of a range.
    fn ends(
        &self,
        locals: &[Option<WordLinearForm>],
        low: &Expr,
        high: &Expr,
    ) -> Option<(WordLinearForm, WordLinearForm)> {
        let evaluator = self.evaluator(self.region((0, self.room), (0, self.room)), locals);
        Some((evaluator.linear(low)?, evaluator.linear(high)?))
    }

    fn region(&self, before: (Int, Int), behind: (Int, Int)) -> WordRegion {
        WordRegion {
            before,
            behind,
            room: self.room,
        }
    }

    fn evaluator<'e>(
        &self,
        region: WordRegion,
        locals: &'e [Option<WordLinearForm>],
    ) -> Evaluator<'e> {
        Evaluator {
            region,
            first: self.first,
            locals,
        }
    }

    /// Reads a move with one combination of choices as a cut; `None` if the move is not a cut.
    fn cut(&self, game: &Game, shape: &Move, way: &LetterForms) -> Option<CutCase> {
        debug_assert!(game.locals >= way.len());
        let place = shape
            .choices
            .iter()
            .find(|choice| way[choice.local] == Some(WordLinearForm::PLACE))?;
        let ChoiceDomain::Range(low, high) = &place.domain else {
            return None;
        };
        let (low, high) = self.ends(way, low, high)?;
        let (mut before, mut behind) = (low.as_number()? - 1, -high.more);
        let guards = || shape.guards.iter().flatten();
        let test =
            |region: WordRegion| self.evaluator(region, way).fold_conditions(guards(), false);
        // A letter is in the window if the move is impossible in words without that letter.
        let (reach, all) = (self.room.min(MAX_REACH), self.room);
        while before <= reach
            && test(self.region((before, before), (behind, all))) == Some(LetterTest::Always(false))
        {
            before += 1;
        }
        while behind <= reach
            && test(self.region((before, all), (behind, behind))) == Some(LetterTest::Always(false))
        {
            behind += 1;
        }
        let region = self.region((before, all), (behind, all));
        if region.is_empty() {
            return Some(CutCase::Impossible);
        }
        if before > reach || behind > reach || before + behind < 0 {
            return None;
        }
        let test = test(region)?;
        if test == LetterTest::Always(false) {
            return Some(CutCase::Impossible);
        }
        let inside = self.evaluator(region, way);
        let (left, middles, right, letters) = match &shape.result[..] {
            [ResultPart { kind, generators }]
                if generators.is_empty()
                    && let Some(changes) = kind.plain_changes() =>
            {
                let (left, letters) = self.set(&inside, changes)?;
                (
                    left,
                    Vec::new(),
                    left + letters.len() as Int + 1,
                    Some(letters),
                )
            }
            parts => {
                let PieceEnds {
                    left,
                    middles,
                    right,
                } = self.pieces(&inside, parts)?;
                (left, middles, right, None)
            }
        };
        Some(CutCase::Cut {
            cut: CutKind {
                window: (-before, behind),
                test,
                left,
                middles,
                right,
            },
            letters,
        })
    }

    /// Returns the letters that the changes set, which must be adjacent, and the distance just
    /// before the first of these letters.
    fn set(&self, inside: &Evaluator<'_>, changes: &[SlotChange]) -> Option<(Int, Vec<Int>)> {
        let mut set: Vec<(Int, Int)> = Vec::new();
        for change in changes {
            let SlotRef::Array(first, 1, _, index) = &change.place else {
                return None;
            };
            let index = inside.linear(index)?;
            let value = inside
                .linear(&change.value)?
                .as_number()
                .filter(|letter| *letter > 0)?;
            let is_inside = inside.region.is_least(index, WordLinearForm::number(1))
                && inside.region.is_least(WordLinearForm::SIZE, index);
            if *first != self.first + 1 || change.sign.is_some() || !is_inside {
                return None;
            }
            set.push((index.as_distance()?, value));
        }
        set.sort_unstable();
        let (start, _) = *set.first()?;
        let are_neighbours = (start..)
            .zip(&set)
            .all(|(at, (distance, _))| at == *distance);
        are_neighbours.then(|| {
            (
                start - 1,
                set.into_iter().map(|(_, letter)| letter).collect(),
            )
        })
    }

    /// Returns the pieces that a move leaves: the end of the first piece, the pieces between, and
    /// the start of the last piece.
    fn pieces(&self, inside: &Evaluator<'_>, parts: &[ResultPart]) -> Option<PieceEnds> {
        let (mut left, mut right, mut middles) = (None, None, Vec::new());
        for part in parts {
            let ResultPartKind::Fresh(game, row) = &part.kind else {
                return None;
            };
            if *game != self.this || !part.generators.is_empty() {
                return None;
            }
            let PieceLetters::Range(from, to) = self.piece(inside, row)? else {
                continue;
            };
            match (from.as_number(), to == WordLinearForm::SIZE) {
                (Some(1), false) if left.is_none() => left = Some(to.as_distance()?),
                (None, true) if right.is_none() => right = Some(from.as_distance()?),
                (None, false) => middles.push((from.as_distance()?, to.as_distance()?)),
                _ => return None,
            }
        }
        middles.retain(|(from, to)| from <= to);
        middles.sort_unstable();
        Some(PieceEnds {
            left: left?,
            middles,
            right: right?,
        })
    }

    /// Returns the letters of a piece of the word; `None` if the row is not a piece.
    fn piece(&self, inside: &Evaluator<'_>, row: &[RowElement]) -> Option<PieceLetters> {
        let [length, pieces @ .., rest] = row else {
            return None;
        };
        let [length] = &length.values[..] else {
            return None;
        };
        let length = inside.linear(length)?;
        // All elements after the letters must be 0.
        let (start, end, zero) = self.run(inside, rest)?;
        if *zero != Expr::Const(0)
            || start != length.plus(WordLinearForm::number(1), 1)?
            || end != WordLinearForm::number(self.room)
        {
            return None;
        }
        let [letters] = pieces else {
            return (pieces.is_empty() && length.as_number()? == 0).then_some(PieceLetters::Empty);
        };
        let (from, to, letter) = self.run(inside, letters)?;
        let Expr::At(place, _) = letter else {
            return None;
        };
        let SlotRef::Array(first, 1, _, Expr::Local(running)) = &**place else {
            return None;
        };
        let one = WordLinearForm::number(1);
        let is_piece = *first == self.first + 1
            && *running == letters.generators[0].local
            && to.plus(from, -1)?.plus(one, 1)? == length
            && inside.region.is_least(from, one)
            && inside.region.is_least(WordLinearForm::SIZE, to)
            && inside.region.is_least(length, WordLinearForm::number(0));
        is_piece.then_some(PieceLetters::Range(from, to))
    }

    /// Reads an element that has one value for each number of a range; returns the range and the
    /// expression of the value.
    fn run<'x>(
        &self,
        inside: &Evaluator<'_>,
        element: &'x RowElement,
    ) -> Option<(WordLinearForm, WordLinearForm, &'x Expr)> {
        let ([value], [choice]) = (&element.values[..], &element.generators[..]) else {
            return None;
        };
        let ChoiceDomain::Range(from, to) = &choice.domain else {
            return None;
        };
        Some((inside.linear(from)?, inside.linear(to)?, value))
    }
}

/// The effect of a move with one combination of choices.
enum CutCase {
    /// The choices never lead to a legal move.
    Impossible,
    /// A cut.
    Cut {
        cut: CutKind,
        /// The letters that the move sets, if any.
        letters: Option<Vec<Int>>,
    },
}

/// The letters of a piece of the word.
enum PieceLetters {
    Empty,
    /// The first and the last letter of the piece.
    Range(WordLinearForm, WordLinearForm),
}

/// The pieces that a move leaves of a word, as distances from its place.
struct PieceEnds {
    /// The last letter of the first piece.
    left: Int,
    /// The first and the last letter of each piece between the first and the last piece.
    middles: Vec<(Int, Int)>,
    /// The first letter of the last piece.
    right: Int,
}
