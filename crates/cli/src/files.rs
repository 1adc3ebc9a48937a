//! Reading files and questions, and what may be wrong with them before anything is asked.

use std::fs::File;
use std::io::{ErrorKind, Read, stdin};
use std::path::Path;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use grundy::{Error, Session};
use jit::Jit;

use crate::args::{Options, Play, Questions};
use crate::saved;

/// The error of a file that cannot be read.
pub fn unreadable(path: &Path, why: &str) -> Error {
    let file = path.display();
    Error::Usage(text!("{file} cannot be read: {why}", "无法读取 {file}：{why}"))
}

/// The text of a file; `-` is standard input. Refuses what is not UTF-8, with the place, and what does not fit in memory.
pub fn read(path: &Path, budget: &Budget<'_>) -> Result<String, Error> {
    let bytes = if path.as_os_str() == "-" {
        all_of(&mut stdin().lock(), path, budget)?
    } else {
        let mut file = File::open(path).map_err(|e| unreadable(path, &e.to_string()))?;
        all_of(&mut file, path, budget)?
    };
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        unreadable(path, &format!("byte {at} is not UTF-8 text"))
    })
}

/// All that a source gives, block by block: it may have no end.
fn all_of(source: &mut dyn Read, path: &Path, budget: &Budget<'_>) -> Result<Vec<u8>, Error> {
    let mut block = vec![0; 64 << 10];
    let mut bytes = Vec::new();
    loop {
        budget.ask().map_err(Error::Stopped)?;
        match source.read(&mut block) {
            Ok(0) => return Ok(bytes),
            Ok(read) => {
                if bytes.capacity() - bytes.len() < read {
                    budget.allow_growth(0, bytes.capacity().max(read) as u64).map_err(Error::Stopped)?;
                }
                bytes.extend_from_slice(&block[..read]);
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(unreadable(path, &e.to_string())),
        }
    }
}

/// A session with the files and settings that the options ask for.
pub fn session(options: &Options, budget: &Budget<'_>) -> Result<Session, Error> {
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
        let text = read(path, budget)?;
        let name = path.display().to_string();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let game = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if ending == "game" {
            session.load_rules(&name, &text)?;
        } else if !session.load_structure(&name, &ending, &game, &text)? {
            session.load_graph(&name, &game, &text)?;
        }
    }
    for path in &options.load {
        saved::load(&mut session, path, budget)?;
    }
    Ok(session)
}

/// A line up to its comment; between parentheses `#` may be part of a board.
fn without_comment(line: &str) -> &str {
    let mut depth = 0;
    let comment = line.find(|c| {
        depth += i32::from(matches!(c, '(' | '（')) - i32::from(matches!(c, ')' | '）'));
        c == '#' && depth <= 0
    });
    &line[..comment.unwrap_or(line.len())]
}

/// The questions asked, in order.
pub fn questions(questions: &Questions, budget: &Budget<'_>) -> Result<Vec<String>, Error> {
    let mut list = Vec::new();
    let mut add_lines = |text: &str| {
        let lines = text.lines().map(|line| without_comment(line).trim()).filter(|line| !line.is_empty());
        list.extend(lines.map(str::to_owned));
    };
    if let Some(path) = &questions.from {
        add_lines(&read(path, budget)?);
    }
    if questions.positions.is_empty() && questions.from.is_none() || questions.positions.iter().any(|p| p == "-") {
        add_lines(&read(Path::new("-"), budget)?);
    }
    list.extend(questions.positions.iter().filter(|p| *p != "-").cloned());
    Ok(list)
}
