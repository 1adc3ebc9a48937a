//! `chart`: a table as a picture.

use std::io::{self, Write};

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::answer::CellKind;
use grundy::measure::Measure;
use grundy::period::{ClaimedPeriod, PeriodReport, PeriodVerdict, VisiblePeriod};
use grundy::{QuestionInput, Session, SolveError, question};
use picture::board::{MAX_CELLS, MAX_TEXT_CELLS};
use picture::{BoardOptions, CellMark, LetterMode, Picture, PictureBoard, board, terminal};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::draw::{self, DrawOptions};
use crate::options::{measure, parse_named};
use crate::question::QuestionRequest;
use crate::reply::Reply;
use crate::table;

/// Maximum value of the option `fold`.
pub const MAX_ROW_CELLS: u32 = 10_000;

/// The options of `chart`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChartOptions {
    /// The format of the picture.
    pub format: ChartFormat,
    /// Whether to draw outcomes instead of values.
    pub outcomes: bool,
    /// The quantity to measure. By default, the cells contain the value that decides sums, or the
    /// outcome if only a search can find this value.
    #[serde(deserialize_with = "measure")]
    pub value: Option<Measure>,
    /// An expression in the slots of the game, which is subtracted from each cell.
    pub minus: Option<String>,
    /// Whether a text picture has colours.
    pub color: bool,
    /// Whether the cells of an SVG contain letters: `auto`, `always` or `never`.
    #[serde(deserialize_with = "letters")]
    pub letters: LetterMode,
    /// The horizontal slot; by default the last one.
    pub across: Option<String>,
    /// Whether the smallest numbers are at the bottom.
    pub bottom: bool,
    /// Whether to draw only the cells whose second number is at most the first.
    pub triangle: bool,
    /// The cells to mark: `first`, `first-down` or `p`.
    #[serde(deserialize_with = "mark")]
    pub mark: CellMark,
    /// Number of cells in a line of the picture. A longer row continues in the next line.
    pub fold: Option<u32>,
}

/// The format of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChartFormat {
    /// No picture: only the table as data.
    None,
    /// Letters for a terminal, with colours if requested.
    Text,
    /// SVG.
    #[default]
    Svg,
}

fn letters<'de, D: Deserializer<'de>>(source: D) -> Result<LetterMode, D::Error> {
    let letters = parse_named("letters", source, |word| match word {
        "auto" => Ok(LetterMode::Auto),
        "always" => Ok(LetterMode::Always),
        "never" => Ok(LetterMode::Never),
        _ => Err(text!(
            "expected auto, always or never",
            "应为 auto、always 或 never"
        )),
    });
    letters.map(Option::unwrap_or_default)
}

fn mark<'de, D: Deserializer<'de>>(source: D) -> Result<CellMark, D::Error> {
    let mark = parse_named("mark", source, |word| match word {
        "first" => Ok(CellMark::FirstInRow),
        "first-down" => Ok(CellMark::FirstInColumn),
        "p" => Ok(CellMark::Lost),
        _ => Err(text!(
            "expected first, first-down or p",
            "应为 first、first-down 或 p"
        )),
    });
    mark.map(Option::unwrap_or_default)
}

/// The reply to `chart`.
#[derive(Clone, Debug)]
pub struct ChartReply {
    /// The table.
    pub table: table::TableReply,
    /// The picture in the requested language; `None` if no picture was requested.
    pub picture: Option<Picture>,
    options: ChartOptions,
    board: BoardOptions,
}

