//! Compares emitted code with its law: an installed compiler or interpreter runs the code. The code
//! is generated from rules that may come from another person. The code therefore runs in an empty
//! folder of its own, without the environment of this program, and for a limited time. Code for
//! rules from a file is run only on request (`--run`).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::SolveError;
use grundy::laws::{Comparison, EmitLanguage, EmittedLaw};

use crate::exit;

/// Maximum run time of a compiler or of the code, even without `--time`.
const MAX_TIME: Duration = Duration::from_secs(120);

/// Environment variables that programs need in order to be found and started.
const REQUIRED_VARIABLES: [&str; 3] = ["PATH", "SystemRoot", "PATHEXT"];

/// Additional environment variables that compilers need in order to find their own files. These
/// variables are not passed to the compared code.
const COMPILER_VARIABLES: [&str; 6] = [
    "HOME",
    "RUSTUP_HOME",
    "CARGO_HOME",
    "RUSTUP_TOOLCHAIN",
    "SDKROOT",
    "DEVELOPER_DIR",
];

/// Returns the names of the compilers or interpreters of a language, in the order in which they are
/// tried.
fn runners(language: EmitLanguage) -> &'static [&'static str] {
    match language {
        EmitLanguage::Cpp => &["c++", "g++", "clang++"],
        EmitLanguage::Python => &["python3"],
        EmitLanguage::Rust => &["rustc"],
        EmitLanguage::Latex | EmitLanguage::Dot | EmitLanguage::Svg | EmitLanguage::Walnut => &[],
    }
}

/// Runs code and compares its output with its law. Returns `None` for formats that are not
/// executable. If no compiler or interpreter is installed, returns [`Comparison::Missing`].
///
/// # Errors
/// Returns [`SolveError::Bug`] if the code does not compile or disagrees with the law. Returns
/// [`SolveError::Usage`] if temporary files cannot be created, and [`SolveError::Stopped`] if the
/// budget runs out.
pub fn compare_with_law(
    emitted: &EmittedLaw,
    budget: &Budget<'_>,
) -> Result<Option<Comparison>, SolveError> {
    let (names, Some(program)) = (runners(emitted.language), emitted.program()) else {
        return Ok(None);
    };
    let kept = inherited_variables(emitted.language);
    let Some(runner) = names.iter().find(|name| is_there(name, kept)) else {
        return Ok(Some(Comparison::Missing(format!(
            "no {} was found",
            names.join(", ")
        ))));
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
    let folder = TemporaryFolder::new()?;
    let Some(answered) = folder.run(emitted.language, runner, &program, &asked, budget)? else {
        return Ok(Some(Comparison::Missing(format!(
            "it did not end within {} s",
            MAX_TIME.as_secs()
        ))));
    };
    let mut lines = answered.lines();
    for (numbers, told) in &expected {
        let line = lines.next().map(str::trim_end).unwrap_or_default();
        if line != told {
            let (at, title) = (numbers.join(", "), emitted.language.title());
            return Err(SolveError::Bug(text!(
                "the code in {title} returns {line:?} for [{at}], but the law gives {told:?}",
                "{title} 代码对 [{at}] 给出 {line:?}，而规律给出 {told:?}"
            )));
        }
    }
    Ok(Some(Comparison::Agrees(expected.len())))
}

/// Returns the additional environment variables that the compiler or interpreter of a language
/// inherits.
fn inherited_variables(language: EmitLanguage) -> &'static [&'static str] {
    if language == EmitLanguage::Python {
        &[]
    } else {
        &COMPILER_VARIABLES
    }
}

