//! `serve`: the page in a browser on this machine.

use std::io::{Write, stderr};
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use grundy::Error;
use jit::Jit;
use requests::Desk;

use crate::args::ServeArgs;
use crate::limits::waiting;
use crate::run::{Face, put};
use crate::stores;

/// What the desks that wait may hold, in questions: they keep a quarter of what one may take.
const KEPT: u64 = 2;

/// Serves until Ctrl-C; returns only where it cannot.
pub fn serve(face: &Face<'_>, asked: &ServeArgs) -> u8 {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let jobs = asked.jobs.map_or((cores - 1).max(2), usize::from);
    for file in &asked.files {
        if let Err(why) = std::fs::File::open(file) {
            return face.complain(&requests::unreadable(file, &why.to_string()), None);
        }
    }
    let opened = |store: &String| stores::opened(store, face.lang, &Budget::generous());
    let stores = match asked.load.iter().map(opened).collect::<Result<Vec<_>, _>>() {
        Ok(stores) => stores,
        Err(error) => return face.complain(&error, None),
    };
    let desk = move || {
        let mut desk = Desk::new(Some(Arc::new(Jit::new(1))));
        desk.session().settings.theorems.splice(0..0, stores.iter().cloned());
        desk
    };
    let settings = serve::Settings {
        port: asked.port,
        jobs,
        seconds: face.args.time,
        memory: face.args.memory / (jobs as u64 + KEPT),
        files: asked.files.clone(),
        desk: Box::new(desk),
    };
    let failed = waiting(|| {
        serve::serve(settings, |link| {
            put(&format!("{link}\n"));
            let ends = text!(
                "The page stands at this link, on this machine alone. Ctrl-C ends it.",
                "网页地址如上，仅限本机访问。按 Ctrl-C 结束。"
            );
            let _ = writeln!(stderr(), "{}", ends.get(face.lang));
            if asked.open
                && let Err(why) = open::that_detached(link)
            {
                let said = text!("no browser could be opened: {why}", "无法打开浏览器：{why}");
                let _ = writeln!(stderr(), "{}", said.get(face.lang));
            }
        })
    });
    let Err(why) = failed;
    face.complain(&Error::Usage(why), None)
}
