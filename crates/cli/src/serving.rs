//! `serve`: serves the page to a browser on this machine.

mod kept_key;
mod open_browser;
#[cfg(unix)]
mod restart;

use std::path::Path;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use grundy::SolveError;
use jit::Jit;
use requests::RequestHandler;

use crate::args::ServeArgs;
use crate::files::{check_regular, read_regular};
use crate::front_end::FrontEnd;
use crate::limits::{begin_dialogue, waiting};
use crate::output::{print, print_error};
use crate::stores;

pub use open_browser::clear;
#[cfg(unix)]
pub use restart::restart;

/// Memory limit for all idle request handlers together, in multiples of the memory of one question.
/// Each idle handler keeps at most a quarter of the memory of one question.
const MAX_IDLE_QUESTIONS: u64 = 2;

/// Maximum size of a file in bytes. A question to the server has the same maximum size, because the
/// question contains the file.
const MAX_FILE: u64 = 1 << 20;

/// Serves the page until Ctrl-C. Returns only if the server cannot start.
pub fn serve(
    face: &FrontEnd<'_>,
    asked: &ServeArgs,
    budget: &Budget<'_>,
) -> Result<u8, SolveError> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let jobs = asked.jobs.map_or((cores - 1).max(2), usize::from);
    for file in &asked.files {
        check_regular(file, MAX_FILE)?;
        read_regular(file, MAX_FILE, budget)?;
    }
    let opened = |store: &String| stores::open(store, face.lang, &Budget::generous());
    let stores = asked
        .load
        .iter()
        .map(opened)
        .collect::<Result<Vec<_>, _>>()?;
    begin_dialogue();
    let desk = move || {
        let mut desk = RequestHandler::new(Some(Arc::new(Jit::new(1))));
        desk.session()
            .settings
            .theorems
            .splice(0..0, stores.iter().cloned());
        desk
    };
    #[cfg(unix)]
    let resumed = restart::resumed();
    #[cfg(not(unix))]
    let resumed = None;
    let is_resumed = resumed.is_some();
    let key = match is_resumed {
        true => None,
        false => kept_key::key(asked.new_key)
            .inspect_err(|why| {
                let said = text!(
                    "The key of the link cannot be kept for the next start: {why}.",
                    "无法保存链接的密钥供下次启动使用：{why}。"
                );
                print_error(said.get(face.lang));
            })
            .ok(),
    };
    let settings = serve::ServeSettings {
        key,
        resumed,
        public: asked.public.clone(),
        port: asked.port,
        jobs,
        seconds: face.args.time,
        memory: face.args.memory / (jobs as u64 + MAX_IDLE_QUESTIONS),
        gauge: Arc::new(serve::MemoryGauge {
            thread: allocator::held_by_thread,
            left: allocator::remaining_bytes,
        }),
        files: asked.files.clone(),
        read: Box::new(|file: &Path, budget: &Budget<'_>| read_regular(file, MAX_FILE, budget)),
        desk: Box::new(desk),
    };
    let failed = waiting(|| {
        serve::serve(settings, |ready| {
            #[cfg(unix)]
            let _ = restart::arm(ready.socket, ready.key);
            if is_resumed {
                let said = text!(
                    "A query ran out of memory or met a bug. The server was restarted, and the page continues to work.",
                    "有问题用尽了内存或遇到程序错误。服务已重新启动，网页可继续使用。"
                );
                print_error(said.get(face.lang));
                return;
            }
            let link = ready.link;
            print(&format!("{link}\n"));
            let ends = text!(
                "The page is available at this link, on this machine only. Press Ctrl-C to stop the server.",
                "网页地址如上，仅限本机访问。按 Ctrl-C 停止服务。"
            );
            print_error(ends.get(face.lang));
            if asked.open
                && let Err(why) = open_browser::open_in_browser(link)
            {
                let said = text!("cannot open a browser: {why}", "无法打开浏览器：{why}");
                print_error(said.get(face.lang));
            }
        })
    });
    let Err(why) = failed;
    Err(SolveError::Usage(why))
}
