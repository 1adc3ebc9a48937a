//! Reading files and questions, and what may be wrong with them before anything is asked.

use std::fs::File;
use std::io::{ErrorKind, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use grundy::Error;
use jit::Jit;
use requests::open::{NoOptions, Open};
use requests::{Desk, Request, unreadable};

use crate::args::{Options, Questions};
use crate::kept::Kept;
use crate::run::expect_to_write;
use crate::system::System;
use crate::{saved, stores};

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

/// How questions are answered, with what the options say stands in files.
pub fn how(options: &Options, lang: Lang, budget: &Budget<'_>) -> Result<requests::How, Error> {
    let quotient = options.quotient.as_ref().map(|path| read(path, budget)).transpose()?;
    let laws = options.law.iter().map(|path| read(path, budget)).collect::<Result<_, Error>>()?;
    Ok(requests::How { quotient, laws, graphs: graphs(&options.graph, budget)?, ..options.how(lang) })
}

/// Graphs for parameters, by the names of these, as they stand in files.
pub fn graphs(list: &[(String, PathBuf)], budget: &Budget<'_>) -> Result<Vec<requests::NamedGraph>, Error> {
    let graph = |(name, path): &(String, PathBuf)| {
        Ok(requests::NamedGraph { name: name.clone(), text: read(path, budget)?, file: path.display().to_string() })
    };
    list.iter().map(graph).collect()
}

/// A desk with the files and settings that the options ask for.
pub fn desk(options: &Options, lang: Lang, budget: &Budget<'_>) -> Result<Desk, Error> {
    let threads = options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get() as u32));
    let mut desk = Desk::new(Some(Arc::new(Jit::new(threads))));
    let how = how(options, lang, budget)?;
    desk.settle(&how)?;
    open(&mut desk, &options.files, how, budget)?;
    for path in &options.load {
        match path.to_str().filter(|store| cluster::is_url(store) || path.is_dir()) {
            Some(store) => desk.session().settings.theorems.insert(0, stores::opened(store, lang, budget)?),
            None => saved::load(&mut desk, path, budget)?,
        }
    }
    if let Some(path) = &options.resume {
        expect_to_write(path)?;
        desk.keep(Arc::new(Kept::new(path, lang)));
    }
    Ok(desk)
}

/// Lets a desk read files of rules, or of graphs and boards.
pub fn open(desk: &mut Desk, files: &[PathBuf], how: requests::How, budget: &Budget<'_>) -> Result<(), Error> {
    if !files.is_empty() {
        let files = files.iter().map(|path| named(path, budget)).collect::<Result<Vec<_>, Error>>()?;
        let open = Open { files, options: requests::Options { how, own: NoOptions {} } };
        desk.answer(&Request::Open(open), budget, &System::new())?;
    }
    Ok(())
}

/// The text of a file with its name.
pub fn named(path: &Path, budget: &Budget<'_>) -> Result<requests::open::File, Error> {
    Ok(requests::open::File { name: path.display().to_string(), text: read(path, budget)? })
}

/// A question and where it was read.
pub struct Posed {
    /// The question.
    pub question: String,
    /// The line, counted from 1; `None` if the question stands in the command line.
    pub line: Option<usize>,
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
pub fn questions(questions: &Questions, budget: &Budget<'_>) -> Result<Vec<Posed>, Error> {
    let mut list = Vec::new();
    let mut add_lines = |text: &str| {
        for (line, written) in (1..).zip(text.lines()) {
            let question = without_comment(written).trim();
            if !question.is_empty() {
                list.push(Posed { question: question.to_owned(), line: Some(line) });
            }
        }
    };
    if let Some(path) = &questions.from {
        add_lines(&read(path, budget)?);
    }
    if questions.positions.is_empty() && questions.from.is_none() || questions.positions.iter().any(|p| p == "-") {
        add_lines(&read(Path::new("-"), budget)?);
    }
    let given = questions.positions.iter().filter(|p| *p != "-");
    list.extend(given.map(|question| Posed { question: question.clone(), line: None }));
    Ok(list)
}
