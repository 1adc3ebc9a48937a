//! Reads files. Files that cannot be used are reported before any question is answered.

use std::fs::File;
use std::io::{ErrorKind, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use base::budget::Budget;
use base::text;
use grundy::SolveError;
use jit::Jit;
use requests::open::{NoOptions, OpenRequest};
use requests::{Request, RequestHandler, unreadable};
use rules::parser::parse_file;

use crate::args::CommonArgs;
use crate::front_end::FrontEnd;
use crate::resume_file::ResumeFile;
use crate::system::SystemHost;
use crate::write_file::expect_to_write;
use crate::{stores, table_file};

/// Returns the text of a file; `-` is standard input. Returns an error if the content does not fit
/// in memory or is not UTF-8. If the content is not UTF-8, the error names the location of the
/// first invalid byte.
pub fn read(path: &Path, budget: &Budget<'_>) -> Result<String, SolveError> {
    let bytes = if path.as_os_str() == "-" {
        all_of(&mut stdin().lock(), path, budget)?
    } else {
        let mut file = File::open(path).map_err(|e| unreadable(path, &e.to_string()))?;
        all_of(&mut file, path, budget)?
    };
    text_of(bytes, path)
}

fn text_of(bytes: Vec<u8>, path: &Path) -> Result<String, SolveError> {
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        unreadable(path, &format!("byte {at} is not UTF-8 text"))
    })
}

/// Checks, before a file is opened, that it is a regular file (not a folder, a named pipe or a
/// device) of at most `most` bytes.
///
/// # Errors
/// Returns an error that names the file and the reason.
pub fn check_regular(path: &Path, most: u64) -> Result<(), SolveError> {
    let found = std::fs::metadata(path).map_err(|why| unreadable(path, &why.to_string()))?;
    regular(path, &found, most)
}

fn regular(path: &Path, found: &std::fs::Metadata, most: u64) -> Result<(), SolveError> {
    if found.is_dir() {
        return Err(unreadable(path, "it is a folder; expected a file"));
    }
    if !found.is_file() {
        return Err(unreadable(
            path,
            "it is a named pipe, a socket or a device; expected a regular file",
        ));
    }
    if found.len() > most {
        let size = found.len();
        return Err(unreadable(
            path,
            &format!("it has {size} bytes; the maximum is {most}"),
        ));
    }
    Ok(())
}

/// Returns the text of a regular file of at most `most` bytes. The function never blocks: a file
/// that has become a named pipe since it was checked is refused too.
///
/// # Errors
/// Returns an error if the file is not regular, is too large, cannot be read, or is not UTF-8 text.
pub fn read_regular(path: &Path, most: u64, budget: &Budget<'_>) -> Result<String, SolveError> {
    check_regular(path, most)?;
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let wrong = |why: std::io::Error| unreadable(path, &why.to_string());
    let file = options.open(path).map_err(wrong)?;
    regular(path, &file.metadata().map_err(wrong)?, most)?;
    let bytes = all_of(&mut file.take(most + 1), path, budget)?;
    if bytes.len() as u64 > most {
        return Err(unreadable(path, &format!("it has more than {most} bytes")));
    }
    text_of(bytes, path)
}

/// Reads a source to its end, block by block, and polls the budget because the source may be
/// endless.
fn all_of(source: &mut dyn Read, path: &Path, budget: &Budget<'_>) -> Result<Vec<u8>, SolveError> {
    let mut block = vec![0; 64 << 10];
    let mut bytes = Vec::new();
    loop {
        budget.ask().map_err(SolveError::Stopped)?;
        match source.read(&mut block) {
            Ok(0) => return Ok(bytes),
            Ok(read) => {
                if bytes.capacity() - bytes.len() < read {
                    budget
                        .allow_growth(0, bytes.capacity().max(read) as u64)
                        .map_err(SolveError::Stopped)?;
                }
                bytes.extend_from_slice(&block[..read]);
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(unreadable(path, &e.to_string())),
        }
    }
}

/// Returns the named games, and the options with the named rule files added. Naming a rule file
/// (`.game`) means naming all games that it defines. If a game of the rule file is also named on
/// its own, the file is loaded but adds no games.
///
/// # Errors
/// Returns an error if a file cannot be read. Errors in the content of a file are reported when the
/// file is loaded.
pub fn games(
    named: &[String],
    options: &CommonArgs,
    budget: &Budget<'_>,
) -> Result<(Vec<String>, CommonArgs), SolveError> {
    let (mut games, mut options) = (Vec::new(), options.clone());
    let is_file = |name: &String| {
        Path::new(name)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("game"))
    };
    let of_question = |question: &str| {
        question
            .split(['(', '[', ' '])
            .next()
            .unwrap_or_default()
            .to_lowercase()
    };
    let by_name: Vec<String> = named
        .iter()
        .filter(|name| !is_file(name))
        .map(|name| of_question(name))
        .collect();
    for name in named {
        if !is_file(name) {
            games.push(name.clone());
            continue;
        }
        let path = Path::new(name);
        let declared = parse_file(&read(path, budget)?).map_or(Vec::new(), |file| file.games);
        let declared: Vec<String> = declared.into_iter().map(|game| game.name.text).collect();
        if !declared
            .iter()
            .any(|game| by_name.contains(&game.to_lowercase()))
        {
            games.extend(declared);
        }
        options.files.push(path.to_owned());
    }
    // If the files define no game, the file names are used as games, so that errors in the files
    // are reported.
    if games.is_empty() && !named.is_empty() {
        games.extend_from_slice(named);
    }
    Ok((games, options))
}

