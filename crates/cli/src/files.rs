//! Reading files and questions, and what may be wrong with them before anything is asked.

use std::fs;
use std::io::{Read, stdin};
use std::path::Path;
use std::sync::Arc;

use grundy::{Error, Session};
use jit::Jit;
use rules::text;

use crate::args::{Options, Play, Questions};

fn unreadable(path: &Path, why: &str) -> Error {
    let file = path.display();
    Error::Usage(text!("{file} cannot be read: {why}", "无法读取 {file}：{why}"))
}

/// The text of a file; `-` is standard input. Refuses what is not UTF-8, with the place.
pub fn read(path: &Path) -> Result<String, Error> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        stdin().lock().read_to_end(&mut bytes).map_err(|e| unreadable(path, &e.to_string()))?;
    } else {
        bytes = fs::read(path).map_err(|e| unreadable(path, &e.to_string()))?;
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        unreadable(path, &format!("byte {at} is not UTF-8 text"))
    })
}

/// A session with the files and settings that the options ask for.
pub fn session(options: &Options) -> Result<Session, Error> {
    let mut session = Session::new();
    for name in &options.without {
        session.settings.switch_off(name)?;
    }
    session.settings.play = options.play.map(|play| match play {
        Play::Normal => rules::ast::Play::Normal,
        Play::Misere => rules::ast::Play::Misere,
    });
    session.settings.sum = options.sum;
    session.settings.order = options.order;
    let threads = options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get() as u32));
    session.settings.machine = Some(Arc::new(Jit::new(threads)));
    for path in &options.files {
        let text = read(path)?;
        let name = path.display().to_string();
        if path.extension().is_some_and(|e| e == "game") {
            session.load_rules(&name, &text)?;
        } else {
            let game = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            session.load_graph(&name, &game, &text)?;
        }
    }
    Ok(session)
}

/// The questions asked, in order.
pub fn questions(questions: &Questions) -> Result<Vec<String>, Error> {
    let mut list = Vec::new();
    let mut add_lines = |text: &str| {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).filter(|line| !line.is_empty());
        list.extend(lines.map(str::to_owned));
    };
    if let Some(path) = &questions.from {
        add_lines(&read(path)?);
    }
    if questions.positions.is_empty() && questions.from.is_none() || questions.positions.iter().any(|p| p == "-") {
        add_lines(&read(Path::new("-"))?);
    }
    list.extend(questions.positions.iter().filter(|p| *p != "-").cloned());
    Ok(list)
}
