//! File with the results of a search by parts, for a later search (`--resume`).

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use base::text;
use base::text::{Lang, Text};
use engines::engine::SearchStore;

use crate::exit;
use crate::output::print_error;
use crate::write_file::write_parts;

/// A resume file, which belongs to a single game.
pub struct ResumeFile {
    path: PathBuf,
    lang: Lang,
    /// Title of the first game for which the file was requested.
    game: Mutex<Option<String>>,
    /// True if data was read from the file.
    is_read: AtomicBool,
}

impl ResumeFile {
    /// Creates the store for a resume file; `lang` is the language of the message if the file
    /// cannot be written.
    pub fn new(path: &Path, lang: Lang) -> ResumeFile {
        ResumeFile {
            path: path.to_owned(),
            lang,
            game: Mutex::new(None),
            is_read: AtomicBool::new(false),
        }
    }
}

impl SearchStore for ResumeFile {
    fn load(&self, title: &str) -> Result<Option<Box<dyn Read>>, Text> {
        let mut game = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path.display();
        let first = game.get_or_insert_with(|| title.to_owned());
        if first != title {
            return Err(text!(
                "{path} can store only one game, found {first} and {title}; run them separately, each with its own file",
                "{path} 只能存放一个游戏，此处有 {first} 和 {title}；请分开运行，各用一个文件"
            ));
        }
        let opened = File::open(&self.path).and_then(|file| Ok((file.metadata()?.len(), file)));
        match opened {
            // An empty file contains no results; the user may have created it as the file to write.
            Ok((0, _)) => Ok(None),
            Ok((_, file)) => {
                self.is_read.store(true, Ordering::Relaxed);
                Ok(Some(Box::new(file)))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(text!(
                "{path} cannot be read: {error}",
                "无法读取 {path}：{error}"
            )),
        }
    }

    fn file_read(&self) -> Option<String> {
        self.is_read
            .load(Ordering::Relaxed)
            .then(|| self.path.display().to_string())
    }

    fn store(&self, _: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        if let Err(error) =
            exit::keeping(|| write_parts(&self.path, &mut |to| write(to).map(|()| None)))
        {
            print_error(&error.render(self.lang, false));
        }
    }
}