/// Returns the options for answering questions. Options that name a file are replaced by the
/// content of the file. If `--time` is given, it replaces the default bounds on the work.
pub fn how(
    options: &CommonArgs,
    face: &FrontEnd<'_>,
    budget: &Budget<'_>,
) -> Result<requests::CommonOptions, SolveError> {
    let quotient = options
        .quotient
        .as_ref()
        .map(|path| read(path, budget))
        .transpose()?;
    let is_input = |path: &Path| path.as_os_str() == "-";
    if options.files.iter().any(|path| is_input(path))
        && options.data.iter().any(|(_, path)| is_input(path))
    {
        return Err(SolveError::Usage(text!(
            "standard input is given for `--file` and `--data`",
            "`--file` 与 `--data` 都指定了标准输入"
        )));
    }
    let laws = options
        .law
        .iter()
        .map(|path| read(path, budget))
        .collect::<Result<_, SolveError>>()?;
    Ok(requests::CommonOptions {
        quotient,
        laws,
        data: data(&options.data, budget)?,
        patient: face.args.time.is_some(),
        ..options.how(face.lang)
    })
}

/// Reads the files with the values of parameters. Each file is returned with the name of its
/// parameter.
pub fn data(
    list: &[(String, PathBuf)],
    budget: &Budget<'_>,
) -> Result<Vec<requests::NamedFile>, SolveError> {
    /// What was read, because a command reads its options more than once, and a pipe only once.
    static KNOWN: Mutex<Vec<(PathBuf, String)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut files = Vec::with_capacity(list.len());
    for (at, (name, path)) in list.iter().enumerate() {
        let before = &list[..at];
        if before.iter().any(|(other, _)| other == name) {
            return Err(SolveError::Usage(text!(
                "two files are given for the parameter `{name}`",
                "为参数 `{name}` 给出了两个文件"
            )));
        }
        if path.as_os_str() == "-" && before.iter().any(|(_, other)| other == path) {
            return Err(SolveError::Usage(text!(
                "standard input is given for two parameters",
                "标准输入被指定给两个参数"
            )));
        }
        let text = match known.iter().find(|(other, _)| other == path) {
            Some((_, text)) => text.clone(),
            None => {
                let text = read(path, budget)?;
                known.push((path.clone(), text.clone()));
                text
            }
        };
        files.push(requests::NamedFile {
            name: name.clone(),
            text,
            file: path.display().to_string(),
        });
    }
    Ok(files)
}

/// Creates a request handler with the files and settings given by the options.
pub fn desk(
    options: &CommonArgs,
    face: &FrontEnd<'_>,
    budget: &Budget<'_>,
) -> Result<RequestHandler, SolveError> {
    let threads = options
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get() as u32));
    let mut desk = RequestHandler::new(Some(Arc::new(Jit::new(threads))));
    let how = how(options, face, budget)?;
    desk.settle(&how)?;
    open(&mut desk, &options.files, how, budget)?;
    for path in &options.load {
        match path
            .to_str()
            .filter(|store| cluster::is_url(store) || path.is_dir())
        {
            Some(store) => desk
                .session()
                .settings
                .theorems
                .insert(0, stores::open(store, face.lang, budget)?),
            None => table_file::load(&mut desk, path, budget)?,
        }
    }
    if let Some(path) = &options.resume {
        expect_to_write(path)?;
        desk.set_search_store(Arc::new(ResumeFile::new(path, face.lang)));
    }
    Ok(desk)
}

/// Loads files with rules, graphs or boards into a request handler.
pub fn open(
    desk: &mut RequestHandler,
    files: &[PathBuf],
    how: requests::CommonOptions,
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    if !files.is_empty() {
        let files = files
            .iter()
            .map(|path| read_named(path, budget))
            .collect::<Result<Vec<_>, SolveError>>()?;
        let open = OpenRequest {
            files,
            options: requests::RequestOptions {
                how,
                own: NoOptions {},
            },
        };
        desk.answer(&Request::Open(open), budget, &SystemHost::new())?;
    }
    Ok(())
}

/// Reads the text of a file and returns it with the file name.
pub fn read_named(
    path: &Path,
    budget: &Budget<'_>,
) -> Result<requests::open::RequestFile, SolveError> {
    Ok(requests::open::RequestFile {
        name: path.display().to_string(),
        text: read(path, budget)?,
    })
}