pub(crate) fn chart(
    session: &mut Session,
    asked: &QuestionRequest<ChartOptions>,
    budget: &Budget<'_>,
) -> Result<Reply, SolveError> {
    let (question, options) = (asked.ranges()?, &asked.options.own);
    options.check_compatible()?;
    if let QuestionInput::Text(text) = question
        && question::told_by_sets(session.world_mut(), text, budget)
    {
        let drawn = draw::draw_position(
            session,
            text.into(),
            &options.of_position()?,
            asked.options.how.lang,
            budget,
        )?;
        return Ok(Reply::Drawn(drawn));
    }
    let ranges = match question {
        QuestionInput::Text(text) => question::ranges(session.world_mut(), text)?.rows(),
        QuestionInput::Known(ranges) => ranges.rows(),
    };
    let cells = ranges.iter().fold(1_u64, |cells, (low, high)| {
        cells.saturating_mul(high.abs_diff(*low).saturating_add(1))
    });
    let most = if options.format == ChartFormat::Text {
        MAX_TEXT_CELLS
    } else {
        MAX_CELLS
    };
    if cells > most && options.format != ChartFormat::None {
        let elsewhere = if options.format == ChartFormat::Text && cells <= MAX_CELLS {
            text!(
                "; use --output FILE.png for larger charts",
                "；更大的图表请用 --output FILE.png"
            )
        } else {
            text!("; select a smaller part", "；请缩小范围")
        };
        let (en, zh) = (elsewhere.en, elsewhere.zh);
        return Err(SolveError::Usage(text!(
            "a chart of {cells} cells is too large (limit {most}){en}",
            "图表有 {cells} 格，太大（最多 {most} 格）{zh}"
        )));
    }
    let claimed = session.claimed_period(question)?;
    let wanted = CellKind {
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
    let mut drawn = ChartReply {
        table: table::TableReply::new(table, session),
        picture: None,
        options: options.clone(),
        board,
    };
    drawn.picture = drawn.draw(asked.options.how.lang)?;
    Ok(Reply::Chart(Box::new(drawn)))
}

impl ChartOptions {
    /// Returns an error for options that exclude each other. The command line rejects such options
    /// already when it parses its arguments.
    fn check_compatible(&self) -> Result<(), SolveError> {
        table::check_compatible(
            self.outcomes,
            &CellKind {
                measure: self.value,
                minus: self.minus.clone(),
            },
        )?;
        let wrong = if self.value == Some(Measure::Genus) && self.format != ChartFormat::None {
            text!(
                "a genus cannot be shown as a colour; use misere",
                "亏格不能用颜色表示；请用 misere"
            )
        } else if self
            .fold
            .is_some_and(|cells| !(1..=MAX_ROW_CELLS).contains(&cells))
        {
            text!(
                "fold: expected 1 to {MAX_ROW_CELLS}",
                "fold：应为 1 到 {MAX_ROW_CELLS}"
            )
        } else {
            return Ok(());
        };
        Err(SolveError::Usage(wrong))
    }

    /// Returns the options for drawing a single position of sets or words, which has no table.
    /// Returns an error if an option for tables is set.
    fn of_position(&self) -> Result<DrawOptions, SolveError> {
        if *self
            != (ChartOptions {
                format: self.format,
                color: self.color,
                ..ChartOptions::default()
            })
        {
            return Err(SolveError::Usage(text!(
                "a position of sets or words is drawn without a table; remove the table options (value, outcomes, minus, letters, across, origin, triangle, mark, fold)",
                "集合与单词的局面单独画出，没有表格：请去掉表格的选项（value、outcomes、minus、letters、across、origin、triangle、mark、fold）"
            )));
        }
        let format = match self.format {
            ChartFormat::None => draw::DrawFormat::None,
            ChartFormat::Text => draw::DrawFormat::Text,
            ChartFormat::Svg => draw::DrawFormat::Svg,
        };
        Ok(DrawOptions {
            format,
            drawing: None,
        })
    }
}

impl ChartReply {
    /// Returns the picture in a language; `None` if no picture was requested.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the options do not fit the shape of the table.
    pub fn draw(&self, lang: Lang) -> Result<Option<Picture>, SolveError> {
        if self.options.format == ChartFormat::None {
            return Ok(None);
        }
        let board = PictureBoard::new(&self.table.table, &self.table.world, &self.board, lang)
            .map_err(SolveError::Usage)?;
        Ok(Some(match self.options.format {
            ChartFormat::Text => Picture::Text(terminal::text(&board, self.options.color)),
            _ => Picture::Drawing(board::drawing(&board, self.options.letters)),
        }))
    }

    /// Writes the table as JSON, with the visible period if exactly one slot varies, and the
    /// picture if a picture was requested.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn json(&self, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let mut more = serde_json::Map::new();
        if let [(_, low, high)] = self.table.table.running()[..] {
            let told = PeriodReport::from_table(&self.table.table, self.board.claimed);
            more.insert(
                "period".to_owned(),
                told.period
                    .as_ref()
                    .map_or(Value::Null, |seen| period(seen, &told, (*low, *high))),
            );
            if let Some((ClaimedPeriod { period, from }, verdict)) = told.claim {
                let holds = match verdict {
                    PeriodVerdict::Agrees => Some(true),
                    PeriodVerdict::Refutes(_) => Some(false),
                    PeriodVerdict::Beyond => None,
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

/// Returns a period of the values from `low` to `high` as JSON.
fn period(seen: &VisiblePeriod, told: &PeriodReport, (low, high): (i64, i64)) -> Value {
    let number = |i: &usize| low + *i as i64;
    let basis = if told
        .claim
        .is_some_and(|(_, verdict)| verdict == PeriodVerdict::Agrees)
    {
        "claimed"
    } else {
        "observed"
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
