//! `grundy big`: large tables in a store. The crate `tablebase` computes the tables,
//! `cluster::store` stores them, `cluster` distributes the work, and `large` is the interface for
//! front ends. This module produces the text output.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use base::budget::{Budget, StopReason};
use base::escaping::escape_line;
use base::text;
use base::text::Text;
use cluster::store::StoreError;
use grundy::SolveError;
use jit::Jit;
use large::{Advice, EntrySample, LargeTableError, TableBuildOptions, TableSpec};
use requests::{CommonOptions, RequestHandler};

use crate::args::{BigArgs, BigCommand, JobsArgs, RayArgs, TableArgs, TableKindArg, memory_told};
use crate::big_export::export;
use crate::exit_code::{AGAIN, FAILED, LIMIT};
use crate::front_end::FrontEnd;
use crate::limits::CommandBudget;
use crate::output::{print, print_error};
use crate::stores::{store_error, warn_of_foreign};
use crate::{big_jobs, big_ray, files};

/// Runs the command.
pub fn big(face: &FrontEnd<'_>, args: &BigArgs, work: CommandBudget<'_>) -> u8 {
    let CommandBudget { budget, limits } = work;
    let told = match &args.command {
        BigCommand::Plan { of, shares } => plan(face, of, shares, budget),
        BigCommand::Solve {
            of,
            store,
            shares,
            threads,
            checkpoint,
        } => {
            let working = TableBuildOptions {
                shares: *shares,
                threads: *threads,
                checkpoint: Duration::from_secs_f64(*checkpoint),
                ..TableBuildOptions::default()
            };
            solve(face, of, store, &working, work)
        }
        BigCommand::Share {
            share,
            of_game,
            of,
            store,
            threads,
            patience,
            checkpoint,
        } => {
            let working = TableBuildOptions {
                mine: Some(*share),
                shares: Some(*of),
                threads: *threads,
                patience: patience.map(Duration::from_secs_f64),
                checkpoint: Duration::from_secs_f64(*checkpoint),
            };
            solve(face, of_game, store, &working, work)
        }
        BigCommand::Ray(args) => ray(face, args, work),
        BigCommand::Jobs(args) => jobs(face, args, budget),
        BigCommand::Status { store } => status(face, store),
        BigCommand::Check {
            store,
            all,
            sample,
            seed,
        } => check(
            face,
            store,
            (!*all).then_some(EntrySample {
                count: *sample,
                seed: *seed,
            }),
            work,
        ),
        BigCommand::Export {
            store,
            tier,
            format,
        } => export(face, store, *tier, *format, budget),
    };
    limits.finish();
    match told {
        Ok(code) => code,
        Err(error) => {
            let code = match &error {
                LargeTableError::Again(_) => Some(AGAIN),
                LargeTableError::Store(StoreError::Full(_)) => Some(LIMIT),
                _ => None,
            };
            let own = face.report_error(&store_error(args.command.store(), error), None);
            code.unwrap_or(own)
        }
    }
}

fn open_game(
    face: &FrontEnd<'_>,
    of: &TableArgs,
    budget: &Budget<'_>,
) -> Result<TableSpec, SolveError> {
    let mut desk = RequestHandler::new(Some(Arc::new(Jit::new(1))));
    let how = CommonOptions {
        lang: face.lang,
        data: files::data(&of.data, budget)?,
        ..CommonOptions::default()
    };
    desk.settle(&how)?;
    files::open(&mut desk, &of.files, how, budget)?;
    let big = desk.session().big(&of.game, budget)?;
    Ok(TableSpec::new(
        big,
        of.entries.map(TableKindArg::what),
        of.stream,
    ))
}

fn plan(
    face: &FrontEnd<'_>,
    of: &TableArgs,
    shares: &[u32],
    budget: &Budget<'_>,
) -> Result<u8, LargeTableError> {
    let found = large::estimate(&open_game(face, of, budget)?, shares, budget)?;
    match face.args.json {
        true => print(&format!("{}\n", found.json())),
        false => print(found.words().get(face.lang)),
    }
    Ok(0)
}

