//! `chart`: a table as a picture.

use std::io::{self, Write};

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::answer::Wanted;
use grundy::fold::{Claimed, Period, Told, Verdict};
use grundy::measure::Measure;
use grundy::{About, Error, Session, question};
use picture::board::{MOST_CELLS, MOST_CELLS_OF_TEXT};
use picture::{Board, BoardOptions, Letters, Mark, Picture, board, terminal};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::draw::{self, Draw};
use crate::options::{measure, named};
use crate::reply::Reply;
use crate::request::Question;
use crate::table;

/// The most cells after which a row is folded.
pub const LONGEST_ROW: u32 = 10_000;

/// The options of `chart`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Chart {
    /// The picture.
    pub format: Format,
    /// Outcomes instead of values.
    pub outcomes: bool,
    /// What is measured; else what decides sums, or who wins where that is a search.
    #[serde(deserialize_with = "measure")]
    pub value: Option<Measure>,
    /// An expression in the slots of the game, taken away from each cell.
    pub minus: Option<String>,
    /// Colours, where the picture is text.
    pub color: bool,
    /// `auto`, `always` or `never`: letters in the cells of an SVG.
    #[serde(deserialize_with = "letters")]
    pub letters: Letters,
    /// The slot that runs across; else the last.
    pub across: Option<String>,
    /// The least numbers stand at the bottom.
    pub bottom: bool,
    /// Only the cells whose second number is at most the first.
    pub triangle: bool,
    /// `first`, `first-down` or `p`: which cells are marked.
    #[serde(deserialize_with = "mark")]
    pub mark: Mark,
    /// The number of cells after which a row is folded.
    pub fold: Option<u32>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Nothing: the table is wanted as data.
    None,
    /// Letters, and colours if asked, for a terminal.
    Text,
    /// SVG.
    #[default]
    Svg,
}

fn letters<'de, D: Deserializer<'de>>(source: D) -> Result<Letters, D::Error> {
    let letters = named("letters", source, |word| match word {
        "auto" => Ok(Letters::Auto),
        "always" => Ok(Letters::Always),
        "never" => Ok(Letters::Never),
        _ => Err(text!(
            "expected auto, always or never",
            "应为 auto、always 或 never"
        )),
    });
    letters.map(Option::unwrap_or_default)
}

fn mark<'de, D: Deserializer<'de>>(source: D) -> Result<Mark, D::Error> {
    let mark = named("mark", source, |word| match word {
        "first" => Ok(Mark::FirstInRow),
        "first-down" => Ok(Mark::FirstInColumn),
        "p" => Ok(Mark::Lost),
        _ => Err(text!(
            "expected first, first-down or p",
            "应为 first、first-down 或 p"
        )),
    });
    mark.map(Option::unwrap_or_default)
}

/// The reply.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The table.
    pub table: table::Told,
    /// The picture in the language asked for, if one is wanted.
    pub picture: Option<Picture>,
    options: Chart,
    board: BoardOptions,
}

pub(crate) fn chart(
    session: &mut Session,
    asked: &Question<Chart>,
    budget: &Budget<'_>,
) -> Result<Reply, Error> {
    let (question, options) = (asked.ranges()?, &asked.options.own);
    options.fits()?;
    if let About::Text(text) = question
        && question::told_by_sets(session.world_mut(), text, budget)
    {
        let drawn = draw::drawn(
            session,
            text.into(),
            (&options.of_position()?, asked.options.how.lang),
            budget,
        )?;
        return Ok(Reply::Drawn(drawn));
    }
    let ranges = match question {
        About::Text(text) => question::ranges(session.world_mut(), text)?.rows(),
        About::Known(ranges) => ranges.rows(),
    };
    let cells = ranges.iter().fold(1_u64, |cells, (low, high)| {
        cells.saturating_mul(high.abs_diff(*low).saturating_add(1))
    });
    let most = if options.format == Format::Text {
        MOST_CELLS_OF_TEXT
    } else {
        MOST_CELLS
    };
    if cells > most && options.format != Format::None {
        let elsewhere = if options.format == Format::Text && cells <= MOST_CELLS {
            text!(
                "; --output FILE.png takes more",
                "；--output FILE.png 可容纳更多"
            )
        } else {
            text!("; ask for a part of it", "；请缩小范围")
        };
        let (en, zh) = (elsewhere.en, elsewhere.zh);
        return Err(Error::Usage(text!(
            "a chart of {cells} cells is too large, {most} are the most{en}",
            "图表有 {cells} 格，太大，最多 {most} 格{zh}"
        )));
    }
    let claimed = session.claimed_period(question)?;
    let wanted = Wanted {
        measure: options.value,
        minus: options.minus.clone(),
    };
    let table = table::cells(session, question, options.outcomes, &wanted, budget)?;
    let board = BoardOptions {
        across: options.across.clone(),
        bottom: options.bottom,
        triangle: options.triangle,
        mark: options.mark,
        fold: options.fold.map(|cells| cells as usize),
        claimed,
    };
    let mut drawn = Drawn {
        table: table::Told::of(table, session),
        picture: None,
        options: options.clone(),
        board,
    };
    drawn.picture = drawn.draw(asked.options.how.lang)?;
    Ok(Reply::Chart(Box::new(drawn)))
}