/// Clears the environment of a command, except the required variables and those in `kept`.
fn clear(command: &mut Command, kept: &[&str]) {
    command.env_clear();
    for name in REQUIRED_VARIABLES.iter().chain(kept) {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
}

/// Returns true if a program is installed and works in the reduced environment.
fn is_there(name: &str, kept: &[&str]) -> bool {
    let mut command = Command::new(name);
    clear(&mut command, kept);
    let command = command.arg("--version").current_dir(std::env::temp_dir());
    let version = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

/// A folder for temporary files. The folder is removed when the value is dropped or the program
/// exits.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> Result<TemporaryFolder, SolveError> {
        let place = std::env::temp_dir();
        // The path must be absolute, because the compared programs run in a different folder.
        let place = std::path::absolute(&place).map_err(|why| unwritten(&place, &why))?;
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        for number in 0..1_000 {
            let path = place.join(format!("grundy-{}-{number}", std::process::id()));
            match builder.create(&path) {
                Ok(()) => {
                    exit::unfinished(Some(&path));
                    let folder = TemporaryFolder(path);
                    let work = folder.work();
                    fs::create_dir(&work).map_err(|why| unwritten(&work, &why))?;
                    return Ok(folder);
                }
                Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(unwritten(&path, &why)),
            }
        }
        Err(unwritten(&place, &std::io::ErrorKind::AlreadyExists.into()))
    }

    /// Returns the empty folder in which programs run.
    fn work(&self) -> PathBuf {
        self.0.join("work")
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, SolveError> {
        let path = self.0.join(name);
        fs::write(&path, text).map_err(|why| unwritten(&path, &why))?;
        Ok(path)
    }

    /// Runs a program with the given input and returns its output; `None` if the program or its
    /// compiler does not finish in time.
    fn run(
        &self,
        language: EmitLanguage,
        runner: &str,
        program: &str,
        asked: &str,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, SolveError> {
        let made = self.0.join("law.exe");
        let input = self.write("asked.txt", asked)?;
        let compiled = |source: &str, flags: &[&str]| {
            let source = self.write(source, program)?;
            let flags = flags.iter().map(OsStr::new);
            let parts = flags.chain([source.as_os_str(), OsStr::new("-o"), made.as_os_str()]);
            let mut compiler = Command::new(runner);
            self.isolate(compiler.args(parts), inherited_variables(language));
            self.run_for_output(&mut compiler, None, language, runner, budget)
        };
        let mut answering = match language {
            EmitLanguage::Cpp => {
                if compiled("law.cpp", &["-std=c++17"])?.is_none() {
                    return Ok(None);
                }
                Command::new(&made)
            }
            EmitLanguage::Rust => {
                if compiled("law.rs", &["--edition", "2021"])?.is_none() {
                    return Ok(None);
                }
                Command::new(&made)
            }
            _ => {
                let source = self.write("law.py", program)?;
                let mut command = Command::new(runner);
                // Isolated mode: no Python environment variables, no modules from the folder of the
                // code or of the user, and no site packages.
                command.args(["-I", "-S"]).arg(source);
                command
            }
        };
        self.isolate(&mut answering, &[]);
        self.run_for_output(&mut answering, Some(&input), language, runner, budget)
    }

    /// Makes a command run in the empty folder, store its temporary files there, and inherit only
    /// the named environment variables.
    fn isolate(&self, command: &mut Command, kept: &[&str]) {
        clear(command, kept);
        command.current_dir(self.work());
        for name in ["TMPDIR", "TMP", "TEMP"] {
            command.env(name, self.work());
        }
    }

    /// Runs a command and returns its output if it succeeds; `None` if it does not finish in time.
    fn run_for_output(
        &self,
        command: &mut Command,
        input: Option<&Path>,
        language: EmitLanguage,
        runner: &str,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, SolveError> {
        let (output, messages) = (self.0.join("answers.txt"), self.0.join("messages.txt"));
        let created = |path: &Path| File::create(path).map_err(|why| unwritten(path, &why));
        let input = match input {
            Some(path) => Stdio::from(File::open(path).map_err(|why| unwritten(path, &why))?),
            None => Stdio::null(),
        };
        command
            .stdin(input)
            .stdout(created(&output)?)
            .stderr(created(&messages)?);
        let status = match wait_for(command, budget)? {
            ProcessOutcome::TooLong => return Ok(None),
            ProcessOutcome::NotRun => None,
            ProcessOutcome::Ended(status) => Some(status),
        };
        let read = |path: &Path| {
            fs::read(path)
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .unwrap_or_default()
        };
        if status.is_some_and(|status| status.success()) {
            return Ok(Some(read(&output)));
        }
        let (said, title) = (read(&messages), language.title());
        let said = said.lines().take(20).collect::<Vec<_>>().join("\n");
        Err(SolveError::Bug(text!(
            "{runner} cannot run the code in {title}:\n{said}",
            "{runner} 无法运行 {title} 代码：\n{said}"
        )))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Files that cannot be removed are left in the temporary folder of the system.
        let _ = fs::remove_dir_all(&self.0);
        exit::unfinished(None);
    }
}

/// How a command ended.
enum ProcessOutcome {
    Ended(ExitStatus),
    /// The command could not be started, or waiting for it failed.
    NotRun,
    TooLong,
}

/// Runs a command and stops it when the budget runs out or after [`MAX_TIME`].
fn wait_for(command: &mut Command, budget: &Budget<'_>) -> Result<ProcessOutcome, SolveError> {
    let started = Instant::now();
    let Ok(mut child) = command.spawn() else {
        return Ok(ProcessOutcome::NotRun);
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(ProcessOutcome::Ended(status)),
            Ok(None) => {}
            Err(_) => return Ok(ProcessOutcome::NotRun),
        }
        let (stopped, is_late) = (budget.ask(), started.elapsed() > MAX_TIME);
        if stopped.is_err() || is_late {
            let _ = child.kill();
            let _ = child.wait();
            return stopped
                .map(|()| ProcessOutcome::TooLong)
                .map_err(SolveError::Stopped);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn unwritten(path: &Path, why: &std::io::Error) -> SolveError {
    let path = path.display();
    SolveError::Usage(text!(
        "{path} cannot be written: {why}",
        "无法写入 {path}：{why}"
    ))
}

/// Returns the warning for code that was not compared with its law; `None` if there is nothing to
/// warn about.
pub fn warning(emitted: &EmittedLaw) -> Option<Text> {
    let language = emitted.language.title();
    match &emitted.comparison {
        Some(Comparison::Missing(_))
            if runners(emitted.language)
                .iter()
                .all(|name| !is_there(name, inherited_variables(emitted.language))) =>
        {
            let names = runners(emitted.language).join(", ");
            Some(text!(
                "warning: the code in {language} was not compared with the law: no {names} was found",
                "警告：{language} 代码未与规律比较：没有找到 {names}"
            ))
        }
        Some(Comparison::Missing(_)) => {
            let seconds = MAX_TIME.as_secs();
            Some(text!(
                "warning: the code in {language} was not compared with the law: it did not end within {seconds} s",
                "警告：{language} 代码未与规律比较：未在 {seconds} 秒内结束"
            ))
        }
        Some(Comparison::NotRun) => Some(text!(
            "warning: the code in {language} was not run and not compared with the law, because its rules come from a file; use --run to run and compare it",
            "警告：{language} 代码的规则来自文件，未运行，也未与规律比较；加 --run 则运行并比较"
        )),
        _ => None,
    }
}
