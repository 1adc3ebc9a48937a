//! Jobs that may take longer than a keystroke: the text of a hover, and a check of claims. Each job
//! runs on its own thread with its own session. A cancelled job stops at its next budget poll.

use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::{Lang, Text};
use base::thread_limit;
use grundy::answer::TableCells;
use grundy::check::{CheckOptions, CheckReport};
use grundy::{Session, SolveError};
use requests::or_stop;
use rules::ast::GameItemKind;
use rules::game::GameId;
use rules::ir::Int;

/// Limits on the time and memory of a job.
struct JobLimits {
    time: Duration,
    /// The memory limit, in bytes.
    memory: u64,
}

const HOVER: JobLimits = JobLimits {
    time: Duration::from_millis(300),
    memory: 64 << 20,
};

const CHECK: JobLimits = JobLimits {
    time: Duration::from_secs(60),
    memory: 1 << 30,
};

/// Limit for parsing a text after a keystroke.
const READ: JobLimits = JobLimits {
    time: Duration::from_secs(2),
    memory: 256 << 20,
};

/// A rule file that is open in the editor.
#[derive(Clone, Copy)]
pub struct RuleText<'a> {
    /// The name of the file, for messages.
    pub name: &'a str,
    /// The content of the file.
    pub text: &'a str,
}

/// Number of values in a hover for a game with one slot, and the number of rows and columns for two
/// slots.
const VALUES: (Int, Int) = (20, 8);

/// A flag that is set when the job is cancelled.
pub type Cancelled = Arc<AtomicBool>;

fn run_within<T>(
    JobLimits { time, memory }: JobLimits,
    cancelled: &Cancelled,
    work: impl FnOnce(&Budget<'_>) -> T,
) -> T {
    let end = Instant::now() + time;
    let stop = || {
        if cancelled.load(Ordering::Relaxed) {
            Some(StopReason::Cancelled)
        } else {
            (Instant::now() >= end).then_some(StopReason::Time)
        }
    };
    let wanted = cancelled.clone();
    let limit = Rc::new(move |more: u64| {
        let is_over = Instant::now() >= end;
        let stop = if wanted.load(Ordering::Relaxed) {
            Some(StopReason::Cancelled)
        } else {
            is_over.then_some(StopReason::Time)
        };
        stop.or_else(|| (more > memory).then_some(StopReason::Memory(more, memory)))
    });
    thread_limit::with_limit(limit, || work(&Budget::new(memory, &stop, &|_, _| ())))
}

/// Parses a text. If parsing takes too long or needs too much memory, the error names the limit.
///
/// # Errors
/// Returns an error of `work`, or [`SolveError::Stopped`] if a limit is reached.
pub fn read<T>(work: impl FnOnce() -> Result<T, SolveError>) -> Result<T, SolveError> {
    run_within(READ, &Cancelled::default(), |_| or_stop(work))
}

/// Describes a game in Markdown: its conventions, facts and first values. Returns `None` if the
/// name is not a game, or if the limits are reached before a description is found.
pub fn hover(file: RuleText<'_>, game: &str, lang: Lang, cancelled: &Cancelled) -> Option<String> {
    run_within(HOVER, cancelled, |budget| {
        hover_text(file, game, lang, budget)
    })
}

fn hover_text(file: RuleText<'_>, game: &str, lang: Lang, budget: &Budget<'_>) -> Option<String> {
    let mut session = Session::new();
    // If the file is not valid, only the games of the library are available.
    let _ = session.load_rules(file.name, file.text);
    let id = session.world_mut().instantiate(game, Vec::new()).ok()?;
    let rules = session.world.rules(id);
    let mut out = format!("**{}**", rules.title());
    let about = session.world.declaration_of(id).and_then(|declared| {
        declared
            .decl()
            .items
            .iter()
            .find_map(|item| match &item.kind {
                GameItemKind::About(en, zh) => Some(
                    if lang == Lang::Zh {
                        zh.as_ref().unwrap_or(en)
                    } else {
                        en
                    }
                    .text
                    .clone(),
                ),
                _ => None,
            })
    });
    if let Some(about) = about {
        let _ = write!(out, " — {about}");
    }
    if let Some(ir) = rules.game()
        && let Ok(known) = facts::facts(ir, id, budget)
            .and_then(|known| facts::in_words(&session.world, ir, &known, budget))
    {
        out.push('\n');
        for fact in known.iter().filter(|fact| fact.holds == Some(true)) {
            let _ = write!(out, "\n- {}", fact.statement.get(lang));
        }
    }
    if let Some(values) = values(&mut session, id, budget) {
        let Text { en, zh } = values;
        let values = text!("first values: {en}", "前若干值：{zh}");
        let _ = write!(out, "\n\n{}", values.get(lang));
    }
    budget.ask().is_ok().then_some(out)
}

/// Returns the first values of a game with one or two slots; `None` for other games, or if the
/// values are not computed in time.
fn values(session: &mut Session, game: GameId, budget: &Budget<'_>) -> Option<Text> {
    let world = &session.world;
    let slots = world.rules(game).slots();
    let most = if slots.len() == 1 { VALUES.0 } else { VALUES.1 };
    let range = |slot: &rules::ir::Slot| {
        let high = slot
            .low
            .saturating_add(most - 1)
            .min(slot.high.unwrap_or(Int::MAX));
        format!("{}..{high}", slot.low)
    };
    // No values are displayed for positions of sets or words, because their slots are not numbers.
    if !(1..=2).contains(&slots.len())
        || world
            .rules(game)
            .game()
            .is_none_or(rules::ir::Game::holds_more)
    {
        return None;
    }
    let asked = format!(
        "{}[{}]",
        world.name(game),
        slots.iter().map(range).collect::<Vec<_>>().join(", ")
    );
    let table = session.table(&asked, false, budget).ok()?;
    let cells: Vec<String> = match &table.cells {
        TableCells::Values(column) => column
            .iter()
            .map(|value| value.map_or_else(|| "·".to_owned(), |value| value.to_string()))
            .collect(),
        TableCells::Outcomes(list) => list
            .iter()
            .map(|one| one.map_or('·', |outcome| outcome.letter()).to_string())
            .collect(),
        TableCells::Worths(..) => return None,
    };
    let told = match &table.running()[..] {
        [_, (_, low, high)] => {
            let row = usize::try_from(high - low + 1).ok()?;
            let width = cells.iter().map(String::len).max().unwrap_or(1);
            let lines = cells.chunks(row).map(|row| {
                row.iter()
                    .map(|cell| format!("{cell:>width$}"))
                    .collect::<Vec<_>>()
                    .join(" ")
            });
            format!("\n```text\n{}\n```", lines.collect::<Vec<_>>().join("\n"))
        }
        _ => format!("`{}`", cells.join(" ")),
    };
    Some(Text {
        en: told.clone(),
        zh: told,
    })
}

/// Checks all games of a file, or the game with the given name.
///
/// # Errors
/// Returns an error if the file is not valid, or the work is stopped.
pub fn check(
    file: RuleText<'_>,
    game: Option<&str>,
    cancelled: &Cancelled,
) -> Result<CheckReport, SolveError> {
    run_within(CHECK, cancelled, |budget| {
        or_stop(|| {
            let mut session = Session::new();
            let mut games = session.load_rules(file.name, file.text)?;
            if let Some(game) = game {
                games.retain(|own| own.eq_ignore_ascii_case(game));
            }
            session.check(&games, CheckOptions::default(), budget)
        })
    })
}