impl Chart {
    /// Refuses what does not go together, as a command line does by itself.
    fn fits(&self) -> Result<(), Error> {
        table::fits(
            self.outcomes,
            &Wanted {
                measure: self.value,
                minus: self.minus.clone(),
            },
        )?;
        let wrong = if self.value == Some(Measure::Genus) && self.format != Format::None {
            text!(
                "a genus is no number that a colour could show: draw misere",
                "亏格不是能用颜色表示的数：请用 misere"
            )
        } else if self
            .fold
            .is_some_and(|cells| !(1..=LONGEST_ROW).contains(&cells))
        {
            text!(
                "fold: expected 1 to {LONGEST_ROW}",
                "fold：应为 1 到 {LONGEST_ROW}"
            )
        } else {
            return Ok(());
        };
        Err(Error::Usage(wrong))
    }

    /// How one position of sets or words is drawn, which has no table: options that say how a table
    /// looks are refused.
    fn of_position(&self) -> Result<Draw, Error> {
        if *self
            != (Chart {
                format: self.format,
                color: self.color,
                ..Chart::default()
            })
        {
            return Err(Error::Usage(text!(
                "a position of sets or words is drawn by itself, without a table: leave out the options of tables (value, outcomes, minus, letters, across, origin, triangle, mark, fold)",
                "集合与单词的局面单独画出，没有表格：请去掉表格的选项（value、outcomes、minus、letters、across、origin、triangle、mark、fold）"
            )));
        }
        let format = match self.format {
            Format::None => draw::Format::None,
            Format::Text => draw::Format::Text,
            Format::Svg => draw::Format::Svg,
        };
        Ok(Draw {
            format,
            drawing: None,
        })
    }
}

impl Drawn {
    /// The picture in a language, if one is wanted.
    ///
    /// # Errors
    /// Where the options do not go with the shape of the table.
    pub fn draw(&self, lang: Lang) -> Result<Option<Picture>, Error> {
        if self.options.format == Format::None {
            return Ok(None);
        }
        let board = Board::new(&self.table.table, &self.table.world, &self.board, lang)
            .map_err(Error::Usage)?;
        Ok(Some(match self.options.format {
            Format::Text => Picture::Text(terminal::text(&board, self.options.color)),
            _ => Picture::Drawing(board::drawing(&board, self.options.letters)),
        }))
    }

    /// As JSON: the table, what it shows of a period if one range runs, and the picture if one is
    /// wanted.
    ///
    /// # Errors
    /// What `out` reports.
    pub fn json(&self, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let mut more = serde_json::Map::new();
        if let [(_, low, high)] = self.table.table.running()[..] {
            let told = Told::of(&self.table.table, self.board.claimed);
            more.insert(
                "period".to_owned(),
                told.period
                    .as_ref()
                    .map_or(Value::Null, |seen| period(seen, &told, (*low, *high))),
            );
            if let Some((Claimed { period, from }, verdict)) = told.claim {
                let holds = match verdict {
                    Verdict::Agrees => Some(true),
                    Verdict::Refutes(_) => Some(false),
                    Verdict::Beyond => None,
                };
                more.insert(
                    "claim".to_owned(),
                    json!({ "period": period, "from": from, "agrees": holds }),
                );
            }
        }
        if let Some(picture) = &self.picture {
            more.insert("picture".to_owned(), json!(picture.text()));
        }
        table::with(&self.table, &Value::Object(more), lang, out)
    }
}

/// A period of the numbers from `low` to `high`.
fn period(seen: &Period, told: &Told, (low, high): (i64, i64)) -> Value {
    let number = |i: &usize| low + *i as i64;
    let basis = if told
        .claim
        .is_some_and(|(_, verdict)| verdict == Verdict::Agrees)
    {
        "claimed"
    } else {
        "seen"
    };
    json!({
        "basis": basis,
        "period": seen.period,
        "from": number(&seen.preperiod),
        "repetitions": seen.repetitions,
        "last": high,
        "exceptions": seen.exceptions.as_ref().map(|list| list.iter().map(number).collect::<Vec<i64>>()),
    })
}