fn jobs(face: &FrontEnd<'_>, args: &JobsArgs, budget: &Budget<'_>) -> Result<u8, LargeTableError> {
    let game = open_game(face, &args.of, budget)?;
    // Errors that every share would report are reported before any share is started.
    large::divisible(&game, args.shares, budget)?;
    if let Some(text) = args.hidden() {
        let text = escape_line(&text).into_owned();
        return Err(SolveError::Usage(text!(
            "`{text}` cannot be part of a job: it contains control characters; rename the file or folder",
            "`{text}` 不能写入作业：含有控制字符；请重命名该文件或文件夹"
        ))
        .into());
    }
    if let Some(store) = args.lost_store() {
        return Err(SolveError::Usage(text!(
            "--store {store}: a container does not have this folder; use the path at which the store is mounted, such as /shared/{store}, or a URL",
            "--store {store}：容器中没有这个文件夹；请写出存储挂载的路径，如 /shared/{store}，或 URL"
        ))
        .into());
    }
    print(&big_jobs::text(
        args,
        large::kind_name(game.what),
        memory_told(face.args.memory).as_deref(),
    ));
    Ok(0)
}

/// Runs the shares on a Ray cluster and then prints the progress of the table.
fn ray(
    face: &FrontEnd<'_>,
    args: &RayArgs,
    work: CommandBudget<'_>,
) -> Result<u8, LargeTableError> {
    let CommandBudget { budget, limits } = work;
    let opened = open_game(face, &args.of, budget)?;
    large::begin(&opened, &args.store, args.shares, budget)?;
    limits.finish();
    match big_ray::run(face, args, large::kind_name(opened.what))? {
        ControlFlow::Continue(()) => status(face, &args.store),
        ControlFlow::Break(code) => Ok(code),
    }
}

fn solve(
    face: &FrontEnd<'_>,
    of: &TableArgs,
    store: &str,
    working: &TableBuildOptions,
    work: CommandBudget<'_>,
) -> Result<u8, LargeTableError> {
    let CommandBudget { budget, limits } = work;
    if let (Some((_, last)), Some(of_shares)) = (working.mine, working.shares)
        && last >= of_shares
    {
        let greatest = of_shares - 1;
        return Err(SolveError::Usage(text!(
            "share {last} does not exist: with --of {of_shares}, shares are numbered 0 to {greatest}",
            "没有第 {last} 份：--of {of_shares} 时各份编号为 0 至 {greatest}"
        ))
        .into());
    }
    let tell = |text: Text| print_error(text.get(face.lang));
    if let Err(error) = large::make(&open_game(face, of, budget)?, store, working, &tell, budget) {
        if let LargeTableError::Stopped(SolveError::Stopped(stop), advice) = &error {
            // With JSON output, the advice is omitted, and only the error is printed.
            let silent = *stop == StopReason::Cancelled && face.args.json;
            advice
                .iter()
                .filter(|_| !silent)
                .for_each(|advice| tell(advice_text(*advice, store)));
        }
        return Err(error);
    }
    limits.finish();
    status(face, store)
}

/// Returns the text of the advice that is printed when work on a large table was stopped.
fn advice_text(advice: Advice, store: &str) -> Text {
    match advice {
        Advice::Shares(shares) => text!(
            "shares in separate processes, on one machine or several, need less memory: use {shares} shares or more, in another --store (`grundy big jobs`)",
            "各份在各自的进程中（一台或多台机器）运行所需内存较少：请用 {shares} 份或更多，并用另一个 --store（`grundy big jobs`）"
        ),
        _ => text!(
            "the objects in {store} are kept: run the same command again to continue",
            "{store} 中已有的内容会保留：再次运行同一命令即可继续"
        ),
    }
}

fn status(face: &FrontEnd<'_>, store: &str) -> Result<u8, LargeTableError> {
    let found = large::status(store)?;
    warn_of_foreign(face.lang, store, &found.foreign);
    match face.args.json {
        true => print(&format!("{}\n", found.json())),
        false => print(found.words().get(face.lang)),
    }
    Ok(0)
}

fn check(
    face: &FrontEnd<'_>,
    store: &str,
    sample: Option<EntrySample>,
    work: CommandBudget<'_>,
) -> Result<u8, LargeTableError> {
    let CommandBudget { budget, limits } = work;
    let found = large::check(store, sample, budget)?;
    limits.finish();
    warn_of_foreign(face.lang, store, &found.foreign);
    let words = found.words();
    let more = match (found.fits() && !found.is_proved(), found.shown) {
        (false, _) => Text {
            en: String::new(),
            zh: String::new(),
        },
        (true, true) => text!(
            "; with --all, the table can be proved",
            "；--all 可证明全表"
        ),
        (true, false) => text!(
            "; a table with `--entries remoteness` can be proved",
            "；用 `--entries remoteness` 生成的表可以证明"
        ),
    };
    match face.args.json {
        true => print(&format!("{}\n", found.json(face.lang))),
        false => print(&format!(
            "{}{}\n",
            words.get(face.lang),
            more.get(face.lang)
        )),
    }
    Ok(if found.fits() { 0 } else { FAILED })
}
