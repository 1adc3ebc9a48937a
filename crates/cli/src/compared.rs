//! Code that is handed out is run first, by whatever compiler or interpreter is installed, and compared with the law that it was made of.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::Error;
use grundy::laws::{Comparison, Emitted, Language};

use crate::ending;

/// Who compiles or runs a language: names that are tried in this order.
fn runners(language: Language) -> &'static [&'static str] {
    match language {
        Language::Cpp => &["c++", "g++", "clang++"],
        Language::Python => &["python3"],
        Language::Rust => &["rustc"],
        Language::Latex | Language::Dot | Language::Svg | Language::Walnut => &[],
    }
}

/// Runs code and compares it with its law. `None` for what is not run. What no program is installed for is not compared, which the result says.
///
/// # Errors
/// [`Error::Bug`] if it does not compile or answers otherwise than the law; [`Error::Usage`] if there is no place for temporary files;
/// [`Error::Stopped`] if the budget ends.
pub fn compared(emitted: &Emitted, budget: &Budget<'_>) -> Result<Option<Comparison>, Error> {
    let (names, Some(program)) = (runners(emitted.language), emitted.program()) else { return Ok(None) };
    let Some(runner) = names.iter().find(|name| is_there(name)) else {
        return Ok(Some(Comparison::Missing(format!("no {} was found", names.join(", ")))));
    };
    let (mut asked, mut expected) = (String::new(), Vec::new());
    for probe in &emitted.probes {
        if let Some(told) = emitted.expected(probe) {
            let numbers: Vec<String> = probe.slots.iter().map(ToString::to_string).collect();
            asked += &numbers.join(" ");
            asked.push('\n');
            expected.push((numbers, told));
        }
    }
    let folder = Folder::new()?;
    let answered = folder.run((emitted.language, runner), &program, &asked, budget)?;
    let mut lines = answered.lines();
    for (numbers, told) in &expected {
        let line = lines.next().map(str::trim_end).unwrap_or_default();
        if line != told {
            let (at, title) = (numbers.join(", "), emitted.language.title());
            return Err(Error::Bug(text!(
                "the code in {title} says {line:?} of [{at}], the law {told:?}",
                "{title} 代码对 [{at}] 给出 {line:?}，而规律给出 {told:?}"
            )));
        }
    }
    Ok(Some(Comparison::Agrees(expected.len())))
}

/// Whether a program is installed and works.
fn is_there(name: &str) -> bool {
    let version = Command::new(name).arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// A folder for temporary files, which ends with the value, and with the program.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Error> {
        let place = std::env::temp_dir();
        for number in 0..1_000 {
            let path = place.join(format!("grundy-{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => {
                    ending::unfinished(Some(&path));
                    return Ok(Folder(path));
                }
                Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(unwritten(&path, &why)),
            }
        }
        Err(unwritten(&place, &std::io::ErrorKind::AlreadyExists.into()))
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, Error> {
        let path = self.0.join(name);
        fs::write(&path, text).map_err(|why| unwritten(&path, &why))?;
        Ok(path)
    }

    /// What a program writes that reads a text.
    fn run(&self, (language, runner): (Language, &str), program: &str, asked: &str, budget: &Budget<'_>) -> Result<String, Error> {
        let made = self.0.join("law.exe");
        let input = self.write("asked.txt", asked)?;
        let compiled = |source: &str, flags: &[&str]| {
            let source = self.write(source, program)?;
            let flags = flags.iter().map(OsStr::new);
            let parts = flags.chain([source.as_os_str(), OsStr::new("-o"), made.as_os_str()]);
            self.ended(Command::new(runner).args(parts).current_dir(&self.0), None, (language, runner), budget)
        };
        let mut answering = match language {
            Language::Cpp => {
                compiled("law.cpp", &["-std=c++17"])?;
                Command::new(&made)
            }
            Language::Rust => {
                compiled("law.rs", &["--edition", "2021"])?;
                Command::new(&made)
            }
            _ => {
                let source = self.write("law.py", program)?;
                let mut command = Command::new(runner);
                command.arg(source);
                command
            }
        };
        self.ended(&mut answering, Some(&input), (language, runner), budget)
    }

    /// What a command writes, when it has ended well.
    fn ended(
        &self,
        command: &mut Command,
        input: Option<&Path>,
        (language, runner): (Language, &str),
        budget: &Budget<'_>,
    ) -> Result<String, Error> {
        let (output, messages) = (self.0.join("answers.txt"), self.0.join("messages.txt"));
        let created = |path: &Path| File::create(path).map_err(|why| unwritten(path, &why));
        let input = match input {
            Some(path) => Stdio::from(File::open(path).map_err(|why| unwritten(path, &why))?),
            None => Stdio::null(),
        };
        command.stdin(input).stdout(created(&output)?).stderr(created(&messages)?);
        let status = waited(command, budget)?;
        let read = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        if status.is_some_and(|status| status.success()) {
            return Ok(read(&output));
        }
        let (said, title) = (read(&messages), language.title());
        let said = said.lines().take(20).collect::<Vec<_>>().join("\n");
        Err(Error::Bug(text!("{runner} does not run the code in {title}:\n{said}", "{runner} 无法运行 {title} 代码：\n{said}")))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be taken away stays among the temporary files.
        let _ = fs::remove_dir_all(&self.0);
        ending::unfinished(None);
    }
}

/// How a command ended, which ends with the budget; `None` if it could not be started.
fn waited(command: &mut Command, budget: &Budget<'_>) -> Result<Option<ExitStatus>, Error> {
    let Ok(mut child) = command.spawn() else { return Ok(None) };
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Some(status)),
            Ok(None) => {}
            Err(_) => return Ok(None),
        }
        if let Err(stop) = budget.ask() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(Error::Stopped(stop));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn unwritten(path: &Path, why: &std::io::Error) -> Error {
    let path = path.display();
    Error::Usage(text!("{path} cannot be written: {why}", "无法写入 {path}：{why}"))
}

/// What is said beside code that was not compared.
pub fn warning(emitted: &Emitted) -> Option<Text> {
    let language = emitted.language.title();
    match &emitted.comparison {
        Some(Comparison::Missing(_)) => {
            let names = runners(emitted.language).join(", ");
            Some(text!(
                "warning: the code in {language} was not compared with the law: no {names} was found",
                "警告：{language} 代码未与规律比较：没有找到 {names}"
            ))
        }
        _ => None,
    }
}
